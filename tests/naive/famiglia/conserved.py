"""What engine states always keep: many of them at once, as an array of records."""

from __future__ import annotations

from typing import Any

import numpy as np

from naive.famiglia.words import EVERY_CARD, PHASES

BY_PHASE = {name: number for number, name in enumerate(PHASES)}
RANK = np.arange(len(EVERY_CARD)) % 5
ACCOUNTANTS = EVERY_CARD.index("accountant 0")
BRUTES = EVERY_CARD.index("brute 0")


def assert_conserved(rules: Any, states: Any) -> None:
    """Of engine states at decisions: every card is there, and all fields agree with each other."""
    assert_cards_are_there(rules, states)
    assert_passes_of_the_stock(states)
    assert_somebody_decides(states)
    assert_accountant_in_its_phase(states)
    assert_brute_in_its_phase(states)
    assert_intimidated_in_its_phase(states)
    assert_street_can_be_cleared(states)


def in_phase(states: Any, name: str) -> Any:
    """Which states are in a phase."""
    return states["phase"] == BY_PHASE[name]


def assert_cards_are_there(rules: Any, states: Any) -> None:
    """9.11: as many of each kind as there are copies; the stock lists so many as it has."""
    stock, sizes = states["stock"].astype(int), states["stock_size"]
    filled = np.arange(stock.shape[1]) < sizes[:, None]
    assert ((stock >= 0) == filled).all() and (stock >= -1).all() and (stock < 20).all()
    total = (stock[:, :, None] == np.arange(20)).sum(axis=1)
    for name in ("street", "discards", "hand", "gang"):
        counts = states[name].astype(int)
        assert (counts >= 0).all(), name
        total += counts if counts.ndim == 2 else counts.sum(axis=1)
    assert (total == np.array(rules.copies).ravel()).all()


def assert_passes_of_the_stock(states: Any) -> None:
    """3.5: the second pass begins as soon as the stock is empty, and has no discards."""
    second, known = states["second_pass"] == 1, states["known_places"]
    assert (second | (states["second_pass"] == 0)).all()
    assert (states["stock_size"] > 0)[~second].all()
    assert not states["discards"][second].any()
    assert ((known >= 0) & (known <= states["stock_size"])).all()
    assert not known[~second].any()  # 8.3: only then is a card put under the stock
    assert not states["to_draw"].any() and not states["refilling"].any()


def assert_somebody_decides(states: Any) -> None:
    """A seat, except at the end."""
    over, mover = in_phase(states, "over"), states["to_move"]
    assert ((mover == -1) == over).all()
    assert np.isin(mover[~over], [0, 1]).all()
    assert np.isin(states["first_player"], [0, 1]).all()
    assert not states["truncated"].any()


def gang_of_the_mover(states: Any) -> Any:
    """The counts of each kind; at the end those of any seat."""
    return np.take_along_axis(states["gang"], states["to_move"][:, None, None] % 2, axis=1)[:, 0]


def assert_accountant_in_its_phase(states: Any) -> None:
    """9.12: such an Accountant lies in the gang, and not more is exchanged than its rank."""
    rank, recalls, lays = (states[name].astype(int) for name in ("accountant", "recalls", "lays"))
    exchanging = rank > 0
    assert (exchanging <= in_phase(states, "accountant")).all()
    assert ((recalls >= 0) & (lays >= 0) & (recalls + lays <= rank)).all()
    assert (recalls + lays > 0)[exchanging].all()
    played = gang_of_the_mover(states)[np.arange(len(states)), ACCOUNTANTS + rank]
    assert (played > 0)[exchanging].all()


def assert_brute_in_its_phase(states: Any) -> None:
    """9.13: such a Brute lies in the gang, and there is somebody to intimidate."""
    rank = states["brute"].astype(int)
    threatening = rank > 0
    assert (threatening <= in_phase(states, "brute")).all()
    played = gang_of_the_mover(states)[np.arange(len(states)), BRUTES + rank]
    assert (played > 0)[threatening].all()
    assert states["street"][:, RANK > 0].any(axis=1)[threatening].all()


def assert_intimidated_in_its_phase(states: Any) -> None:
    """9.13: the card lies on the street, and a Brute in the gang can have lowered it so far."""
    card = states["intimidated"].astype(int)
    lowered = card >= 0
    assert (lowered <= in_phase(states, "take")).all()
    assert (states["street"][np.arange(len(states)), card] > 0)[lowered].all()
    steps = RANK[card] - states["lowered_to"]
    brutes = gang_of_the_mover(states)[:, BRUTES : BRUTES + 5]
    strongest = (brutes.astype(bool) * np.arange(5)).max(axis=1)
    assert (states["lowered_to"] >= 0)[lowered].all()
    assert ((steps >= 1) & (steps <= strongest))[lowered].all()


def assert_street_can_be_cleared(states: Any) -> None:
    """3.2."""
    asked = in_phase(states, "street")
    street = states["street"][asked]
    assert street.any(axis=1).all() and not street[:, RANK == 0].any()
    assert (states["stock_size"][asked] > 0).all()
