"""The naive twin of Sicilianos, and what the tests have to be told of the game."""

from naive.sicilianos.conserved import assert_conserved
from naive.sicilianos.hidden import (
    HIDDEN_FIELDS,
    alike,
    all_like,
    permute_hidden,
    places,
    same_whatever_was_done,
    seen_from,
    shuffled_piles,
    written,
)
from naive.sicilianos.history import assert_history
from naive.sicilianos.referee import Referee
from naive.sicilianos.shown import (
    assert_same_knowledge,
    assert_shown,
    facts_hold,
    shown_cards,
    shown_things,
)
from naive.sicilianos.start import set_up_again
from naive.sicilianos.variants import FEW_ORDERS, OPTIONS, TINY, draw_options
from naive.sicilianos.words import CARDS, RefusedError
