"""OpenSkill ratings (Plackett–Luce) of a tournament's entrants."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from openskill.models import PlackettLuce

from sicilianos_env.engine.records import Array
from sicilianos_training.tournament.results import Results


@dataclass(frozen=True)
class Rating:
    """A skill in OpenSkill's units: 25 ± 25/3 before the first game.

    Attributes:
        mu: the mean.
        sigma: the standard deviation.
        ordinal: mu − 3 sigma, what the skill is almost certainly above.
    """

    mu: float
    sigma: float
    ordinal: float


def ratings(results: Results) -> list[Rating]:
    """The entrants' ratings after all games, in the order of the entrants.

    All games are rated one after another, in the order of the schedule; another order gives
    somewhat other ratings. Entrants do not learn while they play, so a rating is taken to be
    constant (tau = 0): sigma goes on shrinking, and no game counts more for being a late one. It
    takes the games for independent, which those of a deal are not.

    Where an entrant sits at several seats of a game, each seat is rated as a player of its own,
    from the entrant's rating before the game, and the entrant gets the mean of their new mu and
    sigma. Games of an entrant against itself alone tell nothing and are passed over.
    """
    model = PlackettLuce(tau=0.0)
    rated = [model.rating() for _ in results.entrants]
    for seats, ranks in zip(results.seating.tolist(), ranks_of(results).tolist()):
        players = set(seats)
        if len(players) == 1:
            continue
        # A rating for each seat: of one that appears twice, OpenSkill would keep one copy alone.
        teams = [[model.create_rating([rated[i].mu, rated[i].sigma])] for i in seats]
        after = [rating for (rating,) in model.rate(teams, ranks=ranks)]
        for i in players:
            own = [rating for rating, entrant in zip(after, seats) if entrant == i]
            rated[i].mu = sum(rating.mu for rating in own) / len(own)
            rated[i].sigma = sum(rating.sigma for rating in own) / len(own)
    return [Rating(rating.mu, rating.sigma, rating.ordinal()) for rating in rated]


def ranks_of(results: Results) -> Array:
    """How many seats of its game did better than each seat, (G, P) float64: 0 is the best.

    The winners come first, equal among each other, then the others by score.
    """
    won, scores = results.win_shares > 0, results.scores
    ranks = np.zeros(won.shape)
    for seat in range(results.num_players):
        wins, score = won[:, seat, None], scores[:, seat, None]
        ranks += ~won & (wins | (score > scores))
    return ranks
