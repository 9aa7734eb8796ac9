"""The words of Si, Oscuro Padrino!: characters, cards, phases, and how a referee refuses."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

BOSS, WIFE, ACCOUNTANT = 1, 3, 4  # 1.1; of the others only the order counts


STRANGERS = list(range(2, 12))  # all characters but the Boss


LIGHTS = ["green", "yellow", "red"]  # 1.7: the index order; 1.8: the rising order of moods


TYPES = ["character", "place", "object", "action", "event"]


# Informers, and behind which plain card each of them comes (1.6, 1.7).
INFORMERS = {
    "green character": "green character feds",
    "yellow character": "yellow character police",
    "red event": "red event arrest",
}


PLAIN_CARDS = [f"{light} {kind}" for light in LIGHTS for kind in TYPES]


EVERY_CARD = [
    card for plain in PLAIN_CARDS for card in [plain, INFORMERS.get(plain)] if card is not None
]


SUITCASES = ["money", "weapon", "plain"]


IN_THE_BOX = 11  # suitcases (1.4)


MOST_PLAYERS = 11  # 1.10


HAND = 3  # cards at most (1.10)


MOST_COUNTED = 9  # cards in a turn (3.5)


PHASES = [
    "third", "verdict", "help", "explain", "object", "judge", "believe", "rotate", "mercy",
    "condemn", "over",
]  # fmt: skip


Chance = Callable[[str, list[str]], Any]


class RefusedError(ValueError):
    """An action that is not allowed, or a position or rules that cannot be: the text says why."""


def insist(condition: object, fault: str) -> None:
    """Refuses with the fault unless the condition holds."""
    if not condition:
        raise RefusedError(fault)


def light_of(card: str) -> str:
    """The light of a card: 'red event arrest' -> 'red'."""
    return card.split(" ")[0]


def type_of(card: str) -> str:
    """The type of a card: 'red event arrest' -> 'event'."""
    return card.split(" ")[1]


def is_informer(card: str) -> bool:
    """Whether the card has a name of its own behind light and type (1.6)."""
    return card in INFORMERS.values()


def lights_up(card: str, mood: str) -> bool:
    """1.8."""
    return LIGHTS.index(light_of(card)) >= LIGHTS.index(mood)


def in_index_order(cards: Iterable[str]) -> list[str]:
    """The cards sorted by light, then by type (1.7)."""
    return sorted(cards, key=EVERY_CARD.index)


def kinds_of(cards: Iterable[str]) -> list[str]:
    """Each kind that is among the cards, once, in index order."""
    return in_index_order(set(cards))


# All card names, to find them in texts.
CARDS = set(EVERY_CARD)
