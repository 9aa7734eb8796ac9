"""The naive twins, and what else the tests have to be told of a game.

A game's module `naive.<game>` offers:

- `Referee`: `Referee.load(position)` gives one, or raises the module's `RefusedError`; then
  `phase`, `to_move`, `over`, `truncated`, `turn`, `legal()`, `play(action)`, `position()`,
  `scores()`, `utilities(kind)`, and `certain(seat)`, what a seat knows for sure. It asks
  `chance(kind, outcomes)`, which a test may replace, for one of equally likely outcomes in words.
  It shares no code with the engine and makes forced decisions itself.
- `OPTIONS`: option sets for all numbers of players and all options; `draw_options(random)`: any
  options that the rules allow, in short games.
- `TINY`: option sets so small that all courses of a game can be followed for some turns; together
  they reach every phase. `FEW_ORDERS`: one in which all orders of a shuffle can be counted.
- `assert_conserved(rules, states)`: what engine states, many at once, always keep.
  `assert_history(rules, deeds, position)`: what follows from all actions of a whole game, given
  as pairs of a seat and words, about its last position.
- `shown_cards(record, seat)`, `shown_businesses(record, seat)`: what an observation record shows
  to a seat as certain; `assert_shown`, `assert_same_knowledge`: that it is what the referee says;
  `facts_hold(state, cards, businesses)`: that it is true in an engine state. `CARDS`: all their
  names, to find them in texts.
- `permute_hidden(rules, state, referee, viewer, random)`: makes another engine state that the
  viewer cannot tell from it; `HIDDEN_FIELDS`: the fields that this can change.
- `seen_from(position, viewer)`: the position with the viewer as seat 0, without what an
  observation cannot hold; `written` makes it comparable; `all_like(position, record)`: all that
  look like it, with their shares.
- `places(states)`: where each card is, as numbers; `alike(rules, record)`: the cards that a seat
  can exchange in its mind; `shuffled_piles(states)`: the piles that have been shuffled;
  `same_whatever_was_done(kind, referee)`: what names a chance that does not depend on the
  players.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any

import pytest


def twin_of(game: str) -> Any:
    """The module `naive.<game>`."""
    if not find_spec(f"naive.{game}"):
        pytest.fail(f"{game} has no naive twin: write tests/naive/{game}/")
    return import_module(f"naive.{game}")
