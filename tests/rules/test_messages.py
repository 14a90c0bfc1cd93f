"""Sentences as values: how a reader is told them, and what the catalogues have of them."""

from __future__ import annotations

import copy
import pickle
import re
import runpy
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

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "src" / "rightbower"
TOOL = runpy.run_path(str(ROOT / "tools" / "catalogue.py"))
# Where every sentence is in every language; of the others a test says how many are not.
TRANSLATED = {"rules", "referee", "record", "books", "templates", "static"}
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
    **dict.fromkeys(
        (
            "chairs",
            "count",
            "games",
            "lines",
            "minutes",
            "nights",
            "over",
            "people",
            "results",
            "tables",
            "tickets",
            "wins",
        ),
        (1, 2),
    ),
}
TEXT = ("one text", "another")
WITH_FORMS = {*FILLED, "side", "dealer", "right"} - {"suit", "act"}


@cache
def said() -> dict[str, set[str]]:
    """Every sentence that people read, and the folders that say it."""
    found: dict[str, set[str]] = {}
    for rooms in ("in_code", "in_templates", "in_scripts", "in_books", "in_sheets"):
        for text, path in TOOL[rooms]():
            found.setdefault(text, set()).add(folder(path))
    return found


def folder(path: Path) -> str:
    """The floor that a sentence is said on; what the books say is a part by itself."""
    if path.suffix == ".toml":
        return "books"
    inside = path.relative_to(PACKAGE).parts
    return inside[1] if inside[1] in ("templates", "static") else inside[0]


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
    code, pages = sorted(PACKAGE.rglob("*.py")), sorted(PACKAGE.rglob("templates/*.html"))
    told = [
        *((path, *each) for path in code for each in TOOL["in_module"](path.read_text("utf-8"))),
        *((path, *each) for path in pages for each in TOOL["in_template"](path.read_text("utf-8"))),
    ]
    assert len(told) > 600
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
    assert [text for text in missing if TRANSLATED & said()[text]] == []


TAGS = re.compile(r"<[^>]*>")


@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_has_the_tags_of_its_sentence(language: str) -> None:
    """Templates show them as they are: nothing else may stand in angle brackets."""
    for text, into in catalogue(language).items():
        assert sorted(TAGS.findall(text)) == sorted(TAGS.findall(into)), into


def test_french_is_written_as_in_canada() -> None:
    """A space that does not break before a colon and within quotation marks, none before ; ! and ?."""
    odd = re.compile(r"[ \u00a0][;!?](?! [A-Z] )|(?<=\w) :|« | »|\d %")
    assert [into for into in catalogue("fr").values() if odd.search(into)] == []


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
