"""What each browser is shown of a table: through the view of its seat and nothing else."""

from __future__ import annotations

from operator import attrgetter
from typing import Final

from msgspec import Raw
from msgspec.structs import replace

from rightbower.players.views import (
    Own,
    View,
    in_sight,
    on_the_table,
    own_cards,
    view,
    view_at_table,
)
from rightbower.referee.doing import options
from rightbower.rules import shuffles
from rightbower.rules.acts import Action, Name
from rightbower.rules.book import RuleBook
from rightbower.rules.cards import Seat, Side
from rightbower.rules.deal import Deal, Phase, Trick, sitting_out
from rightbower.rules.game import Game, GameResult, reminder
from rightbower.rules.message import Message, word
from rightbower.rules.score import fives
from rightbower.web.hall import card_text, wire
from rightbower.web.hall import says as messages
from rightbower.web.hall.acts import asked_of, each_may_propose, may_propose
from rightbower.web.hall.calls import found_by_referee, judged, judged_by_seat
from rightbower.web.hall.card_text import reader
from rightbower.web.hall.entries import DealFacts, GameFinished, Wanted, without_seat
from rightbower.web.hall.play_by_play import PlayByPlay
from rightbower.web.hall.says import ASKED, voice
from rightbower.web.hall.table import SEATS, HallTable, chances_of, clause_of
from rightbower.web.hall.wire import (
    Chair,
    DealEnd,
    GameView,
    Judged,
    Markers,
    News,
    OwnView,
    ProposalView,
    Shuffle,
    State,
    TableMessage,
    TablePart,
    TrickPart,
)

# An enumeration's own property is a call, and this is asked with every card.
LETTERS: Final = tuple(seat.letter for seat in SEATS)


_NAME = attrgetter("name")


def chairs(table: HallTable, away: frozenset[Seat]) -> list[Chair]:
    """The four seats as everyone sees them; two people of one name are told apart."""
    sitting = [*filter(None, table.seats)]
    alike = len({*map(_NAME, sitting)}) < len(sitting)
    names = messages.names_of(table) if alike else (None,) * len(SEATS)
    return [
        Chair() if sitter is None else Chair(name or sitter.name, sitter.bot, seat in away)
        for seat, sitter, name in zip(SEATS, table.seats, names, strict=True)
    ]


def own_view(table: HallTable, seat: Seat) -> OwnView | None:
    """What one seat alone knows, while cards are out."""
    game = table.game
    if game is None or game.deal is None:
        return None
    known = own_cards(game.deal, game.turn_up, seat)
    return _own(known, game.deal, _legal(table, seat, known.legal))


