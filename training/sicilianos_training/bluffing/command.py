"""What `sicilianos bluff` measures, prints and writes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.progress import track
from rich.table import Table

from sicilianos_agents.base import Agent
from sicilianos_agents.registry import ladder
from sicilianos_env.engine.options import saved_rules
from sicilianos_env.engine.registry import find_game
from sicilianos_training.bluffing import exact, measured, playouts
from sicilianos_training.bluffing.decisions import KINDS
from sicilianos_training.bluffing.log import Log, play_and_log
from sicilianos_training.bluffing.marked import MarkedWar, PlayedWar
from sicilianos_training.estimate import Estimate
from sicilianos_training.run_folder import finite, write_json
from sicilianos_training.solver.cfr import CFRPlus
from sicilianos_training.solver.policies import policy_of_agent
from sicilianos_training.solver.tree import tree_of
from sicilianos_training.tournament.contest import make_agents

EQUILIBRIUM = "equilibrium"
Row = tuple[str, list[str]]


def bluff_folder(name: str) -> Path:
    """A new folder `runs/bluff-NAME-TIME` under the working directory."""
    return Path("runs") / f"bluff-{name}-{datetime.now().strftime('%Y%m%d-%H%M%S-%f')}"


# --- In whole games


@dataclass(frozen=True)
class Budget:
    """How much is measured: games, and decisions looked at by playing on from them."""

    deals: int
    decisions: int


@dataclass(frozen=True)
class MeasuredAgent:
    """All that is measured of an agent in games."""

    rates: dict[str, measured.MeasuredRates]
    leakage: dict[str, measured.MeasuredLeakage]
    counterfactual: playouts.MeasuredCounterfactual
    shift: playouts.MeasuredShift
    responses: dict[int, tuple[Estimate, ...]]
    deterrence: dict[int, Estimate]
    bluffs: measured.MeasuredBluffs
    note_values: list[measured.NoteValue]


def measure(game: str, options: Any, agents: Sequence[Agent], budget: Budget, seed: int) -> Any:
    """All measures of agent 0, at every seat in turn against agent 1, or against itself."""
    contract, players = find_game(game), options.num_players
    lineups = np.full((budget.deals, players), len(agents) - 1)
    lineups[np.arange(budget.deals), np.arange(budget.deals) % players] = 0
    log = play_and_log(contract, options, agents, lineups, seed)
    return measured_agent(log, agents[0], budget, seed)


def measured_agent(log: Log, agent: Agent, budget: Budget, seed: int) -> MeasuredAgent:
    """All measures of a log."""
    it, baselines = log.decisions, ladder(log.game.name)
    population = make_agents(list(baselines), log.game.name, log.options, seed, None)
    return MeasuredAgent(
        measured.bluff_rates(it),
        measured.leakage(it),
        playouts.counterfactual(log, baselines[-1], sample=budget.decisions, seed=seed),
        playouts.belief_shift(log, agent, population, sample=budget.decisions, seed=seed),
        measured.responses(it),
        measured.deterrence(it),
        measured.realised_bluffs(it),
        measured.note_values(log),
    )


def measure_in_games(
    names: Sequence[str],
    against: str | None,
    game: str,
    options: Any,
    budget: Budget,
    seed: int,
    out: Path | None,
    console: Console,
) -> None:
    """Measures agents in games, prints tables with 95 % intervals and writes them with plots."""
    found: dict[str, MeasuredAgent] = {}
    rivals = [against] if against else []
    for name in track(names, "Measuring", console=console, transient=True):
        agents = make_agents([name, *rivals], game, options, seed, None)
        found[name] = measure(game, options, agents, budget, seed)
    folder = out or bluff_folder(game)
    folder.mkdir(parents=True, exist_ok=True)
    for name, figures in found.items():
        for table in tables_of(name, figures):
            console.print(table)
    made = {
        "game": game, "rules": saved_rules(options), "against": against, "seed": seed,
        **asdict(budget),
    }  # fmt: skip
    figures = {name: asdict(figures) for name, figures in found.items()}
    write_json(folder / "bluffs.json", finite({**made, "agents": figures}))
    plot_measured(found, folder / "bluffs.png")
    console.print(f"Written to {folder}", soft_wrap=True)


def tables_of(name: str, figures: MeasuredAgent) -> Iterable[Table]:
    """The tables of one agent."""
    yield _table(
        f"{name}: strong actions with poor holdings, weak ones with good holdings, and what "
        "actions tell",
        ("decision", "bluffs (B1)", "slow play (B1)", "leakage (B4)", "decisions"),
        [(kind, _rate_cells(figures, kind)) for kind in figures.rates],
    )
    it, shift, poor = figures.counterfactual, figures.shift, figures.bluffs
    yield _table(
        f"{name}: strong actions, and wars entered with a poor holding",
        ("", "figure"),
        [
            ("bluffs: good hidden, bad open (B2)", [str(it.bluffs)]),
            ("mistakes: bad in both (B2)", [str(it.mistakes)]),
            ("value plays: good in both (B2)", [str(it.value_plays)]),
            ("lucky plays: bad hidden, good open", [str(it.lucky_plays)]),
            ("deception premium of bluffs (B3)", [str(it.premium)]),
            ("belief shift, knowing observer (B5)", [str(shift.knowing)]),
            ("belief shift, observer of the baselines (B5)", [str(shift.population)]),
            ("share of wars entered with a poor holding (B9)", [str(poor.share)]),
            ("money they brought (B9)", [poor.payoff.text(0)]),
            ("businesses they brought (B9)", [str(poor.founded)]),
            ("how often they brought anything (B9)", [str(poor.success)]),
            ("money they brought otherwise (B9)", [poor.cost_when_caught.text(0)]),
        ],
    )
    yield _table(
        f"{name}: how it answers the opener's stake, and what its own stakes keep away (B6)",
        ("note", "joins, poor", "joins, fair", "joins, good", "deterrence"),
        [
            (
                f"{note:,}" if note else "hidden",
                [
                    *map(str, figures.responses.get(note, [NOTHING] * 3)),
                    str(figures.deterrence.get(note, NOTHING)),
                ],
            )
            for note in sorted({*figures.responses, *figures.deterrence})
        ],
    )
    yield _table(
        f"{name}: what a kept note was worth in the end (1 is its amount), and how often it joins",
        ("notes left", "worth of a note", "joins when asked"),
        [(str(v.notes_left), [str(v.worth), str(v.joins)]) for v in figures.note_values],
    )


NOTHING = Estimate(*[float("nan")] * 3)


def _rate_cells(figures: MeasuredAgent, kind: str) -> list[str]:
    rates, leak = figures.rates[kind], figures.leakage[kind]
    return [str(rates.bluff), str(rates.slow_play), str(leak.share), f"{rates.decisions:,}"]


def _table(title: str, headings: Sequence[str], rows: Iterable[Row]) -> Table:
    table = Table(title=title, title_justify="left")
    for heading in headings:
        table.add_column(heading, justify="left" if heading == headings[0] else "right")
    for name, cells in rows:
        table.add_row(name, *cells)
    return table


def plot_measured(found: dict[str, MeasuredAgent], file: Path) -> None:
    """P(strong) over q for each kind of decision, and the worth of a kept note, as a PNG."""
    from matplotlib.figure import Figure  # slow to import, needed at the end only

    figure = Figure(figsize=(13, 3.4), layout="constrained")
    axes = figure.subplots(1, len(KINDS) + 1)
    middles = (np.arange(measured.BINS) + 0.5) / measured.BINS
    for axis, kind in zip(axes, KINDS):
        for name, figures in found.items():
            if kind in figures.rates:
                _with_interval(axis, middles, figures.rates[kind].curve, name)
        axis.set(title=f"{kind}: strong", xlabel="quantile of the holding", ylim=(0, 1))
    for name, figures in found.items():
        left = np.array([value.notes_left for value in figures.note_values])
        _with_interval(axes[-1], left, [value.worth for value in figures.note_values], name)
    axes[-1].set(title="worth of a kept note", xlabel="notes left")
    axes[-1].legend(fontsize="small")
    figure.savefig(file, dpi=120)


def _with_interval(axis: Any, xs: Any, figures: Iterable[Estimate], name: str) -> None:
    means, lows, highs = np.array([(it.mean, it.low, it.high) for it in figures]).T
    (line,) = axis.plot(xs, means, marker="o", markersize=3, label=name)
    axis.fill_between(xs, lows, highs, alpha=0.2, color=line.get_color())


# --- In a solved war


def measure_in_war(
    names: Sequence[str],
    game: str,
    options: Any,
    rung: str,
    iterations: int,
    seed: int,
    out: Path | None,
    console: Console,
) -> None:
    """Measures agents, and the equilibrium, on the tree of a small war: exactly."""
    contract = find_game(game)
    war = MarkedWar(contract, options, tree_of(contract, options))
    solver = CFRPlus(war.tree)
    solver.run(iterations)
    policies = {EQUILIBRIUM: solver.average_policy()}
    for agent in make_agents(names, game, options, seed, None) if names else []:
        policies[agent.name] = policy_of_agent(war.tree, agent)
    played = {name: PlayedWar(war, policy) for name, policy in policies.items()}
    figures = {name: exact_figures(each) for name, each in played.items()}
    console.print(
        f"{rung}, prices: note {options.note_value:g}, business {options.business_value:g}, "
        f"card {options.card_value:g}; exact but for agents that do not know their probabilities"
    )
    headings = ("", *figures)
    lines = list(dict.fromkeys(line for each in figures.values() for line in each))
    rows = [(line, [_shown(each.get(line)) for each in figures.values()]) for line in lines]
    console.print(_table(f"Bluffs on the tree of {rung}", headings, rows))
    game_wide = of_the_war(war, iterations)
    if game_wide:
        console.print(_table("The war itself", ("", "opener", "responder"), game_wide.items()))
    folder = out or bluff_folder(rung)
    folder.mkdir(parents=True, exist_ok=True)
    content = {"rung": rung, "rules": saved_rules(options), "agents": figures, "war": game_wide}
    write_json(folder / "bluffs.json", finite(content))
    plot_exact(played, folder / "bluffs.png")
    console.print(f"Written to {folder}", soft_wrap=True)


def exact_figures(played: PlayedWar) -> dict[str, float]:
    """All measures of one policy, by the lines of the table."""
    found: dict[str, float] = {}
    for kind, rates in exact.bluff_rates(played).items():
        found[f"B1 {kind}: bluffs"] = rates.bluff
        found[f"B1 {kind}: slow play"] = rates.slow_play
    it, poor = exact.counterfactual(played), exact.realised_bluffs(played)
    found |= {
        "B2 bluffs": it.bluffs,
        "B2 mistakes": it.mistakes,
        "B2 value plays": it.value_plays,
        "B3 premium of bluffs": it.premium,
    }
    for kind, leak in exact.leakage(played).items():
        found[f"B4 {kind}: leakage"] = leak.share
        found[f"B5 {kind}: shift, knowing"] = leak.shift_for_knowing
    for note, kept_away in exact.deterrence(played).items():
        found[f"B6 deterrence of {note:,}"] = kept_away
    exposed, projected = exact.price_of_being_known(played)
    return found | {
        "B9 share of poor holdings": poor.share,
        "B9 gain over passing": poor.gain,
        "B9 success": poor.success,
        "B9 cost when caught": poor.cost_when_caught,
        "B10 NashConv": exposed,
        "B10 NashConv made honest": projected,
    }


def of_the_war(war: MarkedWar, iterations: int) -> dict[str, list[str]]:
    """B7 and B8 of the two seats; nothing for more, where values are not defined."""
    if war.tree.num_players != 2:
        return {}
    seats = (war.options.opener, 1 - war.options.opener)
    return {
        "B7 honesty gap": [_shown(exact.honesty_gap(war, s, iterations)) for s in seats],
        "B8 value of secrecy": [_shown(exact.value_of_secrecy(war, s, iterations)) for s in seats],
    }


def _shown(figure: float | None) -> str:
    return "–" if figure is None or np.isnan(figure) else f"{figure:.3f}"


def plot_exact(played: dict[str, PlayedWar], file: Path) -> None:
    """P(strong) over q for each kind of decision, as a PNG."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(11, 3.4), layout="constrained")
    for axis, kind in zip(figure.subplots(1, len(KINDS)), KINDS):
        for name, each in played.items():
            rates = exact.bluff_rates(each)[kind]
            axis.plot(rates.quantiles, rates.strong, marker="o", label=name)
        axis.set(title=f"{kind}: strong", xlabel="quantile of the holding", ylim=(-0.05, 1.05))
    figure.axes[0].legend(fontsize="small")
    figure.savefig(file, dpi=120)
