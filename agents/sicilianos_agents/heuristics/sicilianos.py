"""Heuristics for Sicilianos, from mild to strong: random, greedy, miser, consigliere.

An agent reads what its seat may see and nothing else. In `seats` the viewer comes first, so
`seats[0]` is "me" and the seats from 1 on are the rivals, clockwise. Money is in units of 5,000.
Bombs and Turncoats are taken to be the published ones.
"""

from __future__ import annotations

from math import sqrt

import numpy as np

from sicilianos_env.engine.kernels import random_legal
from sicilianos_env.engine.records import Array, Record
from sicilianos_env.engine.streams import Stream
from sicilianos_env.games.sicilianos.actions import (
    CARD,
    DEFECT,
    DRAW,
    FOUND,
    KEEP_IN_FAMILY,
    NUM_VICTIMS,
    PASS,
    ROLL,
    SEARCH,
    STAKE_NOTE,
    STEAL_FROM,
    TAKE_BUSINESS,
    TAKE_MONEY,
)
from sicilianos_env.games.sicilianos.components import (
    BODYGUARD,
    BOMB,
    DEFECTED_STRENGTH,
    NOTE_UNITS,
    NUM_BUSINESSES,
    NUM_CARDS,
    NUM_FAMILIES,
    NUM_NOTES,
    NUM_VALUES,
    TURNCOAT,
    card_of,
    colour_of,
    value_of,
)
from sicilianos_env.games.sicilianos.observation import open_observation
from sicilianos_env.games.sicilianos.state import (
    BOMB_ASKED,
    BUSINESS,
    CONTINUE,
    DRAFT,
    JOIN,
    NOTHING,
    PHASES,
    PICK,
    SPLIT,
    STAKE,
    TURN,
    TURNCOAT_ASKED,
)
from sicilianos_env.jit import rule

NAMES = ("random", "greedy", "miser", "consigliere")
GREEDY, MISER, CONSIGLIERE = 1, 2, 3

NUM_PHASES = len(PHASES)
POINTS, UNKNOWN = 0, 1
MEAN, WORTH = 0, 1
ALL_NOTES = 100
MEAN_VALUE = 6.0  # of the cards of a family

# What greedy counts as a strong family.
GREEDY_OPENS = 20
GREEDY_JOINS = 8

# When the miser thinks it safe: chances to win a war.
MISER_OPENS = 0.8
MISER_JOINS = 0.6
MISER_STAYS = 0.25
MISER_DUMPS = 3  # the highest card that he throws away to be rid of a small note

# What the consigliere believes; tuned by play against the others and himself.
SPREAD = 3.87  # of an unknown card, in strength
DOUBT = 0.359  # spread of a strength that looks certain
EAGER = 0.966  # chance that a rival who may still join does so with what he has
STUBBORN = 1.28  # that a rival in the war lays all he has
CARD_COST = 0.842  # of laying cards, per point of strength
BUSINESS_WORTH = 8.94
MOST_WORTH = 16.1
NEW_TYPE_WORTH = 1.99
LEAD_SPREAD = 0.825
OPENS_AT = 25.3
OPENS_SOONER = 1.41  # per card in the hand
JOINS_AT = -0.0291
STAKES_LOW = 0.21  # with this chance the smallest note …
STAKES_HIGH = 1.2  # … with this one the largest
MARGIN = 2.49  # strength laid beyond what a rival shows
STAYS_AT = 0.0233
FOCUS = 0.146
CROWDED = 0.251
LAYS_HIGH = -1.0
OPENS_LOW = 1.0
DUMP_BASE = 0.0279
DUMP_SURPLUS = 1.37
DUMP_CARD = 0.0699
DUMP_LEAD = 0.0351
LATE = 3.72
LATEST = 0.8
OPENS_LEAD = 0.05
ENDS_AT = 20.0
SECOND_WORTH = 10.0
BLOCK_1 = 5.0
BLOCK_2 = 20.0
DENY_0 = 0.0
DENY_1 = 5.0
DENY_2 = 40.0
MENACE_1 = 3.0
MENACE_2 = 15.0
AMBITION_FOCUS = 0.3
GRAB = 0.2
DUMP_FOCUS = 0.1
DUMP_DENIES = 0.05
GODFATHER_WORTH = 51.0
ALLY_SHARE = 1.1
ALLY_AT = 1.97
HARM = 0.302
LAST_NOTE = 0.517
TELLS = 0.32  # how much a large stake tells of a rival's will to lay all he has
BOMB_AT = 5.21  # lays his Bomb when it can hit such a card
BOMB_FIRST = 15.0  # and as his first card when such a family is shown on it


# --- Reading the table


@rule
def phase_of(table: Record) -> int:
    for phase in range(NUM_PHASES):
        if table.phase[phase]:
            return phase
    return NOTHING


@rule
def family_of(seat: Record) -> int:
    """The colour that a seat plays in the war, or NOTHING."""
    for colour in range(NUM_FAMILIES):
        if seat.family[colour]:
            return colour
    return NOTHING


@rule
def opener_of(seats: Array) -> int:
    """How many places to my left the player sits whose turn it is."""
    for i in range(seats.shape[0]):
        if seats[i].turn_of:
            return i
    return 0


