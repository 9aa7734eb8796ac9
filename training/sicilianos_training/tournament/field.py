"""The field: fixed rivals, deals and seats, so that figures of different people can be compared.

A field is a promise: what is measured on `field-v1` today is measured on the same games tomorrow.
A change of the rules, of an agent of the field or of the protocol needs a new name; a test holds
the present one against figures on file.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from rich.markup import escape
from rich.table import Table

from sicilianos_agents.base import Agent
from sicilianos_agents.registry import field as field_members
from sicilianos_env.engine.options import saved_rules
from sicilianos_env.engine.records import Array
from sicilianos_env.engine.registry import find_game
from sicilianos_training.estimate import Estimate
from sicilianos_training.evaluation import seats_by_role
from sicilianos_training.tournament.contest import Contest, deals_at_once, make_agents
from sicilianos_training.tournament.report import score_decimals
from sicilianos_training.tournament.results import Results
from sicilianos_training.tournament.schedule import dealt_lineups
from sicilianos_training.tournament.statistics import by_seat, cross_play, standings

FIELD = "field-v1"
DEALS = 1_000  # each is played from all seats
SEED = 1


@dataclass(frozen=True)
class Measured:
    """How an agent did on the field.

    Attributes:
        win_share, utility, score, outright: means over its seats (`statistics.Standing`).
        by_seat: its share of wins by role.
        against: its share of wins in games with each agent of the field.
    """

    win_share: Estimate
    utility: Estimate
    score: Estimate
    outright: Estimate
    by_seat: Mapping[str, Estimate]
    against: Mapping[str, Estimate]


def field_contest(
    game: str, rules: Any, agent: Agent, deals: int = DEALS, threads: int | None = None
) -> Contest:
    """An agent among rivals dealt from the field; fewer deals are the first ones of the same.

    All rivals sit equally often, none twice in a game where there are enough of them. The agent is
    the last entrant.

    Raises:
        ValueError: with one sentence, for more deals than the field has.
    """
    if not 2 <= deals <= DEALS:
        raise ValueError(f"{FIELD} has {DEALS:,} deals; --deals must be from 2 to that.")
    rivals = make_agents(field_members(game), game, rules, SEED, threads)
    agents = [*rivals, agent]
    lineups = _lineups(len(rivals), rules.num_players)[:deals]
    return Contest(game, rules, agents, lineups, SEED, deals_at_once(agents))


def _lineups(rivals: int, players: int) -> Array:
    """The line-ups of all deals, (DEALS, P); the agent's index is the number of rivals."""
    random = np.random.default_rng(SEED)
    others = dealt_lineups(np.arange(rivals), players - 1, DEALS, rivals < players - 1, random)
    lineups = np.column_stack([np.full(DEALS, rivals), others])
    return random.permuted(lineups, axis=1)


def measured(results: Results, game: str, rules: Any) -> Measured:
    """How the last entrant did."""
    last = len(results.entrants) - 1
    own = next(row for row in standings(results) if row.entrant == last)
    against = cross_play(results)[last][:last]
    return Measured(
        win_share=own.win_share,
        utility=own.utility,
        score=own.score,
        outright=own.outright,
        by_seat={role: each[last] for role, each in by_seat(results, roles(game, rules)).items()},
        against=dict(zip(results.entrants, against)),
    )


def roles(game: str, rules: Any) -> tuple[str, ...]:
    """What the seats are called: by their roles, or `seat 0` and so on."""
    named = {seat: role for role, seats in seats_by_role(game, rules).items() for seat in seats}
    return tuple(named.get(seat, f"seat {seat}") for seat in range(rules.num_players))


def field_tables(name: str, game: str, rules: Any, deals: int, found: Measured) -> list[Table]:
    """An agent's figures, by seat, and by who else was at the table."""
    equal = f"an equal share is {1 / rules.num_players:.3f}"
    protocol = f"{FIELD} of {game}, {rules.num_players} players"
    if saved_rules(rules).keys() - {"num_players"}:
        protocol += " (options changed)"
    protocol += f", {deals:,} of {DEALS:,} deals" if deals < DEALS else f", {DEALS:,} deals"
    outright = find_game(game).outright
    figures: dict[str, Estimate | str] = {
        "share of wins": found.win_share,
        "mean utility": found.utility,
    }
    if find_game(game).score_unit is not None:
        figures["mean score"] = found.score.text(score_decimals([found.score]))
    if outright is not None:
        figures[outright] = found.outright
    return [
        _one_row(f"{name} on {protocol} from all seats; {equal}", figures),
        _listed("Share of wins by seat", "seat", found.by_seat),
        _listed("Share of wins in games with", "rival", found.against),
    ]


def _one_row(title: str, figures: Mapping[str, Estimate | str]) -> Table:
    table = Table(title=escape(title), title_justify="left")
    for heading in figures:
        table.add_column(escape(heading), justify="right", overflow="fold")
    table.add_row(*map(str, figures.values()))
    return table


def _listed(title: str, heading: str, shares: Mapping[str, Estimate]) -> Table:
    table = Table(title=escape(title), title_justify="left")
    table.add_column(heading)
    table.add_column("share of wins", justify="right")
    for name, share in shares.items():
        table.add_row(escape(name), str(share))
    return table


def as_json(name: str, game: str, rules: Any, deals: int, found: Measured) -> dict[str, Any]:
    """The figures with all that made them."""
    made_by = {"field": FIELD, "agent": name, "game": game, "version": find_game(game).version}
    return {**made_by, "rules": saved_rules(rules), "deals": deals, **asdict(found)}
