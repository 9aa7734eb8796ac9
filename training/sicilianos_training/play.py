"""`sicilianos play`: a person at the terminal against named agents."""

from __future__ import annotations

from textwrap import wrap
from typing import Any

from rich.console import Console
from rich.prompt import Prompt

from sicilianos_agents.base import Agent
from sicilianos_agents.registry import ladder, make_agent
from sicilianos_env import Match, new_match
from sicilianos_env.engine.streams import read_seed

WIDTH = 90  # of what is told, at most
QUIT = ("q", "quit", "exit")


def play_at_terminal(
    game: str, options: dict[str, Any], seat: int, vs: list[str] | None, seed: int | None
) -> None:
    """Plays one game; the person sees his view, numbered actions and what he saw happen.

    Raises:
        ValueError: with one sentence, for a wrong option, seat or agent.
    """
    seed = read_seed(seed)
    match = new_match(game, seed=seed, **options)
    players = match.rules.num_players
    if seat not in range(players):
        raise ValueError(f"There is no seat {seat}; there are 0 to {players - 1}.")
    agents = seated_agents(game, match.rules, seat, vs, seed)
    console = Console(highlight=False, markup=False)
    told = ", ".join(f"seat {s}: {agent.name}" for s, agent in agents.items())
    console.print(f"You sit at seat {seat} ({told}); seed {seed}. q leaves the game.")
    tell(console, match, seat)
    while not match.over:
        if match.to_move == seat:
            chosen = ask(console, match, seat)
            if chosen is None:
                console.print("You left the game.")
                return
            match.play(chosen)
        else:
            assert match.to_move is not None
            play_agent(match, agents[match.to_move])
        tell(console, match, seat)
    end(console, match, seat)


def seated_agents(
    game: str, rules: Any, seat: int, vs: list[str] | None, seed: int
) -> dict[int, Agent]:
    """Who sits at the other seats, clockwise from the person's left."""
    players = rules.num_players
    names = vs or [ladder(game)[-1]]
    if len(names) == 1:
        names = names * (players - 1)
    if len(names) != players - 1:
        raise ValueError(f"--vs names {len(names)} agents; give 1 or {players - 1}.")
    agents = [
        make_agent(name, game, (seed + i) % 2**64, interpreted=True, rules=rules)
        for i, name in enumerate(names)
    ]
    return {(seat + 1 + i) % players: agent for i, agent in enumerate(agents)}


def play_agent(match: Match, agent: Agent) -> None:
    """Lets an agent decide by what its seat may see."""
    assert match.to_move is not None
    mask = match.action_mask()
    action = agent.act(match.observation(match.to_move), mask)
    match.play(match.action_text(action))


def ask(console: Console, match: Match, seat: int) -> str | None:
    """The person's action, or None to leave the game."""
    legal = match.legal()
    console.print()
    console.print(match.view(seat))
    console.print()
    for number, text in enumerate(legal, start=1):
        console.print(f"{number:3}  {text}")
    while True:
        try:
            answer = Prompt.ask("Your action (its number or words, or q)", console=console)
        except (EOFError, KeyboardInterrupt):
            return None
        answer = " ".join(answer.casefold().split())
        if answer in QUIT:
            return None
        if answer.isdecimal() and 1 <= int(answer) <= len(legal):
            return legal[int(answer) - 1]
        if answer in legal:
            return answer
        console.print(f"That is not one of the {len(legal)} actions above.")


def tell(console: Console, match: Match, viewer: int) -> None:
    """What the viewer saw happen in the last play, or in the set-up."""
    for event in match.events:
        told = event.told(viewer)
        if told:
            who = "Chance" if event.seat is None else seat_name(match, event.seat, viewer)
            for text in (f"  {who}: {told[0]}", *(f"    {more}" for more in told[1:])):
                console.print(hanging(text, min(console.width, WIDTH)), style="dim")


def hanging(text: str, width: int) -> str:
    """The text in lines, of which those after the first are indented further."""
    return "\n".join(wrap(text, width, subsequent_indent=" " * 6))


def seat_name(match: Match, seat: int, viewer: int) -> str:
    """A seat as the viewer calls it, with its role where no other seat has the same."""
    if seat == viewer:
        return "You"
    roles = match.game.roles(match.rules) if match.game.roles else ()
    is_telling = bool(roles) and roles.count(roles[seat]) == 1
    return f"Seat {seat} ({roles[seat]})" if is_telling else f"Seat {seat}"


def end(console: Console, match: Match, seat: int) -> None:
    """How the game ended."""
    console.print()
    console.print(match.view(seat))
    utilities = match.utilities()
    for i, (score, utility) in enumerate(zip(match.scores(), utilities, strict=True)):
        name = seat_name(match, i, seat)
        points = "" if match.game.score_unit is None else f": {score:,}"
        draw = max(utilities) == 0  # all have won
        mark = "  draws" if draw else "  wins" if utility == max(utilities) else ""
        if points or mark:
            console.print(f"{name}{points}{mark}")
