"""Heuristics for Famiglia, from mild to strong: random, greedy, builder, consigliere."""

from __future__ import annotations

from sicilianos_agents.heuristics.famiglia.builder import builder
from sicilianos_agents.heuristics.famiglia.consigliere import consigliere
from sicilianos_agents.heuristics.famiglia.greedy import greedy
from sicilianos_env.engine.kernels import random_legal
from sicilianos_env.engine.records import Array
from sicilianos_env.engine.streams import Stream
from sicilianos_env.jit import rule

NAMES = ("random", "greedy", "builder", "consigliere")
FIELD_V1 = ("random", "greedy", "builder", "consigliere")  # never changes
APART_FOR = (2,)  # players: each is stronger than the milder ones
GREEDY, BUILDER, CONSIGLIERE = 1, 2, 3


@rule
def choose(kind: int, observation: Array, mask: Array, stream: Stream) -> int:
    """The action of the kind-th agent of NAMES."""
    if kind == GREEDY:
        return greedy(observation, mask)
    if kind == BUILDER:
        return builder(observation, mask)
    if kind == CONSIGLIERE:
        return consigliere(observation, mask)
    return random_legal(mask, stream)
