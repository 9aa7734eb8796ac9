"""Who sits where, as an observation shows it: seats counted from the viewer, clockwise."""

from __future__ import annotations

from sicilianos_env.engine.records import Array
from sicilianos_env.games.padrino.components import BOSS
from sicilianos_env.games.padrino.state import NOBODY
from sicilianos_env.jit import rule

VIEWER = 0


@rule
def seat_of_boss(seats: Array) -> int:
    for seat in range(seats.shape[0]):
        if seats[seat].character[BOSS]:
            return seat
    return NOBODY


@rule
def seat_accused(seats: Array) -> int:
    for seat in range(seats.shape[0]):
        if seats[seat].accused:
            return seat
    return NOBODY


@rule
def seat_blamed(seats: Array) -> int:
    for seat in range(seats.shape[0]):
        if seats[seat].blamed:
            return seat
    return NOBODY
