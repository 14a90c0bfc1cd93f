"""Bidding charts: counted over every hand from the tables, shown everywhere, one page on paper."""

from __future__ import annotations

import io
import re
import sys
from collections import Counter
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from matplotlib.figure import Figure
from pypdf import PdfReader

from rightbower.cli import main
from rightbower.papers.printing.bidding_card import bidding_card
from rightbower.players.kernel.bits import mask_of
from rightbower.players.league import strength
from rightbower.players.tables import EXPERT, basis, call_by_table, table_calls
from rightbower.rules.acts import Name, Order, Pass, PickUp, TurnDown
from rightbower.rules.book import load, names, overlay
from rightbower.rules.cards import (
    PACK,
    Card,
    Rank,
    Seat,
    Suit,
    card,
    cards,
    left_bower,
    right_bower,
    suit_in_play,
)
from rightbower.rules.refusal import Refusal
from rightbower.study.chart_rules import (
    Difference,
    differences,
    hand_of,
    plot,
    special_rules,
    svg,
    weakest,
)
from rightbower.study.charts import (
    ALONE,
    CALL,
    CROSS,
    DEALER,
    KINDS,
    MOST_ACES,
    NEXT,
    PASS,
    ROUND_ONE,
    ROUND_TWO,
    ROWS,
    SEATS,
    SOME,
    Cell,
    Chart,
    Spot,
    Weak,
    _strengths,
    bids_before,
    calls_at,
    chart_for,
    chart_of,
    clearness,
    kind_words,
    numbers,
    seat_of,
    suits_of,
    view_at,
    view_from_text,
)
from rightbower.study.teacher import Option, advise, judge_of

# A row that is better than another with the same aces: more trumps, or more bowers among as many.
BETTER = ((0, 4), (1, 2), (2, 3), (2, 4), (1, 5), (2, 6), (3, 7), (4, 8), (5, 6), (6, 7), (6, 8), (6, 9), (9, 10))  # fmt: skip


def holding(hand: tuple[Card, ...], trump: Suit) -> tuple[int, int]:
    """The row of a hand and the aces beside, told from the cards."""
    held = [each for each in hand if suit_in_play(each, trump) is trump]
    right, left = right_bower(trump) in held, left_bower(trump) in held
    bowers = f"{'R' * right}{'L' * left}" or "-"
    count = min(len(held), 4)
    if count == 4 or (count == 1 and not right) or count == 0:
        count, bowers = (4, "") if count == 4 else (0, "")
    row = next(at for at, e in enumerate(ROWS) if (e.trumps, e.bowers) == (count, bowers))
    aces = [each for each in hand if each.rank is Rank.ACE and each not in held]
    return row, min(len(aces), MOST_ACES)


def counted(book: str, rank: Rank, place: int) -> dict[Spot, list[int]]:
    """Round one with a heart of a rank turned up, every hand looked up by itself."""
    found = basis(load(book))
    assert found.table is not None
    table = table_calls(found.table.header.book, EXPERT)
    up = next(each for each in PACK if each.suit is Suit.HEARTS and each.rank is rank)
    cells: dict[Spot, list[int]] = {}
    for hand in combinations([each for each in PACK if each is not up], 5):
        one, _, _ = table.of(place, sum(1 << each.index for each in hand), up.index)
        row, aces = holding((*hand, up) if place == 3 else hand, Suit.HEARTS)
        cell = cells.setdefault(Spot(ROUND_ONE, place, rank.letter, row, aces), [0, 0, 0])
        cell[0] += 1
        cell[1] += one > 0
        cell[2] += one == 2
    return cells


