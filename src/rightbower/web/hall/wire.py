"""The words on the wire: what a browser sends to a table, and what it is sent."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta, Raw, Struct

from rightbower.rules.refusal import Refusal
from rightbower.web.common.line_messages import Beat, LineMoved
from rightbower.web.hall.entries import Wanted
from rightbower.web.hall.table import Speed

# What a browser says it speaks when it opens its line: ``?protocol=2``. The first sent a state in one piece.
PROTOCOL: Final = 2


class Chair(Struct, frozen=True, gc=False, omit_defaults=True):
    """A seat as everyone sees it."""

    name: str = ""
    bot: str = ""
    away: bool = False


class News(Struct, frozen=True, gc=False, omit_defaults=True):
    """A line of the play by play: for everyone, and for the seat whose doing it was."""

    text: str
    yours: str = ""
    seat: str = ""
    card: str = ""
    heading: bool = False


class Choice(Struct, frozen=True, gc=False, omit_defaults=True):
    """A call that may be made now: its text on the wire, its button's label, its suit, whether alone."""

    action: str
    label: str
    suit: str = ""
    alone: bool = False


class Ended(Struct, frozen=True, gc=False, omit_defaults=True):
    """The result of a hand, for the one who reads it."""

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
    # Every card that was played, trick by trick, and who took each: now that the hand is over all may look.
    played: list[list[tuple[str, str]]] = []
    takers: list[str | None] = []


class GameView(Struct, frozen=True, gc=False, omit_defaults=True):
    """What everyone may know of the game and no card of the play changes."""

    dealer: str
    score: tuple[int, int]
    deal: int
    phase: str | None = None
    turnup: str | None = None
    turned_down: bool = False
    bids: list[tuple[str, str]] = []
    trump: str | None = None
    trumps: list[str] = []
    maker: str | None = None
    lone: str | None = None
    lone_defender: str | None = None
    last: DealEnd | None = None
    time_up: bool = False
    ends_at: float | None = None
    reminder: str = ""
    result: dict[str, str | list[int] | None] | None = None
    seed: str | None = None
    goal: str = ""
    which_deal: str = ""
    rated: bool = False
    course: list[float] = []
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
    may_propose: list[Wanted] = []
    course: str = ""


class Callable(Struct, frozen=True):
    """Something that may be called now: the referee's words for it, and people's."""

    fact: str
    words: str


class WayView(Struct, frozen=True):
    """One way a ruling can go, what it is called, and what is done then."""

    name: str
    label: str
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


class ProposalView(Struct, frozen=True):
    """What a player asks the others, in words, and the seats that have to answer."""

    what: Wanted
    by: str
    text: str
    waits_for: list[str]


class Shuffle(Struct, frozen=True, gc=False, omit_defaults=True):
    """What the players add to the shuffle before the game: commitments by seat, then the salts."""

    sums: tuple[str, ...]
    salts: tuple[str, ...]
    closed: bool = False
    beginning: bool = False


class TablePart(Struct, frozen=True, gc=False, omit_defaults=True):
    """The part of a state that changes a few times in a deal, the same for everyone."""

    chairs: list[Chair]
    followed: str = ""
    shuffle: Shuffle | None = None
    proposal: ProposalView | None = None
    game: GameView | None = None


class TrickPart(Struct, frozen=True, gc=False, omit_defaults=True):
    """The part of a state that changes with every card, the same for everyone: news, referee, the play."""

    news: list[News]
    referee: Judged | None = None
    turn: str | None = None
    trick: list[tuple[str, str]] = []
    before: list[tuple[str, str]] = []
    previous: list[tuple[str, str]] = []
    winner: str | None = None
    won: tuple[int, int] = (0, 0)
    tricks_of: tuple[int, int, int, int] = (0, 0, 0, 0)
    open_cards: list[list[tuple[str, str | None]]] = []
    cards_left: tuple[int, ...] = ()
    turn_by: float | None = None


Id = Annotated[str, Meta(min_length=1, max_length=40)]
SeatLetter = Literal["N", "E", "S", "W"]


class TableRequest(Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """What a browser asks of a table; the reply names it by its ``id``."""

    id: Id


class Hello(Struct, frozen=True, tag_field="type", tag="hello", forbid_unknown_fields=True):
    """First message: the last version this browser has seen, if any."""

    after: int | None = None


class Move(TableRequest, frozen=True, gc=False, tag="move"):
    """An action in the words of a record without the seat: ``AS``, ``pick up alone``.

    ``meant`` says that one which loses the game is meant.
    """

    action: Annotated[str, Meta(max_length=40)]
    meant: bool = False


class Sit(TableRequest, frozen=True, tag="sit"):
    """Take a free seat."""

    seat: SeatLetter


class Stand(TableRequest, frozen=True, tag="stand"):
    """Leave one's seat before the game."""


class AddBot(TableRequest, frozen=True, tag="bot"):
    """Put a bot into a free seat, or take one out with an empty name."""

    seat: SeatLetter
    player: Annotated[str, Meta(max_length=20)] = ""


class Begin(TableRequest, frozen=True, tag="begin"):
    """Start the game; free seats are filled with bots."""


class Next(TableRequest, frozen=True, tag="next"):
    """Deal the next hand now instead of waiting."""


class Salt(TableRequest, frozen=True, tag="salt"):
    """Tell the salt one has committed to, once the game is about to begin."""

    text: Annotated[str, Meta(min_length=1, max_length=160)]


class Commit(TableRequest, frozen=True, tag="commit"):
    """Commit to a salt for the shuffle: its SHA-256 in hexadecimal."""

    sum: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]


