"""The naive twins, and what else the tests have to be told of a game.

A game's module `naive.<game>` offers all NAMES. In their forms below, `rules` is the game's options
object, `state` an engine state as a record of `Game.state` and `states` an array of them, `record`
an observation as a record of `Game.observation_record`, `position` a position as `Match.position`
gives it, `told` anything that a failure should tell, and `random` a `random.Random`.

The referee:

- `Referee`: a slow one, which shares no code with the engine and makes forced decisions itself.
  `Referee.load(position) -> Referee`, or raises `RefusedError`; attributes `phase: str`,
  `to_move: int | None`, `over: bool`, `truncated: bool`; methods `legal() -> list[str]`,
  `play(action: str) -> None`, `position() -> dict`, `scores() -> list[int]` as things stand (not
  needed of a game without scores), `utilities(kind: str) -> list[float]`, all 0 before the end.
  It asks `chance(kind: str, outcomes: list[str]) -> str`, an attribute that tests replace, for one
  of equally likely outcomes, given in words; for a shuffle `kind` is "shuffle", `outcomes` are the
  cards, and it gets them back in the order that they are to have. `copy.deepcopy` copies it.
- `RefusedError`: an exception, its text says why.
- `set_up_again(position) -> Referee`: one that has played the set-up itself, with the shuffles and
  the lots that led to the position at the first decision.
- `same_whatever_was_done(kind: str, referee) -> tuple | None`: what names a chance that all games
  of a stream have in common, whatever the players do; None if it depends on them.

Options:

- `OPTIONS: list[dict]`: for all numbers of players, with every option once unlike its default.
- `draw_options(random) -> dict`: any that the rules allow, in short games.
- `TINY: list[dict]`: so small that all courses of a game can be followed for some turns; together
  they reach every phase.
- `FEW_ORDERS: dict`: all orders of a shuffle can be counted.

What always holds; each returns None and fails by an assertion:

- `assert_conserved(rules, states)`: of states at decisions.
- `assert_history(rules, deeds: list[tuple[int, str]], position)`: of the last position of a whole
  game, from the seats' actions in words, those made unasked included.
- `assert_shown(observation, game, referee, seat: int, told)`: the flat observation of a seat is
  what it may see by the referee's account; `game` is the `Game`.
- `assert_same_knowledge(match, referee, told)`: the same of each seat of a match.

What a seat knows:

- `shown_cards(record, seat: int) -> dict[str, tuple]`, `shown_things(record, seat: int) ->
  dict[str, tuple]`: what is shown as certain to the seat whose observation it is: the place of each
  card, and of each thing of another kind (the game may have none: an empty dict).
- `facts_hold(state, cards: dict, things: dict) -> bool`: whether both are true.
- `CARDS: set[str]`: all that `shown_cards` may name, to find them in texts.

What looks the same to a seat:

- `permute_hidden(rules, state, referee, viewer: int, random) -> None`: makes another state of it,
  which the viewer cannot tell from it.
- `HIDDEN_FIELDS: set[str]`: the fields of a state that this can change.
- `seen_from(position, viewer: int) -> dict`: the position with the viewer as seat 0, without what
  no observation holds.
- `written(position) -> str`: makes positions comparable.
- `all_like(position, record) -> Counter[str]`: of a position `seen_from` a seat and what it is
  shown, all positions that look like it, `written`, with their shares.
- `places(states) -> array`: a number for the place of each card, of shape (states, cards).
- `alike(rules, record) -> list[list[int]]`: the cards, as columns of `places`, that the viewer can
  exchange in its mind, group by group.
- `shuffled_piles(states) -> list[array]`: what the set-up has shuffled, of states at the first
  decision: for each set of cards shuffled together a table with a row for each state. Where each
  place is one of its own, `[i, k]` is the card at place k; where hands are dealt, it is the place
  of card k, the same number for all cards of a hand.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any

import pytest

NAMES = (
    "CARDS", "FEW_ORDERS", "HIDDEN_FIELDS", "OPTIONS", "TINY", "Referee", "RefusedError",
    "alike", "all_like", "assert_conserved", "assert_history", "assert_same_knowledge",
    "assert_shown", "draw_options", "facts_hold", "permute_hidden", "places",
    "same_whatever_was_done", "seen_from", "set_up_again", "shown_things", "shown_cards",
    "shuffled_piles", "written",
)  # fmt: skip


def twin_of(game: str) -> Any:
    """The module `naive.<game>`."""
    if not find_spec(f"naive.{game}"):
        pytest.fail(f"{game} has no naive twin: write tests/naive/{game}/")
    return import_module(f"naive.{game}")
