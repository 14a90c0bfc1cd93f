"""Euchre Game Notation, every version 1: games of other programs, in and out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from copy import deepcopy
from typing import Any, Final, assert_never

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from rightbower.record.egn_deals import (
    NOBODY,
    Completed,
    Course,
    complete,
    course_of,
    expand,
    kitty_of,
    without_voids,
)
from rightbower.record.egn_schema import (
    FILE_TYPE,
    UNKNOWN,
    VERSION,
    BiddingPhase,
    CallText,
    Cards,
    EgnDeal,
    EgnError,
    EgnFile,
    InitialState,
    Metadata,
    NamedPlayer,
    Ruleset,
    TrickPlay,
    book_of,
    ruleset_of,
    unused,
    write_card,
)
from rightbower.record.entries import ActionEntry, BellEntry, DealtEntry, Record, RecordEntry
from rightbower.record.record import DealStory, begin, stories
from rightbower.rules import acts
from rightbower.rules.acts import Bury, Play
from rightbower.rules.book import RuleBook, load
from rightbower.rules.cards import NoTrump, Seat, Strain, Suit, shuffled
from rightbower.rules.deal import Deal, Phase, may_defend_alone
from rightbower.rules.game import Game
from rightbower.rules.message import Message, message
from rightbower.rules.refusal import said_by, wrong_kind

# Keys without which a deal cannot be replayed: what is wrong with them is never passed over.
NEEDED: Final = frozenset(
    ("fileType", "version", "metadata", "initialScore", "deals", "initialState", "dealer")
) | {"upCard", "phases", "type", "calls", "tricks"}
CARDS: Final = frozenset(("upCard", "discard", "kitty", "playerCards", "tricks", "cards"))
CALLS: Final = {
    "pass": "Pass",
    "order": "Order",
    "order up": "Order",
    "pick up": "Order",
    **{suit.name.lower(): suit.letter.lower() for suit in Suit},
    "no trump": "n",
}
BLANKS: Final[tuple[object, ...]] = (None, "", [], {})
# More than this many keys of the wrong kind is another kind of file.
MOST_PASSED_OVER: Final = 200
MOST_NAMED: Final = 8
LONGEST_KEY: Final = 40


class ParsedFile(Struct, frozen=True):
    """A file as it stands, what is understood of it, and in one line what is not."""

    data: dict[str, Any]
    file: EgnFile
    remark: str


def parse(text: str) -> ParsedFile:
    """The file in a text; refuse what is not the notation and what no game can do without."""
    try:
        data = msgspec.json.decode(text.removeprefix("\ufeff"))
        if not isinstance(data, dict):
            raise EgnError("the file does not hold one object with fileType, version and so on")
        if data.get("fileType") != FILE_TYPE:
            raise EgnError(f"fileType is {_shown(data.get('fileType'))}, not {FILE_TYPE!r}")
        tidy = tidied(data)
        file = typed(tidy)
        return ParsedFile(data, file, not_understood(tidy, file))
    except msgspec.DecodeError as fault:
        raise EgnError(f"this is not whole JSON: {fault}") from None
    except RecursionError:
        raise EgnError("this is not the notation: it is nested too deeply") from None


def _shown(value: object) -> str:
    return repr(value) if isinstance(value, str) and len(value) < 80 else "missing or not a name"


def tidied(data: dict[str, Any]) -> dict[str, Any]:
    """The file with today's names of keys, usual spellings of cards and calls, and four players."""
    tidy = {_lenient_name(key): _tidied(_lenient_name(key), value) for key, value in data.items()}
    if isinstance(tidy.get("version"), float | int):
        tidy["version"] = str(tidy["version"])
    about = tidy.get("metadata")
    if isinstance(about, dict) and isinstance(about.get("players"), list):
        names = about["players"]
        names += [None] * (len(Seat) - len(names))
        words = [seat.word for seat in Seat] + [""] * len(names)
        about["players"] = [
            word if name is None else name for name, word in zip(names, words, strict=False)
        ]
    return tidy


def _lenient_name(key: str) -> str:
    """The key as it is spelled since 1.2: ``initial_state`` is ``initialState``."""
    return re.sub(r"_([a-z])", lambda found: found[1].upper(), key)


