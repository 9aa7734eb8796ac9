"""What engine states always keep: many of them at once, as an array of records."""

from __future__ import annotations

from typing import Any

import numpy as np

from naive.padrino.words import EVERY_CARD, LIGHTS, MOST_COUNTED, PHASES, light_of, type_of

KINDS = np.arange(len(EVERY_CARD))
LIGHT = np.array([LIGHTS.index(light_of(card)) for card in EVERY_CARD])
SAME_TYPE = np.array([[type_of(a) == type_of(b) for b in EVERY_CARD] for a in EVERY_CARD])
BOSS = 0  # engine states number characters from 0
MONEY, WEAPON = 0, 1


def assert_conserved(rules: Any, states: Any) -> None:
    """Of engine states at decisions: everything is there, and all fields agree with each other."""
    assert_cards_are_there(rules, states)
    assert_hands_are_full(rules, states)
    assert_suitcases_are_there(rules, states)
    assert_cards_in_play_were_counted(states)
    assert_turn_is_sound(rules, states)
    assert_right_player_decides(states)
    assert_accusations_in_their_phases(states)
    assert_ends(states)


def in_phase(states: Any, *names: str) -> Any:
    """Which states are in one of some phases."""
    return np.isin(states["phase"], [PHASES.index(name) for name in names])


def at(states: Any, name: str, where: Any) -> Any:
    """Of each state the entry of a field at a seat or a place; -1 reads the last one."""
    return states[name][np.arange(len(states)), where]


def slots_filled(states: Any) -> Any:
    """Which places in play have a card."""
    return np.arange(MOST_COUNTED) < states["num_in_play"][:, None]


def assert_cards_are_there(rules: Any, states: Any) -> None:
    """As many of each kind as the options say; what is listed is as long as it is told."""
    total = np.zeros((len(states), len(KINDS)), int)
    for name, size in (("deck", "deck_size"), ("in_play", "num_in_play")):
        listed = states[name]
        filled = np.arange(listed.shape[1]) < states[size][:, None]
        assert ((listed >= 0) == filled).all() and (listed < len(KINDS)).all(), name
        total += (listed[:, :, None] == KINDS).sum(axis=1)
    assert (states["discards"] >= 0).all() and (states["hand"] >= 0).all()
    total += states["discards"] + states["hand"].sum(axis=1)
    assert (total == np.array(rules.explanations)).all()


def assert_hands_are_full(rules: Any, states: Any) -> None:
    """In each hand of the family as many as were dealt, while there is a deck (2.7, 4.4)."""
    sizes = states["hand"].sum(axis=2)[:, : rules.num_players]
    assert not states["hand"][:, rules.num_players :].any()
    third, used_up = in_phase(states, "third"), states["deck_size"] == 0
    family = states["character"][:, : rules.num_players] != BOSS
    assert (family.sum(axis=1) == rules.num_players - 1).all()
    assert not sizes[~family].any() and not sizes[third].any()
    assert (sizes == rules.hand_size)[family & ~(third | used_up)[:, None]].all()
    assert (sizes <= rules.hand_size).all()
    assert (used_up <= in_phase(states, "object", "judge", "condemn", "over")).all()
    assert used_up[in_phase(states, "condemn")].all()


def assert_suitcases_are_there(rules: Any, states: Any) -> None:
    """1.4, 10.1; 9.6: the money stays among those with which it was mixed."""
    held = states["suitcase"][:, : rules.num_players]
    family = states["character"][:, : rules.num_players] != BOSS
    has_one = held >= 0
    assert (has_one == (family | rules.boss_suitcase)).all()
    assert ((held == MONEY).sum(axis=1) == 1).all() and ((held == WEAPON).sum(axis=1) <= 1).all()
    mixed = states["mixed"][:, : rules.num_players] == 1
    as_many = np.where(in_phase(states, "third"), 0, 3 + rules.boss_suitcase)
    assert (np.isin(mixed.sum(axis=1), [0, 3 + rules.boss_suitcase])).all()
    assert (mixed.sum(axis=1) <= as_many).all() and (mixed <= has_one).all()
    assert (mixed & (held == MONEY)).any(axis=1)[mixed.any(axis=1)].all()
    knows = states["knows"][:, : rules.num_players, : rules.num_players] == 1
    assert (knows <= has_one[:, None]).all()


