"""The deal, the opener's pass, and prices; the war itself is that of Sicilianos (RULES.md)."""

from __future__ import annotations

from sicilianos_env.engine.game import CHANCE, OVER
from sicilianos_env.engine.records import Array, Record
from sicilianos_env.engine.streams import KIND_BITS
from sicilianos_env.games.gang_war.state import DEAL, NUM_HANDS
from sicilianos_env.games.sicilianos.actions import CARD, PASS
from sicilianos_env.games.sicilianos.cards import put_under_deck, take_from_deck
from sicilianos_env.games.sicilianos.components import (
    NUM_BUSINESSES,
    NUM_FAMILIES,
    NUM_NOTES,
    UNIT,
    value_of,
)
from sicilianos_env.games.sicilianos.rules import start as start_sicilianos
from sicilianos_env.games.sicilianos.state import (
    BUSINESS,
    CONTINUE,
    GAME_OVER,
    JOIN,
    NOTHING,
    WAR_OVER,
)
from sicilianos_env.games.sicilianos.war import ask, found
from sicilianos_env.games.sicilianos.war_moves import mask_war, step_war
from sicilianos_env.jit import rule

ANY_TYPE = 0  # of business: its colour alone is seen, and it is worth what every other is

# --- The deal


@rule
def start(rules: Record, state: Record) -> None:
    """The table before the deal, on a state of zeros; what is not dealt yet lies in the decks."""
    start_sicilianos(rules, state)
    spread_notes(rules, state)
    clear_piles(rules, state)
    for i in range(rules.num_cards):
        put_under_deck(state, rules.cards[i], 0)
    state.turn_of = rules.opener
    deal_from(rules, state, 0)


@rule
def spread_notes(rules: Record, state: Record) -> None:
    for seat in range(rules.num_players):
        for note in range(NUM_NOTES):
            state.dirty[seat, note] = rules.seat_notes[seat, note]


@rule
def clear_piles(rules: Record, state: Record) -> None:
    """Nobody in the war need own what is missing; that it is missing is all that counts."""
    for colour in range(NUM_FAMILIES):
        for business in range(NUM_BUSINESSES):
            if rules.pile_is_empty[colour]:
                state.owner[colour, business] = 0


@rule
def deal_from(rules: Record, state: Record, first: int) -> None:
    """The next hand of one colour that has cards, from the given one on; then the war begins."""
    for hand in range(first, NUM_HANDS):
        if rules.hands[hand // NUM_FAMILIES, hand % NUM_FAMILIES] > 0:
            state.hand_dealt = hand
            ask(state, CHANCE, DEAL)
            return
    ask(state, rules.opener, JOIN)


@rule
def cards_to_deal(rules: Record, state: Record) -> int:
    return int(rules.hands[state.hand_dealt // NUM_FAMILIES, state.hand_dealt % NUM_FAMILIES])


@rule
def ways_to_choose(cards: int, count: int) -> int:
    """The number of sets of `count` of so many cards."""
    ways = 1
    for i in range(count):
        ways = ways * (cards - i) // (i + 1)
    return ways


@rule
def chance_size(rules: Record, state: Record) -> int:
    """The number of equally likely hands."""
    left = int(state.deck_sizes[state.hand_dealt % NUM_FAMILIES])
    return ways_to_choose(left, cards_to_deal(rules, state))


@rule
def chance_key(rules: Record, state: Record) -> int:
    """Names the draw: the hand of one colour of a seat."""
    return (1 << KIND_BITS) | int(state.hand_dealt)


@rule
def resolve_chance(rules: Record, state: Record, outcome: int) -> None:
    """Deals the hand that is number `outcome`, sets being ordered by their highest cards first."""
    seat, colour = state.hand_dealt // NUM_FAMILIES, state.hand_dealt % NUM_FAMILIES
    missing = cards_to_deal(rules, state)
    for place in range(state.deck_sizes[colour] - 1, -1, -1):
        without = ways_to_choose(place, missing)
        if missing > 0 and outcome >= without:
            take_from_deck(state, seat, colour, place)
            outcome -= without
            missing -= 1
    deal_from(rules, state, state.hand_dealt + 1)


@rule
def shuffled(rules: Record, state: Record, order: Array) -> None:
    """Never asked: a deal is a choice of cards, not an order."""


# --- The war


@rule
def is_opening(state: Record) -> bool:
    """Whether the opener is asked for his first card."""
    return state.phase == JOIN and state.to_move == state.turn_of


@rule
def legal_mask(rules: Record, state: Record, mask: Array) -> None:
    """Writes 1 for each action that the seat to move may take, from the state alone."""
    mask[:] = 0
    if state.to_move < 0:
        return
    mask_war(rules, state, state.to_move, mask)
    if is_opening(state) and not rules.opener_may_pass:
        mask[PASS] = 0


@rule
def step(rules: Record, state: Record, action: int) -> None:
    """Plays a legal action of the seat to move."""
    seat = state.to_move
    if is_opening(state) and action == PASS:
        ask(state, OVER, GAME_OVER)
        return
    if lays_card(state, action):
        state.points_laid[seat] += value_of(action - CARD)
    step_war(rules, state, seat, action)
    if state.phase == BUSINESS:
        found(rules, state, state.to_move, ANY_TYPE)
    if state.phase == WAR_OVER:
        ask(state, OVER, GAME_OVER)


@rule
def lays_card(state: Record, action: int) -> bool:
    return action >= CARD and (state.phase == JOIN or state.phase == CONTINUE)


# --- Prices


@rule
def price_of(rules: Record, state: Record, seat: int) -> float:
    """The utility of a seat, as money (RULES.md 4.1)."""
    worth = float(state.washed[seat]) * UNIT - rules.card_worth * state.points_laid[seat]
    if state.stake[seat] != NOTHING:
        worth -= rules.note_value * int(rules.note_units[state.stake[seat]]) * UNIT
    return worth + rules.business_worth * businesses_of(state, seat)


@rule
def businesses_of(state: Record, seat: int) -> int:
    businesses = 0
    for colour in range(NUM_FAMILIES):
        businesses += state.businesses[seat, colour]
    return businesses


@rule
def result(rules: Record, state: Record, winners: Array, scores: Array) -> bool:
    """Writes who has the most (0 or 1) and each seat's utility as money; nobody wins outright."""
    best = price_of(rules, state, 0)
    for seat in range(rules.num_players):
        scores[seat] = price_of(rules, state, seat)
        best = max(best, scores[seat])
    for seat in range(rules.num_players):
        winners[seat] = scores[seat] == best
    return False
