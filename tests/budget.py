"""How much work a test does: `make test` takes the small figure, `make nightly` the large one."""

from __future__ import annotations

import os

NIGHTLY = os.environ.get("SICILIANOS_BUDGET") == "nightly"


def budget(small: int, large: int) -> int:
    """The amount of work for this run."""
    return large if NIGHTLY else small
