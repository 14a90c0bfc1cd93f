"""Games for anybody to study: only those that all who played them share, and nobody is named."""

from __future__ import annotations

from pathlib import Path
from typing import get_type_hints

import pyarrow.parquet
import pytest
from starlette.testclient import TestClient

from rightbower.cli import main
from rightbower.office.journals import journal_of
from rightbower.record.entries import (
    ENTRIES,
    ChoiceEntry,
    NoteEntry,
    OverruleEntry,
    Record,
    write_entry,
)
from rightbower.record.files import read
from rightbower.referee.remedies import FINAL, LetStand
from rightbower.rules.book import load
from rightbower.rules.cards import Seat
from rightbower.web.app import make_app
from rightbower.web.common.identity import COOKIE, Person
from rightbower.web.hall.entries import HallEntry, Sat, Sharing, TableOpened, decode, encode
from rightbower.web.hall.table import HallTable
from rightbower.web.share.open_games import columns, open_games, without_names
from web.serving import played_out

PEOPLE = {Seat.N: "Nell Quigley", Seat.E: "Ed Zimmer", Seat.S: "Sue Yarrow", Seat.W: "Will Xu"}
SECRETS = ("Nell", "Quigley", "Zimmer", "Yarrow", "Will", "who-", "alpha", "beta")


def played(data: Path, name: str, book: str = "standard", bots: tuple[Seat, ...] = ()) -> None:
    """A finished game of the four, some of whom may be bots."""
    sitters = [
        Sat(seat, f"bot:{seat}", "Bot", 0.0, "club")
        if seat in bots
        else Sat(seat, f"who-{seat}", called, 0.0)
        for seat, called in PEOPLE.items()
    ]
    played_out(data, name, book, None, sitters, 1_600_000_000.0)


def add(data: Path, name: str, *entries: HallEntry) -> None:
    with journal_of(data) as journal:
        journal.append(f"table/{name}", journal.head(f"table/{name}"), list(map(encode, entries)))


def share(data: Path, name: str, *seats: Seat, how: str = "hidden", study: bool = True) -> None:
    add(data, name, *(Sharing(seat, how, 9e9, study) for seat in seats))  # type: ignore[arg-type]


def given(data: Path) -> int:
    """How many games may be given away."""
    with journal_of(data) as journal:
        return len(open_games(journal))


def test_a_game_is_given_only_when_all_who_played_share_it(tmp_path: Path) -> None:
    played(tmp_path, "alpha")
    assert given(tmp_path) == 0
    for seat in (Seat.N, Seat.E, Seat.S):
        share(tmp_path, "alpha", seat)
        assert given(tmp_path) == 0
    share(tmp_path, "alpha", Seat.W, how="named")
    assert given(tmp_path) == 1
    share(tmp_path, "alpha", Seat.E, study=False)  # by the link, and no further
    assert given(tmp_path) == 0
    share(tmp_path, "alpha", Seat.E)
    assert given(tmp_path) == 1
    share(tmp_path, "alpha", Seat.E, how="")
    assert given(tmp_path) == 0


def test_it_is_said_on_the_page_of_the_game(tmp_path: Path) -> None:
    played(tmp_path, "alpha")
    with TestClient(make_app(tmp_path), base_url="http://localhost") as client:
        keys = client.app.state.keys  # type: ignore[attr-defined]  # Starlette's

        def says(seat: Seat, **said: str) -> str:
            client.cookies.clear()
            client.cookies.set(COOKIE, keys.cookie(Person(f"who-{seat}", PEOPLE[seat])))
            return client.post("/t/alpha/share", data=said).text

        ticked = 'name="study" value="yes" checked'
        for seat in Seat:
            assert ticked not in says(seat, how="hidden")
        for seat in Seat:
            assert ticked in says(seat, how="named", study="yes")
        assert ticked not in says(Seat.W, how="no", study="yes")
        assert ticked in says(Seat.W, how="hidden", study="yes")
    assert given(tmp_path) == 1


def test_bots_are_not_asked_and_a_game_of_bots_alone_is_nobodys(tmp_path: Path) -> None:
    played(tmp_path, "alpha", bots=(Seat.N, Seat.E, Seat.W))
    assert given(tmp_path) == 0
    share(tmp_path, "alpha", Seat.S)
    assert given(tmp_path) == 1
    played(tmp_path, "beta", bots=tuple(Seat))
    assert given(tmp_path) == 1


