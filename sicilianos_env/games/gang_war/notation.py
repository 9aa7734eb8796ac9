"""A war in words: as in Sicilianos, and the hands that are dealt. `loading` reads positions."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

from sicilianos_env.engine.game import InvalidMoveError
from sicilianos_env.engine.options import saved_rules
from sicilianos_env.engine.reading import shown
from sicilianos_env.engine.records import Record, opened
from sicilianos_env.games.gang_war.options import RULES, Rules
from sicilianos_env.games.gang_war.rules import businesses_of, cards_to_deal
from sicilianos_env.games.sicilianos.components import CARD_NAMES, FAMILIES, NUM_FAMILIES, card_of
from sicilianos_env.games.sicilianos.notation import saved_player, saved_seat, saved_war
from sicilianos_env.games.sicilianos.state import PHASES, WAR_PHASES

GAME_NAME = "gang_war"
PHASES_UNUSED = tuple(
    phase for i, phase in enumerate(PHASES[:-1]) if i not in WAR_PHASES or phase == "business"
)


# --- The deal


def seat_and_colour_dealt(state: Record) -> tuple[int, int]:
    return divmod(int(state.hand_dealt), NUM_FAMILIES)


def hands_possible(rules: Record, state: Record) -> list[str]:
    """The hands of one colour that may be dealt next, in words, in the order of the outcomes."""
    _, colour = seat_and_colour_dealt(state)
    left = state.decks[colour, : state.deck_sizes[colour]]
    places = combinations(range(len(left)), cards_to_deal(rules, state))
    return [
        hand_text([card_of(colour, int(left[place])) for place in hand])
        for hand in sorted(places, key=lambda hand: hand[::-1])
    ]


def hand_text(cards: Sequence[int]) -> str:
    return ", ".join(CARD_NAMES[card] for card in cards)


def outcome_text(rules: Record, state: Record, outcome: Any) -> str:
    """The cards of the hand that is dealt."""
    return hands_possible(rules, state)[outcome]


def parse_outcome(rules: Record, state: Record, text: Any) -> int:
    """The number of a hand in words.

    Raises:
        InvalidMoveError: with one sentence, if it cannot be dealt here.
    """
    hands = hands_possible(rules, state)
    if text not in hands:
        seat, colour = seat_and_colour_dealt(state)
        raise InvalidMoveError(
            f"{shown(text)} cannot be dealt: seat {seat} gets {cards_to_deal(rules, state)} of the "
            f"{FAMILIES[colour]} cards that are left, written '{hands[-1]}'."
        )
    return hands.index(text)


# --- Saving a position


def position(rules: Rules, state: Record) -> dict[str, Any]:
    """The whole truth at a decision or at the end, ready for JSON; `loading.load` reads it."""
    options = opened(rules.to_record(), RULES)
    return {
        "game": GAME_NAME,
        "rules": saved_rules(rules),
        "phase": PHASES[state.phase],
        "to_move": saved_seat(state.to_move),
        "turn_of": saved_seat(state.turn_of),
        "war": saved_rows(options, state),
        "seats": [
            {**saved_player(options, state, seat), "businesses": int(businesses_of(state, seat))}
            for seat in range(rules.num_players)
        ],
    }


def saved_rows(rules: Record, state: Record) -> dict[str, Any]:
    war = saved_war(rules, state)
    for row in war["rows"]:
        row["blown_up"] = [CARD_NAMES[card] for card in blown_up(state, row["seat"])]
    return war


def blown_up(state: Record, seat: int) -> list[int]:
    """The cards of a seat's row that were blown up, in order: all that is known of a deck."""
    colour = int(state.family[seat])
    places = range(state.deck_sizes[colour])
    known = [place for place in places if state.deck_knowers[colour, place]]
    return [card_of(colour, int(state.decks[colour, place])) for place in known]
