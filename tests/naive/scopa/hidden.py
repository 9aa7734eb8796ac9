"""What could also be: other states and positions that look the same to a seat."""

from __future__ import annotations

import json
import random
from collections import Counter
from copy import deepcopy
from itertools import permutations
from typing import Any

from naive.scopa.referee import Referee
from naive.scopa.shown import IN_DECK, NOT_IN_PLAY, shown_cards
from naive.scopa.words import EVERY_CARD, in_order

# The fields of an engine state that `permute_hidden` can change.
HIDDEN_FIELDS = {"location", "deck"}


FIRST_IN_DECK = 20  # the number of its top place, larger than those of all other places


def permute_hidden(
    rules: Any, state: Any, referee: Referee, viewer: int, choose: random.Random
) -> None:
    """Makes another engine state of one: what the viewer does not see changes places (7.1)."""
    others = [seat for number, seat in enumerate(referee.seats) if number != viewer]
    unseen = referee.deck + [card for seat in others for card in seat.hand]
    numbers = [EVERY_CARD.index(card) for card in unseen]
    moved = choose.sample(numbers, len(numbers))
    new_name = dict(zip(numbers, moved, strict=True))
    state["location"][moved] = state["location"][numbers]
    state["deck"] = [new_name.get(card, card) for card in state["deck"].tolist()]


def seen_from(position: dict, viewer: int) -> dict:
    """A position with the viewer as seat 0."""
    players = len(position["seats"])
    turned = deepcopy(position)
    turned["seats"] = turned["seats"][viewer:] + turned["seats"][:viewer]
    for name in ("to_move", "dealer", "last_taker"):
        if turned[name] is not None:
            turned[name] = (turned[name] - viewer) % players
    return turned


def written(position: dict) -> str:
    """A position as a text."""
    return json.dumps(position, sort_keys=True)


def all_like(position: dict, shown: Any) -> Counter[str]:
    """All positions, `written`, in which seat 0 sees the same: all equally likely.

    The position is `seen_from` the seat. Each order of the cards in the deck is one of its own.
    """
    unseen = position["deck"] + [card for seat in position["seats"][1:] for card in seat["hand"]]
    like = {written(with_unseen(position, list(order))) for order in permutations(unseen)}
    return Counter(like)


def with_unseen(position: dict, cards: list[str]) -> dict:
    """The position with other cards in the deck and in the hands but for seat 0's."""
    changed = deepcopy(position)
    dealt = len(position["deck"])
    changed["deck"] = cards[:dealt]
    for seat in changed["seats"][1:]:
        size = len(seat["hand"])
        seat["hand"] = in_order(cards[dealt : dealt + size])
        dealt += size
    return changed


def places(states: Any) -> Any:
    """The place of each card in engine states, many at once: a number for each place.

    It is the same for cards in the same hand, and one of its own for each place in the deck.
    """
    found = states["location"].astype(int)
    for card in range(len(EVERY_CARD)):
        depth = (states["deck"] == card).argmax(axis=1)
        in_deck = found[:, card] == IN_DECK
        found[in_deck, card] = FIRST_IN_DECK + depth[in_deck]
    return found


def alike(rules: Any, shown: Any) -> list[list[int]]:
    """The cards that somebody who is shown this can exchange in his mind: all that he cannot see.

    Those known to be in the deck still have no place of their own there.
    """
    known = shown_cards(shown, 0)
    return [[EVERY_CARD.index(c) for c in rules.cards if known.get(c, ("deck",)) == ("deck",)]]


def shuffled_piles(states: Any) -> list[Any]:
    """Of engine states at the first decision, many at once: the place of each card in play."""
    in_play = states["location"][0] != NOT_IN_PLAY
    return [places(states)[:, in_play]]


def same_whatever_was_done(kind: str, referee: Referee) -> None:
    """Nothing: what a shuffle brings depends on when it comes."""
