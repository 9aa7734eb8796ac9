"""The bluffer: plays families of many cards and few points as if they were strong."""

from __future__ import annotations

from sicilianos_agents.heuristics.sicilianos.basics import (
    ALL_NOTES,
    colour_drawn,
    family_of,
    finish_cheaply,
    is_draw,
    is_laid,
    lowest_card,
    note_at,
    phase_of,
    points_behind,
    points_in_hand,
    rivals_may_lay,
)
from sicilianos_agents.heuristics.sicilianos.consigliere import consigliere
from sicilianos_agents.heuristics.sicilianos.estimates import MEAN_VALUE
from sicilianos_env.engine.records import Array, Record, signed
from sicilianos_env.engine.streams import Stream
from sicilianos_env.games.sicilianos.actions import DRAW, ROLL, SEARCH, STAKE_NOTE, STEAL_FROM
from sicilianos_env.games.sicilianos.components import NUM_FAMILIES
from sicilianos_env.games.sicilianos.observation import open_observation
from sicilianos_env.games.sicilianos.state import (
    CONTINUE,
    JOIN,
    NOTHING,
    STAKE,
    TURN,
)
from sicilianos_env.jit import rule

FRONT = 4  # so many backs of a colour look strong


@rule
def bluffer(observation: Array, mask: Array, stream: Stream) -> int:
    """Plays fronts: colours of at least four backs that hold less than they seem to.

    He collects backs, by drawing and stealing the colour of which he holds most. He opens and
    joins with the front that deceives most, stakes his largest note on four backs or more, and
    lays his cards as long as any rival might lay one. Without a front he opens with a full hand
    only. All else he does as the consigliere.
    """
    tables, seats = open_observation(observation)
    phase = phase_of(tables[0])
    if is_draw(phase):
        return draw_backs(seats, mask)
    front = best_front(seats)
    if phase == TURN and front == NOTHING and mask[ROLL]:
        return ROLL
    if (phase == TURN or phase == JOIN) and front != NOTHING:
        return lowest_card(mask, front)
    if phase == STAKE and backs_of(seats[0], family_of(seats[0])) >= FRONT:
        return note_at(seats[0], 1.0, ALL_NOTES)
    if phase == CONTINUE:
        return keep_face(seats, mask)
    return consigliere(observation, mask, stream)


@rule
def backs_of(seat: Record, colour: int) -> int:
    """The cards of a colour that a seat has in the hand and face down."""
    backs = signed(seat.hand_colours[colour])
    return backs + 1 if seat.family[colour] and seat.face_down else backs


@rule
def best_front(seats: Array) -> int:
    """My free front that falls furthest short of what its backs promise, or NOTHING."""
    best, most = NOTHING, 0.0
    for colour in range(NUM_FAMILIES):
        backs = backs_of(seats[0], colour)
        short = MEAN_VALUE * backs - points_in_hand(seats[0], colour)
        if backs >= FRONT and short > most and not is_laid(seats, colour):
            best, most = colour, short
    return best


@rule
def keep_face(seats: Array, mask: Array) -> int:
    if not rivals_may_lay(seats):
        return finish_cheaply(seats, mask, points_behind(seats))
    return lowest_card(mask, family_of(seats[0]))


@rule
def draw_backs(seats: Array, mask: Array) -> int:
    """Draws or steals the colour of which I hold most cards; searches only where he must."""
    best, most = NOTHING, -1
    for action in range(DRAW, STAKE_NOTE):
        if mask[action]:
            backs = 2 * signed(seats[0].hand_colours[colour_drawn(action)])
            backs += not SEARCH <= action < STEAL_FROM
            if backs > most:
                best, most = action, backs
    return best
