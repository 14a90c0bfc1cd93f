"""Who plays, and where; what was decided between those who were tied, and what chance gave."""

from __future__ import annotations

from datetime import date
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from rightbower.rules.message import Message, Reference, Term, because, joined, message
from rightbower.rules.refusal import Refusal
from rightbower.tournament.contest import Fact
from rightbower.tournament.events.draws import Draws, Face
from rightbower.tournament.names import looks_like

State = Literal["entered", "waiting", "here", "no-show", "withdrawn", "paired", "removed"]


class EventError(Refusal):
    """Something the event does not allow now, in one sentence with its clause where there is one."""


class Player(Struct, frozen=True, omit_defaults=True):
    """A person; ``born`` is a date such as 1950-06-30, ``member`` None where nobody asked."""

    name: str
    born: str = ""
    member: bool | None = None
    zone: str = ""


class Former(Struct, frozen=True):
    """A player whose place in the entrant a substitute took, and the last round played out before."""

    player: Player
    until: int
    place: int = 0


class Entrant(Struct, frozen=True, omit_defaults=True):
    """A pair, or a player alone; the number stays for the whole event.

    ``since`` is the round after which the entrant arrived and ``until`` the last round before
    withdrawing. A single player who was given a partner lives on in the ``pair``.
    ``low`` is why the officer lets the entrant win a low prize without having played all rounds;
    ``loners`` are the lone hands on the score card. ``aside`` are the rounds in which the entrant
    gave up a place: by changing places with one who sat out, or by leaving while they were played;
    ``spared`` are those in which another sat out instead. Who is ``seeking`` looks for a partner, and
    ``about`` is what they tell others of themselves. ``groups`` are those that prizes are for, such as
    the ladies; ``euchred`` is how often the entrant was.
    """

    number: int
    players: tuple[Player, ...]
    state: State = "entered"
    floater: bool = False
    sitter: int = 0
    since: int = 0
    until: int | None = None
    former: tuple[Former, ...] = ()
    pair: int = 0
    vouched: str = ""
    card_in: bool = False
    why: str = ""
    low: str = ""
    loners: int = 0
    aside: tuple[int, ...] = ()
    spared: tuple[int, ...] = ()
    seeking: bool = False
    about: str = ""
    groups: tuple[str, ...] = ()
    euchred: int = 0

    @property
    def name(self) -> str:
        """The entrant as people say it.

        >>> Entrant(1, (Player("Ann Lee"), Player("Bob Ray"))).name
        'Ann Lee & Bob Ray'
        """
        return " & ".join(player.name for player in self.players)

    @property
    def reference(self) -> Reference:
        """The entrant in a sentence."""
        return Reference("entrant", self.number, self.name)

    def name_in(self, round_: int) -> str:
        """The entrant as it was in a round, before any later substitute."""
        return " & ".join(player.name for player in self.players_in(round_))

    def players_in(self, round_: int) -> tuple[Player, ...]:
        """The players as they were in a round."""
        players = list(self.players)
        for former in reversed(self.former):
            if round_ <= former.until:
                players[former.place] = former.player
        return tuple(players)

    @property
    def single(self) -> bool:
        """Whether this is one player alone."""
        return len(self.players) == 1

    @property
    def zone(self) -> str:
        """The zone the entrant comes from, where all its players come from one."""
        zones = {looks_like(player.zone) for player in self.players}
        return self.players[0].zone if len(zones) == 1 else ""

    def belongs(self, group: str) -> bool:
        """Whether a prize for a group is for this entrant too; a zone is a group by itself.

        >>> Entrant(1, (Player("Ann Lee", zone="8"),), groups=("ladies",)).belongs("Zone 8")
        True
        """
        zone = (self.zone, f"zone {self.zone}") if self.zone else ()
        return looks_like(group) in map(looks_like, (*self.groups, *zone))


def read_names(text: str) -> tuple[str, ...]:
    """The names in ``Ann Lee & Bob Ray``; an ampersand, a plus or a slash stands between them.

    >>> read_names("Ann Lee / Bob Ray")
    ('Ann Lee', 'Bob Ray')
    """
    for mark in "+/":
        text = text.replace(mark, "&")
    return tuple(" ".join(part.split()) for part in text.split("&") if part.strip())


