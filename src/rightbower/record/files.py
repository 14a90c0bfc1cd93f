"""Games in files, as our own record or as Euchre Game Notation: read, written, made from a game."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from msgspec import Struct

from rightbower.record.egn import Notation, SourceFile
from rightbower.record.egn import read as read_egn
from rightbower.record.egn import write as egn_of
from rightbower.record.entries import ActionEntry, BellEntry, DealtEntry, Record, RecordEntry
from rightbower.record.heading import MAGIC
from rightbower.record.lines import RecordError
from rightbower.record.record import read as read_record
from rightbower.record.record import replay
from rightbower.record.record import write as text_of_record
from rightbower.rules.book import RuleBook, load
from rightbower.rules.ceremonies import Dealt
from rightbower.rules.deal import Deal
from rightbower.rules.game import Game
from rightbower.rules.message import message
from rightbower.rules.refusal import Refusal, wrong_kind

EGN: Final = ".egn"


class GameFile(Struct, frozen=True):
    """A game as a file has it: its record, what else the file says, and what was not understood."""

    record: Record
    game: Game
    notes: SourceFile | None = None
    remark: str = ""

    def __repr__(self) -> str:
        return f"<GameFile {self.record.title or 'without a title'}: {self.game!r}>"

    def __str__(self) -> str:
        heading = " · ".join(filter(None, (self.record.title, self.record.date)))
        seats = ", ".join(
            f"{seat} {name}" for seat, name in zip("NESW", self.game.players, strict=True)
        )
        return "\n".join(filter(None, (heading, seats, str(self.game))))

    def _repr_svg_(self) -> str | None:
        """The picture that a notebook shows."""
        return self.game._repr_svg_()


# What can be written to a file.
Told = Game | Record | GameFile | Notation


def read(source: str | Path, book: str | Path | RuleBook | None = None) -> GameFile:
    """The game of a file or a text in either notation; ``book`` is one that the caller insists on."""
    if not isinstance(source, str | Path):
        raise wrong_kind("source", "a file's name or the text of a game", source)
    if isinstance(source, str) and _is_text(source):
        text = source
    else:
        try:
            text = text_of(Path(source))
        except OSError as fault:
            raise Refusal(f"{source}: {fault.strerror}") from None
    return game_in(text, None if book is None else load(book))


def _is_text(source: str) -> bool:
    opening = source.removeprefix("\ufeff").lstrip()
    return "\n" in source or opening.startswith(("{", MAGIC))


def text_of(path: Path) -> str:
    """The text of a file, or one sentence on why it has none."""
    try:
        text = path.read_bytes().decode("utf-8")
    except UnicodeDecodeError as fault:
        raise Refusal(
            message(
                "{path}: byte {number} is not UTF-8 text", path=str(path), number=fault.start + 1
            )
        ) from None
    if not text.strip():
        raise Refusal(message("{path}: the file is empty", path=str(path)))
    return text


def game_in(text: str, book: RuleBook | None = None) -> GameFile:
    """The game in a text, whichever of the two notations it is in."""
    opening = text.removeprefix("\ufeff").lstrip()
    if opening.startswith(("{", "[")):
        found = read_egn(text, book)
        return GameFile(found.record, replay(found.record), found.notes, found.remark)
    if opening.startswith(MAGIC):
        record = read_record(text, book)
        return GameFile(record, replay(record))
    raise Refusal(
        message("this is neither a record (it begins with {line}) nor EGN (JSON)", line=MAGIC)
    )


def record_of(game: Told) -> Record:
    """The record of a game; refuse one that more happened in than its deals tell."""
    if isinstance(game, Record):
        return game
    if isinstance(game, GameFile | Notation):
        return game.record
    if not isinstance(game, Game):
        raise wrong_kind("game", "a Game or its Record", game)
    found = Record(
        game.book,
        game.first_dealer,
        game.players,
        None if game.target == game.book.game.target else game.target,
        game.start_score,
    )
    entries: list[RecordEntry] = []
    if game.begun and game.book.dealing.turn_up_waits_for_bell:
        entries.append(BellEntry("start"))
    deals = [each.deal for each in game.finished]
    for deal in (*deals, game.deal) if game.deal is not None else deals:
        entries.append(DealtEntry(deal.dealer, _cards_of(deal)))
        entries += [ActionEntry(action) for action in deal.acts]
    found = found.then(*entries)
    if replay(found) != game:
        raise RecordError(
            message(
                "this game had more in it than its deals tell (rulings, a clock, a cut): keep its"
                " record as it is played"
            )
        )
    return found


def _cards_of(deal: Deal) -> Dealt:
    return Dealt(deal.dealt, deal.turn_up, deal.stock)


def write_record(game: Told) -> str:
    """A game, or its record, as the text of our own record."""
    return text_of_record(record_of(game))


def write_egn(game: Told, notes: SourceFile | None = None) -> str:
    """A game, or its record, in Euchre Game Notation; a file read before keeps all it had."""
    kept = game.notes if isinstance(game, GameFile | Notation) and notes is None else notes
    return egn_of(record_of(game), kept)


def write(game: Told, path: str | Path) -> None:
    """Write a game to a file: Euchre Game Notation where its name ends in .egn, else our own record."""
    path = Path(path)
    text = write_egn(game) if path.suffix.lower() == EGN else write_record(game)
    path.write_text(text, "utf-8")
