"""From a result to utilities, the same in every game: in [−1, 1]; zero-sum but for clipping."""

from __future__ import annotations

from typing import Any

from sicilianos_env.engine.game import Game
from sicilianos_env.engine.records import Array
from sicilianos_env.jit import rule

UTILITIES = ("win", "score", "rank")
WIN, SCORE, RANK = range(len(UTILITIES))


def check_choice(name: str, value: Any, choices: tuple[Any, ...]) -> None:
    """Raises a ValueError with one sentence, unless the value is one of the choices."""
    if value not in choices:
        *others, last = map(repr, choices)
        raise ValueError(f"{name} is {value!r}; it must be {', '.join(others)} or {last}.")


def check_utility(game: Game, utility: str) -> None:
    """Raises a ValueError with one sentence, if the game has no such utility."""
    check_choice("utility", utility, UTILITIES)
    if utility == "score" and game.score_unit is None:
        raise ValueError(f"utility='score' is refused: {game.name} has no scores to compare.")


def utilities_offered(game: Game) -> tuple[str, ...]:
    """The kinds of utility that a game has."""
    return UTILITIES if game.score_unit is not None else ("win", "rank")


@rule
def write_utilities(
    kind: int, unit: float, outright: bool, winners: Array, scores: Array, utilities: Array
) -> None:
    """Writes each seat's utility.

    win: with w winners of n players each winner has (n−w)/(w(n−1)), each other −1/(n−1).
    score: own score minus the mean of the others in `unit`s, clipped to [−1, 1]; an outright win
    counts as `win`. rank: winners first, then by score; ranks are spread evenly over [−1, 1], equal
    ones take their mean.
    """
    if kind == RANK:
        rank_utilities(winners, scores, utilities)
    elif kind == SCORE and not outright:
        score_utilities(unit, scores, utilities)
    else:
        win_utilities(winners, utilities)


@rule
def win_utilities(winners: Array, utilities: Array) -> None:
    """Winners share what the others pay."""
    n = utilities.shape[0]
    won = 0
    for seat in range(n):
        won += winners[seat]
    for seat in range(n):
        utilities[seat] = (n - won) / (won * (n - 1)) if winners[seat] else -1 / (n - 1)
        if won == n:
            utilities[seat] = 0.0


@rule
def score_utilities(unit: float, scores: Array, utilities: Array) -> None:
    """Margins over the mean of the others."""
    n = utilities.shape[0]
    total = 0.0
    for seat in range(n):
        total += scores[seat]
    for seat in range(n):
        margin = (scores[seat] - (total - scores[seat]) / (n - 1)) / unit
        utilities[seat] = min(1.0, max(-1.0, margin))


@rule
def rank_utilities(winners: Array, scores: Array, utilities: Array) -> None:
    """Seats beaten less seats that were better, as a share."""
    n = utilities.shape[0]
    for seat in range(n):
        better, worse = 0, 0
        for other in range(n):
            if winners[seat] != winners[other]:
                better += winners[other]
                worse += winners[seat]
            else:
                better += scores[other] > scores[seat]
                worse += scores[other] < scores[seat]
        utilities[seat] = (worse - better) / (n - 1)
