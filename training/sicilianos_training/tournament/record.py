"""Games of a tournament in words, a line of JSON for each (`sicilianos_env.engine.transcript`).

The engine plays whole games without telling what happens in them. So a game to be recorded is
played once more, from the same random streams: there the compiled agents decide again as they did,
and the actions of the others are taken from a log.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from sicilianos_agents.base import Agent
from sicilianos_agents.registry import compiled_agents
from sicilianos_env.engine.bindings import kernel
from sicilianos_env.engine.game import IllegalMoveError
from sicilianos_env.engine.kernels import inside_action_of_one
from sicilianos_env.engine.records import Array
from sicilianos_env.engine.registry import find_game
from sicilianos_env.engine.single import SingleGame
from sicilianos_env.engine.transcript import Decide, play_in_words, replay
from sicilianos_training.lineups import Log, Played, kinds_of

A_LINE = "each line must hold one game"
NO_ACTION = -1  # where the log of a game has come to its end


def records(
    game: str,
    rules: Any,
    agents: Sequence[Agent],
    lineups: Array,
    deals: Array,
    seed: int,
    log: Log | None,
    played: Played,
) -> Iterator[dict[str, Any]]:
    """The records of games that `play_lineups` has played, in their order.

    Args:
        game: the game's name.
        rules: its rules object.
        agents: who played.
        lineups: (G, P), the index in `agents` of who sat at each seat.
        deals: (G,), as they were given to `play_lineups`.
        seed: as it was given to `play_lineups`.
        log: as `play_lineups` has filled it; None where only compiled agents played.
        played: how the games ended, with `utility="win"`.

    Raises:
        AssertionError: if a game did not come to the same end again, which is a fault of ours.
    """
    contract = find_game(game)
    single = SingleGame(contract, rules, seed)
    again = kernel(contract, inside_action_of_one, compiled_agents(game)[1])
    observation = np.empty(contract.observation_size(rules.num_players), np.uint8)
    kinds = kinds_of(agents, game)[lineups]
    for row, deal in enumerate(np.asarray(deals).tolist()):
        seats = [agents[index].name for index in lineups[row]]
        outside = () if log is None else log[row]
        decide = _as_before(again, kinds[row].tolist(), outside, observation)
        try:
            record = play_in_words(single, seed, deal, seats, decide)
        except IllegalMoveError as fault:
            raise AssertionError(
                f"Game {row} goes another way when played again: {fault}"
            ) from None
        _assert_same_end(record, played, row)
        yield record


def _as_before(
    again: Callable[..., int], kinds: Sequence[int], outside: Sequence[int], observation: Array
) -> Decide:
    """Decides as before in a game of such kinds of agents; `observation` is its to write in."""
    actions, decisions = iter(outside), np.zeros(1, np.int64)

    def decide(single: SingleGame) -> int:
        seat = single.to_move
        assert seat is not None
        if kinds[seat] < 0:
            return next(actions, NO_ACTION)
        return again(
            single.rules_memory, single.memory, kinds[seat], seat, single.stream, single.mask,
            decisions, observation,
        )  # fmt: skip

    return decide


def _assert_same_end(record: dict[str, Any], played: Played, row: int) -> None:
    same = (
        record["utilities"] == played.utilities[row].tolist()
        and record["scores"] == played.scores[row].tolist()
        and record["truncated"] == played.truncations[row]
    )
    if not same:
        raise AssertionError(f"Game {row} ends in another way when played again.")


# --- Files


def write_records(path: Path, records: Iterable[dict[str, Any]]) -> None:
    """Adds records to the end of a file, a line of JSON for each."""
    with path.open("a", encoding="utf-8", newline="\n") as file:
        for record in records:
            file.write(json.dumps(record, separators=(",", ":")) + "\n")
        file.flush()
        os.fsync(file.fileno())


def read_records(path: Path) -> Iterator[dict[str, Any]]:
    """The records of a file, one a line; whether they are games is for `replay` to say.

    Raises:
        ValueError: with one sentence, for a line that is no JSON object or is cut short.
    """
    with path.open("rb") as file:
        for number, line in enumerate(file, start=1):
            try:
                record = json.loads(line)
            except (ValueError, RecursionError):
                is_cut = line.strip() and not line.endswith(b"\n")
                fault = "is cut short" if is_cut else "is not JSON"
                raise ValueError(f"{path}, line {number}, {fault}; {A_LINE}.") from None
            if not isinstance(record, dict):
                raise ValueError(f"{path}, line {number}, is no object; {A_LINE}.")
            yield record


def replay_line(
    path: Path, number: int, record: dict[str, Any], interpreted: bool = False
) -> SingleGame:
    """Replays the record in a line of a file (from 1).

    Raises:
        ValueError: as `replay`, with the file and the line in the sentence.
    """
    try:
        return replay(record, interpreted)
    except ValueError as fault:
        raise ValueError(f"{path}, line {number}: {fault}") from None


def replay_file(path: Path) -> int:
    """Replays all games of a file to their ends and gives how many there are.

    Raises:
        ValueError: with one sentence, for the first line that is no game or ends differently.
    """
    number = 0
    for number, record in enumerate(read_records(path), start=1):
        replay_line(path, number, record)
    return number
