"""Reads a position of Sicilianos; trusts none of it.

What cannot be a position is refused with one sentence; consistent positions load, also those that
play could never reach (RULES.md, 10).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from sicilianos_env.engine.game import (
    OVER,
)
from sicilianos_env.engine.options import loaded_rules
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
from sicilianos_env.games.sicilianos.actions import (
    NUM_ACTIONS,
)
from sicilianos_env.games.sicilianos.cards import hand_size, put_in_hand, put_under_deck
from sicilianos_env.games.sicilianos.components import (
    BOMB,
    BUSINESSES,
    CARD_NAMES,
    FAMILIES,
    HAND,
    NUM_VALUES,
    ONE,
    SYMBOLS,
    TURNCOAT,
    TWO,
    UNIT,
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
from sicilianos_env.games.sicilianos.notation import (
    CARD_IDS,
    GAME_NAME,
    cards_in_play,
    denominations,
    families_in_play,
    saved_pile,
    symbols_on_die,
)
from sicilianos_env.games.sicilianos.observation import MAX_WASHED
from sicilianos_env.games.sicilianos.options import MAX_NOTES_EACH, RULES, Rules
from sicilianos_env.games.sicilianos.payday import (
    godfather,
    notes_left,
    pile_size,
    somebody_is_broke,
)
from sicilianos_env.games.sicilianos.rules import (
    legal_mask,
    start,
)
from sicilianos_env.games.sicilianos.state import (
    BOMB_ASKED,
    BUSINESS,
    CHOOSE_DRAW,
    CONTINUE,
    DRAFT,
    FACE_DOWN,
    FACE_UP,
    GAME_OVER,
    IN_DECK,
    JOIN,
    NOBODY,
    NOT_IN_PLAY,
    NOTHING,
    PHASES,
    PICK,
    SPLIT,
    STAKE,
    STATE,
    STEAL,
    TAKE_ONE,
    TURN,
    TURNCOAT_ASKED,
    WAR_PHASES,
)
from sicilianos_env.games.sicilianos.war import (
    ally_of,
    can_defect,
    clockwise,
    is_in_war,
    is_laid,
    own_business,
    owner_of,
    steps_from_opener,
    strengthened_by,
    winner_of_war,
)

SYMBOL_OF_PHASE = {CHOOSE_DRAW: TWO, TAKE_ONE: ONE, PICK: ONE, STEAL: HAND}  # phases after a roll
FIRST_ROUND_PHASES = (JOIN, STAKE, TURNCOAT_ASKED)


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
    state.phase = read_word("phase", given["phase"], PHASES)
    state.turn = 0 if state.phase == DRAFT else 1
    lay_out(rules, state, given)
    check_phase(rules, state)
    fill_memories(rules, state)
    return options, memory


NEEDED_FIELDS = ("game", "rules", "phase", "to_move", "seats")
OTHER_FIELDS = ("turn_of", "dice", "decks", "piles", "war", "searched")
SEAT_FIELDS = ("dirty", "washed", "businesses")
ROW_FIELDS = ("seat", "colour", "stake", "face_up", "face_down", "in", "turncoat_to")


def lay_out(rules: Record, state: Record, given: Mapping[str, Any]) -> None:
    """Puts everything in its place; the decks last, since they may be what is left over."""
    read_players(rules, state, given["seats"])
    read_war(rules, state, given.get("war"))
    read_movers(rules, state, given)
    read_notes_of_all(rules, state, given["seats"])
    read_dice(rules, state, given.get("dice"))
    read_searched(rules, state, given.get("searched"))
    read_decks(rules, state, given.get("decks", {}))
    read_piles(rules, state, given.get("piles", {}))
    if state.phase in WAR_PHASES:
        read_bombs(rules, state, given["war"].get("bombs"))


# --- Words of the game


def read_seat(rules: Record, name: str, given: Any) -> int:
    return read_whole(name, given, 0, int(rules.num_players) - 1)


def read_colour(rules: Record, name: str, given: Any) -> int:
    return read_word(name, given, families_in_play(rules))


def read_card(rules: Record, name: str, given: Any) -> int:
    card = CARD_IDS.get(given, NOTHING) if isinstance(given, str) else NOTHING
    fault = f"{name} holds {shown(given)}; it must hold cards in play, written 'red 7'."
    insist(card in cards_in_play(rules), fault)
    return card


def read_note(rules: Record, name: str, given: Any) -> int:
    """The index of a denomination."""
    notes = denominations(rules)
    is_note = type(given) is int and given in notes
    insist(is_note, f"{name} is {shown(given)}; it must be {listed(notes)}.")
    return notes.index(given)


def place(state: Record, card: int, location: int) -> None:
    is_new = state.location[card] == NOT_IN_PLAY
    insist(is_new, f"{CARD_NAMES[card]} is there twice; every card in play must be there once.")
    state.location[card] = location


# --- What the players have


def read_players(rules: Record, state: Record, seats: Any) -> None:
    players = int(rules.num_players)
    count = len(read_list("seats", seats))
    insist(count == players, f"seats has length {count}; num_players is {players}.")
    for seat, given in enumerate(seats):
        name = f"seats[{seat}]"
        check_object(name, given, ("hand",), SEAT_FIELDS)
        read_hand(rules, state, seat, given["hand"])
        read_washed(state, seat, given.get("washed", 0))
        read_businesses(rules, state, seat, given.get("businesses", []))


def read_hand(rules: Record, state: Record, seat: int, given: Any) -> None:
    name = f"seats[{seat}].hand"
    for word in read_list(name, given):
        card = read_card(rules, name, word)
        place(state, card, seat)
        put_in_hand(state, seat, card)
    size, limit = len(given), rules.hand_limit
    insist(size <= limit, f"{name} holds {size} cards; the hand limit is {limit}.")


def read_washed(state: Record, seat: int, given: Any) -> None:
    name, most = f"seats[{seat}].washed", MAX_WASHED * UNIT
    fits = type(given) is int and 0 <= given <= most and given % UNIT == 0
    insist(fits, f"{name} is {shown(given)}; it must be a multiple of {UNIT} from 0 to {most}.")
    state.washed[seat] = given // UNIT


def read_businesses(rules: Record, state: Record, seat: int, given: Any) -> None:
    name = f"seats[{seat}].businesses"
    for word in read_list(name, given):
        colour, business = read_business(rules, name, word)
        insist(
            state.owner[colour, business] == NOBODY,
            f"{word} is owned twice; every business must be there once.",
        )
        own_business(state, seat, colour, business)
        state.owner_knowers[colour, business] = 1 << seat


def read_business(rules: Record, name: str, given: Any) -> tuple[int, int]:
    colour, _, business = given.partition(" ") if isinstance(given, str) else ("", "", "")
    insist(
        colour in families_in_play(rules) and business in BUSINESSES,
        f"{name} holds {shown(given)}; it must hold businesses in play, written 'red laundry'.",
    )
    return FAMILIES.index(colour), BUSINESSES.index(business)


def read_notes_of_all(rules: Record, state: Record, seats: Any) -> None:
    """The dirty notes; left out, what everybody starts with, less the note he has staked."""
    for seat, given in enumerate(seats):
        if "dirty" in given:
            read_notes(rules, state, seat, given["dirty"])
        elif state.stake[seat] != NOTHING:
            state.dirty[seat, state.stake[seat]] -= 1


def read_notes(rules: Record, state: Record, seat: int, given: Any) -> None:
    name = f"seats[{seat}].dirty"
    notes = [read_note(rules, f"a note in {name}", note) for note in read_list(name, given)]
    for note, denomination in enumerate(denominations(rules)):
        count, most = notes.count(note), int(rules.notes[note])
        fault = f"{name} holds {denomination} {count} times; a player starts with {most} such."
        insist(count <= most, fault)
        state.dirty[seat, note] = count
    check_stake_was_owned(rules, state, seat)


def check_stake_was_owned(rules: Record, state: Record, seat: int) -> None:
    """The note staked and those left, together, are not more notes than a player can have."""
    stake = state.stake[seat]
    if stake == NOTHING:
        return
    name = f"seats[{seat}].dirty and the stake"
    notes, most = notes_left(state, seat) + 1, sum(map(int, rules.notes))
    insist(notes <= most, f"{name} are {notes} notes; a player starts with {most}.")
    alike = state.dirty[seat, stake] + 1
    fault = (
        f"{name} are {alike} notes of {denominations(rules)[stake]}; the most is {MAX_NOTES_EACH}."
    )
    insist(alike <= MAX_NOTES_EACH, fault)


# --- Whose turn, dice, decks and piles


def read_movers(rules: Record, state: Record, given: Mapping[str, Any]) -> None:
    """Whose decision it is, and whose turn: left out, the opener's or that of the seat to move."""
    if state.phase == GAME_OVER:
        to_move = given["to_move"]
        insist(to_move is None, f"to_move is {shown(to_move)}; it must be null in phase 'over'.")
        state.to_move, state.turn_of = OVER, NOBODY
        if given.get("turn_of") is None:
            return
    else:
        state.to_move = read_seat(rules, "to_move", given["to_move"])
    in_war = state.phase in WAR_PHASES
    turn_of = int(state.turn_of if in_war else state.to_move)
    if "turn_of" in given:
        seat = read_seat(rules, "turn_of", given["turn_of"])
        insist(not in_war or seat == turn_of, f"turn_of is {seat}; the war's opener is {turn_of}.")
        turn_of = seat
    state.turn_of = turn_of


