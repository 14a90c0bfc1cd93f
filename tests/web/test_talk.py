"""What people say at a table: phrases and a chat that cannot be signals, muting, and reports to the host."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient, WebSocketTestSession

from rightbower.rules.cards import Seat
from rightbower.rules.deal import Deal
from rightbower.rules.judge import legal
from rightbower.store.limits import Rate, Tries
from rightbower.web.app import make_app
from rightbower.web.hall import wire
from rightbower.web.hall.connections import BACKLOG
from rightbower.web.hall.dealing import first_dealer
from rightbower.web.hall.entries import HallEntry, Manners, Sat, without_seat
from rightbower.web.hall.hall import Hall
from rightbower.web.hall.seats import begin, bot_sits
from rightbower.web.hall.table import Pace
from rightbower.web.hall.talk import PHRASES, REACTIONS
from rightbower.web.profile.pages import erase_person
from web.asked import asked
from web.at_desk import flat
from web.clockwork import idle, run
from web.faults import FaultyJournal
from web.heard import Heard

STILL = Pace(bot=9999, trick=9999, deal=9999, grace=99999, linger=99999, salts=0)


class Table:
    """A table with people at it, and one who watches."""

    def __init__(self, people: str = "NESW", journal: FaultyJournal | None = None) -> None:
        self.hall = Hall(
            journal or FaultyJournal(prompt=True), STILL, asyncio.get_running_loop().time
        )
        self.people = {each: Heard(each.lower()) for each in people}
        self.watcher = Heard("watcher")

    async def open(self, manners: Manners = Manners(chat=True), **more: Any) -> Table:  # noqa: B008
        sat: list[HallEntry] = [
            Sat(Seat[each], browser.who, browser.name, 0.0) for each, browser in self.people.items()
        ]
        sat += [bot_sits(seat, "club", 0.0) for seat in Seat if seat.letter not in self.people]
        more = {"listed": False, **more}
        self.live = await self.hall.open("standard", "s", then=sat, manners=manners, **more)
        for browser in (*self.people.values(), self.watcher):
            self.live.join(browser, None)
        await idle()
        return self

    async def begin(self) -> None:
        await self.live.commit(begin(self.live.table, first_dealer(self.live.table), 0.0))
        await idle()

    async def ask(self, who: Heard, request: wire.TableRequest) -> str:
        """What is refused, or nothing."""
        reply = await asked(self.live, who, request)
        await idle()
        return reply.reason if isinstance(reply, wire.No) else ""

    @property
    def deal(self) -> Deal | None:
        """The hand that is played."""
        assert self.live.table.game is not None
        return self.live.table.game.deal

    def moves(self) -> list[str]:
        """What whoever is on turn may do."""
        assert self.deal is not None
        return [without_seat(each) for each in legal(self.deal)]

    async def move(self, action: str) -> str:
        """Whoever is on turn does it; what is refused, or nothing."""
        assert self.deal is not None
        assert self.deal.turn is not None
        number = f"m{self.live.table.version}"
        return await self.ask(self.people[self.deal.turn.letter], wire.Move(number, action))

    async def play_out(self) -> None:
        """Whoever is on turn does the first thing that may be done, until the hand is over."""
        for _ in range(40):
            if self.deal is None:
                return
            assert not await self.move(self.moves()[0])
        raise AssertionError("the hand does not end")


def test_a_phrase_or_a_sign_is_heard_when_the_hand_is_over() -> None:
    async def story() -> None:
        here = await Table().open()
        north, west = here.people["N"], here.people["W"]
        assert not await here.ask(north, wire.Say("a", 0))
        assert [each["phrase"] for each in west.heard("said")] == [0]
        assert [each["phrase"] for each in here.watcher.heard("said")] == [0]
        await here.begin()
        sign = len(PHRASES) + len(REACTIONS) - 1
        assert not await here.ask(north, wire.Say("b", sign))
        assert not await here.ask(north, wire.Chat("c", "the right is mine"))
        assert len(west.heard("said")) == 1
        assert west.heard("written") == []
        await here.play_out()
        assert [each["phrase"] for each in west.heard("said")] == [0, sign]
        assert [each["text"] for each in west.heard("written")] == ["the right is mine"]
        assert await here.ask(north, wire.Say("d", sign + 1)) == "There is no such phrase."
        assert "Only those who sit" in await here.ask(here.watcher, wire.Say("e", 0))

    run(story)


def test_who_plays_with_bots_alone_signals_nobody() -> None:
    async def story() -> None:
        here = await Table("S").open()
        await here.begin()
        assert not await here.ask(here.people["S"], wire.Say("a", 2))
        assert len(here.people["S"].heard("said")) == 1

    run(story)


def test_the_partner_of_a_lone_player_says_nothing_until_the_hand_ends() -> None:
    async def story() -> None:
        here = await Table().open()
        await here.begin()
        alone = [each for each in here.moves() if each.endswith("alone")]
        assert not await here.move(alone[0])
        assert here.deal is not None
        assert here.deal.lone is not None
        lone, partner = here.deal.lone, here.people[here.deal.lone.partner.letter]
        why = "Your partner plays alone: no word until the hand ends."
        assert await here.ask(partner, wire.Say("b", 0)) == why
        assert await here.ask(partner, wire.Chat("c", "well done")) == why
        assert not await here.ask(here.people[lone.left.letter], wire.Say("d", 0))
        await here.play_out()
        assert not await here.ask(partner, wire.Say("e", 0))

    run(story)


def test_what_is_written_is_for_those_who_sit_there() -> None:
    async def story() -> None:
        here = await Table("NS").open()
        assert not await here.ask(here.people["N"], wire.Chat("a", "  hello   there "))
        (line,) = here.people["S"].heard("written")
        assert line == {
            "type": "written", "number": 1, "seat": "N", "name": "N", "text": "hello there",
        }  # fmt: skip
        assert here.watcher.heard("written") == []
        assert "Only those who sit" in await here.ask(here.watcher, wire.Chat("b", "psst"))
        back = Heard("s")
        here.live.join(back, None)
        await idle()
        assert [each["text"] for each in back.heard("written")] == ["hello there"]
        stranger = Heard("stranger")
        here.live.join(stranger, None)
        await idle()
        assert stranger.heard("written") == []

    run(story)


@pytest.mark.parametrize(
    ("manners", "more", "why"),
    [
        (Manners(), {}, "without a chat"),
        (Manners(chat=True), {"listed": True}, "without a chat"),
        (Manners(chat=True), {"event": "day/1/1"}, "no chat at a table of an event"),
    ],
)
def test_where_there_is_no_chat(manners: Manners, more: dict[str, Any], why: str) -> None:
    async def story() -> None:
        here = await Table("NS").open(manners, **more)
        reply = await asked(here.live, here.people["N"], wire.Chat("a", "hello"))
        assert isinstance(reply, wire.No)
        assert why in reply.reason
        assert bool(reply.clause) is ("event" in more)
        assert here.people["S"].heard("written") == []

    run(story)


def test_lines_are_short_shown_as_written_and_not_too_many() -> None:
    async def story() -> None:
        here = await Table("NS").open()
        north = here.people["N"]
        assert await here.ask(north, wire.Chat("a", " \t ")) == "Write something first."
        assert "cannot be shown" in await here.ask(north, wire.Chat("b", "ab\u202ecd"))
        here.hall.words = Tries(Rate(3, 0))
        said = [await here.ask(north, wire.Chat(f"c{each}", "again")) for each in range(5)]
        assert [bool(each) for each in said] == [False, False, False, True, True]
        assert "wait a moment" in said[-1]
        assert not await here.ask(here.people["S"], wire.Say("d", 1)), "others are not held to it"

    run(story)
    with pytest.raises(wire.BadRequest):
        wire.read_request(json.dumps({"type": "chat", "id": "a", "text": "x" * 201}))


def test_much_that_was_said_or_waits_cuts_nobody_off() -> None:
    async def story() -> None:
        here = await Table().open()
        north, west = here.people["N"], here.people["W"]
        here.hall.words = Tries(Rate(999, 0))
        for number in range(2 * BACKLOG):
            assert not await here.ask(north, wire.Chat(f"c{number}", f"line {number}"))
        back = Heard("w")
        here.live.join(back, None)
        await idle()
        assert not back.closed
        assert back.heard("written")[-1]["text"] == f"line {2 * BACKLOG - 1}"
        await here.begin()
        said = [await here.ask(north, wire.Say(f"s{number}", 1)) for number in range(BACKLOG)]
        assert said[0] == ""
        assert "Enough is waiting" in said[-1]
        await here.play_out()
        assert not west.closed
        assert len(west.heard("said")) == said.count("") > 0

    run(story)


def test_a_report_shows_the_host_the_line_with_those_before_it() -> None:
    async def story() -> None:
        journal = FaultyJournal(prompt=True)
        here = await Table("NS", journal).open()
        north, south = here.people["N"], here.people["S"]
        here.hall.words = Tries(Rate(99, 0))
        for number in range(8):
            await here.ask(
                north if number % 2 else south, wire.Chat(f"c{number}", f"line {number}")
            )
        assert not await here.ask(south, wire.ReportLine("r", 8))
        assert "not there any more" in await here.ask(south, wire.ReportLine("q", 99))
        assert "Only those who sit" in await here.ask(here.watcher, wire.ReportLine("w", 8))
        ((number, report),) = Hall(journal, STILL).reports.open()
        assert (report.by_name, report.about_name, report.text) == ("S", "N", "line 7")
        assert [text for _, _, text in report.before] == [f"line {each}" for each in range(2, 7)]
        assert number == 1

    run(story)


def test_a_line_is_reported_once_by_each_and_not_by_its_writer() -> None:
    async def story() -> None:
        journal = FaultyJournal(prompt=True)
        here = await Table("NES", journal).open()
        north, south = here.people["N"], here.people["S"]
        await here.ask(north, wire.Chat("c", "rude"))
        assert "wrote that line yourself" in await here.ask(north, wire.ReportLine("o", 1))
        assert not await here.ask(south, wire.ReportLine("r", 1))
        assert "already" in await here.ask(south, wire.ReportLine("s", 1))
        assert not await here.ask(here.people["E"], wire.ReportLine("t", 1))
        assert [each.by for _, each in Hall(journal, STILL).reports.open()] == ["e", "s"]

    run(story)


def test_a_line_of_one_who_was_erased_has_no_name() -> None:
    async def story() -> None:
        here = await Table("NS").open()
        await here.ask(here.people["N"], wire.Chat("c", "hello"))
        await erase_person(here.hall, "n")
        back = Heard("s")
        here.live.join(back, None)
        await idle()
        (line,) = back.heard("written")
        assert (line["name"], line["text"]) == ("Erased player 1", "hello")

    run(story)


def test_chairs_and_bots_are_not_changed_without_end() -> None:
    async def story() -> None:
        here = await Table("S").open()
        here.hall.seat_changes = Tries(Rate(4, 0))
        south = here.people["S"]
        said = [
            await here.ask(south, wire.AddBot(f"b{number}", "N", ("club", "league")[number % 2]))
            for number in range(6)
        ]
        assert [bool(each) for each in said] == [False] * 4 + [True] * 2
        assert "wait a moment" in said[-1]

    run(story)


def owner(client: TestClient) -> None:
    client.get(f"/owner/{client.app.state.owner}")  # type: ignore[attr-defined]


def test_the_host_reads_reports_takes_the_chat_and_is_done(tmp_path: Path) -> None:
    app = make_app(tmp_path, STILL)
    with TestClient(app) as client:
        form = {"chat": "yes", "friendly": "yes"}
        at = client.post("/tables", data=form, follow_redirects=False).headers["location"]
        friend = TestClient(app)
        friend.portal = client.portal
        friend.get("/")
        with (
            client.websocket_connect(f"{at}/live?protocol=2") as line,
            friend.websocket_connect(f"{at}/live?protocol=2") as other,
        ):
            line.send_json({"type": "hello"})
            other.send_json({"type": "hello"})

            def says(message: dict[str, Any], over: WebSocketTestSession = line) -> dict[str, Any]:
                over.send_json({**message, "id": "x"})
                while (heard := over.receive_json()).get("id") != "x":
                    if heard.get("done") == ["x"]:
                        break
                found: dict[str, Any] = heard
                return found

            assert says({"type": "sit", "seat": "N"}, other)["type"] != "no"
            assert says({"type": "chat", "text": "<b>you</b> cheat"})["type"] != "no"
            assert says({"type": "report", "number": 1}, other)["type"] != "no"
            refused = client.get("/reports")
            assert (refused.status_code, "Open the link that the hall printed" in refused.text) == (
                403,
                True,
            )
            assert client.post("/reports/1", data={"do": "close"}).status_code == 403
            owner(client)
            assert "Reports from the tables (1)" in client.get("/events").text
            page = client.get("/reports").text
            assert "&lt;b&gt;you&lt;/b&gt; cheat" in page
            assert f'<a href="{at}">' in page
            assert "Give the chat back" in client.post("/reports/1", data={"do": "take"}).text
            answer = says({"type": "chat", "text": "hello?"})
            assert "taken the chat from you" in answer["reason"]
            assert "Take the chat from" in client.post("/reports/1", data={"do": "give"}).text
            assert says({"type": "chat", "text": "hello!"})["type"] != "no"
            assert client.post("/reports/1", data={"do": "dance"}).status_code == 400
            assert "Nobody has reported" in client.post("/reports/1", data={"do": "close"}).text
            assert client.post("/reports/1", data={"do": "close"}).status_code == 404


def test_a_table_that_anybody_may_join_has_no_chat(tmp_path: Path) -> None:
    with TestClient(make_app(tmp_path)) as client:
        answer = client.post("/tables", data={"chat": "yes", "listed": "yes"})
        assert answer.status_code == 400
        assert "A table that anybody may join has no chat" in answer.text
        (box,) = re.findall(r'<input type="checkbox" name="chat"[^>]*>', flat(answer.text))
        assert box.endswith(" checked>")
