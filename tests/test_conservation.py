"""Nothing is lost and nothing appears, in millions of random decisions under all options."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from budget import budget
from twins import twin_of

from sicilianos_agents import CompiledAgent
from sicilianos_env import games
from sicilianos_env.engine.batch import Batch
from sicilianos_env.engine.bindings import choose_at_random
from sicilianos_env.engine.options import read_rules
from sicilianos_env.engine.registry import find_game
from sicilianos_env.jit import enabled

DECISIONS = budget(4_000_000, 40_000_000) if enabled() else 4_000
DRAWN = budget(40, 400) if enabled() else 8  # option sets drawn at random, beside the twin's own
BATCH = 128 if enabled() else 2  # few, so that whole games are played
CHECKED_EVERY = 10  # steps of the batch


def option_sets(twin: Any) -> list[dict[str, Any]]:
    return [*twin.OPTIONS, *(twin.draw_options(random.Random(seed)) for seed in range(DRAWN))]


@pytest.mark.parametrize("name", games())
def test_games_are_conserved(name: str) -> None:
    """The twin's module says what is conserved."""
    twin, game = twin_of(name), find_game(name)
    chosen = option_sets(twin)
    steps, ended = max(1, DECISIONS // (BATCH * len(chosen))), 0
    for number, options in enumerate(chosen):
        rules = read_rules(game.rules, game.presets, options)
        batch = Batch(game, rules, BATCH, seed=number)
        agent = CompiledAgent("random", name, 0, choose_at_random, seed=number)
        batch.reset()
        for step in range(steps):
            if step % CHECKED_EVERY == 0:
                assert_sound(twin, rules, batch)
            arrays = batch.arrays
            batch.step(agent.act(arrays.observations, arrays.action_masks))
        assert_sound(twin, rules, batch)
        ended += batch.arrays.episodes.sum() > 0
    assert ended > len(chosen) / 2


def assert_sound(twin: Any, rules: Any, batch: Batch) -> None:
    arrays = batch.arrays
    twin.assert_conserved(rules, arrays.states.view(batch.game.state)[:, 0])
    assert arrays.action_masks.any(axis=1).all()
    assert (arrays.observations <= batch.game.observation_maxima(rules.num_players)).all()
    ended = arrays.terminations | arrays.truncations
    assert np.abs(arrays.rewards[ended].sum(axis=1)).max(initial=0) < 1e-9
    assert not arrays.rewards[~ended].any()
