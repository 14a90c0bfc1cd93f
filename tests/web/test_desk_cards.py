"""The end of a charity day: cards handed in by one press, with exceptions, and the event closed."""

from __future__ import annotations

from pathlib import Path

from web.at_desk import Director, hall


def test_all_cards_but_a_few_are_handed_in_by_one_press(charity: Director) -> None:
    charity.do("finish", "hand-in", all="yes", but=["2", "3"])
    assert [each.number for each in charity.event.entrants if not each.card_in] == [2, 3]
    said = charity.look("finish")
    assert "Close it while 2 cards are out" in said
    assert "Not ranked then: Bea, Cat." in said
    assert "2 score cards are still out." in charity.look("round")


def test_cards_and_closing_in_one_press(charity: Director) -> None:
    asked = charity.do("finish", "finish", cards="yes")
    assert "Cards handed in" in asked
    charity.do("finish", "finish", cards="yes", sure="yes", version=charity.seen)
    assert charity.event.finished
    assert all(each.card_in for each in charity.event.entrants)


def test_no_reason_is_asked_for_where_all_cards_come_in(charity: Director) -> None:
    said = charity.look("finish").partition("Make the results final")[2]
    before, _, after = said.partition("All cards are in: close the event")
    assert "Why finish now?" not in before
    assert "Why finish now?" in after


def test_before_the_last_round_a_reason_is_asked_for_though_all_cards_come_in(
    tmp_path: Path,
) -> None:
    with hall(tmp_path) as client:
        charity = Director(client, "charity-day", rounds="2")
        charity.names("Ann", "Bea", "Cat", "Dot")
        charity.seat()
        charity.line("1 9 4")
        said = charity.look("finish").partition("Make the results final")[2]
        before, _, after = said.partition("All cards are in: close the event")
        assert "Why finish now?" in before
        assert "Why finish now?" in after
