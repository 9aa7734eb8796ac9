"""Stable-Baselines3: many games at once, a learner at one seat of each, opponents at the others."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from itertools import product
from typing import Any

import numpy as np
from stable_baselines3.common.vec_env import VecEnv

from sicilianos_env.adapters.opponents import resolve_opponent
from sicilianos_env.adapters.settings import (
    action_space,
    check_count,
    observation_box,
    observation_scale,
)
from sicilianos_env.engine.batch import Batch
from sicilianos_env.engine.bindings import choose_at_random
from sicilianos_env.engine.kernels import OUTSIDE
from sicilianos_env.engine.options import read_rules
from sicilianos_env.engine.records import Array
from sicilianos_env.engine.registry import find_game
from sicilianos_env.engine.streams import read_seed
from sicilianos_env.engine.utilities import check_utility

MOST_LINEUPS = 20_000


class LearnerVecEnv(VecEnv):
    """N games with the learner at one seat each; `step` returns at the learner's next decision.

    The learner's seat and the opponents change from game to game and are fixed within one: all
    seats with all combinations of the opponents come in turn. Compiled opponents play inside the
    engine's loop; any other agent is asked in batches.

    Observations are float32 (N, D) in [0, 1]: the `uint8` records divided by the fields' maxima.
    Rewards are the learner's utility at the end of its game, else 0. `infos[i]` of a finished game
    has `terminal_observation`, `TimeLimit.truncated`, `utility`, `seat` and `lineup` (the agents'
    names, the learner's being "learner").

    An illegal action raises IllegalMoveError: use a learner that takes `action_masks()`.

    Args:
        name: the game's name.
        num_envs: N.
        opponents: names (or one), or agents with `act(observations, action_masks)`.
        seed: of the games and the opponents; None takes one at random.
        threads: at most so many; None takes the processors available.
        utility: "win", "score" or "rank".
        shaping: adds so many times the change of the learner's score margin since its last
            decision, in the game's score units: all decisions together add the change from the
            first one to the end, but credit comes when the money does.
        first_episode: where the random streams begin, to go on from an earlier training.
        options: `preset`, and fields of the game's rules object.
    """

    render_mode: str | None = None
    seconds = 0.0  # spent in `step` so far, opponents included

    def __init__(
        self,
        name: str,
        num_envs: int,
        opponents: str | Iterable[Any] = ("random",),
        seed: int | None = None,
        threads: int | None = None,
        utility: str = "win",
        shaping: float = 0.0,
        first_episode: int = 0,
        **options: Any,
    ) -> None:
        self.game = find_game(name)
        rules = read_rules(self.game.rules, self.game.presets, options)
        check_utility(self.game, utility)
        if shaping:
            check_utility(self.game, "score")
        self.shaping = shaping
        num_envs = check_count("num_envs", num_envs)
        self.num_players: int = rules.num_players
        seed = read_seed(seed)
        self._agents = [
            resolve_opponent(each, name, (seed + i) % 2**64, rules=rules)
            for i, each in enumerate([opponents] if isinstance(opponents, str) else opponents)
        ]
        lineups = learner_lineups(self._kinds(), self.num_players)
        self._batch = Batch(
            self.game,
            rules,
            num_envs,
            seed,
            threads=threads,
            utility=utility,
            lineups=lineups,
            choose=self._compiled_choose(),
        )
        self._batch.arrays.episodes[:] = first_episode
        self._scale = observation_scale(self.game, self.num_players)
        box = observation_box(self.game, self.num_players)
        super().__init__(num_envs, box, action_space(self.game))

    def _kinds(self) -> list[int]:
        """A number for each opponent: its own if it is compiled, else one below OUTSIDE."""
        return [
            agent.kind if hasattr(agent, "choose") else OUTSIDE - 1 - index
            for index, agent in enumerate(self._agents)
        ]

    def _compiled_choose(self) -> Any:
        compiled = [agent.choose for agent in self._agents if hasattr(agent, "choose")]
        if any(choose is not compiled[0] for choose in compiled):
            raise ValueError("The compiled opponents must come from one module of heuristics.")
        return compiled[0] if compiled else choose_at_random

    # --- What VecEnv asks for

    def seed(self, seed: int | None = None) -> Sequence[int | None]:
        """Does nothing: the constructor's seed and `first_episode` say which games are played."""
        return [None] * self.num_envs

    def reset(self) -> Array:
        """Starts the next game of each row; the learner's first observations."""
        self._batch.reset()
        self._reset_options()
        self._begin_step()
        self._collect()
        if self.shaping:
            self._margins = self._current_margins()
        return self._observations()

    def step_async(self, actions: Array) -> None:
        """Keeps the learner's actions (N,) for `step_wait`."""
        self._actions = actions

    def step_wait(self) -> tuple[Array, Array, Array, list[dict[str, Any]]]:
        """Plays on to the learner's next decision in each game."""
        began = time.perf_counter()
        self._begin_step()
        self._batch.step(self._actions)
        self._note_ends(np.arange(self.num_envs))
        self._collect()
        if self.shaping:
            self._add_shaping()
        observations = self._observations()
        self.seconds += time.perf_counter() - began
        return observations, self._rewards, self._dones, self._infos

    def _begin_step(self) -> None:
        self._seats = self._batch.arrays.agent_selection.copy()
        self._lineup_indices = self._batch.current_lineups()
        self._rewards = np.zeros(self.num_envs, np.float32)
        self._dones = np.zeros(self.num_envs, np.bool_)
        self._infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]

    def _collect(self) -> None:
        """Asks the opponents that are not compiled, until the learner is to move everywhere."""
        arrays = self._batch.arrays
        while True:
            movers = self._batch.current_kinds()
            waiting = np.flatnonzero(movers < OUTSIDE)
            if not len(waiting):
                return
            actions = np.empty(len(waiting), np.int64)
            for kind in np.unique(movers[waiting]):
                chosen = np.flatnonzero(movers[waiting] == kind)
                rows = waiting[chosen]
                agent = self._agents[OUTSIDE - 1 - kind]
                actions[chosen] = agent.act(arrays.observations[rows], arrays.action_masks[rows])
            self._batch.step(actions, waiting)
            self._note_ends(waiting)

    def _note_ends(self, rows: Array) -> None:
        arrays = self._batch.arrays
        for row in rows[arrays.terminations[rows] | arrays.truncations[rows]]:
            seat = self._seats[row]
            if self._dones[row]:  # a second game ended before the learner's first move in it
                continue
            final = arrays.final_observations[row, seat]
            self._dones[row] = True
            self._rewards[row] = arrays.rewards[row, seat]
            self._infos[row] = {
                "terminal_observation": final * self._scale,
                "TimeLimit.truncated": bool(arrays.truncations[row]),
                "seat": int(seat),
                "lineup": self._names(self._lineup_indices[row]),
                "utility": float(arrays.rewards[row, seat]),
            }

    def _add_shaping(self) -> None:
        after = self._current_margins()
        reached = after.copy()
        ended = np.flatnonzero(self._dones)
        reached[ended] = self._margins_of(self._batch.arrays.scores, self._seats)[ended]
        self._rewards += (self.shaping * (reached - self._margins)).astype(np.float32)
        self._margins = after

    def _current_margins(self) -> Array:
        arrays = self._batch.arrays
        return self._margins_of(self._batch.current_scores(), arrays.agent_selection)

    def _margins_of(self, scores: Array, seats: Array) -> Array:
        """The score of a seat minus the mean of the others, in score units, for each game."""
        own = scores[np.arange(self.num_envs), seats]
        others = (scores.sum(axis=1) - own) / (self.num_players - 1)
        margins: Array = (own - others) / (self.game.score_unit or 1)
        return margins

    def _names(self, lineup: int) -> tuple[str, ...]:
        kinds = self._kinds()
        return tuple(
            "learner" if kind == OUTSIDE else _name_of(self._agents[kinds.index(kind)])
            for kind in self._batch.lineups[lineup].tolist()
        )

    def _observations(self) -> Array:
        return self._batch.arrays.observations * self._scale

    @property
    def next_episode(self) -> int:
        """An episode that no game has reached yet."""
        return int(self._batch.arrays.episodes.max()) + 1

    def action_masks(self) -> Array:
        """Which actions are legal, bool (N, A)."""
        return self._batch.arrays.action_masks.astype(np.bool_)

    def records(self) -> Array:
        """What the learner sees, as agents read it: uint8 (N, D), a copy."""
        return self._batch.arrays.observations.copy()

    @property
    def scale(self) -> Array:
        """What records are multiplied by, float32 (D,)."""
        return self._scale

    def close(self) -> None:
        """Nothing to close."""

    def env_method(
        self, method_name: str, *method_args: Any, indices: Any = None, **method_kwargs: Any
    ) -> list[Any]:
        """`action_masks` for each game; there are no other methods, since games are no objects."""
        if method_name != "action_masks":
            raise AttributeError(f"The games have 'action_masks' alone, no {method_name!r}.")
        masks = self.action_masks()
        return [masks[i] for i in self._get_indices(indices)]

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """An attribute of this object, once for each game."""
        return [getattr(self, attr_name) for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Sets an attribute of this object."""
        setattr(self, attr_name, value)

    def env_is_wrapped(self, wrapper_class: type[Any], indices: Any = None) -> list[bool]:
        """No game is wrapped."""
        return [False for _ in self._get_indices(indices)]


def _name_of(agent: Any) -> str:
    return str(getattr(agent, "name", type(agent).__name__))


def learner_lineups(kinds: Sequence[int], num_players: int) -> Array:
    """Line-ups with the learner (OUTSIDE) at one seat and opponents of `kinds` at the others.

    All of them, or where these are more than MOST_LINEUPS those with one kind of opponent and
    others drawn at random, always the same, about as many in all.

    Returns:
        (L, P) int16, in an order in which neighbours differ in the learner's seat.

    Raises:
        ValueError: if there are no opponents.
    """
    if not kinds:
        raise ValueError("opponents is empty; name at least one agent.")
    seats = num_players - 1
    tables: Iterable[Any] = product(kinds, repeat=seats)
    if num_players * len(kinds) ** seats > MOST_LINEUPS:
        alike = [(kind,) * seats for kind in kinds]
        drawn = np.random.default_rng(0).choice(kinds, (MOST_LINEUPS // num_players, seats))
        tables = [*alike, *drawn.tolist()]
    lineups = [
        (*others[:seat], OUTSIDE, *others[seat:])
        for others in tables
        for seat in range(num_players)
    ]
    return np.array(lineups, dtype=np.int16)
