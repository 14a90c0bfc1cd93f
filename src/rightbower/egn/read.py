"""Read a game from the notation."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from rightbower.book import RuleBook, load
from rightbower.cards import PACK, Seat, shuffled
from rightbower.deal import Bury, Play
from rightbower.egn.complete import Completed, complete, without_voids
from rightbower.egn.course import Course, course_of
from rightbower.egn.fault import EgnError
from rightbower.egn.ruleset import book_of
from rightbower.egn.schema import EgnDeal, EgnFile, Metadata, Player, Ruleset, parse
from rightbower.game import Game
from rightbower.record import ActionEntry, BellEntry, DealtEntry, Entry, Record, begin, step

BOOK = "standard"
# How many ways of filling in the untold cards are tried where a book asks for certain cards to bid.
TRIES = 24


class Notes(Struct, frozen=True):
    """What the file says beside the game itself: its heading, hands, comments and what-ifs."""

    metadata: Metadata
    deals: tuple[EgnDeal, ...]


class Notation(Struct, frozen=True):
    """A game from a file: the record to replay, and what else the file says."""

    record: Record
    notes: Notes


def read(text: str, book: RuleBook | None = None) -> Notation:
    """The game in a file; its ruleset is laid over ``book``, the common game unless told."""
    file = parse(text)
    about = file.metadata
    rules, target = book_of(about.ruleset or Ruleset(), load(BOOK) if book is None else book)
    deals = tuple(_expanded(number, deal) for number, deal in enumerate(file.deals, 1))
    if not deals:
        raise EgnError("the file holds no deals")
    north, east, south, west = (
        player.name if isinstance(player, Player) else player for player in about.players
    )
    record = Record(
        rules,
        Seat(deals[0].initial_state.dealer),
        (north, east, south, west),
        target,
        about.initial_score,
        title=about.title or "",
        date=about.date or "",
    )
    game = begin(record)
    if game.target is not None and max(about.initial_score) >= game.target:
        raise EgnError(f"metadata.initialScore: a side has the {game.target} points already")
    entries: list[Entry] = []
    if rules.dealing.turn_up_waits_for_bell:
        entries.append(BellEntry("start"))
        game = step(game, entries[0])
    for number, deal in enumerate(deals, 1):
        try:
            game, more = _play_deal(game, deal)
        except ValueError as fault:
            raise EgnError(f"{_name(number, deal)}, {fault}") from None
        entries += more
    _check_end(game, file)
    return Notation(record.then(*entries), Notes(about, deals))


def _expanded(number: int, deal: EgnDeal | str) -> EgnDeal:
    if isinstance(deal, str):
        raise EgnError(f"deal {number} is in the condensed form, which is not read here")
    return deal


def _name(number: int, deal: EgnDeal) -> str:
    return f"deal {number} (dealNumber {deal.deal_number})"


def _play_deal(game: Game, deal: EgnDeal) -> tuple[Game, list[Entry]]:
    """The game after one more deal of the file, and the entries of that deal."""
    if game.deal is not None:
        raise EgnError("the deal before it was not finished")
    course = course_of(deal, game.book)
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

    def __init__(self, reason: str, final: bool) -> None:
        super().__init__(reason)
        self.final = final


def _filled(course: Course, seed: int) -> Completed:
    """The deal with its untold cards filled in."""
    order = shuffled(seed) if seed else PACK
    if found := complete(course.known, order):
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


def _entries(deal: EgnDeal, course: Course, filled: Completed) -> list[Entry]:
    dealer = Seat(deal.initial_state.dealer)
    entries: list[Entry] = [DealtEntry(dealer, filled.cards, assumed=filled.assumed)]
    for each in course.steps:
        action, assumed = each.action, False
        if isinstance(action, Bury):
            assert filled.buried is not None
            action = Bury(action.seat, filled.buried)
            assumed = len(course.known.buried) > 1 and filled.buried is not filled.cards.turn_up
        entries.append(ActionEntry(action, assumed=assumed))
    return entries


def _through(game: Game, entries: list[Entry], course: Course) -> Game:
    """The game after these entries, through the checked door."""
    places = ["the deal", *(each.where for each in course.steps)]
    for where, entry in zip(places, entries, strict=True):
        try:
            game = step(game, entry)
        except ValueError as fault:
            bid = isinstance(entry, ActionEntry) and not isinstance(entry.action, Play)
            raise _Refused(f"{where}: {fault}", final=not bid) from None
    return game


def _check_end(game: Game, file: EgnFile) -> None:
    stated = file.metadata.final_score
    if stated is not None and stated != game.score:
        raise EgnError(
            f"metadata.finalScore is {stated[0]}–{stated[1]},"
            f" and the deals come to {game.score[0]}–{game.score[1]}"
        )
