"""Heuristics for one gang war: the cast of Sicilianos, which sees a war as it sees its own.

None of them knows the prices of the war; they fight as in the whole game.
"""

from __future__ import annotations

from sicilianos_agents.heuristics.sicilianos import LADDER, NAMES
from sicilianos_agents.heuristics.sicilianos import choose as choose_in_whole_game
from sicilianos_env.engine.kernels import random_legal
from sicilianos_env.engine.records import Array
from sicilianos_env.engine.streams import Stream
from sicilianos_env.jit import rule

__all__ = ["APART_FOR", "FIELD_V1", "LADDER", "NAMES", "choose"]

FIELD_V1 = (  # never changes
    "greedy", "miser", "consigliere", "gambler", "bluffer", "bomber", "turncoat", "hunter",
)  # fmt: skip
APART_FOR = ()  # in one war alone the ladder is none: who gives up little wins little


@rule
def choose(kind: int, observation: Array, mask: Array, stream: Stream) -> int:
    """The action of the kind-th agent of NAMES; an opener who may not pass opens with any card."""
    action = choose_in_whole_game(kind, observation, mask, stream)
    return action if mask[action] else random_legal(mask, stream)
