"""The single-agent environment: Gymnasium's and Stable-Baselines3's own tests, and more."""

from __future__ import annotations

import copy
import pickle
import warnings
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from sicilianos_env import IllegalMoveError, games
from sicilianos_env.adapters import opponents as opponents_module
from sicilianos_env.adapters.gymnasium import SingleAgentEnv
from sicilianos_env.adapters.opponents import resolve_opponent
from sicilianos_env.engine.registry import find_game

TABLES = [
    (game, num_players)
    for game in games()
    for num_players in range(find_game(game).min_players, find_game(game).max_players + 1)
]
every_table = pytest.mark.parametrize(("game", "num_players"), TABLES)
every_game = pytest.mark.parametrize("game", games())


class Watcher:
    """Plays the last legal action, so that it does not pass, and remembers what it was shown."""

    def __init__(self) -> None:
        self.seen: list[tuple[Any, Any]] = []

    def act(self, observations: Any, action_masks: Any) -> int:
        self.seen.append((observations, action_masks))
        return int(np.flatnonzero(action_masks)[-1])


def identifier(game: str) -> str:
    title = "".join(word.capitalize() for word in game.split("_"))
    return f"sicilianos/{title}-v{find_game(game).version}"


def play(env: Any, chooser: np.random.Generator) -> list[Any]:
    """One game by random legal actions; what every step gave."""
    told = []
    while True:
        masks = env.unwrapped.action_masks()
        observation, reward, terminated, truncated, _ = env.step(
            int(chooser.choice(np.flatnonzero(masks)))
        )
        told.append((observation.tobytes(), reward, terminated, truncated))
        if terminated or truncated:
            return told


# --- The official tests


@every_table
@pytest.mark.parametrize("seat", ["random", 0])
def test_gymnasium_check_env(game: str, num_players: int, seat: Any) -> None:
    env = gymnasium.make(identifier(game), num_players=num_players, seat=seat)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(env.unwrapped, skip_render_check=True)


@every_game
def test_gymnasium_check_env_with_rendering(game: str) -> None:
    for render_mode in (None, "ansi", "human"):
        check_env(gymnasium.make(identifier(game), render_mode=render_mode).unwrapped)


@every_table
def test_sb3_check_env(game: str, num_players: int) -> None:
    checker = pytest.importorskip("stable_baselines3.common.env_checker")
    checker.check_env(SingleAgentEnv(game, num_players=num_players), skip_render_check=True)


@every_game
def test_games_through_gymnasiums_own_wrappers(game: str) -> None:
    env = gymnasium.make(identifier(game))
    for seed in range(3):
        observation, _ = env.reset(seed=seed)
        assert observation in env.observation_space
        play(env, np.random.default_rng(seed))
    env.close()
    env.close()


# --- Observations, masks and rewards


@every_table
def test_what_a_step_gives(game: str, num_players: int) -> None:
    env = SingleAgentEnv(game, num_players=num_players, seat="rotate")
    chooser = np.random.default_rng(1)
    for episode in range(2 * num_players):
        observation, info = env.reset(seed=1 if episode == 0 else None)
        assert env.seat == episode % num_players
        terminated = False
        while not terminated:
            assert observation in env.observation_space
            assert info["action_mask"].dtype == np.int8
            assert env.action_masks().dtype == np.bool_
            np.testing.assert_array_equal(env.action_masks(), info["action_mask"])
            assert env.table.single.to_move == env.seat
            assert env.record().seats[0].to_move == 1
            action = int(chooser.choice(np.flatnonzero(env.action_masks())))
            observation, reward, terminated, truncated, info = env.step(action)
            assert type(reward) is float
            assert not truncated
            assert terminated or reward == 0
        assert reward == env.table.single.utilities()[env.seat]
        assert not info["action_mask"].any() and not env.action_masks().any()
        with pytest.raises(ValueError, match="reset"):
            env.step(action)


def play_until(env: SingleAgentEnv, done: Callable[[], bool]) -> None:
    """Whole games until something has happened; in a single one a seat may decide nothing."""
    for seed in range(20):
        env.reset(seed=seed)
        play(env, np.random.default_rng(seed))
        if done():
            return


def about_three(game: str) -> int:
    """Three players, or as near to it as the game allows."""
    contract = find_game(game)
    return max(contract.min_players, min(3, contract.max_players))


@every_game
def test_opponents_see_what_their_seat_sees(game: str) -> None:
    players = about_three(game)
    watchers = [Watcher() for _ in range(players - 1)]
    env = SingleAgentEnv(game, seat=1, opponents=watchers, num_players=players)
    play_until(env, lambda: all(watcher.seen for watcher in watchers))
    contract = find_game(game)
    for watcher in watchers:
        assert watcher.seen
        for observation, mask in watcher.seen:
            assert observation.shape == (contract.observation_size(players),)
            assert (observation.dtype, mask.dtype) == (np.uint8, np.int8)
            assert observation.view(contract.observation_record(players))[0].seats[0].to_move == 1
            assert mask.any()
    assert len({id(array) for each in watchers for array, _ in each.seen}) == sum(
        len(each.seen) for each in watchers
    )


