"""A tournament's folder: enough to go on after any interruption, to the same figures.

tournament.json   how it is played
results.csv       how each game ended, one row a game and seat
standings.json    what that tells
standings.md      the standings as a table for a README, with the command line
report.html       all of it to look at
"""

from __future__ import annotations

import json
import os
import shlex
from collections.abc import Callable
from dataclasses import asdict, dataclass, fields
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import Any

from sicilianos_env.engine.options import read_rules, saved_rules
from sicilianos_env.engine.registry import find_game
from sicilianos_training.run_folder import finite, package_versions, write_json
from sicilianos_training.tournament.contest import Contest, make_agents, new_contest, play_part
from sicilianos_training.tournament.record import records, write_records
from sicilianos_training.tournament.report import Findings, markdown, write_html
from sicilianos_training.tournament.results import (
    Results,
    append_csv,
    first_games,
    joined,
    read_csv,
)

SETTINGS, RESULTS = "tournament.json", "results.csv"

Tell = Callable[[int], None]  # how many games have been played


@dataclass(frozen=True)
class Settings:
    """How a tournament is played, ready for JSON.

    Attributes:
        game: the game's name.
        version: of its contract.
        rules: the number of players, and whatever differs from the default options.
        agents: the entrants' names.
        games: at least so many.
        repetition: whether an agent may sit at several seats.
        seed: of all chance.
        deals_at_once: how many deals make a part (contest.py).
        weights: of each trained entrant, by its label, the digest of its weights.
        record: the file to which all games are written in words, or None.
    """

    game: str
    version: int
    rules: dict[str, Any]
    agents: list[str]
    games: int
    repetition: bool
    seed: int
    deals_at_once: int
    weights: dict[str, str]
    record: str | None

    def command(self) -> str:
        """The command line that plays this tournament."""
        rules = {name: value for name, value in self.rules.items() if name != "num_players"}
        words = [*self.agents, "--game", self.game, "--players", str(self.rules["num_players"])]
        for name, value in rules.items():
            words += ["--option", f"{name}={json.dumps(value)}"]
        words += ["--games", str(self.games), "--seed", str(self.seed)]
        if self.repetition:
            words.append("--repetition")
        return f"sicilianos tournament {shlex.join(words)}"


def settings_of(
    contest: Contest, names: list[str], games: int, repetition: bool, record: Path | None
) -> Settings:
    """The settings of a contest that was made with these arguments."""
    return Settings(
        game=contest.game,
        version=find_game(contest.game).version,
        rules=saved_rules(contest.rules),
        agents=names,
        games=games,
        repetition=repetition,
        seed=contest.seed,
        deals_at_once=contest.deals_at_once,
        weights=weights_of(contest),
        record=None if record is None else str(record.resolve()),
    )


def new_folder(out: Path | None, settings: Settings) -> Path:
    """Makes the folder of a new tournament: `out`, or `runs/tournament-GAME-TIME`.

    Raises:
        ValueError: with one sentence, if there is a tournament in it, or its record exists.
    """
    stamp = datetime.now().strftime("%Y%m%d-%H%M%S-%f")
    folder = out or Path("runs") / f"tournament-{settings.game}-{stamp}"
    if (folder / SETTINGS).exists():
        raise ValueError(
            f"{folder} holds a tournament already; --resume goes on with it, another --out "
            "begins a new one."
        )
    if settings.record is not None and Path(settings.record).exists():
        raise ValueError(f"{settings.record} exists already; --record must name a new file.")
    folder.mkdir(parents=True, exist_ok=True)
    write_json(folder / SETTINGS, {**asdict(settings), "packages": package_versions()})
    return folder


def read_settings(folder: Path) -> Settings:
    """Reads `tournament.json`.

    Raises:
        ValueError: with one sentence, if the folder is not that of a tournament.
    """
    try:
        content = json.loads((folder / SETTINGS).read_text(encoding="utf-8"))
        settings = Settings(**{field.name: content[field.name] for field in fields(Settings)})
        version = find_game(settings.game).version
        settings.command()
        _insist_on_types(settings)
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        raise ValueError(
            f"{folder} is not the folder of a tournament: its {SETTINGS} cannot be read."
        ) from None
    if settings.version != version:
        raise ValueError(
            f"{folder} was begun with version {settings.version} of {settings.game}, which now has "
            f"version {version}; it cannot go on."
        )
    return settings


