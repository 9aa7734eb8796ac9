"""What each seat knows for certain: seen, and tracked since (RULES.md, 9).

A card (in a deck: a place) has one bit for each seat that knows it. A fact is kept while the seat
can follow the card and dropped when it could be another; nothing is inferred by exclusion. A card
laid face down leaves the bits alone: `observation` hides what is uncertain until the reveal.
"""

from __future__ import annotations

from sicilianos_env.engine.records import Record
from sicilianos_env.games.sicilianos.components import NUM_BUSINESSES, NUM_VALUES, card_of
from sicilianos_env.games.sicilianos.state import NOBODY
from sicilianos_env.jit import rule


@rule
def learns_card(state: Record, seat: int, card: int) -> None:
    state.knowers[card] |= 1 << seat


@rule
def everybody(rules: Record) -> int:
    return (1 << rules.num_players) - 1


@rule
def all_learn_card(rules: Record, state: Record, card: int) -> None:
    state.knowers[card] = everybody(rules)


@rule
def learns_deck(state: Record, seat: int, colour: int) -> None:
    for place in range(state.deck_sizes[colour]):
        state.deck_knowers[colour, place] |= 1 << seat


@rule
def others_forget_deck(state: Record, seat: int, colour: int) -> None:
    """`seat` searches it for a card of his choice: to the others any card may be gone."""
    if state.deck_sizes[colour] > 1:
        for place in range(state.deck_sizes[colour]):
            state.deck_knowers[colour, place] &= 1 << seat


@rule
def others_forget_colour(state: Record, thief: int, victim: int, colour: int) -> None:
    """A blind theft: to the others any card of that colour may have left the victim's hand."""
    if state.hand_colours[victim, colour] > 1:
        for value in range(1, NUM_VALUES + 1):
            card = card_of(colour, value)
            if state.location[card] == victim:
                state.knowers[card] &= (1 << thief) | (1 << victim)


@rule
def learns_pile(state: Record, seat: int, colour: int) -> None:
    for business in range(NUM_BUSINESSES):
        if state.owner[colour, business] == NOBODY:
            state.owner_knowers[colour, business] |= 1 << seat


@rule
def others_forget_pile(state: Record, founder: int, colour: int, in_pile: int) -> None:
    """`founder` takes a business unseen: to the others any of the pile may be gone."""
    if in_pile > 1:
        for business in range(NUM_BUSINESSES):
            if state.owner[colour, business] == NOBODY:
                state.owner_knowers[colour, business] &= 1 << founder
