"""Names as they are written, and lists of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct

from rightbower.rules.message import UNSAID, Joined, Message, message
from rightbower.tournament.events.entrants import EventError, Player, read_date

# Between the names of two partners; "and" and "with" are words of their own.
JOINER: Final = re.compile(r"\s*[&+/]\s*|\s+(?:and|with|et)\s+|\s+[-–—]\s+", re.IGNORECASE)


DANGLING: Final = re.compile(
    r"(?:^|\s)(?:[&+/]|and|with|[-–—])$|^(?:[&+/]|and\s|with\s)", re.IGNORECASE
)


NUMBERING: Final = re.compile(r"^\s*(?:\d{1,3}\s*[.):]\s+|\d{1,3}[.)]|[•*·–-]\s+)\s*")


# Words that begin a last name of several words: "van Dyke, Mary Ann" is one person.
PARTICLES: Final = frozenset(
    [
        "van",
        "von",
        "der",
        "den",
        "de",
        "del",
        "di",
        "da",
        "du",
        "la",
        "le",
        "mc",
        "mac",
        "st",
        "st.",
        "o",
        "ten",
        "ter",
        "dos",
        "saint",
        "al",
        "bin",
    ]
)


NOT_A_NAME: Final = frozenset(
    ("?", "??", "tba", "tbd", "tbc", "n/a", "none", "nobody", "partner", "no partner", "needed")
) | {"needs partner", "partner needed", "looking", "single", "total", "totals", "x", "-"}


# What a name never holds: an address, five figures or more, a colon, a bracket that is not closed.
STRAY: Final = re.compile(r"@|:|\d(?:[\s().-]*\d){4}|\([^)]*$")


COMMAS: Final = ("last name first", "two players")


SHARED: Final = ("the same last name", "names of their own")


class People(Struct, frozen=True):
    """The players a text names; ``doubt`` is what has to be asked first, ``fault`` what is wrong."""

    names: tuple[str, ...] = ()
    doubt: str = ""
    fault: Message = UNSAID


def people(text: str, answers: Mapping[str, str] | None = None, heading: str = "") -> People:
    """Read the name of one player or two.

    ``answers`` settle what the text leaves open: under ``commas`` and ``shared``. ``heading`` says
    whether a column is of players (``name``) or of pairs (``names``).

    >>> people("Ed Hall and Fay Ives").names, people("Lamb, Ida & Mann, Joe").names
    (('Ed Hall', 'Fay Ives'), ('Ida Lamb', 'Joe Mann'))
    >>> people("Lamb, Ida").doubt, people("Lamb, Ida", {"commas": "last name first"}).names
    ('commas', ('Ida Lamb',))
    """
    given = answers or {}
    plain = " ".join(NUMBERING.sub("", text).split()).strip(",; ")
    if DANGLING.search(plain):
        return People((plain,), fault=message("one of the two names is missing"))
    parts = [part.strip(", ") for part in JOINER.split(plain) if part.strip(", ")]
    found = _with_commas(parts, given, heading) if "," in plain else _joined(parts, given)
    return _checked(found)


def _joined(parts: Sequence[str], answers: Mapping[str, str]) -> People:
    """Names without commas; "Ed and Fay Ives" may share the last name."""
    if len(parts) != 2 or len(parts[0].split()) > 1 or len(parts[1].split()) == 1:
        return People(tuple(parts))
    if "shared" not in answers:
        return People(tuple(parts), doubt="shared")
    if answers["shared"] == SHARED[0]:
        return People((f"{parts[0]} {parts[1].partition(' ')[2]}", parts[1]))
    return People(tuple(parts))


def _with_commas(parts: Sequence[str], answers: Mapping[str, str], heading: str) -> People:
    if len(parts) > 1:
        if all(part.count(",") == 1 for part in parts):
            return People(tuple(_turned(part) for part in parts))
        return People(tuple(parts), fault=message("write each name like Ida Lamb"))
    left, _, right = (piece.strip() for piece in parts[0].partition(","))
    if not left or "," in right:
        fault = message("write one player a line, or two with & between them")
        return People((parts[0],), fault=fault)
    choice = answers.get("commas") or _comma_by_heading(left, right, heading)
    if choice == COMMAS[0]:
        return People((_turned(parts[0]),))
    if choice == COMMAS[1]:
        return People((left, right))
    return People((parts[0],), doubt="commas")


def _comma_by_heading(left: str, right: str, heading: str) -> str:
    """What a comma means under a heading that settles it; nothing where it could be either."""
    if heading == "name" and len(right.split()) == 1 and len(left.split()) == 1:
        return COMMAS[0]
    if heading == "names" and full(left) and full(right):
        return COMMAS[1]
    return ""


def full(name: str) -> bool:
    """Whether a text is a whole name, first and last, and surely not a last name of two words."""
    words = name.split()
    return len(words) > 1 and words[0].casefold() not in PARTICLES


def _turned(name: str) -> str:
    last, _, first = (piece.strip() for piece in name.partition(","))
    return f"{first} {last}"


def _checked(found: People) -> People:
    """The same, with the fault of a text that is not a name."""
    if found.fault or found.doubt:
        return found
    for name in found.names:
        if name.casefold().strip(".! ()") in NOT_A_NAME or not any(map(str.isalpha, name)):
            fault = message("{name} is not a name; write only the player's name", name=name)
            return People(found.names, fault=fault)
        if STRAY.search(name):
            fault = message("{name} has more in it than a name", name=name)
            return People(found.names, fault=fault)
    return found


Cells = Sequence[tuple[int, Sequence[str]]]


# What a column may be headed, for each thing we look for.
TITLES: Final[Mapping[str, tuple[str, ...]]] = {
    "name": ("name", "player", "full name", "player name", "player 1", "partner 1", "first player"),
    "names": ("names", "pair", "pairs", "team", "players", "couple", "partners"),
    "first name": ("first name", "first", "given name", "forename", "firstname", "prénom"),
    "last name": ("last name", "last", "surname", "family name", "lastname", "nom de famille"),
    "partner": ("partner", "partner name", "player 2", "partner 2", "second player", "spouse"),
    "partner first name": ("partner first name", "partner first", "partner given name"),
    "partner last name": ("partner last name", "partner last", "partner surname"),
    "zone": ("zone", "club"),
    "born": ("born", "birth date", "date of birth", "dob", "birthday", "birthdate"),
    "partner born": ("partner born", "born 2", "partner date of birth"),
    "member": ("member", "active member", "active"),
    "partner member": ("partner member", "member 2"),
    "floater": ("floater",),
}


# Headings of columns that are not used; a row of nothing else heads the list too.
OTHERS: Final = frozenset(
    ("phone", "telephone", "tel", "mobile", "cell", "email", "e mail", "membership", "member no")
) | {"membership no", "number", "no", "#", "nr", "address", "city", "town", "paid", "notes", "date"}


NOT_USED: Final = "not used"


MEANINGS: Final = (*TITLES, NOT_USED)


NAMING: Final = ("name", "names", "first name", "last name")


PARTNERS: Final = {
    "name": "partner",
    "names": "partner",
    "first name": "partner first name",
    "last name": "partner last name",
    "born": "partner born",
    "member": "partner member",
}


MOST_TITLE_ROWS: Final = 5


DATE: Final = re.compile(r"\d{4}[-/.]\d{1,2}[-/.]\d{1,2}")


NUMBERS: Final = re.compile(r"[\d\s().+#/-]*\d[\d\s().+#/-]*")


# The kinds of column that hold names, and what each is likeliest to be.
NAMES: Final = {"full": "name", "words": "name", "joined": "names"}


YES_OR_NO: Final = frozenset(("yes", "no", "y", "n", "true", "false", "x", "active", "paid", "✓"))


class ColumnQuestion(Struct, frozen=True):
    """What has to be asked before the list can be read; ``guess`` is the likeliest choice."""

    key: str
    text: str
    choices: tuple[str, ...]
    guess: str


class ListedEntrant(Struct, frozen=True):
    """One entrant of the list: the row, its values under their meanings, and what is wrong."""

    row: int
    values: Mapping[str, str]
    fault: Message = UNSAID


class NameList(Struct, frozen=True):
    """A list as it is read, what has to be asked first, and what else is to be known."""

    readings: tuple[ListedEntrant, ...]
    questions: tuple[ColumnQuestion, ...] = ()
    remarks: tuple[Message, ...] = ()


def read_list(
    cells: Cells, answers: Mapping[str, str] | None = None, *, alone: bool = False
) -> NameList:
    """Read a list; ``answers`` are the choices made for the questions of an earlier look.

    Where everybody plays ``alone``, a line that names two is two entrants.
    """
    given = answers or {}
    rows = [(number, [str(cell).strip() for cell in row]) for number, row in cells]
    rows = [(number, row) for number, row in rows if any(row)]
    head = next((n for n, (_, row) in enumerate(rows[:MOST_TITLE_ROWS]) if _is_head(row)), None)
    if head is not None and any(sum(map(bool, row)) > 1 for _, row in rows[:head]):
        head = None
    titles = rows[head][1] if head is not None else []
    body = _uncut(rows) if head is None else rows[head + 1 :]
    width = max(len(row) for row in (titles, *(row for _, row in body)))
    columns = [
        [row[place] if place < len(row) else "" for _, row in body] for place in range(width)
    ]
    guess, sure = _headed(titles, columns) if titles else _by_content(columns)
    meanings = [given.get(f"column {n}", meaning) for n, meaning in enumerate(guess, 1)]
    asked = [] if sure or "column 1" in given else _ask_columns(guess, titles, columns)
    doubts: dict[str, str] = {}  # the first text of each
    readings = [
        _reading(number, values, given, doubts, headed=bool(titles))
        for number, row in body
        for values in _entrants(row, meanings)
    ]
    questions = [*asked, *(_ask(doubt, text) for doubt, text in doubts.items())]
    remarks = [*_remarks(rows, head, titles, meanings)]
    if alone:
        apart = [part for each in readings for part in _apart(each)]
        if more := len(apart) - len(readings):
            remarks.append(
                message(
                    "{count} {count|line names|lines name} two players: both are listed", count=more
                )
            )
        readings = apart
    return NameList(tuple(readings), tuple(questions), tuple(remarks))


def _apart(reading: ListedEntrant) -> list[ListedEntrant]:
    """The two whom one line names, each for themselves, where nothing else is said of the second."""
    second = reading.values.get("partner")
    known = ("partner born", "partner member")
    if reading.fault or not second or any(reading.values.get(each) for each in known):
        return [reading]
    first = {key: value for key, value in reading.values.items() if key not in ("partner", *known)}
    zone = {key: value for key, value in first.items() if key == "zone"}
    return [
        ListedEntrant(reading.row, first),
        ListedEntrant(reading.row, {"name": second, **zone}),
    ]


# A list is one column where at most one line in so many was cut by a comma.
SELDOM: Final = 4


def _uncut(rows: Cells) -> Cells:
    """The rows as they were before commas cut them: each "Lamb, Ida & Mann, Joe", or the few that have one."""
    cut = [row for _, row in rows if sum(map(bool, row)) > 1]
    if cut and len(cut) * SELDOM <= len(rows) and all(map(_two_names, cut)):
        return [(number, [", ".join(filter(None, row))]) for number, row in rows]
    joined = [row for _, row in rows if len(row) == 3 and JOINER.search(row[1])]
    if not any(all(len(part.split()) == 1 for part in JOINER.split(row[1])) for row in joined):
        return rows
    if any(JOINER.search(row[0] + " " + row[2]) or NUMBERS.search(row[2]) for row in joined):
        return rows
    return [(number, [", ".join(row)] if row in joined else row) for number, row in rows]


def _two_names(row: Sequence[str]) -> bool:
    """Whether a row has two cells, and both can be names."""
    filled = [cell for cell in row if cell]
    return len(filled) == 2 and all(_kind([cell]) in NAMES for cell in filled)


def plain(text: str) -> str:
    """A heading as it is compared: capitals, dots, underlines and apostrophes do not count."""
    words = re.sub(r"['’]s\b|[._*:]", lambda found: " " if found[0] == "_" else "", text)
    return " ".join(words.replace("-", " ").split()).casefold()


def _meaning(title: str) -> str:
    word = re.sub(r"^(player|partner) ?1 (?=\w)", "", plain(title))
    word = re.sub(r"^(player|partner) ?2 (?=\w)", "partner ", word)
    word = re.sub(r"^(player|partner)(\d)$", r"\1 \2", word)
    return next((meaning for meaning, titles in TITLES.items() if word in titles), "")


def _is_head(row: Sequence[str]) -> bool:
    """Whether a row heads the columns: with a heading of names, or with nothing but headings."""
    filled = [cell for cell in row if cell]
    if any((NUMBERS.fullmatch(cell) and cell != "#") or "@" in cell for cell in filled):
        return False
    known = [_meaning(cell) for cell in filled]
    others = [plain(cell) in OTHERS for cell in filled]
    return any(each in NAMING for each in known) or all(
        either or other for either, other in zip(known, others, strict=True)
    )


def _headed(titles: Sequence[str], columns: Sequence[Sequence[str]]) -> tuple[list[str], bool]:
    """The meaning of each column by its heading, and whether that is sure."""
    found: list[str] = []
    sure = True
    titles = [*titles, *[""] * len(columns)][: len(columns)]
    for title, column in zip(titles, columns, strict=True):
        meaning, kind = _meaning(title), _kind([cell for cell in column if cell])
        if meaning == "member" and kind == "number" and set(column) - {"0", "1", ""}:
            meaning = ""
        found.append(PARTNERS.get(meaning, "") if meaning in found else meaning)
        another = bool(re.fullmatch(r"(player|name|partner) ?[2-9]", plain(title)))
        if not found[-1] and (another or (not title and kind in NAMES)):
            sure = False
    if "last name" in found and "first name" not in found and "name" in found:
        found[found.index("name")] = "first name"
    if not any(each in NAMING for each in found):
        guess, sure = _by_content(
            [() if title else column for title, column in zip(titles, columns, strict=True)]
        )
        return [each or other for each, other in zip(found, guess, strict=True)], sure
    return [each or NOT_USED for each in found], sure


def _by_content(columns: Sequence[Sequence[str]]) -> tuple[list[str], bool]:
    """The meaning of each column without headings, and whether that is sure."""
    kinds = [_kind([cell for cell in column if cell]) for column in columns]
    found = ["born" if kind == "date" else NOT_USED for kind in kinds]
    named = [place for place, kind in enumerate(kinds) if kind in NAMES]
    words = [place for place in named if kinds[place] == "words"]
    guess: Sequence[str] = ["names" if kinds[place] == "joined" else "name" for place in named]
    sure = len(named) == 1
    if [kinds[place] for place in named] == ["full", "full"]:
        guess, sure = ("name", "partner"), True
    elif words == named and len(words) in (2, 4):
        guess = ("first name", "last name", "partner first name", "partner last name")
    elif words and words != named:
        guess = [NOT_USED if place in words else NAMES[kinds[place]] for place in named]
    for place, meaning in zip(named, guess, strict=False):
        found[place] = meaning
    return found, sure


def _kind(cells: Sequence[str]) -> str:
    """What a column holds: dates, numbers, addresses, answers, joined or full names, or words."""
    if not cells:
        return "blank"
    if all("@" in cell for cell in cells):
        return "address"
    if all(cell.casefold() in YES_OR_NO for cell in cells):
        return "answer"
    for kind, form in (("date", DATE), ("number", NUMBERS)):
        if all(form.fullmatch(cell) for cell in cells):
            return kind
    if any(JOINER.search(cell) for cell in cells):
        return "joined"
    return "full" if all(full(cell) for cell in cells) else "words"


def _ask_columns(
    guess: Sequence[str], titles: Sequence[str], columns: Sequence[Sequence[str]]
) -> list[ColumnQuestion]:
    asked = []
    for number, (meaning, column) in enumerate(zip(guess, columns, strict=True), 1):
        title = titles[number - 1] if number <= len(titles) else ""
        seen = ", ".join(list(dict.fromkeys(cell for cell in column if cell))[:3]) or "nothing"
        called = f"Column {number} ({title})" if title else f"Column {number}"
        text = f"{called} has {seen}. What is it?"
        asked.append(ColumnQuestion(f"column {number}", text, MEANINGS, meaning))
    return asked


def _ask(doubt: str, text: str) -> ColumnQuestion:
    if doubt == "commas":
        said = f"What does the comma in “{text}” stand between?"
        return ColumnQuestion("commas", said, COMMAS, COMMAS[0])
    said = f"Do the two in “{text}” have the same last name?"
    return ColumnQuestion("shared", said, SHARED, SHARED[0])


def _entrants(row: Sequence[str], meanings: Sequence[str]) -> Iterator[dict[str, str]]:
    """The values of a row; where a meaning comes again, another entrant begins."""
    values: dict[str, str] = {}
    for cell, meaning in zip(row, meanings, strict=False):
        if meaning in values:
            if any(values.values()):
                yield values
            values = {}
        if meaning != NOT_USED:
            values[meaning] = cell
    if any(values.values()):
        yield values


def _reading(
    number: int,
    values: Mapping[str, str],
    answers: Mapping[str, str],
    doubts: dict[str, str],
    headed: bool,
) -> ListedEntrant:
    rest = {key: value for key, value in values.items() if key not in (*NAMING, *PARTNERS.values())}
    rest |= {key: values[key] for key in ("partner born", "partner member") if key in values}
    names: list[str] = []
    fault: Message = UNSAID
    for text, heading in _texts(values):
        read = people(text, answers, heading if headed else "")
        names += read.names
        fault = fault or read.fault
        if read.doubt:
            doubts.setdefault(read.doubt, text)
    shown = {"name": names[0] if names else "", **rest}
    if len(names) > 1:
        shown["partner"] = names[1]
    if len(names) > 2:
        fault = fault or message("{who}: a pair is two players", who=" & ".join(names))
    return ListedEntrant(number, shown, fault if names else message("the name is missing"))


def _texts(values: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """The texts of a row that name people, each with the kind of its heading."""
    own = _composed(values.get("first name", ""), values.get("last name", ""))
    for text, heading in (
        (values.get("name", ""), "name"),
        (values.get("names", ""), "names"),
        (own, ""),
        (values.get("partner", ""), "name"),
        (_composed(values.get("partner first name", ""), values.get("partner last name", "")), ""),
    ):
        if text:
            yield text, heading


def _composed(first: str, last: str) -> str:
    """A first and a last name together; "Ed & Fay" with "Hall & Ives" are two people."""
    firsts, lasts = JOINER.split(first), JOINER.split(last)
    if len(firsts) == len(lasts) > 1:
        return " & ".join(f"{a} {b}" for a, b in zip(firsts, lasts, strict=True))
    return f"{first} {last}".strip()


def _remarks(
    rows: Cells, head: int | None, titles: Sequence[str], meanings: Sequence[str]
) -> Iterator[Message]:
    if head:
        above = "; ".join(next(cell for cell in row if cell) for _, row in rows[:head])
        yield message("taken for a title: {text}", text=above)
    unused = [
        title
        for title, meaning in zip(titles, meanings, strict=False)
        if title and meaning == NOT_USED
    ]
    if unused:
        yield message("not used: {columns}", columns=Joined(tuple(unused), ", "))


def players(text: str, born: tuple[str, ...], member: bool, zone: str) -> list[Player]:
    """The players named, with the papers that were given."""
    dates = [read_date(each).isoformat() for each in born]
    return [
        Player(name, dates[place] if place < len(dates) else "", member or None, zone)
        for place, name in enumerate(_named(text))
    ]


def _named(text: str) -> tuple[str, ...]:
    """The names in a text; one that can be read in two ways is refused."""
    found = people(text)
    if found.doubt:
        raise EventError(
            message("{text} can be read in two ways; write it like Ida Lamb & Joe Mann", text=text)
        )
    if found.fault:
        raise EventError(found.fault)
    return found.names
