"""The play by play: each line for everybody, and for the one whose doing it was."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rightbower.record.entries import (
    BellEntry,
    CalledEntry,
    ChoiceEntry,
    CutEntry,
    DroppedEntry,
    EnteredEntry,
    ReminderEntry,
    TurnedEntry,
)
from rightbower.rules.acts import read_action
from rightbower.rules.cards import Pack, Seat, Side, Suit, card
from rightbower.rules.ceremonies import Cut
from rightbower.rules.game import GameResult
from rightbower.web.hall import wire
from rightbower.web.hall.card_text import happened, order_of_hand, spoken, trumps
from rightbower.web.hall.entries import (
    Beginning,
    Begun,
    BotStoodIn,
    CalledOff,
    Claimed,
    HallEntry,
    Hinted,
    Manners,
    Played,
    Proposed,
    SameAddress,
    Sat,
    Stood,
    TakenBack,
)
from rightbower.web.hall.play_by_play import PlayByPlay, news_of
from rightbower.web.hall.table import HallTable, Sitter
from rightbower.web.hall.wire import News
from web.seated import Sitting

NAMES = ("Nan", "Eve", "Sam", "Wes")
TAKEN = "W pass, N pass, E pass, S pick up, S bury JC"
MADE = (
    "W AS, N 9S, E TS, S 9H",
    "S KH, W QH, N TH, E AH",
    "E QC, S AC, W TC, N KC",
    "S JH, W 9D, N JD, E KD",
    "S QD, W KS, N AD, E QS",
)


def named(table: HallTable) -> HallTable:
    """The table with people whose names are not those of their seats."""
    seats = tuple(Sitter(seat.name, name) for seat, name in zip(Seat, NAMES, strict=True))
    return replace(table, seats=seats)


@pytest.mark.parametrize(
    ("entry", "lines"),
    [
        (Sat(Seat.E, "e", "Eve", 1.0), [News("Eve sits down", "You sit down", "E")]),
        (Stood(Seat.E, 1.0), [News("East's chair is free")]),
        (
            SameAddress((Seat.N, Seat.W), 1.0),
            [News("Nan and Wes play from the same address")],
        ),
        (
            Begun(Seat.W, 1.0),
            [News("The game begins. Wes deals first", "The game begins. You deal first", "W")],
        ),
        (
            BotStoodIn(Seat.N, "club", 1.0),
            [News("Nan is away; a bot plays for now", "You are away; a bot plays for now", "N")],
        ),
        (BotStoodIn(Seat.N, "", 1.0), [News("Nan is back", "You are back", "N")]),
        (
            Proposed(Seat.S, "resign", 1.0),
            [News("Sam wants to resign", "You want to resign", "S")],
        ),
        (Proposed(Seat.S, "draw", 1.0), [News("Sam offers a draw", "You offer a draw", "S")]),
        (
            Proposed(Seat.S, "undo", 1.0),
            [News("Sam asks to take a play back", "You ask to take a play back", "S")],
        ),
        (TakenBack(Seat.S, 1, 1.0), [News("Sam takes it back", "You take it back", "S")]),
        (CalledOff("resigned", "NS", 1.0), [News("The game is resigned")]),
        (CalledOff("agreed", "", 1.0), [News("A draw is agreed")]),
        (CalledOff("abandoned", "", 1.0), [News("The game was left")]),
        (Claimed(Seat.E, 1.0), [News("Eve claims the rest", "You claim the rest", "E")]),
        (Hinted(Seat.E, 1.0), [News("Eve asks for a hint", "You ask for a hint", "E")]),
        (Beginning(1.0), []),
        (Played(BellEntry("end", 1.0)), [News("The bell: time is up")]),
        (
            Played(DroppedEntry(Seat.W, (card("AS"), card("KS")), 1.0)),
            [
                News(
                    "Wes drops the ace of spades and the king of spades",
                    "You drop the ace of spades and the king of spades",
                    "W",
                )
            ],
        ),
        (Played(ChoiceEntry(0, Side.NS, "add", 1.0)), [News("North–South choose: add")]),
        (Played(ChoiceEntry(0, Side.EW, "add", 1.0)), [News("East–West choose: add")]),
        (Played(ChoiceEntry(0, None, "add", 1.0)), [News("The officer chooses: add")]),
        (Played(CalledEntry(Seat.E, Suit.CLUBS, 1.0)), [News("Eve calls for clubs")]),
        (Played(CalledEntry(Seat.E, Suit.SPADES, 1.0)), [News("Eve calls for spades")]),
        (
            Played(CalledEntry(Seat.E, card("9C"), 1.0)),
            [News("Eve calls for the nine of clubs")],
        ),
        (Played(CalledEntry(Seat.E, None, 1.0)), [News("Eve calls for nothing")]),
        (Played(EnteredEntry(1.0)), [News("The result is agreed")]),
        (Played(TurnedEntry(1.0)), []),
        (
            Played(CutEntry(Cut(Seat.E, 8), 1.0)),
            [News("Eve cuts and lifts 8 cards", "You cut and lift 8 cards", "E")],
        ),
        (
            Played(CutEntry(Cut(Seat.E, 1), 1.0)),
            [News("Eve cuts and lifts 1 card", "You cut and lift 1 card", "E")],
        ),
        (
            Played(CutEntry(Cut(Seat.E), 1.0)),
            [News("Eve does not cut", "You do not cut", "E")],
        ),
        (Played(CutEntry(Cut(None), 1.0)), [News("The dealer does not offer the cut")]),
    ],
)
def test_each_entry_has_its_line(entry: HallEntry, lines: list[News]) -> None:
    assert news_of(named(Sitting(mode="strict").table), entry) == lines


def test_that_bots_slip_is_said_when_the_game_begins() -> None:
    begun = Begun(Seat.S, 1.0)
    deals = News("The game begins. Sam deals first", "The game begins. You deal first", "S")
    slips = News("Bots slip here, as people do: whoever notices calls it")
    for mode, often, lines in (
        ("as-at-the-table", "seldom", [slips, deals]),
        ("as-at-the-table", "often", [slips, deals]),
        ("as-at-the-table", "never", [deals]),
        ("strict", "seldom", [deals]),
    ):
        table = named(Sitting(mode=mode).table)  # type: ignore[arg-type]
        manners = Manners(slips=often)  # type: ignore[arg-type]
        table = replace(table, opened=replace(table.opened, manners=manners))
        assert news_of(table, begun) == lines


def test_a_hand_from_the_deal_to_the_score() -> None:
    sitting = Sitting(mode="strict")
    sitting.told.clear()
    sitting.do(f"{TAKEN}, {', '.join(MADE)}")
    tricks = []
    takers = ["South", "East", "South", "South", "North"]
    for number, (trick, taker) in enumerate(zip(MADE, takers, strict=True), 1):
        tricks += [f"Trick {number}"]
        for play in trick.split(", "):
            tricks += [f"{Seat[play[0]].word} plays {spoken(card(play[2:]))}"]
        tricks += [f"{taker} takes the trick"]
    assert sitting.told == [
        "West passes",
        "North passes",
        "East passes",
        "South picks it up",
        "South discards",
        *tricks,
        "Score 1–0",
    ]


def lines_of(sitting: Sitting) -> list[News]:
    """The lines of the last entry."""
    return news_of(named(sitting.table), sitting.entries[-1])


def test_headings_and_whose_line_it_is() -> None:
    sitting = Sitting(mode="strict")
    assert lines_of(sitting) == [
        News("Hand 1 · Sam deals", "Hand 1 · you deal", "S", heading=True),
        News("The nine of hearts is turned up"),
    ]
    sitting.do(TAKEN)
    sitting.do("W AS")
    lead = News("Wes plays the ace of spades", "You play the ace of spades", "W", "AS")
    assert lines_of(sitting) == [News("Trick 1", heading=True), lead]
    sitting.do("N 9S")
    assert lines_of(sitting) == [
        News("Nan plays the nine of spades", "You play the nine of spades", "N", "9S")
    ]
    sitting.do("E TS, S 9H")
    assert lines_of(sitting) == [
        News("Sam plays the nine of hearts", "You play the nine of hearts", "S", "9H"),
        News("Sam takes the trick", "You take the trick", "S"),
    ]
    sitting.do("S KH")
    assert lines_of(sitting)[0] == News("Trick 2", heading=True)


def test_the_score_is_told_with_the_last_card_and_the_end_of_the_game() -> None:
    sitting = Sitting(mode="strict", overlay={"game.target": 1})
    sitting.do(f"{TAKEN}, {', '.join(MADE)}")
    assert lines_of(sitting)[-3:] == [
        News("Nan takes the trick", "You take the trick", "N"),
        News("Score 1–0", heading=True),
        News("The game is over"),
    ]


def test_between_the_hands_a_cut_and_a_reminder_tell_no_score() -> None:
    sitting = Sitting("alberta-55plus")
    sitting.do(TAKEN)
    sitting.trick(*MADE)
    assert sitting.told[-1] == "Score 1–0"
    table = named(sitting.table)
    reminded = Played(ReminderEntry("clock.advice_minutes", 1.0))
    assert len(news_of(table, reminded)) == 1
    assert news_of(table, Played(CutEntry(Cut(Seat.S), 1.0))) == [
        News("Sam does not cut", "You do not cut", "S")
    ]
    bell = news_of(table, Played(BellEntry("end", 1.0)))
    assert [each.text for each in bell] == ["The bell: time is up", "Score 1–0"]
    assert table.game is not None
    over = GameResult((1, 0), Side.NS, "time", "clock.minutes")
    ended = replace(table, game=replace(table.game, result=over))
    assert [each.text for each in news_of(ended, Played(CutEntry(Cut(Seat.S), 1.0)))] == [
        "Sam does not cut",
        "Score 1–0",
        "The game is over",
    ]


def test_a_ruling_is_told_and_the_score_waits_for_its_choice() -> None:
    sitting = Sitting("alberta-55plus")
    sitting.do(TAKEN)
    sitting.trick("W AS, N 9S, E AH, S 9H", "E QC, S AC, W TC, N KC", "S JH, W QH, N TH, E QS")
    sitting.trick("S KH, W 9D, N JD, E TS", "N AD, E KD, S QD, W KS")
    sitting.call("S", do="claim", fact="revoke E 1")
    assert [each.text for each in lines_of(sitting)] == [
        "Eve did not follow suit in trick 1. The revoke stands and costs 2 points."
    ]
    sitting.call("N", do="choose", number=0, option="add")
    assert [each.text for each in lines_of(sitting)] == ["North–South choose: add", "Score 2–0"]


def test_a_card_put_down_and_not_turned_up_is_not_told() -> None:
    sitting = Sitting("alberta-55plus", dealing=False, overlay={"misdeal.uncut": "same dealer"})
    sitting.call("S", do="deal without the cut")
    assert sitting.told[-2:] == ["The dealer does not offer the cut", "Hand 1 · South deals"]
    sitting.ask("S", wire.Next("n"))
    assert lines_of(sitting) == []


def test_the_lines_between_two_versions() -> None:
    lines = PlayByPlay()
    table = Sitting(mode="strict").table
    sat = [Sat(seat, seat.name, seat.word, 1.0) for seat in Seat]
    for version, entry in enumerate(sat, 5):
        lines.add(replace(table, version=version), entry)
    names = {5: "North", 6: "East", 7: "South", 8: "West"}
    for since in range(3, 10):
        for until in range(3, 10):
            found = [line.text.split()[0] for line in lines.since(since, until)]
            assert found == [names[at] for at in names if since < at <= until]
    more = PlayByPlay()
    more.add(replace(table, version=9), sat[0])
    lines.extend(more)
    assert [line.text for line in lines.since(8, 9)] == ["North sits down"]


@pytest.mark.parametrize(
    ("action", "text", "yours"),
    [
        ("N turn down", "Nan turns it down", "You turn it down"),
        ("N bury JC", "Nan discards", "You discard"),
        ("N alone", "Nan goes alone", "You go alone"),
        ("N with partner", "Nan plays with partner", "You play with your partner"),
    ],
)
def test_what_else_is_told_of_a_call(action: str, text: str, yours: str) -> None:
    assert happened("Nan", read_action(action)) == News(text, yours, "N")


def in_hand(text: str, trump: Suit | None) -> str:
    """A hand in the order it is held."""
    return " ".join(each.name for each in order_of_hand(tuple(map(card, text.split())), trump))


def test_a_hand_is_held_with_trumps_first_and_the_colours_taking_turns() -> None:
    hand = "9C AD JS QH 9S AC JD TC KH JH"
    assert in_hand(hand, None) == "JS 9S KH QH JH AC TC 9C AD JD"
    assert in_hand(hand, Suit.HEARTS) == "JH JD KH QH JS 9S AD AC TC 9C"
    assert in_hand(hand, Suit.CLUBS) == "JS AC TC 9C KH QH JH 9S AD JD"
    assert in_hand(hand, Suit.SPADES) == "JS 9S KH QH JH AC TC 9C AD JD"
    assert in_hand(hand, Suit.DIAMONDS) == "JD JH AD JS 9S KH QH AC TC 9C"


def test_trumps_are_known_from_the_highest() -> None:
    assert trumps(None, Pack()) == []
    assert trumps(Suit.HEARTS, Pack()) == ["JH", "JD", "AH", "KH", "QH", "TH", "9H"]
    assert trumps(Suit.CLUBS, Pack()) == ["JC", "JS", "AC", "KC", "QC", "TC", "9C"]
