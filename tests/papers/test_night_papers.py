"""The papers of a night: one pack, cards for tables and rounds, one printed again, certificates."""

import io
import re

import pytest
from PIL import Image
from pypdf import PdfReader

from papers.test_papers import PAPERS, Day, played, text
from rightbower.papers.printing.certificates import FACES, certificate
from rightbower.papers.printing.events import event_paper
from rightbower.papers.printing.papers import Paper
from rightbower.papers.printing.seasons import league_paper
from rightbower.tournament.events.attendance import check_in_all, partner
from rightbower.tournament.events.entrants import EventError, Player
from rightbower.tournament.events.registration import add
from rightbower.tournament.events.sharing import Honour, honours
from rightbower.tournament.events.simulated import rehearse
from tournament.league.evenings import Season

LINKS = {number: f"http://192.168.1.20:8000/c/CODE{number}ABC" for number in range(1, 9)}


def test_one_pack_holds_what_the_night_needs() -> None:
    before = Day("charity-day", 5)
    event = before(add(before.history.event, [[Player(f"Player {at}")] for at in range(8)]))
    many = [len(PdfReader(io.BytesIO(event_paper(event, each))).pages)
            for each in ("sign-in", "table-cards", "score-cards", "master-card")]  # fmt: skip
    pack = event_paper(event, "pack")
    assert len(PdfReader(io.BytesIO(pack)).pages) == sum(many)
    assert pack == event_paper(event, "pack")
    later = text(event_paper(played("charity-day"), "pack", "Letter", links=LINKS))
    assert "Round 2" in later
    assert "Signature" not in later


def test_the_rosters_give_the_teams_number_then_the_player_and_the_team() -> None:
    league = Season().league
    said = text(league_paper(league, "rosters"))
    for team in league.teams:
        for member in team.members:
            assert f"{team.number} {member.name} {team.name}" in said


def test_the_sheet_at_the_door_asks_for_birth_dates_and_names_a_new_pair_once() -> None:
    day = Day("alberta-pairs")
    players = [Player("Ann Lee", born="1950-06-30"), Player("Bob Ray")]
    event = day(add(day.history.event, [[each] for each in players]))
    assert text(event_paper(event, "sign-in")).count("birth date?") == 1
    event = day(partner(day(check_in_all(event)), 1, 2))
    said = text(event_paper(event, "sign-in"))
    assert (said.count("Ann Lee"), said.count("Bob Ray")) == (1, 1)


@pytest.mark.parametrize("name", ["table-cards", "round-cards"])
def test_cards_of_tables_carry_the_code_and_one_is_printed_again(name: str) -> None:
    event = played("alberta-pairs")
    all_of_them = text(event_paper(event, name, links=LINKS))
    assert all(f"CODE{table.number}ABC" in all_of_them for table in event.round.tables)
    one = text(event_paper(event, name, only=2, links=LINKS))
    assert "CODE2ABC" in one
    assert "CODE1ABC" not in one
    assert "type" not in text(event_paper(event, name))
    with pytest.raises(EventError, match="there is no table 99"):
        event_paper(event, name, only=99)


def test_the_round_card_says_who_sits_there_and_deals() -> None:
    event = played("alberta-pairs")
    table = event.round.table(2)
    said = text(event_paper(event, "round-cards", only=2))
    assert "Round 2" in said
    assert all(event.name_of(*side) in said for side in table.sides)
    assert all(side in said for side in event.plan.side_names)


def test_somebody_gets_a_lost_score_card_again() -> None:
    event = played("charity-day")
    said = text(event_paper(event, "personal-cards", only=3))
    assert event.name_of(3) in said
    assert event.name_of(4) not in said
    with pytest.raises(EventError, match="entrant 77 has no card"):
        event_paper(event, "score-cards", only=77)


@pytest.mark.parametrize("paper", PAPERS)
def test_certificates_honour_the_first_three_and_the_prizes(paper: Paper) -> None:
    day = Day("charity-day", 3)
    *_, event = rehearse(day.history.event, day, 5, "prizes")
    made = PdfReader(io.BytesIO(event_paper(event, "certificates", paper))).pages
    said = [re.sub(r"\s+", " ", page.extract_text()) for page in made]
    first = [each for each in event.places if each.rank is not None and each.rank <= 3]
    assert all(any(each.name in page for page in said) for each in first)
    assert "1st place" in said[0]
    assert "Sat 30 May 2026" in said[0]
    low = next(each for each in event.awards if each.prizes == ("lowest total",))
    assert sum("Lowest total" in page for page in said) == len(low.winners)
    assert len(said) == len(first) + len(low.winners)
    assert all(page.mediabox.width > page.mediabox.height for page in made)


def test_before_the_results_are_final_nobody_is_honoured() -> None:
    said = text(event_paper(played("charity-day"), "certificates"))
    assert "The results are not final yet." in said
    assert "place" not in said


def test_the_cards_of_a_certificate_say_what_for() -> None:
    made = [
        certificate(each)
        for each in (
            Honour("Ann", "1st place", rank=1),
            Honour("Bea", "2nd place", rank=2),
            Honour("Cat", "3rd place", rank=3),
            Honour("Dot", "Most lone hands", loners=True),
            Honour("Eve", "Low", low=True),
            Honour("Fay", "Best hat"),
        )
    ]
    assert [(each.cards, each.seal) for each in made] == [
        (("JH", "JD"), "1"),
        (("JS", "JC"), "2"),
        (("AD", "KD"), "3"),
        (("AS", "JS"), "★"),
        (("9H", "10H"), "♥"),
        (("QH", "KH"), "★"),
    ]
    for each in made:
        for card in each.cards:
            with Image.open(FACES / f"{card}.png") as face:
                assert face.size == (300, 420)


def test_a_prize_of_the_fewest_points_is_honored_as_such() -> None:
    day = Day("charity-day", 3)
    *_, event = rehearse(day.history.event, day, 5, "prizes")
    found = honours(event)
    assert {each.low for each in found if each.rank} == {False}
    assert {each.low for each in found if not each.rank} == {True}
