"""What lies in the box: characters, suitcases and Explanations (RULES.md, 1)."""

from __future__ import annotations

from sicilianos_env.jit import rule

CHARACTERS = (
    "Boss", "Bodyguard", "Wife", "Accountant", "Daughter", "Driver",
    "Maid", "Lawyer", "Lover", "Killer", "Stepdaughter",
)  # fmt: skip
BOSS, BODYGUARD, WIFE, ACCOUNTANT = range(4)  # places in CHARACTERS: their numbers less 1

SUITCASES = ("money", "weapon", "plain")
MONEY, WEAPON, PLAIN = range(len(SUITCASES))
NUM_SUITCASES = 11  # the money, the weapon, nine plain

LIGHTS = MOODS = ("green", "yellow", "red")
GREEN, YELLOW, RED = range(len(LIGHTS))
EYE, ROTATION, EXCHANGE = GREEN, YELLOW, RED  # the effect of each light (1.9)
TYPES = ("character", "place", "object", "action", "event")

# Kinds of Explanation in the order of 1.7, with how many there are of each: by light, then type.
BOX = (
    ("green character", 5), ("green character feds", 1), ("green place", 6),
    ("green object", 6), ("green action", 5), ("green event", 5),
    ("yellow character", 4), ("yellow character police", 1), ("yellow place", 5),
    ("yellow object", 6), ("yellow action", 6), ("yellow event", 6),
    ("red character", 6), ("red place", 6), ("red object", 5),
    ("red action", 6), ("red event", 4), ("red event arrest", 1),
)  # fmt: skip
CARD_NAMES = tuple(name for name, _ in BOX)
COPIES = tuple(count for _, count in BOX)
LIGHT_OF = tuple(LIGHTS.index(name.split()[0]) for name in CARD_NAMES)  # by kind
TYPE_OF = tuple(TYPES.index(name.split()[1]) for name in CARD_NAMES)
INFORMERS = tuple(kind for kind, name in enumerate(CARD_NAMES) if len(name.split()) == 3)

NUM_KINDS = len(BOX)
NUM_CARDS = sum(COPIES)
MAX_PLAYERS = len(CHARACTERS)
MIN_PLAYERS = 4
WITHOUT_FAVOURITES = 4  # players (10.5)
NUM_MIXED = 3  # suitcases, without the Boss's (2.4)
HAND_SIZE = 3
MOST_COUNTED = 9  # cards in a turn (3.5)
CARDS_PER_RISE = 3  # of the mood (4.3)


@rule
def lights_up(kind: int, mood: int) -> bool:
    """A card lights up in a mood if its light is not below it (1.8)."""
    return LIGHT_OF[kind] >= mood
