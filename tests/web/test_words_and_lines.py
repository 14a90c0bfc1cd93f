"""Words at a table at their limits, reports to the host, hints in words, and a line's own rules."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from rightbower.rules.acts import read_action
from rightbower.rules.cards import Seat, card
from rightbower.rules.message import message
from rightbower.store.contract import Conflict
from rightbower.store.journal import Journal
from rightbower.store.limits import Rate, Tries
from rightbower.store.streams import AsyncJournal
from rightbower.web.common.line_messages import BEAT, moved_text
from rightbower.web.common.refusal import Refused
from rightbower.web.hall import wire
from rightbower.web.hall.connections import BACKLOG, Connection, Outbox
from rightbower.web.hall.entries import Manners
from rightbower.web.hall.hints import in_words, may_ask
from rightbower.web.hall.talk import (
    BEFORE,
    HELD,
    REMEMBERED,
    TRIES,
    ChatTaken,
    ReportClosed,
    Reported,
    Reports,
    _clean,
)
from rightbower.web.hall.wire import Advised, OptionSeen
from web.apart import run_apart
from web.asked import asked
from web.clockwork import idle, run
from web.faults import FaultyJournal
from web.heard import Heard
from web.seated import Sitting
from web.test_talk import Table

MANY = Rate(1000, 1000)


async def talking(people: str = "NESW", **more: Any) -> Table:
    """A table where everybody may say a lot."""
    here = await Table(people).open(**more)
    here.hall.words = Tries(MANY)
    return here


def texts(heard: Heard) -> list[str]:
    return [each["text"] for each in heard.heard("written")]


def test_so_much_waits_until_the_hand_is_over_and_no_more() -> None:
    async def story() -> None:
        here = await talking()
        await here.begin()
        north = here.people["N"]
        for number in range(HELD):
            assert await here.ask(north, wire.Chat(f"c{number}", f"line {number}")) == ""
        late = "Enough is waiting to be said when the hand is over."
        assert await here.ask(north, wire.Chat("x", "one more")) == late
        assert texts(here.people["S"]) == []
        await here.play_out()
        assert texts(here.people["S"]) == [f"line {number}" for number in range(HELD)]
        assert await here.ask(north, wire.Chat("y", "after it")) == ""
        assert texts(here.people["S"])[-1] == "after it"

    run(story)


def test_so_many_lines_are_remembered_for_one_who_comes_back() -> None:
    async def story() -> None:
        here = await talking()
        for number in range(REMEMBERED + 2):
            await here.ask(here.people["N"], wire.Chat(f"c{number}", f"line {number}"))
        back, stranger = Heard("s"), Heard("stranger")
        for each in (back, stranger):
            here.live.join(each, None)
        await idle()
        assert texts(back) == [f"line {number}" for number in range(2, REMEMBERED + 2)]
        assert texts(stranger) == []

    run(story)


def test_where_there_is_no_chat() -> None:
    async def story() -> None:
        event = await talking(event="day/1/1")
        refused = await asked(event.live, event.people["N"], wire.Chat("a", "hello"))
        assert isinstance(refused, wire.No)
        assert refused.reason == "There is no chat at a table of an event."
        assert refused.clause == event.live.table.book.clause("conduct.table_talk")
        without = "This table was opened without a chat."
        quiet = await talking(manners=Manners())
        assert await quiet.ask(quiet.people["N"], wire.Chat("a", "hello")) == without
        public = await talking(listed=True)
        assert await public.ask(public.people["N"], wire.Chat("a", "hello")) == without
        here = await talking()
        here.hall.reports.silenced = frozenset({"n"})
        taken = "The host of this hall has taken the chat from you."
        assert await here.ask(here.people["N"], wire.Chat("a", "hello")) == taken
        assert await here.ask(here.people["N"], wire.Say("a", 0)) == ""
        assert await here.ask(here.people["S"], wire.Chat("a", "hello")) == ""
        here.hall.words = Tries(Rate(1, 0.001))
        assert await here.ask(here.people["E"], wire.Say("a", 0)) == ""
        assert await here.ask(here.people["E"], wire.Say("b", 0)) == (
            "You have said a lot: wait a moment."
        )

    run(story)


def test_signs_reach_those_who_watch_unless_they_watch_later() -> None:
    async def story() -> None:
        for manners, hears in ((Manners(), 1), (Manners(watched_after=30), 0)):
            here = await talking(manners=manners)
            await here.ask(here.people["N"], wire.Say("a", 1))
            assert len(here.watcher.heard("said")) == hears
            assert here.people["W"].heard("said") == [{"type": "said", "seat": "N", "phrase": 1}]

    run(story)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("  ", "write something first"),
        ("a\u202eb", "this holds a letter that cannot be shown"),
    ],
)
def test_a_line_that_cannot_be_shown(text: str, why: str) -> None:
    with pytest.raises(Refused) as found:
        _clean(text)
    assert str(found.value) == why
    assert _clean("  two \n words ") == "two words"


def test_a_line_is_reported_once_with_the_few_before_it() -> None:
    async def story() -> None:
        here = await talking()
        north, south = here.people["N"], here.people["S"]
        for number in range(8):
            await here.ask(north, wire.Chat(f"c{number}", f"line {number}"))
        assert await here.ask(south, wire.ReportLine("r", 8)) == ""
        ((_, report),) = here.hall.reports.open()
        before = tuple(("n", "N", f"line {number}") for number in range(7 - BEFORE, 7))
        assert report == Reported(
            here.live.name.removeprefix("table/"),
            "s",
            "S",
            "n",
            "N",
            "line 7",
            before,
            report.at,
        )
        again = "You have reported that line already."
        assert await here.ask(south, wire.ReportLine("r", 8)) == again
        assert await here.ask(here.people["E"], wire.ReportLine("r", 8)) == ""
        own = "You wrote that line yourself."
        assert await here.ask(north, wire.ReportLine("r", 8)) == own
        gone = "That line is not there any more."
        assert await here.ask(south, wire.ReportLine("r", 9)) == gone
        outside = "Only those who sit at the table report what was written at it."
        assert await here.ask(here.watcher, wire.ReportLine("r", 8)) == outside
        assert await here.ask(south, wire.ReportLine("r", 1)) == ""
        assert here.hall.reports.open()[0][1].before == ()
        here.hall.words = Tries(Rate(1, 0.001))
        here.hall.words.take("w")
        much = "You have said a lot: wait a moment."
        assert await here.ask(here.people["W"], wire.ReportLine("r", 7)) == much

    run(story)


# Reports


def reported(about: str) -> Reported:
    return Reported("t", "by", "By", about, about.title(), "text", (), 1.0)


def test_reports_are_open_until_the_host_has_seen_to_them(tmp_path: Path) -> None:
    async def story() -> None:
        with Journal(tmp_path / "j") as journal:
            reports = Reports(AsyncJournal(journal))
            for about in ("ann", "bea", "cy"):
                await reports.add(reported(about))
            assert [(number, each.about) for number, each in reports.open()] == [
                (3, "cy"),
                (2, "bea"),
                (1, "ann"),
            ]
            await reports.add(ReportClosed(2, 5.0))
            assert [number for number, _ in reports.open()] == [3, 1]
            assert reports.find(1) == reported("ann")
            assert reports.find(2) is None
            assert reports.silenced == frozenset()
            await reports.add(ChatTaken("ann", 6.0))
            await reports.add(ChatTaken("bea", 6.0))
            assert reports.silenced == {"ann", "bea"}
            await reports.add(ChatTaken("ann", 7.0, back=True))
            assert reports.silenced == {"bea"}
            other = Reports(AsyncJournal(journal))
            assert other.silenced == {"bea"}
            await other.add(ChatTaken("cy", 8.0))
            assert reports.silenced == {"bea"}
            reports.read_on()
            assert reports.silenced == {"bea", "cy"}

    run_apart(story())


@pytest.mark.parametrize(("conflicts", "written"), [(0, True), (TRIES - 1, True), (TRIES, False)])
def test_a_report_is_written_after_those_of_another_hall(conflicts: int, written: bool) -> None:
    journal = FaultyJournal(prompt=True)
    left = conflicts

    def beside(_number: int, stream: str) -> None:
        nonlocal left
        if left and stream == "reports":
            left -= 1
            journal.from_elsewhere(stream, journal.bodies(stream)[0])

    async def story() -> None:
        reports = Reports(AsyncJournal(journal))
        await reports.add(reported("first"))
        journal.before_post = beside
        if written:
            await reports.add(ChatTaken("ann", 6.0))
            assert "ann" in reports.silenced
        else:
            with pytest.raises(Conflict):
                await reports.add(ChatTaken("ann", 6.0))
            assert "ann" not in reports.silenced

    run_apart(story())


# Hints


def test_who_may_ask_for_a_hint() -> None:
    table = Sitting(mode="strict").table
    assert may_ask(table, "W") is Seat.W
    strict = replace(table, opened=replace(table.opened, friendly=False))
    assert table.game is not None
    between = replace(table, game=replace(table.game, deal=None))
    for some, who, why in (
        (table, "x", "only those who sit at the table are given hints"),
        (strict, "W", "there are no hints at this table"),
        (table, "N", "a hint is given when it is your turn"),
        (between, "W", "a hint is given when it is your turn"),
        (replace(table, game=None), "W", "a hint is given when it is your turn"),
    ):
        with pytest.raises(Refused) as found:
            may_ask(some, who)
        assert str(found.value) == why


def test_advice_in_the_words_of_the_table() -> None:
    table = Sitting(mode="strict").table
    worth = tuple(
        SimpleNamespace(action=read_action(words), chance=chance, tie=words == "W bury 9D")
        for words, chance in (("W AS", 0.5), ("W bury 9D", 0.5), ("W pass", 0.25))
    )
    said = message("{seat} {seat|play|plays} {card}.", seat=Seat.W, card=card("AS"))
    found: Any = SimpleNamespace(worth=worth, why=said)
    assert in_words(table, found, "r") == Advised(
        "r",
        [
            OptionSeen("AS", "The ace of spades", 0.5, best=True),
            OptionSeen("bury 9D", "Discard the nine of diamonds", 0.5, tie=True),
            OptionSeen("pass", "Pass", 0.25),
        ],
        "West plays A♠.",
    )


# Lines


def test_a_quiet_line_is_told_that_it_lives() -> None:
    async def story() -> list[str]:
        taken: list[str] = []

        def write(text: bytes) -> bool:
            taken.append(text.decode())
            return True

        line = Connection("ann", "Ann", write)
        for _ in range(5):
            line.beat()
            await idle()
        line.post("a word")
        await idle()
        for _ in range(2):
            line.beat()
            await idle()
        return taken

    assert run_apart(story()) == [BEAT, "a word"]


def test_who_is_sent_away_hears_where_to_and_what_waited_before() -> None:
    async def story() -> tuple[list[str], bool, int]:
        taken: list[str] = []
        ended = 0

        def write(text: bytes) -> bool:
            taken.append(text.decode())
            return True

        def given_up() -> None:
            nonlocal ended
            ended += 1

        line = Connection("ann", "Ann", write)
        line.given_up = given_up
        line.post("before")
        line.send_away("hall-2")
        await idle()
        line.post("after")
        line.give_up()
        await idle()
        return taken, line.closed, ended

    assert run_apart(story()) == (["before", moved_text("hall-2")], True, 1)


def test_who_has_left_is_told_nothing_and_nobody_is_told() -> None:
    async def story() -> tuple[list[str], list[str]]:
        taken: list[str] = []
        told: list[str] = []

        def write(text: bytes) -> bool:
            taken.append(text.decode())
            return True

        line = Connection("ann", "Ann", write)
        line.given_up = lambda: told.append("gone")
        line.post("never")
        line.has_left()
        await idle()
        line.give_up()
        return taken, told

    assert run_apart(story()) == ([], [])


def test_several_lines_go_out_together_after_what_is_due_now() -> None:
    async def story() -> list[str]:
        taken: list[str] = []
        outbox = Outbox()

        def to(name: str) -> Connection:
            def write(text: bytes) -> bool:
                taken.append(f"{name} {text.decode()}")
                return True

            return Connection(name, name, write, outbox, "here")

        first, second = to("a"), to("b")
        assert first.place == "here"
        first.post("1")
        second.post("2")
        first.post("3")
        assert taken == []
        await idle()
        return taken

    assert run_apart(story()) == ["a 1", "a 3", "b 2"]


def test_a_slow_line_that_is_given_up_is_not_written_to_once_it_reads_on() -> None:
    async def story() -> tuple[bool, list[bytes]]:
        taken: list[bytes] = []

        def write(text: bytes) -> bool:
            taken.append(text)
            return False

        line = Connection("ann", "Ann", write)
        line.post("one")
        line.post("two")
        await idle()
        line.give_up()
        line.go_on()
        await idle()
        return line.closed, taken

    assert run_apart(story()) == (True, [b"one"])


def test_who_asks_without_end_and_is_not_answered_is_given_up() -> None:
    line = Connection("ann", "Ann", lambda _: True)
    for _ in range(BACKLOG):
        line.asked()
    assert not line.closed
    line.asked()
    assert line.closed
