"""The unit tests of the JavaScript; each of their files runs as one test."""

import pytest

from tests.conftest import missing
from tests.javascript.node import FOLDER, ROOT, node

FILES = sorted(FOLDER.glob("*.test.js"))


def test_there_are_unit_tests():
    assert len(FILES) >= 4


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name.removesuffix(".test.js"))
def test_the_unit_tests_of_the_javascript_pass(file):
    if "fake-indexeddb" in file.read_text("utf-8") and not (ROOT / "node_modules" / "fake-indexeddb").exists():
        missing("the store of the device is made in memory by fake-indexeddb (npm ci)")
    done = node("--test", "--test-reporter=tap", str(file))
    assert done.returncode == 0, done.stdout + done.stderr
    assert "# pass 0\n" not in done.stdout, "the file has no test"
