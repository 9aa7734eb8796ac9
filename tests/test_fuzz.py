"""Whatever is given to `play` and `load`: refused in one sentence, or as good as any other.

Texts, bytes and mutated actions are given as actions and outcomes; things like JSON, mutated
positions and broken files as positions. Of positions, the naive twin says which are to be accepted.
"""

from __future__ import annotations

import json
import random
from collections import defaultdict, deque
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest
from budget import budget
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from twins import twin_of

from sicilianos_env import Match, games, load, new_match
from sicilianos_env.engine.game import IllegalMoveError, InvalidMoveError, PositionError

GAMES_SAVED = budget(64, 300)
SAVED_EACH = budget(80, 2_000)  # positions of each phase
DECISIONS_PLAYED = 30  # from a position that is accepted
MOVES = budget(120, 20_000)
POSITIONS = budget(150, 20_000)
FILES = budget(60, 2000)


def examples(number: int) -> Callable[[Any], Any]:
    return settings(
        max_examples=number,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )


def assert_one_sentence(sentence: str) -> None:
    assert sentence.endswith(".") and "\n" not in sentence, repr(sentence)


# --- Saved positions of random games


@cache
def saved_positions(game: str) -> dict[str, list[str]]:
    """Positions by phase, as JSON, evenly from all over whole games."""
    found, twin = defaultdict(list), twin_of(game)
    for seed in range(GAMES_SAVED):
        fixed = twin.OPTIONS[seed // 2 % len(twin.OPTIONS)]
        options = fixed if seed % 2 else twin.draw_options(random.Random(seed))
        for match in random_game(game, options, seed):
            found[match.phase].append(match.position())
    return {
        phase: [json.dumps(each) for each in met[:: 1 + len(met) // SAVED_EACH]]
        for phase, met in found.items()
    }


def random_game(game: str, options: dict[str, Any], seed: int) -> Iterator[Match]:
    """The match at each decision and at the end."""
    match = new_match(game, seed=seed, compiled=True, **options)
    choose = random.Random(seed)
    yield match
    while not match.over:
        match.play(choose.choice(match.legal()))
        yield match


@st.composite
def positions(draw: Any, game: str) -> dict[str, Any]:
    by_phase = saved_positions(game)
    phase = draw(st.sampled_from(sorted(by_phase)))
    return json.loads(draw(st.sampled_from(by_phase[phase])))


# --- Mutations of positions

JSON_VALUES = (
    None, True, False, -1, 0, 1, 2, 7, 10**9, 10**30, 0.0, 1.0, 0.5, float("nan"), "", "x", "a\nb",
    "x" * 100, [], {}, [[]], [None], {"x": 1},
)  # fmt: skip


def slots(inside: Any) -> list[tuple[Any, Any]]:
    """Everything in a tree, as the object or list that holds it and its key there."""
    found = []
    for key in inside if isinstance(inside, dict) else range(len(inside)):
        found.append((inside, key))
        if isinstance(inside[key], dict | list):
            found += slots(inside[key])
    return found


def words_in(position: Any) -> list[Any]:
    """Its texts, numbers and field names."""
    found = slots(position)
    fields = [key for _, key in found if isinstance(key, str)]
    things = [inside[key] for inside, key in found if not isinstance(inside[key], dict | list)]
    return list(dict.fromkeys([*fields, *things]))


@st.composite
def others(draw: Any, game: str, position: Any) -> Any:
    """A value that could stand somewhere in a position."""
    words = [*words_in(position), *sorted(saved_positions(game))]
    return draw(st.sampled_from(words) | st.sampled_from(JSON_VALUES).map(copied))


def copied(thing: Any) -> Any:
    return json.loads(json.dumps(thing))


def delete_field(draw: Any, game: str, position: Any) -> None:
    fields = [(inside, key) for inside, key in slots(position) if isinstance(inside, dict)]
    if fields:
        inside, key = draw(st.sampled_from(fields))
        del inside[key]


def add_field(draw: Any, game: str, position: Any) -> None:
    within = [position, *(inside[key] for inside, key in slots(position))]
    inside = draw(st.sampled_from([thing for thing in within if isinstance(thing, dict)]))
    names = [word for word in words_in(position) if isinstance(word, str)]
    inside[draw(st.sampled_from(["x", *names]))] = draw(others(game, position))


def replace(draw: Any, game: str, position: Any) -> None:
    if found := slots(position):
        inside, key = draw(st.sampled_from(found))
        inside[key] = draw(others(game, position))


def entries(draw: Any, position: Any) -> tuple[list[Any], int]:
    """A list and a place in it; an empty list, if there is none with entries."""
    found = [(inside, key) for inside, key in slots(position) if isinstance(inside, list)]
    return draw(st.sampled_from(found)) if found else ([], 0)


def duplicate_entry(draw: Any, game: str, position: Any) -> None:
    inside, place = entries(draw, position)
    if inside:
        inside.insert(draw(st.integers(0, len(inside))), copied(inside[place]))


def remove_entry(draw: Any, game: str, position: Any) -> None:
    inside, place = entries(draw, position)
    if inside:
        del inside[place]


def move_entry(draw: Any, game: str, position: Any) -> None:
    inside, place = entries(draw, position)
    if inside:
        inside.insert(draw(st.integers(0, len(inside) - 1)), inside.pop(place))


def swap(draw: Any, game: str, position: Any) -> None:
    if found := slots(position):
        (first, key), (second, other) = (draw(st.sampled_from(found)) for _ in range(2))
        first[key], second[other] = second[other], first[key]


MUTATIONS = (
    delete_field, add_field, replace, duplicate_entry, remove_entry, move_entry, swap,
)  # fmt: skip


@st.composite
def mutated(draw: Any, game: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """A saved position, and what one to three mutations make of it."""
    saved = draw(positions(game))
    spoilt = copied(saved)
    for mutate in draw(st.lists(st.sampled_from(MUTATIONS), min_size=1, max_size=3)):
        mutate(draw, game, spoilt)
    return saved, spoilt


# --- Whether and why they are accepted


def assert_same_verdict(game: str, given: Any) -> tuple[Match, Any] | None:
    """The match and the twin's referee, if both accept what is given; None if both refuse it."""
    before = repr(given)
    twin = twin_of(game)
    match, ours = verdict(partial(load, seed=0), PositionError, given)
    referee, theirs = verdict(twin.Referee.load, twin.RefusedError, given)
    assert repr(given) == before
    assert_one_sentence(ours)
    assert (match is None) == (referee is None), f"engine: {ours} twin: {theirs} of {before}"
    return None if match is None else (match, referee)


def verdict(read: Any, refused: type[Exception], given: Any) -> tuple[Any, str]:
    """What is read, or None and why it is refused."""
    try:
        return read(given), "accepted."
    except refused as refusal:
        return None, str(refusal)


def assert_sound(match: Match, referee: Any) -> None:
    """It is read as the twin reads it, can be saved and loaded again, and can go on."""
    saved = match.position()
    assert saved == referee.position()
    assert load(copied(saved)).position() == saved
    assert match.over or match.legal()
    play_side_by_side(match, referee, random.Random(json.dumps(saved)))


def play_side_by_side(match: Match, referee: Any, choose: random.Random) -> None:
    chance: deque[Any] = deque()
    referee.chance = lambda kind, outcomes: chance.popleft()
    for _ in range(DECISIONS_PLAYED):
        assert sorted(match.legal()) == sorted(referee.legal()), match.position()
        if match.over:
            break
        action = choose.choice(match.legal())
        match.play(action)
        chance.extend(event.text for event in match.events if event.seat is None)
        referee.play(action)
        assert not chance, action
    assert match.position() == referee.position()


def assert_conserved(game: str, match: Match) -> None:
    options, memory = match.game.load(match.position())
    twin_of(game).assert_conserved(options, memory.view(match.game.state))


def numbers_in(position: Any) -> list[Any]:
    things = [inside[key] for inside, key in slots(position)]
    return [thing for thing in things if isinstance(thing, int | float)]


def has_the_numbers_of_a_real_game(match: Match, saved: dict[str, Any]) -> bool:
    """A given position may have any money or score; as they were saved, some game has led there."""
    return match.phase == load(saved).phase and numbers_in(match.position()) == numbers_in(saved)


# --- Positions


@pytest.mark.parametrize("game", games())
@examples(POSITIONS)
@given(data=st.data())
def test_a_mutated_position_is_accepted_where_the_twin_accepts_it(game: str, data: Any) -> None:
    saved, spoilt = data.draw(mutated(game))
    if accepted := assert_same_verdict(game, spoilt):
        match, referee = accepted
        is_conserved = has_the_numbers_of_a_real_game(match, saved)
        if is_conserved:
            assert_conserved(game, match)
        assert_sound(match, referee)
        if is_conserved:
            assert_conserved(game, match)


@pytest.mark.parametrize("game", games())
@examples(POSITIONS // 6)
@given(data=st.data())
def test_a_saved_position_is_sound(game: str, data: Any) -> None:
    accepted = assert_same_verdict(game, data.draw(positions(game)))
    assert accepted
    assert_conserved(game, accepted[0])
    assert_sound(*accepted)
    assert_conserved(game, accepted[0])


NAMES = st.sampled_from(("game", "rules", "phase", "to_move", "seats", "x")) | st.text(max_size=3)
SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=10)


def json_things(names: Any = NAMES, leaves: Any = SCALARS) -> Any:
    return st.recursive(
        leaves,
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(names, inner, max_size=4),
        max_leaves=12,
    )


@examples(POSITIONS // 2)
@given(thing=json_things())
def test_a_thing_like_json_is_no_position(thing: Any) -> None:
    with pytest.raises(PositionError) as refused:
        load(thing)
    assert_one_sentence(str(refused.value))


@pytest.mark.parametrize("game", games())
@examples(POSITIONS // 2)
@given(data=st.data())
def test_a_field_like_json_is_accepted_where_the_twin_accepts_it(game: str, data: Any) -> None:
    """One field of a position, at any depth, is anything at all."""
    position = data.draw(positions(game))
    words = st.sampled_from(words_in(position))
    inside, key = data.draw(st.sampled_from(slots(position)))
    inside[key] = data.draw(json_things(words.filter(lambda word: isinstance(word, str)), words))
    if accepted := assert_same_verdict(game, position):
        assert_sound(*accepted)


# --- Files


@st.composite
def broken_files(draw: Any) -> bytes:
    """Bytes of any kind, or those of a saved position cut off or with some of them changed."""
    saved = json.dumps(draw(st.sampled_from(games()).flatmap(positions))).encode()
    cut = draw(st.integers(0, len(saved) - 1))
    junk = draw(st.binary(min_size=1, max_size=8))
    spoilt = (junk, saved[:cut], saved[:cut] + b"\xff" + saved[cut:], b"\xef\xbb\xbf" + saved)
    return draw(st.sampled_from((*spoilt, saved.decode().encode("utf-16"), b"[" * 100_000)))


@examples(FILES)
@given(content=broken_files())
def test_a_file_that_holds_no_position_is_refused(tmp_path_factory: Any, content: bytes) -> None:
    file = tmp_path_factory.getbasetemp() / "position.json"
    file.write_bytes(content)
    for path in (file, str(file)):
        with pytest.raises(PositionError) as refused:
            load(path)
        assert_one_sentence(str(refused.value))


@pytest.mark.parametrize("name", ["missing", "", "a\nb", "a\0b", "\ud800", "x" * 5000])
def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(PositionError) as refused:
        load(f"{tmp_path}/{name}")
    assert_one_sentence(str(refused.value))


# --- Moves


@st.composite
def spoilt_texts(draw: Any, texts: list[str]) -> str:
    """A text of a list, with a word or a letter changed."""
    words = draw(st.sampled_from(texts)).split(" ")
    place = draw(st.integers(0, len(words) - 1))
    word, other = words[place], draw(st.sampled_from(" ".join(texts).split(" ")))
    cut = draw(st.integers(0, len(word)))
    changed = (
        other, "", f"{word} {other}", f"{word} {word}", word.upper(), word[::-1], word[:cut],
        word[:cut] + draw(st.characters()) + word[cut:],
    )  # fmt: skip
    words[place] = draw(st.sampled_from(changed))
    return draw(st.sampled_from((" ", " ", " ", "  ", ""))).join(words)


BYTES = st.binary(max_size=12)
JUNK_TEXTS = (
    st.text(max_size=12)
    | BYTES.map(lambda given: given.decode("latin-1"))
    | BYTES.map(lambda given: given.decode("utf-8", errors="surrogateescape"))
)


@cache
def first_actions(game: str) -> list[str]:
    """What may be done at the start of a game: sensible texts where nothing may be done."""
    return new_match(game, seed=0).legal()


def outcomes_after(match: Match, action: str) -> list[str] | None:
    """The outcomes of chance right after a legal action; None for the orders of a shuffle."""
    try:
        return match.outcomes(action)
    except ValueError:
        return None


def shuffled_after(match: Match, action: str) -> list[str]:
    """The cards that are shuffled right after an action, in one of their orders."""
    copy = load(match.position(), seed=0)
    copy.play(action)
    return list(copy.events[1].text)


def orders(cards: list[str]) -> Any:
    """Orders of cards, complete or not, or with some of them twice."""
    return st.permutations(cards) | st.lists(st.sampled_from(cards), max_size=len(cards))


def outcomes_like_those(match: Match, action: Any, others: list[str]) -> Any:
    """What could come out after an action, spoilt or not; other texts where nothing can."""
    possible = outcomes_after(match, action) if action in match.legal() else []
    if possible is None:
        return orders(shuffled_after(match, action))
    return st.sampled_from(possible or others) | spoilt_texts(possible or others)


@st.composite
def moves(draw: Any, match: Match) -> tuple[Any, Any]:
    """An action and an outcome (None: left to chance), both more or less sensible."""
    legal = match.legal() or first_actions(match.game.name)
    sensible = st.just(legal[0]) | st.sampled_from(legal)
    action = draw(sensible | spoilt_texts(legal) | JUNK_TEXTS | json_things())
    outcome = draw(outcomes_like_those(match, action, legal) | JUNK_TEXTS | json_things())
    return action, draw(st.sampled_from((outcome, outcome, None)))


def is_move(match: Match, action: Any, outcome: Any) -> bool:
    if action not in match.legal():
        return False
    possible = outcomes_after(match, action)
    if outcome is None or possible is not None:
        return outcome is None or outcome in possible
    return is_order_of(outcome, shuffled_after(match, action))


def is_order_of(outcome: Any, cards: list[str]) -> bool:
    """Whether it is a list of just these cards."""
    if not isinstance(outcome, list) or not all(isinstance(each, str) for each in outcome):
        return False
    return sorted(outcome) == sorted(cards)


@pytest.mark.parametrize("game", games())
@examples(MOVES)
@given(data=st.data())
def test_whatever_is_played_is_a_move_or_refused(game: str, data: Any) -> None:
    match = load(data.draw(positions(game)), seed=0)
    before = match.position()
    action, outcome = data.draw(moves(match))
    expected = is_move(match, action, outcome)
    try:
        match.play(action, outcome)
    except (InvalidMoveError, IllegalMoveError) as refusal:
        assert_one_sentence(str(refusal))
        assert match.position() == before and match.legal() == load(before).legal()
        assert not expected
    else:
        assert expected
