"""The loops that run games, written once for every game and compiled for each.

The UNBOUND names get one game's functions by `engine.bindings`. Memory is flat `uint8`: a row of
`states` is one STATE record. Arrays are the caller's and are written in place; slices `low … high`
of a batch can be run by several threads, since rows share nothing.
"""

from __future__ import annotations

import numpy as np

from sicilianos_env.engine.game import CHANCE, OVER
from sicilianos_env.engine.records import Array, Record, opened
from sicilianos_env.engine.streams import (
    FIRST_AGENT_KIND,
    KIND_BITS,
    Stream,
    aim,
    random_below,
    random_order,
)
from sicilianos_env.engine.utilities import write_utilities
from sicilianos_env.jit import UNBOUND, rule

# Bound to the game's own when a kernel is made (engine/bindings.py).
STATE = RULES = UNBOUND
STATE_SIZE = NUM_ACTIONS = UNBOUND
ASKED_ALWAYS = UNBOUND
SHUFFLE_SIZE = UNBOUND  # the most cards that the game ever shuffles at once
start = chance_size = chance_key = resolve_chance = shuffled = UNBOUND
legal_mask = step = observe = resample = result = UNBOUND
choose = UNBOUND  # choose(kind, observation, mask, stream): the game's compiled agents

OUTSIDE = -1  # in a lineup: a seat that the caller plays (as any other negative number)
MOST_RESTARTS = 1000  # games in a row without a decision of an outside seat
KIND_MASK = (1 << KIND_BITS) - 1


@rule
def drawn(rules: Record, state: Record, stream: Stream, order: Array) -> int:
    """The outcome of a chance node; 0 for a shuffle, whose outcome is written to `order`."""
    key = chance_key(rules, state)
    aim(stream, key >> KIND_BITS, key & KIND_MASK)
    size = chance_size(rules, state)
    if size < 0:
        random_order(stream, order, -size)
        return 0
    return random_below(stream, size)


@rule
def resolve(rules: Record, state: Record, outcome: int, order: Array) -> None:
    """Goes on from a chance node with what `drawn` gave."""
    if chance_size(rules, state) < 0:
        shuffled(rules, state, order)
    else:
        resolve_chance(rules, state, outcome)


@rule
def count_legal(mask: Array) -> int:
    """How many actions are legal."""
    legal = 0
    for action in range(mask.shape[0]):
        legal += mask[action]
    return legal


@rule
def only_action(mask: Array) -> int:
    """The single legal action, or −1 if there are several."""
    if count_legal(mask) != 1:
        return -1
    for action in range(mask.shape[0]):
        if mask[action]:
            return action
    return -1


@rule
def settle(rules: Record, state: Record, stream: Stream, mask: Array) -> None:
    """Chance and decisions with one legal action, until a player has to choose or all is over."""
    while True:
        if state.to_move == CHANCE:
            order = np.empty(SHUFFLE_SIZE, np.int16)
            resolve(rules, state, drawn(rules, state, stream, order), order)
            continue
        legal_mask(rules, state, mask)
        if state.to_move == OVER or state.phase == ASKED_ALWAYS:
            return
        action = only_action(mask)
        if action < 0:
            return
        step(rules, state, action)


@rule
def new_game(rules: Record, memory: Array, stream: Stream, mask: Array) -> None:
    """Sets up the stream's next game in `memory`, up to the first decision."""
    memory[:] = 0
    state = opened(memory, STATE)
    start(rules, state)
    settle(rules, state, stream, mask)


# --- One game


@rule
def start_one(rules_memory: Array, memory: Array, stream: Stream, mask: Array) -> None:
    """A new game; `mask` then holds its first legal actions."""
    new_game(opened(rules_memory, RULES), memory, stream, mask)


@rule
def step_one(rules_memory: Array, memory: Array, stream: Stream, mask: Array, action: int) -> None:
    """Plays a legal action and settles; `mask` then holds the next legal actions."""
    rules, state = opened(rules_memory, RULES), opened(memory, STATE)
    step(rules, state, action)
    settle(rules, state, stream, mask)


@rule
def peek_one(rules_memory: Array, memory: Array, stream: Stream, mask: Array, order: Array) -> int:
    """What comes next without a player's choice, not yet played; fills `mask`.

    At a chance node the outcome that the stream gives (for a shuffle 0, and `order` is filled);
    else the forced action, or −1 where a player has to decide or all is over.
    """
    rules, state = opened(rules_memory, RULES), opened(memory, STATE)
    if state.to_move == CHANCE:
        return drawn(rules, state, stream, order)
    legal_mask(rules, state, mask)
    if state.to_move == OVER or state.phase == ASKED_ALWAYS:
        return -1
    return only_action(mask)


