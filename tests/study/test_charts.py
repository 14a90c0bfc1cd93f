"""Bidding charts: made by any judge, shipped for every book, shown everywhere, one page on paper."""

from __future__ import annotations

import io
import re
import sys
from collections import Counter
from pathlib import Path

import pytest
from pypdf import PdfReader
from starlette.testclient import TestClient

from rightbower.cli import main
from rightbower.papers.printing.bidding_card import SIGNS, bidding_card
from rightbower.players.league import league, strength
from rightbower.players.tables import call_by_table
from rightbower.players.views import View
from rightbower.rules.acts import Name, Order, Pass, PickUp
from rightbower.rules.book import load, names, overlay
from rightbower.rules.cards import Rank, Seat, card, cards
from rightbower.study.charts import chart as charts
from rightbower.study.charts.chart import (
    CALLS,
    PASS,
    ROWS,
    WORDS,
    Cell,
    Chart,
    Charts,
    Weak,
    advice_at,
    chart_of,
    grid,
    kinds,
    made,
    read,
    write,
)
from rightbower.study.charts.drawing import plot, svg
from rightbower.study.charts.rules import differences, hand_of, special_rules
from rightbower.study.charts.spots import (
    KINDS,
    ROUND_ONE,
    ROUND_TWO,
    SEATS,
    Spot,
    calls_at,
    counts,
    spots,
    view_at,
)
from rightbower.study.charts.worths import (
    CallWorth,
    ExpertWorths,
    TableWorths,
    by_table,
    clearness,
    whose_calls,
)
from rightbower.web.app import make_app

CLOSE = 0.25  # points: after five passes few of the worlds drawn are likely, and looks differ


class Counting:
    """A judge that goes by strength alone, as a table could: anything with a name and ``of``."""

    name = "counting"
    sure = 0.0

    def of(self, seen: View) -> list[CallWorth]:
        """A call is worth its strength above eighteen; all else is worth nothing."""
        assert seen.turn_up is not None
        found = []
        for action in seen.legal:
            worth = 0.0
            if isinstance(action, Order | PickUp | Name):
                suit = action.suit if isinstance(action, Name) else seen.turn_up.suit
                hand = (*seen.hand, seen.turn_up) if isinstance(action, PickUp) else seen.hand
                worth = (strength(hand, suit) - 18) / 10 - (0.5 if action.alone else 0)
            found.append(CallWorth(action, worth, 0.5 + worth / 10, 0.001))
        return sorted(found, key=lambda each: -each.chance)


@pytest.fixture(scope="module")
def counted() -> Chart:
    return made(load("standard"), Counting(), Counting(), hands=3, seed=1, tries=60)


def test_any_judge_makes_a_chart_and_the_seed_makes_it_again(counted: Chart) -> None:
    again = made(load("standard"), Counting(), Counting(), hands=3, seed=1, tries=60)
    assert again == counted
    assert counted.judge == "counting"
    for cell in counted.cells:
        if cell.spot.trumps >= 4 and cell.spot.place < 3:
            assert cell.calls == 1
        if cell.spot.trumps == 1:
            assert cell.calls == 0
    assert all(each.gain > 0 for each in counted.weak)


def test_a_chart_is_read_as_it_was_written(counted: Chart) -> None:
    every = Charts(charts.FORMAT, (counted,))
    assert read(write(every)) == every
    with pytest.raises(ValueError, match="written as 'later'"):
        read(write(Charts("later", ())))
    with pytest.raises(ValueError, match="not a file of charts"):
        read(b"cards")


def test_rules_are_told_by_the_share_that_calls() -> None:
    shares = {0: 0.2, 1: 0.7, 2: 0.9}
    cells = tuple(
        Cell(Spot(1, 0, "9", 3, aces), 10, share, 0.6 if aces else 0.0, 0.1)
        for aces, share in shares.items()
    )
    made_up = Chart("standard", "nobody", 1, cells, ())
    found = advice_at(made_up, 1, 0, "9", 3)
    assert found is not None
    assert (found.rule, found.alone) == (WORDS[1], True)
    assert advice_at(made_up, 1, 0, "9", 2) is None
    every = tuple(Cell(each.spot, 10, 0.1, 0.0, -0.5) for each in cells)
    other = advice_at(Chart("x", "nobody", 1, every, ()), 1, 0, "9", 3)
    assert other is not None
    assert other.rule == PASS


@pytest.mark.parametrize(("calls", "rule"), [(CALLS - 0.01, PASS), (CALLS, WORDS[0])])
def test_a_share_that_is_just_enough_makes_a_rule(calls: float, rule: str) -> None:
    chart = Chart("standard", "nobody", 1, (Cell(Spot(1, 0, "9", 3, 0), 10, calls, 0, 0.1),), ())
    found = advice_at(chart, 1, 0, "9", 3)
    assert found is not None
    assert found.rule == rule


