"""One's own page: statistics and ratings from the journal, taken along, and a name that is gone."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from math import hypot
from pathlib import Path

import pytest
from msgspec.structs import astuple, replace
from starlette.testclient import TestClient

from journals import copied_folder
from rightbower.office.journals import journal_of
from rightbower.rules.cards import Seat
from rightbower.web.app import make_app
from rightbower.web.common.identity import COOKIE, Person
from rightbower.web.hall import archive as lists
from rightbower.web.hall import wire
from rightbower.web.hall.archive import READ_AGAIN, STREAM, ErasedPeople
from rightbower.web.hall.bots import STRENGTHS
from rightbower.web.hall.entries import (
    CalledOff,
    DealFacts,
    GameFinished,
    Hinted,
    Sat,
    decode,
    encode,
)
from rightbower.web.hall.hall import Hall
from rightbower.web.hall.seats import begin, bot_sits
from rightbower.web.profile.ratings import (
    STEADY,
    DealCount,
    RatedResult,
    Rating,
    RatingCourse,
    Ratings,
    ladder_of,
    rated,
    statistics,
)
from web.asked import asked
from web.heard import Heard
from web.serving import played_out
from web.test_live import four, in_a_hall

PEOPLE = {"ann": "Ann Lee", "bea": "Bea", "cy": "Cy Jones", "dov": "Dov"}
TABLES = ("NESW", "ESWN", "SWNE", "NESW", "SENW", "WNES")
DAY = 86400.0


def sitting(order: str, at: float, bots: str = "") -> list[Sat]:
    """The four people in the seats of an order, bots in some."""
    found = []
    for (who, name), letter in zip(PEOPLE.items(), order, strict=True):
        seat = Seat[letter]
        if letter in bots:
            found.append(Sat(seat, f"bot:{seat}", "Walter", at, "club"))
        else:
            found.append(Sat(seat, who, name, at))
    return sorted(found, key=lambda sat: sat.seat)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A hall with six games among people and three against bots."""
    data = tmp_path_factory.mktemp("played")
    for number, order in enumerate(TABLES):
        at = DAY * number
        played_out(data, f"g{number}", sitters=sitting(order, at), at=at)
    for number in range(3):
        at = DAY * (10 + number)
        played_out(data, f"b{number}", sitters=sitting("SENW", at, bots="ENW"), at=at)
    return data


@pytest.fixture
def data(played: Path, tmp_path: Path) -> Path:
    """A copy of it, to be written to."""
    return copied_folder(played, tmp_path)


@pytest.fixture
def hall(data: Path) -> Iterator[TestClient]:
    with TestClient(make_app(data), base_url="http://localhost") as client:
        yield client


def become(client: TestClient, who: str) -> None:
    """Be one of the people."""
    keys = client.app.state.keys  # type: ignore[attr-defined]  # Starlette's
    client.cookies.set(COOKIE, keys.cookie(Person(who, PEOPLE[who])))


def facts(data: Path) -> list[tuple[GameFinished, tuple[Sat, ...]]]:
    """What the streams themselves say of every finished game, in the order of their ends."""
    found = []
    with journal_of(data) as journal:
        for stream in journal.streams("table/"):
            entries = [decode(each.body) for each in journal.read(stream)]
            ends = [each for each in entries if isinstance(each, GameFinished)]
            sat = tuple(each for each in entries if isinstance(each, Sat))
            found += [(end, sat) for end in ends]
    return sorted(found, key=lambda each: each[0].at)


def worked_out(games: Iterable[lists.PastGame]) -> RatingCourse:
    """The ratings from games in the order of their ends."""
    course = RatingCourse()
    for game in games:
        course.add(game)
    return course


def listed(data: Path) -> None:
    """Open and close the hall once, so that the streams have their facts and lists."""
    with TestClient(make_app(data)):
        pass


