"""Whole games as readable text, to be compared line by line.

`golden/playthroughs/*.txt` of a game begin with their options and seed, and this command writes
them anew: `python -m sicilianos_env.engine.playthrough`. After a change of the rules, read what
the changed lines say. A new one: `… --game NAME --name FILE --options JSON --seed NUMBER`.
"""

from __future__ import annotations

import argparse
import json
import zlib
from collections import defaultdict
from collections.abc import Iterator
from difflib import ndiff
from pathlib import Path
from typing import Any

from sicilianos_env.engine.game import Game
from sicilianos_env.engine.kernels import random_legal
from sicilianos_env.engine.match import Match, new_match
from sicilianos_env.engine.registry import find_game, game_folder, games
from sicilianos_env.engine.single import Event
from sicilianos_env.engine.streams import FIRST_AGENT_KIND, aim, new_stream
from sicilianos_env.engine.utilities import utilities_offered


def playthrough(name: str, options: dict[str, Any], seed: int) -> str:
    """A game of random actions in words.

    At each decision stand the legal actions, what the last action changed in the position and in
    every seat's view (`+` and `-` before the lines that came and went) and a checksum of every
    seat's observation; after each action, what happened and what each seat was told of it.
    """
    return "\n".join(_lines(name, options, seed)) + "\n"


def _lines(name: str, options: dict[str, Any], seed: int) -> Iterator[str]:
    match = new_match(name, seed=seed, **options)
    yield f"game {name}"
    yield f"options {json.dumps(options)}"
    yield f"seed {seed}"
    stream = new_stream(seed)
    shown: dict[str, list[str]] = {}
    decision = 0
    while not match.over:
        decision += 1
        yield f"\n--- {decision}: {match.phase}, seat {match.to_move}"
        yield from _what_is_seen(match, shown)
        yield f"legal: {', '.join(match.legal())}"
        aim(stream, FIRST_AGENT_KIND, decision)
        match.play(match.action_text(random_legal(match.action_mask(), stream)))
        for event in match.events:
            yield from _told(event)
    yield "\n--- the end"
    yield from _what_is_seen(match, shown)
    yield from _how_it_ended(match)


def _what_is_seen(match: Match, shown: dict[str, list[str]]) -> Iterator[str]:
    """What differs from what was `shown` before, which is brought up to date."""
    seats = range(match.rules.num_players)
    texts = {"position": _position_lines(match.position())}
    texts |= {f"view {seat}": match.view(seat).splitlines() for seat in seats}
    for title, lines in texts.items():
        for line in ndiff(shown.get(title, []), lines):
            if line[0] in "+-":
                yield f"{title} {line}".rstrip()
    shown.update(texts)
    sums = (f"{zlib.crc32(match.observation(s).tobytes()):08x}" for s in seats)
    yield f"observations {' '.join(sums)}"


def _position_lines(position: dict[str, Any]) -> list[str]:
    """A line for each field; one for each part of a field that has parts."""
    lines = []
    for field, value in position.items():
        if isinstance(value, dict):
            lines += [f"{field}.{part}: {json.dumps(value[part])}" for part in value]
        elif isinstance(value, list):
            lines += [f"{field}.{i}: {json.dumps(part)}" for i, part in enumerate(value)]
        else:
            lines.append(f"{field}: {json.dumps(value)}")
    return lines


def _told(event: Event) -> Iterator[str]:
    who = "chance" if event.seat is None else f"seat {event.seat}"
    yield f"> {who}: {event.text}"
    seats_told = defaultdict(list)
    for seat in range(len(event.seen)):
        told = [text for text in event.told(seat) if text != event.text]
        if told or not event.seen[seat]:
            seats_told["; ".join(told) or "nothing"].append(str(seat))
    for text, seats in seats_told.items():
        yield f"    told to {', '.join(seats)}: {text}"


def _how_it_ended(match: Match) -> Iterator[str]:
    yield f"truncated {match.truncated}"
    yield f"scores {match.scores()}"
    for kind in utilities_offered(match.game):
        yield f"utilities {kind} {[round(utility, 6) for utility in match.utilities(kind)]}"


# --- Playthroughs as data


def playthrough_files(game: Game) -> list[Path]:
    """The playthroughs that a game has."""
    return sorted((game_folder(game.name) / "golden" / "playthroughs").glob("*.txt"))


def replayed(text: str) -> str:
    """A playthrough made anew from the first lines of an old one."""
    name, options, seed = (line.partition(" ")[2] for line in text.splitlines()[:3])
    return playthrough(name, json.loads(options), int(seed))


def _write_anew() -> None:
    for name in games():
        for file in playthrough_files(find_game(name)):
            file.write_text(replayed(file.read_text(encoding="utf-8")), encoding="utf-8")


def _write_new(game: str, name: str, options: dict[str, Any], seed: int) -> None:
    file = game_folder(game) / "golden" / "playthroughs" / f"{name}.txt"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(playthrough(game, options, seed), encoding="utf-8")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Writes all playthroughs anew, or one more.")
    parser.add_argument("--game")
    parser.add_argument("--name", help="of the new file")
    parser.add_argument("--options", type=json.loads, default={}, help="JSON")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    if given.game and given.name:
        _write_new(given.game, given.name, given.options, given.seed)
    elif given.game or given.name or given.options or given.seed:
        parser.error("a new playthrough needs --game and --name")
    else:
        _write_anew()