def check_is_there(state: Record, name: str, given: Any, belongs: bool) -> bool:
    """Whether there is such a thing, and it belongs to the phase."""
    phase = PHASES[state.phase]
    insist(given is None or belongs, f"{name} is given; it must be null in phase {phase!r}.")
    insist(given is not None or not belongs, f"{name} is missing; phase {phase!r} needs it.")
    return belongs


def read_dice(rules: Record, state: Record, given: Any) -> None:
    if not check_is_there(state, "dice", given, state.phase in SYMBOL_OF_PHASE):
        return
    check_object("dice", given, ("colours", "influence"))
    colours = read_list("dice.colours", given["colours"])
    insist(len(colours) == 2, f"dice.colours lists {len(colours)}; there are two colour dice.")
    state.dice[:] = [read_colour(rules, "a colour of dice.colours", each) for each in colours]
    symbol = SYMBOLS[SYMBOL_OF_PHASE[int(state.phase)]]
    insist(symbol in symbols_on_die(rules), f"dice cannot show {symbol!r}; it has no such face.")
    read_word("dice.influence", given["influence"], (symbol,))
    state.influence = SYMBOLS.index(symbol)


def read_searched(rules: Record, state: Record, given: Any) -> None:
    if not check_is_there(state, "searched", given, state.phase == PICK):
        return
    state.searched = read_colour(rules, "searched", given)
    insist(state.searched in state.dice, f"searched is {given!r}; it must be a rolled colour.")


