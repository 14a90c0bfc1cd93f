"""Thirty-one games made up from the documents, written down by hand and read by ``rightbower replay``.

What is expected was written down from the documents and counted by hand before it was tried.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from table import DEALS
from typed import Terminal

SEATS = "NESW"
ABBREVIATED = {
    "A00": "provincial-55plus",
    "A01": "alberta-55plus",
    "S02": "charity-social",
    "L03": "sportcial-league",
    "N04": "national-2025",
}
EDITIONS = {"A01": "undated web text", "N04": "March 2025"}
# The worked deals: who bids what, and a line of play in which everybody follows suit.
MARCH = (
    "D1",
    "W pass, N pass, E pass, S pick up, S bury JC",
    (
        "W AS, N 9S, E TS, S 9H, S JH, W QH, N TH, E AH, S KH, W TC, N JD, E QC, "
        "N AD, E KD, S QD, W 9D, N KC, E QS, S AC, W KS"
    ),
)
EUCHRE = (
    "D2",
    "W pass, N pass, E pass, S pick up, S bury 9C",
    (
        "W JH, N TC, E JD, S 9H, W AH, N TS, E QC, S QH, W AS, N QS, E KS, S KH, "
        "S QD, W 9S, N 9D, E AD, E KD, S TD, W KC, N JC"
    ),
)
LONER = (
    "D3",
    "N order alone, W bury TC",
    "N JS, E 9H, W 9S, N JC, E TH, W TS, N AS, E QH, W QS, N KS, E TD, W KH, N AD, E KD, W AH",
)
PARTNER = (
    "D5",
    "N pass, E order alone",
    "N KC, E KS, S 9C, E JS, S TS, N JC, E AS, S QS, N 9D, E AH, S QH, N QD, E KH, S QC, N TC",
)
THROWN_IN = ("D1", "W pass, N pass, E pass, S turn down, W pass, N pass, E pass, S pass", "")
Hand = tuple[str, str, str]


def moved(words: str, by: int) -> str:
    """The same words for players who sit so many seats further round."""
    return ", ".join(
        f"{SEATS[(SEATS.index(each[0]) + by) % 4]}{each[1:]}" for each in words.split(", ") if each
    )


def social(hand: Hand) -> Hand:
    """The bids as the social has them: alone or not is said by the maker after the discard."""
    name, bids, play = hand
    said = [each.removesuffix(" alone") for each in bids.split(", ")]
    maker = next(
        (each[0] for each in said if each[2:].split()[0] in ("order", "pick", "name")), None
    )
    if name == "D5":
        said.append("W bury 9H")
    if maker:
        said.append(f"{maker} alone" if "alone" in bids else f"{maker} with partner")
    return name, ", ".join(said), play


def cards_dealt(name: str, number: int, dealer: str) -> list[str]:
    """The lines of one of the worked deals with somebody else as its dealer."""
    words, *hands, stock = DEALS[name]
    by = SEATS.index(dealer) - SEATS.index(words[0])
    held = {SEATS[(seat + by) % 4]: cards for seat, cards in enumerate(hands)}
    lines = [f"deal {number} by {dealer}", *(f"hand {seat} {held[seat]}" for seat in SEATS)]
    return [*lines, f"turn-up {words.split()[2]}", f"stock {stock}"]


def played(hand: Hand, number: int, dealer: str, only: str | None = None) -> list[str]:
    """A deal and all that is done in it, line by line; or only what is told."""
    name, bids, play = hand
    by = SEATS.index(dealer) - SEATS.index(DEALS[name][0][0])
    done = moved(", ".join(each for each in (bids, play) if each) if only is None else only, by)
    return [*cards_dealt(name, number, dealer), *(each for each in done.split(", ") if each)]


def heading(document: str, dealer: str, score: tuple[int, int], target: int | None) -> list[str]:
    """What stands above the first deal."""
    lines = ["rightbower record 1", f"book {ABBREVIATED[document]}"]
    lines += [f"edition {EDITIONS.get(document, 'undated')}", f"first dealer {dealer}"]
    lines += [f"target {target}"] if target else []
    lines += [f"start score NS {score[0]} EW {score[1]}", ""]
    return [*lines, "bell start"] if document == "N04" else lines


class Game:
    """A record as somebody writes it, hand under hand."""

    def __init__(
        self,
        document: str,
        dealer: str = "S",
        score: tuple[int, int] = (0, 0),
        target: int | None = None,
    ) -> None:
        self.lines = heading(document, dealer, score, target)
        self.document, self.dealer, self.number = document, dealer, 0

    def hand(self, hand: Hand, only: str | None = None) -> Game:
        """A hand dealt by whose turn it is, whole or as far as it is told."""
        self.number += 1
        self.lines += played(hand, self.number, self.dealer, only)
        self.dealer = SEATS[(SEATS.index(self.dealer) + 1) % 4]
        return self

    def line(self, *lines: str) -> Game:
        self.lines += lines
        return self


class Reader:
    """Somebody who gives records to ``rightbower replay``."""

    def __init__(self, replay: Terminal, folder: Path) -> None:
        self.replay, self.file = replay, folder / "game.txt"

    def told(self, game: Game) -> Any:
        self.file.write_text("\n".join([*game.lines, ""]), "utf-8")
        return self.replay.json(str(self.file))

    def ends(self, game: Game) -> tuple[str | None, str, list[int]]:
        """Who has won, for which reason, and the score."""
        told = self.told(game)
        result = told["result"]
        return result["winner"], result["reason"], told["final_score"]

    def score(self, game: Game) -> list[int]:
        """The score of a game that is not over."""
        told = self.told(game)
        assert told["result"] is None, told["result"]
        score: list[int] = told["final_score"]
        return score

    def refused(self, game: Game) -> str:
        self.file.write_text("\n".join([*game.lines, ""]), "utf-8")
        return self.replay.refused(str(self.file))


@pytest.fixture
def read(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Reader:
    return Reader(Terminal(capsys, "replay"), tmp_path)


# The seniors (A00, A01).


@pytest.mark.parametrize("document", ["A00", "A01"])
def test_01_a_game_to_five_that_the_sides_share(read: Reader, document: str) -> None:
    """9.1, 9.2, 8.2: two points a hand, turn about: 2–0, 2–2, 4–2, 4–4, 6–4."""
    game = Game(document, target=5)
    for _ in range(4):
        game.hand(MARCH)
    assert read.score(game) == [4, 4]
    assert read.ends(game.hand(MARCH)) == ("NS", "points", [6, 4])
    assert "over" in read.refused(game.hand(MARCH))


def test_02_a_loner_at_six_all_ends_a_game_to_seven(read: Reader) -> None:
    """A00-8.4, 9.2."""
    game = Game("A00", "W", (6, 6), 7).hand(LONER)
    assert read.ends(game) == ("NS", "points", [10, 6])


def test_03_another_agreed_total_is_played_to(read: Reader) -> None:
    """A01-9.2: to fifteen; fourteen is not enough."""
    game = Game("A01", "S", (10, 14), 15).hand(MARCH).hand(THROWN_IN).hand(MARCH)
    assert read.score(game) == [14, 14]
    assert read.ends(game.hand(MARCH)) == ("EW", "points", [14, 16])


def test_04_the_dealers_partner_who_orders_is_alone_and_scores_four(read: Reader) -> None:
    """A01-4.5, 8.4, X-67: nobody has to say it."""
    game = Game("A01", "W", (0, 3)).hand(("D5", "N pass, E order", PARTNER[2]))
    assert read.score(game) == [0, 7]
    assert read.told(game)["deals"][0]["lone_player"] == "E"


@pytest.mark.parametrize(("document", "clause"), [("A00", "A00-4.11"), ("A01", "A01-4.11")])
def test_05_a_dealer_without_a_card_of_the_suit_may_not_take_it_but_has_to_when_told(
    read: Reader, document: str, clause: str
) -> None:
    """4.11, 4.4, X-01: West holds 9H TH JH KD AD and 9S is up."""
    taken = Game(document, "W").hand(("D5", "N pass, E pass, S pass, W pick up", ""))
    assert clause in read.refused(taken)
    told = Game(document, "W").hand(("D5", "N order, W bury KD", ""))
    assert read.score(told) == [0, 0]


def test_06_two_hands_thrown_in_and_the_third_dealer_deals(read: Reader) -> None:
    """A00-4.10: no score, left each time."""
    game = Game("A00", "E", (3, 1)).hand(THROWN_IN).hand(THROWN_IN)
    assert (read.score(game), game.dealer) == ([3, 1], "W")
    assert "it is West's deal" in read.refused(game.line(*cards_dealt("D1", 3, "S")))


def test_07_the_time_is_up_at_six_all_and_a_hand_thrown_in_decides_nothing(read: Reader) -> None:
    """A01-C.1, X-12: they deal on until they differ."""
    game = Game("A01", "S", (6, 6)).line("bell end").hand(THROWN_IN)
    assert read.score(game) == [6, 6]
    assert read.ends(game.hand(MARCH)) == ("EW", "time", [6, 8])


def test_08_a_euchre_after_the_bell_makes_them_level_and_one_more_is_dealt(read: Reader) -> None:
    """A01-C.1, X-12: 6–4 when the bell rang in the bidding; South is euchred."""
    game = Game("A01", "S", (6, 4)).hand(EUCHRE, "W pass, N pass").line("bell end")
    rest = ", ".join((EUCHRE[1], EUCHRE[2])).split(", ")[2:]
    game.line(*rest)
    assert read.score(game) == [6, 6]
    assert read.ends(game.hand(LONER)) == ("NS", "points", [10, 6])


def test_09_a_leader_between_two_deals_has_won_when_the_bell_rings(read: Reader) -> None:
    """A01-C.1: 2–0 after one hand."""
    game = Game("A01").hand(MARCH).line("bell end")
    assert read.ends(game) == ("NS", "time", [2, 0])
    assert "over" in read.refused(game.hand(MARCH))


def test_10_a_euchre_at_nine_all_wins_past_the_target(read: Reader) -> None:
    """A00-8.5, 9.1: South makes trump at nine all and loses."""
    assert read.ends(Game("A00", "S", (9, 9)).hand(EUCHRE)) == ("EW", "points", [9, 11])


# The charity social (S02).


def test_11_eight_loners_turn_about_are_sixteen_each(read: Reader) -> None:
    """S02-2.7, 9.10: eight deals end it, level or not."""
    game = Game("S02", "W")
    for _ in range(7):
        game.hand(social(LONER))
    assert read.score(game) == [16, 12]
    assert read.ends(game.hand(social(LONER))) == (None, "deals", [16, 16])
    assert "over" in read.refused(game.hand(social(LONER)))


def test_12_thirty_two_is_the_most_there_is(read: Reader) -> None:
    """S02-9.10: the left of the dealer and the dealer's partner by turns, one side each time."""
    game = Game("S02", "W")
    for number in range(8):
        game.hand(social(LONER if number % 2 == 0 else PARTNER))
    assert read.ends(game) == ("NS", "deals", [32, 0])


