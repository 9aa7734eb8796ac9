"""Scopa: the deal, a turn and the end of a round (RULES.md, 2 to 4).

`start`, `legal_mask` and `step` are what the engine calls, with `chance_size`, `chance_key`,
`shuffled` and `resolve_chance` where the shuffle and the lot for the first dealer decide.
"""

from __future__ import annotations

from sicilianos_env.engine.game import CHANCE, OVER
from sicilianos_env.engine.records import Array, Record
from sicilianos_env.engine.streams import KIND_BITS
from sicilianos_env.games.scopa.cards import (
    can_make,
    drop_from_top,
    is_on_table,
    is_table_empty,
    lay_from_bottom,
    lay_on_table,
    next_holder,
    put_on_deck_bottom,
    somebody_holds_a_card,
    sums_on_table,
    take_from_table,
    with_value,
)
from sicilianos_env.games.scopa.components import KING, NUM_CARDS, NUM_VALUES, value_of
from sicilianos_env.games.scopa.options import KINGS_TO_REDEAL
from sicilianos_env.games.scopa.scoring import is_decided, score_round
from sicilianos_env.games.scopa.state import (
    FIRST_DEALER,
    GAME_OVER,
    IN_DECK,
    NO_CARD,
    NOBODY,
    NOT_IN_PLAY,
    PILE,
    PLAY,
    PLAYED,
    SHUFFLE,
    TAKE,
)
from sicilianos_env.jit import rule

# --- The deal


@rule
def start(rules: Record, state: Record) -> None:
    """The table before the first dealer is drawn, on a state of zeros."""
    state.location[:] = NOT_IN_PLAY
    state.round_number = 1
    gather_cards(rules, state)
    ask(state, CHANCE, FIRST_DEALER)


@rule
def ask(state: Record, to_move: int, phase: int) -> None:
    state.to_move = to_move
    state.phase = phase


@rule
def begin_round(state: Record, dealer: int) -> None:
    """Everything lies as it lay until the cards are shuffled."""
    state.dealer = dealer
    ask(state, CHANCE, SHUFFLE)


@rule
def gather_cards(rules: Record, state: Record) -> None:
    """All cards in play are in the deck again; it is empty until they come there in an order."""
    state.deck[:] = NO_CARD
    state.deck_size = 0
    for i in range(rules.num_cards):
        state.location[rules.cards[i]] = IN_DECK
    state.on_table[:] = 0
    state.scopas[:] = 0
    state.played = NO_CARD
    state.last_taker = NOBODY


@rule
def shuffled(rules: Record, state: Record, order: Array) -> None:
    """Deals the cards in play in the order given: their indices, permuted."""
    state.shuffles += 1
    gather_cards(rules, state)
    for i in range(rules.num_cards):
        put_on_deck_bottom(state, rules.cards[order[i]])
    deal(rules, state, rules.table_size)
    too_many_kings = state.on_table[KING] >= KINGS_TO_REDEAL
    if not (rules.king_redeal and too_many_kings):  # else they are shuffled once more (2.5)
        ask(state, next_holder(rules, state, state.dealer), PLAY)


