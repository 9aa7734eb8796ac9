"""OpenSpiel's own test, its solvers against ours, and states as copies, strings and pickles."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from budget import budget

from sicilianos_env import IllegalMoveError, games, openspiel_game
from sicilianos_env.engine.game import CHANCE, OVER
from sicilianos_env.engine.registry import find_game
from sicilianos_env.engine.single import SingleGame
from sicilianos_env.engine.unfolding import unfold
from sicilianos_env.engine.utilities import utilities_offered
from sicilianos_env.jit import enabled

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")

from open_spiel.python import rl_environment  # noqa: E402
from open_spiel.python.algorithms import external_sampling_mccfr, gambit, ismcts, mcts  # noqa: E402

from sicilianos_env.adapters.openspiel import OpenSpielGame, OpenSpielState  # noqa: E402
from sicilianos_training.solver.cfr import CFRPlus  # noqa: E402
from sicilianos_training.solver.exact import (  # noqa: E402
    expected_utilities,
    nash_conv,
    uniform_policy,
)
from sicilianos_training.solver.tree import Tree, tree_of  # noqa: E402

PLAIN = {"card_value": 0, "business_value": 1, "note_value": 1}  # the prices of the closed forms
TINY_THREE = {
    "num_players": 3, "families": 3, "values": [1, 2], "cards": 1, "notes": [0, 1, 0, 0, 0],
    "specials": [],
}  # fmt: skip
MOVES = budget(60, 2000)  # of a large game

compiled_only = pytest.mark.skipif(not enabled(), reason="takes minutes with nothing compiled")
every_game = pytest.mark.parametrize("name", games())
every_preset = pytest.mark.parametrize(
    ("name", "preset"), [(name, preset) for name in games() for preset in find_game(name).presets]
)


def small(name: str, **options: Any) -> OpenSpielGame:
    return openspiel_game(name, preset="mini", **options)


def war(preset: str, **options: Any) -> OpenSpielGame:
    return openspiel_game("gang_war", preset=preset, utility="exact", **options)


def choices(state: OpenSpielState) -> list[int]:
    if state.is_chance_node():
        return [outcome for outcome, _ in state.chance_outcomes()]
    return list(state.legal_actions())


def played(game: OpenSpielGame, seed: int, moves: int | None = None) -> Iterator[OpenSpielState]:
    """The states of one random game, each new; so many decisions of it at most."""
    random, state, decisions = np.random.default_rng(seed), game.new_initial_state(), 0
    while True:
        yield state
        if state.is_terminal() or decisions == moves:
            return
        decisions += state.current_player() >= 0
        state = state.child(int(random.choice(choices(state))))


def decisions_of(game: OpenSpielGame, seed: int) -> list[OpenSpielState]:
    return [state for state in played(game, seed) if state.current_player() >= 0]


def all_states(state: OpenSpielState) -> Iterator[OpenSpielState]:
    """Depth first, as `unfold` numbers them."""
    yield state
    if not state.is_terminal():
        for choice in choices(state):
            yield from all_states(state.child(choice))


# --- OpenSpiel's own test


@every_preset
def test_random_simulations_pass(name, preset):
    game = openspiel_game(name, preset=preset)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@every_game
def test_random_simulations_pass_with_every_utility(name):
    for utility in (*utilities_offered(find_game(name)), "exact"):
        if utility != "exact" or find_game(name).score_unit is not None:
            game = small(name, utility=utility)
            pyspiel.random_sim_test(game, num_sims=2, serialize=False, verbose=False)


@every_game
def test_whole_games_begin_with_all_numbers_of_players(name):
    contract = find_game(name)
    for num_players in range(contract.min_players, contract.max_players + 1):
        game = openspiel_game(name, num_players=num_players)
        assert game.num_players() == num_players
        for state in played(game, num_players, MOVES // 10):
            for player in range(num_players):
                assert len(state.observation_tensor(player)) == game.observation_tensor_size()
                assert state.information_state_string(player).startswith(f"player {player}\n")


@every_game
def test_chance_comes_as_often_as_declared_at_most(name):
    game = small(name)
    for state in played(game, 1):
        if state.is_chance_node():
            assert max(choices(state)) < game.max_chance_outcomes()
            assert sum(chance for _, chance in state.chance_outcomes()) == pytest.approx(1)
    assert len(state.history()) <= game.max_history_length()


# --- The same games as everywhere


def as_outcomes(ply: Any) -> list[int]:
    """A ply of `SingleGame` as outcomes of OpenSpiel: of a shuffle all cards but the last."""
    return [int(ply)] if np.ndim(ply) == 0 else [int(card) for card in ply[:-1]]


@every_game
def test_games_are_those_of_the_engine_ply_by_ply(name):
    game = small(name)
    single, state = SingleGame(game.contract, game.rules, seed=6), game.new_initial_state()
    random = np.random.default_rng(6)
    single.begin()
    while not single.over:
        ply = single.unasked()
        if single.at_chance:
            for outcome in as_outcomes(ply):
                assert outcome in choices(state)
                state.apply_action(outcome)
        elif ply is None:
            assert state.current_player() == single.to_move
            assert state.legal_actions() == np.flatnonzero(single.mask).tolist()
            assert_seen_alike(state, single)
            ply = int(random.choice(state.legal_actions()))
            state.apply_action(ply)
        single.play_ply(ply)
    assert state.is_terminal() and state.course.memory == single.memory.tobytes()
    assert state.returns() == single.utilities("win").tolist()


def assert_seen_alike(state: OpenSpielState, single: SingleGame) -> None:
    game = single.game
    maxima = game.observation_maxima(single.num_players)
    for seat in range(single.num_players):
        seen = single.observe(seat)
        assert state.observation_tensor(seat) == pytest.approx(seen / maxima)
        assert state.information_state_tensor(seat) == state.observation_tensor(seat)
        assert state.observation_string(seat) == game.view(single.options, seen, seat)


@every_game
def test_actions_and_outcomes_have_the_words_of_the_engine(name):
    for state in played(small(name), 2):
        if state.current_player() < 0:
            continue
        single = SingleGame(state.table.game, state.table.rules, seed=0)
        single.set_up(np.frombuffer(state.course.memory, np.uint8))
        for action in state.legal_actions():
            assert state.action_to_string(action) == single.ply_text(action)
            assert state.string_to_action(single.ply_text(action)) == action


def test_outcomes_have_words() -> None:
    state = small("scopa").new_initial_state()
    assert state.action_to_string(1) == "1 [1]"  # the dealer
    state.apply_action(1)
    assert state.action_to_string(0) == "clubs 1 [0]"
    state.apply_action(0)
    assert str(state) == "1 [1]\nclubs 1 [0]"
    assert state.legal_actions()[0] == 1
    state = war("s0b").new_initial_state()
    assert [state.action_to_string(i) for i in choices(state)] == [
        "yellow 1 [0]", "yellow 2 [1]", "yellow 3 [2]",
    ]  # fmt: skip
    assert state.action_to_string(0, 57) == "action 57"  # nobody decides here, so it has no words


# --- What seats know


@pytest.mark.parametrize(
    ("preset", "sets"), [("s0b", 6), ("s0", 18), pytest.param("s1", 630, marks=compiled_only)]
)
def test_information_states_are_those_of_the_solver(preset, sets):
    game = war(preset)
    nodes, names = unfold(game.contract, game.rules), dict[str, tuple[int, int]]()
    texts, deciding = dict[tuple[int, int], str](), set[str]()
    for number, state in enumerate(all_states(game.new_initial_state())):
        assert (nodes.movers[number] == OVER) == state.is_terminal()
        assert (nodes.movers[number] == CHANCE) == state.is_chance_node()
        for seat in range(2):
            text, name = state.information_state_string(seat), (seat, nodes.known[number, seat])
            assert names.setdefault(text, name) == name and texts.setdefault(name, text) == text
        if state.current_player() >= 0:
            assert state.current_player() == nodes.movers[number]
            deciding.add(state.information_state_string())
    assert number == len(nodes.movers) - 1
    assert len(deciding) == sets


@every_game
def test_nothing_is_forgotten(name):
    """All lines but the last, which names the whole, only become more."""
    before: dict[int, list[str]] = {}
    for state in played(small(name), 3):
        for player in range(state.num_players()):
            lines = state.information_state_string(player).split("\n")[:-1]
            told = before.get(player, [])
            assert lines[: len(told)] == told
            before[player] = lines


def test_an_information_state_is_readable() -> None:
    state = war("s0").new_initial_state()
    for choice in (1, 2):
        state.apply_action(choice)
    for text in ("play yellow 2", "stake 10000"):
        state.apply_action(state.string_to_action(text))
    *lines, _ = state.information_state_string(1).split("\n")
    assert lines == [
        "player 1", "seat 0 gets 1 yellow card", "seat 1 gets black 3", "play a yellow card",
        "stake 10000",
    ]  # fmt: skip


# --- Solvers


def average_of_openspiel(game: Any, solver: Any, iterations: int) -> Any:
    running = solver(game)
    for _ in range(iterations):
        running.evaluate_and_update_policy()
    return running.tabular_average_policy()  # the other dies with the solver


def value(game: Any, policy: Any) -> list[float]:
    returns: list[float] = pyspiel.expected_returns(game.new_initial_state(), policy, -1, False)
    return returns


@compiled_only
@pytest.mark.parametrize(
    ("preset", "solver", "expected"),
    [
        ("s0b", pyspiel.CFRSolver, 1 / 4),
        ("s0b", pyspiel.CFRPlusSolver, 1 / 4),
        ("s0", pyspiel.CFRPlusSolver, 13 / 36),
    ],
)
def test_openspiel_comes_to_the_closed_forms(preset, solver, expected):
    game = war(preset, **PLAIN)
    policy = average_of_openspiel(game, solver, budget(300, 3000))
    assert value(game, policy) == pytest.approx([expected, -expected], abs=2e-3)
    assert pyspiel.exploitability(game, policy) < 5e-3


@pytest.mark.parametrize(("preset", "expected"), [("s0b", 1 / 4), ("s0", 13 / 36)])
def test_exported_games_are_solved_in_no_time(preset, expected):
    exported = pyspiel.load_efg_game(gambit.export_gambit(war(preset, **PLAIN)))
    policy = average_of_openspiel(exported, pyspiel.CFRPlusSolver, 3000)
    assert value(exported, policy) == pytest.approx([expected, -expected], abs=1e-4)


def average_of_ours(tree: Tree) -> Any:
    solver = CFRPlus(tree)
    solver.run(budget(200, 2000))
    return solver.average_policy()


def as_openspiel(game: OpenSpielGame, tree: Tree, policy: Any) -> Any:
    """A policy on our tree as one of OpenSpiel."""
    sets = np.empty(tree.num_nodes, np.int64)
    sets[tree.nodes] = tree.layout.sets
    table = {}
    for number, state in enumerate(all_states(game.new_initial_state())):
        if state.current_player() >= 0:
            low, high = tree.starts[sets[number]], tree.starts[sets[number] + 1]
            likely = zip(tree.actions[low:high].tolist(), policy[low:high].tolist(), strict=True)
            table[state.information_state_string()] = list(likely)
    assert len(table) == tree.num_sets
    return pyspiel.TabularPolicy(table)


@pytest.mark.parametrize("preset", ["s0b", "s0", pytest.param("s1", marks=compiled_only)])
def test_openspiel_and_our_solver_measure_alike(preset):
    game = war(preset)
    tree = tree_of(game.contract, game.rules)
    for policy in (uniform_policy(tree), average_of_ours(tree)):
        theirs = as_openspiel(game, tree, policy)
        assert value(game, theirs) == pytest.approx(expected_utilities(tree, policy), abs=1e-9)
        assert pyspiel.nash_conv(game, theirs) == pytest.approx(nash_conv(tree, policy), abs=1e-9)
        half = pyspiel.exploitability(game, theirs)
        assert half == pytest.approx(nash_conv(tree, policy) / 2, abs=1e-9)


def test_three_players_are_measured_alike() -> None:
    game = openspiel_game("gang_war", utility="exact", **TINY_THREE)
    tree = tree_of(game.contract, game.rules)
    policy = uniform_policy(tree)
    theirs = as_openspiel(game, tree, policy)
    assert value(game, theirs) == pytest.approx(expected_utilities(tree, policy))
    assert pyspiel.nash_conv(game, theirs) == pytest.approx(nash_conv(tree, policy))


@compiled_only
def test_our_cfr_and_that_of_openspiel_solve_s1_alike() -> None:
    game = war("s1")
    tree = tree_of(game.contract, game.rules)
    exported = pyspiel.load_efg_game(gambit.export_gambit(game))
    theirs = average_of_openspiel(exported, pyspiel.CFRPlusSolver, budget(500, 5000))
    ours = expected_utilities(tree, average_of_ours(tree))
    assert value(exported, theirs) == pytest.approx(ours, abs=2e-3)


def test_sampling_solvers_take_games_that_shuffle() -> None:
    solver = external_sampling_mccfr.ExternalSamplingSolver(
        small("scopa", cards=["coins 1", "coins 2", "cups 1", "cups 2"], hand_size=1, table_size=0)
    )
    solver.iteration()
    assert solver.average_policy() is not None


# --- Search and learning


@every_game
def test_resampled_states_look_the_same_to_the_player(name):
    for seed in range(budget(2, 20)):
        for state in decisions_of(small(name), seed)[seed::5]:
            player = state.current_player()
            other = state.resample_from_infostate(player, np.random.default_rng(seed).random)
            assert other.current_player() == player
            assert other.legal_actions() == state.legal_actions()
            for look in ("information_state_string", "observation_string", "observation_tensor"):
                assert getattr(other, look)(player) == getattr(state, look)(player)
            assert str(other).startswith("resampled as ") and str(other) == str(other.clone())
            while not other.is_terminal():
                other.apply_action(choices(other)[0])
            assert sum(other.returns()) == pytest.approx(0)


def test_resampling_draws_all_that_is_hidden() -> None:
    state = war("s0").new_initial_state()
    for choice in (1, 2):
        state.apply_action(choice)
    state.apply_action(state.string_to_action("play yellow 2"))
    state.apply_action(state.string_to_action("stake 10000"))
    rng = np.random.default_rng(1).random
    worlds = [state.resample_from_infostate(1, rng) for _ in range(100)]
    firsts = {world.information_state_string(0).split("\n")[-1] for world in worlds}
    assert len(firsts) == 3  # the card that seat 0 laid
    assert len({world.information_state_string(1) for world in worlds}) == 1
    with pytest.raises(ValueError, match=r"^player is 0; states are resampled for the player to"):
        state.resample_from_infostate(0, rng)


@every_game
def test_searches_of_openspiel_find_legal_actions(name):
    game, random = small(name), np.random.RandomState(1)
    state = max(decisions_of(game, 4)[-9:], key=lambda state: len(state.legal_actions()))
    bot = ismcts.ISMCTSBot(
        game, evaluator=mcts.RandomRolloutEvaluator(1, random), uct_c=1.4, max_simulations=20,
        random_state=random,
    )  # fmt: skip
    assert bot.step(state) in state.legal_actions()


@every_game
def test_learners_of_openspiel_can_play(name):
    env = rl_environment.Environment(small(name))
    step, random = env.reset(), np.random.default_rng(8)
    while not step.last():
        player = step.observations["current_player"]
        legal = step.observations["legal_actions"][player]
        assert (
            len(step.observations["info_state"][player]) == env.observation_spec()["info_state"][0]
        )
        step = env.step([int(random.choice(legal))])
    assert sum(step.rewards) == pytest.approx(0)


# --- Copies, strings and pickles


@every_game
def test_copies_go_their_own_ways(name):
    for state in decisions_of(small(name), 9)[::7]:
        before, memory = str(state), state.course.memory
        for other in (state.clone(), copy.deepcopy(state), state.child(state.legal_actions()[0])):
            while not other.is_terminal():
                other.apply_action(choices(other)[-1])
        assert str(state) == before and state.course.memory == memory


@every_game
def test_games_and_states_survive_pickling(name):
    game = small(name, utility="rank")
    again = pickle.loads(pickle.dumps(game))
    assert isinstance(again, OpenSpielGame)
    assert (str(again), again.rules, again.utility) == (str(game), game.rules, "rank")
    for state in [*played(game, 10)][::9]:
        for other in (
            pickle.loads(pickle.dumps(state)),
            pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))[1],
            game.deserialize_state(state.serialize()),
        ):
            assert isinstance(other, OpenSpielState) and str(other) == str(state)
            assert other.history() == state.history() and other.returns() == state.returns()
            for player in range(game.num_players()):
                told = state.information_state_string(player)
                assert other.information_state_string(player) == told


def test_pickles_are_read_by_another_process(tmp_path) -> None:
    *_, state = played(war("s1", **PLAIN), 11, 3)
    (tmp_path / "state").write_bytes(pickle.dumps(state))
    code = "import pickle; print(pickle.load(open('state', 'rb')).information_state_string(0))"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, timeout=300
    )
    assert done.stdout.rstrip("\n") == state.information_state_string(0)
    assert done.returncode == 0, done.stderr  # also at its end, which is OpenSpiel's


def test_games_are_strings() -> None:
    game = war("s1", card_value=0, notes=[0, 2, 0, 0, 0], empty_piles=["yellow"])
    assert str(game) == (
        "python_gang_war(options={'card_value':0;'empty_piles':['yellow'];'notes':[0;2;0;0;0]},"
        "preset=s1,utility=exact)"
    )
    again = pyspiel.load_game(str(game))
    assert again.rules == game.rules and again.utility == "exact"
    written = {"options": '{"card_value": 0, "notes": [0, 2, 0, 0, 0]}', "preset": "s1"}
    assert "," not in str(pyspiel.load_game("python_gang_war", written)).partition("preset")[0][:-1]
    assert pyspiel.load_game("python_scopa(num_players=4)").rules.num_players == 4
    assert str(pyspiel.load_game("python_scopa")) == "python_scopa()"


def test_the_sum_of_utilities_is_declared() -> None:
    for utility in ("win", "score", "rank", "exact"):
        assert openspiel_game("scopa", utility).utility_sum() == 0
        many = openspiel_game("scopa", utility, num_players=3)
        assert many.utility_sum() == (0 if utility in ("win", "rank") else None)


def test_the_package_does_without_openspiel_until_it_is_asked() -> None:
    code = "import sys, sicilianos_env; print('pyspiel' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=300)
    assert done.stdout == "False\n"


# --- What is refused


def test_faults_are_named_in_one_sentence() -> None:
    with pytest.raises(ValueError, match=r"^There is no game 'poker'; there are: "):
        openspiel_game("poker")
    with pytest.raises(ValueError, match=r"^There is no preset 's9'; there are: "):
        openspiel_game("gang_war", preset="s9")
    with pytest.raises(ValueError, match=r"^There is no option 'colour'; there are: "):
        openspiel_game("gang_war", colour=1)
    with pytest.raises(ValueError, match=r"^num_players is 0; it must be a whole number from 2"):
        openspiel_game("scopa", num_players=0)
    with pytest.raises(
        ValueError, match=r"^utility is 'money'; it must be 'win', .* or 'exact'[.]$"
    ):
        openspiel_game("scopa", utility="money")
    for utility in ("score", "exact"):
        with pytest.raises(ValueError, match=rf"^utility='{utility}' is refused: padrino has no"):
            openspiel_game("padrino", utility=utility)


def test_faults_in_strings_are_named_as_well() -> None:
    with pytest.raises(ValueError, match=r"^There is no preset 's9'; there are: "):
        pyspiel.load_game("python_gang_war(preset=s9)")
    for text in ("{'cards':", "[1;2]", "cards"):
        with pytest.raises(ValueError, match=r"^options is .*; it must be a JSON object with ';'"):
            pyspiel.load_game(f"python_gang_war(options={text})")
    with pytest.raises(pyspiel.SpielError, match="Unknown parameter 'colour'"):
        pyspiel.load_game("python_gang_war(colour=1)")


def test_choices_that_cannot_be_made_are_refused() -> None:
    state = war("s0").new_initial_state()
    with pytest.raises(ValueError, match=r"^Outcome 3 cannot come here[.]$"):
        state.apply_action(3)
    state.apply_action(0)
    state.apply_action(0)
    with pytest.raises(IllegalMoveError, match=r"^Action 0 is not allowed; allowed: "):
        state.apply_action(0)
    state = small("scopa").new_initial_state()
    state.apply_action(1)
    state.apply_action(5)
    with pytest.raises(ValueError, match=r"^Outcome 5 cannot come here[.]$"):
        state.apply_action(5)


def test_observers_show_what_one_seat_sees() -> None:
    game = small("scopa")
    observer = game.make_py_observer()
    assert (
        list(observer.dict) == ["observation"] and observer.dict["observation"] is observer.tensor
    )
    with pytest.raises(ValueError, match=r"^params is {'a': 1}; observers here have none[.]$"):
        game.make_py_observer(None, {"a": 1})
    for kind in ({"public_info": False}, {"private_info": pyspiel.PrivateInfoType.ALL_PLAYERS}):
        with pytest.raises(ValueError, match=r"^An observer here shows what one seat sees"):
            game.make_py_observer(pyspiel.IIGObservationType(perfect_recall=False, **kind))
