"""Famiglia in words: actions, chance outcomes and positions (RULES.md, 9).

The texts are exactly those of the rules: `clear brute 2`, `take brute 2 laying mercenary 3`. A
position is the JSON object that bug reports, cases and tools exchange; `loading` reads it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from sicilianos_env.engine.game import InvalidMoveError
from sicilianos_env.engine.options import saved_rules
from sicilianos_env.engine.reading import listed, read_drawn_seat, read_order, shown
from sicilianos_env.engine.records import Array, Record
from sicilianos_env.games.famiglia.actions import (
    CARD,
    DONE,
    INTIMIDATE,
    LAYING_JOKER,
    LAYING_NATURAL,
    NUM_ACTIONS,
    PASS,
    SKIP,
    intimidation,
)
from sicilianos_env.games.famiglia.components import (
    CARD_NAMES,
    FAMILIES,
    MERCENARY,
    NUM_PLAYERS,
    TOP_RANK,
    family_of,
    kind_of,
    rank_of,
)
from sicilianos_env.games.famiglia.options import Rules
from sicilianos_env.games.famiglia.state import (
    ACCOUNTANT_ASKED,
    FIRST_PLAYER,
    NOTHING,
    PHASES,
    RESHUFFLE,
    STREET,
    TAKE,
)
from sicilianos_env.games.famiglia.taking import card_taken, lowest_joker, rank_now

GAME_NAME = "famiglia"

# --- Actions

FIXED_TEXTS = {
    DONE: "done",
    SKIP: "skip",
    PASS: "pass",
    **{
        intimidation(kind, lower): f"intimidate {name} to {lower}"
        for kind, name in enumerate(CARD_NAMES)
        for lower in range(rank_of(kind))
    },
}

A_CARD = f"a card: a family ({listed(FAMILIES)}) and a rank from 0 to {TOP_RANK} ('brute 2')"
FOLLOWS = {  # what comes after the first word of an action
    "done": "nothing",
    "skip": "nothing",
    "pass": "nothing",
    "clear": A_CARD,
    "play": A_CARD,
    "recall": A_CARD,
    "lay": A_CARD,
    "intimidate": f"{A_CARD}, 'to' and a rank",
    "take": f"{A_CARD}, and perhaps 'laying' and a card, and 'with mercenary' and a rank",
}
READ_CARD = f"({'|'.join(FAMILIES)}) [0-{TOP_RANK}]"
READABLE = re.compile(
    f"done|skip|pass|(clear|play|recall|lay) {READ_CARD}"
    f"|intimidate {READ_CARD} to [0-{TOP_RANK - 1}]"
    f"|take {READ_CARD}( laying {READ_CARD}( with mercenary [1-{TOP_RANK}])?)?"
)


def action_text(rules: Record, state: Record, action: int) -> str:
    """The words of an action id; the state says what a card's id means, and what is laid."""
    if action >= LAYING_JOKER:
        return joker_text(state, action)
    if action >= LAYING_NATURAL:
        return natural_text(state, action)
    if CARD <= action < INTIMIDATE:
        return f"{card_word(state)} {CARD_NAMES[action - CARD]}"
    return FIXED_TEXTS[int(action)]


def card_word(state: Record) -> str:
    """What the phase, and how far its decisions have come, do with a card."""
    if state.phase == STREET:
        return "clear"
    if state.phase == TAKE:
        return "take"
    if state.phase != ACCOUNTANT_ASKED or state.accountant == 0:
        return "play"
    return "recall" if state.recalls > 0 else "lay"


def rank_to_pay(state: Record, kind: int) -> int:
    """The rank that a card counts as; at least 1, since a free card is not paid for."""
    return max(1, int(rank_now(state, kind)))


def natural_text(state: Record, action: int) -> str:
    """Only without a pair is it told which Mercenary is shown as the joker (6.5)."""
    kind, seat = card_taken(action), state.to_move
    rank = rank_to_pay(state, kind)
    natural = kind_of(family_of(kind), rank - 1)
    joker = lowest_joker(state, seat, rank)
    text = f"take {CARD_NAMES[kind]} laying {CARD_NAMES[natural]}"
    needs_joker = state.hand[seat, natural] < 2 and joker != NOTHING
    return f"{text} with mercenary {joker}" if needs_joker else text


