"""Who sits where: the family's ring of seats, Favourites and helpers (RULES.md, 1)."""

from __future__ import annotations

from sicilianos_env.games.padrino.components import WITHOUT_FAVOURITES
from sicilianos_env.games.padrino.state import NOBODY
from sicilianos_env.jit import rule


@rule
def next_member(num_players: int, boss: int, seat: int) -> int:
    """The next member of the family clockwise."""
    after = (seat + 1) % num_players
    return after if after != boss else (after + 1) % num_players


@rule
def previous_member(num_players: int, boss: int, seat: int) -> int:
    """The next member of the family counterclockwise."""
    before = (seat - 1) % num_players
    return before if before != boss else (before - 1) % num_players


@rule
def favourite_of(num_players: int, boss: int, seat: int) -> int:
    """The Favourite of a member of the family, or NOBODY (1.3)."""
    if num_players == WITHOUT_FAVOURITES:
        return NOBODY
    return next_member(num_players, boss, seat)


@rule
def helper_of(num_players: int, boss: int, seat: int) -> int:
    """The player whose Favourite this member of the family is, or NOBODY (4.1)."""
    if num_players == WITHOUT_FAVOURITES:
        return NOBODY
    return previous_member(num_players, boss, seat)
