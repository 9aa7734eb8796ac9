"""The engine against the naive twin: one game of each set of options, for mutants.py.

pytest does not collect this file by itself: `test_twin` plays these games and many more.
"""

from __future__ import annotations

import pytest
from test_twin import play_side_by_side
from twins import twin_of

from sicilianos_env import games


@pytest.mark.parametrize(
    ("game", "number"),
    [(game, number) for game in games() for number in range(len(twin_of(game).OPTIONS))],
)
def test_engine_equals_naive_twin(game: str, number: int) -> None:
    play_side_by_side(game, twin_of(game).OPTIONS[number], seed=number)
