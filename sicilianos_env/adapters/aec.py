"""PettingZoo: one AEC environment for every game."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import logger, spaces
from pettingzoo import AECEnv

from sicilianos_env.adapters.settings import (
    ILLEGAL,
    RENDER_MODES,
    action_space,
    masked_space,
    observation_scale,
    whole_number,
)
from sicilianos_env.engine.game import Game
from sicilianos_env.engine.kernels import random_legal
from sicilianos_env.engine.options import read_rules
from sicilianos_env.engine.records import Array, Record
from sicilianos_env.engine.registry import find_game
from sicilianos_env.engine.single import SingleGame, check_legal
from sicilianos_env.engine.streams import aim, read_seed
from sicilianos_env.engine.utilities import check_choice, check_utility

ILLEGAL_KIND = 255  # the kind of random stream that replaces illegal actions

Observation = dict[str, Array]


class AECGame(AECEnv):
    """A game as a PettingZoo AEC environment, unwrapped.

    An observation is `{"observation": float32 (D,), "action_mask": int8 (A,)}`: the observation
    record of the game, each field divided by its declared maximum, and 1 for each legal action
    (all 0 for a seat that is not to move). `observe` answers for every seat at any time. D depends
    on the number of players alone, A is constant for a game.

    Rewards are 0 until the end, then the seats' utilities. No seat leaves early: all terminate (or
    truncate, at the game's limit of turns) in the same step, then take one step with None each.
    Infos are empty.

    Args:
        game: the game's name.
        utility: "win", "score" or "rank".
        illegal: what an illegal action does. "lose": the game terminates, the seat gets -1 and the
            others share +1. "raise": IllegalMoveError, and nothing changes. "random": a random
            legal action is played instead, drawn from the game's own stream.
        render_mode: "ansi" (`render` gives text), "human" (text is printed after each step), None.
        interpreted: run the rules as plain Python, which needs no compilation.
        options: `preset`, and fields of the game's rules object.

    Attributes:
        single: the game itself, with its hidden state.
        render_mode: as given.

    Raises:
        ValueError: with one sentence, for a game, option or setting that does not exist.
    """

    metadata = {"render_modes": list(RENDER_MODES), "is_parallelizable": False, "render_fps": 1}

    def __init__(
        self,
        game: str,
        *,
        utility: str = "win",
        illegal: str = "lose",
        render_mode: str | None = None,
        interpreted: bool = False,
        **options: Any,
    ) -> None:
        super().__init__()
        contract = find_game(game)
        rules = read_rules(contract.rules, contract.presets, options)
        check_utility(contract, utility)
        check_choice("illegal", illegal, ILLEGAL)
        check_choice("render_mode", render_mode, (*RENDER_MODES, None))
        self.single = SingleGame(contract, rules, read_seed(None), interpreted)
        self.utility, self.illegal, self.render_mode = utility, illegal, render_mode
        self.metadata = {**type(self).metadata, "name": f"{game}_v{contract.version}"}
        self._name_seats(contract, rules.num_players)
        self._record = contract.observation_record(rules.num_players)
        self._bytes = np.zeros(self._record.itemsize, np.uint8)  # written before it is read
        self._scale = observation_scale(contract, rules.num_players)
        self._no_action = np.zeros(contract.num_actions, np.int8)
        self._episode, self._illegal_actions = -1, 0
        self._over = True
        self.agent_selection = self.possible_agents[0]

    def _name_seats(self, game: Game, num_players: int) -> None:
        self.possible_agents = [f"player_{seat}" for seat in range(num_players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {
            agent: masked_space(game, num_players) for agent in self.possible_agents
        }
        self.action_spaces = {agent: action_space(game) for agent in self.possible_agents}
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> spaces.Dict:
        """The space of the seat's observations; equal for all seats."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete[np.int64]:
        """The space of actions; equal for all seats."""
        return self.action_spaces[agent]

    @property
    def over(self) -> bool:
        """Whether the game has ended, by its rules or by an illegal action."""
        return self._over

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Starts a game: with a seed the first of its stream, without one the next.

        Args:
            seed: of all chance in this and the following games, 0 … 2**64 − 1; an environment
                that never had one takes one at random.
            options: ignored; the options of the game are those of the constructor.

        Raises:
            ValueError: if the seed is not a whole number from 0 to 2**64 − 1; nothing changes then.
        """
        new_seed = None if seed is None else read_seed(seed)
        self._episode = self._episode + 1 if seed is None else 0
        self.single.start(self._episode, new_seed)
        self._over, self._illegal_actions = False, 0
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._go_on()
        if self.render_mode == "human":
            self.render()

    def step(self, action: Any) -> None:
        """Plays the action of `agent_selection`, or None for a seat whose game is over.

        Raises:
            ValueError: if the action is not a whole number, or no game is running.
            IllegalMoveError: if it is not allowed and `illegal="raise"`; says what is.
        """
        if self._over:
            self._leave(action)
            return
        number = whole_number(action)
        mask = self.single.mask
        if 0 <= number < mask.shape[0] and mask[number]:
            self._play(number)
        elif self.illegal == "lose":
            self._forfeit()
        else:
            self._play(self._replaced(number))
        self.infos = {agent: {} for agent in self.agents}
        if self.render_mode == "human":
            self.render()

    def _play(self, action: int) -> None:
        self.single.step(action)
        self._go_on()

    def _go_on(self) -> None:
        """To the next seat to move, or to the end."""
        seat = self.single.to_move
        if seat is None:
            self._end(self.single.utilities(self.utility), self.single.truncated)
        else:
            self.agent_selection = self.possible_agents[seat]

    def _end(self, utilities: Array, truncated: bool) -> None:
        self._over = True
        self.rewards = dict(zip(self.agents, utilities.tolist(), strict=True))
        self._cumulative_rewards = dict(self.rewards)  # all before were 0
        self.terminations = dict.fromkeys(self.agents, not truncated)
        self.truncations = dict.fromkeys(self.agents, truncated)
        self.agent_selection = self.agents[0]

    def _forfeit(self) -> None:
        """The seat to move loses alone."""
        seat = self._seats[self.agent_selection]
        utilities = np.full(len(self.agents), 1 / (len(self.agents) - 1))
        utilities[seat] = -1
        self._end(utilities, truncated=False)

    def _replaced(self, action: int) -> int:
        """A random legal action in place of an illegal one; every one has a draw of its own."""
        if self.illegal == "raise":
            check_legal(self.single, action)
        aim(self.single.stream, ILLEGAL_KIND, self._illegal_actions)
        self._illegal_actions += 1
        return int(random_legal(self.single.mask, self.single.stream))

    def _leave(self, action: None) -> None:
        if not self.agents:
            raise ValueError("No game is running; call reset() for the next one.")
        self._was_dead_step(action)

    def _clear_rewards(self) -> None:
        self.rewards = dict.fromkeys(self.rewards, 0.0)

    def observe(self, agent: str) -> Observation:
        """What the seat may see now, in new arrays: float32 (D,) and the int8 mask (A,)."""
        mask = self._no_action
        if agent == self.agent_selection and not self._over:
            mask = self.single.mask
        scaled = self.single.observe_scaled(self._seats[agent], self._bytes, self._scale)
        return {"observation": scaled, "action_mask": mask.copy()}

    def record(self, agent: str) -> Record:
        """What the seat may see now, as the game's observation record of uint8 fields (a copy)."""
        return self.observed(self._seats[agent]).view(self._record)[0]

    def observed(self, seat: int) -> Array:
        """What the seat may see now, as agents read it: a new flat uint8 array of shape (D,)."""
        return self.single.observe(seat, np.empty_like(self._bytes))

    def render(self) -> str | None:
        """What the seat to move may see, in words (seat 0 at the end): returned, or printed."""
        if self.render_mode is None:
            logger.warn("render() shows nothing without a render_mode.")
            return None
        text = self.view(self._seats[self.agent_selection])
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def view(self, seat: int) -> str:
        """What the seat may see now, in words."""
        if self._episode < 0:
            raise ValueError("No game has begun; call reset() first.")
        if seat not in range(self.single.num_players):
            raise ValueError(f"There is no seat {seat!r}.")
        single = self.single
        return single.game.view(single.options, self.observed(seat), seat)

    def close(self) -> None:
        """Does nothing: there is nothing to release."""
