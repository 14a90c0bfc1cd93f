"""The next edition of a book: copied, changed, told; what was begun by the old one keeps it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from rightbower.cli import main
from rightbower.record.record import FACTS, read, write
from rightbower.rules import book as rule_books
from rightbower.rules.book import EDITIONS, BookError, load, names
from rightbower.rules.library import about
from rightbower.tournament.events.plan import open_event
from web.at_desk import hall, says

OLD, NEW = "alberta-55plus", "alberta-55plus-2027"
WEB_TEXT = "web text of January 2027"
WORKED = (Path(__file__).parents[1] / "record" / "games" / "alberta-worked-deals.txt").read_text(
    "utf-8"
)


def forget() -> None:
    """The folder is looked at anew; the books themselves stay as they were read."""
    rule_books.names.cache_clear()
    rule_books._later_editions.cache_clear()


def copied(folder: Path, *more: str) -> int:
    """Step one: the command that copies."""
    return main(
        ["rules", "new-edition", OLD, NEW, "--edition", WEB_TEXT, "--into", str(folder), *more]
    )


def changed(folder: Path, setting: str, before: str, after: str) -> None:
    """Step two: a setting changed by hand in the file."""
    path = folder / f"{NEW}.toml"
    head, mark, rest = path.read_text("utf-8").partition(f"\n[{setting}]\n")
    assert rest.startswith(f"value = {before}\n")
    path.write_text(head + mark + rest.replace(before, after, 1), "utf-8")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with the next edition in which a march scores three and a game has thirty minutes."""
    books = tmp_path / "books"
    books.mkdir()
    why = ["--changed", "A march scores 3 (8.2).", "--changed", "A game has 30 minutes (C.1)."]
    assert copied(books, *why) == 0
    changed(books, "score.march", "2", "3")
    changed(books, "clock.minutes", "25", "30")
    monkeypatch.setenv(EDITIONS, str(books))  # step three
    forget()
    yield books
    monkeypatch.delenv(EDITIONS)
    forget()


def test_an_old_record_is_replayed_by_the_old_edition_and_a_new_one_by_the_new(
    folder: Path,
) -> None:
    old = read(WORKED)
    assert old.book.edition == "undated web text"
    assert write(old) == WORKED
    told = WORKED.replace(f"book {OLD}", f"book {NEW}", 1)
    with pytest.raises(ValueError, match=f"the one installed is '{WEB_TEXT}'"):
        read(told)
    told = told.replace("edition undated web text", f"edition {WEB_TEXT}", 1)
    with pytest.raises(ValueError, match=r"the replay gives 'mark NS 3 score\.march A01-8\.2'"):
        read(told)
    first_deal = told.partition("\ndeal 2 ")[0].splitlines()
    played = [each for each in first_deal if each.partition(" ")[0] not in FACTS]
    new = write(read("\n".join([*played, ""])))
    assert f"book {NEW}\nedition {WEB_TEXT}\n" in new
    assert ("mark NS 3 score.march A01-8.2" in new, "score.march" in WORKED) == (True, True)
    assert "mark NS 2 score.march" not in new
    assert write(read(new)) == new


def test_an_event_of_the_old_edition_keeps_its_plan(folder: Path) -> None:
    old = open_event("alberta-pairs", "a", "A", "2027-01-05").plan
    new = open_event("alberta-pairs", "b", "B", "2027-01-05", book=NEW).plan
    assert (old.book, old.edition, old.minutes) == (OLD, "undated web text", 25)
    assert (new.book, new.edition, new.minutes) == (NEW, WEB_TEXT, 30)
    assert new.clause("clock.minutes") == old.clause("clock.minutes")
    assert load("A01").name == OLD  # what was begun by the document goes on by its first edition


def test_both_books_say_so_where_people_read_them(folder: Path, tmp_path: Path) -> None:
    assert about(load(NEW))[1:] == (
        f"This edition ({WEB_TEXT}) replaces {OLD}. What changed:",
        "- A march scores 3 (8.2).",
        "- A game has 30 minutes (C.1).",
    )
    assert about(load(OLD))[1:] == (f"A later edition is {NEW} ({WEB_TEXT}).",)
    with hall(tmp_path / "data") as client:
        page = said(client, f"/rules/{NEW}")
        assert "A march scores 3 (8.2)." in page
        assert f"A later edition is {NEW}" in said(client, f"/rules/{OLD}")
        assert client.get("/").status_code == 200
        assert WEB_TEXT in said(client, "/rules")


def said(client: TestClient, path: str) -> str:
    """The words of a page."""
    return says(client.get(path).text)


def test_commands_of_another_process_know_it(folder: Path, tmp_path: Path) -> None:
    record = tmp_path / "old.txt"
    record.write_text(WORKED, "utf-8")
    for words, expected in (
        (["rules", "compare", OLD, NEW, "--plain"], "score.march"),
        (["replay", str(record)], "edition undated web text"),
    ):
        asked = [sys.executable, "-m", "rightbower", *words]
        found = subprocess.run(
            asked, capture_output=True, text=True, check=True, env={**os.environ}
        )
        assert expected in found.stdout


def test_albertas_book_says_that_the_web_text_prevails(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", OLD, "--plain"]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "prevails over any printed one (A01-G.3) and may change" in told


def test_every_book_has_its_edition() -> None:
    assert all(load(name).edition for name in names())


def test_an_edition_says_what_changed_and_has_a_name_of_its_own(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def refused(*words: str) -> str:
        assert main(["rules", "new-edition", *words, "--into", str(tmp_path)]) != 0
        return capsys.readouterr().err

    assert "does not say what changed" in refused(OLD, NEW, "--edition", WEB_TEXT)
    assert "write the book, the name of its next edition" in refused(OLD, NEW)
    more = ["--changed", "x"]
    assert "an edition follows one of" in refused(OLD, "standard", "--edition", "2027", *more)
    assert "is not a name" in refused(OLD, "../etc", "--edition", "2027", *more)
    assert "needs a name and an edition" in refused(
        OLD, NEW, "--edition", "undated web text", *more
    )
    assert list(tmp_path.iterdir()) == []
    assert copied(tmp_path, *more) == 0
    assert "cannot be written: File exists" in refused(OLD, NEW, "--edition", WEB_TEXT, *more)


def test_a_book_that_games_were_played_by_is_not_changed_in_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / f"{OLD}.toml").write_text("", "utf-8")
    monkeypatch.setenv(EDITIONS, str(tmp_path))
    forget()
    with pytest.raises(BookError, match="name this edition otherwise"):
        names()
    monkeypatch.delenv(EDITIONS)
    forget()
