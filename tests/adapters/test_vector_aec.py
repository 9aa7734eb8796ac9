"""The vectorised AEC environment: many games equal as many single ones."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
import threading
from typing import Any

import numpy as np
import pytest

from sicilianos_env import IllegalMoveError, games, make_vec
from sicilianos_env.adapters.vector_aec import VectorAEC
from sicilianos_env.engine.options import read_rules
from sicilianos_env.engine.registry import find_game
from sicilianos_env.engine.single import SingleGame
from sicilianos_env.jit import enabled
from sicilianos_env.make import make_raw

TABLES = [
    (game, num_players)
    for game in games()
    for num_players in range(find_game(game).min_players, find_game(game).max_players + 1)
]
every_table = pytest.mark.parametrize(("game", "num_players"), TABLES)
every_game = pytest.mark.parametrize("game", games())

MANY = 1000 if enabled() else 20  # games side by side; interpreted rules are slow

ARRAYS = (
    "observations",
    "action_masks",
    "agent_selection",
    "rewards",
    "scores",
    "terminations",
    "truncations",
    "final_observations",
)


def random_actions(masks: Any, chooser: np.random.Generator) -> Any:
    """A random legal action for each row."""
    return np.argmax(masks * (1 + chooser.integers(1 << 15, size=masks.shape)), axis=1)


def snapshot(vec: VectorAEC) -> dict[str, bytes]:
    return {name: getattr(vec, name).tobytes() for name in ARRAYS}


def play(vec: VectorAEC, seed: int, steps: int) -> dict[str, bytes]:
    chooser = np.random.default_rng(seed)
    for _ in range(steps):
        vec.step(random_actions(vec.action_masks, chooser))
    return snapshot(vec)


# --- The arrays


@every_table
def test_shapes_and_types(game: str, num_players: int) -> None:
    vec = make_vec(game, num_envs=3, seed=0, num_players=num_players)
    contract = find_game(game)
    n, p, a, d = 3, num_players, contract.num_actions, contract.observation_size(num_players)
    assert (vec.num_envs, vec.num_players, vec.num_actions, vec.observation_size) == (n, p, a, d)
    expected = {
        "observations": ((n, d), "u1"),
        "action_masks": ((n, a), "i1"),
        "agent_selection": ((n,), "i1"),
        "rewards": ((n, p), "f8"),
        "scores": ((n, p), "f8"),
        "terminations": ((n,), "?"),
        "truncations": ((n,), "?"),
        "final_observations": ((n, p, d), "u1"),
    }
    for name, (shape, kind) in expected.items():
        array = getattr(vec, name)
        assert (array.shape, array.dtype) == (shape, np.dtype(kind)), name
    assert all(row in vec.single_observation_space for row in vec.observations)
    assert vec.single_action_space.n == a


@every_game
def test_arrays_are_written_in_place(game: str) -> None:
    vec = make_vec(game, num_envs=4, seed=1)
    before = {name: getattr(vec, name) for name in ARRAYS}
    play(vec, 1, 300)
    vec.reset()
    vec.reset(seed=2)
    for name, array in before.items():
        assert getattr(vec, name) is array


@every_game
def test_games_have_begun_and_seeds_start_anew(game: str) -> None:
    vec = make_vec(game, num_envs=5, seed=3)
    assert vec.action_masks.any(axis=1).all()
    begun = snapshot(vec)
    first = play(vec, 3, 20)
    vec.reset(seed=3)
    assert snapshot(vec) == begun
    assert play(vec, 3, 20) == first
    vec.reset(seed=3)
    vec.reset()
    assert play(vec, 3, 20) != first
    other = make_vec(game, num_envs=5)
    assert play(other, 3, 20) != first


# --- One game, and many


@every_table
def test_one_game_equals_the_aec_environment(game: str, num_players: int) -> None:
    vec = make_vec(game, num_envs=1, seed=4, num_players=num_players)
    aec = make_raw(game, num_players=num_players)
    aec.reset(seed=4)
    chooser = np.random.default_rng(4)
    ended = 0
    while ended < 3:
        assert_same_decision(vec, aec)
        action = random_actions(vec.action_masks, chooser)
        vec.step(action)
        aec.step(action[0])
        if aec.over:
            assert_same_end(vec, aec)
            aec.reset()
            ended += 1
        else:
            assert not vec.rewards.any() and not vec.terminations.any()


def assert_same_decision(vec: VectorAEC, aec: Any) -> None:
    seen, *_ = aec.last()
    assert aec.agent_selection == f"player_{vec.agent_selection[0]}"
    np.testing.assert_array_equal(vec.action_masks[0], seen["action_mask"])
    scaled = vec.observations[0] / vec.observation_maxima
    np.testing.assert_allclose(seen["observation"], scaled, rtol=1e-6)
    assert aec.record(aec.agent_selection).tobytes() == vec.observations[0].tobytes()


def assert_same_end(vec: VectorAEC, aec: Any) -> None:
    assert vec.rewards[0].tolist() == list(aec.rewards.values())
    assert vec.scores[0].tolist() == aec.single.scores().tolist()
    assert [bool(vec.terminations[0])] == list(set(aec.terminations.values()))
    assert [bool(vec.truncations[0])] == list(set(aec.truncations.values()))
    for seat, agent in enumerate(aec.possible_agents):
        assert aec.record(agent).tobytes() == vec.final_observations[0, seat].tobytes()


@every_table
def test_a_row_equals_a_single_game_of_its_stream(game: str, num_players: int) -> None:
    vec = make_vec(game, num_envs=MANY, seed=5, num_players=num_players)
    rows = [0, 1, MANY // 4, MANY // 2, MANY - 2, MANY - 1]
    singles = {row: single_of_row(game, num_players, 5, row) for row in rows}
    chooser = np.random.default_rng(5)
    ended = 0
    for _ in range(500):  # whole games of all numbers of players
        actions = random_actions(vec.action_masks, chooser)
        vec.step(actions)
        for row, single in singles.items():
            single.step(actions[row])
            if single.over:
                assert_row_ended(vec, row, single)
                single.start(int(single.stream[3]) + 1)
                ended += 1
            assert_same_row(vec, row, single)
    assert ended > 0


def single_of_row(game: str, num_players: int, seed: int, row: int) -> SingleGame:
    contract = find_game(game)
    rules = read_rules(contract.rules, contract.presets, {"num_players": num_players})
    single = SingleGame(contract, rules, seed)
    single.stream[2] = row
    single.start()
    return single


def assert_row_ended(vec: VectorAEC, row: int, single: SingleGame) -> None:
    assert vec.terminations[row] != vec.truncations[row]
    assert vec.truncations[row] == single.truncated
    assert vec.rewards[row].tolist() == single.utilities().tolist()
    assert vec.scores[row].tolist() == single.scores().tolist()
    for seat in range(vec.num_players):
        assert vec.final_observations[row, seat].tobytes() == single.observe(seat).tobytes()


def assert_same_row(vec: VectorAEC, row: int, single: SingleGame) -> None:
    assert vec.agent_selection[row] == single.to_move
    assert vec.action_masks[row].tobytes() == single.mask.tobytes()
    assert vec.observations[row].tobytes() == single.observe(single.to_move).tobytes()


@every_game
def test_final_values_stay_until_the_next_step(game: str) -> None:
    vec = make_vec(game, num_envs=MANY, seed=6)
    chooser = np.random.default_rng(6)
    ended_before = np.zeros(MANY, bool)
    for _ in range(300):
        vec.step(random_actions(vec.action_masks, chooser))
        ended = vec.terminations | vec.truncations
        assert vec.action_masks.any(axis=1).all()
        assert not vec.rewards[~ended].any()
        np.testing.assert_allclose(vec.rewards.sum(axis=1), 0, atol=1e-12)
        ended_before |= ended
    assert ended_before.any()


@every_table
def test_threads_change_nothing(game: str, num_players: int) -> None:
    one = make_vec(game, num_envs=MANY, seed=7, threads=1, num_players=num_players)
    two = make_vec(game, num_envs=MANY, seed=7, threads=2, num_players=num_players)
    assert play(one, 7, 60) == play(two, 7, 60)


@every_game
def test_rows_do_not_depend_on_the_size_of_the_batch(game: str) -> None:
    small, large = make_vec(game, num_envs=2, seed=8), make_vec(game, num_envs=MANY, seed=8)
    chooser = np.random.default_rng(8)
    for _ in range(60):
        actions = random_actions(large.action_masks, chooser)
        large.step(actions)
        small.step(actions[:2])
    for name in ARRAYS:
        np.testing.assert_array_equal(getattr(small, name), getattr(large, name)[:2])


@every_game
def test_interpreted_equals_compiled(game: str) -> None:
    compiled = make_vec(game, num_envs=2, seed=9)
    plain = make_vec(game, num_envs=2, seed=9, interpreted=True)
    assert play(compiled, 9, 20) == play(plain, 9, 20)


# --- Processes, threads, copies


def play_and_tell(vec: VectorAEC, answers: Any) -> None:
    answers.put(play(vec, 10, 20)["observations"])


@every_game
@pytest.mark.skipif("fork" not in multiprocessing.get_all_start_methods(), reason="no fork here")
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")  # of Python 3.12: what we test
def test_a_forked_child_goes_on(game: str) -> None:
    context = multiprocessing.get_context("fork")
    vec = make_vec(game, num_envs=MANY, seed=10, threads=2)
    play(vec, 10, 5)
    answers = context.Queue()
    child = context.Process(target=play_and_tell, args=(vec, answers))
    child.start()
    told = answers.get(timeout=60)
    child.join(timeout=60)
    assert child.exitcode == 0
    assert told == play(vec, 10, 20)["observations"]


@every_game
def test_two_batches_in_two_threads(game: str) -> None:
    def make() -> list[VectorAEC]:
        return [make_vec(game, num_envs=MANY, seed=seed, threads=2) for seed in (11, 12)]

    def play_both_at_once(pair: list[VectorAEC]) -> None:
        workers = [threading.Thread(target=play, args=(vec, 11, 40)) for vec in pair]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join(timeout=60)

    together, apart = make(), make()
    play_both_at_once(together)
    for vec in apart:
        play(vec, 11, 40)
    assert list(map(snapshot, together)) == list(map(snapshot, apart))


@every_game
@pytest.mark.parametrize("duplicate", [copy.deepcopy, lambda vec: pickle.loads(pickle.dumps(vec))])
def test_copies_go_on_by_themselves(game: str, duplicate: Any) -> None:
    vec = make_vec(game, num_envs=MANY, seed=13, threads=2)
    play(vec, 13, 30)
    twin = duplicate(vec)
    before = snapshot(vec)
    assert snapshot(twin) == before
    play(twin, 14, 30)
    assert snapshot(vec) == before
    play(vec, 14, 30)
    assert snapshot(twin) == snapshot(vec)


# --- Actions and settings


@every_game
@pytest.mark.parametrize("kind", ["i1", "u1", "i2", "i4", "u4", "i8", "u8"])
def test_actions_of_any_integer_type(game: str, kind: str) -> None:
    vec, other = make_vec(game, num_envs=4, seed=15), make_vec(game, num_envs=4, seed=15)
    actions = vec.action_masks.argmax(axis=1)
    vec.step(actions)
    other.step(actions.astype(kind))
    assert snapshot(vec) == snapshot(other)


@every_game
@pytest.mark.parametrize(
    "actions", [[0.0, 0.0], [0], [[0, 0]], [True, False], ["roll", "roll"], [None, None]]
)
def test_actions_that_are_not_n_integers(game: str, actions: Any) -> None:
    vec = make_vec(game, num_envs=2, seed=16)
    before = snapshot(vec)
    with pytest.raises(ValueError, match="it must hold 2 integers"):
        vec.step(actions)
    assert snapshot(vec) == before


@every_game
@pytest.mark.parametrize("wrong", [-1, 10**6, None])
def test_an_illegal_action_changes_no_game(game: str, wrong: int | None) -> None:
    vec = make_vec(game, num_envs=3, seed=17)
    before = snapshot(vec)
    actions = vec.action_masks.argmax(axis=1)
    actions[1] = vec.action_masks[1].argmin() if wrong is None else wrong
    with pytest.raises(IllegalMoveError, match=r"in game 1\."):
        vec.step(actions)
    assert snapshot(vec) == before


@every_game
@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("num_envs", 0),
        ("num_envs", 2.5),
        ("num_envs", "many"),
        ("threads", 0),
        ("threads", -1),
        ("threads", 1.5),
        ("seed", -1),
        ("seed", 2**64),
        ("seed", "seven"),
        ("utility", "money"),
        ("preset", "gigantic"),
        ("num_players", 99),
        ("no_such_option", 1),
    ],
)
def test_wrong_settings_get_one_sentence(game: str, name: str, value: Any) -> None:
    with pytest.raises(ValueError) as error:
        make_vec(game, **{"num_envs": 2, name: value})
    assert (name if name == "no_such_option" else str(value)) in str(error.value)
    assert str(error.value).endswith(".")
    assert "\n" not in str(error.value)


@every_game
def test_a_wrong_seed_of_reset(game: str) -> None:
    vec = make_vec(game, num_envs=2, seed=18)
    before = snapshot(vec)
    with pytest.raises(ValueError, match="seed is -1"):
        vec.reset(seed=-1)
    assert snapshot(vec) == before


def test_unknown_game() -> None:
    with pytest.raises(ValueError, match="There is no game 'poker'"):
        make_vec("poker", num_envs=2)
