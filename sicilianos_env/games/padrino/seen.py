"""What a seat sees of what happens, in words that tell the story (RULES.md, 9).

The words of an action come first where they are open, then what the player says with them.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from sicilianos_env.engine.reading import listed
from sicilianos_env.engine.records import Record
from sicilianos_env.games.padrino.accusation import find_evidence
from sicilianos_env.games.padrino.actions import (
    ACCEPT,
    ACCUSE,
    BELIEVE_IT,
    CANCEL,
    CARD,
    HEAR,
    INFORM,
    PASS,
    PRESS,
    REFUSE,
    SEAT,
    SENTENCE,
    SPARE,
    STOP,
    seat_of_action,
)
from sicilianos_env.games.padrino.components import (
    CARD_NAMES,
    CHARACTERS,
    EXCHANGE,
    EYE,
    LIGHT_OF,
    MOODS,
    NUM_KINDS,
    PLAIN,
    RED,
    WEAPON,
)
from sicilianos_env.games.padrino.family import favourite_of
from sicilianos_env.games.padrino.notation import action_text, drawn_characters, weapon_texts
from sicilianos_env.games.padrino.state import (
    BELIEVE,
    DEAL_MONEY,
    DRAW_CHARACTERS,
    GAME_OVER,
    HELP,
    MIX_SUITCASES,
    NOBODY,
    OBJECT,
    ROTATE,
    SHUFFLE_EXPLANATIONS,
    VERDICT,
)
from sicilianos_env.games.padrino.topics import denial, tale, topic
from sicilianos_env.games.padrino.turn import is_rise_due

REMARKS = {
    STOP: "I have said what I had to say.",
    SENTENCE: "Bring the cement.",
    HEAR: "I am listening.",
    ACCEPT: "That may be so.",
    CANCEL: "Not another word of that.",
    BELIEVE_IT: "Now I see.",
    REFUSE: "Leave that one out of it.",
    PRESS: "Go on, and make it better.",
    SPARE: "Out of my sight.",
}
CONTENTS = ("the money", "a weapon", "nothing but shirts: it is plain")  # as in SUITCASES


def name_of(state: Record, seat: int, viewer: int) -> str:
    """A player as the viewer calls him."""
    if seat == viewer:
        return f"you (seat {seat})"
    return f"the {CHARACTERS[state.character[seat]]} (seat {seat})"


# --- Actions


def seen_action(rules: Record, state: Record, action: int, viewer: int) -> str:
    """An action about to be played; nobody else sees who was asked and passed (9.2)."""
    is_own = viewer == state.to_move
    if action == PASS and not is_own:
        return ""
    is_informing = INFORM <= action < SEAT
    # The informer stays in the hand (10.3), which only its owner sees (9.1).
    text = "inform" if is_informing and not is_own else action_text(rules, state, action)
    if state.phase == HELP and action != PASS:
        text += f" for {name_of(state, int(state.accused), viewer)}"
    words = words_with(rules, state, action)
    return f'{text}: "{words}"' if words else text


def words_with(rules: Record, state: Record, action: int) -> str:
    """What the player says with an action, or ""."""
    if CARD <= action < INFORM:
        if state.phase == OBJECT:
            # The place after the card's: two cards of one name do not tell the same story.
            return denial(action - CARD, int(state.num_in_play))
        return tale(action - CARD, place_in_play(state))
    if INFORM <= action < SEAT:
        return "Officer, it was the Boss all along."
    return pointed_at(rules, state, action) if action >= ACCUSE else REMARKS.get(action, "")


def pointed_at(rules: Record, state: Record, action: int) -> str:
    """What the accused says who accuses another."""
    seat = seat_of_action(int(rules.num_players), int(state.to_move), action)
    kind = (action - ACCUSE) % NUM_KINDS
    about = topic(kind, find_evidence(state, kind))
    return f"Ask the {CHARACTERS[state.character[seat]]} about {about}!"


def place_in_play(state: Record) -> int:
    """Where a card explained now will lie: alone, if the mood changes before (4.3)."""
    return 0 if is_rise_due(state) and state.mood < RED else int(state.num_in_play)


# --- Chance


def seen_outcome(rules: Record, state: Record, outcome: Any, viewer: int) -> str:
    """A chance outcome: only the money's place and the characters are open (2.3, 10.5)."""
    if state.phase == DRAW_CHARACTERS:
        return f"the family draws {listed(drawn_names(int(outcome)), 'and')}"
    if state.phase == SHUFFLE_EXPLANATIONS:
        return "the Explanations are shuffled"
    if state.phase == DEAL_MONEY:
        seat = (int(state.boss) + 1 + int(outcome)) % int(rules.num_players)
        return f"the money is dealt to {name_of(state, seat, viewer)}, for all to see"
    if state.phase == MIX_SUITCASES:
        seats = np.flatnonzero(state.mixed).tolist()
        return f"the suitcases of seats {listed(seats, 'and')} are shuffled and dealt back blindly"
    return f"the suitcases are dealt{own_suitcase(rules, state, int(outcome), viewer)}"


