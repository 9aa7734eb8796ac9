"""The whole tree of a small game, unfolded into flat arrays, depth first.

A node is a chance node, a decision with a choice, or an end; what is forced is no node, as in play.
What a seat knows at a node is named by all that it has seen: its observation after every ply, those
unasked included, and its own actions. So it forgets nothing (perfect recall).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from sicilianos_env.engine.bindings import kernel
from sicilianos_env.engine.fingerprint import fingerprint, joined
from sicilianos_env.engine.game import CHANCE, OVER, Game
from sicilianos_env.engine.kernels import (
    RULES,
    STATE,
    chance_size,
    count_legal,
    legal_mask,
    observe,
    only_action,
    resolve_chance,
    result,
    step,
)
from sicilianos_env.engine.records import Array, Record, opened
from sicilianos_env.jit import rule

MOST_DEEP = 256  # nodes from the root to an end
NO_PARENT = -1
SHUFFLE = -2  # in place of a number of nodes


class Nodes(NamedTuple):
    """The nodes of a tree, each before what follows it."""

    parents: Array  # (N,) int32, NO_PARENT for a root
    depths: Array  # (N,) int16
    movers: Array  # (N,) int8: a seat, CHANCE or OVER
    came_by: Array  # (N,) int16, the action or the number of the chance outcome that led here
    known: Array  # (N, P) int64, the names of what the seats know
    scores: Array  # (N, P) float64, at ends

    @classmethod
    def allocate(cls, nodes: int, players: int) -> Nodes:
        """Room for so many nodes."""
        return cls(
            np.zeros(nodes, np.int32),
            np.zeros(nodes, np.int16),
            np.zeros(nodes, np.int8),
            np.zeros(nodes, np.int16),
            np.zeros((nodes, players), np.int64),
            np.zeros((nodes, players)),
        )


class Seen(NamedTuple):
    """What the seat to move sees at some of the nodes; row −1 of a node: not wanted."""

    rows: Array  # (N,) int32, by node
    observations: Array  # (rows, D) uint8
    masks: Array  # (rows, A) int8


class Path(NamedTuple):
    """The nodes from a root to the one being looked at, and how far each has been unfolded."""

    states: Array  # (MOST_DEEP, STATE_SIZE) uint8
    masks: Array  # (MOST_DEEP, A) int8
    names: Array  # (MOST_DEEP, P) int64, what each seat knows
    nodes: Array  # (MOST_DEEP,) int64
    choices: Array  # (MOST_DEEP,) int64, how many there are
    tried: Array  # (MOST_DEEP,) int64, the choices taken so far
    cursors: Array  # (MOST_DEEP,) int64, the action after the last one taken


def unfold(game: Game, options: Any, roots: Array | None = None) -> Nodes:
    """All that can happen in a game.

    Args:
        game: the contract; its chance must have outcomes that can be listed, so no shuffles.
        options: the game's rules object.
        roots: (R, bytes of a state) uint8, equally likely states to begin with; the start of the
            game by default. What the seats have seen begins there.

    Raises:
        ValueError: with one sentence, for a game that shuffles.
    """
    room = Nodes.allocate(0, options.num_players)
    nothing = Seen(np.zeros(0, np.int32), *_no_views(game, options, 0))
    count = _run(game, options, roots, room, nothing)
    if count == SHUFFLE:
        raise ValueError(f"{game.name} shuffles, and the orders of a shuffle are too many to list.")
    nodes = Nodes.allocate(count, options.num_players)
    _run(game, options, roots, nodes, nothing)
    return nodes


def views_of(
    game: Game, options: Any, wanted: Array, size: int, roots: Array | None = None
) -> tuple[Array, Array]:
    """What the seats to move see at some nodes of `unfold`.

    Args:
        game: the contract.
        options: the game's rules object.
        wanted: node numbers, in any order.
        size: the number of nodes of the tree.
        roots: as for `unfold`.

    Returns:
        The observations (W, D) uint8 and the action masks (W, A) int8.
    """
    rows = np.full(size, -1, np.int32)
    rows[wanted] = np.arange(len(wanted), dtype=np.int32)
    seen = Seen(rows, *_no_views(game, options, len(wanted)))
    _run(game, options, roots, Nodes.allocate(0, options.num_players), seen)
    return seen.observations, seen.masks


def _no_views(game: Game, options: Any, rows: int) -> tuple[Array, Array]:
    size = game.observation_size(options.num_players)
    return np.zeros((rows, size), np.uint8), np.zeros((rows, game.num_actions), np.int8)


def _run(game: Game, options: Any, roots: Array | None, nodes: Nodes, seen: Seen) -> int:
    rules_memory = options.to_record()
    if roots is None:
        roots = np.zeros((1, game.state.itemsize), np.uint8)
        game.start(opened(rules_memory, game.rules_record), opened(roots[0], game.state))
    path = Path(
        states=np.zeros((MOST_DEEP, game.state.itemsize), np.uint8),
        masks=np.zeros((MOST_DEEP, game.num_actions), np.int8),
        names=np.zeros((MOST_DEEP, options.num_players), np.int64),
        nodes=np.zeros(MOST_DEEP, np.int64),
        choices=np.zeros(MOST_DEEP, np.int64),
        tried=np.zeros(MOST_DEEP, np.int64),
        cursors=np.zeros(MOST_DEEP, np.int64),
    )
    observation = np.zeros(game.observation_size(options.num_players), np.uint8)
    run = kernel(game, unfold_from)
    return int(run(rules_memory, roots, path, observation, nodes, seen))


# --- Compiled


@rule
def unfold_from(
    rules_memory: Array, roots: Array, path: Path, observation: Array, nodes: Nodes, seen: Seen
) -> int:
    """Writes the nodes as far as there is room; returns how many there are, or SHUFFLE."""
    rules = opened(rules_memory, RULES)
    count = 0
    for root in range(roots.shape[0]):
        path.states[0] = roots[root]
        path.names[0] = 0
        arrive(rules, path, 0, observation)
        count = note_node(rules, path, 0, NO_PARENT, root, count, observation, nodes, seen)
        depth = 0
        while depth >= 0:
            if path.choices[depth] < 0:
                return SHUFFLE
            if path.tried[depth] == path.choices[depth]:
                depth -= 1
                continue
            choice = take_choice(rules, path, depth, observation)
            depth += 1
            parent = path.nodes[depth - 1]
            count = note_node(rules, path, depth, parent, choice, count, observation, nodes, seen)
    return count


@rule
def take_choice(rules: Record, path: Path, depth: int, observation: Array) -> int:
    """Follows the next choice at a depth to the node below it; returns the choice."""
    path.states[depth + 1] = path.states[depth]
    path.names[depth + 1] = path.names[depth]
    state = opened(path.states[depth + 1], STATE)
    if state.to_move == CHANCE:
        choice = path.tried[depth]
        resolve_chance(rules, state, choice)
    else:
        choice = path.cursors[depth]
        while path.masks[depth, choice] == 0:
            choice += 1
        path.cursors[depth] = choice + 1
        act(rules, path, depth + 1, choice)
    path.tried[depth] += 1
    arrive(rules, path, depth + 1, observation)
    return choice


@rule
def act(rules: Record, path: Path, depth: int, action: int) -> None:
    """Plays an action, which its seat remembers."""
    state = opened(path.states[depth], STATE)
    seat = state.to_move
    path.names[depth, seat] = joined(path.names[depth, seat], action)
    step(rules, state, action)


@rule
def arrive(rules: Record, path: Path, depth: int, observation: Array) -> None:
    """Makes what is forced; every seat looks after each ply."""
    state, mask = opened(path.states[depth], STATE), path.masks[depth]
    while True:
        for seat in range(path.names.shape[1]):
            observe(rules, state, seat, observation)
            path.names[depth, seat] = fingerprint(path.names[depth, seat], observation)
        if state.to_move < 0:
            return
        legal_mask(rules, state, mask)
        forced = only_action(mask)
        if forced < 0:
            return
        act(rules, path, depth, forced)


@rule
def note_node(
    rules: Record,
    path: Path,
    depth: int,
    parent: int,
    choice: int,
    count: int,
    observation: Array,
    nodes: Nodes,
    seen: Seen,
) -> int:
    """Writes down the node at a depth of the path, its number being `count`; returns the next."""
    state = opened(path.states[depth], STATE)
    path.nodes[depth], path.tried[depth], path.cursors[depth] = count, 0, 0
    path.choices[depth] = choices_at(rules, state, path.masks[depth])
    if count < nodes.parents.shape[0]:
        nodes.parents[count], nodes.depths[count] = parent, depth
        nodes.movers[count], nodes.came_by[count] = state.to_move, choice
        nodes.known[count] = path.names[depth]
        if state.to_move == OVER:
            winners = np.zeros(nodes.scores.shape[1], np.int8)
            result(rules, state, winners, nodes.scores[count])
    if count < seen.rows.shape[0] and seen.rows[count] >= 0:
        observe(rules, state, state.to_move, observation)
        seen.observations[seen.rows[count]] = observation
        seen.masks[seen.rows[count]] = path.masks[depth]
    return count + 1


@rule
def choices_at(rules: Record, state: Record, mask: Array) -> int:
    """How many nodes follow."""
    if state.to_move == OVER:
        return 0
    return chance_size(rules, state) if state.to_move == CHANCE else count_legal(mask)
