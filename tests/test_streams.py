"""The random streams: the published generator, exactly uniform, never overlapping."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from sicilianos_env.engine import streams
from sicilianos_env.engine.streams import aim, new_stream, philox, random_below, random_order
from sicilianos_env.jit import compiled

Origin = tuple[int, int, int, int, int]  # seed, row, episode, kind and counter

# Known answers of Philox4x32-10, from the test vectors published with Random123.
ONES = 0xFFFFFFFF
KNOWN = [
    ((0, 0), (0, 0, 0, 0), (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)),
    ((ONES, ONES), (ONES, ONES, ONES, ONES), (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD)),
    (
        (0xA4093822, 0x299F31D0),
        (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344),
        (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1),
    ),
]


@pytest.mark.parametrize("make", [lambda f: f, compiled], ids=["interpreted", "compiled"])
@pytest.mark.parametrize(("key", "counter", "words"), KNOWN)
def test_philox_gives_the_published_words(make, key, counter, words):
    assert make(philox)(*map(np.uint64, key + counter)) == words


def draws(seed: int, row: int, episode: int, kind: int, counter: int, count: int) -> list[int]:
    stream = new_stream(seed, row, episode)
    aim(stream, kind, counter)
    return [int(streams.random_word(stream)) for _ in range(count)]


def test_streams_that_differ_anywhere_differ():
    origins = [
        (seed, row, episode, kind, counter)
        for seed in (0, 1, 2**32, 2**64 - 1)
        for row in (0, 1, 70_000)
        for episode in (0, 1, 2**31)
        for kind in (1, 2, 64, 255)
        for counter in (0, 1, 2**24 - 1)
    ]
    blocks = {tuple(draws(*origin, count=2)) for origin in origins}
    assert len(blocks) == len(origins)


def neighbouring_origins() -> list[Origin]:
    """Streams that differ from one in the middle in one thing, and by little."""
    middle = (2**32 + 5, 40, 40, 40, 40)
    apart = [step for step in range(-12, 13) if step]
    changed = [(place, middle[place] + step) for place in range(5) for step in apart]
    changed += [(0, middle[0] + step * 2**32) for step in (-1, 1, 2)]
    return [middle, *((*middle[:i], value, *middle[i + 1 :]) for i, value in changed)]


def test_neighbouring_streams_do_not_overlap():
    """Two words in a row that come twice would be a stream that goes on as another, shifted."""
    origins = neighbouring_origins()
    pairs = {pair for origin in origins for pair in pairwise(draws(*origin, count=64))}
    assert len(pairs) == 63 * len(origins)


def test_random_below_is_uniform_and_compiled_alike():
    stream, twin = new_stream(7), new_stream(7)
    fast = compiled(random_below)
    numbers = [int(random_below(stream, 6)) for _ in range(3000)]
    assert numbers == [int(fast(twin, 6)) for _ in range(3000)]
    counts = np.bincount(numbers, minlength=6)
    assert ((counts - 500) ** 2 / 500).sum() < 20.5  # chi-square, 5 degrees of freedom, p = 0.001


@pytest.mark.parametrize("make", [lambda f: f, compiled], ids=["interpreted", "compiled"])
def test_random_below_rejects_what_would_be_uneven(make):
    """Of 2**32 words, 3 * 2**29 numbers can use three quarters: two words for each number.

    If all were used, every third number would come from two words and the others from three.
    """
    stream, draw, n = new_stream(3), make(random_below), 3 * 2**29
    numbers = np.array([int(draw(stream, n)) for _ in range(3000)])
    assert set(numbers < n) == set(numbers >= 0) == {True}
    words = int(stream[5])
    assert abs(words - 4000) < 146  # four standard deviations
    counts = np.bincount(numbers % 3, minlength=3)
    assert ((counts - 1000) ** 2 / 1000).sum() < 13.8  # 2 degrees of freedom, p = 0.001


def test_one_number_needs_no_luck():
    assert random_below(new_stream(3), 1) == 0


def test_random_order_is_a_uniform_permutation():
    stream = new_stream(11)
    order = np.empty(4, np.int16)
    counts: dict[tuple[int, ...], int] = {}
    for _ in range(4800):
        random_order(stream, order, 4)
        assert sorted(order) == [0, 1, 2, 3]
        counts[tuple(order)] = counts.get(tuple(order), 0) + 1
    assert len(counts) == 24
    assert sum((n - 200) ** 2 / 200 for n in counts.values()) < 49.7  # 23 degrees, p = 0.001


@pytest.mark.parametrize("seed", [-1, 2**64, 1.5, True, "7"])
def test_wrong_seeds_are_refused(seed):
    with pytest.raises(ValueError, match="whole number from 0 to"):
        streams.read_seed(seed)
