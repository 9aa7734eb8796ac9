"""The game tree, level by level: how many histories lead to each kind of node.

`golden/counts.json` of a game holds such counts for tiny options; this command writes them anew:
`python -m sicilianos_env.engine.tree`.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np

from sicilianos_env.engine import kernels
from sicilianos_env.engine.bindings import kernel
from sicilianos_env.engine.game import CHANCE, OVER, Game
from sicilianos_env.engine.options import read_rules
from sicilianos_env.engine.records import Array, opened
from sicilianos_env.engine.registry import find_game, game_folder, games
from sicilianos_env.engine.streams import new_stream


@dataclass(frozen=True)
class Level:
    """The nodes at one depth of the tree, as numbers of histories."""

    chance: int
    decision: int
    terminal: int


class Tree:
    """All that can happen in a game. A node is the memory of one state, as bytes.

    Its depth is the number of chance outcomes and choices so far: a decision with one legal action
    is made unasked and is no node, as in play.
    """

    def __init__(self, game: Game, options: Any) -> None:
        self.game, self.options = game, options
        self._rules_memory: Array = options.to_record()
        self._memory: Array = np.zeros(game.state.itemsize, dtype=np.uint8)
        self._mask: Array = np.zeros(game.num_actions, dtype=np.int8)
        self._no_order: Array = np.empty(game.shuffle_size, dtype=np.int16)
        self._no_draw = new_stream(0)
        self._rules = opened(self._rules_memory, game.rules_record)
        self._state = opened(self._memory, game.state)
        self._play = kernel(game, kernels.play_one)
        self._resolve = kernel(game, kernels.resolve_one)
        self._peek = kernel(game, kernels.peek_one)

    def root(self) -> bytes:
        """The table before anything has happened."""
        self._memory[:] = 0
        self.game.start(self._rules, self._state)
        return self._settled()

    def to_move(self, node: bytes) -> int:
        """The seat that chooses at a node, CHANCE or OVER."""
        return int(np.frombuffer(node, self.game.state)["to_move"][0])

    def children(self, node: bytes) -> Iterator[bytes]:
        """What can come right after a node; equally likely ones after a chance node."""
        mover = self.to_move(node)
        if mover == CHANCE:
            yield from self._after_chance(node)
        elif mover != OVER:
            self._open(node)
            self.game.legal_mask(self._rules, self._state, self._mask)
            for action in np.flatnonzero(self._mask):
                self._open(node)
                self._play(self._rules_memory, self._memory, int(action))
                yield self._settled()

    def _after_chance(self, node: bytes) -> Iterator[bytes]:
        self._open(node)
        size = self.game.chance_size(self._rules, self._state)
        if size >= 0:
            outcomes: Any = ((outcome, self._no_order) for outcome in range(size))
        else:
            orders = permutations(range(-size))
            outcomes = ((0, np.array(order, dtype=np.int16)) for order in orders)
        for outcome, order in outcomes:
            self._open(node)
            self._resolve(self._rules_memory, self._memory, outcome, order)
            yield self._settled()

    def _open(self, node: bytes) -> None:
        self._memory[:] = np.frombuffer(node, np.uint8)

    def _settled(self) -> bytes:
        """Makes forced decisions."""
        while self._state.to_move not in (CHANCE, OVER):
            arguments = (self._rules_memory, self._memory, self._no_draw, self._mask)
            forced = self._peek(*arguments, self._no_order)
            if forced < 0:
                break
            self._play(self._rules_memory, self._memory, forced)
        return self._memory.tobytes()

    def levels(self, depth: int, node: bytes | None = None) -> Iterator[Level]:
        """The levels of depth 0 … `depth`, or to the end of all games, below a node (the root)."""
        reached = Counter([self.root() if node is None else node])
        for _ in range(depth):
            yield self._level(reached)
            reached = self._next(reached)
            if not reached:
                return
        yield self._level(reached)

    def _level(self, reached: Counter[bytes]) -> Level:
        kinds: Counter[str] = Counter()
        for node, histories in reached.items():
            mover = self.to_move(node)
            kind = {CHANCE: "chance", OVER: "terminal"}.get(mover, "decision")
            kinds[kind] += histories
        return Level(kinds["chance"], kinds["decision"], kinds["terminal"])

    def _next(self, reached: Counter[bytes]) -> Counter[bytes]:
        following: Counter[bytes] = Counter()
        for node, histories in reached.items():
            for child in self.children(node):
                following[child] += histories
        return following


# --- Counts as data


def counts_file(game: Game) -> Path:
    """Where a game's counts lie."""
    return game_folder(game.name) / "golden" / "counts.json"


def counted(game: Game, options: dict[str, Any], depth: int) -> list[list[int]]:
    """The chance, decision and terminal nodes at depth 0 … `depth`, a row for each level."""
    tree = Tree(game, read_rules(game.rules, game.presets, options))
    return [[level.chance, level.decision, level.terminal] for level in tree.levels(depth)]


def counts_text(game: Game) -> str:
    """The counts of the options and depths that the file names, made anew."""
    tables = json.loads(counts_file(game).read_text(encoding="utf-8"))
    return "[\n" + ",\n".join(_table_text(game, table) for table in tables) + "\n]\n"


def _table_text(game: Game, table: dict[str, Any]) -> str:
    rows = counted(game, table["options"], table["depth"])
    levels = ",\n   ".join(json.dumps(row) for row in rows)
    return (
        f' {{"options": {json.dumps(table["options"])},\n  "depth": {table["depth"]},\n'
        f'  "columns": ["chance", "decision", "terminal"],\n  "levels": [\n   {levels}]}}'
    )


if __name__ == "__main__":
    for name in games():
        counts_file(find_game(name)).write_text(counts_text(find_game(name)), encoding="utf-8")
