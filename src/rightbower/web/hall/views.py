"""What each browser is shown of a table: through the view of its seat and nothing else."""

from __future__ import annotations

from msgspec.structs import replace

from rightbower.players.views import View, own_cards, view, view_at_table
from rightbower.referee.doing import options
from rightbower.rules.acts import Action
from rightbower.rules.book import RuleBook
from rightbower.rules.cards import Seat, Side
from rightbower.rules.deal import Phase
from rightbower.rules.game import Game, GameResult, reminder
from rightbower.rules.message import Message, word
from rightbower.rules.score import fives
from rightbower.web.hall import card_text, wire
from rightbower.web.hall import dealing as shuffles
from rightbower.web.hall import says as messages
from rightbower.web.hall.acts import asked_of, may_propose
from rightbower.web.hall.card_text import reader
from rightbower.web.hall.entries import DealFacts, GameFinished, without_seat
from rightbower.web.hall.play_by_play import PlayByPlay
from rightbower.web.hall.rulings import judged
from rightbower.web.hall.says import ASKED, voice
from rightbower.web.hall.table import SEATS, HallTable, chances_of, clause_of
from rightbower.web.hall.wire import (
    Chair,
    DealEnd,
    GameView,
    Markers,
    OwnView,
    ProposalView,
    Shuffle,
    TableMessage,
)


def chairs(table: HallTable, away: frozenset[Seat]) -> list[Chair]:
    """The four seats as everyone sees them."""
    return [
        Chair() if sitter is None else Chair(sitter.name, sitter.bot, seat in away)
        for seat, sitter in zip(SEATS, table.seats, strict=True)
    ]


def own_view(table: HallTable, seat: Seat) -> OwnView | None:
    """What one seat alone knows, while cards are out."""
    game = table.game
    if game is None or game.deal is None:
        return None
    known = own_cards(game.deal, game.turn_up, seat)
    return OwnView(
        hand=[card.name for card in card_text.order_of_hand(known.hand, game.deal.trump)],
        legal=[without_seat(action) for action in _legal(table, seat, known.legal)],
        buried=None if known.buried is None else known.buried.name,
    )


def message_for(table: HallTable, seat: Seat | None, language: str = "en") -> TableMessage:
    """What is said to one seat, or to an onlooker, and what it may ask the others."""
    game, text = table.game, messages.line(table, seat, language)
    asks = [] if seat is None else may_propose(table, seat)
    if game is None or game.deal is None:
        return _message_between(table, seat, TableMessage(text, may_propose=asks), language)
    if seat is None or game.deal.turn is not seat:
        return TableMessage(text, may_propose=asks)
    legal = _legal(table, seat, own_cards(game.deal, game.turn_up, seat).legal)
    return TableMessage(text, card_text.choices(legal, game.deal, language), may_propose=asks)


def _message_between(
    table: HallTable, seat: Seat | None, said: TableMessage, language: str
) -> TableMessage:
    """What is said while no cards are out: of the hand that ended, and of a game that is over."""
    game = table.game
    turned = messages.course_text(_course(table), seat, language)
    clause = "" if game is None or game.result is None else clause_of(game.book, game.result)
    return replace(said, clause=clause, ended=messages.ended(table, seat, language), course=turned)


def _legal(table: HallTable, seat: Seat, legal: tuple[Action, ...]) -> tuple[Action, ...]:
    """What a seat may do; as at the table it keeps to the orders in force."""
    game = table.game
    assert game is not None
    assert game.deal is not None
    if table.referee is None or game.deal.turn is not seat:
        return legal
    return options(table.referee)


def for_player(table: HallTable, seat: Seat) -> View:
    """What a player at a seat goes by."""
    return view_at_table(table.played, seat)


def public_view(table: HallTable, language: str = "en") -> GameView | None:
    """The game as an onlooker may know it."""
    if table.game is None:
        return None if table.finished is None else _by_the_facts(table, table.finished)
    known = view(table.game, None, past=1)
    tricks_of = _tricks_of(known)
    return GameView(
        dealer=known.dealer.letter,
        score=known.score,
        deal=table.dealt,
        phase=known.phase,
        turn=_letter(known.turn),
        turnup=None if known.turn_up is None else known.turn_up.name,
        turned_down=_turned_down(known),
        bids=[
            (action.seat.letter, card_text.said(action, known.book, language))
            for action in known.bids
        ],
        trump=None if known.trump is None else known.trump.letter,
        trumps=card_text.trumps(known.trump),
        maker=_letter(known.maker),
        lone=_letter(known.lone),
        trick=_trick(known, -1),
        before=_trick(known, -2) if _between_tricks(known) else [],
        previous=_trick(known, -2),
        winner=_letter(known.tricks[-2].winner) if len(known.tricks) > 1 else None,
        won=(tricks_of[0] + tricks_of[2], tricks_of[1] + tricks_of[3]),
        tricks_of=tricks_of,
        open_cards=_open_cards(known),
        cards_left=known.cards_left if known.phase is not None else (),
        last=_last(known),
        time_up=known.time_up,
        reminder=_reminder(table.game, language),
        ends_at=known.ends_at if known.ends_at is not None else table.bell_at,
        turn_by=_turn_by(table, known.turn),
        result=_result(known.result, known.book),
        seed=table.opened.seed if table.over else None,
        goal=messages.goal(table.game, language),
        which_deal=messages.which_deal(table.game, language),
        rated=not table.helped,
        course=_course(table),
        fives=tuple(_fives(table.book, points) for points in known.score),
    )


def _reminder(game: Game, language: str) -> str:
    if not game.reminded:
        return ""
    return card_text.reader(language)(reminder(game.book, game.reminded))


