"""The accused's own turn: whom to accuse with what, and what to play meanwhile."""

from __future__ import annotations

from sicilianos_agents.heuristics.padrino.beliefs import money_chances, public_chances
from sicilianos_agents.heuristics.padrino.cards import (
    best_card,
    has_been_played_by_accused,
)
from sicilianos_agents.heuristics.padrino.ring import VIEWER, seat_of_boss
from sicilianos_agents.heuristics.padrino.sentences import (
    AS_GOOD,
    after_effect,
    outlook,
    share_if_accused,
    threat,
)
from sicilianos_env.engine.records import Array, Record
from sicilianos_env.games.padrino.actions import ACCUSE, INFORM, STOP, accusation
from sicilianos_env.games.padrino.components import (
    INFORMERS,
    LIGHT_OF,
    NUM_KINDS,
)
from sicilianos_env.games.padrino.family import previous_member
from sicilianos_env.games.padrino.state import NOTHING
from sicilianos_env.jit import rule


@rule
def blame_the_likeliest(table: Record, seats: Array, mask: Array, wanted: int) -> int:
    """Accuses whom the Boss wants most, as soon as a card allows it; else plays one that will."""
    public, boss = public_chances(seats), seat_of_boss(seats)
    best, most = NOTHING, 0.0
    for seat in range(1, seats.shape[0]):
        for kind in range(NUM_KINDS):
            action = accusation(seats.shape[0], VIEWER, seat, kind)
            if mask[action] and threat(public, boss, seat) > most + AS_GOOD:
                best, most = action, threat(public, boss, seat)
    return best if best != NOTHING else play_on(table, mask, wanted)


@rule
def blame_for_most(table: Record, seats: Array, mask: Array, wanted: int) -> int:
    """Accuses or informs, whichever promises more; if neither promises anything, plays on."""
    action, most = best_accusation(table, seats, mask)
    informer = first_informer(mask)
    if informer != NOTHING and money_chances(seats)[seat_of_boss(seats)] > most + AS_GOOD:
        return informer
    return action if action != NOTHING else play_on(table, mask, wanted)


@rule
def best_accusation(table: Record, seats: Array, mask: Array) -> tuple[int, float]:
    """The action and the share of the win to be expected of it; NOTHING and 0 if it is none."""
    boss, chances, public = seat_of_boss(seats), money_chances(seats), public_chances(seats)
    best, most = NOTHING, 0.0
    for seat in range(1, seats.shape[0]):
        for kind in range(NUM_KINDS):
            action = accusation(seats.shape[0], VIEWER, seat, kind)
            if mask[action]:
                worth = worth_of_blame(table, chances, public, boss, seat, kind)
                if worth > most + AS_GOOD:
                    best, most = action, worth
    return best, most


@rule
def worth_of_blame(
    table: Record, chances: Array, public: Array, boss: int, blamed: int, kind: int
) -> float:
    """The share of the win to be expected of accusing a seat with a kind of card.

    The Boss believes it the likelier the better a sentence of that seat is, before the effect or
    after it. If he does not, the accused stays, and may be sentenced himself.
    """
    effect, player = LIGHT_OF[kind], player_of(table, boss, kind, chances.shape[0])
    moved = after_effect(chances, boss, effect, player, blamed)
    seen = after_effect(public, boss, effect, player, blamed)
    believed = max(threat(public, boss, blamed), threat(seen, boss, blamed))
    if_refused = (1 - threat(public, boss, VIEWER)) * outlook(chances, public, boss)
    return believed * share_if_accused(moved, seen, boss, blamed) + (1 - believed) * if_refused


@rule
def player_of(table: Record, boss: int, kind: int, num_players: int) -> int:
    """Who has played the card with which the viewer accuses if with this kind (5.2)."""
    is_own = has_been_played_by_accused(table, kind)
    return VIEWER if is_own else previous_member(num_players, boss, VIEWER)


@rule
def play_on(table: Record, mask: Array, wanted: int) -> int:
    """A card; or any accusation if he has none, or may play none."""
    card = best_card(table, mask, wanted)
    if card != NOTHING:
        return card
    for action in range(ACCUSE, mask.shape[0]):
        if mask[action]:
            return action
    return STOP


@rule
def first_informer(mask: Array) -> int:
    for i in range(len(INFORMERS)):
        if mask[INFORM + i]:
            return INFORM + i
    return NOTHING
