"""The options of the game, their presets and the record that compiled rules read (RULES.md, 1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from sicilianos_env.engine.options import faulty_numbers, is_whole
from sicilianos_env.engine.records import Array, Record, opened, record
from sicilianos_env.engine.streams import KIND_BITS
from sicilianos_env.games.sicilianos.components import (
    FAMILIES,
    MAX_PLAYERS,
    NOTE_UNITS,
    NUM_CARDS,
    NUM_FAMILIES,
    NUM_NOTES,
    NUM_VALUES,
    SYMBOLS,
    card_of,
)

MAX_NOTES_EACH = 3  # more would carry washed money past what the observation can show
MAX_FACES = 12  # of the influence die, for each symbol

WAR_ENDS = ("all_passed", "last_standing")
STAKES = ("open", "hidden")

PARTNERS = ("black", "yellow", "blue", "red", "white", "green")
BOMB_TARGETS = tuple(
    (FAMILIES[(i + 2) % NUM_FAMILIES], FAMILIES[(i + 4) % NUM_FAMILIES])
    for i in range(NUM_FAMILIES)
)

PRESETS: dict[str, dict[str, Any]] = {
    "duel": {"num_players": 2},
    "mini": {
        "num_players": 2,
        "families": 4,
        "values": (1, 3, 5, 8, 10),
        "notes": (0, 2, 0, 0, 2),
        "draft": 3,
        "hand_limit": 6,
    },
}

RULE_FIELDS: list[tuple[Any, ...]] = [
    ("max_turns", "i4"),
    ("num_players", "i1"),
    ("num_families", "i1"),
    ("num_cards", "i1"),
    ("cards", "i1", (NUM_CARDS,)),  # the cards in play, ascending; -1 beyond num_cards
    ("notes", "i1", (NUM_NOTES,)),
    ("draft", "i1"),
    ("hand_limit", "i1"),
    ("influence_die", "i1", (len(SYMBOLS),)),
    ("turncoat_partner", "i1", (NUM_FAMILIES,)),  # -1: none in play
    ("bomb_shows", "i1", (NUM_FAMILIES, NUM_FAMILIES)),
    ("last_standing", "i1"),
    ("hidden_stakes", "i1"),
    ("first_player", "i1"),  # -1: drawn at random
    ("note_units", "i1", (NUM_NOTES,)),  # what a note of each kind is worth, in units of 5,000
    ("bodyguards", "i1"),  # whether they protect from Bombs
]
RULES = record(RULE_FIELDS)


@dataclass(frozen=True)
class Rules:
    """The options of Sicilianos; every default is the published game.

    Args:
        num_players: 2 to 6 (3 to 6 as published).
        families: how many families are in play, the first ones of the index order.
        values: the card values of each family, ascending.
        notes: how many notes of 5,000, 10,000, 20,000, 40,000 and 50,000 each player starts with.
        draft: cards drawn by each player at the start, all of different colours.
        hand_limit: with so many cards a player must open a gang war.
        influence_die: how many faces show *two*, *one* and *hand*.
        turncoat_partner: for each family the one its Turncoat can defect to (or None).
        bomb_targets: for each family the families that its Bomb shows.
        war_ends: "all_passed", or "last_standing" to end a war once at most one still plays.
        stakes: "open", or "hidden" until the first reveal.
        first_player: the seat that starts; None draws it at random.
        max_turns: a game of more turns is stopped and marked truncated.

    Raises:
        ValueError: with one sentence, if the options do not make a game.
    """

    num_players: int = 3
    families: int = NUM_FAMILIES
    values: tuple[int, ...] = tuple(range(1, NUM_VALUES + 1))
    notes: tuple[int, ...] = (2, 2, 2, 2, 2)
    draft: int = 4
    hand_limit: int = 10
    influence_die: tuple[int, ...] = (2, 2, 2)
    turncoat_partner: tuple[str | None, ...] = PARTNERS
    bomb_targets: tuple[tuple[str, ...], ...] = BOMB_TARGETS
    war_ends: str = "all_passed"
    stakes: str = "open"
    first_player: int | None = None
    max_turns: int = 1000

    def __post_init__(self) -> None:
        for fault in _faults(self):
            raise ValueError(fault)

    @property
    def max_decisions(self) -> int:
        """A bound on the decisions in a game (RULES.md 8.8)."""
        notes, cards = sum(self.notes), min(self.hand_limit, len(self.values))
        wars = min(self.max_turns, self.num_players * (notes - 1) + 1)
        entries = self.num_players * notes
        outside_wars = self.num_players * self.draft + 3 * self.max_turns
        return outside_wars + entries * (cards + 4) + wars * (self.num_players + 1)

    def to_record(self) -> Array:
        """The options as the flat `uint8` memory of one RULES record."""
        memory = np.zeros(RULES.itemsize, dtype=np.uint8)
        rules = opened(memory, RULES)
        rules.num_players, rules.num_families = self.num_players, self.families
        write_cards(rules, self.families, self.values)
        rules.notes[:] = self.notes
        rules.draft, rules.hand_limit = self.draft, self.hand_limit
        rules.influence_die[:] = self.influence_die
        write_partners(rules, self.families, self.turncoat_partner)
        write_targets(rules, self.families, self.bomb_targets)
        rules.last_standing = self.war_ends == "last_standing"
        rules.hidden_stakes = self.stakes == "hidden"
        rules.first_player = -1 if self.first_player is None else self.first_player
        rules.max_turns = self.max_turns
        rules.note_units[:] = NOTE_UNITS
        rules.bodyguards = True
        return memory


def write_cards(rules: Record, families: int, values: Sequence[int]) -> None:
    """Which cards are in play."""
    cards = [card_of(colour, value) for colour in range(families) for value in values]
    rules.num_cards = len(cards)
    rules.cards[:] = cards + [-1] * (NUM_CARDS - len(cards))


def write_partners(rules: Record, families: int, partners: Sequence[str | None]) -> None:
    """To whom Turncoats can defect."""
    for family, partner in enumerate(partners):
        in_play = partner in FAMILIES[:families]
        rules.turncoat_partner[family] = FAMILIES.index(partner) if partner and in_play else -1


def write_targets(rules: Record, families: int, targets: Sequence[Sequence[str]]) -> None:
    """Which families Bombs show."""
    for family, shown in enumerate(targets):
        for target in shown:
            rules.bomb_shows[family, FAMILIES.index(target)] = target in FAMILIES[:families]


def _faults(rules: Rules) -> Iterator[str]:
    """What is wrong with the options, one sentence each; later ones rely on earlier ones."""
    yield from _faulty_types(rules)
    yield from _faulty_numbers(rules)
    yield from faulty_values(rules.values)
    yield from _faulty_counts(rules)
    yield from faulty_partners(rules.turncoat_partner)
    yield from faulty_targets(rules.bomb_targets)
    yield from _faulty_choices(rules)
    yield from _faulty_sizes(rules)


def _faulty_types(rules: Rules) -> Iterator[str]:
    for name in ("values", "notes", "influence_die", "turncoat_partner", "bomb_targets"):
        value = getattr(rules, name)
        if not isinstance(value, tuple):
            yield f"{name} is {value!r}; it must be a list."


def _faulty_numbers(rules: Rules) -> Iterator[str]:
    ranges = {
        "num_players": (2, MAX_PLAYERS),
        "families": (1, NUM_FAMILIES),
        "draft": (0, NUM_FAMILIES),
        "hand_limit": (1, NUM_CARDS),
        "max_turns": (1, 2**KIND_BITS - 1),
    }
    yield from faulty_numbers(rules, ranges)


def faulty_values(values: tuple[Any, ...]) -> Iterator[str]:
    """A sentence for what cannot be the values of a family."""
    if not values or not all(is_whole(value, 1, NUM_VALUES) for value in values):
        yield f"values is {values!r}; it must hold whole numbers from 1 to {NUM_VALUES}."
    if list(values) != sorted(set(values)):
        yield f"values is {values!r}; it must be ascending, each value once."


def _faulty_counts(rules: Rules) -> Iterator[str]:
    notes, die = rules.notes, rules.influence_die
    if len(notes) != NUM_NOTES or not all(is_whole(n, 0, MAX_NOTES_EACH) for n in notes):
        yield f"notes is {notes!r}; it must hold {NUM_NOTES} counts from 0 to {MAX_NOTES_EACH}."
    if not any(notes):
        yield "notes holds only zeros; every player needs at least one bank note."
    if len(die) != len(SYMBOLS) or not all(is_whole(n, 0, MAX_FACES) for n in die):
        yield f"influence_die is {die!r}; it must hold {len(SYMBOLS)} counts from 0 to {MAX_FACES}."
    elif not any(die[:2]):
        yield "influence_die shows neither 'two' nor 'one'; nobody would ever draw a card."


def faulty_partners(partners: tuple[Any, ...]) -> Iterator[str]:
    """A sentence for what cannot be the pairs of Turncoats."""
    if len(partners) != NUM_FAMILIES or not all(p is None or p in FAMILIES for p in partners):
        yield f"turncoat_partner is {partners!r}; it must name a family or None for each family."
    for family, partner in zip(FAMILIES, partners, strict=True):
        mutual = partner is None or partners[FAMILIES.index(partner)] == family
        if not mutual or partner == family:
            yield f"turncoat_partner of {family} is {partner}; Turncoats come in pairs."


def faulty_targets(bombs: tuple[Any, ...]) -> Iterator[str]:
    """A sentence for what cannot be what the Bombs show."""
    are_lists = len(bombs) == NUM_FAMILIES and all(isinstance(shown, tuple) for shown in bombs)
    if not are_lists or not all(target in FAMILIES for shown in bombs for target in shown):
        yield f"bomb_targets is {bombs!r}; it must list families for each family."


def _faulty_choices(rules: Rules) -> Iterator[str]:
    if rules.war_ends not in WAR_ENDS:
        yield f"war_ends is {rules.war_ends!r}; it must be one of {WAR_ENDS}."
    if rules.stakes not in STAKES:
        yield f"stakes is {rules.stakes!r}; it must be one of {STAKES}."
    first, last = rules.first_player, rules.num_players - 1
    if first is not None and not is_whole(first, 0, last):
        yield f"first_player is {first!r}; it must be a seat from 0 to {last}, or None."


def _faulty_sizes(rules: Rules) -> Iterator[str]:
    cards, hands = rules.families * len(rules.values), rules.num_players * rules.hand_limit
    if rules.draft > rules.families:
        yield f"draft is {rules.draft}, but there are only {rules.families} families to draw from."
    if rules.draft > rules.hand_limit:
        yield f"draft is {rules.draft}, above the hand_limit of {rules.hand_limit}."
    if rules.num_players > len(rules.values):
        yield (
            f"num_players is {rules.num_players}, but a family has only {len(rules.values)} cards, "
            "so the draft could stick."
        )
    if hands > cards:
        yield f"num_players times hand_limit is {hands}, above the {cards} cards in play."
