"""Si, Oscuro Padrino! in words: actions, chance outcomes and positions (RULES.md, 11).

The texts are exactly those of the rules: `explain green place`, `accuse 3 with red object`. A
position is the JSON object that bug reports, cases and tools exchange; `loading` reads it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import numpy as np

from sicilianos_env.engine.game import InvalidMoveError
from sicilianos_env.engine.options import saved_rules
from sicilianos_env.engine.reading import listed, read_order, shown
from sicilianos_env.engine.records import Array, Record
from sicilianos_env.games.padrino.actions import (
    ACCEPT,
    ACCUSE,
    BELIEVE_IT,
    CANCEL,
    CARD,
    CLOCKWISE,
    COUNTERCLOCKWISE,
    HEAR,
    INFORM,
    PASS,
    PRESS,
    REFUSE,
    SENTENCE,
    SPARE,
    STOP,
    accusation,
    seat_action,
    seat_of_action,
)
from sicilianos_env.games.padrino.components import (
    CARD_NAMES,
    INFORMERS,
    MOODS,
    NUM_KINDS,
    SUITCASES,
    WITHOUT_FAVOURITES,
)
from sicilianos_env.games.padrino.options import Rules
from sicilianos_env.games.padrino.setup import CHARACTER_DRAWS, WEAPON_PLACES, draw_from_family
from sicilianos_env.games.padrino.state import (
    DEAL_MONEY,
    DRAW_CHARACTERS,
    MIX_SUITCASES,
    NOTHING,
    OBJECT,
    PHASES,
    SHUFFLE_EXPLANATIONS,
    THIRD,
)

GAME_NAME = "padrino"
CARD_IDS = {name: kind for kind, name in enumerate(CARD_NAMES)}
BOX_TEXT = "box"

# --- Actions

FIXED_TEXTS = {
    PASS: "pass",
    STOP: "stop",
    SENTENCE: "sentence",
    HEAR: "hear",
    ACCEPT: "accept",
    CANCEL: "cancel",
    BELIEVE_IT: "believe",
    REFUSE: "refuse",
    CLOCKWISE: "clockwise",
    COUNTERCLOCKWISE: "counterclockwise",
    PRESS: "press",
    SPARE: "spare",
    **{INFORM + i: f"inform {CARD_NAMES[kind]}" for i, kind in enumerate(INFORMERS)},
}
FIXED_IDS = {text: action for action, text in FIXED_TEXTS.items()}

A_CARD = "a card ('green place')"
FOLLOWS = {  # what comes after the first word of an action
    **dict.fromkeys((text for text in FIXED_IDS if " " not in text), "nothing"),
    "cancel": f"nothing (the Boss) or {A_CARD}",
    "explain": A_CARD,
    "inform": f"an informer ({listed(CARD_NAMES[kind] for kind in INFORMERS)})",
    "accuse": f"a seat, 'with' and {A_CARD}",
    "with": "a seat",
    "condemn": "a seat",
}
READ_CARD = f"({'|'.join(sorted(CARD_NAMES, key=len, reverse=True))})"
CARD_ACTION = re.compile(f"(explain|cancel) {READ_CARD}")
SEAT_ACTION = re.compile(r"(with|condemn) (0|[1-9]\d?)")
ACCUSATION = re.compile(rf"accuse (0|[1-9]\d?) with {READ_CARD}")


def action_text(rules: Record, state: Record, action: int) -> str:
    """The words of an action id; the state says what a card's or a seat's id means."""
    if action in FIXED_TEXTS:
        return FIXED_TEXTS[int(action)]
    if action < INFORM:
        return f"{card_word(state)} {CARD_NAMES[action - CARD]}"
    seat = seat_of_action(int(rules.num_players), int(state.to_move), int(action))
    if action < ACCUSE:
        return f"{seat_word(state)} {seat}"
    return f"accuse {seat} with {CARD_NAMES[(action - ACCUSE) % NUM_KINDS]}"


def card_word(state: Record) -> str:
    return "cancel" if state.phase == OBJECT else "explain"


def seat_word(state: Record) -> str:
    return "with" if state.phase == THIRD else "condemn"


def parse_action(rules: Record, state: Record, text: str) -> int | None:
    """The id of an action in words; None if it has none in this phase.

    Raises:
        InvalidMoveError: with one sentence, if the text is no action at all.
    """
    if not isinstance(text, str):
        raise InvalidMoveError(f"An action is a text such as 'hear', not {shown(text)}.")
    if text in FIXED_IDS:
        return FIXED_IDS[text]
    if match := CARD_ACTION.fullmatch(text):
        return CARD + CARD_IDS[match[2]] if match[1] == card_word(state) else None
    if match := SEAT_ACTION.fullmatch(text):
        return id_with_seat(rules, state, int(match[2])) if match[1] == seat_word(state) else None
    if match := ACCUSATION.fullmatch(text):
        return id_with_seat(rules, state, int(match[1]), CARD_IDS[match[2]])
    raise InvalidMoveError(not_an_action(text))


def id_with_seat(rules: Record, state: Record, seat: int, kind: int | None = None) -> int | None:
    """The id of an accusation with a kind, or else of `with` and `condemn`; None for no seat."""
    num_players, mover = int(rules.num_players), int(state.to_move)
    if seat >= num_players or seat == mover:
        return None
    if kind is None:
        return seat_action(num_players, mover, seat)
    return accusation(num_players, mover, seat, kind)


def not_an_action(text: str) -> str:
    word = text.split(" ")[0]
    if word not in FOLLOWS:
        return f"{shown(text)} is not an action: an action begins with {listed(FOLLOWS)}."
    return f"{shown(text)} is not an action: after {word!r} comes {FOLLOWS[word]}."


# --- Chance


def outcome_text(rules: Record, state: Record, outcome: Any) -> Any:
    """A chance outcome in words (11.2)."""
    if state.phase == DRAW_CHARACTERS:
        return drawn_characters(int(outcome))
    if state.phase == DEAL_MONEY:
        return money_texts(rules, state)[int(outcome)]
    if state.phase in (SHUFFLE_EXPLANATIONS, MIX_SUITCASES):
        things = things_shuffled(rules, state)
        return [things[place] for place in outcome]
    return weapon_texts(rules, state)[int(outcome)]


def parse_outcome(rules: Record, state: Record, text: Any) -> Any:
    """The number of a chance outcome in words, or the order in which a list is shuffled.

    Raises:
        InvalidMoveError: with one sentence, if it cannot be read or cannot come out here.
    """
    if state.phase in (SHUFFLE_EXPLANATIONS, MIX_SUITCASES):
        return read_order(text, things_shuffled(rules, state))
    if state.phase == DRAW_CHARACTERS:
        possible: Sequence[Any] = [drawn_characters(i) for i in range(CHARACTER_DRAWS)]
        meant = "three different numbers from 2 to 11 in a list"
    else:
        texts = money_texts if state.phase == DEAL_MONEY else weapon_texts
        possible = texts(rules, state)
        meant = listed(dict.fromkeys(possible))
    if text not in possible:
        raise InvalidMoveError(f"{shown(text)} is not drawn here: it must be {meant}.")
    return possible.index(text)


def things_shuffled(rules: Record, state: Record) -> list[str]:
    """In the order before the shuffle: the Explanations, or the mixed suitcases."""
    if state.phase == SHUFFLE_EXPLANATIONS:
        return names(state.deck[: state.deck_size])
    seats = clockwise_from_boss(rules, state)
    return [SUITCASES[state.suitcase[seat]] for seat in seats if state.mixed[seat]]


def drawn_characters(outcome: int) -> list[int]:
    """The numbers of those drawn, one after the other (10.5)."""
    drawn = np.zeros(WITHOUT_FAVOURITES - 1, np.int64)
    draw_from_family(outcome, drawn)
    return (drawn + 1).tolist()


def clockwise_from_boss(rules: Record, state: Record) -> list[int]:
    count = int(rules.num_players)
    return [(int(state.boss) + i) % count for i in range(count)]


def money_texts(rules: Record, state: Record) -> list[str]:
    """The family's seats clockwise from the Boss."""
    return [str(seat) for seat in clockwise_from_boss(rules, state)[1:]]