def matches(book: str, rank: Rank, place: int) -> None:
    """Every cell of a column is what was counted."""
    chart, found = chart_of(book), counted(book, rank, place)
    column = [each for each in chart.cells if (each.round, each.place, each.kind) == (1, place, rank.letter)]  # fmt: skip
    for spot in column:
        hands, calls, alone = found[spot]
        cell = chart.cells[spot]
        # a book can keep a hand from calling: it has no choice and is not counted
        assert (cell.calls, cell.alone) == (calls, alone)
        assert cell.hands <= hands
    assert all(calls == 0 for spot, (_, calls, _) in found.items() if spot not in chart.cells)
    if book in ("standard", "charity-social", "sportcial-league"):
        assert {spot: [c.hands, c.calls, c.alone] for spot, c in chart.cells.items() if spot in column} == found  # fmt: skip


@pytest.mark.parametrize(("book", "rank", "place"), [("standard", Rank.KING, 1), ("standard", Rank.JACK, 3), ("alberta-55plus", Rank.NINE, 1), ("national-2025", Rank.ACE, 0)])  # fmt: skip
def test_a_column_is_counted_over_every_hand(book: str, rank: Rank, place: int) -> None:
    matches(book, rank, place)


@pytest.mark.soak
@pytest.mark.parametrize("book", names())
def test_every_column_of_every_book_is_counted_over_every_hand(book: str) -> None:
    for rank in Rank:
        for place in range(len(SEATS)):
            matches(book, rank, place)


@pytest.mark.parametrize("book", names())
def test_a_hand_is_counted_where_it_may_call_and_as_the_table_calls(book: str) -> None:
    """Hands drawn at random, judged by the book itself and looked up as a player would."""
    chart, chance, rules = chart_of(book), Random(book), load(book)
    seen_calls: Counter[bool] = Counter()
    for _ in range(150):
        number, place = chance.choice([1, 2]), chance.randrange(4)
        up, *hand = chance.sample([e for e in PACK if e.suit is Suit.HEARTS], 1) + chance.sample(PACK, 5)  # fmt: skip
        if up in hand:
            continue
        first = view_at(rules, ROUND_ONE, place, tuple(hand), up)
        if number == ROUND_TWO and not isinstance(call_by_table(first), Pass | TurnDown):
            continue
        seen = view_at(rules, number, place, tuple(hand), up)
        said = call_by_table(seen)
        for kind in [up.rank.letter] if number == ROUND_ONE else [NEXT, CROSS]:
            for suit in suits_of(kind, up.suit):
                own = [
                    each
                    for each in seen.legal
                    if isinstance(each, Order | PickUp) or getattr(each, "suit", None) is suit
                ]
                held = (*hand, up) if number == ROUND_ONE and place == 3 else tuple(hand)
                cell = chart.cell(Spot(number, place, kind, *holding(held, suit)))
                assert (cell is not None) or not own
                if own and cell is not None:
                    calls = said in own
                    seen_calls[calls] += 1
                    assert not calls or cell.calls
                    assert calls or cell.calls < cell.hands
    assert seen_calls[False] > 20


@pytest.mark.parametrize("book", names())
def test_every_book_has_its_chart(book: str) -> None:
    chart = chart_of(book)
    assert chart.book == book
    assert "the bidding table" in chart.judge
    for cell in chart.cells.values():
        assert 0 <= cell.alone <= cell.calls <= cell.hands
        assert cell.hands
    hands = sum(cell.hands for spot, cell in chart.cells.items() if (spot.round, spot.place, spot.kind) == (1, 0, "K"))  # fmt: skip
    assert hands <= 33_649, "five of the other 23 cards"
    if book == "standard":
        assert hands == 33_649


@pytest.mark.parametrize("book", names())
def test_alone_does_not_flip_along_a_row(book: str) -> None:
    """A hand with another ace beside goes alone where the same trumps did without it."""
    chart = chart_of(book)
    for number, kinds in KINDS.items():
        for place in range(len(SEATS)):
            for kind in kinds:
                for row in range(len(ROWS)):
                    cells = [each for each in chart.row(number, place, kind, row) if each]
                    alone = [each.verdict == ALONE for each in cells]
                    assert alone == sorted(alone), (number, place, kind, row)


