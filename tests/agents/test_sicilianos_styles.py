"""Sicilianos's characters play in their own ways: what each does at a table of two others."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
import pytest
from budget import budget

from sicilianos_agents.heuristics.sicilianos import NAMES
from sicilianos_agents.registry import compiled_agents, make_agent
from sicilianos_env.engine.batch import Batch
from sicilianos_env.engine.kernels import OUTSIDE
from sicilianos_env.engine.records import Array
from sicilianos_env.engine.registry import find_game
from sicilianos_env.games.sicilianos.actions import (
    CARD,
    DEFECT,
    DRAW,
    KEEP_IN_FAMILY,
    NUM_VICTIMS,
    PASS,
    STAKE_NOTE,
    STEAL_FROM,
    TAKE_BUSINESS,
)
from sicilianos_env.games.sicilianos.components import (
    NUM_BUSINESSES,
    NUM_CARDS,
    NUM_FAMILIES,
    NUM_VALUES,
)
from sicilianos_env.games.sicilianos.observation import SEAT, TABLE, TABLE_SIZE
from sicilianos_env.games.sicilianos.state import (
    BOMB_ASKED,
    CONTINUE,
    DRAFT,
    JOIN,
    SPLIT,
    STAKE,
    TURN,
)
from sicilianos_env.jit import enabled

many_games = pytest.mark.skipif(not enabled(), reason="it shows in more games than run interpreted")

PLAYERS = 3
GAMES = budget(120, 600)  # side by side
DECISIONS = 400 if enabled() else 60  # in each; a player makes about a hundred in a game
MEAN_VALUE = 6  # of the cards of a family
FULL_HAND = 10


@dataclass(frozen=True)
class Play:
    """What an agent saw and did at its seat, in N decisions and E ends of games."""

    observations: Array  # (N, D)
    masks: Array  # (N, A)
    phases: Array  # (N,)
    me: Array  # (N,) SEAT records, its own
    actions: Array  # (N,)
    ends: Array  # (E,) SEAT records, its own

    def done(self, phase: int) -> Array:
        """The actions in a phase."""
        actions: Array = self.actions[self.phases == phase]
        return actions

    @property
    def opens(self) -> Array:
        """Where it opens a war."""
        opens: Array = (self.phases == TURN) & (self.actions >= CARD)
        return opens

    @property
    def wars(self) -> int:
        """How often it was asked for a stake: all wars but those with its last note."""
        return int((self.phases == STAKE).sum())


@cache
def play(name: str, rivals: str = "greedy") -> Play:
    """An agent at seat 0, with one rival at all others."""
    game, (names, choose) = find_game("sicilianos"), compiled_agents("sicilianos")
    lineup = np.full((1, PLAYERS), names.index(rivals), np.int16)
    lineup[0, 0] = OUTSIDE
    rules = game.rules(num_players=PLAYERS)
    batch = Batch(game, rules, GAMES, seed=5, threads=1, lineups=lineup, choose=choose)
    batch.reset()
    agent, arrays = make_agent(name, "sicilianos", seed=3), batch.arrays
    seen, masks, actions, ends = [], [], [], []
    for _ in range(DECISIONS):
        seen.append(arrays.observations.copy())
        masks.append(arrays.action_masks.copy())
        actions.append(agent.act(arrays.observations, arrays.action_masks))
        batch.step(actions[-1])
        ended = arrays.terminations | arrays.truncations
        ends.append(arrays.final_observations[ended, 0].copy())
    observations = np.concatenate(seen)
    table = observations[:, :TABLE_SIZE].copy().view(TABLE)[:, 0]
    me, last = viewer_of(observations), viewer_of(np.concatenate(ends))
    return Play(
        observations=observations,
        masks=np.concatenate(masks),
        phases=table["phase"].argmax(axis=1),
        me=me,
        actions=np.concatenate(actions),
        ends=last,
    )


def viewer_of(observations: Array) -> Array:
    """The viewer's SEAT records."""
    seats: Array = observations[:, TABLE_SIZE : TABLE_SIZE + SEAT.itemsize].copy().view(SEAT)
    return seats[:, 0]


