"""The words of statements, sessions, evidence and papers, in both languages: a changed word fails the test.

`words_held.txt` has the words that were last proofread; `python -m tests.arbitrage.site.test_words_held` writes it
again. Proofread the difference before committing it.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import catalogue

ROOT = Path(__file__).resolve().parents[3]
HELD = Path(__file__).parent / "words_held.txt"
FAMILY = (
    "arbitrage/forms/evidence.py",
    "arbitrage/pages/appeal/*.py",
    "arbitrage/pages/evidence/*.py",
    "arbitrage/pages/poll.py",
    "arbitrage/pages/ranking/sessions.py",
    "arbitrage/pages/report/*.py",
    "arbitrage/pages/tournament/exports.py",
    "arbitrage/pages/wording/day_and_hour.py",
    "arbitrage/pages/wording/claims.py",
    "arbitrage/pages/wording/on_paper.py",
    "arbitrage/pages/wording/polls.py",
    "arbitrage/pages/wording/standing.py",
    "arbitrage/pages/wording/statements.py",
    "arbitrage/services/incidents/evidence.py",
    "arbitrage/services/results/several_sessions.py",
    "arbitrage/services/results/simultaneous.py",
    "arbitrage/views/evidence.py",
    "templates/appeal/*.html",
    "templates/evidence/*.html",
    "templates/poll/*.html",
    "templates/incident/statements.html",
    "templates/ranking/sessions.html",
    "templates/report/*.html",
)
"""Files whose words are compared."""

MARKED = re.compile(r"^(?:_|n?p?gettext(?:_lazy|_noop)?)$")
IN_TEMPLATES = re.compile(
    r"""{%\s*(?:translate|trans)\s+"([^"]+)"|"""
    r"""{%\s*blocktrans(?:late)?\b[^%]*%}(.*?){%\s*endblocktrans(?:late)?\s*%}""",
    re.DOTALL,
)
PLURAL = re.compile(r"{%\s*plural\s*%}")
FILLED = re.compile(r"{{\s*(\w+)\s*}}")


def sentences(file: Path) -> Iterator[str]:
    """List the messages of a module or a template."""
    source = file.read_text(encoding="utf-8")
    if file.suffix == ".html":
        for word, block in IN_TEMPLATES.findall(source):
            for part in [word] if word else PLURAL.split(block):
                yield FILLED.sub(r"%(\1)s", part)
        return
    for call in (one for one in ast.walk(ast.parse(source)) if isinstance(one, ast.Call)):
        name = call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")
        if MARKED.match(name):
            texts = [
                argument.value
                for argument in call.args
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
            ]
            yield from texts[1:] if "pgettext" in name else texts


def held() -> str:
    """Return every sentence of these files once, by its file, with its French beneath it."""
    french: dict[str, list[str]] = {}
    for entry in catalogue.read(ROOT / "locale/fr/LC_MESSAGES/django.po"):
        for english in filter(None, (entry.msgid, entry.plural)):
            said = entry.french[-1 if english == entry.plural else 0]
            french.setdefault(english, []).append(said)
    parts = []
    for file in sorted({path for pattern in FAMILY for path in ROOT.glob(pattern)}):
        lines = [
            f"{english}\n    {' / '.join(sorted(set(french.get(english, ['(none)']))))}\n"
            for english in sorted(set(sentences(file)))
        ]
        if lines:
            parts.append(f"## {file.relative_to(ROOT).as_posix()}\n\n" + "\n".join(lines))
    return "\n".join(parts)


def test_no_word_of_them_changes_unread():
    """After an intended change, write the file again by the command in the docstring of this module."""
    assert held().splitlines() == HELD.read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("pattern", FAMILY)
def test_every_file_of_the_family_has_words(pattern):
    files = list(ROOT.glob(pattern))
    assert files
    assert any(True for file in files for _sentence in sentences(file)), pattern


if __name__ == "__main__":
    HELD.write_text(held(), encoding="utf-8")
