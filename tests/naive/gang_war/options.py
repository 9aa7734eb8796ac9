"""The rules object of the naive referee, and which options it refuses (RULES.md, 1)."""

from __future__ import annotations

from copy import deepcopy
from math import isfinite
from typing import Any

from naive.sicilianos.options import DEFAULT_RULES as WHOLE_GAME
from naive.sicilianos.options import are_whole, as_lists, check_tables
from naive.sicilianos.words import FAMILIES, insist

SPECIALS = ["bodyguard", "bomb", "turncoat"]
DEFAULT_RULES: dict[str, Any] = {
    "num_players": 2,
    "families": 6,
    "values": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
    "denominations": [5_000, 10_000, 20_000, 40_000, 50_000],
    "notes": [1, 1, 1, 1, 1],
    "cards": 3,
    "hands": None,
    "opener": 0,
    "opener_may_pass": True,
    "stakes": "open",
    "war_ends": "all_passed",
    "specials": SPECIALS,
    "turncoat_partner": WHOLE_GAME["turncoat_partner"],
    "bomb_targets": [[other for other in FAMILIES if other != family] for family in FAMILIES],
    "empty_piles": [],
    "note_value": 1,
    "business_value": 2,
    "card_value": 0.1,
}
PRICES = {"note_value": -10, "business_value": 0, "card_value": 0}  # and the least of each


def complete_rules(given: Any) -> dict[str, Any]:
    """All fields of the rules object; refuses rules that make no war (1.7 to 1.10)."""
    insist(isinstance(given, dict), "rules: not an object")
    for field in given:
        insist(field in DEFAULT_RULES, f"rules: unknown field {field!r}")
    rules = {field: as_lists(given.get(field, DEFAULT_RULES[field])) for field in DEFAULT_RULES}
    check_ranges(rules)
    check_notes(rules)
    check_tables(rules)
    check_prices(rules)
    check_hands(rules)
    check_opener(rules)
    return rules


def check_ranges(rules: dict) -> None:
    """The table of 1.3."""
    insist(are_whole([rules["num_players"]], 2, 6), "rules: num_players must be 2 to 6")
    insist(are_whole([rules["families"]], 1, 6), "rules: families must be 1 to 6")
    insist(are_whole([rules["cards"]], 1, 11), "rules: cards must be 1 to 11")
    last = rules["num_players"] - 1
    insist(are_whole([rules["opener"]], 0, last), "rules: opener is not a seat")
    values = rules["values"]
    insist(are_whole(values, 1, 11) and values, "rules: values must be numbers of 1 to 11")
    insist(sorted(set(values)) == values, "rules: values must be ascending, each once")
    insist(type(rules["opener_may_pass"]) is bool, "rules: opener_may_pass is true or false")
    insist(rules["war_ends"] in ("all_passed", "last_standing"), "rules: unknown war_ends")
    insist(rules["stakes"] in ("open", "hidden"), "rules: unknown stakes")
    for field, words in (("specials", SPECIALS), ("empty_piles", FAMILIES)):
        chosen = rules[field]
        insist(isinstance(chosen, list), f"rules: {field}: not a list")
        insist(all(word in words for word in chosen), f"rules: {field}: unknown word")
        insist(len(chosen) == len(set(chosen)), f"rules: {field}: a word twice")


def check_notes(rules: dict) -> None:
    """Five ascending kinds; how many of each, for all or for each seat."""
    kinds = rules["denominations"]
    are_kinds = are_whole(kinds, 5_000, 50_000) and all(kind % 5_000 == 0 for kind in kinds)
    insist(are_kinds and len(kinds) == 5, "rules: denominations: five multiples of 5,000")
    insist(sorted(set(kinds)) == kinds, "rules: denominations: ascending")
    insist(isinstance(rules["notes"], list), "rules: notes: not a list")
    of_seats = notes_of_seats(rules)
    insist(len(of_seats) == rules["num_players"], "rules: notes: a list for each seat")
    for notes in of_seats:
        insist(are_whole(notes, 0, 3) and len(notes) == 5, "rules: notes must be five counts")


def notes_of_seats(rules: dict) -> list[Any]:
    """For each seat how many it has of each kind."""
    notes = rules["notes"]
    if any(isinstance(each, list) for each in notes):
        return notes
    return [notes] * rules["num_players"]


def check_prices(rules: dict) -> None:
    """Numbers within their ranges."""
    for field, least in PRICES.items():
        price = rules[field]
        is_number = type(price) in (int, float) and isfinite(price)
        insist(is_number and least <= price <= 10, f"rules: {field} is out of range")


def check_hands(rules: dict) -> None:
    """1.4 and 1.8."""
    players, families, most = rules["num_players"], rules["families"], len(rules["values"])
    if rules["hands"] is None:
        insist(players <= families, "rules: fewer families than players")
        insist(rules["cards"] <= most, "rules: cards: more than a family has")
        return
    hands = rules["hands"]
    insist(isinstance(hands, list) and len(hands) == players, "rules: hands: one for each seat")
    for hand in hands:
        insist(are_whole(hand, 0, most) and len(hand) == families, "rules: hands: bad counts")
    for family in range(families):
        insist(sum(hand[family] for hand in hands) <= most, "rules: hands: too many of a family")


def hands_dealt(rules: dict) -> list[list[int]]:
    """For each seat how many cards of each family it is dealt (1.4)."""
    if rules["hands"] is not None:
        return rules["hands"]
    families = range(rules["families"])
    return [[rules["cards"] * (f == s) for f in families] for s in range(rules["num_players"])]


def check_opener(rules: dict) -> None:
    """1.9."""
    opener = rules["opener"]
    insist(any(hands_dealt(rules)[opener]), "rules: the opener has no card")
    insist(any(notes_of_seats(rules)[opener]), "rules: the opener has no note")


def rules_to_save(rules: dict) -> dict[str, Any]:
    """`num_players` and what differs from the default."""
    saved = {"num_players": rules["num_players"]}
    for field, value in rules.items():
        if value != DEFAULT_RULES[field]:
            saved[field] = deepcopy(value)
    return saved
