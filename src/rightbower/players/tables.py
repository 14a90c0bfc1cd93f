"""What is kept of long searches: bidding tables and networks."""

from __future__ import annotations

import lzma
import zlib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from math import comb
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol, TypeVar

import msgspec
import numpy as np
from msgspec import Struct

from rightbower.players.kernel.bits import (
    FIVES,
    KEEP_PARTNER,
    LINES,
    NAME,
    ORDER_ALONE,
    PASS,
    PICK_UP_ALONE,
    TURN_DOWN,
    classes,
    mask_of,
)
from rightbower.players.kernel.network import CARDS, INPUTS, KINDS
from rightbower.players.league import league
from rightbower.players.thumb import unstudied
from rightbower.players.views import View
from rightbower.rules.acts import Action, GoAlone, Name, Order, PickUp
from rightbower.rules.book import RuleBook
from rightbower.rules.cards import Seat, Suit
from rightbower.rules.deal import Phase
from rightbower.rules.refusal import Refusal

FORMAT: Final = 1
MAGIC: Final = b"rightbower bidding table\n"
PLACES: Final = 4
LEAGUE, EXPERT = 0, 1
_FILTERS: Final = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "lc": 0, "pb": 0}]


class _Header(Protocol):
    @property
    def format(self) -> int: ...


H = TypeVar("H", bound=_Header)


def read_header(path: Path, magic: bytes, kind: type[H], newest: int, what: str) -> tuple[H, bytes]:
    """The header of a file and what follows it; a file of another kind or format is refused."""
    data = path.read_bytes()
    if not data.startswith(magic):
        raise Refusal(f"{path.name} is not {what}")
    line, _, rest = data[len(magic) :].partition(b"\n")
    try:
        header = msgspec.json.decode(line, type=kind)
    except msgspec.DecodeError as error:
        raise Refusal(f"the header of {path.name} cannot be read: {error}") from None
    if header.format != newest:
        raise Refusal(f"{path.name} has format {header.format}, and format {newest} is read here")
    return header, rest


class TableHeader(Struct, frozen=True, forbid_unknown_fields=True):
    """How a table was made and what it is worth.

    ``auction`` are the settings it is for; ``gains`` what each place alone gains by its best answer
    on held-out deals, ``pair_gains`` what each side does, ``against_league`` what the table gains on
    league's calls with the same cards. ``scores`` names for each score the part that serves it.
    """

    format: int
    version: str
    book: str
    auction: dict[str, str | int | bool]
    seed: int
    deals: int
    held_out_seed: int
    held_out_deals: int
    rounds: int
    gains: tuple[float, ...]
    pair_gains: tuple[float, ...]
    against_league: tuple[float, ...]
    by_deals: bool
    scores: dict[str, int]
    sizes: tuple[int, ...]
    checks: tuple[int, ...]


class TableFile(Struct, frozen=True):
    """A header and the packed parts."""

    header: TableHeader
    parts: tuple[bytes, ...]


@lru_cache(maxsize=1)
def packing_order() -> np.ndarray:
    """The classes in the order in which they pack best: by the cross suits, next, own, turn-up."""
    _, hands, ranks = classes()
    suits = [hands >> 6 * suit & 63 for suit in range(4)]
    return np.lexsort((ranks, suits[0], suits[3], suits[2], suits[1]))


def pack_part(calls: np.ndarray) -> bytes:
    """Pack calls: round, place, class."""
    ordered = np.ascontiguousarray(calls[:, :, packing_order()].astype(np.uint8))
    return lzma.compress(ordered.tobytes(), lzma.FORMAT_RAW, filters=_FILTERS)


def unpack_part(packed: bytes) -> np.ndarray:
    """The calls of a part: round, place, class."""
    order = packing_order()
    plain = lzma.decompress(packed, lzma.FORMAT_RAW, filters=_FILTERS)
    rows = np.frombuffer(plain, np.uint8).reshape(2, PLACES, len(order))
    calls = np.empty_like(rows)
    calls[:, :, order] = rows
    return calls


