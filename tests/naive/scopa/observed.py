"""What a seat may see of a game, as the fields of an observation (OBSERVATION.md)."""

from __future__ import annotations

from typing import Any

from naive.scopa.referee import Referee
from naive.scopa.words import EVERY_CARD, PHASES, value_of


def expected_observation(referee: Referee, viewer: int) -> dict[str, Any]:
    """The whole observation of a seat: the fields of the table, and in `seats` those of each seat.

    The viewer's come first, then the others' clockwise.
    """
    certain = hidden_but_certain(referee, viewer)
    deck = [card for card, place in certain.items() if place == ("deck",)]
    return {
        "phase": marked(PHASES, [referee.phase]),
        "table": marked(EVERY_CARD, referee.table),
        "total": sum(map(value_of, referee.table)),
        "matches": [int(bool(referee.sets_to_take(f"clubs {value}"))) for value in range(1, 11)],
        "deck": marked(EVERY_CARD, deck),
        "deck_size": len(referee.deck),
        "played": marked(EVERY_CARD, [referee.played]),
        "taking": marked(EVERY_CARD, referee.taking),
        "round_number": referee.round,
        "seats": [
            expected_seat(referee, seat, cards_known_in_hand(referee, viewer, seat))
            for seat in referee.clockwise_from(viewer)
        ],
    }


def marked(everything: list[str], there: Any) -> list[int]:
    """A 1 for each thing that is there."""
    return [int(thing in there) for thing in everything]


def expected_seat(referee: Referee, seat: int, known: list[str]) -> dict[str, Any]:
    """What somebody sees of a seat, of whose hand he knows some cards."""
    his = referee.seats[seat]
    return {
        "to_move": int(referee.to_move == seat),
        "dealer": int(referee.dealer == seat),
        "last_taker": int(referee.last_taker == seat),
        "hand": marked(EVERY_CARD, known),
        "hand_size": len(his.hand),
        "pile": marked(EVERY_CARD, his.pile),
        "scopas": his.scopas,
        "score": min(his.score, 255),
    }


def cards_known_in_hand(referee: Referee, viewer: int, seat: int) -> list[str]:
    """The cards that the viewer knows to be in a hand."""
    if seat == viewer:
        return referee.seats[seat].hand
    certain = hidden_but_certain(referee, viewer)
    return [card for card, place in certain.items() if place == ("hand", seat)]


def hidden_but_certain(referee: Referee, viewer: int) -> dict[str, tuple]:
    """The places of cards that the viewer has not seen, where all are in one place (7.2)."""
    others = [seat for seat in referee.holders() if seat != viewer]
    if not others:
        return dict.fromkeys(referee.deck, ("deck",))
    if len(others) == 1 and not referee.deck:
        return dict.fromkeys(referee.seats[others[0]].hand, ("hand", others[0]))
    return {}
