"""Famiglia: set-up, the course of a turn and the end (RULES.md, 2, 3 and 7).

The phases themselves are in `street`, `abilities` and `taking`. `start`, `legal_mask` and `step`
are what the engine calls, with `chance_size`, `chance_key`, `shuffled` and `resolve_chance` where
shuffles and the lot for the first player decide.
"""

from __future__ import annotations

from sicilianos_env.engine.game import CHANCE, OVER
from sicilianos_env.engine.records import Array, Record
from sicilianos_env.engine.streams import KIND_BITS
from sicilianos_env.games.famiglia.abilities import (
    can_play_accountant,
    can_play_brute,
    end_intimidation,
    exchange,
    intimidate,
    is_exchange_over,
    mask_accountant,
    mask_brute,
    play_brute,
)
from sicilianos_env.games.famiglia.actions import CARD, DONE, PASS, SKIP
from sicilianos_env.games.famiglia.components import (
    NUM_FAMILIES,
    NUM_KINDS,
    NUM_PLAYERS,
    kind_of,
    rank_of,
)
from sicilianos_env.games.famiglia.state import (
    ACCOUNTANT_ASKED,
    BRUTE_ASKED,
    FIRST_PLAYER,
    GAME_OVER,
    NOBODY,
    NOTHING,
    SHUFFLE,
    STREET,
    TAKE,
    ask,
)
from sicilianos_env.games.famiglia.street import (
    begin_second_stock,
    can_clear,
    cards_in_discards,
    clear,
    draw_to_street,
    is_street_empty,
    put_stock_in_order,
    put_under_stock,
)
from sicilianos_env.games.famiglia.taking import mask_take, take
from sicilianos_env.jit import rule

# --- Set-up


@rule
def start(rules: Record, state: Record) -> None:
    """The table before the shuffle, on a state of zeros: the stock is still in index order."""
    state.first_player = state.turn_of = NOBODY
    state.stock[:] = NOTHING
    end_intimidation(state)
    for kind in range(NUM_KINDS):
        dealt = NUM_PLAYERS if rank_of(kind) == 0 else 0
        for _ in range(rules.copies[kind] - dealt):
            put_under_stock(state, kind)
    for seat in range(rules.num_players):
        for family in range(NUM_FAMILIES):
            state.hand[seat, kind_of(family, 0)] = 1
    ask(state, CHANCE, SHUFFLE)


@rule
def open_street(rules: Record, state: Record) -> None:
    draw_to_street(state, rules.street_size)
    if rules.first_player == NOBODY:
        ask(state, CHANCE, FIRST_PLAYER)
    else:
        begin_first_turn(state, rules.first_player)


@rule
def begin_first_turn(state: Record, seat: int) -> None:
    state.first_player = seat
    begin_turn(state, seat)


# --- A turn: phases in which nothing can be done but to go on are passed over (3.1)


@rule
def begin_turn(state: Record, seat: int) -> None:
    state.turn_of = seat
    state.refilling = False
    begin_street(state, seat)


@rule
def begin_street(state: Record, seat: int) -> None:
    if can_clear(state):
        ask(state, seat, STREET)
    else:
        begin_accountant(state, seat)


@rule
def begin_accountant(state: Record, seat: int) -> None:
    if can_play_accountant(state, seat):
        ask(state, seat, ACCOUNTANT_ASKED)
    else:
        begin_brute(state, seat)


@rule
def begin_brute(state: Record, seat: int) -> None:
    if can_play_brute(state, seat):
        ask(state, seat, BRUTE_ASKED)
    else:
        ask(state, seat, TAKE)


@rule
def end_turn(rules: Record, state: Record, seat: int, passed: bool) -> None:
    end_intimidation(state)
    both_passed = passed and state.last_passed == 1
    state.last_passed = passed
    if both_passed or is_played_out(state, seat):
        state.turn_of = NOBODY
        ask(state, OVER, GAME_OVER)
        return
    if is_street_empty(state):
        state.refilling = True
        draw_to_street(state, rules.street_size)  # 6.8
    if state.to_move != CHANCE:
        begin_turn(state, 1 - seat)


