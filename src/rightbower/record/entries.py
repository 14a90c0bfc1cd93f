"""What a record is made of: each entry with its line and what it does, and the record itself."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar, Final, Literal, get_args

from msgspec import Struct
from msgspec.structs import replace

from rightbower.record.lines import Lines, RecordLine, plain
from rightbower.referee import claims, doing
from rightbower.referee.irregularities import Fact, read_fact, write_fact
from rightbower.referee.remedies import Remedy, read_remedy, write_remedy
from rightbower.referee.rulings import Proof
from rightbower.referee.table import Table
from rightbower.rules import game as games
from rightbower.rules.acts import Action, Bury, read_action, write_action
from rightbower.rules.book import RuleBook
from rightbower.rules.cards import Card, Seat, Side, Suit, card
from rightbower.rules.ceremonies import Cut, Dealt
from rightbower.rules.forms import Form, Spelling
from rightbower.rules.game import Advice, Game, GameError, TurnUp
from rightbower.rules.message import Message, message
from rightbower.rules.refusal import Refusal

TURN_UPS: Final = {
    TurnUp.IN_PACK: "in pack",
    TurnUp.PUT_DOWN: "put down",
    TurnUp.FACED: "faced",
}
# What stands before a card whose place is filled in, not known.
ASSUMED: Final = "?"
SEATS: Final = tuple(seat.name for seat in Seat)


def stamp(at: float | None) -> str:
    """The time at the end of a line."""
    return "" if at is None else f" @{float(at)!r}".removesuffix(".0")


class RecordEntry(Struct, frozen=True):
    """One thing that happened: its line in a record, and what it does.

    ``line`` is its form, behind which a time may stand; ``written`` is what is said of a line that does
    not fit. ``on_game`` is what it does where only what the book allows can happen, ``at_table`` what it
    does where slips can; either raises a ``ValueError`` for what cannot have been.
    """

    line: ClassVar[str]
    written: ClassVar[Message]

    @classmethod
    def read(cls, line: RecordLine, under: Lines, number: int | None) -> RecordEntry:  # noqa: ARG003
        """The entry of a line; ``under`` are the lines below it, ``number`` is the deal's if it is known."""
        bare, at = line.timed()
        return bare.read(lambda text: _FORMS[cls].read(text, at=at), bare.text)

    def lines(self, number: int) -> Iterable[str]:  # noqa: ARG002
        """The lines that a record has for it; ``number`` is the deal's, where it is one."""
        return (f"{_FORMS[type(self)].write(self)}{stamp(getattr(self, 'at', None))}",)

    def on_game(self, game: Game) -> Game:
        """The game after it."""
        raise NotImplementedError

    def at_table(self, table: Table) -> Table:
        """The table after it."""
        raise NotImplementedError


def _read_cut(text: str) -> Cut:
    if text == "not offered":
        return Cut(None)
    _, seat, lifted = text.split(" ")
    return Cut(Seat.of(seat), None if lifted == "declined" else int(lifted))


def _write_cut(cut: Cut) -> str:
    if cut.by is None:
        return "not offered"
    return f"by {cut.by} {'declined' if cut.lifted is None else cut.lifted}"


class CutEntry(RecordEntry, frozen=True):
    """What was done about the cut before the next deal."""

    line: ClassVar[str] = "cut {cut}"
    written: ClassVar[Message] = message(
        "a cut is written as cut by E 10, cut by E declined or cut not offered"
    )
    cut: Cut
    at: float | None = None

    def on_game(self, game: Game) -> Game:
        return games.cut(game, self.cut, self.at)

    def at_table(self, table: Table) -> Table:
        return doing.cut_at_table(table, self.cut, self.at)


def _read_turn_up(text: str) -> TurnUp:
    for turn_up, how in TURN_UPS.items():
        if text == how:
            return turn_up
    raise Refusal(message("{text} is not in pack, put down or faced", text=repr(text)))


_DEAL: Final = re.compile(r"(\d{1,6}) by ([NESW])")


