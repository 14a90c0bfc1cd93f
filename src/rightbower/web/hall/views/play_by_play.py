"""The play by play of a table: public lines, which reveal no hidden card."""

from __future__ import annotations

from collections.abc import Iterable

from rightbower import record
from rightbower.record.entries import RecordEntry
from rightbower.referee.table import Ruled
from rightbower.rules.acts import Action, Play
from rightbower.rules.cards import Seat, Side
from rightbower.rules.ceremonies import Cut
from rightbower.rules.deal import Deal, Trick
from rightbower.rules.game import TurnUp, reminder
from rightbower.rules.message import message
from rightbower.rules.refusal import capital
from rightbower.web.hall.table import entries
from rightbower.web.hall.table.entries import HallEntry, Played
from rightbower.web.hall.table.folding import fold
from rightbower.web.hall.table.table import HallTable
from rightbower.web.hall.views.card_text import happened, spoken
from rightbower.web.hall.views.messages import name, voice
from rightbower.web.hall.wire.views import News

_CHOOSERS = {
    Side.NS: "North–South choose",
    Side.EW: "East–West choose",
    None: "The officer chooses",
}


_PROPOSED = {
    "resign": ("{} wants to resign", "You want to resign"),
    "draw": ("{} offers a draw", "You offer a draw"),
    "undo": ("{} asks to take a play back", "You ask to take a play back"),
}
_SLIPS = "Bots slip here, as people do: whoever notices calls it"
_CALLED_OFF = {
    "resigned": "The game is resigned",
    "agreed": "A draw is agreed",
    "abandoned": "The game was left",
}


class PlayByPlay:
    """The lines of a table, each with the number of its entry."""

    __slots__ = ("lines",)

    def __init__(self) -> None:
        self.lines: list[tuple[int, News]] = []

    def add(self, after: HallTable, entry: HallEntry) -> None:
        """One more entry; ``after`` is the table once it has happened."""
        self.lines += [(after.version, line) for line in news_of(after, entry)]

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

    def since(self, version: int, until: int) -> list[News]:
        """The lines after a version, and none after another."""
        last = len(self.lines)
        while last and self.lines[last - 1][0] > until:
            last -= 1
        first = last
        while first and self.lines[first - 1][0] > version:
            first -= 1
        return [line for _, line in self.lines[first:last]]


def news_of(after: HallTable, entry: HallEntry) -> list[News]:
    """The lines for one entry; ``after`` is the table once it has happened."""
    match entry:
        case entries.Sat(seat=seat):
            return [_by(seat, f"{name(after, seat)} sits down", "You sit down")]
        case entries.SameAddress(seats=seats):
            both = " and ".join(name(after, seat) for seat in seats)
            return [News(f"{both} play from the same address")]
        case entries.Stood(seat=seat):
            return [News(f"{seat.word}'s chair is free")]
        case entries.Begun(first_dealer=seat):
            begins = f"The game begins. {name(after, seat)} deals first"
            slips = (
                [News(_SLIPS)] if after.referee and after.opened.manners.slips != "never" else []
            )
            return [*slips, _by(seat, begins, "The game begins. You deal first")]
        case entries.BotStoodIn(seat=seat, bot=bot):
            return [_stood_in(after, seat, bot)]
        case entries.Proposed(seat=seat, what=what):
            text, yours = _PROPOSED[what]
            return [_by(seat, text.format(name(after, seat)), yours)]
        case entries.TakenBack(seat=seat):
            return [_by(seat, f"{name(after, seat)} takes it back", "You take it back")]
        case entries.CalledOff(how=how):
            return [News(_CALLED_OFF[how])]
        case entries.Claimed(seat=seat):
            return [_by(seat, f"{name(after, seat)} claims the rest", "You claim the rest")]
        case entries.Hinted(seat=seat):
            return [_by(seat, f"{name(after, seat)} asks for a hint", "You ask for a hint")]
        case Played():
            return [*_happened(after, entry.entry), *_ended(after, entry.entry)]
        case _:
            return []


def _by(seat: Seat, text: str, yours: str, *, heading: bool = False) -> News:
    return News(text, yours, seat.letter, heading=heading)


