"""Small papers of every kind, and what each of them draws as it was written down.

``python tests/papers/samples.py`` writes it down anew; look at what has changed before you keep it.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Final
from unittest import mock

from rightbower.rules.message import as_written

HERE: Final = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

from msgspec.structs import replace  # noqa: E402
from PIL import Image  # noqa: E402

from papers.days import (  # noqa: E402
    LONG,
    before,
    club,
    crowd,
    fair_draw,
    finished,
    pairs,
    progressive,
    progressive_card,
    social_card,
)
from papers.drawings import PictureLines, drawing  # noqa: E402
from rightbower.papers.printing import results as picture  # noqa: E402
from rightbower.papers.printing import sheets as fonts  # noqa: E402
from rightbower.papers.printing.bidding_card import bidding_card as chart_card  # noqa: E402
from rightbower.papers.printing.cards import score_cards  # noqa: E402
from rightbower.papers.printing.certificates import certificates  # noqa: E402
from rightbower.papers.printing.events import event_paper  # noqa: E402
from rightbower.papers.printing.lists import (  # noqa: E402
    cash_paper,
    fixture_list,
    master_card,
    movement_sheet,
    sign_in,
    standings,
)
from rightbower.papers.printing.papers import (  # noqa: E402
    Certificate,
    FixtureLine,
    FixtureWeek,
    Heading,
    MasterCard,
    MasterGame,
    MasterRound,
    MovementSheet,
    PlaceLine,
    RoundSheet,
    ScoreCard,
    Seats,
    SignIn,
    SignInLine,
    StandingsPaper,
    TableCard,
)
from rightbower.papers.printing.results import results_page  # noqa: E402
from rightbower.papers.printing.seasons import league_paper, season_paper  # noqa: E402
from rightbower.papers.printing.seating import round_cards  # noqa: E402
from rightbower.papers.printing.table_cards import table_cards  # noqa: E402
from rightbower.rules.book import load  # noqa: E402
from rightbower.study.charts import chart_of  # noqa: E402
from rightbower.tournament.events.cash import CashLine, CashSheet, FeeLine  # noqa: E402
from rightbower.tournament.events.event import Event  # noqa: E402
from rightbower.tournament.events.labels import event_papers  # noqa: E402
from rightbower.tournament.league.simulated import season  # noqa: E402
from tournament.league.evenings import Season  # noqa: E402

TOP: Final = Heading("Spring Euchre at Elm Hall", ("Saturday 14 March", "Book: charity social"))
NAMES: Final = ("Ann Lee", "Bob Ray", "Cid Orr-Fitzwilliam-Montgomery", "Dot Fry", "Eve Fox")
LINK: Final = "http://192.168.1.20:8000/c/AB12CD"
WHY: Final = "tied on 5 wins with Team Ross; they beat Ross 10-8 in round 3 (A01-T10.2)"


def _cards() -> bytes:
    foot = ("Hand the card to the host after round 8.",)
    known = (("3", "11", "11"), (), ("1", "8", "a long word in a cell"))
    first = replace(social_card(NAMES[0], "1", 8, foot), filled=known)
    return score_cards(TOP, [first, social_card(NAMES[2], "2", 8, foot)], "Letter")


def _small_cards() -> bytes:
    columns = ("Round", "Opponents of this round", "Points")
    made = [ScoreCard(name, str(at), 3, columns) for at, name in enumerate(NAMES, 1)]
    return score_cards(Heading("Spring"), made)


def _long_cards() -> bytes:
    known = tuple((str(at), "W", "2") for at in range(1, 26))
    first = replace(progressive_card(LONG, "7", 30), filled=known)
    return score_cards(TOP, [first, progressive_card("Bob Ray", "8", 2)])


def _tables() -> bytes:
    moves = ("After each game the A team goes up one table.", "The B team stays.")
    seats = (("North", "Ann Lee"), ("East", "Bob Ray"))
    cards = [
        TableCard("1", moves, seats, LINK),
        TableCard("12", moves),
        TableCard("123", tuple(f"{at}. {moves[0]} {moves[1]}" for at in range(24)), (), LINK),
        TableCard("1 of the other room", moves * 3, seats),
    ]
    return table_cards(TOP, cards, "Letter")


def _rounds() -> bytes:
    deals = ("Ann Lee deals first.",)
    cards = [
        TableCard("1", deals, (("A team", "Ann Lee & Bob Ray"), ("B team", NAMES[2])), LINK),
        TableCard("2", (), (("A team", "Dot Fry"), ("B team", f"{LONG} & {LONG}"))),
        TableCard("12345678901234", deals * 9, (("A team", "x " * 150), ("B team", "Bob")), LINK),
        TableCard("4", deals, (("A team", "x " * 80), ("B team", "y " * 80)), LINK),
        TableCard("6", deals, (("A team", "x " * 120), ("B team", "y " * 120))),
        TableCard("5", deals),
    ]
    return round_cards(TOP, cards, "Letter")


def _door(*notes: str, spare: int = 2) -> bytes:
    lines = tuple(
        SignInLine(str(at), name, notes[at % len(notes)] if notes else "")
        for at, name in enumerate(NAMES, 1)
    )
    return sign_in(TOP, SignIn(lines, spare), "Letter")


def _master() -> bytes:
    games = (
        MasterGame("1", "Ann Lee & Bob Ray", NAMES[2], "10", "7"),
        MasterGame("2", "Dot", "Eve"),
    )
    rounds = (
        MasterRound("1", games, ("Fay", "Gus"), ("Table 1: ruled.", "Table 2: void.")),
        MasterRound("2", tuple(MasterGame(str(at), f"One {at}", "Two") for at in range(1, 21))),
        MasterRound("3", games, ("Fay",)),
    )
    return master_card(TOP, MasterCard(rounds, "Enter both sides' points.", ("North", "East")))


def _places(*figures: str, why: str = WHY, notes: tuple[str, ...] = ()) -> bytes:
    shown = tuple(str(len(each)) for each in figures)
    places = (
        PlaceLine("1=", "Ann Lee", shown, why),
        PlaceLine("1=", NAMES[2], shown[:-1]),
        PlaceLine("3", LONG, shown, "behind by 2"),
    )
    return standings(TOP, StandingsPaper(places, figures, "Pair", notes), "Letter")


def _movement(rounds: int, by_name: bool = True) -> bytes:
    made = tuple(
        RoundSheet(
            str(number),
            (Seats("1", ("Ann", "bea"), ("Cid", "Dot")), Seats("2", ("Eve", "Fay"), (LONG, "Hal"))),
            ("Ike", "Joe") if number % 2 else (),
        )
        for number in range(1, rounds + 1)
    )
    quality = (("Partners again", "2 pairings"), ("Opponents", "at most 3 times " * 6))
    return movement_sheet(TOP, MovementSheet(made, quality if rounds > 1 else (), by_name))


def _fixtures() -> bytes:
    lines = (
        FixtureLine("1", "19:00", "Aces", "Kings", "2-1"),
        FixtureLine("2", "Wed 3 March, 19:30", LONG, "Jacks", "postponed until both can " * 3),
    )
    weeks = (FixtureWeek("Week 1: Tue 2 March", lines, ("Tens",)), FixtureWeek("Week 2", lines[:1]))
    return fixture_list(TOP, weeks, "Letter")


def _honoured(*names: str) -> bytes:
    made = [Certificate(name, "1st place, with the best score", ("5 won",)) for name in names]
    made += [Certificate(names[0], f"{LONG} of the year")] if names else []
    return certificates(TOP, made, "the director", "Letter")


def _first_round_card() -> bytes:
    chart = chart_of("standard")
    first = {spot: cell for spot, cell in chart.cells.items() if spot.round == 1 and spot.place < 2}
    return chart_card(load("standard"), replace(chart, cells=first))


def _cash(*, owing: bool = True) -> bytes:
    fees = (FeeLine(1, "Ann Lee", 500, 0, 0), FeeLine(2, "Bob Ray", 0, 500, 0))
    lines = (
        CashLine(as_written("Fees"), came_in=500, why=as_written("1 of 2")),
        CashLine(as_written("First prize"), goes_out=250),
    )
    return cash_paper(TOP, CashSheet(500, lines, fees if owing else fees[:1]))


def _season(number: int) -> bytes:
    return season_paper(club(), club().club.seasons[number].id, "Letter")


def _of_day(day: Callable[[], Event], name: str) -> bytes:
    return event_paper(day(), name, "Letter")


def _league(name: str, week: int | None = None, *, played: bool = False) -> bytes:
    if played:
        return league_paper(season(7, 4).league, name, "Letter", week)
    evenings = Season("Aces", "Kings", "Queens")
    evenings.play(evenings.league.fixtures[0], "10-7 10-8")
    return league_paper(evenings.league, name, "A4", week)


PAPERS: Final[Mapping[str, Callable[[], bytes]]] = {
    "score-cards": _cards,
    "score-cards-four-to-a-page": _small_cards,
    "score-cards-longer-than-a-page": _long_cards,
    "table-cards": _tables,
    "table-cards-of-none": lambda: table_cards(TOP, []),
    "round-cards": _rounds,
    "round-cards-of-none": lambda: round_cards(TOP, []),
    "sign-in": lambda: _door("Zone 3", ""),
    "sign-in-without-notes": _door,
    "sign-in-with-long-notes": lambda: _door("a note that is longer than its column", spare=30),
    "master-card": _master,
    "standings": lambda: _places("Won", "Points", notes=("High prize: 60 points.",)),
    "standings-without-figures": _places,
    "standings-with-eight-figures": lambda: _places(*["Forfeits", "Offences"] * 4),
    "standings-lying-across": lambda: _places(*["Forfeits", "Offences"] * 6),
    "standings-with-no-room": lambda: _places(*["Forfeits", "Offences"] * 16),
    "standings-with-a-reason-of-pages": lambda: _places("Won", why="because " * 450),
    "movement": lambda: _movement(2),
    "movement-of-one-round": lambda: _movement(1, by_name=False),
    "movement-of-many-rounds": lambda: _movement(14),
    "fixtures": _fixtures,
    "fixtures-of-none": lambda: fixture_list(TOP, ()),
    "certificates": lambda: _honoured("Ann Lee", LONG),
    "certificates-of-none": _honoured,
    "cash": _cash,
    "cash-where-nobody-owes": lambda: _cash(owing=False),
    "bidding-card": lambda: chart_card(load("standard"), chart_of("standard")),
    "bidding-card-of-the-seniors-book": lambda: chart_card(
        load("alberta-55plus"), chart_of("alberta-55plus"), "A4"
    ),
    "bidding-card-without-round-two": _first_round_card,
    "season": lambda: _season(0),
    "season-of-one-night": lambda: _season(1),
    "league-table": lambda: _league("table"),
    "league-table-of-a-season": lambda: _league("table", played=True),
    "league-fixtures": lambda: _league("fixtures"),
    "league-fixtures-of-a-week": lambda: _league("fixtures", 2, played=True),
    "league-score-sheets": lambda: _league("score-sheets", 1),
    "league-score-sheets-of-none": lambda: _league("score-sheets", played=True),
    "league-rosters": lambda: _league("rosters"),
    "pairs-table-cards-with-codes": lambda: event_paper(pairs(), "table-cards", "A4", 2, {2: LINK}),
    "pairs-round-cards-with-codes": lambda: event_paper(pairs(), "round-cards", "A4", 2, {2: LINK}),
    **{
        f"{day.__name__}-{name}": partial(_of_day, day, name)
        for day in (fair_draw, progressive, pairs, finished, before)
        for name in event_papers(day())
        if name not in ("pack", "personal-cards" if day is before else "score-cards")
    },
}


def _pictured(event: Event) -> list[str]:
    made: list[PictureLines] = []

    def draw(image: Image.Image) -> PictureLines:
        made.append(PictureLines(image))
        return made[-1]

    with mock.patch("rightbower.papers.printing.results.ImageDraw.Draw", draw):
        assert Image.open(io.BytesIO(picture.results_picture(event))).size == picture.SIZE
    return made[0].lines


def _page(event: Event, link: str = "") -> list[str]:
    """What a page of results says, without its looks."""
    return results_page(event, link).decode().partition("</style>")[2].splitlines()


OTHERS: Final[Mapping[str, Callable[[], list[str]]]] = {
    "picture": lambda: _pictured(fair_draw()),
    "picture-of-pairs": lambda: _pictured(pairs()),
    "picture-of-many": lambda: _pictured(crowd()),
    "picture-before": lambda: _pictured(before()),
    "page": lambda: _page(finished(), LINK),
    "page-of-pairs": lambda: _page(pairs()),
    "page-before": lambda: _page(before()),
}


@contextmanager
def usual_fonts() -> Iterator[None]:
    """Without the fonts that one computer has and another has not."""
    with mock.patch.object(fonts, "wider_families", tuple):
        yield


def drawn(name: str) -> list[str]:
    """What a paper, picture or page shows now."""
    with usual_fonts():
        return drawing(PAPERS[name]()) if name in PAPERS else OTHERS[name]()


def written(name: str) -> list[str]:
    """What it showed when it was written down."""
    return (HERE / "expected" / f"{name}.txt").read_text("utf-8").splitlines()


def main() -> None:
    """Write down what every paper draws."""
    for old in (HERE / "expected").glob("*.txt"):
        old.unlink()
    for name in (*PAPERS, *OTHERS):
        lines = "\n".join(drawn(name))
        (HERE / "expected" / f"{name}.txt").write_text(f"{lines}\n", "utf-8")


if __name__ == "__main__":
    main()
