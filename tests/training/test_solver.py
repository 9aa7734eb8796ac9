"""The solver against closed forms, published values and other people's games."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from sicilianos_env.engine.game import OVER
from sicilianos_env.engine.options import read_rules
from sicilianos_env.engine.registry import find_game
from sicilianos_training.solver.cfr import CFRPlus
from sicilianos_training.solver.exact import (
    best_response,
    checked_policy,
    expected_utilities,
    incentives,
    nash_conv,
    reach,
    uniform_policy,
)
from sicilianos_training.solver.openspiel import tree_of_openspiel
from sicilianos_training.solver.solution import snapshots, solve
from sicilianos_training.solver.tree import Tree, tree_of

pyspiel = pytest.importorskip("pyspiel", reason="compares with OpenSpiel")

WAR = find_game("gang_war")
PLAIN = {"card_value": 0, "business_value": 1}  # the prices of the closed forms


def war(preset: str, **options: Any) -> Any:
    return read_rules(WAR.rules, WAR.presets, {"preset": preset, **options})


def war_tree(preset: str, form: str | None = None, **options: Any) -> Tree:
    return tree_of(WAR, war(preset, **options), form)


def solved(tree: Tree, iterations: int) -> Any:
    solver = CFRPlus(tree)
    solver.run(iterations)
    return solver.average_policy()


def joining(tree: Tree, policy: Any, seat: int) -> dict[int, float]:
    """How likely a seat of s0b or s0 lays its one card, by its value."""
    found = {}
    for number in np.flatnonzero(tree.owners == seat):
        low = tree.starts[number]
        if tree.actions[low] == 1:  # pass, and the one card it may lay
            found[int(tree.actions[low + 1] - 56) % 11 + 1] = float(policy[low + 1])
    return found


# --- Closed forms


@pytest.mark.parametrize(
    ("note_value", "business_value"), [(1, 1), (1, 2), (0.5, 0.5), (0.2, 3), (1, 0.2)]
)
def test_s0b_comes_to_its_closed_form(note_value: float, business_value: float) -> None:
    loss, gain = note_value, 2 - note_value + business_value
    tree = war_tree("s0b", note_value=note_value, business_value=business_value, card_value=0)
    policy = solved(tree, 20_000)
    value = (gain + (1 - loss / gain) * loss / 2) / 9
    assert expected_utilities(tree, policy) == pytest.approx([value, -value], abs=1e-4)
    assert nash_conv(tree, policy) < 1e-4
    opener = {1: 0, 2: loss / gain, 3: 1}
    assert joining(tree, policy, 0) == pytest.approx(opener, abs=0.01)
    responder = {1: 0, 2: 1 - loss / gain, 3: 1}
    assert joining(tree, policy, 1) == pytest.approx(responder, abs=0.01)


def test_s0_comes_to_its_closed_form() -> None:
    tree = war_tree("s0", **PLAIN)
    policy = solved(tree, 20_000)
    assert expected_utilities(tree, policy)[0] == pytest.approx(13 / 36, abs=1e-4)
    number = next(i for i in range(tree.num_sets) if tree.actions[tree.starts[i] + 1] == 57)
    assert policy[tree.starts[number] + 1] == pytest.approx(1 / 6, abs=0.01)  # with the 2


# --- Published games, their trees built by OpenSpiel


@pytest.mark.parametrize(
    ("name", "value", "uniform", "iterations"),
    [("kuhn_poker", -1 / 18, 11 / 12, 2000), ("leduc_poker", -0.0856064, 4.747222, 1000)],
)
def test_published_two_player_games(
    name: str, value: float, uniform: float, iterations: int
) -> None:
    tree = tree_of_openspiel(pyspiel.load_game(name))
    assert nash_conv(tree, uniform_policy(tree)) == pytest.approx(uniform, abs=1e-5)
    policy = solved(tree, iterations)
    assert nash_conv(tree, policy) < 0.002
    assert expected_utilities(tree, policy)[0] == pytest.approx(value, abs=0.001)


def test_three_player_kuhn() -> None:
    """Szafron, Gibson and Sturtevant, "A parameterized family of equilibrium profiles for
    three-player Kuhn poker", AAMAS 2013: the second player gets −1/48 in all of them."""
    tree = tree_of_openspiel(pyspiel.load_game("kuhn_poker(players=3)"))
    policy = solved(tree, 20_000)
    assert nash_conv(tree, policy) < 0.005
    assert expected_utilities(tree, policy)[1] == pytest.approx(-1 / 48, abs=0.002)


# --- The tools against each other


@pytest.mark.parametrize(("preset", "limit"), [("s1", 1e-3), ("s2", 1e-3)])
def test_two_player_rungs_are_solved(preset: str, limit: float) -> None:
    tree = war_tree(preset)
    assert nash_conv(tree, solved(tree, 1000)) < limit