def _stood_in(table: HallTable, seat: Seat, bot: str) -> News:
    who = name(table, seat)
    if bot:
        away = "You are away; a bot plays for now"
        return _by(seat, f"{who} is away; a bot plays for now", away)
    return _by(seat, f"{who} is back", "You are back")


def _happened(after: HallTable, entry: RecordEntry) -> list[News]:
    match entry:
        case record.ActionEntry(action=action) | record.SlipEntry(action=action):
            return _acted(after, action)
        case record.CutEntry(cut=cut):
            return [_cut(after, cut)]
        case record.DealtEntry(dealer=dealer):
            text, number = f"{name(after, dealer)} deals", f"Hand {after.dealt}"
            heading = _by(dealer, f"{number} · {text}", f"{number} · you deal", heading=True)
            return [heading, *_turned_up(after)]
        case record.ReminderEntry():
            return [News(str(reminder(after.book, entry.advice)))]
        case record.BellEntry():
            return [News("The bell: time is up")]
        case record.DroppedEntry(seat=seat, cards=cards):
            what = " and ".join(spoken(card) for card in cards)
            return [_by(seat, f"{name(after, seat)} drops {what}", f"You drop {what}")]
        case record.ClaimEntry():
            return [_ruled(after)]
        case record.ChoiceEntry():
            return [News(f"{_CHOOSERS[entry.by]}: {entry.option}")]
        case record.CalledEntry():
            called = message("nothing") if entry.called is None else entry.called
            says = message("{seat} {seat|call|calls} for {called}", seat=entry.by, called=called)
            return [News(capital(voice(after, None)(says)))]
        case record.EnteredEntry():
            return [News("The result is agreed")]
        case _:
            return []


def _turned_up(table: HallTable) -> list[News]:
    """The card on the stock, once everybody sees it."""
    game = table.game
    if game is None or game.deal is None or game.turn_up is not TurnUp.FACED:
        return []
    return [News(f"{capital(spoken(game.deal.turn_up))} is turned up")]


def _cut(table: HallTable, cut: Cut) -> News:
    if cut.by is None:
        return News("The dealer does not offer the cut")
    who = name(table, cut.by)
    if cut.lifted is None:
        return _by(cut.by, f"{who} does not cut", "You do not cut")
    cards = "1 card" if cut.lifted == 1 else f"{cut.lifted} cards"
    return _by(cut.by, f"{who} cuts and lifts {cards}", f"You cut and lift {cards}")


def _acted(table: HallTable, action: Action) -> list[News]:
    """An action, under the heading of its trick, and who took the trick with it."""
    line = happened(name(table, action.seat), action)
    deal = _deal(table)
    if deal is None or not isinstance(action, Play):
        return [line]
    begun = [trick for trick in deal.tricks if trick.plays]
    trick = begun[-1]
    heading = [News(f"Trick {len(begun)}", heading=True)] if len(trick.plays) == 1 else []
    return [*heading, line, *_taken(table, trick)]


def _deal(table: HallTable) -> Deal | None:
    """The deal that the last action belonged to."""
    game = table.game
    if game is None:
        return None
    if game.deal is not None:
        return game.deal
    return game.finished[-1].deal if game.finished else None


def _taken(table: HallTable, trick: Trick) -> list[News]:
    winner = trick.winner
    if winner is None:
        return []
    return [_by(winner, f"{name(table, winner)} takes the trick", "You take the trick")]


def _ruled(table: HallTable) -> News:
    assert table.referee is not None
    ruled = table.referee.log[-1]
    assert isinstance(ruled, Ruled), "a claim is ruled on at once"
    return News(capital(voice(table, None)(ruled.sentence())))


def _ended(table: HallTable, entry: RecordEntry) -> list[News]:
    """The score once a hand is over, unless a ruling waits for its choice first."""
    game, referee = table.game, table.referee
    assert game is not None
    acted = isinstance(entry, record.ActionEntry | record.SlipEntry | record.BellEntry)
    quiet = isinstance(entry, record.ReminderEntry | record.CutEntry) and game.result is None
    if game.deal is not None or quiet or (referee is not None and referee.waiting and not acted):
        return []
    lines = [News(f"Score {game.score[0]}–{game.score[1]}", heading=True)]
    if game.result is not None:
        lines.append(News("The game is over"))
    return lines
