"""What engine states always keep: many of them at once, as an array of records."""

from __future__ import annotations

from typing import Any

import numpy as np

from naive.scopa.shown import FIRST_PILE, IN_DECK, NOT_IN_PLAY, ON_TABLE, PLAYED
from naive.scopa.words import EVERY_CARD, value_of

NUM_CARDS, NUM_SEATS = 40, 6
TAKE, OVER = 1, 2  # phases
OTHER_POINTS = 4  # that a round brings beside scopas (5)


def assert_conserved(rules: Any, states: Any) -> None:
    """Of engine states, many at once: everything is there once, and all fields agree on where."""
    assert_cards_are_in_play(rules, states)
    assert_deck_holds_its_cards(states)
    assert_hands_hold_their_cards(rules, states)
    assert_choice_is_going_on(states)
    assert_movers_can_move(rules, states)
    assert_points_come_from_rounds(rules, states)


def assert_cards_are_in_play(rules: Any, states: Any) -> None:
    """8.9: each card in play is somewhere, and no others."""
    location = states["location"]
    assert ((location != NOT_IN_PLAY) == np.isin(EVERY_CARD, rules.cards)).all()
    in_hand = (location >= 0) & (location < rules.num_players)
    in_pile = (location >= FIRST_PILE) & (location < FIRST_PILE + rules.num_players)
    assert (in_hand | in_pile | (location >= ON_TABLE) & (location <= NOT_IN_PLAY)).all()


def assert_deck_holds_its_cards(states: Any) -> None:
    """From the top on, the deck lists the cards that lie in it, each once."""
    deck, in_deck = states["deck"], states["location"] == IN_DECK
    assert (states["deck_size"] == in_deck.sum(axis=1)).all()
    filled = np.arange(NUM_CARDS) < states["deck_size"][:, None]
    assert (deck[~filled] == -1).all()
    listed = (deck[:, :, None] == np.arange(NUM_CARDS)).sum(axis=1)
    assert (listed == in_deck).all()


def assert_hands_hold_their_cards(rules: Any, states: Any) -> None:
    """Hands are as large as told, and not larger than they may be."""
    held = (states["location"][:, None] == np.arange(NUM_SEATS)[:, None]).sum(axis=2)
    assert (states["hand_sizes"] == held).all()
    assert (held <= rules.hand_size).all()


def assert_choice_is_going_on(states: Any) -> None:
    """3.10: in phase `take` a card is played, and what is chosen, still on the table, is less."""
    played, chosen = states["location"] == PLAYED, states["chosen"] != 0
    assert (played == (states["played"][:, None] == np.arange(NUM_CARDS))).all()
    assert (played.any(axis=1) == (states["phase"] == TAKE)).all()
    assert (states["location"][chosen] == ON_TABLE).all()
    values = np.array([value_of(card) for card in EVERY_CARD])
    assert (chosen @ values <= np.maximum(0, played @ values - 1)).all()


def assert_movers_can_move(rules: Any, states: Any) -> None:
    """Seats are seats; who plays holds a card, and at the end nobody does."""
    seats, over = range(rules.num_players), states["phase"] == OVER
    assert np.isin(states["dealer"], seats).all()
    assert np.isin(states["last_taker"], [-1, *seats]).all()
    assert ((states["to_move"] == -1) == over).all()
    assert np.isin(states["to_move"][~over], seats).all()
    rows, sizes = np.arange(len(states)), states["hand_sizes"]
    assert (sizes[rows, states["to_move"]] > 0)[states["phase"] == 0].all()
    assert not sizes[over].any() and (states["deck_size"][over] < rules.num_players).all()


def assert_points_come_from_rounds(rules: Any, states: Any) -> None:
    """A scopa takes two cards at least, and no card is taken twice in a round."""
    number, scopas = states["round_number"].astype(int), states["scopas"]
    assert ((number >= 1) & (number <= rules.max_rounds)).all()
    most_scopas = len(rules.cards) // 2
    assert (scopas >= 0).all() and (scopas.sum(axis=1) <= most_scopas).all()
    rounds_over = number - 1 + (states["phase"] == OVER)
    score = states["score"].astype(int)
    assert (score >= 0).all()
    assert (score.sum(axis=1) <= rounds_over * (OTHER_POINTS + most_scopas)).all()
