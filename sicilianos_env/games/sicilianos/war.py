"""The gang war (RULES.md, 5 and 6). The opener is the player whose turn it is."""

from __future__ import annotations

from sicilianos_env.engine.records import Record
from sicilianos_env.games.sicilianos.cards import lay_face_down, put_under_deck
from sicilianos_env.games.sicilianos.components import (
    BODYGUARD,
    BOMB,
    DEFECTED_STRENGTH,
    TURNCOAT,
    card_of,
    colour_of,
    value_of,
)
from sicilianos_env.games.sicilianos.memory import (
    all_learn_card,
    everybody,
    learns_pile,
    others_forget_pile,
)
from sicilianos_env.games.sicilianos.payday import notes_left, pile_size
from sicilianos_env.games.sicilianos.state import (
    BOMB_ASKED,
    BUSINESS,
    CONTINUE,
    FACE_UP,
    JOIN,
    NOBODY,
    NOTHING,
    SPLIT,
    STAKE,
    TURNCOAT_ASKED,
    WAR_OVER,
)
from sicilianos_env.jit import rule


@rule
def ask(state: Record, seat: int, phase: int) -> None:
    state.to_move = seat
    state.phase = phase


@rule
def clockwise(rules: Record, state: Record, steps: int) -> int:
    """The seat so many places to the opener's left."""
    return (state.turn_of + steps) % rules.num_players


@rule
def steps_from_opener(rules: Record, state: Record, seat: int) -> int:
    return (seat - state.turn_of) % rules.num_players


# --- Opening and joining


@rule
def is_in_war(state: Record, seat: int) -> bool:
    return state.family[seat] != NOTHING


@rule
def owner_of(rules: Record, state: Record, colour: int) -> int:
    """Who uses a colour as his family: laid it and has not defected; or NOBODY."""
    for seat in range(rules.num_players):
        if state.family[seat] == colour and not state.defected[seat]:
            return seat
    return NOBODY


@rule
def is_laid(rules: Record, state: Record, colour: int) -> bool:
    for seat in range(rules.num_players):
        if state.family[seat] == colour:
            return True
    return False


@rule
def can_join(rules: Record, state: Record, seat: int) -> bool:
    if notes_left(state, seat) == 0:
        return False
    for colour in range(rules.num_families):
        if state.hand_colours[seat, colour] > 0 and not is_laid(rules, state, colour):
            return True
    return False


@rule
def enter_war(state: Record, seat: int, card: int) -> None:
    """The first card of an opener or joiner; his note is asked next."""
    state.family[seat] = colour_of(card)
    state.playing[seat] = True
    lay_face_down(state, seat, card)
    ask(state, seat, STAKE)


@rule
def lay_stake(rules: Record, state: Record, seat: int, note: int) -> None:
    state.stake[seat] = note
    state.dirty[seat, note] -= 1
    ask_to_join(rules, state, steps_from_opener(rules, state, seat) + 1)


@rule
def ask_to_join(rules: Record, state: Record, first: int) -> None:
    """Asks the next who can join, from so many places left of the opener on; else the reveal."""
    for steps in range(first, rules.num_players):
        seat = clockwise(rules, state, steps)
        if can_join(rules, state, seat):
            ask(state, seat, JOIN)
            return
    reveal(rules, state)


# --- Reveal, Turncoats, Bombs


@rule
def reveal(rules: Record, state: Record) -> None:
    for seat in range(rules.num_players):
        if state.face_down[seat] != NOTHING:
            turn_up(rules, state, seat)
    if state.war_round == 1:
        ask_turncoats(rules, state, 0)
    else:
        ask_bombs(rules, state, 0)


@rule
def turn_up(rules: Record, state: Record, seat: int) -> None:
    card = state.face_down[seat]
    state.face_down[seat] = NOTHING
    state.location[card] = FACE_UP
    state.face_up[seat, state.face_up_count[seat]] = card
    state.face_up_count[seat] += 1
    state.bomb_pending[seat] = value_of(card) == BOMB
    all_learn_card(rules, state, card)


@rule
def can_defect(rules: Record, state: Record, seat: int) -> bool:
    """Only with the first card, and only to a family in use by somebody who has not defected."""
    if state.face_up_count[seat] == 0 or value_of(state.face_up[seat, 0]) != TURNCOAT:
        return False
    partner = rules.turncoat_partner[state.family[seat]]
    return partner != NOTHING and owner_of(rules, state, partner) != NOBODY


