"""What cards are worth, for all heuristics of Famiglia: points now, and points to come.

A hand, a gang or a street is an array of 20 counts by kind. `outlook` has for each kind the points
that being able to take it promises.
"""

from __future__ import annotations

import numpy as np

from sicilianos_env.engine.records import Array, Record, signed
from sicilianos_env.games.famiglia.components import (
    ACCOUNTANT,
    BRUTE,
    MERCENARY,
    NUM_FAMILIES,
    NUM_KINDS,
    NUM_RANKS,
    POINTS,
    TOP_RANK,
    kind_of,
    rank_of,
)
from sicilianos_env.jit import rule

ALREADY = 0.6  # share of a promise that a card on the street keeps
HIDDEN = 0.25  # and one that is still to come there
AFTERWARDS = 0.5  # share of the worth of the next higher card that the lower one promises

WITH_JOKER = 0.7  # how near a single card with a joker is to a pair
ALONE = 0.3

A_CARD = 0.5  # in the hand rather than in the gang
A_JOKER, A_BRUTE, AN_ACCOUNTANT = 0.5, 0.8, 0.4  # for each rank, while it can be played

LONG = 8.0  # turns from which on the future counts in full
CARDS_A_TURN = 1.5  # that leave the second stock

NOTHING_DONE = -1000.0


@rule
def counts(field: Array) -> Array:
    """A copy of an observation's field as signed counts."""
    copied = np.zeros(NUM_KINDS, np.int64)
    for kind in range(NUM_KINDS):
        copied[kind] = signed(field[kind])
    return copied


@rule
def outlook(table: Record, street: Array) -> Array:
    """What each kind promises to who can take it: its points and those above it, if it comes."""
    promise = np.zeros(NUM_KINDS)
    for family in range(NUM_FAMILIES):
        above = 0.0
        for rank in range(TOP_RANK, -1, -1):
            kind = kind_of(family, rank)
            to_come = signed(table.stock[kind]) + signed(table.discards[kind])
            comes = min(1.0, ALREADY * street[kind] + HIDDEN * to_come)
            worth = POINTS[kind] + AFTERWARDS * above
            promise[kind] = comes * worth
            above = promise[kind]
    return promise


@rule
def highest_joker(hand: Array) -> int:
    """The highest rank of a Mercenary in the hand; 0 if there is none above it."""
    for rank in range(TOP_RANK, 0, -1):
        if hand[kind_of(MERCENARY, rank)] > 0:
            return rank
    return 0


@rule
def nearness(hand: Array, kind: int, joker: int) -> float:
    """How near the hand is to taking a kind of rank 1 or more, 0 to 1."""
    lower = hand[kind - 1]
    if lower >= 2:
        return 1.0
    if lower == 1:
        return WITH_JOKER if joker >= rank_of(kind) else ALONE
    return 0.0


@rule
def potential(hand: Array, promise: Array) -> float:
    """What the hand may still bring, in points."""
    joker, worth = highest_joker(hand), 0.0
    for kind in range(NUM_KINDS):
        worth += A_CARD * hand[kind]
        if rank_of(kind) > 0 and hand[kind - 1] > 0:
            worth += nearness(hand, kind, joker) * promise[kind]
    for rank in range(1, NUM_RANKS):
        worth += A_JOKER * rank * hand[kind_of(MERCENARY, rank)]
        worth += A_BRUTE * rank * hand[kind_of(BRUTE, rank)]
        worth += AN_ACCOUNTANT * rank * hand[kind_of(ACCOUNTANT, rank)]
    return worth


@rule
def future(table: Record) -> float:
    """How much of the potential can still be cashed in, 0 to 1."""
    if not table.second_pass:
        return 1.0
    return min(1.0, signed(table.stock_size) / CARDS_A_TURN / LONG)
