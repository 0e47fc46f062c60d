"""What the Laws leave to the regulating authority or the organiser: dated settings, the default taken and its source.

The functions of the scores take these as arguments and have the same defaults; a tournament keeps its own value.
"""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any


@cache
def regulations(authority: str = "ffb") -> dict[str, dict[str, Any]]:
    """The settings of an authority by subject; each has the Law that leaves it open, a source and a date.

    :raises FileNotFoundError: nothing is known of that authority.
    """
    return tomllib.loads((Path(__file__).parent / f"{authority}.toml").read_text(encoding="utf-8"))
