"""Which cards the others can still hold."""

from __future__ import annotations

import numpy as np

from sicilianos_env.engine.records import Array, Record, signed
from sicilianos_env.games.scopa.components import NUM_CARDS, NUM_VALUES, value_of
from sicilianos_env.jit import rule

A_HAND = 3  # cards, as far as nobody holds any


@rule
def count_unseen(table: Record, seats: Array) -> Array:
    """How many cards of each value (1 … 10) the viewer does not know the place of, (11,).

    The cards of a hand that is known count as unseen too: the next player holds some of them.
    """
    unseen = np.zeros(NUM_VALUES + 1)
    for card in range(NUM_CARDS):
        seen = table.table[card] or table.played[card] or seats[0].hand[card]
        for seat in range(seats.shape[0]):
            seen = seen or seats[seat].pile[card]
        unseen[value_of(card)] += not seen
    return unseen


@rule
def next_hand_size(seats: Array) -> int:
    """Cards of the next player to move who holds any."""
    for seat in range(1, seats.shape[0]):
        if seats[seat].hand_size > 0:
            return signed(seats[seat].hand_size)
    return A_HAND


@rule
def chance_to_hold(unseen: Array, value: int, hand_size: int) -> float:
    """That a hand from the unseen cards has a card of that value."""
    left, without = unseen.sum(), 1.0
    for drawn in range(hand_size):
        if left - drawn <= 0:
            break
        without *= max(0.0, left - unseen[value] - drawn) / (left - drawn)
    return 1.0 - without
