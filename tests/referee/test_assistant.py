"""The assistant asks only what matters, and rules as the live referee does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

import pytest

from referee.sitting import T1, cards_of, did, made, moved, neatly, opened, ruling, sat, set_out
from rightbower.referee.claims import ruling_on
from rightbower.referee.doing import cut_at_table, deal_at_table, open_table
from rightbower.referee.irregularities import (
    ExposedCard,
    Fact,
    How,
    Kind,
    LooseWords,
    Misdeal,
    NotBuried,
    NotSingly,
    OutOfTurn,
    Revoke,
    Talk,
    TrickTurned,
    WrongCall,
    WrongCount,
    WrongDealer,
)
from rightbower.referee.judges import advise, every_ruling, interview, rule
from rightbower.referee.rulings import Question, Ruling, Situation, answered, question
from rightbower.referee.table import Table
from rightbower.rules.acts import Name, Order, PickUp, TurnDown
from rightbower.rules.book import RuleBook, load, names, overlay
from rightbower.rules.cards import Seat, card
from rightbower.rules.ceremonies import Cut
from rightbower.rules.game import TurnUp, start_game

FACED = ("turn-up faced",)
LED = (*FACED, "first lead")
ONE_DOWN = (*LED, "first trick quitted")
SCORED = (*ONE_DOWN, "another card", "trick complete", "trick quitted", "next lead", "hand scored")
HOW: tuple[How, ...] = ("dropped", "played along", "named", "out of turn")
CUTS = ((TurnUp.PUT_DOWN, ()), (TurnUp.FACED, FACED))
DEAD = "W pass, N pass, E pass, S turn down"


NOTHING: Mapping[str, str] = {}


class Case(NamedTuple):
    """A live situation, and the same told in words: what has happened, and other answers."""

    fact: Fact
    table: Callable[[RuleBook], Table]
    happened: tuple[str, ...] = ()
    said: Mapping[str, str] = NOTHING
    by: Seat | None = Seat.W
    points: int | None = None


def dealing(book: RuleBook) -> Table:
    return sat("D1", book, turn_up=TurnUp.IN_PACK)


def faced(book: RuleBook) -> Table:
    return sat("D1", book)


def led(book: RuleBook) -> Table:
    return did(made("D1", book), "W AS")


def scored(book: RuleBook) -> Table:
    return neatly(made("D1", book), T1)


def six(book: RuleBook) -> Table:
    bad = moved(cards_of("D1"), "JS", None, "N")
    table = did(deal_at_table(opened(book), bad), "W pass, N pass, E pass, S pick up, S bury JC")
    return did(table, "S with partner") if book.alone.when != "with the call" else table


def short_pack(book: RuleBook) -> Table:
    return deal_at_table(opened(book), moved(cards_of("D1"), "JS", None, None))


def too_soon(book: RuleBook) -> Table:
    return deal_at_table(opened(book, bell=False), cards_of("D1"))


def not_cut(turn_up: TurnUp) -> Callable[[RuleBook], Table]:
    """South dealt without offering the cut."""

    def build(book: RuleBook) -> Table:
        table = cut_at_table(open_table(start_game(book, Seat.S)), Cut(None))
        return deal_at_table(table, cards_of("D1"), turn_up=turn_up)

    return build


def by_west(turn_up: TurnUp) -> Callable[[RuleBook], Table]:
    return lambda book: deal_at_table(opened(book), cards_of("D1"), dealer=Seat.W, turn_up=turn_up)


def after(words: str, name: str = "D1") -> Callable[[RuleBook], Table]:
    return lambda book: did(sat(name, book), words)


def playing(words: str) -> Callable[[RuleBook], Table]:
    return lambda book: did(made("D1", book), words)


def no_natural(book: RuleBook) -> Table:
    words = "W pass, N pass, E pass, S pick up"
    return set_out(book, "S deals, AH up", words, S="QS KD JD 9C AC")


def lone_east(words: str) -> Callable[[RuleBook], Table]:
    """D5 with East alone, whatever the book asks for on the way."""

    def build(book: RuleBook) -> Table:
        if book.bidding.partner_order == "must be alone":
            table = did(sat("D5", book), "N pass, E order")
        elif book.alone.when == "with the call":
            table = did(sat("D5", book), "N pass, E order alone")
        else:
            table = did(sat("D5", book), "N pass, E order, W bury 9H, E alone")
        return did(table, words)

    return build


MISDEAL = {"second": "no"}
HEARTS = cards_of("D1").turn_up.suit
WRONG = (
    (WrongCall(Seat.N, Kind.CALL_OUT_OF_TURN, Order(Seat.N)), "N order"),
    (WrongCall(Seat.S, Kind.TURN_DOWN_OUT_OF_TURN, TurnDown(Seat.S)), "S turn down"),
    (WrongCall(Seat.W, Kind.DEAD_SUIT, Name(Seat.W, HEARTS)), f"{DEAD}, W name hearts"),
)


def misdeals() -> list[Case]:
    cases = []
    for fact in (Misdeal(Seat.S, Kind.EXPOSED_IN_DEAL), Misdeal(Seat.S, Kind.FACED_CARD)):
        for table, happened in ((dealing, ()), (faced, FACED), (led, LED), (scored, SCORED)):
            for by, claimed in ((Seat.W, "other side"), (Seat.N, "offenders"), (None, "officer")):
                said = {**MISDEAL, "claimed_by": claimed}
                cases.append(Case(fact, table, happened, said, by))
    uncut, told = Misdeal(Seat.S, Kind.NOT_CUT), {**MISDEAL, "claimed_by": "other side"}
    pack, kitty = Misdeal(Seat.S, Kind.IMPERFECT_PACK), Misdeal(Seat.S, Kind.WRONG_KITTY)
    count = {**MISDEAL, "unburied": "no", "kitty_right": "no"}
    late = {**count, "claimed_by": "other side", "pack_right": "yes"}
    return [
        *cases,
        Case(pack, short_pack, FACED, MISDEAL),
        Case(kitty, short_pack, FACED, {**MISDEAL, "pack_right": "no"}),
        Case(kitty, six, FACED, {**MISDEAL, "pack_right": "yes"}),
        Case(WrongCount(Seat.N, 6), six, FACED, late),
        Case(WrongCount(Seat.N, 6), lambda book: did(six(book), "W AS"), LED, late),
        Case(WrongCount(Seat.N, 6), lambda b: neatly(six(b), T1.split("/")[0]), ONE_DOWN, late),
        Case(WrongCount(Seat.N, 6), lambda book: neatly(six(book), T1), SCORED, late),
        Case(Misdeal(Seat.S, Kind.EARLY_TURN_UP), too_soon, FACED, MISDEAL),
        *(Case(uncut, not_cut(turn_up), happened, told, Seat.W) for turn_up, happened in CUTS),
        Case(WrongDealer(Seat.W, Seat.S), by_west(TurnUp.PUT_DOWN), ()),
        Case(WrongDealer(Seat.W, Seat.S), by_west(TurnUp.FACED), FACED),
    ]


def calls() -> list[Case]:
    cases = [Case(fact, after(words), FACED) for fact, words in WRONG]
    natural = WrongCall(Seat.S, Kind.NO_NATURAL_CARD, PickUp(Seat.S))
    order = WrongCall(Seat.N, Kind.ORDER_WITHOUT_TRUMP, Order(Seat.N))
    partner, opponent = {"speaker": "dealer's partner"}, {"speaker": "opponent"}
    return [
        *cases,
        Case(natural, no_natural, FACED),
        Case(order, after("W pass, N order", "D2"), FACED),
        Case(LooseWords(Seat.N, "take it"), after("W pass"), FACED, partner),
        Case(LooseWords(Seat.W, "take it"), faced, FACED, opponent),
    ]


def plays() -> list[Case]:
    nobody, lone = {"lone": "nobody"}, {"lone": "offender"}
    queen, ten = card("QC"), card("TS")
    lead = OutOfTurn(Seat.E, Kind.LEAD_OUT_OF_TURN, 1, queen)
    early = OutOfTurn(Seat.E, Kind.PLAY_OUT_OF_TURN, 1, ten)
    by_lone = OutOfTurn(Seat.E, Kind.LEAD_OUT_OF_TURN, 1, card("JS"))
    forgot, king, nine = (
        "W pass, N pass, E pass, S pick up, W AS, N 9S, E TS",
        card("KH"),
        card("9H"),
    )
    turned = TrickTurned(Seat.S, Kind.TRICK_TURNED_UP, 1)
    left = TrickTurned(Seat.S, Kind.TRICK_NOT_TURNED, 1)
    one = playing("W AS, N 9S, E TS, S 9H, turn")
    over = ("another card", "trick complete")
    cases = [
        Case(lead, playing("E QC, S AC, W TC"), (*LED, "another card"), nobody),
        Case(lead, playing("E QC, S AC, W TC, N KC"), (*LED, *over), nobody),
        Case(by_lone, lone_east("E JS, S TS"), (*LED, "another card"), lone),
        Case(by_lone, lone_east("E JS, S TS, N JC"), (*LED, *over), lone),
        Case(early, playing("W AS, E TS"), LED, nobody),
        Case(early, playing("W AS, E TS, N 9S, S 9H"), (*LED, *over), nobody),
        Case(NotBuried(Seat.S, king), after(f"{forgot}, S KH"), LED, {"turn_up_played": "no"}),
        Case(NotBuried(Seat.S, nine), after(f"{forgot}, S 9H"), LED, {"turn_up_played": "yes"}),
        Case(turned, one, ONE_DOWN),
        Case(left, playing("W AS, N 9S, E TS, S 9H, S JH"), ONE_DOWN),
        Case(NotSingly(Seat.E, queen), led, LED, {**nobody, "first_time": "yes"}),
    ]
    for how in HOW:
        dropped = ExposedCard(Seat.E, queen, how)
        cases.append(Case(dropped, led, LED, {**nobody, "how": how}))
        spared = ExposedCard(Seat.E, card("JS"), how)
        cases.append(Case(spared, lone_east("N KC"), LED, {**lone, "how": how}))
    return cases


def revokes() -> list[Case]:
    said = {"lone": "nobody", "makers": "other side", "proof": "shown"}
    east = Revoke(Seat.E, 1)
    other = ("another card",)
    done = (*other, "trick complete")
    lone = {"lone": "offender", "makers": "offenders", "proof": "shown"}
    return [
        Case(east, playing("W AS, N 9S, E AH"), LED, said),
        Case(east, playing("W AS, N 9S, E AH, S 9H"), (*LED, *done), said),
        Case(
            east, playing("W AS, N 9S, E AH, S 9H, turn"), (*ONE_DOWN, *done, "trick quitted"), said
        ),
        Case(
            east,
            playing("W AS, N 9S, E AH, S 9H, turn, E QC"),
            (*ONE_DOWN, *done, "trick quitted", "next lead"),
            said,
        ),
        Case(east, playing("W AS, N 9S, E TS, S 9H"), (*LED, *done), {"proof": "not shown"}),
        Case(
            Revoke(Seat.E, 1),
            lone_east("N KC, E KS, S 9C"),
            (*LED, *done),
            {**lone, "proof": "not shown"},
        ),
    ]


def talk() -> list[Case]:
    agreed = {"help_agreed": "no", "points": "3"}
    return [
        Case(Talk(Seat.N, Kind.TABLE_TALK), led, LED, agreed, Seat.W, 3),
        Case(Talk(Seat.N, Kind.SIGNALLING), led, LED, agreed, None, 3),
    ]


CASES = [*misdeals(), *calls(), *plays(), *revokes(), *talk()]
# Ruled upon as they happen, so there is no claim to compare; see the tests below.
AT_ONCE = {Kind.PASS_OUT_OF_TURN, Kind.FORBIDDEN_CALL}


def tell(case: Case) -> Callable[[Question], str]:
    """Answer the assistant's questions from the words of a case."""

    def answer(asked: Question) -> str:
        if asked.name.startswith("before "):
            return "no" if asked.name.removeprefix("before ") in case.happened else "yes"
        return case.said[asked.name]

    return answer


