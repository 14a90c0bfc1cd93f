"""The public names as a program uses them: what they take, refuse, load, and how values travel."""

from __future__ import annotations

import copy
import pickle
import runpy
import subprocess
import sys
import types
import zlib
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from inspect import signature
from pathlib import Path
from types import FunctionType
from typing import Any, cast

import msgspec
import numpy as np
import pyarrow.parquet
import pytest

import rightbower as rb
from rightbower.players.expert import Expert
from rightbower.players.kernel.deals import play_deals, play_one
from rightbower.rules.cards import STRAINS
from rightbower.rules.settings import Alone

ROOT = Path(__file__).resolve().parent.parent
BEGINNING = """
import rightbower as rb

game = rb.start_game("standard", "S").shuffle(7)
print(game)
game.legal
game = game.play("pass, pass, pass")
game.why_not("E pass")
game = game.play("pick up", "bury 9D", "AC")
rb.player("club")(rb.view(game))
"""
LOADED = """
players players.league players.sight players.thumb players.views
referee referee.audit referee.carry_out referee.claims referee.doing referee.irregularities referee.judges
referee.judges_deal referee.remedies referee.rulings referee.table
rules rules.acts rules.book rules.cards rules.ceremonies rules.deal rules.drawing rules.extras rules.forms rules.game rules.judge
rules.event_settings rules.message rules.refusal rules.relief rules.score rules.settings
"""


def game() -> rb.Game:
    return rb.start_game("standard", "S").shuffle(7)


def wrong_bot(view: rb.View) -> Any:
    return "pass"


def test_ten_lines_load_the_rules_and_the_bots_and_nothing_heavy() -> None:
    code = f"import sys\nbefore = set(sys.modules)\n{BEGINNING}\nprint('LOADED', *sorted(set(sys.modules) - before))"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = ran.stdout.partition("LOADED ")[2].split()
    own = {each.removeprefix("rightbower.") for each in loaded if each.startswith("rightbower.")}
    assert own == set(LOADED.split())
    heavy = {"numpy", "numba", "rich", "asyncio", "ssl", "http", "socket", "networkx", "starlette"}
    assert heavy.isdisjoint(each.partition(".")[0] for each in loaded)


# Each call, and the whole sentence it ends in.
WRONG: dict[str, tuple[Callable[[], Any], str]] = {
    "a bot that returns text": (
        lambda: rb.match("club", wrong_bot, deals=2),
        "what wrong_bot returns has to be one of view.legal, not a str",
    ),
    "a number for a bot": (
        lambda: rb.match("club", cast(Any, 7), deals=2),
        "second has to be a player's name or a function from a View to an act, not an int",
    ),
    "half a deal": (
        lambda: rb.match("club", "club", deals=cast(Any, 2.5)),
        "deals has to be a whole number, not a float",
    ),
    "a number for an act": (
        lambda: rb.act(game(), cast(Any, 7)),
        'action has to be an act or its words, such as "W pass", not an int',
    ),
    "a deal for a game": (
        lambda: rb.act(cast(Any, game().deal), "W pass"),
        "game has to be a Game, not a Deal",
    ),
    "a view for a deal": (
        lambda: rb.legal(cast(Any, rb.view(game()))),
        "deal has to be a Deal, such as game.deal, not a View",
    ),
    "a game for a view": (
        lambda: rb.explain(cast(Any, game()), "pass"),
        "seen has to be a View, such as view(game), or a Position, not a Game",
    ),
    "a number for a book": (
        lambda: rb.start_game(cast(Any, 7), "N"),
        "book has to be a RuleBook, its name or a file, not an int",
    ),
    "a number for a seat": (
        lambda: rb.start_game("standard", cast(Any, 1)),
        "first_dealer has to be a Seat or its letter, not an int",
    ),
    "nothing for a deal": (
        lambda: rb.solve(cast(Any, None)),
        "deal has to be a Deal, or a Game or Position with one, not None",
    ),
    "a number for a position": (
        lambda: rb.Position(cast(Any, 7)),
        "text has to be a position in words, not an int",
    ),
    "a deal for a record": (
        lambda: rb.write_record(cast(Any, game().deal)),
        "game has to be a Game or its Record, not a Deal",
    ),
    "a number for the text of a record": (
        lambda: rb.read_record(cast(Any, 7)),
        "text has to be the text of a record, not an int",
    ),
    "bytes for a file": (
        lambda: rb.read(cast(Any, b"x")),
        "source has to be a file's name or the text of a game, not a bytes",
    ),
    "a number for a card": (
        lambda: rb.card(cast(Any, 7)),
        "card has to be a Card or its name, such as JH, not an int",
    ),
    "hands for what is dealt": (
        lambda: rb.deal_out(rb.start_game("standard", "S"), cast(Any, ())),
        "cards has to be cards Dealt, as deal_cards gives them, not a tuple",
    ),
    "a number for a program": (
        lambda: rb.engine(cast(Any, 7)),
        "command has to be a program's command line, not an int",
    ),
    "a list for a game of the kernel": (
        lambda: rb.random_deals(cast(Any, "many")),
        "count has to be a whole number, not a str",
    ),
    "a suit": (
        lambda: rb.Suit.of(cast(Any, 1.0)),
        "suit has to be a Suit or its letter, not a float",
    ),
    "a number for a player": (
        lambda: rb.player(cast(Any, 7)),
        "name has to be a player's name, not an int",
    ),
    "a number for a theme": (
        lambda: rb.puzzles(theme=cast(Any, 7)),
        "theme has to be a name, not an int",
    ),
    "a list for a game to deal": (
        lambda: rb.deal_pack(cast(Any, []), rb.shuffled(7)),
        "game has to be a Game, not a list",
    ),
    "a deal to look at": (
        lambda: rb.view(cast(Any, game().deal)),
        "game has to be a Game, not a Deal",
    ),
}


