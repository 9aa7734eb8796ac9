"""What follows from all that was done in a game about how it ends."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Any

from naive.padrino.words import is_informer, type_of

Deed = tuple[int, str]  # a seat and an action in words


BOSS = 0


def assert_history(rules: Any, deeds: list[Deed], position: dict[str, Any]) -> None:
    """Of a whole game, from its seats' actions in words: what follows about its last position."""
    turns = turns_in(deeds)
    assert_ended_as_told(deeds, position)
    assert_accused_follow_each_other(rules, turns, position)
    assert_each_explanation_was_settled(deeds)
    assert_turns_keep_to_their_limits(turns, position)
    assert_cards_came_from_the_hands(rules, deeds, position)
    assert_suitcases_stayed(rules, position)


def verb_of(text: str) -> str:
    """'explain green place' -> 'explain'."""
    return text.split(" ")[0]


def said(deeds: list[Deed], verb: str) -> list[str]:
    """What followed the verb, each time that it was said."""
    return [text.partition(" ")[2] for _, text in deeds if verb_of(text) == verb]


def turns_in(deeds: list[Deed]) -> list[list[Deed]]:
    """The actions of each turn; the choice of the third player is in none."""
    turns: list[list[Deed]] = [[]]
    for (seat, text), following in zip(deeds, [*deeds[1:], (BOSS, "")], strict=True):
        if verb_of(text) == "with":
            continue
        turns[-1].append((seat, text))
        is_turned = following[1] in ("clockwise", "counterclockwise")
        if text in ("spare", "clockwise", "counterclockwise") or (
            text == "believe" and not is_turned
        ):
            turns.append([])
    assert turns[-1], "the game ended between two turns"
    return turns


def assert_ended_as_told(deeds: list[Deed], position: dict[str, Any]) -> None:
    """By one sentence, condemnation or informer, and nothing after it."""
    final = [(s, text) for s, text in deeds if verb_of(text) in ("sentence", "condemn", "inform")]
    assert final == deeds[-1:]
    ((seat, text),) = final
    verb, _, rest = text.partition(" ")
    if verb == "inform":
        assert seat == position["accused"] and position["condemned"] is None
        assert is_informer(rest) and rest in position["seats"][seat]["hand"]
        return
    assert seat == BOSS
    condemned = int(rest) if verb == "condemn" else position["accused"]
    assert position["condemned"] == condemned
    assert (verb == "condemn") == (position["deck"] == [])
    assert condemned not in position["winners"]


def assert_accused_follow_each_other(
    rules: Any, turns: list[list[Deed]], position: dict[str, Any]
) -> None:
    """3.1, 5.10 and 6.5: each turn but the first begins with the Boss's word."""
    assert all(turn[0][1] in ("hear", "sentence") for turn in turns[1:])
    assert (BOSS, "hear") not in turns[0]
    for before, turn in pairwise(turns):
        following = players_heard(turn)
        if (BOSS, "spare") in before:
            continue
        blamed = int(said(before, "accuse")[-1].split(" ")[0])
        assert following <= {blamed, *others_who_help(rules, blamed)}
    last_end = turns[-2][-1][1] if len(turns) > 1 else "spare"
    if last_end == "spare":
        assert position["accuser"] is None
    else:
        blamed = int(said(turns[-2], "accuse")[-1].split(" ")[0])
        accusers = {seat for seat, text in turns[-2] if verb_of(text) == "accuse"}
        assert position["accused"] == blamed and {position["accuser"]} == accusers


def players_heard(turn: list[Deed]) -> set[int]:
    """Who has explained something in a turn."""
    return {seat for seat, text in turn if verb_of(text) == "explain"}


def others_who_help(rules: Any, accused: int) -> list[int]:
    """His helper (1.3, 4.1), if he has one."""
    if rules.num_players == 4:
        return []
    return [accused - 1 if accused > 1 else rules.num_players - 1]


def assert_each_explanation_was_settled(deeds: list[Deed]) -> None:
    """4.5, 4.6: by one card of the same type, or by the Boss, before anything else is done."""
    card = None
    for seat, text in deeds:
        verb, _, rest = text.partition(" ")
        if card is None:
            assert verb not in ("accept", "cancel")
            card = rest if verb == "explain" else None
        elif rest:
            assert verb == "cancel" and type_of(rest) == type_of(card) and seat != BOSS
            card = None
        else:
            assert text == "pass" or (seat == BOSS and text in ("accept", "cancel"))
            card = card if text == "pass" else None
    assert card is None


def assert_turns_keep_to_their_limits(turns: list[list[Deed]], position: dict[str, Any]) -> None:
    """3.3, 3.4 and 3.5; whoever is pressed goes on with a card (6.2)."""
    for turn in turns:
        verbs = [verb_of(text) for _, text in turn if text != "pass"]
        assert verbs.count("explain") <= 9
        assert len(said(turn, "accuse")) == verbs.count("believe") + verbs.count("refuse")
        for place, verb in enumerate(verbs):
            if verb in ("stop", "accuse"):
                assert "explain" in verbs[:place]
            if verb == "press":
                assert verbs[place + 1] in ("explain", "inform")
            if verb == "spare":
                assert verbs[:place].count("explain") == 9
    assert position["counted"] == len(said(turns[-1], "explain"))


def assert_cards_came_from_the_hands(
    rules: Any, deeds: list[Deed], position: dict[str, Any]
) -> None:
    """4.4, 4.5: what was played lies openly, and for each card one was drawn."""
    cancelling = [text for text in said(deeds, "cancel") if text]
    played = Counter(said(deeds, "explain") + cancelling)
    openly = position["discards"] + [each["card"] for each in position["in_play"]]
    assert Counter(openly) == played
    at_first = sum(rules.explanations) - rules.hand_size * (rules.num_players - 1)
    assert len(position["deck"]) == max(0, at_first - played.total())
    hands = sum(len(seat["hand"]) for seat in position["seats"])
    assert hands + played.total() + len(position["deck"]) == sum(rules.explanations)


def assert_suitcases_stayed(rules: Any, position: dict[str, Any]) -> None:
    """9.6: the money is among the mixed ones, of which the Boss keeps his (10.1)."""
    held = [seat["suitcase"] for seat in position["seats"]]
    assert held.index("money") in position["mixed"]
    assert (BOSS in position["mixed"]) == rules.boss_suitcase
    knows = [seat["knows"] for seat in position["seats"]]
    assert all(content == held[int(seat)] for each in knows for seat, content in each.items())
    assert not rules.boss_suitcase or not any(str(BOSS) in each for each in knows)
