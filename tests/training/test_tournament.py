"""Tournaments: who sits with whom, and the same figures however they are played."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from budget import budget

from sicilianos_agents import Agent, CompiledAgent, compiled_agents, make_agent
from sicilianos_agents.policy import PolicyCard, PolicyNetwork, save_policy
from sicilianos_env import games
from sicilianos_env.engine.bindings import choose_at_random
from sicilianos_env.engine.registry import find_game
from sicilianos_training.tournament import contest as contests
from sicilianos_training.tournament.contest import labels, make_agents, new_contest, play_tournament
from sicilianos_training.tournament.folder import (
    RESULTS,
    Settings,
    contest_of,
    new_folder,
    play_on,
    read_settings,
    settings_of,
    write_report,
)
from sicilianos_training.tournament.record import replay_file
from sicilianos_training.tournament.report import findings
from sicilianos_training.tournament.results import Results
from sicilianos_training.tournament.schedule import (
    balanced_lineups,
    count_lineups,
    dealt_lineups,
    rotations,
)
from sicilianos_training.tournament.statistics import by_seat, standings

GAME = "sicilianos"
COMMAND = [sys.executable, "-c", "from sicilianos_training.cli import main; main()"]


def the_same(one: Results, other: Results) -> bool:
    return all(
        np.array_equal(getattr(one, field.name), getattr(other, field.name))
        for field in fields(Results)
    )


# --- Who sits with whom


@pytest.mark.parametrize("repetition", [False, True])
@pytest.mark.parametrize(("entrants", "players"), [(2, 2), (3, 3), (5, 2), (6, 4), (9, 3)])
def test_every_lineup_is_played_equally_often(entrants, players, repetition):
    number = count_lineups(entrants, players, repetition)
    lineups = balanced_lineups(entrants, players, 2 * number + 1, repetition, seed=3)
    played = Counter(tuple(sorted(lineup)) for lineup in lineups.tolist())
    assert len(played) == number
    assert set(played.values()) <= {2, 3}
    assert all(len(set(lineup)) == players for lineup in played) or repetition
    assert all(len(set(lineup)) > 1 for lineup in played)


@pytest.mark.parametrize(("entrants", "players", "repetition"), [
    (9, 3, False), (20, 4, False), (13, 11, True), (2, 6, True), (5, 4, True),
])  # fmt: skip
@pytest.mark.parametrize("deals", [7, 40])
def test_a_sample_seats_everybody_equally_often(entrants, players, repetition, deals):
    lineups = balanced_lineups(entrants, players, deals, repetition, seed=3)
    seats = np.bincount(lineups.ravel(), minlength=entrants)
    assert seats.max() - seats.min() <= (players if repetition else 1)
    for lineup in lineups.tolist():
        assert len(set(lineup)) > 1
        assert repetition or len(set(lineup)) == players


def test_a_single_rival_fills_all_seats():
    """A game without heuristics has the random agent alone on its field."""
    hands = dealt_lineups(np.arange(1), 2, 5, True, np.random.default_rng(1))
    assert (hands == 0).all()


def test_any_part_of_a_schedule_is_balanced():
    lineups = balanced_lineups(5, 3, 200, repetition=False, seed=1)
    for deals in range(0, 200, 10):
        assert set(Counter(map(tuple, np.sort(lineups[deals : deals + 10]).tolist())).values()) == {
            1
        }


def test_who_sits_left_of_whom_varies():
    lineups = balanced_lineups(3, 3, 400, repetition=False, seed=1)
    left = Counter(lineup[lineup.index(0) - 2] for lineup in lineups.tolist())
    assert left.keys() == {1, 2} and min(left.values()) > 160


def test_a_deal_is_played_from_all_seats():
    games_of_deal = rotations(np.array([[0, 1, 2], [2, 2, 0]])).reshape(2, 3, 3)
    for lineup in games_of_deal:
        for seat in range(3):
            assert sorted(lineup[:, seat]) == sorted(lineup[0])
    assert rotations(np.array([[0, 1, 2]])).tolist() == [[0, 1, 2], [2, 0, 1], [1, 2, 0]]


def test_names_that_come_again_are_numbered():
    assert labels(["greedy", "miser", "greedy"]) == ("greedy", "miser", "greedy (2)")


# --- What comes out


@pytest.mark.parametrize("game", games())
def test_a_dominated_agent_loses_and_mirrored_ones_are_level(game):
    strongest = "consigliere"
    entrants = [strongest, strongest, "random"]
    results = play_tournament(game, entrants, games=budget(1200, 12_000), seed=2)
    rows = {row.label: row for row in standings(results)}
    last = rows["random"].win_share
    twins = [rows[strongest].win_share, rows[f"{strongest} (2)"].win_share]
    assert all(last.high < twin.low for twin in twins)
    assert twins[0].low <= twins[1].high and twins[1].low <= twins[0].high
    assert last.high < 1 / results.num_players < min(twin.mean for twin in twins)


class Passes(Agent):
    """Never opens or joins a war: the actions to roll and to pass come first."""

    name, game = "passes", GAME

    def act(self, observations: np.ndarray, action_masks: np.ndarray) -> Any:
        return action_masks.argmax(axis=-1)


def test_who_always_passes_keeps_all_his_dirty_money():
    """In eight turns nobody has to open, and money moves by wars alone (RULES.md, 8)."""
    rules = find_game(GAME).rules(max_turns=8)
    results = play_tournament(GAME, [Passes(), "random", "greedy"], games=60, max_turns=8)
    (row,) = (row for row in standings(results) if row.label == "passes")
    money = sum(units * number * 5_000 for units, number in zip((1, 2, 4, 8, 10), rules.notes))
    assert row.score.mean == row.score.low == row.score.high == -money
    assert row.outright.mean == 0 and row.seats == 60
    assert results.win_shares.sum(axis=1) == pytest.approx(1)


def test_what_is_no_agent_is_one_sentence():
    with pytest.raises(ValueError, match=r"is no agent: it needs a name, act\(.*\.$"):
        play_tournament(GAME, ["random", object()], games=4)


def test_agents_for_other_games_are_refused():
    with pytest.raises(ValueError, match="consigliere plays padrino; it cannot play scopa"):
        play_tournament("scopa", ["random", make_agent("consigliere", "padrino", 1)], games=4)


def test_a_compiled_agent_of_your_own_plays_itself():
    """And not the game's own agent of the same number."""
    names, _ = compiled_agents(GAME)
    mine = CompiledAgent("mine", GAME, names.index("consigliere"), choose_at_random, seed=1)
    results = play_tournament(GAME, [mine, "consigliere", "greedy"], games=90, seed=1)
    rows = {row.label: row for row in standings(results)}
    assert rows["mine"].win_share.high < rows["greedy"].win_share.low


