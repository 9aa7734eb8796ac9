"""Games in words: played again from them they are the same, and what is no such game is refused."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from copy import deepcopy
from functools import cache
from typing import Any

import numpy as np
import pytest
from budget import budget
from twins import twin_of
from worlds import play_again

from sicilianos_env import games
from sicilianos_env.engine.game import IllegalMoveError
from sicilianos_env.engine.options import read_rules
from sicilianos_env.engine.registry import find_game
from sicilianos_env.engine.single import Event, SingleGame, legal_texts
from sicilianos_env.engine.streams import new_stream
from sicilianos_env.engine.transcript import Decide, play_in_words, replay

OPTION_SETS = budget(8, 60)
SPOILT = budget(60, 2_000)
PLIES_SPOILT = 12
JUNK = (None, True, -1, 0.5, 10**30, "", "dance", "1", [], ["red 7"], {}, [[None, []]])

every_game = pytest.mark.parametrize("name", games())


def at_random(seed: int) -> Decide:
    choose = random.Random(seed)
    return lambda single: int(choose.choice(np.flatnonzero(single.mask)))


def table(name: str, options: dict[str, Any], interpreted: bool) -> SingleGame:
    game = find_game(name)
    return SingleGame(game, read_rules(game.rules, game.presets, options), 0, interpreted)


def option_sets(name: str) -> list[dict[str, Any]]:
    """Some of the twin's own and some drawn at random."""
    twin = twin_of(name)
    drawn = [twin.draw_options(random.Random(seed)) for seed in range(OPTION_SETS // 2)]
    return [*random.Random(1).sample(twin.OPTIONS, min(len(twin.OPTIONS), OPTION_SETS)), *drawn]


@cache
def played(name: str) -> str:
    """A record of a small game, as JSON."""
    single = table(name, {"preset": "mini"}, interpreted=True)
    names = [f"agent {seat}" for seat in range(single.num_players)]
    return json.dumps(play_in_words(single, 3, 5, names, at_random(2)))


def record_of(name: str) -> dict[str, Any]:
    record: dict[str, Any] = json.loads(played(name))
    return record


def refusal(record: Any) -> str:
    """The sentence with which a record is refused."""
    with pytest.raises(ValueError) as error:
        replay(record)
    sentence = str(error.value)
    assert sentence.endswith(".") and "\n" not in sentence
    return sentence


# --- There and back


@every_game
@pytest.mark.parametrize("interpreted", [True, False])
def test_a_game_is_played_again_from_its_words_alone(name: str, interpreted: bool) -> None:
    for seed, options in enumerate(option_sets(name)):
        single = table(name, options, interpreted)
        names = ["somebody"] * single.num_players
        record = play_in_words(single, seed, 2**32 - 1 - seed, names, at_random(seed))
        line = json.dumps(record)
        assert json.loads(line) == record
        again = replay(json.loads(line) | {"seed": 99, "deal": 0}, interpreted=not interpreted)
        assert again.memory.tobytes() == single.memory.tobytes(), options
        assert again.over and not again.mask.any()
        assert again.utilities().tolist() == single.utilities().tolist() == record["utilities"]
        assert again.scores().tolist() == record["scores"]


@every_game
def test_the_plies_are_what_a_match_tells_of_the_same_stream(name: str) -> None:
    for seed, options in enumerate(option_sets(name)[:3]):
        single, told = (table(name, options, interpreted=True) for _ in range(2))
        record = play_in_words(single, seed, 7, [], at_random(seed))
        told.stream, decide = new_stream(seed, row=7), at_random(seed)
        events = told.start_told()
        while not told.over:
            events += told.play(decide(told))
        assert record["plies"] == [[event.seat, event.text] for event in events]
        assert told.memory.tobytes() == single.memory.tobytes()


@every_game
def test_an_action_that_is_not_allowed_is_not_played(name: str) -> None:
    single = table(name, {"preset": "mini"}, interpreted=True)
    with pytest.raises(IllegalMoveError, match="Action -1 is not allowed"):
        play_in_words(single, 1, 1, [], lambda single: -1)


# --- Records that are none


def standing(record: dict[str, Any], plies: int) -> SingleGame:
    """The game after so many of its plies."""
    single = table(record["game"], record["rules"], interpreted=True)
    single.begin()
    for seat, words in record["plies"][:plies]:
        play_again(single, Event(seat, words, (), ()))
    single.unasked()  # for the mask
    return single


def some_plies(record: dict[str, Any]) -> list[int]:
    plies = range(len(record["plies"]))
    return sorted(random.Random(4).sample(plies, min(PLIES_SPOILT, len(plies))))


@every_game
def test_an_action_that_was_not_allowed_is_refused(name: str) -> None:
    record, refused = record_of(name), 0
    used = {words for seat, words in record["plies"] if seat is not None}
    for index in some_plies(record):
        single = standing(record, index)
        if single.at_chance:
            continue
        for words in sorted(used - set(legal_texts(single)))[:2] + ["dance", None, ["pass"]]:
            spoilt = deepcopy(record)
            spoilt["plies"][index][1] = words
            assert refusal(spoilt).startswith(f"Ply {index + 1} is not possible: ")
            refused += 1
    assert refused


@every_game
def test_a_shuffle_of_other_cards_is_refused(name: str) -> None:
    if find_game(name).shuffle_size == 0:
        pytest.skip("this game does not shuffle")
    record = record_of(name)
    is_shuffle = [isinstance(words, list) for _, words in record["plies"]]
    cards = record["plies"][is_shuffle.index(True)][1]
    other = next(card for card in cards if card != cards[0])
    for faulty in (["joker", *cards[1:]], [other, *cards[1:]], cards[1:], [*cards, other], "none"):
        spoilt = deepcopy(record)
        spoilt["plies"][is_shuffle.index(True)][1] = faulty
        assert f"Ply {is_shuffle.index(True) + 1} is not possible: " in refusal(spoilt)


@every_game
def test_cards_dealt_in_another_order_are_noticed(name: str) -> None:
    """Unless nobody ever sees a difference, and the game ends as recorded."""
    if find_game(name).shuffle_size == 0:
        pytest.skip("this game does not shuffle")
    record, choose, noticed = record_of(name), random.Random(8), 0
    index = next(i for i, (_, words) in enumerate(record["plies"]) if isinstance(words, list))
    for _ in range(PLIES_SPOILT):
        spoilt = deepcopy(record)
        choose.shuffle(spoilt["plies"][index][1])
        try:
            assert replay(spoilt).utilities().tolist() == record["utilities"]
        except ValueError:
            noticed += 1
    assert noticed


@every_game
def test_a_ply_of_another_seat_is_refused(name: str) -> None:
    record = record_of(name)
    for index in some_plies(record):
        seat = record["plies"][index][0]
        others = [*range(-1, len(record["seats"]) + 1), True, 0.0, "0", None, []]
        for other in others:
            if type(other) is type(seat) and other == seat:
                continue
            spoilt = deepcopy(record)
            spoilt["plies"][index][0] = other
            whose = "chance's" if seat is None else f"of seat {seat}"
            assert refusal(spoilt).startswith(f"Ply {index + 1} is ")
            assert refusal(spoilt).endswith(f"it must be {whose}.")


@every_game
def test_missing_and_additional_plies_are_refused(name: str) -> None:
    record = record_of(name)
    last = len(record["plies"])
    for index in some_plies(record):
        spoilt = deepcopy(record)
        del spoilt["plies"][index]
        refusal(spoilt)
    for kept in (0, 1, last // 2, last - 1):
        spoilt = record | {"plies": record["plies"][:kept]}
        assert refusal(spoilt).startswith(f"Ply {kept + 1} is missing: ")
    spoilt = record | {"plies": [*record["plies"], record["plies"][-1]]}
    assert refusal(spoilt).startswith(f"Ply {last + 1} is one too many")


@every_game
def test_another_end_is_refused(name: str) -> None:
    record = record_of(name)
    utilities, scores = record["utilities"], record["scores"]
    others = {
        "utilities": ([-utility - 0.25 for utility in utilities], utilities[1:], None, 0.5),
        "scores": ([score + 1 for score in scores], [], "none"),
        "truncated": (not record["truncated"],),
    }
    for field, values in others.items():
        for value in values:
            sentence = refusal(record | {field: value})
            assert f"ply {len(record['plies'])}" in sentence and field in sentence


SPOIL: dict[str, tuple[Callable[[dict[str, Any]], Any], str]] = {
    "no object": (lambda record: [record], "must be an object"),
    "unknown game": (lambda record: record | {"game": "poker"}, "'poker'"),
    "no name of a game": (lambda record: record | {"game": []}, "game is a value of type list"),
    "other version": (lambda record: record | {"version": record["version"] + 1}, "version"),
    "no version": (lambda record: record | {"version": None}, "of version null"),
    "no players": (lambda record: record | {"rules": {}}, "num_players"),
    "no such rule": (lambda record: record | {"rules": {**record["rules"], "x": 1}}, "'x'"),
    "no game": (lambda record: record | {"rules": {"num_players": 99}}, "99"),
    "no seed": (lambda record: record | {"seed": -1}, "seed is -1"),
    "no deal": (lambda record: record | {"deal": "first"}, "deal is 'first'"),
    "one seat less": (lambda record: record | {"seats": record["seats"][1:]}, "seats must hold"),
    "seats without names": (lambda record: record | {"seats": [0, 1]}, "seats must hold"),
    "no plies": (lambda record: record | {"plies": None}, "plies is null"),
    "no ply": (lambda record: record | {"plies": ["roll"]}, "Ply 1 must be a list"),
    "half a ply": (lambda record: record | {"plies": [[None]]}, "Ply 1 must be a list"),
    "neither true nor false": (lambda record: record | {"truncated": 0}, "truncated is 0"),
    "one field more": (lambda record: record | {"winner": 0}, "no field 'winner'"),
    "one field less": (lambda record: {"game": record["game"]}, "lacks 'version'"),
}


@pytest.mark.parametrize("fault", SPOIL)
@every_game
def test_what_is_no_record_is_refused(name: str, fault: str) -> None:
    spoil, word = SPOIL[fault]
    assert word in refusal(spoil(record_of(name)))


def replace_something(thing: Any, choose: random.Random) -> Any:
    """The thing with junk somewhere in it."""
    if not isinstance(thing, list | dict) or not thing or choose.random() < 0.2:
        return choose.choice(JUNK)
    keys: list[Any] = list(thing) if isinstance(thing, dict) else list(range(len(thing)))
    key = choose.choice(keys)
    thing[key] = replace_something(thing[key], choose)
    return thing


@every_game
def test_whatever_stands_in_a_record_it_is_replayed_or_refused_in_a_sentence(name: str) -> None:
    choose = random.Random(6)
    for _ in range(SPOILT):
        spoilt = replace_something(record_of(name), choose)
        try:
            replay(spoilt)
        except ValueError:
            refusal(spoilt)
