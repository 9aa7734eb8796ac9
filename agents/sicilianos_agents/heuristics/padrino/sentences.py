"""What a sentence would bring to the Boss and to a member of the family, given chances."""

from __future__ import annotations

from sicilianos_agents.heuristics.padrino.ring import VIEWER
from sicilianos_env.engine.records import Array
from sicilianos_env.games.padrino.components import EXCHANGE, ROTATION, WITHOUT_FAVOURITES
from sicilianos_env.games.padrino.family import next_member, previous_member
from sicilianos_env.games.padrino.state import NOBODY
from sicilianos_env.jit import rule

AS_GOOD = 1e-6  # chances that differ by less are the same


# --- To the Boss


@rule
def caught(chances: Array, boss: int, condemned: int) -> float:
    """The chance that the condemned or his Favourite has the money (7.2)."""
    num_players = chances.shape[0]
    chance = chances[condemned]
    if num_players != WITHOUT_FAVOURITES:
        chance += chances[next_member(num_players, boss, condemned)]
    return float(chance)


@rule
def most_caught(chances: Array, boss: int) -> float:
    """The best that a Boss can do who may condemn anybody."""
    most = 0.0
    for seat in range(chances.shape[0]):
        if seat != boss:
            most = max(most, caught(chances, boss, seat))
    return most


@rule
def likeliest(chances: Array, boss: int) -> int:
    """The seat whose sentence catches most."""
    best = NOBODY
    for seat in range(chances.shape[0]):
        if seat != boss and (
            best == NOBODY or caught(chances, boss, seat) > caught(chances, boss, best) + AS_GOOD
        ):
            best = seat
    return best


# --- To a member of the family


@rule
def share(chances: Array, boss: int, condemned: int) -> float:
    """The viewer's expected share of the win if that seat is condemned (7.3).

    He wins with the money at his own seat, and alone if his Favourite is out; or as the Favourite
    of who has it.
    """
    num_players = chances.shape[0]
    if num_players == WITHOUT_FAVOURITES:
        return float(chances[VIEWER]) if condemned != VIEWER else 0.0
    helper = previous_member(num_players, boss, VIEWER)
    if condemned == VIEWER or condemned == helper:
        return 0.0
    if condemned == next_member(num_players, boss, VIEWER):
        return float(chances[VIEWER] + chances[helper] / 2)
    if condemned == previous_member(num_players, boss, helper):
        return float(chances[VIEWER] / 2)
    return float((chances[VIEWER] + chances[helper]) / 2)


@rule
def outlook(chances: Array, public: Array, boss: int) -> float:
    """His expected share if the Boss condemns one of those whose sentence seems to catch most."""
    most, total, count = most_caught(public, boss), 0.0, 0
    for seat in range(chances.shape[0]):
        if seat != boss and caught(public, boss, seat) > most - AS_GOOD:
            total += share(chances, boss, seat)
            count += 1
    return total / count


@rule
def threat(public: Array, boss: int, seat: int) -> float:
    """How good a seat's sentence seems to the Boss, compared with the best, 0 to 1."""
    most = most_caught(public, boss)
    return caught(public, boss, seat) / most if most > 0 else 1.0


@rule
def share_if_accused(chances: Array, public: Array, boss: int, blamed: int) -> float:
    """His expected share once that seat is the accused: the Boss likes good sentences."""
    sentenced = threat(public, boss, blamed)
    later = outlook(chances, public, boss)
    return sentenced * share(chances, boss, blamed) + (1 - sentenced) * later


# --- What the effect of an accusation does to chances


@rule
def swapped(chances: Array, one: int, other: int) -> Array:
    moved = chances.copy()
    moved[one], moved[other] = chances[other], chances[one]
    return moved


@rule
def passed_on(chances: Array, boss: int, clockwise: bool) -> Array:
    """After every member of the family has passed his suitcase to the next one."""
    num_players = chances.shape[0]
    moved = chances.copy()
    for seat in range(num_players):
        if seat != boss:
            after = next_member(num_players, boss, seat)
            if clockwise:
                moved[after] = chances[seat]
            else:
                moved[seat] = chances[after]
    return moved


@rule
def after_effect(chances: Array, boss: int, effect: int, player: int, blamed: int) -> Array:
    """The chances after the effect of a card; of a rotation's two directions, the mean."""
    if effect == EXCHANGE:
        return swapped(chances, player, blamed)
    if effect == ROTATION:
        return (passed_on(chances, boss, True) + passed_on(chances, boss, False)) / 2
    return chances
