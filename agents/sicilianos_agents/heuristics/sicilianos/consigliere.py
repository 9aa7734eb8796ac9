"""The consigliere: weighs every war, card and note in money."""

from __future__ import annotations

from sicilianos_agents.heuristics.sicilianos.basics import (
    colour_drawn,
    family_of,
    finish_cheaply,
    hand_size,
    highest_of_all,
    is_laid,
    lowest_card,
    my_power,
    note_at,
    notes_left,
    partner_of,
    phase_of,
    points_behind,
    points_in_hand,
    rank_of_chance,
    rivals_may_lay,
    victim_of,
    wars_left,
)
from sicilianos_agents.heuristics.sicilianos.estimates import (
    LAST,
    MEAN,
    POINTS,
    WORTH,
    chance_against,
    family_chance,
    greatest_power,
    keep_book,
    my_lead,
    nears_godfather,
    power_in_war,
    weigh_businesses,
    win_chance,
    worth_of_type,
)
from sicilianos_env.engine.records import Array, Record, signed
from sicilianos_env.engine.streams import Stream
from sicilianos_env.games.sicilianos.actions import (
    CARD,
    DEFECT,
    DRAW,
    FOUND,
    KEEP_IN_FAMILY,
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
    PICK,
    STAKE,
    TURN,
    TURNCOAT_ASKED,
)
from sicilianos_env.jit import rule

# What things are worth to the consigliere, in units of 5,000; tuned by play.
CARD_COST = 1.36  # a point of strength laid
LATE = 6.41  # so many wars before payday cards begin to lose that worth

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


# --- The consigliere


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


# --- sums


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


# --- war


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


# --- Turncoats, Bombs and spoils


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
    target, chance = best_target(book, seats, mask)
    return target if chance > family_chance(book, seats, family_of(seats[0])) else KEEP_IN_FAMILY


@rule
def best_target(book: Array, seats: Array, mask: Array) -> tuple[int, float]:
    """The card that I had best blow up, and my chance to win after that."""
    colour = family_of(seats[0])
    power = float(my_power(seats, colour) - BOMB)
    best, most = NOTHING, -1.0
    for card in range(NUM_CARDS):
        if mask[CARD + card]:
            chance = chance_after_bomb(book, seats, colour, power, card)
            if chance > most:
                best, most = CARD + card, chance
    return best, most


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


# --- collecting


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
def worth_of_draw(table: Record, book: Array, seats: Array, action: int) -> float:
    """What a draw, search or theft adds to his families and takes from a rival's."""
    value = value_of_draw(table, book, seats, action)
    return value * worth_of_point(seats, colour_drawn(action)) + harm_done(book, seats, action)


@rule
def best_draw(table: Record, book: Array, seats: Array, mask: Array) -> int:
    """Draws, searches or steals what adds most to his families or takes most from a rival's."""
    best, most = NOTHING, -1000.0
    for action in range(DRAW, STAKE_NOTE):
        if mask[action]:
            worth = worth_of_draw(table, book, seats, action)
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
