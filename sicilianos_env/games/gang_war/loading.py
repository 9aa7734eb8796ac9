"""Reads a position of a war; trusts none of it (RULES.md, 6)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from sicilianos_env.engine.game import OVER
from sicilianos_env.engine.options import loaded_rules
from sicilianos_env.engine.reading import (
    check_object,
    insist,
    read_list,
    read_whole,
    read_word,
    shown,
)
from sicilianos_env.engine.records import Array, Record, opened
from sicilianos_env.games.gang_war.notation import GAME_NAME, PHASES_UNUSED
from sicilianos_env.games.gang_war.options import RULES, Rules
from sicilianos_env.games.gang_war.resample import points_of_row
from sicilianos_env.games.gang_war.rules import (
    ANY_TYPE,
    businesses_of,
    clear_piles,
    is_opening,
    legal_mask,
    spread_notes,
)
from sicilianos_env.games.gang_war.state import STATE
from sicilianos_env.games.sicilianos.actions import NUM_ACTIONS, TAKE_BUSINESS, TAKE_MONEY
from sicilianos_env.games.sicilianos.cards import put_under_deck
from sicilianos_env.games.sicilianos.components import DENOMINATIONS, UNIT
from sicilianos_env.games.sicilianos.loading import (
    FIRST_ROUND_PHASES,
    WAR_CHECKS,
    cards_not_seen,
    check_rows,
    participants,
    place,
    read_bombs,
    read_hand,
    read_notes_of_all,
    read_row_cards,
    read_rows,
    read_seat,
    remember_rows,
)
from sicilianos_env.games.sicilianos.memory import everybody
from sicilianos_env.games.sicilianos.rules import start as start_sicilianos
from sicilianos_env.games.sicilianos.state import (
    BUSINESS,
    GAME_OVER,
    IN_DECK,
    NOTHING,
    PHASES,
    SPLIT,
    STAKE,
)
from sicilianos_env.games.sicilianos.war import end_war, found
from sicilianos_env.games.sicilianos.war_moves import step_war

NEEDED_FIELDS = ("game", "rules", "phase", "to_move", "war", "seats")
SEAT_FIELDS = ("dirty", "washed", "businesses")
PHASES_PLAYED = tuple(phase for phase in PHASES if phase not in PHASES_UNUSED)
MOST_WASHED = 3 * max(DENOMINATIONS)  # more than any war brings


def load(given: Mapping[str, Any]) -> tuple[Rules, Array]:
    """The options and the flat `uint8` memory of the state of a position; makes no move by itself.

    Raises:
        PositionError: with one sentence that names the fault, for whatever is not a position of the
            game. A position that play could never reach loads, if it is consistent.
    """
    check_object("position", given, NEEDED_FIELDS, ("turn_of",))
    read_word("game", given["game"], (GAME_NAME,))
    options: Rules = loaded_rules(Rules, given["rules"])
    memory = np.zeros(STATE.itemsize, dtype=np.uint8)
    rules, state = opened(options.to_record(), RULES), opened(memory, STATE)
    start_sicilianos(rules, state)
    spread_notes(rules, state)
    clear_piles(rules, state)
    phase = read_word("phase", given["phase"], PHASES_PLAYED)
    state.phase = PHASES.index(PHASES_PLAYED[phase])
    lay_out(rules, state, given)
    if state.phase == GAME_OVER:
        reach_end(rules, memory, given["seats"])
    else:
        check_phase(rules, state, given["seats"])
    return options, memory


def lay_out(rules: Record, state: Record, given: Mapping[str, Any]) -> None:
    """Puts everything in its place; what is not seen anywhere was not dealt."""
    read_seats(rules, state, given["seats"])
    blown_up = read_war(rules, state, given["war"])
    read_movers(rules, state, given)
    check_stakes(state, given["seats"])
    read_notes_of_all(rules, state, given["seats"])
    read_bombs(rules, state, given["war"].get("bombs"))
    for colour in range(rules.num_families):
        for card in cards_not_seen(rules, state, colour):
            put_under_deck(state, card, 0)
    for card in blown_up:
        put_under_deck(state, card, everybody(rules))
    for seat in participants(rules, state):
        state.points_laid[seat] = points_of_row(state, seat)
    remember_rows(rules, state)


def read_seats(rules: Record, state: Record, seats: Any) -> None:
    players = int(rules.num_players)
    count = len(read_list("seats", seats))
    insist(count == players, f"seats has length {count}; num_players is {players}.")
    for seat, given in enumerate(seats):
        name = f"seats[{seat}]"
        check_object(name, given, ("hand",), SEAT_FIELDS)
        read_hand(rules, state, seat, given["hand"])


def read_movers(rules: Record, state: Record, given: Mapping[str, Any]) -> None:
    to_move, opener = given["to_move"], int(state.turn_of)
    if state.phase == GAME_OVER:
        insist(to_move is None, f"to_move is {shown(to_move)}; it must be null in phase 'over'.")
        state.to_move = OVER
    else:
        state.to_move = read_seat(rules, "to_move", to_move)
    seat = read_seat(rules, "turn_of", given.get("turn_of", opener))
    insist(seat == opener, f"turn_of is {seat}; the war's opener is {opener}.")


# --- The rows


def read_war(rules: Record, state: Record, given: Any) -> list[int]:
    """The rows, clockwise from the opener; returns the cards that were blown up."""
    check_object("war", given, ("opener", "round", "rows"), ("bombs",))
    rows = read_list("war.rows", given["rows"])
    for i, row in enumerate(rows):
        insist(isinstance(row, Mapping), f"war.rows[{i}] is {shown(row)}; it must be an object.")
    bare = [{name: row[name] for name in row if name != "blown_up"} for row in rows]
    read_rows(rules, state, {**given, "rows": bare})
    blown_up = []
    for i, row in enumerate(rows):
        name, seat = f"war.rows[{i}].blown_up", int(row["seat"])
        cards = read_row_cards(rules, state, seat, name, row.get("blown_up", []))
        for card in cards:
            place(state, card, IN_DECK)
        may = state.phase not in (STAKE, *FIRST_ROUND_PHASES)
        insist(may or not cards, f"{name} must be empty in phase {PHASES[state.phase]!r}.")
        blown_up += cards
    return blown_up


def check_stakes(state: Record, seats: Any) -> None:
    """Whose dirty notes are left out has staked one that the option gives him."""
    for seat, given in enumerate(seats):
        stake = state.stake[seat]
        had_it = stake == NOTHING or state.dirty[seat, stake] > 0
        fault = f"seats[{seat}].dirty is left out, but the option notes gives no such stake."
        insist("dirty" in given or had_it, fault)


# --- Whether all of it fits the phase


def check_phase(rules: Record, state: Record, seats: Any) -> None:
    for seat, (washed, businesses) in enumerate(gains(seats)):
        fault = f"seats[{seat}] must have no washed money and no business before the war is over."
        insist(washed == 0 and businesses == 0, fault)
    if is_opening(state):
        fault = "war.rows must be empty while the opener is asked for his first card."
        insist(not participants(rules, state), fault)
    else:
        insist(participants(rules, state), "war.rows is empty; only the opener can be asked then.")
        if state.phase in WAR_CHECKS:
            WAR_CHECKS[int(state.phase)](rules, state)
        check_rows(rules, state)
    mask = np.zeros(NUM_ACTIONS, dtype=np.int8)
    legal_mask(rules, state, mask)
    fault = f"Seat {state.to_move} has no legal action in phase {PHASES[state.phase]!r}."
    insist(mask.any(), fault)


def gains(seats: Any) -> list[tuple[int, int]]:
    """For each seat its washed money, in units, and its businesses."""
    found = []
    for seat, given in enumerate(seats):
        name, washed = f"seats[{seat}].washed", given.get("washed", 0)
        fits = type(washed) is int and 0 <= washed <= MOST_WASHED and washed % UNIT == 0
        fault = f"{name} is {shown(washed)}; it must be a multiple of {UNIT} up to {MOST_WASHED}."
        insist(fits, fault)
        businesses = read_whole(f"seats[{seat}].businesses", given.get("businesses", 0), 0, 1)
        found.append((washed // UNIT, businesses))
    return found


def reach_end(rules: Record, memory: Array, seats: Any) -> None:
    """Gives the seats what the war brings; allies may have split it in one of two ways."""
    check_rows(rules, opened(memory, STATE))
    wanted = gains(seats)
    for end in endings(rules, memory):
        state = opened(end, STATE)
        players = range(rules.num_players)
        if wanted == [(int(state.washed[s]), int(businesses_of(state, s))) for s in players]:
            memory[:] = end
            return
    insist(False, "seats must have the washed money and the businesses that this war brings.")


def endings(rules: Record, memory: Array) -> Iterator[Array]:
    """The states in which the war, as it lies, can end."""
    for choice in (TAKE_BUSINESS, TAKE_MONEY):
        end = memory.copy()
        state = opened(end, STATE)
        end_war(rules, state)
        if state.phase == SPLIT:
            step_war(rules, state, state.to_move, choice)
        if state.phase == BUSINESS:
            found(rules, state, state.to_move, ANY_TYPE)
        state.phase, state.to_move = GAME_OVER, OVER
        yield end
