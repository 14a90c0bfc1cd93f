"""The figures of a hall as Prometheus reads them, and when a hall is not ready."""

from __future__ import annotations

import shutil
import time
from collections import Counter, namedtuple
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from rightbower.web.running import health
from rightbower.web.running.logs import Counts

pytestmark = pytest.mark.sqlite
Usage = namedtuple("Usage", "total used free")
Used = namedtuple("Used", "ru_utime ru_stime")


def test_what_was_counted_is_written_as_prometheus_reads_it() -> None:
    counts = Counts()
    counts.began, counts.lines = 1000.5, 3
    for status, seconds in ((200, 0.001), (200, 0.005), (404, 0.006), (200, 2.5), (503, 2.75)):
        counts.answered(status, seconds)
    assert health.text(counts.samples()).splitlines() == [
        "# HELP rightbower_requests_total Requests answered, by status",
        "# TYPE rightbower_requests_total counter",
        'rightbower_requests_total{status="200"} 3',
        'rightbower_requests_total{status="404"} 1',
        'rightbower_requests_total{status="503"} 1',
        "# HELP rightbower_request_seconds How long an answer took",
        "# TYPE rightbower_request_seconds histogram",
        'rightbower_request_seconds_bucket{le="0.005"} 2',
        'rightbower_request_seconds_bucket{le="0.01"} 3',
        'rightbower_request_seconds_bucket{le="0.025"} 3',
        'rightbower_request_seconds_bucket{le="0.05"} 3',
        'rightbower_request_seconds_bucket{le="0.1"} 3',
        'rightbower_request_seconds_bucket{le="0.25"} 3',
        'rightbower_request_seconds_bucket{le="0.5"} 3',
        'rightbower_request_seconds_bucket{le="1.0"} 3',
        'rightbower_request_seconds_bucket{le="2.5"} 4',
        'rightbower_request_seconds_bucket{le="+Inf"} 5',
        f"rightbower_request_seconds_sum {0.001 + 0.005 + 0.006 + 2.5 + 2.75:.17g}",
        "rightbower_request_seconds_count 5",
        "# HELP rightbower_lines Open live connections",
        "# TYPE rightbower_lines gauge",
        "rightbower_lines 3",
        "# HELP rightbower_started_seconds When the hall was opened",
        "# TYPE rightbower_started_seconds gauge",
        "rightbower_started_seconds 1000.5",
    ]
    assert health.text(counts.samples()).endswith("\n")


def test_a_hall_was_opened_when_it_was() -> None:
    before = time.time()
    assert before <= Counts().began <= time.time()


def state(**changes: Any) -> Any:
    """As much of a hall as its figures are about."""
    journal = SimpleNamespace(
        entries=70,
        commits=30,
        failures=2,
        failing=False,
        trouble="",
        folder=Path("/data"),
        **changes,
    )
    hall = SimpleNamespace(
        journal=journal,
        tables={"table/a": 1, "table/b": 2},
        ownership=SimpleNamespace(sole=True, resources=["x"], leaving=False),
        thinking=SimpleNamespace(under_way=4, stood_in=Counter({"league": 5, "club": 1})),
        async_journal=SimpleNamespace(failing=False),
    )
    counts = SimpleNamespace(samples=lambda: iter([("counted", "gauge", "x", 1.0)]))
    return SimpleNamespace(hall=hall, counts=counts, backups=None)


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine that always has the same to say of itself."""
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: Usage(0, 0, len(str(folder)) * 1000))
    monkeypatch.setattr("resource.getrusage", lambda _: Used(1.5, 0.25))


OF_JOURNAL = [
    ("rightbower_journal_entries", "gauge", "Entries in the journal", 70),
    ("rightbower_journal_commits_total", "counter", "Commits", 30),
    ("rightbower_journal_failures_total", "counter", "Commits that failed", 2),
    ("rightbower_journal_writable", "gauge", "Whether the last commit worked", 1.0),
]


@pytest.mark.usefixtures("machine")
def test_all_the_figures_of_a_hall() -> None:
    told = list(health._samples(here := state()))
    assert told[:-3] == [
        ("counted", "gauge", "x", 1.0),
        ("rightbower_tables_awake", "gauge", "Tables in memory", 2),
        ("rightbower_claims", "gauge", "Tables, events and leagues owned", 2),
        ("rightbower_bots_thinking", "gauge", "Bots that think just now", 4),
        (
            'rightbower_bots_stood_in_total{level="club"}',
            "counter",
            "Moves made for a stronger bot, by whom",
            1,
        ),
        (
            'rightbower_bots_stood_in_total{level="league"}',
            "counter",
            "Moves made for a stronger bot, by whom",
            5,
        ),
        *OF_JOURNAL,
        ("rightbower_disk_free_bytes", "gauge", "Room left for the journal", 5000),
    ]
    cpu, memory, files = told[-3:]
    assert cpu == ("process_cpu_seconds_total", "counter", "CPU time", 1.75)
    assert memory[:3] == ("process_resident_memory_bytes", "gauge", "Memory held")
    assert memory[3] > 1_000_000
    assert files[:3] == ("process_open_fds", "gauge", "Open files and lines")
    assert abs(files[3] - len(list(Path("/proc/self/fd").iterdir()))) <= 2
    here.hall.ownership.sole = False
    assert health._owned(here.hall) == 1
    here.hall.journal.failing, here.hall.journal.folder = True, None
    unwritable = ("rightbower_journal_writable", "gauge", "Whether the last commit worked", 0.0)
    assert list(health._of_journal(here.hall.journal)) == [*OF_JOURNAL[:3], unwritable]


@pytest.mark.usefixtures("machine")
@pytest.mark.parametrize(("newest", "said"), [(None, 0.0), (123.0, 123.0)])
def test_the_newest_backup_is_a_figure_where_backups_are_made(
    newest: float | None, said: float
) -> None:
    here = state()
    here.backups = SimpleNamespace(newest=lambda: newest)
    meant = ("rightbower_backup_seconds", "gauge", "When the newest backup was made", said)
    assert meant in list(health._samples(here))
    here.backups = None
    assert meant not in list(health._samples(here))


@pytest.mark.usefixtures("machine")
def test_a_machine_without_such_files_says_less(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "exists", lambda _: False)
    assert [name for name, *_ in health._of_process()] == ["process_cpu_seconds_total"]


def test_when_a_hall_is_not_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    room = [health.LEAST_ROOM]
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Usage(0, 0, room[0]))
    here = state()
    assert health._not_ready(here) == ""
    room[0] -= 1
    assert health._not_ready(here) == "the disk is almost full"
    here.hall.journal.folder = None
    assert health._not_ready(here) == ""
    here.hall.async_journal.failing = True
    assert health._not_ready(here) == "the journal cannot be written"
    here.hall.async_journal.failing, here.hall.journal.failing = False, True
    assert health._not_ready(here) == "the journal cannot be written"
    here.hall.journal.trouble = "it was moved"
    assert health._not_ready(here) == "the journal cannot be written: it was moved"
    here.hall.ownership.leaving = True
    assert health._not_ready(here) == "this hall is closing"
