"""What a ruling may do; every remedy names the setting it comes from."""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct

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
    """The player is warned; nothing else follows."""

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
