"""A table after one more entry of its stream."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from msgspec.structs import replace

from rightbower.record.entries import ActionEntry, BellEntry, DealtEntry, RecordEntry, SlipEntry
from rightbower.record.record import after_entry, as_known
from rightbower.referee.doing import act_at_table, open_table
from rightbower.referee.table import Table as Referee
from rightbower.rules import game as games
from rightbower.rules.cards import Seat, Side
from rightbower.rules.game import Game
from rightbower.rules.refusal import Refusal
from rightbower.web.hall import entries
from rightbower.web.hall.entries import GameFinished, HallEntry, Played
from rightbower.web.hall.one_table import HallTable, Proposal, SeenCards, Sitter

REMEMBERED = 64
Item = TypeVar("Item")


def fold(table: HallTable | None, entry: HallEntry) -> HallTable:
    """The table after one more entry."""
    if table is None:
        assert isinstance(entry, entries.TableOpened)
        return HallTable(entry, touched=entry.at)
    # A question does not set the clock of a turn back.
    at = table.touched if isinstance(entry, entries.Hinted) else entry.at
    return replace(_after(table, entry), version=table.version + 1, touched=at)


def folded(table: HallTable, more: Iterable[HallEntry]) -> HallTable:
    """The table after several more entries."""
    for entry in more:
        table = fold(table, entry)
    return table


def _after(table: HallTable, entry: HallEntry) -> HallTable:
    if isinstance(entry, Played):
        return _played(table, entry)
    if isinstance(entry, entries.AtChair):
        return _at_a_chair(table, entry)
    if isinstance(entry, entries.AtShuffle):
        return _shuffled(table, entry)
    if isinstance(entry, entries.Agreement):
        return _agreed(table, entry)
    match entry:
        case entries.Claimed(move=move):
            return replace(table, moves=(*table.moves[-REMEMBERED:], move))
        case entries.Followed():
            return replace(table, followed=entry.table)
        case entries.Timed():
            return replace(table, bell_at=entry.bell_at)
        case GameFinished():
            return replace(table, finished=entry)
        case entries.TableUnsealed():
            return table
        case entries.TableOpened():
            raise Refusal("a table is opened once")
        case entries.Begun():
            game = _begun(table, entry)
            slipping = table.opened.mode == "as-at-the-table"
            return replace(table, game=game, referee=open_table(game) if slipping else None)


def _at_a_chair(table: HallTable, entry: entries.AtChair) -> HallTable:
    match entry:
        case entries.Sat():
            return _seated(table, entry.seat, Sitter(entry.who, entry.name, entry.bot))
        case entries.Stood():
            return _seated(table, entry.seat, None)
        case entries.Sharing():
            study = entry.study and bool(entry.how)
            return replace(
                table,
                shared=_set(table.shared, entry.seat, entry.how),
                studied=_set(table.studied, entry.seat, study),
            )
        case entries.SameAddress(seats=seats):
            return replace(table, same_address=seats)
        case entries.BotStoodIn():
            return replace(table, stand_ins=_set(table.stand_ins, entry.seat, entry.bot))
        case entries.Hinted(seat=seat):
            return replace(table, hints=_set(table.hints, seat, table.hints[seat] + 1))


def _shuffled(table: HallTable, entry: entries.AtShuffle) -> HallTable:
    match entry:
        case entries.Beginning():
            return replace(table, beginning=entry.at)
        case entries.SaltCommitted():
            return replace(table, committed=_set(table.committed, entry.seat, entry.sum))
        case entries.SaltsClosed():
            return replace(table, closed=entry.at)
        case entries.Salted():
            return replace(table, salts=_set(table.salts, entry.seat, entry.text))


def _agreed(table: HallTable, entry: entries.Agreement) -> HallTable:
    match entry:
        case entries.Proposed():
            asked = (*table.asked, (entry.seat, entry.what))
            return replace(table, proposal=Proposal(entry.what, entry.seat), asked=asked)
        case entries.Answered():
            return replace(table, proposal=_answered(table.proposal, entry))
        case entries.TakenBack():
            before, past = table.past[-entry.acts], table.past[: -entry.acts]
            again = table.taken_back + 1
            asked = tuple(each for each in table.asked if each[1] != "undo")
            return replace(
                table, game=before, past=past, proposal=None, taken_back=again, asked=asked
            )
        case entries.CalledOff():
            assert table.game is not None
            winner = Side[entry.winner] if entry.winner else None
            game = games.call_off(table.game, winner, entry.how)
            return replace(table, game=game, proposal=None, given_up=_given_up(table, entry.left))


def _seated(table: HallTable, seat: Seat, sitter: Sitter | None) -> HallTable:
    """Another in a chair, or nobody: before the game the last one's commitment goes along."""
    committed = table.committed if table.playing else _set(table.committed, seat, "")
    seats, left = _set(table.seats, seat, sitter), _left(table, seat)
    given_up = table.given_up
    if sitter is not None and sitter.bot:
        given_up = _given_up(table, seat)
    elif sitter is not None:
        given_up = tuple(each for each in given_up if each[1] != sitter.who)
    return replace(table, seats=seats, committed=committed, left=left, given_up=given_up)


