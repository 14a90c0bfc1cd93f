"""Sentences as values: how a reader is told them, and what the catalogues have of them."""

from __future__ import annotations

import ast
import copy
import pickle
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random

import pytest
from babel.messages.pofile import read_po

from rightbower.rules import acts
from rightbower.rules.book import load, names
from rightbower.rules.cards import PACK, Seat, Side, Suit, card, shuffled
from rightbower.rules.ceremonies import deal_cards
from rightbower.rules.deal import Deal, start
from rightbower.rules.judge import IllegalAction, apply, legal, not_held, objection
from rightbower.rules.message import (
    LANGUAGES,
    Arg,
    Message,
    OneOf,
    Reference,
    Term,
    ToldPart,
    Voice,
    as_written,
    catalogue,
    message,
    places,
    read_catalogue,
    voice,
)
from rightbower.rules.refusal import Refusal, said_by
from table import dealt, refused

PACKAGE = Path(__file__).resolve().parent.parent / "src" / "rightbower"
OTHERS = sorted(LANGUAGES.keys() - {"en"})
SOUTH = Voice(you=Seat.S, seats=("Ann", "Bo", "Cy", "Di"))
LED = message(
    "{suit} was led and {seat} {seat|hold|holds} {card}",
    "A01-5.1",
    suit=Suit.SPADES,
    seat=Seat.W,
    card=card("QS"),
)

# What a place of a template stands for, by its name; any other place is a text.
FILLED: dict[str, tuple[Arg, Arg]] = {
    "seat": (Seat.S, Seat.E),
    "dealer": (Seat.S, Seat.E),
    "right": (Seat.S, Seat.E),
    "side": (Side.NS, Side.EW),
    "suit": (Suit.HEARTS, Suit.CLUBS),
    "card": (card("JH"), card("QS")),
    "act": (acts.say(acts.Pass(Seat.S)), acts.say(acts.Play(Seat.E, card("QS")))),
    "cards": (1, 5),
    "rounds": (1, 2),
    "points": (1, 2),
}
TEXT = ("one text", "another")
WITH_FORMS = {"seat", "dealer", "right", "side", "card", "cards", "rounds", "points"}