def joker_text(state: Record, action: int) -> str:
    kind = card_taken(action)
    joker = (action - LAYING_JOKER) % TOP_RANK + 1
    text = f"take {CARD_NAMES[kind]} laying {CARD_NAMES[kind_of(MERCENARY, joker)]}"
    # One rank below a Mercenary it is the natural card, no joker: not to be taken for that action.
    is_natural = family_of(kind) == MERCENARY and joker == rank_to_pay(state, kind) - 1
    return f"{text} with mercenary {joker}" if is_natural else text


def parse_action(rules: Record, state: Record, text: str) -> int | None:
    """The id of an action in words; whether it is legal now is for `legal_mask` to say.

    None if no id means that in this state.

    Raises:
        InvalidMoveError: with one sentence, if the text is no action at all.
    """
    if not isinstance(text, str):
        raise InvalidMoveError(f"An action is a text such as 'pass', not {shown(text)}.")
    if not READABLE.fullmatch(text):
        raise InvalidMoveError(unreadable(text))
    for action in range(NUM_ACTIONS):
        if action_text(rules, state, action) == text:
            return action
    return None


def unreadable(text: str) -> str:
    word = text.partition(" ")[0]
    if word not in FOLLOWS:
        return f"{shown(text)} is not an action: an action begins with {listed(FOLLOWS)}."
    return f"{shown(text)} is not an action: after {word!r} comes {FOLLOWS[word]}."


# --- Chance


def outcome_text(rules: Record, state: Record, outcome: Any) -> Any:
    """The words of a chance outcome: the first player's seat, or the cards of a shuffled stock."""
    if state.phase == FIRST_PLAYER:
        return str(outcome)
    names = names_shuffled(state)
    return [names[place] for place in outcome]


def names_shuffled(state: Record) -> list[str]:
    """The cards that a shuffle permutes, in index order."""
    if state.phase == RESHUFFLE:
        return saved_set(state.discards)
    return names_of(state.stock[: state.stock_size])


def parse_outcome(rules: Record, state: Record, text: Any) -> Any:
    """The number of a chance outcome in words, or the order in which a list of cards is shuffled.

    Raises:
        InvalidMoveError: with one sentence, if it cannot be read or cannot come out here.
    """
    if state.phase == FIRST_PLAYER:
        return read_drawn_seat(text, NUM_PLAYERS)
    return read_order(text, names_shuffled(state))


# --- Saving a position


def position(rules: Rules, state: Record) -> dict[str, Any]:
    """The whole truth at a decision or at the end, ready for JSON; `loading.load` reads it."""
    return {
        "game": GAME_NAME,
        **saved_options(rules),
        "phase": PHASES[state.phase],
        "to_move": int(state.to_move) if state.to_move >= 0 else None,
        "first_player": int(state.first_player),
        "stock": names_of(state.stock[: state.stock_size]),
        "pass": 2 if state.second_pass else 1,
        "street": saved_set(state.street),
        "discards": saved_set(state.discards),
        "seats": [
            {"hand": saved_set(state.hand[seat]), "gang": saved_set(state.gang[seat])}
            for seat in range(NUM_PLAYERS)
        ],
        "last_passed": bool(state.last_passed),
        "accountant": saved_exchange(state),
        "brute": int(state.brute) or None,
        "intimidated": saved_intimidation(state),
    }


def saved_options(rules: Rules) -> dict[str, Any]:
    """The rules, if they differ from the published ones; the first player has his own field."""
    saved = saved_rules(rules)
    saved.pop("first_player", None)
    return {"rules": saved} if len(saved) > 1 else {}


def names_of(kinds: Iterable[int]) -> list[str]:
    return [CARD_NAMES[kind] for kind in kinds]


def saved_set(counts: Sequence[int] | Array) -> list[str]:
    """Each card as often as it is there, in index order."""
    return [name for name, count in zip(CARD_NAMES, counts, strict=True) for _ in range(count)]


def saved_exchange(state: Record) -> dict[str, int] | None:
    if state.accountant == 0:
        return None
    rank, recalls, lays = state.accountant, state.recalls, state.lays
    return {"rank": int(rank), "recalls": int(recalls), "lays": int(lays)}


def saved_intimidation(state: Record) -> dict[str, Any] | None:
    if state.intimidated == NOTHING:
        return None
    return {"card": CARD_NAMES[state.intimidated], "to": int(state.lowered_to)}
