"""Si, Oscuro Padrino!: chance, legal actions and what each action does (RULES.md).

`legal_mask` and `step` are what the engine calls, with `chance_size`, `chance_key`, `shuffled` and
`resolve_chance` for the set-up.
"""

from __future__ import annotations

from sicilianos_env.engine.records import Array, Record
from sicilianos_env.engine.streams import KIND_BITS
from sicilianos_env.games.padrino.accusation import (
    accuse,
    believe,
    mask_accusations,
    refuse,
    rotate,
)
from sicilianos_env.games.padrino.actions import (
    ACCEPT,
    ACCUSE,
    BELIEVE_IT,
    CANCEL,
    CARD,
    CLOCKWISE,
    COUNTERCLOCKWISE,
    HEAR,
    INFORM,
    PASS,
    PRESS,
    REFUSE,
    SEAT,
    SENTENCE,
    SPARE,
    STOP,
    seat_action,
    seat_of_action,
)
from sicilianos_env.games.padrino.components import INFORMERS, MOST_COUNTED, NUM_KINDS
from sicilianos_env.games.padrino.ending import condemn, inform
from sicilianos_env.games.padrino.family import next_member
from sicilianos_env.games.padrino.setup import (
    CHARACTER_DRAWS,
    WEAPON_PLACES,
    deal_mixed_suitcases,
    deal_money,
    deal_weapon,
    draw_characters,
    is_mixed_anyway,
    mix_suitcases,
    num_mixed,
    put_deck_in_order,
)
from sicilianos_env.games.padrino.state import (
    BELIEVE,
    CONDEMN,
    DEAL_MONEY,
    DEAL_WEAPON,
    DRAW_CHARACTERS,
    EXPLAIN,
    HELP,
    JUDGE,
    MERCY,
    NOBODY,
    NOTHING,
    OBJECT,
    ROTATE,
    SHUFFLE_EXPLANATIONS,
    THIRD,
    VERDICT,
)
from sicilianos_env.games.padrino.turn import (
    begin_turn,
    explain,
    go_on,
    judge,
    mask_cards,
    mask_object,
    object_with,
    press,
    raise_mood_if_due,
    step_help,
    stop,
)
from sicilianos_env.jit import rule

# --- Chance


@rule
def chance_size(rules: Record, state: Record) -> int:
    """The number of equally likely outcomes, or minus the number of things to shuffle."""
    if state.phase == DRAW_CHARACTERS:
        return CHARACTER_DRAWS
    if state.phase == SHUFFLE_EXPLANATIONS:
        return -int(state.deck_size)
    if state.phase == DEAL_MONEY:
        return int(rules.num_players) - 1
    return WEAPON_PLACES if state.phase == DEAL_WEAPON else -num_mixed(rules, state)


@rule
def chance_key(rules: Record, state: Record) -> int:
    """Names the draw by its kind: each comes once in a game."""
    return (int(state.phase) - DRAW_CHARACTERS + 1) << KIND_BITS


@rule
def resolve_chance(rules: Record, state: Record, outcome: int) -> None:
    if state.phase == DRAW_CHARACTERS:
        draw_characters(rules, state, outcome)
    elif state.phase == DEAL_MONEY:
        deal_money(rules, state, outcome)
    else:
        deal_weapon(rules, state, outcome)


@rule
def shuffled(rules: Record, state: Record, order: Array) -> None:
    """The Explanations, or the suitcases of the three, permuted."""
    if state.phase == SHUFFLE_EXPLANATIONS:
        put_deck_in_order(state, order)
    else:
        deal_mixed_suitcases(rules, state, order)


# --- Legal actions


