"""Suits, ranks, cards, seats and sides; the bowers live here and nowhere else."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum, IntEnum
from random import Random
from typing import Final, TypeAlias

from rightbower.rules.message import YOU, Message, PartKind, Told, Voice, message, word
from rightbower.rules.refusal import Refusal, wrong_kind

_SUITS: Final = (word("clubs"), word("diamonds"), word("hearts"), word("spades"))
_NO_TRUMPS: Final = (word("no-trump"), word("low no-trump"))
_SEATS: Final = (word("North"), word("East"), word("South"), word("West"))
_SIDES: Final = (word("North–South"), word("East–West"))
_YOUR_SIDE: Final = word("your side")


class _Numbered(Told, IntEnum):
    """Names for numbers, looked up as numbers: the hash of an enumeration is slow."""

    __hash__ = int.__hash__


class Suit(_Numbered):
    """One of the four suits, in the order clubs, diamonds, hearts, spades."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3

    def __str__(self) -> str:
        return self.name.lower()

    @property
    def letter(self) -> str:
        return "CDHS"[self]

    @property
    def symbol(self) -> str:
        return "♣♦♥♠"[self]

    @property
    def red(self) -> bool:
        return self in (Suit.DIAMONDS, Suit.HEARTS)

    @property
    def same_colour(self) -> Suit:
        """The other suit of this colour, the one that lends its jack.

        >>> str(Suit.HEARTS.same_colour)
        'diamonds'
        """
        return Suit(3 - self)

    @classmethod
    def of(cls, text: Suit | str) -> Suit:
        """Read a suit from its letter or its name."""
        if isinstance(text, cls):
            return text
        if not isinstance(text, str):
            raise wrong_kind("suit", "a Suit or its letter", text)
        for suit in cls:
            if text.strip().lower() in (suit.letter.lower(), suit.name.lower()):
                return suit
        raise Refusal(message("{text} is not a suit; write C, D, H or S", text=repr(text)))

    @property
    def part_kind(self) -> PartKind:
        return "suit"

    def told(self, voice: Voice) -> str:
        return voice.translate(_SUITS[self])


class NoTrump(_Numbered):
    """A call without trumps: the ace is the best of its suit, or in a low one the nine.

    The numbers go on where those of the suits end, so that one table serves both.
    """

    HIGH = 4
    LOW = 5

    def __str__(self) -> str:
        return ("no trump", "low no trump")[self - len(Suit)]

    @property
    def letter(self) -> str:
        return "NL"[self - len(Suit)]

    @property
    def symbol(self) -> str:
        return ("NT", "low NT")[self - len(Suit)]

    @property
    def same_colour(self) -> None:
        """No suit lends it a jack."""
        return

    def told(self, voice: Voice) -> str:
        return voice.translate(_NO_TRUMPS[self - len(Suit)])


# What is called: a suit, or no trump.
Strain: TypeAlias = Suit | NoTrump
STRAINS: Final[tuple[Strain, ...]] = (*Suit, *NoTrump)


def strain(text: Strain | str) -> Strain:
    """Read what is called: a suit, ``no trump`` or ``low no trump``.

    >>> str(strain("low no trump")), str(strain("H"))
    ('low no trump', 'hearts')
    """
    if isinstance(text, str):
        for each in NoTrump:
            if " ".join(text.lower().split()) in (str(each), each.letter.lower()):
                return each
    return text if isinstance(text, NoTrump) else Suit.of(text)


class Rank(_Numbered):
    """Nine to ace, as a plain suit ranks them."""

    NINE = 0
    TEN = 1
    JACK = 2
    QUEEN = 3
    KING = 4
    ACE = 5

    @property
    def letter(self) -> str:
        return "9TJQKA"[self]