def test_the_numbers_of_the_page_are_those_of_the_streams(data: Path) -> None:
    listed(data)
    games = [each for each in facts(data) if not any(sat.bot for sat in each[1])]
    ratings = dict.fromkeys(PEOPLE, Rating())
    ends: dict[str, float] = {}
    for end, sat in games:
        before = dict(ratings)
        for own in sat:
            mine = [each.who for each in sat if each.seat.side is own.seat.side]
            theirs = [each.who for each in sat if each.seat.side is not own.seat.side]
            apart = sum(before[who].rating for who in theirs) - sum(before[w].rating for w in mine)
            partner = next(who for who in mine if who != own.who)
            unsure = sum(before[who].deviation ** 2 for who in (*theirs, partner)) ** 0.5 / 2
            other = Rating(before[own.who].rating + apart / 2, unsure)
            won = float(end.winner == own.seat.side.name)
            weeks = (end.at - ends.get(own.who, end.at)) / (7 * DAY)
            ratings[own.who] = rated(before[own.who], [RatedResult(other, won)], 1 + weeks)
        ends.update({each.who: end.at for each in sat})
    with journal_of(data) as journal:
        course = Ratings(journal).course()
    for who in PEOPLE:
        assert astuple(course.of("people", who)[-1].rating) == pytest.approx(astuple(ratings[who]))
    assert len({each.rating for each in ratings.values()}) > 1


def test_statistics_counted_again_from_the_streams(data: Path) -> None:
    listed(data)
    with journal_of(data) as journal:
        found = statistics("ann", lists.past_games(journal, "ann", 1000))
    hands = calls = euchred = won = others = 0
    for end, sat in facts(data):
        seat = next((each.seat for each in sat if each.who == "ann"), None)
        if seat is None:
            continue
        won += end.winner == seat.side.name
        for deal in end.deals:
            if deal.maker is None:
                continue
            lost = deal.tricks[deal.maker.side] < 3
            hands += 1
            calls += deal.maker is seat
            euchred += deal.maker is seat and lost
            others += lost and deal.maker.side is not seat.side
    assert (found.people.won + found.bots.won, found.games) == (won, 9)
    assert (found.deals.hands, found.deals.calls) == (hands, calls)
    assert (found.deals.calls_euchred, found.deals.euchres) == (euchred, others)
    assert calls
    assert sum(each.count.games for each in found.partners) == found.games


def test_loners_are_ones_own_and_a_partners_calls_are_counted_apart() -> None:
    count = DealCount()
    for maker, alone, tricks in (
        (Seat.S, True, (5, 0)),
        (Seat.S, True, (4, 1)),
        (Seat.S, False, (5, 0)),
        (Seat.N, True, (5, 0)),
        (Seat.E, True, (0, 5)),
    ):
        count.add(DealFacts(Seat.S, (0, 0), "played", (), maker, alone, tricks), Seat.S)
    count.add(DealFacts(Seat.S, (0, 0), "passed", (), None), Seat.S)
    assert (count.hands, count.calls, count.partner_calls) == (5, 3, 1)
    assert (count.loners, count.loners_marched) == (2, 1)


def test_after_a_restart_and_a_game_more_the_numbers_are_the_same(data: Path) -> None:
    listed(data)
    with journal_of(data) as journal:
        hall = Hall(journal)
        kept = Ratings(journal)
        kept.course()
    played_out(data, "late", sitters=sitting("NESW", 20 * DAY), at=20 * DAY)
    listed(data)
    with journal_of(data) as journal:
        hall = Hall(journal)
        live = hall.find("late")
        assert live is not None
        kept._journal = journal
        kept.finished("table/late", live.table)
        again = worked_out(lists.all_past_games(journal))
        for who in PEOPLE:
            assert kept.course().of("people", who) == again.of("people", who)
        # A game that is told of twice, or late, is not counted twice.
        kept.finished("table/late", live.table)
        early = hall.find("g1")
        assert early is not None
        kept.finished("table/g1", early.table)
        assert kept.course().of("people", "ann") == again.of("people", "ann")


