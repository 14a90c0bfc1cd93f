"""Compiled templates: kept for the next hall that opens, never old ones, and never in anybody's way."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from jinja2 import Environment, FileSystemLoader

from rightbower.web.common.rendering import kept_templates


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file with settings, and a template in a folder beside it."""
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.setattr("sys.dont_write_bytecode", False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "own"))
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "page.html").write_text("Good evening, {{ name }}")
    (tmp_path / "settings.py").write_text("first")
    return tmp_path / "settings.py"


class Opened(Environment):
    """A hall that opens; ``compiled`` counts the templates that it had to compile."""

    def __init__(self, settings: Path) -> None:
        loader = FileSystemLoader(settings.parent / "templates")
        super().__init__(loader=loader, bytecode_cache=kept_templates(settings))
        self.compiled = 0

    def _generate(self, *about: object, **more: object) -> str:
        self.compiled += 1
        return super()._generate(*about, **more)  # type: ignore[arg-type]

    def page(self) -> str:
        return self.get_template("page.html").render(name="Ann")


def test_the_next_hall_compiles_nothing(settings: Path) -> None:
    first, second = Opened(settings), Opened(settings)
    assert (first.page(), first.compiled) == ("Good evening, Ann", 1)
    assert (second.page(), second.compiled) == ("Good evening, Ann", 0)
    assert list((settings.parent / "__pycache__").iterdir())


def test_a_changed_template_or_setting_is_compiled_anew(settings: Path) -> None:
    Opened(settings).page()
    (settings.parent / "templates" / "page.html").write_text("Good night, {{ name }}")
    assert Opened(settings).page() == "Good night, Ann"
    settings.write_text("second")
    later = Opened(settings)
    assert (later.page(), later.compiled) == ("Good night, Ann", 1)


def test_where_the_package_cannot_be_written_they_are_with_the_users_files(settings: Path) -> None:
    (settings.parent / "__pycache__").touch()
    Opened(settings).page()
    assert list((settings.parent / "own" / "rightbower").iterdir())


def test_they_are_where_the_user_says(settings: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(settings.parent / "said"))
    Opened(settings).page()
    assert list((settings.parent / "said").iterdir())
    assert not (settings.parent / "__pycache__").exists()


def test_where_nothing_can_be_written_it_goes_without(
    settings: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (settings.parent / "__pycache__").touch()
    (settings.parent / "own").touch()
    assert kept_templates(settings) is None
    assert Opened(settings).page() == "Good evening, Ann"
    monkeypatch.setattr("sys.dont_write_bytecode", True)
    (settings.parent / "own").unlink()
    assert kept_templates(settings) is None


def test_a_full_disk_keeps_nobody_from_a_page(
    settings: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError("No space left on device")

    monkeypatch.setattr(tempfile, "NamedTemporaryFile", full)
    assert Opened(settings).page() == "Good evening, Ann"
