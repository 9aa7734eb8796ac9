"""The points of a round, and who wins (RULES.md, 5 and 6)."""

from __future__ import annotations

from sicilianos_env.engine.records import Array, Record
from sicilianos_env.games.scopa.components import (
    COINS,
    KING,
    NUM_CARDS,
    SEVEN,
    card_of,
    suit_of,
)
from sicilianos_env.games.scopa.state import NOBODY, PILE
from sicilianos_env.jit import rule

SETTEBELLO = card_of(COINS, SEVEN)
KING_OF_COINS = card_of(COINS, KING)


@rule
def score_round(rules: Record, state: Record) -> None:
    """Adds the points of the round to the scores."""
    for seat in range(rules.num_players):
        state.score[seat] += state.scopas[seat]
    add_point(state, seat_with_most(rules, state, False))
    add_point(state, seat_with_most(rules, state, True))
    add_point(state, owner_of(rules, state, SETTEBELLO))
    add_point(state, owner_of(rules, state, KING_OF_COINS))


@rule
def add_point(state: Record, seat: int) -> None:
    if seat != NOBODY:
        state.score[seat] += 1


@rule
def seat_with_most(rules: Record, state: Record, only_coins: bool) -> int:
    """The seat that alone has the most cards, or coins, in its score pile; else NOBODY."""
    best, most = NOBODY, -1
    for seat in range(rules.num_players):
        count = cards_in_pile(state, seat, only_coins)
        if count > most:
            best, most = seat, count
        elif count == most:
            best = NOBODY
    return best


@rule
def cards_in_pile(state: Record, seat: int, only_coins: bool) -> int:
    count = 0
    for card in range(NUM_CARDS):
        counts = suit_of(card) == COINS or not only_coins
        count += counts and state.location[card] == PILE + seat
    return count


@rule
def owner_of(rules: Record, state: Record, card: int) -> int:
    """The seat in whose score pile a card is, or NOBODY."""
    for seat in range(rules.num_players):
        if state.location[card] == PILE + seat:
            return seat
    return NOBODY


@rule
def highest_score(rules: Record, state: Record) -> int:
    best = int(state.score[0])
    for seat in range(rules.num_players):
        best = max(best, int(state.score[seat]))
    return best


@rule
def is_decided(rules: Record, state: Record) -> bool:
    """Whether one seat alone has the highest score, and it suffices (6.1)."""
    best, leaders = highest_score(rules, state), 0
    for seat in range(rules.num_players):
        leaders += state.score[seat] == best
    return best >= rules.target and leaders == 1


@rule
def result(rules: Record, state: Record, winners: Array, scores: Array) -> bool:
    """Writes who wins (0 or 1) and each seat's score; nobody wins outright."""
    best = highest_score(rules, state)
    for seat in range(rules.num_players):
        scores[seat] = state.score[seat]
        winners[seat] = state.score[seat] == best
    return False
