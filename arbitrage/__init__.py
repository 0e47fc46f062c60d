"""The Django application: clubs, tournaments, incidents and their pages. The Laws themselves are in `rulings`."""

import datetime

VERSION = "0.1.0"
"""Version of the program, the same as in pyproject.toml. Every ruling is stored with the version that computed it."""
RELEASED = datetime.date(2026, 11, 28)
"""Release day of this version. Half a year later the page about the program says how old it is, without a network."""
RELEASES = "https://pypi.org/project/arbitrage-bridge/#history"
"""Page of all versions, a link for the reader's browser; the program itself never requests it."""
VERSIONS = "https://pypi.org/rss/project/arbitrage-bridge/releases.xml"
"""Feed of releases. The program requests it once a week to find a newer version, if a manager has allowed it."""
