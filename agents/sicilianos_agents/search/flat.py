"""Flat determinised Monte Carlo: every legal action is tried in the same worlds.

In a world all actions meet the same hidden cards, dice and streams of the agents, so that they are
compared pair by pair. What the playout policy itself would do is left only for an action that is
better by more than chance explains: searching much approaches the best reply to that policy, and
searching little does little harm (Tesauro and Galperin, "On-line policy improvement using
Monte-Carlo search", NIPS 1996).
"""

from __future__ import annotations

from math import sqrt

import numpy as np

from sicilianos_agents.search.worlds import (
    FILL_IN,
    ME,
    NO_ACTION,
    Search,
    World,
    draw_world,
    new_world,
    play_action,
    play_out,
    stream_of_search,
)
from sicilianos_env.engine.kernels import choose, count_legal, only_action
from sicilianos_env.engine.records import Array
from sicilianos_env.engine.streams import Stream, aim
from sicilianos_env.jit import rule

DOUBT = 2.0  # standard errors by which an action has to be better than the policy's
FEWEST_WORLDS = 2
USUAL = FILL_IN + 1  # the kind of draw with which the policy chooses outside the worlds
SUM, SQUARES = 0, 1  # the columns of a tally: of what an action gains on the policy's


@rule
def value_in(
    search: Search, seen: Array, stream: Stream, number: int, action: int, world: World
) -> float:
    """What an action comes to for me in world `number`."""
    draw_world(search, seen, stream, number, world)
    play_action(search, stream, action, world)
    play_out(search, stream, world)
    return world.values[ME]


@rule
def variance_of(tally: Array, action: int, worlds: int) -> float:
    """Of what an action gains in a world, as far as the worlds tried show it."""
    mean = tally[action, SUM] / worlds
    return max(0.0, tally[action, SQUARES] - worlds * mean * mean) / (worlds - 1)


@rule
def usual_variance(legal: Array, usual: int, worlds: int, tally: Array) -> float:
    """The mean of the variances: in few worlds a single one is easily 0."""
    total, actions = 0.0, 0
    for action in range(legal.shape[0]):
        if legal[action] and action != usual:
            total += variance_of(tally, action, worlds)
            actions += 1
    return total / actions


@rule
def surest_gain(legal: Array, usual: int, worlds: int, tally: Array) -> int:
    """The action that gains most, less DOUBT standard errors; the usual one if none gains."""
    best, most = usual, 0.0
    at_least = usual_variance(legal, usual, worlds, tally)
    for action in range(legal.shape[0]):
        if legal[action] and action != usual:
            variance = max(at_least, variance_of(tally, action, worlds))
            gain = tally[action, SUM] / worlds - DOUBT * sqrt(variance / worlds)
            if gain > most:
                best, most = action, gain
    return best


@rule
def flat(search: Search, seen: Array, legal: Array, stream: Stream) -> int:
    """The action found with about so many playouts, shared out evenly."""
    only = only_action(legal)
    if only != NO_ACTION:
        return only
    own = stream_of_search(stream)
    aim(own, USUAL, 0)
    usual = choose(search.lineup[ME], seen, legal, own)
    worlds = max(FEWEST_WORLDS, search.playouts // count_legal(legal))
    tally, world = np.zeros((legal.shape[0], 2)), new_world(search, seen, legal)
    for number in range(worlds):
        base = value_in(search, seen, own, number, usual, world)
        for action in range(legal.shape[0]):
            if legal[action] and action != usual:
                gain = value_in(search, seen, own, number, action, world) - base
                tally[action, SUM] += gain
                tally[action, SQUARES] += gain * gain
    return surest_gain(legal, usual, worlds, tally)
