"""The vectorised AEC environment: thousands of games side by side, one seat to move in each."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from sicilianos_env.adapters.settings import action_space, check_count
from sicilianos_env.engine.batch import Batch
from sicilianos_env.engine.options import read_rules
from sicilianos_env.engine.records import Array
from sicilianos_env.engine.registry import find_game
from sicilianos_env.engine.streams import read_seed
from sicilianos_env.engine.utilities import check_utility


class VectorAEC:
    """N games of P players side by side, with A actions and observations of D bytes.

    The games have begun when the environment is made. A game that ends starts again in the same
    step: `observations`, `action_masks` and `agent_selection` are then those of the next game, and
    `rewards`, `scores`, `terminations`, `truncations` and `final_observations` tell of the one that
    ended, until the next step (scores and final observations until the next game ends).

    One thread at a time may step an environment; different ones do not disturb each other.

    All arrays are views into the environment and are written in place by `step` and `reset`: copy
    what you want to keep. One game equals the AEC environment of the same seed, step for step;
    the games of a batch do not depend on its size or on the number of threads.

    Args:
        game: the game's name.
        num_envs: N.
        seed: of all chance, 0 … 2**64 − 1; None takes one at random.
        threads: at most so many; None takes the processors available. Small batches use one.
        utility: "win", "score" or "rank".
        interpreted: run the rules as plain Python, which needs no compilation.
        options: `preset`, and fields of the game's rules object.

    Attributes:
        observations: (N, D) uint8, the observation records of the seats to move.
        action_masks: (N, A) int8, 1 for each legal action; never all 0.
        agent_selection: (N,) int8, the seats to move.
        rewards: (N, P) float64, the utilities of a game that ended in the last step, else 0.
        scores: (N, P) float64, the scores of the last game that ended.
        terminations: (N,) bool, whether the last step ended a game.
        truncations: (N,) bool, whether the last step ran into the game's limit of turns; a game
            that truncates does not terminate.
        final_observations: (N, P, D) uint8, every seat's observation at the end of the last game.
        observation_maxima: (D,) uint8, what an observation is divided by to lie in [0, 1].
        single_observation_space, single_action_space: the spaces of one game.
        num_envs, num_players, num_actions, observation_size: N, P, A and D.

    Raises:
        ValueError: with one sentence, for a game, option or setting that does not exist.
    """

    def __init__(
        self,
        game: str,
        num_envs: int,
        *,
        seed: int | None = None,
        threads: int | None = None,
        utility: str = "win",
        interpreted: bool = False,
        **options: Any,
    ) -> None:
        contract = find_game(game)
        rules = read_rules(contract.rules, contract.presets, options)
        check_utility(contract, utility)
        self.num_envs = check_count("num_envs", num_envs)
        threads = None if threads is None else check_count("threads", threads)
        self._batch = Batch(
            contract,
            rules,
            self.num_envs,
            read_seed(seed),
            threads=threads,
            utility=utility,
            interpreted=interpreted,
        )
        self._show(self._batch)
        self.num_players: int = rules.num_players
        self.num_actions = contract.num_actions
        self.observation_size = contract.observation_size(self.num_players)
        self.observation_maxima = contract.observation_maxima(self.num_players)
        self.single_observation_space = spaces.Box(
            np.zeros_like(self.observation_maxima), self.observation_maxima, dtype=np.uint8
        )
        self.single_action_space = action_space(contract)
        self._batch.reset()

    def _show(self, batch: Batch) -> None:
        arrays = batch.arrays
        self.observations: Array = arrays.observations
        self.action_masks: Array = arrays.action_masks
        self.agent_selection: Array = arrays.agent_selection
        self.rewards: Array = arrays.rewards
        self.scores: Array = arrays.scores
        self.terminations: Array = arrays.terminations
        self.truncations: Array = arrays.truncations
        self.final_observations: Array = arrays.final_observations

    @property
    def records(self) -> Array:
        """The observations with named fields, (N,), in the same memory; see OBSERVATION.md."""
        record = self._batch.game.observation_record(self.num_players)
        records: Array = self.observations.view(record)[:, 0]
        return records

    def reset(self, seed: int | None = None) -> None:
        """Starts all games: with a seed the first of their streams, without one the next.

        Raises:
            ValueError: if the seed is not a whole number from 0 to 2**64 − 1.
        """
        self._batch.reset(None if seed is None else read_seed(seed))

    def step(self, actions: Array) -> None:
        """Plays one action in each game.

        Args:
            actions: (N,), of any integer type, the actions of the seats to move.

        Raises:
            ValueError: if the actions are not N integers.
            IllegalMoveError: if one is not legal; no game is changed then.
        """
        self._batch.step(actions)
