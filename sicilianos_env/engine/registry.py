"""The games there are: the folders of `sicilianos_env.games`. No name is written down here."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

from sicilianos_env import games as _games
from sicilianos_env.engine.game import Game


@cache
def games() -> tuple[str, ...]:
    """The names of all games, in alphabetical order."""
    return tuple(sorted(module.name for module in iter_modules(_games.__path__) if module.ispkg))


@cache
def find_game(name: str) -> Game:
    """The contract of a game.

    Raises:
        ValueError: if there is no such game; the sentence names those there are.
    """
    if not isinstance(name, str) or name not in games():
        raise ValueError(f"There is no game {name!r}; there are: {', '.join(games())}.")
    game = import_module(f"{_games.__name__}.{name}").GAME
    assert isinstance(game, Game)
    return game


def game_folder(name: str) -> Path:
    """Where a game's files lie."""
    return Path(next(iter(_games.__path__))) / find_game(name).name
