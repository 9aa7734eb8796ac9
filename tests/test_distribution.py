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
from math import factorial, prod
from typing import Any

import numpy as np
import pytest
from budget import budget
from twins import twin_of
from worlds import assert_fair, assert_fair_places, play_again

from sicilianos_env import games
from sicilianos_env.engine.batch import Batch
from sicilianos_env.engine.game import CHANCE
from sicilianos_env.engine.options import read_rules
from sicilianos_env.engine.registry import find_game
from sicilianos_env.engine.single import Event, SingleGame
from sicilianos_env.engine.streams import new_stream

GAMES = max(12, budget(12, 100))  # for each of the twin's options
DECISIONS = 120  # of each game at most
EACH = max(10, budget(30, 500))  # times that each outcome is to be expected
STARTS = max(1_500, budget(8_000, 40_000))
PAIRS = max(1_000, budget(8_000, 40_000))
SHUFFLES = max(700, budget(1_500, 10_000))  # of the same cards
CLASSES = 6  # of outcomes, where pairs are counted
MOST_LOTS = 36  # outcomes of a lot; a chance with more deals cards
NEIGHBOURS = 8  # pairs of draws of each two kinds

Origin = tuple[int, int, int]  # seed, row and episode
Classes = tuple[Any, Any]  # outcomes, each as the number of its class, and the classes' shares
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
        outcomes: what the twin's rules call equally likely; None for a shuffle.
        text: what came out.
        same: what names it if it is the same in all games of a stream, whatever the players do.
        node: the state there.
        single: any game of the same options, to draw again.
    """

    kind: str
    outcomes: list[str] | None
    text: Any
    same: Any
    node: Any
    single: SingleGame

    def size(self) -> int:
        """How many outcomes there are, or how many cards to shuffle."""
        self.single.memory[:] = self.node
        return abs(int(self.single.game.chance_size(self.single.rules, self.single.state)))

    def drawn(self, origin: Origin) -> int:
        """The number of the outcome that a stream gives here."""
        single = self.single
        single.memory[:] = self.node
        single.stream = new_stream(*origin)
        return drawn_by_the_stream(single)

    def order(self, origin: Origin) -> Any:
        """The order in which a stream shuffles here."""
        self.drawn(origin)
        return self.single._order[: self.size()].copy()

    def texts(self) -> list[str]:
        """All outcomes in words, as the engine numbers them."""
        size, single = self.size(), self.single
        return [single.game.outcome_text(single.rules, single.state, i) for i in range(size)]


def played(name: str, options: dict[str, Any], origin: Origin, choices: int) -> Iterator[Met]:
    """What chance decides after the set-up of a game of random actions; `choices` is their seed."""
    twin, choose = twin_of(name), random.Random(choices)
    single, other = (new_single(name, options, origin) for _ in range(2))
    referee = twin.Referee.load(single.game.position(single.options, single.state))
    asked: list[tuple[str, list[str] | None, Any]] = []
    came_out: list[Any] = []

    def chance(kind: str, outcomes: list[str]) -> Any:
        countable = None if kind == "shuffle" else outcomes
        asked.append((kind, countable, twin.same_whatever_was_done(kind, referee)))
        return came_out[len(asked) - 1]

    referee.chance = chance
    for _ in range(DECISIONS):
        if single.over:
            return
        before = single.memory.copy()
        events = single.play(int(choose.choice(single.mask.nonzero()[0])))
        came_out[:] = [event.text for event in events if event.seat is None]
        asked.clear()
        referee.play(events[0].text)
        nodes = chance_nodes(other, before, events)
        for (kind, outcomes, same), text, node in zip(asked, came_out, nodes, strict=True):
            yield Met(kind, outcomes, text, same, node, other)


def chance_nodes(single: SingleGame, before: Any, events: list[Event]) -> list[Any]:
    """The states from which chance went on, when these events happened from a state on."""
    nodes = []
    single.memory[:] = before
    for event in events:
        if event.seat is None:
            nodes.append(single.memory.copy())
        play_again(single, event)
    return nodes


@cache
def met_at_all(name: str) -> list[Met]:
    """What chance decided in games of all options, each from a stream of its own."""
    options = twin_of(name).OPTIONS
    return [
        node
        for number in range(GAMES * len(options))
        for node in played(
            name, options[number % len(options)], (number, number + 1, number + 2), number
        )
    ]


def met(name: str) -> list[Met]:
    """All of it but the shuffles, whose orders are too many to count."""
    return [node for node in met_at_all(name) if node.outcomes is not None]


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


def in_classes(outcomes: Any, shares: Any) -> Classes:
    """Outcomes, whose shares are whole numbers, in a few classes of about the same size."""
    ends = np.cumsum(shares)
    sizes = min(len(ends), CLASSES)
    _, class_of = np.unique((ends - shares) * sizes // ends[-1], return_inverse=True)
    if len(ends) <= CLASSES:
        class_of = np.arange(len(ends))
    return class_of[outcomes], np.bincount(class_of, shares)


def assert_independent(first: Classes, second: Classes, told: object) -> None:
    """That pairs of outcomes come out as often as chance would have it."""
    (one, shares), (other, their_shares) = first, second
    expected = np.outer(shares, their_shares)
    counts = np.zeros_like(expected)
    np.add.at(counts, (one, other), 1)
    assert_fair(counts.ravel(), expected.ravel(), told)


def assert_neighbours_independent(outcomes: Classes, told: object) -> None:
    """The same for one outcome and the next, two by two."""
    classes, shares = outcomes
    assert_independent((classes[::2], shares), (classes[1::2], shares), told)


def evenly(outcomes: list[int], size: int) -> Classes:
    """Outcomes of so many equally likely ones, in classes."""
    return in_classes(np.array(outcomes), np.ones(size, int))


@pytest.mark.parametrize("varied", VARIED)
@pytest.mark.parametrize("name", games())
def test_the_same_draw_in_neighbouring_streams_is_independent(name, varied):
    origin = VARIED[varied]
    for node in first_of_each(met(name)):
        drawn = [node.drawn(origin(i)) for i in range(2 * PAIRS)]
        assert_neighbours_independent(evenly(drawn, node.size()), node.kind)


@cache
def neighbours(name: str) -> list[tuple[Met, Met]]:
    """Draws that follow each other in a game, some for each two kinds."""
    found: dict[tuple[str, str], list[tuple[Met, Met]]] = {}
    for options in twin_of(name).OPTIONS:
        nodes = played(name, options, (7, 0, 0), 7)
        for pair in pairwise([node for node in nodes if node.outcomes and node.size() > 1]):
            found.setdefault((pair[0].kind, pair[1].kind), []).append(pair)
    return [pair for pairs in found.values() for pair in pairs[:NEIGHBOURS]]


@pytest.mark.parametrize("varied", VARIED)
@pytest.mark.parametrize("name", games())
def test_draws_that_follow_each_other_are_independent(name, varied):
    origins = [VARIED[varied](i) for i in range(PAIRS)]
    if not neighbours(name):
        pytest.skip("no game has two draws that can be counted")
    for first, second in neighbours(name):
        drawn = [evenly([node.drawn(o) for o in origins], node.size()) for node in (first, second)]
        assert_independent(*drawn, (first.kind, second.kind))
    assert {each.kind for pair in neighbours(name) for each in pair} == kinds(name)


@pytest.mark.parametrize("name", games())
def test_what_players_do_does_not_change_the_dice(name):
    """Games of one stream, played differently."""
    if all(node.same is None for node in met(name)):
        pytest.skip("in this game no chance is independent of what players do")
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
    assert different  # else they were not played differently


# --- Shuffles


def before_the_set_up(name: str, options: dict[str, Any]) -> SingleGame:
    """A game of which nothing has been decided yet, not even by chance."""
    single = new_single(name, options, (0, 0, 0))
    single.memory[:] = 0
    single.game.start(single.rules, single.state)
    return single


def shuffles_of_the_set_up(name: str, options: dict[str, Any]) -> list[Met]:
    """The shuffles before the first decision, after such lots as a stream gives."""
    single, found = before_the_set_up(name, options), []
    while single.state.to_move == CHANCE:
        if single.game.chance_size(single.rules, single.state) < 0:
            found.append(Met("set-up", None, None, None, single.memory.copy(), single))
        go_on(single, drawn_by_the_stream(single))
    return found


def drawn_by_the_stream(single: SingleGame) -> int:
    """The outcome at a chance node; for a shuffle 0, and the order is noted in the game."""
    arrays = single.rules_memory, single.memory, single.stream, single.mask, single._order
    return int(single._peek(*arrays))


def go_on(single: SingleGame, outcome: int) -> None:
    """From a chance node, with an outcome or the order noted."""
    single._resolve(single.rules_memory, single.memory, outcome, single._order)


def shuffles(name: str) -> list[list[Met]]:
    """The shuffles of one game for each of the twin's options, in turn."""
    return [
        shuffles_of_the_set_up(name, options)
        + [node for node in played(name, options, (7, 0, 0), 7) if node.outcomes is None]
        for options in twin_of(name).OPTIONS
    ]


