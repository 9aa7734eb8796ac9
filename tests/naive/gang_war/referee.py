"""A slow, obvious referee for one gang war, on that of the whole game (RULES.md of both)."""

from __future__ import annotations

import random
from typing import Any

from naive.gang_war.options import complete_rules, hands_dealt, notes_of_seats, rules_to_save
from naive.sicilianos.referee import Referee as WholeGame
from naive.sicilianos.table import Row, Seat, War
from naive.sicilianos.words import (
    FAMILIES,
    TYPES,
    Chance,
    card_order,
    colour_of,
    of_colour,
    value_of,
)


class Referee(WholeGame):
    """One gang war; made by `Referee.new` or `Referee.load`."""

    def __init__(self, rules: Any) -> None:
        self.rules = complete_rules(rules)
        self.players: int = self.rules["num_players"]
        self.families: list[str] = FAMILIES[: self.rules["families"]]
        self.cards = [f"{c} {v}" for c in self.families for v in sorted(self.rules["values"])]
        self.phase = "join"
        self.to_move: int | None = self.rules["opener"]
        self.turn_of: int | None = self.to_move
        self.turn = 0
        self.truncated = False
        self.seats = [Seat(notes) for notes in self.notes_dealt()]
        self.decks = {colour: of_colour(self.cards, colour) for colour in self.families}
        empty = self.rules["empty_piles"]
        self.piles = {c: [] if c in empty else list(TYPES) for c in self.families}
        self.dice = self.searched = None
        self.war: War = War(self.to_move)
        self.blown_up: dict[int, list[str]] = {seat: [] for seat in range(self.players)}
        self.memories = []
        self.chance: Chance = lambda kind, outcomes: random.choice(outcomes)

    @classmethod
    def new(cls, rules: Any, hands: list[list[str]]) -> Referee:
        """A war from its start, with the hands that are dealt."""
        game = cls(rules)
        for seat, hand, counts in zip(game.seats, hands, hands_dealt(game.rules), strict=True):
            assert [len(of_colour(hand, colour)) for colour in game.families] == counts
            for card in hand:
                game.decks[colour_of(card)].remove(card)
                seat.hand.append(card)
        game.remember_nothing()
        game.make_forced_decisions()
        return game

    @classmethod
    def load(cls, position: dict) -> Referee:
        """A war from a saved position; makes no move by itself."""
        from naive.gang_war.loading import Loader  # which is made of referees

        return Loader(position).load()

    def notes_dealt(self) -> list[list[int]]:
        """The notes of each seat, as amounts."""
        kinds = self.rules["denominations"]
        return [
            [kind for kind, count in zip(kinds, counts, strict=True) for _ in range(count)]
            for counts in notes_of_seats(self.rules)
        ]

    # ------------------------------------------------------------------------- the opener

    def is_opening(self) -> bool:
        """Whether the opener is asked for his first card (3.1)."""
        return self.phase == "join" and self.to_move == self.war.opener

    def _legal_join(self) -> list[str]:
        plays = [f"play {card}" for card in self.cards_to_join_with(self.to_move)]
        may_pass = self.rules["opener_may_pass"] or not self.is_opening()
        return ["pass"] * may_pass + plays

    def _do_join(self, action: str) -> None:
        if self.is_opening() and action == "pass":
            self.end_game()  # 3.3
        else:
            super()._do_join(action)

    # ----------------------------------------------------------------------------- specials

    def may_defect(self, row: Row) -> bool:
        """1.5: a Turncoat that does not act stays."""
        return "turncoat" in self.rules["specials"] and super().may_defect(row)

    def bomb_targets(self, bomb: str) -> list[str]:
        """1.5: a Bomb that does not act has none; a Bodyguard that does not act protects nobody."""
        if "bomb" not in self.rules["specials"]:
            return []
        if "bodyguard" in self.rules["specials"]:
            return super().bomb_targets(bomb)
        bomber = self.war.row_with(bomb)
        return [
            card
            for colour in dict.fromkeys(self.rules["bomb_targets"][FAMILIES.index(colour_of(bomb))])
            for row, card in self.war.family_cards(colour)
            if row is not bomber and not self.war.are_allies(row, bomber)
        ]

    def put_under_deck(self, card: str) -> None:
        """5.4: it lies under the cards that were not dealt."""
        self.blown_up[self.war.row_with(card).seat].append(card)
        super().put_under_deck(card)

    # ------------------------------------------------------------------------------ the end

    def ask_to_found(self, row: Row) -> None:
        """3.6: a business is counted."""
        colour = self.war.winning_family()
        if self.piles[colour]:
            self.to_move = row.seat
            self.look_at_pile()
            kind, left = self.piles[colour][0], len(self.piles[colour])
            self.piles[colour].remove(kind)
            self.seats[row.seat].businesses.append(f"{colour} {kind}")
            for memory in self.memories:
                memory.founded(row.seat, colour, left, kind if memory.me == row.seat else None)
        self.end_game()

    def clear_table(self) -> None:
        """3.7: the cards stay."""
        self.end_game()

    def end_game(self) -> None:
        """Nobody is to move any more."""
        self.phase, self.to_move = "over", None

    def points_laid(self, seat: int) -> int:
        """What the cards are worth that a seat has laid, whatever became of them."""
        row = self.war.row_of(seat)
        laid = row.face_up + row.face_down if row else []
        return sum(map(value_of, laid + self.blown_up[seat]))

    def scores(self) -> list[float]:
        """4.2 and 4.4, in money."""
        rules, found = self.rules, []
        for number, seat in enumerate(self.seats):
            row = self.war.row_of(number)
            stake = (row.stake or 0) if row else 0
            worth = seat.washed - rules["note_value"] * stake
            worth += 10_000 * rules["business_value"] * len(seat.businesses)
            worth -= 10_000 * rules["card_value"] * self.points_laid(number)
            found.append(worth)
        return found

    def score_utilities(self) -> list[float]:
        """4.6."""
        scores = self.scores()
        margins = [own - (sum(scores) - own) / (self.players - 1) for own in scores]
        return [max(-1.0, min(1.0, margin / 200_000)) for margin in margins]

    # -------------------------------------------------------------------------- the position

    def position(self) -> dict[str, Any]:
        """The saved form: every field."""
        return {
            "game": "gang_war",
            "rules": rules_to_save(self.rules),
            "phase": self.phase,
            "to_move": self.to_move,
            "turn_of": self.turn_of,
            "war": self.saved_war(),
            "seats": [
                {
                    "hand": sorted(seat.hand, key=card_order),
                    "dirty": sorted(seat.dirty),
                    "washed": seat.washed,
                    "businesses": len(seat.businesses),
                }
                for seat in self.seats
            ],
        }

    def saved_war(self) -> dict[str, Any]:
        """The saved form of the war (6.2, 6.3)."""
        saved = super().saved_war()
        assert saved is not None
        for row in saved["rows"]:
            row["blown_up"] = list(self.blown_up[row["seat"]])
        return saved


def set_up_again(position: dict[str, Any]) -> Referee:
    """A war from its start, with the hands that led to a first position."""
    hands = [list(seat["hand"]) for seat in position["seats"]]
    for row in position["war"]["rows"]:
        hands[row["seat"]] += row["face_up"] + row["face_down"] + row["blown_up"]
    return Referee.new(position["rules"], hands)
