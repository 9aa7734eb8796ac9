"""The Sicilian deck: four suits of ten cards (RULES.md, 1)."""

from __future__ import annotations

from sicilianos_env.jit import rule

SUITS = ("clubs", "swords", "coins", "cups")
NUM_SUITS = len(SUITS)
NUM_VALUES = 10  # 1 … 10 in each suit
NUM_CARDS = NUM_SUITS * NUM_VALUES
MAX_PLAYERS = 6

COINS = SUITS.index("coins")
SEVEN, KING = 7, 10  # card values


@rule
def card_of(suit: int, value: int) -> int:
    """The index (0 … 39) of a suit's card of the given value (1 … 10)."""
    return suit * NUM_VALUES + value - 1


@rule
def suit_of(card: int) -> int:
    return int(card) // NUM_VALUES


@rule
def value_of(card: int) -> int:
    return int(card) % NUM_VALUES + 1


def card_name(card: int) -> str:
    return f"{SUITS[suit_of(card)]} {value_of(card)}"


CARD_NAMES = tuple(map(card_name, range(NUM_CARDS)))
