"""Si, Oscuro Padrino!: a Boss who judges, a family that passes the blame and the suitcases on.

The rules are in RULES.md beside this file, the fields of an observation in `observation`.
"""

from __future__ import annotations

from sicilianos_env.engine.game import Game
from sicilianos_env.games.padrino import (
    ending,
    loading,
    notation,
    observation,
    options,
    resample,
    rules,
    seen,
    setup,
    state,
    view,
)
from sicilianos_env.games.padrino.actions import NUM_ACTIONS
from sicilianos_env.games.padrino.components import MAX_PLAYERS, MIN_PLAYERS, NUM_CARDS
from sicilianos_env.games.padrino.options import PRESETS, RULES, Rules

GAME = Game(
    name="padrino",
    version=0,
    rules=Rules,
    rules_record=RULES,
    presets=PRESETS,
    min_players=MIN_PLAYERS,
    max_players=MAX_PLAYERS,
    num_actions=NUM_ACTIONS,
    phases=state.PHASES,
    asked_always=state.EXPLAIN,
    shuffle_size=NUM_CARDS,
    state=state.STATE,
    table_fields=observation.TABLE_FIELDS,
    seat_fields=observation.SEAT_FIELDS,
    score_unit=None,
    start=setup.start,
    chance_size=rules.chance_size,
    chance_key=rules.chance_key,
    resolve_chance=rules.resolve_chance,
    shuffled=rules.shuffled,
    legal_mask=rules.legal_mask,
    step=rules.step,
    observe=observation.observe,
    resample=resample.resample,
    result=ending.result,
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
    roles=options.roles,
)
