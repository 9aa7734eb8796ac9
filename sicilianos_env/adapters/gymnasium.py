"""Gymnasium: one seat of a game as a single-agent environment, agents at the others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import logger

from sicilianos_env.adapters.aec import AECGame
from sicilianos_env.adapters.opponents import Opponent, resolve_opponent
from sicilianos_env.adapters.settings import (
    RENDER_MODES,
    action_space,
    check_restarts,
    observation_box,
)
from sicilianos_env.engine.records import Array, Record
from sicilianos_env.engine.registry import find_game
from sicilianos_env.engine.utilities import check_choice

RANDOM_SEAT, ROTATE = "random", "rotate"

Agents = str | Opponent | Sequence[str | Opponent]


class SingleAgentEnv(gymnasium.Env[Array, np.int64]):
    """The learner's seat of a game; the other seats are played inside `step` and `reset`.

    Observations are float32 (D,) in [0, 1], as in the AEC environment; `action_masks()` and
    `info["action_mask"]` say what is legal (all 0 at the end). The reward is the learner's utility
    at the end, 0 before.

    Args:
        game: the game's name.
        seat: the learner's seat, or "random" or "rotate": another one in each episode.
        opponents: agents by name, or objects with `act(observation, action_mask)`: one for all
            other seats, or one for each, clockwise from the learner's left. Named agents get
            random streams from the environment's seed; objects keep their own.
        utility, illegal, render_mode, interpreted, options: as for `AECGame`. Rendering shows what
            the learner may see.

    Raises:
        ValueError: with one sentence, for a game, agent, option or setting that does not exist.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 1}

    def __init__(
        self,
        game: str,
        *,
        seat: int | str = 0,
        opponents: Agents = ("random",),
        utility: str = "win",
        illegal: str = "lose",
        render_mode: str | None = None,
        interpreted: bool = False,
        **options: Any,
    ) -> None:
        self.table = AECGame(
            game, utility=utility, illegal=illegal, interpreted=interpreted, **options
        )
        check_choice("render_mode", render_mode, (*RENDER_MODES, None))
        contract, num_players = find_game(game), len(self.table.possible_agents)
        check_choice("seat", seat, (*range(num_players), RANDOM_SEAT, ROTATE))
        self.game, self.render_mode = game, render_mode
        self.observation_space = observation_box(contract, num_players)
        self.action_space = action_space(contract)
        self.seat = 0  # the learner's in this episode
        self._seat_choice, self._episode = seat, 0
        self._named = _one_for_each(opponents, num_players - 1)
        self._interpreted = interpreted
        self._opponents: list[Opponent] = []
        self._make_opponents([None] * len(self._named))  # refuses unknown names at once

    @property
    def num_players(self) -> int:
        """The number of seats, the learner's among them."""
        return len(self.table.possible_agents)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, dict[str, Any]]:
        """Starts a game and plays on to the learner's first decision.

        With a seed the games, the opponents' choices and the seats start anew; without one they
        go on. `options` is ignored: the options of the game are those of the constructor.
        """
        super().reset(seed=seed)
        self._episode += 1
        if seed is not None or self._episode == 1:
            self._start_anew()
        else:
            self.table.reset()
        self._take_seat()
        self._play_on()
        passed_over = 0
        while self.table.over:  # without a decision of the learner's
            passed_over += 1
            check_restarts(passed_over)
            self.table.reset()
            self._play_on()
        return self._shown()

    def _start_anew(self) -> None:
        game_seed, *seeds = self.np_random.integers(2**63, size=1 + len(self._named)).tolist()
        self._make_opponents(seeds)
        self._episode = 1
        self.table.reset(seed=game_seed)

    def _make_opponents(self, seeds: Sequence[int | None]) -> None:
        self._opponents = [
            resolve_opponent(agent, self.game, seed, self._interpreted, self.table.single.options)
            for agent, seed in zip(self._named, seeds, strict=True)
        ]

    def _take_seat(self) -> None:
        choice = self._seat_choice
        if choice == RANDOM_SEAT:
            self.seat = int(self.np_random.integers(self.num_players))
        elif choice == ROTATE:
            self.seat = (self._episode - 1) % self.num_players
        else:
            self.seat = int(choice)

    def step(self, action: Any) -> tuple[Array, float, bool, bool, dict[str, Any]]:
        """Plays the learner's action, then the others' up to his next decision or the end.

        Raises:
            ValueError: if the action is not a whole number, or no game is running.
            IllegalMoveError: if it is not allowed and `illegal="raise"`; says what is.
        """
        if self.table.over:
            raise ValueError("No game is running; call reset() for the next one.")
        self.table.step(action)
        self._play_on()
        table, learner = self.table, self._learner
        observation, info = self._shown()
        reward = table.rewards[learner]
        return observation, reward, table.terminations[learner], table.truncations[learner], info

    @property
    def _learner(self) -> str:
        return self.table.possible_agents[self.seat]

    def _play_on(self) -> None:
        """The others' decisions, until the learner's turn or the end."""
        single = self.table.single
        while not self.table.over and (seat := single.to_move) is not None and seat != self.seat:
            opponent = self._opponents[(seat - self.seat - 1) % self.num_players]
            self.table.step(opponent.act(self.table.observed(seat), single.mask.copy()))

    def _shown(self) -> tuple[Array, dict[str, Any]]:
        seen = self.table.observe(self._learner)
        if self.render_mode == "human":
            self.render()
        return seen["observation"], {"action_mask": seen["action_mask"]}

    def action_masks(self) -> Array:
        """Whether each action is legal for the learner now, bool of shape (A,)."""
        if self.table.over:
            return np.zeros(self.table.single.mask.shape[0], np.bool_)
        return self.table.single.mask.astype(np.bool_)

    def record(self) -> Record:
        """What the learner may see now, as the game's observation record of uint8 fields."""
        return self.table.record(self._learner)

    def render(self) -> str | None:
        """What the learner may see, in words: returned ("ansi") or printed ("human")."""
        if self.render_mode is None:
            logger.warn("render() shows nothing without a render_mode.")
            return None
        text = self.table.view(self.seat)
        if self.render_mode == "ansi":
            return text
        print(text)
        return None


def _one_for_each(opponents: Agents, seats: int) -> list[str | Opponent]:
    if isinstance(opponents, str) or not isinstance(opponents, Sequence):
        opponents = [opponents]
    if len(opponents) not in (1, seats):
        raise ValueError(
            f"opponents holds {len(opponents)} agents; it must hold one for all other seats, "
            f"or {seats}, one for each."
        )
    return list(opponents) * (seats if len(opponents) == 1 else 1)
