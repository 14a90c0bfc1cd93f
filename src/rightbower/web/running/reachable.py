"""Whether a hall answers: on its port, and at the address by which others come to it."""

from __future__ import annotations

import socket
import ssl
import urllib.error
import urllib.request
from collections.abc import Iterator
from typing import Final

from rightbower.office.remote import find_door
from rightbower.web.common.address import LOOPBACK, own_address
from rightbower.web.running.findings import Finding, SetUp

SECONDS: Final = 5.0


def port(here: SetUp) -> Iterator[Finding]:
    """Whether the hall is open and ready, or its port is free."""
    door = find_door(here.data)
    if door is not None and _answers(f"http://127.0.0.1:{door.port}/healthz") == "":
        why = _answers(f"http://127.0.0.1:{door.port}/readyz")
        if why:
            yield Finding("hall", "bad", f"the hall is open and not ready: {why}", "see its log")
        else:
            yield Finding("hall", "good", f"the hall is open on port {door.port}")
        return
    if door is not None:
        do = "start it again; nothing is lost"
        yield Finding("hall", "doubtful", "the hall was stopped without being closed", do)
    with socket.socket() as probe:
        probe.settimeout(SECONDS)
        if probe.connect_ex(("127.0.0.1", here.port)) == 0:
            do = f"stop it, or open the hall with --port {here.port + 1}"
            yield Finding("port", "bad", f"another program has port {here.port}", do)
        else:
            yield Finding("port", "good", f"port {here.port} is free")


def _answers(url: str) -> str:
    """Why an address does not answer as a hall does; nothing where it does."""
    try:
        with urllib.request.urlopen(url, timeout=SECONDS) as answer:
            return "" if answer.status == 200 else f"it answers {answer.status}"
    except urllib.error.HTTPError as fault:
        with fault:
            said = fault.read(200).decode("utf-8", "replace").strip()
            plain = said and not said.startswith("<") and "\n" not in said
            return said if plain else f"it answers {fault.code}, as another program would"
    except urllib.error.URLError as fault:
        reason = fault.reason
        if isinstance(reason, ssl.SSLError):
            return f"its certificate is not trusted ({reason.reason or reason})"
        if isinstance(reason, socket.gaierror):
            return "its name is not known (DNS)"
        return str(getattr(reason, "strerror", None) or reason)
    except ValueError:
        return "it is not an address; write it with http:// or https://"
    except OSError as fault:
        return str(fault)


def address(here: SetUp) -> Iterator[Finding]:
    """Whether the address answers that people are given."""
    if not here.address:
        if own_address() in LOOPBACK:
            do = "join the room's network; phones cannot come in without"
            yield Finding("address", "doubtful", "this machine has no address in a network", do)
        return
    url = here.address.rstrip("/") + "/healthz"
    if why := _answers(url):
        do = "is the hall open with --everyone, the proxy running, the firewall letting it through?"
        yield Finding("address", "bad", f"{here.address} does not answer: {why}", do)
    else:
        yield Finding("address", "good", f"{here.address} answers")
