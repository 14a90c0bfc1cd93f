"""Programs behind a pipe: another one as a player, and one of our players for others."""

from __future__ import annotations

import select
import shlex
import subprocess
from time import monotonic
from typing import Any

import msgspec

from rightbower.players import PLAYERS, Player
from rightbower.players.engine.lines import (
    EngineError,
    EngineReply,
    EngineRequest,
    ask,
    read_answer,
    spoken,
)
from rightbower.players.engine.views import view_of
from rightbower.players.views import View
from rightbower.rules.acts import Action

LATE = 60.0
LONGEST = 1 << 16  # bytes of an answer
_decode = msgspec.json.Decoder(EngineRequest)


class Program:
    """A player that is another program, asked through a pipe."""

    def __init__(self, command: str) -> None:
        self.command = command
        try:
            self._process: subprocess.Popen[bytes] = subprocess.Popen(
                shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
            )
        except (OSError, ValueError, IndexError):
            raise EngineError(
                f"{command!r} is neither one of our players ({', '.join(PLAYERS)}) nor a program"
                " that can be started"
            ) from None

    def __call__(self, view: View) -> Action:
        line = ask(view)
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line + b"\n")
        except OSError:
            raise EngineError(
                f"{self.command!r} has stopped; the line was {line.decode()}"
            ) from None
        return read_answer(view, self._line(line))

    def _line(self, asked: bytes) -> bytes:
        assert self._process.stdout is not None
        found, until = b"", monotonic() + LATE
        while not found.endswith(b"\n"):
            left = max(0.0, until - monotonic())
            ready, _, _ = select.select([self._process.stdout], [], [], left)
            piece = self._process.stdout.read(LONGEST) if ready else b""
            found += piece
            if not piece or len(found) > LONGEST:
                why = _fault(bool(ready), len(found))
                raise EngineError(f"{self.command!r} {why}; the line was {asked.decode()}")
        return found

    def close(self) -> None:
        """End of input means: exit."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.stdout.close()
        try:
            self._process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


def _fault(ready: bool, length: int) -> str:
    if length > LONGEST:
        return f"answered with more than {LONGEST:,} bytes"
    return "has stopped" if ready else f"did not answer within {LATE:.0f} s"


def reply(player: Player, line: bytes | str) -> bytes:
    """What an engine answers to a line: an action, or an error object for a bad line."""
    try:
        action = player(view_of(_decode.decode(line)))
    except (ValueError, KeyError) as fault:
        return msgspec.json.encode({"error": str(fault)})
    return msgspec.json.encode(EngineReply(spoken(action)))


def serve(player: Player, lines: Any, out: Any) -> None:
    """Answer line by line until the input ends."""
    for line in lines:
        if line.strip():
            out.write(reply(player, line).decode() + "\n")
            out.flush()
