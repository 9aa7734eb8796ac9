"""The naive twin of Si, Oscuro Padrino!, and what the tests have to be told of the game."""

from naive.padrino.conserved import assert_conserved
from naive.padrino.hidden import (
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
from naive.padrino.history import assert_history
from naive.padrino.referee import Referee
from naive.padrino.shown import (
    assert_same_knowledge,
    assert_shown,
    facts_hold,
    shown_cards,
    shown_things,
)
from naive.padrino.start import set_up_again
from naive.padrino.variants import FEW_ORDERS, OPTIONS, TINY, draw_options
from naive.padrino.words import CARDS, RefusedError