@pytest.mark.parametrize("varied", VARIED)
@pytest.mark.parametrize("name", games())
def test_shuffles_are_fair_and_independent(name, varied):
    """Each card is as likely at each place, in whatever order the shuffle before left them."""
    origins = [VARIED[varied](i) for i in range(SHUFFLES)]
    for in_a_game in shuffles(name):
        drawn = [np.stack([node.order(origin) for origin in origins]) for node in in_a_game[:3]]
        for orders in drawn:
            assert_fair_places(orders)
        firsts = [evenly(orders[:, 0], orders.shape[1]) for orders in drawn]
        for first, second in pairwise(firsts):
            assert_independent(first, second, varied)


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
    counts = Counter(map(tuple, np.hstack(piles).tolist()))
    assert len(counts) == prod(map(different_orders, piles))
    assert_fair(list(counts.values()), [1] * len(counts))


def different_orders(pile: Any) -> int:
    """In how many ways cards can lie, where those with the same number lie alike."""
    _, alike = np.unique(pile[0], return_counts=True)
    return factorial(pile.shape[1]) // prod(map(factorial, alike.tolist()))


def shares_of_the_start(name: str, options: dict[str, Any]) -> dict[int, int]:
    """How many of the lots that the set-up draws let each seat decide first."""
    return dict(sorted(Counter(first_seats(before_the_set_up(name, options))).items()))


