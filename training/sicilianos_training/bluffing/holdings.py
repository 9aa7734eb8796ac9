"""How good a holding is among all that fit what everybody sees."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

from sicilianos_env.engine.game import Game
from sicilianos_env.engine.records import Array
from sicilianos_env.games.sicilianos.components import NUM_FAMILIES, NUM_VALUES

LOW, HIGH = 1 / 3, 2 / 3  # quantiles: a holding is poor up to LOW, and good from HIGH on


def quantiles(game: Game, options: Any, observations: Array) -> Array:
    """(N,) q of the seats that look, in (0, 1); NaN for one that holds nothing to play.

    A participant's holding is what he has of his family, on the table and in hand; before that it
    is the best of the colours that nobody has laid. All choices of cards that fit the public counts
    are equally likely, and of equal ones half count as worse. Cards that the seat has seen go under
    a deck are in no hand: the others have nearly always seen them too.
    """
    records = observations.view(game.observation_record(options.num_players))[:, 0]
    return np.array([_quantile(record, options.values) for record in records])


def _quantile(record: Any, values: Sequence[int]) -> float:
    hidden = [_hidden(record, colour) for colour in range(NUM_FAMILIES)]
    colours = [colour for colour in _playable(record) if hidden[colour]]
    if not colours:
        return float(np.nan)
    best = max(sum(hidden[colour]) for colour in colours)
    below, up_to = 1.0, 1.0
    for colour in colours:
        left = tuple(value for value in values if value not in _seen(record, colour))
        sums = sums_of_choices(left, len(hidden[colour]))
        total = sum(sums.values())
        below *= sum(ways for each, ways in sums.items() if each < best) / total
        up_to *= sum(ways for each, ways in sums.items() if each <= best) / total
    return (below + up_to) / 2


def _playable(record: Any) -> list[int]:
    """The viewer's family in the war, or the colours that he may still play."""
    laid = [int(np.argmax(seat.family)) for seat in record.seats if seat.family.any()]
    if record.seats[0].family.any():
        return laid[:1]
    return [colour for colour in range(NUM_FAMILIES) if colour not in laid]


def _hidden(record: Any, colour: int) -> list[int]:
    """The values of the viewer's cards of a colour that the others do not see."""
    me = record.seats[0]
    hand = me.hand[colour * NUM_VALUES : (colour + 1) * NUM_VALUES]
    cards = [value + 1 for value in range(NUM_VALUES) if hand[value]]
    if me.laid and me.family[colour]:
        cards.append(int(me.laid))
    return cards


def _seen(record: Any, colour: int) -> set[int]:
    """The values of a colour that lie face up, or in a deck where the viewer has seen them."""
    cards = slice(colour * NUM_VALUES, (colour + 1) * NUM_VALUES)
    face_up = {value + 1 for value in range(NUM_VALUES) if record.face_up[cards][value]}
    return face_up | {int(value) for value in record.decks[cards] if value}


@cache
def sums_of_choices(values: tuple[int, ...], count: int) -> dict[int, int]:
    """In how many ways so many of the values sum up to each total."""
    sums: list[Counter[int]] = [Counter({0: 1}), *(Counter() for _ in range(count))]
    for value in values:
        for size in range(count, 0, -1):
            for total, ways in sums[size - 1].items():
                sums[size][total + value] += ways
    return dict(sums[count])
