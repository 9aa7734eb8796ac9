"""Heuristics for Sicilianos, from mild to strong: random, greedy, miser, consigliere.

An agent reads what its seat may see and nothing else. In `seats` the viewer comes first, so
`seats[0]` is "me" and the seats from 1 on are the rivals, clockwise. Money is in units of 5,000.
Bombs and Turncoats are taken to be the published ones.
"""

from __future__ import annotations

from math import sqrt

import numpy as np

from sicilianos_env.engine.kernels import random_legal
from sicilianos_env.engine.records import Array, Record, signed
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
ALL_NOTES = 100  # more than anybody has
MEAN_VALUE = 6.0  # of the cards of a family

# The columns of the book that miser and consigliere keep (see `keep_book`), and its last line.
POINTS, UNKNOWN = 0, 1
MEAN, WORTH = 0, 1
LAST = -1

# What greedy counts as a strong family.
GREEDY_OPENS = 20
GREEDY_JOINS = 8

# What the miser calls safe: the chance to win a war.
MISER_OPENS = 0.8
MISER_JOINS = 0.6
MISER_STAYS = 0.25
MISER_SURE = 0.95  # then he need not lay any more
MISER_DUMPS = 3  # the highest card that he throws away to be rid of a small note

# What miser and consigliere think of cards that they do not know.
SPREAD = 2.7  # of one such card
DOUBT = 0.45  # of a strength that looks certain

# What things are worth to the consigliere, in units of 5,000; tuned by play.
CARD_COST = 1.36  # a point of strength laid
LATE = 6.41  # so many wars before payday cards begin to lose that worth
BUSINESS_WORTH = 18.2
MOST_WORTH = 31.8  # to be the one who owns the most of a type
LEAD_SPREAD = 1.54  # how unsure it is that a lead in a type will last, in businesses
NEW_TYPE_WORTH = 3.09  # the first business of a type
GODFATHER_WORTH = 22.3  # my third business of a colour
BLOCK_WORTH = 12.0  # a business of a colour in which a rival owns the other two
DENY_WORTH = 62.0  # to keep a rival in the war from his third
MENACE_WORTH = 11.4  # to lay the colour of his third before he can
ALLY_SHARE = 1.75  # the notes of a common victory, which takes no more cards
OPENS_AT = 36.1  # a war worth opening …
OPENS_SOONER = 1.62  # … less for each card in the hand
STAKES_LOW = 0.265  # with this chance to win the smallest note, …
STAKES_HIGH = 1.24  # … with this one the largest
MARGIN = 2.93  # the points that it takes to beat a rival, beyond what he has
LAST_NOTE = 0.412  # the chance to win that is worth the last note, when behind
DUMP_FOCUS = 0.463  # how much dearer a card is by each point that I hold of its colour …
DUMP_HOARD = 0.325  # … and by each point that a rival does
FOCUS = 0.41  # how much dearer a point to draw is by each point held of its colour
HARM = 0.562  # what a rival's loss by a theft is worth, per tenth of his family


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
def may_fight(table: Record, seats: Array, i: int) -> bool:
    """Whether a seat is in the war or will be asked to join after me."""
    if family_of(seats[i]) != NOTHING:
        return True
    opener = opener_of(seats)
    return table.war_round <= 1 and (opener == 0 or i < opener)


@rule
def notes_left(seat: Record) -> int:
    notes = 0
    for note in range(NUM_NOTES):
        notes += signed(seat.dirty[note])
    return notes


@rule
def wars_left(seats: Array) -> int:
    """The wars to payday at least, this one included: the fewest notes that anybody has."""
    fewest = 100
    for i in range(seats.shape[0]):
        fewest = min(fewest, notes_left(seats[i]) + (seats[i].stake > 0))
    return fewest


@rule
def hand_size(seat: Record) -> int:
    cards = 0
    for colour in range(NUM_FAMILIES):
        cards += signed(seat.hand_colours[colour])
    return cards


@rule
def partner_of(colour: int) -> int:
    """The family that a Turncoat can defect to."""
    return colour + 1 - 2 * (colour % 2)


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
        place -= signed(seat.dirty[note])
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
        cards += signed(seat.hand[card])
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
        power += signed(seats[0].strength) + signed(seats[0].laid)
    return power


@rule
def strongest_other(seats: Array) -> int:
    """The strength of the strongest family on the table apart from mine."""
    most = 0
    for i in range(1, seats.shape[0]):
        most = max(most, signed(seats[i].strength))
    return most


@rule
def points_behind(seats: Array) -> int:
    """How far my family is behind the strongest other one; negative if it is ahead."""
    return strongest_other(seats) - signed(seats[0].strength)


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


