"""What follows from all that was done in a game about how it ends."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Any

from naive.sicilianos.words import DENOMINATIONS, FAMILIES, colour_of, type_of

Deed = tuple[int, str]  # a seat and an action in words


def assert_history(rules: Any, deeds: list[Deed], position: dict[str, Any]) -> None:
    """Of a whole game, from its seats' actions in words: what follows about its last position."""
    turns = turns_in(deeds, rules.num_players)
    assert turns
    assert_notes_were_staked(rules, deeds, position)
    assert_businesses_were_founded(deeds, position)
    assert_turns_went_round(rules, turns, position)
    assert_washed_from_wars(rules, turns, position)
    assert_ended_in_time(rules, turns, position)


def turns_in(deeds: list[Deed], players: int) -> list[list[Deed]]:
    """The actions of each turn; those of the draft are in none."""
    turns: list[list[Deed]] = []
    for number, (seat, text) in enumerate(deeds):
        joins = bool(turns) and is_joining(turns[-1], seat, text, players)
        if text == "roll" or (is_first_card(deeds, number) and not joins):
            turns.append([])
        if turns:
            turns[-1].append((seat, text))
    return turns


def is_first_card(deeds: list[Deed], number: int) -> bool:
    """Whether a seat lays its first card of a war: only then it stakes right after (5.1, 5.4)."""
    return bool(said(deeds[number + 1 : number + 2], deeds[number][0], "stake"))


def is_joining(turn: list[Deed], seat: int, text: str, players: int) -> bool:
    """Whether a first card, laid after these actions of a turn, joins its war or opens another.

    The next to open one is the opener's left neighbour, who is also the first to be asked: then he
    joins right after the stake, with another colour. If he could have, he would have been asked.
    """
    (opener, opening), *others = turn
    if opening == "roll":
        return False
    if seat != (opener + 1) % players:
        return True
    return len(others) == 1 and colour_laid(text) != colour_laid(opening)


def colour_laid(text: str) -> str:
    """The colour of the card that was played."""
    return colour_of(text.removeprefix("play "))


def said(deeds: list[Deed], seat: int, verb: str) -> list[str]:
    """What a seat said after that verb, each time."""
    return [
        text.removeprefix(f"{verb} ")
        for who, text in deeds
        if who == seat and text.startswith(f"{verb} ")
    ]


def assert_notes_were_staked(rules: Any, deeds: list[Deed], position: dict[str, Any]) -> None:
    """7.7: what is left and what was staked is what everybody started with."""
    counts = zip(DENOMINATIONS, rules.notes, strict=True)
    at_start = [note for note, count in counts for _ in range(count)]
    for number, seat in enumerate(position["seats"]):
        staked = [int(note) for note in said(deeds, number, "stake")]
        assert sorted([*seat["dirty"], *staked]) == at_start


def assert_businesses_were_founded(deeds: list[Deed], position: dict[str, Any]) -> None:
    """6.6: each has the types that he chose."""
    for number, seat in enumerate(position["seats"]):
        assert sorted(map(type_of, seat["businesses"])) == sorted(said(deeds, number, "found"))


def assert_washed_from_wars(rules: Any, turns: list[list[Deed]], position: dict[str, Any]) -> None:
    """7.9, war by war; and in each war one player at most washes money (6.5, 6.8, 6.9)."""
    wars = [most_washed(rules, turn) for turn in turns if turn[0][1] != "roll"]
    washed = [seat["washed"] for seat in position["seats"]]
    for number, money in enumerate(washed):
        assert 0 <= money <= sum(war.get(number, 0) for war in wars)
    assert sum(washed) <= sum(max(war.values()) for war in wars)


def most_washed(rules: Any, war: list[Deed]) -> dict[int, int]:
    """The most that each participant of a war can wash: twice his stake, or his and his ally's."""
    stakes, families = {}, {}
    for seat in {seat for seat, text in war if text.startswith("stake ")}:
        stakes[seat] = int(said(war, seat, "stake")[0])
        families[colour_of(said(war, seat, "play")[0])] = seat
    most = {seat: 2 * note for seat, note in stakes.items()}
    for colour, seat in families.items():
        if (seat, "turncoat") in war:
            partner = rules.turncoat_partner[FAMILIES.index(colour)]
            assert partner in families  # 5.11
            ally = families[partner]
            for one in (seat, ally):
                most[one] = max(most[one], stakes[seat] + stakes[ally])
    return most


def assert_turns_went_round(rules: Any, turns: list[list[Deed]], position: dict[str, Any]) -> None:
    """3.17: clockwise, whoever fought or won; 10.6: the last one is told."""
    seats = [turn[0][0] for turn in turns]
    assert all(after == (before + 1) % rules.num_players for before, after in pairwise(seats))
    assert rules.first_player in (None, seats[0])  # 2.7
    assert position["turn_of"] == seats[-1]


def assert_ended_in_time(rules: Any, turns: list[list[Deed]], position: dict[str, Any]) -> None:
    """By the last war (7.1, 7.2), or else when all turns had been played (8.6)."""
    assert len(turns) <= rules.max_turns
    penniless = [i for i, seat in enumerate(position["seats"]) if not seat["dirty"]]
    if is_won_outright(position):
        assert any(text.startswith("found ") for _, text in turns[-1])
    elif not penniless:
        assert len(turns) == rules.max_turns
    for seat in penniless:
        assert said(turns[-1], seat, "stake")


def is_won_outright(position: dict[str, Any]) -> bool:
    """Whether somebody is Godfather (7.1)."""
    return any(
        Counter(map(colour_of, seat["businesses"])).most_common(1)[0][1] == 3
        for seat in position["seats"]
        if seat["businesses"]
    )
