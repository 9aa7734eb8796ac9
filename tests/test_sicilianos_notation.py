"""The notation of Sicilianos: actions, chance and positions in words, and what a player may see."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import numpy as np
import pytest

import sicilianos_env
from sicilianos_env.engine.game import (
    CHANCE,
    OVER,
    IllegalMoveError,
    InvalidMoveError,
    PositionError,
)
from sicilianos_env.engine.records import opened
from sicilianos_env.games.sicilianos import rules as play
from sicilianos_env.games.sicilianos.actions import CARD, DRAW, NUM_ACTIONS, ROLL, STEAL_FROM
from sicilianos_env.games.sicilianos.components import CARD_NAMES, FAMILIES
from sicilianos_env.games.sicilianos.loading import load
from sicilianos_env.games.sicilianos.notation import (
    action_text,
    outcome_text,
    parse_action,
    parse_outcome,
    position,
)
from sicilianos_env.games.sicilianos.observation import SEAT_SIZE, TABLE_SIZE, observe
from sicilianos_env.games.sicilianos.options import PRESETS, RULES, Rules
from sicilianos_env.games.sicilianos.seen import seen_outcome
from sicilianos_env.games.sicilianos.state import DICE, PHASES, STATE, THEFT
from sicilianos_env.games.sicilianos.view import view

OPTIONS = (
    {"num_players": 2},
    {"num_players": 3},
    {"num_players": 4, "stakes": "hidden"},
    {"num_players": 5, "war_ends": "last_standing"},
    {"num_players": 6},
    PRESETS["mini"],
    {**PRESETS["mini"], "war_ends": "last_standing", "stakes": "hidden", "draft": 0},
    {"num_players": 3, "influence_die": (1, 1, 4), "notes": (3, 3, 0, 0, 1), "max_turns": 20},
)


class Game:
    """One interpreted game, by ids; chance follows a generator."""

    def __init__(self, options: Rules, chance: random.Random, memory: Any = None) -> None:
        self.options, self.chance = options, chance
        self.memory = np.zeros(STATE.itemsize, np.uint8) if memory is None else memory
        self.rules, self.state = opened(options.to_record(), RULES), opened(self.memory, STATE)
        if memory is None:
            play.start(self.rules, self.state)
            self.draw_lots()

    def draw_lots(self) -> None:
        while self.state.to_move == CHANCE:
            size = play.chance_size(self.rules, self.state)
            if size < 0:
                order = np.array(self.chance.sample(range(-size), -size))
                play.shuffled(self.rules, self.state, order)
            else:
                play.resolve_chance(self.rules, self.state, self.chance.randrange(size))

    def legal(self) -> list[int]:
        mask = np.zeros(NUM_ACTIONS, np.int8)
        play.legal_mask(self.rules, self.state, mask)
        return np.flatnonzero(mask).tolist()

    def step(self, action: int) -> None:
        play.step(self.rules, self.state, action)
        self.draw_lots()

    @property
    def over(self) -> bool:
        return bool(self.state.to_move == OVER)

    def position(self) -> dict[str, Any]:
        return position(self.options, self.state)

    def text(self, action: int) -> str:
        return action_text(self.rules, self.state, action)

    def parse(self, text: str) -> int:
        return parse_action(self.rules, self.state, text)

    def act(self, *texts: str) -> None:
        for text in texts:
            action = self.parse(text)
            assert action in self.legal(), text
            self.step(action)


def loaded(given: dict[str, Any], seed: int = 0) -> Game:
    options, memory = load(given)
    return Game(options, random.Random(seed), memory)


def moments(options: dict[str, Any], seed: int) -> Iterator[Game]:
    """A random game, at each of its decisions and at its end."""
    game = Game(Rules(**options), random.Random(seed))
    while not game.over:
        yield game
        game.step(game.chance.choice(game.legal()))
    yield game


# --- Actions

TURN = {
    "game": "sicilianos",
    "rules": {"num_players": 3},
    "phase": "turn",
    "to_move": 1,
    "seats": [{"hand": ["red 1"]}, {"hand": ["red 7", "green 4"]}, {"hand": ["black 5", "red 2"]}],
}
STEAL = {
    **TURN,
    "phase": "steal",
    "dice": {"colours": ["red", "black"], "influence": "hand"},
}
PICK = {
    **TURN,
    "phase": "pick",
    "dice": {"colours": ["red", "white"], "influence": "one"},
    "searched": "white",
}


@pytest.mark.parametrize("options", OPTIONS)
def test_every_legal_action_has_a_text_of_its_own_that_reads_back(options):
    for game in moments(options, seed=1):
        texts = [game.text(action) for action in game.legal()]
        assert [game.parse(text) for text in texts] == game.legal()
        assert len(set(texts)) == len(texts)


def test_action_texts_are_those_of_the_rules():
    assert [loaded(TURN).text(a) for a in loaded(TURN).legal()] == [
        "roll",
        "play red 7",
        "play green 4",
    ]
    assert [loaded(STEAL).text(a) for a in loaded(STEAL).legal()] == [
        "steal black from 2",
        "steal red from 2",
        "steal red from 0",
    ]
    assert loaded(PICK).text(loaded(PICK).legal()[-1]) == "pick white 11"


FIXED = (
    "roll", "pass", "draw red", "search red", "stake 50000", "family", "turncoat", "found laundry",
    "found restaurant", "found antique shop", "take business", "take money", "steal red from 2",
)  # fmt: skip


@pytest.mark.parametrize("text", FIXED)
def test_an_action_that_is_not_legal_now_can_still_be_read(text):
    game = loaded(TURN)
    assert game.text(game.parse(text)) == text


def test_stealing_names_absolute_seats():
    game = loaded(STEAL)
    assert game.parse("steal yellow from 2") == STEAL_FROM
    assert game.parse("steal yellow from 0") == STEAL_FROM + 1


UNREADABLE = (
    ("pla red 7", "begins with roll"),
    ("", "begins with roll"),
    (" roll", "begins with roll"),
    ("Roll", "begins with roll"),
    ("roll again", "after 'roll' comes nothing"),
    ("draw purple", "after 'draw' comes a colour: yellow, black"),
    ("draw", "after 'draw' comes a colour"),
    ("play red 12", "a value from 1 to 11"),
    ("play red 07", "after 'play' comes a card"),
    ("play red 7 now", "after 'play' comes a card"),
    ("pick purple 7", "after 'pick' comes a card"),
    ("steal red from 9", "a seat from 0 to 2"),
    ("steal red from 1 now", "'from' and a seat from 0 to 2"),
    ("steal red", "'from' and a seat"),
    ("stake 7000", "a note: 5000, 10000"),
    ("found bakery", "laundry, restaurant or antique shop"),
    ("take all", "'business' or 'money'"),
    (None, "An action is a text"),
    (["roll"], "An action is a text"),
)


@pytest.mark.parametrize(("text", "fault"), UNREADABLE)
def test_unreadable_actions_are_refused_with_the_allowed_form(text, fault):
    with pytest.raises(InvalidMoveError, match=fault) as refused:
        loaded(TURN).parse(text)
    assert str(refused.value).endswith(".") and "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("given", "text"),
    [
        (TURN, "pick red 7"),
        (TURN, "bomb red 7"),
        (PICK, "play white 7"),
        (STEAL, "steal red from 1"),
        ({**TURN, "phase": "over", "to_move": None}, "steal red from 1"),
    ],
)
def test_actions_without_an_id_in_this_phase_are_not_allowed(given, text):
    assert loaded(given).parse(text) is None
    match = sicilianos_env.load(given)
    before = match.position()
    with pytest.raises(IllegalMoveError, match=f"'{text}' is not allowed"):
        match.play(text)
    assert match.position() == before


# --- Chance


def rolling(**options: Any) -> Game:
    game = loaded({**TURN, "rules": {"num_players": 3, **options}})
    play.step(game.rules, game.state, ROLL)
    assert game.state.phase == DICE
    return game


def test_dice_in_words():
    game = rolling(influence_die=[1, 0, 2])
    size = play.chance_size(game.rules, game.state)
    texts = [outcome_text(game.rules, game.state, outcome) for outcome in range(size)]
    assert texts[0] == "two yellow yellow" and texts[-1] == "hand white white"
    assert len(set(texts)) == size - 36  # two faces show a hand
    for text in texts:
        outcome = parse_outcome(game.rules, game.state, text)
        assert outcome_text(game.rules, game.state, outcome) == text


def test_dice_lie_in_the_order_named():
    game = rolling()
    outcome = parse_outcome(game.rules, game.state, "hand red black")
    play.resolve_chance(game.rules, game.state, outcome)
    assert game.position()["dice"] == {"colours": ["red", "black"], "influence": "hand"}


@pytest.mark.parametrize(
    "text", ["two red", "two red purple", "three red red", "two red red red", "one red red", "", 3]
)
def test_impossible_dice_are_refused(text):
    game = rolling(influence_die=[1, 0, 2])
    with pytest.raises(InvalidMoveError):
        parse_outcome(game.rules, game.state, text)


def test_dice_do_not_show_families_out_of_play():
    game = Game(Rules(**PRESETS["mini"]), random.Random(1))
    game.state.phase = DICE
    with pytest.raises(InvalidMoveError, match="yellow, black, red and blue"):
        parse_outcome(game.rules, game.state, "two red green")


def test_a_stolen_card_in_words():
    game = loaded({**STEAL, "seats": [{"hand": []}, {"hand": []}, {"hand": ["red 2", "red 9"]}]})
    play.step(game.rules, game.state, game.parse("steal red from 2"))
    assert game.state.phase == THEFT
    assert [outcome_text(game.rules, game.state, i) for i in range(2)] == ["red 2", "red 9"]
    assert parse_outcome(game.rules, game.state, "red 9") == 1
    for text in ("red 3", "blue 9", "9", None):
        with pytest.raises(InvalidMoveError):
            parse_outcome(game.rules, game.state, text)


def test_the_shuffle_and_the_starting_player_in_words():
    game = Game(Rules(**PRESETS["mini"]), random.Random(1))
    game.memory[:] = 0
    play.start(game.rules, game.state)
    cards = [CARD_NAMES[card] for card in game.rules.cards[: game.rules.num_cards]][::-1]
    order = parse_outcome(game.rules, game.state, cards)
    assert outcome_text(game.rules, game.state, order) == cards
    assert seen_outcome(game.rules, game.state, order, 0) == "the cards are shuffled"
    play.shuffled(game.rules, game.state, order)
    assert outcome_text(game.rules, game.state, 1) == "1"
    play.resolve_chance(game.rules, game.state, parse_outcome(game.rules, game.state, "1"))
    assert game.position()["decks"]["red"] == ["red 10", "red 8", "red 5", "red 3", "red 1"]
    assert game.position()["turn_of"] == 1


def test_an_impossible_shuffle_is_refused():
    game = Game(Rules(), random.Random(1))
    game.memory[:] = 0
    play.start(game.rules, game.state)
    for cards in ("red 7", ["red 7"], list(CARD_NAMES[:-1]) + ["red 7"], [None] * 66, None):
        with pytest.raises(InvalidMoveError, match="all 66 cards"):
            parse_outcome(game.rules, game.state, cards)


# --- Saving and loading


@pytest.mark.parametrize("options", OPTIONS)
def test_loading_a_saved_position_saves_the_same(options):
    seen = set()
    for seed in range(3):
        for game in moments(options, seed):
            saved = game.position()
            text = json.dumps(saved)
            again = loaded(json.loads(text))
            assert again.options == game.options
            assert json.dumps(again.position()) == text
            assert again.legal() == game.legal()
            seen.add(saved["phase"])
    assert seen >= {"turn", "stake", "business", "over"}


def test_random_games_reach_every_phase():
    seen = {"choose_draw"}  # too rare: nine cards in a hand
    for seed in range(3):
        seen |= {PHASES[game.state.phase] for game in moments(OPTIONS[4], seed)}
    assert seen == set(PHASES)


@pytest.mark.parametrize("options", OPTIONS)
def test_a_loaded_game_goes_on_like_the_one_saved(options):
    for moment, game in enumerate(moments(options, seed=3)):
        if moment % 23 or game.over:
            continue
        here = Game(game.options, random.Random(moment), game.memory.copy())
        there = loaded(game.position(), seed=moment)
        for _ in range(15):
            if here.over or there.over:  # the saved game does not tell how many turns it has had
                break
            action = here.legal()[moment % len(here.legal())]
            here.step(action)
            there.step(action)
            if not here.state.truncated:
                assert here.position() == there.position()


def test_a_saved_position_has_every_field():
    game = Game(Rules(num_players=2, first_player=1), random.Random(1))
    saved = game.position()
    notes = [5000, 5000, 10000, 10000, 20000, 20000, 40000, 40000, 50000, 50000]
    types = ["laundry", "restaurant", "antique shop"]
    assert list(saved) == [
        "game", "rules", "phase", "to_move", "turn_of", "dice", "decks", "piles", "war", "seats",
    ]  # fmt: skip
    assert saved["rules"] == {"num_players": 2, "first_player": 1}
    assert (saved["phase"], saved["to_move"], saved["turn_of"]) == ("draft", 1, 1)
    assert saved["dice"] is None and saved["war"] is None
    assert saved["piles"] == dict.fromkeys(FAMILIES, types)
    assert [len(saved["decks"][family]) for family in FAMILIES] == [11] * 6
    assert saved["seats"][0] == {"hand": [], "dirty": notes, "washed": 0, "businesses": []}


WAR = {
    "game": "sicilianos",
    "rules": {"num_players": 3},
    "phase": "continue",
    "to_move": 1,
    "turn_of": 0,
    "dice": None,
    "seats": [
        {
            "hand": ["red 1"],
            "dirty": [5000, 50000],
            "washed": 20000,
            "businesses": ["red antique shop"],
        },
        {"hand": ["red 7", "green 4"]},
        {"hand": ["black 5"]},
    ],
    "war": {
        "opener": 0,
        "round": 2,
        "rows": [
            {
                "seat": 0,
                "colour": "blue",
                "stake": 50000,
                "face_up": ["blue 9"],
                "face_down": ["blue 2"],
                "in": True,
                "turncoat_to": None,
            },
            {
                "seat": 1,
                "colour": "red",
                "stake": 5000,
                "face_up": ["red 4"],
                "face_down": [],
                "in": True,
                "turncoat_to": None,
            },
        ],
    },
}


def test_what_a_position_leaves_out_is_filled_in():
    saved = loaded(WAR).position()
    assert saved["decks"]["blue"] == [f"blue {v}" for v in (1, 3, 4, 5, 6, 7, 8, 10, 11)]
    assert saved["decks"]["red"] == [f"red {v}" for v in (2, 3, 5, 6, 8, 9, 10, 11)]
    assert saved["piles"]["red"] == ["laundry", "restaurant"]
    notes = [5000, 10000, 10000, 20000, 20000, 40000, 40000, 50000, 50000]
    assert saved["seats"][1]["dirty"] == notes  # less the stake of 5000
    assert saved["seats"][2] == {
        "hand": ["black 5"], "dirty": sorted([5000, *notes]), "washed": 0, "businesses": [],
    }  # fmt: skip
    assert saved["turn_of"] == 0 and saved["war"] == WAR["war"]
    assert loaded(TURN).position()["turn_of"] == 1


def test_sets_are_read_in_any_order():
    given = deepcopy(WAR)
    given["seats"][1]["hand"].reverse()
    given["seats"][0]["dirty"].reverse()
    given["piles"] = {"red": ["restaurant", "laundry"]}
    given["decks"] = {"white": [f"white {v}" for v in range(11, 0, -1)]}
    saved = loaded(given).position()
    assert saved["seats"] == loaded(WAR).position()["seats"]
    assert saved["piles"] == loaded(WAR).position()["piles"]
    assert saved["decks"]["white"][0] == "white 11"


def row(seat: int, *face_up: str, **fields: Any) -> dict[str, Any]:
    return {
        "seat": seat,
        "colour": face_up[0].split()[0],
        "stake": 5000,
        "face_up": list(face_up),
        "face_down": [],
        "in": True,
        "turncoat_to": None,
        **fields,
    }


def at_war(phase: str, to_move: int, *rows: dict[str, Any], war_round: int = 1) -> dict[str, Any]:
    return {
        "game": "sicilianos",
        "rules": {"num_players": 3},
        "phase": phase,
        "to_move": to_move,
        "seats": [{"hand": []}, {"hand": []}, {"hand": []}],
        "war": {"opener": rows[0]["seat"], "round": war_round, "rows": list(rows)},
    }


BOMBS = at_war("bomb", 2, row(1, "blue 5"), row(2, "yellow 5"), row(0, "red 3", "red 5"))


def test_bombs_left_out_are_those_last_in_a_row_from_the_asked_one_to_the_end_of_the_round():
    game = loaded(BOMBS)
    assert game.position()["war"]["bombs"] == ["yellow 5", "red 5"]
    game.act("family")
    assert game.position()["war"]["bombs"] == ["red 5"]
    buried = deepcopy(BOMBS)
    buried["war"]["rows"][2] = row(0, "red 5", "red 3")
    assert loaded(buried).position()["war"]["bombs"] == ["yellow 5"]


def test_bombs_given_are_kept():
    given = deepcopy(BOMBS)
    given["war"]["bombs"] = ["yellow 5"]
    assert loaded(given).position()["war"]["bombs"] == ["yellow 5"]


def test_bombs_wait_for_the_turncoats():
    game = loaded(at_war("turncoat", 0, row(0, "yellow 8"), row(1, "black 3"), row(2, "white 5")))
    game.act("family")
    assert game.position()["phase"] == "bomb"
    assert game.position()["war"]["bombs"] == ["white 5"]


def test_the_words_play_pick_and_bomb_follow_the_phase():
    assert [loaded(BOMBS).text(a) for a in loaded(BOMBS).legal()] == [
        "family",
        "bomb red 3",
        "bomb red 5",
    ]
    assert loaded(PICK).parse("pick white 1") == loaded(WAR).parse("play white 1")


def test_an_ally_may_found_after_the_split():
    split = at_war(
        "split", 1, row(0, "yellow 8", turncoat_to="black", **{"in": False}), row(1, "black 3")
    )
    game = loaded(split)
    game.act("take money")
    assert (game.position()["phase"], game.position()["to_move"]) == ("business", 0)
    assert loaded(game.position()).position() == game.position()


def test_the_end_keeps_whose_turn_it_was():
    over = {**TURN, "phase": "over", "to_move": None, "turn_of": 2}
    assert loaded(over).position()["turn_of"] == 2
    assert loaded(over).state.truncated  # nobody is broke and nobody Godfather
    broke = deepcopy(over)
    broke["seats"][0]["dirty"] = []
    assert loaded(broke).over and not loaded(broke).state.truncated
    del broke["turn_of"]
    assert loaded(broke).position()["turn_of"] is None
    assert loaded(loaded(broke).position()).over


def knows(game: Game, seat: int) -> set[str]:
    known = {CARD_NAMES[card] for card, bits in enumerate(game.state.knowers) if bits >> seat & 1}
    for colour, values in enumerate(game.state.decks):
        for value, bits in zip(values, game.state.deck_knowers[colour], strict=True):
            if bits >> seat & 1:
                known.add(f"{FAMILIES[colour]} {value}")
    return known


def test_players_know_their_hands_what_lies_open_and_their_own_card():
    game = loaded(WAR)
    assert knows(game, 0) == {"red 1", "blue 9", "red 4", "blue 2"}
    assert knows(game, 1) == {"red 7", "green 4", "blue 9", "red 4"}
    assert knows(game, 2) == {"black 5", "blue 9", "red 4"}
    assert game.state.owner_knowers[2].tolist() == [0, 0, 1]


def test_a_searcher_knows_the_deck_and_a_founder_the_pile():
    game = loaded(PICK)
    assert knows(game, 1) >= {f"white {value}" for value in range(1, 12)}
    assert knows(game, 0) == {"red 1"}
    founding = at_war("business", 1, row(0, "red 3"), row(1, "blue 9"))
    founding["seats"][0]["businesses"] = ["blue restaurant"]
    assert loaded(founding).state.owner_knowers[3].tolist() == [2, 1, 2]


UNREACHABLE = (
    lambda p: p["seats"][2].update(dirty=[]),  # nobody is asked to stake what he has not
    lambda p: p["seats"][0].update(dirty=[], washed=1_125_000),
    lambda p: p["war"].update(round=11),
    lambda p: p["seats"][2].update(hand=[f"green {v}" for v in (1, 2, 3, 5, 6, 7, 8, 9, 10, 11)]),
    lambda p: p["war"]["rows"][1].update(face_up=[]),
    lambda p: p["seats"][0].update(dirty=[50000, 50000]),  # a third one is staked
    lambda p: p["seats"][2].update(businesses=[f"white {kind}" for kind in ("laundry",)]),
)


@pytest.mark.parametrize("change", UNREACHABLE)
def test_consistent_but_unreachable_positions_load(change):
    given = deepcopy(WAR)
    change(given)
    game = loaded(given)
    assert loaded(game.position()).position() == game.position()


# --- What is no position

FAULTS = [  # (position, what is changed in it, part of the sentence)
    (TURN, lambda p: p.pop("seats"), "lacks 'seats'"),
    (TURN, lambda p: p.update(board=3), "position has no field 'board'"),
    (TURN, lambda p: p.update(game="chess"), "game is 'chess'"),
    (TURN, lambda p: p.update(rules={}), "rules lacks 'num_players'"),
    (TURN, lambda p: p.update(rules={"num_players": 9}), "num_players is 9"),
    (TURN, lambda p: p.update(rules={"num_players": 3, "joker": 1}), "no field 'joker'"),
    (TURN, lambda p: p.update(rules={"num_players": 3, "values": 5}), "."),
    (TURN, lambda p: p.update(phase="begin"), "phase is 'begin'; it must be 'draft'"),
    (TURN, lambda p: p.update(phase="bomb"), "war is missing; phase 'bomb' needs it"),
    (TURN, lambda p: p.update(to_move=3), "to_move is 3; it must be a whole number from 0 to 2"),
    (TURN, lambda p: p.update(to_move=None), "to_move is null"),
    (TURN, lambda p: p.update(to_move=True), "to_move is true"),
    (TURN, lambda p: p.update(turn_of=0), "turn_of is 0; it must be to_move"),
    (TURN, lambda p: p.update(turn_of=None), "turn_of is null"),
    (TURN, lambda p: p["seats"].pop(), "seats has length 2"),
    (TURN, lambda p: p["seats"][0].update(luck=1), "has no field 'luck'"),
    (TURN, lambda p: p["seats"][0].pop("hand"), r"seats\[0\] lacks 'hand'"),
    (TURN, lambda p: p["seats"][0]["hand"].append("red 12"), "holds 'red 12'"),
    (TURN, lambda p: p["seats"][0]["hand"].append("red 7"), "red 7 is there twice"),
    (TURN, lambda p: p["seats"][0].update(hand="red 7"), "it must be a list"),
    (TURN, lambda p: p["seats"][0].update(hand=list(CARD_NAMES[:11])), "holds 11 cards"),
    (TURN, lambda p: p["seats"][0].update(dirty=[5000] * 3), "holds 5000 3 times"),
    (TURN, lambda p: p["seats"][0].update(dirty=[7000]), "is 7000; it must be 5000"),
    (TURN, lambda p: p["seats"][0].update(dirty=[]), "the game would be over"),
    (TURN, lambda p: p["seats"][0].update(washed=-5000), "washed is -5000"),
    (TURN, lambda p: p["seats"][0].update(washed=7000), "must be a multiple of 5000"),
    (TURN, lambda p: p["seats"][0].update(washed=1_130_000), "from 0 to 1125000"),
    (TURN, lambda p: p["seats"][0].update(washed=0.0), "washed is 0.0"),
    (TURN, lambda p: p["seats"][0].update(businesses=["red bakery"]), "holds 'red bakery'"),
    (TURN, lambda p: p["seats"][0].update(businesses=["red laundry"] * 2), "is owned twice"),
    (TURN, lambda p: p.update(piles={"red": ["laundry"]}), "must hold what nobody owns"),
    (TURN, lambda p: p.update(piles={"pink": []}), "piles has no field 'pink'"),
    (TURN, lambda p: p.update(decks={"pink": []}), "decks has no field 'pink'"),
    (TURN, lambda p: p.update(decks={"red": ["red 3"]}), "red 4 is missing"),
    (TURN, lambda p: p.update(decks={"red": ["red 7"]}), "red 7 is there twice"),
    (TURN, lambda p: p.update(decks={"red": ["blue 7"]}), "decks.red holds 'blue 7'"),
    (TURN, lambda p: p.update(dice=STEAL["dice"]), "dice is given"),
    (TURN, lambda p: p.update(searched="red"), "searched is given"),
    (TURN, lambda p: p.update(war=WAR["war"]), "war is given"),
    (TURN, lambda p: p.update(phase="over"), "to_move is 1; it must be null"),
    (STEAL, lambda p: p.pop("dice"), "dice is missing"),
    (STEAL, lambda p: p["dice"].update(influence="two"), "dice.influence is 'two'"),
    (STEAL, lambda p: p["dice"].update(colours=["red"]), "there are two colour dice"),
    (STEAL, lambda p: p["dice"].update(colours=["red", "pink"]), "is 'pink'"),
    (STEAL, lambda p: p["dice"].update(colours=["white", "white"]), "no legal action"),
    (STEAL, lambda p: p["rules"].update(influence_die=[1, 1, 0]), "cannot show 'hand'"),
    (STEAL, lambda p: p["rules"].update(hand_limit=2, draft=0), "nobody may roll"),
    (PICK, lambda p: p.pop("searched"), "searched is missing"),
    (PICK, lambda p: p.update(searched="blue"), "must be a rolled colour"),
    (WAR, lambda p: p.update(war=None), "war is missing"),
    (WAR, lambda p: p.update(turn_of=1), "turn_of is 1; the war's opener is 0"),
    (WAR, lambda p: p.update(to_move=2), "his row must be in"),
    (WAR, lambda p: p.update(to_move=0), "must hold no card face down"),
    (WAR, lambda p: p["war"].update(opener=2), "clockwise from the opener's"),
    (WAR, lambda p: p["war"].update(round=1), "war.round is 1"),
    (WAR, lambda p: p["war"].update(round=12), "war.round is 12"),
    (WAR, lambda p: p["war"].update(rows=[]), "war.rows is empty"),
    (WAR, lambda p: p["war"]["rows"].reverse(), "clockwise"),
    (WAR, lambda p: p["war"].update(bombs=[]), "must be left out in phase 'continue'"),
    (WAR, lambda p: p["war"]["rows"][0].pop("in"), "lacks 'in'"),
    (WAR, lambda p: p["war"]["rows"][0].update({"in": 1}), "in is 1; it must be true or false"),
    (WAR, lambda p: p["war"]["rows"][0].update(stake=None), "stake of seat 0 must be a note"),
    (WAR, lambda p: p["war"]["rows"][0].update(stake=1), "stake is 1"),
    (WAR, lambda p: p["war"]["rows"][1].update(seat=0), "has a row already"),
    (WAR, lambda p: p["war"]["rows"][1].update(colour="blue"), "laid in another row"),
    (WAR, lambda p: p["war"]["rows"][0].update(face_down=[]), "must hold one card face down"),
    (WAR, lambda p: p["war"]["rows"][0]["face_down"].append("blue 3"), "at most one"),
    (WAR, lambda p: p["war"]["rows"][0]["face_up"].append("red 3"), "of the row are blue"),
    (WAR, lambda p: p["war"]["rows"][1].update(turncoat_to="white"), "must be null or 'blue'"),
    (WAR, lambda p: p["war"]["rows"][1].update(turncoat_to="blue"), "no card but its Turncoat"),
    (
        WAR,
        lambda p: p["rules"].update(notes=[2, 2, 2, 2, 0]) or p["seats"][0].update(dirty=[]),
        "no player starts with such a note",
    ),
    (
        WAR,
        lambda p: p["seats"][1].update(dirty=[5000, 10000, 20000, 40000, 50000] * 2),
        "are 11 notes",
    ),
    (
        WAR,
        lambda p: p["rules"].update(notes=[3] * 5) or p["seats"][1].update(dirty=[5000] * 3),
        "are 4 notes of 5000",
    ),
    (BOMBS, lambda p: p["war"].update(bombs=["red 5"]), "whose Bomb is asked"),
    (BOMBS, lambda p: p["war"].update(bombs=["red 5", "yellow 5"]), "clockwise"),
    (BOMBS, lambda p: p["war"].update(bombs=["yellow 5", "blue 5"]), "clockwise"),
    (BOMBS, lambda p: p["war"].update(bombs=["yellow 6"]), "must list Bombs"),
    (BOMBS, lambda p: p["war"]["rows"][1]["face_up"].append("yellow 6"), "whose Bomb is asked"),
]


@pytest.mark.parametrize(("given", "change", "fault"), FAULTS)
def test_what_cannot_be_a_position_is_refused_in_one_sentence(given, change, fault):
    spoilt = deepcopy(given)
    change(spoilt)
    with pytest.raises(PositionError, match=fault) as refused:
        load(spoilt)
    assert str(refused.value).endswith(".") and "\n" not in str(refused.value)


LAID = {"face_up": [], "in": True}
STAKE = at_war("stake", 1, row(0, "red 3", face_down=["red 3"], **LAID))
STAKE["war"]["rows"].append(row(1, "blue 3", face_down=["blue 3"], stake=None, **LAID))
JOIN = at_war("join", 2, row(1, "red 3", face_down=["red 3"], **LAID))
DEFECTED = {"in": False, "turncoat_to": "black"}

ASKED_WRONGLY = [
    (STAKE, lambda p: p.update(to_move=0), "the last row is of seat 1"),
    (STAKE, lambda p: p.update(to_move=2), "the last row is of seat 1"),
    (STAKE, lambda p: p["war"]["rows"][0].update(stake=None), "stake of seat 0 must be a note"),
    (STAKE, lambda p: p["war"]["rows"][1].update(stake=5000), "stake of seat 1 must be null"),
    (STAKE, lambda p: p["war"]["rows"][1].update({"in": False}), "must be in before the reveal"),
    (STAKE, lambda p: p["war"].update(round=2), "war.round is 2"),
    (STAKE, lambda p: p["seats"][1].update(dirty=[]), "no legal action"),
    (JOIN, lambda p: p.update(to_move=1), "a seat after the last row"),
    (JOIN, lambda p: p["seats"][2].update(dirty=[]), "could not stake"),
    (JOIN, lambda p: p["war"]["rows"][0].update(face_up=["red 4"]), "no card face up"),
    (
        at_war("turncoat", 1, row(0, "yellow 8"), row(1, "black 3")),
        lambda p: None,
        "one who may defect",
    ),
    (
        at_war("turncoat", 0, row(0, "yellow 8"), row(1, "red 3")),
        lambda p: None,
        "one who may defect",
    ),
    (
        at_war("turncoat", 0, row(0, "yellow 8"), row(1, "black 3", "black 2")),
        lambda p: None,
        "one card face up",
    ),
    (
        at_war("turncoat", 0, row(0, "yellow 8", **DEFECTED), row(1, "black 3")),
        lambda p: None,
        "only those asked before",
    ),
    (
        at_war("split", 0, row(0, "yellow 8", **DEFECTED), row(1, "black 3")),
        lambda p: None,
        "the spoils ask seat 1",
    ),
    (
        at_war("split", 1, row(0, "yellow 8", **{**DEFECTED, "in": True}), row(1, "black 3")),
        lambda p: None,
        "its 'in' must be false",
    ),
    (
        at_war("split", 0, row(0, "yellow 8", **DEFECTED), row(1, "red 3")),
        lambda p: None,
        "somebody must use that family",
    ),
    (at_war("split", 0, row(0, "red 8"), row(1, "black 3")), lambda p: None, "has no ally"),
    (at_war("business", 0, row(0, "red 3"), row(1, "black 3")), lambda p: None, "Nobody wins"),
    (at_war("business", 1, row(0, "red 8"), row(1, "black 3")), lambda p: None, "ask seat 0"),
    (
        at_war("business", 0, row(0, "red 8"), row(1, "black 3")),
        lambda p: p["seats"][2].update(
            businesses=["red laundry", "red restaurant", "red antique shop"]
        ),
        "no legal action",
    ),
    (
        at_war("split", 1, row(0, "yellow 8", **DEFECTED), row(1, "black 3")),
        lambda p: p["seats"][2].update(
            businesses=["black laundry", "black restaurant", "black antique shop"]
        ),
        "pile of the winning family is empty",
    ),
    (
        {**TURN, "phase": "draft"},
        lambda p: p["rules"].update(draft=2),
        "who has drawn 2 cards; the draft is 2",
    ),
]


@pytest.mark.parametrize(("given", "change", "fault"), ASKED_WRONGLY)
def test_the_seat_to_move_is_the_one_whom_the_phase_asks(given, change, fault):
    spoilt = deepcopy(given)
    change(spoilt)
    with pytest.raises(PositionError, match=fault):
        load(spoilt)


def test_the_positions_spoilt_above_are_sound_themselves():
    for given in (TURN, STEAL, PICK, WAR, BOMBS, STAKE):
        before = deepcopy(given)
        load(given)
        assert given == before
    with_a_card = deepcopy(JOIN)
    with_a_card["seats"][2]["hand"] = ["blue 7"]
    load(with_a_card)


JUNK = (
    None, True, 0, -1, 3, 10**30, 0.5, float("nan"), float("inf"), "", "red", "red 7", "red\n7",
    "x" * 1000, b"red", [], [[]], [None], ["red 7"], {}, {"a": {}}, {None: 1}, (), object(),
)  # fmt: skip


@pytest.mark.parametrize("junk", [*JUNK, 10**5000], ids=range(len(JUNK) + 1))
def test_junk_is_no_position(junk):
    with pytest.raises(PositionError) as refused:
        load(junk)
    assert "\n" not in str(refused.value) and len(str(refused.value)) < 300


def places(thing: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths to everything in a position."""
    inside = thing.items() if isinstance(thing, dict) else enumerate(thing)
    for key, value in inside:
        yield (*path, key)
        if isinstance(value, dict | list):
            yield from places(value, (*path, key))


