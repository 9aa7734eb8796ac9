"""A slow, obvious referee for Sicilianos: the naive twin that the fast engine is compared against.

Everything is written from the rules alone, in their own words. Cards are texts ('red 7'), hands
are lists, decks are lists with the top card first, businesses are texts ('red laundry'). Rulings
of the specification are cited as R1 ... R18. Nothing here is meant to be fast.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Iterable
from copy import deepcopy
from itertools import permutations
from typing import Any

FAMILIES = ["yellow", "black", "red", "blue", "green", "white"]  # R1: the index order
TYPES = ["laundry", "restaurant", "antique shop"]
DENOMINATIONS = [5_000, 10_000, 20_000, 40_000, 50_000]
INFLUENCES = ["two", "one", "hand"]

BODYGUARD, BOMB, TURNCOAT = 1, 5, 8  # the values of the three special cards
DEFECTED = 4  # what a Turncoat counts away from home

DEFAULT_RULES: dict[str, Any] = {
    "num_players": 3,
    "families": 6,
    "values": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
    "notes": [2, 2, 2, 2, 2],  # R4
    "draft": 4,
    "hand_limit": 10,
    "influence_die": [2, 2, 2],  # R5
    "turncoat_partner": ["black", "yellow", "blue", "red", "white", "green"],  # R2
    "bomb_targets": [  # R3: families i+2 and i+4
        ["red", "green"],
        ["blue", "white"],
        ["green", "yellow"],
        ["white", "black"],
        ["yellow", "red"],
        ["black", "blue"],
    ],
    "war_ends": "all_passed",
    "stakes": "open",
    "first_player": None,
    "max_turns": 1000,
}

DICE_PHASES = ["choose_draw", "take_one", "pick", "steal"]  # the phases after a roll
WAR_PHASES = ["stake", "join", "turncoat", "bomb", "continue", "split", "business"]
PHASES = ["draft", "turn", *DICE_PHASES, *WAR_PHASES, "over"]

Chance = Callable[[str, list], Any]


class RefusedError(ValueError):
    """An action that is not allowed, or a position or rules that cannot be: the text says why."""


def insist(condition: object, fault: str) -> None:
    """Refuses with the fault unless the condition holds."""
    if not condition:
        raise RefusedError(fault)


# ---------------------------------------------------------------------------- cards and sets


def colour_of(card: str) -> str:
    """The colour of a card ('red 7') or of a business ('red laundry')."""
    return card.split(" ", 1)[0]


def value_of(card: str) -> int:
    """The value printed on a family card."""
    return int(card.split(" ", 1)[1])


def type_of(business: str) -> str:
    """The type of a business: 'red antique shop' -> 'antique shop'."""
    return business.split(" ", 1)[1]


def card_order(card: str) -> tuple[int, int]:
    """Sorts cards in index order: by family, then by value."""
    return FAMILIES.index(colour_of(card)), value_of(card)


def business_order(business: str) -> tuple[int, int]:
    """Sorts businesses in index order: by family, then by type."""
    return FAMILIES.index(colour_of(business)), TYPES.index(type_of(business))


def of_colour(cards: Iterable[str], colour: str) -> list[str]:
    """The cards of one colour."""
    return [card for card in cards if colour_of(card) == colour]


# ------------------------------------------------------------------------------------- rules


def as_lists(thing: Any) -> Any:
    """A copy in which every tuple is a list, as in JSON."""
    if isinstance(thing, (list, tuple)):
        return [as_lists(each) for each in thing]
    return thing


def complete_rules(given: dict) -> dict[str, Any]:
    """All fields of the rules object; refuses rules that cannot be played (1.13 to 1.20)."""
    insist(isinstance(given, dict), "rules: not an object")
    for field in given:
        insist(field in DEFAULT_RULES, f"rules: unknown field {field!r}")
    rules = {field: as_lists(given.get(field, DEFAULT_RULES[field])) for field in DEFAULT_RULES}
    check_ranges(rules)
    check_tables(rules)
    check_sizes(rules)
    return rules


def are_whole(things: Any, least: int, most: int) -> bool:
    """Whether it is a list of whole numbers within that range."""
    return isinstance(things, list) and all(
        type(thing) is int and least <= thing <= most for thing in things
    )


def check_ranges(rules: dict) -> None:
    """The table of 1.10."""
    most = {"families": 6, "hand_limit": 66, "max_turns": 16_777_215}
    for field, largest in most.items():
        insist(are_whole([rules[field]], 1, largest), f"rules: {field} is out of range")
    insist(are_whole([rules["num_players"]], 2, 6), "rules: num_players must be 2 to 6")  # R6
    insist(are_whole([rules["draft"]], 0, 6), "rules: draft must be 0 to 6")
    values, notes, die = rules["values"], rules["notes"], rules["influence_die"]
    insist(are_whole(values, 1, 11) and values, "rules: values must be numbers of 1 to 11")
    insist(sorted(set(values)) == values, "rules: values must be ascending, each once")
    insist(are_whole(notes, 0, 3) and len(notes) == 5, "rules: notes must be five counts")
    insist(sum(notes) > 0, "rules: notes: every player needs a note")  # 1.20
    insist(are_whole(die, 0, 12) and len(die) == 3, "rules: influence_die must be three counts")
    insist(die[0] + die[1] > 0, "rules: a die with only hand faces: nobody would draw")  # 1.18
    insist(rules["war_ends"] in ("all_passed", "last_standing"), "rules: unknown war_ends")
    insist(rules["stakes"] in ("open", "hidden"), "rules: unknown stakes")
    first = rules["first_player"]
    is_seat = first is None or are_whole([first], 0, rules["num_players"] - 1)
    insist(is_seat, "rules: first_player is not a seat")


def check_tables(rules: dict) -> None:
    """An entry for each of the six families; Turncoats come in pairs (1.19)."""
    partners, bombs = rules["turncoat_partner"], rules["bomb_targets"]
    insist(
        isinstance(partners, list) and len(partners) == 6, "rules: turncoat_partner: six entries"
    )
    for family, other in zip(FAMILIES, partners, strict=True):
        insist(other is None or other in FAMILIES, f"rules: unknown colour {other!r}")
        paired_back = other is None or partners[FAMILIES.index(other)] == family
        insist(other != family and paired_back, f"rules: the Turncoat of {family} has no pair")
    insist(isinstance(bombs, list) and len(bombs) == 6, "rules: bomb_targets: six")
    for shown in bombs:
        insist(isinstance(shown, list), "rules: bomb_targets: a list for each family")
        for colour in shown:
            insist(colour in FAMILIES, f"rules: unknown colour {colour!r}")


def check_sizes(rules: dict) -> None:
    """1.14 to 1.17."""
    players, draft, limit = rules["num_players"], rules["draft"], rules["hand_limit"]
    cards = rules["families"] * len(rules["values"])
    insist(draft <= rules["families"], "rules: a draft larger than the number of families")
    insist(draft <= limit, "rules: a draft larger than a hand may be")
    insist(players <= len(rules["values"]), "rules: more players than values: a draft could stick")
    insist(players * limit <= cards, "rules: players times hand limit above the number of cards")


def rules_to_save(rules: dict) -> dict[str, Any]:
    """`num_players` and what differs from the default."""
    saved = {"num_players": rules["num_players"]}
    for field, value in rules.items():
        if value != DEFAULT_RULES[field]:
            saved[field] = deepcopy(value)
    return saved


# --------------------------------------------------------------------------- what lies around


class Seat:
    """What a player has: his hand, his money, his businesses."""

    def __init__(self, dirty: list[int]) -> None:
        self.hand: list[str] = []
        self.dirty = dirty
        self.washed = 0
        self.businesses: list[str] = []


class Row:
    """What a participant of a gang war has before him."""

    def __init__(self, seat: int, colour: str) -> None:
        self.seat = seat
        self.colour = colour
        self.stake: int | None = None
        self.face_up: list[str] = []
        self.face_down: list[str] = []
        self.playing = True  # saved as `in`
        self.turncoat_to: str | None = None  # the colour strengthened by a defected Turncoat

    def holds(self, hand: list[str]) -> bool:
        """Whether the hand holds another card of his colour."""
        return bool(of_colour(hand, self.colour))


class War:
    """A gang war: rows stand clockwise from the opener."""

    def __init__(self, opener: int) -> None:
        self.opener = opener
        self.round = 1
        self.rows: list[Row] = []
        self.bombs: list[str] = []  # the undecided Bombs of this round, the next one first

    def row_of(self, seat: int) -> Row | None:
        """The row of a seat, None if he takes no part."""
        return next((row for row in self.rows if row.seat == seat), None)

    def row_with(self, card: str) -> Row:
        """The row in which a card lies face up."""
        return next(row for row in self.rows if card in row.face_up)

    def family_owner(self, colour: str | None) -> Row | None:
        """Who uses that colour as a family: he laid it and has not himself defected."""
        for row in self.rows:
            if row.colour == colour and row.turncoat_to is None:
                return row
        return None

    def defector_to(self, colour: str) -> Row | None:
        """Who has defected to that colour."""
        return next((row for row in self.rows if row.turncoat_to == colour), None)

    def are_allies(self, one: Row, other: Row) -> bool:
        """Whether one of the two has defected to the other's family."""
        return one.turncoat_to == other.colour or other.turncoat_to == one.colour

    def family_cards(self, colour: str) -> list[tuple[Row, str]]:
        """Face-up cards that strengthen a family, with whom they belong to (R10)."""
        rows = [self.family_owner(colour), self.defector_to(colour)]
        return [(row, card) for row in rows if row is not None for card in row.face_up]

    def strength(self, colour: str) -> int:
        """The owner's face-up cards + 4 for a defected Turncoat that still lies there."""
        return sum(
            value_of(card) if row.turncoat_to is None else DEFECTED
            for row, card in self.family_cards(colour)
        )

    def winning_family(self) -> str | None:
        """Equal families cancel out, the strongest one left wins; only above 0 counts (R13)."""
        strengths = {
            row.colour: self.strength(row.colour)
            for row in self.rows
            if row.turncoat_to is None and self.strength(row.colour) > 0
        }
        times = Counter(strengths.values())
        left = {colour: s for colour, s in strengths.items() if times[s] == 1}
        return max(left, key=left.__getitem__) if left else None

    def winners(self) -> list[Row]:
        """The owner of the winning family and his ally, those who have a face-up card (R15)."""
        colour = self.winning_family()
        if colour is None:
            return []
        rows = [self.family_owner(colour), self.defector_to(colour)]
        return [row for row in rows if row is not None and row.face_up]


