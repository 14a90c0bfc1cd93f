"""``rightbower event`` and ``rightbower journal``: a whole day from the terminal."""

from pathlib import Path
from random import Random

import pytest
from msgspec import json

from rightbower.cli import event_demo, main
from rightbower.store.journal import Journal
from rightbower.tournament.events.plan import open_event
from rightbower.tournament.events.presets import PRESETS
from typed import Terminal


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder of its own for each test."""
    monkeypatch.setenv("RIGHTBOWER_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("COLUMNS", "160")
    return tmp_path / "data"


@pytest.fixture
def terminal(capsys: pytest.CaptureFixture[str]) -> Terminal:
    """Somebody typing."""
    return Terminal(capsys, "event")


@pytest.mark.sqlite
def test_a_question_where_nothing_was_begun_leaves_no_folder(
    terminal: Terminal, data: Path
) -> None:
    assert "there is no event yet" in terminal.refused("standings")
    assert "there is no event yet" in terminal.refused("seat")
    terminal("list")
    assert not data.exists()


def test_a_seniors_day_from_the_list_to_the_prizes(terminal: Terminal, tmp_path: Path) -> None:
    said = terminal("new", "alberta-pairs", "--name", "Zone 3 Final", "--date", "2026-05-30",
                    "--placing", "first free", "--target", "7", "--prize", "gold=50", "--prize", "silver=25.50")  # fmt: skip
    assert "its id is zone-3-final" in said
    terminal("entrants", "add", "Ann Lee & Al Orr", "Bea Ray & Bob Poe", "--here")
    terminal("entrants", "add", "Cleo Fox & Cy Hall", "Dot Jay & Dan Low", "--zone", "Zone 3")
    terminal("entrants", "check-in", "cleo", "4")
    listed = terminal.json("entrants", "list")
    assert [each["state"] for each in listed] == ["here"] * 4
    assert "A up: 4 of 6 possible meetings in 2 rounds" in terminal("show")
    assert "Round 1" in terminal("seat", "--seed", "may")
    terminal("cut", "1", "deal", "1=9S", "2=KD")
    terminal("cut", "2", "deal", "cleo=9S", "dot=9D", "again=cleo=TS", "dot=QD")
    terminal("clock", "start")
    assert "left" in terminal("clock", "show")
    terminal("clock", "pause")
    terminal("clock", "go")
    terminal("clock", "bell")
    assert "no result yet from tables 1 and 2" in terminal.refused("seat")
    terminal("result", "1:7-5", "2:8-2")
    assert "Waiting" not in terminal("show")
    seated = terminal.json("seat")
    assert [table["sides"] for table in seated["tables"]] == [[[3], [2]], [[1], [4]]]
    terminal("result", "2", "7", "6")
    terminal("result", "1", "3-7", "--side", "A")
    assert "A team entered the result" in terminal.refused("confirm", "1", "--side", "A")
    terminal("dispute", "1", "--why", "we have four")
    assert "has to decide the dispute at table 1" in terminal("show")
    terminal("confirm", "1", "--by", "the director herself")
    (written,) = terminal.json("correct", "1", "1", "5-7", "--why", "read the wrong way round")
    assert written["says"] == "round 1, table 1: corrected to 5–7: read the wrong way round"
    places = terminal.json("standings")
    assert [(place["name"], place["rank"]) for place in places] == [
        ("Bea Ray & Bob Poe", 1),
        ("Ann Lee & Al Orr", 2),
        ("Cleo Fox & Cy Hall", 3),
        ("Dot Jay & Dan Low", 4),
    ]
    terminal("undo", "--why", "it was right after all")
    assert [place["rank"] for place in terminal.json("standings")][:2] == [1, 2]
    terminal(
        "ruling",
        "2",
        "EW",
        "+2",
        "--round",
        "1",
        "--why",
        "a revoke",
        "--clause",
        "A01-11.R5",
        "--in-score",
    )
    assert "B team +2 already in the score: a revoke" in terminal("card", "--plain")
    terminal("finish")
    assert [award["each"] for award in terminal.json("prizes")] == [5000, 2550]
    assert "the results are final" in terminal.refused("undo")
    log = terminal("log", "--plain").splitlines()
    undone = [line for line in log if "(undone)" in line]
    assert len(undone) == 1
    assert "(undone) round 1, table 1: corrected" in undone[0]
    for form in ("json", "csv", "xlsx"):
        terminal("export", form, str(tmp_path / f"out.{form}"))
    whole = json.decode((tmp_path / "out.json").read_bytes())
    assert whole["event"]["finished"] is True
    assert "Ann Lee & Al Orr" in (tmp_path / "out.csv").read_text("utf-8")


def test_a_charity_day_with_people_who_come_and_go(terminal: Terminal, tmp_path: Path) -> None:
    terminal("new", "charity-day", "--name", "Spring", "--date", "2026-05-30")
    names = tmp_path / "names.csv"
    names.write_text("Name,Floater\n" + "".join(f"P{n},\n" for n in range(1, 10)) + "P1,\n")
    rows = terminal.json("entrants", "import", str(names), "--preview")["lines"]
    assert (rows[-1]["row"], rows[-1]["fault"]) == (11, "P1 is on the list already, as entrant 1")
    assert "1 row cannot be added" in terminal.refused("entrants", "import", str(names))
    names.write_text("Name\n" + "".join(f"P{n}\n" for n in range(1, 10)))
    terminal("entrants", "import", str(names))
    terminal("entrants", "no-show", "P9")
    terminal("entrants", "check-in", "--all")
    terminal("entrants", "apart", "P1", "P2")
    assert "Make the host's deck: A and 2 of each suit." in terminal("checklist")
    assert "everyone draws" in terminal("seat")
    by_name = terminal.json("tables", "--by-name")
    assert sorted(seat["card"] for seat in by_name) == sorted(r + s for r in "A2" for s in "HDSC")
    assert "8 deals score at least 8 points" in terminal.refused("result", "1", "3-2")
    terminal("result", "1", "3-2", "--short")
    assert "8 deals score at most 32 points" in terminal.refused("result", "2", "30-9")
    terminal("result", "2", "9-5")
    terminal("entrants", "withdraw", "P3", "--why", "the last bus")
    terminal("entrants", "substitute", "P4", "P4", "Sub")
    assert "sitting out" in terminal("seat")
    terminal("void", "1", "--why", "spilt tea")
    assert "P5" in terminal("card", "P5")
    terminal("hand-in", "P1", "P2")
    terminal("hand-in", "--all")
    assert "Not in the running for it: P3 (1 round missed)." in terminal("prizes", "--plain")
    assert "write 12=3" in terminal.refused("loners", "P5")
    terminal("loners", "P5=2", "1=1")
    assert "letting somebody in needs a reason" in terminal.refused("low-prize", "P3")
    assert "was let in: spilt tea" in terminal("low-prize", "P3", "--why", "spilt tea", "--plain")
    terminal("finish", "--why", "tea time")
    found = terminal.json("prizes")
    assert [each["prizes"] for each in found] == [["highest total"], ["lowest total"]]


def test_sitters_floaters_partners_and_papers(terminal: Terminal) -> None:
    terminal("new", "national-progressive", "--name", "Bar", "--placing", "first free")
    terminal("entrants", "add", *(f"P{n}" for n in range(1, 9)), "--here")
    terminal("entrants", "sitter", "P3", "--table", "2")
    terminal("seat")
    terminal("result", "1", "6-6", "--last-dealer", "P1")
    terminal("result", "2", "11-0", "--lost", "NS")
    assert "P3" in terminal("entrants", "list", "--by-name")
    terminal("new", "alberta-pairs", "--name", "Seniors")
    assert "say which event with --event: bar, seniors" in terminal.refused("show")
    terminal(
        "entrants",
        "add",
        "Ann",
        "Bob",
        "--here",
        "--born",
        "1950-02-01",
        "--member",
        "-e",
        "seniors",
    )
    terminal("entrants", "pair", "Ann", "Bob", "-e", "seniors")
    terminal("entrants", "add", "Cy & Dot", "--floater", "-e", "seniors")
    terminal("entrants", "floater", "Cy", "--no", "-e", "seniors")
    terminal("entrants", "vouch", "Cy", "--why", "passports seen", "-e", "seniors")
    terminal("plan", "--target", "5", "--why", "a late start", "-e", "seniors")
    assert "in pair 3" in terminal("entrants", "list", "-e", "seniors")
    assert len(terminal.json("list")) == 2


def test_a_tie_step_by_step(terminal: Terminal) -> None:
    terminal("new", "provincial-pairs", "--name", "Tie", "--placing", "first free", "--rounds", "1")
    terminal("entrants", "add", *(f"X{n} & Y{n}" for n in range(1, 7)), "--here")
    terminal("seat", "--seed", "x")
    terminal("result", "1:10-4", "2:10-4", "3:10-4")
    assert "tosses a coin until one is odd" in terminal("tie")
    step = terminal.json("tie")
    assert step["kind"] == "coins"
    terminal("tie", "toss", "heads", "heads", "h")
    assert "is not a coin" in terminal.refused("tie", "toss", "heads", "edge", "tails")
    assert "The bye goes to" in terminal("tie", "toss", "heads", "tails", "t")
    assert "give one score" in terminal.refused("tie", "game")
    assert "and now plays" in terminal("tie", "game", "10-3")
    assert "Nobody whose place matters is tied" in terminal("tie", "game", "4-10")
    terminal("finish")
    assert [place["rank"] for place in terminal.json("standings", "--top", "3")] == [1, 2, 3]


def test_cuts_and_decisions_for_places(terminal: Terminal) -> None:
    terminal(
        "new", "national-progressive", "--name", "Cut", "--placing", "first free", "--rounds", "1"
    )
    terminal("entrants", "add", "A", "B", "C", "D", "--here")
    terminal("seat")
    terminal("result", "1", "11-3")
    assert "cut again" in terminal.refused("tie", "cut", "1=KD", "3=KS")
    assert "is not a cut" in terminal.refused("tie", "cut", "KD")
    terminal("tie", "cut", "1=KD", "3=AS")
    assert terminal.json("standings")[0]["name"] == "C"
    terminal("undo")
    terminal("tie", "place", "1", "3", "--why", "C has left")
    assert terminal.json("standings")[0]["name"] == "A"
    terminal("undo")
    terminal("tie", "share", "1", "3", "--why", "they agreed")
    terminal("undo")
    terminal("tie", "cut", "--seed", "x")
    assert "results final" in terminal("finish")


def test_the_clock_is_watched_until_the_bell(terminal: Terminal) -> None:
    terminal("new", "national-progressive", "--name", "Bells")
    terminal("entrants", "add", "A", "B", "C", "D", "--here")
    assert "no clock has been started yet" in terminal.refused("clock", "show")
    terminal("seat")
    assert "no clock with a time limit is running" in terminal.refused("clock", "watch")
    terminal("clock", "start", "--minutes", "0.001")
    assert "end signal" in terminal("clock", "watch")
    assert "the bell has rung" in terminal("clock", "show")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["show"], "there is no event yet; begin one with 'rightbower event new'"),
        (["new", "bingo", "--name", "X"], "there is no preset 'bingo'"),
        (["new", "charity-day", "--name", "X", "--prize", "a=b"], "'b' is not an amount"),
        (["demo", "charity-day", "--tables", "1"], "from 2 to 250 tables"),
    ],
)
def test_what_is_wrong_is_one_sentence(terminal: Terminal, words: list[str], sentence: str) -> None:
    said = terminal.refused(*words)
    assert sentence in said
    assert said.count("\n") == 1


def test_slips_of_the_keyboard(terminal: Terminal) -> None:
    terminal("new", "charity-day", "--name", "Slips")
    terminal("entrants", "add", "Ann Lee", "Ann Low", "Bob Ray", "Cy Orr", "--here")
    assert "'Ann' could be 1 Ann Lee, 2 Ann Low; give the number" in terminal.refused("card", "Ann")
    assert "nobody on the list is called 'Zed'" in terminal.refused("card", "Zed")
    terminal("seat")
    for words, sentence in (
        (["result", "1", "ten-eight"], "is not a score"),
        (["result", "one", "9-5"], "a table is a number"),
        (["result", "1", "9", "5", "4"], "write the table and both sides' points"),
        (["result", "1", "9-5", "--side", "up"], "is not a side"),
        (["ruling", "1", "red", "two", "--why", "x"], "is not a ruling"),
        (["cut", "1", "deal", "KD"], "is not a cut"),
        (["card", "1", "--loud"], "unrecognized arguments: --loud; rightbower event card --help"),
    ):
        assert sentence in terminal.refused(*words)


@pytest.mark.parametrize("preset", list(PRESETS))
def test_a_demonstration_of_every_preset(terminal: Terminal, preset: str) -> None:
    glance = terminal.json(
        "demo", preset, "--tables", "3", "--rounds", "2", "--quick", "--seed", "x"
    )
    assert (glance["preset"], glance["state"]) == (preset, "finished")
    assert "final" in terminal("show")


def test_a_demonstration_with_real_games(terminal: Terminal) -> None:
    said = terminal("demo", "national-progressive", "--tables", "2", "--rounds", "2", "--seed", "x")
    assert "2 rounds at 2 tables" in said
    assert "draws made again from their seeds, all the same." in terminal("check")
    assert terminal.json("demo", "charity-day", "--tables", "2", "--rounds", "1")["rounds"] == 1


def test_games_of_a_demonstration_are_played_until_the_bell() -> None:
    plan, luck = open_event("national-progressive", "a", "A", "2026-05-30").plan, Random(1)
    scores = [event_demo._played(plan.book)(plan, luck) for _ in range(6)]
    assert all(sum(score) >= 7 for score in scores)  # seven deals or more, of a point at least


def test_the_presets_are_listed(terminal: Terminal) -> None:
    assert [each["name"] for each in terminal.json("presets")] == list(PRESETS)
    assert "winners part" in terminal("presets")


@pytest.mark.sqlite
def test_the_journal_is_backed_up_listed_and_rescued(
    terminal: Terminal, data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["journal", "list"]) == 1
    assert "there is no journal" in capsys.readouterr().err
    terminal("new", "charity-day", "--name", "Spring")
    with Journal(data / "rightbower.journal"):
        assert main(["journal", "backup", str(tmp_path / "copy")]) == 0, "a hall may be open"
    assert "1 stream, 1 entry" in capsys.readouterr().out
    with Journal(tmp_path / "copy") as copy:
        assert copy.streams() == ["event/spring"]
    capsys.readouterr()
    assert main(["journal", "list", "--json"]) == 0
    assert json.decode(capsys.readouterr().out) == {"event/spring": 1}
    assert main(["journal", "list", "--plain"]) == 0
    assert "event/spring\t1" in capsys.readouterr().out
    assert main(["journal", "rescue", str(data / "rightbower.journal"), str(tmp_path / "new")]) == 0
    assert "1 entry saved" in capsys.readouterr().out
    assert main(["journal", "rescue", str(tmp_path / "none"), str(tmp_path / "newer")]) == 1
    assert "there is no file" in capsys.readouterr().err


@pytest.mark.sqlite
def test_a_journal_at_an_address_is_checked_by_reading_all_of_it(
    terminal: Terminal,
    data: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    terminal("new", "alberta-pairs", "--name", "Spring")
    terminal("entrants", "add", "Ann & Al", "--here")
    kept = data / "rightbower.journal"
    monkeypatch.setattr("rightbower.cli.journal.open_at", lambda _: Journal(kept))
    capsys.readouterr()
    assert main(["journal", "check", "--journal", "postgresql://elsewhere/rightbower"]) == 0
    assert capsys.readouterr().out == f"{kept}: 1 stream, 3 entries, all as they were written.\n"
