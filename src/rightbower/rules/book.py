"""A book read, checked, and laid over another."""

from __future__ import annotations

import copyreg
import os
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from pathlib import Path
from types import NoneType
from typing import Any, Final, Literal, get_args, get_type_hints

import msgspec
from msgspec import Struct

from rightbower.rules.cards import HAND_SIZE, Pack
from rightbower.rules.event_settings import (
    EVENT_TOPICS,
    LEAGUE_TOPICS,
    Entering,
    LeaguePlay,
    Movement,
    Ranking,
)
from rightbower.rules.message import Message, as_written, message, word
from rightbower.rules.refusal import Refusal, counted, wrong_kind
from rightbower.rules.settings import (
    NOTES,
    REFEREE_TOPICS,
    UNSTATED,
    Alone,
    Bidding,
    Burying,
    Calls,
    Conduct,
    Dealing,
    Draw,
    Exposed,
    GameEnd,
    HandCount,
    LoneHand,
    Marking,
    Misdealing,
    Playing,
    Relief,
    Revoking,
    Rulings,
    Scoring,
    Singly,
    Timing,
    Turns,
    WonTricks,
    objection,
)

# ``silent``: the text leaves it open. ``not borrowed``: nor is the rule of the document that is named.
Basis = Literal["stated", "read", "borrowed", "silent", "not borrowed", "custom", "house"]
LENT: Final = ("borrowed", "not borrowed")
GAPS: Final = (*LENT, "silent")


class Citation(Struct, frozen=True):
    """The clause behind a setting: stated in the text, our reading of it, or what fills a silence."""

    clause: str
    basis: Basis
    note: str
    see: str = ""
    also: tuple[str, ...] = ()

    def __str__(self) -> str:
        if self.basis == "read":
            return f"{self.clause} (our reading, {self.see})"
        if self.basis in GAPS:
            return f"{self.clause} ({self.basis}, {self.see})"
        return self.clause

    @property
    def clauses(self) -> tuple[str, ...]:
        return (self.clause, *self.also)


LAWS: Final[Mapping[str, str]] = {
    "partnerships": "Two partnerships of two sit opposite their partners.",
    "pack": "The pack is the 24 cards from nine to ace.",
    "right_bower": "The jack of trumps is the highest trump.",
    "left_bower": "The other jack of trump's color is the second trump and belongs to trumps.",
    "trump_order": "Below the bowers trumps run ace, king, queen, ten, nine.",
    "plain_order": "A plain suit runs ace, king, queen, jack, ten, nine, less a jack that is a bower.",
    "five_each": "Everyone is dealt five cards, clockwise from the dealer's left.",
    "packet_pattern": "The dealer chooses the packets and may vary them from player to player.",
    "deal_passes": "The deal moves one seat left after each deal.",
    "only_stated_rules": "A poor hand may not be thrown in, and no outside variant applies.",
    "turn_up_offers": "The turn-up offers a suit; it binds once somebody accepts it.",
    "round_one": "From the dealer's left each player once accepts the turn-up or passes.",
    "order_up": "An accepted turn-up goes to the dealer, whoever accepted it.",
    "pick_up": "The dealer accepts by taking the turn-up and burying a card.",
    "turn_down": "A dealer who declines turns the card down.",
    "dead_suit": "The suit turned down may not be named in that deal.",
    "round_two": "From the dealer's left each player once names another suit or passes.",
    "maker": "Whoever accepts or names trump is the maker; the other side defends.",
    "partner_sits_out": "A lone player's partner puts the hand away and takes no part.",
    "first_lead": "The player on the dealer's left leads to the first trick, any card.",
    "lead_past_folded": "Where that player's hand is put away, the next player to the left leads.",
    "play_in_turn": "Play goes clockwise, one card each, until the five tricks are played.",
    "follow_suit": "A player who holds a card of the suit led must play one.",
    "void_plays_any": "A player with none of the suit led may play any card.",
    "trick_winner": "The highest trump wins the trick, or else the highest card of the suit led.",
    "winner_leads": "The winner of a trick leads to the next.",
}


