"""The door: who may ask, how much and how often, whose turn it is, and what a browser may do with a page."""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import time
from collections import Counter, deque
from collections.abc import AsyncIterator, Awaitable, Callable, Generator
from functools import lru_cache, partial
from typing import Any
from urllib.parse import urlsplit

from msgspec import Struct
from python_multipart.multipart import parse_options_header
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect, HTTPConnection
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from rightbower.office.workers import Asker
from rightbower.rules.refusal import Refusal
from rightbower.store.limits import Rate, Tries
from rightbower.web.common.address import LOOPBACK
from rightbower.web.common.identity import KNOWN_ACCOUNTS, KNOWN_DESKS, Keys, cookie_of

# A page takes a few milliseconds of the loop, and the card tables are served in between.
AT_ONCE = 3
# A page that takes the loop longer, in seconds, begins alone, and whoever asked for it rests as long as
# it took, up to the longest rest: so the card tables always have half of the loop.
LIGHT = 0.004
LONGEST_REST = 0.25
MOST_REMEMBERED = 10_000
# In flight from one address, which may be a hall's wifi, and from one device.
PER_ADDRESS = 500
PER_DEVICE = 24

Charge = Callable[[float], None]
Queues = dict[str, deque[asyncio.Future[None]]]


class FairQueue:
    """Requests wait their turn, so that however many one asks others are not kept waiting.

    Those with a cookie and the strangers of an address take turns like two addresses.
    """

    def __init__(
        self, at_once: int = AT_ONCE, per_address: int = PER_ADDRESS, per_device: int = PER_DEVICE
    ) -> None:
        self.at_once, self.per_address, self.per_device = at_once, per_address, per_device
        self._begun = 0
        self._planned = False
        self._waiting: dict[str, Queues] = {}
        self._in_flight: Counter[str] = Counter()
        # Until when somebody rests, and what a page of theirs has cost of late.
        self._rests: dict[str, float] = {}
        self._usual: dict[str, float] = {}

    @contextlib.asynccontextmanager
    async def turn(
        self, address: str, device: str, known: bool, let_in: Callable[[], bool] = bool
    ) -> AsyncIterator[Charge | None]:
        """Wait for one's turn, and what is told what it cost.

        Nothing where this address or this known device has too many in flight; where the address has, those
        who were ``let_in`` before count for themselves.
        """
        most = {address: self.per_address}
        own = {f"{address} {device}": self.per_device} if known else {}
        full = [key for key, limit in (most | own).items() if self._in_flight[key] >= limit]
        if full == [address] and known and let_in():
            full = []
        if full:
            yield None
            return
        most |= own
        self._in_flight.update(most.keys())
        try:
            await self.wait(address, device, known)
            yield partial(self._charge, _who(address, known))
        finally:
            self._in_flight.subtract(most.keys())
            for key in most:
                if not self._in_flight[key]:
                    del self._in_flight[key]
            if not self._in_flight[address]:
                self._forget(_who(address, True), _who(address, False))

    async def wait(self, address: str, device: str, known: bool) -> None:
        """Wait until it is this one's turn to begin."""
        who, loop = _who(address, known), asyncio.get_running_loop()
        if self._begun < self.at_once and not self._waiting and not self._resting(who, loop.time()):
            self._begun += self._weight(who)
            self._plan()
            return
        mine = loop.create_future()
        self._waiting.setdefault(who, {}).setdefault(device, deque()).append(mine)
        self._plan()
        await mine

    def _charge(self, who: str, seconds: float) -> None:
        """A piece of a page has taken the loop so long; most pages have a few, and one that is long."""
        usual = self._usual.get(who, 0.0)
        self._usual[who] = max(seconds, usual + (seconds - usual) / 20)
        if seconds > LIGHT:
            now = asyncio.get_running_loop().time()
            until = max(now, self._rests.get(who, 0.0)) + seconds
            self._rests[who] = min(until, now + LONGEST_REST)

    def _forget(self, *gone: str) -> None:
        """Those who ask nothing more are remembered if their pages were long, as long as there is room."""
        for who in gone:
            if self._weight(who) == 1:
                self._usual.pop(who, None)
        if len(self._usual) > MOST_REMEMBERED:
            self._usual.clear()
            self._rests.clear()

    def _weight(self, who: str) -> int:
        return self.at_once if self._usual.get(who, 0.0) > LIGHT else 1

    def _resting(self, who: str, now: float) -> bool:
        if self._rests.get(who, 0.0) > now:
            return True
        self._rests.pop(who, None)
        return False

    def _plan(self) -> None:
        if not self._planned:
            self._planned = True
            asyncio.get_running_loop().call_soon(self._pass)

    def _pass(self) -> None:
        """A pass of the loop is over: the next few begin."""
        loop = asyncio.get_running_loop()
        self._planned, self._begun, now = False, 0, loop.time()
        while self._begun < self.at_once and (who := self._awake(now)) is not None:
            first = self._next(who)
            if not first.done():
                first.set_result(None)
                self._begun += self._weight(who)
        if self._begun or self._awake(now) is not None:
            self._plan()
        elif self._waiting:
            self._planned = True
            loop.call_at(min(self._rests[who] for who in self._waiting), self._pass)

    def _awake(self, now: float) -> str | None:
        """Who is the first that waits and need not rest."""
        return next((who for who in self._waiting if not self._resting(who, now)), None)

    def _next(self, address: str) -> asyncio.Future[None]:
        """The first of the device whose turn it is; it and those it comes from go to the end."""
        devices = self._waiting.pop(address)
        device = next(iter(devices))
        queue = devices.pop(device)
        first = queue.popleft()
        if queue:
            devices[device] = queue
        if devices:
            self._waiting[address] = devices
        return first


