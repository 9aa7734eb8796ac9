"""What a seat may see, as a record of `uint8` fields (RULES.md, 8): all but the stock's order.

An observation is one TABLE record followed by one SEAT record for each player, the viewer first.
Cards are counted by kind: family * 5 + rank.
"""

from __future__ import annotations

from typing import Any

from sicilianos_env.engine.game import Field, fields_record
from sicilianos_env.engine.records import Array, Record, opened_all
from sicilianos_env.games.famiglia.components import COPIES, NUM_CARDS, NUM_KINDS, TOP_RANK
from sicilianos_env.games.famiglia.state import NOTHING, PHASES
from sicilianos_env.jit import rule

MOST_ALIKE = max(COPIES)

TABLE_FIELDS = (
    Field("phase", (len(PHASES),), 1, "one-hot, in the order of PHASES"),
    Field("second_pass", (), 1, "the second pass of the stock has begun"),
    Field("street", (NUM_KINDS,), MOST_ALIKE, "how many of each kind lie on the street"),
    Field("discards", (NUM_KINDS,), MOST_ALIKE, "how many of each kind are in the discards"),
    Field("stock", (NUM_KINDS,), MOST_ALIKE, "how many of each kind are in the stock"),
    Field("stock_size", (), NUM_CARDS, "cards in the stock"),
    Field(
        "stock_places",
        (NUM_CARDS,),
        NUM_KINDS,
        "from the top: the kind of the card plus 1, where its place is known; else 0",
    ),
    Field("accountant", (), TOP_RANK, "rank of the Accountant whose exchange is under way; else 0"),
    Field("recalls", (), TOP_RANK, "cards that may still be recalled"),
    Field("lays", (), TOP_RANK, "cards recalled, to be laid"),
    Field("brute", (), TOP_RANK, "rank of the Brute played, until it intimidates a card; else 0"),
    Field("intimidated", (NUM_KINDS,), 1, "one-hot: the kind intimidated"),
    Field("lowered_to", (TOP_RANK,), 1, "one-hot: the rank that it counts as, 0 to 3"),
    Field("last_passed", (), 1, "the turn before this one was a pass"),
)

SEAT_FIELDS = (
    Field("to_move", (), 1, "the decision is this seat's"),
    Field("first_player", (), 1, "this seat has started"),
    Field("hand", (NUM_KINDS,), MOST_ALIKE, "how many of each kind are in the hand"),
    Field("gang", (NUM_KINDS,), MOST_ALIKE, "how many of each kind are in the gang"),
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
    observe_turn(state, table)
    observe_cards(state, table)
    observe_stock(state, table)
    for i in range(rules.num_players):
        observe_seat(state, (viewer + i) % rules.num_players, seats[i])


@rule
def observe_turn(state: Record, table: Record) -> None:
    if state.phase < len(PHASES):  # else chance decides
        table.phase[state.phase] = 1
    table.second_pass = state.second_pass
    table.last_passed = state.last_passed
    table.accountant = state.accountant
    table.recalls = state.recalls
    table.lays = state.lays
    table.brute = state.brute
    if state.intimidated != NOTHING:
        table.intimidated[state.intimidated] = 1
        table.lowered_to[state.lowered_to] = 1


@rule
def observe_cards(state: Record, table: Record) -> None:
    for kind in range(NUM_KINDS):
        table.street[kind] = state.street[kind]
        table.discards[kind] = state.discards[kind]
        table.stock[kind] = state.in_stock[kind]


@rule
def observe_stock(state: Record, table: Record) -> None:
    """The order is known only as far as cards were put under it openly (8.3)."""
    table.stock_size = state.stock_size
    for place in range(state.stock_size - state.known_places, state.stock_size):
        table.stock_places[place] = state.stock[place] + 1


@rule
def observe_seat(state: Record, seat: int, shown: Record) -> None:
    shown.to_move = state.to_move == seat
    shown.first_player = state.first_player == seat
    for kind in range(NUM_KINDS):
        shown.hand[kind] = state.hand[seat, kind]
        shown.gang[kind] = state.gang[seat, kind]
