"""What follows an irregularity: each remedy, its instruction, and the words by which an officer orders it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import ClassVar, Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from rightbower.rules.book import RuleBook
from rightbower.rules.message import Message, Term, message
from rightbower.rules.refusal import Refusal

# What an officer orders rests on the officer's word.
FINAL: Final = "rulings.final"


class _Remedy(Struct, frozen=True):
    """The setting that a remedy comes from.

    ``penalty`` says that it costs a side something or voids a deal: where a book applies only its own
    rules, a borrowed one is a suggestion. ``do`` is what to do at the table now.
    """

    penalty: ClassVar[bool] = False
    do: ClassVar[Message]
    path: str

    def instruction(self, book: RuleBook) -> Message:  # noqa: ARG002  # most are the same in every book
        """What to do at the table now, in one sentence."""
        return self.do


class LetStand(_Remedy, frozen=True):
    """What was done stands."""

    do: ClassVar[Message] = message("What was done stands; play goes on.")


class TakeBack(_Remedy, frozen=True):
    """The card goes back, and the cards played after it."""

    followers: Literal["free", "exposed", "same card"] = "free"

    def instruction(self, book: RuleBook) -> Message:  # noqa: ARG002
        return _TAKEN_BACK[self.followers]


_TAKEN_BACK: Final[Mapping[str, Message]] = {
    "free": message("The card is taken back; cards played after it go back free of penalty."),
    "exposed": message(
        "The card is taken back; cards played after it go back too and stay face up."
    ),
    "same card": message(
        "The card is taken back and another is played; cards played after it stay."
    ),
}


class VoidCall(_Remedy, frozen=True):
    """The call is void; the player whose turn it was goes on."""

    do: ClassVar[Message] = message(
        "The call is void; the turn goes back to the player whose turn it was."
    )


class Bar(_Remedy, frozen=True):
    """The offenders may not make trump."""

    penalty: ClassVar[bool] = True
    lasts: Literal["the deal", "the round"]

    def instruction(self, book: RuleBook) -> Message:  # noqa: ARG002
        if self.lasts == "the deal":
            return message("The offending side may not make trump for the rest of the deal.")
        return message("The offending side may not make trump for the rest of the round.")


class Redeal(_Remedy, frozen=True):
    """The deal is void and is dealt again."""

    penalty: ClassVar[bool] = True
    by: Literal["same dealer", "next dealer", "right dealer"]
    new_pack: bool = False
    misdeal: bool = True

    def instruction(self, book: RuleBook) -> Message:  # noqa: ARG002
        dealer = _DEALERS[self.by]
        if self.new_pack:
            return message(
                "The deal is void; {dealer} deals with a new deck. Earlier scores stay.",
                dealer=dealer,
            )
        return message("The deal is void; {dealer} deals. Earlier scores stay.", dealer=dealer)


_DEALERS: Final[Mapping[str, Message]] = {
    "same dealer": message("the same dealer"),
    "next dealer": message("the next dealer"),
    "right dealer": message("the right dealer"),
}


class AwardPoints(_Remedy, frozen=True):
    """Points for the other side."""

    penalty: ClassVar[bool] = True
    points: int

    def instruction(self, book: RuleBook) -> Message:  # noqa: ARG002
        return message("The other side scores {points} {points|point|points}.", points=self.points)


class DeductPoints(_Remedy, frozen=True):
    """Points off the offenders' score; it goes below nothing only where ``below_zero`` says so."""

    penalty: ClassVar[bool] = True
    points: int
    below_zero: bool = False

    def instruction(self, book: RuleBook) -> Message:  # noqa: ARG002
        if self.below_zero:
            return message(
                "{points} {points|point comes|points come} off the offending side's score.",
                points=self.points,
            )
        return message(
            "{points} {points|point comes|points come} off the offending side's score,"
            " but not below zero.",
            points=self.points,
        )


class StopHand(_Remedy, frozen=True):
    """The tricks of the hand bring nothing; ``now`` where it ends without being played out."""

    penalty: ClassVar[bool] = True
    now: bool = True

    def instruction(self, book: RuleBook) -> Message:  # noqa: ARG002
        if self.now:
            return message("The hand ends now; its tricks score nothing.")
        return message("The tricks of the hand score nothing.")


class KeepResult(_Remedy, frozen=True):
    """The hand scores as it was played."""

    for_both: bool = True

    def instruction(self, book: RuleBook) -> Message:  # noqa: ARG002
        if self.for_both:
            return message("The hand scores as it was played.")
        return message("The hand scores as it was played, for the other side only.")


class NoScore(_Remedy, frozen=True):
    """The offenders score nothing for this deal."""

    penalty: ClassVar[bool] = True
    do: ClassVar[Message] = message(
        "Play goes on; the offending side scores nothing for this deal."
    )


class LoseGame(_Remedy, frozen=True):
    """The offenders lose the game."""

    penalty: ClassVar[bool] = True
    do: ClassVar[Message] = message("The offending side loses the game; the hand is not scored.")


