"""Positions with expected results: each game's `golden/cases/`, one file a section of RULES.md.

A case names the `clauses` that it pins and what to do:

- the start: a `position`, or a new match of `options` (and `seed`, 0 if it is not given);
- `before`: the legal actions at the start;
- `do`: the actions, each a text or `[text, chance outcome]`;
- `expect`: what is to be found then, by the names of FINDERS below;
- `refused` in place of `expect`: words of the sentence that refuses the last action, or the start
  where nothing is done.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import sicilianos_env
from sicilianos_env import Match, games, load, new_match
from sicilianos_env.engine.game import IllegalMoveError, InvalidMoveError, PositionError
from sicilianos_env.jit import enabled

GAMES = Path(sicilianos_env.__file__).parent / "games"
CLAUSE = re.compile(r"^\*\*(\d+\.\d+)\*\*|^\| ([A-Z]\d+) \|", re.MULTILINE)


def cases_of(game: str) -> list[dict[str, Any]]:
    found = []
    for file in sorted((GAMES / game / "golden" / "cases").glob("*.json")):
        found += json.loads(file.read_text(encoding="utf-8"))
    return found


def all_cases() -> list[Any]:
    return [
        pytest.param(case, game, id=f"{game}: {case['name']}")
        for game in games()
        for case in cases_of(game)
    ]


# --- What a case may expect


def winners(match: Match) -> list[int]:
    assert match.over
    utilities = match.utilities()
    return [seat for seat, utility in enumerate(utilities) if utility == max(utilities)]


def sorted_if_set(thing: Any) -> Any:
    return sorted(thing) if isinstance(thing, list) else thing


def of_seats(field: str, match: Match, wanted: dict[str, Any]) -> dict[str, Any]:
    """What the seats named in `wanted` have of a field; sets are sorted."""
    seats = match.position()["seats"]
    return {seat: sorted_if_set(seats[int(seat)][field]) for seat in wanted}


def at_path(position: Any, path: str) -> Any:
    """`seats.0.washed`: a place in a position."""
    for step in path.split("."):
        position = position[int(step)] if isinstance(position, list) else position[step]
    return position


def told(match: Match, seat: int) -> list[str]:
    """What a seat saw of the last action and of all that followed from it."""
    return [text for event in match.events for text in event.told(seat)]


def view_lines(match: Match, seat: int) -> str:
    """A seat's view with single spaces."""
    return "\n".join(" ".join(line.split()) for line in match.view(seat).splitlines())


def those_in(texts: list[str], whole: Any) -> list[str]:
    return [text for text in texts if text in whole]


FINDERS: dict[str, Any] = {
    "legal": lambda match, wanted: sorted(match.legal()),
    "position": lambda match, wanted: match.position(),
    "phase": lambda match, wanted: match.phase,
    "to_move": lambda match, wanted: match.to_move,
    "over": lambda match, wanted: match.over,
    "truncated": lambda match, wanted: match.truncated,
    "winners": lambda match, wanted: winners(match),
    "scores": lambda match, wanted: {seat: match.scores()[int(seat)] for seat in wanted},
    "utilities": lambda match, wanted: {kind: match.utilities(kind) for kind in wanted},
    # the cards in a hand: how many, and which
    "hand": lambda match, wanted: {
        seat: len(match.position()["seats"][int(seat)]["hand"]) for seat in wanted
    },
    "hand_cards": lambda match, wanted: of_seats("hand", match, wanted),
    "washed": lambda match, wanted: of_seats("washed", match, wanted),
    "businesses": lambda match, wanted: of_seats("businesses", match, wanted),
    "deck": lambda match, wanted: {colour: match.position()["decks"][colour] for colour in wanted},
    "max_decisions": lambda match, wanted: match.rules.max_decisions,
    # places in the position, by path
    "at": lambda match, wanted: {path: at_path(match.position(), path) for path in wanted},
    # the equally likely outcomes of an action, with how often each is among them
    "outcomes": lambda match, wanted: {
        action: dict(Counter(match.outcomes(action))) for action in wanted
    },
    # by seat: texts that its view shows, or does not show
    "view": lambda match, wanted: {
        seat: those_in(texts, view_lines(match, int(seat))) for seat, texts in wanted.items()
    },
    "view_lacks": lambda match, wanted: {
        seat: [text for text in texts if text not in view_lines(match, int(seat))]
        for seat, texts in wanted.items()
    },
    # by seat: what it saw, or did not see, of the last action and what followed
    "told": lambda match, wanted: {
        seat: those_in(texts, told(match, int(seat))) for seat, texts in wanted.items()
    },
    "told_lacks": lambda match, wanted: {
        seat: [text for text in texts if text not in told(match, int(seat))]
        for seat, texts in wanted.items()
    },
    # by seat: all that it saw of that, in order
    "told_all": lambda match, wanted: {seat: told(match, int(seat)) for seat in wanted},
}


