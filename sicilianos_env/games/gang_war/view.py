"""What one player may see of a war, as plain text; made from the viewer's observation alone."""

from __future__ import annotations

from collections.abc import Sequence

from sicilianos_env.engine.plain_text import chosen, in_seat_order, seat_names, sentence
from sicilianos_env.engine.records import Array, Record
from sicilianos_env.games.gang_war.options import Rules
from sicilianos_env.games.sicilianos.components import FAMILIES, NUM_VALUES
from sicilianos_env.games.sicilianos.observation import open_observation
from sicilianos_env.games.sicilianos.state import PHASES
from sicilianos_env.games.sicilianos.view import ASKED, gang_war, hands, money

OPENING = "open the gang war with a card, or pass"


def view(rules: Rules, observation: Array, viewer: int) -> str:
    """The flat observation of the seat `viewer` in words; other seats are numbered absolutely."""
    tables, relative = open_observation(observation)
    table = tables[0]
    seats = in_seat_order(relative, viewer, rules.num_players)
    names = seat_names(viewer, rules.num_players)
    parts = [
        headline(rules, table, seats, names),
        hands(seats, names),
        money(seats, names, rules.denominations),
    ]
    if table.war_round:
        parts.append(gang_war(rules.turncoat_partner, table, seats, names))
    if lost := blown_up(table):
        parts.append([f"Blown up: {', '.join(lost)}"])
    return "\n\n".join("\n".join(part) for part in parts)


def headline(
    rules: Rules, table: Record, seats: Sequence[Record], names: Sequence[str]
) -> list[str]:
    phase = PHASES[chosen(table.phase)[0]]
    opener = names[chosen(seat.turn_of for seat in seats)[0]]
    movers = [name for seat, name in zip(seats, names, strict=True) if seat.to_move]
    task = ASKED.get(phase) if table.war_round else OPENING
    asked = f"{movers[0]} to move: {task}." if movers else "the war is over."
    return [
        f"GANG WAR, phase {phase}, opener: {opener}",
        sentence(asked),
        f"Worth in 10,000: a note kept {rules.note_value:g} of its amount, a business "
        f"{rules.business_value:g}, a card kept {rules.card_value:g} a point.",
        *businesses(seats, names),
    ]


def businesses(seats: Sequence[Record], names: Sequence[str]) -> list[str]:
    founders = [name for seat, name in zip(seats, names, strict=True) if any(seat.businesses)]
    return [f"{sentence(founder)} has founded a business." for founder in founders]


def blown_up(table: Record) -> list[str]:
    """What is known of the decks: nothing else lies there face up."""
    known = [(i // NUM_VALUES, int(value)) for i, value in enumerate(table.decks) if value]
    return [f"{FAMILIES[colour]} {value}" for colour, value in known]
