"""`sicilianos replay`: the games of a file played again, or one of them told."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from rich.console import Console

from sicilianos_env.engine.plain_text import counted
from sicilianos_env.engine.registry import find_game
from sicilianos_training.tournament.record import read_records, replay_file, replay_line


def replay_records(path: Path, show: int | None, console: Console) -> None:
    """Replays the games of a file and prints how many there are; or prints one game in words.

    Args:
        path: of a file with a game a line.
        show: the number of the game to print, from 1; None replays all.
        console: where it is printed.

    Raises:
        ValueError: with one sentence, if a game is none or ends differently, or if there is no
            game of this number.
    """
    if show is None:
        with console.status("Replaying ..."):
            replayed = replay_file(path)
        ends = "end" if replayed == 1 else "ends"
        console.print(f"{counted(replayed, 'game')} replayed to the same {ends}.")
        return
    record = find_record(path, show)
    replay_line(path, show, record, interpreted=True)
    for line in told(record):
        console.print(line, soft_wrap=True)


def find_record(path: Path, number: int) -> dict[str, Any]:
    """The record in a line of a file (from 1).

    Raises:
        ValueError: with one sentence, if there is none.
    """
    found = list(islice(read_records(path), number - 1, number)) if number > 0 else []
    if not found:
        last = sum(1 for _ in read_records(path))
        raise ValueError(f"There is no game {number} in {path}; it holds {counted(last, 'game')}.")
    return found[0]


def told(record: dict[str, Any]) -> Iterator[str]:
    """A game that has been replayed, line by line."""
    names = [f"seat {seat} ({name})" for seat, name in enumerate(record["seats"])]
    yield f"{record['game']}: deal {record['deal']} of seed {record['seed']}"
    for seat, words in record["plies"]:
        yield f"{'chance' if seat is None else names[seat]}: {in_a_line(words)}"
    if record["truncated"]:
        yield "The game was stopped by its limit."
    has_scores = find_game(record["game"]).score_unit is not None
    for name, utility, score in zip(names, record["utilities"], record["scores"], strict=True):
        yield f"{name}: utility {utility:.3f}" + f", score {score:,}" * has_scores


def in_a_line(words: Any) -> str:
    """The words of a ply; those of a shuffle or a draw are a list."""
    return ", ".join(map(str, words)) if isinstance(words, list) else words
