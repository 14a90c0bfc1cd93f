"""Many deals or games between players, on all cores or by any executor, with intervals."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct

from rightbower.players import PLAYERS, Bot, Player, player
from rightbower.players.engine import Program
from rightbower.players.executors import Progress, chunks, spread
from rightbower.players.thumb import refuse_unstudied
from rightbower.players.views import view
from rightbower.rules.acts import WORDS, Name
from rightbower.rules.book import RuleBook, load, overlay
from rightbower.rules.cards import HAND_SIZE, PACK, Seat, Side, shuffled
from rightbower.rules.ceremonies import Dealt, deal_cards
from rightbower.rules.deal import Deal
from rightbower.rules.extras import missing, needs
from rightbower.rules.game import Game, Scored, act, deal_out, start_bell, start_game
from rightbower.rules.refusal import Refusal, wrong_kind

if TYPE_CHECKING:
    import numpy as np

CHUNK = 50
# Each deal of a match at a score of its own, all as likely.
ANY_SCORE: Final = "any"

# How strong players do, in per cent of deals, to hold a simulation against: 195 deals of tournament
# games on record, so that each figure is good to about 3 either way.
TOURNAMENT: Final[dict[str, Any]] = {
    "called_percent": {"round 1": [11.7, 17.8, 6.6, 38.6], "round 2": [13.7, 9.1, 1.0, 1.5]},
    "point_percent": 50.0,
    "march_percent": 11.0,
    "euchred_percent": 20.0,
    "lone_tried_percent": 18.5,
    "lone_march_percent": 6.0,
}


class DealRow(Struct, frozen=True):
    """One deal as a row: what was called, by whom, and what it brought."""

    number: int
    dealer: str
    turnup: str
    round: int
    caller: int
    maker: str
    trump: str
    alone: bool
    tricks: int
    ending: str
    ns: int
    ew: int


class Match(Struct, frozen=True):
    """Duplicate deals between two players; positive points are the first one's.

    By the score they are also counted in games: how many of a hundred the first one wins by its play.
    """

    first: str
    second: str
    book: str
    deals: int
    points_per_deal: float
    standard_error: float
    score: str = ""
    games_per_hundred: float = 0.0
    games_error: float = 0.0

    @property
    def ci95(self) -> tuple[float, float]:
        wide = 1.96 * self.standard_error
        return self.points_per_deal - wide, self.points_per_deal + wide

    @property
    def games_ci95(self) -> tuple[float, float]:
        wide = 1.96 * self.games_error
        return self.games_per_hundred - wide, self.games_per_hundred + wide

    def __str__(self) -> str:
        give_or_take = self.ci95[1] - self.points_per_deal
        found = f"{self.points_per_deal:+.2f} ± {give_or_take:.2f} points a deal"
        if self.score:
            give_or_take = self.games_ci95[1] - self.games_per_hundred
            found = f"{self.games_per_hundred:+.2f} ± {give_or_take:.2f} games in a hundred"
        of = f"{self.deals:,} deals of {self.book}"
        at = f" at {self.score}" if self.score and self.score != ANY_SCORE else ""
        at = " at any score" if self.score == ANY_SCORE else at
        return f"{self.first} against {self.second}: {found} ({of}{at}, each played twice)"


def seat_player(name: str | Bot, seed: int) -> Player:
    """A player of ours, by name too, or another program by its command line."""
    return player(name, seed) if isinstance(name, Bot) or name in PLAYERS else Program(name)


def book_for(name: str | Path | RuleBook, may_bury_turnup: bool | None = None) -> RuleBook:
    """A book, with the match's word on burying the turn-up."""
    book = load(name)
    if may_bury_turnup is None:
        return book
    value = "allowed" if may_bury_turnup else "never"
    return overlay(book, {"burying.turn_up": value}, note="Set for the match.")


def new_game(book: RuleBook, dealer: Seat) -> Game:
    """A game about to begin, the bell rung where there is one."""
    game = start_game(book, dealer)
    return game if game.begun else start_bell(game)


def begun_at(book: RuleBook, dealer: Seat, score: tuple[int, int]) -> Game:
    """A game about to deal at a score."""
    game = new_game(book, dealer)
    if min(score) < 0 or (game.target is not None and max(score) >= game.target):
        raise Refusal(f"no hand is played at {score[0]}–{score[1]}")
    return Game(book, dealer, dealer, game.target, start_score=score, score=score, begun=True)


