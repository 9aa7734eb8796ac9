"""A random state that looks the same to the viewer, who becomes seat 0."""

from __future__ import annotations

from sicilianos_env.engine.records import Array, Record
from sicilianos_env.engine.streams import Stream
from sicilianos_env.games.gang_war.rules import clear_piles
from sicilianos_env.games.sicilianos.components import NUM_FAMILIES, card_of, value_of
from sicilianos_env.games.sicilianos.memory import everybody
from sicilianos_env.games.sicilianos.resample import resample as resample_sicilianos
from sicilianos_env.games.sicilianos.state import NOTHING
from sicilianos_env.games.sicilianos.war import is_in_war
from sicilianos_env.jit import rule


@rule
def resample(rules: Record, observation: Array, stream: Stream, state: Record) -> None:
    """Writes a random state consistent with the observation into `state` (zeros before)."""
    resample_sicilianos(rules, observation, stream, state)
    clear_piles(rules, state)
    for colour in range(NUM_FAMILIES):
        recall_blown_up(rules, state, colour)
    for seat in range(rules.num_players):
        if is_in_war(state, seat):
            state.points_laid[seat] = points_of_row(state, seat)


@rule
def recall_blown_up(rules: Record, state: Record, colour: int) -> None:
    """The cards of a deck that the viewer knows were blown up, so everybody knows them."""
    for place in range(state.deck_sizes[colour]):
        if state.deck_knowers[colour, place] != 0:
            state.deck_knowers[colour, place] = everybody(rules)


@rule
def points_of_row(state: Record, seat: int) -> int:
    """The values of the cards that the seat has laid: face up, face down and blown up."""
    colour, points = state.family[seat], 0
    for i in range(state.face_up_count[seat]):
        points += value_of(state.face_up[seat, i])
    if state.face_down[seat] != NOTHING:
        points += value_of(state.face_down[seat])
    for place in range(state.deck_sizes[colour]):
        if state.deck_knowers[colour, place] != 0:
            points += value_of(card_of(colour, state.decks[colour, place]))
    return points
