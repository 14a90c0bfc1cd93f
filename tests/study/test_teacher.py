"""One teacher: hints, reviews and puzzles judge as the expert plays."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from rightbower.players import PLAYERS, player
from rightbower.players.expert import Master, point
from rightbower.players.kernel.bits import cards_of
from rightbower.players.kernel.deals import play_deals
from rightbower.players.league import league
from rightbower.players.position import Position, solve
from rightbower.players.simulate import new_game
from rightbower.players.tables import call_by_table
from rightbower.players.views import View, view
from rightbower.rules.acts import Bury, Name, Order, PickUp, Play, read_action
from rightbower.rules.book import load, names, overlay
from rightbower.rules.cards import Seat, Suit, shuffled
from rightbower.rules.ceremonies import deal_cards
from rightbower.rules.deal import Phase, holds_trump
from rightbower.rules.game import act, deal_out
from rightbower.rules.refusal import Refusal
from rightbower.study.explain import explain
from rightbower.study.puzzles import puzzle_of
from rightbower.study.reasons import SYMBOLS
from rightbower.study.teacher import (
    Option,
    advise,
    alike,
    difference,
    error_of,
    gains_by_experts,
    gains_by_network,
    game_of,
    judge_of,
    options_in_words,
    tie_words,
)
from rightbower.web.hall.hints import advised
from table import after, dealt


def choices(book: str, deals: range, seed: str) -> Iterator[View]:
    """What one seat sees when it has to choose, in deals where league players play the others."""
    rules = load(book)
    for number in deals:
        dealer, me = Seat(number % 4), Seat(number // 4 % 4)
        dealt = deal_cards(shuffled(f"{seed}:{book}:{number}"), dealer, rules)
        game = deal_out(new_game(rules, dealer), dealt)
        expert = player("expert", number)
        while game.deal is not None:
            turn = game.deal.turn
            assert turn is not None
            seen = view(game, turn)
            if turn is me and len(seen.legal) > 1:
                yield seen
            game = act(game, (expert if turn is me else league)(seen))


CALLS = (Phase.ROUND_ONE, Phase.ROUND_TWO, Phase.ALONE)


def agrees(seen: View, seed: int) -> bool:
    """Whether a hint's first choice is the expert's own, where the expert has another seed: or a tie."""
    found = advise(seen, 20 if seen.phase in CALLS else 340, seed)
    own = Master(seed + 1)(seen)
    chosen = next(each for each in found if each.action == own)
    return chosen is found[0] or chosen.tie


@pytest.mark.parametrize("book", names())
def test_the_first_choice_is_the_experts_own(book: str) -> None:
    for seen in choices(book, range(3), "teacher"):
        assert advise(seen, 20)[0].action == Master(0, 20)(seen)


@pytest.mark.soak
@pytest.mark.parametrize("book", names())
def test_the_first_choice_is_the_experts_own_in_a_thousand_deals(book: str) -> None:
    """Exactly with the expert's own seed; with another all but one choice in a hundred, or a tie."""
    looked, apart, deals = 0, [], 1000
    for seen in choices(book, range(deals), "fresh"):
        looked += 1
        worlds = 20 if seen.phase in CALLS else 340
        assert advise(seen, worlds)[0].action == Master(0, worlds)(seen)
        if not agrees(seen, 2):
            apart.append(seen)
    assert looked > 3 * deals, "a seat has more than three choices in most deals"
    assert len(apart) <= looked / 100, apart[:3]
    print(f"{book}: {looked} choices, {len(apart)} apart with another seed")


def test_calls_are_judged_at_the_score() -> None:
    """Two points from the end the table of the score calls where that of an even score passes."""
    for seen in choices("standard", range(6), "score"):
        if seen.phase in (Phase.ROUND_ONE, Phase.ROUND_TWO):
            assert advise(seen, 20)[0].action == call_by_table(seen)
    light = Position("S 9H | W JH QH AS KC TC | 9-9 | W pass, N pass, E pass, S turn down").view
    assert advise(light, 40)[0].action == call_by_table(light)


def test_cards_that_come_to_the_same_are_worth_the_same_and_told_so() -> None:
    seen = Position("S 9H | W JH QS KS AC 9C | N order, S bury 9D").view
    queen, king = read_action("W QS"), read_action("W KS")
    assert set(alike(seen, queen)) == {queen, king}
    found = {each.action: each for each in advise(seen)}
    assert found[queen].chance == found[king].chance
    told = explain(seen, queen, king)
    assert SYMBOLS(told.mistake) == "It does not matter: to lead K♠ comes to the same."
    assert alike(seen, read_action("W JH")) == (read_action("W JH"),)


