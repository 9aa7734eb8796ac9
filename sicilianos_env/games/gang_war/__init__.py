"""One gang war of Sicilianos, priced: small enough to be solved, and what a bluff is worth in it.

The rules are in RULES.md beside this file; the war is fought by the code of Sicilianos.
"""

from __future__ import annotations

from sicilianos_env.engine.game import Game
from sicilianos_env.games.gang_war import (
    freezing,
    loading,
    notation,
    options,
    resample,
    rules,
    seen,
    state,
    view,
)
from sicilianos_env.games.sicilianos import notation as sicilianos_notation
from sicilianos_env.games.sicilianos import observation
from sicilianos_env.games.sicilianos.actions import NUM_ACTIONS
from sicilianos_env.games.sicilianos.components import MAX_PLAYERS
from sicilianos_env.games.sicilianos.notation import GAME_NAME as WHOLE_GAME
from sicilianos_env.games.sicilianos.seen import seen_action
from sicilianos_env.games.sicilianos.state import GAME_OVER, PHASES

GAME = Game(
    name=notation.GAME_NAME,
    version=0,
    rules=options.Rules,
    rules_record=options.RULES,
    presets=options.PRESETS,
    min_players=2,
    max_players=MAX_PLAYERS,
    num_actions=NUM_ACTIONS,
    phases=PHASES,
    phases_unused=notation.PHASES_UNUSED,
    asked_always=GAME_OVER,
    shuffle_size=0,
    state=state.STATE,
    table_fields=observation.TABLE_FIELDS,
    seat_fields=observation.SEAT_FIELDS,
    score_unit=200_000,
    exact_unit=options.PRICE_UNIT,
    start=rules.start,
    chance_size=rules.chance_size,
    chance_key=rules.chance_key,
    resolve_chance=rules.resolve_chance,
    shuffled=rules.shuffled,
    legal_mask=rules.legal_mask,
    step=rules.step,
    observe=observation.observe,
    resample=resample.resample,
    result=rules.result,
    action_text=sicilianos_notation.action_text,
    parse_action=sicilianos_notation.parse_action,
    outcome_text=notation.outcome_text,
    parse_outcome=notation.parse_outcome,
    seen_action=seen_action,
    seen_outcome=seen.seen_outcome,
    seen_change=seen.seen_change,
    position=notation.position,
    load=loading.load,
    view=view.view,
    fields_unused=("dice", "influence", "searched"),
    part_of=WHOLE_GAME,
    frozen=freezing.frozen,
)
