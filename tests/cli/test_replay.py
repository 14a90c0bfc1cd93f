"""``rightbower replay``: what it prints, what it writes, and one sentence for every fault."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rightbower.cli import main

HERE = Path(__file__).resolve().parents[1]
GAMES = HERE / "record" / "games"
SHARED = HERE.parent.parent / "shared" / "egn"
REAL = sorted(SHARED.glob("*.egn"))

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """The command with these words: its exit status, what it printed and what it complained of."""

    def command(*words: str | Path) -> tuple[int, str, str]:
        status = main(["replay", *(str(word) for word in words)])
        out, err = capsys.readouterr()
        return status, out, err

    return command


def complaint(result: tuple[int, str, str]) -> str:
    """The one sentence of a refusal; anything else fails the test."""
    status, out, err = result
    assert status == 1
    assert out == ""
    assert err.count("\n") == 1
    assert err.startswith("rightbower replay: ")
    return err


def told(result: tuple[int, str, str]) -> Any:
    status, out, err = result
    assert (status, err) == (0, "")
    return json.loads(out)


def test_json_of_a_record(run: Run) -> None:
    game = told(run(GAMES / "alberta-worked-deals.txt", "--json"))
    assert game["book"] == "alberta-55plus"
    assert game["final_score"] == [8, 6]
    assert game["players"] == ["Ada", "Bill", "Cora", "Dan"]
    assert (game["complete"], game["rulings"]) == (True, [])
    assert game["result"] == {
        "winner": "NS",
        "reason": "time",
        "score": [8, 6],
        "setting": "clock.minutes",
        "clause": "A01-C.1",
    }
    first = game["deals"][0]
    assert {key: first[key] for key in ("number", "dealer", "turn_up", "maker", "trump")} == {
        "number": 1,
        "dealer": "S",
        "turn_up": "9H",
        "maker": "S",
        "trump": "hearts",
    }
    assert (first["alone"], first["tricks"], first["ending"]) == (False, [5, 0], "played")
    assert first["marks"] == [
        {"side": "NS", "points": 2, "setting": "score.march", "clause": "A01-8.2"}
    ]
    assert first["score"] == [2, 0]


def test_json_of_the_notation(run: Run) -> None:
    game = told(run(GAMES / "five-up.egn", "--json"))
    assert (game["book"], game["target"], game["complete"]) == ("standard", 5, True)
    assert max(game["final_score"]) >= 5


def test_book_under_the_ruleset(run: Run) -> None:
    game = told(run(GAMES / "five-up.egn", "--json", "--book", "provincial-55plus"))
    assert game["book"] == "provincial-55plus"
    assert game["house"]["bidding.all_pass"] == "stick the dealer"


def test_book_of_a_record_is_checked(run: Run) -> None:
    path = GAMES / "sportcial-league.txt"
    assert told(run(path, "--json", "--book", "sportcial-league"))["complete"]
    reason = complaint(run(path, "--json", "--book", "standard"))
    assert "line 2: the record is by sportcial-league, not by the standard asked for" in reason


def test_account_for_people(run: Run) -> None:
    status, out, err = run(GAMES / "alberta-worked-deals.txt")
    assert (status, err) == (0, "")
    assert "Deal 1. South deals, 9♥ is turned up." in out
    assert "1. W A♠  N 9♠  E 10♠ S 9♥" in out
    assert "North–South +4 (score.lone_march, A01-8.4)" in out
    assert "thrown in; tricks 0–0, score 6–0" in out
    assert "North–South win, 8–6 (time, A01-C.1)." in out


def test_account_of_a_game_left_unfinished_and_of_one_without_bids(
    run: Run, tmp_path: Path
) -> None:
    _, out, _ = run(GAMES / "standard-unfinished.txt")
    assert "not finished; tricks" in out
    assert "The game stands at 4–0." in out
    start = (GAMES / "standard-unfinished.txt").read_text("utf-8").split("\n\n")[0]
    (tmp_path / "start.txt").write_text(f"{start}\n\n", "utf-8")
    assert "The game stands at 0–0." in run(tmp_path / "start.txt")[1]


def test_account_of_a_draw_of_a_house_and_of_what_is_not_known(run: Run, tmp_path: Path) -> None:
    drawn = tmp_path / "drawn.txt"
    drawn.write_text(
        "rightbower record 1\nbook national-2025\nedition March 2025\nfirst dealer N\nbell end\n"
    )
    assert "The game is drawn, 0–0 (time, N04-2.2)." in run(drawn)[1]
    _, out, _ = run(GAMES / "house-sheet.txt")
    assert "house rule: score.lone_march = 5" in out
    bare = json.loads((GAMES / "five-up.egn").read_text("utf-8"))
    for deal in bare["deals"]:
        del deal["initialState"]["playerCards"]
    (tmp_path / "bare.egn").write_text(json.dumps(bare))
    assert "not known, filled in: " in run(tmp_path / "bare.egn")[1]


def test_deal_with_cards_and_no_call_is_told(run: Run, tmp_path: Path) -> None:
    data = json.loads((GAMES / "five-up.egn").read_text("utf-8"))
    del data["metadata"]["finalScore"]
    data["deals"] = data["deals"][:1]
    data["deals"][0]["phases"] = []
    (tmp_path / "start.egn").write_text(json.dumps(data))
    assert "not finished; tricks 0–0" in run(tmp_path / "start.egn")[1]


def test_game_is_turned_from_one_notation_into_the_other(run: Run, tmp_path: Path) -> None:
    egn, record = tmp_path / "game.egn", tmp_path / "game.txt"
    first = told(run(GAMES / "five-up.egn", "--json", "--export-record", record))
    second = told(run(record, "--json", "--export-egn", egn))
    assert first == second
    assert egn.read_text("utf-8") == (GAMES / "five-up.egn").read_text("utf-8")


def test_file_that_cannot_be_written(run: Run, tmp_path: Path) -> None:
    reason = complaint(run(GAMES / "five-up.egn", "--json", "--export-record", tmp_path))
    assert "Is a directory" in reason


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "the file is empty"),
        (b" \n\n", "the file is empty"),
        (b"\xff\xfe\x00", "byte 1 is not UTF-8 text"),
        (b"Dear all", "this is neither a record (it begins with rightbower record) nor EGN (JSON)"),
        (b"{", "this is not whole JSON"),
        (b"[" * 200_000, "nested too deeply"),
        (b'{"fileType": "Euchre Game Notation"}', "this key is missing"),
        (b"rightbower record 9\n", "line 1: this Rightbower reads version 1"),
        (b'rightbower record 1\nbook "a\\nb"\nedition x\nfirst dealer N\n', "line 2: there is no"),
    ],
)
def test_file_that_is_no_game(run: Run, tmp_path: Path, content: bytes, reason: str) -> None:
    path = tmp_path / "file"
    path.write_bytes(content)
    assert reason in complaint(run(path, "--json"))


def test_no_such_file_a_folder_and_an_unknown_book(run: Run, tmp_path: Path) -> None:
    assert "nowhere.txt: No such file" in complaint(run(tmp_path / "nowhere.txt"))
    assert "Is a directory" in complaint(run(tmp_path))
    reason = complaint(run(GAMES / "five-up.egn", "--book", "whist"))
    assert "there is no book called 'whist'" in reason


def test_name_with_line_ends_stays_on_one_line(run: Run, tmp_path: Path) -> None:
    data = json.loads((GAMES / "five-up.egn").read_text("utf-8"))
    data["a\nb"] = 1
    (tmp_path / "file.egn").write_text(json.dumps(data))
    status, _, err = run(tmp_path / "file.egn")
    assert (status, err.count("\n")) == (0, 1)
    assert err.endswith("file.egn: not understood, and kept as it is: a b\n")


@pytest.mark.skipif(not REAL, reason="the shared games are not beside the checkout")
@pytest.mark.parametrize("path", REAL, ids=lambda path: path.stem)
def test_real_game_as_a_record_comes_to_the_same(run: Run, tmp_path: Path, path: Path) -> None:
    record = tmp_path / "game.txt"
    game = told(run(path, "--json", "--export-record", record))
    assert game["complete"]
    assert told(run(record, "--json")) == game


@pytest.mark.skipif(not REAL, reason="the shared games are not beside the checkout")
@pytest.mark.parametrize("name", ["invalid1.json", "invalid2.json"])
def test_file_of_another_kind_is_refused(run: Run, name: str) -> None:
    assert name in complaint(run(SHARED / name, "--json"))


# Files spoilt at random.

ODD: list[Any] = [None, True, -1, 0, 10**30, 1e308, "", "Xx", "x" * 2000, [], {}, [[]], {"a": 1}]
SPOILT = 2_000


def places(node: Any) -> list[tuple[Any, Any]]:
    """Every place in a JSON value: its container and its key."""
    keys = list(node) if isinstance(node, dict) else range(len(node))
    found = []
    for key in keys:
        found.append((node, key))
        if isinstance(node[key], dict | list):
            found += places(node[key])
    return found


def spoil_json(text: str, chance: Random) -> bytes:
    """The file with one to three of its values changed, taken out, doubled or put elsewhere."""
    data = json.loads(text)
    for _ in range(chance.randint(1, 3)):
        found = places(data)
        node, key = chance.choice(found)
        other, elsewhere = chance.choice(found)
        match chance.randrange(4):
            case 0:
                node[key] = chance.choice(ODD)
            case 1:
                del node[key]
            case 2:
                node[key] = json.loads(json.dumps(other[elsewhere]))
            case _ if isinstance(node, list):
                node.insert(key, node[key])
            case _:
                node[f"{key}x"] = node[key]
    return json.dumps(data).encode()


def spoil_lines(text: str, chance: Random) -> bytes:
    """The record with one to three of its lines changed, taken out, doubled or moved."""
    lines = text.splitlines()
    for _ in range(chance.randint(1, 3)):
        at, other = chance.randrange(len(lines)), chance.randrange(len(lines))
        words = lines[at].split(" ")
        match chance.randrange(5):
            case 0:
                del lines[at]
            case 1:
                lines.insert(at, lines[other])
            case 2:
                lines[at], lines[other] = lines[other], lines[at]
            case 3:
                words[chance.randrange(len(words))] = str(chance.choice(ODD))
                lines[at] = " ".join(words)
            case _:
                words[chance.randrange(len(words))] = chance.choice(lines[other].split(" "))
                lines[at] = " ".join(words)
    return "\n".join(lines).encode()


def spoil_bytes(text: str, chance: Random) -> bytes:
    """The file with one to three of its bytes changed, or cut short."""
    data = bytearray(text.encode())
    for _ in range(chance.randint(1, 3)):
        data[chance.randrange(len(data))] = chance.randrange(256)
    return bytes(data[: chance.randrange(len(data))] if chance.random() < 0.2 else data)


def test_spoilt_file_is_replayed_or_refused_in_one_sentence(run: Run, tmp_path: Path) -> None:
    chance = Random(24)
    names = ("five-up.egn", "standard-unfinished.txt", "national-bells.txt", "house-sheet.txt")
    sound = {name: (GAMES / name).read_text("utf-8") for name in names}
    refused = 0
    for _ in range(SPOILT):
        name = chance.choice(names)
        by_kind = spoil_json if name.endswith(".egn") else spoil_lines
        spoil = chance.choice([by_kind, by_kind, spoil_bytes])
        path = tmp_path / "spoilt"
        path.write_bytes(spoil(sound[name], chance))
        status, out, err = result = run(path, "--json")
        if status == 0:
            assert json.loads(out)["book"]
            assert err.count("\n") <= 1
        else:
            assert str(path) in complaint(result)
            refused += 1
    assert SPOILT / 2 < refused < SPOILT
