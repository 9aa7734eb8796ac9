"""OpenSpiel: every game as `python_<name>`, registered when this module is imported.

`sicilianos_env.openspiel_game` makes one, and so does `pyspiel.load_game`, by strings such as
`python_gang_war(preset=s0,options={'card_value':0;'business_value':1})`. The parameters:

- `num_players`: 0 leaves it to the preset, or to the game's default.
- `preset`: its name; none by default.
- `options`: fields of the game's rules object, a JSON object with `;` for commas, which OpenSpiel
  takes for the end of a parameter, and single quotes, which its file formats can hold.
- `utility`: "win", "score" or "rank" as in all environments, or "exact": what small games are
  solved for. That is the scores, `Game.exact_unit` being 1: for two players half of the own lead,
  which is zero-sum, for more the own score.

All chance is explicit. A shuffle is drawn card by card, one chance node for each card but the last;
the outcome is the place, before the shuffle, of the card that comes next. So states can be saved,
sampled and played again like those of any game of OpenSpiel, but what walks through the whole tree
(CFR, best responses, NashConv) does for games without shuffles alone, and a shuffle takes a while.
What is forced is no node, as in play.

What does not work, or not as it may be expected:

- Information state tensors are the observations, scaled to [0, 1]: what the seat sees now, not what
  it remembers. The strings remember all.
- C++ cannot call `resample_from_infostate` of Python games, so of the two bots for ISMCTS only that
  of `open_spiel.python.algorithms.ismcts` plays them.
- `max_chance_outcomes` and `max_chance_nodes_in_history` are generous bounds, and with utility
  "exact" those of the utilities are infinite.
- Observers show what one seat sees; there are none for public information alone or for all seats.
- It is slow, as Python games are: some ten thousand nodes a second. For small games export it once,
  `pyspiel.load_efg_game(gambit.export_gambit(game))` with `open_spiel.python.algorithms.gambit`.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import blake2b
from typing import Any, NamedTuple

import numpy as np
import pyspiel

from sicilianos_env.adapters.settings import observation_scale
from sicilianos_env.engine.bindings import kernel
from sicilianos_env.engine.game import CHANCE, OVER, Game
from sicilianos_env.engine.kernels import resample_one
from sicilianos_env.engine.options import read_rules
from sicilianos_env.engine.records import Array, Record, opened
from sicilianos_env.engine.registry import find_game, games
from sicilianos_env.engine.single import SingleGame, check_legal
from sicilianos_env.engine.streams import new_stream
from sicilianos_env.engine.utilities import UTILITIES, check_choice, check_utility

PREFIX = "python_"
EXACT = "exact"
PARAMETERS: dict[str, Any] = {"num_players": 0, "preset": "", "options": "", "utility": "win"}
FOR_COMMAS, FOR_QUOTES = ";", "'"
MOST_LISTED = 4096  # outcomes of a chance node that is no shuffle
SET_UP_PLIES = 4  # chance nodes, shuffles counting as one, for which no decision is due
MOST_NODES = 2**31 - 1  # numbers of nodes are 32-bit in OpenSpiel
MOST_REMEMBERED = 2**14  # plies as a seat saw them
NAME_BYTES = 8


# --- Games


def made_game(name: str, utility: str = "win", **options: Any) -> OpenSpielGame:
    """What `sicilianos_env.openspiel_game` gives."""
    contract = find_game(name)
    read_rules(contract.rules, contract.presets, options)
    return CLASSES[name](written_parameters({**options, "utility": utility}))


def written_parameters(options: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters of OpenSpiel for such options, but for those that say nothing."""
    named = {name: options.get(name) or default for name, default in PARAMETERS.items()}
    others = {name: value for name, value in options.items() if name not in PARAMETERS}
    if others:
        text = json.dumps(others, separators=(FOR_COMMAS, ":"), sort_keys=True)
        named["options"] = text.replace('"', FOR_QUOTES)
    return {name: value for name, value in named.items() if value != PARAMETERS[name]}


def read_parameters(parameters: Mapping[str, Any]) -> dict[str, Any]:
    """The options, `utility` among them, that parameters of OpenSpiel say.

    Raises:
        ValueError: with one sentence, if `options` cannot be read.
    """
    given = {**PARAMETERS, **parameters}
    text = given.pop("options")
    try:
        options = json.loads(text.replace(FOR_COMMAS, ",").replace(FOR_QUOTES, '"') or "{}")
    except json.JSONDecodeError:
        options = None
    if not isinstance(options, dict):
        raise ValueError(
            f"options is {text!r}; it must be a JSON object with {FOR_COMMAS!r} for commas."
        )
    return {**options, **{name: value for name, value in given.items() if value}}


