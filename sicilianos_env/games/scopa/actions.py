"""Action ids: a card's index serves `play` and `take` alike; the phase says which is meant."""

from __future__ import annotations

from sicilianos_env.games.scopa.components import NUM_CARDS

NUM_ACTIONS = NUM_CARDS
