"""The deals of a file: written out, in the condensed form, and as what happened at a table."""

from __future__ import annotations

import re
from base64 import urlsafe_b64decode
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from rightbower.record.egn_schema import (
    Annotations,
    BiddingPhase,
    CallText,
    CardText,
    EgnDeal,
    EgnError,
    InitialState,
    TrickPlay,
    read_card,
    read_cards,
)
from rightbower.rules import acts
from rightbower.rules.book import RuleBook
from rightbower.rules.cards import (
    EVERY_CARD,
    HAND_SIZE,
    PACK,
    Card,
    NoTrump,
    Seat,
    Suit,
    suit_in_play,
)
from rightbower.rules.ceremonies import Dealt
from rightbower.rules.deal import Deal, Phase, at_score, bound_to_be_alone, start
from rightbower.rules.deal import place as put_down
from rightbower.rules.message import message
from rightbower.rules.refusal import counted, said_by

SUITS: Final[tuple[CallText, ...]] = ("s", "h", "c", "d")
DECK: Final = tuple(rank + suit for rank in "9TJQKA" for suit in SUITS)
PLAYERS: Final = 4
# What a file says where nobody defends alone.
NOBODY: Final = -1
END: Final = 0b1010
NEWEST: Final = 3
_BASE64URL: Final = re.compile(r"(?:[\w-]{4})*(?:[\w-]{2,3})?", re.ASCII)


class _Bits:
    """Bits read from the left."""

    def __init__(self, data: bytes) -> None:
        self.left = "".join(f"{byte:08b}" for byte in data)

    def number(self, most: int) -> int:
        """A number from 0 to ``most``."""
        width = most.bit_length()
        if len(self.left) < width:
            raise EgnError("it ends too early")
        found, self.left = int(self.left[:width] or "0", 2), self.left[width:]
        return found

    def flag(self) -> bool:
        """A yes or a no."""
        return self.number(1) == 1

    def one_of(self, cards: list[str] | tuple[str, ...]) -> str:
        """A card by its place among others."""
        place = self.number(len(cards) - 1)
        if place >= len(cards):
            raise EgnError("it names a card that is not there")
        return cards[place]

    def text(self) -> str:
        """Text in UTF-8, after its length."""
        length = self.number(0xFFFF)
        return bytes(self.number(0xFF) for _ in range(length)).decode("utf-8", "replace")

    def over(self) -> bool:
        """Whether only the zeros are left that fill the last byte."""
        return len(self.left) < 8 and "1" not in self.left


def expand(text: str) -> EgnDeal:
    """The deal in a condensed string; what-if lines are not read."""
    packed = text.strip()
    if not _BASE64URL.fullmatch(packed):
        raise EgnError("it is not Base64URL")
    data = urlsafe_b64decode(packed + "=" * (-len(packed) % 4))
    form = data[0] >> 4 if data else 0
    if not 1 <= form <= NEWEST:
        return _oldest(_Bits(data))
    try:
        return _since(_Bits(data), form)
    except EgnError as fault:
        return _as_oldest(_Bits(data), fault)


def _as_oldest(bits: _Bits, fault: EgnError) -> EgnDeal:
    """The oldest form has no number and may begin as if it had one; only a whole deal is believed."""
    try:
        found = _oldest(bits)
    except EgnError:
        raise fault from None
    play = (found.phases or ())[-1:]
    if not play or not isinstance(play[0], TrickPlay) or len(play[0].tricks) != HAND_SIZE:
        raise fault
    return found


def _since(bits: _Bits, form: int) -> EgnDeal:
    bits.number(0xF)
    dealer = bits.number(3 if form == 1 else 7)
    if form > 1:
        _same_game(bits)
    turn_up = bits.one_of(DECK)
    hands = _hands(bits) if form == NEWEST else None
    left, phases, lone = list(DECK), list[BiddingPhase | TrickPlay](), 0
    for number in range(bits.number(7)):
        if bits.flag():
            phases.append(_play(bits, number, left, PLAYERS - lone))
            continue
        bidding = _bidding(bits, number, turn_up, form)
        lone = bool(bidding.is_alone) + (bidding.alone_defender is not None)
        phases.append(bidding)
    if not bits.flag() and bits.number(0xF) != END:
        raise EgnError("it does not end as such a deal does")
    return _deal(dealer, turn_up, tuple(phases), hands)


def _same_game(bits: _Bits) -> None:
    players, lowest = bits.number(7) + 1, bits.number(3)
    if players != PLAYERS or lowest:
        raise EgnError("it is of another pack or another number of players")


