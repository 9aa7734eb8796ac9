"""What an agent is: observations and masks in, actions out. It never sees a state."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

import numpy as np

from sicilianos_env.engine import kernels
from sicilianos_env.engine.bindings import kernel
from sicilianos_env.engine.records import Array
from sicilianos_env.engine.registry import find_game
from sicilianos_env.engine.streams import new_stream, read_seed
from sicilianos_env.engine.threads import RowThreads


class Agent(Protocol):
    """Plays any seat of one game.

    `act` takes N observations (N, D) uint8 and action masks (N, A) int8 of the seats to move and
    gives N legal actions (int64); or a single observation (D,) and mask (A,), and gives one int.
    What it does depends on these, on its seed and on how often it was asked, nothing else.
    """

    name: str
    game: str

    def act(self, observations: Array, action_masks: Array) -> Any:
        """The actions for a batch of observations, or for one."""

    def reseed(self, seed: int) -> None:
        """Starts the random stream of this seed: the agent then acts as one newly made with it.

        An agent that uses no chance need not define it, if it is a subclass.
        """


def probabilities_of(
    agent: Agent, observations: Array, action_masks: Array, draws: int = 1000
) -> Array:
    """How likely an agent takes each action, (N, A) float64.

    The agent "random" is uniform. An agent that knows this itself says so by a method
    `probabilities(observations, action_masks)`. Another is asked `draws` times and counted: exact
    if it uses no chance, else an estimate.
    """
    if hasattr(agent, "probabilities"):
        chances: Array = agent.probabilities(observations, action_masks)
        return chances
    if agent.name == "random":
        uniform: Array = action_masks / action_masks.sum(axis=1, keepdims=True)
        return uniform
    rows, counts = np.arange(len(observations)), np.zeros(action_masks.shape)
    for _ in range(draws):
        counts[rows, agent.act(observations, action_masks)] += 1
    return counts / draws


class CompiledAgent:
    """An agent that the engine can also run inside its own loops, as `kind` of `choose`.

    Args:
        name: the agent's name.
        game: the game's name.
        kind: its number for `choose`.
        choose: choose(kind, observation, mask, stream), the compiled agents of the game.
        seed: of its random stream; None takes one at random.
        interpreted: run as plain Python, which needs no compilation.
        threads: at most so many; None takes the processors available.
    """

    def __init__(
        self,
        name: str,
        game: str,
        kind: int,
        choose: Callable[..., int],
        seed: int | None = None,
        interpreted: bool = False,
        threads: int | None = None,
    ) -> None:
        self.name, self.game, self.kind, self.choose = name, game, kind, choose
        self.interpreted = interpreted
        self._threads = RowThreads(threads)
        self.reseed(read_seed(seed))
        self._make_kernel()

    def reseed(self, seed: int) -> None:
        """Starts the random stream of this seed."""
        self._stream, self._calls = new_stream(seed), 0

    def _make_kernel(self) -> None:
        game = find_game(self.game)
        self._choose_rows = kernel(game, kernels.choose_rows, self.choose, self.interpreted)

    def __getstate__(self) -> dict[str, Any]:
        return {key: value for key, value in self.__dict__.items() if key != "_choose_rows"}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)
        self._make_kernel()

    def act(self, observations: Array, action_masks: Array) -> Any:
        """The actions for a batch of observations, or for one."""
        if observations.ndim == 1:
            return int(self.act(observations[None], action_masks[None])[0])
        actions = np.empty(len(observations), np.int64)
        arguments = (self._stream, self._calls, self.kind, observations, action_masks, actions)
        self._threads.run(self._choose_rows, arguments, len(observations))
        self._calls += 1
        return actions