# --- Greedy


@rule
def greedy(observation: Array, mask: Array, stream: Stream) -> int:
    """Collects the colour of which it has most and plays it when it is strong.

    It opens with its strongest family once that has 20 points or the hand is full, joins with 8,
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
    if points_behind(seats) < 0 and not rivals_may_lay(seats):
        return PASS
    return highest_card(mask, family_of(seats[0]))


@rule
def greedy_turncoat(seats: Array) -> int:
    partner = partner_of(family_of(seats[0]))
    for i in range(1, seats.shape[0]):
        is_ally = seats[i].family[partner] and not seats[i].defected
        if is_ally and signed(seats[i].strength) > my_power(seats, family_of(seats[0])):
            return DEFECT
    return KEEP_IN_FAMILY


@rule
def most_owned_type(seats: Array, mask: Array) -> int:
    """Founds the type of business of which I own most."""
    best, most = NOTHING, -1
    for business in range(NUM_BUSINESSES):
        owned = 0
        for colour in range(NUM_FAMILIES):
            owned += signed(seats[0].business_types[colour * NUM_BUSINESSES + business])
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


@rule
def victim_of(action: int) -> int:
    """How many places to my left he sits from whom a `steal` steals."""
    return (action - STEAL_FROM) % NUM_VICTIMS + 1


# --- Miser


@rule
def miser(observation: Array, mask: Array, stream: Stream) -> int:
    """Hoards until a war looks safe, and then spends no more than it takes.

    He guesses what each rival can put up from the backs of his cards and expects the worst. He
    opens with a chance of 80 % to win and joins with 60 %, the better the chance the larger the
    note; else he throws in a card of no value with his smallest note. He stops laying once he is
    out of reach or out of hope, and wins with the cheapest card that will do.
    """
    tables, seats = open_observation(observation)
    phase = phase_of(tables[0])
    if phase == TURN:
        return miser_turn(keep_book(tables[0], seats), seats, mask)
    if phase == JOIN:
        return miser_join(keep_book(tables[0], seats), seats, mask)
    if phase == STAKE:
        chance = family_chance(keep_book(tables[0], seats), seats, family_of(seats[0]))
        return note_at(seats[0], rank_of_chance(chance, MISER_STAYS, MISER_OPENS), ALL_NOTES)
    if phase == CONTINUE:
        return miser_continue(keep_book(tables[0], seats), seats, mask)
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
def safest_family(book: Array, seats: Array) -> tuple[int, float]:
    """My family with the best chance to win a war, and that chance."""
    best, most = NOTHING, -1.0
    for colour in range(NUM_FAMILIES):
        if seats[0].hand_colours[colour] and not is_laid(seats, colour):
            chance = family_chance(book, seats, colour)
            if chance > most:
                best, most = colour, chance
    return best, most


@rule
def miser_turn(book: Array, seats: Array, mask: Array) -> int:
    colour, chance = safest_family(book, seats)
    if mask[ROLL] and chance < MISER_OPENS:
        return ROLL
    return lowest_card(mask, colour)


@rule
def miser_join(book: Array, seats: Array, mask: Array) -> int:
    colour, chance = safest_family(book, seats)
    if chance >= MISER_JOINS:
        return lowest_card(mask, colour)
    lowest = lowest_of_all(mask)
    return lowest if value_of(lowest - CARD) <= MISER_DUMPS else PASS


@rule
def miser_continue(book: Array, seats: Array, mask: Array) -> int:
    colour, behind = family_of(seats[0]), points_behind(seats)
    if not rivals_may_lay(seats):
        return finish_cheaply(seats, mask, behind)
    if win_chance(book, seats, colour, float(seats[0].strength)) > MISER_SURE:
        return PASS
    if family_chance(book, seats, colour) < MISER_STAYS:
        return PASS
    return cheapest_card_above(mask, colour, behind)


@rule
def finish_cheaply(seats: Array, mask: Array, behind: int) -> int:
    """When nobody else may lay: the cheapest cards that win, if there are any and it takes any."""
    colour = family_of(seats[0])
    if behind < 0 or points_in_hand(seats[0], colour) <= behind:
        return PASS
    return cheapest_card_above(mask, colour, behind)


# --- Consigliere


@rule
def consigliere(observation: Array, mask: Array, stream: Stream) -> int:
    """Weighs in money what a war brings against the cards that it takes.

    A war brings twice the note staked and a business: worth more where it makes him the one who
    owns most of a type or Godfather, or keeps a rival from it. His chance is that of beating all
    that each rival can put up, by the backs of his cards, the cards known and those not yet seen.
    Wars that are not worth fighting he joins all the same, with a card that he does not need and
    a small note, for a note kept counts against him. He opens with low cards and lays one at a
    time, as long as the chance won is worth the cards; Turncoat, Bomb and notes follow the same
    sums. In peace he collects one colour, by searching and stealing where the cards are high.
    """
    tables, seats = open_observation(observation)
    table, phase = tables[0], phase_of(tables[0])
    if phase == BUSINESS:
        return best_type(table, seats, mask)
    if phase == PICK:
        return highest_of_all(mask)
    if phase == DRAFT:
        return least_held(seats, mask)
    book = keep_book(table, seats)
    if phase < JOIN and phase != TURN:
        return best_draw(table, book, seats, mask)
    weigh_businesses(table, book, seats)
    if phase == TURN:
        return plan_turn(table, book, seats, mask)
    if phase == JOIN:
        return plan_join(table, book, seats, mask)
    if phase == STAKE:
        return plan_stake(book, seats)
    if phase == CONTINUE:
        return plan_continue(book, seats, mask)
    if phase == TURNCOAT_ASKED:
        return plan_turncoat(book, seats)
    if phase == BOMB_ASKED:
        return plan_bomb(book, seats, mask)
    return plan_split(book, seats)


# --- Consigliere: sums


@rule
def card_cost(seats: Array) -> float:
    """What a point of strength laid costs: little when payday is near."""
    return CARD_COST * min(1.0, (wars_left(seats) - 0.7) / LATE)


@rule
def note_for(seats: Array, chance: float) -> int:
    """The note to stake with a chance to win: among those that can still be spent before payday."""
    rank = rank_of_chance(chance, STAKES_LOW, STAKES_HIGH)
    return note_at(seats[0], rank, wars_left(seats))


@rule
def units_for(seats: Array, chance: float) -> int:
    return NOTE_UNITS[note_for(seats, chance) - STAKE_NOTE]


@rule
def worth_of_denial(seats: Array) -> float:
    """What it is worth that nobody else wins this war: a rival in it may become Godfather."""
    for i in range(1, seats.shape[0]):
        family = family_of(seats[i])
        if family != NOTHING and not seats[i].defected and nears_godfather(seats, i, family):
            return DENY_WORTH
    return 0.0


@rule
def worth_of_blocking(book: Array, seats: Array, colour: int) -> float:
    """What it is worth to lay a colour before a rival can who would be Godfather with it."""
    for i in range(1, seats.shape[0]):
        if family_of(seats[i]) == NOTHING and nears_godfather(seats, i, colour):
            return MENACE_WORTH * min(1.0, book[i, colour, POINTS] / 15.0)
    return 0.0


@rule
def prize_of(book: Array, seats: Array, colour: int, units: float) -> float:
    """What it brings to win a war alone with a family and a note of so many units."""
    return 2.0 * units + book[LAST, colour, WORTH] + worth_of_denial(seats)


@rule
def war_value(book: Array, seats: Array, colour: int) -> float:
    """The gain of fighting a war with a family, after the cost of the cards that it takes."""
    power = float(my_power(seats, colour))
    chance = win_chance(book, seats, colour, power)
    prize = chance * prize_of(book, seats, colour, float(units_for(seats, chance)))
    used = min(power, greatest_power(book, seats, colour) + MARGIN)
    return prize + worth_of_blocking(book, seats, colour) - card_cost(seats) * used


@rule
def best_family(book: Array, seats: Array) -> tuple[int, float]:
    """The family that it is worth most to fight a war with, and what it is worth."""
    best, most = NOTHING, -1000.0
    for colour in range(NUM_FAMILIES):
        if seats[0].hand_colours[colour] and not is_laid(seats, colour):
            value = war_value(book, seats, colour)
            if value > most:
                best, most = colour, value
    return best, most


@rule
def loses_by_last_note(table: Record, book: Array, seats: Array, colour: int) -> bool:
    """Whether my last note would bring on a payday that I am likely to lose."""
    if notes_left(seats[0]) > 1 or my_lead(table, seats) + units_for(seats, 0.0) > 0.0:
        return False
    return family_chance(book, seats, colour) < LAST_NOTE


# --- Consigliere: war


@rule
def plan_turn(table: Record, book: Array, seats: Array, mask: Array) -> int:
    colour, value = best_family(book, seats)
    if mask[ROLL]:
        if value < OPENS_AT - OPENS_SOONER * hand_size(seats[0]):
            return ROLL
        if loses_by_last_note(table, book, seats, colour):
            return ROLL
    return lowest_card(mask, colour) if value > 0.0 else card_to_dump(book, seats, mask)


@rule
def plan_join(table: Record, book: Array, seats: Array, mask: Array) -> int:
    colour, value = best_family(book, seats)
    if loses_by_last_note(table, book, seats, colour):
        return PASS
    turncoat, share = best_turncoat(book, seats, mask)
    if share > max(0.0, value):
        return turncoat
    return lowest_card(mask, colour) if value > 0.0 else card_to_dump(book, seats, mask)


@rule
def card_to_dump(book: Array, seats: Array, mask: Array) -> int:
    """A low card of a colour that I do not collect, nor wish to leave to the rivals."""
    best, least = NOTHING, 1000.0
    for card in range(NUM_CARDS):
        if mask[CARD + card]:
            colour = colour_of(card)
            loss = value_of(card) + DUMP_FOCUS * book[0, colour, POINTS]
            for i in range(1, seats.shape[0]):
                loss += DUMP_HOARD * book[i, colour, POINTS]
            loss -= worth_of_blocking(book, seats, colour)
            if loss < least:
                best, least = CARD + card, loss
    return best


@rule
def plan_stake(book: Array, seats: Array) -> int:
    colour = family_of(seats[0])
    chance = family_chance(book, seats, colour)
    ally = ally_of_mine(seats, colour)
    if seats[0].laid == TURNCOAT and ally != NOTHING:
        chance = max(chance, ally_chance(book, seats, ally))
    return note_for(seats, chance)


@rule
def plan_continue(book: Array, seats: Array, mask: Array) -> int:
    """Lays on as long as what that adds to the chance to win is worth the cards."""
    colour, behind = family_of(seats[0]), points_behind(seats)
    strength, power = float(seats[0].strength), float(my_power(seats, colour))
    prize = prize_of(book, seats, colour, float(seats[0].stake))
    if not rivals_may_lay(seats):
        too_dear = prize < card_cost(seats) * behind
        return PASS if too_dear else finish_cheaply(seats, mask, behind)
    added = win_chance(book, seats, colour, power) - win_chance(book, seats, colour, strength)
    needed = greatest_power(book, seats, colour) + MARGIN - strength
    used = min(power - strength, max(1.0, needed))
    return lowest_card(mask, colour) if added * prize > card_cost(seats) * used else PASS


# --- Consigliere: Turncoats, Bombs and spoils


@rule
def ally_of_mine(seats: Array, colour: int) -> int:
    """The rival whose family my Turncoat of a colour could join, or NOTHING."""
    for i in range(1, seats.shape[0]):
        if seats[i].family[partner_of(colour)] and not seats[i].defected:
            return i
    return NOTHING


@rule
def ally_chance(book: Array, seats: Array, ally: int) -> float:
    """The chance that a rival's family wins with the help of my Turncoat."""
    power, _ = power_in_war(book, seats, ally)
    chance = 1.0
    for i in range(1, seats.shape[0]):
        if i != ally:
            colour, strength = family_of(seats[ally]), power + DEFECTED_STRENGTH
            chance *= chance_against(book, seats, i, colour, strength, 0.0)
    return chance


