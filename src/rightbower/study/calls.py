"""Why a call."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from rightbower.players.league import BOUND_BAR, choose_bury, lone_strength, strength
from rightbower.players.sight import score_situation
from rightbower.players.views import View
from rightbower.rules.acts import Action, GoAlone, KeepPartner, Name, Order, Pass, PickUp, TurnDown
from rightbower.rules.cards import Card, Rank, Seat, Suit, left_bower, right_bower
from rightbower.rules.deal import Phase
from rightbower.study.reasons import (
    Reason,
    aces_beside,
    alone_useless,
    counted,
    score_of_call,
    stop_loner,
    symbols,
    top_trumps,
    top_words,
    trumps_in,
)

FEW = 2  # trumps that are seldom enough to call
GOOD_SUIT = 20  # strength of a hand that is glad to name a suit
HIGH = Rank.KING  # a turn-up from here on, or a bower, is a strong card to give away


class TrumpCall(Struct, frozen=True):
    """Trump to be, alone or not, and the hand it would be played with."""

    suit: Suit
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
    yield from _seat(view, call)
    yield from _turn_up_to_us(view, call)
    if not call.alone:
        yield _trumps_held(call)
        yield from _side_aces(call)


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
    text = f"ordering would put {up.symbol} into the dealer's hand, against you"
    return Reason(("turn-up to them",), text, (up,), seat=view.dealer)


def too_few(call: TrumpCall) -> Iterator[Reason]:
    """A call would stand on one or two trumps."""
    held = trumps_in(call.hand, call.suit)
    if len(held) > FEW:
        return
    only = f"only {counted(len(held), 'trump')} ({symbols(held)})" if held else "no trump"
    text = f"with {call.suit} as trump you would have {only}"
    yield Reason(("too few trumps",), text, tuple(held), call.suit, count=len(held))


def _both_bowers_wait(view: View) -> Iterator[Reason]:
    """Two sure tricks against a dealer who takes the card up."""
    up = _up(view).suit
    bowers = (right_bower(up), left_bower(up))
    if _dealer_is_against(view) and all(each in view.hand for each in bowers):
        text = f"both bowers ({symbols(bowers)}) are two sure tricks against {up}, should the dealer take it up"
        yield Reason(("wait with bowers",), text, bowers, up, view.dealer)


def _no_right(call: TrumpCall) -> Iterator[Reason]:
    held = trumps_in(call.hand, call.suit)
    if len(held) > FEW and right_bower(call.suit) not in held:
        text = f"your trumps in {call.suit} ({symbols(held)}) lack the right bower"
        yield Reason(("no right",), text, tuple(held), call.suit, count=len(held))


def _dealer_stuck(view: View) -> Iterator[Reason]:
    """A pass may leave the other side to name a suit it does not want."""
    stuck = view.book.bidding.all_pass == "stick the dealer" and _dealer_is_against(view)
    if view.phase is Phase.ROUND_TWO and stuck:
        where = _clause(view, "bidding.all_pass")
        text = f"if everybody passes, {view.dealer.word} has to name a suit{where}"
        yield Reason(("dealer stuck",), text, seat=view.dealer)


def book_on_calls(view: View) -> Iterator[Reason]:
    """What this book says about the call that is passed up."""
    rules, me = view.book.bidding, _me(view)
    bound = rules.partner_order == "must be alone" and me is view.dealer.partner
    if view.phase is Phase.ROUND_ONE and bound:
        where = _clause(view, "bidding.partner_order")
        text = f"by this book the dealer's partner who orders has to play alone{where}"
        yield Reason(("book",), text)
    if rules.trump_to_order != "nobody" and me is not view.dealer:
        suit = best_suit(view).suit
        if not trumps_in(view.hand, suit):
            where = _clause(view, "bidding.trump_to_order")
            end = "loses the game" if rules.breach == "loses the game" else "is not allowed"
            yield Reason(
                ("book",),
                f"by this book a call without a trump {end}{where}",
                suit=suit,
                count=0,
            )
    if view.phase is Phase.ROUND_TWO and me is view.dealer and rules.all_pass == "throw in":
        where = _clause(view, "bidding.all_pass")
        yield Reason(
            ("book", "thrown in"),
            f"if you pass too, the hand is thrown in and costs nothing{where}",
        )


def _nearly_lone(call: TrumpCall) -> bool:
    """Whether one would think of alone with this hand."""
    return lone_strength(call.hand, call.suit) >= BOUND_BAR


def _lone_hand(view: View, call: TrumpCall) -> Reason:
    tops, aces = top_trumps(call.hand, call.suit), aces_beside(call.hand, call.suit)
    trumps = trumps_in(call.hand, call.suit)
    have = counted(len(trumps), "trump")
    if tops:
        have += f" with {top_words(tops, call.suit)}"
    if aces:
        have += f", and {symbols(aces)} beside"
    worth = view.book.score.lone_march
    game = " and the game" if score_situation(view).we_need <= worth else ""
    text = f"{have}: all five tricks alone score {counted(worth, 'point')}{game}"
    return Reason(("lone hand", "trumps held"), text, (*tops, *aces), call.suit, count=len(trumps))


def _trumps_held(call: TrumpCall) -> Reason:
    held, tops = trumps_in(call.hand, call.suit), top_trumps(call.hand, call.suit)
    with_tops = (
        f" with {top_words(tops, call.suit)}" if tops else f" ({symbols(held)})" if held else ""
    )
    text = f"you have {counted(len(held), 'trump')} in {call.suit}{with_tops}"
    return Reason(("trumps held",), text, tuple(tops or held), call.suit, count=len(held))


def _side_aces(call: TrumpCall) -> Iterator[Reason]:
    if aces := aces_beside(call.hand, call.suit):
        text = f"{symbols(aces)} beside may take another trick"
        yield Reason(("side ace",), text, tuple(aces), call.suit)


def _turn_up_to_us(view: View, call: TrumpCall) -> Iterator[Reason]:
    if view.phase is not Phase.ROUND_ONE or _dealer_is_against(view):
        return
    up, own = _up(view), call.by is view.dealer
    where = "comes into your hand" if own else "goes to your partner"
    yield Reason(("turn-up to us",), f"{up.symbol} {where}", (up,), seat=view.dealer)


def _seat(view: View, call: TrumpCall) -> Iterator[Reason]:
    """Next, reverse, or stuck: what the seat in round two asks for."""
    if view.phase is not Phase.ROUND_TWO:
        return
    down = _up(view).suit
    if call.by is view.dealer and not any(isinstance(each, Pass) for each in view.legal):
        where = _clause(view, "bidding.all_pass")
        text = f"everybody passed, so you have to name a suit{where}, and {call.suit} is your best"
        yield Reason(("stuck dealer",), text, suit=call.suit, seat=call.by)
    elif call.suit is down.same_colour and _dealer_is_against(view):
        text = (
            f"this is next: the dealer's side let {down} go and seldom has the bowers of that color"
        )
        yield Reason(("next",), text, suit=call.suit)
    elif call.suit is not down.same_colour and call.by is view.dealer.partner:
        text = f"with {down} turned down, the dealer's partner looks to the other color"
        yield Reason(("reverse",), text, suit=call.suit)


def _better_suit(view: View) -> Iterator[Reason]:
    up = _up(view).suit
    best = max(Suit, key=lambda suit: strength(view.hand, suit))
    if strength(view.hand, best) >= GOOD_SUIT and strength(view.hand, best) > strength(
        view.hand, up
    ):
        held = trumps_in(view.hand, best)
        text = f"your suit is {best} ({symbols(held)}): name it if {up} are turned down"
        yield Reason(("better suit",), text, tuple(held), best, count=len(held))


def _partner_to_speak(view: View) -> Iterator[Reason]:
    order = [Seat((view.dealer + step) % 4) for step in (1, 2, 3, 4)]
    partner = _me(view).partner
    if order.index(partner) > order.index(_me(view)):
        yield Reason(
            ("partner to speak",), "your partner still has a say in this round", seat=partner
        )


def _clause(view: View, path: str) -> str:
    """The clause in brackets; the common game has no document to name one of."""
    clause = view.book.clause(path)
    return "" if ":" in clause else f" ({clause})"


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
