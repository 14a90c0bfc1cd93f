"""A season of ten nights with 60 people: everything reckoned again from the raw entries, and equal."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, Literal

import pytest

from books import event_book
from rightbower.office.contests import CONTESTS, JournalOffice
from rightbower.store.journal import Journal
from rightbower.tournament.club.book import (
    AddNights,
    ErasePerson,
    MakeSeason,
    MergePeople,
    OpenClub,
    PartPeople,
)
from rightbower.tournament.club.night import ClubHistory
from rightbower.tournament.club.people import people
from rightbower.tournament.club.season import SeasonPlace, season_table, statistics
from rightbower.tournament.commands import Command
from rightbower.tournament.events.finish import finish, reopen
from rightbower.tournament.events.results import correct
from rightbower.tournament.events.simulated import people as so_many
from tournament.club.played import AT, night

NAMES = so_many(60)
NIGHTS = 10
BEST, COMING = 6, 3
# Nobody writes names the same way twice: two people have two spellings each.
OTHERWISE = {NAMES[0]: f"{NAMES[0]}e", NAMES[7]: NAMES[7].replace(" ", " J. ")}
SPELLED = {other: name for name, other in OTHERWISE.items()}
COUNTS: tuple[Literal["points made", "wins", "places"], ...] = ("points made", "wins", "places")
PLACE_POINTS = (12, 10, 8, 6, 5, 4, 3, 2, 1)


class Held:
    """A journal with ten nights in it, three seasons of them, and two people whose spellings are one."""

    def __init__(self, journal: Journal) -> None:
        self.journal = journal
        self.office = JournalOffice(journal, CONTESTS["club"])
        self.office.open(OpenClub("Elm Street Euchre"), "")
        for count in COUNTS:
            points = PLACE_POINTS if count == "places" else ()
            self.do(MakeSeason(f"By {count}", count, BEST, COMING, points))
        self.seasons = [each.id for each in self.history().club.seasons]
        for id_ in self.seasons:
            self.do(AddNights(id_, tuple(f"n{number}" for number in range(1, NIGHTS + 1))))
        self.names_before_merging = len(self.table(self.seasons[0]))
        for other, name in SPELLED.items():
            self.do(MergePeople(other, name))

    def do(self, *commands: Command) -> None:
        """Write in the club's book."""
        self.office.do("club", commands, "")

    def history(self) -> ClubHistory:
        """The book as it stands."""
        found = self.office.store.history("club")
        assert isinstance(found, ClubHistory)
        return found

    def table(self, season: str) -> tuple[SeasonPlace, ...]:
        """The table of a season."""
        history = self.history()
        return season_table(history, history.club.season(season))


@pytest.fixture(scope="module")
def held(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Held]:
    with Journal(tmp_path_factory.mktemp("club") / "journal") as journal:
        book, luck = event_book(journal), Random(11)
        for number in range(1, NIGHTS + 1):
            came = luck.sample(NAMES, luck.choice([32, 36, 40]))
            written = [OTHERWISE.get(name, name) if number % 2 else name for name in came]
            preset = "swiss-pairs" if number in (4, 8) else "fair-draw"
            night(book, f"n{number}", f"2027-01-{number:02}", written, preset)
        yield Held(journal)


def raw(journal: Journal, id_: str) -> list[dict[str, Any]]:
    """The facts of an event as they lie in the journal."""
    return [json.loads(entry.body)["fact"] for entry in journal.read(f"event/{id_}")]


Sat = tuple[list[str], list[str]]


def reckoned(journal: Journal, id_: str) -> dict[str, dict[str, int]]:
    """Everybody's night from nothing but who was seated where and what was written down."""
    names: dict[int, list[str]] = {}
    seats: dict[tuple[int, int], Any] = {}
    scores: dict[tuple[int, int], list[int]] = {}
    last: dict[str, Any] = {}
    for fact in raw(journal, id_):
        match fact["type"]:
            case "added":
                for each in fact["entrants"]:
                    names[each["number"]] = [player["name"] for player in each["players"]]
            case "seated":
                for table in fact["round"]["tables"]:
                    seats[fact["round"]["number"], table["number"]] = table["sides"]
            case "result-entered" | "result-corrected":
                scores[fact["round"], fact["table"]] = fact["result"]["points"]
            case "finished":
                last = fact
    found: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for where, points in scores.items():
        for side in (0, 1):
            for name in (name for number in seats[where][side] for name in names[number]):
                found[name]["points"] += points[side]
                found[name]["against"] += points[1 - side]
                found[name]["wins"] += points[side] > points[1 - side]
    for place in last["places"]:
        for name in names[place["entrant"]]:
            found[name]["rank"] = place["rank"]
    for award in last["awards"]:
        for winner in award["winners"]:
            cents = award["each"]
            for at, name in enumerate(names[winner]):
                share = cents // len(names[winner])
                found[name]["prize"] += share + (at < cents % len(names[winner]))
    return found


