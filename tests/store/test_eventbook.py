"""Events in the journal: kept, found again, refused when two write at once, exported."""

from pathlib import Path

import pytest
from msgspec import convert, json, to_builtins

from books import Book, event_book
from rightbower.office.journals import journal_of
from rightbower.store.contract import Conflict
from rightbower.store.opening import OpenJournal, data_folder
from rightbower.tournament.contest import encode
from rightbower.tournament.events import registration
from rightbower.tournament.events.contest import EVENT
from rightbower.tournament.events.entrants import Award, EventError, Place, Player
from rightbower.tournament.events.event import Event
from rightbower.tournament.events.plan import open_event
from tournament.events.day import DAY
from tournament.events.random_days import RandomDay


def opened(journal: OpenJournal, id_: str = "spring") -> Book:
    """A book with one event in it."""
    book = event_book(journal)
    book.open(open_event("charity-day", id_, "Spring social", DAY), 1.0, "host")
    return book


def test_an_event_is_there_when_the_journal_is_opened_again(tmp_path: Path) -> None:
    with journal_of(tmp_path / "hall") as journal:
        book = opened(journal)
        people = [[Player(f"P{number}")] for number in range(8)]
        event = book.add("spring", registration.add(book.state("spring"), people), 2.0, "host")
        assert event.version == 2
    with journal_of(tmp_path / "hall") as journal:
        again = event_book(journal)
        assert again.ids() == ["spring"]
        assert again.state("spring") == event


def test_two_books_on_one_journal_keep_up_with_each_other(tmp_path: Path) -> None:
    with journal_of(tmp_path) as journal:
        one, other = opened(journal), event_book(journal)
        seen = other.state("spring")
        one.add("spring", registration.add(seen, [[Player("Ann")]]), 2.0, "host")
        late = registration.add(seen, [[Player("Bob")]])
        with pytest.raises(Conflict, match="event/spring has 2 entries by now, not 1"):
            other.add("spring", late, 3.0, "phone", expected=seen.version)
        fresh = registration.add(other.state("spring"), [[Player("Bob")]])
        assert [each.name for each in other.add("spring", fresh, 3.0, "phone").entrants] == [
            "Ann",
            "Bob",
        ]


def test_ids_are_plain_and_each_is_used_once(tmp_path: Path) -> None:
    with journal_of(tmp_path) as journal:
        book = opened(journal)
        with pytest.raises(EventError, match="there is an event spring already"):
            opened(journal)
        with pytest.raises(EventError, match="is not an id"):
            opened(journal, "Spring!")
        with pytest.raises(EventError, match="there is no event 'autumn'"):
            book.state("autumn")


def test_a_random_event_comes_out_of_the_journal_byte_for_byte(tmp_path: Path) -> None:
    day = RandomDay("national-progressive", 11, 6, 5)
    with journal_of(tmp_path) as journal:
        journal.append("event/random", 0, [encode(entry) for entry in day.history.entries])
        assert EVENT.as_json(event_book(journal).history("random")) == EVENT.as_json(day.history)


def test_the_export_holds_everything_about_the_event() -> None:
    history = RandomDay("charity-day", 4, 5, 3).history
    found = json.decode(EVENT.as_json(history))
    assert set(found) == {"event", "standings", "awards", "open", "story", "entries"}
    assert len(found["story"]) == len(history.entries)
    assert found["event"]["plan"]["clauses"]["standings.low_wins"] == ["S02-1.6"]
    whole = EVENT.whole(history)
    for name, kind in {
        "event": Event,
        "standings": tuple[Place, ...],
        "awards": tuple[Award, ...],
    }.items():
        assert convert(found[name], kind) == whole[name]
    assert (found["story"], found["open"]) == (
        to_builtins(whole["story"]),
        to_builtins(whole["open"]),
    )
    assert [EVENT.decode(json.encode(each)) for each in found["entries"]] == list(history.entries)


def test_an_entry_of_a_newer_form_is_refused() -> None:
    body = encode(RandomDay("charity-day", 4, 5, 2).history.entries[0])
    assert EVENT.decode(body).by == "director"
    with pytest.raises(ValueError, match=r"written by a newer Rightbower \(form 2\)"):
        EVENT.decode(body.replace(b'"form":1', b'"form":2'))
    with pytest.raises(ValueError, match="an entry of this event cannot be read"):
        EVENT.decode(b'{"at":1,"by":"x","fact":{"type":"sang"}}')


def test_the_data_folder_is_named_or_in_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("RIGHTBOWER_DATA", raising=False)
    assert data_folder() == Path("rightbower-data")
    monkeypatch.setenv("RIGHTBOWER_DATA", str(tmp_path))
    assert data_folder() == tmp_path
    assert data_folder("elsewhere") == Path("elsewhere")
