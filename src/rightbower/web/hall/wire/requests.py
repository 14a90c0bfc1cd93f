"""The words on the wire: what a browser sends to a table."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from rightbower.web.hall.table.entries import Wanted
from rightbower.web.hall.table.pace import Speed

Id = Annotated[str, Meta(min_length=1, max_length=40)]
SeatLetter = Literal["N", "E", "S", "W"]


class Hello(Struct, frozen=True, tag_field="type", tag="hello", forbid_unknown_fields=True):
    """First message: the last version this browser has seen, if any."""

    after: int | None = None


class Move(Struct, frozen=True, gc=False, tag_field="type", tag="move", forbid_unknown_fields=True):
    """An action in the words of a record without the seat: ``AS``, ``pick up alone``.

    ``meant`` says that one which loses the game is meant.
    """

    id: Id
    action: Annotated[str, Meta(max_length=40)]
    meant: bool = False


class Sit(Struct, frozen=True, tag_field="type", tag="sit", forbid_unknown_fields=True):
    """Take a free seat."""

    id: Id
    seat: SeatLetter


class Stand(Struct, frozen=True, tag_field="type", tag="stand", forbid_unknown_fields=True):
    """Leave one's seat before the game."""

    id: Id


class AddBot(Struct, frozen=True, tag_field="type", tag="bot", forbid_unknown_fields=True):
    """Put a bot into a free seat, or take one out with an empty name."""

    id: Id
    seat: SeatLetter
    player: Annotated[str, Meta(max_length=20)] = ""


class Begin(Struct, frozen=True, tag_field="type", tag="begin", forbid_unknown_fields=True):
    """Start the game; free seats are filled with bots."""

    id: Id


class Next(Struct, frozen=True, tag_field="type", tag="next", forbid_unknown_fields=True):
    """Deal the next hand now instead of waiting."""

    id: Id


class Salt(Struct, frozen=True, tag_field="type", tag="salt", forbid_unknown_fields=True):
    """Tell the salt one has committed to, once the game is about to begin."""

    id: Id
    text: Annotated[str, Meta(min_length=1, max_length=160)]


class Commit(Struct, frozen=True, tag_field="type", tag="commit", forbid_unknown_fields=True):
    """Commit to a salt for the shuffle: its SHA-256 in hexadecimal."""

    id: Id
    sum: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]


class Say(Struct, frozen=True, tag_field="type", tag="say", forbid_unknown_fields=True):
    """Say one of the table's phrases."""

    id: Id
    phrase: Annotated[int, Meta(ge=0, le=50)]


class Chat(Struct, frozen=True, tag_field="type", tag="chat", forbid_unknown_fields=True):
    """Write a line to those at the table, where it has a chat."""

    id: Id
    text: Annotated[str, Meta(min_length=1, max_length=200)]


class ReportLine(Struct, frozen=True, tag_field="type", tag="report", forbid_unknown_fields=True):
    """Report a line of the chat to the host of the hall."""

    id: Id
    number: Annotated[int, Meta(ge=1)]


class Again(Struct, frozen=True, tag_field="type", tag="again", forbid_unknown_fields=True):
    """Play again with the same people."""

    id: Id


class Propose(Struct, frozen=True, tag_field="type", tag="propose", forbid_unknown_fields=True):
    """Ask the others: to resign, for a draw, to take one's last act back."""

    id: Id
    what: Wanted


class Agree(Struct, frozen=True, tag_field="type", tag="agree", forbid_unknown_fields=True):
    """Agree to what was asked, or not."""

    id: Id
    yes: bool


class OwnPace(Struct, frozen=True, tag_field="type", tag="pace", forbid_unknown_fields=True):
    """How fast bots act for the one person of a table; elsewhere it changes nothing."""

    id: Id
    speed: Speed


class TakeRest(Struct, frozen=True, tag_field="type", tag="claim", forbid_unknown_fields=True):
    """On lead: say that all tricks left are one's own; taken where that is certain."""

    id: Id


class Hint(Struct, frozen=True, tag_field="type", tag="hint", forbid_unknown_fields=True):
    """Ask what each option is worth, and why the best is best; answered by ``Advised``."""

    id: Id


class Call(Struct, frozen=True, tag_field="type", tag="call", forbid_unknown_fields=True):
    """At an as-at-the-table game: something to the referee, in the referee's words."""

    id: Id
    what: dict[str, str | int | bool | None]


Request = (
    Hello
    | Move
    | Sit
    | Stand
    | AddBot
    | Begin
    | Next
    | Commit
    | Salt
    | Say
    | Chat
    | ReportLine
    | Again
    | Propose
    | Agree
    | Hint
    | OwnPace
    | TakeRest
    | Call
)