# ---------------------------------------------------------------------- what a player remembers


class Memory:
    """What one player has seen for certain and tracked since.

    Each method is an event as this player sees it: a card (or type) that he does not see is None.
    """

    def __init__(self, me: int, players: int, deck_sizes: dict[str, int]) -> None:
        self.me = me
        self.hands: list[set[str]] = [set() for _ in range(players)]
        # Known to be in that hand or in the face-down pile before it, one cannot say which.
        self.hand_or_laid: list[set[str]] = [set() for _ in range(players)]
        self.face_down: dict[str, int] = {}
        self.face_up: dict[str, int] = {}
        self.decks: dict[str, list[str | None]] = {
            colour: [None] * size for colour, size in deck_sizes.items()
        }
        self.piles: dict[str, set[str]] = {colour: set() for colour in deck_sizes}
        self.owned: dict[str, int] = {}

    def drew(self, who: int, colour: str, card: str | None) -> None:
        """Somebody took the top card of a deck."""
        known = self.decks[colour].pop(0) or card
        if known is not None:
            self.hands[who].add(known)

    def searched(self, colour: str, cards: list[str] | None) -> None:
        """Somebody looks through a deck: only he sees it, the others lose track of it.

        A deck of one card stays certain: it is clear which card will move.
        """
        if cards is not None:
            self.decks[colour] = list(cards)
        elif len(self.decks[colour]) > 1:
            self.decks[colour] = [None] * len(self.decks[colour])

    def picked(self, who: int, colour: str, card: str | None) -> None:
        """Somebody took a card from the deck that he searched."""
        deck = self.decks[colour]
        if card is not None:
            deck.remove(card)
            self.hands[who].add(card)
        else:
            known = deck.pop()  # all unknown since the search, or a deck of a single card
            if known is not None:
                self.hands[who].add(known)

    def stole(self, thief: int, victim: int, colour: str, held: int, card: str | None) -> None:
        """A card was stolen from a victim who held so many of that colour."""
        known = of_colour(self.hands[victim], colour)
        if card is not None:  # the thief and the victim see it
            self.hands[victim].discard(card)
            self.hands[thief].add(card)
            return
        self.hands[victim] -= set(known)
        if held == 1:  # a single card of a colour stays certain when it moves
            self.hands[thief] |= set(known)

    def laid(self, who: int, colour: str, held: int, card: str | None) -> None:
        """A card was laid face down from a hand that held so many of that colour."""
        known = of_colour(self.hands[who], colour)
        if card is not None:  # mine
            self.hands[who].remove(card)
            self.face_down[card] = who
            return
        self.hands[who] -= set(known)
        if held == 1:
            self.face_down.update(dict.fromkeys(known, who))
        else:
            self.hand_or_laid[who] |= set(known)

    def revealed(self, who: int, card: str) -> None:
        """A card was turned up: all see it, and what it left in doubt is certain again."""
        self.face_down.pop(card, None)
        self.face_up[card] = who
        self.hands[who] |= self.hand_or_laid[who] - {card}
        self.hand_or_laid[who] = set()

    def returned(self, card: str) -> None:
        """A face-up card went under its deck: all see it."""
        del self.face_up[card]
        self.decks[colour_of(card)].append(card)

    def saw_pile(self, colour: str, types: list[str]) -> None:
        """The founder of a business sees which types are left."""
        self.piles[colour] = set(types)

    def founded(self, who: int, colour: str, left: int, kind: str | None) -> None:
        """A business was founded from a pile of so many."""
        known = self.piles[colour]
        if kind is not None:  # mine
            self.owned[f"{colour} {kind}"] = who
            self.piles[colour] = known - {kind}
            return
        if left == 1:  # a pile of a single business stays certain when it moves
            self.owned.update({f"{colour} {only}": who for only in known})
        self.piles[colour] = set()

    def certain_cards(self) -> dict[str, tuple]:
        """Where each card is, if he knows it for sure."""
        places: dict[str, tuple] = {}
        for seat, hand in enumerate(self.hands):
            places.update(dict.fromkeys(hand, ("hand", seat)))
        for colour, deck in self.decks.items():
            for depth, card in enumerate(deck):
                if card is not None:
                    places[card] = ("deck", colour, depth)
        places.update({card: ("face up", seat) for card, seat in self.face_up.items()})
        places.update({card: ("face down", seat) for card, seat in self.face_down.items()})
        return places

    def certain_businesses(self) -> dict[str, tuple]:
        """Where each business is, if he knows it for sure."""
        places: dict[str, tuple] = {}
        for colour, types in self.piles.items():
            places.update({f"{colour} {kind}": ("pile",) for kind in types})
        places.update({business: ("owned", seat) for business, seat in self.owned.items()})
        return places


