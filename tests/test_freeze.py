"""Wars frozen out of whole games go on as they would there."""

from __future__ import annotations

import random

import pytest
from budget import budget

import sicilianos_env
from sicilianos_env import Match, PositionError, freeze, load, new_match
from sicilianos_env.engine.reading import listed

WAR_PHASES = ("join", "stake", "turncoat", "bomb", "continue", "split")
OPTIONS = [{}, {"num_players": 5, "stakes": "hidden"}, {"war_ends": "last_standing"}]


def wars(seed: int, **options: object) -> list[Match]:
    """Positions in the wars of a random game, by loading: so no memories."""
    choose, match, found = random.Random(seed), new_match("sicilianos", seed=seed, **options), []
    while not match.over and len(found) < 40:
        if match.phase in WAR_PHASES:
            found.append(load(match.position()))
        legal = match.legal()
        plays = [action for action in legal if action.startswith("play")]
        match.play(choose.choice(plays if plays and choose.random() < 0.5 else legal))
    return found


def assert_same_war(whole: Match, part: Match, seed: int) -> None:
    """Both go on alike to the end, with the same money."""
    choose = random.Random(seed)
    washed = [seat["washed"] for seat in whole.position()["seats"]]
    while part.phase in WAR_PHASES:
        assert (part.phase, part.to_move, part.legal()) == (
            whole.phase,
            whole.to_move,
            whole.legal(),
        )
        assert part.view(part.to_move).split("\n\n")[1] == whole.view(part.to_move).split("\n\n")[1]
        action = choose.choice(part.legal())
        part.play(action)
        whole.play(action)
    assert whole.phase not in WAR_PHASES
    after = [seat["washed"] - old for seat, old in zip(whole.position()["seats"], washed)]
    assert [seat["washed"] for seat in part.position()["seats"]] == after


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_a_frozen_war_goes_on_as_in_the_whole_game(options: dict[str, object]) -> None:
    phases = set()
    for seed in range(budget(6, 60)):
        for number, whole in enumerate(wars(seed, **options)):
            phases.add(whole.phase)
            part = freeze(whole)
            assert part.position()["seats"][0]["hand"] == whole.position()["seats"][0]["hand"]
            assert_same_war(whole, part, number)
    assert phases >= {"join", "stake", "turncoat", "bomb"}


def test_a_war_about_to_be_opened_can_be_frozen() -> None:
    match = new_match("sicilianos", seed=4)
    while match.phase != "turn":
        match.play(match.legal()[0])
    war = freeze(match, note_value=0.5)
    assert (war.game.name, war.phase, war.to_move) == ("gang_war", "join", match.to_move)
    opening = [action for action in match.legal() if action.startswith("play")]
    assert war.legal() == ["pass", *opening]
    assert war.rules.note_value == 0.5
    position = war.position()
    dealt = [sum(hand) for hand in war.rules.hands]
    assert dealt == [len(seat["hand"]) for seat in position["seats"]]


def test_the_options_follow_the_game() -> None:
    match = new_match("sicilianos", seed=1, preset="mini", draft=3)
    while match.phase != "turn":
        match.play(match.legal()[0])
    rules = freeze(match).rules
    assert (rules.values, rules.families) == (match.rules.values, match.rules.families)
    assert rules.bomb_targets == match.rules.bomb_targets
    assert rules.notes_of_seats == (match.rules.notes,) * 2


def test_empty_piles_are_kept() -> None:
    match = new_match("sicilianos", seed=4)
    while match.phase != "turn":
        match.play(match.legal()[0])
    position = match.position()
    types = ("laundry", "restaurant", "antique shop")
    for seat, business in zip((0, 1, 2), types):
        position["seats"][seat]["businesses"] = [f"red {business}"]
    position["piles"]["red"] = []
    assert freeze(load(position)).rules.empty_piles == ("red",)


def test_where_there_is_no_war_nothing_is_frozen() -> None:
    match = new_match("sicilianos", seed=1)
    phases = listed(("turn", *WAR_PHASES))
    with pytest.raises(PositionError, match=f"in phase 'draft'; it must be {phases}[.]$"):
        freeze(match)
    with pytest.raises(PositionError, match=r"^No part of scopa can be frozen[.]$"):
        freeze(new_match("scopa"))
    while match.phase != "turn":
        match.play(match.legal()[0])
    with pytest.raises(PositionError, match=r"^note_value is 11; it must be a number from"):
        freeze(match, note_value=11)
    with pytest.raises(PositionError, match=r"^rules has no field 'price'"):
        freeze(match, price=1)
    assert "freeze" in sicilianos_env.__all__
