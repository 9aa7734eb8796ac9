"""What one player may see, told as a story for people at a terminal and for language models.

It is made from the viewer's observation alone, so it cannot show more than that.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import wrap

from sicilianos_env.engine.plain_text import aligned, chosen, counted, in_seat_order, sentence
from sicilianos_env.engine.reading import listed
from sicilianos_env.engine.records import Array, Record
from sicilianos_env.games.padrino.components import (
    BOSS,
    CARD_NAMES,
    CHARACTERS,
    EXCHANGE,
    EYE,
    INFORMERS,
    LIGHT_OF,
    LIGHTS,
    MOODS,
    MOST_COUNTED,
    RED,
    ROTATION,
    SUITCASES,
    TYPE_OF,
    TYPES,
    lights_up,
)
from sicilianos_env.games.padrino.family import favourite_of, helper_of
from sicilianos_env.games.padrino.observation import IS_INFORMER, kind_in_play, open_observation
from sicilianos_env.games.padrino.options import Rules
from sicilianos_env.games.padrino.state import NOBODY, NOTHING, PHASES
from sicilianos_env.games.padrino.topics import tale
from sicilianos_env.games.padrino.turn import is_rise_due

WIDTH = 79
NOT_THERE = "–"
ASKED = {  # what the player to move decides
    "third": "choose whose suitcase is mixed with the Wife's and the Accountant's",
    "verdict": "sentence the accused at once, or hear the story",
    "help": "explain for your Favourite, or pass",
    "object": "cancel the last card by one of the same type, or pass",
    "judge": "accept the last card, or cancel it",
    "believe": "believe it, or refuse it",
    "rotate": "pass all suitcases clockwise or counterclockwise",
    "mercy": "sentence the accused, or press for another card",
    "condemn": "condemn any of the family: the deck is used up",
}
EFFECTS = {
    EYE: "eye: look into your own suitcase",
    ROTATION: "rotation: pass all suitcases on",
    EXCHANGE: "exchange: swap with whom you accuse",
}


@dataclass(frozen=True)
class Sight:
    """An observation opened, with its seats numbered absolutely."""

    rules: Rules
    table: Record
    seats: Sequence[Record]
    viewer: int

    @property
    def phase(self) -> str:
        """As it is shown (9.2)."""
        return PHASES[chosen(self.table.phase)[0]]

    @property
    def mood(self) -> int:
        """Of the Boss."""
        return chosen(self.table.mood)[0]

    @property
    def boss(self) -> int:
        """His seat."""
        return next(i for i, seat in enumerate(self.seats) if seat.character[BOSS])

    @property
    def accused(self) -> int:
        """Whose turn it is."""
        return next(i for i, seat in enumerate(self.seats) if seat.accused)

    def marked(self, field: str) -> int | None:
        """The seat with a flag, if there is one."""
        return next((i for i, seat in enumerate(self.seats) if getattr(seat, field)), None)

    def character(self, seat: int) -> str:
        """Who sits there."""
        return CHARACTERS[chosen(self.seats[seat].character)[0]]

    def name(self, seat: int) -> str:
        """A player as the viewer calls him."""
        return "you" if seat == self.viewer else f"the {self.character(seat)}"

    def favourite(self, seat: int) -> int:
        """Of a member of the family, or NOBODY."""
        return favourite_of(self.rules.num_players, self.boss, seat)

    def helper(self, seat: int) -> int:
        """Whose Favourite a member of the family is, or NOBODY."""
        return helper_of(self.rules.num_players, self.boss, seat)


def view(rules: Rules, observation: Array, viewer: int) -> str:
    """The flat observation of the seat `viewer` in words; seats are numbered absolutely."""
    tables, relative = open_observation(observation)
    seats = in_seat_order(relative, viewer, rules.num_players)
    sight = Sight(rules, tables[0], seats, viewer)
    parts = [part(sight) for part in (headline, family, story, suitcases, deck, hand)]
    return "\n\n".join("\n".join(part) for part in parts if part)


def wrapped(text: str, indent: str = "") -> list[str]:
    return wrap(text, WIDTH, initial_indent=indent, subsequent_indent=f"{indent}  ")


# --- What is going on


def headline(sight: Sight) -> list[str]:
    mood = MOODS[sight.mood]
    first = f"SI, OSCURO PADRINO!, phase {sight.phase}, the Boss's mood is {mood}"
    return [first, *wrapped(f"{sentence(who_is_accused(sight))}. {asked(sight)}")]


def who_is_accused(sight: Sight) -> str:
    """The accused, his accuser, and whom he accuses himself."""
    accuser, blamed = sight.marked("accuser"), sight.marked("blamed")
    is_you = sight.accused == sight.viewer
    told = f"{sight.name(sight.accused)} {'are' if is_you else 'is'} accused"
    if accuser is not None:
        told += f" by {sight.name(accuser)}"
    if blamed is not None:
        told += f", and {'accuse' if is_you else 'accuses'} {sight.name(blamed)}"
    return told


def asked(sight: Sight) -> str:
    """Whose decision it is and what about, or how the game has ended."""
    if sight.phase == "over":
        return ending(sight)
    mover = sight.marked("to_move")
    if mover is None:
        return "Others may have something to say first."
    if sight.phase == "explain":
        decision = listed(ways_to_explain(sight))
    elif sight.phase == "mercy" and sight.table.counted == MOST_COUNTED:
        decision = "sentence the accused, or spare this one"
    else:
        decision = ASKED[sight.phase]
    if sight.table.pressed:
        decision += " (the Boss wants another card)"
    decides = "decide" if mover == sight.viewer else "decides"
    return f"{sentence(sight.name(mover))} {decides}: {decision}."


def ways_to_explain(sight: Sight) -> list[str]:
    """What the accused may do; that he can inform only he himself sees (3.3 to 3.5, 5.1, 10.3)."""
    table, ways = sight.table, []
    if table.counted < MOST_COUNTED:
        ways.append("explain")
        if sight.accused == sight.viewer and holds_informer(sight):
            ways.append("inform")
    if not table.pressed:
        ways += ["accuse another"] * something_lights_up(sight)
        ways += ["stop"] * bool(table.counted)
    return ways


def holds_informer(sight: Sight) -> bool:
    """The viewer holds a card that can rat the Boss out."""
    held = sight.seats[sight.viewer].hand
    return any(held[kind] and can_inform(sight, kind) for kind in INFORMERS)


def something_lights_up(sight: Sight) -> bool:
    """Some card in play stands and lights up, so that somebody can be accused with it."""
    table = sight.table
    return any(
        table.standing[place] and lights_up(kind_in_play(table, place), sight.mood)
        for place in range(MOST_COUNTED)
    )


def ending(sight: Sight) -> str:
    condemned = sight.marked("condemned")
    winners = [sight.name(i) for i, seat in enumerate(sight.seats) if seat.won]
    if condemned is None:
        fate = "The Boss has been ratted out"
    else:
        fate = f"Condemned to cement shoes: {sight.name(condemned)}"
        favourite = sight.favourite(condemned)
        fate += f"; out as the Favourite: {sight.name(favourite)}" if favourite != NOBODY else ""
    return f"{fate}. Winning: {listed(winners, 'and')}."


# --- Who is who


def family(sight: Sight) -> list[str]:
    rows = [["SEAT", "WHO", "CARDS", "SUITCASE", "KNOWN TO", ""]]
    for seat in range(sight.rules.num_players):
        shown = sight.seats[seat]
        who = sight.character(seat) + (" (you)" if seat == sight.viewer else "")
        cards = "" if seat == sight.boss else str(shown.hand_size)
        marks = ", ".join(marks_of(sight, seat))
        rows.append([str(seat), who, cards, suitcase(sight, seat), informed(sight, seat), marks])
    return [line for row in aligned(rows) for line in wrapped(row)]


def has_suitcase(sight: Sight, seat: int) -> bool:
    return seat != sight.boss or sight.rules.boss_suitcase


def suitcase(sight: Sight, seat: int) -> str:
    """What the viewer knows of it; a star for those mixed with the money."""
    if not has_suitcase(sight, seat):
        return "none"
    shown = sight.seats[seat]
    content = chosen(shown.suitcase)
    return (SUITCASES[content[0]] if content else "unknown") + ("*" if shown.mixed else "")


def informed(sight: Sight, seat: int) -> str:
    """The seats that know what this seat's suitcase holds (9.7)."""
    place = (seat - sight.viewer) % sight.rules.num_players
    seats = [i for i, other in enumerate(sight.seats) if other.informed_of[place]]
    if not has_suitcase(sight, seat):
        return ""
    if len(seats) == sight.rules.num_players:
        return "everybody"
    return ", ".join(map(str, seats)) or "nobody"


