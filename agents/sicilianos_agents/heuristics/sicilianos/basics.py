"""Reading the table, and simple choices among cards and notes, for all heuristics of Sicilianos.

In `seats` the viewer comes first, so `seats[0]` is "me" and the seats from 1 on are the rivals,
clockwise. Money is in units of 5,000. Bombs and Turncoats are taken to be the published ones.
"""

from __future__ import annotations

from sicilianos_env.engine.records import Array, Record, index_of_one, signed
from sicilianos_env.games.sicilianos.actions import (
    CARD,
    DEFECT,
    DRAW,
    FOUND,
    KEEP_IN_FAMILY,
    NUM_VICTIMS,
    PASS,
    SEARCH,
    STAKE_NOTE,
    STEAL_FROM,
)
from sicilianos_env.games.sicilianos.components import (
    NUM_BUSINESSES,
    NUM_CARDS,
    NUM_FAMILIES,
    NUM_NOTES,
    NUM_VALUES,
    card_of,
    value_of,
)
from sicilianos_env.games.sicilianos.state import (
    BOMB_ASKED,
    BUSINESS,
    CHOOSE_DRAW,
    NOTHING,
    PICK,
    STEAL,
    TAKE_ONE,
    TURNCOAT_ASKED,
)
from sicilianos_env.jit import rule

ALL_NOTES = 100  # more than anybody has


# --- Reading the table


@rule
def phase_of(table: Record) -> int:
    return index_of_one(table.phase, NOTHING)


@rule
def is_draw(phase: int) -> bool:
    """Whether I choose which colour to draw, search or steal."""
    return phase == CHOOSE_DRAW or phase == TAKE_ONE or phase == STEAL


@rule
def family_of(seat: Record) -> int:
    """The colour that a seat plays in the war, or NOTHING."""
    return index_of_one(seat.family, NOTHING)


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


@rule
def bomb_shows(colour: int, family: int) -> bool:
    """Whether the Bomb of a colour can hit a family."""
    distance = (family - colour) % NUM_FAMILIES
    return distance == 2 or distance == 4


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


# --- Greedy


@rule
def simple_choice(phase: int, seats: Array, mask: Array) -> int:
    """What needs no plan: Turncoats, Bombs, businesses and cards from the dice."""
    if phase == TURNCOAT_ASKED:
        return simple_turncoat(seats)
    if phase == BOMB_ASKED or phase == PICK:
        return highest_of_all(mask)
    if phase == BUSINESS:
        return most_owned_type(seats, mask)
    return draw_most_held(seats, mask)


@rule
def simple_turncoat(seats: Array) -> int:
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
def finish_cheaply(seats: Array, mask: Array, behind: int) -> int:
    """When nobody else may lay: the cheapest cards that win, if there are any and it takes any."""
    colour = family_of(seats[0])
    if behind < 0 or points_in_hand(seats[0], colour) <= behind:
        return PASS
    return cheapest_card_above(mask, colour, behind)