# ------------------------------------------------------------------------------------ referee


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
        self._outcome: str | None = None  # the outcome given with the action being played

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

    def play(self, action: str, outcome: str | None = None) -> None:
        """Plays an action, and then every decision that has only one legal action."""
        insist(not self.over, "the game is over")
        allowed = self.legal()
        insist(action in allowed, f"{action!r} is not allowed; allowed: {', '.join(allowed)}")
        chancy = action == "roll" or action.startswith("steal ")
        insist(outcome is None or chancy, f"{action!r} leaves nothing to chance")
        self._outcome = outcome
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
        """One of equally likely outcomes: the one given with the action, or else by chance."""
        outcome, self._outcome = self._outcome, None
        if outcome is None:
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


# ----------------------------------------------------------------------------------- loading

POSITION_FIELDS = {
    "game", "rules", "phase", "to_move", "turn_of", "dice", "decks", "piles", "war", "seats",
    "searched",
}  # fmt: skip
SEAT_FIELDS = {"hand", "dirty", "washed", "businesses"}
WAR_FIELDS = {"opener", "round", "rows", "bombs"}
ROW_FIELDS = {"seat", "colour", "stake", "face_up", "face_down", "in", "turncoat_to"}


def check_fields(name: str, given: Any, known: set[str], needed: Iterable[str] = ()) -> None:
    """Refuses what is not an object, unknown fields and missing ones."""
    insist(isinstance(given, dict), f"{name}: not an object")
    for field in given:
        insist(field in known, f"{name}: unknown field {field!r}")
    for field in needed:
        insist(field in given, f"{name}: {field!r} is missing")


def as_list(name: str, thing: Any) -> list:
    """A list in a position."""
    insist(isinstance(thing, list), f"{name}: not a list")
    return thing


def is_number(thing: object) -> bool:
    """Whether it is a whole number (True and False are none)."""
    return type(thing) is int


