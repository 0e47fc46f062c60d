#!/usr/bin/env python
"""Every command of the application: `python manage.py help` lists them."""

import importlib.util
import sys

if __name__ == "__main__":
    if importlib.util.find_spec("django") is None:
        sys.exit(
            "Django is not installed for this Python. `make run` prepares everything; afterwards use .venv/bin/python."
        )
    from arbitrage.__main__ import main

    if len(sys.argv) == 1:
        sys.argv.append("help")
    main()
