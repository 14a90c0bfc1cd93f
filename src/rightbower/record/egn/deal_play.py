"""What the players did in one deal of a file: whose each call and card was."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from rightbower.record.egn.complete import ANY, Choice, KnownCards
from rightbower.record.egn.schema import (
    BiddingPhase,
    CardText,
    EgnDeal,
    EgnError,
    TrickPlay,
    read_card,
    read_cards,
)
from rightbower.rules import acts
from rightbower.rules.book import RuleBook
from rightbower.rules.cards import HAND_SIZE, PACK, Card, Seat, Suit, suit_in_play
from rightbower.rules.deal import Deal, Phase, bound_to_be_alone, place, start
from rightbower.rules.refusal import counted

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


def course_of(deal: EgnDeal, book: RuleBook) -> Course:
    """Follow a deal of the file through the engine, without asking what is legal."""
    bidding, tricks = _phases(deal)
    turn_up = at("the upCard", read_card, deal.initial_state.up_card, None)
    # Whether a call loses the game hangs on the hands, which are not known yet.
    open_book = replace(book, bidding=replace(book.bidding, breach="allowed"))
    now = _blank(open_book, Seat(deal.initial_state.dealer), turn_up)
    steps: list[ActInDeal] = []

    def do(where: str, action: acts.Action) -> None:
        nonlocal now
        steps.append(ActInDeal(where, action))
        now = place(now, action)

    alone = bool(bidding.is_alone)
    for number, call in enumerate(bidding.calls, 1):
        if now.phase not in (Phase.ROUND_ONE, Phase.ROUND_TWO):
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
    _check_tricks(tricks, now)
    for number, trick in enumerate(tricks, 1):
        for text in trick:
            assert now.turn is not None
            where = f"trick {number}, {now.turn.word}"
            do(where, acts.Play(now.turn, at(where, read_card, text, now.trump)))
    return Course(tuple(steps), _known(deal, now, steps, buried))


def at(where: str, read: Callable[..., Found], *args: object) -> Found:
    """Read something, and put where it stands before any complaint."""
    try:
        return read(*args)
    except ValueError as fault:
        raise EgnError(f"{where}: {fault}") from None


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
    if bidding.alone_defender not in (None, -1):
        raise EgnError("aloneDefender: no book here lets a defender play alone")
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
        return sizes == {len(Seat) - 1}
    if said:
        raise EgnError("isAlone is not the same in the bidding and in the play")
    return None


def _blank(book: RuleBook, dealer: Seat, turn_up: Card) -> Deal:
    """A deal with any hands, for the sake of whose turn it is."""
    rest = [card for card in PACK if card is not turn_up]
    cut = [tuple(rest[i * HAND_SIZE : (i + 1) * HAND_SIZE]) for i in range(len(Seat))]
    return start(book, dealer, cut, turn_up, rest[len(Seat) * HAND_SIZE :])


def _call(call: str, deal: Deal, alone: bool) -> acts.Action:
    assert deal.turn is not None
    seat = deal.turn
    alone = alone and deal.book.alone.when == "with the call"
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
        case "n":
            raise EgnError("no book here plays without trumps")
        case "x":
            raise EgnError("the call is unknown, and without it the deal cannot be replayed")
        case _ if deal.phase is Phase.ROUND_ONE:
            raise EgnError("a suit is named before the turn-up is turned down")
        case _:
            return acts.Name(seat, Suit.of(call), alone)


def _buried(bidding: BiddingPhase, deal: Deal, steps_follow: bool) -> Choice:
    """The cards that may have been buried; none where nothing was, or not yet."""
    given = None
    if bidding.discard:
        given = at("the discard", read_cards, bidding.discard, deal.trump)
    if deal.phase is Phase.BURY:
        return given or (ANY if steps_follow else frozenset())
    sits_out = deal.lone is not None and deal.lone.partner is deal.dealer
    if given is not None and not (sits_out and deal.trump is deal.turn_up.suit):
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
    kitty = kitty_of(deal, now.turn_up)
    return KnownCards(now.turn_up, given, came_from, tuple(lacks), taker, buried, kitty)


def kitty_of(deal: EgnDeal, turn_up: Card) -> tuple[Choice, ...]:
    """The cards that the file leaves in the kitty beside the turn-up; a blank is any card."""
    texts = deal.initial_state.kitty or ()
    try:
        choices = [choice for text in texts if (choice := read_cards(text, None)) != {turn_up}]
    except EgnError:
        return ()
    return tuple(choices) if len(choices) < len(PACK) - HAND_SIZE * len(Seat) else ()


def _lacking(deal: Deal, seat: Seat) -> set[Card]:
    """The cards a seat showed it lacks by not following suit."""
    lacking: set[Card] = set()
    for trick in deal.tricks:
        played, led = trick.card_of(seat), trick.led
        if played is None or led is None:
            continue
        suit = suit_in_play(led, deal.trump)
        if suit_in_play(played, deal.trump) is not suit:
            lacking |= {card for card in PACK if suit_in_play(card, deal.trump) is suit}
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
        given.append(tuple(at(where, read_cards, text, now.trump) for text in hand))
    told = [next(iter(choice)) for hand in given for choice in hand if len(choice) == 1]
    told.append(now.turn_up)
    for card in told:
        if told.count(card) > 1:
            raise EgnError(f"playerCards: {card} appears twice")
    return tuple(given)
