"""`sicilianos tournament`, and `evaluate` on the field: play, show how far it is, report."""

from __future__ import annotations

import shlex
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

from rich.console import Console

from sicilianos_agents.base import Agent
from sicilianos_env.engine.registry import find_game
from sicilianos_training.report import live
from sicilianos_training.run_folder import finite, write_json
from sicilianos_training.tournament import field
from sicilianos_training.tournament.contest import (
    Contest,
    make_agents,
    needs_repetition,
    new_contest,
    play_part,
)
from sicilianos_training.tournament.folder import (
    Settings,
    contest_of,
    new_folder,
    play_on,
    read_settings,
    settings_of,
    write_report,
)
from sicilianos_training.tournament.report import (
    Findings,
    cross_play_table,
    findings,
    seat_table,
    standings_table,
)
from sicilianos_training.tournament.results import Results, joined

GAMES = "{:9,.0f} games"


def begin_tournament(
    game: str,
    rules: Any,
    names: Sequence[str],
    games: int,
    repetition: bool | None,
    seed: int,
    threads: int | None,
    out: Path | None,
    record: Path | None,
    console: Console,
) -> bool:
    """Plays a new tournament in a folder of its own; returns whether it came to its end.

    Raises:
        ValueError: with one sentence, before anything is written, for what makes no tournament.
    """
    agents = make_agents(names, game, rules, seed, threads)
    if repetition is None:
        repetition = needs_repetition(len(agents), rules)
    contest = new_contest(game, rules, agents, games, repetition, seed)
    settings = settings_of(contest, list(names), games, repetition, record)
    return _play_and_tell(new_folder(out, settings), settings, contest, threads, console)


def resume_tournament(folder: Path, threads: int | None, console: Console) -> bool:
    """Goes on with the tournament of a folder; returns whether it came to its end.

    Raises:
        ValueError: with one sentence, if it cannot go on.
    """
    settings = read_settings(folder)
    return _play_and_tell(folder, settings, contest_of(settings, threads), threads, console)


def _play_and_tell(
    folder: Path, settings: Settings, contest: Contest, threads: int | None, console: Console
) -> bool:
    console.print(
        f"Tournament of {len(contest.agents)} agents in {folder}: {contest.num_games:,} games, "
        f"{contest.num_deals:,} deals in {contest.rules.num_players} rotations each",
        soft_wrap=True,
    )
    clock = _Clock()
    with live(console, contest.num_games, GAMES) as show, interrupts(console) as pressed:

        def tell(games: int) -> None:
            clock.tell(games)
            show(games, f"of {contest.num_games:,}{clock.speed()}")
            if pressed():
                raise KeyboardInterrupt

        results = play_on(folder, settings, contest, threads, tell)
    played = len(results.seating)
    is_complete = played == contest.num_games
    if not is_complete:
        goes_on = f"sicilianos tournament --resume {shlex.quote(str(folder))}"
        console.print(
            f"Stopped: {played:,} of {contest.num_games:,} games are kept; {goes_on} plays the "
            "others.",
            soft_wrap=True,
        )
    if played:
        found = _found(settings, contest, results)
        write_report(folder, found)
        for table in (standings_table(found), cross_play_table(found), seat_table(found)):
            console.print(table)
        console.print(f"The report is {folder / 'report.html'}{clock.speed()}.", soft_wrap=True)
    return is_complete


class _Clock:
    """How many games a second, from the end of the first part on: that one may have compiled."""

    def __init__(self) -> None:
        self._told: list[tuple[int, float]] = []

    def tell(self, games: int) -> None:
        """Notes how many have been played by now."""
        self._told.append((games, time.monotonic()))

    def speed(self) -> str:
        """The speed in words, empty before two parts have been played."""
        if len(self._told) < 3:
            return ""
        (before, began), (games, now) = self._told[1], self._told[-1]
        return f", {(games - before) / (now - began):,.1f} games a second"


@contextmanager
def interrupts(console: Console) -> Iterator[Callable[[], bool]]:
    """Gives whether Ctrl-C was pressed; pressed twice, it interrupts at once.

    Python's own KeyboardInterrupt comes anywhere, and is lost where compiled code calls back.
    """
    pressed = False

    def note(number: int, frame: FrameType | None) -> None:
        nonlocal pressed
        if pressed:
            raise KeyboardInterrupt
        pressed = True
        console.print("Stopping after the deals at play; Ctrl-C once more drops them.")

    before = signal.signal(signal.SIGINT, note)
    try:
        yield lambda: pressed
    finally:
        signal.signal(signal.SIGINT, before)


def _found(settings: Settings, contest: Contest, results: Results) -> Findings:
    game = find_game(contest.game)
    return findings(
        results,
        field.roles(contest.game, contest.rules),
        title=f"Tournament of {game.name}, {contest.rules.num_players} players",
        command=settings.command(),
        settings={
            "game": f"{game.name}, version {game.version}",
            "options": settings.rules,
            "agents": ", ".join(contest.entrants),
            "seed": settings.seed,
            "an agent may sit at several seats": "yes" if settings.repetition else "no",
            "games": f"{len(results.seating):,} of {contest.num_games:,}",
        },
        outright=game.outright,
    )


def evaluate_on_field(
    game: str,
    rules: Any,
    name: str,
    deals: int,
    threads: int | None,
    out: Path | None,
    console: Console,
) -> None:
    """Measures an agent on the field and prints the figures.

    Raises:
        ValueError: with one sentence, for an agent or a number of deals that cannot be.
    """
    (agent,) = make_agents([name], game, rules, field.SEED, threads)
    found = field.measured(_play_field(game, rules, agent, deals, threads, console), game, rules)
    for table in field.field_tables(name, game, rules, deals, found):
        console.print(table)
    if out is not None:
        out.mkdir(parents=True, exist_ok=True)
        write_json(out / "evaluation.json", finite(field.as_json(name, game, rules, deals, found)))


def _play_field(
    game: str, rules: Any, agent: Agent, deals: int, threads: int | None, console: Console
) -> Results:
    contest = field.field_contest(game, rules, agent, deals, threads)
    parts = []
    with live(console, contest.num_games, GAMES) as show:
        for part in contest.parts():
            parts.append(play_part(contest, part, threads)[0])
            show(part.stop * rules.num_players, f"of {contest.num_games:,}")
    return joined(parts)