@pytest.mark.parametrize("book", names())
def test_alone_does_not_flip_from_a_row_to_a_better_one(book: str) -> None:
    """Ten seniors' hands excepted: both bowers of next and no other trump, one ace of the suit turned
    down. Played out they gain a quarter of a point by keeping the partner."""
    chart = chart_of(book)
    flips = []
    for number, kinds in KINDS.items():
        for place in range(len(SEATS)):
            for kind in kinds:
                for better, row in BETTER:
                    pairs = zip(chart.row(number, place, kind, better), chart.row(number, place, kind, row), strict=True)  # fmt: skip
                    for one, other in pairs:
                        if one and other and other.verdict == ALONE and one.verdict != ALONE:
                            flips.append((one.spot, one.hands))
    known = [(Spot(2, 0, NEXT, 5, 2), 10)] if "55plus" in book else []
    assert flips == known


def test_bowers_say_more_than_aces_for_the_dealers_partner() -> None:
    """With two trumps and a king turned up: how much of who calls is left unexplained by each."""
    cells = [c for s, c in chart_of("standard").cells.items() if (s.round, s.place, s.kind) == (1, 1, "K") and ROWS[s.row].trumps == 2]  # fmt: skip

    def left(key: Any) -> float:
        groups: dict[Any, list[Cell]] = {}
        for each in cells:
            groups.setdefault(key(each.spot), []).append(each)
        whole = sum(each.hands for each in cells)
        spread = 0.0
        for some in groups.values():
            hands, calls = sum(e.hands for e in some), sum(e.calls for e in some)
            spread += calls * (hands - calls) / hands
        return spread / whole

    assert left(lambda spot: spot.row) < 0.75 * left(lambda spot: spot.aces)
    assert left(lambda spot: spot.aces) > 0.98 * left(lambda spot: spot.round)


def made_up(*cells: tuple[int, int, str, int, int, int, int, int]) -> Chart:
    """A chart of such cells: round, place, kind, row, aces; hands, calls, alone."""
    found = [Cell(Spot(*each[:5]), *each[5:]) for each in cells]
    return Chart("made up", "nobody", {each.spot: each for each in found}, ())


@pytest.mark.parametrize(
    ("calls", "alone", "verdict"),
    [(30, 0, PASS), (31, 0, SOME), (69, 0, SOME), (70, 0, CALL), (70, 49, CALL), (70, 50, ALONE)],
)
def test_a_verdict_is_the_shares(calls: int, alone: int, verdict: str) -> None:
    cell = Cell(Spot(1, 0, "9", 3, 0), 100, calls, alone)
    assert cell.verdict == verdict
    assert cell.words == f"{calls} of 100 call{f', {alone} of them alone' if alone else ''}"


def test_a_row_is_written_in_numbers_with_what_is_close_and_alone() -> None:
    chart = made_up((1, 0, "9", 3, 0, 100, 4, 0), (1, 0, "9", 3, 1, 100, 60, 3), (1, 0, "9", 3, 2, 10, 10, 10))  # fmt: skip
    assert numbers(chart.row(1, 0, "9", 3)) == "  4  60~100*"
    assert numbers(chart.row(1, 0, "9", 4)) == "  ·   ·   ·"
    assert chart.share(1, 0, "9", 3) == pytest.approx(74 / 210)
    assert chart.share(1, 0, "9", 2) is None


@pytest.mark.parametrize("book", names())
def test_a_book_has_the_chart_of_its_own_name(book: str) -> None:
    assert chart_for(load(book)).book == book


def test_a_house_sheet_has_the_chart_of_its_table_or_else_of_its_book() -> None:
    other = overlay(load("sportcial-league"), {"score.march": 3}, note="As this house scores.")
    assert chart_for(other).book == "sportcial-league"
    alike = overlay(load("standard"), {"bidding.all_pass": "throw in"}, note="Ours.")
    assert chart_for(alike).book in names()
    with pytest.raises(Refusal, match=r"^there is no chart for 'whist'; there are alberta-55plus, "):  # fmt: skip
        chart_of("whist")


