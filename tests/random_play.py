"""Books, house sheets and random legal play for the tests that hold whatever is played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Literal, get_args, get_origin, get_type_hints

from hypothesis import strategies as st
from msgspec.structs import replace

from rightbower.rules.acts import Action, Pass, TurnDown
from rightbower.rules.book import TOPICS, RuleBook, load, names
from rightbower.rules.cards import Seat, shuffled
from rightbower.rules.ceremonies import deal_cards
from rightbower.rules.deal import Deal, start
from rightbower.rules.game import (
    Game,
    TurnUp,
    act,
    deal_out,
    ring,
    show_turn_up,
    start_bell,
    start_game,
)
from rightbower.rules.judge import apply, legal

# How often a player passes who may: at random a table hardly ever reaches round two.
EAGERNESS = (0.3, 0.8, 0.97)
IN_THE_GAME = ("pack", "dealing", "bidding", "burying", "alone", "playing", "game", "clock")


def _settings() -> Mapping[str, st.SearchStrategy[object]]:
    """The settings of the game that offer a choice, each with what it may be."""
    found: dict[str, st.SearchStrategy[object]] = {}
    for topic in IN_THE_GAME:
        for setting, kind in get_type_hints(TOPICS[topic]).items():
            if get_origin(kind) is Literal:
                found[f"{topic}.{setting}"] = st.sampled_from(get_args(kind))
            elif kind is bool:
                found[f"{topic}.{setting}"] = st.booleans()
    for setting in ("make", "march", "euchre", "lone_make", "lone_march", "lone_euchre"):
        found[f"score.{setting}"] = st.integers(1, 6)
    found["alone.barred_at"] = st.sets(st.integers(1, 12), max_size=3).map(lambda at: (*at,))
    found["score.lone_tricks"] = st.none() | st.integers(3, 5)
    found["score.super_euchre"] = st.none() | st.integers(1, 6)
    found["score.lone_defence"] = st.integers(1, 6)
    found["score.lone_defence_of_pair"] = st.integers(1, 6)
    found["score.given_up"] = st.integers(1, 3)
    found["game.cap"] = st.none() | st.integers(10, 15)
    return {**found, "score.tricks_to_make": st.integers(1, 5)}


SETTINGS = _settings()


@st.composite
def house_sheets(draw: st.DrawFn) -> RuleBook:
    """One of the books with some of its settings changed at random."""
    values = draw(st.fixed_dictionaries({}, optional=SETTINGS))
    if values.get("pack.joker", "none") != "none":  # no sheet has it with no-trump
        values.pop("bidding.no_trump", None)
    return laid_over(load(draw(st.sampled_from(names()))), values)


def laid_over(book: RuleBook, values: Mapping[str, object]) -> RuleBook:
    """The book with these values, unchecked: ``overlay`` would take most of a test's time."""
    topics: dict[str, dict[str, object]] = {}
    for path, value in values.items():
        topic, setting = path.split(".")
        topics.setdefault(topic, {})[setting] = value
    changed = {topic: replace(getattr(book, topic), **each) for topic, each in topics.items()}
    return replace(book, name="house", extends=book.name, **changed)


def books() -> st.SearchStrategy[RuleBook]:
    """One of the six books as it stands, or a house sheet over one."""
    return st.sampled_from(names()).map(load) | house_sheets()


def fresh(book: RuleBook, dealer: Seat, seed: int) -> Deal:
    """A deal from a pack shuffled by the seed."""
    out = deal_cards(shuffled(seed, book.pack.cards), dealer, book)
    return start(book, dealer, out.hands, out.turn_up, out.stock)


def pick(deal: Deal, chance: Random, passing: float) -> Action:
    """A legal action at random; whoever may pass does so as often as ``passing`` says."""
    choice = legal(deal)
    declining = [each for each in choice if isinstance(each, Pass | TurnDown)]
    others = [each for each in choice if each not in declining]
    if not others or (declining and chance.random() < passing):
        return declining[0]
    return chance.choice(others)


def play_out(deal: Deal, chance: Random) -> Iterator[Deal]:
    """The deal and all that becomes of it, act by act, to its end."""
    passing = chance.choice(EAGERNESS)
    yield deal
    while deal.ending is None:
        deal = apply(deal, pick(deal, chance, passing))
        yield deal


@st.composite
def courses(draw: st.DrawFn) -> tuple[Deal, ...]:
    """One deal by a random book, from the first bid to the end, state by state."""
    seed = draw(st.integers(0, 2**32 - 1))
    deal = fresh(draw(books()), draw(st.sampled_from(Seat)), seed)
    return tuple(play_out(deal, Random(seed)))


def play_game(book: RuleBook, dealer: Seat, chance: Random, pace: float = 0.0) -> Iterator[Game]:
    """A game step by step to its end, each step taking up to ``pace`` seconds."""
    now = 0.0
    game = start_bell(start_game(book, dealer, at=now), now)
    passing = chance.choice(EAGERNESS)
    yield game
    while game.result is None:
        now += chance.uniform(0, pace)
        if game.ends_at is not None and now >= game.ends_at:
            game = ring(game, now)
        if game.result is None:
            game = _next_step(game, chance, passing, now)
        yield game


def _next_step(game: Game, chance: Random, passing: float, now: float) -> Game:
    """Deal, face the turn-up, or act.

    Nobody throws in a fourth deal running: a table that always does so never finishes.
    """
    deal = game.deal
    if deal is None:
        deck = game.book.pack.cards
        out = deal_cards(shuffled(chance.randrange(2**32), deck), game.dealer, game.book)
        return deal_out(game, out, now, chance.choice(tuple(TurnUp)))
    if game.turn_up is not TurnUp.FACED:
        return show_turn_up(game, TurnUp.FACED, now)
    if [each.deal.ending for each in game.finished[-3:]] == ["thrown in"] * 3:
        passing = 0
    return act(game, pick(deal, chance, passing), now)
