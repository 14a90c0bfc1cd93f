"""Behind a proxy: who really asks, by which name, and under which path; only named proxies are believed."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from rightbower.rules.refusal import Refusal

Network = ipaddress.IPv4Network | ipaddress.IPv6Network
FORWARDED: Final = frozenset(
    {b"forwarded", b"x-forwarded-for", b"x-forwarded-host", b"x-forwarded-proto", b"x-real-ip"}
)
# Names that are never found on the internet, so that no site there can stand behind one of them.
AT_HOME: Final = (".local", ".lan", ".home", ".internal", ".localdomain", ".home.arpa")
HOME: Final = ("localhost", "127.0.0.1", "[::1]")
HOST: Final = re.compile(r"(\[[0-9a-f:.]{2,45}\]|[a-z0-9.-]{1,253})(?::([0-9]{1,5}))?")
A_YEAR: Final = "max-age=31536000"
# Addresses of our own within a page; a key of the keyboard is none.
LINKS: Final = re.compile(rb'(\s(?:href|src|action|formaction|data-(?!shortcut=)[a-z-]+)=")/(?!/)')
PAGE: Final = re.compile(rb'<html lang="[a-z]+"')


class Front(Struct, frozen=True):
    """How the hall is reached: through which proxies, by which names, under which path."""

    proxies: tuple[Network, ...] = ()
    hosts: tuple[str, ...] = ()
    base: str = ""

    @classmethod
    def of(cls, proxies: Sequence[str] = (), hosts: Sequence[str] = (), base: str = "") -> Front:
        """As somebody says it; a sentence for what cannot be understood."""
        try:
            networks = tuple(ipaddress.ip_network(each, strict=False) for each in proxies)
        except ValueError:
            raise Refusal(f"a proxy is named by its address, not {', '.join(proxies)!r}") from None
        named = tuple(each.casefold().strip(".") for each in hosts)
        if wrong := next((each for each in named if not HOST.fullmatch(each)), ""):
            raise Refusal(f"a host is a name such as euchre.example.org, not {wrong!r}")
        base = base.rstrip("/")
        if base and not re.fullmatch(r"(/[A-Za-z0-9._-]+)+", base):
            raise Refusal(f"a base path is written like /euchre, not {base!r}")
        return cls(networks, named, base)

    @property
    def site(self) -> str:
        """Where everybody reaches it from outside, without the path; nothing where it has no name."""
        if not self.hosts:
            return ""
        name = HOST.fullmatch(self.hosts[0])
        at_home = name is not None and name[1] in HOME
        return f"{'http' if at_home else 'https'}://{self.hosts[0]}"

    def trusts(self, address: str) -> bool:
        """Whether this is one of the named proxies."""
        try:
            found = ipaddress.ip_address(address)
        except ValueError:
            return False
        return any(found in network for network in self.proxies)

    def goes_by(self, host: str) -> bool:
        """Whether the hall answers to a name: one it was given, an address, or a name at home."""
        read = HOST.fullmatch(host.casefold())
        if read is None:
            return False
        name = read[1].strip(".")
        if self.hosts:
            return name in self.hosts or host.casefold() in self.hosts or name in HOME
        numeric = name.startswith("[") or re.fullmatch(r"[0-9.]+", name) is not None
        return numeric or "." not in name or name.endswith(AT_HOME)


class Proxied:
    """The outermost layer: forwarded headers from named proxies alone, known hosts, a base path."""

    def __init__(self, app: ASGIApp, front: Front) -> None:
        self.app, self.front = app, front

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        scope = self._seen(scope)
        hosts = Headers(scope=scope).getlist("host")
        if len(hosts) != 1 or not self.front.goes_by(hosts[0]):
            await _refuse("This hall does not go by that name.", 421, scope, receive, send)
            return
        base = self.front.base
        # Some proxies take the base path away themselves.
        if base and f"{scope['path']}/".startswith(f"{base}/"):
            scope = {**scope, "path": scope["path"][len(base) :] or "/"}
        page = scope["type"] == "http"
        await self.app(scope, receive, _Answer(send, scope, base).send if page else send)

    def _seen(self, scope: Scope) -> Scope:
        """The request as its sender made it, where a named proxy says so; else without such claims."""
        headers = [pair for pair in scope["headers"] if pair[0] not in FORWARDED]
        peer = scope["client"][0] if scope.get("client") else ""
        if not self.front.trusts(peer):
            return {**scope, "headers": headers}
        said = Headers(scope=scope)
        if host := _last(said, "x-forwarded-host"):
            headers = [pair for pair in headers if pair[0] != b"host"]
            headers.append((b"host", host.encode("latin-1")))
        found = {**scope, "headers": headers}
        if _last(said, "x-forwarded-proto") == "https":
            found["scheme"] = "https" if scope["type"] == "http" else "wss"
        if address := self._sender(",".join(said.getlist("x-forwarded-for"))):
            found["client"] = (address, 0)
        return found

    def _sender(self, chain: str) -> str:
        """The last address of the chain that is not a proxy of ours: what was before it may be made up."""
        for each in reversed(chain.split(",")):
            address = each.strip().removeprefix("[").partition("]")[0]
            if not self.front.trusts(address):
                try:
                    return str(ipaddress.ip_address(address))
                except ValueError:
                    return ""
        return ""


def _last(said: Headers, name: str) -> str:
    """What the nearest proxy added, in a line of its own or behind what was claimed before."""
    return ",".join(said.getlist(name)).rpartition(",")[2].strip()


async def _refuse(words: str, status: int, scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008})
        return
    await PlainTextResponse(words, status)(scope, receive, send)


class _Answer:
    """An answer on its way out: with HSTS where it goes by HTTPS, its links and cookies under the base path."""

    def __init__(self, send: Send, scope: Scope, base: str) -> None:
        self._send, self._base, self._secure = send, base.encode(), scope["scheme"] == "https"
        self._own = f"{scope['scheme']}://{Headers(scope=scope)['host']}/"
        self._page: Message | None = None

    async def send(self, message: Message) -> None:
        """Send a message of the answer."""
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            if self._secure:
                headers["strict-transport-security"] = A_YEAR
            if self._base:
                self._lead(headers)
                message["headers"] = [self._kept(*pair) for pair in message["headers"]]
                if headers.get("content-type", "").startswith("text/html"):
                    self._page = message
                    return
        elif message["type"] == "http.response.body" and self._page is not None:
            message = await self._based(self._page, message)
        await self._send(message)

    def _lead(self, headers: MutableHeaders) -> None:
        where = headers.get("location", "")
        if where.startswith(self._own):
            where = where[len(self._own) - 1 :]
        if where.startswith("/") and not where.startswith("//"):
            headers["location"] = self._base.decode() + where

    def _kept(self, name: bytes, value: bytes) -> tuple[bytes, bytes]:
        """A header; a cookie goes back to the hall alone, not to whatever else the host has."""
        if name != b"set-cookie":
            return name, value
        return name, value.replace(b"; Path=/;", b"; Path=" + self._base + b";", 1)

    async def _based(self, start: Message, body: Message) -> Message:
        """A page comes in one piece; its addresses are put under the base path."""
        page = LINKS.sub(rb"\1" + self._base + b"/", body.get("body", b""))
        page = PAGE.sub(rb'\g<0> data-base="' + self._base + b'"', page, count=1)
        MutableHeaders(scope=start)["content-length"] = str(len(page))
        await self._send(start)
        self._page = None
        return {**body, "body": page}