def _tidied(name: str, value: Any) -> Any:
    if name == "ruleset":
        return deepcopy(value)
    if name in CARDS:
        return _cards(value)
    if name == "calls" and isinstance(value, list):
        return [_read_call(each) if isinstance(each, str) else each for each in value]
    if isinstance(value, dict):
        return {
            _lenient_name(key): _tidied(_lenient_name(key), each) for key, each in value.items()
        }
    if isinstance(value, list):
        return [_tidied("", each) for each in value]
    return value


def _read_call(text: str) -> str:
    word = text.strip().lower()
    return CALLS.get(word, word)


def _cards(value: Any) -> Any:
    """A card, a hand or hands with each card as rank and suit; a blank card is not known."""
    if isinstance(value, list):
        return [_cards("Xx" if each in ("", None) else each) for each in value]
    if not isinstance(value, str):
        return value
    text = value.strip().replace("10", "T")
    return text[:1].upper() + text[1:]


def typed(tidy: dict[str, Any]) -> EgnFile:
    """The file's values, those of the wrong kind passed over where a game can do without them."""
    work = deepcopy(tidy)
    for _ in range(MOST_PASSED_OVER):
        try:
            return msgspec.convert(work, EgnFile)
        except msgspec.ValidationError as fault:
            if not _pass_over(work, str(fault)):
                raise EgnError(_sentence(str(fault))) from None
    raise EgnError(f"more than {MOST_PASSED_OVER} keys are not of the kind the notation has")


def _pass_over(work: Any, fault: str) -> bool:
    """Take out the innermost key on the way to a fault that is not needed; say whether one was."""
    way: list[Any] = [int(place or 0) if place else key for key, place in _steps(fault)]
    known = [number for number, step in enumerate(way) if isinstance(step, str)]
    for number in reversed(known):
        if way[number] not in NEEDED:
            for step in way[:number]:
                work = work[step]
            return work.pop(way[number], None) is not None
    return False


def _steps(fault: str) -> list[tuple[str, str]]:
    """The keys and places on the way to a fault, the way of a map's own keys left out."""
    way = fault.partition(" - at `$")[2].partition("[...]")[0]
    return re.findall(r"\.(\w+)|\[(\d+)\]", way)


def _sentence(fault: str) -> str:
    """msgspec's complaint with the place first."""
    problem, _, place = fault.partition(" - at ")
    problem = problem.replace("Object missing required field", "this key is missing:")
    problem = re.sub(r"Expected `str` matching regex.*", "this is not how it is written", problem)
    found = re.search(r"\$\.?([^`]*)", place)
    where = found[1] if found else ""
    return f"{where or 'the file'}: {problem}"


def not_understood(tidy: dict[str, Any], file: EgnFile) -> str:
    """The keys that were passed over, in one line; nothing where there are none."""
    names = list(dict.fromkeys(_strange(tidy, msgspec.to_builtins(file), "")))
    if not names:
        return ""
    more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
    return f"not understood, and kept as it is: {', '.join(names[:MOST_NAMED])}{more}"


def _strange(data: Any, known: Any, where: str) -> Iterator[str]:
    """The place of each key that is in the file and not among what is known of it."""
    if isinstance(data, dict) and isinstance(known, dict):
        for key, value in data.items():
            # A key may hold anything; the remark stays on one line.
            short = " ".join(key.split())[:LONGEST_KEY]
            at = f"{where}.{short}" if where else short
            if key in known:
                yield from _strange(value, known[key], at)
            elif value not in BLANKS:
                yield at
    elif isinstance(data, list) and isinstance(known, list | tuple):
        for each, other in zip(data, known, strict=False):
            yield from _strange(each, other, f"{where}[]")


BOOK = "standard"
# How many ways of filling in the untold cards are tried where a book asks for certain cards to bid.
TRIES = 24


class SourceFile(Struct, frozen=True):
    """A file as it stood and the record it came to, so that it can be written back whole."""

    data: dict[str, Any]
    record: Record


class Notation(Struct, frozen=True):
    """A game from a file: the record to replay, what else the file says, and one line of remarks."""

    record: Record
    notes: SourceFile
    remark: str = ""