class RuleBook(Struct, frozen=True):
    """One edition of the rules: its settings, its laws, and the clause behind each.

    A later edition ``replaces`` an earlier one and says its ``changes``; ``notice`` is what a reader
    has to know of the text itself.
    """

    name: str
    title: str
    document: str
    edition: str
    officer: str
    draw: Draw
    dealing: Dealing
    bidding: Bidding
    burying: Burying
    alone: Alone
    playing: Playing
    score: Scoring
    game: GameEnd
    clock: Timing
    markers: Marking
    misdeal: Misdealing
    count: HandCount
    calls: Calls
    lone_hand: LoneHand
    turns: Turns
    exposed: Exposed
    won_tricks: WonTricks
    revoke: Revoking
    singly: Singly
    conduct: Conduct
    rulings: Rulings
    entering: Entering
    movement: Movement
    standings: Ranking
    league: LeaguePlay
    citations: Mapping[str, Citation]
    relief: Relief = Relief()
    extends: str = ""
    notice: str = ""
    replaces: str = ""
    changes: tuple[str, ...] = ()
    pack: Pack = Pack()

    def __repr__(self) -> str:
        return f"<RuleBook {self.name}, {self.title}, edition {self.edition}>"

    def __hash__(self) -> int:
        return hash((self.name, self.edition, *(getattr(self, topic) for topic in TOPICS)))

    def cite(self, path: str) -> Citation:
        """The citation of a setting (``score.march``) or of a law (``laws.follow_suit``).

        A variant that the book does not state is cited by the law that leaves variants out.
        """
        if path in NOTES and path not in self.citations:
            return msgspec.structs.replace(self.citations[UNSTATED], note=NOTES[path])
        return self.citations[path]

    def clause(self, path: str) -> str:
        """The clause of a setting or a law."""
        found = self.citations.get(path)
        return self.cite(path).clause if found is None else found.clause

    def named(self, path: str) -> str:
        """The clause as a sentence names it: one borrowed from another document says so."""
        cited = self.citations.get(path) or self.cite(path)
        foreign = cited.basis in GAPS and not cited.clause.startswith(f"{self.document}-")
        return f"{cited.clause}, {cited.basis}" if foreign else cited.clause

    def value(self, path: str) -> Any:
        """The value of a setting, such as ``score.march``."""
        topic, setting = path.split(".")
        return getattr(getattr(self, topic), setting)

    def alike(self, one: str, other: str) -> bool:
        """Whether two settings say the same, by the same clause where they have clauses."""
        cited = [self.citations[path] for path in (one, other)]
        clauses = {each.clause for each in cited if each.basis not in OWN_BASES}
        return self.value(one) == self.value(other) and len(clauses) < 2

    def paths(self) -> tuple[str, ...]:
        """Every setting that each book states, as ``topic.setting``."""
        return PATHS


TOPICS: Final[Mapping[str, type[Struct]]] = {
    "draw": Draw,
    "dealing": Dealing,
    "bidding": Bidding,
    "relief": Relief,
    "burying": Burying,
    "alone": Alone,
    "playing": Playing,
    "score": Scoring,
    "game": GameEnd,
    "clock": Timing,
    "markers": Marking,
    "pack": Pack,
    **REFEREE_TOPICS,
    **EVENT_TOPICS,
    **LEAGUE_TOPICS,
}
PATHS: Final = tuple(
    path
    for topic, group in TOPICS.items()
    for path in (f"{topic}.{name}" for name in group.__struct_fields__)
    if path not in NOTES
)
# What a sheet may state: every setting, the variants too.
EVERY_PATH: Final = (*PATHS, *NOTES)


# A whole book with all its notes is a fifth of this; in a line a parser's work grows with the square
# of the dots of a name.
MOST_BYTES: Final = 200_000
MOST_DOTS: Final = 100
# What the books call the one who decides; a sheet may call that person otherwise.
OFFICERS: Final = (word("director"), word("host"))
HEADINGS = ("name", "title", "document", "edition", "officer")
LATER = ("notice", "replaces", "changes")
EDITIONS: Final = "RIGHTBOWER_BOOKS"
OWN_BASES = ("custom", "house")


class BookError(Refusal):
    """A rule book that cannot be used, and why."""