def comparable(what: str, wanted: Any) -> Any:
    if what == "legal":
        return sorted(wanted)
    if what in ("hand_cards", "businesses"):
        return {seat: sorted(things) for seat, things in wanted.items()}
    if what == "utilities":
        return {kind: pytest.approx(utilities) for kind, utilities in wanted.items()}
    return wanted


# --- Playing a case


def start(case: dict[str, Any], game: str, compiled: bool) -> Match:
    if "position" in case:
        return load(case["position"], compiled=compiled)
    return new_match(game, seed=case.get("seed", 0), compiled=compiled, **case["options"])


def play(match: Match, action: str | list[Any]) -> None:
    if isinstance(action, str):
        match.play(action)
    else:
        match.play(action[0], outcome=action[1])


def assert_refused(case: dict[str, Any], game: str, compiled: bool) -> None:
    words = f"{re.escape(case['refused'])}.*[.]$"  # one sentence
    if not case.get("do"):
        with pytest.raises(PositionError if "position" in case else ValueError, match=words):
            start(case, game, compiled)
        return
    match = start(case, game, compiled)
    for action in case["do"][:-1]:
        play(match, action)
    before = match.position()
    with pytest.raises((InvalidMoveError, IllegalMoveError), match=words):
        play(match, case["do"][-1])
    assert match.position() == before


WAYS = ["interpreted", "compiled"] if enabled() else ["interpreted"]


@pytest.mark.parametrize("compiled", [way == "compiled" for way in WAYS], ids=WAYS)
@pytest.mark.parametrize(("case", "game"), all_cases())
def test_case(case: dict[str, Any], game: str, compiled: bool) -> None:
    if "refused" in case:
        assert_refused(case, game, compiled)
        return
    match = start(case, game, compiled)
    if "before" in case:
        assert sorted(match.legal()) == sorted(case["before"])
    for action in case.get("do", []):
        play(match, action)
    assert set(match.action_mask().tolist()) <= {0, 1}
    for what, wanted in case["expect"].items():
        assert FINDERS[what](match, wanted) == comparable(what, wanted), what


# --- Every clause has a case


@pytest.mark.parametrize("game", games())
def test_every_clause_and_ruling_has_a_case(game: str) -> None:
    rules = (GAMES / game / "RULES.md").read_text(encoding="utf-8")
    clauses = [number or tag for number, tag in CLAUSE.findall(rules)]
    assert clauses, f"games/{game}/RULES.md has no clauses of the form **1.1**"
    pinned = {clause for case in cases_of(game) for clause in case["clauses"]}
    missing = [clause for clause in clauses if clause not in pinned]
    assert not missing, f"{game}: no case in golden/cases/ pins {', '.join(missing)}"
    unknown = sorted(pinned - set(clauses))
    assert not unknown, f"{game}: cases name clauses that RULES.md lacks: {', '.join(unknown)}"


@pytest.mark.parametrize("game", games())
def test_cases_are_well_formed(game: str) -> None:
    names = Counter(case["name"] for case in cases_of(game))
    assert [name for name, count in names.items() if count > 1] == []
    for case in cases_of(game):
        assert ("position" in case) != ("options" in case), case["name"]
        assert ("expect" in case) != ("refused" in case), case["name"]
        assert set(case.get("expect", {})) <= set(FINDERS), case["name"]
        assert case["clauses"], case["name"]
