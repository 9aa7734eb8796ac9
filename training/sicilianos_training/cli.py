"""The command `sicilianos`."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import track

from sicilianos_env.engine.registry import games

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="Imperfect-information card games: train agents, measure them, play against them.",
)

DEFAULT_GAME = "sicilianos"
SOLVED_GAME = "gang_war"
GAMES_OF_A_TOURNAMENT = 10_000

Game = Annotated[str, typer.Option("--game", help=f"One of: {', '.join(games())}.")]
Players = Annotated[int | None, typer.Option("--players", help="How many play.")]
Preset = Annotated[str | None, typer.Option(help="A preset of the game's options.")]
Option = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="NAME=VALUE", help="An option of the game; VALUE is JSON."),
]
Seed = Annotated[int, typer.Option(help="Of all chance, 0 or more.")]
Threads = Annotated[
    int | None,
    typer.Option(min=1, help="At most so many; no figure depends on it.", show_default="all"),
]

INTERRUPTED = 130  # the exit status after Ctrl-C, as in shells


def main() -> None:
    """Runs the command; a wrong input is one sentence and exit status 2."""
    try:
        app()
    except ValueError as fault:
        print(f"sicilianos: {fault}", file=sys.stderr)
        sys.exit(2)
    except OSError as fault:
        print(f"sicilianos: {fault.filename or 'output'}: {fault.strerror}.", file=sys.stderr)
        sys.exit(2)


def game_options(
    players: int | None, preset: str | None, single: list[str] | None
) -> dict[str, Any]:
    """The options of a game from the command line.

    Raises:
        ValueError: if an option is not NAME=VALUE with a JSON value or a word.
    """
    options: dict[str, Any] = {}
    if preset is not None:
        options["preset"] = preset
    for text in single or []:
        name, equals, value = text.partition("=")
        if not equals:
            raise ValueError(f"--option {text!r} is not of the form NAME=VALUE.")
        try:
            options[name] = json.loads(value)
        except ValueError:
            options[name] = value
    if players is not None:
        options["num_players"] = players
    return options


def rules_of(game: str, players: int | None, preset: str | None, single: list[str] | None) -> Any:
    """The rules object from the command line.

    Raises:
        ValueError: with one sentence, for an option that makes no game.
    """
    from sicilianos_env.engine.options import read_rules
    from sicilianos_env.engine.registry import find_game

    contract = find_game(game)
    return read_rules(contract.rules, contract.presets, game_options(players, preset, single))


@app.command(epilog="Example: sicilianos train --minutes 3 --seed 1")
def train(
    game: Game = DEFAULT_GAME,
    players: Players = None,
    preset: Preset = None,
    option: Option = None,
    minutes: Annotated[
        float | None, typer.Option(help="Of training, compilation apart.", show_default="3")
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Of all chance.", show_default="0")] = None,
    deals: Annotated[
        int | None, typer.Option(help="For the table at the end.", show_default="1000")
    ] = None,
    resume: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Go on from a run folder.")
    ] = None,
) -> None:
    """Trains an agent against the game's baselines and prints how strong it became."""
    # Threads of torch that spin while they wait would starve each other on a busy machine.
    os.environ.setdefault("OMP_WAIT_POLICY", "passive")
    from sicilianos_env.engine.options import read_rules
    from sicilianos_env.engine.registry import find_game
    from sicilianos_training import run_folder
    from sicilianos_training.report import live, plot_curve, share_table, write_evaluation
    from sicilianos_training.settings import read_settings
    from sicilianos_training.train import evaluation_table, new_run
    from sicilianos_training.train import train as run_training

    console = Console(highlight=False, markup=False)
    options = game_options(players, preset, option)
    if resume is not None:
        folder, run = resume, run_folder.read_run(resume)
        if options or seed is not None or game not in (DEFAULT_GAME, run.game):
            raise ValueError("--resume goes on as the run began; leave out its game and options.")
        settings = read_settings(run.game, minutes=minutes, evaluation_deals=deals)
    else:
        settings = read_settings(game, minutes=minutes, evaluation_deals=deals)
        run = new_run(game, options, seed or 0, settings.hidden)
        folder = run_folder.new_folder(game, run.seed)
    console.print(f"Training {run.game} in {folder}", soft_wrap=True)
    with live(console, settings.minutes) as tell:
        run_training(run, folder, settings, tell)
    equal_share = 1 / run.options["num_players"]
    plot_curve(run_folder.read_curve(folder), equal_share, folder / "curve.png")
    console.print("Evaluating ...")
    shares = evaluation_table(run, folder, settings)
    contract = find_game(run.game)
    rules = read_rules(contract.rules, contract.presets, run.options)
    deals = settings.evaluation_deals
    write_evaluation(folder, run.game, rules, deals, run.seed, shares, "table.json")
    title = (
        f"Share of wins with 95 % intervals after {run.minutes:.1f} minutes "
        f"({run.decisions:,} decisions); equal share {equal_share:.3f}"
    )
    console.print(share_table(title, shares))
    console.print(f"The agent is ppo:{folder}", soft_wrap=True)


