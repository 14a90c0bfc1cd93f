"""What visitors do wrong, in the log: a line each without a traceback, and not too many of them."""

from __future__ import annotations

import logging
from typing import Final

from rightbower.web.common.guard import Bucket

_lines = Bucket(1.0, 20.0)


def _few_plain_lines(record: logging.LogRecord) -> bool:
    record.exc_info = None
    return _lines.take()


LOG: Final = logging.getLogger("rightbower.visitors")
LOG.setLevel(logging.WARNING)
LOG.addFilter(_few_plain_lines)
