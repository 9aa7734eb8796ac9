"""What the engine shows and holds, in the words of the referee."""

from __future__ import annotations

from typing import Any

from naive.compared import assert_fields
from naive.famiglia.observed import expected_observation, expected_places
from naive.famiglia.referee import Referee
from naive.famiglia.words import EVERY_CARD


def assert_same_knowledge(match: Any, referee: Referee, told: object) -> None:
    """The observation of each seat shows all that it may see, and nothing else."""
    known = expected_places(referee.stock, referee.known_places)
    for seat in (0, 1):
        observation = match.observation(seat)
        assert_shown(observation, match.game, referee, seat, told)
        shown = observation.view(match.game.observation_record(2))[0]
        assert shown["stock_places"].tolist() == known, told


def assert_shown(observation: Any, game: Any, referee: Referee, seat: int, told: object) -> None:
    """An observation of a seat is, field by field, what it may see by the referee's account.

    Of the stock it may show more, if that is true: in a resampled state all know places that its
    position does not tell (8.4).
    """
    shown = observation.view(game.observation_record(2))[0]
    expected = expected_observation(referee, seat)
    seats, known = expected.pop("seats"), expected.pop("stock_places")
    table = [name for name in shown.dtype.names if name not in ("seats", "stock_places")]
    assert_fields(shown, table, expected, f"seen by {seat}", told)
    for k, one in enumerate(seats):
        where = f"seat {(seat + k) % 2} seen by {seat}"
        assert_fields(shown["seats"][k], shown["seats"].dtype.names, one, where, told)
    true = expected_places(referee.stock, len(referee.stock))
    for number, *allowed in zip(shown["stock_places"].tolist(), known, true, strict=True):
        assert number in allowed, ("stock_places", f"seen by {seat}", told)


def shown_cards(shown: Any, seat: int) -> dict[str, tuple]:
    """For each kind of which a copy is seen, all places where some lie, and how many there.

    Cards whose place in the stock is not known are not among them.
    """
    counts: dict[tuple, Any] = {("street",): shown["street"], ("discards",): shown["discards"]}
    for k, one in enumerate(shown["seats"]):
        counts["hand", (seat + k) % 2] = one["hand"]
        counts["gang", (seat + k) % 2] = one["gang"]
    found: dict[str, list] = {}
    for place, row in counts.items():
        for kind in row.nonzero()[0]:
            found.setdefault(EVERY_CARD[kind], []).append((place, int(row[kind])))
    for depth in shown["stock_places"].nonzero()[0]:
        card = EVERY_CARD[shown["stock_places"][depth] - 1]
        found.setdefault(card, []).append((("stock", int(depth)), 1))
    return {card: tuple(sorted(places)) for card, places in found.items()}


def shown_things(shown: Any, seat: int) -> dict[str, tuple]:
    """There are none in this game."""
    return {}


def facts_hold(state: Any, cards: dict[str, tuple], businesses: dict[str, tuple]) -> bool:
    """Whether in an engine state all lies where somebody is certain that it lies."""
    return not businesses and all(
        number_there(state, EVERY_CARD.index(card), *place) == count
        for card, places in cards.items()
        for place, count in places
    )


def number_there(state: Any, kind: int, place: str, where: int = 0) -> int:
    """How many cards of a kind lie in an engine state at a place that `shown_cards` may name."""
    if place == "stock":
        return int(state["stock"][where] == kind)
    return int(state[place][where, kind] if place in ("hand", "gang") else state[place][kind])