class Seat(_Numbered):
    """A chair at the table, clockwise from North."""

    N = 0
    E = 1
    S = 2
    W = 3

    def __str__(self) -> str:
        return "NESW"[self]

    @property
    def letter(self) -> str:
        """The seat's name; to ask an enumeration for it is slow."""
        return "NESW"[self]

    @property
    def word(self) -> str:
        return _SEATS[self]

    @property
    def part_kind(self) -> PartKind:
        return "person"

    def told(self, voice: Voice) -> str:
        if voice.you == self:
            return voice.translate(YOU)
        return voice.translate(_SEATS[self]) if voice.seats is None else voice.seats[self]

    def form(self, voice: Voice) -> int:
        return int(voice.you != self)

    @property
    def left(self) -> Seat:
        return _LEFT[self]

    @property
    def right(self) -> Seat:
        return _LEFT[_LEFT[_LEFT[self]]]

    @property
    def partner(self) -> Seat:
        return _LEFT[_LEFT[self]]

    @property
    def side(self) -> Side:
        return Side(self % 2)

    @classmethod
    def of(cls, text: Seat | str, parameter: str = "seat") -> Seat:
        """Read a seat from its letter or its name; a seat stays as it is."""
        if isinstance(text, cls):
            return text
        if not isinstance(text, str):
            raise wrong_kind(parameter, "a Seat or its letter", text)
        for seat in cls:
            if text.strip().lower() in (seat.name.lower(), seat.word.lower()):
                return seat
        raise Refusal(message("{text} is not a seat; write N, E, S or W", text=repr(text)))


_LEFT: Final = (Seat.E, Seat.S, Seat.W, Seat.N)


class Side(_Numbered):
    """A partnership: North–South or East–West."""

    NS = 0
    EW = 1

    def __str__(self) -> str:
        return self.name

    @property
    def other(self) -> Side:
        return Side(1 - self)

    @property
    def seats(self) -> tuple[Seat, Seat]:
        return Seat(self), Seat(self + 2)

    @property
    def part_kind(self) -> PartKind:
        return "side"

    def told(self, voice: Voice) -> str:
        return voice.translate(_SIDES[self] if self.form(voice) else _YOUR_SIDE)

    def form(self, voice: Voice) -> int:
        return int(voice.you is None or voice.you % 2 != self)


class _Face(Told):
    """What is printed on a card, where it is quickly read."""

    __slots__ = ("index", "name", "rank", "suit")

    index: int
    name: str
    rank: Rank
    suit: Suit


class Card(_Face, Enum):
    """One of the 24 cards; there is exactly one object for each, so ``is`` and ``==`` agree."""

    NINE_OF_CLUBS = "9C"
    TEN_OF_CLUBS = "TC"
    JACK_OF_CLUBS = "JC"
    QUEEN_OF_CLUBS = "QC"
    KING_OF_CLUBS = "KC"
    ACE_OF_CLUBS = "AC"
    NINE_OF_DIAMONDS = "9D"
    TEN_OF_DIAMONDS = "TD"
    JACK_OF_DIAMONDS = "JD"
    QUEEN_OF_DIAMONDS = "QD"
    KING_OF_DIAMONDS = "KD"
    ACE_OF_DIAMONDS = "AD"
    NINE_OF_HEARTS = "9H"
    TEN_OF_HEARTS = "TH"
    JACK_OF_HEARTS = "JH"
    QUEEN_OF_HEARTS = "QH"
    KING_OF_HEARTS = "KH"
    ACE_OF_HEARTS = "AH"
    NINE_OF_SPADES = "9S"
    TEN_OF_SPADES = "TS"
    JACK_OF_SPADES = "JS"
    QUEEN_OF_SPADES = "QS"
    KING_OF_SPADES = "KS"
    ACE_OF_SPADES = "AS"

    def __init__(self, name: str) -> None:
        rank, suit = Rank("9TJQKA".index(name[0])), Suit("CDHS".index(name[1]))
        for field, value in (
            ("index", suit * len(Rank) + rank),
            ("name", name),
            ("rank", rank),
            ("suit", suit),
        ):
            object.__setattr__(self, field, value)

    __hash__ = object.__hash__

    def __setattr__(self, field: str, value: object) -> None:
        if not field.startswith("_"):
            raise AttributeError("a card does not change")
        object.__setattr__(self, field, value)

    def __lt__(self, other: Card) -> bool:
        return self.index < other.index

    def __repr__(self) -> str:
        return self.name

    def __str__(self) -> str:
        return self.name

    def __format__(self, spec: str) -> str:
        return format(self.name, spec)

    @property
    def symbol(self) -> str:
        """The card as people write it: 10♥, J♠."""
        rank = "10" if self.rank is Rank.TEN else self.rank.letter
        return rank + self.suit.symbol

    @property
    def in_words(self) -> Message:
        """The card as people say it: the queen of hearts."""
        return Message(_RANKS[self.rank], (("suit", self.suit),))

    @property
    def part_kind(self) -> PartKind:
        return "card"

    def told(self, voice: Voice) -> str:
        return voice(self.in_words) if voice.card is None else voice.card(self)

    def form(self, voice: Voice) -> int:  # noqa: ARG002  # the same for every reader
        return int(self.rank is Rank.QUEEN)


