"""Parts of papers at their edges: letters, rows, cards and the words of events, leagues and clubs."""

from __future__ import annotations

import io
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import reportlab
from msgspec.structs import replace
from PIL import Image
from pypdf import PdfReader
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.platypus import KeepTogether

from papers.days import before, fair_draw, finished, pairs, progressive
from papers.samples import TOP
from rightbower.papers.printing import events, lists, sheets
from rightbower.papers.printing import results as picture
from rightbower.papers.printing import (
    seating as round_cards,
)
from rightbower.papers.printing import (
    sheets as fonts,
)
from rightbower.papers.printing.events import event_paper
from rightbower.papers.printing.papers import PlaceLine, StandingsPaper, TableCard
from rightbower.rules.message import as_written
from rightbower.tournament.events.entrants import Award, EventError
from rightbower.tournament.events.event import Event, EventTable
from rightbower.tournament.events.scorecards import CardRow
from rightbower.tournament.events.simulated import people
from tournament.events.day import Day

table_cards = import_module("rightbower.papers.printing.table_cards")
VERA = Path(reportlab.__file__).parent / "fonts" / "Vera.ttf"


def said(data: bytes) -> str:
    """The words of a paper."""
    return " ".join(page.extract_text() for page in PdfReader(io.BytesIO(data)).pages)


def test_only_fonts_that_are_there_whole_are_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    family = fonts._family

    def noted(regular: str, bold: str) -> fonts.Family | None:
        asked.append(regular)
        return family(regular, bold)

    monkeypatch.setattr(fonts, "_family", noted)
    there = (str(VERA), "VeraBd.ttf")
    monkeypatch.setattr(
        fonts, "SYSTEM", (("/nowhere/A.ttf", "B.ttf"), there, (str(VERA), "nothing-like-it.ttf"))
    )
    (found,) = fonts.wider_families.__wrapped__()
    assert asked == [str(VERA), str(VERA)]
    assert (found.regular, found.bold) == ("Vera-r", "VeraBd-b")
    assert found.has("Zoë")
    assert not found.has("Иван")
    assert family("/nowhere/A.ttf", "/nowhere/B.ttf") is None


def test_eastern_fonts_are_known_with_their_letters() -> None:
    known: dict[str, Any] = vars(pdfmetrics)["_fonts"]
    for name, _ in fonts.EASTERN:
        known.pop(name, None)
    found = {each.regular: each for each in fonts.eastern_families.__wrapped__()}
    assert all(name in known for name, _ in fonts.EASTERN)
    assert list(found) == [name for name, _ in fonts.EASTERN]
    assert found["STSong-Light"].has("王 A~\u4e00\u9fff")
    assert not found["STSong-Light"].has("は")
    assert found["HeiseiKakuGo-W5"].has("はア々")
    assert found["HYGothic-Medium"].has("김\uac00\ud7a3")


def test_letters_that_cannot_be_seen_are_left_out() -> None:
    assert fonts.clean("  Zoe\u0308\tA\x00\u200bB ") == "Zoë AB"
    assert fonts.runs("") == fonts.runs("  ") == []
    assert [word for _, word in fonts.runs(" Ann  Lee ")] == ["Ann", " ", "Lee"]


def test_a_text_that_fits_exactly_keeps_its_size() -> None:
    room = fonts.width("Ann Lee", 12)
    assert fonts.fitting("Ann Lee", room, (14, 12, 10)) == 12
    assert fonts.fitting("Ann Lee", room - 0.01, (14, 12, 10)) == 10
    assert fonts.fitting("Ann Lee", 0, (14, 12, 10)) == 10
    assert fonts.fitting("Ann Lee", room, (12, 10), bold=True) == 10
    longest = "x" * fonts.LONGEST_NAME
    assert fonts.shortened(longest) == longest
    assert fonts.shortened(f"{longest}y") == "x" * (fonts.LONGEST_NAME - 1) + "…"


def test_a_word_is_cut_at_hyphens_only_where_it_must_be() -> None:
    word = "Anna-Lena-Marie"
    whole = fonts.width(word, 13)
    assert sheets._at_hyphens(word, whole, 13, False) == [word]
    assert sheets._at_hyphens(word, whole - 0.01, 13, False) == ["Anna-Lena-", "Marie"]
    two = fonts.width("Anna-Lena-", 13)
    assert sheets._at_hyphens(word, two, 13, False) == ["Anna-Lena-", "Marie"]
    assert sheets._at_hyphens(word, two - 0.01, 13, False) == ["Anna-", "Lena-", "Marie"] or (
        sheets._at_hyphens(word, two - 0.01, 13, False) == ["Anna-", "Lena-Marie"]
    )


