"""How a game ends and who wins (RULES.md, 7 and 10)."""

from __future__ import annotations

from sicilianos_env.engine.game import OVER
from sicilianos_env.engine.records import Array, Record
from sicilianos_env.games.padrino.components import INFORMERS, MONEY, WEAPON
from sicilianos_env.games.padrino.family import favourite_of
from sicilianos_env.games.padrino.state import GAME_OVER, NOBODY, ask
from sicilianos_env.jit import rule


@rule
def holder_of_money(state: Record) -> int:
    seat = 0
    while state.suitcase[seat] != MONEY:
        seat += 1
    return seat


@rule
def condemn(rules: Record, state: Record, seat: int) -> None:
    """The condemned and his Favourite are out; with the money or without (7.1 to 7.3, 10.2)."""
    state.condemned = seat
    holder = holder_of_money(state)
    if holder == state.boss or is_out(rules, state, holder):
        state.won[state.boss] = 1
    else:
        state.won[holder] = 1
        favourite = favourite_of(rules.num_players, state.boss, holder)
        if favourite != NOBODY and not is_out(rules, state, favourite):
            state.won[favourite] = 1
    ask(state, OVER, GAME_OVER)


@rule
def is_out(rules: Record, state: Record, seat: int) -> bool:
    condemned = state.condemned
    return seat == condemned or seat == favourite_of(rules.num_players, state.boss, condemned)


@rule
def holds_informer(state: Record, seat: int) -> bool:
    for i in range(len(INFORMERS)):
        if state.hand[seat, INFORMERS[i]] > 0:
            return True
    return False


@rule
def inform(rules: Record, state: Record) -> None:
    """The accused rats the Boss out, whose suitcase decides who wins (10.4)."""
    found, holder = state.suitcase[state.boss], holder_of_money(state)
    if found == MONEY:
        state.won[state.accused] = 1
    elif found == WEAPON:
        state.won[holder] = 1
    else:
        for seat in range(rules.num_players):
            state.won[seat] = seat != state.accused and seat != holder
    ask(state, OVER, GAME_OVER)


@rule
def result(rules: Record, state: Record, winners: Array, scores: Array) -> bool:
    """Writes who has won; there are no scores, and nobody wins outright (8)."""
    for seat in range(rules.num_players):
        winners[seat] = state.won[seat]
        scores[seat] = 0
    return False
