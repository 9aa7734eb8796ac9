"""Options as people type them, and as positions save them, for the rules dataclass of any game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import Any

from sicilianos_env.engine.game import PositionError
from sicilianos_env.engine.reading import check_object

MOST_NESTED = 2  # lists of lists


def read_rules(
    rules_class: type[Any], presets: Mapping[str, Any], options: Mapping[str, Any]
) -> Any:
    """The rules object for a preset (optional) and single fields that override it.

    Raises:
        ValueError: with one sentence, for an unknown preset or option or for options that make no
            game.
    """
    given = dict(options)
    preset = given.pop("preset", None)
    if preset is not None and (not isinstance(preset, str) or preset not in presets):
        raise ValueError(f"There is no preset {preset!r}; there are: {', '.join(presets)}.")
    known = [field.name for field in fields(rules_class)]
    for name in given:
        if name not in known:
            raise ValueError(f"There is no option {name!r}; there are: {', '.join(known)}.")
    chosen = {**(presets[preset] if preset else {}), **given}
    return rules_class(**{name: _frozen(value) for name, value in chosen.items()})


def loaded_rules(rules_class: type[Any], given: Any) -> Any:
    """The rules object of the `rules` of a position, which must name the number of players.

    Raises:
        PositionError: with one sentence, for what is no such object or makes no game.
    """
    others = [field.name for field in fields(rules_class) if field.name != "num_players"]
    check_object("rules", given, ("num_players",), others)
    try:
        return read_rules(rules_class, {}, given)
    except ValueError as fault:
        raise PositionError(str(fault)) from None


def saved_rules(rules: Any) -> dict[str, Any]:
    """The number of players and whatever differs from the defaults, ready for JSON."""
    return {
        field.name: _thawed(getattr(rules, field.name))
        for field in fields(rules)
        if field.name == "num_players" or getattr(rules, field.name) != field.default
    }


def is_whole(value: object, least: int, most: int) -> bool:
    """A whole number within bounds; True and 1.0 are none."""
    return type(value) is int and least <= value <= most


def faulty_numbers(rules: Any, ranges: Mapping[str, tuple[int, int]]) -> Iterator[str]:
    """A sentence for each option named that is no whole number within its bounds."""
    for name, (least, most) in ranges.items():
        value = getattr(rules, name)
        if not is_whole(value, least, most):
            yield f"{name} is {value!r}; it must be a whole number from {least} to {most}."


def _frozen(value: Any, depth: int = 0) -> Any:
    if not isinstance(value, list | tuple):
        return value
    if depth == MOST_NESTED:
        raise ValueError("An option is nested too deeply; at most lists of lists are meant.")
    return tuple(_frozen(item, depth + 1) for item in value)


def _thawed(value: Any) -> Any:
    return [_thawed(item) for item in value] if isinstance(value, tuple) else value