def season_reckoned(
    journal: Journal, count: str, who: dict[str, str]
) -> dict[str, tuple[int, int, int, int]]:
    """Total, nights, wins and cents of everybody; ``who`` leads from a spelling to the person."""
    nights: dict[str, list[int]] = defaultdict(list)
    wins: dict[str, int] = defaultdict(int)
    cents: dict[str, int] = defaultdict(int)
    for number in range(1, NIGHTS + 1):
        for spelled, figures in reckoned(journal, f"n{number}").items():
            name = who.get(spelled, spelled)
            rank = figures["rank"]
            by_place = PLACE_POINTS[rank - 1] if rank <= len(PLACE_POINTS) else 0
            nights[name].append({"points made": figures["points"], "wins": figures["wins"], "places": by_place}[count])  # fmt: skip
            wins[name] += figures["wins"]
            cents[name] += figures["prize"]
    return {
        name: (sum(sorted(made)[-BEST:]) + COMING * len(made), len(made), wins[name], cents[name])
        for name, made in nights.items()
    }


def found(places: tuple[SeasonPlace, ...]) -> dict[str, tuple[int, int, int, int]]:
    return {
        each.name: (each.total, each.tally.attended, each.tally.won, each.tally.prize)
        for each in places
    }


def test_a_season_of_ten_nights_is_what_its_raw_entries_come_to(held: Held) -> None:
    assert held.names_before_merging == len(NAMES) + len(OTHERWISE)
    for id_, count in zip(held.seasons, COUNTS, strict=True):
        places = held.table(id_)
        want = season_reckoned(held.journal, count, SPELLED)
        assert found(places) == want
        assert len(places) == len(NAMES)
        totals = [each.total for each in places]
        assert totals == sorted(totals, reverse=True)
        for each in places:
            tied = [other for other in places if other.rank == each.rank]
            assert each.shared == (len(tied) > 1)
            assert each.rank == 1 + sum(_key(other) > _key(each) for other in places)
            assert str(each.total) in str(each.why)


def _key(place: SeasonPlace) -> tuple[int, int, int]:
    """The total, then the tie-breaks of the season: games won, difference."""
    return place.total, place.tally.won, place.tally.points - place.tally.against


def test_statistics_are_what_the_raw_entries_say(held: Held) -> None:
    told = {each.title: each for each in statistics(held.table("by-wins"))}
    want = season_reckoned(held.journal, "wins", SPELLED)
    for title, at in (("Most nights", 1), ("Most games won", 2)):
        most = max(figures[at] for figures in want.values())
        assert told[title].figure.partition(" ")[0] == str(most)
        assert set(told[title].who) == {name for name, each in want.items() if each[at] == most}
    pairs: Counter[str] = Counter()
    for number in range(1, NIGHTS + 1):
        names: dict[int, list[str]] = {}
        for fact in raw(held.journal, f"n{number}"):
            for each in fact.get("entrants", ()) if fact["type"] == "added" else ():
                names[each["number"]] = [player["name"] for player in each["players"]]
            for table in fact["round"]["tables"] if fact["type"] == "seated" else ():
                for side in table["sides"]:
                    both = [SPELLED.get(name, name) for one in side for name in names[one]]
                    pairs[" & ".join(sorted(both))] += 1
    most = max(pairs.values())
    together = told["Most games together"]
    assert together.figure == f"{most} games"
    assert set(together.who) == {pair for pair, games in pairs.items() if games == most}


def test_a_corrected_night_corrects_the_season_by_itself(held: Held) -> None:
    before = held.table("by-points-made")
    book = event_book(held.journal)
    book.add("n3", reopen(book.state("n3"), "a card was misread"), AT, "")
    waiting = held.table("by-points-made")
    assert sum(each.tally.attended for each in waiting) < sum(
        each.tally.attended for each in before
    )
    event = book.state("n3")
    made = event.rounds[0].tables[0].result
    assert made is not None
    turned = (made.points[1], made.points[0])
    book.add("n3", correct(event, 1, 1, turned, why="the other way round"), AT, "")
    book.add("n3", finish(book.state("n3"), why="corrected"), AT, "")
    after = held.table("by-points-made")
    assert found(after) == season_reckoned(held.journal, "points made", SPELLED)
    assert found(after) != found(before)


def test_a_merge_can_be_taken_back(held: Held) -> None:
    other, name = next(iter(SPELLED.items()))
    held.do(PartPeople(other, "father and son"))
    rest = {key: to for key, to in SPELLED.items() if key != other}
    assert found(held.table("by-wins")) == season_reckoned(held.journal, "wins", rest)
    held.do(MergePeople(other, name))
    assert found(held.table("by-wins")) == season_reckoned(held.journal, "wins", SPELLED)


def test_an_erased_person_is_named_nowhere_and_the_figures_stay(held: Held, tmp_path: Path) -> None:
    gone, other = NAMES[7], OTHERWISE[NAMES[7]]
    held.do(ErasePerson(gone))
    who = {**SPELLED, gone: "Erased player 1", other: "Erased player 1"}
    assert found(held.table("by-places")) == season_reckoned(held.journal, "places", who)
    assert len(people(held.history())) == len(NAMES)
    from rightbower.office.club_files import ExportClub
    from rightbower.tournament.events.contest import EVENT

    everything = [EVENT.as_json(each).decode() for each in event_book(held.journal).readable()]
    for query in (
        ExportClub("json", "x"),
        ExportClub("csv", "x", "season", "by-wins"),
        ExportClub("csv", "x", "people"),
    ):
        everything += [data.decode() for data in query.answer(held.history(), 0.0).files.values()]
    for text in everything:
        assert gone not in text
        assert other not in text
    assert sum("Erased player 1" in text for text in everything) > NIGHTS / 2
    assert all(name in "".join(everything) for name in NAMES if name != gone)
