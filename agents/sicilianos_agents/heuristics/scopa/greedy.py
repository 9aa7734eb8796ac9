"""The greedy player: takes what is worth most now, else lays down what is worth least."""

from __future__ import annotations

from sicilianos_agents.heuristics.scopa.captures import (
    IMPOSSIBLE,
    SCOPA,
    cards_on_table,
    is_taking,
    next_to_take,
    take_best,
    total_of,
    usual_worths,
)
from sicilianos_env.engine.records import Array
from sicilianos_env.games.scopa.components import NUM_CARDS, value_of
from sicilianos_env.games.scopa.observation import open_observation
from sicilianos_env.games.scopa.state import NO_CARD
from sicilianos_env.jit import rule


@rule
def greedy(observation: Array, mask: Array) -> int:
    """Counts coins, the 7 and the king of coins, cards and scopas, and nothing that comes after."""
    tables, _ = open_observation(observation)
    table, worths = tables[0], usual_worths()
    if is_taking(table):
        return next_to_take(table, mask, worths)
    choice, most = NO_CARD, 2 * IMPOSSIBLE
    for card in range(NUM_CARDS):
        if mask[card]:
            cards = cards_on_table(table)
            gain = gain_of(cards, worths, card)
            if gain > most:
                choice, most = card, gain
    return choice


@rule
def gain_of(cards: Array, worths: Array, card: int) -> float:
    """What playing a card brings at once; `cards` become the table after it."""
    taken = take_best(cards, worths, value_of(card))
    if taken <= IMPOSSIBLE / 2:
        cards[card] = 1
        return -worths[card]
    return taken + worths[card] + (SCOPA if total_of(cards) == 0 else 0.0)
