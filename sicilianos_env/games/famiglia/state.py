"""The whole truth about one game, as a record, and the phases it goes through."""

from __future__ import annotations

from sicilianos_env.engine.records import Record, record
from sicilianos_env.games.famiglia.components import NUM_CARDS, NUM_KINDS, NUM_PLAYERS
from sicilianos_env.jit import rule

PHASES = ("street", "accountant", "brute", "take", "over")
STREET, ACCOUNTANT_ASKED, BRUTE_ASKED, TAKE, GAME_OVER = range(len(PHASES))

# Between decisions, never seen by a player: the chance nodes.
SHUFFLE, FIRST_PLAYER, RESHUFFLE = range(len(PHASES), len(PHASES) + 3)

NOBODY = -1
NOTHING = -1  # no kind of card

STATE = record(
    [
        ("to_move", "i1"),  # a seat, or engine.game.CHANCE or OVER
        ("phase", "i1"),
        ("truncated", "i1"),  # never: every game ends by itself
        ("first_player", "i1"),
        ("turn_of", "i1"),  # the seat whose turn it is, kept while chance decides
        ("second_pass", "i1"),  # of the stock
        ("last_passed", "i1"),  # the turn before this one was a pass
        ("stock", "i1", (NUM_CARDS,)),  # kinds, top first; NOTHING beyond stock_size
        ("stock_size", "i1"),
        ("known_places", "i1"),  # so many cards at the bottom were put there openly
        ("to_draw", "i1"),  # cards that are still to be drawn after a shuffle
        ("refilling", "i1"),  # the turn has ended, and that draw refills the street
        # How many of each kind lie where:
        ("in_stock", "i1", (NUM_KINDS,)),
        ("street", "i1", (NUM_KINDS,)),
        ("discards", "i1", (NUM_KINDS,)),
        ("hand", "i1", (NUM_PLAYERS, NUM_KINDS)),
        ("gang", "i1", (NUM_PLAYERS, NUM_KINDS)),
        # This turn's abilities:
        ("accountant", "i1"),  # the rank whose exchange is under way; 0: none
        ("recalls", "i1"),  # cards that may still be recalled
        ("lays", "i1"),  # cards recalled, to be laid
        ("brute", "i1"),  # the rank played, until it intimidates; 0: none
        ("intimidated", "i1"),  # a kind on the street, or NOTHING
        ("lowered_to", "i1"),  # the rank that it counts as
    ]
)


@rule
def ask(state: Record, seat: int, phase: int) -> None:
    """The next decision, chance node or end."""
    state.to_move = seat
    state.phase = phase