def sentences(path: Path) -> Iterator[tuple[str, set[str] | None]]:
    """Each sentence that a file says, with the names it is given; None for a word."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id in ("message", "word")
            and node.args
            and isinstance(node.args[0], ast.Constant)
        ):
            given = {str(each.arg) for each in node.keywords}
            yield str(node.args[0].value), given if node.func.id == "message" else None


@cache
def said() -> dict[str, set[str]]:
    """Every sentence of the code, and the folders that say it."""
    found: dict[str, set[str]] = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        for text, _ in sentences(path):
            found.setdefault(text, set()).add(path.relative_to(PACKAGE).parts[0])
    return found


def filled(text: str, other: int) -> Message:
    """A sentence with something in each of its places."""
    return Message(text, tuple((each, FILLED.get(each, TEXT)[other]) for each, _ in places(text)))


def test_a_reader_is_told_a_sentence_in_the_second_person_and_by_names() -> None:
    assert str(LED) == "spades was led and West holds QS (A01-5.1)"
    assert SOUTH(LED) == "spades was led and Di holds the queen of spades (A01-5.1)"
    assert SOUTH.sentence(LED) == "Spades was led and Di holds the queen of spades."
    assert SOUTH.sentence(not_held(Seat.S, card("TD"))) == "You do not hold the ten of diamonds."
    turn = "it is {seat's} turn"
    assert SOUTH(message(turn, seat=Seat.S)) == "it is your turn"
    assert SOUTH(message(turn, seat=Seat.N)) == "it is Ann's turn"
    sides = [SOUTH(message("{side} {side|score|scores}", side=each)) for each in Side]
    assert sides == ["your side score", "East–West scores"]


def test_numbers_lists_and_choices_go_by_how_many_there_are() -> None:
    points = "{points} {points|point|points}"
    assert [str(message(points, points=each)) for each in (0, 1, 2)] == [
        "0 points",
        "1 point",
        "2 points",
    ]
    three = (card("9S"), card("TS"), card("QH"))
    assert str(message("{cards} {cards|lies|lie} there", cards=three)) == "9S, TS and QH lie there"
    assert str(message("{cards} {cards|lies|lie} there", cards=three[:1])) == "9S lies there"
    assert str(message("play {cards}", cards=OneOf(three[:2]))) == "play 9S or TS"


def test_a_sentence_inside_another_brings_its_clause_along() -> None:
    deal = dealt("S deals, 9H up", W="AS KS")
    with pytest.raises(IllegalAction) as fault:
        apply(deal, acts.Pass(Seat.N))
    assert str(fault.value) == "North passes: it is West's turn (A01-4.2)"
    assert Voice(you=Seat.N)(fault.value.said) == "you pass: it is West's turn (A01-4.2)"
    assert Voice(you=Seat.N)(fault.value.said, clauses=False) == "you pass: it is West's turn"
    assert said_by(ValueError("{odd}")) == as_written("{odd}")
    assert str(Refusal("a text with {seat} in it")) == "a text with {seat} in it"


def test_the_parts_of_what_is_told_say_what_they_are_about() -> None:
    told = SOUTH.parts(
        message("{who} beat {seat}", "A01-5.1", who=Reference("entrant", 7), seat=Seat.S)
    )
    assert told == (
        ToldPart("entrant 7", "entrant", Reference("entrant", 7)),
        ToldPart(" beat "),
        ToldPart("you", "person", Seat.S),
        ToldPart(" ("),
        ToldPart("A01-5.1", "clause", Reference("clause", "A01-5.1")),
        ToldPart(")"),
    )
    assert voice("fr")(message("{who} won", who=Term("host"))) == "l'hôte won"
    named = Voice(name=lambda each: f"{each.kind} of {each.of}")
    assert named(message("{who} won", who=Reference("team", "Aces"))) == "team of Aces won"
    assert [each.kind for each in SOUTH.parts(LED)] == [
        *("suit", "text", "person", "text", "card", "text", "clause", "text")
    ]
    assert "".join(each.text for each in SOUTH.parts(LED)) == SOUTH(LED)


def test_a_message_is_a_value() -> None:
    assert {LED, copy.deepcopy(LED), pickle.loads(pickle.dumps(LED))} == {LED}
    assert LED.by("X-01").clauses == ("A01-5.1", "X-01")
    fault = pickle.loads(pickle.dumps(Refusal(LED)))
    assert (fault.said, str(fault)) == (LED, str(LED))


def test_a_form_for_what_has_none_is_a_fault_of_ours() -> None:
    for arg in (Suit.HEARTS, "nine", LED, Reference("team", "Aces")):
        with pytest.raises(TypeError, match="has no forms"):
            str(message("{it|is|are}", it=arg))
    for broken in ("{seat", "seat}", "{seat|{a|b}"):
        with pytest.raises(ValueError, match="bracket"):
            str(message(broken, seat=Seat.S))


def test_a_translation_that_does_not_fit_is_not_said_by_half() -> None:
    for into in ("le {suit} et {nobody}", "le {suit|a|b}", "le {suit", "{seat|x}"):
        broken = Voice(you=Seat.S, card=str, translate=lambda _, into=into: into)  # type: ignore[misc]
        assert broken(message("{suit} was turned down", suit="hearts")) == "hearts was turned down"


def test_every_sentence_is_given_what_it_has_places_for() -> None:
    told = [(path, *each) for path in sorted(PACKAGE.rglob("*.py")) for each in sentences(path)]
    assert len(told) > 100
    for path, text, given in told:
        if given is not None:
            assert given == {name for name, _ in places(text)}, f"{path.name}: {text}"
        assert {name for name, forms in places(text) if forms} <= WITH_FORMS, text
        assert {forms for _, forms in places(text)} <= {0, 2}, text


def deals(chance: Random) -> Iterator[Deal]:
    """Deals of every book, as they go on at random."""
    for book in map(load, names()):
        out = deal_cards(shuffled(chance.random().__repr__()), Seat.S, book)
        deal = start(book, Seat.S, out.hands, out.turn_up, out.stock)
        while deal.turn is not None:
            yield deal
            deal = apply(deal, chance.choice(legal(deal)))
        yield deal


def test_what_the_judge_says_is_filled_as_the_catalogues_expect() -> None:
    told = set()
    for deal in deals(Random(7)):
        for seat in Seat:
            wanted: list[acts.Action] = [acts.Pass(seat), acts.TurnDown(seat)]
            wanted += [acts.Order(seat), acts.Order(seat, alone=True)]
            wanted += [acts.GoAlone(seat), acts.PickUp(seat), acts.Name(seat, Suit.HEARTS)]
            wanted += [acts.Play(seat, each) for each in PACK]
            wanted += [acts.Bury(seat, each) for each in PACK]
            for against in filter(None, (objection(deal, each) for each in wanted)):
                told.add(against.reason.text)
                for name, arg in against.reason.args:
                    assert type(arg) is type(FILLED[name][0]), against.reason
    assert len(told) > 15


@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_has_the_places_of_its_sentence(language: str) -> None:
    known = catalogue(language)
    assert known
    for text, into in known.items():
        wanted, got = dict(places(text)), dict(places(into))
        assert wanted.keys() == got.keys(), text
        forms = {name for name, count in places(into) if count}
        assert forms <= WITH_FORMS, into
        assert {count for _, count in places(into)} <= {0, 2}, into
        readers = [voice(language, you=each) for each in (None, Seat.S, Seat.E)]
        for reader in readers:
            for other in (0, 1):
                filling = filled(text, other)
                assert reader(filling) == reader(Message(into, filling.args)), into
                assert not set("{|}") & set(reader(filling)), into


@pytest.mark.parametrize("language", OTHERS)
def test_the_catalogues_are_those_of_the_code(
    language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Run ``make catalogue`` where this fails; what stands in ``rules`` has to be translated."""
    with (PACKAGE / "locale" / f"{language}.po").open("rb") as file:
        assert {each.id for each in read_po(file) if each.id} == said().keys()
    known = catalogue(language)
    assert known.keys() <= said().keys()
    missing = sorted(said().keys() - known.keys())
    with capsys.disabled():
        print(f"\n{language}: {len(missing)} of {len(said())} sentences are not translated")
    assert [text for text in missing if {"rules", "referee", "record"} & said()[text]] == []