def read(text: str, book: RuleBook | None = None) -> Notation:
    """The game in a file; its ruleset is laid over ``book``, which defaults to the common game."""
    if not isinstance(text, str):
        raise wrong_kind("text", "the text of a file in Euchre Game Notation", text)
    found = parse(text)
    about = found.file.metadata or Metadata()
    deals = tuple(_expanded(number, deal) for number, deal in enumerate(found.file.deals, 1))
    if not deals:
        raise EgnError("the file holds no deals")
    ruleset = about.ruleset or Ruleset()
    rules, target = book_of(ruleset, load(BOOK if book is None else book))
    record = _heading(about, deals[0], rules, target)
    game, entries = _played(record, deals)
    record = record.then(*entries)
    said = (found.remark, *unused(ruleset), *remarks(game, record, about, deals))
    return Notation(record, SourceFile(found.data, record), "; ".join(filter(None, said)))


def _heading(about: Metadata, first: EgnDeal, rules: RuleBook, target: int | None) -> Record:
    record = Record(rules, Seat(first.initial_state.dealer), target=target)
    if about.players is not None:
        north, east, south, west = (
            player.name if isinstance(player, NamedPlayer) else player for player in about.players
        )
        record = replace(record, players=(north, east, south, west))
    score = about.initial_score or record.start_score
    return replace(record, start_score=score, title=about.title or "", date=about.date or "")


def _played(record: Record, deals: Sequence[EgnDeal]) -> tuple[Game, list[RecordEntry]]:
    """The game after all deals of a file, and its entries."""
    game = begin(record)
    if game.target is not None and max(record.start_score) >= game.target:
        raise EgnError(f"metadata.initialScore: a side has the {game.target} points already")
    entries: list[RecordEntry] = []
    if record.book.dealing.turn_up_waits_for_bell:
        entries.append(BellEntry("start"))
        game = entries[0].on_game(game)
    for number, deal in enumerate(deals, 1):
        try:
            game, more = _play_deal(game, deal)
        except ValueError as fault:
            raise EgnError(
                message("{deal}, {reason}", deal=_read_name(number, deal), reason=said_by(fault))
            ) from None
        entries += more
    return game, entries


def _expanded(number: int, deal: EgnDeal | str) -> EgnDeal:
    if not isinstance(deal, str):
        return deal
    try:
        return expand(deal)
    except EgnError as fault:
        raise EgnError(
            message(
                "deal {number} is in the condensed form and cannot be read: {reason}",
                number=number,
                reason=fault.said,
            )
        ) from None


def _read_name(number: int, deal: EgnDeal) -> str:
    also = "" if deal.deal_number is None else f" (dealNumber {deal.deal_number})"
    return f"deal {number}{also}"


def _play_deal(game: Game, deal: EgnDeal) -> tuple[Game, list[RecordEntry]]:
    """The game after one more deal of the file, and the entries of that deal."""
    if game.deal is not None:
        raise EgnError("the deal before it was not finished")
    course = course_of(deal, game.book, game.score)
    refusal: ValueError | None = None
    for seed in range(TRIES):
        filled = _filled(course, seed)
        entries = _entries(deal, course, filled)
        try:
            return _through(game, entries, course), entries
        except _Refused as fault:
            refusal = refusal or fault
            if fault.final or not filled.assumed:
                break
    assert refusal is not None
    raise refusal


class _Refused(EgnError):
    """The engine refused an act; ``final`` where no other cards would have helped."""

    def __init__(self, said: Message, final: bool) -> None:
        super().__init__(said)
        self.final = final


def _filled(course: Course, seed: int) -> Completed:
    """The deal with its untold cards filled in."""
    deck = course.known.deck
    order = shuffled(seed, deck) if seed else deck
    # A kitty that does not fit the play is not believed; a remark says so.
    for known in (course.known, replace(course.known, kitty=())):
        if found := complete(known, order):
            return found
    # A seat failed to follow though it must have held the suit: the engine will say where.
    if found := complete(without_voids(course.known), order):
        return found
    raise EgnError(_misfit(course))


def _misfit(course: Course) -> str:
    """Where the cards played first clash with the hands given."""
    known = without_voids(course.known)
    seen = list(known.came_from.items())
    fits = 0
    while complete(replace(known, came_from=dict(seen[:fits]))):
        fits += 1
    if not fits:
        return "playerCards: no deal of one pack fits the cards given"
    card, _ = seen[fits - 1]
    where = next(each.where for each in course.steps if getattr(each.action, "card", None) is card)
    return f"{where}: {card} is not in the hand that playerCards gives"


