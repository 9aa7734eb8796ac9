"""What lies in the box: families, ranks, how many of each card, and their points (RULES.md, 1)."""

from __future__ import annotations

from sicilianos_env.jit import rule

FAMILIES = ("famiglia", "mercenary", "brute", "accountant")
FAMIGLIA, MERCENARY, BRUTE, ACCOUNTANT = range(len(FAMILIES))

COPIES = (5, 4, 3, 2, 1)  # in the box, of each rank of a family
FAMIGLIA_POINTS = (1, 3, 6, 10, 15)  # by rank
OTHER_POINTS = (0, 1, 3, 6, 10)

NUM_FAMILIES = len(FAMILIES)
NUM_RANKS = len(COPIES)  # 0 … 4
NUM_KINDS = NUM_FAMILIES * NUM_RANKS
NUM_CARDS = NUM_FAMILIES * sum(COPIES)
NUM_PLAYERS = 2
TOP_RANK = NUM_RANKS - 1

POINTS = FAMIGLIA_POINTS + OTHER_POINTS * (NUM_FAMILIES - 1)  # by kind


@rule
def kind_of(family: int, rank: int) -> int:
    """The index (0 … 19) of a kind of card."""
    return family * NUM_RANKS + rank


@rule
def family_of(kind: int) -> int:
    return kind // NUM_RANKS


@rule
def rank_of(kind: int) -> int:
    return kind % NUM_RANKS


def card_name(kind: int) -> str:
    return f"{FAMILIES[family_of(kind)]} {rank_of(kind)}"


CARD_NAMES = tuple(map(card_name, range(NUM_KINDS)))