def test_a_round_as_tall_as_a_page_allows_stays_together(monkeypatch: pytest.MonkeyPatch) -> None:
    table = sheets.grid([sheets.words("A")], [[sheets.words("b")]], [100.0])
    tall = table.wrap(lists.WIDE, lists.LONG)[1]
    for most, together in ((tall, True), (tall - 0.01, False)):
        monkeypatch.setattr(lists, "TALLEST", most)
        first = lists._together(table, ())[0]
        assert isinstance(first, KeepTogether) is together


def test_only_a_row_taller_than_a_page_allows_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    rows: list[list[sheets.Cell]] = [["", [sheets.words("because " * 40)]]]
    tall = sheets._tallest(rows, [50.0, 100.0])
    assert tall > 100
    assert sheets._tallest([["words", ""]], [50.0, 100.0]) == 0
    for most, cut in ((tall, 0), (tall - 0.01, 1)):
        monkeypatch.setattr(sheets, "TALLEST", most)
        table: Any = sheets.grid([sheets.words("A"), sheets.words("B")], rows, [50.0, 100.0])
        assert table.splitInRow == cut
    places = (PlaceLine("1", "Ann", ("5",), "because " * 40),)
    reason = sheets.words(places[0].why, sheets.SMALL)
    tall = reason.wrap(sum((200.0, 50.0)) - 2 * sheets.GAP, 1000)[1]
    for most, apart in ((tall, True), (tall - 0.01, False)):
        monkeypatch.setattr(lists, "TALLEST", most)
        assert bool(lists._places(places, [40.0, 200.0, 50.0], 13.0)[1]) is apart


def test_figures_that_fit_exactly_keep_their_size(monkeypatch: pytest.MonkeyPatch) -> None:
    data = StandingsPaper((PlaceLine("1", "Ann", ("5",)),), ("Forfeits",))
    (column,) = lists._figure_widths(data, "A4")[2]
    monkeypatch.setattr(lists, "ENOUGH", 0.0)
    monkeypatch.setattr(lists, "room", lambda *_, **__: column)
    assert lists._figure_widths(data, "A4")[:2] == (False, 13.0)
    monkeypatch.setattr(lists, "room", lambda *_, **__: column - 0.01)
    assert lists._figure_widths(data, "A4")[:2] == (False, 12.0)


def test_words_that_end_at_the_margin_stay_on_their_card(monkeypatch: pytest.MonkeyPatch) -> None:
    card = TableCard("1", ("A stays.", "B goes."))
    texts = [sheets.words(line, 14, align="centre") for line in card.movement]
    tall = sum(table_cards._tall(text, 400) + 3 * mm for text in texts)
    monkeypatch.setattr(table_cards, "MOVEMENT_SIZES", (14.0,))
    for down, readable in ((tall, 14.0), (tall, 15.0), (tall - 0.01, 14.0)):
        monkeypatch.setattr(table_cards, "READABLE", readable)
        fits = table_cards._movement(card, 400, down)[1]
        assert fits is (down == tall and readable == 14.0)


