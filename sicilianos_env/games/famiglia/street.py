"""The stock and the street: drawing, clearing, and the second pass of the stock (RULES.md, 3)."""

from __future__ import annotations

from sicilianos_env.engine.game import CHANCE
from sicilianos_env.engine.records import Array, Record
from sicilianos_env.games.famiglia.components import (
    NUM_FAMILIES,
    NUM_KINDS,
    kind_of,
    rank_of,
)
from sicilianos_env.games.famiglia.state import NOTHING, RESHUFFLE, ask
from sicilianos_env.jit import rule

# --- The stock


@rule
def put_under_stock(state: Record, kind: int) -> None:
    state.stock[state.stock_size] = kind
    state.stock_size += 1
    state.in_stock[kind] += 1


@rule
def cards_in_discards(state: Record) -> int:
    cards = 0
    for kind in range(NUM_KINDS):
        cards += state.discards[kind]
    return cards


@rule
def put_discards_under_stock(state: Record) -> None:
    """In index order, to be shuffled."""
    for kind in range(NUM_KINDS):
        for _ in range(state.discards[kind]):
            put_under_stock(state, kind)
        state.discards[kind] = 0


@rule
def put_stock_in_order(state: Record, order: Array) -> None:
    """The cards of the stock change places: the one at `order[0]` comes to the top."""
    before = state.stock.copy()
    for place in range(state.stock_size):
        state.stock[place] = before[order[place]]


@rule
def take_off_stock(state: Record, cards: int) -> None:
    """The topmost cards are gone; the others move up, and are known as before (8.3)."""
    left = state.stock_size - cards
    for place in range(left):
        state.stock[place] = state.stock[place + cards]
    for place in range(left, state.stock_size):
        state.stock[place] = NOTHING
    state.stock_size = left
    state.known_places = min(state.known_places, left)


@rule
def draw_to_street(state: Record, cards: int) -> None:
    """So many cards, or what is there; an empty first stock is replaced at once (3.5)."""
    drawn = min(cards, state.stock_size)
    for place in range(drawn):
        state.street[state.stock[place]] += 1
        state.in_stock[state.stock[place]] -= 1
    take_off_stock(state, drawn)
    if state.stock_size == 0 and not state.second_pass:
        empty_first_stock(state, cards - drawn)


@rule
def empty_first_stock(state: Record, to_draw: int) -> None:
    """The discards are shuffled at once (3.5); without any the second pass begins empty (3.7)."""
    if cards_in_discards(state) > 0:
        state.to_draw = to_draw
        ask(state, CHANCE, RESHUFFLE)
    else:
        state.second_pass = True


@rule
def begin_second_stock(state: Record, order: Array) -> None:
    """The discards in the given order; then the rest of the draw that emptied the first stock."""
    put_discards_under_stock(state)
    put_stock_in_order(state, order)
    state.second_pass = True
    draw_to_street(state, state.to_draw)
    state.to_draw = 0


# --- The street


@rule
def is_street_empty(state: Record) -> bool:
    for kind in range(NUM_KINDS):
        if state.street[kind] > 0:
            return False
    return True


@rule
def lies_rank_0(state: Record) -> bool:
    for family in range(NUM_FAMILIES):
        if state.street[kind_of(family, 0)] > 0:
            return True
    return False


@rule
def lies_higher_rank(state: Record) -> bool:
    """Whether the street has a card of rank 1 or more."""
    for kind in range(NUM_KINDS):
        if state.street[kind] > 0 and rank_of(kind) > 0:
            return True
    return False


@rule
def can_clear(state: Record) -> bool:
    """3.2; it holds of the further clearings of 3.3 and 3.6 too."""
    return state.stock_size > 0 and lies_higher_rank(state) and not lies_rank_0(state)


@rule
def clear(state: Record, kind: int) -> None:
    """To the discards (3.3) or openly under the stock (3.4); then as many cards as its rank."""
    state.street[kind] -= 1
    if state.second_pass:
        put_under_stock(state, kind)
        state.known_places += 1
    else:
        state.discards[kind] += 1
    draw_to_street(state, rank_of(kind))
