"""Names for what a seat sees: 62-bit numbers, of two hashes of 31 bits, that differ in practice."""

from __future__ import annotations

import numpy as np

from sicilianos_env.engine.records import Array
from sicilianos_env.jit import rule

HALF = 31
LOW_BITS = (1 << HALF) - 1


@rule
def fingerprint(before: int, seen: Array) -> int:
    """The name of all that went before and what is seen now; `before` is a name, or a small number.

    Neither hash overflows 64 bits, so interpreted code gives the same.
    """
    one, other = np.int64(before) >> HALF, np.int64(before) & LOW_BITS
    for i in range(seen.shape[0]):
        byte = np.int64(seen[i])
        one = ((one ^ byte) * 16777619) & LOW_BITS
        other = ((other + byte) * 22695477) & LOW_BITS
    return int(one << HALF | other)


@rule
def joined(before: int, number: int) -> int:
    """The name of all that went before and a number from 0 to 2**16 − 1."""
    one, other = np.int64(before) >> HALF, np.int64(before) & LOW_BITS
    mixed = np.int64(number) + 257
    one = ((one ^ mixed) * 16777619) & LOW_BITS
    other = ((other + mixed) * 22695477) & LOW_BITS
    return int(one << HALF | other)


@rule
def fingerprints(seen: Array, names: Array) -> None:
    """Writes the name of each row of `seen`, nothing having gone before."""
    for i in range(seen.shape[0]):
        names[i] = fingerprint(0, seen[i])