def read_decks(rules: Record, state: Record, given: Any) -> None:
    """A deck left out holds all cards of its colour not seen elsewhere, ascending."""
    check_object("decks", given, (), families_in_play(rules))
    for colour, family in enumerate(families_in_play(rules)):
        cards = cards_not_seen(rules, state, colour)
        if family in given:
            cards = read_deck(rules, colour, given[family])
        for card in cards:
            place(state, card, IN_DECK)
            put_under_deck(state, card, 0)
    for card in cards_in_play(rules):
        is_there = state.location[card] != NOT_IN_PLAY
        insist(is_there, f"{CARD_NAMES[card]} is missing; every card in play must be there once.")


def cards_not_seen(rules: Record, state: Record, colour: int) -> list[int]:
    return [
        card
        for card in cards_in_play(rules)
        if colour_of(card) == colour and state.location[card] == NOT_IN_PLAY
    ]


def read_deck(rules: Record, colour: int, given: Any) -> list[int]:
    name = f"decks.{FAMILIES[colour]}"
    cards = [read_card(rules, name, word) for word in read_list(name, given)]
    for card in cards:
        is_of_colour = colour_of(card) == colour
        insist(is_of_colour, f"{name} holds {CARD_NAMES[card]!r}; all its cards have its colour.")
    return cards


def read_piles(rules: Record, state: Record, given: Any) -> None:
    """A pile holds what nobody owns, whether it is given or not."""
    check_object("piles", given, (), families_in_play(rules))
    for family, types in given.items():
        name = f"piles.{family}"
        words = read_list(name, types)
        found = sorted(read_word(f"a business of {name}", each, BUSINESSES) for each in words)
        left = saved_pile(state, FAMILIES.index(family))
        fault = f"{name} must hold what nobody owns: {listed(left or ['nothing'], 'and')}."
        insist([BUSINESSES[business] for business in found] == left, fault)


# --- The gang war


def read_war(rules: Record, state: Record, given: Any) -> None:
    """The rows, clockwise from the opener."""
    if check_is_there(state, "war", given, state.phase in WAR_PHASES):
        read_rows(rules, state, given)
        insist(given["rows"], "war.rows is empty; the first row must be the opener's.")


