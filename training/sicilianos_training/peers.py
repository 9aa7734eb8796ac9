"""Comparable card games of other libraries, as far as they are installed, for `bench --peers`."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from rich.console import Console

from sicilianos_training.random_play import aec_play

Play = Callable[[], int]  # plays a slice, returns the decisions made


def peers(console: Console) -> Iterator[tuple[str, Play]]:
    """Names and plays of what is installed; says what is not."""
    makers = {
        "pettingzoo.classic": pettingzoo_classic,
        "pyspiel": openspiel,
        "rlcard": rlcard,
        "pgx": pgx,
    }
    for module, maker in makers.items():
        needs = ("pygame", "rlcard") if module == "pettingzoo.classic" else ()
        missing = [name for name in (module.partition(".")[0], *needs) if not find_spec(name)]
        if missing:
            console.print(f"Not measured: {module}, for lack of {', '.join(missing)}.")
            continue
        try:
            yield from maker()
        except (ImportError, OSError, ValueError) as fault:
            console.print(f"Not measured: {module}, which says: {fault}")


def pettingzoo_classic() -> Iterator[tuple[str, Play]]:
    """PettingZoo's own card games through the same AEC loop as ours."""
    for name in ("leduc_holdem_v4", "texas_holdem_v4"):
        module = import_module(f"pettingzoo.classic.{name}")
        yield f"PettingZoo {name} raw_env", aec_play(module.raw_env())
        yield f"PettingZoo {name} env", aec_play(module.env())


def openspiel() -> Iterator[tuple[str, Play]]:
    """OpenSpiel's C++ games from Python, with the mover's information state."""
    import pyspiel

    for name in ("leduc_poker", "gin_rummy"):
        yield f"OpenSpiel {name} from Python", openspiel_play(pyspiel.load_game(name))


def openspiel_play(game: Any) -> Play:
    """One random game; the mask and the tensor of each decision are made."""
    has_tensor = game.get_type().provides_observation_tensor
    choose = random.Random(0)

    def play() -> int:
        state, decisions = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(choose.choices(outcomes, chances)[0])
                continue
            if has_tensor:
                state.observation_tensor()
            state.apply_action(choose.choice(state.legal_actions()))
            decisions += 1
        return decisions

    return play


def rlcard() -> Iterator[tuple[str, Play]]:
    """RLCard's environments, with the observation of each decision."""
    import rlcard as library

    for name in ("leduc-holdem", "gin-rummy"):
        yield f"RLCard {name}", rlcard_play(library.make(name))


def rlcard_play(env: Any) -> Play:
    """One random game."""
    choose = random.Random(0)

    def play() -> int:
        state, _ = env.reset()
        decisions = 0
        while not env.is_over():
            state, _ = env.step(choose.choice(list(state["legal_actions"])))
            decisions += 1
        return decisions

    return play


def pgx() -> Iterator[tuple[str, Play]]:
    """Pgx on this machine's CPU, in batches of 4,096."""
    for name in ("leduc_holdem", "sparrow_mahjong"):  # bridge bidding downloads tables
        yield f"pgx {name}, 4,096 games", pgx_play(name, 4096)


def pgx_play(name: str, size: int) -> Play:
    """A few steps of a batch with random legal actions and automatic restarts."""
    import jax
    import pgx as library
    from pgx.experimental import auto_reset

    env = library.make(name)
    step = jax.jit(jax.vmap(auto_reset(env.step, env.init)))

    def act(key: Any, mask: Any) -> Any:
        return jax.random.categorical(key, jax.numpy.where(mask, 0.0, -jax.numpy.inf))

    choose = jax.jit(act)
    keys = jax.random.split(jax.random.PRNGKey(0), size)
    held = {"state": jax.jit(jax.vmap(env.init))(keys), "key": jax.random.PRNGKey(1)}

    def play() -> int:
        for _ in range(5):
            held["key"], chosen, restart = jax.random.split(held["key"], 3)
            actions = choose(chosen, held["state"].legal_action_mask)
            held["state"] = step(held["state"], actions, jax.random.split(restart, size))
        jax.block_until_ready(held["state"])
        return 5 * size

    return play
