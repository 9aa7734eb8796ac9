"""The command line: what it does, and one sentence for what it cannot do."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from sicilianos_env import games
from sicilianos_training.cli import main

COMMAND = [sys.executable, "-c", "from sicilianos_training.cli import main; main()"]


def run(*words: str, folder: Path, text: str | None = None) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "SICILIANOS_QUIET": "1", "COLUMNS": "200", "NO_COLOR": "1"}
    return subprocess.run(
        [*COMMAND, *words],
        cwd=folder,
        env=environment,
        input=text,
        capture_output=True,
        text=True,
        timeout=400,
    )


WRONG = {
    "no such agent": ["evaluate", "nobody"],
    "no such opponent": ["evaluate", "random", "--against", "nobody"],
    "no such game": ["evaluate", "random", "--game", "poker"],
    "too many players": ["evaluate", "random", "--players", "9"],
    "no such preset": ["play", "--preset", "huge"],
    "no such option": ["play", "--option", "colour=red"],
    "option without a value": ["play", "--option", "draft"],
    "option that makes no game": ["play", "--option", "draft=7"],
    "no such seat": ["play", "--seat", "5"],
    "too many opponents": ["play", "--players", "3", "--vs", "random"] + ["--vs", "greedy"] * 3,
    "missing weights": ["evaluate", "ppo:nowhere"],
    "no run folder": ["train", "--resume", "nowhere"],
    "resume with another seed": ["train", "--resume", ".", "--seed", "3"],
    "negative seed": ["train", "--seed", "-1"],
    "no minutes": ["train", "--minutes", "0"],
    "endless minutes": ["train", "--minutes", "inf"],
    "preset that is no word": ["play", "--option", 'preset=["x"]'],
    "unknown command": ["dance"],
    "unknown flag": ["play", "--dance"],
    "word for a number": ["evaluate", "random", "--deals", "many"],
    "too few deals": ["evaluate", "random", "--deals", "1"],
    "bench of no game": ["bench", "--game", "poker"],
    "play of two games": ["play", "scopa", "--game", "famiglia"],
    "play of no such game": ["play", "poker"],
    "roles of no such agent": ["roles", "nobody"],
    "tournament of no such agent": ["tournament", "random", "nobody"],
    "tournament of one": ["tournament", "random"],
    "tournament of nobody": ["tournament"],
    "tournament with missing weights": ["tournament", "random", "ppo:nowhere"],
    "search without a budget": ["tournament", "random", "ismcts:"],
    "search without end": ["tournament", "random", "ismcts:0"],
    "seats that cannot be filled": ["tournament", "random", "greedy", "--no-repetition"],
    "no games": ["tournament", "random", "greedy", "--games", "0"],
    "negative seed of a tournament": ["tournament", "random", "greedy", "--seed", "-1"],
    "no threads": ["tournament", "random", "greedy", "--threads", "0"],
    "no tournament's folder": ["tournament", "--resume", "nowhere"],
    "resume with agents": ["tournament", "random", "--resume", "nowhere"],
    "resume with fewer games": ["tournament", "--games", "5", "--resume", "nowhere"],
    "field with a seed": ["evaluate", "random", "--seed", "3"],
    "more deals than the field has": ["evaluate", "random", "--deals", "5000"],
    "replay of no file": ["replay", "nowhere"],
    "roles of too many players": ["roles", "random", "--players", "40"],
}


@pytest.mark.parametrize("words", WRONG.values(), ids=WRONG.keys())
def test_wrong_input_is_one_sentence_and_status_2(words, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["sicilianos", *words])
    with pytest.raises(SystemExit) as left:
        main()
    assert left.value.code == 2
    told = capsys.readouterr().err.strip()
    if not told.startswith("Usage"):  # the parser's own words
        assert told.startswith("sicilianos: ") and told.endswith(".") and "\n" not in told
    assert not list(tmp_path.iterdir()), "something was written"


@pytest.mark.parametrize(
    "command", ["train", "evaluate", "tournament", "replay", "roles", "play", "bench"]
)
def test_help_shows_an_example(command, monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["sicilianos", command, "--help"])
    with pytest.raises(SystemExit) as left:
        main()
    assert left.value.code == 0
    assert f"Example: sicilianos {command}" in capsys.readouterr().out


@pytest.mark.parametrize("game", games())
def test_a_person_can_play_a_game_to_its_end(game, tmp_path):
    always_first = "1\n" * 2000
    words = ["--preset", "mini", "--seed", "5"]
    done = run("play", game, *words, folder=tmp_path, text=always_first)
    assert done.returncode == 0, done.stderr
    assert "wins" in done.stdout or "draws" in done.stdout
    assert "Traceback" not in done.stderr


def test_a_person_can_leave_and_mistype(tmp_path):
    done = run("play", "--seed", "5", folder=tmp_path, text="99\ndance\nDraw  RED\nq\n")
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("That is not one of") == 2
    assert "You: draw red" in done.stdout
    assert "You left the game." in done.stdout


def test_play_shows_no_hidden_card(tmp_path):
    """What rivals lay face down is told by its colour alone."""
    done = run("play", "--seed", "11", "--vs", "random", folder=tmp_path, text="1\n" * 400)
    others = [line for line in done.stdout.splitlines() if line.strip().startswith("Seat")]
    assert any("card" in line for line in others)
    assert not any(" play " in f" {line} " and line.rstrip()[-1].isdigit() for line in others)


@pytest.mark.parametrize("game", games())
def test_evaluate_prints_shares_with_intervals(game, tmp_path):
    words = ["evaluate", "greedy", "--game", game, "--against", "random", "--deals", "100"]
    words += ["--seed", "1"]
    first, again = run(*words, folder=tmp_path), run(*words, folder=tmp_path)
    assert first.returncode == 0, first.stderr
    assert "against random" in first.stdout and "(" in first.stdout
    assert first.stdout == again.stdout


def test_bench_prints_its_table(tmp_path):
    words = ["--seconds", "0.01", "--repeats", "1", "--peers", "--no-cold"]
    done = run("bench", *words, folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "raw_env" in done.stdout and "65,536 games" in done.stdout
    assert "pyspiel" in done.stdout or "OpenSpiel" in done.stdout
    assert all(f"{game}, " in done.stdout for game in games())


@pytest.mark.parametrize("game", [game for game in games() if game != "sicilianos"])
def test_every_game_can_be_trained_and_played_by_what_was_trained(game, tmp_path):
    words = ["--game", game, "--preset", "mini", "--deals", "4"]
    done = run("train", *words, "--minutes", "0.02", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    (folder,) = (tmp_path / "runs").iterdir()
    done = run("evaluate", f"ppo:{folder}", *words, "--against", "random", folder=tmp_path)
    assert done.returncode == 0, done.stderr


def test_train_leaves_a_run_folder_and_goes_on_from_it(tmp_path):
    words = ["--minutes", "0.05", "--deals", "20"]
    done = run("train", "--preset", "mini", "--seed", "3", *words, folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "untrained" in done.stdout and "against random" in done.stdout
    (folder,) = (tmp_path / "runs").iterdir()
    files = {file.name for file in folder.iterdir()}
    assert {"policy.safetensors", "policy.json", "learner.safetensors", "run.json"} <= files
    assert {"curve.png", "curve.json", "table.json", "tensorboard"} <= files
    card = json.loads((folder / "policy.json").read_text())
    assert card["game"] == "sicilianos" and card["seed"] == 3 and card["decisions"] > 0
    assert card["observation_version"] == 0 and "torch" in card["packages"]
    table = json.loads((folder / "table.json").read_text())
    assert table["deals"] == 20 and table["seed"] == 3
    assert set(table["shares"]) >= {"trained", "untrained", "random"}
    before = json.loads((folder / "run.json").read_text())
    done = run("train", "--resume", str(folder), *words, folder=tmp_path)
    assert done.returncode == 0, done.stderr
    after = json.loads((folder / "run.json").read_text())
    assert after["decisions"] > before["decisions"]
    assert after["next_episode"] > before["next_episode"]
    agent = f"ppo:{folder}"
    done = run(
        "evaluate", agent, "--against", "random", "--preset", "mini", "--deals", "20",
        folder=tmp_path,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    done = run("evaluate", agent, "--players", "4", "--deals", "20", folder=tmp_path)
    assert done.returncode == 2
    assert "was trained for 2 players" in done.stderr
    (folder / "learner.safetensors").unlink()
    kept = (folder / "policy.safetensors").read_bytes()
    done = run("train", "--resume", str(folder), *words, folder=tmp_path)
    assert done.returncode == 2 and "has lost its learner" in done.stderr
    assert (folder / "policy.safetensors").read_bytes() == kept
