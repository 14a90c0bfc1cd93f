"""The first lesson: every step can be done by playing it, and what it calls right is right."""

from __future__ import annotations

import pytest

from rightbower.rules.acts import Bury, KeepPartner, Play
from rightbower.rules.book import load, names, overlay
from rightbower.study.lessons import FIRST, lesson
from rightbower.study.teacher import advise

EVERY = [(book, number) for book in names() for number in range(len(lesson(load(book))))]


@pytest.mark.parametrize(("name", "number"), EVERY)
def test_each_step_can_be_done_and_its_answer_is_as_good_as_the_best(
    name: str, number: int
) -> None:
    book = load(name)
    step = lesson(book)[number]
    seen = step.seen(book)
    answers = step.answers()
    assert answers
    assert set(answers) <= set(seen.legal)
    cards = [each for each in seen.legal if isinstance(each, Play | Bury)]
    if not step.path:
        assert len(seen.legal) > 1 or cards
    worth = {each.action: each.chance for each in advise(seen, 200)}
    assert max(worth[each] for each in answers) >= max(worth.values()) - 0.03


@pytest.mark.parametrize("name", names())
def test_what_is_special_in_a_book_has_a_step_of_its_own_that_bites(name: str) -> None:
    book = load(name)
    steps = {step.path: step for step in lesson(book) if step.path}
    if book.bidding.partner_order == "must be alone":
        assert len(steps["bidding.partner_order"].seen(book).legal) == 2
    if book.bidding.natural_scope != "nobody":
        assert len(steps["bidding.natural_scope"].seen(book).legal) == 1
    stuck = "pass" not in str(steps["bidding.all_pass"].seen(book).legal).lower()
    assert stuck is (book.bidding.all_pass == "stick the dealer")
    if book.burying.turn_up == "never":
        buried = {
            str(each.card)
            for each in steps["burying.turn_up"].seen(book).legal
            if isinstance(each, Bury)
        }
        assert "9H" not in buried


def test_the_numbers_in_the_words_are_the_books() -> None:
    book = overlay(load("standard"), {"score.lone_march": 6}, "Ours.")
    assert "score 6 points" in lesson(book)[len(FIRST)].text


# How the text, the question, the praise and the hint of each step begin.
TOLD = {
    "Follow suit and win": ("Everybody plays", "Walter led", "Your ace", "You hold two"),
    "Your partner sits across": ("Nora, across", "Nora's ace", "The nine goes", "One of your"),
    "Trumps beat everything": ("One suit", "Clubs are trump", "A nine of", "The clubs"),
    "The jack that changes sides": ("When hearts", "Hearts are", "The jack of", "Look for"),
    "The card turned up": ("Before the play", "You hold both", "Hearts are trump", "Count:"),
    "When to let it go": ("If the makers", "You have one", "Passing costs", "How many"),
    "The second chance": ("If nobody", "Hearts were", "Spades:", "The jack of clubs"),
    "Six cards, one too many": ("The dealer who", "You took", "No clubs left", "A small card"),
    "Going alone": ("With a great", "Both bowers", "Nora puts", "Every card"),
    "Say “away”": ("By this book a player", "A weak hand", "“Away” is how", "It is the button"),
    "Helping your partner means going alone": ("By this", "Nora deals", "Nora sits", "There is"),
    "The dealer needs a card of the suit": ("By this", "You deal and", "It is turned", "Taking it"),
    "No order without a trump": ("By this book only", "You hold no", "Right:", "Which choice"),
    "Stick the dealer": ("By this book, if", "You deal, and", "Clubs:", "In which suit"),
    "Nobody wants it": ("By this book, if", "You deal, and", "No points", "Nobody has"),
    "The card you took stays": ("By this book the", "You took", "The nine of", "A small card"),
}


@pytest.mark.parametrize(
    ("book", "special"),
    [
        ("alberta-55plus", ["Helping your partner means going alone", "The dealer needs a card of the suit", "Nobody wants it", "The card you took stays"]),
        ("charity-social", ["Stick the dealer", "The card you took stays"]),
        ("national-2025", ["Say “away”", "No order without a trump", "Nobody wants it"]),
        ("sportcial-league", ["Stick the dealer"]),
        ("standard", ["Stick the dealer"]),
    ],
)  # fmt: skip
def test_the_steps_of_a_book_in_their_order(book: str, special: list[str]) -> None:
    titles = [each.title for each in lesson(load(book))]
    assert titles == [*list(TOLD)[: len(FIRST)], "Going alone", *special]
    for each in lesson(load(book)):
        told = (each.text, each.ask, each.well, each.hint)
        for text, begins in zip(told, TOLD[each.title], strict=True):
            assert text.startswith(begins)


def test_alone_is_said_when_the_book_asks_for_it() -> None:
    for book in names():
        step, later = lesson(load(book))[len(FIRST)], load(book).alone.when != "with the call"
        assert step.right == (("alone",) if later else ("pick up alone",))
        assert step.path == "alone.when"
        kept = FIRST[0].seen(load(book)).bids[-1]
        assert isinstance(kept, KeepPartner) is later
    march = load("standard").score
    text = lesson(load("standard"))[len(FIRST)].text
    assert text.endswith(f"score {march.lone_march} points instead of {march.march}.")