def _who(address: str, known: bool) -> str:
    return address if known else f"strangers at {address}"


# A form; and a list of names or a whole event, which only officers and programs send.
LARGEST_FORM = 64 * 1024
LARGEST_BODY = 2 * 1024 * 1024
LARGER = ("/desk", "/api/")
# What a form may hold that costs much to read: ends of fields, letters written as numbers, and ends
# of lines in a file. A list of a thousand names has a tenth of them.
COSTLY = {
    "application/x-www-form-urlencoded": ((b"&", 1_000), (b";", 1_000), (b"%", 40_000)),
    "multipart/form-data": ((b"\r", 100_000),),
}
WITH_FILES = b"multipart/"
# A form with a file has a handful of parts, says in a few words what it is, and browsers name no letters
# but these: a visitor who could choose how a body is decoded would choose the slowest way.
MOST_PARTS, LONGEST_KIND = 40, 256
LETTERS = (b"utf-8", b"utf8")
# How often a device may flood a socket, and those without a cookie at one address, before they are
# given none for a while.
FLOODS, FLOODS_OF_STRANGERS = Rate(3, 1 / 60), Rate(10, 1 / 10)
# What may be sent to be written down: by a device, by all others from an address, and by those without a
# cookie; a director in a rush sends one thing a second.
SENT, SENT_FROM, SENT_BY_STRANGERS = Rate(1_000, 1 / 2), Rate(10_000, 2), Rate(400, 1)
# RFC 6455 says "try again later".
LATER = 1013
SECURE = ("https", "wss")
LONGEST_NUMBER = 12
# How much of an IPv6 address a line's router is given; the rest its devices choose as they like.
OF_A_LINE = 64
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
    " connect-src 'self'; font-src 'self'; media-src 'self'; manifest-src 'self';"
    " form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
# Whether somebody says to have passed a request on, proxy or not.
PASSED_ON = "rightbower.forwarded"
# Where a live connection finds its line, past the layers that only pages need.
LINE = "rightbower.line"
# And where the server is ours, the socket itself.
SOCKET = "rightbower.socket"
# Asks whether a socket was cut off because it was flooded.
FLOODED = "rightbower.flooded"
# Asks whether whoever sent a request has hung up.
GONE = "rightbower.gone"
# What every visitor is sent alike; all else may be somebody's own, which no proxy keeps.
ALIKE = "/static/"
OWN = "private, no-cache"
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}


def foreign(line: HTTPConnection) -> bool:
    """Whether a request was sent by a page of another site, as far as the browser says so.

    Anybody on the way can make up a page that comes without TLS, so where the hall has it such a
    page is another site's too.
    """
    if line.headers.get("sec-fetch-site") == "cross-site":
        return True
    origins = [urlsplit(each) for each in line.headers.getlist("origin")]
    if line.scope["scheme"] in SECURE and any(each.scheme != "https" for each in origins):
        return True
    return any(each.netloc != line.headers.get("host") for each in origins)


def place_of(connection: HTTPConnection) -> str:
    """The address somebody comes from; a line has 2⁶⁴ of the newer kind, which count as one."""
    return "?" if connection.client is None else _one_line(connection.client.host)


@lru_cache(maxsize=4096)
def _one_line(host: str) -> str:
    if ":" not in host:
        return host
    try:
        address = ipaddress.IPv6Address(host.partition("%")[0])
    except ValueError:
        return host
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return (
        host
        if address.is_loopback
        else str(ipaddress.IPv6Network((address, OF_A_LINE), strict=False))
    )


