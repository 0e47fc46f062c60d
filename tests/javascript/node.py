"""Function that runs Node on a file of this folder; a test is skipped by name if Node is missing."""

import shutil
import subprocess
from pathlib import Path

from tests.conftest import missing

FOLDER = Path(__file__).parent
ROOT = FOLDER.parents[1]


def node(*arguments: str, said: str = "") -> subprocess.CompletedProcess[str]:
    """Run `node` with *arguments* at the root of the project, and *said* on its standard input."""
    program = shutil.which("node")
    if program is None:
        missing("the JavaScript is tested by node")
    return subprocess.run([str(program), *arguments], cwd=ROOT, input=said, capture_output=True, text=True, check=False)
