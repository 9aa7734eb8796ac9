"""A random state that looks the same to the viewer, from the observation alone (RULES.md, 9.9).

Hidden are the other hands, the deck, suitcases, and in some phases who is asked. The viewer
becomes seat 0, so the Boss may sit anywhere. What is drawn at random is drawn again until all of
it fits: thus everything that fits is equally likely.
"""

from __future__ import annotations

from sicilianos_env.engine.records import Array, Record, index_of_one, signed
from sicilianos_env.engine.streams import Stream, random_below
from sicilianos_env.games.padrino.components import (
    MONEY,
    MOST_COUNTED,
    NUM_KINDS,
    NUM_SUITCASES,
    PLAIN,
    WEAPON,
    YELLOW,
)
from sicilianos_env.games.padrino.ending import condemn, holds_informer, inform
from sicilianos_env.games.padrino.family import helper_of
from sicilianos_env.games.padrino.observation import kind_in_play, open_observation
from sicilianos_env.games.padrino.setup import clear_table
from sicilianos_env.games.padrino.state import (
    EXPLAIN,
    GAME_OVER,
    HELP,
    JUDGE,
    NOBODY,
    NOTHING,
    OBJECT,
    ask,
)
from sicilianos_env.games.padrino.turn import draw, may_object, put_in_play
from sicilianos_env.jit import rule

VIEWER = 0
# One try in some hundred fits at the least; only what nobody can be shown has none that does.
MOST_TRIES = 10_000


@rule
def resample(rules: Record, observation: Array, stream: Stream, state: Record) -> None:
    """Writes a random state consistent with the observation into `state` (zeros before)."""
    tables, seats = open_observation(observation)
    table = tables[0]
    clear_table(state)
    restore_seats(rules, seats, state)
    restore_turn(rules, table, seats, state)
    for _ in range(MOST_TRIES):
        guess_suitcases(rules, seats, stream, state)
        deal_unseen(rules, seats, stream, state)
        if guess_asked(rules, stream, state) and has_ended_so(rules, seats, state):
            return


# --- What the viewer sees


@rule
def restore_seats(rules: Record, seats: Array, state: Record) -> None:
    for seat in range(rules.num_players):
        shown = seats[seat]
        state.character[seat] = index_of_one(shown.character, NOTHING)
        if state.character[seat] == 0:
            state.boss = seat
        if shown.accused:
            state.accused = seat
        if shown.accuser:
            state.accuser = seat
        if shown.blamed:
            state.blamed = seat
        if shown.condemned:
            state.condemned = seat
        state.mixed[seat] = shown.mixed
        for place in range(rules.num_players):
            state.knows[seat, place] = shown.informed_of[place]


@rule
def restore_turn(rules: Record, table: Record, seats: Array, state: Record) -> None:
    ask(state, NOBODY, index_of_one(table.phase, GAME_OVER))
    for seat in range(rules.num_players):
        if seats[seat].to_move:
            state.to_move = seat
    state.mood = index_of_one(table.mood, YELLOW)
    state.counted = table.counted
    state.raised_at = table.raised_at
    state.helper_asked = table.helper_asked
    state.pressed = table.pressed
    state.evidence = index_of_one(table.evidence, NOTHING)
    for kind in range(NUM_KINDS):
        state.discards[kind] = table.discards[kind]
    for place in range(MOST_COUNTED):
        restore_in_play(rules, table, place, state)


@rule
def restore_in_play(rules: Record, table: Record, place: int, state: Record) -> None:
    kind, player = kind_in_play(table, place), state.accused
    if kind != NOTHING:
        if table.by_helper[place]:
            player = helper_of(rules.num_players, state.boss, player)
        put_in_play(state, player, kind)
        state.standing[place] = table.standing[place]


# --- Suitcases


@rule
def guess_suitcases(rules: Record, seats: Array, stream: Stream, state: Record) -> None:
    """Those that the viewer knows, then the money and the weapon at random, the others plain."""
    for seat in range(rules.num_players):
        state.suitcase[seat] = index_of_one(seats[seat].suitcase, NOTHING)
    if not is_placed(rules, state, MONEY):
        put_suitcase(rules, stream, state, MONEY, is_any_mixed(rules, state), 0)
    if not is_placed(rules, state, WEAPON):
        put_suitcase(rules, stream, state, WEAPON, False, in_box(rules))
    for seat in range(rules.num_players):
        if is_unknown(rules, state, seat):
            state.suitcase[seat] = PLAIN