def _course(table: HallTable) -> list[float]:
    """North and South's chance to win over a finished game."""
    facts = table.finished
    if facts is None:
        return []
    return chances_of(table.book, table.opened.target, facts, Side.NS)


def _by_the_facts(table: HallTable, facts: GameFinished) -> GameView:
    """A finished game whose book has changed since: only its result."""
    last = facts.deals[-1] if facts.deals else None
    return GameView(
        dealer=facts.dealer.letter,
        score=facts.score,
        deal=table.dealt,
        last=None if last is None else _end(last),
        time_up=facts.time_up,
        result=_ended(facts.result, facts.clause),
        seed=table.opened.seed,
    )


def _end(deal: DealFacts) -> DealEnd:
    marks = list(deal.marks)
    return DealEnd(deal.ending, marks, _letter(deal.maker), deal.alone, deal.tricks)


def _fives(book: RuleBook, points: int) -> Markers:
    shown = fives(max(points, 0), book)
    placing = shown.placing
    at = (placing.dx, placing.dy, placing.degrees)
    return Markers(shown.top_up, shown.bottom_pips, at, shown.beside)


def _turn_by(table: HallTable, turn: Seat | None) -> float | None:
    """When a bot will play for the player on turn, where turns are timed."""
    if table.opened.turn_seconds is None or turn is None or table.player_at(turn):
        return None
    return table.touched + table.opened.turn_seconds


def _letter(seat: Seat | None) -> str | None:
    return None if seat is None else seat.letter


def _turned_down(known: View) -> bool:
    if known.phase is Phase.ROUND_TWO:
        return True
    return (
        known.trump is not None
        and known.turn_up is not None
        and known.taken_by is None
        and (known.trump is not known.turn_up.suit)
    )


def _trick(known: View, number: int) -> list[tuple[str, str]]:
    if len(known.tricks) < -number:
        return []
    return [(seat.letter, card.name) for seat, card in known.tricks[number].plays]


def _between_tricks(known: View) -> bool:
    return bool(known.tricks) and not known.tricks[-1].plays


def _tricks_of(known: View) -> tuple[int, int, int, int]:
    winners = [trick.winner for trick in known.tricks]
    north, east, south, west = (winners.count(seat) for seat in SEATS)
    return north, east, south, west


def _open_cards(known: View) -> list[list[tuple[str, str | None]]]:
    """Cards of earlier tricks that the book leaves in sight; empty where they are all turned."""
    if known.book.playing.won_tricks == "face down":
        return []
    return [
        [(seat.letter, None if card is None else card.name) for seat, card in trick]
        for trick in known.in_sight
    ]


def _last(known: View) -> DealEnd | None:
    """The deal just finished, shown until the next one is out."""
    if not known.past or known.phase is not None:
        return None
    past = known.past[-1]
    winners = [trick.winner for trick in past.tricks if trick.winner is not None]
    ns = sum(winner in (Seat.N, Seat.S) for winner in winners)
    return DealEnd(
        ending=str(past.ending),
        marks=[
            (mark.side.name, mark.points, mark.path, known.book.clause(mark.path))
            for mark in past.marks
        ],
        maker=_letter(past.maker),
        alone=past.lone is not None,
        tricks=(ns, len(winners) - ns),
        trump=None if past.trump is None else past.trump.letter,
        trick=[(seat.letter, card.name) for seat, card in past.tricks[-1].plays]
        if past.tricks
        else [],
        winner=_letter(past.tricks[-1].winner) if past.tricks else None,
    )


def _result(result: GameResult | None, book: RuleBook) -> dict[str, str | list[int] | None] | None:
    return None if result is None else _ended(result, clause_of(book, result))


def _ended(result: GameResult, clause: str) -> dict[str, str | list[int] | None]:
    return {
        "winner": None if result.winner is None else result.winner.name,
        "reason": result.reason,
        "clause": clause,
        "score": list(result.score),
    }


WAITS = word(
    "The hall cannot save anything just now. Nothing is lost, and the game goes on by itself."
)


def public(
    table: HallTable,
    lines: PlayByPlay,
    away: frozenset[Seat],
    since: int,
    language: str = "en",
) -> bytes:
    """The table as an onlooker sees it who reads a language, with the news after a version."""
    state = wire.State(
        version=table.version,
        chairs=chairs(table, away),
        news=lines.since(since, table.version, language),
        followed=table.followed,
        shuffle=_shuffle(table),
        referee=judged(table, language),
        proposal=_proposal(table, language),
        game=public_view(table, language),
    )
    return wire.write_reply(state)


def _proposal(table: HallTable, language: str) -> ProposalView | None:
    asked = table.proposal
    if asked is None:
        return None
    waits = [seat.letter for seat in asked_of(table, asked)]
    text = voice(table, None, language)(Message(ASKED[asked.what], (("seat", asked.by),)))
    return ProposalView(asked.what, asked.by.letter, text, waits)


def _shuffle(table: HallTable) -> Shuffle | None:
    """Before the game: who has committed to a salt, and the salts revealed so far."""
    if table.playing or table.opened.shuffle == shuffles.FIRST:
        return None
    return Shuffle(
        table.committed, table.salts, table.closed is not None, table.beginning is not None
    )


def for_seat(
    state: bytes,
    table: HallTable,
    seat: Seat | None,
    waits: bool = False,
    language: str = "en",
) -> str:
    """The message for a seat or an onlooker: the public part, then the seat's own.

    ``waits`` says that the last thing done here could not be written yet.
    """
    letter = None if seat is None else seat.letter
    cards = None if seat is None else own_view(table, seat)
    says = message_for(table, seat, language)
    if waits:
        says = replace(says, line=reader(language).translate(WAITS))
    return wire.for_seat(state, letter, cards, says)
