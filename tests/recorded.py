"""Games at random as records: bells, times, voided deals, remarks and games left unfinished."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import strategies as st

from random_play import EAGERNESS, pick
from rightbower.record.entries import (
    ActionEntry,
    BellEntry,
    DealtEntry,
    NoteEntry,
    Record,
    RecordEntry,
    TurnUpEntry,
    VoidEntry,
)
from rightbower.record.record import begin, read
from rightbower.rules.acts import Bury, read_action
from rightbower.rules.book import RuleBook, load, names, overlay
from rightbower.rules.cards import Card, Seat, shuffled
from rightbower.rules.ceremonies import Dealt, deal_cards
from rightbower.rules.game import Game, TurnUp, target_objection
from table import DEALS, cards_out


def entry_of(name: str) -> DealtEntry:
    """One of the worked deals as an entry."""
    words, north, east, south, west, stock = DEALS[name]
    dealer, turn_up = (part.split()[0] for part in words.split(","))
    return DealtEntry(Seat.of(dealer), cards_out(turn_up, stock, N=north, E=east, S=south, W=west))


def acts(words: str) -> list[ActionEntry]:
    """Actions with commas between them, as entries."""
    return [ActionEntry(read_action(each)) for each in words.split(",")]


def begun(*entries: DealtEntry | ActionEntry, book: str = "alberta-55plus") -> Record:
    """A game that South deals first, with these entries."""
    return Record(load(book), Seat.S).then(*entries)


def refusal(text: str) -> str:
    """Why a text is refused; the test fails when it is read, or no line is named."""
    with pytest.raises(ValueError, match=r"^line \d+") as found:
        read(text)
    return str(found.value)


# Settings that change the course of a game, and values for each.
HOUSE: dict[str, list[object]] = {
    "bidding.partner_order": ["must be alone", "ordinary", "may not be alone", "may not order"],
    "bidding.natural_scope": ["nobody", "everyone", "ordered dealer too"],
    "bidding.trump_to_order": ["nobody", "all but dealer"],
    "bidding.breach": ["loses the game", "refused", "allowed"],
    "bidding.all_pass": ["throw in", "stick the dealer", "pay"],
    "bidding.lone_partner_turn_up": ["lone partner takes it", "stays on the stock"],
    "burying.turn_up": ["never", "allowed", "unless five of the suit"],
    "alone.who": ["maker", "makers", "anyone"],
    "alone.when": ["with the call", "before the first card"],
    "alone.lead": ["left of dealer", "left of lone player"],
    "score.lone_march": [3, 5],
    "score.tricks_to_make": [2, 4],
    "game.counts": ["points", "tricks", "either"],
    "game.overshoot": ["kept", "capped"],
    "clock.minutes": [None, 1, 12],
    "clock.finish_hand": ["if faced", "if put down", "never"],
    "clock.level": ["deal on", "draw"],
    "clock.thrown_in": ["ends the game", "deal on"],
    "dealing.turn_up_waits_for_bell": [False, True],
    "burying.order": ["discard first"],
    "alone.barred_at": [(1,), (8, 9)],
    "alone.defend": ["against a lone maker", "against any maker"],
    "score.super_euchre": [4],
    "game.cap": [15, 21],
}


@st.composite
def books(draw: st.DrawFn) -> RuleBook:
    """One of the books, with up to three house settings over it."""
    book = load(draw(st.sampled_from(names())))
    paths = draw(st.lists(st.sampled_from(sorted(HOUSE)), unique=True, max_size=3))
    values = {path: draw(st.sampled_from(HOUSE[path])) for path in paths}
    return overlay(book, values, draw(st.text(min_size=1, max_size=9))) if values else book


def dealt(book: RuleBook, dealer: Seat, seed: int) -> Dealt:
    """The cards of a pack shuffled by the seed, the stock in the order of the pack."""
    out = deal_cards(shuffled(seed), dealer, book)
    return Dealt(out.hands, out.turn_up, tuple(sorted(out.stock)))


def plain_game(record: Record, seed: int, acts: int) -> Record:
    """The record after so many acts at random, with nothing out of the ordinary."""
    chance = Random(seed)
    passing = chance.choice(EAGERNESS)
    game = begin(record)
    entries: list[RecordEntry] = []
    if record.book.dealing.turn_up_waits_for_bell:
        entries.append(BellEntry("start"))
        game = entries[0].on_game(game)
    while game.result is None and acts > 0:
        acts -= 1
        if game.deal is None:
            cards = dealt(record.book, game.dealer, chance.getrandbits(32))
            entries.append(DealtEntry(game.dealer, cards))
        else:
            entries.append(ActionEntry(pick(game.deal, chance, passing)))
        game = entries[-1].on_game(game)
    return record.then(*entries)


def _next(game: Game, chance: Random, at: float | None) -> RecordEntry:
    """Something that may happen now; some of it the game will not allow."""
    roll = chance.random()
    if roll < 0.01:
        return BellEntry("end", at)
    if roll < 0.03 or not game.begun:
        return BellEntry("start", at) if chance.random() < 0.5 else NoteEntry("waiting\n @ 5 ")
    if roll < 0.05:
        return VoidEntry(chance.choice(list(Seat)), at)
    if roll < 0.07:
        return TurnUpEntry(chance.choice(list(TurnUp)), at)
    if game.deal is None:
        cards = dealt(game.book, game.dealer, chance.getrandbits(32))
        assumed: frozenset[Card] = frozenset(chance.sample(cards.hands[0] + cards.stock, 2))
        shown = chance.choice([TurnUp.FACED, TurnUp.FACED, *TurnUp])
        return DealtEntry(game.dealer, cards, shown, at, assumed if roll < 0.3 else frozenset())
    if game.turn_up is not TurnUp.FACED:
        return TurnUpEntry(TurnUp.FACED, at)
    action = pick(game.deal, chance, 0.8)
    return ActionEntry(action, at, isinstance(action, Bury) and chance.random() < 0.5)


class Drawn:
    """A record that Hypothesis can show in few words."""

    def __init__(self, record: Record) -> None:
        self.record = record

    def __repr__(self) -> str:
        what = [type(each).__name__ for each in self.record.entries[-3:]]
        house = [p for p, cited in self.record.book.citations.items() if cited.basis == "house"]
        return (
            f"<{self.record.book.extends or self.record.book.name} with {house}: "
            f"{len(self.record.entries)} entries, the last {what}>"
        )


@st.composite
def games(draw: st.DrawFn, rules: st.SearchStrategy[RuleBook]) -> Drawn:
    """A game of nothing but deals and acts, from its start to any point of it."""
    book = draw(rules)
    targets = [None, *(each for each in (5, 7) if target_objection(book, each) is None)]
    name = st.text(max_size=12)
    record = Record(
        book,
        draw(st.sampled_from(Seat)),
        draw(st.tuples(name, name, name, name)),
        draw(st.sampled_from(targets)),
        draw(st.tuples(st.integers(0, 4), st.integers(0, 4))),
        title=draw(name),
    )
    seed = draw(st.integers(0, 2**32 - 1))
    return Drawn(plain_game(record, seed, draw(st.integers(1, 200))))


@st.composite
def records(draw: st.DrawFn) -> Drawn:
    """A game by a random book or house sheet, finished or not, with all that a record can hold."""
    book = draw(books())
    targets = [None, *(each for each in (3, 5, 7) if target_objection(book, each) is None)]
    name = st.text(max_size=12)
    at = draw(st.none() | st.floats(-1e6, 1e6))
    record = Record(
        book,
        draw(st.sampled_from(Seat)),
        draw(st.tuples(name, name, name, name)),
        draw(st.sampled_from(targets)),
        draw(st.tuples(st.integers(-3, 4), st.integers(-3, 4))),
        at,
        draw(name),
        draw(name),
    )
    chance = Random(draw(st.integers(0, 2**32 - 1)))
    game, entries = begin(record), []
    for _ in range(draw(st.integers(0, 250))):
        if at is not None:
            at += chance.choice([0, 0.1, 2.5, 1 / 3])
        entry = _next(game, chance, at if chance.random() < 0.8 else None)
        try:
            game = entry.on_game(game)
        except ValueError:
            continue
        entries.append(entry)
    return Drawn(record.then(*entries))
