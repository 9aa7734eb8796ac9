"""What a match tells of what happened: enough to follow the game, and no card that is hidden."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest
from budget import budget
from twins import twin_of
from worlds import play_again

from sicilianos_env import games, new_match
from sicilianos_env.engine.options import read_rules
from sicilianos_env.engine.registry import find_game
from sicilianos_env.engine.single import Event, SingleGame

GAMES = budget(80, 1_000)
LOOKS = budget(60, 600)
COLUMNS = 90


def any_card(cards: set[str]) -> re.Pattern[str]:
    """Finds names of cards as whole words; of two that begin alike the longer one."""
    names = "|".join(re.escape(card) for card in sorted(cards, key=len, reverse=True))
    return re.compile(rf"(?<!\w)(?:{names})(?!\w)")


def random_game(name: str, seed: int) -> Iterator[tuple[SingleGame, Event, SingleGame]]:
    """All events of a whole game, each with the game before it and after it."""
    twin, game, choose = twin_of(name), find_game(name), random.Random(seed)
    fixed = twin.OPTIONS[seed // 2 % len(twin.OPTIONS)]
    options = read_rules(
        game.rules, game.presets, fixed if seed % 2 else twin.draw_options(random.Random(seed))
    )
    single, before, after = (SingleGame(game, options, seed) for _ in range(3))
    single.start()
    after.set_up(single.memory)
    while not single.over:
        for event in single.play(int(choose.choice(single.mask.nonzero()[0]))):
            before.memory[:] = after.memory
            play_again(after, event)
            yield before, event, after
        assert after.memory.tobytes() == single.memory.tobytes(), "its events do not tell it all"


def cards_known(single: SingleGame, viewer: int) -> set[str]:
    dtype = single.game.observation_record(single.num_players)
    shown = single.observe(viewer).view(dtype)[0]
    return set(twin_of(single.game.name).shown_cards(shown, viewer))


def texts_told(event: Event, viewer: int) -> str:
    return "\n".join(event.told(viewer))


@pytest.mark.parametrize("name", games())
def test_the_set_up_is_told_and_is_that_of_the_stream(name: str) -> None:
    game, card = find_game(name), any_card(twin_of(name).CARDS)
    for seed, options in enumerate(twin_of(name).OPTIONS):
        rules = read_rules(game.rules, game.presets, options)
        single, told = SingleGame(game, rules, seed), SingleGame(game, rules, seed)
        single.start(episode=2)
        events = told.start_told(episode=2)
        assert told.memory.tobytes() == single.memory.tobytes()
        assert (told.mask == single.mask).all()
        assert any(event.told(0) for event in events)
        for viewer in range(rules.num_players):
            named = {text for event in events for text in card.findall(texts_told(event, viewer))}
            assert named <= cards_known(told, viewer), (seed, viewer)


@pytest.mark.parametrize("name", games())
def test_views_fit_a_terminal(name: str) -> None:
    game, choice = find_game(name), random.Random(8)
    for num_players in range(game.min_players, game.max_players + 1):
        match = new_match(name, seed=num_players, num_players=num_players)
        for _ in range(LOOKS):
            widest = max(match.view(num_players - 1).splitlines(), key=len)
            assert len(widest) <= COLUMNS, widest
            if match.over:
                break
            match.play(choice.choice(match.legal()))


@pytest.mark.parametrize("name", games())
def test_events_name_no_card_that_the_viewer_does_not_know(name: str) -> None:
    """Of his own action he knows what he knew before it, of all else what he knows after it."""
    card, told_of_others = any_card(twin_of(name).CARDS), 0
    for seed in range(GAMES):
        for before, event, after in random_game(name, seed):
            for viewer in range(after.num_players):
                told: Any = set(card.findall(texts_told(event, viewer)))
                if told and event.seat == viewer:
                    told -= cards_known(before, viewer)
                if told:
                    assert told <= cards_known(after, viewer), (seed, viewer, event)
                told_of_others += len(told) if event.seat != viewer else 0
    assert told_of_others  # else no text has been put to the test