def weapon_texts(rules: Record, state: Record) -> list[str]:
    """The family's other seats, then perhaps the Boss's, and the box for what is left of ten."""
    boss, *family = clockwise_from_boss(rules, state)
    seats = [seat for seat in family if state.suitcase[seat] == NOTHING]
    texts = [str(seat) for seat in seats + [boss] * int(rules.boss_suitcase)]
    return texts + [BOX_TEXT] * (WEAPON_PLACES - len(texts))


# --- Saving a position


def position(rules: Rules, state: Record) -> dict[str, Any]:
    """The whole truth at a decision or at the end, ready for JSON; `loading.load` reads it."""
    mixed = np.flatnonzero(state.mixed).tolist()
    return {
        "game": GAME_NAME,
        "rules": saved_rules(rules),
        "phase": PHASES[state.phase],
        "to_move": saved_seat(state.to_move),
        "mood": MOODS[state.mood],
        "accused": int(state.accused),
        "accuser": saved_seat(state.accuser),
        "in_play": [saved_in_play(state, place) for place in range(state.num_in_play)],
        "counted": int(state.counted),
        "raised_at": int(state.raised_at),
        "helper_asked": bool(state.helper_asked),
        "pressed": bool(state.pressed),
        "accusation": saved_accusation(state),
        "condemned": saved_seat(state.condemned),
        "winners": np.flatnonzero(state.won).tolist() if state.won.any() else None,
        "deck": names(state.deck[: state.deck_size][::-1]),
        "discards": saved_cards(state.discards),
        "seats": [saved_player(rules, state, seat) for seat in range(rules.num_players)],
        **({"mixed": mixed} if mixed else {}),
    }


def saved_seat(seat: int) -> int | None:
    return int(seat) if seat >= 0 else None


def names(cards: Array) -> list[str]:
    return [CARD_NAMES[kind] for kind in cards]


def saved_cards(counts: Array) -> list[str]:
    return [CARD_NAMES[kind] for kind, count in enumerate(counts) for _ in range(count)]


def saved_in_play(state: Record, place: int) -> dict[str, Any]:
    return {
        "card": CARD_NAMES[state.in_play[place]],
        "by": int(state.played_by[place]),
        "standing": bool(state.standing[place]),
    }


def saved_accusation(state: Record) -> dict[str, Any] | None:
    if state.evidence == NOTHING:
        return None
    shown_card = saved_in_play(state, state.evidence)
    return {"seat": int(state.blamed), "card": shown_card["card"], "by": shown_card["by"]}


def saved_player(rules: Rules, state: Record, seat: int) -> dict[str, Any]:
    return {
        "character": int(state.character[seat]) + 1,
        "hand": saved_cards(state.hand[seat]),
        "suitcase": saved_suitcase(state, seat),
        "knows": {
            str(place): saved_suitcase(state, place)
            for place in range(rules.num_players)
            if state.knows[seat, place]
        },
    }


def saved_suitcase(state: Record, seat: int) -> str | None:
    return None if state.suitcase[seat] == NOTHING else SUITCASES[state.suitcase[seat]]
