"""What a seat may see, as a record of `uint8` fields (RULES.md, 9).

An observation is one TABLE record followed by one SEAT record for each player, the viewer first,
then clockwise. Explanations are counted by kind, in the order of RULES.md 1.7.
"""

from __future__ import annotations

from typing import Any

from sicilianos_env.engine.game import Field, fields_record
from sicilianos_env.engine.records import Array, Record, opened_all
from sicilianos_env.games.padrino.components import (
    CHARACTERS,
    COPIES,
    HAND_SIZE,
    INFORMERS,
    LIGHT_OF,
    LIGHTS,
    MAX_PLAYERS,
    MOODS,
    MOST_COUNTED,
    NUM_CARDS,
    NUM_KINDS,
    SUITCASES,
    TYPE_OF,
    TYPES,
)
from sicilianos_env.games.padrino.state import (
    EXPLAIN,
    HELP,
    JUDGE,
    NOTHING,
    OBJECT,
    PHASES,
)
from sicilianos_env.jit import rule

MOST_ALIKE = max(COPIES)
SLOTS = (MOST_COUNTED,)

TABLE_FIELDS = (
    Field("phase", (len(PHASES),), 1, "one-hot, in the order of PHASES; hidden phases as in 9.2"),
    Field("mood", (len(MOODS),), 1, "one-hot: green, yellow, red"),
    Field("counted", (), MOST_COUNTED, "cards counted in this turn"),
    Field("raised_at", (), MOST_COUNTED, "the count at which the mood last rose in this turn"),
    Field("helper_asked", (), 1, "the helper has answered since the accused last explained (9.2)"),
    Field("pressed", (), 1, "another card must be played"),
    Field("deck_size", (), NUM_CARDS, "cards in the deck"),
    Field("discards", (NUM_KINDS,), MOST_ALIKE, "how many of each kind are in the discards"),
    Field("light", (MOST_COUNTED, len(LIGHTS)), 1, "of each card in play, in the order played"),
    Field("type", (MOST_COUNTED, len(TYPES)), 1, "of each card in play"),
    Field("informer", SLOTS, 1, "this card in play is an informer"),
    Field("by_helper", SLOTS, 1, "this card in play was played by the helper of the accused"),
    Field("standing", SLOTS, 1, "this card in play has not been cancelled"),
    Field("evidence", SLOTS, 1, "one-hot: the card of the accusation being judged or applied"),
)

SEAT_FIELDS = (
    Field("to_move", (), 1, "the decision is this seat's (9.2)"),
    Field("character", (len(CHARACTERS),), 1, "one-hot, in the order of RULES.md 1.1"),
    Field("accused", (), 1, "it is this seat's turn to explain itself"),
    Field("accuser", (), 1, "this seat has accused the accused"),
    Field("blamed", (), 1, "this seat is named in an accusation being judged or applied"),
    Field("condemned", (), 1, "this seat has been condemned"),
    Field("won", (), 1, "this seat has won"),
    Field("hand_size", (), HAND_SIZE, "cards in the hand"),
    Field("hand", (NUM_KINDS,), HAND_SIZE, "how many of each kind, of the viewer alone"),
    Field("mixed", (), 1, "this seat's suitcase was shuffled with the money at the start"),
    Field("suitcase", (len(SUITCASES),), 1, "one-hot: its suitcase, if the viewer knows it"),
    Field("informed_of", (MAX_PLAYERS,), 1, "whose suitcases this seat knows, the viewer first"),
)

TABLE, SEAT = fields_record(TABLE_FIELDS), fields_record(SEAT_FIELDS)
TABLE_SIZE, SEAT_SIZE = TABLE.itemsize, SEAT.itemsize
IS_INFORMER = tuple(kind in INFORMERS for kind in range(NUM_KINDS))


@rule
def open_observation(observation: Array) -> tuple[Any, Any]:
    """The records in a flat observation: the one TABLE, as an array, and the SEATs."""
    table, seats = observation[:TABLE_SIZE], observation[TABLE_SIZE:]
    return opened_all(table, TABLE), opened_all(seats, SEAT)


