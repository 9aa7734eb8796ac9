"""Self-play on a small war: it comes near an equilibrium, and the same seed gives the same run."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch

from sicilianos_agents import make_agent
from sicilianos_agents.policy import PolicyCard, PolicyNetwork, save_policy
from sicilianos_env.engine.options import read_rules
from sicilianos_env.engine.registry import find_game
from sicilianos_env.jit import enabled
from sicilianos_training.selfplay import SelfPlay, learn_war, masked
from sicilianos_training.solver.policies import policy_of_agent
from sicilianos_training.solver.tree import tree_of

pytestmark = pytest.mark.skipif(not enabled(), reason="interpreted, games take too long")

WAR = find_game("gang_war")


@pytest.fixture(autouse=True)
def _one_thread() -> Any:
    """Threads of torch that spin while they wait would starve each other beside other tests."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(threads)


def rules(preset: str) -> Any:
    return read_rules(WAR.rules, WAR.presets, {"preset": preset})


def test_self_play_comes_below_a_twentieth_of_the_payoff_range() -> None:
    _, points, payoff_range = learn_war(WAR, rules("s1"), 40)
    assert points[0].nash_conv > 0.2 * payoff_range
    assert points[-1].nash_conv < 0.05 * payoff_range


def test_the_same_seed_gives_the_same_run() -> None:
    settings = SelfPlay(games=64, seed=4)
    runs = [learn_war(WAR, rules("s0b"), 3, settings)[1] for _ in range(2)]
    assert runs[0] == runs[1] != learn_war(WAR, rules("s0b"), 3, SelfPlay(games=64, seed=5))[1]


def test_illegal_actions_are_never_sampled() -> None:
    logits, masks = torch.full((1, 4), 50.0), torch.tensor([[True, False, False, True]])
    chances = torch.softmax(masked(logits, masks), dim=-1)[0]
    assert chances.tolist() == [0.5, 0.0, 0.0, 0.5]


def test_a_network_of_the_whole_game_can_be_put_on_the_tree_of_a_war(tmp_path: Any) -> None:
    whole = find_game("sicilianos")
    torch.manual_seed(0)
    network = PolicyNetwork(whole.observation_size(2), (8,), whole.num_actions)
    card = PolicyCard("sicilianos", whole.version, {"num_players": 2}, (8,), 0, 0, 0.0, {})
    save_policy(tmp_path, network, card)
    agent = make_agent(f"ppo-sampled:{tmp_path}", "gang_war", seed=1)
    tree = tree_of(WAR, rules("s1"))
    policy = policy_of_agent(tree, agent)
    sums = np.add.reduceat(policy, tree.starts[:-1])
    assert sums == pytest.approx(np.ones(tree.num_sets)) and (policy > 0).all()
    with pytest.raises(ValueError, match=r"not for scopa, version 0[.]$"):
        make_agent(f"ppo:{tmp_path}", "scopa")
