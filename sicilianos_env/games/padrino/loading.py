"""Reads a position of Si, Oscuro Padrino!; trusts none of it.

What cannot be a position is refused with one sentence; consistent positions load, also those that
play could never reach (RULES.md, 11).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from sicilianos_env.engine.game import OVER
from sicilianos_env.engine.options import loaded_rules
from sicilianos_env.engine.plain_text import counted
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
from sicilianos_env.games.padrino.accusation import is_accusable
from sicilianos_env.games.padrino.components import (
    ACCOUNTANT,
    BOSS,
    CARD_NAMES,
    CARDS_PER_RISE,
    CHARACTERS,
    LIGHT_OF,
    MONEY,
    MOODS,
    MOST_COUNTED,
    NUM_KINDS,
    NUM_MIXED,
    NUM_SUITCASES,
    PLAIN,
    ROTATION,
    SUITCASES,
    WEAPON,
    WITHOUT_FAVOURITES,
    YELLOW,
    lights_up,
)
from sicilianos_env.games.padrino.ending import condemn, holds_informer, inform
from sicilianos_env.games.padrino.family import helper_of
from sicilianos_env.games.padrino.notation import GAME_NAME
from sicilianos_env.games.padrino.options import RULES, Rules
from sicilianos_env.games.padrino.setup import clear_table, is_mixed_anyway
from sicilianos_env.games.padrino.state import (
    BELIEVE,
    CONDEMN,
    EXPLAIN,
    GAME_OVER,
    HELP,
    JUDGE,
    MERCY,
    NOBODY,
    NOTHING,
    OBJECT,
    PHASES,
    ROTATE,
    STATE,
    THIRD,
    VERDICT,
)
from sicilianos_env.games.padrino.turn import may_object, put_in_play, something_lights_up

FIELDS = (
    "game", "rules", "phase", "to_move", "seats", "mood", "accused", "accuser", "in_play",
    "counted", "raised_at", "helper_asked", "pressed", "accusation", "deck", "discards",
    "condemned", "winners",
)  # fmt: skip
SEAT_FIELDS = ("character", "hand", "suitcase", "knows")
AT_THE_END_OF_THE_DECK = (OBJECT, JUDGE, CONDEMN, GAME_OVER)  # phases without a card in it


def load(given: Mapping[str, Any]) -> tuple[Rules, Array]:
    """The options and the flat `uint8` memory of the state of a position; makes no move by itself.

    Raises:
        PositionError: with one sentence that names the fault, for whatever is not a position of the
            game. A position that play could never reach loads, if it is consistent.
    """
    check_object("position", given, FIELDS, ("mixed",))
    read_word("game", given["game"], (GAME_NAME,))
    options: Rules = loaded_rules(Rules, given["rules"])
    memory = np.zeros(STATE.itemsize, dtype=np.uint8)
    rules, state = opened(options.to_record(), RULES), opened(memory, STATE)
    clear_table(state)
    state.phase = read_word("phase", given["phase"], PHASES)
    read_players(rules, state, given["seats"])
    read_turn(rules, state, given)
    read_cards(rules, state, given)
    check_suitcases(rules, state)
    read_mixed(rules, state, given)
    read_accusation(rules, state, given["accusation"])
    read_mover(rules, state, given["to_move"])
    check_phase(rules, state)
    read_end(rules, state, given)
    return options, memory


# --- The players: characters, hands and suitcases


def read_players(rules: Record, state: Record, seats: Any) -> None:
    players = int(rules.num_players)
    count = len(read_list("seats", seats))
    insist(count == players, f"seats has length {count}; num_players is {players}.")
    for seat, given in enumerate(seats):
        check_object(f"seats[{seat}]", given, SEAT_FIELDS)
        name = f"seats[{seat}].character"
        state.character[seat] = read_whole(name, given["character"], 1, len(CHARACTERS)) - 1
    check_characters(rules, state)
    for seat, given in enumerate(seats):
        read_hand(rules, state, seat, given["hand"])
        read_suitcase(rules, state, seat, given["suitcase"])
    for seat, given in enumerate(seats):
        read_knowledge(rules, state, seat, given["knows"])


def check_characters(rules: Record, state: Record) -> None:
    """One Boss; the family clockwise in order, or with four players three different ones."""
    players = int(rules.num_players)
    characters = [int(state.character[seat]) for seat in range(players)]
    bosses = characters.count(BOSS)
    insist(bosses == 1, f"seats holds {bosses} players of character 1; there must be one Boss.")
    state.boss = characters.index(BOSS)
    in_order = [(seat - int(state.boss)) % players for seat in range(players)]
    if players == WITHOUT_FAVOURITES:
        fault = "seats holds a character twice; each may be there once."
        insist(len(set(characters)) == players, fault)
    else:
        fault = f"The characters must be 1 to {players}, clockwise from the Boss in this order."
        insist(characters == in_order, fault)


def read_hand(rules: Record, state: Record, seat: int, given: Any) -> None:
    name = f"seats[{seat}].hand"
    for card in read_list(name, given):
        state.hand[seat, read_word(name, card, CARD_NAMES)] += 1
    count = int(state.hand[seat].sum())
    most = 0 if seat == state.boss or state.phase == THIRD else rules.hand_size
    insist(count <= most, f"{name} holds {count} cards; at most {most} may be there.")


def read_suitcase(rules: Record, state: Record, seat: int, given: Any) -> None:
    name = f"seats[{seat}].suitcase"
    if seat == state.boss and not rules.boss_suitcase:
        fault = f"{name} is {shown(given)}; it must be null, for the Boss has none."
        insist(given is None, fault)
    else:
        state.suitcase[seat] = read_word(name, given, SUITCASES)


def read_knowledge(rules: Record, state: Record, seat: int, given: Any) -> None:
    name = f"seats[{seat}].knows"
    places = list(map(str, range(rules.num_players)))
    check_object(name, given, (), places)
    for place, content in given.items():
        held = state.suitcase[int(place)]
        fault = f"{name} tells of seat {place}, who has no suitcase."
        insist(held != NOTHING, fault)
        fault = f"{name} says that seat {place} has {shown(content)}; it is {SUITCASES[held]}."
        insist(content == SUITCASES[held], fault)
        state.knows[seat, int(place)] = 1


def check_suitcases(rules: Record, state: Record) -> None:
    held = state.suitcase[: rules.num_players].tolist()
    money, weapons = held.count(MONEY), held.count(WEAPON)
    insist(money == 1, f"The suitcases hold the money {money} times; they must hold it once.")
    insist(weapons <= 1, f"The suitcases hold a weapon {weapons} times; there is one.")
    most = NUM_SUITCASES - 2
    insist(held.count(PLAIN) <= most, f"More than {most} suitcases are plain; there are {most}.")


def read_mixed(rules: Record, state: Record, given: Mapping[str, Any]) -> None:
    """Which suitcases were shuffled with the money; left out, it is not known (9.8)."""
    if "mixed" not in given:
        return
    insist(state.phase != THIRD, "mixed is given; in phase 'third' nothing has been mixed.")
    for word in read_list("mixed", given["mixed"]):
        seat = read_seat(rules, "mixed", word)
        insist(state.suitcase[seat] != NOTHING, f"mixed names seat {seat}, who has no suitcase.")
        insist(not state.mixed[seat], f"mixed names seat {seat} twice; once is enough.")
        state.mixed[seat] = 1
    count, needed = int(state.mixed.sum()), NUM_MIXED + int(rules.boss_suitcase)
    insist(count == needed, f"mixed names {count} seats; it must name {needed}.")
    has_money = (state.mixed[state.suitcase == MONEY] == 1).all()
    insist(has_money, "mixed leaves out the seat that has the money; it must be among them.")


# --- The turn


def read_seat(rules: Record, name: str, given: Any) -> int:
    return read_whole(name, given, 0, int(rules.num_players) - 1)


def read_member(rules: Record, state: Record, name: str, given: Any) -> int:
    """A seat of the family."""
    seat = read_seat(rules, name, given)
    insist(seat != state.boss, f"{name} is {seat}, the Boss; it must be one of the family.")
    return seat


def read_turn(rules: Record, state: Record, given: Mapping[str, Any]) -> None:
    state.mood = read_word("mood", given["mood"], MOODS)
    state.accused = read_member(rules, state, "accused", given["accused"])
    if given["accuser"] is not None:
        state.accuser = read_member(rules, state, "accuser", given["accuser"])
        fault = f"accuser is {state.accuser}, the accused; it must be another seat or null."
        insist(state.accuser != state.accused, fault)
    state.counted = read_whole("counted", given["counted"], 0, MOST_COUNTED)
    raised_at, rises = given["raised_at"], range(0, int(state.counted) + 1, CARDS_PER_RISE)
    allowed = listed(rises)
    fault = f"raised_at is {shown(raised_at)}; with {state.counted} counted it must be {allowed}."
    insist(type(raised_at) is int and raised_at in rises, fault)
    state.raised_at = raised_at
    state.helper_asked = read_truth("helper_asked", given["helper_asked"])
    is_helped = rules.num_players != WITHOUT_FAVOURITES
    insist(is_helped or not state.helper_asked, "helper_asked is true, but there is no helper.")
    state.pressed = read_truth("pressed", given["pressed"])


def read_cards(rules: Record, state: Record, given: Mapping[str, Any]) -> None:
    read_in_play(rules, state, given["in_play"])
    for card in read_list("discards", given["discards"]):
        kind = read_word("discards", card, CARD_NAMES)
        insist(state.discards[kind] < rules.explanations[kind], too_many(kind))
        state.discards[kind] += 1
    deck = [read_word("deck", card, CARD_NAMES) for card in read_list("deck", given["deck"])]
    check_cards(rules, state, deck)
    state.deck_size = len(deck)
    state.deck[: len(deck)] = deck[::-1]
    check_sizes(rules, state)


def too_many(kind: int) -> str:
    return f"discards holds {CARD_NAMES[kind]} too often: there are not so many in the game."


def read_in_play(rules: Record, state: Record, given: Any) -> None:
    count = len(read_list("in_play", given))
    fault = f"in_play holds {count} cards; at most the {state.counted} counted may lie there."
    insist(count <= state.counted, fault)
    helper = helper_of(int(rules.num_players), state.boss, int(state.accused))
    for place, card in enumerate(given):
        name = f"in_play[{place}]"
        check_object(name, card, ("card", "by", "standing"))
        kind = read_word(f"{name}.card", card["card"], CARD_NAMES)
        seat = read_seat(rules, f"{name}.by", card["by"])
        fault = f"{name}.by is {seat}; it must be the accused or who helps him."
        insist(seat in (state.accused, helper), fault)
        put_in_play(state, seat, kind)
        state.standing[place] = read_truth(f"{name}.standing", card["standing"])


def check_cards(rules: Record, state: Record, deck: Sequence[int]) -> None:
    lying = [int(kind) for kind in state.in_play[: state.num_in_play]]
    for kind in range(NUM_KINDS):
        there = int(state.hand[:, kind].sum() + state.discards[kind])
        there += lying.count(kind) + deck.count(kind)
        needed = int(rules.explanations[kind])
        fault = f"{CARD_NAMES[kind]} is there {counted(there, 'time')}; it must be {needed}."
        insist(there == needed, fault)


def check_sizes(rules: Record, state: Record) -> None:
    """Whether the deck may be empty, and hands be smaller, in this phase."""
    phase = PHASES[state.phase]
    if state.deck_size == 0:
        fault = f"The deck is empty; in phase {phase!r} it must hold a card."
        insist(state.phase in AT_THE_END_OF_THE_DECK, fault)
    elif state.phase != THIRD:
        for seat in range(rules.num_players):
            count = int(state.hand[seat].sum())
            fault = f"seats[{seat}].hand holds {count} cards; it must hold {rules.hand_size}."
            insist(seat == state.boss or count == rules.hand_size, fault)
    fault = "In phase 'condemn' the deck must be empty."
    insist(state.phase != CONDEMN or state.deck_size == 0, fault)


def read_accusation(rules: Record, state: Record, given: Any) -> None:
    if state.phase not in (BELIEVE, ROTATE):
        fault = f"accusation is given; it must be null in phase {PHASES[state.phase]!r}."
        insist(given is None, fault)
        return
    check_object("accusation", given, ("seat", "card", "by"))
    seat = read_seat(rules, "accusation.seat", given["seat"])
    insist(is_accusable(rules, state, seat), f"accusation.seat is {seat}, whom nobody may accuse.")
    kind = read_word("accusation.card", given["card"], CARD_NAMES)
    player = read_seat(rules, "accusation.by", given["by"])
    state.blamed, state.evidence = seat, standing_place(state, kind, player)
    fault = f"accusation.card is {CARD_NAMES[kind]}; it must stand in play, by seat {player}."
    insist(state.evidence != NOTHING, fault)
    if state.phase == BELIEVE:
        is_lit = lights_up(kind, state.mood)
        fault = f"accusation.card is {CARD_NAMES[kind]}, which does not light up in this mood."
        insist(is_lit, fault)
    else:
        fault = f"accusation.card is {CARD_NAMES[kind]}; phase 'rotate' needs a yellow card."
        insist(LIGHT_OF[kind] == ROTATION, fault)


def standing_place(state: Record, kind: int, player: int) -> int:
    """The first such card of a player (5.2)."""
    for place in range(state.num_in_play):
        is_it = state.in_play[place] == kind and state.played_by[place] == player
        if is_it and state.standing[place]:
            return place
    return NOTHING


def read_mover(rules: Record, state: Record, given: Any) -> None:
    if state.phase == GAME_OVER:
        insist(given is None, f"to_move is {shown(given)}; it must be null in phase 'over'.")
        state.to_move = OVER
        return
    state.to_move = read_seat(rules, "to_move", given)
    if state.phase == HELP:
        is_helped = rules.num_players != WITHOUT_FAVOURITES
        insist(is_helped, "phase is 'help'; with four players there is no helper.")
    if state.phase != OBJECT:
        wanted, phase = mover(rules, state), PHASES[state.phase]
        fault = f"to_move is {state.to_move}; in phase {phase!r} it must be {wanted}."
        insist(state.to_move == wanted, fault)


def mover(rules: Record, state: Record) -> int:
    """Who decides in this phase."""
    players = int(rules.num_players)
    if state.phase == THIRD:
        return (int(state.boss) + ACCOUNTANT) % players
    if state.phase == HELP:
        return int(helper_of(players, state.boss, int(state.accused)))
    if state.phase == EXPLAIN:
        return int(state.accused)
    if state.phase == ROTATE:
        return int(state.played_by[state.evidence])
    return int(state.boss)


# --- Whether all of it fits the phase


def check_phase(rules: Record, state: Record) -> None:
    check_pressed(state)
    if state.phase == THIRD:
        check_third(rules, state)
    if state.phase in (THIRD, VERDICT):
        check_unbegun(state)
    if state.phase == HELP:
        insist(not state.helper_asked, "helper_asked is true; in phase 'help' it must be false.")
        check_counted(state, 0, MOST_COUNTED - 1)
    elif state.phase in (OBJECT, JUDGE):
        check_last_card(state)
    elif state.phase in (MERCY, CONDEMN):
        check_counted(state, 1, MOST_COUNTED)
    elif state.phase == EXPLAIN and state.counted == MOST_COUNTED:
        fault = f"counted is {MOST_COUNTED}, but no card in play lights up to accuse with."
        insist(something_lights_up(state), fault)


def check_counted(state: Record, least: int, most: int) -> None:
    phase = PHASES[state.phase]
    allowed = f"from {least} to {most}" if most > least else least
    fault = f"counted is {state.counted}; in phase {phase!r} it must be {allowed}."
    insist(least <= state.counted <= most, fault)


def check_pressed(state: Record) -> None:
    if not state.pressed:
        return
    phases = (HELP, EXPLAIN, GAME_OVER)
    allowed = listed(repr(PHASES[phase]) for phase in phases)
    insist(state.phase in phases, f"pressed is true; it may be so in phase {allowed} alone.")
    check_counted(state, 1, MOST_COUNTED - 1)


def check_third(rules: Record, state: Record) -> None:
    """The first accused holds the money and is the Wife or the Accountant (2.5)."""
    is_asked = rules.num_players != WITHOUT_FAVOURITES
    insist(is_asked, f"In phase 'third' there must be more than {WITHOUT_FAVOURITES} players.")
    fault = "In phase 'third' the accused must be the Wife or the Accountant and hold the money."
    holds_money = state.suitcase[state.accused] == MONEY
    insist(is_mixed_anyway(state, state.accused) and holds_money, fault)
    fault = f"mood is {MOODS[state.mood]}; in phase 'third' it must be {MOODS[YELLOW]}."
    insist(state.mood == YELLOW, fault)
    insist(state.accuser == NOBODY, "accuser is given; it must be null in phase 'third'.")
    insist(not state.discards.any(), "discards must be empty in phase 'third'.")


def check_unbegun(state: Record) -> None:
    """No card has been played yet in the turn."""
    check_counted(state, 0, 0)
    fault = f"helper_asked is true; in phase {PHASES[state.phase]!r} it must be false."
    insist(not state.helper_asked, fault)


def check_last_card(state: Record) -> None:
    """It is the one to be settled."""
    last = state.num_in_play - 1
    phase = PHASES[state.phase]
    fault = f"In phase {phase!r} the last card of in_play must be there and standing."
    insist(last >= 0 and state.standing[last], fault)
    if state.phase == OBJECT:
        seat = int(state.to_move)
        is_asked = seat != state.accused and may_object(state, seat)
        fault = f"to_move is {seat}, who cannot object: he must hold a card of the type played."
        insist(is_asked, fault)


# --- The end


def read_end(rules: Record, state: Record, given: Mapping[str, Any]) -> None:
    """Who was condemned and who has won, as the rules have it."""
    if state.phase != GAME_OVER:
        for name in ("condemned", "winners"):
            phase = PHASES[state.phase]
            fault = f"{name} is {shown(given[name])}; it must be null in phase {phase!r}."
            insist(given[name] is None, fault)
        return
    if given["condemned"] is None:
        check_informer(rules, state)
        inform(rules, state)
    else:
        read_condemned(rules, state, given["condemned"])
    winners = np.flatnonzero(state.won).tolist()
    fault = f"winners is {shown(given['winners'])}; in phase 'over' it must be a list of seats."
    insist(isinstance(given["winners"], list | tuple), fault)
    told = [read_seat(rules, "winners", seat) for seat in given["winners"]]
    fault = f"winners is {told}; by the suitcases it must be {winners}."
    insist(sorted(told) == winners, fault)


def check_informer(rules: Record, state: Record) -> None:
    """The accused could inform (10.3)."""
    could = rules.boss_suitcase and state.deck_size > 0 and state.counted < MOST_COUNTED
    fault = "condemned is null, but the accused could not inform: it must be a seat."
    insist(could and holds_informer(state, int(state.accused)), fault)


def read_condemned(rules: Record, state: Record, given: Any) -> None:
    """The accused, or at the end of the deck anybody (6.6)."""
    seat = read_member(rules, state, "condemned", given)
    is_accused = seat == state.accused or state.deck_size == 0
    fault = f"condemned is {seat}; while there are cards in the deck it must be the accused."
    insist(is_accused, fault)
    insist(not state.pressed, "pressed is true; after a sentence it must be false.")
    condemn(rules, state, seat)
