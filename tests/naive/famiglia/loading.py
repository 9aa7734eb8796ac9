"""Reads a position into a referee, and refuses what cannot be one (RULES.md, 9.4 to 9.16)."""

from __future__ import annotations

from collections import Counter
from typing import Any

from naive.famiglia.options import SAVED, are_whole
from naive.famiglia.referee import Referee
from naive.famiglia.table import Exchange, Intimidated, Seat
from naive.famiglia.words import (
    EVERY_CARD,
    FIRST,
    PHASES,
    SECOND,
    in_index_order,
    insist,
    rank_of,
)

NEEDED = ["game", "phase", "to_move", "seats"]


MAY_BE_LEFT_OUT = [
    "rules", "first_player", "stock", "pass", "street", "discards", "last_passed", "accountant",
    "brute", "intimidated",
]  # fmt: skip


def check_fields(name: str, given: Any, needed: list[str], may_be_left_out: list[str]) -> None:
    """Refuses what is not an object, unknown fields and missing ones."""
    insist(isinstance(given, dict), f"{name}: not an object")
    for field in given:
        insist(field in needed + may_be_left_out, f"{name}: unknown field {field!r}")
    for field in needed:
        insist(field in given, f"{name}: {field!r} is missing")


def as_cards(name: str, given: Any) -> list[str]:
    """A list of cards in a position."""
    insist(isinstance(given, list), f"{name}: not a list")
    for card in given:
        insist(card in EVERY_CARD, f"{name}: {card!r} is not a card")
    return list(given)


