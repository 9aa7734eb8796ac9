"""The whole truth about one game, as a record, and the phases it goes through."""

from __future__ import annotations

from sicilianos_env.engine.records import Record, record
from sicilianos_env.games.padrino.components import (
    MAX_PLAYERS,
    MOST_COUNTED,
    NUM_CARDS,
    NUM_KINDS,
)
from sicilianos_env.jit import rule

PHASES = (
    "third", "verdict", "help", "explain", "object", "judge",
    "believe", "rotate", "mercy", "condemn", "over",
)  # fmt: skip
(
    THIRD, VERDICT, HELP, EXPLAIN, OBJECT, JUDGE,
    BELIEVE, ROTATE, MERCY, CONDEMN, GAME_OVER,
) = range(len(PHASES))  # fmt: skip

# Between decisions, never seen by a player: the chance nodes of the set-up.
DRAW_CHARACTERS, SHUFFLE_EXPLANATIONS, DEAL_MONEY, DEAL_WEAPON, MIX_SUITCASES = range(
    len(PHASES), len(PHASES) + 5
)

NOBODY = -1
NOTHING = -1  # no card, no suitcase, no place in play

STATE = record(
    [
        ("to_move", "i1"),  # a seat, or engine.game.CHANCE or OVER
        ("phase", "i1"),
        ("truncated", "i1"),  # never: every game ends by itself
        ("boss", "i1"),  # his seat
        ("mood", "i1"),
        # The turn of the accused:
        ("accused", "i1"),
        ("accuser", "i1"),
        ("counted", "i1"),  # cards, in this turn
        ("raised_at", "i1"),  # the count at which the mood last rose in this turn; 0: not yet
        ("helper_asked", "i1"),  # since the turn began, or the accused last explained
        ("pressed", "i1"),  # another card must be played
        ("in_play", "i1", (MOST_COUNTED,)),  # kinds in the order played; NOTHING beyond
        ("played_by", "i1", (MOST_COUNTED,)),
        ("standing", "i1", (MOST_COUNTED,)),
        ("num_in_play", "i1"),
        ("blamed", "i1"),  # the seat of an accusation that is being judged or applied
        ("evidence", "i1"),  # the place in play of its card
        # Explanations, by kind where it is not said otherwise:
        ("deck", "i1", (NUM_CARDS,)),  # kinds, the top one last; NOTHING beyond deck_size
        ("deck_size", "i1"),
        ("discards", "i1", (NUM_KINDS,)),
        ("hand", "i1", (MAX_PLAYERS, NUM_KINDS)),
        # Of each seat:
        ("character", "i1", (MAX_PLAYERS,)),
        ("suitcase", "i1", (MAX_PLAYERS,)),
        ("mixed", "i1", (MAX_PLAYERS,)),  # its suitcase was shuffled with the money
        ("knows", "i1", (MAX_PLAYERS, MAX_PLAYERS)),  # what the suitcase of which seat holds
        ("won", "i1", (MAX_PLAYERS,)),
        ("condemned", "i1"),
    ]
)


@rule
def ask(state: Record, seat: int, phase: int) -> None:
    """The next decision, chance node or end."""
    state.to_move = seat
    state.phase = phase