def play_deal(game: Game, cards: Dealt, players: Sequence[Player]) -> Game:
    """The game after one more deal, played by the four players."""
    game = deal_out(game, cards)
    while game.deal is not None:
        seat = game.deal.turn
        assert seat is not None
        action = players[seat](view(game, seat))
        if type(action) not in WORDS:
            raise wrong_kind(f"what {_name(players[seat])} returns", "one of view.legal", action)
        game = act(game, action)
    return game


def net_points(game: Game) -> int:
    """The net points of North and South for the last deal; a lost game counts as its whole target."""
    last = game.finished[-1]
    if last.deal.ending == "game lost":
        assert last.deal.maker is not None
        lost = game.target or 0
        return -lost if last.deal.maker.side is Side.NS else lost
    return sum(mark.points if mark.side is Side.NS else -mark.points for mark in last.marks)


def games_won(game: Game) -> float:
    """The games North and South win from here on, in a hundred: among equals, or as it ended."""
    from rightbower.players.expert import chance

    if game.result is not None:
        won = game.result.winner
        return 50.0 if won is None else 100.0 * (won is Side.NS)
    assert game.target is not None
    ours, theirs = (max(game.score[side], 0) for side in Side)
    return 100 * chance(ours, theirs, game.dealer.side is Side.NS, game.target)


def both_ways(
    book: RuleBook, number: int, seed: int, one: Player, other: Player, score: str = ""
) -> tuple[float, float]:
    """One deal played twice with the sides swapped: the first player's net points per deal.

    By the score also the games in a hundred that it wins by them; else nothing for these.
    """
    dealer = Seat(number % len(Seat))
    cards = deal_cards(shuffled(f"{seed}:{number}", book.pack.cards), dealer, book)
    begun = new_game(book, dealer)
    if score:
        begun = begun_at(book, dealer, score_at(score, begun.target or 0, f"{seed}:{number}"))
    there = play_deal(begun, cards, (one, other, one, other))
    back = play_deal(begun, cards, (other, one, other, one))
    won = (games_won(there) - games_won(back)) / 2 if score else 0.0
    return (net_points(there) - net_points(back)) / 2, won


def score_at(score: str, target: int, drawn: str) -> tuple[int, int]:
    """The score of North and South and of East and West at which a deal is played.

    >>> score_at("8-6", 10, "1:2")
    (8, 6)
    >>> score_at("any", 10, "1:2")
    (5, 8)
    """
    if not target:
        raise Refusal("a match by the score needs a book whose games end at a number of points")
    if score == ANY_SCORE:
        chance = Random(f"score {drawn}")
        return chance.randrange(target), chance.randrange(target)
    ours, _, theirs = score.replace("–", "-").partition("-")
    if not (ours.isdecimal() and theirs.isdecimal()):
        raise Refusal(
            f"a score is written as 8-6, North and South first, or {ANY_SCORE}, not {score!r}"
        )
    return int(ours), int(theirs)


def match(
    first: str | Bot | Player,
    second: str | Bot | Player,
    deals: int,
    seed: int = 1,
    book: str | Path | RuleBook = "standard",
    may_bury_turnup: bool | None = None,
    workers: int | None = None,
    progress: Progress | None = None,
    executor: Executor | None = None,
    score: str = "",
) -> Match:
    """Duplicate deals between two players; the same seed gives the same deals, whoever plays them.

    A player is a name, a program's command line, or a function from a view to an act. All is played in
    this process unless workers or an executor are given. A score such as "8-6" has each deal played at
    it, "any" each at one of its own; the match is then counted in games too.
    """
    _checked(deals=deals, first=first, second=second)
    if not isinstance(score, str):
        raise wrong_kind("score", 'a score, such as "8-6", or "any"', score)
    if deals < 2:
        raise Refusal("a match needs at least 2 deals")
    rules = load(book)
    if score:
        needs("a match by the score", "numpy")
        begun_at(rules, Seat.N, score_at(score, new_game(rules, Seat.N).target or 0, ""))
    work = partial(match_chunk, first, second, seed, rules, may_bury_turnup, score)
    played = spread(
        work, chunks(deals, CHUNK), 1 if workers is None else workers, executor, progress, len
    )
    points, games = zip(*(each for chunk in played for each in chunk), strict=True)
    mean, error = mean_and_error(points)
    by_score = (score, *mean_and_error(games)) if score else ()
    named = book if isinstance(book, str) else rules.name
    if isinstance(book, RuleBook) and book.extends == book.name:
        named = f"{book.name} with house rules"
    return Match(_name(first), _name(second), named, deals, mean, error, *by_score)


