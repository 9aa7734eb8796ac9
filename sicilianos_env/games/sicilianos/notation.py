"""Sicilianos in words: actions, chance outcomes and positions.

The texts are exactly those of the rules: `steal red from 2`, `play red 7`, `two red blue`. Seats in
texts are absolute. A position is the JSON object that bug reports, cases and tools exchange;
`loading` reads it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from sicilianos_env.engine.game import (
    InvalidMoveError,
)
from sicilianos_env.engine.options import saved_rules
from sicilianos_env.engine.reading import listed, read_drawn_seat, read_order, shown
from sicilianos_env.engine.records import Record, opened
from sicilianos_env.games.sicilianos.actions import (
    CARD,
    DEFECT,
    DRAW,
    FOUND,
    KEEP_IN_FAMILY,
    NUM_VICTIMS,
    PASS,
    ROLL,
    SEARCH,
    STAKE_NOTE,
    STEAL_FROM,
    TAKE_BUSINESS,
    TAKE_MONEY,
)
from sicilianos_env.games.sicilianos.components import (
    BOMB,
    BUSINESSES,
    CARD_NAMES,
    FAMILIES,
    NUM_VALUES,
    SYMBOLS,
    UNIT,
    card_of,
)
from sicilianos_env.games.sicilianos.options import RULES, Rules
from sicilianos_env.games.sicilianos.rules import (
    faces_of_die,
    symbol_of_face,
)
from sicilianos_env.games.sicilianos.state import (
    BOMB_ASKED,
    DICE,
    FIRST_PLAYER,
    NOBODY,
    NOTHING,
    PHASES,
    PICK,
    SHUFFLE,
    WAR_PHASES,
)
from sicilianos_env.games.sicilianos.war import (
    clockwise,
    is_in_war,
    strengthened_by,
)

GAME_NAME = "sicilianos"

# --- Actions


def texts(first: int, word: str, things: Iterable[object]) -> dict[str, int]:
    """The texts `word thing` and their consecutive ids."""
    return {f"{word} {thing}": first + i for i, thing in enumerate(things)}


FIXED_ACTIONS = {
    "roll": ROLL,
    "pass": PASS,
    "family": KEEP_IN_FAMILY,
    "turncoat": DEFECT,
    "take business": TAKE_BUSINESS,
    "take money": TAKE_MONEY,
    **texts(DRAW, "draw", FAMILIES),
    **texts(SEARCH, "search", FAMILIES),
    **texts(FOUND, "found", BUSINESSES),
}
FIXED_TEXTS = {action: text for text, action in FIXED_ACTIONS.items()}
CARD_IDS = {name: card for card, name in enumerate(CARD_NAMES)}
CARD_WORDS = {PICK: "pick", BOMB_ASKED: "bomb"}  # in all other phases a card's action is `play`


A_CARD = f"a card: a colour and a value from 1 to {NUM_VALUES} ('red 7')"
A_COLOUR = f"a colour: {listed(FAMILIES)}"
FOLLOWS = {  # what comes after the first word of an action
    "roll": "nothing",
    "pass": "nothing",
    "draw": A_COLOUR,
    "search": A_COLOUR,
    "pick": A_CARD,
    "steal": "a colour, 'from' and a seat",
    "play": A_CARD,
    "stake": "a note",  # which there are, the rules say
    "family": "nothing",
    "turncoat": "nothing",
    "bomb": A_CARD,
    "found": f"a type of business: {listed(BUSINESSES)}",
    "take": "'business' or 'money'",
}


def action_text(rules: Record, state: Record, action: int) -> str:
    """The words of an action id; the phase says what a card's id means."""
    if action >= CARD:
        return f"{card_word(state)} {CARD_NAMES[action - CARD]}"
    if STEAL_FROM <= action < STAKE_NOTE:
        colour, left = divmod(action - STEAL_FROM, NUM_VICTIMS)
        victim = (int(state.to_move) + left + 1) % int(rules.num_players)
        return f"steal {FAMILIES[colour]} from {victim}"
    if STAKE_NOTE <= action < FOUND:
        return f"stake {denominations(rules)[action - STAKE_NOTE]}"
    return FIXED_TEXTS[int(action)]


def denominations(rules: Record) -> list[int]:
    """What the notes of each kind are worth."""
    return [int(units) * UNIT for units in rules.note_units]


def card_word(state: Record) -> str:
    return CARD_WORDS.get(int(state.phase), "play")


