"""The learner's side of Stable-Baselines3: many games, one learner's seat in each."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from sb3_contrib import MaskablePPO

from sicilianos_agents import make_agent
from sicilianos_env import games
from sicilianos_env.adapters.sb3 import MOST_LINEUPS, LearnerVecEnv, learner_lineups

GAME = "sicilianos"


class Asked:
    """An agent that the engine cannot run inside: a compiled one behind a plain `act`."""

    def __init__(self, name: str) -> None:
        self.name, self.questions = name, 0
        self._agent = make_agent(name, GAME, seed=1)

    def act(self, observations: np.ndarray, action_masks: np.ndarray) -> Any:
        self.questions += len(observations)
        return self._agent.act(observations, action_masks)


def random_actions(env: LearnerVecEnv, choose: np.random.Generator) -> np.ndarray:
    masks = env.action_masks()
    assert masks.any(axis=1).all()
    return (choose.random(masks.shape) * masks).argmax(axis=1)


TABLES = [
    (GAME, ["random"]),
    (GAME, [Asked("random")]),
    *((game, ["random", "greedy"]) for game in games()),
]


@pytest.mark.parametrize(("game", "opponents"), TABLES)
def test_every_seat_and_lineup_comes_in_turn_and_ends_are_told(game, opponents):
    env = LearnerVecEnv(game, 48, opponents, seed=5)
    choose = np.random.default_rng(1)
    observations = env.reset()
    seats, lineups, ends = set(), set(), 0
    for _ in range(400):
        observations, rewards, dones, infos = env.step(random_actions(env, choose))
        assert observations.dtype == np.float32 and env.observation_space.contains(observations[0])
        for row in np.flatnonzero(dones):
            info = infos[row]
            assert rewards[row] == pytest.approx(info["utility"])
            assert info["lineup"][info["seat"]] == "learner"
            assert env.observation_space.contains(info["terminal_observation"])
            seats.add(info["seat"])
            lineups.add(info["lineup"])
            ends += 1
        assert (rewards[~dones] == 0).all()
    assert ends > 48
    assert seats == set(range(env.num_players))
    assert len(lineups) == env.num_players * len(opponents) ** (env.num_players - 1)


def test_agents_outside_the_engine_are_asked_and_games_are_reproducible():

    def play(opponent: Any) -> list[float]:
        env = LearnerVecEnv(GAME, 8, [opponent], seed=9)
        env.reset()
        rewards = []
        for _ in range(150):
            actions = env.action_masks().argmax(axis=1)
            rewards.append(env.step(actions)[1])
        return np.array(rewards).tolist()

    assert play(AlwaysFirst()) == play(AlwaysFirst())
    asked = Asked("random")
    play(asked)
    assert asked.questions > 0


class AlwaysFirst:
    """Takes the first legal action."""

    name = "first"

    def act(self, observations: np.ndarray, action_masks: np.ndarray) -> Any:
        return action_masks.argmax(axis=-1)


def test_shaping_adds_up_to_the_final_margin():
    env = LearnerVecEnv(GAME, 16, ["random"], seed=2, shaping=2.0)
    choose = np.random.default_rng(3)
    env.reset()
    total = np.zeros(16)
    margins = []
    for _ in range(300):
        _, rewards, dones, infos = env.step(random_actions(env, choose))
        total += rewards
        for row in np.flatnonzero(dones):
            scores = env._batch.arrays.scores[row]
            seat = infos[row]["seat"]
            margin = scores[seat] - (scores.sum() - scores[seat]) / (len(scores) - 1)
            margins.append(margin)
            wanted = infos[row]["utility"] + 2.0 * margin / env.game.score_unit
            assert total[row] == pytest.approx(wanted, abs=1e-4)
            total[row] = 0
    assert min(margins) < 0 < max(margins)


def test_games_in_which_the_learner_decides_nothing_are_passed_over():
    """One turn a game, and only the roller decides: two of three games pass the learner by."""
    env = LearnerVecEnv(GAME, 12, ["random"], seed=3, draft=0, max_turns=1)
    choose = np.random.default_rng(2)
    env.reset()
    told = 0
    for _ in range(40):
        seats = env._batch.arrays.agent_selection
        assert (seats >= 0).all() and env.action_masks().any(axis=1).all()
        _, _, dones, infos = env.step(random_actions(env, choose))
        told += dones.sum()
        for row in np.flatnonzero(dones):
            assert infos[row]["lineup"][infos[row]["seat"]] == "learner"
    assert told > 0


def test_lineups_are_all_there_once():
    lineups = learner_lineups([0, 1], num_players=3)
    assert len({tuple(lineup) for lineup in lineups.tolist()}) == len(lineups) == 12
    assert ((lineups == -1).sum(axis=1) == 1).all()


def test_of_very_many_lineups_some_are_drawn_with_all_opponents_everywhere():
    kinds, players = [0, 1, 2, 3], 11
    lineups = learner_lineups(kinds, players)
    assert len(lineups) < 2 * MOST_LINEUPS
    assert ((lineups == -1).sum(axis=1) == 1).all()
    for seat in range(players):
        assert set(lineups[:, seat].tolist()) == {-1, *kinds}
    alike = {tuple(sorted(lineup)) for lineup in lineups.tolist()}
    assert {(-1, *(kind,) * (players - 1)) for kind in kinds} <= alike
    assert (learner_lineups(kinds, players) == lineups).all()


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"opponents": []}, "opponents is empty"),
        ({"opponents": ["nobody"]}, "no agent 'nobody'"),
        ({"num_envs": 0}, "num_envs is 0"),
        ({"utility": "money"}, "utility is 'money'"),
        ({"num_players": 1}, "num_players is 1"),
    ],
)
def test_wrong_settings_are_one_sentence(settings, sentence):
    with pytest.raises(ValueError, match=sentence):
        LearnerVecEnv(**{"name": GAME, "num_envs": 4, "opponents": ["random"], **settings})


def test_maskable_ppo_learns_without_an_illegal_action():
    """An illegal action would raise in the engine."""
    env = LearnerVecEnv(GAME, 32, ["random"], seed=0, preset="mini")
    learner = MaskablePPO("MlpPolicy", env, n_steps=16, batch_size=128, seed=1)
    learner.learn(4096)
    assert learner.num_timesteps >= 4096