class Loader:
    """Reads a position into a referee, and refuses what cannot be a position of the game.

    Consistent but unreachable positions load.
    """

    def __init__(self, position: dict) -> None:
        check_fields(
            "position", position, POSITION_FIELDS, ["game", "rules", "phase", "to_move", "seats"]
        )
        insist(position["game"] == "sicilianos", f"game: {position['game']!r} is not sicilianos")
        self.position = position
        self.game = Referee(position["rules"])
        insist("num_players" in position["rules"], "rules: num_players is missing")  # 10.3
        self.phase: str = position["phase"]
        insist(self.phase in PHASES, f"phase: unknown word {self.phase!r}")

    def load(self) -> Referee:
        """The referee with everything in its place."""
        game, position = self.game, self.position
        game.phase = self.phase
        self.read_seats(position["seats"])
        self.read_war(position.get("war"))
        self.read_movers()
        self.read_dirty_notes()
        self.read_decks(position.get("decks", {}))
        self.read_piles(position)
        self.read_dice(position.get("dice"))
        self.read_searched(position.get("searched"))
        if game.war is not None:
            self.check_war_phase()
        self.check_that_it_can_go_on()
        game.turn = 0 if self.phase == "draft" else 1
        # A game that is over without a Godfather and without a payday was stopped (R18).
        penniless = any(not seat.dirty for seat in game.seats)
        game.truncated = game.over and not game.godfathers() and not penniless
        self.fill_memories()
        return game

    # --------------------------------------------------------------------------- the seats

    def check_card(self, card: Any) -> None:
        """Refuses a word that is no card of this game."""
        insist(card in self.game.cards, f"{card!r} is not a card of this game")

    def seat_number(self, name: str, seat: Any) -> int:
        """A seat of this game."""
        players = self.game.players
        insist(is_number(seat) and 0 <= seat < players, f"{name}: {seat!r} is not a seat")
        return seat

    def read_seats(self, seats: Any) -> None:
        """Hands, washed money and businesses (dirty notes follow when the stakes are known)."""
        game = self.game
        insist(isinstance(seats, list), "seats: not a list")
        insist(len(seats) == game.players, f"seats: {len(seats)}, but {game.players} players")
        for number, (seat, given) in enumerate(zip(game.seats, seats, strict=True)):
            name = f"seat {number}"
            check_fields(name, given, SEAT_FIELDS, ["hand"])
            for card in as_list(f"{name}, hand", given["hand"]):
                self.check_card(card)
            seat.hand = sorted(given["hand"], key=card_order)
            insist(len(seat.hand) <= game.rules["hand_limit"], f"{name}: hand above the limit")
            seat.washed = given.get("washed", 0)
            insist(
                are_whole([seat.washed], 0, 1_125_000) and seat.washed % 5_000 == 0,  # 10.11
                f"{name}: {seat.washed!r} cannot be washed money",
            )
            every = [f"{colour} {kind}" for colour in game.families for kind in TYPES]
            for business in as_list(f"{name}, businesses", given.get("businesses", [])):
                insist(business in every, f"{name}: {business!r} is not a business of this game")
            seat.businesses = sorted(given.get("businesses", []), key=business_order)

    def read_dirty_notes(self) -> None:
        """Left out, it is what everybody starts with, less the note he has staked."""
        game = self.game
        for number, given in enumerate(self.position["seats"]):
            notes = game.notes_at_start()
            dirty = as_list(f"seat {number}, dirty", given.get("dirty", []))
            insist(all(map(is_number, dirty)), f"seat {number}: dirty holds what is no note")
            surplus = Counter(dirty) - Counter(notes)
            insist(not surplus, f"seat {number}: {sorted(surplus)}: more than he started with")
            row = game.war.row_of(number) if game.war else None
            if row is not None and row.stake is not None:
                insist(len(dirty) < len(notes), f"seat {number}: more notes than he started with")
                alike = dirty.count(row.stake) + 1
                insist(alike <= 3, f"seat {number}: nobody has {alike} notes of {row.stake}")
                insist(row.stake in notes, f"seat {number}: there is no note of {row.stake!r}")
                notes.remove(row.stake)
            game.seats[number].dirty = sorted(given.get("dirty", notes))

    # ----------------------------------------------------------------------------- the war

    def read_war(self, given: Any) -> None:
        """The rows, without asking yet whether they suit the phase."""
        if self.phase not in WAR_PHASES:
            insist(given is None, f"phase {self.phase}: there is no war")
            return
        insist(given is not None, f"phase {self.phase}: the war is missing")
        check_fields("war", given, WAR_FIELDS, ["opener", "round", "rows"])
        war = self.game.war = War(self.seat_number("war opener", given["opener"]))
        war.round = given["round"]
        insist(are_whole([war.round], 1, 11), f"war: round {war.round!r}")  # 10.11
        war.rows = [self.read_row(row) for row in as_list("war, rows", given["rows"])]
        insist(war.rows and war.rows[0].seat == war.opener, "war: the first row is the opener's")
        order = self.game.clockwise_from(war.opener)
        places = [order.index(row.seat) for row in war.rows]
        insist(places == sorted(set(places)), "war: rows stand clockwise, one for each seat")
        colours = [row.colour for row in war.rows]
        insist(len(set(colours)) == len(colours), "war: two rows of the same colour")
        self.check_defectors()
        self.read_bombs(given)

    def read_row(self, given: Any) -> Row:
        """One participant's row."""
        check_fields("row", given, ROW_FIELDS, sorted(ROW_FIELDS))
        insist(given["colour"] in self.game.families, f"row: unknown colour {given['colour']!r}")
        row = Row(self.seat_number("row", given["seat"]), given["colour"])
        name = f"row of seat {row.seat}"
        row.stake = given["stake"]
        is_note = is_number(row.stake) and row.stake in DENOMINATIONS
        insist(row.stake is None or is_note, f"{name}: no note of {row.stake!r}")
        row.face_up = list(as_list(f"{name}, face_up", given["face_up"]))
        row.face_down = list(as_list(f"{name}, face_down", given["face_down"]))
        for card in row.face_up + row.face_down:
            self.check_card(card)
            insist(colour_of(card) == row.colour, f"{name}: {card} is not {row.colour}")
        row.playing = given["in"]
        insist(type(row.playing) is bool, f"{name}: in is true or false")
        row.turncoat_to = given["turncoat_to"]
        return row

    def check_defectors(self) -> None:
        """A defected Turncoat lies alone, and strengthens its partner's family."""
        war = self.game.war
        for row in war.rows:
            if row.turncoat_to is None:
                continue
            name = f"row of seat {row.seat}"
            partner = self.game.partner_of(row.colour)
            insist(row.turncoat_to == partner, f"{name}: cannot defect to {row.turncoat_to!r}")
            insist(war.family_owner(partner), f"{name}: nobody uses {partner} as a family")
            turncoat = f"{row.colour} {TURNCOAT}"
            insist(row.face_up in ([], [turncoat]), f"{name}: defected with other cards")
            insist(not row.playing and not row.face_down, f"{name}: a defector plays no more")

    def read_bombs(self, given: dict) -> None:
        """Left out: all Bombs lying last in a row, from the asked one clockwise."""
        war = self.game.war
        bombs_lying_last = [
            (row.seat, row.face_up[-1])
            for row in war.rows
            if row.face_up and value_of(row.face_up[-1]) == BOMB
        ]
        if self.phase == "turncoat":  # round 1: every Bomb has just been turned up
            war.bombs = [card for _, card in bombs_lying_last]
        if self.phase != "bomb":
            insist(given.get("bombs") is None, f"phase {self.phase}: no Bomb is asked")
            return
        asked = self.position["to_move"]
        insist(asked in [row.seat for row in war.rows], "bomb: who is asked has no row")
        if given.get("bombs") is None:
            order = self.game.clockwise_from(war.opener)
            waiting = order[order.index(asked) :]
            war.bombs = [card for seat, card in bombs_lying_last if seat in waiting]
        else:
            war.bombs = list(as_list("bombs", given["bombs"]))
        lying_last = [card for _, card in bombs_lying_last]
        for card in war.bombs:
            insist(card in lying_last, f"bombs: {card!r} was not turned up in this round")
        owners = [[row.seat for row in war.rows].index(war.row_with(b).seat) for b in war.bombs]
        insist(owners == sorted(set(owners)), "bombs: clockwise from the asked one")
        insist(
            war.bombs and war.row_with(war.bombs[0]).seat == asked,
            "bombs: the first is the one of the player who is asked",
        )

    def check_war_phase(self) -> None:
        """Refuses rows that do not suit the phase."""
        game, war, phase = self.game, self.game.war, self.phase
        mine = war.row_of(game.to_move)
        order = game.clockwise_from(war.opener)
        for row in war.rows:
            staking = phase == "stake" and row is mine
            insist((row.stake is None) == staking, f"row of seat {row.seat}: stake")
            down, up = len(row.face_down), len(row.face_up)
            name = f"phase {phase}: row of seat {row.seat}"
            if phase in ("stake", "join"):
                insist((down, up) == (1, 0) and row.playing, f"{name}: one card, face down")
            elif phase == "continue":
                asked = order.index(row.seat) < order.index(game.to_move) and row.playing
                insist(down == int(asked), f"{name}: {down} cards face down")
            else:
                insist(down == 0, f"{name}: a card still face down")
            if phase == "turncoat":
                insist(up == 1, f"{name}: one card, face up")
        early = phase in ("stake", "join", "turncoat")
        insist(not early or war.round == 1, f"phase {phase} is in round 1")
        if phase == "stake":
            insist(mine is war.rows[-1], "phase stake: the last row is the mover's")
        elif phase == "join":
            last = order.index(war.rows[-1].seat)
            insist(order.index(game.to_move) > last, "phase join: the mover has been asked")
            insist(game.mover().dirty, "phase join: the mover has no note")  # 5.5
        elif phase == "turncoat":
            insist(
                mine is not None and mine.turncoat_to is None and game.may_defect(mine),
                "phase turncoat: the mover cannot defect",
            )
            later = war.rows[war.rows.index(mine) + 1 :]
            undecided = all(row.turncoat_to is None for row in later)
            insist(undecided, "phase turncoat: a later one has decided")  # 5.11
        elif phase == "continue":
            insist(war.round >= 2, "phase continue is after round 1")
            insist(mine is not None and mine.playing, "phase continue: the mover is out")
        elif phase in ("split", "business"):
            winners = war.winners()
            allowed = winners[:1] if phase == "split" else winners
            insist(mine in allowed, f"phase {phase}: the mover has not won")
            insist(phase != "split" or len(winners) == 2, "phase split: the winner has no ally")
            insist(game.piles[war.winning_family()], f"phase {phase}: the pile is empty")

    # ----------------------------------------------------------------- movers, decks, dice

    def read_movers(self) -> None:
        """Whose decision and whose turn it is."""
        game, position = self.game, self.position
        game.to_move = position["to_move"]
        if game.over:
            insist(game.to_move is None, "to_move: nobody moves when the game is over")
            default = None
        else:
            self.seat_number("to_move", game.to_move)
            default = game.war.opener if game.war else game.to_move
        game.turn_of = position.get("turn_of", default)
        if game.turn_of is None and game.over:
            return
        self.seat_number("turn_of", game.turn_of)
        if game.war:
            insist(game.turn_of == game.war.opener, "turn_of: not the opener of the war")
        elif self.phase == "turn" or self.phase in DICE_PHASES:
            insist(game.turn_of == game.to_move, "turn_of: not the player to move")
        elif self.phase == "draft":
            drawn = len(game.seats[game.to_move].hand)
            insist(drawn < game.rules["draft"], "phase draft: the mover has drawn all his cards")

    def read_decks(self, given: Any) -> None:
        """A deck left out holds all cards of its colour not seen elsewhere, ascending."""
        game = self.game
        check_fields("decks", given, set(game.families))
        seen = [card for seat in game.seats for card in seat.hand]
        for row in game.war.rows if game.war else []:
            seen += row.face_up + row.face_down
        for colour in game.families:
            elsewhere = of_colour(seen, colour)
            absent = [c for c in of_colour(game.cards, colour) if c not in elsewhere]
            game.decks[colour] = list(as_list(f"decks, {colour}", given.get(colour, absent)))
            for card in game.decks[colour]:
                self.check_card(card)
                insist(colour_of(card) == colour, f"decks: {card} lies in the {colour} deck")
            seen += game.decks[colour]
        times = Counter(seen)
        for card in game.cards:
            insist(times[card] <= 1, f"{card} is there twice")
            insist(times[card] == 1, f"{card} is missing")

    def read_piles(self, position: dict) -> None:
        """Left out, the piles hold what nobody owns."""
        game = self.game
        owned = [business for seat in game.seats for business in seat.businesses]
        insist(len(set(owned)) == len(owned), "businesses: one is there twice")
        for colour in game.families:
            game.piles[colour] = [kind for kind in TYPES if f"{colour} {kind}" not in owned]
        if "piles" not in position:
            return
        given = position["piles"]
        check_fields("piles", given, set(game.families))
        for colour, types in given.items():
            for kind in as_list(f"piles, {colour}", types):
                insist(kind in TYPES, f"piles: unknown type {kind!r}")
            pile = sorted(types, key=TYPES.index)
            insist(pile == game.piles[colour], f"piles: {colour}: a business missing or twice")

    def read_dice(self, given: Any) -> None:
        """The dice lie there in the phases after a roll, and only then."""
        game, phase = self.game, self.phase
        if phase not in DICE_PHASES:
            insist(given is None, f"phase {phase}: there are no dice")
            return
        insist(given is not None, f"phase {phase}: the dice are missing")
        check_fields("dice", given, {"colours", "influence"}, ["colours", "influence"])
        colours = as_list("dice, colours", given["colours"])
        insist(len(colours) == 2, "dice: two colours")
        for colour in colours:
            insist(colour in game.families, f"dice: unknown colour {colour!r}")
        wanted = {"choose_draw": "two", "steal": "hand"}.get(phase, "one")
        insist(given["influence"] == wanted, f"phase {phase} follows {wanted!r}")
        faces = game.rules["influence_die"][INFLUENCES.index(wanted)]
        insist(faces > 0, f"dice: the influence die has no {wanted!r}")
        game.dice = {"colours": list(colours), "influence": wanted}
        full = len(game.mover().hand) >= game.rules["hand_limit"]
        insist(not full, f"phase {phase}: the mover's hand is full")

    def read_searched(self, given: Any) -> None:
        """The deck being searched, in phase `pick` only."""
        if self.phase != "pick":
            insist(given is None, f"phase {self.phase}: no deck is searched")
            return
        insist(given is not None, "phase pick: searched is missing")
        insist(given in self.game.dice["colours"], f"searched: {given!r} was not rolled")
        self.game.searched = given

    # ------------------------------------------------------------------------ last of all

    def check_that_it_can_go_on(self) -> None:
        """Somebody can move, and outside a war nobody has run out of notes (7.2, 5.5)."""
        game = self.game
        if game.over:
            return
        for number, seat in enumerate(game.seats):
            fault = f"seat {number}: no dirty note left: the game is over"
            insist(seat.dirty or game.war is not None, fault)
        insist(game.legal(), f"phase {self.phase}: the mover can do nothing")

    def fill_memories(self) -> None:
        """Players know their own cards and businesses, what lies face up, and what they look at.

        Who is in the middle of a search sees the deck; who is founding sees the pile.
        """
        game = self.game
        game.remember_nothing()
        for memory in game.memories:
            for row in game.war.rows if game.war else []:
                memory.face_up.update(dict.fromkeys(row.face_up, row.seat))
                if row.seat == memory.me:
                    memory.face_down.update(dict.fromkeys(row.face_down, row.seat))
            for business in game.seats[memory.me].businesses:
                memory.owned[business] = memory.me
        if game.phase == "pick":
            game.memories[game.to_move].searched(game.searched, game.decks[game.searched])
        if game.phase == "business":
            game.look_at_pile()


