"""The words on the wire: what a browser sends to a table, and what it is sent.

One JSON object per WebSocket message, told apart by ``type``. docs/protocol.md explains it for other
authors.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from rightbower.refusal import Refusal
from rightbower.web.hall.pace import Speed

PROTOCOL = 2

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
    """Add words of one's own to the shuffle, before the game."""

    id: Id
    text: Annotated[str, Meta(max_length=60)]


class Say(Struct, frozen=True, tag_field="type", tag="say", forbid_unknown_fields=True):
    """Say one of the table's phrases."""

    id: Id
    phrase: Annotated[int, Meta(ge=0, le=50)]


class Again(Struct, frozen=True, tag_field="type", tag="again", forbid_unknown_fields=True):
    """Play again with the same people."""

    id: Id


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
    | Salt
    | Say
    | Again
    | Hint
    | OwnPace
    | TakeRest
    | Call
)


class Chair(Struct, frozen=True, gc=False, omit_defaults=True):
    """A seat as everyone sees it."""

    name: str = ""
    bot: str = ""
    away: bool = False
    played_by_bot: bool = False


class News(Struct, frozen=True, gc=False, omit_defaults=True):
    """A line of the play by play: for everyone, and for the seat whose doing it was."""

    text: str
    yours: str = ""
    seat: str = ""
    card: str = ""
    heading: bool = False


class Choice(Struct, frozen=True, gc=False, omit_defaults=True):
    """A call that may be made now: as it is sent, what stands on its button, its suit, if alone."""

    action: str
    label: str
    suit: str = ""
    alone: bool = False


class Ended(Struct, frozen=True, gc=False, omit_defaults=True):
    """What a hand came to, for the one who reads it."""

    title: str
    points: str
    text: str
    clause: str = ""


class Markers(Struct, frozen=True, gc=False, omit_defaults=True):
    """How the two fives of a side lie: the top one's face and shift, and a number beside them."""

    up: bool
    pips: int
    at: tuple[float, float, int]
    beside: int = 0


class DealEnd(Struct, frozen=True, gc=False, omit_defaults=True):
    """The last finished deal: what it brought and why."""

    ending: str
    marks: list[tuple[str, int, str, str]] = []
    maker: str | None = None
    alone: bool = False
    tricks: tuple[int, int] = (0, 0)
    trump: str | None = None
    trick: list[tuple[str, str]] = []
    winner: str | None = None


class GameView(Struct, frozen=True, gc=False, omit_defaults=True):
    """The game as everyone may know it."""

    dealer: str
    score: tuple[int, int]
    deal: int
    phase: str | None = None
    turn: str | None = None
    turnup: str | None = None
    turned_down: bool = False
    bids: list[tuple[str, str]] = []
    trump: str | None = None
    trumps: list[str] = []
    maker: str | None = None
    lone: str | None = None
    trick: list[tuple[str, str]] = []
    before: list[tuple[str, str]] = []
    previous: list[tuple[str, str]] = []
    winner: str | None = None
    won: tuple[int, int] = (0, 0)
    tricks_of: tuple[int, int, int, int] = (0, 0, 0, 0)
    open_cards: list[list[tuple[str, str | None]]] = []
    cards_left: tuple[int, ...] = ()
    last: DealEnd | None = None
    time_up: bool = False
    ends_at: float | None = None
    reminder: str = ""
    turn_by: float | None = None
    result: dict[str, str | list[int] | None] | None = None
    seed: str | None = None
    goal: str = ""
    fives: tuple[Markers, ...] = ()


class OwnView(Struct, frozen=True, gc=False, omit_defaults=True):
    """What one seat alone knows of the game; the hand in the order people hold it."""

    hand: list[str]
    legal: list[str] = []
    buried: str | None = None


class TableMessage(Struct, frozen=True, gc=False, omit_defaults=True):
    """What is said to the one who reads: the line, the calls that may be made, a hand's end."""

    line: str
    choices: list[Choice] = []
    clause: str = ""
    ended: Ended | None = None


class Callable(Struct, frozen=True):
    """Something that may be called now: the referee's words for it, and people's."""

    fact: str
    words: str


class WayView(Struct, frozen=True):
    """One way a ruling can go, and what is done then."""

    name: str
    do: list[str]


class RulingView(Struct, frozen=True, omit_defaults=True):
    """A ruling in plain words with its clauses; ``waits_for`` are the seats that may choose.

    ``aside_by`` are those that may set it aside.
    """

    number: int
    what: str
    says: str
    upheld: bool
    clauses: list[tuple[str, str]]
    ways: list[WayView]
    by: str | None = None
    chosen: str = ""
    suggestion: bool = False
    waits_for: list[str] = []
    later: bool = False
    aside_by: list[str] = []


class Judged(Struct, frozen=True, omit_defaults=True):
    """The referee's side of a table, the same for everyone."""

    calls: list[Callable] = []
    doubts: list[Callable] = []
    rulings: list[RulingView] = []
    orders: list[str] = []
    up: list[tuple[str, str]] = []
    turns: str | None = None
    may_call: list[str] = []
    may_name: list[str] = []
    agree: bool = False
    cut: str | None = None
    cut_due: bool = False
    instead: list[tuple[str, str]] = []


class State(Struct, frozen=True, gc=False, tag_field="type", tag="state", omit_defaults=True):
    """The whole table as everyone may know it, and what is new since a version.

    To a seat its own part is added (``for_seat``), and ``done`` are the requests it answers.
    """

    version: int
    chairs: list[Chair]
    news: list[News]
    followed: str = ""
    referee: Judged | None = None
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


class Bye(Struct, frozen=True, tag_field="type", tag="bye"):
    """The connection ends, and why."""

    reason: str


Reply = State | Done | No | Advised | PhraseSaid | Bye

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
