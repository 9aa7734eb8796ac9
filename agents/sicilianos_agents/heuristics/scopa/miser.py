"""The miser: greedy, but leaves no easy scopa, nothing precious, and something for himself."""

from __future__ import annotations

from sicilianos_agents.heuristics.scopa.captures import (
    IMPOSSIBLE,
    LATER,
    SCOPA,
    cards_on_table,
    is_taking,
    later,
    next_to_take,
    total_of,
    usual_worths,
)
from sicilianos_agents.heuristics.scopa.counting import (
    chance_to_hold,
    count_unseen,
    next_hand_size,
)
from sicilianos_agents.heuristics.scopa.greedy import gain_of
from sicilianos_env.engine.records import Array
from sicilianos_env.games.scopa.components import NUM_CARDS, NUM_VALUES
from sicilianos_env.games.scopa.observation import open_observation
from sicilianos_env.games.scopa.state import NO_CARD
from sicilianos_env.jit import rule

LEFT_BEHIND = 0.1  # share of the worth of what lies on the table that others will get


@rule
def miser(observation: Array, mask: Array) -> int:
    """Leaves no table that the next player is likely to sweep, and no coins, 7 or king of coins."""
    tables, seats = open_observation(observation)
    table, worths = tables[0], usual_worths()
    if is_taking(table):
        return next_to_take(table, mask, worths)
    unseen, hand_size = count_unseen(table, seats), next_hand_size(seats)
    rivals = seats.shape[0] - 1  # what one of them gains, each of the others loses as well
    choice, most = NO_CARD, 2 * IMPOSSIBLE
    for card in range(NUM_CARDS):
        if mask[card]:
            cards = cards_on_table(table)
            gain = gain_of(cards, worths, card)
            loss = danger_of_scopa(cards, unseen, hand_size) + left_behind(cards, worths)
            worth = gain - loss / rivals + LATER * later(seats, cards, worths, card)
            if worth > most:
                choice, most = card, worth
    return choice


@rule
def danger_of_scopa(cards: Array, unseen: Array, hand_size: int) -> float:
    """What the next player gains on average by sweeping that table."""
    total = total_of(cards)
    if total == 0 or total > NUM_VALUES:
        return 0.0
    return SCOPA * chance_to_hold(unseen, total, hand_size)


@rule
def left_behind(cards: Array, worths: Array) -> float:
    worth = 0.0
    for card in range(NUM_CARDS):
        worth += LEFT_BEHIND * worths[card] * cards[card]
    return worth
