"""Games played and written down decision by decision, with what became of each war."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from sicilianos_agents.base import Agent
from sicilianos_env.engine.batch import Batch
from sicilianos_env.engine.game import Game
from sicilianos_env.engine.records import Array
from sicilianos_env.games.sicilianos.components import DENOMINATIONS, NUM_NOTES, UNIT
from sicilianos_env.games.sicilianos.state import NOTHING
from sicilianos_training.bluffing.decisions import (
    JOIN,
    OPEN,
    OTHER,
    kinds_of_decisions,
    strong_actions,
)
from sicilianos_training.bluffing.holdings import quantiles

UNKNOWN = -1


@dataclass
class Decisions:
    """N decisions of one agent in gang wars.

    Attributes:
        observations, action_masks, actions: as the agent was asked and what it did.
        states: (N, S) uint8, the whole truth.
        seats, deals: who decided, in which game.
        kinds: `decisions.KINDS`.
        quantiles: q of its holding.
        strong: whether the action was strong.
        notes_left: how many notes it had.
        stakes: of the opener, in money; 0 where it is hidden or there is none yet.
        alone: of openings, 1 if nobody joined, else 0; UNKNOWN of other decisions.
        gains: of openings and joinings, the money washed less the stake lost, and founded: the
            businesses; UNKNOWN of others in `founded`.
    """

    observations: Array
    action_masks: Array
    actions: Array
    states: Array
    seats: Array
    deals: Array
    kinds: Array
    quantiles: Array
    strong: Array
    notes_left: Array
    stakes: Array
    alone: Array
    gains: Array
    founded: Array
    own_stakes: Array


@dataclass(frozen=True)
class KeptNotes:
    """What notes that were kept in a war turned out to be worth.

    Attributes:
        deals: the game of each war and seat.
        notes_left: how many notes the seat kept.
        amounts: of these notes, in money.
        worths: what they brought in the end: what was washed with them, less what was never spent.
    """

    deals: Array
    notes_left: Array
    amounts: Array
    worths: Array


@dataclass(frozen=True)
class Log:
    """Games of one agent at one or all seats."""

    game: Game
    options: Any
    decisions: Decisions
    kept: KeptNotes


def play_and_log(
    game: Game,
    options: Any,
    agents: Sequence[Agent],
    lineups: Array,
    seed: int = 0,
    threads: int | None = None,
) -> Log:
    """Plays one game for each line-up and writes down what agent 0 decides in wars.

    Args:
        game: Sicilianos, or a part of it.
        options: the rules object.
        agents: who plays; all are asked in batches.
        lineups: (G, P) indices of `agents`.
        seed: of the deals.
        threads: of the engine.
    """
    batch = Batch(game, options, len(lineups), seed, threads)
    batch.reset()
    writer = _Writer(batch, options)
    while (rows := np.flatnonzero(batch.arrays.episodes == 0)).size:
        who = lineups[rows, batch.arrays.agent_selection[rows]]
        actions = np.empty(len(rows), np.int64)
        for number in np.unique(who):
            mine = rows[who == number]
            actions[who == number] = agents[number].act(
                batch.arrays.observations[mine], batch.arrays.action_masks[mine]
            )
        writer.note_decisions(rows[who == 0], actions[who == 0])
        writer.begin_wars(rows)
        batch.step(actions, rows)
        writer.end_wars(rows)
    return Log(game, options, writer.decisions(options), writer.kept_notes(lineups))


class _Writer:
    """Follows the wars of a batch."""

    def __init__(self, batch: Batch, options: Any) -> None:
        self._batch, self._game = batch, batch.game
        games, players = batch.num_envs, batch.num_players
        notes = getattr(options, "denominations", DENOMINATIONS)
        self._units = np.array(notes) // UNIT
        self._states: Any = batch.arrays.states.view(batch.game.state)[:, 0]
        self._parts: list[dict[str, Array]] = []
        self._entries = np.full((games, players), UNKNOWN)  # the decision that entered the war
        self._count = 0
        self._washed = np.zeros((games, players), np.int64)
        self._founded = np.zeros((games, players), np.int64)
        self._dirty = np.zeros((games, players, NUM_NOTES), np.int64)
        self._results: list[tuple[int, float, int, int, int]] = []
        self._kept: list[tuple[int, int, int, int, int]] = []  # game, seat, notes, units, washed

    def note_decisions(self, rows: Array, actions: Array) -> None:
        """What the measured agent decides in these games."""
        arrays = self._batch.arrays
        observations, masks = arrays.observations[rows], arrays.action_masks[rows]
        if not len(rows):
            return
        kinds = kinds_of_decisions(self._game, observations, masks)
        strong = strong_actions(kinds, masks)[np.arange(len(rows)), actions]
        kept = kinds != OTHER
        seats = arrays.agent_selection[rows].astype(np.int64)
        numbers = self._count + np.cumsum(kept) - 1
        enters = kept & strong & np.isin(kinds, (OPEN, JOIN))
        self._entries[rows[enters], seats[enters]] = numbers[enters]
        self._count += int(kept.sum())
        records = observations.view(self._game.observation_record(self._batch.num_players))[:, 0]
        openers = records["seats"]["turn_of"] == 1
        self._parts.append(
            {
                "observations": observations[kept],
                "action_masks": masks[kept],
                "actions": actions[kept],
                "states": arrays.states[rows[kept]],
                "seats": seats[kept],
                "deals": rows[kept],
                "kinds": kinds[kept],
                "strong": strong[kept],
                "notes_left": records["seats"]["dirty"][:, 0].sum(axis=1, dtype=int)[kept],
                "stakes": (records["seats"]["stake"] * openers).max(axis=1).astype(int)[kept]
                * UNIT,
            }
        )

    def begin_wars(self, rows: Array) -> None:
        """Keeps what the seats have while there is no war."""
        peace = (self._states["family"][rows] == NOTHING).all(axis=1)
        quiet, players = rows[peace], self._batch.num_players
        self._washed[quiet] = self._states["washed"][quiet, :players]
        self._founded[quiet] = self._states["businesses"][quiet, :players].sum(axis=2)
        self._dirty[quiet] = self._states["dirty"][quiet, :players]

    def end_wars(self, rows: Array) -> None:
        """Writes down what each war that has just ended brought its participants."""
        over = self._batch.arrays.episodes[rows] > 0
        peace = (self._states["family"][rows] == NOTHING).all(axis=1)
        for row, has_ended in zip(rows[over | peace], over[over | peace]):
            self._write_war(int(row), bool(has_ended))

    def _write_war(self, row: int, has_ended: bool) -> None:
        """If there was one: it has cost its opener a note."""
        washed, founded, dirty = self._after(row, has_ended)
        staked = (self._dirty[row] - dirty) @ self._units
        if not staked.any():
            return
        is_alone = int((staked > 0).sum() == 1)
        gains = washed - self._washed[row]
        for seat in range(self._batch.num_players):
            if (entry := self._entries[row, seat]) != UNKNOWN:
                new = int(founded[seat] - self._founded[row, seat])
                brought = float(gains[seat] - staked[seat]) * UNIT
                self._results.append((int(entry), brought, new, is_alone, int(staked[seat])))
            notes = int(dirty[seat].sum()), int(dirty[seat] @ self._units)
            self._kept.append((row, seat, *notes, int(gains[seat])))
        self._entries[row] = UNKNOWN

    def _after(self, row: int, has_ended: bool) -> tuple[Array, Array, Array]:
        """Washed units, businesses and dirty notes of each seat."""
        players = self._batch.num_players
        if has_ended:
            final = self._batch.arrays.final_observations[row, 0]
            seats = final.view(self._game.observation_record(players))[0]["seats"]
            columns = [seats[name] for name in ("washed", "businesses", "dirty")]
        else:
            state = self._states[row]
            columns = [state[name][:players] for name in ("washed", "businesses", "dirty")]
        washed, businesses, dirty = (column.astype(np.int64) for column in columns)
        return washed, businesses.sum(axis=1), dirty

    def decisions(self, options: Any) -> Decisions:
        """All that was noted."""
        names = [field.name for field in fields(Decisions)]
        columns = {
            name: np.concatenate([part[name] for part in self._parts])
            for name in names
            if name in self._parts[0]
        }
        count = len(columns["actions"])
        columns["quantiles"] = quantiles(self._game, options, columns["observations"])
        columns["alone"], columns["founded"] = np.full((2, count), UNKNOWN)
        columns["gains"], columns["own_stakes"] = np.full(count, np.nan), np.zeros(count, np.int64)
        for entry, brought, new, alone, staked in self._results:
            columns["gains"][entry], columns["founded"][entry] = brought, new
            columns["own_stakes"][entry] = staked * UNIT
            if columns["kinds"][entry] == OPEN:
                columns["alone"][entry] = alone
        return Decisions(**columns)

    def kept_notes(self, lineups: Array) -> KeptNotes:
        """What the notes kept by agent 0 after each war brought later."""
        found = []
        table = np.array(self._kept, np.int64).reshape(-1, 5)
        for row, seat in np.unique(table[:, :2], axis=0):
            if lineups[row, seat] != 0:
                continue
            mine = table[(table[:, 0] == row) & (table[:, 1] == seat)]
            later = mine[::-1, 4].cumsum()[::-1] - mine[:, 4]  # washed after this war
            unspent = mine[-1, 3]
            found += [
                (row, notes, units, brought - unspent)
                for notes, units, brought in zip(mine[:, 2], mine[:, 3], later)
                if notes
            ]
        columns = np.array(found, np.int64).reshape(-1, 4)
        return KeptNotes(columns[:, 0], columns[:, 1], columns[:, 2] * UNIT, columns[:, 3] * UNIT)
