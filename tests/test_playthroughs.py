"""Whole games as text, line by line, in each game's `golden/playthroughs/`."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from sicilianos_env import games
from sicilianos_env.engine.playthrough import playthrough_files, replayed
from sicilianos_env.engine.registry import find_game

PHASE = re.compile(r"^--- \d+: ([^,]+),", re.MULTILINE)


def all_files() -> list[Any]:
    return [
        pytest.param(file, id=f"{game}: {file.stem}")
        for game in games()
        for file in playthrough_files(find_game(game))
    ]


@pytest.mark.parametrize("file", all_files())
def test_a_playthrough_is_played_again_to_the_letter(file: Path) -> None:
    old = file.read_text(encoding="utf-8")
    assert old.splitlines() == replayed(old).splitlines(), (
        "if the change is meant, run: python -m sicilianos_env.engine.playthrough"
    )


@pytest.mark.parametrize("game", games())
def test_the_playthroughs_of_a_game_show_every_phase(game: str) -> None:
    contract = find_game(game)
    files = playthrough_files(contract)
    assert files, f"games/{game} lacks golden/playthroughs/*.txt"
    shown = {phase for file in files for phase in PHASE.findall(file.read_text(encoding="utf-8"))}
    assert shown == set(contract.phases_played[:-1])
