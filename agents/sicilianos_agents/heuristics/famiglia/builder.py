"""The builder: gets a hand together that can take higher cards later."""

from __future__ import annotations

import numpy as np

from sicilianos_agents.heuristics.famiglia.greedy import lowest_points
from sicilianos_agents.heuristics.famiglia.turn import (
    decide_accountant,
    decide_brute,
    decide_street,
    decide_take,
)
from sicilianos_agents.heuristics.famiglia.worth import counts, future, outlook
from sicilianos_env.engine.records import Array, index_of_one
from sicilianos_env.games.famiglia.components import NUM_KINDS
from sicilianos_env.games.famiglia.observation import open_observation
from sicilianos_env.games.famiglia.state import ACCOUNTANT_ASKED, BRUTE_ASKED, NOTHING, STREET
from sicilianos_env.jit import rule

ENOUGH = 1.0  # worth of a turn with which it clears no more


@rule
def builder(observation: Array, mask: Array) -> int:
    """Weighs points against what the hand promises, and looks at no rival."""
    tables, seats = open_observation(observation)
    table, mine = tables[0], seats[0]
    promise, nothing = outlook(table, counts(table.street)), np.zeros(NUM_KINDS)
    phase = index_of_one(table.phase, NOTHING)
    if phase == STREET:
        return decide_street(table, mine, promise, lowest_points(), ENOUGH)
    if phase == ACCOUNTANT_ASKED:
        return decide_accountant(table, mine, promise, nothing, future(table))
    if phase == BRUTE_ASKED:
        return decide_brute(table, mine, promise, nothing, future(table))
    return decide_take(table, mine, promise, nothing, future(table))
