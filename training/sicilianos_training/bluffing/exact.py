"""The measures B1 to B10 on a war whose whole tree is known: exact, so without intervals."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sicilianos_env.engine.game import OVER
from sicilianos_env.engine.records import Array
from sicilianos_env.games.sicilianos.actions import STAKE_NOTE
from sicilianos_env.games.sicilianos.components import UNIT
from sicilianos_training.bluffing.decisions import JOIN, KINDS, OTHER, STAKE
from sicilianos_training.bluffing.holdings import HIGH, LOW
from sicilianos_training.bluffing.marked import MarkedWar, PlayedWar
from sicilianos_training.solver.cfr import CFRPlus
from sicilianos_training.solver.exact import expected_utilities, nash_conv, uniform_policy
from sicilianos_training.solver.tree import Tree, with_open_cards, without_actions

RARE = 1e-4  # a chance too small to speak of
CLOSE = 0.005  # of the payoff range: values nearer than this count as equal

# --- B1


@dataclass(frozen=True)
class Rates:
    """B1, of one kind of decision: how often poor holdings act strong, and good ones weak."""

    bluff: float
    slow_play: float
    quantiles: Array  # (Q,) the holdings there are
    strong: Array  # (Q,) how likely each acts strong


def bluff_rates(played: PlayedWar) -> dict[str, Rates]:
    """B1 by kind of decision; NaN where no such holding comes to decide."""
    war, found = played.war, {}
    strong = np.bincount(war.sets, played.policy * war.strong, minlength=war.tree.num_sets)
    for kind, name in enumerate(KINDS):
        chosen = (war.kinds == kind) & (played.set_reach > 0)
        q, weights, strengths = war.quantiles[chosen], played.set_reach[chosen], strong[chosen]
        poor, good = q <= LOW, q >= HIGH
        levels, index = np.unique(q.round(9), return_inverse=True)
        found[name] = Rates(
            mean(strengths[poor], weights[poor]),
            mean(1 - strengths[good], weights[good]),
            levels,
            np.bincount(index, weights * strengths) / np.bincount(index, weights),
        )
    return found


def mean(values: Array, weights: Array) -> float:
    """The weighted mean; NaN of nothing."""
    total = weights.sum()
    return float(values @ weights / total) if total > 0 else float("nan")


# --- B2, B3 and B9


@dataclass(frozen=True)
class Counterfactual:
    """B2 and B3: what strong actions are worth with hidden and with open cards.

    Shares are of all strong actions taken. Good is an action that is worth no less than the best
    weak one. A bluff is good with hidden cards and bad if all cards were open, a mistake bad in
    both, a value play good in both, a lucky play good only with open cards.
    """

    bluffs: float
    mistakes: float
    value_plays: float
    lucky_plays: float
    premium: float  # B3: what bluffs are worth more with hidden cards than with open ones


def counterfactual(played: PlayedWar, kind: int | None = None) -> Counterfactual:
    """B2 and B3, of one kind of decision or of all."""
    war = played.war
    hidden = advantage(war, played.action_values)
    limit = CLOSE * war.tree.payoff_range
    opened = open_advantage(war)
    strong = war.strong[war.places] & (played.edge_reach > 0)
    if kind is not None:
        strong &= war.kinds[war.sets[war.places]] == kind
    weights = played.edge_reach * strong
    good_hidden, good_open = hidden[war.places] >= -limit, opened >= -limit
    shares = [
        mean(flags.astype(float), weights)
        for flags in (
            good_hidden & ~good_open,
            ~good_hidden & ~good_open,
            good_hidden & good_open,
            ~good_hidden & good_open,
        )
    ]
    bluffs = weights * (good_hidden & ~good_open)
    is_bluff = bluffs > 0
    premium = played.action_values[war.places] - war.open_values[war.edges, war.seats]
    return Counterfactual(*shares, premium=mean(premium[is_bluff], bluffs[is_bluff]))


def advantage(war: MarkedWar, values: Array) -> Array:
    """(S,) what an action is worth more than the best weak one of its information set."""
    best = np.full(war.tree.num_sets, -np.inf)
    np.fmax.at(best, war.sets, np.where(war.strong, -np.inf, values))
    more: Array = values - best[war.sets]
    return more


def open_advantage(war: MarkedWar) -> Array:
    """(E,) the same if all cards were open, where each history is a set of its own."""
    tree = war.tree
    values = war.open_values[war.edges, war.seats]
    weak = np.where(war.strong[war.places], -np.inf, values)
    best = np.full(tree.num_nodes, -np.inf)
    np.fmax.at(best, tree.parents[war.edges], weak)
    more: Array = values - best[tree.parents[war.edges]]
    return more


@dataclass(frozen=True)
class Realised:
    """B9, of strong actions with poor holdings (q ≤ LOW): what became of them."""

    share: float  # of all strong actions
    gain: float  # what they brought more than the best weak action would have
    success: float  # how often they end with a utility above 0
    cost_when_caught: float  # what they end with otherwise, on average


def realised_bluffs(played: PlayedWar, kind: int | None = None) -> Realised:
    """B9, of one kind of decision or of all."""
    war = played.war
    sets = war.sets[war.places]
    strong = played.edge_reach * war.strong[war.places]
    if kind is not None:
        strong = strong * (war.kinds[sets] == kind)
    is_poor = (war.quantiles[sets] <= LOW) & (strong > 0)
    gains, wins, costs = (figure[is_poor] for figure in outcomes(played))
    weights, caught = strong[is_poor], wins < 1
    losing = 1 - wins[caught]
    return Realised(
        share=mean(is_poor.astype(float), strong),
        gain=mean(gains, weights),
        success=mean(wins, weights),
        cost_when_caught=mean(costs[caught] / losing, weights[caught] * losing),
    )


def outcomes(played: PlayedWar) -> tuple[Array, Array, Array]:
    """(E,) each: the gain over the best weak action, the chance to end above 0, and what the other
    ends bring, weighed by their chances.
    """
    war, tree = played.war, played.war.tree
    values = played.values[war.edges, war.seats]
    weak = np.where(war.strong[war.places], -np.inf, values)
    best = np.full(tree.num_nodes, -np.inf)
    np.fmax.at(best, tree.parents[war.edges], weak)
    wins, losses = np.zeros(len(values)), np.zeros(len(values))
    for seat in range(tree.num_players):
        mine = war.seats == seat
        utilities = tree.layout.utilities[:, seat]
        wins[mine] = chance_below(played, utilities > 0)[war.edges[mine]]
        losses[mine] = chance_below(played, np.minimum(utilities, 0))[war.edges[mine]]
    return values - best[tree.parents[war.edges]], wins, losses


def chance_below(played: PlayedWar, at_ends: Array) -> Array:
    """(N,) the mean of a figure of the ends below each node when all play the policy."""
    tree, layout = played.war.tree, played.war.tree.layout
    values = np.where(layout.movers == OVER, at_ends, 0.0).astype(float)
    likely = layout.chances.copy()
    likely[played.war.edges] = played.policy[played.war.places]
    for low, high in zip(layout.levels[-2:0:-1], layout.levels[:0:-1]):
        np.add.at(values, tree.parents[low:high], likely[low:high] * values[low:high])
    return values


# --- B4 and B5


@dataclass(frozen=True)
class Leakage:
    """B4 and B5, of one kind of decision: what an action tells of the cards of who takes it.

    In nats: `entropy` of the cards before, `information` that the action gives, and the mean shift
    of log p(cards) by which an observer is less convinced of the truth than before: one who knows
    the policy (never above 0 on average), and one who believes in `population`, another policy.
    """

    entropy: float
    information: float
    shift_for_knowing: float
    shift_for_population: float

    @property
    def share(self) -> float:
        """B4: the information as a share of the entropy."""
        return self.information / self.entropy if self.entropy > 0 else float("nan")


def leakage(played: PlayedWar, population: Array | None = None) -> dict[str, Leakage]:
    """B4 and B5 by kind of decision; `population` is uniform play if it is not given."""
    believed = uniform_policy(played.war.tree) if population is None else population
    return {
        name: _leakage(played, PlayedWar(played.war, believed), kind)
        for kind, name in enumerate(KINDS)
    }


def _leakage(played: PlayedWar, believed: PlayedWar, kind: int) -> Leakage:
    war, tree = played.war, played.war.tree
    chosen = war.kinds[war.sets[war.places]] == kind
    edges, places, seats = war.edges[chosen], war.places[chosen], war.seats[chosen]
    if not len(edges) or played.edge_reach[chosen].sum() == 0:
        return Leakage(*[float("nan")] * 4)
    parents = tree.parents[edges]
    states = _numbers(war.public_states[parents], seats)
    hands = _numbers(states, war.hands[parents, seats])
    acts = _numbers(states, war.public[places])
    both = _numbers(hands, acts)
    weights = played.edge_reach[chosen]
    true = _Beliefs(weights, states, hands, acts, both)
    other = _Beliefs(believed.edge_reach[chosen], states, hands, acts, both)
    weights = weights / weights.sum()
    seen = weights > 0
    prior, posterior = true.prior()[seen], true.posterior()[seen]
    told = _shift(other.prior()[seen], other.posterior()[seen], weights[seen])
    information = float(weights[seen] @ (np.log(posterior) - np.log(prior)))
    entropy = float(weights[seen] @ -np.log(prior))
    return Leakage(entropy, information, -information, told)


def _shift(prior: Array, posterior: Array, weights: Array) -> float:
    """The mean of log prior − log posterior; infinite where the truth was thought impossible."""
    with np.errstate(divide="ignore", invalid="ignore"):
        shift = np.log(prior) - np.log(posterior)
    return float(weights @ np.where(np.isnan(shift), np.inf, shift))


class _Beliefs:
    """How likely hands are before and after public actions, for an observer of a policy."""

    def __init__(self, weights: Array, states: Array, hands: Array, acts: Array, both: Array):
        self._of = [np.bincount(labels, weights)[labels] for labels in (states, hands, acts, both)]

    def prior(self) -> Array:
        states, hands, _, _ = self._of
        return hands / np.where(states > 0, states, np.nan)

    def posterior(self) -> Array:
        _, _, acts, both = self._of
        return both / np.where(acts > 0, acts, np.nan)


def _numbers(*labels: Array) -> Array:
    """One number for each combination of labels."""
    _, numbers = np.unique(np.column_stack(labels), axis=0, return_inverse=True)
    return numbers.ravel()


# --- B6


def responses(played: PlayedWar) -> dict[tuple[int, float], float]:
    """B6: P(join | the opener's stake in money, own q), by both; stakes that are seen alone."""
    war = played.war
    records = war.tree.observations.view(war.game.observation_record(war.options.num_players))[:, 0]
    seats = records["seats"]
    stakes = (seats["stake"] * (seats["turn_of"] == 1)).max(axis=1).astype(int) * UNIT
    strong = np.bincount(war.sets, played.policy * war.strong, minlength=war.tree.num_sets)
    chosen = (war.kinds == JOIN) & (played.set_reach > 0) & (stakes > 0)
    found = {}
    for stake, q in sorted(set(zip(stakes[chosen].tolist(), war.quantiles[chosen].round(9)))):
        same = chosen & (stakes == stake) & (war.quantiles.round(9) == q)
        found[int(stake), float(q)] = mean(strong[same], played.set_reach[same])
    return found


def deterrence(played: PlayedWar) -> dict[int, float]:
    """B6: for each note of the opener, P(nobody joins) less that after his smallest note.

    Notes that he hardly ever lays are left out.
    """
    war, tree = played.war, played.war.tree
    notes = np.array(war.options.denominations)
    records = tree.observations.view(war.game.observation_record(war.options.num_players))[:, 0]
    by_opener = (war.kinds == STAKE) & (records["seats"]["turn_of"][:, 0] == 1)
    joined = chance_below(played, _nobody_joined(war))
    found: dict[int, float] = {}
    edges = by_opener[war.sets[war.places]] & (played.edge_reach > 0)
    actions = tree.actions[war.places]
    for action in np.unique(actions[edges]):
        same = edges & (actions == action)
        weights = played.edge_reach[same]
        if weights.sum() < RARE:
            continue
        found[int(notes[action - STAKE_NOTE])] = mean(joined[war.edges[same]], weights)
    smallest = found[min(found)] if found else 0.0
    return {note: chance - smallest for note, chance in found.items()}


def _nobody_joined(war: MarkedWar) -> Array:
    """(N,) whether no strong action was taken in phase `join` on the way to a node."""
    tree = war.tree
    alone = np.ones(tree.num_nodes, np.bool_)
    joins = war.strong[war.places] & (war.kinds[war.sets[war.places]] == JOIN)
    alone[war.edges[joins]] = False
    for low, high in zip(tree.layout.levels[1:-1], tree.layout.levels[2:]):
        alone[low:high] &= alone[tree.parents[low:high]]
    return alone


# --- B7, B8 and B10


def value_to(tree: Tree, seat: int, iterations: int) -> float:
    """What the game is worth to a seat, by CFR+."""
    solver = CFRPlus(tree)
    solver.run(iterations)
    return float(expected_utilities(tree, solver.average_policy())[seat])


def honesty_gap(
    war: MarkedWar, seat: int, iterations: int = 1000, low: float = LOW, high: float | None = None
) -> float:
    """B7: what it costs a seat never to act strong with a holding of q ≤ `low`.

    Args:
        war: of two players, with zero-sum utilities.
        seat: who is bound.
        iterations: of CFR+ on both games.
        low: up to this q no strong action.
        high: from this q on no weak action; None allows them.
    """
    mine = (war.tree.owners == seat)[war.sets] & (war.kinds != OTHER)[war.sets]
    q = war.quantiles[war.sets]
    forbidden = mine & war.strong & (q <= low)
    if high is not None:
        forbidden |= mine & ~war.strong & (q >= high)
    bound = without_actions(war.tree, forbidden)
    return value_to(war.tree, seat, iterations) - value_to(bound, seat, iterations)


def value_of_secrecy(war: MarkedWar, seat: int, iterations: int = 1000) -> float:
    """B8: what it is worth to a seat that its cards are hidden. Two players, zero-sum."""
    shown = with_open_cards(war.tree, (seat,))
    return value_to(war.tree, seat, iterations) - value_to(shown, seat, iterations)


def honest_projection(played: PlayedWar) -> Array:
    """The policy made honest: poor holdings act weak, good ones strong, the others as they did."""
    war = played.war
    q, decides = war.quantiles[war.sets], (war.kinds != OTHER)[war.sets]
    removed = decides & np.where(war.strong, q <= LOW, q >= HIGH)
    policy = np.where(removed, 0.0, played.policy)
    sums = np.bincount(war.sets, policy)[war.sets]
    left = np.bincount(war.sets, ~removed)[war.sets]
    honest: Array = np.where(sums > 0, policy / np.where(sums > 0, sums, 1), ~removed / left)
    return honest


def price_of_being_known(played: PlayedWar) -> tuple[float, float]:
    """B10: NashConv of the policy, and of its honest projection."""
    tree = played.war.tree
    return nash_conv(tree, played.policy), nash_conv(tree, honest_projection(played))


# --- Players to compare with


def honest_player(war: MarkedWar) -> Array:
    """Acts weak with poor holdings only, and stakes the largest note with good ones only."""
    q = war.quantiles
    return _player(war, np.where(war.kinds == STAKE, q >= HIGH, q > LOW))


def joining_player(war: MarkedWar) -> Array:
    """Opens, joins and goes on whatever it holds, with the smallest note."""
    return _player(war, war.kinds != STAKE)


def largest_note_player(war: MarkedWar) -> Array:
    """As the honest player, but always with the largest note."""
    return _player(war, (war.kinds == STAKE) | (war.quantiles > LOW))


def _player(war: MarkedWar, wants: Array) -> Array:
    """Acts strong at the sets where it wants to: its highest card, else the smallest note."""
    policy = np.zeros(len(war.sets))
    for number, (first, end) in enumerate(zip(war.tree.starts[:-1], war.tree.starts[1:])):
        places = np.arange(first, end)
        fitting = places[war.strong[first:end] == wants[number]]
        chosen = fitting if len(fitting) else places
        policy[chosen[-1] if wants[number] else chosen[0]] = 1.0
    return policy