def _deal(
    dealer: int,
    turn_up: str,
    phases: tuple[BiddingPhase | TrickPlay, ...],
    hands: tuple[tuple[str, ...], ...] | None = None,
) -> EgnDeal:
    if dealer >= PLAYERS:
        raise EgnError("its dealer has no seat")
    return EgnDeal(initial_state=InitialState(dealer, turn_up, hands), phases=phases or None)


def _hands(bits: _Bits) -> tuple[tuple[str, ...], ...] | None:
    if not bits.flag():
        return None
    return tuple(tuple(bits.one_of(DECK) for _ in range(bits.number(0xF))) for _ in range(PLAYERS))


def _bidding(bits: _Bits, number: int, turn_up: str, form: int) -> BiddingPhase:
    calls = _calls(bits, turn_up)
    alone = bits.flag()
    against = bits.number(7) if form > 1 and alone and bits.flag() else None
    buried = bits.one_of(DECK) if form == NEWEST and bits.flag() else None
    return BiddingPhase(
        phase_number=number,
        calls=calls,
        is_alone=alone,
        alone_defender=against,
        discard=buried,
        call_annotations=_annotations(bits),
    )


def _calls(bits: _Bits, turn_up: str) -> tuple[CallText, ...]:
    calls: list[CallText] = []
    for _ in range(PLAYERS):
        if bits.flag():
            return (*calls, "Order")
        calls.append("Pass")
    suits = [suit for suit in SUITS if suit != turn_up[1]]
    for _ in range(PLAYERS):
        if named := bits.number(3):
            return (*calls, suits[named - 1])
        calls.append("Pass")
    return tuple(calls)


def _play(bits: _Bits, number: int, left: list[str], hands: int) -> TrickPlay:
    tricks = tuple(tuple(_played(bits, left) for _ in range(hands)) for _ in range(bits.number(7)))
    return TrickPlay(phase_number=number, tricks=tricks, play_annotations=_annotations(bits))


def _played(bits: _Bits, left: list[str]) -> str:
    if not left:
        raise EgnError("it plays more cards than there are")
    card = bits.one_of(left)
    left.remove(card)
    return card


def _annotations(bits: _Bits) -> Annotations | None:
    if not bits.flag():
        return None
    return {
        str(bits.number(0xFF)): tuple(bits.text() for _ in range(bits.number(0xFF)))
        for _ in range(bits.number(0xFF))
    }


def _oldest(bits: _Bits) -> EgnDeal:
    """The first form: bids and cards until the bits end, and nothing else."""
    dealer, turn_up = bits.number(3), bits.one_of(DECK)
    if bits.over():
        return _deal(dealer, turn_up, ())
    bidding = BiddingPhase(
        phase_number=0, calls=_calls(bits, turn_up), is_alone=(alone := bits.flag())
    )
    left, cards = list(DECK), list[str]()
    size = PLAYERS - alone
    while not (bits.over() and len(cards) % size == 0) and left:
        cards.append(_played(bits, left))
    tricks = tuple(tuple(cards[at : at + size]) for at in range(0, len(cards), size))
    play = TrickPlay(phase_number=1, tricks=tricks)
    return _deal(dealer, turn_up, (bidding, play) if tricks else (bidding,))


Choice = frozenset[Card]
ANY: Final[Choice] = frozenset(EVERY_CARD)


class KnownCards(Struct, frozen=True):
    """What a file tells of one deal's cards.

    ``given`` are the hands as listed, a choice of cards for each place; ``came_from`` has each
    card seen later and whose hand it came from; ``lacks`` are the cards a seat cannot have kept,
    having failed to follow; ``taker`` took the turn-up and buried one of ``buried``; ``kitty``
    are the cards left over beside the turn-up.
    """

    turn_up: Card
    given: tuple[tuple[Choice, ...], ...]
    came_from: Mapping[Card, Seat]
    lacks: tuple[Choice, ...]
    taker: Seat | None = None
    buried: Choice = frozenset()
    kitty: tuple[Choice, ...] = ()
    deck: tuple[Card, ...] = PACK


class Completed(Struct, frozen=True):
    """One deal that fits, the card buried in it, and the cards whose place is a guess."""

    cards: Dealt
    buried: Card | None
    assumed: frozenset[Card]


class _Place(Struct, frozen=True):
    """A place for one card: in a seat's dealt hand, or in the stock where there is no seat."""

    seat: Seat | None
    choice: Choice
    to_bury: bool = False


