"""Action ids. A card's id serves `play`, `pick` and `bomb` alike: the phase says which is meant.

Seats in `steal` are counted clockwise from the thief, so that an id means the same to every seat.
"""

from __future__ import annotations

from sicilianos_env.games.sicilianos.components import (
    MAX_PLAYERS,
    NUM_BUSINESSES,
    NUM_CARDS,
    NUM_FAMILIES,
    NUM_NOTES,
)

NUM_VICTIMS = MAX_PLAYERS - 1

ROLL = 0
PASS = 1
KEEP_IN_FAMILY = 2  # `family`: a Turncoat or Bomb stays a member of its family
DEFECT = 3  # `turncoat`
TAKE_BUSINESS = 4
TAKE_MONEY = 5
DRAW = 6  # + colour
SEARCH = DRAW + NUM_FAMILIES  # + colour
STEAL_FROM = SEARCH + NUM_FAMILIES  # + colour * NUM_VICTIMS + seats to the left - 1
STAKE_NOTE = STEAL_FROM + NUM_FAMILIES * NUM_VICTIMS  # + denomination
FOUND = STAKE_NOTE + NUM_NOTES  # + type of business
CARD = FOUND + NUM_BUSINESSES  # + card
NUM_ACTIONS = CARD + NUM_CARDS
