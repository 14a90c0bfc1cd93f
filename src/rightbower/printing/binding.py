"""Several papers in one file, for one press of the printer's button."""

from __future__ import annotations

import io
from collections.abc import Sequence

from pypdf import PdfReader, PdfWriter


def bound(papers: Sequence[bytes]) -> bytes:
    """The pages of all papers, one after the other."""
    writer = PdfWriter()
    for each in papers:
        writer.append(PdfReader(io.BytesIO(each)))
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()
