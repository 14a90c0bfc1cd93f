"""Paper: every name is there and whole, nothing leaves the page, headings come again."""

import io
import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import NamedTuple

import msgspec
import pytest
from PIL import Image
from pypdf import PdfReader
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics

from papers.days import progressive_card, social_card
from rightbower.papers.printing import sheets
from rightbower.papers.printing import sheets as fonts
from rightbower.papers.printing.bidding_card import VERBS, bidding_card
from rightbower.papers.printing.cards import score_cards
from rightbower.papers.printing.lists import (
    cash_paper,
    master_card,
    movement_sheet,
    sign_in,
    standings,
)
from rightbower.papers.printing.papers import (
    Heading,
    MasterCard,
    MasterGame,
    MasterRound,
    MovementSheet,
    Paper,
    PlaceLine,
    RoundSheet,
    Seats,
    SignIn,
    SignInLine,
    StandingsPaper,
    TableCard,
)
from rightbower.papers.printing.results import SIZES, _Pen
from rightbower.papers.printing.table_cards import table_cards
from rightbower.rules.book import load
from rightbower.rules.message import as_written
from rightbower.study.charts import KINDS, ROUND_ONE, ROUND_TWO, chart_of, kind_words
from rightbower.tournament.events.cash import CashLine, CashSheet, FeeLine
from rightbower.tournament.events.schedules.fair_draw import fair_rounds
from rightbower.tournament.events.schedules.quality import in_words, quality, sitting_out

NAMES = (
    "Zoë Brûlé",
    "Maximiliane Oberhofer-Schwarzenbergerinn",
    "Donaudampfschifffahrtsgesellschaftskapit",
    "José María Núñez de la Peña y Fernández",
    "Åsa Øyen-Łukasz",
    "Siobhán Ní Dhomhnaill",
    "Ann <b>Lee</b> & Sons",
    "Bob Ray",
    "Chloé Dubois",
    "Henry Baker",
    "Ina Çelik",
    "Jürgen Groß",
)
HEADING = Heading(
    "Spring Euchre at St. Brendan's Hall", ("Saturday 14 March", "Book: charity social")
)
PAPERS: dict[Paper, tuple[float, float]] = {"A4": (595, 842), "Letter": (612, 792)}
WHY = "tied on 5 wins with Team Ross; they beat Ross 10–8 in round 3 (A01-T10.2)"


def social(names: tuple[str, ...], paper: Paper) -> bytes:
    foot = ("Hand the card to the host after round 8.",)
    cards = [social_card(name, str(at), 8, foot) for at, name in enumerate(names, 1)]
    return score_cards(HEADING, cards, paper)


def progressive(names: tuple[str, ...], paper: Paper) -> bytes:
    foot = ("2 for a win, 1 for a draw. Mark the card before anyone moves (N04-4.2).",)
    cards = [progressive_card(name, str(at), 16, foot) for at, name in enumerate(names, 1)]
    return score_cards(HEADING, cards, paper)


def tables(names: tuple[str, ...], paper: Paper) -> bytes:
    movement = ("After each game the A team goes up one table.", "The B team stays.")
    cards = [TableCard(str(at), movement, (("North", name),)) for at, name in enumerate(names, 1)]
    return table_cards(HEADING, cards, paper)


def door(names: tuple[str, ...], paper: Paper) -> bytes:
    lines = tuple(SignInLine(str(at), name, "Zone 3") for at, name in enumerate(names, 1))
    return sign_in(HEADING, SignIn(lines), paper)


def master(names: tuple[str, ...], paper: Paper) -> bytes:
    games = tuple(
        MasterGame(str(at), one, other, "10", "7")
        for at, (one, other) in enumerate(zip(names, reversed(names), strict=True), 1)
    )
    rounds = tuple(MasterRound(str(at), games, names[:1]) for at in range(1, 4))
    return master_card(HEADING, MasterCard(rounds, "Enter both sides' points."), paper)


def results(names: tuple[str, ...], paper: Paper) -> bytes:
    places = tuple(PlaceLine(str(at), name, ("5", "60"), WHY) for at, name in enumerate(names, 1))
    data = StandingsPaper(places, ("Won", "Points"), "Pair", ("High prize: 60 points.",))
    return standings(HEADING, data, paper)


def league(names: tuple[str, ...], paper: Paper) -> bytes:
    heads = ("Played", "Won", "Lost", "Forfeits", "For", "Against", "Diff.", "Offences")
    figures = ("21", "15", "6", "0", "198", "143", "+55", "1")
    places = tuple(PlaceLine(str(at), name, figures) for at, name in enumerate(names, 1))
    return standings(HEADING, StandingsPaper(places, heads, "Team"), paper)


def movement(names: tuple[str, ...], paper: Paper) -> bytes:
    drawn = fair_rounds(names, 8, "print") * 2
    rounds = tuple(
        RoundSheet(
            str(number),
            tuple(Seats(str(at), *table) for at, table in enumerate(seated, 1)),
            sitting_out(names, seated),
        )
        for number, seated in enumerate(drawn, 1)
    )
    return movement_sheet(HEADING, MovementSheet(rounds, in_words(quality(drawn, names))), paper)


