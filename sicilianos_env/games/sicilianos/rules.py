"""Sicilianos: set-up, turns and the dice (RULES.md, 2 to 4); the gang war is in `war`
and `war_moves`.

`start`, `legal_mask` and `step` are what the engine calls, with `chance_size`, `chance_key`,
`shuffled` and `resolve_chance` where dice, blind thefts and shuffles decide.
"""

from __future__ import annotations

from sicilianos_env.engine.game import CHANCE, OVER
from sicilianos_env.engine.records import Array, Record
from sicilianos_env.engine.streams import KIND_BITS
from sicilianos_env.games.sicilianos.actions import (
    CARD,
    DRAW,
    NUM_VICTIMS,
    ROLL,
    SEARCH,
    STEAL_FROM,
)
from sicilianos_env.games.sicilianos.cards import (
    draw_top,
    hand_size,
    put_in_hand,
    put_under_deck,
    take_from_deck,
)
from sicilianos_env.games.sicilianos.components import (
    HAND,
    NUM_CARDS,
    NUM_NOTES,
    NUM_VALUES,
    ONE,
    TWO,
    card_of,
    colour_of,
    value_of,
)
from sicilianos_env.games.sicilianos.memory import (
    learns_deck,
    others_forget_colour,
    others_forget_deck,
)
from sicilianos_env.games.sicilianos.payday import godfather, somebody_is_broke
from sicilianos_env.games.sicilianos.state import (
    BUSINESS,
    CHOOSE_DRAW,
    DICE,
    DRAFT,
    FIRST_PLAYER,
    GAME_OVER,
    JOIN,
    NOBODY,
    NOT_IN_PLAY,
    NOTHING,
    PICK,
    SHUFFLE,
    STEAL,
    TAKE_ONE,
    THEFT,
    TURN,
    WAR_OVER,
)
from sicilianos_env.games.sicilianos.war import (
    ask,
    clear_table,
    enter_war,
    reset_war,
)
from sicilianos_env.games.sicilianos.war_moves import mask_war, step_war
from sicilianos_env.jit import rule

# --- Set-up


@rule
def start(rules: Record, state: Record) -> None:
    """The table before the shuffle, on a state of zeros."""
    state.location[:] = NOT_IN_PLAY
    state.owner[:] = NOBODY
    for seat in range(rules.num_players):
        for note in range(NUM_NOTES):
            state.dirty[seat, note] = rules.notes[note]
    clear_dice(state)
    state.searched = NOTHING
    reset_war(state)
    ask(state, CHANCE, SHUFFLE)


@rule
def shuffled(rules: Record, state: Record, order: Array) -> None:
    """Puts the cards in play on their decks in the order given: their indices, permuted."""
    for i in range(rules.num_cards):
        put_under_deck(state, rules.cards[order[i]], 0)
    if rules.first_player == NOBODY:
        ask(state, CHANCE, FIRST_PLAYER)
    else:
        begin_draft(rules, state, rules.first_player)


@rule
def begin_draft(rules: Record, state: Record, seat: int) -> None:
    state.turn_of = seat
    if rules.draft > 0:
        ask(state, seat, DRAFT)
    else:
        begin_turn(rules, state, seat)


@rule
def draft(rules: Record, state: Record, seat: int, colour: int) -> None:
    draw_top(state, seat, colour)
    for steps in range(1, rules.num_players + 1):
        next_seat = (seat + steps) % rules.num_players
        if hand_size(state, next_seat) < rules.draft:
            ask(state, next_seat, DRAFT)
            return
    begin_turn(rules, state, state.turn_of)


# --- A turn


@rule
def begin_turn(rules: Record, state: Record, seat: int) -> None:
    if state.turn >= rules.max_turns:  # R18
        state.truncated = True
        ask(state, OVER, GAME_OVER)
    else:
        state.turn += 1
        state.turn_of = seat
        ask(state, seat, TURN)


@rule
def end_turn(rules: Record, state: Record) -> None:
    clear_dice(state)
    begin_turn(rules, state, (state.turn_of + 1) % rules.num_players)


@rule
def clear_dice(state: Record) -> None:
    state.dice[:] = NOTHING
    state.influence = NOTHING