@rule
def is_laid(seats: Array, colour: int) -> bool:
    for i in range(seats.shape[0]):
        if seats[i].family[colour]:
            return True
    return False


@rule
def may_still_join(table: Record, seats: Array, i: int) -> bool:
    """Whether rival i will be asked to join after me: he sits between me and the opener."""
    if family_of(seats[i]) != NOTHING or table.war_round > 1:
        return False
    opener = opener_of(seats)
    return opener == 0 or i < opener


@rule
def notes_left(seat: Record) -> int:
    notes = 0
    for note in range(NUM_NOTES):
        notes += np.int64(seat.dirty[note])
    return notes


@rule
def wars_left(seats: Array) -> int:
    """How many wars there are at least to payday, this one included: the fewest notes anybody has."""
    fewest = 100
    for i in range(seats.shape[0]):
        fewest = min(fewest, notes_left(seats[i]) + (seats[i].stake > 0))
    return fewest


@rule
def hand_size(seat: Record) -> int:
    cards = 0
    for colour in range(NUM_FAMILIES):
        cards += np.int64(seat.hand_colours[colour])
    return cards


@rule
def partner_of(colour: int) -> int:
    """The family that a Turncoat can defect to."""
    return colour + 1 - 2 * (colour % 2)


@rule
def shows_on_bomb(bomb: int, colour: int) -> bool:
    steps = (colour - bomb) % NUM_FAMILIES
    return steps == 2 or steps == 4


# --- Choosing among cards and notes


@rule
def lowest_card(mask: Array, colour: int) -> int:
    """The action that lays my lowest card of a colour, or NOTHING."""
    for card in range(colour * NUM_VALUES, (colour + 1) * NUM_VALUES):
        if mask[CARD + card]:
            return CARD + card
    return NOTHING


@rule
def highest_card(mask: Array, colour: int) -> int:
    for value in range(NUM_VALUES, 0, -1):
        if mask[CARD + card_of(colour, value)]:
            return CARD + card_of(colour, value)
    return NOTHING


@rule
def cheapest_card_above(mask: Array, colour: int, points: float) -> int:
    """The lowest card worth more than so many points; if none is, the highest there is."""
    for value in range(1, NUM_VALUES + 1):
        if value > points and mask[CARD + card_of(colour, value)]:
            return CARD + card_of(colour, value)
    return highest_card(mask, colour)


@rule
def highest_of_all(mask: Array) -> int:
    """The highest card that may be taken or hit, of whatever colour."""
    best, best_value = NOTHING, 0
    for card in range(NUM_CARDS):
        if mask[CARD + card] and value_of(card) > best_value:
            best, best_value = CARD + card, value_of(card)
    return best


@rule
def lowest_of_all(mask: Array) -> int:
    best, best_value = NOTHING, NUM_VALUES + 1
    for card in range(NUM_CARDS):
        if mask[CARD + card] and value_of(card) < best_value:
            best, best_value = CARD + card, value_of(card)
    return best


@rule
def note_at(seat: Record, rank: float, wars: int) -> int:
    """Stakes the note at a rank from 0 (the smallest) to 1 among my `wars` largest notes."""
    notes = notes_left(seat)
    choice = min(notes, wars)
    place = notes - choice + min(int(rank * choice), choice - 1)
    for note in range(NUM_NOTES):
        place -= np.int64(seat.dirty[note])
        if place < 0:
            return STAKE_NOTE + note
    return NOTHING


@rule
def rank_of_chance(chance: float, low: float, high: float) -> float:
    return min(1.0, max(0.0, (chance - low) / (high - low)))


# --- Families


@rule
def points_in_hand(seat: Record, colour: int) -> int:
    """The sum of the values of the cards of a colour that I know in a hand."""
    points = 0
    for value in range(1, NUM_VALUES + 1):
        if seat.hand[card_of(colour, value)]:
            points += value
    return points


@rule
def known_cards(seat: Record, colour: int) -> int:
    cards = 0
    for card in range(colour * NUM_VALUES, (colour + 1) * NUM_VALUES):
        cards += np.int64(seat.hand[card])
    return cards


@rule
def strongest_free_family(seats: Array) -> int:
    """My strongest colour that nobody has laid, or NOTHING."""
    best, most = NOTHING, 0
    for colour in range(NUM_FAMILIES):
        points = points_in_hand(seats[0], colour)
        if points > most and not is_laid(seats, colour):
            best, most = colour, points
    return best


@rule
def my_power(seats: Array, colour: int) -> int:
    """The strength of my family if I lay all I have."""
    power = points_in_hand(seats[0], colour)
    if seats[0].family[colour]:
        power += np.int64(seats[0].strength) + np.int64(seats[0].laid)
    return power


@rule
def strongest_other(seats: Array) -> int:
    """The strength of the strongest family on the table apart from mine."""
    most = 0
    for i in range(1, seats.shape[0]):
        most = max(most, np.int64(seats[i].strength))
    return most


@rule
def rivals_may_lay(seats: Array) -> bool:
    for i in range(1, seats.shape[0]):
        if seats[i].playing or seats[i].face_down:
            return True
    return False


# --- What rivals can put up


