"""What happens at a live table, as it stands in the journal."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import Struct

from rightbower.cards import Seat

Mode = Literal["strict", "as-at-the-table"]


class Opened(Struct, frozen=True, gc=False, tag="opened"):
    """A table was opened; the seed stays with the server until the game is over."""

    book: str
    mode: Mode
    seed: str
    by: str
    at: float
    target: int | None = None
    overlay: dict[str, Any] = {}
    turn_seconds: int | None = None
    listed: bool = True
    event: str = ""


class Sat(Struct, frozen=True, gc=False, tag="sat"):
    """A person or a bot took a seat."""

    seat: Seat
    who: str
    name: str
    at: float
    bot: str = ""


class Stood(Struct, frozen=True, gc=False, tag="stood"):
    """A seat became free again before the game."""

    seat: Seat
    at: float


class Salted(Struct, frozen=True, gc=False, tag="salted"):
    """A player added words to the shuffle."""

    seat: Seat
    text: str
    at: float


class Begun(Struct, frozen=True, gc=False, tag="begun"):
    """The game began; the first dealer came from the book's ceremony."""

    first_dealer: Seat
    at: float


class Dealt(Struct, frozen=True, gc=False, tag="dealt"):
    """The next deal was dealt from its pack."""

    number: int
    at: float


class Acted(Struct, frozen=True, gc=False, tag="acted"):
    """A player acted; ``move`` is the sender's own number for it."""

    action: str
    at: float
    move: str = ""
    by_bot: bool = False


class Rang(Struct, frozen=True, gc=False, tag="rang"):
    """The end signal was given."""

    at: float


class Timed(Struct, frozen=True, gc=False, tag="timed"):
    """The clock of the event this table belongs to: when its bell rings, None while it stands."""

    bell_at: float | None
    at: float


class Slipped(Struct, frozen=True, gc=False, tag="slipped"):
    """Something irregular happened or was said about it, as the referee's words have it."""

    what: dict[str, Any]
    at: float
    move: str = ""


class StoodIn(Struct, frozen=True, gc=False, tag="stood in"):
    """A bot plays an absent person's seat, or hands it back."""

    seat: Seat
    bot: str
    at: float


class Followed(Struct, frozen=True, gc=False, tag="followed"):
    """The same people play again at another table."""

    table: str
    at: float


TableEntry = (
    Opened
    | Sat
    | Stood
    | Salted
    | Begun
    | Dealt
    | Acted
    | Rang
    | Timed
    | Slipped
    | StoodIn
    | Followed
)

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(TableEntry)


def encode(entry: TableEntry) -> bytes:
    """The entry as the journal keeps it."""
    return _encoder.encode(entry)


def decode(body: bytes) -> TableEntry:
    """The entry from the journal."""
    entry: TableEntry = _decoder.decode(body)
    return entry