@rule
def is_played_out(state: Record, seat: int) -> bool:
    """The second player has had a turn at whose end the second stock is empty (7.1)."""
    return seat != state.first_player and state.second_pass == 1 and state.stock_size == 0


# --- Chance


@rule
def chance_size(rules: Record, state: Record) -> int:
    """The number of equally likely outcomes, or minus the number of cards to shuffle."""
    if state.phase == FIRST_PLAYER:
        return int(rules.num_players)
    return -int(state.stock_size if state.phase == SHUFFLE else cards_in_discards(state))


@rule
def chance_key(rules: Record, state: Record) -> int:
    """Names the draw by its kind: each comes once in a game."""
    return (int(state.phase) - SHUFFLE + 1) << KIND_BITS


@rule
def resolve_chance(rules: Record, state: Record, outcome: int) -> None:
    begin_first_turn(state, outcome)


@rule
def shuffled(rules: Record, state: Record, order: Array) -> None:
    """The first or second stock gets its order: the list of its cards by index, permuted."""
    if state.phase == SHUFFLE:
        put_stock_in_order(state, order)
        open_street(rules, state)
        return
    begin_second_stock(state, order)
    if state.refilling:
        begin_turn(state, 1 - state.turn_of)
    else:
        begin_street(state, state.turn_of)  # 3.6


# --- Legal actions


@rule
def legal_mask(rules: Record, state: Record, mask: Array) -> None:
    """Writes 1 for each action that the seat to move may take, from the state alone."""
    mask[:] = 0
    seat, phase = state.to_move, state.phase
    if seat < 0:
        return
    if phase == TAKE:
        mask_take(state, seat, mask)
    elif phase == STREET:
        mask_street(state, mask)
    elif phase == ACCOUNTANT_ASKED:
        mask_accountant(state, seat, mask)
    elif phase == BRUTE_ASKED:
        mask_brute(state, seat, mask)


@rule
def mask_street(state: Record, mask: Array) -> None:
    mask[DONE] = 1
    for kind in range(NUM_KINDS):
        mask[CARD + kind] = state.street[kind] > 0


# --- Actions


@rule
def step(rules: Record, state: Record, action: int) -> None:
    """Plays a legal action of the seat to move."""
    seat, phase = state.to_move, state.phase
    if phase == TAKE:
        step_take(rules, state, seat, action)
    elif phase == STREET:
        step_street(state, seat, action)
    elif phase == ACCOUNTANT_ASKED:
        step_accountant(state, seat, action)
    elif phase == BRUTE_ASKED:
        step_brute(state, seat, action)


@rule
def step_street(state: Record, seat: int, action: int) -> None:
    """After a clearing of the first pass there may be another, of the second there is none."""
    was_last = action == DONE or state.second_pass == 1
    if action != DONE:
        clear(state, action - CARD)
    if state.to_move == CHANCE:
        return
    if was_last:
        begin_accountant(state, seat)
    else:
        begin_street(state, seat)


@rule
def step_accountant(state: Record, seat: int, action: int) -> None:
    if action != SKIP:
        exchange(state, seat, action)
    if is_exchange_over(state):
        state.accountant = 0
        begin_brute(state, seat)


@rule
def step_brute(state: Record, seat: int, action: int) -> None:
    """A Brute played has to intimidate a card before the turn goes on."""
    if action == SKIP:
        ask(state, seat, TAKE)
    elif state.brute == 0:
        play_brute(state, seat, action - CARD)
    else:
        intimidate(state, action)
        ask(state, seat, TAKE)


@rule
def step_take(rules: Record, state: Record, seat: int, action: int) -> None:
    if action != PASS:
        take(state, seat, action)
    end_turn(rules, state, seat, action == PASS)
