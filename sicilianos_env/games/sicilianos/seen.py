"""What a seat sees of what the others do, in words: the hidden part is left out (RULES.md, 9)."""

from __future__ import annotations

from sicilianos_env.engine.records import Record
from sicilianos_env.games.sicilianos.actions import CARD, FOUND, STAKE_NOTE
from sicilianos_env.games.sicilianos.components import (
    FAMILIES,
    NUM_BUSINESSES,
    NUM_NOTES,
    colour_of,
)
from sicilianos_env.games.sicilianos.notation import action_text, outcome_text
from sicilianos_env.games.sicilianos.state import BOMB_ASKED, THEFT


def seen_action(rules: Record, state: Record, action: int, viewer: int) -> str:
    """An action about to be played, as `viewer` sees it: cards laid or picked show their backs."""
    text = action_text(rules, state, action)
    if viewer == state.to_move:
        return text
    if action >= CARD and state.phase != BOMB_ASKED:
        return f"{text.split()[0]} a {FAMILIES[colour_of(action - CARD)]} card"
    if FOUND <= action < FOUND + NUM_BUSINESSES:
        return "found a business"
    if STAKE_NOTE <= action < STAKE_NOTE + NUM_NOTES and rules.hidden_stakes:
        return "stake a note"
    return text


def seen_outcome(rules: Record, state: Record, outcome: int, viewer: int) -> str:
    """A chance outcome, as `viewer` sees it: a stolen card is seen by thief and victim only."""
    if state.phase == THEFT and viewer not in (state.turn_of, state.robbed):
        return f"a {FAMILIES[state.stolen_colour]} card"
    return outcome_text(rules, state, outcome)
