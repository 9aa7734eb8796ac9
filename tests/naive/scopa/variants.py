"""The options under which the engine and the referee are compared."""

from __future__ import annotations

import random
from typing import Any

from naive.scopa.words import EVERY_CARD, in_order, value_of


def cards_of(*values: int) -> list[str]:
    """All cards of these values, in index order."""
    return [card for card in EVERY_CARD if value_of(card) in values]


# What the engine and the referee are compared on, game after game.
OPTIONS: list[dict[str, Any]] = [
    {"num_players": 2},
    {"num_players": 3},
    {"num_players": 4},
    {"num_players": 5},
    {"num_players": 6},
    {"num_players": 2, "must_match": "card"},
    {"num_players": 3, "must_match": "card", "last_scopa": False, "target": 5},
    {"preset": "mini"},
    {"preset": "mini", "num_players": 4, "single_round": False, "max_rounds": 3},
    {  # many new deals
        "num_players": 3, "cards": cards_of(1, 2, 3, 10), "table_size": 7, "king_redeal": True,
        "max_rounds": 4,
    },
    {  # many sums, and games that are soon won
        "num_players": 2, "cards": cards_of(1, 2, 3, 4, 6, 9), "target": 3, "last_scopa": False,
    },
    # hands that become smaller, with what is left over on the table before or at the end
    {"num_players": 3, "hand_size": 5, "table_size": 0, "target": 4},
    {"num_players": 5, "hand_size": 4, "table_size": 3, "must_match": "card", "max_rounds": 2},
    {"num_players": 6, "hand_size": 1, "table_size": 2, "single_round": True},
    {"num_players": 2, "hand_size": 20, "table_size": 7, "max_rounds": 2},
]  # fmt: skip


def draw_options(choose: random.Random) -> dict[str, Any]:
    """Options at random from all that 1.4 allows; games are kept short by `max_rounds`."""
    players = choose.randint(2, 6)
    cards = choose.sample(EVERY_CARD, choose.choice([40, choose.randint(players, 40)]))
    return {
        "num_players": players,
        "must_match": choose.choice(["hand", "card"]),
        "last_scopa": choose.choice([True, False]),
        "king_redeal": choose.choice([True, False]),
        "target": choose.choice([1, 2, 4, 11, 100]),
        "single_round": choose.choice([True, False, False]),
        "max_rounds": choose.choice([1, 2, 3, 5]),
        "cards": in_order(cards),
        "hand_size": choose.choice([1, 2, 3, 3, choose.randint(4, 20)]),
        "table_size": choose.randint(0, min(len(cards) - players, choose.choice([4, 8, 38]))),
    }


# So small that all courses can be followed for some turns.
TINY: list[dict[str, Any]] = [
    {  # two hands each: the deck is known but for its order, then the other's card
        "num_players": 2, "hand_size": 1, "table_size": 1, "single_round": True,
        "cards": ["clubs 1", "clubs 2", "swords 1", "coins 3", "coins 7"],
    },
    {  # choices while two hands are hidden
        "num_players": 3, "hand_size": 1, "table_size": 2, "single_round": True,
        "cards": ["clubs 1", "clubs 2", "swords 1", "coins 1", "coins 3"],
    },
    {  # choices of sums, and a card that is left in the deck
        "num_players": 2, "hand_size": 1, "table_size": 2, "must_match": "card",
        "single_round": True, "cards": ["clubs 1", "swords 1", "coins 2", "coins 3", "cups 2"],
    },
    {  # two rounds
        "num_players": 2, "hand_size": 1, "table_size": 1, "max_rounds": 2, "last_scopa": False,
        "cards": ["clubs 1", "swords 1", "coins 2", "coins 10"],
    },
    {  # two hands and a card in the deck are hidden
        "num_players": 3, "hand_size": 1, "table_size": 1, "single_round": True,
        "cards": ["clubs 2", "swords 3", "coins 2", "coins 5", "cups 5"],
    },
]  # fmt: skip


# So few cards that all their places can be counted: two hands of one, the table, two in the deck.
FEW_ORDERS: dict[str, Any] = {
    "num_players": 2, "hand_size": 1, "table_size": 1,
    "cards": ["clubs 1", "swords 4", "coins 7", "coins 10", "cups 3"],
}  # fmt: skip