@pytest.mark.parametrize("name", names())
def test_assistant_and_live_referee_agree_on_everything(name: str) -> None:
    book = load(name)
    seen = set()
    for case in CASES:
        table = case.table(book)
        if table.game.result is not None:  # an order without a trump has lost the game by itself
            live = ruling(table)
        else:
            live = ruling_on(table, case.fact, case.by, points=case.points)
        told, _ = interview(case.fact.kind, book, tell(case))
        assert told == live, case
        seen.add(case.fact.kind)
    assert seen | AT_ONCE == set(Kind)


@pytest.mark.parametrize("name", names())
def test_what_is_ruled_at_once_is_ruled_alike(name: str) -> None:
    book = load(name)
    passed = did(sat("D1", book), "N pass")
    assert ruling(passed) == advise(Kind.PASS_OUT_OF_TURN, book)
    told = answered(Situation(), question("before first lead"), "yes")
    table = did(sat("D1", book, "W pass, N pass, E pass"), "S order")
    call = WrongCall(Seat.S, Kind.FORBIDDEN_CALL, Order(Seat.S))
    live, asked = ruling_on(table, call, Seat.W), rule(Kind.FORBIDDEN_CALL, told, book)
    assert live.options == asked.options
    assert live.paths == (*asked.paths, "laws.pick_up")  # a table shows which rule was broken


