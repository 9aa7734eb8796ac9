"""What a tournament shows: tables in the terminal, a page of HTML, a table for a README."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape as html_escape
from io import BytesIO
from math import isinf, isnan
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from rich.markup import escape
from rich.table import Table

from sicilianos_env.engine.records import Array
from sicilianos_training.estimate import Estimate
from sicilianos_training.tournament.ratings import Rating
from sicilianos_training.tournament.results import Results
from sicilianos_training.tournament.statistics import (
    Standing,
    VarianceReduction,
    by_seat,
    cross_play,
    standings,
    truncated_share,
    variance_reduction,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

WIDTH = 4.8  # inches of a plot: a phone shows it without making its words too small
CELL = 0.6  # inches of a cell of the heat map
MANY = 1_000  # of a score, in the units of the game
SIGMAS = 2  # of a rating's interval: about 95 %

STYLE = """
:root { color-scheme: light; }
body { font: 16px/1.5 system-ui, sans-serif; color: #222; background: #fff;
       max-width: 60rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.5rem; line-height: 1.2; } h2 { font-size: 1.15rem; margin-top: 2rem; }
pre { background: #f4f4f4; padding: .6rem; white-space: pre-wrap; overflow-wrap: anywhere; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: .9rem; }
th, td { padding: .3rem .6rem; border-bottom: 1px solid #ddd; text-align: right; }
th:first-child, td:first-child { text-align: left; }
img { height: auto; } img.plot { max-width: 100%; }
"""


@dataclass(frozen=True)
class Findings:
    """All that is told of a tournament; tables and lists are in the order of the standings.

    Attributes:
        title: what was played.
        command: the command line that plays it again.
        settings: by name, what it was played with.
        num_players: P; 1/P is an equal share.
        num_games: how many games were played.
        num_deals: on how many deals.
        standings: the entrants, the best first.
        cross_play: row A, column B: A's share of wins in games with B.
        by_seat: by role, the entrants' shares of wins.
        variance_reduction: by duplicate seating.
        truncated_share: of the games, stopped by the limit of the game.
        outright: the heading for outright wins, None where the game has none.
    """

    title: str
    command: str
    settings: Mapping[str, object]
    num_players: int
    num_games: int
    num_deals: int
    standings: Sequence[Standing]
    cross_play: Sequence[Sequence[Estimate]]
    by_seat: Mapping[str, Sequence[Estimate]]
    variance_reduction: VarianceReduction
    truncated_share: float
    outright: str | None

    @property
    def labels(self) -> list[str]:
        """The entrants' labels, the best first."""
        return [row.label for row in self.standings]


def findings(
    results: Results,
    roles: Sequence[str],
    *,
    title: str,
    command: str,
    settings: Mapping[str, object],
    outright: str | None,
) -> Findings:
    """What the results tell.

    Args:
        results: of the tournament.
        roles: P names, one a seat; seats of the same name count as one.
        title: what was played.
        command: the command line that plays it again.
        settings: by name, what it was played with.
        outright: the heading for outright wins; None leaves them out.

    Raises:
        ValueError: if no game was played, or there is not a role for each seat.
    """
    if not len(results.seating):
        raise ValueError("No deal was played to its end; a report needs at least one.")
    table = standings(results)
    order = [row.entrant for row in table]
    shares = cross_play(results)
    reduction = variance_reduction(results)
    return Findings(
        title=title,
        command=command,
        settings=settings,
        num_players=results.num_players,
        num_games=len(results.seating),
        num_deals=len(np.unique(results.deals)),
        standings=table,
        cross_play=[[shares[a][b] for b in order] for a in order],
        by_seat={
            role: [found[i] for i in order] for role, found in by_seat(results, roles).items()
        },
        variance_reduction=VarianceReduction(
            reduction.overall, tuple(reduction.by_entrant[i] for i in order)
        ),
        truncated_share=truncated_share(results),
        outright=outright,
    )


# ---------------------------------------------------------------- what all forms share


def _columns(found: Findings) -> dict[str, Callable[[Standing], str]]:
    """The columns of the standings after the label, by their headings."""
    columns: dict[str, Callable[[Standing], str]] = {
        "games": lambda row: f"{row.games:,}",
        "share of wins": lambda row: str(row.win_share),
        "mean utility": lambda row: str(row.utility),
    }
    scores = [row.score for row in found.standings]
    if any(abs(figure) > 0 for it in scores for figure in (it.mean, it.low, it.high)):
        decimals = score_decimals(scores)
        columns["mean score"] = lambda row: row.score.text(decimals)
    if found.outright is not None:
        columns[found.outright] = lambda row: str(row.outright)
    columns["rating"] = lambda row: _rating_text(row.rating)
    columns["ordinal"] = lambda row: f"{row.rating.ordinal:.1f}"
    return columns


def score_decimals(scores: Iterable[Estimate]) -> int:
    """How many decimals tell scores apart: none where they go into the thousands."""
    return 0 if any(abs(score.mean) >= MANY for score in scores) else 2


def _rating_text(rating: Rating) -> str:
    return f"{rating.mu:.1f} ± {SIGMAS * rating.sigma:.1f}"


def _heading(found: Findings) -> str:
    return (
        f"{found.num_games:,} games on {found.num_deals:,} deals, 95 % intervals; "
        f"an equal share of wins is {1 / found.num_players:.3f}"
    )


def _notes(found: Findings) -> list[str]:
    """The sentences below the standings."""
    notes = [_reduction_note(found.variance_reduction)]
    if found.truncated_share:
        stopped = round(found.truncated_share * found.num_games)
        notes.append(
            f"{stopped:,} of {found.num_games:,} games ({found.truncated_share:.2%}) were stopped "
            "by the limit of the game."
        )
    return notes


def _reduction_note(reduction: VarianceReduction) -> str:
    if reduction.overall is None:
        return "The variance reduction by duplicate seating could not be measured."
    measured = [factor for factor in reduction.by_entrant if factor is not None]
    return (
        f"Variance reduction by duplicate seating: {_factor_text(reduction.overall)} "
        f"(by agent {_factor_text(min(measured))} to {_factor_text(max(measured))})."
    )


def _factor_text(factor: float) -> str:
    return "∞" if isinf(factor) else f"{factor:.2f}"


# ---------------------------------------------------------------- terminal


def standings_table(found: Findings) -> Table:
    """The entrants, the best first, and beneath them what duplicate seating was worth."""
    columns = _columns(found)
    table = _agents_table(f"{found.title}: {_heading(found)}", columns)
    table.caption = "\n".join(_notes(found))
    for row in found.standings:
        table.add_row(escape(row.label), *(_broken(text(row)) for text in columns.values()))
    return table


def cross_play_table(found: Findings) -> Table:
    """Entrants down, whom they met across, shares of wins and half the width of their intervals."""
    rows = [[_short_text(share) for share in row] for row in found.cross_play]
    title = "Share of wins, ± half its interval, in games with"
    return _share_table(title, found.labels, found, rows)


def seat_table(found: Findings) -> Table:
    """Entrants down, roles or seats across, shares of wins with their intervals."""
    rows = [[_broken(str(share)) for share in row] for row in zip(*found.by_seat.values())]
    return _share_table("Share of wins by seat", list(found.by_seat), found, rows)


def _share_table(
    title: str, headings: Iterable[str], found: Findings, rows: Iterable[Iterable[str]]
) -> Table:
    table = _agents_table(title, headings)
    for label, row in zip(found.labels, rows):
        table.add_row(escape(label), *row)
    return table


def _agents_table(title: str, headings: Iterable[str]) -> Table:
    """A table without rows. What is too wide for the terminal is folded: no figure is cut off."""
    table = Table(title=escape(title), title_justify="left", caption_justify="left")
    table.add_column("agent", overflow="fold")
    for heading in headings:
        table.add_column(escape(heading), justify="right", overflow="fold")
    return table


def _broken(text: str) -> str:
    """An interval below its mean, which makes a narrow column."""
    return text.replace(" (", "\n(")


def _short_text(share: Estimate) -> str:
    """A mean, and below it half the width of its interval."""
    if isnan(share.low):
        return "–" if isnan(share.mean) else f"{share.mean:.3f}"
    return f"{share.mean:.3f}\n± {(share.high - share.low) / 2:.3f}"


# ---------------------------------------------------------------- README


def markdown(found: Findings) -> str:
    """The standings as a Markdown table, with the command line beneath."""
    columns = _columns(found)
    lines = [
        _markdown_row(["agent", *columns]),
        _markdown_row(["---"] * (1 + len(columns))),
        *(
            _markdown_row([row.label, *(text(row) for text in columns.values())])
            for row in found.standings
        ),
    ]
    table = "\n".join(lines)
    return f"{table}\n\n{_heading(found)}.\n\n```sh\n{found.command}\n```\n"


def _markdown_row(cells: Iterable[str]) -> str:
    escaped = (html_escape(cell, quote=False).replace("|", "\\|") for cell in cells)
    return f"| {' | '.join(escaped)} |"


# ---------------------------------------------------------------- HTML


def write_html(path: Path, found: Findings) -> None:
    """Writes one page that needs nothing else: figures, heat map and plots."""
    settings = [(name, str(value)) for name, value in found.settings.items()]
    columns = _columns(found)
    rows = [(row.label, *(text(row) for text in columns.values())) for row in found.standings]
    title = html_escape(found.title)
    path.write_text(
        "\n".join(
            [
                "<!DOCTYPE html>",
                '<html lang="en"><head><meta charset="utf-8">',
                '<meta name="viewport" content="width=device-width, initial-scale=1">',
                f"<title>{title}</title><style>{STYLE}</style></head><body>",
                f"<h1>{title}</h1>",
                f"<p>{html_escape(_heading(found))}.</p>",
                f"<pre><code>{html_escape(found.command)}</code></pre>",
                "<h2>Settings</h2>",
                _html_table(["setting", "value"], settings),
                "<h2>Standings</h2>",
                _html_table(["agent", *columns], rows),
                *(f"<p>{html_escape(note)}</p>" for note in _notes(found)),
                "<h2>Ratings</h2>",
                f"<p>OpenSkill (Plackett–Luce), mu ± {SIGMAS} sigma.</p>",
                _image(_rating_plot(found), "plot", "Ratings with intervals"),
                "<h2>Cross-play</h2>",
                "<p>The share of wins of the row's agent in games with the column's, and half the "
                "width of its interval.</p>",
                _image(_heat_map(found), "heat", "Heat map of the shares of wins"),
                "<h2>By seat</h2>",
                "<p>The share of wins at each seat; the dotted line is an equal share.</p>",
                _image(_seat_plot(found), "plot", "Shares of wins by seat"),
                "</body></html>\n",
            ]
        ),
        encoding="utf-8",
    )


def _html_table(headings: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    lines = [
        "<tr>" + "".join(f"<td>{html_escape(cell)}</td>" for cell in row) + "</tr>" for row in rows
    ]
    head = "".join(f"<th>{html_escape(heading)}</th>" for heading in headings)
    return '<div class="wide"><table>\n' + "\n".join([f"<tr>{head}</tr>", *lines, "</table></div>"])


def _image(figure: Figure, kind: str, words: str) -> str:
    """A figure inside the page, as an SVG that is the same for the same findings."""
    from matplotlib import rc_context

    file = BytesIO()
    with rc_context({"svg.hashsalt": "tournament", "svg.fonttype": "path"}):
        figure.savefig(file, format="svg", metadata={"Date": None})
    code = b64encode(file.getvalue()).decode()
    source = f"data:image/svg+xml;base64,{code}"
    return f'<div class="wide"><img class="{kind}" alt="{words}" src="{source}"></div>'


def _canvas(width: float, height: float) -> tuple[Figure, Axes]:
    from matplotlib.figure import Figure  # slow to import, needed at the end only

    figure = Figure(figsize=(width, height), layout="constrained")
    return figure, figure.add_subplot()


def _label_rows(axes: Axes, labels: Sequence[str]) -> None:
    """One row for each entrant, the best on top."""
    axes.set_yticks(range(len(labels)), labels, parse_math=False)  # "$" in a name is a "$"
    axes.set_ylim(len(labels) - 0.5, -0.5)


def _rating_plot(found: Findings) -> Figure:
    rated = [row.rating for row in found.standings]
    figure, axes = _canvas(WIDTH, 0.8 + 0.32 * len(rated))
    mu = np.array([rating.mu for rating in rated])
    margin = SIGMAS * np.array([rating.sigma for rating in rated])
    rows = range(len(rated))
    axes.hlines(rows, mu - margin, mu + margin, color="tab:blue")
    axes.plot(mu, rows, "o", color="tab:blue")
    _label_rows(axes, found.labels)
    axes.set_xlabel("rating")
    axes.grid(axis="x", alpha=0.3)
    return figure


def _heat_map(found: Findings) -> Figure:
    shares = np.array([[share.mean for share in row] for row in found.cross_play])
    side = 1.6 + CELL * len(shares)
    figure, axes = _canvas(side, side)
    equal = 1 / found.num_players
    # Equal shares are white; twice as much, or nothing, is as dark as it gets.
    image = axes.imshow(shares, "RdBu", vmin=0, vmax=2 * equal, aspect="equal")
    axes.set_facecolor("lightgrey")
    for (row, column), share in np.ndenumerate(shares):
        axes.text(
            column, row, _short_text(found.cross_play[row][column]),
            ha="center", va="center", fontsize=8, color=_ink(image.to_rgba(share)),
        )  # fmt: skip
    _label_rows(axes, found.labels)
    axes.set_xticks(
        range(len(shares)), found.labels, parse_math=False, rotation=45, ha="left",
        rotation_mode="anchor",
    )  # fmt: skip
    axes.xaxis.tick_top()
    axes.tick_params(length=0)
    return figure


def _ink(background: Any) -> str:
    """Black or white, whichever can be read on a colour (red, green, blue, alpha)."""
    luminance = np.dot(background[:3], (0.299, 0.587, 0.114))
    return "white" if background[3] and luminance < 0.5 else "black"


def _seat_plot(found: Findings) -> Figure:
    from matplotlib import colormaps

    roles, labels = list(found.by_seat), found.labels
    figure, axes = _canvas(WIDTH, 1.2 + len(labels) * (0.2 + 0.12 * len(roles)))
    colours: Array = colormaps["viridis"](np.linspace(0, 0.9, len(roles)))
    offsets = np.linspace(-0.3, 0.3, len(roles)) if len(roles) > 1 else np.zeros(1)
    for role, colour, offset in zip(roles, colours, offsets):
        shares, rows = found.by_seat[role], np.arange(len(labels)) + offset
        low, high = [share.low for share in shares], [share.high for share in shares]
        axes.hlines(rows, low, high, color=colour)
        axes.plot([share.mean for share in shares], rows, "o", ms=4, color=colour, label=role)
    axes.axvline(1 / found.num_players, color="grey", linestyle=":")
    axes.hlines(np.arange(len(labels) - 1) + 0.5, 0, 1, color="lightgrey", lw=0.5,
                transform=axes.get_yaxis_transform())  # fmt: skip
    _label_rows(axes, labels)
    axes.set_xlabel("share of wins")
    axes.grid(axis="x", alpha=0.3)
    figure.legend(loc="outside upper center", ncols=3, fontsize="small")
    return figure