class DealtEntry(RecordEntry, frozen=True):
    """The cards went out; ``assumed`` are those whose place is filled in, not known."""

    line: ClassVar[str] = "deal"
    dealer: Seat
    cards: Dealt
    turn_up: TurnUp = TurnUp.FACED
    at: float | None = None
    assumed: frozenset[Card] = frozenset()

    @classmethod
    def read(cls, line: RecordLine, under: Lines, number: int | None) -> DealtEntry:
        """The deal line and the six lines under it: four hands, the turn-up and the stock."""
        line, at = line.timed()
        found = _DEAL.fullmatch(line.rest)
        if not found:
            raise line.refuse(message("a deal is written as deal 1 by S"))
        if number is not None and int(found[1]) != number:
            raise line.refuse(
                message("this is deal {deal}, not deal {other}", deal=number, other=found[1])
            )
        assumed: list[Card] = []
        hands = []
        for seat in SEATS:
            hand = _next_line(line, under, "hand", seat)
            hands.append(_cards(hand, hand.rest.removeprefix(seat), assumed))
        shown = _next_line(line, under, "turn-up")
        faced, _, how = shown.rest.partition(" ")
        turn_up = shown.read(card, faced)
        turned = shown.read(_read_turn_up, how) if how else TurnUp.FACED
        stock = _next_line(line, under, "stock")
        cards = Dealt(tuple(hands), turn_up, _cards(stock, stock.rest, assumed))
        return cls(Seat.of(found[2]), cards, turned, at, frozenset(assumed))

    def lines(self, number: int) -> Iterator[str]:
        """An empty line, the deal's own and the six of its cards."""
        yield ""
        yield f"deal {number} by {self.dealer}{stamp(self.at)}"
        for seat, hand in zip(Seat, self.cards.hands, strict=True):
            yield f"hand {seat} {self._listed(hand)}"
        how = "" if self.turn_up is TurnUp.FACED else f" {TURN_UPS[self.turn_up]}"
        yield f"turn-up {self.cards.turn_up}{how}"
        yield f"stock {self._listed(self.cards.stock)}"

    def _listed(self, cards: Iterable[Card]) -> str:
        return " ".join(ASSUMED * (card in self.assumed) + card.name for card in cards)

    def on_game(self, game: Game) -> Game:
        if self.dealer is not game.dealer:
            clause = game.book.named("laws.deal_passes")
            raise GameError(
                message(
                    "it is {dealer's} deal, not {other's}",
                    clause,
                    dealer=game.dealer,
                    other=self.dealer,
                )
            )
        return games.deal_out(game, self.cards, self.at, self.turn_up)

    def at_table(self, table: Table) -> Table:
        return doing.deal_at_table(table, self.cards, self.dealer, self.turn_up, self.at)


def _next_line(deal: RecordLine, under: Lines, kind: str, seat: str = "") -> RecordLine:
    """The next line, which has to be of this kind."""
    line = next(under, None)
    wanted = f"{kind} {seat}".strip()
    if line is None:
        raise deal.refuse(
            message("the record ends before the {wanted} of this deal", wanted=wanted)
        )
    if line.kind != kind or (seat and line.rest.partition(" ")[0] != seat):
        raise line.refuse(message("the {wanted} of the deal has to stand here", wanted=wanted))
    return line


def _cards(line: RecordLine, text: str, assumed: list[Card]) -> tuple[Card, ...]:
    cards = []
    for word in text.split():
        cards.append(line.read(card, word.removeprefix(ASSUMED)))
        if word.startswith(ASSUMED):
            assumed.append(cards[-1])
    return tuple(cards)


class TurnUpEntry(RecordEntry, frozen=True):
    """The turn-up was put down or faced after the hands were out."""

    line: ClassVar[str] = "turn-up {turn_up}"
    written: ClassVar[Message] = message("a turn-up is in pack, put down or faced")
    turn_up: TurnUp
    at: float | None = None

    def on_game(self, game: Game) -> Game:
        return games.show_turn_up(game, self.turn_up, self.at)

    def at_table(self, table: Table) -> Table:
        return doing.face(table, self.turn_up, self.at)


class ActionEntry(RecordEntry, frozen=True):
    """A player acted; ``assumed`` says that which card was buried is filled in, not known."""

    line: ClassVar[str] = " ".join(SEATS)
    action: Action
    at: float | None = None
    assumed: bool = False

    def __post_init__(self) -> None:
        assert isinstance(self.action, Bury) or not self.assumed, "only a bury can be assumed"

    @classmethod
    def read(cls, line: RecordLine, under: Lines, number: int | None) -> ActionEntry:  # noqa: ARG003
        """The entry of a line that begins with a seat."""
        line, at = line.timed()
        assumed = line.rest.startswith(f"bury {ASSUMED}")
        action = line.read(read_action, line.text.replace(f" bury {ASSUMED}", " bury "))
        return cls(action, at, assumed and isinstance(action, Bury))

    def lines(self, number: int) -> Iterable[str]:  # noqa: ARG002
        """The act in words."""
        words = write_action(self.action)
        if self.assumed:
            words = words.replace(" bury ", f" bury {ASSUMED}")
        return (f"{words}{stamp(self.at)}",)

    def on_game(self, game: Game) -> Game:
        return games.act(game, self.action, self.at)

    def at_table(self, table: Table) -> Table:
        if reason := doing.improper(table, self.action):
            raise GameError(reason)
        return doing.act_at_table(table, self.action, self.at)