def test_13_ten_points_end_nothing(read: Reader) -> None:
    """S02-10.4: 12–0 after three, and the fourth is dealt."""
    game = Game("S02", "W")
    for hand in (LONER, PARTNER, LONER):
        game.hand(social(hand))
    assert read.score(game) == [12, 0]
    assert read.score(game.hand(social(THROWN_IN), "W pass")) == [12, 0]


def test_14_the_stuck_dealer_calls_another_suit(read: Reader) -> None:
    """S02-5.1, 5.2: neither a pass nor hearts."""
    before = "W pass, N pass, E pass, S turn down, W pass, N pass, E pass"
    assert "S02-5.1" in read.refused(Game("S02").hand(MARCH, f"{before}, S pass"))
    refused = read.refused(Game("S02").hand(MARCH, f"{before}, S name hearts"))
    assert "S02-5.2" in refused or "S02-4.5" in refused
    assert read.score(Game("S02").hand(MARCH, f"{before}, S name clubs, S with partner")) == [0, 0]


def test_15_no_other_number_ends_a_round(read: Reader) -> None:
    """S02-2.7: there is no target to agree on."""
    assert "target" in read.refused(Game("S02", target=10).hand(social(MARCH)))


def test_16_alone_is_said_before_the_first_card(read: Reader) -> None:
    """S02-7.5, 8.1: the lead waits for it, and after it nobody goes alone."""
    bids = f"{MARCH[1]}, W AS"
    assert read.refused(Game("S02").hand(MARCH, bids))
    late = f"{MARCH[1]}, S with partner, W AS, S alone"
    assert "alone" in read.refused(Game("S02").hand(MARCH, late))


