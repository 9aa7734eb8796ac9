"""What follows from all that was done in a game about how it ends."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Any

from naive.famiglia.words import FAMILIES, RANKS, rank_of

Deed = tuple[int, str]  # a seat and an action in words


def assert_history(rules: Any, deeds: list[Deed], position: dict[str, Any]) -> None:
    """Of a whole game, from its seats' actions in words: what follows about its last position."""
    turns = turns_in(deeds)
    assert_turns_alternate(rules, turns, position)
    assert_abilities_were_used_by_the_rules(turns)
    assert_cards_came_from_the_street(deeds, position)
    assert_rest_lies_in_the_middle(rules, deeds, position)
    assert_ended_in_time(turns, position)


def is_last_of_a_turn(text: str) -> bool:
    """Whether a turn ends with it (6.1)."""
    return text == "pass" or text.startswith("take ")


def turns_in(deeds: list[Deed]) -> list[list[Deed]]:
    """The actions of each turn."""
    turns: list[list[Deed]] = [[]]
    for seat, text in deeds:
        turns[-1].append((seat, text))
        if is_last_of_a_turn(text):
            turns.append([])
    assert not turns.pop(), "the last turn was not played to its end"
    return turns


def assert_turns_alternate(rules: Any, turns: list[list[Deed]], position: dict[str, Any]) -> None:
    """2.3 and 2.4."""
    seats = [turn[0][0] for turn in turns]
    assert seats[0] == position["first_player"]
    assert rules.first_player in (None, seats[0])
    assert all(one != other for one, other in pairwise(seats))
    assert all({seat for seat, _ in turn} == {turn[0][0]} for turn in turns)


def said(deeds: list[Deed], verb: str) -> list[str]:
    """The cards of all actions that begin with a verb."""
    return [text.removeprefix(f"{verb} ") for _, text in deeds if text.startswith(f"{verb} ")]


def assert_abilities_were_used_by_the_rules(turns: list[list[Deed]]) -> None:
    """4.1 to 4.3, 5.1, 5.2: one of each in a turn, for no more than its rank."""
    for turn in turns:
        accountants, brutes = said(turn, "play accountant"), said(turn, "play brute")
        recalled, threats = said(turn, "recall"), said(turn, "intimidate")
        assert len(accountants) <= 1 and len(brutes) <= 1
        assert len(recalled) <= sum(map(int, accountants))
        assert len(said(turn, "lay")) == len(recalled)
        assert len(threats) == len(brutes)
        for threat, brute in zip(threats, brutes, strict=True):
            card, to = threat.split(" to ")
            assert 1 <= rank_of(card) - int(to) <= int(brute)


def assert_cards_came_from_the_street(deeds: list[Deed], position: dict[str, Any]) -> None:
    """6: each has the cards that he began with and those that he has taken; 4 to 6: where."""
    for number, seat in enumerate(position["seats"]):
        his = [(who, text) for who, text in deeds if who == number]
        taken = [shown.split(" laying ")[0] for shown in said(his, "take")]
        everything = Counter([f"{family} 0" for family in FAMILIES] + taken)
        assert Counter(seat["hand"] + seat["gang"]) == everything
        gang = Counter(laid_by_taking(his) + said(his, "play") + said(his, "lay"))
        gang.subtract(said(his, "recall"))
        assert all(gang[card] == seat["gang"].count(card) for card in gang.keys() | seat["gang"])


def laid_by_taking(deeds: list[Deed]) -> list[str]:
    """The cards that were shown and laid into the gang (6.4 to 6.6)."""
    ways = [shown.split(" with ")[0] for shown in said(deeds, "take")]
    return [way.split(" laying ")[1] for way in ways if " laying " in way]


def assert_rest_lies_in_the_middle(rules: Any, deeds: list[Deed], position: dict[str, Any]) -> None:
    """3.3 and 3.5: what nobody has, and in the first pass the discards are what was cleared."""
    in_play = {
        f"{family} {rank}": rules.copies[row][rank]
        for row, family in enumerate(FAMILIES)
        for rank in RANKS
    }
    there = Counter(position["stock"] + position["street"] + position["discards"])
    for seat in position["seats"]:
        there.update(seat["hand"] + seat["gang"])
    assert there == Counter(in_play)
    if position["pass"] == 1:
        assert Counter(position["discards"]) == Counter(said(deeds, "clear"))


def assert_ended_in_time(turns: list[list[Deed]], position: dict[str, Any]) -> None:
    """7.1 and 7.3: after two passes, never before, or else after a turn of the second player."""
    passed = [turn[-1][1] == "pass" for turn in turns]
    assert position["last_passed"] == passed[-1]
    both = [one and other for one, other in pairwise(passed)]
    assert not any(both[:-1])
    if not any(both):
        assert len(turns) % 2 == 0
        assert position["pass"] == 2 and not position["stock"]
