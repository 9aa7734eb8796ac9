"""A random state that looks the same to the viewer, from the observation alone.

Every assignment of the cards, businesses and stakes that the viewer does not know is equally
likely. The viewer becomes seat 0.

What an observation does not hold is lost: the order of the cards within a row, the number of turns
played, and what the others know beyond their own cards, their businesses and the table.
"""

from __future__ import annotations

import numpy as np

from sicilianos_env.engine.game import OVER
from sicilianos_env.engine.records import Array, Record, index_of_one, signed
from sicilianos_env.engine.streams import Stream, random_below
from sicilianos_env.games.sicilianos.components import (
    BOMB,
    NUM_BUSINESSES,
    NUM_FAMILIES,
    NUM_NOTES,
    NUM_VALUES,
    card_of,
    colour_of,
    value_of,
)
from sicilianos_env.games.sicilianos.memory import (
    all_learn_card,
    learns_card,
    learns_deck,
    learns_pile,
)
from sicilianos_env.games.sicilianos.observation import open_observation
from sicilianos_env.games.sicilianos.rules import start
from sicilianos_env.games.sicilianos.state import (
    BUSINESS,
    FACE_DOWN,
    FACE_UP,
    GAME_OVER,
    IN_DECK,
    NO_CARD,
    NOT_IN_PLAY,
    NOTHING,
    PICK,
    STAKE,
)
from sicilianos_env.games.sicilianos.war import ask, is_in_war, own_business, prize_colour
from sicilianos_env.jit import rule

VIEWER = 0


@rule
def resample(rules: Record, observation: Array, stream: Stream, state: Record) -> None:
    """Writes a random state consistent with the observation into `state` (zeros before)."""
    tables, seats = open_observation(observation)
    table = tables[0]
    start(rules, state)
    restore_turn(table, seats, state)
    for seat in range(rules.num_players):
        restore_possessions(seats[seat], seat, state)
        restore_row(rules, table, seats[seat], seat, state)
    for colour in range(rules.num_families):
        deal_colour(rules, table, seats, stream, colour, state)
        deal_businesses(rules, table, seats, stream, colour, state)
    for seat in range(rules.num_players):
        draw_hidden_stake(seats[seat], seat, stream, state)
    if state.phase == PICK:
        learns_deck(state, state.to_move, state.searched)
    if state.phase == BUSINESS:
        learns_pile(state, state.to_move, prize_colour(rules, state))


@rule
def restore_turn(table: Record, seats: Array, state: Record) -> None:
    """Phase, movers and dice; the number of turns played is not observed."""
    state.turn = 1
    ask(state, OVER, index_of_one(table.phase, GAME_OVER))
    for seat in range(seats.shape[0]):
        if seats[seat].to_move:
            state.to_move = seat
        if seats[seat].turn_of:
            state.turn_of = seat
    state.searched = index_of_one(table.searched, NOTHING)
    state.influence = index_of_one(table.influence, NOTHING)
    die = 0
    for colour in range(NUM_FAMILIES):
        for _ in range(table.dice[colour]):
            state.dice[die] = colour
            die += 1


@rule
def restore_possessions(shown: Record, seat: int, state: Record) -> None:
    state.washed[seat] = shown.washed
    for note in range(NUM_NOTES):
        state.dirty[seat, note] = shown.dirty[note]
    for colour in range(NUM_FAMILIES):
        state.hand_colours[seat, colour] = shown.hand_colours[colour]


@rule
def restore_row(rules: Record, table: Record, shown: Record, seat: int, state: Record) -> None:
    state.family[seat] = index_of_one(shown.family, NOTHING)
    if state.family[seat] == NOTHING:
        return
    state.war_round = table.war_round
    state.playing[seat] = shown.playing
    state.defected[seat] = shown.defected
    state.bomb_pending[seat] = table.bombs[state.family[seat]]
    for note in range(NUM_NOTES):
        if rules.note_units[note] == shown.stake:
            state.stake[seat] = note


# --- Cards, colour by colour


@rule
def deal_colour(
    rules: Record, table: Record, seats: Array, stream: Stream, colour: int, state: Record
) -> None:
    """Puts the known cards of a colour where they are, and the others at random in the gaps."""
    place_known(rules, table, seats, colour, state)
    unknown = np.empty(NUM_VALUES, np.int8)
    count = shuffle_unknown(rules, colour, stream, state, unknown)
    for seat in range(rules.num_players):
        in_hand = signed(seats[seat].hand_colours[colour])
        missing = in_hand - cards_in_hand(state, seat, colour)
        for _ in range(missing):
            count -= 1
            put_back(state, unknown[count], seat)
        if seats[seat].face_down and state.family[seat] == colour:
            if state.face_down[seat] == NOTHING:
                count -= 1
                lay(state, seat, unknown[count])
    for place in range(table.deck_sizes[colour]):
        if state.decks[colour, place] == NO_CARD:
            count -= 1
            put_in_deck(state, unknown[count], place)
    state.deck_sizes[colour] = table.deck_sizes[colour]


