"""Who sits with whom: balanced line-ups, each of which plays its deal in all rotations."""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement, islice
from math import comb

import numpy as np

from sicilianos_env.engine.records import Array

MOST_LISTED = 100_000  # line-ups; of more a sample is dealt without listing them


def balanced_lineups(entrants: int, players: int, deals: int, repetition: bool, seed: int) -> Array:
    """A line-up for each deal, (deals, P) int64, in a random order of seats.

    If there are deals enough, all line-ups are played equally often, up to one deal; else a sample
    of them, in which all entrants sit equally often, up to one seat (with repetition: P seats).
    They are mixed, so that any part of the schedule is balanced too. With `repetition` an entrant
    may sit at several seats, but not at all.

    Args:
        entrants: how many there are.
        players: P.
        deals: how many are played.
        repetition: whether an entrant may sit at several seats.
        seed: of the order and the sample.

    Raises:
        ValueError: if they cannot fill the seats.
    """
    if entrants < 2:
        raise ValueError("A tournament needs two agents or more.")
    if entrants < players and not repetition:
        raise ValueError(
            f"{entrants} agents cannot fill {players} seats without repetition; name more agents "
            "or allow repetition."
        )
    random = np.random.default_rng(seed)
    number = count_lineups(entrants, players, repetition)
    if number <= min(deals, MOST_LISTED):
        every = np.array(list(_all_lineups(entrants, players, repetition)))
        rounds = -(-deals // number)
        chosen = np.concatenate([random.permutation(every) for _ in range(rounds)])[:deals]
    else:
        chosen = dealt_lineups(np.arange(entrants), players, deals, repetition, random)
    return random.permuted(chosen, axis=1)


def count_lineups(entrants: int, players: int, repetition: bool) -> int:
    """How many line-ups there are, whatever the order of the seats."""
    if repetition:
        return comb(entrants + players - 1, players) - entrants
    return comb(entrants, players)


def _all_lineups(entrants: int, players: int, repetition: bool) -> list[tuple[int, ...]]:
    choices = combinations_with_replacement if repetition else combinations
    return [lineup for lineup in choices(range(entrants), players) if len(set(lineup)) > 1]


def dealt_lineups(
    entrants: Array, seats: int, deals: int, repetition: bool, random: np.random.Generator
) -> Array:
    """Line-ups dealt like hands from shuffled decks of entrants, (deals, seats) int64.

    A card that a hand cannot use, because the entrant may not sit there once more, waits for the
    next hand. With repetition an entrant may sit at several seats, at all of them if it is alone.
    """
    copies = seats if repetition else 1
    may_fill = repetition and len(entrants) == 1

    def fits(card: int, held: list[int]) -> bool:
        if not repetition:
            return card not in held
        return may_fill or len(held) + 1 < seats or seats == 1 or set(held) != {card}

    deck: list[int] = []
    hands = np.empty((deals, seats), np.int64)
    for hand in hands:
        held: list[int] = []
        while len(held) < seats:
            places = (i for i, card in enumerate(deck) if fits(card, held))
            for place in islice(places, 1):
                held.append(deck.pop(place))
                break
            else:
                deck += random.permutation(np.repeat(entrants, copies)).tolist()
        hand[:] = held
    return hands


def rotations(lineups: Array) -> Array:
    """Each line-up in all its rotations, (deals * P, P): one seat further each time."""
    players = lineups.shape[1]
    turned = [np.roll(lineups, shift, axis=1) for shift in range(players)]
    games: Array = np.stack(turned, axis=1).reshape(-1, players)
    return games
