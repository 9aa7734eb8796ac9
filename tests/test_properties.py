"""What holds throughout every game, whatever its options: random games of random options.

What the game itself conserves, its naive twin's module says. `make test` looks at some decisions of
each game, drawn at random, and at its end; `make nightly` at all.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from budget import NIGHTLY, budget
from hypothesis import given, settings
from hypothesis import strategies as st
from twins import twin_of

from sicilianos_env import IllegalMoveError, InvalidMoveError, Match, games, load, new_match
from sicilianos_env.engine.utilities import utilities_offered
from sicilianos_env.jit import enabled

SHARE = 1 if NIGHTLY else 0.2  # of the decisions looked at
SHARE_OF_MASKS = 0.1 if NIGHTLY else 0.02  # of those at which every action is tried


def examples(number: int) -> Any:
    """Other games every night."""
    return settings(max_examples=number, deadline=None, derandomize=not NIGHTLY, database=None)


@dataclass
class Played:
    """A game as it stands, and all that has happened in it."""

    match: Match
    told: str  # how to come here again
    look: random.Random
    deeds: list[tuple[int, str]]  # seat and action, those made unasked included
    decisions: int = 0

    def is_looked_at(self, share: float) -> bool:
        return self.match.over or self.look.random() < share


def random_game(game: str, seed: int) -> Iterator[Played]:
    """A game of random options and random actions, at each decision and at the end."""
    choose = random.Random(seed)
    twin = twin_of(game)
    options = choose.choice([twin.draw_options(choose), choose.choice(twin.OPTIONS)])
    match = new_match(game, seed=seed, compiled=enabled(), **options)
    played = Played(match, f"{game} {options} seed {seed}", random.Random(seed), [])
    while not match.over:
        yield played
        match.play(choose.choice(match.legal()))
        played.deeds += [
            (event.seat, event.text) for event in match.events if event.seat is not None
        ]
        played.decisions += 1
    yield played


seeds = st.integers(0, 2**63)


@pytest.mark.parametrize("game", games())
@examples(budget(80, 800))
@given(seed=seeds)
def test_decisions(game: str, seed: int) -> None:
    for played in random_game(game, seed):
        if played.is_looked_at(SHARE):
            assert_a_choice_is_left(played)
            assert_position_survives_saving(played)
            assert_observations_keep_to_the_table(played)
            twin_of(game).assert_conserved(played.match.rules, states_of(played.match))


def assert_a_choice_is_left(played: Played) -> None:
    match = played.match
    legal = match.legal()
    assert set(match.action_mask().tolist()) <= {0, 1}, played.told
    assert len(set(legal)) == len(legal) == match.action_mask().sum(), played.told
    if not match.over:
        enough = 1 if match.phase == match.game.phases[match.game.asked_always] else 2
        assert len(legal) >= enough, played.told
        assert match.to_move in range(match.rules.num_players), played.told
    else:
        assert legal == [] and match.to_move is None, played.told


def assert_position_survives_saving(played: Played) -> None:
    match = played.match
    loaded = load(match.position())
    assert loaded.position() == match.position(), played.told
    assert loaded.legal() == match.legal(), played.told
    assert loaded.phase == match.phase and loaded.to_move == match.to_move, played.told


def assert_observations_keep_to_the_table(played: Played) -> None:
    match = played.match
    players = match.rules.num_players
    maxima = match.game.observation_maxima(players)
    for seat in range(players):
        observation = match.observation(seat)
        assert observation.shape == maxima.shape and observation.dtype == np.uint8
        assert (observation <= maxima).all(), (played.told, seat)


def states_of(match: Match) -> Any:
    """The one state as an array of states."""
    return match._single.memory.view(match.game.state)


@pytest.mark.parametrize("game", games())
@examples(budget(150, 3000))
@given(seed=seeds)
def test_ends(game: str, seed: int) -> None:
    *_, played = random_game(game, seed)
    match = played.match
    for kind in utilities_offered(match.game):
        utilities = np.array(match.utilities(kind))
        assert (np.abs(utilities) <= 1).all(), (played.told, kind)
        if kind != "score" or np.abs(utilities).max() < 1:  # clipping may unbalance it
            assert abs(utilities.sum()) < 1e-9, (played.told, kind)
    assert 0 < played.decisions <= match.rules.max_decisions, played.told
    twin_of(game).assert_history(match.rules, played.deeds, match.position())


@pytest.mark.parametrize("game", games())
@examples(budget(30, 300))
@given(seed=seeds)
def test_the_mask_is_exactly_what_is_accepted(game: str, seed: int) -> None:
    """Every action on a copy: accepted if its mask is on, else refused without a change."""
    for played in random_game(game, seed):
        if played.is_looked_at(SHARE_OF_MASKS):
            mask = played.match.action_mask()
            for action in range(len(mask)):
                assert_accepted_as_masked(played, action, bool(mask[action]))


def assert_accepted_as_masked(played: Played, action: int, legal: bool) -> None:
    match = deepcopy(played.match)
    before = match.position()
    text = match.action_text(action)
    if legal:
        match.play(text)
        return
    with pytest.raises((IllegalMoveError, InvalidMoveError)):
        match.play(text)
    assert match.position() == before, (played.told, text)
