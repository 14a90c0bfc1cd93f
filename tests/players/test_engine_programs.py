"""Programs behind a pipe: how they are asked, how long they are waited for, and how they end."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from players.test_engine import LINE, opening
from rightbower.players import engine as engine_program
from rightbower.players import player
from rightbower.players.engine import LONGEST, EngineError, Program, serve


def program_with(**parts: object) -> Program:
    """A program whose process is made up."""
    program = Program.__new__(Program)
    program.command = "made up"
    program._process = SimpleNamespace(**parts)  # type: ignore[assignment]
    return program


@pytest.mark.parametrize(("more", "taken"), [(0, True), (1, False)])
def test_an_answer_is_read_up_to_its_longest(tmp_path: Path, more: int, taken: bool) -> None:
    said = tmp_path / "said"
    said.write_bytes(b"x" * (LONGEST + more - 1) + b"\n")
    with said.open("rb", buffering=0) as stdout:
        program = program_with(stdout=stdout)
        if taken:
            assert program._line(b"{}") == said.read_bytes()
        else:
            with pytest.raises(EngineError, match=r"more than 65,536 bytes; the line was {}$"):
                program._line(b"{}")


def test_an_answer_that_ends_before_its_line_does_means_the_program_stopped(tmp_path: Path) -> None:
    said = tmp_path / "said"
    said.write_bytes(b"x" * LONGEST)
    with (
        said.open("rb", buffering=0) as stdout,
        pytest.raises(EngineError, match=r"^'made up' has stopped; the line was {}$"),
    ):
        program_with(stdout=stdout)._line(b"{}")


def test_a_late_answer_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine_program, "LATE", 0.01)
    answers = (
        'import sys, time; sys.stdin.readline(); time.sleep(0.6); print(\'{"action": "pass"}\')'
    )
    slow = Program(shlex.join([sys.executable, "-c", answers]))
    with pytest.raises(EngineError, match="did not answer within 0 s; the line was"):
        slow(opening())
    slow.close()


def test_a_program_is_asked_a_line_and_closed_by_the_end_of_its_input() -> None:
    echo = "import sys; [print(sys.stdin.readline(), end='', flush=True) for _ in range(1)]; sys.stdin.read()"
    program = Program(shlex.join([sys.executable, "-c", echo]))
    with pytest.raises(EngineError, match="cannot be read") as told:
        program(opening())
    assert "dealer" in str(told.value)
    process = program._process
    assert process.stdin is not None
    assert process.stdout is not None
    program.close()
    assert (process.returncode, process.stdin.closed, process.stdout.closed) == (0, True, True)


def test_a_program_that_does_not_end_is_killed() -> None:
    calls: list[str] = []

    def wait(timeout: float | None = None) -> None:
        calls.append(f"wait {timeout}")
        if timeout is not None:
            raise subprocess.TimeoutExpired("made up", timeout)

    program_with(
        stdin=SimpleNamespace(close=lambda: calls.append("close stdin")),
        stdout=SimpleNamespace(close=lambda: calls.append("close stdout")),
        wait=wait,
        kill=lambda: calls.append("kill"),
    ).close()
    assert calls == ["close stdin", "close stdout", "wait 5", "kill", "wait None"]


def test_a_program_that_takes_no_line_has_stopped() -> None:
    def write(_: bytes) -> None:
        raise BrokenPipeError

    with pytest.raises(EngineError, match=r"^'made up' has stopped; the line was {"):
        program_with(stdin=SimpleNamespace(write=write))(opening())


def test_every_answer_goes_out_at_once_and_empty_lines_get_none() -> None:
    calls: list[str] = []
    out = SimpleNamespace(write=calls.append, flush=lambda: calls.append("flushed"))
    serve(player("club"), ["\n", "{}\n", "  \n", json.dumps(LINE)], out)
    assert calls[1::2] == ["flushed"] * 2
    assert [json.loads(each).keys() for each in calls[::2]] == [{"error"}, {"action"}]
    assert all(each.endswith("}\n") for each in calls[::2])