@rule
def cards_about(table: Record, seats: Array, colour: int) -> tuple[int, int, int]:
    """Of a colour: the cards in play, how many of them I know, and the points of those."""
    cards, known, points = np.int64(table.deck_sizes[colour]), 0, 0
    for value in range(1, NUM_VALUES + 1):
        card = card_of(colour, value)
        in_deck = np.int64(table.decks[card])
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
        cards += np.int64(seats[i].hand_colours[colour])
        if seats[i].face_down and seats[i].family[colour]:
            cards += 1
            known += seats[i].laid > 0
            points += np.int64(seats[i].laid)
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
    """What each seat holds of each colour, as far as I know: [seat, colour, POINTS or UNKNOWN].

    POINTS are expected points, UNKNOWN the number of cards among them that I do not know. One line
    further, behind the last seat, stands the MEAN value of the cards that I do not know, and
    (by type, see `weigh_businesses`) the WORTH of one more business.
    """
    book = np.empty((seats.shape[0] + 1, NUM_FAMILIES, 2))
    for colour in range(NUM_FAMILIES):
        mean = mean_unseen(table, seats, colour)
        book[seats.shape[0], colour, MEAN] = mean
        for i in range(seats.shape[0]):
            unknown = np.int64(seats[i].hand_colours[colour]) - known_cards(seats[i], colour)
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
        power += book[seats.shape[0], colour, MEAN]
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
def power_against(
    table: Record, book: Array, seats: Array, i: int, colour: int
) -> tuple[float, float]:
    """What rival i may put up against a family of mine, and how many of those cards are unknown."""
    if family_of(seats[i]) != NOTHING:
        return power_in_war(book, seats, i)
    if may_still_join(table, seats, i):
        return power_to_join(book, seats, i, colour)
    return 0.0, 0.0


@rule
def chance_to_beat(mine: float, theirs: float, spread: float) -> float:
    """A smooth step from 0 to 1 (without exp, so that it is the same on every machine)."""
    x = (mine - theirs) / spread
    return 0.5 + 0.5 * x / sqrt(1.0 + x * x)


@rule
def chance_against(
    table: Record, book: Array, seats: Array, i: int, mine: float, colour: int, less: float
) -> float:
    """The chance that a family of mine beats rival i, whose power is `less` than it looks."""
    power, unknown = power_against(table, book, seats, i, colour)
    if power <= 0.0:
        return 1.0
    lays_all = EAGER if family_of(seats[i]) == NOTHING else stubbornness(seats[i])
    spread = sqrt(DOUBT * DOUBT + unknown * SPREAD * SPREAD)
    return 1.0 - lays_all * (1.0 - chance_to_beat(mine, power - less, spread))


@rule
def stubbornness(seat: Record) -> float:
    """The chance that a rival in the war lays all he has; a large stake tells of his hopes."""
    tells = TELLS * (seat.stake - 4.0) / 10.0 if seat.stake > 0 else 0.0
    return min(1.0, max(0.0, STUBBORN + tells))


@rule
def win_chance(table: Record, book: Array, seats: Array, colour: int, mine: float) -> float:
    """The chance that my family wins the war with the given strength."""
    chance = 1.0
    for i in range(1, seats.shape[0]):
        chance *= chance_against(table, book, seats, i, mine, colour, 0.0)
    return chance


@rule
def greatest_power(table: Record, book: Array, seats: Array, colour: int) -> float:
    """The strongest family that a rival is expected to put up against my colour."""
    most = 0.0
    for i in range(1, seats.shape[0]):
        power, _ = power_against(table, book, seats, i, colour)
        most = max(most, power)
    return most


# --- Businesses and payday


@rule
def pile_left(seats: Array, colour: int) -> int:
    left = NUM_BUSINESSES
    for i in range(seats.shape[0]):
        left -= np.int64(seats[i].businesses[colour])
    return left


@rule
def ambition(seats: Array, i: int, colour: int) -> int:
    """How many businesses of a colour a seat owns, if it can still become Godfather there."""
    owned = np.int64(seats[i].businesses[colour])
    return owned if owned + pile_left(seats, colour) == NUM_BUSINESSES else 0


@rule
def worth_by_ambition(steps: int, one: float, two: float) -> float:
    """Nothing, or what it is worth that somebody has one or two businesses of a colour."""
    if steps == 2:
        return two
    return one if steps == 1 else 0.0


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
    unplaced, unknown = 0, np.int64(seats[i].businesses[colour])
    for other in range(NUM_BUSINESSES):
        unplaced += not is_placed(table, seats, colour, other)
        unknown -= np.int64(seats[i].business_types[colour * NUM_BUSINESSES + other])
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
    for business in range(NUM_BUSINESSES):
        book[seats.shape[0], business, WORTH] = worth_of_type(table, seats, business)


@rule
def worth_of_business(table: Record, book: Array, seats: Array, colour: int) -> float:
    """What founding a business of a colour is worth to me."""
    if pile_left(seats, colour) == 0:
        return 0.0
    best = 0.0
    for business in range(NUM_BUSINESSES):
        place = colour * NUM_BUSINESSES + business
        if table.piles[place] or not is_placed(table, seats, colour, business):
            best = max(best, book[seats.shape[0], business, WORTH])
    worth = BUSINESS_WORTH + best
    worth += worth_by_ambition(ambition(seats, 0, colour), SECOND_WORTH, GODFATHER_WORTH)
    for i in range(1, seats.shape[0]):
        worth += worth_by_ambition(ambition(seats, i, colour), BLOCK_1, BLOCK_2)
    return worth


