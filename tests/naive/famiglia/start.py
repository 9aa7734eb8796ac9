"""Sets a game up as another one was."""

from __future__ import annotations

from typing import Any

from naive.famiglia.referee import Referee


def set_up_again(position: dict[str, Any]) -> Referee:
    """A game from its start, with the shuffle and the starting player of a first position.

    What lies on the street there, in whatever order, lay on top of the stock (2.2).
    """
    stock = position["street"] + position["stock"]
    return Referee.new(position.get("rules", {}), stock, position["first_player"])
