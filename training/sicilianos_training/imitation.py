"""A head start: before it learns from play, the network learns what the strongest baseline does.

Against strong opponents an untrained network wins almost nothing, so that its first minutes of play
teach it little. The teacher plays the learner's seat in many games; the policy is fitted to its
actions (cross-entropy over the legal ones), the value function to what it got from there on.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from torch.nn import functional

from sicilianos_agents.base import Agent
from sicilianos_env.adapters.sb3 import LearnerVecEnv
from sicilianos_env.engine.records import Array

MINIBATCH = 4096
LEARNING_RATE = 2e-3
LAST_LEARNING_RATE = 1e-4
VALUE_WEIGHT = 0.5
MOST_PASSES = 4  # over the lessons; more would learn them by heart
ILLEGAL_LOGIT = -1e8


@dataclass(frozen=True)
class Lessons:
    """What the teacher saw, did and got in M decisions."""

    observations: Array  # (M, D) uint8
    masks: Array  # (M, A) bool
    actions: Array  # (M,) int64
    returns: Array  # (M,) float32, the rewards from there on; NaN in games that did not end


def watch_teacher(env: LearnerVecEnv, teacher: Agent, seconds: float, most: int) -> Lessons:
    """Lets the teacher play the learner's seats for some seconds, or `most` decisions."""
    steps = max(1, most // env.num_envs)
    shape = (steps, env.num_envs)
    observations = np.empty((*shape, len(env.scale)), np.uint8)
    masks = np.empty((*shape, env.game.num_actions), np.bool_)
    actions, rewards = np.empty(shape, np.int64), np.empty(shape, np.float32)
    dones = np.empty(shape, np.bool_)
    env.reset()
    until = time.perf_counter() + seconds
    for t in range(steps):
        observations[t], masks[t] = env.records(), env.action_masks()
        actions[t] = teacher.act(observations[t], masks[t].view(np.int8))
        _, rewards[t], dones[t], _ = env.step(actions[t])
        if time.perf_counter() > until:
            steps = t + 1
            break
    returns = returns_from(rewards[:steps], dones[:steps]).ravel()
    return Lessons(
        observations[:steps].reshape(len(returns), -1),
        masks[:steps].reshape(len(returns), -1),
        actions[:steps].ravel(),
        returns,
    )


def returns_from(rewards: Array, dones: Array) -> Array:
    """The undiscounted rewards from each step to the end of its game, (T, N) float32.

    NaN where the game had not ended by the last step.
    """
    returns = np.empty(rewards.shape, np.float32)
    later = np.full(rewards.shape[1], np.nan, np.float32)
    for t in reversed(range(len(rewards))):
        later = rewards[t] + np.where(dones[t], 0, later)
        returns[t] = later
    return returns


def imitate(
    policy: MaskableActorCriticPolicy,
    lessons: Lessons,
    scale: Array,
    seconds: float,
    seed: int,
    tell: Callable[[str], None],
) -> None:
    """Fits policy and value function to the lessons for some seconds, or MOST_PASSES over them."""
    if seconds <= 0:
        return
    optimizer = torch.optim.Adam(policy.parameters(), lr=LEARNING_RATE)
    factors = torch.from_numpy(scale)
    began, steps = time.perf_counter(), MOST_PASSES * len(lessons.actions) // MINIBATCH
    for step, rows in enumerate(minibatches(len(lessons.actions), seed)):
        done = max((time.perf_counter() - began) / seconds, step / max(1, steps))
        if done >= 1:
            return
        for group in optimizer.param_groups:
            group["lr"] = LEARNING_RATE * (LAST_LEARNING_RATE / LEARNING_RATE) ** done
        observations = torch.from_numpy(lessons.observations[rows]).float() * factors
        loss, agreement = imitation_loss(policy, observations, lessons, rows)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        tell(f"imitating the teacher: the likeliest action is its own in {agreement:.0%}")


def minibatches(count: int, seed: int) -> Iterator[Array]:
    """Endless passes over the rows in random order, each minibatch sorted for the cache's sake."""
    random = np.random.default_rng(seed)
    size = min(MINIBATCH, count)
    while True:
        order = random.permutation(count)
        for first in range(0, count - size + 1, size):
            yield np.sort(order[first : first + size])


def imitation_loss(
    policy: MaskableActorCriticPolicy, observations: torch.Tensor, lessons: Lessons, rows: Array
) -> tuple[Any, float]:
    """The loss of one minibatch, and in what share the likeliest action is the teacher's."""
    for_policy, for_value = policy.mlp_extractor(observations)
    masks = torch.from_numpy(lessons.masks[rows])
    logits = policy.action_net(for_policy).masked_fill(~masks, ILLEGAL_LOGIT)
    actions = torch.from_numpy(lessons.actions[rows])
    returns = torch.from_numpy(lessons.returns[rows])
    known = ~torch.isnan(returns)
    values = policy.value_net(for_value).squeeze(1)
    value_loss = functional.mse_loss(values[known], returns[known]) if known.any() else 0.0
    loss = functional.cross_entropy(logits, actions) + VALUE_WEIGHT * value_loss
    return loss, float((logits.argmax(1) == actions).float().mean())
