"""What engine states of a war always keep: many of them at once, as an array of records."""

from __future__ import annotations

from typing import Any

import numpy as np

from naive.sicilianos.conserved import (
    IN_DECK,
    NUM_FAMILIES,
    NUM_SEATS,
    NUM_VALUES,
    assert_cards_are_in_play,
    assert_decks_hold_their_cards,
    assert_rows_hold_their_cards,
    by_colour,
)


def assert_conserved(rules: Any, states: Any) -> None:
    """Everything is there once, and all fields agree on where."""
    assert_cards_are_in_play(rules, states)
    assert_decks_hold_their_cards(states)
    assert_hands_hold_their_cards(states)
    assert_rows_hold_their_cards(states)
    assert_points_are_of_cards_laid(states)
    assert_notes_are_there(states)


def assert_hands_hold_their_cards(states: Any) -> None:
    """And a player knows his own hand."""
    location = by_colour(states, "location")
    held = (location[:, None] == np.arange(NUM_SEATS)[:, None, None]).sum(axis=3)
    assert (states["hand_colours"] == held).all()
    in_hand = states["location"] < NUM_SEATS
    knows = states["knowers"].astype(int) >> np.where(in_hand, states["location"], 0) & 1
    assert knows[in_hand].all()


def assert_points_are_of_cards_laid(states: Any) -> None:
    """Of a seat's colour: the cards on the table, and those that all know to lie in the deck."""
    values = np.arange(1, NUM_VALUES + 1)
    location = by_colour(states, "location")
    on_table = (((location > IN_DECK) & (location < 9)) * values).sum(axis=2)
    known = states["deck_knowers"] != 0
    on_table += (states["decks"] * known).sum(axis=2)
    family = states["family"].astype(int)
    of_seats = np.take_along_axis(on_table, np.maximum(family, 0), axis=1)
    assert (states["points_laid"] == np.where(family >= 0, of_seats, 0)).all()
    assert on_table.shape[1] == NUM_FAMILIES


def assert_notes_are_there(states: Any) -> None:
    """Nobody has less than none."""
    assert (states["dirty"] >= 0).all() and (states["washed"] >= 0).all()