class RawSetting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One setting or law as the file has it."""

    note: str
    basis: Basis = "house"
    clause: str = ""
    see: str = ""
    also: tuple[str, ...] = ()
    value: Any = msgspec.UNSET


class EditionNotes(msgspec.Struct, frozen=True):
    """What a book may say of its edition."""

    notice: str = ""
    replaces: str = ""
    changes: tuple[str, ...] = ()


@cache
def names() -> tuple[str, ...]:
    """The books that come with Rightbower, and later editions from the folder of ``RIGHTBOWER_BOOKS``."""
    return tuple(sorted({*_own(), *_later_editions()}))


@cache
def _own() -> frozenset[str]:
    files = resources.files("rightbower.rules").joinpath("books").iterdir()
    return frozenset(each.name.removesuffix(".toml") for each in files)


@cache
def _later_editions() -> Mapping[str, Path]:
    """The books of the house's own folder; none has the name of one that games were played by."""
    folder = os.environ.get(EDITIONS, "")
    found = {each.stem: each for each in sorted(Path(folder).glob("*.toml"))} if folder else {}
    for name in found.keys() & _own():
        raise BookError(f"{found[name]}: Rightbower has a book {name}; name this edition otherwise")
    return found


@cache
def sheet_names() -> tuple[str, ...]:
    """The sheets that come with Rightbower: how the game is played in some places."""
    files = resources.files("rightbower.rules").joinpath("sheets").iterdir()
    return tuple(sorted(each.name.removesuffix(".toml") for each in files))


def sheet_text(name: str) -> str:
    """A sheet that comes with Rightbower, as its file has it."""
    sheets = resources.files("rightbower.rules").joinpath("sheets")
    return sheets.joinpath(f"{name}.toml").read_text("utf-8")


def text_of(name: str) -> str:
    """A book of the library as its file has it."""
    if name in _own():
        books = resources.files("rightbower.rules").joinpath("books")
        return books.joinpath(f"{name}.toml").read_text("utf-8")
    return _later_editions()[name].read_text("utf-8")


def load(book: str | Path | RuleBook) -> RuleBook:
    """Open a book by its name or its document (A01), or a club's own sheet by its path.

    A book that is open already stays as it is.
    """
    if isinstance(book, RuleBook):
        return book
    if not isinstance(book, str | Path):
        raise wrong_kind("book", "a RuleBook, its name or a file", book)
    return _opened(str(book))


@cache
def _opened(book: str) -> RuleBook:
    if book in names():
        found = read(text_of(book), book)
        if found.name != book:
            raise BookError(f"{book}.toml holds a book named {found.name}; give both one name")
        return found
    if book in sheet_names():
        return read(sheet_text(book), book)
    path = Path(book)
    if path.suffix == ".toml" and path.is_file():
        with path.open("rb") as file:
            kept = file.read(MOST_BYTES + 1)
        if len(kept) > MOST_BYTES:
            raise BookError(f"{path} is not a readable rule book: it is too long")
        try:
            return read(kept.decode("utf-8"), str(path))
        except UnicodeDecodeError as fault:
            raise BookError(f"{path} is not a readable rule book: {fault}") from None
    # A document names its first edition, so what was begun by it goes on by it.
    for name in sorted(names(), key=lambda each: each in _later_editions()):
        if book and load(name).document == book.upper():
            return load(name)
    raise BookError(
        message(
            "there is no book called {book}; the books are {books}",
            book=repr(book),
            books=", ".join(names()),
        )
    )


def read(text: str, source: str) -> RuleBook:
    """Read a whole book, or a sheet that extends one; ``source`` is named in complaints."""
    if len(text) > MOST_BYTES or any(line.count(".") > MOST_DOTS for line in text.split("\n")):
        raise BookError(
            f"{source} is not a readable rule book: it is too long, or one of its lines is"
        )
    try:
        data = tomllib.loads(text)
    except RecursionError:
        raise BookError(
            message(
                "{source} is not a readable rule book: its brackets are too deep", source=source
            )
        ) from None
    except ValueError as fault:
        raise BookError(
            message(
                "{source} is not a readable rule book: {fault}", source=source, fault=str(fault)
            )
        ) from None
    if "extends" in data:
        return _sheet(data, source)
    return _book(data, source)


