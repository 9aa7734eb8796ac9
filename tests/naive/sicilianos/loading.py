"""Reads a position into a referee, and refuses what cannot be one (RULES.md, 10.3 to 10.12)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from naive.sicilianos.options import are_whole
from naive.sicilianos.referee import Referee
from naive.sicilianos.table import Row, War
from naive.sicilianos.words import (
    BOMB,
    DENOMINATIONS,
    DICE_PHASES,
    INFLUENCES,
    PHASES,
    TURNCOAT,
    TYPES,
    WAR_PHASES,
    business_order,
    card_order,
    colour_of,
    insist,
    of_colour,
    value_of,
)

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
