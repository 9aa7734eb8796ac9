"""A slow, obvious referee for Famiglia.

Everything is written from the rules alone, in their own words. Cards are texts ('brute 2'); hands,
gangs, the street and the discards are lists without an order, the stock is a list with the top card
first. Nothing here is meant to be fast.
"""

from __future__ import annotations

import random
from itertools import zip_longest
from typing import Any

from naive.famiglia.options import cards_in_play, complete_rules, rules_to_save
from naive.famiglia.table import Exchange, Intimidated, Seat
from naive.famiglia.words import (
    ABLE,
    FAMILIES,
    FIRST,
    SECOND,
    Chance,
    family_of,
    in_index_order,
    insist,
    kinds_of,
    points_of,
    rank_of,
)


class Referee:
    """One game of Famiglia; made by `Referee.new` or `Referee.load`."""

    truncated = False  # no game is stopped before its end

    def __init__(self, rules: dict) -> None:
        """An empty table under these rules: `new` and `load` fill it."""
        self.rules = complete_rules(rules)
        self.cards = cards_in_play(self.rules)
        self.phase = "street"
        self.to_move: int | None = 0
        self.first_player = 0
        self.seats = [Seat(), Seat()]
        self.stock: list[str] = []
        self.known_places = 0  # so many cards at the bottom of the stock were put there openly
        self.stock_pass = FIRST
        self.street: list[str] = []
        self.discards: list[str] = []
        self.last_passed = False
        self.exchange: Exchange | None = None
        self.brute: int | None = None  # the rank of a Brute that has still to intimidate
        self.intimidated: Intimidated | None = None
        self.chance: Chance = self.shuffle

    @classmethod
    def new(cls, rules: dict, stock: list[str], first_player: int) -> Referee:
        """A game from its start, with the stock as it was shuffled, top first (2.1 to 2.3)."""
        game = cls(rules)
        wanted = game.rules["first_player"]
        insist(wanted in (None, first_player), f"first_player: the rules say {wanted}")
        for seat in game.seats:
            seat.hand = [f"{family} 0" for family in FAMILIES]
        dealt = game.seats[0].hand + game.seats[1].hand
        insist(in_index_order(stock + dealt) == game.cards, "stock: other cards than those in play")
        game.stock = list(stock)
        game.first_player = first_player
        game.draw_to_street(game.rules["street_size"])
        game.begin_turn(first_player)
        game.make_forced_decisions()
        return game

    @classmethod
    def load(cls, position: dict) -> Referee:
        """A game from a saved position; makes no move by itself."""
        from naive.famiglia.loading import Loader  # which is made of referees

        return Loader(position).load()

    # ------------------------------------------------------------------ what a driver calls

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.phase == "over"

    def legal(self) -> list[str]:
        """The actions allowed now, in words."""
        return [] if self.over else getattr(self, f"_legal_{self.phase}")()

    def play(self, action: str) -> None:
        """Plays an action, and then every decision that has only one legal action."""
        insist(not self.over, "the game is over")
        allowed = self.legal()
        insist(action in allowed, f"{action!r} is not allowed; allowed: {', '.join(allowed)}")
        self.act(action)
        self.make_forced_decisions()

    def act(self, action: str) -> None:
        """Carries out one legal action."""
        getattr(self, f"_do_{self.phase}")(action)

    def make_forced_decisions(self) -> None:
        """A decision with one legal action is made by itself; only `take` is always asked (3.1)."""
        while not self.over and self.phase != "take" and len(self.legal()) == 1:
            self.act(self.legal()[0])

    def mover(self) -> Seat:
        """The player to move."""
        return self.seats[self.to_move]

    # ------------------------------------------------------------------------------ the stock

    def shuffle(self, kind: str, outcomes: list[str]) -> list[str]:
        """The cards in any order: what chance gives unless it is told otherwise."""
        return random.sample(outcomes, len(outcomes))

    def draw_to_street(self, count: int) -> None:
        """So many cards go from the stock to the street, or what is there."""
        for _ in range(count):
            if not self.stock:
                return
            self.street.append(self.stock.pop(0))
            self.known_places = min(self.known_places, len(self.stock))
            if not self.stock and self.stock_pass == FIRST:
                self.begin_second_pass()

    def begin_second_pass(self) -> None:
        """3.5: at once, also in the middle of a draw; 3.7: also without discards."""
        self.stock_pass = SECOND
        if self.discards:
            shuffled = self.chance("shuffle", in_index_order(self.discards))
            same = in_index_order(shuffled) == in_index_order(self.discards)
            insist(same, f"{shuffled}: not the discards")
            self.stock, self.discards = list(shuffled), []

    # -------------------------------------------------------------------------------- turns

    def begin_turn(self, seat: int) -> None:
        """The street is asked first, if anything can be cleared (3.1, 3.2)."""
        self.to_move = seat
        self.phase = "street" if self.can_clear() else "accountant"

    def can_clear(self) -> bool:
        """3.2: cards lie on the street, none of them of rank 0, and the stock has a card."""
        free = [card for card in self.street if rank_of(card) == 0]
        return bool(self.street) and not free and bool(self.stock)

    def end_turn(self, passed: bool) -> None:
        """The end of the game, or the other's turn, after a refill if the street is empty (6.8)."""
        self.intimidated = None
        both_passed = passed and self.last_passed
        self.last_passed = passed
        if both_passed or self.is_last_turn():
            self.phase, self.to_move = "over", None
            return
        if not self.street:
            self.draw_to_street(self.rules["street_size"])
        self.begin_turn(1 - self.to_move)

    def is_last_turn(self) -> bool:
        """7.1: the second player's, and the second stock is empty."""
        second_player = self.to_move != self.first_player
        return second_player and self.stock_pass == SECOND and not self.stock

    # --------------------------------------------------------------------------- the street

    def _legal_street(self) -> list[str]:
        return ["done", *(f"clear {card}" for card in kinds_of(self.street))]

    def _do_street(self, action: str) -> None:
        if action == "done":
            self.phase = "accountant"
            return
        card = action.removeprefix("clear ")
        was_first_pass = self.stock_pass == FIRST
        self.street.remove(card)
        if was_first_pass:
            self.discards.append(card)
        else:
            self.stock.append(card)
            self.known_places += 1
        self.draw_to_street(rank_of(card))
        if not (was_first_pass and self.can_clear()):  # 3.3, 3.6
            self.phase = "accountant"

    # ----------------------------------------------------------------------- the Accountant

    def _legal_accountant(self) -> list[str]:
        if self.exchange is None:
            return ["skip", *self.abilities("accountant")]
        if self.exchange.recalls:
            return ["done", *(f"recall {card}" for card in kinds_of(self.recallable()))]
        return [f"lay {card}" for card in kinds_of(self.mover().hand)]

    def abilities(self, family: str) -> list[str]:
        """The cards of that family whose ability the mover can use, to be played."""
        return [f"play {family} {rank}" for rank in ABLE if f"{family} {rank}" in self.mover().hand]

    def recallable(self) -> list[str]:
        """The mover's gang without the Accountant just played; 4.2: a copy of it will do."""
        gang = list(self.mover().gang)
        gang.remove(f"accountant {self.exchange.rank}")
        return gang

    def _do_accountant(self, action: str) -> None:
        if action == "skip":
            self.phase = "brute"
        elif action == "done":
            self.exchange.recalls = 0
        else:
            verb, card = action.split(" ", 1)
            getattr(self, f"_{verb}_accountant")(card)
        self.end_exchange()

    def _play_accountant(self, card: str) -> None:
        self.lay_from_hand(card)
        self.exchange = Exchange(rank_of(card), recalls=rank_of(card))

    def _recall_accountant(self, card: str) -> None:
        self.mover().gang.remove(card)
        self.mover().hand.append(card)
        self.exchange.recalls -= 1
        self.exchange.lays += 1

    def _lay_accountant(self, card: str) -> None:
        self.lay_from_hand(card)
        self.exchange.lays -= 1

    def lay_from_hand(self, card: str) -> None:
        """A card of the mover goes from his hand into his gang."""
        self.mover().hand.remove(card)
        self.mover().gang.append(card)

    def end_exchange(self) -> None:
        """Once nothing is to be recalled or laid any more, the Brute's phase comes."""
        exchange = self.exchange
        if exchange and not exchange.recalls and not exchange.lays:
            self.exchange = None
            self.phase = "brute"

    # ---------------------------------------------------------------------------- the Brute

    def _legal_brute(self) -> list[str]:
        if self.brute is not None:
            return self.threats(self.brute)
        return ["skip", *(self.abilities("brute") if self.threats(1) else [])]

    def threats(self, rank: int) -> list[str]:
        """What a Brute of a rank can do: a card by its rank at most, and not below 0 (5.2)."""
        return [
            f"intimidate {card} to {to}"
            for card in kinds_of(self.street)
            for to in range(max(0, rank_of(card) - rank), rank_of(card))
        ]

    def _do_brute(self, action: str) -> None:
        if action.startswith("play "):
            card = action.removeprefix("play ")
            self.lay_from_hand(card)
            self.brute = rank_of(card)
            return
        if action != "skip":
            card, to = action.removeprefix("intimidate ").split(" to ")
            self.intimidated = Intimidated(card, int(to))
        self.brute = None
        self.phase = "take"

    # ----------------------------------------------------------------------- taking a card

    def _legal_take(self) -> list[str]:
        return ["pass", *(way for card in kinds_of(self.street) for way in self.ways_to_take(card))]

    def rank_now(self, card: str) -> int:
        """The rank that a card on the street counts as (5.3, 5.5)."""
        lowered = self.intimidated is not None and self.intimidated.card == card
        return self.intimidated.to if lowered else rank_of(card)

    def ways_to_take(self, card: str) -> list[str]:
        """Free, or by showing a pair or a joker (6.2 to 6.6)."""
        rank, hand = self.rank_now(card), self.mover().hand
        if rank == 0:
            return [f"take {card}"]
        natural = f"{family_of(card)} {rank - 1}"
        jokers = [r for r in ABLE if r >= rank and f"mercenary {r}" in hand]
        ways = []
        if hand.count(natural) >= 2:
            ways.append(f"take {card} laying {natural}")
        elif natural in hand and jokers:
            ways.append(f"take {card} laying {natural} with mercenary {min(jokers)}")
        if natural in hand:
            ways += [f"take {card} laying mercenary {joker}" for joker in jokers]
        return ways

    def _do_take(self, action: str) -> None:
        if action == "pass":
            self.end_turn(passed=True)
            return
        shown = action.removeprefix("take ").split(" with ")[0]
        card, *laid = shown.split(" laying ")
        for each in laid:
            self.lay_from_hand(each)
        self.street.remove(card)
        self.mover().hand.append(card)
        self.end_turn(passed=False)

    # ------------------------------------------------------------------------------ results

    def scores(self) -> list[int]:
        """The victory points of each player's cards, as things stand (7.4, 7.6)."""
        return [sum(map(points_of, seat.cards())) for seat in self.seats]

    def lead(self) -> int:
        """1 if seat 0 has won, -1 if seat 1 has, 0 if both have (7.5)."""
        best_first = [sorted(map(points_of, seat.cards()), reverse=True) for seat in self.seats]
        compared = [tuple(self.scores()), *zip_longest(*best_first, fillvalue=0)]
        return next((1 if one > other else -1 for one, other in compared if one != other), 0)

    def utilities(self, kind: str) -> list[float]:
        """7.7 to 7.9; all 0 before the end."""
        if not self.over:
            return [0.0, 0.0]
        lead: float = self.lead()
        if kind == "score":
            mine, other = self.scores()
            lead = max(-1.0, min(1.0, (mine - other) / 50))
        return [lead, -lead]

    # ----------------------------------------------------------------------------- notation

    def position(self) -> dict[str, Any]:
        """The saved form: every field (9.4 to 9.9)."""
        rules = rules_to_save(self.rules)
        return {
            "game": "famiglia",
            **({"rules": rules} if rules else {}),
            "phase": self.phase,
            "to_move": self.to_move,
            "first_player": self.first_player,
            "stock": list(self.stock),
            "pass": self.stock_pass,
            "street": in_index_order(self.street),
            "discards": in_index_order(self.discards),
            "seats": [
                {"hand": in_index_order(seat.hand), "gang": in_index_order(seat.gang)}
                for seat in self.seats
            ],
            "last_passed": self.last_passed,
            "accountant": vars(self.exchange).copy() if self.exchange else None,
            "brute": self.brute,
            "intimidated": vars(self.intimidated).copy() if self.intimidated else None,
        }
