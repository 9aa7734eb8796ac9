"""Hands and decks: where the cards are, and how they get there (RULES.md, 4)."""

from __future__ import annotations

from sicilianos_env.engine.records import Record
from sicilianos_env.games.sicilianos.components import (
    NUM_FAMILIES,
    card_of,
    colour_of,
    value_of,
)
from sicilianos_env.games.sicilianos.memory import learns_card
from sicilianos_env.games.sicilianos.state import FACE_DOWN, IN_DECK, NO_CARD
from sicilianos_env.jit import rule


@rule
def hand_size(state: Record, seat: int) -> int:
    size = 0
    for colour in range(NUM_FAMILIES):
        size += state.hand_colours[seat, colour]
    return size


@rule
def put_in_hand(state: Record, seat: int, card: int) -> None:
    state.location[card] = seat
    state.hand_colours[seat, colour_of(card)] += 1
    learns_card(state, seat, card)


@rule
def lay_face_down(state: Record, seat: int, card: int) -> None:
    state.location[card] = FACE_DOWN
    state.face_down[seat] = card
    state.hand_colours[seat, colour_of(card)] -= 1


@rule
def put_under_deck(state: Record, card: int, knowers: int) -> None:
    """To the bottom of its own deck; `knowers` has a bit for each seat that sees it."""
    colour, place = colour_of(card), state.deck_sizes[colour_of(card)]
    state.location[card] = IN_DECK
    state.decks[colour, place] = value_of(card)
    state.deck_knowers[colour, place] = knowers
    state.deck_sizes[colour] += 1


@rule
def take_from_deck(state: Record, seat: int, colour: int, place: int) -> None:
    """The card at a place (0 = top) goes to the hand; the rest keep their order."""
    card = card_of(colour, state.decks[colour, place])
    state.knowers[card] = state.deck_knowers[colour, place]
    state.deck_sizes[colour] -= 1
    last = state.deck_sizes[colour]
    for i in range(place, last):
        state.decks[colour, i] = state.decks[colour, i + 1]
        state.deck_knowers[colour, i] = state.deck_knowers[colour, i + 1]
    state.decks[colour, last] = NO_CARD
    state.deck_knowers[colour, last] = 0
    put_in_hand(state, seat, card)


@rule
def draw_top(state: Record, seat: int, colour: int) -> None:
    take_from_deck(state, seat, colour, 0)