# The bar league (L03).


def test_17_the_dealer_may_put_the_turn_up_away_again(read: Reader) -> None:
    """L03-5.4, X-03: in A and S02 not, in N04 too."""
    bids = "W pass, N pass, E pass, S pick up, S bury 9H"
    for document in ("L03", "N04"):
        assert read.score(Game(document).hand(MARCH, bids)) == [0, 0]
    for document, clause in (("A00", "A00-4"), ("A01", "A01-4"), ("S02", "S02-4.3")):
        assert clause in read.refused(Game(document).hand(MARCH, bids))


def test_18_a_march_at_eight_nine_wins_without_a_margin(read: Reader) -> None:
    """L03-7.7, 7.8: 10–9."""
    assert read.ends(Game("L03", "S", (8, 9)).hand(MARCH)) == ("NS", "points", [10, 9])


def test_19_a_league_game_is_to_ten_and_to_nothing_else(read: Reader) -> None:
    """L03-7.7."""
    assert "plays to 10 (L03-7.7)" in read.refused(Game("L03", target=7).hand(MARCH))


def test_20_the_player_on_the_dealers_right_cuts_and_nobody_else(read: Reader) -> None:
    """L03-4.1: South deals, so East cuts; a whole deck is no cut."""
    for cut in ("W 10", "N 3", "E 24", "E 25"):
        game = Game("L03").line(f"cut by {cut}").hand(MARCH)
        assert "cut" in read.refused(game), cut
    assert read.score(Game("L03").line("cut by E 23").hand(MARCH)) == [2, 0]


