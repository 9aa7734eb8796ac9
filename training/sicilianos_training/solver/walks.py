"""Walks through a tree, compiled: down with the chances of getting anywhere, up with values."""

from __future__ import annotations

import numpy as np

from sicilianos_env.engine.game import CHANCE, OVER
from sicilianos_env.engine.records import Array
from sicilianos_env.jit import rule
from sicilianos_training.solver.tree import Layout


@rule
def walk_down(layout: Layout, policy: Array, seat: int, own: Array, others: Array) -> None:
    """Writes how likely each node is reached as far as `seat` decides, and as far as all others."""
    own[0] = others[0] = 1.0
    for node in range(layout.movers.shape[0]):
        first, mover = layout.first_child[node], layout.movers[node]
        start = 0 if mover < 0 else layout.starts[layout.sets[node]]
        for k in range(layout.num_children[node]):
            child = first + k
            likely = layout.chances[child] if mover == CHANCE else policy[start + k]
            own[child] = own[node] * likely if mover == seat else own[node]
            others[child] = others[node] if mover == seat else others[node] * likely


@rule
def walk_up(layout: Layout, policy: Array, seat: int, values: Array) -> None:
    """Writes what each node is worth to `seat` if all play the policy."""
    for node in range(layout.movers.shape[0] - 1, -1, -1):
        mover = layout.movers[node]
        if mover == OVER:
            values[node] = layout.utilities[node, seat]
            continue
        first = layout.first_child[node]
        start = 0 if mover < 0 else layout.starts[layout.sets[node]]
        value = 0.0
        for k in range(layout.num_children[node]):
            likely = layout.chances[first + k] if mover == CHANCE else policy[start + k]
            value += likely * values[first + k]
        values[node] = value


@rule
def answer_up(
    layout: Layout, policy: Array, seat: int, others: Array, values: Array, totals: Array
) -> None:
    """As `walk_up`, but `seat` does what is best at each set; `totals` gets what actions bring.

    All nodes of a set lie on one level, whose lower levels are known by then.
    """
    totals[:] = 0.0
    for level in range(layout.levels.shape[0] - 2, -1, -1):
        low, high = layout.levels[level], layout.levels[level + 1]
        for node in range(low, high):
            if layout.movers[node] == seat:
                start = layout.starts[layout.sets[node]]
                for k in range(layout.num_children[node]):
                    totals[start + k] += others[node] * values[layout.first_child[node] + k]
        for node in range(low, high):
            values[node] = answer_value(layout, policy, seat, node, values, totals)


@rule
def answer_value(
    layout: Layout, policy: Array, seat: int, node: int, values: Array, totals: Array
) -> float:
    """What a node is worth to the seat, all below it being known."""
    mover, first = layout.movers[node], layout.first_child[node]
    if mover == OVER:
        return layout.utilities[node, seat]
    if mover == seat:
        return values[first + best_action(layout, layout.sets[node], totals)]
    start = 0 if mover < 0 else layout.starts[layout.sets[node]]
    value = 0.0
    for k in range(layout.num_children[node]):
        likely = layout.chances[first + k] if mover == CHANCE else policy[start + k]
        value += likely * values[first + k]
    return value


@rule
def best_action(layout: Layout, number: int, totals: Array) -> int:
    """The place, within a set, of the first action that brings the most."""
    start, best = layout.starts[number], 0
    for k in range(1, layout.starts[number + 1] - start):
        if totals[start + k] > totals[start + best]:
            best = k
    return best


# --- CFR+


@rule
def add_regrets(layout: Layout, seat: int, others: Array, values: Array, regrets: Array) -> None:
    """Adds what each action of the seat would have brought more than its policy; keeps no debts."""
    for node in range(layout.movers.shape[0]):
        if layout.movers[node] == seat:
            start, first = layout.starts[layout.sets[node]], layout.first_child[node]
            for k in range(layout.num_children[node]):
                regrets[start + k] += others[node] * (values[first + k] - values[node])
    for i in range(regrets.shape[0]):
        regrets[i] = max(0.0, regrets[i])


@rule
def match_regrets(layout: Layout, regrets: Array, policy: Array) -> None:
    """The policy in proportion to the regrets; all alike where there are none."""
    for number in range(layout.starts.shape[0] - 1):
        low, high = layout.starts[number], layout.starts[number + 1]
        total = 0.0
        for i in range(low, high):
            total += regrets[i]
        for i in range(low, high):
            policy[i] = regrets[i] / total if total > 0.0 else 1.0 / (high - low)


@rule
def add_average(
    layout: Layout, policy: Array, seat: int, own: Array, weight: float, totals: Array
) -> None:
    """Adds the seat's policy at each set, as far as it comes there itself, with a weight."""
    done = np.zeros(layout.starts.shape[0] - 1, np.bool_)
    for node in range(layout.movers.shape[0]):
        if layout.movers[node] == seat and not done[layout.sets[node]]:
            done[layout.sets[node]] = True
            low, high = layout.starts[layout.sets[node]], layout.starts[layout.sets[node] + 1]
            for i in range(low, high):
                totals[i] += weight * own[node] * policy[i]


@rule
def iterate(
    layout: Layout,
    seat: int,
    weight: float,
    policy: Array,
    regrets: Array,
    totals: Array,
    own: Array,
    others: Array,
    values: Array,
) -> None:
    """One update of a seat: its average, its regrets against the policy of all, its policy."""
    walk_down(layout, policy, seat, own, others)
    walk_up(layout, policy, seat, values)
    add_average(layout, policy, seat, own, weight, totals)
    add_regrets(layout, seat, others, values, regrets)
    match_regrets(layout, regrets, policy)