def drawn_names(outcome: int) -> list[str]:
    return [f"the {CHARACTERS[number - 1]}" for number in drawn_characters(outcome)]


def own_suitcase(rules: Record, state: Record, outcome: int, viewer: int) -> str:
    """What a member of the family finds in his own (2.2)."""
    if viewer == state.boss or viewer == state.accused:
        return ""
    is_weapon = weapon_texts(rules, state)[outcome] == str(viewer)
    return f"; yours holds {CONTENTS[WEAPON if is_weapon else PLAIN]}"


# --- What an action has changed


def seen_change(rules: Record, before: Record, after: Record, viewer: int) -> list[str]:
    """What one step changed, beyond the action's own words, as far as the viewer sees it."""
    texts = drawn_cards(before, after, viewer) + moved_suitcases(before, after, viewer)
    if before.mood != after.mood:
        texts.append(f"the Boss's mood turns {MOODS[after.mood]}")
    if before.phase not in (BELIEVE, ROTATE) and after.num_in_play < before.num_in_play:
        texts.append("the cards in play are discarded")
    if before.deck_size > 0 and after.deck_size == 0:
        texts.append("the deck is used up")
    if before.phase == MIX_SUITCASES or (after.phase == VERDICT and before.phase != VERDICT):
        name = name_of(after, int(after.accused), viewer)
        texts.append(f"{name} {'are' if viewer == after.accused else 'is'} the accused now")
    if after.phase == GAME_OVER:
        texts += ending(rules, after, viewer)
    return texts


def drawn_cards(before: Record, after: Record, viewer: int) -> list[str]:
    """The viewer's own."""
    is_dealt = before.phase == MIX_SUITCASES
    if not is_dealt and before.to_move != viewer:
        return []
    top, cards = int(before.deck_size), int(before.deck_size - after.deck_size)
    drawn = before.deck[top - cards : top][::-1].tolist()
    if is_dealt:
        held = after.hand[viewer]
        drawn = [kind for kind, count in enumerate(held) for _ in range(count)]
    return [f"you draw {listed([CARD_NAMES[kind] for kind in drawn], 'and')}"] if drawn else []


def moved_suitcases(before: Record, after: Record, viewer: int) -> list[str]:
    """The effect of an accusation that was believed (5.7 to 5.9)."""
    if before.phase == ROTATE:
        return ["the whole family passes its suitcases on"]
    if before.phase != BELIEVE or after.phase != VERDICT:
        return []
    player, blamed = int(before.played_by[before.evidence]), int(before.blamed)
    effect = LIGHT_OF[before.in_play[before.evidence]]
    name = name_of(before, player, viewer)
    if effect == EYE and player == viewer:
        return [f"you look into your suitcase: it holds {CONTENTS[after.suitcase[viewer]]}"]
    if effect == EYE:
        return [f"{name} looks into the suitcase in hand"]
    if effect == EXCHANGE and player != blamed:
        return [f"{name} and {name_of(before, blamed, viewer)} swap suitcases"]
    return []


def ending(rules: Record, state: Record, viewer: int) -> list[str]:
    """Who goes swimming, and who wins (7)."""
    texts = []
    if state.condemned != NOBODY:
        out = [int(state.condemned)]
        favourite = favourite_of(int(rules.num_players), state, int(state.condemned))
        out += [favourite] if favourite != NOBODY else []
        names = [name_of(state, seat, viewer) for seat in out]
        texts.append(f"out, in cement shoes: {listed(names, 'and')}")
    winners = [name_of(state, seat, viewer) for seat in np.flatnonzero(state.won).tolist()]
    return [*texts, f"winning: {listed(winners, 'and')}"]
