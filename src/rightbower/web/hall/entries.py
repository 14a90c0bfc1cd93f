"""What happens at a table of the hall, an entry each, and how the journal keeps it."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Literal

import msgspec
from msgspec import Struct

from rightbower.record.entries import RecordEntry, read_entry, write_entry
from rightbower.rules.acts import Action, write_without_seat
from rightbower.rules.acts import read_action as deal_read_action
from rightbower.rules.cards import Seat, Side
from rightbower.rules.game import GameResult, Reason

KEPT = 2048


@lru_cache(maxsize=KEPT)
def read_action(text: str) -> Action:
    """The action of a seat from its words: ``E AS``."""
    return deal_read_action(text)


@lru_cache(maxsize=KEPT)
def without_seat(action: Action) -> str:
    """The action in words, as the one whose turn it is says it."""
    return write_without_seat(action)


class DealFacts(Struct, frozen=True, gc=False, omit_defaults=True):
    """The result of a deal: marks are side, points, setting and clause, tricks by side."""

    dealer: Seat
    score: tuple[int, int]
    ending: str
    marks: tuple[tuple[str, int, str, str], ...] = ()
    maker: Seat | None = None
    alone: bool = False
    tricks: tuple[int, int] = (0, 0)


class GameFinished(Struct, frozen=True, gc=False, tag="finished", omit_defaults=True):
    """The end of a game with all results; nothing finished is computed again.

    ``winner`` is nothing in a draw; ``dealer`` is who would deal next.
    """

    score: tuple[int, int]
    winner: str
    reason: Reason
    setting: str
    clause: str
    title: str
    dealer: Seat
    deals: tuple[DealFacts, ...]
    at: float
    time_up: bool = False

    @property
    def result(self) -> GameResult:
        """How the game ended."""
        winner = Side[self.winner] if self.winner else None
        return GameResult(self.score, winner, self.reason, self.setting)

    @property
    def last_dealer(self) -> Seat:
        """Who dealt last."""
        return self.deals[-1].dealer if self.deals else self.dealer


class DealtByNumber(Struct, frozen=True, gc=False, tag="dealt"):
    """The next deal was dealt; its cards follow from the seed and the book."""

    number: int
    at: float


class Acted(Struct, frozen=True, gc=False, tag="acted"):
    """A player acted, in the words of a record."""

    action: str
    at: float
    move: str = ""
    by_bot: bool = False


class Rang(Struct, frozen=True, gc=False, tag="rang"):
    """The end signal was given."""

    at: float


class Slipped(Struct, frozen=True, gc=False, tag="slipped"):
    """Something irregular happened or was said about it, as a line of a record or a card's name."""

    what: dict[str, Any]
    at: float
    move: str = ""


OlderEntry = DealtByNumber | Acted | Rang | Slipped


Mode = Literal["strict", "as-at-the-table"]
# How somebody shares a game they played; nothing for not at all.
SharedAs = Literal["", "hidden", "named"]
# What a player may ask the others to agree to.
Wanted = Literal["resign", "draw", "undo"]
# How often a bot does something wrong.
Slips = Literal["never", "seldom", "often"]


class Manners(Struct, frozen=True, gc=False, omit_defaults=True):
    """How people meet at a table.

    Those without a chair see it ``watched_after`` so many seconds; bots take the empty chairs
    ``bots_after`` so many; people may ``chat``; and as at the table bots make ``slips``.
    """

    watched_after: int = 0
    bots_after: int | None = None
    chat: bool = False
    slips: Slips = "never"


class TableOpened(Struct, frozen=True, gc=False, tag="opened"):
    """A table was opened; the seed stays with the server until the game is over.

    It is played by the ``edition`` of the ``book``, with the settings of a house sheet over it. At a
    ``friendly`` table hints may be asked for. ``same`` names deals that others play too.
    """

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
    edition: str = ""
    friendly: bool = True
    shuffle: int = 1
    same: str = ""
    manners: Manners = Manners()


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


class SaltCommitted(Struct, frozen=True, gc=False, tag="salt committed"):
    """A player committed to a salt for the shuffle, which nobody else knows yet."""

    seat: Seat
    sum: str
    at: float


class Beginning(Struct, frozen=True, gc=False, tag="beginning"):
    """The game is to begin, once the players' devices have committed to salts and revealed them."""

    at: float


class SaltsClosed(Struct, frozen=True, gc=False, tag="salts closed"):
    """Commitments are closed; now the salts are revealed."""

    at: float


class Salted(Struct, frozen=True, gc=False, tag="salted"):
    """A player revealed the salt committed to, or, at tables of the first shuffle, added words."""

    seat: Seat
    text: str
    at: float


