"""Any policy on a tree: of agents, and back from a solution to an agent."""

from __future__ import annotations

import numpy as np

from sicilianos_agents.base import Agent, probabilities_of
from sicilianos_agents.solved import names_of
from sicilianos_env.engine.records import Array
from sicilianos_training.solver.exact import reach
from sicilianos_training.solver.tree import Tree


def policy_of_agent(tree: Tree, agent: Agent, draws: int = 1000) -> Array:
    """What an agent does at each information set; it goes by what it sees there alone.

    Args:
        tree: made by `tree_of`, so that it has observations.
        agent: of any game with such observations.
        draws: how often one that does not know its probabilities is asked at each set.
    """
    chances = probabilities_of(agent, tree.observations, tree.action_masks, draws)
    policy: Array = chances[tree.set_of_action(), tree.actions]
    return policy


def table_of_policy(tree: Tree, policy: Array) -> tuple[Array, Array]:
    """The policy by what a seat sees: observations (V, D) and probabilities (V, A).

    What a seat sees may lack what it remembers, such as the order in which cards were laid.
    Information sets that look alike are merged, each as far as its seat comes there itself.
    """
    names, first, row = np.unique(
        names_of(tree.observations), return_index=True, return_inverse=True
    )
    weights = own_reach_of_sets(tree, policy) + TINY
    chances = np.zeros((len(names), tree.action_masks.shape[1]))
    sets = tree.set_of_action()
    np.add.at(chances, (row[sets], tree.actions), weights[sets] * policy)
    return tree.observations[first], chances / chances.sum(axis=1, keepdims=True)


TINY = 1e-12  # where nobody comes, the policies count alike


def own_reach_of_sets(tree: Tree, policy: Array) -> Array:
    """(I,) how likely each set is, as far as the seat that decides there does."""
    found = np.zeros(tree.num_sets)
    for seat in range(tree.num_players):
        mine = tree.layout.movers == seat
        found[tree.layout.sets[mine]] = reach(tree, policy, seat).own[mine]
    return found
