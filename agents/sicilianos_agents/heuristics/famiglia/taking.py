"""Which card to take, and with what, for all heuristics of Famiglia."""

from __future__ import annotations

from sicilianos_agents.heuristics.famiglia.worth import NOTHING_DONE, highest_joker, potential
from sicilianos_env.engine.records import Array
from sicilianos_env.games.famiglia.actions import CARD, PASS, laying_joker, laying_natural
from sicilianos_env.games.famiglia.components import (
    MERCENARY,
    NUM_KINDS,
    NUM_RANKS,
    POINTS,
    family_of,
    kind_of,
    rank_of,
)
from sicilianos_env.games.famiglia.state import NOTHING
from sicilianos_env.jit import rule


@rule
def after_taking(
    hand: Array, kind: int, laid: int, promise: Array, bonus: Array, weight: float
) -> float:
    """Points gained, and the hand's weighted potential, when `laid` (or NOTHING) is laid."""
    hand[kind] += 1
    if laid != NOTHING:
        hand[laid] -= 1
    worth = POINTS[kind] + bonus[kind] + weight * potential(hand, promise)
    hand[kind] -= 1
    if laid != NOTHING:
        hand[laid] += 1
    return worth


@rule
def best_way_to_take(
    hand: Array, kind: int, rank: int, promise: Array, bonus: Array, weight: float
) -> tuple[float, int]:
    """The worth of taking a kind that counts as `rank`, and the action; NOTHING_DONE if not."""
    if rank == 0:
        return after_taking(hand, kind, NOTHING, promise, bonus, weight), CARD + kind
    natural = kind_of(family_of(kind), rank - 1)
    most, action = NOTHING_DONE, PASS
    if hand[natural] == 0:
        return most, action
    if hand[natural] > 1 or highest_joker(hand) >= rank:
        most = after_taking(hand, kind, natural, promise, bonus, weight)
        action = laying_natural(kind)
    for joker in range(rank, NUM_RANKS):
        laid = kind_of(MERCENARY, joker)
        if hand[laid] > 0:
            worth = after_taking(hand, kind, laid, promise, bonus, weight)
            if worth > most:
                most, action = worth, laying_joker(kind, joker)
    return most, action


@rule
def best_take(
    hand: Array,
    street: Array,
    intimidated: int,
    lowered_to: int,
    promise: Array,
    bonus: Array,
    weight: float,
) -> tuple[float, int]:
    """The best that can be taken, and the action; passing is worth the potential alone."""
    most, action = weight * potential(hand, promise), PASS
    for kind in range(NUM_KINDS):
        if street[kind] > 0:
            rank = lowered_to if kind == intimidated else rank_of(kind)
            worth, way = best_way_to_take(hand, kind, rank, promise, bonus, weight)
            if worth > most:
                most, action = worth, way
    return most, action


@rule
def best_intimidation(
    hand: Array, street: Array, brute: int, promise: Array, bonus: Array, weight: float
) -> tuple[float, int, int]:
    """The best take of a card lowered by a Brute of that rank: worth, kind and lower rank."""
    most, choice, lower = NOTHING_DONE, NOTHING, 0
    for kind in range(NUM_KINDS):
        if street[kind] > 0:
            for rank in range(max(0, rank_of(kind) - brute), rank_of(kind)):
                worth, _ = best_way_to_take(hand, kind, rank, promise, bonus, weight)
                if worth > most:
                    most, choice, lower = worth, kind, rank
    return most, choice, lower
