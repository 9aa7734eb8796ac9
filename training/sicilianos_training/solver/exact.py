"""What policies are worth on a tree, exactly, and how far they are from an equilibrium.

A policy is a flat array of probabilities, as `solver.tree` says.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sicilianos_env.engine.records import Array
from sicilianos_env.jit import compiled
from sicilianos_training.solver import walks
from sicilianos_training.solver.tree import Tree


@dataclass(frozen=True)
class Reach:
    """How likely each node is, as far as one seat decides and as far as all others do."""

    own: Array  # (N,) float64
    others: Array


def uniform_policy(tree: Tree) -> Array:
    """All actions of a set equally likely."""
    sizes = np.diff(tree.starts)
    policy: Array = np.repeat(1 / sizes, sizes)
    return policy


def checked_policy(tree: Tree, policy: Array) -> Array:
    """The policy as float64.

    Raises:
        ValueError: with one sentence, unless it is a distribution at each information set.
    """
    policy = np.ascontiguousarray(policy, np.float64)
    if policy.shape != tree.actions.shape:
        raise ValueError(
            f"The policy has {policy.size} probabilities; this tree needs {tree.actions.size}."
        )
    sums = np.add.reduceat(policy, tree.starts[:-1])
    if not (policy >= 0).all() or not np.allclose(sums, 1):
        raise ValueError("The policy is no distribution at some information set.")
    return policy


def reach(tree: Tree, policy: Array, seat: int) -> Reach:
    """How likely each node is when all play the policy; the two figures multiply."""
    found = Reach(np.empty(tree.num_nodes), np.empty(tree.num_nodes))
    compiled(walks.walk_down)(tree.layout, policy, seat, found.own, found.others)
    return found


def node_values(tree: Tree, policy: Array, seat: int) -> Array:
    """(N,) what each node is worth to a seat when all play the policy."""
    values = np.empty(tree.num_nodes)
    compiled(walks.walk_up)(tree.layout, policy, seat, values)
    return values


def expected_utilities(tree: Tree, policy: Array) -> Array:
    """(P,) what each seat gets when all play the policy."""
    policy = checked_policy(tree, policy)
    return np.array([node_values(tree, policy, seat)[0] for seat in range(tree.num_players)])


@dataclass(frozen=True)
class Answer:
    """A best response of one seat to what the others play."""

    value: float
    policy: Array  # the seat's best actions; at the sets of the others what they play


def best_response(tree: Tree, policy: Array, seat: int) -> Answer:
    """What a seat can get at most, knowing what the others play, and how."""
    policy = checked_policy(tree, policy)
    others = reach(tree, policy, seat).others
    values, totals = np.empty(tree.num_nodes), np.empty(len(policy))
    compiled(walks.answer_up)(tree.layout, policy, seat, others, values, totals)
    best = policy.copy()
    for number in np.flatnonzero(tree.owners == seat):
        low, high = tree.starts[number], tree.starts[number + 1]
        best[low:high] = 0.0
        best[low + np.argmax(totals[low:high])] = 1.0
    return Answer(float(values[0]), best)


def incentives(tree: Tree, policy: Array) -> Array:
    """(P,) how much each seat could gain by a best response, 0 in an equilibrium."""
    gains = [best_response(tree, policy, seat).value for seat in range(tree.num_players)]
    found: Array = np.array(gains) - expected_utilities(tree, policy)
    return found


def nash_conv(tree: Tree, policy: Array) -> float:
    """The sum of what all seats could gain (Lanctot et al., "A unified game-theoretic approach to
    multiagent reinforcement learning", NeurIPS 2017); for two players of a zero-sum game twice the
    exploitability.
    """
    return float(incentives(tree, policy).sum())
