"""A random state that looks the same to the viewer, from the observation alone.

Only the order of the stock is hidden: every order of its cards at unknown places is equally
likely. The viewer becomes seat 0.
"""

from __future__ import annotations

from sicilianos_env.engine.game import OVER
from sicilianos_env.engine.records import Array, Record, index_of_one, signed
from sicilianos_env.engine.streams import Stream, random_below
from sicilianos_env.games.famiglia.components import NUM_KINDS
from sicilianos_env.games.famiglia.observation import open_observation
from sicilianos_env.games.famiglia.state import GAME_OVER, NOBODY, NOTHING, ask
from sicilianos_env.jit import rule


@rule
def resample(rules: Record, observation: Array, stream: Stream, state: Record) -> None:
    """Writes a random state consistent with the observation into `state` (zeros before)."""
    tables, seats = open_observation(observation)
    table = tables[0]
    restore_turn(table, seats, state)
    for kind in range(NUM_KINDS):
        state.street[kind] = table.street[kind]
        state.discards[kind] = table.discards[kind]
        state.in_stock[kind] = table.stock[kind]
    for seat in range(rules.num_players):
        for kind in range(NUM_KINDS):
            state.hand[seat, kind] = seats[seat].hand[kind]
            state.gang[seat, kind] = seats[seat].gang[kind]
    restore_stock(table, state)
    shuffle_unknown(table, stream, state)


@rule
def restore_turn(table: Record, seats: Array, state: Record) -> None:
    state.turn_of = NOBODY
    ask(state, OVER, index_of_one(table.phase, GAME_OVER))
    for seat in range(seats.shape[0]):
        if seats[seat].to_move:
            state.to_move = state.turn_of = seat
        if seats[seat].first_player:
            state.first_player = seat
    state.second_pass = table.second_pass
    state.last_passed = table.last_passed
    state.accountant = table.accountant
    state.recalls = table.recalls
    state.lays = table.lays
    state.brute = table.brute
    state.intimidated = index_of_one(table.intimidated, NOTHING)
    state.lowered_to = index_of_one(table.lowered_to, 0)


@rule
def restore_stock(table: Record, state: Record) -> None:
    """The cards whose place is known; these are the bottom ones."""
    state.stock[:] = NOTHING
    state.stock_size = table.stock_size
    for place in range(state.stock_size):
        if table.stock_places[place] > 0:
            state.stock[place] = signed(table.stock_places[place]) - 1
            state.known_places += 1


@rule
def shuffle_unknown(table: Record, stream: Stream, state: Record) -> None:
    """The other cards of the stock in random order above them."""
    count = 0
    for kind in range(NUM_KINDS):
        for _ in range(signed(table.stock[kind]) - known_cards(state, kind)):
            place = random_below(stream, count + 1)
            state.stock[count] = state.stock[place]
            state.stock[place] = kind
            count += 1


@rule
def known_cards(state: Record, kind: int) -> int:
    """Cards of a kind at known places."""
    cards = 0
    for place in range(state.stock_size - state.known_places, state.stock_size):
        cards += state.stock[place] == kind
    return cards
