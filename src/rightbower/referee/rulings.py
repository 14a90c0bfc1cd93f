"""A ruling: what it depends on, what it says, and how it is told."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Generic, Literal, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from rightbower.referee.irregularities import TITLES, How, Kind
from rightbower.referee.remedies import AwardPoints, DeductPoints, LetStand, Remedy
from rightbower.rules.book import GAPS, Citation, RuleBook
from rightbower.rules.cards import Card
from rightbower.rules.message import ENGLISH, Message, Term, Voice, message, word
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


Chooser = Literal["other side", "officer"]
LET_STAND = word("let it stand")
AS_SUGGESTED = word("as suggested")
STANDS = word("stands")
RULING = word("ruling")


class RulingOption(Struct, frozen=True):
    """One way a ruling can go, with what it does."""

    name: str
    remedies: tuple[Remedy, ...]


class Ruling(Struct, frozen=True):
    """What follows an irregularity; somebody chooses where there is more than one option.

    ``suggestion`` marks a ruling that binds only once the officer adopts it.
    """

    kind: Kind
    upheld: bool
    says: Message
    options: tuple[RulingOption, ...]
    paths: tuple[str, ...]
    chooser: Chooser | None = None
    when: Literal["now", "after the hand"] = "now"
    suggestion: bool = False

    @property
    def remedies(self) -> tuple[Remedy, ...]:
        """What follows where nobody has to choose."""
        (option,) = self.options
        return option.remedies

    def option(self, name: str) -> RulingOption:
        """The option of that name."""
        for option in self.options:
            if option.name == name:
                return option
        raise Refusal(
            message(
                "{name} is not a choice here; the choices are {names}",
                name=repr(name),
                names=", ".join(option.name for option in self.options),
            )
        )


def dismissed(kind: Kind, says: Message, *paths: str) -> Ruling:
    """The claim fails or comes too late: what was done stands."""
    stands = RulingOption(STANDS, (LetStand(paths[0]),))
    return Ruling(kind, False, says, (stands,), paths)


def upheld(
    book: RuleBook, kind: Kind, says: Message, *remedies: Remedy, also: tuple[str, ...] = ()
) -> Ruling:
    """The remedies follow; in a book of stated rules a borrowed penalty is only suggested."""
    paths = tuple(dict.fromkeys((*(remedy.path for remedy in remedies), *also)))
    option = RulingOption(RULING, remedies)
    if not suggested(book, remedies):
        return Ruling(kind, True, says, (option,), paths)
    stand = RulingOption(LET_STAND, (LetStand("rulings.borrowed"),))
    return Ruling(
        kind,
        True,
        says,
        (RulingOption(AS_SUGGESTED, remedies), stand),
        (*paths, "rulings.borrowed"),
        chooser="officer",
        suggestion=True,
    )


def suggested(book: RuleBook, remedies: tuple[Remedy, ...]) -> bool:
    """Whether these remedies are only a suggestion to the officer."""
    return book.rulings.borrowed == "suggested" and any(
        remedy.penalty and book.cite(remedy.path).basis == "borrowed" for remedy in remedies
    )


def citations(ruling: Ruling, book: RuleBook) -> tuple[Citation, ...]:
    """The clauses behind a ruling, in the order they were used."""
    return tuple(book.cite(path) for path in ruling.paths)


def borrowed(ruling: Ruling, book: RuleBook) -> bool:
    """Whether the ruling leans on another document where this one is silent."""
    return any(cited.basis == "borrowed" for cited in citations(ruling, book))


def points(option: RulingOption) -> tuple[int, int]:
    """What an option gives the other side and takes from the offenders."""
    given = sum(each.points for each in option.remedies if isinstance(each, AwardPoints))
    taken = sum(each.points for each in option.remedies if isinstance(each, DeductPoints))
    return given, taken


class Way(Struct, frozen=True):
    """One way the ruling can go; ``points`` are those the other side gains and the offenders lose."""

    name: str
    do: tuple[str, ...]
    gains: int
    loses: int


class Source(Struct, frozen=True):
    """A clause behind the ruling, and the setting that carries it."""

    clause: str
    also: tuple[str, ...]
    basis: str
    see: str
    note: str
    setting: str


class Report(Struct, frozen=True):
    """A ruling as people and programs read it."""

    book: str
    irregularity: str
    title: str
    upheld: bool
    says: str
    chooser: str | None
    when: str
    suggestion: bool
    borrowed: bool
    ways: tuple[Way, ...]
    clauses: tuple[Source, ...]


_OTHER_SIDE = word("other side")
_BASES = {
    "borrowed": word("borrowed"),
    "not borrowed": word("not borrowed"),
    "silent": word("silent"),
}


def report(ruling: Ruling, book: RuleBook, voice: Voice = ENGLISH) -> Report:
    """The ruling in plain values, as a reader is told it."""
    ways = []
    for option in ruling.options:
        gains, loses = points(option)
        do = tuple(voice(remedy.instruction(book)) for remedy in option.remedies)
        ways.append(Way(voice.translate(option.name), do, gains, loses))
    sources = []
    for path in ruling.paths:
        cited = book.cite(path)
        sources.append(Source(cited.clause, cited.also, cited.basis, cited.see, cited.note, path))
    chooser = {"officer": book.officer, "other side": _OTHER_SIDE, None: None}[ruling.chooser]
    return Report(
        book=book.name,
        irregularity=ruling.kind.value,
        title=voice.translate(TITLES[ruling.kind]),
        upheld=ruling.upheld,
        says=voice.capital(ruling.says),
        chooser=chooser,
        when=ruling.when,
        suggestion=ruling.suggestion,
        borrowed=borrowed(ruling, book),
        ways=tuple(ways),
        clauses=tuple(sources),
    )


def report_lines(given: Report, voice: Voice = ENGLISH) -> list[str]:
    """The ruling as lines to read out; what the clauses say stays in the language of the book."""
    lines = [given.says]
    if given.chooser is None:
        lines += [each for way in given.ways for each in way.do]
    else:
        chooser = Term(given.chooser)
        if given.when == "after the hand":
            chooses = message("When the hand is played out the {chooser} chooses:", chooser=chooser)
        else:
            chooses = message("The {chooser} chooses:", chooser=chooser)
        lines.append(voice.capital(chooses))
        lines += [f"  {way.name}: {' '.join(way.do)}" for way in given.ways]
    if given.suggestion:
        lines.append(voice(message("This is a suggestion: the book itself does not say it.")))
    return [
        *lines,
        voice(message("By:")),
        *dict.fromkeys(_cited(each, voice) for each in given.clauses),
    ]


def _cited(source: Source, voice: Voice) -> str:
    """A clause, what it says in our words, and where it was read or borrowed."""
    how = ""
    if source.basis in GAPS:
        how = f", {voice.translate(_BASES[source.basis])} ({source.see})"
    elif source.basis == "read":
        how = voice(message(", our reading ({see})", see=source.see))
    return f"  {', '.join((source.clause, *source.also))}{how}: {source.note}"