def marks_of(sight: Sight, seat: int) -> list[str]:
    shown = sight.seats[seat]
    marks = [field for field in ("accused", "accuser") if getattr(shown, field)]
    if sight.viewer != sight.boss and seat == sight.favourite(sight.viewer):
        marks.append("your Favourite")
    return marks


# --- The story of the turn


def story(sight: Sight) -> list[str]:
    """The cards in play as a tale, in the order played."""
    table = sight.table
    count = counted(int(table.counted), "card")
    lines = wrapped(f"THE STORY SO FAR: {count} counted in this turn{next_rise(sight)}.")
    for place in range(MOST_COUNTED):
        kind = kind_in_play(table, place)
        if kind == NOTHING:
            break
        card = f"{CARD_NAMES[kind]} ({standing(sight, place, kind)})"
        words = f'{teller(sight, place)}: "{tale(kind, place, sight.accused)}"'
        lines += wrapped(f"{card}, {words}", "  ")
    return lines


def next_rise(sight: Sight) -> str:
    is_due = sight.mood < RED and is_rise_due(sight.table.counted, sight.table.raised_at)
    return ", and the mood rises before the next" if is_due else ""


def teller(sight: Sight, place: int) -> str:
    told_for = sight.name(sight.accused)
    if not sight.table.by_helper[place]:
        return told_for
    return f"{sight.name(sight.helper(sight.accused))} for {told_for}"


