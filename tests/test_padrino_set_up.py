"""The suitcases of Padrino's set-up, against the chances that its rules tell (RULES.md, 2, 10)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from budget import budget
from worlds import assert_fair

from sicilianos_env.engine.batch import Batch
from sicilianos_env.engine.registry import find_game

GAMES = max(2_000, budget(6_000, 40_000))
MONEY, WEAPON = 0, 1
THIRD = 0
TEN = 10  # suitcases without the money, of which some are dealt


def set_ups(num_players: int, boss_suitcase: bool) -> tuple[Any, int]:
    """The states at the first decision, and how many suitcases are in the game."""
    game = find_game("padrino")
    rules = game.rules(num_players=num_players, boss_suitcase=boss_suitcase)
    batch = Batch(game, rules, GAMES, seed=7)
    batch.reset()
    return batch.arrays.states.view(game.state)[:, 0], num_players - 1 + boss_suitcase


@pytest.mark.parametrize("boss_suitcase", [False, True])
@pytest.mark.parametrize("num_players", [4, 5, 7, 11])
def test_lots_and_mixing_are_fair(num_players: int, boss_suitcase: bool) -> None:
    states, suitcases = set_ups(num_players, boss_suitcase)
    accused = np.bincount(states["accused"], minlength=num_players)
    assert accused[0] == 0
    assert_fair(accused[1:].tolist(), [1] * (num_players - 1), "who gets the money first")
    weapons = int((states["suitcase"] == WEAPON).any(axis=1).sum())
    if suitcases - 1 == TEN:
        assert weapons == GAMES
    else:
        shares = [suitcases - 1, TEN - suitcases + 1]
        assert_fair([weapons, GAMES - weapons], shares, "the weapon is dealt or in the box")
    mixed = states[states["phase"] != THIRD]
    place = place_among_mixed(mixed, MONEY)
    assert_fair(np.bincount(place).tolist(), [1] * (3 + boss_suitcase), "the money after mixing")


def place_among_mixed(states: Any, suitcase: int) -> Any:
    """Of each state, how many mixed suitcases lie at seats before that with this content."""
    seats = (states["suitcase"] == suitcase).argmax(axis=1)
    assert states["mixed"][np.arange(len(states)), seats].all()
    before = np.arange(states["mixed"].shape[1]) < seats[:, None]
    return (states["mixed"] * before).sum(axis=1)
