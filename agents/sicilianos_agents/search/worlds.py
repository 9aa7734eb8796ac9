"""Worlds that look the same to the searcher, and how they end when a compiled agent plays them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sicilianos_env.engine.game import OVER
from sicilianos_env.engine.kernels import (
    RULES,
    STATE,
    STATE_SIZE,
    aim_at_row,
    inside_action,
    observe,
    resample,
    settle,
    step,
    utilities_of,
)
from sicilianos_env.engine.records import Array, opened
from sicilianos_env.engine.streams import Stream, aim, random_word
from sicilianos_env.engine.utilities import SCORE, WIN
from sicilianos_env.jit import rule

FILL_IN = 128  # the kind of draw that fills in what is hidden; the kinds of agents are below
STEEP = 4.0  # how much sooner a lead in scores counts as a win than by its own unit
NO_ACTION = -1
ME = 0  # the searcher's seat in each world


class Search(NamedTuple):
    """What a search needs beside an observation, its mask and a stream."""

    rules: Array  # the memory of the rules object
    lineup: Array  # (P,) int16: the compiled agent that plays the worlds, at all seats
    playouts: int
    unit: float  # the score that counts as 1
    of_scores: float  # the share of the score utility in a value, from 0 to 1; the rest is of wins
    horizon: int  # the decisions of the playout policy after which a world is judged by its scores


class World(NamedTuple):
    """A world being played, in memory that the next world uses again."""

    memory: Array  # one STATE record
    mask: Array  # of the seat to move
    observation: Array  # of the seat to move
    values: Array  # (P,) float64, at the end
    decisions: Array  # (1,) int64, of the playout policy


@rule
def new_world(search: Search, seen: Array, legal: Array) -> World:
    """Memory for worlds in which the searcher sees what he sees."""
    memory, decisions = np.zeros(STATE_SIZE, np.uint8), np.zeros(1, np.int64)
    values = np.zeros(search.lineup.shape[0])
    return World(memory, legal.copy(), seen.copy(), values, decisions)


@rule
def stream_of_search(stream: Stream) -> Stream:
    """A stream with a key of its own, drawn from the agent's: its rows are the worlds."""
    own = np.zeros(stream.shape[0], np.uint32)
    own[0] = random_word(stream)
    own[1] = random_word(stream)
    return own


@rule
def draw_world(search: Search, seen: Array, stream: Stream, number: int, world: World) -> None:
    """Makes a random state that looks the same, world `number` of a search."""
    aim_at_row(stream, number, 0)
    aim(stream, FILL_IN, 0)
    world.memory[:] = 0
    world.decisions[:] = 0
    resample(opened(search.rules, RULES), seen, stream, opened(world.memory, STATE))


@rule
def play_action(search: Search, stream: Stream, action: int, world: World) -> None:
    """Plays an action, then chance and forced actions."""
    rules, state = opened(search.rules, RULES), opened(world.memory, STATE)
    step(rules, state, action)
    settle(rules, state, stream, world.mask)


@rule
def usual_action(search: Search, stream: Stream, seat: int, world: World) -> int:
    """What the playout policy does now."""
    kind = search.lineup[seat]
    return inside_action(kind, seat, world.observation, world.mask, stream, world.decisions)


@rule
def play_out(search: Search, stream: Stream, world: World) -> None:
    """Lets the playout policy play to the end, and writes what it is worth to each seat."""
    rules, state = opened(search.rules, RULES), opened(world.memory, STATE)
    while state.to_move != OVER and world.decisions[0] < search.horizon:
        seat = np.int64(state.to_move)
        observe(rules, state, seat, world.observation)
        step(rules, state, usual_action(search, stream, seat, world))
        settle(rules, state, stream, world.mask)
    scores, margins = np.zeros_like(world.values), np.zeros_like(world.values)
    utilities_of(search.rules, world.memory, WIN, search.unit, world.values, scores)
    if search.of_scores > 0.0:
        utilities_of(search.rules, world.memory, SCORE, search.unit, margins, scores)
        if state.to_move != OVER:
            for seat in range(margins.shape[0]):
                world.values[seat] = min(1.0, max(-1.0, STEEP * margins[seat]))
        for seat in range(margins.shape[0]):
            world.values[seat] += search.of_scores * (margins[seat] - world.values[seat])