def test_the_right_turned_up_is_for_the_dealers_side() -> None:
    chart = chart_of("standard")

    def share(place: int, kind: str) -> float:
        found = chart.share(ROUND_ONE, place, kind, 3)
        assert found is not None
        return found

    assert share(0, "J") < share(0, "9")
    assert share(2, "J") < share(2, "9")


@pytest.mark.parametrize("book", names())
def test_the_weakest_hands_call_and_most_like_them_do(book: str) -> None:
    chart = chart_of(book)
    assert chart.weak
    for each in chart.weak:
        up = card(each.turn_up)
        said = call_by_table(view_at(load(book), each.round, each.place, cards(each.hand), up))
        assert said is not None
        assert calls_at(each.round, each.kind, up.suit, said)
        assert sorted(hand_of(each)) == sorted(cards(each.hand))
    for number, kinds in KINDS.items():
        for place in range(len(SEATS)):
            for kind in kinds:
                points = [
                    max(strength(cards(e.hand), suit) for suit in suits_of(kind, Suit.HEARTS))
                    for e in weakest(chart, number, place, kind)
                ]
                assert len(points) <= 3


def test_a_weak_hand_is_shown_trumps_first() -> None:
    weak = Weak(1, 0, "9", "9H", "9C AC JD 9D JH")
    assert [each.name for each in hand_of(weak)] == ["JH", "JD", "AC", "9C", "9D"]
    after = Weak(2, 0, "next", "9H", "9C JD JH AD AS")
    assert [each.name for each in hand_of(after)] == ["JD", "JH", "AD", "9C", "AS"]


def test_books_differ_where_their_rules_do() -> None:
    one = made_up((2, 3, "next", 2, 0, 100, 80, 60), (2, 3, "next", 2, 1, 100, 80, 60))
    other = made_up((2, 3, "next", 2, 0, 100, 80, 60), (2, 3, "next", 2, 1, 100, 40, 0))
    first, second = "alone, alone, no choice", "alone, some, no choice"
    assert list(differences(one, other)) == [Difference(2, 3, "next", 2, first, second)]
    assert list(differences(one, made_up())) == [Difference(2, 3, "next", 2, first, "no choice")]
    assert list(differences(one, one)) == []
    found = list(differences(chart_of("standard"), chart_of("alberta-55plus")))
    assert any(each.place == 1 and each.round == ROUND_ONE for each in found)
    standard = load("standard")
    assert special_rules(standard, standard) == []
    told = special_rules(load("charity-social"), standard)
    assert [each.partition(":")[0] for each in told] == ["Discarding the turn-up", "Alone"]
    assert any("A01-4.5" in line for line in special_rules(load("alberta-55plus"), standard))


def test_next_is_the_other_suit_of_the_colour_and_cross_are_the_two_others() -> None:
    assert suits_of("next", Suit.HEARTS) == (Suit.DIAMONDS,)
    assert set(suits_of("cross", Suit.HEARTS)) == {Suit.SPADES, Suit.CLUBS}
    assert suits_of("9", Suit.HEARTS) == (Suit.HEARTS,)
    assert kind_words("T") == "10"


def test_everybody_passed_before() -> None:
    west, north, east, south = Seat.W, Seat.N, Seat.E, Seat.S
    assert south is DEALER
    assert [seat_of(place) for place in range(4)] == [west, north, east, south]
    assert bids_before(1, 0) == []
    assert bids_before(1, 2) == [Pass(west), Pass(north)]
    four = [Pass(west), Pass(north), Pass(east), TurnDown(south)]
    assert bids_before(2, 0) == four
    assert bids_before(2, 2) == [*four, Pass(west), Pass(north)]
    seen = view_at(load("standard"), 2, 1, cards("JH JD AD 9C AC"), card("9H"))
    assert (str(seen.seat), str(seen.phase)) == ("N", "round two")


