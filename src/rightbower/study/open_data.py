"""The solved bidding as files that anybody can use: what each hand calls, by seat, turn-up and score.

They are made from the bidding tables of the package, and from values where those were worked out
(``tools/train_bidding.py --worths``). A card beside them says how they were made and how good they are.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from rightbower.players.kernel.bits import cards_of, classes
from rightbower.players.tables import EXPERT, TableFile, basis, unpack_part
from rightbower.rules.book import RuleBook, load
from rightbower.rules.cards import PACK
from rightbower.rules.extras import missing
from rightbower.rules.refusal import Refusal

ROUND_ONE: Final = ("pass", "take", "take alone")
SUITS: Final = ("next", "first cross", "second cross")
ROUND_TWO: Final = ("pass", *(f"{suit}{alone}" for suit in SUITS for alone in ("", " alone")))
SEATS: Final = 4
LICENSE: Final = "CC0-1.0"


class Bids(NamedTuple):
    """The solved calls of an auction, and what calls are worth where that was worked out.

    ``calls`` go by group of scores, round, seat and class; ``scores`` name the group of each score.
    ``worths_one`` and ``worths_two`` are points of the caller's side by seat, class and call, NaN where
    no auction led there.
    """

    book: str
    table: TableFile
    exact: bool
    hands: np.ndarray
    turn_ups: np.ndarray
    calls: np.ndarray
    scores: dict[tuple[int, int], int]
    worths_one: np.ndarray | None = None
    worths_two: np.ndarray | None = None
    deals: int = 0


def bids_of(book: str | RuleBook, worths: Path | None = None) -> Bids:
    """The solved calls of a book, from its table or the nearest."""
    rules = load(book)
    found = basis(rules)
    if found.table is None:
        raise Refusal(found.words)
    common = unpack_part(found.table.parts[EXPERT])
    groups = [common]
    for part in found.table.parts[EXPERT + 1 :]:
        unlike = unpack_part(part)
        groups.append(np.where(unlike > 0, unlike - 1, common).astype(np.uint8))
    _, hands, turn_ups = classes()
    scores = {score: part - EXPERT for score, part in found.scores.items()}
    made = Bids(
        rules.name, found.table, found.exact, hands, turn_ups, np.stack(groups), scores
    )  # fmt: skip
    return made if worths is None else _with_worths(made, worths)


def _with_worths(bids: Bids, path: Path) -> Bids:
    """The calls with the values of a file that the training tool wrote."""
    with np.load(path) as file:
        one, two, deals = file["one"], file["two"], int(file["deals"])
    if one.shape != (SEATS, len(bids.hands), len(ROUND_ONE)):
        raise Refusal(f"{path.name} holds the values of another auction")
    return bids._replace(worths_one=one, worths_two=two, deals=deals)


def write_arrays(bids: Bids, path: Path) -> None:
    """Write everything as arrays of NumPy."""
    found: dict[str, Any] = {
        "hands": bids.hands.astype(np.uint32),
        "turn_ups": bids.turn_ups.astype(np.uint8),
        "calls": bids.calls,
        "scores": np.array([(*score, group) for score, group in sorted(bids.scores.items())]),
        "round_one": np.array(ROUND_ONE),
        "round_two": np.array(ROUND_TWO),
        "cards": np.array([card.name for card in PACK]),
    }
    if bids.worths_one is not None and bids.worths_two is not None:
        found |= {"worths_one": bids.worths_one, "worths_two": bids.worths_two}
    with path.open("wb") as file:
        np.savez_compressed(file, **found)


def write_table(bids: Bids, path: Path) -> None:
    """Write a line for each group of scores, seat and class to a Parquet file, group by group."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise missing("Parquet", "pyarrow") from None
    held = [" ".join(card.name for card in cards_of(int(hand))) for hand in bids.hands]
    hands = pyarrow.array(held * SEATS).dictionary_encode()
    count = len(bids.hands)

    def words(codes: np.ndarray, names: tuple[str, ...]) -> Any:
        return pyarrow.DictionaryArray.from_arrays(codes.astype(np.int8).ravel(), list(names))

    writer = None
    for group, (one, two) in enumerate(bids.calls):
        columns: dict[str, Any] = {
            "group": np.full(SEATS * count, group, dtype=np.int16),
            "seat": np.repeat(np.arange(1, SEATS + 1, dtype=np.int8), count),
            "turn_up": words(np.tile(bids.turn_ups, SEATS), tuple(c.name for c in PACK[:6])),
            "hand": hands,
            "round_one": words(one, ROUND_ONE),
            "round_two": words(two, ROUND_TWO),
        }
        if bids.worths_one is not None and bids.worths_two is not None:
            columns |= _worth_columns(bids.worths_one, "one", ROUND_ONE)
            columns |= _worth_columns(bids.worths_two, "two", ROUND_TWO)
        lines = pyarrow.table(columns)
        if writer is None:
            writer = pyarrow.parquet.ParquetWriter(path, lines.schema, compression="zstd")
        writer.write_table(lines)
    assert writer is not None
    writer.close()