class Expose(_Remedy, frozen=True):
    """The card stays face up and is played at its first legal chance."""

    penalty: ClassVar[bool] = True
    do: ClassVar[Message] = message(
        "An exposed card stays face up on the table and is played at its first legal chance."
    )


class ReturnCard(_Remedy, frozen=True):
    """The card goes back to the hand without penalty."""

    do: ClassVar[Message] = message("The card goes back to the hand without penalty.")


class CallSuit(_Remedy, frozen=True):
    """The other side may name the suit of the offenders' next lead, once."""

    penalty: ClassVar[bool] = True

    def instruction(self, book: RuleBook) -> Message:
        topic = book.won_tricks if self.path == "won_tricks.turned_up" else book.turns
        if topic.caller == "last to play":
            return message(
                "At the offending side's next lead the opponent who will play last to it may name"
                " the suit, once."
            )
        return message("At the offending side's next lead either opponent may name the suit, once.")


class FiveDealt(_Remedy, frozen=True):
    """The dealer plays the five cards dealt; the turn-up is out of play."""

    withdraw: bool = False

    def instruction(self, book: RuleBook) -> Message:  # noqa: ARG002
        if self.withdraw:
            return message(
                "The turn-up is taken back and is out of play; the dealer plays one of the five"
                " cards dealt, and those who played after may change."
            )
        return message("The dealer goes on with the five cards dealt; the turn-up is out of play.")


class Bind(_Remedy, frozen=True):
    """The words count as an order; ``alone`` where the book then binds the player to it."""

    alone: bool = False

    def instruction(self, book: RuleBook) -> Message:  # noqa: ARG002
        if self.alone:
            return message("The words count as an order, and the player plays alone.")
        return message("The words count as an order: the dealer takes the card.")


class PassStands(_Remedy, frozen=True):
    """The pass stands as that player's pass in the round."""

    do: ClassVar[Message] = message("The pass stands for this round; nothing else follows.")


class Warn(_Remedy, frozen=True):
    """The player is warned; nothing else follows."""

    do: ClassVar[Message] = message("The player is warned; nothing else follows.")


class Remind(_Remedy, frozen=True):
    """The player is asked to turn the trick."""

    do: ClassVar[Message] = message("The player is asked to turn the trick; nothing else follows.")


class Review(_Remedy, frozen=True):
    """The team is considered for removal."""

    do: ClassVar[Message] = message("The team is put forward for removal.")


class OfficerDecides(_Remedy, frozen=True):
    """The book names no remedy: the officer decides."""

    def instruction(self, book: RuleBook) -> Message:
        return message(
            "The book names no remedy: the {officer} decides.", officer=Term(book.officer)
        )


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

# What an officer may order, by its words; points are a number behind theirs.
ORDERS: Final[Mapping[str, Remedy]] = {
    "stand": LetStand(FINAL),
    "warn": Warn(FINAL),
    "take back": TakeBack(FINAL),
    "void call": VoidCall(FINAL),
    "bar for the deal": Bar(FINAL, "the deal"),
    "bar for the round": Bar(FINAL, "the round"),
    "redeal by same dealer": Redeal(FINAL, "same dealer", misdeal=False),
    "redeal by next dealer": Redeal(FINAL, "next dealer", misdeal=False),
    "redeal by right dealer": Redeal(FINAL, "right dealer", misdeal=False),
    "stop hand": StopHand(FINAL),
    "no score": NoScore(FINAL),
    "lose game": LoseGame(FINAL),
    "expose": Expose(FINAL),
    "call suit": CallSuit(FINAL),
}
COUNTED: Final[Mapping[str, AwardPoints | DeductPoints]] = {
    "award": AwardPoints(FINAL, 0),
    "deduct": DeductPoints(FINAL, 0),
}
_COUNTED: Final = re.compile(rf"({'|'.join(COUNTED)}) ([1-9]\d{{0,2}})")


def read_remedy(text: str) -> Remedy:
    """Read what an officer orders, such as ``award 2`` or ``redeal by same dealer``."""
    words = " ".join(text.lower().split())
    if found := _COUNTED.fullmatch(words):
        return replace(COUNTED[found[1]], points=int(found[2]))
    if words in ORDERS:
        return ORDERS[words]
    raise Refusal(
        message(
            "{text} is not a remedy; write award N, deduct N, {orders}",
            text=repr(text),
            orders=", ".join(ORDERS),
        )
    )


def write_remedy(remedy: Remedy) -> str:
    """The remedy as ``read_remedy`` reads it; refuse one that an officer has no words for."""
    for words, counted in COUNTED.items():
        if isinstance(remedy, AwardPoints | DeductPoints) and remedy == replace(
            counted, path=remedy.path, points=remedy.points
        ):
            return f"{words} {remedy.points}"
    for words, plain in ORDERS.items():
        if plain == remedy:
            return words
    raise Refusal(message("there are no words for {remedy}", remedy=repr(remedy)))
