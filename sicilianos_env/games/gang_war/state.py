"""The state of a war: that of Sicilianos, whose war code it runs, and what the prices need."""

from __future__ import annotations

from sicilianos_env.engine.records import record
from sicilianos_env.games.sicilianos.components import MAX_PLAYERS, NUM_FAMILIES
from sicilianos_env.games.sicilianos.state import PHASES, STATE_FIELDS

DEAL = len(PHASES) + 16  # a chance node; the values below are those of Sicilianos
NUM_HANDS = MAX_PLAYERS * NUM_FAMILIES  # of one colour: seat * NUM_FAMILIES + colour

STATE = record(
    [
        *STATE_FIELDS,
        ("hand_dealt", "i1"),  # the hand of one colour that is dealt next, in phase DEAL
        ("points_laid", "i2", (MAX_PLAYERS,)),  # values of the cards that the seat has laid
    ]
)