@pytest.mark.parametrize(("place", "score"), [(0, (5, 3)), (1, (3, 5)), (2, (5, 3)), (3, (3, 5))])
def test_a_score_is_told_from_ones_own_side(place: int, score: tuple[int, int]) -> None:
    seen = view_from_text(load("standard"), 1, place, "9H", "JH JD AH AS KS", "3-5")
    assert (seen.seat, seen.score, seen.turn_up) == (seat_of(place), score, card("9H"))
    assert set(seen.hand) == set(cards("JH JD AH AS KS"))
    assert view_from_text(load("standard"), 1, place, "9H", "JH JD AH AS KS", "3–5").score == score
    later = view_from_text(load("standard"), 2, place, "9H", "JH JD AH AS KS", "0-0")
    assert len(later.bids) == 4 + place


@pytest.mark.parametrize(("number", "place"), [(1, -1), (1, 4), (0, 0), (3, 0)])
def test_seats_and_rounds_that_are_not_there_are_refused(number: int, place: int) -> None:
    with pytest.raises(Refusal, match=r"^the seats are 1 to 4 and the rounds 1 and 2$"):
        view_from_text(load("standard"), number, place, "9H", "JH JD AH AS KS", "0-0")


@pytest.mark.parametrize("score", ["3", "3-5-7", "-3", "a-b", "3-x"])
def test_what_is_no_score_is_refused(score: str) -> None:
    with pytest.raises(Refusal, match=r"^write the score as 3-5, your own side first, not "):
        view_from_text(load("standard"), 1, 0, "9H", "JH JD AH AS KS", score)


def test_a_call_of_a_column_is_an_order_or_one_of_its_suits() -> None:
    for action in (Order(Seat.W), PickUp(Seat.S)):
        assert calls_at(1, "9", Suit.HEARTS, action)
        assert not calls_at(2, "next", Suit.HEARTS, action)
    assert calls_at(2, "next", Suit.HEARTS, Name(Seat.W, Suit.DIAMONDS))
    assert not calls_at(2, "next", Suit.HEARTS, Name(Seat.W, Suit.SPADES))
    assert calls_at(2, "cross", Suit.HEARTS, Name(Seat.W, Suit.SPADES))
    assert not calls_at(1, "9", Suit.HEARTS, Pass(Seat.W))


@pytest.mark.parametrize(
    ("behind", "error", "word"),
    [
        (None, 0.0, "forced"),
        (0.02, 0.009, "clear"),
        (0.02, 0.01, "fairly clear"),
        (0.019, 0.001, "fairly clear"),
        (0.005, 0.004, "fairly clear"),
        (0.005, 0.005, "close"),
        (0.0, 0.0, "close"),
        (-0.02, 0.01, "disputed"),
        (-0.01, 0.02, "close"),
    ],
)
def test_how_clear_a_call_is(behind: float | None, error: float, word: str) -> None:
    found = [Option(Pass(Seat.W), 0.5, 0.0)]
    if behind is not None:
        found.append(Option(Order(Seat.W), 0.5 - behind, 0.0, behind, error))
        found.append(Option(Order(Seat.W, alone=True), 0.3, 0.0, 0.2, error))
    assert clearness(found) == word


def test_a_book_without_a_table_says_so() -> None:
    other = overlay(load("standard"), {"score.march": 3}, note="As this house scores.")
    seen = view_at(other, 1, 0, cards("JH JD AH AS KS"), card("9H"))
    assert "No bidding table fits this auction" in judge_of(seen)
    found = advise(seen, 50)
    assert found == sorted(found, key=lambda each: -each.chance)


# Paper and pictures


