"""Agents with trained weights: `ppo:FILE` takes the likeliest action, `ppo-sampled:FILE` samples.

A file of weights is `NAME.safetensors` with `NAME.json` beside it, which says what the weights are
for. A run folder stands for the `policy.safetensors` in it.
"""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import torch
from safetensors import SafetensorError
from safetensors.torch import load, save_file
from torch import nn

from sicilianos_env.adapters.settings import observation_scale
from sicilianos_env.engine.records import Array
from sicilianos_env.engine.registry import find_game
from sicilianos_env.engine.streams import read_seed

WEIGHTS = "policy.safetensors"


@dataclass(frozen=True)
class PolicyCard:
    """What a file of weights is for, and how it was made."""

    game: str
    observation_version: int
    rules: dict[str, Any]
    hidden: tuple[int, ...]
    seed: int
    decisions: int
    minutes: float
    packages: dict[str, str]


class PolicyNetwork(nn.Module):
    """Observation in, logits out: a plain perceptron with tanh.

    Args:
        size: D, the bytes of an observation.
        hidden: the widths of the hidden layers.
        num_actions: A.
    """

    def __init__(self, size: int, hidden: tuple[int, ...], num_actions: int) -> None:
        super().__init__()
        widths = (size, *hidden)
        layers: list[nn.Module] = []
        for before, after in pairwise(widths):
            layers += [nn.Linear(before, after), nn.Tanh()]
        self.layers = nn.Sequential(*layers, nn.Linear(widths[-1], num_actions))

    def forward(self, observations: torch.Tensor) -> torch.Tensor:
        """Logits (N, A) of scaled observations (N, D) float32."""
        logits: torch.Tensor = self.layers(observations)
        return logits


class PolicyAgent:
    """Takes the likeliest legal action of a network's policy, or samples from it.

    Args:
        name: the agent's name.
        game: the game's name.
        network: the policy.
        num_players: whose observations the network reads.
        seed: of its random choices; None takes one at random.
        sampled: sample from the policy.
        digest: names the weights by their content.
    """

    def __init__(
        self,
        name: str,
        game: str,
        network: PolicyNetwork,
        num_players: int,
        seed: int | None = None,
        sampled: bool = False,
        digest: str = "",
    ) -> None:
        self.name, self.game, self.sampled, self.digest = name, game, sampled, digest
        self._network, self.num_players = network.eval(), num_players
        self._scale = torch.from_numpy(observation_scale(find_game(game), num_players))
        self.reseed(read_seed(seed))

    def reseed(self, seed: int) -> None:
        """Starts the random stream of this seed."""
        self._random = np.random.Generator(np.random.Philox(seed))

    def act(self, observations: Array, action_masks: Array) -> Any:
        """The actions for a batch of observations, or for one."""
        single = observations.ndim == 1
        logits = self.logits(np.atleast_2d(observations))
        if self.sampled:
            logits += self._random.gumbel(size=logits.shape)
        actions = np.where(np.atleast_2d(action_masks) > 0, logits, -np.inf).argmax(axis=1)
        return int(actions[0]) if single else actions

    def probabilities(self, observations: Array, action_masks: Array) -> Array:
        """How likely it takes each action, (N, A) float64."""
        legal = np.where(np.asarray(action_masks) > 0, self.logits(observations), -np.inf)
        if not self.sampled:
            return np.eye(legal.shape[1])[legal.argmax(axis=1)]
        chances = np.exp((legal - legal.max(axis=1, keepdims=True)).astype(np.float64))
        shares: Array = chances / chances.sum(axis=1, keepdims=True)
        return shares

    def logits(self, observations: Array) -> Array:
        """The network's logits (N, A) float32, legal or not."""
        if observations.shape[1] != len(self._scale):
            raise ValueError(
                f"{self.name} was trained for {self.num_players} players; it cannot read the "
                "observations of another number of players."
            )
        with torch.inference_mode():
            scaled = torch.from_numpy(np.ascontiguousarray(observations)).float() * self._scale
            logits: Array = self._network(scaled).numpy()
        return logits


def save_policy(folder: Path, network: PolicyNetwork, card: PolicyCard) -> None:
    """Writes weights and card into a folder."""
    weights = {name: tensor.contiguous() for name, tensor in network.state_dict().items()}
    save_file(weights, folder / f"{WEIGHTS}.part")
    os.replace(folder / f"{WEIGHTS}.part", folder / WEIGHTS)
    text = json.dumps(asdict(card), indent=1)
    (folder / f"{WEIGHTS}.part").write_text(text + "\n", encoding="utf-8")
    os.replace(folder / f"{WEIGHTS}.part", (folder / WEIGHTS).with_suffix(".json"))


def load_policy_agent(
    file: str, game: str, seed: int | None = None, sampled: bool = False
) -> PolicyAgent:
    """The agent whose weights lie in a file or run folder.

    Raises:
        ValueError: with one sentence, if they cannot be read or are for something else.
    """
    path = Path(file) / WEIGHTS if Path(file).is_dir() else Path(file)
    card = read_card(path.with_suffix(".json"))
    contract = find_game(game)
    fits = card.game in (game, contract.part_of)  # a part of a game shows the same observation
    if not fits or card.observation_version != find_game(card.game).version:
        raise ValueError(
            f"{path} is for {card.game}, version {card.observation_version} of its observations, "
            f"not for {game}, version {contract.version}."
        )
    players = card.rules["num_players"]
    try:
        size = contract.observation_size(players)
        network = PolicyNetwork(size, tuple(card.hidden), contract.num_actions)
        content = path.read_bytes()
        network.load_state_dict(load(content))
    except (OSError, SafetensorError, RuntimeError, TypeError, ValueError):
        raise ValueError(f"{path} cannot be read as the weights that its card describes.") from None
    name = f"ppo-sampled:{file}" if sampled else f"ppo:{file}"
    digest = hashlib.sha256(content).hexdigest()
    return PolicyAgent(name, game, network, players, seed, sampled, digest)


def read_card(path: Path) -> PolicyCard:
    """The card of a file of weights.

    Raises:
        ValueError: with one sentence, if there is none or it lacks something.
    """
    try:
        card = PolicyCard(**json.loads(path.read_text(encoding="utf-8")))
        int(card.rules["num_players"])
        return card
    except OSError:
        raise ValueError(f"There is no {path}, the card of a file of weights.") from None
    except (ValueError, TypeError, KeyError):
        raise ValueError(f"{path} is not the card of a file of weights.") from None
