"""What a ruling may do; every remedy names the setting it comes from."""

from __future__ import annotations

from typing import Final, Literal, assert_never

from msgspec import Struct

from rightbower.book import RuleBook

# What an officer orders rests on the officer's word.
FINAL: Final = "rulings.final"


class LetStand(Struct, frozen=True):
    """What was done stands."""

    path: str


class TakeBack(Struct, frozen=True):
    """The card goes back, and the cards played after it."""

    path: str
    followers: Literal["free", "exposed", "same card"] = "free"


class VoidCall(Struct, frozen=True):
    """The call is void; the player whose turn it was goes on."""

    path: str


class Bar(Struct, frozen=True):
    """The offenders may not make trump."""

    path: str
    lasts: Literal["the deal", "the round"]


class Redeal(Struct, frozen=True):
    """The deal is void and is dealt again."""

    path: str
    by: Literal["same dealer", "next dealer", "right dealer"]
    new_pack: bool = False
    misdeal: bool = True


class AwardPoints(Struct, frozen=True):
    """Points for the other side."""

    path: str
    points: int


class DeductPoints(Struct, frozen=True):
    """Points off the offenders' score; it goes below nothing only where ``below_zero`` says so."""

    path: str
    points: int
    below_zero: bool = False


class StopHand(Struct, frozen=True):
    """The tricks of the hand bring nothing; ``now`` where it ends without being played out."""

    path: str
    now: bool = True


class KeepResult(Struct, frozen=True):
    """The hand scores as it was played."""

    path: str
    for_both: bool = True


class NoScore(Struct, frozen=True):
    """The offenders score nothing for this deal."""

    path: str


class LoseGame(Struct, frozen=True):
    """The offenders lose the game."""

    path: str


class Expose(Struct, frozen=True):
    """The card stays face up and is played at its first legal chance."""

    path: str


class ReturnCard(Struct, frozen=True):
    """The card goes back to the hand without penalty."""

    path: str


class CallSuit(Struct, frozen=True):
    """The other side may name the suit of the offenders' next lead, once."""

    path: str


class FiveDealt(Struct, frozen=True):
    """The dealer plays the five cards dealt; the turn-up is out of play."""

    path: str
    withdraw: bool = False


class Bind(Struct, frozen=True):
    """The words count as an order; ``alone`` where the book then binds the player to it."""

    path: str
    alone: bool = False


class PassStands(Struct, frozen=True):
    """The pass stands as that player's pass in the round."""

    path: str


class Warn(Struct, frozen=True):
    """A word to the player; nothing else follows."""

    path: str


class Remind(Struct, frozen=True):
    """The player is asked to turn the trick."""

    path: str


class Review(Struct, frozen=True):
    """The team is considered for removal."""

    path: str


class OfficerDecides(Struct, frozen=True):
    """The book names no remedy: the officer decides."""

    path: str


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
            return "The card is taken back; cards played after it go back too and lie face up."
        case TakeBack():
            return "The card is taken back and another is played; cards played after it stay."
        case VoidCall():
            return "It is void; the turn goes back to the player whose turn it was."
        case Bar(lasts=lasts):
            return f"The offending side may not make trump for the rest of {lasts}."
        case Redeal(by=by, new_pack=new_pack):
            pack = " with a new pack" if new_pack else ""
            return f"The deal is void; the {by} deals{pack}. Earlier scores stay."
        case AwardPoints(points=points):
            return f"The other side scores {_counted(points)}."
        case DeductPoints(points=points, below_zero=below):
            least = "" if below else ", down to nothing at most"
            verb = "comes" if points == 1 else "come"
            return f"{_counted(points).capitalize()} {verb} off the offending side's score{least}."
        case StopHand(now=True):
            return "The hand ends now; its tricks bring nothing."
        case StopHand():
            return "The tricks of the hand bring nothing."
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
        case CallSuit():
            return "At the offending side's next lead the other side may name the suit, once."
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
            return "A word to the player; nothing else follows."
        case Remind():
            return "The player is asked to turn the trick; nothing else follows."
        case Review():
            return "The team is put forward for removal."
        case OfficerDecides():
            return f"The book names no remedy: the {book.officer} decides."
        case _:
            assert_never(remedy)


def _counted(points: int) -> str:
    return "1 point" if points == 1 else f"{points} points"
