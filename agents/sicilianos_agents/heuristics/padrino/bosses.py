"""Three Bosses: one is quick to sentence, one waits, one reckons with every look and effect."""

from __future__ import annotations

from sicilianos_agents.heuristics.padrino.beliefs import money_chances, suspicions
from sicilianos_agents.heuristics.padrino.cards import light_in_play
from sicilianos_agents.heuristics.padrino.ring import (
    VIEWER,
    seat_accused,
    seat_blamed,
)
from sicilianos_agents.heuristics.padrino.sentences import (
    AS_GOOD,
    after_effect,
    caught,
    likeliest,
    most_caught,
)
from sicilianos_env.engine.records import Array, Record, index_of_one
from sicilianos_env.games.padrino.actions import (
    ACCEPT,
    BELIEVE_IT,
    CANCEL,
    HEAR,
    PRESS,
    REFUSE,
    SEAT,
    SENTENCE,
    SPARE,
)
from sicilianos_env.games.padrino.family import helper_of
from sicilianos_env.games.padrino.state import BELIEVE, CONDEMN, JUDGE, NOTHING
from sicilianos_env.jit import rule

SUSPICIOUS, PATIENT, BAYESIAN = range(3)


@rule
def boss(style: int, table: Record, seats: Array, mask: Array) -> int:
    """The Boss's decision in any phase.

    The suspicious one sentences whoever may have the money at all, and believes what is said of
    somebody no less suspect than the accused. The patient one waits until a sentence covers two of
    the places where the money may be. The Bayesian waits for the best sentence of all, knows who
    has looked where, sees what an effect will move, and cancels what such a one says.
    """
    phase, accused = index_of_one(table.phase, NOTHING), seat_accused(seats)
    chances = suspicions(seats) if style == BAYESIAN else money_chances(seats)
    if phase == CONDEMN:
        return SEAT + likeliest(chances, VIEWER) - 1
    if phase == BELIEVE:
        is_welcome = is_welcome_blame(style, table, seats, chances)
        return BELIEVE_IT if is_welcome else REFUSE
    if phase == JUDGE:
        cancels = style == BAYESIAN and is_wanted(style, chances, accused)
        return CANCEL if cancels else ACCEPT
    if is_wanted(style, chances, accused):
        return SENTENCE
    if mask[HEAR]:
        return HEAR
    return PRESS if mask[PRESS] else SPARE


@rule
def is_wanted(style: int, chances: Array, seat: int) -> bool:
    """Whether this Boss would sentence a player."""
    chance = caught(chances, VIEWER, seat)
    if style == SUSPICIOUS:
        return chance > AS_GOOD
    if style == PATIENT:
        return chance > most_likely_place(chances) + AS_GOOD or chance > 1 - AS_GOOD
    return chance > most_caught(chances, VIEWER) - AS_GOOD


@rule
def most_likely_place(chances: Array) -> float:
    most = 0.0
    for seat in range(chances.shape[0]):
        most = max(most, chances[seat])
    return most


@rule
def is_welcome_blame(style: int, table: Record, seats: Array, chances: Array) -> bool:
    """Whether the player blamed should be the next accused."""
    blamed, accused = seat_blamed(seats), seat_accused(seats)
    if style == SUSPICIOUS:
        return caught(chances, VIEWER, blamed) > caught(chances, VIEWER, accused) - AS_GOOD
    if style == PATIENT:
        return is_wanted(style, chances, blamed)
    place = index_of_one(table.evidence, 0)
    player = helper_of(seats.shape[0], VIEWER, accused) if table.by_helper[place] else accused
    moved = after_effect(chances, VIEWER, light_in_play(table, place), player, blamed)
    return caught(moved, VIEWER, blamed) > most_caught(chances, VIEWER) - AS_GOOD
