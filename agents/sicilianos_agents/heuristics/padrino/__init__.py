"""Heuristics for Si, Oscuro Padrino!: three Bosses and three families in all combinations.

An agent plays every role, so its name is that of a Boss and of a family: `patient-helper`. The
baselines are random, greedy (suspicious-quiet), schemer (suspicious-dumper) and the consigliere,
a Bayesian Boss whose family has learnt from all three.
"""

from __future__ import annotations

from sicilianos_agents.heuristics.padrino.bosses import BAYESIAN, SUSPICIOUS, boss
from sicilianos_agents.heuristics.padrino.families import CONSIGLIERE, DUMPER, QUIET, family
from sicilianos_agents.heuristics.padrino.ring import VIEWER
from sicilianos_env.engine.kernels import random_legal
from sicilianos_env.engine.records import Array
from sicilianos_env.engine.streams import Stream
from sicilianos_env.games.padrino.components import BOSS
from sicilianos_env.games.padrino.observation import open_observation
from sicilianos_env.jit import rule

BOSSES = ("suspicious", "patient", "bayesian")
FAMILIES = ("quiet", "helper", "dumper")
LADDER = ("random", "greedy", "schemer", "consigliere")  # from mild to strong
FIELD_V1 = ("random", "greedy", "schemer", "consigliere")  # never changes
NAMES = (*LADDER, *(f"{one}-{other}" for one in BOSSES for other in FAMILIES))
APART_FOR = (5, 6, 7, 8, 9, 10, 11)  # players: each of LADDER is stronger than the milder ones

RANDOM = 0
# The Boss and the family of each of LADDER but random; the combinations follow.
BOSS_OF = (RANDOM, SUSPICIOUS, SUSPICIOUS, BAYESIAN)
FAMILY_OF = (RANDOM, QUIET, DUMPER, CONSIGLIERE)


@rule
def choose(kind: int, observation: Array, mask: Array, stream: Stream) -> int:
    """The action of the kind-th agent of NAMES."""
    if kind == RANDOM:
        return random_legal(mask, stream)
    tables, seats = open_observation(observation)
    combined = kind - len(LADDER)
    if seats[VIEWER].character[BOSS]:
        style = BOSS_OF[kind] if combined < 0 else combined // len(FAMILIES)
        return boss(style, tables[0], seats, mask)
    style = FAMILY_OF[kind] if combined < 0 else combined % len(FAMILIES)
    return family(style, tables[0], seats, mask)
