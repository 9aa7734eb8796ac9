"""What a seat may see, as a record of `uint8` fields (RULES.md, 7).

An observation is one TABLE record followed by one SEAT record for each player: the viewer first,
then clockwise. Cards are indexed by `card_of(suit, value)`.
"""

from __future__ import annotations

from typing import Any

from sicilianos_env.engine.game import Field, fields_record
from sicilianos_env.engine.records import Array, Record, opened_all
from sicilianos_env.games.scopa.cards import can_make, sums_on_table
from sicilianos_env.games.scopa.components import NUM_CARDS, NUM_SUITS, NUM_VALUES
from sicilianos_env.games.scopa.state import (
    IN_DECK,
    NO_CARD,
    NOBODY,
    ON_TABLE,
    PHASES,
    PILE,
)
from sicilianos_env.jit import rule

MAX_HAND = NUM_CARDS // 2
MAX_ROUND = 255
# More than these, which loaded positions can lead to, is shown as these.
MAX_SCOPAS = NUM_CARDS // 2
MAX_SCORE = 255
NOWHERE = -1

TABLE_FIELDS = (
    Field("phase", (len(PHASES),), 1, "one-hot, in the order of PHASES"),
    Field("table", (NUM_CARDS,), 1, "cards that lie face up, those chosen to be taken too"),
    Field("total", (), NUM_SUITS * sum(range(NUM_VALUES + 1)), "their values together"),
    Field("matches", (NUM_VALUES,), 1, "by value: whether such a card matches (RULES.md 3.2)"),
    Field("deck", (NUM_CARDS,), 1, "cards that the viewer knows to be in the deck"),
    Field("deck_size", (), NUM_CARDS, "cards in the deck"),
    Field("played", (NUM_CARDS,), 1, "one-hot: the card that takes, in phase take"),
    Field("taking", (NUM_CARDS,), 1, "cards chosen to be taken so far"),
    Field("round_number", (), MAX_ROUND, "from 1"),
)

SEAT_FIELDS = (
    Field("to_move", (), 1, "the decision is this seat's"),
    Field("dealer", (), 1, "this seat deals in this round"),
    Field("last_taker", (), 1, "this seat was the last to take in this round"),
    Field("hand", (NUM_CARDS,), 1, "cards that the viewer knows to be in the hand"),
    Field("hand_size", (), MAX_HAND, "cards in the hand"),
    Field("pile", (NUM_CARDS,), 1, "cards in the score pile"),
    Field("scopas", (), MAX_SCOPAS, "in this round"),
    Field("score", (), MAX_SCORE, "points of the rounds that are over"),
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
    unseen_at = place_of_unseen(rules, state, viewer)
    observe_table(state, unseen_at, tables[0])
    for i in range(rules.num_players):
        seat = (viewer + i) % rules.num_players
        observe_cards(state, seat, i == 0 or seat == unseen_at, seats[i])
        observe_seat(state, seat, seats[i])


@rule
def observe_table(state: Record, unseen_at: int, table: Record) -> None:
    if state.phase < len(PHASES):  # else chance decides
        table.phase[state.phase] = 1
    table.deck_size = state.deck_size
    table.round_number = state.round_number
    for card in range(NUM_CARDS):
        table.table[card] = state.location[card] == ON_TABLE
        table.deck[card] = (state.location[card] == IN_DECK) & (unseen_at == IN_DECK)
        table.taking[card] = state.chosen[card]
    if state.played != NO_CARD:
        table.played[state.played] = 1
    sums, total = sums_on_table(state), 0
    for value in range(1, NUM_VALUES + 1):
        total += value * int(state.on_table[value])
        table.matches[value - 1] = can_make(sums, value)
    table.total = total


@rule
def place_of_unseen(rules: Record, state: Record, viewer: int) -> int:
    """Where all cards that the viewer has not seen must be (7.2): a seat, IN_DECK or NOWHERE."""
    holders, holder = 0, NOBODY
    for seat in range(rules.num_players):
        if seat != viewer and state.hand_sizes[seat] > 0:
            holders += 1
            holder = seat
    if holders == 0:
        return IN_DECK
    return holder if holders == 1 and state.deck_size == 0 else NOWHERE


@rule
def observe_cards(state: Record, seat: int, is_hand_known: bool, shown: Record) -> None:
    for card in range(NUM_CARDS):
        shown.hand[card] = (state.location[card] == seat) & is_hand_known
        shown.pile[card] = state.location[card] == PILE + seat


@rule
def observe_seat(state: Record, seat: int, shown: Record) -> None:
    shown.to_move = state.to_move == seat
    shown.dealer = state.dealer == seat
    shown.last_taker = state.last_taker == seat
    shown.hand_size = state.hand_sizes[seat]
    shown.scopas = min(state.scopas[seat], MAX_SCOPAS)
    shown.score = min(state.score[seat], MAX_SCORE)