def test_21_the_partner_of_a_league_dealer_orders_and_is_not_alone(read: Reader) -> None:
    """L03-5.1: an order like any other; and a hand by the fixed line of the other four."""
    game = Game("L03", "W").hand(PARTNER, "N pass, E order, W bury 9H, N KC")
    assert read.told(game)["deals"][0]["alone"] is False
    assert read.score(game) == [0, 0]


def test_22_a_league_dealer_is_stuck_too_and_scores_as_the_caller(read: Reader) -> None:
    """L03-5.12, 7.1: South has to call, calls clubs and no hand is thrown in."""
    assert "L03-5.12" in read.refused(Game("L03").hand(THROWN_IN))


# The national game (N04).


def test_23_five_of_the_suit_keep_the_card_that_was_turned_up(read: Reader) -> None:
    """N04-2.7: D7, South has the other five hearts; ordered by West, who has JD alone."""
    bids = ["W order", "S bury JH"]
    cards = [*heading("N04", "S", (0, 0), None), *cards_dealt("D7", 1, "S")]
    game = Game("N04")
    game.lines = [*cards, *bids]
    assert "N04-2.7" in read.refused(game)
    game.lines = [*cards, "W order", "S bury 9H"]
    assert read.score(game) == [0, 0]


@pytest.mark.parametrize("score", [(0, 0), (10, 0)])
def test_24_a_partner_who_orders_without_a_trump_loses_the_game(
    read: Reader, score: tuple[int, int]
) -> None:
    """N04-2.8a, X-66: D2, North has no heart and not JD; the points stay as they were."""
    winner, _, final = read.ends(Game("N04", "S", score).hand(EUCHRE, "W pass, N order"))
    assert (winner, final) == ("EW", list(score))