class BellEntry(RecordEntry, frozen=True):
    """The start signal or the end signal."""

    line: ClassVar[str] = "bell {signal}"
    written: ClassVar[Message] = message("a bell is written as bell start or bell end")
    signal: Literal["start", "end"]
    at: float | None = None

    def on_game(self, game: Game) -> Game:
        return (games.start_bell if self.signal == "start" else games.ring)(game, self.at)

    def at_table(self, table: Table) -> Table:
        return replace(table, game=self.on_game(table.game))


class ReminderEntry(RecordEntry, frozen=True):
    """The table was reminded of the time in which a game ought to end."""

    line: ClassVar[str] = "reminder {advice}"
    written: ClassVar[Message] = message(
        "a reminder is written as reminder {advice}", advice=" or reminder ".join(get_args(Advice))
    )
    advice: Advice
    at: float | None = None

    def on_game(self, game: Game) -> Game:
        return games.remind(game, self.advice, self.at)

    def at_table(self, table: Table) -> Table:
        return replace(table, game=self.on_game(table.game))


class VoidEntry(RecordEntry, frozen=True):
    """The deal under way did not count, and this dealer deals next."""

    line: ClassVar[str] = "void, {dealer} deals"
    written: ClassVar[Message] = message("a deal that does not count is written as void, S deals")
    dealer: Seat
    at: float | None = None

    def on_game(self, game: Game) -> Game:
        return games.void(game, self.dealer, self.at)

    def at_table(self, table: Table) -> Table:  # noqa: ARG002
        raise GameError(message("as at the table a deal is void by a ruling"))


class NoteEntry(RecordEntry, frozen=True):
    """A remark; it changes nothing."""

    line: ClassVar[str] = "note"
    text: str

    @classmethod
    def read(cls, line: RecordLine, under: Lines, number: int | None) -> NoteEntry:  # noqa: ARG003
        """The remark, as it stands or in quotes."""
        return cls(line.plain())

    def lines(self, number: int) -> Iterable[str]:  # noqa: ARG002
        """The remark on one line."""
        return (f"note {plain(self.text)}",)

    def on_game(self, game: Game) -> Game:
        return game

    def at_table(self, table: Table) -> Table:
        return table


class TableEntry(RecordEntry, frozen=True):
    """What only a game as at the table has: slips, tricks turned, claims, choices, the officer's word."""

    def on_game(self, game: Game) -> Game:  # noqa: ARG002
        raise GameError(message("slips and rulings belong to a game whose mode is as at the table"))


class SlipEntry(TableEntry, frozen=True):
    """A player did what the book does not allow."""

    line: ClassVar[str] = "! {action}"
    written: ClassVar[Message] = message("a slip is written behind a “!”")
    action: Action
    at: float | None = None

    def at_table(self, table: Table) -> Table:
        return doing.act_at_table(table, self.action, self.at)


class DroppedEntry(TableEntry, frozen=True):
    """A player let everyone see a card, or several at once."""

    line: ClassVar[str] = "drop {seat} {cards}"
    written: ClassVar[Message] = message("a card that everyone sees is written as drop E AS")
    seat: Seat
    cards: tuple[Card, ...]
    at: float | None = None

    def at_table(self, table: Table) -> Table:
        return doing.drop_cards(table, self.seat, self.cards)


class TurnedEntry(TableEntry, frozen=True):
    """The winner turned the trick down; after the last one the hand was scored."""

    line: ClassVar[str] = "trick turned"
    written: ClassVar[Message] = message("a trick that is turned down is written as trick turned")
    at: float | None = None

    def at_table(self, table: Table) -> Table:
        return doing.turn_trick(table)


class ClaimEntry(TableEntry, frozen=True):
    """Somebody called attention to a fact; ``by`` is None for the officer."""

    line: ClassVar[str] = (
        "claim {by}[ on the last hand|last_hand][ for {points:3} points][ proof {proof}]: {fact}"
    )
    written: ClassVar[Message] = message("a claim is written as claim N: revoke E 1")
    by: Seat | None
    fact: Fact
    proof: Proof | None = None
    points: int | None = None
    last_hand: bool = False
    at: float | None = None

    def at_table(self, table: Table) -> Table:
        return claims.claim(table, self.fact, self.by, self.proof, self.points, self.last_hand)


class ChoiceEntry(TableEntry, frozen=True):
    """An option of ruling ``number`` was taken; ``by`` is None for the officer."""

    line: ClassVar[str] = "choice {number:5} by {by}: {option}"
    written: ClassVar[Message] = message("a choice is written as choice 0 by NS: add")
    number: int
    by: Side | None
    option: str
    at: float | None = None

    def at_table(self, table: Table) -> Table:
        return claims.choose(table, self.option, self.by, self.number)


