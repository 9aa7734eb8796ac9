"""B2, B3 and B5 in whole games, by playing on from worlds that look the same.

What an action is worth with hidden cards is the mean over worlds drawn from what the seat sees;
with open cards, the mean over games that go on from the truth. In both a compiled agent plays on.
Unlike in a solved war, the others do not see the cards either: open are they to the judge alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from sicilianos_agents.base import Agent, probabilities_of
from sicilianos_agents.registry import compiled_agents
from sicilianos_agents.search.worlds import (
    Search,
    World,
    draw_world,
    new_world,
    play_action,
    play_out,
    stream_of_search,
)
from sicilianos_env.engine.bindings import kernel
from sicilianos_env.engine.kernels import (
    aim_at_row,
    observe_one,
    peek_one,
    resample_one,
)
from sicilianos_env.engine.records import Array
from sicilianos_env.engine.streams import Stream, aim, new_stream
from sicilianos_env.jit import rule
from sicilianos_training.bluffing.decisions import public_parts, strong_actions
from sicilianos_training.bluffing.log import Log
from sicilianos_training.bluffing.measured import ratio
from sicilianos_training.estimate import Estimate

CLOSE = 0.02  # utilities nearer than this count as equal
NO_HORIZON = 10**6
FILL_IN, PLAY_ON = 1, 2  # kinds of draws


@rule
def tally_actions(
    search: Search, truth: Array, seat: int, seen: Array, legal: Array, stream: Stream,
    hidden: Array, opened: Array,
) -> None:  # fmt: skip
    """Adds what each legal action comes to in worlds that look the same, and from the truth."""
    own = stream_of_search(stream)
    world = new_world(search, seen, legal)
    for number in range(search.playouts):
        for action in range(legal.shape[0]):
            if legal[action]:
                draw_world(search, seen, own, number, world)
                play_action(search, own, action, world)
                play_out(search, own, world)
                hidden[action] += world.values[0] / search.playouts
                set_up_truth(truth, own, number, world)
                play_action(search, own, action, world)
                play_out(search, own, world)
                opened[action] += world.values[seat] / search.playouts


@rule
def set_up_truth(truth: Array, stream: Stream, number: int, world: World) -> None:
    """The game as it stands; only dice and thefts to come differ from one number to the next."""
    aim_at_row(stream, number, 1)
    world.memory[:] = truth
    world.decisions[:] = 0


@dataclass(frozen=True)
class MeasuredCounterfactual:
    """B2 and B3 of strong actions, as `exact.Counterfactual`; utilities are win utilities."""

    bluffs: Estimate
    mistakes: Estimate
    value_plays: Estimate
    lucky_plays: Estimate
    premium: Estimate
    decisions: int


def counterfactual(
    log: Log, policy: str, sample: int = 300, playouts: int = 30, seed: int = 0
) -> MeasuredCounterfactual:
    """B2 and B3 of some strong actions of a log.

    Args:
        log: of games.
        policy: the compiled agent that plays on.
        sample: so many strong actions, drawn at random.
        playouts: worlds, and games from the truth, for each action.
        seed: of the sample and the worlds.
    """
    it = log.decisions
    random, chosen = np.random.default_rng(seed), np.flatnonzero(it.strong)
    chosen = np.sort(random.choice(chosen, min(sample, len(chosen)), replace=False))
    hidden, opened = (np.zeros((len(chosen), log.game.num_actions)) for _ in range(2))
    run, search = _search(log, policy, playouts)
    for i, row in enumerate(chosen):
        stream = new_stream(seed, row=i)
        aim(stream, PLAY_ON, 0)
        run(
            search, it.states[row], int(it.seats[row]), it.observations[row], it.action_masks[row],
            stream, hidden[i], opened[i],
        )  # fmt: skip
    masks, acts = it.action_masks[chosen], it.actions[chosen]
    weak = (masks > 0) & ~strong_actions(it.kinds[chosen], masks)
    rows = np.arange(len(chosen))
    more_hidden = hidden[rows, acts] - np.where(weak, hidden, -np.inf).max(axis=1)
    more_open = opened[rows, acts] - np.where(weak, opened, -np.inf).max(axis=1)
    good_hidden, good_open = more_hidden >= -CLOSE, more_open >= -CLOSE
    deals, ones = it.deals[chosen], np.ones(len(chosen))
    bluffs = good_hidden & ~good_open
    return MeasuredCounterfactual(
        ratio(deals, bluffs.astype(float), ones),
        ratio(deals, (~good_hidden & ~good_open).astype(float), ones),
        ratio(deals, (good_hidden & good_open).astype(float), ones),
        ratio(deals, (~good_hidden & good_open).astype(float), ones),
        ratio(deals, (hidden - opened)[rows, acts] * bluffs, bluffs.astype(float)),
        len(chosen),
    )


def _search(log: Log, policy: str, playouts: int) -> tuple[Any, Search]:
    names, choose = compiled_agents(log.game.name)
    if policy not in names:
        raise ValueError(f"{policy!r} cannot play on; it must be one of {', '.join(names)}.")
    lineup = np.full(log.options.num_players, names.index(policy), np.int16)
    search = Search(
        log.options.to_record(), lineup, playouts, float(log.game.score_unit or 1), 0.0, NO_HORIZON
    )
    return kernel(log.game, tally_actions, choose), search


# --- B5


@dataclass(frozen=True)
class MeasuredShift:
    """B5: by how much actions make observers less convinced of the true cards, in nats.

    For one who knows the agent it is not above 0 but for chance.
    """

    knowing: Estimate
    population: Estimate


def belief_shift(
    log: Log,
    agent: Agent,
    population: Sequence[Agent],
    sample: int = 200,
    worlds: int = 64,
    seed: int = 0,
) -> MeasuredShift:
    """B5 of some decisions of a log, seen by the seat to the left.

    The observer thinks all worlds equally likely that look the same to him. Half a world is added
    in which anybody does so, since what no world drawn explains need not be impossible.

    Args:
        log: of games.
        agent: who decided; its probabilities are estimated where it does not know them.
        population: other agents; the observer thinks each of them as likely.
        sample: so many decisions, drawn at random.
        worlds: for each.
        seed: of the sample and the worlds.
    """
    it = log.decisions
    random = np.random.default_rng(seed)
    chosen = np.sort(random.choice(len(it.actions), min(sample, len(it.actions)), replace=False))
    shifts = np.array(
        [_shifts(log, int(row), [[agent], list(population)], worlds, seed) for row in chosen]
    )
    deals, ones = it.deals[chosen], np.ones(len(chosen))
    return MeasuredShift(ratio(deals, shifts[:, 0], ones), ratio(deals, shifts[:, 1], ones))


def _shifts(
    log: Log, row: int, beliefs: Sequence[Sequence[Agent]], worlds: int, seed: int
) -> list[float]:
    """Log p(cards) before less after the action, for each belief about who acts."""
    it = log.decisions
    true = it.observations[row][None], it.action_masks[row][None]
    imagined = _imagined(log, row, worlds, seed)
    acted = public_parts(it.kinds[row : row + 1], it.actions[row : row + 1])[0]
    found = []
    for agents in beliefs:
        likely = _chance_of(agents, log, row, acted, *imagined)
        truly = _chance_of(agents, log, row, acted, *true)[0]
        mean = (likely.sum() + 0.5) / (len(likely) + 0.5)
        found.append(float(np.log(mean) - np.log(max(truly, 0.5 / (len(likely) + 0.5)))))
    return found


def _chance_of(
    agents: Sequence[Agent], log: Log, row: int, acted: int, observations: Array, masks: Array
) -> Array:
    """How likely the public part of the action is in each world."""
    kinds = np.full((len(masks), 1), log.decisions.kinds[row])
    parts = public_parts(kinds, np.arange(masks.shape[1])[None])
    chances = np.mean(
        [probabilities_of(agent, observations, masks, draws=20) for agent in agents], axis=0
    )
    likely: Array = (chances * (parts == acted)).sum(axis=1)
    return likely


def _imagined(log: Log, row: int, worlds: int, seed: int) -> tuple[Array, Array]:
    """What the decider sees in worlds drawn by the seat to his left."""
    game, options, it = log.game, log.options, log.decisions
    resample, observe, peek = (kernel(game, f) for f in (resample_one, observe_one, peek_one))
    rules, players = options.to_record(), options.num_players
    watcher = (it.seats[row] + 1) % players
    seen = np.empty(game.observation_size(players), np.uint8)
    observe(rules, it.states[row], int(watcher), seen)
    stream, order = new_stream(seed, row=row), np.empty(game.shuffle_size, np.int16)
    memory = np.zeros(game.state.itemsize, np.uint8)
    observations = np.empty((worlds, len(seen)), np.uint8)
    masks = np.zeros((worlds, game.num_actions), np.int8)
    for number in range(worlds):
        aim(stream, FILL_IN, number)
        resample(rules, seen, stream, memory)
        observe(rules, memory, players - 1, observations[number])  # the seat to his right
        peek(rules, memory, stream, masks[number], order)
    return observations, masks
