"""What a seat sees of what happens, in words: all but the order of the stock (RULES.md, 8)."""

from __future__ import annotations

from typing import Any

from sicilianos_env.engine.records import Array, Record
from sicilianos_env.games.famiglia.components import CARD_NAMES
from sicilianos_env.games.famiglia.notation import action_text, outcome_text
from sicilianos_env.games.famiglia.state import FIRST_PLAYER, RESHUFFLE, SHUFFLE, STREET


def seen_action(rules: Record, state: Record, action: int, viewer: int) -> str:
    """An action about to be played: all are open."""
    return action_text(rules, state, action)


def seen_outcome(rules: Record, state: Record, outcome: Any, viewer: int) -> str:
    """A chance outcome: nobody sees the order of a shuffled stock."""
    if state.phase == FIRST_PLAYER:
        return f"seat {outcome_text(rules, state, outcome)} starts"
    return "the stock is shuffled"


def seen_change(rules: Record, before: Record, after: Record, viewer: int) -> list[str]:
    """What one step changed, beyond the action's own words: cards that came to the street."""
    return [f"{CARD_NAMES[kind]} comes to the street" for kind in drawn(before, after)]


def drawn(before: Record, after: Record) -> list[int]:
    """The cards drawn, in this order; after a shuffle, which hid their order, by index."""
    if before.phase in (SHUFFLE, RESHUFFLE):
        return gained(before.street, after.street)
    laid_under = before.phase == STREET and before.second_pass and has_moved(before, after)
    cards = before.stock_size - after.stock_size + laid_under
    # One more would be the card just put under the stock, which the action has named.
    return [int(kind) for kind in before.stock[: before.stock_size][:cards]]


def gained(before: Array, after: Array) -> list[int]:
    return [kind for kind, more in enumerate(after - before) for _ in range(more)]


def has_moved(before: Record, after: Record) -> bool:
    """Whether a card was put under the stock, and cards were drawn from it."""
    same_cards = (before.stock == after.stock).all() and (before.street == after.street).all()
    return not same_cards or bool(before.known_places != after.known_places)
