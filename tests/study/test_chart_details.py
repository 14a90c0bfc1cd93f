"""Charts in their parts: the spots, the hands looked at, the rules made of them, and the pictures."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from matplotlib.figure import Figure

from rightbower.rules.acts import Name, Order, Pass, PickUp, TurnDown
from rightbower.rules.book import load, names, overlay
from rightbower.rules.cards import Seat, Suit, card, cards
from rightbower.rules.refusal import Refusal
from rightbower.study.charts import worths
from rightbower.study.charts.chart import (
    ALONE,
    CallRule,
    Cell,
    Chart,
    Weak,
    advice_at,
    chart_for,
    chart_of,
    grid,
    kinds,
    made,
)
from rightbower.study.charts.drawing import plot, svg
from rightbower.study.charts.rules import Difference, differences, hand_of, special_rules, weakest
from rightbower.study.charts.spots import (
    DEALER,
    SEATS,
    Spot,
    bids_before,
    calls_at,
    counts,
    hands_at,
    seat_of,
    spots,
    suits_of,
    view_from_text,
)
from rightbower.study.charts.worths import CallWorth, ExpertWorths, TableWorths, clearness
from study.test_charts import Counting


def made_up(*cells: tuple[int, int, str, int, int, float], alone: float = 0.0) -> Chart:
    """A chart of such cells: round, place, kind, trumps, aces and the gain, which half of them call."""
    found = tuple(Cell(Spot(*spot), 10, 0.5, alone, gain) for *spot, gain in cells)  # type: ignore[arg-type]
    return Chart("made up", "nobody", 1, found, ())


def test_a_chart_is_made_of_the_hands_looked_at() -> None:
    found = made(load("standard"), Counting(), Counting(), hands=3, seed=1, tries=60)
    assert (found.book, found.judge, found.seed) == ("standard", "counting", 1)
    assert (len(found.cells), sum(each.hands for each in found.cells)) == (338, 856)
    assert max(each.hands for each in found.cells) == 3
    assert round(sum(each.calls for each in found.cells), 3) == 82.998
    assert round(sum(each.alone for each in found.cells), 3) == 0
    assert round(sum(each.gain for each in found.cells), 3) == -206.831
    assert found.cells[100] == Cell(Spot(1, 1, "Q", 3, 1), 2, 1.0, 0.0, 0.35)
    assert (len(found.weak), round(sum(each.gain for each in found.weak), 3)) == (84, 28.1)
    assert found.weak[:2] == (
        Weak(1, 0, "9", "9H", "KD AD JH KH AS", 0.1),
        Weak(1, 0, "9", "9H", "JD JH AH 9S JS", 0.5),
    )
    assert found.weak[-1] == Weak(2, 3, "cross", "KH", "TC KC 9D JD JS", 0.5)
    by_place = [(each.round, each.place, each.kind) for each in found.weak]
    assert max(by_place.count(each) for each in by_place) == 3


class Boldly(Counting):
    """A judge that would always rather be alone, and is sure from two points on."""

    name = "boldly"
    sure = 0.5

    def of(self, seen: Any) -> list[CallWorth]:
        """A lone call first where there is one."""
        found = super().of(seen)
        return sorted(found, key=lambda each: not getattr(each.action, "alone", False))


def test_calls_alone_are_counted_and_a_doubtful_hand_is_not_told() -> None:
    found = made(load("standard"), Boldly(), Counting(), hands=1, seed=3, tries=12)
    assert sum(each.alone for each in found.cells) > 50
    assert all(each.alone <= each.calls for each in found.cells)
    none = made(load("standard"), Counting(), Refusing(), hands=1, seed=3, tries=12)
    assert none.weak == ()
    assert {each.gain for each in found.weak} != set()
    assert min(each.gain for each in found.weak) > 0.5


class Refusing(Counting):
    """A judge by whom nothing is worth a call."""

    def of(self, seen: Any) -> list[CallWorth]:
        """Passing first."""
        return [CallWorth(each, 0.0, 0.5, 0.01) for each in seen.legal]


def test_a_row_is_the_mean_of_its_cells_as_hands_come() -> None:
    chart = made_up(
        (1, 0, "9", 3, 0, 1.0), (1, 0, "9", 3, 1, 2.0), (1, 0, "9", 3, 2, 4.0), alone=0.2
    )
    row = chart.row(1, 0, "9", 3)
    assert row is not None
    assert (row.spot, row.hands) == (Spot(1, 0, "9", 3, -1), 30)
    assert row.calls == pytest.approx(0.5)
    assert row.alone == pytest.approx(0.2)
    assert row.gain == pytest.approx(0.5 * 1 + 0.4 * 2 + 0.1 * 4)
    assert chart.row(1, 0, "9", 2) is None
    assert chart.cell(Spot(1, 0, "9", 3, 1)) == chart.cells[1]
    assert chart.cell(Spot(1, 0, "9", 3, 9)) is None


@pytest.mark.parametrize("book", names())
def test_a_book_has_the_chart_of_its_own_name(book: str) -> None:
    assert chart_for(load(book)).book == book


def test_a_house_sheet_has_the_chart_of_its_table_or_else_of_its_book() -> None:
    other = overlay(load("sportcial-league"), {"score.march": 3}, note="As this house scores.")
    assert chart_for(other).book == "sportcial-league"
    alike = overlay(load("standard"), {"bidding.all_pass": "throw in"}, note="Ours.")
    assert chart_for(alike).book in names()
    with pytest.raises(
        Refusal, match=r"^there is no chart for 'whist'; there are alberta-55plus, "
    ):
        chart_of("whist")


def test_a_rule_is_told_with_its_share_its_gain_and_whether_alone() -> None:
    chart = Chart(
        "x", "nobody", 1,
        (Cell(Spot(1, 0, "9", 3, 0), 10, 0.65, ALONE, 0.1), Cell(Spot(1, 0, "9", 3, 1), 10, 0.9, 0.0, 0.3)),
        (),
    )  # fmt: skip
    row = chart.row(1, 0, "9", 3)
    assert row is not None
    assert advice_at(chart, 1, 0, "9", 3) == CallRule("9", "call", True, row.calls, row.gain)
    less = Chart("x", "nobody", 1, (Cell(Spot(1, 0, "9", 3, 2), 10, 0.7, ALONE - 0.01, 0.1),), ())
    told = advice_at(less, 1, 0, "9", 3)
    assert told is not None
    assert (told.kind, told.rule, told.alone) == ("9", "with two aces", False)
    assert told.calls == pytest.approx(0.7)
    assert told.gain == pytest.approx(0.1)
    rows = grid(chart, 1, 0)
    assert [each.trumps for each in rows] == [1, 2, 3, 4]
    assert [[cell is not None for cell in each.cells] for each in rows] == [
        [False] * 6, [False] * 6, [False] * 5 + [True], [False] * 6,
    ]  # fmt: skip
    assert kinds(1) == tuple("JAKQT9")
    assert kinds(2) == ("next", "cross")


def test_books_differ_in_rules_that_are_told_in_words() -> None:
    one = Chart("x", "nobody", 1, (Cell(Spot(2, 3, "next", 2, 0), 10, 0.65, 0.6, 0.1),), ())
    other = Chart("y", "nobody", 1, (Cell(Spot(2, 3, "next", 2, 1), 10, 0.65, 0.4, 0.1),), ())
    assert list(differences(one, other)) == [
        Difference(2, 3, "next", 2, "call, alone", "with an ace")
    ]
    assert list(differences(one, made_up())) == [
        Difference(2, 3, "next", 2, "call, alone", "no choice")
    ]
    assert list(differences(made_up(), other)) == [
        Difference(2, 3, "next", 2, "no choice", "with an ace")
    ]
    assert list(differences(one, one)) == []
    standard = load("standard")
    assert special_rules(standard, standard) == []
    told = special_rules(load("charity-social"), standard)
    assert [each.partition(":")[0] for each in told] == ["Discarding the turn-up", "Alone"]


def test_the_weak_hands_of_a_place_are_found() -> None:
    weak = tuple(Weak(*spot, "9H", "9C AC JD 9D JH", 0.1) for spot in ((1, 0, "9"), (1, 1, "9"), (2, 0, "next"), (1, 0, "A")))  # fmt: skip
    chart = Chart("x", "nobody", 1, (), weak)
    assert weakest(chart, 1, 0, "9") == [weak[0]]
    assert weakest(chart, 2, 0, "next") == [weak[2]]
    assert weakest(chart, 2, 1, "next") == []
    after = Weak(2, 0, "next", "9H", "9C JD JH AD AS", 0.1)
    assert [each.name for each in hand_of(after)] == ["JD", "JH", "AD", "9C", "AS"]


def test_every_spot_has_as_many_aces_as_there_is_room_for() -> None:
    found = list(spots())
    assert len(found) == len(set(found)) == 544
    assert found == sorted(found, key=lambda each: (each.round, each.place))
    most = {trumps: max(e.aces for e in found if e.trumps == trumps) for trumps in range(6)}
    assert most == {0: 2, 1: 2, 2: 2, 3: 2, 4: 2, 5: 1}
    assert {each.kind for each in found if each.round == 1} == set("9TJQKA")
    assert {each.kind for each in found if each.round == 2} == {"next", "cross"}
    assert [seat_of(place) for place in range(4)] == [Seat.W, Seat.N, Seat.E, Seat.S]


def test_next_is_the_other_suit_of_the_colour_and_cross_are_the_two_others() -> None:
    assert suits_of("next", Suit.HEARTS) == (Suit.DIAMONDS,)
    assert set(suits_of("cross", Suit.HEARTS)) == {Suit.SPADES, Suit.CLUBS}
    assert suits_of("9", Suit.HEARTS) == (Suit.HEARTS,)
    assert counts(cards("AS AC AD 9H JD"), Suit.HEARTS) == (2, 2)
    assert counts(cards("AH KH 9S TS QC"), Suit.HEARTS) == (2, 0)


@pytest.mark.parametrize(
    "spot",
    [Spot(1, 0, "9", 2, 1), Spot(1, 3, "A", 3, 0), Spot(2, 3, "next", 2, 0), Spot(2, 1, "cross", 1, 1)],
)  # fmt: skip
def test_hands_at_a_spot_have_its_trumps_its_aces_and_its_turn_up(spot: Spot) -> None:
    found = list(hands_at(spot, Random(4), 400))
    assert 5 < len(found) < 400
    for hand, up in found:
        assert len(set(hand)) == 5
        assert up not in hand
        assert up.suit is Suit.HEARTS
        taken = (up,) if spot.round == 1 and spot.place == 3 else ()
        suit = suits_of(spot.kind, up.suit)[0]
        assert counts((*hand, *taken), suit)[0] == spot.trumps
        assert counts(hand, suit)[1] == spot.aces
    ranks = {up.rank.letter for _, up in found}
    assert ranks == ({spot.kind} if spot.round == 1 else set("9TJQKA"))


def test_everybody_passed_before() -> None:
    west, north, east, south = Seat.W, Seat.N, Seat.E, Seat.S
    assert south is DEALER
    assert bids_before(Spot(1, 0, "9", 0, 0)) == []
    assert bids_before(Spot(1, 2, "9", 0, 0)) == [Pass(west), Pass(north)]
    four = [Pass(west), Pass(north), Pass(east), TurnDown(south)]
    assert bids_before(Spot(2, 0, "next", 0, 0)) == four
    assert bids_before(Spot(2, 2, "next", 0, 0)) == [*four, Pass(west), Pass(north)]


@pytest.mark.parametrize(("place", "score"), [(0, (5, 3)), (1, (3, 5)), (2, (5, 3)), (3, (3, 5))])
def test_a_score_is_told_from_ones_own_side(place: int, score: tuple[int, int]) -> None:
    seen = view_from_text(load("standard"), 1, place, "9H", "JH JD AH AS KS", "3-5")
    assert (seen.seat, seen.score, seen.turn_up) == (seat_of(place), score, card("9H"))
    assert seen.hand and set(seen.hand) == set(cards("JH JD AH AS KS"))  # noqa: PT018
    assert view_from_text(load("standard"), 1, place, "9H", "JH JD AH AS KS", "3–5").score == score
    assert (
        len(view_from_text(load("standard"), 2, place, "9H", "JH JD AH AS KS", "0-0").bids)
        == 4 + place
    )


@pytest.mark.parametrize(("number", "place"), [(1, -1), (1, 4), (0, 0), (3, 0)])
def test_seats_and_rounds_that_are_not_there_are_refused(number: int, place: int) -> None:
    with pytest.raises(Refusal, match=r"^the seats are 1 to 4 and the rounds 1 and 2$"):
        view_from_text(load("standard"), number, place, "9H", "JH JD AH AS KS", "0-0")


@pytest.mark.parametrize("score", ["3", "3-5-7", "-3", "a-b", "3-x"])
def test_what_is_no_score_is_refused(score: str) -> None:
    with pytest.raises(Refusal, match=r"^write the score as 3-5, your own side first, not "):
        view_from_text(load("standard"), 1, 0, "9H", "JH JD AH AS KS", score)


def test_a_call_of_a_spot_is_an_order_or_its_suit() -> None:
    one, two, cross = Spot(1, 0, "9", 0, 0), Spot(2, 0, "next", 0, 0), Spot(2, 0, "cross", 0, 0)
    for action in (Order(Seat.W), PickUp(Seat.S)):
        assert calls_at(one, Suit.HEARTS, action)
        assert not calls_at(two, Suit.HEARTS, action)
    assert calls_at(two, Suit.HEARTS, Name(Seat.W, Suit.DIAMONDS))
    assert not calls_at(two, Suit.HEARTS, Name(Seat.W, Suit.SPADES))
    first = suits_of("cross", Suit.HEARTS)
    assert [calls_at(cross, Suit.HEARTS, Name(Seat.W, each)) for each in first] == [True, False]
    assert not calls_at(one, Suit.HEARTS, Pass(Seat.W))


@pytest.mark.parametrize(
    ("chances", "errors", "word"),
    [
        ((0.5,), (0.0,), "forced"),
        ((0.52, 0.5), (0.0, 0.0), "clear"),
        ((0.519, 0.5), (0.0, 0.0), "fairly clear"),
        ((0.506, 0.5), (0.0, 0.0), "fairly clear"),
        ((0.006, 0.0), (0.0, 0.0), "fairly clear"),
        ((0.505, 0.5), (0.0, 0.0), "close"),
        ((0.02, 0.0), (0.0, 0.0), "clear"),
        ((0.02, 0.0), (0.01, 0.0), "fairly clear"),
        ((0.0, 0.02), (0.0, 0.0), "close"),
        ((0.0, 0.021), (0.0, 0.0), "disputed"),
        ((0.6, 0.5), (0.0, 0.06), "close"),
        ((0.6, 0.5), (0.06, 0.0), "close"),
        ((0.5, 0.6, 0.4), (0.0, 0.0, 0.0), "disputed"),
        ((0.5, 0.6, 0.4), (0.06, 0.0, 0.0), "close"),
        ((0.5, 0.4, 0.6), (0.0, 0.0, 0.0), "disputed"),
        ((0.5, 0.51, 0.4), (0.0, 0.0, 0.0), "close"),
    ],
)
def test_how_clear_a_call_is(chances: Any, errors: Any, word: str) -> None:
    found = [
        CallWorth(Pass(Seat.W), 0.0, chance, error)
        for chance, error in zip(chances, errors, strict=True)
    ]
    assert clearness(found) == word


def test_a_judge_hands_on_what_the_expert_says(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[Any, ...]] = []

    def advise(*given: Any) -> list[CallWorth]:
        asked.append(given)
        return [CallWorth(Pass(Seat.W), 0.1, 0.2, 0.3), CallWorth(Order(Seat.W), 0.4, 0.5, 0.6)]

    monkeypatch.setattr("rightbower.study.reasons.advise", advise)
    seen: Any = object()
    expert = ExpertWorths(12, 7)
    assert expert.name == "expert, 12 worlds"
    found = expert.of(seen)
    assert (found, asked) == (advise(), [(seen, 12, 7), ()])
    table = TableWorths("ours", lambda _: Order(Seat.W), expert)
    assert [each.action for each in table.of(seen)] == [Order(Seat.W), Pass(Seat.W)]
    assert (table.name, table.worths) == ("ours", expert)
    by_table = worths.by_table(30)
    assert by_table.name == "the bidding table"
    assert isinstance(by_table.worths, ExpertWorths)
    assert by_table.worths.worlds == 30


AXIS = (
    '<line x1="40" x2="340" y1="195.0" y2="195.0" stroke="#ccc"/><text x="34" y="199.0" text-anchor="end">-1</text>'
    '<line x1="40" x2="340" y1="145.0" y2="145.0" stroke="#333"/><text x="34" y="149.0" text-anchor="end">0</text>'
    '<line x1="40" x2="340" y1="95.0" y2="95.0" stroke="#ccc"/><text x="34" y="99.0" text-anchor="end">+1</text>'
    '<line x1="40" x2="340" y1="45.0" y2="45.0" stroke="#ccc"/><text x="34" y="49.0" text-anchor="end">+2</text>'
    '<text x="40.0" y="252" text-anchor="middle">1</text><text x="140.0" y="252" text-anchor="middle">2</text>'
    '<text x="240.0" y="252" text-anchor="middle">3</text><text x="340.0" y="252" text-anchor="middle">4</text>'
    '<text x="40" y="12">points gained</text><text x="360" y="252">trumps</text>'
)
HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 420 260" role="img" font-family="sans-serif" font-size="12">'


def test_a_picture_draws_a_line_for_each_kind_and_no_name_on_another() -> None:
    chart = made_up(
        (2, 3, "next", 1, 0, -2.0), (2, 3, "next", 2, 0, 0.5), (2, 3, "next", 4, 0, 9.0), (2, 3, "cross", 4, 0, 2.4)
    )  # fmt: skip
    assert svg(chart, 2, 3) == (
        f"{HEAD}<title>Dealer, round two: points gained by calling, by number of trumps</title>{AXIS}"
        '<polyline points="40.0,220.0 140.0,120.0 340.0,20.0" fill="none" stroke="#8a1c1c" stroke-width="2" stroke-dasharray="none"/>'
        '<polyline points="340.0,25.0" fill="none" stroke="#c06a10" stroke-width="2" stroke-dasharray="6 3"/>'
        '<text x="346.0" y="24.0" fill="#8a1c1c">next</text><text x="346.0" y="37.0" fill="#c06a10">cross</text></svg>'
    )
    assert svg(chart, 1, 0) == (
        f"{HEAD}<title>First seat, round one: points gained by calling, by number of trumps</title>{AXIS}</svg>"
    )


def test_a_plot_has_a_row_for_each_round_and_a_column_for_each_seat(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[tuple[Figure, Any]] = []
    monkeypatch.setattr(Figure, "savefig", lambda self, out: drawn.append((self, out)))
    chart = made_up((2, 3, "next", 1, 0, -2.0), (2, 3, "next", 2, 0, 0.5), (1, 0, "T", 4, 0, 1.5))
    plot(chart, tmp_path / "x.png")
    ((figure, out),) = drawn
    assert out == tmp_path / "x.png"
    assert figure.get_suptitle() == "made up: points gained by calling, by trumps held (nobody)"
    assert [each.get_title() for each in figure.axes] == [
        f"{seat}, round {number}" for number in (1, 2) for seat in SEATS
    ]
    told: dict[str, Any] = {}
    for each in figure.axes:
        for line in each.lines[1:]:
            spots: Any = line.get_xydata()
            told.setdefault(each.get_title(), []).append(
                (str(line.get_label()), [tuple(spot) for spot in spots.tolist()])
            )
    assert told == {
        "first seat, round 1": [("10", [(4.0, 1.5)])],
        "dealer, round 2": [("next", [(1.0, -2.0), (2.0, 0.5)])],
    }
    for each in figure.axes:
        assert each.lines[0].get_ydata() == [0, 0]
        assert list(each.get_xticks()) == [1, 2, 3, 4]
        assert (each.get_legend() is not None) is (each.get_title() in told)
