"""Victory points and who wins (RULES.md, 7)."""

from __future__ import annotations

from sicilianos_env.engine.records import Array, Record
from sicilianos_env.games.famiglia.components import NUM_KINDS, POINTS
from sicilianos_env.jit import rule

MOST_POINTS = max(POINTS)  # of a card


@rule
def owned(state: Record, seat: int, kind: int) -> int:
    """Cards of a kind in hand and gang."""
    return int(state.hand[seat, kind]) + int(state.gang[seat, kind])


@rule
def score(state: Record, seat: int) -> int:
    points = 0
    for kind in range(NUM_KINDS):
        points += owned(state, seat, kind) * POINTS[kind]
    return points


@rule
def cards_worth(state: Record, seat: int, points: int) -> int:
    cards = 0
    for kind in range(NUM_KINDS):
        if POINTS[kind] == points:
            cards += owned(state, seat, kind)
    return cards


@rule
def lead(state: Record) -> int:
    """Above 0 if seat 0 is ahead, below if seat 1 is: by score, then card by card (7.5).

    The first difference between the two rows of cards, best first, is where one has more cards of
    a value than the other.
    """
    ahead = score(state, 0) - score(state, 1)
    for worse in range(MOST_POINTS):
        if ahead != 0:
            break
        points = MOST_POINTS - worse
        ahead = cards_worth(state, 0, points) - cards_worth(state, 1, points)
    return ahead


@rule
def result(rules: Record, state: Record, winners: Array, scores: Array) -> bool:
    """Writes who wins (0 or 1; after a draw both) and the scores; nobody wins outright."""
    ahead = lead(state)
    winners[0] = ahead >= 0
    winners[1] = ahead <= 0
    for seat in range(rules.num_players):
        scores[seat] = score(state, seat)
    return False