def read_rows(rules: Record, state: Record, given: Any) -> None:
    check_object("war", given, ("opener", "round", "rows"), ("bombs",))
    state.turn_of = read_seat(rules, "war.opener", given["opener"])
    state.war_round = read_round(state, given["round"])
    place_before = -1
    for i, row in enumerate(read_list("war.rows", given["rows"])):
        steps = steps_from_opener(rules, state, read_row(rules, state, f"war.rows[{i}]", row))
        fault = "war.rows must stand clockwise from the opener's, one for each participant."
        insist(steps > place_before and (i > 0 or steps == 0), fault)
        place_before = steps
    check_defectors(rules, state)


def read_round(state: Record, given: Any) -> int:
    phase = int(state.phase)
    least = 2 if phase == CONTINUE else 1
    return read_whole("war.round", given, least, 1 if phase in FIRST_ROUND_PHASES else NUM_VALUES)


def read_row(rules: Record, state: Record, name: str, given: Any) -> int:
    """A participant's row; returns his seat."""
    check_object(name, given, ROW_FIELDS)
    seat = read_seat(rules, f"{name}.seat", given["seat"])
    colour = read_colour(rules, f"{name}.colour", given["colour"])
    insist(not is_in_war(state, seat), f"{name}.seat is {seat}, who has a row already.")
    insist(not is_laid(rules, state, colour), f"{name}.colour is laid in another row already.")
    state.family[seat] = colour
    if given["stake"] is not None:
        state.stake[seat] = read_stake(rules, f"{name}.stake", given["stake"])
    read_cards_laid(rules, state, seat, name, given)
    state.playing[seat] = read_truth(f"{name}.in", given["in"])
    read_turncoat(rules, state, seat, name, given["turncoat_to"])
    return seat


def read_stake(rules: Record, name: str, given: Any) -> int:
    note = read_note(rules, name, given)
    insist(rules.notes[note] > 0, f"{name} is {given}; no player starts with such a note.")
    return note


def read_cards_laid(
    rules: Record, state: Record, seat: int, name: str, given: Mapping[str, Any]
) -> None:
    for card in read_row_cards(rules, state, seat, f"{name}.face_up", given["face_up"]):
        place(state, card, FACE_UP)
        state.face_up[seat, state.face_up_count[seat]] = card
        state.face_up_count[seat] += 1
    face_down = read_row_cards(rules, state, seat, f"{name}.face_down", given["face_down"])
    insist(len(face_down) <= 1, f"{name}.face_down holds {len(face_down)} cards; at most one lies.")
    for card in face_down:
        place(state, card, FACE_DOWN)
        state.face_down[seat] = card


def read_row_cards(rules: Record, state: Record, seat: int, name: str, given: Any) -> list[int]:
    cards = [read_card(rules, name, word) for word in read_list(name, given)]
    family = state.family[seat]
    for card in cards:
        fault = f"{name} holds {CARD_NAMES[card]!r}; all cards of the row are {FAMILIES[family]}."
        insist(colour_of(card) == family, fault)
    return cards


def read_turncoat(rules: Record, state: Record, seat: int, name: str, given: Any) -> None:
    if given is None:
        return
    partner = rules.turncoat_partner[state.family[seat]]
    allowed = "null" if partner == NOTHING else f"null or {FAMILIES[partner]!r}"
    is_partner = partner != NOTHING and isinstance(given, str) and given == FAMILIES[partner]
    insist(is_partner, f"{name}.turncoat_to is {shown(given)}; it must be {allowed}.")
    state.defected[seat] = True


def check_defectors(rules: Record, state: Record) -> None:
    for seat in participants(rules, state):
        if state.defected[seat]:
            check_defector(rules, state, seat)


def check_defector(rules: Record, state: Record, seat: int) -> None:
    """His Turncoat lies alone (or was blown up), and somebody uses its partner's family."""
    partner = strengthened_by(rules, state, seat)
    name = f"The row of seat {seat} has defected to {FAMILIES[partner]};"
    insist(owner_of(rules, state, partner) != NOBODY, f"{name} somebody must use that family.")
    cards = [value_of(card) for card in state.face_up[seat, : state.face_up_count[seat]]]
    is_alone = cards in ([], [TURNCOAT]) and state.face_down[seat] == NOTHING
    insist(is_alone, f"{name} no card but its Turncoat may lie in it.")
    insist(not state.playing[seat], f"{name} its 'in' must be false.")


