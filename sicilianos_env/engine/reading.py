"""Reads untrusted JSON piece by piece; what does not fit is refused with one sentence.

Each function takes a name for the sentence, the thing, and what it may be.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from sicilianos_env.engine.game import InvalidMoveError, PositionError
from sicilianos_env.engine.records import Array


def listed(words: Iterable[object], last: str = "or") -> str:
    """`red, blue or green`."""
    *most, final = map(str, words)
    return f"{', '.join(most)} {last} {final}" if most else final


def insist(condition: object, fault: str) -> None:
    """Refuses with the fault, a sentence, unless the condition holds."""
    if not condition:
        raise PositionError(fault)


def shown(thing: object) -> str:
    """Anything at all, short enough for a sentence."""
    if isinstance(thing, str):
        return repr(thing if len(thing) <= 60 else thing[:60] + "…")
    if thing is None or isinstance(thing, bool):
        return {None: "null", True: "true", False: "false"}[thing]
    if isinstance(thing, float) or (isinstance(thing, int) and abs(thing) < 10**18):
        return str(thing)
    return f"a value of type {type(thing).__name__}"


def check_object(name: str, given: Any, needed: Sequence[str], others: Sequence[str] = ()) -> None:
    """Refuses what is no object with the needed fields and perhaps the others."""
    insist(isinstance(given, Mapping), f"{name} is {shown(given)}; it must be an object.")
    known = (*needed, *others)
    for field in given:
        is_known = isinstance(field, str) and field in known
        fault = f"{name} has no field {shown(field)}; its fields are {listed(known, 'and')}."
        insist(is_known, fault)
    for field in needed:
        insist(field in given, f"{name} lacks {field!r}; it must hold {listed(needed, 'and')}.")


def read_list(name: str, given: Any) -> Sequence[Any]:
    """A list of anything."""
    insist(isinstance(given, list | tuple), f"{name} is {shown(given)}; it must be a list.")
    return given


def read_word(name: str, given: Any, words: Sequence[str]) -> int:
    """The index of a word among those allowed."""
    is_known = isinstance(given, str) and given in words
    insist(is_known, f"{name} is {shown(given)}; it must be {listed(map(repr, words))}.")
    return words.index(given)


def read_whole(name: str, given: Any, least: int, most: int) -> int:
    """A whole number within bounds."""
    fits = type(given) is int and least <= given <= most
    insist(fits, f"{name} is {shown(given)}; it must be a whole number from {least} to {most}.")
    return int(given)


def read_truth(name: str, given: Any) -> bool:
    """True or false."""
    insist(isinstance(given, bool), f"{name} is {shown(given)}; it must be true or false.")
    return bool(given)


# --- Outcomes of chance, as people type them


def read_drawn_seat(text: Any, num_players: int) -> int:
    """The seat that a lot falls on.

    Raises:
        InvalidMoveError: with one sentence, if it is none.
    """
    seats = list(map(str, range(num_players)))
    if not isinstance(text, str) or text not in seats:
        raise InvalidMoveError(f"{shown(text)} is not a seat: seats are {listed(seats)}.")
    return seats.index(text)


def read_order(cards: Any, shuffled: Sequence[str]) -> Array:
    """The order of a shuffle: for each card the place that it had in `shuffled`, as int64.

    Raises:
        InvalidMoveError: with one sentence, if it is no list of just these cards.
    """
    is_list = isinstance(cards, list | tuple) and all(isinstance(card, str) for card in cards)
    if not is_list or sorted(cards) != sorted(shuffled):
        raise InvalidMoveError(
            f"A shuffle is a list of all {len(shuffled)} cards shuffled, each as often as it is "
            "there."
        )
    places: dict[str, list[int]] = {}
    for place, name in enumerate(shuffled):
        places.setdefault(name, []).append(place)
    return np.array([places[card].pop(0) for card in cards], dtype=np.int64)