@every_game
def test_opponents_sit_clockwise_from_the_learner(game: str) -> None:
    players = about_three(game)
    watchers = [Watcher() for _ in range(players - 1)]
    env = SingleAgentEnv(game, seat=players - 1, opponents=watchers, num_players=players)
    seats: dict[int, set[int]] = {i: set() for i in range(players - 1)}
    for index, watcher in enumerate(watchers):
        act = watcher.act

        def told(observation: Any, mask: Any, index: int = index, act: Any = act) -> int:
            seats[index].add(env.table.single.to_move)
            return act(observation, mask)

        watcher.act = told  # type: ignore[method-assign]
    play_until(env, lambda: all(seats.values()))
    assert seats == {i: {i} for i in range(players - 1)}


# --- Seeds


@every_game
def test_seeds_repeat_games_opponents_and_seats(game: str) -> None:
    def played(seed: int) -> list[Any]:
        env = SingleAgentEnv(game, seat="random")
        chooser = np.random.default_rng(0)
        told = []
        for episode in range(4):
            env.reset(seed=seed if episode == 0 else None)
            told.append((env.seat, play(env, chooser)))
        env.reset(seed=seed)
        assert (env.seat, play(env, np.random.default_rng(0))) == told[0]
        return told

    assert played(4) == played(4)
    assert played(4) != played(5)


@every_game
def test_an_environment_without_a_seed_takes_one_at_random(game: str) -> None:
    told = []
    for _ in range(2):
        env = SingleAgentEnv(game)
        env.reset()
        told.append(play(env, np.random.default_rng(0)))
    assert told[0] != told[1]


@every_game
@pytest.mark.parametrize("duplicate", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_copies_go_on_by_themselves(game: str, duplicate: Any) -> None:
    env = SingleAgentEnv(game)
    env.reset(seed=6)
    env.step(int(np.flatnonzero(env.action_masks())[-1]))  # the first one may pass and end it
    twin = duplicate(env)
    assert play(twin, np.random.default_rng(6)) == play(env, np.random.default_rng(6))


@every_game
def test_interpreted_plays_the_same(game: str) -> None:
    told = []
    for interpreted in (False, True):
        env = SingleAgentEnv(game, interpreted=interpreted)
        observation, info = env.reset(seed=8)
        told.append((observation.tobytes(), info["action_mask"].tobytes()))
        step = env.step(int(env.action_masks().argmax()))
        told[-1] += (step[0].tobytes(), *step[1:4])
    assert told[0] == told[1]


# --- Illegal actions


@every_game
def test_illegal_actions(game: str) -> None:
    lose = SingleAgentEnv(game)
    lose.reset(seed=7)
    illegal = int(lose.action_masks().argmin())
    _, reward, terminated, truncated, _ = lose.step(illegal)
    assert (reward, terminated, truncated) == (-1, True, False)

    strict = SingleAgentEnv(game, illegal="raise")
    strict.reset(seed=7)
    before = strict.record().tobytes()
    with pytest.raises(IllegalMoveError, match="allowed: "):
        strict.step(illegal)
    assert strict.record().tobytes() == before

    tolerant = SingleAgentEnv(game, illegal="random")
    tolerant.reset(seed=7)
    for _ in range(5):
        if tolerant.table.over:
            tolerant.reset()
        tolerant.step(int(tolerant.action_masks().argmin()))


# --- Wrong settings


@every_game
@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("seat", 9),
        ("seat", "left"),
        ("opponents", "nobody"),
        ("opponents", ("random", "nobody")),
        ("opponents", ()),
        ("opponents", ("random",) * 5),
        ("opponents", [7]),
        ("utility", "money"),
        ("illegal", "forgive"),
        ("render_mode", "rgb_array"),
        ("preset", "gigantic"),
        ("num_players", 99),
        ("no_such_option", 1),
    ],
)
def test_wrong_settings_get_one_sentence(game: str, name: str, value: Any) -> None:
    with pytest.raises(ValueError) as error:
        SingleAgentEnv(game, **{"num_players": 3, name: value})
    assert str(error.value).endswith(".")
    assert "\n" not in str(error.value)


@every_game
def test_unknown_opponents_are_told_which_there_are(game: str) -> None:
    with pytest.raises(ValueError, match=r"no agent 'nobody'.* random"):
        SingleAgentEnv(game, opponents="nobody")


@every_game
def test_without_a_package_of_agents(game: str, monkeypatch: Any) -> None:
    monkeypatch.setattr(opponents_module, "offers", tuple)
    with pytest.raises(ValueError, match="no installed package offers agents"):
        SingleAgentEnv(game)
    SingleAgentEnv(game, opponents=Watcher())


@every_game
def test_an_agent_is_taken_as_it_is(game: str) -> None:
    watcher = Watcher()
    assert resolve_opponent(watcher, game) is watcher
    with pytest.raises(ValueError, match="is not an agent"):
        resolve_opponent(object(), game)  # type: ignore[arg-type]


def test_opponents_that_leave_nothing_to_decide_are_told() -> None:
    """In a gang war an opener that always passes ends the game."""
    env = SingleAgentEnv("gang_war", seat=1, opponents=[Passer()])
    with pytest.raises(ValueError, match=r"^In 1,000 games in a row these opponents left the"):
        env.reset(seed=1)


class Passer:
    name, game = "passer", "gang_war"

    def act(self, observations: Any, action_masks: Any) -> Any:
        return action_masks.argmax(axis=-1)
