"""What tournaments tell: figures known by hand, intervals and variances known by simulation."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from base64 import b64decode
from dataclasses import replace
from html.parser import HTMLParser
from itertools import combinations
from math import inf, isnan

import numpy as np
import pytest
from rich.console import Console
from rich.table import Table

from sicilianos_training.estimate import Estimate
from sicilianos_training.tournament.ratings import ranks_of, ratings
from sicilianos_training.tournament.report import (
    Findings,
    cross_play_table,
    findings,
    markdown,
    seat_table,
    standings_table,
    write_html,
)
from sicilianos_training.tournament.results import Results
from sicilianos_training.tournament.statistics import (
    by_seat,
    cross_play,
    estimates,
    standings,
    truncated_share,
    variance_reduction,
)

VOID = {"meta", "img"}  # tags of HTML that are never closed


def rotated(lineups: list[list[int]] | np.ndarray) -> np.ndarray:
    """The seating of deals played with all rotations, (deals * P, P)."""
    lineups = np.asarray(lineups, np.int64)
    players = lineups.shape[1]
    turns = [np.roll(lineups, turn, axis=1) for turn in range(players)]
    return np.stack(turns, axis=1).reshape(-1, players)


def results_of(seating: np.ndarray, shares, entrants: str = "ABC", scores=None) -> Results:
    """Results in which who has a share of the win has won outright."""
    shares, players = np.asarray(shares, np.float64), seating.shape[1]
    return Results(
        entrants=tuple(entrants),
        seating=seating,
        deals=np.arange(len(seating)) // players,
        win_shares=shares,
        utilities=(shares * players - 1) / (players - 1),
        scores=np.zeros(shares.shape) if scores is None else np.asarray(scores, np.float64),
        outright=shares == 1,
        truncations=np.zeros(len(seating), np.bool_),
    )


def by_entrant(seating: np.ndarray, values: np.ndarray) -> np.ndarray:
    """Values of entrants in games, (G, N), at the seats where they sit, (G, P)."""
    return np.take_along_axis(values, seating, axis=1)


def width(estimate: Estimate) -> float:
    return estimate.high - estimate.low


def means(matrix: list[list[Estimate]]) -> np.ndarray:
    return np.array([[estimate.mean for estimate in row] for row in matrix])


# A, A, B on one deal and B, C, A on another; D never plays.
SEATING = rotated([[0, 0, 1], [1, 2, 0]])
SHARES = np.array(
    [
        [1, 0, 0],  # A A B: A
        [0.5, 0.5, 0],  # B A A: B and A
        [0, 1, 0],  # A B A: B
        [0, 1, 0],  # B C A: C
        [0, 1, 0],  # A B C: B
        [1, 0, 0],  # C A B: C
    ]
)
SCORES = np.array([[9, 3, 0], [6, 6, 3], [0, 9, 0], [0, 9, 0], [0, 9, 0], [9, 3, 0]])
BY_HAND = results_of(SEATING, SHARES, "ABCD", SCORES)


def test_standings_known_by_hand():
    rows = standings(BY_HAND)
    assert [row.label for row in rows] == ["C", "B", "A", "D"]
    assert [row.games for row in rows] == [3, 6, 6, 0]
    assert [row.seats for row in rows] == [3, 6, 9, 0]
    best, second, third, absent = rows
    assert best.win_share.mean == pytest.approx(2 / 3)
    assert second.win_share.mean == pytest.approx(2.5 / 6)
    assert third.win_share.mean == pytest.approx(1.5 / 9)
    assert third.utility.mean == pytest.approx((1.5 / 9 * 3 - 1) / 2)
    assert third.score.mean == pytest.approx(24 / 9)
    assert third.outright.mean == pytest.approx(1 / 9)
    assert isnan(absent.win_share.mean) and isnan(absent.win_share.low)


def test_the_mean_lies_in_its_interval_which_a_single_deal_cannot_have():
    best, second, third, _ = standings(BY_HAND)
    assert isnan(best.win_share.low) and isnan(best.win_share.high)
    assert str(best.win_share) == "0.667 (no interval)"
    for row in (second, third):
        assert row.win_share.low <= row.win_share.mean <= row.win_share.high


def test_cross_play_counts_pairs_of_seats():
    # Seats of A with A: 2 in each of three games, which got 1, 0.5 and 0 between them.
    a_with_a, a_with_b, a_with_c = 1.5 / 6, 1.5 / 9, 0
    b_with_a, c_with_a = (2 * 1.5 + 1) / 9, 2 / 3
    b_with_c, c_with_b = 1 / 3, 2 / 3
    nan = np.nan
    expected = [
        [a_with_a, a_with_b, a_with_c, nan],
        [b_with_a, nan, b_with_c, nan],
        [c_with_a, c_with_b, nan, nan],
        [nan, nan, nan, nan],
    ]
    np.testing.assert_allclose(means(cross_play(BY_HAND)), expected)


def test_cross_play_is_the_mean_over_all_pairs_of_seats():
    random = np.random.default_rng(1)
    seating = rotated(random.integers(3, size=(20, 4)))
    results = results_of(seating, random.random(seating.shape))
    pairs = np.zeros((2, 3, 3))
    for seats, shares in zip(results.seating, results.win_shares):
        for s in range(4):
            for t in set(range(4)) - {s}:
                pairs[:, seats[s], seats[t]] += (shares[s], 1)
    np.testing.assert_allclose(means(cross_play(results)), pairs[0] / pairs[1])


def test_seats_of_the_same_role_count_as_one():
    found = by_seat(BY_HAND, ["Boss", "Wife", "Wife"])
    assert list(found) == ["Boss", "Wife"]
    assert [share.mean for share in found["Boss"][:3]] == pytest.approx([1 / 3, 0.5 / 2, 1])
    assert [share.mean for share in found["Wife"][:3]] == pytest.approx([0.5 / 6, 2 / 4, 1 / 2])
    assert isnan(found["Boss"][3].mean)


def test_there_is_a_role_for_each_seat():
    with pytest.raises(ValueError, match="2 roles are named; there must be one for each of the 3"):
        by_seat(BY_HAND, ["Boss", "Wife"])


def test_truncated_share():
    truncations = np.array([True, False, False, False, False, True])
    assert truncated_share(replace(BY_HAND, truncations=truncations)) == pytest.approx(1 / 3)


# ---------------------------------------------------------------- intervals


def test_intervals_hold_the_truth_in_about_95_percent_of_tournaments():
    random, hits, tournaments = np.random.default_rng(5), 0, 300
    for _ in range(tournaments):
        luck = random.beta(2, 1, 100)  # of the first entrant on a deal, in all of its 4 games
        wins, games = random.binomial(4, luck), np.full(100, 4)
        (found,) = estimates(wins[:, None] * 1.0, games[:, None] * 1.0, np.arange(100))
        hits += found.low <= 2 / 3 <= found.high
    assert 0.91 < hits / tournaments < 0.98


def test_intervals_hold_a_ratio_whose_seats_vary():
    random, hits, tournaments = np.random.default_rng(6), 0, 300
    for _ in range(tournaments):
        seats = random.integers(0, 4, 150)
        # More seats, smaller shares: the mean of the deals' means would be another figure.
        wins = random.binomial(seats, 1 / (1 + seats))
        (found,) = estimates(wins[:, None] * 1.0, seats[:, None] * 1.0, np.arange(150))
        hits += found.low <= (1 / 2 + 2 / 3 + 3 / 4) / 6 <= found.high
    assert 0.91 < hits / tournaments < 0.98


def test_rotations_that_go_alike_widen_the_interval():
    random = np.random.default_rng(2)
    seating = rotated([[0, 1]] * 2_000)
    once = random.integers(2, size=2_000)
    alike, apart = np.repeat(once, 2), random.integers(2, size=4_000)
    widths = [
        width(standings(results_of(seating, seating == winner[:, None], "AB"))[0].win_share)
        for winner in (alike, apart)
    ]
    assert widths[0] / widths[1] == pytest.approx(np.sqrt(2), rel=0.1)


def test_games_of_the_same_deal_are_drawn_together():
    once, twice = np.arange(200), np.arange(200) // 2
    wins = np.repeat(np.random.default_rng(3).integers(2, size=100), 2)[:, None] * 1.0
    seats = np.ones((200, 1))
    (apart,), (together,) = estimates(wins, seats, once), estimates(wins, seats, twice)
    assert apart.mean == together.mean
    assert width(together) / width(apart) == pytest.approx(np.sqrt(2), rel=0.15)


def test_the_same_results_have_the_same_intervals_whatever_the_slices(monkeypatch):
    random = np.random.default_rng(4)
    sums, seats, deals = random.random((50, 3)), np.ones((50, 1)), np.arange(50)
    whole = estimates(sums, seats, deals)
    monkeypatch.setattr("sicilianos_training.tournament.statistics.COUNTS_AT_ONCE", 350)
    for found, expected in zip(estimates(sums, seats, deals), whole):
        assert (found.low, found.high) == pytest.approx((expected.low, expected.high))


def test_no_chance_no_width():
    seating = rotated([[0, 0, 0]] * 5)
    (row,) = standings(results_of(seating, np.eye(3)[[0, 1, 1] * 5], "A"))
    share = row.win_share
    assert (share.mean, share.low, share.high) == pytest.approx((1 / 3, 1 / 3, 1 / 3))


# ---------------------------------------------------------------- variance reduction

SEAT_EFFECT = np.array([0.5, 0.0, -0.5, 0.2])


def simulated(
    deals: int, seat_effect, deal_seat: float = 0, deal_entrant: float = 0, game: float = 0
) -> Results:
    """Shares that are a sum of skill, seat and independent normal noises of given deviations."""
    random, players = np.random.default_rng(8), 4
    seating = rotated([random.permutation(4) for _ in range(deals)])
    number = len(seating)

    def noise(deviation: float, rows: int) -> np.ndarray:
        return random.normal(0, deviation, (rows, players))

    shares = (
        np.array([0.1, 0.2, 0.3, 0.4])[seating]
        + seat_effect
        + np.repeat(noise(deal_seat, deals), players, axis=0)
        + by_entrant(seating, np.repeat(noise(deal_entrant, deals), players, axis=0))
        + noise(game, number)
    )
    return results_of(seating, shares, "ABCD")


@pytest.mark.parametrize(
    ("seat_effect", "deal_seat", "deal_entrant", "game"),
    [
        (SEAT_EFFECT, 0.0, 0.0, 0.05),  # seats dominate
        (SEAT_EFFECT, 0.3, 0.0, 0.2),
        (0 * SEAT_EFFECT, 0.0, 0.0, 0.3),  # each game for itself
        (SEAT_EFFECT, 0.0, 0.4, 0.3),  # luck that stays with the entrant in all rotations
    ],
)
def test_variance_reduction_is_the_closed_form(seat_effect, deal_seat, deal_entrant, game):
    # A seat's luck on a deal is met once, as are the noises of the P games; an entrant's luck on
    # a deal is in all P games of it.
    once = deal_seat**2 + game**2
    a_game = seat_effect.var() + once + deal_entrant**2
    expected = (a_game / 4) / (once / 4 + deal_entrant**2)
    found = variance_reduction(simulated(6_000, seat_effect, deal_seat, deal_entrant, game))
    assert found.overall == pytest.approx(expected, rel=0.05)
    assert found.by_entrant == pytest.approx([expected] * 4, rel=0.1)


def test_variance_reduction_is_right_with_few_deals_a_line_up():
    """The means of line-ups that are far apart are removed with the right degrees of freedom."""
    random, lineups = np.random.default_rng(9), list(combinations(range(26), 3))
    seating = rotated(np.repeat(lineups, 2, axis=0))
    strength = np.repeat(random.normal(0, 5, (len(lineups), 26)), 6, axis=0)
    shares = by_entrant(seating, strength) + np.array([0.3, 0.0, -0.3])
    shares = shares + random.normal(0, 0.3, shares.shape)
    found = variance_reduction(results_of(seating, shares, "x" * 26))
    assert found.overall == pytest.approx((0.06 + 0.09) / 0.09, rel=0.05)


def test_single_deals_of_a_line_up_add_nothing():
    twice = rotated([[0, 1, 2], [0, 1, 2]])
    random = np.random.default_rng(10)
    shares = random.random((9, 3))
    both = results_of(np.concatenate([twice, rotated([[0, 0, 1]])]), shares)
    found, expected = variance_reduction(both), variance_reduction(results_of(twice, shares[:6]))
    assert found.overall == pytest.approx(expected.overall)
    assert found.by_entrant == pytest.approx(expected.by_entrant)


def test_variance_reduction_without_variance_or_with_seats_alone():
    assert variance_reduction(BY_HAND).overall is None
    seating = rotated([[0, 1, 2]] * 4)
    first_seat_wins = np.tile([1.0, 0.0, 0.0], (12, 1))
    assert variance_reduction(results_of(seating, first_seat_wins)).overall == inf
    alone = results_of(rotated([[0, 0, 0]] * 4), first_seat_wins, "AB")
    assert variance_reduction(alone).by_entrant == (None, None)


# ---------------------------------------------------------------- ratings


def test_winners_rank_first_then_scores_and_equals_are_equal():
    seating = np.array([[0, 1, 2, 3]] * 3)
    shares = [[0, 1, 0, 0], [0.5, 0, 0.5, 0], [0.25, 0.25, 0.25, 0.25]]
    scores = [[5, 1, 5, 2], [1, 3, 2, 4], [1, 2, 3, 4]]
    ranks = ranks_of(results_of(seating, shares, "ABCD", scores))
    np.testing.assert_array_equal(ranks, [[1, 0, 1, 3], [0, 3, 0, 2], [0, 0, 0, 0]])


def games_of_strengths(strengths: list[float], deals: int) -> Results:
    """Games that the strongest draw of three wins, by strength and Gumbel noise (Plackett–Luce)."""
    random = np.random.default_rng(11)
    entrants = len(strengths)
    seating = rotated([random.permutation(entrants)[:3] for _ in range(deals)])
    scores = np.array(strengths)[seating] + random.gumbel(size=seating.shape)
    shares = scores == scores.max(axis=1, keepdims=True)
    return results_of(seating, shares, "ABCDE"[:entrants], scores)


def test_a_dominated_entrant_is_rated_last():
    rated = ratings(games_of_strengths([0.0, 0.5, -2.0, 1.0], 300))
    assert np.argsort([rating.mu for rating in rated]).tolist() == [2, 0, 1, 3]
    assert rated[3].ordinal == pytest.approx(rated[3].mu - 3 * rated[3].sigma)
    assert rated[3].ordinal > rated[0].mu > rated[2].mu + 3 * rated[2].sigma


def test_ratings_do_not_depend_on_labels_or_their_order():
    results = games_of_strengths([0.0, 0.5, -2.0, 1.0], 50)
    renamed = replace(
        results,
        entrants=("same", "same", "[b]", ""),
        seating=np.array([2, 0, 3, 1])[results.seating],
    )
    before, after = ratings(results), ratings(renamed)
    assert [rating.mu for rating in before] == pytest.approx([after[i].mu for i in (2, 0, 3, 1)])


def test_an_entrant_at_several_seats_takes_the_mean_of_them():
    game, twin = np.array([[0, 0, 1]]), np.array([[0, 2, 1]])
    shares, scores = [[1, 0, 0]], [[3, 2, 1]]
    both, _, _ = ratings(results_of(game, shares, scores=scores))
    first, _, second = ratings(results_of(twin, shares, scores=scores))
    assert both.mu == pytest.approx((first.mu + second.mu) / 2)
    assert both.sigma == pytest.approx((first.sigma + second.sigma) / 2)


def test_games_against_oneself_tell_nothing():
    seating = rotated([[0, 0, 0]] * 3)
    rated, unrated, _ = ratings(results_of(seating, np.eye(3)[[0, 1, 2] * 3]))
    assert rated == unrated


# ---------------------------------------------------------------- reports


def hostile(results: Results = BY_HAND) -> Findings:
    named = replace(results, entrants=("<b>bold</b>", "[red]a|b", "$x$", "D & co"))
    return findings(
        named, ["Boss", "<i>Wife", "<i>Wife"], title="Cup <1>", command="sicilianos t '<b>'",
        settings={"game": "scopa", "<s>": "<u>&"}, outright="Godfather",
    )  # fmt: skip


def plain(results: Results) -> Findings:
    roles = [f"seat {seat}" for seat in range(results.num_players)]
    return findings(results, roles, title="", command="", settings={}, outright=None)


def shown(table: Table, width: int = 200) -> str:
    console = Console(width=width)
    with console.capture() as capture:
        console.print(table)
    return capture.get()


def test_tables_are_in_the_order_of_the_standings_and_take_names_literally():
    found = hostile()
    for table in (standings_table(found), cross_play_table(found), seat_table(found)):
        text = shown(table)
        places = [text.index(f"│ {name} ") for name in ("$x$", "[red]a|b", "<b>bold</b>", "D & co")]
        assert places == sorted(places)
    np.testing.assert_allclose(means(found.cross_play)[0, 1:3], [2 / 3, 2 / 3])
    assert found.by_seat["Boss"][0].mean == 1


def test_columns_appear_where_they_mean_something():
    with_all = shown(standings_table(hostile()))
    assert "mean score" in with_all and "Godfather" in with_all
    without = plain(replace(BY_HAND, scores=np.zeros(SHARES.shape)))
    assert "score" not in shown(standings_table(without))
    assert "Godfather" not in markdown(without)


def test_truncated_games_and_variance_reduction_are_told():
    text = shown(standings_table(hostile()))
    assert "could not be measured" in text and "limit" not in text
    simulation = simulated(50, SEAT_EFFECT, game=0.2)
    stopped = replace(simulation, truncations=np.arange(200) < 3)
    text = shown(standings_table(plain(stopped)))
    assert "3 of 200 games (1.50%) were stopped" in text
    overall = variance_reduction(simulation).overall
    assert f"Variance reduction by duplicate seating: {overall:.2f} (by agent" in text


@pytest.mark.parametrize("columns", [40, 80])
def test_no_figure_is_cut_off_in_a_narrow_terminal(columns):
    found = plain(simulated(20, SEAT_EFFECT, game=0.2))
    for table in (cross_play_table(found), seat_table(found)):
        assert "…" not in shown(table, columns)


def test_nothing_played_is_nothing_to_report():
    none = replace(
        BY_HAND,
        **{name: getattr(BY_HAND, name)[:0] for name in vars(BY_HAND) if name != "entrants"},
    )
    with pytest.raises(ValueError, match="No deal was played"):
        hostile(none)


def test_markdown_has_a_row_for_each_entrant_and_the_command():
    lines = markdown(hostile()).splitlines()
    table = [line for line in lines if line.startswith("|")]
    assert len(table) == 2 + 4
    assert len({line.replace("\\|", "").count("|") for line in table}) == 1
    assert table[3].startswith("| [red]a\\|b |") and "&lt;b&gt;bold" in table[4]
    assert lines[-3:] == ["```sh", "sicilianos t '<b>'", "```"]


class Page(HTMLParser):
    """Checks that tags are closed in order; keeps tags, text and images."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.words: list[str] = []
        self.images: list[dict[str, str | None]] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        if tag == "img":
            self.images.append(dict(attrs))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.words.append(data)


