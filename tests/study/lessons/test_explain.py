"""Explanations make the point a good teacher would make, in fifty of sixty positions or more."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, permutations
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from random_play import books, play_game
from rightbower.players.views import view
from rightbower.rules.book import RuleBook, load
from rightbower.rules.cards import Seat
from rightbower.rules.game import Game
from rightbower.study.explain import explain
from study.lessons.claims import CLAIMS, Claim
from study.lessons.lessons import Position, positions

ENOUGH = 50


def makes_the_point(each: Position) -> bool:
    """Whether the explanation brings out the ideas, and names what it has to name."""
    said = explain(each.seen, each.action(each.best), each.action(each.mistake))
    return said.ideas >= set(each.ideas) and all(word in said.text for word in each.says)


def test_the_point_is_made_in_fifty_of_sixty() -> None:
    missed = [each.name for each in positions() if not makes_the_point(each)]
    assert len(positions()) - len(missed) >= ENOUGH, missed


def told_in(game: Game) -> Iterator[tuple[Claim, str]]:
    """Every idea of every explanation that could be asked for at this moment."""
    seat = None if game.deal is None else game.deal.turn
    seen = view(game, seat)
    if seat is None or len(seen.legal) < 2:
        return
    for best, mistake in permutations(seen.legal, 2):
        said = explain(seen, best, mistake)
        for action, reasons in ((best, said.reasons), (mistake, said.faults)):
            for reason in reasons:
                yield from ((Claim(seen, action, reason), idea) for idea in reason.ideas)


@given(books(), st.sampled_from(Seat), st.integers(0, 2**32 - 1))
@settings(max_examples=60, deadline=None)
def test_what_is_said_is_so(book: RuleBook, dealer: Seat, seed: int) -> None:
    for game in islice(play_game(book, dealer, Random(seed)), 80):
        for claim, idea in told_in(game):
            assert idea in CLAIMS, idea
            assert CLAIMS[idea](claim), (idea, claim.reason, claim.action, claim.view)


def test_nearly_every_choice_has_a_reason() -> None:
    silent = total = 0
    for seed in range(12):
        for game in play_game(load("standard"), Seat.N, Random(seed)):
            if game.deal is None or len((seen := view(game, game.deal.turn)).legal) < 2:
                continue
            silent += sum(not explain(seen, action).reasons for action in seen.legal)
            total += len(seen.legal)
    assert silent < total / 10
