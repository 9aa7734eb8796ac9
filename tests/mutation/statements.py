"""A mutation operator that cosmic-ray lacks: leaving out one statement."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import cosmic_ray.plugins
from cosmic_ray.operators.operator import Example, Operator
from parso.python.tree import Keyword

Position = tuple[int, int]


class RemoveStatement(Operator):
    """Leaves out a call, a bare return, or what changes a value (`x[i] = ...`, `x.y += ...`).

    An assignment to a plain name stays: without it the next line would fail.
    """

    def mutation_positions(self, node: Any) -> Iterator[tuple[Position, Position]]:
        """The statement of a simple line, if it is one of these."""
        if node.type == "simple_stmt" and _can_go(node.children[0]):
            yield node.children[0].start_pos, node.children[0].end_pos

    def mutate(self, node: Any, index: int) -> Any:
        """The line with `pass` in the statement's place."""
        gone = node.children[0]
        node.children[0] = Keyword("pass", gone.start_pos, gone.get_first_leaf().prefix)
        return node

    @classmethod
    def examples(cls) -> tuple[Example, ...]:
        """What the operator does, in cosmic-ray's form."""
        return (Example("f(x)", "pass"), Example("x[0] += 1", "pass"), Example("return", "pass"))


def _can_go(statement: Any) -> bool:
    if statement.type == "expr_stmt":
        target, sign = statement.children[:2]
        return target.type == "atom_expr" or (sign.type == "operator" and sign.value != "=")
    is_call = statement.type == "atom_expr" and statement.children[-1].children[0].value == "("
    return is_call or (statement.type == "keyword" and statement.value == "return")


cosmic_ray.plugins.OPERATOR_PROVIDERS["own"] = {"RemoveStatement": RemoveStatement}
