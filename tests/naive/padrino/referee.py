"""A slow, obvious referee for Si, Oscuro Padrino!

Everything is written from the rules alone, in their own words. Cards are texts ('green place');
hands and discards are lists without an order, the deck is a list with the top card first. Nothing
here is meant to be fast.
"""

from __future__ import annotations

import random
from typing import Any

from naive.padrino.ending import utilities, winners_by_condemnation, winners_by_informer
from naive.padrino.options import cards_in_play, complete_rules, rules_to_save
from naive.padrino.setting_up import mix, set_up
from naive.padrino.table import Accusation, Played, Seat
from naive.padrino.words import (
    ACCOUNTANT,
    BOSS,
    LIGHTS,
    MOST_COUNTED,
    WIFE,
    Chance,
    in_index_order,
    insist,
    is_informer,
    kinds_of,
    light_of,
    lights_up,
    type_of,
)


class Referee:
    """One game of Si, Oscuro Padrino!; made by `Referee.new` or `Referee.load`."""

    truncated = False  # no game is stopped before its end

    def __init__(self, rules: dict) -> None:
        """An empty table under these rules: `new` and `load` fill it."""
        self.rules = complete_rules(rules)
        self.players: int = self.rules["num_players"]
        self.cards = cards_in_play(self.rules)
        self.phase = "verdict"
        self.to_move: int | None = 0
        self.seats = [Seat() for _ in range(self.players)]
        self.mixed: set[int] = set()
        self.mood = "yellow"  # 2.8
        self.accused = 0
        self.accuser: int | None = None
        self.in_play: list[Played] = []
        self.counted = 0
        self.raised_at = 0
        self.helper_asked = False
        self.pressed = False
        self.accusation: Accusation | None = None
        self.deck: list[str] = []
        self.discards: list[str] = []
        self.condemned: int | None = None
        self.winners: list[int] | None = None
        self.chance: Chance = self.draw_lots

    @classmethod
    def new(cls, rules: dict, chance: Chance | None = None) -> Referee:
        """A game from its start (2); `chance` decides what lots and shuffles decide."""
        game = cls(rules)
        game.chance = chance or game.draw_lots
        set_up(game)
        return game

    @classmethod
    def load(cls, position: dict) -> Referee:
        """A game from a saved position; makes no move by itself."""
        from naive.padrino.loading import Loader  # which is made of referees

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
        """Plays an action.

        No decision is forced (3.6): in each phase but `explain` there are two actions at least.
        """
        insist(not self.over, "the game is over")
        allowed = self.legal()
        insist(action in allowed, f"{action!r} is not allowed; allowed: {', '.join(allowed)}")
        getattr(self, f"_do_{self.phase}")(action)

    def draw_lots(self, kind: str, outcomes: list[str]) -> Any:
        """What chance gives unless it is told otherwise: one outcome, or all in any order."""
        if kind == "shuffle":
            return random.sample(outcomes, len(outcomes))
        return random.choice(outcomes)

    # ------------------------------------------------------------------------ who is who

    @property
    def boss(self) -> int:
        """The Boss's seat."""
        return next(s for s, seat in enumerate(self.seats) if seat.character == BOSS)

    def family(self) -> list[int]:
        """All but the Boss, clockwise from him."""
        return [(self.boss + k) % self.players for k in range(1, self.players)]

    def neighbour(self, seat: int, steps: int) -> int:
        """The member of the family so many places on, clockwise; the Boss is passed over."""
        family = self.family()
        return family[(family.index(seat) + steps) % len(family)]

    def favourite(self, seat: int) -> int | None:
        """1.3; nobody with four players (10.5)."""
        return self.neighbour(seat, 1) if self.players > 4 else None

    def helper(self) -> int | None:
        """The player whose Favourite the accused is (4.1)."""
        return self.neighbour(self.accused, -1) if self.players > 4 else None

    def seat_of(self, character: int) -> int:
        """Where somebody sits who is in play."""
        return next(s for s, seat in enumerate(self.seats) if seat.character == character)

    def holder_of(self, content: str) -> int | None:
        """Whose suitcase holds it; nobody's if it is in the box."""
        return next((s for s, seat in enumerate(self.seats) if seat.suitcase == content), None)

    def ask(self, phase: str, seat: int) -> None:
        """The next decision."""
        self.phase, self.to_move = phase, seat

    # --------------------------------------------------------------------- the third player

    def _legal_third(self) -> list[str]:
        wife, accountant = self.seat_of(WIFE), self.seat_of(ACCOUNTANT)
        return [f"with {seat}" for seat in self.family() if seat not in (wife, accountant)]

    def _do_third(self, action: str) -> None:
        mix(self, int(action.removeprefix("with ")))

    # ------------------------------------------------------------------------------- a turn

    def begin_turn(self, accused: int, accuser: int | None) -> None:
        """3.1, with what is in play on the discards (5.10, 6.5)."""
        self.discard_all_in_play()
        self.accused, self.accuser = accused, accuser
        self.counted = self.raised_at = 0
        self.helper_asked = False
        self.ask("verdict", self.boss)

    def discard_all_in_play(self) -> None:
        """All cards in play go to the discards."""
        self.discards += [played.card for played in self.in_play]
        self.in_play = []

    def _legal_verdict(self) -> list[str]:
        return ["sentence", "hear"]

    def _do_verdict(self, action: str) -> None:
        if action == "sentence":
            self.condemn(self.accused)
        else:
            self.hear_accused()

    def hear_accused(self) -> None:
        """The helper is asked where he has to be, else the accused (4.1, 3.2)."""
        helper = self.helper()
        if helper is not None and not self.helper_asked and self.counted < MOST_COUNTED:
            self.ask("help", helper)
        else:
            self.ask("explain", self.accused)

    def go_on(self) -> None:
        """What follows when a card is settled or an accusation refused (3.5, 4.8, 6.3, 6.4)."""
        all_counted = self.counted == MOST_COUNTED
        in_trouble = all_counted or (self.mood == "red" and self.counted >= 4)
        if not self.deck:
            self.ask("condemn", self.boss)
        elif in_trouble and not self.lit_cards():
            self.ask("mercy", self.boss)
        else:
            self.hear_accused()

    def lit_cards(self) -> list[Played]:
        """The cards in play that stand and light up in the Boss's mood."""
        return [each for each in self.in_play if each.standing and lights_up(each.card, self.mood)]

    # ----------------------------------------------------------------------------- the mood

    def raise_mood_if_due(self) -> bool:
        """One step after each third card, once; whether it has changed (4.3)."""
        if self.counted not in (3, 6, 9) or self.raised_at == self.counted:
            return False
        self.raised_at = self.counted
        before, self.mood = self.mood, LIGHTS[min(LIGHTS.index(self.mood) + 1, 2)]
        return self.mood != before

    def raise_mood(self) -> None:
        """4.3."""
        if self.raise_mood_if_due():
            self.discard_all_in_play()

    # ------------------------------------------------------------------------- explanations

    def explanations(self) -> list[str]:
        """What the player to move can play."""
        return [f"explain {card}" for card in kinds_of(self.seats[self.to_move].hand)]

    def _legal_help(self) -> list[str]:
        return ["pass", *self.explanations()]

    def _do_help(self, action: str) -> None:
        self.helper_asked = True
        if action == "pass":
            self.hear_accused()
        else:
            self.explain(action.removeprefix("explain "))

    def _legal_explain(self) -> list[str]:
        actions = []
        if self.counted < MOST_COUNTED:
            actions += [*self.explanations(), *self.informers()]
        if self.counted and not self.pressed:
            actions += ["stop", *self.accusations()]
        return actions

    def informers(self) -> list[str]:
        """10.3."""
        hand = self.seats[self.accused].hand if self.rules["boss_suitcase"] else []
        return [f"inform {card}" for card in kinds_of(hand) if is_informer(card)]

    def accusations(self) -> list[str]:
        """5.1."""
        cards = kinds_of(each.card for each in self.lit_cards())
        return [f"accuse {seat} with {card}" for seat in self.accusable() for card in cards]

    def accusable(self) -> list[int]:
        """5.1; with four players the accuser too (10.5)."""
        accuser = self.accuser if self.players > 4 else None
        spared = [self.accused, self.favourite(self.accused), accuser]
        return [seat for seat in self.family() if seat not in spared]

    def _do_explain(self, action: str) -> None:
        verb, _, rest = action.partition(" ")
        if verb == "explain":
            self.helper_asked = False
            self.explain(rest)
        elif verb == "accuse":
            seat, card = rest.split(" with ")
            self.accuse(int(seat), card)
        elif verb == "inform":
            self.end(winners_by_informer(self))
        else:
            self.raise_mood()
            self.ask("mercy", self.boss)

    def explain(self, card: str) -> None:
        """The player to move plays a card (4.3, 4.4)."""
        self.raise_mood()
        self.pressed = False
        self.counted += 1
        self.seats[self.to_move].hand.remove(card)
        self.in_play.append(Played(card, by=self.to_move))
        self.draw_card(self.to_move)
        self.ask_rivals(after=self.accused)

    def draw_card(self, seat: int) -> None:
        """The top card of the deck, if there is one left, goes to a hand."""
        if self.deck:
            self.seats[seat].hand.append(self.deck.pop(0))

    # --------------------------------------------------------------------------- objections

    def ask_rivals(self, after: int) -> None:
        """The next who can object to the card played last, clockwise (4.5); else the Boss (4.6)."""
        last = self.in_play[-1]
        clockwise = [self.neighbour(self.accused, k) for k in range(self.players - 1)]
        for seat in clockwise[clockwise.index(after) + 1 :]:
            if seat != last.by and self.counters(seat):
                self.ask("object", seat)
                return
        self.ask("judge", self.boss)

    def counters(self, seat: int) -> list[str]:
        """The cards in a hand that can cancel the card played last."""
        asked_for = type_of(self.in_play[-1].card)
        return [card for card in kinds_of(self.seats[seat].hand) if type_of(card) == asked_for]

    def _legal_object(self) -> list[str]:
        return ["pass", *(f"cancel {card}" for card in self.counters(self.to_move))]

    def _do_object(self, action: str) -> None:
        if action == "pass":
            self.ask_rivals(after=self.to_move)
            return
        card = action.removeprefix("cancel ")
        self.seats[self.to_move].hand.remove(card)
        self.discards.append(card)
        self.draw_card(self.to_move)
        self.in_play[-1].standing = False
        self.go_on()

    def _legal_judge(self) -> list[str]:
        return ["accept", "cancel"]

    def _do_judge(self, action: str) -> None:
        self.in_play[-1].standing = action == "accept"
        self.go_on()

    # -------------------------------------------------------------------------- accusations

    def accuse(self, seat: int, card: str) -> None:
        """With the accused's own card, if he has one of that name there (5.2)."""
        by = {each.by for each in self.lit_cards() if each.card == card}
        player = self.accused if self.accused in by else by.pop()
        self.accusation = Accusation(seat, card, player)
        self.ask("believe", self.boss)

    def evidence(self) -> Played:
        """The card of the accusation: of two equal ones the first (5.2)."""
        told = self.accusation
        return next(
            each
            for each in self.in_play
            if each.standing and (each.card, each.by) == (told.card, told.by)
        )

    def _legal_believe(self) -> list[str]:
        return ["believe", "refuse"]

    def _do_believe(self, action: str) -> None:
        if action == "refuse":
            self.evidence().standing = False
            self.accusation = None
            self.go_on()
            return
        self.change_mood()
        self.apply_effect()

    def change_mood(self) -> None:
        """5.5; the cards stay in play (5.10)."""
        if self.counted == 1:
            self.mood = LIGHTS[max(LIGHTS.index(self.mood) - 1, 0)]
        else:
            self.raise_mood_if_due()

    def apply_effect(self) -> None:
        """By the light of the card (1.9), for whoever has played it (5.6)."""
        told = self.accusation
        light = light_of(told.card)
        if light == "yellow":
            self.ask("rotate", told.by)
            return
        if light == "green":
            self.seats[told.by].knows.add(told.by)
        else:
            self.move_suitcases({told.by: told.seat, told.seat: told.by})
        self.end_accusation()

    def move_suitcases(self, to: dict[int, int]) -> None:
        """From each seat to another one; who knows what one holds goes on knowing it (9.3)."""
        contents = {seat: self.seats[seat].suitcase for seat in to}
        for seat, other in to.items():
            self.seats[other].suitcase = contents[seat]
        self.mixed = {to.get(seat, seat) for seat in self.mixed}
        for seat in self.seats:
            seat.knows = {to.get(each, each) for each in seat.knows}

    def _legal_rotate(self) -> list[str]:
        return ["clockwise", "counterclockwise"]

    def _do_rotate(self, action: str) -> None:
        steps = 1 if action == "clockwise" else -1
        self.move_suitcases({seat: self.neighbour(seat, steps) for seat in self.family()})
        self.end_accusation()

    def end_accusation(self) -> None:
        """The player accused is the next to explain himself (5.10)."""
        accused, self.accusation = self.accusation.seat, None
        self.begin_turn(accused, accuser=self.accused)

    # -------------------------------------------------------------------- mercy and the end

    def _legal_mercy(self) -> list[str]:
        return ["sentence", "spare" if self.counted == MOST_COUNTED else "press"]

    def _do_mercy(self, action: str) -> None:
        if action == "sentence":
            self.condemn(self.accused)
        elif action == "press":
            self.pressed = True
            self.hear_accused()
        else:
            self.raise_mood()
            self.begin_turn(self.neighbour(self.accused, 1), accuser=None)

    def _legal_condemn(self) -> list[str]:
        return [f"condemn {seat}" for seat in self.family()]

    def _do_condemn(self, action: str) -> None:
        self.condemn(int(action.removeprefix("condemn ")))

    def condemn(self, seat: int) -> None:
        """The Boss's sentence ends the game (7)."""
        self.condemned = seat
        self.end(winners_by_condemnation(self, seat))

    def end(self, winners: set[int]) -> None:
        """11.8."""
        self.winners = sorted(winners)
        self.phase, self.to_move = "over", None

    def utilities(self, kind: str) -> list[float]:
        """8.1 and 8.2; all 0 before the end."""
        if self.winners is None:
            return [0.0] * self.players
        return utilities(kind, self.players, self.winners)

    # ----------------------------------------------------------------------------- notation

    def position(self) -> dict[str, Any]:
        """The saved form: every field (11.3 to 11.8)."""
        return {
            "game": "padrino",
            "rules": rules_to_save(self.rules),
            "phase": self.phase,
            "to_move": self.to_move,
            "seats": [self.seat_saved(seat) for seat in self.seats],
            **({"mixed": sorted(self.mixed)} if self.mixed else {}),
            "mood": self.mood,
            "accused": self.accused,
            "accuser": self.accuser,
            "in_play": [vars(played).copy() for played in self.in_play],
            "counted": self.counted,
            "raised_at": self.raised_at,
            "helper_asked": self.helper_asked,
            "pressed": self.pressed,
            "accusation": vars(self.accusation).copy() if self.accusation else None,
            "deck": list(self.deck),
            "discards": in_index_order(self.discards),
            "condemned": self.condemned,
            "winners": None if self.winners is None else list(self.winners),
        }

    def seat_saved(self, seat: Seat) -> dict[str, Any]:
        """11.4."""
        return {
            "character": seat.character,
            "hand": in_index_order(seat.hand),
            "suitcase": seat.suitcase,
            "knows": {str(each): self.seats[each].suitcase for each in sorted(seat.knows)},
        }
