"""Agents by name."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any

from sicilianos_agents import heuristics
from sicilianos_agents.base import Agent, CompiledAgent
from sicilianos_agents.search.agent import METHODS, SearchAgent, read_budget
from sicilianos_env.engine.bindings import Choose, choose_at_random
from sicilianos_env.engine.registry import find_game

RANDOM = "random"


def compiled_agents(game: str) -> tuple[tuple[str, ...], Choose]:
    """The names of a game's compiled agents, and the `choose` that plays them by their index."""
    module = _heuristics(find_game(game).name)
    return ((RANDOM,), choose_at_random) if module is None else (module.NAMES, module.choose)


def ladder(game: str) -> tuple[str, ...]:
    """The compiled agents of a game that are its baselines, from mild to strong."""
    names, _ = compiled_agents(game)
    ladder_names: tuple[str, ...] = getattr(_heuristics(game), "LADDER", names)
    return ladder_names


def field(game: str) -> tuple[str, ...]:
    """The compiled agents of a game on its `field-v1`, which never changes."""
    module = _heuristics(find_game(game).name)
    return (RANDOM,) if module is None else module.FIELD_V1


def _heuristics(game: str) -> ModuleType | None:
    name = f"{heuristics.__name__}.{game}"
    return import_module(name) if find_spec(name) else None


def make_agent(
    name: str,
    game: str,
    seed: int | None = None,
    interpreted: bool = False,
    rules: Any | None = None,
    threads: int | None = None,
) -> Agent:
    """An agent by name.

    Args:
        name: a compiled agent of the game ("random", "greedy" …); "ppo:FILE" or "ppo-sampled:FILE",
            trained weights; "solved:FOLDER", the table of a solved game; "ismcts:BUDGET" or
            "flat:BUDGET", a search with a budget for each decision of playouts ("ismcts:200") or
            milliseconds ("ismcts:50ms"), whose worlds the strongest baseline plays or another
            compiled agent ("ismcts:200:greedy").
        game: the game's name.
        seed: of its random stream; None takes one at random.
        interpreted: run heuristics as plain Python, which needs no compilation; a search would take
            minutes for a decision, so it is compiled all the same.
        rules: the rules object of the games to be played, which a search must know if it is not
            the default one.
        threads: at most so many; None takes the processors available.

    Raises:
        ValueError: with one sentence, if there is no such agent.
    """
    if not isinstance(name, str):
        raise ValueError(f"An agent's name is a text such as 'greedy', not {name!r}.")
    kind, _, argument = name.partition(":")
    if kind in ("ppo", "ppo-sampled") and argument:
        from sicilianos_agents.policy import load_policy_agent  # torch only where it is needed

        return load_policy_agent(argument, game, seed, sampled=kind == "ppo-sampled")
    if kind == "solved" and argument:
        from sicilianos_agents.solved import load_solved_agent

        return load_solved_agent(argument, game, seed, rules)
    _, choose = compiled_agents(game)
    if kind in METHODS and argument:
        budget, _, policy = argument.partition(":")
        return SearchAgent(
            name, game, kind, read_budget(budget), _index(policy or ladder(game)[-1], game),
            choose, seed, rules, threads=threads,
        )  # fmt: skip
    return CompiledAgent(name, game, _index(name, game), choose, seed, interpreted, threads)


def _index(name: str, game: str) -> int:
    names, _ = compiled_agents(game)
    if name not in names:
        raise ValueError(
            f"There is no agent {name!r} for {game}; there are: {', '.join(names)}, ppo:FILE, "
            "solved:FOLDER, ismcts:BUDGET, flat:BUDGET."
        )
    return names.index(name)
