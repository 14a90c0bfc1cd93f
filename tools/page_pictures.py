"""Take a picture of every page at three sizes, or say which pages of two folders look different.

    python tools/page_pictures.py /tmp/before
    python tools/page_pictures.py /tmp/after --beside /tmp/before

Beside each picture stands what the page says and how its elements lie in each other. The hall's
clock, its keys and all draws are the same each time. Needs the development tools and a Chromium.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from PIL import Image, ImageChops
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from msgspec.structs import replace  # noqa: E402

from rightbower.store.books import EventBook, LeagueBook  # noqa: E402
from rightbower.store.journal import Journal  # noqa: E402
from rightbower.store.opening import JOURNAL  # noqa: E402
from rightbower.tournament.league.simulated import season  # noqa: E402
from rightbower.web import notes  # noqa: E402
from rightbower.web.common.identity import SECRET  # noqa: E402
from rightbower.web.state.pins import new_pin  # noqa: E402
from tournament.club.played import night  # noqa: E402
from web.browser.conftest import chromium  # noqa: E402
from web.browser.league_hall import ClockedHall  # noqa: E402
from web.serving import played_out  # noqa: E402

PIN = "2468"
NOW = "2027-02-02T19:12:00"
DAY = "2027-02-02"
SIZES = {"phone": (360, 740), "laptop": (1280, 900), "large": (1920, 1080)}
# A page is looked at where more of it than this has changed.
CHANGED = 0.01
# What a picture is of: everything, with what is folded away.
OPEN = "document.querySelectorAll('main details').forEach(each => { each.open = true; })"
SAYS = "document.body.innerText"
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
LIES = """() => {
  const found = [];
  const look = (each, depth) => {
    if (each.nodeType === 3) {
      const text = each.data.replace(/\\s+/g, ' ').trim();
      if (text) found.push(' '.repeat(depth) + text);
    } else if (each.nodeType === 1 && each.tagName !== 'SCRIPT') {
      const own = [...each.attributes].map(one => `${one.name}="${one.value.replace(/\\s+/g, ' ')}"`);
      found.push(' '.repeat(depth) + `<${[each.tagName.toLowerCase(), ...own.sort()].join(' ')}>`);
      each.childNodes.forEach(one => look(one, depth + 1));
    }
  };
  look(document.body, 0);
  return found.join('\\n');
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
    "leagues": "/leagues",
    "league-new": "/leagues/new",
}
DESK = ("check-in", "entrant/1", "entrant/6", "plan", "seating", "round", "table/1", "table/2",
        "table/3", "table/1/ruling", "table/1/ruling?what=revoke&a=shown&a=no&a=yes&a=nobody",
        "standings", "finish", "messages", "money", "log?check", "phones", "share", "paper",
        "everything", "programs", "access")  # fmt: skip
LEAGUE_DESK = ("teams", "team/1", "import", "calendar", "night", "fixture/11", "fixture/2",
               "decisions", "playoffs", "phones", "paper", "whole", "log", "everything",
               "programs", "access")  # fmt: skip


def prepare(data: Path) -> None:
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
        book = LeagueBook(journal)
        for id_, many in (("demo", len(rest)), ("half", fourth + 1), ("young", begun)):
            book.open(replace(first.fact, id=id_, name=f"The {id_} season"), first.at, first.by)
            book.add_all(id_, rest[:many])
            _with_pin(journal, f"league/{id_}", first.at)
        events = EventBook(journal)
        for number in range(1, 4):
            who = [name for each in PEOPLE[: 5 - number % 2] for name in each.split(" & ")]
            night(events, f"night-{number}", f"2027-01-{7 * number:02}", who)


def _tag(fact: object) -> str:
    """What a fact is called in the journal."""
    return str(type(fact).__struct_config__.tag)  # type: ignore[attr-defined]


def _with_pin(journal: Journal, stream: str, at: float) -> None:
    pin = notes.encode(notes.Note(at, new_pin(PIN)))
    journal.append(f"{notes.PREFIX}{stream}", 0, [pin])


