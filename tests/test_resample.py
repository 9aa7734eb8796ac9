"""`resample`: a random state that looks the same to the viewer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from budget import budget
from twins import twin_of

from sicilianos_env import games
from sicilianos_env.engine.batch import Batch
from sicilianos_env.engine.bindings import kernel
from sicilianos_env.engine.kernels import observe_one, peek_one, resample_one
from sicilianos_env.engine.options import read_rules
from sicilianos_env.engine.records import opened
from sicilianos_env.engine.registry import find_game
from sicilianos_env.engine.streams import aim, new_stream

STEPS = budget(40, 600)
RESAMPLE_KIND = 9


def variants() -> list[Any]:
    return [
        pytest.param(name, options, id=f"{name}-{i}")
        for name in games()
        for i, options in enumerate(twin_of(name).OPTIONS)
    ]


def random_play(batch: Batch, steps: int) -> Iterator[None]:
    choose = np.random.default_rng(5)
    batch.reset()
    for _ in range(steps):
        yield
        noise = choose.random(batch.arrays.action_masks.shape)
        batch.step((noise * batch.arrays.action_masks).argmax(axis=1))


@pytest.mark.parametrize(("name", "options"), variants())
def test_resampled_states_look_the_same_and_can_be_played(name, options):
    game = find_game(name)
    rules = read_rules(game.rules, game.presets, options)
    batch = Batch(game, rules, num_envs=8, seed=4)
    resample, observe = kernel(game, resample_one), kernel(game, observe_one)
    peek = kernel(game, peek_one)
    again = np.zeros_like(batch.arrays.observations[0])
    memory = np.zeros(game.state.itemsize, np.uint8)
    mask = np.zeros(game.num_actions, np.int8)
    stream, order = new_stream(8), np.empty(game.shuffle_size, np.int16)
    rules_memory = rules.to_record()
    differing = 0
    for counter, _ in enumerate(random_play(batch, STEPS)):
        for row in range(batch.num_envs):
            observation = batch.arrays.observations[row].copy()
            aim(stream, RESAMPLE_KIND, counter * batch.num_envs + row)
            resample(rules_memory, observation, stream, memory)
            observe(rules_memory, memory, 0, again)
            assert (again == observation).all()
            peek(rules_memory, memory, stream, mask, order)
            assert (mask == batch.arrays.action_masks[row]).all()
            if row == 0:  # a whole and consistent position, or loading would refuse it
                game.load(game.position(rules, opened(memory, game.state)))
            differing += bool((memory != batch.arrays.states[row]).any())
    assert differing > STEPS  # hidden cards were dealt anew, and seats moved to the viewer