@rule
def ally_value(book: Array, seats: Array, ally: int, units: float) -> float:
    """What my share in a common victory is worth, with a note of so many units."""
    share = ALLY_SHARE * (units + signed(seats[ally].stake))
    if nears_godfather(seats, ally, family_of(seats[ally])):
        share -= DENY_WORTH
    return share * ally_chance(book, seats, ally)


@rule
def best_turncoat(book: Array, seats: Array, mask: Array) -> tuple[int, float]:
    """The Turncoat to join an ally with, and what that is worth."""
    best, most = NOTHING, 0.0
    for colour in range(NUM_FAMILIES):
        action, ally = CARD + card_of(colour, TURNCOAT), ally_of_mine(seats, colour)
        if mask[action] and ally != NOTHING:
            units = float(units_for(seats, ally_chance(book, seats, ally)))
            value = ally_value(book, seats, ally, units) - card_cost(seats) * TURNCOAT
            if value > most:
                best, most = action, value
    return best, most


@rule
def plan_turncoat(book: Array, seats: Array) -> int:
    """Defects if a share of the ally's victory is worth more than the chance to win alone."""
    colour, units = family_of(seats[0]), float(seats[0].stake)
    ally = ally_of_mine(seats, colour)
    if ally == NOTHING:
        return KEEP_IN_FAMILY
    alone = family_chance(book, seats, colour) * prize_of(book, seats, colour, units)
    alone -= card_cost(seats) * points_in_hand(seats[0], colour)
    return DEFECT if ally_value(book, seats, ally, units) > alone else KEEP_IN_FAMILY


