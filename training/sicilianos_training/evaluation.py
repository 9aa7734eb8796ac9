"""How strong is an agent? Shares of wins on equal deals with all seats, with 95 % intervals."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from sicilianos_agents.base import Agent
from sicilianos_env.engine.records import Array
from sicilianos_env.engine.registry import find_game
from sicilianos_training.estimate import Estimate
from sicilianos_training.lineups import play_lineups

Z_95 = 1.959964  # two-sided 95 % quantile of the normal distribution

TRAINING, EVALUATION, LESSONS, TOURNAMENT = range(4)


def seed_for(purpose: int, seed: int) -> int:
    """The engine's seed for a purpose: never that of another one, so that deals never overlap.

    Raises:
        ValueError: if the seed is not a whole number from 0 to 2**62 − 1.
    """
    if not 0 <= seed < 2**62:
        raise ValueError(f"seed is {seed}; it must be a whole number from 0 to 2**62 - 1.")
    return seed << 2 | purpose


def share_of(by_deal: Array) -> Estimate:
    """The mean of one share a deal, (deals,) float64 in [0, 1], by the normal approximation."""
    mean = float(by_deal.mean())
    margin = Z_95 * float(by_deal.std(ddof=1)) / len(by_deal) ** 0.5
    return Estimate(mean, max(0.0, mean - margin), min(1.0, mean + margin))


def wins_by_seat(
    game: str,
    rules: Any,
    agent: Agent,
    opponents: Sequence[Agent],
    deals: int,
    seed: int,
    threads: int | None = None,
) -> Array:
    """An agent's shares of the wins at each seat on each deal, (deals, P) float64 in [0, 1].

    `opponents` sit clockwise from the agent's left.

    Args:
        game: the game's name.
        rules: its rules object.
        agent: who is measured.
        opponents: the P−1 others.
        deals: how many different deals.
        seed: of the deals, which are never those of a training.
        threads: of the engine, at most; None takes the processors available.
    """
    players = len(opponents) + 1
    rotations = np.array([np.roll(np.arange(players), seat) for seat in range(players)])
    played = play_lineups(
        game,
        rules,
        [agent, *opponents],
        np.tile(rotations, (deals, 1)),
        np.repeat(np.arange(deals), players),
        seed_for(EVALUATION, seed),
        threads=threads,
    )
    shares = played.win_shares().reshape(deals, players, players)
    return shares[:, range(players), range(players)]


def share_of_wins(
    game: str, rules: Any, agent: Agent, opponents: Sequence[Agent], deals: int, seed: int
) -> Estimate:
    """The share of wins over all seats, of the arguments of `wins_by_seat`; 1/P is equal."""
    return share_of(wins_by_seat(game, rules, agent, opponents, deals, seed).mean(axis=1))


def share_rows(
    game: str,
    rules: Any,
    agent: Agent,
    rivals: Iterable[Agent],
    deals: int,
    seed: int,
    by_role: bool,
    threads: int | None = None,
) -> dict[str, dict[str, Estimate]]:
    """An agent's shares of wins against each rival at all other seats, by the rival's name.

    The first row is of all seats, "NAME"; with `by_role` others follow, "NAME as ROLE", where the
    game has roles.
    """
    rows: dict[str, dict[str, Estimate]] = {}
    seats = seats_by_role(game, rules) if by_role else {}
    for rival in rivals:
        others = [rival] * (rules.num_players - 1)
        wins = wins_by_seat(game, rules, agent, others, deals, seed, threads)
        rows.setdefault(agent.name, {})[rival.name] = share_of(wins.mean(axis=1))
        for role, places in seats.items():
            share = share_of(wins[:, places].mean(axis=1))
            rows.setdefault(f"{agent.name} as {role}", {})[rival.name] = share
    return rows


def seats_by_role(game: str, rules: Any) -> dict[str, list[int]]:
    """The seats of each role, in the order of the seats; empty in games without roles."""
    roles, seats = find_game(game).roles, defaultdict[str, list[int]](list)
    for seat, role in enumerate(roles(rules) if roles else ()):
        seats[role].append(seat)
    return dict(seats)


def self_play_wins(
    game: str, rules: Any, agent: Agent, deals: int, seed: int
) -> dict[str, Estimate]:
    """How often each role is among the winners when the same agent plays all seats.

    In games without roles the roles are the seats, "seat 0" and so on.
    """
    players = rules.num_players
    lineups, games = np.zeros((deals, players), np.int64), np.arange(deals)
    seed = seed_for(EVALUATION, seed)
    won = play_lineups(game, rules, [agent], lineups, games, seed).win_shares() > 0
    seats = seats_by_role(game, rules) or {f"seat {seat}": [seat] for seat in range(players)}
    return {role: share_of(won[:, places].mean(axis=1)) for role, places in seats.items()}