def test_25_a_bell_before_the_first_card_is_up_ends_it_level(read: Reader) -> None:
    """N04-1.6a, 4.1: 4–4 is drawn."""
    game = Game("N04", "S", (4, 4)).line("bell end")
    assert read.ends(game) == (None, "time", [4, 4])


def test_26_a_bell_in_the_last_trick_leaves_the_hand_its_points(read: Reader) -> None:
    """N04-1.6a: 7–8 becomes 9–8."""
    lines = f"{MARCH[1]}, {MARCH[2]}".split(", ")
    game = Game("N04", "S", (7, 8)).hand(MARCH, ", ".join(lines[:-2])).line("bell end", *lines[-2:])
    assert read.ends(game) == ("NS", "time", [9, 8])


def test_27_a_hand_thrown_in_after_the_bell_is_the_end(read: Reader) -> None:
    """X-42, G-04."""
    game = Game("N04", "S", (7, 8)).hand(THROWN_IN, "W pass").line("bell end")
    game.line(*THROWN_IN[1].split(", ")[1:])
    assert read.ends(game) == ("EW", "time", [7, 8])


def test_28_eleven_and_not_ten_end_it(read: Reader) -> None:
    """N04-2.2, 3.c, X-74: 8 and 2 are ten; then 12 stays 12."""
    game = Game("N04", "S", (8, 10)).hand(MARCH).hand(THROWN_IN)
    assert read.score(game) == [10, 10]
    assert read.ends(game.hand(MARCH)) == ("NS", "points", [12, 10])


# Any book.


@pytest.mark.parametrize("document", ["A00", "A01", "L03", "N04"])
def test_29_the_next_hand_leads_where_the_dealers_left_has_been_put_away(
    read: Reader, document: str
) -> None:
    """A00-6.2, G-06: South deals, East is alone, West's hand is down: North leads."""
    bids = "W pass, N pass, E order alone, S bury JC"
    assert read.refused(Game(document).hand(MARCH, f"{bids}, W AS"))
    assert read.score(Game(document).hand(MARCH, f"{bids}, N AD, E KD, S QD")) == [0, 0]


@pytest.mark.parametrize(
    ("document", "clause"),
    [
        ("A00", "A00-6.3"), ("A01", "A01-6.3"), ("S02", "S02-8.2"),
        ("L03", "L03-6.4"), ("N04", "A01-6.3, borrowed"),
    ],
)  # fmt: skip
def test_30_the_left_bower_follows_trumps_and_is_kept_from_its_colour(
    read: Reader, document: str, clause: str
) -> None:
    """D1: on South's JH North plays TH or JD, nothing else; on a diamond North plays AD."""
    bids = MARCH[1] + (", S with partner" if document == "S02" else "")
    first = "W AS, N 9S, E TS, S 9H, S JH, W QH"
    assert clause in read.refused(Game(document).hand(MARCH, f"{bids}, {first}, N KC"))
    assert read.score(Game(document).hand(MARCH, f"{bids}, {first}, N JD")) == [0, 0]
    assert clause in read.refused(Game(document).hand(MARCH, f"{bids}, W 9D, N JD"))


def test_31_a_score_that_was_written_wrong_is_found(read: Reader) -> None:
    """A march is two (A01-8.2), so 1–0 is refused where it stands."""
    assert "score" in read.refused(Game("A01").hand(MARCH).line("score NS 1 EW 0"))
    assert read.score(Game("A01").hand(MARCH).line("score NS 2 EW 0")) == [2, 0]