def test_the_left_bower_counts_as_a_trump_and_its_ace_beside() -> None:
    assert counts(cards("JH JD AD 9C AC"), card("9H").suit) == (2, 2)
    assert len(list(spots())) == 544


def test_a_view_at_a_spot_is_that_seat_and_round() -> None:
    seen = view_at(load("standard"), Spot(2, 1, "next", 0, 0), cards("JH JD AD 9C AC"), card("9H"))
    assert str(seen.seat) == "N"
    assert str(seen.phase) == "round two"


@pytest.mark.parametrize("book", names())
def test_every_book_has_its_chart(book: str) -> None:
    chart = chart_of(book)
    assert chart.book == book
    assert "the bidding table" in chart.judge
    for cell in chart.cells:
        assert 0 <= cell.alone <= cell.calls <= 1
        assert cell.hands > 0
    for number in KINDS:
        for place in range(len(SEATS)):
            for kind in kinds(number):
                _more_trumps_call_more(chart, number, place, kind)


def _more_trumps_call_more(chart: Chart, number: int, place: int, kind: str) -> None:
    rows = [chart.row(number, place, kind, trumps) for trumps in ROWS]
    gains = [row.gain for row in rows if row is not None]
    assert not gains or gains[-1] > gains[0]


def test_the_right_turned_up_is_for_the_dealers_side() -> None:
    chart = chart_of("standard")

    def gain(place: int, kind: str) -> float:
        row = chart.row(ROUND_ONE, place, kind, 2)
        assert row is not None
        return row.gain

    assert gain(0, Rank.JACK.letter) < gain(0, Rank.NINE.letter)
    assert gain(2, Rank.JACK.letter) < gain(2, Rank.NINE.letter)
    assert gain(3, Rank.JACK.letter) > gain(3, Rank.NINE.letter)


@pytest.mark.parametrize("book", names())
def test_the_weakest_hands_still_call(book: str) -> None:
    chart = chart_of(book)
    assert chart.weak
    for each in chart.weak[::7]:
        spot = Spot(each.round, each.place, each.kind, 0, 0)
        seen = view_at(load(book), spot, cards(each.hand), card(each.turn_up))
        said = call_by_table(seen)
        assert said is not None
        assert calls_at(spot, card(each.turn_up).suit, said)
        found = ExpertWorths(800, seed=9).of(seen)
        called = [one for one in found if calls_at(spot, card(each.turn_up).suit, one.action)]
        rest = [one.points for one in found if one not in called]
        assert max(one.points for one in called) > max(rest) - CLOSE
        assert sorted(hand_of(each)) == sorted(cards(each.hand))


def test_books_differ_where_their_rules_do() -> None:
    found = list(differences(chart_of("standard"), chart_of("alberta-55plus")))
    assert any(each.place == 1 and each.round == ROUND_ONE for each in found)
    assert list(differences(chart_of("standard"), chart_of("standard"))) == []
    told = special_rules(load("alberta-55plus"), load("standard"))
    assert any("A01-4.5" in line for line in told)


def test_a_call_is_clear_or_close() -> None:
    seen = view_at(load("standard"), Spot(1, 0, "9", 0, 0), cards("JH JD AH AS KS"), card("9H"))
    assert clearness(ExpertWorths(200).of(seen)) == "clear"
    assert clearness(ExpertWorths(200).of(seen)[:1]) == "forced"
    order, pass_ = Order(Seat.W), Pass(Seat.W)
    other = [CallWorth(pass_, 0.1, 0.5, 0.01), CallWorth(order, 0.4, 0.55, 0.01)]
    assert clearness(other) == "disputed"


@pytest.mark.parametrize(
    ("ahead", "error", "word"),
    [
        (0.021, 0.01, "clear"),
        (0.021, 0.011, "close"),
        (0.019, 0.001, "fairly clear"),
        (0.005, 0.001, "close"),
    ],
)
def test_how_clear_a_call_is_hangs_on_its_lead_and_the_error(
    ahead: float, error: float, word: str
) -> None:
    order, pass_ = Order(Seat.W), Pass(Seat.W)
    found = [CallWorth(order, 0.4, 0.5 + ahead, error), CallWorth(pass_, 0.1, 0.5, error)]
    assert clearness(found) == word


def test_a_book_without_a_table_says_so() -> None:
    other = overlay(load("standard"), {"score.march": 3}, note="As this house scores.")
    assert "No bidding table fits this auction" in whose_calls(other)
    seen = view_at(other, Spot(1, 0, "9", 0, 0), cards("JH JD AH AS KS"), card("9H"))
    found = by_table(50).of(seen)
    assert found == sorted(found, key=lambda each: -each.chance)


