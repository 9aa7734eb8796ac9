"""A random state that looks the same to the viewer, from the observation alone.

Every way in which the cards that the viewer does not know can lie in the other hands and in the
deck is equally likely. The viewer becomes seat 0. What the observation clips, scores above 255 and
scopas above 20, is lost.
"""

from __future__ import annotations

import numpy as np

from sicilianos_env.engine.game import OVER
from sicilianos_env.engine.records import Array, Record, index_of_one, signed
from sicilianos_env.engine.streams import Stream, random_below
from sicilianos_env.games.scopa.cards import lay_on_table, put_on_deck_bottom
from sicilianos_env.games.scopa.components import NUM_CARDS
from sicilianos_env.games.scopa.observation import open_observation
from sicilianos_env.games.scopa.rules import ask, begin_taking, choose, start
from sicilianos_env.games.scopa.state import (
    GAME_OVER,
    IN_DECK,
    NO_CARD,
    PILE,
)
from sicilianos_env.jit import rule


@rule
def resample(rules: Record, observation: Array, stream: Stream, state: Record) -> None:
    """Writes a random state consistent with the observation into `state` (zeros before)."""
    tables, seats = open_observation(observation)
    start(rules, state)
    restore_table(tables[0], state)
    ask(state, OVER, index_of_one(tables[0].phase, GAME_OVER))
    for seat in range(rules.num_players):
        restore_seat(seats[seat], seat, state)
    deal_unknown(rules, seats, stream, state)


@rule
def restore_table(table: Record, state: Record) -> None:
    """The cards seen by all; the number of shuffles is at least that of the rounds."""
    state.round_number = table.round_number
    state.shuffles = table.round_number
    if index_of_one(table.played, NO_CARD) != NO_CARD:
        begin_taking(state, index_of_one(table.played, NO_CARD))
    for card in range(NUM_CARDS):
        if table.table[card]:
            lay_on_table(state, card)
        if table.taking[card]:
            choose(state, card)


@rule
def restore_seat(shown: Record, seat: int, state: Record) -> None:
    if shown.to_move:
        state.to_move = seat
    if shown.dealer:
        state.dealer = seat
    if shown.last_taker:
        state.last_taker = seat
    state.hand_sizes[seat] = shown.hand_size
    state.scopas[seat] = shown.scopas
    state.score[seat] = shown.score
    for card in range(NUM_CARDS):
        if shown.hand[card]:
            state.location[card] = seat
        if shown.pile[card]:
            state.location[card] = PILE + seat


@rule
def deal_unknown(rules: Record, seats: Array, stream: Stream, state: Record) -> None:
    """The cards without a place, in random order: to the hands that are not known, then the deck.

    Those known to be in the deck (7.2) are all that have no place then.
    """
    unknown = np.empty(NUM_CARDS, np.int8)
    left = shuffle_unknown(rules, stream, state, unknown)
    for seat in range(rules.num_players):
        for _ in range(signed(seats[seat].hand_size) - cards_in_hand(state, seat)):
            left -= 1
            state.location[unknown[left]] = seat
    for i in range(left):
        put_on_deck_bottom(state, unknown[i])


@rule
def cards_in_hand(state: Record, seat: int) -> int:
    count = 0
    for card in range(NUM_CARDS):
        count += state.location[card] == seat
    return count


@rule
def shuffle_unknown(rules: Record, stream: Stream, state: Record, unknown: Array) -> int:
    """Writes the cards that have no place yet in random order; returns how many."""
    count = 0
    for i in range(rules.num_cards):
        card = rules.cards[i]
        if state.location[card] == IN_DECK:
            j = random_below(stream, count + 1)
            unknown[count] = unknown[j]
            unknown[j] = card
            count += 1
    return count
