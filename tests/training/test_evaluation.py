"""Shares of wins: what they must be where the rules say so."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from sicilianos_agents import make_agent
from sicilianos_env import games
from sicilianos_env.engine.registry import find_game
from sicilianos_env.games.sicilianos.options import Rules
from sicilianos_training.evaluation import (
    EVALUATION,
    TRAINING,
    seed_for,
    share_of,
    share_of_wins,
    wins_by_seat,
)
from sicilianos_training.imitation import returns_from
from sicilianos_training.lineups import Played, play_lineups

GAME = "sicilianos"


class AlwaysRolls:
    """Never opens nor joins a war unless it must."""

    name, game = "rolls", GAME

    def act(self, observations: np.ndarray, action_masks: np.ndarray) -> Any:
        return action_masks.argmax(axis=-1)


class AlsoRandom:
    """Uniformly random, from another source than the engine's agent."""

    name, game = "also random", GAME

    def __init__(self) -> None:
        self._choose = np.random.default_rng(4)

    def act(self, observations: np.ndarray, action_masks: np.ndarray) -> Any:
        return (self._choose.random(action_masks.shape) * action_masks).argmax(axis=-1)


@pytest.mark.parametrize("players", [2, 3, 5])
@pytest.mark.parametrize("name", ["random", "greedy"])
def test_mirrored_agents_have_an_equal_share(name, players):
    agent = make_agent(name, GAME, seed=1)
    rules = Rules(num_players=players)
    share = share_of_wins(GAME, rules, agent, [agent] * (players - 1), 50, seed=2)
    assert share.mean == pytest.approx(1 / players)


def test_equal_policies_in_two_agents_are_equal_within_their_interval():
    rules, others = Rules(), [make_agent("random", GAME, seed=7)] * 2
    share = share_of_wins(GAME, rules, AlsoRandom(), others, 400, seed=2)
    assert share.low <= 1 / 3 <= share.high
    assert share.high - share.low < 0.1


def test_an_agent_outside_the_engine_is_measured_too():
    rules = Rules(num_players=3)
    share = share_of_wins(GAME, rules, AlwaysRolls(), [make_agent("greedy", GAME, 1)] * 2, 60, 4)
    assert 0 <= share.mean < 0.2


class Outside:
    """A heuristic that the engine does not know as one of its own."""

    name = "outside"

    def __init__(self, name: str, game: str) -> None:
        self.game, self._inner = game, make_agent(name, game, seed=1)

    def act(self, observations: np.ndarray, action_masks: np.ndarray) -> Any:
        return self._inner.act(observations, action_masks)


@pytest.mark.parametrize("game", games())
def test_agents_outside_the_engine_play_the_same_games(game):
    """Those too in which they have nothing to decide. These two heuristics use no chance."""
    rules, seats = find_game(game).rules(), find_game(game).rules().num_players - 1
    rivals = [make_agent("consigliere", game, seed=1)] * seats
    inside, outside = make_agent("greedy", game, seed=1), Outside("greedy", game)
    shares = [wins_by_seat(game, rules, one, rivals, 60, seed=5) for one in (inside, outside)]
    np.testing.assert_allclose(shares[0], shares[1], atol=1e-12)


def test_the_same_seed_gives_the_same_share():
    def measured() -> Any:
        agent, other = make_agent("greedy", GAME, seed=5), make_agent("random", GAME, seed=6)
        return share_of_wins(GAME, Rules(), agent, [other] * 2, 50, seed=8)

    assert measured() == measured()


def test_equal_deals_give_equal_dice():
    agents = [make_agent("random", GAME, seed=1)]
    lineups = np.zeros((4, 3), np.int64)
    deals = np.array([7, 7, 8, 7])
    played = play_lineups(GAME, Rules(), agents, lineups, deals, seed=3)
    assert (played.scores[0] == played.scores[1]).all()
    assert (played.scores[0] == played.scores[3]).all()
    assert (played.scores[0] != played.scores[2]).any()


def test_lineups_of_compiled_and_other_agents_can_be_mixed():
    agents = [make_agent("random", GAME, seed=1), AlwaysRolls()]
    lineups = np.array([[0, 0, 0], [0, 1, 0], [1, 1, 1], [0, 0, 0]])
    deals = np.zeros(4, np.int64)
    played = play_lineups(GAME, Rules(), agents, lineups, deals, seed=3)
    assert (played.scores[0] == played.scores[3]).all()
    assert played.utilities.sum(axis=1) == pytest.approx(0)
    alone = play_lineups(GAME, Rules(), agents, lineups[1:2], deals[1:2], seed=3)
    assert (alone.scores[0] == played.scores[1]).all()


def test_win_shares_of_shared_wins():
    utilities = np.array([[1, -0.5, -0.5], [0.25, 0.25, -0.5], [0, 0, 0]])
    played = Played(utilities, utilities, np.zeros(3, bool), np.zeros(3, bool))
    assert played.win_shares() == pytest.approx(
        np.array([[1, 0, 0], [0.5, 0.5, 0], [1 / 3, 1 / 3, 1 / 3]])
    )


def test_training_and_evaluation_never_have_a_seed_in_common():
    seeds = range(50)
    training = {seed_for(TRAINING, seed) for seed in seeds}
    assert not training & {seed_for(EVALUATION, seed) for seed in seeds}
    with pytest.raises(ValueError, match="whole number from 0 to"):
        seed_for(TRAINING, -1)


def test_the_interval_covers_the_truth_about_as_often_as_it_says():
    random = np.random.default_rng(1)
    covered = 0
    for _ in range(400):
        share = share_of(random.random(200))
        covered += share.low <= 0.5 <= share.high
    assert 0.91 < covered / 400 < 0.98


def test_returns_sum_the_rewards_to_the_end_of_the_game():
    rewards = np.array([[1, 0], [2, 3], [4, 5]], np.float32)
    dones = np.array([[False, False], [True, False], [False, False]])
    returns = returns_from(rewards, dones)
    assert returns[:2, 0].tolist() == [3, 2]
    assert np.isnan(returns[2, 0]) and np.isnan(returns[:, 1]).all()
