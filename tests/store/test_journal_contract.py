"""What every journal promises, held against each engine."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading

import pytest

from journals import Opened
from rightbower.store.contract import Conflict, JournalError, Projection, StoredEntry


def test_what_is_appended_is_read_again(opened: Opened) -> None:
    with opened() as journal:
        assert journal.append("table/1", 0, [b"a", b"b"]) == 2
        assert journal.append("table/2", 0, [b"x"]) == 1
        assert journal.append("table/1", 2, [b"c"]) == 3
    with opened() as journal:
        assert [entry.body for entry in journal.read("table/1")] == [b"a", b"b", b"c"]
        assert journal.read("table/1", after=2) == [StoredEntry("table/1", 3, b"c")]
        assert journal.streams("table/") == ["table/1", "table/2"]
        assert (journal.head("table/1"), journal.head("nowhere")) == (3, 0)


def test_two_writers_cannot_both_add_the_next_entry(opened: Opened) -> None:
    with opened() as journal:
        journal.append("event/a", 0, [b"1"])
        with pytest.raises(Conflict, match="event/a has 1 entries by now, not 0"):
            journal.append("event/a", 0, [b"2"])
        assert len(journal.read("event/a")) == 1
        assert journal.append("event/a", 1, [b"2"]) == 2


def test_after_a_refusal_a_stream_takes_nothing_until_it_is_read_again(opened: Opened) -> None:
    with opened() as journal:
        journal.append("event/a", 0, [b"1"])
        journal.append("event/a", 1, [b"somebody else's"])
        first = journal.submit("event/a", 1, [b"A"])
        upon_it = journal.submit("event/a", 2, [b"B, decided upon A"])
        with pytest.raises(Conflict, match="has 2 entries by now"):
            first.result()
        with pytest.raises(Conflict, match="read it again first"):
            upon_it.result()
        with pytest.raises(Conflict, match="read it again first"):
            journal.append("event/a", 2, [b"B again"])
        assert journal.append("event/b", 0, [b"others are not held up"]) == 1
        bodies = [entry.body for entry in journal.read("event/a")]
        assert bodies == [b"1", b"somebody else's"]
        assert journal.append("event/a", 2, [b"decided upon what stands"]) == 3


def test_of_many_writers_at_once_each_number_goes_to_one(opened: Opened) -> None:
    with opened() as journal:
        won: list[int] = []

        def write() -> None:
            while (expected := len(journal.read("race"))) < 50:
                try:
                    won.append(journal.append("race", expected, [b"x"]))
                except Conflict:
                    continue

        threads = [threading.Thread(target=write) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(won) == list(range(1, journal.head("race") + 1))
        assert len(journal.read("race")) == journal.head("race") == 50


def test_a_closed_journal_takes_nothing(opened: Opened) -> None:
    journal = opened()
    journal.close()
    journal.close()
    with pytest.raises(JournalError, match="closed"):
        journal.append("s", 0, [b"1"])
    heard: list[JournalError | None] = []
    journal.post("s", 0, [b"1"], heard.append)
    journal.close()
    assert [str(each) for each in heard] == ["the journal is closed"], "told once"


def test_who_fails_when_told_does_not_stop_the_writer(
    opened: Opened, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(_: JournalError | None) -> None:
        raise RuntimeError("a fault of whoever was told")

    with opened() as journal:
        journal.post("s", 0, [b"1"], fails)
        assert journal.append("s", 1, [b"2"]) == 2
    assert "a fault of whoever was told" in caplog.text


def test_projections_are_written_with_their_entries_and_found_by_label(opened: Opened) -> None:
    with opened() as journal:
        first = Projection("past", "table/1", 5.0, ("ann", "bob"), b"10-6")
        journal.append("table/1", 0, [b"x"], [first])
        journal.append(
            "table/2", 0, [b"x"], [Projection("past", "table/2", 9.0, ("ann",), b"4-10")]
        )
        with pytest.raises(Conflict):
            journal.append("table/2", 0, [b"y"], [Projection("past", "table/3", 1.0, (), b"no")])
    with opened() as journal:
        assert [each.body for each in journal.listed("past")] == [b"4-10", b"10-6"]
        assert [each.stream for each in journal.listed("past", "bob")] == ["table/1"]
        assert [each.stream for each in journal.listed("past", "ann", 1)] == ["table/2"]
        journal.append(
            "table/1", 1, [b"y"], [Projection("past", "table/1", 11.0, ("eve",), b"new")]
        )
        assert [each.stream for each in journal.listed("past")] == ["table/1", "table/2"]
        assert journal.listed("past", "bob") == []
        assert journal.projection("past", "table/1") == Projection(
            "past", "table/1", 11.0, (), b"new"
        )
        journal.append("table/1", 2, [b"z"], [Projection("past", "table/1")])
        assert journal.projection("past", "table/1") is None
        assert journal.listed("past", "eve") == []


def test_an_entry_beyond_the_next_one_is_refused(opened: Opened) -> None:
    with opened() as journal:
        journal.append("s", 0, [b"1"])
        with pytest.raises(Conflict, match="s has 1 entries by now, not 2"):
            journal.append("s", 2, [b"3"])
        with pytest.raises(Conflict, match="t has 0 entries by now, not 1"):
            journal.append("t", 1, [b"2"])
        assert [entry.body for entry in journal.read("s")] == [b"1"]
        assert journal.streams() == ["s"]


def test_a_refusal_in_the_middle_of_a_batch_leaves_the_others_whole(opened: Opened) -> None:
    with opened() as journal:
        first = [journal.submit(f"s{number}", 0, [b"a", b"b"]) for number in range(5)]
        second = [journal.submit(f"s{number}", 2 - number % 2, [b"c"]) for number in range(5)]
        third = [journal.submit(f"s{number}", 3 - number % 2, [b"d"]) for number in range(5)]
        assert [each.result() for each in first] == [2] * 5
        for number, (two, three) in enumerate(zip(second, third, strict=True)):
            if number % 2:
                for each in (two, three):
                    with pytest.raises(Conflict):
                        each.result()
            else:
                assert (two.result(), three.result()) == (3, 4)
        assert [journal.head(f"s{number}") for number in range(5)] == [4, 2, 4, 2, 4]


def test_what_is_listed_alone_and_upon_an_entry_comes_in_its_order(opened: Opened) -> None:
    with opened() as journal:
        journal.append("t", 0, [b"1"], [Projection("open", "t", 1.0, ("x",), b"first")])
        alone = journal.submit("", 0, [], [Projection("open", "t", 2.0, ("y",), b"second")])
        upon = journal.submit("t", 1, [b"2"], [Projection("open", "t", 3.0, ("z",), b"third")])
        refused = journal.submit("t", 1, [b"2"], [Projection("open", "t", 4.0, (), b"never")])
        assert (alone.result(), upon.result()) == (0, 2)
        with pytest.raises(Conflict):
            refused.result()
        assert list(journal.projections()) == [Projection("open", "t", 3.0, ("z",), b"third")]
        assert [each.body for each in journal.listed("open", "z")] == [b"third"]


@pytest.mark.parametrize("name", ["table/\0", "table/\ud800", "table/'; drop table entries"])
def test_a_name_nobody_uses_is_a_stream_without_entries(opened: Opened, name: str) -> None:
    with opened() as journal:
        assert journal.head("table/ä%_") == journal.append("table/ä%_", 0, [b"1"]) - 1
        assert journal.streams("table/ä%") == ["table/ä%_"]
        assert journal.streams("table/%") == []
        if opened.place.startswith("postgresql"):
            assert (journal.head(name), journal.read(name)) == (0, [])
            assert journal.projection("open", name) is None
            assert journal.listed("open", name) == []
        assert journal.append("other", 0, [b"1"]) == 1


WRITER = """
import sys
from rightbower.office.journals import open_at
with open_at(sys.argv[1]) as journal:
    head = journal.head("s")
    while True:
        waiting = [journal.submit("s", head + k, [b"%d" % (head + k + 1)]) for k in range(5)]
        for each in waiting:
            head = each.result()
            print(head, flush=True)
"""


def killed_while_writing(opened: Opened, lines: int) -> int:
    """Start a writer, kill it after it acknowledged some entries; the last number it said."""
    with subprocess.Popen(
        [sys.executable, "-c", WRITER, opened.place], stdout=subprocess.PIPE, text=True
    ) as writer:
        assert writer.stdout is not None
        said = [int(writer.stdout.readline()) for _ in range(lines)]
        writer.send_signal(signal.SIGKILL)
        rest = [int(line) for line in writer.stdout.read().split("\n")[:-1] if line]
        writer.wait()
    return (said + rest)[-1]


def check_after_kills(opened: Opened, times: int) -> None:
    for number in range(times):
        said = killed_while_writing(opened, lines=1 + 7 * number % 40)
        with opened() as journal:
            bodies = [entry.body for entry in journal.read("s")]
        assert len(bodies) >= said
        assert bodies == [b"%d" % (version + 1) for version in range(len(bodies))]


def test_nothing_acknowledged_is_lost_by_a_kill(opened: Opened) -> None:
    check_after_kills(opened, times=5)


@pytest.mark.soak
def test_nothing_acknowledged_is_lost_by_two_hundred_kills(opened: Opened) -> None:
    check_after_kills(opened, times=200)
