"""Every way to compute a step gives the same game: one seed, and one policy at all seats.

The policy is a function of observation and mask alone, so a game played through any interface goes
another way as soon as one of them differs.
"""

from __future__ import annotations

import random
import zlib
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from budget import NIGHTLY, budget
from twins import twin_of

from sicilianos_env import adapters, games, make, make_vec, new_match
from sicilianos_env.adapters.gymnasium import SingleAgentEnv
from sicilianos_env.adapters.sb3 import LearnerVecEnv
from sicilianos_env.engine.registry import find_game
from sicilianos_env.make import make_raw

SEEDS = range(budget(1, 30))


class Policy:
    """A fixed function of what a seat sees; keeps what it was shown and what it chose."""

    def __init__(self) -> None:
        self.course: list[tuple[bytes, bytes, int]] = []

    def act(self, observation: Any, mask: Any) -> Any:
        """For one decision, or for a batch of one."""
        if np.ndim(mask) == 2:
            return np.array([self.act(observation[0], mask[0])])
        legal = np.flatnonzero(mask)
        shown = np.asarray(observation, dtype=np.uint8).tobytes()
        action = int(legal[zlib.crc32(shown) % len(legal)])
        self.course.append((shown, np.asarray(mask, dtype=np.uint8).tobytes(), action))
        return action


# What the policy was shown and chose, whether the game was truncated, the utilities, the seed.
Course = tuple[list[tuple[bytes, bytes, int]], bool, list[float], int]


def by_match(game: str, seed: int, options: dict[str, Any], compiled: bool) -> Course:
    match, policy = new_match(game, seed=seed, compiled=compiled, **options), Policy()
    while not match.over:
        action = policy.act(match.observation(match.to_move), match.action_mask())
        match.play(match.action_text(action))
    return policy.course, match.truncated, match.utilities(), seed


def by_aec(game: str, seed: int, options: dict[str, Any], make_env: Callable[..., Any]) -> Course:
    env, policy = make_env(game, **options), Policy()
    env.reset(seed=seed)
    agent = env.agent_selection
    while not (env.terminations[agent] or env.truncations[agent]):
        record = env.unwrapped.record(agent)
        shown = np.frombuffer(record.tobytes(), np.uint8)
        env.step(policy.act(shown, env.observe(agent)["action_mask"]))
        agent = env.agent_selection
    utilities = [float(env.rewards[each]) for each in env.possible_agents]
    return policy.course, env.truncations[agent], utilities, seed


def by_vector(game: str, seed: int, options: dict[str, Any], interpreted: bool) -> Course:
    vec = make_vec(game, num_envs=1, seed=seed, interpreted=interpreted, **options)
    policy = Policy()
    while not (vec.terminations[0] or vec.truncations[0]):
        vec.step(policy.act(vec.observations, vec.action_masks))
    return policy.course, bool(vec.truncations[0]), vec.rewards[0].tolist(), seed


def by_gymnasium(game: str, seed: int, options: dict[str, Any], seat: int) -> Course:
    """The environment draws the seed of its games from its own."""
    policy = Policy()
    env = SingleAgentEnv(game, seat=seat, opponents=[policy], **options)
    env.reset(seed=seed)
    while episode_of(env):  # the learner decided nothing in the first game
        policy.course.clear()
        env.reset(seed=seed + 1)
    while not env.table.over:
        shown = np.frombuffer(env.record().tobytes(), np.uint8)
        env.step(policy.act(shown, env.action_masks()))
    low, high = map(int, env.table.single.stream[:2])
    table = env.table
    rewards = [float(table.rewards[agent]) for agent in table.possible_agents]
    return policy.course, any(table.truncations.values()), rewards, low | high << 32


def episode_of(env: SingleAgentEnv) -> int:
    return int(env.table.single.stream[3])


def by_learner_vec_env(game: str, seed: int, options: dict[str, Any]) -> Course:
    """One game, to its end; the learner's utility alone, at its seat.

    When `step` returns, the next game has begun: the opponents' decisions in it are cut off.
    """
    policy = Policy()
    env = LearnerVecEnv(game, num_envs=1, opponents=[policy], seed=seed, **options)
    contract, seats = find_game(game), env.num_players
    maxima = contract.observation_maxima(seats)
    observations, done = env.reset(), [False]
    if env._batch.arrays.episodes[0]:  # there was nothing to decide for the learner in the first
        return by_match(game, seed, options, compiled=True)
    while not done[0]:
        shown = np.rint(observations * maxima)
        observations, _, done, infos = env.step(policy.act(shown, env.action_masks()))
    utilities = [float("nan")] * seats
    utilities[infos[0]["seat"]] = infos[0]["utility"]
    length = len(by_match(game, seed, options, compiled=True)[0])
    return policy.course[:length], infos[0]["TimeLimit.truncated"], utilities, seed


WAYS: dict[str, Callable[..., Course]] = {
    "match, compiled": partial(by_match, compiled=True),
    "aec, interpreted": partial(by_aec, make_env=partial(make_raw, interpreted=True)),
    "aec, raw": partial(by_aec, make_env=make_raw),
    "aec, wrapped": partial(by_aec, make_env=make),
    "vector_aec, interpreted": partial(by_vector, interpreted=True),
    "vector_aec": partial(by_vector, interpreted=False),
    "sb3": by_learner_vec_env,
    "gymnasium, first seat": partial(by_gymnasium, seat=0),
    "gymnasium, second seat": partial(by_gymnasium, seat=1),
}


def variants() -> list[Any]:
    return [
        pytest.param(game, options, id=f"{game}-{number}")
        for game in games()
        for number, options in enumerate(twin_of(game).OPTIONS)
    ]


@pytest.mark.parametrize(("game", "options"), variants())
def test_all_ways_play_the_same_game(game: str, options: dict[str, Any]) -> None:
    for seed in SEEDS:
        assert_all_play_the_same(game, options, seed)
    if NIGHTLY:
        for seed in SEEDS:
            drawn = twin_of(game).draw_options(random.Random(f"{options} {seed}"))
            assert_all_play_the_same(game, drawn, seed)


def assert_all_play_the_same(game: str, options: dict[str, Any], seed: int) -> None:
    of_match = {seed: by_match(game, seed, options, compiled=False)}
    for way, play in WAYS.items():
        course, truncated, utilities, played = play(game, seed, options)
        if played not in of_match:
            of_match[played] = by_match(game, played, options, compiled=True)
        expected, stopped, results, _ = of_match[played]
        told = f"{way}, seed {seed}, {options}"
        assert course == expected, told
        assert truncated == stopped, told
        known = ~np.isnan(utilities)
        assert known.any(), told
        assert (np.array(utilities)[known] == np.array(results)[known]).all(), told


def test_every_adapter_is_among_the_ways() -> None:
    helpers = {"__init__", "opponents", "settings"}
    ply_by_ply = {"openspiel"}  # in its own test: chance is a player there
    folder = Path(next(iter(adapters.__path__)))
    present = {file.stem for file in folder.glob("*.py")} - helpers - ply_by_ply
    assert present == {way.split(",")[0] for way in WAYS} - {"match"}


@pytest.mark.parametrize("name", games())
def test_positions_events_and_scores_are_the_same(name: str) -> None:
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