def overlay(book: RuleBook | str, values: Mapping[str, Any], note: str) -> RuleBook:
    """The same book with some settings changed, each marked as a house rule."""
    book = load(book)
    if not isinstance(values, Mapping):
        raise wrong_kind("values", "settings by their paths", values)
    entries = {path: RawSetting(note=note, value=value) for path, value in values.items()}
    return _lay_over(book, entries, book.name, book.title)


def book(
    base: str | Path | RuleBook = "standard",
    changes: Mapping[str, Any] | None = None,
    *,
    title: str = "",
    **settings: Any,
) -> RuleBook:
    """A book with house rules, each by its setting's own name or by its path among ``changes``.

    >>> book("standard", target=15, all_pass="throw in").game.target
    15
    """
    under = load(base)
    if changes is not None and not isinstance(changes, Mapping):
        raise wrong_kind("changes", "settings by their paths", changes)
    values = {**(changes or {}), **{_path_of(name): each for name, each in settings.items()}}
    found = overlay(under, values, note="Set by the program.") if values else under
    return msgspec.structs.replace(found, title=title) if title else found


def _path_of(name: str) -> str:
    """The path of the one setting that has a name."""
    found = [path for path in EVERY_PATH if path.partition(".")[2] == name]
    if len(found) == 1:
        return found[0]
    if found:
        raise BookError(
            f"{name} is the name of {counted(len(found), 'setting')} ({', '.join(found)}):"
            " give it by its path, among changes"
        )
    from difflib import get_close_matches  # only a wrong name needs it

    near = get_close_matches(name, (path.partition(".")[2] for path in EVERY_PATH), 1)
    raise BookError(f"there is no setting {name}" + (f"; did you mean {near[0]}?" if near else ""))


def _book(data: dict[str, Any], source: str) -> RuleBook:
    for heading in HEADINGS:
        if not isinstance(data.get(heading), str):
            raise BookError(message("{source} lacks its {heading}", source=source, heading=heading))
    known = set(PATHS)
    laws = {f"laws.{law}" for law in LAWS}
    entries = _entries(data, (*HEADINGS, *LATER), known | laws | NOTES.keys(), source)
    if missing := sorted((known | laws) - set(entries)):
        raise BookError(
            message("{source} says nothing of {missing}", source=source, missing=", ".join(missing))
        )
    groups: dict[str, Any] = {topic: _group(topic, entries, source) for topic in TOPICS}
    citations = {path: _cited(path, entry, data["name"], source) for path, entry in entries.items()}
    headings = {key: data[key] for key in HEADINGS}
    return _that_ends(RuleBook(**headings, **_edition(data, source), **groups, citations=citations))


def _edition(data: dict[str, Any], source: str) -> dict[str, Any]:
    """What a book says of its own text: a notice, the edition it replaces, and what changed."""
    try:
        said = msgspec.convert({key: data[key] for key in LATER if key in data}, EditionNotes)
    except msgspec.ValidationError as fault:
        raise BookError(f"{source}: {fault}") from None
    if said.replaces and not any(each.strip() for each in said.changes):
        raise BookError(f"{source} replaces {said.replaces} and does not say what changed")
    if said.replaces:
        earlier = load(said.replaces)
        if data["name"] == earlier.name or data["edition"] == earlier.edition:
            raise BookError(
                f"{source} needs a name and an edition that {said.replaces} does not have"
            )
    return msgspec.structs.asdict(said)


def _sheet(data: dict[str, Any], source: str) -> RuleBook:
    base = load(data["extends"]) if data["extends"] in names() else None
    if base is None:
        raise BookError(
            message(
                "{source} extends {book}, which is not one of the books",
                source=source,
                book=repr(data["extends"]),
            )
        )
    if not isinstance(data.get("name"), str):
        raise BookError(message("{source} lacks its {heading}", source=source, heading="name"))
    headings = (*HEADINGS, "extends", "sources", "unconfirmed")
    entries = _entries(data, headings, {*base.paths(), *NOTES}, source)
    return _lay_over(base, entries, data["name"], data.get("title", base.title))


