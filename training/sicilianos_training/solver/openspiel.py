"""The trees of OpenSpiel's games, for the same tools."""

from __future__ import annotations

from typing import Any

import numpy as np

from sicilianos_env.engine.game import CHANCE, OVER
from sicilianos_env.engine.records import Array
from sicilianos_env.engine.unfolding import NO_PARENT
from sicilianos_training.solver.tree import Tree, lay_out


def tree_of_openspiel(game: Any) -> Tree:
    """The tree of a small sequential game of OpenSpiel (a `pyspiel.Game`).

    Its observations are empty: `solver.policies` needs a game of our own.
    """
    nodes = _Nodes(game.num_players())
    nodes.add(game.new_initial_state(), NO_PARENT, 0, 0, 1.0)
    return nodes.laid_out()


class _Nodes:
    """The nodes in depth-first order."""

    def __init__(self, players: int) -> None:
        self._players = players
        self._rows: list[tuple[int, int, int, int, float]] = []
        self._known: list[list[int]] = []
        self._utilities: list[Any] = []
        self._names: dict[tuple[int, str], int] = {}

    def add(self, state: Any, parent: int, depth: int, came_by: int, chance: float) -> None:
        """A state and all that follows it."""
        number, mover = len(self._rows), self._mover(state)
        self._rows.append((parent, depth, mover, came_by, chance))
        self._known.append([self._name(state, seat) for seat in range(self._players)])
        self._utilities.append(state.returns() if mover == OVER else [0.0] * self._players)
        for action, likely in self._choices(state):
            self.add(state.child(action), number, depth + 1, action, likely)

    def _mover(self, state: Any) -> int:
        if state.is_terminal():
            return OVER
        return CHANCE if state.is_chance_node() else int(state.current_player())

    def _choices(self, state: Any) -> list[tuple[int, float]]:
        if state.is_terminal():
            return []
        if state.is_chance_node():
            return list(state.chance_outcomes())
        return [(action, 1.0) for action in state.legal_actions()]

    def _name(self, state: Any, seat: int) -> int:
        text = state.information_state_string(seat)
        return self._names.setdefault((seat, text), len(self._names))

    def laid_out(self) -> Tree:
        """The tree of all that was added."""
        columns: list[Array] = [np.array(column) for column in zip(*self._rows)]
        parents, depths, movers, came_by, chances = columns
        known, utilities = np.array(self._known), np.array(self._utilities)
        return lay_out(parents, depths, movers, came_by, known, utilities, chances)
