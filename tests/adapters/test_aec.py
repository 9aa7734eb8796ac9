"""The AEC environment: PettingZoo's own tests, and what they do not ask."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from dataclasses import fields, replace
from importlib import import_module
from typing import Any

import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import api_test, render_test, seed_test

from sicilianos_env import IllegalMoveError, games, make
from sicilianos_env.adapters import aec
from sicilianos_env.adapters.aec import AECGame
from sicilianos_env.engine.registry import find_game
from sicilianos_env.make import make_raw, versioned

TABLES = [
    (game, num_players)
    for game in games()
    for num_players in range(find_game(game).min_players, find_game(game).max_players + 1)
]
every_table = pytest.mark.parametrize(("game", "num_players"), TABLES)
every_game = pytest.mark.parametrize("game", games())


def random_action(env: AECGame, chooser: np.random.Generator) -> int:
    return int(chooser.choice(np.flatnonzero(env.single.mask)))


def play(env: Any, chooser: np.random.Generator, most: int = 10**6) -> int:
    """Random legal actions up to the end; how many."""
    played = 0
    while not env.unwrapped.over and played < most:
        env.step(random_action(env.unwrapped, chooser))
        played += 1
    return played


def in_mid_game(game: str, decisions: int = 40, **options: Any) -> AECGame:
    """The first of some games that is not over after so many random decisions, or half of them."""
    env = make_raw(game, **options)
    for seed in range(1000):
        env.reset(seed=seed)
        play(env, np.random.default_rng(seed), decisions)
        if not env.over:
            return env
    assert decisions > 1
    return in_mid_game(game, decisions // 2, **options)


def an_illegal_action(env: AECGame) -> int:
    return int(np.flatnonzero(env.single.mask == 0)[0])


def snapshot(env: Any) -> Any:
    """All that an environment tells."""
    env = env.unwrapped
    return (
        env.agents,
        env.agent_selection,
        env.rewards,
        env._cumulative_rewards,
        env.terminations,
        env.truncations,
        env.infos,
        [env.observe(agent)["observation"].tobytes() for agent in env.possible_agents],
        [env.observe(agent)["action_mask"].tobytes() for agent in env.possible_agents],
    )


# --- PettingZoo's own


@every_table
@pytest.mark.filterwarnings("ignore:Observation")  # it expects arrays, not a dict with a mask
def test_api(game: str, num_players: int) -> None:
    api_test(make(game, num_players=num_players), num_cycles=1000)
    api_test(make_raw(game, num_players=num_players), num_cycles=1000)


@every_game
@pytest.mark.filterwarnings("ignore:Observation")
def test_presets(game: str) -> None:
    for preset in find_game(game).presets:
        api_test(make(game, preset=preset), num_cycles=500)


@every_table
def test_seeds(game: str, num_players: int) -> None:
    seed_test(lambda: make(game, num_players=num_players), num_cycles=200)


@every_table
def test_render_modes(game: str, num_players: int) -> None:
    render_test(lambda **options: make(game, num_players=num_players, **options))


@every_game
def test_pettingzoo_registry(game: str) -> None:
    if not hasattr(pettingzoo, "make"):
        pytest.skip("this PettingZoo has no registry")
    env = pettingzoo.make("aec", f"sicilianos/{game}_v{find_game(game).version}")
    env.reset(seed=0)
    assert env.unwrapped.single.game.name == game


@every_game
def test_versioned_module(game: str) -> None:
    module = import_module(f"sicilianos_env.{game}_v{find_game(game).version}")
    assert str(module.env()) == str(module.raw_env()) == module.__name__.rpartition(".")[2]
    assert isinstance(module.raw_env(), AECGame)


def test_versioned_module_of_another_version() -> None:
    with pytest.raises(ImportError, match="version"):
        versioned(f"sicilianos_env.{games()[0]}_v99")


def test_importing_the_package_loads_nothing_heavy() -> None:
    heavy = ("numba", "torch", "stable_baselines3", "sicilianos_agents")
    check = f"import sys, sicilianos_env; print([m for m in {heavy!r} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", check], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


# --- Spaces and observations


@every_table
def test_spaces(game: str, num_players: int) -> None:
    env = make_raw(game, num_players=num_players)
    assert env.possible_agents == [f"player_{seat}" for seat in range(num_players)]
    first = env.possible_agents[0]
    contract = find_game(game)
    for agent in env.possible_agents:
        assert env.observation_space(agent) is env.observation_space(agent)
        assert env.action_space(agent) is env.action_space(agent)
        assert env.observation_space(agent) == env.observation_space(first)
        assert env.action_space(agent).n == contract.num_actions
    observation = env.observation_space(first)["observation"]
    assert observation.shape == (contract.observation_size(num_players),)
    assert observation.dtype == np.float32
    assert env.observation_space(first)["action_mask"].dtype == np.int8


@every_table
def test_observe_answers_for_every_seat_at_any_time(game: str, num_players: int) -> None:
    env = make_raw(game, num_players=num_players)
    env.reset(seed=1)
    chooser = np.random.default_rng(1)
    while env.agents:
        for agent in env.possible_agents:
            seen = env.observe(agent)
            assert seen in env.observation_space(agent)
            to_move = agent == env.agent_selection and not env.over
            assert seen["action_mask"].any() == to_move
        env.step(None if env.over else random_action(env, chooser))
    for agent in env.possible_agents:
        assert env.observe(agent) in env.observation_space(agent)


@every_game
def test_record_is_what_the_observation_is_made_of(game: str) -> None:
    env = in_mid_game(game)
    maxima = find_game(game).observation_maxima(len(env.possible_agents))
    for agent in env.possible_agents:
        record = env.record(agent)
        values = np.frombuffer(record.tobytes(), np.uint8) / maxima
        np.testing.assert_allclose(env.observe(agent)["observation"], values, rtol=1e-6)
        assert len(record.seats) == len(env.possible_agents)


@every_game
def test_what_is_given_out_is_not_shared(game: str) -> None:
    env = in_mid_game(game)
    agent = env.agent_selection
    before = snapshot(env)
    seen, record = env.observe(agent), env.record(agent)
    seen["observation"][:] = 0
    seen["action_mask"][:] = 1
    record.seats[:] = np.zeros_like(record.seats)
    assert snapshot(env) == before
    env.infos[agent]["mine"] = 1
    env.step(random_action(env, np.random.default_rng(0)))
    assert env.infos == {agent: {} for agent in env.agents}


# --- The course of a game


@every_table
@pytest.mark.parametrize("utility", ["win", "score", "rank"])
def test_utilities_come_once_and_sum_to_zero(game: str, num_players: int, utility: str) -> None:
    if utility == "score" and find_game(game).score_unit is None:
        pytest.skip("no scores in this game")
    env = make_raw(game, num_players=num_players, utility=utility)
    chooser = np.random.default_rng(2)
    for _ in range(5):
        env.reset()
        assert env.agents == env.possible_agents
        while not env.over:
            assert set(env.rewards.values()) == set(env._cumulative_rewards.values()) == {0.0}
            assert env.agents == env.possible_agents
            assert not any(env.terminations.values()) and not any(env.truncations.values())
            env.step(random_action(env, chooser))
        expected = env.single.utilities(utility).tolist()
        assert list(env.rewards.values()) == expected
        assert all(type(reward) is float for reward in env.rewards.values())
        if utility != "score":  # clipped scores need not cancel out
            assert sum(expected) == pytest.approx(0)
        assert all(env.terminations.values())
        leave_the_table(env, expected)


def leave_the_table(env: AECGame, utilities: list[float]) -> None:
    for agent, utility in zip(env.possible_agents, utilities):
        assert env.agent_selection == agent
        _, reward, terminated, truncated, info = env.last()
        assert reward == utility
        assert terminated != truncated
        assert info == {}
        with pytest.raises(ValueError, match="None"):
            env.step(0)
        env.step(None)
        assert set(env.rewards.values()) <= {0.0}
    assert env.agents == []
    with pytest.raises(ValueError, match="reset"):
        env.step(None)


@every_game
def test_the_limit_of_turns_truncates(game: str) -> None:
    limits = [each.name for each in fields(find_game(game).rules) if each.name.startswith("max_")]
    if not limits:
        pytest.skip("every game ends")
    env = make_raw(game, **{limits[0]: 1})
    env.reset(seed=3)
    play(env, np.random.default_rng(3))
    assert all(env.truncations.values()) and not any(env.terminations.values())
    leave_the_table(env, list(env.rewards.values()))


@every_game
def test_seeds_and_episodes(game: str) -> None:
    def played(env: AECGame) -> list[Any]:
        chooser = np.random.default_rng(7)
        return [(play(env, chooser, most=1), snapshot(env)) for _ in range(20)]

    env, other = make_raw(game), make_raw(game)
    env.reset(seed=7)
    first = played(env)
    env.reset()
    second = played(env)
    env.reset(seed=np.int64(7))
    assert played(env) == first
    env.reset(options={"ignored": True})
    assert played(env) == second
    other.reset()
    assert first != second
    assert played(other) not in (first, second)


@every_table
def test_compiled_equals_interpreted(game: str, num_players: int) -> None:
    options = {"num_players": num_players}
    compiled, plain = make_raw(game, **options), make_raw(game, interpreted=True, **options)
    chooser = np.random.default_rng(4)
    compiled.reset(seed=4)
    plain.reset(seed=4)
    for decision in range(30):
        action = random_action(compiled, chooser)
        compiled.step(action)
        plain.step(action)
        assert compiled.agent_selection == plain.agent_selection
        assert compiled.single.memory.tobytes() == plain.single.memory.tobytes()
        if decision % 10 == 9 or compiled.over:
            assert snapshot(compiled) == snapshot(plain)
        if compiled.over:
            break


@every_game
@pytest.mark.parametrize("duplicate", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
@pytest.mark.parametrize("interpreted", [False, True])
def test_copies_go_on_by_themselves(game: str, duplicate: Any, interpreted: bool) -> None:
    env = make(game, interpreted=interpreted)
    env.reset(seed=6)
    play(env, np.random.default_rng(6), 40)
    twin = duplicate(env)
    before = snapshot(env)
    assert snapshot(twin) == before
    play(twin, np.random.default_rng(8))
    assert snapshot(env) == before
    play(env, np.random.default_rng(8))
    assert snapshot(twin) == snapshot(env)
    env.reset()
    twin.reset()
    assert snapshot(twin) == snapshot(env)


@every_game
@pytest.mark.parametrize("kind", [int, np.int8, np.uint8, np.int32, np.int64, np.uint64])
def test_actions_of_any_integer_type(game: str, kind: Any) -> None:
    env, other = in_mid_game(game), in_mid_game(game)
    action = random_action(env, np.random.default_rng(9))
    if action > 127:
        kind = np.int16
    env.step(action)
    other.step(kind(action))
    assert snapshot(env) == snapshot(other)


@every_game
@pytest.mark.parametrize("action", [None, 1.0, "roll", np.array([1, 2])])
def test_actions_that_are_no_whole_numbers(game: str, action: Any) -> None:
    env = in_mid_game(game)
    before = snapshot(env)
    with pytest.raises(ValueError, match="must be a whole number"):
        env.step(action)
    assert snapshot(env) == before


# --- Illegal actions


@every_table
def test_illegal_lose(game: str, num_players: int) -> None:
    env = in_mid_game(game, decisions=10, num_players=num_players)
    loser = env.agent_selection
    env.step(an_illegal_action(env))
    others = [agent for agent in env.agents if agent != loser]
    assert env.rewards[loser] == -1
    assert {env.rewards[agent] for agent in others} == {1 / (num_players - 1)}
    assert all(env.terminations.values()) and not any(env.truncations.values())
    for _ in range(num_players):
        env.step(None)
    assert env.agents == []
    env.reset()
    assert not env.over


@every_game
@pytest.mark.parametrize("action", [-1, 10**6])
def test_actions_out_of_bounds(game: str, action: int) -> None:
    env = in_mid_game(game)
    loser = env.agent_selection
    env.step(action)
    assert env.rewards[loser] == -1
    wrapped = make(game)
    wrapped.reset()
    with pytest.raises(AssertionError, match="not in action space"):
        wrapped.step(action)


@every_game
def test_illegal_raise_says_what_is_legal(game: str) -> None:
    env = in_mid_game(game, illegal="raise")
    before = snapshot(env)
    with pytest.raises(IllegalMoveError, match="allowed: ") as error:
        env.step(an_illegal_action(env))
    contract, single = env.single.game, env.single
    action = int(np.flatnonzero(single.mask)[0])
    assert contract.action_text(single.rules, single.state, action) in str(error.value)
    assert snapshot(env) == before


@every_game
def test_illegal_random_is_reproducible(game: str) -> None:
    def played(seed: int) -> list[Any]:
        env = make_raw(game, illegal="random")
        env.reset(seed=seed)
        told = []
        while not env.over and len(told) < 200:
            env.step(an_illegal_action(env))
            told.append(snapshot(env))
        return told

    assert played(1) == played(1)
    assert played(1) != played(2)


@every_game
def test_illegal_random_plays_different_actions(game: str) -> None:
    env = make_raw(game, illegal="random")
    chosen = set()
    for seed in range(50):
        env.reset(seed=seed)
        legal = np.flatnonzero(env.single.mask).tolist()
        action = env._replaced(-1)
        assert action in legal
        chosen.add(action)
    assert len(chosen) > 1


@every_table
def test_mask_is_exactly_what_the_rules_allow(game: str, num_players: int) -> None:
    env = make_raw(game, num_players=num_players, illegal="raise")
    env.reset(seed=10)
    chooser = np.random.default_rng(10)
    decisions = 0
    while not env.over and decisions < 60:
        mask = env.last()[0]["action_mask"]
        expected = np.zeros_like(mask)
        env.single.game.legal_mask(env.single.rules, env.single.state, expected)
        np.testing.assert_array_equal(mask, expected)
        if decisions % 12 == 0:
            assert_only_masked_actions_can_be_played(env, mask)
        env.step(random_action(env, chooser))
        decisions += 1


def assert_only_masked_actions_can_be_played(env: AECGame, mask: Any) -> None:
    before = snapshot(env)
    for action in np.flatnonzero(mask == 0)[::7]:
        with pytest.raises(IllegalMoveError):
            env.step(action)
    assert snapshot(env) == before
    for action in np.flatnonzero(mask):
        twin = copy.deepcopy(env)
        twin.step(action)
        assert snapshot(twin) != before


# --- Rendering


@every_game
def test_rendering_shows_the_view_of_the_seat_to_move(game: str, capsys: Any) -> None:
    env = in_mid_game(game, render_mode="ansi")
    seat = env.possible_agents.index(env.agent_selection)
    assert env.render() == env.view(seat)
    human = in_mid_game(game, render_mode="human")
    printed = capsys.readouterr().out
    assert env.view(seat) in printed
    assert human.render() is None
    assert capsys.readouterr().out.rstrip("\n") == env.view(seat).rstrip("\n")


@every_game
def test_rendering_without_a_mode(game: str) -> None:
    env = in_mid_game(game)
    with pytest.warns(UserWarning, match="render_mode"):
        assert env.render() is None
    env.close()
    env.close()


# --- Wrong settings


@every_game
@pytest.mark.parametrize(
    "settings",
    [
        {"preset": "gigantic"},
        {"num_players": 99},
        {"no_such_option": 1},
        {"utility": "money"},
        {"illegal": "forgive"},
        {"render_mode": "rgb_array"},
    ],
)
def test_wrong_settings_get_one_sentence(game: str, settings: dict[str, Any]) -> None:
    with pytest.raises(ValueError) as error:
        make(game, **settings)
    (name, value), *_ = settings.items()
    assert_one_sentence(str(error.value), name if name == "no_such_option" else str(value))


def assert_one_sentence(text: str, word: str) -> None:
    assert word in text
    assert text.endswith(".")
    assert "\n" not in text


def test_unknown_game_gets_one_sentence() -> None:
    with pytest.raises(ValueError, match="There is no game 'poker'") as error:
        make("poker")
    assert_one_sentence(str(error.value), games()[0])


@every_game
@pytest.mark.parametrize("seed", [-1, 2**64, 1.5, "seven", True])
def test_wrong_seeds_get_one_sentence(game: str, seed: Any) -> None:
    env, other = in_mid_game(game), in_mid_game(game)
    with pytest.raises(ValueError, match="seed is") as error:
        env.reset(seed=seed)
    assert_one_sentence(str(error.value), repr(seed))
    env.reset()
    other.reset()
    assert env.single.memory.tobytes() == other.single.memory.tobytes()


@every_game
def test_score_is_refused_where_there_is_none(game: str, monkeypatch: Any) -> None:
    unscored = replace(find_game(game), score_unit=None)
    monkeypatch.setattr(aec, "find_game", lambda name: unscored)
    with pytest.raises(ValueError, match="score"):
        make_raw(game, utility="score")
