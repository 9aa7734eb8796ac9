"""Seeking the cards of one value: what bomber and turncoat do alike."""

from __future__ import annotations

from sicilianos_agents.heuristics.sicilianos.basics import colour_drawn, highest_of_all, victim_of
from sicilianos_agents.heuristics.sicilianos.consigliere import worth_of_draw
from sicilianos_env.engine.records import Array, Record, signed
from sicilianos_env.games.sicilianos.actions import CARD, DRAW, SEARCH, STAKE_NOTE, STEAL_FROM
from sicilianos_env.games.sicilianos.components import NUM_FAMILIES, NUM_VALUES, card_of
from sicilianos_env.games.sicilianos.state import NOTHING
from sicilianos_env.jit import rule

SOUGHT = 40.0  # what the card sought is worth beyond its points, as the consigliere counts draws


@rule
def seek(table: Record, book: Array, seats: Array, mask: Array, value: int) -> int:
    """Draws, searches or steals where a card of the value may be found; else as the consigliere."""
    best, most = NOTHING, -1000.0
    for action in range(DRAW, STAKE_NOTE):
        if mask[action]:
            worth = SOUGHT * chance_to_find(table, seats, action, value)
            worth += worth_of_draw(table, book, seats, action)
            if worth > most:
                best, most = action, worth
    return best


@rule
def pick_sought(mask: Array, value: int) -> int:
    """Takes the card of the value out of the deck searched; if it is not there, the highest."""
    for colour in range(NUM_FAMILIES):
        if mask[CARD + card_of(colour, value)]:
            return CARD + card_of(colour, value)
    return highest_of_all(mask)


@rule
def chance_to_find(table: Record, seats: Array, action: int, value: int) -> float:
    """The chance that a draw, search or theft can bring its colour's card of a value."""
    colour = colour_drawn(action)
    steals, searches = action >= STEAL_FROM, SEARCH <= action < STEAL_FROM
    for i in range(seats.shape[0]):
        if seats[i].hand[card_of(colour, value)]:
            is_his = steals and victim_of(action) == i
            return 1.0 / seats[i].hand_colours[colour] if is_his else 0.0
    for place in range(NUM_VALUES):
        if table.decks[colour * NUM_VALUES + place] == value:
            return 1.0 if searches or (place == 0 and not steals) else 0.0
    in_deck = signed(table.deck_sizes[colour])
    hidden = in_deck
    for i in range(1, seats.shape[0]):
        hidden += signed(seats[i].hand_colours[colour])
    return in_deck / hidden if searches else 1.0 / hidden
