"""Replay a game as at the table: proper acts by the book, slips as they happened, rulings again."""

from __future__ import annotations

from typing import assert_never

from rightbower.record import entries
from rightbower.record.heading import facts, plain, points
from rightbower.referee.claims import call_card, call_suit, choose, claim, overrule
from rightbower.referee.doing import (
    act_at_table,
    cut_at_table,
    deal_at_table,
    drop_cards,
    enter_result,
    face,
    improper,
    remind,
    ring_bell,
    start_bell_at_table,
    turn_trick,
)
from rightbower.referee.irregularities import describe
from rightbower.referee.rulings import citations
from rightbower.referee.table import Ruled, Table
from rightbower.rules.cards import Card, Suit
from rightbower.rules.game import Game, GameError

GameOrTable = Game | Table


def game_of(standing: GameOrTable) -> Game:
    """The game, with or without a table around it."""
    return standing.game if isinstance(standing, Table) else standing


def table_step(table: Table, entry: entries.Entry) -> Table:
    """The table after one more entry; raise a ``ValueError`` for what cannot have been."""
    match entry:
        case entries.CutEntry():
            return cut_at_table(table, entry.cut, entry.at)
        case entries.DealtEntry():
            return deal_at_table(table, entry.cards, entry.dealer, entry.turn_up, entry.at)
        case entries.TurnUpEntry():
            return face(table, entry.turn_up, entry.at)
        case entries.ActionEntry():
            if reason := improper(table, entry.action):
                raise GameError(reason)
            return act_at_table(table, entry.action, entry.at)
        case entries.SlipEntry():
            return act_at_table(table, entry.action, entry.at)
        case entries.BellEntry(signal="start"):
            return start_bell_at_table(table, entry.at)
        case entries.BellEntry():
            return ring_bell(table, entry.at)
        case entries.ReminderEntry():
            return remind(table, entry.advice, entry.at)
        case entries.VoidEntry():
            raise GameError("as at the table a deal is void by a ruling")
        case entries.NoteEntry():
            return table
        case entries.DroppedEntry():
            return drop_cards(table, entry.seat, entry.cards)
        case entries.TurnedEntry():
            return turn_trick(table)
        case entries.ClaimEntry():
            return claim(table, entry.fact, entry.by, entry.proof, entry.points, entry.last_hand)
        case entries.ChoiceEntry():
            return choose(table, entry.option, entry.by, entry.number)
        case entries.CalledEntry():
            return _called(table, entry)
        case entries.OverruleEntry():
            return overrule(table, entry.officer, entry.reason, entry.remedies, entry.number)
        case entries.EnteredEntry():
            return enter_result(table)
        case _:
            assert_never(entry)


def _called(table: Table, entry: entries.CalledEntry) -> Table:
    if isinstance(entry.called, Card):
        return call_card(table, entry.by, entry.called)
    assert entry.called is None or isinstance(entry.called, Suit)
    return call_suit(table, entry.by, entry.called)


def facts_at(before: GameOrTable, after: GameOrTable) -> tuple[str, ...]:
    """What follows from an entry: the ruling it brought, marks, the score and the result."""
    if not isinstance(before, Table) or not isinstance(after, Table):
        return facts(game_of(before), game_of(after))
    ruled = [
        f"ruling {len(before.log) + at} {_ruling(after, each)}"
        for at, each in enumerate(after.log[len(before.log) :])
        if isinstance(each, Ruled)
    ]
    booked = facts(before.game, after.game)
    if before.game.score != after.game.score and not any(each[:5] == "score" for each in booked):
        booked = (f"score {points(after.game.score)}", *booked)
    return (*ruled, *booked)


def _ruling(table: Table, ruled: Ruled) -> str:
    """One line for a ruling: what it is about, how it went and its first clause."""
    how = "upheld" if ruled.ruling.upheld else "dismissed"
    if ruled.ruling.suggestion:
        how = "suggested"
    clause = citations(ruled.ruling, table.game.book)[0]
    return f"{how}: {plain(describe(ruled.fact))}, {clause}"
