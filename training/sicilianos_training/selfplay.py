"""PPO self-play for small two-player wars: the shortest script that is honest about how good it is.

One network plays both seats of whole games, and learns from how these end; its NashConv is computed
exactly on the tree as it goes. Entropy keeps it from running in circles (Rudolph et al.,
"Reevaluating policy gradient methods for imperfect-information games", arXiv 2502.08938).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import nn

from sicilianos_agents.policy import PolicyAgent, PolicyNetwork
from sicilianos_env.adapters.settings import observation_scale
from sicilianos_env.engine.batch import Batch
from sicilianos_env.engine.game import Game
from sicilianos_env.engine.records import Array
from sicilianos_training.solver.exact import nash_conv
from sicilianos_training.solver.policies import policy_of_agent
from sicilianos_training.solver.tree import Tree, tree_of


@dataclass(frozen=True)
class SelfPlay:
    """How to learn; the defaults are made for the rungs of the gang war."""

    games: int = 1024  # of each iteration
    epochs: int = 4
    minibatches: int = 4
    learning_rate: float = 1e-3
    clip: float = 0.2
    entropy: float = 0.05
    hidden: tuple[int, ...] = (128, 128)
    seed: int = 0


@dataclass(frozen=True)
class Point:
    """One point of the learning curve."""

    iteration: int
    games: int
    nash_conv: float


@dataclass
class Games:
    """All decisions of some whole games, in the order in which they were made."""

    observations: torch.Tensor  # (N, D) float32, scaled
    masks: torch.Tensor  # (N, A) bool
    actions: torch.Tensor  # (N,)
    likelihoods: torch.Tensor  # (N,) log probabilities
    returns: torch.Tensor  # (N,) what the seat that decided got in the end


class Learner:
    """Plays against itself and learns.

    Args:
        game: the contract; its scores are the utilities.
        options: the rules object, of two players.
        settings: how to learn.
    """

    def __init__(self, game: Game, options: Any, settings: SelfPlay | None = None) -> None:
        self.settings = settings or SelfPlay()
        self.game, self.options = game, options
        torch.manual_seed(self.settings.seed)
        size = game.observation_size(options.num_players)
        self.policy = PolicyNetwork(size, self.settings.hidden, game.num_actions)
        self.value = PolicyNetwork(size, self.settings.hidden, 1)
        self._scale = torch.from_numpy(observation_scale(game, options.num_players))
        parameters = [*self.policy.parameters(), *self.value.parameters()]
        self._optimizer = torch.optim.Adam(parameters, self.settings.learning_rate, eps=1e-5)
        self._batch = Batch(game, options, self.settings.games, self.settings.seed, utility="score")
        self._batch.reset()

    def agent(self) -> PolicyAgent:
        """Samples from the policy as it stands."""
        players = self.options.num_players
        return PolicyAgent("self-play", self.game.name, self.policy, players, seed=0, sampled=True)

    def curve(self, iterations: int, tree: Tree, every: int = 10) -> Iterator[Point]:
        """Learns; gives NashConv on the tree at the beginning and every so many iterations."""
        for iteration in range(iterations + 1):
            if iteration % every == 0 or iteration == iterations:
                gap = nash_conv(tree, policy_of_agent(tree, self.agent()))
                yield Point(iteration, iteration * self.settings.games, gap)
            if iteration < iterations:
                self._anneal(1 - iteration / iterations)
                self._learn(self._play())

    def _anneal(self, left: float) -> None:
        for group in self._optimizer.param_groups:
            group["lr"] = self.settings.learning_rate * left

    @torch.no_grad()
    def _play(self) -> Games:
        """The rest of all games in the batch, then as many decisions of new ones as it takes."""
        arrays, rows = self._batch.arrays, np.arange(self._batch.num_envs)
        target = arrays.episodes + 1
        parts: list[tuple[Array, ...]] = []
        returns: list[tuple[Array, Array]] = []
        while rows.size:
            observations = torch.from_numpy(arrays.observations[rows]).float() * self._scale
            masks = torch.from_numpy(arrays.action_masks[rows] > 0)
            chances = torch.distributions.Categorical(
                logits=masked(self.policy(observations), masks)
            )
            actions = chances.sample()
            parts.append(
                (observations, masks, actions, chances.log_prob(actions), rows.copy(),
                 arrays.agent_selection[rows].copy())
            )  # fmt: skip
            self._batch.step(actions.numpy(), rows)
            rows = rows[arrays.episodes[rows] < target[rows]]
        ends = arrays.rewards.copy()
        returns = [torch.from_numpy(ends[part[4], part[5]]) for part in parts]
        columns = [torch.cat([part[i] for part in parts]) for i in range(4)]
        return Games(*columns, torch.cat(returns).float())

    def _learn(self, games: Games) -> None:
        advantages = games.returns - self.value(games.observations)[:, 0].detach()
        advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
        size = -(-len(advantages) // self.settings.minibatches)
        for _ in range(self.settings.epochs):
            for part in torch.randperm(len(advantages)).split(size):
                self._step(games, advantages, part)

    def _step(self, games: Games, advantages: torch.Tensor, part: torch.Tensor) -> None:
        seen, clip = games.observations[part], self.settings.clip
        logits = masked(self.policy(seen), games.masks[part])
        chances = torch.distributions.Categorical(logits=logits)
        ratio = (chances.log_prob(games.actions[part]) - games.likelihoods[part]).exp()
        gain = advantages[part]
        surrogate = torch.min(ratio * gain, ratio.clamp(1 - clip, 1 + clip) * gain).mean()
        error = nn.functional.mse_loss(self.value(seen)[:, 0], games.returns[part])
        loss = error - surrogate - self.settings.entropy * entropy_of(logits).mean()
        self._optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_([*self.policy.parameters(), *self.value.parameters()], 0.5)
        self._optimizer.step()


def masked(logits: torch.Tensor, masks: torch.Tensor) -> torch.Tensor:
    """Logits with illegal actions so low that they are never sampled."""
    return torch.where(masks, logits, torch.tensor(-1e9))


def entropy_of(logits: torch.Tensor) -> torch.Tensor:
    """Of each distribution, in nats."""
    likelihoods = torch.log_softmax(logits, dim=-1)
    return -(likelihoods.exp() * likelihoods).sum(dim=-1)


def learn_war(
    game: Game, options: Any, iterations: int = 200, settings: SelfPlay | None = None
) -> tuple[Learner, list[Point], float]:
    """Learns a small war; the learner, its curve, and the payoff range of the war."""
    tree = tree_of(game, options)
    learner = Learner(game, options, settings)
    points = list(learner.curve(iterations, tree))
    return learner, points, tree.payoff_range