def test_only_what_matters_is_asked() -> None:
    """How many questions a revoke takes: three in the league, never a needless one."""

    def asked(book: str, kind: Kind, **said: str) -> list[str]:
        names_asked: list[str] = []

        def answer(each: Question) -> str:
            names_asked.append(each.name)
            return said.get(each.name.replace(" ", "_").replace("-", "_"), "yes")

        interview(kind, load(book), answer)
        return names_asked

    flat = asked("sportcial-league", Kind.REVOKE, proof="shown")
    assert flat == ["proof", "before next turn-up"], "flat: no question of a lone hand"
    in_time = asked("alberta-55plus", Kind.REVOKE, proof="shown")
    assert in_time == ["proof", "before trick quitted"]
    late = asked("charity-social", Kind.REVOKE, proof="shown", before_another_card="no", lone="nobody", makers="offenders")  # fmt: skip
    assert late == ["proof", "before another card", "before next turn-up", "lone", "makers"]
    lone = asked("charity-social", Kind.REVOKE, proof="shown", before_another_card="no", lone="offender")  # fmt: skip
    assert lone[-1] == "lone", "a lone hand is the maker's, so who made trump is known"
    assert asked("charity-social", Kind.EXPOSED_CARD) == []
    assert asked("national-2025", Kind.EXPOSED_CARD, how="dropped") == ["how"]
    assert asked("alberta-55plus", Kind.EXPOSED_CARD, lone="nobody", how="named") == ["lone", "how"]
    assert asked("alberta-55plus", Kind.EXPOSED_CARD, lone="offender") == ["lone"]


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("kind", Kind)
def test_every_end_of_the_tree_is_a_ruling_in_words(name: str, kind: Kind) -> None:
    book = load(name)
    ends = list(every_ruling(kind, book))
    assert ends
    for _, given in ends:
        assert str(given.says).endswith(".")
        assert given.paths
        assert all(path in book.citations for path in given.paths)
        for option in given.options:
            for remedy in option.remedies:
                assert str(remedy.instruction(book)).endswith(".")
                assert remedy.path in book.citations


