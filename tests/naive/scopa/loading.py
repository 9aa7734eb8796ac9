"""Reads a position into a referee, and refuses what cannot be one (RULES.md, 8.3 to 8.11)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from naive.scopa.options import is_whole
from naive.scopa.referee import Referee
from naive.scopa.words import PHASES, in_order, insist, without

POSITION_FIELDS = {
    "game", "rules", "phase", "to_move", "dealer", "round", "deck", "table", "last_taker",
    "played", "taking", "seats",
}  # fmt: skip


SEAT_FIELDS = {"hand", "pile", "scopas", "score"}


def check_fields(name: str, given: Any, known: set[str], needed: Iterable[str]) -> None:
    """Refuses what is not an object, unknown fields and missing ones."""
    insist(isinstance(given, dict), f"{name}: not an object")
    for field in given:
        insist(field in known, f"{name}: unknown field {field!r}")
    for field in needed:
        insist(field in given, f"{name}: {field!r} is missing")


class Loader:
    """Reads a position into a referee, and refuses what cannot be a position of the game.

    Consistent but unreachable positions load.
    """

    def __init__(self, position: Any) -> None:
        needed = ["game", "rules", "phase", "to_move", "seats"]
        check_fields("position", position, POSITION_FIELDS, needed)
        insist(position["game"] == "scopa", f"game: {position['game']!r} is not scopa")
        self.position = position
        self.game = Referee(position["rules"])
        insist("num_players" in position["rules"], "rules: num_players is missing")  # 8.3

    def load(self) -> Referee:
        """The referee with everything in its place."""
        game = self.game
        game.phase = self.position["phase"]
        insist(game.phase in PHASES, f"phase: unknown word {game.phase!r}")
        self.read_seats()
        self.read_movers()
        self.read_round()
        self.read_table()
        self.read_deck()
        self.check_each_card_once()
        self.check_phase()
        game.truncated = game.over and not game.is_decided()  # 8.11
        return game

    def cards_in(self, name: str, thing: Any) -> list[str]:
        """A list of cards of this game."""
        insist(isinstance(thing, list), f"{name}: not a list")
        for card in thing:
            insist(card in self.game.cards, f"{name}: {card!r} is not a card of this game")
        return list(thing)

    def seat_number(self, name: str, seat: Any) -> int:
        """A seat of this game."""
        insist(is_whole(seat, 0, self.game.players - 1), f"{name}: {seat!r} is not a seat")
        return seat

    def whole_number(self, name: str, number: Any, least: int, most: int) -> int:
        """A whole number within a range."""
        insist(is_whole(number, least, most), f"{name}: {number!r} is not {least} to {most}")
        return number

    def read_seats(self) -> None:
        """Hands, piles, scopas and scores."""
        game, seats = self.game, self.position["seats"]
        insist(isinstance(seats, list), "seats: not a list")
        insist(len(seats) == game.players, f"seats: {len(seats)}, but {game.players} players")
        for number, (seat, given) in enumerate(zip(game.seats, seats, strict=True)):
            name = f"seat {number}"
            check_fields(name, given, SEAT_FIELDS, ["hand"])
            seat.hand = self.cards_in(f"{name}, hand", given["hand"])
            insist(len(seat.hand) <= game.rules["hand_size"], f"{name}: too large a hand")
            seat.pile = self.cards_in(f"{name}, pile", given.get("pile", []))
            scopas, score = given.get("scopas", 0), given.get("score", 0)
            seat.scopas = self.whole_number(f"{name}, scopas", scopas, 0, 20)
            seat.score = self.whole_number(f"{name}, score", score, 0, 10_000)

    def read_movers(self) -> None:
        """Who is to move, who deals, who was the last to take."""
        game, position = self.game, self.position
        game.to_move, right_neighbour = position["to_move"], 0
        if game.over:
            insist(game.to_move is None, "to_move: nobody moves when the game is over")
        else:
            self.seat_number("to_move", game.to_move)
            right_neighbour = (game.to_move - 1) % game.players
        game.dealer = self.seat_number("dealer", position.get("dealer", right_neighbour))
        game.last_taker = position.get("last_taker")
        if game.last_taker is not None:
            self.seat_number("last_taker", game.last_taker)

    def read_round(self) -> None:
        """The number of the round."""
        most = self.game.rules["max_rounds"]
        self.game.round = self.whole_number("round", self.position.get("round", 1), 1, most)

    def read_table(self) -> None:
        """What lies face up, the card played and what is chosen so far."""
        game, position = self.game, self.position
        game.table = self.cards_in("table", position.get("table", []))
        game.taking = in_order(self.cards_in("taking", position.get("taking", [])))
        game.played = position.get("played")
        if game.played is not None:
            self.cards_in("played", [game.played])

    def read_deck(self) -> None:
        """Left out, it holds what lies nowhere else, ascending (8.8)."""
        game = self.game
        absent = without(game.cards, self.cards_outside_the_deck())
        game.deck = self.cards_in("deck", self.position.get("deck", absent))

    def cards_outside_the_deck(self) -> list[str]:
        """All cards in hands and piles, on the table, and the one played."""
        game = self.game
        found = [card for seat in game.seats for card in seat.hand + seat.pile] + game.table
        return found if game.played is None else [*found, game.played]

    def check_each_card_once(self) -> None:
        """Every card in play must be there once (8.9)."""
        times = Counter(self.cards_outside_the_deck() + self.game.deck)
        for card in self.game.cards:
            insist(times[card] <= 1, f"{card} is there twice")
            insist(times[card] == 1, f"{card} is missing")

    def check_phase(self) -> None:
        """What must lie there in this phase, and what must not (8.9)."""
        game = self.game
        if game.phase == "take":
            insist(game.played is not None, "phase take: no card is played")
            insist(game.cards_to_take(), "phase take: nothing can be taken so")
            return
        insist(game.played is None, f"phase {game.phase}: no card is being played")
        insist(game.taking == [], f"phase {game.phase}: nothing is being taken")
        if game.over:
            insist(game.is_round_over(), "phase over: there are cards to play or to deal")
        else:
            insist(game.mover().hand, "phase play: the mover holds no card")
