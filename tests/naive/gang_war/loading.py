"""Reads a position into a referee, and refuses what cannot be one (RULES.md, 6)."""

from __future__ import annotations

from collections import Counter
from typing import Any

from naive.gang_war.options import notes_of_seats
from naive.gang_war.referee import Referee
from naive.sicilianos.loading import (
    ROW_FIELDS,
    SEAT_FIELDS,
    WAR_FIELDS,
    as_list,
    check_fields,
    is_number,
)
from naive.sicilianos.loading import Loader as WholeGameLoader
from naive.sicilianos.options import are_whole
from naive.sicilianos.table import Row, War
from naive.sicilianos.words import card_order, colour_of, insist, of_colour

POSITION_FIELDS = {"game", "rules", "phase", "to_move", "turn_of", "war", "seats"}
PHASES = ["join", "stake", "turncoat", "bomb", "continue", "split", "over"]


class Loader(WholeGameLoader):
    """Consistent but unreachable positions load."""

    game: Referee

    def __init__(self, position: dict) -> None:
        needed = sorted(POSITION_FIELDS - {"turn_of"})
        check_fields("position", position, POSITION_FIELDS, needed)
        insist(position["game"] == "gang_war", f"game: {position['game']!r} is not gang_war")
        self.position = position
        self.game = Referee(position["rules"])
        insist("num_players" in position["rules"], "rules: num_players is missing")
        self.phase: str = position["phase"]
        insist(self.phase in PHASES, f"phase: unknown word {self.phase!r}")

    def load(self) -> Referee:
        """The referee with everything in its place."""
        game = self.game
        game.phase = self.phase
        self.read_seats(self.position["seats"])
        self.read_war(self.position["war"])
        self.read_movers()
        self.read_dirty_notes()
        self.place_the_rest()
        self.fill_memories()
        if game.over:
            self.check_no_card_is_face_down()
            self.reach_end()
        else:
            self.check_no_gains()
            self.check_rows_suit_phase()
            insist(game.legal(), f"phase {self.phase}: the mover can do nothing")
        return game

    def read_seats(self, seats: Any) -> None:
        """Hands and gains; whether the war brings these is asked later."""
        game = self.game
        insist(isinstance(seats, list), "seats: not a list")
        insist(len(seats) == game.players, f"seats: {len(seats)}, but {game.players} players")
        for number, (seat, given) in enumerate(zip(game.seats, seats, strict=True)):
            name = f"seat {number}"
            check_fields(name, given, SEAT_FIELDS, ["hand"])
            for card in as_list(f"{name}, hand", given["hand"]):
                self.check_card(card)
            seat.hand = sorted(given["hand"], key=card_order)
            washed = given.get("washed", 0)
            is_money = are_whole([washed], 0, 150_000) and washed % 5_000 == 0
            insist(is_money, f"{name}: {washed!r} cannot be washed in a war")
            insist(are_whole([given.get("businesses", 0)], 0, 1), f"{name}: businesses: 0 or 1")

    # ----------------------------------------------------------------------------- the war

    def read_war(self, given: Any) -> None:
        """It is always there; before the opener has played it has no rows."""
        check_fields("war", given, WAR_FIELDS, ["opener", "round", "rows"])
        war = self.game.war = War(self.seat_number("war opener", given["opener"]))
        war.round = given["round"]
        insist(are_whole([war.round], 1, 11), f"war: round {war.round!r}")
        war.rows = [self.read_row(row) for row in as_list("war, rows", given["rows"])]
        if war.rows:
            insist(war.rows[0].seat == war.opener, "war: the first row is the opener's")
        order = self.game.clockwise_from(war.opener)
        places = [order.index(row.seat) for row in war.rows]
        insist(places == sorted(set(places)), "war: rows stand clockwise, one for each seat")
        colours = [row.colour for row in war.rows]
        insist(len(set(colours)) == len(colours), "war: two rows of the same colour")
        self.check_defectors()
        self.read_bombs(given)

    def read_row(self, given: Any) -> Row:
        """One participant's row, and what was blown up of it."""
        check_fields("row", given, ROW_FIELDS | {"blown_up"}, sorted(ROW_FIELDS))
        game = self.game
        insist(given["colour"] in game.families, f"row: unknown colour {given['colour']!r}")
        row = Row(self.seat_number("row", given["seat"]), given["colour"])
        name = f"row of seat {row.seat}"
        row.stake = given["stake"]
        kinds = game.rules["denominations"]
        is_note = is_number(row.stake) and row.stake in kinds
        insist(row.stake is None or is_note, f"{name}: no note of {row.stake!r}")
        row.face_up = list(as_list(f"{name}, face_up", given["face_up"]))
        row.face_down = list(as_list(f"{name}, face_down", given["face_down"]))
        blown_up = list(as_list(f"{name}, blown_up", given.get("blown_up", [])))
        for card in row.face_up + row.face_down + blown_up:
            self.check_card(card)
            insist(colour_of(card) == row.colour, f"{name}: {card} is not {row.colour}")
        early = self.phase in ("join", "stake", "turncoat")
        insist(not blown_up or not early, f"{name}: nothing was blown up yet")
        game.blown_up[row.seat] = blown_up
        row.playing = given["in"]
        insist(type(row.playing) is bool, f"{name}: in is true or false")
        row.turncoat_to = given["turncoat_to"]
        return row

    def read_movers(self) -> None:
        """Whose decision it is; the turn is the opener's."""
        game, position = self.game, self.position
        game.to_move, game.turn_of = position["to_move"], game.war.opener
        if game.over:
            insist(game.to_move is None, "to_move: nobody moves when the war is over")
        else:
            self.seat_number("to_move", game.to_move)
        turn_of = self.seat_number("turn_of", position.get("turn_of", game.turn_of))
        insist(turn_of == game.turn_of, "turn_of: not the opener of the war")

    def most_of_each(self) -> Counter[int]:
        """For each kind of note the most that any seat has (6.6)."""
        kinds, of_seats = self.game.rules["denominations"], notes_of_seats(self.game.rules)
        return Counter({kind: max(seat[i] for seat in of_seats) for i, kind in enumerate(kinds)})

    def read_dirty_notes(self) -> None:
        """6.5 and 6.6."""
        game, most = self.game, self.most_of_each()
        for number, given in enumerate(self.position["seats"]):
            row, own = game.war.row_of(number), list(game.seats[number].dirty)
            stake = row.stake if row else None
            insist(stake is None or most[stake] > 0, f"seat {number}: there is no note of {stake}")
            if "dirty" not in given:
                insist(stake is None or stake in own, f"seat {number}: no note of {stake}")
                if stake is not None:
                    own.remove(stake)
                game.seats[number].dirty = sorted(own)
                continue
            dirty = as_list(f"seat {number}, dirty", given["dirty"])
            insist(all(map(is_number, dirty)), f"seat {number}: dirty holds what is no note")
            insist(not Counter(dirty) - most, f"seat {number}: more than anybody has")
            if stake is not None:
                insist(len(dirty) < most.total(), f"seat {number}: more notes than anybody has")
                insist(dirty.count(stake) < 3, f"seat {number}: four notes of {stake}")
            game.seats[number].dirty = sorted(dirty)

    def place_the_rest(self) -> None:
        """What is seen nowhere was not dealt; what was blown up lies under it."""
        game = self.game
        blown_up = [card for cards in self.in_order_blown_up() for card in cards]
        seen = [card for seat in game.seats for card in seat.hand] + blown_up
        for row in game.war.rows:
            seen += row.face_up + row.face_down
        insist(len(seen) == len(set(seen)), "a card is there twice")
        for colour in game.families:
            left = [card for card in of_colour(game.cards, colour) if card not in seen]
            game.decks[colour] = left + of_colour(blown_up, colour)

    def in_order_blown_up(self) -> list[list[str]]:
        """Row by row."""
        return [self.game.blown_up[row.seat] for row in self.game.war.rows]

    def fill_memories(self) -> None:
        """Players know their own cards, what lies face up, and what was blown up."""
        super().fill_memories()
        for memory in self.game.memories:
            for cards in self.in_order_blown_up():
                for card in cards:
                    memory.decks[colour_of(card)][self.depth(card)] = card

    def depth(self, card: str) -> int:
        """Its place in its deck, from the top."""
        return self.game.decks[colour_of(card)].index(card)

    # ------------------------------------------------------------------ does it suit the phase

    def check_rows_suit_phase(self) -> None:
        """The opener comes first; then as in the whole game."""
        game = self.game
        if game.is_opening():
            insist(not game.war.rows, "the opener has played already")
            insist(game.war.round == 1, "the war has not begun")
        else:
            insist(game.war.rows, "nobody has opened the war")
            self.check_war_phase()

    def check_no_gains(self) -> None:
        """6.7."""
        for given in self.position["seats"]:
            has_any = given.get("washed", 0) or given.get("businesses", 0)
            insist(not has_any, "nobody has washed or founded anything before the end")

    def check_no_card_is_face_down(self) -> None:
        for row in self.game.war.rows:
            insist(row.stake is not None and not row.face_down, f"row of seat {row.seat}: not over")

    def reach_end(self) -> None:
        """6.7: what the seats have is what the war has brought them, in one way or the other."""
        game = self.game
        wanted = [
            (given.get("washed", 0), given.get("businesses", 0)) for given in self.position["seats"]
        ]
        winners, colour = game.war.winners(), game.war.winning_family()
        has_pile = colour is not None and bool(game.piles[colour])
        endings: list[tuple[dict[int, int], Row | None]] = [({}, None)]
        if len(winners) == 1:
            [only] = winners
            endings = [({only.seat: 2 * only.stake}, only if has_pile else None)]
        elif len(winners) == 2:
            owner, ally = winners
            both = owner.stake + ally.stake
            endings = [({owner.seat: both}, ally if has_pile else None)]
            endings += [({ally.seat: both}, owner)] * has_pile
        for money, founder in endings:
            seats = range(game.players)
            brought = [
                (money.get(s, 0), int(founder is not None and founder.seat == s)) for s in seats
            ]
            if brought == wanted:
                for seat, washed in money.items():
                    game.seats[seat].washed = washed
                if founder is not None:
                    game.ask_to_found(founder)
                return
        insist(False, "this is not what the war brings")