def check_openspiel_utility(game: Game, utility: str) -> None:
    """Raises a ValueError with one sentence, if the game has no such utility here."""
    check_choice("utility", utility, (*UTILITIES, EXACT))
    if utility != EXACT:
        check_utility(game, utility)
    elif game.score_unit is None:
        raise ValueError(f"utility={EXACT!r} is refused: {game.name} has no scores to compare.")


def game_type(game: Game, is_zero_sum: bool = True) -> Any:
    """What OpenSpiel registers of a game."""
    sums = pyspiel.GameType.Utility
    return pyspiel.GameType(
        short_name=PREFIX + game.name,
        long_name=game.name.replace("_", " ").title(),
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=sums.ZERO_SUM if is_zero_sum else sums.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.max_players,
        min_num_players=game.min_players,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=PARAMETERS,
    )


class OpenSpielGame(pyspiel.Game):
    """A game with its options; each game has a class of its own that names the contract.

    Its string says all, so it is saved as that string.

    Args:
        parameters: those of OpenSpiel; the module explains them.

    Attributes:
        contract: the game.
        rules: its rules object.
        utility: the kind of utility.
        table: the rules at work.
        beginning: how every game begins.

    Raises:
        ValueError: with one sentence, for parameters that make no game.
    """

    contract: Game

    def __init__(self, parameters: Mapping[str, Any] | None = None) -> None:
        contract, options = self.contract, read_parameters(parameters or {})
        written = written_parameters(options)
        utility = options.pop("utility")
        rules = read_rules(contract.rules, contract.presets, options)
        check_openspiel_utility(contract, utility)
        is_zero_sum = utility in ("win", "rank") or rules.num_players == 2  # "score" is clipped
        info = game_info(contract, rules, utility, is_zero_sum)
        super().__init__(game_type(contract, is_zero_sum), info, written)
        self.rules, self.utility = rules, utility
        self.table = Table(contract, rules)
        self.beginning = self.table.beginning()

    def __reduce__(self) -> tuple[Any, ...]:
        return load_game, (str(self),)

    def new_initial_state(self) -> OpenSpielState:
        """A game before anything has happened."""
        return OpenSpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> OpenSpielObserver:
        """What looks at states as a seat may; with perfect recall its strings tell all it saw."""
        return OpenSpielObserver(self, iig_obs_type or None, params)

    def max_chance_nodes_in_history(self) -> int:
        """A generous bound, as if the cards were shuffled before each decision."""
        decisions = self.max_game_length()
        nodes = (decisions + SET_UP_PLIES) * max(1, self.contract.shuffle_size)
        return int(min(nodes, MOST_NODES - decisions))


def game_info(game: Game, rules: Any, utility: str, is_zero_sum: bool) -> Any:
    """The bounds of a game with its options."""
    most = float("inf") if utility == EXACT else 1.0
    return pyspiel.GameInfo(
        num_distinct_actions=game.num_actions,
        max_chance_outcomes=max(MOST_LISTED, game.shuffle_size),
        num_players=rules.num_players,
        min_utility=-most,
        max_utility=most,
        utility_sum=0.0 if is_zero_sum else None,
        max_game_length=rules.max_decisions,
    )


def load_game(text: str) -> OpenSpielGame:
    """The game of a string; so a pickle of one imports this module, which registers the games."""
    game = pyspiel.load_game(text)
    assert isinstance(game, OpenSpielGame)
    return game


# --- States


