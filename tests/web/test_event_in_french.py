"""A day as a French browser sees it: its page, its log, the phones at its tables and what they refuse."""

from __future__ import annotations

import html
import re
from pathlib import Path

import pytest

from rightbower.rules.message import catalogue, voice
from rightbower.tournament.events.columns import reason
from rightbower.tournament.events.entrants import EventError
from rightbower.tournament.events.places import told_standings
from rightbower.tournament.events.results import enter
from rightbower.web.snapshots.whereabouts import whereabouts
from web.at_desk import Director
from web.day import Phone, Room, prepared_event, room, seated

FRENCH = {"accept-language": "fr-CA,fr;q=0.9,en;q=0.5"}
READER = voice("fr")
# Names, and what stands in a page in whatever language.
NAMES = re.compile(r"\b(?:Our day|Rightbower|Spring pairs|English)\b")
# Little words that no French sentence has.
ENGLISH = re.compile(
    r"\b(?:the|and|with|you|your|is|are|was|were|of|to|at|from|won|lost|tied|not)\b"
)


def phone_at(here: Room, entrant: int) -> Phone:
    """The phone of an entrant whose browser is set to French."""
    phone = here.phone()
    phone.client.headers.update(FRENCH)
    table = next(each for each in here.event.round.tables if entrant in each.entrants)
    phone.take(table.number, entrant)
    return phone


def in_french(text: str) -> str:
    """What a page says, once it is sure that no English is in it."""
    assert ENGLISH.findall(NAMES.sub("", text)) == [], text
    return text


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> object:
    """A hall with a day whose first round is seated."""
    folder: Path = tmp_path_factory.mktemp("day")
    prepared_event(folder, deeds=[seated])
    with room(folder) as found:
        yield found


def test_a_score_is_sent_and_confirmed(here: Room) -> None:
    table = here.event.round.tables[0]
    one, other = table.sides[0][0], table.sides[1][0]
    ann, bob = phone_at(here, one), phone_at(here, other)
    assert READER(whereabouts(here.event, one).says) in in_french(ann.text)
    sent = in_french(ann.enter(10, 8))
    assert "Envoyé : 10–8" in sent
    assert "Il compte dès que" in sent
    refused = ann.post("phone/confirm", round=1, table=table.number, shown="10-8")
    assert "a entré le résultat; l'autre camp le confirme." in in_french(refused)
    seen = in_french(bob.get("phone"))
    assert "vous êtes à la table" not in seen
    in_french(bob.confirm())
    assert here.event.round.table(table.number).result is not None


def test_what_a_phone_refuses_is_told_in_french(here: Room) -> None:
    table = here.event.round.tables[1]
    ann = phone_at(here, table.sides[0][0])
    assert "n'est pas un pointage" in READER.translate(
        "{text} is not a score; write 10-8, North–South or A first"
    )
    late = ann.post("phone/enter", round=7, table=table.number, ours=10, theirs=4)
    assert "C'était pour une autre ronde." in in_french(late)
    wrong = ann.post("phone/enter", round=1, table=table.number, ours=10, theirs=10)
    in_french(wrong)
    assert ann.status == 422
    ann.enter(10, 3)
    assert "dites ce qui est contesté" in in_french(
        phone_at(here, table.sides[1][0]).dispute(" ")
    ).replace("Dites", "dites")


def test_the_page_of_the_day_says_why_everybody_is_where_they_are(here: Room) -> None:
    page = here.client.get(f"/events/{here.id}", headers=FRENCH).text
    text = " ".join(html.unescape(re.sub(r"<[^>]+>", " ", page)).split())
    in_french(re.sub(r"^.*?Où", "Où", text))
    for place in told_standings(here.event):
        assert READER(reason(place, still_open=False, notes=False)) in text
    log = here.client.get(f"/events/{here.id}/log", headers=FRENCH).text
    assert "ronde 1, table 1\u00a0: 10–8" in log
    assert "round 1, table 1: 10–8" in here.client.get(f"/events/{here.id}/log").text


def test_final_places_that_are_still_worked_out_so_are_told_in_french(director: Director) -> None:
    director.names("Ann & Bob", "Cy & Di")
    director.seat()
    director.all_in()
    director.do("finish", "hand-in", all="yes")
    director.sure("finish", "finish", why="snow")
    assert director.event.finished, director.text
    for place in told_standings(director.event):
        assert place.kept in director.event.places
        assert not any(each.as_written for each in place.reasons), place
    page = director.client.get(f"/events/{director.id}", headers=FRENCH).text
    assert "1 victoire" in page


def test_a_result_is_refused_in_the_words_of_the_reader(director: Director) -> None:
    director.names("Ann & Bob", "Cy & Di")
    director.seat()
    with pytest.raises(EventError, match="the score is tied at 9") as fault:
        enter(director.event, 1, (9, 9))
    said = READER.sentence(fault.value.said)
    assert said == "Table 1\u00a0: le pointage est à égalité à 9; une partie a un gagnant."


def test_what_a_player_meets_is_in_the_catalogue() -> None:
    known = catalogue("fr")
    for text in (
        "You have no table now.",
        "tied on {figure} with {others}",
        "beat {who} {score} in round {round}",
        "After each game the A team goes up one table ({clause}).",
        "only your own entry can be taken back, until the other side agrees",
    ):
        assert text in known
