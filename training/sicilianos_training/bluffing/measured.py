"""The measures of bluffing on logs of games, with 95 % intervals clustered by deal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from sicilianos_env.engine.records import Array
from sicilianos_training.bluffing.decisions import (
    JOIN,
    KINDS,
    OPEN,
    public_parts,
)
from sicilianos_training.bluffing.holdings import HIGH, LOW
from sicilianos_training.bluffing.log import Decisions, KeptNotes, Log
from sicilianos_training.estimate import Estimate
from sicilianos_training.tournament.statistics import estimates

BINS = 6  # of q in a curve


def ratio(deals: Array, values: Array, weights: Array) -> Estimate:
    """The sum of values by the sum of weights, where these are not 0."""
    numbers, of_deal = np.unique(deals, return_inverse=True)
    if not len(numbers):
        return Estimate(*[float("nan")] * 3)
    sums, seats = (np.bincount(of_deal, column)[:, None] for column in (values, weights))
    found: Estimate = estimates(sums, seats, numbers)[0]
    return found


# --- B1


@dataclass(frozen=True)
class MeasuredRates:
    """B1 of one kind of decision: `Rates`, measured."""

    bluff: Estimate
    slow_play: Estimate
    curve: tuple[Estimate, ...]  # P(strong) by q, in BINS equal parts
    decisions: int


def bluff_rates(decisions: Decisions) -> dict[str, MeasuredRates]:
    """B1 by kind of decision."""
    it, found = decisions, {}
    bins = np.minimum((np.nan_to_num(it.quantiles) * BINS).astype(int), BINS - 1)
    for kind, name in enumerate(KINDS):
        mine = it.kinds == kind
        if not mine.any():
            continue
        q = it.quantiles
        found[name] = MeasuredRates(
            _rate(it, mine & (q <= LOW)),
            _rate(it, mine & (q >= HIGH), weak=True),
            tuple(_rate(it, mine & (bins == part)) for part in range(BINS)),
            int(mine.sum()),
        )
    return found


def _rate(decisions: Decisions, among: Array, weak: bool = False) -> Estimate:
    acted = ~decisions.strong if weak else decisions.strong
    return ratio(decisions.deals, (acted & among).astype(float), among.astype(float))


# --- B4


@dataclass(frozen=True)
class MeasuredLeakage:
    """B4 of one kind of decision, as far as logs allow.

    The holding is in one of three parts of q, and the history is what is seen of it: how many cards
    of the colour the seat holds and the opener's stake. Both make the figure smaller than the exact
    one; that chance alone shows some information is taken off (Miller and Madow).
    """

    entropy: float  # of the part of q, in nats
    information: float
    share: Estimate


def leakage(decisions: Decisions) -> dict[str, MeasuredLeakage]:
    """B4 by kind of decision."""
    found = {}
    for kind, name in enumerate(KINDS):
        mine = np.flatnonzero(decisions.kinds == kind)
        if len(mine):
            found[name] = _leakage(decisions, mine)
    return found


def _leakage(decisions: Decisions, mine: Array) -> MeasuredLeakage:
    holdings = np.digitize(decisions.quantiles[mine], (LOW, HIGH))
    histories = np.column_stack([decisions.stakes[mine], decisions.notes_left[mine]])
    histories = np.unique(histories, axis=0, return_inverse=True)[1].ravel()
    acts = public_parts(decisions.kinds[mine], decisions.actions[mine])
    entropy, information = information_of(holdings, histories, acts)
    whole = _share(entropy, information)
    shares = [
        _share(*information_of(holdings[part], histories[part], acts[part]))
        for part in _resamples(decisions.deals[mine])
    ]
    # Drawing with replacement repeats decisions, which raises the figure: so the basic bootstrap.
    high, mean, low = 2 * whole - np.percentile(shares, (2.5, 50, 97.5))
    return MeasuredLeakage(entropy, information, Estimate(*map(float, (mean, low, high))))


def _share(entropy: float, information: float) -> float:
    return information / entropy if entropy > 0 else float("nan")


def information_of(holdings: Array, histories: Array, acts: Array) -> tuple[float, float]:
    """The entropy of holdings given histories, and what acts tell of them, in nats."""
    entropy, information = 0.0, 0.0
    for history in np.unique(histories):
        mine = histories == history
        h, a = holdings[mine], acts[mine]
        both = np.unique(np.column_stack([h, a]), axis=0, return_inverse=True)[1].ravel()
        of_h, of_a, of_both = (_entropy(each) for each in (h, a, both))
        entropy += mine.mean() * of_h
        information += mine.mean() * (of_h + of_a - of_both)
    return entropy, max(0.0, information)


def _entropy(labels: Array) -> float:
    """In nats, with the correction of Miller and Madow for small samples."""
    counts = np.unique(labels, return_counts=True)[1]
    shares = counts / counts.sum()
    return float(-(shares * np.log(shares)).sum() + (len(counts) - 1) / (2 * counts.sum()))


RESAMPLES = 100


def _resamples(deals: Array) -> Iterator[Array]:
    """Decisions of deals drawn with replacement."""
    random = np.random.default_rng(0)
    numbers = np.unique(deals)
    places = {number: np.flatnonzero(deals == number) for number in numbers}
    for _ in range(RESAMPLES):
        drawn = random.choice(numbers, len(numbers))
        yield np.concatenate([places[number] for number in drawn])


# --- B6


def responses(decisions: Decisions) -> dict[int, tuple[Estimate, ...]]:
    """B6: P(join | the opener's stake in money, own q), for q in three parts; 0: hidden."""
    it, found = decisions, {}
    parts = np.digitize(it.quantiles, (LOW, HIGH))
    joins = it.kinds == JOIN
    for stake in np.unique(it.stakes[joins]):
        same = joins & (it.stakes == stake)
        found[int(stake)] = tuple(_rate(it, same & (parts == part)) for part in range(3))
    return found


def deterrence(decisions: Decisions) -> dict[int, Estimate]:
    """B6: for each note that the agent opens with, P(nobody joins) less that of its smallest."""
    it = decisions
    opened = (it.kinds == OPEN) & (it.alone >= 0)
    notes = np.unique(it.own_stakes[opened])
    found = {}
    for note in notes:
        these, first = opened & (it.own_stakes == note), opened & (it.own_stakes == notes[0])
        sums = np.column_stack([it.alone * these, it.alone * first]).astype(float)
        counts = np.column_stack([these, first]).astype(float)
        found[int(note)] = _difference(it.deals, sums, counts)
    return found


def _difference(deals: Array, sums: Array, counts: Array) -> Estimate:
    """The first ratio less the second, bootstrapped by deal."""
    random = np.random.default_rng(0)
    numbers, of = np.unique(deals, return_inverse=True)
    sums, counts = (np.stack([np.bincount(of, c) for c in table.T]) for table in (sums, counts))
    drawn = random.multinomial(len(numbers), np.full(len(numbers), 1 / len(numbers)), 1000)
    with np.errstate(invalid="ignore"):
        ratios = (drawn @ sums.T) / (drawn @ counts.T)
        mean = sums.sum(axis=1) / counts.sum(axis=1)
    low, high = np.nanpercentile(ratios[:, 0] - ratios[:, 1], (2.5, 97.5))
    return Estimate(float(mean[0] - mean[1]), float(low), float(high))


# --- B9


@dataclass(frozen=True)
class MeasuredBluffs:
    """B9: wars entered with a poor holding (q ≤ LOW), against passing, which brings 0.

    Money is what was washed less the stake; a business is told apart.
    """

    share: Estimate  # of all wars entered
    payoff: Estimate  # money
    success: Estimate  # how often some money or a business came of it
    founded: Estimate  # businesses
    cost_when_caught: Estimate  # money, of the others


def realised_bluffs(decisions: Decisions) -> MeasuredBluffs:
    """B9 of openings and joinings."""
    it = decisions
    entered = it.founded >= 0
    poor = entered & (it.quantiles <= LOW)
    money = np.nan_to_num(it.gains)
    won = poor & ((money > 0) | (it.founded > 0))
    caught = poor & ~won
    return MeasuredBluffs(
        share=_of(it, poor, entered),
        payoff=ratio(it.deals, money * poor, poor.astype(float)),
        success=_of(it, won, poor),
        founded=ratio(it.deals, it.founded * poor, poor.astype(float)),
        cost_when_caught=ratio(it.deals, money * caught, caught.astype(float)),
    )


def _of(decisions: Decisions, flags: Array, among: Array) -> Estimate:
    return ratio(decisions.deals, flags.astype(float), among.astype(float))


# --- What a note is worth


@dataclass(frozen=True)
class NoteValue:
    """What notes that were kept turned out to be worth, by how many were kept.

    That is o of the gang-war game as play has it: −1 for a note that is never spent, near 2 for one
    that wins alone later.
    """

    notes_left: int
    worth: Estimate
    joins: Estimate  # how often the agent joins when it has so many notes and is asked


def note_values(log: Log) -> list[NoteValue]:
    """By how many notes are left, fewest first."""
    kept, it = log.kept, log.decisions
    return [
        NoteValue(
            int(number),
            _worth(kept, kept.notes_left == number),
            _rate(it, (it.kinds == JOIN) & (it.notes_left == number)),
        )
        for number in np.unique(kept.notes_left)
    ]


def _worth(kept: KeptNotes, mine: Array) -> Estimate:
    worths, amounts = (column[mine].astype(float) for column in (kept.worths, kept.amounts))
    return ratio(kept.deals[mine], worths, amounts)


def mean_of(values: Sequence[float], deals: Array) -> Estimate:
    """The mean of a figure of decisions."""
    return ratio(deals, np.array(values, float), np.ones(len(values)))
