"""A duplicate evening in the hall: boards at the desk and on phones, and no card before all have played."""

from __future__ import annotations

import html
from pathlib import Path

from starlette.testclient import TestClient

from rightbower.rules import shuffles
from rightbower.tournament.events.board_dealing import board_of
from rightbower.tournament.events.board_report import hand_in_order
from rightbower.tournament.events.boards import seed_of
from rightbower.tournament.events.event import Event
from rightbower.tournament.events.movements.duplicate import board_count
from rightbower.web.api.openapi import BASE
from web.at_desk import Director, hall, says
from web.day import Phone, Room

DESK = ("check-in", "plan", "seating", "round", "standings", "log", "phones", "share", "messages",
        "money", "commands", "entrant/1", "table/1", "everything", "paper")  # fmt: skip
PUBLIC = ("", "/log", "/boards", "/wall", "/boards/1", "/join")
WORDS = ("standings", "boards-list", "show", "log")
PAIRS = ("Ann & Al", "Bea & Bob", "Cy & Cora", "Di & Dan")


def evening(client: TestClient) -> Director:
    """Four pairs, and the boards dealt beforehand."""
    director = Director(client, "duplicate")
    director.names(*PAIRS)
    director.sure("seating", "deal-boards")
    return director


def told(event: Event) -> list[str]:
    """Everything that would give a board away, however it is written."""
    assert isinstance(event.dealt, str)
    found = [event.dealt]
    for number in range(1, board_count(event) + 1):
        board = board_of(event, number)
        found.append(seed_of(event.dealt, (number - 1) // 2))
        for hand in board.hands:
            for order in (hand, tuple(hand_in_order(hand))):
                names, symbols = [str(each) for each in order], [each.symbol for each in order]
                found += [" ".join(names), '","'.join(names), " ".join(symbols)]
    return found


def everything(director: Director, phones: list[Phone]) -> dict[str, str]:
    """Every page and frame that anybody has of the event; the slips and the export are the officer's alone."""
    client, id_ = director.client, director.id
    stranger = TestClient(client.app, client=("198.51.100.7", 50000))
    stranger.portal = client.portal
    found = {f"desk {page}": html.unescape(director.client.get(f"/events/{id_}/desk/{page}").text)
             for page in DESK}  # fmt: skip
    for page in PUBLIC:
        found[f"public {page}"] = html.unescape(stranger.get(f"/events/{id_}{page}").text)
    for word in (*WORDS, "export?form=json", "print?what=dealing-slips", "print?what=hand-records"):
        found[f"program {word}"] = stranger.get(f"{BASE}/events/{id_}/{word}").text
    for name in ("dealing-slips", "hand-records"):
        found[f"paper {name}"] = stranger.get(f"/events/{id_}/desk/paper/{name}.pdf").text
    for number, phone in enumerate(phones):
        phone.get("phone")
        found[f"phone {number}"] = html.unescape(phone.page)
    with stranger.websocket_connect(f"/events/{id_}/live") as socket:
        found["frame"] = socket.receive_text()
    return found


def leaks(director: Director, phones: list[Phone]) -> list[str]:
    """The pages and frames that give something away."""
    secrets = told(director.event)
    pages = everything(director, phones)
    return [where for where, text in pages.items() if any(each in text for each in secrets)]


def test_boards_are_entered_at_the_desk_and_on_phones_and_nobody_sees_a_card_before(
    tmp_path: Path,
) -> None:
    with hall(tmp_path) as client:
        director = evening(client)
        room = Room(client, director.id)
        phones: list[Phone] = []
        for turn in range(3):
            director.seat(f"seed {turn}")
            phones = phones or [room.seated_phone(each) for each in range(1, 5)]
            one, other = director.event.round.tables
            # At the desk: typed, or board by board on the table's page.
            if turn:
                director.line(f"{one.number} +1 -2")
            else:
                assert "write a score for each of the 2 boards" in director.line("1 +1")
                director.do("table/1", "boards", board1="+1", board2="-2")
            assert director.status == 200
            _by_phones(director, phones, other.number)
            kept = [each.result and each.result.boards for each in director.event.round.tables]
            assert kept == [(1, -2), (2, -1)]
            if turn == 1:
                assert leaks(director, phones) == []
        _shown(director)


def _by_phones(director: Director, phones: list[Phone], table: int) -> None:
    """East–West send what the boards came to, as they see it, and North–South say yes."""
    at = director.event.round.table(table)
    there, here = phones[at.sides[1][0] - 1], phones[at.sides[0][0] - 1]
    there.get("phone")
    boards = [each.partition('"')[0] for each in there.page.split('name="board')[1:]]
    assert "They made 2" in there.text
    there.post("phone/boards", **there._where(), **dict(zip([f"board{each}" for each in boards], ("2", "-1"), strict=True)))  # fmt: skip
    assert "We made 1" in there.text
    here.get("phone")
    assert f"Board {boards[0]}: We made 2" in here.text
    here.get("phone?no")
    assert "We cannot agree" in here.text
    assert "Another score" not in here.text
    here.confirm()
    assert "It counts" in here.text


def _shown(director: Director) -> None:
    """Once the last round is over everything is there, the seed with its fingerprint."""
    client, event = director.client, director.event
    assert isinstance(event.dealt, str)
    page = client.get(f"/events/{director.id}/boards").text
    assert event.dealt in page
    assert shuffles.commitment(event.dealt) in page
    board = client.get(f"/events/{director.id}/boards/1").text
    assert all(f'data-face="{card}"' in board for hand in board_of(event, 1).hands for card in hand)
    assert "Par for North and South" in says(board)
    records = client.get(f"/events/{director.id}/desk/paper/hand-records.pdf")
    assert records.content.startswith(b"%PDF")
    slips = client.get(f"/events/{director.id}/desk/paper/dealing-slips.pdf")
    assert slips.content.startswith(b"%PDF")


def test_the_search_finds_a_card_that_is_shown(tmp_path: Path) -> None:
    with hall(tmp_path) as client:
        director = evening(client)
        given = director.client.get(f"/events/{director.id}/desk/file.json").text
        assert any(each in given for each in told(director.event))


def test_a_table_put_right_asks_for_every_board(tmp_path: Path) -> None:
    with hall(tmp_path) as client:
        director = evening(client)
        director.seat()
        director.line("1 +1 +1")
        assert "Correct it" in director.look("table/1")
        director.sure("table/1", "correct-boards", board1="+1", board2="-4", why="the other way")
        result = director.event.round.table(1).result
        assert result is not None
        assert (result.boards, result.points) == ((1, -4), (1, 4))


def test_boards_are_not_dealt_otherwise_in_the_hall(tmp_path: Path) -> None:
    with hall(tmp_path) as client:
        director = evening(client)
        director.seat()
        put = client.post(f"/events/{director.id}/desk/online", data={"mode": "strict"})
        assert "made up from the dealing slips" in says(put.text)


def test_an_event_without_boards_has_no_page_of_them(tmp_path: Path) -> None:
    with hall(tmp_path) as client:
        director = Director(client, "swiss-pairs")
        assert client.get(f"/events/{director.id}/boards").status_code == 404
        assert client.get(f"/events/{director.id}/desk/paper/dealing-slips.pdf").status_code != 200