@pytest.mark.parametrize("paper", ["Letter", "A4"])
@pytest.mark.parametrize("book", names())
def test_the_card_is_one_page_with_every_number(book: str, paper: Any) -> None:
    chart = chart_of(book)
    pages = PdfReader(io.BytesIO(bidding_card(load(book), chart, paper))).pages
    assert len(pages) == 1
    text = pages[0].extract_text()
    for seat in SEATS:
        assert seat.capitalize() in text
    assert load(book).title in text
    told = Counter(re.findall(r"\b\d+\b", text))
    wanted = Counter(
        str(round(100 * each.share))
        for spot, each in chart.cells.items()
        if spot.round == ROUND_TWO or 0 < round(100 * each.share) < 100
    )
    assert all(told[number] >= count for number, count in wanted.items())


HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 420 260" role="img" font-family="sans-serif" font-size="12">'


def test_a_picture_draws_a_line_for_each_column_and_no_name_on_another() -> None:
    chart = made_up(
        (2, 3, "next", 10, 0, 10, 0, 0), (2, 3, "next", 8, 0, 10, 5, 0), (2, 3, "next", 0, 0, 10, 10, 0),
        (2, 3, "cross", 0, 1, 40, 39, 0),
    )  # fmt: skip
    drawn = svg(chart, 2, 3)
    assert drawn.startswith(
        f"{HEAD}<title>Dealer, round two: how many of 100 hands call, by number of trumps</title>"
    )
    assert '<polyline points="40.0,220.0 140.0,120.0 340.0,20.0"' in drawn
    assert '<polyline points="340.0,25.0"' in drawn
    assert '<text x="346.0" y="24.0" fill="#8a1c1c">next</text>' in drawn
    assert '<text x="346.0" y="37.0" fill="#c06a10">cross</text></svg>' in drawn
    assert svg(chart, 1, 0).count("<polyline") == 0
    assert svg(chart_of("standard"), ROUND_ONE, 3).count("<polyline") == 6


