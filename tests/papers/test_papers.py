"""The papers of whole events and leagues: all there, nothing cut off, however long the names."""

import io
import re
import shutil
import subprocess
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import pytest
from msgspec.structs import replace
from pypdf import PdfReader

from rightbower.papers.printing.cards import score_cards
from rightbower.papers.printing.events import event_paper
from rightbower.papers.printing.papers import Heading, Paper, ScoreCard
from rightbower.papers.printing.seasons import league_paper
from rightbower.tournament.contest import Entry, Fact
from rightbower.tournament.events.attendance import check_in_all
from rightbower.tournament.events.entrants import Entrant, EventError, Player
from rightbower.tournament.events.event import Event, EventHistory, Prize, ResultRuling
from rightbower.tournament.events.labels import EVENT_PAPERS, LEAGUE_PAPERS, OF_BOARDS, event_papers
from rightbower.tournament.events.plan import open_event
from rightbower.tournament.events.presets import PRESETS
from rightbower.tournament.events.registration import add
from rightbower.tournament.events.results import rule, void
from rightbower.tournament.events.seating import movement_text, rounds_ahead, seat
from rightbower.tournament.events.simulated import rehearse
from rightbower.tournament.league.fixtures import FixtureGame
from rightbower.tournament.league.league import League
from rightbower.tournament.league.refusal import LeagueError
from rightbower.tournament.league.simulated import season
from tournament.league.evenings import Season

PAPERS: tuple[Paper, ...] = ("A4", "Letter")
EDGE = 14.0  # points: what a printer cannot reach
# Forty letters each, with accents that a hall's list may have.
LONG = (
    "Małgorzata Brzęczyszczykiewicz-Kowalskaa",
    "Nguyễn Thị Phương Thảo Đặng Trần Quốc Tú",
    "Szentgyörgyváriné Kőszegi Őrsi Erzsébeta",
    "Siobhán Oʼdonnell-Ui Chonchubhair Máirín",
    "José María Núñez de la Peña y Fernández-",
    "Donaudampfschifffahrtsgesellschaftskapit",
)
SETS = ("alberta-pairs", "charity-day", "national-progressive")

# Papers that every event has.
USUAL = [each for each in EVENT_PAPERS if each not in OF_BOARDS]


class Day:
    """An event under way; every fact goes through the fold."""

    def __init__(self, preset: str, rounds: int | None = 8) -> None:
        fact = open_event(preset, "day", "Spring day", "2026-05-30", rounds=rounds)
        self.history = EventHistory.of([Entry(0.0, "director", fact)])

    def __call__(self, fact: Fact) -> Event:
        """Write a fact down."""
        self.history = self.history.extend(Entry(1.0, "director", fact))
        return self.history.event


@cache
def played(preset: str, tables: int = 3, rounds: int = 2) -> Event:
    """An event after some rounds, not closed."""
    day = Day(
        preset,
        None
        if preset
        in ("whist-chart", "round-robin", "knock-out", "double-knock-out", "bid-euchre-club")
        else 8,
    )
    event = day.history.event
    for number, each in enumerate(rehearse(event, day, tables, "papers"), 1):
        event = each
        if number == rounds:
            break
    return event


def long_names(event: Event) -> Event:
    """The same event with names of forty letters."""

    def named(entrant: Entrant) -> Entrant:
        names = (
            LONG[(2 * entrant.number + at) % len(LONG)] for at, _ in enumerate(entrant.players)
        )
        return replace(entrant, players=tuple(map(Player, names)))

    entrants = tuple(named(each) for each in event.entrants)
    return replace(event, entrants=entrants, name="Ősz Euchre at St. Brendan's Hall, Łódź")


@cache
def long_league() -> League:
    """A season with teams and players of forty letters."""
    league = season(7, 6).league
    teams = tuple(
        replace(
            team,
            name=LONG[team.number - 1],
            members=tuple(
                replace(member, name=LONG[at % len(LONG)]) for at, member in enumerate(team.members)
            ),
        )
        for team in league.teams
    )
    return replace(league, teams=teams)


def unplayed(league: League) -> League:
    """The same season before its first night."""
    return replace(
        league,
        fixtures=tuple(
            replace(each, games=tuple(FixtureGame(game.number) for game in each.games))
            for each in league.fixtures
        ),
    )