def test_padrino_rotates_its_roles():
    results = play_tournament("padrino", ["greedy", "consigliere", "random"], games=300, seed=1)
    roles = find_game("padrino").roles(find_game("padrino").rules())
    boss = results.seating[:, roles.index("Boss")]
    per_deal = boss.reshape(-1, results.num_players)
    for deal, lineup in zip(per_deal, results.seating[:: results.num_players]):
        assert sorted(deal) == sorted(lineup)
    shares = by_seat(results, roles)
    assert shares["Boss"][0].mean > shares["Daughter"][0].mean


# --- The same figures, however it is played


ENTRANTS = ["greedy", "consigliere", "ismcts:3:random", "random"]


@pytest.mark.parametrize("entrants", [ENTRANTS[:2], ENTRANTS])
def test_any_number_of_threads_gives_the_same_results(entrants):
    played = [
        play_tournament(GAME, entrants, games=700, seed=4, threads=threads, preset="mini")
        for threads in (1, 2, 3)
    ]
    assert all(the_same(played[0], other) for other in played[1:])
    assert not the_same(
        played[0], play_tournament(GAME, entrants, games=700, seed=5, preset="mini")
    )


def some_settings(record: Path | None, seed: int = 6) -> Settings:
    rules = find_game(GAME).rules(**find_game(GAME).presets["mini"])
    agents = make_agents(ENTRANTS, GAME, rules, seed)
    contest = new_contest(GAME, rules, agents, 60, False, seed)
    settings = settings_of(contest, ENTRANTS, 60, False, record)
    return replace(settings, deals_at_once=8)


