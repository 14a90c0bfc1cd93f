"""Refusals as sentences."""

from __future__ import annotations

from rightbower import refusal
from rightbower.store.contract import JournalError


def sentence(fault: Exception | str) -> str:
    """A refusal as a sentence.

    >>> sentence("there is no table 9")
    'There is no table 9.'
    >>> sentence(JournalError('/home/ann/rightbower.journal: the disk is full'))
    'This could not be saved, and nothing was written. Try again, please.'
    """
    if isinstance(fault, JournalError):
        return "This could not be saved, and nothing was written. Try again, please."
    return refusal.sentence(fault)