def complete(known: KnownCards, order: Sequence[Card] = ()) -> Completed | None:
    """A deal that fits, with the untold cards placed in this order; None where there is none."""
    order = order or known.deck
    for places, buried in _layouts(known):
        cards = [card for card in known.came_from if card is not known.turn_up]
        cards += [card for card in order if card not in cards and card is not known.turn_up]
        lies = _match(cards, places, known)
        if lies is not None:
            return _completed(known, places, lies, buried)
    return None


def _layouts(known: KnownCards) -> Iterator[tuple[list[_Place], Card | None]]:
    """The places to fill, once for each place the untold buried card may have come from."""
    places = [
        _Place(seat, choice)
        for seat, hand in zip(Seat, known.given, strict=True)
        for choice in (*hand, *[ANY] * (HAND_SIZE - len(hand)))
    ]
    places += [_Place(None, choice) for choice in known.kitty]
    places += [_Place(None, ANY)] * (len(known.deck) - 1 - len(places))
    if known.taker is None or len(known.buried) == 1:
        yield places, next(iter(known.buried), None)
        return
    if known.turn_up in known.came_from or known.turn_up not in known.lacks[known.taker]:
        for number in reversed(range(len(places))):
            if places[number].seat is known.taker:
                choice = places[number].choice & known.buried
                to_bury = _Place(known.taker, choice, to_bury=True)
                yield [*places[:number], to_bury, *places[number + 1 :]], None
    if known.turn_up in known.buried and known.turn_up not in known.came_from:
        yield places, known.turn_up


def _match(cards: list[Card], places: list[_Place], known: KnownCards) -> dict[int, Card] | None:
    """Give each card a place of its own, moving cards on where a place is wanted."""
    lies: dict[int, Card] = {}

    def settle(card: Card, tried: set[int]) -> bool:
        fitting = [n for n, place in enumerate(places) if _fits(card, place, known)]
        for number in sorted(fitting, key=lambda n: n in lies):
            if number in tried:
                continue
            tried.add(number)
            if number not in lies or settle(lies[number], tried):
                lies[number] = card
                return True
        return False

    return lies if all(settle(card, set()) for card in cards) else None


def _fits(card: Card, place: _Place, known: KnownCards) -> bool:
    if card not in place.choice:
        return False
    if card in known.came_from:
        return known.came_from[card] is place.seat and not place.to_bury
    return place.seat is None or place.to_bury or card not in known.lacks[place.seat]


def _completed(
    known: KnownCards, places: list[_Place], lies: dict[int, Card], buried: Card | None
) -> Completed:
    hands: dict[Seat | None, list[Card]] = {None: [], **{seat: [] for seat in Seat}}
    told = set(known.came_from)
    for number, place in enumerate(places):
        hands[place.seat].append(lies[number])
        if place.to_bury:
            buried = lies[number]
    for hand in (*known.given, known.kitty):
        told.update(*(choice for choice in hand if len(choice) == 1))
    untold = frozenset(known.deck) - told - {known.turn_up}
    in_hand = frozenset(card for seat in Seat for card in hands[seat])
    four = tuple(tuple(hands[seat]) for seat in Seat)
    dealt = Dealt(four, known.turn_up, tuple(hands[None]))
    return Completed(dealt, buried, untold if untold & in_hand else frozenset())


def without_voids(known: KnownCards) -> KnownCards:
    """The same, were failing to follow no proof of a void."""
    return replace(known, lacks=(frozenset(),) * len(Seat))


Found = TypeVar("Found")


class ActInDeal(Struct, frozen=True):
    """One act and where it stands in the deal."""

    where: str
    action: acts.Action


class Course(Struct, frozen=True):
    """The acts of a deal in order, and what they tell of the cards.

    The card of an untold bury is only a stand-in until the cards are completed.
    """

    steps: tuple[ActInDeal, ...]
    known: KnownCards


