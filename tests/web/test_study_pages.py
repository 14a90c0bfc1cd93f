"""What one learns from, page by page: rules, rulings, charts, puzzles, practice, and what is refused."""

from __future__ import annotations

import html
import re
import threading
from collections.abc import Iterator
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.exceptions import HTTPException
from starlette.testclient import TestClient

from rightbower.referee.irregularities import Kind
from rightbower.rules.acts import write_action
from rightbower.rules.book import load, names
from rightbower.rules.library import compare, lines
from rightbower.rules.message import as_written
from rightbower.study.chart_rules import differences
from rightbower.study.charts import ROWS, chart_of
from rightbower.study.lessons import PracticeState
from rightbower.study.puzzles import puzzle_of_day, shipped
from rightbower.web.app import make_app
from rightbower.web.hall.hints import Advice, OptionWorth, advised
from rightbower.web.study import charts, practice, study_room
from rightbower.web.study import practice as puzzles
from rightbower.web.study.rulings import GROUPS, ask_through, kind_of
from web.at_desk import flat, says


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with TestClient(make_app(tmp_path_factory.mktemp("study"))) as found:
        yield found


def refused(client: TestClient, path: str, status: int, words: str) -> None:
    answer = client.get(path)
    assert answer.status_code == status, path
    assert words in says(answer.text), path


# The study


def test_the_puzzle_of_the_day_is_answered_on_the_page_of_the_study(client: TestClient) -> None:
    page = client.get("/study").text
    number = puzzle_of_day(datetime.now(UTC).date().toordinal())
    puzzle = shipped().puzzles[number]
    ways = [html.unescape(each) for each in re.findall(r'href="(/study\?a=[^"]+)"', page)]
    assert len(ways) == len(puzzle.seen.legal)
    assert "What do you do?" in says(page)
    best = write_action(puzzle.answer)[2:]
    right = says(client.get("/study", params={"a": best}).text)
    assert "✓ Right" in right
    assert "What do you do?" not in right
    assert f'href="/puzzles/{number}?a=' in client.get("/study", params={"a": best}).text
    (other, *_) = [each for each in puzzle.seen.legal if each != puzzle.answer]
    wrong = client.get("/study", params={"a": write_action(other)[2:]}).text
    assert "Not the best:" in says(wrong)
    assert wrong.count('class="yours"') == 1
    refused(client, "/study?a=fly", 400, "This cannot be done here")


def test_each_topic_shows_how_much_was_right_and_results_stand_in_columns() -> None:
    first, second, *rest = study_room.study_topics(
        PracticeState(answers={"first-seat": 4}, right={"first-seat": 3})
    )
    assert (first.share, first.answers, first.topic.name) == (75, 4, "first-seat")
    assert {each.answers for each in (second, *rest)} == {0}
    results: Any = [SimpleNamespace(total=each) for each in (1, -2, 1, 4, 1, 4)]
    found = [(each.points, each.many, each.high) for each in study_room.columns(results)]
    assert found == [(-2, 1, 24), (1, 3, 72), (4, 2, 48)]
    assert study_room.columns([]) == []


# The rule library


def test_books_are_looked_through_for_a_word(client: TestClient) -> None:
    found = says(client.get("/rules?q=alone").text)
    assert "“alone”" in found
    assert "No book says anything about it." not in found
    none = says(client.get("/rules?q=xyzzy").text)
    assert "No book says anything about it." in none
    plain = says(client.get("/rules").text)
    assert "“" not in plain
    clause = says(client.get("/rules?q=A01-4.12").text)
    assert "A01-4.12" in clause
    in_books = re.findall(r'<h3><a href="/rules/([a-z0-9-]+)">', client.get("/rules?q=host").text)
    others = {each for each in names() if each not in in_books}
    assert others == {"sportcial-league"}


def test_two_books_are_set_side_by_side(client: TestClient) -> None:
    refused(client, "/rules/nothing", 404, "There is no book called nothing.")
    fewer = "Choose at least two books to set side by side."
    refused(client, "/rules/compare?book=standard", 400, fewer)
    refused(client, "/rules/compare?book=standard&book=standard", 400, fewer)
    refused(client, "/rules/compare?book=standard&book=nothing", 404, "no book called nothing")
    both = client.get("/rules/compare?book=standard&book=alberta-55plus")
    assert both.status_code == 200
    assert load("standard").title in both.text
    assert load("alberta-55plus").title in both.text
    rows = compare([load("standard"), load("alberta-55plus")])
    differ = sum(row.differs for row in rows)
    assert f"Where they differ: {differ}<" in both.text
    assert f"Where they agree: {len(rows) - differ}<" in both.text


