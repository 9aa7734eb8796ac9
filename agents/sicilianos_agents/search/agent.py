"""Search as an agent: `ismcts:200`, `flat:50ms`, `ismcts:400:greedy`."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass
from typing import Any

import numpy as np

from sicilianos_agents.search.flat import flat
from sicilianos_agents.search.ismcts import ismcts
from sicilianos_agents.search.worlds import Search
from sicilianos_env.engine.bindings import Choose, kernel
from sicilianos_env.engine.game import Game
from sicilianos_env.engine.kernels import aim_at_row
from sicilianos_env.engine.records import Array
from sicilianos_env.engine.registry import find_game
from sicilianos_env.engine.streams import FIRST_AGENT_KIND, Stream, aim, new_stream, read_seed
from sicilianos_env.engine.threads import RowThreads
from sicilianos_env.jit import rule

METHODS = ("ismcts", "flat")
ISMCTS, FLAT = range(len(METHODS))
PILOT = 16  # playouts that tell how many fit into milliseconds
MOST_PLAYOUTS = 1_000_000
# Where a game has scores, these are half of a value, since they vary less than wins; and worlds are
# judged by them after some decisions, since what comes later tells little of the action at hand.
OF_SCORES = 0.5
HORIZON, NO_HORIZON = 40, 1 << 40


@rule
def search_rows(
    method: int,
    search: Search,
    seed: Stream,
    counter: int,
    observations: Array,
    masks: Array,
    actions: Array,
    low: int,
    high: int,
) -> None:
    """What a search finds in each row; `counter` numbers the calls."""
    stream = seed.copy()
    for i in range(low, high):
        aim_at_row(stream, i, counter)
        aim(stream, FIRST_AGENT_KIND, 0)
        if method == FLAT:
            actions[i] = flat(search, observations[i], masks[i], stream)
        else:
            actions[i] = ismcts(search, observations[i], masks[i], stream)


@dataclass(frozen=True)
class Budget:
    """How long a search may think about one decision: playouts, or milliseconds."""

    playouts: int = 0
    milliseconds: int = 0


def read_budget(text: str) -> Budget:
    """The budget in words: `200` playouts, `50ms`.

    Raises:
        ValueError: with one sentence, if it is none.
    """
    match = re.fullmatch(r"([1-9]\d{0,6})(ms)?", text, re.ASCII)
    if match is None or int(match[1]) > MOST_PLAYOUTS:
        raise ValueError(
            f"{text!r} is no budget of a search; it must be playouts or milliseconds from 1 to "
            f"{MOST_PLAYOUTS:,}, such as '200' or '50ms'."
        )
    return Budget(milliseconds=int(match[1])) if match[2] else Budget(playouts=int(match[1]))


class SearchAgent:
    """Looks ahead in worlds that its observation leaves possible.

    Args:
        name: the agent's name.
        game: the game's name.
        method: one of METHODS.
        budget: for each decision. With milliseconds the actions depend on the machine.
        policy: which of the game's compiled agents plays the worlds to their ends.
        choose: choose(kind, observation, mask, stream), the compiled agents of the game.
        seed: of its random stream; None takes one at random.
        rules: the rules object of the games to be played; None stands for the default options with
            as many players as an observation shows.
        interpreted: run as plain Python, which needs no compilation.
        threads: at most so many; None takes the processors available.
    """

    def __init__(
        self,
        name: str,
        game: str,
        method: str,
        budget: Budget,
        policy: int,
        choose: Choose,
        seed: int | None = None,
        rules: Any | None = None,
        interpreted: bool = False,
        threads: int | None = None,
    ) -> None:
        self.name, self.game, self.budget = name, game, budget
        self._method, self._policy = METHODS.index(method), policy
        self._choose, self._rules = choose, rules
        self._interpreted = interpreted
        self._threads = RowThreads(threads, smallest_slice=1)
        self.reseed(read_seed(seed))
        self._make_kernel()

    def reseed(self, seed: int) -> None:
        """Starts the random stream of this seed."""
        self._stream, self._calls = new_stream(seed), 0

    def act(self, observations: Array, action_masks: Array) -> Any:
        """The actions for a batch of observations, or for one."""
        if observations.ndim == 1:
            return int(self.act(observations[None], action_masks[None])[0])
        rules = self._rules_for(observations.shape[1])
        actions = np.empty(len(observations), np.int64)
        if self.budget.milliseconds:
            for row in range(len(actions)):
                part = slice(row, row + 1)
                self._think(rules, observations[part], action_masks[part], actions[part])
        else:
            self._search(rules, self.budget.playouts, observations, action_masks, actions)
        self._calls += 1
        return actions

    def _think(self, rules: Any, observations: Array, masks: Array, actions: Array) -> None:
        """Searches for the milliseconds given: a pilot tells how many playouts they hold."""
        self._search(rules, 1, observations, masks, actions)  # compiles before the clock starts
        began, seconds = time.perf_counter(), self.budget.milliseconds / 1000
        self._search(rules, PILOT, observations, masks, actions)
        taken = time.perf_counter() - began
        playouts = min(MOST_PLAYOUTS, int(PILOT * (seconds - taken) / taken))
        if playouts > PILOT:
            self._search(rules, playouts, observations, masks, actions)

    def _search(
        self, rules: Any, playouts: int, observations: Array, masks: Array, actions: Array
    ) -> None:
        search = self.search_for(rules, playouts)
        arguments = (self._method, search, self._stream, self._calls, observations, masks, actions)
        self._threads.run(self._search_rows, arguments, len(observations))

    def search_for(self, rules: Any, playouts: int) -> Search:
        """What the search needs beside observations, masks and its stream."""
        game = find_game(self.game)
        return Search(
            rules=rules.to_record(),
            lineup=np.full(rules.num_players, self._policy, np.int16),
            playouts=playouts,
            unit=float(game.score_unit or 1),
            of_scores=OF_SCORES if game.score_unit else 0.0,
            horizon=HORIZON if game.score_unit else NO_HORIZON,
        )

    def _rules_for(self, size: int) -> Any:
        """The rules object; its number of players must be that of the observations."""
        game = find_game(self.game)
        players = players_seen(game, size)
        rules = self._rules or game.rules(num_players=players)
        if rules.num_players != players:
            raise ValueError(
                f"{self.name} is set to games of {rules.num_players} players; these observations "
                f"are of games of {players}."
            )
        return rules

    def _make_kernel(self) -> None:
        game = find_game(self.game)
        self._search_rows = kernel(game, search_rows, self._choose, self._interpreted)

    def __getstate__(self) -> dict[str, Any]:
        return {key: value for key, value in self.__dict__.items() if key != "_search_rows"}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)
        self._make_kernel()


def players_seen(game: Game, size: int) -> int:
    """Of how many players an observation of so many bytes tells.

    Raises:
        ValueError: with one sentence, if of none.
    """
    for players in range(game.min_players, game.max_players + 1):
        if game.observation_size(players) == size:
            return players
    raise ValueError(f"No observation of {game.name} has {size} bytes.")