def _entries(deal: EgnDeal, course: Course, filled: Completed) -> list[RecordEntry]:
    dealer = Seat(deal.initial_state.dealer)
    entries: list[RecordEntry] = [DealtEntry(dealer, filled.cards, assumed=filled.assumed)]
    for each in course.steps:
        action, assumed = each.action, False
        if isinstance(action, Bury):
            assert filled.buried is not None
            action = Bury(action.seat, filled.buried)
            assumed = len(course.known.buried) > 1 and filled.buried is not filled.cards.turn_up
        entries.append(ActionEntry(action, assumed=assumed))
    return entries


def _through(game: Game, entries: list[RecordEntry], course: Course) -> Game:
    """The game after these entries, through the checked door."""
    places = ["the deal", *(each.where for each in course.steps)]
    for where, entry in zip(places, entries, strict=True):
        try:
            game = entry.on_game(game)
        except ValueError as fault:
            bid = isinstance(entry, ActionEntry) and not isinstance(entry.action, Play)
            said = message("{where}: {reason}", where=where, reason=said_by(fault))
            raise _Refused(said, final=not bid) from None
    return game


def remarks(game: Game, record: Record, about: Metadata, deals: Sequence[EgnDeal]) -> Iterator[str]:
    """A clause for each thing that is not as the file says."""
    stated, score = about.final_score, game.score
    if stated is not None and stated != score:
        yield f"finalScore is {stated[0]}–{stated[1]}, and the deals come to {score[0]}–{score[1]}"
    dealt = [entry for entry in record.entries if isinstance(entry, DealtEntry)]
    played = [each.deal for each in game.finished]
    played += [game.deal] if game.deal is not None else []
    for number, (deal, entry, after) in enumerate(zip(deals, dealt, played, strict=True), 1):
        lies = {entry.cards.turn_up, *entry.cards.stock}
        if not all(
            choice & lies for choice in kitty_of(deal, entry.cards.turn_up, record.book.pack.cards)
        ):
            yield f"the kitty of deal {number} does not fit its play"
        yield from _lead(deal, after, number)


def _lead(deal: EgnDeal, played: Deal, number: int) -> Iterator[str]:
    lead = next(
        (each.initial_lead for each in deal.phases or () if isinstance(each, TrickPlay)), None
    )
    first = next((act.seat for act in played.acts if isinstance(act, Play)), None)
    if lead is not None and first is not None and lead != first:
        yield f"initialLead of deal {number} is {lead}, and by the rules {first.word} leads"


LONGEST_NAME: Final = 64
CALLED: Final[dict[Strain, CallText]] = {
    Suit.CLUBS: "c",
    Suit.DIAMONDS: "d",
    Suit.HEARTS: "h",
    Suit.SPADES: "s",
    NoTrump.HIGH: "n",
}


def write(record: Record, notes: SourceFile | None = None) -> str:
    """The game as a file; ``notes`` is the earlier file it came from, of which all is kept.

    Clock, bells, voided deals and the rules that have no key are left out.
    """
    game, told = stories(record)
    if not told:
        raise EgnError("the game has no deal to write")
    earlier = _earlier(notes)
    deals = []
    for number, story in enumerate(told):
        try:
            if number and story.deal.dealer is not told[number - 1].deal.dealer.left:
                raise EgnError("the notation cannot say why the deal passed elsewhere")
            deals.append(_deal(story, number, *earlier.get(number, (None, None))))
        except EgnError as fault:
            raise EgnError(
                message("deal {number}: {reason}", number=number + 1, reason=fault.said)
            ) from None
    file = _file(record, game) if notes is None else _kept(notes, game)
    file["deals"] = deals
    return msgspec.json.format(msgspec.json.encode(file), indent=2).decode() + "\n"


def _earlier(notes: SourceFile | None) -> dict[int, tuple[dict[str, Any] | str, DealStory]]:
    """Each deal of the earlier file as it stood, and as it was played."""
    if notes is None:
        return {}
    told = stories(notes.record)[1]
    return dict(enumerate(zip(notes.data["deals"], told, strict=True)))


def _kept(notes: SourceFile, game: Game) -> dict[str, Any]:
    """The earlier file, with its final score put right where the game went on."""
    file = dict(notes.data)
    about = file.get("metadata")
    if isinstance(about, dict) and "finalScore" in about and game != stories(notes.record)[0]:
        file["metadata"] = {**about, "finalScore": list(game.score)}
    return file