@app.command(epilog="Example: sicilianos evaluate consigliere")
def evaluate(
    agent: Annotated[
        str, typer.Argument(help="random, greedy, ..., ismcts:200, flat:200 or ppo:FILE.")
    ],
    against: Annotated[
        list[str] | None,
        typer.Option(
            help="Who plays all other seats, instead of the field.", show_default="field-v1"
        ),
    ] = None,
    game: Game = DEFAULT_GAME,
    players: Players = None,
    preset: Preset = None,
    option: Option = None,
    deals: Annotated[int, typer.Option(min=2, help="Each is played from every seat.")] = 1000,
    seed: Annotated[
        int | None, typer.Option(help="Of all chance; the field has its own.", show_default="0")
    ] = None,
    threads: Threads = None,
    out: Annotated[Path | None, typer.Option(help="A folder for the result as JSON.")] = None,
) -> None:
    """Measures an agent on a fixed field of rivals, or its share of wins against named ones.

    Without --against it is `field-v1`: the same rivals, deals and seats for everybody.
    """
    from sicilianos_training.evaluation import share_rows
    from sicilianos_training.report import share_table, write_evaluation
    from sicilianos_training.tournament.command import evaluate_on_field
    from sicilianos_training.tournament.contest import make_agents

    rules, console = rules_of(game, players, preset, option), Console(highlight=False, markup=False)
    if not against:
        if seed is not None:
            raise ValueError("The field has a seed of its own; leave out --seed, or name rivals.")
        evaluate_on_field(game, rules, agent, deals, threads, out, console)
        return
    seed = seed or 0
    measured, *others = make_agents([agent, *against], game, rules, seed, threads)
    if out is not None:
        out.mkdir(parents=True, exist_ok=True)
    rivals = track(others, "Playing", console=console, transient=True)
    shares = share_rows(game, rules, measured, rivals, deals, seed, True, threads)
    title = f"Share of wins with 95 % intervals; equal share {1 / rules.num_players:.3f}"
    console.print(share_table(title, shares))
    if out is not None:
        write_evaluation(out, game, rules, deals, seed, shares)