@rule
def place_known(rules: Record, table: Record, seats: Array, colour: int, state: Record) -> None:
    for place in range(table.deck_sizes[colour]):
        value = signed(table.decks[colour * NUM_VALUES + place])
        if value > 0:
            put_in_deck(state, card_of(colour, value), place)
            state.deck_knowers[colour, place] |= 1 << VIEWER
    for seat in range(rules.num_players):
        for card in range(colour * NUM_VALUES, (colour + 1) * NUM_VALUES):
            if seats[seat].hand[card]:
                put_back(state, card, seat)
                learns_card(state, VIEWER, card)
        if state.family[seat] == colour:
            place_row(rules, table, seats[seat], seat, state)


@rule
def place_row(rules: Record, table: Record, shown: Record, seat: int, state: Record) -> None:
    colour = state.family[seat]
    for value in range(1, NUM_VALUES + 1):
        is_last = value == BOMB and state.bomb_pending[seat]
        if table.face_up[card_of(colour, value)] and not is_last:
            turn_face_up(rules, state, seat, card_of(colour, value))
    if state.bomb_pending[seat]:
        turn_face_up(rules, state, seat, card_of(colour, BOMB))
    if shown.laid > 0:
        card = card_of(colour, signed(shown.laid))
        lay(state, seat, card)
        learns_card(state, VIEWER, card)


@rule
def turn_face_up(rules: Record, state: Record, seat: int, card: int) -> None:
    state.location[card] = FACE_UP
    state.face_up[seat, state.face_up_count[seat]] = card
    state.face_up_count[seat] += 1
    all_learn_card(rules, state, card)


@rule
def lay(state: Record, seat: int, card: int) -> None:
    state.location[card] = FACE_DOWN
    state.face_down[seat] = card
    learns_card(state, seat, card)


@rule
def put_back(state: Record, card: int, seat: int) -> None:
    state.location[card] = seat
    learns_card(state, seat, card)


@rule
def put_in_deck(state: Record, card: int, place: int) -> None:
    state.location[card] = IN_DECK
    state.decks[colour_of(card), place] = value_of(card)


@rule
def cards_in_hand(state: Record, seat: int, colour: int) -> int:
    count = 0
    for card in range(colour * NUM_VALUES, (colour + 1) * NUM_VALUES):
        count += state.location[card] == seat
    return count


@rule
def shuffle_unknown(
    rules: Record, colour: int, stream: Stream, state: Record, unknown: Array
) -> int:
    """Writes the cards of a colour that have no place yet in random order; returns how many."""
    count = 0
    for i in range(rules.num_cards):
        card = rules.cards[i]
        if colour_of(card) == colour and state.location[card] == NOT_IN_PLAY:
            j = random_below(stream, count + 1)
            unknown[count] = unknown[j]
            unknown[j] = card
            count += 1
    return count


# --- Businesses and stakes


@rule
def deal_businesses(
    rules: Record, table: Record, seats: Array, stream: Stream, colour: int, state: Record
) -> None:
    """Known owners first; the other types of the colour at random to who owns one, or the pile."""
    unknown = np.empty(NUM_BUSINESSES, np.int8)
    count = 0
    for business in range(NUM_BUSINESSES):
        if not restore_owner(rules, table, seats, colour, business, state):
            j = random_below(stream, count + 1)
            unknown[count] = unknown[j]
            unknown[j] = business
            count += 1
    for seat in range(rules.num_players):
        missing = signed(seats[seat].businesses[colour])
        for business in range(NUM_BUSINESSES):
            missing -= state.owner[colour, business] == seat
        for _ in range(missing):
            count -= 1
            own(state, seat, colour, unknown[count])


@rule
def restore_owner(
    rules: Record, table: Record, seats: Array, colour: int, business: int, state: Record
) -> bool:
    """Places a business if the viewer knows whose it is; returns whether he does."""
    index = colour * NUM_BUSINESSES + business
    for seat in range(rules.num_players):
        if seats[seat].business_types[index]:
            own(state, seat, colour, business)
            state.owner_knowers[colour, business] |= 1 << VIEWER
            return True
    if table.piles[index]:
        state.owner_knowers[colour, business] |= 1 << VIEWER
        return True
    return False


@rule
def own(state: Record, seat: int, colour: int, business: int) -> None:
    own_business(state, seat, colour, business)
    state.owner_knowers[colour, business] |= 1 << seat


@rule
def draw_hidden_stake(shown: Record, seat: int, stream: Stream, state: Record) -> None:
    """A stake that the viewer cannot see is any of the notes shown, which include it (R8)."""
    asked_now = state.phase == STAKE and state.to_move == seat
    if not is_in_war(state, seat) or state.stake[seat] != NOTHING or asked_now:
        return
    notes = 0
    for note in range(NUM_NOTES):
        notes += state.dirty[seat, note]
    skip = random_below(stream, notes)
    for note in range(NUM_NOTES):
        skip -= state.dirty[seat, note]
        if skip < 0:
            state.stake[seat] = note
            state.dirty[seat, note] -= 1
            return
