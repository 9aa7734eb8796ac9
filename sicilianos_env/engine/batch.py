"""Many games side by side, in arrays that are written in place."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from sicilianos_env.engine import kernels
from sicilianos_env.engine.bindings import Choose, choose_at_random, kernel
from sicilianos_env.engine.game import Game, IllegalMoveError
from sicilianos_env.engine.kernels import OUTSIDE
from sicilianos_env.engine.records import Array
from sicilianos_env.engine.registry import find_game
from sicilianos_env.engine.streams import new_stream
from sicilianos_env.engine.threads import RowThreads
from sicilianos_env.engine.utilities import UTILITIES


@dataclass
class BatchArrays:
    """The arrays of a batch of N games of P players, with A actions and D observation bytes."""

    states: Array  # (N, S) uint8
    episodes: Array  # (N,) int64
    decisions: Array  # (N,) int64, decisions of inside seats in this episode
    agent_selection: Array  # (N,) int8, the seat to move
    action_masks: Array  # (N, A) int8
    observations: Array  # (N, D) uint8, of the seat to move
    rewards: Array  # (N, P) float64, utilities where a game ended in the last step, else 0
    scores: Array  # (N, P) float64, of the last game that ended
    outright: Array  # (N,) bool, the last game that ended was won whatever the scores
    terminations: Array  # (N,) bool, the last step ended a game
    truncations: Array  # (N,) bool, the last step ran into the game's limit
    final_observations: Array  # (N, P, D) uint8, at the end of the last game that ended

    @classmethod
    def allocate(cls, game: Game, num_players: int, num_envs: int) -> BatchArrays:
        """New arrays of the right shapes."""
        n, p, d = num_envs, num_players, game.observation_size(num_players)
        return cls(
            states=np.zeros((n, game.state.itemsize), np.uint8),
            episodes=np.zeros(n, np.int64),
            decisions=np.zeros(n, np.int64),
            agent_selection=np.zeros(n, np.int8),
            action_masks=np.zeros((n, game.num_actions), np.int8),
            observations=np.zeros((n, d), np.uint8),
            rewards=np.zeros((n, p)),
            scores=np.zeros((n, p)),
            outright=np.zeros(n, np.bool_),
            terminations=np.zeros(n, np.bool_),
            truncations=np.zeros(n, np.bool_),
            final_observations=np.zeros((n, p, d), np.uint8),
        )

    def check(self, like: BatchArrays, num_envs: int) -> None:
        """Raises a ValueError unless the arrays have N rows and are otherwise like those given."""
        for field in fields(self):
            array, wanted = getattr(self, field.name), getattr(like, field.name)
            shape = (num_envs, *wanted.shape[1:])
            if array.shape != shape or array.dtype != wanted.dtype or not array.flags.c_contiguous:
                raise ValueError(
                    f"{field.name} has shape {array.shape} and dtype {array.dtype}; it must be "
                    f"contiguous, of shape {shape} and dtype {wanted.dtype}."
                )


class Batch:
    """N games of one kind; in each, one seat has to move.

    Seats are played by the caller unless `lineups` gives them to a compiled agent.
    A finished game starts again in the same step; its utilities, scores and final observations
    stay readable until the next step. All arrays are views into the batch and change in place.

    Args:
        game: the contract.
        options: the game's rules object.
        num_envs: N.
        seed: row i of episode e has the streams (seed, i, e).
        threads: at most so many; None takes the processors available.
        utility: "win", "score" or "rank".
        lineups: (L, P) int16, who plays the seats: OUTSIDE (or another negative number) for the
            caller, a kind of `choose` for a compiled agent. Row i in episode e has lineup
            (i + e) % L. By default the caller plays all seats.
        deals: (N,) int64, the rows of the random streams, if not 0 … N−1: equal deals get equal
            shuffles and dice.
        choose: choose(kind, observation, mask, stream), the compiled agents.
        arrays: the caller's own arrays.
        interpreted: run the rules as plain Python.
    """

    def __init__(
        self,
        game: Game,
        options: Any,
        num_envs: int,
        seed: int,
        threads: int | None = None,
        utility: str = "win",
        lineups: Array | None = None,
        deals: Array | None = None,
        choose: Choose = choose_at_random,
        arrays: BatchArrays | None = None,
        interpreted: bool = False,
    ) -> None:
        self.game, self.options, self.num_envs = game, options, num_envs
        self.num_players: int = options.num_players
        self.arrays = arrays or BatchArrays.allocate(game, self.num_players, num_envs)
        self.arrays.check(BatchArrays.allocate(game, self.num_players, 0), num_envs)
        outside = np.full((1, self.num_players), OUTSIDE, np.int16)
        self.lineups = outside if lineups is None else np.ascontiguousarray(lineups, np.int16)
        if not (self.lineups < 0).any(axis=1).all():
            raise ValueError("Each line-up needs a seat that is played by the caller.")
        self.deals = np.arange(num_envs) if deals is None else np.ascontiguousarray(deals, np.int64)
        self.utility = UTILITIES.index(utility)
        self.unit = float(game.score_unit or 1)
        self._rules_memory = options.to_record()
        self._stream = new_stream(seed)
        self._pool = RowThreads(threads)
        self._actions = np.zeros(num_envs, np.int64)
        self._all_rows = np.arange(num_envs, dtype=np.int64)
        self._choose, self._interpreted = choose, interpreted
        self._started = False
        self._make_kernels()

    def reset(self, seed: int | None = None) -> None:
        """Starts all games: from the first episode with a seed, else each with its next one."""
        arrays = self.arrays
        if seed is not None:
            self._stream = new_stream(seed)
            arrays.episodes[:] = 0
        elif self._started:
            arrays.episodes[:] += 1
        self._started = True
        arrays.rewards[:] = arrays.scores[:] = 0
        arrays.final_observations[:] = 0
        arrays.terminations[:] = arrays.truncations[:] = arrays.outright[:] = False
        arguments = (
            self._rules_memory,
            self._stream,
            self.deals,
            self.lineups,
            self._all_rows,
            arrays.states,
            arrays.episodes,
            arrays.decisions,
            arrays.agent_selection,
            arrays.action_masks,
            arrays.observations,
        )
        self._pool.run(self._reset_rows, arguments, self.num_envs)
        if self.num_envs and arrays.agent_selection.min() < 0:
            raise ValueError("With these options no game comes to a decision of the caller.")

    def step(self, actions: Array, rows: Array | None = None) -> None:
        """Plays one action in each game, or in the games of some rows.

        Args:
            actions: (N,), or as many as rows; any integer dtype.
            rows: int64, no row twice; None for all rows.

        Raises:
            ValueError: if the actions are not so many integers.
            IllegalMoveError: if an action is not legal; no game is changed then.
        """
        arrays = self.arrays
        rows = self._all_rows if rows is None else np.ascontiguousarray(rows, np.int64)
        actions = self._read_actions(actions, len(rows))
        illegal = self._first_illegal(rows, actions, arrays.action_masks)
        if illegal >= 0:
            raise IllegalMoveError(
                f"Action {actions[illegal]} is not allowed in game {rows[illegal]}."
            )
        arguments = (
            self._rules_memory,
            self._stream,
            self.deals,
            self.lineups,
            rows,
            actions,
            self.utility,
            self.unit,
            arrays.states,
            arrays.episodes,
            arrays.decisions,
            arrays.agent_selection,
            arrays.action_masks,
            arrays.observations,
            arrays.rewards,
            arrays.scores,
            arrays.outright,
            arrays.terminations,
            arrays.truncations,
            arrays.final_observations,
        )
        self._pool.run(self._step_rows, arguments, len(rows))

    def current_scores(self) -> Array:
        """The scores as they stand in each game, float64 (N, P)."""
        scores = np.zeros((self.num_envs, self.num_players))
        arguments = (self._rules_memory, self.arrays.states, self._all_rows, scores)
        self._pool.run(self._score_rows, arguments, self.num_envs)
        return scores

    def current_lineups(self) -> Array:
        """Which row of `lineups` plays each game, int64 (N,)."""
        indices: Array = (np.arange(self.num_envs) + self.arrays.episodes) % len(self.lineups)
        return indices

    def current_kinds(self) -> Array:
        """Who is to move in each game, as `lineups` has it, int16 (N,)."""
        kinds: Array = self.lineups[self.current_lineups(), self.arrays.agent_selection]
        return kinds

    def _read_actions(self, actions: Array, count: int) -> Array:
        if type(actions) is np.ndarray and actions.dtype == np.int64 and actions.shape == (count,):
            return np.ascontiguousarray(actions)
        given = np.asarray(actions)
        if given.shape != (count,) or given.dtype.kind not in "iu":
            raise ValueError(
                f"actions has shape {given.shape} and dtype {given.dtype}; it must hold "
                f"{count} integers."
            )
        self._actions[:count] = given
        return self._actions[:count]

    def __getstate__(self) -> dict[str, Any]:
        made = ("_reset_rows", "_step_rows", "_first_illegal", "_score_rows", "game")
        kept = {key: value for key, value in self.__dict__.items() if key not in made}
        return {**kept, "game": self.game.name}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)
        self.game = find_game(kept["game"])
        self._make_kernels()

    def _make_kernels(self) -> None:
        def make(function: Any) -> Any:
            return kernel(self.game, function, self._choose, self._interpreted)

        self._reset_rows, self._step_rows = make(kernels.reset_rows), make(kernels.step_rows)
        self._first_illegal = make(kernels.first_illegal)
        self._score_rows = make(kernels.score_rows)