class Camera:
    """A browser that knows every PIN and takes pictures into a folder."""

    def __init__(
        self, hall: ClockedHall, browser: Browser, folder: Path, words: bool, only: str
    ) -> None:
        self.hall, self.folder, self.words, self.only = hall, folder, words, only
        self.base = f"http://127.0.0.1:{hall.port}"
        self.context: BrowserContext = browser.new_context(base_url=self.base)
        self.context.add_init_script("localStorage.setItem('speed', 'none')")
        self.page: Page = self.context.new_page()
        self.page.set_viewport_size({"width": 1280, "height": 900})
        self.page.clock.set_fixed_time(datetime.fromisoformat(NOW))

    def post(self, where: str, **form: str) -> int:
        """Fill in a form and send it."""
        said: dict[str, str | float | bool] = {**form}
        sent = self.page.request.post(where, form=said, headers={"origin": self.base})
        if sent.status not in (200, 422):
            print(f"{where} {form}: {sent.status}", file=sys.stderr)
        return sent.status

    def come_in(self, base: str) -> None:
        """Give the PIN of an event, league or club."""
        self.post(f"{base}/pin", pin=PIN)

    def take(self, name: str, where: str) -> None:
        """A page at three sizes."""
        if name.startswith(self.only):
            self.page.goto(where)
            self.keep(name)

    def refused(self, name: str, where: str, /, **form: str) -> None:
        """What a page looks like after a form that it refuses, or before what it asks about."""
        if not name.startswith(self.only):
            return
        self.page.goto(where)
        with self.page.expect_navigation():
            self.page.evaluate(SEND, [form, where])
        self.keep(name)

    def keep(self, name: str) -> None:
        """What is shown now, as words, as elements and at three sizes."""
        page = self.page
        page.evaluate("document.fonts.ready")
        page.evaluate(OPEN)
        self._write(f"{name}.says", str(page.evaluate(SAYS)))
        self._write(f"{name}.lies", str(page.evaluate(LIES)))
        for size, (width, height) in () if self.words else SIZES.items():
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_timeout(60)
            path = self.folder / f"{name}.{size}.png"
            page.screenshot(path=path, full_page=True, animations="disabled")

    def _write(self, name: str, text: str) -> None:
        (self.folder / f"{name}.txt").write_text(text.replace(str(self.hall.port), "PORT") + "\n")


def event(camera: Camera, preset: str, name: str, **own: str) -> str:
    """A new event; where its pages are."""
    camera.post("/events/new", preset=preset, name=name, date=DAY, pin=PIN, **own)
    base = f"/events/{name.lower().replace(' ', '-')}"
    camera.come_in(base)
    return base


def listed(camera: Camera, base: str, *names: str) -> None:
    """Names on the list of an event."""
    camera.post(f"{base}/desk/everything", do="entrants-add", names="\n".join(names))


def seat(camera: Camera, base: str, **said: str) -> None:
    """Seat the next round."""
    version = str(camera.hall.desk.event(base.rpartition("/")[2]).version)
    camera.post(f"{base}/desk/seating", do="seat", seed="one", version=version, **said)


def lines(camera: Camera, base: str, *typed: str) -> None:
    """What is typed at the desk."""
    for line in typed:
        camera.post(f"{base}/desk/round", do="result", line=line)


