"""What `sicilianos solve` prints and writes."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from sicilianos_agents.registry import make_agent
from sicilianos_env.engine.options import read_rules
from sicilianos_env.engine.registry import find_game
from sicilianos_training.run_folder import write_json
from sicilianos_training.solver.solution import Solution, how_good, solve


def solve_rung(
    name: str,
    rung: str,
    changes: dict[str, Any],
    iterations: int,
    form: str | None,
    agents: Sequence[str],
    out: Path | None,
    as_json: bool,
    console: Console,
) -> None:
    """Solves a preset of a game with some options changed, measures agents on its tree, tells all.

    Raises:
        ValueError: with one sentence, for what cannot be solved.
    """
    game = find_game(name)
    options = read_rules(game.rules, game.presets, {"preset": rung, **changes})
    measured = [make_agent(agent, name, seed=0, rules=options) for agent in agents]
    with Progress(console=console, transient=True, disable=as_json) as progress:
        task = progress.add_task(f"Solving {rung}", total=iterations)
        found = solve(game, options, iterations, form, lambda _: progress.advance(task))
    folder = out or new_folder(rung)
    found.save(folder)
    summary = {"rung": rung, **found.summary(), "folder": str(folder)}
    if measured:
        summary["agents"] = {agent.name: how_good(found.tree, agent) for agent in measured}
        write_json(folder / "agents.json", summary["agents"])
    if as_json:
        print(json.dumps(summary, indent=1))
    else:
        tell(summary, found, console)


def new_folder(rung: str) -> Path:
    """A new folder `runs/solved-RUNG-TIME` under the working directory."""
    return Path("runs") / f"solved-{rung}-{datetime.now().strftime('%Y%m%d-%H%M%S-%f')}"


def tell(summary: dict[str, Any], found: Solution, console: Console) -> None:
    """Prints what came out."""
    console.print(
        f"{summary['rung']}: {summary['nodes']:,} nodes, {summary['information_sets']:,} "
        f"information sets; {summary['iterations']:,} iterations in {summary['seconds']:.2f} s "
        f"({summary['node_visits_per_second'] / 1e6:.0f} million node visits a second)"
    )
    prices = ("note_value", "business_value", "card_value")
    shown = [f"{price} {summary[price]:g}" for price in prices if price in summary]
    console.print(f"Prices: {', '.join(shown)}; utilities: {summary['utilities_form']}")
    table = Table()
    for heading in ("", "NashConv", *(f"seat {s}" for s in range(found.tree.num_players))):
        table.add_column(heading, justify="right" if heading else "left")
    rows = {"CFR+": summary}
    if summary["situations_seen"] < summary["information_sets"]:
        rows["its agent"] = {**summary, "nash_conv": summary["nash_conv_as_agent"]}
    for name, figures in {**rows, **summary.get("agents", {})}.items():
        values = [f"{utility:.4f}" for utility in figures["utilities"]]
        table.add_row(name, f"{figures['nash_conv']:.2g}", *values)
    console.print(table)
    if found.tree.num_players > 2:
        console.print("With more than two seats CFR+ promises nothing; NashConv tells what it is.")
    console.print(f"The agent is solved:{summary['folder']}", soft_wrap=True)
