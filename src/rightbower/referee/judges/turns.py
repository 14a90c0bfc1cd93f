"""Rulings on the play: wrong turns, exposed cards, cards not played singly, won tricks."""

from __future__ import annotations

from rightbower.referee.irregularities import How, Kind
from rightbower.referee.remedies import (
    AwardPoints,
    CallSuit,
    DeductPoints,
    Expose,
    Remedy,
    Remind,
    ReturnCard,
    TakeBack,
    Warn,
)
from rightbower.referee.rulings import Ruling, dismissed, upheld
from rightbower.referee.situation import Case
from rightbower.rules.book import RuleBook
from rightbower.rules.cards import Card
from rightbower.rules.refusal import listed

_SETTINGS: dict[How, str] = {
    "out of turn": "exposed.out_of_turn",
    "dropped": "exposed.dropped",
    "played along": "exposed.played_along",
    "named": "exposed.named",
}


_ONLY_NAMED = "The card was only named and stays"


def exempt(case: Case, book: RuleBook) -> bool:
    """Whether the offender is a lone hand that the book spares such penalties."""
    return book.lone_hand.exempt and case.lone == "offender"


def lead_out_of_turn(case: Case, book: RuleBook, kind: Kind) -> Ruling:
    """A false lead comes back on demand while any hand has yet to play."""
    if book.turns.demand == "the other side" and case.claimed_by == "offenders":
        return dismissed(kind, "Only the other side may ask for it back.", "turns.demand")
    if exempt(case, book):
        return _undone_by_lone_hand(case, book, kind)
    path = "turns.lead_until"
    if not case.before(book.turns.lead_until):
        return dismissed(kind, "All hands have played to the lead, so the trick stands.", path)
    back = TakeBack(path, book.turns.followers)
    remedies: list[Remedy] = [back]
    if book.turns.lead_exposed:
        remedies.append(Expose("turns.lead_exposed"))
    if book.turns.lead_call:
        remedies.append(CallSuit("turns.lead_call"))
    also = ["turns.demand", "turns.followers"]
    also += ["exposed.duty"] if book.turns.lead_exposed else []
    also += ["turns.caller"] if book.turns.lead_call else []
    return upheld(book, kind, "The false lead is taken back.", *remedies, also=tuple(also))


def play_out_of_turn(case: Case, book: RuleBook, kind: Kind) -> Ruling:
    """A card played before its turn waits for that turn; the book says whether it is exposed."""
    if exempt(case, book):
        return _undone_by_lone_hand(case, book, kind)
    path = "turns.play_until"
    if not case.before(book.turns.play_until):
        return dismissed(kind, "All hands have played, so the trick stands.", path)
    back = TakeBack(path)
    says = "The card was played out of turn and does not count as played."
    if not book.exposed.out_of_turn:
        return upheld(book, kind, says, back, also=("exposed.out_of_turn",))
    expose = Expose("exposed.out_of_turn")
    return upheld(book, kind, says, back, expose, also=("exposed.duty",))


def _undone_by_lone_hand(case: Case, book: RuleBook, kind: Kind) -> Ruling:
    path = "lone_hand.until"
    if not case.before(book.lone_hand.until):
        says = "The trick is complete, so the lone hand's slip stands."
        return dismissed(kind, says, path, "lone_hand.exempt")
    says = "A lone hand pays no penalty, but has to undo the slip if asked."
    return upheld(book, kind, says, TakeBack(path), also=("lone_hand.exempt",))


def exposed_card(case: Case, book: RuleBook, kind: Kind) -> Ruling:
    """A card dropped, shown or named: it stays up where the book counts it as exposed."""
    if exempt(case, book):
        says = "A lone hand pays no penalty for an exposed card."
        return upheld(book, kind, says, ReturnCard("lone_hand.exempt"))
    if book.exposed.duty == "returns to hand" or _all_alike(book):
        return _exposing("dropped", book, kind, case.known.cards)
    return _exposing(case.how, book, kind, case.known.cards)


def _all_alike(book: RuleBook) -> bool:
    """Whether the book makes no difference between the ways of exposing a card."""
    return len({(book.value(path), book.clause(path)) for path in _SETTINGS.values()}) == 1


def _exposing(how: How, book: RuleBook, kind: Kind, cards: tuple[Card, ...]) -> Ruling:
    shown = _shown(how, book)
    if isinstance(shown, Expose):
        says = f"{listed(cards)} are exposed cards." if len(cards) > 1 else "It is an exposed card."
        return upheld(book, kind, says, shown, also=("exposed.duty",))
    if isinstance(shown, Warn):
        were = f"{listed(cards)} were only named and stay" if len(cards) > 1 else _ONLY_NAMED
        return upheld(book, kind, f"{were} in the hand: the holder is warned.", shown)
    return upheld(book, kind, "This book has no penalty for an exposed card.", shown)


def _shown(how: How, book: RuleBook) -> Remedy:
    path = _SETTINGS[how]
    if how == "named" and not book.exposed.named:
        # It never left the hand, so nothing goes back.
        return Warn(path)
    if book.exposed.duty == "returns to hand":
        return ReturnCard("exposed.duty")
    return Expose(path) if book.value(path) else ReturnCard(path)


def not_singly(case: Case, book: RuleBook, kind: Kind) -> Ruling:
    """More than one card laid down at once."""
    rules = book.singly
    spared = exempt(case, book)
    shown = ReturnCard("lone_hand.exempt") if spared else _shown("played along", book)
    if rules.penalty is None:
        says = f"The book names no points for it; {_dealt_with(case.known.cards)}."
        return upheld(book, kind, says, shown, also=("singly.penalty",))
    if rules.once and not case.first_time:
        says = "Each player pays this penalty only once in a hand."
        return upheld(book, kind, says, shown, also=("singly.once",))
    path = "singly.penalty"
    to_others = rules.goes == "to the other side"
    cost = AwardPoints(path, rules.penalty) if to_others else DeductPoints(path, rules.penalty)
    says = "Cards are played one at a time, even the last ones."
    return upheld(book, kind, says, cost, shown, also=("singly.goes",))


def _dealt_with(cards: tuple[Card, ...]) -> str:
    if len(cards) > 1:
        return f"{listed(cards)} are dealt with as exposed cards"
    return "the other card is dealt with as an exposed card"


def trick_turned_up(_: Case, book: RuleBook, kind: Kind) -> Ruling:
    """A quitted trick was looked at before the play ended."""
    path = "won_tricks.turned_up"
    if book.won_tricks.turned_up == "warning":
        return upheld(book, kind, "The book names no penalty for it.", Warn(path))
    says = "A turned trick may not be looked at before the play ends."
    return upheld(book, kind, says, CallSuit(path), also=("won_tricks.caller",))


def trick_not_turned(_: Case, book: RuleBook, kind: Kind) -> Ruling:
    """A won trick was left lying."""
    path = "won_tricks.not_turned"
    if book.won_tricks.not_turned == "nothing":
        return dismissed(kind, "The trick may stay as it is.", path)
    says = "A won trick is turned before play goes on; no points are lost."
    return upheld(book, kind, says, Remind(path), also=("playing.won_tricks",))
