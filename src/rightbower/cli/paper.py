"""Papers written to files: what to print, on which paper, and where it goes."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from rightbower.events.paperwork import PaperOf

if TYPE_CHECKING:
    from rightbower.printing import Paper


def listed(papers: Mapping[str, PaperOf]) -> str:
    """The papers there are, a line each."""
    width = max(map(len, papers))
    lines = [f"  {name:<{width}}  {each.does}" for name, each in papers.items()]
    return "\n".join([*lines, f"  {'all':<{width}}  all of them, in a folder"])


def arguments(parser: argparse.ArgumentParser, papers: Mapping[str, PaperOf]) -> None:
    """What may follow ``print``."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = f"papers:\n{listed(papers)}"
    parser.add_argument(
        "what",
        nargs="?",
        choices=(*papers, "all"),
        metavar="WHAT",
        help="the paper, or all; they are listed if not said",
    )
    parser.add_argument("--paper", choices=("a4", "letter"), default="a4", help="a4 if not said")
    parser.add_argument("--output", type=Path, metavar="FILE", help="the PDF file, or the folder")


def write(
    args: argparse.Namespace,
    papers: Mapping[str, PaperOf],
    id_: str,
    make: Callable[[str, Paper], bytes],
) -> list[Path]:
    """Make what was asked for and say which files were written."""
    paper: Paper = "Letter" if args.paper == "letter" else "A4"
    if args.what != "all":
        files = {args.output or Path(f"{id_}-{args.what}.pdf"): args.what}
    else:
        folder = args.output or Path(f"{id_}-papers")
        folder.mkdir(parents=True, exist_ok=True)
        files = {folder / f"{name}.pdf": name for name in papers}
    for file, name in files.items():
        file.write_bytes(make(name, paper))
    return list(files)
