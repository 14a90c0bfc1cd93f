"""Every text, line and box of small papers, pictures and pages stands where it stood."""

from __future__ import annotations

import io

import pytest
from msgspec.structs import replace
from pypdf import PdfReader
from reportlab.pdfgen.canvas import Canvas

from papers.days import before, fair_draw, pairs
from papers.drawings import drawing
from papers.samples import HERE, OTHERS, PAPERS, drawn, written
from rightbower.papers.printing import sheets
from rightbower.papers.printing import sheets as fonts
from rightbower.papers.printing.events import event_paper
from rightbower.papers.printing.papers import TableCard
from rightbower.tournament.events.entrants import EventError, Player


@pytest.mark.parametrize("name", [*PAPERS, *OTHERS])
def test_what_is_shown_is_what_was_written_down(name: str) -> None:
    assert drawn(name) == written(name)


def test_nothing_is_written_down_that_is_not_printed() -> None:
    assert {each.stem for each in (HERE / "expected").glob("*.txt")} == {*PAPERS, *OTHERS}


@pytest.mark.parametrize(
    ("day", "names"),
    [
        (before, ("sign-in", "table-cards", "score-cards", "master-card")),
        (pairs, ("table-cards", "score-cards", "master-card", "round-cards")),
    ],
)
def test_the_pack_is_its_papers_one_after_the_other(day: type, names: tuple[str, ...]) -> None:
    texts = [
        page.extract_text()
        for name in names
        for page in PdfReader(io.BytesIO(event_paper(day(), name))).pages
    ]
    pack = PdfReader(io.BytesIO(event_paper(day(), "pack"))).pages
    assert [page.extract_text() for page in pack] == texts


@pytest.mark.parametrize("state", ["paired", "no-show", "removed"])
def test_who_does_not_play_gets_no_card(state: str) -> None:
    event = fair_draw()
    first, *others = event.entrants
    gone = replace(event, entrants=(replace(first, state=state), *others))
    cards = "".join(
        page.extract_text()
        for page in PdfReader(io.BytesIO(event_paper(gone, "score-cards"))).pages
    )
    assert first.name not in cards
    assert all(each.name in cards for each in others)
    with pytest.raises(EventError, match=r"^entrant 1 has no card$"):
        event_paper(gone, "score-cards", only=1)


@pytest.mark.parametrize("state", ["expected", "here", "no-show", "withdrawn", "removed"])
def test_only_singles_who_are_in_a_pair_now_are_left_out_at_the_door(state: str) -> None:
    event = fair_draw()
    first, *others = event.entrants
    for shown, each in ((True, state), (False, "paired")):
        changed = replace(event, entrants=(replace(first, state=each), *others))
        (page,) = PdfReader(io.BytesIO(event_paper(changed, "sign-in"))).pages
        assert (first.name in page.extract_text()) is shown


def test_the_note_at_the_door_says_zone_floater_and_birth_date() -> None:
    event = pairs()
    first, second, *_ = event.entrants
    players = (Player("Al Poe", zone="Zone 3"), Player("Bo Poe", zone="Zone 3"))
    asked = replace(first, floater=True, players=players)
    known = (Player("Cy Poe", "1950-01-01", zone="Zone 4"),) * 2
    told = replace(second, players=known)
    changed = replace(event, entrants=(asked, told))
    said = [line for line in drawing(event_paper(changed, "sign-in")) if "Zone" in line or "date" in line]  # fmt: skip
    assert [line.partition(": ")[2] for line in said] == [
        "Zone 3, floater,",
        "birth date?",
        "Zone 4",
    ]


@pytest.mark.parametrize(("only", "tables"), [(0, [1, 2, 3, 4]), (3, [3])])
@pytest.mark.parametrize("name", ["table-cards", "round-cards"])
def test_all_cards_of_tables_are_printed_or_the_one_that_is_wanted(
    name: str, only: int, tables: list[int]
) -> None:
    data = event_paper(pairs(), name, only=only)
    said = "".join(page.extract_text() for page in PdfReader(io.BytesIO(data)).pages)
    assert [number for number in range(9) if f"Table {number}\n" in said] == tables


def test_a_text_put_on_a_page_says_where_it_ends() -> None:
    canvas = Canvas(io.BytesIO())
    one = sheets.words("Ann Lee", 10)
    assert sheets.put(canvas, one, 20, 500, 200) == 500 - 12.5
    assert sheets.put(canvas, sheets.words("Ann Lee", 10), 20, 500, 40) == 500 - 25


@pytest.mark.parametrize("wide", [False, True])
def test_the_room_of_a_page_lies_between_its_margins(wide: bool) -> None:
    across, down = sheets.SIZES["Letter"]
    assert sheets.room("Letter", wide=wide) == (down if wide else across) - 2 * sheets.MARGIN


def test_a_title_is_cut_to_one_line_where_it_must_be() -> None:
    text = "Spring Euchre"
    whole = fonts.width(text, sheets.SMALL)
    assert sheets._cut(text, whole) == text
    cut = sheets._cut(text, whole - 1)
    assert cut == "Spring Euc…"
    assert sheets._cut(text, fonts.width(cut, sheets.SMALL)) == cut
    assert sheets._cut(text, 0) == "…"


def test_no_place_leaves_the_picture_however_many_share_the_podium() -> None:
    for name in ("picture", "picture-of-pairs", "picture-of-many"):
        height = int(written(name)[0].split()[2])
        lowest = max(float(line.split()[2]) for line in written(name)[1:])
        assert lowest <= height - 60
    shown = written("picture-of-many")
    assert [line.partition(": ")[2] for line in shown[-3:]] == ["and", "9", "more"]


def test_the_code_to_type_is_the_end_of_the_link() -> None:
    assert TableCard("1", (), link="http://hall/c/AB12").code == "AB12"
    assert TableCard("1", ()).code == ""