class Say(TableRequest, frozen=True, tag="say"):
    """Say one of the table's phrases."""

    phrase: Annotated[int, Meta(ge=0, le=50)]


class Chat(TableRequest, frozen=True, tag="chat"):
    """Write a line to those at the table, where it has a chat."""

    text: Annotated[str, Meta(min_length=1, max_length=200)]


class ReportLine(TableRequest, frozen=True, tag="report"):
    """Report a line of the chat to the host of the hall."""

    number: Annotated[int, Meta(ge=1)]


class Again(TableRequest, frozen=True, tag="again"):
    """Play again with the same people."""


class Propose(TableRequest, frozen=True, tag="propose"):
    """Ask the others: to resign, for a draw, to take one's last act back."""

    what: Wanted


class Agree(TableRequest, frozen=True, tag="agree"):
    """Agree to what was asked, or not."""

    yes: bool


class OwnPace(TableRequest, frozen=True, tag="pace"):
    """How fast bots act for the one person of a table; elsewhere it changes nothing."""

    speed: Speed


class TakeRest(TableRequest, frozen=True, tag="claim"):
    """On lead: say that all tricks left are one's own; taken where that is certain."""


class Hint(TableRequest, frozen=True, tag="hint"):
    """Ask what each option is worth, and why the best is best; answered by ``Advised``."""


class ToReferee(Struct, frozen=True, tag_field="do"):
    """What is said to the referee at an as-at-the-table game."""


class InWords(ToReferee, frozen=True, tag="words"):
    """A call in words as the book has them; ``meant`` as in a move."""

    words: Annotated[str, Meta(max_length=200)]
    meant: bool = False


class CallAttention(ToReferee, frozen=True, tag="claim"):
    """Call attention to what can be called, or doubted."""

    fact: Annotated[str, Meta(max_length=200)]


class Drop(ToReferee, frozen=True, tag="drop"):
    """Show everyone a card of one's own, or several with spaces between them."""

    card: Annotated[str, Meta(max_length=80)]


class CutDeck(ToReferee, frozen=True, tag="cut"):
    """Lift so many cards before the deal, or leave the deck as it is."""

    lifted: int | None


class Choose(ToReferee, frozen=True, tag="choose"):
    """Take one option of a ruling."""

    number: int
    option: Annotated[str, Meta(max_length=80)]


class Overrule(ToReferee, frozen=True, tag="overrule"):
    """Set a ruling aside, as the one who has the last word."""

    number: int
    instead: Annotated[str, Meta(max_length=400)]
    why: str


class NameSuit(ToReferee, frozen=True, tag="suit"):
    """Name the suit that others must lead, or leave it open."""

    suit: Annotated[str, Meta(max_length=20)]


class NameCard(ToReferee, frozen=True, tag="card"):
    """Name one of several exposed cards."""

    card: Annotated[str, Meta(max_length=20)]


class Turn(ToReferee, frozen=True, tag="turn"):
    """Turn the trick that one's side won."""


class Enter(ToReferee, frozen=True, tag="enter"):
    """Agree to the result."""


class DealUncut(ToReferee, frozen=True, tag="deal without the cut"):
    """As dealer, deal without offering the cut."""


class ExposedInDeal(ToReferee, frozen=True, tag="exposed in the deal"):
    """As dealer, deal and let a card show."""


class DealtWrong(ToReferee, frozen=True, tag="deal wrong"):
    """As dealer, give a seat a card too many."""

    to: SeatLetter


class Call(TableRequest, frozen=True, tag="call"):
    """At an as-at-the-table game: something to the referee."""

    what: (
        InWords
        | CallAttention
        | Drop
        | CutDeck
        | Choose
        | Overrule
        | NameSuit
        | NameCard
        | Turn
        | Enter
        | DealUncut
        | ExposedInDeal
        | DealtWrong
    )


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


class State(Struct, frozen=True, gc=False, tag_field="type", tag="state", omit_defaults=True):
    """The table to one who reads, in parts, and what is new since a version.

    ``you`` is the reader's seat and ``own`` what it alone knows; ``done`` are the requests it answers.
    """

    version: int
    you: str | None
    table: Annotated[Raw, TablePart]
    trick: Annotated[Raw, TrickPart]
    told: Annotated[Raw, TableMessage]
    own: Annotated[Raw | None, OwnView] = None
    done: tuple[str, ...] = ()


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
    """An option: as it is sent, how it is said, the chance to win the game after it, if the best.

    ``tie`` says that it is as good as the best, or too close to tell.
    """

    action: str
    label: str
    chance: float
    best: bool = False
    tie: bool = False


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


class Bye(Struct, frozen=True, tag_field="type", tag="bye", omit_defaults=True):
    """The connection ends, and why; ``reload`` where the page is from before the hall's newest protocol."""

    reason: str
    reload: bool = False


Reply = State | Done | No | Advised | PhraseSaid | ChatLine | Bye | Beat | LineMoved

# A message for a browser, or a part of one, as it goes out.
write_reply: Final = msgspec.json.Encoder().encode
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
