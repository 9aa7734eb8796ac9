"""What could also be: other states and positions that look the same to a seat."""

from __future__ import annotations

import json
import random
from collections import Counter
from copy import deepcopy
from itertools import permutations
from typing import Any

from naive.sicilianos.referee import Referee
from naive.sicilianos.shown import card_index, shown_cards, shown_things
from naive.sicilianos.words import (
    FAMILIES,
    TYPES,
    business_order,
    card_order,
    colour_of,
    of_colour,
    type_of,
    value_of,
)


def hidden_stakes(rules: Any, state: Any, viewer: int) -> list[int]:
    """The seats whose stake in an engine state is still hidden from the viewer (5.3)."""
    if rules.stakes == "open" or state["war_round"] != 1:
        return []
    laid = (state["stake"] >= 0) & (state["face_down"] >= 0)
    return [seat for seat in laid.nonzero()[0].tolist() if seat != viewer]


# The fields of an engine state that `permute_hidden` can change.
HIDDEN_FIELDS = {
    "decks", "location", "knowers", "owner", "owner_knowers", "face_down", "dirty", "stake",
}  # fmt: skip


def permute_hidden(
    rules: Any, state: Any, referee: Referee, viewer: int, choose: random.Random
) -> None:
    """Makes another engine state of one, which the viewer cannot tell from it.

    What he is not certain of changes places with its like, and whoever knows what lies at a place
    knows it afterwards.
    """
    for colour in referee.families:
        permute_cards(state, uncertain_cards(referee, viewer, colour), choose)
        permute_businesses(state, uncertain_types(referee, viewer, colour), colour, choose)
    for seat in range(referee.players):
        if seat != viewer:
            exchange_laid_card(state, referee, seat, choose)
    for seat in hidden_stakes(rules, state, viewer):
        exchange_stake(state, seat, choose)


def uncertain_cards(referee: Referee, viewer: int, colour: str) -> list[str]:
    """The cards of a colour of which the viewer knows nothing.

    Those that he knows to be in a hand or laid from it (9.15) are none of them.
    """
    known = set(referee.certain(viewer)).union(*referee.memories[viewer].hand_or_laid)
    return [card for card in of_colour(referee.cards, colour) if card not in known]


def uncertain_types(referee: Referee, viewer: int, colour: str) -> list[int]:
    """The businesses of a colour that he is not certain of."""
    known = referee.certain_businesses(viewer)
    return [i for i, kind in enumerate(TYPES) if f"{colour} {kind}" not in known]


def permute_cards(state: Any, cards: list[str], choose: random.Random) -> None:
    """Puts each of the cards, all of a colour, where another of them was."""
    before = {name: state[name].copy() for name in ("location", "knowers", "decks", "face_down")}
    for card, other in zip(cards, choose.sample(cards, len(cards)), strict=True):
        new, old = card_index(card), card_index(other)
        family = FAMILIES.index(colour_of(card))
        state["location"][new] = before["location"][old]
        state["knowers"][new] = before["knowers"][old]
        state["decks"][family][before["decks"][family] == value_of(other)] = value_of(card)
        state["face_down"][before["face_down"] == old] = new


def permute_businesses(state: Any, types: list[int], colour: str, choose: random.Random) -> None:
    """Gives each of the businesses of a colour the owner that another of them had."""
    moved = choose.sample(types, len(types))
    for name in ("owner", "owner_knowers"):
        row = state[name][FAMILIES.index(colour)]
        row[types] = row[moved]


def exchange_laid_card(state: Any, referee: Referee, seat: int, choose: random.Random) -> None:
    """Exchanges a card face down with one of its colour in the hand, if it may be either (9.15)."""
    row = referee.war.row_of(seat) if referee.war else None
    if row is None or not row.face_down:
        return
    laid = int(state["face_down"][seat])
    family = FAMILIES.index(row.colour)
    in_hand = [i for i in range(11 * family, 11 * family + 11) if state["location"][i] == seat]
    if in_hand:
        other = choose.choice([laid, *in_hand])
        state["location"][laid] = seat
        state["location"][other] = 7
        state["face_down"][seat] = other


def exchange_stake(state: Any, seat: int, choose: random.Random) -> None:
    """Exchanges a staked note with a dirty one of the same player."""
    notes, staked = state["dirty"][seat], state["stake"][seat]
    notes[staked] += 1
    state["stake"][seat] = choose.choice(notes.nonzero()[0].tolist())
    notes[state["stake"][seat]] -= 1


def seen_from(position: dict, viewer: int) -> dict:
    """A position with the viewer as seat 0, and without the orders that no observation holds."""
    players = len(position["seats"])
    turned = deepcopy(position)
    turned["seats"] = turned["seats"][viewer:] + turned["seats"][:viewer]
    war = turned["war"] or {"rows": []}
    for holder, name in [(turned, "to_move"), (turned, "turn_of"), (war, "opener")]:
        if holder.get(name) is not None:
            holder[name] = (holder[name] - viewer) % players
    for row in war["rows"]:
        row["seat"] = (row["seat"] - viewer) % players
        row["face_up"].sort(key=card_order)
    if turned["dice"]:
        turned["dice"]["colours"].sort(key=FAMILIES.index)
    return turned


