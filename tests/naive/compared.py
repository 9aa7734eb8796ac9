"""What the engine shows, compared with what a referee expects, the same for every game."""

from __future__ import annotations

from typing import Any


def assert_as_expected(
    observation: Any, game: Any, players: int, seat: int, expected: dict[str, Any], told: object
) -> None:
    """A flat observation of a seat is, field by field, as expected; its seats are in `seats`."""
    shown = observation.view(game.observation_record(players))[0]
    seats = expected.pop("seats")
    table = [name for name in shown.dtype.names if name != "seats"]
    assert_fields(shown, table, expected, f"seen by {seat}", told)
    for k, one in enumerate(seats):
        where = f"seat {(seat + k) % players} seen by {seat}"
        assert_fields(shown["seats"][k], shown["seats"].dtype.names, one, where, told)


def assert_fields(shown: Any, names: Any, expected: dict, where: str, told: object) -> None:
    """The named fields of a record, and no others, are expected, and are as expected."""
    assert set(names) == set(expected), where
    for name, value in expected.items():
        assert shown[name].tolist() == value, (name, where, told)