def test_a_book_shows_its_courtesies_and_clauses(client: TestClient) -> None:
    page = client.get("/rules/alberta-55plus").text
    assert 'id="A01-4.12"' in page
    assert load("alberta-55plus").title in page
    (advice,) = re.findall(r'<section class="part" id="courtesies".*?</section>', page, re.DOTALL)
    listed = re.findall(r'<span class="clause">([^<]+)</span>', advice)
    assert "A01-C.3" in listed
    assert "A01-4.12" not in listed


def test_a_book_is_read_beside_another_and_where_they_differ_alone(client: TestClient) -> None:
    one, other = load("alberta-55plus"), load("charity-social")
    rows = compare([one, other])
    differ = sum(row.differs for row in rows)
    beside = client.get("/rules/alberta-55plus?beside=charity-social").text
    assert beside.count('class="other"') == differ
    laws = len(lines(one, "laws"))
    assert beside.count('class="other same"') == len(rows) + laws - differ
    assert f"{other.title}: the same" in beside
    only = client.get("/rules/alberta-55plus?beside=charity-social&only=yes").text
    assert only.count('class="other"') == differ
    assert 'class="other same"' not in only
    for alone in ("", "?only=yes", "?beside=alberta-55plus"):
        assert 'class="other' not in client.get(f"/rules/alberta-55plus{alone}").text
    refused(client, "/rules/standard?beside=nothing", 404, "There is no book called nothing.")


# Rulings


def links(page: str) -> list[str]:
    return [html.unescape(each) for each in re.findall(r'href="(/ruling[^"]*)"', page)]


def test_a_ruling_is_found_by_what_somebody_says(client: TestClient) -> None:
    page = client.get("/ruling?book=sportcial-league&said=dealer+forgot+to+discard").text
    found = page.partition('id="found">')[2]
    assert found.startswith("This may be it")
    assert found.index('value="not-buried"') < found.index("</section>")
    kitty = client.get("/ruling?book=charity-social&said=looked+at+the+kitty").text
    assert "so the host decides." in kitty
    assert '#S02-6.3"' in kitty
    nothing = client.get("/ruling?book=standard&said=<b>yodelling</b>").text
    assert "Nothing was found" in nothing
    assert "<b>yodelling" not in nothing
    assert "This may be it" not in client.get("/ruling?said=revoke").text
    refused(client, "/ruling?book=nothing&said=revoke", 404, "There is no book called nothing.")


def test_a_ruling_is_found_question_by_question(client: TestClient) -> None:
    assert client.get("/ruling").status_code == 200
    assert client.get("/ruling?book=standard").status_code == 200
    assert client.get("/ruling?what=revoke").status_code == 200
    refused(client, "/ruling?book=nothing&what=revoke", 404, "There is no book called nothing.")
    unknown = "There is no such irregularity on the list."
    refused(client, "/ruling?book=standard&what=nothing", 404, unknown)
    here = "/ruling?book=standard&what=revoke"
    page = client.get(here).text
    onward = [each for each in links(page) if "a=" in each]
    assert onward
    assert all(each.startswith(f"{here}&a=") for each in onward)
    assert "One step back" not in page
    assert "/ruling?book=standard" in links(page)
    path, seen = onward[0], 0
    while "The clauses" not in (page := client.get(path).text):
        assert "One step back" in page
        further = [each for each in links(page) if each.startswith(f"{path}&a=")]
        if not further:
            path = f"{path}&a=1"
        else:
            assert path.rpartition("&a=")[0] in links(page)
            path = further[0]
        seen += 1
        assert seen < 20
    assert "decision is final" in says(page)
    refused(client, f"{here}&a=xyzzy", 400, "")


def test_every_irregularity_is_drawn_once_and_known_by_its_usual_names(client: TestClient) -> None:
    assert sorted(each.kind for _, _, rows in GROUPS for each in rows) == sorted(Kind)
    page = client.get("/ruling?book=standard").text
    for name in ("a revoke, a renege", "a misdeal", "table talk", "six cards; forgot to discard"):
        assert f"<small>{name}</small>" in page
    drawings = re.findall(r'<svg class="what"[^>]*>(.*?)</svg>', page, re.DOTALL)
    assert len(drawings) == len(Kind)
    assert all("<" in each for each in drawings)
    often = page.count("<em>often</em>")
    assert often == sum(each.often for _, _, rows in GROUPS for each in rows)


