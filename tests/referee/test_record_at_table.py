"""Games as at the table in the record: slips, claims, choices and the officer's word, line by line."""

import json
import re
from pathlib import Path
from random import Random

import pytest

from referee.every_fact import FACTS
from referee.sitting import T6, cards_of
from referee.slippery import slippery_game
from rightbower.cli import main
from rightbower.record.entries import (
    ActionEntry,
    CalledEntry,
    ChoiceEntry,
    ClaimEntry,
    DealtEntry,
    EnteredEntry,
    OverruleEntry,
    Record,
    RecordEntry,
    SlipEntry,
    TableEntry,
    TurnedEntry,
    read_entry,
    write_entry,
)
from rightbower.record.lines import RecordError
from rightbower.record.record import at_the_table, read, replay, stories, write
from rightbower.record.summary import summary
from rightbower.referee.claims import claim
from rightbower.referee.doing import act_at_table, deal_at_table, open_table
from rightbower.referee.irregularities import (
    Fact,
    Kind,
    NotBuried,
    OutOfTurn,
    Revoke,
    WrongCall,
    read_fact,
    write_fact,
)
from rightbower.referee.remedies import (
    FINAL,
    AwardPoints,
    DeductPoints,
    LetStand,
    Remedy,
    TakeBack,
    read_remedy,
    write_remedy,
)
from rightbower.referee.table import Ruled, TableError
from rightbower.rules.acts import Order, read_action
from rightbower.rules.book import load, names
from rightbower.rules.cards import Seat, Side, Suit, card
from rightbower.rules.game import start_game

SENIORS = load("alberta-55plus")
EAST = Revoke(Seat.E, 1)


def acts(words: str) -> list[RecordEntry]:
    return [ActionEntry(read_action(each)) for each in words.replace("/", ",").split(",")]


def claimed(score: tuple[int, int] = (0, 0)) -> Record:
    """T6: East's revoke is let pass at the time and claimed after the hand."""
    record = Record(SENIORS, Seat.S, at_table=True, start_score=score)
    record = record.then(DealtEntry(Seat.S, cards_of("D1")))
    record = record.then(*acts("W pass, N pass, E pass, S pick up, S bury JC"))
    for number, trick in enumerate(T6.split("/")):
        for play in trick.split(","):
            slipped = number == 0 and play.strip() == "E AH"
            action = read_action(play)
            record = record.then(SlipEntry(action) if slipped else ActionEntry(action))
        record = record.then(TurnedEntry())
    return record.then(ClaimEntry(Seat.N, EAST))


def revoked() -> Record:
    """The same, paid for."""
    return claimed().then(ChoiceEntry(0, Side.NS, "add"))


def test_a_slip_a_claim_and_a_choice_are_lines_of_their_own() -> None:
    text = write(revoked())
    for line in (
        "mode as at the table",
        "! E AH",
        "trick turned",
        "mark NS 1 score.make A01-8.1",
        "claim N: revoke E 1",
        "ruling 0 upheld: East did not follow suit in trick 1, A01-11.R5",
        "choice 0 by NS: add",
        "score NS 2 EW 0",
    ):
        assert line in text.splitlines()
    assert read(text) == revoked()
    assert replay(revoked()).score == (2, 0)
    (story,) = stories(revoked())[1]
    assert [(mark.points, mark.path) for mark in story.marks] == [(2, "revoke.penalty")]


@pytest.mark.parametrize("at_table", [True, False])
def test_alone_said_before_the_dealer_buries_is_on_record(at_table: bool) -> None:
    record = Record(load("charity-social"), Seat.S, at_table=at_table)
    record = record.then(DealtEntry(Seat.S, cards_of("D1")), *acts("W order, W alone, S bury JC"))
    text = write(record)
    assert "W alone" in text
    assert read(text) == record
    deal = replay(record).deal
    assert deal is not None
    assert (deal.lone, deal.turn, deal.buried) == (Seat.W, Seat.W, card("JC"))


def test_a_hand_that_was_stopped_and_goes_on_again_is_told_once() -> None:
    record = Record(load("charity-social"), Seat.S, at_table=True)
    record = record.then(
        DealtEntry(Seat.S, cards_of("D1")),
        *acts("W pass, N pass, E pass, S pick up, S bury JC, S with partner, W AS, N 9S"),
        SlipEntry(read_action("E AH")),
        *acts("S 9H"),
        ClaimEntry(Seat.N, EAST),
    )
    (stopped,) = stories(record)[1]
    assert (stopped.deal.ending, [mark.path for mark in stopped.marks]) == (
        "stopped",
        ["revoke.defenders_penalty"],
    )
    goes_on = record.then(OverruleEntry(0, "The host", "It is a fun day", (LetStand(FINAL),)))
    game, (story,) = stories(goes_on)
    assert (story.deal, story.marks, story.score) == (game.deal, (), (0, 0))
    assert story.deal.ending is None