@rule
def standing(table: Record, seats: Array, i: int) -> float:
    """The score of a seat as it stands, without the bonuses."""
    money = float(seats[i].washed)
    for note in range(NUM_NOTES):
        money -= np.int64(seats[i].dirty[note]) * NOTE_UNITS[note]
    return money


@rule
def my_lead(table: Record, seats: Array) -> float:
    """My score at an immediate payday, less that of the best rival."""
    best = -1000.0
    for i in range(1, seats.shape[0]):
        best = max(best, standing(table, seats, i))
    lead = standing(table, seats, 0) - best
    for business in range(NUM_BUSINESSES):
        ahead = lead_in_type(table, seats, business)
        if ahead > 0.4:
            lead += 20.0
        elif ahead < -0.4:
            lead -= 10.0
    return lead


# --- Greedy


@rule
def greedy(observation: Array, mask: Array, stream: Stream) -> int:
    """Collects the colour of which it has most and plays it when it is strong.

    It opens with its strongest family once that has 20 points or the hand is full, joins with 12,
    stakes its largest note with 20 and a small one with less, and lays its highest cards until it
    is ahead and nobody else is laying. Bombs go off at the highest card; Turncoats stay at home
    unless their family is the weaker one.
    """
    tables, seats = open_observation(observation)
    phase = phase_of(tables[0])
    if phase == TURN:
        return greedy_turn(seats, mask)
    if phase == JOIN:
        return greedy_join(seats, mask)
    if phase == STAKE:
        power = my_power(seats, family_of(seats[0]))
        return note_at(seats[0], rank_of_chance(power, GREEDY_JOINS, GREEDY_OPENS), ALL_NOTES)
    if phase == CONTINUE:
        return greedy_continue(seats, mask)
    if phase == TURNCOAT_ASKED:
        return greedy_turncoat(seats)
    if phase == BOMB_ASKED or phase == PICK:
        return highest_of_all(mask)
    if phase == SPLIT:
        return TAKE_BUSINESS
    if phase == BUSINESS:
        return most_owned_type(seats, mask)
    return draw_most_held(seats, mask)


@rule
def greedy_turn(seats: Array, mask: Array) -> int:
    colour = strongest_free_family(seats)
    if mask[ROLL] and (colour == NOTHING or my_power(seats, colour) < GREEDY_OPENS):
        return ROLL
    return highest_card(mask, colour)


@rule
def greedy_join(seats: Array, mask: Array) -> int:
    colour = strongest_free_family(seats)
    if my_power(seats, colour) < GREEDY_JOINS:
        return PASS
    return highest_card(mask, colour)


@rule
def greedy_continue(seats: Array, mask: Array) -> int:
    is_ahead = seats[0].strength > strongest_other(seats)
    if is_ahead and not rivals_may_lay(seats):
        return PASS
    return highest_card(mask, family_of(seats[0]))


@rule
def greedy_turncoat(seats: Array) -> int:
    partner = partner_of(family_of(seats[0]))
    for i in range(1, seats.shape[0]):
        is_ally = seats[i].family[partner] and not seats[i].defected
        if is_ally and np.int64(seats[i].strength) > my_power(seats, family_of(seats[0])):
            return DEFECT
    return KEEP_IN_FAMILY


@rule
def most_owned_type(seats: Array, mask: Array) -> int:
    """Founds the type of business of which I own most."""
    best, most = NOTHING, -1
    for business in range(NUM_BUSINESSES):
        owned = 0
        for colour in range(NUM_FAMILIES):
            owned += np.int64(seats[0].business_types[colour * NUM_BUSINESSES + business])
        if mask[FOUND + business] and owned > most:
            best, most = FOUND + business, owned
    return best


@rule
def draw_most_held(seats: Array, mask: Array) -> int:
    """Searches, draws or steals the colour in which I have most points, in that order."""
    best, most = NOTHING, -1
    for action in range(DRAW, STAKE_NOTE):
        if mask[action]:
            points = 2 * points_in_hand(seats[0], colour_drawn(action))
            points += SEARCH <= action < STEAL_FROM
            if points > most:
                best, most = action, points
    return best


@rule
def colour_drawn(action: int) -> int:
    """The colour that a `draw`, `search` or `steal` gets."""
    if action >= STEAL_FROM:
        return (action - STEAL_FROM) // NUM_VICTIMS
    return (action - DRAW) % NUM_FAMILIES


# --- Miser


