"""The options under which the engine and the referee are compared."""

from __future__ import annotations

import random
from typing import Any

from naive.sicilianos.variants import draw_partners
from naive.sicilianos.words import FAMILIES

SMALL_NOTES = [5_000, 10_000, 30_000, 40_000, 50_000]

OPTIONS: list[dict[str, Any]] = [
    {},
    {"num_players": 3},
    {"num_players": 4, "cards": 4},
    {"num_players": 5, "stakes": "hidden", "opener": 3},
    {"num_players": 6, "cards": 2, "war_ends": "last_standing"},
    {"preset": "mini"},
    {"preset": "s1", "note_value": -1, "business_value": 0, "card_value": 0},
    {"preset": "s2", "opener": 1, "note_value": 0.5, "empty_piles": ["black"]},
    {"preset": "s3", "opener_may_pass": False, "empty_piles": ["yellow", "black"]},
    {
        "num_players": 3,
        "families": 4,
        "values": [1, 3, 5, 8, 9],
        "hands": [[2, 1, 0, 1], [1, 2, 1, 0], [2, 2, 2, 0]],
        "notes": [[1, 0, 0, 0, 2], [0, 0, 3, 0, 0], [0, 1, 0, 1, 0]],
        "denominations": SMALL_NOTES,
        "stakes": "hidden",
        "business_value": 2.5,
    },
    {
        "num_players": 4,
        "families": 2,
        "hands": [[3, 2], [2, 3], [3, 0], [1, 3]],
        "specials": ["bomb"],
        "card_value": 0.25,
        "note_value": 2,
    },
    {
        "num_players": 3,
        "values": [1, 5, 8, 11],
        "cards": 3,
        "turncoat_partner": ["red", None, "yellow", None, None, None],
        "bomb_targets": [["black", "red"], [], ["black"], FAMILIES, ["green"], ["red"]],
        "specials": ["turncoat", "bomb", "bodyguard"],
    },
]


def draw_options(choose: random.Random) -> dict[str, Any]:
    """Options at random from all that 1.3 allows; prices whose products are exact."""
    players, families = choose.randint(2, 6), choose.randint(1, 6)
    values = sorted(choose.sample(range(1, 12), choose.randint(players, 11)))
    opener = choose.randrange(players)
    hands = draw_hands(choose, players, families, len(values))
    if not any(hands[opener]):  # 1.9
        others = sum(hand[0] for hand in hands)
        giver = next((hand for hand in hands if hand[0]), None)
        if others == len(values) and giver:
            giver[0] -= 1
        hands[opener][0] = 1
    notes = [[choose.choice([0, 0, 1, 2]) for _ in range(5)] for _ in range(players)]
    notes[opener][choose.randrange(5)] = 1
    return {
        "num_players": players,
        "families": families,
        "values": values,
        "denominations": sorted(choose.sample(range(5_000, 50_001, 5_000), 5)),
        "notes": choose.choice([notes, notes[opener]]),
        "hands": hands,
        "opener": opener,
        "opener_may_pass": choose.random() < 0.3,
        "stakes": choose.choice(["open", "hidden"]),
        "war_ends": choose.choice(["all_passed", "last_standing"]),
        "specials": [s for s in ("bodyguard", "bomb", "turncoat") if choose.random() < 0.8],
        "turncoat_partner": draw_partners(choose),
        "bomb_targets": [choose.sample(FAMILIES, choose.randint(0, 6)) for _ in FAMILIES],
        "empty_piles": choose.sample(FAMILIES, choose.choice([0, 0, 1, 2])),
        "note_value": choose.choice([-1, 0, 0.5, 1, 1.5, 2]),
        "business_value": choose.choice([0, 1, 2, 2.5]),
        "card_value": choose.choice([0, 0.1, 0.25, 1]),
    }


def draw_hands(choose: random.Random, players: int, families: int, most: int) -> list[list[int]]:
    """For each family its cards, some left over, one by one to seats."""
    hands = [[0] * families for _ in range(players)]
    for family in range(families):
        for _ in range(choose.randint(0, most)):
            hands[choose.randrange(players)][family] += 1
    return hands


TINY: list[dict[str, Any]] = [
    {  # bluffs with two cards
        "num_players": 2, "families": 2, "values": [1, 2, 3], "cards": 2,
        "notes": [1, 1, 0, 0, 0], "stakes": "hidden",
    },
    {  # Turncoats and how allies split
        "num_players": 2, "families": 2, "values": [2, 3, 8], "cards": 2,
        "notes": [1, 0, 0, 0, 0],
    },
    {  # Bombs
        "num_players": 2, "families": 2, "values": [1, 5, 9], "cards": 2,
        "notes": [1, 0, 0, 0, 0], "opener_may_pass": False,
    },
    {  # three who watch each other
        "num_players": 3, "families": 3, "values": [5, 8], "cards": 1,
        "notes": [1, 0, 0, 0, 0], "empty_piles": ["red"],
    },
    {  # several colours in a hand
        "num_players": 2, "families": 2, "values": [1, 5, 8], "hands": [[1, 1], [1, 1]],
        "notes": [[1, 1, 0, 0, 0], [0, 1, 0, 0, 0]],
    },
]  # fmt: skip


FEW_ORDERS: dict[str, Any] = {
    "num_players": 2, "families": 2, "values": [1, 2, 3, 4], "hands": [[1, 1], [2, 0]],
}  # fmt: skip
