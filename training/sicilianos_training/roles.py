"""`sicilianos roles`: how often each role wins when all seats are played alike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from rich.markup import escape
from rich.table import Table

from sicilianos_agents.base import Agent
from sicilianos_agents.registry import make_agent
from sicilianos_env.engine.options import read_rules, saved_rules
from sicilianos_env.engine.registry import find_game
from sicilianos_training.estimate import Estimate
from sicilianos_training.evaluation import self_play_wins
from sicilianos_training.run_folder import write_json

Balance = dict[
    str, dict[str, Estimate]
]  # how often a role wins (outer) when an agent plays all seats


def rules_for_each(
    game: str, options: Mapping[str, Any], players: Sequence[int] | None
) -> list[Any]:
    """The rules objects for numbers of players; None: all that the game allows.

    Raises:
        ValueError: with one sentence, for a number or an option that makes no game.
    """
    contract = find_game(game)
    numbers = players or range(contract.min_players, contract.max_players + 1)
    return [
        read_rules(contract.rules, contract.presets, {**options, "num_players": number})
        for number in numbers
    ]


def agents_for(game: str, names: Sequence[str], num_players: int, seed: int) -> list[Agent]:
    """Those agents that can play with so many; a trained one knows one number of players."""
    agents = [make_agent(name, game, seed) for name in names]
    return [agent for agent in agents if getattr(agent, "num_players", num_players) == num_players]


def balance(game: str, rules: Any, agents: Sequence[Agent], deals: int, seed: int) -> Balance:
    """How often each role wins when an agent plays all seats, for each agent by its name."""
    wins = {agent.name: self_play_wins(game, rules, agent, deals, seed) for agent in agents}
    roles = next(iter(wins.values()), {})
    return {role: {name: shares[role] for name, shares in wins.items()} for role in roles}


def balance_table(num_players: int, found: Balance) -> Table:
    """Roles down, agents across."""
    title = f"{num_players} players: how often each role is among the winners, with 95 % intervals"
    table = Table(title=title, title_justify="left")
    table.add_column("role")
    for name in next(iter(found.values()), {}):
        table.add_column(escape(f"all {name}"), justify="right", min_width=13)
    for role, row in found.items():
        table.add_row(role, *map(str, row.values()))
    return table


def write_balance(
    folder: Path, game: str, deals: int, seed: int, found: Sequence[tuple[Any, Balance]]
) -> None:
    """Writes the figures of all numbers of players into a folder, with all that made them."""
    tables = [
        {
            "rules": saved_rules(rules),
            "wins": {
                role: {name: asdict(share) for name, share in row.items()}
                for role, row in table.items()
            },
        }
        for rules, table in found
    ]
    write_json(folder / "roles.json", {"game": game, "deals": deals, "seed": seed, "by": tables})
