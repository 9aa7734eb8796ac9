"""Scopa in words: actions, chance outcomes and positions (RULES.md, 8); `loading` reads them."""

from __future__ import annotations

from typing import Any

import numpy as np

from sicilianos_env.engine.game import InvalidMoveError
from sicilianos_env.engine.options import saved_rules
from sicilianos_env.engine.reading import listed, read_drawn_seat, read_order, shown
from sicilianos_env.engine.records import Array, Record
from sicilianos_env.games.scopa.components import CARD_NAMES, NUM_VALUES, SUITS
from sicilianos_env.games.scopa.options import Rules
from sicilianos_env.games.scopa.state import (
    NO_CARD,
    ON_TABLE,
    PHASES,
    PILE,
    SHUFFLE,
    TAKE,
)

GAME_NAME = "scopa"
CARD_IDS = {name: card for card, name in enumerate(CARD_NAMES)}
WORDS = ("play", "take")

# --- Actions


def action_text(rules: Record, state: Record, action: int) -> str:
    """The words of an action id; the phase says what a card's id means."""
    return f"{word_of(state)} {CARD_NAMES[action]}"


def word_of(state: Record) -> str:
    return "take" if state.phase == TAKE else "play"


def parse_action(rules: Record, state: Record, text: str) -> int | None:
    """The id of an action in words; None if its card means another action in this phase.

    Raises:
        InvalidMoveError: with one sentence, if the text is no action at all.
    """
    if not isinstance(text, str):
        raise InvalidMoveError(f"An action is a text such as 'play coins 7', not {shown(text)}.")
    word, _, card = text.partition(" ")
    if word not in WORDS:
        begins = listed(WORDS)
        raise InvalidMoveError(f"{shown(text)} is not an action: an action begins with {begins}.")
    if card not in CARD_IDS:
        raise InvalidMoveError(
            f"{shown(text)} is not an action: after {word!r} comes a card, a suit of "
            f"{listed(SUITS, 'and')} and a value from 1 to {NUM_VALUES} ('coins 7')."
        )
    return CARD_IDS[card] if word == word_of(state) else None


# --- Chance


def cards_in_play(rules: Record) -> list[int]:
    return [int(card) for card in rules.cards[: rules.num_cards]]


def outcome_text(rules: Record, state: Record, outcome: Any) -> Any:
    """The first dealer's seat; for a shuffle, whose outcome is an order, the list of the cards."""
    if state.phase == SHUFFLE:
        return [CARD_NAMES[rules.cards[place]] for place in outcome]
    return str(outcome)


def parse_outcome(rules: Record, state: Record, text: Any) -> Any:
    """The number of a chance outcome in words, or the order in which a list of cards is shuffled.

    Raises:
        InvalidMoveError: with one sentence, if it cannot be read or cannot come out here.
    """
    if state.phase == SHUFFLE:
        return read_order(text, [CARD_NAMES[card] for card in cards_in_play(rules)])
    return read_drawn_seat(text, int(rules.num_players))


# --- Saving a position


def position(rules: Rules, state: Record) -> dict[str, Any]:
    """The whole truth at a decision or at the end, ready for JSON; `loading.load` reads it."""
    return {
        "game": GAME_NAME,
        "rules": saved_rules(rules),
        "phase": PHASES[state.phase],
        "to_move": saved_seat(state.to_move),
        "dealer": int(state.dealer),
        "round": int(state.round_number),
        "deck": names(state.deck[: state.deck_size]),
        "table": names(cards_at(state, ON_TABLE)),
        "last_taker": saved_seat(state.last_taker),
        "played": None if state.played == NO_CARD else CARD_NAMES[state.played],
        "taking": names(np.flatnonzero(state.chosen)),
        "seats": [saved_player(state, seat) for seat in range(rules.num_players)],
    }


def saved_seat(seat: int) -> int | None:
    return int(seat) if seat >= 0 else None


def names(cards: Array) -> list[str]:
    return [CARD_NAMES[card] for card in cards]


def cards_at(state: Record, place: int) -> Array:
    return np.flatnonzero(state.location == place)


def saved_player(state: Record, seat: int) -> dict[str, Any]:
    return {
        "hand": names(cards_at(state, seat)),
        "pile": names(cards_at(state, PILE + seat)),
        "scopas": int(state.scopas[seat]),
        "score": int(state.score[seat]),
    }
