"""The naive twin of Famiglia, and what the tests have to be told of the game."""

from naive.famiglia.conserved import assert_conserved
from naive.famiglia.hidden import (
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
from naive.famiglia.history import assert_history
from naive.famiglia.referee import Referee
from naive.famiglia.shown import (
    assert_same_knowledge,
    assert_shown,
    facts_hold,
    shown_cards,
    shown_things,
)
from naive.famiglia.start import set_up_again
from naive.famiglia.variants import FEW_ORDERS, OPTIONS, TINY, draw_options
from naive.famiglia.words import CARDS, RefusedError
