"""Chance: all outcomes that the rules call equally likely come out equally often.

That holds over rows, episodes and seeds, and one outcome says nothing about another.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from math import factorial
from typing import Any

import numpy as np
import pytest
from budget import budget
from twins import twin_of
from worlds import assert_fair, assert_fair_places

from sicilianos_env import games
from sicilianos_env.engine.batch import Batch
from sicilianos_env.engine.game import CHANCE
from sicilianos_env.engine.options import read_rules
from sicilianos_env.engine.registry import find_game
from sicilianos_env.engine.single import SingleGame
from sicilianos_env.engine.streams import new_stream

GAMES = max(12, budget(12, 100))  # for each of the twin's options
DECISIONS = 120  # of each game at most
EACH = max(10, budget(30, 500))  # times that each outcome is to be expected
STARTS = max(1_500, budget(8_000, 40_000))
PAIRS = max(1_000, budget(8_000, 40_000))
CLASSES = 6  # of outcomes, where pairs are counted
NEIGHBOURS = 8  # pairs of draws of each two kinds

Origin = tuple[int, int, int]  # seed, row and episode
VARIED = {
    "rows": lambda i: (11, i, 3),
    "episodes": lambda i: (11, 3, i),
    "seeds": lambda i: (i, 3, 11),
}  # what the streams of many games differ in


def new_single(name: str, options: dict[str, Any], origin: Origin) -> SingleGame:
    """A game from its start."""
    seed, row, episode = origin
    game = find_game(name)
    single = SingleGame(game, read_rules(game.rules, game.presets, options), seed)
    single.stream[2] = row
    single.start(episode)
    return single


# --- The chance nodes of random games


@dataclass
class Met:
    """A chance node that a game came to, and what came out.

    Attributes:
        kind: of chance, as the twin calls it.
        outcomes: what the twin's rules call equally likely.
        text: what came out.
        same: what names it if it is the same in all games of a stream, whatever the players do.
        node: the state there.
        single: any game of the same options, to draw again.
    """

    kind: str
    outcomes: list[str]
    text: str
    same: Any
    node: Any
    single: SingleGame

    def drawn(self, origin: Origin) -> int:
        """The number of the outcome that a stream gives here."""
        single = self.single
        single.memory[:] = self.node
        stream = new_stream(*origin)
        outcome = single._peek(
            single.rules_memory, single.memory, stream, single.mask, single._order
        )
        return int(outcome)

    def texts(self) -> list[str]:
        """All outcomes in words, as the engine numbers them."""
        single = self.single
        single.memory[:] = self.node
        size = single.game.chance_size(single.rules, single.state)
        return [single.game.outcome_text(single.rules, single.state, i) for i in range(size)]


def played(name: str, options: dict[str, Any], origin: Origin, choices: int) -> Iterator[Met]:
    """What chance decides in a game of random actions; `choices` is their seed."""
    twin, choose = twin_of(name), random.Random(choices)
    single, other = (new_single(name, options, origin) for _ in range(2))
    referee = twin.Referee.load(single.game.position(single.options, single.state))
    asked: list[tuple[str, list[str], Any]] = []
    came_out: list[str] = []

    def chance(kind: str, outcomes: list[str]) -> str:
        asked.append((kind, outcomes, twin.same_whatever_was_done(kind, referee)))
        return came_out[len(asked) - 1]

    referee.chance = chance
    for _ in range(DECISIONS):
        if single.over:
            return
        action = int(choose.choice(single.mask.nonzero()[0]))
        other.memory[:] = single.memory
        other._play(other.rules_memory, other.memory, action)
        events = single.play(action)
        came_out[:] = [event.text for event in events if event.seat is None]
        asked.clear()
        referee.play(events[0].text)
        if other.state.to_move == CHANCE:
            kind, outcomes, same = asked[0]
            yield Met(kind, outcomes, came_out[0], same, other.memory.copy(), other)


@cache
def met(name: str) -> list[Met]:
    """What chance decided in games of all options, each from a stream of its own."""
    options = twin_of(name).OPTIONS
    return [
        node
        for number in range(GAMES * len(options))
        for node in played(
            name, options[number % len(options)], (number, number + 1, number + 2), number
        )
    ]


def kinds(name: str) -> set[str]:
    """All kinds of chance."""
    return {node.kind for node in met(name)}


def first_of_each(nodes: list[Met]) -> list[Met]:
    """One node for each kind of chance and list of outcomes that are no certainty."""
    found: dict[Any, Met] = {}
    for node in nodes:
        if len(node.outcomes) > 1:
            found.setdefault((node.kind, len(node.outcomes)), node)
    return list(found.values())


@pytest.mark.parametrize("name", games())
def test_the_outcomes_are_those_of_the_rules(name):
    for node in met(name):
        assert sorted(node.texts()) == sorted(node.outcomes)


@pytest.mark.parametrize("name", games())
def test_outcomes_are_fair_in_the_course_of_games(name):
    tallies: dict[Any, Counter[int]] = {}
    for node in met(name):
        different = Counter(node.outcomes)
        tally = tallies.setdefault((node.kind, *different.values()), Counter())
        tally[list(different).index(node.text)] += 1
    enough = set()
    for (kind, *shares), tally in tallies.items():
        if len(shares) > 1 and tally.total() * min(shares) >= 5 * sum(shares):
            assert_fair([tally[i] for i in range(len(shares))], shares, kind)
            enough.add(kind)
    assert enough == kinds(name)


@pytest.mark.parametrize("varied", VARIED)
@pytest.mark.parametrize("name", games())
def test_outcomes_are_fair_over_streams(name, varied):
    for node in first_of_each(met(name)):
        size = len(node.outcomes)
        counts = Counter(node.drawn(VARIED[varied](i)) for i in range(EACH * size))
        assert_fair([counts[i] for i in range(size)], [1] * size, node.kind)


# --- Pairs of outcomes


def assert_independent(pairs: list[tuple[int, int]], sizes: tuple[int, int], told: object) -> None:
    """That pairs of fair outcomes, one of so many each, are fair; they are counted in classes."""
    first, second = (
        np.array(outcomes) * min(size, CLASSES) // size
        for outcomes, size in zip(zip(*pairs, strict=True), sizes, strict=True)
    )
    shares = np.outer(*(shares_of(size) for size in sizes))
    counts = np.zeros_like(shares)
    np.add.at(counts, (first, second), 1)
    assert_fair(counts.ravel(), shares.ravel(), told)


def shares_of(size: int) -> Any:
    """How many of so many outcomes are in each class."""
    return np.bincount(np.arange(size) * min(size, CLASSES) // size)


@pytest.mark.parametrize("varied", VARIED)
@pytest.mark.parametrize("name", games())
def test_the_same_draw_in_neighbouring_streams_is_independent(name, varied):
    origin = VARIED[varied]
    for node in first_of_each(met(name)):
        drawn = [node.drawn(origin(i)) for i in range(2 * PAIRS)]
        sizes = len(node.outcomes), len(node.outcomes)
        assert_independent(list(zip(drawn[::2], drawn[1::2], strict=True)), sizes, node.kind)


@cache
def neighbours(name: str) -> list[tuple[Met, Met]]:
    """Draws that follow each other in a game, some for each two kinds."""
    found: dict[tuple[str, str], list[tuple[Met, Met]]] = {}
    for options in twin_of(name).OPTIONS:
        nodes = [node for node in played(name, options, (7, 0, 0), 7) if len(node.outcomes) > 1]
        for pair in pairwise(nodes):
            found.setdefault((pair[0].kind, pair[1].kind), []).append(pair)
    return [pair for pairs in found.values() for pair in pairs[:NEIGHBOURS]]


@pytest.mark.parametrize("varied", VARIED)
@pytest.mark.parametrize("name", games())
def test_draws_that_follow_each_other_are_independent(name, varied):
    origins = [VARIED[varied](i) for i in range(PAIRS)]
    for first, second in neighbours(name):
        pairs = [(first.drawn(origin), second.drawn(origin)) for origin in origins]
        sizes = len(first.outcomes), len(second.outcomes)
        assert_independent(pairs, sizes, (first.kind, second.kind))
    assert {each.kind for pair in neighbours(name) for each in pair} == kinds(name)


@pytest.mark.parametrize("name", games())
def test_what_players_do_does_not_change_the_dice(name):
    """Games of one stream, played differently."""
    different = 0
    for number, options in enumerate(twin_of(name).OPTIONS):
        drawn: dict[Any, set[str]] = {}
        nodes: dict[Any, set[bytes]] = {}
        for choices in range(GAMES):
            for node in played(name, options, (number, 5, number % 3), choices):
                if node.same is not None:
                    drawn.setdefault(node.same, set()).add(node.text)
                    nodes.setdefault(node.same, set()).add(node.node.tobytes())
        assert all(len(texts) == 1 for texts in drawn.values()), (options, drawn)
        different += sum(len(states) > 1 for states in nodes.values())
    assert different > 100


# --- The set-up


def starts(name: str, options: dict[str, Any], varied: str) -> tuple[Any, Any]:
    """Many games at their first decision: the states, as records, and the seats to move."""
    game = find_game(name)
    if varied == "rows":
        rules = read_rules(game.rules, game.presets, options)
        batch = Batch(game, rules, STARTS, seed=11)
        batch.reset()
        memory = batch.arrays.states
    else:
        single = new_single(name, options, (0, 0, 0))
        memory = np.empty((STARTS, game.state.itemsize), np.uint8)
        for i, row in enumerate(memory):
            seed, single.stream[2], episode = VARIED[varied](i)
            single.start(episode, seed)
            row[:] = single.memory
    states = memory.view(game.state)[:, 0]
    return states, states["to_move"].astype(int)


@pytest.mark.parametrize("varied", VARIED)
@pytest.mark.parametrize("name", games())
def test_every_order_of_a_small_deck_is_equally_likely(name, varied):
    states, _ = starts(name, twin_of(name).FEW_ORDERS, varied)
    piles = twin_of(name).shuffled_piles(states)
    orders = np.prod([factorial(pile.shape[1]) for pile in piles])
    counts = Counter(map(tuple, np.hstack(piles).tolist()))
    assert len(counts) == orders
    assert_fair(list(counts.values()), [1] * len(counts))


@pytest.mark.parametrize("varied", VARIED)
@pytest.mark.parametrize("name", games())
def test_every_card_is_equally_likely_at_each_place_of_a_deck(name, varied):
    states, _ = starts(name, {}, varied)
    for pile in twin_of(name).shuffled_piles(states):
        assert_fair_places(pile)


@pytest.mark.parametrize("varied", VARIED)
@pytest.mark.parametrize("name", games())
def test_every_seat_is_equally_likely_to_start(name, varied):
    for players in range(find_game(name).min_players, find_game(name).max_players + 1):
        _, first = starts(name, {"num_players": players}, varied)
        assert_fair(np.bincount(first, minlength=players), [1] * players, players)


@pytest.mark.parametrize("varied", VARIED)
@pytest.mark.parametrize("name", games())
def test_who_starts_and_the_shuffles_are_independent(name, varied):
    """Within a game, and from one game to the next."""
    states, first = starts(name, {}, varied)
    players = new_single(name, {}, (0, 0, 0)).num_players
    piles = twin_of(name).shuffled_piles(states)
    drawn = [(first, players)]
    drawn += [(np.unique(pile[:, 0], return_inverse=True)[1], pile.shape[1]) for pile in piles]
    for i, (outcomes, size) in enumerate(drawn):
        others, their_size = drawn[i - 1]
        pairs = zip(outcomes.tolist(), others.tolist(), strict=True)
        assert_independent(list(pairs), (size, their_size), i)
        neighbours = zip(outcomes[::2].tolist(), outcomes[1::2].tolist(), strict=True)
        assert_independent(list(neighbours), (size, size), i)
