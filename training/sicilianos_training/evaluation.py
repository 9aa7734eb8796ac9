"""How strong is an agent? Shares of wins on equal deals with all seats, with 95 % intervals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from sicilianos_agents.base import Agent
from sicilianos_env.engine.records import Array
from sicilianos_training.lineups import play_lineups

Z_95 = 1.959964  # two-sided 95 % quantile of the normal distribution

TRAINING, EVALUATION, LESSONS = range(3)


def seed_for(purpose: int, seed: int) -> int:
    """The engine's seed for a purpose: never that of another one, so that deals never overlap.

    Raises:
        ValueError: if the seed is not a whole number from 0 to 2**62 − 1.
    """
    if not 0 <= seed < 2**62:
        raise ValueError(f"seed is {seed}; it must be a whole number from 0 to 2**62 - 1.")
    return seed << 2 | purpose


@dataclass(frozen=True)
class Share:
    """A mean over deals with its 95 % interval, clustered by deal."""

    mean: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.mean:.3f} ({self.low:.3f}-{self.high:.3f})"


def share_of(by_deal: Array) -> Share:
    """The mean of one share a deal, (deals,) float64 in [0, 1], by the normal approximation."""
    mean = float(by_deal.mean())
    margin = Z_95 * float(by_deal.std(ddof=1)) / len(by_deal) ** 0.5
    return Share(mean, max(0.0, mean - margin), min(1.0, mean + margin))


def share_of_wins(
    game: str,
    rules: Any,
    agent: Agent,
    opponents: Sequence[Agent],
    deals: int,
    seed: int,
) -> Share:
    """The share of wins of an agent at one seat; equal share is 1/P.

    Every deal is played from each seat. `opponents` sit clockwise from the agent's left.

    Args:
        game: the game's name.
        rules: its rules object.
        agent: who is measured.
        opponents: the P−1 others.
        deals: how many different deals.
        seed: of the deals, which are never those of a training.
    """
    players = len(opponents) + 1
    rotations = np.array([np.roll(np.arange(players), seat) for seat in range(players)])
    played = play_lineups(
        game,
        rules,
        [agent, *opponents],
        np.tile(rotations, (deals, 1)),
        np.repeat(np.arange(deals), players),
        seed_for(EVALUATION, seed),
    )
    mine = played.win_shares().reshape(deals, players, players)[:, range(players), range(players)]
    return share_of(mine.mean(axis=1))
