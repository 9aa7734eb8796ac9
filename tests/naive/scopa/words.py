"""The words of Scopa: suits, cards, phases, and how a referee refuses."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

SUITS = ["clubs", "swords", "coins", "cups"]  # 1.1: the index order


KING = 10


PHASES = ["play", "take", "over"]


# All forty cards in index order (1.2), and their names, to find them in texts.
EVERY_CARD = [f"{suit} {value}" for suit in SUITS for value in range(1, 11)]
CARDS = set(EVERY_CARD)


Chance = Callable[[str, Any], Any]


class RefusedError(ValueError):
    """An action that is not allowed, or a position or rules that cannot be: the text says why."""


def insist(condition: object, fault: str) -> None:
    """Refuses with the fault unless the condition holds."""
    if not condition:
        raise RefusedError(fault)


def suit_of(card: str) -> str:
    """The suit of a card: 'coins 7' -> 'coins'."""
    return card.split(" ")[0]


def value_of(card: str) -> int:
    """The value of a card: 'coins 7' -> 7."""
    return int(card.split(" ")[1])


def in_order(cards: Iterable[str]) -> list[str]:
    """The cards in index order."""
    return sorted(cards, key=EVERY_CARD.index)


def without(cards: list[str], others: Iterable[str]) -> list[str]:
    """The cards that are none of the others, in the same order."""
    return [card for card in cards if card not in others]


def sets_adding_up_to(total: int, cards: list[str]) -> list[list[str]]:
    """All sets of the cards, each in the order given, whose values add up to a total."""
    if total == 0:
        return [[]]
    return [
        [card, *others]
        for i, card in enumerate(cards)
        if value_of(card) <= total
        for others in sets_adding_up_to(total - value_of(card), cards[i + 1 :])
    ]
