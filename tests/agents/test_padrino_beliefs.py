"""The chances that Padrino's heuristics reckon with, against counting all set-ups there are."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import permutations

import numpy as np
import pytest
from budget import budget

from sicilianos_agents.heuristics.padrino.beliefs import money_chances
from sicilianos_env.engine.game import CHANCE
from sicilianos_env.engine.registry import find_game
from sicilianos_env.engine.single import SingleGame, legal_texts
from sicilianos_env.games.padrino.components import COPIES, EYE, LIGHT_OF, MONEY, NUM_KINDS
from sicilianos_env.games.padrino.observation import open_observation
from sicilianos_env.games.padrino.options import Rules
from sicilianos_env.games.padrino.setup import CHARACTER_DRAWS, WEAPON_PLACES
from sicilianos_env.games.padrino.state import (
    DEAL_MONEY,
    DEAL_WEAPON,
    DRAW_CHARACTERS,
    MIX_SUITCASES,
    SHUFFLE_EXPLANATIONS,
)

GAME = find_game("padrino")
FEW = tuple(  # Explanations, so that games are short; many eyes among them
    min(COPIES[kind], 3 if LIGHT_OF[kind] == EYE else 1) for kind in range(NUM_KINDS)
)
LETTING_GO = ("hear", "press", "spare", "believe", "accept", "pass")


class World:
    """A game whose set-up is that of a seed, but for the weapon and the shuffle of suitcases.

    `shown` holds for each seat all that it has been shown: its first look, then its observations.
    `number` tells how many set-ups are the same, with one plain suitcase in place of another.
    """

    number = 1

    def __init__(self, rules: Rules, seed: int, weapon: int, order: Sequence[int]) -> None:
        self.single = SingleGame(GAME, rules, seed=0)
        state, lots = self.single.state, random.Random(seed)
        GAME.start(self.single.rules, state)
        cards = range(state.deck_size)
        self._resolve(DRAW_CHARACTERS, lots.randrange(CHARACTER_DRAWS))
        self._resolve(SHUFFLE_EXPLANATIONS, 0, lots.sample(cards, len(cards)))
        self._resolve(DEAL_MONEY, lots.randrange(rules.num_players - 1))
        self._resolve(DEAL_WEAPON, weapon)
        self.shown: list[list[object]] = [[int(held)] for held in state.suitcase]
        self.shown[0] = []  # the Boss does not look
        if state.to_move != CHANCE:
            self._choose_third(lots)
        self._resolve(MIX_SUITCASES, 0, order)
        self.single.set_up(self.single.memory)

    def _resolve(self, phase: int, outcome: int, order: Sequence[int] = ()) -> None:
        single = self.single
        if single.state.phase == phase:
            order_drawn = np.array(order, np.int16)
            single._resolve(single.rules_memory, single.memory, outcome, order_drawn)

    def _choose_third(self, lots: random.Random) -> None:
        single = self.single
        single.set_up(single.memory)
        third = lots.choice(np.flatnonzero(single.mask).tolist())
        single._play(single.rules_memory, single.memory, third)

    def look(self) -> None:
        for seat in range(self.single.num_players):
            self.shown[seat].append(self.single.observe(seat).tobytes())


def all_worlds(rules: Rules, seed: int) -> list[World]:
    """From all places of the weapon and all orders of the suitcases mixed."""
    worlds: dict[object, World] = {}
    for weapon in range(WEAPON_PLACES):
        for order in permutations(range(3 + rules.boss_suitcase)):
            world = World(rules, seed, weapon, order)
            key = (world.single.memory.tobytes(), str(world.shown))
            if key in worlds:
                worlds[key].number += 1
            else:
                worlds[key] = world
    return list(worlds.values())


def alike(worlds: Sequence[World], seat: int) -> list[list[World]]:
    """The worlds in which the seat has always been shown the same, together."""
    classes: dict[tuple[object, ...], list[World]] = {}
    for world in worlds:
        classes.setdefault(tuple(world.shown[seat]), []).append(world)
    return list(classes.values())


def share_with_money(worlds: Sequence[World], viewer: int) -> np.ndarray:
    """How often the money is at each seat, the viewer first."""
    players = worlds[0].single.num_players
    places = [world.single.state.suitcase[:players] == MONEY for world in worlds]
    shares = np.average(places, axis=0, weights=[world.number for world in worlds])
    return np.roll(shares, -viewer)


def choose(world: World, choice: random.Random) -> int:
    """At random, but the Boss ends nothing as long as he need not, and blames are frequent."""
    legal = legal_texts(world.single)
    wanted = [text for text in legal if text in LETTING_GO or text.startswith("accuse")]
    harmless = [text for text in legal if text != "sentence" and not text.startswith("inform")]
    text = choice.choice(wanted if wanted and choice.random() < 0.9 else harmless)
    action = GAME.parse_action(world.single.rules, world.single.state, text)
    assert action is not None
    return action


@pytest.mark.parametrize("boss_suitcase", [False, True])
@pytest.mark.parametrize("players", [4, 5, 6])
def test_the_chances_are_the_shares_of_all_set_ups(players: int, boss_suitcase: bool) -> None:
    """Whatever is played, in each of the set-ups that could have been."""
    rules, known, seed = Rules(players, boss_suitcase, explanations=FEW), 0, 0
    while seed < budget(2, 20) or not known:  # somebody has to know a mixed suitcase at last
        worlds, choice = all_worlds(rules, seed), random.Random(seed)
        while not worlds[0].single.over:
            for world in worlds:
                world.look()
            for seat in range(players):
                known += sum(check_chances(together, seat) for together in alike(worlds, seat))
            action = choose(worlds[0], choice)
            for world in worlds:
                world.single.step(action)
        seed += 1


def check_chances(worlds: Sequence[World], viewer: int) -> bool:
    """The chances of a seat are its shares of worlds; whether it knows a mixed suitcase."""
    _, seats = open_observation(worlds[0].single.observe(viewer))
    np.testing.assert_allclose(money_chances(seats), share_with_money(worlds, viewer), atol=1e-12)
    return any(seats[i].mixed and seats[i].suitcase.any() for i in range(seats.shape[0]))
