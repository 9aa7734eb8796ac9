"""Records: named fields over flat `uint8` memory, the same interpreted and compiled.

A record's memory is a `uint8` array; `opened` gives the record in it and `opened_all` the records,
as views. Compiled, these are NumPy's structured rows, which numba reads like C structs.
Interpreted, they are `Row`s: NumPy's own `np.record` looks up each attribute in Python, several
times slower.
Kernels take the memory, since numba unpacks an array in a fraction of the time of a record.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, TypeAlias

import numpy as np

from sicilianos_env.jit import compiled_as, rule

Record: TypeAlias = Any  # a Row or, compiled, a structured row
Array: TypeAlias = np.ndarray[Any, Any]


def record(fields: Sequence[tuple[Any, ...]]) -> np.dtype[Any]:
    """A packed record dtype from (name, type[, shape]) tuples."""
    for name, *_ in fields:
        assert not hasattr(np.record, name), f"{name} is already an attribute of np.record"
    return np.dtype((np.record, list(fields)))


class Row:
    """An interpreted record: array fields are views, scalar fields read and write the memory."""

    __slots__ = ()


class Rows:
    """Interpreted records, one after the other in memory."""

    def __init__(self, memory: Array, dtype: np.dtype[Any]) -> None:
        self._memory, self._dtype = memory, dtype
        self.shape = (len(memory) // dtype.itemsize,)

    def __getitem__(self, index: int) -> Row:
        start = int(index) * self._dtype.itemsize
        return _row_class(self._dtype)(self._memory[start : start + self._dtype.itemsize])


def _view_one(memory: Array, dtype: np.dtype[Any]) -> Record:
    return memory.view(dtype)[0]


def _view_all(memory: Array, dtype: np.dtype[Any]) -> Any:
    return memory.view(dtype)


@compiled_as(_view_one)
def opened(memory: Array, dtype: np.dtype[Any]) -> Record:
    """The record that lies in a flat `uint8` array of exactly its size."""
    return _row_class(dtype)(memory)


@compiled_as(_view_all)
def opened_all(memory: Array, dtype: np.dtype[Any]) -> Any:
    """The records that lie in a flat `uint8` array; has `shape` and is indexed like an array."""
    return Rows(memory, dtype)


@rule
def signed(field: Any) -> int:
    """An unsigned field as a signed number: compiled, the two together would make a float."""
    return np.int64(field)  # type: ignore[return-value]  # int in all but name


@rule
def index_of_one(one_hot: Array, nothing: int) -> int:
    """The first index that is not 0, or `nothing`."""
    for i in range(one_hot.shape[0]):
        if one_hot[i] > 0:
            return i
    return nothing


@cache
def _row_class(dtype: np.dtype[Any]) -> Any:
    assert dtype.fields is not None and dtype.names is not None
    places = [(name, *dtype.fields[name][:2]) for name in dtype.names]
    scalars = [name for name, field, _ in places if field.subdtype is None]

    def view_fields(self: Any, memory: Array) -> None:
        for name, field, offset in places:
            base, shape = field.subdtype or (field, ())
            view = memory[offset : offset + field.itemsize].view(base).reshape(shape)
            setattr(self, f"_{name}" if shape == () else name, view)

    slots = [f"_{name}" if name in scalars else name for name in dtype.names]
    body = {"__slots__": slots, "__init__": view_fields}
    return type("Row", (Row,), body | {name: _scalar_field(name) for name in scalars})


def _scalar_field(name: str) -> property:
    slot = f"_{name}"

    def read(row: Any) -> Any:
        return getattr(row, slot)[()]

    def write(row: Any, value: Any) -> None:
        getattr(row, slot)[()] = value

    return property(read, write)
