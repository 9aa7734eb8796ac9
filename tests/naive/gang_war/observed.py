"""What a seat may see of a war: as in the whole game (RULES.md, 5), but for the notes."""

from __future__ import annotations

from typing import Any

from naive.compared import assert_as_expected
from naive.gang_war.referee import Referee
from naive.sicilianos.observed import expected_observation as in_whole_game
from naive.sicilianos.observed import is_unrevealed


def expected_observation(referee: Referee, viewer: int) -> dict[str, Any]:
    """The whole observation of a seat; notes are counted by the kinds of the option."""
    expected = in_whole_game(referee, viewer)
    if not referee.war.rows:
        expected["war_round"] = 0
    for seat, shown in zip(referee.clockwise_from(viewer), expected["seats"], strict=True):
        row, dirty = referee.war.row_of(seat), list(referee.seats[seat].dirty)
        if row and row.stake is not None and seat != viewer and is_unrevealed(referee, row):
            dirty.append(row.stake)
        shown["dirty"] = [dirty.count(kind) for kind in referee.rules["denominations"]]
    return expected


def assert_shown(observation: Any, game: Any, referee: Referee, seat: int, told: object) -> None:
    """An observation of a seat is, field by field, what it may see by the referee's account."""
    expected = expected_observation(referee, seat)
    assert_as_expected(observation, game, referee.players, seat, expected, told)


def assert_same_knowledge(match: Any, referee: Referee, told: object) -> None:
    """The observation of each seat shows all that it may see, and nothing else."""
    for seat in range(match.rules.num_players):
        assert_shown(match.observation(seat), match.game, referee, seat, told)
