"""What a tournament found: how each game ended for each seat."""

from __future__ import annotations

import csv
import os
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from io import StringIO
from pathlib import Path

import numpy as np

from sicilianos_env.engine.records import Array

COLUMNS = (
    "game", "deal", "seat", "agent", "win_share", "utility", "score", "outright", "truncated",
)  # fmt: skip


@dataclass(frozen=True)
class Results:
    """How G games of P seats ended, in the order of the schedule.

    The games of a deal follow each other: P games, in which the same line-up sits one seat further
    each time. So G is a multiple of P, and games kP … kP + P − 1 are those of one deal.

    Attributes:
        entrants: the entrants' labels.
        seating: (G, P) int64, the index in `entrants` of who sat at each seat; an entrant may sit
            at several seats of a game.
        deals: (G,) int64, the number of the deal.
        win_shares: (G, P) float64, 1/w for each of w winners, else 0.
        utilities: (G, P) float64, of `utility="win"`.
        scores: (G, P) float64; all 0 in games without scores.
        outright: (G, P) bool, who won outright, whatever the scores (in Sicilianos: a Godfather).
        truncations: (G,) bool, stopped by the limit of the game.
    """

    entrants: tuple[str, ...]
    seating: Array
    deals: Array
    win_shares: Array
    utilities: Array
    scores: Array
    outright: Array
    truncations: Array

    @property
    def num_players(self) -> int:
        """P, the seats of a game."""
        return int(self.seating.shape[1])


def joined(parts: Sequence[Results]) -> Results:
    """The results of several parts of a tournament, one after the other."""
    arrays = [field.name for field in fields(Results) if field.name != "entrants"]
    return Results(
        parts[0].entrants,
        **{name: np.concatenate([getattr(part, name) for part in parts]) for name in arrays},
    )


def no_results(entrants: tuple[str, ...], players: int) -> Results:
    """The results of no game."""
    seats, games = (0, players), (0,)
    return Results(
        entrants=entrants,
        seating=np.empty(seats, np.int64),
        deals=np.empty(games, np.int64),
        win_shares=np.empty(seats),
        utilities=np.empty(seats),
        scores=np.empty(seats),
        outright=np.empty(seats, np.bool_),
        truncations=np.empty(games, np.bool_),
    )


def first_games(results: Results, games: int) -> Results:
    """The results of the first so many games."""
    arrays = [field.name for field in fields(Results) if field.name != "entrants"]
    return replace(results, **{name: getattr(results, name)[:games] for name in arrays})


# --- As a file: one row a game and seat


def append_csv(path: Path, results: Results, first_game: int) -> None:
    """Adds rows to the end of a file; when this returns, they are on the disk."""
    text = StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    if not path.exists():
        writer.writerow(COLUMNS)
    for game in range(len(results.seating)):
        for seat in range(results.num_players):
            writer.writerow(
                (
                    first_game + game,
                    int(results.deals[game]),
                    seat,
                    results.entrants[results.seating[game, seat]],
                    float(results.win_shares[game, seat]),
                    float(results.utilities[game, seat]),
                    float(results.scores[game, seat]),
                    int(results.outright[game, seat]),
                    int(results.truncations[game]),
                )
            )
    with path.open("a", encoding="utf-8", newline="") as file:
        file.write(text.getvalue())
        file.flush()
        os.fsync(file.fileno())


def read_csv(path: Path, entrants: tuple[str, ...], players: int) -> Results:
    """The results in a file that `append_csv` wrote; what a crash cut short is left out.

    Raises:
        ValueError: with one sentence, for a row that is none of this tournament.
    """
    if not path.exists():
        return no_results(entrants, players)
    *lines, unfinished = path.read_text(encoding="utf-8").split("\n")
    rows = list(csv.reader(lines))
    if rows[:1] != [list(COLUMNS)] and (rows or unfinished):
        raise ValueError(f"{path} does not begin with the columns {', '.join(COLUMNS)}.")
    games = (len(rows) - 1) // players if rows else 0
    return _from_rows(path, rows[1 : 1 + games * players], entrants, players)


def _from_rows(
    path: Path, rows: list[list[str]], entrants: tuple[str, ...], players: int
) -> Results:
    index = {label: i for i, label in enumerate(entrants)}
    figures = np.empty((len(rows), len(COLUMNS)))
    for number, row in enumerate(rows):
        try:
            game, deal, seat, agent, *others = row
            figures[number] = (int(game), int(deal), int(seat), index[agent], *map(float, others))
            is_next = (int(game), int(seat)) == divmod(number, players)
        except (ValueError, KeyError):
            is_next = False
        if not is_next:
            raise ValueError(f"{path}, line {number + 2}, is no row of this tournament.")
    table = figures.reshape(-1, players, len(COLUMNS))
    _, deals, _, seating, win_shares, utilities, scores, outright, truncations = np.moveaxis(
        table, 2, 0
    )
    return Results(
        entrants=entrants,
        seating=seating.astype(np.int64),
        deals=deals[:, 0].astype(np.int64),
        win_shares=win_shares,
        utilities=utilities,
        scores=scores,
        outright=outright.astype(np.bool_),
        truncations=truncations[:, 0].astype(np.bool_),
    )