def spoil(given: dict[str, Any], chance: random.Random) -> None:
    """Replaces, deletes or adds something anywhere."""
    *path, last = chance.choice(list(places(given)))
    inside: Any = given
    for key in path:
        inside = inside[key]
    what = chance.randrange(4)
    if what == 0:
        del inside[last]
    elif what == 1 and isinstance(inside, list):
        inside.insert(last, deepcopy(chance.choice([*inside, *JUNK])))
    elif what == 1:
        inside[chance.choice(["x", "war", "bombs", None])] = chance.choice(JUNK)
    elif what == 2:
        given["phase"], given["to_move"] = chance.choice(PHASES), chance.randrange(4)
    else:
        inside[last] = deepcopy(chance.choice(JUNK))


@pytest.mark.parametrize("options", OPTIONS[:6])
def test_whatever_is_loaded_is_refused_or_can_be_played(options):
    chance = random.Random(7)
    for moment in list(map(Game.position, moments(options, seed=5)))[::3]:
        spoilt = deepcopy(moment)
        spoil(spoilt, chance)
        before = repr(spoilt)
        game = loaded_or_refused(spoilt)
        assert repr(spoilt) == before
        if game is None:
            continue
        assert loaded(game.position()).position() == game.position()
        for _ in range(10):
            if not game.over:
                game.step(chance.choice(game.legal()))


