"""What a remedy has people do at the table, in one sentence each."""

from __future__ import annotations

from typing import assert_never

from rightbower.referee.cases import remedies
from rightbower.rules.book import RuleBook
from rightbower.rules.refusal import counted


def instruction(remedy: remedies.Remedy, book: RuleBook) -> str:
    """What to do at the table now, in one sentence."""
    match remedy:
        case remedies.LetStand():
            return "What was done stands; play goes on."
        case remedies.TakeBack(followers="free"):
            return "The card is taken back; cards played after it go back free of penalty."
        case remedies.TakeBack(followers="exposed"):
            return "The card is taken back; cards played after it go back too and stay face up."
        case remedies.TakeBack():
            return "The card is taken back and another is played; cards played after it stay."
        case remedies.VoidCall():
            return "The call is void; the turn goes back to the player whose turn it was."
        case remedies.Bar(lasts=lasts):
            return f"The offending side may not make trump for the rest of {lasts}."
        case remedies.Redeal(by=by, new_pack=new_pack):
            pack = " with a new deck" if new_pack else ""
            return f"The deal is void; the {by} deals{pack}. Earlier scores stay."
        case remedies.AwardPoints(points=points):
            return f"The other side scores {counted(points, 'point')}."
        case remedies.DeductPoints(points=points, below_zero=below):
            least = "" if below else ", but not below zero"
            verb = "comes" if points == 1 else "come"
            return f"{counted(points, 'point')} {verb} off the offending side's score{least}."
        case remedies.StopHand(now=True):
            return "The hand ends now; its tricks score nothing."
        case remedies.StopHand():
            return "The tricks of the hand score nothing."
        case remedies.KeepResult(for_both=True):
            return "The hand scores as it was played."
        case remedies.KeepResult():
            return "The hand scores as it was played, for the other side only."
        case remedies.NoScore():
            return "Play goes on; the offending side scores nothing for this deal."
        case remedies.LoseGame():
            return "The offending side loses the game; the hand is not scored."
        case remedies.Expose():
            return "An exposed card stays face up on the table and is played at its first legal chance."
        case remedies.ReturnCard():
            return "The card goes back to the hand without penalty."
        case remedies.CallSuit():
            return "At the offending side's next lead the other side may name the suit, once."
        case remedies.FiveDealt(withdraw=True):
            return (
                "The turn-up is taken back and is out of play; the dealer plays one of the five"
                " cards dealt, and those who played after may change."
            )
        case remedies.FiveDealt():
            return "The dealer goes on with the five cards dealt; the turn-up is out of play."
        case remedies.Bind(alone=True):
            return "The words count as an order, and the player plays alone."
        case remedies.Bind():
            return "The words count as an order: the dealer takes the card."
        case remedies.PassStands():
            return "The pass stands for this round; nothing else follows."
        case remedies.Warn():
            return "The player is warned; nothing else follows."
        case remedies.Remind():
            return "The player is asked to turn the trick; nothing else follows."
        case remedies.Review():
            return "The team is put forward for removal."
        case remedies.OfficerDecides():
            return f"The book names no remedy: the {book.officer} decides."
        case _:
            assert_never(remedy)
