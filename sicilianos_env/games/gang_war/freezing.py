"""A war in the middle of a game of Sicilianos, as a war of its own (RULES.md 6.8)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sicilianos_env.engine.reading import insist, listed, shown
from sicilianos_env.games.gang_war.notation import GAME_NAME
from sicilianos_env.games.sicilianos.components import DENOMINATIONS, FAMILIES
from sicilianos_env.games.sicilianos.options import Rules

PHASES = ("turn", "join", "stake", "turncoat", "bomb", "continue", "split")
SAME_OPTIONS = ("num_players", "families", "values", "stakes", "war_ends")
TABLES = ("turncoat_partner", "bomb_targets")  # whose defaults differ


def frozen(position: Mapping[str, Any], rules: Rules, options: Mapping[str, Any]) -> dict[str, Any]:
    """The position of the war in a position of the whole game, with options that say otherwise.

    In phase `turn` it is the war that the seat to move is about to open.

    Raises:
        PositionError: with one sentence, if there is no war.
    """
    phase = position["phase"]
    fault = f"There is no war to freeze in phase {shown(phase)}; it must be {listed(PHASES)}."
    insist(phase in PHASES, fault)
    opener = position["to_move"] if phase == "turn" else position["war"]["opener"]
    war = position["war"] or {"opener": opener, "round": 1, "rows": []}
    seats = position["seats"]
    return {
        "game": GAME_NAME,
        "rules": {
            **{name: getattr(rules, name) for name in (*SAME_OPTIONS, *TABLES)},
            "hands": [hand_before(rules, war, seat, given) for seat, given in enumerate(seats)],
            "notes": [notes_before(war, seat, given) for seat, given in enumerate(seats)],
            "opener": opener,
            "opener_may_pass": phase != "turn" or may_roll(rules, seats[opener]),
            "empty_piles": [family for family, left in position["piles"].items() if not left],
            **options,
        },
        "phase": "join" if phase == "turn" else phase,
        "to_move": position["to_move"],
        "war": {**war, "rows": [{**row, "blown_up": []} for row in war["rows"]]},
        "seats": [{"hand": given["hand"], "dirty": given["dirty"]} for given in seats],
    }


def hand_before(rules: Rules, war: Mapping[str, Any], seat: int, given: Any) -> list[int]:
    """How many cards of each family a seat had before the war, as far as they still lie there."""
    cards = list(given["hand"])
    for row in war["rows"]:
        if row["seat"] == seat:
            cards += row["face_up"] + row["face_down"]
    colours = [card.split()[0] for card in cards]
    return [colours.count(family) for family in FAMILIES[: rules.families]]


def notes_before(war: Mapping[str, Any], seat: int, given: Any) -> list[int]:
    notes = [*given["dirty"], *(row["stake"] for row in war["rows"] if row["seat"] == seat)]
    return [notes.count(note) for note in DENOMINATIONS]


def may_roll(rules: Rules, given: Any) -> bool:
    return len(given["hand"]) < rules.hand_limit
