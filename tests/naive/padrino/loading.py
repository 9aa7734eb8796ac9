"""Reads a position into a referee, and refuses what cannot be one (RULES.md, 11.3 to 11.8)."""

from __future__ import annotations

from collections import Counter
from typing import Any

from naive.padrino.ending import winners_by_condemnation, winners_by_informer
from naive.padrino.options import is_whole
from naive.padrino.referee import Referee
from naive.padrino.table import Accusation, Played
from naive.padrino.words import (
    ACCOUNTANT,
    BOSS,
    EVERY_CARD,
    LIGHTS,
    MOST_COUNTED,
    PHASES,
    STRANGERS,
    SUITCASES,
    WIFE,
    in_index_order,
    insist,
    is_informer,
    light_of,
)

NEEDED = [
    "game", "rules", "phase", "to_move", "seats", "mood", "accused", "accuser", "in_play",
    "counted", "raised_at", "helper_asked", "pressed", "accusation", "deck", "discards",
    "condemned", "winners",
]  # fmt: skip


MAY_BE_LEFT_OUT = ["mixed"]


THE_BOSS_DECIDES = ["verdict", "judge", "believe", "mercy", "condemn"]


def check_fields(name: str, given: Any, needed: list[str], may_be_left_out: list[str]) -> None:
    """Refuses what is not an object, unknown fields and missing ones."""
    insist(isinstance(given, dict), f"{name}: not an object")
    for field in given:
        insist(field in needed + may_be_left_out, f"{name}: unknown field {field!r}")
    for field in needed:
        insist(field in given, f"{name}: {field!r} is missing")


def as_list(name: str, given: Any) -> list[Any]:
    """A list in a position."""
    insist(isinstance(given, list), f"{name}: not a list")
    return list(given)


def as_card(name: str, given: Any) -> str:
    """A card in a position."""
    insist(given in EVERY_CARD, f"{name}: {given!r} is not a card")
    return given


def as_cards(name: str, given: Any) -> list[str]:
    """A list of cards in a position."""
    return [as_card(name, card) for card in as_list(name, given)]


def as_truth(name: str, given: Any) -> bool:
    """True or false in a position."""
    insist(type(given) is bool, f"{name}: {given!r} is not true or false")
    return given


