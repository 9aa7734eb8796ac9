"""The floors of the house: imports go down only, and no game is named outside its own places."""

from __future__ import annotations

import ast
import re
from inspect import signature
from pathlib import Path

import pytest

from sicilianos_agents import compiled_agents
from sicilianos_env import games

ROOT = Path(__file__).parent.parent
SOURCES = {
    "sicilianos_env": ROOT / "sicilianos_env",
    "sicilianos_agents": ROOT / "agents" / "sicilianos_agents",
    "sicilianos_training": ROOT / "training" / "sicilianos_training",
}

PART_OF = {"gang_war": "sicilianos"}  # a game that is a part of another runs its very rules

# Each floor may import itself and what stands below it in this list.
FLOORS = [
    ("sicilianos_env.jit",),
    ("sicilianos_env.engine", "sicilianos_env.games"),
    ("sicilianos_env.adapters",),
    ("sicilianos_env.make",),
    ("sicilianos_env",),  # the package itself, and the shims <game>_v0
    ("sicilianos_agents",),
    ("sicilianos_training",),
]


def modules() -> dict[str, Path]:
    found = {}
    for package, folder in SOURCES.items():
        for file in folder.rglob("*.py"):
            parts = file.relative_to(folder).with_suffix("").parts
            found[".".join([package, *(p for p in parts if p != "__init__")])] = file
    return found


def floor_of(module: str) -> int:
    fitting = [
        (len(prefix), level)
        for level, prefixes in enumerate(FLOORS)
        for prefix in prefixes
        if module == prefix or module.startswith(prefix + ".")
    ]
    return max(fitting)[1]


def imported(file: Path) -> set[str]:
    known, names = modules(), set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}: relative import"
            for alias in node.names:
                submodule = f"{node.module}.{alias.name}"
                names.add(submodule if submodule in known else node.module)
    return {name for name in names if name in known}


@pytest.mark.parametrize("module", modules())
def test_imports_go_down(module):
    for name in imported(modules()[module]) - {module}:
        assert floor_of(name) <= floor_of(module), f"{module} imports {name} from a higher floor"


def test_the_engine_knows_no_game_and_games_know_no_other_game():
    for module, file in modules().items():
        parts = module.split(".")
        for name in imported(file):
            if name.startswith("sicilianos_env.games."):
                target = name.split(".")[2]
                places = {target, *(game for game, base in PART_OF.items() if base == target)}
                own_game = parts[:2] == ["sicilianos_env", "games"] and parts[2] in places
                heuristics = parts[:2] == ["sicilianos_agents", "heuristics"] and parts[2] in places
                measures = parts[:2] == ["sicilianos_training", "bluffing"]  # of gang wars
                assert own_game or heuristics or measures, f"{module} imports {name}"


def test_no_module_imports_itself_in_a_circle():
    graph = {module: imported(file) - {module} for module, file in modules().items()}
    done: set[str] = set()

    def visit(module: str, path: tuple[str, ...]) -> None:
        assert module not in path, " -> ".join((*path, module))
        if module not in done:
            for name in graph[module]:
                is_parent = module.startswith(name + ".")
                if not is_parent:
                    visit(name, (*path, module))
            done.add(module)

    for module in graph:
        visit(module, ())


def test_no_game_is_named_outside_its_places():
    """Allowed: its folder, its shim, its heuristics, its configuration, and default values."""
    for module, file in modules().items():
        for game in games():
            own = (f".games.{game}", f".heuristics.{game}", f".{game}_v")
            if any(place in f".{module}" for place in own):
                continue
            strings = [
                node.value
                for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
                if isinstance(node, ast.Constant) and node.value == game
            ]
            allowed = DEFAULTS.get(module, 0)
            assert len(strings) <= allowed, f"{module} names {game} {len(strings)} times"


# Modules in which the default game may be named so often (`--game`, `game=`, the project's name).
DEFAULTS = {
    "sicilianos_env.make": 1,
    "sicilianos_env.jit": 1,
    "sicilianos_training.cli": 1,
    "sicilianos_training.run_folder": 1,
}


def test_only_jit_compiles():
    for module, file in modules().items():
        text = file.read_text(encoding="utf-8")
        if module != "sicilianos_env.jit":
            assert not re.search(r"^\s*(import numba|from numba)", text, re.MULTILINE), module


def test_the_naive_twins_share_no_code_with_the_engine():
    for file in (ROOT / "tests" / "naive").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom):
                names = [node.module or ""]
            else:
                names = [alias.name for alias in getattr(node, "names", [])]
            assert not [name for name in names if name.startswith(("sicilianos_", "numba"))], file


def test_source_roots_are_no_packages():
    for root in ("agents", "training"):
        assert not (ROOT / root / "__init__.py").exists()
        for file in [*modules().values(), *(ROOT / "tests").rglob("*.py")]:
            text = file.read_text(encoding="utf-8")
            assert not re.search(rf"^\s*(import|from) {root}\b", text, re.MULTILINE), file


def test_functions_of_the_rules_are_short():
    for module, file in modules().items():
        if not module.startswith(("sicilianos_env.games.", "sicilianos_env.engine.")):
            continue
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                length = (node.end_lineno or 0) - node.lineno + 1
                assert length <= 70, f"{module}.{node.name} has {length} lines"


def test_heuristics_know_nothing_of_states_and_rules():
    """They get an observation, a mask and a stream: what a player sees, and chance."""
    for module, file in modules().items():
        if module.startswith("sicilianos_agents.heuristics."):
            names = {
                alias.name
                for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
                if isinstance(node, ast.ImportFrom)
                for alias in node.names
            }
            assert not names & {"STATE", "RULES", "GAME", "step", "observe", "resample"}, module
    for game in games():
        _, choose = compiled_agents(game)
        assert list(signature(choose).parameters) == ["kind", "observation", "mask", "stream"]
