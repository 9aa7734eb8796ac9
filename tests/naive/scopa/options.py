"""The rules object of the naive referee, and which options it refuses (RULES.md, 1)."""

from __future__ import annotations

from typing import Any

from naive.scopa.words import EVERY_CARD, in_order, insist

DEFAULT_RULES: dict[str, Any] = {
    "num_players": 2,
    "must_match": "hand",  # S3
    "last_scopa": True,  # S5
    "king_redeal": False,  # S6
    "target": 11,
    "single_round": False,
    "max_rounds": 50,  # S8
    "cards": EVERY_CARD,
    "hand_size": 3,
    "table_size": 4,
}


RANGES = {
    "num_players": (2, 6), "target": (1, 100), "max_rounds": (1, 255), "hand_size": (1, 20),
    "table_size": (0, 38),
}  # fmt: skip


def is_whole(thing: object, least: int, most: int) -> bool:
    """Whether it is a whole number within that range (True and False are none)."""
    return type(thing) is int and least <= thing <= most


def complete_rules(given: Any) -> dict[str, Any]:
    """All options; refuses those that cannot be played (1.5 and 1.6, from which 1.7 follows)."""
    insist(isinstance(given, dict), "rules: not an object")
    for option in given:
        insist(option in DEFAULT_RULES, f"rules: unknown option {option!r}")
    rules = {**DEFAULT_RULES, **given}
    check_ranges(rules)
    check_cards(rules["cards"])
    needed = rules["table_size"] + rules["num_players"]
    insist(len(rules["cards"]) >= needed, "rules: fewer cards than for the table and all players")
    return rules


def check_ranges(rules: dict) -> None:
    """The table of 1.4, but for the cards."""
    for option, (least, most) in RANGES.items():
        insist(is_whole(rules[option], least, most), f"rules: {option} must be {least} to {most}")
    for option in ("last_scopa", "king_redeal", "single_round"):
        insist(type(rules[option]) is bool, f"rules: {option} must be true or false")
    insist(rules["must_match"] in ("hand", "card"), "rules: must_match must be hand or card")


def check_cards(cards: Any) -> None:
    """1.4: by name, in index order, each at most once."""
    insist(isinstance(cards, list), "rules: cards must be a list")
    for card in cards:
        insist(card in EVERY_CARD, f"rules: cards: {card!r} is not a card")
    insist(cards == in_order(set(cards)), "rules: cards must be in index order, each once")


def rules_to_save(rules: dict) -> dict[str, Any]:
    """`num_players` and what differs from the default (8.3)."""
    differing = {name: rules[name] for name in rules if rules[name] != DEFAULT_RULES[name]}
    return {"num_players": rules["num_players"], **differing}
