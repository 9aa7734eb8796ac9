"""What one player may see, as a table of plain text for people at a terminal.

It is made from the viewer's observation alone, so it cannot show more than that.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from sicilianos_env.engine.plain_text import (
    aligned,
    chosen,
    counted,
    in_seat_order,
    seat_names,
    sentence,
)
from sicilianos_env.engine.records import Array, Record
from sicilianos_env.games.scopa.components import COINS, SUITS, suit_of, value_of
from sicilianos_env.games.scopa.notation import names
from sicilianos_env.games.scopa.observation import open_observation
from sicilianos_env.games.scopa.options import Rules
from sicilianos_env.games.scopa.state import PHASES

UNKNOWN = "?"
ASKED = {
    ("play", "hand"): "play a card, one that matches if you hold one",
    ("play", "card"): "play a card",
}


def view(rules: Rules, observation: Array, viewer: int) -> str:
    """The flat observation of the seat `viewer` in words; other seats are numbered absolutely."""
    tables, relative = open_observation(observation)
    table = tables[0]
    seats = in_seat_order(relative, viewer, rules.num_players)
    who = seat_names(viewer, rules.num_players)
    parts = [
        headline(rules, table, seats, who),
        on_table(table),
        hands(seats, who),
        piles(seats, who),
    ]
    return "\n\n".join("\n".join(part) for part in parts)


def headline(rules: Rules, table: Record, seats: Sequence[Record], who: Sequence[str]) -> list[str]:
    phase = PHASES[chosen(table.phase)[0]]
    movers = [name for seat, name in zip(seats, who, strict=True) if seat.to_move]
    what = ASKED.get((phase, rules.must_match), "take a card from the table")
    asked = f"{movers[0]} to move: {what}." if movers else "the game is over."
    dealers = [name for seat, name in zip(seats, who, strict=True) if seat.dealer]
    return [
        f"SCOPA{goal(rules)}, phase {phase}, round {table.round_number}, dealer {dealers[0]}",
        sentence(asked),
    ]


def goal(rules: Rules) -> str:
    return ", a single round" if rules.single_round else f" to {rules.target}"


def on_table(table: Record) -> list[str]:
    cards = chosen(table.table)
    total = f" (in all {table.total})" if cards else ""
    rows = [["TABLE", (by_suit(cards) or "empty") + total]]
    for card in chosen(table.played):
        rows.append(["  played", by_suit([card])])
        rows.append(["  taking", by_suit(chosen(table.taking)) or "nothing yet"])
    known = lines_by_suit(chosen(table.deck))
    order = ", in unknown order:" if known else ""
    rows.append(["DECK", counted(int(table.deck_size), "card") + order])
    rows += [["", line] for line in known]
    return aligned(rows)


def by_suit(cards: Iterable[int]) -> str:
    """`clubs 3 7, coins 10`."""
    suits: dict[int, list[str]] = {}
    for card in cards:
        suits.setdefault(suit_of(card), []).append(str(value_of(card)))
    return ", ".join(f"{SUITS[suit]} {' '.join(values)}" for suit, values in suits.items())


def hands(seats: Sequence[Record], who: Sequence[str]) -> list[str]:
    rows = [["HANDS", f"{UNKNOWN} is a card that you do not know"]]
    rows += [[f"  {name}", hand(seat)] for seat, name in zip(seats, who, strict=True)]
    return aligned(rows)


def hand(seat: Record) -> str:
    known = names(np.flatnonzero(seat.hand))
    return ", ".join(known + [UNKNOWN] * (int(seat.hand_size) - len(known))) or "empty"


def piles(seats: Sequence[Record], who: Sequence[str]) -> list[str]:
    rows = [["SCORE PILES", "score", "scopas", "cards", "coins", ""]]
    for seat, name in zip(seats, who, strict=True):
        cards = chosen(seat.pile)
        coins = [card for card in cards if suit_of(card) == COINS]
        numbers = (int(seat.score), int(seat.scopas), len(cards), len(coins))
        last = "took last" if seat.last_taker else ""
        rows.append([f"  {name}", *map(str, numbers), last])
        rows += [["", *[""] * 4, line] for line in lines_by_suit(cards)]
    return aligned(rows, "<>>>><")


def lines_by_suit(cards: Sequence[int]) -> list[str]:
    """A line for each suit."""
    suits = range(len(SUITS))
    of_suits = [[card for card in cards if suit_of(card) == suit] for suit in suits]
    return [by_suit(of_suit) for of_suit in of_suits if of_suit]
