"""CFR+: regrets that are never negative, seats in turns, averages that weigh later policies more.

Tammelin, "Solving large imperfect information games using CFR+", arXiv 1407.5042. In two-player
zero-sum games the average comes to an equilibrium; for more seats nothing is promised, and
NashConv says how far it is from one.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from sicilianos_env.engine.records import Array
from sicilianos_env.jit import compiled
from sicilianos_training.solver import walks
from sicilianos_training.solver.exact import uniform_policy
from sicilianos_training.solver.tree import Tree


class CFRPlus:
    """A solution in progress.

    Args:
        tree: the game.

    Attributes:
        tree: the game.
        iterations: how many updates each seat has had.
        policy: the current policy, which need not come to anything.
    """

    def __init__(self, tree: Tree) -> None:
        self.tree, self.iterations = tree, 0
        self.policy = uniform_policy(tree)
        self._regrets, self._totals = np.zeros_like(self.policy), np.zeros_like(self.policy)
        self._scratch = tuple(np.empty(tree.num_nodes) for _ in range(3))
        self._iterate = compiled(walks.iterate)

    def run(self, iterations: int, on_iteration: Callable[[int], None] | None = None) -> None:
        """Updates each seat so many times more; calls `on_iteration` with how many there were."""
        for _ in range(iterations):
            self.iterations += 1
            for seat in range(self.tree.num_players):
                self._iterate(
                    self.tree.layout, seat, float(self.iterations), self.policy, self._regrets,
                    self._totals, *self._scratch,
                )  # fmt: skip
            if on_iteration is not None:
                on_iteration(self.iterations)

    def average_policy(self) -> Array:
        """The average of all policies so far, the t-th weighing t; uniform where nobody came."""
        starts = self.tree.starts
        sums = np.repeat(np.add.reduceat(self._totals, starts[:-1]), np.diff(starts))
        uniform = uniform_policy(self.tree)
        return np.where(sums > 0, self._totals / np.where(sums > 0, sums, 1), uniform)
