"""The field keeps its promise: the same games for everybody, today and later.

`field_v1.json` holds what the random agent got on the first deals when the field was published. If
a figure here changes, the rules, an agent of the field or the protocol has changed: what was
measured before cannot be compared any more, and the field needs a new name.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sicilianos_agents import make_agent
from sicilianos_agents.registry import compiled_agents, field
from sicilianos_env import games
from sicilianos_env.engine.registry import find_game
from sicilianos_training.tournament.contest import play_part
from sicilianos_training.tournament.field import DEALS, FIELD, field_contest, measured
from sicilianos_training.tournament.results import Results, joined

PUBLISHED = Path(__file__).parent / f"{FIELD.replace('-', '_')}.json"
FIRST_DEALS = 60

every_game = pytest.mark.parametrize("game", games())


def played(game: str, name: str, deals: int, **options: Any) -> Results:
    rules = find_game(game).rules(**options)
    contest = field_contest(game, rules, make_agent(name, game, 1, rules=rules), deals)
    return joined([play_part(contest, part)[0] for part in contest.parts()])


def figures(game: str) -> dict[str, Any]:
    found = measured(played(game, "random", FIRST_DEALS), game, find_game(game).rules())
    return {
        "version": find_game(game).version,
        "members": list(field(game)),
        "win_share": found.win_share.mean,
        "score": found.score.mean,
        "against": {name: share.mean for name, share in found.against.items()},
    }


@every_game
def test_the_field_is_as_it_was_published(game: str) -> None:
    published = json.loads(PUBLISHED.read_text())[game]
    now = figures(game)
    assert now["version"] == published["version"] and now["members"] == published["members"]
    for name in ("win_share", "score", "against"):
        assert now[name] == pytest.approx(published[name], abs=1e-9)


@every_game
def test_its_agents_are_compiled_ones(game: str) -> None:
    assert set(field(game)) <= set(compiled_agents(game)[0])
    assert len(field(game)) >= 4


@every_game
@pytest.mark.parametrize("most", [False, True])
def test_rivals_sit_equally_often_beside_the_agent(game: str, most: bool) -> None:
    contract = find_game(game)
    players = contract.max_players if most else contract.rules().num_players
    contest = field_contest(
        game, contract.rules(num_players=players), make_agent("random", game, 1)
    )
    rivals = len(field(game))
    assert contest.num_deals == DEALS
    assert (np.sort(contest.lineups)[:, -1] == rivals).all()
    assert ((contest.lineups == rivals).sum(axis=1) == 1).all()
    seats = np.bincount(contest.lineups.ravel(), minlength=rivals)[:rivals]
    assert seats.max() - seats.min() <= players
    if rivals >= players - 1:
        assert all(len(set(lineup)) == players for lineup in contest.lineups.tolist())


def test_fewer_deals_are_the_first_ones() -> None:
    few, more = (played("scopa", "greedy", deals) for deals in (20, 50))
    for name in ("seating", "deals", "utilities", "scores"):
        np.testing.assert_array_equal(getattr(few, name), getattr(more, name)[: 20 * 2])


def test_a_stronger_agent_gets_more_of_the_field() -> None:
    shares = [
        measured(played("sicilianos", name, 200), "sicilianos", find_game("sicilianos").rules())
        for name in ("random", "greedy", "consigliere")
    ]
    assert shares[0].win_share.high < shares[1].win_share.low
    assert shares[1].win_share.high < shares[2].win_share.low


def test_roles_are_told_apart() -> None:
    found = measured(played("padrino", "consigliere", 200), "padrino", find_game("padrino").rules())
    assert found.by_seat.keys() == {"Boss", "Bodyguard", "Wife", "Accountant", "Daughter"}
    assert found.by_seat["Boss"].low > found.by_seat["Daughter"].high


@pytest.mark.parametrize("deals", [0, 1, DEALS + 1])
def test_a_number_of_deals_that_cannot_be_is_one_sentence(deals: int) -> None:
    rules = find_game("scopa").rules()
    with pytest.raises(ValueError, match=r"field-v1 has 1,000 deals; .*\.$"):
        field_contest("scopa", rules, make_agent("random", "scopa", 1), deals)


if __name__ == "__main__":  # when a field is published
    PUBLISHED.write_text(json.dumps({game: figures(game) for game in games()}, indent=1) + "\n")
