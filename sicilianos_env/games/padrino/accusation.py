"""Accusations, whether the Boss believes them, and their effects (RULES.md, 5)."""

from __future__ import annotations

from sicilianos_env.engine.records import Array, Record
from sicilianos_env.games.padrino.actions import accusation
from sicilianos_env.games.padrino.components import (
    EXCHANGE,
    EYE,
    GREEN,
    LIGHT_OF,
    RED,
    ROTATION,
    WITHOUT_FAVOURITES,
    lights_up,
)
from sicilianos_env.games.padrino.family import (
    favourite_of,
    next_member,
    previous_member,
)
from sicilianos_env.games.padrino.state import BELIEVE, NOBODY, NOTHING, ROTATE, ask
from sicilianos_env.games.padrino.turn import begin_turn, is_rise_due, settle
from sicilianos_env.jit import rule


@rule
def mask_accusations(rules: Record, state: Record, mask: Array) -> None:
    """Each accusable seat with each kind of card that stands and lights up (5.1)."""
    accused = state.accused
    for place in range(state.num_in_play):
        kind = state.in_play[place]
        if state.standing[place] and lights_up(kind, state.mood):
            for seat in range(rules.num_players):
                if is_accusable(rules, state, seat):
                    mask[accusation(rules.num_players, accused, seat, kind)] = 1


@rule
def is_accusable(rules: Record, state: Record, seat: int) -> bool:
    """Not himself, the Boss, his Favourite, nor his accuser, but for four players (10.5)."""
    if seat == state.accused or seat == state.boss:
        return False
    if rules.num_players == WITHOUT_FAVOURITES:
        return True
    is_favourite = seat == favourite_of(rules.num_players, state.boss, state.accused)
    return not is_favourite and seat != state.accuser


@rule
def accuse(state: Record, seat: int, kind: int) -> None:
    state.blamed = seat
    state.evidence = find_evidence(state, kind)
    ask(state, state.boss, BELIEVE)


@rule
def find_evidence(state: Record, kind: int) -> int:
    """The place of a standing card of the kind, the accused's own before the helper's (5.2)."""
    found = NOTHING
    for i in range(state.num_in_play):
        place = state.num_in_play - 1 - i
        if state.standing[place] and state.in_play[place] == kind:
            is_own = state.played_by[place] == state.accused
            if is_own or found == NOTHING or state.played_by[found] != state.accused:
                found = place
    return found


@rule
def refuse(rules: Record, state: Record) -> None:
    """The card is cancelled, and the accused goes on (5.4)."""
    state.standing[state.evidence] = 0
    close_accusation(state)
    settle(rules, state)


@rule
def close_accusation(state: Record) -> None:
    state.blamed = NOBODY
    state.evidence = NOTHING


@rule
def believe(rules: Record, state: Record) -> None:
    """The mood changes, then the effect is applied by whoever has played the card (5.5, 5.6)."""
    change_mood(state)
    player = state.played_by[state.evidence]
    effect = LIGHT_OF[state.in_play[state.evidence]]
    if effect == ROTATION:
        ask(state, player, ROTATE)
        return
    if effect == EYE:
        state.knows[player, player] = 1
    elif effect == EXCHANGE:
        swap_suitcases(rules, state, player, state.blamed)
    pass_the_blame(state)


@rule
def change_mood(state: Record) -> None:
    """One card calms the Boss, three, six or nine enrage him (5.5)."""
    if state.counted == 1:
        state.mood = max(GREEN, state.mood - 1)
    elif is_rise_due(state.counted, state.raised_at):
        state.raised_at = state.counted
        state.mood = min(RED, state.mood + 1)


@rule
def pass_the_blame(state: Record) -> None:
    """The player accused is the accused of the next turn (5.10)."""
    accused = state.blamed
    close_accusation(state)
    begin_turn(state, accused, state.accused)


# --- Suitcases: all moves are open, so knowledge and marks move with them (9.3)


@rule
def swap_suitcases(rules: Record, state: Record, one: int, other: int) -> None:
    swap(state.suitcase, one, other)
    swap(state.mixed, one, other)
    for seat in range(rules.num_players):
        swap(state.knows[seat], one, other)


@rule
def swap(things: Array, one: int, other: int) -> None:
    kept = things[one]
    things[one] = things[other]
    things[other] = kept


@rule
def rotate(rules: Record, state: Record, clockwise: bool) -> None:
    """Every member of the family passes his suitcase to the next one in a direction (5.8)."""
    num_players, boss = rules.num_players, state.boss
    receiver = giver_to(num_players, boss, boss, clockwise)
    for _ in range(num_players - 2):
        giver = giver_to(num_players, boss, receiver, clockwise)
        swap_suitcases(rules, state, receiver, giver)
        receiver = giver
    pass_the_blame(state)


@rule
def giver_to(num_players: int, boss: int, seat: int, clockwise: bool) -> int:
    """The member of the family from whom something comes to a seat."""
    if clockwise:
        return previous_member(num_players, boss, seat)
    return next_member(num_players, boss, seat)
