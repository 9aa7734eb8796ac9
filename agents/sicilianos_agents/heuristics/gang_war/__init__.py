"""Heuristics for one gang war: the cast of Sicilianos, which sees a war as it sees its own.

None of them knows the prices of the war; they fight as in the whole game.
"""

from __future__ import annotations

from sicilianos_agents.heuristics.sicilianos import LADDER, NAMES, choose

__all__ = ["APART_FOR", "FIELD_V1", "LADDER", "NAMES", "choose"]

FIELD_V1 = (  # never changes
    "greedy", "miser", "consigliere", "gambler", "bluffer", "bomber", "turncoat", "hunter",
)  # fmt: skip
APART_FOR = ()  # in one war alone the ladder is none: who gives up little wins little
