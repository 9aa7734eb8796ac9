"""What the adapters share: the settings that people give, and the spaces."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
from gymnasium import spaces

from sicilianos_env.engine.game import Game
from sicilianos_env.engine.kernels import MOST_RESTARTS
from sicilianos_env.engine.records import Array

RENDER_MODES = ("human", "ansi")
ILLEGAL = ("lose", "raise", "random")


def check_count(name: str, value: Any, least: int = 1) -> int:
    """The value as an int; a ValueError with one sentence, unless it is a whole number ≥ least."""
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < least:
        raise ValueError(f"{name} is {value!r}; it must be a whole number of at least {least}.")
    return int(value)


def whole_number(action: Any) -> int:
    """The action as an int, whatever its integer type.

    Raises:
        ValueError: if it is not a whole number.
    """
    try:
        return operator.index(action)
    except TypeError:
        raise ValueError(f"The action is {action!r}; it must be a whole number.") from None


def check_restarts(passed_over: int) -> None:
    """Raises a ValueError when too many games in a row had no decision of the learner's.

    Else a learner whose opponents never let it decide would wait for ever.
    """
    if passed_over > MOST_RESTARTS:
        raise ValueError(
            f"In {MOST_RESTARTS:,} games in a row these opponents left the learner nothing to "
            "decide; others must."
        )


def observation_scale(game: Game, num_players: int) -> Array:
    """What an observation's bytes are multiplied by to lie in [0, 1], float32 of shape (D,)."""
    return (1 / game.observation_maxima(num_players)).astype(np.float32)


def observation_box(game: Game, num_players: int) -> spaces.Box:
    """The space of scaled observations, float32 of shape (D,)."""
    return spaces.Box(0, 1, (game.observation_size(num_players),), np.float32)


def action_space(game: Game) -> spaces.Discrete[np.int64]:
    """The space of actions."""
    return spaces.Discrete(game.num_actions)


def masked_space(game: Game, num_players: int) -> spaces.Dict:
    """The space of scaled observations with their action masks."""
    mask = spaces.Box(0, 1, (game.num_actions,), np.int8)
    return spaces.Dict({"observation": observation_box(game, num_players), "action_mask": mask})
