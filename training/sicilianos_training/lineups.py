"""Plays line-ups of agents on given deals: the raw material of evaluations and tournaments."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from sicilianos_agents.base import Agent, CompiledAgent
from sicilianos_agents.registry import compiled_agents
from sicilianos_env.engine import kernels
from sicilianos_env.engine.batch import Batch
from sicilianos_env.engine.bindings import Choose, kernel
from sicilianos_env.engine.game import Game
from sicilianos_env.engine.kernels import OUTSIDE
from sicilianos_env.engine.records import Array
from sicilianos_env.engine.registry import find_game
from sicilianos_env.engine.streams import new_stream
from sicilianos_env.engine.threads import RowThreads
from sicilianos_env.engine.utilities import UTILITIES, check_utility


@dataclass(frozen=True)
class Played:
    """How G games of P players ended."""

    utilities: Array  # (G, P) float64
    scores: Array  # (G, P) float64
    truncations: Array  # (G,) bool

    def fill(self, rows: Array, parts: Played) -> None:
        """Takes over how some of the games ended."""
        self.utilities[rows] = parts.utilities
        self.scores[rows] = parts.scores
        self.truncations[rows] = parts.truncations

    def win_shares(self) -> Array:
        """Shares of the win, (G, P), of `utility="win"`: 1/w for each of w winners, else 0."""
        players = self.utilities.shape[1]
        shares: Array = (self.utilities * (players - 1) + 1) / players
        return shares


def play_lineups(
    game: str,
    rules: Any,
    agents: Sequence[Agent],
    lineups: Array,
    deals: Array,
    seed: int,
    utility: str = "win",
) -> Played:
    """Plays one game for each line-up.

    Line-ups of compiled agents alone run whole in the engine; where others take part, these are
    asked in batches.

    Args:
        game: the game's name.
        rules: its rules object.
        agents: who plays.
        lineups: (G, P), the index in `agents` of who sits at each seat.
        deals: (G,), equal numbers get equal shuffles and dice.
        seed: of the deals and of the compiled agents' choices.
        utility: "win", "score" or "rank".
    """
    contract = find_game(game)
    check_utility(contract, utility)
    _, choose = compiled_agents(game)
    kinds = np.array([_kind(agent, i) for i, agent in enumerate(agents)], np.int16)[lineups]
    deals = np.ascontiguousarray(deals, np.int64)
    ended = Played(np.zeros(kinds.shape), np.zeros(kinds.shape), np.zeros(len(kinds), np.bool_))
    inside = (kinds > OUTSIDE).all(axis=1)
    if inside.any():
        rows = np.flatnonzero(inside)
        parts = _play_inside(contract, rules, choose, kinds[rows], deals[rows], seed, utility)
        ended.fill(rows, parts)
    if not inside.all():
        rows = np.flatnonzero(~inside)
        batch = Batch(
            contract, rules, len(rows), seed, utility=utility, lineups=kinds[rows],
            deals=deals[rows], choose=choose,
        )  # fmt: skip
        batch.reset()
        passed_over = rows[batch.arrays.episodes > 0]  # nobody outside had anything to decide
        ended.fill(rows, _play_outside(batch, agents))
        if len(passed_over):
            parts = _play_inside(
                contract, rules, choose, kinds[passed_over], deals[passed_over], seed, utility
            )
            ended.fill(passed_over, parts)
    return ended


def _kind(agent: Agent, index: int) -> int:
    return agent.kind if isinstance(agent, CompiledAgent) else OUTSIDE - 1 - index


def _play_inside(
    contract: Game, rules: Any, choose: Choose, kinds: Array, deals: Array, seed: int, utility: str
) -> Played:
    ended = Played(np.zeros(kinds.shape), np.zeros(kinds.shape), np.zeros(len(kinds), np.bool_))
    arguments = (
        rules.to_record(), new_stream(seed), deals, kinds, UTILITIES.index(utility),
        float(contract.score_unit or 1), ended.utilities, ended.scores, ended.truncations,
        contract.observation_size(rules.num_players),
    )  # fmt: skip
    RowThreads().run(kernel(contract, kernels.play_games, choose), arguments, len(kinds))
    return ended


def _play_outside(batch: Batch, agents: Sequence[Agent]) -> Played:
    """Plays the games of a batch just reset to their ends."""
    arrays = batch.arrays
    ended = Played(
        np.zeros(arrays.rewards.shape),
        np.zeros(arrays.scores.shape),
        np.zeros(batch.num_envs, np.bool_),
    )
    rows = np.flatnonzero(arrays.episodes == 0)
    while len(rows):
        batch.step(_actions(batch, agents, rows), rows)
        finished = rows[arrays.episodes[rows] > 0]
        ended.utilities[finished] = arrays.rewards[finished]
        ended.scores[finished] = arrays.scores[finished]
        ended.truncations[finished] = arrays.truncations[finished]
        rows = rows[arrays.episodes[rows] == 0]
    return ended


def _actions(batch: Batch, agents: Sequence[Agent], rows: Array) -> Array:
    arrays = batch.arrays
    kinds = batch.lineups[rows, arrays.agent_selection[rows]]
    actions = np.empty(len(rows), np.int64)
    for kind in np.unique(kinds):
        mine = kinds == kind
        chosen = rows[mine]
        agent = agents[OUTSIDE - 1 - kind]
        actions[mine] = agent.act(arrays.observations[chosen], arrays.action_masks[chosen])
    return actions
