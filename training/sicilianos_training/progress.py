"""What a training tells while it runs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Progress:
    """How a training goes."""

    minutes: float
    decisions: int
    decisions_per_second: float
    games: int
    share: float  # of the wins of the last games, against the mixture of opponents
    by_opponent: dict[str, float]  # ... in games where all opponents are of that name
    engine_share: float  # of the time, opponents included


Tell = Callable[[Progress], None]
