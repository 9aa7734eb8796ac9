"""Recorded games of line-ups: the words are those of the games played, whoever played them."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rich.console import Console

from sicilianos_agents import ladder, make_agent
from sicilianos_env.engine.registry import find_game
from sicilianos_env.engine.transcript import replay
from sicilianos_training.lineups import Played, play_lineups
from sicilianos_training.replay import replay_records
from sicilianos_training.tournament.record import (
    read_records,
    records,
    replay_file,
    write_records,
)

GAMES = ("padrino", "sicilianos")  # in the first, some seats may have nothing to decide
COUNT, SEED = 24, 5

either_game = pytest.mark.parametrize("game", GAMES)


class Outside:
    """A heuristic that the engine does not know as one of its own."""

    name = "outside"

    def __init__(self, name: str, game: str) -> None:
        self.game, self._inner = game, make_agent(name, game, seed=1)

    def reseed(self, seed: int) -> None:
        self._inner.reseed(seed)

    def act(self, observations: np.ndarray, action_masks: np.ndarray) -> Any:
        return self._inner.act(observations, action_masks)


class Table:
    """Games that have been played by some agents, in line-ups drawn at random."""

    def __init__(self, game: str, first: int, last: int) -> None:
        self.game, self.rules = game, find_game(game).rules()
        inside = [make_agent(name, game, seed=1) for name in ladder(game)[-2:]]
        self.agents: list[Any] = [*inside, Outside("greedy", game), Outside("random", game)]
        choose = np.random.default_rng(2)
        self.lineups = choose.integers(first, last + 1, (COUNT, self.rules.num_players))
        self.deals = np.arange(COUNT) // 2 + 3  # each deal twice
        self.log: list[list[int]] = [[] for _ in range(COUNT)]
        self.played = play_lineups(
            game, self.rules, self.agents, self.lineups, self.deals, SEED, log=self.log
        )

    def records(self, log: Any = None, played: Played | None = None) -> list[dict[str, Any]]:
        return list(
            records(
                self.game, self.rules, self.agents, self.lineups, self.deals, SEED,
                self.log if log is None else log, played or self.played,
            )
        )  # fmt: skip


@either_game
@pytest.mark.parametrize(("first", "last"), [(0, 1), (0, 3), (2, 3)])
def test_recorded_games_end_as_they_were_played(game: str, first: int, last: int) -> None:
    table = Table(game, first, last)
    recorded = table.records()
    assert len(recorded) == COUNT
    for row, record in enumerate(recorded):
        again = replay(json.loads(json.dumps(record)))
        assert again.utilities().tolist() == table.played.utilities[row].tolist()
        assert again.scores().tolist() == table.played.scores[row].tolist()
        assert again.truncated == table.played.truncations[row]
        assert record["seats"] == [table.agents[index].name for index in table.lineups[row]]
    same_cards = [[words for _, words in record["plies"][:1]] for record in recorded]
    assert same_cards[0::2] == same_cards[1::2] and same_cards[0] != same_cards[2]


def test_compiled_agents_need_no_log() -> None:
    table = Table("sicilianos", 0, 1)
    assert not any(table.log)
    without = records(
        table.game, table.rules, table.agents, table.lineups, table.deals, SEED, None, table.played
    )
    assert list(without) == table.records()


def test_what_was_not_played_is_not_recorded() -> None:
    table = Table("sicilianos", 0, 3)
    row = next(row for row, actions in enumerate(table.log) if actions)
    for faulty in ([], table.log[row][:-1], [-1, *table.log[row][1:]]):
        log = [faulty if i == row else actions for i, actions in enumerate(table.log)]
        with pytest.raises(AssertionError, match=f"Game {row} goes another way"):
            table.records(log)
    other = Played.allocate(*table.lineups.shape)
    other.fill(np.arange(COUNT), table.played)
    other.utilities[COUNT - 1] *= -1
    with pytest.raises(AssertionError, match=f"Game {COUNT - 1} ends in another way"):
        table.records(played=other)


# --- Files


def printed(path: Path, show: int | None = None) -> list[str]:
    console = Console(file=io.StringIO(), highlight=False, markup=False, width=80)
    replay_records(path, show, console)
    text: str = console.file.getvalue()
    return text.splitlines()


def recorded_in(path: Path, table: Table) -> list[dict[str, Any]]:
    """The records that are in the file then, which have been added in two portions."""
    found = table.records()
    write_records(path, found[:5])
    write_records(path, iter(found[5:]))
    return found


def test_a_file_of_games_is_read_and_replayed(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    found = recorded_in(path, Table("padrino", 0, 3))
    assert list(read_records(path)) == found
    assert replay_file(path) == COUNT
    assert printed(path) == [f"{COUNT} games replayed to the same ends."]
    path.write_text(path.read_text().splitlines()[0])  # whole, though its line is not ended
    assert printed(path) == ["1 game replayed to the same end."]
    path.write_text("")
    assert printed(path) == ["0 games replayed to the same ends."]


def test_a_game_is_shown_line_by_line(tmp_path: Path) -> None:
    path, table = tmp_path / "games.jsonl", Table("sicilianos", 0, 3)
    found = recorded_in(path, table)
    lines = printed(path, show=4)
    record = found[3]
    title, *plies = lines[: -table.rules.num_players]
    assert title == f"sicilianos: deal {record['deal']} of seed {SEED}"
    assert len(plies) == len(record["plies"])
    for line, (seat, words) in zip(plies, record["plies"], strict=True):
        who = "chance" if seat is None else f"seat {seat} ({record['seats'][seat]})"
        assert line == f"{who}: {', '.join(words) if isinstance(words, list) else words}"
    assert lines[-1].startswith(f"seat 2 ({record['seats'][2]}): utility ")
    for number in (0, -1, COUNT + 1):
        with pytest.raises(ValueError, match=f"There is no game {number} in .*{COUNT} games"):
            printed(path, show=number)


def test_what_is_no_file_of_games_is_refused_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    recorded_in(path, Table("sicilianos", 0, 1))
    lines = path.read_bytes().splitlines(keepends=True)[:3]
    altered = lines[1].replace(b'"truncated":false', b'"truncated":true')
    faulty = {
        b"".join(lines)[:-40]: "line 3, is cut short",
        b"".join([lines[0], b"\n", lines[1]]): "line 2, is not JSON",
        b"".join([*lines, b'{"game":\xff}\n']): "line 4, is not JSON",
        b"".join([b"[" * 100_000 + b"\n", *lines]): "line 1, is not JSON",
        b"".join([*lines, b"[]\n"]): "line 4, is no object",
        b"".join([*lines, b"{}\n"]): "line 4: The record lacks 'game'",
        b"".join([lines[0], altered]): "line 2: After ply .* truncated must be false",
    }
    for content, sentence in faulty.items():
        path.write_bytes(content)
        with pytest.raises(ValueError, match=sentence) as error:
            replay_file(path)
        assert str(error.value).startswith(f"{path}, line ") and str(error.value).endswith(".")
    with pytest.raises(FileNotFoundError):
        replay_file(tmp_path / "nowhere.jsonl")
