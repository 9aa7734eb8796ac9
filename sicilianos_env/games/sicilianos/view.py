"""What one player may see, as a table of plain text for people at a terminal.

It is made from the viewer's observation alone, so it cannot show more than that.
"""

from __future__ import annotations

from collections.abc import Sequence

from sicilianos_env.engine.plain_text import aligned, chosen, in_seat_order, seat_names, sentence
from sicilianos_env.engine.records import Array, Record
from sicilianos_env.games.sicilianos.components import (
    BUSINESSES,
    DENOMINATIONS,
    FAMILIES,
    NUM_BUSINESSES,
    NUM_VALUES,
    SYMBOLS,
    UNIT,
    card_of,
    colour_of,
    value_of,
)
from sicilianos_env.games.sicilianos.observation import open_observation
from sicilianos_env.games.sicilianos.options import Rules
from sicilianos_env.games.sicilianos.state import PHASES, STAKE

Partners = Sequence[str | None]  # of Turncoats, by family
NOT_THERE, UNKNOWN = "–", "?"
ASKED = {  # what the player to move decides
    "draft": "draw the top card of a family not drawn yet",
    "turn": "roll the dice, or open a gang war with a card",
    "choose_draw": "draw from one of the rolled families; there is room for one card",
    "take_one": "draw from any deck, or search a rolled one",
    "pick": "pick a card of the deck being searched",
    "steal": "steal a card of a rolled family",
    "join": "join the gang war with a card of a family not laid yet, or pass",
    "stake": "stake a bank note",
    "turncoat": "stay in the family, or turn coat",
    "bomb": "stay in the family, or bomb a card",
    "continue": "lay another card face down, or pass and drop out",
    "split": "take the business or the money",
    "business": "found a business",
}


def view(rules: Rules, observation: Array, viewer: int) -> str:
    """The flat observation of the seat `viewer` in words; other seats are numbered absolutely."""
    tables, relative = open_observation(observation)
    table = tables[0]
    seats = in_seat_order(relative, viewer, rules.num_players)
    names = seat_names(viewer, rules.num_players)
    parts = [
        headline(table, seats, names),
        hands(seats, names),
        money(seats, names),
        families(rules, table, seats, viewer),
    ]
    if table.war_round:
        parts.append(gang_war(rules.turncoat_partner, table, seats, names))
    return "\n\n".join("\n".join(part) for part in parts)


def headline(table: Record, seats: Sequence[Record], names: Sequence[str]) -> list[str]:
    phase = PHASES[chosen(table.phase)[0]]
    movers = [name for seat, name in zip(seats, names, strict=True) if seat.to_move]
    asked = f"{movers[0]} to move: {ASKED[phase]}." if movers else "the game is over."
    lines = [f"SICILIANOS, phase {phase}{turn_of(seats, names)}", sentence(asked)]
    if any(table.dice):
        lines.append(f"Dice: {dice(table)}")
    return lines


def turn_of(seats: Sequence[Record], names: Sequence[str]) -> str:
    found = [name for seat, name in zip(seats, names, strict=True) if seat.turn_of]
    return f", turn of {found[0]}" if found else ""


def dice(table: Record) -> str:
    words = [SYMBOLS[chosen(table.influence)[0]]]
    for colour in chosen(table.dice):
        words += [FAMILIES[colour]] * int(table.dice[colour])
    for colour in chosen(table.searched):
        words.append(f"(searching the {FAMILIES[colour]} deck)")
    return " ".join(words)


# --- What the players have


def hands(seats: Sequence[Record], names: Sequence[str]) -> list[str]:
    rows = [["HANDS", f"{UNKNOWN} is a card that you do not know"]]
    rows += [[f"  {name}", hand(seat)] for seat, name in zip(seats, names, strict=True)]
    return aligned(rows, "<<")


def hand(seat: Record) -> str:
    """`red 3 ?, blue ?`: for each colour the values known, and the rest."""
    colours = []
    for colour in chosen(seat.hand_colours):
        known = [card for card in chosen(seat.hand) if colour_of(card) == colour]
        values = [str(value_of(card)) for card in known]
        values += [UNKNOWN] * (int(seat.hand_colours[colour]) - len(known))
        colours.append(f"{FAMILIES[colour]} {' '.join(values)}")
    return ", ".join(colours) or "empty"


def money(
    seats: Sequence[Record], names: Sequence[str], denominations: Sequence[int] = DENOMINATIONS
) -> list[str]:
    rows = [["MONEY", *(f"{note:,}" for note in denominations), "dirty", "washed"]]
    for seat, name in zip(seats, names, strict=True):
        notes = [int(count) for count in seat.dirty]
        dirty = sum(count * note for count, note in zip(notes, denominations, strict=True))
        washed = int(seat.washed) * UNIT
        counts = [str(count) if count else NOT_THERE for count in notes]
        rows.append([f"  {name}", *counts, f"{dirty:,}", f"{washed:,}"])
    return aligned(rows, "<" + ">" * (len(denominations) + 2))


