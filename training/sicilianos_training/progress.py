"""What a training tells while it runs: the minutes so far, and a line of text."""

from __future__ import annotations

from collections.abc import Callable

Tell = Callable[[float, str], None]
