"""Scores, the Godfather and who wins (RULES.md, 7 and 8)."""

from __future__ import annotations

from sicilianos_env.engine.records import Array, Record
from sicilianos_env.games.sicilianos.components import (
    NUM_BUSINESSES,
    NUM_FAMILIES,
    NUM_NOTES,
    UNIT,
)
from sicilianos_env.games.sicilianos.state import NOBODY
from sicilianos_env.jit import rule

THREE_BUSINESSES_BONUS = 50_000
MOST_OF_A_TYPE_BONUS = 100_000


@rule
def notes_left(state: Record, seat: int) -> int:
    notes = 0
    for note in range(NUM_NOTES):
        notes += state.dirty[seat, note]
    return notes


@rule
def dirty_units(rules: Record, state: Record, seat: int) -> int:
    units = 0
    for note in range(NUM_NOTES):
        units += state.dirty[seat, note] * rules.note_units[note]
    return units


@rule
def businesses_of_type(state: Record, seat: int, business: int) -> int:
    owned = 0
    for colour in range(NUM_FAMILIES):
        owned += state.owner[colour, business] == seat
    return owned


@rule
def pile_size(state: Record, colour: int) -> int:
    size = 0
    for business in range(NUM_BUSINESSES):
        size += state.owner[colour, business] == NOBODY
    return size


@rule
def is_godfather(state: Record, seat: int) -> bool:
    for colour in range(NUM_FAMILIES):
        if state.businesses[seat, colour] == NUM_BUSINESSES:
            return True
    return False


@rule
def godfather(rules: Record, state: Record) -> int:
    """The seat that owns three businesses of one colour, or NOBODY."""
    for seat in range(rules.num_players):
        if is_godfather(state, seat):
            return seat
    return NOBODY


@rule
def somebody_is_broke(rules: Record, state: Record) -> bool:
    for seat in range(rules.num_players):
        if notes_left(state, seat) == 0:
            return True
    return False


@rule
def owns_three_types_in_three_colours(state: Record, seat: int) -> bool:
    """Whether each type can be assigned a colour of its own among the businesses of the seat."""
    for laundry in range(NUM_FAMILIES):
        for restaurant in range(NUM_FAMILIES):
            for antiques in range(NUM_FAMILIES):
                colours_differ = (
                    laundry != restaurant and laundry != antiques and restaurant != antiques
                )
                owns_them = (
                    state.owner[laundry, 0] == seat
                    and state.owner[restaurant, 1] == seat
                    and state.owner[antiques, 2] == seat
                )
                if colours_differ and owns_them:
                    return True
    return False


@rule
def owns_most(rules: Record, state: Record, seat: int, business: int) -> bool:
    """Whether the seat alone owns the most businesses of a type, and at least one (R17)."""
    owned = businesses_of_type(state, seat, business)
    for other in range(rules.num_players):
        if other != seat and businesses_of_type(state, other, business) >= owned:
            return False
    return owned > 0


@rule
def score(rules: Record, state: Record, seat: int) -> int:
    """Money at payday: washed, less dirty, and the bonuses of the bank."""
    money = (int(state.washed[seat]) - int(dirty_units(rules, state, seat))) * UNIT
    if owns_three_types_in_three_colours(state, seat):
        money += THREE_BUSINESSES_BONUS
    for business in range(NUM_BUSINESSES):
        if owns_most(rules, state, seat, business):
            money += MOST_OF_A_TYPE_BONUS
    return money


@rule
def result(rules: Record, state: Record, winners: Array, scores: Array) -> bool:
    """Writes who wins (0 or 1) and each seat's money; returns whether a Godfather won outright."""
    best = score(rules, state, 0)
    for seat in range(rules.num_players):
        scores[seat] = score(rules, state, seat)
        best = max(best, scores[seat])
    boss = godfather(rules, state)
    for seat in range(rules.num_players):
        winners[seat] = seat == boss if boss != NOBODY else scores[seat] == best
    return boss != NOBODY
