"""Heuristics for Sicilianos, from mild to strong: random, greedy, miser, consigliere."""

from __future__ import annotations

from sicilianos_agents.heuristics.sicilianos.consigliere import consigliere
from sicilianos_agents.heuristics.sicilianos.greedy import greedy
from sicilianos_agents.heuristics.sicilianos.miser import miser
from sicilianos_env.engine.kernels import random_legal
from sicilianos_env.engine.records import Array
from sicilianos_env.engine.streams import Stream
from sicilianos_env.jit import rule

NAMES = ("random", "greedy", "miser", "consigliere")
APART_FOR = (2, 3, 4, 5, 6)  # players: each is stronger than the milder ones
GREEDY, MISER, CONSIGLIERE = 1, 2, 3


@rule
def choose(kind: int, observation: Array, mask: Array, stream: Stream) -> int:
    """The action of the kind-th agent of NAMES."""
    if kind == GREEDY:
        return greedy(observation, mask, stream)
    if kind == MISER:
        return miser(observation, mask, stream)
    if kind == CONSIGLIERE:
        return consigliere(observation, mask, stream)
    return random_legal(mask, stream)