class Begun(Struct, frozen=True, gc=False, tag="begun"):
    """The game began; the first dealer came from the book's ceremony."""

    first_dealer: Seat
    at: float


class Played(Struct, frozen=True, gc=False):
    """What happened in the game, as a record has it; ``move`` is the sender's own number for it.

    ``number`` says of a deal which one it is at this table, those that did not count among them.
    """

    entry: RecordEntry
    move: str = ""
    by_bot: bool = False
    number: int = 0

    @property
    def at(self) -> float:
        """When it happened."""
        at: float | None = getattr(self.entry, "at", None)
        return at or 0.0


class Timed(Struct, frozen=True, gc=False, tag="timed"):
    """The clock of the event this table belongs to: when its bell rings, None while it is stopped."""

    bell_at: float | None
    at: float


class BotStoodIn(Struct, frozen=True, gc=False, tag="stood in"):
    """A bot plays an absent person's seat, or hands it back."""

    seat: Seat
    bot: str
    at: float


class Proposed(Struct, frozen=True, gc=False, tag="proposed"):
    """A player wants something that others have to agree to."""

    seat: Seat
    what: Wanted
    at: float


class Answered(Struct, frozen=True, gc=False, tag="answered"):
    """A player agreed to what was proposed, or did not."""

    seat: Seat
    yes: bool
    at: float


class TakenBack(Struct, frozen=True, gc=False, tag="taken back"):
    """The last ``acts`` actions of the current deal are undone."""

    seat: Seat
    acts: int
    at: float


class CalledOff(Struct, frozen=True, gc=False, tag="called off"):
    """The players end the game: a side resigns, both agree to a draw, or nobody came back.

    ``left`` is the last one at the table, where that one gave the game up.
    """

    how: Literal["resigned", "agreed", "abandoned"]
    winner: str
    at: float
    left: Seat | None = None


class Claimed(Struct, frozen=True, gc=False, tag="claimed"):
    """A player claimed the tricks left; the cards that follow are played by themselves."""

    seat: Seat
    at: float
    move: str = ""


class Hinted(Struct, frozen=True, gc=False, tag="hinted"):
    """A player asked what is best."""

    seat: Seat
    at: float


class Followed(Struct, frozen=True, gc=False, tag="followed"):
    """The same people play again at another table."""

    table: str
    at: float


class Sharing(Struct, frozen=True, gc=False, tag="sharing", omit_defaults=True):
    """One who played shares the finished game by its link, with their name or without, or no longer.

    With ``study`` it may also be given to whoever studies games, without names, if all who played agree.
    """

    seat: Seat
    how: SharedAs
    at: float
    study: bool = False


class SameAddress(Struct, frozen=True, gc=False, tag="same-address"):
    """Two players at the table connect from the same address; everybody is shown that."""

    seats: tuple[Seat, ...]
    at: float


class TableUnsealed(Struct, frozen=True, gc=False, tag="unsealed"):
    """The game is over, and with this key everybody can read how it went."""

    key: str
    at: float


# Who sits where, who plays for them, and what they ask or share.
AtChair = Sat | Stood | Sharing | SameAddress | BotStoodIn | Hinted
# What the players add to the shuffle, from the wish to begin on.
AtShuffle = Beginning | SaltCommitted | SaltsClosed | Salted
# What players propose to each other, and what comes of it.
Agreement = Proposed | Answered | TakenBack | CalledOff
_AsWritten = (
    AtChair
    | AtShuffle
    | Agreement
    | TableOpened
    | Begun
    | Timed
    | Claimed
    | Followed
    | GameFinished
    | TableUnsealed
)
HallEntry = _AsWritten | Played


class _Played(Struct, frozen=True, gc=False, tag="played", omit_defaults=True):
    """The same in the journal: the lines of a record."""

    text: str
    move: str = ""
    by_bot: bool = False


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(_AsWritten | _Played | OlderEntry)


def encode(entry: HallEntry) -> bytes:
    """The entry as the journal keeps it."""
    if not isinstance(entry, Played):
        return _encoder.encode(entry)
    text = write_entry(entry.entry, entry.number)
    return _encoder.encode(_Played(text, entry.move, entry.by_bot))


def decode(body: bytes) -> HallEntry | OlderEntry:
    """The entry from the journal; one of an older form has to be renewed with its table."""
    found = _decoder.decode(body)
    if isinstance(found, _Played):
        return Played(read_entry(found.text), found.move, found.by_bot)
    entry: HallEntry | OlderEntry = found
    return entry
