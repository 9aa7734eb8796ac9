"""What engine states always keep: many of them at once, as an array of records."""

from __future__ import annotations

from typing import Any

import numpy as np

NUM_SEATS, NUM_FAMILIES, NUM_VALUES, NUM_CARDS = 6, 6, 11, 66
IN_DECK, FACE_DOWN, FACE_UP, NOT_IN_PLAY = 6, 7, 8, 9
UNITS = [1, 2, 4, 8, 10]  # of 5,000, in each note


def assert_conserved(rules: Any, states: Any) -> None:
    """Of engine states, many at once: everything is there once, and all fields agree on where."""
    assert_cards_are_in_play(rules, states)
    assert_decks_hold_their_cards(states)
    assert_hands_hold_their_cards(rules, states)
    assert_rows_hold_their_cards(states)
    assert_owners_are_known(rules, states)
    assert_money_is_from_notes(rules, states)


def by_colour(states: Any, name: str) -> Any:
    """A field of one entry a card, as families of values."""
    return states[name].reshape(-1, NUM_FAMILIES, NUM_VALUES)


def times_listed(cards: Any, listed: Any) -> Any:
    """How often each state lists each card, from card indices and where they count."""
    own = np.arange(len(cards)).reshape(-1, *[1] * (cards.ndim - 1))
    numbers = (own * NUM_CARDS + cards)[listed]
    return np.bincount(numbers, minlength=len(cards) * NUM_CARDS).reshape(-1, NUM_CARDS)


def assert_cards_are_in_play(rules: Any, states: Any) -> None:
    """4.7: each card in play is somewhere, and no others."""
    colours, values = np.divmod(np.arange(NUM_CARDS), NUM_VALUES)
    in_play = (colours < rules.families) & np.isin(values + 1, rules.values)
    location = states["location"]
    assert ((location != NOT_IN_PLAY) == in_play).all()
    in_hand = (location >= 0) & (location < rules.num_players)
    assert (in_hand | (location >= IN_DECK) & (location <= NOT_IN_PLAY)).all()


def assert_decks_hold_their_cards(states: Any) -> None:
    """From the top on, each deck lists the cards that lie in it, each once."""
    decks, sizes = states["decks"].astype(int), states["deck_sizes"]
    assert (sizes == (by_colour(states, "location") == IN_DECK).sum(axis=2)).all()
    filled = np.arange(NUM_VALUES) < sizes[:, :, None]
    assert ((decks > 0) == filled).all() and (decks >= 0).all() and (decks <= NUM_VALUES).all()
    cards = decks - 1 + NUM_VALUES * np.arange(NUM_FAMILIES)[:, None]
    assert (times_listed(cards, filled) == (states["location"] == IN_DECK)).all()


def assert_hands_hold_their_cards(rules: Any, states: Any) -> None:
    """4.1, and 9.6: a player knows his own hand."""
    location = by_colour(states, "location")
    held = (location[:, None] == np.arange(NUM_SEATS)[:, None, None]).sum(axis=3)
    assert (states["hand_colours"] == held).all()
    assert (held.sum(axis=2) <= rules.hand_limit).all()
    in_hand = states["location"] < NUM_SEATS
    knows = states["knowers"].astype(int) >> np.where(in_hand, states["location"], 0) & 1
    assert knows[in_hand].all()


def assert_rows_hold_their_cards(states: Any) -> None:
    """The lists of the table name the cards that lie there; 9.6: who laid one knows it."""
    location, family = states["location"], states["family"].astype(int)
    up, down = states["face_up"].astype(int), states["face_down"].astype(int)
    lies = np.arange(NUM_VALUES) < states["face_up_count"][:, :, None]
    assert (up // NUM_VALUES == family[:, :, None])[lies].all()
    assert (times_listed(up, lies) == (location == FACE_UP)).all()
    laid = down >= 0
    assert (down // NUM_VALUES == family)[laid].all()
    assert (times_listed(down, laid) == (location == FACE_DOWN)).all()
    knowers = np.take_along_axis(states["knowers"].astype(int), np.where(laid, down, 0), axis=1)
    assert (knowers >> np.arange(NUM_SEATS) & 1)[laid].all()


def assert_owners_are_known(rules: Any, states: Any) -> None:
    """The businesses of a seat are those that it owns, and it knows them (9.6)."""
    owner = states["owner"].astype(int)
    assert ((owner >= -1) & (owner < rules.num_players)).all()
    owned = (owner[:, None] == np.arange(NUM_SEATS)[:, None, None]).sum(axis=3)
    assert (states["businesses"] == owned).all()
    has_one = owner >= 0
    knows = states["owner_knowers"].astype(int) >> np.where(has_one, owner, 0) & 1
    assert knows[has_one].all()


def assert_money_is_from_notes(rules: Any, states: Any) -> None:
    """7.9: nobody has washed more than the notes he has spent can bring."""
    dirty = states["dirty"][:, : rules.num_players].astype(int)
    washed = states["washed"][:, : rules.num_players]
    assert ((dirty >= 0) & (dirty <= rules.notes)).all()
    spent = np.array(rules.notes) - dirty
    most = 2 * (spent * UNITS).sum(axis=2) + 10 * spent.sum(axis=2)
    assert ((washed >= 0) & (washed <= most)).all()