_RANKS: Final = (
    word("the nine of {suit}"),
    word("the ten of {suit}"),
    word("the jack of {suit}"),
    word("the queen of {suit}"),
    word("the king of {suit}"),
    word("the ace of {suit}"),
)


HAND_SIZE: Final = 5
PACK: Final = tuple(Card)
_BY_NAME: Final = {each.name: each for each in PACK}


def card(text: Card | str) -> Card:
    """Read a card: rank then suit, ten as ``T`` or ``10``; a card stays as it is.

    >>> card("10h"), card("JC")
    (TH, JC)
    """
    if isinstance(text, Card):
        return text
    if not isinstance(text, str):
        raise wrong_kind("card", "a Card or its name, such as JH", text)
    name = text.strip().upper().replace("10", "T")
    if name not in _BY_NAME:
        raise Refusal(
            message(
                "{text} is not one of the 24 cards; write rank and suit, such as JH",
                text=repr(text),
            )
        )
    return _BY_NAME[name]


def cards(text: str | Iterable[Card | str]) -> tuple[Card, ...]:
    """Read cards with spaces between them.

    >>> cards("JH 9S")
    (JH, 9S)
    """
    if not isinstance(text, Iterable):
        raise wrong_kind("text", "cards or their names", text)
    return tuple(card(word) for word in (text.split() if isinstance(text, str) else text))


def right_bower(trump: Suit) -> Card:
    """The jack of trumps, the highest trump."""
    return PACK[trump * len(Rank) + Rank.JACK]


def left_bower(trump: Suit) -> Card:
    """The other jack of trump's colour, the second trump."""
    return right_bower(trump.same_colour)


# The suit of each card of the pack once trump is known, by the card's index; None is no trump yet.
SUITS_IN_PLAY: Final[Mapping[Strain | None, tuple[Suit, ...]]] = {
    **dict.fromkeys((None, *NoTrump), tuple(card.suit for card in PACK)),
    **{
        trump: tuple(trump if card is left_bower(trump) else card.suit for card in PACK)
        for trump in Suit
    },
}


def suit_in_play(card: Card, trump: Strain | None) -> Suit:
    """The suit a card belongs to once trump is known: the left bower is a trump.

    >>> str(suit_in_play(card("JD"), Suit.HEARTS)), str(suit_in_play(card("JD"), None))
    ('hearts', 'diamonds')
    """
    return card.suit if trump is None else SUITS_IN_PLAY[trump][card.index]


def _height(card: Card, trump: Strain) -> int:
    if isinstance(trump, NoTrump):
        return card.rank if trump is NoTrump.HIGH else Rank.ACE - card.rank
    if card is right_bower(trump):
        return 2 * len(Rank) + 2
    if card is left_bower(trump):
        return 2 * len(Rank) + 1
    return card.rank + (len(Rank) if card.suit is trump else 0)


# How high each card of the pack stands in a trick, by the card's index.
HEIGHTS: Final = tuple(tuple(_height(each, trump) for each in PACK) for trump in STRAINS)


def height(card: Card, trump: Strain) -> int:
    """How high a card stands in a trick; a plain card counts only in the suit led."""
    return HEIGHTS[trump][card.index]


def shuffled(seed: int | str) -> tuple[Card, ...]:
    """The pack in the order that the seed gives; the same seed gives the same order."""
    if not isinstance(seed, int | str):
        raise wrong_kind("seed", "a whole number or a text", seed)
    order = list(PACK)
    Random(seed).shuffle(order)
    return tuple(order)
