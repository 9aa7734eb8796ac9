"""The options under which the engine and the referee are compared."""

from __future__ import annotations

import random
from typing import Any

from naive.sicilianos.words import FAMILIES

# What the engine and the referee are compared on, game after game.
OPTIONS: list[dict[str, Any]] = [
    {"num_players": 2},
    {"num_players": 3},
    {"num_players": 4},
    {"num_players": 5},
    {"num_players": 6},
    {"num_players": 2, "war_ends": "last_standing"},
    {"num_players": 3, "war_ends": "last_standing", "stakes": "hidden"},
    {"num_players": 4, "stakes": "hidden", "first_player": 2},
    {"num_players": 5, "war_ends": "last_standing"},
    {"num_players": 6, "stakes": "hidden"},
    {"preset": "mini"},
    {"preset": "mini", "war_ends": "last_standing", "influence_die": [1, 2, 3]},
    {"num_players": 3, "max_turns": 25},
    {"num_players": 3, "families": 5, "draft": 5, "hand_limit": 6, "notes": [1, 0, 1, 0, 1]},
    {"num_players": 4, "values": [1, 5, 8, 9], "hand_limit": 6, "draft": 2},
    {
        "num_players": 3,
        "turncoat_partner": ["white", None, "green", None, "red", "yellow"],
        "bomb_targets": [["black", "red", "yellow"], [], ["blue"], FAMILIES, ["green"], ["red"]],
        "influence_die": [3, 1, 1],
    },
]


def draw_options(choose: random.Random) -> dict[str, Any]:
    """Options at random from all that 1.10 allows; games are kept short by `max_turns`."""
    players, families = choose.randint(2, 6), choose.randint(1, 6)
    values = sorted(choose.sample(range(1, 12), choose.randint(players, 11)))
    limit = choose.randint(1, families * len(values) // players)
    return {
        "num_players": players,
        "families": families,
        "values": values,
        "notes": one_at_least(choose, [choose.choice([0, 0, 1, 2, 3]) for _ in range(5)]),
        "draft": choose.randint(0, min(families, limit)),
        "hand_limit": limit,
        "influence_die": [*one_at_least(choose, [choose.randint(0, 3) for _ in range(2)]),
                          choose.randint(0, 3)],
        "turncoat_partner": draw_partners(choose),
        "bomb_targets": [choose.sample(FAMILIES, choose.randint(0, 6)) for _ in FAMILIES],
        "war_ends": choose.choice(["all_passed", "last_standing"]),
        "stakes": choose.choice(["open", "hidden"]),
        "first_player": choose.choice([None, *range(players)]),
        "max_turns": choose.choice([1, 2, 10, 50, 200]),
    }  # fmt: skip


def one_at_least(choose: random.Random, counts: list[int]) -> list[int]:
    """The counts, with a 1 somewhere if all are 0."""
    if not any(counts):
        counts[choose.randrange(len(counts))] = 1
    return counts


def draw_partners(choose: random.Random) -> list[str | None]:
    """Up to three pairs of Turncoats, anywhere."""
    shuffled = choose.sample(FAMILIES, 6)
    partner: dict[str, str] = {}
    for one, other in list(zip(shuffled[::2], shuffled[1::2], strict=True))[: choose.randint(0, 3)]:
        partner[one], partner[other] = other, one
    return [partner.get(family) for family in FAMILIES]


BOMBS_HIT_EACH_OTHER = [["black"], ["yellow"], [], [], [], []]  # with two families in play


# So small that all courses can be followed for some turns.
TINY: list[dict[str, Any]] = [
    {  # foundings
        "num_players": 2, "families": 1, "values": [1, 5, 9], "notes": [2, 0, 0, 0, 0],
        "draft": 1, "hand_limit": 1, "influence_die": [1, 0, 0],
    },
    {  # searches and thefts
        "num_players": 2, "families": 2, "values": [5, 8], "notes": [1, 0, 0, 0, 0],
        "draft": 1, "hand_limit": 2, "influence_die": [0, 1, 1], "max_turns": 8,
        "bomb_targets": BOMBS_HIT_EACH_OTHER,
    },
    {  # wars of several rounds
        "num_players": 2, "families": 2, "values": [1, 5, 8], "notes": [1, 0, 0, 0, 0],
        "draft": 1, "hand_limit": 3, "influence_die": [1, 0, 0], "max_turns": 6,
        "bomb_targets": BOMBS_HIT_EACH_OTHER,
    },
    {  # hidden stakes
        "num_players": 2, "families": 2, "values": [5, 8], "notes": [1, 2, 0, 0, 0],
        "draft": 2, "hand_limit": 2, "influence_die": [1, 0, 0], "max_turns": 6,
        "bomb_targets": BOMBS_HIT_EACH_OTHER, "stakes": "hidden",
    },
    {  # thefts, searches and wars that others watch
        "num_players": 3, "families": 2, "values": [1, 5, 8], "notes": [2, 0, 0, 0, 0],
        "draft": 1, "hand_limit": 2, "influence_die": [0, 1, 2], "max_turns": 8,
        "bomb_targets": BOMBS_HIT_EACH_OTHER, "first_player": 0,
    },
]  # fmt: skip


# So few cards that all their orders can be counted, and none is drawn before the first decision.
FEW_ORDERS: dict[str, Any] = {
    "num_players": 2, "families": 2, "values": [1, 2, 3], "draft": 1, "hand_limit": 3,
}  # fmt: skip
