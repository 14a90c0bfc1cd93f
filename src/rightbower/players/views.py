"""What one seat may know of a game: the only door for players and browsers."""

from __future__ import annotations

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from rightbower.referee.doing import options
from rightbower.referee.table import Table
from rightbower.rules.acts import Action, Bury, GoUnder
from rightbower.rules.book import RuleBook
from rightbower.rules.cards import Card, Seat, Strain, Suit
from rightbower.rules.deal import BLIND, Deal, Ending, Phase, Trick, layout, named_blind
from rightbower.rules.drawing import Layout, as_picture, as_text
from rightbower.rules.game import Game, GameResult, TurnUp
from rightbower.rules.judge import legal
from rightbower.rules.refusal import wrong_kind
from rightbower.rules.score import Mark


class Past(Struct, frozen=True, gc=False):
    """A finished deal as everyone saw it."""

    dealer: Seat
    turn_up: Card
    trump: Strain | None
    maker: Seat | None
    lone: Seat | None
    tricks: tuple[Trick, ...]
    ending: Ending | None
    marks: tuple[Mark, ...]
    score: tuple[int, int]


class Own(Struct, frozen=True, gc=False):
    """What only one seat knows."""

    hand: tuple[Card, ...] = ()
    buried: Card | None = None
    legal: tuple[Action, ...] = ()


class View(Struct, frozen=True, gc=False):
    """A game seen from one seat: all that a player may go by, and nothing it may not know.

    ``book``, ``players``, ``score``, ``target`` and ``dealer`` are the game's; ``played`` counts its
    deals, ``past`` tells of those that are over, and ``result`` of how it ended; ``now``, ``ends_at`` and
    ``time_up`` are its clock.
    ``seat`` is who looks, None for an onlooker, who holds no cards; ``hand`` and ``buried`` are its own,
    and ``legal`` is what it may do if it is its turn.
    ``phase``, ``turn``, ``turn_up``, ``bids``, ``trump``, ``maker``, ``lone``, ``lone_defender`` and ``taken_by`` are those
    of the deal under way; ``bids`` leaves out which card was buried.
    ``offered`` is the suit of the turn-up, or what a joker that is turned up is taken for.
    ``tricks`` is what an attentive player remembers; ``in_sight`` is what still lies open, None for a
    card face down; ``cards_left`` is how many each seat holds.
    """

    book: RuleBook
    seat: Seat | None
    players: tuple[str, str, str, str]
    score: tuple[int, int]
    target: int | None
    dealer: Seat
    played: int
    past: tuple[Past, ...]
    result: GameResult | None
    time_up: bool
    ends_at: float | None
    now: float | None
    phase: Phase | None = None
    turn: Seat | None = None
    turn_up: Card | None = None
    hand: tuple[Card, ...] = ()
    bids: tuple[Action, ...] = ()
    trump: Strain | None = None
    maker: Seat | None = None
    lone: Seat | None = None
    taken_by: Seat | None = None
    buried: Card | None = None
    tricks: tuple[Trick, ...] = ()
    in_sight: tuple[tuple[tuple[Seat, Card | None], ...], ...] = ()
    cards_left: tuple[int, ...] = (0, 0, 0, 0)
    legal: tuple[Action, ...] = ()
    lone_defender: Seat | None = None
    offered: Suit | None = None

    def __repr__(self) -> str:
        who = "an onlooker" if self.seat is None else self.seat.word
        return f"<View of {who}: {self.phase or 'no deal'}, {len(self.legal)} legal acts>"

    def __str__(self) -> str:
        return as_text(self.drawn())

    def _repr_svg_(self) -> str:
        """The picture that a notebook shows."""
        return as_picture(self.drawn())

    def drawn(self) -> Layout:
        """What a drawing of the view shows; other hands are face down."""
        hands: list[tuple[Card | None, ...]] = [(None,) * left for left in self.cards_left]
        if self.seat is not None:
            hands[self.seat] = self.hand or hands[self.seat]
        to = f", to {self.target}" if self.target is not None else ""
        score = f"{self.book.title}: NS {self.score[0]}, EW {self.score[1]}{to}"
        return layout(self, hands, score)


class OnTable(Struct, frozen=True, gc=False):
    """What changes with every card, as everyone sees it."""

    turn: Seat | None
    tricks: tuple[Trick, ...]
    cards_left: tuple[int, ...]


ON_TURN: Final = "on turn"


