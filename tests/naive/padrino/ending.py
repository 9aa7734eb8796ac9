"""Who has won (RULES.md, 7 and 10), and what that is worth (8)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from naive.padrino.referee import Referee


def winners_by_condemnation(game: Referee, condemned: int) -> set[int]:
    """7.2, 7.3 and 10.2."""
    holder = game.holder_of("money")
    out = {condemned, game.favourite(condemned)}
    if holder == game.boss or holder in out:
        return {game.boss}
    return ({holder, game.favourite(holder)} - out) - {None}


def winners_by_informer(game: Referee) -> set[int]:
    """10.4."""
    holder, of_the_boss = game.holder_of("money"), game.seats[game.boss].suitcase
    if of_the_boss == "money":
        return {game.accused}
    if of_the_boss == "weapon":
        return {holder}
    return set(range(game.players)) - {holder, game.accused}


def utilities(kind: str, players: int, winners: list[int]) -> list[float]:
    """Of each seat; the winners' by `win` (8.1) or by `rank` (8.2), and that of all others."""
    count = len(winners)
    if kind == "win":
        won, lost = (players - count) / (count * (players - 1)), -1 / (players - 1)
    else:
        ranks = [1 - 2 * place / (players - 1) for place in range(players)]
        won, lost = mean(ranks[:count]), mean(ranks[count:])
    return [won if seat in winners else lost for seat in range(players)]


def mean(numbers: list[float]) -> float:
    """Of some numbers."""
    return sum(numbers) / len(numbers)