def write_table(path: Path, header: TableHeader, parts: Sequence[bytes]) -> None:
    """Write a table; the header's sizes and checks are those of the parts."""
    whole = msgspec.structs.replace(
        header,
        sizes=tuple(len(part) for part in parts),
        checks=tuple(zlib.crc32(part) for part in parts),
    )
    path.write_bytes(MAGIC + msgspec.json.encode(whole) + b"\n" + b"".join(parts))


def read_table(path: Path) -> TableFile:
    """Read a table; one that is damaged or of another format is refused."""
    header, data = read_header(path, MAGIC, TableHeader, FORMAT, "a bidding table")
    parts, at = [], 0
    for size, check in zip(header.sizes, header.checks, strict=True):
        parts.append(data[at : at + size])
        if zlib.crc32(parts[-1]) != check:
            raise Refusal(f"{path.name} is damaged: part {len(parts)} fails its check")
        at += size
    if at != len(data):
        raise Refusal(f"{path.name} is damaged: it is longer than its header says")
    return TableFile(header, tuple(parts))


FOLDER: Final = Path(str(files("rightbower") / "players" / "data"))
KEPT: Final = 6  # parts kept unpacked, two megabytes each
BOOKS_KNOWN: Final = 64
MOST_NEEDED: Final = 11
MOST_LEAD: Final = 12

# How much a setting that differs tells against a table; one that is not here rules it out.
_WEIGHTS: Final[Mapping[str, int]] = {
    "partner must be alone": 4,
    "natural card": 4,
    "trump to order": 2,
    "trump to name": 2,
    "all pass": 2,
    "who may be alone": 2,
    "bury": 1,
}
_FARTHEST: Final = 7
NO_TABLE: Final = "No bidding table fits this auction: calls are judged by playing worlds on."


def auction_of(book: RuleBook) -> dict[str, str | int | bool]:
    """What of a book a bidding table depends on; settings that change nothing are left out."""
    bidding, score = book.bidding, book.score
    needs = bidding.trump_to_order != "nobody" and bidding.breach != "allowed"
    natural: str = bidding.natural_scope
    if natural != "nobody" and not bidding.natural_jack:
        natural += ", no jack"
    bury: str = book.burying.turn_up
    if bury == "unless five of the suit" and book.burying.five_of_suit == "suit in play":
        bury += " in play"
    left = "" if bidding.left_counts else " without the left"
    return {
        "partner must be alone": bidding.partner_order == "must be alone",
        "natural card": natural,
        "trump to order": "needed" + left if needs else "not needed",
        "trump to name": needs and bidding.order_down == "in round two",
        "all pass": bidding.all_pass,
        "lone partner takes the turn-up": bidding.lone_partner_turn_up == "lone partner takes it",
        "bury": bury,
        "who may be alone": book.alone.who,
        "lead to a lone hand": book.alone.lead,
        "tricks to make": score.tricks_to_make,
        "points": f"{score.make} {score.march} {score.euchre}",
        "lone points": f"{score.lone_make} {score.lone_march} {score.lone_euchre}",
        "tricks count": book.game.counts == "tricks",
    }


Scores = dict[tuple[int, int], int]


class Basis(Struct, frozen=True):
    """What a book's calls rest on: its table, or the nearest, or none; and that in a sentence.

    ``scores`` has the part for each score that has one of its own.
    """

    table: TableFile | None
    exact: bool
    words: str
    scores: Scores


@lru_cache(maxsize=1)
def _tables() -> tuple[TableFile, ...]:
    return tuple(read_table(path) for path in sorted(FOLDER.glob("*.table")))


_KNOWN: Final[dict[int, tuple[RuleBook, Basis]]] = {}


def basis(book: RuleBook) -> Basis:
    """The table for a book, the nearest where its auction differs, or none."""
    kept = _KNOWN.get(id(book))
    if kept is not None and kept[0] is book:
        return kept[1]
    if len(_KNOWN) >= BOOKS_KNOWN:
        _KNOWN.clear()
    found = _basis(book)
    _KNOWN[id(book)] = book, found
    return found


