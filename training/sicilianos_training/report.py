"""What a training shows: progress, the table at the end, the learning curve."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.progress import Progress as ProgressBar
from rich.table import Table

from sicilianos_env.engine.options import saved_rules
from sicilianos_training.estimate import Estimate
from sicilianos_training.progress import Tell
from sicilianos_training.run_folder import write_json

SECONDS_BETWEEN_LINES = 15.0  # where the output is no terminal


@contextmanager
def live(console: Console, total: float, unit: str = "{:5.1f} min") -> Iterator[Tell]:
    """A live progress display on a terminal, a line now and then elsewhere.

    Args:
        console: where it is shown.
        total: how much there is to do.
        unit: how a line tells what has been done.
    """
    if console.is_terminal:
        columns = (
            BarColumn(20), TimeElapsedColumn(), TimeRemainingColumn(),
            TextColumn("{task.description}"),
        )  # fmt: skip
        with ProgressBar(*columns, console=console) as progress:
            task = progress.add_task("starting", total=total)
            yield lambda done, text: progress.update(task, completed=done, description=text)
    else:
        yield _LinePrinter(console, unit)


class _LinePrinter:
    def __init__(self, console: Console, unit: str) -> None:
        self._console, self._unit, self._last = console, unit, time.monotonic()

    def __call__(self, done: float, text: str) -> None:
        if time.monotonic() - self._last >= SECONDS_BETWEEN_LINES:
            self._last = time.monotonic()
            self._console.print(f"{self._unit.format(done)}  {text}", soft_wrap=True)


def share_table(title: str, shares: Mapping[str, Mapping[str, Estimate]]) -> Table:
    """Agents down, opponents across, shares of wins with their intervals."""
    table = Table(title=title, title_justify="left")
    table.add_column("agent")
    for opponent in next(iter(shares.values())):
        table.add_column(escape(f"against {opponent}"), justify="right", min_width=13)
    for agent, row in shares.items():
        table.add_row(escape(agent), *map(str, row.values()))
    return table


def write_evaluation(
    folder: Path,
    game: str,
    rules: Any,
    deals: int,
    seed: int,
    shares: Mapping[str, Mapping[str, Estimate]],
    file: str = "evaluation.json",
) -> None:
    """Writes a table of shares into a folder, with all that made it."""
    figures = {
        agent: {name: asdict(share) for name, share in row.items()} for agent, row in shares.items()
    }
    made_by = {"game": game, "rules": saved_rules(rules), "deals": deals, "seed": seed}
    write_json(folder / file, {**made_by, "shares": figures})


def plot_curve(curve: Sequence[Mapping[str, Any]], equal_share: float, file: Path) -> None:
    """The share of wins while training, as a PNG."""
    from matplotlib.figure import Figure  # slow to import, needed at the end only

    figure = Figure(figsize=(8, 4), layout="constrained")
    axes = figure.add_subplot()
    minutes = [point["minutes"] for point in curve]
    names = list(dict.fromkeys(name for point in curve for name in point["by_opponent"]))
    for name in names:
        shares = [point["by_opponent"].get(name, float("nan")) for point in curve]
        axes.plot(minutes, shares, label=f"all others {name}")
    axes.plot(minutes, [point["share"] for point in curve], "k", label="all games")
    axes.axhline(equal_share, color="grey", linestyle=":", label="equal share")
    axes.set(xlabel="minutes of training", ylabel="share of wins", ylim=(0, 1))
    figure.legend(loc="outside right upper", fontsize="small")
    figure.savefig(file, dpi=120)
