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


@rule
def seat_after(seat: int, boss: int, num_players: int) -> int:
    """The next member of the family clockwise."""
    after = (seat + 1) % num_players
    return after if after != boss else (after + 1) % num_players


@rule
def seat_before(seat: int, boss: int, num_players: int) -> int:
    """The next member of the family counterclockwise."""
    before = (seat - 1) % num_players
    return before if before != boss else (before - 1) % num_players
