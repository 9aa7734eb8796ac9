"""The options of a war, the rungs, and the record that compiled rules read (RULES.md, 1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from math import isfinite
from typing import Any

import numpy as np

from sicilianos_env.engine.options import faulty_numbers, is_whole
from sicilianos_env.engine.reading import listed
from sicilianos_env.engine.records import Array, opened, record
from sicilianos_env.games.sicilianos.components import (
    DENOMINATIONS,
    FAMILIES,
    MAX_PLAYERS,
    NUM_FAMILIES,
    NUM_NOTES,
    NUM_VALUES,
    UNIT,
)
from sicilianos_env.games.sicilianos.options import (
    MAX_NOTES_EACH,
    PARTNERS,
    RULE_FIELDS,
    STAKES,
    WAR_ENDS,
    faulty_partners,
    faulty_targets,
    faulty_values,
    write_cards,
    write_partners,
    write_targets,
)

PRICE_UNIT = 10_000  # of money: prices and utilities are counted in it
MOST_WORTH = 10  # the bound of all prices
SPECIALS = ("bodyguard", "bomb", "turncoat")
ALL_OTHERS = tuple(
    tuple(other for other in FAMILIES if other != family) for family in FAMILIES
)  # what every Bomb shows
NO_PARTNERS = (None,) * NUM_FAMILIES

_RUNG = {"denominations": (5_000, 10_000, 30_000, 40_000, 50_000), "notes": (0, 1, 1, 0, 0)}
_ONE_NOTE = {**_RUNG, "notes": (0, 1, 0, 0, 0)}
_PLAIN: dict[str, Any] = {"specials": ()}
PRESETS: dict[str, dict[str, Any]] = {
    "s0b": {**_ONE_NOTE, **_PLAIN, "families": 2, "values": (1, 2, 3), "cards": 1},
    "s0": {**_RUNG, **_PLAIN, "families": 2, "values": (1, 2, 3), "cards": 1},
    "s1": {**_RUNG, **_PLAIN, "families": 2, "values": (1, 2, 3, 4), "cards": 2},
    "s2": {
        **_RUNG,
        "specials": ("bodyguard", "bomb"),
        "families": 2,
        "values": (1, 3, 5, 7, 8),
        "cards": 2,
    },
    "mini": {"values": (1, 3, 5, 8, 10), "notes": (0, 1, 0, 0, 1), "cards": 2},
    "s3": {**_ONE_NOTE, "num_players": 3, "families": 3, "values": (1, 5, 7, 8), "cards": 2},
}

RULES = record(
    [
        *RULE_FIELDS,
        ("opener", "i1"),
        ("opener_may_pass", "i1"),
        ("hands", "i1", (MAX_PLAYERS, NUM_FAMILIES)),  # cards dealt
        ("seat_notes", "i1", (MAX_PLAYERS, NUM_NOTES)),
        ("pile_is_empty", "i1", (NUM_FAMILIES,)),
        ("note_value", "f8"),  # a share
        ("business_worth", "f8"),  # money
        ("card_worth", "f8"),  # money, for each point
    ]
)


@dataclass(frozen=True)
class Rules:
    """The options of one gang war (RULES.md 1.3 has the ranges).

    Args:
        num_players: 2 to 6.
        families: how many families are in play, the first ones of the index order.
        values: the card values of each family, ascending.
        denominations: what the five kinds of notes are worth, ascending.
        notes: how many notes of each kind every seat has, or such a list for each seat.
        cards: how many cards of its own colour each seat is dealt, unless `hands` is given.
        hands: for each seat how many cards of each family in play it is dealt.
        opener: the seat that opens the war.
        opener_may_pass: whether it may decline to, which ends the war.
        stakes: "open", or "hidden" until the first reveal.
        war_ends: "all_passed", or "last_standing" to end a war once at most one still plays.
        specials: which of "bodyguard", "bomb" and "turncoat" act.
        turncoat_partner: for each family the one its Turncoat can defect to (or None).
        bomb_targets: for each family the families that its Bomb shows.
        empty_piles: the families of which no business is left.
        note_value: o, what it is worth to keep a note, as a share of its amount.
        business_value: B, what a business is worth, in units of 10,000.
        card_value: λ, what it is worth to keep a card, for each point, in units of 10,000.

    Raises:
        ValueError: with one sentence, if the options do not make a war.
    """

    num_players: int = 2
    families: int = NUM_FAMILIES
    values: tuple[int, ...] = tuple(range(1, NUM_VALUES + 1))
    denominations: tuple[int, ...] = DENOMINATIONS
    notes: tuple[Any, ...] = (1,) * NUM_NOTES
    cards: int = 3
    hands: tuple[tuple[int, ...], ...] | None = None
    opener: int = 0
    opener_may_pass: bool = True
    stakes: str = "open"
    war_ends: str = "all_passed"
    specials: tuple[str, ...] = SPECIALS
    turncoat_partner: tuple[str | None, ...] = PARTNERS
    bomb_targets: tuple[tuple[str, ...], ...] = ALL_OTHERS
    empty_piles: tuple[str, ...] = ()
    note_value: float = 1
    business_value: float = 2
    card_value: float = 0.1

    def __post_init__(self) -> None:
        for fault in _faults(self):
            raise ValueError(fault)

    @property
    def hands_dealt(self) -> tuple[tuple[int, ...], ...]:
        """For each seat how many cards of each family in play it is dealt."""
        if self.hands is not None:
            return self.hands
        return tuple(
            tuple(self.cards * (colour == seat) for colour in range(self.families))
            for seat in range(self.num_players)
        )

    @property
    def notes_of_seats(self) -> tuple[tuple[int, ...], ...]:
        """For each seat how many notes of each kind it has."""
        return self.notes if _is_nested(self.notes) else (self.notes,) * self.num_players

    @property
    def max_decisions(self) -> int:
        """A bound on the decisions in a war (RULES.md 4.7)."""
        return self.num_players * (4 + 2 * max(map(max, self.hands_dealt)))

    def to_record(self) -> Array:
        """The options as the flat `uint8` memory of one RULES record."""
        memory = np.zeros(RULES.itemsize, dtype=np.uint8)
        rules = opened(memory, RULES)
        rules.num_players, rules.num_families = self.num_players, self.families
        write_cards(rules, self.families, self.values)
        rules.hand_limit = rules.num_cards  # there is none
        rules.notes[:] = np.max(self.notes_of_seats, axis=0)  # the most that a seat can have
        rules.note_units[:] = [note // UNIT for note in self.denominations]
        for seat in range(self.num_players):
            rules.hands[seat, : self.families] = self.hands_dealt[seat]
            rules.seat_notes[seat] = self.notes_of_seats[seat]
        rules.opener, rules.opener_may_pass = self.opener, self.opener_may_pass
        rules.hidden_stakes = self.stakes == "hidden"
        rules.last_standing = self.war_ends == "last_standing"
        self._write_specials(rules)
        for family in self.empty_piles:
            rules.pile_is_empty[FAMILIES.index(family)] = True
        rules.note_value = self.note_value
        rules.business_worth = self.business_value * PRICE_UNIT
        rules.card_worth = self.card_value * PRICE_UNIT
        return memory

    def _write_specials(self, rules: Any) -> None:
        """A Turncoat without partner and a Bomb without target do not act (RULES.md 1.5)."""
        rules.bodyguards = "bodyguard" in self.specials
        defect = "turncoat" in self.specials
        write_partners(rules, self.families, self.turncoat_partner if defect else NO_PARTNERS)
        if "bomb" in self.specials:
            write_targets(rules, self.families, self.bomb_targets)


def _is_nested(notes: tuple[Any, ...]) -> bool:
    return any(isinstance(each, tuple) for each in notes)


def _faults(rules: Rules) -> Iterator[str]:
    """What is wrong with the options, one sentence each; later ones rely on earlier ones."""
    yield from _faulty_types(rules)
    ranges = {
        "num_players": (2, MAX_PLAYERS),
        "families": (1, NUM_FAMILIES),
        "cards": (1, NUM_VALUES),
        "opener": (0, rules.num_players - 1),
    }
    yield from faulty_numbers(rules, ranges)
    yield from faulty_values(rules.values)
    yield from _faulty_denominations(rules)
    yield from _faulty_notes(rules)
    yield from _faulty_hands(rules)
    yield from _faulty_choices(rules)
    yield from faulty_partners(rules.turncoat_partner)
    yield from faulty_targets(rules.bomb_targets)
    yield from _faulty_prices(rules)
    yield from _faulty_opener(rules)


def _faulty_types(rules: Rules) -> Iterator[str]:
    lists = (
        "values", "denominations", "notes", "specials", "turncoat_partner", "bomb_targets",
        "empty_piles",
    )  # fmt: skip
    for name in lists:
        value = getattr(rules, name)
        if not isinstance(value, tuple):
            yield f"{name} is {value!r}; it must be a list."
    if rules.hands is not None and not isinstance(rules.hands, tuple):
        yield f"hands is {rules.hands!r}; it must be a list for each seat, or None."
    if not is_whole(rules.num_players, 2, MAX_PLAYERS):
        yield (
            f"num_players is {rules.num_players!r}; it must be a whole number from 2 to "
            f"{MAX_PLAYERS}."
        )


def _faulty_denominations(rules: Rules) -> Iterator[str]:
    notes, most = rules.denominations, DENOMINATIONS[-1]
    are_notes = all(is_whole(note, UNIT, most) and note % UNIT == 0 for note in notes)
    ascend = are_notes and all(low < high for low, high in pairwise(notes))
    if len(notes) != NUM_NOTES or not ascend:
        yield (
            f"denominations is {notes!r}; it must hold {NUM_NOTES} ascending multiples of {UNIT} "
            f"up to {most}."
        )


def _faulty_notes(rules: Rules) -> Iterator[str]:
    notes = rules.notes_of_seats
    fits = len(notes) == rules.num_players and all(
        isinstance(of_seat, tuple)
        and len(of_seat) == NUM_NOTES
        and all(is_whole(n, 0, MAX_NOTES_EACH) for n in of_seat)
        for of_seat in notes
    )
    if not fits:
        yield (
            f"notes is {rules.notes!r}; it must hold {NUM_NOTES} counts from 0 to "
            f"{MAX_NOTES_EACH}, or such a list for each of {rules.num_players} seats."
        )


def _faulty_hands(rules: Rules) -> Iterator[str]:
    most = len(rules.values)
    if rules.hands is None and rules.num_players > rules.families:
        yield (
            f"families is {rules.families}, fewer than num_players, {rules.num_players}; then "
            "hands must say what is dealt."
        )
    hands = rules.hands_dealt
    fits = len(hands) == rules.num_players and all(
        isinstance(hand, tuple)
        and len(hand) == rules.families
        and all(is_whole(count, 0, most) for count in hand)
        for hand in hands
    )
    if not fits and rules.hands is None:
        yield f"cards is {rules.cards}, but a family has only {most} cards."
    elif not fits:
        yield (
            f"hands is {rules.hands!r}; it must hold, for each of {rules.num_players} seats, "
            f"{rules.families} counts from 0 to {most}."
        )
    for family, count in zip(FAMILIES, map(sum, zip(*hands, strict=False)), strict=False):
        if count > most:
            yield f"hands deals {count} cards of {family}, but a family has only {most} cards."


def _faulty_choices(rules: Rules) -> Iterator[str]:
    if rules.war_ends not in WAR_ENDS:
        yield f"war_ends is {rules.war_ends!r}; it must be one of {WAR_ENDS}."
    if rules.stakes not in STAKES:
        yield f"stakes is {rules.stakes!r}; it must be one of {STAKES}."
    if not isinstance(rules.opener_may_pass, bool):
        yield f"opener_may_pass is {rules.opener_may_pass!r}; it must be True or False."
    for name, words in (("specials", SPECIALS), ("empty_piles", FAMILIES)):
        chosen = getattr(rules, name)
        are_words = all(isinstance(word, str) and word in words for word in chosen)
        if not are_words or len(set(chosen)) != len(chosen):
            yield f"{name} is {chosen!r}; it must list some of {listed(words, 'and')}, each once."


def _faulty_prices(rules: Rules) -> Iterator[str]:
    for name, least in (
        ("note_value", -MOST_WORTH),
        ("business_value", 0),
        ("card_value", 0),
    ):
        price = getattr(rules, name)
        is_number = isinstance(price, int | float) and not isinstance(price, bool)
        if not is_number or not isfinite(price) or not least <= price <= MOST_WORTH:
            yield f"{name} is {price!r}; it must be a number from {least} to {MOST_WORTH}."


def _faulty_opener(rules: Rules) -> Iterator[str]:
    opener = rules.opener
    if not any(rules.hands_dealt[opener]):
        yield f"opener is {opener}, but seat {opener} is dealt no card; there would be no war."
    if not any(rules.notes_of_seats[opener]):
        yield f"opener is {opener}, but seat {opener} has no note; there would be no war."
