"""Padrino's Bosses and families play in their own ways."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest
from budget import budget

from sicilianos_agents.heuristics.padrino import BOSSES, FAMILIES
from sicilianos_agents.registry import make_agent
from sicilianos_env.engine.registry import find_game
from sicilianos_env.engine.single import SingleGame
from sicilianos_env.games.padrino.state import PHASES

GAMES = budget(60, 300)


@cache
def actions(name: str, num_players: int = 6, boss_suitcase: bool = False) -> Counter[str]:
    """How often an agent does what on all seats: `phase word`, and `accuse` with its light."""
    rules = find_game("padrino").rules(num_players=num_players, boss_suitcase=boss_suitcase)
    game, agent = SingleGame(find_game("padrino"), rules, seed=5), make_agent(name, "padrino", 5)
    counts = Counter[str]()
    for episode in range(GAMES):
        game.start(episode)
        while not game.over:
            action = agent.act(game.observe(int(game.state.to_move)), game.mask)
            words = game.game.action_text(game.rules, game.state, int(action)).split()
            light = f" {words[3]}" if words[0] == "accuse" else ""
            counts[f"{PHASES[game.state.phase]} {words[0]}{light}"] += 1
            game.step(int(action))
    return counts


@pytest.mark.parametrize("family", FAMILIES)
def test_the_suspicious_boss_ends_games_soonest(family: str) -> None:
    lengths = {boss: actions(f"{boss}-{family}").total() for boss in BOSSES}
    assert min(lengths, key=lambda boss: lengths[boss]) == "suspicious"


def test_only_the_bayesian_cancels() -> None:
    for boss in BOSSES:
        assert (actions(f"{boss}-quiet")["judge cancel"] > 0) == (boss == "bayesian")


def test_the_patient_boss_waits_for_the_end_of_the_deck_with_four_players() -> None:
    """No sentence covers two places there."""
    assert actions("patient-quiet", 4)["condemn condemn"] == GAMES
    assert actions("suspicious-quiet", 4)["condemn condemn"] < GAMES / 10


@pytest.mark.parametrize("boss", BOSSES)
def test_the_quiet_family_never_interferes(boss: str) -> None:
    quiet = actions(f"{boss}-quiet")
    assert quiet["help explain"] == quiet["object cancel"] == 0


@pytest.mark.parametrize("boss", BOSSES)
def test_only_the_helper_helps(boss: str) -> None:
    helped = [actions(f"{boss}-{family}")["help explain"] > 0 for family in FAMILIES]
    assert helped == [family == "helper" for family in FAMILIES]


def share_of_exchanges(counts: Counter[str]) -> float:
    """How often it is made with a red card, of all accusations."""
    accusations = {done: n for done, n in counts.items() if done.startswith("explain accuse")}
    return accusations["explain accuse red"] / sum(accusations.values())


@pytest.mark.parametrize("boss", BOSSES)
def test_the_dumper_exchanges_more_than_the_quiet_one(boss: str) -> None:
    dumper, quiet = (share_of_exchanges(actions(f"{boss}-{who}")) for who in ("dumper", "quiet"))
    assert dumper > quiet + 0.05


def test_who_plays_for_himself_informs() -> None:
    for family in FAMILIES:
        counts = actions(f"bayesian-{family}", boss_suitcase=True)
        assert (counts["explain inform"] > 0) == (family == "dumper")
