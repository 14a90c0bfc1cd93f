"""What a ruling depends on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Generic, Literal, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from rightbower.referee.irregularities import How
from rightbower.rules.cards import Card
from rightbower.rules.message import ENGLISH, Message, Voice, message, word
from rightbower.rules.refusal import Refusal

Moment = Literal[
    "turn-up faced",
    "first lead",
    "first trick quitted",
    "another card",
    "trick complete",
    "trick quitted",
    "next lead",
    "hand scored",
    "next turn-up",
]
Lone = Literal["nobody", "offender", "other side"]
Party = Literal["offenders", "other side"]
Claimed = Literal["offenders", "other side", "officer"]
Proof = Literal["shown", "not shown", "mixed by offenders", "mixed by other side"]
Speaker = Literal["dealer's partner", "opponent"]
T = TypeVar("T")

# What must have happened for this to have happened.
_DEAL: Final[tuple[Moment, ...]] = ("turn-up faced", "first lead", "first trick quitted")
_TRICK: Final[tuple[Moment, ...]] = (
    "another card",
    "trick complete",
    "trick quitted",
    "next lead",
)
BEFORE: Final[Mapping[Moment, frozenset[Moment]]] = {
    "turn-up faced": frozenset(),
    "first lead": frozenset(_DEAL[:1]),
    "first trick quitted": frozenset(_DEAL[:2]),
    "another card": frozenset(),
    "trick complete": frozenset(),
    "trick quitted": frozenset({"trick complete"}),
    "next lead": frozenset(_TRICK[:3]),
    "hand scored": frozenset(_DEAL + _TRICK),
    "next turn-up": frozenset((*_DEAL, *_TRICK, "hand scored")),
}


class Needed(Exception):
    """The ruling depends on something not known yet."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


class Situation(Struct, frozen=True):
    """What is known of an irregularity; None where it is not known.

    What is rare is not asked for and counts where it is told: a ``wrong_dealer``, a side that has
    ``paid_before``, ``others_may_score`` where they may not, the ``cards`` shown at once.
    """

    happened: frozenset[Moment] = frozenset()
    not_yet: frozenset[Moment] = frozenset()
    lone: Lone | None = None
    makers: Party | None = None
    claimed_by: Claimed | None = None
    second: bool | None = None
    in_turn: bool | None = None
    wrong_dealer: bool | None = None
    pack_right: bool | None = None
    paid_before: bool | None = None
    others_may_score: bool | None = None
    kitty_right: bool | None = None
    unburied: bool | None = None
    turn_up_played: bool | None = None
    proof: Proof | None = None
    how: How | None = None
    first_time: bool | None = None
    help_agreed: bool | None = None
    speaker: Speaker | None = None
    points: int | None = None
    offenders_score: int | None = None
    cards: tuple[Card, ...] = ()


class NeededAnswer(Generic[T]):
    """A field of the situation that a ruling cannot do without."""

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, case: Case, owner: type) -> T:
        answer: T | None = getattr(case.known, self.name)
        if answer is None:
            raise Needed(self.name)
        return answer


class Case(Struct, frozen=True):
    """A situation that raises ``Needed`` when asked for what it does not know."""

    known: Situation
    lone = NeededAnswer[Lone]()
    makers = NeededAnswer[Party]()
    claimed_by = NeededAnswer[Claimed]()
    second = NeededAnswer[bool]()
    in_turn = NeededAnswer[bool]()
    pack_right = NeededAnswer[bool]()
    kitty_right = NeededAnswer[bool]()
    unburied = NeededAnswer[bool]()
    turn_up_played = NeededAnswer[bool]()
    proof = NeededAnswer[Proof]()
    how = NeededAnswer[How]()
    first_time = NeededAnswer[bool]()
    help_agreed = NeededAnswer[bool]()
    speaker = NeededAnswer[Speaker]()
    points = NeededAnswer[int]()
    offenders_score = NeededAnswer[int]()

    def before(self, moment: Moment | Literal["never"]) -> bool:
        """Whether it was noticed before something happened."""
        if moment == "never":
            return False
        known = self.known
        if any(moment == each or moment in BEFORE[each] for each in known.happened):
            return False
        if any(moment == each or each in BEFORE[moment] for each in known.not_yet):
            return True
        raise Needed(f"before {moment}")

    @property
    def hand_over(self) -> bool:
        """Whether the hand is known to be scored already."""
        return not self.known.happened.isdisjoint(("hand scored", "next turn-up"))


YES_NO: Final = (("yes", word("Yes")), ("no", word("No")))


class Question(Struct, frozen=True):
    """A question with the answers it takes; without any it takes a number."""

    name: str
    words: Message
    answers: tuple[tuple[str, str], ...] = ()

    def told(self, voice: Voice = ENGLISH) -> AskedQuestion:
        """The question as a reader is asked it."""
        answers = tuple((value, voice.translate(words)) for value, words in self.answers)
        return AskedQuestion(self.name, voice(self.words), answers)


