"""The questions a ruling can ask, in plain words, and how an answer is taken."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from rightbower.referee.cases.case import Moment, Situation
from rightbower.rules.refusal import Refusal

YES_NO: Final = (("yes", "Yes"), ("no", "No"))


class Question(Struct, frozen=True):
    """A question with the answers it takes; without any it takes a number."""

    name: str
    words: str
    answers: tuple[tuple[str, str], ...] = ()


CLOSINGS: Final[Mapping[Moment, str]] = {
    "turn-up faced": "the turn-up was faced",
    "first lead": "the first card was led",
    "first trick quitted": "the first trick was turned",
    "another card": "anybody played another card",
    "trick complete": "everybody had played to the trick",
    "trick quitted": "the trick was turned",
    "next lead": "the next trick was led to",
    "hand scored": "the hand was scored",
    "next turn-up": "the next turn-up was faced or the result entered",
}

ASKED: Final[Mapping[str, Question]] = {
    question.name: question
    for question in (
        Question(
            "lone",
            "Is anybody playing alone?",
            (
                ("nobody", "Nobody"),
                ("offender", "Yes, the player who erred"),
                ("other side", "Yes, an opponent of the player who erred"),
            ),
        ),
        Question(
            "makers",
            "Who made trump?",
            (("offenders", "The side that erred"), ("other side", "The other side")),
        ),
        Question(
            "claimed_by",
            "Who called attention to it?",
            (
                ("offenders", "The side that erred"),
                ("other side", "The other side"),
                ("officer", "The officer"),
            ),
        ),
        Question("second", "Has this dealer already misdealt once in this turn?", YES_NO),
        Question("wrong_dealer", "Is it another player's turn to deal?", YES_NO),
        Question("pack_right", "Is the deck complete, with each card there once?", YES_NO),
        Question("paid_before", "Has that side paid for a revoke in this hand?", YES_NO),
        Question("others_may_score", "May the other side score for this deal?", YES_NO),
        Question("in_turn", "Was it the turn of the player who called?", YES_NO),
        Question("kitty_right", "Were four cards left over after the hands?", YES_NO),
        Question("unburied", "Is it the dealer, who took the turn-up and did not discard?", YES_NO),
        Question("turn_up_played", "Is the turn-up itself the card that was played?", YES_NO),
        Question(
            "proof",
            "Do the cards show, or does the player admit, that suit could have been followed?",
            (
                ("shown", "Yes"),
                ("not shown", "No"),
                ("mixed by offenders", "The accused side mixed the tricks, so nobody can tell"),
                ("mixed by other side", "The other side mixed the tricks, so nobody can tell"),
            ),
        ),
        Question(
            "how",
            "How did the card come into sight?",
            (
                ("dropped", "Dropped or shown face up"),
                ("played along", "Played along with the card that was meant"),
                ("named", "Its holder said it was in hand"),
                ("out of turn", "Led or played out of turn"),
            ),
        ),
        Question("first_time", "Is it the first time for this player in this hand?", YES_NO),
        Question(
            "help_agreed",
            "Did the table agree before the round that players may ask openly for help?",
            YES_NO,
        ),
        Question(
            "speaker",
            "Who said it?",
            (("dealer's partner", "The dealer's partner"), ("opponent", "An opponent")),
        ),
        Question("points", "How many points are taken?"),
        Question("offenders_score", "What is the score of the side that erred?"),
    )
}


def question(name: str) -> Question:
    """The question of that name; ``before …`` asks whether it was noticed in time."""
    if name.startswith("before "):
        return Question(name, f"Was it noticed before {CLOSINGS[moment(name[7:])]}?", YES_NO)
    return ASKED[name]


def answered(situation: Situation, asked: Question, answer: str) -> Situation:
    """The situation with one more answer; refuse an answer that the question does not take."""
    value = _taken(asked, answer.strip().lower())
    if not asked.name.startswith("before "):
        return replace(situation, **{asked.name: value})
    closing = moment(asked.name[7:])
    if value:
        return replace(situation, not_yet=situation.not_yet | {closing})
    return replace(situation, happened=situation.happened | {closing})


def _taken(asked: Question, answer: str) -> Any:
    if not asked.answers:
        if not answer.isdecimal():
            raise Refusal(f"{asked.words} Answer with a number, not {answer!r}.")
        return int(answer)
    answer = answer.replace("-", " ")
    takes = [value for value, _ in asked.answers]
    found = [value for value, words in asked.answers if answer in (value, words.lower())] or [
        value for value in takes if answer and value.startswith(answer)
    ]
    if len(found) != 1:
        raise Refusal(f"{asked.words} Answer {', '.join(takes)}; {answer!r} is none of them.")
    return found[0] == "yes" if asked.answers == YES_NO else found[0]


def moment(text: str) -> Moment:
    """Read what closes a window, such as ``trick quitted``."""
    for known in CLOSINGS:
        if text.strip().lower().replace("-", " ") == known.replace("-", " "):
            return known
    raise Refusal(f"{text!r} is not one of the moments; they are {', '.join(CLOSINGS)}")
