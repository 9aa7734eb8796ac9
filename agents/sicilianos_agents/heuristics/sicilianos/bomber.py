"""The bomber: brings Bombs to where they hurt."""

from __future__ import annotations

from sicilianos_agents.heuristics.sicilianos.basics import (
    bomb_shows,
    family_of,
    is_draw,
    phase_of,
    points_in_hand,
    rivals_may_lay,
)
from sicilianos_agents.heuristics.sicilianos.consigliere import best_target, consigliere
from sicilianos_agents.heuristics.sicilianos.estimates import keep_book
from sicilianos_agents.heuristics.sicilianos.seeking import pick_sought, seek
from sicilianos_env.engine.records import Array, Record
from sicilianos_env.engine.streams import Stream
from sicilianos_env.games.sicilianos.actions import CARD, PASS
from sicilianos_env.games.sicilianos.components import (
    BODYGUARD,
    BOMB,
    NUM_FAMILIES,
    NUM_VALUES,
    card_of,
)
from sicilianos_env.games.sicilianos.observation import open_observation
from sicilianos_env.games.sicilianos.state import (
    BOMB_ASKED,
    CONTINUE,
    JOIN,
    NOTHING,
    PICK,
)
from sicilianos_env.jit import rule

FAT = 8  # a target that the bomber does not let pass


@rule
def bomber(observation: Array, mask: Array, stream: Stream) -> int:
    """Collects Bombs and sets all of them off.

    He searches for Bombs and takes them. He joins a war with a colour whose Bomb he holds and
    shows a family that is played; he lays the Bomb when a card of 8 or more has come to lie
    there, or any that is worth more than the Bomb before he would pass or once nobody else may
    lay. A Bomb that can go off does. All else he does as the consigliere.
    """
    tables, seats = open_observation(observation)
    table, phase = tables[0], phase_of(tables[0])
    if phase == PICK:
        return pick_sought(mask, BOMB)
    if phase == BOMB_ASKED:
        target, _ = best_target(keep_book(table, seats), seats, mask)
        return target
    if is_draw(phase):
        return seek(table, keep_book(table, seats), seats, mask, BOMB)
    if phase == JOIN:
        colour = armed_family(seats, mask)
        if colour != NOTHING:
            return first_card(mask, colour)
    action = consigliere(observation, mask, stream)
    if phase == CONTINUE:
        return bomb_or(action, table, seats, mask)
    return action


@rule
def armed_family(seats: Array, mask: Array) -> int:
    """My strongest free colour with a Bomb that shows a family which is played, or NOTHING."""
    best, most = NOTHING, 0
    for colour in range(NUM_FAMILIES):
        if mask[CARD + card_of(colour, BOMB)] and shows_a_rival(seats, colour):
            points = points_in_hand(seats[0], colour)
            if points > most:
                best, most = colour, points
    return best


@rule
def shows_a_rival(seats: Array, colour: int) -> bool:
    for i in range(1, seats.shape[0]):
        family = family_of(seats[i])
        if family != NOTHING and not seats[i].defected and bomb_shows(colour, family):
            return True
    return False


@rule
def first_card(mask: Array, colour: int) -> int:
    """The lowest card of a colour apart from its Bomb, which comes later, if there is another."""
    for value in range(1, NUM_VALUES + 1):
        if value != BOMB and mask[CARD + card_of(colour, value)]:
            return CARD + card_of(colour, value)
    return CARD + card_of(colour, BOMB)


@rule
def bomb_or(action: int, table: Record, seats: Array, mask: Array) -> int:
    """My Bomb if now is the time for it, else the action."""
    colour = family_of(seats[0])
    bomb, target = CARD + card_of(colour, BOMB), highest_target(table, seats, colour)
    is_last_chance = action == PASS or not rivals_may_lay(seats)
    if mask[bomb] and (target >= FAT or (is_last_chance and target > BOMB)):
        return bomb
    return action


@rule
def highest_target(table: Record, seats: Array, colour: int) -> int:
    """The value of the highest card that the Bomb of a colour could blow up; 0 if there is none."""
    most = 0
    for i in range(1, seats.shape[0]):
        family = family_of(seats[i])
        if family != NOTHING and not seats[i].defected and bomb_shows(colour, family):
            most = max(most, highest_exposed(table, family))
    return most


@rule
def highest_exposed(table: Record, family: int) -> int:
    """The value of a family's highest card that lies face up, or of the Bodyguard if he does."""
    if table.face_up[card_of(family, BODYGUARD)]:
        return BODYGUARD
    for value in range(NUM_VALUES, 0, -1):
        if table.face_up[card_of(family, value)]:
            return value
    return 0