def test_a_card_between_them_that_is_still_out_makes_two_cards_differ() -> None:
    apart = Position("S 9H | W JH QS AS AC 9C | N order, S bury 9D").view
    assert alike(apart, read_action("W QS")) == (read_action("W QS"),)
    done = "N order, S bury 9D, W 9C KC QC TC, N KS AD 9S QS, N TD"
    gone = Position(f"S 9H | W JH QS AS AC 9C | {done}, E JD, S 9H").view
    assert gone.seat is Seat.W
    with_bower = Position("S 9H | W JH AH QS AC 9C | N order, S bury 9D").view
    assert len(alike(with_bower, read_action("W JH"))) == 1, "the left bower is between"


@pytest.mark.parametrize(
    ("behind", "error", "words"),
    [
        (0.0, 0.0, "no difference"),
        (0.004, 0.006, "0.4 ± 0.6 behind, too close to tell"),
        (0.0, 0.006, "0.0 ± 0.6 behind, too close to tell"),
        (0.016, 0.006, "1.6 ± 0.6 behind"),
        (-0.016, 0.006, "1.6 ± 0.6 ahead when played out"),
    ],
)
def test_a_difference_is_told_with_its_whole_error(behind: float, error: float, words: str) -> None:
    option = Option(Order(Seat.W), 0.5, 0.1, behind, error)
    assert difference(option) == words
    assert option.tie is (abs(behind) <= error)


def test_ties_are_called_ties() -> None:
    first = Option(Order(Seat.W), 0.5, 0.1)
    same = Option(Order(Seat.W, alone=True), 0.5, 0.1)
    near = Option(Name(Seat.W, Suit.CLUBS), 0.498, 0.1, 0.002, 0.01)
    far = Option(Name(Seat.W, Suit.SPADES), 0.4, 0.1, 0.1, 0.01)
    assert str(tie_words([first, same])) == "It does not matter what you choose."
    assert not tie_words([first, same, far])
    assert str(tie_words([first, near], near.action)) == "The two are too close to tell."
    assert str(tie_words([first, same], same.action)) == "It does not matter which of the two."
    assert not tie_words([first, far], far.action)
    lines = list(options_in_words([first, near, far]))
    assert lines[0].endswith("points")
    assert lines[1].endswith("0.2 ± 1.0 behind, too close to tell")


def test_the_error_is_more_than_that_of_sampling_and_never_goes_away() -> None:
    seen = Position("S 9H | W JH AH QS AS 9C").view
    assert error_of(seen, 30) > error_of(seen, 340) > error_of(seen, 10**9) > 0.02 * point(seen)


def test_what_judges_is_said() -> None:
    seen = Position("S 9H | W JH AH QS AS 9C").view
    assert judge_of(seen).startswith("Calls are those of the bidding table of standard. Chances")
    odd = overlay(load("standard"), {"score.march": 3}, note="As this house scores.")
    assert judge_of(Position("S 9H | W JH AH QS AS 9C", odd).view).startswith("No bidding table")
    near = overlay(load("standard"), {"bidding.all_pass": "throw in"}, note="Ours.")
    told = judge_of(Position("S 9H | W JH AH QS AS 9C", near).view)
    assert "nearest bidding table" in told
    assert told.endswith("league players, who call otherwise.")
    later = Position("S 9H | W JH AH QS AS 9C | N order, S bury TC").view
    assert judge_of(later).startswith("Judged as the expert judges: 340 ways")


def test_a_defender_who_leads_a_lone_low_trump_does_not_draw_trumps() -> None:
    seen = Position("S KH | W 9H QS TC QD 9C | N order, S bury 9D").view
    told = explain(seen, read_action("W 9H"))
    assert "draw" not in told.text
    assert "9♥ is your only trump and low" in told.text
    makers = Position("S KH | W 9H JH TC QD 9C | W order, S bury 9D").view
    assert "draws" in explain(makers, read_action("W JH")).text


