"""The options under which the engine and the referee are compared."""

from __future__ import annotations

import random
from typing import Any

from naive.padrino.options import BOX
from naive.padrino.words import EVERY_CARD, HAND


def explanations(**counts: int) -> list[int]:
    """So many cards of each kind named, `red_event=2`; none of the others."""
    named = {name.replace("_", " "): count for name, count in counts.items()}
    assert named.keys() <= set(EVERY_CARD)
    return [named.get(card, 0) for card in EVERY_CARD]


def at_most(copies: int) -> list[int]:
    """The box with no more than so many cards of each kind."""
    return [min(count, copies) for count in BOX]


# What the engine and the referee are compared on, game after game.
OPTIONS: list[dict[str, Any]] = [
    {"num_players": 4},
    {"num_players": 5},
    {"num_players": 6},
    {"num_players": 7},
    {"num_players": 8},
    {"num_players": 9},
    {"num_players": 10},
    {"num_players": 11},
    {"preset": "mini"},
    {"preset": "mini", "num_players": 4, "boss_suitcase": True},
    {"num_players": 5, "boss_suitcase": True},
    {"num_players": 7, "boss_suitcase": True, "explanations": at_most(2)},
    {"num_players": 11, "boss_suitcase": True, "explanations": at_most(2)},
    {"num_players": 4, "boss_suitcase": True, "explanations": at_most(1)},
    {"num_players": 6, "explanations": at_most(1)},
    {  # hardly anybody can object, so that there is much to accuse with
        "num_players": 5,
        "explanations": explanations(green_character=5, yellow_place=5, red_object=5, red_event=4),
    },
    {  # informers wherever they can be
        "num_players": 6, "boss_suitcase": True,
        "explanations": explanations(
            green_character=3, green_character_feds=1, yellow_character_police=1,
            yellow_action=6, red_event=2, red_event_arrest=1, red_place=6,
        ),
    },
    {  # nothing lights up when the mood has risen
        "num_players": 4, "explanations": explanations(green_place=6, green_event=5, red_place=1),
    },
    {  # long turns with small hands
        "num_players": 5, "hand_size": 1,
        "explanations": explanations(
            green_character=5, yellow_place=5, red_object=5, green_action=5, red_event=4
        ),
    },
    {"num_players": 8, "hand_size": 2, "boss_suitcase": True, "explanations": at_most(2)},
]  # fmt: skip


def draw_options(choose: random.Random) -> dict[str, Any]:
    """Options at random from all that 1.10 allows, mostly with few cards in the deck."""
    players, hand_size = choose.randint(4, 11), choose.choice([1, 2, HAND, HAND])
    cards = [card for card, count in zip(EVERY_CARD, BOX, strict=True) for _ in range(count)]
    needed = hand_size * (players - 1) + 1
    drawn = choose.sample(cards, choose.randint(needed, choose.choice([needed + 12, len(cards)])))
    return {
        "num_players": players,
        "boss_suitcase": choose.choice([False, True]),
        "explanations": [drawn.count(card) for card in EVERY_CARD],
        "hand_size": hand_size,
    }


# So small that all courses can be followed.
TINY: list[dict[str, Any]] = [
    {  # rotations, exchanges and the third player
        "num_players": 5, "hand_size": 1,
        "explanations": explanations(yellow_place=5, red_object=2),
    },
    {  # looks, mercy and objections of a few kinds
        "num_players": 5, "hand_size": 1,
        "explanations": explanations(green_place=4, yellow_place=1, red_object=1),
    },
    {  # informers and the Boss's suitcase
        "num_players": 5, "hand_size": 1, "boss_suitcase": True,
        "explanations": explanations(yellow_action=5, red_event_arrest=1),
    },
]  # fmt: skip


# So few cards that all their orders can be counted.
FEW_ORDERS: dict[str, Any] = {
    "num_players": 5, "hand_size": 1,
    "explanations": explanations(green_place=2, yellow_event=2, red_object=2),
}  # fmt: skip