@rule
def ask_turncoats(rules: Record, state: Record, first: int) -> None:
    for steps in range(first, rules.num_players):
        seat = clockwise(rules, state, steps)
        if can_defect(rules, state, seat):
            ask(state, seat, TURNCOAT_ASKED)
            return
    ask_bombs(rules, state, 0)


@rule
def defect(state: Record, seat: int) -> None:
    state.defected[seat] = True
    state.playing[seat] = False


@rule
def strengthened_by(rules: Record, state: Record, seat: int) -> int:
    """The colour that the seat's cards strengthen."""
    family = state.family[seat]
    return rules.turncoat_partner[family] if state.defected[seat] else family


@rule
def has_bodyguard(rules: Record, state: Record, colour: int) -> bool:
    return rules.bodyguards == 1 and state.location[card_of(colour, BODYGUARD)] == FACE_UP


@rule
def is_bomb_target(rules: Record, state: Record, bomber: int, card: int) -> bool:
    """Whether the bomber may blow up a card that lies face up (R10).

    Allies strengthen the same family.
    """
    victim = player_of(rules, state, card)
    colour = strengthened_by(rules, state, victim)
    if colour == strengthened_by(rules, state, bomber):
        return False
    if not rules.bomb_shows[state.family[bomber], colour]:
        return False
    return value_of(card) == BODYGUARD or not has_bodyguard(rules, state, colour)


@rule
def player_of(rules: Record, state: Record, card: int) -> int:
    """Who played a card that lies face up: each colour is played by one participant."""
    for seat in range(rules.num_players):
        if state.family[seat] == colour_of(card):
            return seat
    return NOBODY


@rule
def has_bomb_target(rules: Record, state: Record, bomber: int) -> bool:
    for seat in range(rules.num_players):
        for i in range(state.face_up_count[seat]):
            if is_bomb_target(rules, state, bomber, state.face_up[seat, i]):
                return True
    return False


@rule
def ask_bombs(rules: Record, state: Record, first: int) -> None:
    for steps in range(first, rules.num_players):
        seat = clockwise(rules, state, steps)
        if state.bomb_pending[seat] and has_bomb_target(rules, state, seat):
            ask(state, seat, BOMB_ASKED)
            return
        state.bomb_pending[seat] = False
    start_round(rules, state)


@rule
def detonate(rules: Record, state: Record, bomber: int, card: int) -> None:
    """The victim, then the Bomb, go to the bottom of their own decks at once."""
    victim = player_of(rules, state, card)
    if value_of(card) == BOMB:
        state.bomb_pending[victim] = False
    take_off_table(rules, state, victim, card)
    take_off_table(rules, state, bomber, card_of(state.family[bomber], BOMB))


@rule
def take_off_table(rules: Record, state: Record, seat: int, card: int) -> None:
    kept = 0
    for i in range(state.face_up_count[seat]):
        if state.face_up[seat, i] != card:
            state.face_up[seat, kept] = state.face_up[seat, i]
            kept += 1
    state.face_up_count[seat] = kept
    put_under_deck(state, card, everybody(rules))


# --- Further rounds


@rule
def start_round(rules: Record, state: Record) -> None:
    """Who has no card of his colour drops out; then the war goes on or ends (R11, R12)."""
    if participants(rules, state) == 1:
        end_war(rules, state)
        return
    still_playing = 0
    for seat in range(rules.num_players):
        if state.playing[seat] and state.hand_colours[seat, state.family[seat]] == 0:
            state.playing[seat] = False
        still_playing += state.playing[seat]
    if still_playing == 0 or (rules.last_standing and still_playing == 1):
        end_war(rules, state)
    else:
        state.war_round += 1
        ask(state, next_playing(rules, state, 0), CONTINUE)


@rule
def participants(rules: Record, state: Record) -> int:
    count = 0
    for seat in range(rules.num_players):
        count += is_in_war(state, seat)
    return count


@rule
def next_playing(rules: Record, state: Record, first: int) -> int:
    for steps in range(first, rules.num_players):
        seat = clockwise(rules, state, steps)
        if state.playing[seat]:
            return seat
    return NOBODY


@rule
def go_on_after(rules: Record, state: Record, seat: int) -> None:
    """Asks the next player for his card of this round; after the last: the reveal, or the end."""
    next_seat = next_playing(rules, state, steps_from_opener(rules, state, seat) + 1)
    if next_seat != NOBODY:
        ask(state, next_seat, CONTINUE)
    elif somebody_laid(rules, state):
        reveal(rules, state)
    else:
        end_war(rules, state)


