"""Who wins by role: the report on a game's balance, and evaluations by role."""

from __future__ import annotations

from itertools import chain

import pytest

from sicilianos_agents.policy import PolicyCard, PolicyNetwork, save_policy
from sicilianos_agents.registry import make_agent
from sicilianos_env import games
from sicilianos_env.engine.registry import find_game
from sicilianos_training.evaluation import (
    seats_by_role,
    self_play_wins,
    share_of_wins,
    share_rows,
)
from sicilianos_training.roles import agents_for, rules_for_each

DEALS = 200


def default_rules(game):
    return find_game(game).rules()


@pytest.mark.parametrize("game", games())
def test_each_seat_has_one_role_for_each_number_of_players(game):
    contract = find_game(game)
    for rules in rules_for_each(game, {}, None):
        seats = sorted(chain(*seats_by_role(game, rules).values()))
        assert seats == list(range(rules.num_players)) or contract.roles is None


@pytest.mark.parametrize("game", games())
def test_somebody_wins_each_game(game):
    """A rate is of games, so all seats' rates add up to one winner a game or more."""
    rules, agent = default_rules(game), make_agent("greedy", game, 1)
    rates = self_play_wins(game, rules, agent, DEALS, seed=3)
    seats = seats_by_role(game, rules) or {role: [0] for role in rates}
    total = sum(rates[role].mean * len(places) for role, places in seats.items())
    assert 1 - 1e-9 <= total <= rules.num_players


@pytest.mark.parametrize("game", [name for name in games() if find_game(name).roles])
def test_roles_weighed_by_their_seats_make_the_whole_share(game):
    rules, seed = default_rules(game), 4
    greedy, other = make_agent("greedy", game, 1), make_agent("random", game, 1)
    rows = share_rows(game, rules, greedy, [other], DEALS, seed, by_role=True)
    whole = rows.pop("greedy")["random"]
    rivals = [other] * (rules.num_players - 1)
    assert whole == share_of_wins(game, rules, greedy, rivals, DEALS, seed)
    weighed = [
        rows[f"greedy as {role}"]["random"].mean * len(places)
        for role, places in seats_by_role(game, rules).items()
    ]
    assert len(weighed) == len(rows)
    assert sum(weighed) / rules.num_players == pytest.approx(whole.mean)


def test_a_trained_agent_stands_in_the_tables_of_its_number_of_players(tmp_path):
    contract = find_game("sicilianos")
    network = PolicyNetwork(contract.observation_size(3), (4,), contract.num_actions)
    card = PolicyCard("sicilianos", contract.version, {"num_players": 3}, (4,), 0, 0, 0.0, {})
    save_policy(tmp_path, network, card)
    names = ["random", f"ppo:{tmp_path}"]
    assert [agent.name for agent in agents_for("sicilianos", names, 3, 0)] == names
    assert [agent.name for agent in agents_for("sicilianos", names, 4, 0)] == ["random"]
