"""Addresses of journals in PostgreSQL: checked, and shown without their password."""

from __future__ import annotations

from typing import Final
from urllib.parse import parse_qs, urlsplit, urlunsplit

from rightbower.store.contract import JournalError

ESCAPES: Final = (
    "its address is not postgresql://USER@HOST/DATABASE; in a password"
    " / is written %2F, ? is %3F, # is %23, @ is %40 and [ is %5B"
)
LEADING: Final = ("any", "primary", "standby", "read-write", "read-only", "prefer-standby")


def shown(address: str) -> str:
    """An address as people may see it, without its password.

    >>> shown("postgresql://ann:secret@db.example.org/hall?password=secret")
    'postgresql://ann@db.example.org/hall'
    """
    if not readable(address):
        return "postgresql://…"
    parts = urlsplit(address)
    user, at, host = parts.netloc.rpartition("@")
    return urlunsplit((parts.scheme, user.partition(":")[0] + at + host, parts.path, "", ""))


def readable(address: str) -> bool:
    """Whether the parts of an address are what they seem: a password can look like all of them.

    >>> readable("postgresql://ann:sec#ret@db.example.org/hall")
    False
    """
    try:
        parts = urlsplit(address)
    except ValueError:
        return False
    hosts = parts.netloc.rpartition("@")[2].split(",")
    ports = [each.rpartition(":")[2] for each in hosts if ":" in each and not each.endswith("]")]
    elsewhere = "@" in parts.path + parts.query or bool(parts.fragment)
    return not elsewhere and all(each.isdecimal() for each in ports)


def check_address(address: str) -> None:
    """Raise where an address cannot be used."""
    if not readable(address):
        raise JournalError(f"the journal {shown(address)} cannot be used: {ESCAPES}")
    for asked in parse_qs(urlsplit(address).query).get("target_session_attrs", ()):
        if asked not in LEADING:
            raise JournalError(f"target_session_attrs is {', '.join(LEADING)}, not {asked!r}")
