"""What one player may see, as a table of plain text for people at a terminal.

It is made from the viewer's observation alone, so it cannot show more than that.
"""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

from sicilianos_env.engine.plain_text import aligned, chosen, in_seat_order, seat_names, sentence
from sicilianos_env.engine.records import Array, Record
from sicilianos_env.games.famiglia.components import (
    CARD_NAMES,
    FAMILIES,
    NUM_FAMILIES,
    NUM_RANKS,
    POINTS,
    kind_of,
)
from sicilianos_env.games.famiglia.observation import open_observation
from sicilianos_env.games.famiglia.options import Rules
from sicilianos_env.games.famiglia.state import PHASES

WIDTH = 89
NOT_THERE = "–"
ASKED = {  # what the player to move decides
    "street": "clear a card off the street, or go on",
    "accountant": "play an Accountant, or skip",
    "brute": "play a Brute, or skip",
    "take": "take a card from the street, or pass",
}


def view(rules: Rules, observation: Array, viewer: int) -> str:
    """The flat observation of the seat `viewer` in words; the other seat is numbered absolutely."""
    tables, relative = open_observation(observation)
    table = tables[0]
    seats = in_seat_order(relative, viewer, rules.num_players)
    names = seat_names(viewer, rules.num_players)
    parts = [headline(table, seats, names), cards(table, seats, names), known_places(table)]
    return "\n\n".join("\n".join(part) for part in parts if part)


def headline(table: Record, seats: Sequence[Record], names: Sequence[str]) -> list[str]:
    phase = PHASES[chosen(table.phase)[0]]
    movers = [name for seat, name in zip(seats, names, strict=True) if seat.to_move]
    starters = [name for seat, name in zip(seats, names, strict=True) if seat.first_player]
    over = "the stock is used up" if is_used_up(table) else "both players have passed"
    asked = f"{movers[0]} to move: {asked_now(table, phase)}." if movers else f"{over}: the end."
    stock_pass = "second" if table.second_pass else "first"
    lines = [
        f"FAMIGLIA, phase {phase}, {stock_pass} pass of the stock, {starters[0]} started",
        sentence(asked),
    ]
    if table.last_passed:
        lines.append("The turn before was a pass." if movers else "The last turn was a pass.")
    if is_used_up(table) and movers:
        last = "the next turn" if movers == starters else "this turn"
        lines.append(f"The stock is used up: {last} is the last.")
    return lines


def is_used_up(table: Record) -> bool:
    """Whether all cards lie openly (7.1)."""
    return bool(table.second_pass) and table.stock_size == 0


def asked_now(table: Record, phase: str) -> str:
    """The decision, as far as the abilities of this turn have come."""
    if table.recalls:
        return f"recall a card, {table.recalls} at most, or end the recalling"
    if table.accountant:
        return f"lay a card, {table.lays} to be laid"
    if table.brute:
        return f"intimidate a card by {table.brute} at most"
    return ASKED[phase]


# --- The cards: a column for each family, a digit for each card


def cards(table: Record, seats: Sequence[Record], names: Sequence[str]) -> list[str]:
    """A row for each place where cards lie."""
    rows = [
        ["CARDS", *FAMILIES],
        ["  street", *ranks(table.street)],
        ["  discards", *ranks(table.discards)],
        [f"  stock: {table.stock_size}", *ranks(table.stock)],
    ]
    for seat, name in zip(seats, names, strict=True):
        rows.append([f"  {name}, hand", *ranks(seat.hand)])
        rows.append([f"  {name}, gang", *ranks(seat.gang)])
    scores = [f"{name} {points(seat)}" for seat, name in zip(seats, names, strict=True)]
    lines = aligned(rows) + intimidation(table)
    return [*lines, f"Each digit is a card of that rank. Points: {', '.join(scores)}."]


def ranks(counts: Array) -> list[str]:
    """For each family the ranks of its cards: `0013`."""
    cells = []
    for family in range(NUM_FAMILIES):
        of_rank = [int(counts[kind_of(family, rank)]) for rank in range(NUM_RANKS)]
        cells.append("".join(str(rank) * count for rank, count in enumerate(of_rank)) or NOT_THERE)
    return cells


def points(seat: Record) -> int:
    """Of all the cards of a player."""
    owned = (int(hand) + int(gang) for hand, gang in zip(seat.hand, seat.gang, strict=True))
    return sum(count * worth for count, worth in zip(owned, POINTS, strict=True))


def intimidation(table: Record) -> list[str]:
    return [
        f"{CARD_NAMES[kind]} on the street is intimidated: it counts as rank {rank}."
        for kind in chosen(table.intimidated)
        for rank in chosen(table.lowered_to)
    ]


def known_places(table: Record) -> list[str]:
    """The cards put under the stock openly, after all that lie above them."""
    places = [int(place) for place in table.stock_places[: int(table.stock_size)]]
    known = [CARD_NAMES[place - 1] for place in places if place]
    if not known:
        return []
    unknown = len(places) - len(known)
    above = [f"{unknown} unknown"] if unknown else []
    return wrap(f"STOCK, from the top: {', '.join(above + known)}", WIDTH, subsequent_indent="  ")
