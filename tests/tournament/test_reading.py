"""Requests from words, forms and JSON: what each field takes, and the sentence where it does not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Literal

import pytest

from rightbower.rules.refusal import Refusal
from rightbower.tournament.commands import Answer, Request, Sheet, declared, field, local, name_of
from rightbower.tournament.reading import (
    fields_of,
    from_form,
    from_json,
    from_words,
    made,
    parser_of,
)


class Order(Request, frozen=True, tag="order"):
    """Order something.

    More about it.
    """

    dish: Annotated[str, field("Dish", "Such as 50% rye.", limits={"max_length": 10})]
    many: Annotated[int, field("How many", limits={"ge": 1, "le": 99})]
    size: Annotated[Literal["small", "large"], field("Size")] = "small"
    extras: Annotated[tuple[str, ...], field("Extras", split=",", option_name="extra")] = ()
    seats: Annotated[tuple[str, ...], field("Seats", place=True, each=("seat", "again"))] = ()
    rows: tuple[dict[str, str], ...] = ()
    many_lines: Annotated[tuple[str, ...], field("Lines")] = ()
    price: Annotated[float | None, field("Price")] = None
    no_hurry: bool = False
    who: Annotated[int | str, field("Who", option=True), "a note"] = ""


class Note(Request, frozen=True, tag="note"):
    """Leave a note."""

    why: Annotated[str, field("Reason", option=True)]
    names: Annotated[tuple[str, ...], field("Names", split=",\n", one_word=True, place=True)] = ()
    number: Annotated[int, field("Number", limits={"ge": 1})] = 1


def refusal(read: Callable[[], object]) -> str:
    with pytest.raises(Refusal) as fault:
        read()
    return str(fault.value)


def test_fields_are_known_by_their_declaration() -> None:
    found = {each.name: each for each in fields_of(Order)}
    assert list(found) == [
        "dish", "many", "size", "extras", "seats", "rows", "many_lines", "price", "no_hurry", "who",
    ]  # fmt: skip
    assert [name for name, each in found.items() if each.required] == ["dish", "many"]
    assert [name for name, each in found.items() if each.many] == [
        "extras",
        "seats",
        "rows",
        "many_lines",
    ]
    assert [name for name, each in found.items() if each.rows] == ["rows"]
    assert [name for name, each in found.items() if each.number] == ["many", "price"]
    assert [name for name, each in found.items() if each.flag] == ["no_hurry"]
    assert [name for name, each in found.items() if each.a_word] == ["dish", "many", "seats"]
    assert found["size"].choices == ("small", "large")
    assert found["dish"].choices == ()
    assert (found["no_hurry"].title, found["no_hurry"].text) == ("No hurry", "")
    assert (found["dish"].title, found["dish"].text) == ("Dish", "Such as 50% rye.")
    assert found["seats"].extra("each") == ("seat", "again")
    assert found["rows"].extra("each") is None


def test_words_become_a_request() -> None:
    (order,) = from_words(Order, ["rye", "3"])
    assert order == Order("rye", 3)
    words = ["rye", "3", "a", "b", "--size", "large", "--extra", "x, y", "--extra", "z"]
    (order,) = from_words(Order, [*words, "--no-hurry", "--price", "1.5", "--who", "12"])
    assert order == Order(
        "rye", 3, "large", ("x, y", "z"), ("a", "b"), price=1.5, no_hurry=True, who="12"
    )
    (note,) = from_words(Note, ["Ann  Lee, Bob", "--why", "so"])
    assert note == Note(why="so", names=("Ann Lee", "Bob"))
    assert from_words(Note, ["--why", "so"]) == [Note(why="so")]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["rye"], "the following arguments are required: MANY, SEATS; order --help tells more"),
        (["rye", "x"], "How many: write a whole number from 1 to 99"),
        (["rye", "0"], "How many: write a whole number from 1 to 99"),
        (["rye", "100"], "How many: write a whole number from 1 to 99"),
        (["rye bread and", "1"], "Dish: at most 10 letters"),
        (
            ["rye", "1", "--size", "huge"],
            ("argument --size: invalid choice: 'huge' (choose from 'small', 'large'); "
            "order --help tells more"),
        ),
        (["rye", "1", "--pri", "3"], "unrecognized arguments: --pri 3; order --help tells more"),
        (["rye", "1", "--price", "dear"], "Price: write a whole number"),
        (["\x1b[2Jrye", "1"], "'\\x1b[2Jrye' has a letter that is not shown (U+001B); write it again"),
    ],
)  # fmt: skip
def test_words_that_are_not_understood(words: list[str], said: str) -> None:
    told = refusal(lambda: from_words(Order, words))
    assert told == said


def test_the_help_of_a_request() -> None:
    text = parser_of(Order, "rightbower event", "ID").format_help()
    plain = " ".join(text.split())
    assert plain.startswith("usage: rightbower event order ID [-h]")
    assert "Order something." in plain
    assert "More about it" not in plain
    assert "DISH Dish. Such as 50% rye." in plain
    assert "--size {small,large}" in plain or "--size SIZE Size." in plain
    assert "--extra EXTRAS Extras." in plain
    assert "--no-hurry No hurry." in plain
    assert "--who WHO Who." in plain
    assert "[SEATS ...]" in plain


def form(**fields: str) -> Order:
    return from_form(Order, {"dish": "rye", "many": "1", **fields}.items())


def test_a_form_becomes_a_request() -> None:
    assert form() == Order("rye", 1)
    assert form(dish=" rye ", size="large", price="2", who="Ann") == Order(
        "rye", 1, "large", price=2.0, who="Ann"
    )
    assert form(extras=" x ,y,, z  w ").extras == ("x", "y", "z w")
    assert form(many_lines="one\n\n two \n") == Order("rye", 1, many_lines=("one", "two"))
    assert [form(no_hurry=word).no_hurry for word in ("yes", "ON", "1", "true", "no", "x")] == [
        True, True, True, True, False, False,
    ]  # fmt: skip
    assert form(seat12="KD", seat3="9S", seatx="1", seat1234567="2").seats == ("12=KD", "3=9S")
    assert form(seat12="KD", again12="9S", again3="AS", seat3="").seats == (
        "12=KD",
        "again=12=9S",
        "3=AS",
    )
    assert form(again12="9S").seats == ("again=12=9S",)
    assert form(rows='[{"a": "b"}]').rows == ({"a": "b"},)
    assert from_form(Note, [("names", "Ann"), ("names", "Bob,Cy"), ("why", "")]) == Note(
        why="", names=("Ann", "Bob", "Cy")
    )
    assert from_form(Note, [("number", "2"), ("number", "3")]).number == 3


def test_what_a_form_lacks_is_told() -> None:
    assert refusal(lambda: form(many="")) == "How many: write a whole number from 1 to 99"
    assert refusal(lambda: form(size="huge")) == "Size: choose one of small, large"
    assert refusal(lambda: form(rows="[{")) == "the names did not arrive; look at them again"
    assert from_form(Order, [("many", "1")]).dish == ""
    assert refusal(lambda: from_form(Note, [("number", "0")])) == "Number: write a whole number"


def test_json_becomes_a_request() -> None:
    assert from_json(Order, b'{"dish": "rye", "many": 2}') == Order("rye", 2)
    assert from_json(Note, b'{"why": "so"}') == Note(why="so")
    said = {
        b"": "Dish: Such as 50% rye.",
        b'{"dish": "rye"}': "How many: write a whole number from 1 to 99",
        b'{"dish": "rye", "many": "2"}': "How many: write a whole number from 1 to 99",
        b'{"dish": 3, "many": 2}': "Dish: Such as 50% rye.",
        b'{"dish": "rye bread and", "many": 2}': "Dish: at most 10 letters",
        b'{"dish": "\xff"}': "the body is not UTF-8",
    }
    for body, told in said.items():
        assert refusal(lambda body=body: from_json(Order, body)) == told  # type: ignore[misc]  # bound at once
    assert refusal(lambda: from_json(Order, b"{")).startswith("the body is not JSON: ")
    assert "odd" in refusal(lambda: from_json(Order, b'{"dish": "rye", "many": 1, "odd": 1}'))
    assert refusal(lambda: from_json(Note, b"{}")) == "Reason: fill this in"
    assert "Expected `object`" in refusal(lambda: from_json(Note, b"3"))


def test_texts_within_lists_and_rows_are_plain_too() -> None:
    for values in ({"many_lines": ["\u202ex"]}, {"rows": [{"a": "\u202ex"}]}, {"dish": "\u202ex"}):
        whole: dict[str, Any] = {"dish": "rye", "many": 1, **values}
        assert "U+202E" in refusal(lambda whole=whole: made(Order, whole))  # type: ignore[misc]  # bound at once


def test_a_request_is_declared_by_its_tag() -> None:
    assert declared(Order) == {"order": Order}
    assert name_of(Order) == "order"
    assert declared(Note) == {"note": Note}


def test_an_answer_in_lines_is_one_sheet() -> None:
    assert Answer.of(3, "one", "two") == Answer(3, (Sheet("one\ntwo"),))


def test_the_time_on_the_wall_has_seconds_and_no_zone() -> None:
    assert len(local(1_790_000_000.7)) == len("2027-01-12T19:10:00")
    assert local(1_790_000_000.7)[-2:] == local(1_790_000_000.0)[-2:] == "20"
