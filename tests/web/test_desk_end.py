"""Corrections, rulings, standings, ties and the finish at the desk; papers, files and the log."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from openpyxl import load_workbook

from in_english import english
from rightbower.referee.irregularities import TITLES, Kind
from rightbower.tournament.events.labels import event_papers
from rightbower.tournament.events.places import standings
from web.at_desk import Director, hall

PAIRS = ("Ann & Al", "Bea & Bob", "Cat & Cy", "Dot & Don")


@pytest.fixture
def pairs(tmp_path: Path) -> Iterator[Director]:
    """Four pairs with the first of two rounds played, each A team 10 to 7."""
    with hall(tmp_path) as client:
        director = Director(client, "alberta-pairs")
        director.names(*PAIRS)
        director.seat()
        director.all_in()
        yield director


def points(director: Director) -> tuple[int, int]:
    """What was entered for table 1 in the first round."""
    result = director.event.rounds[0].table(1).result
    assert result is not None
    return result.points


def finished(director: Director) -> None:
    """Play the rest with results that leave nobody level, and close."""
    director.seat()
    director.line("1 10 2")
    director.line("2 4 10")
    director.sure("finish", "finish")


def test_a_correction_needs_a_reason_and_is_shown_before_it_is_written(pairs: Director) -> None:
    pairs.seat()
    assert "needs a reason" in pairs.do("table/1?round=1", "correct", first=7, second=10, why="")
    asked = pairs.do("table/1?round=1", "correct", first=7, second=10, why="sides were swapped")
    assert "10–7 7–10" in asked
    names = [pairs.event.name_of(*side) for side in pairs.event.rounds[0].table(1).sides]
    assert f"{names[0]} 1= 3= 1 won, 0 lost, 10 points; then 0 won, 1 lost, 7 points" in asked
    assert points(pairs) == (10, 7)
    pairs.sure("table/1?round=1", "correct", first=7, second=10, why="sides were swapped")
    assert points(pairs) == (7, 10)
    assert pairs.path.endswith("/desk/round")


def test_a_correction_upon_an_old_page_is_refused_and_other_tables_do_not_matter(
    pairs: Director,
) -> None:
    pairs.seat()
    fix = {"first": 7, "second": 10, "why": "swapped"}
    asked = pairs.do("table/1?round=1", "correct", **fix)
    seen = pairs.seen
    assert "7–10" in asked
    pairs.line("2 10 7")
    pairs.do("table/1?round=1", "correct", sure="yes", version=seen, **fix)
    assert pairs.status == 200
    pairs.do("table/1?round=1", "correct", sure="yes", version=seen, **fix)
    assert pairs.status == 422


def test_a_correction_by_N04_says_who_would_have_moved(tmp_path: Path) -> None:
    with hall(tmp_path) as client:
        national = Director(client, "national-progressive")
        national.names("Ann", "Bea", "Cat", "Dot", "Eve", "Fay", "Gus", "Hal")
        national.seat()
        national.all_in("10 4")
        national.seat()
        asked = national.do("table/1?round=1", "correct", first=4, second=10, why="swapped")
        assert "The seats of round 2 stay as they were. By the corrected result" in asked


def test_undo_of_a_result_shows_what_changes_and_asks_once(pairs: Director) -> None:
    latest = pairs.event.version
    asked = pairs.do("log", "undo", entry=latest, version=latest, back="round")
    assert "Takes back: round 1, table 2: 10–7" in asked
    pairs.sure("log", "undo", entry=latest, back="round")
    assert pairs.event.round.table(2).result is None
    assert pairs.path.endswith("/desk/round")


def test_a_ruling_of_the_book_is_applied_after_the_director_agrees(pairs: Director) -> None:
    pairs.seat()
    assert "What went wrong?" in pairs.look("table/1/ruling?round=2")
    asked = pairs.look("table/1/ruling?round=2&what=revoke")
    assert "could have been followed?" in asked
    assert f"<h1>{TITLES[Kind.REVOKE].capitalize()}</h1>" in pairs.text
    case = "table/1/ruling?round=2&what=revoke&a=shown&a=no&a=yes&a=nobody"
    said = pairs.look(case)
    assert "The revoke stands and costs 2 points." in said
    assert "Which side erred?" in said
    assert "say which side erred" in pairs.do(case, "", option="add").lower()
    assert "'as it was' is not a choice here" in pairs.do(case, "", option="as it was", side="1")
    assert said.count("This changes no score.") == 1
    pairs.do(case, "", option="add", side="1")
    (ruling,) = pairs.event.round.table(1).rulings
    assert (ruling.side, ruling.points, ruling.in_score) == (0, 2, False)
    assert ruling.clause.startswith("A01-")
    assert pairs.path.endswith("/desk/table/1")
    pairs.line("1 7 10")
    assert "tile marked" in pairs.text
    assert "A team +2" in pairs.look("table/1")
    assert "revoke" in pairs.look("log").lower()


def test_points_may_come_off_instead_and_be_in_the_score_already(pairs: Director) -> None:
    case = "table/2/ruling?round=1&what=revoke&a=shown&a=no&a=yes&a=nobody"
    pairs.do(case, "", option="subtract", side="0", in_score="yes")
    (ruling,) = pairs.event.round.table(2).rulings
    assert (ruling.side, ruling.points, ruling.in_score) == (0, -2, True)


def test_a_game_by_N04_is_lost_by_ruling(tmp_path: Path) -> None:
    with hall(tmp_path) as client:
        national = Director(client, "national-progressive")
        national.names("Ann", "Bea", "Cat", "Dot")
        national.seat()
        case = "table/1/ruling?round=1&what=order-without-trump"
        assert "Everybody but the dealer needs a trump in hand to order." in national.look(case)
        national.do(case, "", option="ruling", side="1")
        assert national.event.round.table(1).rulings[0].lost
        assert "East–West lose the game" in national.look("table/1")


def test_undoing_a_seating_says_that_the_round_goes(pairs: Director) -> None:
    pairs.seat()
    latest = pairs.event.version
    asked = pairs.do("log", "undo", entry=latest, version=latest)
    assert "seated not seated Round 2" in asked
    pairs.sure("log", "undo", entry=latest)
    assert len(pairs.event.rounds) == 1


def test_an_unknown_irregularity_and_an_unanswered_question(pairs: Director) -> None:
    pairs.look("table/1/ruling?round=1&what=spilled-tea")
    assert pairs.status == 404
    said = pairs.do("table/1/ruling?round=1&what=revoke", "", option="ruling", side="0")
    assert "Answer the questions first." in said


def test_a_ruling_by_the_directors_own_word(pairs: Director) -> None:
    rule = {"side": 0, "what": "-2", "why": "table talk", "clause": "A01-9.1"}
    asked = pairs.do("table/1", "ruling", **rule)
    assert "10–7" in asked
    pairs.sure("table/1", "ruling", **rule)
    table = pairs.event.round.table(1)
    assert [(each.side, each.points, each.why) for each in table.rulings] == [(0, -2, "table talk")]
    pairs.sure("table/2", "ruling", side=1, what="lost", why="walked off")
    assert pairs.event.round.table(2).rulings[0].lost
    assert "choose the side" in pairs.do("table/1", "ruling", what="+1", why="x").lower()
    said = pairs.do("table/1", "ruling", side=0, what="+1", why="")
    assert "a ruling needs a reason" in said.lower()


def test_each_place_has_its_sentence_and_clauses(pairs: Director) -> None:
    pairs.seat()
    pairs.line("1 10 2")
    pairs.line("2 4 10")
    said = pairs.look("standings")
    assert "2 wins ( A01-T10.1 )" in said
    assert 'href="/rules/alberta-55plus#A01-T10.1"' in pairs.text


@pytest.fixture
def level(tmp_path: Path) -> Iterator[Director]:
    """Six pairs after three rounds: the three A teams won all their games 10 to 5."""
    with hall(tmp_path) as client:
        director = Director(client, "alberta-pairs")
        director.names(*PAIRS, "Eve & Ed", "Fay & Fred")
        for _ in range(3):
            director.seat()
            director.all_in("10 5")
        yield director


def test_three_level_by_A01_are_led_through_coins_and_play_off(level: Director) -> None:
    level.look()
    assert level.path.endswith("/desk/standings")
    assert "tosses a coin until one is odd" in level.look("standings")
    group = level.text.split('name="coin')[1:]
    coins = [each.split('"')[0] for each in group]
    said = level.do("standings", "tie-toss", **{f"coin{each}": "heads" for each in coins})
    assert "heads heads heads" in " ".join(
        word for word in said.split() if word in ("heads", "tails")
    )
    assert (
        "3 coins are tossed"
        in level.do("standings", "tie-toss", **{f"coin{coins[0]}": "heads"}).lower()
    )
    assert "3 coins are tossed" in level.do("standings", "tie-toss", real="yes")
    said = level.do("standings", "tie-toss", seed="our coins")
    assert "The bye goes to" in said
    assert "From the seed our coins" in said
    assert "no toss of coins is asked for now" in level.do("standings", "tie-toss").lower()
    for points in ((10, 8), (3, 10)):
        one, other = (
            int(level.text.split(f'name="{name}" value="')[1].split('"')[0])
            for name in ("one", "other")
        )
        said = level.do(
            "standings", "tie-game", first=points[0], second=points[1], one=one, other=other
        )
    assert "won the play-off's last game 10–3" in said
    assert "tosses a coin" not in said
    level.look()
    assert level.path.endswith("/desk/finish")


def test_a_play_off_has_a_winner_and_the_right_players(level: Director) -> None:
    level.do("standings", "tie-toss", seed="our coins")
    one = int(level.text.split('name="one" value="')[1].split('"')[0])
    other = int(level.text.split('name="other" value="')[1].split('"')[0])
    said = level.do("standings", "tie-game", first=8, second=8, one=one, other=other)
    assert "a play-off game has a winner" in said.lower()
    said = level.do("standings", "tie-game", first=8, second=10, one=one, other=one)
    assert "play now" in said


def test_the_director_decides_or_lets_them_share(level: Director) -> None:
    group = [each.split('"')[0] for each in level.look("standings") and level.text.split('name="place')[1:]]  # fmt: skip
    places = {f"place{each}": place for place, each in enumerate(group, 1)}
    assert "needs a reason" in level.do("standings", "tie-place", **places)
    wrong = dict.fromkeys(places, 1)
    assert "a different place from 1 to 3" in level.do(
        "standings", "tie-place", why="by lot", **wrong
    )
    said = level.do("standings", "tie-place", why="by lot", **places)
    assert "placed by the director: by lot" in said
    latest = level.event.version
    level.sure("log", "undo", entry=latest, back="standings")
    said = level.do("standings", "tie-share", why="too late for more")
    assert "they share the place: too late for more" in said


def test_level_players_by_N04_cut_for_their_place(tmp_path: Path) -> None:
    with hall(tmp_path) as client:
        national = Director(client, "national-progressive", rounds="1")
        national.names("Ann", "Bea", "Cat", "Dot")
        national.seat()
        national.line("1 10 3")
        assert "cut; the higher card goes first" in national.look("standings")
        one, other = national.event.round.table(1).sides[0]
        said = national.do("standings", "tie-cut", **{f"card{one}": "KD", f"card{other}": "KS"})
        assert "cut again" in said
        cards = {
            f"card{one}": "KD",
            f"card{other}": "KS",
            f"again{one}": "9C",
            f"again{other}": "TC",
        }
        national.do("standings", "tie-cut", **cards)
        assert national.event.ties
        latest = national.event.version
        national.sure("log", "undo", entry=latest)
        said = national.do("standings", "tie-cut", seed="cards")
        assert "From the seed cards" in said
        national.do("standings", "tie-cut")
        assert national.status == 422


def test_cards_by_S02_are_handed_in_before_the_finish(charity: Director) -> None:
    said = charity.look("finish")
    assert "Cards handed in: 0 of 4" in said
    assert "no card has been handed in yet" in said.lower()
    charity.do("finish", "hand-in", who=1)
    charity.do("finish", "hand-in", who=2)
    said = charity.look("finish")
    assert "Cards handed in: 2 of 4" in said
    assert "handed in the card already" in charity.do("finish", "hand-in", who=1)
    assert "card not handed in" in charity.look("standings")
    charity.do("finish", "hand-in", all="yes")
    assert all(entrant.card_in for entrant in charity.event.entrants)
    assert "all cards are in" in charity.do("finish", "hand-in", all="yes").lower()
    said = charity.look("finish")
    assert "highest total" in said
    assert "lowest total" in said


def test_the_event_is_closed_after_it_was_asked_for_once(pairs: Director) -> None:
    assert "1 of 2 rounds are played; give a reason" in pairs.do("finish", "finish")
    finished(pairs)
    assert pairs.event.finished
    assert "The results are final" in pairs.look("finish")
    pairs.look()
    assert pairs.path.endswith("/desk/finish")
    for page, act, fields in (
        ("round", "result", {"line": "1 10 7"}),
        ("check-in", "entrants-check-in", {"who": 1}),
        ("finish", "finish", {}),
        ("seating", "seat", {"version": pairs.event.version}),
        ("log", "undo", {"entry": pairs.event.version, "version": pairs.event.version}),
    ):
        assert "results are final" in pairs.do(page, act, **fields).lower()
        assert pairs.status == 422
    for page in ("check-in", "seating", "round", "table/1", "standings", "log", "paper", "plan"):
        pairs.look(page)
        assert pairs.status == 200


def test_an_event_may_stop_early_with_a_reason(tmp_path: Path) -> None:
    with hall(tmp_path) as client:
        charity = Director(client, "charity-day")
        charity.names("Ann", "Bea", "Cat", "Dot")
        charity.seat()
        charity.line("1 9 4")
        charity.do("finish", "hand-in", all="yes")
        assert "Why finish now?" in charity.look("finish")
        assert "give a reason to stop here" in charity.do("finish", "finish", why="")
        charity.sure("finish", "finish", why="a storm")
        assert charity.event.finished
        assert "results final: a storm" in charity.look("log")


@pytest.mark.parametrize("size", ["A4", "Letter"])
def test_every_paper_can_be_opened(pairs: Director, size: str) -> None:
    said = pairs.look("paper")
    for name in event_papers(pairs.event):
        assert f"/desk/paper/{name}.pdf" in pairs.text
        answer = pairs.client.get(f"/events/{pairs.id}/desk/paper/{name}.pdf?size={size}")
        assert english(answer.headers["content-type"]) == "application/pdf"
        assert answer.content.startswith(b"%PDF")
    assert "Letter" in english(said)
    pairs.look("paper/nonsense.pdf")
    assert pairs.status == 404


def test_the_event_can_be_taken_along_as_files(pairs: Director) -> None:
    finished(pairs)
    base = f"/events/{pairs.id}/desk/file"
    csv = pairs.client.get(f"{base}.csv").text.splitlines()
    assert csv[0].lstrip("\ufeff") == "Place,Name,Won,Drawn,Lost,Byes,For,Against,Why"
    assert len(csv) == 5
    book = load_workbook(io.BytesIO(pairs.client.get(f"{base}.xlsx").content))
    assert book.sheetnames == ["Standings", "Games", "Entrants"]
    assert book["Games"].max_row == 5
    whole = json.loads(pairs.client.get(f"{base}.json").content)
    assert [place["rank"] for place in whole["standings"]] == [1, 2, 3, 4]
    pairs.look("file.exe")
    assert pairs.status == 404


def test_the_log_says_who_when_and_why_and_keeps_what_was_undone(pairs: Director) -> None:
    latest = pairs.event.version
    pairs.sure("log", "undo", entry=latest, why="typed too early")
    said = pairs.look("log")
    assert f"Last: Entry {latest} undone: typed too early" in said
    assert "(undone) round 1, table 2: 10–7" in said
    assert "director" in said
    public = pairs.client.get(f"/events/{pairs.id}/log").text
    assert "typed too early" in public


def test_a_ruling_that_changes_no_score_is_in_the_log_too(pairs: Director) -> None:
    pairs.seat()
    case = "table/1/ruling?round=2&what=revoke&a=shown&a=no&a=yes&a=nobody"
    pairs.do(case, "", option="as played", side="1")
    (ruling,) = pairs.event.round.table(1).rulings
    assert (ruling.side, ruling.points, ruling.lost) == (1, 0, False)
    assert ruling.clause.startswith("A01-")
    assert "B team no points: The revoke stands" in pairs.look("log")
    assert "(as played)" in pairs.text
    pairs.do("table/2/ruling?round=2&what=not-cut", "", option="stands", side="1")
    (only,) = pairs.event.round.table(2).rulings
    assert only.why == "This book does not call that a misdeal", "there was nothing to choose"
    pairs.line("1 7 99")
    assert pairs.event.round.table(1).result is None, "it is no reason for an odd score"


def test_the_hosts_may_part_those_who_share_a_place(charity: Director) -> None:
    said = charity.look("standings")
    assert "share place 1, unless the host decides otherwise" in said
    one, other = (each.entrant for each in standings(charity.event) if each.rank == 1)
    wanted = {f"place{one}": 2, f"place{other}": 1}
    charity.do("standings", "tie-place", level="1", why="most lone hands", **wanted)
    places = {each.entrant: each.rank for each in standings(charity.event)}
    assert (places[other], places[one]) == (1, 2)
    assert "Nobody shares place 7" in charity.do("standings", "tie-share", level="7", why="x")


def test_nobody_is_parted_once_the_results_are_final(charity: Director) -> None:
    charity.sure("finish", "finish", cards="yes")
    assert [each.rank for each in standings(charity.event)][:2] == [1, 1]
    assert "decides otherwise" not in charity.look("standings")
