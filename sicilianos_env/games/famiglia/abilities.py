"""What an Accountant and a Brute can do (RULES.md, 4 and 5)."""

from __future__ import annotations

from sicilianos_env.engine.records import Array, Record
from sicilianos_env.games.famiglia.actions import (
    CARD,
    DONE,
    INTIMIDATE,
    LOWERINGS,
    SKIP,
    intimidation,
)
from sicilianos_env.games.famiglia.components import (
    ACCOUNTANT,
    BRUTE,
    NUM_KINDS,
    NUM_RANKS,
    kind_of,
    rank_of,
)
from sicilianos_env.games.famiglia.state import NOTHING
from sicilianos_env.games.famiglia.street import lies_higher_rank
from sicilianos_env.jit import rule

# --- Hand and gang


@rule
def holds_ability(state: Record, seat: int, family: int) -> bool:
    """Whether the hand has a card of the family of rank 1 or more."""
    for rank in range(1, NUM_RANKS):
        if state.hand[seat, kind_of(family, rank)] > 0:
            return True
    return False


@rule
def lay_in_gang(state: Record, seat: int, kind: int) -> None:
    state.hand[seat, kind] -= 1
    state.gang[seat, kind] += 1


@rule
def take_back(state: Record, seat: int, kind: int) -> None:
    state.gang[seat, kind] -= 1
    state.hand[seat, kind] += 1


@rule
def mask_abilities(state: Record, seat: int, family: int, mask: Array) -> None:
    for rank in range(1, NUM_RANKS):
        kind = kind_of(family, rank)
        mask[CARD + kind] = state.hand[seat, kind] > 0


# --- The Accountant


@rule
def can_play_accountant(state: Record, seat: int) -> bool:
    return holds_ability(state, seat, ACCOUNTANT)


@rule
def can_recall(state: Record, seat: int, kind: int) -> bool:
    """Anything in the gang but the Accountant just played; a copy of it may be (4.2)."""
    just_played = kind == kind_of(ACCOUNTANT, state.accountant)
    return state.gang[seat, kind] > just_played


@rule
def can_recall_something(state: Record, seat: int) -> bool:
    for kind in range(NUM_KINDS):
        if can_recall(state, seat, kind):
            return True
    return False


@rule
def mask_accountant(state: Record, seat: int, mask: Array) -> None:
    if state.accountant == 0:
        mask[SKIP] = 1
        mask_abilities(state, seat, ACCOUNTANT, mask)
    elif state.recalls > 0:
        mask[DONE] = 1
        for kind in range(NUM_KINDS):
            mask[CARD + kind] = can_recall(state, seat, kind)
    else:
        for kind in range(NUM_KINDS):
            mask[CARD + kind] = state.hand[seat, kind] > 0


@rule
def play_accountant(state: Record, seat: int, kind: int) -> None:
    lay_in_gang(state, seat, kind)
    state.accountant = state.recalls = rank_of(kind)
    end_recalling_without_cards(state, seat)


@rule
def recall(state: Record, seat: int, kind: int) -> None:
    take_back(state, seat, kind)
    state.recalls -= 1
    state.lays += 1
    end_recalling_without_cards(state, seat)


@rule
def end_recalling_without_cards(state: Record, seat: int) -> None:
    if not can_recall_something(state, seat):
        state.recalls = 0


@rule
def exchange(state: Record, seat: int, action: int) -> None:
    """A decision of the exchange: playing the Accountant, recalling, or laying."""
    if state.accountant == 0:
        play_accountant(state, seat, action - CARD)
    elif action == DONE:
        state.recalls = 0
    elif state.recalls > 0:
        recall(state, seat, action - CARD)
    else:
        lay_in_gang(state, seat, action - CARD)
        state.lays -= 1


@rule
def is_exchange_over(state: Record) -> bool:
    return state.recalls == 0 and state.lays == 0


# --- The Brute


@rule
def can_play_brute(state: Record, seat: int) -> bool:
    return holds_ability(state, seat, BRUTE) and lies_higher_rank(state)


@rule
def mask_brute(state: Record, seat: int, mask: Array) -> None:
    if state.brute > 0:
        mask_intimidations(state, mask)
        return
    mask[SKIP] = 1
    if lies_higher_rank(state):  # 5.1
        mask_abilities(state, seat, BRUTE, mask)


@rule
def mask_intimidations(state: Record, mask: Array) -> None:
    """Cards of the street to any rank that the Brute can lower them to (5.2)."""
    for kind in range(NUM_KINDS):
        rank = rank_of(kind)
        if state.street[kind] > 0:
            for lowered_to in range(max(0, rank - state.brute), rank):
                mask[intimidation(kind, lowered_to)] = 1


@rule
def play_brute(state: Record, seat: int, kind: int) -> None:
    lay_in_gang(state, seat, kind)
    state.brute = rank_of(kind)


@rule
def intimidate(state: Record, action: int) -> None:
    family, pair = (action - INTIMIDATE) // LOWERINGS, (action - INTIMIDATE) % LOWERINGS
    rank = 1
    while pair >= rank:
        pair -= rank
        rank += 1
    state.brute = 0
    state.intimidated = kind_of(family, rank)
    state.lowered_to = pair


@rule
def end_intimidation(state: Record) -> None:
    state.intimidated = NOTHING
    state.lowered_to = 0
