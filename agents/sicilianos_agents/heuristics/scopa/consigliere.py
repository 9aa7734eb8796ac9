"""The consigliere: counts the cards that are left, and reckons with the next player's best answer.

It knows what every card is worth as things stand (a coin is worth nothing once the most coins are
decided), which values the others can still hold, and who gets the rest of the last table.
"""

from __future__ import annotations

import numpy as np

from sicilianos_agents.heuristics.scopa.captures import (
    A_CARD,
    A_COIN,
    IMPOSSIBLE,
    LATER,
    SCOPA,
    cards_on_table,
    is_taking,
    later,
    next_to_take,
    sums_from,
    total_of,
    usual_worths,
    worth_of_best,
)
from sicilianos_agents.heuristics.scopa.counting import (
    chance_to_hold,
    count_unseen,
    next_hand_size,
)
from sicilianos_agents.heuristics.scopa.greedy import gain_of
from sicilianos_env.engine.records import Array, Record, signed
from sicilianos_env.games.scopa.components import (
    COINS,
    NUM_CARDS,
    NUM_VALUES,
    suit_of,
)
from sicilianos_env.games.scopa.observation import open_observation
from sicilianos_env.games.scopa.state import NO_CARD
from sicilianos_env.jit import rule

DECIDED = 0.001  # worth of a card that brings no point any more
COINS_FOR_MOST, CARDS_FOR_MOST = 6, 21  # more than half


@rule
def consigliere(observation: Array, mask: Array) -> int:
    """The card with the best gain, less the next player's expected one, plus my own later one."""
    tables, seats = open_observation(observation)
    table, worths = tables[0], worths_now(seats)
    if is_taking(table):
        return next_to_take(table, mask, worths)
    unseen = count_unseen(table, seats)
    choice, most = NO_CARD, 2 * IMPOSSIBLE
    for card in range(NUM_CARDS):
        if mask[card]:
            worth = worth_of_playing(table, seats, worths, unseen, card)
            if worth > most:
                choice, most = card, worth
    return choice


@rule
def worth_of_playing(table: Record, seats: Array, worths: Array, unseen: Array, card: int) -> float:
    cards = cards_on_table(table)
    before = total_of(cards)
    gain = gain_of(cards, worths, card)
    has_taken = total_of(cards) < before
    best = sums_from(cards, worths)
    answer = expected_answer(cards, worths, best, unseen, next_hand_size(seats))
    rest = rest_to_win(table, seats, cards, worths, has_taken)
    return gain - answer / (seats.shape[0] - 1) + LATER * later(seats, cards, worths, card) + rest


# --- What cards are worth


@rule
def worths_now(seats: Array) -> Array:
    """As usual, without what is decided: most coins or most cards that somebody has for certain."""
    worths = usual_worths()
    coins_decided, cards_decided = False, False
    for seat in range(seats.shape[0]):
        coins_decided = coins_decided or count_pile(seats[seat], True) >= COINS_FOR_MOST
        cards_decided = cards_decided or count_pile(seats[seat], False) >= CARDS_FOR_MOST
    for card in range(NUM_CARDS):
        if cards_decided:
            worths[card] += DECIDED - A_CARD
        if coins_decided and suit_of(card) == COINS:
            worths[card] -= A_COIN
    return worths


@rule
def count_pile(seat: Record, only_coins: bool) -> int:
    count = 0
    for card in range(NUM_CARDS):
        counts = suit_of(card) == COINS or not only_coins
        count += signed(seat.pile[card]) * counts
    return count


# --- The next player


@rule
def expected_answer(
    cards: Array, worths: Array, best: Array, unseen: Array, hand_size: int
) -> float:
    """What the next player takes on average, if he takes the best that his hand can take."""
    gains = np.zeros(NUM_VALUES + 1)
    total = total_of(cards)
    for value in range(1, NUM_VALUES + 1):
        gains[value] = max(0.0, worth_of_best(cards, worths, best, value))
        if value == total and gains[value] > 0:
            gains[value] += SCOPA
    expected, none_better = 0.0, 1.0
    for _ in range(NUM_VALUES):
        value = gains.argmax()
        if gains[value] <= 0:
            return expected
        holds = chance_to_hold(unseen, value, hand_size)
        expected += none_better * holds * gains[value]
        none_better *= 1.0 - holds
        gains[value] = 0.0
    return expected


# --- The end of a round


@rule
def rest_to_win(table: Record, seats: Array, cards: Array, worths: Array, has_taken: bool) -> float:
    """The worth of what lies there at the end of the round, if nobody else is to play after me."""
    others = 0
    for seat in range(1, seats.shape[0]):
        others += signed(seats[seat].hand_size)
    if table.deck_size > 0 or others > 0 or not (has_taken or seats[0].last_taker):
        return 0.0
    worth = 0.0
    for card in range(NUM_CARDS):
        worth += worths[card] * cards[card]
    return worth
