"""Rulings on the deal itself: misdeals, wrong counts, the wrong dealer, the dealer who forgets."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from rightbower.referee.irregularities import TITLES, Kind
from rightbower.referee.remedies import FiveDealt, NoScore, Redeal
from rightbower.referee.rulings import Ruling, dismissed, upheld
from rightbower.referee.situation import Case
from rightbower.rules.book import RuleBook

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
        return dismissed(kind, "This book does not call that a misdeal.", path)
    if not case.before(book.value(until)):
        says = f"It is too late: a misdeal is called before the {_closing(book, until)}."
        return dismissed(kind, says, until)
    if book.value(claimant) == "the other side" and case.claimed_by == "offenders":
        says = "Only the side that did not deal may call this misdeal."
        return dismissed(kind, says, claimant)
    new_pack = kind is Kind.IMPERFECT_PACK
    says = f"{'The deal cannot count' if new_pack else 'It is a misdeal'}: {TITLES[kind]}."
    also = (until,)
    if _goes_back(case, book, kind):
        again = Redeal(path, "right dealer", new_pack)
        return upheld(book, kind, says, again, also=(*also, "misdeal.void_by_wrong_dealer"))
    if by == "same dealer" and rules.second == "deal passes" and case.second:
        again = Redeal("misdeal.second", "next dealer", new_pack)
        return upheld(book, kind, says, again, also=(path, *also, "misdeal.second_means"))
    again = Redeal(path, by, new_pack)
    return upheld(book, kind, says, again, also=also)


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
        return dismissed(kind, "The hand has been scored and stands.", "count.late_until")
    says = "The first trick has been turned, so it is too late for a new deal."
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
        return dismissed(kind, "The hand has been scored and stands.", "count.late_until")
    withdraw = (
        case.turn_up_played
        and book.count.unburied_turn_up == "withdrawn"
        and case.before("first trick quitted")
    )
    also: tuple[str, ...] = ("count.unburied_taken_back",)
    also += ("count.unburied_turn_up",) if case.turn_up_played else ()
    says = "The dealer played before discarding: that is not a wrong deal, and trump stays."
    return upheld(book, kind, says, FiveDealt("count.unburied", withdraw), also=also)


def wrong_dealer(case: Case, book: RuleBook, kind: Kind) -> Ruling:
    """A deal by the wrong player is stopped in time, or stands."""
    until = "misdeal.wrong_dealer_until"
    if case.before(book.misdeal.wrong_dealer_until):
        again = Redeal(until, "right dealer", misdeal=False)
        return upheld(book, kind, "The wrong player's deal is stopped.", again)
    after = book.misdeal.after_wrong_dealer
    following = {
        "left of the actual dealer": "the player on that dealer's left",
        "the missed player": "the player who was missed",
    }[after]
    says = f"It is too late, so the deal stands; the next to deal is {following}."
    return dismissed(kind, says, until, "misdeal.after_wrong_dealer")


def _closing(book: RuleBook, path: str) -> str:
    """What closes a window, as part of a sentence."""
    return {
        "turn-up faced": "turn-up is faced",
        "first lead": "first card is led",
        "first trick quitted": "first trick is turned",
        "hand scored": "hand is scored",
    }[book.value(path)]
