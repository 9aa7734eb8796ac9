"""What miser and consigliere think of what they do not know, and of what things are worth."""

from __future__ import annotations

from math import sqrt

import numpy as np

from sicilianos_agents.heuristics.sicilianos.basics import (
    family_of,
    is_laid,
    known_cards,
    may_fight,
    my_power,
    points_in_hand,
)
from sicilianos_env.engine.records import Array, Record, signed
from sicilianos_env.games.sicilianos.components import (
    NOTE_UNITS,
    NUM_BUSINESSES,
    NUM_FAMILIES,
    NUM_NOTES,
    NUM_VALUES,
    card_of,
)
from sicilianos_env.games.sicilianos.state import NOTHING
from sicilianos_env.jit import rule

MEAN_VALUE = 6.0  # of the cards of a family

# The columns of the book that miser and consigliere keep (see `keep_book`), and its last line.
POINTS, UNKNOWN = 0, 1
MEAN, WORTH = 0, 1
LAST = -1

# What miser and consigliere think of cards that they do not know.
SPREAD = 2.7  # of one such card
DOUBT = 0.45  # of a strength that looks certain

BUSINESS_WORTH = 18.2
MOST_WORTH = 31.8  # to be the one who owns the most of a type
LEAD_SPREAD = 1.54  # how unsure it is that a lead in a type will last, in businesses
NEW_TYPE_WORTH = 3.09  # the first business of a type
GODFATHER_WORTH = 22.3  # my third business of a colour
BLOCK_WORTH = 12.0  # a business of a colour in which a rival owns the other two


# --- What rivals can put up


@rule
def cards_about(table: Record, seats: Array, colour: int) -> tuple[int, int, int]:
    """Of a colour: the cards in play, how many of them I know, and the points of those."""
    cards, known, points = signed(table.deck_sizes[colour]), 0, 0
    for value in range(1, NUM_VALUES + 1):
        card = card_of(colour, value)
        in_deck = signed(table.decks[card])
        if in_deck > 0:
            known += 1
            points += in_deck
        if table.face_up[card]:
            cards += 1
            known += 1
            points += value
        for i in range(seats.shape[0]):
            if seats[i].hand[card]:
                known += 1
                points += value
    for i in range(seats.shape[0]):
        cards += signed(seats[i].hand_colours[colour])
        if seats[i].face_down and seats[i].family[colour]:
            cards += 1
            known += seats[i].laid > 0
            points += signed(seats[i].laid)
    return cards, known, points


@rule
def mean_unseen(table: Record, seats: Array, colour: int) -> float:
    """The mean value of the cards of a colour that I do not know."""
    cards, known, points = cards_about(table, seats, colour)
    if cards <= known:
        return MEAN_VALUE
    mean = (MEAN_VALUE * cards - points) / (cards - known)
    return min(float(NUM_VALUES), max(1.0, mean))


@rule
def keep_book(table: Record, seats: Array) -> Array:
    """What each seat can put up of each colour, as far as I know: [seat, colour, column].

    Column POINTS holds the points expected, UNKNOWN the number of cards among them that I do not
    know; both are 0 for who is out of the war. On the LAST line stand the MEAN value of the cards
    that I do not know and, for the consigliere, the WORTH of a business of the colour.
    """
    book = np.zeros((seats.shape[0] + 1, NUM_FAMILIES, 2))
    for colour in range(NUM_FAMILIES):
        mean = mean_unseen(table, seats, colour)
        book[LAST, colour, MEAN] = mean
        for i in range(seats.shape[0]):
            if seats[i].hand_colours[colour] and may_fight(table, seats, i):
                unknown = signed(seats[i].hand_colours[colour]) - known_cards(seats[i], colour)
                book[i, colour, POINTS] = points_in_hand(seats[i], colour) + unknown * mean
                book[i, colour, UNKNOWN] = unknown
    return book


@rule
def power_in_war(book: Array, seats: Array, i: int) -> tuple[float, float]:
    """The strength of a rival's family if he lays all he has, and how many cards are unknown."""
    colour = family_of(seats[i])
    if seats[i].defected:
        return 0.0, 0.0
    power, unknown = float(seats[i].strength), 0.0
    if seats[i].playing:
        power += book[i, colour, POINTS]
        unknown += book[i, colour, UNKNOWN]
    if seats[i].laid > 0:
        power += seats[i].laid
    elif seats[i].face_down:
        power += book[LAST, colour, MEAN]
        unknown += 1.0
    return power, unknown


@rule
def power_to_join(book: Array, seats: Array, i: int, taken: int) -> tuple[float, float]:
    """The strongest family that a rival can still join with, the colour `taken` apart."""
    power, unknown = 0.0, 0.0
    for colour in range(NUM_FAMILIES):
        if book[i, colour, POINTS] > power and colour != taken and not is_laid(seats, colour):
            power, unknown = book[i, colour, POINTS], book[i, colour, UNKNOWN]
    return power, unknown


@rule
def power_of(book: Array, seats: Array, i: int, taken: int) -> tuple[float, float]:
    """The strongest family that rival i can put up, and how many of its cards are unknown."""
    if family_of(seats[i]) != NOTHING:
        return power_in_war(book, seats, i)
    return power_to_join(book, seats, i, taken)


@rule
def chance_to_beat(mine: float, theirs: float, spread: float) -> float:
    """A smooth step from 0 to 1 (without exp, so that it is the same on every machine)."""
    x = (mine - theirs) / spread
    return 0.5 + 0.5 * x / sqrt(1.0 + x * x)