@pytest.mark.parametrize("what", WRONG)
def test_a_value_of_the_wrong_kind_is_a_type_error_that_names_the_parameter(what: str) -> None:
    call, sentence = WRONG[what]
    with pytest.raises(TypeError) as fault:
        call()
    assert str(fault.value) == sentence


# What each parameter is given while another is wrong, by what its type names.
FITTING: dict[str, Any] = {
    "Game": game(),
    "Deal": game().deal,
    "View": rb.view(game()),
    "RuleBook": "standard",
    "Seat": "S",
    "Action": "W pass",
    "Sequence[Card]": rb.shuffled(7),
    "int": 2,
    "str": "club",
}
# Not looked at: what is only handed on, and what another function of that name looks at.
HANDED_ON = {
    *("at", "executor", "lines", "notes", "note", "out", "packets", "path", "players", "progress"),
    *("score", "seed", "threads", "turn_up", "workers", "may_bury_turnup"),
}
# What comes before it is looked at first: the text before its book, a ceremony before its cards.
LATER = {
    *(("read", "book"), ("read_egn", "book"), ("read_record", "book"), ("serve", "player")),
    *(("cut_for_first_deal", "cuts"), ("deal_for_jack", "pack"), ("draw_for_seats", "draws")),
}
CALLED = {("card", "text"): "card", ("book", "base"): "book"}
FUNCTIONS = [each for each in rb.__all__ if isinstance(getattr(rb, each), FunctionType)]


def parameters() -> Iterator[tuple[str, str]]:
    for name in FUNCTIONS:
        for each in signature(getattr(rb, name)).parameters.values():
            if each.kind is not each.POSITIONAL_OR_KEYWORD or each.name in HANDED_ON:
                continue
            if (name, each.name) not in LATER:
                yield name, each.name


@pytest.mark.parametrize(("name", "wrong"), list(parameters()))
def test_every_parameter_of_the_public_functions_is_named_where_its_value_is_of_no_use(
    name: str, wrong: str
) -> None:
    function = getattr(rb, name)
    given = {
        each.name: next(FITTING[kind] for kind in FITTING if kind in str(each.annotation))
        for each in signature(function).parameters.values()
        if each.default is each.empty
        and each.kind is each.POSITIONAL_OR_KEYWORD
        and any(kind in str(each.annotation) for kind in FITTING)
    }
    if "seat" in given:
        given["seat"] = rb.Seat.S
    with pytest.raises(TypeError, match=" has to be ") as fault:
        function(**{**given, wrong: object()})
    named, _, _ = str(fault.value).partition(" has to be ")
    assert named == CALLED.get((name, wrong), wrong)