@rule
def miser(observation: Array, mask: Array, stream: Stream) -> int:
    """Hoards until a war looks safe, and then spends no more than it takes.

    He guesses what each rival can put up from the backs of his cards. He opens with a chance of
    70 % and joins with 50 %, his note the larger the better the chance; else he throws a card of
    no value with his smallest note. He stops laying once he is out of reach or out of hope, and wins
    with the cheapest card that will do.
    """
    tables, seats = open_observation(observation)
    table, phase = tables[0], phase_of(tables[0])
    book = keep_book(table, seats)
    if phase == TURN:
        return miser_turn(table, book, seats, mask)
    if phase == JOIN:
        return miser_join(table, book, seats, mask)
    if phase == STAKE:
        chance = family_chance(table, book, seats, family_of(seats[0]))
        return note_at(seats[0], rank_of_chance(chance, MISER_STAYS, MISER_OPENS), ALL_NOTES)
    if phase == CONTINUE:
        return miser_continue(table, book, seats, mask)
    if phase == TURNCOAT_ASKED:
        return greedy_turncoat(seats)
    if phase == BOMB_ASKED or phase == PICK:
        return highest_of_all(mask)
    if phase == SPLIT:
        return TAKE_MONEY
    if phase == BUSINESS:
        return most_owned_type(seats, mask)
    return draw_most_held(seats, mask)


@rule
def family_chance(table: Record, book: Array, seats: Array, colour: int) -> float:
    """My chance to win with all I have of a colour."""
    return win_chance(table, book, seats, colour, float(my_power(seats, colour)))


@rule
def safest_family(table: Record, book: Array, seats: Array) -> tuple[int, float]:
    best, most = NOTHING, -1.0
    for colour in range(NUM_FAMILIES):
        if points_in_hand(seats[0], colour) > 0 and not is_laid(seats, colour):
            chance = family_chance(table, book, seats, colour)
            if chance > most:
                best, most = colour, chance
    return best, most


@rule
def miser_turn(table: Record, book: Array, seats: Array, mask: Array) -> int:
    colour, chance = safest_family(table, book, seats)
    if mask[ROLL] and chance < MISER_OPENS:
        return ROLL
    return lowest_card(mask, colour)


@rule
def miser_join(table: Record, book: Array, seats: Array, mask: Array) -> int:
    colour, chance = safest_family(table, book, seats)
    if chance >= MISER_JOINS:
        return lowest_card(mask, colour)
    lowest = lowest_of_all(mask)
    return lowest if value_of(lowest - CARD) <= MISER_DUMPS else PASS


@rule
def miser_continue(table: Record, book: Array, seats: Array, mask: Array) -> int:
    colour = family_of(seats[0])
    behind = strongest_other(seats) - np.int64(seats[0].strength)
    if not rivals_may_lay(seats):
        if behind < 0 or points_in_hand(seats[0], colour) <= behind:
            return PASS
        return cheapest_card_above(mask, colour, behind)
    if win_chance(table, book, seats, colour, float(seats[0].strength)) > 0.95:
        return PASS
    if family_chance(table, book, seats, colour) < MISER_STAYS:
        return PASS
    return cheapest_card_above(mask, colour, behind)


# --- Consigliere


@rule
def consigliere(observation: Array, mask: Array, stream: Stream) -> int:
    """Weighs every war in money.

    Todo:
    """
    tables, seats = open_observation(observation)
    table, phase = tables[0], phase_of(tables[0])
    book = keep_book(table, seats)
    weigh_businesses(table, book, seats)
    if phase == TURN:
        return plan_turn(table, book, seats, mask)
    if phase == JOIN:
        return plan_join(table, book, seats, mask)
    if phase == STAKE:
        return plan_stake(table, book, seats)
    if phase == CONTINUE:
        return plan_continue(table, book, seats, mask)
    if phase == TURNCOAT_ASKED:
        return plan_turncoat(table, book, seats)
    if phase == BOMB_ASKED:
        return plan_bomb(table, book, seats, mask)
    if phase == SPLIT:
        return plan_split(table, book, seats)
    if phase == BUSINESS:
        return best_type(book, seats, mask)
    if phase == PICK:
        return best_pick(table, seats, mask)
    if phase == DRAFT:
        return least_held(seats, mask)
    return best_draw(table, book, seats, mask)


@rule
def lateness(seats: Array) -> float:
    """From 1 down to near 0 as payday comes near: cards left over are worth nothing then."""
    return min(1.0, max(0.0, (wars_left(seats) - LATEST) / LATE))


@rule
def chance_rank(chance: float) -> float:
    return rank_of_chance(chance, STAKES_LOW, STAKES_HIGH)


@rule
def note_for(seats: Array, chance: float) -> int:
    return NOTE_UNITS[note_at(seats[0], chance_rank(chance), wars_left(seats)) - STAKE_NOTE]


@rule
def denial(seats: Array) -> float:
    """What it is worth that nobody else wins this war: is a rival about to become Godfather?"""
    worth = DENY_0
    for i in range(1, seats.shape[0]):
        family = family_of(seats[i])
        if family != NOTHING and not seats[i].defected:
            worth = max(worth, worth_by_ambition(ambition(seats, i, family), DENY_1, DENY_2))
    return worth


@rule
def worth_of_blocking(table: Record, book: Array, seats: Array, colour: int) -> float:
    """What it is worth to lay a colour before rivals who want to become Godfather with it."""
    worth = 0.0
    for i in range(1, seats.shape[0]):
        if may_still_join(table, seats, i):
            menace = worth_by_ambition(ambition(seats, i, colour), MENACE_1, MENACE_2)
            worth += menace * min(1.0, book[i, colour, POINTS] / 15.0)
    return worth


