"""The set-up: Explanations, suitcases and who is accused first (RULES.md, 2, 10.1 and 10.5)."""

from __future__ import annotations

from sicilianos_env.engine.game import CHANCE
from sicilianos_env.engine.records import Array, Record
from sicilianos_env.games.padrino.components import (
    ACCOUNTANT,
    CHARACTERS,
    MONEY,
    NUM_KINDS,
    NUM_SUITCASES,
    PLAIN,
    WEAPON,
    WIFE,
    WITHOUT_FAVOURITES,
    YELLOW,
)
from sicilianos_env.games.padrino.family import next_member
from sicilianos_env.games.padrino.state import (
    DEAL_MONEY,
    DEAL_WEAPON,
    DRAW_CHARACTERS,
    MIX_SUITCASES,
    NOBODY,
    NOTHING,
    SHUFFLE_EXPLANATIONS,
    THIRD,
    ask,
)
from sicilianos_env.games.padrino.turn import draw, go_on
from sicilianos_env.jit import rule

FAMILY_CHARACTERS = len(CHARACTERS) - 1
CHARACTER_DRAWS = FAMILY_CHARACTERS * (FAMILY_CHARACTERS - 1) * (FAMILY_CHARACTERS - 2)
WEAPON_PLACES = NUM_SUITCASES - 1  # all but the money's (2.2)


@rule
def start(rules: Record, state: Record) -> None:
    """The table before the first lot, on a state of zeros: the deck lies in index order."""
    clear_table(state)
    for seat in range(rules.num_players):
        state.character[seat] = seat
    for kind in range(NUM_KINDS):
        for _ in range(rules.explanations[kind]):
            state.deck[state.deck_size] = kind
            state.deck_size += 1
    is_drawn = rules.num_players == WITHOUT_FAVOURITES
    ask(state, CHANCE, DRAW_CHARACTERS if is_drawn else SHUFFLE_EXPLANATIONS)


@rule
def clear_table(state: Record) -> None:
    """Nothing lies in play, nobody is accused, and the mood is yellow (2.8)."""
    state.mood = YELLOW
    state.accused = state.accuser = state.blamed = state.condemned = NOBODY
    state.evidence = NOTHING
    state.in_play[:] = NOTHING
    state.played_by[:] = NOBODY
    state.deck[:] = NOTHING
    state.suitcase[:] = NOTHING


# --- Chance


@rule
def draw_characters(rules: Record, state: Record, outcome: int) -> None:
    """Three of the ten, one after the other clockwise from the Boss (10.5)."""
    draw_from_family(outcome, state.character[1 : rules.num_players])
    ask(state, CHANCE, SHUFFLE_EXPLANATIONS)


@rule
def draw_from_family(outcome: int, drawn: Array) -> None:
    """Writes different characters of the family; the outcome numbers their orders."""
    left, draws = FAMILY_CHARACTERS, CHARACTER_DRAWS
    for i in range(drawn.shape[0]):
        draws //= left
        drawn[i] = nth_left(drawn[:i], outcome // draws % left)
        left -= 1


@rule
def nth_left(drawn: Array, nth: int) -> int:
    """The nth of the family's characters, from 0, that has not been drawn."""
    character = 1
    while nth > 0 or is_among(drawn, character):
        nth -= not is_among(drawn, character)
        character += 1
    return character


@rule
def is_among(drawn: Array, character: int) -> bool:
    for other in drawn:
        if other == character:
            return True
    return False


@rule
def put_deck_in_order(state: Record, order: Array) -> None:
    """The card at `order[0]` comes to the top, which is the last place of the deck."""
    before = state.deck.copy()
    for place in range(state.deck_size):
        state.deck[state.deck_size - 1 - place] = before[order[place]]
    ask(state, CHANCE, DEAL_MONEY)


@rule
def deal_money(rules: Record, state: Record, outcome: int) -> None:
    """Its holder is the first accused (2.3)."""
    seat = (state.boss + 1 + outcome) % rules.num_players
    state.suitcase[seat] = MONEY
    state.accused = seat
    ask(state, CHANCE, DEAL_WEAPON)


@rule
def deal_weapon(rules: Record, state: Record, outcome: int) -> None:
    """It is one of the family's other suitcases, the Boss's, or stays in the box (2.2, 10.1)."""
    place = 0
    for i in range(1, rules.num_players + rules.boss_suitcase):
        seat = (state.boss + i) % rules.num_players
        if state.suitcase[seat] != MONEY:
            state.suitcase[seat] = WEAPON if place == outcome else PLAIN
            place += 1
    look_into_suitcases(rules, state)
    choose_third(rules, state)


@rule
def look_into_suitcases(rules: Record, state: Record) -> None:
    """Each into his own, and all into the money's (2.2, 2.3)."""
    for seat in range(rules.num_players):
        state.knows[seat, seat] = seat != state.boss
        state.knows[seat, state.accused] = 1


@rule
def choose_third(rules: Record, state: Record) -> None:
    """The holder's suitcase is the third to be mixed, if he is not the Wife or Accountant (2.5)."""
    if rules.num_players == WITHOUT_FAVOURITES or not is_mixed_anyway(state, state.accused):
        mix_suitcases(rules, state, state.accused)
    else:
        ask(state, (state.boss + ACCOUNTANT) % rules.num_players, THIRD)


@rule
def is_mixed_anyway(state: Record, seat: int) -> bool:
    """The suitcases of the Wife and of the Accountant are among the three (2.4)."""
    return state.character[seat] == WIFE or state.character[seat] == ACCOUNTANT


@rule
def mix_suitcases(rules: Record, state: Record, third: int) -> None:
    """Marks the suitcases to be shuffled; with four players these are all (10.5)."""
    for seat in range(rules.num_players):
        if seat == state.boss:
            state.mixed[seat] = rules.boss_suitcase
        else:
            is_everybody = rules.num_players == WITHOUT_FAVOURITES
            state.mixed[seat] = is_everybody or seat == third or is_mixed_anyway(state, seat)
    ask(state, CHANCE, MIX_SUITCASES)


@rule
def num_mixed(rules: Record, state: Record) -> int:
    """How many suitcases are shuffled (2.4)."""
    count = 0
    for seat in range(rules.num_players):
        count += state.mixed[seat]
    return count


@rule
def deal_mixed_suitcases(rules: Record, state: Record, order: Array) -> None:
    """Dealt back clockwise from the Boss; nobody knows any more what these hold (9.6)."""
    before = state.suitcase.copy()
    place = 0
    for i in range(rules.num_players):
        seat = (state.boss + i) % rules.num_players
        if state.mixed[seat]:
            state.suitcase[seat] = before[mixed_seat(rules, state, order[place])]
            state.knows[:, seat] = 0
            place += 1
    deal_hands(rules, state)
    go_on(rules, state)  # the first turn has no verdict (3.1)


@rule
def mixed_seat(rules: Record, state: Record, place: int) -> int:
    """The seat of the mixed suitcase with this place, clockwise from the Boss."""
    seat = state.boss
    while place > 0 or not state.mixed[seat]:
        place -= state.mixed[seat]
        seat = (seat + 1) % rules.num_players
    return int(seat)


@rule
def deal_hands(rules: Record, state: Record) -> None:
    """To one player after the other, clockwise from the Boss (2.7)."""
    seat = next_member(rules.num_players, state.boss, state.boss)
    for _ in range(rules.num_players - 1):
        for _ in range(rules.hand_size):
            draw(state, seat)
        seat = next_member(rules.num_players, state.boss, seat)
