"""The measures of bluffing on wars whose values are known by hand, and their self-checks."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from math import log
from typing import Any

import numpy as np
import pytest

import sicilianos_env
from sicilianos_env.engine.options import read_rules
from sicilianos_env.engine.registry import find_game
from sicilianos_training.bluffing.decisions import CONTINUE, JOIN, KINDS, OPEN, STAKE
from sicilianos_training.bluffing.exact import (
    bluff_rates,
    counterfactual,
    deterrence,
    honest_player,
    honest_projection,
    honesty_gap,
    joining_player,
    largest_note_player,
    leakage,
    price_of_being_known,
    realised_bluffs,
    responses,
    value_of_secrecy,
)
from sicilianos_training.bluffing.holdings import quantiles, sums_of_choices
from sicilianos_training.bluffing.marked import MarkedWar, PlayedWar
from sicilianos_training.solver.cfr import CFRPlus
from sicilianos_training.solver.exact import nash_conv, uniform_policy
from sicilianos_training.solver.tree import tree_of, with_open_cards

WAR = find_game("gang_war")
PLAIN = {"card_value": 0, "business_value": 1}


@cache
def marked(preset: str, *prices: tuple[str, float]) -> MarkedWar:
    options = read_rules(WAR.rules, WAR.presets, {"preset": preset, **dict(prices)})
    return MarkedWar(WAR, options, tree_of(WAR, options))


def closed_form_war(preset: str) -> MarkedWar:
    return marked(preset, *PLAIN.items())


def equilibrium(war: MarkedWar, iterations: int = 5000) -> PlayedWar:
    solver = CFRPlus(war.tree)
    solver.run(iterations)
    return PlayedWar(war, solver.average_policy())


# --- Holdings and decisions


def test_sums_of_choices_are_those_of_all_choices() -> None:
    values = (1, 3, 5, 7, 8)
    for count in range(6):
        wanted: dict[int, int] = {}
        for chosen in combinations(values, count):
            wanted[sum(chosen)] = wanted.get(sum(chosen), 0) + 1
        assert sums_of_choices(values, count) == wanted


def seen_by(position: dict[str, Any], seat: int) -> Any:
    return sicilianos_env.load(position).observation(seat)[None]


def test_a_quantile_is_the_share_of_worse_holdings_and_half_of_the_equal_ones() -> None:
    match = sicilianos_env.new_match("gang_war", preset="s1", seed=1)
    position = match.position()
    position["seats"][0]["hand"] = ["yellow 1", "yellow 4"]  # of 3, 4, 5, 5, 6, 7
    assert quantiles(WAR, match.rules, seen_by(position, 0)) == pytest.approx([0.5])
    match = sicilianos_env.load(position)
    match.play("play yellow 4")  # face down it still counts
    assert quantiles(WAR, match.rules, match.observation(0)[None]) == pytest.approx([0.5])
    match.play("stake 10000")
    match.play(match.legal()[1])
    match.play("stake 10000")  # the 4 lies face up: of 1, 2, 3 the 1
    assert quantiles(WAR, match.rules, match.observation(0)[None]) == pytest.approx([1 / 6])


def test_with_several_colours_the_best_one_counts() -> None:
    options = read_rules(
        WAR.rules, WAR.presets, {"preset": "s0b", "hands": ((1, 1), (1, 1)), "cards": 1}
    )
    match = sicilianos_env.new_match("gang_war", preset="s0b", hands=((1, 1), (1, 1)), seed=3)
    position = match.position()
    position["seats"][0]["hand"] = ["yellow 2", "black 1"]
    position["seats"][1]["hand"] = ["yellow 1", "black 2"]
    # of nine pairs the best card is 1 in one and 2 in three
    q = quantiles(WAR, options, seen_by(position, 0))
    assert q == pytest.approx([(1 / 9 + 4 / 9) / 2])


def test_each_kind_of_decision_is_found() -> None:
    war = marked("s1")
    assert {KINDS[kind] for kind in np.unique(war.kinds)} == set(KINDS)
    assert (war.kinds == OPEN).sum() == 6  # hands
    assert (war.kinds == JOIN).sum() == 6 * 2  # and the note seen
    assert (war.kinds == STAKE).sum() == 6 * 2 + 6 * 2 * 2  # a card laid


# --- Closed forms of s0b, with o = B = d = 1: rates 1/2


def test_bluff_rates_of_s0b() -> None:
    rates = bluff_rates(equilibrium(closed_form_war("s0b")))
    for kind in ("open", "join"):
        assert rates[kind].quantiles == pytest.approx([1 / 6, 1 / 2, 5 / 6])
        assert rates[kind].strong == pytest.approx([0, 1 / 2, 1], abs=0.01)
        assert (rates[kind].bluff, rates[kind].slow_play) == pytest.approx((0, 0), abs=0.01)
    assert np.isnan(rates["continue"].bluff)


def test_leakage_of_s0b() -> None:
    """Three cards, of which the middle one joins half of the time: (2/3) ln 2 of ln 3."""
    found = leakage(equilibrium(closed_form_war("s0b")))["open"]
    assert found.entropy == pytest.approx(log(3))
    assert found.information == pytest.approx(log(2) * 2 / 3, abs=0.001)
    assert found.share == pytest.approx(log(2) * 2 / 3 / log(3), abs=0.001)


def test_deterrence_and_responses_by_hand() -> None:
    """Against the small note the responder joins with a 2 or a 3, against the large with a 3."""
    war = closed_form_war("s0")
    records = war.tree.observations.view(WAR.observation_record(2))[:, 0]
    policy = uniform_policy(war.tree)
    for number in np.flatnonzero(war.kinds == JOIN):
        saw_large = records[number].seats[1].stake == 6  # units of 5,000
        low = war.tree.starts[number]  # pass, then the card
        policy[low + 1] = war.quantiles[number] > (0.6 if saw_large else 0.4)
        policy[low] = 1 - policy[low + 1]
    played = PlayedWar(war, policy)
    assert deterrence(played) == pytest.approx({10_000: 0, 30_000: 1 / 3})
    joins = responses(played)
    assert [joins[10_000, q] for q in sorted({q for _, q in joins})] == [0, 1, 1]
    assert [joins[30_000, q] for q in sorted({q for _, q in joins})] == [0, 0, 1]


def test_the_value_of_secrecy_of_s0b() -> None:
    """With the opener's card open the responder joins just when it is no worse.

    Then 3 wins 2/3 of 2/2 and ties 1/3 at 0: 2/3 · W/2; with W = 2 and L = 1: the 3 is worth 2/3,
    the 2 wins against the 1, ties the 2 and loses to the 3: (1 + 0 − 3/2)/3 < 0, so it passes.
    The value is 2/9 and was 1/4.
    """
    war = closed_form_war("s0b")
    assert value_of_secrecy(war, 0, 5000) == pytest.approx(1 / 4 - 2 / 9, abs=0.001)
    assert value_of_secrecy(war, 1, 5000) > 0.1


# --- Self-checks


def test_characters_come_out_in_the_known_order() -> None:
    war = closed_form_war("s0")
    best = equilibrium(war)
    players = {
        "equilibrium": best,
        "honest": PlayedWar(war, honest_player(war)),
        "largest": PlayedWar(war, largest_note_player(war)),
        "joining": PlayedWar(war, joining_player(war)),
    }
    rates = {name: bluff_rates(played)["open"].bluff for name, played in players.items()}
    assert rates["honest"] == rates["largest"] == 0
    assert rates["equilibrium"] == pytest.approx(0, abs=0.01) and rates["joining"] == 1
    gaps = {name: nash_conv(war.tree, played.policy) for name, played in players.items()}
    assert gaps["equilibrium"] < 0.001 < gaps["honest"] < gaps["joining"]
    assert gaps["honest"] < gaps["largest"]
    told = {name: leakage(played)["open"].share for name, played in players.items()}
    assert told["joining"] == pytest.approx(0) and told["honest"] > told["equilibrium"] > 0.1


def test_with_a_single_note_the_same_order_holds() -> None:
    """On s0b the largest note is the only one, so its player is the honest one."""
    war = closed_form_war("s0b")
    honest, joining = honest_player(war), joining_player(war)
    assert (largest_note_player(war) == honest).all()
    # By hand: against an honest responder the opener's 2 beats the 1 (+1), ties the 2 (0) and loses
    # to the 3 (−3/2), −1/6 on average, so that staying out gains 1/18. Where both always join the
    # opener's 1 loses 1 on average, so that staying out gains 1/3. The responder gains nothing.
    gaps = [nash_conv(war.tree, policy) for policy in (equilibrium(war).policy, honest, joining)]
    assert gaps[0] < 1e-3 and gaps[1:] == pytest.approx([1 / 18, 1 / 3], abs=1e-9)


def open_policy(war: MarkedWar) -> Any:
    """Of a war in which all cards lie open: each history has a set of its own."""
    layout, policy = war.tree.layout, np.zeros(len(war.sets))
    for node in np.flatnonzero(layout.movers >= 0):
        low = layout.first_child[node]
        below = war.open_values[low : low + layout.num_children[node], layout.movers[node]]
        policy[war.tree.starts[layout.sets[node]] + below.argmax()] = 1
    return policy


@pytest.mark.parametrize("preset", ["s0", "s1", "s3"])
def test_there_is_no_bluff_when_all_cards_are_dealt_open(preset: str) -> None:
    war = marked(preset)
    seats = range(war.tree.num_players)
    shown = MarkedWar(WAR, war.options, with_open_cards(war.tree, seats))
    found = counterfactual(PlayedWar(shown, open_policy(shown)))
    assert found.bluffs == 0 and found.value_plays == pytest.approx(1)
    assert counterfactual(equilibrium(war, 500)).bluffs > 0.1


@pytest.mark.parametrize("preset", ["s0", "s1", "s2"])
def test_a_knowing_observer_is_never_misled_on_average(preset: str) -> None:
    war = marked(preset)
    for policy in (uniform_policy(war.tree), equilibrium(war, 300).policy, honest_player(war)):
        for found in leakage(PlayedWar(war, policy)).values():
            assert not found.shift_for_knowing > 1e-12


def test_one_who_believes_in_another_policy_can_be_misled() -> None:
    war = closed_form_war("s0b")
    joining, honest = PlayedWar(war, joining_player(war)), honest_player(war)
    assert leakage(joining, honest)["open"].shift_for_population == np.inf  # "a 1 never joins"
    believed = 0.9 * honest + 0.1 * uniform_policy(war.tree)
    assert 0 < leakage(joining, believed)["open"].shift_for_population < np.inf


def test_what_an_equilibrium_does_is_never_a_mistake() -> None:
    found = counterfactual(equilibrium(marked("s1")))
    assert found.mistakes < 0.001 and found.lucky_plays < 0.001
    assert found.premium > 0


def test_realised_bluffs_of_one_who_always_joins() -> None:
    """With a 1 he loses to all but a 1, with whom he ties: never above 0."""
    war = closed_form_war("s0b")
    found = realised_bluffs(PlayedWar(war, joining_player(war)))
    assert found.share == pytest.approx(1 / 3)
    assert found.success == 0
    assert found.cost_when_caught == pytest.approx(2 / 3 * -1.5)
    assert found.gain == pytest.approx((2 / 3 * -1.5 + (2 / 3 * -1.5 + 1)) / 2)


def test_honesty_costs_where_poor_holdings_bluff() -> None:
    war = marked("s2")
    gaps = [honesty_gap(war, seat, 2000) for seat in range(2)]
    assert min(gaps) > -1e-3 and max(gaps) > 0.01  # who may do less never gets more
    assert honesty_gap(war, 1, 2000, low=0.5) > max(gaps)


def test_an_honest_player_is_his_own_projection() -> None:
    war = marked("s1")
    honest = PlayedWar(war, honest_player(war))
    assert honest_projection(honest) == pytest.approx(honest.policy)
    exposed, projected = price_of_being_known(PlayedWar(war, joining_player(war)))
    assert projected < exposed
    q, strong = war.quantiles[war.sets], war.strong
    policy = honest_projection(PlayedWar(war, uniform_policy(war.tree)))
    assert (policy[strong & (q <= 1 / 3)] == 0).all()
    assert (war.kinds == CONTINUE).any()
