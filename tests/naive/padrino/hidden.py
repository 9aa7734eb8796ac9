"""What could also be: other states and positions that look the same to a seat."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from itertools import combinations, permutations
from math import gcd
from typing import Any

import numpy as np

from naive.padrino.observed import seen_phase, seen_to_move
from naive.padrino.options import BOX
from naive.padrino.referee import Referee
from naive.padrino.words import (
    EVERY_CARD,
    HAND,
    IN_THE_BOX,
    MOST_COUNTED,
    MOST_PLAYERS,
    PHASES,
    SUITCASES,
    in_index_order,
)

# The fields of an engine state that `permute_hidden` can change.
HIDDEN_FIELDS = {"hand", "deck", "suitcase", "phase", "to_move", "helper_asked"}


Asked = tuple[str, int | None, bool]  # a phase, who decides, and whether the helper has answered


# ------------------------------------------------------------------- what somebody can imagine


def who_may_be_asked(referee: Referee, viewer: int) -> list[Asked]:
    """All that is equally likely to be going on, with the hands that there are (9.2, 9.9)."""
    true = (referee.phase, referee.to_move, referee.helper_asked)
    if referee.to_move == viewer:
        return [true]
    seen = seen_phase(referee, viewer)
    if seen not in ("explain", "judge"):
        return [true]
    secret = helpers(referee, viewer) if seen == "explain" else objectors(referee, viewer)
    if seen_to_move(referee, viewer) is None:
        return secret
    helper_asked = referee.helper_asked or referee.phase == "help"
    openly = referee.accused if seen == "explain" else referee.boss
    return [(seen, openly, helper_asked), *secret]


def helpers(referee: Referee, viewer: int) -> list[Asked]:
    """The helper, if it is possible that he is being asked (9.9)."""
    helper = referee.helper()
    if helper in (None, viewer) or referee.counted == MOST_COUNTED:
        return []
    if referee.phase == "explain" and not referee.helper_asked:
        return []
    if referee.in_play and referee.in_play[-1].by == helper:
        return []
    return [("help", helper, False)]


def objectors(referee: Referee, viewer: int) -> list[Asked]:
    """Each player who holds a card to object with."""
    out = (referee.accused, referee.in_play[-1].by, viewer)
    asked = [seat for seat in referee.family() if seat not in out and referee.counters(seat)]
    return [("object", seat, referee.helper_asked) for seat in asked]


def places_of_suitcases(referee: Referee, viewer: int) -> list[tuple[int, int | None]]:
    """The places of the money and of the weapon, all equally likely; None: in the box (9.9)."""
    known = referee.seats[viewer].knows
    having = [seat for seat, each in enumerate(referee.seats) if each.suitcase is not None]
    unknown: list[int | None] = [seat for seat in having if seat not in known]
    in_the_box: list[int | None] = [None] * (IN_THE_BOX - len(having))
    money, weapon = referee.holder_of("money"), referee.holder_of("weapon")
    mixed = [seat for seat in unknown if seat in (referee.mixed or having)]
    return [
        (of_money, of_weapon)
        for of_money in ([money] if money in known else mixed)
        for of_weapon in ([weapon] if weapon in known else unknown + in_the_box)
        if of_weapon != of_money
    ]


def contents(referee: Referee, money: int, weapon: int | None) -> list[str | None]:
    """Of each seat's suitcase, with the money and the weapon there and no others."""
    found: list[str | None] = [seat.suitcase and "plain" for seat in referee.seats]
    found[money] = "money"
    if weapon is not None:
        found[weapon] = "weapon"
    return found


# ------------------------------------------------------------------------------ engine states


def permute_hidden(
    rules: Any, state: Any, referee: Referee, viewer: int, choose: random.Random
) -> None:
    """Makes another engine state of one, which the viewer cannot tell from it."""
    other = deepcopy(referee)
    possible: list[Asked] = []
    while not possible:  # the hands may be such that nobody could have been asked
        deal_unseen(other, viewer, choose)
        possible = who_may_be_asked(other, viewer)
    phase, to_move, helper_asked = choose.choice(possible)
    state["phase"], state["helper_asked"] = PHASES.index(phase), helper_asked
    state["to_move"] = to_move
    places = choose.choice(places_of_suitcases(referee, viewer))
    for seat, content in enumerate(contents(referee, *places)):
        if content is not None:
            state["suitcase"][seat] = SUITCASES.index(content)
    state["deck"][: len(other.deck)] = [EVERY_CARD.index(card) for card in reversed(other.deck)]
    for seat, each in enumerate(other.seats):
        state["hand"][seat] = [each.hand.count(card) for card in EVERY_CARD]