def test_a_slip_is_shown_to_the_table_without_the_questions(client: TestClient) -> None:
    case = "/ruling?book=alberta-55plus&what=revoke&a=shown&a=no&a=yes&a=nobody"
    asked, shown = client.get(case).text, client.get(f"{case}&show=1").text
    assert '<b aria-hidden="true">2</b>' in asked
    assert "The clauses" in asked
    assert "Back to the questions" in shown
    assert "Was it noticed" in asked
    assert "Was it noticed" not in shown
    early = client.get("/ruling?book=alberta-55plus&what=revoke&show=1").text
    assert "Do the cards show" in early, "there is no slip to show yet"


def test_each_answer_can_be_changed(client: TestClient) -> None:
    case = "/ruling?book=alberta-55plus&what=revoke"
    page = flat(client.get(f"{case}&a=shown&a=no&a=yes").text)
    changes = re.findall(r'<a class="button" href="([^"]*)" aria-label="Change', page)
    assert [html.unescape(each) for each in changes] == [
        case,
        f"{case}&a=shown",
        f"{case}&a=shown&a=no",
    ]


def test_answers_beyond_the_ruling_are_not_asked_for() -> None:
    book, kind = load("standard"), kind_of("not-cut")
    told, ruling = ask_through(kind, book, [])
    assert told == []
    assert ask_through(kind, book, ["yes", "no"]) == ([], ruling)
    with pytest.raises(HTTPException):
        kind_of("nothing")


# Charts


def test_a_chart_is_for_a_book_there_is(client: TestClient) -> None:
    for path in ("/charts?book=nothing", "/charts/nothing.pdf", "/charts/compare?book=nothing"):
        refused(client, path, 404, "There is no book called nothing.")
    words = "This hand cannot be looked at"
    refused(client, "/charts/hand?seat=x", 400, "the seats are 1 to 4 and the rounds 1 and 2")
    refused(client, "/charts/hand?round=x", 400, "the seats are 1 to 4 and the rounds 1 and 2")
    refused(client, "/charts/hand?hand=9H", 400, words)
    refused(client, "/charts/hand?seat=9&hand=JH AH 9D AS KC&turn_up=9H", 400, words)


