"""What the engine shows and holds, in the words of the referee."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from naive.compared import assert_as_expected
from naive.padrino.observed import expected_observation
from naive.padrino.referee import Referee
from naive.padrino.words import (
    EVERY_CARD,
    INFORMERS,
    LIGHTS,
    SUITCASES,
    TYPES,
)


def assert_same_knowledge(match: Any, referee: Referee, told: object) -> None:
    """The observation of each seat shows all that it may see, and nothing else."""
    for seat in range(match.rules.num_players):
        assert_shown(match.observation(seat), match.game, referee, seat, told)


def assert_shown(observation: Any, game: Any, referee: Referee, seat: int, told: object) -> None:
    """An observation of a seat is, field by field, what it may see by the referee's account."""
    expected = expected_observation(referee, seat)
    assert_as_expected(observation, game, referee.players, seat, expected, told)


def shown_cards(shown: Any, seat: int) -> dict[str, tuple]:
    """For each kind of which a copy is seen, all places where some lie, and how many there.

    ('hand', seat), ('discards',), ('in_play', place).
    """
    found: dict[str, list] = defaultdict(list)
    for place, counts in (
        (("hand", seat), shown["seats"][0]["hand"]),
        (("discards",), shown["discards"]),
    ):
        for kind in counts.nonzero()[0]:
            found[EVERY_CARD[kind]].append((place, int(counts[kind])))
    for slot in shown["light"].any(axis=1).nonzero()[0]:
        found[card_in_play(shown, slot)].append((("in_play", int(slot)), 1))
    return {card: tuple(places) for card, places in found.items()}


def card_in_play(shown: Any, slot: int) -> str:
    """The card at a place in play."""
    light, kind = LIGHTS[shown["light"][slot].argmax()], TYPES[shown["type"][slot].argmax()]
    plain = f"{light} {kind}"
    return INFORMERS[plain] if shown["informer"][slot] else plain


def shown_things(shown: Any, seat: int) -> dict[str, tuple]:
    """The suitcases of which the seat knows the content, and the seats where the money may be."""
    players = len(shown["seats"])
    found: dict[str, tuple] = {}
    for k, content in zip(*shown["seats"]["suitcase"].nonzero(), strict=True):
        found[f"suitcase {(seat + k) % players}"] = (SUITCASES[content],)
    mixed = shown["seats"]["mixed"].nonzero()[0]
    if len(mixed):
        found["money"] = tuple(sorted((seat + int(k)) % players for k in mixed))
    return found


def facts_hold(state: Any, cards: dict[str, tuple], suitcases: dict[str, tuple]) -> bool:
    """Whether in an engine state all is as somebody is certain that it is."""
    return all(
        number_there(state, EVERY_CARD.index(card), *place) == count
        for card, places in cards.items()
        for place, count in places
    ) and all(holds_there(state, thing, *told) for thing, told in suitcases.items())


def number_there(state: Any, kind: int, place: str, where: int = 0) -> int:
    """How many cards of a kind lie in an engine state at a place that `shown_cards` may name."""
    if place == "in_play":
        return int(where < state["num_in_play"] and state["in_play"][where] == kind)
    return int(state["hand"][where, kind] if place == "hand" else state["discards"][kind])


def holds_there(state: Any, thing: str, *told: Any) -> bool:
    """Whether something that `shown_things` may say is true in an engine state."""
    if thing == "money":
        return SUITCASES.index("money") in state["suitcase"][list(told)]
    seat = int(thing.removeprefix("suitcase "))
    return bool(state["suitcase"][seat] == SUITCASES.index(told[0]))
