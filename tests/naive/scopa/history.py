"""What follows from all that was done in a game about how it ends."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from naive.scopa.words import in_order, suit_of, value_of

Deed = tuple[int, str]  # a seat and an action in words


OTHER_POINTS = 4  # that a round can bring a seat beside scopas (5)


@dataclass
class Turn:
    """A card played, and what the player has chosen to take; the rest was no choice (3.9)."""

    seat: int
    card: str
    chosen: list[str] = field(default_factory=list)


def assert_history(rules: Any, deeds: list[Deed], position: dict[str, Any]) -> None:
    """Of a whole game, from its seats' actions in words: what follows about its last position."""
    rounds = rounds_in(rules, turns_in(deeds))
    assert rounds
    assert_turns_went_round(rules, rounds, position)
    for turns in rounds:
        assert_each_card_once(turns)
        for turn in turns:
            assert_chosen_by_value(turn)
    assert_all_went_to_the_last_taker(rules, position)
    for seat in range(rules.num_players):
        assert_pile_comes_from_turns(rounds[-1], seat, position)
        assert_score_comes_from_piles(rounds, seat, position)
    assert_ended_in_time(rules, rounds, position)


def turns_in(deeds: list[Deed]) -> list[Turn]:
    """The turns; each card chosen belongs to the card played before, by the same seat."""
    turns: list[Turn] = []
    for seat, text in deeds:
        verb, card = text.split(" ", 1)
        if verb == "play":
            turns.append(Turn(seat, card))
        else:
            assert verb == "take" and turns[-1].seat == seat
            turns[-1].chosen.append(card)
    return turns


def turns_in_a_round(rules: Any) -> int:
    """How many cards are dealt to the players in a round (2.2 to 2.4)."""
    left, dealt = len(rules.cards) - rules.table_size, 0
    while left >= rules.num_players:
        each = min(rules.hand_size, left // rules.num_players)
        left -= each * rules.num_players
        dealt += each * rules.num_players
    return dealt


def rounds_in(rules: Any, turns: list[Turn]) -> list[list[Turn]]:
    """The turns of each round: of all rounds as many."""
    length = turns_in_a_round(rules)
    assert len(turns) % length == 0
    return [turns[i : i + length] for i in range(0, len(turns), length)]


def assert_turns_went_round(rules: Any, rounds: list[list[Turn]], position: dict[str, Any]) -> None:
    """2.6: clockwise from the dealer's left; 2.1: the deal moves on one seat each round."""
    for turns in rounds:
        for before, after in pairwise(turns):
            assert after.seat == (before.seat + 1) % rules.num_players
    firsts = [turns[0].seat for turns in rounds]
    for before, after in pairwise(firsts):
        assert after == (before + 1) % rules.num_players
    assert firsts[-1] == (position["dealer"] + 1) % rules.num_players
    assert len(rounds) == position["round"]


def assert_chosen_by_value(turn: Turn) -> None:
    """3.4, 3.5: a card or a sum of the same value, or its beginning, in index order (3.8)."""
    assert sum(map(value_of, turn.chosen)) <= value_of(turn.card)
    assert turn.chosen == in_order(set(turn.chosen))


def assert_each_card_once(turns: list[Turn]) -> None:
    """In a round no card is played twice, and what has been taken is neither played nor taken."""
    played: set[str] = set()
    taken: set[str] = set()
    for turn in turns:
        assert turn.card not in played | taken
        played.add(turn.card)
        assert not set(turn.chosen) & (taken | {turn.card})
        taken |= set(turn.chosen)
        if turn.chosen:
            taken.add(turn.card)


def assert_all_went_to_the_last_taker(rules: Any, position: dict[str, Any]) -> None:
    """8.6: piles and table are those of the last round; 4.2: nothing is left if anybody took."""
    last_taker, piles = position["last_taker"], [seat["pile"] for seat in position["seats"]]
    in_piles = in_order(card for pile in piles for card in pile)
    nobody_took = last_taker is None
    assert position["deck"] == []
    assert position["table"] == (list(rules.cards) if nobody_took else [])
    assert in_piles == ([] if nobody_took else list(rules.cards))
    assert nobody_took or piles[last_taker]


def assert_pile_comes_from_turns(turns: list[Turn], seat: int, position: dict[str, Any]) -> None:
    """3.7: what a seat has taken lies in its pile, beside its own cards of the same value."""
    pile = position["seats"][seat]["pile"]
    for turn in turns:
        if turn.seat == seat and turn.chosen:
            assert {turn.card, *turn.chosen} <= set(pile)
    if seat == position["last_taker"]:
        return  # the rest of the table lies there as well
    can_have_taken = [turn.card for turn in turns if turn.seat == seat and turn.card in pile]
    assert not pile or can_have_taken
    value, is_odd = divmod(sum(map(value_of, pile)), 2)
    assert not is_odd and value <= sum(map(value_of, can_have_taken))


def assert_score_comes_from_piles(
    rounds: list[list[Turn]], seat: int, position: dict[str, Any]
) -> None:
    """5: points for the last piles and scopas, one a turn at most; all else is from before."""
    piles, his = [each["pile"] for each in position["seats"]], position["seats"][seat]
    own = [sum(turn.seat == seat for turn in turns) for turns in rounds]
    assert 0 <= his["scopas"] <= own[-1]
    before = his["score"] - points_for(piles, seat) - his["scopas"]
    assert 0 <= before <= sum(OTHER_POINTS + turns for turns in own[:-1])


def points_for(piles: list[list[str]], seat: int) -> int:
    """The points of a seat for its pile (5.2 to 5.5)."""
    others = [pile for number, pile in enumerate(piles) if number != seat]
    mine, points = piles[seat], 0
    points += all(len(mine) > len(pile) for pile in others)
    points += all(coins_in(mine) > coins_in(pile) for pile in others)
    return points + len({"coins 7", "coins 10"} & set(mine))


def coins_in(pile: list[str]) -> int:
    """How many coins are in a pile."""
    return sum(suit_of(card) == "coins" for card in pile)


def assert_ended_in_time(rules: Any, rounds: list[list[Turn]], position: dict[str, Any]) -> None:
    """By a score (6.1), or after all rounds that there may be (6.3, 6.4), and not later."""
    assert len(rounds) <= (1 if rules.single_round else rules.max_rounds)
    scores = sorted(seat["score"] for seat in position["seats"])
    if not rules.single_round and len(rounds) < rules.max_rounds:
        assert scores[-1] >= rules.target and scores[-1] > scores[-2]
