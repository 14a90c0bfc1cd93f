"""The hall's log: a line for each thing, plain for people or JSON for programs, with the request's id."""

from __future__ import annotations

import logging
import sys
import time
from typing import Final, Literal

import msgspec

from rightbower.web.running.requests import request_id

Form = Literal["plain", "json"]
# What a line carries beside its text, where it is there.
MORE: Final = ("method", "path", "status", "ms")


class _OneLine(logging.Formatter):
    """Plain for people: the time, how grave, the text, the request."""

    def format(self, record: logging.LogRecord) -> str:
        at = time.strftime("%H:%M:%S", time.localtime(record.created))
        more = "".join(f" {name}={value}" for name, value in _more(record).items())
        lines = [f"{at} {record.levelname.lower()}: {_plain(record.getMessage())}{more}"]
        if record.exc_info:
            lines.append(self.formatException(record.exc_info))
        return "\n".join(lines)


class _Json(logging.Formatter):
    """For programs: one JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        told = {
            "at": record.created,
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **_more(record),
        }
        if record.exc_info:
            told["trace"] = self.formatException(record.exc_info)
        return msgspec.json.encode(told).decode()


def _more(record: logging.LogRecord) -> dict[str, object]:
    found = {name: getattr(record, name) for name in MORE if hasattr(record, name)}
    if request := request_id.get():
        found["request"] = request
    return {
        name: _plain(value) if isinstance(value, str) else value for name, value in found.items()
    }


def _plain(text: str) -> str:
    """Text of strangers stays on its line and cannot steer a terminal."""
    return "".join(each if each.isprintable() else "?" for each in text)


def set_up(form: Form) -> None:
    """Write the log to standard error; requests are written for programs alone."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Json() if form == "json" else _OneLine())
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.WARNING)
    if form == "json":
        logging.getLogger("rightbower").setLevel(logging.INFO)
