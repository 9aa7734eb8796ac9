"""What all tests share."""

from __future__ import annotations

import pytest
from budget import NIGHTLY


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests marked `nightly` run in `make nightly` alone."""
    if NIGHTLY:
        return
    for item in items:
        if item.get_closest_marker("nightly"):
            item.add_marker(pytest.mark.skip(reason="needs the nightly budget: make nightly"))