def events(camera: Camera) -> Iterator[tuple[str, str]]:
    """Events as they stand on a day; each is looked at before the next is made."""
    yield "empty", event(camera, "fair-draw", "Nobody yet")
    base = event(
        camera, "alberta-pairs", "Coming in", rounds="3", minutes="20", prizes="First = 50\nSecond"
    )
    listed(camera, base, *PEOPLE[:6])
    for number in (1, 2, 3, 4):
        camera.post(f"{base}/desk/check-in", do="entrants-check-in", who=str(number))
    camera.post(f"{base}/desk/check-in", do="entrants-no-show", who="5")
    camera.post(f"{base}/desk/check-in", do="fee", fee="5")
    camera.post(f"{base}/desk/check-in", do="paid", number="2", amount="5.00")
    camera.post(f"{base}/desk/check-in", do="door", open="yes")
    yield "coming", base
    base = event(
        camera, "alberta-pairs", "Under way", rounds="3", minutes="20", prizes="First = 50\nSecond"
    )
    listed(camera, base, *PEOPLE)
    camera.post(f"{base}/desk/check-in", do="entrants-check-in", all="yes")
    camera.post(f"{base}/desk/check-in", do="fee", fee="5")
    seat(camera, base)
    lines(camera, base, "1 10 7", "2 10 4", "3 6 10", "4 10 9")
    camera.post(f"{base}/desk/table/3?round=1", do="ruling", side="1", points="+2", why="a revoke")
    seat(camera, base)
    camera.post(f"{base}/desk/round", do="clock-start")
    lines(camera, base, "1 10 5")
    camera.post(
        f"{base}/desk/everything",
        do="phone-result",
        entrant="3",
        round="2",
        table="2",
        own="10",
        other="4",
    )
    camera.post(f"{base}/desk/everything", do="result", table="3", first="10", second="6", side="1")
    camera.post(f"{base}/desk/everything", do="dispute", table="3", why="we had more")
    camera.post(f"{base}/desk/messages", do="say", text="Coffee is ready")
    yield "playing", base
    base = event(camera, "alberta-pairs", "All level", rounds="1", prizes="First = 50\nSecond")
    listed(camera, base, *PEOPLE[:6])
    camera.post(f"{base}/desk/check-in", do="entrants-check-in", all="yes")
    seat(camera, base)
    lines(camera, base, "1 10 5", "2 10 5", "3 10 5")
    yield "level", base
    base = event(camera, "alberta-pairs", "All over", rounds="1", prizes="First = 50\nSecond")
    listed(camera, base, *PEOPLE[:6])
    camera.post(f"{base}/desk/check-in", do="entrants-check-in", all="yes")
    seat(camera, base)
    lines(camera, base, "1 10 5", "2 10 3", "3 10 1")
    camera.post(f"{base}/desk/finish", do="finish", sure="yes", version="nothing")
    yield "over", base
    base = event(camera, "national-progressive", "By cards", rounds="3")
    listed(camera, base, *(name for each in PEOPLE[:5] for name in each.split(" & ")))
    camera.post(f"{base}/desk/check-in", do="entrants-check-in", all="yes")
    yield "singles", base


def asked(camera: Camera) -> None:
    """Pages that ask first, and pages that refuse."""
    base = "/events/under-way"
    correct = {"first": "7", "second": "10", "why": "the sides were swapped"}
    camera.refused("event-ask", f"{base}/desk/table/2?round=1", do="correct", **correct)
    camera.refused("event-refused", f"{base}/desk/round", do="result", line="9 10 10")
    camera.refused(
        "event-look",
        "/events/coming-in/desk/check-in",
        do="look",
        names="Zed Zoo & Al Ray\nAnn Lee & X",
    )
    camera.refused("event-pin", f"{base}/pin", pin="1111")
    fixture = "/leagues/half/desk/fixture/2"
    camera.refused(
        "league-ask",
        fixture,
        do="correct",
        fixture="2",
        game="1",
        one="3",
        other="10",
        why="misread",
    )
    camera.refused(
        "league-refused",
        fixture,
        do="correct",
        fixture="2",
        game="1",
        one="10",
        other="10",
        why="misread",
    )
    camera.refused("club-refused", "/club/desk/people", do="erase", name="Ann Lee")
    camera.refused("club-no-season", "/club/desk/seasons", do="season", name="A season", best="x")


