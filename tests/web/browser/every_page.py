"""Every page of a hall in which something has happened, by name and address, in one order."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace
from playwright.sync_api import BrowserContext

from books import event_book, league_book
from rightbower.store.journal import Journal
from rightbower.store.opening import JOURNAL
from rightbower.tournament.league.simulated import season
from rightbower.web import notes
from rightbower.web.common.identity import COOKIE, SECRET, Person
from rightbower.web.state.codes import table_code, team_code
from rightbower.web.state.pins import new_pin
from tournament.club.played import night
from web.browser.league_hall import ClockedHall
from web.serving import played_out

PIN = "2468"
NOW = "2027-02-02T19:12:00"
DAY = "2027-02-02"
# Sends a form as a page would, from a page of the hall.
SEND = """([fields, where]) => {
  const form = document.createElement('form');
  form.method = 'post';
  form.action = where;
  for (const [name, value] of Object.entries(fields)) {
    const field = document.createElement('textarea');
    field.name = name;
    field.value = value;
    form.append(field);
  }
  document.body.append(form);
  form.submit();
}"""
PEOPLE = ("Ann Lee & Al Ray", "Bea Fox & Bob Orr", "Cat Poe & Cy Dunn", "Dot Ash & Don Birch",
          "Eve Elm & Ed Fir", "Fay Oak & Fred Pine", "Gus Yew & Gil Rowan", "Hal Hay & Hope Ivy")  # fmt: skip

OF_THE_HALL = {
    "home": "/",
    "rules": "/rules",
    "rules-search": "/rules?q=alone",
    "book": "/rules/national-2025",
    "compare": "/rules/compare?book=national-2025&book=standard",
    "rulings": "/ruling",
    "ruling": "/ruling?book=standard&what=revoke",
    "ruled": "/ruling?book=standard&what=misdeal",
    "study": "/study",
    "practice": "/practice?book=standard&deal=one",
    "practice-looked": "/practice?book=standard&deal=one&a=pass&look=1",
    "puzzles": "/puzzles",
    "puzzle": "/puzzles/7",
    "drills": "/drills",
    "learn": "/learn/standard/4",
    "charts": "/charts?book=alberta-55plus",
    "charts-compared": "/charts/compare?book=standard&book=national-2025",
    "replay": "/t/over/replay",
    "fair": "/t/over/fair",
    "friends": "/friends",
    "same": "/same",
    "you": "/you",
    "account": "/account",
    "organizers": "/organizers",
    "set-aside": "/set-aside",
    "halls": "/halls",
    "reports": "/reports",
    "nowhere": "/nowhere",
    "events": "/events",
    "event-new": "/events/new",
    "planner": "/planner",
    "leagues": "/leagues",
    "league-new": "/leagues/new",
}
OF_PLAYERS = {
    "over": "/t/over",
    "review": "/t/over/review",
    "again": "/t/over/again/1",
    "share": "/t/over/share",
    "friends": "/friends",
    "you": "/you",
    "home": "/",
    "evening": "/evening",
    "puzzle-today": "/puzzles/today",
    "puzzle-answered": "/puzzles/7?a=1",
    "drill": "/drills/leads",
    "learn": "/learn",
    "learn-book": "/learn/standard",
    "chart-hand": "/charts/hand?book=standard&seat=1&turn_up=9H&hand=JH+AH+9D+AS+KC",
    "offline": "/offline",
    "code": "/c",
    "room": "/room",
    "wall": "/events/under-way/wall",
}
DESK = ("check-in", "entrant/1", "entrant/6", "plan", "seating", "round", "table/1", "table/2",
        "table/3", "table/1/ruling", "table/1/ruling?what=revoke&a=shown&a=no&a=yes&a=nobody",
        "standings", "finish", "signup", "messages", "money", "log?check", "phones", "share", "paper",
        "everything", "programs", "access")  # fmt: skip
LEAGUE_DESK = ("teams", "team/1", "import", "calendar", "night", "fixture/11", "fixture/2",
               "decisions", "playoffs", "phones", "paper", "whole", "log", "everything",
               "programs", "access")  # fmt: skip


def prepare(data: Path, pairs: Sequence[str] = PEOPLE) -> None:
    """A hall with leagues in three states, a club with a season, and a finished game."""
    data.mkdir(exist_ok=True)
    (data / SECRET).write_text("0123456789abcdef" * 4 + "\n")
    played_out(data, "over", at=1_790_000_000.0)
    first, *rest = season(7).entries
    begun = next(n for n, each in enumerate(rest) if _tag(each.fact) == "scheduled")
    fourth = next(
        n for n, each in enumerate(rest) if _tag(each.fact) == "arrived" and each.fact.fixture == 11
    )
    with Journal(data / JOURNAL) as journal:
        book = league_book(journal)
        for id_, many in (("demo", len(rest)), ("half", fourth + 1), ("young", begun)):
            book.open(replace(first.fact, id=id_, name=f"The {id_} season"), first.at, first.by)
            book.add_all(id_, rest[:many])
            _with_pin(journal, f"league/{id_}", first.at)
        events = event_book(journal)
        for number in range(1, 4):
            who = [
                name for each in pairs[: len(pairs) - 3 - number % 2] for name in each.split(" & ")
            ]
            night(events, f"night-{number}", f"2027-01-{7 * number:02}", who)


def _tag(fact: object) -> str:
    """What a fact is called in the journal."""
    return str(type(fact).__struct_config__.tag)  # type: ignore[attr-defined]


def _with_pin(journal: Journal, stream: str, at: float) -> None:
    pin = notes.encode(notes.Note(at, new_pin(PIN)))
    journal.append(f"{notes.PREFIX}{stream}", 0, [pin])


class Page(NamedTuple):
    """A page: where it is, or what is sent there that it refuses or asks about."""

    name: str
    where: str
    form: Mapping[str, str] | None = None


class Clerk:
    """Knows every PIN of a hall, and does what its directors do."""

    def __init__(self, hall: ClockedHall, context: BrowserContext) -> None:
        self.hall, self.context, self.request = hall, context, context.request
        self.base = f"http://127.0.0.1:{hall.port}"

    def post(self, where: str, **form: str) -> int:
        """Fill in a form and send it."""
        said: dict[str, str | float | bool] = {**form}
        sent = self.request.post(where, form=said, headers={"origin": self.base})
        if sent.status not in (200, 422):
            print(f"{where} {form}: {sent.status}", file=sys.stderr)
        return sent.status

    def sent_on(self, where: str, **form: str) -> str:
        """Where a form that was sent leads to."""
        sent = self.request.post(where, form={**form}, headers={"origin": self.base})
        return sent.url.removeprefix(self.base)

    def first_of(self, id_: str, table: int) -> str:
        """The number of an entrant who plays at a table."""
        return str(self.hall.desk.event(id_).round.tables[table - 1].entrants[0])

    def sits(self, who: str, name: str) -> None:
        """Be somebody at the card tables from now on."""
        cookie = self.hall.keys.cookie(Person(who, name))
        self.context.add_cookies([{"name": COOKIE, "value": cookie, "url": self.base}])

    def come_in(self, base: str) -> None:
        """Give the PIN of an event, league or club."""
        self.post(f"{base}/pin", pin=PIN)


def event(clerk: Clerk, preset: str, name: str, **own: str) -> str:
    """A new event; where its pages are."""
    clerk.post("/events/new", preset=preset, name=name, date=DAY, pin=PIN, **own)
    base = f"/events/{name.lower().replace(' ', '-')}"
    clerk.come_in(base)
    return base


def listed(clerk: Clerk, base: str, *names: str) -> None:
    """Names on the list of an event."""
    clerk.post(f"{base}/desk/everything", do="entrants-add", names="\n".join(names))


def seat(clerk: Clerk, base: str, **said: str) -> None:
    """Seat the next round."""
    version = str(clerk.hall.desk.event(base.rpartition("/")[2]).version)
    clerk.post(f"{base}/desk/seating", do="seat", seed="one", version=version, **said)


def lines(clerk: Clerk, base: str, *typed: str) -> None:
    """What is typed at the desk."""
    for line in typed:
        clerk.post(f"{base}/desk/round", do="result", line=line)


def unequal(first: int, last: int, least: int = 0) -> list[str]:
    """Results of the tables from one to another, no two alike beside each other."""
    return [f"{table} 10 {least + table % (9 - least)}" for table in range(first, last + 1)]


def events(clerk: Clerk, pairs: Sequence[str] = PEOPLE) -> Iterator[tuple[str, str]]:
    """Events as they stand on a day; each is looked at before the next is made."""
    yield "empty", event(clerk, "fair-draw", "Nobody yet")
    base = event(
        clerk, "alberta-pairs", "Coming in", rounds="3", minutes="20", prizes="First = 50\nSecond"
    )
    listed(clerk, base, *pairs[:-2])
    for number in (1, 2, 3, 4):
        clerk.post(f"{base}/desk/check-in", do="entrants-check-in", who=str(number))
    clerk.post(f"{base}/desk/check-in", do="entrants-no-show", who="5")
    clerk.post(f"{base}/desk/check-in", do="fee", fee="5")
    clerk.post(f"{base}/desk/check-in", do="paid", number="2", amount="5.00")
    clerk.post(f"{base}/desk/check-in", do="door", open="yes")
    yield "coming", base
    base = event(
        clerk, "alberta-pairs", "Under way", rounds="3", minutes="20", prizes="First = 50\nSecond"
    )
    listed(clerk, base, *pairs)
    clerk.post(f"{base}/desk/check-in", do="entrants-check-in", all="yes")
    clerk.post(f"{base}/desk/check-in", do="fee", fee="5")
    seat(clerk, base)
    lines(clerk, base, "1 10 7", "2 10 4", "3 6 10", "4 10 9", *unequal(5, len(pairs) // 2))
    clerk.post(f"{base}/desk/table/3?round=1", do="ruling", side="1", points="+2", why="a revoke")
    seat(clerk, base)
    clerk.post(f"{base}/desk/round", do="clock-start")
    lines(clerk, base, "1 10 5")
    clerk.post(
        f"{base}/desk/everything",
        do="phone-result",
        entrant=clerk.first_of("under-way", 2),
        round="2",
        table="2",
        own="10",
        other="4",
    )
    clerk.post(f"{base}/desk/everything", do="result", table="3", first="10", second="6", side="1")
    clerk.post(f"{base}/desk/everything", do="dispute", table="3", why="we had more")
    clerk.post(f"{base}/desk/messages", do="say", text="Coffee is ready")
    yield "playing", base
    base = event(clerk, "alberta-pairs", "All level", rounds="1", prizes="First = 50\nSecond")
    listed(clerk, base, *pairs[:-2])
    clerk.post(f"{base}/desk/check-in", do="entrants-check-in", all="yes")
    seat(clerk, base)
    lines(clerk, base, *(f"{table} 10 5" for table in range(1, len(pairs) // 2)))
    yield "level", base
    base = event(clerk, "alberta-pairs", "All over", rounds="1", prizes="First = 50\nSecond")
    listed(clerk, base, *pairs[:-2])
    clerk.post(f"{base}/desk/check-in", do="entrants-check-in", all="yes")
    seat(clerk, base)
    lines(clerk, base, "1 10 5", "2 10 3", "3 10 1", *unequal(4, len(pairs) // 2 - 1, 4))
    clerk.post(f"{base}/desk/standings", do="tie-share", why="all have earned it")
    version = str(clerk.hall.desk.event("all-over").version)
    clerk.post(f"{base}/desk/finish", do="finish", sure="yes", version=version)
    yield "over", base
    base = event(clerk, "national-progressive", "By cards", rounds="3")
    listed(clerk, base, *(name for each in pairs[:-3] for name in each.split(" & ")))
    clerk.post(f"{base}/desk/check-in", do="entrants-check-in", all="yes")
    yield "singles", base


def asked() -> Iterator[Page]:
    """Pages that ask first, and pages that refuse."""
    base, fixture = "/events/under-way", "/leagues/half/desk/fixture/2"
    correct = {"first": "7", "second": "10", "why": "the sides were swapped"}
    names = {"do": "look", "names": "Zed Zoo & Al Ray\nAnn Lee & X"}
    game = {"do": "correct", "fixture": "2", "game": "1", "why": "misread"}
    nothing = {"do": "season", "name": "A season", "best": "x"}
    yield Page("event-ask", f"{base}/desk/table/2?round=1", {"do": "correct", **correct})
    yield Page("event-refused", f"{base}/desk/round", {"do": "result", "line": "99 10 10"})
    yield Page("event-look", "/events/coming-in/desk/check-in", names)
    yield Page("event-pin", f"{base}/pin", {"pin": "1111"})
    yield Page("league-ask", fixture, {**game, "one": "3", "other": "10"})
    yield Page("league-refused", fixture, {**game, "one": "10", "other": "10"})
    yield Page("club-refused", "/club/desk/people", {"do": "erase", "name": "Ann Lee"})
    yield Page("club-no-season", "/club/desk/seasons", nothing)


def of_the_club(clerk: Clerk) -> Iterator[Page]:
    """A club before it is founded and with two seasons, and the pages of the hall."""
    clerk.request.get(f"/owner/{clerk.hall.app.state.owner}")
    yield Page("club-new", "/club")
    clerk.post("/club", name="The Tuesday club", pin=PIN)
    clerk.post("/club/desk/seasons", do="season", name="Tuesday nights", count="event points")
    clerk.post("/club/desk/seasons", do="season", name="An old one", count="wins")
    clerk.post("/club/desk/seasons", do="night-add", season="tuesday-nights", events="night-1")
    clerk.post("/club/desk/seasons", do="night-add", season="an-old-one", events="night-1")
    clerk.post("/club/desk/seasons", do="season-end", season="an-old-one")
    clerk.post("/club/desk/people", do="merge", spelling="Cy Dunn", name="Cat Poe")
    for name, where in OF_THE_HALL.items():
        yield Page(f"hall-{name}", where)
    yield Page("club", "/club")
    yield Page("club-season", "/club/seasons/tuesday-nights")
    yield Page("club-pin", "/club/pin")
    for page in ("seasons", "people", "log", "everything", "programs", "access"):
        yield Page(f"club-desk-{page}", f"/club/desk/{page}")


def of_leagues(clerk: Clerk) -> Iterator[Page]:
    """Three leagues: one over, one half played, one with its calendar."""
    for id_ in ("demo", "half", "young"):
        base = f"/leagues/{id_}"
        yield Page(f"league-{id_}-pin", f"{base}/pin")
        clerk.come_in(base)
        for page in ("", "/log", "/wall", "/captain"):
            yield Page(f"league-{id_}{page.replace('/', '-')}", f"{base}{page}")
        for page in LEAGUE_DESK:
            yield Page(f"league-{id_}-desk-{page.replace('/', '-')}", f"{base}/desk/{page}")


def of_players(clerk: Clerk) -> Iterator[Page]:
    """What somebody sees who plays: tables and games, a phone at an event, a captain's phone."""
    clerk.sits("over-S", "Maximiliana Featherstonehaugh")
    for name, where in OF_PLAYERS.items():
        yield Page(f"player-{name}", where)
    clerk.post("/t/over/share", how="named")
    base, keys = "/events/under-way", clerk.hall.keys
    code = table_code(keys, "under-way", 2)
    yield Page("phone-choose", f"{base}/table/2?code={code}")
    clerk.post(
        f"{base}/table/2/take",
        entrant=clerk.first_of("under-way", 2),
        code=table_code(keys, "under-way", 2),
    )
    yield Page("phone", f"{base}/phone")
    yield Page("event-playing-mine", base)
    chair = clerk.sent_on("/events/coming-in/join", name="Maximiliana Featherstonehaugh")
    yield Page("chair", chair)
    yield Page("event-night", "/events/night-1")
    yield Page("event-night-day", "/events/night-1?who=3")
    yield Page("event-over-mine", "/events/all-over")
    yield Page("captain-choose", f"/c/{team_code(keys, 'half', 1)}")
    clerk.post("/leagues/half/captain/take", code=team_code(keys, "half", 1))
    yield Page("captain", "/leagues/half/captain")


def every_page(clerk: Clerk, pairs: Sequence[str] = PEOPLE) -> Iterator[Page]:
    """Every page there is; each is looked at before the next is asked for."""
    yield from of_the_club(clerk)
    yield from of_leagues(clerk)
    for name, base in events(clerk, pairs):
        for page in DESK:
            clean = page.replace("/", "-").replace("?", "-").replace("&", "-").replace("=", "-")
            yield Page(f"event-{name}-{clean}"[:60], f"{base}/desk/{page}")
        for page in ("", "/log", "/join"):
            yield Page(f"event-{name}-public{page.replace('/', '-')}", f"{base}{page}")
    yield from asked()
    yield from of_players(clerk)
