"""Plays line-ups of agents on given deals: the raw material of evaluations and tournaments."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
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

Log = Sequence[list[int]]  # for each game the actions of the agents outside the engine, in order


@dataclass(frozen=True)
class Played:
    """How G games of P players ended."""

    utilities: Array  # (G, P) float64
    scores: Array  # (G, P) float64
    outright: Array  # (G,) bool, won whatever the scores
    truncations: Array  # (G,) bool

    @classmethod
    def allocate(cls, games: int, players: int) -> Played:
        """Of games that are still to be played."""
        return cls(
            utilities=np.zeros((games, players)),
            scores=np.zeros((games, players)),
            outright=np.zeros(games, np.bool_),
            truncations=np.zeros(games, np.bool_),
        )

    def fill(self, rows: Array, parts: Played) -> None:
        """Takes over how some of the games ended."""
        for field in fields(self):
            getattr(self, field.name)[rows] = getattr(parts, field.name)

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
    threads: int | None = None,
    log: Log | None = None,
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
        threads: of the engine, at most; None takes the processors available.
        log: G lists, to which the actions of agents outside the engine are added.
    """
    contract = find_game(game)
    check_utility(contract, utility)
    _, choose = compiled_agents(game)
    kinds = kinds_of(agents, game)[lineups]
    deals = np.ascontiguousarray(deals, np.int64)
    ended = Played.allocate(*kinds.shape)
    inside = (kinds > OUTSIDE).all(axis=1)
    if not inside.all():
        rows = np.flatnonzero(~inside)
        batch = Batch(
            contract, rules, len(rows), seed, threads, utility, kinds[rows], deals[rows], choose
        )
        batch.reset()
        # Games in which nobody outside has anything to decide are passed over.
        inside[rows[batch.arrays.episodes > 0]] = True
        ended.fill(rows, _play_outside(batch, agents, log and [log[row] for row in rows]))
    if inside.any():
        rows = np.flatnonzero(inside)
        ended.fill(
            rows,
            _play_inside(contract, rules, choose, kinds[rows], deals[rows], seed, utility, threads),
        )
    return ended


def kinds_of(agents: Sequence[Agent], game: str) -> Array:
    """What `Batch.lineups` calls them, int16: compiled agents by kind, the others −2 − index."""
    _, choose = compiled_agents(game)
    kinds = [
        agent.kind
        if isinstance(agent, CompiledAgent) and agent.choose is choose
        else OUTSIDE - 1 - index
        for index, agent in enumerate(agents)
    ]
    return np.array(kinds, np.int16)


def _play_inside(
    contract: Game,
    rules: Any,
    choose: Choose,
    kinds: Array,
    deals: Array,
    seed: int,
    utility: str,
    threads: int | None,
) -> Played:
    ended = Played.allocate(*kinds.shape)
    arguments = (
        rules.to_record(), new_stream(seed), deals, kinds, UTILITIES.index(utility),
        float(contract.score_unit or 1), ended.utilities, ended.scores, ended.outright,
        ended.truncations, contract.observation_size(rules.num_players),
    )  # fmt: skip
    RowThreads(threads).run(kernel(contract, kernels.play_games, choose), arguments, len(kinds))
    return ended


def _play_outside(batch: Batch, agents: Sequence[Agent], log: Log | None) -> Played:
    """Plays the games of a batch just reset to their ends, but those that were passed over."""
    arrays = batch.arrays
    ended = Played.allocate(*arrays.rewards.shape)
    rows = np.flatnonzero(arrays.episodes == 0)
    while len(rows):
        actions = _actions(batch, agents, rows)
        for row, action in zip(rows, actions) if log else ():
            log[row].append(int(action))
        batch.step(actions, rows)
        finished = rows[arrays.episodes[rows] > 0]
        ended.utilities[finished] = arrays.rewards[finished]
        ended.scores[finished] = arrays.scores[finished]
        ended.outright[finished] = arrays.outright[finished]
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
