"""What a seat may see of a game, as the fields of an observation (OBSERVATION.md)."""

from __future__ import annotations

from typing import Any

from naive.famiglia.referee import Referee
from naive.famiglia.words import EVERY_CARD, PHASES, SECOND

PLACES = 60  # in the stock, as many as there are cards in the box


def expected_observation(referee: Referee, viewer: int) -> dict[str, Any]:
    """The whole observation of a seat: the fields of the table, and in `seats` those of each seat.

    The viewer's come first, then the other's. All see the same table (8.1).
    """
    return {
        **expected_table(referee),
        **expected_stock(referee),
        **expected_abilities(referee),
        "seats": [expected_seat(referee, seat) for seat in (viewer, 1 - viewer)],
    }


def counted(cards: list[str]) -> list[int]:
    """How many of each kind there are."""
    return [cards.count(card) for card in EVERY_CARD]


def marked(everything: Any, there: Any) -> list[int]:
    """A 1 for that which is there."""
    return [int(each == there) for each in everything]


def expected_table(referee: Referee) -> dict[str, Any]:
    """The phase, the pass and what lies openly in the middle."""
    return {
        "phase": marked(PHASES, referee.phase),
        "second_pass": int(referee.stock_pass == SECOND),
        "street": counted(referee.street),
        "discards": counted(referee.discards),
        "last_passed": int(referee.last_passed),
    }


def expected_stock(referee: Referee) -> dict[str, Any]:
    """Which cards the stock holds (8.2), and the places of those put under it openly (8.3)."""
    return {
        "stock": counted(referee.stock),
        "stock_size": len(referee.stock),
        "stock_places": expected_places(referee.stock, referee.known_places),
    }


def expected_places(stock: list[str], known: int) -> list[int]:
    """The cards of a stock, the top one first, of which so many at the bottom are known."""
    unknown = len(stock) - known
    places = [0] * unknown + [EVERY_CARD.index(card) + 1 for card in stock[unknown:]]
    return places + [0] * (PLACES - len(stock))


def expected_abilities(referee: Referee) -> dict[str, Any]:
    """What an Accountant or a Brute of this turn has brought."""
    exchange, lowered = referee.exchange, referee.intimidated
    return {
        "accountant": exchange.rank if exchange else 0,
        "recalls": exchange.recalls if exchange else 0,
        "lays": exchange.lays if exchange else 0,
        "brute": referee.brute or 0,
        "intimidated": marked(EVERY_CARD, lowered.card if lowered else None),
        "lowered_to": marked(range(4), lowered.to if lowered else None),
    }


def expected_seat(referee: Referee, seat: int) -> dict[str, Any]:
    """Whether it is his decision, whether he started, and his cards, which all see."""
    his = referee.seats[seat]
    return {
        "to_move": int(referee.to_move == seat),
        "first_player": int(referee.first_player == seat),
        "hand": counted(his.hand),
        "gang": counted(his.gang),
    }