def course_of(deal: EgnDeal, book: RuleBook, score: tuple[int, int]) -> Course:
    """Follow a deal of the file through the engine, without asking what is legal."""
    bidding, tricks = _phases(deal)
    deck = book.pack.cards
    turn_up = at("the upCard", read_card, deal.initial_state.up_card, None, deck)
    # Whether a call loses the game hangs on the hands, which are not known yet.
    open_book = replace(book, bidding=replace(book.bidding, breach="allowed"))
    now = at_score(_blank(open_book, Seat(deal.initial_state.dealer), turn_up), score)
    steps: list[ActInDeal] = []

    def do(where: str, action: acts.Action) -> None:
        nonlocal now
        steps.append(ActInDeal(where, action))
        now = put_down(now, action)

    alone = bool(bidding.is_alone)
    for number, call in enumerate(bidding.calls, 1):
        if now.phase not in (Phase.ROUND_ONE, Phase.ROUND_TWO, Phase.JOKER):
            raise EgnError(f"call {number}: the bidding was over")
        do(f"call {number}", at(f"call {number}", _call, call, now, alone))
    if alone and now.maker is None:
        raise EgnError("isAlone is true, and nobody made trump")
    buried = _buried(bidding, now, steps_follow=any(tricks))
    if buried:
        assert now.turn is not None
        do("the discard", acts.Bury(now.turn, min(buried)))
    while now.phase is Phase.ALONE and (bidding.is_alone is not None or any(tricks)):
        assert now.turn is not None
        do("isAlone", acts.GoAlone(now.turn) if alone else acts.KeepPartner(now.turn))
    defender = bidding.alone_defender
    while now.phase is Phase.DEFEND and (defender is not None or any(tricks)):
        assert now.turn is not None
        goes = defender == int(now.turn)
        do("aloneDefender", acts.GoAlone(now.turn) if goes else acts.KeepPartner(now.turn))
    if defender not in (None, NOBODY) and now.lone_defender is None:
        raise EgnError("aloneDefender: this book does not let that player defend alone here")
    _check_tricks(tricks, now)
    for number, trick in enumerate(tricks, 1):
        for text in trick:
            assert now.turn is not None
            where = f"trick {number}, {now.turn.word}"
            do(where, acts.Play(now.turn, at(where, read_card, text, now.trump, deck)))
    return Course(tuple(steps), _known(deal, now, steps, buried))


def at(where: str, read: Callable[..., Found], *args: object) -> Found:
    """Read something, and put where it stands before any complaint."""
    try:
        return read(*args)
    except ValueError as fault:
        raise EgnError(message("{where}: {reason}", where=where, reason=said_by(fault))) from None


def _phases(deal: EgnDeal) -> tuple[BiddingPhase, tuple[tuple[CardText, ...], ...]]:
    tricks: tuple[tuple[CardText, ...], ...] = ()
    match deal.phases or ():
        case ():
            return BiddingPhase(calls=()), ()
        case (BiddingPhase() as bidding,):
            pass
        case (BiddingPhase() as bidding, TrickPlay() as play):
            tricks = play.tricks
            bidding = replace(bidding, is_alone=_is_alone(bidding, play))
        case _:
            raise EgnError("the phases are not EUCHRE_BIDDING and then TRICK_PLAY")
    if bidding.card_exchanges:
        raise EgnError("cardExchanges: no book here lets cards be exchanged")
    return bidding, tricks


def _is_alone(bidding: BiddingPhase, play: TrickPlay) -> bool | None:
    """What the file says of playing alone; the size of the tricks, where it says nothing."""
    said = {bidding.is_alone, play.is_alone} - {None}
    if len(said) == 1:
        return said.pop()
    sizes = {len(trick) for trick in play.tricks[:-1]}
    if len(sizes) == 1:
        defended = bidding.alone_defender not in (None, NOBODY)
        return sizes == {len(Seat) - 1 - defended}
    if said:
        raise EgnError("isAlone is not the same in the bidding and in the play")
    return None


def _blank(book: RuleBook, dealer: Seat, turn_up: Card) -> Deal:
    """A deal with any hands, for the sake of whose turn it is."""
    rest = [card for card in book.pack.cards if card is not turn_up]
    cut = [tuple(rest[i * HAND_SIZE : (i + 1) * HAND_SIZE]) for i in range(len(Seat))]
    return start(book, dealer, cut, turn_up, rest[len(Seat) * HAND_SIZE :])


def _call(call: str, deal: Deal, alone: bool) -> acts.Action:
    assert deal.turn is not None
    seat = deal.turn
    alone = alone and deal.book.alone.when == "with the call"
    if deal.phase is Phase.JOKER and deal.book.bidding.joker_turned == "named blind, proposed":
        alone = False
    match call:
        case "Pass":
            at_turn_up = deal.phase is Phase.ROUND_ONE and seat is deal.dealer
            return acts.TurnDown(seat) if at_turn_up else acts.Pass(seat)
        case "Order" if deal.phase is Phase.ROUND_TWO:
            raise EgnError("the turn-up was turned down, so that it cannot be ordered")
        case "Order":
            if seat is deal.dealer:
                return acts.PickUp(seat, alone)
            return acts.Order(seat, alone or bound_to_be_alone(deal, seat))
        case "x":
            raise EgnError("the call is unknown, and without it the deal cannot be replayed")
        case _ if deal.phase is Phase.ROUND_ONE:
            raise EgnError("a suit is named before the turn-up is turned down")
        case _:
            return acts.Name(seat, NoTrump.HIGH if call == "n" else Suit.of(call), alone)


