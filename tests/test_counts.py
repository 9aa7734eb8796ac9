"""The whole game tree of tiny options: its size by depth, in each game's `golden/counts.json`."""

from __future__ import annotations

import json
import random
from collections import Counter, deque
from collections.abc import Iterator
from copy import deepcopy
from itertools import permutations
from typing import Any

import numpy as np
import pytest
from budget import budget
from twins import twin_of

from sicilianos_env import games
from sicilianos_env.engine.game import CHANCE, OVER
from sicilianos_env.engine.options import read_rules
from sicilianos_env.engine.records import opened
from sicilianos_env.engine.registry import find_game
from sicilianos_env.engine.tree import Level, Tree, counted, counts_file
from sicilianos_env.jit import enabled

DEPTH = 99 if enabled() else 7  # interpreted, the deeper levels take too long
BELOW = 5  # levels counted by the naive twin as well


def all_tables() -> list[Any]:
    found = []
    for game in games():
        file = counts_file(find_game(game))  # `test_contract` tells if there is none
        tables = json.loads(file.read_text(encoding="utf-8")) if file.exists() else []
        for number, table in enumerate(tables):
            found.append(pytest.param(game, table, id=f"{game}-{number}"))
    return found


@pytest.mark.parametrize(("game", "table"), all_tables())
def test_histories_by_depth(game: str, table: dict[str, Any]) -> None:
    levels = counted(find_game(game), table["options"], min(table["depth"], DEPTH))
    assert levels == table["levels"][: len(levels)], (
        "if the change is meant, run: python -m sicilianos_env.engine.tree"
    )
    assert len(levels) == min(len(table["levels"]), DEPTH + 1)


# --- The same by the naive twin


def engine_levels(tree: Tree, position: dict[str, Any]) -> list[Level]:
    return list(tree.levels(BELOW, tree.game.load(position)[1].tobytes()))


class ChanceFollowsError(Exception):
    """How many equally likely outcomes there are."""


def children_by_twin(referee: Any, action: str, outcomes: tuple[int, ...]) -> Any:
    """The referee after an action with the given numbers as chance outcomes, in this order."""
    left = deque(outcomes)

    def chance(kind: str, outcomes: list[Any]) -> Any:
        possible = list(permutations(outcomes)) if kind == "shuffle" else outcomes
        if not left:
            raise ChanceFollowsError(len(possible))
        return possible[left.popleft()]

    child = deepcopy(referee)
    child.chance = chance
    child.play(action)
    return child


def nodes_below(referee: Any, depth: int) -> Iterator[tuple[int, str]]:
    """The depth and the kind of every node below a decision."""
    for action in referee.legal():
        yield from nodes_after(referee, action, (), depth)


def nodes_after(
    referee: Any, action: str, outcomes: tuple[int, ...], depth: int
) -> Iterator[tuple[int, str]]:
    if depth > BELOW:
        return
    try:
        child = children_by_twin(referee, action, outcomes)
    except ChanceFollowsError as chance:
        yield depth, "chance"
        for outcome in range(chance.args[0]):
            yield from nodes_after(referee, action, (*outcomes, outcome), depth + 1)
        return
    yield depth, "terminal" if child.over else "decision"
    if not child.over:
        yield from nodes_below(child, depth + 1)


def twin_levels(game: str, position: dict[str, Any]) -> list[Level]:
    counts = Counter(nodes_below(twin_of(game).Referee.load(position), 1))
    levels = [Level(0, 1, 0)]
    for depth in range(1, BELOW + 1):
        kinds = [counts[depth, kind] for kind in ("chance", "decision", "terminal")]
        if any(kinds):
            levels.append(Level(*kinds))
    return levels


@pytest.mark.parametrize(("game", "table"), all_tables())
def test_the_naive_twin_counts_the_same(game: str, table: dict[str, Any]) -> None:
    contract = find_game(game)
    rules = read_rules(contract.rules, contract.presets, table["options"])
    tree, choose = Tree(contract, rules), random.Random(3)
    for _ in range(budget(6, 100)):
        node = random_decision(tree, choose)
        memory = np.frombuffer(node, np.uint8).copy()
        position = contract.position(rules, opened(memory, contract.state))
        assert engine_levels(tree, position) == twin_levels(game, position), position


def random_decision(tree: Tree, choose: random.Random) -> bytes:
    """A decision somewhere in the tree: the last but a few of a random history."""
    node, decisions = tree.root(), []
    while tree.to_move(node) != OVER:
        if tree.to_move(node) != CHANCE:
            decisions.append(node)
        node = choose.choice(list(tree.children(node)))
    return choose.choice(decisions)


# --- The bound on the length of a game


@pytest.mark.parametrize(("game", "table"), all_tables())
def test_no_game_is_longer_than_the_rules_declare(game: str, table: dict[str, Any]) -> None:
    contract = find_game(game)
    rules = read_rules(contract.rules, contract.presets, table["options"])
    tree = Tree(contract, rules)
    longest: Counter[bytes] = Counter({tree.root(): 0})
    most = 0
    for _ in range(min(table["depth"], DEPTH)):
        following: Counter[bytes] = Counter()
        for node, decisions in longest.items():
            made = decisions + (tree.to_move(node) >= 0)
            for child in tree.children(node):
                following[child] = max(following[child], made)
                most = max(most, made)
        longest = following
    assert 0 < most <= rules.max_decisions
