"""`resample`: a random state that looks the same to the viewer, each one equally likely."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Any

import numpy as np
import pytest
from budget import budget
from twins import twin_of
from worlds import Belief, Worlds, assert_fair, assert_fair_places

from sicilianos_env import games
from sicilianos_env.engine.batch import Batch
from sicilianos_env.engine.bindings import kernel
from sicilianos_env.engine.kernels import observe_one, peek_one, resample_one
from sicilianos_env.engine.options import read_rules
from sicilianos_env.engine.records import opened
from sicilianos_env.engine.registry import find_game
from sicilianos_env.engine.single import SingleGame
from sicilianos_env.engine.streams import aim, new_stream

LOOKS = budget(40, 600)  # at a batch or a game
LOOK_EVERY = 7  # steps, so that they are spread over whole games
RESAMPLE_KIND = 9
WIDTH = max(4, budget(16, 100))  # of `Worlds`
BELIEFS_EVERY = 5  # beliefs of a tiny game
DRAWS_EACH = 30  # for each state that can be: it is missed with probability e ** -30
DRAWS = max(150, budget(1_500, 20_000))  # of one state of a large game
LARGE_LOOKS = 5  # at states of a large game
LARGE_EVERY = 61  # steps


def variants() -> list[Any]:
    return [
        pytest.param(name, options, id=f"{name}-{i}")
        for name in games()
        for i, options in enumerate(twin_of(name).OPTIONS)
    ]


def random_play(batch: Batch, looks: int, every: int) -> Iterator[int]:
    """Numbers the looks; so many random steps lie between one and the next."""
    choose = np.random.default_rng(5)
    batch.reset()
    for look in range(looks):
        yield look
        for _ in range(every):
            noise = choose.random(batch.arrays.action_masks.shape)
            batch.step((noise * batch.arrays.action_masks).argmax(axis=1))


@pytest.mark.parametrize(("name", "options"), variants())
def test_resampled_states_look_the_same_and_can_be_played(name, options):
    game = find_game(name)
    rules = read_rules(game.rules, game.presets, options)
    batch = Batch(game, rules, num_envs=8, seed=4)
    resample, observe = kernel(game, resample_one), kernel(game, observe_one)
    peek = kernel(game, peek_one)
    again = np.zeros_like(batch.arrays.observations[0])
    memory = np.zeros(game.state.itemsize, np.uint8)
    mask = np.zeros(game.num_actions, np.int8)
    stream, order = new_stream(8), np.empty(game.shuffle_size, np.int16)
    rules_memory = rules.to_record()
    differing = 0
    for look in random_play(batch, LOOKS, LOOK_EVERY):
        for row in range(batch.num_envs):
            observation = batch.arrays.observations[row].copy()
            aim(stream, RESAMPLE_KIND, look * batch.num_envs + row)
            resample(rules_memory, observation, stream, memory)
            observe(rules_memory, memory, 0, again)
            assert (again == observation).all()
            peek(rules_memory, memory, stream, mask, order)
            assert (mask == batch.arrays.action_masks[row]).all()
            if row == 0:  # a whole and consistent position, or loading would refuse it
                game.load(game.position(rules, opened(memory, game.state)))
            differing += bool((memory != batch.arrays.states[row]).any())
    assert differing > LOOKS  # hidden cards were dealt anew, and seats moved to the viewer


@pytest.mark.parametrize(("name", "options"), variants())
def test_from_any_seat_and_the_others_know_what_is_theirs(name, options):
    """What they know beyond a loaded position's knowledge is lost: no observation holds it."""
    game, twin = find_game(name), twin_of(name)
    rules = read_rules(game.rules, game.presets, options)
    batch = Batch(game, rules, num_envs=1, seed=7)
    resampler = Resampler(game, rules)
    truth = SingleGame(game, rules, seed=0)
    for _ in random_play(batch, max(12, LOOKS), LOOK_EVERY):
        truth.set_up(batch.arrays.states[0])
        for viewer in range(rules.num_players):
            observation = truth.observe(viewer)
            (state,) = resampler.states(observation, 1)
            other = SingleGame(game, rules, seed=0)
            other.set_up(np.frombuffer(state.tobytes(), np.uint8))
            assert (other.observe(0) == observation).all()
            referee = twin.Referee.load(game.position(rules, other.state))
            for seat in range(1, rules.num_players):
                twin.assert_shown(other.observe(seat), game, referee, seat, (options, viewer))


class Resampler:
    """Draws states that look the same, one after the other from one stream."""

    def __init__(self, game: Any, rules: Any) -> None:
        self._game, self._rules = game, rules.to_record()
        self._resample, self._stream = kernel(game, resample_one), new_stream(3)

    def states(self, observation: Any, count: int) -> Any:
        """So many of them, as records."""
        memory = np.zeros((count, self._game.state.itemsize), np.uint8)
        for row in memory:
            self._resample(self._rules, observation, self._stream, row)
        return memory.view(self._game.state)[:, 0]


def count_reached(worlds: Worlds, resampler: Resampler, viewer: int, belief: Belief) -> int:
    """All states that look like those of a belief, and no others; each in its due share.

    Returns how many states there are.
    """
    single = worlds.open(belief[0])
    game, twin = single.game, twin_of(single.game.name)
    observation = single.observe(viewer)
    shown = observation.view(game.observation_record(single.num_players))[0]

    def seen(world: Any, seat: int) -> dict[str, Any]:
        return twin.seen_from(game.position(worlds.options, world), seat)

    like = twin.all_like(seen(worlds.state(belief[0]), viewer), shown)
    drawn = resampler.states(observation, DRAWS_EACH * like.total())
    memories = Counter(state.tobytes() for state in drawn)
    reached: Counter[str] = Counter()
    for memory, times in memories.items():
        reached[twin.written(seen(worlds.state(memory), 0))] += times
    assert reached.keys() == like.keys()
    assert {twin.written(seen(worlds.state(world), viewer)) for world in belief} <= reached.keys()
    if len(like) > 1:
        assert_fair([reached[each] for each in like], list(like.values()), (shown, reached))
    return len(like)


@pytest.mark.parametrize("name", games())
def test_resample_reaches_every_state_that_looks_the_same_and_no_other(name):
    alternatives = 0
    for options in twin_of(name).TINY:
        worlds = Worlds(name, options, WIDTH)
        resampler = Resampler(worlds.single.game, worlds.options)
        for viewer in worlds.seats:
            playing = (b for b in worlds.beliefs(viewer) if not worlds.open(b[0]).over)
            for belief in islice(playing, 0, None, BELIEFS_EVERY):
                alternatives += count_reached(worlds, resampler, viewer, belief) - 1
    assert alternatives  # else every state was the only one


@pytest.mark.parametrize(("name", "options"), variants())
def test_an_unknown_card_is_equally_likely_at_every_place_that_it_can_have(name, options):
    twin, game = twin_of(name), find_game(name)
    rules = read_rules(game.rules, game.presets, options)
    batch = Batch(game, rules, num_envs=LARGE_LOOKS, seed=6)
    resampler = Resampler(game, rules)
    for look in random_play(batch, LARGE_LOOKS, LARGE_EVERY):
        observation = batch.arrays.observations[look].copy()
        shown = observation.view(game.observation_record(rules.num_players))[0]
        places = twin.places(resampler.states(observation, DRAWS))
        for cards in twin.alike(rules, shown):
            if cards:
                assert_fair_places(places[:, cards], (options, look, cards))