def _insist_on_types(settings: Settings) -> None:
    """Raises a TypeError for a field of a wrong type or size."""
    numbers = (settings.games, settings.deals_at_once)
    names = [*settings.agents, settings.game, *settings.weights.values()]
    if not all(type(number) is int and number > 0 for number in numbers):
        raise TypeError
    if type(settings.seed) is not int or type(settings.repetition) is not bool:
        raise TypeError
    if not all(isinstance(name, str) for name in names):
        raise TypeError


def contest_of(settings: Settings, threads: int | None = None) -> Contest:
    """The contest that settings describe.

    Raises:
        ValueError: with one sentence, if it cannot be played any more as it was begun.
    """
    game = find_game(settings.game)
    rules = read_rules(game.rules, game.presets, settings.rules)
    agents = make_agents(settings.agents, settings.game, rules, settings.seed, threads)
    contest = new_contest(
        settings.game, rules, agents, settings.games, settings.repetition, settings.seed,
        settings.deals_at_once,
    )  # fmt: skip
    for label, digest in weights_of(contest).items():
        if settings.weights.get(label) != digest:
            raise ValueError(f"The weights of {label} have changed; the tournament cannot go on.")
    return contest


def weights_of(contest: Contest) -> dict[str, str]:
    """Of each trained entrant, by its label, the digest of its weights."""
    return {
        label: agent.digest
        for label, agent in zip(contest.entrants, contest.agents)
        if hasattr(agent, "digest")
    }


def play_on(
    folder: Path, settings: Settings, contest: Contest, threads: int | None, tell: Tell
) -> Results:
    """Plays what is missing; each part that has been played is in the folder.

    A KeyboardInterrupt ends it between two parts or within one, which is then played again when
    the tournament goes on.
    """
    players = contest.rules.num_players
    record = None if settings.record is None else Path(settings.record)
    done = [kept_results(folder, contest, record)]
    games = len(done[0].seating)
    try:
        tell(games)
        for part in contest.parts(games // players):
            done.append(_play_and_keep(folder, contest, part, threads, record))
            games += len(done[-1].seating)
            tell(games)
    except KeyboardInterrupt:  # wherever it came: what counts is what lies in the folder
        return kept_results(folder, contest, record)
    return joined(done)


def _play_and_keep(
    folder: Path, contest: Contest, part: range, threads: int | None, record: Path | None
) -> Results:
    players = contest.rules.num_players
    log: list[list[int]] | None = (
        None if record is None else [[] for _ in range(len(part) * players)]
    )
    results, played = play_part(contest, part, threads, log)
    if record is not None:
        told = records(
            contest.game, contest.rules, contest.agents, results.seating, results.deals,
            contest.engine_seed, log, played,
        )  # fmt: skip
        write_records(record, told)
    append_csv(folder / RESULTS, results, part.start * players)
    return results


def kept_results(folder: Path, contest: Contest, record: Path | None) -> Results:
    """The whole parts that have been played; what else is in the files is cut off."""
    path = folder / RESULTS
    results = read_csv(path, contest.entrants, contest.rules.num_players)
    at_once = contest.deals_at_once * contest.rules.num_players
    whole = len(results.seating)
    if whole < contest.num_games:
        whole -= whole % at_once
    kept = first_games(results, whole)
    if path.exists():
        part = path.with_suffix(".part")
        part.unlink(missing_ok=True)
        append_csv(part, kept, 0)
        os.replace(part, path)
    if record is not None and (whole or record.exists()):
        keep_lines(record, whole)
    return kept


def keep_lines(path: Path, number: int) -> None:
    """Cuts a file off after so many lines.

    Raises:
        ValueError: with one sentence, if it has fewer or is not there.
    """
    if not path.exists():
        raise ValueError(f"{path}, the record of the games played so far, is not there any more.")
    part = path.with_name(path.name + ".part")
    with path.open("rb") as old, part.open("wb") as new:
        kept = 0
        for line in islice(old, number):
            new.write(line)
            kept += line.endswith(b"\n")
    if kept < number:
        part.unlink()
        raise ValueError(f"{path} holds {kept} games; {number} have been played.")
    os.replace(part, path)


def write_report(folder: Path, found: Findings) -> None:
    """Writes what the results tell, as JSON, Markdown and HTML."""
    write_json(folder / "standings.json", finite(asdict(found)))
    (folder / "standings.md").write_text(markdown(found), encoding="utf-8")
    write_html(folder / "report.html", found)
