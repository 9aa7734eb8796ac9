"""The gambler: opens at once and stakes all he can."""

from __future__ import annotations

from sicilianos_agents.heuristics.sicilianos.basics import (
    ALL_NOTES,
    lowest_card,
    note_at,
    phase_of,
)
from sicilianos_agents.heuristics.sicilianos.consigliere import consigliere
from sicilianos_agents.heuristics.sicilianos.estimates import keep_book
from sicilianos_agents.heuristics.sicilianos.miser import safest_family
from sicilianos_env.engine.records import Array
from sicilianos_env.engine.streams import Stream
from sicilianos_env.games.sicilianos.actions import ROLL
from sicilianos_env.games.sicilianos.observation import open_observation
from sicilianos_env.games.sicilianos.state import STAKE, TURN
from sicilianos_env.jit import rule

ODDS = 1.0  # the chance to win at which he opens, in equal shares of all seats


@rule
def gambler(observation: Array, mask: Array, stream: Stream) -> int:
    """Opens gang wars early and always stakes his largest note.

    He opens with his safest family as soon as its chance to win is better than an equal share of
    all seats. All else he does as the consigliere.
    """
    tables, seats = open_observation(observation)
    phase = phase_of(tables[0])
    if phase == TURN:
        return gambler_turn(keep_book(tables[0], seats), seats, mask)
    if phase == STAKE:
        return note_at(seats[0], 1.0, ALL_NOTES)
    return consigliere(observation, mask, stream)


@rule
def gambler_turn(book: Array, seats: Array, mask: Array) -> int:
    colour, chance = safest_family(book, seats)
    return ROLL if mask[ROLL] and chance * seats.shape[0] < ODDS else lowest_card(mask, colour)
