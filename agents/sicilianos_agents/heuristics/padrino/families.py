"""Families: one keeps quiet, one helps his Favourite, one moves blame and suitcases, one all."""

from __future__ import annotations

from sicilianos_agents.heuristics.padrino.accusing import (
    blame_for_most,
    blame_the_likeliest,
)
from sicilianos_agents.heuristics.padrino.beliefs import money_chances, public_chances
from sicilianos_agents.heuristics.padrino.cards import (
    best_card,
    card_of_light,
    light_played_last,
    mood_of,
    palest_card,
    something_stands_lit,
)
from sicilianos_agents.heuristics.padrino.ring import (
    VIEWER,
    seat_accused,
    seat_blamed,
    seat_of_boss,
)
from sicilianos_agents.heuristics.padrino.sentences import (
    AS_GOOD,
    outlook,
    passed_on,
    share,
    share_if_accused,
)
from sicilianos_env.engine.records import Array, Record, index_of_one
from sicilianos_env.games.padrino.actions import (
    CLOCKWISE,
    COUNTERCLOCKWISE,
    PASS,
    SEAT,
)
from sicilianos_env.games.padrino.components import EXCHANGE, EYE
from sicilianos_env.games.padrino.family import previous_member
from sicilianos_env.games.padrino.state import EXPLAIN, HELP, NOTHING, OBJECT, ROTATE
from sicilianos_env.jit import rule

QUIET, HELPER, DUMPER, CONSIGLIERE = range(4)


@rule
def family(style: int, table: Record, seats: Array, mask: Array) -> int:
    """The decision of a member of the family in any phase.

    The quiet one accuses whom the Boss wants most, with cards that move nothing, and keeps out of
    all else. The helper does the same, plays cards for his Favourite and cancels those of rivals.
    The dumper accuses for his own share of the win, likes to move suitcases, and cancels too. The
    consigliere does what the dumper does, and helps.
    """
    phase = index_of_one(table.phase, NOTHING)
    if phase == EXPLAIN:
        if style == QUIET or style == HELPER:
            return blame_the_likeliest(table, seats, mask, EYE)
        return blame_for_most(table, seats, mask, EXCHANGE)
    if phase == HELP:
        is_helpful = style == HELPER or style == CONSIGLIERE
        return help_favourite(table, seats, mask) if is_helpful else PASS
    if phase == OBJECT:
        return PASS if style == QUIET else object_to(table, seats, mask)
    if phase == ROTATE:
        return rotate(seats)
    return choose_third(seats, mask)


# --- Others' turns


@rule
def help_favourite(table: Record, seats: Array, mask: Array) -> int:
    """Plays an exchange to fetch the money, from which both win; else saves his Favourite."""
    chances, public, boss = money_chances(seats), public_chances(seats), seat_of_boss(seats)
    if chances[VIEWER] < AS_GOOD:
        return card_of_light(mask, EXCHANGE)
    is_saved = something_stands_lit(table)
    loses = share(chances, boss, seat_accused(seats)) < outlook(chances, public, boss) + AS_GOOD
    return best_card(table, mask, EYE) if loses and not is_saved else PASS


@rule
def object_to(table: Record, seats: Array, mask: Array) -> int:
    """Cancels a card by which somebody may escape whose sentence would be welcome."""
    if light_played_last(table) < mood_of(table):
        return PASS
    chances, public, boss = money_chances(seats), public_chances(seats), seat_of_boss(seats)
    stays = share(chances, boss, seat_accused(seats))
    return palest_card(mask) if stays > outlook(chances, public, boss) + AS_GOOD else PASS


# --- Suitcases


@rule
def rotate(seats: Array) -> int:
    """The direction after which the blame brings more."""
    chances, public, boss = money_chances(seats), public_chances(seats), seat_of_boss(seats)
    blamed = seat_blamed(seats)
    onwards = share_if_accused(
        passed_on(chances, boss, True), passed_on(public, boss, True), boss, blamed
    )
    backwards = share_if_accused(
        passed_on(chances, boss, False), passed_on(public, boss, False), boss, blamed
    )
    return CLOCKWISE if onwards > backwards - AS_GOOD else COUNTERCLOCKWISE


@rule
def choose_third(seats: Array, mask: Array) -> int:
    """The suitcase which leaves the Accountant the best outlook after it has been mixed."""
    boss, num_players = seat_of_boss(seats), seats.shape[0]
    best, most = NOTHING, -1.0
    for seat in range(1, num_players):
        if mask[SEAT + seat - 1]:
            mixed = money_chances(seats)
            mixed[:] = 0.0
            mixed[VIEWER] = mixed[previous_member(num_players, boss, VIEWER)] = mixed[seat] = 1 / 3
            worth = outlook(mixed, mixed, boss)
            if worth > most + AS_GOOD:
                best, most = SEAT + seat - 1, worth
    return best
