"""Tables side by side against the deal that can be read: every turn, mask, observation and point."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, get_args, get_type_hints

import numpy as np
import pytest

from players.kernel.judged import replayed
from rightbower.players import player
from rightbower.players.kernel.bits import action_of, number_of
from rightbower.players.kernel.deals import play_one
from rightbower.players.kernel.measure import best_rate
from rightbower.players.league import lighter, lone_shift
from rightbower.players.sight import FAR, ScoreSituation
from rightbower.players.simulate import net_points, new_game
from rightbower.players.thumb import KNOWN
from rightbower.players.views import view
from rightbower.rules.book import TOPICS, RuleBook, load, names, overlay
from rightbower.rules.cards import HAND_SIZE, PACK, Seat
from rightbower.rules.ceremonies import Dealt
from rightbower.rules.game import Game, act, deal_out
from rightbower.rules.refusal import Refusal
from rightbower.rules.settings import NOTES
from rightbower.study.environments.batch import Tables, _bends, shares
from rightbower.study.environments.spaces import ACTIONS, SIZE, action_mask, encode

COUNT = 50
STEPS = 2_000
SOAKED = 100_000


class Judge:
    """The same deals in Python, table by table, held against the arrays at every step."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.games = [self.dealt(new_game(tables.book, Seat(int(dealer))), number)
                      for number, dealer in enumerate(tables.dealers)]  # fmt: skip

    def dealt(self, game: Game, table: int) -> Game:
        """The game with the cards of a table that has just been dealt."""
        deal = self.tables.game(table).deal
        assert deal is not None
        assert deal.acts == ()
        return deal_out(game, Dealt(deal.dealt, deal.turn_up, deal.stock))

    def agrees(self, looking: Random) -> None:
        """What is seen and what may be done is the same at every table."""
        seen, masks = self.tables.observations(), self.tables.masks()
        other = np.array([looking.randrange(4) for _ in self.games])
        by_others = self.tables.observations(other, np.empty_like(seen))
        for number, game in enumerate(self.games):
            turn = Seat.N if game.turn is None else game.turn
            shown = view(game, turn)
            assert self.tables.turns[number] == (-1 if game.turn is None else turn)
            assert (seen[number] == encode(shown)).all()
            assert (masks[number] == action_mask(shown)).all()
            assert (by_others[number] == encode(view(game, Seat(int(other[number]))))).all()
            assert tuple(self.tables.scores[number]) == game.score

    def acts(self, acts: np.ndarray) -> None:
        """Do the same here, and compare what it brought and what is over."""
        points, over = self.tables.step(acts)
        for number, game in enumerate(self.games):
            if game.turn is None:
                assert (points[number], over[number]) == (0, False)
                continue
            played = act(game, action_of(int(acts[number]), game.turn))
            ended = played.deal is None
            assert points[number] == (net_points(played) if ended else 0)
            goes_on = self.tables.whole_game and played.result is None
            assert over[number] == (ended and not goes_on)
            if ended and goes_on:
                played = self.dealt(played, number)
            elif ended and self.tables.go_on:
                played = self.dealt(
                    new_game(played.book, Seat(int(self.tables.dealers[number]))), number
                )
            self.games[number] = played


