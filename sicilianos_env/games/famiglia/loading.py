"""Reads a position of Famiglia; trusts none of it.

What cannot be a position is refused with one sentence; consistent positions load, also those that
play could never reach (RULES.md, 9).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from sicilianos_env.engine.game import OVER, PositionError
from sicilianos_env.engine.options import read_rules
from sicilianos_env.engine.reading import (
    check_object,
    insist,
    listed,
    read_list,
    read_truth,
    read_whole,
    read_word,
    shown,
)
from sicilianos_env.engine.records import Array, Record, opened
from sicilianos_env.games.famiglia.abilities import end_intimidation
from sicilianos_env.games.famiglia.components import (
    ACCOUNTANT,
    BRUTE,
    CARD_NAMES,
    FAMILIES,
    NUM_KINDS,
    NUM_PLAYERS,
    NUM_RANKS,
    TOP_RANK,
    kind_of,
    rank_of,
)
from sicilianos_env.games.famiglia.notation import GAME_NAME
from sicilianos_env.games.famiglia.options import RULES, Rules
from sicilianos_env.games.famiglia.state import (
    ACCOUNTANT_ASKED,
    BRUTE_ASKED,
    GAME_OVER,
    NOBODY,
    NOTHING,
    PHASES,
    STATE,
    STREET,
    TAKE,
    ask,
)
from sicilianos_env.games.famiglia.street import can_clear, lies_higher_rank, put_under_stock

PUBLISHED = {"num_players": NUM_PLAYERS}  # the rules, if they are left out
NEEDED_FIELDS = ("game", "phase", "to_move", "seats")
OTHER_FIELDS = (
    "rules", "first_player", "stock", "pass", "street", "discards", "last_passed", "accountant",
    "brute", "intimidated",
)  # fmt: skip


def load(given: Mapping[str, Any]) -> tuple[Rules, Array]:
    """The options and the flat `uint8` memory of the state of a position; makes no move by itself.

    Raises:
        PositionError: with one sentence that names the fault, for whatever is not a position of the
            game. A position that play could never reach loads, if it is consistent.
    """
    check_object("position", given, NEEDED_FIELDS, OTHER_FIELDS)
    read_word("game", given["game"], (GAME_NAME,))
    memory = np.zeros(STATE.itemsize, dtype=np.uint8)
    state = opened(memory, STATE)
    read_turn(state, given)
    options = read_options(given.get("rules", PUBLISHED), int(state.first_player))
    read_cards(opened(options.to_record(), RULES), state, given)
    check_stock(state)
    check_phase(state)
    end_intimidation(state)
    read_exchange(state, given.get("accountant"))
    read_brute(state, given.get("brute"))
    read_intimidation(state, given.get("intimidated"))
    return options, memory


def read_turn(state: Record, given: Mapping[str, Any]) -> None:
    """The phase, whose decision it is, who has started, and what was before."""
    phase, to_move = read_word("phase", given["phase"], PHASES), given["to_move"]
    if phase == GAME_OVER:
        insist(to_move is None, f"to_move is {shown(to_move)}; it must be null in phase 'over'.")
        state.turn_of = NOBODY
        ask(state, OVER, phase)
    else:
        state.turn_of = read_seat("to_move", to_move)
        ask(state, state.turn_of, phase)
    first_player = given.get("first_player", max(0, int(state.to_move)))
    state.first_player = read_seat("first_player", first_player)
    state.second_pass = read_whole("pass", given.get("pass", 1), 1, 2) - 1
    state.last_passed = read_truth("last_passed", given.get("last_passed", False))


def read_seat(name: str, given: Any) -> int:
    return read_whole(name, given, 0, NUM_PLAYERS - 1)


def read_options(given: Any, first_player: int) -> Rules:
    """The first player stands in the position itself, not in its rules."""
    check_object("rules", given, ("num_players",), ("copies", "street_size"))
    try:
        return read_rules(Rules, {}, {**given, "first_player": first_player})
    except ValueError as fault:
        raise PositionError(str(fault)) from None


# --- Where the cards are


def read_cards(rules: Record, state: Record, given: Mapping[str, Any]) -> None:
    """Hands, gangs, street and discards; the stock last, since it may be what is left over."""
    seats = read_list("seats", given["seats"])
    insist(len(seats) == NUM_PLAYERS, f"seats has length {len(seats)}; there are {NUM_PLAYERS}.")
    for seat, cards in enumerate(seats):
        name = f"seats[{seat}]"
        check_object(name, cards, ("hand",), ("gang",))
        state.hand[seat] = read_set(rules, f"{name}.hand", cards["hand"])
        state.gang[seat] = read_set(rules, f"{name}.gang", cards.get("gang", []))
    state.street[:] = read_set(rules, "street", given.get("street", []))
    state.discards[:] = read_set(rules, "discards", given.get("discards", []))
    read_stock(rules, state, given)


def read_card(rules: Record, name: str, given: Any) -> int:
    kind = CARD_NAMES.index(given) if isinstance(given, str) and given in CARD_NAMES else NOTHING
    is_in_play = kind != NOTHING and rules.copies[kind] > 0
    fault = f"{name} holds {shown(given)}; it must hold cards in play, written 'brute 2'."
    insist(is_in_play, fault)
    return kind


def read_row(rules: Record, name: str, given: Any) -> list[int]:
    return [read_card(rules, name, word) for word in read_list(name, given)]


def read_set(rules: Record, name: str, given: Any) -> list[int]:
    """How many of each kind there are; not more than are in play."""
    kinds = read_row(rules, name, given)
    counts = [kinds.count(kind) for kind in range(NUM_KINDS)]
    check_counts(rules, name, counts)
    return counts


def check_counts(rules: Record, name: str, counts: Sequence[int]) -> None:
    for kind, count in enumerate(counts):
        most = int(rules.copies[kind])
        fault = f"{name} holds {CARD_NAMES[kind]} {count} times; there are {most} in play."
        insist(count <= most, fault)


def read_stock(rules: Record, state: Record, given: Mapping[str, Any]) -> None:
    """From the top; left out, what lies nowhere else, ascending."""
    state.stock[:] = NOTHING
    seen = state.hand.sum(axis=0) + state.gang.sum(axis=0) + state.street + state.discards
    check_counts(rules, "The position", list(map(int, seen)))
    left = rules.copies - seen
    kinds = [kind for kind in range(NUM_KINDS) for _ in range(left[kind])]
    if "stock" in given:
        kinds = read_row(rules, "stock", given["stock"])
    for kind in range(NUM_KINDS):
        fault = (
            f"{CARD_NAMES[kind]} is there {seen[kind] + kinds.count(kind)} times; "
            f"it must be there {rules.copies[kind]} times."
        )
        insist(kinds.count(kind) == left[kind], fault)
    for kind in kinds:
        put_under_stock(state, kind)


def check_stock(state: Record) -> None:
    if not state.second_pass:
        insist(
            state.stock_size > 0,
            "The stock is empty in pass 1; it must have a card.",
        )
    elif state.discards.any():
        raise PositionError("There are discards in pass 2; they must be in the second stock.")


# --- Whether it fits the phase


def check_phase(state: Record) -> None:
    if state.phase == STREET:
        fault = "In phase 'street' cards must lie on the street, none of rank 0, and in the stock."
        insist(can_clear(state), fault)
    if state.phase == GAME_OVER:
        is_played_out = state.second_pass and state.stock_size == 0
        insist(
            state.last_passed or is_played_out,
            "The game is not over: last_passed must be true, or the stock of pass 2 be empty.",
        )


def is_there(state: Record, name: str, given: Any, phase: int) -> bool:
    """Whether such a thing is given; it belongs to one phase."""
    fault = f"{name} is given; it must be null in phase {PHASES[state.phase]!r}."
    insist(given is None or state.phase == phase, fault)
    return given is not None


def check_gang(state: Record, family: int, ranks: Sequence[int]) -> None:
    """The gang of the seat to move holds a card of the family of one of these ranks."""
    seat = state.to_move
    is_laid = any(state.gang[seat, kind_of(family, rank)] for rank in ranks)
    insist(is_laid, f"The gang of seat {seat} must hold {FAMILIES[family]} {listed(ranks)}.")


def read_exchange(state: Record, given: Any) -> None:
    """The Accountant's: what may still be recalled, and what is to be laid."""
    if not is_there(state, "accountant", given, ACCOUNTANT_ASKED):
        return
    check_object("accountant", given, ("rank", "recalls", "lays"))
    rank = read_whole("accountant.rank", given["rank"], 1, TOP_RANK)
    recalls = read_whole("accountant.recalls", given["recalls"], 0, rank)
    lays = read_whole("accountant.lays", given["lays"], 0, rank)
    fault = f"accountant.recalls and lays are {recalls + lays} together; 1 to {rank} are possible."
    insist(1 <= recalls + lays <= rank, fault)
    state.accountant, state.recalls, state.lays = rank, recalls, lays
    check_gang(state, ACCOUNTANT, [rank])
    held = int(state.hand[state.to_move].sum())
    fault = f"accountant.lays is {lays}, but the hand of seat {state.to_move} holds {held} cards."
    insist(held >= lays, fault)


def read_brute(state: Record, given: Any) -> None:
    """The rank of a Brute that has yet to intimidate a card."""
    if not is_there(state, "brute", given, BRUTE_ASKED):
        return
    state.brute = read_whole("brute", given, 1, TOP_RANK)
    check_gang(state, BRUTE, [int(state.brute)])
    insist(lies_higher_rank(state), "The brute needs a card of rank 1 or more on the street.")


def read_intimidation(state: Record, given: Any) -> None:
    if not is_there(state, "intimidated", given, TAKE):
        return
    check_object("intimidated", given, ("card", "to"))
    kind = read_word("intimidated.card", given["card"], CARD_NAMES)
    insist(
        state.street[kind] > 0,
        f"intimidated.card is {CARD_NAMES[kind]}; it must lie on the street.",
    )
    rank, lower = rank_of(kind), read_whole("intimidated.to", given["to"], 0, TOP_RANK - 1)
    insist(lower < rank, f"intimidated.to is {lower}; it must be below the card's rank, {rank}.")
    check_gang(state, BRUTE, range(rank - lower, NUM_RANKS))
    state.intimidated, state.lowered_to = kind, lower
