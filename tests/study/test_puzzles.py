"""The puzzles that come with the package: what they are, where they are shown, and that they hold."""

from __future__ import annotations

import lzma
import re
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace
from starlette.testclient import TestClient

from rightbower.cli import main
from rightbower.players import PLAYERS
from rightbower.players.position import described
from rightbower.rules.acts import GoAlone, KeepPartner, Order, Pass, read_action, write_action
from rightbower.rules.book import load, names
from rightbower.rules.cards import Seat
from rightbower.study.explain import explain
from rightbower.study.lessons import numbers
from rightbower.study.puzzles import (
    FORMAT,
    LEVELS,
    PROOFS,
    SET_ASIDE,
    Collection,
    Puzzle,
    chosen,
    line_of,
    of_day,
    puzzle_of,
    puzzle_of_day,
    read,
    shipped,
    theme_of,
    themes,
    write,
)
from rightbower.study.teacher import advise, gains_by_experts, gains_by_network
from rightbower.web.app import make_app

COLLECTION = shipped()
PUZZLES = COLLECTION.puzzles
SOME = Random(1).sample(PUZZLES, 120)
FINDERS = ("beginner", "club", "league")


def test_there_are_five_thousand_of_every_kind() -> None:
    assert len({line_of(each) for each in PUZZLES}) == len(PUZZLES) >= 5000
    assert {each.book for each in PUZZLES} == set(names())
    assert len(themes(PUZZLES)) == 13
    for level in LEVELS:
        # some were set aside when they were played out anew
        assert len(chosen(PUZZLES, level=level)) >= 400


def test_each_costs_something_to_miss() -> None:
    assert min(each.cost for each in PUZZLES) >= 1000 * COLLECTION.margin


@pytest.mark.parametrize("each", SOME, ids=line_of)
def test_a_puzzle_is_what_it_says(each: Puzzle) -> None:
    seen = each.seen
    assert each.answer in seen.legal
    assert theme_of(seen, each.answer) == each.theme
    found = [PLAYERS[name](0)(seen) == each.answer for name in FINDERS]
    assert LEVELS[found.index(True) if True in found else -1] == each.level
    for other in seen.legal:
        assert explain(seen, each.answer, other).best


def test_nearly_all_are_explained_and_not_only_named() -> None:
    silent = sum(not explain(each.seen, each.answer).reasons for each in SOME)
    assert silent <= len(SOME) / 20


PROVED = [each for each in PUZZLES if each.proved]


def test_what_was_proved_is_marked_and_what_did_not_hold_is_set_aside() -> None:
    assert {each.proof for each in PUZZLES} <= {"", *PROOFS, SET_ASIDE}
    assert len(PROVED) >= 400
    assert {each.theme for each in PROVED} >= set(themes(PUZZLES)) - {"leading trumps"}
    offered = {PUZZLES[number].proof for number in chosen(PUZZLES)}
    assert SET_ASIDE not in offered
    assert PUZZLES[puzzle_of_day(738_000)].proved
    days = {puzzle_of_day(day) for day in range(len(PROVED))}
    assert len(days) == len(PROVED), "each has its day before any comes again"
    for name in ("discards", "dealer", "loners"):
        assert all(PUZZLES[number].proof != SET_ASIDE for number in numbers(name))


def stable(puzzles: Sequence[Puzzle], batches: int, seed: int) -> dict[str, list[bool]]:
    """By theme, whether each answer still gains on every other choice where the network plays on."""
    found: dict[str, list[bool]] = defaultdict(list)
    for each in puzzles:
        gains = gains_by_network(each.seen, each.answer, batches, seed, least=batches)
        if gains is None:  # such deals the network has not learnt; experts play them out
            rivals = [other for other in each.seen.legal if other != each.answer]
            gains = gains_by_experts(
                each.seen, each.answer, rivals, min(600, 15 * batches), seed=seed
            )
        found[each.theme].append(min(gain.chance for gain in gains) > 0)
    return found


def test_the_proved_answers_are_found_again() -> None:
    some = Random(3).sample(PROVED, 12)
    assert all(all(each) for each in stable(some, 4, seed=11).values())


def test_the_teacher_gives_the_proved_answers() -> None:
    """By its tables exactly; a card or a discard by more than its error, or it is told to be a tie."""
    for puzzle in Random(4).sample(PROVED, 20):
        found = advise(puzzle.seen, 60)
        answer = next(each for each in found if each.action == puzzle.answer)
        assert answer is found[0] or answer.tie


@pytest.mark.soak
def test_the_proved_answers_hold_with_ten_times_the_playouts_in_every_theme() -> None:
    found = stable(Random(2).sample(PROVED, 300), 240, seed=12)
    assert all(sum(each) >= 0.98 * len(each) for each in found.values()), found


