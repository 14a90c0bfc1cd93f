"""``rightbower rules`` on the command line."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from rightbower.cli import main
from rightbower.rules.book import load, names
from rightbower.rules.library import Clause, clauses

SHEET = str(Path(__file__).resolve().parents[2] / "examples" / "our-club.toml")
MANY = ["A00", "A01", "S02", "L03", "N04", "standard"]
# Those with a text of their own; the common game has none.
DOCUMENTED = [name for name in names() if name != "standard"]


@pytest.fixture(autouse=True)
def _narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")


def said(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """What ``rightbower rules`` prints for these words."""
    assert main(["rules", *words]) == 0
    return capsys.readouterr().out


def test_the_books_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    out = said(capsys, "--plain").splitlines()
    assert [row.split("\t")[0] for row in out[2:-1]] == list(names())
    assert "alberta-55plus\tAlberta 55 plus Games\tA01, undated web text" in "\n".join(out)


@pytest.mark.parametrize("width", [80, 120])
@pytest.mark.parametrize(
    "words",
    [[], ["A01"], ["N04", "2.8a"], ["compare", "A01", "S02"], ["compare", *MANY], ["coverage"]],
    ids=lambda words: " ".join(words) or "books",
)
def test_tables_keep_to_the_width_and_lose_nothing(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    words: list[str],
    width: int,
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    out = said(capsys, *words)
    assert max(len(row) for row in out.splitlines()) <= width
    assert "…" not in out
    shown = "".join(out.split())
    for cell in said(capsys, *words, "--plain").replace("\n", "\t").split("\t"):
        assert all(word in shown for word in re.split(r"[\s-]+", cell)), cell


def test_a_topic_shows_value_clause_and_note(capsys: pytest.CaptureFixture[str]) -> None:
    out = said(capsys, "alberta-55plus", "score", "--plain")
    assert "march\t2\tA01-8.2\tMakers, playing as a pair, with all five tricks." in out


def test_a_topic_shows_its_own_settings_alone(capsys: pytest.CaptureFixture[str]) -> None:
    rows = said(capsys, "alberta-55plus", "score", "--plain").splitlines()
    assert rows[:2] == ["score", "Setting\tValue\tClause\tNote"]
    assert [row.split("\t")[:3] for row in rows[2:]] == [
        ["tricks_to_make", "3", "A01-7.1"],
        ["make", "1", "A01-8.1"],
        ["march", "2", "A01-8.2"],
        ["euchre", "2", "A01-8.5"],
        ["lone_make", "1", "A01-8.3"],
        ["lone_march", "4", "A01-8.4"],
        ["lone_euchre", "2", "A01-8.5"],
        [""],
    ]


def test_a_whole_book_ends_with_its_laws(capsys: pytest.CaptureFixture[str]) -> None:
    settings, laws = said(capsys, "A01", "--plain").split("\nlaws\n")
    rows = laws.splitlines()
    assert rows[:2] == [
        "Law\tClause\tNote",
        "partnerships\tA01-1.1\tTwo partnerships of two sit opposite each other.",
    ]
    assert all(row.count("\t") == 2 for row in rows if row)
    assert "march\t2\tA01-8.2" in settings
    assert "march" not in laws


def test_a_clause_shows_the_law_that_carries_it(capsys: pytest.CaptureFixture[str]) -> None:
    rows = said(capsys, "A01", "2.1", "--plain").splitlines()
    assert rows[:2] == ["clauses", "Clause\tKind\tRule\tCarried by"]
    assert rows[2].startswith(
        "A01-2.1\tgame rule\tThe pack has 24 cards: nine to ace in four suits.\t"
    )
    assert rows[3:] == [
        "",
        "laws",
        "Law\tClause\tNote",
        "pack\tA01-2.1\tThe deck is the 24 cards from nine to ace.",
        "",
    ]


@pytest.mark.parametrize(("number", "words"), [(1, "1 test"), (2, "2 tests"), (3, "3 tests")])
def test_a_clause_tells_how_many_tests_carry_it(
    capsys: pytest.CaptureFixture[str], number: int, words: str
) -> None:
    clause = next(
        each for each in clauses("A01").values() if len(each.tests) == number and not each.shown
    )
    assert f"\t{clause.rule}\t{words}\n" in said(capsys, "A01", clause.id, "--plain")


def test_a_setting_tells_what_it_may_be(capsys: pytest.CaptureFixture[str]) -> None:
    out = said(capsys, "A01", "bidding.all_pass")
    assert 'A house sheet may write "throw in" or "stick the dealer" or "pay".' in out


def test_a_clause_shows_its_wording_and_readings(capsys: pytest.CaptureFixture[str]) -> None:
    out = said(capsys, "A01", "4.11", "--plain")
    assert "Taking the exposed card needs at least one natural card" in out
    assert "a (chosen)\tOnly a dealer who takes the card by choice.\t" in out
    assert "bidding.natural_scope = everyone" in out


def test_a_reading_that_differs_by_document_names_it(capsys: pytest.CaptureFixture[str]) -> None:
    out = said(capsys, "N04", "X-03", "--plain")
    assert "a (chosen)\tNever." in out
    assert "c (N04)\tYes, unless" in out


def test_a_place_of_several_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert "A01-G.3" in said(capsys, "A01", "about", "the", "book", "--plain")
    assert said(capsys, "S02", "courtesies").strip() == "nothing is written there"


def test_a_comparison_shows_what_differs_and_with_all_the_rest(
    capsys: pytest.CaptureFixture[str],
) -> None:
    out = said(capsys, "compare", "A00", "A01", "--plain").splitlines()
    assert out[:2] == ["different", "Setting\tprovincial-55plus\talberta-55plus"]
    assert out[2] == "clock.minutes\tnone\t25"
    everything = said(capsys, "compare", "--all", "A00", "A01", "--plain")
    differ, same = everything.split("the same\n")
    assert "score.march\t2\t2" in same
    assert "score.march" not in differ
    assert differ.splitlines() == out
    assert "clock.minutes" not in same
    assert said(capsys, "compare", "--all", "A01", "A01", "--plain").startswith("the same\n")


def test_many_books_in_a_narrow_window_are_stacked(capsys: pytest.CaptureFixture[str]) -> None:
    out = said(capsys, "compare", *MANY)
    assert re.search(r"^ +first black jack +sportcial-league *$", out, re.MULTILINE)


def test_books_that_agree_say_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, "compare", "A01", "A01") == "the books agree on every setting\n"


def test_a_house_sheet_beside_its_book(capsys: pytest.CaptureFixture[str]) -> None:
    out = said(capsys, "compare", "A01", SHEET, "--plain")
    assert "game.target\t10\t7" in out
    assert "house rule" in said(capsys, SHEET, "game.target", "--plain")


def test_coverage_counts_and_lists(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    waiting = Clause("L03-8.1", "L", "Ten minutes late.", later="league")
    monkeypatch.setattr("rightbower.cli.rules.not_yet", lambda _: (waiting,))
    counts = said(capsys, "coverage", "--plain")
    titles = [block.splitlines()[0] for block in counts.strip().split("\n\n")]
    assert titles == [f"{load(name).title} ({load(name).document})" for name in DOCUMENTED]
    assert "game rule\t43\t43\t" in counts
    assert "not yet carried" not in counts
    listed = said(capsys, "coverage", "L03", "--list", "--plain")
    assert "L03-8.1\torganization\tTen minutes late.\tlater: league" in listed
    monkeypatch.setattr("rightbower.cli.rules.not_yet", lambda _: ())
    assert "not yet carried" not in said(capsys, "coverage", "L03", "--list", "--plain")


@pytest.mark.parametrize(
    "words",
    [[], ["A01"], ["A01", "4.11"], ["compare", "A01", "S02"], ["coverage", "N04"]],
    ids=lambda words: " ".join(words) or "books",
)
def test_everything_comes_as_json_too(capsys: pytest.CaptureFixture[str], words: list[str]) -> None:
    assert json.loads(said(capsys, *words, "--json"))


def test_json_has_the_values_themselves(capsys: pytest.CaptureFixture[str]) -> None:
    settings = {each["path"]: each for each in json.loads(said(capsys, "N04", "--json"))}
    assert settings["clock.minutes"]["value"] == 7
    assert settings["dealing.packets"]["value"] == [2, 3]
    assert settings["game.deals"]["value"] is None
    compared = json.loads(said(capsys, "compare", "A01", "S02", "--json"))
    deals = next(each for each in compared if each["setting"] == "game.deals")
    assert deals["books"]["charity-social"]["value"] == load("charity-social").game.deals


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        (["albrta"], "there is no book called 'albrta'; did you mean alberta-55plus?"),
        (["A01", "biding"], "alberta-55plus says nothing of 'biding'; did you mean bidding"),
        (["compare", "A01"], "name at least two books to compare"),
        (["coverage", "A09"], "there is no book called 'A09'"),
    ],
)
def test_what_is_not_there_is_refused_in_one_sentence(
    capsys: pytest.CaptureFixture[str], words: list[str], answer: str
) -> None:
    assert main(["rules", *words]) == 1
    heard = capsys.readouterr()
    assert heard.out == ""
    assert heard.err.startswith(f"rightbower rules: {answer}")
    assert heard.err.count("\n") == 1


def test_plain_and_json_do_not_load_rich() -> None:
    code = (
        "import sys; from rightbower.cli import main; main(['rules', 'A01', '--plain']);"
        " sys.exit('rich' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], stdout=subprocess.DEVNULL).returncode == 0
