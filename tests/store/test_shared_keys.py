"""Halls on one journal have the same keys: one with others does not open beside them."""

from pathlib import Path

import pytest

from journals import Opened
from postgres import Postgres
from rightbower.rules.refusal import Refusal
from rightbower.web.app import MARK, agree_on_keys
from rightbower.web.common.identity import Keys

OURS, OTHERS = Keys("a" * 64), Keys("b" * 64)


def test_other_keys_are_refused_while_a_hall_is_open(server: Postgres) -> None:
    opened = Opened(server.fresh())
    with opened() as one, opened() as two:
        agree_on_keys(one, OURS)
        one.claims.enter("one", "/one")
        agree_on_keys(two, OURS)
        with pytest.raises(Refusal, match="not those of one, which use the same journal: copy"):
            agree_on_keys(two, OTHERS)
        kept = one.projection(*MARK)
        assert kept is not None
        assert b"a" * 64 not in kept.body


def test_keys_are_changed_one_hall_after_the_other(server: Postgres) -> None:
    opened = Opened(server.fresh())
    with opened() as one, opened() as two:
        agree_on_keys(one, OURS)
        one.claims.enter("one", "/one")
        for text in ("{0}\nnext {1}", "{0}\n{1}", "{1}"):
            agree_on_keys(two, Keys(text.format("a" * 64, "b" * 64)))
        agree_on_keys(two, OTHERS)
        with pytest.raises(Refusal):
            agree_on_keys(two, OURS)


def test_where_no_hall_is_open_new_keys_may_be_used(server: Postgres) -> None:
    opened = Opened(server.fresh())
    with opened() as one, opened() as two:
        agree_on_keys(one, OURS)
        agree_on_keys(one, OTHERS)
        two.claims.enter("two", "/two")
        with pytest.raises(Refusal):
            agree_on_keys(one, OURS)
        agree_on_keys(one, OTHERS)


def test_a_hall_that_left_is_not_asked(server: Postgres) -> None:
    opened = Opened(server.fresh())
    with opened() as one, opened() as two:
        agree_on_keys(one, OURS)
        one.claims.enter("one", "/one")
        one.close()
        agree_on_keys(two, OTHERS)
        kept = two.projection(*MARK)
        assert kept is not None
        assert {*kept.body.decode().split()} == OTHERS.marks()


def test_a_hall_on_its_own_file_is_not_asked(tmp_path: Path) -> None:
    with Opened(str(tmp_path / "j"))() as journal:
        agree_on_keys(journal, OURS)
        agree_on_keys(journal, OTHERS)
        assert journal.projection(*MARK) is None
