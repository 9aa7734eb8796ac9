"""Heuristics for Sicilianos: four baselines, from mild to strong, and five characters.

Each character's docstring says by what its play is known; in all else it plays as the consigliere.
"""

from __future__ import annotations

from sicilianos_agents.heuristics.sicilianos.bluffer import bluffer
from sicilianos_agents.heuristics.sicilianos.bomber import bomber
from sicilianos_agents.heuristics.sicilianos.consigliere import consigliere
from sicilianos_agents.heuristics.sicilianos.gambler import gambler
from sicilianos_agents.heuristics.sicilianos.greedy import greedy
from sicilianos_agents.heuristics.sicilianos.hunter import hunter
from sicilianos_agents.heuristics.sicilianos.miser import miser
from sicilianos_agents.heuristics.sicilianos.turncoat import turncoat
from sicilianos_env.engine.kernels import random_legal
from sicilianos_env.engine.records import Array
from sicilianos_env.engine.streams import Stream
from sicilianos_env.jit import rule

LADDER = ("random", "greedy", "miser", "consigliere")  # from mild to strong
NAMES = (*LADDER, "gambler", "bluffer", "bomber", "turncoat", "hunter")
FIELD_V1 = (  # never changes
    "greedy", "miser", "consigliere", "gambler", "bluffer", "bomber", "turncoat", "hunter",
)  # fmt: skip
APART_FOR = (2, 3, 4, 5, 6)  # players: each of LADDER is stronger than the milder ones
GREEDY, MISER, CONSIGLIERE, GAMBLER, BLUFFER, BOMBER, TURNCOAT, HUNTER = range(1, len(NAMES))


@rule
def choose(kind: int, observation: Array, mask: Array, stream: Stream) -> int:
    """The action of the kind-th agent of NAMES."""
    if kind == GREEDY:
        return greedy(observation, mask, stream)
    if kind == MISER:
        return miser(observation, mask, stream)
    if kind == CONSIGLIERE:
        return consigliere(observation, mask, stream)
    if kind == GAMBLER:
        return gambler(observation, mask, stream)
    if kind == BLUFFER:
        return bluffer(observation, mask, stream)
    if kind == BOMBER:
        return bomber(observation, mask, stream)
    if kind == TURNCOAT:
        return turncoat(observation, mask, stream)
    if kind == HUNTER:
        return hunter(observation, mask, stream)
    return random_legal(mask, stream)
