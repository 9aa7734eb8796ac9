"""The rules object of the naive referee, and which options it refuses (RULES.md, 1)."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from naive.sicilianos.words import FAMILIES, insist

DEFAULT_RULES: dict[str, Any] = {
    "num_players": 3,
    "families": 6,
    "values": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
    "notes": [2, 2, 2, 2, 2],  # R4
    "draft": 4,
    "hand_limit": 10,
    "influence_die": [2, 2, 2],  # R5
    "turncoat_partner": ["black", "yellow", "blue", "red", "white", "green"],  # R2
    "bomb_targets": [  # R3: families i+2 and i+4
        ["red", "green"],
        ["blue", "white"],
        ["green", "yellow"],
        ["white", "black"],
        ["yellow", "red"],
        ["black", "blue"],
    ],
    "war_ends": "all_passed",
    "stakes": "open",
    "first_player": None,
    "max_turns": 1000,
}


def as_lists(thing: Any) -> Any:
    """A copy in which every tuple is a list, as in JSON."""
    if isinstance(thing, (list, tuple)):
        return [as_lists(each) for each in thing]
    return thing


def complete_rules(given: dict) -> dict[str, Any]:
    """All fields of the rules object; refuses rules that cannot be played (1.13 to 1.20)."""
    insist(isinstance(given, dict), "rules: not an object")
    for field in given:
        insist(field in DEFAULT_RULES, f"rules: unknown field {field!r}")
    rules = {field: as_lists(given.get(field, DEFAULT_RULES[field])) for field in DEFAULT_RULES}
    check_ranges(rules)
    check_tables(rules)
    check_sizes(rules)
    return rules


def are_whole(things: Any, least: int, most: int) -> bool:
    """Whether it is a list of whole numbers within that range."""
    return isinstance(things, list) and all(
        type(thing) is int and least <= thing <= most for thing in things
    )


def check_ranges(rules: dict) -> None:
    """The table of 1.10."""
    most = {"families": 6, "hand_limit": 66, "max_turns": 16_777_215}
    for field, largest in most.items():
        insist(are_whole([rules[field]], 1, largest), f"rules: {field} is out of range")
    insist(are_whole([rules["num_players"]], 2, 6), "rules: num_players must be 2 to 6")  # R6
    insist(are_whole([rules["draft"]], 0, 6), "rules: draft must be 0 to 6")
    values, notes, die = rules["values"], rules["notes"], rules["influence_die"]
    insist(are_whole(values, 1, 11) and values, "rules: values must be numbers of 1 to 11")
    insist(sorted(set(values)) == values, "rules: values must be ascending, each once")
    insist(are_whole(notes, 0, 3) and len(notes) == 5, "rules: notes must be five counts")
    insist(sum(notes) > 0, "rules: notes: every player needs a note")  # 1.20
    insist(are_whole(die, 0, 12) and len(die) == 3, "rules: influence_die must be three counts")
    insist(die[0] + die[1] > 0, "rules: a die with only hand faces: nobody would draw")  # 1.18
    insist(rules["war_ends"] in ("all_passed", "last_standing"), "rules: unknown war_ends")
    insist(rules["stakes"] in ("open", "hidden"), "rules: unknown stakes")
    first = rules["first_player"]
    is_seat = first is None or are_whole([first], 0, rules["num_players"] - 1)
    insist(is_seat, "rules: first_player is not a seat")


def check_tables(rules: dict) -> None:
    """An entry for each of the six families; Turncoats come in pairs (1.19)."""
    partners, bombs = rules["turncoat_partner"], rules["bomb_targets"]
    insist(
        isinstance(partners, list) and len(partners) == 6, "rules: turncoat_partner: six entries"
    )
    for family, other in zip(FAMILIES, partners, strict=True):
        insist(other is None or other in FAMILIES, f"rules: unknown colour {other!r}")
        paired_back = other is None or partners[FAMILIES.index(other)] == family
        insist(other != family and paired_back, f"rules: the Turncoat of {family} has no pair")
    insist(isinstance(bombs, list) and len(bombs) == 6, "rules: bomb_targets: six")
    for shown in bombs:
        insist(isinstance(shown, list), "rules: bomb_targets: a list for each family")
        for colour in shown:
            insist(colour in FAMILIES, f"rules: unknown colour {colour!r}")


def check_sizes(rules: dict) -> None:
    """1.14 to 1.17."""
    players, draft, limit = rules["num_players"], rules["draft"], rules["hand_limit"]
    cards = rules["families"] * len(rules["values"])
    insist(draft <= rules["families"], "rules: a draft larger than the number of families")
    insist(draft <= limit, "rules: a draft larger than a hand may be")
    insist(players <= len(rules["values"]), "rules: more players than values: a draft could stick")
    insist(players * limit <= cards, "rules: players times hand limit above the number of cards")


def rules_to_save(rules: dict) -> dict[str, Any]:
    """`num_players` and what differs from the default."""
    saved = {"num_players": rules["num_players"]}
    for field, value in rules.items():
        if value != DEFAULT_RULES[field]:
            saved[field] = deepcopy(value)
    return saved