def near(connection: HTTPConnection) -> bool:
    """Whether this machine itself asks, and no proxy for somebody else."""
    return place_of(connection) in (*LOOPBACK, "testclient") and not connection.scope[PASSED_ON]


def device_of(connection: HTTPConnection) -> str:
    """The device somebody comes with, where it has a cookie of ours."""
    keys: Keys = connection.app.state.keys
    person = keys.device(connection)
    return "" if person is None else person.who


def was_let_in(connection: HTTPConnection) -> bool:
    """Whether a device was let in to a desk or an account before."""
    return bool(let_in_to(connection))


def let_in_to(connection: HTTPConnection) -> str:
    """One desk or account a device was let in to before, always the same of several; nothing where none."""
    keys: Keys = connection.app.state.keys
    found = [
        f"{cookie} {name}"
        for cookie, purpose in (KNOWN_DESKS, KNOWN_ACCOUNTS)
        for name in keys.opened(cookie_of(connection, cookie), purpose)
    ]
    return min(found, default="")


def asker_of(connection: HTTPConnection, first: bool = False) -> Asker:
    """For whom workers do something; an address without a cookie asks as one of its strangers."""
    return Asker(device_of(connection), place_of(connection), first)


class Guard:
    """Refuse foreign pages and large bodies, let requests begin in turn, and put the safety headers on."""

    def __init__(self, app: ASGIApp, queue: FairQueue) -> None:
        self.app, self.queue = app, queue
        self._sent, self._sent_from = Tries(SENT), Tries(SENT_FROM)
        self._sent_by_strangers = Tries(SENT_BY_STRANGERS)
        self._floods, self._strange = Tries(FLOODS), Tries(FLOODS_OF_STRANGERS)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            scope[LINE] = (receive, send)
            await self._socket(scope, receive, send)
            return
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        if refusal := refused(scope):
            await refusal(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                answer = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    answer.setdefault(name, value)
                if not scope["path"].startswith(ALIKE):
                    answer.setdefault("cache-control", OWN)
            await send(message)

        line = HTTPConnection(scope)
        if not self._may_send(line):
            busy = PlainTextResponse("Much was sent from here. Try again in a minute.", 429)
            busy.headers["retry-after"] = "60"
            await busy(scope, receive, guarded)
            return
        device = device_of(line)
        port = line.client.port if line.client is not None else 0
        let_in = partial(was_let_in, line)
        async with self.queue.turn(
            place_of(line), device or str(port), bool(device), let_in
        ) as mine:
            if mine and await _pointless(scope):
                return
            if mine:
                with contextlib.suppress(ClientDisconnect):
                    await Charged(self.app(scope, _limited(receive, scope), guarded), mine)
            else:
                busy = PlainTextResponse("Too much at once from here. Try again in a moment.", 503)
                busy.headers["retry-after"] = "1"
                await busy(scope, receive, guarded)

    def _may_send(self, line: HTTPConnection) -> bool:
        """Whether what somebody sends is within what they may; those let in before count for themselves.

        What a browser was let in to can be given to many devices: together they may do as much as an address.
        """
        if line.scope["method"] in ("GET", "HEAD") or near(line):
            return True
        place, device = place_of(line), device_of(line)
        if device and (desk := let_in_to(line)):
            return self._sent.take(device) and self._sent_from.take(desk)
        if device:
            return self._sent.take(device) and self._sent_from.take(place)
        # A program has a token instead of a cookie.
        own = "authorization" in line.headers or self._sent_by_strangers.take(place)
        return own and self._sent_from.take(place)

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        """A live connection: it begins in turn like a page, unless many from there were flooded."""
        line = HTTPConnection(scope)
        place, device = place_of(line), device_of(line)
        floods, who = (self._floods, device) if device else (self._strange, place)
        # Many who flood once are no reason to let nobody else in.
        if floods.is_spent(who):
            await send({"type": "websocket.close", "code": LATER})
            return
        port = line.client.port if line.client is not None else 0
        await self.queue.wait(place, device or str(port), bool(device))
        try:
            await self.app(scope, receive, send)
        finally:
            if FLOODED in scope and scope[FLOODED]():
                floods.take(who)


class Charged:
    """A page being made; whoever pays for it is told how long it takes the loop, piece by piece."""

    def __init__(self, making: Awaitable[None], charge: Charge) -> None:
        self._making, self._charge = making, charge

    def __await__(self) -> Generator[Any, Any, None]:
        making: Any = self._making.__await__()
        send, given = making.send, None
        while True:
            began = time.thread_time()
            try:
                waits_for = send(given)
            except StopIteration:
                return
            finally:
                given = None
                self._charge(time.thread_time() - began)
            try:
                given, send = (yield waits_for), making.send
            except BaseException as fault:
                given, send = fault, making.throw
            finally:
                # A fault refers to this frame: were it kept here, all it came from would be kept too.
                waits_for = None


def refused(scope: Scope) -> PlainTextResponse | None:
    """Why a request is not even looked at."""
    headers = Headers(scope=scope)
    if scope["method"] not in ("GET", "HEAD") and foreign(HTTPConnection(scope)):
        return PlainTextResponse("This came from another site, so nothing was changed.", 403)
    if _announced(headers) > _most(scope):
        return PlainTextResponse("That is too much at once.", 413)
    said = headers.get("content-type", "")
    kind, options = parse_options_header(said[:LONGEST_KIND])
    if kind.startswith(WITH_FILES) and not _takes_more(scope):
        return PlainTextResponse("No file can be sent here.", 415)
    letters = options.get(b"charset", LETTERS[0]).lower()
    if len(said) > LONGEST_KIND or (kind.startswith(WITH_FILES) and letters not in LETTERS):
        return PlainTextResponse("This form is not one of ours.", 415)
    return None


async def _pointless(scope: Scope) -> bool:
    """Whether a page is for nobody: who asked for it hung up before its turn came."""
    if scope["method"] not in ("GET", "HEAD") or GONE not in scope:
        return False
    # Who asked and hung up at once is found to be gone when the loop looks again.
    await asyncio.sleep(0)
    return bool(scope[GONE]())


def _most(scope: Scope) -> int:
    return LARGEST_BODY if _takes_more(scope) else LARGEST_FORM


def _takes_more(scope: Scope) -> bool:
    return any(part in scope["path"] for part in LARGER)


class TooMuch(Refusal):
    """A body that grows past the limit."""


def _announced(headers: Headers) -> int:
    length = headers.get("content-length", "0")
    if not length.isdecimal():
        return 0
    return int(length) if len(length) <= LONGEST_NUMBER else LARGEST_BODY + 1


def _limited(receive: Receive, scope: Scope) -> Receive:
    kind, options = parse_options_header(Headers(scope=scope).get("content-type"))
    most, costly, taken = _most(scope), COSTLY.get(kind.decode("latin-1"), ()), Counter[bytes]()
    if kind.startswith(WITH_FILES):
        costly += ((b"--" + options.get(b"boundary", b""), MOST_PARTS + 1),)
    longest = max((len(sign) for sign, _ in costly), default=1)
    seam = b""

    async def limited() -> Message:
        nonlocal seam
        message = await receive()
        body: bytes = message.get("body", b"")
        taken[b""] += len(body)
        for sign, _ in costly:
            # A sign may be in two pieces.
            end = seam[len(seam) - len(sign) + 1 :] if len(sign) > 1 else b""
            taken[sign] += (end + body).count(sign)
        seam = (seam + body)[-longest:]
        if taken[b""] > most or any(taken[sign] > many for sign, many in costly):
            raise TooMuch("That is too much at once.")
        return message

    return limited


class Visit(Struct, frozen=True, eq=False):
    """A socket that is open: whose it is, whether it is seated or known there, and how it is ended."""

    place: str
    device: str
    known: bool
    end: Callable[[], object]


# So many sockets of a device that is seated or known there are kept; more than that nobody needs to play.
KEPT_OF_KNOWN = 4


class Places:
    """The sockets of each address; a hall behind one router is one address.

    Where one is full, the device with the most of them loses its oldest; of one that is known a few stay.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self._open: dict[str, dict[Visit, None]] = {}

    def enter(self, visit: Visit) -> bool:
        """Take a new socket in, unless its device is the one that has too many."""
        here = self._open.setdefault(visit.place, {})
        if len(here) >= self.most and not self._make_room(visit):
            return False
        here[visit] = None
        return True

    def leave(self, visit: Visit) -> None:
        """A socket ended."""
        here = self._open.get(visit.place, {})
        here.pop(visit, None)
        if not here:
            self._open.pop(visit.place, None)

    def _make_room(self, newcomer: Visit) -> bool:
        here = self._open[newcomer.place]
        held: dict[str, list[Visit]] = {}
        known = Counter(each.device for each in here if each.known)
        for each in here:
            if not each.known or known[each.device] > KEPT_OF_KNOWN:
                held.setdefault(each.device, []).append(each)
                known[each.device] -= each.known
        if not held:
            return False
        most = max(held, key=lambda device: len(held[device]))
        own = len(held.get(newcomer.device, ())) + 1
        if own > len(held[most]) and not newcomer.known:
            return False
        del here[held[most][0]]
        held[most][0].end()
        return True
