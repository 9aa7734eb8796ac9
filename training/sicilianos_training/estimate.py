"""A figure and how sure it is."""

from __future__ import annotations

from dataclasses import dataclass
from math import isnan


@dataclass(frozen=True)
class Estimate:
    """A mean with its 95 % interval; NaN where nothing was measured."""

    mean: float
    low: float
    high: float

    def __str__(self) -> str:
        return self.text(decimals=3)

    def text(self, decimals: int) -> str:
        """The mean with its interval, such as `0.333 (0.320-0.346)`."""
        mean, low, high = (f"{it:,.{decimals}f}" for it in (self.mean, self.low, self.high))
        if isnan(self.mean):
            return "–"
        if isnan(self.low):
            return f"{mean} (no interval)"
        to = " to " if self.low < 0 else "-"
        return f"{mean} ({low}{to}{high})"
