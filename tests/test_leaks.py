"""No seat is shown anything that it cannot know, and what it is shown as certain is true.

Hidden things that change places leave all that a seat is shown as it is. All courses of a tiny game
that a seat cannot tell apart show it the same, and what it is shown as certain holds in each.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import numpy as np
import pytest
from budget import budget
from twins import twin_of
from worlds import Belief, Worlds

from sicilianos_env import Match, games, load, make, new_match

GAMES = max(32, budget(44, 1_500))
COMPARED_EVERY = 9  # decisions
WIDTH = max(20, budget(60, 1_500))  # of `Worlds`


# --- Permuted worlds


def play_side_by_side(
    name: str, options: dict[str, Any], seed: int
) -> Iterator[tuple[Match, Any, Any]]:
    """The decisions of a random game: the match, the twin's referee and the environment."""
    match = new_match(name, seed=seed, compiled=True, **options)
    env = make(name, render_mode="ansi", **options)
    env.reset(seed=seed)
    chance: deque[Any] = deque()
    referee = twin_of(name).Referee.load(match.position())
    referee.chance = lambda kind, outcomes: chance.popleft()
    choose = random.Random(seed)
    while not match.over:
        yield match, referee, env
        action = int(choose.choice(match.action_mask().nonzero()[0]))
        text = match.action_text(action)
        match.play(text)
        chance.extend(event.text for event in match.events if event.seat is None)
        referee.play(text)
        env.step(action)


def all_shown(env: Any, seat: int) -> list[Any]:
    """Everything that an environment shows to a seat."""
    raw, agent = env.unwrapped, env.possible_agents[seat]
    observation = env.observe(agent)
    shown = [raw.observed(seat).tobytes(), raw.view(seat), raw.infos[agent]]
    shown += [observation["observation"].tobytes(), observation["action_mask"].tobytes()]
    if agent == env.agent_selection:
        last, *others = env.last()
        shown += [last["observation"].tobytes(), last["action_mask"].tobytes(), others]
        shown += [env.render(), raw.single.mask.tobytes()]
    return shown


def permuted_copy(env: Any, referee: Any, viewer: int, choose: random.Random) -> Any:
    """The environment in another state, which the viewer cannot tell from its own."""
    copy = deepcopy(env)
    single = copy.unwrapped.single
    twin_of(single.game.name).permute_hidden(
        single.options, record(single), referee, viewer, choose
    )
    single.set_up(single.memory)
    return copy


def record(single: Any) -> Any:
    return single.memory.view(single.game.state)[0]


def fields_changed(before: Any, after: Any) -> set[str]:
    one, other = record(before), record(after)
    return {field for field in one.dtype.names if np.any(one[field] != other[field])}


def assert_is_a_state(name: str, single: Any) -> None:
    """That it is whole, and what each seat is shown as certain is true in it."""
    twin, dtype = twin_of(name), single.game.observation_record(single.num_players)
    load(single.game.position(single.options, single.state))  # refuses what is no position
    for seat in range(single.num_players):
        shown = single.observe(seat).view(dtype)[0]
        facts = twin.shown_cards(shown, seat), twin.shown_things(shown, seat)
        assert twin.facts_hold(record(single), *facts)


@pytest.mark.parametrize("name", games())
def test_what_a_seat_cannot_know_changes_nothing_that_it_is_shown(name):
    twin, choose = twin_of(name), random.Random(1)
    permuted, compared, fields = 0, 0, set()
    for seed in range(GAMES):
        fixed = twin.OPTIONS[seed // 2 % len(twin.OPTIONS)]
        options = fixed if seed % 2 else twin.draw_options(random.Random(seed))
        for number, (match, referee, env) in enumerate(play_side_by_side(name, options, seed)):
            if number % COMPARED_EVERY != seed % COMPARED_EVERY:
                continue
            for viewer in range(match.rules.num_players):
                other = permuted_copy(env, referee, viewer, choose)
                told = (options, seed, number, viewer, match.position())
                assert all_shown(other, viewer) == all_shown(env, viewer), told
                assert_is_a_state(name, other.unwrapped.single)
                changed = fields_changed(env.unwrapped.single, other.unwrapped.single)
                fields |= changed
                permuted += bool(changed)
                compared += 1
    assert permuted > 0.1 * compared  # near the end of some games nothing is hidden any more
    assert fields == twin.HIDDEN_FIELDS


# --- Enumerated worlds


def assert_looks_the_same(worlds: Worlds, viewer: int, belief: Belief) -> None:
    shown = set()
    for world in belief:
        single = worlds.open(world)
        mask = single.mask.tobytes() if single.to_move == viewer else b""
        shown.add((single.observe(viewer).tobytes(), mask))
    assert len(shown) == 1, (worlds.options, viewer, *map(worlds.state, belief))


def assert_certain_everywhere(worlds: Worlds, viewer: int, belief: Belief) -> None:
    single = worlds.open(belief[0])
    twin, dtype = twin_of(single.game.name), single.game.observation_record(single.num_players)
    shown = single.observe(viewer).view(dtype)[0]
    facts = twin.shown_cards(shown, viewer), twin.shown_things(shown, viewer)
    for world in belief:
        told = (worlds.options, viewer, facts, worlds.state(world))
        assert twin.facts_hold(worlds.state(world), *facts), told


@pytest.mark.parametrize("name", games())
def test_courses_that_a_seat_cannot_tell_apart_look_the_same_to_it(name):
    phases, confusable = set(), 0
    for options in twin_of(name).TINY:
        worlds = Worlds(name, options, WIDTH)
        for viewer in worlds.seats:
            for belief in worlds.beliefs(viewer):
                assert_looks_the_same(worlds, viewer, belief)
                assert_certain_everywhere(worlds, viewer, belief)
                phases.add(int(worlds.state(belief[0])["phase"]))
                confusable += len(belief) > 1
    game = worlds.single.game
    assert {game.phases[phase] for phase in phases} == set(game.phases_played)
    assert confusable  # else nothing has been compared
