"""Halls that share a journal have the same keys, or one could not open what another has sealed."""

from __future__ import annotations

from typing import Final

from rightbower.rules.refusal import Refusal
from rightbower.store.claims import SoleClaims
from rightbower.store.contract import Projection
from rightbower.store.opening import OpenJournal
from rightbower.web.common.identity import Keys

MARK: Final = ("hall", "keys")


def agree_on_keys(journal: OpenJournal, keys: Keys) -> None:
    """Refuse keys none of which the halls have that are open on a journal; one in common is enough.

    So keys can be changed one hall after the other. The journal holds marks of them. Where no hall is
    open new keys may be used: what was sealed with the old ones stays unread then.
    """
    if isinstance(journal.claims, SoleClaims):
        return
    kept, ours = journal.projection(*MARK), keys.marks()
    known = set() if kept is None else {*kept.body.decode().split()}
    if known == ours:
        return
    others = [each.hall for each in journal.claims.halls() if each.alive]
    if known.isdisjoint(ours) and known and others:
        raise Refusal(
            f"the keys of this hall are not those of {' and '.join(others)}, which use the same journal:"
            " copy the file secret from the data folder of one of them"
        )
    journal.append("", 0, [], [Projection(*MARK, body=" ".join(sorted(ours)).encode())])