# --- Decks and businesses


def families(rules: Rules, table: Record, seats: Sequence[Record], viewer: int) -> list[str]:
    owners = [f"seat {seat}" for seat in range(len(seats))]
    owners[viewer] = "you"
    rows = [["FAMILIES", "deck", "known, from the top", "businesses"]]
    for colour in range(rules.families):
        size, owned = str(table.deck_sizes[colour]), businesses(table, seats, owners, colour)
        rows.append([f"  {FAMILIES[colour]}", size, deck(table, colour), owned])
    return aligned(rows, "<><<")


def deck(table: Record, colour: int) -> str:
    """`? ? 7`: the values known, from the top down; nothing if none is."""
    first = colour * NUM_VALUES
    values = [int(value) for value in table.decks[first : first + int(table.deck_sizes[colour])]]
    return " ".join(str(value or UNKNOWN) for value in values) if any(values) else ""


def businesses(table: Record, seats: Sequence[Record], owners: Sequence[str], colour: int) -> str:
    """`pile: laundry, ?; you: restaurant`."""
    counts = [int(seat.businesses[colour]) for seat in seats]
    if not any(counts):
        return "pile: all three"
    holdings = [("pile", NUM_BUSINESSES - sum(counts), table.piles)]
    holdings += [
        (owner, count, seat.business_types)
        for owner, count, seat in zip(owners, counts, seats, strict=True)
    ]
    return "; ".join(
        f"{owner}: {', '.join(types(known, colour, count))}"
        for owner, count, known in holdings
        if count
    )


def types(known: Array, colour: int, count: int) -> list[str]:
    first = colour * NUM_BUSINESSES
    names = [BUSINESSES[i] for i in chosen(known[first : first + NUM_BUSINESSES])]
    return names + [UNKNOWN] * (count - len(names))


# --- The gang war


def gang_war(
    partners: Partners, table: Record, seats: Sequence[Record], names: Sequence[str]
) -> list[str]:
    """A row for each participant, clockwise from the opener."""
    opener = chosen(seat.turn_of for seat in seats)[0]
    title = f"GANG WAR, round {table.war_round}"
    rows = [[title, "family", "stake", "face up", "down", "strength", ""]]
    for seat in (*range(opener, len(seats)), *range(opener)):
        if any(seats[seat].family):
            rows.append([f"  {names[seat]}", *war_row(partners, table, seats, seat)])
    return aligned(rows, "<<><<><")


def war_row(partners: Partners, table: Record, seats: Sequence[Record], seat: int) -> list[str]:
    shown = seats[seat]
    family = chosen(shown.family)[0]
    down = str(shown.laid or UNKNOWN) if shown.face_down else NOT_THERE
    strength = NOT_THERE if shown.defected else str(shown.strength)
    up, status = face_up(table, family), fighting(partners, table, seats, seat)
    return [FAMILIES[family], stake(table, shown), up, down, strength, status]


def stake(table: Record, shown: Record) -> str:
    if shown.stake:
        return f"{int(shown.stake) * UNIT:,}"
    return NOT_THERE if table.phase[STAKE] and shown.to_move else "hidden"


def face_up(table: Record, family: int) -> str:
    first = card_of(family, 1)
    values = [str(i + 1) for i in chosen(table.face_up[first : first + NUM_VALUES])]
    return " ".join(values) or NOT_THERE


def fighting(partners: Partners, table: Record, seats: Sequence[Record], seat: int) -> str:
    """Whether the seat may still lay cards, its ally, and a Bomb of its that has not decided."""
    shown = seats[seat]
    words = ["in" if shown.playing else "out"]
    words += [
        f"defected to seat {ally}" for ally in allies(partners, seats, seat) if shown.defected
    ]
    words += [f"ally: seat {ally}" for ally in allies(partners, seats, seat) if not shown.defected]
    if table.bombs[chosen(shown.family)[0]]:
        words.append("Bomb undecided")
    return ", ".join(words)


def allies(partners: Partners, seats: Sequence[Record], seat: int) -> list[int]:
    """The participant of the partner family, if one of the two has defected to the other."""
    partner = partners[chosen(seats[seat].family)[0]]
    return [
        other
        for other, shown in enumerate(seats)
        if any(shown.family)
        and FAMILIES[chosen(shown.family)[0]] == partner
        and shown.defected != seats[seat].defected
    ]
