"""The engine against the naive twin: everything equal at every decision of random games."""

from __future__ import annotations

import random
from collections import deque
from dataclasses import fields
from typing import Any

import pytest
from budget import NIGHTLY, budget
from twins import NAMES, twin_of

from sicilianos_env import Match, games, new_match
from sicilianos_env.engine.registry import find_game
from sicilianos_env.engine.utilities import utilities_offered
from sicilianos_env.jit import enabled

GAMES = budget(500, 20_000)
SEATS_KNOWN_EVERY = 1 if NIGHTLY else 7  # decisions: comparing what the seats know is slow
ALL_PHASES_WITHIN = min(GAMES, 100)  # of these games


def start_twin(twin: Any, match: Match, chance: deque[Any]) -> Any:
    """A referee that sets the game up itself, as the engine has."""
    referee = twin.set_up_again(match.position())
    referee.chance = lambda kind, outcomes: chance.popleft()
    return referee


def assert_equal(match: Match, referee: Any, told: str) -> None:
    assert match.phase == referee.phase, told
    assert match.to_move == referee.to_move, told
    assert match.over == referee.over, told
    assert match.truncated == referee.truncated, told
    assert sorted(match.legal()) == sorted(referee.legal()), told
    assert match.position() == referee.position(), told
    if match.game.score_unit is not None:
        assert match.scores() == referee.scores(), told
    for kind in utilities_offered(match.game):
        assert match.utilities(kind) == pytest.approx(referee.utilities(kind)), (told, kind)


def play_side_by_side(
    game: str, options: dict[str, Any], seed: int, compiled: bool = False
) -> set[str]:
    """One random game on both; the phases that were met."""
    twin = twin_of(game)
    match = new_match(game, seed=seed, compiled=compiled, **options)
    chance: deque[Any] = deque()
    referee = start_twin(twin, match, chance)
    choose = random.Random(seed)
    decisions, phases = 0, set()
    while not match.over:
        told = f"{game} {options} seed {seed}, decision {decisions}: {match.position()}"
        assert_equal(match, referee, told)
        if decisions % SEATS_KNOWN_EVERY == 0:
            twin.assert_same_knowledge(match, referee, told)
        phases.add(match.phase)
        action = choose.choice(match.legal())
        match.play(action)
        chance.extend(event.text for event in match.events if event.seat is None)
        referee.play(action)
        assert not chance, (told, action)
        decisions += 1
    told = f"{game} {options} seed {seed}, end: {match.position()}"
    assert_equal(match, referee, told)
    twin.assert_same_knowledge(match, referee, told)
    return phases | {match.phase}


def play_game(game: str, seed: int) -> set[str]:
    """Fixed and drawn options take turns; compiled or not, by rounds of all fixed options."""
    twin = twin_of(game)
    times_round, number = divmod(seed // 2, len(twin.OPTIONS))
    options = twin.OPTIONS[number] if seed % 2 else twin.draw_options(random.Random(seed))
    return play_side_by_side(game, options, seed, compiled=enabled() and times_round % 2 == 1)


@pytest.mark.parametrize("part", range(10))
@pytest.mark.parametrize("game", games())
def test_engine_equals_naive_twin(game: str, part: int) -> None:
    for seed in range(part, GAMES, 10):
        play_game(game, seed)


@pytest.mark.parametrize("game", games())
def test_set_up_by_the_twin_is_the_first_position(game: str) -> None:
    twin = twin_of(game)
    drawn = [twin.draw_options(random.Random(seed)) for seed in range(budget(100, 2_000))]
    for seed, options in enumerate([*twin.OPTIONS, *twin.TINY, twin.FEW_ORDERS, *drawn]):
        match = new_match(game, seed=seed, **options)
        referee = start_twin(twin, match, deque())
        assert_equal(match, referee, f"{options} seed {seed}")
        twin.assert_same_knowledge(match, referee, f"{options} seed {seed}")


@pytest.mark.parametrize("game", games())
def test_every_phase_is_met(game: str) -> None:
    left = set(find_game(game).phases_played)
    for seed in range(ALL_PHASES_WITHIN):
        if left:
            left -= play_game(game, seed)
    assert not left


@pytest.mark.parametrize("game", games())
def test_every_option_is_covered(game: str) -> None:
    contract = find_game(game)
    default = contract.rules()
    played = [new_match(game, seed=0, **each).rules for each in twin_of(game).OPTIONS]
    with_a_choice = [
        field.name
        for field in fields(contract.rules)
        if field.name != "num_players" or contract.min_players < contract.max_players
    ]
    for name in with_a_choice:
        usual = getattr(default, name)
        assert any(getattr(rules, name) != usual for rules in played), name
    numbers = {rules.num_players for rules in played}
    assert numbers == set(range(contract.min_players, contract.max_players + 1))


@pytest.mark.parametrize("game", games())
def test_the_twin_offers_all_names(game: str) -> None:
    twin = twin_of(game)
    assert [name for name in NAMES if not hasattr(twin, name)] == []