@rule
def kind_in_play(table: Record, place: int) -> int:
    """The kind of the card at a place in play, or NOTHING: what `observe_cards` has written."""
    for kind in range(NUM_KINDS):
        if table.light[place, LIGHT_OF[kind]] and table.type[place, TYPE_OF[kind]]:
            if IS_INFORMER[kind] == (table.informer[place] == 1):
                return kind
    return NOTHING


@rule
def observe(rules: Record, state: Record, viewer: int, observation: Array) -> None:
    """Writes what `viewer` may see into a flat `uint8` array (SEAT_SIZE bytes for each player)."""
    observation[:] = 0
    tables, seats = open_observation(observation)
    observe_turn(state, viewer, tables[0])
    observe_cards(state, tables[0])
    for i in range(rules.num_players):
        seat = (viewer + i) % rules.num_players
        observe_seat(rules.num_players, state, viewer, seat, seats[i])


@rule
def is_hidden(state: Record, viewer: int) -> bool:
    """Somebody else is asked whether to help or to object (9.2)."""
    return (state.phase == HELP or state.phase == OBJECT) and state.to_move != viewer


@rule
def shown_phase(state: Record, viewer: int) -> int:
    if not is_hidden(state, viewer):
        return int(state.phase)
    return EXPLAIN if state.phase == HELP else JUDGE


@rule
def shown_mover(state: Record, viewer: int) -> int:
    """The seat that seems to decide; where that is the viewer himself, he does not (9.2)."""
    if not is_hidden(state, viewer):
        return int(state.to_move)
    mover = state.accused if state.phase == HELP else state.boss
    return int(mover) if mover != viewer else -1


@rule
def observe_turn(state: Record, viewer: int, table: Record) -> None:
    phase = shown_phase(state, viewer)
    if phase < len(PHASES):  # else chance decides
        table.phase[phase] = 1
    table.mood[state.mood] = 1
    table.counted = state.counted
    table.raised_at = state.raised_at
    hides_help = state.phase == HELP and is_hidden(state, viewer)
    table.helper_asked = state.helper_asked == 1 or hides_help
    table.pressed = state.pressed


@rule
def observe_cards(state: Record, table: Record) -> None:
    table.deck_size = state.deck_size
    for kind in range(NUM_KINDS):
        table.discards[kind] = state.discards[kind]
    for place in range(state.num_in_play):
        kind = state.in_play[place]
        table.light[place, LIGHT_OF[kind]] = 1
        table.type[place, TYPE_OF[kind]] = 1
        table.informer[place] = IS_INFORMER[kind]
        table.by_helper[place] = state.played_by[place] != state.accused
        table.standing[place] = state.standing[place]
    if state.evidence != NOTHING:
        table.evidence[state.evidence] = 1


@rule
def observe_seat(num_players: int, state: Record, viewer: int, seat: int, shown: Record) -> None:
    shown.to_move = shown_mover(state, viewer) == seat
    shown.character[state.character[seat]] = 1
    shown.accused = state.accused == seat
    shown.accuser = state.accuser == seat
    shown.blamed = state.blamed == seat
    shown.condemned = state.condemned == seat
    shown.won = state.won[seat]
    for kind in range(NUM_KINDS):
        shown.hand_size += state.hand[seat, kind]
        if seat == viewer:
            shown.hand[kind] = state.hand[seat, kind]
    observe_suitcase(num_players, state, viewer, seat, shown)


@rule
def observe_suitcase(
    num_players: int, state: Record, viewer: int, seat: int, shown: Record
) -> None:
    shown.mixed = state.mixed[seat]
    if state.knows[viewer, seat]:
        shown.suitcase[state.suitcase[seat]] = 1
    for i in range(num_players):
        shown.informed_of[i] = state.knows[seat, (viewer + i) % num_players]
