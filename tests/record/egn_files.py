"""A small file in the notation, changed as a test needs it, and what becomes of it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rightbower.record.egn import Notation, read
from rightbower.record.egn_schema import EgnError
from rightbower.record.entries import ActionEntry, DealtEntry, Record
from rightbower.rules.acts import write_action
from rightbower.rules.book import RuleBook

# Dealer 3 (West). North leads; every trick follows suit or is void. North orders, West takes 9s.
DEAL: dict[str, Any] = {
    "dealNumber": 0,
    "initialState": {"dealer": 3, "upCard": "9s"},
    "phases": [
        {
            "phaseNumber": 0,
            "type": "EUCHRE_BIDDING",
            "calls": ["Order"],
            "isAlone": True,
            "discard": "Tc",
        },
        {
            "phaseNumber": 1,
            "type": "TRICK_PLAY",
            "tricks": [
                ["Js", "9h", "9s"],
                ["Jc", "Th", "Ts"],
                ["As", "Qh", "Qs"],
                ["Ks", "Td", "Kh"],
                ["Ad", "Kd", "Ah"],
            ],
        },
    ],
}
FILE: dict[str, Any] = {
    "fileType": "Euchre Game Notation",
    "version": "1.4",
    "metadata": {"players": ["Ann", "Ben", "Cat", "Dov"], "initialScore": [0, 0]},
    "deals": [DEAL],
}


def file(**changes: Any) -> dict[str, Any]:
    """The file with values put at paths such as ``deals_0_phases_0_calls``; None takes one out."""
    data: dict[str, Any] = json.loads(json.dumps(FILE))
    for path, value in changes.items():
        *way, last = [int(key) if key.isdigit() else key for key in path.split("__")]
        node: Any = data
        for key in way:
            node = node.setdefault(key, {}) if isinstance(node, dict) else node[key]
        if value is None:
            del node[last]
        else:
            node[last] = value
    return data


def bidding(**changes: Any) -> dict[str, Any]:
    return file(**{f"deals__0__phases__0__{key}": value for key, value in changes.items()})


def came(data: object, book: RuleBook | None = None) -> Notation:
    return read(json.dumps(data), book)


def refusal(data: object, book: RuleBook | None = None) -> str:
    with pytest.raises(EgnError) as found:
        came(data, book)
    return str(found.value)


def acts(record: Record) -> list[str]:
    return [write_action(each.action) for each in record.entries if isinstance(each, ActionEntry)]


def dealt(record: Record) -> DealtEntry:
    return next(each for each in record.entries if isinstance(each, DealtEntry))
