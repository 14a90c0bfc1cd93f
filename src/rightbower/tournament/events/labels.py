"""Words on papers and cards, and people, sides and scores as they are typed."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from rightbower.rules.book import RuleBook
from rightbower.rules.library import every_clause
from rightbower.rules.message import message
from rightbower.tournament.events.draws import Draws
from rightbower.tournament.events.entrants import EventError
from rightbower.tournament.events.event import Event
from rightbower.tournament.events.movements.drawn import SUITS
from rightbower.tournament.events.table_view import SEATS
from rightbower.tournament.names import looks_like

TABLE_WORD: Final = re.compile(r"([0-9]{1,4})\s*:\s*([A-Za-z]*)")


COLORS: Final = ("RED", "BLACK", "HEARTS", "DIAMONDS", "SPADES", "CLUBS")


SIDES: Final = {"ns": 0, "ew": 1, "a": 0, "b": 1, "red": 0, "black": 1, "0": 0, "1": 1}


def entrant(event: Event, text: int | str, among: Sequence[int] = ()) -> int:
    """An entrant by number, or by a part of the name that only one has.

    ``among`` are those who can be meant, where not everybody can.
    """
    text = str(text)
    if text.isdecimal() and len(text) < 7:
        return event.entrant(int(text)).number
    found = [
        each
        for each in event.entrants
        if looks_like(text) in looks_like(each.name)
        and (each.number in among if among else each.state not in ("paired", "removed"))
    ]
    exact = [each for each in found if looks_like(each.name) == looks_like(text)]
    found = exact or found
    if len(found) == 1:
        return found[0].number
    if not found:
        named = repr(text[:60])
        raise EventError(
            message("nobody who cuts here is called {text}", text=named)
            if among
            else message("nobody on the list is called {text}", text=named)
        )
    listed = ", ".join(f"{each.number} {each.name}" for each in found[:6])
    raise EventError(
        message("{text} could be {listed}; give the number", text=repr(text), listed=listed)
    )


def entrants(event: Event, texts: Sequence[int | str]) -> list[int]:
    """Several entrants by number or name, each of them once."""
    found = [entrant(event, text) for text in texts]
    for number in found:
        if found.count(number) > 1:
            raise EventError(message("{who} is named twice", who=event.who(number)))
    return found


def two_entrants(event: Event, who: int | str, other: int | str) -> tuple[int, int]:
    """Two entrants, each by number or name."""
    return entrant(event, who), entrant(event, other)


def side(text: str) -> int | None:
    """North–South or East–West, or for pairs A or B; nothing is neither."""
    if not text:
        return None
    if text.casefold() not in SIDES:
        raise EventError(
            message(
                "{text} is not a side; say NS or EW (A or B, red or black)", text=repr(text[:40])
            )
        )
    return SIDES[text.casefold()]


def draws(event: Event, words: Sequence[str], among: Sequence[int] = ()) -> Draws:
    """The cards that were cut, and those of any redraws, from words such as 12=KD."""
    found: list[list[tuple[int, str]]] = [[]]
    for word in words:
        who, _, shown = word.rpartition("=")
        if who.startswith("again="):
            found.append([])
            who = who.removeprefix("again=")
        if not who:
            raise EventError(
                message("{text} is not a cut; write who=card, such as 12=KD", text=repr(word[:40]))
            )
        found[-1].append((entrant(event, who, among), shown.upper()))
    return tuple(tuple(draw) for draw in found)


def drawn(event: Event, words: Sequence[str]) -> dict[int, str]:
    """What people drew: by person as 12=4H, 12=3 or 12=out; by table as 3:red=12,Ann or 3:N=12."""
    found: dict[int, str] = {}
    for word in words:
        left, _, right = word.rpartition("=")
        if not left or not right.strip():
            raise EventError(
                message("{text} is not a draw; write 12=4H, or 3:red=12,15", text=repr(word[:40]))
            )
        by_table = TABLE_WORD.fullmatch(left.strip())
        names = right.split(",") if by_table else [left]
        shown = _seat_word(event, by_table[1], by_table[2]) if by_table else right.strip().upper()
        for name in names:
            number = entrant(event, name.strip())
            if number in found:
                raise EventError(message("{who} is named twice", who=event.who(number)))
            found[number] = shown
    return found


def by_chair(chairs: Sequence[Sequence[str]]) -> list[str]:
    """Who sits where, chair by chair (N, E, S, W) and written 3=12, as words by table: 3:N=12."""
    found = []
    for letter, words in zip(SEATS, chairs, strict=True):
        for word in words:
            table, _, who = word.partition("=")
            found.append(f"{table.strip()}:{letter}={who}")
    return found


def _seat_word(event: Event, table: str, seat: str) -> str:
    """A place as by-person words have it: 3 and red are 3R; 3 and N are 3N, or 3H of the deck."""
    deck = event.plan.movement_kind.by_card
    word = seat.strip().upper()
    if word in COLORS:
        return f"{table}{word[0]}"
    return f"{table}{dict(zip(SEATS, SUITS, strict=True)).get(word, word) if deck else word}"


def dealer(event: Event, table: int, text: int | str) -> int:
    """Who dealt last: a chair of the table (N, E, S, W) or an entrant; 0 where it is not said."""
    chair = str(text).upper()
    if not chair or chair == "0":
        return 0
    if chair not in SEATS:
        return entrant(event, text)
    there = event.round.table(table)
    seat, place = SEATS.index(chair) % 2, SEATS.index(chair) // 2
    if len(there.sides[seat]) <= place:
        raise EventError(message("nobody sits {chair} at table {table}", chair=chair, table=table))
    return there.sides[seat][place]


EVENT_PAPERS: Final[Mapping[str, str]] = {
    "pack": "everything for the night in one file: sign-in, tables, cards, master card",
    "sign-in": "the sheet at the door",
    "table-cards": "a card for each table with the movement in words and the phones' code",
    "round-cards": "a small card for each table with who sits there this round",
    "score-cards": "an empty card for each player or pair",
    "master-card": "the director's card of all rounds and tables",
    "movement": "the rounds by table and by name, and their quality",
    "personal-cards": "everyone's card with what was played filled in",
    "results": "all places on one page, and the prizes",
    "reasons": "the places with their reasons, and the prizes",
    "dealing-slips": "the cards of every board of duplicate Euchre, for whoever makes them up and does not play",
    "hand-records": "every board with all hands, par and results, once the last round is over",
    "certificates": "a certificate for each of the first three places and each prize",
}


OF_BOARDS: Final = ("dealing-slips", "hand-records")


def event_papers(event: Event) -> dict[str, str]:
    """The papers that an event can have, with what each is."""
    has = event.plan.duplicate is not None
    return {name: says for name, says in EVENT_PAPERS.items() if has or name not in OF_BOARDS}


LEAGUE_PAPERS: Final[Mapping[str, str]] = {
    "table": "the league table, each place with its reason",
    "fixtures": "the fixtures and their results",
    "score-sheets": "a sheet for each game still to be played",
    "rosters": "all players by team, to be ticked and signed",
}


CLUB_PAPERS: Final[Mapping[str, str]] = {
    "season": "the table of a season, each total with its reason, and statistics",
}


SCORE = re.compile(r"(-?[0-9]{1,4})\s*[-–:,;/\s]\s*(-?[0-9]{1,4})")


def score(text: str) -> list[str]:
    """Both sides' points from a score such as 10-8."""
    found = SCORE.fullmatch(text.strip())
    if found is None:
        raise EventError(
            message(
                "{text} is not a score; write 10-8, North–South or A first", text=repr(text[:40])
            )
        )
    return [found[1], found[2]]


def refuse_unknown(clause: str, book: RuleBook) -> None:
    """Raise where a clause is given that neither the documents nor the event's book have."""
    first = re.split(r"[,\s]", clause.strip(), maxsplit=1)[0]
    own = {str(each) for each in book.citations.values()}
    if first and first not in every_clause() and clause not in own:
        raise EventError(
            message(
                "{text} is not a clause of the documents; write it like A01-11.R5, or leave it out",
                text=repr(clause[:40]),
            )
        )
