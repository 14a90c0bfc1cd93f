"""What is refused: a fault of whoever asks, in one sentence that anybody may read."""

from __future__ import annotations


class Refusal(ValueError):
    """Something asked for is not done, and the text says why.

    Pages and answers show the text of this family alone; any other error is a fault of ours.
    """


def capital(text: str) -> str:
    """A sentence's beginning.

    >>> capital("the left bower"), capital("McKay deals"), capital("")
    ('The left bower', 'McKay deals', '')
    """
    return text[:1].upper() + text[1:]


def sentence(words: object) -> str:
    """A reason as a whole sentence.

    >>> sentence("there is no table 9"), sentence(Refusal("is it meant?"))
    ('There is no table 9.', 'Is it meant?')
    """
    text = capital(str(words).strip())
    return text if text.endswith((".", "?", "!")) else f"{text}."
