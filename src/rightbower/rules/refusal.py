"""What is refused: a fault of whoever asks, in one sentence that anybody may read."""

from __future__ import annotations

from collections.abc import Iterable

from rightbower.rules.message import Message, as_written, whole


class Refusal(ValueError):
    """Something asked for is not done, and the text says why.

    Pages and answers show the text of this family alone; any other error is a fault of ours.
    ``said`` is the same as a value, which each reader is told in words of their own.
    """

    said: Message

    def __init__(self, said: Message | str) -> None:
        super().__init__(str(said))
        self.said = said if isinstance(said, Message) else as_written(said)


def said_by(fault: Exception) -> Message:
    """What a refusal says; the text of any other error as it stands."""
    return fault.said if isinstance(fault, Refusal) else as_written(str(fault))


def wrong_kind(parameter: str, wanted: str, given: object) -> TypeError:
    """The error for a value of the wrong kind, by the name of the parameter it was given for.

    >>> wrong_kind("seat", "a Seat or its letter", 7)
    TypeError('seat has to be a Seat or its letter, not an int')
    """
    kind = type(given).__name__
    article = "an" if kind[0] in "aeiouAEIOU" else "a"
    return TypeError(
        f"{parameter} has to be {wanted}, not {'None' if given is None else f'{article} {kind}'}"
    )


def counted(number: int, one: str) -> str:
    """A number of things.

    >>> counted(1, "fixture"), counted(2, "fixture")
    ('1 fixture', '2 fixtures')
    """
    return f"{number} {one}{'' if number == 1 else 's'}"


def listed(words: Iterable[object]) -> str:
    """Words as a sentence lists them: with commas and a last "and".

    >>> listed(["A♠", "K♠", "9♥"]), listed([4, 7]), listed([])
    ('A♠, K♠ and 9♥', '4 and 7', '')
    """
    *others, last = [str(each) for each in words] or [""]
    return f"{', '.join(others)} and {last}" if others else last


def sentence(words: object) -> str:
    """A reason as a whole sentence.

    >>> sentence("there is no table 9"), sentence(Refusal("is it meant?"))
    ('There is no table 9.', 'Is it meant?')
    """
    return whole(str(words))
