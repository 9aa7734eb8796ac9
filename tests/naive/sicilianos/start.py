"""Sets a game up as another one was."""

from __future__ import annotations

from typing import Any

from naive.sicilianos.referee import Referee
from naive.sicilianos.words import of_colour


def set_up_again(position: dict[str, Any]) -> Referee:
    """A game from its start, with the shuffle and the starting player of a first position.

    What is already drawn there, unasked from the only deck, lay on top of it (2.4, 3.18).
    """
    first = position["turn_of"]
    clockwise = position["seats"][first:] + position["seats"][:first]
    drawn = [card for seat in clockwise for card in seat["hand"]]
    decks = {colour: of_colour(drawn, colour) + deck for colour, deck in position["decks"].items()}
    return Referee.new(position["rules"], decks, first)
