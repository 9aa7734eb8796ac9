"""Imperfect-information card games with bluffing, for training, benchmarks and research.

`make` gives a PettingZoo AEC environment, `make_vec` thousands of games side by side, `new_match`
and `load` one game in words and positions. `games()` lists what there is.
"""

from __future__ import annotations

from sicilianos_env.engine.game import IllegalMoveError, InvalidMoveError, PositionError
from sicilianos_env.engine.match import Match, freeze, load, new_match
from sicilianos_env.engine.registry import games
from sicilianos_env.make import make, make_vec, openspiel_game, register_all

__version__ = "0.1.0"

__all__ = [
    "IllegalMoveError",
    "InvalidMoveError",
    "Match",
    "PositionError",
    "freeze",
    "games",
    "load",
    "make",
    "make_vec",
    "new_match",
    "openspiel_game",
]

register_all()  # with Gymnasium and PettingZoo, whose registries hold names only
