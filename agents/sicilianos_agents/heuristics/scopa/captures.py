"""What a card can take from a table, and what that is worth, for all heuristics of Scopa.

A table is an array of 40 flags. A card's worth is in points of the round: `worths` has 40 of them.
"""

from __future__ import annotations

import numpy as np

from sicilianos_env.engine.records import Array, Record, signed
from sicilianos_env.games.scopa.components import (
    COINS,
    KING,
    NUM_CARDS,
    NUM_VALUES,
    SEVEN,
    card_of,
    suit_of,
    value_of,
)
from sicilianos_env.games.scopa.state import NO_CARD, TAKE
from sicilianos_env.jit import rule

IMPOSSIBLE = -1000.0  # worth of what cannot be taken
SCOPA = 1.0

LATER = 0.3  # weight of what the rest of a hand can take in its next turn

# What taking a card brings on average: 40 cards and 10 coins share a point for the most.
A_CARD = 0.04
A_COIN = 0.16


@rule
def usual_worths() -> Array:
    """What each card is worth in a score pile."""
    worths = np.full(NUM_CARDS, A_CARD)
    for card in range(NUM_CARDS):
        if suit_of(card) == COINS:
            worths[card] += A_COIN
    worths[card_of(COINS, SEVEN)] += 1.0
    worths[card_of(COINS, KING)] += 1.0
    return worths


@rule
def cards_on_table(table: Record) -> Array:
    """The table's cards as a new array of flags."""
    cards = np.zeros(NUM_CARDS, np.int8)
    for card in range(NUM_CARDS):
        cards[card] = table.table[card]
    return cards


@rule
def total_of(cards: Array) -> int:
    """The values of the cards together."""
    total = 0
    for card in range(NUM_CARDS):
        if cards[card]:
            total += value_of(card)
    return total


@rule
def sums_from(cards: Array, worths: Array) -> Array:
    """The most that sums are worth, (41, 11): `[i, s]` of cards from index i on that make s."""
    best = np.full((NUM_CARDS + 1, NUM_VALUES + 1), IMPOSSIBLE)
    best[NUM_CARDS, 0] = 0.0
    for card in range(NUM_CARDS - 1, -1, -1):
        best[card] = best[card + 1]
        if cards[card]:
            value = value_of(card)
            for made in range(value, NUM_VALUES + 1):
                with_card = worths[card] + best[card + 1, made - value]
                best[card, made] = max(best[card, made], with_card)
    return best


@rule
def best_single(cards: Array, worths: Array, value: int) -> int:
    """The card of that value that is worth most, or NO_CARD."""
    found = NO_CARD
    for card in range(value - 1, NUM_CARDS, NUM_VALUES):
        if cards[card] and (found == NO_CARD or worths[card] > worths[found]):
            found = card
    return found


@rule
def take_best(cards: Array, worths: Array, value: int) -> float:
    """Takes from `cards` what a card of that value takes at best; returns what it is worth.

    IMPOSSIBLE if it takes nothing; the card played is not counted.
    """
    single = best_single(cards, worths, value)
    if single != NO_CARD:
        cards[single] = 0
        return worths[single]
    best = sums_from(cards, worths)
    worth = best[0, value]
    if worth > IMPOSSIBLE / 2:
        take_sum(cards, best, value)
    return worth


@rule
def take_sum(cards: Array, best: Array, missing: int) -> None:
    """Takes the cards that `best`, made by `sums_from`, is the worth of."""
    for card in range(NUM_CARDS):
        if cards[card] and best[card, missing] > best[card + 1, missing]:
            cards[card] = 0
            missing -= value_of(card)


@rule
def worth_of_best(cards: Array, worths: Array, best: Array, value: int) -> float:
    """What a card of that value can take; `best` is of the same cards."""
    single = best_single(cards, worths, value)
    return worths[single] if single != NO_CARD else best[0, value]


@rule
def next_to_take(table: Record, mask: Array, worths: Array) -> int:
    """In phase `take`: the next card of the set that is worth most."""
    cards, missing = cards_on_table(table), 0
    for card in range(NUM_CARDS):
        missing += signed(table.played[card]) * value_of(card)
        missing -= signed(table.taking[card]) * value_of(card)
    best = sums_from(cards, worths)
    choice, most = NO_CARD, IMPOSSIBLE
    for card in range(NUM_CARDS):
        if mask[card]:
            worth = worths[card] + best[card + 1, missing - value_of(card)]
            if worth > most:
                choice, most = card, worth
    return choice


@rule
def is_taking(table: Record) -> bool:
    return table.phase[TAKE] == 1


@rule
def later(seats: Array, cards: Array, worths: Array, played: int) -> float:
    """The best that another card of my hand could take from that table."""
    best, most = sums_from(cards, worths), 0.0
    for card in range(NUM_CARDS):
        if seats[0].hand[card] and card != played:
            taken = worth_of_best(cards, worths, best, value_of(card))
            if taken > 0:
                most = max(most, taken + worths[card])
    return most
