"""The language of a reader: by the switch, by the browser's wish, else English."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from starlette.testclient import TestClient

from web.at_desk import Director, flat
from web.joined import joined

FRENCH = {"accept-language": "fr-CA,fr;q=0.9,en;q=0.5"}


def spoken(client: TestClient, path: str, **headers: str) -> str:
    """The language of a page, which its head and its first line agree on."""
    page = client.get(path, headers=headers)
    (language,) = re.findall(r'<html lang="(\w+)"', page.text)
    assert page.headers["content-language"] == language
    assert page.headers["vary"] == "Accept-Language, Cookie"
    assert page.headers["cache-control"] == "private, no-cache"
    return str(language)


def test_a_page_comes_in_the_language_that_a_browser_wishes(client: TestClient) -> None:
    assert spoken(client, "/") == "en"
    for wish, language in {
        "fr": "fr",
        "fr-CA, en;q=0.5": "fr",
        "en, fr;q=0.9": "en",
        "de, fr;q=0.4": "fr",
        "de": "en",
        "*": "en",
        "": "en",
        "fr;q=0": "en",
        ";;,=;q": "en",
    }.items():
        assert spoken(client, "/", **{"accept-language": wish}) == language, wish


def chosen(client: TestClient, language: str, page: str) -> str:
    """Where somebody is led who presses the switch on a page."""
    answer = client.post(
        "/language",
        data={"language": language},
        headers={"referer": page},
        follow_redirects=False,
    )
    assert answer.status_code == 303
    return answer.headers["location"]


def test_what_is_chosen_with_the_switch_is_remembered(client: TestClient) -> None:
    page = flat(client.get("/rules?q=alone").text)
    assert 'name="language" value="fr" lang="fr">Français</button>' in page
    asked = str(client.base_url.join("/rules?q=alone"))
    assert chosen(client, "fr", asked) == asked
    assert spoken(client, "/") == "fr"
    assert spoken(client, "/", **{"accept-language": "en"}) == "fr"
    assert 'name="language" value="en" lang="en">English</button>' in flat(client.get("/").text)
    chosen(client, "en", asked)
    assert spoken(client, "/", **FRENCH) == "en"
    chosen(client, "tlh", asked)
    assert spoken(client, "/", **FRENCH) == "en"


@pytest.mark.parametrize("page", ["https://elsewhere.example/x", "//elsewhere.example", "", "/x"])
def test_the_switch_leads_back_to_this_hall_alone(client: TestClient, page: str) -> None:
    assert chosen(client, "fr", page) == "/"


def test_a_link_may_ask_for_a_language(client: TestClient) -> None:
    assert spoken(client, "/?language=fr") == "fr"
    assert spoken(client, "/?language=tlh") == "en"


def test_a_page_whose_sentences_are_in_no_catalogue_is_english_throughout(
    director: Director,
) -> None:
    client = director.client
    assert spoken(client, f"/events/{director.id}", **FRENCH) == "fr"
    assert spoken(client, f"/events/{director.id}/desk", **FRENCH) == "en"


def test_what_is_kept_of_an_event_for_everybody_is_kept_by_language(director: Director) -> None:
    path = f"/events/{director.id}"
    director.names("Ann & Bob", "Cy & Di")
    for _ in range(2):
        assert "On the list" in director.client.get(path).text
        assert "Sur la liste" in director.client.get(path, headers=FRENCH).text


def test_a_script_finds_its_sentences_in_a_page_of_another_language(client: TestClient) -> None:
    assert 'id="sentences"' not in client.get("/events").text
    page = client.post("/play", data={}, headers=FRENCH).text
    (block,) = re.findall(r'<script type="application/json" id="sentences">(.*?)</script>', page)
    assert '"Play again":"Rejouer"' in block
    assert '"Turn the trick":"Retourner la levée"' in block, "a script that is fetched later"
    assert "<" not in block
    assert 'id="sentences"' not in client.post("/play", data={}).text


def hellos(client: TestClient, address: str, language: str) -> dict[str, Any]:
    """The first state of a table for somebody who reads a language."""
    path = f"{address}/live?protocol=2" + (f"&language={language}" if language else "")
    with client.websocket_connect(path) as line:
        line.send_text(json.dumps({"type": "hello"}))
        while True:
            heard = joined(json.loads(line.receive_text()))
            if heard["type"] == "state":
                return heard


def test_at_one_table_each_reads_their_own_language(client: TestClient) -> None:
    address = str(client.post("/play", data={}).url.path)
    english, french = hellos(client, address, ""), hellos(client, address, "fr")
    lines = [each["text"] for each in english["news"]], [each["text"] for each in french["news"]]
    assert len(lines[0]) == len(lines[1]) > 3
    assert any(" sits down" in each for each in lines[0])
    assert any(" prend place" in each for each in lines[1])
    assert not {*lines[0]} & {*lines[1]}
    assert english["told"]["line"] != french["told"]["line"]
    assert english["chairs"] == french["chairs"]


def test_a_refusal_comes_in_the_language_of_who_is_refused(client: TestClient) -> None:
    address = str(client.post("/play", data={}).url.path)
    for language, reason in {
        "": "Only those who sit at the table speak.",
        "fr": "Seuls ceux qui sont assis à la table parlent.",
    }.items():
        path = f"{address}/live?protocol=2" + (f"&language={language}" if language else "")
        with client.websocket_connect(path) as line:
            line.send_text(json.dumps({"type": "hello"}))
            line.send_text(json.dumps({"type": "say", "id": "a", "phrase": 50}))
            while (heard := json.loads(line.receive_text()))["type"] != "no":
                pass
            assert heard["reason"] == reason


def test_the_lobby_is_read_in_two_languages(client: TestClient) -> None:
    client.post("/tables", data={"book": "standard", "listed": "yes"})
    found = {}
    for language in ("en", "fr"):
        with client.websocket_connect(f"/lobby/live?language={language}") as line:
            found[language] = json.loads(line.receive_text())["waiting"][0]
    assert found["en"]["text"].startswith("three chairs free")
    assert found["fr"]["text"].startswith("trois chaises libres")
    assert found["fr"]["title"] == "Le jeu nord-américain courant"
