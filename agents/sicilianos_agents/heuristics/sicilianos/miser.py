"""The miser: fights only where he expects to win."""

from __future__ import annotations

from sicilianos_agents.heuristics.sicilianos.basics import (
    ALL_NOTES,
    cheapest_card_above,
    family_of,
    finish_cheaply,
    is_laid,
    lowest_card,
    lowest_of_all,
    note_at,
    phase_of,
    points_behind,
    rank_of_chance,
    rivals_may_lay,
    simple_choice,
)
from sicilianos_agents.heuristics.sicilianos.estimates import family_chance, keep_book, win_chance
from sicilianos_env.engine.records import Array
from sicilianos_env.engine.streams import Stream
from sicilianos_env.games.sicilianos.actions import CARD, PASS, ROLL, TAKE_MONEY
from sicilianos_env.games.sicilianos.components import NUM_FAMILIES, value_of
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

# What the miser calls safe: the chance to win a war.
MISER_OPENS = 0.8
MISER_JOINS = 0.6
MISER_STAYS = 0.25
MISER_SURE = 0.95  # then he need not lay any more
MISER_DUMPS = 3  # the highest card that he throws away to be rid of a small note


@rule
def miser(observation: Array, mask: Array, stream: Stream) -> int:
    """Hoards until a war looks safe, and then spends no more than it takes.

    He guesses what each rival can put up from the backs of his cards and expects the worst. He
    opens with a chance of 80 % to win and joins with 60 %, the better the chance the larger the
    note; else he throws in a card of no value with his smallest note. He stops laying once he is
    out of reach or out of hope, and wins with the cheapest card that will do.
    """
    tables, seats = open_observation(observation)
    phase = phase_of(tables[0])
    if phase == TURN:
        return miser_turn(keep_book(tables[0], seats), seats, mask)
    if phase == JOIN:
        return miser_join(keep_book(tables[0], seats), seats, mask)
    if phase == STAKE:
        chance = family_chance(keep_book(tables[0], seats), seats, family_of(seats[0]))
        return note_at(seats[0], rank_of_chance(chance, MISER_STAYS, MISER_OPENS), ALL_NOTES)
    if phase == CONTINUE:
        return miser_continue(keep_book(tables[0], seats), seats, mask)
    if phase == SPLIT:
        return TAKE_MONEY
    return simple_choice(phase, seats, mask)


@rule
def safest_family(book: Array, seats: Array) -> tuple[int, float]:
    """My family with the best chance to win a war, and that chance."""
    best, most = NOTHING, -1.0
    for colour in range(NUM_FAMILIES):
        if seats[0].hand_colours[colour] and not is_laid(seats, colour):
            chance = family_chance(book, seats, colour)
            if chance > most:
                best, most = colour, chance
    return best, most


@rule
def miser_turn(book: Array, seats: Array, mask: Array) -> int:
    colour, chance = safest_family(book, seats)
    if mask[ROLL] and chance < MISER_OPENS:
        return ROLL
    return lowest_card(mask, colour)


@rule
def miser_join(book: Array, seats: Array, mask: Array) -> int:
    colour, chance = safest_family(book, seats)
    if chance >= MISER_JOINS:
        return lowest_card(mask, colour)
    lowest = lowest_of_all(mask)
    return lowest if value_of(lowest - CARD) <= MISER_DUMPS else PASS


@rule
def miser_continue(book: Array, seats: Array, mask: Array) -> int:
    colour, behind = family_of(seats[0]), points_behind(seats)
    if not rivals_may_lay(seats):
        return finish_cheaply(seats, mask, behind)
    if win_chance(book, seats, colour, float(seats[0].strength)) > MISER_SURE:
        return PASS
    if family_chance(book, seats, colour) < MISER_STAYS:
        return PASS
    return cheapest_card_above(mask, colour, behind)