def _file(record: Record, game: Game) -> dict[str, Any]:
    """The heading of a new file; refuse what the notation has no room for."""
    if (longest := max(len(name) for name in record.players)) > LONGEST_NAME:
        raise EgnError(f"the notation has no room for a name of {longest} letters")
    file = EgnFile(file_type=FILE_TYPE, version=VERSION, metadata=_metadata(record, game), deals=())
    plain: dict[str, Any] = msgspec.to_builtins(file)
    try:
        msgspec.convert(plain, EgnFile)
    except msgspec.ValidationError as fault:
        raise EgnError(f"the notation has no room for this: {fault}") from None
    return plain


def _metadata(record: Record, game: Game) -> Metadata:
    return Metadata(
        record.players,
        record.start_score,
        title=record.title or None,
        date=record.date or None,
        final_score=game.score if game.result else None,
        ruleset=ruleset_of(game),
    )


def _deal(
    story: DealStory, number: int, stood: dict[str, Any] | str | None, earlier: DealStory | None
) -> dict[str, Any] | str:
    """One deal: as it stood in the earlier file, or with what was played since."""
    same = earlier is not None and story.dealt == earlier.dealt
    if same and stood is not None and earlier and story.deal.acts == earlier.deal.acts:
        return stood
    if not same or not isinstance(stood, dict):
        state = InitialState(int(story.deal.dealer), write_card(story.deal.turn_up), _hands(story))
        phases = tuple(_phases(story))
        new = EgnDeal(deal_number=number, initial_state=state, phases=phases)
        return dict(msgspec.to_builtins(new))
    before = {phase.get("type"): phase for phase in stood.get("phases", ())}
    new_phases = msgspec.to_builtins(_phases(story))
    return {**stood, "phases": [{**before.get(each["type"], {}), **each} for each in new_phases]}


def _hands(story: DealStory) -> tuple[Cards, ...]:
    return tuple(
        tuple(UNKNOWN if card in story.dealt.assumed else write_card(card) for card in hand)
        for hand in story.deal.dealt
    )


def _phases(story: DealStory) -> list[BiddingPhase | TrickPlay]:
    deal = story.deal
    if not deal.acts:
        return []
    if deal.lone not in (None, deal.maker):
        raise EgnError("the notation cannot say that the maker's partner or a defender is alone")
    asking = deal.phase is Phase.ALONE
    if asking and any(isinstance(action, acts.KeepPartner) for action in deal.acts):
        raise EgnError("the notation cannot say who has been asked about playing alone")
    asked = may_defend_alone(deal) if deal.phase is Phase.DEFEND else ()
    if asked and deal.turn is not asked[0]:
        raise EgnError("the notation cannot say which defender was asked about playing alone")
    bidding = BiddingPhase(
        phase_number=0,
        calls=tuple(call for action in deal.acts for call in _written_call(action)),
        is_alone=None if asking or deal.maker is None else deal.lone is not None,
        alone_defender=_alone_defender(deal),
        discard=write_card(deal.buried) if deal.buried and story.knows_buried else None,
    )
    if not deal.tricks:
        return [bidding]
    tricks = (tuple(write_card(card) for _, card in trick.plays) for trick in deal.tricks)
    return [bidding, TrickPlay(phase_number=1, tricks=tuple(trick for trick in tricks if trick))]


def _alone_defender(deal: Deal) -> int | None:
    """Who defends alone, or nobody where the defenders were asked; nothing where they are not."""
    if deal.phase is Phase.DEFEND or deal.maker is None or not may_defend_alone(deal):
        return None
    return NOBODY if deal.lone_defender is None else int(deal.lone_defender)


def _written_call(action: acts.Action) -> tuple[CallText, ...]:
    """The call that says this act; none where the notation says it elsewhere."""
    match action:
        case acts.Pass() | acts.TurnDown():
            return ("Pass",)
        case acts.Order() | acts.PickUp():
            return ("Order",)
        case acts.Name():
            if action.suit is NoTrump.LOW:
                raise EgnError("the notation cannot say that no trump is low")
            return (CALLED[action.suit],)
        case acts.Bury() | acts.GoAlone() | acts.KeepPartner() | acts.Play():
            return ()
        case acts.ThrowIn() | acts.GoUnder():
            raise EgnError("the notation cannot say what was done with a bad hand")
        case _:
            assert_never(action)
