"""The options under which the engine and the referee are compared."""

from __future__ import annotations

import random
from typing import Any

from naive.famiglia.options import IN_THE_BOX

# What the engine and the referee are compared on, game after game. At random most games end soon,
# by two passes; where the street is large there is more to take.
OPTIONS: list[dict[str, Any]] = [
    {},
    {"street_size": 12, "first_player": 1},
    {"street_size": 20},
    {"preset": "mini"},
    {"preset": "mini", "street_size": 8, "first_player": 0},
    {"preset": "mini", "street_size": 16},  # the stock is empty from the start
    {"copies": [[5, 4, 0, 0, 0]] * 4, "street_size": 20},
    {"copies": [[5, 2, 1, 0, 0]] * 4, "street_size": 12, "first_player": 0},
    {"copies": [[3, 2, 1, 1, 1]] * 4, "street_size": 12},
    {"copies": [[5, 1, 0, 0, 0]] * 4, "street_size": 2},  # the street is often refilled
    {"copies": [[3, 0, 0, 0, 0]] * 4, "street_size": 1},  # no discards
    {"copies": [[2, 4, 3, 2, 1]] * 4, "street_size": 2},  # only clearing
    {"copies": [[2, 2, 2, 1, 1]] * 4, "street_size": 5},
    {"copies": [[3, 0, 0, 0, 0], *[[4, 3, 2, 1, 0]] * 3], "street_size": 20},
    {  # strong Accountants and jokers
        "copies": [[2, 0, 0, 0, 0], [5, 4, 3, 2, 1], [2, 1, 0, 0, 0], [5, 4, 3, 2, 1]],
        "street_size": 12,
    },
    {  # strong Brutes and jokers
        "copies": [[2, 0, 0, 0, 0], [5, 4, 3, 2, 1], [5, 4, 1, 1, 1], [2, 0, 0, 0, 0]],
        "street_size": 12,
    },
    {  # ranks are missing
        "copies": [[3, 1, 0, 1, 0], [3, 0, 1, 0, 1], [3, 1, 1, 1, 0], [3, 1, 1, 1, 1]],
        "street_size": 2,
    },
]


def draw_options(choose: random.Random) -> dict[str, Any]:
    """Options at random from all that 1.5 allows, mostly with few cards."""
    most = [choose.choice([IN_THE_BOX, [3, 2, 1, 1, 1]]) for _ in range(4)]
    copies = [[choose.randint(2, row[0]), *(choose.randint(0, n) for n in row[1:])] for row in most]
    if sum(map(sum, copies)) == 8:
        copies[choose.randrange(4)][1] = 1  # or no card would be left for the stock
    return {
        "copies": copies,
        "street_size": choose.randint(1, min(20, sum(map(sum, copies)) - 8)),
        "first_player": choose.choice([None, 0, 1]),
    }


# So small that all courses can be followed.
TINY: list[dict[str, Any]] = [
    {  # Accountants, and a few cards whose order is unknown in the second pass too
        "copies": [[2, 2, 0, 0, 0], [2, 0, 0, 0, 0], [2, 0, 0, 0, 0], [3, 2, 0, 0, 0]],
        "street_size": 3,
    },
    {  # Brutes
        "copies": [[2, 0, 0, 0, 0], [2, 1, 0, 0, 0], [4, 3, 0, 0, 0], [2, 0, 0, 0, 0]],
        "street_size": 4, "first_player": 0,
    },
    {  # cards put under the second stock
        "copies": [[2, 2, 0, 0, 0], [2, 0, 0, 0, 0], [2, 1, 0, 0, 0], [2, 2, 0, 0, 0]],
        "street_size": 2, "first_player": 1,
    },
    {  # jokers
        "copies": [[2, 1, 0, 0, 0], [3, 1, 0, 0, 0], [2, 1, 0, 0, 0], [2, 1, 0, 0, 0]],
        "street_size": 2, "first_player": 0,
    },
]  # fmt: skip


# So few cards that all their orders can be counted.
FEW_ORDERS: dict[str, Any] = {
    "copies": [[2, 0, 0, 0, 0], [2, 1, 0, 0, 0], [3, 1, 0, 0, 0], [3, 1, 0, 0, 0]],
    "street_size": 2,
}
