"""What a seat may see of a game, as the fields of an observation (OBSERVATION.md)."""

from __future__ import annotations

from typing import Any

from naive.padrino.referee import Referee
from naive.padrino.table import Played
from naive.padrino.words import (
    EVERY_CARD,
    LIGHTS,
    MOST_COUNTED,
    MOST_PLAYERS,
    PHASES,
    SUITCASES,
    TYPES,
    is_informer,
    light_of,
    type_of,
)

CHARACTERS = range(1, 12)


def expected_observation(referee: Referee, viewer: int) -> dict[str, Any]:
    """The whole observation of a seat: the fields of the table, and in `seats` those of each seat.

    The viewer's come first, then those of the others, clockwise.
    """
    clockwise = [(viewer + k) % referee.players for k in range(referee.players)]
    return {
        **expected_table(referee, viewer),
        **expected_in_play(referee),
        "seats": [expected_seat(referee, viewer, seat) for seat in clockwise],
    }


def counted(cards: list[str]) -> list[int]:
    """How many of each kind there are."""
    return [cards.count(card) for card in EVERY_CARD]


def marked(everything: Any, there: Any) -> list[int]:
    """A 1 for that which is there."""
    return [int(each == there) for each in everything]


def is_asked_in_secret(referee: Referee, viewer: int) -> bool:
    """9.2: somebody else is asked to help or to object."""
    return referee.phase in ("help", "object") and referee.to_move != viewer


def seen_phase(referee: Referee, viewer: int) -> str:
    """9.2."""
    instead = {"help": "explain", "object": "judge"}
    return instead[referee.phase] if is_asked_in_secret(referee, viewer) else referee.phase


def seen_to_move(referee: Referee, viewer: int) -> int | None:
    """9.2; the accused and the Boss see that it is not they who decide."""
    if not is_asked_in_secret(referee, viewer):
        return referee.to_move
    seems_to_decide = referee.accused if referee.phase == "help" else referee.boss
    return seems_to_decide if seems_to_decide != viewer else None


def expected_table(referee: Referee, viewer: int) -> dict[str, Any]:
    """How far the turn has come, and what lies in the middle but for the cards in play."""
    in_secret = is_asked_in_secret(referee, viewer)
    return {
        "phase": marked(PHASES, seen_phase(referee, viewer)),
        "mood": marked(LIGHTS, referee.mood),
        "counted": referee.counted,
        "raised_at": referee.raised_at,
        "helper_asked": int(referee.helper_asked or (in_secret and referee.phase == "help")),
        "pressed": int(referee.pressed),
        "deck_size": len(referee.deck),
        "discards": counted(referee.discards),
    }


def expected_in_play(referee: Referee) -> dict[str, Any]:
    """The cards in play, place by place."""
    evidence = referee.evidence() if referee.accusation else None
    places = [expected_played(referee, played, evidence) for played in referee.in_play]
    places += [NOTHING_PLAYED] * (MOST_COUNTED - len(places))
    return {name: [place[name] for place in places] for name in NOTHING_PLAYED}


NOTHING_PLAYED: dict[str, Any] = {
    "light": [0] * len(LIGHTS), "type": [0] * len(TYPES), "informer": 0, "by_helper": 0,
    "standing": 0, "evidence": 0,
}  # fmt: skip


def expected_played(referee: Referee, played: Played, evidence: Played | None) -> dict[str, Any]:
    """A card in play."""
    return {
        "light": marked(LIGHTS, light_of(played.card)),
        "type": marked(TYPES, type_of(played.card)),
        "informer": int(is_informer(played.card)),
        "by_helper": int(played.by != referee.accused),
        "standing": int(played.standing),
        "evidence": int(played is evidence),
    }


def expected_seat(referee: Referee, viewer: int, seat: int) -> dict[str, Any]:
    """A player, as the viewer sees him."""
    his, told = referee.seats[seat], referee.accusation
    content = his.suitcase if seat in referee.seats[viewer].knows else None
    return {
        "to_move": int(seen_to_move(referee, viewer) == seat),
        "character": marked(CHARACTERS, his.character),
        "accused": int(referee.accused == seat),
        "accuser": int(referee.accuser == seat),
        "blamed": int(told is not None and told.seat == seat),
        "condemned": int(referee.condemned == seat),
        "won": int(seat in (referee.winners or [])),
        "hand_size": len(his.hand),
        "hand": counted(his.hand if seat == viewer else []),
        "mixed": int(seat in referee.mixed),
        "suitcase": marked(SUITCASES, content),
        "informed_of": expected_informed_of(referee, viewer, seat),
    }


def expected_informed_of(referee: Referee, viewer: int, seat: int) -> list[int]:
    """9.7: whose suitcases a player knows, the viewer's first."""
    clockwise = [(viewer + k) % referee.players for k in range(referee.players)]
    informed = [int(other in referee.seats[seat].knows) for other in clockwise]
    return informed + [0] * (MOST_PLAYERS - len(informed))