def test_the_number_of_a_small_card_gives_way_to_long_names(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    card = TableCard("1", (), (("A team", "x " * 60), ("B team", "y " * 60)))

    def tall(size: float) -> float:
        texts = round_cards._texts(TOP, card, 300, size)
        return sum(text.wrap(300, 10_000)[1] + round_cards.BETWEEN for text in texts)

    sizes = round_cards.NUMBER_SIZES
    for size, smaller in pairwise(sizes):
        for room, wanted in ((tall(size), size), (tall(size) - 0.01, smaller)):
            found = round_cards._fitting_texts(TOP, card, 300, room)
            assert found[1].style.fontSize == wanted


def shown_in(pen: picture._Pen, text: str, room: float) -> str:
    return pen.cut(text, 32, room, False)


def test_a_name_in_a_picture_is_cut_only_where_it_must_be() -> None:
    pen = picture._Pen(Image.new("RGB", (10, 10)))
    whole = pen.wide("Ann Lee", 32)
    assert shown_in(pen, "Ann Lee", whole) == "Ann Lee"
    cut = shown_in(pen, "Ann Lee", whole - 1)
    assert cut.endswith("…")
    assert shown_in(pen, "Ann Lee", pen.wide(cut, 32)) == cut
    assert shown_in(pen, "Ann Lee", 0) == "…"


def test_the_last_place_of_a_picture_begins_at_its_lowest(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []

    def line(pen: picture._Pen, _: Event, place: Any) -> None:
        drawn.append(place.name)
        pen.at += 430

    monkeypatch.setattr(picture, "_line", line)
    monkeypatch.setattr(picture, "LOWEST", 310 + 2 * 430)
    picture.results_picture(fair_draw())
    assert len(drawn) == 3


def with_a_table_for_one(event: Event) -> Event:
    """The same event with one table more in its latest round, at which nobody plays."""
    *earlier, last = event.rounds
    more = (*last.tables, EventTable(9, ((1, 2), ())))
    return replace(event, rounds=(*earlier, replace(last, tables=more)))


@pytest.mark.parametrize("name", ["master-card", "movement", "round-cards"])
def test_a_table_without_a_game_is_on_no_paper(name: str) -> None:
    assert said(event_paper(with_a_table_for_one(progressive()), name)) == said(
        event_paper(progressive(), name)
    )


def test_a_card_of_a_round_that_is_not_seated_is_not_refused() -> None:
    assert "No round is seated yet" in said(event_paper(before(), "round-cards", only=4))
    with pytest.raises(EventError, match=r"^there is no table 44$"):
        event_paper(pairs(), "round-cards", only=44)


def test_the_movement_says_which_rounds_may_still_change() -> None:
    day = Day("alberta-pairs", rounds=3)
    names = people(16)
    day.enter(*(f"{one} & {other}" for one, other in zip(names[::2], names[1::2], strict=True)))
    day.seat("one")
    told = "like this if nobody comes or leaves."
    assert f"Rounds 2 to 3 stay {told}" in said(event_paper(day.event, "movement"))
    day.play_all()
    day.seat("two")
    assert f"Round 3 stays {told}" in said(event_paper(day.event, "movement"))
    day.play_all()
    day.seat("three")
    assert told not in said(event_paper(day.event, "movement"))


@pytest.mark.parametrize(
    ("winners", "each", "shown"),
    [((1,), 0, ""), ((1, 2), 0, ""), ((1,), 1250, ", 12.50"), ((1, 2), 1250, ", 12.50 each")],
)
def test_a_prize_is_told_with_its_share(winners: tuple[int, ...], each: int, shown: str) -> None:
    event = fair_draw()
    award = Award(("First",), winners, each, why="first (X)")
    names = event.name_of(*winners)
    assert events._prize(event, award) == f"{names}{shown}: first (X)"


def card_row(sat_out: int, table: int = 0) -> CardRow:
    """A round on somebody's card in which there was no game."""
    return CardRow(1, table, "", "", None, None, as_written(""), sat_out)


@pytest.mark.parametrize(
    ("ranking", "unit", "scored", "cells"),
    [
        ("event points", "individual", 2, ("–", "–", "2", "9")),
        ("event points", "pair", 2, ("–", "–", "2", "9")),
        ("points made", "individual", 2, ("–", "2", "9")),
        ("points made", "pair", 2, ("–", "2", "–", "9")),
        ("games won", "pair", 0, ("–",)),
    ],
)
def test_a_round_sat_out_on_a_card(ranking: Any, unit: Any, scored: int, cells: Any) -> None:
    event = fair_draw()
    plan = replace(
        event.plan,
        standings=replace(event.plan.standings, ranking=ranking),
        entering=replace(event.plan.entering, unit=unit),
    )
    event = replace(event, plan=plan)
    assert events._for_sitting_out(event, card_row(2)) == scored
    assert events._for_sitting_out(event, None) == 0
    assert events._sat_out(event, card_row(2), 9) == cells
    assert events._sat_out(event, card_row(0), 9) == ("–",)
    assert events._sat_out(event, card_row(2, table=3), 9) == ()
    assert events._sat_out(event, None, 9) == ()


def test_who_goes_on_is_told_below_the_places(monkeypatch: pytest.MonkeyPatch) -> None:
    places = list(finished().places[:2])
    monkeypatch.setattr(events, "qualifiers", lambda _: places)
    assert events._notes(finished())[-1] == "To the games: Hal Low, Ann Lee."
    monkeypatch.setattr(events, "qualifiers", lambda _: [])
    assert events._notes(finished())[-1] == "Ann Lee: Door prize, drawn from 8"