def _left(table: HallTable, seat: Seat) -> tuple[SeenCards, ...]:
    """Those who know a hand of these cards, once the one in this chair has gone."""
    gone = table.seats[seat]
    if gone is None or gone.bot or not table.cards_are_out:
        return table.left
    return (*table.left, SeenCards(gone.who, gone.name, seat))


def _given_up(table: HallTable, seat: Seat | None) -> tuple[tuple[Seat, str], ...]:
    """Who gave up a chair in the game, with one more where a person sits in this seat."""
    sitter = None if seat is None else table.seats[seat]
    if seat is None or sitter is None or sitter.bot or not table.playing:
        return table.given_up
    return (*table.given_up, (seat, sitter.who))


def _played(table: HallTable, played: Played) -> HallTable:
    """What happened was judged before it was written down; here it is only placed."""
    entry = played.entry
    if played.move:
        table = replace(table, moves=(*table.moves[-REMEMBERED:], played.move))
    if isinstance(entry, DealtEntry):
        table = replace(table, dealt=table.dealt + 1, left=(), asked=())
    if table.referee is not None:
        referee = _refereed(table.referee, entry)
        return replace(table, referee=referee, game=referee.game)
    assert table.game is not None, "the game has begun"
    past = (*table.past, table.game) if isinstance(entry, ActionEntry) else ()
    game = _strict(table.game, entry)
    return replace(table, game=game, past=past if game.deal is not None else (), proposal=None)


def _answered(proposal: Proposal | None, answer: entries.Answered) -> Proposal | None:
    """What is proposed once somebody has answered; a no takes it off the table."""
    if proposal is None or not answer.yes:
        return None
    return replace(proposal, agreed=(*proposal.agreed, answer.seat))


def _strict(game: Game, entry: RecordEntry) -> Game:
    if isinstance(entry, ActionEntry):
        return games.place(game, entry.action, entry.at)
    if isinstance(entry, BellEntry) and entry.signal == "end":
        return games.place_bell(game, entry.at)
    return entry.on_game(game)


def _refereed(referee: Referee, entry: RecordEntry) -> Referee:
    if isinstance(entry, ActionEntry | SlipEntry):
        return act_at_table(as_known(referee, entry), entry.action, entry.at)
    if isinstance(entry, BellEntry) and entry.signal == "end":
        return replace(referee, game=games.place_bell(referee.game, entry.at))
    return after_entry(referee, entry)


def _begun(table: HallTable, entry: entries.Begun) -> Game:
    game = games.start_game(
        table.book,
        entry.first_dealer,
        table.opened.target,
        table.players,
        at=entry.at,
    )
    return game if game.begun else games.start_bell(game, entry.at)


def _set(items: tuple[Item, ...], seat: Seat, item: Item) -> tuple[Item, ...]:
    return tuple(item if index == seat else other for index, other in enumerate(items))
