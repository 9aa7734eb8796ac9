"""Explanations as an observation shows them: what lies in play, and what a hand offers."""

from __future__ import annotations

from sicilianos_env.engine.records import Array, Record, index_of_one, signed
from sicilianos_env.games.padrino.actions import CARD, PASS
from sicilianos_env.games.padrino.components import (
    LIGHT_OF,
    MOST_COUNTED,
    NUM_KINDS,
    RED,
    YELLOW,
)
from sicilianos_env.games.padrino.observation import kind_in_play
from sicilianos_env.games.padrino.state import NOTHING
from sicilianos_env.games.padrino.turn import is_rise_due
from sicilianos_env.jit import rule

LIT = 10  # more than any light


# --- In play


@rule
def mood_of(table: Record) -> int:
    return index_of_one(table.mood, YELLOW)


@rule
def light_in_play(table: Record, place: int) -> int:
    """NOTHING where no card lies."""
    return index_of_one(table.light[place], NOTHING)


@rule
def next_mood(table: Record) -> int:
    """The mood in which the next card explained will lie (4.3)."""
    counted, mood = signed(table.counted), mood_of(table)
    return min(RED, mood + 1) if is_rise_due(counted, signed(table.raised_at)) else mood


@rule
def something_stands_lit(table: Record) -> bool:
    """A card in play can be used to accuse."""
    for place in range(MOST_COUNTED):
        if table.standing[place] and light_in_play(table, place) >= mood_of(table):
            return True
    return False


@rule
def light_played_last(table: Record) -> int:
    last = NOTHING
    for place in range(MOST_COUNTED):
        if light_in_play(table, place) != NOTHING:
            last = light_in_play(table, place)
    return last


@rule
def has_been_played_by_accused(table: Record, kind: int) -> bool:
    """Whether a card of this kind stands that the accused has played himself."""
    for place in range(MOST_COUNTED):
        is_own = table.standing[place] == 1 and table.by_helper[place] == 0
        if is_own and kind_in_play(table, place) == kind:
            return True
    return False


# --- In the hand


@rule
def best_card(table: Record, mask: Array, wanted: int) -> int:
    """The id of a card to explain that will light up, if there is one of the light wanted.

    If none will, the reddest, which is the likeliest to light up later on; NOTHING without a card.
    """
    mood, best, most = next_mood(table), NOTHING, -1
    for kind in range(NUM_KINDS):
        if mask[CARD + kind]:
            light = LIGHT_OF[kind]
            worth = LIT + (light == wanted) if light >= mood else light
            if worth > most:
                best, most = CARD + kind, worth
    return best


@rule
def card_of_light(mask: Array, light: int) -> int:
    """The id of a card of this light that may be played, or PASS."""
    for kind in range(NUM_KINDS):
        if mask[CARD + kind] and LIGHT_OF[kind] == light:
            return CARD + kind
    return PASS


@rule
def palest_card(mask: Array) -> int:
    """The id of a card that may be played, of the least useful light."""
    for kind in range(NUM_KINDS):
        if mask[CARD + kind]:
            return CARD + kind
    return PASS