@pytest.mark.parametrize("how", ["hidden", "named"])
def test_nothing_of_anybody_leaves(
    tmp_path: Path, how: str, capsys: pytest.CaptureFixture[str]
) -> None:
    data, out = tmp_path / "data", tmp_path / "out"
    played(data, "alpha")
    played(data, "beta", "national-2025")
    played(data, "closed", "alberta-55plus")
    for name in ("alpha", "beta"):
        share(data, name, *Seat, how=how)
    share(data, "closed", Seat.N, Seat.E, Seat.S, how=how)
    assert main(["data", "games", str(out), "--data", str(data)]) == 0
    assert capsys.readouterr().out == f"2 games in {out}; all others are left out.\n"
    table = pyarrow.parquet.read_table(out / "deals.parquet")
    everything = "\n".join(path.read_text("utf-8") for path in sorted(out.glob("*.egn")))
    everything += "\n".join(map(str, table.to_pylist())) + " ".join(
        path.name for path in out.iterdir()
    )
    for secret in (*SECRETS, "alberta", "2020", "16000", "closed"):
        assert secret not in everything, secret
    raw = b"".join(path.read_bytes() for path in out.iterdir())
    assert b"Quigley" not in raw
    assert set(table["north_is"].to_pylist()) == {"person"}
    assert set(table["book"].to_pylist()) == {"standard", "national-2025"}
    games = {path.stem: read(path) for path in out.glob("*.egn")}
    assert len(games) == 2
    for number, told in games.items():
        lines = [line for line in table.to_pylist() if line["game"] == number]
        # The notation has no word for a game that a call loses: such a deal is not yet over there.
        deals = [each.deal for each in told.game.finished]
        deals += [told.game.deal] if told.game.deal is not None else []
        assert len(lines) == len(deals) >= 3
        if lines[0]["book"] == "standard":
            assert (lines[-1]["score_ns"], lines[-1]["score_ew"]) == told.game.score
        for line, deal in zip(lines, deals, strict=True):
            assert line["south"] == " ".join(each.name for each in deal.dealt[Seat.S])
            assert line["acts"].count(",") + 1 >= len(deal.acts)


def changed(data: Path, name: str, **more: object) -> None:
    """The same game at a table that was opened otherwise, under another name."""
    from msgspec.structs import replace

    with journal_of(data) as journal:
        first, *rest = [decode(each.body) for each in journal.read("table/alpha")]
        assert isinstance(first, TableOpened)
        entries = [replace(first, **more), *rest]
        journal.append(f"table/{name}", 0, [encode(each) for each in entries])  # type: ignore[arg-type]


def test_events_house_rules_and_deals_of_others_are_left_out(tmp_path: Path) -> None:
    played(tmp_path, "alpha")
    share(tmp_path, "alpha", *Seat)
    changed(tmp_path, "event", event="spring/1/2")
    changed(tmp_path, "house", overlay={"game.overshoot": "kept"})
    changed(tmp_path, "same", same="abc")
    assert given(tmp_path) == 1
    changed(tmp_path, "again", by="another")
    assert given(tmp_path) == 2


def test_one_who_sat_there_and_went_is_asked_too(tmp_path: Path) -> None:
    played(tmp_path, "alpha")
    share(tmp_path, "alpha", *Seat)
    with journal_of(tmp_path) as journal:
        entries = [decode(each.body) for each in journal.read("table/alpha")]
        entries.insert(1, Sat(Seat.N, "who-else", "Olga", 0.0))
        journal.append("table/beta", 0, [encode(each) for each in entries])  # type: ignore[arg-type]
    assert given(tmp_path) == 1


def test_who_is_erased_takes_the_game_along(tmp_path: Path) -> None:
    played(tmp_path, "alpha")
    share(tmp_path, "alpha", *Seat)
    assert given(tmp_path) == 1
    with TestClient(make_app(tmp_path), base_url="http://localhost") as client:
        keys = client.app.state.keys  # type: ignore[attr-defined]  # Starlette's
        client.cookies.set(COOKIE, keys.cookie(Person("who-S", PEOPLE[Seat.S])))
        client.post("/you/erase", data={"sure": "yes"})
    assert given(tmp_path) == 0


def test_a_game_under_way_or_unreadable_is_left_out(tmp_path: Path) -> None:
    played(tmp_path, "alpha")
    with journal_of(tmp_path) as journal:
        entries = [each.body for each in journal.read("table/alpha")]
        journal.append("table/begun", 0, entries[:9])
        journal.append("table/odd", 0, [b'{"type":"opened"}'])
    share(tmp_path, "begun", *Seat)
    assert given(tmp_path) == 0
    with journal_of(tmp_path) as journal:
        assert columns(open_games(journal)) == {}


def test_a_folder_that_is_there_is_not_written_to(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["data", "games", str(tmp_path), "--data", str(tmp_path)]) == 1
    assert "is there already" in capsys.readouterr().err


def test_who_set_a_ruling_aside_and_why_is_not_given() -> None:
    """The officer of a friendly table is a player, by name."""
    ruled = OverruleEntry(0, "Nell Quigley", "Will asked for it", (LetStand(FINAL),), 9.0)
    record = Record(load("alberta-55plus"), Seat.S, at_table=True).then(
        NoteEntry("Nell sat"), ruled
    )
    given_away = without_names(
        record, HallTable(TableOpened("alberta-55plus", "strict", "s", "S", 1.0))
    )
    text = "\n".join(map(write_entry, given_away.entries))
    assert "overrule 0 by" in text
    assert [name for name in SECRETS if name in text] == []
    kept = {NoteEntry, OverruleEntry, ChoiceEntry}
    worded = {
        each for each in ENTRIES if any(kind is str for kind in get_type_hints(each).values())
    }
    assert worded == kept, "an entry that holds words is looked at here before it is given away"