class AskedQuestion(Struct, frozen=True):
    """A question as a reader is asked it."""

    name: str
    words: str
    answers: tuple[tuple[str, str], ...]


CLOSINGS: Final[Mapping[Moment, Message]] = {
    "turn-up faced": message("the turn-up was faced"),
    "first lead": message("the first card was led"),
    "first trick quitted": message("the first trick was turned"),
    "another card": message("anybody played another card"),
    "trick complete": message("everybody had played to the trick"),
    "trick quitted": message("the trick was turned"),
    "next lead": message("the next trick was led to"),
    "hand scored": message("the hand was scored"),
    "next turn-up": message("the next turn-up was faced or the result entered"),
}

ASKED: Final[Mapping[str, Question]] = {
    question.name: question
    for question in (
        Question(
            "lone",
            message("Is anybody playing alone?"),
            (
                ("nobody", word("Nobody")),
                ("offender", word("Yes, the player who erred")),
                ("other side", word("Yes, an opponent of the player who erred")),
            ),
        ),
        Question(
            "makers",
            message("Who made trump?"),
            (("offenders", word("The side that erred")), ("other side", word("The other side"))),
        ),
        Question(
            "claimed_by",
            message("Who called attention to it?"),
            (
                ("offenders", word("The side that erred")),
                ("other side", word("The other side")),
                ("officer", word("The officer")),
            ),
        ),
        Question("second", message("Has this dealer already misdealt once in this turn?"), YES_NO),
        Question("wrong_dealer", message("Is it another player's turn to deal?"), YES_NO),
        Question("pack_right", message("Is the deck complete, with each card there once?"), YES_NO),
        Question("paid_before", message("Has that side paid for a revoke in this hand?"), YES_NO),
        Question("others_may_score", message("May the other side score for this deal?"), YES_NO),
        Question("in_turn", message("Was it the turn of the player who called?"), YES_NO),
        Question("kitty_right", message("Were four cards left over after the hands?"), YES_NO),
        Question(
            "unburied",
            message("Is it the dealer, who took the turn-up and did not discard?"),
            YES_NO,
        ),
        Question(
            "turn_up_played", message("Is the turn-up itself the card that was played?"), YES_NO
        ),
        Question(
            "proof",
            message(
                "Do the cards show, or does the player admit, that suit could have been followed?"
            ),
            (
                ("shown", word("Yes")),
                ("not shown", word("No")),
                (
                    "mixed by offenders",
                    word("The accused side mixed the tricks, so nobody can tell"),
                ),
                (
                    "mixed by other side",
                    word("The other side mixed the tricks, so nobody can tell"),
                ),
            ),
        ),
        Question(
            "how",
            message("How did the card come into sight?"),
            (
                ("dropped", word("Dropped or shown face up")),
                ("played along", word("Played along with the card that was meant")),
                ("named", word("Its holder said it was in hand")),
                ("out of turn", word("Led or played out of turn")),
            ),
        ),
        Question(
            "first_time", message("Is it the first time for this player in this hand?"), YES_NO
        ),
        Question(
            "help_agreed",
            message("Did the table agree before the round that players may ask openly for help?"),
            YES_NO,
        ),
        Question(
            "speaker",
            message("Who said it?"),
            (("dealer's partner", word("The dealer's partner")), ("opponent", word("An opponent"))),
        ),
        Question("points", message("How many points are taken?")),
        Question("offenders_score", message("What is the score of the side that erred?")),
    )
}


def question(name: str) -> Question:
    """The question of that name; ``before …`` asks whether it was noticed in time."""
    if name.startswith("before "):
        closing = CLOSINGS[moment(name[7:])]
        return Question(name, message("Was it noticed before {closing}?", closing=closing), YES_NO)
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
            raise Refusal(
                message(
                    "{question} Answer with a number, not {answer}.",
                    question=asked.words,
                    answer=repr(answer),
                )
            )
        return int(answer)
    answer = answer.replace("-", " ")
    takes = [value for value, _ in asked.answers]
    found = [value for value, words in asked.answers if answer in (value, words.lower())] or [
        value for value in takes if answer and value.startswith(answer)
    ]
    if len(found) != 1:
        raise Refusal(
            message(
                "{question} Answer {answers}; {answer} is none of them.",
                question=asked.words,
                answers=", ".join(takes),
                answer=repr(answer),
            )
        )
    return found[0] == "yes" if asked.answers == YES_NO else found[0]


def moment(text: str) -> Moment:
    """Read what closes a window, such as ``trick quitted``."""
    for known in CLOSINGS:
        if text.strip().lower().replace("-", " ") == known.replace("-", " "):
            return known
    raise Refusal(
        message(
            "{text} is not one of the moments; they are {moments}",
            text=repr(text),
            moments=", ".join(CLOSINGS),
        )
    )
