"""Runs a kernel over slices of rows in threads; kernels release the GIL and rows share nothing."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

SMALLEST_SLICE = 256  # rows; fewer for a thread do not pay for waking it, where a row is quick


def processors() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):  # not on macOS and Windows
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class RowThreads:
    """Threads over slices of the rows. Made anew in a forked child, which has no threads.

    Args:
        threads: at most so many; None takes the processors available.
        smallest_slice: the fewest rows for a thread.
    """

    def __init__(self, threads: int | None = None, smallest_slice: int = SMALLEST_SLICE) -> None:
        self.threads = threads or processors()
        self.smallest_slice = smallest_slice
        self._executor: ThreadPoolExecutor | None = None
        self._process = os.getpid()

    def run(self, function: Callable[..., None], arguments: tuple[Any, ...], rows: int) -> None:
        """Calls function(*arguments, low, high) for slices that cover all rows; waits for them."""
        slices = min(self.threads, rows // self.smallest_slice)
        if slices <= 1:
            function(*arguments, 0, rows)
            return
        edges = [rows * i // slices for i in range(slices + 1)]
        executor = self._running()
        waiting = [
            executor.submit(function, *arguments, low, high) for low, high in pairwise(edges[1:])
        ]
        function(*arguments, 0, edges[1])
        for future in waiting:
            future.result()

    def _running(self) -> ThreadPoolExecutor:
        if self._executor is None or self._process != os.getpid():
            self._executor = ThreadPoolExecutor(max(1, self.threads - 1))
            self._process = os.getpid()
        return self._executor

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_executor": None, "_process": 0}
