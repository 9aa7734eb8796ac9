"""Scores the tests of a game's rules: how many small faults in the rules do they notice?

    python tests/mutation/mutants.py [--game NAME] [--jobs N] [--at-most N] [--python PATH]

draws the sample that mutants.toml describes from all mutants that cosmic-ray makes of the game's
rules, runs the tests named there against each, interpreted, and writes the survivors to
build/mutants/<game>.md. Mutants live in copies of the tree among the temporary files. A run that
was stopped goes on where it was, as long as the package and the tests are the same.
"""

from __future__ import annotations

import argparse
import hashlib
import multiprocessing
import os
import resource
import shlex
import shutil
import sys
import tempfile
import time
import tomllib
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import Any

from cosmic_ray.mutating import mutate_and_test
from cosmic_ray.testing import run_tests
from cosmic_ray.work_db import WorkDB, use_db
from cosmic_ray.work_item import TestOutcome, WorkerOutcome, WorkItem
from drawing import all_mutants, sample, spec
from report import report

ROOT = Path(__file__).resolve().parents[2]
REPORTS = ROOT / "build" / "mutants"
SETTINGS = tomllib.loads(Path(__file__).with_name("mutants.toml").read_text(encoding="utf-8"))
PYTEST = ["-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-o", "addopts=", "-k"]
ENVIRONMENT = {
    "SICILIANOS_JIT": "0",
    "SICILIANOS_BUDGET": "reduced",
    "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
    "PYTHONPATH": "",
}
MOST_MEMORY = 8 << 30  # bytes, of one test run: a mutant may fill a list without end


def copy_tree(source: Path, target: Path) -> Path:
    """Sources only: the compiled code of a file of the same age and size would hide a mutant."""
    for folder in ("sicilianos_env", "tests"):
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(source / folder, target / folder, ignore=ignored)
    shutil.copy2(source / "pyproject.toml", target)
    return target


def digest(tree: Path) -> str:
    found = hashlib.sha256()
    for file in sorted(file for file in tree.rglob("*") if file.is_file()):
        found.update(str(file.relative_to(tree)).encode() + b"\0" + file.read_bytes())
    return found.hexdigest()[:12]


# --- Running the tests


def enter(trees: Any) -> None:
    """Each process works in a copy of its own."""
    os.chdir(trees.get())
    os.environ.update(ENVIRONMENT)
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))


def commands(pool: ProcessPoolExecutor, python: str, game: str) -> dict[str, tuple[str, float]]:
    """What tests which file, and after how many seconds it is stopped; all pass unmutated."""
    found = {}
    for file, tests in SETTINGS["tests"].items():
        command = shlex.join([python, *PYTEST, f"[{game} and not compiled", *tests])
        began = time.perf_counter()
        outcome, output = pool.submit(run_tests, command, None).result()
        if outcome != TestOutcome.SURVIVED:
            sys.exit(f"The tests fail without a mutant.\n{output}")
        print(f"{file}, without a mutant: {output.splitlines()[-1]}", flush=True)
        found[file] = command, 10 + 5 * (time.perf_counter() - began)
    return found


def run(db: WorkDB, todo: list[WorkItem], pool: ProcessPoolExecutor, tests: dict[str, Any]) -> None:
    began, running = time.perf_counter(), {}
    for item in todo:
        command = tests.get(spec(item).module_path.stem, tests["default"])
        running[pool.submit(mutate_and_test, item.mutations, *command)] = item
    for count, future in enumerate(as_completed(running), 1):
        result = future.result()
        if result.worker_outcome != WorkerOutcome.NORMAL:
            sys.exit(f"This mutant could not be made: {spec(running[future])}\n{result.output}")
        db.set_result(running[future].job_id, result)
        if count % 10 == 0 or count == len(todo):
            print(f"{count} of {len(todo)} in {time.perf_counter() - began:.0f} s", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--game", default="sicilianos")
    parser.add_argument("--jobs", type=int, default=2, help="mutants at a time")
    parser.add_argument("--at-most", type=int, help="stop after so many mutants")
    parser.add_argument("--python", default=sys.executable, help="what runs the tests")
    asked = parser.parse_args()
    python, trees = os.path.abspath(asked.python), multiprocessing.Queue()
    REPORTS.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory(prefix="mutants-", ignore_cleanup_errors=True) as temporary,
        ProcessPoolExecutor(asked.jobs, initializer=enter, initargs=(trees,)) as pool,
    ):
        original = copy_tree(ROOT, Path(temporary, "original"))
        for number in range(asked.jobs):
            trees.put(copy_tree(original, Path(temporary, str(number))))
        os.chdir(original)
        mutants = all_mutants(asked.game, SETTINGS)
        tests = commands(pool, python, asked.game)
        with use_db(REPORTS / f"{asked.game}-{digest(original)}.sqlite") as db:
            if db.num_work_items == 0:
                db.add_work_items(sample(mutants, SETTINGS))
            try:
                run(db, list(db.pending_work_items)[: asked.at_most], pool, tests)
            finally:
                pool.shutdown(cancel_futures=True)
            text = report(asked.game, SETTINGS["seed"], map(spec, mutants), db)
        (REPORTS / f"{asked.game}.md").write_text(text, encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
