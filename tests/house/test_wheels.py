"""The wheels built from this checkout contain the whole program, which runs from any folder once installed."""

import json
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from arbitrage.server import kept_files
from tests.house.houses import ROOT

CATALOGUE = "locale/fr/LC_MESSAGES/django.mo"


def built(project: Path, folder: Path) -> Path:
    """Build the wheel of a project without network, by the locked hatchling."""
    command = [sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-index", "--no-build-isolation"]
    done = subprocess.run(
        [*command, "--quiet", "--wheel-dir", str(folder), str(project)], cwd=folder, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    (wheel,) = folder.glob("*.whl")
    return wheel


def installed(wheel: Path, folder: Path) -> Path:
    """Unpack a wheel as pip does; its libraries are those of this environment."""
    with zipfile.ZipFile(wheel) as files:
        files.extractall(folder)
    return folder


def run(site: Path, home: Path, *command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a module of an installation in an empty folder, without the files of this checkout."""
    return subprocess.run(
        [sys.executable, "-m", *command], cwd=home, stdin=subprocess.DEVNULL, capture_output=True, text=True,
        env={"HOME": str(home), "XDG_DATA_HOME": str(home / "data"), "PYTHONPATH": str(site), "LANGUAGE_CODE": "en",
             **environment},
    )  # fmt: skip


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    return built(ROOT, tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def site(wheel, tmp_path_factory) -> Path:
    return installed(wheel, tmp_path_factory.mktemp("site"))


def files_of(*folders: str) -> set[str]:
    """List the files of these folders, without compiled ones."""
    paths = [path for folder in folders for path in (ROOT / folder).rglob("*") if path.is_file()]
    return {path.relative_to(ROOT).as_posix() for path in paths if "__pycache__" not in path.parts}


def test_the_wheel_has_every_file_of_the_program_and_no_other(wheel):
    names = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    wanted = files_of("arbitrage", "rulings") | {f"arbitrage/{file}" for file in files_of("templates", "static")}
    assert names == wanted | {f"rulings/{CATALOGUE}"}


def test_an_installed_program_makes_a_club_from_an_empty_folder(site, tmp_path):
    made = run(site, tmp_path, "arbitrage", "club", "Bridge Club de la Tour", "girard")
    assert "girard signs in as manager." in made.stdout, made.stderr
    assert {path.name for path in tmp_path.iterdir()} == {"data"}
    assert (tmp_path / "data" / "arbitrage" / "arbitrage.sqlite3").exists()
    saved = run(site, tmp_path, "arbitrage", "backup")
    assert saved.returncode == 0, saved.stderr
    assert "The record is sound" in run(site, tmp_path, "arbitrage", "verify_history").stdout


def test_an_installed_program_speaks_of_commands_as_they_are_typed_there(site, tmp_path):
    asked = "from arbitrage.server import program_files as p; print(p.how('backup'), '|', p.how_to_start(8001))"
    done = run(site, tmp_path, "timeit", "-n1", "-r1", asked)
    assert "arbitrage backup | arbitrage start --port 8001" in done.stdout, done.stderr


def test_tablets_keep_their_laws_from_a_checkout_to_the_installed_program(site, tmp_path):
    """The digest of the laws is that of their files, wherever they lie."""
    asked = "import django; django.setup(); from arbitrage.server import kept_files as k; print(k.version())"
    done = run(site, tmp_path, "timeit", "-n1", "-r1", asked, DJANGO_SETTINGS_MODULE="arbitrage.settings")
    assert kept_files.version() in done.stdout, done.stderr


def test_the_laws_alone_need_nothing_but_python_and_speak_french(tmp_path):
    laws = built(ROOT / "deploy" / "rulings", tmp_path)
    site = installed(laws, tmp_path / "site")
    assert {path.name.partition("-")[0] for path in site.iterdir()} == {"rulings", "arbitrage_rulings"}
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", f"import sys; sys.path.insert(0, {str(site)!r}); "
         "from rulings.__main__ import main; sys.argv[1:] = ['--lang', 'fr', 'laws']; main()"],
        cwd=tmp_path, capture_output=True, text=True, env={"PYTHONUTF8": "1"},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert len(json.loads(done.stdout)) > 50
    assert re.search("renonce", done.stdout, re.IGNORECASE)
    for language, title in (("en", "Revoke"), ("fr", "Renonce")):
        document = json.loads((site / "rulings" / "compiled" / f"laws.{language}.json").read_text(encoding="utf-8"))
        assert (document["format"], document["laws"]["64"]["title"]) == (1, title)
