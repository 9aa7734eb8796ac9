"""Hands, table and deck: where the cards are, and how they get there."""

from __future__ import annotations

from sicilianos_env.engine.records import Record
from sicilianos_env.games.scopa.components import NUM_VALUES, value_of
from sicilianos_env.games.scopa.state import NO_CARD, ON_TABLE, PILE
from sicilianos_env.jit import rule

SUMS_KEPT = (1 << (NUM_VALUES + 1)) - 1  # no card is worth more


@rule
def somebody_holds_a_card(rules: Record, state: Record) -> bool:
    for seat in range(rules.num_players):
        if state.hand_sizes[seat] > 0:
            return True
    return False


@rule
def next_holder(rules: Record, state: Record, seat: int) -> int:
    """The first seat clockwise after `seat` that holds a card; there must be one."""
    other = (seat + 1) % rules.num_players
    while state.hand_sizes[other] == 0:
        other = (other + 1) % rules.num_players
    return other


@rule
def lay_on_table(state: Record, card: int) -> None:
    state.location[card] = ON_TABLE
    state.on_table[value_of(card)] += 1


@rule
def take_from_table(state: Record, card: int, seat: int) -> None:
    state.location[card] = PILE + seat
    state.on_table[value_of(card)] -= 1


@rule
def is_on_table(state: Record, card: int) -> bool:
    return state.location[card] == ON_TABLE


@rule
def is_table_empty(state: Record) -> bool:
    for value in range(1, NUM_VALUES + 1):
        if state.on_table[value] > 0:
            return False
    return True


@rule
def with_value(sums: int, value: int) -> int:
    """The sums that can be made when a card of that value may be added as well."""
    return (sums | (sums << value)) & SUMS_KEPT


@rule
def sums_on_table(state: Record) -> int:
    """Bit v is set if some of the cards on the table have the values v together."""
    sums = 1
    for value in range(1, NUM_VALUES + 1):
        for _ in range(state.on_table[value]):
            sums = with_value(sums, value)
    return sums


@rule
def can_make(sums: int, value: int) -> bool:
    return (sums >> value) & 1 == 1


@rule
def put_on_deck_bottom(state: Record, card: int) -> None:
    """Its location must say so already."""
    state.deck[state.deck_size] = card
    state.deck_size += 1


@rule
def lay_from_bottom(state: Record, count: int) -> None:
    """The last cards of the deck come face up on the table."""
    for _ in range(count):
        state.deck_size -= 1
        lay_on_table(state, state.deck[state.deck_size])
        state.deck[state.deck_size] = NO_CARD


@rule
def drop_from_top(state: Record, count: int) -> None:
    """The deck goes on after so many cards, which lie elsewhere by now."""
    left = state.deck_size - count
    for place in range(left):
        state.deck[place] = state.deck[place + count]
    for place in range(left, state.deck_size):
        state.deck[place] = NO_CARD
    state.deck_size = left
