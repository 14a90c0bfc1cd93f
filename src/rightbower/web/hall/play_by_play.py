"""The play by play of a table: public lines, which reveal no hidden card."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from rightbower.record.entries import (
    ActionEntry,
    BellEntry,
    CalledEntry,
    ChoiceEntry,
    ClaimEntry,
    CutEntry,
    DealtEntry,
    DroppedEntry,
    EnteredEntry,
    RecordEntry,
    ReminderEntry,
    SlipEntry,
)
from rightbower.referee.table import Ruled
from rightbower.rules.acts import Action, Play
from rightbower.rules.cards import HAND_SIZE, Seat
from rightbower.rules.ceremonies import Cut
from rightbower.rules.deal import Deal, Trick
from rightbower.rules.game import TurnUp, reminder
from rightbower.rules.message import Message, Term, capital, message, word
from rightbower.web.hall import entries
from rightbower.web.hall.card_text import did
from rightbower.web.hall.entries import HallEntry, Played
from rightbower.web.hall.says import SIDES, Names, names_of, tell, told_of, told_to
from rightbower.web.hall.table import HallTable, fold
from rightbower.web.hall.wire import News

_PROPOSED = {
    "resign": word("{seat} {seat|want|wants} to resign"),
    "draw": word("{seat} {seat|offer|offers} a draw"),
    "undo": word("{seat} {seat|ask|asks} to take a play back"),
}
_CALLED_OFF = {
    "resigned": message("The game is resigned"),
    "agreed": message("A draw is agreed"),
    "abandoned": message("The game was left"),
}


class Line(Struct, frozen=True, gc=False):
    """A line of the play by play: what is said in it, by what names, and whose doing it was."""

    said: Message
    names: Names
    seat: Seat | None = None
    card: str = ""
    heading: bool = False

    def told(self, language: str) -> News:
        """The line in a language: for everyone, and for the one whose doing it was."""
        if self.seat is None:
            text = capital(tell(language, self.names, None, self.said))
            return News(text, heading=self.heading)
        text = told_of(language, self.names[self.seat], self.said)
        yours = capital(told_to(language, self.seat, self.said))
        return News(text, yours, self.seat.letter, self.card, self.heading)


class PlayByPlay:
    """The lines of a table, each with the number of its entry."""

    __slots__ = ("lines",)

    def __init__(self) -> None:
        self.lines: list[tuple[int, Line]] = []

    def add(self, after: HallTable, entry: HallEntry) -> None:
        """One more entry; ``after`` is the table once it has happened."""
        self.lines += [(after.version, line) for line in lines_of(after, entry)]

    def follow(self, table: HallTable | None, more: Iterable[HallEntry]) -> HallTable:
        """The table after more entries, with their lines added."""
        for entry in more:
            table = fold(table, entry)
            self.add(table, entry)
        assert table is not None, "a table is opened first"
        return table

    def extend(self, more: PlayByPlay) -> None:
        """The lines of entries that have become durable."""
        self.lines += more.lines

    def since(self, version: int, until: int, language: str = "en") -> list[News]:
        """The lines after a version, and none after another, in a language."""
        last = len(self.lines)
        while last and self.lines[last - 1][0] > until:
            last -= 1
        first = last
        while first and self.lines[first - 1][0] > version:
            first -= 1
        return [line.told(language) for _, line in self.lines[first:last]]


def news_of(after: HallTable, entry: HallEntry, language: str = "en") -> list[News]:
    """The lines for one entry as they are read; ``after`` is the table once it has happened."""
    return [line.told(language) for line in lines_of(after, entry)]


def lines_of(after: HallTable, entry: HallEntry) -> list[Line]:
    """The lines for one entry; ``after`` is the table once it has happened."""
    names = names_of(after)
    match entry:
        case Played():
            return [*_happened(after, names, entry.entry), *_ended(after, names, entry.entry)]
        case entries.Begun(first_dealer=seat):
            begins = message("The game begins. {seat|You deal|{seat} deals} first", seat=seat)
            return [*_slips(after, names), Line(begins, names, seat)]
    said, whose = _of_the_hall(entry)
    return [] if said is None else [Line(said, names, whose)]


def _slips(table: HallTable, names: Names) -> list[Line]:
    if not table.referee or table.opened.manners.slips == "never":
        return []
    return [Line(message("Bots slip here, as people do: whoever notices calls it"), names)]


def _of_the_hall(entry: HallEntry) -> tuple[Message | None, Seat | None]:
    """What is said of an entry of the hall's own, and whose doing it was."""
    match entry:
        case entries.Sat(seat=seat):
            return message("{seat} {seat|sit|sits} down", seat=seat), seat
        case entries.SameAddress(seats=seats):
            return message("{seats} play from the same address", seats=seats), None
        case entries.Stood(seat=seat):
            return message("{chair's} chair is free", chair=Term(seat.word)), None
        case entries.BotStoodIn(seat=seat, bot=""):
            return message("{seat} {seat|are|is} back", seat=seat), seat
        case entries.BotStoodIn(seat=seat):
            return message("{seat} {seat|are|is} away; a bot plays for now", seat=seat), seat
        case entries.Proposed(seat=seat, what=what):
            return Message(_PROPOSED[what], (("seat", seat),)), seat
        case entries.TakenBack(seat=seat):
            return message("{seat} {seat|take|takes} it back", seat=seat), seat
        case entries.CalledOff(how=how):
            return _CALLED_OFF[how], None
        case entries.Claimed(seat=seat):
            return message("{seat} {seat|claim|claims} the rest", seat=seat), seat
        case entries.Hinted(seat=seat):
            return message("{seat} {seat|ask|asks} for a hint", seat=seat), seat
    return None, None