@rule
def play_one(rules_memory: Array, memory: Array, action: int) -> None:
    """Plays a legal action and nothing more."""
    step(opened(rules_memory, RULES), opened(memory, STATE), action)


@rule
def resolve_one(rules_memory: Array, memory: Array, outcome: int, order: Array) -> None:
    """Goes on from a chance node with an outcome (or, for a shuffle, an order)."""
    resolve(opened(rules_memory, RULES), opened(memory, STATE), outcome, order)


@rule
def resample_one(rules_memory: Array, observation: Array, stream: Stream, memory: Array) -> None:
    """Writes a random state that looks the same to the viewer, who becomes seat 0."""
    memory[:] = 0
    resample(opened(rules_memory, RULES), observation, stream, opened(memory, STATE))


@rule
def observe_one(rules_memory: Array, memory: Array, seat: int, observation: Array) -> None:
    """Writes what the seat may see."""
    observe(opened(rules_memory, RULES), opened(memory, STATE), seat, observation)


@rule
def inside_action_of_one(
    rules_memory: Array,
    memory: Array,
    kind: int,
    seat: int,
    stream: Stream,
    mask: Array,
    decisions: Array,
    observation: Array,
) -> int:
    """What a compiled agent does at the seat to move, as in the games of a batch."""
    observe_one(rules_memory, memory, seat, observation)
    return inside_action(kind, seat, observation, mask, stream, decisions)


@rule
def observe_scaled(
    rules_memory: Array,
    memory: Array,
    seat: int,
    observation: Array,
    scale: Array,
    scaled: Array,
) -> None:
    """As `observe_one`; also writes the fields times `scale` as float32."""
    observe_one(rules_memory, memory, seat, observation)
    for i in range(observation.shape[0]):
        scaled[i] = np.float32(observation[i]) * scale[i]


@rule
def utilities_of(
    rules_memory: Array, memory: Array, kind: int, unit: float, utilities: Array, scores: Array
) -> bool:
    """Writes utilities and scores of a finished game; returns whether somebody won outright."""
    rules, state = opened(rules_memory, RULES), opened(memory, STATE)
    winners = np.zeros(utilities.shape[0], np.int8)
    outright = result(rules, state, winners, scores)
    write_utilities(kind, unit, outright, winners, scores, utilities)
    return outright


# --- Many games


@rule
def first_illegal(rows: Array, actions: Array, masks: Array) -> int:
    """The first k whose action is not legal in row `rows[k]`, or −1."""
    for k in range(rows.shape[0]):
        action = actions[k]
        if action < 0 or action >= masks.shape[1] or masks[rows[k], action] == 0:
            return k
    return -1


@rule
def aim_at_row(stream: Stream, row: int, episode: int) -> None:
    """Points the stream at a game; its draws are found by `aim`."""
    stream[2] = row
    stream[3] = episode


@rule
def score_rows(
    rules_memory: Array, states: Array, rows: Array, scores: Array, low: int, high: int
) -> None:
    """Writes the scores as they stand in the games of `rows`, ended or not."""
    rules = opened(rules_memory, RULES)
    winners = np.zeros(scores.shape[1], np.int8)
    for k in range(low, high):
        result(rules, opened(states[rows[k]], STATE), winners, scores[rows[k]])


@rule
def start_row(
    rules: Record,
    stream: Stream,
    deal: int,
    lineups: Array,
    row: int,
    episode: Array,
    decisions: Array,
    memory: Array,
    mask: Array,
    observation: Array,
) -> None:
    """The next game of a row in which an outside seat decides, up to its first decision.

    `episode` and `decisions` are arrays of one; the episodes without such a decision are counted.
    """
    state = opened(memory, STATE)
    for _ in range(MOST_RESTARTS):
        aim_at_row(stream, deal, episode[0])
        decisions[0] = 0
        new_game(rules, memory, stream, mask)
        lineup = lineups[(row + episode[0]) % lineups.shape[0]]
        play_inside(rules, state, stream, lineup, decisions, mask, observation)
        if state.to_move != OVER:
            return
        episode[0] += 1


@rule
def play_inside(
    rules: Record,
    state: Record,
    stream: Stream,
    lineup: Array,
    decisions: Array,
    mask: Array,
    observation: Array,
) -> None:
    """Lets compiled agents decide until an outside seat has to or the game is over."""
    while state.to_move != OVER:
        seat = state.to_move
        observe(rules, state, seat, observation)
        if lineup[seat] < 0:
            return
        step(rules, state, inside_action(lineup[seat], seat, observation, mask, stream, decisions))
        settle(rules, state, stream, mask)


@rule
def inside_action(
    kind: int, seat: int, observation: Array, mask: Array, stream: Stream, decisions: Array
) -> int:
    """What a compiled agent does at a seat; `decisions`, an array of one, counts all of theirs."""
    aim(stream, FIRST_AGENT_KIND + seat, decisions[0])
    decisions[0] += 1
    return choose(kind, observation, mask, stream)


