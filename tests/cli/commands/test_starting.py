"""Commands that serve, measure or look around: what they hand on, and what they print."""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from rightbower import cli
from rightbower.cli import (
    bench,
    doctor,
    engine,
    hall,
    main,
    output,
)
from rightbower.cli import (
    output as progress_bar,
)
from rightbower.rules.cards import Seat
from rightbower.rules.refusal import Refusal
from rightbower.store.claims import SoleClaims
from rightbower.tournament.commands import Sheet
from rightbower.web.running.checkup import Finding, SetUp


def said(*words: str, of: ModuleType = hall) -> argparse.Namespace:
    """The words of a command, read."""
    parser = argparse.ArgumentParser()
    of.arguments(parser)
    return parser.parse_args(words)


class Opened:
    """A hall that notes how it was opened instead of being open."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.calls: list[tuple[Any, ...]] = []
        self.app = SimpleNamespace(state=SimpleNamespace(owner="KEY"))

        def make_app(*args: Any, **options: Any) -> Any:
            self.calls.append(("make_app", args, options))
            return self.app

        @contextlib.contextmanager
        def open_door(*args: Any) -> Iterator[Any]:
            self.calls.append(("door", *args))
            yield SimpleNamespace(token="TOKEN")
            self.calls.append(("door closed",))

        def noted(name: str) -> Any:
            return lambda *args: self.calls.append((name, *args))

        monkeypatch.setattr("rightbower.web.app.make_app", make_app)
        monkeypatch.setattr("rightbower.office.remote.open_door", open_door)
        monkeypatch.setattr("rightbower.web.running.logs.set_up", noted("log"))
        monkeypatch.setattr("rightbower.web.app.serve", noted("serve"))
        monkeypatch.setattr("rightbower.web.common.identity.Keys.of", noted("keys"))
        monkeypatch.setattr("rightbower.cli.hall._free", noted("free"))
        monkeypatch.setattr("rightbower.cli.hall._warn_root", noted("root"))
        monkeypatch.setattr("rightbower.web.app.stopped_in_order", contextlib.nullcontext)
        monkeypatch.setattr("rightbower.web.common.address.own_address", lambda: "10.0.0.7")


def test_a_hall_is_opened_with_what_was_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    opened, data = Opened(monkeypatch), tmp_path / "new" / "data"
    assert hall.run(said("--data", str(data), "--port", "8123", "--log", "json")) == 0
    assert data.is_dir()
    assert data.stat().st_mode & 0o777 == 0o700
    (made,) = [each for each in opened.calls if each[0] == "make_app"]
    front = made[2].pop("front")
    plan = made[2].pop("backups")
    assert made[1:] == ((data,), {"room": False, "public": False, "journal": "", "name": ""})
    assert (front.site, front.base) == ("", "")
    assert (plan.folder, plan.seconds, plan.keep) == (data / "backups", 24 * 3600, 7)
    assert opened.calls == [
        ("log", "json"),
        ("free", "127.0.0.1", 8123),
        ("root",),
        ("keys", data),
        made,
        ("door", data, 8123, ""),
        ("serve", opened.app, "127.0.0.1", 8123),
        ("door closed",),
    ]
    assert opened.app.state.door == "TOKEN"
    assert capsys.readouterr().out.splitlines() == [
        f"Rightbower is open at http://127.0.0.1:8123 (data in {data.resolve()})",
        "For you who run it, not for others: http://127.0.0.1:8123/owner/KEY",
        "Ctrl-C closes it; nothing is lost.",
    ]


def test_a_hall_for_everyone_says_where_it_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    opened = Opened(monkeypatch)
    words = "--everyone --public --host euchre.example.org --base /e --name a --backup-hours 2 --backup-keep 3"
    args = said("--data", str(tmp_path), "--backups", str(tmp_path / "kept"), *words.split())
    assert hall.run(args) == 0
    (made,) = [each for each in opened.calls if each[0] == "make_app"]
    front, plan = made[2]["front"], made[2]["backups"]
    assert (made[2]["room"], made[2]["public"], made[2]["name"]) == (True, True, "a")
    assert (plan.folder, plan.seconds, plan.keep) == (tmp_path / "kept", 2 * 3600, 3)
    assert ("free", "0.0.0.0", 8000) in opened.calls
    assert opened.calls[-2] == ("serve", opened.app, "0.0.0.0", 8000)
    out = capsys.readouterr().out.splitlines()
    assert out[1] == "In the room: http://10.0.0.7:8000"
    assert out[2] == f"For you who run it, not for others: {front.site}{front.base}/owner/KEY"
    assert front.site.endswith("euchre.example.org")
    assert front.base == "/e"


def test_a_journal_elsewhere_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: list[tuple[Any, ...]] = []

    def journal_of(*args: Any) -> Any:
        asked.append(args)
        return contextlib.nullcontext(
            SimpleNamespace(folder=None, name="postgresql://h/d", claims=SoleClaims())
        )

    monkeypatch.setattr("rightbower.office.journals.journal_of", journal_of)
    hall._announce(said("--data", str(tmp_path), "--journal", "postgresql://h/d"))
    assert asked == [(tmp_path, "postgresql://h/d")]
    assert capsys.readouterr().out == (
        "Rightbower is open at http://127.0.0.1:8000"
        f" (data in {tmp_path.resolve()} and postgresql://h/d)\n"
    )


@pytest.mark.parametrize(
    ("words", "refused"),
    [
        ("", ""),
        ("--backup-hours 0 --backup-keep 1", ""),
        (
            "--backup-hours -0.5",
            "--backup-hours is 0 (never) or more, and --backup-keep at least 1",
        ),
        ("--backup-keep 0", "--backup-hours is 0 (never) or more, and --backup-keep at least 1"),
        ("--name a-1", ""),
        ("--name A", "a hall's name is small letters, digits and hyphens, not 'A'"),
        ("--name=-a", "a hall's name is small letters, digits and hyphens, not '-a'"),
        ("--public --host x.org", ""),
        ("--host x.org", ""),
        ("--public", "a public hall needs the name it goes by: --host euchre.example.org"),
    ],
)
def test_options_that_make_no_hall_are_refused(words: str, refused: str) -> None:
    if not refused:
        hall._check(said(*words.split()))
        return
    with pytest.raises(Refusal) as told:
        hall._check(said(*words.split()))
    assert str(told.value) == refused


@pytest.mark.parametrize(("user", "warned"), [(0, True), (1000, False)])
def test_root_is_warned(
    user: int, warned: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: user, raising=False)
    hall._warn_root()
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("You are running as root." if warned else "") is True
    assert bool(printed.err) is warned


def test_a_port_is_free_or_taken_or_no_port() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(Refusal, match=rf"^port {port} is taken; is the hall open already\?"):
            hall._free("127.0.0.1", port)
    hall._free("127.0.0.1", port)
    for wrong in (0, -1, 65536):
        with pytest.raises(Refusal, match=rf"^a port is a number from 1 to 65535, not {wrong}$"):
            hall._free("127.0.0.1", wrong)


def test_a_port_just_left_is_taken_again(monkeypatch: pytest.MonkeyPatch) -> None:
    options: list[tuple[int, ...]] = []

    class Probe(socket.socket):
        def setsockopt(self, *given: Any) -> None:
            options.append(given)

        def bind(self, _: Any) -> None:
            pass

    monkeypatch.setattr(socket, "socket", Probe)
    hall._free("127.0.0.1", 65535)
    assert options == [(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)]


def test_an_engine_serves_the_player_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[tuple[Any, ...]] = []
    monkeypatch.setattr("rightbower.players.player", lambda *args: ("player", *args))
    monkeypatch.setattr("rightbower.players.engine.serve", lambda *args: calls.append(args))
    assert engine.run(said("club", "--seed", "7", of=engine)) == 0
    assert calls == [(("player", "club", 7), sys.stdin, sys.stdout)]


def test_the_bench_prints_its_figures(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(
        "rightbower.players.kernel.measure.everything", lambda: {"solved_per_s": 12}
    )
    monkeypatch.setattr(bench, "engine_deals", lambda: 99.6)
    monkeypatch.setattr(bench, "expert_ms", lambda: 1.236)
    assert main(["bench"]) == 0
    first, second, third, how = capsys.readouterr().out.splitlines()
    assert (first, second) == (f"{'solved_per_s':<32} 12", f"{'engine_deals_per_s':<32} 100")
    assert third == f"{'expert_ms_per_decision':<32} 1.24"
    assert how.startswith("how")
    assert main(["bench", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert list(told) == ["solved_per_s", "engine_deals_per_s", "expert_ms_per_decision", "how"]
    assert told["how"].startswith("one core, CPU time; the engine plays random deals")


def test_the_bench_counts_deals_and_decisions(monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = iter([10.0, 12.0, 20.0, 21.0])
    monkeypatch.setattr(time, "process_time", lambda: next(ticks))
    dealt: list[tuple[Any, ...]] = []

    def deal_cards(*args: Any) -> tuple[Any, ...]:
        dealt.append(args)
        return args

    monkeypatch.setattr("rightbower.rules.ceremonies.deal_cards", deal_cards)
    monkeypatch.setattr("rightbower.rules.cards.shuffled", lambda number: number)
    played: list[Any] = []

    def play_deal(game: Any, cards: Any, four: Any) -> None:
        played.append((game, cards[0], len(four)))
        for legal in ((1,), (1, 2)):
            four[0](SimpleNamespace(legal=legal))

    monkeypatch.setattr("rightbower.players.simulate.play_deal", play_deal)
    monkeypatch.setattr(
        "rightbower.players.simulate.new_game", lambda book, seat: (book.name, seat)
    )
    monkeypatch.setattr("rightbower.players.player", lambda *_, **__: bool)
    assert bench.engine_deals(6) == 3
    assert [each[1] for each in played] == list(range(6))
    assert {each[0] for each in played} == {("standard", Seat.S)}
    assert {each[2] for each in played} == {4}
    assert {(each[1], each[2].name) for each in dealt} == {(Seat.S, "standard")}
    assert bench.expert_ms() == 1000 / bench.EXPERT_DEALS


def found(verdict: Any, do: str = "") -> Finding:
    """A finding of the doctor."""
    return Finding("disk", verdict, "as it is", do)


def test_the_doctor_prints_what_is_found(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    asked: list[SetUp] = []

    def check_up(set_up: SetUp) -> list[Finding]:
        asked.append(set_up)
        return findings

    monkeypatch.setattr("rightbower.web.running.checkup.check_up", check_up)
    findings = [found("good"), found("doubtful", "look at it")]
    words = ["doctor", "--data", str(tmp_path), "--port", "65535", "--address", "http://x"]
    assert main([*words, "--backups", str(tmp_path / "b")]) == 0
    assert asked == [SetUp(tmp_path, 65535, "http://x", tmp_path / "b")]
    assert capsys.readouterr().out == (
        "✓ disk: as it is\n! disk: as it is\n    → look at it\nAll is well.\n"
    )
    findings = [found("bad", "mend it"), found("bad"), found("good")]
    assert main(words) == 1
    assert capsys.readouterr().out.splitlines()[-1] == "2 to fix."
    assert main([*words, "--json"]) == 1
    assert [each["verdict"] for each in json.loads(capsys.readouterr().out)] == [
        "bad",
        "bad",
        "good",
    ]
    findings = [found("good")]
    assert main([*words, "--json"]) == 0
    capsys.readouterr()
    for port in ("0", "65536"):
        assert main(["doctor", "--port", port]) == 1
        assert f"a port is a number from 1 to 65535, not {port}" in capsys.readouterr().err
    assert doctor.SIGNS == {"good": "✓", "doubtful": "!", "bad": "✗"}


@pytest.mark.parametrize(
    ("share", "drawn"),
    [(0.0, "░░░░"), (0.5, "██░░"), (1.0, "████"), (-1.0, "░░░░"), (7.0, "████")],
)
def test_a_bar_shows_a_share(share: float, drawn: str) -> None:
    assert progress_bar.bar(share, 4) == drawn
    assert len(progress_bar.bar(share)) == 20


def test_progress_is_shown_on_a_terminal_and_nowhere_else(monkeypatch: pytest.MonkeyPatch) -> None:
    for terminal in (False, True):
        err = io.StringIO()
        monkeypatch.setattr(err, "isatty", partial(bool, terminal))
        monkeypatch.setattr(sys, "stderr", err)
        with progress_bar.progress_bar("Looking") as progress:
            progress(3, 8)
        assert ("3/8" in err.getvalue()) is terminal
        assert ("Looking" in err.getvalue()) is terminal


def test_faults_of_a_command_are_a_sentence_and_a_status(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fails(fault: BaseException) -> int:
        def run(_: list[str]) -> int:
            raise fault

        monkeypatch.setattr("rightbower.cli.event.typed", run)
        return main(["event", "list"])

    assert fails(ValueError("no such thing")) == 1
    assert capsys.readouterr().err == "rightbower event: no such thing\n"
    assert fails(FileNotFoundError(2, "No such file", "x.txt")) == 1
    assert capsys.readouterr().err == "rightbower event: x.txt: No such file\n"
    assert fails(OSError("only words")) == 1
    assert capsys.readouterr().err == "rightbower event: only words\n"
    assert fails(KeyboardInterrupt()) == 130
    assert capsys.readouterr().err == "\nStopped.\n"
    assert fails(BrokenPipeError(32, "Broken pipe")) == 1
    assert capsys.readouterr().err == "rightbower event: Broken pipe\n"


def test_output_that_nobody_reads_any_more_ends_a_command_without_a_word() -> None:
    words = [sys.executable, "-m", "rightbower", "rules", "standard", "--plain"]
    reads, writes = os.pipe()
    os.close(reads)
    ended = subprocess.run(words, stdout=writes, stderr=subprocess.PIPE, check=False, text=True)
    os.close(writes)
    assert (ended.returncode, ended.stderr) == (0, "")


def test_words_come_from_the_command_line_where_none_are_given(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["rightbower", "puzzle", "99999"])
    assert main() == 1
    assert "numbered from 0 to " in capsys.readouterr().err
    for words in (["--version"], ["juggle"]):
        with pytest.raises(SystemExit):
            main(words)
    printed = capsys.readouterr()
    assert printed.out.startswith("rightbower ")
    assert "invalid choice: 'juggle'" in printed.err
    assert list(cli.COMMANDS)[:3] == ["hall", "play", "event"]


def shown(sheet: Sheet, width: int, monkeypatch: pytest.MonkeyPatch, plain: bool = False) -> str:
    """A sheet on a terminal so wide."""
    out = io.StringIO()
    monkeypatch.setenv("COLUMNS", str(width))
    with contextlib.redirect_stdout(out):
        output.show([sheet], plain)
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines())


def test_a_table_on_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    narrow = Sheet("Narrow", ("What", "Says"), [("a", "b")])
    rows = [("1", "Ann Lee", "12", "x"), ("2", "Bob", "3", "y z")]
    sheet = Sheet("Table", ("No", "Name", "Points", "A very-long-heading"), rows, narrow)
    wide = shown(sheet, 80, monkeypatch)
    assert wide.splitlines() == [
        "Table",
        "                     A very-",
        "                     long-",
        "No  Name     Points  heading",
        "────────────────────────────",
        " 1  Ann Lee      12  x",
        " 2  Bob           3  y z",
    ]
    assert shown(sheet, 30, monkeypatch).splitlines()[:2] == ["Table", "What  Says"]
    assert shown(Sheet("Only a title", ("Head",), []), 80, monkeypatch) == "Only a title"
    assert shown(sheet, 80, monkeypatch, plain=True).splitlines() == [
        "Table",
        "No\tName\tPoints\tA very-long-heading",
        "1\tAnn Lee\t12\tx",
        "2\tBob\t3\ty z",
    ]
    assert max(map(len, shown(Sheet("T", ("A", "B"), [("x", "word " * 60)]), 300, monkeypatch).splitlines())) <= 120  # fmt: skip
    exact = Sheet("T", ("A", "B"), [("x", "y")], narrow)
    assert output._fits(exact, 1 + 2 + 12)
    assert not output._fits(exact, 1 + 2 + 11)