def files_of(folder: Path, record: Path, settings: Settings, results: Results) -> dict[str, bytes]:
    """Everything that was written, of a tournament at its end."""
    seats = [f"seat {seat}" for seat in range(results.num_players)]
    command = settings.command()
    write_report(
        folder,
        findings(results, seats, title="T", command=command, settings={}, outright="Godfather"),
    )
    names = (RESULTS, "standings.json", "standings.md", "report.html")
    return {name: (folder / name).read_bytes() for name in names} | {"": record.read_bytes()}


class Interrupt:
    """Ctrl-C after so many parts; the parts told so far."""

    def __init__(self, after: int) -> None:
        self.after, self.told = after, list[int]()

    def __call__(self, played: int) -> None:
        self.told.append(played)
        if len(self.told) > self.after:
            raise KeyboardInterrupt


def play_through(folder: Path, parts_a_time: int, damage: str = "") -> dict[str, bytes]:
    """Plays a tournament, interrupted after so many parts each time; gives the files written."""
    record = folder.with_suffix(".jsonl")
    settings = some_settings(record)
    new_folder(folder, settings)
    while True:
        again = read_settings(folder)
        contest = contest_of(again)
        results = play_on(folder, again, contest, None, Interrupt(parts_a_time))
        if len(results.seating) == contest.num_games:
            written = json.loads((folder / "tournament.json").read_text())
            assert {name: written[name] for name in again.__dict__} == again.__dict__
            return {
                name: content.replace(str(record).encode(), b"")
                for name, content in files_of(folder, record, again, results).items()
            }
        for file in (folder / RESULTS, record):
            file.write_bytes(file.read_bytes() + damage.encode())


def test_an_interrupted_tournament_comes_to_the_same_figures(tmp_path):
    """Whatever a crash has left in the files beyond the last whole part."""
    straight = play_through(tmp_path / "straight", 100)
    assert play_through(tmp_path / "halting", 1) == straight
    half_a_row = "48,16,0,greedy,0.0,-1"
    assert play_through(tmp_path / "broken", 2, damage=half_a_row) == straight
    assert replay_file(tmp_path / "straight.jsonl") == 60


def test_recording_changes_no_result(tmp_path):
    results = []
    for record in (None, tmp_path / "games.jsonl"):
        settings = some_settings(record)
        folder = new_folder(tmp_path / f"{record is None}", settings)
        results.append(play_on(folder, settings, contest_of(settings), 1, lambda games: None))
    assert the_same(*results)


def test_a_record_that_is_gone_is_not_begun_anew(tmp_path):
    record = tmp_path / "games.jsonl"
    settings = some_settings(record)
    folder = new_folder(tmp_path / "t", settings)
    play_on(folder, settings, contest_of(settings), 1, Interrupt(1))
    record.unlink()
    with pytest.raises(ValueError, match="is not there any more"):
        play_on(folder, settings, contest_of(settings), 1, Interrupt(9))


def network(folder: Path, seed: int) -> str:
    """An untrained network for games of two, as an agent's name."""
    torch.manual_seed(seed)
    game = find_game(GAME)
    folder.mkdir(exist_ok=True)
    card = PolicyCard(GAME, game.version, {"num_players": 2}, (16,), seed, 0, 0.0, {})
    save_policy(folder, PolicyNetwork(game.observation_size(2), (16,), game.num_actions), card)
    return f"ppo-sampled:{folder}"


def test_networks_too_come_to_the_same_results_on_any_number_of_threads(tmp_path):
    entrants = ["greedy", network(tmp_path / "n", 1), "random"]
    before, played = torch.get_num_threads(), []
    try:
        for threads in (1, 2):
            torch.set_num_threads(threads)
            played.append(
                play_tournament(GAME, entrants, games=120, seed=2, threads=threads, preset="mini")
            )
    finally:
        torch.set_num_threads(before)
    assert the_same(*played)