def _basis(book: RuleBook) -> Basis:
    if unstudied(book) is not None:
        return Basis(None, False, NO_TABLE, {})
    auction = auction_of(book)
    found: list[tuple[int, bool, str, TableFile, list[str]]] = []
    for table in _tables():
        other = table.header.auction
        unlike = [name for name in auction if auction[name] != other.get(name)]
        if all(name in _WEIGHTS for name in unlike):
            far = sum(_WEIGHTS[name] for name in unlike)
            ends = table.header.by_deals != (book.game.target is None)
            found.append((far, ends, table.header.book, table, unlike))
    if not found or min(found)[0] > _FARTHEST:
        return Basis(None, False, NO_TABLE, {})
    far, _, name, table, unlike = min(found, key=lambda each: each[:3])
    words = f"Calls are those of the bidding table of {name}."
    if unlike:
        words = (
            f"Calls are those of the nearest bidding table, that of {name}, though it differs in"
        )
        words = f"{words}: {', '.join(unlike)}."
    return Basis(table, not unlike, words, _scores(table, book))


def _scores(table: TableFile, book: RuleBook) -> Scores:
    """The parts by score, where the game ends as it does in the table."""
    if table.header.by_deals != (book.game.target is None):
        return {}
    pairs = ((score.split(), part) for score, part in table.header.scores.items())
    return {(int(first), int(second)): part for (first, second), part in pairs}


# ---- the line of a hand, in plain Python ----


def _before(suit: int, below: int, bits: int) -> int:
    """How many fives come before, by the cards of one suit when so many lie below it."""
    cards = [6 * suit + rank for rank in range(6) if bits >> rank & 1]
    return sum(comb(card, below + nth) for nth, card in enumerate(cards, 1))


_BEFORE: Final = tuple(
    tuple(tuple(_before(suit, below, bits) for bits in range(64)) for below in range(6))
    for suit in range(4)
)
# The cross suits by the turn-up's suit, as they are seen from it.
_CROSS: Final = ((1, 2), (0, 3), (0, 3), (1, 2))


def line_and_suits(hand: int, turn_up: int) -> tuple[int, tuple[int, int, int]]:
    """The line of a hand by index, and the suits that round two's calls mean: next and the cross."""
    suit, rank = divmod(turn_up, 6)
    one, other = _CROSS[suit]
    first, second = hand >> 6 * one & 63, hand >> 6 * other & 63
    if first < second:
        first, second, one, other = second, first, other, one
    own, following = hand >> 6 * suit & 63, hand >> 6 * (3 - suit) & 63
    below = own.bit_count()
    line = rank * FIVES + _BEFORE[0][0][own] + _BEFORE[1][below][first]
    below += first.bit_count()
    line += _BEFORE[2][below][second] + _BEFORE[3][below + second.bit_count()][following]
    return line, (3 - suit, one, other)


_BEFORE_ARRAY: Final = np.array(_BEFORE)


def many_lines(hands: np.ndarray, turn_up: int) -> tuple[np.ndarray, np.ndarray]:
    """The lines of many hands by index, and for each the suits that round two's calls mean."""
    suit, rank = divmod(turn_up, 6)
    one, other = _CROSS[suit]
    first, second = hands >> 6 * one & 63, hands >> 6 * other & 63
    swap = first < second
    first, second = np.where(swap, second, first), np.where(swap, first, second)
    lines = np.full(len(hands), rank * FIVES)
    below = np.zeros(len(hands), np.int64)
    for lane, held in enumerate(
        (hands >> 6 * suit & 63, first, second, hands >> 6 * (3 - suit) & 63)
    ):
        lines += _BEFORE_ARRAY[lane, below, held]
        below += np.bitwise_count(held)
    suits = np.stack(
        [np.full(len(hands), 3 - suit), np.where(swap, other, one), np.where(swap, one, other)], 1
    )
    return lines, suits