def judged(book: RuleBook, steps: int, seed: int, **more: Any) -> Tables:
    """So many steps at random, each held against the judge."""
    tables, chance = Tables(book, COUNT, seed, **more), Random(seed)
    judge = Judge(tables)
    for step in range(steps // COUNT):
        judge.agrees(chance)
        judge.acts(willing(tables, chance))
        if not tables.go_on and step % 40 == 39:
            tables.deal_next(tables.turns < 0)
            for number in [at for at, game in enumerate(judge.games) if game.turn is None]:
                fresh = new_game(book, Seat(int(tables.dealers[number])))
                judge.games[number] = judge.dealt(fresh, number)
    return tables


def willing(tables: Tables, chance: Random) -> np.ndarray:
    """Acts at random, passing more often, so that every round and ending comes up."""
    acts = tables.acts_of("random").copy()
    passes = np.array([chance.random() < 0.6 for _ in acts]) & (tables.legal & 3 != 0)
    acts[passes] = np.where(tables.legal[passes] & 1, 0, 1)
    return acts


@pytest.mark.parametrize("book", names())
@pytest.mark.parametrize("more", [{}, {"whole_game": True}, {"go_on": False}], ids=str)
def test_every_step_agrees_with_the_judge(book: str, more: dict[str, Any]) -> None:
    judged(load(book), STEPS, 5, **more)


@pytest.mark.soak
@pytest.mark.parametrize("book", names())
def test_a_hundred_thousand_steps_agree_with_the_judge(book: str) -> None:
    judged(load(book), SOAKED, 11)
    judged(load(book), SOAKED, 12, whole_game=True)


@pytest.mark.soak
def test_one_core_makes_ten_million_steps_a_second_with_masks_and_five_with_observations() -> None:
    """In CPU time, the best of several runs; each step's act is chosen by the compiled random player."""
    tables, steps = Tables("standard", 4096, seed=1), 20

    def rate(look: Callable[[], object]) -> float:
        def work() -> None:
            for _ in range(steps):
                tables.step(tables.acts_of("random"))
                look()

        return best_rate(work, steps * len(tables), 1.0)

    assert rate(tables.masks) >= 10_000_000
    assert rate(tables.observations) >= 5_000_000


def house_of(chance: Random) -> RuleBook:
    """A book with each choice that touches the play made at random."""
    values: dict[str, Any] = {}
    for topic in ("bidding", "burying", "alone", "score", "game"):
        for setting, kind in get_type_hints(TOPICS[topic]).items():
            path = f"{topic}.{setting}"
            if path in NOTES:
                continue  # the kernel does not know variants
            choices = KNOWN.get(path) or ((True, False) if kind is bool else get_args(kind))
            if choices and all(isinstance(each, str | bool) for each in choices):
                values[path] = chance.choice(choices)
            elif topic == "score":
                values[path] = chance.randint(1, 5)
    return overlay(load(chance.choice(names())), values, note="The house plays it so.")


def test_every_house_rule_agrees_with_the_judge() -> None:
    chance = Random(9)
    for number in range(40):
        judged(house_of(chance), 20 * COUNT, number, whole_game=bool(number % 2))


def test_a_game_that_points_or_tricks_end_is_over_for_the_side_that_took_them() -> None:
    rules = {"game.counts": "either", "game.target": 6}
    ended = judged(overlay(load("standard"), rules, "for this test"), 3_000, 6, whole_game=True)
    assert ended.ended > COUNT / 2


@pytest.mark.soak
def test_a_thousand_houses_agree_with_the_judge() -> None:
    chance = Random(10)
    for number in range(1_000):
        judged(house_of(chance), 30 * COUNT, number, whole_game=bool(number % 2))


def test_who_said_alone_before_may_have_to_keep_a_trump() -> None:
    """The partner who orders is alone and takes the turn-up; it may not be put away as the last trump."""
    rules = {
        "bidding.partner_order": "must be alone",
        "bidding.lone_partner_turn_up": "lone partner takes it",
        "alone.when": "before the first card",
        "alone.needs_trump": True,
        "burying.turn_up": "allowed",
    }
    book = overlay(load("standard"), rules, "for this test")
    packs = np.arange(24)[None].repeat(COUNT, axis=0)
    packs = np.array([Random(number).sample(range(24), 24) for number in range(COUNT)])
    tables = Tables(book, COUNT)
    tables.deal(packs, dealers=0)
    judge = Judge(tables)
    for calls in ([0] * COUNT, [3] * COUNT):
        judge.agrees(Random(1))
        judge.acts(np.array(calls))
    judge.agrees(Random(1))
    bare = [view(game).legal for game in judge.games]
    assert {len(each) for each in bare} == {5, 6}


@pytest.mark.parametrize("book", names())
@pytest.mark.parametrize("whole_game", [False, True])
def test_the_compiled_league_player_is_the_one_that_can_be_read(
    book: str, whole_game: bool
) -> None:
    tables, league = Tables(book, COUNT, 3, whole_game=whole_game), player("league")
    judge, chance = Judge(tables), Random(3)
    for _ in range(40):
        acts = tables.acts_of("league").copy()
        for number, game in enumerate(judge.games):
            assert acts[number] == number_of(league(view(game))), str(game)
        strays = np.array([chance.random() < 0.2 for _ in acts])
        acts[strays] = willing(tables, chance)[strays]
        judge.acts(acts)


@pytest.mark.parametrize("name", names())
def test_each_score_bends_the_calls_of_each_side_in_its_own_way(name: str) -> None:
    book = load(name)
    target, march, scores = book.game.target or FAR, book.score.march, 10
    bends = _bends(book, scores)
    for ours, theirs in ((9, 3), (3, 9), (0, 0), (8, 8)):
        for side, (mine, other) in enumerate(((ours, theirs), (theirs, ours))):
            now = ScoreSituation(
                target - mine, target - other, mine - other, march, last_hand=False
            )
            wanted = lighter(now, False), lighter(now, True), lone_shift(now)
            assert tuple(bends[ours * scores + theirs, side]) == wanted


def test_others_act_until_it_is_ones_turn() -> None:
    tables, judged_by_hand = (Tables("national-2025", 64, 8, go_on=False) for _ in range(2))
    for style in ("league", "random"):
        before = tables.turns < 0
        points, over = tables.others_act(style, Seat.E)
        total = np.zeros(64, dtype=np.int64)
        while (judged_by_hand.turns >= 0).any() and (waits := judged_by_hand.turns != Seat.E).any():
            total += judged_by_hand.step(judged_by_hand.acts_of(style), waits)[0]
            if (judged_by_hand.turns[waits] < 0).all():
                break
        assert (tables.observations() == judged_by_hand.observations()).all()
        assert (points == total).all()
        assert (over[~before] == (tables.turns < 0)[~before]).all()
        assert set(tables.turns.tolist()) <= {-1, Seat.E}
        for each in (tables, judged_by_hand):
            each.step(each.acts_of("league"))


def test_the_game_of_a_table_can_be_read_at_any_moment() -> None:
    for book in names():
        tables, chance = Tables(book, COUNT, 4), Random(4)
        judge = Judge(tables)
        for _ in range(60):
            judge.acts(willing(tables, chance))
            for number, game in enumerate(judge.games):
                read = tables.game(number)
                assert read.deal == game.deal


def test_a_deal_over_is_told_as_a_game_between_deals() -> None:
    tables = Tables("standard", 4, go_on=False)
    while (tables.turns >= 0).any():
        tables.step(tables.acts_of("random"))
    assert tables.game(0).deal is None
    assert tables.legal.tolist() == [0] * 4
    before = tables.observations().copy()
    points, over = tables.step([63] * 4)
    assert (points.tolist(), over.tolist()) == ([0] * 4, [False] * 4)
    assert (tables.observations() == before).all()


def test_packs_dealers_and_scores_can_be_given() -> None:
    played = play_one(load("standard"), 7, 3)
    deal = replayed(played, 0)
    cards = [card.index for hand in deal.hands for card in hand]
    cards += [deal.turn_up.index, *(card.index for card in deal.stock)]
    tables = Tables("standard", 3)
    tables.deal(np.array([cards] * 3), deal.dealer, (3, 8))
    for number, _ in played.acts:
        points, over = tables.step([number] * 3)
    assert over.all()
    gained = int(played.row[5]) - int(played.row[6])
    assert points.tolist() == [gained] * 3
    tables.deal(np.array([cards] * 3), [0, 1, 2], np.array([[0, 0], [1, 2], [9, 9]]))
    assert tables.dealers.tolist() == [0, 1, 2]
    assert tables.scores.tolist() == [[0, 0], [1, 2], [9, 9]]


def test_the_same_seed_gives_the_same_cards_and_the_deal_goes_round() -> None:
    one, other = Tables("standard", 8, 5), Tables("standard", 8, 6)
    assert (np.diff(one.dealers) % 4 == 1).all()
    assert (one.observations() != other.observations()).any(axis=1).all()
    other.reset(5)
    for _ in range(100):
        assert (one.observations() == other.observations()).all()
        one.step(one.acts_of("random"))
        other.step(other.acts_of("random"))
    assert {int(each) for each in one.dealers} == {0, 1, 2, 3}


def test_every_card_and_every_legal_act_is_as_likely() -> None:
    tables = Tables("standard", 40_000, 2)
    first = tables.observations(int(Seat.N))[:, 18:42].mean(axis=0)
    assert np.abs(first - HAND_SIZE / len(PACK)).max() < 0.012
    three = tables.legal == 0b1101
    assert three.all() or three.mean() > 0.5
    acts = tables.acts_of("random")[three]
    for each in (0, 2, 3):
        assert abs((acts == each).mean() - 1 / 3) < 0.012


def test_what_may_not_be_is_refused_before_anything_is_done() -> None:
    tables = Tables("standard", 5, 1)
    before = tables.observations().copy()
    with pytest.raises(Refusal, match=r"^East may not do number 40 at table 2$"):
        tables.step([0, 0, 40, 0, 0])
    for wrong in (-1, ACTIONS, 64):
        with pytest.raises(Refusal, match="at table 0"):
            tables.step([wrong, 0, 0, 0, 0])
    assert (tables.observations() == before).all()
    for odd in ([0], 0, [0.0] * 5, "abc", None, [None] * 5):
        with pytest.raises(
            Refusal, match=r"^the number of an act is needed for each of the 5 tables$"
        ):
            tables.step(odd)  # type: ignore[arg-type]
    for seats in (4, -2, [0, 1], 1.5):
        with pytest.raises(Refusal, match=r"^a seat from 0 \(North\) to 3 is needed"):
            tables.observations(seats)  # type: ignore[arg-type]
    packs = np.arange(24)[None].repeat(5, axis=0)
    for dealers in (4, -1, [0, 1]):
        with pytest.raises(Refusal, match=r"^a dealer from 0"):
            tables.deal(packs, dealers)
    for scores in ((0, -1), (1, 2, 3), [[0, 0]] * 4):
        with pytest.raises(Refusal, match=r"^a score of nought or more for both sides is needed"):
            tables.deal(packs, 0, scores)
    huge = Tables("standard", 5, (1 << 63) + 1)
    assert (huge.observations() == before).all()
    with pytest.raises(Refusal, match="a mark is needed"):
        tables.deal_next(np.ones(4, dtype=bool))
    with pytest.raises(Refusal, match="each card once"):
        tables.deal(np.zeros((5, 24)))
    with pytest.raises(
        Refusal, match="'club' is not compiled for tables; these are: random, league"
    ):
        tables.acts_of("club")
    for count in (0, -1, 2.5):
        with pytest.raises(Refusal, match="at least one table"):
            Tables("standard", count)  # type: ignore[arg-type]


def test_points_are_told_to_each_seat() -> None:
    assert shares(np.arange(4), np.array([2, 2, -1, -1])).tolist() == [2, -2, -1, 1]
    assert repr(Tables("standard", 1200)) == "<1,200 tables of standard>"
    assert len(Tables("standard", 3)) == 3
    assert Tables("standard", 3).observations().shape == (3, SIZE)
