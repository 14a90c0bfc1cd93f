"""``python -m rightbower``: the command line."""

import sys

from rightbower.cli import main

sys.exit(main())