@rule
def war_value(table: Record, book: Array, seats: Array, colour: int) -> float:
    """The gain of fighting a war with a family, after the cost of the cards it takes."""
    power = float(my_power(seats, colour))
    chance = win_chance(table, book, seats, colour, power)
    prize = 2.0 * note_for(seats, chance) + worth_of_business(table, book, seats, colour)
    prize += denial(seats)
    used = min(power, greatest_power(table, book, seats, colour) + MARGIN)
    prize = chance * prize + worth_of_blocking(table, book, seats, colour)
    return prize - CARD_COST * lateness(seats) * used


@rule
def best_family(table: Record, book: Array, seats: Array) -> tuple[int, float]:
    best, most = NOTHING, -1000.0
    for colour in range(NUM_FAMILIES):
        if points_in_hand(seats[0], colour) > 0 and not is_laid(seats, colour):
            value = war_value(table, book, seats, colour)
            if value > most:
                best, most = colour, value
    return best, most


@rule
def best_bomb_victim(table: Record, seats: Array, bomb: int) -> int:
    """The value of the highest card on the table that my Bomb of a colour could hit."""
    best = 0
    for i in range(1, seats.shape[0]):
        family = family_of(seats[i])
        if family != NOTHING and not seats[i].defected and shows_on_bomb(bomb, family):
            if not table.face_up[card_of(family, BODYGUARD)]:
                best = max(best, highest_face_up(table, family))
    return best


@rule
def highest_face_up(table: Record, colour: int) -> int:
    for value in range(NUM_VALUES, 0, -1):
        if table.face_up[card_of(colour, value)]:
            return value
    return 0


@rule
def threatens(table: Record, book: Array, seats: Array, bomb: int) -> bool:
    """Whether a strong family that my Bomb could hit is in the war."""
    for i in range(1, seats.shape[0]):
        family = family_of(seats[i])
        if family != NOTHING and shows_on_bomb(bomb, family):
            power, _ = power_in_war(book, seats, i)
            if power > BOMB_FIRST:
                return True
    return False


@rule
def next_card(
    table: Record, book: Array, seats: Array, mask: Array, colour: int, behind: float
) -> int:
    """The card to lay while rivals may lay more."""
    bomb = CARD + card_of(colour, BOMB)
    if mask[bomb] and best_bomb_victim(table, seats, colour) >= BOMB_AT:
        return bomb
    if LAYS_HIGH > 0.5:
        return highest_card(mask, colour)
    if LAYS_HIGH > -0.5:
        return cheapest_card_above(mask, colour, behind)
    return lowest_card(mask, colour)


@rule
def first_card(table: Record, book: Array, seats: Array, mask: Array, colour: int) -> int:
    bomb = CARD + card_of(colour, BOMB)
    if mask[bomb] and threatens(table, book, seats, colour):
        return bomb
    if OPENS_LOW > 0.5:
        return lowest_card(mask, colour)
    return highest_card(mask, colour)


@rule
def plan_turn(table: Record, book: Array, seats: Array, mask: Array) -> int:
    colour, value = best_family(table, book, seats)
    if mask[ROLL] and (colour == NOTHING or not opens_now(table, book, seats, colour, value)):
        return ROLL
    dumped = card_to_dump(table, book, seats, mask)
    if value < 0.0 and dump_value(table, book, seats, dumped - CARD) > value:
        return dumped
    return first_card(table, book, seats, mask, colour)


@rule
def opens_now(table: Record, book: Array, seats: Array, colour: int, value: float) -> bool:
    lead = my_lead(table, seats)
    if notes_left(seats[0]) == 1 and lead > ENDS_AT:
        return True
    if loses_by_last_note(table, book, seats, colour, lead):
        return False
    return value > OPENS_AT - OPENS_SOONER * hand_size(seats[0]) - OPENS_LEAD * lead


@rule
def loses_by_last_note(table: Record, book: Array, seats: Array, colour: int, lead: float) -> bool:
    """Whether my last note would bring on a payday that I am likely to lose."""
    if notes_left(seats[0]) > 1 or lead + note_for(seats, 0.0) > 0.0:
        return False
    return family_chance(table, book, seats, colour) < LAST_NOTE


@rule
def plan_join(table: Record, book: Array, seats: Array, mask: Array) -> int:
    colour, value = best_family(table, book, seats)
    turncoat, ally_value = best_turncoat(table, book, seats, mask)
    if loses_by_last_note(table, book, seats, colour, my_lead(table, seats)):
        return PASS
    if turncoat != NOTHING and ally_value > max(value, ALLY_AT):
        return turncoat
    if value > JOINS_AT:
        return first_card(table, book, seats, mask, colour)
    dumped = card_to_dump(table, book, seats, mask)
    if dump_value(table, book, seats, dumped - CARD) > 0.0:
        return dumped
    return PASS


@rule
def card_to_dump(table: Record, book: Array, seats: Array, mask: Array) -> int:
    """A card of little value, of a colour that I do not collect and the rivals do."""
    best, least = NOTHING, 1000.0
    for card in range(NUM_CARDS):
        if mask[CARD + card]:
            colour = colour_of(card)
            loss = value_of(card) + DUMP_FOCUS * book[0, colour, POINTS]
            for i in range(1, seats.shape[0]):
                loss -= DUMP_DENIES * book[i, colour, POINTS]
            loss -= worth_of_blocking(table, book, seats, colour)
            if loss < least:
                best, least = CARD + card, loss
    return best


