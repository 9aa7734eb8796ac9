"""The whole truth about one game, as a record, and the phases it goes through."""

from __future__ import annotations

from sicilianos_env.engine.records import record
from sicilianos_env.games.scopa.components import MAX_PLAYERS, NUM_CARDS, NUM_VALUES

PHASES = ("play", "take", "over")
PLAY, TAKE, GAME_OVER = range(len(PHASES))

# The chance nodes, never seen by a player.
SHUFFLE, FIRST_DEALER = range(len(PHASES), len(PHASES) + 2)

# Where a card is: in the hand of seat 0 … 5, in the score pile of seat 0 … 5 (PILE + seat), or
PILE = MAX_PLAYERS
ON_TABLE, IN_DECK, PLAYED, NOT_IN_PLAY = range(2 * MAX_PLAYERS, 2 * MAX_PLAYERS + 4)

NOBODY = -1
NO_CARD = -1

STATE = record(
    [
        ("shuffles", "i4"),  # so far in this game
        ("score", "i2", (MAX_PLAYERS,)),  # of the rounds that are over
        ("round_number", "i2"),
        ("to_move", "i1"),  # a seat, or engine.game.CHANCE or OVER
        ("phase", "i1"),
        ("truncated", "i1"),
        ("dealer", "i1"),
        ("last_taker", "i1"),  # in this round
        ("played", "i1"),  # the card that takes, in phase `take`
        ("location", "i1", (NUM_CARDS,)),
        ("on_table", "i1", (NUM_VALUES + 1,)),  # how many cards of each value
        ("chosen", "i1", (NUM_CARDS,)),  # to be taken, still on the table
        ("missing", "i1"),  # the value still to be chosen, in phase `take`
        ("deck", "i1", (NUM_CARDS,)),  # cards, top first; NO_CARD beyond deck_size
        ("deck_size", "i1"),
        ("hand_sizes", "i1", (MAX_PLAYERS,)),
        ("scopas", "i1", (MAX_PLAYERS,)),  # in this round
    ]
)