@rule
def is_placed(rules: Record, state: Record, suitcase: int) -> bool:
    for seat in range(rules.num_players):
        if state.suitcase[seat] == suitcase:
            return True
    return False


@rule
def is_any_mixed(rules: Record, state: Record) -> bool:
    for seat in range(rules.num_players):
        if state.mixed[seat]:
            return True
    return False


@rule
def in_box(rules: Record) -> int:
    """Suitcases that are not in the game."""
    return NUM_SUITCASES - int(rules.num_players - 1 + rules.boss_suitcase)


@rule
def is_unknown(rules: Record, state: Record, seat: int) -> bool:
    """A suitcase lies here, and it is not said yet what it holds."""
    has_one = seat != state.boss or rules.boss_suitcase == 1
    return has_one and state.suitcase[seat] == NOTHING


@rule
def put_suitcase(
    rules: Record, stream: Stream, state: Record, suitcase: int, among_mixed: bool, elsewhere: int
) -> None:
    """At random in a place that is unknown (and mixed), or in one of so many outside the game."""
    places = elsewhere
    for seat in range(rules.num_players):
        places += is_unknown(rules, state, seat) and (state.mixed[seat] == 1 or not among_mixed)
    chosen = random_below(stream, places)
    for seat in range(rules.num_players):
        if is_unknown(rules, state, seat) and (state.mixed[seat] == 1 or not among_mixed):
            if chosen == 0:
                state.suitcase[seat] = suitcase
            chosen -= 1


# --- Explanations


@rule
def deal_unseen(rules: Record, seats: Array, stream: Stream, state: Record) -> None:
    """All Explanations that the viewer does not see, to the other hands and the deck."""
    shuffle_unseen(rules, seats, stream, state)
    for seat in range(rules.num_players):
        if seat == VIEWER:
            for kind in range(NUM_KINDS):
                state.hand[seat, kind] = seats[seat].hand[kind]
        else:
            state.hand[seat, :] = 0
            for _ in range(seats[seat].hand_size):
                draw(state, seat)


@rule
def shuffle_unseen(rules: Record, seats: Array, stream: Stream, state: Record) -> None:
    """In random order into the deck."""
    state.deck_size = 0
    for kind in range(NUM_KINDS):
        seen = state.discards[kind] + signed(seats[VIEWER].hand[kind])
        for place in range(state.num_in_play):
            seen += state.in_play[place] == kind
        for _ in range(rules.explanations[kind] - seen):
            place = random_below(stream, state.deck_size + 1)
            state.deck[state.deck_size] = state.deck[place]
            state.deck[place] = kind
            state.deck_size += 1


# --- Who is asked


@rule
def guess_asked(rules: Record, stream: Stream, state: Record) -> bool:
    """Who may be asked behind what is shown (9.2); false if he could not be asked so."""
    if state.to_move == VIEWER:
        return True
    if state.phase == EXPLAIN:
        if state.to_move == NOBODY or (may_help(rules, state) and random_below(stream, 2) == 0):
            state.helper_asked = 0
            ask(state, helper_of(rules.num_players, state.boss, state.accused), HELP)
    elif state.phase == JUDGE:
        return guess_objector(state, random_below(stream, rules.num_players))
    return True


@rule
def may_help(rules: Record, state: Record) -> bool:
    """The helper, who is not the viewer, may be the one who is asked (9.9)."""
    helper = helper_of(rules.num_players, state.boss, state.accused)
    if helper == NOBODY or helper == VIEWER:
        return False
    if state.counted == MOST_COUNTED or not state.helper_asked:
        return False
    last = state.num_in_play - 1
    return last < 0 or state.played_by[last] == state.accused


@rule
def guess_objector(state: Record, seat: int) -> bool:
    """Takes a seat for the one who is asked: the Boss to judge, others to object."""
    if seat == VIEWER or seat == state.accused:
        return False
    if seat == state.boss:
        return True
    if not may_object(state, seat):
        return False
    ask(state, seat, OBJECT)
    return True


# --- The end


@rule
def has_ended_so(rules: Record, seats: Array, state: Record) -> bool:
    """At the end: those have won who are shown to have, and an informer has been there."""
    if state.phase != GAME_OVER:
        return True
    state.won[:] = 0
    if state.condemned != NOBODY:
        condemn(rules, state, state.condemned)
    elif holds_informer(state, state.accused):
        inform(rules, state)
    else:
        return False
    for seat in range(rules.num_players):
        if state.won[seat] != seats[seat].won:
            return False
    return True
