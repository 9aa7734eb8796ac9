"""What could also be: other states and positions that look the same to a seat."""

from __future__ import annotations

import json
import random
from collections import Counter
from copy import deepcopy
from itertools import permutations
from typing import Any

import numpy as np

from naive.famiglia.referee import Referee

# The fields of an engine state that `permute_hidden` can change.
HIDDEN_FIELDS = {"stock"}


def permute_hidden(
    rules: Any, state: Any, referee: Referee, viewer: int, choose: random.Random
) -> None:
    """Makes another engine state of one, which the viewer cannot tell from it.

    All that is hidden is the order of the stock, without those cards that lie under it openly.
    """
    unknown = len(referee.stock) - referee.known_places
    state["stock"][:unknown] = choose.sample(state["stock"][:unknown].tolist(), unknown)


def seen_from(position: dict, viewer: int) -> dict:
    """A position with the viewer as seat 0."""
    turned = deepcopy(position)
    turned["seats"] = turned["seats"][viewer:] + turned["seats"][:viewer]
    for name in ("to_move", "first_player"):
        if turned[name] is not None:
            turned[name] = (turned[name] - viewer) % 2
    return turned


def written(position: dict) -> str:
    """A position as a text."""
    return json.dumps(position, sort_keys=True)


def all_like(position: dict, shown: Any) -> Counter[str]:
    """All positions, `written`, in which seat 0 is shown the same; each is equally likely.

    The position is `seen_from` the seat, and `shown` is its observation record.
    """
    stock = position["stock"]
    unknown = len(stock) - np.count_nonzero(shown["stock_places"])
    orders = set(permutations(stock[:unknown]))
    return Counter(written({**position, "stock": [*order, *stock[unknown:]]}) for order in orders)


def places(states: Any) -> Any:
    """The kind at each place of the stock in engine states, many at once.

    Copies are alike, so places and cards change their roles: a place of the stock is where some
    kind has to lie, as a card has to lie in some place.
    """
    return states["stock"].astype(int)


def alike(rules: Any, shown: Any) -> list[list[int]]:
    """The places of the stock of which somebody who is shown this does not know the card."""
    return [[i for i in range(shown["stock_size"]) if not shown["stock_places"][i]]]


def shuffled_piles(states: Any) -> list[Any]:
    """Of engine states at the first decision, many at once: the cards as they were shuffled.

    Those that opened the street come first. In a state they are a set, so they are put in an order
    at random: each is as likely as it was when they were shuffled.
    """
    choose = random.Random(1)
    streets = [in_any_order(counts, choose) for counts in states["street"]]
    return [np.hstack([streets, states["stock"][:, : states["stock_size"][0]]])]


def in_any_order(counts: Any, choose: random.Random) -> list[int]:
    """Kinds, each as often as it is counted, in an order at random."""
    kinds = np.repeat(np.arange(len(counts)), counts).tolist()
    return choose.sample(kinds, len(kinds))


def same_whatever_was_done(kind: str, referee: Referee) -> tuple | None:
    """What is shuffled in the course of a game depends on what the players have done."""
    return None
