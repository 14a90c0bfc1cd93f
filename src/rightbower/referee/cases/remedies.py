"""What a ruling may do; every remedy names the setting it comes from."""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct

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
