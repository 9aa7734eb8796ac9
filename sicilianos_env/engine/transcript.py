"""A whole game in words, ready for JSON, and the same game played again from them.

A record of a game holds `FIELDS`: the game's name and the `version` of its contract, its `rules`
(`options.saved_rules`), the `seed` and the `deal` (the row) of its random streams, the names at the
`seats`, and how it ended: `utilities` (of `utility="win"`), `scores`, `truncated`. Its `plies` are
all that happened, in order, each as `[seat, words]`: chance (whose seat is None) from the set-up
on, actions, forced ones included. To play it again takes the rules and the plies, no seed.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sicilianos_env.engine.game import IllegalMoveError, InvalidMoveError
from sicilianos_env.engine.options import loaded_rules, saved_rules
from sicilianos_env.engine.reading import (
    check_object,
    insist,
    listed,
    read_list,
    read_truth,
    read_whole,
    read_word,
    shown,
)
from sicilianos_env.engine.registry import find_game, games
from sicilianos_env.engine.single import SingleGame, check_legal, legal_texts, score_numbers
from sicilianos_env.engine.streams import new_stream

FIELDS = (
    "game", "version", "rules", "seed", "deal", "seats", "plies", "utilities", "scores",
    "truncated",
)  # fmt: skip
Decide = Callable[[SingleGame], int]  # the action of the seat to move
Plies = list[list[Any]]


def play_in_words(
    single: SingleGame, seed: int, deal: int, seats: Sequence[str], decide: Decide
) -> dict[str, Any]:
    """Plays a whole game in `single` and gives its record.

    Args:
        single: of the game and the rules; what stands in it is given up.
        seed: of the random stream.
        deal: the row of the random stream, whose episode 0 this is.
        seats: the names of those who play, for the record.
        decide: gives the id of the action of the seat to move, where it has a choice; must not
            change the game.

    Raises:
        IllegalMoveError: if the action is not allowed.
    """
    single.stream = new_stream(seed, row=deal)
    plies = _played(single, decide)
    return {
        "game": single.game.name,
        "version": single.game.version,
        "rules": saved_rules(single.options),
        "seed": seed,
        "deal": deal,
        "seats": list(seats),
        "plies": plies,
        **how_it_ended(single),
    }


def _played(single: SingleGame, decide: Decide) -> Plies:
    plies: Plies = []
    single.begin()
    while True:
        ply = single.unasked()
        if ply is None:
            if single.over:
                return plies
            ply = decide(single)
            check_legal(single, ply)
        plies.append([_who(single), single.ply_text(ply)])
        single.play_ply(ply)


def _who(single: SingleGame) -> int | None:
    """Whose ply comes next; None for chance."""
    return None if single.at_chance else single.to_move


def how_it_ended(single: SingleGame) -> dict[str, Any]:
    """The fields of a record that tell how its game ended."""
    return {
        "utilities": [float(utility) for utility in single.utilities()],
        "scores": score_numbers(single),
        "truncated": single.truncated,
    }


# --- From words to the game


def replay(record: Any, interpreted: bool = False) -> SingleGame:
    """Plays the game of a record again, to its end.

    Whose ply each is, that it is possible, and how the game ends must be as recorded.

    Args:
        record: as `play_in_words` gives it, or anything else that was read from JSON.
        interpreted: run the rules as plain Python, which needs no compilation.

    Raises:
        ValueError: with one sentence, for what is no record or is not what happens; the plies are
            numbered from 1.
    """
    single = _table(record, interpreted)
    single.begin()
    for number, ply in enumerate(record["plies"], start=1):
        _replay_ply(single, number, ply)
    single.unasked()  # for the mask
    _check_end(single, record)
    return single


def _table(record: Any, interpreted: bool) -> SingleGame:
    """Where the record's game will be played; the fields that tell how are checked."""
    check_object("The record", record, FIELDS)
    read_word("game", record["game"], games())
    game = find_game(record["game"])
    insist(
        record["version"] == game.version,
        f"The record is of version {shown(record['version'])} of {game.name}, which now has "
        f"version {game.version}; the same plies may lead to another game.",
    )
    rules = loaded_rules(game.rules, record["rules"])
    read_whole("seed", record["seed"], 0, 2**64 - 1)
    read_whole("deal", record["deal"], 0, 2**32 - 1)
    names = read_list("seats", record["seats"])
    are_names = len(names) == rules.num_players and all(isinstance(name, str) for name in names)
    insist(are_names, f"seats must hold {rules.num_players} names.")
    read_list("plies", record["plies"])
    read_truth("truncated", record["truncated"])
    return SingleGame(game, rules, seed=0, interpreted=interpreted)  # chance comes from the record


def _replay_ply(single: SingleGame, number: int, ply: Any) -> None:
    is_pair = isinstance(ply, list | tuple) and len(ply) == 2
    insist(is_pair, f"Ply {number} must be a list of a seat (null for chance) and words.")
    insist(not single.over, f"Ply {number} is one too many: the game is over by then.")
    seat, words = ply
    is_right = type(seat) is type(_who(single)) and seat == _who(single)
    insist(is_right, f"Ply {number} is {_whose(seat)}; it must be {_whose(_who(single))}.")
    try:
        single.play_ply(_outcome(single, words) if single.at_chance else _action(single, words))
    except (InvalidMoveError, IllegalMoveError) as fault:
        raise ValueError(f"Ply {number} is not possible: {fault}") from None


def _whose(seat: Any) -> str:
    return "chance's" if seat is None else f"of seat {shown(seat)}"


def _outcome(single: SingleGame, words: Any) -> Any:
    return single.game.parse_outcome(single.rules, single.state, words)


def _action(single: SingleGame, words: Any) -> int:
    single.unasked()  # for the mask, in which a forced action is the only one
    action = single.game.parse_action(single.rules, single.state, words)
    if action is None or not single.mask[action]:
        allowed = listed(legal_texts(single))
        raise IllegalMoveError(f"{shown(words)} is not allowed; allowed: {allowed}.")
    return action


def _check_end(single: SingleGame, record: Mapping[str, Any]) -> None:
    number = len(record["plies"])
    insist(
        single.over,
        f"Ply {number + 1} is missing: the game goes on after those recorded, and the next ply is "
        f"{_whose(_who(single))}.",
    )
    for field, found in how_it_ended(single).items():
        insist(
            record[field] == found,
            f"After ply {number}, the last one, {field} must be {json.dumps(found)}, which is not "
            "as recorded.",
        )