def deal_unseen(referee: Referee, viewer: int, choose: random.Random) -> None:
    """Deals anew what the viewer does not see: as large hands, and as large a deck."""
    others = [seat for number, seat in enumerate(referee.seats) if number != viewer]
    unseen = referee.deck + [card for seat in others for card in seat.hand]
    choose.shuffle(unseen)
    for seat in others:
        seat.hand = [unseen.pop() for _ in seat.hand]
    referee.deck = unseen


# ---------------------------------------------------------------------------------- positions


def seen_from(position: dict, viewer: int) -> dict:
    """A position with the viewer as seat 0."""
    players = len(position["seats"])

    def turned(seat: int | None) -> int | None:
        return None if seat is None else (seat - viewer) % players

    seen = deepcopy(position)
    seen["seats"] = seen["seats"][viewer:] + seen["seats"][:viewer]
    for seat in seen["seats"]:
        seat["knows"] = {str(turned(int(each))): held for each, held in seat["knows"].items()}
    for name in ("to_move", "accused", "accuser", "condemned"):
        seen[name] = turned(seen[name])
    for name in ("mixed", "winners"):
        if seen.get(name) is not None:
            seen[name] = sorted(map(turned, seen[name]))
    for played in seen["in_play"]:
        played["by"] = turned(played["by"])
    for name in ("seat", "by") if seen["accusation"] else ():
        seen["accusation"][name] = turned(seen["accusation"][name])
    return seen


def written(position: dict) -> str:
    """A position as a text."""
    return json.dumps(position, sort_keys=True)


