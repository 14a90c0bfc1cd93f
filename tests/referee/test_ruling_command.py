"""``rightbower ruling``: by questions, by options, as JSON, and one sentence for what is wrong."""

import io
import json
from typing import Any

import pytest

from rightbower.cli import main
from rightbower.cli.ruling import find
from rightbower.referee.irregularities import Kind


def told(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["ruling", *words]) == 0
    return capsys.readouterr().out


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["ruling", *words]) == 1
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    return said


def answering(monkeypatch: pytest.MonkeyPatch, *answers: str, terminal: bool = False) -> None:
    """Type these answers, one to a line."""

    class Typed(io.StringIO):
        def isatty(self) -> bool:
            return terminal

    monkeypatch.setattr("sys.stdin", Typed("".join(f"{each}\n" for each in answers)))


def test_without_words_it_lists_books_and_irregularities(
    capsys: pytest.CaptureFixture[str],
) -> None:
    text = told(capsys)
    assert "sportcial-league" in text
    assert "a player could follow suit and did not" in text
    assert all(kind.value in text for kind in Kind)


def test_a_book_alone_lists_what_can_be_asked(capsys: pytest.CaptureFixture[str]) -> None:
    text = told(capsys, "N04")
    assert text.startswith("National progressive Euchre")
    assert all(kind.value in text for kind in Kind)


def test_options_answer_beforehand(capsys: pytest.CaptureFixture[str]) -> None:
    text = told(capsys, "A01", "revoke", "--proof", "shown", "--after", "trick-quitted",
                "--before", "next-turn-up", "--lone", "other-side")  # fmt: skip
    assert "costs 4 points" in text
    assert "When the hand is played out the other side chooses:" in text
    assert "subtract: The tricks of the hand score nothing. 4 points come off" in text
    assert "A01-11.R7" in text
    assert "A01-11.R6, our reading (X-19)" in text


def test_options_stand_before_between_and_after_the_words(
    capsys: pytest.CaptureFixture[str],
) -> None:
    options = ("--before", "trick-quitted", "--proof", "shown")
    told_last = told(capsys, "A01", "revoke", *options)
    assert told(capsys, "A01", *options, "revoke") == told_last
    assert told(capsys, *options, "A01", "revoke") == told_last


def test_a_moment_is_before_or_after_and_not_both(capsys: pytest.CaptureFixture[str]) -> None:
    moment = ("--before", "trick-quitted", "--after", "trick-quitted")
    assert "both before and after: trick quitted" in refused(capsys, "A01", "revoke", *moment)


def test_one_point_comes_off(capsys: pytest.CaptureFixture[str]) -> None:
    assert "1 point comes off" in told(capsys, "L03", "signalling", "--points", "1",
                                       "--offenders-score", "5")  # fmt: skip


def test_questions_are_asked_for_the_rest(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    answering(monkeypatch, "2", "yes")
    text = told(capsys, "A00", "wrong", "count", "--unburied", "no")
    assert "Was it noticed before the first trick was turned?" in text
    assert "scores nothing for this deal" in text


def test_a_terminal_is_asked_again_after_an_answer_that_does_not_fit(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    answering(monkeypatch, "perhaps", "9", "no", "yes", terminal=True)
    text = told(capsys, "S02", "wrong-count")
    assert "'perhaps' is none of them" in text
    assert "> \nIs it the dealer" in text, "a line of its own"
    assert text.count("who took the turn-up and did not discard?") >= 2
    assert "the same dealer deals" in text


def test_a_pipe_is_refused_instead(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    answering(monkeypatch, "perhaps")
    assert "none of them" in refused(capsys, "S02", "wrong-count")
    answering(monkeypatch)
    assert "the ruling needs an answer" in refused(capsys, "S02", "wrong-count")


def test_a_suggestion_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    text = told(capsys, "L03", "lead", "--before", "trick complete")
    assert "The Gamer chooses:" in text
    assert "This is a suggestion" in text
    assert "borrowed (G-09)" in text


def as_json(capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    return json.loads(told(capsys, *words, "--json"))


def test_json_gives_the_ruling_or_the_next_question(capsys: pytest.CaptureFixture[str]) -> None:
    asked = as_json(capsys, "N04", "reneg")
    assert asked["irregularity"] == "revoke"
    assert asked["question"]["name"] == "proof"
    options = ("--proof", "shown", "--after", "next-lead", "--before", "next-turn-up")
    given = as_json(capsys, "N04", "reneg", *options, "--lone", "nobody")
    assert (given["irregularity"], given["upheld"], given["chooser"]) == ("revoke", True, None)
    assert given["ways"][0]["gains"] == 2
    assert "N04-2.5a" in {each["clause"] for each in given["clauses"]}
    assert given["borrowed"], "the claim's limit is borrowed"
    signals = as_json(capsys, "L03", "signalling", "--points", "3")
    assert [(way["gains"], way["loses"]) for way in signals["ways"]] == [(0, 3)]


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("A09",), "A09"),
        (("A01", "yodelling"), "not an irregularity we know"),
        (
            ("A01", "misdeal"),
            "'misdeal' may be exposed-in-deal, wrong-count, wrong-kitty; name one",
        ),
        (("A01", "wrong"), "fits wrong-count, wrong-kitty, wrong-dealer; name one"),
        (("A01", "revoke", "--lone", "maybe"), "'maybe' is none of them"),
        (("A01", "revoke", "--before", "lunch"), "'lunch' is not one of the moments"),
        (("L03", "signalling", "--points", "11"), "takes 1 to 10 points, not 11"),
        (("L03", "signalling", "--points", "some"), "Answer with a number"),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], complaint: str
) -> None:
    assert complaint in refused(capsys, *words)


@pytest.mark.parametrize("kind", Kind)
def test_every_irregularity_is_found_by_its_name(kind: Kind) -> None:
    assert find(kind.value) is kind
    assert find(kind.value.replace("-", " ").upper()) is kind


@pytest.mark.parametrize(
    ("words", "kind"),
    [("renege", Kind.REVOKE), ("follow suit", Kind.REVOKE), ("natural", Kind.NO_NATURAL_CARD)],
)
def test_other_words_find_it_too(words: str, kind: Kind) -> None:
    assert find(words) is kind


def test_what_is_said_at_the_table_is_understood_and_told(
    capsys: pytest.CaptureFixture[str],
) -> None:
    text = told(capsys, "A01", "threw", "his", "last", "two", "cards", "down", "--lone", "nobody")
    assert text.startswith("Understood as not-singly: cards are not played one at a time.\n\n")
    assert "A01-11.E3" in text
    named = told(capsys, "A01", "not-singly", "--lone", "nobody")
    assert text.endswith(named), "a name needs no such word"
    found = as_json(capsys, "N04", "threw", "his", "last", "two", "cards", "down", "--first-time", "yes")  # fmt: skip
    assert found["irregularity"] == "not-singly"


def test_what_is_no_irregularity_is_answered_with_its_clause(
    capsys: pytest.CaptureFixture[str],
) -> None:
    text = told(capsys, "S02", "looked", "at", "the", "kitty")
    assert "the host decides" in text
    assert "S02-6.3" in text
    poor = as_json(capsys, "L03", "ace", "no", "face")
    assert poor["clauses"][0]["clause"] == "L03-12.9"
    assert "allowed" in told(capsys, "L03", "buried", "the", "turn-up")
