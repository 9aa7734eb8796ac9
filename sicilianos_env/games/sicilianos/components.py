"""What lies in the box: families, cards, bank notes, businesses and dice (rulebook, "Contents")."""

from __future__ import annotations

from sicilianos_env.jit import rule

FAMILIES = ("yellow", "black", "red", "blue", "green", "white")
BUSINESSES = ("laundry", "restaurant", "antique shop")
SYMBOLS = ("two", "one", "hand")  # of the influence die
DENOMINATIONS = (5_000, 10_000, 20_000, 40_000, 50_000)

UNIT = 5_000  # money is counted in units of 5,000
NOTE_UNITS = (1, 2, 4, 8, 10)
assert tuple(units * UNIT for units in NOTE_UNITS) == DENOMINATIONS

NUM_FAMILIES = len(FAMILIES)
NUM_VALUES = 11  # 1 … 11 in each family
NUM_CARDS = NUM_FAMILIES * NUM_VALUES
NUM_NOTES = len(DENOMINATIONS)
NUM_BUSINESSES = len(BUSINESSES)
MAX_PLAYERS = 6

BODYGUARD, BOMB, TURNCOAT = 1, 5, 8  # card values
DEFECTED_STRENGTH = 4  # of a Turncoat, for its partner's family
TWO, ONE, HAND = range(3)  # indices of SYMBOLS


@rule
def card_of(colour: int, value: int) -> int:
    """The index (0 … 65) of a family's card of the given value (1 … 11)."""
    return colour * NUM_VALUES + value - 1


@rule
def colour_of(card: int) -> int:
    return card // NUM_VALUES


@rule
def value_of(card: int) -> int:
    return card % NUM_VALUES + 1


def card_name(card: int) -> str:
    return f"{FAMILIES[colour_of(card)]} {value_of(card)}"


CARD_NAMES = tuple(map(card_name, range(NUM_CARDS)))
