"""A slow, obvious referee for Scopa.

Everything is written from the rules alone, in their own words. Cards are texts ('coins 7'), hands,
piles and the table are lists in no order, the deck is a list with the top card first. Clauses of
RULES.md are cited by their numbers. Nothing here is meant to be fast.
"""

from __future__ import annotations

import random
from typing import Any

from naive.scopa.options import complete_rules, rules_to_save
from naive.scopa.words import (
    KING,
    Chance,
    in_order,
    insist,
    sets_adding_up_to,
    suit_of,
    value_of,
    without,
)


class Seat:
    """What a player has: his hand, his score pile, his scopas of this round, his score."""

    def __init__(self) -> None:
        self.hand: list[str] = []
        self.pile: list[str] = []
        self.scopas = 0
        self.score = 0


class Referee:
    """One game of Scopa; made by `Referee.new` or `Referee.load`."""

    def __init__(self, rules: Any) -> None:
        """An empty table under these rules: `new` and `load` fill it."""
        self.rules = complete_rules(rules)
        self.players: int = self.rules["num_players"]
        self.cards: list[str] = self.rules["cards"]
        self.phase = "play"
        self.to_move: int | None = None
        self.truncated = False
        self.dealer = 0
        self.round = 1
        self.deck: list[str] = []
        self.table: list[str] = []
        self.last_taker: int | None = None
        self.played: str | None = None
        self.taking: list[str] = []
        self.seats = [Seat() for _ in range(self.players)]
        self.chance: Chance = self.fall_by_chance

    @classmethod
    def new(cls, rules: dict, chance: Chance) -> Referee:
        """A game from its start: the lot for the dealer (2.1), and the first round."""
        game = cls(rules)
        game.chance = chance
        seats = [str(seat) for seat in range(game.players)]
        dealer = game.chance("dealer", seats)
        insist(dealer in seats, f"dealer: {dealer!r} is not a seat")
        game.dealer = int(dealer)
        game.begin_round()
        return game

    @classmethod
    def load(cls, position: Any) -> Referee:
        """A game from a saved position; makes no move by itself."""
        from naive.scopa.loading import Loader  # which is made of referees

        return Loader(position).load()

    def fall_by_chance(self, kind: str, outcomes: list[str]) -> Any:
        """An outcome, or an order of the cards, while nobody else says what comes out."""
        if kind == "shuffle":
            return random.sample(outcomes, len(outcomes))
        return random.choice(outcomes)

    # ------------------------------------------------------------------ what a driver calls

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.phase == "over"

    def legal(self) -> list[str]:
        """The actions allowed now, in words."""
        if self.phase == "play":
            return [f"play {card}" for card in self.cards_to_play()]
        if self.phase == "take":
            return [f"take {card}" for card in self.cards_to_take()]
        return []

    def play(self, action: str) -> None:
        """Plays an action; then takes unasked where there is no choice (3.9)."""
        allowed = self.legal()
        insist(action in allowed, f"{action!r} is not allowed; allowed: {', '.join(allowed)}")
        card = action.split(" ", 1)[1]
        if self.phase == "play":
            self.play_card(card)
        else:
            self.choose(card)
        while self.phase == "take" and len(self.cards_to_take()) == 1:
            self.choose(self.cards_to_take()[0])

    # ---------------------------------------------------------------------- words for seats

    def mover(self) -> Seat:
        """The player to move."""
        return self.seats[self.to_move]

    def left_of(self, seat: int) -> int:
        """The left neighbour: the next one clockwise."""
        return (seat + 1) % self.players

    def clockwise_from(self, seat: int) -> list[int]:
        """All seats clockwise, beginning with this one."""
        return [(seat + step) % self.players for step in range(self.players)]

    def holders(self) -> list[int]:
        """The seats that hold cards."""
        return [number for number, seat in enumerate(self.seats) if seat.hand]

    # ----------------------------------------------------------------------------- the deal

    def begin_round(self) -> None:
        """All cards are shuffled and dealt, with three kings on the table once more (2.5)."""
        self.deal_round()
        while self.rules["king_redeal"] and self.kings_on_table() >= 3:
            self.deal_round()
        self.phase, self.to_move = "play", self.left_of(self.dealer)

    def kings_on_table(self) -> int:
        """How many kings lie on the table."""
        return sum(value_of(card) == KING for card in self.table)

    def deal_round(self) -> None:
        """Shuffles, and deals the first hands and the table (2.2)."""
        self.deck = list(self.chance("shuffle", list(self.cards)))
        insist(sorted(self.deck) == sorted(self.cards), "shuffle: not all the cards, each once")
        self.table, self.last_taker = [], None
        for seat in self.seats:
            seat.hand, seat.pile, seat.scopas = [], [], 0
        self.deal_hands(kept_for_table=self.rules["table_size"])
        self.table += self.from_top(self.rules["table_size"])

    def deal_hands(self, kept_for_table: int = 0) -> None:
        """A hand for everybody; if the deck does not suffice, as many for all alike (2.4)."""
        there = len(self.deck) - kept_for_table
        each = min(self.rules["hand_size"], there // self.players)
        if each < self.rules["hand_size"]:
            left_over = there - each * self.players
            self.table += [self.deck.pop() for _ in range(left_over)]
        for seat in self.clockwise_from(self.left_of(self.dealer)):
            self.seats[seat].hand = self.from_top(each)

    def from_top(self, count: int) -> list[str]:
        """Takes so many cards from the top of the deck."""
        cards, self.deck = self.deck[:count], self.deck[count:]
        return cards

    # ------------------------------------------------------------------------------- a turn

    def sets_to_take(self, card: str) -> list[list[str]]:
        """The sets that a card may take (3.4, 3.5), each in index order; none, if nothing fits."""
        table = in_order(self.table)
        alike = [[other] for other in table if value_of(other) == value_of(card)]
        return alike or sets_adding_up_to(value_of(card), table)

    def cards_to_play(self) -> list[str]:
        """The cards of the mover's hand that he may play (3.3)."""
        hand = in_order(self.mover().hand)
        matching = [card for card in hand if self.sets_to_take(card)]
        return matching if matching and self.rules["must_match"] == "hand" else hand

    def cards_to_take(self) -> list[str]:
        """The cards with which what is chosen so far can still become a legal set (3.8)."""
        chosen = len(self.taking)
        larger = [each for each in self.sets_to_take(self.played) if len(each) > chosen]
        return in_order({each[chosen] for each in larger if each[:chosen] == self.taking})

    def play_card(self, card: str) -> None:
        """A card comes from the mover's hand (3.1); it stays on the table if it cannot take."""
        self.mover().hand.remove(card)
        if self.sets_to_take(card):
            self.phase, self.played = "take", card
        else:
            self.table.append(card)
            self.end_turn()

    def choose(self, card: str) -> None:
        """One more card to be taken; all are taken as soon as the set is complete (3.10)."""
        self.taking.append(card)
        if self.taking in self.sets_to_take(self.played):
            self.take()

    def take(self) -> None:
        """The card played and what it takes go to the mover's pile (3.7)."""
        self.table = without(self.table, self.taking)
        self.mover().pile += [self.played, *self.taking]
        self.last_taker = self.to_move
        if not self.table and (self.rules["last_scopa"] or not self.is_round_over()):
            self.mover().scopas += 1  # 4.1, 4.3
        self.phase, self.played, self.taking = "play", None, []
        self.end_turn()

    def end_turn(self) -> None:
        """It is for the next one clockwise who holds a card, after a new deal if nobody does."""
        if self.is_round_over():
            self.end_round()
            return
        if not self.holders():
            self.deal_hands()
        clockwise = self.clockwise_from(self.left_of(self.to_move))
        self.to_move = next(seat for seat in clockwise if seat in self.holders())

    # ------------------------------------------------------------------------ end of a round

    def is_round_over(self) -> bool:
        """Whether nobody holds a card, and the deck has not one for each (2.4, 4.2)."""
        return not self.holders() and len(self.deck) < self.players

    def end_round(self) -> None:
        """What is left goes to the last taker (4.2); points; then the end or another round."""
        self.table += self.from_top(len(self.deck))  # 2.4
        if self.last_taker is not None:
            self.seats[self.last_taker].pile += self.table
            self.table = []
        for seat, points in zip(self.seats, self.points(), strict=True):
            seat.score += points
        if self.is_decided() or self.round == self.rules["max_rounds"]:
            self.truncated = not self.is_decided()  # 6.3
            self.phase, self.to_move = "over", None
        else:
            self.round += 1
            self.dealer = self.left_of(self.dealer)
            self.begin_round()

    def points(self) -> list[int]:
        """The points of each seat for a round that is over (5)."""
        cards = [len(seat.pile) for seat in self.seats]
        coins = [sum(suit_of(card) == "coins" for card in seat.pile) for seat in self.seats]
        return [
            seat.scopas
            + has_most_alone(cards, number)
            + has_most_alone(coins, number)
            + ("coins 7" in seat.pile)
            + ("coins 10" in seat.pile)
            for number, seat in enumerate(self.seats)
        ]

    def is_decided(self) -> bool:
        """Whether the game ends after this round by 6.1 or 6.4."""
        won = max(self.scores()) >= self.rules["target"] and len(self.winners()) == 1
        return won or self.rules["single_round"]

    # ------------------------------------------------------------------ winners and utilities

    def scores(self) -> list[int]:
        """The points of the rounds that are over (6.5)."""
        return [seat.score for seat in self.seats]

    def winners(self) -> list[int]:
        """Whoever has the highest score; equal ones share."""
        scores = self.scores()
        return [seat for seat in range(self.players) if scores[seat] == max(scores)]

    def utilities(self, kind: str = "win") -> list[float]:
        """What the game is worth to each seat; nothing while it is still going on."""
        worth = {
            "win": self.win_utility, "score": self.score_utility, "rank": self.rank_utility,
        }  # fmt: skip
        insist(kind in worth, f"unknown utility {kind!r}")
        return [worth[kind](seat) if self.over else 0.0 for seat in range(self.players)]

    def win_utility(self, seat: int) -> float:
        """With w winners of n: (n-w)/(w(n-1)) for each of them, -1/(n-1) for others (6.6)."""
        n, w = self.players, len(self.winners())
        if w == n:
            return 0.0
        return (n - w) / (w * (n - 1)) if seat in self.winners() else -1 / (n - 1)

    def score_utility(self, seat: int) -> float:
        """Own score less the mean of the others', in units of 11, clipped to [-1, 1] (6.7)."""
        own = self.scores()[seat]
        mean = (sum(self.scores()) - own) / (self.players - 1)
        return max(-1.0, min(1.0, (own - mean) / 11))

    def rank_utility(self, seat: int) -> float:
        """Ranks spread evenly over [-1, 1]; equal scores take the mean of their ranks (6.8)."""
        own = self.scores()[seat]
        better = sum(score > own for score in self.scores())
        equal = self.scores().count(own)
        return 1 - 2 * (better + (equal - 1) / 2) / (self.players - 1)

    # -------------------------------------------------------------------------- the position

    def position(self) -> dict[str, Any]:
        """The saved form: every field (8.3 to 8.7)."""
        return {
            "game": "scopa",
            "rules": rules_to_save(self.rules),
            "phase": self.phase,
            "to_move": self.to_move,
            "dealer": self.dealer,
            "round": self.round,
            "deck": list(self.deck),
            "table": in_order(self.table),
            "last_taker": self.last_taker,
            "played": self.played,
            "taking": list(self.taking),
            "seats": [
                {
                    "hand": in_order(seat.hand),
                    "pile": in_order(seat.pile),
                    "scopas": seat.scopas,
                    "score": seat.score,
                }
                for seat in self.seats
            ],
        }


def has_most_alone(counts: list[int], number: int) -> bool:
    """Whether a count is the largest, and no other is as large (5.2, 5.3)."""
    return counts[number] == max(counts) and counts.count(max(counts)) == 1
