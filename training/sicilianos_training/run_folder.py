"""A run folder: everything that a training leaves, and enough to go on from it.

policy.safetensors, policy.json   the agent (`ppo:FOLDER`) and its card
learner.safetensors               all weights and the optimiser's state, to go on from
run.json                          how the run was made, and how far it went
curve.json, curve.png             share of wins while training
table.json                        the evaluation at the end
tensorboard/                      the learner's own log
"""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass, fields
from datetime import datetime
from importlib.metadata import version
from math import isfinite
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError
from safetensors.torch import load_file, save_file

from sicilianos_env.engine.registry import find_game
from sicilianos_training.settings import Settings

LEARNER, RUN, CURVE = "learner.safetensors", "run.json", "curve.json"
PACKAGES = (
    "sicilianos",
    "numpy",
    "numba",
    "gymnasium",
    "torch",
    "stable-baselines3",
    "sb3-contrib",
)


@dataclass
class Run:
    """How a run was made, and how far it went."""

    game: str
    options: dict[str, Any]
    opponents: list[str]
    seed: int
    hidden: list[int]
    game_version: int
    decisions: int = 0
    minutes: float = 0.0
    next_episode: int = 0  # of the random streams: the first that was not played
    has_imitated: bool = False  # the head start is over


def new_folder(game: str, seed: int) -> Path:
    """A new folder `runs/GAME-TIME-sSEED` under the working directory."""
    stamp = datetime.now().strftime("%Y%m%d-%H%M%S-%f")
    folder = Path("runs") / f"{game}-{stamp}-s{seed}"
    folder.mkdir(parents=True)
    return folder


def package_versions() -> dict[str, str]:
    """The versions of what a result may depend on."""
    return {name: version(name) for name in PACKAGES}


def write_json(path: Path, content: Any) -> None:
    """Writes the file as a whole or not at all."""
    temporary = path.with_suffix(path.suffix + ".part")
    temporary.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")
    os.replace(temporary, path)


def finite(figures: Any) -> Any:
    """The figures with None for what could not be measured, which JSON has no number for."""
    if isinstance(figures, dict):
        return {name: finite(figure) for name, figure in figures.items()}
    if isinstance(figures, list | tuple):
        return [finite(figure) for figure in figures]
    return None if isinstance(figures, float) and not isfinite(figures) else figures


def write_run(folder: Path, run: Run, settings: Settings) -> None:
    """Writes `run.json`, with the settings and the versions of the packages."""
    made_by = {"settings": asdict(settings), "packages": package_versions()}
    write_json(folder / RUN, {**asdict(run), **made_by})


def read_run(folder: Path) -> Run:
    """Reads `run.json`.

    Raises:
        ValueError: with one sentence, if the folder is not a run folder.
    """
    try:
        content = json.loads((folder / RUN).read_text(encoding="utf-8"))
        run = Run(**{field.name: content[field.name] for field in fields(Run)})
        version_now = find_game(run.game).version
        insist_on_numbers(run)
    except (OSError, ValueError, KeyError, TypeError, AssertionError):
        raise ValueError(f"{folder} is not a run folder: its {RUN} cannot be read.") from None
    if run.game_version != version_now:
        raise ValueError(
            f"{folder} was made with version {run.game_version} of {run.game}, which now has "
            f"version {version_now}; its network cannot go on."
        )
    return run


def insist_on_numbers(run: Run) -> None:
    """Raises an AssertionError for a field of a wrong type or below 0."""
    numbers = (run.seed, run.decisions, run.next_episode, run.options["num_players"], *run.hidden)
    assert all(type(number) is int and number >= 0 for number in numbers)
    assert isinstance(run.minutes, float | int) and run.minutes >= 0


def read_curve(folder: Path) -> list[dict[str, Any]]:
    """The points of the learning curve so far.

    Raises:
        ValueError: with one sentence, if there is a file that is none.
    """
    path = folder / CURVE
    try:
        points: list[dict[str, Any]] = json.loads(path.read_text("utf-8")) if path.exists() else []
        assert all({"minutes", "share", "by_opponent"} <= set(point) for point in points)
    except (ValueError, TypeError, AssertionError):
        raise ValueError(f"{path} is not a learning curve; remove it to go on without.") from None
    return points


def write_learner(folder: Path, policy: torch.nn.Module, optimizer: torch.optim.Optimizer) -> None:
    """Writes all weights and the optimiser's moments, as a whole or not at all."""
    tensors = {f"policy.{name}": value for name, value in policy.state_dict().items()}
    for index, moments in optimizer.state_dict()["state"].items():
        for name, value in moments.items():
            tensors[f"optimizer.{index}.{name}"] = torch.as_tensor(value)
    temporary = folder / (LEARNER + ".part")
    save_file({name: value.contiguous() for name, value in tensors.items()}, temporary)
    os.replace(temporary, folder / LEARNER)


def read_learner(folder: Path, policy: torch.nn.Module, optimizer: torch.optim.Optimizer) -> None:
    """Loads what `write_learner` wrote.

    Raises:
        ValueError: with one sentence, if the file does not fit.
    """
    try:
        tensors = load_file(folder / LEARNER)
        _load(tensors, policy, optimizer)
    except (OSError, SafetensorError, RuntimeError, KeyError, ValueError):
        raise ValueError(f"{folder / LEARNER} does not hold the weights of this run.") from None


def _load(
    tensors: dict[str, torch.Tensor], policy: torch.nn.Module, optimizer: torch.optim.Optimizer
) -> None:
    weights = {
        name.removeprefix("policy."): value
        for name, value in tensors.items()
        if name.startswith("policy.")
    }
    policy.load_state_dict(weights)
    state = optimizer.state_dict()
    for name, value in tensors.items():
        kind, _, rest = name.partition(".")
        if kind == "optimizer":
            index, _, moment = rest.partition(".")
            state["state"].setdefault(int(index), {})[moment] = value
    optimizer.load_state_dict(state)
