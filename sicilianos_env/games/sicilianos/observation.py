"""What a seat may see, as a record of `uint8` fields (RULES.md, 9).

An observation is one TABLE record followed by one SEAT record for each player: the viewer first,
then clockwise. So its size depends on the number of players alone, and compiled code that reads it
does not. Cards are indexed by `card_of(colour, value)`, colours and types by index.
"""

from __future__ import annotations

from typing import Any

from sicilianos_env.engine.game import Field, fields_record
from sicilianos_env.engine.records import Array, Record, opened_all
from sicilianos_env.games.sicilianos.components import (
    DEFECTED_STRENGTH,
    NOTE_UNITS,
    NUM_BUSINESSES,
    NUM_CARDS,
    NUM_FAMILIES,
    NUM_NOTES,
    NUM_VALUES,
    SYMBOLS,
    colour_of,
    value_of,
)
from sicilianos_env.games.sicilianos.options import MAX_NOTES_EACH
from sicilianos_env.games.sicilianos.state import FACE_UP, NOBODY, NOTHING, PHASES
from sicilianos_env.games.sicilianos.war import is_in_war, strength
from sicilianos_env.jit import rule

MAX_DIRTY = MAX_NOTES_EACH
MOST_NOTES = MAX_NOTES_EACH * NUM_NOTES
# A note won alone brings twice its value; with an ally's, at most 10 units more than its value.
MAX_WASHED = MAX_NOTES_EACH * sum(NOTE_UNITS) + MOST_NOTES * max(NOTE_UNITS)
# Play cannot go beyond MAX_WASHED or NUM_VALUES rounds of a war; a loaded position can.
MAX_STRENGTH = sum(range(1, NUM_VALUES + 1)) + DEFECTED_STRENGTH

TABLE_FIELDS = (
    Field("phase", (len(PHASES),), 1, "one-hot, in the order of PHASES"),
    Field("dice", (NUM_FAMILIES,), 2, "how many colour dice show each colour"),
    Field("influence", (len(SYMBOLS),), 1, "one-hot: the influence die shows two, one, hand"),
    Field("searched", (NUM_FAMILIES,), 1, "one-hot: the deck being searched"),
    Field("war_round", (), NUM_VALUES, "of the gang war, from 1; 0 outside a war"),
    Field("bombs", (NUM_FAMILIES,), 1, "Bombs turned up this round that have not decided"),
    Field("face_up", (NUM_CARDS,), 1, "cards that lie face up"),
    Field("deck_sizes", (NUM_FAMILIES,), NUM_VALUES, "cards in each deck"),
    Field(
        "decks",
        (NUM_CARDS,),
        NUM_VALUES,
        "by colour, from the top: the value of the card, where the viewer knows it; else 0",
    ),
    Field(
        "piles",
        (NUM_FAMILIES * NUM_BUSINESSES,),
        1,
        "businesses (by colour, then type) that the viewer knows to be in their pile",
    ),
)

SEAT_FIELDS = (
    Field("to_move", (), 1, "the decision is this seat's"),
    Field("turn_of", (), 1, "the turn is this seat's: starting player, roller or opener"),
    Field("hand", (NUM_CARDS,), 1, "cards that the viewer knows to be in the hand"),
    Field("hand_colours", (NUM_FAMILIES,), NUM_VALUES, "cards of each colour in the hand"),
    Field("dirty", (NUM_NOTES,), MAX_DIRTY, "dirty notes of each denomination"),
    Field("washed", (), MAX_WASHED, "washed money in units of 5,000"),
    Field("businesses", (NUM_FAMILIES,), NUM_BUSINESSES, "businesses of each colour"),
    Field(
        "business_types",
        (NUM_FAMILIES * NUM_BUSINESSES,),
        1,
        "businesses (by colour, then type) that the viewer knows to be this seat's",
    ),
    Field("family", (NUM_FAMILIES,), 1, "one-hot: the colour that the seat plays in the war"),
    Field("stake", (), max(NOTE_UNITS), "staked note in units of 5,000; 0: none, or hidden"),
    Field("strength", (), MAX_STRENGTH, "of the seat's family, by the cards face up"),
    Field("playing", (), 1, "may still lay cards in this war"),
    Field("defected", (), 1, "the seat's Turncoat has defected"),
    Field("face_down", (), 1, "a card of the seat lies face down"),
    Field("laid", (), NUM_VALUES, "the value of that card, where the viewer knows it; else 0"),
)

TABLE, SEAT = fields_record(TABLE_FIELDS), fields_record(SEAT_FIELDS)
TABLE_SIZE, SEAT_SIZE = TABLE.itemsize, SEAT.itemsize


@rule
def open_observation(observation: Array) -> tuple[Any, Any]:
    """The records in a flat observation: the one TABLE, as an array, and the SEATs."""
    table, seats = observation[:TABLE_SIZE], observation[TABLE_SIZE:]
    return opened_all(table, TABLE), opened_all(seats, SEAT)


