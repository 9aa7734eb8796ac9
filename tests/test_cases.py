"""Positions with expected results, in each game's `golden/cases.json`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import sicilianos_env
from sicilianos_env import Match, games, load

GAMES = Path(sicilianos_env.__file__).parent / "games"


def all_cases() -> list[Any]:
    found = []
    for game in games():
        file = GAMES / game / "golden" / "cases.json"
        assert file.exists(), f"{game} has no cases: write {file.relative_to(GAMES)}"
        for case in json.loads(file.read_text(encoding="utf-8")):
            found.append(pytest.param(case, id=f"{game}: {case['name']}"))
    return found


def winners(match: Match) -> list[int]:
    utilities = match.utilities()
    return [seat for seat, utility in enumerate(utilities) if utility == max(utilities)]


def by_seat(field: str, wanted: dict[str, Any], position: dict[str, Any]) -> dict[str, Any]:
    """What the seats named in `wanted` have of a field; sets are sorted."""
    found = {seat: position["seats"][int(seat)][field] for seat in wanted}
    return {seat: sorted(x) if isinstance(x, list) else x for seat, x in found.items()}


def found_for(what: str, wanted: Any, match: Match) -> Any:
    position = match.position()
    if what == "legal":
        return sorted(match.legal())
    if what == "position":
        return position
    if what in ("phase", "to_move", "over"):
        return getattr(match, what)
    if what == "winners":
        return winners(match)
    if what == "scores":
        return {seat: match.scores()[int(seat)] for seat in wanted}
    if what == "deck":
        return {colour: position["decks"][colour] for colour in wanted}
    if what == "hand":
        return {seat: len(position["seats"][int(seat)]["hand"]) for seat in wanted}
    return by_seat({"hand_cards": "hand"}.get(what, what), wanted, position)


def sorted_sets(what: str, wanted: Any) -> Any:
    if what == "legal":
        return sorted(wanted)
    if what in ("hand_cards", "businesses"):
        return {seat: sorted(things) for seat, things in wanted.items()}
    return wanted


@pytest.mark.parametrize("compiled", [False, True], ids=["interpreted", "compiled"])
@pytest.mark.parametrize("case", all_cases())
def test_case(case: dict[str, Any], compiled: bool) -> None:
    match = load(case["position"], compiled=compiled)
    if "before" in case:
        assert sorted(match.legal()) == sorted(case["before"])
    for action in case["do"]:
        if isinstance(action, str):
            match.play(action)
        else:
            match.play(action[0], outcome=action[1])
    for what, wanted in case["expect"].items():
        assert found_for(what, wanted, match) == sorted_sets(what, wanted), what