def participants(rules: Record, state: Record) -> list[int]:
    """The seats in the war, clockwise from the opener."""
    seats = [int(clockwise(rules, state, steps)) for steps in range(rules.num_players)]
    return [seat for seat in seats if is_in_war(state, seat)]


# --- Bombs


def read_bombs(rules: Record, state: Record, given: Any) -> None:
    """The undecided Bombs of this round; left out, all lying last from the asked one clockwise."""
    phase, asked = PHASES[state.phase], int(state.to_move)
    undecided = bombs_lying_last(rules, state)
    if state.phase == BOMB_ASKED:
        order = participants(rules, state)
        waiting = order[order.index(asked) :] if asked in order else []
        undecided = [seat for seat in undecided if seat in waiting]
        if given is not None:
            undecided = read_given_bombs(rules, state, undecided, given)
        insist(undecided[:1] == [asked], f"to_move is {asked}; it must be whose Bomb is asked.")
    else:
        insist(given is None, f"war.bombs is given; it must be left out in phase {phase!r}.")
    if state.phase in (BOMB_ASKED, TURNCOAT_ASKED):
        state.bomb_pending[undecided] = True


def bombs_lying_last(rules: Record, state: Record) -> list[int]:
    """Whose last card face up is a Bomb."""
    return [
        seat
        for seat in participants(rules, state)
        if state.face_up_count[seat] > 0
        and value_of(state.face_up[seat, state.face_up_count[seat] - 1]) == BOMB
    ]


def read_given_bombs(rules: Record, state: Record, waiting: list[int], given: Any) -> list[int]:
    """Whose Bombs they are: some of those that wait, in the same order."""
    cards = [read_card(rules, "war.bombs", word) for word in read_list("war.bombs", given)]
    bombs = [card_of(int(state.family[seat]), BOMB) for seat in waiting]
    insist(
        cards == [bomb for bomb in bombs if bomb in cards],
        "war.bombs must list Bombs lying last in their rows, from the asked one clockwise.",
    )
    return [seat for seat, bomb in zip(waiting, bombs, strict=True) if bomb in cards]


# --- Whether all of it fits the phase


def check_phase(rules: Record, state: Record) -> None:
    if state.phase == GAME_OVER:
        ended = godfather(rules, state) != NOBODY or somebody_is_broke(rules, state)
        state.truncated = not ended  # R18
        return
    if state.phase in WAR_PHASES:
        if state.phase in WAR_CHECKS:
            WAR_CHECKS[int(state.phase)](rules, state)
        check_rows(rules, state)
    else:
        check_peace(rules, state)
    mask = np.zeros(NUM_ACTIONS, dtype=np.int8)
    legal_mask(rules, state, mask)
    fault = f"Seat {state.to_move} has no legal action in phase {PHASES[state.phase]!r}."
    insist(mask.any(), fault)


def check_peace(rules: Record, state: Record) -> None:
    """Outside a gang war everybody has a note, and the mover is the one whose turn it is."""
    phase, seat, held = PHASES[state.phase], state.to_move, hand_size(state, state.to_move)
    is_over = somebody_is_broke(rules, state)
    insist(not is_over, f"A player has no dirty note in phase {phase!r}; the game would be over.")
    if state.phase == DRAFT:
        fault = f"to_move is {seat}, who has drawn {held} cards; the draft is {rules.draft}."
        insist(held < rules.draft, fault)
        return
    turn_of = state.turn_of
    insist(seat == turn_of, f"turn_of is {turn_of}; it must be to_move in phase {phase!r}.")
    if state.phase != TURN:
        fault = f"to_move is {seat}, who holds {held} cards; with so many nobody may roll."
        insist(held < rules.hand_limit, fault)


def check_rows(rules: Record, state: Record) -> None:
    for seat in participants(rules, state):
        check_stake_laid(state, seat)
        check_face_down(rules, state, seat)
        check_face_up(state, seat)


def check_stake_laid(state: Record, seat: int) -> None:
    is_asked = state.phase == STAKE and seat == state.to_move
    allowed = "null while he is asked for it" if is_asked else "a note"
    is_null = state.stake[seat] == NOTHING
    insist(is_null == is_asked, f"The stake of seat {seat} must be {allowed}.")


