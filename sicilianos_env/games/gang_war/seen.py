"""What a seat sees of what the others do, in words (RULES.md, 5)."""

from __future__ import annotations

from typing import Any

from sicilianos_env.engine.plain_text import counted
from sicilianos_env.engine.records import Record
from sicilianos_env.games.gang_war.notation import outcome_text, seat_and_colour_dealt
from sicilianos_env.games.gang_war.rules import businesses_of, cards_to_deal
from sicilianos_env.games.sicilianos.components import FAMILIES, UNIT
from sicilianos_env.games.sicilianos.seen import stakes_shown, turned_up
from sicilianos_env.games.sicilianos.state import GAME_OVER, NOTHING


def seen_outcome(rules: Record, state: Record, outcome: Any, viewer: int) -> str:
    """A hand about to be dealt, as `viewer` sees it: of another's the backs alone."""
    seat, colour = seat_and_colour_dealt(state)
    if seat == viewer:
        return f"seat {seat} gets {outcome_text(rules, state, outcome)}"
    cards = counted(int(cards_to_deal(rules, state)), f"{FAMILIES[colour]} card")
    return f"seat {seat} gets {cards}"


def seen_change(rules: Record, before: Record, after: Record, viewer: int) -> list[str]:
    """What one step changed, which all see: cards turned up, and how the war ended."""
    cards = turned_up(rules, before, after)
    return [
        *cards,
        *(stakes_shown(rules, before, after) if cards else []),
        *(spoils(rules, after) if after.phase == GAME_OVER else []),
    ]


def spoils(rules: Record, after: Record) -> list[str]:
    if not (after.family != NOTHING).any():
        return ["there is no war"]
    texts = []
    for seat in range(rules.num_players):
        if after.washed[seat]:
            texts.append(f"seat {seat} washes {int(after.washed[seat]) * UNIT:,}")
        if businesses_of(after, seat):
            texts.append(f"seat {seat} founds a business")
    return texts or ["nobody wins the war; the stakes are lost"]