@rule
def chance_against(
    book: Array, seats: Array, i: int, colour: int, mine: float, loss: float
) -> float:
    """The chance that a family beats all that rival i can put up, after a loss of his."""
    power, unknown = power_of(book, seats, i, colour)
    if power <= 0.0:
        return 1.0
    spread = sqrt(DOUBT * DOUBT + unknown * SPREAD * SPREAD)
    return chance_to_beat(mine, power - loss, spread)


@rule
def win_chance(book: Array, seats: Array, colour: int, mine: float) -> float:
    """The chance that my family wins with the given strength if the rivals lay all they have."""
    chance = 1.0
    for i in range(1, seats.shape[0]):
        chance *= chance_against(book, seats, i, colour, mine, 0.0)
    return chance


@rule
def family_chance(book: Array, seats: Array, colour: int) -> float:
    """My chance to win with all I have of a colour."""
    return win_chance(book, seats, colour, float(my_power(seats, colour)))


@rule
def greatest_power(book: Array, seats: Array, colour: int) -> float:
    """The strongest family that a rival is expected to put up against my colour."""
    most = 0.0
    for i in range(1, seats.shape[0]):
        power, _ = power_of(book, seats, i, colour)
        most = max(most, power)
    return most


# --- Businesses and payday


@rule
def pile_left(seats: Array, colour: int) -> int:
    left = NUM_BUSINESSES
    for i in range(seats.shape[0]):
        left -= signed(seats[i].businesses[colour])
    return left


@rule
def nears_godfather(seats: Array, i: int, colour: int) -> bool:
    """Whether a seat owns two businesses of a colour and the third lies in its pile."""
    own = signed(seats[i].businesses[colour])
    return own == NUM_BUSINESSES - 1 and pile_left(seats, colour) == 1


@rule
def is_placed(table: Record, seats: Array, colour: int, business: int) -> bool:
    """Whether I know where a business is."""
    place = colour * NUM_BUSINESSES + business
    if table.piles[place]:
        return True
    for i in range(seats.shape[0]):
        if seats[i].business_types[place]:
            return True
    return False


@rule
def owned_of_type(table: Record, seats: Array, i: int, business: int) -> float:
    """How many businesses of a type a seat is expected to own."""
    owned = 0.0
    for colour in range(NUM_FAMILIES):
        if seats[i].business_types[colour * NUM_BUSINESSES + business]:
            owned += 1.0
        elif seats[i].businesses[colour]:
            owned += share_of_unplaced(table, seats, i, colour, business)
    return owned


@rule
def share_of_unplaced(table: Record, seats: Array, i: int, colour: int, business: int) -> float:
    """The chance that a seat owns a business whose place I do not know."""
    if is_placed(table, seats, colour, business):
        return 0.0
    unplaced, unknown = 0, signed(seats[i].businesses[colour])
    for other in range(NUM_BUSINESSES):
        unplaced += not is_placed(table, seats, colour, other)
        unknown -= signed(seats[i].business_types[colour * NUM_BUSINESSES + other])
    return unknown / unplaced


@rule
def lead_in_type(table: Record, seats: Array, business: int) -> float:
    """How many more of a type I own than the rival who has most."""
    most = 0.0
    for i in range(1, seats.shape[0]):
        most = max(most, owned_of_type(table, seats, i, business))
    return owned_of_type(table, seats, 0, business) - most


@rule
def worth_of_type(table: Record, seats: Array, business: int) -> float:
    """What one more business of a type brings at payday."""
    lead = lead_in_type(table, seats, business)
    more = chance_to_beat(lead + 1.0, 0.5, LEAD_SPREAD) - chance_to_beat(lead, 0.5, LEAD_SPREAD)
    worth = MOST_WORTH * more
    if owned_of_type(table, seats, 0, business) == 0.0:
        worth += NEW_TYPE_WORTH
    return worth


@rule
def weigh_businesses(table: Record, book: Array, seats: Array) -> None:
    """Writes into the book what founding a business of each colour is worth to me."""
    worths = np.empty(NUM_BUSINESSES)
    for business in range(NUM_BUSINESSES):
        worths[business] = worth_of_type(table, seats, business)
    for colour in range(NUM_FAMILIES):
        book[LAST, colour, WORTH] = worth_of_business(table, seats, worths, colour)


@rule
def worth_of_business(table: Record, seats: Array, worths: Array, colour: int) -> float:
    """What founding the best business of a colour is worth, from the worths of the types."""
    if pile_left(seats, colour) == 0:
        return 0.0
    worth = 0.0
    for business in range(NUM_BUSINESSES):
        in_pile = table.piles[colour * NUM_BUSINESSES + business]
        if in_pile or not is_placed(table, seats, colour, business):
            worth = max(worth, worths[business])
    if nears_godfather(seats, 0, colour):
        worth += GODFATHER_WORTH
    for i in range(1, seats.shape[0]):
        if nears_godfather(seats, i, colour):
            worth += BLOCK_WORTH
    return BUSINESS_WORTH + worth


@rule
def money_of(seat: Record) -> int:
    """Washed money less dirty money."""
    money = signed(seat.washed)
    for note in range(NUM_NOTES):
        money -= signed(seat.dirty[note]) * NOTE_UNITS[note]
    return money


@rule
def bonus_for_leads(table: Record, seats: Array) -> float:
    """What the types of business in which I lead, or am behind, make at payday."""
    bonus = 0.0
    for business in range(NUM_BUSINESSES):
        lead = lead_in_type(table, seats, business)
        if lead > 0.4:
            bonus += 20.0
        elif lead < -0.4:
            bonus -= 10.0
    return bonus


@rule
def my_lead(table: Record, seats: Array) -> float:
    """How far my score is above the best rival's, were it payday."""
    best = money_of(seats[1])
    for i in range(2, seats.shape[0]):
        best = max(best, money_of(seats[i]))
    return money_of(seats[0]) - best + bonus_for_leads(table, seats)
