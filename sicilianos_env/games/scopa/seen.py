"""What a seat sees of what happens, in words: the others' cards show their backs (RULES.md, 7)."""

from __future__ import annotations

from typing import Any

import numpy as np

from sicilianos_env.engine.records import Record
from sicilianos_env.games.scopa.components import CARD_NAMES
from sicilianos_env.games.scopa.notation import action_text, names, outcome_text
from sicilianos_env.games.scopa.state import IN_DECK, ON_TABLE, PILE, SHUFFLE


def seen_action(rules: Record, state: Record, action: int, viewer: int) -> str:
    """An action about to be played: all actions are open."""
    return action_text(rules, state, action)


def seen_outcome(rules: Record, state: Record, outcome: Any, viewer: int) -> str:
    """A chance outcome; the order of the cards is hidden from all."""
    if state.phase == SHUFFLE:
        return "the cards are shuffled"
    return f"seat {outcome_text(rules, state, outcome)} deals"


def seen_change(rules: Record, before: Record, after: Record, viewer: int) -> list[str]:
    """What one step changed, as `viewer` sees it: cards taken and dealt, scopas and points."""
    return [
        *taken(rules, before, after),
        *scopas_made(rules, before, after),
        *points_made(rules, before, after),
        *laid_out(before, after),
        *dealt(rules, before, after, viewer),
    ]


def taken(rules: Record, before: Record, after: Record) -> list[str]:
    """Cards that came to a score pile; at the end of a round with what lay on the table."""
    texts = []
    for seat in range(rules.num_players):
        pile = PILE + seat
        cards = np.flatnonzero((after.location == pile) & (before.location != pile))
        texts += [f"seat {seat} takes {', '.join(names(cards))}"] if len(cards) else []
    return texts


def scopas_made(rules: Record, before: Record, after: Record) -> list[str]:
    seats = [s for s in range(rules.num_players) if after.scopas[s] > before.scopas[s]]
    return [f"seat {seat} makes a scopa" for seat in seats]


def points_made(rules: Record, before: Record, after: Record) -> list[str]:
    gains = [int(after.score[s] - before.score[s]) for s in range(rules.num_players)]
    return [f"seat {seat} scores {gain} in this round" for seat, gain in enumerate(gains) if gain]


def came_from_deck(before: Record) -> Any:
    """Which cards were in the deck; where they were shuffled, all."""
    return (before.location == IN_DECK) | (before.phase == SHUFFLE)


def laid_out(before: Record, after: Record) -> list[str]:
    cards = np.flatnonzero(came_from_deck(before) & (after.location == ON_TABLE))
    return [f"{CARD_NAMES[card]} is laid on the table" for card in cards]


def dealt(rules: Record, before: Record, after: Record, viewer: int) -> list[str]:
    """Cards that came to a hand: the viewer's own by name."""
    texts = []
    for seat in range(rules.num_players):
        cards = np.flatnonzero(came_from_deck(before) & (after.location == seat))
        if len(cards):
            what = ", ".join(names(cards)) if seat == viewer else f"{len(cards)} card(s)"
            texts.append(f"seat {seat} gets {what}")
    return texts