def test_a_plot_has_a_row_for_each_round_and_a_column_for_each_seat(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("plot.png", "plot.svg"):
        plot(chart_of("standard"), tmp_path / name)
        assert (tmp_path / name).stat().st_size > 10_000
    drawn: list[tuple[Figure, Any]] = []
    monkeypatch.setattr(Figure, "savefig", lambda self, out: drawn.append((self, out)))
    chart = made_up((2, 3, "next", 10, 0, 10, 1, 0), (2, 3, "next", 8, 0, 10, 2, 0), (1, 0, "T", 0, 0, 10, 9, 0))  # fmt: skip
    plot(chart, tmp_path / "x.png")
    ((figure, out),) = drawn
    assert out == tmp_path / "x.png"
    told: dict[str, Any] = {}
    for each in figure.axes:
        for line in each.lines[1:]:
            spots: Any = line.get_xydata()
            row = (str(line.get_label()), [tuple(spot) for spot in spots.tolist()])
            told.setdefault(each.get_title(), []).append(row)
    assert told == {
        "first seat, round 1": [("10", [(4.0, 0.9)])],
        "dealer, round 2": [("next", [(1.0, 0.1), (2.0, 0.2)])],
    }
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(ValueError, match="a plot needs matplotlib"):
        plot(chart_of("standard"), tmp_path / "other.png")


def test_a_card_and_plots_are_written_where_they_are_asked_for(tmp_path: Path) -> None:
    card_, plots = tmp_path / "card.pdf", tmp_path / "plots.svg"
    assert main(["chart", "--card", str(card_), "--plot", str(plots)]) == 0
    assert card_.read_bytes().startswith(b"%PDF")
    assert "<svg" in plots.read_text("utf-8")


# The command and the pages


def test_every_cell_of_the_terminals_chart_is_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["chart", "--seat", "2", "--round", "1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    chart = chart_of("standard")
    for line, row in zip(lines[2:13], range(len(ROWS)), strict=True):
        assert line.startswith(ROWS[row].short)
        shares = [
            str(round(100 * cell.share)) if cell else "·"
            for kind in KINDS[1]
            for cell in chart.row(1, 1, kind, row)
        ]
        assert re.findall(r"\d+|·", line[6:]) == shares
    assert all(len(line) <= 84 for line in lines[:13])


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["chart", "--seat", "dealer", "--book", "national-2025"]) == 0
    assert "Dealer, round one" in capsys.readouterr().out
    assert main(["chart", "--weakest", "--seat", "1", "--turn-up", "9H"]) == 0
    assert "9♥ up" in capsys.readouterr().out
    hand = ["chart", "--seat", "1", "--turn-up", "9H", "--hand", "JH JD AH AS KS"]
    assert main([*hand, "--worlds", "100"]) == 0
    told = capsys.readouterr().out
    assert "This is clear. Order it up alone" in told
    assert "Calls are those of the bidding table of standard." in told
    assert main([*hand, "--worlds", "100", "--score", "9-9"]) == 0
    assert "one point wins the game" in capsys.readouterr().out
    assert main(["chart", "--compare", "alberta-55plus"]) == 0
    assert "rules differ" in capsys.readouterr().out
    out = tmp_path / "card.pdf"
    assert main(["chart", "--card", str(out)]) == 0
    assert out.read_bytes().startswith(b"%PDF")
    assert main(["chart", "--hand", "JH JD AH AS KS"]) == 1
    assert main([*hand, "--worlds", "0"]) == 1
    assert main(["chart", "--book", "nowhere"]) == 1
    capsys.readouterr()
    sheet = Path(__file__).parents[2] / "examples" / "our-club.toml"
    assert main(["chart", "--book", str(sheet), "--seat", "1"]) == 0
    told = capsys.readouterr().out
    assert "has no chart of its own: this is the one for charity-social" in told
    assert "the nearest bidding table, that of charity-social, though it differs in: natural" in told  # fmt: skip


def test_a_sheet_without_the_books_special_rule_differs_as_its_table_does(
    capsys: pytest.CaptureFixture[str],
) -> None:
    sheet = Path(__file__).parents[2] / "examples" / "our-club.toml"
    assert main(["chart", "--book", str(sheet), "--compare", "charity-social"]) == 0
    assert "\n0 rules differ" in capsys.readouterr().out
    assert main(["chart", "--compare", str(sheet), "--book", "alberta-55plus"]) == 0
    told = capsys.readouterr().out
    assert "dealer's partner, J up, three trumps, the left bower" in told
    assert "; our-club: " in told


def test_the_weakest_hands_of_a_turn_up_are_those_that_take_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["chart", "--weakest", "--seat", "4", "--turn-up", "9H"]) == 0
    assert "after" not in capsys.readouterr().out
    assert main(["chart", "--weakest", "--seat", "4", "--round", "2"]) == 0
    told = capsys.readouterr().out
    assert "next after" in told
    assert " up " not in told


@pytest.mark.parametrize(
    ("score", "more", "told"),
    [
        ("3", True, "3-5, your own side first, not '3'"),
        ("3-x", True, "your own side first, not '3-x'"),
        ("3-5", False, "charts are for an even score"),
    ],
)
def test_a_score_that_cannot_be_used_is_told(
    score: str, more: bool, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    hand = ["--hand", "JH JD AH AS KS", "--turn-up", "9H"] if more else []
    assert main(["chart", "--seat", "1", "--score", score, *hand]) == 1
    assert told in capsys.readouterr().err


def test_hands_that_may_be_the_weakest_are_chosen_by_trumps_and_aces_beside() -> None:
    """The right bower is worth half a trump more, and the ace of trumps is a trump like others."""
    hands = np.array([mask_of(cards(held)) for held in ("JH AH 9H AS 9C", "JD AH 9H AC AD")])
    assert _strengths(hands, int(Suit.HEARTS)).tolist() == [6 * 3 + 3 + 2, 6 * 3 + 2 * 2]
