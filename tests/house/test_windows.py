"""The folder and the installer for Windows: the libraries, the import paths of Python, and the words."""

import io
import re
import shutil
import struct
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from arbitrage import VERSION
from arbitrage.management.commands import start
from arbitrage.server import lock, start_item
from tests.house.houses import ROOT
from tests.trials.windows import made_by

MAKE = made_by()
LOCK = (ROOT / "requirements" / "run.lock").read_text(encoding="utf-8")
INSTALLER = (ROOT / "deploy" / "windows" / "arbitrage.nsi").read_text(encoding="utf-8")


def test_the_libraries_are_those_of_the_lock_with_what_windows_alone_needs():
    """`for_windows` applies the conditions of the lock, because pip would apply them for the machine that it runs
    on."""
    kept = dict(line.partition("==")[::2] for line in MAKE.for_windows(LOCK, "3.13").splitlines())
    assert kept.keys() == set(re.findall(r"^([\w.-]+)==", LOCK, re.MULTILINE))
    assert "tzdata" in kept
    assert all(re.fullmatch(r"\S+ (--hash=sha256:[0-9a-f]{64}\s*)+", pinned) for pinned in kept.values())
    other = MAKE.for_windows("a==1 ; sys_platform == 'linux' \\\n    --hash=sha256:00\n    # via b\n", "3.13")
    assert other == ""


@pytest.mark.parametrize("inside", ["", "cp313/"])
def test_the_python_finds_its_libraries_beside_it_and_no_others(tmp_path, inside):
    python = tmp_path / "embed.zip"
    with zipfile.ZipFile(python, "w") as files:
        for name in ("python.exe", "python313.dll", "python313.zip", "python313._pth"):
            files.writestr(inside + name, "import site")
    assert MAKE.unpack_python(python, tmp_path / "python") == "313"
    paths = (tmp_path / "python" / "python313._pth").read_bytes().decode()
    assert paths.split("\r\n") == ["python313.zip", ".", "..\\site", "import site", ""]
    assert {path.name for path in (tmp_path / "python").iterdir()} >= {"python.exe", "python313.zip"}


def test_a_python_that_is_not_the_one_that_was_named_is_refused(tmp_path):
    other = tmp_path / "embed.zip"
    other.write_bytes(b"another one")
    done = subprocess.run(
        [sys.executable, str(ROOT / "deploy" / "windows" / "make.py"), "--python", str(other),
         "--sha256", "0" * 64, "--to", str(tmp_path / "made")],
        capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode != 0
    assert "is not the file that was named" in done.stderr
    assert list((tmp_path / "made").iterdir()) == []


def test_the_icon_holds_its_picture():
    picture = (ROOT / "static" / "icons" / "192.png").read_bytes()
    icon = MAKE.icon(picture)
    *_head, size, offset = struct.unpack("<3H4B2H2I", icon[:22])
    assert icon[offset : offset + size] == picture
    assert (icon[6], icon[7]) == (192, 192)


def test_the_command_file_speaks_utf_8_and_waits_after_an_error_of_a_double_click_alone():
    lines = MAKE.COMMAND.splitlines()
    assert MAKE.COMMAND.isascii()
    assert lines.index("chcp 65001 >nul") < lines.index('set "PYTHONUTF8=1"') < lines.index(
        '"%~dp0python\\python.exe" -m arbitrage %*'
    )  # fmt: skip
    assert 'if not "%code%"=="0" if "%~1"=="" pause' in lines
    assert lines[-1] == "exit /b %code%"


def test_the_installer_has_each_of_its_words_in_both_languages():
    french, english = (
        dict(re.findall(rf'LangString (\w+) \${{LANG_{name}}} "(.*)"', INSTALLER)) for name in ("FRENCH", "ENGLISH")
    )
    assert french.keys() == english.keys() == set(re.findall(r"\$\((\w+)\)", INSTALLER))
    assert all(french[name] != english[name] for name in french)
    assert "requestexecutionlevel user" in INSTALLER.lower()


def test_the_installer_and_the_program_mean_the_same_files():
    """These are the lock of a running server, and the item that starts the program with the session."""
    assert '"$R0\\lock"' in INSTALLER
    assert '/ "lock"' in Path(lock.__file__).read_text(encoding="utf-8")
    item = start_item.item("win32", Path("/home"), {"APPDATA": "/roaming"})
    assert item.path.parts[-2:] == ("Startup", "Arbitrage.cmd")
    assert "$SMSTARTUP\\Arbitrage.cmd" in INSTALLER
    uninstalling = INSTALLER.partition('Section "Uninstall"')[2]
    assert "LOCALAPPDATA" not in uninstalling  # the data stay


@pytest.mark.skipif(shutil.which("makensis") is None, reason="makensis is not installed")
def test_the_installer_is_made_of_a_folder(tmp_path):
    folder = tmp_path / f"arbitrage-{VERSION}-windows"
    folder.mkdir()
    for name in ("LICENSE.txt", "arbitrage.ico", "Arbitrage.cmd"):
        (folder / name).write_text("x", encoding="ascii")
    path = MAKE.installer(folder, quickly=True)
    assert path.read_bytes()[:2] == b"MZ"
    assert zipfile.ZipFile(io.BytesIO(MAKE.zipped(folder).read_bytes())).namelist()


@pytest.mark.usefixtures("in_english")
def test_one_process_serves_on_windows_and_who_asked_for_more_is_told(monkeypatch, capsys):
    monkeypatch.delenv("WORKERS", raising=False)
    assert start.number_of_workers() == 2
    monkeypatch.setattr(start, "WINDOWS", True)
    assert (start.number_of_workers(), capsys.readouterr().out) == (1, "")
    monkeypatch.setenv("WORKERS", "3")
    assert start.number_of_workers() == 1
    assert "WORKERS=3: on Windows one process serves" in capsys.readouterr().out


def test_who_comes_back_to_an_earlier_version_is_told_which_backup_was_made_before(settings, tmp_path):
    settings.DATA_DIR = tmp_path / "Club d’été #2"
    assert start.way_back() == ""
    folder = settings.DATA_DIR / "backups"
    folder.mkdir(parents=True)
    for day in ("01", "03", "02"):
        (folder / f"arbitrage-2026-12-{day}T190000-before-migrations.zip").touch()
    (folder / "arbitrage-2026-12-04T190000.zip").touch()
    last = folder / "arbitrage-2026-12-03T190000-before-migrations.zip"
    assert start.way_back().endswith(f'restore "{last}".')
