"""Sicilianos: collect mafia families by dice, fight gang wars with face-down cards and bank notes.

The rules are in RULES.md beside this file, the fields of an observation in `observation`.
"""

from __future__ import annotations

from sicilianos_env.engine.game import Game
from sicilianos_env.games.sicilianos import (
    loading,
    notation,
    observation,
    payday,
    resample,
    rules,
    seen,
    state,
    view,
)
from sicilianos_env.games.sicilianos.actions import NUM_ACTIONS
from sicilianos_env.games.sicilianos.components import MAX_PLAYERS, NUM_CARDS
from sicilianos_env.games.sicilianos.options import PRESETS, RULES, Rules

GAME = Game(
    name="sicilianos",
    version=0,
    rules=Rules,
    rules_record=RULES,
    presets=PRESETS,
    min_players=2,
    max_players=MAX_PLAYERS,
    num_actions=NUM_ACTIONS,
    phases=state.PHASES,
    asked_always=state.TURN,
    shuffle_size=NUM_CARDS,
    state=state.STATE,
    table_fields=observation.TABLE_FIELDS,
    seat_fields=observation.SEAT_FIELDS,
    score_unit=500_000,
    start=rules.start,
    chance_size=rules.chance_size,
    chance_key=rules.chance_key,
    resolve_chance=rules.resolve_chance,
    shuffled=rules.shuffled,
    legal_mask=rules.legal_mask,
    step=rules.step,
    observe=observation.observe,
    resample=resample.resample,
    result=payday.result,
    action_text=notation.action_text,
    parse_action=notation.parse_action,
    outcome_text=notation.outcome_text,
    parse_outcome=notation.parse_outcome,
    seen_action=seen.seen_action,
    seen_outcome=seen.seen_outcome,
    seen_change=seen.seen_change,
    position=notation.position,
    load=loading.load,
    view=view.view,
    outright="Godfather",
)