REFUSED: dict[str, tuple[Callable[[], Any], str]] = {
    "not a seat": (lambda: rb.start_game("standard", "X"), "'X' is not a seat; write N, E, S or W"),
    "not a book": (
        lambda: rb.start_game("oxford", "S"),
        f"there is no book called 'oxford'; the books are {', '.join(rb.names())}",
    ),
    "not a setting": (
        lambda: rb.book("standard", targt=15),
        "there is no setting targt; did you mean target?",
    ),
    "several settings": (
        lambda: rb.book("standard", kind="fives"),
        (
            "kind is the name of 2 settings (markers.kind, movement.kind):"
            " give it by its path, among changes"
        ),
    ),
    "not dealt": (
        lambda: rb.start_game("standard", "S").play("pass"),
        "the cards have not been dealt",
    ),
    "no words": (
        lambda: game().play("sing"),
        "'sing' is not a card; write rank and suit, such as JH",
    ),
    "no file": (lambda: rb.read("nowhere.egn"), "nowhere.egn: No such file or directory"),
    "no theme": (
        lambda: rb.puzzles(level="soft"),
        "there is no level 'soft' of puzzles; there are easy, fair, hard, very hard",
    ),
    "no trump": (
        lambda: rb.solve(game()),
        "trump is not made: solve a deal in which somebody has called",
    ),
    "not yet led": (
        lambda: rb.solve(game().play("order")),
        "no card is led yet: the deal is at bury",
    ),
    "no column": (
        lambda: rb.random_deals(2)["north"],
        (
            "'north' is not a column of numbers; these are dealer, trump, maker, lone, tricks,"
            " points_ns, points_ew, ending"
        ),
    ),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_cannot_be_is_refused_in_a_sentence(what: str) -> None:
    call, sentence = REFUSED[what]
    with pytest.raises(rb.Refusal) as refusal:
        call()
    assert str(refusal.value) == sentence


def test_an_illegal_act_says_why_with_its_clause_and_its_setting() -> None:
    played = game().play("pass, pass, pass, pick up, bury 9D, AC")
    with pytest.raises(rb.IllegalAction) as refused:
        played.play("N QH")
    assert (refused.value.reason, refused.value.clause, refused.value.path) == (
        "clubs was led and North holds 9C",
        "standard:laws.follow_suit",
        "laws.follow_suit",
    )
    assert (
        str(played.why_not("QH")) == "clubs was led and North holds 9C (standard:laws.follow_suit)"
    )
    assert played.why_not("9C") is None


def test_words_and_values_come_to_the_same() -> None:
    words = game().play("pass, pass", "E order", "S bury 9D")
    values = game()
    for action in (
        rb.Pass(rb.Seat.W),
        rb.Pass(rb.Seat.N),
        rb.Order(rb.Seat.E),
        rb.Bury(rb.Seat.S, rb.card("9D")),
    ):
        values = rb.act(values, action)
    assert (
        words
        == values
        == rb.act(rb.act(rb.act(rb.act(game(), "pass"), "pass"), "order"), "bury 9D")
    )
    assert rb.start_game(rb.load("standard"), rb.Seat.S) == rb.start_game("standard", "South")
    deal = game().deal
    assert deal is not None
    assert rb.apply(deal, "W pass") == rb.apply(deal, rb.Pass(rb.Seat.W))
    assert str(rb.objection(deal, "N pass")) == "it is West's turn (standard:laws.round_one)"


def test_a_dealer_who_passes_turns_the_card_down() -> None:
    passed = game().play("pass, pass, pass, pass")
    assert passed.deal is not None
    assert passed.deal.acts[-1] == rb.TurnDown(rb.Seat.S)
    assert str(game().play("pass, pass, pass").why_not("S pass")).startswith("the dealer picks")


def test_where_a_bell_starts_the_game_the_first_shuffle_rings_it() -> None:
    waits = rb.start_game("national-2025", "S")
    assert not waits.begun
    assert len(waits.shuffle(1).legal) > 1


def test_an_act_is_its_words() -> None:
    act = rb.Name(rb.Seat.E, rb.Suit.HEARTS, alone=True)
    assert (repr(act), str(act)) == ("<E name hearts alone>", "E name hearts alone")
    assert rb.read_action(str(act)) == act


def whole_game(book: str | rb.RuleBook) -> rb.Game:
    """A game between club players with a deal under way after two finished ones."""
    club, found = rb.player("club"), rb.start_game(book, "S").shuffle(1)
    while len(found.finished) < 2:
        if found.deal is None:
            found = found.shuffle(len(found.finished) + 2)
        found = found.play(club(rb.view(found)))
    return found.shuffle(9) if found.deal is None else found


@pytest.mark.parametrize("book", [*rb.names(), rb.book("standard", target=15)], ids=str)
def test_games_and_views_go_through_msgspec_pickle_and_copy(book: str | rb.RuleBook) -> None:
    played = whole_game(book)
    seen = rb.view(played)
    for value, kind in ((played, rb.Game), (seen, rb.View)):
        for codec in (msgspec.json, msgspec.msgpack):
            again = codec.decode(codec.encode(value), type=kind)
            assert again == value
            assert hash(again) == hash(value)
        for again in (pickle.loads(pickle.dumps(value)), copy.copy(value), copy.deepcopy(value)):
            assert again == value
    again = msgspec.json.decode(msgspec.json.encode(played), type=rb.Game)
    assert again.play(again.legal[0]) == played.play(played.legal[0])
    assert again.deal is not None
    assert all(card is rb.card(card.name) for hand in again.deal.hands for card in hand)


def test_a_call_without_trumps_goes_through_msgspec_as_one_of_a_suit_does() -> None:
    for each in STRAINS:
        again = msgspec.json.decode(msgspec.json.encode(rb.Name(rb.Seat.S, each)), type=rb.Name)
        assert again.suit is each


def test_a_book_of_ones_own_is_hashed_by_what_it_says() -> None:
    ours, same = (rb.book("standard", target=15, all_pass="throw in") for _ in range(2))
    assert ours == same
    assert len({ours, same, rb.load("standard"), rb.book("standard")}) == 2
    assert hash(ours) == hash(same) != hash(rb.load("standard"))
    assert (ours.game.target, ours.bidding.all_pass, ours.extends) == (15, "throw in", "standard")
    assert rb.book("standard", {"alone.who": "anyone"}).alone == msgspec.structs.replace(
        rb.load("standard").alone, who="anyone"
    )
    assert isinstance(ours.alone, Alone)
    assert rb.book(ours, title="Ours").title == "Ours"
    assert rb.load(ours) is ours
    assert rb.load(ROOT / "examples" / "our-club.toml").extends


def test_a_book_of_ones_own_stands_where_a_name_can() -> None:
    ours = rb.book("standard", all_pass="stick the dealer", lone_march=5)
    alone = rb.match("club", "beginner", deals=120, book=ours)
    assert alone == rb.match("club", "beginner", deals=120, book=ours, workers=2)
    with ThreadPoolExecutor(2) as pool:
        assert alone == rb.match("club", "beginner", deals=120, book=ours, executor=pool)
    assert alone.book == "standard with house rules"
    assert alone.points_per_deal != rb.match("club", "beginner", deals=120).points_per_deal
    assert (
        play_deals(ours, 500, 3)[:, 5:7].max(),
        play_deals("standard", 500, 3)[:, 5:7].max(),
    ) == (5, 4)
    assert str(rb.chart(ours)) == str(rb.chart("standard"))
    gym = pytest.importorskip("rightbower.study.environments.gym", exc_type=ImportError)
    assert gym.EuchreEnv(book=ours).reset(seed=1)[0]["observation"].shape == (618,)


def test_a_match_starts_no_process_unless_it_is_asked_to(monkeypatch: pytest.MonkeyPatch) -> None:
    def started(*_: Any) -> Any:
        raise AssertionError("a process was started")

    monkeypatch.setattr("rightbower.players.executors._on_cores", started)
    found = rb.match("club", "beginner", deals=120)
    rb.simulate("club", "beginner", games=60)
    with pytest.raises(AssertionError, match="a process was started"):
        rb.match("club", "beginner", deals=120, workers=2)
    with pytest.raises(rb.Refusal, match="at least one worker is needed"):
        rb.match("club", "beginner", deals=120, workers=0)
    low, high = found.ci95
    wide = (high - low) / 2
    assert str(found) == (
        f"club against beginner: {found.points_per_deal:+.2f} ± {wide:.2f} points a deal"
        " (120 deals of standard, each played twice)"
    )


def test_a_bot_is_a_value_with_what_there_is_to_say_of_it() -> None:
    club = rb.PLAYERS["club"]
    assert (club.name, club.title) == ("club", "Club player")
    assert str(club).startswith("club: Keeps to the sayings")
    assert all(bot.name == name and bot.doc.endswith(".") for name, bot in rb.PLAYERS.items())
    assert all(bot.plays(book) for bot in rb.PLAYERS.values() for book in rb.names())
    with pytest.raises(rb.BookError, match="no book called 'oxford'"):
        club.plays("oxford")
    seen = rb.view(game())
    assert club()(seen) == rb.player(club)(seen) == rb.player("club")(seen)
    assert rb.match(club, rb.PLAYERS["beginner"], deals=20) == rb.match(
        "club", "beginner", deals=20
    )


def test_random_deals_are_the_kernels_with_names(tmp_path: Path) -> None:
    deals = rb.random_deals(3000, seed=5, book="alberta-55plus")
    assert len(deals) == 3000
    assert (deals.rows == play_deals(rb.load("alberta-55plus"), 3000, 5)).all()
    assert repr(deals).startswith("<3,000 random deals of alberta-55plus: dealer, trump, maker")
    deals.to_parquet(tmp_path / "deals.parquet")
    rows = pyarrow.parquet.read_table(tmp_path / "deals.parquet").to_pylist()
    assert tuple(rows[0]) == deals.columns
    for number in (0, 7, 2999):
        start, _, row = play_one(rb.load("alberta-55plus"), 5, number)
        assert rows[number]["dealer"] == start.dealer.name
        assert rows[number]["turn_up"] == start.turn_up.name
        for seat in rb.Seat:
            assert rb.cards(rows[number][seat.word.lower()]) == start.hands[seat]
        assert rows[number]["trump"] == ("" if row[1] < 0 else rb.Suit(int(row[1])).letter)
        assert rows[number]["maker"] == ("" if row[2] < 0 else rb.Seat(int(row[2])).name)
        assert rows[number]["tricks"] == row[4] == deals["tricks"][number]


def test_what_was_not_played_is_empty_in_the_table() -> None:
    deals = rb.random_deals(1, seed=5)
    row = np.array([[2, -1, -1, -1, -1, 0, 0, 1]], dtype=np.int16)
    told = msgspec.structs.replace(deals, rows=row).table()
    words = {name: told[name][0] for name in ("dealer", "trump", "maker", "lone", "ending")}
    assert words == {"dealer": "S", "trump": "", "maker": "", "lone": "", "ending": "thrown in"}
    assert told["tricks"][0] == -1


def test_random_deals_become_a_data_frame_where_pandas_is(monkeypatch: pytest.MonkeyPatch) -> None:
    deals = rb.random_deals(3)
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(rb.Refusal, match="a data frame needs the package pandas"):
        deals.to_pandas()
    stand_in = types.ModuleType("pandas")
    stand_in.DataFrame = lambda table: table  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "pandas", stand_in)
    assert tuple(deals.to_pandas()) == deals.columns


