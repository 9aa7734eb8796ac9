"""Search on every game: legal, reproducible, from the observation alone, better than nothing."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest
from budget import budget
from twins import twin_of

from sicilianos_agents import compiled_agents, ladder, make_agent
from sicilianos_agents.search.agent import METHODS, Budget, SearchAgent, read_budget
from sicilianos_agents.search.worlds import draw_world, new_world
from sicilianos_env import games, load, new_match
from sicilianos_env.engine.batch import Batch
from sicilianos_env.engine.bindings import kernel
from sicilianos_env.engine.options import read_rules
from sicilianos_env.engine.records import Array
from sicilianos_env.engine.registry import find_game
from sicilianos_env.engine.single import SingleGame
from sicilianos_env.jit import enabled
from sicilianos_training.evaluation import share_of_wins

EITHER = pytest.mark.parametrize("method", METHODS)
# Where seats have roles, more games are needed to tell players apart than a test can search.
ALIKE = [game for game in games() if find_game(game).roles is None]
EVERY_GAME = pytest.mark.parametrize("game", games())


def searcher(method: str, game: str, playouts: int, seed: int = 1, **more: Any) -> Any:
    return make_agent(f"{method}:{playouts}:random", game, seed, **more)


def some_decisions(game: str, count: int, options: dict[str, Any] | None = None) -> Batch:
    """The middle of random games."""
    contract = find_game(game)
    rules = read_rules(contract.rules, contract.presets, options or {})
    batch = Batch(contract, rules, count, seed=8)
    batch.reset()
    agent = make_agent("random", game, seed=2)
    for _ in range(37):
        batch.step(agent.act(batch.arrays.observations, batch.arrays.action_masks))
    return batch


def asked(agent: Any, batch: Batch) -> Array:
    actions: Array = agent.act(batch.arrays.observations, batch.arrays.action_masks)
    return actions


@EITHER
@EVERY_GAME
def test_actions_are_legal_under_all_option_sets(method: str, game: str) -> None:
    for options in twin_of(game).OPTIONS:
        batch = some_decisions(game, 4, options)
        agent = searcher(method, game, 6, rules=batch.options)
        for _ in range(budget(12, 200)):
            actions = asked(agent, batch)
            assert batch.arrays.action_masks[np.arange(4), actions].all()
            batch.step(actions)


@EITHER
@EVERY_GAME
def test_the_seed_alone_decides(method: str, game: str) -> None:
    """Not the threads, nor what lies in the states, which the agent is not given."""
    batch = some_decisions(game, 16)
    actions = [asked(searcher(method, game, 20, threads=threads), batch) for threads in (1, 2, 5)]
    batch.arrays.states[:] = 0xAB
    actions.append(asked(searcher(method, game, 20), batch))
    again = searcher(method, game, 20, seed=9)
    asked(again, batch)
    again.reseed(1)
    actions.append(asked(again, batch))
    actions += [asked(twin(searcher(method, game, 20)), batch) for twin in (copy.deepcopy, pickled)]
    for other in actions[1:]:
        np.testing.assert_array_equal(actions[0], other)


def pickled(agent: Any) -> Any:
    return pickle.loads(pickle.dumps(agent))


@EITHER
@EVERY_GAME
def test_compiled_and_interpreted_agree(method: str, game: str) -> None:
    batch = some_decisions(game, 2, {"preset": "mini"})
    _, choose = compiled_agents(game)
    one, other = (
        SearchAgent("s", game, method, Budget(6), 0, choose, 1, batch.options, plain)
        for plain in (False, True)
    )
    np.testing.assert_array_equal(asked(one, batch), asked(other, batch))


@EITHER
def test_one_and_many_agree(method: str) -> None:
    batch = some_decisions("scopa", 3)
    many = asked(searcher(method, "scopa", 20), batch)
    one = searcher(method, "scopa", 20).act(
        batch.arrays.observations[0], batch.arrays.action_masks[0]
    )
    assert isinstance(one, int) and one == many[0]


def test_worlds_look_the_same_and_differ() -> None:
    """What a search plays in is drawn from the observation alone."""
    game = find_game("sicilianos")
    match = new_match(game.name, seed=3)
    for _ in range(25):
        match.play(match.legal()[-1])
    seat = match.to_move
    assert seat is not None
    seen, stream = match.observation(seat), np.arange(6, dtype=np.uint32)
    world = new_world_for(game.name, match.rules, seen, match.action_mask())
    shown, memories = SingleGame(game, match.rules, seed=0, interpreted=True), set()
    for number in range(20):
        draw_world_for(game.name, match.rules, seen, stream, number, world)
        shown.set_up(world.memory)
        assert shown.to_move == 0
        np.testing.assert_array_equal(shown.observe(0), seen)
        np.testing.assert_array_equal(shown.mask, match.action_mask())
        memories.add(world.memory.tobytes())
    assert len(memories) > 10


def new_world_for(game: str, rules: Any, seen: Array, mask: Array) -> Any:
    search = searcher("flat", game, 1).search_for(rules, 1)
    return kernel(find_game(game), new_world, interpreted=True)(search, seen, mask)


def draw_world_for(
    game: str, rules: Any, seen: Array, stream: Array, number: int, world: Any
) -> None:
    search = searcher("flat", game, 1).search_for(rules, 1)
    kernel(find_game(game), draw_world, interpreted=True)(search, seen, stream, number, world)


def test_a_win_at_hand_is_taken_and_not_the_money() -> None:
    """The third blue business makes a Godfather; the money would be the ally's large note."""
    mine = {"seat": 0, "colour": "blue", "stake": 5000, "face_up": ["blue 9"]}
    his = {"seat": 1, "colour": "red", "stake": 50000, "face_up": ["red 8"]}
    position = {
        "game": "sicilianos",
        "rules": {"num_players": 3},
        "phase": "split",
        "to_move": 0,
        "turn_of": 0,
        "seats": [
            {"hand": ["white 2"], "businesses": ["blue laundry", "blue restaurant"]},
            {"hand": ["green 2"]},
            {"hand": ["green 3"]},
        ],
        "war": {
            "opener": 0,
            "round": 2,
            "rows": [
                mine | {"in": False, "face_down": [], "turncoat_to": None},
                his | {"in": False, "face_down": [], "turncoat_to": "blue"},
            ],
        },
    }
    match = load(position, seed=1)
    for method in METHODS:
        agent = make_agent(f"{method}:60:greedy", "sicilianos", seed=1)
        action = agent.act(match.observation(0), match.action_mask())
        assert match.action_text(action) == "take business"