def text(data: bytes) -> str:
    """All the words of a file, with single blanks between them."""
    pages = PdfReader(io.BytesIO(data)).pages
    return re.sub(r"\s+", " ", " ".join(page.extract_text() for page in pages))


class Word(NamedTuple):
    """A word on a page, from its upper left to its lower right corner."""

    left: float
    top: float
    right: float
    bottom: float
    said: str


Page = tuple[float, float, list[Word]]


def pages(data: bytes, folder: Path) -> Iterator[Page]:
    """Where poppler, which shows and prints the file, puts each word."""
    file = folder / "paper.pdf"
    file.write_bytes(data)
    told = subprocess.run(
        ["pdftotext", "-bbox", str(file), "-"], capture_output=True, text=True, check=True
    ).stdout
    number = r'="([\d.-]+)"'
    for page in re.split(r"<page ", told)[1:]:
        size = re.match(rf"width{number} height{number}", page)
        assert size is not None
        boxes = rf"xMin{number} yMin{number} xMax{number} yMax{number}>(.*?)<"
        words = [
            Word(float(left), float(top), float(right), float(bottom), said)
            for left, top, right, bottom, said in re.findall(boxes, page)
        ]
        yield float(size[1]), float(size[2]), words


def faults(data: bytes, folder: Path) -> list[str]:
    """Words that leave the paper or lie on top of each other."""
    found = []
    for across, down, words in pages(data, folder):
        for word in words:
            inside = word.left >= EDGE and word.right <= across - EDGE
            if not (inside and word.top >= EDGE and word.bottom <= down - EDGE):
                found.append(f"{word.said} leaves the page")
        found += [f"{one.said} lies on {other.said}" for one, other in _overlaps(words)]
    return found


def _overlaps(words: list[Word]) -> Iterator[tuple[Word, Word]]:
    """Two words share a spot; boxes are taller than letters, so their upper and lower fifths may."""
    ordered = sorted(words)
    for at, one in enumerate(ordered):
        for other in ordered[at + 1 :]:
            if other.left >= one.right - 1:
                break
            fifth = min(one.bottom - one.top, other.bottom - other.top) / 5
            if min(one.bottom, other.bottom) - max(one.top, other.top) > fifth:
                yield one, other


poppler = pytest.mark.skipif(shutil.which("pdftotext") is None, reason="poppler is not installed")


@poppler
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("name", USUAL)
@pytest.mark.parametrize("preset", SETS)
def test_nothing_of_an_event_is_cut_off(
    preset: str, name: str, paper: Paper, tmp_path: Path
) -> None:
    data = event_paper(long_names(played(preset)), name, paper)
    assert faults(data, tmp_path) == []


@poppler
@pytest.mark.soak
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("name", USUAL)
@pytest.mark.parametrize("tables", [4, 60])
@pytest.mark.parametrize("preset", SETS)
def test_nothing_of_a_big_event_is_cut_off(
    preset: str, tables: int, name: str, paper: Paper, tmp_path: Path
) -> None:
    data = event_paper(long_names(played(preset, tables, 4)), name, paper)
    assert faults(data, tmp_path) == []


@poppler
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("name", LEAGUE_PAPERS)
def test_nothing_of_a_league_is_cut_off(name: str, paper: Paper, tmp_path: Path) -> None:
    assert faults(league_paper(long_league(), name, paper), tmp_path) == []
    assert faults(league_paper(unplayed(long_league()), name, paper, week=1), tmp_path) == []


@poppler
def test_the_look_notices_what_is_cut_off(tmp_path: Path) -> None:
    from reportlab.pdfgen.canvas import Canvas

    out = io.BytesIO()
    canvas = Canvas(out, pagesize=(280, 200))
    canvas.drawString(250, 150, "Schiff")
    canvas.drawString(5, 150, "Kapit")
    canvas.drawString(50, 100, "Brendan")
    canvas.drawString(60, 104, "Siobhan")
    canvas.save()
    assert sorted(faults(out.getvalue(), tmp_path)) == [
        "Brendan lies on Siobhan",
        "Kapit leaves the page",
        "Schiff leaves the page",
    ]


@pytest.mark.parametrize(
    "name", [each for each in USUAL if each not in ("table-cards", "certificates")]
)
def test_every_entrant_is_on_every_list(name: str) -> None:
    event = played("swiss-pairs")
    said = text(event_paper(event, name))
    assert [each.name for each in event.entrants if each.name not in said] == []