def test_a_tournament_does_not_go_on_with_other_weights(tmp_path):
    names = ["greedy", network(tmp_path / "n", 1)]
    rules = find_game(GAME).rules(**find_game(GAME).presets["mini"])
    contest = new_contest(GAME, rules, make_agents(names, GAME, rules, 1), 60, False, 1)
    settings = settings_of(contest, names, 60, False, None)
    folder = new_folder(tmp_path / "t", settings)
    assert contest_of(read_settings(folder)).entrants == contest.entrants
    network(tmp_path / "n", 2)
    with pytest.raises(ValueError, match=r"The weights of ppo-sampled.* have changed;.*\.$"):
        contest_of(read_settings(folder))


def test_agents_begin_anew_with_each_part(monkeypatch):
    """So a part can be played by itself."""
    rules = find_game(GAME).rules(**find_game(GAME).presets["mini"])
    contest = new_contest(GAME, rules, make_agents(ENTRANTS, GAME, rules, 1), 60, False, 1)
    parts = list(contest.parts())
    in_order = [contests.play_part(contest, part)[0] for part in parts]
    backwards = [contests.play_part(contest, part)[0] for part in reversed(parts)]
    assert len(parts) > 2
    assert all(the_same(*pair) for pair in zip(in_order, reversed(backwards)))


def test_a_faulty_folder_is_refused(tmp_path):
    settings = some_settings(None)
    folder = new_folder(tmp_path / "t", settings)
    with pytest.raises(ValueError, match="holds a tournament already"):
        new_folder(folder, settings)
    (folder / RESULTS).write_text("game,deal\n1,2\n")
    with pytest.raises(ValueError, match="does not begin with the columns"):
        play_on(folder, settings, contest_of(settings), 1, lambda games: None)
    header = ",".join(
        ("game", "deal", "seat", "agent", "win_share", "utility", "score", "outright", "truncated")
    )
    for row in ("0,0,0,nobody,0,0,0,0,0", "0,0,1,greedy,0,0,0,0,0", "0,0,0,greedy,x,0,0,0,0", "0"):
        (folder / RESULTS).write_text(f"{header}\n{row}\n{row}\n")
        with pytest.raises(ValueError, match="line 2, is no row of this tournament"):
            play_on(folder, settings, contest_of(settings), 1, lambda games: None)
    right = json.loads((folder / "tournament.json").read_text())
    wrong = {"games": "x", "deals_at_once": -1, "seed": None, "weights": [], "agents": [1]}
    for faulty in ({}, *(right | {name: value} for name, value in wrong.items())):
        (folder / "tournament.json").write_text(json.dumps(faulty))
        with pytest.raises(ValueError, match="is not the folder of a tournament"):
            read_settings(folder)


def test_ctrl_c_keeps_what_was_played(tmp_path):
    words = ["tournament", "ismcts:3:random", "random", "--preset", "mini", "--games", "1000000"]
    environment = {**os.environ, "SICILIANOS_QUIET": "1", "COLUMNS": "200"}
    process = subprocess.Popen(
        [*COMMAND, *words, "--out", "t"], cwd=tmp_path, env=environment, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    until = time.monotonic() + 300
    while not (tmp_path / "t" / RESULTS).exists() and time.monotonic() < until:
        time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    told, faults = process.communicate(timeout=300)
    assert process.returncode == 130, faults
    assert "Stopped:" in told and "sicilianos tournament --resume t" in told
    assert "share of wins" in told and "Traceback" not in faults
    kept = len((tmp_path / "t" / RESULTS).read_text().splitlines()) - 1
    assert kept > 0 and kept % (8 * 2 * 2) == 0
    assert (tmp_path / "t" / "report.html").exists()


def test_the_command_line_of_a_report_plays_it_again():
    """All settings stand in it."""
    rules = find_game(GAME).rules(num_players=2, hand_limit=7, notes=(1, 1, 1, 1, 1))
    agents = make_agents(["greedy", "random"], GAME, rules, 3)
    contest = new_contest(GAME, rules, agents, 40, True, 3)
    command = settings_of(contest, ["greedy", "random"], 40, True, None).command()
    assert command == (
        "sicilianos tournament greedy random --game sicilianos --players 2 "
        "--option 'notes=[1, 1, 1, 1, 1]' --option hand_limit=7 --games 40 --seed 3 --repetition"
    )