def check_face_down(rules: Record, state: Record, seat: int) -> None:
    must = must_lie_face_down(rules, state, seat)
    number, phase = "one card" if must else "no card", PHASES[state.phase]
    fault = f"The row of seat {seat} must hold {number} face down in this phase, {phase!r}."
    insist((state.face_down[seat] != NOTHING) == must, fault)


def must_lie_face_down(rules: Record, state: Record, seat: int) -> bool:
    """Before the first reveal a card of each; in a further round of those asked and still in."""
    if state.phase != CONTINUE:
        return state.phase in (STAKE, JOIN)
    place, asked = (steps_from_opener(rules, state, each) for each in (seat, state.to_move))
    return bool(state.playing[seat]) and place < asked


def check_face_up(state: Record, seat: int) -> None:
    count, name = state.face_up_count[seat], f"The row of seat {seat}"
    if state.phase in (STAKE, JOIN):
        insist(count == 0, f"{name} must hold no card face up before the reveal.")
        insist(state.playing[seat], f"{name} must be in before the reveal.")
    elif state.phase == TURNCOAT_ASKED:
        insist(count == 1, f"{name} must hold one card face up in phase 'turncoat'.")


def check_staker(rules: Record, state: Record) -> None:
    last = participants(rules, state)[-1]
    insist(last == state.to_move, f"to_move is {state.to_move}; the last row is of seat {last}.")


def check_joiner(rules: Record, state: Record) -> None:
    seat, last = state.to_move, participants(rules, state)[-1]
    is_next = steps_from_opener(rules, state, seat) > steps_from_opener(rules, state, last)
    insist(is_next, f"to_move is {seat}; in phase 'join' it must be a seat after the last row.")
    has_note = notes_left(state, seat) > 0
    insist(has_note, f"to_move is {seat}, who has no dirty note; he could not stake.")


def check_turncoat(rules: Record, state: Record) -> None:
    seat = state.to_move
    may = is_in_war(state, seat) and can_defect(rules, state, seat)
    insist(may, f"to_move is {seat}; in phase 'turncoat' it must be one who may defect.")
    asked_later = range(steps_from_opener(rules, state, seat), rules.num_players)
    for other in (clockwise(rules, state, steps) for steps in asked_later):
        fault = f"The row of seat {other} has defected; only those asked before may have."
        insist(not state.defected[other], fault)


def check_continuer(rules: Record, state: Record) -> None:
    seat = state.to_move
    insist(state.playing[seat], f"to_move is {seat}; in phase 'continue' his row must be in.")


def check_spoils(rules: Record, state: Record) -> None:
    """The choice is the family's owner's; after a split either ally may found (R14, R15)."""
    owner = winner_of_war(rules, state)
    insist(owner != NOBODY, f"Nobody wins this war; phase {PHASES[state.phase]!r} needs a winner.")
    allies = [seat for seat in (owner, ally_of(rules, state, owner)) if seat != NOBODY]
    winners = [int(seat) for seat in allies if state.face_up_count[seat] > 0]
    if state.phase == SPLIT:
        insist(len(winners) == 2, "The winner has no ally; phase 'split' needs one.")
        has_pile = pile_size(state, state.family[owner]) > 0
        insist(has_pile, "The pile of the winning family is empty; phase 'split' needs a business.")
        winners = winners[:1]
    seat = int(state.to_move)
    insist(seat in winners, f"to_move is {seat}; the spoils ask seat {listed(winners)}.")


WAR_CHECKS: dict[int, Callable[[Record, Record], None]] = {  # phase `bomb`: `read_bombs`
    STAKE: check_staker,
    JOIN: check_joiner,
    TURNCOAT_ASKED: check_turncoat,
    CONTINUE: check_continuer,
    SPLIT: check_spoils,
    BUSINESS: check_spoils,
}


def fill_memories(rules: Record, state: Record) -> None:
    """Beyond hands and businesses: one's own card, cards face up, and what one is looking at."""
    if state.phase in WAR_PHASES:
        remember_rows(rules, state)
    if state.phase == PICK:
        learns_deck(state, state.to_move, state.searched)
    if state.phase == BUSINESS:
        colour = state.family[winner_of_war(rules, state)]
        learns_pile(state, state.to_move, colour)


def remember_rows(rules: Record, state: Record) -> None:
    for seat in participants(rules, state):
        for card in state.face_up[seat, : state.face_up_count[seat]]:
            all_learn_card(rules, state, card)
        if state.face_down[seat] != NOTHING:
            learns_card(state, seat, state.face_down[seat])
