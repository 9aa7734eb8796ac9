"""Finds agents by name without knowing who makes them.

A package that offers agents names a function in the entry-point group `sicilianos_env.agents`:
`make(name, game=..., seed=..., interpreted=..., rules=...)` gives an object with
`act(observation, action_mask) -> action`, or raises a ValueError whose sentence says which names
there are.
"""

from __future__ import annotations

from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Protocol

from sicilianos_env.engine.records import Array

GROUP = "sicilianos_env.agents"


class Opponent(Protocol):
    """Plays a seat by what it may see: uint8 observations (D,), int8 action masks (A,)."""

    def act(self, observations: Array, action_masks: Array) -> Any:
        """A legal action for one observation."""


@cache
def offers() -> tuple[EntryPoint, ...]:
    """What installed packages name in the group; loaded only when an agent is asked for."""
    return tuple(sorted(entry_points(group=GROUP)))


def resolve_opponent(
    agent: str | Opponent,
    game: str,
    seed: int | None = None,
    interpreted: bool = False,
    rules: Any | None = None,
) -> Any:
    """The agent of that name, with a random stream of its own; an agent is returned as it is.

    Args:
        agent: a name, or an agent.
        game: the game's name.
        seed: of the agent's random stream; None takes one at random.
        interpreted: run a named agent as plain Python, which needs no compilation.
        rules: the rules object of the games to be played, for a named agent that must know it.

    Raises:
        ValueError: with one sentence, if nobody offers an agent of that name.
    """
    if not isinstance(agent, str):
        return _checked(agent)
    refusals = []
    for offer in offers():
        try:
            make = offer.load()
            return make(agent, game=game, seed=seed, interpreted=interpreted, rules=rules)
        except ValueError as refusal:
            refusals.append(str(refusal))
    if not refusals:
        raise ValueError(
            f"There is no agent {agent!r}: no installed package offers agents "
            f"(in the entry-point group {GROUP!r})."
        )
    raise ValueError(" ".join(refusals))


def _checked(agent: Opponent) -> Opponent:
    if not callable(getattr(agent, "act", None)):
        raise ValueError(f"{agent!r} is not an agent; it needs act(observations, action_masks).")
    return agent
