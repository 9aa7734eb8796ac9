"""The courses that a game has taken or can take, by what a seat saw of them; and fair counts."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import permutations
from typing import Any

import numpy as np

from sicilianos_env.engine.game import CHANCE
from sicilianos_env.engine.options import read_rules
from sicilianos_env.engine.records import Array
from sicilianos_env.engine.registry import find_game
from sicilianos_env.engine.single import Event, SingleGame

Told = tuple[tuple[str, ...], ...]  # for each seat, the texts that it was shown
Belief = tuple[bytes, ...]  # all states that a seat cannot tell apart, sorted


class Worlds:
    """All shuffles, outcomes and choices of a game, by what a seat saw of them.

    What a seat saw is `Event.seen` and `Event.then` of all events, those of the set-up too, and
    whose they were; whether it is asked now; and its observation at the first decision. The courses
    that look the same to it make a belief: all states that it can be in, at a decision or the end.
    Of the beliefs after so many decisions only some, drawn at random, are followed further: as many
    as hold `width` states together.
    """

    def __init__(self, name: str, options: Mapping[str, Any], width: int) -> None:
        game = find_game(name)
        self.options = read_rules(game.rules, game.presets, options)
        self.single = SingleGame(game, self.options, seed=0)
        self.seats = range(self.single.num_players)
        self._width = width
        self._following: dict[bytes, list[tuple[Told, bytes]]] = {}
        self._set_ups = list(dict.fromkeys(self._all_set_ups()))

    def open(self, world: bytes) -> SingleGame:
        """The game in that state; the next call changes it."""
        self.single.set_up(np.frombuffer(world, np.uint8))
        return self.single

    def state(self, world: bytes) -> Any:
        """The state as a record."""
        return np.frombuffer(world, self.single.game.state)[0]

    # --- The courses, as a seat sees them

    def beliefs(self, viewer: int) -> Iterator[Belief]:
        """Different beliefs that the seat can come to; after fewer decisions first."""
        choose = random.Random(viewer)
        level, found = self._first_beliefs(viewer), set[Belief]()
        while level:
            yield from level
            found.update(level)
            followed = self._some_of(choose.sample(level, len(level)))
            following = dict.fromkeys(n for belief in followed for n in self._next(viewer, belief))
            level = [belief for belief in following if belief not in found]

    def _some_of(self, level: list[Belief]) -> Iterator[Belief]:
        states = 0
        for belief in level:
            if states >= self._width:
                return
            yield belief
            states += len(belief)

    def _first_beliefs(self, viewer: int) -> list[Belief]:
        return told_apart(
            ((self.open(world).observe(viewer).tobytes(), told[viewer]), world)
            for told, world in self._set_ups
        )

    def _next(self, viewer: int, belief: Belief) -> list[Belief]:
        return told_apart(
            (told[viewer], following) for world in belief for told, following in self._after(world)
        )

    # --- The courses themselves

    def _after(self, world: bytes) -> list[tuple[Told, bytes]]:
        """All that can be told after a decision, and the states at the next one."""
        if world not in self._following:
            self._following[world] = list(dict.fromkeys(self._choices(world)))
        return self._following[world]

    def _all_set_ups(self) -> Iterator[tuple[Told, bytes]]:
        self.single.memory[:] = 0
        self.single.game.start(self.single.rules, self.single.state)
        yield from self._settled([])

    def _choices(self, world: bytes) -> Iterator[tuple[Told, bytes]]:
        for action in np.flatnonzero(self.open(world).mask):
            self._put(world)
            yield from self._settled([self.single._act(int(action))])

    def _settled(self, events: list[Event]) -> Iterator[tuple[Told, bytes]]:
        """Goes on from the state in `single` in all ways that no player chooses."""
        single = self.single
        if single.state.to_move == CHANCE:
            yield from self._chances(events)
            return
        forced = single._peek(
            single.rules_memory, single.memory, single.stream, single.mask, single._order
        )
        if forced >= 0:
            yield from self._settled([*events, single._act(forced)])
        else:
            yield self._told(events), single.memory.tobytes()

    def _chances(self, events: list[Event]) -> Iterator[tuple[Told, bytes]]:
        single = self.single
        world = single.memory.tobytes()
        size = single.game.chance_size(single.rules, single.state)
        for event, shuffled in self._shuffles(world, -size):
            self._put(shuffled)
            yield from self._settled([*events, event])
        for outcome in range(size):
            self._put(world)
            yield from self._settled([*events, single._chance(outcome)])

    def _shuffles(self, world: bytes, cards: int) -> list[tuple[Event, bytes]]:
        """What can be seen of a shuffle of so many cards, and the states after it.

        Orders that give the same state, and of which each seat sees the same, are one.
        """
        found: dict[Any, tuple[Event, bytes]] = {}
        for order in permutations(range(cards)) if cards > 0 else ():
            self._put(world)
            event = self.single._chance(np.array(order, np.int16))
            shuffled = self.single.memory.tobytes()
            found.setdefault((event.seen, event.then, shuffled), (event, shuffled))
        return list(found.values())

    def _put(self, world: bytes) -> None:
        self.single.memory[:] = np.frombuffer(world, np.uint8)

    def _told(self, events: list[Event]) -> Told:
        asked = self.single.to_move
        return tuple(
            (
                *(f"{event.seat}: {text}" for event in events for text in event.told(seat)),
                "asked" if asked == seat else "",
            )
            for seat in self.seats
        )


def play_again(single: SingleGame, event: Event) -> None:
    """Lets an event, told by its text alone, happen in another game that stands where it did."""
    game, rules, state = single.game, single.rules, single.state
    if event.seat is not None:
        action = game.parse_action(rules, state, event.text)
        assert action is not None, event.text
        single._play(single.rules_memory, single.memory, action)
        return
    outcome = game.parse_outcome(rules, state, event.text)
    number, order = (0, outcome) if np.ndim(outcome) else (outcome, [])
    single._resolve(single.rules_memory, single.memory, number, np.array(order, np.int16))


def told_apart(seen: Iterable[tuple[Any, bytes]]) -> list[Belief]:
    """The states that belong to each thing seen."""
    apart: dict[Any, set[bytes]] = {}
    for what, world in seen:
        apart.setdefault(what, set()).add(world)
    return [tuple(sorted(worlds)) for worlds in apart.values()]


# --- Counts


def assert_fair(counts: Sequence[float], shares: Sequence[float], told: object = "") -> None:
    """That counts agree with the shares to be expected of them (chi-square, p above 0.0001)."""
    counted, expected = np.asarray(counts, float), np.asarray(shares, float)
    expected = expected * counted.sum() / expected.sum()
    assert expected.min() >= 5, "too few to say anything"
    chi_square = ((counted - expected) ** 2 / expected).sum()
    assert chi_square < largest_chi_square(len(counted) - 1), (told, counted, expected)


def assert_fair_places(places: Array, told: object = "") -> None:
    """That things have been put at random in places: `places[i, k]` is that of thing k, time i.

    A number stands for a place, or for several that are alike. A table of permutations has
    (things - 1) ** 2 degrees of freedom.
    """
    numbers, sizes = np.unique(places[0], return_counts=True)
    found = np.stack([(places == number).sum(axis=0) for number in numbers])
    assert (found.sum(axis=1) == sizes * len(places)).all(), "not always as many in a place"
    things, expected = places.shape[1], sizes[:, None] * len(places) / places.shape[1]
    chi_square = ((found - expected) ** 2 / expected).sum() * (things - 1) / things
    if len(numbers) > 1:
        assert chi_square < largest_chi_square((things - 1) * (len(numbers) - 1)), (told, found)


def largest_chi_square(degrees: int) -> float:
    """What chi-square exceeds with a probability of 0.0001 (Wilson and Hilferty)."""
    return degrees * (1 - 2 / (9 * degrees) + 3.719 * (2 / (9 * degrees)) ** 0.5) ** 3
