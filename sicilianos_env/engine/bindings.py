"""Binds the generic kernels to one game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sicilianos_env.engine.game import Game
from sicilianos_env.engine.kernels import random_legal
from sicilianos_env.engine.records import Array
from sicilianos_env.engine.streams import Stream
from sicilianos_env.jit import bound, compiled, rule

Choose = Callable[[int, Array, Array, Stream], int]


@rule
def choose_at_random(kind: int, observation: Array, mask: Array, stream: Stream) -> int:
    """The compiled agents of a game that has none: all kinds play at random."""
    return random_legal(mask, stream)


def kernel(
    game: Game,
    function: Callable[..., Any],
    choose: Choose = choose_at_random,
    interpreted: bool = False,
) -> Callable[..., Any]:
    """A kernel for the game; `choose(kind, observation, mask, stream)` plays inside seats."""
    names = {
        "STATE": game.state,
        "RULES": game.rules_record,
        "STATE_SIZE": game.state.itemsize,
        "NUM_ACTIONS": game.num_actions,
        "ASKED_ALWAYS": game.asked_always,
        "SHUFFLE_SIZE": game.shuffle_size,
        "start": game.start,
        "chance_size": game.chance_size,
        "chance_key": game.chance_key,
        "resolve_chance": game.resolve_chance,
        "shuffled": game.shuffled,
        "legal_mask": game.legal_mask,
        "step": game.step,
        "observe": game.observe,
        "resample": game.resample,
        "result": game.result,
        "choose": choose,
    }
    agents = "" if choose is choose_at_random else f"-{choose.__module__}.{choose.__qualname__}"
    make = bound if interpreted else compiled
    return make(function, game.name + agents, names)