@rule
def somebody_laid(rules: Record, state: Record) -> bool:
    for seat in range(rules.num_players):
        if state.face_down[seat] != NOTHING:
            return True
    return False


# --- Strength and spoils


@rule
def ally_of(rules: Record, state: Record, seat: int) -> int:
    """Who defected to the seat's family, or NOBODY (Turncoats come in pairs, so at most one)."""
    for other in range(rules.num_players):
        if (
            state.defected[other]
            and rules.turncoat_partner[state.family[other]] == state.family[seat]
        ):
            return other
    return NOBODY


@rule
def strength(rules: Record, state: Record, seat: int) -> int:
    """Of the seat's family: its face-up cards, and 4 for a defected Turncoat; 0 if it has none."""
    if not is_in_war(state, seat) or state.defected[seat]:
        return 0
    total = 0
    for i in range(state.face_up_count[seat]):
        total += value_of(state.face_up[seat, i])
    ally = ally_of(rules, state, seat)
    if ally != NOBODY and state.face_up_count[ally] > 0:
        total += DEFECTED_STRENGTH
    return total


@rule
def is_matched(rules: Record, state: Record, seat: int) -> bool:
    for other in range(rules.num_players):
        if other != seat and strength(rules, state, other) == strength(rules, state, seat):
            return True
    return False


@rule
def winner_of_war(rules: Record, state: Record) -> int:
    """The owner of the strongest family that no other equals, or NOBODY (R13)."""
    best, winner = 0, NOBODY
    for seat in range(rules.num_players):
        power = strength(rules, state, seat)
        if power > best and not is_matched(rules, state, seat):
            best, winner = power, seat
    return winner


@rule
def end_war(rules: Record, state: Record) -> None:
    """Settles the money; then a choice of the winners is asked, or the war is over."""
    ask(state, NOBODY, WAR_OVER)
    owner = winner_of_war(rules, state)
    if owner == NOBODY:
        return
    ally = ally_of(rules, state, owner)
    if ally == NOBODY or state.face_up_count[ally] == 0:
        win_alone(rules, state, owner, state.family[owner])
    elif state.face_up_count[owner] == 0:
        win_alone(rules, state, ally, state.family[owner])  # R15
    elif pile_size(state, state.family[owner]) == 0:
        take_money(rules, state, owner, ally)  # R14
    else:
        ask(state, owner, SPLIT)


@rule
def win_alone(rules: Record, state: Record, seat: int, colour: int) -> None:
    state.washed[seat] += 2 * rules.note_units[state.stake[seat]]
    offer_business(state, seat, colour)


@rule
def take_money(rules: Record, state: Record, seat: int, ally: int) -> None:
    state.washed[seat] += rules.note_units[state.stake[seat]] + rules.note_units[state.stake[ally]]


@rule
def offer_business(state: Record, seat: int, colour: int) -> None:
    """The founder looks through the pile of that colour, if there is any."""
    if pile_size(state, colour) > 0:
        learns_pile(state, seat, colour)
        ask(state, seat, BUSINESS)


@rule
def prize_colour(rules: Record, state: Record) -> int:
    """The colour of the business being founded."""
    return state.family[winner_of_war(rules, state)]


@rule
def own_business(state: Record, seat: int, colour: int, business: int) -> None:
    state.owner[colour, business] = seat
    state.businesses[seat, colour] += 1


@rule
def found(rules: Record, state: Record, seat: int, business: int) -> None:
    colour = prize_colour(rules, state)
    in_pile = pile_size(state, colour)
    others_forget_pile(state, seat, colour, in_pile)
    own_business(state, seat, colour, business)
    ask(state, NOBODY, WAR_OVER)


@rule
def clear_table(rules: Record, state: Record) -> None:
    """The face-up cards go under their decks: clockwise, each row in the order played (R16)."""
    for steps in range(rules.num_players):
        seat = clockwise(rules, state, steps)
        for i in range(state.face_up_count[seat]):
            put_under_deck(state, state.face_up[seat, i], everybody(rules))
    reset_war(state)


@rule
def reset_war(state: Record) -> None:
    state.war_round = 1
    state.family[:] = NOTHING
    state.stake[:] = NOTHING
    state.face_down[:] = NOTHING
    state.playing[:] = False
    state.defected[:] = False
    state.face_up_count[:] = 0
    state.bomb_pending[:] = False