def test_french_reads_as_a_player_would_say_it() -> None:
    you, other = voice("fr", you=Seat.S), voice("fr", you=Seat.N)
    deal = dealt("S deals, 9H up", S="AS KS QS JC TC")
    natural = refused(dealt_to_east(deal), "S pick up").reason
    assert you.sentence(natural) == "Vous n'avez aucune carte naturelle à cœur."
    assert other.sentence(natural) == "Sud n'a aucune carte naturelle à cœur."
    assert other.sentence(LED) == "L'entame est à pique et Ouest a la dame de pique."
    alone = message("{seat's} partner plays alone", seat=Seat.E)
    assert other.sentence(alone) == "Le partenaire d'Est joue en solo."
    assert voice("fr", you=Seat.E).sentence(alone) == "Votre partenaire joue en solo."
    counts = message("everyone gets {cards} cards", cards=1)
    assert other.sentence(counts) == "Chacun reçoit 1 carte."


def dealt_to_east(deal: Deal) -> Deal:
    """The deal once West, North and East have passed."""
    for seat in (Seat.W, Seat.N, Seat.E):
        deal = apply(deal, acts.Pass(seat))
    return deal


def test_a_catalogue_is_read_without_guesses_and_what_is_gone() -> None:
    text = """
msgid ""
msgstr "Language: fr\\n"

#: a.py
msgid ""
"one "
"\\"two\\""
msgstr ""
"un "
"deux"

#, fuzzy
msgid "a guess"
msgstr "une supposition"

msgid "not yet"
msgstr ""

#~ msgid "gone"
#~ msgstr "parti"
"""
    assert read_catalogue(text) == {'one "two"': "un deux"}
