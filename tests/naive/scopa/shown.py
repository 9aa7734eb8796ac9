"""What the engine shows and holds, in the words of the referee."""

from __future__ import annotations

from typing import Any

from naive.compared import assert_as_expected
from naive.scopa.observed import expected_observation
from naive.scopa.referee import Referee
from naive.scopa.words import EVERY_CARD

# Where a card can be, as the numbers that engine states have for it.
FIRST_PILE, ON_TABLE, IN_DECK, PLAYED, NOT_IN_PLAY = 6, 12, 13, 14, 15


def assert_same_knowledge(match: Any, referee: Referee, told: object) -> None:
    """The observation of each seat shows all that it may see, and nothing else."""
    for seat in range(match.rules.num_players):
        assert_shown(match.observation(seat), match.game, referee, seat, told)


def assert_shown(observation: Any, game: Any, referee: Referee, seat: int, told: object) -> None:
    """An observation of a seat is, field by field, what it may see by the referee's account."""
    expected = expected_observation(referee, seat)
    assert_as_expected(observation, game, referee.players, seat, expected, told)


def shown_cards(shown: Any, seat: int) -> dict[str, tuple]:
    """The place of each card in an observation record of a seat.

    ('hand', seat), ('pile', seat), ('table',), ('played',), or ('deck',): somewhere in it.
    """
    found: dict[str, tuple] = {}
    for place in ("hand", "pile"):
        for k, i in zip(*shown["seats"][place].nonzero(), strict=True):
            found[EVERY_CARD[i]] = (place, (seat + int(k)) % len(shown["seats"]))
    for place in ("table", "played", "deck"):
        found.update({EVERY_CARD[i]: (place,) for i in shown[place].nonzero()[0]})
    return found


def shown_things(shown: Any, seat: int) -> dict[str, tuple]:
    """Nothing: this game has only cards."""
    return {}


def facts_hold(state: Any, cards: dict[str, tuple], businesses: dict[str, tuple]) -> bool:
    """Whether in an engine state all cards lie where somebody is certain that they lie."""
    return not businesses and all(
        state["location"][EVERY_CARD.index(card)] == location(*place)
        for card, place in cards.items()
    )


def location(place: str, seat: int = 0) -> int:
    """The number that engine states have for a place named by `shown_cards`."""
    numbers = {"hand": seat, "pile": FIRST_PILE + seat, "table": ON_TABLE, "deck": IN_DECK}
    return numbers.get(place, PLAYED)
