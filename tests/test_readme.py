"""What the README shows can be done as it stands there."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from sicilianos_agents import compiled_agents
from sicilianos_env.jit import enabled
from sicilianos_training.tournament.field import FIELD

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)


@pytest.mark.skipif(not enabled(), reason="the README steps thousands of games, compiled")
@pytest.mark.parametrize("code", blocks("python"))
def test_python_examples_run(code, tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stderr
    assert len(code.strip().splitlines()) <= 12


def test_commands_exist():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z]+):", makefile, re.MULTILINE))
    named = {word for block in blocks("sh") for word in re.findall(r"^make (\w+)", block, re.M)}
    assert {"train", "test"} <= named <= targets


def test_links_lead_somewhere():
    for target in re.findall(r"\]\(([^)#]+)\)", README):
        assert target.startswith("http") or (ROOT / target).exists(), target


def test_every_agent_of_the_default_game_is_named():
    names, _ = compiled_agents("sicilianos")
    assert all(f"`{name}`" in README for name in names)
    assert FIELD in README