def test_the_summary_tells_the_rulings(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = revoked().then(OverruleEntry(0, "R. Marsh", "As agreed", (LetStand(FINAL),)))
    (ruling,) = summary(record).rulings
    assert (ruling.irregularity, ruling.claimed_by, ruling.chosen) == ("revoke", "North", "add")
    assert (ruling.overruled_by, ruling.reason, ruling.instead) == (
        "R. Marsh",
        "As agreed",
        ["stand"],
    )
    assert "A01-11.R5" in ruling.clauses
    file = tmp_path / "game.txt"
    file.write_text(write(record), "utf-8")
    assert main(["replay", str(file), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["rulings"][0]["fact"] == "East did not follow suit in trick 1"
    assert (told["final_score"], told["rulings"][0]["upheld"]) == ([1, 0], True)
    assert main(["replay", str(file)]) == 0
    text = capsys.readouterr().out
    assert "Ruling 0, hand 1: East did not follow suit in trick 1. The revoke stands" in text
    assert "Chosen: add. Set aside by R. Marsh: As agreed. (A01-11.R5" in text


def test_nobody_has_won_while_a_ruling_waits_for_its_choice(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A01-11.R5, R6: at 9–9 the hand as played wins, and two points off the revokers do not end the game."""
    waits = claimed((9, 9))
    found = summary(waits)
    assert (found.complete, found.result, found.rulings[0].waits_for) == (False, None, "NS")
    file = tmp_path / "game.txt"
    file.write_text(write(waits), "utf-8")
    assert main(["replay", str(file)]) == 0
    text = capsys.readouterr().out
    assert "Ruling 0 waits for North–South to choose: as played, add, subtract." in text
    assert "win" not in text
    for option, over in (("add", True), ("as played", True), ("subtract", False)):
        ended = summary(waits.then(ChoiceEntry(0, Side.NS, option)))
        assert (ended.complete, ended.rulings[0].waits_for) == (over, None), option
    assert summary(revoked()).rulings[0].waits_for is None


@pytest.mark.parametrize("book", names())
def test_slippery_games_are_read_back_as_they_were(book: str) -> None:
    for seed in range(3):
        table, record = list(slippery_game(load(book), Random(seed)))[-1]
        text = write(record)
        again = read(text)
        assert again == record
        assert write(again) == text
        assert at_the_table(again) == table


def with_line(line: str, before: str = "W AS") -> str:
    """The record above, up to the first lead, with one more line."""
    lines = write(revoked()).splitlines()
    return "\n".join([*lines[: lines.index(before)], line]) + "\n"


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("! W yodels loudly", "is not an action"),
        ("! W 9C", "West does not hold 9C"),
        ("trick taken", "written as trick turned"),
        ("trick turned", "no trick waits to be turned"),
        ("claim N revoke E 1", "a claim is written as"),
        ("claim N: yodelling E", "'yodelling' is not an irregularity"),
        ("claim N: revoke", "is not a seat"),
        ("claim N: revoke E", "does not say all that revoke needs"),
        ("claim N: revoke E first", "'first' is not a number"),
        ("claim N: exposed-card W AS somehow", "does not say all"),
        ("claim N: loose-words N take it", "does not say all"),
        ("choice NS: add", "a choice is written as"),
        ("choice 0 by NS: add", "no ruling waits"),
        ("call S", "a call is written as"),
        ("call S teapots", "is not a card"),
        ("call S spades", "no suit can be called"),
        ("call S KC", "the owner chooses"),
        ("overrule 0 by me: stand", "an overruling is written as"),
        ('overrule 0 by "R. Marsh" because "so": weep', "'weep' is not a remedy"),
        ('overrule 0 by "R. Marsh" because "so": stand', "no ruling to set aside"),
        ('overrule 0 by "R. \\q" because "so": stand', "invalid escape"),
        ("entered", "written as entered the result"),
        ("entered the result", "the game is not over"),
        ("void, S deals", "void by a ruling"),
        ("N 9S", "West's turn"),
        ("ruling 0 upheld: nothing", "nothing of the kind follows"),
    ],
)
def test_a_line_that_cannot_be_is_refused(line: str, complaint: str) -> None:
    with pytest.raises(RecordError, match=complaint) as refused:
        read(with_line(line))
    assert "line " in str(refused.value)


def test_a_ruling_stated_wrongly_is_refused() -> None:
    text = write(revoked()).replace("ruling 0 upheld", "ruling 0 dismissed")
    with pytest.raises(RecordError, match="the replay gives 'ruling 0 upheld"):
        read(text)


def test_slips_need_a_game_as_at_the_table() -> None:
    text = write(revoked())
    with pytest.raises(RecordError, match="the one mode that is written down"):
        read(text.replace("mode as at the table", "mode wild"))
    strict = text.replace("mode as at the table\n", "")
    with pytest.raises(RecordError, match="belong to a game whose mode is as at the table"):
        read(strict)
    with pytest.raises(ValueError, match="as at the table"):
        TurnedEntry().on_game(start_game(SENIORS, Seat.S))
    with pytest.raises(RecordError, match="not of a game as at the table"):
        at_the_table(Record(SENIORS, Seat.S))


def test_the_bell_and_remarks_stand_in_a_table_record_too() -> None:
    record = Record(load("national-2025"), Seat.S, at_table=True)
    lines = write(record) + "bell start @0\nnote all well\nbell end @420\n"
    table = at_the_table(read(lines))
    assert table.game.result is not None
    assert not summary(read(lines)).rulings


def described_facts() -> list[str]:
    """The forms that the guide to records gives, as patterns."""
    guide = (Path(__file__).parents[2] / "docs" / "record.md").read_text("utf-8")
    rows = guide.split("| Fact | What went wrong |\n")[1].split("\n\n")[0].splitlines()[1:]
    words = {
        " [CARD …]": "(?: CARD)*", '"WORDS"': '".*"', "SEAT": "[NESW]", "CARD": "[9TJQKA][CDHS]",
        "TRICK": "[1-5]", "NUMBER": r"\d+", "HOW": "(?:dropped|played along|named|out of turn)",
        "CALL": "[a-z]+.*",
    }  # fmt: skip
    forms = [form for row in rows for form in re.findall("`([^`]+)`", row.split("|")[1])]
    for word, pattern in words.items():
        forms = [form.replace(word, pattern) for form in forms]
    return forms


def test_the_guide_gives_the_form_of_every_fact() -> None:
    for fact in FACTS:
        text = write_fact(fact)
        assert [each for each in described_facts() if re.fullmatch(each, text)], text


@pytest.mark.parametrize("fact", FACTS, ids=write_fact)
def test_facts_are_read_as_they_are_written(fact: Fact) -> None:
    assert read_fact(write_fact(fact)) == fact
    entry = ClaimEntry(None, fact, "mixed by offenders", 3, last_hand=True, at=4.5)
    assert read_entry(write_entry(entry)) == entry


@pytest.mark.parametrize(
    "words",
    ["stand", "take back", "void call", "bar for the deal", "redeal by next dealer", "stop hand", "award 2", "deduct 10"],
)  # fmt: skip
def test_remedies_are_read_as_they_are_written(words: str) -> None:
    assert write_remedy(read_remedy(words.upper())) == words


@pytest.mark.parametrize(
    "remedy", [TakeBack(FINAL, "same card"), DeductPoints(FINAL, 2, below_zero=True)]
)
def test_a_remedy_without_words_is_not_written(remedy: Remedy) -> None:
    with pytest.raises(ValueError, match="no words for"):
        write_remedy(remedy)


@pytest.mark.parametrize(
    "entry",
    [
        CalledEntry(Seat.S, Suit.SPADES),
        CalledEntry(Seat.S, card("KC")),
        CalledEntry(Seat.S, None, at=3.0),
        ChoiceEntry(2, None, "as suggested"),
        OverruleEntry(
            0, 'A "B" C', "because: so, there @7", (AwardPoints(FINAL, 2), LetStand(FINAL))
        ),
        EnteredEntry(),
        SlipEntry(Order(Seat.N, alone=True)),
    ],
    ids=lambda entry: type(entry).__name__,
)
def test_other_lines_are_read_as_they_are_written(entry: TableEntry) -> None:
    assert read_entry(write_entry(entry)) == entry


ONE_BREATH: list[RecordEntry] = [
    DealtEntry(Seat.S, cards_of("D1")),
    SlipEntry(read_action("W order alone")),
    ClaimEntry(Seat.N, WrongCall(Seat.W, Kind.FORBIDDEN_CALL, Order(Seat.W, alone=True))),
]


@pytest.mark.parametrize("since", [[], [SlipEntry(read_action("S bury JC"))]])
def test_an_older_record_that_voids_a_call_with_alone_leads_where_it_led(
    since: list[RecordEntry],
) -> None:
    """Alone with the call was refused at the social once, and voided when somebody called it."""
    entries: list[RecordEntry] = [
        *ONE_BREATH[:2],
        *since,
        ONE_BREATH[2],
        ActionEntry(read_action("W pass")),
    ]
    record = Record(load("charity-social"), Seat.S, at_table=True).then(*entries)
    table = at_the_table(read(write(record)))
    assert [each.ruling.upheld for each in table.log if isinstance(each, Ruled)] == [True]
    assert (table.deal.turn, table.deal.maker) == (Seat.N, None)


def test_a_claim_on_a_call_with_alone_that_nobody_made_is_dismissed() -> None:
    fact = WrongCall(Seat.E, Kind.FORBIDDEN_CALL, Order(Seat.E, alone=True))
    record = Record(load("charity-social"), Seat.S, at_table=True)
    (ruled,) = at_the_table(record.then(ONE_BREATH[0], ClaimEntry(Seat.N, fact))).log
    assert isinstance(ruled, Ruled)
    assert str(ruled.ruling.says) == "The record shows nothing of the kind."


def test_today_nobody_can_void_a_call_with_alone() -> None:
    table = deal_at_table(open_table(start_game(load("charity-social"), Seat.S)), cards_of("D1"))
    table = act_at_table(table, read_action("W order alone"))
    fact = WrongCall(Seat.W, Kind.FORBIDDEN_CALL, Order(Seat.W, alone=True))
    (ruled,) = claim(table, fact, Seat.N).log
    assert isinstance(ruled, Ruled)
    assert not ruled.ruling.upheld


# South takes 9H, leads KH before discarding, is held to the five dealt, and KH goes back.
TAKEN_BACK: list[RecordEntry] = [
    DealtEntry(Seat.S, cards_of("D1")),
    *(ActionEntry(read_action(words)) for words in ("W pass", "N pass", "E pass", "S pick up")),
    SlipEntry(read_action("S KH")),
    ClaimEntry(Seat.W, NotBuried(Seat.S, card("KH"))),
    ClaimEntry(Seat.W, OutOfTurn(Seat.S, Kind.LEAD_OUT_OF_TURN, 1, card("KH"))),
]


@pytest.mark.parametrize("since", [[], [SlipEntry(read_action("W KS"))]])
def test_an_older_record_in_which_the_dealer_discards_after_all_leads_where_it_led(
    since: list[RecordEntry],
) -> None:
    """A card taken back once took the ruling along, and the dealer discarded as if nothing had been."""
    buries = (SlipEntry if since else ActionEntry)(read_action("S bury JC"))
    entries = [*TAKEN_BACK, *since, buries]
    record = Record(load("alberta-55plus"), Seat.S, at_table=True).then(*entries)
    table = at_the_table(read(write(record)))
    assert (table.deal.buried, card("9H") in table.deal.hands[Seat.S]) == (card("JC"), True)
    assert table.deal.turn is (Seat.N if since else Seat.W)


def test_in_an_older_record_the_dealer_may_play_the_card_taken_as_well() -> None:
    record = Record(load("alberta-55plus"), Seat.S, at_table=True)
    again = record.then(*TAKEN_BACK, SlipEntry(read_action("S 9H")))
    assert card("9H") not in at_the_table(read(write(again))).deal.hands[Seat.S]


def test_today_a_dealer_held_to_the_five_dealt_has_nothing_to_discard() -> None:
    record = Record(load("alberta-55plus"), Seat.S, at_table=True).then(*TAKEN_BACK)
    with pytest.raises(TableError, match="South has nothing to discard"):
        act_at_table(at_the_table(record), read_action("S bury JC"))


def test_a_record_does_not_discard_twice() -> None:
    once = [*TAKEN_BACK[:5], SlipEntry(read_action("S bury 9H"))]
    record = Record(load("alberta-55plus"), Seat.S, at_table=True)
    with pytest.raises(ValueError, match="nothing to discard"):
        at_the_table(record.then(*once, SlipEntry(read_action("S bury JC"))))


def test_A01_11_N3_what_is_played_before_the_discard_is_no_call() -> None:
    """The account of a dealer who played six cards: four calls, and the cards in their trick only."""
    slips = "".join(f"! {each}\n" for each in ("W AS", "N 9S", "E TS", "S KH"))
    text = (
        "rightbower record 1\nbook alberta-55plus\nedition undated web text\nmode as at the table\n"
        "first dealer S\nstart score NS 0 EW 0\n\ndeal 1 by S\nhand N JD AD 9S KC TH\n"
        "hand E QS TS KD QC AH\nhand S JH KH QD AC JC\nhand W AS KS 9D TC QH\nturn-up 9H\n"
        "stock 9C TD JS\nW pass\nN pass\nE pass\nS pick up\n"
        f"{slips}claim W: not-buried S KH\ntrick turned\n"
    )
    (deal,) = summary(read(text)).deals
    assert deal.calls == ["W pass", "N pass", "E pass", "S pick up"]
    assert deal.tricks_played[0] == ["W AS", "N 9S", "E TS", "S KH"]