def all_like(position: dict, shown: Any) -> Counter[str]:
    """All positions, `written`, in which seat 0 is shown the same, and in how many ways each.

    The position is `seen_from` the seat. The ways are those to deal the single cards and suitcases,
    all divided by what they have in common.
    """
    referee = Referee.load(position)
    places = Counter(places_of_suitcases(referee, 0))
    ways: Counter[str] = Counter()
    for dealt in ways_to_deal(referee):
        for asked in who_may_be_asked(referee, 0):
            for where, times in places.items():
                ways[written(imagined(referee, asked, where))] += dealt * times
    common = gcd(*ways.values())
    return Counter({each: number // common for each, number in ways.items()})


def ways_to_deal(referee: Referee) -> Iterator[int]:
    """Deals to the referee, one after the other, what seat 0 does not see, and in how many ways."""
    others = referee.seats[1:]
    unseen = in_index_order(referee.deck + [card for seat in others for card in seat.hand])
    for hands, deck, ways in deals(unseen, [len(seat.hand) for seat in others]):
        for seat, hand in zip(others, hands, strict=True):
            seat.hand = list(hand)
        referee.deck = list(deck)
        yield ways


def deals(cards: list[str], sizes: list[int]) -> Iterator[tuple[list[tuple], tuple, int]]:
    """The different hands of these sizes and decks of the rest, and in how many ways each."""
    if not sizes:
        for deck, ways in Counter(permutations(cards)).items():
            yield [], deck, ways
        return
    for hand, ways in Counter(combinations(cards, sizes[0])).items():
        rest = in_index_order((Counter(cards) - Counter(hand)).elements())
        for hands, deck, others in deals(rest, sizes[1:]):
            yield [hand, *hands], deck, ways * others


def imagined(referee: Referee, asked: Asked, where: tuple[int, int | None]) -> dict:
    """The position with the cards as they are dealt, but this asked and the suitcases so."""
    position = referee.position()
    position["phase"], position["to_move"], position["helper_asked"] = asked
    held = contents(referee, *where)
    for seat, content in zip(position["seats"], held, strict=True):
        seat["suitcase"] = content
        seat["knows"] = {each: held[int(each)] for each in seat["knows"]}
    return position


# ------------------------------------------------------------------- engine states, many at once

# The columns of `places`: those of the deck, three for each hand, one for each seat's suitcase as
# to the money, and again as to the weapon, which can be in the box too.
HANDS = sum(BOX)
MONEY = HANDS + MOST_PLAYERS * HAND
WEAPON = MONEY + MOST_PLAYERS
WEAPON_IN_BOX = WEAPON + MOST_PLAYERS


def hand_columns(seat: int) -> list[int]:
    """Those of a hand in `places`."""
    return list(range(HANDS + HAND * seat, HANDS + HAND * (seat + 1)))


def places(states: Any) -> Any:
    """Which kind lies at each place of engine states, many at once, and where money and weapon are.

    Copies are alike, so places and cards change their roles: a place in the deck or in a hand is
    where some kind has to lie, as a card has to lie in some place.
    """
    choose = random.Random(1)
    hands = [[slot for hand in seats for slot in slots(hand, choose)] for seats in states["hand"]]
    held = states["suitcase"]
    money, weapon = (held == SUITCASES.index(content) for content in ("money", "weapon"))
    in_box = [slots_of_the_box(suitcases, choose) for suitcases in held]
    return np.hstack([states["deck"], hands, money, weapon, in_box]).astype(int)


def slots(counts: Any, choose: random.Random) -> list[int]:
    """The kinds in a hand, in an order at random; it is a set, so each is as likely."""
    kinds = in_any_order(counts, choose)
    return kinds + [-1] * (HAND - len(kinds))


def in_any_order(counts: Any, choose: random.Random) -> list[int]:
    """Kinds, each as often as it is counted, in an order at random."""
    kinds = np.repeat(np.arange(len(counts)), counts).tolist()
    return choose.sample(kinds, len(kinds))


def slots_of_the_box(suitcases: Any, choose: random.Random) -> list[int]:
    """A 1 for the weapon, in a place of the box at random if it is there."""
    found = [0] * IN_THE_BOX
    if SUITCASES.index("weapon") not in suitcases:
        found[choose.randrange(IN_THE_BOX - np.count_nonzero(suitcases >= 0))] = 1
    return found


def alike(rules: Any, shown: Any) -> list[list[int]]:
    """The columns of `places` that somebody who is shown this can exchange in his mind."""
    return [cards_alike(shown), suitcases_alike(rules, shown)]


def cards_alike(shown: Any) -> list[int]:
    """The places of the cards that he does not see.

    There are none where somebody may be asked to object: he has to hold such a card.
    """
    if shown["phase"][PHASES.index("judge")] and not shown["seats"]["to_move"][0]:
        return []
    found = list(range(shown["deck_size"]))
    for seat, size in enumerate(shown["seats"]["hand_size"]):
        found += hand_columns(seat)[:size] if seat else []
    return found


def suitcases_alike(rules: Any, shown: Any) -> list[int]:
    """The places where the money can be; if that is known, those where the weapon can be.

    While the money is not known, those of the weapon are not alike: it is not where the money is.
    """
    seats = shown["seats"]
    having = [s for s, seat in enumerate(seats) if rules.boss_suitcase or not seat["character"][0]]
    unknown = [seat for seat in having if not seats[seat]["suitcase"].any()]
    mixed = seats["mixed"].nonzero()[0].tolist()
    is_known = dict(zip(SUITCASES, seats["suitcase"].any(axis=0), strict=True))
    if not is_known["money"]:
        return [MONEY + seat for seat in unknown if seat in (mixed or unknown)]
    if not is_known["weapon"]:
        in_box = range(IN_THE_BOX - len(having))
        return [*(WEAPON + seat for seat in unknown), *(WEAPON_IN_BOX + slot for slot in in_box)]
    return []


def shuffled_piles(states: Any) -> list[Any]:
    """Of engine states at the first decision, many at once: the Explanations as they were shuffled.

    Those dealt come first. In a hand they are a set, so they are put in an order at random: each is
    as likely as it was when they were shuffled.
    """
    choose = random.Random(1)
    return [
        np.array(
            [
                [kind for hand in state["hand"] for kind in in_any_order(hand, choose)]
                + state["deck"][: state["deck_size"]][::-1].tolist()
                for state in states
            ]
        )
    ]


def same_whatever_was_done(kind: str, referee: Referee) -> tuple | None:
    """Once the players can decide anything, only the third player's suitcase may be shuffled."""
    return None
