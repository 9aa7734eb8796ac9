"""The rules object of the naive referee, and which options it refuses (RULES.md, 1)."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from naive.famiglia.words import EVERY_CARD, insist

IN_THE_BOX = [5, 4, 3, 2, 1]  # cards of each rank, in each family (1.2)


DEFAULT_RULES: dict[str, Any] = {
    "num_players": 2,
    "first_player": None,
    "copies": [IN_THE_BOX] * 4,
    "street_size": 6,
}


SAVED = ["copies", "street_size"]  # 9.4: what a position tells, if it differs from the default


def complete_rules(given: Any) -> dict[str, Any]:
    """All options; refuses those that cannot be played (1.5 to 1.7)."""
    insist(isinstance(given, dict), "rules: not an object")
    for field in given:
        insist(field in DEFAULT_RULES, f"rules: unknown field {field!r}")
    rules = deepcopy({**DEFAULT_RULES, **given})
    insist(are_whole([rules["num_players"]], 2, 2), "rules: num_players must be 2")
    first = rules["first_player"]
    insist(first is None or are_whole([first], 0, 1), "rules: first_player is not a seat")
    insist(are_whole([rules["street_size"]], 1, 20), "rules: street_size must be 1 to 20")
    check_copies(rules["copies"])
    in_stock = sum(map(sum, rules["copies"])) - 8
    insist(in_stock >= rules["street_size"], "rules: the stock is smaller than the street")
    return rules


def are_whole(things: Any, least: int, most: int) -> bool:
    """Whether it is a list of whole numbers within that range; True and False are none."""
    return isinstance(things, list) and all(
        type(thing) is int and least <= thing <= most for thing in things
    )


def check_copies(copies: Any) -> None:
    """Five counts for each of the four families, none of them more than the box holds."""
    insist(isinstance(copies, list) and len(copies) == 4, "rules: copies: four families")
    for counts in copies:
        insist(are_whole(counts, 0, 5) and len(counts) == 5, "rules: copies: five counts")
        fits = all(count <= most for count, most in zip(counts, IN_THE_BOX, strict=True))
        insist(fits, "rules: copies: more than in the box")
        insist(counts[0] >= 2, "rules: copies: two cards of rank 0 at least")


def cards_in_play(rules: dict) -> list[str]:
    """All cards, in index order."""
    counts = [count for family in rules["copies"] for count in family]
    return [card for card, count in zip(EVERY_CARD, counts, strict=True) for _ in range(count)]


def rules_to_save(rules: dict) -> dict[str, Any]:
    """What differs from the default, with `num_players`; empty if nothing does (9.4)."""
    saved = {name: deepcopy(rules[name]) for name in SAVED if rules[name] != DEFAULT_RULES[name]}
    return {"num_players": 2, **saved} if saved else {}
