"""What a seat sees of what the others do, in words: the hidden part is left out (RULES.md, 9)."""

from __future__ import annotations

from typing import Any

from sicilianos_env.engine.records import Record
from sicilianos_env.games.sicilianos.actions import CARD, FOUND, STAKE_NOTE
from sicilianos_env.games.sicilianos.components import (
    BUSINESSES,
    CARD_NAMES,
    FAMILIES,
    NUM_BUSINESSES,
    NUM_NOTES,
    UNIT,
    card_of,
    colour_of,
)
from sicilianos_env.games.sicilianos.notation import action_text, denominations, outcome_text
from sicilianos_env.games.sicilianos.state import (
    BOMB_ASKED,
    BUSINESS,
    FACE_DOWN,
    FACE_UP,
    IN_DECK,
    NOBODY,
    NOTHING,
    PICK,
    SHUFFLE,
    SPLIT,
    THEFT,
)
from sicilianos_env.games.sicilianos.war import prize_colour


def seen_action(rules: Record, state: Record, action: int, viewer: int) -> str:
    """An action about to be played, as `viewer` sees it: cards laid or picked show their backs."""
    text = action_text(rules, state, action)
    if viewer == state.to_move:
        return text
    if action >= CARD and state.phase != BOMB_ASKED:
        return f"{text.split()[0]} a {FAMILIES[colour_of(action - CARD)]} card"
    if FOUND <= action < FOUND + NUM_BUSINESSES:
        return "found a business"
    if STAKE_NOTE <= action < STAKE_NOTE + NUM_NOTES and rules.hidden_stakes:
        return "stake a note"
    return text


def seen_outcome(rules: Record, state: Record, outcome: Any, viewer: int) -> str:
    """A chance outcome, as `viewer` sees it: a stolen card is seen by thief and victim only."""
    if state.phase == SHUFFLE:
        return "the cards are shuffled"
    if state.phase == THEFT and viewer not in (state.turn_of, state.robbed):
        return f"a {FAMILIES[state.stolen_colour]} card"
    return str(outcome_text(rules, state, outcome))


def seen_change(rules: Record, before: Record, after: Record, viewer: int) -> list[str]:
    """What one step changed, as `viewer` sees it: cards turned up or drawn, money, a search."""
    cards = turned_up(rules, before, after)
    return [
        *cards,
        *(stakes_shown(rules, before, after) if cards else []),
        *washed(rules, before, after),
        *drawn(rules, before, after, viewer),
        *(looked_through(rules, after) if after.to_move == viewer else []),
    ]


def turned_up(rules: Record, before: Record, after: Record) -> list[str]:
    """Cards that lay face down, or were laid by the mover, and are hidden no longer."""
    was_hidden = (before.location == FACE_DOWN) | (before.location == before.to_move)
    is_open = (after.location == FACE_UP) | (after.location == IN_DECK)
    owners = {int(before.family[seat]): seat for seat in range(rules.num_players)}
    return [
        f"seat {owners.get(colour_of(card), before.to_move)} turns up {CARD_NAMES[card]}"
        for card in (was_hidden & is_open).nonzero()[0]
    ]


def stakes_shown(rules: Record, before: Record, after: Record) -> list[str]:
    """Stakes that were hidden until the first reveal (5.3); the last may be laid in this step."""
    if not rules.hidden_stakes or before.war_round > 1:
        return []
    texts = []
    for seat in range(rules.num_players):
        laid_now = (before.dirty[seat] - after.dirty[seat]).nonzero()[0]
        for note in [before.stake[seat]] if before.stake[seat] != NOTHING else laid_now:
            texts.append(f"seat {seat} has staked {denominations(rules)[note]:,}")
    return texts


def washed(rules: Record, before: Record, after: Record) -> list[str]:
    gains = [int(after.washed[s] - before.washed[s]) * UNIT for s in range(rules.num_players)]
    texts = [f"seat {seat} washes {gain:,}" for seat, gain in enumerate(gains) if gain]
    was_settled = before.phase in (SPLIT, BUSINESS) or not (before.family != NOTHING).any()
    if not texts and not was_settled and (after.family == NOTHING).all():
        return ["nobody wins the war; the stakes are lost"]
    return texts


def drawn(rules: Record, before: Record, after: Record, viewer: int) -> list[str]:
    """Cards that came to a hand: the viewer's own with their values."""
    texts = []
    for seat in range(rules.num_players):
        cards = ((after.location == seat) & (before.location != seat)).nonzero()[0]
        for card in cards:
            name = CARD_NAMES[card] if seat == viewer else f"a {FAMILIES[colour_of(card)]} card"
            texts.append(f"seat {seat} gets {name}")
    return texts


def looked_through(rules: Record, after: Record) -> list[str]:
    """What a searcher sees of the deck (3.10) and a founder of the pile (9.18)."""
    if after.phase == PICK:
        values = after.decks[after.searched][: after.deck_sizes[after.searched]]
        cards = (CARD_NAMES[card_of(int(after.searched), int(value))] for value in values)
        return [f"the deck from the top: {', '.join(cards)}"]
    if after.phase == BUSINESS:
        left = after.owner[prize_colour(rules, after)] == NOBODY
        types = (BUSINESSES[business] for business in left.nonzero()[0])
        return [f"the pile: {', '.join(types)}"]
    return []