def test_utilities_are_those_of_the_ends_reached_by_hand() -> None:
    """A policy that is pure: one end for each deal, weighed alike."""
    tree = war_tree("s0b", **PLAIN)
    policy = np.zeros(len(tree.actions))
    policy[tree.starts[1:] - 1] = 1  # always join
    wins = 3  # of 9 deals; in three more both lose
    assert expected_utilities(tree, policy) == pytest.approx([0, 0])
    own = war_tree("s0b", form="own", **PLAIN)
    gain = (wins * 2 - 6) / 9  # 2 for the winner, −1 for each loser
    assert expected_utilities(own, policy) == pytest.approx([gain, gain])


def test_a_best_response_is_never_beaten_by_another_policy() -> None:
    random = np.random.default_rng(1)
    tree = war_tree("s1")
    policy = uniform_policy(tree)
    for seat in range(2):
        answer = best_response(tree, policy, seat)
        assert expected_utilities(tree, answer.policy)[seat] == pytest.approx(answer.value)
        for _ in range(20):
            other = policy.copy()
            for number in np.flatnonzero(tree.owners == seat):
                low, high = tree.starts[number], tree.starts[number + 1]
                other[low:high] = random.dirichlet(np.full(high - low, 0.3))
            assert expected_utilities(tree, other)[seat] <= answer.value + 1e-12


def test_nobody_gains_by_a_negative_amount() -> None:
    for preset in ("s1", "s3"):
        tree = war_tree(preset)
        assert (incentives(tree, uniform_policy(tree)) >= -1e-12).all()


def test_snapshots_come_nearer() -> None:
    tree = war_tree("s1")
    gaps = [nash_conv(tree, policy) for policy in snapshots(tree, (1, 10, 100, 1000))]
    assert gaps == sorted(gaps, reverse=True) and gaps[-1] < gaps[0] / 100


def test_chances_sum_to_one_at_every_level_of_the_tree() -> None:
    tree = war_tree("s3")
    ends = tree.layout.movers == OVER
    found = reach(tree, uniform_policy(tree), 0)
    assert (found.own * found.others)[ends].sum() == pytest.approx(1)


def test_opener_and_responder_change_places_with_the_seat_that_opens() -> None:
    one, other = war_tree("s1"), war_tree("s1", opener=1)
    value = expected_utilities(one, solved(one, 1000))
    assert expected_utilities(other, solved(other, 1000)) == pytest.approx(value[::-1], abs=1e-3)


def test_policies_that_are_none_are_refused() -> None:
    tree = war_tree("s0b")
    with pytest.raises(ValueError, match=r"^The policy has 3 probabilities; this tree needs"):
        checked_policy(tree, np.ones(3))
    with pytest.raises(ValueError, match=r"^The policy is no distribution at some"):
        checked_policy(tree, np.ones(12))


def test_what_cannot_be_solved_is_refused() -> None:
    for name in ("scopa", "sicilianos"):
        game = find_game(name)
        with pytest.raises(ValueError, match=f"^{name} shuffles, and the orders"):
            tree_of(game, game.rules())
    with pytest.raises(ValueError, match=r"^The form of utilities is 'zero-sum' for 3 players;"):
        tree_of(WAR, war("s3"), "zero-sum")


# --- Solutions as agents


def test_a_saved_solution_is_the_agent_that_plays_it(tmp_path: Any) -> None:
    from sicilianos_agents import make_agent
    from sicilianos_training.solver.policies import policy_of_agent

    found = solve(WAR, war("s1"), 300)
    found.save(tmp_path)
    agent = make_agent(f"solved:{tmp_path}", "gang_war", seed=1, rules=war("s1"))
    assert policy_of_agent(found.tree, agent) == pytest.approx(found.policy)
    with pytest.raises(ValueError, match=r"it cannot play with other options[.]$"):
        make_agent(f"solved:{tmp_path}", "gang_war", rules=war("s2"))
    with pytest.raises(ValueError, match=r"solves gang_war, version 0, not scopa, version"):
        make_agent(f"solved:{tmp_path}", "scopa")
    with pytest.raises(ValueError, match=r"cannot be read as a solution with its card[.]$"):
        make_agent("solved:nowhere", "gang_war")


def test_solutions_of_s2_lose_little_by_what_is_not_seen() -> None:
    summary = solve(WAR, war("s2"), 1000).summary()
    assert summary["situations_seen"] < summary["information_sets"]
    assert summary["nash_conv"] <= summary["nash_conv_as_agent"] < 0.01


def test_a_solution_plays_only_what_was_solved() -> None:
    from sicilianos_env import new_match

    agent = solve(WAR, war("s0b"), 100).agent(seed=1)
    other = new_match("gang_war", preset="s1", seed=1)
    with pytest.raises(ValueError, match=r"^solved has never seen such a situation: it can play"):
        agent.act(other.observation(0), other.action_mask())