# ---------------------------------------------------------------------------- the comparison

# What the engine and the referee are compared on, game after game.
OPTIONS: list[dict[str, Any]] = [
    {"num_players": 2},
    {"num_players": 3},
    {"num_players": 4},
    {"num_players": 5},
    {"num_players": 6},
    {"num_players": 2, "war_ends": "last_standing"},
    {"num_players": 3, "war_ends": "last_standing", "stakes": "hidden"},
    {"num_players": 4, "stakes": "hidden", "first_player": 2},
    {"num_players": 5, "war_ends": "last_standing"},
    {"num_players": 6, "stakes": "hidden"},
    {"preset": "mini"},
    {"preset": "mini", "war_ends": "last_standing", "influence_die": [1, 2, 3]},
    {"num_players": 3, "max_turns": 25},
    {"num_players": 3, "families": 5, "draft": 5, "hand_limit": 6, "notes": [1, 0, 1, 0, 1]},
    {"num_players": 4, "values": [1, 5, 8, 9], "hand_limit": 6, "draft": 2},
    {
        "num_players": 3,
        "turncoat_partner": ["white", None, "green", None, "red", "yellow"],
        "bomb_targets": [["black", "red", "yellow"], [], ["blue"], FAMILIES, ["green"], ["red"]],
        "influence_die": [3, 1, 1],
    },
]


