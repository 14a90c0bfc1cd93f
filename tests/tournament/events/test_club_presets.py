"""What the presets for clubs take otherwise than the common game, and what else the league's book has."""

import pytest

from referee.sitting import made
from rightbower.referee.claims import call_card, claim
from rightbower.referee.irregularities import ExposedCard
from rightbower.referee.table import TableError
from rightbower.rules.book import load
from rightbower.rules.cards import Seat, card
from rightbower.tournament.events.entrants import EventError
from rightbower.tournament.events.plan import open_event
from rightbower.tournament.events.presets import PRESETS
from tournament.events.day import Day

PLAIN = {"movement.letter": "none", "movement.b_down": False}
PAIRS = {"entering.unit": "pair", **PLAIN}
BOARDS = {
    **PAIRS,
    "standings.ranking": "event points",
    **dict.fromkeys(("standings.win", "standings.draw", "standings.loss"), 0),
    "standings.sat_out": "average",
    **{f"standings.{each}_level": "shared" for each in ("two", "three", "more")},
}
FIRST_WINS = "head to head, difference, points, shared"
FIRST_POINTS = "games won, difference, shared"


def levels(steps: str) -> dict[str, object]:
    """The same steps, however many are tied."""
    return {f"standings.{each}_level": steps for each in ("two", "three", "more")}


# By wins: the games between them come first. By points: games won come first. Whoever is out is out.
CLUBS: dict[str, dict[str, object]] = {
    "round-robin": {"movement.kind": "full round robin", **PAIRS, **levels(FIRST_WINS)},
    "swiss-pairs": {"movement.kind": "swiss", **PAIRS, **levels(FIRST_WINS)},
    "knock-out": {
        "movement.kind": "knock-out",
        **PAIRS,
        "standings.ranking": "rounds survived",
        **levels("shared"),
    },
    "whist-chart": {
        "movement.kind": "whist chart",
        "entering.unit": "individual",
        **PLAIN,
        "standings.ranking": "points made",
        **levels(FIRST_POINTS),
    },
    "fair-draw": {
        "movement.kind": "fair draw",
        "entering.unit": "individual",
        **PLAIN,
        "standings.ranking": "points made",
        **levels(FIRST_POINTS),
    },
    "double-knock-out": {
        "movement.kind": "double knock-out",
        **PAIRS,
        "standings.ranking": "rounds survived",
        **levels("shared"),
    },
    "duplicate": {"movement.kind": "howell", **BOARDS},
    "duplicate-mitchell": {"movement.kind": "mitchell", **BOARDS},
    "bid-euchre-games": {
        "movement.kind": "A up",
        "movement.rounds": 12,
        "standings.ranking": "points made",
        "standings.winner_entered": "points made",
        **levels(FIRST_POINTS),
    },
    "bid-euchre-club": {
        "movement.kind": "fair draw",
        "movement.rounds": 6,
        "entering.unit": "individual",
        **PLAIN,
        "standings.ranking": "points made",
        "standings.winner_entered": "points made",
        **levels(FIRST_POINTS),
    },
    "five-hundred": {
        "movement.kind": "full round robin",
        **PAIRS,
        "standings.winner_entered": "points made",
        **levels(FIRST_WINS),
    },
    "whist-drive": {
        "movement.kind": "losers move",
        "movement.rounds": 25,
        "entering.unit": "individual",
        **PLAIN,
        "standings.ranking": "points made",
        "standings.winner_entered": "points made",
        "standings.low_prize": "all rounds",
        **levels("shared"),
    },
}


@pytest.mark.parametrize("name", CLUBS)
def test_a_clubs_event_is_planned_so(name: str) -> None:
    plan = open_event(name, "x", "Our day", "2026-05-30").plan
    for path, value in CLUBS[name].items():
        topic, setting = path.split(".")
        assert getattr(getattr(plan, topic), setting) == value, path


def test_presets_of_documents_change_nothing_and_the_others_are_here() -> None:
    assert {name for name, each in PRESETS.items() if each.changes} == set(CLUBS)


# How those tied are parted, and how a day is kept, where a document says so itself.
DOCUMENTS: dict[tuple[str, str], dict[str, object]] = {
    ("national-progressive", "national-2025"): levels("games won, cut"),
    ("charity-day", "charity-social"): {
        **levels("shared"),
        "standings.winner_entered": "points made",
    },
    ("round-robin", "sportcial-league"): {
        "movement.kind": "full round robin",
        "movement.fewer_rounds": False,
        "movement.deal": "first black jack",
        "entering.unit": "pair",
        "standings.ranking": "games won",
        "standings.record": "score sheet",
    },
}
FIXTURES = {
    "movement.kind": "fixtures",
    "entering.unit": "team",
    **levels("head to head, difference, director"),
}


@pytest.mark.parametrize(("preset", "book"), DOCUMENTS, ids=lambda each: each)
def test_an_event_by_a_document_is_planned_so(preset: str, book: str) -> None:
    plan = open_event(preset, "x", "Our day", "2026-05-30", book=book).plan
    for path, value in DOCUMENTS[preset, book].items():
        topic, setting = path.split(".")
        assert getattr(getattr(plan, topic), setting) == value, path


@pytest.mark.parametrize("preset", ["alberta-pairs", "charity-day", "national-progressive"])
def test_a_book_of_fixtures_has_no_movement_for_a_day(preset: str) -> None:
    book = load("sportcial-league")
    assert {path: book.value(path) for path in FIXTURES} == FIXTURES
    with pytest.raises(
        EventError, match=r"no movement for a day \(L03-1.1.*open a league, or take"
    ):
        open_event(preset, "x", "Our day", "2026-05-30", book="sportcial-league")


def test_pairs_meet_by_the_leagues_book_in_a_preset_with_a_movement_of_its_own() -> None:
    day = Day("round-robin", book="sportcial-league")
    day.enter("A & Aa", "B & Bb", "C & Cc", "D & Dd")
    assert sum(table.playing for table in day.seat().tables) == 2


@pytest.mark.parametrize("book", ["national-2025", "standard", "sportcial-league"])
def test_owner_chooses_among_several_exposed_cards(book: str) -> None:
    table = claim(made("D1", book), ExposedCard(Seat.W, card("AS")), Seat.N)
    with pytest.raises(TableError, match="the owner chooses"):
        call_card(table, Seat.N, card("AS"))
