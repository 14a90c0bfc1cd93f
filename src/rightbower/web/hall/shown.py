"""What a table shows of itself: chairs, the game, one's own cards, rulings and proposals."""

from __future__ import annotations

from msgspec import Struct

from rightbower.web.hall.entries import Wanted


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
