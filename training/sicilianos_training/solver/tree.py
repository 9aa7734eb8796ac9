"""Game trees as flat arrays, level by level, with the information sets of each seat.

A policy is one flat float64 array: the probabilities of the actions of the first information set,
then those of the second, and so on (`Tree.starts`). Seats that share no information set share no
part of it, so a policy is one for all seats.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from sicilianos_env.engine.game import CHANCE, OVER, Game
from sicilianos_env.engine.records import Array
from sicilianos_env.engine.unfolding import NO_PARENT, unfold, views_of

NO_SET = -1
ZERO_SUM, OWN = "zero-sum", "own"
FORMS = (ZERO_SUM, OWN)


class Layout(NamedTuple):
    """What compiled code needs of a tree. Children lie side by side, after their parents."""

    levels: Array  # (L + 1,) int64, where each level begins
    movers: Array  # (N,) int8: a seat, CHANCE or OVER
    first_child: Array  # (N,) int64
    num_children: Array  # (N,) int32
    chances: Array  # (N,) float64, how likely chance leads here from the parent; 1 elsewhere
    sets: Array  # (N,) int32, the information set of a decision, or NO_SET
    starts: Array  # (I + 1,) int64, where the actions of each set begin in a policy
    utilities: Array  # (N, P) float64, at ends


@dataclass(frozen=True)
class Tree:
    """A game tree.

    Attributes:
        layout: its nodes; node 0 is the root.
        owners: (I,) the seat that decides at each information set.
        actions: (sum of actions,) the action ids, in the order of a policy.
        parents: (N,) the node before each, or NO_PARENT.
        known: (N, P) names what each seat knows at each node.
        nodes: (N,) for each node its number in `unfold`, or NO_PARENT for a root added here; in a
            tree made of another its number there.
        observations: (I, D) uint8, what the seat sees at each set; empty for trees of other games.
        action_masks: (I, A) int8.
    """

    layout: Layout
    owners: Array
    actions: Array
    parents: Array
    known: Array
    nodes: Array
    observations: Array
    action_masks: Array

    @property
    def num_nodes(self) -> int:
        """How many nodes there are."""
        return len(self.layout.movers)

    @property
    def num_sets(self) -> int:
        """How many information sets there are."""
        return len(self.owners)

    @property
    def num_players(self) -> int:
        """How many seats there are."""
        return int(self.layout.utilities.shape[1])

    @property
    def starts(self) -> Array:
        """(I + 1,) where the actions of each information set begin in a policy."""
        return self.layout.starts

    @property
    def payoff_range(self) -> float:
        """The largest less the smallest utility of any seat at any end."""
        ends = self.layout.utilities[self.layout.movers == OVER]
        return float(np.ptp(ends, axis=0).max())

    def set_of_action(self) -> Array:
        """(sum of actions,) the information set of each place in a policy."""
        return np.repeat(np.arange(self.num_sets), np.diff(self.starts))


def tree_of(game: Game, options: Any, form: str | None = None, roots: Array | None = None) -> Tree:
    """The tree of a small game, with its scores as utilities, `exact_unit` being 1.

    Args:
        game: the contract.
        options: the game's rules object.
        form: "own", each seat's own score, or for two players "zero-sum", half its lead; by
            default the latter for two players.
        roots: as for `engine.unfolding.unfold`.

    Raises:
        ValueError: with one sentence, for a game that shuffles or a form that does not fit.
    """
    form = read_form(form, options.num_players)
    nodes = unfold(game, options, roots)
    utilities = nodes.scores / game.exact_unit
    if form == ZERO_SUM:
        utilities = (utilities - utilities[:, ::-1]) / 2
    bare = lay_out(nodes.parents, nodes.depths, nodes.movers, nodes.came_by, nodes.known, utilities)
    wanted = bare.nodes[first_of_each_set(bare.layout.sets)]
    observations, masks = views_of(game, options, wanted, len(nodes.movers), roots)
    return replace(bare, observations=observations, action_masks=masks)


def read_form(form: str | None, num_players: int) -> str:
    """The form of the utilities; "zero-sum" for two players if it is not given.

    Raises:
        ValueError: with one sentence, if there is no such form for so many players.
    """
    if form is None:
        return ZERO_SUM if num_players == 2 else OWN
    if form not in FORMS or (form == ZERO_SUM and num_players != 2):
        raise ValueError(
            f"The form of utilities is {form!r} for {num_players} players; it must be {OWN!r}, or "
            f"for two players {ZERO_SUM!r}."
        )
    return form


def lay_out(
    parents: Array,
    depths: Array,
    movers: Array,
    came_by: Array,
    known: Array,
    utilities: Array,
    chances: Array | None = None,
) -> Tree:
    """A tree from nodes in depth-first order, each before what follows it.

    Args:
        parents: (N,) NO_PARENT for a root; several roots are equally likely.
        depths: (N,) from 0 for a root.
        movers: (N,) a seat, CHANCE or OVER.
        came_by: (N,) the action, or the number of the chance outcome, that led here.
        known: (N, P) names what each seat knows.
        utilities: (N, P) at ends.
        chances: (N,) how likely chance leads here; equally likely outcomes if it is not given.

    Raises:
        ValueError: if nodes of one information set differ in seat, actions or depth.
    """
    is_added = (parents == NO_PARENT).sum() > 1  # a root above them all
    if is_added:
        parents, depths, movers, came_by, known, utilities = _under_one_root(
            parents, depths, movers, came_by, known, utilities
        )
    order = np.argsort(depths, kind="stable")
    place = np.empty(len(order), np.int64)
    place[order] = np.arange(len(order))
    parent_places = place[parents[order]]
    parent_places[0] = NO_PARENT
    first_child, num_children = _children(parent_places)
    depths, movers, utilities = depths[order], movers[order], utilities[order]
    if chances is None:
        by_chance = np.append(False, movers[parent_places[1:]] == CHANCE)
        chances = np.where(by_chance, 1 / np.maximum(1, num_children[parent_places]), 1.0)
    else:
        chances = chances[order]
    known = known[order]
    sets, owners, starts = _information_sets(movers, known, num_children, depths)
    layout = Layout(
        np.searchsorted(depths, np.arange(depths[-1] + 2)),
        movers.astype(np.int8),
        first_child,
        num_children,
        chances,
        sets,
        starts,
        np.ascontiguousarray(utilities),
    )
    actions = _actions_of_sets(layout, came_by[order], first_of_each_set(sets))
    nothing = np.zeros((0, 0), np.uint8)
    nodes = order - int(is_added)
    return Tree(layout, owners, actions, parent_places, known, nodes, nothing, nothing)


def first_of_each_set(sets: Array) -> Array:
    """(I,) the first node of each information set."""
    numbers, first = np.unique(sets, return_index=True)
    return first[numbers != NO_SET]


def _children(parents: Array) -> tuple[Array, Array]:
    """For each node its first child and how many it has; parents ascend, the root's is −1."""
    counts = np.bincount(parents[1:], minlength=len(parents)).astype(np.int32)
    firsts = np.append(0, np.cumsum(counts)[:-1]) + 1
    return firsts.astype(np.int64), counts


