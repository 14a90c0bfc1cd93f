"""Why a call."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from rightbower.players.league import BOUND_BAR, choose_bury, lone_strength, strength
from rightbower.players.sight import score_situation
from rightbower.players.views import View
from rightbower.rules.acts import Action, GoAlone, KeepPartner, Name, Order, Pass, PickUp, TurnDown
from rightbower.rules.cards import (
    Card,
    NoTrump,
    Rank,
    Seat,
    Strain,
    Suit,
    height,
    left_bower,
    right_bower,
)
from rightbower.rules.deal import Phase
from rightbower.rules.message import message
from rightbower.study.reasons import (
    Reason,
    aces_beside,
    alone_useless,
    points_counted,
    score_of_call,
    stop_loner,
    top_trumps,
    top_words,
    trumps_counted,
    trumps_in,
)

FEW = 2  # trumps that are seldom enough to call
GOOD_SUIT = 20  # strength of a hand that is glad to name a suit
HIGH = Rank.KING  # a turn-up from here on, or a bower, is a strong card to give away


class TrumpCall(Struct, frozen=True):
    """Trump to be, alone or not, and the hand it would be played with."""

    suit: Strain
    alone: bool
    hand: tuple[Card, ...]
    by: Seat


def call_of(view: View, action: Action) -> TrumpCall | None:
    """An action as a call; None for a pass."""
    match action:
        case Pass() | TurnDown():
            return None
        case Order(alone=alone):
            return TrumpCall(_up(view).suit, alone, view.hand, action.seat)
        case PickUp(alone=alone):
            return TrumpCall(_up(view).suit, alone, _after_burying(view), action.seat)
        case Name(suit=suit, alone=alone):
            return TrumpCall(suit, alone, view.hand, action.seat)
    assert isinstance(action, GoAlone | KeepPartner)
    assert view.trump is not None
    return TrumpCall(view.trump, isinstance(action, GoAlone), view.hand, action.seat)


def why_call(view: View, call: TrumpCall, against_alone: bool) -> Iterator[Reason]:
    """What speaks for a call, the strongest first."""
    if donated := stop_loner(view, len(trumps_in(call.hand, call.suit))):
        yield donated
        return
    if call.alone:
        yield _lone_hand(view, call)
    elif useless := alone_useless(view, against_alone or _nearly_lone(call)):
        yield useless
    yield from score_of_call(view)
    if isinstance(call.suit, NoTrump):
        yield from _best_of_suits(view, call.hand, call.suit)
        return
    yield from _seat(view, call)
    yield from _turn_up_to_us(view, call)
    if not call.alone:
        yield _trumps_held(call)
        yield from _side_aces(call)


def _best_of_suits(view: View, hand: tuple[Card, ...], called: NoTrump) -> Iterator[Reason]:
    """Cards that nothing beats where there are no trumps."""
    tops = {
        card.suit: card
        for card in sorted(view.book.pack.cards, key=lambda each: height(each, called))
    }
    best = tuple(card for card in hand if card is tops[card.suit])
    if best:
        said = message("nothing beats {cards} without trumps", cards=best)
        yield Reason(("no-trump",), said, best, count=len(best))


def why_pass(view: View) -> Iterator[Reason]:
    """What speaks for a pass, the strongest first."""
    yield from book_on_calls(view)
    best = best_suit(view)
    if view.phase is Phase.ROUND_ONE:
        yield from _both_bowers_wait(view)
        if _dealer_is_against(view) and _strong(_up(view)):
            yield turn_up_to_them(view)
        yield from _better_suit(view)
    yield from too_few(best)
    yield from _no_right(best)
    yield from _dealer_stuck(view)
    if view.phase is Phase.ROUND_ONE and _dealer_is_against(view) and not _strong(_up(view)):
        yield turn_up_to_them(view)
    yield from _partner_to_speak(view)


def best_suit(view: View) -> TrumpCall:
    """The suit one would call if one had to."""
    calls = [call for action in view.legal if (call := call_of(view, action)) is not None]
    if not calls:
        return TrumpCall(_up(view).suit, False, view.hand, _me(view))
    return max(calls, key=lambda call: (strength(call.hand, call.suit), not call.alone))


def turn_up_to_them(view: View) -> Reason:
    """To order gives the turn-up to the other side."""
    up = _up(view)
    said = message("ordering would put {card} into the dealer's hand, against you", card=up)
    return Reason(("turn-up to them",), said, (up,), seat=view.dealer)


def too_few(call: TrumpCall) -> Iterator[Reason]:
    """A call would stand on one or two trumps."""
    held = trumps_in(call.hand, call.suit)
    if len(held) > FEW or isinstance(call.suit, NoTrump):
        return
    said = message("with {suit} as trump you would have no trump", suit=call.suit)
    if held:
        said = message(
            "with {suit} as trump you would have only {trumps} ({cards})",
            suit=call.suit,
            trumps=trumps_counted(len(held)),
            cards=tuple(held),
        )
    yield Reason(("too few trumps",), said, tuple(held), call.suit, count=len(held))


def _both_bowers_wait(view: View) -> Iterator[Reason]:
    """Two sure tricks against a dealer who takes the card up."""
    up = _up(view).suit
    bowers = (right_bower(up), left_bower(up))
    if _dealer_is_against(view) and all(each in view.hand for each in bowers):
        said = message(
            "both bowers ({bowers}) are two sure tricks against {suit}, should the dealer take it up",
            bowers=bowers,
            suit=up,
        )
        yield Reason(("wait with bowers",), said, bowers, up, view.dealer)


def _no_right(call: TrumpCall) -> Iterator[Reason]:
    held = trumps_in(call.hand, call.suit)
    if isinstance(call.suit, NoTrump):
        return
    if len(held) > FEW and right_bower(call.suit) not in held:
        said = message(
            "your trumps in {suit} ({cards}) lack the right bower",
            suit=call.suit,
            cards=tuple(held),
        )
        yield Reason(("no right",), said, tuple(held), call.suit, count=len(held))


def _dealer_stuck(view: View) -> Iterator[Reason]:
    """A pass may leave the other side to name a suit it does not want."""
    stuck = view.book.bidding.all_pass == "stick the dealer" and _dealer_is_against(view)
    if view.phase is Phase.ROUND_TWO and stuck:
        said = message(
            "if everybody passes, {dealer} has to name a suit",
            *_clauses(view, "bidding.all_pass"),
            dealer=view.dealer,
        )
        yield Reason(("dealer stuck",), said, seat=view.dealer)


def book_on_calls(view: View) -> Iterator[Reason]:
    """What this book says about the call that is passed up."""
    rules, me = view.book.bidding, _me(view)
    bound = rules.partner_order == "must be alone" and me is view.dealer.partner
    if view.phase is Phase.ROUND_ONE and bound:
        said = message(
            "by this book the dealer's partner who orders has to play alone",
            *_clauses(view, "bidding.partner_order"),
        )
        yield Reason(("book",), said)
    if rules.trump_to_order != "nobody" and me is not view.dealer:
        suit = best_suit(view).suit
        if not trumps_in(view.hand, suit):
            said = (
                message("by this book a call without a trump loses the game")
                if rules.breach == "loses the game"
                else message("by this book a call without a trump is not allowed")
            )
            said = said.by(*_clauses(view, "bidding.trump_to_order"))
            yield Reason(("book",), said, suit=suit, count=0)
    if view.phase is Phase.ROUND_TWO and me is view.dealer and rules.all_pass == "throw in":
        said = message(
            "if you pass too, the hand is thrown in and costs nothing",
            *_clauses(view, "bidding.all_pass"),
        )
        yield Reason(("book", "thrown in"), said)


def _nearly_lone(call: TrumpCall) -> bool:
    """Whether one would think of alone with this hand."""
    return lone_strength(call.hand, call.suit) >= BOUND_BAR


def _lone_hand(view: View, call: TrumpCall) -> Reason:
    tops, aces = top_trumps(call.hand, call.suit), aces_beside(call.hand, call.suit)
    trumps = trumps_in(call.hand, call.suit)
    have = trumps_counted(len(trumps))
    if tops:
        have = message("{trumps} with {tops}", trumps=have, tops=top_words(tops, call.suit))
    if aces:
        have = message("{trumps}, and {aces} beside", trumps=have, aces=tuple(aces))
    worth = view.book.score.lone_march
    points = points_counted(worth)
    said = (
        message(
            "{have}: all five tricks alone score {points} and the game", have=have, points=points
        )
        if score_situation(view).we_need <= worth
        else message("{have}: all five tricks alone score {points}", have=have, points=points)
    )
    return Reason(("lone hand", "trumps held"), said, (*tops, *aces), call.suit, count=len(trumps))


def _trumps_held(call: TrumpCall) -> Reason:
    held, tops = trumps_in(call.hand, call.suit), top_trumps(call.hand, call.suit)
    said = message("you have {trumps} in {suit}", trumps=trumps_counted(len(held)), suit=call.suit)
    if tops:
        said = message("{have} with {tops}", have=said, tops=top_words(tops, call.suit))
    elif held:
        said = message("{have} ({cards})", have=said, cards=tuple(held))
    return Reason(("trumps held",), said, tuple(tops or held), call.suit, count=len(held))


def _side_aces(call: TrumpCall) -> Iterator[Reason]:
    if aces := aces_beside(call.hand, call.suit):
        said = message("{cards} beside may take another trick", cards=tuple(aces))
        yield Reason(("side ace",), said, tuple(aces), call.suit)


def _turn_up_to_us(view: View, call: TrumpCall) -> Iterator[Reason]:
    if view.phase is not Phase.ROUND_ONE or _dealer_is_against(view):
        return
    up, own = _up(view), call.by is view.dealer
    said = (
        message("{card} comes into your hand", card=up)
        if own
        else message("{card} goes to your partner", card=up)
    )
    yield Reason(("turn-up to us",), said, (up,), seat=view.dealer)


def _seat(view: View, call: TrumpCall) -> Iterator[Reason]:
    """Next, reverse, or stuck: what the seat in round two asks for."""
    if view.phase is not Phase.ROUND_TWO:
        return
    down = _up(view).suit
    if call.by is view.dealer and not any(isinstance(each, Pass) for each in view.legal):
        said = message(
            "everybody passed, so {have}, and {suit} is your best",
            have=message("you have to name a suit", *_clauses(view, "bidding.all_pass")),
            suit=call.suit,
        )
        yield Reason(("stuck dealer",), said, suit=call.suit, seat=call.by)
    elif call.suit is down.same_colour and _dealer_is_against(view):
        said = message(
            "this is next: the dealer's side let {suit} go and seldom has the bowers of that color",
            suit=down,
        )
        yield Reason(("next",), said, suit=call.suit)
    elif call.suit is not down.same_colour and call.by is view.dealer.partner:
        said = message(
            "with {suit} turned down, the dealer's partner looks to the other color", suit=down
        )
        yield Reason(("reverse",), said, suit=call.suit)


def _better_suit(view: View) -> Iterator[Reason]:
    up = _up(view).suit
    best = max(Suit, key=lambda suit: strength(view.hand, suit))
    if strength(view.hand, best) >= GOOD_SUIT and strength(view.hand, best) > strength(
        view.hand, up
    ):
        held = trumps_in(view.hand, best)
        said = message(
            "your suit is {best} ({cards}): name it if {suit} are turned down",
            best=best,
            cards=tuple(held),
            suit=up,
        )
        yield Reason(("better suit",), said, tuple(held), best, count=len(held))


def _partner_to_speak(view: View) -> Iterator[Reason]:
    order = [Seat((view.dealer + step) % 4) for step in (1, 2, 3, 4)]
    partner = _me(view).partner
    if order.index(partner) > order.index(_me(view)):
        said = message("your partner still has a say in this round")
        yield Reason(("partner to speak",), said, seat=partner)


def _clauses(view: View, path: str) -> tuple[str, ...]:
    """The clause of a setting; the common game has no document to name one of."""
    clause = view.book.clause(path)
    return () if ":" in clause else (clause,)


def _after_burying(view: View) -> tuple[Card, ...]:
    six = (*view.hand, _up(view))
    buried = choose_bury(six, _up(view).suit, view.hand)
    return tuple(card for card in six if card is not buried)


def _dealer_is_against(view: View) -> bool:
    return _me(view).side is not view.dealer.side


def _strong(card: Card) -> bool:
    return card.rank is Rank.JACK or card.rank >= HIGH


def _me(view: View) -> Seat:
    assert view.seat is not None
    return view.seat


def _up(view: View) -> Card:
    assert view.turn_up is not None
    return view.turn_up
