"""What drills, lessons, replays and reviews say of positions that are at hand."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from starlette.exceptions import HTTPException

from rightbower.rules.acts import Bury, Play, read_action, write_action
from rightbower.rules.book import load
from rightbower.rules.cards import Seat
from rightbower.rules.deal import Phase
from rightbower.rules.message import as_written
from rightbower.study.lessons import TOPICS, PracticeState, lesson, next_number, numbers, topic
from rightbower.study.puzzles import Puzzle, shipped
from rightbower.web.hall.card_text import said, spoken
from rightbower.web.hall.hints import Advice, OptionWorth
from rightbower.web.hall.seats import BOT_NAMES
from rightbower.web.study import drill_pages, lessons, review_pages
from rightbower.web.study.positions import lesson_table
from rightbower.web.study.review_pages import ReviewedGame
from rightbower.web.study.reviews import Progress, act_index


def puzzle_of(name: str, at: int = 0) -> Puzzle:
    return shipped().puzzles[numbers(name)[at]]


def story(puzzle: Puzzle) -> list[str]:
    shown = drill_pages._shown(puzzle, puzzle.seen, None, None)
    lines: list[str] = shown["step"].lines
    return lines


# Drills


def test_the_puzzle_that_was_answered_or_the_next() -> None:
    leads = topic("leads")
    assert leads is not None
    known = numbers("leads")
    fresh = PracticeState()
    usual = next_number(fresh, "leads")
    assert drill_pages._number(leads, str(known[3]), fresh) == known[3]
    foreign = next(each for each in range(len(shipped().puzzles)) if each not in known)
    for text in ("", "x", "²", "٣", str(foreign), "0" * 6 + str(known[3])):
        assert drill_pages._number(leads, text, fresh) == usual


def test_a_choice_is_one_that_may_be_made() -> None:
    puzzle = puzzle_of("leads")
    seen = puzzle.seen
    assert drill_pages._given(puzzle, seen, "") is None
    best = write_action(puzzle.answer)[2:]
    assert drill_pages._given(puzzle, seen, best) == puzzle.answer
    held = {card.name for card in seen.hand}
    other = next(card for card in ("9C", "9D", "9H", "9S", "TC", "TD") if card not in held)
    for wrong in (other, "xyzzy"):
        with pytest.raises(HTTPException) as refused:
            drill_pages._given(puzzle, seen, wrong)
        assert (refused.value.status_code, refused.value.detail) == (
            400,
            "This cannot be done here.",
        )


def test_the_table_of_a_drill_has_everybody_at_a_place() -> None:
    puzzle = puzzle_of("following")
    seen = puzzle.seen
    you = Seat.of(puzzle.seat)
    shown = drill_pages._shown(puzzle, seen, None, None)
    others = {"w": BOT_NAMES[Seat.W], "n": BOT_NAMES[Seat.N], "e": BOT_NAMES[Seat.E]}
    assert shown["people"] == others
    places = {you: "s", you.left: "w", you.partner: "n", you.right: "e"}
    assert shown["dealer"] == places[seen.dealer]
    assert shown["plays"] == [(places[seat], card.name) for seat, card in seen.tricks[-1].plays]
    assert (shown["done"], shown["right"], shown["given"], shown["worth"]) == (False, False, "", [])
    assert (shown["why"], shown["calls"], shown["prefix"]) == ("", [], "")
    assert shown["best"] == drill_pages._in_words(puzzle.answer, seen)


def test_what_was_chosen_is_right_or_not_and_explained() -> None:
    puzzle = puzzle_of("leads")
    seen = puzzle.seen
    worth = [OptionWorth(each, 0.5, 0.0, 0.01) for each in seen.legal]
    told = Advice(worth, as_written("Because."))
    right = drill_pages._shown(puzzle, seen, puzzle.answer, told)
    assert (right["right"], right["done"], right["why"]) == (True, True, "Because.")
    assert right["given"] == write_action(puzzle.answer)[2:]
    assert right["worth"] == worth
    other = next(each for each in seen.legal if each != puzzle.answer)
    assert drill_pages._shown(puzzle, seen, other, told)["right"] is False
    hint = drill_pages._shown(puzzle, seen, None, told)
    assert (hint["why"], hint["worth"], hint["done"]) == ("Because.", [], False)


def test_bids_discards_and_cards_are_said_as_people_say_them() -> None:
    for each in TOPICS:
        puzzle = puzzle_of(each.name)
        seen, answer = puzzle.seen, puzzle.answer
        words = drill_pages._in_words(answer, seen)
        if isinstance(answer, Play):
            assert words == spoken(answer.card)
        elif isinstance(answer, Bury):
            assert words == f"discard {spoken(answer.card)}"
            assert drill_pages._shown(puzzle, seen, None, None)["prefix"] == "bury "
        else:
            assert words == said(answer, seen.book)
            calls = drill_pages._shown(puzzle, seen, None, None)["calls"]
            assert (write_action(answer)[2:], words) in calls
            assert len(calls) == len(seen.legal)


def test_the_story_tells_the_score_the_calls_and_the_tricks_before() -> None:
    for each in TOPICS:
        puzzle = puzzle_of(each.name, 1)
        seen, lines = puzzle.seen, story(puzzle)
        you = Seat.of(puzzle.seat)
        names = {
            you.left: BOT_NAMES[Seat.W],
            you.partner: BOT_NAMES[Seat.N],
            you.right: BOT_NAMES[Seat.E],
        }
        ours, theirs = seen.score[you.side], seen.score[you.side.other]
        dealer = "You deal" if seen.dealer is you else f"{names[seen.dealer]} deals"
        goal = f" to {seen.target}" if seen.target else ""
        assert lines[0] == f"{dealer}. The score is {ours}–{theirs}{goal}."
        over = [trick for trick in seen.tricks if trick.winner is not None]
        assert len(lines) == 1 + bool(seen.bids) + len(over)
        for number, (trick, line) in enumerate(
            zip(over, lines[1 + bool(seen.bids) :], strict=True), 1
        ):
            assert trick.winner is not None
            who = "you took" if trick.winner is you else f"{names[trick.winner]} took"
            assert line.startswith(f"Trick {number}, which {who}: ")
            assert line.count(",") == len(trick.plays)


def test_ones_own_calls_are_told_to_oneself() -> None:
    found = 0
    for each in TOPICS:
        for at in range(6):
            puzzle = puzzle_of(each.name, at)
            you = Seat.of(puzzle.seat)
            if any(bid.seat is you for bid in puzzle.seen.bids):
                assert "You " in story(puzzle)[1]
                found += 1
    assert found


# Lessons


def test_answers_of_a_lesson_are_told_apart() -> None:
    book = load("standard")
    seen_kinds = set()
    for step in lesson(book):
        seen = step.seen(book)
        for right in step.right:
            assert lessons._answer(step, seen, right) == step.well
        for action in seen.legal:
            words = write_action(action)[2:]
            if words not in step.right:
                assert lessons._answer(step, seen, words) == lessons.NOT_THIS
                seen_kinds.add("another")
        legal = {each.card for each in seen.legal if isinstance(each, Play)}
        for card in seen.hand:
            if seen.phase is Phase.PLAY and seen.legal and card not in legal:
                assert lessons._answer(step, seen, card.name) == lessons.NOT_ALLOWED
                seen_kinds.add("not allowed")
    assert seen_kinds == {"another", "not allowed"}
    step = lesson(book)[0]
    for wrong in ("xyzzy", "bury 9C"):
        with pytest.raises(HTTPException) as refused:
            lessons._answer(step, step.seen(book), wrong)
        assert refused.value.status_code == 400


def test_calls_are_offered_in_words_and_cards_are_not() -> None:
    book = load("standard")
    offered = {step.text: lesson_table(step.seen(book), BOT_NAMES, Seat.S) for step in lesson(book)}
    assert any(each["calls"] for each in offered.values())
    for step in lesson(book):
        seen = step.seen(book)
        calls = [each for each in seen.legal if not isinstance(each, Play | Bury)]
        wanted = [(write_action(each)[2:], said(each, book)) for each in calls]
        assert offered[step.text]["calls"] == wanted


# Reviews and the evening


def test_an_act_of_a_deal_is_found_by_its_place() -> None:
    calls = [read_action(each) for each in ("E pass", "S pass", "W pass", "N order")]
    bury = read_action("N bury 9C")
    plays = [read_action(each) for each in ("E AS", "S 9S", "W TS", "N KS", "N AS")]
    deal: Any = SimpleNamespace(acts=[*calls, bury, *plays])

    def found(action: Any, place: int) -> int:
        comment: Any = SimpleNamespace(action=action, place=place)
        return act_index(deal, comment)

    assert [found(each, at) for at, each in enumerate(calls)] == [0, 1, 2, 3]
    assert found(bury, 4) == 4
    assert [found(each, at) for at, each in enumerate(plays)] == [5, 6, 7, 8, 9]
    with pytest.raises(ValueError, match="is nowhere in this deal"):
        found(plays[0], 1)


def test_a_better_choice_and_its_card() -> None:
    play, bury, order = (read_action(each) for each in ("N KS", "N bury 9C", "N order"))
    better, card = review_pages._better, review_pages._card
    book = load("standard")
    assert [better(each, book) for each in (play, bury, order)] == ["", "discard", "Order it up"]
    assert [card(each) for each in (play, bury, order)] == ["KS", "9C", ""]
    assert review_pages._deed("You", order) != review_pages._deed("Ann", order)
    assert review_pages._deed("Ann", play).startswith("Ann")
    assert review_pages._deed("You", play).startswith("You")


def test_a_game_of_the_evening_is_ready_when_it_is_done_or_cannot_be() -> None:
    game: Any = None

    def reviewed(progress: Progress, *costs: float) -> ReviewedGame:
        lines: Any = [SimpleNamespace(cost=each) for each in costs]
        return ReviewedGame(game, "", progress, lines)

    assert not reviewed(Progress()).ready
    assert reviewed(Progress(comments=[])).ready
    assert reviewed(Progress(fault="no")).ready
    assert reviewed(Progress(), 0.25, 0.5).cost == 0.75
