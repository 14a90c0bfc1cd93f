"""Suits, ranks, cards, seats and sides; the bowers live here and nowhere else."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import Enum, IntEnum
from random import Random
from typing import TYPE_CHECKING, Final, Literal, TypeAlias, get_args, get_type_hints

from msgspec import Struct

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
if TYPE_CHECKING:
    Strain: TypeAlias = Suit | NoTrump
else:
    # What reads games from JSON knows one kind of numbers in a place: this one has the members of both.
    Strain = IntEnum("Strain", [each.name for each in (*Suit, *NoTrump)], start=0)
    Strain._value2member_map_.update({int(each): each for each in (*Suit, *NoTrump)})
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
    """Seven to ace, as a plain suit ranks them, and the joker; the common game begins at the nine."""

    SEVEN = -2
    EIGHT = -1
    NINE = 0
    TEN = 1
    JACK = 2
    QUEEN = 3
    KING = 4
    ACE = 5
    JOKER = 6

    @property
    def letter(self) -> str:
        return "789TJQKAB"[self - Rank.SEVEN]


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


_JOKERS: Final = ("JO", "2S")
# The cards in the order of their indexes: the 24 of the common game, the eights, the sevens, the jokers.
_LINE: Final = (
    *(rank + suit for suit in "CDHS" for rank in "9TJQKA"),
    *(rank + suit for rank in "87" for suit in "CDHS"),
    *_JOKERS,
)


class _Face(Told):
    """What is printed on a card, where it is quickly read."""

    __slots__ = ("index", "joker", "name", "rank", "suit")

    index: int
    joker: bool
    name: str
    rank: Rank
    suit: Suit


class Card(_Face, Enum):
    """One of the cards, those of the common game first; there is exactly one object for each.

    So ``is`` and ``==`` agree. A joker belongs to no suit before trump is made; spades is only printed
    on the one that stands in for it.
    """

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
    EIGHT_OF_CLUBS = "8C"
    EIGHT_OF_DIAMONDS = "8D"
    EIGHT_OF_HEARTS = "8H"
    EIGHT_OF_SPADES = "8S"
    SEVEN_OF_CLUBS = "7C"
    SEVEN_OF_DIAMONDS = "7D"
    SEVEN_OF_HEARTS = "7H"
    SEVEN_OF_SPADES = "7S"
    JOKER = "JO"
    BENNY = "2S"

    def __init__(self, name: str) -> None:
        if name in _JOKERS:
            rank, suit = Rank.JOKER, Suit.SPADES
        else:
            rank, suit = Rank("789TJQKA".index(name[0]) + Rank.SEVEN), Suit("CDHS".index(name[1]))
        for field, value in (
            ("index", _LINE.index(name)),
            ("joker", name in _JOKERS),
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
        """The card as people write it: 10♥, J♠, Joker."""
        if self.rank is Rank.JOKER:
            return "Joker" if self is Card.JOKER else "2" + self.suit.symbol
        rank = "10" if self.rank is Rank.TEN else self.rank.letter
        return rank + self.suit.symbol

    @property
    def in_words(self) -> Message:
        """The card as people say it: the queen of hearts, the joker."""
        if self is Card.JOKER:
            return _THE_JOKER
        if self is Card.BENNY:
            return Message(_THE_TWO, (("suit", self.suit),))
        return Message(_RANKS[self.rank - Rank.SEVEN], (("suit", self.suit),))

    @property
    def part_kind(self) -> PartKind:
        return "card"

    def told(self, voice: Voice) -> str:
        return voice(self.in_words) if voice.card is None else voice.card(self)

    def form(self, voice: Voice) -> int:  # noqa: ARG002  # the same for every reader
        return int(self.rank is Rank.QUEEN)


_THE_JOKER: Final = message("the joker")
_THE_TWO: Final = word("the two of {suit}")
_RANKS: Final = (
    word("the seven of {suit}"),
    word("the eight of {suit}"),
    word("the nine of {suit}"),
    word("the ten of {suit}"),
    word("the jack of {suit}"),
    word("the queen of {suit}"),
    word("the king of {suit}"),
    word("the ace of {suit}"),
)


HAND_SIZE: Final = 5
EVERY_CARD: Final = tuple(Card)
# Nine to ace, the cards of the common game.
PACK: Final = tuple(each for each in EVERY_CARD if Rank.NINE <= each.rank <= Rank.ACE)
_BY_NAME: Final = {
    **{each.name: each for each in EVERY_CARD},
    "JOKER": Card.JOKER,
    "BENNY": Card.BENNY,
}


class Pack(Struct, frozen=True):
    """Which cards are in the pack."""

    ranks: Literal["nine to ace", "eight to ace", "seven to ace"] = "nine to ace"
    joker: Literal["none", "joker", "two of spades"] = "none"

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards in the order of their indexes, those of the common game first."""
        return DECKS[self]

    @property
    def told(self) -> Message:
        """The cards as people say them."""
        plain = Message(_TOLD[self.ranks], (("cards", len(_suits_from(self.ranks))),))
        joker = _JOKER[self.joker]
        return (
            plain
            if joker is None
            else message("{cards} and {card}", cards=plain, card=joker.in_words)
        )