def test_several_who_ask_at_once_are_told_the_same(data: Path) -> None:
    listed(data)
    with journal_of(data) as journal:
        ratings = Ratings(journal)
        with ThreadPoolExecutor(8) as people:
            found = list(people.map(lambda _: ratings.course(), range(16)))
        again = worked_out(lists.all_past_games(journal))
    for course in found:
        assert course.of("people", "ann") == again.of("people", "ann")


def test_bots_stand_still_and_have_a_ladder_of_their_own(data: Path) -> None:
    listed(data)
    with journal_of(data) as journal:
        games = lists.all_past_games(journal)
        course = worked_out(games)
    assert len(course.of("people", "ann")) == 6
    assert len(course.of("bots", "ann")) == 3
    first = next(game for game in games if game.table == "b0")
    club = Rating(STRENGTHS["club"].rating, STEADY)
    unsure = (3 * club.deviation**2) ** 0.5 / 2
    score = float(first.winner == Seat.S.side.name)
    own = Rating()
    other = Rating(own.rating + (club.rating - own.rating) / 2, unsure)
    assert course.of("bots", "ann")[0].rating == rated(own, [RatedResult(other, score)])


def test_a_game_with_a_hint_is_counted_and_not_rated(data: Path) -> None:
    with journal_of(data) as journal:
        head = journal.head("table/g0")
        journal.append("table/g0", head, [encode(Hinted(Seat.N, 5.0))])
    listed(data)
    with journal_of(data) as journal:
        helped = [game for game in lists.all_past_games(journal) if game.helped]
        assert [game.table for game in helped] == ["g0"]
        assert ladder_of(helped[0]) is None
        assert len(worked_out(lists.all_past_games(journal)).of("people", "ann")) == 5
        assert statistics("ann", lists.past_games(journal, "ann", 99)).people.games == 6


def test_the_page_and_the_file(hall: TestClient) -> None:
    become(hall, "ann")
    page = hall.get("/you").text
    assert "Ann Lee" in page
    assert "From 6 rated games" in page
    assert "Bots: club players" in page
    data = json.loads(hall.get("/you.json").text)
    assert (data["form"], data["name"], len(data["games"])) == (
        "rightbower profile 1",
        "Ann Lee",
        9,
    )
    assert set(data["ratings"]) == {"people", "bots"}
    # Keys of devices are nobody's business, one's own partners' included.
    for who in ("bea", "cy", "dov"):
        assert f'"{who}"' not in hall.get("/you.json").text


def test_a_newcomer_is_told_what_will_be_here(hall: TestClient) -> None:
    page = hall.get("/you").text
    assert "once you have finished one" in page
    assert json.loads(hall.get("/you.json").text)["games"] == []


def everything(hall: TestClient) -> str:
    """Every page and file that could hold a name."""
    pages = []
    for who in ("ann", "bea", "cy", "dov"):
        become(hall, who)
        pages += [hall.get(path).text for path in ("/", "/you", "/you.json")]
    for table in [f"g{number}" for number in range(6)] + [f"b{number}" for number in range(3)]:
        for page in ("", "/replay", "/record", "/egn", "/fair"):
            answer = hall.get(f"/t/{table}{page}")
            assert answer.status_code == 200
            pages.append(answer.text)
    return "\n".join(pages)


def test_an_erased_name_is_gone_and_the_games_stay(hall: TestClient, data: Path) -> None:
    become(hall, "cy")
    own = hall.get("/you.json").json()
    become(hall, "ann")
    before = hall.get("/you.json").json()
    assert "Cy Jones" in everything(hall)
    become(hall, "cy")
    assert hall.post("/you/erase").status_code == 400
    erased = hall.post("/you/erase", data={"sure": "yes"}, follow_redirects=False)
    assert erased.status_code == 303
    hall.cookies.clear()
    become(hall, "ann")
    after = hall.get("/you.json").json()
    assert "Erased player 1" in json.dumps(after)
    assert after["ratings"] == before["ratings"]
    assert [game["score"] for game in after["games"]] == [game["score"] for game in before["games"]]
    # The old cookie is a stranger's now, also on another device.
    become(hall, "cy")
    assert hall.get("/you.json").json()["games"] == []
    assert own["games"]
    hall.cookies.clear()
    text = everything(hall)
    assert "Cy Jones" not in text
    assert "Erased player 1" in text