Print = Callable[[tuple[str, ...], Paper], bytes]
PAPERWORK: tuple[Print, ...] = (
    social,
    progressive,
    tables,
    door,
    master,
    results,
    league,
    movement,
)


class Text(NamedTuple):
    words: str
    left: float
    base: float
    right: float
    size: float


def texts(data: bytes) -> Iterator[tuple[tuple[float, float], list[Text]]]:
    """Each page's size and the texts on it with their places."""
    for page in PdfReader(io.BytesIO(data)).pages:
        found: list[Text] = []

        def visit(
            words: str,
            cm: list[float],
            tm: list[float],
            font: dict[str, str] | None,
            size: float,
            found: list[Text] = found,
        ) -> None:
            if not words.strip() or font is None:
                return
            name = "VeraBd-b" if "Bd" in font["/BaseFont"] else "Vera-r"
            left, base = tm[4] * cm[0] + cm[4], tm[5] * cm[3] + cm[5]
            for line in words.strip("\n").split("\n")[-1:]:
                right = left + pdfmetrics.stringWidth(line.rstrip(), name, size)
                found.append(Text(words, left, base, right, size))

        page.extract_text(visitor_text=visit)
        yield (float(page.mediabox.width), float(page.mediabox.height)), found


def together(data: bytes) -> str:
    """All the words of a file without the spaces, so that a name may wrap."""
    pages = PdfReader(io.BytesIO(data)).pages
    return re.sub(r"\s", "", "".join(page.extract_text() for page in pages))


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("make", PAPERWORK, ids=lambda make: make.__name__)
def test_every_name_is_there_and_whole(make: Print, paper: Paper) -> None:
    written = together(make(NAMES, paper))
    assert [name for name in NAMES if re.sub(r"\s", "", name) not in written] == []
    assert "SpringEuchreatSt.Brendan'sHall" in written


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("make", PAPERWORK, ids=lambda make: make.__name__)
def test_nothing_leaves_the_page(make: Print, paper: Paper) -> None:
    for (across, down), found in texts(make(NAMES, paper)):
        assert sorted((round(across), round(down))) == sorted(PAPERS[paper])
        assert found
        for text in found:
            assert 5 * mm <= text.left <= text.right <= across - 5 * mm, text
            assert 5 * mm <= text.base <= down - 5 * mm, text


@pytest.mark.parametrize("make", PAPERWORK, ids=lambda make: make.__name__)
def test_pages_are_numbered(make: Print) -> None:
    pages = PdfReader(io.BytesIO(make(NAMES, "A4"))).pages
    for number, page in enumerate(pages, 1):
        assert f"{number} of {len(pages)}" in page.extract_text()


@pytest.mark.parametrize("make", [door, results, league])
def test_a_long_list_repeats_its_headings_once_on_each_page(make: Print) -> None:
    pages = PdfReader(io.BytesIO(make(NAMES * 10, "A4"))).pages
    assert len(pages) > 3
    for page in pages[:-1]:
        assert len(re.findall(r"^(?:Name|Pair|Team)$", page.extract_text(), re.MULTILINE)) == 1


@pytest.mark.parametrize("make", PAPERWORK, ids=lambda make: make.__name__)
def test_the_same_paper_is_the_same_file(make: Print) -> None:
    assert make(NAMES[:4], "A4") == make(NAMES[:4], "A4")


@pytest.mark.parametrize("make", PAPERWORK, ids=lambda make: make.__name__)
def test_type_is_large_enough_to_read(make: Print) -> None:
    plain = ("Ann Lee", "Bob Ray", "Cid Orr", "Dot Fry")
    sizes = [text.size for _, found in texts(make(plain, "A4")) for text in found]
    assert min(sizes) >= 11


HARD = (
    "Иван Петров",
    "王小明",
    "김민준",
    "さとう はな",
    "محمد علي",
    "🃏 Joker",
    "\x00\x07tab\tname\n",
    "\ud800 broken",
    "",
    "x" * 900,
    "long " * 300,
    "'=<&>\"",
)


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("make", PAPERWORK, ids=lambda make: make.__name__)
def test_no_name_is_too_hard_to_print(make: Print, paper: Paper) -> None:
    assert PdfReader(io.BytesIO(make(HARD, paper))).pages


@pytest.mark.parametrize("make", [social, progressive, tables, door, master, results, league])
def test_an_empty_list_still_gives_a_page_with_its_number(make: Print) -> None:
    (page,) = PdfReader(io.BytesIO(make((), "A4"))).pages
    assert "1 of 1" in page.extract_text()


def test_a_schedule_without_rounds_says_so() -> None:
    assert "Noroundsyet." in together(movement_sheet(HEADING, MovementSheet(())))


