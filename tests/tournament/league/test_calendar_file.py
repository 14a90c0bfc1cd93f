"""The calendar file: lines folded, text escaped, UIDs that stay, and fixtures that are moved."""

from datetime import datetime

from rightbower.office.league_files import CalendarFile
from rightbower.tournament.dates import escaped, folded
from rightbower.tournament.league.calendar import calendar
from rightbower.tournament.league.conduct import decide
from rightbower.tournament.league.season import reschedule, schedule
from tournament.league.evenings import Season

STAMP = 1_800_000_000.0


def fields(made: bytes, name: str) -> list[str]:
    """The values of a property, with folded lines put together again."""
    whole = made.decode().replace("\r\n ", "")
    assert whole.endswith("\r\n")
    lines = whole.split("\r\n")
    return [line.partition(":")[2] for line in lines if line.partition(":")[0] == name]


def test_every_fixture_is_an_event_at_its_local_time() -> None:
    season = Season(place="The Left Bower, 2 Main St; upstairs")
    made = calendar(season.league, STAMP)
    starts = [each.starts for each in season.league.fixtures]
    shown = [datetime.strptime(each, "%Y%m%dT%H%M%S") for each in fields(made, "DTSTART")]  # noqa: DTZ007
    assert [each.isoformat("T", "minutes") for each in shown] == starts
    assert set(fields(made, "LOCATION")) == {"The Left Bower\\, 2 Main St\\; upstairs"}
    assert set(fields(made, "DTSTAMP")) == {"20270115T080000Z"}
    assert len(set(fields(made, "UID"))) == len(starts) == 6


def test_a_team_has_its_own_calendar() -> None:
    season = Season()
    made = calendar(season.league, STAMP, season.number("Aces"))
    assert all("Aces" in each for each in fields(made, "SUMMARY"))
    assert len(fields(made, "SUMMARY")) == 3


def test_a_moved_fixture_keeps_its_uid_and_counts_up() -> None:
    season = Season()
    before = calendar(season.league, STAMP)
    season.do(reschedule(season.league, 1, "2027-01-13T20:15", "snow"))
    after = calendar(season.league, STAMP)
    assert fields(after, "UID") == fields(before, "UID")
    assert (fields(before, "SEQUENCE")[0], fields(after, "SEQUENCE")[0]) == ("0", "1")
    assert fields(after, "DTSTART")[0] == "20270113T201500"


def test_a_fixture_that_is_not_played_is_cancelled() -> None:
    season = Season("Aces", "Kings", "Queens", "Jacks", weeks=6)
    for week in (1, 2, 3):
        season.miss("Aces", week)
    season.do(decide(season.league, 1, "offence 3", True, "three nights missed"))
    made = calendar(season.league, STAMP, 1)
    assert fields(made, "STATUS") == ["CONFIRMED"] * 3 + ["CANCELLED"] * 3


def test_long_lines_are_folded_between_letters() -> None:
    text = "SUMMARY:" + "Trümpfe é “♠” " * 12
    made = folded(text)
    assert all(len(line) <= 75 for line in made.split(b"\r\n"))
    assert made.decode().replace("\r\n ", "").removesuffix("\r\n") == text
    assert all(line.decode() for line in made.split(b"\r\n")[:-1])
    assert folded("A" * 75) == b"A" * 75 + b"\r\n"
    assert folded("A" * 76) == b"A" * 75 + b"\r\n A\r\n"


def test_text_is_escaped() -> None:
    assert escaped("a,b;c\\d\ne\r") == "a\\,b\\;c\\\\d\\ne"


def test_a_calendar_skips_days_off() -> None:
    season = Season("Aces", "Kings")
    league = season.history.league
    fresh = type(league)(league.id, league.name, league.plan, teams=league.teams)
    made = schedule(fresh, "2026-12-22T19:00", 3, ["2026-12-29"])
    days = [each.starts[:10] for each in made.fixtures]
    assert days == ["2026-12-22", "2027-01-05", "2027-01-12"]


def test_the_file_of_one_team_has_its_fixtures_alone() -> None:
    season = Season()
    one, everybody = (
        CalendarFile("-", team).answer(season.history, STAMP).files["-"] for team in ("Kings", "")
    )
    assert one == calendar(season.league, STAMP, season.number("Kings"))
    assert everybody == calendar(season.league, STAMP)
    assert one != everybody