def test_a_hint_of_the_hall_is_the_teachers(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = Position("S 9H | W JH QS KS AC 9C | N order, S bury 9D").view
    found = advise(seen)
    told = advised(seen)
    assert [(e.action, e.chance, e.behind, e.error) for e in told.worth] == [
        (e.action, e.chance, e.behind, e.error) for e in found
    ]
    assert not told.worth[0].tie


def test_worlds_are_played_out_from_what_was_seen() -> None:
    """The game of a world has the same past and shows its seat the same view."""
    for seen in choices("standard", range(3), "worlds"):
        drawn = Master(1, 6).worlds_of(seen)
        for row in drawn.hands[drawn.times > 0][:3]:
            game = game_of(seen, [int(each) for each in row])
            assert game.deal is not None
            again = view(game, seen.seat)
            assert set(again.hand) == set(seen.hand)
            assert set(again.legal) == set(seen.legal)
            assert again.tricks == seen.tricks
            assert (again.turn, again.phase, again.trump) == (seen.turn, seen.phase, seen.trump)


def test_no_world_has_a_call_that_its_hand_could_not_make() -> None:
    """In the national book East, who ordered, holds a trump in every world; without one the game is lost."""
    line = (
        "national-2025|W|TC|W|QH KS TD AD QS|N pass, E order|7-10|bury QH|29|fair|discards|network"
    )
    seen = puzzle_of(line).seen
    for seed in range(20):
        drawn = Master(seed, 400).worlds_of(seen)
        hands = [cards_of(int(row[Seat.E])) for row in drawn.hands[drawn.times > 0]]
        assert all(holds_trump(hand, Suit.CLUBS) for hand in hands)


def test_what_a_choice_gains_is_found_by_playing_out() -> None:
    seen = Position("S 9H | W JH JD AH AS KS").view
    alone, pass_ = read_action("W order alone"), read_action("W pass")
    gains = gains_by_network(seen, alone, 4)
    assert gains is not None
    assert {each.other for each in gains} == set(seen.legal) - {alone}
    assert all(each.sure and each.chance > 0.05 for each in gains)
    (played,) = gains_by_experts(seen, alone, [pass_], 12)
    assert played.worlds == 12
    assert played.points > 1


@pytest.mark.parametrize("book", names())
def test_every_choice_of_every_book_has_a_value(book: str) -> None:
    chance = Random(book)
    for seen in choices(book, range(2), "values"):
        found = advise(seen, 10)
        assert {each.action for each in found} == set(seen.legal)
        assert all(0 <= each.chance <= 1 for each in found)
        assert [e.chance for e in found[1:]] == sorted((e.chance for e in found[1:]), reverse=True)
        other = chance.choice(found).action
        assert explain(seen, found[0].action, other).best
        if isinstance(other, Play | Bury | PickUp):
            assert other in alike(seen, other)


def test_a_bot_that_partners_a_person_plays_its_best() -> None:
    """No bot looks at who sits opposite: what it does hangs on the view alone."""
    for seen in choices("standard", range(1), "partner"):
        named = view_named(seen)
        for name in ("club", "league", "expert"):
            assert PLAYERS[name](1)(seen) == PLAYERS[name](1)(named)


def view_named(seen: View) -> View:
    """The same view with a person's name opposite."""
    from msgspec.structs import replace

    return replace(seen, players=("Ann", "Bob", "Cay", "Dee"))


def test_what_the_solver_and_the_teacher_cannot_do_is_refused() -> None:
    with pytest.raises(Refusal, match="worlds is a number from 1 on, not 0"):
        advise(Position("S 9H | W JH AH QS AS 9C"), worlds=0)
    for words in ("turn down", "name hearts", "bury 9C"):
        with pytest.raises(
            Refusal, match="may not be done here, but W pass, W order, W order alone"
        ):
            explain(Position("S 9H | W JH AH QS AS 9C"), words)
    with pytest.raises(Refusal, match="may not be done here, but N KS, N TS"):
        explain(Position("S 9H | N KS TS AD QD 9C | S pick up, QS"), "TS", "AD")
    for sheet in ("earlwood", "railroad"):
        with pytest.raises(Refusal, match=r"does not know pack\.ranks"):
            play_deals(sheet, 10, 1)
        deal = dealt("S deals, 9H up", load(sheet), W="AH KH QH TH 8C")
        deal = after(deal, "W order, S bury 9H")
        with pytest.raises(Refusal, match="24 cards from nine to ace"):
            solve(deal)