def test_a_chart_is_counted_beside_the_loop(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads = list[str]()

    def counted(book: str) -> Any:
        threads.append(threading.current_thread().name)
        return chart_of(book)

    monkeypatch.setattr(charts, "chart_of", counted)
    charts._chart.cache_clear()
    for _ in range(2):
        assert client.get("/charts?book=standard").status_code == 200
    (once,) = threads
    assert once.startswith("beside")
    charts._chart.cache_clear()
    charts._differing.cache_clear()
    assert client.get("/charts/standard.pdf").status_code == 200
    assert client.get("/charts/compare?book=standard&book=alberta-55plus").status_code == 200
    assert len(threads) == 4
    assert all(each.startswith("beside") for each in threads)


def test_a_chart_has_the_books_own_rules_and_one_weak_hand_of_a_kind(client: TestClient) -> None:
    page = client.get("/charts?book=alberta-55plus").text
    own = page.partition('<h2 id="special">')[2].partition("</section>")[0]
    assert "(A01-4.5)" in own
    assert "standard:" not in own
    assert 'id="special"' not in client.get("/charts?book=standard").text
    partner = {
        each.kind for each in chart_of("alberta-55plus").weak if (each.round, each.place) == (1, 1)
    }
    weak = page.partition('<ul class="weak">')[2].partition("</ul>")[0]
    assert weak.count("<li>") == len(partner)


def test_the_map_says_what_the_chart_counted(client: TestClient) -> None:
    page = client.get("/charts?book=standard&seat=4&round=1").text
    squares = re.findall(
        r'data-key="(\d+) (\w)"[^>]*>(?:<span.*?</span>)(.*?)</a>', page, re.DOTALL
    )
    assert len(squares) == len(ROWS) * 6
    chart = chart_of("standard")
    for row, kind, stripes in squares:
        cells = chart.row(1, 3, kind, int(row))
        expected = ["none" if cell is None else cell.verdict for cell in cells]
        found = [each.split()[0] for each in re.findall(r'<i class="([^"]*)"', stripes)]
        assert found == expected, (row, kind)


def test_five_cards_light_up_their_square(client: TestClient) -> None:
    page = client.get("/charts?seat=2&up=KH&hand=JH+9H+AS+KC+TC").text
    assert "Order it up" in says(page)
    assert re.findall(r'class="sq on"[^>]*data-key="([^"]*)"', page) == ["6 K"]
    cell = chart_of("standard").row(1, 1, "K", 6)[1]
    assert cell is not None
    assert f"Of 100 hands like this, {round(100 * cell.share)} call." in says(page)
    four = client.get("/charts?seat=2&up=KH&hand=JH+9H+AS+KC").text
    assert "Pick 1 more card" in says(four)
    second = client.get("/charts?round=2&seat=1&up=KH&hand=JD+JH+AD+AS+KC").text
    assert "Diamonds" in says(second)
    for odd in ("hand=JH+JH", "hand=KH&up=KH", "hand=xx", "up=xx", "hand=9C+TC+JC+QC+KC+AC"):
        refused(client, f"/charts?{odd}", 400, "This hand cannot be looked at")


def test_a_quiz_hides_the_square_until_it_is_answered(client: TestClient) -> None:
    asked = "/charts?quiz=q&seat=2&up=KH&hand=JH+9H+AS+KC+TC"
    page = client.get(asked).text
    assert "Your call?" in says(page)
    assert 'class="sq on' not in page
    assert "Order it up" in says(page.partition('class="quiz"')[2].partition("</div>")[0])
    right = html.unescape(client.get(f"{asked}&answer=1").text)
    assert "You had it." in right
    assert "right=1" in right.partition("Next hand")[0].rpartition("href=")[2]
    wrong = html.unescape(client.get(f"{asked}&answer=0").text)
    assert "You said otherwise." in wrong
    assert "right=0" in wrong.partition("Next hand")[0].rpartition("href=")[2]
    assert "asked=1" in wrong.partition("Next hand")[0].rpartition("href=")[2]


def test_what_another_book_does_otherwise_is_marked(client: TestClient) -> None:
    assert "sq other" not in client.get("/charts?book=standard&seat=2").text
    page = client.get("/charts?book=alberta-55plus&seat=2").text
    marked = set(re.findall(r'class="sq(?: on)? other"[^>]*data-key="(\d+) (\w)"', page))
    one, other = chart_of("standard"), chart_of("alberta-55plus")
    expected = {
        (str(each.row), each.kind)
        for each in differences(one, other)
        if (each.round, each.place) == (1, 1)
    }
    assert marked == expected


def test_the_hand_that_was_typed_is_seen_from_its_seat() -> None:
    given = {
        "turn_up": "9H",
        "hand": "JH AH 9D AS KC",
        "seat": "2",
        "round": "1",
        "ours": "3",
        "theirs": "5",
    }
    seen = charts._seen(load("standard"), given)
    assert seen.turn_up is not None
    assert seen.turn_up.name == "9H"
    assert sorted(seen.score) == [3, 5]
    second = charts._seen(load("standard"), {**given, "round": "2"})
    assert second.phase is not seen.phase
    eldest = charts._seen(load("standard"), {**given, "seat": "1"})
    assert len(seen.bids) == len(eldest.bids) + 1
    assert len(second.bids) == len(seen.bids) + 4


def test_two_books_are_compared_and_the_usual_ones_where_none_is_named(client: TestClient) -> None:
    for query in ("", "?book=standard", "?book=standard&book=alberta-55plus"):
        page = flat(client.get(f"/charts/compare{query}").text)
        assert load("standard").title in page
        assert load("alberta-55plus").title in page
    rows = re.findall(r"<td>([^<]*)</td><td>([^<]*)</td><td>([^<]*)</td></tr>", page)
    columns = [f"<th>{load(name).title}</th>" for name in ("standard", "alberta-55plus")]
    assert "".join(columns) in page
    expected = differences(chart_of("standard"), chart_of("alberta-55plus"))
    assert rows == [(ROWS[each.row].words, each.first, each.second) for each in expected]


# Puzzles


def test_the_puzzle_of_the_day_is_named_by_its_day(client: TestClient) -> None:
    day = datetime.now(UTC).date()
    found = client.get("/puzzles/today", follow_redirects=False).headers["location"]
    days = {day.isoformat(), datetime.now(UTC).date().isoformat()}
    assert re.fullmatch(r"/puzzles/\d+\?day=\d{4}-\d\d-\d\d", found)
    assert found.partition("?day=")[2] in days
    page = says(client.get("/puzzles/0?day=2026-05-01").text)
    assert "The puzzle of the day, May 1, 2026" in page
    assert "Puzzle 0" in says(client.get("/puzzles/0?day=soon").text)
    assert (puzzles._day("2026-05-01"), puzzles._day("soon")) == ("May 1, 2026", "")


def test_another_puzzle_is_of_the_kind_that_was_chosen(client: TestClient) -> None:
    first = shipped().puzzles[0]
    wanted = {"theme": first.theme, "level": first.level, "book": first.book}
    answer = client.get("/puzzles/another", params=wanted, follow_redirects=False)
    where = answer.headers["location"]
    number = int(re.findall(r"/puzzles/(\d+)", where)[0])
    found = shipped().puzzles[number]
    assert (found.theme, found.level, found.book) == (first.theme, first.level, first.book)
    assert where.count("=") == 3
    plain = client.get("/puzzles/another", follow_redirects=False).headers["location"]
    assert re.fullmatch(r"/puzzles/\d+", plain)
    refused(client, "/puzzles/another?theme=nothing", 404, "There is no puzzle like that")


def test_a_puzzle_offers_its_choices_and_refuses_others(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Before a choice is made no worker has anything to do.
    monkeypatch.setattr(puzzles, "studied", None)
    last = len(shipped().puzzles) - 1
    assert client.get(f"/puzzles/{last}").status_code == 200
    none = f"The puzzles are numbered from 0 to {last}."
    refused(client, f"/puzzles/{last + 1}", 404, none)
    refused(client, "/puzzles/0?a=xyzzy", 400, "This cannot be done here")
    held = {each.name for each in shipped().puzzles[0].seen.hand}
    other = next(card for card in ("9C", "9D", "9H", "9S", "TC") if card not in held)
    refused(client, f"/puzzles/0?a={other}", 400, "This cannot be done here")
    page = html.unescape(client.get("/puzzles/0?theme=x&day=2026-05-01&other=1").text)
    ways = re.findall(r'href="(/puzzles/0\?[^"]*a=[^"]*)"', page)
    assert ways
    assert all(each.startswith("/puzzles/0?theme=x&day=2026-05-01&a=") for each in ways)


def test_an_answer_is_weighed_against_the_best(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle = shipped().puzzles[0]
    other = next(each for each in puzzle.seen.legal if each != puzzle.answer)

    async def studied(_: Any, work: Any, seen: Any, given: Any, best: Any) -> Advice:
        assert (work, seen, best) == (advised, puzzle.seen, puzzle.answer)
        return Advice([], as_written(f"You chose {write_action(given)}."))

    monkeypatch.setattr(puzzles, "studied", studied)
    for chosen, told in ((puzzle.answer, "Right"), (other, "Not the best")):
        page = says(client.get("/puzzles/0", params={"a": write_action(chosen)[2:]}).text)
        assert f"You chose {write_action(chosen)}." in page
        assert told in page


# Practice


def test_practice_needs_a_book_and_deals_a_hand(client: TestClient) -> None:
    refused(client, "/practice?book=nothing", 404, "There is no book called nothing.")
    dealt = client.get("/practice?book=alberta-55plus", follow_redirects=False)
    where = r"/practice\?book=alberta-55plus&deal=[0-9a-f]{8}"
    assert re.fullmatch(where, dealt.headers["location"])
    usual = client.get("/practice", follow_redirects=False).headers["location"]
    assert usual.startswith("/practice?book=standard&deal=")
    refused(client, "/practice?deal=three&a=xyzzy", 400, "This cannot be done here")


def test_a_hand_is_played_to_its_end_by_choices(client: TestClient) -> None:
    book, deal = load("standard"), "three"
    given: list[str] = []
    while True:
        game, decisions = practice.played(book, deal, given)
        assert len(decisions) == len(given)
        if game.deal is None:
            break
        assert game.deal.turn is practice.YOU
        page = html.unescape(
            client.get("/practice", params=[("deal", deal), *(("a", each) for each in given)]).text
        )
        ways = re.findall(r'href="(/practice\?[^"]*look=1)"', page)
        assert ways
        choice = re.findall(r"[?&]a=([^&]*)&look=1", ways[0])[0]
        given.append(choice.replace("+", " "))
    assert all(len(each.seen.legal) > 1 for each in decisions), "what is forced is not asked"
    won = game.finished[-1].marks
    query: Any = [("deal", deal), *(("a", each) for each in given)]
    over = client.get("/practice", params=query).text
    assert "The hand is over" in over
    assert "Another hand" in over
    assert won
    for mark in won:
        ours = "You and your partner" if mark.side is practice.YOU.side else "The others"
        assert f"{ours} score {mark.points} " in says(over)
    assert "Ask for a hint" not in over
    assert "Ask for a hint" not in client.get("/practice", params=[*query, ("hint", "1")]).text


def test_a_book_that_waits_for_the_bell_is_practiced_too() -> None:
    for book in names():
        deal = practice.worth_playing(load(book))
        assert practice.played(load(book), deal, ())[0].deal is not None, book


class Asked:
    """Stands for the solver and keeps what it is asked."""

    def __init__(self) -> None:
        self.args: tuple[Any, ...] = ()

    async def __call__(self, _request: Any, _work: Any, seen: Any, *args: Any) -> Advice:
        self.args = (seen, *args)
        return Advice(
            [OptionWorth(each, 0.5, 0.0, 0.01) for each in seen.legal], as_written("Because.")
        )


def test_what_was_chosen_is_what_is_looked_into(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    solver = Asked()
    monkeypatch.setattr(practice, "studied", solver)
    page = html.unescape(client.get("/practice?deal=three").text)
    assert not solver.args
    way = re.findall(r'href="(/practice\?[^"]*look=1)"', page)[0]
    chosen = re.findall(r"[?&]a=([^&]*)&look=1", way)[0].replace("+", " ")
    looked = html.unescape(client.get(way).text)
    seen, action, best, _ = solver.args
    assert (write_action(action)[2:], best) == (chosen, None)
    assert action in seen.legal
    assert "What your choices were worth" in looked
    assert "Because." in looked
    assert "A club player: " in looked
    assert "look=1" not in looked, "the choice is made"
    onward = re.findall(r'class="button primary" href="(/practice[^"]*)"', looked)
    assert onward == [f"/practice?book=standard&deal=three&a={chosen.replace(' ', '+')}"]
    hint = html.unescape(client.get("/practice?deal=three&hint=1").text)
    assert solver.args[1] is None
    assert "Because." in hint
    assert "What your choices were worth" not in hint
    plain = html.unescape(client.get("/practice?deal=three").text)
    assert 'href="/practice?book=standard&deal=three&hint=1"' in plain
    solver.args = ()
    client.get("/practice?deal=three&look=1")
    assert not solver.args, "there is nothing to look at yet"


def test_a_puzzle_that_was_answered_leads_to_another_of_its_kind(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(puzzles, "studied", Asked())
    puzzle = shipped().puzzles[0]
    best = write_action(puzzle.answer)[2:]
    query = {"theme": "x", "day": "2026-05-01", "a": best}
    page = html.unescape(client.get("/puzzles/0", params=query).text)
    assert 'href="/puzzles/another?theme=x"' in page
    assert "Right" in says(page)
    assert "Because." in page
    assert not re.findall(r'href="/puzzles/0\?[^"]*a=', page)
    other = next(each for each in puzzle.seen.legal if each != puzzle.answer)
    wrong = client.get("/puzzles/0", params={"a": write_action(other)[2:]}).text
    assert "Not the best" in wrong
    assert "Better: " in wrong


def test_a_deal_worth_playing_leaves_something_to_choose() -> None:
    deal = practice.worth_playing(load("standard"))
    game, decisions = practice.played(load("standard"), deal, ())
    assert (game.deal is not None, decisions) == (True, [])


def test_what_two_books_ask_for_differently_is_worked_out_once(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    own = differences

    def counted(*both: Any) -> Any:
        asked.append(threading.current_thread().name.partition("_")[0])
        return own(*both)

    charts._differing.cache_clear()
    monkeypatch.setattr(charts, "differences", counted)
    pages = {client.get("/charts/compare?book=standard&book=national-2025").text for _ in range(5)}
    assert asked == ["beside"]
    assert len(pages) == 1
    assert "rules differ" in pages.pop()