@rule
def plan_bomb(book: Array, seats: Array, mask: Array) -> int:
    """Sets off the Bomb where it raises my chance to win most."""
    colour = family_of(seats[0])
    power = float(my_power(seats, colour))
    best, most = KEEP_IN_FAMILY, win_chance(book, seats, colour, power)
    for card in range(NUM_CARDS):
        if mask[CARD + card]:
            chance = chance_after_bomb(book, seats, colour, power - BOMB, card)
            if chance > most:
                best, most = CARD + card, chance
    return best


@rule
def chance_after_bomb(book: Array, seats: Array, colour: int, mine: float, card: int) -> float:
    """My chance to win when a card is blown up, which may be a Turncoat that has defected."""
    family, loss = colour_of(card), float(value_of(card))
    for i in range(1, seats.shape[0]):
        if seats[i].family[colour_of(card)] and seats[i].defected:
            family, loss = partner_of(family), float(DEFECTED_STRENGTH)
    chance = 1.0
    for i in range(1, seats.shape[0]):
        chance *= chance_against(book, seats, i, colour, mine, loss * seats[i].family[family])
    return chance


@rule
def plan_split(book: Array, seats: Array) -> int:
    """Takes what is worth more to him; the notes count twice, for else the ally has them."""
    colour = family_of(seats[0])
    money = float(seats[0].stake)
    for i in range(1, seats.shape[0]):
        if seats[i].defected and seats[i].family[partner_of(colour)]:
            money += 2.0 * signed(seats[i].stake)
    return TAKE_BUSINESS if book[LAST, colour, WORTH] > money else TAKE_MONEY