def assert_cards_in_play_were_counted(states: Any) -> None:
    """They are of the accused and of one other, his helper, and not more than were counted."""
    filled, by = slots_filled(states), states["played_by"]
    assert (states["num_in_play"] <= states["counted"]).all()
    helped = filled & (by != states["accused"][:, None])
    helper = np.where(helped, by, -1).max(axis=1)
    assert (by == helper[:, None])[helped].all()
    assert np.isin(states["standing"][filled], [0, 1]).all()


def assert_turn_is_sound(rules: Any, states: Any) -> None:
    """11.5, and who may be accused and accuser."""
    counted, raised, accused = (states[name] for name in ("counted", "raised_at", "accused"))
    assert ((counted >= 0) & (counted <= MOST_COUNTED)).all()
    assert (np.isin(raised, [0, 3, 6, 9]) & (raised <= counted)).all()
    assert np.isin(states["mood"], range(len(LIGHTS))).all()
    seats = range(rules.num_players)
    assert np.isin(accused, seats).all() and (at(states, "character", accused) != BOSS).all()
    accuser = states["accuser"]
    assert np.isin(accuser, [-1, *seats]).all() and (accuser != accused).all()
    assert (at(states, "character", accuser) != BOSS)[accuser >= 0].all()
    pressed = states["pressed"] == 1
    assert (pressed <= in_phase(states, "help", "explain", "over")).all()
    assert ((counted >= 1) & (counted < MOST_COUNTED))[pressed].all()
    assert not counted[in_phase(states, "third", "verdict")].any()
    assert counted[in_phase(states, "object", "judge", "believe", "rotate", "mercy")].all()
    assert not states["helper_asked"][in_phase(states, "third", "verdict", "help")].any()
    assert not states["truncated"].any()


def assert_right_player_decides(states: Any) -> None:
    """A seat whose decision it is, except at the end."""
    mover, over = states["to_move"], in_phase(states, "over")
    assert ((mover == -1) == over).all() and (mover >= -1).all()
    the_boss = in_phase(states, "verdict", "judge", "believe", "mercy", "condemn")
    assert (mover == states["boss"])[the_boss].all()
    assert (at(states, "character", states["boss"]) == BOSS).all()
    assert (mover == states["accused"])[in_phase(states, "explain")].all()
    assert (at(states, "character", mover) != BOSS)[~over & ~the_boss].all()
    assert (mover != states["accused"])[in_phase(states, "help", "object")].all()
    assert_last_card_can_be_cancelled(states)


def assert_last_card_can_be_cancelled(states: Any) -> None:
    """4.5, 4.6: it stands; a rival of whoever has played it holds one of the same type."""
    judged = states[in_phase(states, "object", "judge")]
    last = judged["num_in_play"] - 1
    assert (last >= 0).all() and at(judged, "standing", last).all()
    asked = judged[in_phase(judged, "object")]
    last, mover = asked["num_in_play"] - 1, asked["to_move"]
    assert (mover != at(asked, "played_by", last)).all()
    fitting = SAME_TYPE[at(asked, "in_play", last)]
    assert (at(asked, "hand", mover).astype(bool) & fitting).any(axis=1).all()


def assert_accusations_in_their_phases(states: Any) -> None:
    """5.1, 5.8: with a card that stands; believed it was one that lit up."""
    told = in_phase(states, "believe", "rotate")
    assert ((states["blamed"] >= 0) == told).all() and ((states["evidence"] >= 0) == told).all()
    those = states[told]
    place, blamed = those["evidence"], those["blamed"]
    assert (place < those["num_in_play"]).all() and at(those, "standing", place).all()
    assert (blamed != those["accused"]).all() and (at(those, "character", blamed) != BOSS).all()
    light = LIGHT[at(those, "in_play", place)]
    assert (light >= those["mood"])[in_phase(those, "believe")].all()
    rotating = in_phase(those, "rotate")
    assert (light == LIGHTS.index("yellow"))[rotating].all()
    assert (those["to_move"] == at(those, "played_by", place))[rotating].all()


def assert_ends(states: Any) -> None:
    """Somebody has won at the end, never before, and only then somebody may be condemned."""
    over = in_phase(states, "over")
    won, condemned = states["won"] == 1, states["condemned"]
    assert (won.any(axis=1) == over).all() and not won.all(axis=1).any()
    assert (condemned == -1)[~over].all()
    sentenced = condemned >= 0
    assert (at(states, "character", condemned) != BOSS)[sentenced].all()
    assert not at(states, "won", condemned)[sentenced].any()