def others(*names: str) -> list[str]:
    """All agents but these and random, who has no style."""
    return [name for name in NAMES if name not in names and name != "random"]


# --- What is counted


def hand_at_opening(name: str) -> float:
    """How many cards it holds, on average, when it opens a war."""
    played = play(name)
    return float(played.me["hand_colours"][played.opens].sum(axis=1).mean())


def opened_with(name: str) -> tuple[float, float]:
    """The cards of the colour that it opens with, on average, and their mean value."""
    played = play(name)
    me, colours = played.me[played.opens], (played.actions[played.opens] - CARD) // NUM_VALUES
    rows, values = np.arange(len(me)), np.arange(NUM_CARDS) % NUM_VALUES + 1
    points = (me["hand"] * values).reshape(-1, NUM_FAMILIES, NUM_VALUES).sum(axis=2)
    backs = me["hand_colours"][rows, colours]
    return float(backs.mean()), float(points[rows, colours].sum() / backs.sum())


def largest_notes(name: str, openers: tuple[int, ...] = (0, 1)) -> float:
    """The share of its stakes that are the largest note it has; openers (1,): when it opens."""
    played = play(name)
    staked = (played.phases == STAKE) & np.isin(played.me["turn_of"], openers)
    dirty, notes = played.me["dirty"][staked], played.actions[staked] - STAKE_NOTE
    largest = dirty.shape[1] - 1 - (dirty[:, ::-1] > 0).argmax(axis=1)
    return float((notes == largest).mean())


def goes_on(name: str) -> float:
    """How often it lays another card where it could pass."""
    return float((play(name).done(CONTINUE) != PASS).mean())


def bombs(name: str) -> float:
    """Its Bombs that go off, for each of its wars."""
    played = play(name)
    return float((played.done(BOMB_ASKED) >= CARD).sum() / played.wars)


def defections(name: str) -> float:
    """For each of its wars."""
    played = play(name)
    return float((played.actions == DEFECT).sum() / played.wars)