@rule
def legal_mask(rules: Record, state: Record, mask: Array) -> None:
    """Writes 1 for each action that the seat to move may take, from the state alone."""
    mask[:] = 0
    seat, phase = state.to_move, state.phase
    if seat < 0:
        return
    if phase == EXPLAIN:
        mask_explain(rules, state, mask)
    elif phase == HELP:
        mask[PASS] = 1
        mask_cards(state, seat, mask)
    elif phase == OBJECT:
        mask[PASS] = 1
        mask_object(state, seat, mask)
    elif phase == JUDGE:
        mask[ACCEPT] = mask[CANCEL] = 1
    elif phase == BELIEVE:
        mask[BELIEVE_IT] = mask[REFUSE] = 1
    elif phase == VERDICT:
        mask[SENTENCE] = mask[HEAR] = 1
    elif phase == MERCY:
        mask[SENTENCE] = 1
        mask[SPARE if state.counted == MOST_COUNTED else PRESS] = 1
    elif phase == ROTATE:
        mask[CLOCKWISE] = mask[COUNTERCLOCKWISE] = 1
    else:
        mask_seats(rules, state, mask)


@rule
def mask_explain(rules: Record, state: Record, mask: Array) -> None:
    """Cards, unless nine are counted; to stop or accuse, unless a card is demanded (3.3 to 3.5)."""
    seat = state.accused
    if state.counted < MOST_COUNTED:
        mask_cards(state, seat, mask)
        for i in range(len(INFORMERS)):
            mask[INFORM + i] = rules.boss_suitcase and state.hand[seat, INFORMERS[i]] > 0
    if not state.pressed:
        mask[STOP] = state.counted > 0
        mask_accusations(rules, state, mask)


@rule
def mask_seats(rules: Record, state: Record, mask: Array) -> None:
    """Any of the family may be condemned (6.6), or be the third but the two mixed anyway (2.5)."""
    for seat in range(rules.num_players):
        is_third = state.phase == THIRD and is_mixed_anyway(state, seat)
        if seat != state.boss and not is_third:
            mask[seat_action(rules.num_players, state.to_move, seat)] = 1


# --- Actions


@rule
def step(rules: Record, state: Record, action: int) -> None:
    """Plays a legal action of the seat to move."""
    seat, phase = state.to_move, state.phase
    if phase == EXPLAIN:
        step_explain(rules, state, seat, action)
    elif phase == HELP:
        step_help(rules, state, seat, kind_played(action))
    elif phase == OBJECT:
        object_with(rules, state, seat, kind_played(action))
    elif phase == JUDGE:
        judge(rules, state, action == ACCEPT)
    elif phase == BELIEVE:
        step_believe(rules, state, action)
    elif phase == VERDICT:
        step_verdict(rules, state, action)
    elif phase == MERCY:
        step_mercy(rules, state, action)
    elif phase == ROTATE:
        rotate(rules, state, action == CLOCKWISE)
    elif phase == CONDEMN:
        condemn(rules, state, seat_of_action(rules.num_players, seat, action))
    else:
        mix_suitcases(rules, state, seat_of_action(rules.num_players, seat, action))


@rule
def kind_played(action: int) -> int:
    return action - CARD if action != PASS else NOTHING


@rule
def step_explain(rules: Record, state: Record, seat: int, action: int) -> None:
    if action == STOP:
        stop(state)
    elif action < INFORM:
        explain(rules, state, seat, action - CARD)
    elif action < SEAT:
        inform(rules, state)
    else:
        blamed = seat_of_action(rules.num_players, seat, action)
        accuse(state, blamed, (action - ACCUSE) % NUM_KINDS)


@rule
def step_believe(rules: Record, state: Record, action: int) -> None:
    if action == BELIEVE_IT:
        believe(rules, state)
    else:
        refuse(rules, state)


@rule
def step_verdict(rules: Record, state: Record, action: int) -> None:
    if action == HEAR:
        go_on(rules, state)
    else:
        condemn(rules, state, state.accused)


@rule
def step_mercy(rules: Record, state: Record, action: int) -> None:
    if action == PRESS:
        press(rules, state)
    elif action == SPARE:
        raise_mood_if_due(state)
        begin_turn(state, next_member(rules.num_players, state.boss, state.accused), NOBODY)
    else:
        condemn(rules, state, state.accused)
