"""Play a record again through the checked door."""

from __future__ import annotations

from msgspec import Struct

from rightbower.record import entries
from rightbower.record.at_table import GameOrTable, game_of, table_step
from rightbower.record.older_records import as_known
from rightbower.referee.doing import open_table
from rightbower.referee.table import Table
from rightbower.rules.deal import Deal
from rightbower.rules.game import (
    Game,
    GameError,
    act,
    cut,
    deal_out,
    remind,
    ring,
    show_turn_up,
    start_bell,
    start_game,
    void,
)
from rightbower.rules.score import Mark


def begin(record: entries.Record) -> Game:
    """The game before its first entry."""
    return start_game(
        record.book,
        record.first_dealer,
        record.target,
        record.players,
        record.start_score,
        record.at,
    )


def step(game: Game, entry: entries.Entry) -> Game:
    """The game after one more entry; raise a ``ValueError`` for what the book forbids."""
    match entry:
        case entries.CutEntry():
            return cut(game, entry.cut, entry.at)
        case entries.DealtEntry():
            return _dealt(game, entry)
        case entries.TurnUpEntry():
            return show_turn_up(game, entry.turn_up, entry.at)
        case entries.ActionEntry():
            return act(game, entry.action, entry.at)
        case entries.BellEntry(signal="start"):
            return start_bell(game, entry.at)
        case entries.BellEntry():
            return ring(game, entry.at)
        case entries.ReminderEntry():
            return remind(game, entry.advice, entry.at)
        case entries.VoidEntry():
            return void(game, entry.dealer, entry.at)
        case entries.NoteEntry():
            return game
        case _:
            raise GameError("slips and rulings belong to a game whose mode is as at the table")


def initial_state(record: entries.Record) -> GameOrTable:
    """The state before the first entry: a game, or a table where slips can happen."""
    game = begin(record)
    return open_table(game) if record.at_table else game


def after_entry(standing: GameOrTable, entry: entries.Entry) -> GameOrTable:
    """The game or the table after one more entry."""
    if isinstance(standing, Table):
        return table_step(as_known(standing, entry), entry)
    return step(standing, entry)


def replay(record: entries.Record) -> Game:
    """The game of a record; refuse one that the book does not allow."""
    return stories(record)[0]


def at_the_table(record: entries.Record) -> Table:
    """The table a record of a game as at the table leads to, with its log of rulings."""
    standing = initial_state(record)
    for entry in record.entries:
        standing = after_entry(standing, entry)
    if not isinstance(standing, Table):
        raise entries.RecordError("the record is not of a game as at the table")
    return standing


class DealStory(Struct, frozen=True):
    """A deal that counted or is under way, how it was dealt and what it brought."""

    deal: Deal
    dealt: entries.DealtEntry
    knows_buried: bool
    marks: tuple[Mark, ...]
    score: tuple[int, int]


def stories(record: entries.Record) -> tuple[Game, tuple[DealStory, ...]]:
    """The game of a record, and the story of each deal."""
    standing = initial_state(record)
    told: list[tuple[entries.DealtEntry, bool]] = []
    dealt: entries.DealtEntry | None = None
    knows = True
    for number, entry in enumerate(record.entries, 1):
        try:
            standing = after_entry(standing, entry)
        except ValueError as fault:
            deal = len(game_of(standing).finished) + 1
            raise entries.RecordError(f"entry {number}, deal {deal}: {fault}") from None
        if isinstance(entry, entries.DealtEntry):
            dealt, knows = entry, True
        elif isinstance(entry, entries.ActionEntry) and entry.assumed:
            knows = False
        finished = len(game_of(standing).finished)
        if finished > len(told):
            assert dealt is not None
            told.append((dealt, knows))
        told = told[:finished]
    game = game_of(standing)
    found = [
        DealStory(each.deal, *how, each.marks, each.score)
        for each, how in zip(game.finished, told, strict=True)
    ]
    if game.deal is not None:
        assert dealt is not None
        found.append(DealStory(game.deal, dealt, knows, (), game.score))
    return game, tuple(found)


def _dealt(game: Game, entry: entries.DealtEntry) -> Game:
    if entry.dealer is not game.dealer:
        clause = game.book.clause("laws.deal_passes")
        raise GameError(f"it is {game.dealer.word}'s deal, not {entry.dealer.word}'s ({clause})")
    return deal_out(game, entry.cards, entry.at, entry.turn_up)