def _checked(**given: object) -> None:
    """Refuse what is no number of deals or games, and no player."""
    (number, count), *players = given.items()
    if not isinstance(count, int):
        raise wrong_kind(number, "a whole number", count)
    for parameter, each in players:
        if not isinstance(each, str) and not callable(each):
            raise wrong_kind(parameter, "a player's name or a function from a View to an act", each)


def _name(player: str | Bot | Player) -> str:
    if isinstance(player, str | Bot):
        return player if isinstance(player, str) else player.name
    if isinstance(player, Program):
        return player.command
    return str(getattr(player, "__name__", "a player"))


def mean_and_error(values: Sequence[float]) -> tuple[float, float]:
    """The mean of two values or more, and its standard error; the same in whatever order they are."""
    mean = math.fsum(values) / len(values)
    squares = math.fsum((each - mean) ** 2 for each in values)
    return mean, math.sqrt(squares / (len(values) - 1) / len(values))


def match_chunk(
    first: str | Bot | Player,
    second: str | Bot | Player,
    seed: int,
    book: RuleBook,
    may_bury: bool | None,
    score: str,
    numbers: range,
) -> list[tuple[float, float]]:
    """Some deals of a match, by their numbers: what each brings, in points and by the score in games."""
    rules = book_for(book, may_bury)
    with _seated(first, seed) as one, _seated(second, seed) as other:
        return [both_ways(rules, number, seed, one, other, score) for number in numbers]


@contextmanager
def _seated(who: str | Bot | Player, seed: int) -> Iterator[Player]:
    """A player for a while; a program is told to stop at the end."""
    player = seat_player(who, seed) if isinstance(who, str | Bot) else who
    try:
        yield player
    finally:
        if isinstance(player, Program):
            player.close()


def simulate(
    ns: str,
    ew: str,
    games: int,
    seed: int = 1,
    book: str | Path | RuleBook = "standard",
    workers: int | None = None,
    progress: Progress | None = None,
    executor: Executor | None = None,
) -> tuple[list[DealRow], list[str]]:
    """Whole games between two sides: a row per deal, and how each game ended.

    All is played in this process unless workers or an executor are given.
    """
    _checked(games=games, ns=ns, ew=ew)
    if games < 1:
        raise Refusal("simulate at least one game")
    work = partial(_games_chunk, ns, ew, seed, load(book))
    rows: list[DealRow] = []
    ends: list[str] = []
    for some, ended in spread(
        work, chunks(games, CHUNK), 1 if workers is None else workers, executor, progress, len
    ):
        rows += some
        ends += ended
    return rows, ends


def _games_chunk(
    ns: str, ew: str, seed: int, rules: RuleBook, numbers: range
) -> tuple[list[DealRow], list[str]]:
    rows: list[DealRow] = []
    ends: list[str] = []
    with _seated(ns, seed) as one, _seated(ew, seed) as other:
        for number in numbers:
            game = new_game(rules, Seat(number % len(Seat)))
            while game.result is None:
                pack = shuffled(f"{seed}:{number}:{len(game.finished)}", rules.pack.cards)
                cards = deal_cards(pack, game.dealer, rules)
                game = play_deal(game, cards, (one, other, one, other))
                rows.append(row(game.finished[-1], len(game.finished)))
            ends.append("draw" if game.result.winner is None else game.result.winner.name)
    return rows, ends


def row(scored: Scored, number: int) -> DealRow:
    """A finished deal as a row; ``caller`` is 1 for the dealer's left and 4 for the dealer."""
    deal: Deal = scored.deal
    maker = deal.maker
    points = {side: sum(m.points for m in scored.marks if m.side is side) for side in Side}
    named = any(isinstance(act, Name) for act in deal.acts)
    return DealRow(
        number,
        deal.dealer.name,
        deal.turn_up.name,
        0 if maker is None else 2 if named else 1,
        0 if maker is None else (maker - deal.dealer - 1) % len(Seat) + 1,
        "" if maker is None else maker.name,
        "" if deal.trump is None else deal.trump.letter,
        deal.lone is not None,
        0 if maker is None else deal.tricks_of(maker.side),
        str(deal.ending),
        points[Side.NS],
        points[Side.EW],
    )


