"""Heuristics for Scopa, from mild to strong: random, greedy, miser, consigliere."""

from __future__ import annotations

from sicilianos_agents.heuristics.scopa.consigliere import consigliere
from sicilianos_agents.heuristics.scopa.greedy import greedy
from sicilianos_agents.heuristics.scopa.miser import miser
from sicilianos_env.engine.kernels import random_legal
from sicilianos_env.engine.records import Array
from sicilianos_env.engine.streams import Stream
from sicilianos_env.jit import rule

NAMES = ("random", "greedy", "miser", "consigliere")
FIELD_V1 = ("random", "greedy", "miser", "consigliere")  # never changes
# Players: each is stronger than the milder ones. With five and more, luck leaves the two strongest
# level.
APART_FOR = (2, 3, 4)
GREEDY, MISER, CONSIGLIERE = 1, 2, 3


@rule
def choose(kind: int, observation: Array, mask: Array, stream: Stream) -> int:
    """The action of the kind-th agent of NAMES."""
    if kind == GREEDY:
        return greedy(observation, mask)
    if kind == MISER:
        return miser(observation, mask)
    if kind == CONSIGLIERE:
        return consigliere(observation, mask)
    return random_legal(mask, stream)
