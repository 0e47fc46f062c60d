"""`make messages`: the catalogue for the translator, with every sentence of the commands."""

import ast
import os
import re
import subprocess
import sys
from pathlib import Path

from django.core.management import call_command, get_commands, load_command_class
from django.utils.functional import Promise

from arbitrage.management import base
from tests import catalogue
from tests.house.houses import ROOT

PROGRAM = ROOT / "arbitrage"
FRENCH = ROOT / "locale" / "fr" / "LC_MESSAGES" / "django.po"


def test_a_new_sentence_that_resembles_another_one_has_no_french_until_somebody_gives_it_one(tmp_path, monkeypatch):
    french = tmp_path / "locale" / "fr" / "LC_MESSAGES" / "django.po"
    french.parent.mkdir(parents=True)
    old = 'msgid "The lead is accepted, and play goes on."\nmsgstr "L’attaque est acceptée, et le jeu continue."\n'
    french.write_text(f'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n{old}', encoding="utf-8")
    (tmp_path / "law.py").write_text('_("The lead is refused, and play goes on.")\n', encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    call_command("makemessages", locale=["fr"], no_obsolete=True, no_location=True, verbosity=0)
    [entry] = catalogue.read(french)
    assert (entry.msgid, entry.french, entry.flags) == ("The lead is refused, and play goes on.", [""], set())


ONE_WORD = {
    r"\b(sits?|sat|sitting) out\b": ("exempt", r"relais"),
    r"(?<!knock-out )\b(a|the) match\b": ("match|équipes?", r"\brencontres?\b"),
}
"""English of a sentence, with its right French term and a wrong one."""


def test_french_has_one_word_for_who_sits_out_and_for_what_two_teams_play():
    """*Exempt* sits out, *relais* is two tables that share their boards, and teams play a *rencontre*."""
    entries = [entry for entry in catalogue.read(FRENCH) if "," not in entry.msgid or "." in entry.msgid]
    assert len(entries) > 1_000
    for english, (_right, wrong) in ONE_WORD.items():
        matching = [entry for entry in entries if re.search(english, entry.msgid, re.IGNORECASE)]
        assert len(matching) > 3
        assert [entry.msgid for entry in matching if re.search(wrong, " ".join(entry.french), re.IGNORECASE)] == []


MARKERS = {"_", "gettext", "gettext_lazy", "gettext_noop", "pgettext", "ngettext"}
SENTENCE = re.compile(r"[A-Za-z’']{2,},? [a-z]{2,}")
"""Pattern of a sentence: two words side by side."""
SAID_BY_COMMANDS = (
    *("management/**/*.py", "__main__.py", "server/*.py", "database/backups.py", "database/moving_to_postgresql.py"),
    *("services/machine/*.py", "services/proof/*.py", "services/record/history.py"),
)
"""Modules whose every sentence is read by somebody who types a command or starts the program."""
ENDS_A_COMMAND = {"CommandError", "ImproperlyConfigured", "ArgumentTypeError"}
"""Errors that end a command, in any module; errors of our own classes are in the modules above."""
NOT_READ = {
    "server/framing.py": "answers without a page, in both languages",
    "server/reverse_proxy.py": "answers without a page, in both languages",
    "server/rights.py": "names of pages", "server/logs.py": "the log",
}  # fmt: skip
"""Modules whose texts are for other readers."""
NO_SENTENCE = re.compile(
    r"PRAGMA |SELECT |@echo |# Settings of Arbitrage|make run PORT=|arbitrage start --port |the incidents$"
    r"|not in the record$|.* cannot be written in the record$"
)
"""SQL, words of other programs, names of stages and rows, and errors for programmers."""


def unmarked(module: Path) -> list[str]:
    """List the sentences of a module that are not marked for translation, docstrings and comments left out."""
    tree = ast.parse(module.read_text(encoding="utf-8"))
    apart: set[ast.AST] = set()
    for node in ast.walk(tree):
        called = getattr(node.func, "id", getattr(node.func, "attr", "")) if isinstance(node, ast.Call) else ""
        if called in MARKERS or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)):
            apart.update(ast.walk(node))
    return [
        f"{module.name}:{node.lineno}: {node.value}"
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in apart
        and SENTENCE.search(node.value) and not NO_SENTENCE.match(node.value)
    ]  # fmt: skip


