"""Agents by name, and networks as agents."""

from __future__ import annotations

import copy
import json
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from sb3_contrib import MaskablePPO

from sicilianos_agents import make_agent
from sicilianos_agents.policy import PolicyAgent, PolicyCard, PolicyNetwork, save_policy
from sicilianos_env import make_vec, new_match
from sicilianos_env.adapters.sb3 import LearnerVecEnv
from sicilianos_env.engine.registry import find_game
from sicilianos_training.train import policy_network

GAME = "sicilianos"
SIZE = find_game(GAME).observation_size(3)
ACTIONS = find_game(GAME).num_actions


def some_decisions(count: int = 64, steps: int = 60) -> tuple[np.ndarray, np.ndarray]:
    """Observations and masks from the middle of random games."""
    vec = make_vec(GAME, num_envs=count, seed=4)
    agent = make_agent("random", GAME, seed=2)
    for _ in range(steps):
        vec.step(agent.act(vec.observations, vec.action_masks))
    return vec.observations.copy(), vec.action_masks.copy()


def saved(folder: Path, **changes: Any) -> Path:
    torch.manual_seed(3)
    network = PolicyNetwork(SIZE, (16,), ACTIONS)
    card = PolicyCard(GAME, 0, {"num_players": 3}, (16,), 1, 10, 0.1, {})
    save_policy(folder, network, card)
    if changes:
        file = folder / "policy.json"
        file.write_text(json.dumps(json.loads(file.read_text()) | changes))
    return folder


def test_a_policy_plays_as_the_learner_predicts():
    env = LearnerVecEnv(GAME, 4, ["random"], seed=0)
    learner = MaskablePPO("MlpPolicy", env, policy_kwargs={"net_arch": [16, 16]}, seed=5)
    agent = PolicyAgent("p", GAME, policy_network(learner), num_players=3, seed=1)
    observations, masks = some_decisions()
    predicted, _ = learner.predict(
        observations * env.scale, action_masks=masks.astype(bool), deterministic=True
    )
    assert (agent.act(observations, masks) == predicted).all()


@pytest.mark.parametrize("name", ["ppo", "ppo-sampled"])
def test_a_saved_policy_plays_the_same_in_a_fresh_process(name, tmp_path):
    saved(tmp_path)
    observations, masks = some_decisions()
    np.savez(tmp_path / "decisions.npz", observations=observations, masks=masks)
    script = (
        "import sys, numpy as np; from sicilianos_agents import make_agent\n"
        "d = np.load('decisions.npz')\n"
        f"agent = make_agent('{name}:.', '{GAME}', seed=8)\n"
        "print(agent.act(d['observations'], d['masks']).tolist())"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    here = make_agent(f"{name}:{tmp_path}", GAME, seed=8).act(observations, masks)
    assert json.loads(done.stdout) == here.tolist()


@pytest.mark.parametrize("name", ["random", "consigliere", "ppo", "ppo-sampled"])
def test_agents_play_legally_one_by_one_and_in_batches_and_can_be_copied(name, tmp_path):
    full = f"{name}:{saved(tmp_path)}" if name.startswith("ppo") else name
    observations, masks = some_decisions()
    agent = make_agent(full, GAME, seed=6)
    for twin in (copy.deepcopy(agent), pickle.loads(pickle.dumps(agent))):
        actions = twin.act(observations, masks)
        assert actions.shape == (len(masks),)
        assert masks[np.arange(len(masks)), actions].all()
    assert (make_agent(full, GAME, seed=6).act(observations, masks) == actions).all()
    single = agent.act(observations[0], masks[0])
    assert isinstance(single, int) and masks[0, single]


WRONG_CARDS = [
    ({"game": "poker"}, "not for sicilianos"),
    ({"observation_version": 99}, "version 99"),
    ({"rules": {}}, "is not the card"),
    ({"rules": []}, "is not the card"),
    ({"hidden": 8}, "cannot be read as the weights"),
    ({"hidden": [17]}, "cannot be read as the weights"),
    ({"colour": "red"}, "is not the card"),
]


@pytest.mark.parametrize(("changes", "sentence"), WRONG_CARDS)
def test_wrong_cards_are_one_sentence(changes, sentence, tmp_path):
    with pytest.raises(ValueError, match=sentence) as refused:
        make_agent(f"ppo:{saved(tmp_path, **changes)}", GAME)
    assert str(refused.value).endswith(".")


def test_truncated_weights_are_one_sentence(tmp_path):
    weights = saved(tmp_path) / "policy.safetensors"
    weights.write_bytes(weights.read_bytes()[:100])
    with pytest.raises(ValueError, match="cannot be read as the weights"):
        make_agent(f"ppo:{tmp_path}", GAME)


def test_a_match_can_be_copied_in_mid_game():
    match = new_match(GAME, seed=3)
    for _ in range(20):
        match.play(match.legal()[-1])
    for twin in (copy.deepcopy(match), pickle.loads(pickle.dumps(match))):
        assert twin.position() == match.position()
        original = copy.deepcopy(match)
        for _ in range(30):
            action = twin.legal()[0]
            twin.play(action)
            original.play(action)
        assert twin.position() == original.position() != match.position()