def test_the_reference_page_is_made_of_the_public_names() -> None:
    tool = runpy.run_path(str(ROOT / "tools" / "reference.py"))
    named = [name for names in tool["GROUPS"].values() for name in names.split()]
    assert sorted(named) == sorted(rb.__all__)
    page = (ROOT / "docs" / "reference.md").read_text("utf-8")
    assert page == tool["page"](), "write it anew: python tools/reference.py"
    assert " |  |" not in page


def test_what_a_view_holds_is_told() -> None:
    told = rb.View.__doc__ or ""
    assert [name for name in rb.View.__struct_fields__ if f"``{name}``" not in told] == []


def test_a_type_checker_sees_the_real_types(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(
        "import rightbower as rb\n"
        'reveal_type(rb.start_game("standard", "S").shuffle(7).legal)\n'
        "reveal_type(rb.match)\n"
        "reveal_type(rb.PLAYERS)\n"
        "rb.start_game(7, 7)\n"
        "rb.nonsense\n"
    )
    ran = subprocess.run(
        [
            sys.executable,
            "-m",
            "mypy",
            "--strict",
            "--cache-dir",
            str(ROOT / ".mypy_cache"),
            str(program),
        ],
        capture_output=True,
        text=True,
        cwd=tmp_path,
    )
    lines = ran.stdout.splitlines()
    assert "tuple[rightbower.rules.acts.Pass | rightbower.rules.acts.Order |" in lines[0].replace(
        "Union[", ""
    ).replace(", rightbower", " | rightbower")
    assert "rightbower.players.simulate.Match" in lines[1]
    assert "dict[str, rightbower.players.Bot]" in lines[2].replace("builtins.", "")
    assert 'Argument 1 to "start_game" has incompatible type "int"' in lines[3]
    assert 'Argument 2 to "start_game" has incompatible type "int"' in lines[4]
    assert 'Module has no attribute "nonsense"' in lines[5]


def test_how_an_act_prints_does_not_change_what_an_expert_draws() -> None:
    """The seed of a decision is made from the acts' fields, as it always was."""
    seen = rb.Position("S 9H | N JH AH QS AS 9C | pass").view
    text = f"3 {seen.seat} {seen.hand} (Pass(seat=<Seat.W: 3>),) ()"
    assert Expert(3)._seed(seen) == zlib.crc32(text.encode())
