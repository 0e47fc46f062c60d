"""The Django application: who, where and when. What the Laws say is in `rulings`."""

import datetime

VERSION = "0.1.0"
"""The version of the program, as pyproject.toml says it; every ruling is recorded with the one that gave it."""
RELEASED = datetime.date(2026, 11, 28)
"""The day of this version: from half a year on its page says how old it is, without asking any network."""
RELEASES = "https://pypi.org/project/arbitrage-bridge/#history"
"""The page of all versions, opened by somebody's browser when he touches the link."""
VERSIONS = "https://pypi.org/rss/project/arbitrage-bridge/releases.xml"
"""The list that is asked once a week for a newer version, where a manager has ticked it."""