def statistics(rows: Sequence[DealRow], ends: Sequence[str]) -> dict[str, Any]:
    """What a simulation shows: calls by seat and round, makes, marches, euchres, loners.

    A point and a march are those with the partner; a lone hand is counted apart.
    """
    deals = len(rows)
    calls = Counter((each.round, each.caller) for each in rows)
    made = [each for each in rows if each.round]

    def share(count: int, of: int) -> float:
        return round(100 * count / of, 2) if of else 0.0

    lone = [each for each in made if each.alone]
    return {
        "games": len(ends),
        "deals": deals,
        "deals_per_game": round(deals / max(1, len(ends)), 2),
        "wins": dict(Counter(ends)),
        "called_percent": {
            f"round {number}": [share(calls[number, seat], deals) for seat in (1, 2, 3, 4)]
            for number in (1, 2)
        },
        "thrown_in_percent": share(sum(each.ending == "thrown in" for each in rows), deals),
        "point_percent": share(
            sum(each.tricks in (3, 4) and not each.alone for each in made), deals
        ),
        "march_percent": share(sum(each.tricks == 5 and not each.alone for each in made), deals),
        "euchred_percent": share(sum(each.tricks < 3 for each in made), deals),
        "lone_tried_percent": share(len(lone), deals),
        "lone_march_percent": share(sum(each.tricks == 5 for each in lone), deals),
        "points_per_deal": {
            "NS": round(sum(each.ns for each in rows) / max(1, deals), 4),
            "EW": round(sum(each.ew for each in rows) / max(1, deals), 4),
        },
    }


class RandomDeals(Struct, frozen=True):
    """Many deals bid and played at random, a row for each, as columns with names."""

    book: RuleBook
    rows: np.ndarray
    packs: np.ndarray

    def __len__(self) -> int:
        return len(self.rows)

    def __repr__(self) -> str:
        return f"<{len(self):,} random deals of {self.book.name}: {', '.join(self.columns)}>"

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the columns; those of the cards come last."""
        return (*RESULTS, "turn_up", *(seat.word.lower() for seat in Seat))

    def __getitem__(self, column: str) -> np.ndarray:
        """A column of the results as numbers; a seat or a suit that nobody has is -1."""
        if column not in RESULTS:
            raise Refusal(f"{column!r} is not a column of numbers; these are {', '.join(RESULTS)}")
        found: np.ndarray = self.rows[:, RESULTS.index(column)]
        return found

    def table(self) -> dict[str, Any]:
        """All columns with seats, suits, cards and endings in words; empty where there is none."""
        import numpy as np

        seats, suits = [*"NESW", ""], [*"CDHS", ""]
        words = {"dealer": seats, "trump": suits, "maker": seats, "lone": seats, "ending": ENDINGS}
        found: dict[str, Any] = {
            name: np.array(words[name])[self[name]] if name in words else self[name]
            for name in RESULTS
        }
        cards = np.array([card.name for card in PACK])[self.packs]
        found["turn_up"] = cards[:, HAND_SIZE * len(Seat)]
        for seat in Seat:
            hand, *rest = cards[:, HAND_SIZE * seat : HAND_SIZE * (seat + 1)].T
            for card in rest:
                hand = np.char.add(np.char.add(hand, " "), card)
            found[seat.word.lower()] = hand
        return found

    def to_pandas(self) -> Any:
        """The table as a data frame of pandas."""
        try:
            import pandas  # type: ignore[import-not-found,import-untyped,unused-ignore]
        except ImportError:
            raise Refusal("a data frame needs the package pandas: pip install pandas") from None
        return pandas.DataFrame(self.table())

    def to_parquet(self, path: str | Path) -> None:
        """Write the table to a Parquet file."""
        write_parquet(self.table(), path)


# The columns of ``play_deals`` in order, and what its endings are called.
RESULTS: Final = ("dealer", "trump", "maker", "lone", "tricks", "points_ns", "points_ew", "ending")
ENDINGS: Final[list[str]] = ["played", "thrown in", "game lost"]


def write_parquet(columns: dict[str, Any], path: str | Path) -> None:
    """Write columns with names to a Parquet file."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise missing("Parquet", "pyarrow") from None
    pyarrow.parquet.write_table(pyarrow.table(columns), path)


def random_deals(
    count: int, seed: int = 1, book: str | Path | RuleBook = "standard", threads: int = 1
) -> RandomDeals:
    """Deals shuffled, bid and played at random by a book; the same seed gives the same deals."""
    from rightbower.players.kernel.deals import play_deals, shuffled_packs

    if not isinstance(count, int):
        raise wrong_kind("count", "a whole number", count)
    rules = refuse_unstudied(load(book))
    rows = play_deals(rules, count, seed, threads=threads)
    return RandomDeals(rules, rows, shuffled_packs(count, seed))
