"""Plays the deals of a schedule, some at once, so that every part can be played again by itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from sicilianos_agents.base import Agent, CompiledAgent
from sicilianos_agents.registry import make_agent
from sicilianos_env.engine.options import read_rules
from sicilianos_env.engine.records import Array
from sicilianos_env.engine.registry import find_game
from sicilianos_training.evaluation import TOURNAMENT, seed_for
from sicilianos_training.lineups import Log, Played, play_lineups
from sicilianos_training.tournament.results import Results, joined
from sicilianos_training.tournament.schedule import balanced_lineups, rotations

# Deals played at once: few where agents outside the engine think, since what is not finished when
# a tournament is stopped is lost. Another number would give agents that choose at random other
# streams, on the field too.
COMPILED_AT_ONCE, OTHERS_AT_ONCE = 512, 8


@dataclass(frozen=True)
class Contest:
    """Who plays which deals.

    Attributes:
        game: the game's name.
        rules: its rules object.
        agents: the entrants.
        lineups: (deals, P) int64, the index in `agents` of who sits where in the first rotation.
        seed: of the engine and the agents.
        deals_at_once: how many deals make a part. Agents start their random streams anew with each
            part, so a part comes out the same whatever was played before.
    """

    game: str
    rules: Any
    agents: Sequence[Agent]
    lineups: Array
    seed: int
    deals_at_once: int

    @property
    def entrants(self) -> tuple[str, ...]:
        """The agents' names; those that come again are numbered."""
        return labels([agent.name for agent in self.agents])

    @property
    def engine_seed(self) -> int:
        """The seed of the deals, which are never those of a training."""
        return seed_for(TOURNAMENT, self.seed)

    @property
    def num_deals(self) -> int:
        """How many deals there are."""
        return len(self.lineups)

    @property
    def num_games(self) -> int:
        """How many games there are: each deal in all rotations."""
        return int(self.lineups.size)

    def parts(self, deals_played: int = 0) -> Iterator[range]:
        """The deals of each part that is still to be played."""
        for first in range(deals_played, self.num_deals, self.deals_at_once):
            yield range(first, min(first + self.deals_at_once, self.num_deals))


def labels(names: Sequence[str]) -> tuple[str, ...]:
    """The names, numbered where one comes again: `greedy`, `greedy (2)`."""
    seen = Counter[str]()
    found = []
    for name in names:
        seen[name] += 1
        found.append(name if seen[name] == 1 else f"{name} ({seen[name]})")
    return tuple(found)


def deals_at_once(agents: Sequence[Agent]) -> int:
    """How many deals make a part for such agents."""
    are_compiled = all(isinstance(agent, CompiledAgent) for agent in agents)
    return COMPILED_AT_ONCE if are_compiled else OTHERS_AT_ONCE


def make_agents(
    names: Sequence[str], game: str, rules: Any, seed: int, threads: int | None = None
) -> list[Agent]:
    """The agents by name, for games with these rules.

    Raises:
        ValueError: with one sentence, if there is none of a name or it cannot play with so many.
    """
    made = [make_agent(name, game, seed, rules=rules, threads=threads) for name in names]
    return [checked(agent, game, rules) for agent in made]


def play_part(
    contest: Contest, part: range, threads: int | None = None, log: Log | None = None
) -> tuple[Results, Played]:
    """Plays all rotations of the deals of a part; also gives what `play_lineups` gave.

    `log` is that of `play_lineups`, with a list for each game of the part.
    """
    for index, agent in enumerate(contest.agents):
        agent.reseed(_seed_of_agent(contest.seed, part.start, index))
    seating = rotations(contest.lineups[part.start : part.stop])
    deals = np.repeat(np.array(part), contest.rules.num_players)
    played = play_lineups(
        contest.game, contest.rules, contest.agents, seating, deals, contest.engine_seed,
        threads=threads, log=log,
    )  # fmt: skip
    shares = played.win_shares()
    results = Results(
        entrants=contest.entrants,
        seating=seating,
        deals=deals,
        win_shares=shares,
        utilities=played.utilities,
        scores=played.scores,
        outright=(shares > 0) & played.outright[:, None],
        truncations=played.truncations,
    )
    return results, played


def _seed_of_agent(seed: int, first_deal: int, index: int) -> int:
    return int(np.random.SeedSequence([seed, first_deal, index]).generate_state(1, np.uint64)[0])


def play_tournament(
    game: str,
    agents: Sequence[str | Agent],
    games: int = 10_000,
    repetition: bool | None = None,
    seed: int = 0,
    threads: int | None = None,
    **options: Any,
) -> Results:
    """Plays a tournament in memory.

    Args:
        game: the game's name.
        agents: names, or agents of your own (`sicilianos_agents.Agent`).
        games: at least so many; deals are played in all their rotations.
        repetition: whether an agent may sit at several seats of a game; None: only where there are
            fewer agents than seats.
        seed: of all chance.
        threads: at most so many; None takes the processors available.
        options: `preset`, and fields of the game's rules object.

    Raises:
        ValueError: with one sentence, for agents or options that make no tournament.
    """
    contract = find_game(game)
    rules = read_rules(contract.rules, contract.presets, options)
    entrants = [
        make_agents([agent], game, rules, seed, threads)[0]
        if isinstance(agent, str)
        else checked(agent, game, rules)
        for agent in agents
    ]
    if repetition is None:
        repetition = needs_repetition(len(entrants), rules)
    contest = new_contest(game, rules, entrants, games, repetition, seed)
    return joined([play_part(contest, part, threads)[0] for part in contest.parts()])


def checked(agent: Agent, game: str, rules: Any) -> Agent:
    """The agent itself.

    Raises:
        ValueError: with one sentence, if it lacks something or is for other games.
    """
    if not all(hasattr(agent, name) for name in ("name", "act", "reseed")):
        raise ValueError(
            f"{agent!r} is no agent: it needs a name, act(observations, action_masks) and "
            "reseed(seed); a subclass of sicilianos_agents.Agent has the last."
        )
    if getattr(agent, "game", game) != game:
        raise ValueError(f"{agent.name} plays {agent.game}; it cannot play {game}.")
    players = getattr(agent, "num_players", rules.num_players)
    if players != rules.num_players:
        raise ValueError(
            f"{agent.name} was trained for {players} players; it cannot play in games of "
            f"{rules.num_players}."
        )
    return agent


def needs_repetition(entrants: int, rules: Any) -> bool:
    """Whether there are fewer agents than seats."""
    return entrants < int(rules.num_players)


def new_contest(
    game: str,
    rules: Any,
    agents: Sequence[Agent],
    games: int,
    repetition: bool,
    seed: int,
    at_once: int | None = None,
) -> Contest:
    """A contest of balanced line-ups.

    Args:
        game: the game's name.
        rules: its rules object.
        agents: the entrants.
        games: at least so many; deals are played in all their rotations.
        repetition: whether an agent may sit at several seats of a game.
        seed: of all chance.
        at_once: how many deals make a part; None: as suits the agents.

    Raises:
        ValueError: with one sentence, if they make no tournament.
    """
    players = rules.num_players
    if games < 1:
        raise ValueError(f"games is {games}; it must be 1 or more.")
    seed_for(TOURNAMENT, seed)
    lineups = balanced_lineups(len(agents), players, -(-games // players), repetition, seed)
    return Contest(game, rules, agents, lineups, seed, at_once or deals_at_once(agents))
