"""The turncoat: lets others fight and goes over to them."""

from __future__ import annotations

from sicilianos_agents.heuristics.sicilianos.basics import family_of, is_draw, phase_of
from sicilianos_agents.heuristics.sicilianos.consigliere import ally_of_mine, consigliere
from sicilianos_agents.heuristics.sicilianos.estimates import keep_book, nears_godfather
from sicilianos_agents.heuristics.sicilianos.seeking import pick_sought, seek
from sicilianos_env.engine.records import Array, signed
from sicilianos_env.engine.streams import Stream
from sicilianos_env.games.sicilianos.actions import CARD, DEFECT, KEEP_IN_FAMILY, ROLL
from sicilianos_env.games.sicilianos.components import NUM_FAMILIES, TURNCOAT, card_of
from sicilianos_env.games.sicilianos.observation import open_observation
from sicilianos_env.games.sicilianos.state import (
    JOIN,
    NOTHING,
    PICK,
    TURN,
    TURNCOAT_ASKED,
)
from sicilianos_env.jit import rule


@rule
def turncoat(observation: Array, mask: Array, stream: Stream) -> int:
    """Collects Turncoats and joins wars to defect.

    He searches for Turncoats and takes them. He opens a war only when his hand is full; he joins
    with a Turncoat wherever its partner's family is played, and then always defects, unless that
    would help a rival to his third business of a colour. All else he does as the consigliere.
    """
    tables, seats = open_observation(observation)
    table, phase = tables[0], phase_of(tables[0])
    if phase == PICK:
        return pick_sought(mask, TURNCOAT)
    if phase == TURN and mask[ROLL]:
        return ROLL
    if phase == TURNCOAT_ASKED:
        return DEFECT if is_welcome(seats, family_of(seats[0])) else KEEP_IN_FAMILY
    if phase == JOIN:
        card = welcome_turncoat(seats, mask)
        return card if card != NOTHING else consigliere(observation, mask, stream)
    if is_draw(phase):
        return seek(table, keep_book(table, seats), seats, mask, TURNCOAT)
    return consigliere(observation, mask, stream)


@rule
def is_welcome(seats: Array, colour: int) -> bool:
    """Whether a Turncoat of a colour finds an ally whose victory would not make him Godfather."""
    ally = ally_of_mine(seats, colour)
    return ally != NOTHING and not nears_godfather(seats, ally, family_of(seats[ally]))


@rule
def welcome_turncoat(seats: Array, mask: Array) -> int:
    """The Turncoat to lay for the ally whose family shows the largest stake, or NOTHING."""
    best, most = NOTHING, -1
    for colour in range(NUM_FAMILIES):
        action = CARD + card_of(colour, TURNCOAT)
        if mask[action] and is_welcome(seats, colour):
            stake = signed(seats[ally_of_mine(seats, colour)].stake)
            if stake > most:
                best, most = action, stake
    return best