class CalledEntry(TableEntry, frozen=True):
    """A suit was called for, or waived with None, or one of several exposed cards was named."""

    line: ClassVar[str] = "call {by} {called}"
    written: ClassVar[Message] = message(
        "a call is written as call S spades, call S nothing or call S KC"
    )
    by: Seat
    called: Suit | Card | None
    at: float | None = None

    def at_table(self, table: Table) -> Table:
        if isinstance(self.called, Card):
            return claims.call_card(table, self.by, self.called)
        return claims.call_suit(table, self.by, self.called)


class OverruleEntry(TableEntry, frozen=True):
    """The officer set ruling ``number`` aside."""

    line: ClassVar[str] = 'overrule {number:5} by {"officer"} because {"reason"}: {remedies}'
    written: ClassVar[Message] = message(
        'an overruling is written as overrule 0 by "Name" because "reason": stand'
    )
    number: int
    officer: str
    reason: str
    remedies: tuple[Remedy, ...]
    at: float | None = None

    def at_table(self, table: Table) -> Table:
        return claims.overrule(table, self.officer, self.reason, self.remedies, self.number)


class EnteredEntry(TableEntry, frozen=True):
    """The result was entered."""

    line: ClassVar[str] = "entered the result"
    written: ClassVar[Message] = message(
        "that the result was entered is written as entered the result"
    )
    at: float | None = None

    def at_table(self, table: Table) -> Table:
        return doing.enter_result(table)


ENTRIES: Final[tuple[type[RecordEntry], ...]] = (
    CutEntry,
    DealtEntry,
    TurnUpEntry,
    ActionEntry,
    BellEntry,
    ReminderEntry,
    VoidEntry,
    NoteEntry,
    SlipEntry,
    DroppedEntry,
    TurnedEntry,
    ClaimEntry,
    ChoiceEntry,
    CalledEntry,
    OverruleEntry,
    EnteredEntry,
)
_SPELLINGS: Final = {
    Cut: Spelling(r"not offered|by [NESW] (?:\d{1,2}|declined)", _read_cut, _write_cut),
    TurnUp: Spelling(".+", _read_turn_up, lambda turn_up: TURN_UPS[turn_up]),
    Fact: Spelling(".+", read_fact, write_fact),
    tuple[Remedy, ...]: Spelling(
        ".+",
        lambda text: tuple(read_remedy(each) for each in text.split(",")),
        lambda remedies: ", ".join(write_remedy(each) for each in remedies),
    ),
}
_FORMS: Final[Mapping[type[RecordEntry], Form[RecordEntry]]] = {
    entry: Form(entry, entry.line, entry.written, _SPELLINGS)
    for entry in ENTRIES
    if hasattr(entry, "written")
}
# An entry by the first word of its line: a seat for what a player does.
_OF_WORD: Final[Mapping[str, type[RecordEntry]]] = {
    **{entry.line.partition(" ")[0]: entry for entry in ENTRIES},
    **dict.fromkeys(SEATS, ActionEntry),
}


def entry_of_line(line: RecordLine, under: Lines, number: int | None = None) -> RecordEntry:
    """The entry of a line, with what stands ``under`` it; ``number`` is the deal's if it is known."""
    if line.kind not in _OF_WORD:
        raise line.refuse(message("{word} is not a kind of line known here", word=repr(line.kind)))
    return _OF_WORD[line.kind].read(line, under, number)


def read_entry(text: str) -> RecordEntry:
    """One entry from the lines that ``write_entry`` makes of it; which deal it is, is not checked."""
    first, *rest = (
        RecordLine(number, *_words(line)) for number, line in enumerate(text.split("\n"), 1)
    )
    return entry_of_line(first, iter(rest))


def _words(line: str) -> tuple[str, str]:
    kind, _, rest = line.partition(" ")
    return kind, rest


def write_entry(entry: RecordEntry, number: int = 1) -> str:
    """One entry as the lines a record has for it; ``number`` is the deal's, where it is one."""
    return "\n".join(line for line in entry.lines(number) if line)


class Record(Struct, frozen=True):
    """A game as it happened; ``target`` is one the table agreed, ``at`` when the game began.

    In a game ``at_table`` slips may happen, and the hand is scored when its last trick is turned.
    """

    book: RuleBook
    first_dealer: Seat
    players: tuple[str, str, str, str] = ("North", "East", "South", "West")
    target: int | None = None
    start_score: tuple[int, int] = (0, 0)
    at: float | None = None
    title: str = ""
    date: str = ""
    entries: tuple[RecordEntry, ...] = ()
    at_table: bool = False

    def __repr__(self) -> str:
        return (
            f"<Record by {self.book.name}: {' '.join(self.players)}, {len(self.entries)} entries>"
        )

    def then(self, *entries: RecordEntry) -> Record:
        """The record with more entries at its end."""
        return replace(self, entries=(*self.entries, *entries))
