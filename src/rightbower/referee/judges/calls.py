"""Rulings on the making of trump: bids out of turn, dead suits, loose words, missing cards."""

from __future__ import annotations

from rightbower.referee.irregularities import Kind
from rightbower.referee.remedies import (
    Bar,
    Bind,
    LetStand,
    LoseGame,
    OfficerDecides,
    PassStands,
    Redeal,
    Remedy,
    VoidCall,
    Warn,
)
from rightbower.referee.rulings import Ruling, dismissed, upheld
from rightbower.referee.situation import Case
from rightbower.rules.book import RuleBook

_VOIDED = {
    Kind.CALL_OUT_OF_TURN: ("calls.out_of_turn", "The call came out of turn and is void."),
    Kind.TURN_DOWN_OUT_OF_TURN: (
        "calls.turn_down_out_of_turn",
        "The card was turned down out of turn: it is faced again.",
    ),
    Kind.DEAD_SUIT: ("calls.dead_suit", "The suit turned down may not be named."),
}


def voided(case: Case, book: RuleBook, kind: Kind) -> Ruling:
    """A call out of turn or of the dead suit: void, and in some books the side is barred."""
    path, says = _VOIDED[kind]
    if not case.before(book.calls.until):
        says = "It is too late: play has begun and the call stands."
        return dismissed(kind, says, "calls.until")
    remedies: list[Remedy] = [VoidCall(path)]
    also = ["calls.until"]
    if book.value(path) == "void, side barred":
        remedies.append(Bar(path, book.calls.barred_for))
        also.append("calls.barred_for")
    return upheld(book, kind, says, *remedies, also=tuple(also))


def pass_out_of_turn(_: Case, book: RuleBook, kind: Kind) -> Ruling:
    """A pass out of turn costs nothing; the book says whether it binds."""
    path = "calls.pass_binds"
    if book.calls.pass_binds:
        says = "A pass out of turn costs nothing, but it is that player's pass."
        return upheld(book, kind, says, PassStands(path))
    says = "A pass out of turn is ignored; the player calls again in turn."
    return upheld(book, kind, says, Warn(path))


def loose_words(case: Case, book: RuleBook, kind: Kind) -> Ruling:
    """Words that tell the dealer to take the card are an order."""
    path = "calls.any_words_bind"
    if not book.calls.any_words_bind:
        says = f"Only the words “{book.bidding.order_word}” are an order."
        return dismissed(kind, says, path, "bidding.order_word")
    says = "Whoever tells the dealer to take the card has accepted it."
    if book.bidding.partner_order == "must be alone" and case.speaker == "dealer's partner":
        return upheld(book, kind, says, Bind(path, alone=True), also=("bidding.partner_order",))
    return upheld(book, kind, says, Bind(path))


def order_without_trump(case: Case, book: RuleBook, kind: Kind) -> Ruling:
    """An order by anyone but the dealer without the trump that the book asks for."""
    if book.bidding.trump_to_order == "nobody":
        return dismissed(kind, "By this book no card is needed to order.", "bidding.trump_to_order")
    also = ("bidding.trump_to_order",)
    if book.bidding.breach_counts == "in turn only" and not case.in_turn:
        says = "A call out of turn is void, so it is not an order that needs a trump."
        return dismissed(kind, says, "bidding.breach_counts")
    says = "Everybody but the dealer needs a trump in hand to order."
    remedies: dict[str, Remedy] = {
        "loses the game": LoseGame("bidding.breach"),
        "refused": VoidCall("bidding.breach"),
        "allowed": LetStand("bidding.breach"),
    }
    return upheld(book, kind, says, remedies[book.bidding.breach], also=also)


def no_natural_card(case: Case, book: RuleBook, kind: Kind) -> Ruling:
    """The turn-up taken without a held card printed in its suit."""
    if book.bidding.natural_scope == "nobody":
        return dismissed(
            kind,
            "By this book no other card is needed to take the turn-up.",
            "bidding.natural_scope",
        )
    path = "calls.without_natural"
    also = ("bidding.natural_scope",)
    says = "The turn-up was taken without a natural card."
    if book.calls.without_natural == "officer decides":
        return upheld(book, kind, says, OfficerDecides(path), also=also)
    if case.before(book.calls.until):
        bar = Bar(path, book.calls.barred_for)
        return upheld(book, kind, says, VoidCall(path), bar, also=also)
    return upheld(book, kind, says, Redeal(path, "same dealer", misdeal=False), also=also)


def forbidden_call(case: Case, book: RuleBook, kind: Kind) -> Ruling:
    """A call the book refuses without naming a penalty: made again, if it is seen in time."""
    path = "calls.forbidden"
    says = "The book does not allow this and names no penalty."
    if book.calls.forbidden == "officer decides" or not case.before(book.calls.until):
        return upheld(book, kind, says, OfficerDecides(path))
    return upheld(book, kind, says, VoidCall(path), also=("calls.until",))