def written(position: dict) -> str:
    """A position as a text."""
    return json.dumps(position, sort_keys=True)


def all_like(position: dict, shown: Any) -> Counter[str]:
    """All positions, `written`, in which seat 0 is shown the same, and in how many ways each.

    The position is `seen_from` the seat, and `shown` is its observation record.
    """
    known = {**shown_cards(shown, 0), **shown_things(shown, 0)}
    found = [position]
    for colour in position["decks"]:
        cards = set(of_colour(cards_there(position), colour)) - set(known)
        types = {f"{colour} {kind}" for kind in TYPES} - set(known)
        found = with_exchanged(with_exchanged(found, cards), types)
    return Counter(written(each) for like in found for each in with_other_stakes(like))


def cards_there(position: dict) -> list[str]:
    """All cards of a position."""
    rows = position["war"]["rows"] if position["war"] else []
    places = [*position["decks"].values(), *(seat["hand"] for seat in position["seats"])]
    places += [row[name] for row in rows for name in ("face_up", "face_down")]
    return [card for place in places for card in place]


def with_exchanged(positions: list[dict], names: set[str]) -> list[dict]:
    """The different positions that come about when cards or businesses change their names."""
    found = {}
    for position in positions:
        for order in permutations(sorted(names)):
            renamed = with_names(position, dict(zip(sorted(names), order, strict=True)))
            found[written(renamed)] = renamed
    return list(found.values())


def with_names(position: dict, new: dict[str, str]) -> dict:
    """The position after some cards or businesses, none of them face up, have changed names."""
    renamed = deepcopy(position)
    for colour, deck in position["decks"].items():
        renamed["decks"][colour] = [new.get(card, card) for card in deck]
        pile = [f"{colour} {kind}" for kind in position["piles"][colour]]
        pile = sorted((new.get(each, each) for each in pile), key=business_order)
        renamed["piles"][colour] = [type_of(each) for each in pile]
    for seat in renamed["seats"]:
        seat["hand"] = sorted((new.get(card, card) for card in seat["hand"]), key=card_order)
        owned = (new.get(each, each) for each in seat["businesses"])
        seat["businesses"] = sorted(owned, key=business_order)
    for row in renamed["war"]["rows"] if renamed["war"] else []:
        row["face_down"] = [new.get(card, card) for card in row["face_down"]]
    return renamed


def with_other_stakes(position: dict) -> list[dict]:
    """The position once for each note that may be the hidden stake of another player (5.3)."""
    found = [position]
    for row in position["war"]["rows"] if position["war"] else []:
        if row["seat"] != 0 and row["stake"] is not None and is_unrevealed(position, row):
            found = [other for each in found for other in with_each_stake(each, row["seat"])]
    return found


def is_unrevealed(position: dict, row: dict) -> bool:
    """Whether a stake is still hidden from the others (5.3)."""
    in_secret = position["rules"].get("stakes") == "hidden"
    return in_secret and position["war"]["round"] == 1 and bool(row["face_down"])


def with_each_stake(position: dict, seat: int) -> list[dict]:
    """The position once for each note of a player that he may have staked."""
    found = []
    staked = next(row["stake"] for row in position["war"]["rows"] if row["seat"] == seat)
    notes = sorted([*position["seats"][seat]["dirty"], staked])
    for i, note in enumerate(notes):
        other = deepcopy(position)
        next(row for row in other["war"]["rows"] if row["seat"] == seat)["stake"] = note
        other["seats"][seat]["dirty"] = notes[:i] + notes[i + 1 :]
        found.append(other)
    return found


def places(states: Any) -> Any:
    """The place of each card in engine states, many at once: a number for each place.

    It is the same for cards in the same hand, and one of its own for each place in a deck.
    """
    found = states["location"].astype(int)
    for card in range(66):
        family, value = divmod(card, 11)
        depth = (states["decks"][:, family] == value + 1).argmax(axis=1)
        found[:, card] += (states["location"][:, card] == 6) * (10 + depth)
    return found


def alike(rules: Any, shown: Any) -> list[list[int]]:
    """The cards that somebody who is shown this can exchange in his mind, by colour."""
    known = shown_cards(shown, 0)
    return [
        [card_index(f"{colour} {v}") for v in rules.values if f"{colour} {v}" not in known]
        for colour in FAMILIES[: rules.families]
    ]


def shuffled_piles(states: Any) -> list[Any]:
    """Of engine states at the first decision, many at once: the cards of each deck, top first."""
    sizes = states["deck_sizes"][0]
    return [states["decks"][:, family, :size] for family, size in enumerate(sizes) if size]


def same_whatever_was_done(kind: str, referee: Referee) -> tuple | None:
    """What names a chance that all games of a stream have in common, whatever the players do.

    It is the dice of a turn; None for all else.
    """
    return (kind, referee.turn) if kind == "dice" else None