def _lay_over(base: RuleBook, entries: Mapping[str, RawSetting], name: str, title: str) -> RuleBook:
    groups: dict[str, dict[str, Any]] = {}
    for path, entry in entries.items():
        if path not in base.paths() and path not in NOTES:
            raise BookError(message("there is no setting {path}", path=path))
        topic, setting = path.split(".")
        groups.setdefault(topic, {})[setting] = _value(path, entry, name)
    changed = {
        topic: msgspec.structs.replace(getattr(base, topic), **values)
        for topic, values in groups.items()
    }
    cited = {
        path: _cited(path, msgspec.structs.replace(entry, basis="house"), name, name)
        for path, entry in entries.items()
    }
    laid_over = msgspec.structs.replace(
        base,
        **changed,
        name=name,
        title=title,
        extends=base.extends or base.name,
        citations={**base.citations, **cited},
    )
    return _that_ends(laid_over)


def _that_ends(book: RuleBook) -> RuleBook:
    """The book, unless no game by it would ever end or begin, or its settings cannot meet."""
    if book.game.target is None and book.game.deals is None and book.clock.minutes is None:
        raise BookError(
            message(
                "{book} sets no target, no deals and no time: a game would never end",
                book=book.name,
            )
        )
    if not book.dealing.patterns:
        sizes = ", ".join(map(str, book.dealing.packets))
        raise BookError(
            message(
                "{book}: packets of {sizes} in {rounds} rounds do not make hands of {cards} cards",
                book=book.name,
                sizes=sizes,
                rounds=book.dealing.packet_rounds,
                cards=HAND_SIZE,
            )
        )
    if reason := objection(book):
        raise BookError(reason)
    return book


def _entries(
    data: dict[str, Any], headings: tuple[str, ...], known: set[str], source: str
) -> dict[str, RawSetting]:
    entries = {}
    for topic, group in data.items():
        if topic in headings:
            continue
        if not isinstance(group, dict):
            raise BookError(
                message("{source} has an unknown heading {topic}", source=source, topic=topic)
            )
        for setting, entry in group.items():
            path = f"{topic}.{setting}"
            if path not in known:
                raise BookError(
                    message("{source} has an unknown setting {path}", source=source, path=path)
                )
            try:
                entries[path] = msgspec.convert(entry, RawSetting)
            except msgspec.ValidationError as fault:
                raise _of_setting(source, path, as_written(str(fault))) from None
    return entries


def _group(topic: str, entries: Mapping[str, RawSetting], source: str) -> msgspec.Struct:
    stated = {name: entries.get(f"{topic}.{name}") for name in TOPICS[topic].__struct_fields__}
    values = {
        name: _value(f"{topic}.{name}", entry, source) for name, entry in stated.items() if entry
    }
    return TOPICS[topic](**values)


def _value(path: str, entry: RawSetting, source: str) -> Any:
    """The setting's value in its type; ``"none"`` stands for no such limit."""
    topic, setting = path.split(".")
    kind = _kinds(topic)[setting]
    if entry.value is msgspec.UNSET:
        raise _of_setting(source, path, message("no value is given"))
    absent = entry.value in ("none", None) and NoneType in get_args(kind)
    try:
        return msgspec.convert(None if absent else entry.value, kind)
    except msgspec.ValidationError as fault:
        raise _of_setting(source, path, as_written(str(fault))) from None


def _of_setting(source: str, path: str, reason: Message) -> BookError:
    return BookError(message("{source}, {path}: {reason}", source=source, path=path, reason=reason))


def _packed(book: RuleBook) -> Any:
    """A book of the library goes to another process by its name; any other goes whole."""
    if book.name in names() and load(book.name) is book:
        return load, (book.name,)
    return book.__reduce__()


copyreg.pickle(RuleBook, _packed)


@cache
def _kinds(topic: str) -> dict[str, Any]:
    return get_type_hints(TOPICS[topic], include_extras=True)


def _cited(path: str, entry: RawSetting, name: str, source: str) -> Citation:
    clause = entry.clause
    if not clause and entry.basis in OWN_BASES:
        clause = f"{name}:{path}"
    if not clause or not entry.note:
        raise _of_setting(source, path, message("a clause and a note are needed"))
    needs = "G-" if entry.basis in GAPS else "X-" if entry.basis == "read" else ""
    if not entry.see.startswith(needs):
        says = message(
            "a setting that is {basis} names its {needs} number", basis=entry.basis, needs=needs
        )
        raise _of_setting(source, path, says)
    return Citation(clause, entry.basis, entry.note, entry.see, entry.also)
