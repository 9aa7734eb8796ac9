"""The measures of bluffing on logs, against what is exactly so, and the commands of the lab."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from math import log as ln
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from sicilianos_agents import make_agent
from sicilianos_env.engine.options import read_rules
from sicilianos_env.engine.registry import find_game
from sicilianos_env.jit import enabled
from sicilianos_training.bluffing import exact, measured, playouts
from sicilianos_training.bluffing.decisions import JOIN, OPEN
from sicilianos_training.bluffing.log import Log, play_and_log
from sicilianos_training.bluffing.marked import MarkedWar, PlayedWar
from sicilianos_training.cli import app
from sicilianos_training.solver.exact import uniform_policy
from sicilianos_training.solver.solution import Solution, solve

pytestmark = pytest.mark.skipif(not enabled(), reason="interpreted, games take too long")

# NashConv of uniform play on s0b with B = 1 and free cards. The opener does best to join always,
# which brings 1, 1/2 and 0 with a 3, 2 and 1, so 1/2; uniform play brings 1/4. The responder gains
# as much.
UNIFORM = 1 / 2
WAR, WHOLE = find_game("gang_war"), find_game("sicilianos")


@cache
def solved(preset: str) -> Solution:
    return solve(WAR, read_rules(WAR.rules, WAR.presets, {"preset": preset}), 3000)


@cache
def log_of_war(preset: str, games: int = 3000) -> Log:
    """Games of the equilibrium against itself."""
    found = solved(preset)
    return play_and_log(WAR, found.options, [found.agent(seed=1)], np.zeros((games, 2), int), 5)


@cache
def log_of_games(deals: int = 30) -> Log:
    agent = make_agent("gambler", "sicilianos", seed=1)
    return play_and_log(WHOLE, WHOLE.rules(), [agent], np.zeros((deals, 3), int), 2)


def exactly(preset: str) -> PlayedWar:
    found = solved(preset)
    return PlayedWar(MarkedWar(WAR, found.options, found.tree), found.policy)


# --- What is measured agrees with what is so


@pytest.mark.parametrize("preset", ["s0", "s1"])
def test_rates_are_those_of_the_policy(preset: str) -> None:
    decisions, true = log_of_war(preset).decisions, exact.bluff_rates(exactly(preset))
    for kind, rates in measured.bluff_rates(decisions).items():
        so = true[kind]
        for found, rate in ((rates.bluff, so.bluff), (rates.slow_play, so.slow_play)):
            if not np.isnan(found.mean):
                assert found.mean == pytest.approx(rate, abs=0.08), kind
    opened = decisions.kinds == OPEN
    assert opened.sum() == 3000  # every game asks the opener once
    seats = decisions.seats[opened]
    assert (seats == 0).all() and (decisions.seats[decisions.kinds == JOIN] == 1).all()


def test_deterrence_and_responses_are_those_of_the_policy() -> None:
    """Of a player who stakes both notes often: half equilibrium, half uniform."""
    found = solved("s1")
    mixed = replace(found, policy=(found.policy + uniform_policy(found.tree)) / 2)
    agents, lineups = [mixed.agent(seed=1)], np.zeros((6000, 2), int)
    decisions = play_and_log(WAR, found.options, agents, lineups, 5).decisions
    played = PlayedWar(MarkedWar(WAR, found.options, found.tree), mixed.policy)
    true, seen = exact.deterrence(played), measured.deterrence(decisions)
    assert set(seen) == set(true) == {10_000, 30_000}
    assert seen[30_000].low - 0.02 <= true[30_000] <= seen[30_000].high + 0.02
    joins, rates = measured.responses(decisions), exact.responses(played)
    assert set(joins) == {10_000, 30_000}
    for note, parts in joins.items():
        good = [rate for (stake, q), rate in rates.items() if stake == note and q >= 2 / 3]
        assert parts[2].mean == pytest.approx(np.mean(good), abs=0.05)


def test_every_war_is_written_down() -> None:
    it = log_of_war("s1").decisions
    entered = it.strong & np.isin(it.kinds, (OPEN, JOIN))
    assert (it.founded[entered] >= 0).all() and (it.founded[~entered] < 0).all()
    assert (it.own_stakes[entered] > 0).all()
    assert ((it.alone >= 0) == (entered & (it.kinds == OPEN))).all()
    alone = it.alone == 1  # who fights alone wins his note twice, and a business
    assert (it.gains[alone] == it.own_stakes[alone]).all() and (it.founded[alone] == 1).all()
    lost = entered & (it.founded == 0)
    assert (it.gains[lost] == -it.own_stakes[lost]).all()


def test_a_knowing_observer_is_not_misled_in_games() -> None:
    agent = make_agent("gambler", "sicilianos", seed=1)
    others = [make_agent(name, "sicilianos", seed=1) for name in ("random", "miser")]
    found = playouts.belief_shift(log_of_games(), agent, others, sample=100)
    assert found.knowing.low <= 0
    assert found.knowing.mean < found.population.mean


def test_open_cards_of_whole_games_are_judged() -> None:
    found = playouts.counterfactual(log_of_games(), "consigliere", sample=40, playouts=10)
    shares = (found.bluffs, found.mistakes, found.value_plays, found.lucky_plays)
    assert sum(it.mean for it in shares) == pytest.approx(1)
    assert found.value_plays.mean > found.mistakes.mean
    with pytest.raises(ValueError, match=r"^'boss' cannot play on; it must be one of random, "):
        playouts.counterfactual(log_of_games(), "boss")


# --- Notes


def test_notes_of_whole_games_are_followed() -> None:
    log = log_of_games()
    kept = log.kept
    assert (kept.notes_left > 0).all() and (kept.amounts >= 5_000 * kept.notes_left).all()
    assert (kept.worths >= -kept.amounts).all()  # at worst none of them is ever spent
    values = {value.notes_left: value for value in measured.note_values(log)}
    assert max(values) == 9 and -1 <= values[1].worth.mean < values[6].worth.mean < 2


def test_information_of_a_noiseless_channel() -> None:
    random = np.random.default_rng(1)
    holdings, nothing = random.integers(3, size=3000), np.zeros(3000, int)
    entropy, information = measured.information_of(holdings, nothing, holdings)
    assert entropy == pytest.approx(ln(3), abs=0.01) and information == pytest.approx(entropy)
    _, silent = measured.information_of(holdings, nothing, random.integers(2, size=3000))
    assert silent < 0.002


# --- The commands


def run(*words: str) -> Any:
    return CliRunner().invoke(app, list(words), catch_exceptions=False)


def test_solve_prints_json_and_saves_an_agent(tmp_path: Any) -> None:
    words = ("solve", "s0b", "--business-value", "1", "--card-value", "0", "--iterations", "5000")
    told = run(*words, "--json", "--out", str(tmp_path), "--agent", "random")
    found = json.loads(told.stdout)
    assert found["value"] == pytest.approx(1 / 4, abs=1e-3) and found["nash_conv"] < 1e-3
    prices = ("note_value", "business_value", "card_value")
    assert [found[price] for price in prices] == [1, 1, 0]
    assert found["agents"]["random"]["nash_conv"] == pytest.approx(UNIFORM)
    agent = make_agent(f"solved:{tmp_path}", "gang_war", seed=1)
    assert agent.rules.business_value == 1


def test_bluff_measures_on_a_tree_and_in_games(tmp_path: Any) -> None:
    told = run("bluff", "greedy", "--rung", "s0", "--out", str(tmp_path / "war"))
    assert "B8 value of secrecy" in told.stdout and (tmp_path / "war" / "bluffs.png").exists()
    words = ("--deals", "4", "--decisions", "4", "--against", "miser", "--out", str(tmp_path / "g"))
    told = run("bluff", "gambler", *words)
    assert "what a kept note was worth" in told.stdout and (tmp_path / "g" / "bluffs.png").exists()
    content = json.loads((tmp_path / "g" / "bluffs.json").read_text(encoding="utf-8"))
    assert set(content["agents"]["gambler"]["rates"]) >= {"open", "join", "stake"}


def test_wrong_input_is_one_sentence() -> None:
    for words, sentence in (
        (("bluff",), "Name an agent to measure, or a small war with --rung."),
        (("solve", "s9"), "There is no preset 's9'; there are: s0b, s0, s1, s2, mini, s3."),
        (("solve", "duel", "--game", "sicilianos"), "sicilianos shuffles, and the orders of a"),
        (("solve", "s3", "--form", "zero-sum"), "The form of utilities is 'zero-sum' for 3"),
    ):
        with pytest.raises(ValueError, match=f"^{sentence}"):
            run(*words)
