"""Why one option, and not another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import assert_never

from msgspec import Struct

from rightbower.players.position import Position
from rightbower.players.sight import Sight
from rightbower.players.views import View
from rightbower.rules import acts
from rightbower.rules.cards import Card, NoTrump, Rank
from rightbower.rules.deal import Phase
from rightbower.rules.message import UNSAID, Joined, Message, as_sentence, joined, message
from rightbower.rules.refusal import Refusal
from rightbower.study.calls import (
    TrumpCall,
    book_on_calls,
    call_of,
    too_few,
    turn_up_to_them,
    why_call,
    why_pass,
)
from rightbower.study.plays import (
    against_discard,
    against_follow,
    against_lead,
    why_discard,
    why_follow,
    why_lead,
)
from rightbower.study.reasons import (
    SYMBOLS,
    Reason,
    alone_useless,
    trumps_counted,
    trumps_in,
)
from rightbower.study.teacher import alike, view_of

FOR, AGAINST = 3, 2  # reasons that a sentence holds


class Explanation(Struct, frozen=True):
    """A sentence for the best choice, one for the mistake, and the reasons in them."""

    best: Message
    mistake: Message
    reasons: tuple[Reason, ...]
    faults: tuple[Reason, ...]

    @property
    def said(self) -> Message:
        """Both sentences."""
        return joined([self.best, self.mistake], " ") if self.mistake else self.best

    @property
    def text(self) -> str:
        """Both sentences in English."""
        return SYMBOLS(self.said)

    def __str__(self) -> str:
        return self.text

    @property
    def ideas(self) -> frozenset[str]:
        """What is brought out."""
        return frozenset(idea for each in (*self.reasons, *self.faults) for idea in each.ideas)


def explain(
    seen: View | Position, best: acts.Action | str, mistake: acts.Action | str | None = None
) -> Explanation:
    """Say why ``best`` is right and, where one was made, what is wrong with the mistake.

    Of a position the book has to allow both; what was done at a table is explained as it was done.
    """
    asked, seen = seen, view_of(seen)
    best = acts.as_action(best, seen.turn, "best")
    mistake = None if mistake is None else acts.as_action(mistake, seen.turn, "mistake")
    if isinstance(asked, Position):
        for each in (best, mistake):
            if each is not None and each not in seen.legal:
                may = ", ".join(map(acts.write_action, seen.legal))
                raise Refusal(f"{acts.write_action(each)} may not be done here, but {may}")
    if mistake == best:
        mistake = None
    reasons = _first(FOR, _for(seen, best, mistake))
    told = {each.said for each in reasons}
    if mistake is not None and mistake in alike(seen, best):
        faults = [Reason(("the same",), _the_same(seen, mistake))]
    else:
        faults = [] if mistake is None else _first(AGAINST, _against(seen, mistake, best))
    faults = [each for each in faults if each.said not in told]
    return Explanation(
        _sentence(imperative(seen, best), reasons),
        _sentence(None, faults),
        tuple(reasons),
        tuple(faults),
    )


def imperative(seen: View, action: acts.Action) -> Message:
    """What to do, as one tells a player.

    >>> from rightbower.rules.cards import Seat
    >>> str(imperative(None, acts.Order(Seat.N, alone=True)))
    'Order it up alone'
    """
    match action:
        case acts.Pass():
            return message("Pass")
        case acts.TurnDown():
            return message("Turn it down")
        case acts.Order(alone=True):
            return message("Order it up alone")
        case acts.Order():
            return message("Order it up")
        case acts.PickUp(alone=True):
            return message("Pick it up alone")
        case acts.PickUp():
            return message("Pick it up")
        case acts.Name(suit=suit, alone=True):
            return message("Name {suit} alone", suit=suit)
        case acts.Name(suit=suit):
            return message("Name {suit}", suit=suit)
        case acts.ThrowIn():
            return message("Throw the hand in")
        case acts.GoUnder():
            return message("Exchange {cards}", cards=action.cards)
        case acts.GoAlone():
            return message("Go alone")
        case acts.KeepPartner():
            return message("Keep your partner")
        case acts.Bury(card=card):
            return message("Discard {card}", card=card)
        case acts.Play(card=card) if seen.tricks[-1].plays:
            return message("Play {card}", card=card)
        case acts.Play(card=card):
            return message("Lead {card}", card=card)
    assert_never(action)


def _the_same(seen: View, action: acts.Action) -> Message:
    """Another card that leads to the same."""
    assert isinstance(action, acts.Play | acts.Bury)
    if isinstance(action, acts.Bury):
        return message("it does not matter: to discard {card} comes to the same", card=action.card)
    if seen.tricks[-1].plays:
        return message("it does not matter: to play {card} comes to the same", card=action.card)
    return message("it does not matter: to lead {card} comes to the same", card=action.card)


def _first(most: int, reasons: Iterable[Reason]) -> list[Reason]:
    return list(islice(reasons, most))


def _sentence(head: Message | None, reasons: list[Reason]) -> Message:
    said = tuple(each.said for each in reasons)
    if head is None:
        return as_sentence(joined(said)) if said else UNSAID
    if not said:
        return as_sentence(head)
    return as_sentence(message("{head}: {reasons}", head=head, reasons=Joined(said)))


def _for(seen: View, best: acts.Action, mistake: acts.Action | None) -> Iterator[Reason]:
    match best:
        case acts.Play(card=card):
            sight = Sight(seen)
            other = mistake.card if isinstance(mistake, acts.Play) else None
            yield from why_follow(sight, card, other) if sight.plays else why_lead(sight, card)
        case acts.Bury(card=card):
            yield from why_discard(
                seen, card, mistake.card if isinstance(mistake, acts.Bury) else None
            )
        case acts.Pass() | acts.TurnDown():
            yield from why_pass(seen)
        case acts.ThrowIn() | acts.GoUnder():
            return
        case _:
            call = call_of(seen, best)
            assert call is not None
            yield from why_call(seen, call, against_alone=_alone(mistake))


def _against(seen: View, mistake: acts.Action, best: acts.Action) -> Iterator[Reason]:
    match mistake:
        case acts.Play(card=card):
            assert isinstance(best, acts.Play)
            sight = Sight(seen)
            if sight.plays:
                yield from against_follow(sight, card, best.card)
            else:
                yield from against_lead(sight, card)
        case acts.Bury(card=card):
            yield from against_discard(seen, card)
        case acts.Pass() | acts.TurnDown():
            yield from _against_pass(seen)
        case acts.ThrowIn() | acts.GoUnder():
            return
        case _:
            call, right = call_of(seen, mistake), call_of(seen, best)
            assert call is not None
            yield from _against_call(seen, call, right)


def _against_pass(seen: View) -> Iterator[Reason]:
    assert seen.seat is not None
    if seen.seat is seen.dealer and seen.phase is Phase.ROUND_ONE:
        after = seen.dealer.left
        said = message(
            "turning it down gives {seat}, on the other side, the first choice of another suit",
            seat=after,
        )
        yield Reason(("gives up call",), said, seat=after)
    elif seen.seat is not seen.dealer:
        after = seen.seat.left
        said = message("passing leaves the choice to {seat}, on the other side", seat=after)
        yield Reason(("gives up call",), said, seat=after)


def _against_call(seen: View, call: TrumpCall, right: TrumpCall | None) -> Iterator[Reason]:
    """What is wrong with a call: where it should be a pass, another suit, or alone or not."""
    assert seen.seat is not None
    if right is None:
        yield from book_on_calls(seen)
        if seen.phase is Phase.ROUND_ONE and seen.seat.side is not seen.dealer.side:
            yield turn_up_to_them(seen)
        yield from too_few(call)
    elif isinstance(right.suit, NoTrump) or isinstance(call.suit, NoTrump):
        return
    elif right.suit is not call.suit:
        held, better = trumps_in(call.hand, call.suit), trumps_in(right.hand, right.suit)
        said = message(
            "in {suit} you have {trumps}, in {better} {more}",
            suit=call.suit,
            trumps=_trumps(held),
            better=right.suit,
            more=_trumps(better),
        )
        yield Reason(("wrong suit",), said, suit=call.suit, count=len(held))
    elif right.alone:
        yield _gives_up_lone(seen)
    else:
        yield from _against_alone(seen, call)


def _trumps(held: list[Card]) -> Message:
    if not held:
        return message("no trump")
    return message("{trumps} ({cards})", trumps=trumps_counted(len(held)), cards=tuple(held))


def _gives_up_lone(seen: View) -> Reason:
    rules = seen.book.score
    said = message(
        "with your partner in, all five tricks score {march}, not {alone}",
        march=rules.march,
        alone=rules.lone_march,
    )
    return Reason(("lone hand",), said, count=rules.lone_march)


def _against_alone(seen: View, call: TrumpCall) -> Iterator[Reason]:
    if useless := alone_useless(seen, asked=True):
        yield useless
    losers = [
        card
        for card in call.hand
        if card not in trumps_in(call.hand, call.suit) and card.rank is not Rank.ACE
    ]
    if losers:
        said = message(
            "alone you would have {cards} to lose a trick with and nobody to help",
            cards=tuple(losers),
        )
        yield Reason(("loser",), said, tuple(losers), call.suit)


def _alone(action: acts.Action | None) -> bool:
    return isinstance(action, acts.GoAlone) or bool(getattr(action, "alone", False))
