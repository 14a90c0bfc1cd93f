"""Addresses as phones in the room reach them, in words and as pictures to scan."""

from __future__ import annotations

import io
import socket

import segno
from starlette.requests import Request

from rightbower.web.common.proxies import Front

LOOPBACK = ("127.0.0.1", "::1", "localhost", "0.0.0.0")


def address(request: Request, path: str) -> str:
    """A path as phones in the room reach it, also where the page is open on the laptop itself."""
    url = request.base_url
    if url.hostname in LOOPBACK and request.app.state.room:
        url = url.replace(hostname=own_address())
    front: Front = request.app.state.front
    return str(url).rstrip("/") + front.base + path


def only_here(request: Request) -> bool:
    """Whether a link leads nowhere on other devices, because the hall is open to this computer alone."""
    return request.base_url.hostname in LOOPBACK and not request.app.state.room


def own_address() -> str:
    """This machine's address in the room; asking for a route sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return LOOPBACK[0]
        return str(probe.getsockname()[0])


def picture(text: str) -> bytes:
    """An address as a picture for phones."""
    drawn = io.BytesIO()
    segno.make(text, error="m").save(drawn, kind="svg", scale=8, dark="#16181d", light="#fff")
    return drawn.getvalue()