def has_words(node: ast.expr) -> bool:
    """Is this a literal text with at least one word?"""
    parts = node.values if isinstance(node, ast.JoinedStr) else [node]
    return any(isinstance(part, ast.Constant) and re.search("[A-Za-z]{2}", str(part.value)) for part in parts)


def test_every_sentence_of_a_command_is_handed_to_the_translator():
    modules = sorted({path for pattern in SAID_BY_COMMANDS for path in PROGRAM.glob(pattern)})
    assert len(modules) > 50
    read = [path for path in modules if str(path.relative_to(PROGRAM)) not in NOT_READ]
    assert [said for path in read for said in unmarked(path)] == []


def test_what_a_command_offers_or_ends_in_is_handed_to_the_translator_wherever_it_stands():
    found, commands = [], sorted(PROGRAM.glob("management/commands/*.py"))
    for path in PROGRAM.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            offered = [
                keyword.value for keyword in node.keywords if keyword.arg in ("help", "metavar") and path in commands
            ]
            said = offered + (node.args[:1] if name in ENDS_A_COMMAND else [])
            found += [f"{path.name}:{one.lineno}" for one in said if has_words(one)]
    assert len(commands) > 20
    assert found == []


def test_every_command_has_the_one_class_that_speaks_the_language_of_the_installation():
    others = {name for name, app in get_commands().items() if app == "arbitrage"} - {"makemessages"}
    assert len(others) > 20
    for name in others:
        command = load_command_class("arbitrage", name)
        assert isinstance(command, base.Command), name
        assert isinstance(command.help, Promise), name


def said(*arguments: str, **variables: str) -> tuple[int, str]:
    """Run a command as it is typed; return its exit code and all of its output."""
    kept = {name: value for name, value in os.environ.items() if name in ("PATH", "HOME")}
    command = [sys.executable, "manage.py", *arguments]
    done = subprocess.run(
        command, cwd=ROOT, env=kept | variables, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip
    return done.returncode, done.stdout


def test_a_command_speaks_the_language_of_the_installation_its_help_and_its_errors_too(tmp_path):
    at = {"DATA_DIR": str(tmp_path)}
    assert said("backpu", **at) == (
        1, "La commande « backpu » n’existe pas. Vouliez-vous dire « backup » ? "
        "« manage.py help » en donne la liste.\n".replace("« ", "«\N{NO-BREAK SPACE}")
        .replace(" »", "\N{NO-BREAK SPACE}»").replace(" ?", "\N{NARROW NO-BREAK SPACE}?"),
    )  # fmt: skip
    code, told = said("restore", **at)
    assert (code, "emploi" in told, "il manque" in told, "FICHIER" in told) == (2, True, True, True)
    code, told = said("replay", **at)  # before the first start
    assert code == 1 and told.startswith("La base de données ne répond pas") and "Traceback" not in told
    (tmp_path / "arbitrage.toml").write_text('language_code = "en"\n')
    code, told = said("help", **at)
    assert (
        code == 0
        and "Put a backup in the place of the database" in told
        and "makemessages" not in told.split("Of D")[0]
    )
    assert said("restore", "x", LANGUAGE_CODE="fr", **at)[1].startswith("x n’est pas une sauvegarde d’Arbitrage")
    code, told = said("help", LANGUAGE_CODE="de", **at)
    assert (code, told) == (1, "Settings: LANGUAGE_CODE must be one of these: fr, en; not 'de'.\n")
    (tmp_path / "arbitrage.toml").write_text('port = "eight"\n')
    assert said("start", **at)[1].startswith("Réglages")