def view(game: Game, seat: Seat | str | None = ON_TURN, past: int | None = None) -> View:
    """The game as a seat may know it, the one on turn if none is given; None is an onlooker.

    With ``past`` only so many of the finished deals, the newest, are told of.
    """
    if type(game) is not Game:
        raise wrong_kind("game", "a Game", game)
    if past is not None and not isinstance(past, int):
        raise wrong_kind("past", "a whole number", past)
    if type(seat) is not Seat and seat is not None:
        seat = game.turn if seat == ON_TURN else Seat.of(seat)
    finished = game.finished if past is None else game.finished[-past:]
    seen = View(
        book=game.book,
        seat=seat,
        players=game.players,
        score=game.score,
        target=game.target,
        dealer=game.dealer,
        played=game.played,
        past=tuple(_past(each.deal, each.marks, each.score) for each in finished),
        result=game.result,
        time_up=game.time_up,
        ends_at=game.ends_at,
        now=game.now,
    )
    return seen if game.deal is None else _with_deal(seen, game.deal, game.turn_up, seat)


def view_at_table(table: Table, seat: Seat) -> View:
    """What a seat goes by at a table; where slips can happen the orders in force are kept to."""
    known = view(table.game, seat)
    if table.strict or known.turn is not seat:
        return known
    proper = options(table)
    late = known.phase is Phase.PLAY and any(isinstance(action, Bury) for action in proper)
    return replace(known, legal=proper, phase=Phase.BURY if late else known.phase)


def _with_deal(seen: View, deal: Deal, turn_up: TurnUp, seat: Seat | None) -> View:
    own = own_cards(deal, turn_up, seat)
    left = tuple(len(each) for each in deal.hands)
    if turn_up is not TurnUp.FACED:
        return replace(seen, hand=own.hand, cards_left=left)
    return replace(
        seen,
        phase=deal.phase,
        turn=deal.turn,
        turn_up=deal.turn_up,
        hand=own.hand,
        bids=bids(deal, seat),
        trump=deal.trump,
        maker=deal.maker,
        lone=deal.lone,
        taken_by=deal.taken_by,
        buried=own.buried,
        tricks=deal.tricks,
        in_sight=in_sight(deal),
        cards_left=left,
        legal=own.legal,
        lone_defender=deal.lone_defender,
        offered=deal.offered,
    )


def on_the_table(game: Game) -> OnTable | None:
    """What lies on the table and is still held, once the turn-up is faced; None between two deals."""
    deal = game.deal
    if deal is None or game.turn_up is not TurnUp.FACED:
        return None
    north, east, south, west = deal.hands
    return OnTable(deal.turn, deal.tricks, (len(north), len(east), len(south), len(west)))


def own_cards(deal: Deal, turn_up: TurnUp, seat: Seat | None) -> Own:
    """What a seat knows beyond an onlooker: the hand, the card it buried, what it may do."""
    if seat is None:
        return Own()
    blind = deal.book.pack.joker != "none" and unseen(deal, turn_up)
    own_turn = deal.turn is seat and turn_up is TurnUp.FACED
    return Own(
        hand=() if blind else deal.hands[seat],
        buried=deal.buried if seat is deal.taken_by else None,
        legal=legal(deal) if own_turn else (),
    )


def unseen(deal: Deal, turn_up: TurnUp) -> bool:
    """Whether nobody has looked at a hand: a joker may be turned, for which a suit is named blind."""
    if deal.book.pack.joker == "none" or deal.book.bidding.joker_turned not in BLIND:
        return False
    return turn_up is not TurnUp.FACED or named_blind(deal)


def bids(deal: Deal, seat: Seat | None) -> tuple[Action, ...]:
    """The calls as a seat heard them: not which card was buried, nor perhaps which cards went under."""
    said = len(deal.acts) - sum(len(trick.plays) for trick in deal.tricks)
    calls = tuple(action for action in deal.acts[:said] if not isinstance(action, Bury))
    if deal.book.relief.seen_by == "everybody":
        return calls
    return tuple(
        GoUnder(action.seat) if isinstance(action, GoUnder) and action.seat is not seat else action
        for action in calls
    )


def in_sight(deal: Deal) -> tuple[tuple[tuple[Seat, Card | None], ...], ...]:
    """Each trick with the cards that may still be looked at; None for one face down.

    A won trick lies open until the next card is led; then the book says what is turned.
    """
    open_from = len(deal.tricks) - 1
    if deal.tricks and not deal.tricks[-1].plays:
        open_from -= 1
    only_winner = deal.book.playing.won_tricks == "winning card face down"
    turned = [
        tuple(
            (seat, card if only_winner and seat is not trick.winner else None)
            for seat, card in trick.plays
        )
        for trick in deal.tricks[: max(open_from, 0)]
    ]
    return (*turned, *(trick.plays for trick in deal.tricks[max(open_from, 0) :]))


def _past(deal: Deal, marks: tuple[Mark, ...], score: tuple[int, int]) -> Past:
    return Past(
        deal.dealer,
        deal.turn_up,
        deal.trump,
        deal.maker,
        deal.lone,
        deal.tricks,
        deal.ending,
        marks,
        score,
    )
