"""The hunter: hunts the Godfather win."""

from __future__ import annotations

from sicilianos_agents.heuristics.sicilianos.basics import colour_drawn, is_draw, phase_of
from sicilianos_agents.heuristics.sicilianos.consigliere import consigliere, worth_of_draw
from sicilianos_agents.heuristics.sicilianos.estimates import keep_book, pile_left
from sicilianos_env.engine.records import Array, Record, signed
from sicilianos_env.engine.streams import Stream
from sicilianos_env.games.sicilianos.actions import DRAW, STAKE_NOTE, TAKE_BUSINESS
from sicilianos_env.games.sicilianos.components import NUM_BUSINESSES
from sicilianos_env.games.sicilianos.observation import open_observation
from sicilianos_env.games.sicilianos.state import NOTHING, SPLIT
from sicilianos_env.jit import rule

TRACK = 6.0  # how much dearer a draw of a colour is by each business that he owns of it


@rule
def hunter(observation: Array, mask: Array, stream: Stream) -> int:
    """Hunts the Godfather win: the three businesses of one colour.

    He collects the colours of which he owns businesses, as long as no rival owns one; of spoils
    that are split he always takes the business. All else he does as the consigliere, who fights
    most for a third business, his own or a rival's, and steals from who may win one.
    """
    tables, seats = open_observation(observation)
    table, phase = tables[0], phase_of(tables[0])
    if phase == SPLIT:
        return TAKE_BUSINESS
    if is_draw(phase):
        return draw_prey(table, keep_book(table, seats), seats, mask)
    return consigliere(observation, mask, stream)


@rule
def draw_prey(table: Record, book: Array, seats: Array, mask: Array) -> int:
    """Draws as the consigliere, but rather the colours that he hunts."""
    best, most = NOTHING, -1000.0
    for action in range(DRAW, STAKE_NOTE):
        if mask[action]:
            worth = worth_of_draw(table, book, seats, action)
            worth *= 1.0 + TRACK * prey_owned(seats, colour_drawn(action))
            if worth > most:
                best, most = action, worth
    return best


@rule
def prey_owned(seats: Array, colour: int) -> int:
    """My businesses of a colour; 0 if I cannot become Godfather with it any more."""
    own, left = signed(seats[0].businesses[colour]), pile_left(seats, colour)
    return own if left > 0 and own + left == NUM_BUSINESSES else 0