def draw_options(choose: random.Random) -> dict[str, Any]:
    """Options at random from all that 1.10 allows; games are kept short by `max_turns`."""
    players, families = choose.randint(2, 6), choose.randint(1, 6)
    values = sorted(choose.sample(range(1, 12), choose.randint(players, 11)))
    limit = choose.randint(1, families * len(values) // players)
    return {
        "num_players": players,
        "families": families,
        "values": values,
        "notes": one_at_least(choose, [choose.choice([0, 0, 1, 2, 3]) for _ in range(5)]),
        "draft": choose.randint(0, min(families, limit)),
        "hand_limit": limit,
        "influence_die": [*one_at_least(choose, [choose.randint(0, 3) for _ in range(2)]),
                          choose.randint(0, 3)],
        "turncoat_partner": draw_partners(choose),
        "bomb_targets": [choose.sample(FAMILIES, choose.randint(0, 6)) for _ in FAMILIES],
        "war_ends": choose.choice(["all_passed", "last_standing"]),
        "stakes": choose.choice(["open", "hidden"]),
        "first_player": choose.choice([None, *range(players)]),
        "max_turns": choose.choice([1, 2, 10, 50, 200]),
    }  # fmt: skip


def one_at_least(choose: random.Random, counts: list[int]) -> list[int]:
    """The counts, with a 1 somewhere if all are 0."""
    if not any(counts):
        counts[choose.randrange(len(counts))] = 1
    return counts


def draw_partners(choose: random.Random) -> list[str | None]:
    """Up to three pairs of Turncoats, anywhere."""
    shuffled = choose.sample(FAMILIES, 6)
    partner: dict[str, str] = {}
    for one, other in list(zip(shuffled[::2], shuffled[1::2], strict=True))[: choose.randint(0, 3)]:
        partner[one], partner[other] = other, one
    return [partner.get(family) for family in FAMILIES]


def assert_same_knowledge(match: Any, referee: Referee, told: object) -> None:
    """The observation of each seat shows exactly the cards and businesses that are certain."""
    for seat in range(match.rules.num_players):
        assert_shown(match.observation(seat), match.game, referee, seat, told)


def assert_shown(observation: Any, game: Any, referee: Referee, seat: int, told: object) -> None:
    """An observation of a seat shows exactly what it is certain of."""
    shown = observation.view(game.observation_record(referee.players))[0]
    assert shown_cards(shown, seat) == referee.certain(seat), (seat, told)
    assert shown_businesses(shown, seat) == referee.certain_businesses(seat), (seat, told)


def shown_cards(shown: Any, seat: int) -> dict[str, tuple]:
    """The cards in an observation record, as `Referee.certain` writes them."""
    seats = shown["seats"]
    found: dict[str, tuple] = {}
    for k, i in zip(*seats["hand"].nonzero(), strict=True):
        found[card_number(i)] = ("hand", (seat + k) % len(seats))
    players_of = {}
    for k, c in zip(*seats["family"].nonzero(), strict=True):
        players_of[FAMILIES[c]] = (seat + k) % len(seats)
        if seats["laid"][k]:
            found[f"{FAMILIES[c]} {seats['laid'][k]}"] = ("face down", (seat + k) % len(seats))
    for i in shown["face_up"].nonzero()[0]:
        found[card_number(i)] = ("face up", players_of[FAMILIES[i // 11]])
    for i in shown["decks"].nonzero()[0]:
        colour = FAMILIES[i // 11]
        found[f"{colour} {shown['decks'][i]}"] = ("deck", colour, i % 11)
    return found


def card_number(i: int) -> str:
    """The card at index i of an observation field with one byte a card."""
    return f"{FAMILIES[i // 11]} {i % 11 + 1}"


def shown_businesses(shown: Any, seat: int) -> dict[str, tuple]:
    """The businesses in an observation record, as `Referee.certain_businesses` writes them."""
    seats = shown["seats"]
    found: dict[str, tuple] = {}
    for i in shown["piles"].nonzero()[0]:
        found[f"{FAMILIES[i // 3]} {TYPES[i % 3]}"] = ("pile",)
    for k, i in zip(*seats["business_types"].nonzero(), strict=True):
        found[f"{FAMILIES[i // 3]} {TYPES[i % 3]}"] = ("owned", (seat + k) % len(seats))
    return found


# ---------------------------------------------------------------------------- conservation


def assert_conserved(rules: Any, states: Any) -> None:
    """Of engine states, many at once: cards, notes and businesses are all there."""
    cards_in_play = rules.families * len(rules.values)
    players = rules.num_players
    in_hand = states["location"] < 6
    on_table = (states["location"] == 7) | (states["location"] == 8)
    in_deck = states["location"] == 6
    assert ((in_hand | on_table | in_deck).sum(axis=1) == cards_in_play).all()
    assert (states["deck_sizes"].sum(axis=1) == in_deck.sum(axis=1)).all()
    assert (states["hand_colours"].sum(axis=(1, 2)) == in_hand.sum(axis=1)).all()
    assert (states["hand_colours"].sum(axis=2) <= rules.hand_limit).all()
    down = (states["face_down"] >= 0).sum(axis=1)
    assert (states["face_up_count"].sum(axis=1) + down == on_table.sum(axis=1)).all()
    at_start = sum(rules.notes)
    left = states["dirty"].sum(axis=2)[:, :players]
    assert ((left >= 0) & (left <= at_start)).all()
    units = (states["dirty"] * [1, 2, 4, 8, 10]).sum(axis=2)[:, :players]
    spent = sum(rules.notes[i] * u for i, u in enumerate([1, 2, 4, 8, 10])) - units
    most = 2 * spent + 10 * (at_start - left)
    assert (states["washed"][:, :players] <= most).all()
    assert ((states["owner"] >= -1) & (states["owner"] < players)).all()


def assert_history(rules: Any, deeds: list[tuple[int, str]], position: dict[str, Any]) -> None:
    """Of a whole game, from its seats' actions in words: what follows about notes and money."""
    at_start = [note for note, count in zip(DENOMINATIONS, rules.notes, strict=True)
                for _ in range(count)]  # fmt: skip
    everything = sum(at_start)
    for number, seat in enumerate(position["seats"]):
        staked = [int(text.split()[1]) for who, text in deeds
                  if who == number and text.startswith("stake ")]  # fmt: skip
        assert sorted([*seat["dirty"], *staked]) == at_start  # 7.7: a note for each war joined
        allies = [50_000] * len(staked)  # at most
        assert 0 <= seat["washed"] <= 2 * sum(staked) + sum(allies)  # 7.9
        score_without_bonuses = seat["washed"] - sum(seat["dirty"])
        assert score_without_bonuses >= sum(staked) - everything  # 7.8: joining costs no money
    if not position_is_won_outright(position):
        wars_ended_it = any(not seat["dirty"] for seat in position["seats"])
        turns = sum(text == "roll" or text.startswith("play ") for _, text in deeds)
        assert wars_ended_it or turns >= rules.max_turns  # 7.2, 8.6


def position_is_won_outright(position: dict[str, Any]) -> bool:
    """Whether somebody is Godfather (7.1)."""
    return any(
        Counter(map(colour_of, seat["businesses"])).most_common(1)[0][1] == 3
        for seat in position["seats"]
        if seat["businesses"]
    )


# All card names, to find them in texts.
CARDS = {f"{family} {value}" for family in FAMILIES for value in range(1, 12)}


# ------------------------------------------------------------------------ what could also be

BOMBS_HIT_EACH_OTHER = [["black"], ["yellow"], [], [], [], []]  # with two families in play

# So small that all courses can be followed for some turns.
TINY: list[dict[str, Any]] = [
    {  # foundings
        "num_players": 2, "families": 1, "values": [1, 5, 9], "notes": [2, 0, 0, 0, 0],
        "draft": 1, "hand_limit": 1, "influence_die": [1, 0, 0],
    },
    {  # searches and thefts
        "num_players": 2, "families": 2, "values": [5, 8], "notes": [1, 0, 0, 0, 0],
        "draft": 1, "hand_limit": 2, "influence_die": [0, 1, 1], "max_turns": 8,
        "bomb_targets": BOMBS_HIT_EACH_OTHER,
    },
    {  # wars of several rounds
        "num_players": 2, "families": 2, "values": [1, 5, 8], "notes": [1, 0, 0, 0, 0],
        "draft": 1, "hand_limit": 3, "influence_die": [1, 0, 0], "max_turns": 6,
        "bomb_targets": BOMBS_HIT_EACH_OTHER,
    },
    {  # hidden stakes
        "num_players": 2, "families": 2, "values": [5, 8], "notes": [1, 2, 0, 0, 0],
        "draft": 2, "hand_limit": 2, "influence_die": [1, 0, 0], "max_turns": 6,
        "bomb_targets": BOMBS_HIT_EACH_OTHER, "stakes": "hidden",
    },
    {  # thefts, searches and wars that others watch
        "num_players": 3, "families": 2, "values": [1, 5, 8], "notes": [2, 0, 0, 0, 0],
        "draft": 1, "hand_limit": 2, "influence_die": [0, 1, 2], "max_turns": 8,
        "bomb_targets": BOMBS_HIT_EACH_OTHER, "first_player": 0,
    },
]  # fmt: skip


def facts_hold(state: Any, cards: dict[str, tuple], businesses: dict[str, tuple]) -> bool:
    """Whether in an engine state all lies where somebody is certain that it lies."""
    return all(lies_there(state, card, *place) for card, place in cards.items()) and all(
        state["owner"][business_order(business)] == (place[1] if place[0] == "owned" else -1)
        for business, place in businesses.items()
    )


def lies_there(state: Any, card: str, kind: str, where: Any, depth: int = 0) -> bool:
    """Whether a card lies in an engine state at a place that `Referee.certain` may name."""
    family, value = card_order(card)
    if kind == "deck":
        return where == colour_of(card) and state["decks"][family, depth] == value
    if kind == "hand":
        return state["location"][card_index(card)] == where
    if kind == "face down":
        return state["face_down"][where] == card_index(card)
    return card_index(card) in state["face_up"][where, : state["face_up_count"][where]]


def card_index(card: str) -> int:
    """The index of a card in engine states and observations."""
    family, value = card_order(card)
    return 11 * family + value - 1


def hidden_stakes(rules: Any, state: Any, viewer: int) -> list[int]:
    """The seats whose stake in an engine state is still hidden from the viewer (5.3)."""
    if rules.stakes == "open" or state["war_round"] != 1:
        return []
    laid = (state["stake"] >= 0) & (state["face_down"] >= 0)
    return [seat for seat in laid.nonzero()[0].tolist() if seat != viewer]


# The fields of an engine state that `permute_hidden` can change.
HIDDEN_FIELDS = {
    "decks", "location", "knowers", "owner", "owner_knowers", "face_down", "dirty", "stake",
}  # fmt: skip


def permute_hidden(
    rules: Any, state: Any, referee: Referee, viewer: int, choose: random.Random
) -> None:
    """Makes another engine state of one, which the viewer cannot tell from it.

    What he is not certain of changes places with its like, and whoever knows what lies at a place
    knows it afterwards.
    """
    for colour in referee.families:
        permute_cards(state, uncertain_cards(referee, viewer, colour), choose)
        permute_businesses(state, uncertain_types(referee, viewer, colour), colour, choose)
    for seat in range(referee.players):
        if seat != viewer:
            exchange_laid_card(state, referee, seat, choose)
    for seat in hidden_stakes(rules, state, viewer):
        exchange_stake(state, seat, choose)


def uncertain_cards(referee: Referee, viewer: int, colour: str) -> list[str]:
    """The cards of a colour of which the viewer knows nothing.

    Those that he knows to be in a hand or laid from it (9.15) are none of them.
    """
    known = set(referee.certain(viewer)).union(*referee.memories[viewer].hand_or_laid)
    return [card for card in of_colour(referee.cards, colour) if card not in known]


def uncertain_types(referee: Referee, viewer: int, colour: str) -> list[int]:
    """The businesses of a colour that he is not certain of."""
    known = referee.certain_businesses(viewer)
    return [i for i, kind in enumerate(TYPES) if f"{colour} {kind}" not in known]


def permute_cards(state: Any, cards: list[str], choose: random.Random) -> None:
    """Puts each of the cards, all of a colour, where another of them was."""
    before = {name: state[name].copy() for name in ("location", "knowers", "decks", "face_down")}
    for card, other in zip(cards, choose.sample(cards, len(cards)), strict=True):
        new, old = card_index(card), card_index(other)
        family = FAMILIES.index(colour_of(card))
        state["location"][new] = before["location"][old]
        state["knowers"][new] = before["knowers"][old]
        state["decks"][family][before["decks"][family] == value_of(other)] = value_of(card)
        state["face_down"][before["face_down"] == old] = new


def permute_businesses(state: Any, types: list[int], colour: str, choose: random.Random) -> None:
    """Gives each of the businesses of a colour the owner that another of them had."""
    moved = choose.sample(types, len(types))
    for name in ("owner", "owner_knowers"):
        row = state[name][FAMILIES.index(colour)]
        row[types] = row[moved]


def exchange_laid_card(state: Any, referee: Referee, seat: int, choose: random.Random) -> None:
    """Exchanges a card face down with one of its colour in the hand, if it may be either (9.15)."""
    row = referee.war.row_of(seat) if referee.war else None
    if row is None or not row.face_down:
        return
    laid = int(state["face_down"][seat])
    family = FAMILIES.index(row.colour)
    in_hand = [i for i in range(11 * family, 11 * family + 11) if state["location"][i] == seat]
    if in_hand:
        other = choose.choice([laid, *in_hand])
        state["location"][laid] = seat
        state["location"][other] = 7
        state["face_down"][seat] = other


def exchange_stake(state: Any, seat: int, choose: random.Random) -> None:
    """Exchanges a staked note with a dirty one of the same player."""
    notes, staked = state["dirty"][seat], state["stake"][seat]
    notes[staked] += 1
    state["stake"][seat] = choose.choice(notes.nonzero()[0].tolist())
    notes[state["stake"][seat]] -= 1


def seen_from(position: dict, viewer: int) -> dict:
    """A position with the viewer as seat 0, and without the orders that no observation holds."""
    players = len(position["seats"])
    turned = deepcopy(position)
    turned["seats"] = turned["seats"][viewer:] + turned["seats"][:viewer]
    war = turned["war"] or {"rows": []}
    for holder, name in [(turned, "to_move"), (turned, "turn_of"), (war, "opener")]:
        if holder.get(name) is not None:
            holder[name] = (holder[name] - viewer) % players
    for row in war["rows"]:
        row["seat"] = (row["seat"] - viewer) % players
        row["face_up"].sort(key=card_order)
    if turned["dice"]:
        turned["dice"]["colours"].sort(key=FAMILIES.index)
    return turned


def written(position: dict) -> str:
    """A position as a text."""
    return json.dumps(position, sort_keys=True)


def all_like(position: dict, shown: Any) -> Counter[str]:
    """All positions, `written`, in which seat 0 is shown the same, and in how many ways each.

    The position is `seen_from` the seat, and `shown` is its observation record.
    """
    known = {**shown_cards(shown, 0), **shown_businesses(shown, 0)}
    found = [position]
    for colour in position["decks"]:
        cards = set(of_colour(cards_there(position), colour)) - set(known)
        types = {f"{colour} {kind}" for kind in TYPES} - set(known)
        found = with_exchanged(with_exchanged(found, cards), types)
    return Counter(written(each) for like in found for each in with_other_stakes(like))


def cards_there(position: dict) -> list[str]:
    """All cards of a position."""
    rows = position["war"]["rows"] if position["war"] else []
    places = [*position["decks"].values(), *(seat["hand"] for seat in position["seats"])]
    places += [row[name] for row in rows for name in ("face_up", "face_down")]
    return [card for place in places for card in place]


def with_exchanged(positions: list[dict], names: set[str]) -> list[dict]:
    """The different positions that come about when cards or businesses change their names."""
    found = {}
    for position in positions:
        for order in permutations(sorted(names)):
            renamed = with_names(position, dict(zip(sorted(names), order, strict=True)))
            found[written(renamed)] = renamed
    return list(found.values())


def with_names(position: dict, new: dict[str, str]) -> dict:
    """The position after some cards or businesses, none of them face up, have changed names."""
    renamed = deepcopy(position)
    for colour, deck in position["decks"].items():
        renamed["decks"][colour] = [new.get(card, card) for card in deck]
        pile = [f"{colour} {kind}" for kind in position["piles"][colour]]
        pile = sorted((new.get(each, each) for each in pile), key=business_order)
        renamed["piles"][colour] = [type_of(each) for each in pile]
    for seat in renamed["seats"]:
        seat["hand"] = sorted((new.get(card, card) for card in seat["hand"]), key=card_order)
        owned = (new.get(each, each) for each in seat["businesses"])
        seat["businesses"] = sorted(owned, key=business_order)
    for row in renamed["war"]["rows"] if renamed["war"] else []:
        row["face_down"] = [new.get(card, card) for card in row["face_down"]]
    return renamed


def with_other_stakes(position: dict) -> list[dict]:
    """The position once for each note that may be the hidden stake of another player (5.3)."""
    found = [position]
    for row in position["war"]["rows"] if position["war"] else []:
        if row["seat"] != 0 and row["stake"] is not None and is_unrevealed(position, row):
            found = [other for each in found for other in with_each_stake(each, row["seat"])]
    return found


def is_unrevealed(position: dict, row: dict) -> bool:
    """Whether a stake is still hidden from the others (5.3)."""
    in_secret = position["rules"].get("stakes") == "hidden"
    return in_secret and position["war"]["round"] == 1 and bool(row["face_down"])


def with_each_stake(position: dict, seat: int) -> list[dict]:
    """The position once for each note of a player that he may have staked."""
    found = []
    staked = next(row["stake"] for row in position["war"]["rows"] if row["seat"] == seat)
    notes = sorted([*position["seats"][seat]["dirty"], staked])
    for i, note in enumerate(notes):
        other = deepcopy(position)
        next(row for row in other["war"]["rows"] if row["seat"] == seat)["stake"] = note
        other["seats"][seat]["dirty"] = notes[:i] + notes[i + 1 :]
        found.append(other)
    return found


def places(states: Any) -> Any:
    """The place of each card in engine states, many at once: a number for each place.

    It is the same for cards in the same hand, and one of its own for each place in a deck.
    """
    found = states["location"].astype(int)
    for card in range(66):
        family, value = divmod(card, 11)
        depth = (states["decks"][:, family] == value + 1).argmax(axis=1)
        found[:, card] += (states["location"][:, card] == 6) * (10 + depth)
    return found


def alike(rules: Any, shown: Any) -> list[list[int]]:
    """The cards that somebody who is shown this can exchange in his mind, by colour."""
    known = shown_cards(shown, 0)
    return [
        [card_index(f"{colour} {v}") for v in rules.values if f"{colour} {v}" not in known]
        for colour in FAMILIES[: rules.families]
    ]


# So few cards that all their orders can be counted, and none is drawn before the first decision.
FEW_ORDERS: dict[str, Any] = {
    "num_players": 2, "families": 2, "values": [1, 2, 3], "draft": 1, "hand_limit": 3,
}  # fmt: skip


def shuffled_piles(states: Any) -> list[Any]:
    """Of engine states at the first decision, many at once: the cards of each deck, top first."""
    sizes = states["deck_sizes"][0]
    return [states["decks"][:, family, :size] for family, size in enumerate(sizes) if size]


def same_whatever_was_done(kind: str, referee: Referee) -> tuple | None:
    """What names a chance that all games of a stream have in common, whatever the players do.

    It is the dice of a turn; None for all else.
    """
    return (kind, referee.turn) if kind == "dice" else None
