"""Agents that play a solved game by its table: `solved:FOLDER`.

A folder holds `solution.safetensors` and `solution.json` beside it, which says what was solved. The
table goes by what a seat sees at its decision, all that an agent is shown.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from safetensors import SafetensorError
from safetensors.numpy import load, save

from sicilianos_env.engine.fingerprint import fingerprints
from sicilianos_env.engine.options import read_rules, saved_rules
from sicilianos_env.engine.records import Array
from sicilianos_env.engine.registry import find_game
from sicilianos_env.engine.streams import read_seed
from sicilianos_env.jit import compiled

SOLUTION = "solution.safetensors"


class SolvedAgent:
    """Samples from a table of probabilities.

    Args:
        name: the agent's name.
        game: the game's name.
        observations: (I, D) uint8, what can be seen; no two rows are equal.
        chances: (I, A) float64, how likely each action is there.
        rules: the rules object of the game that was solved.
        seed: of its random choices; None takes one at random.
    """

    def __init__(
        self,
        name: str,
        game: str,
        observations: Array,
        chances: Array,
        rules: Any,
        seed: int | None = None,
    ) -> None:
        self.name, self.game, self.rules = name, game, rules
        keys = names_of(observations)
        order = np.argsort(keys)
        self._keys, self._chances = keys[order], chances[order]
        self.reseed(read_seed(seed))

    def reseed(self, seed: int) -> None:
        """Starts the random stream of this seed."""
        self._random = np.random.Generator(np.random.Philox(seed))

    def act(self, observations: Array, action_masks: Array) -> Any:
        """The actions for a batch of observations, or for one."""
        single = observations.ndim == 1
        chances = self.probabilities(np.atleast_2d(observations), np.atleast_2d(action_masks))
        drawn = self._random.random((len(chances), 1)) * chances.sum(axis=1, keepdims=True)
        actions = (chances.cumsum(axis=1) > drawn).argmax(axis=1)
        return int(actions[0]) if single else actions

    def probabilities(self, observations: Array, action_masks: Array) -> Array:
        """How likely it takes each action, (N, A) float64.

        Raises:
            ValueError: with one sentence, for what cannot be seen in the game that was solved.
        """
        keys = names_of(observations)
        rows = np.minimum(np.searchsorted(self._keys, keys), len(self._keys) - 1)
        chances: Array = self._chances[rows]
        is_known = (self._keys[rows] == keys).all()
        if not is_known or (chances[np.asarray(action_masks) == 0] > 0).any():
            raise ValueError(
                f"{self.name} has never seen such a situation: it can play only the game that was "
                f"solved, {self.game} with {json.dumps(saved_rules(self.rules))}."
            )
        return chances


def names_of(observations: Array) -> Array:
    """A number for each observation, int64."""
    names = np.empty(len(observations), np.int64)
    compiled(fingerprints)(np.ascontiguousarray(observations), names)
    return names


def save_solution(
    folder: Path, observations: Array, chances: Array, card: Mapping[str, Any]
) -> None:
    """Writes table and card into a folder; the card names at least `game`, `version`, `rules`."""
    content = save({"observations": observations, "probabilities": chances})
    texts = {SOLUTION: content, "solution.json": (json.dumps(card, indent=1) + "\n").encode()}
    for name, data in texts.items():
        (folder / f"{name}.part").write_bytes(data)
        os.replace(folder / f"{name}.part", folder / name)


def load_solved_agent(
    file: str, game: str, seed: int | None = None, rules: Any | None = None
) -> SolvedAgent:
    """The agent whose solution lies in a folder, or in a file of one.

    Raises:
        ValueError: with one sentence, if it cannot be read or is for something else.
    """
    path = Path(file) / SOLUTION if Path(file).is_dir() else Path(file)
    contract = find_game(game)
    try:
        card = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
        solved = card["game"], card["version"]
        options = card["rules"]
        tables = load(path.read_bytes())
        observations, chances = tables["observations"], tables["probabilities"]
    except (OSError, ValueError, KeyError, TypeError, SafetensorError):
        raise ValueError(f"{path} cannot be read as a solution with its card.") from None
    if solved != (game, contract.version):
        raise ValueError(
            f"{path} solves {solved[0]}, version {solved[1]}, not {game}, version "
            f"{contract.version}."
        )
    solved_rules = read_rules(contract.rules, {}, options)
    if rules is not None and rules != solved_rules:
        raise ValueError(
            f"{path} solves {game} with {json.dumps(saved_rules(solved_rules))}; it cannot play "
            "with other options."
        )
    size = contract.observation_size(solved_rules.num_players)
    if observations.shape[1:] != (size,) or chances.shape != (
        len(observations),
        contract.num_actions,
    ):
        raise ValueError(f"{path} cannot be read as a solution with its card.")
    return SolvedAgent(f"solved:{file}", game, observations, chances, solved_rules, seed)
