"""The words that every live line knows, whatever it is about: all is well, or it goes on elsewhere."""

from __future__ import annotations

from typing import Final

from msgspec import Struct, json

# Somebody hears something on every line at least so often, in seconds.
BEAT_EVERY: Final = 2.0
# How a line is closed that is to be opened again: RFC 6455 says "service restart".
GOES_ON: Final = 1012


class Beat(Struct, frozen=True, tag_field="type", tag="beat"):
    """Nothing is new, and the line is alive."""


class LineMoved(Struct, frozen=True, tag_field="type", tag="moved", omit_defaults=True):
    """The line goes on at another hall, or at any where none is named: open it again there."""

    hall: str = ""


BEAT: Final = json.encode(Beat()).decode()


def moved_text(hall: str = "") -> str:
    """The message a browser is sent before its line is closed, to be opened again."""
    return json.encode(LineMoved(hall)).decode()
