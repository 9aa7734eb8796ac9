"""What a player has seen and been able to follow since (RULES.md, 9)."""

from __future__ import annotations

from naive.sicilianos.words import colour_of, of_colour


class Memory:
    """What one player has seen for certain and tracked since.

    Each method is an event as this player sees it: a card (or type) that he does not see is None.
    """

    def __init__(self, me: int, players: int, deck_sizes: dict[str, int]) -> None:
        self.me = me
        self.hands: list[set[str]] = [set() for _ in range(players)]
        # Known to be in that hand or in the face-down pile before it, one cannot say which.
        self.hand_or_laid: list[set[str]] = [set() for _ in range(players)]
        self.face_down: dict[str, int] = {}
        self.face_up: dict[str, int] = {}
        self.decks: dict[str, list[str | None]] = {
            colour: [None] * size for colour, size in deck_sizes.items()
        }
        self.piles: dict[str, set[str]] = {colour: set() for colour in deck_sizes}
        self.owned: dict[str, int] = {}

    def drew(self, who: int, colour: str, card: str | None) -> None:
        """Somebody took the top card of a deck."""
        known = self.decks[colour].pop(0) or card
        if known is not None:
            self.hands[who].add(known)

    def searched(self, colour: str, cards: list[str] | None) -> None:
        """Somebody looks through a deck: only he sees it, the others lose track of it.

        A deck of one card stays certain: it is clear which card will move.
        """
        if cards is not None:
            self.decks[colour] = list(cards)
        elif len(self.decks[colour]) > 1:
            self.decks[colour] = [None] * len(self.decks[colour])

    def picked(self, who: int, colour: str, card: str | None) -> None:
        """Somebody took a card from the deck that he searched."""
        deck = self.decks[colour]
        if card is not None:
            deck.remove(card)
            self.hands[who].add(card)
        else:
            known = deck.pop()  # all unknown since the search, or a deck of a single card
            if known is not None:
                self.hands[who].add(known)

    def stole(self, thief: int, victim: int, colour: str, held: int, card: str | None) -> None:
        """A card was stolen from a victim who held so many of that colour."""
        known = of_colour(self.hands[victim], colour)
        if card is not None:  # the thief and the victim see it
            self.hands[victim].discard(card)
            self.hands[thief].add(card)
            return
        self.hands[victim] -= set(known)
        if held == 1:  # a single card of a colour stays certain when it moves
            self.hands[thief] |= set(known)

    def laid(self, who: int, colour: str, held: int, card: str | None) -> None:
        """A card was laid face down from a hand that held so many of that colour."""
        known = of_colour(self.hands[who], colour)
        if card is not None:  # mine
            self.hands[who].remove(card)
            self.face_down[card] = who
            return
        self.hands[who] -= set(known)
        if held == 1:
            self.face_down.update(dict.fromkeys(known, who))
        else:
            self.hand_or_laid[who] |= set(known)

    def revealed(self, who: int, card: str) -> None:
        """A card was turned up: all see it, and what it left in doubt is certain again."""
        self.face_down.pop(card, None)
        self.face_up[card] = who
        self.hands[who] |= self.hand_or_laid[who] - {card}
        self.hand_or_laid[who] = set()

    def returned(self, card: str) -> None:
        """A face-up card went under its deck: all see it."""
        del self.face_up[card]
        self.decks[colour_of(card)].append(card)

    def saw_pile(self, colour: str, types: list[str]) -> None:
        """The founder of a business sees which types are left."""
        self.piles[colour] = set(types)

    def founded(self, who: int, colour: str, left: int, kind: str | None) -> None:
        """A business was founded from a pile of so many."""
        known = self.piles[colour]
        if kind is not None:  # mine
            self.owned[f"{colour} {kind}"] = who
            self.piles[colour] = known - {kind}
            return
        if left == 1:  # a pile of a single business stays certain when it moves
            self.owned.update({f"{colour} {only}": who for only in known})
        self.piles[colour] = set()

    def certain_cards(self) -> dict[str, tuple]:
        """Where each card is, if he knows it for sure."""
        places: dict[str, tuple] = {}
        for seat, hand in enumerate(self.hands):
            places.update(dict.fromkeys(hand, ("hand", seat)))
        for colour, deck in self.decks.items():
            for depth, card in enumerate(deck):
                if card is not None:
                    places[card] = ("deck", colour, depth)
        places.update({card: ("face up", seat) for card, seat in self.face_up.items()})
        places.update({card: ("face down", seat) for card, seat in self.face_down.items()})
        return places

    def certain_businesses(self) -> dict[str, tuple]:
        """Where each business is, if he knows it for sure."""
        places: dict[str, tuple] = {}
        for colour, types in self.piles.items():
            places.update({f"{colour} {kind}": ("pile",) for kind in types})
        places.update({business: ("owned", seat) for business, seat in self.owned.items()})
        return places
