"""`sicilianos bench`: how fast the environments are on this machine.

Figures of different machines, or of one machine on different days, say little. So the measurements
take turns, every figure is the median of several, and the ratios are those of one run.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from statistics import median
from typing import Any

from rich.console import Console
from rich.table import Table

from sicilianos_agents.base import CompiledAgent
from sicilianos_agents.registry import RANDOM, ladder, make_agent
from sicilianos_env.engine.bindings import choose_at_random
from sicilianos_env.engine.records import Array
from sicilianos_env.engine.registry import find_game, games
from sicilianos_env.engine.threads import processors
from sicilianos_env.make import make, make_raw, make_vec
from sicilianos_training.peers import peers
from sicilianos_training.random_play import aec_play

SIZES = (4096, 16, 65_536)  # the first is what the others are compared with
DECISIONS_A_SLICE = 50_000  # of the vectorised environments
SEARCHES, PLAYOUTS = 8, 200  # at how many decisions, and with what budget each
DECISIONS_BEFORE = 40  # of each game


@dataclass
class Measured:
    """One kind of play; `play` does a slice of it and returns how many decisions, or playouts."""

    name: str
    play: Callable[[], int]
    rates: list[float] = field(default_factory=list)  # a second

    def measure(self, seconds: float) -> None:
        """Plays for about so long."""
        count, began, spent = 0, time.perf_counter(), 0.0
        while spent < seconds:
            count += self.play()
            spent = time.perf_counter() - began
        self.rates.append(count / spent)

    @property
    def rate(self) -> float:
        """The median."""
        return median(self.rates)


def run_bench(
    game: str, players: int | None, with_peers: bool, cold: bool, seconds: float, repeats: int
) -> None:
    """Measures and prints.

    Raises:
        ValueError: for an unknown game or a wrong number of players.
    """
    console = Console(highlight=False)
    contract = find_game(game)
    options = {} if players is None else {"num_players": players}
    rules = contract.rules(**options)
    kinds = [*vectorised(game, options), *single(game, options)]
    kinds += other_games(game, rules.num_players)
    if with_peers:
        kinds += [Measured(name, play) for name, play in peers(console)]
    searches = searching(game, rules)
    for kind in kinds + searches:
        kind.play()  # compiles
    for _ in range(repeats):
        for kind in kinds + searches:
            kind.measure(seconds)
    console.print(rate_table(kinds, f"{game}, {rules.num_players} players, random legal play"))
    console.print(rate_table(searches, "Search, 1 thread", unit="playouts/s"))
    size = contract.observation_size(rules.num_players)
    console.print(
        f"A game's state is {contract.state.itemsize} bytes, its observation {size}, "
        f"its action mask {contract.num_actions}."
    )
    if cold:
        with tempfile.TemporaryDirectory() as cache:
            first, later = (first_step_seconds(game, cache) for _ in range(2))
        console.print(
            f"From the imports to the first vectorised step: {first:.1f} s with nothing compiled, "
            f"{later:.1f} s from then on."
        )


def first_step_seconds(game: str, cache: str) -> float:
    """In a process of its own, with compiled code in the given folder."""
    script = (
        "import sys, time, sicilianos_env, sicilianos_env.engine.batch, numba\n"
        "began = time.perf_counter()\n"
        "env = sicilianos_env.make_vec(sys.argv[1], num_envs=16, seed=0)\n"
        "env.step(env.action_masks.argmax(axis=1))\n"
        "print(time.perf_counter() - began)\n"
    )
    environment = {**os.environ, "SICILIANOS_CACHE_DIR": cache, "SICILIANOS_QUIET": "1"}
    done = subprocess.run(
        [sys.executable, "-c", script, game], env=environment, capture_output=True, check=True
    )
    return float(done.stdout)


def vectorised(game: str, options: dict[str, Any]) -> list[Measured]:
    """Batches on one thread and on all; mask, observation and the random choice included."""
    return [
        Measured(
            f"vectorised, {size:,} games, {threads} thread{'s' if threads > 1 else ''}",
            vectorised_play(game, options, size, threads),
        )
        for size in SIZES
        for threads in sorted({1, min(2, processors()), processors()})
    ]


def other_games(game: str, players: int) -> list[Measured]:
    """The first of the vectorised measurements for each other game, with as many players or so."""
    measured = []
    for name in games():
        if name != game:
            contract = find_game(name)
            seats = max(contract.min_players, min(players, contract.max_players))
            play = vectorised_play(name, {"num_players": seats}, SIZES[0], 1)
            measured.append(Measured(f"{name}, {seats} players, as the first line", play))
    return measured


def vectorised_play(
    game: str, options: dict[str, Any], size: int, threads: int
) -> Callable[[], int]:
    """Steps a batch with random actions."""
    env = make_vec(game, num_envs=size, seed=0, threads=threads, **options)
    agent = CompiledAgent(RANDOM, game, 0, choose_at_random, seed=0, threads=threads)
    steps = max(1, DECISIONS_A_SLICE // size)

    def play() -> int:
        for _ in range(steps):
            env.step(agent.act(env.observations, env.action_masks))
        return steps * size

    return play


def single(game: str, options: dict[str, Any]) -> list[Measured]:
    """The AEC environment, plain and with PettingZoo's wrappers."""
    return [
        Measured("AEC raw_env, mask and observation", aec_play(make_raw(game, **options))),
        Measured("AEC env, with PettingZoo's wrappers", aec_play(make(game, **options))),
    ]


def searching(game: str, rules: Any) -> list[Measured]:
    """Tree search in the middle of random games, with the mildest and the strongest baseline."""
    env = make_vec(game, num_envs=SEARCHES, seed=0, threads=1, num_players=rules.num_players)
    agent = CompiledAgent(RANDOM, game, 0, choose_at_random, seed=0, threads=1)
    for _ in range(DECISIONS_BEFORE):
        env.step(agent.act(env.observations, env.action_masks))
    choices = env.action_masks.sum(axis=1) > 1
    seen, masks = env.observations[choices], env.action_masks[choices]
    return [
        Measured(name, search_play(name, game, rules, seen, masks))
        for name in (
            f"ismcts:{PLAYOUTS}:{policy}" for policy in (ladder(game)[0], ladder(game)[-1])
        )
    ]


def search_play(
    name: str, game: str, rules: Any, observations: Array, masks: Array
) -> Callable[[], int]:
    """Searches at each decision."""
    agent = make_agent(name, game, seed=0, rules=rules, threads=1)

    def play() -> int:
        agent.act(observations, masks)
        return PLAYOUTS * len(masks)

    return play


def rate_table(kinds: list[Measured], title: str, unit: str = "decisions/s") -> Table:
    """Medians, and how they compare with the first line."""
    table = Table(title=title, title_justify="left")
    for heading in ("", unit, "lowest", "highest", "ratio"):
        table.add_column(heading, justify="right" if heading else "left")
    for kind in kinds:
        rates = (kind.rate, min(kind.rates), max(kind.rates))
        ratio = kind.rate / kinds[0].rate
        table.add_row(kind.name, *(f"{rate:,.0f}" for rate in rates), f"{ratio:.4f}")
    return table