def _information_sets(
    movers: Array, known: Array, num_children: Array, depths: Array
) -> tuple[Array, Array, Array]:
    """The set of each node, the seat of each set, and where its actions begin in a policy."""
    decisions = np.flatnonzero(movers >= 0)
    of_movers = known[decisions, movers[decisions]]
    names, first, index = np.unique(of_movers, return_index=True, return_inverse=True)
    number = np.empty(len(names), np.int64)
    number[np.argsort(first)] = np.arange(len(names))  # in the order in which they come
    sets = np.full(len(movers), NO_SET, np.int32)
    sets[decisions] = number[index]
    heads = decisions[np.sort(first)]
    for what in (movers, num_children, depths):
        if (what[heads][sets[decisions]] != what[decisions]).any():
            raise ValueError("An information set holds nodes that its seat can tell apart.")
    starts = np.append(0, np.cumsum(num_children[heads])).astype(np.int64)
    return sets, movers[heads].astype(np.int8), starts


def _actions_of_sets(layout: Layout, came_by: Array, heads: Array) -> Array:
    firsts, counts = layout.first_child[heads], layout.num_children[heads]
    places = np.repeat(firsts - np.append(0, np.cumsum(counts)[:-1]), counts)
    actions: Array = came_by[places + np.arange(counts.sum())]
    return actions


