"""A match: one game in words and positions, for people, tests, logs and bug reports."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sicilianos_env.engine.game import Game, IllegalMoveError, PositionError
from sicilianos_env.engine.options import read_rules
from sicilianos_env.engine.records import Array
from sicilianos_env.engine.registry import find_game, games
from sicilianos_env.engine.single import Event, SingleGame, legal_texts, score_numbers
from sicilianos_env.engine.streams import read_seed


class Match:
    """One game, by the words of its notation.

    The rules run interpreted, so nothing has to be compiled; `compiled=True` runs the same game
    in machine code.

    Attributes:
        events: what happened in the last `play`: the action, then chance and forced actions; before
            the first one of a new match, what happened in the set-up.
    """

    def __init__(self, single: SingleGame) -> None:
        self._single = single
        self.events: list[Event] = []

    @property
    def game(self) -> Game:
        """The contract of the game being played."""
        return self._single.game

    @property
    def rules(self) -> Any:
        """The options of the game."""
        return self._single.options

    @property
    def phase(self) -> str:
        """What kind of decision is to be made, or "over"."""
        return self.game.phases[self._single.state.phase]

    @property
    def to_move(self) -> int | None:
        """The seat that has to decide, or None at the end."""
        return self._single.to_move

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._single.over

    @property
    def truncated(self) -> bool:
        """Whether the game was stopped by its limit of turns or rounds."""
        return self._single.truncated

    def legal(self) -> list[str]:
        """The legal actions in words, in the order of their ids; empty at the end."""
        return legal_texts(self._single)

    def action_mask(self) -> Array:
        """Which actions are legal for the seat to move, int8 of shape (A,): for agents."""
        return self._single.mask.copy()

    def action_text(self, action: int) -> str:
        """An action id in words, for the seat to move.

        Raises:
            ValueError: with one sentence, for what is no action id.
        """
        if not 0 <= action < self.game.num_actions:
            most = self.game.num_actions - 1
            raise ValueError(f"There is no action {action}; there are 0 to {most}.")
        return self.game.action_text(self._single.rules, self._single.state, action)

    def play(self, action: str, outcome: Any = None) -> None:
        """Plays an action in words; chance follows its stream, or the given outcome in words.

        Raises:
            InvalidMoveError: if the action or the outcome cannot be read.
            IllegalMoveError: if the action can be read but is not allowed; says what is.
        """
        self.events = self._single.play(self._legal_id(action), outcome)

    def outcomes(self, action: str) -> list[str]:
        """The equally likely outcomes of the chance right after an action, in words.

        Empty if no chance follows. An outcome that comes about in several ways is repeated.

        Raises:
            InvalidMoveError, IllegalMoveError: as `play`.
            ValueError: for a shuffle, whose orders are too many to list.
        """
        return self._single.outcomes(self._legal_id(action))

    def _legal_id(self, action: str) -> int:
        if self.over:
            raise IllegalMoveError(f"{action!r} is not allowed: the game is over.")
        number = self.game.parse_action(self._single.rules, self._single.state, action)
        if number is None or not self._single.mask[number]:
            allowed = ", ".join(self.legal())
            raise IllegalMoveError(
                f"{action!r} is not allowed in phase {self.phase!r}; allowed: {allowed}."
            )
        return number

    def position(self) -> dict[str, Any]:
        """The whole truth, ready for JSON; `load` reads it."""
        return self.game.position(self._single.options, self._single.state)

    def observation(self, seat: int) -> Array:
        """What the seat may see: the flat `uint8` observation of shape (D,)."""
        return self._single.observe(self._seat(seat))

    def view(self, seat: int) -> str:
        """What the seat may see, in words."""
        return self.game.view(self._single.options, self.observation(seat), seat)

    def utilities(self, kind: str = "win") -> list[float]:
        """The utility of each seat ("win", "score" or "rank"); all 0 before the end."""
        return [float(utility) for utility in self._single.utilities(kind)]

    def scores(self) -> list[float]:
        """The score of each seat as things stand."""
        return score_numbers(self._single)

    def _seat(self, seat: int) -> int:
        if type(seat) is not int or seat not in range(self._single.num_players):
            raise ValueError(
                f"There is no seat {seat!r}; there are 0 to {self._single.num_players - 1}."
            )
        return seat


def new_match(name: str, seed: int | None = None, compiled: bool = False, **options: Any) -> Match:
    """A new match.

    Args:
        name: the game's name.
        seed: of all chance in the match, 0 … 2**64 − 1; None takes one at random.
        compiled: run machine code rather than plain Python.
        options: `preset`, and fields of the game's rules object.
    """
    game = find_game(name)
    rules = read_rules(game.rules, game.presets, options)
    single = SingleGame(game, rules, read_seed(seed), interpreted=not compiled)
    match = Match(single)
    match.events = single.start_told()
    return match


def load(
    position: Mapping[str, Any] | str | Path, seed: int | None = None, compiled: bool = False
) -> Match:
    """The match that stands at a position: a dict, or the path of a JSON file.

    Raises:
        PositionError: with one sentence, if it is not a position of a game.
    """
    if isinstance(position, str | Path):
        position = _read_position(Path(position))
    if not isinstance(position, Mapping) or not isinstance(position.get("game"), str):
        raise PositionError("A position is an object with the name of its game in 'game'.")
    try:
        game = find_game(position["game"])
    except ValueError as error:
        raise PositionError(str(error)) from None
    rules, memory = game.load(position)
    single = SingleGame(game, rules, read_seed(seed), interpreted=not compiled)
    single.set_up(memory)
    return Match(single)


def freeze(match: Match, **options: Any) -> Match:
    """The part of a match that is a game of its own, taken out of it: the gang war in progress.

    Hands and all that lies on the table are as they are; the new match has an own random stream.

    Args:
        match: of Sicilianos, in a gang war or before one could be opened.
        options: of the game of the part, such as its prices (`note_value`); the others follow the
            match.

    Raises:
        PositionError: with one sentence, if there is no such part, or an option is wrong.
    """
    for name in games():
        game = find_game(name)
        if game.part_of == match.game.name and game.frozen is not None:
            return load(game.frozen(match.position(), match.rules, options))
    raise PositionError(f"No part of {match.game.name} can be frozen.")


def _read_position(path: Path) -> Any:
    name = repr(str(path))  # whatever is in it, one line
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise PositionError(f"The file {name} cannot be read: {error.strerror}.") from None
    except (ValueError, RecursionError) as error:
        raise PositionError(f"The file {name} is not JSON: {error}.") from None
