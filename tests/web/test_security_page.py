"""Every number that SECURITY.md gives is the one the hall goes by."""

from __future__ import annotations

from pathlib import Path

import pytest

from rightbower.office import workers
from rightbower.rules import book
from rightbower.store import limits
from rightbower.store.limits import Rate
from rightbower.web import app
from rightbower.web import app as serve
from rightbower.web.api import calls
from rightbower.web.common import guard, watching
from rightbower.web.common import guard as fair_queue
from rightbower.web.hall import hall, sockets
from rightbower.web.server import http, socket
from rightbower.web.share import replays
from rightbower.web.state import accounts, desk, pins

PAGE = " ".join((Path(__file__).resolve().parents[2] / "SECURITY.md").read_text("utf-8").split())
UNITS = ((3600, "hour"), (60, "minute"), (1, "second"))
SMALL = ("none", "one", "two", "three", "four")


def often(rate: Rate) -> str:
    """How often, as the page says it."""
    if not rate.at_once:
        return "never"
    return f"{rate.at_once:,.0f}, then {_every(rate.per_second)}"


def _every(per_second: float) -> str:
    if per_second > 1:
        return f"{per_second:,.0f} a second"
    seconds = round(1 / per_second)
    size, unit = next((size, unit) for size, unit in UNITS if seconds % size == 0)
    many = seconds // size
    return f"one in {many} {unit}s" if many > 1 else f"one {'an' if unit == 'hour' else 'a'} {unit}"


def row(what: str, *cells: object) -> str:
    """A line of a table."""
    return f"| {' | '.join([what, *map(str, cells)])} |"


QUOTAS = {
    "tables opened": app.TABLES_OPENED,
    "sharings changed": app.SHARINGS,
    "people erased": app.ERASURES,
    "wrong codes": desk.WRONG_CODES,
    "names given to a list": desk.NAMES_GIVEN,
    "PINs and tokens changed": desk.KEYS_CHANGED,
    "events made": desk.MADE,
    "events made at the hall's own machine": desk.MADE_AT_HOME,
    "accounts made": accounts.MADE,
    "anything sent": (guard.SENT, guard.SENT_FROM, guard.SENT_BY_STRANGERS),
}
RATES = {
    "another game at a table, by a device": hall.GAMES,
    "another game at a table, from an address": hall.GAMES_OF_PLACE,
    "chairs changed and hints asked for, at a table from an address": hall.SEAT_CHANGES,
    "lines of chat and phrases, by a player": hall.WORDS,
    "messages of a player's live connection": sockets.MESSAGES,
    "all that comes on a live connection": socket.FRAMES,
    "pings on a live connection": socket.PINGS,
    "live connections flooded, by a device": guard.FLOODS,
    "live connections flooded, by those without a cookie at an address": guard.FLOODS_OF_STRANGERS,
    "wrong PINs for a desk, by all who were never let in": pins.DESK_GUESSES,
    "wrong PINs for a desk, from an address": pins.PLACE_GUESSES,
    "wrong PINs for a desk, by a device": pins.OWN_GUESSES,
    "wrong passphrases for a name, by strangers at an address": accounts.OTHER_GUESSES,
    "addresses of strangers with wrong passphrases for a name": accounts.ADDRESSES,
    "the same address counted again for a name": accounts.AN_ADDRESS,
    "wrong passphrases, from an address": accounts.PLACE_GUESSES,
    "wrong passphrases for a name, by a known device": accounts.OWN_GUESSES,
    "sessions begun of an account": accounts.SESSIONS,
    "right PINs noted, for a desk and an address": desk.NOTED_AS_LET_IN,
    "lines of the log about visitors' faults": http._lines.rate,
}
SECRETS, PAPERS = workers.pool.__wrapped__("secrets"), workers.pool.__wrapped__("papers")
COSTLY = dict(guard.COSTLY["application/x-www-form-urlencoded"])
SIZES = {
    "connections from an address": f"{http.MOST_CONNECTED:,}",
    "of these with a request half sent": http.MOST_WAITING,
    "live connections from an address": f"{app.CONNECTIONS_PER_PLACE:,}",
    "of these that stay with a player where there is no room": guard.KEPT_OF_KNOWN,
    "requests under way from an address": fair_queue.PER_ADDRESS,
    "requests under way of a device": fair_queue.PER_DEVICE,
    "requests that wait behind another on a connection": http.MOST_PIPELINED,
    "seconds for a head, a body, an answer": f"{http.SECONDS_FOR_HEAD:.0f}, {http.SECONDS_FOR_BODY:.0f}, {http.SECONDS_TO_READ:.0f}",
    "bytes of an address, a header, a head": f"{http.LONGEST_URL:,}, {http.LARGEST_HEADER:,}, {http.LARGEST_HEAD:,}",
    "headers": http.MOST_HEADERS,
    "bytes of a form, of what a desk or a program sends": f"{guard.LARGEST_FORM:,}, {guard.LARGEST_BODY:,}",
    "pieces of a body; of these however small; bytes for each of the others": (
        f"{http.MOST_CHUNKS:,}; {http.CRUMBS}; {http.A_CHUNK}"
    ),
    "fields of a form, letters in it written as numbers": f"{COSTLY[b'&']:,}, {COSTLY[b'%']:,}",
    "parts of a form with a file, ends of lines in it": "{:,}, {:,}".format(
        guard.MOST_PARTS, dict(guard.COSTLY["multipart/form-data"])[b"\r"]
    ),
    "bytes of a message, pieces of it, unread answers to pings": f"{serve.LARGEST_MESSAGE:,}, {socket.MOST_FRAMES:,}, {socket.MOST_UNREAD:,}",
    "messages of a line that only watches": watching.MOST_SAID,
    "commands in a call, letters in them": f"{calls.MOST_COMMANDS:,}, {desk.MOST_AT_ONCE:,}",
    "letters from which commands are worked out beside the loop": f"{desk.A_PILE:,}",
    "shared games kept as drawn": replays.KEPT,
    "places to wait for a passphrase or PIN": SECRETS._others._room,
    "places to wait for a paper": PAPERS._others._room,
    "of these a device has at most": workers.PER_KEY,
    "seconds and megabytes for a paper": f"{PAPERS.seconds:.0f}, {PAPERS.megabytes}",
    "pieces of thinking at once of bots at one visitor's tables": workers.PER_KEY,
    "whom a limit remembers": f"{limits.MOST_REMEMBERED:,}",
    "who are let in together before the next page": socket.LET_IN,
    "bytes of a house sheet, dots in a line": f"{book.MOST_BYTES:,}, {book.MOST_DOTS}",
}


