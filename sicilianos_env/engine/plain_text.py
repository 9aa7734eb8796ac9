"""Plain text for people at a terminal: what the views of all games have in common."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any


def chosen(flags: Iterable[int]) -> list[int]:
    """The indices of what is not 0."""
    return [i for i, flag in enumerate(flags) if flag]


def in_seat_order(relative: Any, viewer: int, num_players: int) -> list[Any]:
    """The records of the seats 0, 1 …, of an observation that begins with the viewer's."""
    return [relative[(seat - viewer) % num_players] for seat in range(num_players)]


def seat_names(viewer: int, num_players: int) -> list[str]:
    """The names of the seats: `seat 0`, `seat 1 (you)`."""
    return [f"seat {seat}{' (you)' * (seat == viewer)}" for seat in range(num_players)]


def sentence(text: str) -> str:
    """The text with a capital at its beginning."""
    return text[:1].upper() + text[1:]


def counted(number: int, thing: str) -> str:
    """The number and the thing, with an s for more or less than one: `3 cards`."""
    return f"{number} {thing}{'' if number == 1 else 's'}"


def aligned(rows: Sequence[Sequence[str]], sides: str = "") -> list[str]:
    """Rows of cells as lines; `sides` has < (left) or > (right) for each column, all < if empty."""
    columns = list(zip(*rows, strict=True))
    widths = [max(map(len, column)) for column in columns]
    return [
        "  ".join(
            f"{cell:{side}{width}}"
            for cell, side, width in zip(row, sides or "<" * len(widths), widths, strict=True)
        ).rstrip()
        for row in rows
    ]