@rule
def dump_value(table: Record, book: Array, seats: Array, card: int) -> float:
    """The gain of a lost war: one small note less at payday, for a card of little value."""
    surplus = notes_left(seats[0]) - wars_left(seats)
    gain = DUMP_BASE + note_for(seats, 0.0) + DUMP_SURPLUS * surplus
    gain += DUMP_LEAD * my_lead(table, seats)
    gain += worth_of_blocking(table, book, seats, colour_of(card))
    return gain - DUMP_CARD * lateness(seats) * (value_of(card) + 2)


@rule
def ally_of_mine(seats: Array, colour: int) -> int:
    """The rival whose family my Turncoat of a colour could join, or NOTHING."""
    partner = partner_of(colour)
    for i in range(1, seats.shape[0]):
        if seats[i].family[partner] and not seats[i].defected:
            return i
    return NOTHING


@rule
def ally_chance(table: Record, book: Array, seats: Array, ally: int) -> float:
    """The chance that a rival's family wins with the help of my Turncoat."""
    power, _ = power_in_war(book, seats, ally)
    chance = 1.0
    for i in range(1, seats.shape[0]):
        if i != ally:
            strength = power + DEFECTED_STRENGTH
            chance *= chance_against(table, book, seats, i, strength, family_of(seats[ally]), 0.0)
    return chance


@rule
def price_of_helping(seats: Array, ally: int) -> float:
    """What I lose when an ally founds his next business."""
    steps = ambition(seats, ally, family_of(seats[ally]))
    return worth_by_ambition(steps, DENY_1, DENY_2)


@rule
def ally_value(table: Record, book: Array, seats: Array, ally: int) -> float:
    """What the share in a common victory is worth."""
    chance = ally_chance(table, book, seats, ally)
    note = note_for(seats, chance)
    share = ALLY_SHARE * (note + max(2.0, float(seats[ally].stake)))
    return chance * (share - price_of_helping(seats, ally))


@rule
def best_turncoat(table: Record, book: Array, seats: Array, mask: Array) -> tuple[int, float]:
    """The Turncoat to join an ally with, and what that is worth."""
    best, most = NOTHING, 0.0
    for colour in range(NUM_FAMILIES):
        action = CARD + card_of(colour, TURNCOAT)
        ally = ally_of_mine(seats, colour)
        if mask[action] and ally != NOTHING:
            value = ally_value(table, book, seats, ally) - CARD_COST * lateness(seats) * TURNCOAT
            if value > most:
                best, most = action, value
    return best, most


@rule
def plan_stake(table: Record, book: Array, seats: Array) -> int:
    colour = family_of(seats[0])
    chance = family_chance(table, book, seats, colour)
    ally = ally_of_mine(seats, colour)
    if seats[0].laid == TURNCOAT and ally != NOTHING:
        chance = max(chance, ally_chance(table, book, seats, ally))
    return note_at(seats[0], chance_rank(chance), wars_left(seats))


@rule
def my_prize(table: Record, book: Array, seats: Array) -> float:
    """What winning this war alone brings me."""
    colour = family_of(seats[0])
    prize = 2.0 * seats[0].stake + worth_of_business(table, book, seats, colour)
    return prize + denial(seats)


@rule
def plan_continue(table: Record, book: Array, seats: Array, mask: Array) -> int:
    colour = family_of(seats[0])
    strength, rest = float(seats[0].strength), float(points_in_hand(seats[0], colour))
    behind = strongest_other(seats) - strength
    cost = CARD_COST * lateness(seats)
    prize = my_prize(table, book, seats)
    if not rivals_may_lay(seats):
        if behind < 0 or rest <= behind or prize < cost * behind:
            return PASS
        return cheapest_card_above(mask, colour, behind)
    stay = win_chance(table, book, seats, colour, strength + rest)
    leave = win_chance(table, book, seats, colour, strength)
    used = min(rest, max(1.0, greatest_power(table, book, seats, colour) + MARGIN - strength))
    if (stay - leave) * prize - cost * used <= STAYS_AT:
        return PASS
    return next_card(table, book, seats, mask, colour, behind)


@rule
def plan_turncoat(table: Record, book: Array, seats: Array) -> int:
    """Defects if a share of the ally's victory is worth more than the chance to win alone."""
    colour = family_of(seats[0])
    ally = ally_of_mine(seats, colour)
    if ally == NOTHING:
        return KEEP_IN_FAMILY
    share = ALLY_SHARE * (seats[0].stake + seats[ally].stake)
    share -= price_of_helping(seats, ally)
    share *= ally_chance(table, book, seats, ally)
    rest = points_in_hand(seats[0], colour)
    alone = family_chance(table, book, seats, colour) * my_prize(table, book, seats)
    return DEFECT if share > alone - CARD_COST * lateness(seats) * rest else KEEP_IN_FAMILY


