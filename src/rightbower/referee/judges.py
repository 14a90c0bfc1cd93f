"""Who judges what, and the rulings on the play: turns, revokes and conduct."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final, Literal

from msgspec.structs import replace

from rightbower.referee import judges_deal as deal
from rightbower.referee.irregularities import How, Kind
from rightbower.referee.remedies import (
    AwardPoints,
    CallSuit,
    DeductPoints,
    Expose,
    KeepResult,
    Remedy,
    Remind,
    ReturnCard,
    Review,
    StopHand,
    TakeBack,
    Warn,
)
from rightbower.referee.rulings import (
    Case,
    Needed,
    Party,
    Question,
    Ruling,
    RulingOption,
    Situation,
    answered,
    dismissed,
    question,
    upheld,
)
from rightbower.rules.book import GAPS, RuleBook
from rightbower.rules.cards import Card
from rightbower.rules.message import Message, Term, message, word
from rightbower.rules.refusal import Refusal

_NO_PENALTY = message("The book names no penalty for it.")
_SETTINGS: dict[How, str] = {
    "out of turn": "exposed.out_of_turn",
    "dropped": "exposed.dropped",
    "played along": "exposed.played_along",
    "named": "exposed.named",
}


def exempt(case: Case, book: RuleBook) -> bool:
    """Whether the offender is a lone hand that the book spares such penalties."""
    return book.lone_hand.exempt and case.lone == "offender"


def lead_out_of_turn(case: Case, book: RuleBook, kind: Kind) -> Ruling:
    """A false lead comes back on demand while any hand has yet to play."""
    if book.turns.demand == "the other side" and case.claimed_by == "offenders":
        says = message("Only the other side may ask for it back.")
        return dismissed(kind, says, "turns.demand")
    if exempt(case, book):
        return _undone_by_lone_hand(case, book, kind)
    path = "turns.lead_until"
    if not case.before(book.turns.lead_until):
        says = message("All hands have played to the lead, so the trick stands.")
        return dismissed(kind, says, path)
    back = TakeBack(path, book.turns.followers)
    remedies: list[Remedy] = [back]
    if book.turns.lead_exposed:
        remedies.append(Expose("turns.lead_exposed"))
    if book.turns.lead_call:
        remedies.append(CallSuit("turns.lead_call"))
    also = ["turns.demand", "turns.followers"]
    also += ["exposed.duty"] if book.turns.lead_exposed else []
    also += ["turns.caller"] if book.turns.lead_call else []
    also += ["turns.caller_lone"] if book.turns.lead_call and _one_opponent(case) else []
    says = message("The false lead is taken back.")
    return upheld(book, kind, says, *remedies, also=tuple(also))


def _one_opponent(case: Case) -> bool:
    """Whether an opponent of the player who erred is known to play alone."""
    return case.known.lone == "other side"


def play_out_of_turn(case: Case, book: RuleBook, kind: Kind) -> Ruling:
    """A card played before its turn waits for that turn; the book says whether it is exposed."""
    if exempt(case, book):
        return _undone_by_lone_hand(case, book, kind)
    path = "turns.play_until"
    if not case.before(book.turns.play_until):
        return dismissed(kind, message("All hands have played, so the trick stands."), path)
    back = TakeBack(path)
    says = message("The card was played out of turn and does not count as played.")
    if not book.exposed.out_of_turn:
        return upheld(book, kind, says, back, also=("exposed.out_of_turn",))
    expose = Expose("exposed.out_of_turn")
    return upheld(book, kind, says, back, expose, also=("exposed.duty",))


def _undone_by_lone_hand(case: Case, book: RuleBook, kind: Kind) -> Ruling:
    path = "lone_hand.until"
    if not case.before(book.lone_hand.until):
        says = message("The trick is complete, so the lone hand's slip stands.")
        return dismissed(kind, says, path, "lone_hand.exempt")
    says = message("A lone hand pays no penalty, but has to undo the slip if asked.")
    return upheld(book, kind, says, TakeBack(path), also=("lone_hand.exempt",))


def exposed_card(case: Case, book: RuleBook, kind: Kind) -> Ruling:
    """A card dropped, shown or named: it stays up where the book counts it as exposed."""
    if exempt(case, book):
        says = message("A lone hand pays no penalty for an exposed card.")
        return upheld(book, kind, says, ReturnCard("lone_hand.exempt"))
    if book.exposed.duty == "returns to hand" or _all_alike(book):
        return _exposing("dropped", book, kind, case.known.cards)
    return _exposing(case.how, book, kind, case.known.cards)


def _all_alike(book: RuleBook) -> bool:
    """Whether the book makes no difference between the ways of exposing a card."""
    return len({(book.value(path), book.clause(path)) for path in _SETTINGS.values()}) == 1


def _exposing(how: How, book: RuleBook, kind: Kind, cards: tuple[Card, ...]) -> Ruling:
    shown = _shown(how, book)
    if isinstance(shown, Expose):
        says = message("It is an exposed card.")
        if len(cards) > 1:
            says = message("{cards} are exposed cards.", cards=cards)
        return upheld(book, kind, says, shown, also=("exposed.duty",))
    if isinstance(shown, Warn):
        says = message("The card was only named and stays in the hand: the holder is warned.")
        if len(cards) > 1:
            says = message(
                "{cards} were only named and stay in the hand: the holder is warned.", cards=cards
            )
        return upheld(book, kind, says, shown)
    return upheld(book, kind, message("This book has no penalty for an exposed card."), shown)


def _shown(how: How, book: RuleBook) -> Remedy:
    path = _SETTINGS[how]
    if how == "named" and not book.exposed.named:
        # It never left the hand, so nothing goes back.
        return Warn(path)
    if book.exposed.duty == "returns to hand":
        return ReturnCard("exposed.duty")
    return Expose(path) if book.value(path) else ReturnCard(path)


def not_singly(case: Case, book: RuleBook, kind: Kind) -> Ruling:
    """More than one card laid down at once."""
    rules = book.singly
    spared = exempt(case, book)
    shown = ReturnCard("lone_hand.exempt") if spared else _shown("played along", book)
    if rules.penalty is None:
        back = isinstance(shown, ReturnCard)
        says = message(
            "The book names no points for it; {dealt_with}.",
            dealt_with=_dealt_with(case.known.cards, back),
        )
        return upheld(book, kind, says, shown, also=("singly.penalty",))
    if rules.once and not case.first_time:
        says = message("Each player pays this penalty only once in a hand.")
        return upheld(book, kind, says, shown, also=("singly.once",))
    path = "singly.penalty"
    to_others = rules.goes == "to the other side"
    cost = AwardPoints(path, rules.penalty) if to_others else DeductPoints(path, rules.penalty)
    says = message("Cards are played one at a time, even the last ones.")
    return upheld(book, kind, says, cost, shown, also=("singly.goes",))


def _dealt_with(cards: tuple[Card, ...], back: bool) -> Message:
    if len(cards) > 1 and back:
        return message("{cards} go back", cards=cards)
    if len(cards) > 1:
        return message("{cards} are dealt with as exposed cards", cards=cards)
    if back:
        return message("the other card goes back")
    return message("the other card is dealt with as an exposed card")


def trick_turned_up(_: Case, book: RuleBook, kind: Kind) -> Ruling:
    """A quitted trick was looked at before the play ended."""
    path = "won_tricks.turned_up"
    if book.won_tricks.turned_up == "warning":
        return upheld(book, kind, _NO_PENALTY, Warn(path))
    says = message("A turned trick may not be looked at before the play ends.")
    return upheld(book, kind, says, CallSuit(path), also=("won_tricks.caller",))


def trick_not_turned(_: Case, book: RuleBook, kind: Kind) -> Ruling:
    """A won trick was left lying."""
    path = "won_tricks.not_turned"
    if book.won_tricks.not_turned == "nothing":
        return dismissed(kind, message("The trick may stay as it is."), path)
    says = message("A won trick is turned before play goes on; no points are lost.")
    return upheld(book, kind, says, Remind(path), also=("playing.won_tricks",))


AS_PLAYED = word("as played")
ADD = word("add")
SUBTRACT = word("subtract")


def revoke(case: Case, book: RuleBook, kind: Kind) -> Ruling:
    """A player who could follow suit did not."""
    if not _proved(case, book):
        path = "revoke.mixed" if case.proof.startswith("mixed") else "laws.follow_suit"
        says = message("The revoke is not proved, so the claim fails.")
        return dismissed(kind, says, path)
    in_time = case.proof == "shown" and case.before(book.revoke.until)
    if in_time and (book.revoke.mended_by == "anyone" or case.claimed_by == "offenders"):
        return _put_right(case, book, kind)
    if not case.before(book.revoke.claim_until):
        says = message("It is too late to claim a revoke in that hand.")
        return dismissed(kind, says, "revoke.claim_until")
    if book.revoke.repeated == "once" and case.known.paid_before:
        says = message("One penalty covers all the revokes of a side in one hand.")
        return dismissed(kind, says, "revoke.repeated")
    ruling = _paid_for(case, book, kind)
    return replace(ruling, paths=(*ruling.paths, "revoke.mended_by")) if in_time else ruling


def _proved(case: Case, book: RuleBook) -> bool:
    """Shown by the cards, or hidden by mixing that the book holds against the accused."""
    proof = case.proof
    if proof == "mixed by offenders":
        return book.revoke.mixed != "no proof"
    if proof == "mixed by other side":
        return book.revoke.mixed == "anyone"
    return proof == "shown"


def _put_right(case: Case, book: RuleBook, kind: Kind) -> Ruling:
    followers = book.revoke.followers_change
    back = TakeBack("revoke.until", "free" if followers else "same card")
    remedies: list[Remedy] = [back]
    also = ["revoke.mended_by", "revoke.followers_change"]
    if not book.exposed.corrected_revoke:
        also.append("exposed.corrected_revoke")
    elif not exempt(case, book):
        remedies.append(Expose("exposed.corrected_revoke"))
        also.append("exposed.duty")
    says = message("The revoke was noticed in time and is put right without penalty.")
    return upheld(book, kind, says, *remedies, also=tuple(also))


def _paid_for(case: Case, book: RuleBook, kind: Kind) -> Ruling:
    rules = book.revoke
    path = _penalty(case, book)
    value = book.value(path)
    also = [path, "revoke.until", "revoke.claim_until"]
    also += ["revoke.lone_means"] if _turns_on_lone(case, book) else []
    also += ["revoke.maximum"] if book.cite("revoke.maximum").basis == "read" else []
    also += ["revoke.mixed"] if case.proof.startswith("mixed") else []
    stop: tuple[Remedy, ...] = ()
    if rules.scores == "penalty instead":
        stop = (StopHand("revoke.scores", rules.hand == "stops"),)
    options = [RulingOption(ADD, (*stop, AwardPoints(path, value)))]
    if rules.as_played:
        kept = KeepResult("revoke.as_played", rules.as_played_for == "both sides")
        options.insert(0, RulingOption(AS_PLAYED, (kept,)))
    if rules.subtract and _may_subtract(case, book, value):
        taken = DeductPoints(path, value, below_zero=rules.floor == "below zero")
        options.append(RulingOption(SUBTRACT, (*stop, taken)))
        also += ["revoke.subtract", "revoke.floor"]
    if case.known.others_may_score is False and book.count.late_penalty == "may not be added":
        options = list(not_adding(tuple(options)))
        also.append("count.late_penalty")
    says = message("The revoke stands and costs {points} {points|point|points}.", points=value)
    also += ["revoke.as_played"] if rules.as_played else []
    also += ["revoke.hand", "revoke.scores"]
    when: Literal["now", "after the hand"]
    when = "now" if rules.hand == "stops" or case.hand_over else "after the hand"
    if len(options) == 1:
        only = upheld(book, kind, says, *options[0].remedies, also=tuple(also))
        return replace(only, when=when)
    return Ruling(kind, True, says, tuple(options), tuple(also), "other side", when)


def not_adding(options: tuple[RulingOption, ...]) -> tuple[RulingOption, ...]:
    """The options left to a side that may not score: those that give no points, or none of theirs."""
    kept = tuple(option for option in options if not _gives(option))
    return kept or tuple(
        replace(
            option,
            remedies=tuple(each for each in option.remedies if not isinstance(each, AwardPoints)),
        )
        for option in options
    )


def _gives(option: RulingOption) -> bool:
    return any(isinstance(each, AwardPoints) for each in option.remedies)


def _may_subtract(case: Case, book: RuleBook, value: int) -> bool:
    return book.revoke.floor != "not offered" or case.offenders_score >= value


_PAIR = ("revoke.penalty", "revoke.defenders_penalty")
_LONE = ("revoke.lone_penalty", "revoke.lone_defenders_penalty")


def _penalty(case: Case, book: RuleBook) -> str:
    """The setting that says what this revoke costs; asks only for what tells them apart."""
    if book.revoke.maximum == "always the lone value":
        return _by_makers(case, book, *_LONE)
    if _the_same_alone(book):
        return _by_makers(case, book, *_PAIR)
    lone = case.lone
    counts = {
        "any lone deal": lone != "nobody",
        "by the lone player": lone == "offender",
        "against the lone player": lone == "other side",
    }
    return _by_makers(case, book, *(_LONE if counts[book.revoke.lone_means] else _PAIR))


def _the_same_alone(book: RuleBook) -> bool:
    return all(book.alike(one, other) for one, other in zip(_PAIR, _LONE, strict=True))


def _turns_on_lone(case: Case, book: RuleBook) -> bool:
    """Whether what it costs rests on which revokes count as made on a lone hand."""
    if book.revoke.maximum == "always the lone value" or _the_same_alone(book):
        return False
    return case.lone != "nobody"


def _by_makers(case: Case, book: RuleBook, makers: str, defenders: str) -> str:
    if book.alike(makers, defenders):
        return makers
    return makers if _makers(case, book) == "offenders" else defenders


def _makers(case: Case, book: RuleBook) -> Party:
    """Who made trump; where only makers play alone, the lone hand tells."""
    if (
        book.alone.who == "anyone"
        or book.alone.defend != "no"
        or case.known.lone in (None, "nobody")
    ):
        return case.makers
    return "offenders" if case.lone == "offender" else "other side"


def table_talk(case: Case, book: RuleBook, kind: Kind) -> Ruling:
    """Talk that helps a partner, unless the table agreed to open help."""
    if book.conduct.help and case.help_agreed:
        says = message(
            "The table agreed that players may ask openly for help, without showing or naming a card."
        )
        return dismissed(kind, says, "conduct.help")
    return _ruled(case, book, kind, "conduct.table_talk")


def signalling(case: Case, book: RuleBook, kind: Kind) -> Ruling:
    """Signals between partners, suspected or caught."""
    return _ruled(case, book, kind, "conduct.signalling")


def _ruled(case: Case, book: RuleBook, kind: Kind, path: str) -> Ruling:
    if book.value(path) == "warning":
        own = book.cite(path).basis not in GAPS
        says = message("The book does not allow it, but names no penalty.")
        return upheld(book, kind, says if own else _NO_PENALTY, Warn(path))
    rules, officer = book.conduct, Term(book.officer)
    if not _within(case.points, rules.least, rules.most):
        raise Refusal(
            message(
                "the {officer} takes {least} to {most} points, not {given}",
                book.named("conduct.most"),
                officer=officer,
                least=str(rules.least),
                most=str(rules.most),
                given=case.points,
            )
        )
    below = rules.floor == "below zero"
    remedies: list[Remedy] = [DeductPoints(path, case.points, below)]
    if rules.removal_review:
        remedies.append(Review("conduct.removal_review"))
    says = message("The {officer} takes points for it from the game in progress.", officer=officer)
    also = ("conduct.least", "conduct.most", "conduct.floor")
    return upheld(book, kind, says, *remedies, also=also)


def _within(points: int, least: int | None, most: int | None) -> bool:
    return points > 0 and (least is None or points >= least) and (most is None or points <= most)


Judge = Callable[[Case, RuleBook, Kind], Ruling]

JUDGES: Final[Mapping[Kind, Judge]] = {
    Kind.EXPOSED_IN_DEAL: deal.misdeal,
    Kind.FACED_CARD: deal.misdeal,
    Kind.IMPERFECT_PACK: deal.misdeal,
    Kind.WRONG_COUNT: deal.wrong_count,
    Kind.WRONG_KITTY: deal.misdeal,
    Kind.EARLY_TURN_UP: deal.misdeal,
    Kind.NOT_CUT: deal.misdeal,
    Kind.WRONG_DEALER: deal.wrong_dealer,
    Kind.CALL_OUT_OF_TURN: deal.voided,
    Kind.TURN_DOWN_OUT_OF_TURN: deal.voided,
    Kind.PASS_OUT_OF_TURN: deal.pass_out_of_turn,
    Kind.DEAD_SUIT: deal.voided,
    Kind.LOOSE_WORDS: deal.loose_words,
    Kind.ORDER_WITHOUT_TRUMP: deal.order_without_trump,
    Kind.NO_NATURAL_CARD: deal.no_natural_card,
    Kind.FORBIDDEN_CALL: deal.forbidden_call,
    Kind.NOT_BURIED: deal.not_buried,
    Kind.LEAD_OUT_OF_TURN: lead_out_of_turn,
    Kind.PLAY_OUT_OF_TURN: play_out_of_turn,
    Kind.EXPOSED_CARD: exposed_card,
    Kind.NOT_SINGLY: not_singly,
    Kind.TRICK_TURNED_UP: trick_turned_up,
    Kind.TRICK_NOT_TURNED: trick_not_turned,
    Kind.REVOKE: revoke,
    Kind.TABLE_TALK: table_talk,
    Kind.SIGNALLING: signalling,
}


def rule(kind: Kind, situation: Situation, book: RuleBook) -> Ruling:
    """The book's ruling; raise ``Needed`` where it depends on something not known."""
    return JUDGES[kind](Case(situation), book, kind)


def advise(kind: Kind, book: RuleBook, known: Situation | None = None) -> Ruling | Question:
    """The ruling, or the question it needs answered next."""
    try:
        return rule(kind, known or Situation(), book)
    except Needed as missing:
        return question(missing.name)


def interview(
    kind: Kind, book: RuleBook, answer: Callable[[Question], str]
) -> tuple[Ruling, Situation]:
    """Ask until the ruling is clear; return it with all the answers."""
    said = Situation()
    while isinstance(found := advise(kind, book, said), Question):
        said = answered(said, found, answer(found))
    return found, said


def every_ruling(kind: Kind, book: RuleBook) -> Iterator[tuple[Situation, Ruling]]:
    """Every end of the question tree; a question that takes a number is answered with 1."""
    waiting = [Situation()]
    while waiting:
        known = waiting.pop()
        found = advise(kind, book, known)
        if isinstance(found, Ruling):
            yield known, found
            continue
        answers = [value for value, _ in found.answers] or ["1"]
        waiting.extend(answered(known, found, each) for each in answers)
