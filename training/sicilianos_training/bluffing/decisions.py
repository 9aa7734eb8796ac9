"""The decisions in which a gang war is bluffed, and which actions are strong in them."""

from __future__ import annotations

import numpy as np

from sicilianos_env.engine.game import Game
from sicilianos_env.engine.records import Array
from sicilianos_env.games.sicilianos.actions import CARD, STAKE_NOTE
from sicilianos_env.games.sicilianos.components import NUM_CARDS, NUM_NOTES, NUM_VALUES

KINDS = ("open", "join", "stake", "continue")
OPEN, JOIN, STAKE, CONTINUE = range(len(KINDS))
OTHER = -1  # decides nothing that could be a bluff, or leaves no choice between strong and weak


def kinds_of_decisions(game: Game, observations: Array, action_masks: Array) -> Array:
    """(N,) the index in KINDS of each decision, or OTHER.

    In whole games rolling the dice instead is what it means not to open a war.
    """
    phases = observations[:, : len(game.phases)].argmax(axis=1)
    names = np.array(game.phases)[phases]
    opener = _opens(game, observations)
    found = np.full(len(observations), OTHER)
    found[(names == "turn") | ((names == "join") & opener)] = OPEN
    found[(names == "join") & ~opener] = JOIN
    found[names == "stake"] = STAKE
    found[names == "continue"] = CONTINUE
    strong = _strong(found, action_masks)
    has_choice = strong.any(axis=1) & ((action_masks > 0) & ~strong).any(axis=1)
    found[~has_choice] = OTHER
    return found


def strong_actions(kinds: Array, action_masks: Array) -> Array:
    """(N, A) which legal actions are strong: opening, joining, the largest note, going on."""
    strong = _strong(kinds, action_masks)
    strong[kinds == OTHER] = False
    return strong


def _opens(game: Game, observations: Array) -> Array:
    """Whether the war has not begun: the seat to move would be its opener."""
    players = (observations.shape[1] - game.observation_size(0)) // _seat_size(game)
    records = observations.view(game.observation_record(players))[:, 0]
    opens: Array = (records["war_round"] == 0) & (records["seats"]["turn_of"][:, 0] == 1)
    return opens


def _seat_size(game: Game) -> int:
    return game.observation_size(1) - game.observation_size(0)


def _strong(kinds: Array, action_masks: Array) -> Array:
    legal = action_masks > 0
    strong = np.zeros_like(legal)
    strong[:, CARD : CARD + NUM_CARDS] = legal[:, CARD : CARD + NUM_CARDS]
    stakes = kinds == STAKE
    notes = legal[stakes, STAKE_NOTE : STAKE_NOTE + NUM_NOTES]
    largest = NUM_NOTES - 1 - notes[:, ::-1].argmax(axis=1)
    strong[stakes] = False
    strong[np.flatnonzero(stakes), STAKE_NOTE + largest] = True
    return strong


def public_parts(kinds: Array, actions: Array) -> Array:
    """What everybody sees of actions: of a card laid its colour alone; int64 of the same shape."""
    lays = (actions >= CARD) & (kinds != STAKE)
    return np.where(lays, CARD + (actions - CARD) // NUM_VALUES, actions)
