"""Writes each OBSERVATION.md from its game's tables: `python -m sicilianos_env.engine.describe`."""

from __future__ import annotations

from collections.abc import Iterable
from math import prod
from pathlib import Path

from sicilianos_env.engine.game import Field, Game
from sicilianos_env.engine.registry import find_game, game_folder, games


def observation_page(game: Game) -> str:
    """The page on a game's observation, in Markdown."""
    table, seat = (sum(prod(f.shape) for f in x) for x in (game.table_fields, game.seat_fields))
    sizes = ", ".join(
        f"{game.observation_size(n)} for {n}" for n in range(game.min_players, game.max_players + 1)
    )
    return "\n".join(
        [
            f"# The observation of {game.name} (version {game.version})",
            "",
            "Made from the code's own tables by `python -m sicilianos_env.engine.describe`; a test",
            "compares. All fields are `uint8`; environments divide each by its maximum.",
            "",
            f"An observation is one record of the table ({table} bytes) and one record of each",
            f"seat ({seat} bytes), the viewer's first, then clockwise.",
            "",
            f"Bytes by number of players: {sizes}.",
            "",
            f"Phases, in order: {', '.join(game.phases)}.",
            *_unused(game),
            "",
            "## The table",
            "",
            *_rows(game.table_fields),
            "",
            "## Each seat",
            "",
            *_rows(game.seat_fields),
            "",
        ]
    )


def _unused(game: Game) -> list[str]:
    """What a game that is part of another has in common with it and never uses."""
    if not game.phases_unused:
        return []
    return [
        "",
        f"Here {', '.join(game.phases_unused)} never come, and "
        f"{', '.join(f'`{name}`' for name in game.fields_unused)} are always 0.",
    ]


def _rows(fields: Iterable[Field]) -> Iterable[str]:
    yield "| field | shape | maximum | meaning |"
    yield "| --- | --- | --- | --- |"
    for field in fields:
        shape = " x ".join(map(str, field.shape)) or "one"
        yield f"| `{field.name}` | {shape} | {field.most} | {field.meaning} |"


def page_file(game: Game) -> Path:
    """Where the page lies."""
    return game_folder(game.name) / "OBSERVATION.md"


if __name__ == "__main__":
    for name in games():
        page_file(find_game(name)).write_text(observation_page(find_game(name)), encoding="utf-8")
