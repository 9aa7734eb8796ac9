"""Action ids. A card's id serves `explain` and `cancel`, a seat's id `with` and `condemn`.

Seats are counted clockwise from the seat to move: 1 is the next one.
"""

from __future__ import annotations

from sicilianos_env.games.padrino.components import INFORMERS, MAX_PLAYERS, NUM_KINDS
from sicilianos_env.jit import rule

(
    PASS, STOP, SENTENCE, HEAR, ACCEPT, CANCEL,
    BELIEVE_IT, REFUSE, CLOCKWISE, COUNTERCLOCKWISE, PRESS, SPARE,
) = range(12)  # fmt: skip
CARD = SPARE + 1  # + kind
INFORM = CARD + NUM_KINDS  # + place in INFORMERS
SEAT = INFORM + len(INFORMERS)  # + distance of the seat - 1
ACCUSE = SEAT + MAX_PLAYERS - 1  # + (distance of the seat - 1) * NUM_KINDS + kind
NUM_ACTIONS = ACCUSE + (MAX_PLAYERS - 1) * NUM_KINDS


@rule
def seat_action(num_players: int, mover: int, seat: int) -> int:
    """The id of `with` or `condemn` for another seat."""
    return SEAT + distance(num_players, mover, seat) - 1


@rule
def accusation(num_players: int, mover: int, seat: int, kind: int) -> int:
    """The id of `accuse`."""
    return ACCUSE + (distance(num_players, mover, seat) - 1) * NUM_KINDS + int(kind)


@rule
def distance(num_players: int, mover: int, seat: int) -> int:
    """Steps clockwise from the seat to move to another one, 1 or more."""
    return (int(seat) - int(mover)) % int(num_players)


@rule
def seat_of_action(num_players: int, mover: int, action: int) -> int:
    """The seat that `with`, `condemn` or `accuse` names."""
    away = action - SEAT if action < ACCUSE else (action - ACCUSE) // NUM_KINDS
    return int(mover + away + 1) % int(num_players)