_LOWEST: Final = {
    "nine to ace": Rank.NINE,
    "eight to ace": Rank.EIGHT,
    "seven to ace": Rank.SEVEN,
}
_TOLD: Final = {
    "nine to ace": word("the {cards} cards from nine to ace"),
    "eight to ace": word("the {cards} cards from eight to ace"),
    "seven to ace": word("the {cards} cards from seven to ace"),
}
_JOKER: Final[Mapping[Literal["none", "joker", "two of spades"], Card | None]] = {
    "none": None,
    "joker": Card.JOKER,
    "two of spades": Card.BENNY,
}


def _suits_from(ranks: str) -> tuple[Card, ...]:
    return tuple(each for each in EVERY_CARD if not each.joker and each.rank >= _LOWEST[ranks])


# The cards of every deck, for whoever asks often.
DECKS: Final[Mapping[Pack, tuple[Card, ...]]] = {
    Pack(ranks, joker): _suits_from(ranks) + (() if top is None else (top,))
    for ranks in get_args(get_type_hints(Pack)["ranks"])
    for joker, top in _JOKER.items()
}


def card(text: Card | str) -> Card:
    """Read a card: rank then suit, ten as ``T`` or ``10``, or ``JO``; a card stays as it is.

    >>> card("10h"), card("JC"), card("joker")
    (TH, JC, JO)
    """
    if isinstance(text, Card):
        return text
    if not isinstance(text, str):
        raise wrong_kind("card", "a Card or its name, such as JH", text)
    name = text.strip().upper().replace("10", "T")
    if name not in _BY_NAME:
        raise Refusal(
            message(
                "{text} is not a card; write rank and suit, such as JH",
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


_JACKS: Final = tuple(each for each in PACK if each.rank is Rank.JACK)


def right_bower(trump: Suit) -> Card:
    """The jack of trumps, the highest trump but for a joker."""
    return _JACKS[trump]


def left_bower(trump: Suit) -> Card:
    """The other jack of trump's colour, the trump below the right bower."""
    return right_bower(trump.same_colour)


def _suit_in(card: Card, trump: Strain) -> Suit:
    if isinstance(trump, NoTrump):
        return card.suit
    return trump if card.joker or card is left_bower(trump) else card.suit


# The suit of every card once trump is known, by the card's index; None is no trump yet.
SUITS_IN_PLAY: Final[Mapping[Strain | None, tuple[Suit, ...]]] = {
    None: tuple(card.suit for card in EVERY_CARD),
    **{trump: tuple(_suit_in(card, trump) for card in EVERY_CARD) for trump in STRAINS},
}


def suit_in_play(card: Card, trump: Strain | None) -> Suit:
    """The suit a card belongs to once trump is known: the left bower is a trump, and so is a joker.

    >>> str(suit_in_play(card("JD"), Suit.HEARTS)), str(suit_in_play(card("JD"), None))
    ('hearts', 'diamonds')
    """
    return card.suit if trump is None else SUITS_IN_PLAY[trump][card.index]


# How much higher a trump stands than a plain card of its rank: above every plain ace.
_TRUMP: Final = Rank.ACE - Rank.SEVEN + 1


def _height(card: Card, trump: Strain) -> int:
    if isinstance(trump, NoTrump):
        return card.rank if trump is NoTrump.HIGH else Rank.ACE - card.rank
    tops = (left_bower(trump), right_bower(trump))
    if card in tops:
        return _TRUMP + Rank.ACE + 1 + tops.index(card)
    if card.joker:
        return _TRUMP + Rank.ACE + 1 + len(tops)
    return card.rank + (_TRUMP if card.suit is trump else 0)


# How high every card stands in a trick, by the card's index.
HEIGHTS: Final = tuple(tuple(_height(each, trump) for each in EVERY_CARD) for trump in STRAINS)


def height(card: Card, trump: Strain) -> int:
    """How high a card stands in a trick; a plain card counts only in the suit led."""
    return HEIGHTS[trump][card.index]


def shuffled(seed: int | str, deck: Sequence[Card] = PACK) -> tuple[Card, ...]:
    """The deck in the order that the seed gives; the same seed gives the same order."""
    if not isinstance(seed, int | str):
        raise wrong_kind("seed", "a whole number or a text", seed)
    if not isinstance(deck, Sequence):
        raise wrong_kind("deck", "the cards of a deck", deck)
    order = list(deck)
    Random(seed).shuffle(order)
    return tuple(order)
