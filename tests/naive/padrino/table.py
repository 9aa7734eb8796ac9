"""What a player has, a card in play, and an accusation."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Seat:
    """A player: who he is, his cards, his suitcase, and of which suitcases he knows the content."""

    character: int = 0
    hand: list[str] = field(default_factory=list)
    suitcase: str | None = None
    knows: set[int] = field(default_factory=set)  # the seats where they are now


@dataclass
class Played:
    """A card in play."""

    card: str
    by: int
    standing: bool = True


@dataclass
class Accusation:
    """Who is accused, with which card, played by whom."""

    seat: int
    card: str
    by: int
