"""A position to think about: what is drawn of the table, and nothing that the seat may not know."""

from __future__ import annotations

from rightbower.players.thumb import club
from rightbower.players.views import view
from rightbower.rules.acts import write_action
from rightbower.rules.book import load
from rightbower.rules.cards import Seat, shuffled
from rightbower.rules.deal import Phase
from rightbower.rules.game import Game, act, start_game
from rightbower.rules.openings import deal_pack
from rightbower.web.study.positions import ShownPosition, position


def seen_at(game: Game) -> ShownPosition:
    assert game.deal is not None
    assert game.deal.turn is not None
    return position(view(game, game.deal.turn), game.deal.turn, lambda each: write_action(each))


def positions(seed: str, book: str = "standard") -> list[tuple[Game, ShownPosition]]:
    """Every position of one deal between club players."""
    game = deal_pack(start_game(load(book), Seat.N), shuffled(seed))
    found = []
    while game.deal is not None and game.deal.turn is not None:
        found.append((game, seen_at(game)))
        game = act(game, club(view(game, game.deal.turn)))
    return found


def test_every_legal_choice_is_one_way_on() -> None:
    for seed in ("one", "two", "three"):
        for game, here in positions(seed):
            assert game.deal is not None
            assert game.deal.turn is not None
            legal = {write_action(each) for each in view(game, game.deal.turn).legal}
            ways = [held.way for held in here.hand if held.way] + [way for _, way in here.calls]
            assert sorted(ways) == sorted(legal)


def test_nothing_is_shown_that_the_seat_may_not_know() -> None:
    for game, here in positions("two"):
        deal = game.deal
        assert deal is not None
        assert deal.turn is not None
        own = {card.name for card in deal.hands[deal.turn]}
        hidden = {card.name for seat in Seat for card in deal.hands[seat]} - own
        hidden -= {here.turn_up}
        text = repr(here)
        assert not [name for name in hidden if f"'{name}'" in text]


def test_the_trick_on_the_table_and_those_before_are_told_apart() -> None:
    played = [(game, here) for game, here in positions("one") if here.trump]
    last = played[-1][1]
    assert len(last.tricks) >= 1
    for game, here in played:
        deal = game.deal
        assert deal is not None
        if deal.phase is not Phase.PLAY:
            continue
        on_table = deal.tricks[-1].plays if deal.tricks[-1].winner is None else ()
        shown = [chair.card for chair in here.chairs if chair.card] + [here.own] * bool(here.own)
        assert sorted(shown) == sorted(card.name for _, card in on_table)


def test_calls_are_said_by_the_chairs_until_trump_is_made() -> None:
    first, *_, bidding = (here for _, here in positions("one") if not here.trump)
    assert [chair.call for chair in first.chairs] == ["", "", ""]
    assert "Pass" in [chair.call for chair in bidding.chairs]
    second = [here for _, here in positions("one") if not here.trump][1]
    assert [chair.call for chair in second.chairs] == ["", "", "Pass"]
    made = next(here for _, here in positions("one") if here.trump)
    assert [chair.call for chair in made.chairs] == ["", "", ""]
    assert made.called.endswith("called") or made.called.endswith("called, alone")


def test_choices_have_the_words_that_are_said() -> None:
    _, first = positions("one")[0]
    assert first.labels["pass"] == "Pass"
    assert first.labels["order"] == "Order it up"
    assert sorted(first.labels.values()) == sorted(words for words, _ in first.calls)


def dealt(count: int) -> list[tuple[Game, ShownPosition]]:
    """Every position of some deals, among which somebody plays alone."""
    return [each for number in range(count) for each in positions(f"deal {number}")]


def test_who_called_is_named_and_the_maker_reads_you() -> None:
    endings = set()
    for game, here in dealt(30):
        deal = game.deal
        assert deal is not None
        assert deal.turn is not None
        if deal.maker is None:
            assert here.called == ""
            continue
        who = "you" if deal.maker is deal.turn else view(game, deal.turn).players[deal.maker]
        alone = "" if deal.lone is None else ", alone"
        assert here.called == f"{who} called{alone}"
        endings.add((who == "you", alone))
    assert endings == {(True, ""), (False, ""), (True, ", alone"), (False, ", alone")}


def test_the_chairs_go_around_the_table_and_the_dealer_has_the_deck() -> None:
    for game, here in dealt(4):
        deal = game.deal
        assert deal is not None
        you = deal.turn
        assert you is not None
        names = view(game, you).players
        around = (("left", you.left), ("top", you.partner), ("right", you.right))
        assert [(each.place, each.who, each.deals) for each in here.chairs] == [
            (place, names[seat], seat is deal.dealer) for place, seat in around
        ]


def test_tricks_that_are_over_say_who_played_what_and_who_took_them() -> None:
    takers = set()
    for game, here in dealt(4):
        deal = game.deal
        assert deal is not None
        assert deal.turn is not None
        names = view(game, deal.turn).players
        over = [trick for trick in deal.tricks if trick.winner is not None]
        assert len(here.tricks) == len(over)
        for shown, trick in zip(here.tricks, over, strict=True):
            assert shown.plays == [
                ("you" if seat is deal.turn else names[seat], card.name)
                for seat, card in trick.plays
            ]
            mine = trick.winner is deal.turn
            assert trick.winner is not None
            assert shown.taken == ("you take it" if mine else f"{names[trick.winner]} takes it")
            takers.add(mine)
    assert takers == {True, False}


def test_the_card_turned_up_is_shown_while_there_is_a_deal() -> None:
    game, last = positions("one")[-1]
    assert game.deal is not None
    assert game.deal.turn_up is not None
    assert last.turn_up == game.deal.turn_up.name
    assert game.deal.turn is not None
    over = act(game, club(view(game, game.deal.turn)))
    assert over.deal is None
    assert position(view(over, Seat.S), Seat.S).turn_up == ""


def test_where_nothing_is_to_be_chosen_nothing_leads_on() -> None:
    game, _ = positions("one")[0]
    assert game.deal is not None
    assert game.deal.turn is not None
    here = position(view(game, game.deal.turn), game.deal.turn)
    assert here.calls == []
    assert {held.way for held in here.hand} == {""}
    assert len(here.hand) == 5
