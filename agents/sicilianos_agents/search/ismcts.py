"""Information-set Monte Carlo tree search.

Each playout draws a world, goes down a tree whose nodes are information sets, adds one and lets the
playout policy play to the end. A node is known by the observation of the seat that decides there,
so hidden moves need no special care, and what a rival does depends on what he sees (Cowling, Powley
and Whitehouse, "Information Set Monte Carlo Tree Search", IEEE TCIAIG 4(2), 2012: their MO-ISMCTS,
with one table for all seats). Actions are chosen by PUCT (Rosin, "Multi-armed bandits with episode
context", 2011), with half of the prior on what the playout policy would do.
"""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

import numpy as np

from sicilianos_agents.search.worlds import (
    NO_ACTION,
    Search,
    World,
    draw_world,
    new_world,
    play_action,
    play_out,
    stream_of_search,
    usual_action,
)
from sicilianos_env.engine.fingerprint import fingerprint
from sicilianos_env.engine.game import OVER
from sicilianos_env.engine.kernels import RULES, STATE, count_legal, observe, only_action
from sicilianos_env.engine.records import Array, opened
from sicilianos_env.engine.streams import Stream
from sicilianos_env.jit import rule

PRIOR = 0.5  # of what the policy would do; the other legal actions share the rest
EXPLORE = 3.0  # what is not yet known against what is
DEEPEST = 64  # the decisions of one playout that the tree remembers
MOST_NODES = 20_000  # of a tree; what lies beyond them is left to the playout policy
ROOT = 0
EMPTY = -1  # a slot without a node


class Tree(NamedTuple):
    """Information sets, at most one a playout, found by a key."""

    size: Array  # (1,) int64, how many there are
    slots: Array  # (a power of two,) int64, a hash table of nodes
    keys: Array  # (nodes,) int64
    usual: Array  # (nodes,) int64, what the playout policy would do
    visits: Array  # (nodes, A) int64
    totals: Array  # (nodes, A) float64, the sum of the values to the seat that decides


class Path(NamedTuple):
    """The decisions of one playout within the tree."""

    nodes: Array  # (DEEPEST,) int64
    seats: Array
    actions: Array


@rule
def new_tree(playouts: int, num_actions: int) -> Tree:
    """An empty tree with room for a node of each playout, or MOST_NODES."""
    nodes, slots = min(playouts, MOST_NODES), 4
    while slots < 2 * nodes:
        slots *= 2
    return Tree(
        np.zeros(1, np.int64),
        np.full(slots, EMPTY, np.int64),
        np.zeros(nodes, np.int64),
        np.zeros(nodes, np.int64),
        np.zeros((nodes, num_actions), np.int64),
        np.zeros((nodes, num_actions)),
    )


@rule
def new_path() -> Path:
    """Room for the decisions of a playout."""
    return Path(
        np.zeros(DEEPEST, np.int64), np.zeros(DEEPEST, np.int64), np.zeros(DEEPEST, np.int64)
    )


@rule
def slot_of(tree: Tree, key: int) -> int:
    """Where the node with a key stands in the hash table, or the empty place for it."""
    slot = (key ^ key >> 31) & (tree.slots.shape[0] - 1)
    while tree.slots[slot] != EMPTY and tree.keys[tree.slots[slot]] != key:
        slot = (slot + 1) & (tree.slots.shape[0] - 1)
    return slot


@rule
def add_node(tree: Tree, slot: int, key: int, usual: int) -> int:
    """Puts a node into an empty slot; returns its number."""
    node = tree.size[0]
    tree.size[0] += 1
    tree.slots[slot], tree.keys[node], tree.usual[node] = node, key, usual
    return node


@rule
def promising(tree: Tree, node: int, mask: Array) -> int:
    """The action with the best sum of mean value and what is unknown of it (PUCT)."""
    others, visited, total = max(1, count_legal(mask) - 1), 0, 0.0
    for action in range(mask.shape[0]):
        visited += tree.visits[node, action]
        total += tree.totals[node, action]
    best, most, mean = NO_ACTION, 0.0, total / max(1, visited)
    for action in range(mask.shape[0]):
        if mask[action]:
            prior = PRIOR if action == tree.usual[node] else (1.0 - PRIOR) / others
            visits = tree.visits[node, action]
            value = tree.totals[node, action] / visits if visits else mean
            score = value + EXPLORE * prior * sqrt(visited) / (1 + visits)
            if best == NO_ACTION or score > most:
                best, most = action, score
    return best


@rule
def go_down(search: Search, stream: Stream, tree: Tree, path: Path, world: World) -> int:
    """Plays down the tree until a node is added, if it has room; returns how many decisions."""
    rules, state = opened(search.rules, RULES), opened(world.memory, STATE)
    for depth in range(DEEPEST):
        if state.to_move == OVER:
            return depth
        seat = np.int64(state.to_move)
        observe(rules, state, seat, world.observation)
        key = fingerprint(seat, world.observation)
        slot = slot_of(tree, key)
        is_new = tree.slots[slot] == EMPTY
        if is_new and tree.size[0] == tree.keys.shape[0]:
            return depth
        if is_new:
            node = add_node(tree, slot, key, usual_action(search, stream, seat, world))
            action = tree.usual[node]
        else:
            node = tree.slots[slot]
            action = promising(tree, node, world.mask)
        path.nodes[depth], path.seats[depth], path.actions[depth] = node, seat, action
        play_action(search, stream, action, world)
        if is_new:
            return depth + 1
    return DEEPEST


@rule
def back_up(tree: Tree, path: Path, depth: int, world: World) -> None:
    """Each seat that decided remembers what the world was worth to it."""
    for i in range(depth):
        node, action = path.nodes[i], path.actions[i]
        tree.visits[node, action] += 1
        tree.totals[node, action] += world.values[path.seats[i]]


@rule
def ismcts(search: Search, seen: Array, legal: Array, stream: Stream) -> int:
    """The action tried most often in so many playouts."""
    only = only_action(legal)
    if only != NO_ACTION:
        return only
    own = stream_of_search(stream)
    world, path = new_world(search, seen, legal), new_path()
    tree = new_tree(search.playouts, legal.shape[0])
    for number in range(search.playouts):
        draw_world(search, seen, own, number, world)
        world.mask[:] = legal
        depth = go_down(search, own, tree, path, world)
        play_out(search, own, world)
        back_up(tree, path, depth, world)
    best = np.int64(tree.usual[ROOT])
    for action in range(legal.shape[0]):
        if tree.visits[ROOT, action] > tree.visits[ROOT, best]:
            best = action
    return best