def _under_one_root(
    parents: Array, depths: Array, movers: Array, came_by: Array, known: Array, utilities: Array
) -> tuple[Array, ...]:
    """The same nodes below a chance node of their own."""
    return (
        np.append(NO_PARENT, parents + 1),
        np.append(0, depths + 1),
        np.append(CHANCE, movers),
        np.append(0, came_by),
        np.vstack([np.zeros((1, known.shape[1]), known.dtype), known]),
        np.vstack([np.zeros((1, utilities.shape[1])), utilities]),
    )


# --- Other games on the same table


def with_open_cards(tree: Tree, seats: Iterable[int]) -> Tree:
    """The same game, but all see at every decision what the named seats know."""
    names = tree.known[:, list(seats)]
    known = np.stack(
        [
            np.unique(np.column_stack([tree.known[:, seat], names]), axis=0, return_inverse=True)[1]
            for seat in range(tree.num_players)
        ],
        axis=1,
    )
    known = known * tree.num_players + np.arange(tree.num_players)  # seats share no set
    return _again(tree, np.ones(tree.num_nodes, np.bool_), known)


def without_actions(tree: Tree, forbidden: Array) -> Tree:
    """The same game without some actions, of which each information set must keep one.

    Args:
        tree: the game.
        forbidden: a flag for each place in a policy.

    Raises:
        ValueError: if a set would have no action left.
    """
    left = np.add.reduceat(~forbidden, tree.starts[:-1])
    if (left == 0).any():
        raise ValueError("An information set would have no action left.")
    kept = np.ones(tree.num_nodes, np.bool_)
    places = places_of_nodes(tree)
    kept[(places >= 0) & forbidden[places]] = False
    for low, high in pairwise(tree.layout.levels[1:]):
        kept[low:high] &= kept[tree.parents[low:high]]
    return _again(tree, kept, tree.known)


def places_of_nodes(tree: Tree) -> Array:
    """(N,) for each node that a decision leads to the place of that action in a policy, else −1."""
    parents = np.maximum(tree.parents, 0)
    sets = tree.layout.sets[parents]
    places = tree.starts[np.maximum(sets, 0)] + np.arange(tree.num_nodes)
    places -= tree.layout.first_child[parents]
    return np.where((tree.parents >= 0) & (sets >= 0), places, -1)


def _again(tree: Tree, kept: Array, known: Array) -> Tree:
    """A tree of some of the nodes, whose parents are among them."""
    place = np.cumsum(kept) - 1
    parents = np.where(tree.parents >= 0, place[np.maximum(tree.parents, 0)], NO_PARENT)[kept]
    layout = tree.layout
    depths = np.repeat(np.arange(len(layout.levels) - 1), np.diff(layout.levels))[kept]
    came_by = np.zeros(tree.num_nodes, np.int64)
    places = places_of_nodes(tree)
    came_by[places >= 0] = tree.actions[places[places >= 0]]
    found = lay_out(
        parents, depths, layout.movers[kept], came_by[kept], known[kept], layout.utilities[kept],
        layout.chances[kept],
    )  # fmt: skip
    heads = np.flatnonzero(kept)[first_of_each_set(found.layout.sets)]
    sets = layout.sets[heads]
    return replace(
        found,
        nodes=np.flatnonzero(kept)[found.nodes],
        observations=tree.observations[sets] if len(tree.observations) else tree.observations,
        action_masks=tree.action_masks[sets] if len(tree.action_masks) else tree.action_masks,
    )
