"""The naive twins, by the game's name."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any

import pytest


def twin_of(game: str) -> Any:
    """The module `naive.<game>`: `Referee`, `OPTIONS` and `assert_same_knowledge`."""
    if not find_spec(f"naive.{game}"):
        pytest.fail(f"{game} has no naive twin: write tests/naive/{game}.py")
    return import_module(f"naive.{game}")
