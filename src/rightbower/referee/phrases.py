"""Which irregularity is meant by what somebody says at a table."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Mapping
from difflib import SequenceMatcher
from functools import cache, lru_cache
from importlib import resources
from math import log
from typing import Any, Final

from msgspec import Struct

from rightbower.referee.irregularities import TITLES, Kind
from rightbower.rules.book import RuleBook
from rightbower.rules.message import Message, Term, message, word

MOST: Final = 5
MOST_WORDS: Final = 12
_SMALL: Final = frozenset(
    [
        "a",
        "an",
        "and",
        "at",
        "be",
        "been",
        "by",
        "did",
        "do",
        "does",
        "for",
        "from",
        "had",
        "has",
        "have",
        "he",
        "her",
        "him",
        "his",
        "i",
        "in",
        "is",
        "it",
        "its",
        "me",
        "my",
        "of",
        "on",
        "one",
        "or",
        "our",
        "s",
        "she",
        "so",
        "somebody",
        "someone",
        "t",
        "that",
        "the",
        "their",
        "them",
        "then",
        "there",
        "they",
        "this",
        "to",
        "too",
        "us",
        "was",
        "wasn",
        "we",
        "were",
        "what",
        "when",
        "where",
        "which",
        "while",
        "who",
        "with",
        "you",
        "your",
        "didn",
        "doesn",
        "isn",
        "player",
        "game",
        "hand",
        "card",
        "cards",
    ]
)
_ENDINGS: Final = ("ing", "ed", "es", "s", "e", "d")


class Proviso(Struct, frozen=True):
    """What a book with this value of a setting adds to what is allowed, lest too much is."""

    path: str
    value: str
    says: Message


class Other(Struct, frozen=True):
    """Something that is no irregularity: what is said of it, and the setting that says why.

    Where a book allows it, or no book speaks of it and the officer decides (``says`` is None then).
    Where ``only`` is given, it holds for the books with one of those values; elsewhere what is meant
    is the irregularity ``instead``. Where a book allows it within ``limits``, it says which.
    """

    name: str
    title: str
    says: Message | None
    why: str
    only: Mapping[str, tuple[Any, ...]] = {}
    instead: Kind | None = None
    limits: tuple[Proviso, ...] = ()

    def answer(self, book: RuleBook) -> Message:
        """What is said of it by a book."""
        if self.says is None:
            return message(
                "The book names nothing for it, so the {officer} decides.",
                officer=Term(book.officer),
            )
        found = self.says
        for limit in self._set(book):
            found = message("{allowed} {limit}", allowed=found, limit=limit.says)
        return found

    def cites(self, book: RuleBook) -> tuple[str, ...]:
        """The settings that say so by this book."""
        return tuple(dict.fromkeys((self.why, *(limit.path for limit in self._set(book)))))

    def _set(self, book: RuleBook) -> tuple[Proviso, ...]:
        return tuple(each for each in self.limits if book.value(each.path) == each.value)

    def holds(self, book: RuleBook) -> bool:
        """Whether it is no irregularity by this book."""
        return all(book.value(path) in values for path, values in self.only.items())


OTHERS: Final[tuple[Other, ...]] = (
    Other(
        "poor hand",
        word("a poor hand is thrown in"),
        message("No hand is dealt again for being poor."),
        "laws.only_stated_rules",
    ),
    Other(
        "no duty to trump",
        word("a player without the suit led does not trump, or trumps a partner"),
        message("That is allowed."),
        "laws.void_plays_any",
    ),
    Other(
        "trump led",
        word("trump is led"),
        message("That is allowed: any card may be led."),
        "laws.first_lead",
    ),
    Other(
        "partner orders",
        word("the dealer's partner orders the turn-up"),
        message("The order is good."),
        "bidding.partner_order",
        limits=(
            Proviso("bidding.partner_order", "must be alone", message("The partner plays alone.")),
            Proviso(
                "bidding.trump_to_order",
                "all but dealer",
                message("It takes a trump in the partner's hand."),
            ),
        ),
    ),
    Other(
        "turn-up discarded",
        word("the dealer discards the turn-up"),
        message("That is allowed."),
        "burying.turn_up",
        only={
            "burying.turn_up": (
                "allowed",
                "unless five of the suit",
            )
        },
        instead=Kind.FORBIDDEN_CALL,
        limits=(
            Proviso(
                "burying.turn_up",
                "unless five of the suit",
                message("But with five more cards of its suit in hand the dealer keeps it."),
            ),
        ),
    ),
    Other(
        "all pass",
        word("everybody passes twice and the dealer does not name a suit"),
        message("That is allowed."),
        "bidding.all_pass",
        only={"bidding.all_pass": ("throw in",)},
        instead=Kind.FORBIDDEN_CALL,
    ),
    Other(
        "cards left over",
        word("somebody looks at the cards left over"),
        None,
        "rulings.final",
    ),
    Other(
        "slow play",
        word("the play is slow"),
        message("Nothing follows by itself."),
        "clock.minutes",
    ),
    Other(
        "wrong score",
        word("the score is wrong"),
        None,
        "rulings.final",
    ),
    Other(
        "cards passed",
        word("cards are passed to a partner"),
        message("That is not allowed, and no penalty is named."),
        "laws.partner_sits_out",
    ),
)


class Likely(Struct, frozen=True):
    """What may be meant, and how well it fits, up to 1."""

    what: Kind | Other
    fits: float

    @property
    def title(self) -> str:
        return TITLES[self.what] if isinstance(self.what, Kind) else self.what.title


def meant(text: str, book: RuleBook) -> tuple[Likely, ...]:
    """What may be meant by what somebody says, the likeliest first; nothing where no word fits."""
    roots = _roots(text)
    if not roots:
        return ()
    best: dict[Kind | str, Likely] = {}
    for what, said in _sayings():
        if isinstance(what, Other) and not what.holds(book):
            if what.instead is None:
                continue
            what = what.instead
        fits = _likeness(roots, said)
        key = what if isinstance(what, Kind) else what.title
        if fits > (best[key].fits if key in best else 0.15):
            best[key] = Likely(what, fits)
    return tuple(sorted(best.values(), key=lambda each: -each.fits))[:MOST]


def clearly(found: tuple[Likely, ...]) -> Likely | None:
    """The one that is meant without doubt, if there is one."""
    if not found or (len(found) > 1 and found[0].fits < 1.15 * found[1].fits):
        return None
    return found[0]


@cache
def _data() -> dict[str, Any]:
    text = resources.files("rightbower.referee").joinpath("phrases.toml").read_text("utf-8")
    return tomllib.loads(text)


@cache
def _sayings() -> tuple[tuple[Kind | Other, tuple[str, ...]], ...]:
    """Each phrase by its roots, and what it means; a kind's own name and title are phrases too."""
    said: list[tuple[Kind | Other, tuple[str, ...]]] = []
    for kind in Kind:
        words = [kind.value, TITLES[kind], *_data()[kind.value]["said"]]
        said += [(kind, _roots(phrase)) for phrase in words]
    for other in OTHERS:
        said += [(other, _roots(phrase)) for phrase in (other.title, *_data()["other"][other.name])]
    return tuple(said)