def everything(camera: Camera) -> None:
    """Every page there is."""
    camera.page.goto(f"/owner/{camera.hall.app.state.owner}")
    camera.take("club-new", "/club")
    camera.post("/club", name="The Tuesday club", pin=PIN)
    camera.post("/club/desk/seasons", do="season", name="Tuesday nights", count="event points")
    camera.post("/club/desk/seasons", do="season", name="An old one", count="wins")
    camera.post("/club/desk/seasons", do="night-add", season="tuesday-nights", events="night-1")
    camera.post("/club/desk/seasons", do="night-add", season="an-old-one", events="night-1")
    camera.post("/club/desk/seasons", do="season-end", season="an-old-one")
    camera.post("/club/desk/people", do="merge", spelling="Cy Dunn", name="Cat Poe")
    for name, where in OF_THE_HALL.items():
        camera.take(f"hall-{name}", where)
    camera.take("club", "/club")
    camera.take("club-season", "/club/seasons/tuesday-nights")
    for page in ("seasons", "people", "log", "everything", "programs", "access"):
        camera.take(f"club-desk-{page}", f"/club/desk/{page}")
    for id_ in ("demo", "half", "young"):
        camera.take(f"league-{id_}-pin", f"/leagues/{id_}/pin")
        camera.come_in(f"/leagues/{id_}")
        for page in ("", "/log", "/wall", "/captain"):
            camera.take(f"league-{id_}{page.replace('/', '-')}", f"/leagues/{id_}{page}")
        for page in LEAGUE_DESK:
            camera.take(
                f"league-{id_}-desk-{page.replace('/', '-')}", f"/leagues/{id_}/desk/{page}"
            )
    for name, base in events(camera):
        for page in DESK:
            clean = page.replace("/", "-").replace("?", "-").replace("&", "-").replace("=", "-")
            camera.take(f"event-{name}-{clean}"[:60], f"{base}/desk/{page}")
        for page in ("", "/log", "/join"):
            camera.take(f"event-{name}-public{page.replace('/', '-')}", f"{base}{page}")
    asked(camera)


def compare(new: Path, old: Path) -> int:
    """Say which pages look or read otherwise, the most changed first."""
    found = sorted(_differences(new, old), reverse=True)
    for share, name in found:
        print(f"{100 * share:6.2f} % {name}")
    for kind in ("says", "lies"):
        other = [
            path.name
            for path in sorted(new.glob(f"*.{kind}.txt"))
            if not (old / path.name).exists() or path.read_text() != (old / path.name).read_text()
        ]
        print(
            f"{len(other)} pages {'read' if kind == 'says' else 'are built'} otherwise: {' '.join(other)}"
        )
    return 1 if found else 0


def _differences(new: Path, old: Path) -> Iterator[tuple[float, str]]:
    for name in sorted(each.name for each in new.glob("*.png")):
        if not (old / name).exists():
            yield 1.0, name
            continue
        share = _changed(Image.open(new / name), Image.open(old / name))
        if share > CHANGED:
            yield share, name


def _changed(one: Image.Image, other: Image.Image) -> float:
    """Which part of the larger picture is not as in the other."""
    size = (max(one.width, other.width), max(one.height, other.height))
    canvases = []
    for each in (one, other):
        canvas = Image.new("RGB", size, "magenta")
        canvas.paste(each.convert("RGB"))
        canvases.append(canvas)
    changed = ImageChops.difference(*canvases).convert("L").point(lambda value: 255 * (value > 16))
    return changed.histogram()[255] / (size[0] * size[1])


def take_all(folder: Path, words: bool, only: str) -> None:
    """Open a hall of its own, take every picture, close it."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        prepare(Path(data))
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        with ClockedHall(Path(data)) as hall:
            hall.at(NOW)
            everything(Camera(hall, browser, folder, words, only))
        browser.close()
    print(f"{len(list(folder.glob('*.png')))} pictures in {folder}")


def main() -> int:
    """Take the pictures, and compare them where others were named."""
    parser = argparse.ArgumentParser(description="Take a picture of every page at three sizes.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--beside", type=Path, help="pictures taken before")
    parser.add_argument("--words", action="store_true", help="only what pages say and are built of")
    parser.add_argument("--only", default="", help="how the names of the pages begin")
    given = parser.parse_args()
    take_all(given.folder, given.words, given.only)
    return compare(given.folder, given.beside) if given.beside is not None else 0


if __name__ == "__main__":
    raise SystemExit(main())