def _happened(after: HallTable, names: Names, entry: RecordEntry) -> list[Line]:
    match entry:
        case ActionEntry(action=action) | SlipEntry(action=action):
            return _acted(after, names, action)
        case CutEntry(cut=cut):
            return [_cut(names, cut)]
        case DealtEntry(dealer=dealer):
            dealt = message("Hand {hand} · {seat} {seat|deal|deals}", hand=after.dealt, seat=dealer)
            return [Line(dealt, names, dealer, heading=True), *_turned_up(after, names)]
        case ReminderEntry():
            return [Line(reminder(after.book, entry.advice), names)]
        case BellEntry():
            return [Line(message("The bell: time is up"), names)]
        case DroppedEntry(seat=seat, cards=cards):
            dropped = message("{seat} {seat|drop|drops} {cards}", seat=seat, cards=cards)
            return [Line(dropped, names, seat)]
        case ClaimEntry():
            return [_ruled(after, names)]
        case ChoiceEntry():
            return [Line(_chosen(entry), names)]
        case CalledEntry():
            return [Line(_called(entry), names)]
        case EnteredEntry():
            return [Line(message("The result is agreed"), names)]
        case _:
            return []


def _chosen(entry: ChoiceEntry) -> Message:
    option = Term(entry.option)
    if entry.by is None:
        return message("The officer chooses: {option}", option=option)
    return message("{chooser} choose: {option}", chooser=Term(SIDES[entry.by]), option=option)


def _called(entry: CalledEntry) -> Message:
    if entry.called is None:  # clubs count as 0
        return message("{seat} calls for nothing", seat=entry.by)
    return message("{seat} calls for {called}", seat=entry.by, called=entry.called)


def _turned_up(table: HallTable, names: Names) -> list[Line]:
    """The card on the stock, once everybody sees it."""
    game = table.game
    if game is None or game.deal is None or game.turn_up is not TurnUp.FACED:
        return []
    return [Line(message("{card} is turned up", card=game.deal.turn_up), names)]


def _cut(names: Names, cut: Cut) -> Line:
    if cut.by is None:
        return Line(message("The dealer does not offer the cut"), names)
    if cut.lifted is None:
        return Line(message("{seat} {seat|do|does} not cut", seat=cut.by), names, cut.by)
    lifted = message(
        "{seat} {seat|cut and lift|cuts and lifts} {cards} {cards|card|cards}",
        seat=cut.by,
        cards=cut.lifted,
    )
    return Line(lifted, names, cut.by)


def _acted(table: HallTable, names: Names, action: Action) -> list[Line]:
    """An action, under the heading of its trick, and who took the trick with it."""
    card = action.card.name if isinstance(action, Play) else ""
    line = Line(did(action), names, action.seat, card)
    deal = _deal(table)
    if deal is None or not isinstance(action, Play):
        return [line]
    begun = [trick for trick in deal.tricks if trick.plays]
    trick = begun[-1]
    heading = [Line(_TRICKS[len(begun)], names, heading=True)] if len(trick.plays) == 1 else []
    return [*heading, line, *_taken(names, trick)]


_TRICKS = tuple(message("Trick {number}", number=number) for number in range(HAND_SIZE + 1))
_TAKEN = tuple(message("{seat} {seat|take|takes} the trick", seat=seat) for seat in Seat)


def _deal(table: HallTable) -> Deal | None:
    """The deal that the last action belonged to."""
    game = table.game
    if game is None:
        return None
    if game.deal is not None:
        return game.deal
    return game.finished[-1].deal if game.finished else None


def _taken(names: Names, trick: Trick) -> list[Line]:
    winner = trick.winner
    return [] if winner is None else [Line(_TAKEN[winner], names, winner)]


def _ruled(table: HallTable, names: Names) -> Line:
    assert table.referee is not None
    ruled = table.referee.log[-1]
    assert isinstance(ruled, Ruled), "a claim is ruled on at once"
    return Line(ruled.sentence(), names)


def _ended(table: HallTable, names: Names, entry: RecordEntry) -> list[Line]:
    """The score once a hand is over, unless a ruling waits for its choice first."""
    game, referee = table.game, table.referee
    assert game is not None
    acted = isinstance(entry, ActionEntry | SlipEntry | BellEntry)
    quiet = isinstance(entry, ReminderEntry | CutEntry) and game.result is None
    if game.deal is not None or quiet or (referee is not None and referee.waiting and not acted):
        return []
    ours, theirs = game.score
    score = message("Score {ours}–{theirs}", ours=ours, theirs=theirs)
    lines = [Line(score, names, heading=True)]
    if game.result is not None:
        lines.append(Line(message("The game is over"), names))
    return lines
