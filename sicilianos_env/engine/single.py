"""One game in progress: what the AEC environment and `Match` stand on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from sicilianos_env.engine import kernels
from sicilianos_env.engine.bindings import kernel
from sicilianos_env.engine.game import CHANCE, OVER, Game, IllegalMoveError, InvalidMoveError
from sicilianos_env.engine.records import Array, Record, opened
from sicilianos_env.engine.registry import find_game
from sicilianos_env.engine.streams import new_stream
from sicilianos_env.engine.utilities import UTILITIES, check_utility


@dataclass(frozen=True)
class Event:
    """One thing that happened in a game.

    Attributes:
        seat: whose action it was; None for chance.
        text: the action or outcome in words, the whole truth.
        seen: for each seat, what it saw of it; "" where it saw nothing.
        then: for each seat, what it saw change by it.
    """

    seat: int | None
    text: str
    seen: tuple[str, ...]
    then: tuple[tuple[str, ...], ...]

    def told(self, seat: int) -> list[str]:
        """All that a seat saw of it and saw change by it."""
        return [text for text in (self.seen[seat], *self.then[seat]) if text]


class SingleGame:
    """One game, by action ids. Plain data apart from its kernels, so it can be copied and pickled.

    Args:
        game: the contract.
        options: the game's rules object.
        seed: of its random stream (row 0; each `start` takes the next episode).
        interpreted: run the rules as plain Python, which needs no compilation.
    """

    def __init__(self, game: Game, options: Any, seed: int, interpreted: bool = False) -> None:
        self.game, self.options, self.interpreted = game, options, interpreted
        self.num_players: int = options.num_players
        self.rules_memory: Array = options.to_record()
        self.memory: Array = np.zeros(game.state.itemsize, dtype=np.uint8)
        self.mask: Array = np.zeros(game.num_actions, dtype=np.int8)
        self.stream = new_stream(seed)
        self._order: Array = np.empty(game.shuffle_size, dtype=np.int16)
        self._make_kernels()

    def _make_kernels(self) -> None:
        def make(function: Any) -> Any:
            return kernel(self.game, function, interpreted=self.interpreted)

        self._start, self._step = make(kernels.start_one), make(kernels.step_one)
        self._observe, self._utilities = make(kernels.observe_one), make(kernels.utilities_of)
        self._observe_scaled = make(kernels.observe_scaled)
        self._peek, self._play = make(kernels.peek_one), make(kernels.play_one)
        self._resolve = make(kernels.resolve_one)
        self.rules: Record = opened(self.rules_memory, self.game.rules_record)
        self.state: Record = opened(self.memory, self.game.state)
        self._to_move: Array = self.memory.view(self.game.state)["to_move"]  # quicker than a record

    def __getstate__(self) -> dict[str, Any]:
        data = ("interpreted", "num_players", "rules_memory", "memory", "mask", "stream", "_order")
        kept = {name: getattr(self, name) for name in ("options", *data)}
        return {**kept, "game": self.game.name}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)
        self.game = find_game(kept["game"])
        self._make_kernels()

    def start(self, episode: int = 0, seed: int | None = None) -> None:
        """A new game of the given episode (and seed, if it is to change)."""
        if seed is not None:
            self.stream = new_stream(seed)
        self.stream[3] = episode
        self._start(self.rules_memory, self.memory, self.stream, self.mask)

    def start_told(self, episode: int = 0) -> list[Event]:
        """As `start`, and tells what happened up to the first decision."""
        self.begin(episode)
        events = self._settled_events()
        self.game.legal_mask(self.rules, self.state, self.mask)
        return events

    def begin(self, episode: int = 0) -> None:
        """A new game before anything has happened in it, to be played ply by ply."""
        self.stream[3] = episode
        self.memory[:] = 0
        self.game.start(self.rules, self.state)

    def set_up(self, memory: Array) -> None:
        """Goes on from the given state memory; makes no move by itself."""
        self.memory[:] = memory
        self.game.legal_mask(self.rules, self.state, self.mask)

    @property
    def to_move(self) -> int | None:
        """The seat that has to decide, or None at the end."""
        seat = int(self._to_move[0])
        return None if seat == OVER else seat

    @property
    def at_chance(self) -> bool:
        """Whether chance comes next; never so but in a game played ply by ply."""
        return bool(self._to_move[0] == CHANCE)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self._to_move[0] == OVER)

    @property
    def truncated(self) -> bool:
        """Whether the game was stopped by its limit of turns or rounds."""
        return bool(self.state.truncated)

    def step(self, action: int) -> None:
        """Plays a legal action (not checked), then chance and forced decisions."""
        self._step(self.rules_memory, self.memory, self.stream, self.mask, action)

    def unasked(self) -> Any:
        """The ply that comes next and is no player's choice, not yet played; fills `mask`.

        At a chance node the outcome that the stream gives, a number or for a shuffle the order;
        else the forced action, or None where a player has to decide or all is over.
        """
        order = self._order
        next_up = self._peek(self.rules_memory, self.memory, self.stream, self.mask, order)
        if self.at_chance:
            size = self.game.chance_size(self.rules, self.state)
            return order[:-size].copy() if size < 0 else next_up
        return next_up if next_up >= 0 else None

    def ply_text(self, ply: Any) -> Any:
        """An action, or at a chance node an outcome, in words; for a shuffle the list of them."""
        text = self.game.outcome_text if self.at_chance else self.game.action_text
        return text(self.rules, self.state, ply)

    def play_ply(self, ply: Any) -> None:
        """Plays a legal action, or at a chance node an outcome, and nothing more (not checked).

        What can be done then is for `unasked` to say: `mask` stays as it was.
        """
        if not self.at_chance:
            self._play(self.rules_memory, self.memory, ply)
        elif np.ndim(ply):
            self._resolve(self.rules_memory, self.memory, 0, np.asarray(ply, np.int16))
        else:
            self._resolve(self.rules_memory, self.memory, int(ply), self._order)

    def play(self, action: int, outcome: Any = None) -> list[Event]:
        """As `step`, and tells what happened, the action first.

        Args:
            action: a legal action (not checked).
            outcome: in words, what the chance node right after the action gives; None leaves it
                to the random stream.

        Raises:
            InvalidMoveError: if no chance follows, or the outcome cannot be read or cannot happen;
                nothing is changed then.
        """
        before = self.memory.copy()
        events = [self._act(action)]
        try:
            if outcome is not None:
                events.append(self._decree(outcome))
        except InvalidMoveError:
            self.memory[:] = before
            raise
        return events + self._settled_events()

    def _act(self, action: int) -> Event:
        rules, state = self.rules, self.state
        seat = int(state.to_move)
        text = self.game.action_text(rules, state, action)
        seen = [self.game.seen_action(rules, state, action, v) for v in range(self.num_players)]
        before = self.memory.copy()
        self.play_ply(action)
        return Event(seat, text, tuple(seen), self._changes(before))

    def _chance(self, outcome: Any) -> Event:
        """`outcome` is a number, or for a shuffle the order."""
        rules, state = self.rules, self.state
        seen = [self.game.seen_outcome(rules, state, outcome, v) for v in range(self.num_players)]
        text = self.game.outcome_text(rules, state, outcome)
        before = self.memory.copy()
        self.play_ply(outcome)
        return Event(None, text, tuple(seen), self._changes(before))

    def _changes(self, before: Array) -> tuple[tuple[str, ...], ...]:
        was = opened(before, self.game.state)
        return tuple(
            tuple(self.game.seen_change(self.rules, was, self.state, viewer))
            for viewer in range(self.num_players)
        )

    def outcomes(self, action: int) -> list[str]:
        """The equally likely outcomes, in words, of the chance right after a legal action.

        Empty if no chance follows; an outcome that several numbers give stands there as often.

        Raises:
            ValueError: for a shuffle, whose orders are too many to list.
        """
        before = self.memory.copy()
        self._play(self.rules_memory, self.memory, action)
        size = self.game.chance_size(self.rules, self.state) if self.state.to_move == CHANCE else 0
        texts = [self.game.outcome_text(self.rules, self.state, i) for i in range(size)]
        self.memory[:] = before
        if size < 0:
            raise ValueError(f"A shuffle of {-size} cards follows; its orders are not listed.")
        return texts

    def _decree(self, outcome: Any) -> Event:
        if self.state.to_move != CHANCE:
            raise InvalidMoveError(f"outcome={outcome!r} is out of place: no chance follows here.")
        return self._chance(self.game.parse_outcome(self.rules, self.state, outcome))

    def _settled_events(self) -> list[Event]:
        events = []
        while (ply := self.unasked()) is not None:
            events.append(self._chance(ply) if self.at_chance else self._act(ply))
        return events

    def observe(self, seat: int, observation: Array | None = None) -> Array:
        """What the seat may see: the flat `uint8` record of shape (D,), a new array by default."""
        if observation is None:
            observation = np.empty(self.game.observation_size(self.num_players), dtype=np.uint8)
        self._observe(self.rules_memory, self.memory, seat, observation)
        return observation

    def observe_scaled(self, seat: int, scratch: Array, scale: Array) -> Array:
        """The observation times `scale`, a new float32 array; `scratch` holds the bytes."""
        scaled = np.empty(scratch.shape[0], dtype=np.float32)
        self._observe_scaled(self.rules_memory, self.memory, seat, scratch, scale, scaled)
        return scaled

    def utilities(self, kind: str = "win") -> Array:
        """The utilities of a finished game, float64 of shape (P,); all 0 before the end."""
        return self._result(kind)[0]

    def scores(self) -> Array:
        """The scores as they stand, float64 of shape (P,)."""
        return self._result("win")[1]

    def _result(self, kind: str) -> tuple[Array, Array]:
        check_utility(self.game, kind)
        utilities, scores = np.zeros(self.num_players), np.zeros(self.num_players)
        unit = float(self.game.score_unit or 1)
        index = UTILITIES.index(kind)
        self._utilities(self.rules_memory, self.memory, index, unit, utilities, scores)
        return utilities if self.over else np.zeros(self.num_players), scores


def score_numbers(game: SingleGame) -> list[float]:
    """The scores as they stand; whole ones, as they are in most games, without a point."""
    return [int(s) if s.is_integer() else s for s in map(float, game.scores())]


def check_legal(game: SingleGame, action: int) -> None:
    """Raises IllegalMoveError, with the legal actions in words, unless the action is legal."""
    if 0 <= action < game.game.num_actions and game.mask[action]:
        return
    allowed = ", ".join(legal_texts(game))
    raise IllegalMoveError(f"Action {action} is not allowed; allowed: {allowed}.")


def legal_texts(game: SingleGame) -> list[str]:
    """The legal actions in words, in the order of their ids."""
    return [
        game.game.action_text(game.rules, game.state, int(action))
        for action in np.flatnonzero(game.mask)
    ]
