"""What the stories are made of: a few topics for each kind of Explanation.

Nothing depends on them. The topic of a card in play is chosen by its kind, its place in play and
the seat of the accused, which everybody sees: so its story is told with the same words as long as
the card lies there, and two turns in a row do not begin alike.
"""

from __future__ import annotations

from collections.abc import Mapping

from sicilianos_env.engine.plain_text import sentence
from sicilianos_env.games.padrino.components import CARD_NAMES, TYPE_OF, TYPES

TOPICS = {
    "green character": (
        "my deaf aunt Concetta", "the priest of the lower village", "the boy who sells the lemons",
        "the midwife's third husband", "the barber with the trembling hand",
    ),
    "green character feds": (
        "two gentlemen in grey who pay in new notes", "a federal man with a butterfly net",
        "the stranger who reads yesterday's paper", "a census taker from the capital",
    ),
    "green place": (
        "the lemon grove behind the chapel", "the opera, front row", "grandmother's kitchen table",
        "the confessional, on the left", "the fountain with the one-armed angel",
    ),
    "green object": (
        "a tray of almond biscuits", "the good umbrella", "my late uncle's accordion",
        "a goldfish in a preserving jar", "the christening spoon",
    ),
    "green action": (
        "teaching the parrot some manners", "pressing grapes with my shoes on",
        "reading the cards for the cook", "polishing the saint for the procession",
        "counting sheep, and losing two",
    ),
    "green event": (
        "the baptism of the twins", "the harvest supper", "the brass band's third encore",
        "aunt Concetta's name day", "the night when the goat sang",
    ),
    "yellow character": (
        "a dentist without patients", "the widow from the third floor",
        "a cousin of whom nobody has heard", "the tailor who measures coffins",
        "the bookmaker's wife",
    ),
    "yellow character police": (
        "a policeman who limps on both legs", "the sergeant's brother-in-law",
        "an inspector asking for the way", "a constable asleep in our hammock",
    ),
    "yellow place": (
        "the back door of the pasta shop", "the station, platform nine and no train",
        "the dog track in the rain", "the cellar with two doors", "pier four, just before midnight",
    ),
    "yellow object": (
        "a violin case that rattles", "a letter without a stamp", "three identical hats",
        "the key to somebody's piano", "a cheque with singed edges",
    ),
    "yellow action": (
        "moving a wardrobe, alone, in the dark", "burning old letters, and some new ones",
        "painting the car another colour", "rehearsing an alibi with the theatre club",
        "digging for truffles in the garage",
    ),
    "yellow event": (
        "the power cut", "the wedding at which the bride never came", "the card game on Thursday",
        "the great spaghetti fire", "the funeral with the empty coffin",
    ),
    "red character": (
        "Tommy Two Shoes", "the undertaker's best customer", "a man with another man's moustache",
        "the twin of our late accountant", "somebody who whistles when he is angry",
    ),
    "red place": (
        "the cement works", "the ice house, inside", "the quarry, without a lamp",
        "the boathouse of the other family", "the sausage factory after hours",
    ),
    "red object": (
        "a shovel, still warm", "a shoe of size forty-six", "a map with a cross on it",
        "the wrong half of a banknote", "a cake that ticked",
    ),
    "red action": (
        "washing the carpet in the river", "driving very slowly behind a hearse",
        "holding a door that should stay shut", "jumping from the second floor, politely",
        "explaining a trombone to the coroner",
    ),
    "red event": (
        "the shooting at the flower show", "the night when the warehouse moved",
        "the duel with the soup ladles", "the sinking of the good ship Immacolata",
        "the explosion at the confectioner's",
    ),
    "red event arrest": (
        "the night when the sirens came", "the arrest of the wrong quartet",
        "the raid on the bingo hall", "the morning of the handcuffs",
    ),
}  # fmt: skip

TELLING = {  # what somebody says who explains with a card of that type
    "character": "{} will swear to it.",
    "place": "I was at {}.",
    "object": "Just look at {}.",
    "action": "I was busy {}.",
    "event": "It was during {}.",
}

DENIAL = {  # what somebody says who cancels with a card of that type
    "character": "That is not what {} told me.",
    "place": "But you were at {}!",
    "object": "And who hid {} under the bed?",
    "action": "Nonsense, you were {}.",
    "event": "{} was on another day.",
}


def topic(kind: int, place: int, accused: int) -> str:
    """The topic of a kind of card at a place in play, in the turn of the accused seat."""
    choices = TOPICS[CARD_NAMES[kind]]
    return choices[(place + accused) % len(choices)]


def tale(kind: int, place: int, accused: int) -> str:
    """What somebody says who explains with such a card, which comes to that place in play."""
    return filled(TELLING, kind, topic(kind, place, accused))


def denial(kind: int, place: int, accused: int) -> str:
    """What somebody says who cancels with such a card, as if it came to that place in play."""
    return filled(DENIAL, kind, topic(kind, place, accused))


def filled(sayings: Mapping[str, str], kind: int, about: str) -> str:
    return sentence(sayings[TYPES[TYPE_OF[kind]]].format(about))
