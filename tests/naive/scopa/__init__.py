"""The naive twin of Scopa, and what the tests have to be told of the game."""

from naive.scopa.conserved import assert_conserved
from naive.scopa.hidden import (
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
from naive.scopa.history import assert_history
from naive.scopa.referee import Referee
from naive.scopa.shown import (
    assert_same_knowledge,
    assert_shown,
    facts_hold,
    shown_cards,
    shown_things,
)
from naive.scopa.start import set_up_again
from naive.scopa.variants import FEW_ORDERS, OPTIONS, TINY, draw_options
from naive.scopa.words import CARDS, RefusedError
