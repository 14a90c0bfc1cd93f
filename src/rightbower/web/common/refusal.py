"""A request that is refused, and the sentence that people read about it."""

from __future__ import annotations

from rightbower.office.workers import Busy, NotDone
from rightbower.rules import refusal
from rightbower.rules.message import Message, voice, whole, word
from rightbower.store.contract import JournalError


class Refused(refusal.Refusal):
    """A request that is not taken, with the clause where a rule says so.

    ``ask`` marks one that is taken if it is sent again as meant.
    """

    def __init__(self, said: Message | str, clause: str = "", ask: bool = False) -> None:
        super().__init__(said)
        self.reason = str(said)
        self.clause = clause
        self.ask = ask


def status_of(fault: Exception) -> int:
    """The status of an answer that says a refusal: 503 where the hall only has no time for it."""
    return 503 if isinstance(fault, (Busy, NotDone)) else 422


NOT_SAVED = word("This could not be saved, and nothing was written. Try again, please.")


def sentence(fault: Exception | str, language: str = "en") -> str:
    """A refusal as a sentence to a reader, with its clauses.

    >>> sentence("there is no table 9")
    'There is no table 9.'
    >>> sentence(JournalError('/home/ann/rightbower.journal: the disk is full'))
    'This could not be saved, and nothing was written. Try again, please.'
    """
    if isinstance(fault, JournalError):
        return voice(language).translate(NOT_SAVED)
    if isinstance(fault, refusal.Refusal) and language != "en":
        return whole(voice(language)(fault.said))
    return refusal.sentence(fault)