class OpenSpielState(pyspiel.State):
    """A game in progress; `OpenSpielGame.new_initial_state` makes it.

    OpenSpiel copies and saves what lies in `__dict__`: the course of the game, which never changes
    and is replaced by the next one, so copying costs nothing.

    Attributes:
        table: the rules at work.
        course: how the game has gone so far.
    """

    __slots__ = ("__dict__", "table")

    def __init__(self, game: OpenSpielGame) -> None:
        super().__init__(game)
        self.table: Table = game.table
        self.course: Course = game.beginning

    def __reduce__(self) -> tuple[Any, ...]:
        return load_state, (self.get_game(), self.serialize())

    def __deepcopy__(self, memo: dict[int, Any]) -> OpenSpielState:
        copied = self.clone()
        assert isinstance(copied, OpenSpielState)
        return copied

    def current_player(self) -> int:
        """The player to move, or `pyspiel.PlayerId.CHANCE` or `TERMINAL`."""
        mover = self.course.mover
        if mover == CHANCE:
            return int(pyspiel.PlayerId.CHANCE)
        if mover == OVER:
            return int(pyspiel.PlayerId.TERMINAL)
        return (mover + self.course.first) % self.table.num_players

    def is_terminal(self) -> bool:
        """Whether the game has ended."""
        return self.course.mover == OVER

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The equally likely outcomes of a chance node, with their probabilities."""
        outcomes = self.course.outcomes()
        return [(outcome, 1 / len(outcomes)) for outcome in outcomes]

    def _legal_actions(self, player: int) -> list[int]:
        return self.table.legal_actions(self.course)

    def _apply_action(self, action: int) -> None:
        self.course = self.table.after(self.course, int(action))

    def _action_to_string(self, player: int, action: int) -> str:
        return self.table.words(self.course, player == pyspiel.PlayerId.CHANCE, int(action))

    def returns(self) -> list[float]:
        """The utility of each player; all 0 before the end."""
        game = self.get_game()
        utilities = self.table.utilities(self.course, game.utility)
        return [float(utilities[self.course.seat_of(player)]) for player in range(len(utilities))]

    def __str__(self) -> str:
        return "\n".join(self.table.whole_story(self.course))

    def resample_from_infostate(self, player: int, rng: Callable[[], float]) -> OpenSpielState:
        """A random state that looks the same to the player to move, all alike likely.

        What the others remember begins there, and the words for actions count the seats from the
        player. The history that OpenSpiel keeps is empty.

        Args:
            player: who decides now.
            rng: gives random numbers from 0 to below 1.

        Raises:
            ValueError: with one sentence, if it is not the player's turn.
        """
        if self.current_player() != player:
            raise ValueError(f"player is {player!r}; states are resampled for the player to move.")
        made: OpenSpielState = self.get_game().new_initial_state()
        made.course = self.table.resampled(self.course, player, int(rng() * 2**53))
        return made


def load_state(game: OpenSpielGame, text: str) -> OpenSpielState:
    """The state that `serialize` wrote."""
    state = game.deserialize_state(text)
    assert isinstance(state, OpenSpielState)
    return state


class OpenSpielObserver:
    """What a seat may see, for OpenSpiel.

    Args:
        game: whose states are looked at.
        kind: a `pyspiel.IIGObservationType`; by default what is seen now.
        params: OpenSpiel's further parameters, of which there are none.

    Attributes:
        tensor: the scaled observation, float32 (D,).
        dict: the same by the name "observation".

    Raises:
        ValueError: with one sentence, for a kind that is not offered or for params.
    """

    def __init__(self, game: OpenSpielGame, kind: Any = None, params: Any = None) -> None:
        if params:
            raise ValueError(f"params is {params!r}; observers here have none.")
        kind = kind or pyspiel.IIGObservationType(perfect_recall=False)
        is_single = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        if not (kind.public_info and is_single):
            raise ValueError("An observer here shows what one seat sees, public and private.")
        self.remembers: bool = kind.perfect_recall
        size = game.contract.observation_size(game.rules.num_players)
        self.tensor: Array = np.zeros(size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: OpenSpielState, player: int) -> None:
        """Writes what the player sees now to `tensor`."""
        self.tensor[:] = state.table.observed_scaled(state.course, state.course.seat_of(player))

    def string_from(self, state: OpenSpielState, player: int) -> str:
        """What the player sees now, in words; with perfect recall all that it has seen."""
        if self.remembers:
            return state.table.information(state.course, player)
        return state.table.view(state.course, player)


# --- How a game has gone, and the rules at work


class Known(NamedTuple):
    """What a seat knows after some ply: a name for all of it, and what the ply told it."""

    name: bytes
    texts: tuple[str, ...]


class Ply(NamedTuple):
    """One thing that happened: an action, a forced one too, or what chance decided."""

    before: bytes  # the state's memory
    mover: int  # a seat or CHANCE
    choice: Any  # an action, the number of an outcome, or the order of a shuffle


@dataclass(frozen=True, eq=False, slots=True)
class Course:
    """How a game has gone so far; never changes, so copies are the thing itself.

    Attributes:
        memory: of the state.
        mover: a seat, CHANCE or OVER.
        size: at a chance node the number of outcomes; −n: a shuffle of n.
        plies: all that has happened.
        order: of a shuffle, as far as it is drawn.
        first: the player who has seat 0.
        begun: for each seat what it knew before the first ply.
    """

    memory: bytes
    mover: int
    size: int
    plies: tuple[Ply, ...]
    order: tuple[int, ...]
    first: int
    begun: tuple[Known, ...]

    def __deepcopy__(self, memo: dict[int, Any]) -> Course:
        return self

    def seat_of(self, player: int) -> int:
        """The seat of a player; they differ in resampled states alone."""
        return (player - self.first) % len(self.begun)

    def outcomes(self) -> list[int]:
        """The outcomes of a chance node, ascending."""
        drawn = set(self.order)
        return [outcome for outcome in range(abs(self.size)) if outcome not in drawn]

    def afters(self) -> list[bytes]:
        """The state's memory after each ply."""
        return [*(ply.before for ply in self.plies), self.memory][1:]