def standing(sight: Sight, place: int, kind: int) -> str:
    """What the card is still good for."""
    table = sight.table
    if not table.standing[place]:
        return "cancelled, nobody believes it"
    if table.evidence[place]:
        return "the evidence of the accusation"
    return light_of(kind, sight.mood)


def light_of(kind: int, mood: int) -> str:
    """Whether somebody can be accused with it in this mood (1.8)."""
    return "lights up" if lights_up(kind, mood) else "too calm"


# --- Suitcases, deck and hand


def suitcases(sight: Sight) -> list[str]:
    """What everybody knows of the money (9.6)."""
    mixed = [str(i) for i, seat in enumerate(sight.seats) if seat.mixed]
    if not mixed:
        return []
    return wrapped(f"The money is in a suitcase marked *: at seat {listed(mixed)}.")


def deck(sight: Sight) -> list[str]:
    """How many cards are left, and which lie in the discards: a row for each light."""
    discards = sight.table.discards
    size, gone = counted(int(sight.table.deck_size), "card"), int(sum(discards))
    rows = [[f"DISCARDS: {gone}", *TYPES]]
    for light, name in enumerate(LIGHTS):
        rows.append([f"  {name}", *[discarded(discards, light, t) for t in range(len(TYPES))]])
    return [f"{size} in the deck.", *(aligned(rows) if gone else [])]


def discarded(discards: Array, light: int, type_: int) -> str:
    """How many cards of a light and type, an informer under its name: `2 + feds`."""
    cells = []
    for kind, count in enumerate(discards):
        if count and LIGHT_OF[kind] == light and TYPE_OF[kind] == type_:
            cells.append(CARD_NAMES[kind].split()[2] if IS_INFORMER[kind] else str(count))
    return " + ".join(cells) or NOT_THERE


def can_inform(sight: Sight, kind: int) -> bool:
    """A card can rat the Boss out (10.3)."""
    return sight.rules.boss_suitcase and IS_INFORMER[kind]


def hand(sight: Sight) -> list[str]:
    """The viewer's cards, with what each does when an accusation with it is believed."""
    held = sight.seats[sight.viewer].hand
    kinds = [kind for kind, count in enumerate(held) for _ in range(count)]
    rows = [hand_row(sight, kind) for kind in kinds]
    legend = " (! can inform)" if holds_informer(sight) else ""
    return [f"YOUR HAND{legend}", *aligned(rows)] if rows else []


def hand_row(sight: Sight, kind: int) -> list[str]:
    mark = "!" if can_inform(sight, kind) else ""
    return [f"  {CARD_NAMES[kind]}{mark}", light_of(kind, sight.mood), EFFECTS[LIGHT_OF[kind]]]
