"""The replay step by step: every trick of every recorded game is credited to who won it."""

from __future__ import annotations

from pathlib import Path

import pytest

from rightbower.record import record
from rightbower.rules.acts import Play
from rightbower.rules.cards import Seat
from rightbower.web.study.replay import steps

GAMES = sorted((Path(__file__).parents[1] / "record" / "games").glob("*.txt"))


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_the_replay_credits_every_trick(path: Path) -> None:
    game = record.read(path.read_text("utf-8"))
    _, stories = record.stories(game)
    assert stories
    for story in stories:
        winners = [trick.winner for trick in story.deal.tricks if trick.winner is not None]
        shown = steps(story.deal, game.players)
        assert shown[-1].won == [winners.count(seat) for seat in Seat]
        credited = [sum(each.won) for each in shown]
        assert credited == sorted(credited)
        assert credited[-1] == len(winners)


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_each_card_lies_in_the_trick_once_it_is_played(path: Path) -> None:
    game = record.read(path.read_text("utf-8"))
    for story in record.stories(game)[1]:
        shown = steps(story.deal, game.players)[1:]
        for step, act in zip(shown, story.deal.acts, strict=True):
            if isinstance(act, Play):
                assert step.trick[-1] == (act.seat.letter, act.card.name)
