"""Nothing is lost and nothing appears, in many thousands of random games of all options."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from budget import budget
from twins import twin_of

from sicilianos_env import games
from sicilianos_env.engine.batch import Batch
from sicilianos_env.engine.options import read_rules
from sicilianos_env.engine.registry import find_game
from sicilianos_env.jit import enabled
from sicilianos_env.make import make_vec

GAMES = budget(100_000, 1_000_000) if enabled() else 60
BATCH = 4096 if enabled() else 16
CHECKED_EVERY = 25


def states_of(batch: Batch) -> Any:
    return batch.arrays.states.view(batch.game.state)[:, 0]


@pytest.mark.parametrize("name", games())
def test_games_are_conserved(name):
    """Plays until so many games have ended; the twin's module says what is conserved."""
    twin, game = twin_of(name), find_game(name)
    for number, options in enumerate(twin.OPTIONS):
        rules = read_rules(game.rules, game.presets, options)
        batch = Batch(game, rules, BATCH, seed=number)
        agent = Random(batch, seed=number)
        batch.reset()
        steps = 0
        while batch.arrays.episodes.sum() * len(twin.OPTIONS) < GAMES:
            if steps % CHECKED_EVERY == 0:
                twin.assert_conserved(rules, states_of(batch))
            batch.step(agent.actions())
            steps += 1


class Random:
    """Random legal actions, compiled."""

    def __init__(self, batch: Batch, seed: int) -> None:
        from sicilianos_agents import CompiledAgent
        from sicilianos_env.engine.bindings import choose_at_random

        self._arrays = batch.arrays
        self._agent = CompiledAgent("random", batch.game.name, 0, choose_at_random, seed=seed)

    def actions(self) -> np.ndarray:
        return self._agent.act(self._arrays.observations, self._arrays.action_masks)


@pytest.mark.parametrize("name", games())
def test_results_do_not_depend_on_how_a_game_is_played(name):
    """One seed and the same choices: a match, and a row of a batch, compiled and interpreted."""
    from sicilianos_env import new_match

    vec = make_vec(name, num_envs=1, seed=21)
    plain = new_match(name, seed=21)
    fast = new_match(name, seed=21, compiled=True)
    choose = np.random.default_rng(2)
    while not plain.over:
        assert (vec.action_masks[0] == plain.action_mask()).all()
        assert (vec.observations[0] == plain.observation(plain.to_move)).all()
        assert plain.position() == fast.position()
        assert vec.agent_selection[0] == plain.to_move
        action = int(choose.choice(vec.action_masks[0].nonzero()[0]))
        text = plain.action_text(action)
        plain.play(text)
        fast.play(text)
        assert plain.events == fast.events
        vec.step(np.array([action]))
    assert vec.rewards[0].tolist() == plain.utilities() == fast.utilities()
    assert vec.scores[0].tolist() == plain.scores()
