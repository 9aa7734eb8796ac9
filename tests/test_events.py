"""What a match tells of what happened: enough to follow the game, and nothing hidden."""

from __future__ import annotations

import random
import re

import pytest
from twins import twin_of

from sicilianos_env import games, load, new_match

CARD = re.compile(r"\b[a-z]+ \d+\b")


@pytest.mark.parametrize("name", games())
def test_events_name_no_card_that_the_viewer_does_not_know(name):
    twin = twin_of(name)
    for seed, options in enumerate(twin.OPTIONS):
        match, choose = new_match(name, seed=seed, **options), random.Random(seed)
        dtype = match.game.observation_record(match.rules.num_players)
        for _ in range(80):
            if match.over:
                break
            match.play(choose.choice(match.legal()))
            for viewer in range(match.rules.num_players):
                shown = match.observation(viewer).view(dtype)[0]
                known = set(twin.shown_cards(shown, viewer))
                for event in match.events:
                    if event.seat != viewer:
                        told = " ".join((event.seen[viewer], *event.then[viewer]))
                        assert set(CARD.findall(told)) & twin.CARDS <= known, (told, options)


def row(seat: int, colour: str, stake: int, face_down: str) -> dict[str, object]:
    return {
        "seat": seat, "colour": colour, "stake": stake, "face_up": [], "face_down": [face_down],
        "in": True, "turncoat_to": None,
    }  # fmt: skip


def war_before_the_last_pass(second: str) -> dict[str, object]:
    rows = [row(0, "red", 20000, "red 9"), row(1, "blue", 50000, second)]
    return {
        "game": "sicilianos", "rules": {"num_players": 3}, "phase": "join", "to_move": 2,
        "seats": [{"hand": []}, {"hand": []}, {"hand": ["white 2"]}],
        "war": {"opener": 0, "round": 1, "rows": rows},
    }  # fmt: skip


def test_a_war_is_told_to_everybody():
    match = load(war_before_the_last_pass("blue 7"))
    match.play("pass")
    told = ("seat 0 turns up red 9", "seat 1 turns up blue 7", "seat 0 washes 40,000")
    assert set(match.events[0].then[2]) == set(told)


def test_a_war_without_a_winner_is_told():
    match = load(war_before_the_last_pass("blue 9"))
    match.play("pass")
    assert "nobody wins the war; the stakes are lost" in match.events[0].then[1]


def test_a_drawn_card_is_told_to_its_owner_alone():
    match = new_match("sicilianos", seed=2)
    seat = match.to_move
    match.play("draw red")
    (mine,) = match.events[0].then[seat]
    (theirs,) = match.events[0].then[(seat + 1) % 3]
    assert re.fullmatch(f"seat {seat} gets red \\d+", mine)
    assert theirs == f"seat {seat} gets a red card"
