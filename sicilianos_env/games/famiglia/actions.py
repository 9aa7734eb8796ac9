"""Action ids. A card's id serves `clear`, `play`, `recall`, `lay` and a free `take` alike.

The phase, and how far its decisions have come, say which is meant. What is laid for a card that
is not free depends on the rank that it counts as, so these ids name only what is taken: with the
natural card laid, or with a Mercenary of a rank laid.
"""

from __future__ import annotations

from sicilianos_env.games.famiglia.components import (
    NUM_FAMILIES,
    NUM_KINDS,
    TOP_RANK,
    family_of,
    rank_of,
)
from sicilianos_env.jit import rule

NUM_PAID = NUM_FAMILIES * TOP_RANK  # kinds of rank 1 or more
LOWERINGS = TOP_RANK * (TOP_RANK + 1) // 2  # of a family: each rank with each lower one

DONE = 0
SKIP = 1
PASS = 2
CARD = 3  # + kind
INTIMIDATE = CARD + NUM_KINDS  # + family * LOWERINGS + the rank's pairs, by the lower rank
LAYING_NATURAL = INTIMIDATE + NUM_FAMILIES * LOWERINGS  # + paid kind
LAYING_JOKER = LAYING_NATURAL + NUM_PAID  # + paid kind * TOP_RANK + rank of the Mercenary - 1
NUM_ACTIONS = LAYING_JOKER + NUM_PAID * TOP_RANK


@rule
def intimidation(kind: int, lowered_to: int) -> int:
    """The id of `intimidate`."""
    rank = rank_of(kind)
    return INTIMIDATE + family_of(kind) * LOWERINGS + rank * (rank - 1) // 2 + lowered_to


@rule
def paid_index(kind: int) -> int:
    """The number (0 … 15) of a kind of rank 1 or more among these."""
    return family_of(kind) * TOP_RANK + rank_of(kind) - 1


@rule
def paid_kind(index: int) -> int:
    """The kind of a number that `paid_index` gives."""
    return index + index // TOP_RANK + 1


@rule
def laying_natural(kind: int) -> int:
    """The id of taking a kind with the card of its own family laid."""
    return LAYING_NATURAL + paid_index(kind)


@rule
def laying_joker(kind: int, rank: int) -> int:
    """The id of taking a kind with a Mercenary of a rank laid."""
    return LAYING_JOKER + paid_index(kind) * TOP_RANK + rank - 1
