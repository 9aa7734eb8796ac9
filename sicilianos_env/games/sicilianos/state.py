"""The whole truth about one game, as a record, and the phases it goes through."""

from __future__ import annotations

from typing import Any

from sicilianos_env.engine.records import record
from sicilianos_env.games.sicilianos.components import (
    MAX_PLAYERS,
    NUM_BUSINESSES,
    NUM_CARDS,
    NUM_FAMILIES,
    NUM_NOTES,
    NUM_VALUES,
)

PHASES = (
    "draft", "turn", "choose_draw", "take_one", "pick", "steal",
    "join", "stake", "turncoat", "bomb", "continue", "split", "business", "over",
)  # fmt: skip
(
    DRAFT, TURN, CHOOSE_DRAW, TAKE_ONE, PICK, STEAL,
    JOIN, STAKE, TURNCOAT_ASKED, BOMB_ASKED, CONTINUE, SPLIT, BUSINESS, GAME_OVER,
) = range(len(PHASES))  # fmt: skip

WAR_PHASES = (JOIN, STAKE, TURNCOAT_ASKED, BOMB_ASKED, CONTINUE, SPLIT, BUSINESS)

# Between decisions, never seen by a player: a war with everything settled, and the chance nodes.
WAR_OVER, SHUFFLE, FIRST_PLAYER, DICE, THEFT = range(len(PHASES), len(PHASES) + 5)

# Where a card is: in the hand of seat 0 … 5, or
IN_DECK, FACE_DOWN, FACE_UP, NOT_IN_PLAY = 6, 7, 8, 9

NOBODY = -1
NOTHING = -1  # no card, no note, no colour
NO_CARD = 0  # in a deck, where values stand

STATE_FIELDS: list[tuple[Any, ...]] = [
    ("turn", "i4"),  # turns begun so far
    ("washed", "i2", (MAX_PLAYERS,)),  # units of 5,000
    ("to_move", "i1"),  # a seat, or engine.game.CHANCE or OVER
    ("phase", "i1"),
    ("turn_of", "i1"),  # the starting player in the draft, the opener in a war
    ("truncated", "i1"),
    ("decks", "i1", (NUM_FAMILIES, NUM_VALUES)),  # the values of the cards, top first
    ("deck_knowers", "i1", (NUM_FAMILIES, NUM_VALUES)),  # bit s: seat s knows that card
    ("deck_sizes", "i1", (NUM_FAMILIES,)),
    ("location", "i1", (NUM_CARDS,)),
    ("knowers", "i1", (NUM_CARDS,)),  # outside decks; bit s: seat s knows where the card is
    ("hand_colours", "i1", (MAX_PLAYERS, NUM_FAMILIES)),
    ("dirty", "i1", (MAX_PLAYERS, NUM_NOTES)),
    ("owner", "i1", (NUM_FAMILIES, NUM_BUSINESSES)),  # of a business; NOBODY: in its pile
    ("businesses", "i1", (MAX_PLAYERS, NUM_FAMILIES)),  # how many of a colour a seat owns
    ("owner_knowers", "i1", (NUM_FAMILIES, NUM_BUSINESSES)),  # bit s: seat s knows the owner
    ("dice", "i1", (2,)),  # colours; NOTHING outside the phases after a roll
    ("influence", "i1"),
    ("searched", "i1"),  # the colour of the deck in the searcher's hands
    ("robbed", "i1"),  # the victim of the theft under way, and the colour stolen
    ("stolen_colour", "i1"),
    # The gang war; a row for each seat, empty (family NOTHING) for those who are not in it.
    ("war_round", "i1"),
    ("family", "i1", (MAX_PLAYERS,)),  # the colour that the seat plays
    ("stake", "i1", (MAX_PLAYERS,)),  # index of the denomination; NOTHING until laid
    ("playing", "i1", (MAX_PLAYERS,)),  # may still lay cards
    ("defected", "i1", (MAX_PLAYERS,)),
    ("face_down", "i1", (MAX_PLAYERS,)),  # a card or NOTHING
    ("face_up", "i1", (MAX_PLAYERS, NUM_VALUES)),  # cards in the order played
    ("face_up_count", "i1", (MAX_PLAYERS,)),
    ("bomb_pending", "i1", (MAX_PLAYERS,)),  # turned up a Bomb this round, not yet decided
]
STATE = record(STATE_FIELDS)
