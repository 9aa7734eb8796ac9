"""Sets a game up as another one was."""

from __future__ import annotations

import json
from typing import Any

from naive.padrino.referee import Referee


def set_up_again(position: dict[str, Any]) -> Referee:
    """A game from its start, with the lots and the shuffles of a first position.

    Where the suitcases have been mixed already, the weapon may have been in any of these but the
    first accused's, who showed the money (2.3).
    """
    seats, accused = position["seats"], position["accused"]
    hands = [card for seat in seats for card in seat["hand"]]
    contents = [seat["suitcase"] for seat in seats]
    mixed = position.get("mixed", [])
    weapon: Any = contents.index("weapon") if "weapon" in contents else "box"
    if weapon in mixed:
        weapon = next(seat for seat in mixed if seat != accused)
    shuffled = [hands + position["deck"], [contents[seat] for seat in mixed]]
    came_out = {
        "characters": json.dumps([seat["character"] for seat in seats[1:]]),
        "money": str(accused),
        "weapon": str(weapon),
    }

    def chance(kind: str, outcomes: list[str]) -> Any:
        return shuffled.pop(0) if kind == "shuffle" else came_out[kind]

    return Referee.new(position["rules"], chance)