def test_answers_are_taken_as_people_give_them() -> None:
    question = advise(Kind.REVOKE, load("alberta-55plus"))
    assert isinstance(question, Question)
    assert answered(Situation(), question, " Shown ").proof == "shown"
    assert answered(Situation(), question, "yes").proof == "shown"
    assert answered(Situation(), question, "not").proof == "not shown"
    with pytest.raises(ValueError, match="'perhaps' is none of them"):
        answered(Situation(), question, "perhaps")
    with pytest.raises(ValueError, match="none of them"):
        answered(Situation(), question, "mixed")
    number = advise(Kind.SIGNALLING, load("sportcial-league"))
    assert isinstance(number, Question)
    assert answered(Situation(), number, "7").points == 7
    with pytest.raises(ValueError, match="Answer with a number, not '-1'"):
        answered(Situation(), number, "-1")


def test_later_moments_settle_earlier_ones() -> None:
    """Whoever says that the hand was scored is not asked whether a card had been led."""
    book = load("alberta-55plus")
    known = Situation(happened=frozenset({"hand scored"}), unburied=False)
    assert isinstance(advise(Kind.WRONG_COUNT, book, known), Ruling)
    fresh = Situation(not_yet=frozenset({"turn-up faced"}), unburied=False)
    given = advise(Kind.WRONG_COUNT, book, fresh)
    assert isinstance(given, Ruling)
    assert given.upheld


def test_a_house_can_ask_for_other_answers() -> None:
    base = load("charity-social")
    anyone = overlay(base, {"alone.who": "anyone"}, "Ours")
    known = Situation(proof="shown", happened=frozenset({"another card"}), not_yet=frozenset({"next turn-up"}), lone="offender")  # fmt: skip
    assert isinstance(advise(Kind.REVOKE, base, known), Ruling)
    asked = advise(Kind.REVOKE, anyone, known)
    assert isinstance(asked, Question)
    assert asked.name == "makers"