def _worth_columns(worths: np.ndarray, number: str, names: tuple[str, ...]) -> dict[str, Any]:
    return {
        f"{number}: {name}": worths[:, :, call].astype(np.float32).ravel()
        for call, name in enumerate(names)
    }


def card_of(bids: Bids) -> str:
    """What the files hold, how they were made, and what their error is, as a page."""
    header = bids.table.header
    gains = ", ".join(f"{gain:+.5f}" for gain in header.gains)
    against = header.against_league[EXPERT]
    same = (
        f"the auction of {header.book}"
        if bids.exact
        else f"the nearest auction solved, that of {header.book}"
    )
    scores = (
        f"{len(bids.scores)} scores share {len(bids.calls) - 1} groups; group 0 is for every other score. "
        + (
            "A score is the lead of the dealer's side and how many deals are left after this one"
            if header.by_deals
            else "A score is what the dealer's side and the other side still need"
        )
        if bids.scores
        else "Group 0 is for every score"
    )
    worths = (
        "The files have no values, only calls."
        if bids.worths_one is None
        else f"""The columns with a call's name (and the arrays `worths_one` and `worths_two`) are the mean points of the
caller's side when the hand makes that call, everybody else keeps to the solved calls, and the score does
not matter, over {bids.deals:,} sampled deals. They are empty where no auction led. A hand was seen in about
{bids.deals * SEATS / max(len(bids.hands) * SEATS, 1):,.0f} of the deals at each seat, so one value has a standard error of about
{1.6 / max(bids.deals / len(bids.hands), 1) ** 0.5:.2f} points in round one and more in round two, where fewer deals come."""
    )
    return f"""# Solved bidding of Euchre: {bids.book}

License: {LICENSE}. Use it for anything; nobody has to be named.

{len(bids.hands):,} classes of a hand of five and a turn-up, up to the names of the suits, for {SEATS} seats (1 is left of the
dealer, 4 deals) and {len(bids.calls)} groups of scores, in two rounds. {scores} (array `scores`, and below).

- `hand` and `turn_up` name one hand of the class: the turn-up is always a club, so *next* is spades, and the
  cross suits are diamonds and hearts. `first cross` is diamonds in that hand, `second cross` hearts. Any hand
  becomes one of these by renaming suits: the turn-up's suit becomes clubs, its color's other suit spades, and of the
  others the one with more in it, as a number of six bits from the nine up, diamonds.
- `round_one` is what the seat says to the turn-up, `round_two` what it names once all have passed. Where alone is
  said only after trump is made, "alone" says what is answered then.
- In the arrays, `calls` go by group, round, seat and class, and hold places in `round_one` and `round_two`; `hands` are
  24 bits in the order of `cards`.

## How it was made

These calls belong to {same}. {header.deals:,} deals were sampled (seed {header.seed}); each possible contract was played out by
league players and solved with all hands open; the two were mixed and corrected to what experts make of such
contracts; and the auction over all of them was solved by CFR+ in {header.rounds} rounds, group by group.

## What its error is

- What a seat alone gains by its best answer, on {header.held_out_deals:,} held-out deals, in points a deal: {gains}.
- Against a league player's calls it gains {against:+.4f} ± .0001 points a deal in this model.
- The card play is a model of experts, not the experts; `docs/strength.md` of Rightbower has what that costs.

{worths}

## Scores

{_scores(bids)}
"""


def _scores(bids: Bids) -> str:
    if not bids.scores:
        return "All scores are in group 0."
    lines = [
        f"| {one} | {other} | {group} |" for (one, other), group in sorted(bids.scores.items())
    ]
    names = (
        ("lead", "deals left") if bids.table.header.by_deals else ("dealers need", "others need")
    )
    return "\n".join([f"| {names[0]} | {names[1]} | group |", "|---|---|---|", *lines])


def write_bids(book: str | RuleBook, folder: str | Path, worths: Path | None = None) -> list[Path]:
    """Write a book's bidding as Parquet and NumPy, with its card, into a folder."""
    bids, folder = bids_of(book, worths), Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    table, arrays, card = (folder / f"{bids.book}-bids.{end}" for end in ("parquet", "npz", "md"))
    write_table(bids, table)
    write_arrays(bids, arrays)
    card.write_text(card_of(bids), "utf-8")
    return [table, arrays, card]
