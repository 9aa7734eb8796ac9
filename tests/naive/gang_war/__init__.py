"""The naive twin of the gang war, and what the tests have to be told of the game."""

from naive.gang_war.conserved import assert_conserved
from naive.gang_war.hidden import (
    HIDDEN_FIELDS,
    all_like,
    permute_hidden,
    places,
    same_whatever_was_done,
    seen_from,
    shuffled_piles,
    written,
)
from naive.gang_war.history import assert_history
from naive.gang_war.observed import assert_same_knowledge, assert_shown
from naive.gang_war.referee import Referee, set_up_again
from naive.gang_war.variants import FEW_ORDERS, OPTIONS, TINY, draw_options
from naive.sicilianos.hidden import alike
from naive.sicilianos.shown import facts_hold, shown_cards, shown_things
from naive.sicilianos.words import CARDS, RefusedError
