"""A slow, obvious referee for Sicilianos.

Everything is written from the rules alone, in their own words. Cards are texts ('red 7'), hands
are lists, decks are lists with the top card first, businesses are texts ('red laundry'). Rulings
of the specification are cited as R1 ... R18. Nothing here is meant to be fast.
"""

from __future__ import annotations

import random
from copy import deepcopy
from typing import Any

from naive.sicilianos.memory import Memory
from naive.sicilianos.options import complete_rules, rules_to_save
from naive.sicilianos.table import Row, Seat, War
from naive.sicilianos.words import (
    BODYGUARD,
    BOMB,
    DENOMINATIONS,
    FAMILIES,
    INFLUENCES,
    TURNCOAT,
    TYPES,
    Chance,
    RefusedError,
    business_order,
    card_order,
    colour_of,
    insist,
    of_colour,
    type_of,
    value_of,
)


class Referee:
    """One game of Sicilianos; made by `Referee.new` or `Referee.load`."""

    def __init__(self, rules: dict) -> None:
        """An empty table under these rules: `new` and `load` fill it."""
        self.rules = complete_rules(rules)
        self.players: int = self.rules["num_players"]
        self.families: list[str] = FAMILIES[: self.rules["families"]]
        self.cards = [f"{c} {v}" for c in self.families for v in sorted(self.rules["values"])]
        self.phase = "draft"
        self.to_move: int | None = 0
        self.turn_of: int | None = 0
        self.turn = 0  # turns begun so far; a loaded position does not tell, it counts as turn 1
        self.truncated = False
        self.seats = [Seat(self.notes_at_start()) for _ in range(self.players)]
        self.decks: dict[str, list[str]] = {colour: [] for colour in self.families}
        self.piles: dict[str, list[str]] = {colour: list(TYPES) for colour in self.families}
        self.dice: dict[str, Any] | None = None
        self.searched: str | None = None
        self.war: War | None = None
        self.memories: list[Memory] = []
        self.chance: Chance = lambda kind, outcomes: random.choice(outcomes)

    @classmethod
    def new(cls, rules: dict, decks: dict[str, list[str]], first_player: int) -> Referee:
        """A game from its start, with the decks as shuffled (top first)."""
        game = cls(rules)
        wanted = game.rules["first_player"]
        insist(wanted in (None, first_player), f"first_player: the rules say {wanted}")
        insist(first_player in range(game.players), "first_player: not a seat")
        for colour in game.families:
            insist(colour in decks, f"decks: {colour} is missing")
            game.decks[colour] = list(decks[colour])
            all_of_it = of_colour(game.cards, colour)
            insist(sorted(decks[colour], key=card_order) == all_of_it, f"decks: {colour} is wrong")
        game.remember_nothing()
        game.to_move = game.turn_of = first_player
        if game.rules["draft"] == 0:
            game.begin_turn(first_player)
        game.make_forced_decisions()
        return game

    @classmethod
    def load(cls, position: dict) -> Referee:
        """A game from a saved position; makes no move by itself."""
        from naive.sicilianos.loading import Loader  # which is made of referees

        return Loader(position).load()

    def notes_at_start(self) -> list[int]:
        """The dirty notes that every player begins with (R4)."""
        counts = zip(DENOMINATIONS, self.rules["notes"], strict=True)
        return [note for note, count in counts for _ in range(count)]

    def remember_nothing(self) -> None:
        """Every player knows his own hand and nothing else."""
        sizes = {colour: len(deck) for colour, deck in self.decks.items()}
        self.memories = [Memory(seat, self.players, sizes) for seat in range(self.players)]
        for memory in self.memories:
            memory.hands[memory.me] = set(self.seats[memory.me].hand)

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
        """A decision with exactly one legal action is made by itself, except in phase `turn`."""
        while not self.over and self.phase != "turn" and len(self.legal()) == 1:
            self.act(self.legal()[0])

    def draw_lots(self, kind: str, outcomes: list[str]) -> str:
        """One of equally likely outcomes."""
        outcome = self.chance(kind, list(outcomes))
        if outcome not in outcomes:
            fault = f"{outcome!r} cannot come out; possible: {', '.join(dict.fromkeys(outcomes))}"
            raise RefusedError(fault)
        return outcome

    def certain(self, seat: int) -> dict[str, tuple]:
        """Where each card is as far as that player knows for sure.

        ('hand', seat), ('deck', colour, depth from the top), ('face up', seat) or
        ('face down', seat).
        """
        return self.memories[seat].certain_cards()

    def certain_businesses(self, seat: int) -> dict[str, tuple]:
        """Where each business is as far as that player knows: ('pile',) or ('owned', seat)."""
        return self.memories[seat].certain_businesses()

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

    def ask(self, phase: str, seat: int) -> None:
        """It is now for that seat to decide."""
        self.phase, self.to_move = phase, seat

    # -------------------------------------------------------------------------- the set-up

    def _legal_draft(self) -> list[str]:
        drawn = [colour_of(card) for card in self.mover().hand]
        return [f"draw {c}" for c in self.families if self.decks[c] and c not in drawn]

    def _do_draft(self, action: str) -> None:
        self.take_top_card(self.to_move, action.removeprefix("draw "))
        for seat in self.clockwise_from(self.left_of(self.to_move)):
            if len(self.seats[seat].hand) < self.rules["draft"]:
                self.ask("draft", seat)
                return
        self.begin_turn(self.turn_of)

    # -------------------------------------------------------------------------------- turns

    def begin_turn(self, seat: int) -> None:
        """The turn of a seat begins, unless the game has lasted too long (R18)."""
        self.dice = self.searched = self.war = None
        if self.turn >= self.rules["max_turns"]:
            self.truncated = True
            self.end_game()
            return
        self.turn += 1
        self.turn_of = seat
        self.ask("turn", seat)

    def end_game(self) -> None:
        """Nobody is to move any more; `turn_of` is kept."""
        self.dice = self.searched = self.war = None
        self.phase, self.to_move = "over", None

    def end_dice_action(self) -> None:
        """The dice action is over: the left neighbour's turn."""
        self.begin_turn(self.left_of(self.turn_of))

    def _legal_turn(self) -> list[str]:
        hand = self.mover().hand
        may_roll = len(hand) < self.rules["hand_limit"]
        return (["roll"] if may_roll else []) + [f"play {card}" for card in hand]

    def _do_turn(self, action: str) -> None:
        if action == "roll":
            self.roll_dice()
        else:
            self.open_war(action.removeprefix("play "))

    def roll_dice(self) -> None:
        """Rolls two colour dice and the influence die, and begins the dice action."""
        faces = [
            influence
            for influence, count in zip(INFLUENCES, self.rules["influence_die"], strict=True)
            for _ in range(count)
        ]
        rolls = [f"{i} {a} {b}" for i in faces for a in self.families for b in self.families]
        influence, *colours = self.draw_lots("dice", rolls).split(" ")
        self.dice = {"colours": colours, "influence": influence}
        if influence == "two":
            self.take_two_cards()
        elif influence == "one":
            self.begin_if_possible("take_one")
        else:
            self.begin_if_possible("steal")

    def begin_if_possible(self, phase: str) -> None:
        """Taking and stealing are compulsory when possible; otherwise nothing happens."""
        self.ask(phase, self.turn_of)
        if not self.legal():
            self.end_dice_action()

    def rolled_colours(self) -> list[str]:
        """The colours on the dice, each named once."""
        return list(dict.fromkeys(self.dice["colours"]))

    def take_two_cards(self) -> None:
        """The top card of each rolled colour; one card only if the hand is nearly full."""
        room = self.rules["hand_limit"] - len(self.mover().hand)
        there = [colour for colour in self.rolled_colours() if self.decks[colour]]
        if room == 1 and len(there) == 2:
            self.ask("choose_draw", self.turn_of)
            return
        for colour in self.dice["colours"] if room >= 2 else there:
            if self.decks[colour]:  # what is not there gives nothing
                self.take_top_card(self.turn_of, colour)
        self.end_dice_action()

    def _legal_choose_draw(self) -> list[str]:
        return [f"draw {colour}" for colour in self.rolled_colours() if self.decks[colour]]

    def _do_choose_draw(self, action: str) -> None:
        self.take_top_card(self.to_move, action.removeprefix("draw "))
        self.end_dice_action()

    def _legal_take_one(self) -> list[str]:
        draws = [f"draw {colour}" for colour in self.families if self.decks[colour]]
        return draws + [f"search {c}" for c in self.rolled_colours() if self.decks[c]]

    def _do_take_one(self, action: str) -> None:
        verb, colour = action.split(" ")
        if verb == "draw":
            self.take_top_card(self.to_move, colour)
            self.end_dice_action()
        else:
            self.search_deck(colour)

    def take_top_card(self, seat: int, colour: str) -> None:
        """A player takes the top card of a deck; only he sees it."""
        card = self.decks[colour].pop(0)
        self.seats[seat].hand.append(card)
        for memory in self.memories:
            memory.drew(seat, colour, card if memory.me == seat else None)

    def search_deck(self, colour: str) -> None:
        """A player looks through a whole deck; only he sees it."""
        self.searched = colour
        self.ask("pick", self.to_move)
        for memory in self.memories:
            memory.searched(colour, self.decks[colour] if memory.me == self.to_move else None)

    def _legal_pick(self) -> list[str]:
        return [f"pick {card}" for card in self.decks[self.searched]]

    def _do_pick(self, action: str) -> None:
        card, colour = action.removeprefix("pick "), self.searched
        self.decks[colour].remove(card)  # the rest keep their order
        self.mover().hand.append(card)
        for memory in self.memories:
            memory.picked(self.to_move, colour, card if memory.me == self.to_move else None)
        self.end_dice_action()

    def _legal_steal(self) -> list[str]:
        return [
            f"steal {colour} from {seat}"
            for colour in self.rolled_colours()
            for seat in range(self.players)
            if seat != self.to_move and of_colour(self.seats[seat].hand, colour)
        ]

    def _do_steal(self, action: str) -> None:
        _, colour, _, name = action.split(" ")
        thief, victim = self.to_move, int(name)
        cards = sorted(of_colour(self.seats[victim].hand, colour), key=card_order)
        card = self.draw_lots("steal", cards)  # blindly: each of them is equally likely
        self.seats[victim].hand.remove(card)
        self.seats[thief].hand.append(card)
        for memory in self.memories:
            sees = memory.me in (thief, victim)
            memory.stole(thief, victim, colour, len(cards), card if sees else None)
        self.end_dice_action()

    # ------------------------------------------------------------- a gang war: 1. 2. joining

    def open_war(self, card: str) -> None:
        """The player whose turn it is opens a gang war with a card."""
        self.war = War(self.to_move)
        self.join_war(card)

    def join_war(self, card: str) -> None:
        """A player lays his first card face down; his stake follows."""
        row = Row(self.to_move, colour_of(card))
        self.war.rows.append(row)
        self.lay_face_down(row, card)
        self.ask("stake", self.to_move)

    def lay_face_down(self, row: Row, card: str) -> None:
        """A card from the hand is laid face down; the others see its colour only."""
        hand = self.seats[row.seat].hand
        held = len(of_colour(hand, row.colour))
        hand.remove(card)
        row.face_down.append(card)
        for memory in self.memories:
            memory.laid(row.seat, row.colour, held, card if memory.me == row.seat else None)

    def _legal_stake(self) -> list[str]:
        return [f"stake {note}" for note in sorted(set(self.mover().dirty))]

    def _do_stake(self, action: str) -> None:
        note = int(action.removeprefix("stake "))
        self.mover().dirty.remove(note)
        self.war.row_of(self.to_move).stake = note
        self.ask_next_to_join()

    def cards_to_join_with(self, seat: int) -> list[str]:
        """His cards of a colour not yet laid, if he has a note to stake (5.5)."""
        if not self.seats[seat].dirty:
            return []
        laid = [row.colour for row in self.war.rows]
        return [card for card in self.seats[seat].hand if colour_of(card) not in laid]

    def ask_next_to_join(self) -> None:
        """Clockwise, whoever holds a card of a colour not yet laid is asked, up to the opener."""
        seat = self.left_of(self.to_move)
        while seat != self.war.opener:
            if self.cards_to_join_with(seat):
                self.ask("join", seat)
                return
            seat = self.left_of(seat)
        self.reveal()

    def _legal_join(self) -> list[str]:
        return ["pass"] + [f"play {card}" for card in self.cards_to_join_with(self.to_move)]

    def _do_join(self, action: str) -> None:
        if action == "pass":
            self.ask_next_to_join()
        else:
            self.join_war(action.removeprefix("play "))

    # ------------------------------------------------------- a gang war: 3. 4. 5. the reveal

    def reveal(self) -> None:
        """All face-down cards are turned up together; then Turncoats, then Bombs (R9)."""
        self.war.bombs = []
        for row in self.war.rows:
            for card in row.face_down:
                row.face_up.append(card)
                if value_of(card) == BOMB:
                    self.war.bombs.append(card)
                for memory in self.memories:
                    memory.revealed(row.seat, card)
            row.face_down = []
        if self.war.round == 1:
            self.ask_turncoats(self.war.rows)
        else:
            self.ask_bombs()

    def may_defect(self, row: Row) -> bool:
        """Whether his card is a Turncoat and its partner colour is being used as a family."""
        if not any(value_of(card) == TURNCOAT for card in row.face_up):
            return False
        return self.war.family_owner(self.partner_of(row.colour)) is not None

    def partner_of(self, colour: str) -> str | None:
        """The colour that this family's Turncoat can defect to (R2)."""
        return self.rules["turncoat_partner"][FAMILIES.index(colour)]

    def ask_turncoats(self, rows: list[Row]) -> None:
        """Asks the first of these who may defect; when nobody is left it is for the Bombs."""
        for row in rows:
            if self.may_defect(row):
                self.ask("turncoat", row.seat)
                return
        self.ask_bombs()

    def _legal_turncoat(self) -> list[str]:
        return ["family", "turncoat"]

    def _do_turncoat(self, action: str) -> None:
        row = self.war.row_of(self.to_move)
        if action == "turncoat":
            row.turncoat_to = self.partner_of(row.colour)
            row.playing = False  # he plays no more cards in this war
        self.ask_turncoats(self.war.rows[self.war.rows.index(row) + 1 :])

    def bomb_targets(self, bomb: str) -> list[str]:
        """The cards that a Bomb can remove."""
        bomber = self.war.row_with(bomb)
        targets = []
        for colour in self.rules["bomb_targets"][FAMILIES.index(colour_of(bomb))]:
            family = self.war.family_cards(colour)
            guarded = [(row, card) for row, card in family if card == f"{colour} {BODYGUARD}"]
            for row, card in guarded or family:
                if row is not bomber and not self.war.are_allies(row, bomber):
                    targets.append(card)
        return list(dict.fromkeys(targets))

    def ask_bombs(self) -> None:
        """Asks the next undecided Bomb of this round that has a target."""
        while self.war.bombs:
            if self.bomb_targets(self.war.bombs[0]):
                self.ask("bomb", self.war.row_with(self.war.bombs[0]).seat)
                return
            self.war.bombs.pop(0)
        self.end_round()

    def _legal_bomb(self) -> list[str]:
        return ["family"] + [f"bomb {card}" for card in self.bomb_targets(self.war.bombs[0])]

    def _do_bomb(self, action: str) -> None:
        bomb = self.war.bombs.pop(0)
        if action != "family":
            victim = action.removeprefix("bomb ")
            if victim in self.war.bombs:  # a Bomb that has not yet decided
                self.war.bombs.remove(victim)
            self.put_under_deck(victim)
            self.put_under_deck(bomb)
        self.ask_bombs()

    def put_under_deck(self, card: str) -> None:
        """A face-up card goes to the bottom of its own (card-back) deck."""
        self.war.row_with(card).face_up.remove(card)
        self.decks[colour_of(card)].append(card)
        for memory in self.memories:
            memory.returned(card)

    # ---------------------------------------------------------- a gang war: 6. further rounds

    def end_round(self) -> None:
        """The cards of this round have done their work."""
        if len(self.war.rows) == 1:  # R12: nobody joined
            self.end_war()
        else:
            self.start_round()

    def start_round(self) -> None:
        """Who has no card of his colour drops out; only then `last_standing` is tested (R11)."""
        for row in self.war.rows:
            if not row.holds(self.seats[row.seat].hand):
                row.playing = False
        still_playing = sum(row.playing for row in self.war.rows)
        enough = 2 if self.rules["war_ends"] == "last_standing" else 1
        if still_playing < enough:
            self.end_war()
            return
        self.war.round += 1
        self.ask_to_continue(self.war.rows)

    def ask_to_continue(self, rows: list[Row]) -> None:
        """Asks the first of these who is still playing; when nobody is left the round is laid."""
        for row in rows:
            if row.playing and not row.holds(self.seats[row.seat].hand):
                row.playing = False
            if row.playing:
                self.ask("continue", row.seat)
                return
        if any(row.face_down for row in self.war.rows):
            self.reveal()
        else:
            self.end_war()

    def _legal_continue(self) -> list[str]:
        row = self.war.row_of(self.to_move)
        return ["pass"] + [f"play {card}" for card in of_colour(self.mover().hand, row.colour)]

    def _do_continue(self, action: str) -> None:
        row = self.war.row_of(self.to_move)
        if action == "pass":
            row.playing = False  # for good
        else:
            self.lay_face_down(row, action.removeprefix("play "))
        self.ask_to_continue(self.war.rows[self.war.rows.index(row) + 1 :])

    # -------------------------------------------------------- a gang war: 7. 8. 9. the spoils

    def end_war(self) -> None:
        """Money moves first, then the business is founded; the cards still lie."""
        winners = self.war.winners()
        if not winners:
            self.clear_table()
        elif len(winners) == 1:  # a sole winner (R15: or the ally of one without a card)
            [winner] = winners
            self.seats[winner.seat].washed += 2 * winner.stake
            self.ask_to_found(winner)
        else:
            owner, defector = winners
            if self.piles[owner.colour]:
                self.ask("split", owner.seat)
            else:  # R14
                self.wash_both_stakes(owner, defector)
                self.clear_table()

    def wash_both_stakes(self, row: Row, ally: Row) -> None:
        """An ally takes the money: his own note and the other's."""
        self.seats[row.seat].washed += row.stake + ally.stake

    def _legal_split(self) -> list[str]:
        return ["take business", "take money"]

    def _do_split(self, action: str) -> None:
        owner, defector = self.war.winners()
        if action == "take business":
            self.wash_both_stakes(defector, owner)
            self.ask_to_found(owner)
        else:
            self.wash_both_stakes(owner, defector)
            self.ask_to_found(defector)

    def ask_to_found(self, row: Row) -> None:
        """He founds a business of the winning family's colour, if its pile has any left."""
        if self.piles[self.war.winning_family()]:
            self.ask("business", row.seat)
            self.look_at_pile()
        else:
            self.clear_table()

    def look_at_pile(self) -> None:
        """Who founds a business sees which types are left."""
        colour = self.war.winning_family()
        self.memories[self.to_move].saw_pile(colour, self.piles[colour])

    def _legal_business(self) -> list[str]:
        return [f"found {kind}" for kind in self.piles[self.war.winning_family()]]

    def _do_business(self, action: str) -> None:
        kind, colour = action.removeprefix("found "), self.war.winning_family()
        left = len(self.piles[colour])
        self.piles[colour].remove(kind)
        self.mover().businesses.append(f"{colour} {kind}")
        for memory in self.memories:
            mine = memory.me == self.to_move
            memory.founded(self.to_move, colour, left, kind if mine else None)
        self.clear_table()

    def clear_table(self) -> None:
        """All face-up cards go under their decks, clockwise, in the order played (R16)."""
        for row in self.war.rows:
            for card in list(row.face_up):
                self.put_under_deck(card)
        self.after_war()

    def after_war(self) -> None:
        """Step 10: a Godfather, payday, or the turn of the opener's left neighbour."""
        opener = self.war.opener
        if self.godfathers() or any(not seat.dirty for seat in self.seats):
            self.end_game()
        else:
            self.begin_turn(self.left_of(opener))

    # ------------------------------------------------------------------------------- payday

    def godfathers(self) -> list[int]:
        """Who owns three businesses of one colour."""
        return [
            number
            for number, seat in enumerate(self.seats)
            if any(len(of_colour(seat.businesses, c)) == len(TYPES) for c in self.families)
        ]

    def has_three_different(self, seat: Seat) -> bool:
        """Three businesses of three different types in three different colours."""
        colours = [
            [colour_of(each) for each in seat.businesses if type_of(each) == kind] for kind in TYPES
        ]
        first, second, third = colours
        return any(len({a, b, c}) == 3 for a in first for b in second for c in third)

    def owner_of_most(self, kind: str) -> int | None:
        """Who alone owns the most of a type (at least one); on a tie nobody."""
        owned = [sum(type_of(b) == kind for b in seat.businesses) for seat in self.seats]
        most = max(owned)
        return owned.index(most) if most > 0 and owned.count(most) == 1 else None

    def scores(self) -> list[int]:
        """The payday score of every seat, as things stand (R17)."""
        scores = []
        for number, seat in enumerate(self.seats):
            score = seat.washed - sum(seat.dirty)
            if self.has_three_different(seat):
                score += 50_000
            score += 100_000 * sum(self.owner_of_most(kind) == number for kind in TYPES)
            scores.append(score)
        return scores

    def winners(self) -> list[int]:
        """The Godfather, or else whoever has the best score (equal ones share)."""
        scores = self.scores()
        return self.godfathers() or [s for s in range(self.players) if scores[s] == max(scores)]

    def utilities(self, kind: str = "win") -> list[float]:
        """What the game is worth to each seat; nothing while it is still going on."""
        insist(kind in ("win", "score", "rank"), f"unknown utility {kind!r}")
        if not self.over:
            return [0.0] * self.players
        if kind == "rank":
            return self.rank_utilities()
        if kind == "score" and not self.godfathers():
            return self.score_utilities()
        return self.win_utilities()

    def win_utilities(self) -> list[float]:
        """Each of w winners of n has (n-w)/(w(n-1)), each other -1/(n-1); all 0 if all share."""
        winners, n = self.winners(), self.players
        w = len(winners)
        if w == n:
            return [0.0] * n
        return [(n - w) / (w * (n - 1)) if s in winners else -1 / (n - 1) for s in range(n)]

    def score_utilities(self) -> list[float]:
        """Own score minus the mean of the others, in units of 500,000, clipped to [-1, 1]."""
        scores = self.scores()
        total = sum(scores)
        margins = [own - (total - own) / (self.players - 1) for own in scores]
        return [max(-1.0, min(1.0, margin / 500_000)) for margin in margins]

    def rank_utilities(self) -> list[float]:
        """Ranks spread evenly over [-1, 1]; equal ranks take their mean, a Godfather is first."""
        godfathers = self.godfathers()
        strength = [(s in godfathers, score) for s, score in enumerate(self.scores())]
        for godfather in godfathers:
            strength[godfather] = (True, 0)
        utilities = []
        for own in strength:
            before = sum(other > own for other in strength)
            equal = sum(other == own for other in strength)
            rank = before + (equal - 1) / 2  # the mean of the ranks that the equals take up
            utilities.append(1 - 2 * rank / (self.players - 1))
        return utilities

    # -------------------------------------------------------------------------- the position

    def position(self) -> dict[str, Any]:
        """The saved form: every field."""
        saved: dict[str, Any] = {
            "game": "sicilianos",
            "rules": rules_to_save(self.rules),
            "phase": self.phase,
            "to_move": self.to_move,
            "turn_of": self.turn_of,
            "dice": deepcopy(self.dice),
            "decks": {colour: list(self.decks[colour]) for colour in self.families},
            "piles": {c: sorted(self.piles[c], key=TYPES.index) for c in self.families},
            "war": self.saved_war(),
            "seats": [
                {
                    "hand": sorted(seat.hand, key=card_order),
                    "dirty": sorted(seat.dirty),
                    "washed": seat.washed,
                    "businesses": sorted(seat.businesses, key=business_order),
                }
                for seat in self.seats
            ],
        }
        if self.phase == "pick":
            saved["searched"] = self.searched
        return saved

    def saved_war(self) -> dict[str, Any] | None:
        """The saved form of the war, None if there is none."""
        if self.war is None:
            return None
        saved: dict[str, Any] = {
            "opener": self.war.opener,
            "round": self.war.round,
            "rows": [
                {
                    "seat": row.seat,
                    "colour": row.colour,
                    "stake": row.stake,
                    "face_up": list(row.face_up),
                    "face_down": list(row.face_down),
                    "in": row.playing,
                    "turncoat_to": row.turncoat_to,
                }
                for row in self.war.rows
            ],
        }
        if self.phase == "bomb":
            saved["bombs"] = list(self.war.bombs)
        return saved
