"""Taking a card from the street (RULES.md, 6)."""

from __future__ import annotations

from sicilianos_env.engine.records import Array, Record
from sicilianos_env.games.famiglia.abilities import lay_in_gang
from sicilianos_env.games.famiglia.actions import (
    CARD,
    LAYING_JOKER,
    LAYING_NATURAL,
    PASS,
    laying_joker,
    laying_natural,
    paid_kind,
)
from sicilianos_env.games.famiglia.components import (
    MERCENARY,
    NUM_KINDS,
    NUM_RANKS,
    TOP_RANK,
    family_of,
    kind_of,
    rank_of,
)
from sicilianos_env.games.famiglia.state import NOTHING
from sicilianos_env.jit import rule


@rule
def rank_now(state: Record, kind: int) -> int:
    """The rank that a card of the street counts as (5.3, 5.5)."""
    return state.lowered_to if state.intimidated == kind else rank_of(kind)


@rule
def natural_card(state: Record, kind: int) -> int:
    """The kind to show two of, or one with a joker: of its family, and one rank lower (6.3)."""
    return kind_of(family_of(kind), rank_now(state, kind) - 1)


@rule
def lowest_joker(state: Record, seat: int, rank: int) -> int:
    """The lowest rank of a Mercenary in the hand that can be a joker; NOTHING if none can."""
    for joker in range(rank, NUM_RANKS):
        if state.hand[seat, kind_of(MERCENARY, joker)] > 0:
            return joker
    return NOTHING


@rule
def mask_take(state: Record, seat: int, mask: Array) -> None:
    mask[PASS] = 1
    for kind in range(NUM_KINDS):
        if state.street[kind] > 0:
            if rank_now(state, kind) == 0:
                mask[CARD + kind] = 1
            else:
                mask_paid(state, seat, kind, mask)


@rule
def mask_paid(state: Record, seat: int, kind: int, mask: Array) -> None:
    """With a pair or a joker the natural card may be laid, with a joker also this (6.4 to 6.6)."""
    held = state.hand[seat, natural_card(state, kind)]
    if held == 0:
        return
    rank = rank_now(state, kind)
    mask[laying_natural(kind)] = held > 1 or lowest_joker(state, seat, rank) != NOTHING
    for joker in range(rank, NUM_RANKS):
        mask[laying_joker(kind, joker)] = state.hand[seat, kind_of(MERCENARY, joker)] > 0


@rule
def take(state: Record, seat: int, action: int) -> None:
    """The card comes to the hand; what has been shown and is not laid never leaves it."""
    kind = card_taken(action)
    if action >= LAYING_JOKER:
        joker = (action - LAYING_JOKER) % TOP_RANK + 1
        lay_in_gang(state, seat, kind_of(MERCENARY, joker))
    elif action >= LAYING_NATURAL:
        lay_in_gang(state, seat, natural_card(state, kind))
    state.street[kind] -= 1
    state.hand[seat, kind] += 1


@rule
def card_taken(action: int) -> int:
    if action >= LAYING_JOKER:
        return paid_kind((action - LAYING_JOKER) // TOP_RANK)
    if action >= LAYING_NATURAL:
        return paid_kind(action - LAYING_NATURAL)
    return action - CARD
