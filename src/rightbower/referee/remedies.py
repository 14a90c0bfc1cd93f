"""What follows an irregularity: each remedy and its instruction."""

from __future__ import annotations

from typing import Final, Literal, assert_never

from msgspec import Struct

from rightbower.rules.book import RuleBook
from rightbower.rules.refusal import counted

# What an officer orders rests on the officer's word.
FINAL: Final = "rulings.final"


class _Remedy(Struct, frozen=True):
    """The setting that a remedy comes from."""

    path: str


class LetStand(_Remedy, frozen=True):
    """What was done stands."""


class TakeBack(_Remedy, frozen=True):
    """The card goes back, and the cards played after it."""

    followers: Literal["free", "exposed", "same card"] = "free"


class VoidCall(_Remedy, frozen=True):
    """The call is void; the player whose turn it was goes on."""


class Bar(_Remedy, frozen=True):
    """The offenders may not make trump."""

    lasts: Literal["the deal", "the round"]


class Redeal(_Remedy, frozen=True):
    """The deal is void and is dealt again."""

    by: Literal["same dealer", "next dealer", "right dealer"]
    new_pack: bool = False
    misdeal: bool = True


class AwardPoints(_Remedy, frozen=True):
    """Points for the other side."""

    points: int


class DeductPoints(_Remedy, frozen=True):
    """Points off the offenders' score; it goes below nothing only where ``below_zero`` says so."""

    points: int
    below_zero: bool = False


class StopHand(_Remedy, frozen=True):
    """The tricks of the hand bring nothing; ``now`` where it ends without being played out."""

    now: bool = True


class KeepResult(_Remedy, frozen=True):
    """The hand scores as it was played."""

    for_both: bool = True


class NoScore(_Remedy, frozen=True):
    """The offenders score nothing for this deal."""


class LoseGame(_Remedy, frozen=True):
    """The offenders lose the game."""


class Expose(_Remedy, frozen=True):
    """The card stays face up and is played at its first legal chance."""


class ReturnCard(_Remedy, frozen=True):
    """The card goes back to the hand without penalty."""


class CallSuit(_Remedy, frozen=True):
    """The other side may name the suit of the offenders' next lead, once."""


class FiveDealt(_Remedy, frozen=True):
    """The dealer plays the five cards dealt; the turn-up is out of play."""

    withdraw: bool = False


class Bind(_Remedy, frozen=True):
    """The words count as an order; ``alone`` where the book then binds the player to it."""

    alone: bool = False


class PassStands(_Remedy, frozen=True):
    """The pass stands as that player's pass in the round."""


class Warn(_Remedy, frozen=True):
    """The player is warned; nothing else follows."""


class Remind(_Remedy, frozen=True):
    """The player is asked to turn the trick."""


class Review(_Remedy, frozen=True):
    """The team is considered for removal."""


class OfficerDecides(_Remedy, frozen=True):
    """The book names no remedy: the officer decides."""


Remedy = (
    LetStand
    | TakeBack
    | VoidCall
    | Bar
    | Redeal
    | AwardPoints
    | DeductPoints
    | StopHand
    | KeepResult
    | NoScore
    | LoseGame
    | Expose
    | ReturnCard
    | CallSuit
    | FiveDealt
    | Bind
    | PassStands
    | Warn
    | Remind
    | Review
    | OfficerDecides
)

# Remedies that cost a side something or void a deal: where a book applies only its own rules, a
# borrowed one is a suggestion.
PENALTIES = (Bar, Redeal, AwardPoints, DeductPoints, StopHand, NoScore, LoseGame, Expose, CallSuit)


def instruction(remedy: Remedy, book: RuleBook) -> str:
    """What to do at the table now, in one sentence."""
    match remedy:
        case LetStand():
            return "What was done stands; play goes on."
        case TakeBack(followers="free"):
            return "The card is taken back; cards played after it go back free of penalty."
        case TakeBack(followers="exposed"):
            return "The card is taken back; cards played after it go back too and stay face up."
        case TakeBack():
            return "The card is taken back and another is played; cards played after it stay."
        case VoidCall():
            return "The call is void; the turn goes back to the player whose turn it was."
        case Bar(lasts=lasts):
            return f"The offending side may not make trump for the rest of {lasts}."
        case Redeal(by=by, new_pack=new_pack):
            pack = " with a new deck" if new_pack else ""
            return f"The deal is void; the {by} deals{pack}. Earlier scores stay."
        case AwardPoints(points=points):
            return f"The other side scores {counted(points, 'point')}."
        case DeductPoints(points=points, below_zero=below):
            least = "" if below else ", but not below zero"
            verb = "comes" if points == 1 else "come"
            return f"{counted(points, 'point')} {verb} off the offending side's score{least}."
        case StopHand(now=True):
            return "The hand ends now; its tricks score nothing."
        case StopHand():
            return "The tricks of the hand score nothing."
        case KeepResult(for_both=True):
            return "The hand scores as it was played."
        case KeepResult():
            return "The hand scores as it was played, for the other side only."
        case NoScore():
            return "Play goes on; the offending side scores nothing for this deal."
        case LoseGame():
            return "The offending side loses the game; the hand is not scored."
        case Expose():
            return "An exposed card stays face up on the table and is played at its first legal chance."
        case ReturnCard():
            return "The card goes back to the hand without penalty."
        case CallSuit(path=path):
            topic = book.won_tricks if path == "won_tricks.turned_up" else book.turns
            last = topic.caller == "last to play"
            who = "the opponent who will play last to it" if last else "either opponent"
            return f"At the offending side's next lead {who} may name the suit, once."
        case FiveDealt(withdraw=True):
            return (
                "The turn-up is taken back and is out of play; the dealer plays one of the five"
                " cards dealt, and those who played after may change."
            )
        case FiveDealt():
            return "The dealer goes on with the five cards dealt; the turn-up is out of play."
        case Bind(alone=True):
            return "The words count as an order, and the player plays alone."
        case Bind():
            return "The words count as an order: the dealer takes the card."
        case PassStands():
            return "The pass stands for this round; nothing else follows."
        case Warn():
            return "The player is warned; nothing else follows."
        case Remind():
            return "The player is asked to turn the trick; nothing else follows."
        case Review():
            return "The team is put forward for removal."
        case OfficerDecides():
            return f"The book names no remedy: the {book.officer} decides."
        case _:
            assert_never(remedy)