def _own(known: Own, deal: Deal, legal: tuple[Action, ...]) -> OwnView:
    return OwnView(
        hand=[card.name for card in card_text.order_of_hand(known.hand, deal.trump)],
        legal=[without_seat(action) for action in legal],
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


def game_view(table: HallTable, language: str = "en") -> GameView | None:
    """The game as an onlooker may know it, but for the play."""
    if table.game is None:
        return None if table.finished is None else _by_the_facts(table, table.finished)
    known = view(table.game, None, past=1)
    return GameView(
        dealer=LETTERS[known.dealer],
        score=known.score,
        deal=table.dealt,
        phase=known.phase,
        turnup=None if known.turn_up is None else known.turn_up.name,
        turned_down=_turned_down(known),
        bids=[
            (LETTERS[action.seat], card_text.said(action, known.book, language))
            for action in known.bids
        ],
        trump=None if known.trump is None else known.trump.letter,
        trumps=card_text.trumps(known.trump, known.book.pack),
        maker=_letter(known.maker),
        lone=_letter(known.lone),
        lone_defender=_letter(known.lone_defender),
        last=_last(known),
        time_up=known.time_up,
        reminder=_reminder(table.game, language),
        ends_at=known.ends_at if known.ends_at is not None else table.bell_at,
        result=_result(known.result, known.book),
        seed=table.opened.seed if table.over else None,
        goal=messages.goal(table.game, language),
        which_deal=messages.which_deal(table.game, language),
        rated=not table.helped,
        course=_course(table),
        fives=tuple(_fives(table.book, points) for points in known.score),
    )


def trick_part(table: HallTable, news: list[News], language: str = "en") -> TrickPart:
    """What everyone sees of the play, and what is new."""
    return _play(table, news, judged(table, language))


def _play(table: HallTable, news: list[News], referee: Judged | None) -> TrickPart:
    game = table.game
    seen = None if game is None else on_the_table(game)
    if game is None or seen is None:
        return TrickPart(news, referee)
    tricks = seen.tricks
    now = _plays(tricks[-1]) if tricks else []
    before = _plays(tricks[-2]) if len(tricks) > 1 else []
    winners = [trick.winner for trick in tricks]
    north, east, south, west = map(winners.count, SEATS)
    return TrickPart(
        news,
        referee,
        turn=_letter(seen.turn),
        trick=now,
        before=[] if now else before,
        previous=before,
        winner=_letter(winners[-2]) if len(winners) > 1 else None,
        won=(north + south, east + west),
        tricks_of=(north, east, south, west),
        open_cards=_open_cards(game),
        cards_left=seen.cards_left,
        turn_by=_turn_by(table, seen.turn),
    )


def _plays(trick: Trick) -> list[tuple[str, str]]:
    return [(LETTERS[seat], card.name) for seat, card in trick.plays]


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
    return None if seat is None else LETTERS[seat]


def _turned_down(known: View) -> bool:
    if known.phase is Phase.ROUND_TWO:
        return True
    return any(isinstance(bid, Name) for bid in known.bids)


def _open_cards(game: Game) -> list[list[tuple[str, str | None]]]:
    """Cards of earlier tricks that the book leaves in sight; empty where they are all turned."""
    if game.deal is None or game.book.playing.won_tricks == "face down":
        return []
    return [
        [(LETTERS[seat], None if card is None else card.name) for seat, card in trick]
        for trick in in_sight(game.deal)
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
        played=[_plays(trick) for trick in past.tricks],
        takers=[_letter(trick.winner) for trick in past.tricks],
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


class Face:
    """A table to those who read one language: a part is encoded once and kept while what it is made of is equal."""

    __slots__ = (
        "_asks",
        "_deal",
        "_found",
        "_known",
        "_line",
        "_out",
        "_own",
        "_part",
        "_play",
        "_quiet",
        "_table",
        "_tricks",
        "language",
    )

    def __init__(self, language: str = "en") -> None:
        self.language = language
        self._known: tuple[object, ...] = ()
        self._own: dict[Seat, tuple[tuple[object, ...], Raw]] = {}

    def look(self, table: HallTable, lines: PlayByPlay, away: frozenset[Seat], since: int) -> None:
        """See the table as it is now, with the news after a version."""
        language = self.language
        known = _made_of(table, away)
        if known != self._known:
            self._part = _encoded(table_part(table, away, language))
            self._known = known
        news = lines.since(since, table.version, language)
        self._found = None if table.referee is None else found_by_referee(table, language)
        self._play = _play(table, news, None if self._found is None else self._found.told)
        self._tricks: dict[Seat | None, Raw] = {}
        self._table, self._deal = table, table.deal
        self._asks = each_may_propose(table)
        # What those are told who wait for somebody else, by what they may ask for; who sits out is told that.
        self._line = messages.quiet_line(table, language)
        deal = table.deal
        lone = deal is not None and (deal.lone is not None or deal.lone_defender is not None)
        self._out = sitting_out(deal) if deal is not None and lone else ()
        self._quiet: dict[tuple[Wanted, ...], Raw] = {}

    def to(self, seat: Seat | None, waits: bool = False) -> State:
        """The message for a seat, or for an onlooker: what all see, and what the seat alone knows.

        ``waits`` says that the last thing done here could not be written yet.
        """
        own: Raw | None = None
        deal = self._deal
        if seat is None or deal is None:
            told = self._told(seat)
        elif deal.turn is seat:
            told, own = self._on_turn(seat, deal)
        else:
            told, own = self._told(seat), self._held(seat, deal)
        if waits:
            says = message_for(self._table, seat, self.language)
            told = _encoded(replace(says, line=reader(self.language).translate(WAITS)))
        letter = None if seat is None else LETTERS[seat]
        trick = self._trick(None if self._table.referee is None else seat)
        return State(self._table.version, letter, self._part, trick, told, own)

    def _trick(self, you: Seat | None) -> Raw:
        """The play: the same to everybody, but that the referee says "you" to the one it is about."""
        if you not in self._tricks:
            part = self._play
            if you is not None and self._found is not None:
                part = replace(
                    part, referee=judged_by_seat(self._table, self._found, self.language, you)
                )
            self._tricks[you] = _encoded(part)
        return self._tricks[you]

    def _told(self, seat: Seat | None) -> Raw:
        """What is said to one who waits: as a rule the same to all of them."""
        asks = () if seat is None else self._asks[seat]
        if not self._line or seat in self._out:
            return _encoded(message_for(self._table, seat, self.language))
        if asks not in self._quiet:
            self._quiet[asks] = _encoded(TableMessage(self._line, may_propose=list(asks)))
        return self._quiet[asks]

    def _on_turn(self, seat: Seat, deal: Deal) -> tuple[Raw, Raw]:
        """What is said to the one on turn, and the hand with what may be done."""
        table, language = self._table, self.language
        assert table.game is not None
        known = own_cards(deal, table.game.turn_up, seat)
        legal = _legal(table, seat, known.legal)
        calls = card_text.choices(legal, deal, language)
        line = messages.line(table, seat, language)
        told = TableMessage(line, calls, may_propose=list(self._asks[seat]))
        return _encoded(told), _encoded(_own(known, deal, legal))

    def _held(self, seat: Seat, deal: Deal) -> Raw:
        """The hand of one who waits."""
        assert self._table.game is not None
        known = own_cards(deal, self._table.game.turn_up, seat)
        made_of = (known.hand, known.buried, deal.trump)
        kept = self._own.get(seat)
        if kept is None or kept[0] != made_of:
            kept = self._own[seat] = made_of, _encoded(_own(known, deal, ()))
        return kept[1]


def _encoded(part: TablePart | TrickPart | TableMessage | OwnView) -> Raw:
    """A part of a state as it goes out, for as many messages as have it."""
    return Raw(wire.write_reply(part))


def _made_of(table: HallTable, away: frozenset[Seat]) -> tuple[object, ...]:
    """All that the part of the table is made of: where that is equal, the part is."""
    here = (
        table.opened,
        table.seats,
        table.stand_ins,
        away,
        table.proposal,
        table.followed,
        table.committed,
        table.salts,
        table.closed,
        table.beginning,
        table.hints,
        table.taken_back,
        table.finished,
        table.bell_at,
        table.dealt,
    )
    game, referee = table.game, table.referee
    if game is None:
        return here
    of_game = (
        game.dealer,
        game.target,
        game.score,
        game.finished,
        game.turn_up,
        game.begun_at,
        game.time_up,
        game.reminded,
        game.result,
        referee is not None and referee.entered,
    )
    deal = game.deal
    if deal is None:
        return here + of_game
    said = len(deal.acts)
    for trick in deal.tricks:
        said -= len(trick.plays)
    of_deal = (
        deal.phase,
        deal.turn_up,
        deal.trump,
        deal.maker,
        deal.lone,
        deal.lone_defender,
        deal.taken_by,
        deal.acts[:said],
    )
    return here + of_game + of_deal


def table_part(table: HallTable, away: frozenset[Seat], language: str = "en") -> TablePart:
    """What everyone sees of the table and no card of the play changes."""
    return TablePart(
        chairs=chairs(table, away),
        followed=table.followed,
        shuffle=_shuffle(table),
        proposal=_proposal(table, language),
        game=game_view(table, language),
    )


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