@rule
def deal(rules: Record, state: Record, for_table: int) -> None:
    """A hand for everybody, dealer last, then `for_table` cards for the table (2.2 to 2.4)."""
    players = int(rules.num_players)
    spare = int(state.deck_size) - for_table
    each = min(int(rules.hand_size), spare // players)
    if each < rules.hand_size:
        lay_from_bottom(state, spare - each * players)
    top = 0
    for left in range(1, players + 1):
        seat = (state.dealer + left) % players
        for _ in range(each):
            state.location[state.deck[top]] = seat
            top += 1
        state.hand_sizes[seat] = each
    for _ in range(for_table):
        lay_on_table(state, state.deck[top])
        top += 1
    drop_from_top(state, top)


# --- A turn


@rule
def play(rules: Record, state: Record, seat: int, card: int) -> None:
    value = value_of(card)
    state.hand_sizes[seat] -= 1
    if not can_make(sums_on_table(state), value):
        lay_on_table(state, card)
        end_turn(rules, state, seat)
        return
    begin_taking(state, card)
    if state.on_table[value] == 1:  # no choice (3.4, 3.9)
        choose_to_take(rules, state, seat, first_on_table(state, value))
    else:
        ask(state, seat, TAKE)


@rule
def first_on_table(state: Record, value: int) -> int:
    """The first card of that value on the table; there must be one."""
    card = value - 1
    while not is_on_table(state, card):
        card += NUM_VALUES
    return card


@rule
def begin_taking(state: Record, card: int) -> None:
    state.location[card] = PLAYED
    state.played = card
    state.missing = value_of(card)


@rule
def choose_to_take(rules: Record, state: Record, seat: int, card: int) -> None:
    choose(state, card)
    if state.missing == 0:
        take_chosen(rules, state, seat)
        end_turn(rules, state, seat)


@rule
def choose(state: Record, card: int) -> None:
    state.chosen[card] = 1
    state.missing -= value_of(card)


@rule
def take_chosen(rules: Record, state: Record, seat: int) -> None:
    for card in range(NUM_CARDS):
        if state.chosen[card]:
            state.chosen[card] = 0
            take_from_table(state, card, seat)
    state.location[state.played] = PILE + seat
    state.played = NO_CARD
    state.last_taker = seat
    if is_table_empty(state) and (rules.last_scopa or not is_last_card_played(rules, state)):
        state.scopas[seat] += 1


@rule
def is_last_card_played(rules: Record, state: Record) -> bool:
    return not somebody_holds_a_card(rules, state) and state.deck_size < rules.num_players


@rule
def end_turn(rules: Record, state: Record, seat: int) -> None:
    if not somebody_holds_a_card(rules, state):
        deal(rules, state, 0)
    if somebody_holds_a_card(rules, state):
        ask(state, next_holder(rules, state, seat), PLAY)
    else:
        end_round(rules, state)


@rule
def end_round(rules: Record, state: Record) -> None:
    if state.last_taker != NOBODY:
        take_the_rest(state, state.last_taker)
    score_round(rules, state)
    if rules.single_round or is_decided(rules, state):
        ask(state, OVER, GAME_OVER)
    elif state.round_number >= rules.max_rounds:  # S8
        state.truncated = True
        ask(state, OVER, GAME_OVER)
    else:
        state.round_number += 1
        begin_round(state, (state.dealer + 1) % rules.num_players)


@rule
def take_the_rest(state: Record, seat: int) -> None:
    for card in range(NUM_CARDS):
        if is_on_table(state, card):
            take_from_table(state, card, seat)


# --- Chance


@rule
def chance_size(rules: Record, state: Record) -> int:
    """The number of equally likely outcomes, or minus the number of cards to shuffle."""
    return -int(rules.num_cards) if state.phase == SHUFFLE else int(rules.num_players)


@rule
def chance_key(rules: Record, state: Record) -> int:
    """Names the draw: its kind, and the number of shuffles, whatever the players have done."""
    return ((int(state.phase) - SHUFFLE + 1) << KIND_BITS) | int(state.shuffles)


@rule
def resolve_chance(rules: Record, state: Record, outcome: int) -> None:
    """The lot for the first dealer."""
    begin_round(state, outcome)


# --- Legal actions


@rule
def legal_mask(rules: Record, state: Record, mask: Array) -> None:
    """Writes 1 for each card that the seat to move may play or take, from the state alone."""
    mask[:] = 0
    if state.to_move < 0:
        return
    if state.phase == PLAY:
        mask_play(rules, state, state.to_move, mask)
    elif state.on_table[value_of(state.played)] > 0:
        mask_single(state, value_of(state.played), mask)
    else:
        mask_sum(state, mask)


@rule
def mask_play(rules: Record, state: Record, seat: int, mask: Array) -> None:
    if not rules.hand_must_match or not mask_matching(state, seat, mask):
        for card in range(NUM_CARDS):
            mask[card] = state.location[card] == seat


@rule
def mask_matching(state: Record, seat: int, mask: Array) -> bool:
    """The cards in the hand that match; returns whether there is one."""
    sums, found = sums_on_table(state), False
    for card in range(NUM_CARDS):
        if state.location[card] == seat and can_make(sums, value_of(card)):
            mask[card] = 1
            found = True
    return found


@rule
def mask_single(state: Record, value: int, mask: Array) -> None:
    for card in range(value - 1, NUM_CARDS, NUM_VALUES):
        mask[card] = is_on_table(state, card)


@rule
def mask_sum(state: Record, mask: Array) -> None:
    """Cards after the last one chosen with which, and with later ones, the sum can be made."""
    sums_of_later = 1
    for card in range(NUM_CARDS - 1, -1, -1):
        if state.chosen[card]:
            return
        if is_on_table(state, card):
            rest = int(state.missing) - value_of(card)
            mask[card] = rest >= 0 and can_make(sums_of_later, rest)
            sums_of_later = with_value(sums_of_later, value_of(card))


# --- Actions


@rule
def step(rules: Record, state: Record, action: int) -> None:
    """Plays a legal action of the seat to move."""
    if state.phase == PLAY:
        play(rules, state, state.to_move, action)
    else:
        choose_to_take(rules, state, state.to_move, action)
