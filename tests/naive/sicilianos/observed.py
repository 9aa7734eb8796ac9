"""What a seat may see of a game, as the fields of an observation (OBSERVATION.md)."""

from __future__ import annotations

from typing import Any

from naive.sicilianos.referee import Referee
from naive.sicilianos.table import Row
from naive.sicilianos.words import (
    DENOMINATIONS,
    FAMILIES,
    INFLUENCES,
    PHASES,
    TYPES,
    colour_of,
    of_colour,
    value_of,
)

UNIT = 5_000  # of washed money and stakes
EVERY_CARD = [f"{colour} {value}" for colour in FAMILIES for value in range(1, 12)]
EVERY_BUSINESS = [f"{colour} {kind}" for colour in FAMILIES for kind in TYPES]


def expected_observation(referee: Referee, seat: int) -> dict[str, Any]:
    """The whole observation of a seat: the fields of the table, and in `seats` those of each seat.

    The viewer's come first, then the others' clockwise.
    """
    others = referee.clockwise_from(seat)
    return {
        **expected_table(referee),
        **expected_places(referee, seat),
        "seats": [expected_seat(referee, seat, other) for other in others],
    }


def marked(everything: list[str], there: Any) -> list[int]:
    """A 1 for each thing that is there."""
    return [int(thing in there) for thing in everything]


def expected_table(referee: Referee) -> dict[str, Any]:
    """What all see alike."""
    war, dice = referee.war, referee.dice or {"colours": [], "influence": None}
    rows = war.rows if war else []
    return {
        "phase": marked(PHASES, [referee.phase]),
        "dice": [dice["colours"].count(colour) for colour in FAMILIES],
        "influence": marked(INFLUENCES, [dice["influence"]]),
        "searched": marked(FAMILIES, [referee.searched]),
        "war_round": war.round if war else 0,
        "bombs": marked(FAMILIES, [colour_of(bomb) for bomb in war.bombs] if war else []),
        "face_up": marked(EVERY_CARD, [card for row in rows for card in row.face_up]),
        "deck_sizes": [len(referee.decks.get(colour, [])) for colour in FAMILIES],
    }


def expected_places(referee: Referee, viewer: int) -> dict[str, Any]:
    """What the viewer knows of decks and piles."""
    lies = {place: value_of(card) for card, place in referee.certain(viewer).items()}
    owners = referee.certain_businesses(viewer)
    return {
        "decks": [lies.get(("deck", c, depth), 0) for c in FAMILIES for depth in range(11)],
        "piles": marked(EVERY_BUSINESS, [b for b, place in owners.items() if place == ("pile",)]),
    }


def expected_seat(referee: Referee, viewer: int, seat: int) -> dict[str, Any]:
    """What the viewer sees of a seat."""
    row = referee.war.row_of(seat) if referee.war else None
    return {
        **expected_possessions(referee, viewer, seat),
        **expected_row(referee, viewer, row),
        **expected_money(referee, viewer, seat, row),
    }


def expected_possessions(referee: Referee, viewer: int, seat: int) -> dict[str, Any]:
    """Whether it is his turn, his hand and his businesses."""
    cards, owners = referee.certain(viewer), referee.certain_businesses(viewer)
    his = referee.seats[seat]
    return {
        "to_move": int(referee.to_move == seat),
        "turn_of": int(referee.turn_of == seat),
        "hand": marked(EVERY_CARD, [card for card in cards if cards[card] == ("hand", seat)]),
        "hand_colours": [len(of_colour(his.hand, colour)) for colour in FAMILIES],
        "businesses": [len(of_colour(his.businesses, colour)) for colour in FAMILIES],
        "business_types": marked(
            EVERY_BUSINESS, [each for each in owners if owners[each] == ("owned", seat)]
        ),
    }


def expected_row(referee: Referee, viewer: int, row: Row | None) -> dict[str, Any]:
    """His part in the war but for the money; a defector has no family that competes (6.2)."""
    if row is None:
        fields = ["strength", "playing", "defected", "face_down", "laid"]
        return {"family": [0] * len(FAMILIES), **dict.fromkeys(fields, 0)}
    defected = row.turncoat_to is not None
    known = [card for card in row.face_down if card in referee.certain(viewer)]
    return {
        "family": marked(FAMILIES, [row.colour]),
        "strength": 0 if defected else referee.war.strength(row.colour),
        "playing": int(row.playing),
        "defected": int(defected),
        "face_down": len(row.face_down),
        "laid": value_of(known[0]) if known else 0,
    }


def expected_money(referee: Referee, viewer: int, seat: int, row: Row | None) -> dict[str, Any]:
    """His money and his stake, which may still be hidden (5.3)."""
    his, staked = referee.seats[seat], []
    if row is not None and row.stake is not None:
        staked = [row.stake]
    secret = bool(staked) and seat != viewer and is_unrevealed(referee, row)
    dirty = his.dirty + staked if secret else his.dirty
    return {
        "dirty": [dirty.count(note) for note in DENOMINATIONS],
        "washed": his.washed // UNIT,
        "stake": 0 if secret else sum(staked) // UNIT,
    }


def is_unrevealed(referee: Referee, row: Row) -> bool:
    """Whether a participant's stake is one that others see at the first reveal only."""
    in_secret = referee.rules["stakes"] == "hidden"
    return in_secret and referee.war.round == 1 and bool(row.face_down)