@cache
def _weights() -> Mapping[str, float]:
    """A word says the more, the fewer phrases have it."""
    count = Counter(root for _, roots in _sayings() for root in roots)
    return {root: 1 + log(len(_sayings()) / often) for root, often in count.items()}


def _roots(text: str) -> tuple[str, ...]:
    """The words that matter, without their endings; all words where none matters."""
    plain = "".join(each if each.isalnum() else " " for each in text.lower().replace("'", ""))
    words = plain.split()
    roots = [_root(word) for word in words if word not in _SMALL] or words
    return tuple(dict.fromkeys(roots))[:MOST_WORDS]


def _root(word: str) -> str:
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word.removesuffix(ending)
    return word


def _likeness(roots: tuple[str, ...], said: tuple[str, ...]) -> float:
    """How much of the weight of both is in words they share, slips of the pen forgiven."""
    weights = _weights()
    most = max(weights.values())
    shared = sum(
        max((_like(root).get(other, 0.0) * weights[other] for other in said), default=0.0)
        for root in roots
    )
    asked = sum(weights.get(root, most) for root in roots)
    return shared * shared / (asked * sum(weights[root] for root in said))


@lru_cache(maxsize=1024)
def _like(root: str) -> Mapping[str, float]:
    """The words of the phrases that may be meant by a word, and how alike they are."""
    known = {root: 1.0} if root in _weights() else {}
    if len(root) < 4:
        return known
    for other in _weights():
        if other[0] == root[0] and len(other) >= 4 and other != root:
            ratio = SequenceMatcher(None, root, other).ratio()
            if ratio >= 0.8:
                known[other] = ratio
    return known
