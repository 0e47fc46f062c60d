"""The guides in both languages, with their pictures and links, and every command that the documentation shows."""

import json
import re
import shlex
import subprocess
import sys

import pytest

from tests.house.houses import ROOT

DOCS = sorted([*ROOT.glob("docs/**/*.md"), ROOT / "README.md", ROOT / "CONTRIBUTING.md"])
GUIDES = sorted((ROOT / "docs" / "guides").glob("*.md"))
COMMAND = re.compile(r"^(?:sudo -u \S+ env \S+ )?(?:\S*python )?(?:manage\.py|arbitrage|python -m rulings) (?=[a-z-])")
PLACES = {
    "FOLDER": "checkpoints", "FILE": "{file}", "CLUB": "Bridge Club de la Tour", "NN": "64",
    "DATA_DIR/backups/arbitrage-….zip": "{backup}",
}  # fmt: skip
"""Placeholders in the commands of the guides, with the values that the test puts there."""
ELSEWHERE = {
    "start": "tests/house/test_start.py",
    "watch_results": "tests/arbitrage/tournament/test_watch_results.py",
    "import_results": "tests/arbitrage/tournament/test_imports.py",
    "install": "tests/house/test_start_item.py", "uninstall": "tests/house/test_start_item.py",
    "move_club": "tests/trials/moving.py",
    "move": "tests/arbitrage/database/test_postgresql.py", "grant": "tests/arbitrage/database/test_postgresql_role.py",
}  # fmt: skip
"""Commands that are not run here, and the tests that run them."""
ABRIDGED = {"restore", "person", "certificate", "club", "export_tournament", "import_results", "createsuperuser"}
"""Commands that a sentence also names without their arguments."""
OTHER = re.compile(r"^(?:[A-Z_]+=\S+ )*(?:make|python3?|docker|sudo|pip|pre-commit|\S+/bin/\w+) +\S")
"""Commands of other programs, or of the checkout."""
RUN_BY = {
    "python3 -m venv arbitrage": (".github/workflows/systems.yml", "python -m venv arbitrage"),
    "arbitrage/bin/pip install": (".github/workflows/systems.yml", "arbitrage/bin/pip install --quiet --no-deps"),
    "pip wheel": ("tests/house/test_wheels.py", '"pip", "wheel", "--no-deps"'),
    "docker compose": ("tests/house/test_containers.py", "docker-compose.yml"),
    "python -m pip install --no-deps --only-binary": ("requirements/solver.lock", "endplay=="),
    ".venv/bin/python deploy/windows/make.py": (".github/workflows/systems.yml", "deploy/windows/make.py"),
    "pre-commit install": (".pre-commit-config.yaml", "repos"),
    "sudo apt install make python3-venv": (".ci/run", "python3-venv"),
}  # fmt: skip
"""How such a command begins, the file that runs or needs it, and a text that this file contains."""
RUNS = """
import io, json, os, sys
from contextlib import redirect_stdout, redirect_stderr
import django
from django.core.management import ManagementUtility
from rulings.__main__ import main as rulings
django.setup()
said = []
for command in json.loads(sys.argv[1]):
    out, sys.argv = io.StringIO(), command[1:] if command[0] == "rulings" else ["manage.py", *command]
    place = {"{backup}": "backups", "{file}": "files"}
    for at, one in enumerate(sys.argv):
        if one in place:
            sys.argv[at] = os.path.join(place[one], sorted(os.listdir(place[one]))[-1])
    code = 0
    try:
        with redirect_stdout(out), redirect_stderr(out):
            if command[0] == "rulings":
                sys.argv = ["rulings", *sys.argv]
                code = rulings()
            else:
                ManagementUtility(sys.argv).execute()
    except SystemExit as end:
        code = end.code or 0
    said.append([command, code, out.getvalue()[-400:]])
print(json.dumps(said))
"""


def shown(kind: re.Pattern[str]) -> dict[str, str]:
    """List every command of a kind that a page shows, in its words, with the page."""
    page_of: dict[str, str] = {}
    for page in DOCS:
        text = page.read_text(encoding="utf-8")
        blocks = re.findall(r"```(?:sh)?\n(.*?)```", text, re.DOTALL)
        inline = re.findall(r"`([^`]+)`", re.sub(r"```.*?```", "", text, flags=re.DOTALL))
        lines = [line for block in blocks for line in block.splitlines()] + [" ".join(code.split()) for code in inline]
        page_of |= {line: page.name for line in lines if kind.match(line)}
    return page_of


SHOWN = shown(COMMAND)