@pytest.mark.soak
def test_experts_find_proved_answers_again_with_ten_times_the_playouts(tools: Any) -> None:
    """Four of each theme, played out to the end by experts in 600 worlds that nobody had drawn before."""
    by_theme: dict[str, list[Puzzle]] = defaultdict(list)
    for each in Random(5).sample(PROVED, len(PROVED)):
        by_theme[each.theme].append(each)
    for theme, some in by_theme.items():
        for puzzle in some[:4]:
            told, whole = tools.solved_again(line_of(puzzle))
            assert told == theme
            assert whole.worlds == 600
            assert whole.chance > 0, (line_of(puzzle), str(whole))


@pytest.fixture
def tools(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The tool that finds and proves puzzles."""
    monkeypatch.syspath_prepend(str(Path(__file__).parents[2] / "tools"))
    import mine_puzzles

    return mine_puzzles


def test_a_proof_is_found_again_and_a_wrong_answer_is_not_proved(tools: Any) -> None:
    puzzle = next(
        each for each in PROVED if each.theme == "endgames" and not each.seen.tricks[-1].plays
    )
    line, told = tools.proved(line_of(puzzle))
    assert line == line_of(replace(puzzle, proof="experts", cost=puzzle_of(line).cost))
    assert told.endswith(" worlds")
    alone, nothing = tools.proved(line_of(puzzle), steps=0)
    assert (alone, nothing) == (line.replace("|experts", "|network"), "")
    other = next(each for each in puzzle.seen.legal if each != puzzle.answer)
    whole = tools.by_experts(puzzle.seen, other, [puzzle.answer])
    assert not whole.held
    assert whole.chance < 0
    assert tools.worked(("shipped", "0", "odd")) == ("fault", "shipped 0", "Refusal(\"this is not a puzzle: 'odd'\")")  # fmt: skip


def test_a_position_without_a_best_choice_is_none(tools: Any) -> None:
    even = puzzle_of("standard|S|9H|W|JH QS KS AC 9C|W pass, N order, S bury 9D|0-0|QS|20|easy|leading a side card|")  # fmt: skip
    remark, _ = tools.proved(line_of(even))
    assert remark.startswith("# ")


def test_what_was_found_is_chosen_in_order_and_numbers_stay(tools: Any, tmp_path: Path) -> None:
    offered = [number for number, each in enumerate(PUZZLES) if each.proof != SET_ASIDE]
    gone, too, at = offered[0], offered[1], offered[50]
    held = PUZZLES[at]
    found = tools.Found()
    found.shipped[str(at)] = (line_of(replace(held, proof="experts")), "+0.1 ± 0.01")
    for number in (gone, too):
        found.shipped[str(number)] = ("# pick up over pass: +0.001 ± 0.001", "")
    new = [
        replace(PUZZLES[each], hand=PUZZLES[each + 1].hand, proof="experts") for each in range(3)
    ]
    found.game = {
        "10": [(line_of(new[2]), "")],
        "9": [(line_of(new[1]), ""), ("# it does not matter: pass", ""), (line_of(new[1]), "")],
        "0": [(line_of(replace(held, proof="experts")), "")],
    }
    found.again[line_of(held)] = ("passing", tools.Whole(0.03, 0.01, 0.3, 600))
    page = tmp_path / "page.md"
    page.write_text(f"before\n{''.join(tools.MARKS)}\nafter\n", "utf-8")
    tools.choose(found, tmp_path / "out.xz", page)
    made = read((tmp_path / "out.xz").read_bytes()).puzzles
    assert (made[gone].proof, made[too].proof) == (SET_ASIDE, SET_ASIDE)
    assert made[at].proof == "experts"
    between = slice(too + 1, at)
    assert [line_of(each) for each in made[between]] == [line_of(each) for each in PUZZLES[between]]
    assert made[len(PUZZLES) :] == tuple(new[1:])
    assert len({each.position for each in made}) == len(made)
    told = page.read_text("utf-8")
    assert told.startswith(f"before\n{tools.MARKS[0]}Of {len(made):,} puzzles ")
    assert "| passing | 1 | 0 | 1 |\n" in told
    assert told.endswith(f"{tools.MARKS[1]}\nafter\n")


def test_work_goes_on_where_the_file_ends(tools: Any, tmp_path: Path) -> None:
    found = tools.Found()
    tasks = list(zip(range(3), tools.puzzles_and_games(found, 1), strict=False))
    found.shipped[tasks[0][1][1]] = ("# none", "")
    (first, *_) = zip(range(1), tools.puzzles_and_games(found, 1), strict=False)
    assert first[1] == tasks[1][1]
    found.shipped[tasks[1][1][1]] = (f"{line_of(PUZZLES[0]).rpartition('|')[0]}|network", "")
    for steps, expected in ((5, tasks[1]), (0, tasks[2])):
        (first, *_) = zip(range(1), tools.puzzles_and_games(found, 1, steps), strict=False)
        assert first[1] == expected[1], "experts are asked of what the network proved, if they play"
    every = tools.Found({str(each): ("# none", "") for each in range(len(PUZZLES))}, {"0": []})
    kinds = zip(range(2), tools.puzzles_and_games(every, 7), strict=False)
    assert [each for _, each in kinds] == [("game", "1", "7"), ("game", "2", "7")]
    done = [each[1] for each in tools.spread(iter([("shipped", "a", "odd"), ("shipped", "b", "odd")]), 1, 1e12)]  # fmt: skip
    assert sorted(done) == ["shipped a", "shipped b"]


def test_every_puzzle_has_its_day_before_any_comes_again() -> None:
    assert len({of_day(PUZZLES, day) for day in range(len(PUZZLES))}) == len(PUZZLES)
    assert of_day(PUZZLES, 7) == of_day(PUZZLES, 7 + len(PUZZLES))


def test_a_collection_is_read_as_it_was_written() -> None:
    small = Collection(FORMAT, 1, 2, 3, 0.02, PUZZLES[:5])
    assert read(write(small)) == small
    assert puzzle_of(line_of(PUZZLES[0])) == PUZZLES[0]
    older = replace(PUZZLES[0], proof="")
    assert puzzle_of(line_of(older).removesuffix("|")) == older, "as it was written before proofs"


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        (b"", "not a file of puzzles"),
        (lzma.compress(b""), "not a file of puzzles"),
        (lzma.compress(b"{}"), "not a file of puzzles"),
        (write(Collection("later", 1, 1, 1, 0.1)), "written as 'later'"),
        (lzma.compress(lzma.decompress(write(Collection(FORMAT, 1, 1, 1, 0.1))) + b"a|b\n"), "a|b"),
    ],
)
def test_other_files_are_refused(data: bytes, fault: str) -> None:
    with pytest.raises(ValueError, match=re.escape(fault)):
        read(data)


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["puzzle"]) == 0
    assert "You hold" in capsys.readouterr().out
    puzzle = PUZZLES[3]
    assert main(["puzzle", "3"]) == 0
    assert f"{puzzle.theme}, {puzzle.level}" in capsys.readouterr().out
    assert main(["puzzle", "3", "--choose", puzzle.best]) == 0
    assert capsys.readouterr().out.startswith("Right. ")
    assert main(["puzzle", "--list"]) == 0
    assert "discards" in capsys.readouterr().out
    assert main(["puzzle", "--theme", "discards", "--level", "easy"]) == 0
    assert "discards, easy" in capsys.readouterr().out
    assert main(["puzzle", "--theme", "juggling"]) == 1
    assert main(["puzzle", str(len(PUZZLES))]) == 1
    for options in (["--theme", "discards"], ["--level", "easy"], ["--book", "standard"]):
        capsys.readouterr()
        assert main(["puzzle", "3", *options]) == 1
        assert "but not both" in capsys.readouterr().err
    assert main(["puzzle", "3", "--choose", "juggle"]) == 1


def test_the_pages(tmp_path: Path) -> None:
    with TestClient(make_app(tmp_path)) as client:
        page = client.get("/puzzles").text
        assert f"{len(chosen(PUZZLES)):,} positions" in page
        assert len(PROVED) == len(chosen(PUZZLES)) == 5000
        assert "each held when it was played out anew" in " ".join(page.split())
        assert "The puzzle of the day, " in client.get("/puzzles/today").text
        page = client.get("/puzzles/another?theme=discards&level=fair").text
        assert "about discards; fair" in page
        assert "What do you do?" in page
        page = client.get("/puzzles/3").text
        assert 'id="answer"' not in page
        page = client.get("/puzzles/3", params={"a": PUZZLES[3].best}).text
        assert '<h2 id="answer">Right</h2>' in page
        assert page.count("%") >= len(PUZZLES[3].seen.legal), "what each choice was worth"
        wrong = next(each for each in PUZZLES[3].seen.legal if each != PUZZLES[3].answer)
        page = client.get("/puzzles/3", params={"a": write_action(wrong)[2:]}).text
        assert "Not the best" in page
        assert client.get(f"/puzzles/{len(PUZZLES)}").status_code == 404
        assert client.get("/puzzles/another?theme=juggling").status_code == 404
        assert client.get("/puzzles/3?a=juggle").status_code == 400


@pytest.mark.parametrize(
    ("done", "best", "theme"),
    [
        ("W 9S, N AS, E TS", "S TC", "the partner is winning"),
        ("W AS, N 9S, E TS", "S TC", "throwing off"),
        ("W AS, N 9S, E TS", "S 9H", "trumping in"),
        ("W KD, N 9D, E TD", "S AD", "taking the trick"),
    ],
)
def test_the_theme_of_a_card_that_follows(done: str, best: str, theme: str) -> None:
    before = "W pass, N pass, E pass, S pick up, S bury 9C"
    hand = "JH KH 9C TC AD"
    seen = described(load("standard"), "S", "9H", "S", hand, f"{before}, {done}", "0-0")
    assert theme_of(seen, read_action(best)) == theme


def test_the_puzzle_of_a_day_is_always_the_same() -> None:
    assert [of_day(range(5000), day) for day in (0, 1, 7, 738_000)] == [0, 3123, 1861, 4000]
    assert [of_day(PUZZLES[:8], day) for day in range(8)] == [0, 5, 2, 7, 4, 1, 6, 3]
    assert [of_day(PUZZLES[:10], day) for day in range(4)] == [0, 3, 6, 9]


def test_puzzles_are_chosen_by_theme_level_and_book_together() -> None:
    some = [
        replace(PUZZLES[0], theme=theme, level=level, book=book, proof="")
        for theme in ("discards", "passing")
        for level in ("easy", "hard")
        for book in ("standard", "charity-social")
    ]
    assert chosen(some) == list(range(8))
    assert chosen(some, theme="passing") == [4, 5, 6, 7]
    assert chosen(some, level="hard") == [2, 3, 6, 7]
    assert chosen(some, book="standard") == [0, 2, 4, 6]
    assert chosen(some, "discards", "hard", "charity-social") == [3]
    assert themes(some) == ["discards", "passing"]


def test_a_puzzle_is_a_line_of_its_fields() -> None:
    line = line_of(PUZZLES[0])
    assert line.split("|") == [str(getattr(PUZZLES[0], each)) for each in Puzzle.__struct_fields__]
    with pytest.raises(ValueError, match=r"^this is not a puzzle: 'a\|b'$"):
        puzzle_of("a|b")


BEFORE = "W pass, N pass, E pass, S pick up, S bury 9C"


@pytest.mark.parametrize(
    ("done", "best", "theme"),
    [
        ("", "W pass", "passing"),
        ("", "W order", "taking the turn-up"),
        ("", "W order alone", "alone or not"),
        ("W pass, N pass, E pass", "S pick up", "taking the turn-up"),
        ("W pass, N pass, E pass", "S pick up alone", "alone or not"),
        ("W pass, N pass, E pass", "S turn down", "passing"),
        ("W pass, N pass, E pass, S turn down", "W name spades", "naming a suit"),
        ("W pass, N pass, E pass, S turn down", "W name spades alone", "alone or not"),
        ("W pass, N pass, E pass, S pick up", "S bury 9C", "discards"),
        (BEFORE, "W JD", "leading trumps"),
        (BEFORE, "W AS", "leading a side card"),
    ],
)
def test_the_theme_of_a_choice(done: str, best: str, theme: str) -> None:
    hand = "JD AS AC JC KS" if best.startswith("W") else "JH KH 9C TC AD"
    seen = described(load("standard"), "S", "9H", best[0], hand, done, "0-0")
    assert theme_of(seen, read_action(best)) == theme


def test_two_cards_are_an_endgame_and_a_lone_hand_is_the_other_sides() -> None:
    seen = described(load("standard"), "S", "9H", "W", "JD AS AC JC KS", BEFORE, "0-0")
    best = read_action("W AS")
    for cards, theme in ((3, "leading a side card"), (2, "endgames"), (1, "endgames")):
        assert theme_of(replace(seen, hand=seen.hand[:cards]), best) == theme
    for seat in Seat:
        against = seat in (Seat.N, Seat.S)
        theme = "against a lone hand" if against else "leading a side card"
        assert theme_of(replace(seen, lone=seat), best) == theme
    alone = replace(seen, lone=Seat.N, hand=seen.hand[:1])
    assert theme_of(alone, best) == "against a lone hand"


def test_where_nothing_but_alone_is_left_to_choose_it_is_about_alone() -> None:
    seen = described(load("standard"), "S", "9H", "W", "JD AS AC JC KS", "", "0-0")
    order, alone, pass_ = Order(Seat.W), Order(Seat.W, True), Pass(Seat.W)
    assert theme_of(replace(seen, legal=(order, alone)), order) == "alone or not"
    assert theme_of(replace(seen, legal=(order, alone, pass_)), order) == "taking the turn-up"
    assert theme_of(seen, GoAlone(Seat.W)) == theme_of(seen, KeepPartner(Seat.W)) == "alone or not"
