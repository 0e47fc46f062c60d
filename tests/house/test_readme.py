"""Every statement of the README is true."""

import doctest
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text()


def test_the_lines_at_the_python_prompt_answer_what_is_printed():
    lines = "\n\n".join(re.findall(r"```python\n(.*?)```", README, re.DOTALL))
    example = doctest.DocTestParser().get_doctest(lines, {}, "README.md", "README.md", 0)
    results = doctest.DocTestRunner().run(example)
    assert (results.attempted, results.failed) == (12, 0)


def test_the_two_commands_come_first():
    assert re.search(r"```\n(.*?)```", README, re.DOTALL)[1] == "make run\nmake test\n"


def test_every_folder_file_and_target_that_it_names_exists():
    linked = re.findall(r"\]\(([^)#]+)\)", README)
    shown = re.findall(r"^\| `([a-z/0-9]+/)`", README, re.MULTILINE)
    assert len(linked) > 5 and len(shown) > 5
    assert [name for name in linked + shown if not (ROOT / name).exists()] == []
    targets = set(re.findall(r"^(\w+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    assert set(re.findall(r"`make (\w+)", README)) - targets == set()


def test_every_variable_that_is_read_is_explained_and_no_other():
    code = "".join(
        (ROOT / "arbitrage" / name).read_text()
        for name in ("settings.py", "management/commands/start.py", "services/machine/new_versions.py")
    )
    read = set(re.findall(r'environment\.\w+\(\s*"([A-Z_]+)"', code))
    explained = set(re.findall(r"`([A-Z_]+)`", README.partition("| Variable |")[2].partition("\n\n")[0]))
    # the container's collected files; the tests' compiled laws; what start tells its own workers
    inside = {"STATIC_ROOT", "KEPT_DIR", "ARBITRAGE_FRONT", "ARBITRAGE_TLS"}
    assert read - inside == explained
