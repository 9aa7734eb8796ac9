"""What a seat may do in a gang war, and what follows (RULES.md, 5 and 6)."""

from __future__ import annotations

from sicilianos_env.engine.records import Array, Record
from sicilianos_env.games.sicilianos.actions import (
    CARD,
    DEFECT,
    FOUND,
    KEEP_IN_FAMILY,
    PASS,
    STAKE_NOTE,
    TAKE_BUSINESS,
    TAKE_MONEY,
)
from sicilianos_env.games.sicilianos.cards import lay_face_down
from sicilianos_env.games.sicilianos.components import NUM_BUSINESSES, NUM_NOTES, NUM_VALUES
from sicilianos_env.games.sicilianos.state import (
    BOMB_ASKED,
    BUSINESS,
    CONTINUE,
    JOIN,
    NOBODY,
    SPLIT,
    STAKE,
    TURNCOAT_ASKED,
)
from sicilianos_env.games.sicilianos.war import (
    ally_of,
    ask_bombs,
    ask_to_join,
    ask_turncoats,
    defect,
    detonate,
    enter_war,
    found,
    go_on_after,
    is_bomb_target,
    is_laid,
    lay_stake,
    offer_business,
    prize_colour,
    steps_from_opener,
    take_money,
)
from sicilianos_env.jit import rule

# --- Legal actions


@rule
def mask_war(rules: Record, state: Record, seat: int, mask: Array) -> None:
    """Writes 1 for each action that the seat may take in a phase of the war."""
    phase = state.phase
    if phase == JOIN:
        mask_join(rules, state, seat, mask)
    elif phase == STAKE:
        mask_stake(state, seat, mask)
    elif phase == CONTINUE:
        mask_continue(state, seat, mask)
    elif phase == BOMB_ASKED:
        mask_bomb(rules, state, seat, mask)
    elif phase == BUSINESS:
        mask_business(rules, state, mask)
    elif phase == TURNCOAT_ASKED:
        mask[KEEP_IN_FAMILY] = mask[DEFECT] = 1
    elif phase == SPLIT:
        mask[TAKE_BUSINESS] = mask[TAKE_MONEY] = 1


@rule
def mask_join(rules: Record, state: Record, seat: int, mask: Array) -> None:
    mask[PASS] = 1
    for colour in range(rules.num_families):
        if state.hand_colours[seat, colour] > 0 and not is_laid(rules, state, colour):
            mask_cards_of(state, seat, colour, mask)


@rule
def mask_cards_of(state: Record, seat: int, colour: int, mask: Array) -> None:
    for card in range(colour * NUM_VALUES, (colour + 1) * NUM_VALUES):
        mask[CARD + card] = state.location[card] == seat


@rule
def mask_stake(state: Record, seat: int, mask: Array) -> None:
    for note in range(NUM_NOTES):
        mask[STAKE_NOTE + note] = state.dirty[seat, note] > 0


@rule
def mask_continue(state: Record, seat: int, mask: Array) -> None:
    mask[PASS] = 1
    mask_cards_of(state, seat, state.family[seat], mask)


@rule
def mask_bomb(rules: Record, state: Record, seat: int, mask: Array) -> None:
    mask[KEEP_IN_FAMILY] = 1
    for other in range(rules.num_players):
        for i in range(state.face_up_count[other]):
            card = state.face_up[other, i]
            mask[CARD + card] = is_bomb_target(rules, state, seat, card)


@rule
def mask_business(rules: Record, state: Record, mask: Array) -> None:
    colour = prize_colour(rules, state)
    for business in range(NUM_BUSINESSES):
        mask[FOUND + business] = state.owner[colour, business] == NOBODY


# --- Actions


@rule
def step_war(rules: Record, state: Record, seat: int, action: int) -> None:
    """Plays a legal action of a phase of the war."""
    phase = state.phase
    if phase == JOIN:
        step_join(rules, state, seat, action)
    elif phase == STAKE:
        lay_stake(rules, state, seat, action - STAKE_NOTE)
    elif phase == CONTINUE:
        step_continue(rules, state, seat, action)
    elif phase == TURNCOAT_ASKED:
        step_turncoat(rules, state, seat, action)
    elif phase == BOMB_ASKED:
        step_bomb(rules, state, seat, action)
    elif phase == SPLIT:
        step_split(rules, state, seat, action)
    elif phase == BUSINESS:
        found(rules, state, seat, action - FOUND)


@rule
def step_join(rules: Record, state: Record, seat: int, action: int) -> None:
    if action == PASS:
        ask_to_join(rules, state, steps_from_opener(rules, state, seat) + 1)
    else:
        enter_war(state, seat, action - CARD)


@rule
def step_continue(rules: Record, state: Record, seat: int, action: int) -> None:
    if action == PASS:
        state.playing[seat] = False
    else:
        lay_face_down(state, seat, action - CARD)
    go_on_after(rules, state, seat)


@rule
def step_turncoat(rules: Record, state: Record, seat: int, action: int) -> None:
    if action == DEFECT:
        defect(state, seat)
    ask_turncoats(rules, state, steps_from_opener(rules, state, seat) + 1)


@rule
def step_bomb(rules: Record, state: Record, seat: int, action: int) -> None:
    state.bomb_pending[seat] = False
    if action != KEEP_IN_FAMILY:
        detonate(rules, state, seat, action - CARD)
    ask_bombs(rules, state, steps_from_opener(rules, state, seat) + 1)


@rule
def step_split(rules: Record, state: Record, owner: int, action: int) -> None:
    """One ally founds the business, the other takes both notes."""
    ally = ally_of(rules, state, owner)
    founder, other = (owner, ally) if action == TAKE_BUSINESS else (ally, owner)
    take_money(rules, state, other, founder)
    offer_business(state, founder, state.family[owner])
