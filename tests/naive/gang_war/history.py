"""What follows from all that was done in a war about how it ends."""

from __future__ import annotations

from typing import Any

from naive.gang_war.options import hands_dealt, notes_of_seats
from naive.sicilianos.words import FAMILIES, colour_of

Deed = tuple[int, str]  # a seat and an action in words


def assert_history(rules: Any, deeds: list[Deed], position: dict[str, Any]) -> None:
    """Of a whole war, from its seats' actions in words: what follows about its last position.

    What was forced before the first decision is not among them.
    """
    rows = {row["seat"]: row for row in position["war"]["rows"]}
    assert not rows or rules.opener in rows
    for number in range(rules.num_players):
        assert_notes(rules, deeds, position, number, rows.get(number))
        assert_cards(rules, deeds, position, number, rows.get(number))
    assert_money(position, rows)


def said(deeds: list[Deed], seat: int, verb: str) -> list[str]:
    """What a seat said after that verb, each time."""
    return [
        text.removeprefix(f"{verb} ")
        for who, text in deeds
        if who == seat and text.startswith(f"{verb} ")
    ]


def assert_notes(rules: Any, deeds: list[Deed], position: Any, seat: int, row: Any) -> None:
    """What is left and what was staked is what it had."""
    counts = notes_of_seats(written(rules))[seat]
    had = [n for n, count in zip(rules.denominations, counts, strict=True) for _ in range(count)]
    staked = [row["stake"]] if row else []
    assert sorted([*position["seats"][seat]["dirty"], *staked]) == had
    assert [int(note) for note in said(deeds, seat, "stake")] in ([], staked)


def assert_cards(rules: Any, deeds: list[Deed], position: Any, seat: int, row: Any) -> None:
    """What it has played lies there or was blown up, of one colour; the rest is in its hand."""
    lying = row["face_up"] + row["blown_up"] if row else []
    assert set(said(deeds, seat, "play")) <= set(lying) and len(set(map(colour_of, lying))) <= 1
    cards = position["seats"][seat]["hand"] + lying
    dealt = hands_dealt(written(rules))[seat]
    assert [sum(colour_of(c) == f for c in cards) for f in FAMILIES[: rules.families]] == dealt


def assert_money(position: dict[str, Any], rows: dict[int, Any]) -> None:
    """One seat at most washes money: twice its stake, or its own and another's."""
    stakes = {seat: row["stake"] for seat, row in rows.items()}
    washed = {i: seat["washed"] for i, seat in enumerate(position["seats"]) if seat["washed"]}
    founders = [i for i, seat in enumerate(position["seats"]) if seat["businesses"]]
    assert len(washed) <= 1 and len(founders) <= 1 and set(founders) <= set(stakes)
    for seat, money in washed.items():
        assert money - stakes[seat] in [stakes[seat], *(stakes[s] for s in stakes if s != seat)]


def written(rules: Any) -> dict[str, Any]:
    """The options that the naive functions read."""
    hands = rules.hands and [list(hand) for hand in rules.hands]
    notes = [list(n) if isinstance(n, tuple) else n for n in rules.notes]
    return {
        "num_players": rules.num_players,
        "families": rules.families,
        "cards": rules.cards,
        "hands": hands,
        "notes": notes,
    }
