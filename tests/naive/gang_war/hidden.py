"""What could also be: other states and positions that look the same to a seat."""

from __future__ import annotations

import random
from collections import Counter
from copy import deepcopy
from typing import Any

import numpy as np

from naive.gang_war.referee import Referee
from naive.sicilianos.hidden import permute_hidden as permute_whole_game
from naive.sicilianos.hidden import with_exchanged, with_other_stakes, written
from naive.sicilianos.shown import shown_cards
from naive.sicilianos.words import FAMILIES, card_order, of_colour

__all__ = [
    "HIDDEN_FIELDS",
    "all_like",
    "permute_hidden",
    "places",
    "same_whatever_was_done",
    "seen_from",
    "shuffled_piles",
    "written",
]

# The fields of an engine state that `permute_hidden` can change.
HIDDEN_FIELDS = {"decks", "location", "knowers", "face_down", "dirty", "stake", "points_laid"}


def permute_hidden(
    rules: Any, state: Any, referee: Referee, viewer: int, choose: random.Random
) -> None:
    """Makes another engine state of one, which the viewer cannot tell from it."""
    permute_whole_game(rules, state, referee, viewer, choose)
    for row in referee.war.rows:
        family = FAMILIES.index(row.colour)
        there = np.isin(state["location"][11 * family : 11 * family + 11], (7, 8))
        known = state["deck_knowers"][family] != 0
        points = (there * np.arange(1, 12)).sum() + state["decks"][family][known].sum()
        state["points_laid"][row.seat] = points


def seen_from(position: dict, viewer: int) -> dict:
    """A position with the viewer as seat 0, and without the orders that no observation holds."""
    players = len(position["seats"])
    turned = deepcopy(position)
    turned["seats"] = turned["seats"][viewer:] + turned["seats"][:viewer]
    war = turned["war"]
    for holder, name in [(turned, "to_move"), (turned, "turn_of"), (war, "opener")]:
        if holder[name] is not None:
            holder[name] = (holder[name] - viewer) % players
    for row in war["rows"]:
        row["seat"] = (row["seat"] - viewer) % players
        row["face_up"].sort(key=card_order)
    return turned


def all_like(position: dict, shown: Any) -> Counter[str]:
    """All positions, `written`, in which seat 0 is shown the same, and in how many ways each."""
    rules = Referee(position["rules"])
    known = shown_cards(shown, 0)
    with_decks = {**position, "decks": unseen(rules, position), "piles": {}}
    with_decks["piles"] = {colour: [] for colour in rules.families}
    with_decks["seats"] = [{**seat, "businesses": []} for seat in position["seats"]]
    found = [with_decks]
    for colour in rules.families:
        cards = set(of_colour(rules.cards, colour)) - set(known)
        found = list({written(bare(each, position)): each for each in found}.values())
        found = with_exchanged(found, cards)
    different = {written(bare(each, position)): bare(each, position) for each in found}
    return Counter(written(each) for like in different.values() for each in with_other_stakes(like))


def unseen(rules: Referee, position: dict) -> dict[str, list[str]]:
    """The cards of each colour that lie neither in a hand nor in a row."""
    seen = [card for seat in position["seats"] for card in seat["hand"]]
    for row in position["war"]["rows"]:
        seen += row["face_up"] + row["face_down"] + row["blown_up"]
    return {c: [x for x in of_colour(rules.cards, c) if x not in seen] for c in rules.families}


def bare(position: dict, original: dict) -> dict:
    """The position without decks and piles, and with the businesses that it had."""
    kept = {name: thing for name, thing in position.items() if name not in ("decks", "piles")}
    kept["seats"] = [
        {**seat, "businesses": had["businesses"]}
        for seat, had in zip(position["seats"], original["seats"], strict=True)
    ]
    return kept


def same_whatever_was_done(kind: str, referee: Referee) -> None:
    """There is no chance once the hands are dealt."""
    return


def places(states: Any) -> Any:
    """The place of each card in engine states: a hand, the table, or what was not dealt."""
    return states["location"].astype(int)


def shuffled_piles(states: Any) -> list[Any]:
    """For each colour that is dealt where its cards have come to: hands, and what is left."""
    in_play = states["location"][0] != 9
    found = []
    for family in range(6):
        cards = [card for card in range(11 * family, 11 * family + 11) if in_play[card]]
        if cards and (states["location"][0, cards] < 6).any():
            found.append(states["location"][:, cards].astype(int))
    return found
