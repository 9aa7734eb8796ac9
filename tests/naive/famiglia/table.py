"""What lies before a player, and the exchange that an Accountant brings."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Seat:
    """What a player has: his hand, and his gang before him."""

    hand: list[str] = field(default_factory=list)
    gang: list[str] = field(default_factory=list)

    def cards(self) -> list[str]:
        """All his cards."""
        return self.hand + self.gang


@dataclass
class Exchange:
    """An Accountant has been played: cards may be recalled, then as many have to be laid."""

    rank: int
    recalls: int  # that are still possible; 0 when the recalling has ended
    lays: int = 0


@dataclass
class Intimidated:
    """The card on the street that a Brute has lowered to another rank for this turn."""

    card: str
    to: int