@rule
def best_type(table: Record, seats: Array, mask: Array) -> int:
    """Founds the type of business that brings most at payday."""
    best, most = NOTHING, -1000.0
    for business in range(NUM_BUSINESSES):
        worth = worth_of_type(table, seats, business)
        if mask[FOUND + business] and worth > most:
            best, most = FOUND + business, worth
    return best


# --- Consigliere: collecting


@rule
def worth_of_point(seats: Array, colour: int) -> float:
    """How much he wants a point more of a colour: the more he has of it."""
    return 1.0 + FOCUS * points_in_hand(seats[0], colour)


@rule
def value_of_search(table: Record, book: Array, colour: int) -> float:
    """The value of the best card that a search of a deck is expected to find."""
    best = 0
    for place in range(NUM_VALUES):
        best = max(best, signed(table.decks[colour * NUM_VALUES + place]))
    mean, cards = book[LAST, colour, MEAN], float(table.deck_sizes[colour])
    expected = mean + (NUM_VALUES - mean) * (cards - 1.0) / (cards + 1.0)
    return max(float(best), expected)


@rule
def value_of_draw(table: Record, book: Array, seats: Array, action: int) -> float:
    """The value of the card that a draw, search or theft is expected to bring."""
    colour = colour_drawn(action)
    if action >= STEAL_FROM:
        victim = victim_of(action)
        return book[victim, colour, POINTS] / seats[victim].hand_colours[colour]
    if action >= SEARCH:
        return value_of_search(table, book, colour)
    top = signed(table.decks[colour * NUM_VALUES])
    return float(top) if top > 0 else book[LAST, colour, MEAN]


@rule
def harm_done(book: Array, seats: Array, action: int) -> float:
    """What a theft costs its victim: most where his family is large."""
    if action < STEAL_FROM:
        return 0.0
    colour, victim = colour_drawn(action), victim_of(action)
    harm = HARM * book[victim, colour, POINTS] / 10.0
    return 3.0 * harm if nears_godfather(seats, victim, colour) else harm


@rule
def best_draw(table: Record, book: Array, seats: Array, mask: Array) -> int:
    """Draws, searches or steals what adds most to his families or takes most from a rival's."""
    best, most = NOTHING, -1000.0
    for action in range(DRAW, STAKE_NOTE):
        if mask[action]:
            value = value_of_draw(table, book, seats, action)
            worth = value * worth_of_point(seats, colour_drawn(action))
            worth += harm_done(book, seats, action)
            if worth > most:
                best, most = action, worth
    return best


@rule
def least_held(seats: Array, mask: Array) -> int:
    """Drafts the colour of which the rivals hold fewest."""
    best, fewest = NOTHING, 100
    for colour in range(NUM_FAMILIES):
        held = 0
        for i in range(1, seats.shape[0]):
            held += signed(seats[i].hand_colours[colour])
        if mask[DRAW + colour] and held < fewest:
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
