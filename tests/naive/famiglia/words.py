"""The words of Famiglia: families, ranks, cards, phases, and how a referee refuses."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

FAMILIES = ["famiglia", "mercenary", "brute", "accountant"]  # 1.1: the index order


RANKS = [0, 1, 2, 3, 4]


ABLE = [1, 2, 3, 4]  # the ranks of Accountants and Brutes that can be played, of jokers too


EVERY_CARD = [f"{family} {rank}" for family in FAMILIES for rank in RANKS]


PHASES = ["street", "accountant", "brute", "take", "over"]


FIRST, SECOND = 1, 2  # the passes of the stock


Chance = Callable[[str, list | None], Any]


class RefusedError(ValueError):
    """An action that is not allowed, or a position or rules that cannot be: the text says why."""


def insist(condition: object, fault: str) -> None:
    """Refuses with the fault unless the condition holds."""
    if not condition:
        raise RefusedError(fault)


def family_of(card: str) -> str:
    """The family of a card: 'brute 2' -> 'brute'."""
    return card.split(" ")[0]


def rank_of(card: str) -> int:
    """The rank printed on a card."""
    return int(card.split(" ")[1])


def in_index_order(cards: Iterable[str]) -> list[str]:
    """The cards sorted by family, then by rank (1.2)."""
    return sorted(cards, key=EVERY_CARD.index)


def kinds_of(cards: Iterable[str]) -> list[str]:
    """Each kind that is among the cards, once, in index order."""
    return in_index_order(set(cards))


def points_of(card: str) -> int:
    """The victory points of a card (1.3)."""
    by_rank = [1, 3, 6, 10, 15] if family_of(card) == "famiglia" else [0, 1, 3, 6, 10]
    return by_rank[rank_of(card)]


# All card names, to find them in texts.
CARDS = set(EVERY_CARD)
