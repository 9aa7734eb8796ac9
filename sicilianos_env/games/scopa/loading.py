"""Reads a position of Scopa; trusts none of it.

What cannot be a position is refused with one sentence; consistent positions load, also those that
play could never reach (RULES.md, 8).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
from sicilianos_env.games.scopa.actions import NUM_ACTIONS
from sicilianos_env.games.scopa.cards import (
    is_on_table,
    lay_on_table,
    put_on_deck_bottom,
    somebody_holds_a_card,
)
from sicilianos_env.games.scopa.components import CARD_NAMES
from sicilianos_env.games.scopa.notation import CARD_IDS, GAME_NAME, cards_in_play
from sicilianos_env.games.scopa.observation import MAX_SCOPAS
from sicilianos_env.games.scopa.options import RULES, Rules
from sicilianos_env.games.scopa.rules import begin_taking, choose, legal_mask, start
from sicilianos_env.games.scopa.scoring import is_decided
from sicilianos_env.games.scopa.state import (
    GAME_OVER,
    IN_DECK,
    NO_CARD,
    NOBODY,
    NOT_IN_PLAY,
    ON_TABLE,
    PHASES,
    PILE,
    PLAY,
    PLAYED,
    STATE,
    TAKE,
)

NEEDED_FIELDS = ("game", "rules", "phase", "to_move", "seats")
OTHER_FIELDS = ("dealer", "round", "deck", "table", "last_taker", "played", "taking")
SEAT_FIELDS = ("pile", "scopas", "score")
MOST_POINTS = 10_000


def load(given: Mapping[str, Any]) -> tuple[Rules, Array]:
    """The options and the flat `uint8` memory of the state of a position; makes no move by itself.

    Raises:
        PositionError: with one sentence that names the fault, for whatever is not a position of the
            game. A position that play could never reach loads, if it is consistent.
    """
    check_object("position", given, NEEDED_FIELDS, OTHER_FIELDS)
    read_word("game", given["game"], (GAME_NAME,))
    options: Rules = loaded_rules(Rules, given["rules"])
    memory = np.zeros(STATE.itemsize, dtype=np.uint8)
    rules, state = opened(options.to_record(), RULES), opened(memory, STATE)
    start(rules, state)
    state.location[:] = NOT_IN_PLAY
    state.phase = read_word("phase", given["phase"], PHASES)
    read_movers(rules, state, given)
    read_cards(rules, state, given)
    check_phase(rules, state)
    return options, memory


# --- Whose turn


def read_movers(rules: Record, state: Record, given: Mapping[str, Any]) -> None:
    if state.phase == GAME_OVER:
        to_move = given["to_move"]
        insist(to_move is None, f"to_move is {shown(to_move)}; it must be null in phase 'over'.")
        state.to_move, dealer = OVER, 0
    else:
        state.to_move = read_seat(rules, "to_move", given["to_move"])
        dealer = (state.to_move - 1) % rules.num_players
    state.dealer = read_seat(rules, "dealer", given.get("dealer", int(dealer)))
    state.last_taker = NOBODY
    if given.get("last_taker") is not None:
        state.last_taker = read_seat(rules, "last_taker", given["last_taker"])
    state.round_number = read_whole("round", given.get("round", 1), 1, int(rules.max_rounds))
    state.shuffles = state.round_number


def read_seat(rules: Record, name: str, given: Any) -> int:
    return read_whole(name, given, 0, int(rules.num_players) - 1)


# --- Where the cards are


def read_cards(rules: Record, state: Record, given: Mapping[str, Any]) -> None:
    """Puts everything in its place; the deck last, since it may be what is left over."""
    read_players(rules, state, given["seats"])
    read_table(rules, state, given.get("table", []))
    read_played(rules, state, given.get("played"))
    read_taking(rules, state, given.get("taking", []))
    read_deck(rules, state, given)
    for card in cards_in_play(rules):
        is_there = state.location[card] != NOT_IN_PLAY
        insist(is_there, f"{CARD_NAMES[card]} is missing; every card in play must be there once.")


def read_card(rules: Record, name: str, given: Any) -> int:
    card = CARD_IDS.get(given, NO_CARD) if isinstance(given, str) else NO_CARD
    fault = f"{name} holds {shown(given)}; it must hold cards in play, written 'coins 7'."
    insist(card in cards_in_play(rules), fault)
    return card


def place(state: Record, card: int, location: int) -> None:
    is_new = state.location[card] == NOT_IN_PLAY
    insist(is_new, f"{CARD_NAMES[card]} is there twice; every card in play must be there once.")
    state.location[card] = location


def read_set(rules: Record, state: Record, name: str, given: Any, location: int) -> Sequence[Any]:
    cards = read_list(name, given)
    for word in cards:
        place(state, read_card(rules, name, word), location)
    return cards


def read_table(rules: Record, state: Record, given: Any) -> None:
    read_set(rules, state, "table", given, ON_TABLE)
    for card in np.flatnonzero(state.location == ON_TABLE).tolist():
        lay_on_table(state, card)


def read_players(rules: Record, state: Record, seats: Any) -> None:
    players = int(rules.num_players)
    count = len(read_list("seats", seats))
    insist(count == players, f"seats has length {count}; num_players is {players}.")
    for seat, given in enumerate(seats):
        name = f"seats[{seat}]"
        check_object(name, given, ("hand",), SEAT_FIELDS)
        size = len(read_set(rules, state, f"{name}.hand", given["hand"], seat))
        limit = int(rules.hand_size)
        insist(size <= limit, f"{name}.hand holds {size} cards; at most {limit} are dealt.")
        state.hand_sizes[seat] = size
        read_set(rules, state, f"{name}.pile", given.get("pile", []), PILE + seat)
        state.scopas[seat] = read_whole(f"{name}.scopas", given.get("scopas", 0), 0, MAX_SCOPAS)
        state.score[seat] = read_whole(f"{name}.score", given.get("score", 0), 0, MOST_POINTS)


def read_played(rules: Record, state: Record, given: Any) -> None:
    phase = PHASES[state.phase]
    if state.phase != TAKE:
        insist(given is None, f"played is given; it must be null in phase {phase!r}.")
        return
    insist(given is not None, "played is missing; phase 'take' needs the card played.")
    card = read_card(rules, "played", given)
    place(state, card, PLAYED)
    begin_taking(state, card)


def read_taking(rules: Record, state: Record, given: Any) -> None:
    """What is chosen, one card after the other, as the player could have chosen it (3.8)."""
    cards = sorted(read_card(rules, "taking", word) for word in read_list("taking", given))
    phase = PHASES[state.phase]
    insist(not cards or state.phase == TAKE, f"taking must be empty in phase {phase!r}.")
    for card in cards:
        may_be_chosen = legal_actions(rules, state)[card]
        fault = f"taking holds {CARD_NAMES[card]}, which cannot be chosen to be taken there."
        insist(is_on_table(state, card) and may_be_chosen, fault)
        choose(state, card)
    if state.phase == TAKE:
        insist(state.missing > 0, "taking is complete; something must be left to take.")


def legal_actions(rules: Record, state: Record) -> Array:
    mask = np.zeros(NUM_ACTIONS, dtype=np.int8)
    legal_mask(rules, state, mask)
    return mask


def read_deck(rules: Record, state: Record, given: Mapping[str, Any]) -> None:
    """Left out, it holds all cards that lie nowhere else, ascending."""
    if "deck" in given:
        cards = [read_card(rules, "deck", word) for word in read_list("deck", given["deck"])]
    else:
        cards = [card for card in cards_in_play(rules) if state.location[card] == NOT_IN_PLAY]
    for card in cards:
        place(state, card, IN_DECK)
        put_on_deck_bottom(state, card)


# --- Whether all of it fits the phase


def check_phase(rules: Record, state: Record) -> None:
    seat = int(state.to_move)
    if state.phase == PLAY:
        insist(state.hand_sizes[seat] > 0, f"to_move is {seat}, who holds no card to play.")
    elif state.phase == TAKE:
        can_take = legal_actions(rules, state).any()
        insist(can_take, f"played is {CARD_NAMES[state.played]}, which can take nothing there.")
    else:
        check_end(rules, state)


def check_end(rules: Record, state: Record) -> None:
    left = not somebody_holds_a_card(rules, state) and state.deck_size < rules.num_players
    insist(left, "There are cards left to be played; in phase 'over' there must be none.")
    state.truncated = not (rules.single_round or is_decided(rules, state))
