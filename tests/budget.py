"""How much work a test does, by the environment variable SICILIANOS_BUDGET.

`make test` takes the small figure, `make nightly` the large one (`nightly`), and `make coverage`,
which runs everything interpreted, a tenth of the small one (`reduced`).
"""

from __future__ import annotations

import os

BUDGETS = ("", "nightly", "reduced")
CHOSEN = os.environ.get("SICILIANOS_BUDGET", "")
if CHOSEN not in BUDGETS:
    raise ValueError(f"SICILIANOS_BUDGET is {CHOSEN!r}; it must be 'nightly', 'reduced' or unset.")
NIGHTLY = CHOSEN == "nightly"


def budget(small: int, large: int) -> int:
    """The amount of work for this run."""
    return {"nightly": large, "reduced": max(1, small // 10)}.get(CHOSEN, small)