def loaded_or_refused(given: dict[str, Any]) -> Game | None:
    try:
        return loaded(given)
    except PositionError:
        return None


# --- What a player may see


def seen(game: Game, viewer: int) -> str:
    observation = np.zeros(TABLE_SIZE + SEAT_SIZE * game.options.num_players, np.uint8)
    observe(game.rules, game.state, viewer, observation)
    return view(game.options, observation, viewer)


@pytest.mark.parametrize("options", OPTIONS)
def test_views_fit_a_terminal(options):
    for moment, game in enumerate(moments(options, seed=2)):
        lines = seen(game, moment % game.options.num_players).splitlines()
        assert max(map(len, lines)) <= 100
        assert len(lines) <= 12 + 4 * game.options.num_players + 6
        assert "you" in lines[4 if any(game.state.dice >= 0) else 3] or "(you)" in " ".join(lines)


def lines_of(game: Game, viewer: int) -> list[str]:
    return [" ".join(line.split()) for line in seen(game, viewer).splitlines()]


def test_a_view_shows_what_the_viewer_knows():
    lines = lines_of(loaded(WAR), 1)
    assert lines[:2] == [
        "SICILIANOS, phase continue, turn of seat 0",
        "Seat 1 (you) to move: lay another card face down, or pass and drop out.",
    ]
    assert "seat 0 red ?" in lines
    assert "seat 1 (you) red 7, green 4" in lines
    assert "seat 0 1 – – – 1 55,000 20,000" in lines
    assert "red 8 pile: ?, ?; seat 0: ?" in lines
    assert "seat 0 blue 50,000 9 ? 9 in" in lines
    assert "seat 1 (you) red 5,000 4 – 4 in" in lines


