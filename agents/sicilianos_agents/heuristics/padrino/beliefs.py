"""Where the money may be, from one seat's observation; seats are counted from the viewer.

An array of chances has one for each seat, float64 of shape (P,).
"""

from __future__ import annotations

import numpy as np

from sicilianos_agents.heuristics.padrino.ring import VIEWER
from sicilianos_env.engine.records import Array, index_of_one
from sicilianos_env.games.padrino.components import BOSS, MONEY
from sicilianos_env.games.padrino.state import NOTHING
from sicilianos_env.jit import rule

KEPT = 2.0  # how much likelier a suitcase has the money whose holder knows what it holds
GIVEN_AWAY = 0.5  # and one that somebody knows who has passed it on


@rule
def money_chances(seats: Array) -> Array:
    """The exact chance of each seat that its suitcase holds the money, as the viewer sees it.

    All suitcases mixed at the set-up were as likely to get it, and every move since was open; so
    those that the viewer does not know still are (RULES.md 9.9). Where no suitcase is mixed, as in
    a position given by hand, these are all of the family's that he does not know: an observation
    does not tell whether the Boss has one.
    """
    num_players = seats.shape[0]
    chances = possible_places(seats)
    for seat in range(num_players):
        known = index_of_one(seats[seat].suitcase, NOTHING)
        if known == MONEY:
            chances[:] = 0.0
            chances[seat] = 1.0
            return chances
        if known != NOTHING:
            chances[seat] = 0.0
    return shared_out(chances)


@rule
def public_chances(seats: Array) -> Array:
    """What these chances are to somebody who has not looked into any suitcase, as to the Boss."""
    return shared_out(possible_places(seats))


@rule
def possible_places(seats: Array) -> Array:
    """1 for each suitcase that was mixed with the money; for all of the family's if none was."""
    places = np.zeros(seats.shape[0])
    for seat in range(seats.shape[0]):
        places[seat] = seats[seat].mixed
    if places.sum() == 0:
        for seat in range(seats.shape[0]):
            places[seat] = 1 - seats[seat].character[BOSS]
    return places


@rule
def shared_out(weights: Array) -> Array:
    """Weights as chances; all 0 where there is no weight."""
    total = weights.sum()
    return weights / total if total > 0 else weights


@rule
def suspicions(seats: Array) -> Array:
    """The Boss's chances, weighed by who knows which suitcase.

    Whoever has looked keeps the money, and passes on what is not the money. So a suitcase is
    likelier to hold it if its holder knows it, and less likely if only somebody else does.
    """
    chances = money_chances(seats)
    for seat in range(seats.shape[0]):
        if seats[seat].informed_of[seat]:
            chances[seat] *= KEPT
        elif is_known_elsewhere(seats, seat):
            chances[seat] *= GIVEN_AWAY
    return shared_out(chances)


@rule
def is_known_elsewhere(seats: Array, place: int) -> bool:
    """Somebody but the viewer knows what the suitcase at a seat holds."""
    for seat in range(seats.shape[0]):
        if seat != VIEWER and seats[seat].informed_of[place]:
            return True
    return False
