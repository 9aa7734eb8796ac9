"""The contract that every game fills in (CONTRIBUTING.md, "A game is one folder").

The compiled functions work on records (`engine.records`) in place and never draw random numbers:
where chance decides, the state's `to_move` is CHANCE and the engine asks `chance_size`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from sicilianos_env.engine.records import Array, Record, record

CHANCE = -2  # to_move at a chance node
OVER = -1  # to_move at the end


@dataclass(frozen=True)
class Field:
    """One field of an observation record: all `uint8`, divided by `most` for a network."""

    name: str
    shape: tuple[int, ...]
    most: int
    meaning: str


class InvalidMoveError(ValueError):
    """An action text that cannot be read."""


class IllegalMoveError(ValueError):
    """An action that can be read but is not allowed now."""


class PositionError(ValueError):
    """A position that is not one of the game."""


@dataclass(frozen=True)
class Game:
    """Everything that the engine, the adapters and people need to know of one game.

    Functions on records are marked with `jit.rule`; `rules` and `state` are records there. Those of
    the notation run interpreted only.

    Attributes:
        name: the folder's name.
        version: raised when the same actions lead to another game, or the observation changes.
        rules: the frozen dataclass of options, with `num_players`, `max_decisions` (a bound for
            whole games) and `to_record()`, which gives the flat memory of one `rules_record`.
            Refuses what is no game with a ValueError.
        presets: options by preset name.
        min_players, max_players: the player counts allowed.
        num_actions: constant for the game.
        phases: the names of the phases, in the order of `state.phase`.
        phases_unused: those of them that never come.
        fields_unused: the fields of an observation that are always 0.
        part_of: the game of which this one is a part that can be played alone; None of most.
        frozen(position, options, changes): such a part of a position of that game, as a position
            of this one, whose options follow those of that game but for the changes.
        exact_unit: the score that counts as 1 in exact solutions of small games.
        asked_always: the phase in which a decision with one legal action is still asked; in all
            others the engine makes it.
        shuffle_size: the most cards ever shuffled at once.
        state: the record of the whole truth; has `to_move`, `phase` and `truncated`.
        table_fields, seat_fields: an observation is one record of the former and, for each player,
            one of the latter (the viewer first, then clockwise).
        score_unit: the score that counts as 1 in `utility="score"`; None if it is refused.
        start(rules, state): the state before the first chance node, on a state of zeros.
        chance_size(rules, state): the equally likely outcomes of a chance node; −n: a shuffle of n.
        chance_key(rules, state): names the draw, kind << 24 | counter, with kinds from 1 to 63.
        resolve_chance(rules, state, outcome), shuffled(rules, state, order): what chance decided.
        legal_mask(rules, state, mask): writes 0 or 1 for each action, from the state alone.
        step(rules, state, action): plays a legal action.
        observe(rules, state, seat, observation): writes what the seat may see.
        resample(rules, observation, stream, state): writes a random state that looks the same to
            the viewer, who becomes seat 0, on a state of zeros.
        result(rules, state, winners, scores): writes both; returns whether somebody won outright,
            whatever the scores.
        action_text(rules, state, action), parse_action(rules, state, text): actions in words; None
            for an action that has no id in this phase.
        outcome_text(rules, state, outcome), parse_outcome(rules, state, text): chance outcomes in
            words; the outcome is a number, or for a shuffle the order.
        seen_action(rules, state, action, viewer), seen_outcome(rules, state, outcome, viewer): what
            a seat sees of an action or a chance outcome about to be played, in words, or "".
        seen_change(rules, before, after, viewer): what a seat sees of what one step changed, a list
            of texts.
        position(options, state), load(position): positions as JSON; load gives options and memory.
        view(options, observation, viewer): the observation in words.
        outright: what it is called to win whatever the scores, as the heading of a column; None in
            games in which nobody can.
        roles(options): what the seats are, by seat, where they differ; None in games in which they
            are alike. Seats with the same name are alike.
    """

    name: str
    version: int
    rules: type[Any]
    rules_record: np.dtype[Any]
    presets: Mapping[str, Mapping[str, Any]]
    min_players: int
    max_players: int
    num_actions: int
    phases: tuple[str, ...]
    asked_always: int
    shuffle_size: int
    state: np.dtype[Any]
    table_fields: tuple[Field, ...]
    seat_fields: tuple[Field, ...]
    score_unit: int | None
    start: Callable[[Record, Record], None]
    chance_size: Callable[[Record, Record], int]
    chance_key: Callable[[Record, Record], int]
    resolve_chance: Callable[[Record, Record, int], None]
    shuffled: Callable[[Record, Record, Array], None]
    legal_mask: Callable[[Record, Record, Array], None]
    step: Callable[[Record, Record, int], None]
    observe: Callable[[Record, Record, int, Array], None]
    resample: Callable[[Record, Array, Array, Record], None]
    result: Callable[[Record, Record, Array, Array], bool]
    action_text: Callable[[Record, Record, int], str]
    parse_action: Callable[[Record, Record, str], int | None]
    outcome_text: Callable[[Record, Record, Any], Any]
    parse_outcome: Callable[[Record, Record, Any], Any]
    seen_action: Callable[[Record, Record, int, int], str]
    seen_outcome: Callable[[Record, Record, Any, int], str]
    seen_change: Callable[[Record, Record, Record, int], list[str]]
    position: Callable[[Any, Record], dict[str, Any]]
    load: Callable[[Mapping[str, Any]], tuple[Any, Array]]
    view: Callable[[Any, Array, int], str]
    outright: str | None = None
    roles: Callable[[Any], tuple[str, ...]] | None = None
    phases_unused: tuple[str, ...] = ()
    fields_unused: tuple[str, ...] = ()
    part_of: str | None = None
    frozen: Callable[[Mapping[str, Any], Any, Mapping[str, Any]], dict[str, Any]] | None = None
    exact_unit: int = 1

    @property
    def phases_played(self) -> tuple[str, ...]:
        """The names of the phases that come, in order."""
        return tuple(phase for phase in self.phases if phase not in self.phases_unused)

    def observation_record(self, num_players: int) -> np.dtype[Any]:
        """The observation as one record: the table's fields, and `seats`, an array of records."""
        return _observation_record(self.table_fields, self.seat_fields, num_players)

    def observation_size(self, num_players: int) -> int:
        """D, the bytes of an observation."""
        return self.observation_record(num_players).itemsize

    def observation_maxima(self, num_players: int) -> Array:
        """The declared maximum of each byte of a flat observation, as `uint8` of shape (D,)."""
        table = _maxima(self.table_fields)
        return np.concatenate([table, *[_maxima(self.seat_fields)] * num_players])


def fields_record(fields: tuple[Field, ...]) -> np.dtype[Any]:
    """The record of such fields."""
    return record([(field.name, "u1", field.shape) for field in fields])


@cache
def _observation_record(
    table_fields: tuple[Field, ...], seat_fields: tuple[Field, ...], num_players: int
) -> np.dtype[Any]:
    seat = fields_record(seat_fields)
    table = [(field.name, "u1", field.shape) for field in table_fields]
    return record([*table, ("seats", seat, (num_players,))])


def _maxima(fields: tuple[Field, ...]) -> Array:
    parts = [np.full(field.shape, field.most, dtype=np.uint8).ravel() for field in fields]
    return np.concatenate(parts)