@pytest.mark.parametrize(
    "line",
    [
        *(row(what, *map(often, rates)) for what, rates in QUOTAS.items()),
        *(row(what, often(rate)) for what, rate in RATES.items()),
        *(row(what, size) for what, size in SIZES.items()),
    ],
)
def test_a_limit_stands_on_the_page(line: str) -> None:
    assert line in PAGE


def seconds(each: float) -> str:
    return f"{round(1 / each)}"


@pytest.mark.parametrize(
    "words",
    [
        f"{socket.FRAMES.at_once:.0f} messages at once and {socket.FRAMES.per_second:.0f} a second",
        f"{socket.PINGS.at_once:.0f} pings and one a second",
        f"{socket.MOST_FRAMES} pieces of a message",
        f"a device after {guard.FLOODS.at_once:.0f} times and one more a minute",
        (
            f"after {guard.FLOODS_OF_STRANGERS.at_once:.0f} and one more every"
            f" {seconds(guard.FLOODS_OF_STRANGERS.per_second)} seconds"
        ),
        (
            f"a form has at most {COSTLY[b'&']:,} fields, {COSTLY[b'%']:,} letters written as numbers,"
            f" {guard.MOST_PARTS} parts"
        ),
        f"a body {http.MOST_CHUNKS:,} pieces, which after the first {http.CRUMBS} have {http.A_CHUNK} bytes",
        f"{replays.KEPT} are kept",
        f"from {desk.A_PILE:,} letters on; more than {desk.MOST_AT_ONCE:,} letters are refused",
        f"the loop more than {fair_queue.LIGHT * 1000:.0f} ms",
        f"{socket.LET_IN} who knock",
        f"{SMALL[http.MOST_PIPELINED]} requests may wait",
        f"of {fair_queue.PER_ADDRESS} requests under way from an address and {fair_queue.PER_DEVICE} of a device",
        f"all strangers together get {pins.DESK_GUESSES.at_once:.0f} wrong guesses and one more in 10 minutes",
        f"a device that was let in before has {pins.OWN_GUESSES.at_once:.0f} of its own",
        (
            f"strangers at an address get {accounts.OTHER_GUESSES.at_once:.0f} wrong guesses for a name and one more"
            f" in 5 minutes, and {accounts.PLACE_GUESSES.at_once:.0f} for all names and one in 10 seconds; of"
            f" {accounts.ADDRESSES.at_once:.0f} addresses"
        ),
        f"a known device has {accounts.OWN_GUESSES.at_once:.0f} of its own",
        f"of {limits.MOST_REMEMBERED:,} newcomers wait",
        (
            f"of {SECRETS._others._room} places to wait ({PAPERS._others._room} for papers)"
            f" an address has half, a device {workers.PER_KEY}"
        ),
        f"a sheet has at most {book.MOST_BYTES:,} bytes and {book.MOST_DOTS} dots in a line",
        f"more than {http.MOST_CONNECTED:,} connections",
        f"{SMALL[guard.KEPT_OF_KNOWN]} of a player's",
    ],
)
def test_what_is_said_of_a_promise_is_so(words: str) -> None:
    assert words in PAGE


def test_the_page_has_no_limit_that_nobody_checks() -> None:
    listed = PAGE.partition("## Limits")[2].partition(" ## ")[0]
    known = [f"| {what} |" for what in (*QUOTAS, *RATES, *SIZES)]
    heads = ("| what", "| at most")
    lines = [
        line
        for line in (Path(__file__).resolve().parents[2] / "SECURITY.md").read_text().splitlines()
        if line.startswith("| ") and line in listed and not line.startswith(heads)
    ]
    assert len(lines) == len(known)
    assert all(any(line.startswith(each) for each in known) for line in lines)
