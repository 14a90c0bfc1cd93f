"""The words on the wire: what a browser sends to a table, and what it is sent.

One JSON object per WebSocket message, told apart by ``type``. docs/protocol.md explains it for other
authors.
"""

from __future__ import annotations

import msgspec
from msgspec import Struct

from rightbower.refusal import Refusal
from rightbower.web.common.line_messages import Beat, LineMoved
from rightbower.web.hall.wire.requests import (
    AddBot,
    Again,
    Agree,
    Begin,
    Call,
    Chat,
    Commit,
    Hello,
    Hint,
    Move,
    Next,
    OwnPace,
    Propose,
    ReportLine,
    Request,
    Salt,
    Say,
    Sit,
    Stand,
    TakeRest,
)
from rightbower.web.hall.wire.views import (
    Chair,
    GameView,
    Judged,
    News,
    OwnView,
    ProposalView,
    Shuffle,
    TableMessage,
)

__all__ = [  # the requests, and the words of every line, stand in files of their own
    "AddBot",
    "Again",
    "Agree",
    "Beat",
    "Begin",
    "Call",
    "Chat",
    "Commit",
    "Hello",
    "Hint",
    "LineMoved",
    "Move",
    "Next",
    "OwnPace",
    "Propose",
    "ReportLine",
    "Request",
    "Salt",
    "Say",
    "Sit",
    "Stand",
    "TakeRest",
]


class State(Struct, frozen=True, gc=False, tag_field="type", tag="state", omit_defaults=True):
    """The whole table as everyone may know it, and what is new since a version.

    To a seat its own part is added (``for_seat``), and ``done`` are the requests it answers.
    """

    version: int
    chairs: list[Chair]
    news: list[News]
    followed: str = ""
    shuffle: Shuffle | None = None
    referee: Judged | None = None
    proposal: ProposalView | None = None
    game: GameView | None = None


class Done(Struct, frozen=True, gc=False, tag_field="type", tag="done"):
    """The request was taken and is durable."""

    id: str
    version: int


class No(Struct, frozen=True, gc=False, tag_field="type", tag="no", omit_defaults=True):
    """The request was refused: why, and the clause where a rule says so.

    With ``ask`` it is taken once it is sent again as meant.
    """

    id: str
    reason: str
    clause: str = ""
    ask: bool = False


class OptionSeen(Struct, frozen=True, omit_defaults=True):
    """An option: as it is sent, how it is said, the chance to win the game after it, if the best."""

    action: str
    label: str
    chance: float
    best: bool = False


class Advised(Struct, frozen=True, tag_field="type", tag="advised"):
    """The answer to a hint: the options, the best first, and why it is the best."""

    id: str
    options: list[OptionSeen]
    why: str


class PhraseSaid(Struct, frozen=True, tag_field="type", tag="said"):
    """Somebody said a phrase."""

    seat: str
    phrase: int


class ChatLine(Struct, frozen=True, tag_field="type", tag="written"):
    """Somebody at the table wrote a line."""

    number: int
    seat: str
    name: str
    text: str


class Bye(Struct, frozen=True, tag_field="type", tag="bye"):
    """The connection ends, and why."""

    reason: str


Reply = State | Done | No | Advised | PhraseSaid | ChatLine | Bye | Beat | LineMoved

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Request)


class BadRequest(Refusal):
    """A message that is none of ours."""


def read_request(text: str | bytes) -> Request:
    """Read a message of a browser; one sentence for what is wrong with it."""
    try:
        request: Request = _decoder.decode(text)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as fault:
        raise BadRequest(f"this message cannot be read: {fault}") from None
    return request


def write_reply(reply: Reply) -> bytes:
    """A message for a browser."""
    return _encoder.encode(reply)


def for_seat(state: bytes, seat: str | None, own: OwnView | None, told: TableMessage) -> str:
    """A state with a seat's own part; the game stands last in it, and its cards are put at its end."""
    you = b"null" if seat is None else b'"%b"' % seat.encode()
    if own is not None:
        state = b"%b,%b}" % (state[:-2], _encoder.encode(own)[1:])
    return (b'%b,"you":%b,"told":%b}' % (state[:-1], you, _encoder.encode(told))).decode()


def with_done(state: str, ids: list[str]) -> str:
    """A state that answers these requests."""
    return f'{state[:-1]},"done":{_encoder.encode(ids).decode()}}}'