def _buried(bidding: BiddingPhase, deal: Deal, steps_follow: bool) -> Choice:
    """The cards that may have been buried; none where nothing was, or not yet."""
    given = None
    if bidding.discard:
        given = at("the discard", read_cards, bidding.discard, deal.trump, deal.book.pack.cards)
    if deal.phase is Phase.BURY:
        return given or (ANY if steps_follow else frozenset())
    sits_out = deal.lone is not None and deal.lone.partner is deal.dealer
    if given is not None and not (sits_out and deal.trump is deal.offered):
        raise EgnError("a discard is given, and nobody took the turn-up")
    return frozenset()


def _check_tricks(tricks: tuple[tuple[CardText, ...], ...], deal: Deal) -> None:
    """Refuse tricks of the wrong size, and cards before there is a trump."""
    if any(tricks) and deal.phase is not Phase.PLAY:
        raise EgnError("cards are played before the bidding is over")
    if len(tricks) > HAND_SIZE:
        raise EgnError(f"there should be {HAND_SIZE} tricks, not {len(tricks)}")
    playing = len(deal.active)
    for number, trick in enumerate(tricks, 1):
        unfinished = len(trick) < playing and number < len(tricks)
        if len(trick) > playing or unfinished:
            raise EgnError(
                f"trick {number}: {counted(len(trick), 'card')} played where {playing} players play"
            )


def _known(deal: EgnDeal, now: Deal, steps: list[ActInDeal], buried: Choice) -> KnownCards:
    """What the acts and the hands given tell of the cards."""
    came_from: dict[Card, Seat] = {}
    for step in steps:
        action = step.action
        if isinstance(action, acts.Play) or (isinstance(action, acts.Bury) and len(buried) == 1):
            if action.card in came_from:
                raise EgnError(f"{step.where}: {action.card} appears twice")
            if action.card is now.turn_up and action.seat is not now.taken_by:
                raise EgnError(f"{step.where}: {action.card} was the turn-up")
            came_from[action.card] = action.seat
    lacks = [frozenset(_lacking(now, seat)) for seat in Seat]
    given = _given(deal, now)
    taker = now.taken_by if buried else None
    deck = now.book.pack.cards
    kitty = kitty_of(deal, now.turn_up, deck)
    return KnownCards(now.turn_up, given, came_from, tuple(lacks), taker, buried, kitty, deck)


def kitty_of(deal: EgnDeal, turn_up: Card, deck: tuple[Card, ...]) -> tuple[Choice, ...]:
    """The cards that the file leaves in the kitty beside the turn-up; a blank is any card."""
    texts = deal.initial_state.kitty or ()
    try:
        read = (read_cards(text, None, deck) for text in texts)
        choices = [choice for choice in read if choice != {turn_up}]
    except EgnError:
        return ()
    return tuple(choices) if len(choices) < len(deck) - HAND_SIZE * len(Seat) else ()


def _lacking(deal: Deal, seat: Seat) -> set[Card]:
    """The cards a seat showed it lacks by not following suit."""
    lacking: set[Card] = set()
    for trick in deal.tricks:
        played, led = trick.card_of(seat), trick.led
        if played is None or led is None:
            continue
        suit = suit_in_play(led, deal.trump)
        if suit_in_play(played, deal.trump) is not suit:
            lacking |= {card for card in EVERY_CARD if suit_in_play(card, deal.trump) is suit}
    return lacking


def _given(deal: EgnDeal, now: Deal) -> tuple[tuple[Choice, ...], ...]:
    """The hands as the file lists them, each card as the choice it leaves."""
    hands = deal.initial_state.player_cards or ((),) * len(Seat)
    if len(hands) != len(Seat):
        raise EgnError(f"playerCards lists {len(hands)} hands, not {len(Seat)}")
    given = []
    for seat, hand in zip(Seat, hands, strict=True):
        if len(hand) > HAND_SIZE:
            raise EgnError(
                f"playerCards, {seat.word}: {counted(len(hand), 'card')}, not {HAND_SIZE}"
            )
        where = f"playerCards, {seat.word}"
        given.append(
            tuple(at(where, read_cards, text, now.trump, now.book.pack.cards) for text in hand)
        )
    told = [next(iter(choice)) for hand in given for choice in hand if len(choice) == 1]
    told.append(now.turn_up)
    for card in told:
        if told.count(card) > 1:
            raise EgnError(f"playerCards: {card} appears twice")
    return tuple(given)
