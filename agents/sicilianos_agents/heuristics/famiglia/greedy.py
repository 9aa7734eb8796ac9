"""The greedy player: takes the card that has most points now."""

from __future__ import annotations

import numpy as np

from sicilianos_agents.heuristics.famiglia.turn import (
    decide_brute,
    decide_street,
    decide_take,
)
from sicilianos_env.engine.records import Array, index_of_one
from sicilianos_env.games.famiglia.actions import CARD, DONE, SKIP
from sicilianos_env.games.famiglia.components import NUM_KINDS, POINTS
from sicilianos_env.games.famiglia.observation import open_observation
from sicilianos_env.games.famiglia.state import ACCOUNTANT_ASKED, BRUTE_ASKED, NOTHING, STREET
from sicilianos_env.jit import rule

BARELY = 0.01  # weight of the potential: between equal points the more useful card
ENOUGH = 1.0  # worth of a turn with which it clears no more


@rule
def greedy(observation: Array, mask: Array) -> int:
    """Counts points in hand, plays a Brute for a better card, and never exchanges."""
    tables, seats = open_observation(observation)
    table, mine = tables[0], seats[0]
    nothing = np.zeros(NUM_KINDS)
    phase = index_of_one(table.phase, NOTHING)
    if phase == STREET:
        return decide_street(table, mine, nothing, lowest_points(), ENOUGH)
    if phase == ACCOUNTANT_ASKED:
        return first_of(mask) if mask[SKIP] == 0 else SKIP
    if phase == BRUTE_ASKED:
        return decide_brute(table, mine, nothing, nothing, BARELY)
    return decide_take(table, mine, nothing, nothing, BARELY)


@rule
def first_of(mask: Array) -> int:
    """An exchange begun in a loaded position: ends it as soon as it may."""
    if mask[DONE]:
        return DONE
    for kind in range(NUM_KINDS):
        if mask[CARD + kind]:
            return CARD + kind
    return SKIP


@rule
def lowest_points() -> Array:
    """Clears the card with the fewest points."""
    cost = np.zeros(NUM_KINDS)
    for kind in range(NUM_KINDS):
        cost[kind] = -POINTS[kind]
    return cost
