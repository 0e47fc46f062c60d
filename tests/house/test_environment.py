"""`make run` and `make test` prepare .venv from nothing, and repair it after an interrupted preparation."""

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FIRST = "Preparing the environment in .venv. This happens once and takes about a minute.\n"
AGAIN = "The environment in .venv is incomplete. Making it again.\n"
MISSING = (
    "The double-dummy solver could not be installed; everything else works. The same command tries again, with a "
    "working network.\n"
)
ABSENT_SOLVER = "no-such-solver-of-ours==1 --hash=sha256:" + "0" * 64 + "\n"


def without_an_environment(folder: Path) -> Path:
    """Write a project whose locks ask for nothing, so that preparing it needs no network."""
    (folder / "requirements").mkdir()
    for name in ("environment.sh", "environment.py"):
        shutil.copy(ROOT / "requirements" / name, folder / "requirements" / name)
    for name in ("run", "dev", "mutants"):
        (folder / "requirements" / f"{name}.lock").write_text(f"# the {name} lock\n")
    return folder


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return without_an_environment(tmp_path)


@dataclass(frozen=True)
class Prepared:
    """A project after its first preparation, which could not install the solver; *done* is that preparation."""

    folder: Path
    done: subprocess.CompletedProcess[str]


@pytest.fixture(scope="module")
def prepared_once(tmp_path_factory: pytest.TempPathFactory) -> Prepared:
    folder = without_an_environment(tmp_path_factory.mktemp("prepared"))
    (folder / "requirements" / "solver.lock").write_text(ABSENT_SOLVER)
    return Prepared(folder, prepare(folder, PIP_NO_INDEX="1"))


@pytest.fixture
def prepared(prepared_once: Prepared, tmp_path: Path) -> Path:
    """A copy of the prepared project, without the lock of the solver."""
    copy = shutil.copytree(prepared_once.folder, tmp_path / "project", symlinks=True)
    (copy / "requirements" / "solver.lock").unlink()
    return copy


def prepare(project: Path, purpose: str = "run", **variables: str) -> subprocess.CompletedProcess[str]:
    command = ["sh", "requirements/environment.sh", purpose]
    kept = {name: value for name, value in os.environ.items() if name != "PYTHON"}  # PYTHON would choose another Python
    return subprocess.run(command, cwd=project, env={**kept, **variables}, capture_output=True, text=True)


def sound(project: Path) -> bool:
    code = "import sys; sys.path.insert(0, 'requirements'); import environment; print(environment.sound())"
    return subprocess.check_output([sys.executable, "-c", code], cwd=project, text=True) == "True\n"


def test_it_is_made_once_follows_its_locks_and_is_made_again_when_damaged(prepared_once, prepared):
    first, project = prepared_once.done, prepared
    assert (first.returncode, first.stdout, first.stderr) == (0, FIRST + MISSING, "")
    stamp = project / ".venv" / "locks"
    written = stamp.stat().st_mtime_ns
    second = prepare(project)
    assert (second.returncode, second.stdout, second.stderr) == (0, "", "")
    assert stamp.stat().st_mtime_ns == written

    (project / "requirements" / "run.lock").write_text("# another\n")
    assert prepare(project).stdout == "Bringing the environment in .venv up to date.\n"
    assert prepare(project).stdout == ""
    for larger in ("dev", "mutants"):
        assert prepare(project, larger).stdout == "Bringing the environment in .venv up to date.\n"
    assert prepare(project).stdout == ""

    lost = next((project / ".venv").glob("lib/python*/site-packages/pip/__init__.py"))
    lost.rename(lost.with_suffix(".away"))
    assert not sound(project)
    lost.with_suffix(".away").rename(lost)
    assert sound(project)
    (project / ".venv" / "bin" / "python").unlink()
    assert not sound(project)
    assert prepare(project).stdout == AGAIN + FIRST


def test_an_environment_without_its_stamp_is_half_made(project):
    (project / ".venv" / "bin").mkdir(parents=True)  # as after a power cut in the middle
    assert not sound(project)
    (project / ".venv" / "locks").write_text("torn")
    assert not sound(project)


def test_packages_that_cannot_be_installed_end_in_one_sentence_and_no_stamp(project):
    absent = "no-such-package-of-ours==1 --hash=sha256:" + "0" * 64
    (project / "requirements" / "run.lock").write_text(absent + "\n")
    done = prepare(project, PIP_NO_INDEX="1")
    assert done.returncode == 1
    assert done.stderr.strip().splitlines()[-1] == (
        "The packages of requirements/run.lock could not be installed; pip says why above. "
        "With a working network, run the same command again: it starts afresh."
    )
    assert not (project / ".venv" / "locks").exists()


def test_without_the_network_a_damaged_environment_stays_as_it_was(prepared):
    lost = next((prepared / ".venv").glob("lib/python*/site-packages/pip/__init__.py"))
    lost.unlink()
    absent = "no-such-package-of-ours==1 --hash=sha256:" + "0" * 64
    (prepared / "requirements" / "run.lock").write_text(absent + "\n")
    assert prepare(prepared, PIP_NO_INDEX="1").returncode == 1
    assert (prepared / ".venv" / "locks").is_file() and not lost.exists()
    assert not (prepared / ".venv-before").exists()


def test_a_solver_that_cannot_be_installed_is_one_sentence_and_everything_else_goes_on(prepared_once):
    project, done = prepared_once.folder, prepared_once.done
    assert (done.returncode, done.stdout, done.stderr) == (0, FIRST + MISSING, "")
    assert sound(project) and not (project / ".venv" / "solver").exists()
    assert prepare(project, PIP_NO_INDEX="1").stdout == MISSING


def test_a_solver_is_installed_apart_once_and_again_when_its_lock_changes(prepared):
    lock = prepared / "requirements" / "solver.lock"
    lock.write_text("# nothing to install\n")
    assert prepare(prepared).stdout == ""
    stamp = prepared / ".venv" / "solver" / "lock"
    written = stamp.stat().st_mtime_ns
    assert prepare(prepared).stdout == "" and stamp.stat().st_mtime_ns == written
    lock.write_text("# another\n")
    assert prepare(prepared).stdout == "" and stamp.stat().st_mtime_ns != written


def only(folder: Path, **programs: str) -> str:
    """Return a PATH of one folder, with `sh`, `dirname` and these programs, which are shell scripts."""
    folder.mkdir()
    for name in ("sh", "dirname"):
        (folder / name).symlink_to(shutil.which(name))
    for name, script in programs.items():
        (folder / name).write_text(f"#!{shutil.which('sh')}\n{script}\n")
        (folder / name).chmod(0o755)
    return str(folder)


def test_a_machine_without_python_is_told_what_to_install(project):
    done = prepare(project, PATH=only(project / "path"))
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == (
        "Arbitrage needs Python 3.11 or later, and none was found. "
        "Install one, or name it: make run PYTHON=/path/to/python3.11\n"
    )


def test_an_old_python_is_named_with_its_version(project):
    old = 'case "$2" in *print*) echo 3.9 ;; *) exit 1 ;; esac'
    done = prepare(project, PATH=only(project / "path", python3=old))
    assert done.returncode == 1
    assert done.stderr.startswith("Arbitrage needs Python 3.11 or later, and none was found. python3 is 3.9. Install")
    assert not (project / ".venv").exists()
