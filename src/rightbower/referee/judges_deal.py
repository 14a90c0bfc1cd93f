"""Rulings on the deal and the calls."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from rightbower.referee.irregularities import TITLES, Kind
from rightbower.referee.remedies import (
    Bar,
    Bind,
    FiveDealt,
    LetStand,
    LoseGame,
    NoScore,
    OfficerDecides,
    PassStands,
    Redeal,
    Remedy,
    VoidCall,
    Warn,
)
from rightbower.referee.rulings import Case, Ruling, dismissed, upheld
from rightbower.rules.book import RuleBook
from rightbower.rules.message import Message, Term, message

_SCORED: Final = message("The hand has been scored and stands.")
# The setting that says who deals again, the one that closes the window, and who may call it.
_MISDEALS: Final = {
    Kind.EXPOSED_IN_DEAL: ("misdeal.exposed_card", "misdeal.until", "misdeal.claimant"),
    Kind.FACED_CARD: ("misdeal.faced_card", "misdeal.until", "misdeal.claimant"),
    Kind.IMPERFECT_PACK: (
        "misdeal.imperfect_pack",
        "misdeal.pack_until",
        "misdeal.kitty_claimant",
    ),
    Kind.WRONG_COUNT: ("misdeal.wrong_count", "misdeal.count_until", "misdeal.claimant"),
    Kind.WRONG_KITTY: ("misdeal.wrong_kitty", "misdeal.kitty_until", "misdeal.kitty_claimant"),
    Kind.EARLY_TURN_UP: ("misdeal.early_turn_up", "misdeal.until", "misdeal.claimant"),
    Kind.NOT_CUT: ("misdeal.uncut", "misdeal.uncut_until", "misdeal.claimant"),
}


def misdeal(case: Case, book: RuleBook, kind: Kind) -> Ruling:
    """The deal is void if it is called in time by one who may call it."""
    rules = book.misdeal
    if kind is Kind.WRONG_KITTY and rules.wrong_pack == "imperfect pack" and not case.pack_right:
        return _bad_pack(case, book)
    path, until, claimant = _MISDEALS[kind]
    by = book.value(path)
    if by == "stands":
        return dismissed(kind, message("This book does not call that a misdeal."), path)
    if not case.before(book.value(until)):
        return _called_late(case, book, kind, until)
    if book.value(claimant) == "the other side" and case.claimed_by == "offenders":
        says = message("Only the side that did not deal may call this misdeal.")
        return dismissed(kind, says, claimant)
    new_pack = kind is Kind.IMPERFECT_PACK
    title = Term(TITLES[kind])
    if new_pack:
        says = message("The deal cannot count: {title}.", title=title)
    else:
        says = message("It is a misdeal: {title}.", title=title)
    also = (until,)
    if _goes_back(case, book, kind):
        again = Redeal(path, "right dealer", new_pack)
        return upheld(book, kind, says, again, also=(*also, "misdeal.void_by_wrong_dealer"))
    if by == "same dealer" and rules.second == "deal passes" and case.second:
        again = Redeal("misdeal.second", "next dealer", new_pack)
        return upheld(book, kind, says, again, also=(path, *also, "misdeal.second_means"))
    again = Redeal(path, by, new_pack)
    return upheld(book, kind, says, again, also=also)


def _called_late(case: Case, book: RuleBook, kind: Kind, until: str) -> Ruling:
    """The deal stands; a wrong kitty means a wrong hand, whose side may still be kept from scoring."""
    closing = _closing(book, until)
    says = message("It is too late: a misdeal is called before {closing}.", closing=closing)
    if kind is not Kind.WRONG_KITTY or book.count.late == "stands":
        return dismissed(kind, says, until)
    if not case.before(book.count.late_until):
        return dismissed(kind, says, until)
    says = message(
        "It is too late for a new deal. A wrong number left over means a wrong hand: call that hand,"
        " and its side scores nothing for this deal."
    )
    return dismissed(kind, says, until, "count.late")


def _bad_pack(case: Case, book: RuleBook) -> Ruling:
    """A wrong number of cards that is put down to the pack and not to the dealer."""
    ruling = misdeal(case, book, Kind.IMPERFECT_PACK)
    return replace(ruling, paths=(*ruling.paths, "misdeal.wrong_pack"))


def _goes_back(case: Case, book: RuleBook, kind: Kind) -> bool:
    """Whether the wrong player's void deal is dealt again by the one whose turn it was.

    A turn-up faced too early makes no deal stand.
    """
    rule = book.misdeal.void_by_wrong_dealer
    if not case.known.wrong_dealer or rule == "actual dealer":
        return False
    faced = kind is not Kind.EARLY_TURN_UP and not case.before("turn-up faced")
    return rule == "right dealer" or not faced


def wrong_count(case: Case, book: RuleBook, kind: Kind) -> Ruling:
    """A wrong hand: a new deal early; late, what the book makes of it."""
    if case.unburied:
        return not_buried(case, book, kind)
    if case.known.pack_right is False and book.misdeal.wrong_pack == "imperfect pack":
        return _bad_pack(case, book)
    if _kitty_matters(book) and not case.kitty_right:
        return misdeal(case, book, Kind.WRONG_KITTY)
    rules = book.count
    if rules.late == "stands" or case.before(book.misdeal.count_until):
        return misdeal(case, book, kind)
    if not case.before(rules.late_until):
        return dismissed(kind, _SCORED, "count.late_until")
    says = message("The first trick has been turned, so it is too late for a new deal.")
    return upheld(book, kind, says, NoScore("count.late"), also=("misdeal.count_until",))


def _kitty_matters(book: RuleBook) -> bool:
    """Whether a wrong kitty and a wrong hand are ruled differently."""
    count, kitty = _MISDEALS[Kind.WRONG_COUNT], _MISDEALS[Kind.WRONG_KITTY]
    return any(
        book.value(one) != book.value(other) for one, other in zip(count, kitty, strict=True)
    )


def not_buried(case: Case, book: RuleBook, kind: Kind) -> Ruling:
    """The dealer took the turn-up and played to the first trick before burying."""
    if book.count.unburied == "new deal":
        return misdeal(case, book, Kind.WRONG_COUNT)
    if not case.before(book.count.late_until):
        return dismissed(kind, _SCORED, "count.late_until")
    withdraw = (
        case.turn_up_played
        and book.count.unburied_turn_up == "withdrawn"
        and case.before("first trick quitted")
    )
    also: tuple[str, ...] = ("count.unburied_taken_back",)
    also += ("count.unburied_turn_up",) if case.turn_up_played else ()
    says = message(
        "The dealer played before discarding: that is not a wrong deal, and trump stays."
    )
    return upheld(book, kind, says, FiveDealt("count.unburied", withdraw), also=also)


def wrong_dealer(case: Case, book: RuleBook, kind: Kind) -> Ruling:
    """A deal by the wrong player is stopped in time, or stands."""
    until = "misdeal.wrong_dealer_until"
    if case.before(book.misdeal.wrong_dealer_until):
        again = Redeal(until, "right dealer", misdeal=False)
        return upheld(book, kind, message("The wrong player's deal is stopped."), again)
    if book.misdeal.after_wrong_dealer == "the missed player":
        following = message("the player who was missed")
    else:
        following = message("the player on that dealer's left")
    says = message(
        "It is too late, so the deal stands; the next to deal is {following}.", following=following
    )
    return dismissed(kind, says, until, "misdeal.after_wrong_dealer")


def _closing(book: RuleBook, path: str) -> Message:
    """What closes a window, as part of a sentence."""
    return {
        "turn-up faced": message("the turn-up is faced"),
        "first lead": message("the first card is led"),
        "first trick quitted": message("the first trick is turned"),
        "hand scored": message("the hand is scored"),
    }[book.value(path)]


_VOIDED = {
    Kind.CALL_OUT_OF_TURN: (
        "calls.out_of_turn",
        message("The call came out of turn and is void."),
    ),
    Kind.TURN_DOWN_OUT_OF_TURN: (
        "calls.turn_down_out_of_turn",
        message("The card was turned down out of turn: it is faced again."),
    ),
    Kind.DEAD_SUIT: ("calls.dead_suit", message("The suit turned down may not be named.")),
}
_ONLY_VOID: Final = {
    "calls.out_of_turn": message("The call came out of turn and is void, with a warning."),
    "calls.turn_down_out_of_turn": message(
        "The card was turned down out of turn: it is faced again, with a warning."
    ),
}


def voided(case: Case, book: RuleBook, kind: Kind) -> Ruling:
    """A call out of turn or of the dead suit: void, and in some books the side is barred."""
    path, says = _VOIDED[kind]
    if not case.before(book.calls.until):
        says = message("It is too late: play has begun and the call stands.")
        return dismissed(kind, says, "calls.until")
    remedies: list[Remedy] = [VoidCall(path)]
    also = ["calls.until"]
    if book.value(path) == "void, side barred":
        remedies.append(Bar(path, book.calls.barred_for))
        also.append("calls.barred_for")
    elif path in _ONLY_VOID:
        says = _ONLY_VOID[path]
        remedies.append(Warn(path))
    return upheld(book, kind, says, *remedies, also=tuple(also))


def pass_out_of_turn(_: Case, book: RuleBook, kind: Kind) -> Ruling:
    """A pass out of turn costs nothing; the book says whether it binds."""
    path = "calls.pass_binds"
    if book.calls.pass_binds:
        says = message("A pass out of turn costs nothing, but it is that player's pass.")
        return upheld(book, kind, says, PassStands(path))
    says = message("A pass out of turn is ignored; the player calls again in turn.")
    return upheld(book, kind, says, Warn(path))


def loose_words(case: Case, book: RuleBook, kind: Kind) -> Ruling:
    """Words that tell the dealer to take the card are an order."""
    path = "calls.any_words_bind"
    if not book.calls.any_words_bind:
        says = message("Only the words “{order}” are an order.", order=book.bidding.order_word)
        return dismissed(kind, says, path, "bidding.order_word")
    says = message("Whoever tells the dealer to take the card has accepted it.")
    if book.bidding.partner_order == "must be alone" and case.speaker == "dealer's partner":
        return upheld(book, kind, says, Bind(path, alone=True), also=("bidding.partner_order",))
    return upheld(book, kind, says, Bind(path))


def order_without_trump(case: Case, book: RuleBook, kind: Kind) -> Ruling:
    """An order by anyone but the dealer without the trump that the book asks for."""
    if book.bidding.trump_to_order == "nobody":
        says = message("By this book no card is needed to order.")
        return dismissed(kind, says, "bidding.trump_to_order")
    also: tuple[str, ...] = ("bidding.trump_to_order",)
    if case.known.speaker == "dealer's partner":
        also += ("bidding.order_down",)
    if case.known.in_turn is False:
        also += ("bidding.breach_counts",)
    if book.bidding.breach_counts == "in turn only" and not case.in_turn:
        says = message("A call out of turn is void, so it is not an order that needs a trump.")
        return dismissed(kind, says, "bidding.breach_counts")
    says = message("Everybody but the dealer needs a trump in hand to order.")
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
            message("By this book no other card is needed to take the turn-up."),
            "bidding.natural_scope",
        )
    path = "calls.without_natural"
    also = ("bidding.natural_scope",)
    says = message("The turn-up was taken without a natural card.")
    if book.calls.without_natural == "officer decides":
        return upheld(book, kind, says, OfficerDecides(path), also=also)
    if case.before(book.calls.until):
        bar = Bar(path, book.calls.barred_for)
        return upheld(book, kind, says, VoidCall(path), bar, also=also)
    return upheld(book, kind, says, Redeal(path, "same dealer", misdeal=False), also=also)


def forbidden_call(case: Case, book: RuleBook, kind: Kind) -> Ruling:
    """A call the book refuses without naming a penalty: made again, if it is seen in time."""
    path = "calls.forbidden"
    says = message("The book does not allow this and names no penalty.")
    if book.calls.forbidden == "officer decides" or not case.before(book.calls.until):
        return upheld(book, kind, says, OfficerDecides(path))
    return upheld(book, kind, says, VoidCall(path), also=("calls.until",))
