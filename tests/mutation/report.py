"""The results of mutants.py in words and tables."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import Any

from cosmic_ray.work_db import WorkDB
from cosmic_ray.work_item import MutationSpec, TestOutcome, WorkResult


def report(game: str, seed: int, mutants: Iterable[MutationSpec], db: WorkDB) -> str:
    done = [(item.mutations[0], result) for item, result in db.completed_work_items]
    done.sort(key=lambda pair: (pair[0].module_path, pair[0].start_pos, pair[0].operator_name))
    lived = [(mutant, result) for mutant, result in done if not result.is_killed]
    made = Counter(mutant.module_path.name for mutant in mutants)
    tested = Counter(mutant.module_path.name for mutant, _ in done)
    survived = Counter(mutant.module_path.name for mutant, _ in lived)
    killed, pending = len(done) - len(lived), db.num_work_items - len(done)
    parts = [
        f"# Mutants of the rules of {game}",
        f"The tests noticed {killed} of {len(done)} mutants ({killed / max(len(done), 1):.1%}). "
        f"Seed {seed} drew {db.num_work_items} of {made.total()}; {pending} wait to be tested.",
        table(
            "file, mutants, tested, survived", [(f, made[f], tested[f], survived[f]) for f in made]
        ),
        table("fate, mutants", Counter(fate(result) for _, result in done).most_common()),
        table("file, line, function, operator, change", [row(*pair) for pair in lived]),
    ]
    return "\n\n".join(parts) + "\n"


def table(head: str, rows: Iterable[Iterable[Any]]) -> str:
    columns = head.split(", ")
    lines = [columns, ["---"] * len(columns), *rows]
    return "\n".join("| " + " | ".join(map(str, line)) + " |" for line in lines)


def fate(result: WorkResult) -> str:
    """Which tests noticed a mutant, and how."""
    if result.test_outcome == TestOutcome.SURVIVED:
        return "survived"
    if result.output == "timeout":
        return "stopped: no end in sight"
    failed = re.search(r"^FAILED \S*?(\w+)\.py", result.output or "", re.MULTILINE)
    return f"failed in {failed[1]}" if failed else "failed outside a test"


def row(mutant: MutationSpec, result: WorkResult) -> tuple[Any, ...]:
    operator = mutant.operator_name.split("/")[1]
    where = mutant.module_path.name, mutant.start_pos[0], mutant.definition_name or ""
    return *where, operator, change(result.diff or "")


def change(diff: str) -> str:
    """The lines taken and given, on one line of a table."""
    lines = [line for line in diff.splitlines() if not line.startswith(("---", "+++"))]
    taken, given = ([line[1:].strip() for line in lines if line.startswith(sign)] for sign in "-+")
    sides = [" ⏎ ".join(filter(None, side)) for side in (taken, given)]
    return " → ".join(f"`{side}`" for side in sides).replace("|", "\\|")
