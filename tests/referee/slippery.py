"""Games as at the table in which everybody slips now and then, and deals with one thing gone wrong."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final, NamedTuple, get_args

from rightbower.record.entries import (
    ActionEntry,
    BellEntry,
    CalledEntry,
    ChoiceEntry,
    ClaimEntry,
    DealtEntry,
    EnteredEntry,
    OverruleEntry,
    Record,
    RecordEntry,
    SlipEntry,
    TurnedEntry,
    TurnUpEntry,
)
from rightbower.record.record import after_entry, start
from rightbower.referee.audit import as_dealt, place_any
from rightbower.referee.doing import (
    irregularities,
    options,
    refusal,
)
from rightbower.referee.irregularities import (
    ExposedCard,
    Fact,
    Helping,
    How,
    Kind,
    Misdeal,
    NotSingly,
    OutOfTurn,
    Revoke,
    Talk,
    TrickTurned,
    WrongCall,
    WrongCount,
)
from rightbower.referee.remedies import FINAL, AwardPoints, DeductPoints, LetStand
from rightbower.referee.table import (
    Ruled,
    SuitCall,
    Table,
    leader_called_on,
    legal_cards,
    may_call,
    ways,
)
from rightbower.rules.acts import Action, Bury, Name, Order, Pass, Play, TurnDown
from rightbower.rules.book import RuleBook
from rightbower.rules.cards import HAND_SIZE, Card, Seat, Side, Suit, shuffled
from rightbower.rules.ceremonies import Dealt, deal_cards
from rightbower.rules.deal import Deal, Phase, breaches_trump_to_order
from rightbower.rules.game import TurnUp
from rightbower.rules.judge import legal

MOST_STEPS = 20_000
HOW: Final[tuple[How, ...]] = ("dropped", "named", "played along")


# ---- deals with one thing planted


def planted(book: RuleBook, chance: Random) -> tuple[Deal, tuple[Fact, ...]] | None:
    """A deal played out with one irregularity, and what the audit should find; None if none fits."""
    cards = deal_cards(shuffled(chance.randrange(2**32)), chance.choice(tuple(Seat)), book)
    dealer = chance.choice(tuple(Seat))
    plant = chance.choice((_wrong_count, _revoke, _wrong_turn, _wrong_call))
    return plant(book, dealer, cards, chance)


def _wrong_count(
    book: RuleBook, dealer: Seat, cards: Dealt, chance: Random
) -> tuple[Deal, tuple[Fact, ...]] | None:
    """A card goes from one hand, or from the stock, to another hand."""
    hands = [list(hand) for hand in cards.hands]
    stock = list(cards.stock)
    giver, taker = chance.sample([*Seat, None], 2)
    given = stock if giver is None else hands[giver]
    card = given.pop(chance.randrange(len(given)))
    (stock if taker is None else hands[taker]).append(card)
    wrong = Dealt(tuple(tuple(hand) for hand in hands), cards.turn_up, tuple(stock))
    expected: list[Fact] = [
        WrongCount(seat, len(hands[seat])) for seat in Seat if len(hands[seat]) != HAND_SIZE
    ]
    if giver is None or taker is None:
        expected.append(Misdeal(dealer, Kind.WRONG_KITTY))
    return _played_out(as_dealt(book, dealer, wrong), chance), tuple(expected)


def _revoke(
    book: RuleBook, dealer: Seat, cards: Dealt, chance: Random
) -> tuple[Deal, tuple[Fact, ...]] | None:
    """Somebody who could follow does not."""
    moments = []
    for deal in _course(as_dealt(book, dealer, cards), chance):
        if deal.phase is Phase.PLAY and deal.turn is not None:
            wrong = set(deal.hands[deal.turn]) - set(legal_cards(deal, deal.turn))
            moments += [(deal, card) for card in sorted(wrong)]
    if not moments:
        return None
    deal, card = chance.choice(moments)
    assert deal.turn is not None
    after = place_any(deal, Play(deal.turn, card))
    return _played_out(after, chance), (Revoke(deal.turn, len(deal.tricks)),)


def _wrong_turn(
    book: RuleBook, dealer: Seat, cards: Dealt, chance: Random
) -> tuple[Deal, tuple[Fact, ...]] | None:
    """Somebody leads or plays before their turn."""
    moments = []
    for deal in _course(as_dealt(book, dealer, cards), chance):
        if deal.phase is Phase.PLAY:
            played = {seat for seat, _ in deal.tricks[-1].plays}
            early = set(deal.active) - played - {deal.turn}
            moments += [(deal, seat) for seat in sorted(early)]
    if not moments:
        return None
    deal, seat = chance.choice(moments)
    card = chance.choice(legal_cards(deal, seat))
    after, number = place_any(deal, Play(seat, card)), len(deal.tricks)
    if deal.tricks[-1].plays:
        fact = OutOfTurn(seat, Kind.PLAY_OUT_OF_TURN, number, card)
    else:
        fact = OutOfTurn(seat, Kind.LEAD_OUT_OF_TURN, number, card)
    return _played_out(after, chance), (fact,)


def _wrong_call(
    book: RuleBook, dealer: Seat, cards: Dealt, chance: Random
) -> tuple[Deal, tuple[Fact, ...]] | None:
    """Somebody calls before their turn, or names the suit turned down."""
    moments: list[tuple[Deal, WrongCall]] = []
    for deal in _course(as_dealt(book, dealer, cards), chance, passing=0.9):
        suit = deal.turn_up.suit
        others = [seat for seat in Seat if seat is not deal.turn]
        if deal.phase is Phase.ROUND_ONE:
            calls = [Order(seat) for seat in others if seat is not dealer]
            moments += [(deal, WrongCall(c.seat, Kind.CALL_OUT_OF_TURN, c)) for c in calls]
            if deal.turn is not dealer:
                down = WrongCall(dealer, Kind.TURN_DOWN_OUT_OF_TURN, TurnDown(dealer))
                moments.append((deal, down))
        if deal.phase is Phase.ROUND_TWO:
            assert deal.turn is not None
            dead = Name(deal.turn, suit)
            moments.append((deal, WrongCall(deal.turn, Kind.DEAD_SUIT, dead)))
            early = [Name(seat, suit.same_colour) for seat in others]
            moments += [(deal, WrongCall(c.seat, Kind.CALL_OUT_OF_TURN, c)) for c in early]
    deal, fact = chance.choice(moments)
    found: list[Fact] = [fact]
    if isinstance(fact.call, Order) and breaches_trump_to_order(deal, fact.call):
        found.append(WrongCall(fact.seat, Kind.ORDER_WITHOUT_TRUMP, fact.call))
    return _played_out(place_any(deal, fact.call), chance), tuple(found)


def _course(deal: Deal, chance: Random, passing: float = 0.5) -> Iterator[Deal]:
    """A deal played properly to its end, state by state."""
    yield deal
    while deal.ending is None:
        deal = place_any(deal, _proper(deal, chance, passing))
        yield deal


def _played_out(deal: Deal, chance: Random) -> Deal:
    for last in _course(deal, chance):
        deal = last
    return deal


def _proper(deal: Deal, chance: Random, passing: float) -> Action:
    """A legal action, also for hands of the wrong size; nobody orders without a trump."""
    seat = deal.turn
    assert seat is not None
    if deal.phase is Phase.PLAY:
        return Play(seat, chance.choice(legal_cards(deal, seat)))
    choice = [each for each in legal(deal) if not _risky(deal, each)]
    passes = [each for each in choice if isinstance(each, Pass | TurnDown)]
    others = [each for each in choice if each not in passes]
    if passes and (not others or chance.random() < passing):
        return passes[0]
    return chance.choice(others)


def _risky(deal: Deal, action: Action) -> bool:
    return isinstance(action, Order) and deal.book.bidding.breach == "loses the game"


# ---- whole games with slips


class Played(NamedTuple):
    """A table, and the record that led to it."""

    table: Table
    record: Record


def slippery_game(book: RuleBook, chance: Random, slips: float = 0.15) -> Iterator[Played]:
    """A whole game at which everybody slips now and then and now and then somebody notices."""
    record = Record(book, chance.choice(tuple(Seat)), at_table=True).then(BellEntry("start"))
    table = after_entry(start(record), BellEntry("start"))
    yield Played(table, record)
    for _ in range(MOST_STEPS):
        entry: RecordEntry = EnteredEntry()
        if table.game.result is None or table.waiting:
            entry = _next(table, chance, slips)
        table, record = after_entry(table, entry), record.then(entry)
        yield Played(table, record)
        if table.entered:
            return
    raise AssertionError("the game does not end")


def _next(table: Table, chance: Random, slips: float) -> RecordEntry:
    """What happens next: a choice, a deal, a claim, a slip or a proper act."""
    if table.waiting and (chosen := _choice(table, chance)) is not None:
        return chosen
    if table.game.deal is None:
        return _next_deal(table, chance, slips)
    if table.game.turn_up is not TurnUp.FACED:
        return TurnUpEntry(TurnUp.FACED)
    if chance.random() < slips and (noticed := _noticed(table, chance)) is not None:
        return noticed
    if chance.random() < slips and (reported := _reported(table, chance)) is not None:
        return reported
    if chance.random() < slips / 10 and (set_aside := _overruled(table, chance)) is not None:
        return set_aside
    deal = table.deal
    waits = sum(trick.winner is not None for trick in deal.tricks) > table.quitted
    if waits and (deal.ending is not None or chance.random() > slips):
        return TurnedEntry()
    if (called := _suit_called(table, chance)) is not None:
        return called
    if chance.random() < slips and (slipped := _slip(table, chance)) is not None:
        return slipped
    return ActionEntry(_usual(table, chance))


def _usual(table: Table, chance: Random) -> Action:
    choice = options(table)
    calls = [each for each in choice if not _risky(table.deal, each)]
    return chance.choice(calls or list(choice))


def _next_deal(table: Table, chance: Random, slips: float) -> RecordEntry:
    cards = deal_cards(shuffled(chance.randrange(2**32)), table.game.dealer, table.game.book)
    dealer = table.game.dealer
    if chance.random() < slips / 3:
        cards = _shifted(cards, chance)
    if chance.random() < slips / 3:
        dealer = dealer.left
    return DealtEntry(dealer, cards, chance.choice((TurnUp.FACED, TurnUp.PUT_DOWN)))


def _shifted(cards: Dealt, chance: Random) -> Dealt:
    hands = [list(hand) for hand in cards.hands]
    giver, taker = chance.sample(range(len(Seat)), 2)
    hands[taker].append(hands[giver].pop())
    return Dealt(tuple(tuple(hand) for hand in hands), cards.turn_up, cards.stock)


def _choice(table: Table, chance: Random) -> RecordEntry | None:
    for number in table.waiting:
        ruled = table.log[number]
        assert isinstance(ruled, Ruled)
        ruling = ruled.ruling
        if ruling.when == "after the hand" and table.unsettled is None:
            continue
        by: Side | None = ruled.fact.seat.side.other if ruling.chooser == "other side" else None
        return ChoiceEntry(number, by, chance.choice(ways(table, number)).name)
    return None


def _noticed(table: Table, chance: Random) -> RecordEntry | None:
    facts = irregularities(table)
    if not facts:
        return None
    return ClaimEntry(chance.choice((*Seat, None)), chance.choice(facts))


def _reported(table: Table, chance: Random) -> RecordEntry | None:
    """Something that only eyes and ears can tell of."""
    deal = table.deal
    seat = chance.choice(deal.active)
    if deal.ending is not None or not deal.hands[seat]:
        return None
    card = chance.choice(deal.hands[seat])
    how = chance.choice(HOW)
    facts = tellable(table, seat, card, how)
    return ClaimEntry(chance.choice((*Seat, None)), chance.choice(facts), points=1)


def tellable(table: Table, seat: Seat, card: Card, how: How = "dropped") -> list[Fact]:
    """What nobody but those who saw or heard it can tell of."""
    facts: list[Fact] = [
        Misdeal(table.deal.dealer, Kind.EXPOSED_IN_DEAL),
        ExposedCard(seat, card, how),
        NotSingly(seat, card),
        *(Talk(seat, kind) for kind in get_args(Helping)),
    ]
    if table.quitted:
        facts.append(TrickTurned(seat, Kind.TRICK_TURNED_UP, 1))
    return facts


def _overruled(table: Table, chance: Random) -> RecordEntry | None:
    rulings = [at for at, each in enumerate(table.log) if isinstance(each, Ruled)]
    if not rulings:
        return None
    remedy = chance.choice((LetStand(FINAL), AwardPoints(FINAL, 1), DeductPoints(FINAL, 1)))
    return OverruleEntry(chance.choice(rulings), 'R. "Bob" Marsh', "So it is: fair", (remedy,))


def _suit_called(table: Table, chance: Random) -> RecordEntry | None:
    call = leader_called_on(table.deal, table.orders)
    if not isinstance(call, SuitCall) or call.suit is not None:
        return None
    by = may_call(table.deal, table.orders)
    if not by:
        return None
    return CalledEntry(chance.choice(by), chance.choice((*Suit, None)))


def _slip(table: Table, chance: Random) -> RecordEntry | None:
    """Somebody does something they should not."""
    deal = table.deal
    tried: list[Action] = []
    for seat in Seat:
        tried += [Play(seat, card) for card in deal.hands[seat]]
        tried += [Pass(seat), TurnDown(seat), Order(seat)]
        tried += [Name(seat, suit) for suit in Suit]
        tried += [Bury(seat, card) for card in deal.hands[seat]]
    wrong = [each for each in tried if not _risky(deal, each) and refusal(table, each) is None]
    return SlipEntry(chance.choice(wrong)) if wrong else None


def cards_on_table(deal: Deal) -> list[Card]:
    """Every card of the deal, wherever it lies now."""
    held = [card for hand in deal.hands for card in hand]
    played = [card for trick in deal.tricks for _, card in trick.plays]
    rest = [] if deal.taken_by is not None else [deal.turn_up]
    buried = [] if deal.buried is None else [deal.buried]
    return sorted([*held, *played, *rest, *buried, *deal.stock])
