"""The words of Sicilianos: families, cards, notes, phases, and how a referee refuses."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

FAMILIES = ["yellow", "black", "red", "blue", "green", "white"]  # R1: the index order


TYPES = ["laundry", "restaurant", "antique shop"]


DENOMINATIONS = [5_000, 10_000, 20_000, 40_000, 50_000]


INFLUENCES = ["two", "one", "hand"]


BODYGUARD, BOMB, TURNCOAT = 1, 5, 8  # the values of the three special cards


DEFECTED = 4  # what a Turncoat counts away from home


DICE_PHASES = ["choose_draw", "take_one", "pick", "steal"]  # the phases after a roll


WAR_PHASES = ["join", "stake", "turncoat", "bomb", "continue", "split", "business"]


PHASES = ["draft", "turn", *DICE_PHASES, *WAR_PHASES, "over"]


Chance = Callable[[str, list], Any]


class RefusedError(ValueError):
    """An action that is not allowed, or a position or rules that cannot be: the text says why."""


def insist(condition: object, fault: str) -> None:
    """Refuses with the fault unless the condition holds."""
    if not condition:
        raise RefusedError(fault)


def colour_of(card: str) -> str:
    """The colour of a card ('red 7') or of a business ('red laundry')."""
    return card.split(" ", 1)[0]


def value_of(card: str) -> int:
    """The value printed on a family card."""
    return int(card.split(" ", 1)[1])


def type_of(business: str) -> str:
    """The type of a business: 'red antique shop' -> 'antique shop'."""
    return business.split(" ", 1)[1]


def card_order(card: str) -> tuple[int, int]:
    """Sorts cards in index order: by family, then by value."""
    return FAMILIES.index(colour_of(card)), value_of(card)


def business_order(business: str) -> tuple[int, int]:
    """Sorts businesses in index order: by family, then by type."""
    return FAMILIES.index(colour_of(business)), TYPES.index(type_of(business))


def of_colour(cards: Iterable[str], colour: str) -> list[str]:
    """The cards of one colour."""
    return [card for card in cards if colour_of(card) == colour]


# All card names, to find them in texts.
CARDS = {f"{family} {value}" for family in FAMILIES for value in range(1, 12)}