@pytest.mark.parametrize("book", names())
def test_the_card_is_one_page(book: str) -> None:
    pages = PdfReader(io.BytesIO(bidding_card(load(book), chart_of(book)))).pages
    assert len(pages) == 1
    text = pages[0].extract_text()
    for seat in SEATS:
        assert seat.capitalize() in text
    assert load(book).title in text


@pytest.mark.parametrize("book", names())
def test_the_card_says_what_to_do_in_every_box(book: str) -> None:
    chart = chart_of(book)
    text = PdfReader(io.BytesIO(bidding_card(load(book), chart))).pages[0].extract_text()
    boxes = [
        cell
        for number in (ROUND_ONE, ROUND_TWO)
        for place in range(len(SEATS))
        for row in grid(chart, number, place)
        for cell in row.cells
        if cell is not None
    ]
    told = Counter(
        "alone" if each.alone and each.rule == WORDS[0] else SIGNS[each.rule] for each in boxes
    )
    assert boxes
    for sign in ("yes", "alone", "1 ace"):
        assert text.count(sign) >= told[sign]


def test_pictures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    picture = svg(chart_of("standard"), ROUND_ONE, 3)
    assert picture.count("<polyline") == 6
    for name in ("plot.png", "plot.svg"):
        plot(chart_of("standard"), tmp_path / name)
        assert (tmp_path / name).stat().st_size > 10_000
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(ValueError, match="a plot needs matplotlib"):
        plot(chart_of("standard"), tmp_path / "other.png")


def test_a_card_and_plots_are_written_where_they_are_asked_for(tmp_path: Path) -> None:
    card, plots = tmp_path / "card.pdf", tmp_path / "plots.svg"
    assert main(["chart", "--card", str(card), "--plot", str(plots)]) == 0
    assert card.read_bytes().startswith(b"%PDF")
    assert "<svg" in plots.read_text("utf-8")


def test_columns_of_the_terminals_chart_stand_apart(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["chart"]) == 0
    rows = [line for line in capsys.readouterr().out.splitlines() if line[:1].isdigit()]
    assert rows
    assert {len(re.split(r" {2,}|(?<=[*]) ", row)) for row in rows} == {3, 7}


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
    assert (
        "the nearest bidding table, that of charity-social, though it differs in: natural" in told
    )


def test_a_sheet_without_the_books_special_rule_differs_as_its_table_does(
    capsys: pytest.CaptureFixture[str],
) -> None:
    sheet = Path(__file__).parents[2] / "examples" / "our-club.toml"
    assert main(["chart", "--book", str(sheet), "--compare", "charity-social"]) == 0
    assert capsys.readouterr().out.endswith("0 rules differ.\n")
    assert main(["chart", "--compare", str(sheet), "--book", "alberta-55plus"]) == 0
    told = capsys.readouterr().out
    assert "dealer, J up, one trump" in told
    assert "; our-club: " in told


def test_the_weakest_hands_of_a_turn_up_are_those_that_take_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["chart", "--weakest", "--seat", "2", "--turn-up", "AH"]) == 0
    assert "no weak hand was found" in capsys.readouterr().out
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


def test_the_pages(tmp_path: Path) -> None:
    hand = "/charts/hand?book=standard&seat=1&turn_up=9H&hand=JH+JD+AH+AS+KS"
    with TestClient(make_app(tmp_path)) as client:
        page = client.get("/charts?book=alberta-55plus").text
        assert page.count("<svg") == 8
        assert "A01-4.5" in page
        assert "Order alone: clear" in client.get(hand).text
        assert "those of the bidding table of standard" in client.get(hand).text
        assert "one point wins" in client.get(f"{hand}&score=9-9").text
        later = client.get(f"{hand.replace('9H', '9D')}&round=2").text
        assert "Name hearts" in later
        assert "this is next" in later
        assert (
            "rules differ" in client.get("/charts/compare?book=standard&book=charity-social").text
        )
        card_ = client.get("/charts/standard.pdf")
        assert card_.headers["content-type"] == "application/pdf"
        for wrong in ("?book=nowhere", "/hand?hand=JH", "/hand?seat=9", "/hand?seat=x", "/no.pdf"):
            assert client.get(f"/charts{wrong}").status_code in (400, 404)


def test_a_weak_hand_is_shown_trumps_first() -> None:
    weak = Weak(1, 0, "9", "9H", "9C AC JD 9D JH", 0.1)
    assert [each.name for each in hand_of(weak)] == ["JH", "JD", "AC", "9C", "9D"]


def test_a_table_of_calls_can_judge() -> None:
    judge = TableWorths("league's calls", league, ExpertWorths(20))
    for spot in (Spot(1, 0, "9", 0, 0), Spot(1, 3, "A", 0, 0), Spot(2, 0, "next", 0, 0)):
        seen = view_at(load("standard"), spot, cards("JH 9D AD TC KS"), card("QH"))
        found = judge.of(seen)
        assert found[0].action == league(seen)
        assert {each.action for each in found} == set(seen.legal)