def words_of(line: str) -> list[str]:
    """Split a command into the words to run, with its placeholders filled; "rulings" comes before a command of the
    Laws."""
    rest = [PLACES.get(word, word) for word in shlex.split(COMMAND.sub("", line)) if not word.startswith("[")]
    return ["rulings", *rest] if "python -m rulings" in line else rest


def test_every_command_that_the_documentation_shows_runs_in_a_fresh_folder(tmp_path):
    commands = [words_of(line) for line in SHOWN]
    assert len(commands) > 20
    run = [
        command
        for command in commands
        if command[0] not in ELSEWHERE and not (len(command) == 1 and command[0] in ABRIDGED)
    ]
    run = [command for command in run if command[0] != "createsuperuser"]  # Django's, which asks at a terminal
    run.sort(
        key=lambda command: ("migrate", "club", "backup", "checkpoint").index(command[0]) if command[0] in FIRST else 9
    )
    prepared = [["migrate", "--verbosity", "0"], ["demo", "--files", "files"], ["club", "Bridge Club du Lac", "martin"]]
    done = subprocess.run(
        [sys.executable, "-c", RUNS, json.dumps([*prepared, *run])],
        cwd=tmp_path, stdin=subprocess.DEVNULL, capture_output=True, text=True,
        env={"DATA_DIR": str(tmp_path), "PYTHONPATH": str(ROOT), "DJANGO_SETTINGS_MODULE": "arbitrage.settings",
             "PATH": "/usr/bin:/bin"},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:]
    assert [outcome for outcome in json.loads(done.stdout) if outcome[1] != 0] == []


FIRST = ("migrate", "club", "backup", "checkpoint")


def test_every_other_command_is_a_target_or_a_module_that_is_there_or_is_run_where_it_is_said():
    targets = set(re.findall(r"^(\w+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    others = [line for line in shown(OTHER) if not COMMAND.match(line) and not line.endswith(("…", "pip install"))]
    assert len(others) > 40
    unknown = []
    for line in others:
        words = [word for word in shlex.split(line) if not re.match(r"[A-Z_]+=", word)]
        if words[0] == "make":
            known = words[1] in targets
        elif words[1:2] == ["-m"] and words[2].startswith(("tests", "rulings")):
            place = ROOT / words[2].replace(".", "/")
            known = place.with_suffix(".py").is_file() or (place / "__main__.py").is_file()
        else:
            known = any(line.startswith(one) for one in RUN_BY)
        unknown += [] if known else [line]
    assert unknown == []
    for where, what in RUN_BY.values():
        assert what in (ROOT / where).read_text(encoding="utf-8"), where


@pytest.mark.parametrize(("command", "where"), ELSEWHERE.items())
def test_what_is_not_run_here_is_run_by_the_tests_that_are_named(command, where):
    assert command in (ROOT / where).read_text(encoding="utf-8")


@pytest.mark.parametrize("guide", GUIDES, ids=lambda guide: guide.name)
def test_a_guide_is_in_both_languages_with_the_same_parts_and_its_links_and_pictures_are_there(guide):
    language = guide.name.split(".")[1]
    other = guide.with_name(guide.name.replace(f".{language}.", ".en." if language == "fr" else ".fr."))
    own, others = guide.read_text(encoding="utf-8"), other.read_text(encoding="utf-8")
    assert own.count("\n## ") == others.count("\n## ") > 0
    assert re.findall(r"`+[^`]+`+", own) == re.findall(r"`+[^`]+`+", others)
    linked = [link.partition("#")[0] for link in re.findall(r"\]\(([^)]+)\)", own)]
    assert [link for link in linked if not (guide.parent / link).exists()] == []
    assert [link for link in linked if re.search(r"\.(fr|en)\.md$", link) and f".{language}." not in link] == []


OF_TABLETS = {"Profil téléchargé", "Réglages des certificats", "Installer un certificat", "Sur l’écran d’accueil"}
"""Words on the screens of the tablets' own systems."""


def test_the_keys_that_a_french_guide_names_are_words_of_the_program():
    french = (ROOT / "locale" / "fr" / "LC_MESSAGES" / "django.po").read_text(encoding="utf-8")
    installer = (ROOT / "deploy" / "windows" / "arbitrage.nsi").read_text(encoding="utf-8")
    french += "".join(f'"{sentence}"' for sentence in re.findall(r'LANG_FRENCH} "(.+?)(?: \(.*\))?"', installer))
    for guide in GUIDES:
        if ".fr." in guide.name:
            named = set(re.findall(r"(?<!\*)\*([^*\n]+)\*(?!\*)", guide.read_text(encoding="utf-8")))
            missing = {name for name in named - OF_TABLETS if f'"{name}"' not in french}
            assert missing - {"Arbitrage 0.1.0"} == set(), guide.name
