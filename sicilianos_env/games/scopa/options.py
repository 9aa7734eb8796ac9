"""The options of the game, their presets and the record that compiled rules read (RULES.md, 1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from sicilianos_env.engine.options import faulty_numbers
from sicilianos_env.engine.reading import listed
from sicilianos_env.engine.records import Array, opened, record
from sicilianos_env.games.scopa.components import (
    CARD_NAMES,
    MAX_PLAYERS,
    NUM_CARDS,
    NUM_VALUES,
    SUITS,
)

MUST_MATCH = ("hand", "card")
KINGS_TO_REDEAL = 3  # on the table at the start of a round

PRESETS: dict[str, dict[str, Any]] = {
    "mini": {
        "cards": tuple(f"{suit} {value}" for suit in SUITS for value in (1, 2, 3, 7, 10)),
        "table_size": 2,
        "single_round": True,
    },
}

RULES = record(
    [
        ("target", "i2"),
        ("max_rounds", "i2"),
        ("num_players", "i1"),
        ("num_cards", "i1"),
        ("cards", "i1", (NUM_CARDS,)),  # the cards in play, ascending; -1 beyond num_cards
        ("hand_size", "i1"),
        ("table_size", "i1"),
        ("hand_must_match", "i1"),
        ("last_scopa", "i1"),
        ("king_redeal", "i1"),
        ("single_round", "i1"),
    ]
)


@dataclass(frozen=True)
class Rules:
    """The options of Scopa; every default is the published game.

    Args:
        num_players: 2 to 6.
        must_match: "hand" (a card that does not match may be laid down only if none in the hand
            matches) or "card" (any may be played, and takes if it matches).
        last_scopa: whether a scopa with the last card of a round counts.
        king_redeal: whether three or four kings on the table are dealt anew.
        target: points that end the game.
        single_round: whether the game ends after one round.
        max_rounds: a game of more rounds is stopped and marked truncated.
        cards: the cards in play, by name, in index order.
        hand_size: cards dealt to each player at a time.
        table_size: cards laid on the table at the start of a round.

    Raises:
        ValueError: with one sentence, if the options do not make a game.
    """

    num_players: int = 2
    must_match: str = "hand"
    last_scopa: bool = True
    king_redeal: bool = False
    target: int = 11
    single_round: bool = False
    max_rounds: int = 50
    cards: tuple[str, ...] = CARD_NAMES
    hand_size: int = 3
    table_size: int = 4

    def __post_init__(self) -> None:
        for fault in _faults(self):
            raise ValueError(fault)

    @property
    def max_decisions(self) -> int:
        """A bound on the decisions in a game (RULES.md 6.9)."""
        return 2 * len(self.cards) * (1 if self.single_round else self.max_rounds)

    def to_record(self) -> Array:
        """The options as the flat `uint8` memory of one RULES record."""
        memory = np.zeros(RULES.itemsize, dtype=np.uint8)
        rules = opened(memory, RULES)
        rules.num_players, rules.target = self.num_players, self.target
        rules.max_rounds, rules.single_round = self.max_rounds, self.single_round
        rules.hand_must_match = self.must_match == "hand"
        rules.last_scopa, rules.king_redeal = self.last_scopa, self.king_redeal
        cards = [CARD_NAMES.index(name) for name in self.cards]
        rules.num_cards = len(cards)
        rules.cards[:] = cards + [-1] * (NUM_CARDS - len(cards))
        rules.hand_size, rules.table_size = self.hand_size, self.table_size
        return memory


def _faults(rules: Rules) -> Iterator[str]:
    """What is wrong with the options, one sentence each; later ones rely on earlier ones."""
    yield from _faulty_numbers(rules)
    yield from _faulty_choices(rules)
    yield from _faulty_cards(rules)
    yield from _faulty_sizes(rules)


def _faulty_numbers(rules: Rules) -> Iterator[str]:
    ranges = {
        "num_players": (2, MAX_PLAYERS),
        "target": (1, 100),
        "max_rounds": (1, 255),
        "hand_size": (1, NUM_CARDS // 2),
        "table_size": (0, NUM_CARDS - 2),
    }
    yield from faulty_numbers(rules, ranges)


def _faulty_choices(rules: Rules) -> Iterator[str]:
    if rules.must_match not in MUST_MATCH:
        yield f"must_match is {rules.must_match!r}; it must be {listed(map(repr, MUST_MATCH))}."
    for name in ("last_scopa", "king_redeal", "single_round"):
        value = getattr(rules, name)
        if not isinstance(value, bool):
            yield f"{name} is {value!r}; it must be true or false."


def _faulty_cards(rules: Rules) -> Iterator[str]:
    cards = rules.cards
    if not isinstance(cards, tuple) or not all(name in CARD_NAMES for name in cards):
        yield f"cards is {cards!r}; it must list cards, written 'coins 7'."
    if list(cards) != [name for name in CARD_NAMES if name in cards]:
        yield (
            f"cards is {cards!r}; it must be in index order ({', '.join(SUITS)}, each from 1 to "
            f"{NUM_VALUES}), each card once."
        )


def _faulty_sizes(rules: Rules) -> Iterator[str]:
    cards, needed = len(rules.cards), rules.table_size + rules.num_players
    if cards < needed:
        yield (
            f"cards holds {cards}, but {needed} are needed: {rules.table_size} for the table and "
            "one for each player."
        )