def parse_action(rules: Record, state: Record, text: str) -> int | None:
    """The id of an action in words; whether it is legal now is for `legal_mask` to say.

    None if the id of its card means another action in this phase, or for a theft from oneself.

    Raises:
        InvalidMoveError: with one sentence, if the text is no action at all.
    """
    if not isinstance(text, str):
        raise InvalidMoveError(f"An action is a text such as 'roll', not {shown(text)}.")
    if text in FIXED_ACTIONS:
        return FIXED_ACTIONS[text]
    word, _, rest = text.partition(" ")
    if word in ("play", "pick", "bomb") and rest in CARD_IDS:
        return CARD + CARD_IDS[rest] if word == card_word(state) else None
    if word == "steal":
        return parse_theft(rules, state, text, rest)
    if word == "stake":
        return parse_stake(rules, text, rest)
    raise InvalidMoveError(unreadable(text, word))


def parse_stake(rules: Record, text: str, note: str) -> int:
    notes = list(map(str, denominations(rules)))
    if note not in notes:
        raise InvalidMoveError(f"{unreadable(text, 'stake')[:-1]}: {listed(notes)}.")
    return STAKE_NOTE + notes.index(note)


def parse_theft(rules: Record, state: Record, text: str, rest: str) -> int | None:
    colour, _, seat = rest.partition(" from ")
    seats = list(map(str, range(rules.num_players)))
    if colour not in FAMILIES or seat not in seats:
        raise InvalidMoveError(f"{unreadable(text, 'steal')[:-1]} from 0 to {seats[-1]}.")
    left = (seats.index(seat) - int(state.to_move)) % len(seats)
    if left == 0 or state.to_move < 0:
        return None
    return STEAL_FROM + FAMILIES.index(colour) * NUM_VICTIMS + left - 1


def unreadable(text: str, word: str) -> str:
    if word not in FOLLOWS:
        return f"{shown(text)} is not an action: an action begins with {listed(FOLLOWS)}."
    return f"{shown(text)} is not an action: after {word!r} comes {FOLLOWS[word]}."


# --- Chance


def outcome_text(rules: Record, state: Record, outcome: Any) -> Any:
    """The words of a chance outcome: dice, a stolen card, the starting player's seat.

    For a shuffle, whose outcome is an order, the list of the cards.
    """
    if state.phase == SHUFFLE:
        return [CARD_NAMES[rules.cards[place]] for place in outcome]
    if state.phase == FIRST_PLAYER:
        return str(outcome)
    if state.phase == DICE:
        return dice_text(rules, int(outcome))
    return CARD_NAMES[cards_to_steal(state)[outcome]]


def dice_text(rules: Record, outcome: int) -> str:
    families = int(rules.num_families)
    face, colours = divmod(outcome, families**2)
    second, first = divmod(colours, families)
    return f"{SYMBOLS[symbol_of_face(rules, face)]} {FAMILIES[first]} {FAMILIES[second]}"


def cards_to_steal(state: Record) -> list[int]:
    """The victim's cards of the colour that the thief points at, ascending."""
    first = card_of(int(state.stolen_colour), 1)
    return [c for c in range(first, first + NUM_VALUES) if state.location[c] == state.robbed]


def parse_outcome(rules: Record, state: Record, text: Any) -> Any:
    """The number of a chance outcome in words, or the order in which a list of cards is shuffled.

    Raises:
        InvalidMoveError: with one sentence, if it cannot be read or cannot come out here.
    """
    if state.phase == SHUFFLE:
        return read_order(text, [CARD_NAMES[card] for card in cards_in_play(rules)])
    if not isinstance(text, str):
        raise InvalidMoveError(f"An outcome of chance is a text here, not {shown(text)}.")
    if state.phase == DICE:
        return parse_dice(rules, text)
    if state.phase == FIRST_PLAYER:
        return read_drawn_seat(text, int(rules.num_players))
    return parse_stolen(state, text)


def parse_dice(rules: Record, text: str) -> int:
    words = text.split(" ")
    colours, symbols = families_in_play(rules), symbols_on_die(rules)
    if len(words) != 3 or words[0] not in symbols or not set(words[1:]) <= set(colours):
        raise InvalidMoveError(
            f"{shown(text)} cannot be rolled: the dice show {listed(symbols)}, "
            f"then two colours of {listed(colours, 'and')} ('{symbols[0]} {colours[0]} "
            f"{colours[-1]}')."
        )
    faces = [symbol_of_face(rules, face) for face in range(faces_of_die(rules))]
    face = faces.index(SYMBOLS.index(words[0]))
    first, second = map(colours.index, words[1:])
    return (face * len(colours) + second) * len(colours) + first


