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
from rightbower.rules.cards import Card, Rank
from rightbower.rules.deal import Phase
from rightbower.rules.message import capital
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
from rightbower.study.reasons import Reason, alone_useless, counted, symbols, trumps_in
from rightbower.study.teacher import alike, view_of

FOR, AGAINST = 3, 2  # reasons that a sentence holds


class Explanation(Struct, frozen=True):
    """A sentence for the best choice, one for the mistake, and the reasons in them."""

    best: str
    mistake: str
    reasons: tuple[Reason, ...]
    faults: tuple[Reason, ...]

    @property
    def text(self) -> str:
        """Both sentences."""
        return f"{self.best} {self.mistake}".strip()

    def __str__(self) -> str:
        return self.text

    @property
    def ideas(self) -> frozenset[str]:
        """What is brought out."""
        return frozenset(idea for each in (*self.reasons, *self.faults) for idea in each.ideas)


def explain(
    seen: View | Position, best: acts.Action | str, mistake: acts.Action | str | None = None
) -> Explanation:
    """Say why ``best`` is right and, where one was made, what is wrong with the mistake."""
    seen = view_of(seen)
    best = acts.as_action(best, seen.turn, "best")
    mistake = None if mistake is None else acts.as_action(mistake, seen.turn, "mistake")
    if mistake == best:
        mistake = None
    reasons = _first(FOR, _for(seen, best, mistake))
    told = {each.text for each in reasons}
    if mistake is not None and mistake in alike(seen, best):
        words = imperative(seen, mistake)
        same = f"it does not matter: to {words[0].lower()}{words[1:]} comes to the same"
        faults = [Reason(("the same",), same)]
    else:
        faults = [] if mistake is None else _first(AGAINST, _against(seen, mistake, best))
    faults = [each for each in faults if each.text not in told]
    return Explanation(
        _sentence(imperative(seen, best), reasons),
        _sentence(None, faults),
        tuple(reasons),
        tuple(faults),
    )


def imperative(seen: View, action: acts.Action) -> str:
    """What to do, as one tells a player.

    >>> from rightbower.rules.cards import Seat
    >>> imperative(None, acts.Order(Seat.N, alone=True))
    'Order it up alone'
    """
    alone = " alone" if getattr(action, "alone", False) else ""
    match action:
        case acts.Pass():
            return "Pass"
        case acts.TurnDown():
            return "Turn it down"
        case acts.Order():
            return f"Order it up{alone}"
        case acts.PickUp():
            return f"Pick it up{alone}"
        case acts.Name(suit=suit):
            return f"Name {suit}{alone}"
        case acts.GoAlone():
            return "Go alone"
        case acts.KeepPartner():
            return "Keep your partner"
        case acts.Bury(card=card):
            return f"Discard {card.symbol}"
        case acts.Play(card=card):
            return f"{'Play' if seen.tricks[-1].plays else 'Lead'} {card.symbol}"
    assert_never(action)


def _first(most: int, reasons: Iterable[Reason]) -> list[Reason]:
    return list(islice(reasons, most))


def _sentence(head: str | None, reasons: list[Reason]) -> str:
    said = "; ".join(each.text for each in reasons)
    if head is None:
        return f"{capital(said)}." if said else ""
    return f"{head}: {said}." if said else f"{head}."


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
        case _:
            call, right = call_of(seen, mistake), call_of(seen, best)
            assert call is not None
            yield from _against_call(seen, call, right)


def _against_pass(seen: View) -> Iterator[Reason]:
    assert seen.seat is not None
    if seen.seat is seen.dealer and seen.phase is Phase.ROUND_ONE:
        after = seen.dealer.left
        text = f"turning it down gives {after.word}, on the other side, the first choice of another suit"
        yield Reason(("gives up call",), text, seat=after)
    elif seen.seat is not seen.dealer:
        after = seen.seat.left
        text = f"passing leaves the choice to {after.word}, on the other side"
        yield Reason(("gives up call",), text, seat=after)


def _against_call(seen: View, call: TrumpCall, right: TrumpCall | None) -> Iterator[Reason]:
    """What is wrong with a call: where it should be a pass, another suit, or alone or not."""
    assert seen.seat is not None
    if right is None:
        yield from book_on_calls(seen)
        if seen.phase is Phase.ROUND_ONE and seen.seat.side is not seen.dealer.side:
            yield turn_up_to_them(seen)
        yield from too_few(call)
    elif right.suit is not call.suit:
        held, better = trumps_in(call.hand, call.suit), trumps_in(right.hand, right.suit)
        text = f"in {call.suit} you have {_trumps(held)}, in {right.suit} {_trumps(better)}"
        yield Reason(("wrong suit",), text, suit=call.suit, count=len(held))
    elif right.alone:
        yield _gives_up_lone(seen)
    else:
        yield from _against_alone(seen, call)


def _trumps(held: list[Card]) -> str:
    return f"{counted(len(held), 'trump')} ({symbols(held)})" if held else "no trump"


def _gives_up_lone(seen: View) -> Reason:
    rules = seen.book.score
    text = f"with your partner in, all five tricks score {rules.march}, not {rules.lone_march}"
    return Reason(("lone hand",), text, count=rules.lone_march)


def _against_alone(seen: View, call: TrumpCall) -> Iterator[Reason]:
    if useless := alone_useless(seen, asked=True):
        yield useless
    losers = [
        card
        for card in call.hand
        if card not in trumps_in(call.hand, call.suit) and card.rank is not Rank.ACE
    ]
    if losers:
        text = f"alone you would have {symbols(losers)} to lose a trick with and nobody to help"
        yield Reason(("loser",), text, tuple(losers), call.suit)


def _alone(action: acts.Action | None) -> bool:
    return isinstance(action, acts.GoAlone) or bool(getattr(action, "alone", False))
