"""A refusal names a clause of the book that is played, or says that it is borrowed."""

import re
from collections.abc import Iterator
from random import Random

import pytest

import rightbower as rb
from rightbower.referee.doing import improper, open_table
from rightbower.rules.acts import (  # fmt: skip
    Bury,
    GoAlone,
    KeepPartner,
    Name,
    Order,
    Pass,
    PickUp,
    Play,
    TurnDown,
)
from rightbower.rules.book import load, names
from rightbower.rules.cards import PACK, Seat, Suit

CITED = re.compile(r"([A-Z]\d\d)-([\w.]+)((?:, [^,);]+)?)")


def acts(seat: Seat) -> Iterator[rb.Action]:
    """Everything that a player could try."""
    yield from (Pass(seat), Order(seat), Order(seat, True), PickUp(seat), PickUp(seat, True))
    yield from (TurnDown(seat), GoAlone(seat), KeepPartner(seat))
    yield from (Name(seat, suit, alone) for suit in Suit for alone in (False, True))
    yield from (each(seat, card) for card in PACK for each in (Bury, Play))


def refusals(name: str) -> Iterator[str]:
    """What is said of all that may not be done, through twelve deals played at random."""
    chance = Random(name)
    for _ in range(12):
        game = rb.start_game(name, "S").shuffle(chance.randrange(10**9))
        while game.deal is not None:
            for each in (each for seat in Seat for each in acts(seat)):
                if (why := game.why_not(each)) is not None:
                    yield str(why)
                if (slip := improper(open_table(game), each)) is not None:
                    yield str(slip)
            game = game.play(chance.choice(game.legal))


@pytest.mark.parametrize("name", names())
def test_a_refusal_names_its_own_clause_or_says_that_it_is_borrowed(name: str) -> None:
    document = load(name).document
    said = set(refusals(name))
    assert len(said) > 30
    for sentence in said:
        for cited, clause, more in CITED.findall(sentence):
            assert cited == document or more == ", borrowed", (cited, clause, sentence)
    if document != "STD":
        assert sum(f"({document}-" in each for each in said) > 25