@rule
def plan_bomb(table: Record, book: Array, seats: Array, mask: Array) -> int:
    """Sets off the Bomb where it raises my chance of winning most."""
    colour = family_of(seats[0])
    power = float(my_power(seats, colour))
    best, most = KEEP_IN_FAMILY, win_chance(table, book, seats, colour, power)
    for card in range(NUM_CARDS):
        if mask[CARD + card]:
            chance = chance_after_bomb(table, book, seats, colour, power - BOMB, card)
            if chance > most:
                best, most = CARD + card, chance
    return best


@rule
def chance_after_bomb(
    table: Record, book: Array, seats: Array, colour: int, mine: float, card: int
) -> float:
    family, loss = colour_of(card), float(value_of(card))
    for i in range(1, seats.shape[0]):
        if seats[i].family[family] and seats[i].defected:
            family, loss = partner_of(family), float(DEFECTED_STRENGTH)
            break
    chance = 1.0
    for i in range(1, seats.shape[0]):
        less = loss if seats[i].family[family] and not seats[i].defected else 0.0
        chance *= chance_against(table, book, seats, i, mine, colour, less)
    return chance


@rule
def plan_split(table: Record, book: Array, seats: Array) -> int:
    colour = family_of(seats[0])
    money = float(seats[0].stake)
    for i in range(1, seats.shape[0]):
        if seats[i].defected and seats[i].family[partner_of(colour)]:
            money += 2.0 * seats[i].stake
    return TAKE_BUSINESS if worth_of_business(table, book, seats, colour) > money else TAKE_MONEY


@rule
def best_type(book: Array, seats: Array, mask: Array) -> int:
    best, most = NOTHING, -1.0
    for business in range(NUM_BUSINESSES):
        if mask[FOUND + business]:
            worth = book[seats.shape[0], business, WORTH]
            if worth > most:
                best, most = FOUND + business, worth
    return best


# --- Consigliere: collecting


@rule
def worth_of_colour(seats: Array, colour: int) -> float:
    """How much I want a point more in a colour."""
    worth = 1.0 + FOCUS * points_in_hand(seats[0], colour)
    most = 0
    for i in range(1, seats.shape[0]):
        most = max(most, np.int64(seats[i].hand_colours[colour]))
    worth -= CROWDED * most / 5.0
    worth += AMBITION_FOCUS * ambition(seats, 0, colour)
    for i in range(1, seats.shape[0]):
        worth += GRAB * ambition(seats, i, colour)
    return worth


@rule
def best_pick(table: Record, seats: Array, mask: Array) -> int:
    return highest_of_all(mask)


@rule
def highest_in_deck(table: Record, book: Array, seats: Array, colour: int) -> float:
    """The value of the best card that a search is expected to find."""
    size = np.float64(table.deck_sizes[colour])
    best = 0
    for place in range(NUM_VALUES):
        best = max(best, np.int64(table.decks[colour * NUM_VALUES + place]))
    mean = book[seats.shape[0], colour, MEAN]
    expected = mean + (11.0 - mean) * (size - 1.0) / (size + 1.0)
    return max(float(best), expected)


@rule
def expected_draw(table: Record, book: Array, seats: Array, action: int) -> float:
    """The value of the card that a draw, search or theft is expected to bring."""
    colour = colour_drawn(action)
    if action >= STEAL_FROM:
        victim = (action - STEAL_FROM) % NUM_VICTIMS + 1
        return book[victim, colour, POINTS] / seats[victim].hand_colours[colour]
    if action >= SEARCH:
        return highest_in_deck(table, book, seats, colour)
    top = np.int64(table.decks[colour * NUM_VALUES])
    return float(top) if top > 0 else book[seats.shape[0], colour, MEAN]


@rule
def harm_done(table: Record, book: Array, seats: Array, action: int) -> float:
    """What a theft costs its victim: most where his family is large."""
    if action < STEAL_FROM:
        return 0.0
    victim = (action - STEAL_FROM) % NUM_VICTIMS + 1
    colour = colour_drawn(action)
    return book[victim, colour, POINTS] / 10.0 * (1 + ambition(seats, victim, colour))


@rule
def best_draw(table: Record, book: Array, seats: Array, mask: Array) -> int:
    best, most = NOTHING, -1000.0
    for action in range(DRAW, STAKE_NOTE):
        if mask[action]:
            colour = colour_drawn(action)
            worth = expected_draw(table, book, seats, action) * worth_of_colour(seats, colour)
            worth += HARM * harm_done(table, book, seats, action)
            if worth > most:
                best, most = action, worth
    return best


@rule
def least_held(seats: Array, mask: Array) -> int:
    """Drafts the colour of which the rivals hold fewest."""
    best, fewest = NOTHING, 100
    for colour in range(NUM_FAMILIES):
        if mask[DRAW + colour]:
            held = 0
            for i in range(1, seats.shape[0]):
                held += np.int64(seats[i].hand_colours[colour])
            if held < fewest:
                best, fewest = DRAW + colour, held
    return best


@rule
def choose(kind: int, observation: Array, mask: Array, stream: Stream) -> int:
    """The action of the kind-th agent of NAMES."""
    if kind == GREEDY:
        return greedy(observation, mask, stream)
    if kind == MISER:
        return miser(observation, mask, stream)
    if kind == CONSIGLIERE:
        return consigliere(observation, mask, stream)
    return random_legal(mask, stream)