def test_after_a_restart_the_name_is_still_gone(data: Path) -> None:
    with TestClient(make_app(data), base_url="http://localhost") as hall:
        become(hall, "ann")
        assert hall.post("/you/erase", data={"sure": "yes"}).status_code == 200
        hall.cookies.clear()
    with TestClient(make_app(data), base_url="http://localhost") as hall:
        become(hall, "bea")
        text = "".join(hall.get(path).text for path in ("/", "/you", "/t/g0/replay", "/t/g0"))
        assert "Ann Lee" not in text
        assert "Erased player 1" in text


def test_another_hall_over_the_same_journal_learns_of_an_erasure(data: Path) -> None:
    now = 0.0
    with journal_of(data) as journal:
        hall, other = Hall(journal), ErasedPeople(journal, lambda: now)
        assert "ann" not in other
        journal.append(STREAM, 0, [hall.erased.add("ann", 1.0)])
        now = READ_AGAIN + 1
        # Where an engine is asked for it, whoever comes next knows it.
        while "ann" not in other:
            assert journal.remote
        assert "bea" not in other


def test_whoever_leaves_a_rated_game_is_rated_as_having_lost_it(tmp_path: Path) -> None:
    async def story(hall: Hall) -> None:
        live, browsers = await four(hall)
        assert browsers["N"].state["game"]["rated"] is True
        for who in "NE":
            await asked(live, browsers[who], wire.Stand("s"))
        back = Heard(browsers["E"].who)
        live.join(back, None)
        await asked(live, back, wire.Sit("b", "E"))
        assert [who for _, who in live.table.given_up] == [browsers["N"].who]
        await live.commit([CalledOff("resigned", "NS", live.now())])
        (game,) = lists.all_past_games(hall.journal)
        course = worked_out([game])
        three = hypot(Rating().deviation, Rating().deviation, Rating().deviation) / 2
        lost = rated(Rating(), [RatedResult(Rating(deviation=three), 0.0)])
        (left,) = course.of("people", browsers["N"].who)
        assert left.rating == lost
        assert not course.of("bots", browsers["N"].who)
        # The others went on with a bot, and on its ladder; it does not matter to the one who left who won.
        assert len(course.of("bots", browsers["E"].who)) == 1
        assert worked_out([replace(game, helped=True)]).of("people", browsers["N"].who) == ()

    in_a_hall(tmp_path, story)


@pytest.mark.parametrize(("given_up", "games"), [(True, 1), (False, 0)])
def test_a_game_with_bots_counts_as_lost_when_it_is_given_up_not_when_it_is_forgotten(
    tmp_path: Path, given_up: bool, games: int
) -> None:
    async def story(hall: Hall) -> None:
        bots = [bot_sits(seat, "club", 1.0) for seat in (Seat.N, Seat.E, Seat.W)]
        live = await hall.open("standard", "ann", then=[Sat(Seat.S, "ann", "Ann", 1.0), *bots])
        await live.commit(begin(live.table, Seat.E, 2.0))
        ann = Heard("ann")
        live.join(ann, None)
        if given_up:
            await asked(live, ann, wire.Stand("s"))
        else:
            await live.commit([CalledOff("abandoned", "", live.now())])
        course = worked_out(lists.all_past_games(hall.journal)).of("bots", "ann")
        assert len(course) == games
        assert all(each.rating.rating < Rating().rating for each in course)

    in_a_hall(tmp_path, story)
