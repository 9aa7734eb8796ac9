"""What a seat sees of what happens, in words: the others' cards show their backs (RULES.md, 7)."""

from __future__ import annotations

from typing import Any

import numpy as np

from sicilianos_env.engine.plain_text import counted
from sicilianos_env.engine.reading import listed
from sicilianos_env.engine.records import Record
from sicilianos_env.games.scopa.cards import somebody_holds_a_card
from sicilianos_env.games.scopa.components import CARD_NAMES, value_of
from sicilianos_env.games.scopa.notation import action_text, names, outcome_text
from sicilianos_env.games.scopa.scoring import (
    KING_OF_COINS,
    SETTEBELLO,
    owner_of,
    seat_with_most,
)
from sicilianos_env.games.scopa.state import (
    GAME_OVER,
    IN_DECK,
    NOBODY,
    ON_TABLE,
    PILE,
    PLAY,
    SHUFFLE,
    TAKE,
)


def seen_action(rules: Record, state: Record, action: int, viewer: int) -> str:
    """An action about to be played: all actions are open."""
    return action_text(rules, state, action)


def seen_outcome(rules: Record, state: Record, outcome: Any, viewer: int) -> str:
    """A chance outcome; the order of the cards is hidden from all."""
    if state.phase != SHUFFLE:
        return f"seat {outcome_text(rules, state, outcome)} deals"
    kings = " again, for the kings on the table" if somebody_holds_a_card(rules, state) else ""
    return f"the cards are shuffled{kings}"  # 2.5


def seen_change(rules: Record, before: Record, after: Record, viewer: int) -> list[str]:
    """What one step changed, as `viewer` sees it: cards taken and dealt, scopas and points."""
    return [
        *taken(before, after),
        *scopas_made(rules, before, after),
        *rest_taken(before, after),
        *points_made(rules, before, after),
        *laid_out(before, after),
        *dealt(rules, before, after, viewer),
    ]


def taken(before: Record, after: Record) -> list[str]:
    """What the card that was played has taken, in this step or with the choices before."""
    cards = cards_taken(before, after)
    if not cards:
        return []
    played = before.played if before.phase == TAKE else card_played(before, after)
    what = " and ".join(CARD_NAMES[card] for card in cards)
    return [f"seat {before.to_move} takes {what} with {CARD_NAMES[played]}"]


def card_played(before: Record, after: Record) -> int:
    """The card that left the hand of the seat to move."""
    gone = (before.location == before.to_move) & (after.location != before.to_move)
    return int(np.flatnonzero(gone)[0])


def cards_taken(before: Record, after: Record) -> list[int]:
    """Cards that were on the table, as the rules let the card played take them."""
    left = (before.location == ON_TABLE) & (after.location == PILE + before.to_move)
    if before.phase == PLAY and left.any():
        value = value_of(card_played(before, after))
        alike = [card for card in np.flatnonzero(left).tolist() if value_of(card) == value]
        return alike[:1]
    if before.phase == TAKE and after.phase != TAKE:
        last = np.flatnonzero(left & (before.chosen == 0)).tolist()
        fitting = [card for card in last if value_of(card) == before.missing]
        return [*np.flatnonzero(before.chosen).tolist(), *fitting[:1]]
    return []


def scopas_made(rules: Record, before: Record, after: Record) -> list[str]:
    seats = [s for s in range(rules.num_players) if after.scopas[s] > before.scopas[s]]
    return [f"seat {seat} makes a scopa" for seat in seats]


def rest_taken(before: Record, after: Record) -> list[str]:
    """What lay on the table at the end of a round, which goes to who was the last to take."""
    was_there = (before.location == ON_TABLE) | (before.location == before.to_move)
    won = was_there & (after.location == PILE + after.last_taker)
    round_ended = after.phase in (SHUFFLE, GAME_OVER) and after.last_taker != NOBODY
    mine = cards_taken(before, after)
    if mine and before.phase == PLAY:
        mine = [*mine, card_played(before, after)]
    rest = [card for card in np.flatnonzero(won) if card not in mine]
    if not round_ended or not rest:
        return []
    what = listed(names(np.array(rest)), "and")
    return [f"seat {after.last_taker} was the last to take and gets the rest: {what}"]


def points_made(rules: Record, before: Record, after: Record) -> list[str]:
    """Each seat's points of the round that has ended, and what they are for."""
    if after.phase not in (SHUFFLE, GAME_OVER) or before.phase not in (PLAY, TAKE):
        return []
    return [points_of(rules, before, after, seat) for seat in range(rules.num_players)]


def points_of(rules: Record, before: Record, after: Record, seat: int) -> str:
    scopas = int(after.scopas[seat])
    reasons = [counted(scopas, "scopa")] if scopas else []
    firsts = {
        "most cards": seat_with_most(rules, after, False),
        "most coins": seat_with_most(rules, after, True),
        "the 7 of coins": owner_of(rules, after, SETTEBELLO),
        "the king of coins": owner_of(rules, after, KING_OF_COINS),
    }
    reasons += [what for what, winner in firsts.items() if winner == seat]
    gain = int(after.score[seat] - before.score[seat])
    return f"seat {seat} scores {gain}" + (f": {', '.join(reasons)}" if reasons else "")


def came_from_deck(before: Record) -> Any:
    """Which cards were in the deck; where they were shuffled, all."""
    return (before.location == IN_DECK) | (before.phase == SHUFFLE)


def laid_out(before: Record, after: Record) -> list[str]:
    cards = np.flatnonzero(came_from_deck(before) & (after.location == ON_TABLE))
    return [f"{CARD_NAMES[card]} is laid on the table" for card in cards]


def dealt(rules: Record, before: Record, after: Record, viewer: int) -> list[str]:
    """Cards that came to a hand: the viewer's own by name."""
    texts = []
    for seat in range(rules.num_players):
        cards = np.flatnonzero(came_from_deck(before) & (after.location == seat))
        if len(cards):
            what = ", ".join(names(cards)) if seat == viewer else counted(len(cards), "card")
            texts.append(f"seat {seat} gets {what}")
    return texts
