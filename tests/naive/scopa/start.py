"""Sets a game up as another one was."""

from __future__ import annotations

from typing import Any

from naive.scopa.referee import Referee


def set_up_again(position: dict[str, Any]) -> Referee:
    """A game from its start, with the lot and the shuffle of a first position.

    What lies on the table came from the top after the hands; what of it came from the bottom (2.4)
    did so only if the deck has run out.
    """
    first = position["to_move"]
    clockwise = position["seats"][first:] + position["seats"][:first]
    dealt = [card for seat in clockwise for card in seat["hand"]]
    came_out = {
        "dealer": str(position["dealer"]),
        "shuffle": dealt + position["table"] + position["deck"],
    }
    return Referee.new(position["rules"], lambda kind, outcomes: came_out[kind])