@app.command(epilog="Example: sicilianos tournament greedy miser consigliere --games 6000 --seed 1")
def tournament(
    agents: Annotated[
        list[str] | None,
        typer.Argument(
            help="random, greedy, ..., ismcts:200, flat:200, ppo:FILE.", show_default=False
        ),
    ] = None,
    game: Game = DEFAULT_GAME,
    players: Players = None,
    preset: Preset = None,
    option: Option = None,
    games_to_play: Annotated[
        int | None,
        typer.Option(
            "--games",
            min=1,
            help="At least; a deal is played from all seats.",
            show_default="10000",
        ),
    ] = None,
    repetition: Annotated[
        bool | None,
        typer.Option(
            help="Whether an agent may sit at several seats of a game.",
            show_default="where there are fewer agents than seats",
        ),
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Of all chance.", show_default="0")] = None,
    threads: Threads = None,
    out: Annotated[Path | None, typer.Option(help="The folder.", show_default="in runs")] = None,
    record: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write all games in words, as JSON Lines.")
    ] = None,
    resume: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Go on with a tournament's folder.")
    ] = None,
) -> None:
    """Agents against each other, in balanced line-ups, each deal from all seats.

    Ctrl-C keeps what was played; --resume goes on to the same figures.
    """
    from sicilianos_training.tournament.command import begin_tournament, resume_tournament

    console = Console(highlight=False, markup=False)
    if resume is not None:
        settings = (agents, players, preset, option, games_to_play, repetition, seed, out, record)
        if any(value not in (None, []) for value in settings) or game != DEFAULT_GAME:
            raise ValueError(
                "--resume goes on as the tournament began; leave out all but --threads."
            )
        is_complete = resume_tournament(resume, threads, console)
    else:
        rules = rules_of(game, players, preset, option)
        is_complete = begin_tournament(
            game, rules, agents or [], games_to_play or GAMES_OF_A_TOURNAMENT, repetition,
            seed or 0, threads, out, record, console,
        )  # fmt: skip
    if not is_complete:
        raise typer.Exit(INTERRUPTED)


@app.command(epilog="Example: sicilianos replay games.jsonl --show 1")
def replay(
    file: Annotated[Path, typer.Argument(help="Games recorded by `tournament --record`.")],
    show: Annotated[
        int | None, typer.Option(min=1, help="Print the game of this number instead.")
    ] = None,
) -> None:
    """Replays recorded games and checks that each ends as recorded, or tells one in words."""
    from sicilianos_training.replay import replay_records

    replay_records(file, show, Console(highlight=False, markup=False))


@app.command(epilog="Example: sicilianos roles random consigliere --game padrino --players 5")
def roles(
    agents: Annotated[list[str], typer.Argument(help="Each plays all seats of its games.")],
    game: Game = DEFAULT_GAME,
    players: Annotated[
        list[int] | None, typer.Option("--players", help="How many play.", show_default="each")
    ] = None,
    preset: Preset = None,
    option: Option = None,
    deals: Annotated[int, typer.Option(min=2, help="Games of each agent and number.")] = 2000,
    seed: Seed = 0,
    out: Annotated[Path | None, typer.Option(help="A folder for the result as JSON.")] = None,
) -> None:
    """How often each role, or seat, is among the winners when all play alike."""
    from sicilianos_training.roles import (
        agents_for,
        balance,
        balance_table,
        rules_for_each,
        write_balance,
    )

    console, found = Console(highlight=False, markup=False), []
    each = rules_for_each(game, game_options(None, preset, option), players)
    if out is not None:
        out.mkdir(parents=True, exist_ok=True)
    for rules in each:
        seated = agents_for(game, agents, rules.num_players, seed)
        found.append((rules, balance(game, rules, seated, deals, seed)))
        console.print(balance_table(rules.num_players, found[-1][1]))
    if out is not None:
        write_balance(out, game, deals, seed, found)


@app.command(epilog="Example: sicilianos play padrino --players 5 --seat 2 --vs consigliere")
def play(
    name: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help="As --game.", show_default=False)
    ] = None,
    vs: Annotated[
        list[str] | None,
        typer.Option(
            help="An agent at another seat, clockwise from yours.", show_default="the strongest"
        ),
    ] = None,
    game: Game = DEFAULT_GAME,
    players: Players = None,
    preset: Preset = None,
    option: Option = None,
    seat: Annotated[int, typer.Option(help="Where you sit.")] = 0,
    seed: Annotated[int | None, typer.Option(help="Of all chance.", show_default="random")] = None,
) -> None:
    """A game at the terminal against named agents."""
    from sicilianos_training.play import play_at_terminal

    if name is not None:
        if game not in (DEFAULT_GAME, name):
            raise ValueError(f"Both {name!r} and --game {game!r} are given; one game is enough.")
        game = name
    options = game_options(players, preset, option)
    if vs and len(vs) > 1 and not {"num_players", "preset"} & set(options):
        options["num_players"] = len(vs) + 1
    play_at_terminal(game, options, seat, vs, seed)


