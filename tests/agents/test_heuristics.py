"""The heuristics of Sicilianos: always legal, reproducible, and each stronger than the last."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from budget import budget

from sicilianos_agents.heuristics.sicilianos import NAMES, choose
from sicilianos_agents.registry import make_agent
from sicilianos_env.engine import kernels
from sicilianos_env.engine.batch import Batch
from sicilianos_env.engine.bindings import kernel
from sicilianos_env.engine.options import read_rules
from sicilianos_env.engine.records import Array
from sicilianos_env.engine.registry import find_game
from sicilianos_env.engine.streams import new_stream
from sicilianos_env.jit import enabled

GAME = find_game("sicilianos")
VARIANTS: dict[str, dict[str, Any]] = {
    "2 players": {"num_players": 2},
    "3 players": {"num_players": 3},
    "4 players": {"num_players": 4},
    "5 players": {"num_players": 5},
    "6 players": {"num_players": 6},
    "mini": {"preset": "mini"},
    "last standing": {"war_ends": "last_standing"},
    "hidden stakes": {"stakes": "hidden"},
    "no partners": {"turncoat_partner": (None,) * 6},
    "two families": {"num_players": 2, "families": 2, "draft": 2},
    "no draft": {"draft": 0, "max_turns": 200},
}


def tables_for_one(options: dict[str, Any], num_envs: int = 8, seed: int = 5) -> Batch:
    """Games in which the outside seat 0 sits with all the heuristics, each in its turn."""
    rules = read_rules(GAME.rules, GAME.presets, options)
    lineups = np.full((len(NAMES), rules.num_players), kernels.OUTSIDE, np.int16)
    lineups[:, 1:] = np.arange(len(NAMES))[:, None] + np.arange(rules.num_players - 1)
    lineups[:, 1:] %= len(NAMES)
    batch = Batch(GAME, rules, num_envs, seed, threads=1, lineups=lineups, choose=choose)
    batch.reset()
    return batch


def phases_of(observations: Array) -> Array:
    """The phase is the first field of an observation, one-hot."""
    phases: Array = observations[:, : len(GAME.phases)].argmax(axis=1)
    return phases


@cache
def some_observations(each: int = 10) -> tuple[Array, Array]:
    """The first observations and masks of each phase that a consigliere comes to."""
    batch, agent = tables_for_one({}, num_envs=16), make_agent("consigliere", "sicilianos", seed=1)
    arrays, seen = batch.arrays, np.zeros(len(GAME.phases), np.int64)
    observations, masks = [], []
    for _ in range(1000):
        for row, phase in enumerate(phases_of(arrays.observations)):
            if seen[phase] < each:
                observations.append(arrays.observations[row].copy())
                masks.append(arrays.action_masks[row].copy())
                seen[phase] += 1
        batch.step(agent.act(arrays.observations, arrays.action_masks))
    return np.stack(observations), np.stack(masks)


@pytest.mark.parametrize("options", VARIANTS.values(), ids=VARIANTS)
@pytest.mark.parametrize("name", NAMES)
def test_actions_are_always_legal(name: str, options: dict[str, Any]) -> None:
    batch, agent = tables_for_one(options), make_agent(name, "sicilianos", seed=3)
    ended = 0
    steps = budget(300, 3000)
    for _ in range(steps):
        actions = agent.act(batch.arrays.observations, batch.arrays.action_masks)
        assert (batch.arrays.action_masks[np.arange(batch.num_envs), actions] == 1).all()
        batch.step(actions)
        ended += int(batch.arrays.terminations.sum())
    assert ended > 0 or steps < 300


@pytest.mark.parametrize("name", NAMES)
def test_compiled_and_interpreted_agree(name: str) -> None:
    observations, masks = some_observations()
    compiled, interpreted = (
        make_agent(name, "sicilianos", seed=2),
        make_agent(name, "sicilianos", seed=2, interpreted=True),
    )
    np.testing.assert_array_equal(
        compiled.act(observations, masks), interpreted.act(observations, masks)
    )


@pytest.mark.parametrize("name", NAMES)
def test_the_seed_decides(name: str) -> None:
    observations, masks = some_observations()
    one, other = make_agent(name, "sicilianos", seed=4), make_agent(name, "sicilianos", seed=4)
    for _ in range(3):
        np.testing.assert_array_equal(one.act(observations, masks), other.act(observations, masks))


@pytest.mark.parametrize("name", NAMES)
def test_one_and_many_agree(name: str) -> None:
    observations, masks = some_observations()
    together = make_agent(name, "sicilianos", seed=6).act(observations, masks)
    rows = range(1) if name == "random" else range(len(masks))  # random: row 0 of each call
    for row in rows:
        single = make_agent(name, "sicilianos", seed=6).act(observations[row], masks[row])
        assert isinstance(single, int) and single == together[row]


@pytest.mark.parametrize("name", NAMES)
def test_what_an_agent_is_given_stays_as_it_was(name: str) -> None:
    observations, masks = (array.copy() for array in some_observations())
    make_agent(name, "sicilianos", seed=1).act(observations, masks)
    before = some_observations()
    np.testing.assert_array_equal(observations, before[0])
    np.testing.assert_array_equal(masks, before[1])


def test_all_phases_are_looked_at() -> None:
    seen = phases_of(some_observations()[0])
    assert {GAME.phases[phase] for phase in seen} == set(GAME.phases) - {"over"}


def share_of_wins(one: str, rivals: str, num_players: int, deals: int) -> tuple[float, float]:
    """How often `one` wins at a table of `rivals`, on all seats; and the half 95 % interval."""
    rows = deals * num_players
    seat = np.arange(rows) % num_players
    kinds = np.full((rows, num_players), NAMES.index(rivals), np.int16)
    kinds[np.arange(rows), seat] = NAMES.index(one)
    rules = read_rules(GAME.rules, GAME.presets, {"num_players": num_players})
    utilities, scores = np.zeros((2, rows, num_players))
    kernel(GAME, kernels.play_games, choose)(
        rules.to_record(),
        new_stream(2024),
        np.repeat(np.arange(deals), num_players),
        kinds,
        0,
        1.0,
        utilities,
        scores,
        np.zeros(rows, np.bool_),
        GAME.observation_size(num_players),
        0,
        rows,
    )
    utility = utilities[np.arange(rows), seat].reshape(deals, num_players).mean(axis=1)
    share = (utility * (num_players - 1) + 1) / num_players
    return float(share.mean()), float(1.96 * share.std(ddof=1) / np.sqrt(deals))


@pytest.mark.skipif(not enabled(), reason="strength shows in more games than run interpreted")
@pytest.mark.parametrize(("milder", "stronger"), list(combinations(NAMES, 2)))
def test_each_is_stronger_than_the_milder_ones(milder: str, stronger: str) -> None:
    for num_players in (2, 3, 4, 5, 6):
        deals = budget(100, 3000)
        strong, wide = share_of_wins(stronger, milder, num_players, deals)
        mild, broad = share_of_wins(milder, stronger, num_players, deals)
        assert mild + broad < 1 / num_players < strong - wide
