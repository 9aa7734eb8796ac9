"""The engine against the naive twin: everything equal at every decision of random games."""

from __future__ import annotations

import random
from collections import deque
from typing import Any

import pytest
from budget import NIGHTLY, budget
from twins import twin_of

from sicilianos_env import Match, games, new_match

GAMES = budget(500, 20_000)
SEATS_KNOWN_EVERY = 1 if NIGHTLY else 7  # decisions: comparing what the seats know is slow


def start_twin(twin: Any, match: Match, chance: deque[Any]) -> Any:
    referee = twin.Referee.load(match.position())
    referee.chance = lambda kind, outcomes: chance.popleft()
    return referee


def assert_equal(match: Match, referee: Any, told: str) -> None:
    assert match.phase == referee.phase, told
    assert match.to_move == referee.to_move, told
    assert match.over == referee.over, told
    assert match.truncated == referee.truncated, told
    assert sorted(match.legal()) == sorted(referee.legal()), told
    assert match.position() == referee.position(), told
    if match.over:
        assert match.scores() == referee.scores(), told
        for kind in ("win", "score", "rank"):
            assert match.utilities(kind) == pytest.approx(referee.utilities(kind)), (told, kind)


def play_side_by_side(game: str, options: dict[str, Any], seed: int) -> int:
    """One random game on both; the number of decisions."""
    twin = twin_of(game)
    match = new_match(game, seed=seed, **options)
    chance: deque[Any] = deque()
    referee = start_twin(twin, match, chance)
    choose = random.Random(seed)
    decisions = 0
    while not match.over:
        told = f"{game} {options} seed {seed}, decision {decisions}: {match.position()}"
        assert_equal(match, referee, told)
        if decisions % SEATS_KNOWN_EVERY == 0:
            twin.assert_same_knowledge(match, referee, told)
        action = choose.choice(match.legal())
        match.play(action)
        chance.extend(event.text for event in match.events if event.seat is None)
        referee.play(action)
        assert not chance, (told, action)
        decisions += 1
    assert_equal(match, referee, f"{game} {options} seed {seed}, end: {match.position()}")
    return decisions


@pytest.mark.parametrize("part", range(10))
@pytest.mark.parametrize("game", games())
def test_engine_equals_naive_twin(game: str, part: int) -> None:
    twin = twin_of(game)
    for seed in range(part, GAMES, 10):
        fixed = twin.OPTIONS[seed // 2 % len(twin.OPTIONS)]
        options = fixed if seed % 2 else twin.draw_options(random.Random(seed))
        play_side_by_side(game, options, seed)


def test_numbers_of_players_are_covered() -> None:
    for game in games():
        options = twin_of(game).OPTIONS
        played = {new_match(game, seed=0, **each).rules.num_players for each in options}
        contract = new_match(game, seed=0).game
        assert played == set(range(contract.min_players, contract.max_players + 1))