def test_a_view_shows_ones_own_secrets_to_oneself_only():
    lines = lines_of(loaded(WAR), 0)
    assert "seat 0 (you) red 1" in lines
    assert "red 8 pile: ?, ?; you: antique shop" in lines
    assert "seat 0 (you) blue 50,000 9 2 9 in" in lines
    assert "seat 1 red ?, green ?" in lines


def test_a_view_shows_dice_searched_decks_and_known_cards():
    lines = lines_of(loaded(PICK), 1)
    assert lines[2] == "Dice: one red white (searching the white deck)"
    assert "white 11 1 2 3 4 5 6 7 8 9 10 11 pile: all three" in lines
    assert "white 11 pile: all three" in lines_of(loaded(PICK), 0)


def test_a_view_hides_stakes_until_the_reveal():
    given = deepcopy(STAKE)
    given["rules"]["stakes"] = "hidden"
    lines = lines_of(loaded(given), 1)
    assert "seat 0 red hidden – ? 0 in" in lines
    assert "seat 1 (you) blue – – 3 0 in" in lines
    assert "seat 0 (you) red 5,000 – 3 0 in" in lines_of(loaded(given), 0)


def test_a_view_shows_allies_and_bombs():
    defector = row(0, "yellow 8", **DEFECTED)
    lines = lines_of(loaded(at_war("bomb", 2, row(2, "green 5"), defector, row(1, "black 3"))), 1)
    assert "seat 2 green 5,000 5 – 5 in, Bomb undecided" in lines
    assert "seat 0 yellow 5,000 8 – – out, defected to seat 1" in lines
    assert "seat 1 (you) black 5,000 3 – 7 in, ally: seat 0" in lines


def test_a_view_of_the_end():
    lines = lines_of(loaded({**TURN, "phase": "over", "to_move": None, "turn_of": 2}), 0)
    assert lines[:2] == ["SICILIANOS, phase over, turn of seat 2", "The game is over."]


def test_ids_of_cards_and_draws():
    game = loaded(TURN)
    assert game.parse("play yellow 1") == CARD and game.parse("draw yellow") == DRAW