@rule
def reset_rows(
    rules_memory: Array,
    seed: Stream,
    deals: Array,
    lineups: Array,
    rows: Array,
    states: Array,
    episodes: Array,
    decisions: Array,
    seats: Array,
    masks: Array,
    observations: Array,
    low: int,
    high: int,
) -> None:
    """Starts a new game in each row `rows[k]`, up to the first decision of an outside seat."""
    rules = opened(rules_memory, RULES)
    stream = seed.copy()
    for k in range(low, high):
        i = rows[k]
        episode, turns = episodes[i : i + 1], decisions[i : i + 1]
        start_row(
            rules,
            stream,
            deals[i],
            lineups,
            i,
            episode,
            turns,
            states[i],
            masks[i],
            observations[i],
        )
        seats[i] = opened(states[i], STATE).to_move


@rule
def step_rows(
    rules_memory: Array,
    seed: Stream,
    deals: Array,
    lineups: Array,
    rows: Array,
    actions: Array,
    kind: int,
    unit: float,
    states: Array,
    episodes: Array,
    decisions: Array,
    seats: Array,
    masks: Array,
    observations: Array,
    rewards: Array,
    scores: Array,
    outright: Array,
    terminations: Array,
    truncations: Array,
    final_observations: Array,
    low: int,
    high: int,
) -> None:
    """Plays `actions[k]` in row `rows[k]`, then on to the next decision of an outside seat.

    A finished game leaves its utilities, scores and final observations and starts again at once;
    games in which no outside seat decides anything are passed over.
    """
    rules = opened(rules_memory, RULES)
    stream = seed.copy()
    for k in range(low, high):
        i = rows[k]
        state = opened(states[i], STATE)
        episode, turns = episodes[i : i + 1], decisions[i : i + 1]
        aim_at_row(stream, deals[i], episodes[i])
        if terminations[i] or truncations[i]:
            terminations[i] = truncations[i] = False
            rewards[i, :] = 0
        step(rules, state, actions[k])
        settle(rules, state, stream, masks[i])
        lineup = lineups[(i + episodes[i]) % lineups.shape[0]]
        play_inside(rules, state, stream, lineup, turns, masks[i], observations[i])
        if state.to_move == OVER:
            truncations[i] = state.truncated == 1
            terminations[i] = not truncations[i]
            outright[i] = utilities_of(rules_memory, states[i], kind, unit, rewards[i], scores[i])
            for seat in range(rewards.shape[1]):
                observe(rules, state, seat, final_observations[i, seat])
            episodes[i] += 1
            start_row(
                rules, stream, deals[i], lineups, i, episode, turns, states[i], masks[i],
                observations[i],
            )  # fmt: skip
        seats[i] = state.to_move


@rule
def play_games(
    rules_memory: Array,
    seed: Stream,
    deals: Array,
    lineups: Array,
    kind: int,
    unit: float,
    utilities: Array,
    scores: Array,
    outright: Array,
    truncations: Array,
    observation_size: int,
    low: int,
    high: int,
) -> None:
    """Plays one whole game in each row, all seats by compiled agents; writes how it ended."""
    rules = opened(rules_memory, RULES)
    stream = seed.copy()
    memory = np.empty(STATE_SIZE, np.uint8)
    mask = np.empty(NUM_ACTIONS, np.int8)
    observation = np.empty(observation_size, np.uint8)
    decisions = np.zeros(1, np.int64)
    for i in range(low, high):
        aim_at_row(stream, deals[i], 0)
        decisions[0] = 0
        new_game(rules, memory, stream, mask)
        state = opened(memory, STATE)
        play_inside(rules, state, stream, lineups[i], decisions, mask, observation)
        outright[i] = utilities_of(rules_memory, memory, kind, unit, utilities[i], scores[i])
        truncations[i] = state.truncated == 1


@rule
def choose_rows(
    seed: Stream,
    counter: int,
    kind: int,
    observations: Array,
    masks: Array,
    actions: Array,
    low: int,
    high: int,
) -> None:
    """What a compiled agent does in each row; `counter` numbers the calls."""
    stream = seed.copy()
    for i in range(low, high):
        aim_at_row(stream, i, counter)
        aim(stream, FIRST_AGENT_KIND, 0)
        actions[i] = choose(kind, observations[i], masks[i], stream)


@rule
def random_legal(mask: Array, stream: Stream) -> int:
    """A uniformly random legal action."""
    skip = random_below(stream, count_legal(mask))
    for action in range(mask.shape[0]):
        skip -= mask[action]
        if skip < 0:
            return action
    return -1