def test_html_is_well_formed_self_contained_and_escaped(tmp_path):
    write_html(tmp_path / "report.html", hostile())
    text = (tmp_path / "report.html").read_text(encoding="utf-8")
    page = Page(text)
    assert page.open == []
    assert not {"b", "i", "s", "u", "script", "link"} & set(page.tags)
    assert {"<b>bold</b>", "<u>&", "Cup <1>", "sicilianos t '<b>'"} <= set(page.words)
    assert "http" not in text
    assert len(page.images) == 3
    for image in page.images:
        kind, code = str(image["src"]).split(",")
        assert kind == "data:image/svg+xml;base64"
        assert ET.fromstring(b64decode(code)).tag.endswith("svg")


def test_html_is_the_same_for_the_same_results(tmp_path):
    for name in ("first", "second"):
        write_html(tmp_path / name, hostile())
    assert (tmp_path / "first").read_bytes() == (tmp_path / "second").read_bytes()


def test_one_entrant_alone_can_be_reported(tmp_path):
    found = plain(results_of(rotated([[0, 0]]), [[1, 0], [1, 0]], "A"))
    write_html(tmp_path / "report.html", found)
    assert "0.500 (no interval)" in markdown(found)


@pytest.mark.parametrize(
    ("estimate", "text"),
    [
        (Estimate(1 / 3, 0.32, 0.346), "0.333 (0.320-0.346)"),
        (Estimate(-0.1, -0.2, 0.0), "-0.100 (-0.200 to 0.000)"),
        (Estimate(0.5, np.nan, np.nan), "0.500 (no interval)"),
        (Estimate(np.nan, np.nan, np.nan), "–"),
    ],
)
def test_estimates_in_words(estimate, text):
    assert str(estimate) == text