def tracking(name: str) -> float:
    """How often it draws, searches or steals a colour of which it has businesses."""
    played = play(name)
    draws = (played.actions >= DRAW) & (played.actions < STAKE_NOTE) & (played.phases != DRAFT)
    me, actions = played.me[draws], played.actions[draws]
    drawn = (actions - DRAW) % NUM_FAMILIES
    colours = np.where(actions < STEAL_FROM, drawn, (actions - STEAL_FROM) // NUM_VICTIMS)
    return float((me["businesses"][np.arange(len(me)), colours] > 0).mean())


def best_colour(name: str) -> Array:
    """The businesses of the colour of which it has most, at the end of each game."""
    most: Array = play(name).ends["businesses"].max(axis=1)
    return most


def businesses_taken(name: str, rivals: str) -> float:
    """How often it takes the business when spoils are split."""
    splits = play(name, rivals).done(SPLIT)
    assert len(splits) >= GAMES / 10
    return float((splits == TAKE_BUSINESS).mean())


def joins(name: str) -> float:
    """How often it joins a war where it could pass."""
    asked = play(name).done(JOIN)
    return float((asked != PASS).mean())


def smallest_notes(name: str) -> float:
    """The share of its stakes in wars of others that are the smallest note it has."""
    played = play(name)
    staked = (played.phases == STAKE) & (played.me["turn_of"] == 0)
    dirty, notes = played.me["dirty"][staked], played.actions[staked] - STAKE_NOTE
    return float((notes == (dirty > 0).argmax(axis=1)).mean())


def cheap_joins(name: str) -> float:
    """How often it joins, of all its joining, with a card of 3 or less."""
    cards = play(name).done(JOIN)
    values = (cards[cards >= CARD] - CARD) % NUM_VALUES + 1
    return float((values <= 3).mean())


# --- What has to show


def test_the_gambler_opens_earliest_and_stakes_his_largest_note() -> None:
    others_open = [hand_at_opening(name) for name in others("gambler")]
    assert hand_at_opening("gambler") < min(others_open) - 0.6
    assert largest_notes("gambler") == 1.0
    assert max(largest_notes(name) for name in others("gambler")) < 0.8


def test_only_the_bluffer_opens_with_less_than_his_backs_promise() -> None:
    backs, value = opened_with("bluffer")
    other_backs, other_values = zip(*map(opened_with, others("bluffer")), strict=True)
    assert backs > max(other_backs) + 0.2
    assert value < MEAN_VALUE < min(other_values) and value < min(other_values) - 0.4


def test_the_bluffer_backs_his_fronts_with_large_notes_and_goes_on() -> None:
    for name in ("consigliere", "bomber", "turncoat", "hunter"):
        assert largest_notes("bluffer", openers=(1,)) > largest_notes(name, openers=(1,)) + 0.2
        assert goes_on("bluffer") > goes_on(name) + 0.08


def test_the_bomber_sets_off_every_bomb_and_brings_most() -> None:
    assert (play("bomber").done(BOMB_ASKED) != KEEP_IN_FAMILY).all()
    assert bombs("bomber") > 1.7 * max(bombs(name) for name in others("bomber"))
    assert bombs("bomber") > 4 * bombs("consigliere")


def test_the_turncoat_waits_for_others_and_defects_most() -> None:
    assert hand_at_opening("turncoat") == FULL_HAND
    assert max(hand_at_opening(name) for name in others("turncoat")) < FULL_HAND - 1
    assert defections("turncoat") > 2 * max(defections(name) for name in others("turncoat"))


def test_the_hunter_draws_the_colours_of_his_businesses() -> None:
    assert tracking("hunter") > max(tracking(name) for name in others("hunter")) + 0.05


def test_the_hunter_takes_businesses_and_the_miser_money() -> None:
    assert businesses_taken("hunter", rivals="turncoat") == 1.0
    assert businesses_taken("miser", rivals="turncoat") == 0.0


@many_games
def test_the_miser_joins_least_and_with_cards_of_no_value() -> None:
    assert joins("miser") < min(joins(name) for name in others("miser")) - 0.02
    assert cheap_joins("miser") > max(cheap_joins(name) for name in others("miser")) + 0.2


def test_the_consigliere_joins_always_and_hides_his_notes() -> None:
    """A note kept counts against him; the large ones wait for wars that he expects to win."""
    assert joins("consigliere") > 0.97
    assert joins("consigliere") > max(joins(name) for name in ("greedy", "miser")) + 0.1
    for name in ("greedy", "miser", "gambler", "bluffer"):
        assert largest_notes("consigliere") < largest_notes(name) - 0.1


@many_games
def test_the_consigliere_fights_on_against_who_may_become_godfather() -> None:
    """The same decisions, but a rival's family would be his third business."""
    played, agent = play("consigliere"), make_agent("consigliere", "sicilianos", seed=1)
    asked = played.phases == CONTINUE
    plain, masks = played.observations[asked], played.masks[asked]
    threatened = plain.copy()
    seats = threatened[:, TABLE_SIZE:].view(SEAT).reshape(len(plain), PLAYERS)
    rival = (seats["family"][:, 1:].any(axis=2)).argmax(axis=1) + 1
    rows = np.flatnonzero(seats["family"][np.arange(len(plain)), rival].any(axis=1))
    colour = seats["family"][rows, rival[rows]].argmax(axis=1)
    seats["businesses"][rows, :, colour] = 0
    seats["businesses"][rows, rival[rows], colour] = NUM_BUSINESSES - 1
    shares = [
        float((agent.act(seen[rows], masks[rows]) != PASS).mean()) for seen in (plain, threatened)
    ]
    assert shares[1] > shares[0] + 0.03


@many_games
def test_the_hunter_becomes_godfather_most_often() -> None:
    for name in others("hunter"):
        assert best_colour("hunter").mean() > best_colour(name).mean() + 0.15
        godfathers = (best_colour(name) == NUM_BUSINESSES).mean()
        assert (best_colour("hunter") == NUM_BUSINESSES).mean() > godfathers + 0.08
