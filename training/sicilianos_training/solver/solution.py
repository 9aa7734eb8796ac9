"""A game solved: what it is worth, how exact that is, and the policy to play it by."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from sicilianos_agents.base import Agent
from sicilianos_agents.solved import SolvedAgent, save_solution
from sicilianos_env.engine.game import Game
from sicilianos_env.engine.options import saved_rules
from sicilianos_env.engine.records import Array
from sicilianos_training.solver.cfr import CFRPlus
from sicilianos_training.solver.exact import expected_utilities, incentives, nash_conv
from sicilianos_training.solver.policies import policy_of_agent, table_of_policy
from sicilianos_training.solver.tree import Tree, read_form, tree_of

Tell = Callable[[int], None]


@dataclass(frozen=True)
class Solution:
    """The average policy of CFR+ on the tree of a game.

    Attributes:
        game: the contract.
        options: the rules object.
        form: of the utilities, "zero-sum" or "own".
        tree: the game's tree.
        policy: the probabilities of all actions, as `solver.tree` says.
        iterations: of CFR+.
        seconds: of CFR+, its compilation apart.
    """

    game: Game
    options: Any
    form: str
    tree: Tree
    policy: Array
    iterations: int
    seconds: float

    def agent(self, name: str = "solved", seed: int | None = None) -> SolvedAgent:
        """An agent that plays it."""
        observations, chances = table_of_policy(self.tree, self.policy)
        return SolvedAgent(name, self.game.name, observations, chances, self.options, seed)

    def summary(self) -> dict[str, Any]:
        """What was solved and what came out, ready for JSON."""
        utilities = expected_utilities(self.tree, self.policy)
        gains = incentives(self.tree, self.policy)
        as_agent = policy_of_agent(self.tree, self.agent())
        prices = ("note_value", "business_value", "card_value")
        return {
            "game": self.game.name,
            "version": self.game.version,
            "rules": saved_rules(self.options),
            **{name: getattr(self.options, name) for name in prices if hasattr(self.options, name)},
            "utilities_form": self.form,
            "iterations": self.iterations,
            "value": float(utilities[0]),
            "utilities": utilities.tolist(),
            "nash_conv": float(gains.sum()),
            "incentives": gains.tolist(),
            "nash_conv_as_agent": nash_conv(self.tree, as_agent),
            "payoff_range": self.tree.payoff_range,
            "nodes": self.tree.num_nodes,
            "information_sets": self.tree.num_sets,
            "situations_seen": len(table_of_policy(self.tree, self.policy)[0]),
            "node_visits_per_second": round(self._visits() / max(self.seconds, 1e-9)),
            "seconds": round(self.seconds, 3),
        }

    def _visits(self) -> int:
        return self.tree.num_nodes * self.tree.num_players * self.iterations

    def save(self, folder: Path) -> None:
        """Writes table and summary; the folder is then the agent `solved:FOLDER`."""
        folder.mkdir(parents=True, exist_ok=True)
        save_solution(folder, *table_of_policy(self.tree, self.policy), self.summary())


def solve(
    game: Game,
    options: Any,
    iterations: int,
    form: str | None = None,
    tell: Tell | None = None,
) -> Solution:
    """Solves a small game by CFR+.

    Args:
        game: the contract.
        options: the rules object.
        iterations: updates of each seat.
        form: of the utilities, as for `tree_of`.
        tell: called with the number of each iteration.

    Raises:
        ValueError: with one sentence, for a game that shuffles or a form that does not fit.
    """
    form = read_form(form, options.num_players)
    tree = tree_of(game, options, form)
    solver = CFRPlus(tree)
    CFRPlus(tree).run(1)  # compiles
    begun = time.perf_counter()
    solver.run(iterations, tell)
    seconds = time.perf_counter() - begun
    return Solution(game, options, form, tree, solver.average_policy(), iterations, seconds)


def snapshots(tree: Tree, iterations: Sequence[int]) -> Iterator[Array]:
    """The average policies of CFR+ after so many iterations each, which must ascend."""
    solver = CFRPlus(tree)
    for wanted in iterations:
        solver.run(wanted - solver.iterations)
        yield solver.average_policy()


def how_good(tree: Tree, agent: Agent, draws: int = 1000) -> dict[str, Any]:
    """What an agent gets against itself, and what could be gained against it."""
    policy = policy_of_agent(tree, agent, draws)
    gains = incentives(tree, policy)
    return {
        "utilities": expected_utilities(tree, policy).tolist(),
        "nash_conv": float(gains.sum()),
        "incentives": gains.tolist(),
        "share_of_range": float(np.sum(gains) / tree.payoff_range),
        "is_exact": agent.name == "random" or hasattr(agent, "probabilities"),
    }