def test_the_movement_sheet_lists_by_name_and_ends_with_its_quality() -> None:
    written = together(movement(NAMES, "A4"))
    assert "Byname:thetableofeachround" in written
    assert "Partnersagain48pairings,atmost2times" in written


def test_a_round_longer_than_a_page_begins_on_the_first_page() -> None:
    pages = PdfReader(io.BytesIO(master(NAMES * 4, "A4"))).pages
    assert "Round 1" in pages[0].extract_text()
    assert "Round 1" in pages[1].extract_text()
    assert all("A team" in page.extract_text() for page in pages)


def test_an_explanation_longer_than_a_page_is_printed_whole() -> None:
    place = PlaceLine("1", "Ann Lee", ("5",), "because " * 900)
    data = standings(HEADING, StandingsPaper((place,), ("Won",)))
    assert together(data).count("because") == 900


def test_explanations_of_ties_stand_with_the_places() -> None:
    assert together(results(NAMES, "A4")).count(re.sub(r"\s", "", WHY)) == len(NAMES)


def test_a_long_word_breaks_at_its_hyphen_and_keeps_its_size() -> None:
    data = MasterCard((MasterRound("1", (MasterGame("1", NAMES[1], "Bob Ray"),)),))
    ((_, found),) = texts(master_card(HEADING, data))
    parts = [text for text in found if "Schwarzenberger" in text.words or "hofer-" in text.words]
    assert [text.words.strip() for text in parts] == [
        "Maximiliane Oberhofer-",
        "Schwarzenbergerinn",
    ]
    assert {text.size for text in parts} == {13}


@pytest.mark.parametrize(
    ("across", "wanted", "size"),
    [(400, 13.0, 13.0), (400, 8.0, 8.0), (40, 13.0, 10.0), (40, 8.0, 8.0)],
)
def test_a_name_without_room_is_set_smaller_and_never_larger(
    across: float, wanted: float, size: float
) -> None:
    assert sheets.name(NAMES[2], across, wanted).style.fontSize == size


def test_a_name_in_a_picture_is_as_large_as_its_room_allows() -> None:
    pen = _Pen(Image.new("RGB", (10, 10)))
    for size, smaller in pairwise(SIZES):
        room = pen.wide("Ann Lee", size)
        assert pen.fitting("Ann Lee", room, SIZES[0]) == size
        assert pen.fitting("Ann Lee", room - 1, SIZES[0]) == smaller


def test_only_those_who_owe_are_named_on_the_cash_sheet() -> None:
    fees = (FeeLine(1, "Ann Lee", 500, 0, 0), FeeLine(2, "Bob Ray", 0, 500, 0))
    sheet = CashSheet(500, (CashLine(as_written("Fees"), came_in=500),), fees)
    assert "Stilltopay:BobRay5.00." in together(cash_paper(HEADING, sheet))


def test_the_columns_of_the_bidding_card_are_headed_beside_its_verbs() -> None:
    ((_, found),) = texts(bidding_card(load("standard"), chart_of("standard")))
    lines = {round(text.base) for text in found if text.words.strip() in (*VERBS, "name")}
    for number in (ROUND_ONE, ROUND_TWO):
        for head in map(kind_words, KINDS[number]):
            bases = {round(text.base) for text in found if text.words.strip() == head}
            # a share can be as large as the rank of a card
            assert bases & lines if head.isdecimal() else bases <= lines


def test_a_card_too_long_for_one_page_goes_on_with_the_next_round() -> None:
    (first, second) = PdfReader(
        io.BytesIO(score_cards(HEADING, [progressive_card("Ann Lee", "7", 40)]))
    ).pages
    one, other = (set(page.extract_text().split()) for page in (first, second))
    rounds = {str(number) for number in range(8, 41)}
    assert rounds <= one | other
    assert "40" in other - one
    assert {"Ann", "Lee"} <= one & other


def test_cells_already_known_are_printed() -> None:
    card = msgspec.structs.replace(
        social_card("Ann Lee", "7", 8), filled=(("3", "11", "11"), ("1", "8", "19"))
    )
    assert "131111" in together(score_cards(HEADING, [card]))
    assert "21819" in together(score_cards(HEADING, [card]))


def test_letters_no_font_has_come_as_near_as_can_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fonts, "wider_families", tuple)
    monkeypatch.setattr(fonts, "eastern_families", tuple)
    assert "".join(word for _, word in fonts.runs("Żaneta Őrsi Иван Zoë")) == "Zaneta Orsi ???? Zoë"


def test_words_are_set_in_a_font_that_has_their_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    usual, other = fonts.plain_family(), fonts.Family("Courier", "Courier-Bold", frozenset())
    monkeypatch.setattr(sheets, "runs", lambda *_: [(usual, "Ann "), (other, "Wang")])
    for bold in (False, True):
        set_ = {each.text.strip(): each.fontName for each in sheets.words("x", bold=bold).frags}
        assert set_ == {
            "Ann": usual.bold if bold else usual.regular,
            "Wang": other.bold if bold else other.regular,
        }
