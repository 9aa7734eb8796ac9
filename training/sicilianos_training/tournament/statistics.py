"""What a tournament tells: shares of wins with their intervals, cross-play, duplicate seating."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

import numpy as np

from sicilianos_env.engine.records import Array
from sicilianos_training.estimate import Estimate
from sicilianos_training.tournament.ratings import Rating, ratings
from sicilianos_training.tournament.results import Results

RESAMPLES = 1_000
SEED = 20_240_601  # of the resamples: the same results have the same intervals
COUNTS_AT_ONCE = 4_000_000  # how often which deal was drawn, in a slice of the resamples: 32 MB
ROUNDING = 1e-12  # a variance below this part of another one is none


@dataclass(frozen=True)
class Standing:
    """How an entrant did.

    Attributes:
        entrant: its index in the results.
        label: its label.
        games: in how many games it sat.
        seats: at how many seats, all games together.
        win_share: the mean share of the win at its seats; 1/P is equal.
        utility: the mean utility, of `utility="win"`.
        score: the mean score.
        outright: how often a seat of it won outright.
        rating: its OpenSkill rating.
    """

    entrant: int
    label: str
    games: int
    seats: int
    win_share: Estimate
    utility: Estimate
    score: Estimate
    outright: Estimate
    rating: Rating


@dataclass(frozen=True)
class VarianceReduction:
    """How many times smaller duplicate seating made a variance; None where it is not measured."""

    overall: float | None
    by_entrant: tuple[float | None, ...]


def estimates(sums: Array, seats: Array, deals: Array) -> Array:
    """Ratios of sums with 95 % percentile bootstrap intervals, clustered by deal.

    The deals are drawn with replacement, RESAMPLES times; a resample's ratio is the sum of `sums`
    over its deals by the sum of `seats`. All ratios share the resamples, so that one matrix product
    a slice of them does for all. The line-ups of a deal are drawn with it: where they were chosen
    by a plan, the intervals are rather too wide than too narrow.

    Args:
        sums: (B, *S) float64, the sums of values over each of B groups of games.
        seats: (B, *S) float64, over how many seats; an axis of length 1 serves all of it.
        deals: (B,), the deal of each group; those of one deal are drawn together.

    Returns:
        `Estimate`s, an object array of shape S: NaN without any seat, a mean with a NaN interval
        where a single deal has seats.
    """
    numbers, of_group = np.unique(deals, return_inverse=True)
    shape = sums.shape[1:]
    resampled = np.full((RESAMPLES, *shape), np.nan)
    rows = max(1, COUNTS_AT_ONCE // len(deals))
    random = np.random.default_rng(SEED)
    for first in range(0, RESAMPLES, rows):
        part = resampled[first : first + rows]
        counts = _resampling_counts(random, len(part), len(numbers))[:, of_group]
        _divide(_over_deals(counts, sums), _over_deals(counts, seats), part)
    mean = _divide(sums.sum(axis=0), seats.sum(axis=0), np.full(shape, np.nan))
    measured = np.broadcast_to(_have_two_deals(seats, of_group), shape)
    bounds = np.full((2, *shape), np.nan)
    bounds[:, measured] = np.nanpercentile(resampled[:, measured], (2.5, 97.5), axis=0)
    found = np.empty(shape, object)
    for place in np.ndindex(shape):
        found[place] = Estimate(*(float(figures[place]) for figures in (mean, *bounds)))
    return found


def _resampling_counts(random: np.random.Generator, resamples: int, num_deals: int) -> Array:
    """How often each deal is drawn in each resample, (resamples, num_deals) float64."""
    drawn = random.integers(num_deals, size=(resamples, num_deals))
    drawn += np.arange(resamples)[:, None] * num_deals
    counts = np.bincount(drawn.ravel(), minlength=drawn.size)
    return counts.reshape(drawn.shape).astype(np.float64)


def _over_deals(counts: Array, sums: Array) -> Array:
    resampled: Array = (counts @ sums.reshape(len(sums), -1)).reshape(-1, *sums.shape[1:])
    return resampled


def _divide(sums: Array, seats: Array, ratios: Array) -> Array:
    """Fills in the ratios where there are seats."""
    return np.divide(sums, seats, out=ratios, where=np.broadcast_to(seats > 0, sums.shape))


def _have_two_deals(seats: Array, of_group: Array) -> Array:
    """Where at least two deals have seats."""
    deals = np.broadcast_to(of_group.reshape(-1, *[1] * (seats.ndim - 1)), seats.shape)
    first = np.min(deals, axis=0, where=seats > 0, initial=len(of_group))
    last = np.max(deals, axis=0, where=seats > 0, initial=-1)
    two: Array = first < last
    return two


def standings(results: Results) -> list[Standing]:
    """How each entrant did, the highest share of wins first and those that did not play last."""
    measures = (results.win_shares, results.utilities, results.scores, results.outright)
    sums = np.stack([_by_deal(results, values) for values in measures], axis=2)
    seats = _by_deal(results, np.ones(results.seating.shape))
    found = estimates(sums, seats[:, :, None], _deals(results))
    games = (seats > 0).sum(axis=0) * results.num_players
    rated = ratings(results)
    table = []
    for i, label in enumerate(results.entrants):
        win_share, utility, score, outright = found[i]
        table.append(
            Standing(
                entrant=i,
                label=label,
                games=int(games[i]),
                seats=int(seats[:, i].sum()),
                win_share=win_share,
                utility=utility,
                score=score,
                outright=outright,
                rating=rated[i],
            )
        )
    return sorted(table, key=lambda row: (not row.seats, -row.win_share.mean))


def cross_play(results: Results) -> list[list[Estimate]]:
    """Row A, column B: A's mean share of wins over all pairs of a seat of A and one of B in a game.

    An entrant meets itself in games in which it has several seats: each of them is paired with the
    others. NaN where two never met.
    """
    wins = _by_deal(results, results.win_shares)
    # All games of a deal have the same line-up: seats of B are the same in each.
    seats = _by_deal(results, np.ones(results.seating.shape)) / results.num_players
    of_others = seats[:, None, :] - np.eye(len(results.entrants))
    pairs = seats[:, :, None] * results.num_players * of_others
    found = estimates(wins[:, :, None] * of_others, pairs, _deals(results))
    return found.tolist()  # type: ignore[no-any-return]


def by_seat(results: Results, roles: Sequence[str]) -> dict[str, list[Estimate]]:
    """The share of wins of each entrant in each role, in the order of the seats.

    Args:
        results: of the tournament.
        roles: P names, one a seat; seats of the same name count as one.

    Returns:
        By role, the entrants' shares in the order of the results.

    Raises:
        ValueError: if there is not a role for each seat.
    """
    if len(roles) != results.num_players:
        raise ValueError(
            f"{len(roles)} roles are named; there must be one for each of the "
            f"{results.num_players} seats."
        )
    names = list(dict.fromkeys(roles))
    role_of_seat = np.array([names.index(role) for role in roles])
    cells = results.seating * len(names) + role_of_seat
    number = len(results.entrants) * len(names)
    shape = (-1, len(results.entrants), len(names))
    wins = _sums_by_deal(cells, results.win_shares, number).reshape(shape)
    seats = _sums_by_deal(cells, np.ones(cells.shape), number).reshape(shape)
    found = estimates(wins, seats, _deals(results))
    return {role: found[:, i].tolist() for i, role in enumerate(names)}


def variance_reduction(results: Results) -> VarianceReduction:
    """How many times smaller duplicate seating makes the variance of a mean share of wins.

    Duplicate seating plays a deal P times with the same line-up, each time one seat further. It is
    compared with P games of this line-up on P independent deals, in each of which the seats are
    drawn: that variance also holds what the seats differ by. Line-ups are given; they add to
    neither variance.

    Let y[b, r] be an entrant's share of the win in rotation r of deal b, summed over its seats in
    that game (the seats of a line-up do not vary, so that the mean share has the same ratio), and
    m[b] its mean over the P rotations. For a line-up with D deals (the same entrants, in whatever
    order) and its mean M, the unbiased estimates of both variances are

        Var(m) = sum_b (m[b] - M)^2 / (D - 1),
        Var(y) = sum_b,r (y[b, r] - M)^2 / (D P) + Var(m) / D,

    where the last term makes up for M having been estimated. An entrant's mean over all its deals
    has a variance that is proportional to the sum of the line-ups' variances with weights D, so

        reduction = sum of D Var(y) / P  /  sum of D Var(m)

    over its line-ups, and overall over all entrants too. Line-ups with a single deal are left out.
    None if no line-up has two deals or no game differs from another (an entrant at all seats);
    infinite if only the seats make a difference. Below 1 a deal favours an entrant at any seat.
    """
    players, number = results.num_players, len(results.entrants)
    lineups, of_deal = np.unique(
        np.sort(results.seating[::players], axis=1), axis=0, return_inverse=True
    )
    deals = np.bincount(of_deal)[:, None]
    games = np.arange(len(results.seating))[:, None]
    shares: Array = np.bincount(
        (games * number + results.seating).ravel(),
        results.win_shares.ravel(),
        minlength=len(games) * number,
    ).reshape(-1, players, number)
    rotated = shares.mean(axis=1)
    means = _sums_over(of_deal, rotated, len(lineups)) / deals
    shares -= means[of_deal][:, None]
    rotated -= means[of_deal]
    once = deals < 2
    of_mean = _sums_over(of_deal, rotated**2, len(lineups)) / np.where(once, 1, deals - 1)
    of_games = _sums_over(of_deal, (shares**2).sum(axis=1), len(lineups)) / (deals * players)
    weights = np.where(once, 0, deals)
    independent = (weights * (of_games + of_mean / deals)).sum(axis=0) / players
    duplicate = (weights * of_mean).sum(axis=0)
    return VarianceReduction(
        _ratio(independent.sum(), duplicate.sum()),
        tuple(_ratio(*variances) for variances in zip(independent, duplicate)),
    )


def truncated_share(results: Results) -> float:
    """What share of the games was stopped by the limit of the game."""
    return float(results.truncations.mean())


def _ratio(independent: float, duplicate: float) -> float | None:
    if independent <= ROUNDING:
        return None
    return inf if duplicate <= ROUNDING * independent else float(independent / duplicate)


def _sums_over(groups: Array, values: Array, number: int) -> Array:
    """The sums of the rows of each group, (number, K) float64."""
    sums = np.zeros((number, values.shape[1]))
    np.add.at(sums, groups, values)
    return sums


def _deals(results: Results) -> Array:
    """The number of each deal's P games, (G / P,)."""
    return results.deals[:: results.num_players]


def _by_deal(results: Results, values: Array) -> Array:
    """The sums of (G, P) values over each entrant's seats in a deal's P games, (G / P, N)."""
    return _sums_by_deal(results.seating, values, len(results.entrants))


def _sums_by_deal(cells: Array, values: Array, number: int) -> Array:
    """The sums of values in each of `number` cells over a deal's P games, (G / P, number).

    Args:
        cells: (G, P) int64, the cell of each seat.
        values: (G, P).
        number: of cells.
    """
    games, players = cells.shape
    deals = np.arange(games)[:, None] // players
    sums = np.bincount(
        (deals * number + cells).ravel(), values.ravel(), minlength=games // players * number
    )
    return sums.reshape(-1, number)
