"""The rules object of the naive referee, and which options it refuses (RULES.md, 1)."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from naive.padrino.words import EVERY_CARD, HAND, INFORMERS, MOST_PLAYERS, PLAIN_CARDS, insist

BY_TYPE = [6, 6, 6, 5, 5, 5, 5, 6, 6, 6, 6, 6, 5, 6, 5]  # 1.5: in the order of PLAIN_CARDS


def cards_in_the_box() -> dict[str, int]:
    """How many there are of each kind; an informer is one of those of its light and type (1.6)."""
    counts = dict.fromkeys(EVERY_CARD, 1)
    for plain, together in zip(PLAIN_CARDS, BY_TYPE, strict=True):
        counts[plain] = together - (plain in INFORMERS)
    return counts


BOX = list(cards_in_the_box().values())


DEFAULT_RULES: dict[str, Any] = {
    "num_players": 5,
    "boss_suitcase": False,
    "explanations": BOX,
    "hand_size": HAND,
}


def complete_rules(given: Any) -> dict[str, Any]:
    """All options; refuses those that cannot be played (1.10, 1.12)."""
    insist(isinstance(given, dict), "rules: not an object")
    for field in given:
        insist(field in DEFAULT_RULES, f"rules: unknown field {field!r}")
    rules = deepcopy({**DEFAULT_RULES, **given})
    insist(is_whole(rules["num_players"], 4, MOST_PLAYERS), "rules: num_players must be 4 to 11")
    insist(type(rules["boss_suitcase"]) is bool, "rules: boss_suitcase must be true or false")
    insist(is_whole(rules["hand_size"], 1, HAND), "rules: hand_size must be 1 to 3")
    in_hands = rules["hand_size"] * (rules["num_players"] - 1)
    check_explanations(rules["explanations"], needed=in_hands + 1)
    return rules


def is_whole(thing: Any, least: int, most: int) -> bool:
    """Whether it is a whole number within that range; True and False are none."""
    return type(thing) is int and least <= thing <= most


def check_explanations(counts: Any, needed: int) -> None:
    """A count for each kind, none of them more than the box holds, and enough together."""
    insist(isinstance(counts, list) and len(counts) == len(BOX), "rules: explanations: 18 counts")
    for count, most in zip(counts, BOX, strict=True):
        insist(is_whole(count, 0, most), f"rules: explanations: {count!r} is not 0 to {most}")
    insist(sum(counts) >= needed, f"rules: explanations: {needed} cards at least")


def cards_in_play(rules: dict) -> list[str]:
    """All Explanations, in index order."""
    counts = zip(EVERY_CARD, rules["explanations"], strict=True)
    return [card for card, count in counts for _ in range(count)]


def rules_to_save(rules: dict) -> dict[str, Any]:
    """`num_players` and what else differs from the default (11.3)."""
    return {
        name: deepcopy(value)
        for name, value in rules.items()
        if name == "num_players" or value != DEFAULT_RULES[name]
    }
