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
from sicilianos_env.games.padrino.ending import holder_of_money
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

REMARKS = {  # what is said with actions that need no story
    STOP: (
        "I have said what I had to say.", "That is all there is to it.",
        "More I would not tell my confessor.",
    ),
    SENTENCE: ("Bring the cement.", "What size are your shoes?", "I hear that the bay is lovely."),
    HEAR: ("I am listening.", "Sit down and begin.", "Talk, while I peel this orange."),
    ACCEPT: ("That may be so.", "My mother told it like that as well.", "Hm. Go on."),
    CANCEL: (
        "Not another word of that.", "My cat would not swallow that.",
        "Do I look as if I came from the mainland?",
    ),
    BELIEVE_IT: ("Now I see.", "I never liked those eyebrows.", "Of course. Who else?"),
    REFUSE: ("Leave that one out of it.", "Look at me when you lie.", "Not that one, not today."),
    PRESS: ("Go on, and make it better.", "And then?", "I have all night. You have not."),
    SPARE: ("Out of my sight.", "I am tired. Next."),
}  # fmt: skip
CONTENTS = ("the money", "a weapon", "nothing but shirts: it is plain")  # as in SUITCASES


def name_of(state: Record, seat: int, viewer: int) -> str:
    """A player as the viewer calls him."""
    return f"{'you' if seat == viewer else character_of(state, seat)} (seat {seat})"


def character_of(state: Record, seat: int) -> str:
    """Who sits there."""
    return f"the {CHARACTERS[state.character[seat]]}"


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
        helped = "you" if viewer == state.accused else character_of(state, int(state.accused))
        text += f" for {helped}"
    words = words_with(rules, state, action)
    return f'{text}: "{words}"' if words else text


def words_with(rules: Record, state: Record, action: int) -> str:
    """What the player says with an action, or ""."""
    if CARD <= action < INFORM:
        if state.phase == OBJECT:
            # The place after the card's: two cards of one name do not tell the same story.
            return denial(action - CARD, int(state.num_in_play), int(state.accused))
        return tale(action - CARD, place_in_play(state), int(state.accused))
    if INFORM <= action < SEAT:
        return "Officer, it was the Boss all along."
    return pointed_at(rules, state, action) if action >= ACCUSE else remark(state, action)


def remark(state: Record, action: int) -> str:
    """One of the remarks for an action, or ""; which one differs from turn to turn, and within."""
    choices = REMARKS.get(action, ("",))
    return choices[(int(state.counted) + int(state.accused)) % len(choices)]


def pointed_at(rules: Record, state: Record, action: int) -> str:
    """What the accused says who accuses another."""
    seat = seat_of_action(int(rules.num_players), int(state.to_move), action)
    kind = (action - ACCUSE) % NUM_KINDS
    about = topic(kind, find_evidence(state, kind), int(state.accused))
    return f"Ask {character_of(state, seat)} about {about}!"


def place_in_play(state: Record) -> int:
    """Where a card explained now will lie: alone, if the mood changes before (4.3)."""
    is_due = is_rise_due(state.counted, state.raised_at)
    return 0 if is_due and state.mood < RED else int(state.num_in_play)


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
    texts = []
    if before.mood != after.mood:  # before all else (4.3, 5.5)
        texts.append(f"the Boss's mood turns {MOODS[after.mood]}")
    texts += moved_suitcases(before, after, viewer)
    if before.phase not in (BELIEVE, ROTATE) and after.num_in_play < before.num_in_play:
        texts.append("the cards in play are discarded")
    texts += drawn_cards(before, after, viewer)
    if before.deck_size > 0 and after.deck_size == 0:
        texts.append("the deck is used up")
    if before.phase == MIX_SUITCASES or (after.phase == VERDICT and before.phase != VERDICT):
        name = name_of(after, int(after.accused), viewer)
        texts.append(f"{name} {'are' if viewer == after.accused else 'is'} the accused now")
    if after.phase == GAME_OVER:
        texts += shown_at_the_end(after, viewer)
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


def shown_at_the_end(state: Record, viewer: int) -> list[str]:
    """Where the money was, and what has decided after an informer (7, 10.4)."""
    holder, boss = holder_of_money(state), int(state.boss)
    texts = [f"the money was in {suitcase_of(state, holder, viewer)}"]
    if state.condemned == NOBODY and holder != boss:
        held = CONTENTS[state.suitcase[boss]]
        texts.append(f"{suitcase_of(state, boss, viewer)} held {held}")
    return texts


def suitcase_of(state: Record, seat: int, viewer: int) -> str:
    return "your suitcase" if seat == viewer else f"the suitcase of {name_of(state, seat, viewer)}"