class TableCalls(Struct, frozen=True):
    """A table unpacked: by place and line, eight times the call of round one plus that of two."""

    lines: np.ndarray
    fast: tuple[bytes, ...]

    def of_many(
        self, place: int, hands: np.ndarray, turn_up: int
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """The calls of many hands: of round one, of round two, and the suits that those mean."""
        lines, suits = many_lines(hands, turn_up)
        codes = self.lines[place, lines]
        return codes >> 3, codes & 7, suits

    def of(self, place: int, hand: int, turn_up: int) -> tuple[int, int, tuple[int, int, int]]:
        """The calls of both rounds, and the suits that round two's mean."""
        line, suits = line_and_suits(hand, turn_up)
        code = self.fast[place][line]
        return code >> 3, code & 7, suits


@lru_cache(maxsize=1)
def _lines() -> tuple[np.ndarray, np.ndarray]:
    index, _, _ = classes()
    there = np.nonzero(index >= 0)[0]
    return there, index[there]


@lru_cache(maxsize=KEPT)
def table_calls(name: str, part: int) -> TableCalls:
    """A part of a book's table, unpacked."""
    table = next(each for each in _tables() if each.header.book == name)
    calls = unpack_part(table.parts[min(part, EXPERT)])
    if part > EXPERT:
        other = unpack_part(table.parts[part])
        calls = np.where(other > 0, other - 1, calls)
    there, number = _lines()
    lines = np.zeros((PLACES, LINES), np.uint8)
    lines[:, there] = (calls[0] << 3 | calls[1])[:, number]
    return TableCalls(lines, tuple(row.tobytes() for row in lines))


def score_of(view: View) -> tuple[int, int]:
    """The score as tables name it: what the dealer's side and the other need, or lead and deals left."""
    dealers, others = view.score[view.dealer.side], view.score[view.dealer.side.other]
    target = view.target
    if target is None:
        left = (view.book.game.deals or 1) - view.played - 1
        return max(-MOST_LEAD, min(MOST_LEAD, dealers - others)), max(left, 0)
    needs, other_needs = target - dealers, target - others
    return max(1, min(MOST_NEEDED, needs)), max(1, min(MOST_NEEDED, other_needs))


def calls_for(view: View, cards: int = EXPERT) -> TableCalls | None:
    """The calls at this score by this book, for a league player's or an expert's cards."""
    found = basis(view.book)
    if found.table is None:
        return None
    part = cards
    if cards == EXPERT and found.scores:
        part = found.scores.get(score_of(view), EXPERT)
    return table_calls(found.table.header.book, part)


def call_by_table(view: View, cards: int = EXPERT) -> Action | None:
    """What the table calls here; None where it has no say."""
    calls = calls_for(view, cards)
    if calls is None or view.seat is None or view.turn_up is None:
        return None
    place = (view.seat - view.dealer - 1) % PLACES
    one, two, suits = calls.of(place, _dealt(view), view.turn_up.index)
    if view.phase is Phase.ALONE:
        named = view.trump is not view.turn_up.suit
        alone = two > 0 and two % 2 == 0 if named else one == 2
        return _answer(view, alone and view.seat is view.maker and not _alone_useless(view))
    if view.phase is Phase.ROUND_ONE:
        alone = one == 2 and not _alone_useless(view)
        return view.legal[0] if one == 0 else _accept(view, alone)
    alone = two % 2 == 0 and not _alone_useless(view)
    return view.legal[0] if two == 0 else _name(view, Suit(suits[(two - 1) >> 1]), alone)


def _alone_useless(view: View) -> bool:
    """Whether a hand that is made wins the game: alone brings no more, and gives up the partner's help."""
    assert view.seat is not None
    rules = view.book.score
    need = None if view.target is None else view.target - view.score[view.seat.side]
    return need is not None and need <= min(rules.make, rules.lone_make)


def _dealt(view: View) -> int:
    """The five cards as they were dealt, by index."""
    hand = mask_of(view.hand)
    if view.taken_by is view.seat and view.buried is not None and view.turn_up is not None:
        hand = (hand | 1 << view.buried.index) & ~(1 << view.turn_up.index)
    return hand


def _answer(view: View, alone: bool) -> Action:
    lone = [action for action in view.legal if isinstance(action, GoAlone)]
    return lone[0] if alone and lone else view.legal[0]


def _accept(view: View, alone: bool) -> Action:
    """The acceptance wanted; with the partner where alone may not be, and a pass for want of both."""
    found = view.legal[0]
    for action in view.legal:
        if isinstance(action, Order | PickUp):
            if action.alone == alone:
                return action
            if alone:
                found = action
    return found


def _name(view: View, suit: Suit, alone: bool) -> Action | None:
    """The naming wanted; with the partner where alone may not be, and None where neither may."""
    found = None
    for action in view.legal:
        if isinstance(action, Name) and action.suit is suit:
            if action.alone == alone:
                return action
            found = action
    return found


def contracts(view: View, table: TableCalls, hands: np.ndarray, call: int) -> np.ndarray:
    """What a call leads to in each world: the maker or -1, trump, alone, whether ordered, no bury."""
    assert view.seat is not None
    assert view.turn_up is not None
    up = view.turn_up.index
    found = np.zeros((len(hands), 5), dtype=np.int64)
    found[:, 4] = -1
    if call not in (PASS, TURN_DOWN):
        if NAME <= call < KEEP_PARTNER:
            found[:, :4] = view.seat, (call - NAME) >> 1, (call - NAME) & 1, 0
        else:
            alone = call in (ORDER_ALONE, PICK_UP_ALONE)
            found[:, :4] = view.seat, view.turn_up.suit, alone, 1
        return found
    found[:, 0] = -1
    for number in range(len(view.bids) + 1, 2 * len(Seat)):
        seat = (view.dealer + 1 + number) % len(Seat)
        one, two, suits = table.of_many(number % len(Seat), hands[:, seat], up)
        said = one if number < len(Seat) else two
        now = (found[:, 0] < 0) & (said > 0)
        found[now, 0] = seat
        if number < len(Seat):
            trump = np.full(now.sum(), up // 6)
            found[now, 1:4] = np.stack([trump, one[now] == 2, np.ones_like(trump)], 1)
        else:
            trump = suits[now, (two[now] - 1) >> 1]
            found[now, 1:4] = np.stack([trump, two[now] % 2 == 0, np.zeros_like(trump)], 1)
    return found


def league_by_table(view: View) -> Action:
    """What a league player does who calls by the table made for a league player's cards."""
    called = None if view.phase in (Phase.BURY, Phase.PLAY) else call_by_table(view, LEAGUE)
    return league(view) if called is None else called


NETWORK_MAGIC: Final = b"rightbower card network\n"
FILE: Final = Path(str(files("rightbower") / "players" / "data" / "cards.network"))
# Weights of the first two layers take a byte, those of the last, which are few, two.
_KINDS: Final[tuple[type[np.signedinteger[Any]], ...]] = (np.int8, np.int8, np.int16)


class NetworkHeader(Struct, frozen=True, forbid_unknown_fields=True):
    """How the network was trained; its layers; what it gains with its cards on league's."""

    format: int
    version: str
    seed: int
    deals: int
    layers: tuple[int, int]
    against_league: float
    check: int


class Network(NamedTuple):
    """The weights and biases of three layers, as the kernel takes them."""

    one: np.ndarray
    one_bias: np.ndarray
    two: np.ndarray
    two_bias: np.ndarray
    three: np.ndarray
    three_bias: np.ndarray


def read_network(path: Path) -> tuple[NetworkHeader, Network]:
    """Read a network; one that is damaged or of another format is refused."""
    header, packed = read_header(path, NETWORK_MAGIC, NetworkHeader, FORMAT, "a network of cards")
    if zlib.crc32(packed) != header.check:
        raise Refusal(f"{path.name} is damaged: it fails its check")
    return header, _network_file_unpacked(lzma.decompress(packed), header.layers)


def _network_file_unpacked(plain: bytes, layers: tuple[int, int]) -> Network:
    sizes = (INPUTS, *layers, CARDS * KINDS)
    arrays, at = [], 0
    for rows, columns, kind in zip(sizes[:-1], sizes[1:], _KINDS, strict=True):
        weights = np.frombuffer(plain, kind, rows * columns, at).reshape(rows, columns)
        at += weights.nbytes
        scale = np.frombuffer(plain, np.float32, columns, at)
        bias = np.frombuffer(plain, np.float32, columns, at + 4 * columns)
        at += 8 * columns
        arrays += [weights * scale, bias.copy()]
    one, one_bias, two, two_bias, three, three_bias = arrays
    return Network(one, one_bias, two, two_bias, np.ascontiguousarray(three.T), three_bias)


@lru_cache(maxsize=1)
def network() -> Network:
    """The network of the package."""
    return read_network(FILE)[1]