def test_papers_of_boards_are_those_of_duplicate_events_alone() -> None:
    with pytest.raises(EventError, match="there is no paper 'dealing-slips'"):
        event_paper(played("swiss-pairs"), "dealing-slips")
    assert "shown once the last round is over" in text(
        event_paper(played("duplicate", 3, 1), "hand-records")
    )
    assert "Board 1" in text(event_paper(played("duplicate", 3, 1), "dealing-slips"))


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_has_all_its_papers_before_and_after(preset: str) -> None:
    empty = Day(preset, None).history.event
    begun = played(preset, 3, 1)
    for name in event_papers(empty):
        assert event_paper(empty, name).startswith(b"%PDF")
        assert event_paper(begun, name, "Letter").startswith(b"%PDF")


def test_a_paper_nobody_knows_is_refused_by_name() -> None:
    with pytest.raises(
        EventError, match="no paper 'menu'; the papers are pack, sign-in, table-cards"
    ):
        event_paper(played("charity-day"), "menu")
    with pytest.raises(LeagueError, match="no paper 'menu'; the papers are table, fixtures"):
        league_paper(long_league(), "menu")


def test_results_say_why_and_who_wins() -> None:
    day = Day("charity-day", 1)
    *_, event = rehearse(day.history.event, day, 4, "prizes")
    said = text(event_paper(event, "reasons"))
    assert "Final results" in said
    assert re.search(r"highest total(, shared by \d)? \(S02-1\.6\)", said)
    assert all(place.why.partition(": ")[2] in said for place in event.places)


@pytest.mark.parametrize(
    ("tables", "paper"), [(13, "Letter"), (13, "A4"), (15, "Letter"), (24, "A4")]
)
def test_the_results_of_many_stand_on_one_page(tables: int, paper: Paper) -> None:
    day = Day("national-progressive", 1)
    *_, event = rehearse(day.history.event, day, tables, "many", rounds=1)
    (page,) = PdfReader(io.BytesIO(event_paper(event, "results", paper))).pages
    said = page.extract_text()
    assert all(place.name in said for place in event.places)
    assert len(event.places) == 4 * tables


def test_results_of_more_than_a_page_go_on_from_where_it_ends() -> None:
    day = Day("fair-draw", 1)
    *_, event = rehearse(day.history.event, day, 50, "more", rounds=1)
    pages = PdfReader(io.BytesIO(event_paper(event, "results"))).pages
    assert len(pages) == 2
    names = [each.name for each in event.places]
    assert names[0] in pages[0].extract_text()
    assert names[-1] in pages[1].extract_text()


def test_personal_cards_add_up_as_the_book_counts() -> None:
    event = played("national-progressive", 3, 2)
    said = text(event_paper(event, "personal-cards"))
    assert re.search(r"1 \d W 2 2 2 \d [WDL]", said)
    assert "2 for a win, 1 for a draw (N04-4.1)." in said


def test_the_master_card_tells_of_rulings_and_voided_games() -> None:
    day = Day("alberta-pairs")
    for number, _ in enumerate(rehearse(day.history.event, day, 3, "rulings"), 1):
        if number == 1:
            break
    event = day(
        rule(day.history.event, 1, ResultRuling(0, lost=True, why="a revoke", clause="A01-11.R5"))
    )
    event = day(void(event, 2, why="spilt tea"))
    said = text(event_paper(event, "master-card"))
    assert "A team lose the game: a revoke (A01-11.R5)" in said
    assert "Table 2: no game: spilt tea" in said


def test_rounds_to_come_are_those_that_will_be_seated() -> None:
    day = Day("alberta-pairs", None)
    pairs = [[Player(f"{one} {at}") for one in ("A", "B")] for at in range(8)]
    event = day(check_in_all(day(add(day.history.event, pairs))))
    event = day(seat(event, "seed"))
    ahead = rounds_ahead(event)
    assert [each.number for each in ahead] == [1, 2, 3, 4]
    meetings = [table.sides for each in ahead for table in each.tables]
    assert len({frozenset(sides) for sides in meetings}) == 16
    for before, after in pairwise(ahead):
        at = {table.sides[0]: table.number for table in after.tables}
        assert all(at[table.sides[0]] == table.number % 4 + 1 for table in before.tables)
    assert rounds_ahead(played("national-progressive")) == played("national-progressive").rounds


