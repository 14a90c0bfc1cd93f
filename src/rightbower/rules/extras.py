"""Packages that only some parts of Rightbower need, and the one sentence where such a package is not installed."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Final

from rightbower.rules.refusal import Refusal

# Which extra of ours brings a package.
EXTRAS: Final = {
    "asyncpg": "federation",
    "dask": "cluster",
    "gymnasium": "environments",
    "matplotlib": "plots",
    "networkx": "hall",
    "numba": "kernel-build",
    "numpy": "study",
    "openpyxl": "print",
    "pettingzoo": "environments",
    "pyarrow": "parquet",
    "reportlab": "print",
    "rich": "terminal",
    "starlette": "hall",
}


class MissingExtra(Refusal, ImportError):
    """A package that is needed here is not installed."""


def is_here(package: str) -> bool:
    """Whether a package is installed."""
    return find_spec(package) is not None


def needs(what: str, package: str) -> None:
    """Refuse, naming the extra, where a package is not installed that something needs."""
    if not is_here(package):
        raise missing(what, package)


def missing(what: str, package: str) -> MissingExtra:
    """What is said where a package is not installed that something needs.

    >>> print(missing("the fast kernel", "numpy"))
    the fast kernel needs numpy: pip install 'rightbower[study]'
    """
    return MissingExtra(f"{what} needs {package}: pip install 'rightbower[{EXTRAS[package]}]'")