class Loader:
    """Reads a position into a referee, and refuses what cannot be a position of the game.

    Consistent but unreachable positions load.
    """

    def __init__(self, position: Any) -> None:
        check_fields("position", position, NEEDED, MAY_BE_LEFT_OUT)
        insist(position["game"] == "padrino", f"game: {position['game']!r} is not padrino")
        self.position = position
        self.game = Referee(position["rules"])
        insist("num_players" in position["rules"], "rules: num_players is missing")

    def load(self) -> Referee:
        """The referee with everything in its place."""
        game = self.game
        game.phase = self.position["phase"]
        insist(game.phase in PHASES, f"phase: unknown word {game.phase!r}")
        self.read_seats()
        self.check_suitcases()
        self.read_mixed()
        self.read_turn()
        self.read_cards()
        self.check_cards()
        self.read_accusation()
        self.read_to_move()
        self.read_end()
        self.check_phase()
        return game

    # ------------------------------------------------------------------------ who has what

    def as_seat(self, name: str, given: Any) -> int:
        """A seat of this game."""
        insist(is_whole(given, 0, self.game.players - 1), f"{name}: {given!r} is not a seat")
        return given

    def as_family(self, name: str, given: Any) -> int:
        """A seat of the family."""
        insist(self.as_seat(name, given) != self.game.boss, f"{name}: the Boss")
        return given

    def as_seats(self, name: str, given: Any) -> list[int]:
        """Different seats, in index order."""
        seats = sorted(self.as_seat(name, each) for each in as_list(name, given))
        insist(len(seats) == len(set(seats)), f"{name}: a seat is there twice")
        return seats

    def read_seats(self) -> None:
        """Characters, hands and suitcases, then what is known of these (11.4)."""
        game, seats = self.game, as_list("seats", self.position["seats"])
        insist(len(seats) == game.players, f"seats: {len(seats)}, but {game.players} players")
        for number, (seat, given) in enumerate(zip(game.seats, seats, strict=True)):
            name = f"seat {number}"
            check_fields(name, given, ["character", "hand", "suitcase", "knows"], [])
            insist(is_whole(given["character"], 1, 11), f"{name}: no character")
            seat.character = given["character"]
            seat.hand = as_cards(f"{name}, hand", given["hand"])
            insist(given["suitcase"] in [*SUITCASES, None], f"{name}: no suitcase")
            seat.suitcase = given["suitcase"]
        self.check_characters()
        for number, given in enumerate(seats):
            self.read_knows(number, given["knows"])

    def check_characters(self) -> None:
        """One Boss; then all follow in their order (1.2), or with four players any three (10.5)."""
        characters = [seat.character for seat in self.game.seats]
        insist(characters.count(BOSS) == 1, "seats: not one Boss")
        if self.game.players == 4:
            different = set(characters) & set(STRANGERS)
            insist(len(different) == 3, "seats: three different characters")
            return
        first = characters.index(BOSS)
        clockwise = characters[first:] + characters[:first]
        in_order = clockwise == list(range(1, self.game.players + 1))
        insist(in_order, "seats: characters do not follow each other")

    def read_knows(self, number: int, given: Any) -> None:
        """Nobody knows what is not true."""
        name, seats = f"seat {number}, knows", self.game.seats
        insist(isinstance(given, dict), f"{name}: not an object")
        for key, content in given.items():
            insist(key in map(str, range(len(seats))), f"{name}: {key!r} is not a seat")
            insist(content is not None, f"{name}: there is no suitcase")
            insist(content == seats[int(key)].suitcase, f"{name}: not true of seat {key}")
        self.game.seats[number].knows = set(map(int, given))

    def check_suitcases(self) -> None:
        """1.4, 2.2 and 10.1."""
        game = self.game
        contents = [seat.suitcase for seat in game.seats]
        for number, content in enumerate(contents):
            has_one = number != game.boss or game.rules["boss_suitcase"]
            insist((content is not None) == has_one, f"seat {number}: suitcase {content!r}")
        insist(contents.count("money") == 1, "suitcases: the money is not there once")
        insist(contents.count("weapon") <= 1, "suitcases: two weapons")
        insist(contents.count("plain") <= 9, "suitcases: ten plain ones")

    def read_mixed(self) -> None:
        """9.6: if anything is known, so many suitcases, the money's among them."""
        if "mixed" not in self.position:
            return
        game, seats = self.game, self.as_seats("mixed", self.position["mixed"])
        insist(game.phase != "third", "mixed: nothing is mixed yet")
        insist(len(seats) == 3 + game.rules["boss_suitcase"], "mixed: too many or too few")
        insist(all(game.seats[seat].suitcase for seat in seats), "mixed: no suitcase there")
        insist(game.holder_of("money") in seats, "mixed: the money is elsewhere")
        game.mixed = set(seats)

    # ---------------------------------------------------------------------------- the turn

    def read_turn(self) -> None:
        """The mood, who is accused by whom, and how far the turn has come (11.5)."""
        game, position = self.game, self.position
        game.mood = position["mood"]
        insist(game.mood in LIGHTS, f"mood: {game.mood!r}")
        game.accused = self.as_family("accused", position["accused"])
        game.accuser = position["accuser"]
        if game.accuser is not None:
            self.as_family("accuser", game.accuser)
            insist(game.accuser != game.accused, "accuser: the accused himself")
        game.counted = position["counted"]
        insist(is_whole(game.counted, 0, MOST_COUNTED), "counted: 0 to 9")
        game.raised_at = position["raised_at"]
        insist(is_whole(game.raised_at, 0, game.counted), "raised_at: 0 to what is counted")
        insist(game.raised_at % 3 == 0, "raised_at: 0, 3, 6 or 9")
        game.helper_asked = as_truth("helper_asked", position["helper_asked"])
        insist(not game.helper_asked or game.helper() is not None, "helper_asked: no helper")
        game.pressed = as_truth("pressed", position["pressed"])

    def read_cards(self) -> None:
        """The deck, the discards and what is in play."""
        game, position = self.game, self.position
        game.deck = as_cards("deck", position["deck"])
        game.discards = as_cards("discards", position["discards"])
        game.in_play = [self.as_played(given) for given in as_list("in_play", position["in_play"])]
        insist(len(game.in_play) <= game.counted, "in_play: more cards than counted")

    def as_played(self, given: Any) -> Played:
        """A card in play: of the accused or his helper."""
        check_fields("in_play", given, ["card", "by", "standing"], [])
        card, by = as_card("in_play", given["card"]), self.as_seat("in_play, by", given["by"])
        insist(by in (self.game.accused, self.game.helper()), "in_play: by somebody else")
        return Played(card, by, as_truth("in_play, standing", given["standing"]))

    def check_cards(self) -> None:
        """All Explanations are there, and each hand holds as many as it has to."""
        game = self.game
        there = Counter(game.deck + game.discards)
        there.update(played.card for played in game.in_play)
        for seat in game.seats:
            there.update(seat.hand)
        insist(in_index_order(there.elements()) == game.cards, "cards: others than in the game")
        for number, seat in enumerate(game.seats):
            insist(self.is_right_size(number, len(seat.hand)), f"seat {number}: size of the hand")
        without = game.phase in ("object", "judge", "condemn", "over")
        insist(game.deck or without, f"phase {game.phase}: no deck")

    def is_right_size(self, seat: int, cards: int) -> bool:
        """Whether a hand is as large as it has to be (2.7, 4.4, 4.5)."""
        if seat == self.game.boss or self.game.phase == "third":
            return cards == 0
        size = self.game.rules["hand_size"]
        return cards == size or (cards < size and not self.game.deck)

    # ----------------------------------------------------------------------- what is asked

    def read_accusation(self) -> None:
        """11.6."""
        game, given = self.game, self.position["accusation"]
        if game.phase not in ("believe", "rotate"):
            insist(given is None, f"phase {game.phase}: no accusation")
            return
        check_fields("accusation", given, ["seat", "card", "by"], [])
        seat, by = self.as_seat("accusation", given["seat"]), self.as_seat("by", given["by"])
        card = as_card("accusation", given["card"])
        insist(seat in game.accusable(), f"accusation: {seat} cannot be accused")
        standing = [(each.card, each.by) for each in game.in_play if each.standing]
        insist((card, by) in standing, "accusation: no such card stands")
        game.accusation = Accusation(seat, card, by)

    def read_to_move(self) -> None:
        """Who decides; whether an objector can, `check_object` says."""
        game = self.game
        game.to_move = self.position["to_move"]
        if game.over:
            insist(game.to_move is None, "to_move: nobody moves when the game is over")
            return
        self.as_seat("to_move", game.to_move)
        if game.phase in THE_BOSS_DECIDES:
            insist(game.to_move == game.boss, "to_move: the Boss decides")
        elif game.phase == "explain":
            insist(game.to_move == game.accused, "to_move: the accused decides")
        elif game.phase == "rotate":
            insist(game.to_move == game.accusation.by, "to_move: not who played the card")

    def read_end(self) -> None:
        """11.6: by a sentence (7) or by an informer (10.4)."""
        game, condemned, winners = self.game, self.position["condemned"], self.position["winners"]
        if not game.over:
            insist(condemned is None and winners is None, "condemned, winners: not over yet")
            return
        game.winners = self.as_seats("winners", winners)
        if condemned is None:
            self.check_informed()
            won = winners_by_informer(game)
        else:
            game.condemned = self.as_family("condemned", condemned)
            self.check_sentence()
            won = winners_by_condemnation(game, condemned)
        insist(game.winners == sorted(won), f"winners: {won} have won")

    def check_sentence(self) -> None:
        """3.1, 6.2 and 6.4: of the accused, who is not pressed; 6.6: without a deck of anybody."""
        game = self.game
        insist(game.condemned == game.accused or not game.deck, "condemned: not the accused")
        insist(not game.pressed, "pressed: not by a sentence")

    def check_informed(self) -> None:
        """10.3: the accused could do it."""
        game = self.game
        insist(game.rules["boss_suitcase"], "condemned: nobody can inform")
        insist(any(map(is_informer, game.seats[game.accused].hand)), "condemned: no informer")
        insist(game.counted < MOST_COUNTED and game.deck, "condemned: too late to inform")

    def check_phase(self) -> None:
        """What has to be so in this phase."""
        game = self.game
        if game.pressed:
            insist(game.phase in ("help", "explain", "over"), f"phase {game.phase}: pressed")
            insist(1 <= game.counted < MOST_COUNTED, "pressed: 1 to 8 cards counted")
        check = getattr(self, f"check_{game.phase}", None)
        if check is not None:
            check()

    def check_third(self) -> None:
        """2.5."""
        game = self.game
        insist(game.players > 4, "phase third: with five players or more")
        insist(game.seats[game.accused].character in (WIFE, ACCOUNTANT), "third: wrong accused")
        insist(game.seats[game.accused].suitcase == "money", "third: the money is elsewhere")
        insist(game.seats[game.to_move].character == ACCOUNTANT, "third: not the Accountant")
        insist(game.mood == "yellow", "third: the mood is yellow")
        insist(not game.discards and game.accuser is None, "third: nothing has happened yet")
        self.check_verdict()

    def check_verdict(self) -> None:
        """3.1: nothing has happened in the turn."""
        game = self.game
        insist(game.counted == 0 and not game.helper_asked, "a turn begins with nothing done")

    def check_help(self) -> None:
        """4.1."""
        game = self.game
        insist(game.helper() is not None, "phase help: there is no helper")
        insist(game.to_move == game.helper(), "to_move: not the helper")
        insist(not game.helper_asked, "phase help: he has been asked")
        insist(game.counted < MOST_COUNTED, "phase help: nine cards")

    def check_explain(self) -> None:
        """3.5."""
        game = self.game
        insist(game.counted < MOST_COUNTED or game.lit_cards(), "phase explain: nothing to say")

    def check_object(self) -> None:
        """4.5."""
        self.check_judge()
        game = self.game
        asked = game.to_move in game.family() and game.to_move not in (
            game.accused,
            game.in_play[-1].by,
        )
        insist(asked and game.counters(game.to_move), "to_move: cannot object")

    def check_judge(self) -> None:
        """4.6."""
        in_play = self.game.in_play
        insist(in_play and in_play[-1].standing, f"phase {self.game.phase}: no card to judge")

    def check_believe(self) -> None:
        """5.1."""
        game = self.game
        insist(game.evidence() in game.lit_cards(), "accusation: the card does not light up")

    def check_rotate(self) -> None:
        """5.8."""
        insist(light_of(self.game.accusation.card) == "yellow", "phase rotate: not yellow")

    def check_mercy(self) -> None:
        """6.1, 6.3."""
        insist(self.game.counted, "phase mercy: nothing is counted")

    def check_condemn(self) -> None:
        """6.6: the card that was drawn last came for one that was counted."""
        insist(not self.game.deck, "phase condemn: there is a deck")
        insist(self.game.counted, "phase condemn: nothing is counted")
