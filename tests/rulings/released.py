"""French of every sentence that a ruling of a released version may have stored.

A ruling is stored with its English sentences, and each page translates them anew. A sentence that no law uses any more
leaves the catalogue at the next ``make messages``; rulings stored with it would then be English for a French reader.
``released/version_N.fr.txt`` lists those sentences with their French; no sentence is ever removed from these lists.

``python -m tests.rulings.released keep`` writes the sentences that the laws no longer use into
``rulings/engine/earlier.py``, and puts lost entries back into the catalogue; ``make messages`` begins with it. ``python
-m tests.rulings.released record`` adds the current sentences of the laws to the list of this version; run it at a
release.
"""

import json
import sys
import tomllib
from collections.abc import Iterator

from rulings.engine.earlier import EARLIER
from rulings.engine.inquiry import Law, questions_of
from rulings.engine.questions import ChooseOne, Fact, options_of
from rulings.engine.ruling import When
from rulings.laws2017 import LAWS
from tests import catalogue
from tests.rulings.conftest import HERE, paths

ROOT = HERE.parents[1]
CATALOGUE = ROOT / "locale" / "fr" / "LC_MESSAGES" / "django.po"
EARLIER_FILE = ROOT / "rulings" / "engine" / "earlier.py"
FOLDER = HERE / "released"


def stored_by(law: Law) -> Iterator[str]:
    """Yield every sentence that a ruling of *law* stores: questions, options, the ruling, its effects and its
    duties."""
    for question in questions_of(law).values():
        yield question.text
        if not isinstance(question, Fact):
            options = options_of(question.choices) if isinstance(question, ChooseOne) else question.options
            yield from (words for option in options for words in (option.label, option.entails))
    for path in paths(law):
        ruling = path.end.ruling
        yield from (effect.text for effect in (ruling, *ruling.rectifications, *ruling.duties))


def said_today() -> set[str]:
    """Collect the sentences that the laws of this version store."""
    return ({text for law in LAWS.values() for text in stored_by(law)} | {when.label for when in When}) - {""}


def released() -> dict[str, str]:
    """Read the lists: each sentence of a released version with its French."""
    known: dict[str, str] = {}
    for file in sorted(FOLDER.glob("*.fr.txt")):
        for pair in file.read_text(encoding="utf-8").strip("\n").split("\n\n"):
            english, french = pair.split("\n    ")
            known.setdefault(english, french)
    return known


def french() -> dict[str, str]:
    """Read the French of each translated sentence from the catalogue's source."""
    entries = catalogue.read(CATALOGUE)
    return {
        entry.msgid: entry.french[0] for entry in entries if entry.translated and not entry.context and not entry.plural
    }


def no_longer_said() -> list[str]:
    """List the released sentences that no law uses now."""
    return sorted(released().keys() - said_today())


def keep() -> None:
    """Move the sentences that the laws no longer use to `earlier.py`, and restore lost entries of the catalogue."""
    head = EARLIER_FILE.read_text(encoding="utf-8").split("EARLIER = (")[0]
    kept = sorted({*EARLIER, *no_longer_said()})
    lines = "".join(f"    gettext_noop({json.dumps(sentence, ensure_ascii=False)}),\n" for sentence in kept)
    EARLIER_FILE.write_text(f"{head}EARLIER = (\n{lines})\n", encoding="utf-8")
    present = {entry.msgid for entry in catalogue.read(CATALOGUE) if not entry.context}
    lost = {sentence: words for sentence, words in released().items() if sentence not in present}
    quoted = (f"msgid {_quoted(english)}\nmsgstr {_quoted(words)}\n" for english, words in lost.items())
    with CATALOGUE.open("a", encoding="utf-8") as file:
        file.writelines(f"\n{entry}" for entry in quoted)


def record() -> None:
    """Add to the list of this version each sentence of the laws that no list has yet."""
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    file = FOLDER / f"version_{'_'.join(version.split('.')[:2])}.fr.txt"
    known, words = released(), french()
    new = sorted(sentence for sentence in said_today() if sentence not in known)
    before = [file.read_text(encoding="utf-8")] if file.exists() else []
    file.write_text(
        "\n".join([*before, *(f"{sentence}\n    {words[sentence]}\n" for sentence in new)]), encoding="utf-8"
    )


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


if __name__ == "__main__":
    {"keep": keep, "record": record}[sys.argv[1]]()
