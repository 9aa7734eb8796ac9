"""What the engine shows and holds, in the words of the referee."""

from __future__ import annotations

from typing import Any

from naive.compared import assert_as_expected
from naive.sicilianos.observed import expected_observation
from naive.sicilianos.referee import Referee
from naive.sicilianos.words import FAMILIES, TYPES, business_order, card_order, colour_of


def assert_same_knowledge(match: Any, referee: Referee, told: object) -> None:
    """The observation of each seat shows all that it may see, and nothing else."""
    for seat in range(match.rules.num_players):
        assert_shown(match.observation(seat), match.game, referee, seat, told)


def assert_shown(observation: Any, game: Any, referee: Referee, seat: int, told: object) -> None:
    """An observation of a seat is, field by field, what it may see by the referee's account."""
    expected = expected_observation(referee, seat)
    assert_as_expected(observation, game, referee.players, seat, expected, told)


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


def shown_things(shown: Any, seat: int) -> dict[str, tuple]:
    """The businesses in an observation record, as `Referee.certain_businesses` writes them."""
    seats = shown["seats"]
    found: dict[str, tuple] = {}
    for i in shown["piles"].nonzero()[0]:
        found[f"{FAMILIES[i // 3]} {TYPES[i % 3]}"] = ("pile",)
    for k, i in zip(*seats["business_types"].nonzero(), strict=True):
        found[f"{FAMILIES[i // 3]} {TYPES[i % 3]}"] = ("owned", (seat + k) % len(seats))
    return found


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
