"""The decisions of a turn, as a player makes them who values hands by `worth`.

What a player cares about are three things: the `promise` of each kind, a `bonus` for each kind
taken (what the rival loses by it), and the `weight` of the potential against points in hand.
"""

from __future__ import annotations

import numpy as np

from sicilianos_agents.heuristics.famiglia.taking import best_intimidation, best_take
from sicilianos_agents.heuristics.famiglia.worth import NOTHING_DONE, counts, potential
from sicilianos_env.engine.records import Array, Record, index_of_one, signed
from sicilianos_env.games.famiglia.actions import CARD, DONE, SKIP, intimidation
from sicilianos_env.games.famiglia.components import (
    ACCOUNTANT,
    BRUTE,
    NUM_KINDS,
    NUM_RANKS,
    kind_of,
    rank_of,
)
from sicilianos_env.games.famiglia.state import NOTHING
from sicilianos_env.jit import rule


@rule
def decide_take(table: Record, mine: Record, promise: Array, bonus: Array, weight: float) -> int:
    hand, street = counts(mine.hand), counts(table.street)
    intimidated = index_of_one(table.intimidated, NOTHING)
    lowered_to = index_of_one(table.lowered_to, 0)
    _, action = best_take(hand, street, intimidated, lowered_to, promise, bonus, weight)
    return action


@rule
def decide_brute(table: Record, mine: Record, promise: Array, bonus: Array, weight: float) -> int:
    """Plays a Brute if the best take with it is worth more than the best without."""
    hand, street = counts(mine.hand), counts(table.street)
    if table.brute > 0:
        brute = signed(table.brute)
        _, kind, lower = best_intimidation(hand, street, brute, promise, bonus, weight)
        return intimidation(kind, lower) if kind != NOTHING else any_intimidation(street)
    most, _ = best_take(hand, street, NOTHING, 0, promise, bonus, weight)
    choice = SKIP
    for rank in range(1, NUM_RANKS):
        worth = with_brute(hand, street, rank, promise, bonus, weight)
        if worth > most:
            most, choice = worth, CARD + kind_of(BRUTE, rank)
    return choice


@rule
def with_brute(
    hand: Array, street: Array, rank: int, promise: Array, bonus: Array, weight: float
) -> float:
    """The worth of the turn if that Brute is played."""
    played = kind_of(BRUTE, rank)
    if hand[played] == 0:
        return NOTHING_DONE
    hand[played] -= 1
    worth, _, _ = best_intimidation(hand, street, rank, promise, bonus, weight)
    hand[played] += 1
    return worth


@rule
def any_intimidation(street: Array) -> int:
    """For who cannot make use of it: the first card that can be lowered, by one rank."""
    for kind in range(NUM_KINDS):
        rank = rank_of(kind)
        if street[kind] > 0 and rank > 0:
            return intimidation(kind, rank - 1)
    return SKIP


@rule
def worth_of_turn(hand: Array, street: Array, promise: Array, bonus: Array, weight: float) -> float:
    """The best that taking a card brings, with a Brute or without."""
    most, _ = best_take(hand, street, NOTHING, 0, promise, bonus, weight)
    for rank in range(1, NUM_RANKS):
        most = max(most, with_brute(hand, street, rank, promise, bonus, weight))
    return most


# --- The Accountant


@rule
def decide_accountant(
    table: Record, mine: Record, promise: Array, bonus: Array, weight: float
) -> int:
    """Plays the Accountant whose exchange helps the turn most; or goes on with the exchange."""
    hand, gang, street = counts(mine.hand), counts(mine.gang), counts(table.street)
    if table.accountant > 0:
        accountant = signed(table.accountant)
        return go_on_exchanging(table, hand, gang, accountant, promise)
    most = worth_of_turn(hand, street, promise, bonus, weight)
    choice = SKIP
    for rank in range(1, NUM_RANKS):
        if hand[kind_of(ACCOUNTANT, rank)] > 0:
            exchanged, left = hand.copy(), gang.copy()
            exchanged[kind_of(ACCOUNTANT, rank)] -= 1
            for _ in range(rank):
                swap_best(exchanged, left, promise)
            worth = worth_of_turn(exchanged, street, promise, bonus, weight)
            if worth > most:
                most, choice = worth, CARD + kind_of(ACCOUNTANT, rank)
    return choice


@rule
def best_swap(hand: Array, gang: Array, promise: Array) -> tuple[float, int, int]:
    """The exchange of one card of the gang for one of the hand that adds most potential."""
    before = potential(hand, promise)
    most, recalled, laid = 0.0, NOTHING, NOTHING
    for kind in range(NUM_KINDS):
        if gang[kind] > 0:
            hand[kind] += 1
            cheapest, gain = cheapest_to_lay(hand, promise)
            hand[kind] -= 1
            if gain - before > most:
                most, recalled, laid = gain - before, kind, cheapest
    return most, recalled, laid


@rule
def cheapest_to_lay(hand: Array, promise: Array) -> tuple[int, float]:
    """The card whose loss leaves most potential, and what is left."""
    choice, most = NOTHING, NOTHING_DONE
    for kind in range(NUM_KINDS):
        if hand[kind] > 0:
            hand[kind] -= 1
            left = potential(hand, promise)
            hand[kind] += 1
            if left > most:
                choice, most = kind, left
    return choice, most


@rule
def swap_best(hand: Array, gang: Array, promise: Array) -> None:
    _, recalled, laid = best_swap(hand, gang, promise)
    if recalled != NOTHING:
        hand[recalled] += 1
        gang[recalled] -= 1
        hand[laid] -= 1


@rule
def go_on_exchanging(
    table: Record, hand: Array, gang: Array, accountant: int, promise: Array
) -> int:
    """Recalls while that helps; then lays what is missed least."""
    if table.recalls == 0:
        choice, _ = cheapest_to_lay(hand, promise)
        return CARD + choice
    gang[kind_of(ACCOUNTANT, accountant)] -= 1
    for _ in range(table.lays):
        choice, _ = cheapest_to_lay(hand, promise)
        hand[choice] -= 1
    _, recalled, _ = best_swap(hand, gang, promise)
    return CARD + recalled if recalled != NOTHING else DONE


# --- The street


@rule
def decide_street(table: Record, mine: Record, promise: Array, cost: Array, enough: float) -> int:
    """Clears the card that it costs most to leave, unless the turn already brings `enough`."""
    hand, street = counts(mine.hand), counts(table.street)
    nothing = np.zeros(NUM_KINDS)
    worth = worth_of_turn(hand, street, promise, nothing, 1.0) - potential(hand, promise)
    if worth >= enough:
        return DONE
    choice = NOTHING
    for kind in range(NUM_KINDS):
        if street[kind] > 0 and (choice == NOTHING or cost[kind] > cost[choice]):
            choice = kind
    return CARD + choice
