"""The set-up: what is drawn by lot, shuffled and dealt before the first turn (RULES.md, 2)."""

from __future__ import annotations

import json
from itertools import permutations
from typing import TYPE_CHECKING

from naive.padrino.words import (
    ACCOUNTANT,
    BOSS,
    IN_THE_BOX,
    STRANGERS,
    WIFE,
    in_index_order,
    insist,
)

if TYPE_CHECKING:
    from naive.padrino.referee import Referee


def set_up(game: Referee) -> None:
    """Everything up to the first decision."""
    seat_characters(game)
    shuffle_explanations(game)
    deal_suitcases(game)
    has_to_choose = game.seats[game.accused].character in (WIFE, ACCOUNTANT)  # 2.5
    if game.players > 4 and has_to_choose:
        game.ask("third", game.seat_of(ACCOUNTANT))
    else:
        mix(game, game.accused)


def seat_characters(game: Referee) -> None:
    """1.2; with four players they are drawn (10.5)."""
    drawn = list(range(2, game.players + 1))
    if game.players == 4:
        possible = [json.dumps(three) for three in permutations(STRANGERS, 3)]
        drawn = json.loads(game.chance("characters", possible))
    for seat, character in zip(game.seats, [BOSS, *drawn], strict=True):
        seat.character = character


def shuffle_explanations(game: Referee) -> None:
    """2.1."""
    game.deck = list(game.chance("shuffle", list(game.cards)))
    insist(in_index_order(game.deck) == game.cards, "deck: other cards than those in play")


def deal_suitcases(game: Referee) -> None:
    """2.2, 2.3 and 10.1: who has the money is known to all, and to each what he himself has."""
    family = game.family()
    holder = int(game.chance("money", [str(seat) for seat in family]))
    places = [str(seat) for seat in family if seat != holder]
    if game.rules["boss_suitcase"]:
        places.append(str(game.boss))
    in_the_box = IN_THE_BOX - 1 - len(places)
    weapon = game.chance("weapon", places + ["box"] * in_the_box)
    for place in places:
        game.seats[int(place)].suitcase = "weapon" if place == weapon else "plain"
    game.seats[holder].suitcase = "money"
    game.accused = holder
    for number, seat in enumerate(game.seats):
        seat.knows = {holder} if number == game.boss else {holder, number}


def mix(game: Referee, third: int) -> None:
    """The blind shuffle of 2.4, 10.1 and 10.5, and all that follows up to the first turn.

    The third player is whose suitcase is mixed with those of the Accountant and the Wife.
    """
    mixed = clockwise_to_mix(game, third)
    shuffled = game.chance("shuffle", [game.seats[seat].suitcase for seat in mixed])
    for seat, content in zip(mixed, shuffled, strict=True):
        game.seats[seat].suitcase = content
    game.mixed = set(mixed)
    for player in game.seats:
        player.knows -= game.mixed
    deal_hands(game)
    game.hear_accused()


def clockwise_to_mix(game: Referee, third: int) -> list[int]:
    """The seats whose suitcases are mixed: the Boss's first, if he has one, then the family's."""
    mixed = game.family()
    if game.players > 4:
        three = {third, game.seat_of(WIFE), game.seat_of(ACCOUNTANT)}
        mixed = [seat for seat in mixed if seat in three]
    return [game.boss, *mixed] if game.rules["boss_suitcase"] else mixed


def deal_hands(game: Referee) -> None:
    """2.7."""
    size = game.rules["hand_size"]
    for seat in game.family():
        game.seats[seat].hand, game.deck = game.deck[:size], game.deck[size:]
