"""The options of the game, their preset and the record that compiled rules read (RULES.md, 1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from sicilianos_env.engine.options import faulty_numbers, is_whole
from sicilianos_env.engine.records import Array, opened, record
from sicilianos_env.games.famiglia.components import (
    COPIES,
    NUM_FAMILIES,
    NUM_KINDS,
    NUM_PLAYERS,
    NUM_RANKS,
)

MAX_STREET_SIZE = 20

PRESETS: dict[str, dict[str, Any]] = {
    "mini": {"copies": ((3, 2, 1, 0, 0),) * NUM_FAMILIES, "street_size": 4},
}

RULES = record(
    [
        ("num_players", "i1"),
        ("first_player", "i1"),  # -1: drawn by lot
        ("copies", "i1", (NUM_KINDS,)),
        ("street_size", "i1"),
    ]
)


@dataclass(frozen=True)
class Rules:
    """The options of Famiglia; every default is the published game.

    Args:
        num_players: 2 only.
        first_player: the seat that starts; None draws it by lot.
        copies: how many cards of each rank each family has.
        street_size: cards that open the street, and refill it.

    Raises:
        ValueError: with one sentence, if the options do not make a game.
    """

    num_players: int = NUM_PLAYERS
    first_player: int | None = None
    copies: tuple[tuple[int, ...], ...] = (COPIES,) * NUM_FAMILIES
    street_size: int = 6

    def __post_init__(self) -> None:
        for fault in _faults(self):
            raise ValueError(fault)

    @property
    def first_stock_size(self) -> int:
        """The cards in the stock at the start."""
        return sum(map(sum, self.copies)) - NUM_PLAYERS * NUM_FAMILIES

    @property
    def max_decisions(self) -> int:
        """A bound on the decisions in a game (RULES.md 7.10)."""
        return 14 * (2 * self.first_stock_size + 2) + self.first_stock_size

    def to_record(self) -> Array:
        """The options as the flat `uint8` memory of one RULES record."""
        memory = np.zeros(RULES.itemsize, dtype=np.uint8)
        rules = opened(memory, RULES)
        rules.num_players = self.num_players
        rules.first_player = -1 if self.first_player is None else self.first_player
        rules.copies[:] = [count for family in self.copies for count in family]
        rules.street_size = self.street_size
        return memory


def _faults(rules: Rules) -> Iterator[str]:
    """What is wrong with the options, one sentence each; later ones rely on earlier ones."""
    if not is_whole(rules.num_players, NUM_PLAYERS, NUM_PLAYERS):
        yield f"num_players is {rules.num_players!r}; it must be {NUM_PLAYERS}."
    first, last = rules.first_player, NUM_PLAYERS - 1
    if first is not None and not is_whole(first, 0, last):
        yield f"first_player is {first!r}; it must be a seat from 0 to {last}, or None."
    yield from _faulty_copies(rules.copies)
    yield from faulty_numbers(rules, {"street_size": (1, MAX_STREET_SIZE)})
    if rules.first_stock_size < rules.street_size:
        yield (
            f"street_size is {rules.street_size}, but copies leaves only "
            f"{rules.first_stock_size} cards for the stock at the start."
        )


def _faulty_copies(copies: Any) -> Iterator[str]:
    is_table = isinstance(copies, tuple) and len(copies) == NUM_FAMILIES
    if not is_table or not all(isinstance(f, tuple) and len(f) == NUM_RANKS for f in copies):
        yield f"copies is {copies!r}; it must hold {NUM_RANKS} counts for {NUM_FAMILIES} families."
    for family in copies:
        for rank, (count, most) in enumerate(zip(family, COPIES, strict=True)):
            least = NUM_PLAYERS if rank == 0 else 0  # each player starts with one (2.1)
            if not is_whole(count, least, most):
                yield (
                    f"copies holds {count!r} cards of rank {rank}; "
                    f"it must be a whole number from {least} to {most}."
                )