@pytest.mark.skipif(not enabled(), reason="strength shows in more games than run interpreted")
@EITHER
@pytest.mark.parametrize("game", ALIKE)
def test_searching_beats_the_policy_that_plays_the_worlds(method: str, game: str) -> None:
    contract, policy = find_game(game), ladder(game)[0]
    rules = contract.rules()
    agent = make_agent(f"{method}:40:{policy}", game, seed=1)
    rivals = [make_agent(policy, game, seed=2)] * (rules.num_players - 1)
    share = share_of_wins(game, rules, agent, rivals, budget(40, 400), seed=7)
    assert share.low > 1 / rules.num_players


@pytest.mark.parametrize(
    ("text", "budget"), [("200", Budget(playouts=200)), ("50ms", Budget(milliseconds=50))]
)
def test_budgets_in_words(text: str, budget: Budget) -> None:
    assert read_budget(text) == budget


WRONG = ["", "0", "-3", "1.5", "ms", "0ms", "50 ms", "fast", "2000000", "٣"]


@pytest.mark.parametrize("text", WRONG)
def test_what_is_no_budget_is_one_sentence(text: str) -> None:
    with pytest.raises(ValueError, match=r"budget of a search|There is no agent") as refused:
        make_agent(f"ismcts:{text}", "scopa")
    assert str(refused.value).endswith(".")


def test_a_playout_policy_that_is_none_is_one_sentence() -> None:
    for name in ("flat:20:nobody", "ismcts:20:greedy:greedy", "ismcts:20:ppo"):
        with pytest.raises(ValueError, match="There is no agent"):
            make_agent(name, "scopa")


def test_milliseconds_are_a_budget_too() -> None:
    batch = some_decisions("famiglia", 2)
    agent = make_agent("flat:20ms:random", "famiglia", seed=1)
    actions = asked(agent, batch)
    assert batch.arrays.action_masks[np.arange(2), actions].all()


def test_observations_of_other_games_are_refused() -> None:
    batch = some_decisions("sicilianos", 2)
    agent = searcher("flat", "sicilianos", 5, rules=find_game("sicilianos").rules(num_players=4))
    with pytest.raises(ValueError, match="set to games of 4 players"):
        asked(agent, batch)
    with pytest.raises(ValueError, match="No observation of famiglia has"):
        asked(searcher("flat", "famiglia", 5), batch)


def test_opponents_by_name_know_the_rules_of_the_environment() -> None:
    """With fewer families than usual a search would else resample cards that are not there."""
    env = gymnasium.make(
        "sicilianos/Sicilianos-v0",
        opponents="flat:4:random",
        preset="mini",
        disable_env_checker=True,
    )
    _, info = env.reset(seed=4)
    for _ in range(60):
        _, _, ended, truncated, info = env.step(int(info["action_mask"].argmax()))
        if ended or truncated:
            return
    assert info["action_mask"].any()