def read_date(text: str) -> date:
    """A date written 1950-06-30."""
    try:
        return date.fromisoformat(text.strip())
    except ValueError:
        raise EventError(
            message("{text} is not a date; write it as 1950-06-30", text=repr(text))
        ) from None


def whom(*numbers: int) -> Reference:
    """Entrants by their numbers, for whom a face has names."""
    return Reference("entrant", numbers)


def both(first: int, second: int) -> Reference:
    """Two entrants, with ``and`` between them."""
    return Reference("entrant", (first, second), both=True)


def cards_text(draws: Draws) -> str:
    """Cards that were drawn, each with who drew it."""
    return ", ".join(f"{who} {shown}" for draw in draws for who, shown in draw)


class OfTie(Fact, frozen=True):
    """Something that was done about those who are tied."""

    group: tuple[int, ...]

    def apply(self, state: Any, at: float) -> Any:
        return replace(state, ties=(*state.ties, self))


class Tossed(OfTie, frozen=True, tag="tossed"):
    """Three who are tied tossed coins, again and again until one was odd."""

    tosses: tuple[tuple[tuple[int, Face], ...], ...]
    seed: str = ""

    def says(self, state: Any) -> Message:
        tosses = (
            joined(
                (message("{who} {face}", who=who, face=Term(face)) for who, face in toss),
                ", ",
            )
            for toss in self.tosses
        )
        return message("coins: {tosses}", tosses=joined(tosses))


class PlayedOff(OfTie, frozen=True, tag="played-off"):
    """Two of a level group played a game for their place."""

    pair: tuple[int, int]
    points: tuple[int, int]
    why: str = ""

    def says(self, state: Any) -> Message:
        said = message(
            "play-off: {one} against {other}, {ours}–{theirs}",
            one=self.pair[0],
            other=self.pair[1],
            ours=self.points[0],
            theirs=self.points[1],
        )
        return because(said, self.why)


class CutForPlace(OfTie, frozen=True, tag="cut-for-place"):
    """Those who are tied cut for their places; a redraw ranks only those still tied."""

    draws: Draws
    seed: str = ""

    def says(self, state: Any) -> Message:
        return message("cut for places: {cards}", cards=cards_text(self.draws))


class TieDecided(OfTie, frozen=True, tag="decided"):
    """The officer placed those who are tied, or let them share."""

    order: tuple[int, ...]
    why: str
    shared: bool = False

    def says(self, state: Any) -> Message:
        who = whom(*self.order)
        if self.shared:
            return because(message("{who} share", who=who), self.why)
        return because(message("{who} placed in this order", who=who), self.why)


TieFact = Tossed | PlayedOff | CutForPlace | TieDecided


class Place(Struct, frozen=True, omit_defaults=True):
    """An entrant in the standings: the rank, what it rests on, and the sentence that says so.

    ``given`` of its points are for rounds sat out.
    """

    rank: int | None
    entrant: int
    name: str
    why: str
    clauses: tuple[str, ...] = ()
    won: int = 0
    drawn: int = 0
    lost: int = 0
    byes: int = 0
    points: int = 0
    against: int = 0
    event_points: int = 0
    shared: bool = False
    open: bool = False
    note: str = ""
    given: int = 0

    @property
    def played(self) -> int:
        """How many games were played."""
        return self.won + self.drawn + self.lost


class Award(Struct, frozen=True, omit_defaults=True):
    """Who wins a prize, or shares several; ``left`` are cents that could not be shared out."""

    prizes: tuple[str, ...]
    winners: tuple[int, ...]
    each: int = 0
    left: int = 0
    why: str = ""


class PrizeDrawn(Fact, frozen=True, tag="prize-drawn"):
    """A prize that chance gave: to a player here, or to a ticket; ``among`` is how many could win.

    ``came_in`` is what tickets brought and ``goes_out`` what the winner is paid, in cents.
    """

    name: str
    winner: str
    seed: str
    among: int
    entrant: int = 0
    came_in: int = 0
    goes_out: int = 0

    def apply(self, state: Any, at: float) -> Any:
        return replace(state, drawn=(*state.drawn, self))

    def says(self, state: Any) -> Message:
        return message(
            "{prize}: {winner}, one of {among}, by seed {seed}",
            prize=self.name,
            winner=self.winner,
            among=self.among,
            seed=self.seed,
        )
