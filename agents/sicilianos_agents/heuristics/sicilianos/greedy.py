"""The greedy player: collects one family and plays it when it looks strong."""

from __future__ import annotations

from sicilianos_agents.heuristics.sicilianos.basics import (
    ALL_NOTES,
    family_of,
    highest_card,
    my_power,
    note_at,
    phase_of,
    points_behind,
    rank_of_chance,
    rivals_may_lay,
    simple_choice,
    strongest_free_family,
)
from sicilianos_env.engine.records import Array
from sicilianos_env.engine.streams import Stream
from sicilianos_env.games.sicilianos.actions import PASS, ROLL, TAKE_BUSINESS
from sicilianos_env.games.sicilianos.observation import open_observation
from sicilianos_env.games.sicilianos.state import (
    CONTINUE,
    JOIN,
    NOTHING,
    SPLIT,
    STAKE,
    TURN,
)
from sicilianos_env.jit import rule

# What greedy counts as a strong family.
GREEDY_OPENS = 20
GREEDY_JOINS = 8


@rule
def greedy(observation: Array, mask: Array, stream: Stream) -> int:
    """Collects the colour of which it has most and plays it when it is strong.

    It opens with its strongest family once that has 20 points or the hand is full, joins with 8,
    stakes its largest note with 20 and a small one with less, and lays its highest cards until it
    is ahead and nobody else is laying. Bombs go off at the highest card; Turncoats stay at home
    unless their family is the weaker one.
    """
    tables, seats = open_observation(observation)
    phase = phase_of(tables[0])
    if phase == TURN:
        return greedy_turn(seats, mask)
    if phase == JOIN:
        return greedy_join(seats, mask)
    if phase == STAKE:
        power = my_power(seats, family_of(seats[0]))
        return note_at(seats[0], rank_of_chance(power, GREEDY_JOINS, GREEDY_OPENS), ALL_NOTES)
    if phase == CONTINUE:
        return greedy_continue(seats, mask)
    if phase == SPLIT:
        return TAKE_BUSINESS
    return simple_choice(phase, seats, mask)


@rule
def greedy_turn(seats: Array, mask: Array) -> int:
    colour = strongest_free_family(seats)
    if mask[ROLL] and (colour == NOTHING or my_power(seats, colour) < GREEDY_OPENS):
        return ROLL
    return highest_card(mask, colour)


@rule
def greedy_join(seats: Array, mask: Array) -> int:
    colour = strongest_free_family(seats)
    if my_power(seats, colour) < GREEDY_JOINS:
        return PASS
    return highest_card(mask, colour)


@rule
def greedy_continue(seats: Array, mask: Array) -> int:
    if points_behind(seats) < 0 and not rivals_may_lay(seats):
        return PASS
    return highest_card(mask, family_of(seats[0]))