def test_the_table_card_says_how_to_move() -> None:
    said = text(event_paper(played("alberta-pairs"), "table-cards"))
    assert "the A team goes up one table (A01-T6.2)" in said
    seniors = " ".join(map(str, movement_text(played("alberta-pairs"), 4)))
    assert "Only if the director says so: A stays, B goes down one table (A01-T6.3)." in seniors
    words = " ".join(map(str, movement_text(played("national-progressive"), 4)))
    assert "North or East goes up one table, the one in South or West goes down" in words
    assert "the pair with the higher card moves (N04-4.3a)" in words
    plan = played("national-progressive").plan
    other = replace(plan.movement, go_up="S and W", drawn_game="lower cut moves", sitters=False)
    event = replace(played("national-progressive"), plan=replace(plan, movement=other))
    words = " ".join(map(str, movement_text(event, 4)))
    assert "South or West goes up one table" in words
    assert "the pair with the lower card moves" in words
    assert "sitting player" not in words
    many = " ".join(map(str, movement_text(played("charity-day"), 14)))
    assert "which table and seat your number means" in many


def test_a_league_prints_its_table_fixtures_and_sheets() -> None:
    league = season(7, 6).league
    made = {name: league_paper(league, name) for name in LEAGUE_PAPERS}
    table = text(made["table"])
    assert all(team.name in table for team in league.teams)
    assert "Champion: " in table
    fixtures = text(made["fixtures"])
    assert all(f"Week {each.week}" in fixtures for each in league.fixtures)
    assert "No game is left to be played." in text(made["score-sheets"])
    first = unplayed(league).fixture(1)
    sheets = PdfReader(io.BytesIO(league_paper(unplayed(league), "score-sheets", week=first.week)))
    said = " ".join(page.extract_text() for page in sheets.pages)
    assert len(re.findall(r"\d/\d", said)) == 3 * sum(
        each.week == first.week for each in league.fixtures
    )


def test_the_fixtures_of_the_playoffs_say_so() -> None:
    evenings = Season()
    evenings.rest()
    last = max(each.week for each in evenings.league.fixtures)
    evenings.playoffs()
    said = text(league_paper(evenings.league, "fixtures"))
    assert re.findall(r"Week (\d+), playoffs:", said) == [str(last + 1)]
    assert re.findall(r"Week (\d+):", said) == [str(week) for week in range(1, last + 1)]


def test_sheets_are_printed_for_the_games_to_be_played() -> None:
    evenings = Season()
    evenings.play(evenings.league.fixtures[0], "10-7 10-8")
    said = text(league_paper(evenings.league, "score-sheets", week=1))
    assert len(re.findall(r"\d/\d", said)) == 1 + 3
    first, *others = evenings.league.fixtures
    fewer = (replace(first, cancelled="the hall is closed"), *others)
    said = text(league_paper(replace(evenings.league, fixtures=fewer), "score-sheets", week=1))
    assert len(re.findall(r"\d/\d", said)) == 3


def test_a_score_card_asks_for_lone_hands_where_they_win_a_prize() -> None:
    event = played("charity-day")
    assert "Lone hands" not in text(event_paper(event, "score-cards"))
    prizes = (*event.plan.prizes, Prize("Most lone hands", loners=True))
    asks = replace(event, plan=replace(event.plan, prizes=prizes))
    assert "Lone hands: ______" in text(event_paper(asks, "score-cards"))


def test_score_cards_have_lines_to_cut_along() -> None:
    card = ScoreCard("Ann", "7", 8, ("Round", "Table", "Points", "Total"))
    (page,) = PdfReader(io.BytesIO(score_cards(Heading("Spring"), [card]))).pages
    contents = page.get_contents()
    assert contents is not None
    dashes = re.findall(rb"\[[\d. ]+\] 0 d\b", contents.get_data())
    assert dashes


def test_a_card_with_one_long_word_stays_in_its_quarter(tmp_path: Path) -> None:
    if shutil.which("pdftotext") is None:
        pytest.skip("poppler is not installed")
    card = ScoreCard(LONG[5] * 2, "7", 8, ("Round", "Table", "Points", "Total"))
    data = score_cards(Heading("Spring"), [card] * 4)
    ((across, _, words),) = pages(data, tmp_path)
    middle = across / 2
    assert [word.said for word in words if word.left < middle < word.right] == ["of"]