class Table(threading.local):
    """The rules at work. Each thread has memory of its own for them.

    Args:
        game: the contract.
        rules: the game's rules object.
    """

    def __init__(self, game: Game, rules: Any) -> None:
        self.game, self.rules, self.num_players = game, rules, int(rules.num_players)
        self._single = SingleGame(game, rules, seed=0)
        self._scale = observation_scale(game, self.num_players)
        self._bytes: Array = np.zeros(game.observation_size(self.num_players), np.uint8)
        self._learnt = lru_cache(MOST_REMEMBERED)(self._learn)  # words take the most time

    def _open(self, memory: bytes) -> SingleGame:
        self._single.memory[:] = np.frombuffer(memory, np.uint8)
        return self._single

    def _record(self, memory: bytes) -> Record:
        """A state's record, to be read alone."""
        return opened(np.frombuffer(memory, np.uint8), self.game.state)

    # Going on

    def beginning(self) -> Course:
        """How every game begins."""
        self._single.begin()
        nothing = (Known(b"", ()),) * self.num_players
        start = Course(self._single.memory.tobytes(), OVER, 0, (), (), 0, nothing)
        return self._settled(start, self._forced())

    def after(self, course: Course, choice: int) -> Course:
        """The course after an action, or an outcome of chance.

        Raises:
            IllegalMoveError: for an action that is not allowed; the sentence says what is.
            ValueError: for an outcome that cannot come.
        """
        single = self._open(course.memory)
        if course.mover != CHANCE:
            single.unasked()  # fills the mask
            check_legal(single, choice)
            return self._settled(course, choice)
        outcomes = course.outcomes()
        if choice not in outcomes:
            raise ValueError(f"Outcome {choice} cannot come here.")
        if course.size > 0:
            return self._settled(course, choice)
        order = (*course.order, choice)
        if len(outcomes) > 2:
            return replace(course, order=order)
        last = sum(outcomes) - choice
        return self._settled(course, (*order, last))

    def _settled(self, course: Course, choice: Any) -> Course:
        """The course after a choice (None: there is none) in the open state, and what it forces."""
        single, plies = self._single, list(course.plies)
        while choice is not None:
            plies.append(Ply(single.memory.tobytes(), int(single.state.to_move), choice))
            single.play_ply(choice)
            choice = self._forced()
        return replace(
            course,
            memory=single.memory.tobytes(),
            mover=int(single.state.to_move),
            size=self._chance_size(),
            plies=tuple(plies),
            order=(),
        )

    def _forced(self) -> Any:
        """What comes next in the open state without chance or choice, or None."""
        if self._single.at_chance:
            return (0,) if self._chance_size() == -1 else None
        return self._single.unasked()

    def _chance_size(self) -> int:
        single = self._single
        size = int(self.game.chance_size(single.rules, single.state)) if single.at_chance else 0
        assert size <= MOST_LISTED
        return size

    def legal_actions(self, course: Course) -> list[int]:
        """The legal actions of the seat to move, ascending."""
        single = self._open(course.memory)
        single.unasked()  # fills the mask
        return [int(action) for action in np.flatnonzero(single.mask)]

    def utilities(self, course: Course, kind: str) -> Array:
        """By seat, float64 of shape (P,); all 0 before the end."""
        single = self._open(course.memory)
        if kind != EXACT or not single.over:
            return single.utilities("win" if kind == EXACT else kind)
        scores = single.scores() / self.game.exact_unit
        return (scores - scores[::-1]) / 2 if self.num_players == 2 else scores

    def resampled(self, course: Course, player: int, seed: int) -> Course:
        """A course that begins with a random state that looks the same to the player to move."""
        single = self._open(course.memory)
        seen = single.observe(course.mover, self._bytes)
        make = kernel(self.game, resample_one)
        make(single.rules_memory, seen, new_stream(seed), single.memory)
        memory = single.memory.tobytes()
        known = [*self._story(course, course.mover)]
        mine = Known(known[-1].name, tuple(text for each in known for text in each.texts))
        others = (
            Known(joined(b"", self._look(memory, seat)), ("what went before is not known",))
            for seat in range(1, self.num_players)
        )
        return Course(memory, 0, 0, (), (), player, (mine, *others))

    # What seats see

    def observed_scaled(self, course: Course, seat: int) -> Array:
        """The observation with its fields divided by their maxima, float32 (D,)."""
        return self._open(course.memory).observe_scaled(seat, self._bytes, self._scale)

    def view(self, course: Course, player: int) -> str:
        """What a player sees now, in words."""
        seen = self._open(course.memory).observe(course.seat_of(player), self._bytes)
        return self.game.view(self.rules, seen, player)

    def information(self, course: Course, player: int) -> str:
        """All that a player has seen, in words; two courses share it if it cannot tell them apart.

        The last line names all its observations and own actions, so nothing hangs on the words.
        """
        known = [*self._story(course, course.seat_of(player))]
        texts = (text for each in known for text in each.texts)
        return "\n".join([f"player {player}", *texts, known[-1].name.hex()])

    def _story(self, course: Course, seat: int) -> Iterator[Known]:
        """What a seat knew at first, then after each ply."""
        known = course.begun[seat]
        yield known
        for ply, after in zip(course.plies, course.afters(), strict=True):
            known = self._learnt(ply, after, seat, known.name)
            yield known

    def _learn(self, ply: Ply, after: bytes, seat: int, name: bytes) -> Known:
        """A name takes in the seat's own actions, and observations that have changed.

        So nobody counts what others do in secret.
        """
        if ply.mover == seat:
            name = joined(name, str(ply.choice).encode())
        now = self._look(after, seat)
        if now != self._look(ply.before, seat):
            name = joined(name, now)
        return Known(name, self._told(ply, after, seat))

    def _look(self, memory: bytes, seat: int) -> bytes:
        return self._open(memory).observe(seat, self._bytes).tobytes()

    def _told(self, ply: Ply, after: bytes, seat: int) -> tuple[str, ...]:
        """What a seat saw of a ply and saw change by it."""
        game, rules = self.game, self._single.rules
        was, now = self._record(ply.before), self._record(after)
        seen = game.seen_outcome if ply.mover == CHANCE else game.seen_action
        texts = [seen(rules, was, ply.choice, seat), *game.seen_change(rules, was, now, seat)]
        return tuple(text for text in texts if text)

    # The whole truth, in words

    def words(self, course: Course, is_chance: bool, choice: int) -> str:
        """An action, or an outcome of chance, in words."""
        if is_chance and course.mover == CHANCE:
            return self._chance_words(course.memory, course.size, choice)
        if is_chance or course.mover < 0:
            return f"action {choice}"  # out of place, so it means nothing yet
        return self.game.action_text(self._single.rules, self._record(course.memory), choice)

    def _chance_words(self, memory: bytes, size: int, number: int) -> str:
        """An outcome in words, of a shuffle a card; numbered, since several can be called alike."""
        outcome: Any = number if size > 0 else [*range(-size)]
        text = self.game.outcome_text(self._single.rules, self._record(memory), outcome)
        return f"{text if size > 0 else text[number]} [{number}]"

    def whole_story(self, course: Course) -> Iterator[str]:
        """All that has happened in words, a line for each ply, and for each card of a shuffle."""
        if course.begun[0].name:
            start = course.plies[0].before if course.plies else course.memory
            yield f"resampled as {joined(b'', start).hex()}"
        for ply in course.plies:
            size = -len(ply.choice) if isinstance(ply.choice, tuple) else 1
            yield from self._ply_words(ply.before, ply.mover, size, ply.choice)
        yield from self._ply_words(course.memory, CHANCE, course.size, course.order)

    def _ply_words(self, before: bytes, mover: int, size: int, choice: Any) -> Iterator[str]:
        if mover == CHANCE:
            for number in choice if isinstance(choice, tuple) else (choice,):
                yield self._chance_words(before, size, number)
        else:
            text = self.game.action_text(self._single.rules, self._record(before), choice)
            yield f"seat {mover}: {text}"


def joined(name: bytes, seen: bytes) -> bytes:
    """The name of all that went before and what is seen now."""
    return blake2b(name + seen, digest_size=NAME_BYTES).digest()


# --- Registration


def game_class(name: str) -> type[OpenSpielGame]:
    """The class of one game."""
    title = name.replace("_", " ").title().replace(" ", "")
    body = {"contract": find_game(name), "__module__": __name__, "__doc__": f"{title}."}
    return type(f"{title}Game", (OpenSpielGame,), body)


# OpenSpiel lets go of what it was given once Python has ended, which only classes outlive.
CLASSES = {name: game_class(name) for name in games()}
for _class in CLASSES.values():
    pyspiel.register_game(game_type(_class.contract), _class)
