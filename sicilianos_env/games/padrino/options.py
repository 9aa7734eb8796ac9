"""The options of the game, their preset and the record that compiled rules read (RULES.md, 1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from sicilianos_env.engine.options import faulty_numbers, is_whole
from sicilianos_env.engine.plain_text import counted
from sicilianos_env.engine.records import Array, opened, record
from sicilianos_env.games.padrino.components import (
    BOSS,
    CARD_NAMES,
    CHARACTERS,
    COPIES,
    HAND_SIZE,
    INFORMERS,
    MAX_PLAYERS,
    MIN_PLAYERS,
    NUM_KINDS,
    WITHOUT_FAVOURITES,
)

PRESETS: dict[str, dict[str, Any]] = {
    "mini": {"explanations": tuple(int(kind not in INFORMERS) for kind in range(NUM_KINDS))},
}

RULES = record(
    [
        ("num_players", "i1"),
        ("boss_suitcase", "i1"),
        ("hand_size", "i1"),
        ("explanations", "i1", (NUM_KINDS,)),
    ]
)


@dataclass(frozen=True)
class Rules:
    """The options of Si, Oscuro Padrino!; every default is the published game.

    Args:
        num_players: 4 to 11, the Boss included.
        boss_suitcase: whether the Boss keeps a suitcase, so that informers can end the game.
        explanations: how many Explanations of each kind are in the game.
        hand_size: Explanations in the hand of each member of the family.

    Raises:
        ValueError: with one sentence, if the options do not make a game.
    """

    num_players: int = 5
    boss_suitcase: bool = False
    explanations: tuple[int, ...] = COPIES
    hand_size: int = HAND_SIZE

    def __post_init__(self) -> None:
        for fault in _faults(self):
            raise ValueError(fault)

    @property
    def deck_size(self) -> int:
        """The cards in the deck once the hands are dealt."""
        return sum(self.explanations) - self.hand_size * (self.num_players - 1)

    @property
    def max_decisions(self) -> int:
        """A bound on the decisions in a game (RULES.md 6.7)."""
        return (self.deck_size + 1) * (self.num_players + 9) + 2

    def to_record(self) -> Array:
        """The options as the flat `uint8` memory of one RULES record."""
        memory = np.zeros(RULES.itemsize, dtype=np.uint8)
        rules = opened(memory, RULES)
        rules.num_players = self.num_players
        rules.boss_suitcase, rules.hand_size = self.boss_suitcase, self.hand_size
        rules.explanations[:] = self.explanations
        return memory


def roles(rules: Rules) -> tuple[str, ...]:
    """The characters of a new game by seat; with four players the family draws them (10.5)."""
    if rules.num_players == WITHOUT_FAVOURITES:
        return (CHARACTERS[BOSS], *["family"] * (rules.num_players - 1))
    return CHARACTERS[: rules.num_players]


def _faults(rules: Rules) -> Iterator[str]:
    """What is wrong with the options, one sentence each; later ones rely on earlier ones."""
    ranges = {"num_players": (MIN_PLAYERS, MAX_PLAYERS), "hand_size": (1, HAND_SIZE)}
    yield from faulty_numbers(rules, ranges)
    if not isinstance(rules.boss_suitcase, bool):
        yield f"boss_suitcase is {rules.boss_suitcase!r}; it must be true or false."
    yield from _faulty_explanations(rules.explanations)
    if rules.deck_size < 1:
        needed = rules.hand_size * (rules.num_players - 1) + 1
        cards = counted(sum(rules.explanations), "card")
        yield (
            f"explanations holds {cards}, but {needed} are needed: "
            f"{rules.hand_size} for each of the family and one for the deck."
        )


def _faulty_explanations(counts: Any) -> Iterator[str]:
    if not isinstance(counts, tuple) or len(counts) != NUM_KINDS:
        yield f"explanations is {counts!r}; it must hold {NUM_KINDS} counts, one for each kind."
    for name, count, most in zip(CARD_NAMES, counts, COPIES, strict=True):
        if not is_whole(count, 0, most):
            yield (
                f"explanations holds {count!r} of {name}; "
                f"it must be a whole number from 0 to {most}."
            )
