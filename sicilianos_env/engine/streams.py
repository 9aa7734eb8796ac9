"""Counter-based random streams: the same question always gets the same answer.

A stream is a `uint32` array `[key, key, row, episode, draw, index]`. The key is the seed; `draw`
names the question (kind << 24 | counter, see `aim`), `index` counts the numbers drawn for it.
The generator is Philox4x32-10 (Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as
1, 2, 3", SC 2011): a bijection of the 128-bit counter for each key. So streams of different rows,
episodes and draws of one seed cannot overlap, whatever the batch size, thread count or machine.
"""

from __future__ import annotations

import secrets
from typing import Any

import numpy as np

from sicilianos_env.engine.records import Array
from sicilianos_env.jit import rule

KIND_BITS = 24
FIRST_AGENT_KIND = (
    64  # kinds below are a game's own (shuffles, dice …); kind 64 + s: agent of seat s
)

Stream = np.ndarray[Any, np.dtype[np.uint32]]

_MULTIPLIER_0 = np.uint64(0xD2511F53)
_MULTIPLIER_1 = np.uint64(0xCD9E8D57)
_WEYL_0 = np.uint64(0x9E3779B9)
_WEYL_1 = np.uint64(0xBB67AE85)
_LOW = np.uint64(0xFFFFFFFF)
_SHIFT = np.uint64(32)
_ROUNDS = 10


@rule
def philox(
    key_0: Any, key_1: Any, counter_0: Any, counter_1: Any, counter_2: Any, counter_3: Any
) -> tuple[Any, Any, Any, Any]:
    """One Philox4x32-10 block: four 32-bit words (as uint64) from a key and a 128-bit counter."""
    k0, k1 = np.uint64(key_0), np.uint64(key_1)
    c0, c1 = np.uint64(counter_0), np.uint64(counter_1)
    c2, c3 = np.uint64(counter_2), np.uint64(counter_3)
    for _ in range(_ROUNDS):
        p0 = _MULTIPLIER_0 * c0
        p1 = _MULTIPLIER_1 * c2
        c0 = (p1 >> _SHIFT) ^ c1 ^ k0
        c1 = p1 & _LOW
        c2 = (p0 >> _SHIFT) ^ c3 ^ k1
        c3 = p0 & _LOW
        k0 = (k0 + _WEYL_0) & _LOW
        k1 = (k1 + _WEYL_1) & _LOW
    return c0, c1, c2, c3


def read_seed(seed: int | None) -> int:
    """The seed itself, or a random one for None.

    Raises:
        ValueError: if it is not a whole number from 0 to 2**64 − 1.
    """
    if seed is None:
        return secrets.randbits(64)
    if isinstance(seed, bool) or not isinstance(seed, int | np.integer) or not 0 <= seed < 2**64:
        raise ValueError(f"seed is {seed!r}; it must be a whole number from 0 to 2**64 - 1.")
    return int(seed)


def new_stream(seed: int, row: int = 0, episode: int = 0) -> Stream:
    """A stream of the given seed (0 … 2**64 − 1), row and episode (each 0 … 2**32 − 1)."""
    words = (seed & 0xFFFFFFFF, seed >> 32, row, episode, 0, 0)
    return np.array(words, dtype=np.uint32)


@rule
def aim(stream: Stream, kind: int, counter: int) -> None:
    """Points the stream at one question: number `counter` (below 2**24) of a kind (below 256)."""
    stream[4] = (kind << KIND_BITS) | counter
    stream[5] = 0


@rule
def random_word(stream: Stream) -> Any:
    """The next 32 random bits, as uint64."""
    word, _, _, _ = philox(stream[0], stream[1], stream[2], stream[3], stream[4], stream[5])
    stream[5] += np.uint32(1)
    return word


@rule
def random_below(stream: Stream, n: int) -> Any:
    """A uniform integer in 0 … n−1, exactly (Lemire's multiply and reject), for n below 2**31."""
    bound = np.uint64(n)
    product = random_word(stream) * bound
    if (product & _LOW) < bound:
        threshold = (np.uint64(0x100000000) - bound) % bound
        while (product & _LOW) < threshold:
            product = random_word(stream) * bound
    return np.int64(product >> _SHIFT)


@rule
def random_order(stream: Stream, order: Array, n: int) -> None:
    """Fills order[:n] with a uniformly random permutation of 0 … n−1 (Fisher and Yates)."""
    for i in range(n):
        j = random_below(stream, i + 1)
        order[i] = order[j]
        order[j] = i