class Loader:
    """Reads a position into a referee, and refuses what cannot be a position of the game.

    Consistent but unreachable positions load (9.15).
    """

    def __init__(self, position: Any) -> None:
        check_fields("position", position, NEEDED, MAY_BE_LEFT_OUT)
        insist(position["game"] == "famiglia", f"game: {position['game']!r} is not famiglia")
        self.position = position
        rules = position.get("rules", {"num_players": 2})
        check_fields("rules", rules, ["num_players"], SAVED)  # 9.4
        self.game = Referee(rules)

    def load(self) -> Referee:
        """The referee with everything in its place."""
        self.read_phase()
        self.read_seats(self.position["seats"])
        self.read_stock()
        self.check_copies()
        self.read_accountant(self.position.get("accountant"))
        self.read_brute(self.position.get("brute"))
        self.read_intimidated(self.position.get("intimidated"))
        self.check_stock()
        self.check_phase()
        return self.game

    # --------------------------------------------------------------------- whose turn it is

    def read_phase(self) -> None:
        """The phase, whose turn it is, who started, and whether the turn before was a pass."""
        game, position = self.game, self.position
        game.phase = position["phase"]
        insist(game.phase in PHASES, f"phase: unknown word {game.phase!r}")
        game.to_move = position["to_move"]
        if game.over:
            insist(game.to_move is None, "to_move: nobody moves when the game is over")
        else:
            insist(are_whole([game.to_move], 0, 1), f"to_move: {game.to_move!r} is not a seat")
        game.first_player = position.get("first_player", 0 if game.over else game.to_move)
        insist(are_whole([game.first_player], 0, 1), "first_player: not a seat")
        game.last_passed = position.get("last_passed", False)
        insist(type(game.last_passed) is bool, "last_passed: true or false")

    # ---------------------------------------------------------------------- where cards lie

    def read_seats(self, seats: Any) -> None:
        """Hands and gangs."""
        insist(isinstance(seats, list) and len(seats) == 2, "seats: not a list of two")
        for number, given in enumerate(seats):
            name = f"seat {number}"
            check_fields(name, given, ["hand"], ["gang"])
            hand = as_cards(f"{name}, hand", given["hand"])
            self.game.seats[number] = Seat(hand, as_cards(f"{name}, gang", given.get("gang", [])))

    def read_stock(self) -> None:
        """The street, the discards and the stock; left out, that holds what is nowhere else."""
        game, position = self.game, self.position
        game.stock_pass = position.get("pass", FIRST)
        insist(are_whole([game.stock_pass], FIRST, SECOND), "pass: 1 or 2")
        game.street = as_cards("street", position.get("street", []))
        game.discards = as_cards("discards", position.get("discards", []))
        left = Counter(game.cards) - Counter(self.cards_outside_the_stock())
        game.stock = as_cards("stock", position.get("stock", in_index_order(left.elements())))

    def cards_outside_the_stock(self) -> list[str]:
        """All that lies openly."""
        game = self.game
        return game.street + game.discards + game.seats[0].cards() + game.seats[1].cards()

    def check_copies(self) -> None:
        """Every card is there as often as there are copies (9.11)."""
        there = Counter(self.cards_outside_the_stock() + self.game.stock)
        in_play = Counter(self.game.cards)
        for card in EVERY_CARD:
            fault = f"{card}: there {there[card]} times, in play {in_play[card]} times"
            insist(there[card] == in_play[card], fault)

    def check_stock(self) -> None:
        """What the pass says about stock and discards (9.11)."""
        game = self.game
        insist(game.stock or game.stock_pass == SECOND, "stock: empty in pass 1")
        insist(not game.discards or game.stock_pass == FIRST, "discards: some in pass 2")

    # ------------------------------------------------------------------------- the abilities

    def holds_in_gang(self, card: str) -> bool:
        """Whether the gang of the player to move holds a card."""
        return card in self.game.mover().gang

    def read_accountant(self, given: Any) -> None:
        """The exchange under way (9.12)."""
        game = self.game
        if given is None:
            return
        insist(game.phase == "accountant", f"phase {game.phase}: no accountant")
        check_fields("accountant", given, ["rank", "recalls", "lays"], [])
        rank, recalls, lays = given["rank"], given["recalls"], given["lays"]
        insist(are_whole([rank], 1, 4), "accountant: rank 1 to 4")
        insist(are_whole([recalls, lays], 0, rank), "accountant: recalls and lays 0 to rank")
        insist(1 <= recalls + lays <= rank, "accountant: recalls and lays: 1 to rank together")
        insist(self.holds_in_gang(f"accountant {rank}"), "accountant: not in the gang")
        enough = len(game.mover().hand) >= lays
        insist(enough, "accountant: fewer cards in the hand than have to be laid")
        game.exchange = Exchange(rank, recalls, lays)

    def read_brute(self, rank: Any) -> None:
        """The Brute that has still to intimidate (9.13)."""
        game = self.game
        if rank is None:
            return
        insist(game.phase == "brute", f"phase {game.phase}: no brute")
        insist(are_whole([rank], 1, 4), "brute: 1 to 4")
        insist(self.holds_in_gang(f"brute {rank}"), "brute: not in the gang")
        insist(any(map(rank_of, game.street)), "brute: nobody on the street to intimidate")
        game.brute = rank

    def read_intimidated(self, given: Any) -> None:
        """The card that a Brute has lowered (9.13)."""
        game = self.game
        if given is None:
            return
        insist(game.phase == "take", f"phase {game.phase}: nobody is intimidated")
        check_fields("intimidated", given, ["card", "to"], [])
        card, to = given["card"], given["to"]
        insist(card in game.street, f"intimidated: {card!r} does not lie on the street")
        insist(are_whole([to], 0, rank_of(card) - 1), f"intimidated: {card} to {to!r}")
        ranks = range(rank_of(card) - to, 5)
        able = any(self.holds_in_gang(f"brute {rank}") for rank in ranks)
        insist(able, "intimidated: no Brute in the gang could do it")
        game.intimidated = Intimidated(card, to)

    # ------------------------------------------------------------------------- last of all

    def check_phase(self) -> None:
        """The street can be cleared (9.11); a game that is over has a reason to be (9.14)."""
        game = self.game
        insist(game.phase != "street" or game.can_clear(), "phase street: nothing to clear")
        ran_out = game.stock_pass == SECOND and not game.stock
        insist(not game.over or game.last_passed or ran_out, "phase over: but why")
