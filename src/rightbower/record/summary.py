"""The result of a game with its deals and rulings, in plain values that any program can read."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from rightbower.record.entries import Record
from rightbower.record.record import DealStory, at_the_table, stories
from rightbower.referee.remedies import write_remedy
from rightbower.referee.rulings import borrowed, citations
from rightbower.referee.table import Chosen, Ruled, Table
from rightbower.rules.acts import Bury, Play, write_action
from rightbower.rules.cards import Side
from rightbower.rules.game import Game, GameResult


class MarkSummary(Struct, frozen=True):
    """Points for a side, with the setting and the clause they come from."""

    side: str
    points: int
    setting: str
    clause: str


class DealSummary(Struct, frozen=True):
    """One deal; ``assumed`` are the cards whose place was filled in, not known."""

    number: int
    dealer: str
    turn_up: str
    hands: dict[str, list[str]]
    calls: list[str]
    maker: str | None
    trump: str | None
    alone: bool
    lone_player: str | None
    buried: str | None
    tricks_played: list[list[str]]
    tricks: tuple[int, int]
    ending: str | None
    marks: list[MarkSummary]
    score: tuple[int, int]
    assumed: list[str]


class ResultSummary(Struct, frozen=True):
    """How the game ended; ``winner`` is null for a draw."""

    winner: str | None
    reason: str
    score: tuple[int, int]
    setting: str
    clause: str


class GameSummary(Struct, frozen=True):
    """The whole game; scores and tricks are North–South first."""

    book: str
    edition: str
    house: dict[str, Any]
    title: str
    date: str
    players: tuple[str, str, str, str]
    target: int | None
    start_score: tuple[int, int]
    deals: list[DealSummary]
    final_score: tuple[int, int]
    complete: bool
    result: ResultSummary | None
    rulings: list[RulingSummary]


def summary(record: Record) -> GameSummary:
    """The summary of a record, by replaying it."""
    game, told = stories(record)
    book = record.book
    found = rulings(record)
    # Until a ruling that waits is chosen on, nobody has won.
    result = None if any(each.waits_for for each in found) else game.result
    house = [path for path, cited in book.citations.items() if cited.basis == "house"]
    return GameSummary(
        book=book.name,
        edition=book.edition,
        house={path: book.value(path) for path in house},
        title=record.title,
        date=record.date,
        players=game.players,
        target=game.target,
        start_score=game.start_score,
        deals=[_deal(story, number) for number, story in enumerate(told, 1)],
        final_score=game.score,
        complete=result is not None,
        result=None if result is None else _result(game, result),
        rulings=found,
    )


def _deal(story: DealStory, number: int) -> DealSummary:
    deal = story.deal
    assumed = set(story.dealt.assumed)
    if deal.buried is not None and not story.knows_buried:
        assumed.add(deal.buried)
    return DealSummary(
        number=number,
        dealer=deal.dealer.name,
        turn_up=deal.turn_up.name,
        hands={
            seat: [card.name for card in hand]
            for seat, hand in zip("NESW", deal.dealt, strict=True)
        },
        calls=[write_action(each) for each in deal.acts if not isinstance(each, Bury | Play)],
        maker=None if deal.maker is None else deal.maker.name,
        trump=None if deal.trump is None else str(deal.trump),
        alone=deal.lone is not None,
        lone_player=None if deal.lone is None else deal.lone.name,
        buried=None if deal.buried is None else deal.buried.name,
        tricks_played=[
            [f"{seat} {card}" for seat, card in trick.plays] for trick in deal.tricks if trick.plays
        ],
        tricks=(deal.tricks_of(Side.NS), deal.tricks_of(Side.EW)),
        ending=deal.ending,
        marks=[
            MarkSummary(mark.side.name, mark.points, mark.path, deal.book.clause(mark.path))
            for mark in story.marks
        ],
        score=story.score,
        assumed=[card.name for card in sorted(assumed)],
    )


def _result(game: Game, result: GameResult) -> ResultSummary:
    return ResultSummary(
        winner=None if result.winner is None else result.winner.name,
        reason=result.reason,
        score=result.score,
        setting=result.path,
        clause=game.book.clause(result.path),
    )


class RulingSummary(Struct, frozen=True):
    """One ruling: in which hand, on what, at whose word, how it went, what was chosen, and by which clauses.

    ``waits_for`` is who has to choose among the options, where nobody has yet.
    """

    number: int
    hand: int
    irregularity: str
    fact: str
    claimed_by: str
    upheld: bool
    says: str
    clauses: list[str]
    borrowed: bool
    suggestion: bool
    options: list[str]
    chosen: str | None = None
    waits_for: str | None = None
    overruled_by: str | None = None
    reason: str | None = None
    instead: list[str] = []


def rulings(record: Record) -> list[RulingSummary]:
    """Every ruling of a record; none for a game in which slips could not happen."""
    if not record.at_table:
        return []
    table = at_the_table(record)
    found: dict[int, RulingSummary] = {}
    for number, each in enumerate(table.log):
        if isinstance(each, Ruled):
            found[number] = _ruling(table, number, each)
            if number in table.waiting:
                found[number] = replace(found[number], waits_for=_chooser(table, each))
        elif isinstance(each, Chosen):
            found[each.number] = replace(found[each.number], chosen=each.option)
        else:
            found[each.number] = replace(
                found[each.number],
                overruled_by=each.officer,
                reason=each.reason,
                instead=[write_remedy(remedy) for remedy in each.remedies],
            )
    return list(found.values())


def _chooser(table: Table, ruled: Ruled) -> str:
    others = ruled.ruling.chooser == "other side"
    return ruled.fact.seat.side.other.name if others else table.game.book.officer


def _ruling(table: Table, number: int, ruled: Ruled) -> RulingSummary:
    book = table.game.book
    ruling = ruled.ruling
    cited = dict.fromkeys(str(each) for each in citations(ruling, book))
    return RulingSummary(
        number=number,
        hand=ruled.hand,
        irregularity=ruling.kind.value,
        fact=str(ruled.fact.sentence()),
        claimed_by=book.officer if ruled.by is None else ruled.by.word,
        upheld=ruling.upheld,
        says=str(ruling.says),
        clauses=list(cited),
        borrowed=borrowed(ruling, book),
        suggestion=ruling.suggestion,
        options=[option.name for option in ruling.options],
    )