@rule
def observe(rules: Record, state: Record, viewer: int, observation: Array) -> None:
    """Writes what `viewer` may see into a flat `uint8` array (SEAT_SIZE bytes for each player)."""
    observation[:] = 0
    tables, seats = open_observation(observation)
    table = tables[0]
    observe_table(state, table)
    observe_decks(state, viewer, table)
    observe_owned(state, viewer, NOBODY, table.piles)
    for i in range(rules.num_players):
        seat = (viewer + i) % rules.num_players
        observe_hand(state, viewer, seat, seats[i])
        observe_possessions(state, viewer, seat, seats[i])
        if is_in_war(state, seat):
            table.war_round = min(state.war_round, NUM_VALUES)
            table.bombs[state.family[seat]] = state.bomb_pending[seat]
            observe_row(rules, state, viewer, seat, seats[i])


@rule
def observe_table(state: Record, table: Record) -> None:
    if state.phase < len(PHASES):  # else chance decides
        table.phase[state.phase] = 1
    if state.dice[0] != NOTHING:
        table.dice[state.dice[0]] += 1
        table.dice[state.dice[1]] += 1
        table.influence[state.influence] = 1
    if state.searched != NOTHING:
        table.searched[state.searched] = 1
    for card in range(NUM_CARDS):
        table.face_up[card] = state.location[card] == FACE_UP
    for colour in range(NUM_FAMILIES):
        table.deck_sizes[colour] = state.deck_sizes[colour]


@rule
def observe_decks(state: Record, viewer: int, table: Record) -> None:
    mine = 1 << viewer
    for colour in range(NUM_FAMILIES):
        for place in range(NUM_VALUES):
            known = (state.deck_knowers[colour, place] & mine) != 0
            table.decks[colour * NUM_VALUES + place] = state.decks[colour, place] * known


@rule
def observe_owned(state: Record, viewer: int, owner: int, types: Array) -> None:
    """The businesses that the viewer knows to be an owner's."""
    mine = 1 << viewer
    for colour in range(NUM_FAMILIES):
        for business in range(NUM_BUSINESSES):
            known = (state.owner_knowers[colour, business] & mine) != 0
            is_his = state.owner[colour, business] == owner
            types[colour * NUM_BUSINESSES + business] = known & is_his


@rule
def observe_hand(state: Record, viewer: int, seat: int, shown: Record) -> None:
    mine = 1 << viewer
    for card in range(NUM_CARDS):
        known = (state.knowers[card] & mine) != 0
        shown.hand[card] = known & (state.location[card] == seat)
    for colour in range(NUM_FAMILIES):
        shown.hand_colours[colour] = state.hand_colours[seat, colour]
    if seat != viewer and state.face_down[seat] != NOTHING:
        hide_colour(state.family[seat], shown)


@rule
def hide_colour(colour: int, shown: Record) -> None:
    """A card of that colour was laid face down: which of the known ones it was, is uncertain."""
    for card in range(colour * NUM_VALUES, (colour + 1) * NUM_VALUES):
        shown.hand[card] = 0


@rule
def observe_possessions(state: Record, viewer: int, seat: int, shown: Record) -> None:
    shown.to_move = state.to_move == seat
    shown.turn_of = state.turn_of == seat
    for note in range(NUM_NOTES):
        shown.dirty[note] = state.dirty[seat, note]
    shown.washed = min(state.washed[seat], MAX_WASHED)
    for colour in range(NUM_FAMILIES):
        shown.businesses[colour] = state.businesses[seat, colour]
    observe_owned(state, viewer, seat, shown.business_types)


@rule
def observe_row(rules: Record, state: Record, viewer: int, seat: int, shown: Record) -> None:
    """The seat's row in the gang war."""
    shown.family[state.family[seat]] = 1
    shown.strength = strength(rules, state, seat)
    shown.playing = state.playing[seat]
    shown.defected = state.defected[seat]
    if state.face_down[seat] != NOTHING:
        shown.face_down = 1
        shown.laid = laid_value(state, viewer, seat)
    if state.stake[seat] != NOTHING:
        if is_stake_hidden(rules, state, viewer, seat):
            shown.dirty[state.stake[seat]] += 1  # as before the war (R8)
        else:
            shown.stake = rules.note_units[state.stake[seat]]


@rule
def laid_value(state: Record, viewer: int, seat: int) -> int:
    """Known of one's own card, and of another's that was the last of its colour in his hand."""
    card = state.face_down[seat]
    certain = seat == viewer or state.hand_colours[seat, colour_of(card)] == 0
    knows = (state.knowers[card] & (1 << viewer)) != 0
    return value_of(card) if certain and knows else 0


@rule
def is_stake_hidden(rules: Record, state: Record, viewer: int, seat: int) -> bool:
    unrevealed = state.war_round == 1 and state.face_down[seat] != NOTHING
    return rules.hidden_stakes == 1 and seat != viewer and unrevealed
