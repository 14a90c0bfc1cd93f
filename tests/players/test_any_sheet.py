"""Random sheets of all variants: engine, record and notation agree, everybody can act, bots keep to them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import cycle
from random import Random
from typing import Any, Final, get_args, get_type_hints

import pytest

from by_hand import worth
from random_play import EAGERNESS, pick
from rightbower.players import player
from rightbower.players.thumb import unstudied
from rightbower.players.views import unseen, view
from rightbower.record import egn
from rightbower.record.egn_schema import EgnError
from rightbower.record.entries import ActionEntry, DealtEntry, Record, RecordEntry
from rightbower.record.record import begin, read, replay, write
from rightbower.rules.acts import GoUnder
from rightbower.rules.book import BookError, RuleBook, load, overlay, sheet_names
from rightbower.rules.cards import Seat, Side, shuffled
from rightbower.rules.ceremonies import Dealt, deal_cards
from rightbower.rules.game import Game
from rightbower.rules.judge import legal
from rightbower.rules.settings import NOTES, Bidding, common, played

# What each variant, and each setting that meets one, may be here.
VALUES: Final[Mapping[str, tuple[Any, ...]]] = {
    "pack.ranks": ("nine to ace", "eight to ace", "seven to ace"),
    "pack.joker": ("none", "joker", "two of spades"),
    "bidding.joker_turned": get_args(get_type_hints(Bidding)["joker_turned"]),
    "bidding.joker_natural": (False, True),
    "bidding.stuck_names": ("another suit", "any suit"),
    "bidding.thrown_in_dealer": ("next dealer", "same dealer"),
    "bidding.no_trump": ("none", "high", "high and low"),
    "bidding.no_trump_when": ("round two", "stuck dealer"),
    "relief.bad_hand": (
        "none",
        "nines and tens",
        "ace, no face",
        "no face",
        "three nines or tens",
        "three of a rank",
    ),
    "relief.remedy": ("same dealer", "next dealer", "go under"),
    "relief.gone_under": ("may call", "passes"),
    "relief.seen_by": ("everybody", "nobody"),
    "burying.order": ("take first", "discard first"),
    "alone.barred_at": ((), (1, 2), (8, 9)),
    "alone.defend": ("no", "against a lone maker", "against any maker"),
    "score.lone_tricks": (None, 4, 5),
    "score.super_euchre": (None, 4),
    "score.given_up": (1, 2),
    "score.lone_defence": (4, 5),
    "score.lone_defence_of_pair": (3, 4),
    "game.cap": (None, 11, 13),
    "bidding.partner_order": ("must be alone", "ordinary", "may not be alone", "may not order"),
    "bidding.all_pass": ("throw in", "stick the dealer", "pay"),
    "bidding.partner_says_alone": (False, True),
    "bidding.trump_to_order": ("nobody", "all but dealer"),
    "bidding.natural_scope": ("nobody", "dealer by choice", "everyone"),
    "bidding.lone_partner_turn_up": (
        "dealer takes it",
        "lone partner takes it",
        "stays on the stock",
    ),
    "burying.turn_up": ("never", "allowed", "unless five of the suit"),
    "alone.who": ("maker", "makers", "anyone"),
    "alone.when": ("with the call", "before the first card"),
    "alone.needs_trump": (False, True),
    "alone.lead": ("left of dealer", "left of lone player"),
}


def sheet(chance: Random, wanted: str) -> RuleBook:
    """A sheet over the common game that varies in one thing wanted, all of whose settings can meet."""
    while True:
        few = sorted({wanted, *chance.sample(sorted(VALUES), chance.randrange(1, 11))})
        values = {path: chance.choice(VALUES[path]) for path in few}
        if values[wanted] == common(wanted):
            continue
        try:
            return overlay(load("standard"), values, "A rule of this table.")
        except BookError:
            continue


def a_few_deals(book: RuleBook, chance: Random, deals: int) -> tuple[Record, Game]:
    """A game by random legal acts, as a record; at each step whoever is on turn, and nobody else, can act."""
    record = Record(
        book, chance.choice(tuple(Seat)), start_score=(chance.randrange(10), chance.randrange(10))
    )
    game, passing = begin(record), chance.choice(EAGERNESS)
    entries: list[RecordEntry] = []
    while game.result is None and len(game.finished) < deals:
        entry: RecordEntry
        if game.deal is None:
            out = deal_cards(shuffled(chance.getrandbits(32), book.pack.cards), game.dealer, book)
            cards = Dealt(out.hands, out.turn_up, tuple(sorted(out.stock)))
            entry = DealtEntry(game.dealer, cards)
        else:
            assert legal(game.deal)
            seen = [view(game, seat) for seat in Seat]
            assert [each.seat for each in seen if each.legal] == [game.turn]
            for each in seen:
                assert each.seat is not None
                blind = unseen(game.deal, game.turn_up)
                assert each.hand == (() if blind else game.deal.hands[each.seat])
                assert each.lone_defender is game.deal.lone_defender
                for bid in each.bids:
                    if isinstance(bid, GoUnder) and book.relief.seen_by == "nobody":
                        assert bool(bid.cards) == (bid.seat is each.seat)
            entry = ActionEntry(pick(game.deal, chance, passing))
        entries.append(entry)
        game = entry.on_game(game)
    return record.then(*entries), game


def checked(book: RuleBook, chance: Random, deals: int) -> int:
    """Play a few deals, and hold record, notation and points against each other; how many were played."""
    record, game = a_few_deals(book, chance, deals)
    text = write(record)
    assert read(text).book == book
    assert read(text) == record
    assert replay(record) == game
    before = record.start_score
    for each in game.finished:
        points = worth(each.deal) if each.deal.ending in ("played", "given up") else (0, 0)
        assert each.score == tuple(before[side] + points[side] for side in Side)
        before = each.score
    try:
        notation = egn.write(record)
    except EgnError:
        return len(game.finished)  # the notation cannot say who of several may be alone
    assert egn.read(notation, book).record == record
    return len(game.finished)


def sheets(seed: int) -> Iterator[tuple[RuleBook, Random]]:
    """Random sheets without end, each variant in its turn, each with the chance that plays by it."""
    chance = Random(seed)
    for wanted in cycle(NOTES):
        yield sheet(chance, wanted), chance


def test_whatever_the_sheet_says_engine_record_notation_and_points_agree() -> None:
    met: set[str] = set()
    for (book, chance), _ in zip(sheets(5), range(120), strict=False):
        checked(book, chance, 3)
        met |= {*played(book)}
    assert met == {*NOTES}


# A soak in as many parts as a large machine has cores: ``pytest -m soak -n 16``.
PARTS: Final = 16


@pytest.mark.soak
@pytest.mark.parametrize("part", range(PARTS))
def test_in_200_000_deals_by_random_sheets_all_agree(
    part: int, pytestconfig: pytest.Config
) -> None:
    done, wanted = 0, 200_000 / PARTS * pytestconfig.getoption("--share")
    for book, chance in sheets(1000 + part):
        done += checked(book, chance, 8)
        if done >= wanted:
            return


def play_bots(book: RuleBook, chance: Random, names: tuple[str, ...], deals: int) -> int:
    """A few deals between these bots; an illegal act would be refused. How many acts there were."""
    record = Record(book, Seat.S)
    game, acts = begin(record), 0
    four = [player(name, 1) for name in names]
    while game.result is None and len(game.finished) < deals:
        if game.deal is None:
            out = deal_cards(shuffled(chance.getrandbits(32), book.pack.cards), game.dealer, book)
            game = DealtEntry(game.dealer, out).on_game(game)
            continue
        assert game.turn is not None
        action = four[game.turn](view(game, game.turn))
        assert action in legal(game.deal)
        game, acts = ActionEntry(action).on_game(game), acts + 1
    return acts


@pytest.mark.parametrize("name", sheet_names())
def test_four_bots_play_300_deals_by_a_sheet_that_comes_along(name: str) -> None:
    book, jokers = load(name), 0
    four = [player(each, 1) for each in ("beginner", "club", "club-bold", "club-careful")]
    for number in range(300):
        out = deal_cards(shuffled(f"{name} {number}", book.pack.cards), Seat.S, book)
        jokers += out.turn_up.joker
        game = DealtEntry(Seat.S, out).on_game(begin(Record(book, Seat.S)))
        while game.deal is not None:
            assert game.turn is not None
            action = four[game.turn](view(game, game.turn))
            assert action in legal(game.deal)
            game = ActionEntry(action).on_game(game)
        assert len(game.finished) == 1
    assert bool(jokers) is (book.pack.joker != "none")


def test_bots_keep_to_any_sheet() -> None:
    for (book, chance), number in zip(sheets(7), range(40), strict=False):
        strong = ("expert-quick", "master") if number % 10 == 0 else ("league-table", "club-bold")
        assert play_bots(book, chance, ("beginner", strong[0], "club", strong[1]), 2)


@pytest.mark.soak
@pytest.mark.parametrize("part", range(PARTS))
def test_bots_keep_to_random_sheets_in_10_000_games(part: int, pytestconfig: pytest.Config) -> None:
    games = round(10_000 / PARTS * pytestconfig.getoption("--share"))
    for (book, chance), _ in zip(sheets(2000 + part), range(games), strict=False):
        play_bots(book, chance, ("beginner", "league", "club", "league-table"), 40)


def test_the_experts_say_which_sheets_they_have_not_studied() -> None:
    assert unstudied(load("standard")) is None
    found = [unstudied(book) for (book, _), _ in zip(sheets(9), range(60), strict=False)]
    capped = overlay(load("standard"), {"game.cap": 12}, "Ours.")
    assert unstudied(capped) is None  # it changes nothing within a deal
    assert {"alone.defend", "bidding.partner_order"} <= {*found}


def test_a_searching_player_is_better_than_the_club_by_rules_the_experts_do_not_know() -> None:
    book = overlay(
        load("standard"), {"alone.defend": "against any maker", "score.lone_tricks": 5}, "Ours."
    )
    net = 0
    for number in range(12):
        out = deal_cards(shuffled(f"searched-{number}", book.pack.cards), Seat.S, book)
        for four, sign in ((("expert-quick", "club") * 2, 1), (("club", "expert-quick") * 2, -1)):
            game = DealtEntry(Seat.S, out).on_game(begin(Record(book, Seat.S)))
            players = [player(name, 1) for name in four]
            while game.deal is not None:
                assert game.turn is not None
                action = players[game.turn](view(game, game.turn))
                game = ActionEntry(action).on_game(game)
            net += sign * (game.score[Side.NS] - game.score[Side.EW])
    assert net > 0
