"""The consigliere: builds, exchanges, grudges the rival his cards, and cashes in at the end."""

from __future__ import annotations

import numpy as np

from sicilianos_agents.heuristics.famiglia.turn import (
    decide_accountant,
    decide_brute,
    decide_street,
    decide_take,
)
from sicilianos_agents.heuristics.famiglia.worth import (
    counts,
    future,
    highest_joker,
    nearness,
    outlook,
)
from sicilianos_env.engine.records import Array, Record, index_of_one
from sicilianos_env.games.famiglia.components import NUM_KINDS, POINTS, rank_of
from sicilianos_env.games.famiglia.observation import open_observation
from sicilianos_env.games.famiglia.state import ACCOUNTANT_ASKED, BRUTE_ASKED, NOTHING, STREET
from sicilianos_env.jit import rule

GRUDGE = 0.3  # weight of what a card would bring the rival
FARSIGHTED = 1.4  # weight of the potential, while there is time
ENOUGH = 4.0  # worth of a turn with which it clears no more


@rule
def consigliere(observation: Array, mask: Array) -> int:
    """Plays each phase for the points of the whole turn, and weighs the future by its length."""
    tables, seats = open_observation(observation)
    table, mine = tables[0], seats[0]
    promise = outlook(table, counts(table.street))
    bonus, weight = grudges(counts(seats[1].hand), promise), FARSIGHTED * future(table)
    phase = index_of_one(table.phase, NOTHING)
    if phase == STREET:
        return decide_street(table, mine, promise, cost_to_leave(mine, bonus, promise), ENOUGH)
    if phase == ACCOUNTANT_ASKED:
        return decide_accountant(table, mine, promise, bonus, weight)
    if phase == BRUTE_ASKED:
        return decide_brute(table, mine, promise, bonus, weight)
    return decide_take(table, mine, promise, bonus, weight)


@rule
def grudges(hand: Array, promise: Array) -> Array:
    """What it would bring the rival to take each kind himself, weighted."""
    bonus, joker = np.zeros(NUM_KINDS), highest_joker(hand)
    for kind in range(NUM_KINDS):
        near = 1.0 if rank_of(kind) == 0 else nearness(hand, kind, joker)
        bonus[kind] = GRUDGE * near * max(promise[kind], POINTS[kind])
    return bonus


@rule
def cost_to_leave(mine: Record, bonus: Array, promise: Array) -> Array:
    """A card that helps the rival and not me is the one to clear."""
    hand = counts(mine.hand)
    cost, joker = np.zeros(NUM_KINDS), highest_joker(hand)
    for kind in range(NUM_KINDS):
        cost[kind] = bonus[kind]
        if rank_of(kind) > 0:
            cost[kind] -= nearness(hand, kind, joker) * promise[kind]
    return cost
