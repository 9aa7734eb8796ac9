"""What the engine shows and holds, in the words of the referee."""

from __future__ import annotations

from collections import Counter
from typing import Any

from naive.sicilianos.referee import Referee
from naive.sicilianos.words import (
    DENOMINATIONS,
    FAMILIES,
    TYPES,
    business_order,
    card_order,
    colour_of,
)


def assert_same_knowledge(match: Any, referee: Referee, told: object) -> None:
    """The observation of each seat shows exactly the cards and businesses that are certain."""
    for seat in range(match.rules.num_players):
        assert_shown(match.observation(seat), match.game, referee, seat, told)


def assert_shown(observation: Any, game: Any, referee: Referee, seat: int, told: object) -> None:
    """An observation of a seat shows exactly what it is certain of."""
    shown = observation.view(game.observation_record(referee.players))[0]
    assert shown_cards(shown, seat) == referee.certain(seat), (seat, told)
    assert shown_businesses(shown, seat) == referee.certain_businesses(seat), (seat, told)


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


def shown_businesses(shown: Any, seat: int) -> dict[str, tuple]:
    """The businesses in an observation record, as `Referee.certain_businesses` writes them."""
    seats = shown["seats"]
    found: dict[str, tuple] = {}
    for i in shown["piles"].nonzero()[0]:
        found[f"{FAMILIES[i // 3]} {TYPES[i % 3]}"] = ("pile",)
    for k, i in zip(*seats["business_types"].nonzero(), strict=True):
        found[f"{FAMILIES[i // 3]} {TYPES[i % 3]}"] = ("owned", (seat + k) % len(seats))
    return found


def assert_conserved(rules: Any, states: Any) -> None:
    """Of engine states, many at once: cards, notes and businesses are all there."""
    cards_in_play = rules.families * len(rules.values)
    players = rules.num_players
    in_hand = states["location"] < 6
    on_table = (states["location"] == 7) | (states["location"] == 8)
    in_deck = states["location"] == 6
    assert ((in_hand | on_table | in_deck).sum(axis=1) == cards_in_play).all()
    assert (states["deck_sizes"].sum(axis=1) == in_deck.sum(axis=1)).all()
    assert (states["hand_colours"].sum(axis=(1, 2)) == in_hand.sum(axis=1)).all()
    assert (states["hand_colours"].sum(axis=2) <= rules.hand_limit).all()
    down = (states["face_down"] >= 0).sum(axis=1)
    assert (states["face_up_count"].sum(axis=1) + down == on_table.sum(axis=1)).all()
    at_start = sum(rules.notes)
    left = states["dirty"].sum(axis=2)[:, :players]
    assert ((left >= 0) & (left <= at_start)).all()
    units = (states["dirty"] * [1, 2, 4, 8, 10]).sum(axis=2)[:, :players]
    spent = sum(rules.notes[i] * u for i, u in enumerate([1, 2, 4, 8, 10])) - units
    most = 2 * spent + 10 * (at_start - left)
    assert (states["washed"][:, :players] <= most).all()
    assert ((states["owner"] >= -1) & (states["owner"] < players)).all()


def assert_history(rules: Any, deeds: list[tuple[int, str]], position: dict[str, Any]) -> None:
    """Of a whole game, from its seats' actions in words: what follows about notes and money."""
    at_start = [note for note, count in zip(DENOMINATIONS, rules.notes, strict=True)
                for _ in range(count)]  # fmt: skip
    everything = sum(at_start)
    for number, seat in enumerate(position["seats"]):
        staked = [int(text.split()[1]) for who, text in deeds
                  if who == number and text.startswith("stake ")]  # fmt: skip
        assert sorted([*seat["dirty"], *staked]) == at_start  # 7.7: a note for each war joined
        allies = [50_000] * len(staked)  # at most
        assert 0 <= seat["washed"] <= 2 * sum(staked) + sum(allies)  # 7.9
        score_without_bonuses = seat["washed"] - sum(seat["dirty"])
        assert score_without_bonuses >= sum(staked) - everything  # 7.8: joining costs no money
    if not position_is_won_outright(position):
        wars_ended_it = any(not seat["dirty"] for seat in position["seats"])
        turns = sum(text == "roll" or text.startswith("play ") for _, text in deeds)
        assert wars_ended_it or turns >= rules.max_turns  # 7.2, 8.6


def position_is_won_outright(position: dict[str, Any]) -> bool:
    """Whether somebody is Godfather (7.1)."""
    return any(
        Counter(map(colour_of, seat["businesses"])).most_common(1)[0][1] == 3
        for seat in position["seats"]
        if seat["businesses"]
    )


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