@app.command(epilog="Example: sicilianos solve s2 --note-value 0.5 --iterations 1000")
def solve(
    rung: Annotated[str, typer.Argument(help="A preset of the game, such as s2.")],
    game: Game = SOLVED_GAME,
    note_value: Annotated[
        float | None, typer.Option(help="Of keeping a note, as a share of its amount.")
    ] = None,
    business_value: Annotated[
        float | None, typer.Option(help="Of a business, in units of 10,000.")
    ] = None,
    card_value: Annotated[
        float | None, typer.Option(help="Of keeping a card, for each point, in units of 10,000.")
    ] = None,
    option: Option = None,
    form: Annotated[
        str | None,
        typer.Option(
            help="Utilities: zero-sum or own.", show_default="zero-sum for two players, else own"
        ),
    ] = None,
    iterations: Annotated[int, typer.Option(min=1, help="Of CFR+.")] = 1000,
    agent: Annotated[
        list[str] | None, typer.Option(help="Also measure this agent on the same tree.")
    ] = None,
    out: Annotated[Path | None, typer.Option(help="The folder.", show_default="in runs")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
) -> None:
    """Solves a small game exactly: its value, NashConv, and an agent that plays it."""
    from sicilianos_training.solver.command import solve_rung

    prices = {
        "note_value": note_value, "business_value": business_value, "card_value": card_value,
    }  # fmt: skip
    changes = {name: price for name, price in prices.items() if price is not None}
    changes |= game_options(None, None, option)
    console = Console(highlight=False, markup=False)
    solve_rung(game, rung, changes, iterations, form, agent or [], out, as_json, console)


@app.command(epilog="Example: sicilianos bluff consigliere gambler --deals 300")
def bluff(
    agents: Annotated[
        list[str] | None, typer.Argument(help="random, greedy, ..., ppo:FILE, solved:FOLDER.")
    ] = None,
    rung: Annotated[
        str | None, typer.Option(help="Measure on the tree of this small war, exactly.")
    ] = None,
    against: Annotated[
        str | None, typer.Option(help="Who plays the other seats.", show_default="the same agent")
    ] = None,
    game: Game = DEFAULT_GAME,
    players: Players = None,
    preset: Preset = None,
    option: Option = None,
    deals: Annotated[int, typer.Option(min=2, help="Games of each agent.")] = 300,
    decisions: Annotated[
        int, typer.Option(min=2, help="Looked at by playing on from them (B2, B3, B5).")
    ] = 200,
    iterations: Annotated[int, typer.Option(min=1, help="Of CFR+, with --rung.")] = 1000,
    seed: Seed = 0,
    out: Annotated[Path | None, typer.Option(help="The folder.", show_default="in runs")] = None,
) -> None:
    """How agents bluff in gang wars: in whole games, or exactly in a small war (--rung)."""
    from sicilianos_training.bluffing.command import Budget, measure_in_games, measure_in_war

    console = Console(highlight=False, markup=False)
    if rung is not None:
        name = SOLVED_GAME if game == DEFAULT_GAME else game
        rules = rules_of(name, players, rung, option)
        measure_in_war(agents or [], name, rules, rung, iterations, seed, out, console)
        return
    if not agents:
        raise ValueError("Name an agent to measure, or a small war with --rung.")
    rules, budget = rules_of(game, players, preset, option), Budget(deals, decisions)
    measure_in_games(agents, against, game, rules, budget, seed, out, console)


@app.command(epilog="Example: sicilianos bench --peers")
def bench(
    game: Game = DEFAULT_GAME,
    players: Players = None,
    peers: Annotated[bool, typer.Option(help="Also other libraries that are installed.")] = False,
    cold: Annotated[bool, typer.Option(help="Also the first start, which compiles.")] = True,
    seconds: Annotated[float, typer.Option(min=0.01, help="For each single measurement.")] = 1.0,
    repeats: Annotated[int, typer.Option(min=1, help="Measurements of each; medians count.")] = 5,
) -> None:
    """Measures the speed of the environments on this machine, as medians and ratios of one run."""
    from sicilianos_training.bench import run_bench

    run_bench(game, players, peers, cold, seconds, repeats)
