"""What every game must have, and what the engine promises for every game."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, replace
from pathlib import Path

import numpy as np
import pytest
from budget import budget
from twins import twin_of

import sicilianos_env
from sicilianos_env import Match, games, new_match
from sicilianos_env.engine.batch import Batch, BatchArrays
from sicilianos_env.engine.describe import observation_page, page_file
from sicilianos_env.engine.options import read_rules, saved_rules
from sicilianos_env.engine.registry import find_game
from sicilianos_env.engine.utilities import utilities_offered

FILES = (
    "RULES.md", "OBSERVATION.md", "golden/cases", "golden/counts.json", "golden/playthroughs",
)  # fmt: skip


@pytest.mark.parametrize("name", games())
def test_a_game_has_its_files(name):
    folder = Path(sicilianos_env.__file__).parent / "games" / name
    missing = [file for file in FILES if not (folder / file).exists()]
    assert not missing, f"games/{name} lacks {', '.join(missing)}"


@pytest.mark.parametrize("name", games())
def test_the_page_on_the_observation_is_up_to_date(name):
    game = find_game(name)
    assert page_file(game).read_text(encoding="utf-8") == observation_page(game), (
        "run: python -m sicilianos_env.engine.describe"
    )


@pytest.mark.parametrize("name", games())
def test_rules_are_saved_and_cannot_be_changed(name):
    game = find_game(name)
    for options in [{"preset": preset} for preset in game.presets] + twin_of(name).OPTIONS:
        rules = read_rules(game.rules, game.presets, options)
        assert read_rules(game.rules, game.presets, saved_rules(rules)) == rules
        with pytest.raises(FrozenInstanceError):
            rules.num_players = 3


@pytest.mark.parametrize("name", games())
def test_observations_keep_to_the_declared_maxima_and_use_every_field(name):
    """Every byte within its field's maximum in random play; every field says something."""
    game = find_game(name)
    used: set[str] = set()
    for options in twin_of(name).OPTIONS:
        rules = read_rules(game.rules, game.presets, options)
        batch = Batch(game, rules, num_envs=64, seed=2)
        maxima = game.observation_maxima(rules.num_players)
        reached = np.zeros_like(maxima)
        for _ in random_steps(batch, budget(150, 1500)):
            assert (batch.arrays.observations <= maxima).all()
            assert batch.arrays.action_masks.any(axis=1).all()
            ended = batch.arrays.terminations | batch.arrays.truncations
            assert (batch.arrays.final_observations[ended] <= maxima).all()
            for shown in (
                batch.arrays.observations,
                batch.arrays.final_observations[ended].ravel(),
            ):
                np.maximum(
                    reached, shown.reshape(-1, len(reached)).max(axis=0, initial=0), out=reached
                )
        fields = reached.view(game.observation_record(rules.num_players))[0]
        used |= {field.name for field in game.table_fields if np.any(fields[field.name])}
        used |= {field.name for field in game.seat_fields if fields["seats"][field.name].any()}
    silent = {field.name for field in (*game.table_fields, *game.seat_fields)} - used
    assert silent == set(game.fields_unused), "always 0"


def random_steps(batch: Batch, steps: int):
    """Random legal play; yields before each step."""
    choose = np.random.default_rng(3)
    batch.reset()
    for _ in range(steps):
        yield
        noise = choose.random(batch.arrays.action_masks.shape)
        batch.step((noise * batch.arrays.action_masks).argmax(axis=1))


@pytest.mark.parametrize("name", games())
def test_utilities_are_zero_sum_and_bounded(name):
    game = find_game(name)
    for kind in utilities_offered(game):
        rules = game.rules()
        batch = Batch(game, rules, num_envs=256, seed=6, utility=kind)
        for _ in random_steps(batch, 600):
            rewards = batch.arrays.rewards
            assert (np.abs(rewards) <= 1).all()
            unclipped = np.abs(rewards).max(axis=1) < 1 if kind == "score" else slice(None)
            assert np.abs(rewards[unclipped].sum(axis=1)).max(initial=0) < 1e-9


@pytest.mark.parametrize("name", games())
def test_wrong_moves_and_options_are_refused_and_change_nothing(name):
    match = new_match(name, seed=1)
    before = match.position()
    for wrong in ("", "dance", "play", None, 7, match.legal()[0] + " "):
        with pytest.raises(sicilianos_env.InvalidMoveError) as refused:
            match.play(wrong)
        assert str(refused.value).endswith(".") and "\n" not in str(refused.value)
        assert match.position() == before
    for options in ({"num_players": 99}, {"colour": "red"}, {"preset": "huge"}):
        with pytest.raises(ValueError, match=r"\.$"):
            new_match(name, **options)


@pytest.mark.parametrize("name", games())
def test_an_outcome_where_no_chance_follows_is_refused(name):
    match = new_match(name, seed=1)
    while not (certain := [action for action in match.legal() if is_certain(match, action)]):
        match.play(match.legal()[0])
    before = match.position()
    with pytest.raises(sicilianos_env.InvalidMoveError, match="no chance follows"):
        match.play(certain[0], outcome="heads")
    assert match.position() == before
    assert match.legal()


def is_certain(match: Match, action: str) -> bool:
    """Whether no chance follows an action."""
    try:
        return match.outcomes(action) == []
    except ValueError:  # a shuffle
        return False


def test_a_batch_checks_the_arrays_that_it_is_given():
    """Compiled code would write beside arrays of another shape."""
    game = find_game(games()[-1])
    rules = game.rules()
    mine = BatchArrays.allocate(game, rules.num_players, 8)
    batch = Batch(game, rules, 8, seed=1, arrays=mine)
    batch.reset()
    assert mine.action_masks.any(axis=1).all()
    for wrong in (7, 9):
        with pytest.raises(ValueError, match="it must be contiguous, of shape"):
            Batch(game, rules, wrong, seed=1, arrays=mine)
    with pytest.raises(ValueError, match="dtype"):
        Batch(game, rules, 8, 1, arrays=replace(mine, rewards=mine.rewards.astype(np.float32)))
    with pytest.raises(ValueError, match="played by the caller"):
        Batch(game, rules, 8, 1, lineups=np.zeros((1, rules.num_players)))
