"""The turn of the accused: help, Explanations, objections and the Boss's mood (RULES.md, 3, 4, 6).

Accusations are in `accusation`, what ends the game is in `ending`.
"""

from __future__ import annotations

from sicilianos_env.engine.records import Array, Record
from sicilianos_env.games.padrino.actions import CARD
from sicilianos_env.games.padrino.components import (
    CARDS_PER_RISE,
    MOST_COUNTED,
    NUM_KINDS,
    RED,
    TYPE_OF,
    lights_up,
)
from sicilianos_env.games.padrino.family import helper_of
from sicilianos_env.games.padrino.state import (
    CONDEMN,
    EXPLAIN,
    HELP,
    JUDGE,
    MERCY,
    NOBODY,
    NOTHING,
    OBJECT,
    VERDICT,
    ask,
)
from sicilianos_env.jit import rule

COUNTED_FOR_MERCY = 4  # (6.3)


@rule
def begin_turn(state: Record, accused: int, accuser: int) -> None:
    """The Boss may sentence the accused before he says a word (3.1)."""
    discard_in_play(state)
    state.accused = accused
    state.accuser = accuser
    state.counted = state.raised_at = state.helper_asked = state.pressed = 0
    ask(state, state.boss, VERDICT)


@rule
def go_on(rules: Record, state: Record) -> None:
    """The helper is asked, or the accused; with nine counted perhaps the Boss (3.5, 4.1)."""
    helper = helper_of(rules.num_players, state.boss, state.accused)
    if state.counted == MOST_COUNTED and not something_lights_up(state):
        ask(state, state.boss, MERCY)
    elif state.counted < MOST_COUNTED and helper != NOBODY and not state.helper_asked:
        ask(state, helper, HELP)
    else:
        ask(state, state.accused, EXPLAIN)


# --- Explanations


@rule
def mask_cards(state: Record, seat: int, mask: Array) -> None:
    """All cards of a hand."""
    for kind in range(NUM_KINDS):
        mask[CARD + kind] = state.hand[seat, kind] > 0


@rule
def explain(rules: Record, state: Record, seat: int, kind: int) -> None:
    """The accused or his helper plays a card, which is counted, and draws (4.2 to 4.5)."""
    raise_mood_if_due(state)
    state.hand[seat, kind] -= 1
    put_in_play(state, seat, kind)
    state.counted += 1
    state.pressed = 0
    state.helper_asked = seat != state.accused
    draw(state, seat)
    ask_to_object(rules, state, state.accused)


@rule
def put_in_play(state: Record, seat: int, kind: int) -> None:
    state.in_play[state.num_in_play] = kind
    state.played_by[state.num_in_play] = seat
    state.standing[state.num_in_play] = 1
    state.num_in_play += 1


@rule
def draw(state: Record, seat: int) -> None:
    """The top card of the deck, if there is one."""
    if state.deck_size > 0:
        state.deck_size -= 1
        state.hand[seat, state.deck[state.deck_size]] += 1
        state.deck[state.deck_size] = NOTHING


@rule
def discard_in_play(state: Record) -> None:
    for place in range(state.num_in_play):
        state.discards[state.in_play[place]] += 1
        state.in_play[place] = NOTHING
        state.played_by[place] = NOBODY
        state.standing[place] = 0
    state.num_in_play = 0


@rule
def something_lights_up(state: Record) -> bool:
    """Some card in play stands and lights up in the Boss's mood (1.8)."""
    for place in range(state.num_in_play):
        if state.standing[place] and lights_up(state.in_play[place], state.mood):
            return True
    return False


@rule
def step_help(rules: Record, state: Record, seat: int, kind: int) -> None:
    """The helper plays a card, or NOTHING."""
    if kind == NOTHING:
        state.helper_asked = 1
        go_on(rules, state)
    else:
        explain(rules, state, seat, kind)


# --- Objections and judgement


@rule
def ask_to_object(rules: Record, state: Record, after: int) -> None:
    """The next who may object, clockwise from a seat up to the accused; else the Boss (4.5)."""
    seat = (after + 1) % rules.num_players
    while seat != state.accused and not may_object(state, seat):
        seat = (seat + 1) % rules.num_players
    if seat != state.accused:
        ask(state, seat, OBJECT)
    else:
        ask(state, state.boss, JUDGE)


@rule
def may_object(state: Record, seat: int) -> bool:
    """Holds a card of the type played, and has not played it himself; the Boss holds none."""
    last = state.num_in_play - 1
    if seat == state.played_by[last]:
        return False
    for kind in range(NUM_KINDS):
        if state.hand[seat, kind] > 0 and is_same_type(state, kind):
            return True
    return False


@rule
def is_same_type(state: Record, kind: int) -> bool:
    """A card is of the type of the one played last."""
    return TYPE_OF[kind] == TYPE_OF[state.in_play[state.num_in_play - 1]]


@rule
def mask_object(state: Record, seat: int, mask: Array) -> None:
    for kind in range(NUM_KINDS):
        mask[CARD + kind] = state.hand[seat, kind] > 0 and is_same_type(state, kind)


@rule
def object_with(rules: Record, state: Record, seat: int, kind: int) -> None:
    """Cancels the card played last by one of the same type, or passes: NOTHING."""
    if kind == NOTHING:
        ask_to_object(rules, state, seat)
        return
    state.hand[seat, kind] -= 1
    state.discards[kind] += 1
    draw(state, seat)
    judge(rules, state, False)


@rule
def judge(rules: Record, state: Record, accepts: bool) -> None:
    """The card played last is settled (4.6, 4.7)."""
    state.standing[state.num_in_play - 1] = accepts
    settle(rules, state)


@rule
def settle(rules: Record, state: Record) -> None:
    """What follows once a card has been settled or an accusation refused (4.8, 6.3)."""
    is_enraged = state.mood == RED and state.counted >= COUNTED_FOR_MERCY
    if state.deck_size == 0:
        ask(state, state.boss, CONDEMN)
    elif is_enraged and not something_lights_up(state):
        ask(state, state.boss, MERCY)
    else:
        go_on(rules, state)


# --- The Boss's mood


@rule
def raise_mood_if_due(state: Record) -> None:
    """Once for each third card; if the mood changes, all cards in play are discarded (4.3)."""
    if is_rise_due(state.counted, state.raised_at):
        state.raised_at = state.counted
        if state.mood < RED:
            state.mood += 1
            discard_in_play(state)


@rule
def is_rise_due(counted: int, raised_at: int) -> bool:
    """So many cards raise the mood, and it has not risen by them yet (4.3)."""
    return counted % CARDS_PER_RISE == 0 and counted != raised_at


@rule
def stop(state: Record) -> None:
    """The accused is at the Boss's mercy (6.1)."""
    raise_mood_if_due(state)
    ask(state, state.boss, MERCY)


@rule
def press(rules: Record, state: Record) -> None:
    """Another card must be played (6.2)."""
    state.pressed = 1
    go_on(rules, state)
