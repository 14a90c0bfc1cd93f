"""What the score asks for when a call is weighed."""

from __future__ import annotations

from collections.abc import Iterator

from rightbower.advice.reason import Reason, counted
from rightbower.deal import GoAlone, Phase
from rightbower.players.score_needs import standing
from rightbower.view import View

WEAK = 1  # trumps of a hand that orders only to lose little


def score_of_call(view: View) -> Iterator[Reason]:
    """The other side is a point from winning, so a light call costs little."""
    need = standing(view).they_need
    if need <= view.book.score.make:
        text = f"they need {counted(need, 'point')}, so a hand they make is the game"
        yield Reason(("they need one",), text, count=need)


def alone_useless(view: View, asked: bool) -> Reason | None:
    """Alone could bring nothing that a march with the partner does not.

    ``asked`` says that somebody thought of it.
    """
    need = standing(view).we_need
    may = any(getattr(action, "alone", isinstance(action, GoAlone)) for action in view.legal)
    if view.target is None or need > view.book.score.march or not (may and asked):
        return None
    if need <= view.book.score.make:
        text = (
            f"{counted(need, 'point')} wins the game, and going alone would score no more than that"
        )
        return Reason(("one to win", "alone useless"), text, count=need)
    text = f"a march with your partner scores the {counted(need, 'point')} you need, so going alone adds nothing"
    return Reason(("alone useless",), text, count=need)


def stop_loner(view: View, trumps: int) -> Reason | None:
    """Ordering a weak hand so that the dealer's side cannot march alone to the game."""
    assert view.seat is not None
    assert view.turn_up is not None
    against = view.seat.side is not view.dealer.side
    if view.phase is not Phase.ROUND_ONE or not against or trumps > WEAK or view.target is None:
        return None
    rules, now = view.book.score, standing(view)
    if not rules.euchre < now.they_need <= rules.lone_march:
        return None
    text = (
        f"with {view.turn_up.symbol} turned up a lone march by the dealer would win them the game;"
        f" if you are euchred they get {rules.euchre} and still need {now.they_need - rules.euchre}"
    )
    return Reason(("stop loner",), text, (view.turn_up,), count=now.they_need)