def families_in_play(rules: Record) -> Sequence[str]:
    return FAMILIES[: int(rules.num_families)]


def symbols_on_die(rules: Record) -> list[str]:
    return [symbol for i, symbol in enumerate(SYMBOLS) if rules.influence_die[i] > 0]


def parse_stolen(state: Record, text: str) -> int:
    cards = [CARD_NAMES[card] for card in cards_to_steal(state)]
    if text not in cards:
        raise InvalidMoveError(
            f"{shown(text)} cannot be stolen: it must be a {FAMILIES[state.stolen_colour]} card "
            f"in the hand of seat {state.robbed}."
        )
    return cards.index(text)


# --- Saving a position


def position(rules: Rules, state: Record) -> dict[str, Any]:
    """The whole truth at a decision or at the end, ready for JSON; `loading.load` reads it."""
    options = opened(rules.to_record(), RULES)
    saved = {
        "game": GAME_NAME,
        "rules": saved_rules(rules),
        "phase": PHASES[state.phase],
        "to_move": saved_seat(state.to_move),
        "turn_of": saved_seat(state.turn_of),
        "dice": saved_dice(state),
        "decks": {name: saved_deck(state, i) for i, name in enumerate(families_in_play(options))},
        "piles": {name: saved_pile(state, i) for i, name in enumerate(families_in_play(options))},
        "war": saved_war(options, state) if state.phase in WAR_PHASES else None,
        "seats": [saved_player(options, state, seat) for seat in range(rules.num_players)],
    }
    if state.phase == PICK:
        saved["searched"] = FAMILIES[state.searched]
    return saved


def saved_seat(seat: int) -> int | None:
    return int(seat) if seat >= 0 else None


def saved_dice(state: Record) -> dict[str, Any] | None:
    if state.dice[0] == NOTHING:
        return None
    colours = [FAMILIES[colour] for colour in state.dice]
    return {"colours": colours, "influence": SYMBOLS[state.influence]}


def saved_deck(state: Record, colour: int) -> list[str]:
    values = state.decks[colour, : state.deck_sizes[colour]]
    return [CARD_NAMES[card_of(colour, value)] for value in values]


def saved_pile(state: Record, colour: int) -> list[str]:
    return [name for i, name in enumerate(BUSINESSES) if state.owner[colour, i] == NOBODY]


def saved_player(rules: Record, state: Record, seat: int) -> dict[str, Any]:
    return {
        "hand": [CARD_NAMES[c] for c in cards_in_play(rules) if state.location[c] == seat],
        "dirty": saved_notes(rules, state, seat),
        "washed": int(state.washed[seat]) * UNIT,
        "businesses": [
            f"{family} {business}"
            for colour, family in enumerate(families_in_play(rules))
            for i, business in enumerate(BUSINESSES)
            if state.owner[colour, i] == seat
        ],
    }


def cards_in_play(rules: Record) -> list[int]:
    return [int(card) for card in rules.cards[: rules.num_cards]]


def saved_notes(rules: Record, state: Record, seat: int) -> list[int]:
    counts = zip(denominations(rules), state.dirty[seat], strict=True)
    return [note for note, count in counts for _ in range(count)]


def saved_war(rules: Record, state: Record) -> dict[str, Any]:
    in_order = [clockwise(rules, state, steps) for steps in range(rules.num_players)]
    rows = [saved_row(rules, state, seat) for seat in in_order if is_in_war(state, seat)]
    war = {"opener": int(state.turn_of), "round": int(state.war_round), "rows": rows}
    if state.phase == BOMB_ASKED:
        undecided = [seat for seat in in_order if state.bomb_pending[seat]]
        war["bombs"] = [CARD_NAMES[card_of(int(state.family[s]), BOMB)] for s in undecided]
    return war


def saved_row(rules: Record, state: Record, seat: int) -> dict[str, Any]:
    stake, face_down = state.stake[seat], state.face_down[seat]
    return {
        "seat": int(seat),
        "colour": FAMILIES[state.family[seat]],
        "stake": None if stake == NOTHING else denominations(rules)[stake],
        "face_up": [CARD_NAMES[c] for c in state.face_up[seat, : state.face_up_count[seat]]],
        "face_down": [] if face_down == NOTHING else [CARD_NAMES[face_down]],
        "in": bool(state.playing[seat]),
        "turncoat_to": (
            FAMILIES[strengthened_by(rules, state, seat)] if state.defected[seat] else None
        ),
    }
