"""A solved war with everything marked on its tree that the measures of bluffing need."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from sicilianos_env.engine.game import OVER, Game
from sicilianos_env.engine.records import Array
from sicilianos_training.bluffing.decisions import (
    kinds_of_decisions,
    public_parts,
    strong_actions,
)
from sicilianos_training.bluffing.holdings import quantiles
from sicilianos_training.solver.exact import node_values, reach
from sicilianos_training.solver.tree import Tree, places_of_nodes


@dataclass(frozen=True)
class MarkedWar:
    """A war's tree; places are those of a policy, edges the nodes that a decision leads to.

    Attributes:
        game: the contract.
        options: the rules object.
        tree: made by `tree_of`.
    """

    game: Game
    options: Any
    tree: Tree

    @cached_property
    def kinds(self) -> Array:
        """(I,) what is decided at each information set (`decisions.KINDS`)."""
        return kinds_of_decisions(self.game, self.tree.observations, self.tree.action_masks)

    @cached_property
    def quantiles(self) -> Array:
        """(I,) q of the seat that decides."""
        return quantiles(self.game, self.options, self.tree.observations)

    @cached_property
    def sets(self) -> Array:
        """(S,) the information set of each place."""
        return self.tree.set_of_action()

    @cached_property
    def strong(self) -> Array:
        """(S,) whether the action at a place is strong."""
        flags: Array = strong_actions(self.kinds, self.tree.action_masks)[
            self.sets, self.tree.actions
        ]
        return flags

    @cached_property
    def public(self) -> Array:
        """(S,) what everybody sees of the action."""
        return public_parts(self.kinds[self.sets], self.tree.actions)

    @cached_property
    def edges(self) -> Array:
        """(E,) the nodes that a decision leads to."""
        return np.flatnonzero(places_of_nodes(self.tree) >= 0)

    @cached_property
    def places(self) -> Array:
        """(E,) the place of the action that leads along each edge."""
        return places_of_nodes(self.tree)[self.edges]

    @cached_property
    def seats(self) -> Array:
        """(E,) who takes it."""
        return self.tree.owners[self.sets[self.places]].astype(np.int64)

    @cached_property
    def hands(self) -> Array:
        """(N, P) names what each seat was dealt, once all is dealt."""
        tree = self.tree
        heads = np.arange(tree.num_nodes)
        for low, high in zip(tree.layout.levels[1:-1], tree.layout.levels[2:]):
            parents = tree.parents[low:high]
            chosen = tree.layout.movers[parents] >= 0
            heads[low:high][chosen] = heads[parents[chosen]]
        return tree.known[heads]

    @cached_property
    def public_states(self) -> Array:
        """(N,) what everybody knows at each node: nodes that no chain of doubts connects differ."""
        from scipy.sparse import coo_matrix
        from scipy.sparse.csgraph import connected_components

        tree = self.tree
        names = [
            np.unique(tree.known[:, seat], return_inverse=True)[1]
            for seat in range(tree.num_players)
        ]
        ends = np.cumsum([0, *(name.max() + 1 for name in names)])
        nodes = np.tile(np.arange(tree.num_nodes), tree.num_players)
        columns = np.concatenate([name + end for name, end in zip(names, ends)]) + tree.num_nodes
        size = tree.num_nodes + ends[-1]
        links = coo_matrix((np.ones(len(nodes), np.int8), (nodes, columns)), shape=(size, size))
        return connected_components(links, directed=False)[1][: tree.num_nodes]

    @cached_property
    def open_values(self) -> Array:
        """(N, P) what nodes are worth when all cards lie open and each does what is best for him.

        Of actions equally good the first is taken.
        """
        layout = self.tree.layout
        values = layout.utilities.copy()
        for level in range(len(layout.levels) - 2, -1, -1):
            for node in range(layout.levels[level], layout.levels[level + 1]):
                if layout.movers[node] != OVER:
                    below = slice(
                        layout.first_child[node],
                        layout.first_child[node] + layout.num_children[node],
                    )
                    values[node] = _value_above(layout, node, values[below], below)
        return values


def _value_above(layout: Any, node: int, values: Array, below: slice) -> Any:
    mover = layout.movers[node]
    if mover < 0:
        return layout.chances[below] @ values
    return values[values[:, mover].argmax()]


@dataclass(frozen=True)
class PlayedWar:
    """A policy on a marked war.

    Attributes:
        war: the war.
        policy: the probabilities, by place.
    """

    war: MarkedWar
    policy: Array

    @cached_property
    def node_reach(self) -> Array:
        """(N,) how likely each node is."""
        found = reach(self.war.tree, self.policy, 0)
        both: Array = found.own * found.others
        return both

    @cached_property
    def set_reach(self) -> Array:
        """(I,) how likely each information set is."""
        tree = self.war.tree
        decided = tree.layout.sets >= 0
        return np.bincount(
            tree.layout.sets[decided], self.node_reach[decided], minlength=tree.num_sets
        )

    @cached_property
    def edge_reach(self) -> Array:
        """(E,) how likely each edge is taken."""
        likely: Array = self.node_reach[self.war.edges]
        return likely

    @cached_property
    def values(self) -> Array:
        """(N, P) what nodes are worth to each seat when all play the policy."""
        tree = self.war.tree
        columns = [node_values(tree, self.policy, seat) for seat in range(tree.num_players)]
        return np.stack(columns, axis=1)

    @cached_property
    def action_values(self) -> Array:
        """(S,) what each action is worth to its seat, as far as it knows; NaN where nobody comes.

        Weighed by what the others do alone, so it is known for actions that are never taken.
        """
        war, tree = self.war, self.war.tree
        sums, weights = np.zeros(len(self.policy)), np.zeros(len(self.policy))
        for seat in range(tree.num_players):
            others = reach(tree, self.policy, seat).others
            mine = war.seats == seat
            children, places = war.edges[mine], war.places[mine]
            np.add.at(sums, places, others[children] * self.values[children, seat])
            np.add.at(weights, places, others[children])
        with np.errstate(invalid="ignore"):
            return sums / weights
