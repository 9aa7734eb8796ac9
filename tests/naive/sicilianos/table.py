"""What lies around: seats, and the rows of a gang war."""

from __future__ import annotations

from collections import Counter

from naive.sicilianos.words import DEFECTED, of_colour, value_of


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