@rule
def rolled(rules: Record, state: Record, outcome: int) -> None:
    """Reads one of the equally likely outcomes of the three dice."""
    families = int(rules.num_families)
    state.dice[0] = outcome % families
    state.dice[1] = outcome // families % families
    state.influence = symbol_of_face(rules, outcome // families**2)
    seat = state.turn_of
    if state.influence == TWO:
        take_two(rules, state, seat)
    elif state.influence == ONE:  # some deck always has a card (3.12)
        ask(state, seat, TAKE_ONE)
    elif state.influence == HAND and somebody_to_rob(rules, state, seat):
        ask(state, seat, STEAL)
    else:
        end_turn(rules, state)


@rule
def symbol_of_face(rules: Record, face: int) -> int:
    if face < rules.influence_die[TWO]:
        return TWO
    return ONE if face < rules.influence_die[TWO] + rules.influence_die[ONE] else HAND


@rule
def take_two(rules: Record, state: Record, seat: int) -> None:
    first, second = state.dice[0], state.dice[1]
    first_there, second_there = state.deck_sizes[first] > 0, state.deck_sizes[second] > 0
    only_one = hand_size(state, seat) >= rules.hand_limit - 1
    if only_one and first_there and second_there and first != second:
        ask(state, seat, CHOOSE_DRAW)
        return
    if first_there:
        draw_top(state, seat, first)
    if state.deck_sizes[second] > 0 and not (only_one and first_there):
        draw_top(state, seat, second)
    end_turn(rules, state)


@rule
def can_rob(state: Record, thief: int, victim: int, colour: int) -> bool:
    is_rolled = state.dice[0] == colour or state.dice[1] == colour
    return is_rolled and victim != thief and state.hand_colours[victim, colour] > 0


@rule
def somebody_to_rob(rules: Record, state: Record, thief: int) -> bool:
    for victim in range(rules.num_players):
        for die in range(2):
            if can_rob(state, thief, victim, state.dice[die]):
                return True
    return False


@rule
def search(rules: Record, state: Record, seat: int, colour: int) -> None:
    others_forget_deck(state, seat, colour)
    learns_deck(state, seat, colour)
    state.searched = colour
    ask(state, seat, PICK)


@rule
def pick(rules: Record, state: Record, seat: int, card: int) -> None:
    colour = colour_of(card)
    for place in range(state.deck_sizes[colour]):
        if state.decks[colour, place] == value_of(card):
            take_from_deck(state, seat, colour, place)
            break
    state.searched = NOTHING
    end_turn(rules, state)


@rule
def steal(rules: Record, state: Record, thief: int, colour: int, victim: int) -> None:
    """The thief points at a card back; which card it is, chance decides."""
    state.robbed, state.stolen_colour = victim, colour
    ask(state, CHANCE, THEFT)


@rule
def stolen(rules: Record, state: Record, outcome: int) -> None:
    """The victim's card of the colour that is number `outcome` in ascending order changes hands."""
    thief, victim, colour = state.turn_of, state.robbed, state.stolen_colour
    others_forget_colour(state, thief, victim, colour)
    for value in range(1, NUM_VALUES + 1):
        card = card_of(colour, value)
        if state.location[card] == victim:
            if outcome == 0:
                state.hand_colours[victim, colour] -= 1
                put_in_hand(state, thief, card)
                break
            outcome -= 1
    end_turn(rules, state)


# --- Chance


@rule
def chance_size(rules: Record, state: Record) -> int:
    """The number of equally likely outcomes, or minus the number of cards to shuffle."""
    if state.phase == SHUFFLE:
        return -int(rules.num_cards)
    if state.phase == FIRST_PLAYER:
        return int(rules.num_players)
    if state.phase == DICE:
        return int(rules.num_families) ** 2 * faces_of_die(rules)
    return int(state.hand_colours[state.robbed, state.stolen_colour])


@rule
def faces_of_die(rules: Record) -> int:
    return int(rules.influence_die[TWO] + rules.influence_die[ONE] + rules.influence_die[HAND])


@rule
def chance_key(rules: Record, state: Record) -> int:
    """Names the draw: its kind, and the turn, so that dice do not depend on what players do."""
    return ((int(state.phase) - SHUFFLE + 1) << KIND_BITS) | int(state.turn)


@rule
def resolve_chance(rules: Record, state: Record, outcome: int) -> None:
    if state.phase == FIRST_PLAYER:
        begin_draft(rules, state, outcome)
    elif state.phase == DICE:
        rolled(rules, state, outcome)
    else:
        stolen(rules, state, outcome)


# --- Legal actions


@rule
def legal_mask(rules: Record, state: Record, mask: Array) -> None:
    """Writes 1 for each action that the seat to move may take, from the state alone."""
    mask[:] = 0
    seat, phase = state.to_move, state.phase
    if seat < 0:
        return
    if phase == TURN:
        mask_turn(rules, state, seat, mask)
    elif JOIN <= phase <= BUSINESS:
        mask_war(rules, state, seat, mask)
    elif phase == DRAFT:
        mask_draft(rules, state, seat, mask)
    elif phase == TAKE_ONE:
        mask_take_one(rules, state, mask)
    elif phase == STEAL:
        mask_steal(rules, state, seat, mask)
    elif phase == CHOOSE_DRAW:
        mask_choose_draw(state, mask)
    elif phase == PICK:
        mask_pick(state, mask)


@rule
def mask_turn(rules: Record, state: Record, seat: int, mask: Array) -> None:
    mask[ROLL] = hand_size(state, seat) < rules.hand_limit
    for card in range(NUM_CARDS):
        mask[CARD + card] = state.location[card] == seat


@rule
def mask_draft(rules: Record, state: Record, seat: int, mask: Array) -> None:
    for colour in range(rules.num_families):
        not_drawn = state.hand_colours[seat, colour] == 0
        mask[DRAW + colour] = not_drawn and state.deck_sizes[colour] > 0


@rule
def mask_take_one(rules: Record, state: Record, mask: Array) -> None:
    for colour in range(rules.num_families):
        mask[DRAW + colour] = state.deck_sizes[colour] > 0
    for die in range(2):
        mask[SEARCH + state.dice[die]] = state.deck_sizes[state.dice[die]] > 0


@rule
def mask_choose_draw(state: Record, mask: Array) -> None:
    for die in range(2):
        mask[DRAW + state.dice[die]] = state.deck_sizes[state.dice[die]] > 0


@rule
def mask_steal(rules: Record, state: Record, seat: int, mask: Array) -> None:
    for die in range(2):
        colour = state.dice[die]
        for left in range(1, rules.num_players):
            victim = (seat + left) % rules.num_players
            action = STEAL_FROM + colour * NUM_VICTIMS + left - 1
            mask[action] = can_rob(state, seat, victim, colour)


@rule
def mask_pick(state: Record, mask: Array) -> None:
    for place in range(state.deck_sizes[state.searched]):
        mask[CARD + card_of(state.searched, state.decks[state.searched, place])] = 1


# --- Actions


@rule
def step(rules: Record, state: Record, action: int) -> None:
    """Plays a legal action of the seat to move."""
    seat, phase = state.to_move, state.phase
    if phase == TURN:
        step_turn(state, seat, action)
    elif JOIN <= phase <= BUSINESS:
        step_war(rules, state, seat, action)
    elif phase == DRAFT:
        draft(rules, state, seat, action - DRAW)
    elif phase == TAKE_ONE and action >= SEARCH:
        search(rules, state, seat, action - SEARCH)
    elif phase == TAKE_ONE or phase == CHOOSE_DRAW:
        draw_top(state, seat, action - DRAW)
        end_turn(rules, state)
    elif phase == STEAL:
        step_steal(rules, state, seat, action - STEAL_FROM)
    elif phase == PICK:
        pick(rules, state, seat, action - CARD)
    if state.phase == WAR_OVER:
        finish_war(rules, state)


@rule
def step_turn(state: Record, seat: int, action: int) -> None:
    if action == ROLL:
        ask(state, CHANCE, DICE)
    else:
        enter_war(state, seat, action - CARD)


@rule
def step_steal(rules: Record, state: Record, thief: int, theft: int) -> None:
    left = theft % NUM_VICTIMS + 1
    steal(rules, state, thief, theft // NUM_VICTIMS, (thief + left) % rules.num_players)


@rule
def finish_war(rules: Record, state: Record) -> None:
    clear_table(rules, state)
    if godfather(rules, state) != NOBODY or somebody_is_broke(rules, state):
        ask(state, OVER, GAME_OVER)
    else:
        end_turn(rules, state)