def first_seats(single: SingleGame) -> Iterator[int]:
    """The seats that decide next, by all lots; cards come as a stream gives them."""
    if single.state.to_move != CHANCE:
        yield int(single.state.to_move)
        return
    memory = single.memory.copy()
    drawn = drawn_by_the_stream(single)
    size = single.game.chance_size(single.rules, single.state)
    for outcome in range(size) if 0 < size <= MOST_LOTS else [drawn]:
        single.memory[:] = memory
        drawn_by_the_stream(single)
        go_on(single, outcome)
        yield from first_seats(single)


@pytest.mark.parametrize("varied", VARIED)
@pytest.mark.parametrize("name", games())
def test_every_card_is_equally_likely_at_each_place_of_a_deck(name, varied):
    states, _ = starts(name, {}, varied)
    for pile in twin_of(name).shuffled_piles(states):
        assert_fair_places(pile)


@pytest.mark.parametrize("varied", VARIED)
@pytest.mark.parametrize("name", games())
def test_each_seat_starts_as_often_as_the_lots_have_it(name, varied):
    numbers = range(find_game(name).min_players, find_game(name).max_players + 1)
    all_shares = {n: shares_of_the_start(name, {"num_players": n}) for n in numbers}
    by_lot = {players: shares for players, shares in all_shares.items() if len(shares) > 1}
    if not by_lot:
        pytest.skip("no lot of the set-up decides who starts")
    for players, shares in by_lot.items():
        if find_game(name).roles is None:
            assert sorted(shares) == list(range(players)) and len(set(shares.values())) == 1
        _, first = starts(name, {"num_players": players}, varied)
        counts = Counter(first.tolist())
        assert counts.keys() == shares.keys()
        assert_fair([counts[seat] for seat in shares], list(shares.values()), players)


@pytest.mark.parametrize("varied", VARIED)
@pytest.mark.parametrize("name", games())
def test_who_starts_and_the_shuffles_are_independent(name, varied):
    """Within a game, and from one game to the next."""
    states, first = starts(name, {}, varied)
    drawn = [first_of(pile) for pile in twin_of(name).shuffled_piles(states)]
    shares = shares_of_the_start(name, {})
    if len(shares) > 1:
        drawn.append(in_classes(np.searchsorted(list(shares), first), list(shares.values())))
    for i, outcomes in enumerate(drawn):
        assert_neighbours_independent(outcomes, i)
        if i:
            assert_independent(drawn[0], outcomes, i)
            assert_independent(drawn[i - 1], outcomes, i)


def first_of(pile: Any) -> Classes:
    """The first column of shuffled cards, in classes."""
    numbers, shares = np.unique(pile[0], return_counts=True)
    return in_classes(np.searchsorted(numbers, pile[:, 0]), shares)
