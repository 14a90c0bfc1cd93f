"""Refusals as sentences."""

from __future__ import annotations


def sentence(fault: Exception | str) -> str:
    """A refusal as a sentence.

    >>> sentence("there is no table 9")
    'There is no table 9.'
    """
    text = str(fault).strip()
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith(('.', '?', '!')) else '.'}"
