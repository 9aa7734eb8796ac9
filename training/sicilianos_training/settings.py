"""Settings of a training, from TOML files."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from importlib.resources import files
from math import inf


@dataclass(frozen=True)
class Settings:
    """What `configs/default.toml` explains."""

    minutes: float
    num_envs: int
    num_steps: int
    epochs: int
    minibatch: int
    learning_rate: float
    entropy: float
    gamma: float
    gae_lambda: float
    hidden: tuple[int, ...]
    shaping: float
    imitation: float
    lessons: int
    evaluation_deals: int


def read_settings(game: str, **changes: object) -> Settings:
    """The default settings, a game's own ones, and single changes (None: no change)."""
    folder = files(__package__) / "configs"
    chosen: dict[str, object] = {}
    for name in ("default", game):
        if (folder / f"{name}.toml").is_file():
            chosen |= tomllib.loads((folder / f"{name}.toml").read_text(encoding="utf-8"))
    chosen |= {name: value for name, value in changes.items() if value is not None}
    chosen["hidden"] = tuple(chosen["hidden"])  # type: ignore[arg-type]
    settings = Settings(**chosen)  # type: ignore[arg-type]
    if not 0 < settings.minutes < inf or settings.evaluation_deals < 2:
        raise ValueError(
            "A training needs more than 0 minutes, and its evaluation 2 deals or more."
        )
    return settings
