"""Which mutants mutants.py tests: those that can matter, and a sample of them."""

from __future__ import annotations

import ast
import random
import re
from collections import Counter
from pathlib import Path
from typing import Any

import statements  # noqa: F401  (registers an operator)
from cosmic_ray.commands import init
from cosmic_ray.work_db import use_db
from cosmic_ray.work_item import MutationSpec, WorkItem


def all_mutants(game: str, settings: dict[str, Any]) -> list[WorkItem]:
    """Of the rules in the tree that we stand in, in a fixed order."""
    folder = Path("sicilianos_env", "games", game)
    files = [file for file in folder.glob("*.py") if file.stem not in settings["not_rules"]]
    hints = {file: annotations(file) for file in files}
    used = re.compile("[^/]*/(" + "|".join(settings["operators"]) + ")")
    with use_db(":memory:") as db:
        init(files, db, {})
        found = [item for item in db.work_items if used.fullmatch(spec(item).operator_name)]
    found = [item for item in found if not is_in(hints[spec(item).module_path], spec(item))]
    return sorted(found, key=lambda item: (spec(item).module_path, *order_in_file(spec(item))))


def spec(item: WorkItem) -> MutationSpec:
    return item.mutations[0]


def order_in_file(mutant: MutationSpec) -> tuple[Any, ...]:
    return mutant.start_pos, mutant.operator_name, mutant.occurrence


def annotations(file: Path) -> list[Any]:
    """They are never evaluated."""
    nodes = ast.walk(ast.parse(file.read_text(encoding="utf-8")))
    found = [getattr(node, name, None) for node in nodes for name in ("annotation", "returns")]
    return [each for each in found if each is not None]


def is_in(nodes: list[Any], mutant: MutationSpec) -> bool:
    return any(
        (node.lineno, node.col_offset) <= mutant.start_pos < (node.end_lineno, node.end_col_offset)
        for node in nodes
    )


def sample(mutants: list[WorkItem], settings: dict[str, Any]) -> list[WorkItem]:
    """In one random order: the first of each file, then the others."""
    seen: Counter[Path] = Counter()
    first, others = [], []
    for item in random.Random(settings["seed"]).sample(mutants, len(mutants)):
        file = spec(item).module_path
        (first if seen[file] < settings["least"] else others).append(item)
        seen[file] += 1
    return (first + others)[: settings["number"]]
