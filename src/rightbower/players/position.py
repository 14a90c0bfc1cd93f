"""A position from text: who deals, what is turned up, the hands that are known, what was done."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from msgspec import Struct
from msgspec.structs import force_setattr, replace

from rightbower.players.simulate import begun_at
from rightbower.players.views import View, view
from rightbower.rules.acts import (
    Action,
    Bury,
    Name,
    Order,
    Pass,
    PickUp,
    Play,
    TurnDown,
    as_action,
    read_action,
    write_action,
)
from rightbower.rules.book import RuleBook, load
from rightbower.rules.cards import (
    EVERY_CARD,
    HAND_SIZE,
    Card,
    NoTrump,
    Pack,
    Seat,
    card,
    cards,
    suit_in_play,
)
from rightbower.rules.ceremonies import Dealt
from rightbower.rules.deal import Deal, Phase, holds_trump, layout, place
from rightbower.rules.drawing import as_picture, as_text
from rightbower.rules.game import Game, TurnUp, as_said, deal_out
from rightbower.rules.judge import Objection, legal, objection, out_of_place
from rightbower.rules.refusal import Refusal, counted, listed, wrong_kind

GRAMMAR: Final = (
    "a position is written as the dealer and the turn-up, hands, the score and what was done, with | between:"
    ' "S 9H | W JH AH QS AS 9C | 3-5 | W pass, N order"'
)
BETWEEN: Final = "|"
_NAMED: Final = {word.lower() for seat in Seat for word in (seat.letter, seat.word)}
_CARDS: Final = {each.name for each in EVERY_CARD}


class Position(Struct, frozen=True):
    """A moment of a deal as far as it is known, from one line of text.

    The dealer and the turn-up come first, then a part for each hand that is known, the score (North and
    South first) and what was done. A hand is the five cards dealt, or those still held. In what was done
    a seat may be left out, and so may passes and a discard nobody saw; cards alone are played in turn.

    >>> Position("S 9H | W JH AH QS AS 9C").legal
    (<W pass>, <W order>, <W order alone>)
    >>> Position("S 9H | W JH AH QS AS 9C | N order, AS 9S KS TS / QS").seat.word
    'North'
    """

    text: str
    book: RuleBook | str | Path = "standard"

    def __post_init__(self) -> None:
        if not isinstance(self.text, str):
            raise wrong_kind("text", "a position in words", self.text)
        force_setattr(self, "book", load(self.book))
        force_setattr(self, "text", " ".join(self.text.split()))
        _parsed(self)

    def __repr__(self) -> str:
        return f"Position({self.text!r})"

    def __str__(self) -> str:
        deal, known = _parsed(self).deal, self.known
        hands = [deal.hands[s] if s in known else (None,) * len(deal.hands[s]) for s in Seat]
        return as_text(layout(deal, hands))

    def _repr_svg_(self) -> str:
        """The picture that a notebook shows."""
        deal, known = _parsed(self).deal, self.known
        hands = [deal.hands[s] if s in known else (None,) * len(deal.hands[s]) for s in Seat]
        return as_picture(layout(deal, hands))

    @property
    def known(self) -> frozenset[Seat]:
        """The seats whose hands are known."""
        return frozenset(_parsed(self).hands)

    @property
    def seat(self) -> Seat | None:
        """Whose turn it is; None once the deal is over."""
        return _parsed(self).deal.turn

    @property
    def view(self) -> View:
        """What the seat on turn knows; its hand has to be known."""
        found = _parsed(self)
        seat = found.deal.turn
        if seat is None:
            raise Refusal("the deal is over, so nobody is to act")
        if seat not in found.hands:
            raise Refusal(
                f"it is {seat.word}'s turn, and the position does not tell {seat.word}'s hand"
            )
        return view(found.game, seat)

    @property
    def legal(self) -> tuple[Action, ...]:
        """Every act open to the seat on turn."""
        return self.view.legal

    @property
    def deal(self) -> Deal:
        """The deal; every hand has to be known."""
        found = _parsed(self)
        if missing := [seat.word for seat in Seat if seat not in found.hands]:
            raise Refusal(f"the position does not tell the cards of {listed(missing)}")
        return found.deal

    def play(self, *acts: Action | str) -> Position:
        """The position after more acts or their words."""
        for each in acts:
            if not isinstance(each, str):
                as_action(each, None, "acts")
        return Position(f"{self.text} {BETWEEN} {', '.join(map(str, acts))}", self.book)

    def why_not(self, action: Action | str) -> Objection | None:
        """Why an act may not be done now, with the clause; None where it may."""
        found = _parsed(self)
        _ = self.view
        return objection(found.deal, as_said(found.game, action))


class _Parsed(Struct, frozen=True):
    game: Game
    deal: Deal
    hands: Mapping[Seat, tuple[Card, ...]]


def _parsed(position: Position) -> _Parsed:
    """The deal of a position, with the cards nobody told of put anywhere."""
    book = load(position.book)
    first, *parts = (part.strip() for part in position.text.split(BETWEEN))
    words = first.split()
    if len(words) != 2:
        raise Refusal(GRAMMAR)
    dealer, turn_up = Seat.of(words[0]), card(words[1])
    hands: dict[Seat, tuple[Card, ...]] = {}
    score, said = (0, 0), list[str]()
    for part in filter(None, parts):
        who, *rest = part.split()
        if who.lower() in _NAMED and len(rest) > 1 and all(map(_is_card, rest)):
            if Seat.of(who) in hands:
                raise Refusal(f"{Seat.of(who).word}'s hand is given twice")
            hands[Seat.of(who)] = cards(rest)
        elif part[0].isdigit() and not _is_card(who):
            score = read_score(part)
        else:
            said += part.replace("/", ",").split(",")
    game, done = begun_at(book, dealer, score), _acts(book, dealer, turn_up, said)
    dealt = {seat: _dealt(seat, hand, done, dealer, turn_up) for seat, hand in hands.items()}
    deal = _laid_out(game, turn_up, dealt, done)
    for action in done:
        if not isinstance(action, Bury):
            deal = _discarded(deal, dealt, done)
        _checked(deal, action, dealt)
        deal = place(deal, action)
    deal = _discarded(deal, dealt, done)
    return _Parsed(replace(game, deal=deal, turn_up=TurnUp.FACED), deal, dealt)


def _is_card(word: str) -> bool:
    return word.upper().replace("10", "T") in _CARDS


def _acts(book: RuleBook, dealer: Seat, turn_up: Card, said: Sequence[str]) -> list[Action]:
    """What was done, with seats and passes put in; whose turn it is does not hang on the hands."""
    rest = [each for each in book.pack.cards if each is not turn_up]
    four = tuple(tuple(rest[HAND_SIZE * seat : HAND_SIZE * (seat + 1)]) for seat in Seat)
    cards_ = Dealt(four, turn_up, tuple(rest[HAND_SIZE * len(Seat) :]))
    # The hands are none here, so no call can lack its trump.
    free = replace(book, bidding=replace(book.bidding, breach="allowed"))
    game = deal_out(begun_at(free, dealer, (0, 0)), cards_)
    done: list[Action] = []
    for words in _single(said):
        assert game.deal is not None
        deal = game.deal
        if (
            deal.phase is Phase.BURY
            and "bury" not in words.lower()
            and "alone" not in words.lower()
        ):
            deal = place(deal, Bury(deal.turn or dealer, deal.turn_up))
        action = as_said(replace(game, deal=deal), words)
        for passed in _passes(deal, action):
            done.append(passed)
            deal = place(deal, passed)
        if isinstance(action, Order) and action.seat is dealer:
            action = PickUp(dealer, action.alone)
        if found := out_of_place(deal, action):
            raise Refusal(f"{write_action(action)!r}: {found[1]} ({book.clause(found[0])})")
        done.append(action)
        game = replace(game, deal=place(deal, action))
    return done


def _single(said: Sequence[str]) -> Iterator[str]:
    """Each act by itself: cards in a row are played one after another."""
    for words in (each.strip() for each in said):
        first, *rest = words.split() or [""]
        if _is_card(first) and all(map(_is_card, rest)):
            yield from (first, *rest)
        elif first.lower() in _NAMED and len(rest) > 1 and all(map(_is_card, rest)):
            yield f"{first} {rest[0]}"
            yield from rest[1:]
        elif words:
            yield words


def _passes(deal: Deal, action: Action) -> Iterator[Action]:
    """The passes left out before a call."""
    if not isinstance(action, Order | PickUp | Name):
        return
    its_round = Phase.ROUND_TWO if isinstance(action, Name) else Phase.ROUND_ONE
    while deal.phase in (Phase.ROUND_ONE, Phase.ROUND_TWO):
        if deal.phase is its_round and deal.turn is action.seat:
            return
        assert deal.turn is not None
        turns = deal.phase is Phase.ROUND_ONE and deal.turn is deal.dealer
        passed = TurnDown(deal.turn) if turns else Pass(deal.turn)
        yield passed
        deal = place(deal, passed)


def _dealt(
    seat: Seat, hand: tuple[Card, ...], done: Sequence[Action], dealer: Seat, turn_up: Card
) -> tuple[Card, ...]:
    """The five cards dealt to a seat, from those or from the ones it still holds."""
    gone = [each.card for each in done if isinstance(each, Play | Bury) and each.seat is seat]
    whole = (*hand, *(each for each in gone if each not in hand))
    if seat.side is dealer.side and any(isinstance(each, Order | PickUp) for each in done):
        whole = tuple(each for each in whole if each is not turn_up)
    if len(whole) != HAND_SIZE:
        raise Refusal(
            f"{seat.word} was dealt {HAND_SIZE} cards, and the position tells {counted(len(whole), 'card')}"
        )
    return whole


def _checked(deal: Deal, action: Action, known: Collection[Seat]) -> None:
    """Refuse an act that what is known rules out."""
    if found := out_of_place(deal, action):
        raise Refusal(f"{write_action(action)!r}: {found[1]} ({deal.book.clause(found[0])})")
    own = action.seat in known and isinstance(action, Play | Bury | Name)
    sure = own or len(known) == len(Seat) or isinstance(action, Pass | TurnDown)
    if sure and (against := objection(deal, action)):
        raise Refusal(f"{write_action(action)!r}: {against}")


def solve(deal: Deal | Game | Position) -> int:
    """How many of the five tricks the makers take with best play by all, all hands open."""
    from rightbower.players.kernel.search import of_deals, solve_tricks

    found = deal.deal if isinstance(deal, Game | Position) else deal
    if not isinstance(found, Deal):
        raise wrong_kind("deal", "a Deal, or a Game or Position with one", found)
    if found.maker is None:
        raise Refusal("trump is not made: solve a deal in which somebody has called")
    if found.phase is Phase.DONE:
        return found.tricks_of(found.maker.side)
    if found.lone_defender is not None:
        raise Refusal("the solver does not know a defender who plays alone")
    if found.book.pack != Pack() or isinstance(found.trump, NoTrump):
        raise Refusal("the solver knows the 24 cards from nine to ace and a suit that is trump")
    if found.phase is not Phase.PLAY:
        raise Refusal(f"no card is led yet: the deal is at {found.phase}")
    return int(solve_tricks(of_deals([found]))[0])


def read_score(text: str) -> tuple[int, int]:
    """A score such as 3-5."""
    try:
        ns, ew = (int(part) for part in text.replace("–", "-").split("-"))
    except ValueError:
        raise Refusal(f"write the score as 3-5, North and South first, not {text!r}") from None
    return ns, ew


def _laid_out(
    game: Game, turn_up: Card, hands: Mapping[Seat, Sequence[Card]], done: Sequence[Action]
) -> Deal:
    cards_ = _filled(hands, turn_up, done, game.dealer, game.book.pack.cards)
    deal = deal_out(game, cards_, turn_up=TurnUp.FACED).deal
    assert deal is not None
    return deal


def situation(
    book: RuleBook,
    dealer: Seat,
    turn_up: Card,
    seat: Seat,
    hand: Sequence[Card],
    done: Sequence[Action] = (),
    score: tuple[int, int] = (0, 0),
) -> View:
    """A seat's view from a short description; ``hand`` are the five cards dealt to it.

    The cards nobody told of are put anywhere: the view does not show them.
    """
    if len(set(hand)) < len(hand):
        raise Refusal("a card appears in the hand twice")
    if len(hand) != HAND_SIZE:
        raise Refusal(f"give the {HAND_SIZE} cards dealt, not {len(hand)}")
    if turn_up in hand:
        raise Refusal(f"{turn_up} is turned up and cannot be in the hand")
    game = begun_at(book, dealer, score)
    deal = _laid_out(game, turn_up, {seat: hand}, done)
    for action in done:
        if not isinstance(action, Bury):
            deal = _discarded(deal, (seat,), done)
        if deal.turn is not action.seat:
            raise Refusal(f"{write_action(action)!r}: it is {_whose_turn(deal)} then")
        deal = place(deal, action)
    deal = _discarded(deal, (seat,), done)
    if deal.turn is not seat:
        raise Refusal(f"after that it is {_whose_turn(deal)}, not {seat.word}'s")
    return view(replace(game, deal=deal, turn_up=TurnUp.FACED), seat)


def _whose_turn(deal: Deal) -> str:
    return "nobody's turn" if deal.turn is None else f"{deal.turn.word}'s turn"


def _discarded(deal: Deal, known: Collection[Seat], done: Sequence[Action]) -> Deal:
    """The discard, where none is given, of a dealer whose hand is not known."""
    if deal.phase is not Phase.BURY or deal.turn is None or deal.turn in known:
        return deal
    kept = {action.card for action in done if isinstance(action, Play)}
    away = [each for each in legal(deal) if isinstance(each, Bury) and each.card not in kept]
    return place(deal, away[0]) if away else deal


def _filled(
    hands: Mapping[Seat, Sequence[Card]],
    turn_up: Card,
    done: Sequence[Action],
    dealer: Seat,
    deck: Sequence[Card],
) -> Dealt:
    """A deal in which everybody holds the cards they are said to have played."""
    held = {each: list(hands.get(each, ())) for each in Seat}
    for action in done:
        if not isinstance(action, Play | Bury) or action.seat in hands:
            continue
        if action.card is not turn_up or action.seat is not dealer:
            held[action.seat].append(action.card)
    told = [turn_up, *(each for cards_ in held.values() for each in cards_)]
    for each in EVERY_CARD:
        if told.count(each) > 1:
            raise Refusal(f"{each} appears twice")
    rest = [each for each in deck if each not in told]
    for action in done:
        if isinstance(action, Order | Name) and len(held[action.seat]) < HAND_SIZE:
            _give_trump(held[action.seat], rest, action, turn_up)
    for who in Seat:
        while len(held[who]) < HAND_SIZE:
            held[who].append(rest.pop())
    return Dealt(tuple(tuple(held[who]) for who in Seat), turn_up, tuple(rest))


def _give_trump(hand: list[Card], rest: list[Card], action: Order | Name, turn_up: Card) -> None:
    """Where a book wants a trump of whoever calls, let the caller hold one."""
    trump = action.suit if isinstance(action, Name) else turn_up.suit
    found = next((each for each in rest if suit_in_play(each, trump) is trump), None)
    if found is not None and not holds_trump(tuple(hand), trump):
        hand.append(found)
        rest.remove(found)


def described(
    book: RuleBook,
    dealer: str,
    turn_up: str,
    seat: str,
    hand: str,
    done: str = "",
    score: str = "0-0",
) -> View:
    """The same from texts: ``S``, ``9H``, ``W``, ``JH AH KS QS 9C``, ``W pass, N order``, ``3-5``."""
    actions = [read_action(part) for part in done.split(",") if part.strip()]
    return situation(
        book, Seat.of(dealer), card(turn_up), Seat.of(seat), cards(hand), actions, read_score(score)
    )
