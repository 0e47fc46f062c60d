"""Prepare .venv from a lock: `python requirements/environment.py run` (or dev, or mutants). Standard library only.

The stamp inside .venv names the locks it was made from and is written last. If the stamp or a file is missing, the
environment is incomplete and is made again; otherwise nothing is done.
"""

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
VENV = HERE.parent / ".venv"
BEFORE = HERE.parent / ".venv-before"
STAMP = VENV / "locks"
SOLVER = VENV / "solver"
"""Folder of the double-dummy solver, apart from the packages. Only one library of its wheel is used; no Python module
of it is imported."""
NEWEST_WHEEL = (3, 13)
"""The newest Python for which the solver has a wheel. Its library does not depend on the Python version, so later
versions use the same wheel."""
HOLDS = {"run": ("run",), "dev": ("run", "dev"), "mutants": ("run", "dev", "mutants")}
"""The locks to install for each purpose; a later purpose needs the earlier ones too."""
AS_SOURCE = {"mutants": ("yattag",)}
"""Packages of each lock that are published only as source. pip builds these packages, and no others."""

# Run by the environment's own Python: is every file that pip wrote still there?
LOOK = """
import importlib.metadata, sys
for package in importlib.metadata.distributions():
    for file in package.files or ():
        if file.suffix != ".pyc" and not file.locate().exists():
            sys.exit(1)
"""


def prepare(purpose: str) -> None:
    """Bring .venv to the packages of a lock, from any earlier state.

    :raises SystemExit: it cannot be prepared; the message is one sentence.
    """
    wanted = {name: digest(HERE / f"{name}.lock") for name in HOLDS[purpose]}
    if VENV.exists() and not sound():
        say("The environment in .venv is incomplete. Making it again.")
        remove(BEFORE)
        VENV.rename(BEFORE)
    try:
        bring_up(purpose, wanted)
    except SystemExit:
        if BEFORE.exists():  # without a network a damaged environment is better than none
            remove(VENV)
            BEFORE.rename(VENV)
        raise
    remove(BEFORE)
    bring_solver(HERE / "solver.lock")


def bring_up(purpose: str, wanted: dict[str, str]) -> None:
    """Make .venv if it is missing, and install the packages of a purpose."""
    if not VENV.exists():
        say("Preparing the environment in .venv. This happens once and takes about a minute.")
        make_venv()
    elif wanted.items() <= stamped().items():
        return
    else:
        say("Bringing the environment in .venv up to date.")
    STAMP.unlink(missing_ok=True)
    install(HERE / f"{purpose}.lock")
    draft = STAMP.with_suffix(".new")
    draft.write_text("".join(f"{name} {value}\n" for name, value in wanted.items()))
    draft.replace(STAMP)


def bring_solver(lock: Path) -> None:
    """Install the double-dummy solver; if that fails, print one sentence and go on, because nothing else needs it."""
    if not lock.exists():
        return
    stamp, wanted = SOLVER / "lock", digest(lock)
    if stamp.exists() and stamp.read_text() == wanted:
        return
    remove(SOLVER)
    quiet = ["--quiet", "--no-input", "--disable-pip-version-check", "--retries", "1", "--timeout", "10"]
    command = [str(python()), "-m", "pip", "install", *quiet, "--no-deps", "--require-hashes"]
    command += ["--only-binary", ":all:", "--target", str(SOLVER), "--requirement", str(lock)]
    if sys.version_info[:2] > NEWEST_WHEEL:
        command += ["--python-version", ".".join(map(str, NEWEST_WHEEL)), "--implementation", "cp"]
    done = subprocess.run(command, env={**os.environ, "PIP_USER": "0"}, capture_output=True)
    if done.returncode:
        remove(SOLVER)
        say(
            "The double-dummy solver could not be installed; everything else works. The same command tries again, "
            "with a working network."
        )
        return
    SOLVER.mkdir(exist_ok=True)
    stamp.write_text(wanted)


def digest(lock: Path) -> str:
    """Digest the lock by SHA-256, in hexadecimal."""
    return hashlib.sha256(lock.read_bytes()).hexdigest()


def stamped() -> dict[str, str]:
    """Read the digests of the locks from which .venv was made, by name; {} if it was never finished."""
    try:
        return dict(line.split(" ", 1) for line in STAMP.read_text().splitlines())
    except (OSError, ValueError):
        return {}


def sound() -> bool:
    """Tell whether .venv was finished, its Python still starts, and no file of a package is missing."""
    if not stamped() or not (VENV / "pyvenv.cfg").is_file():
        return False
    try:
        return subprocess.run([str(python()), "-I", "-c", LOOK], capture_output=True, timeout=120).returncode == 0
    except (OSError, subprocess.SubprocessError):
        return False


def python() -> Path:
    """Return the environment's Python."""
    return VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def make_venv() -> None:
    made = subprocess.run([sys.executable, "-m", "venv", str(VENV)], capture_output=True, text=True)
    if made.returncode:
        remove(VENV)
        version = f"{sys.version_info.major}.{sys.version_info.minor}"
        lines = (made.stdout + made.stderr).strip().splitlines()
        if any("ensurepip" in line for line in lines):
            raise SystemExit(
                f"Python {version} is here without its venv module. On Debian or Ubuntu: "
                f"apt install python{version}-venv. Then run the same command again."
            )
        raise SystemExit(f"The folder .venv cannot be made: {lines[-1] if lines else 'no reason given'}")


def install(lock: Path) -> None:
    quiet = ["--quiet", "--no-input", "--disable-pip-version-check"]
    command = [str(python()), "-m", "pip", "install", *quiet, "--require-hashes", "--only-binary", ":all:"]
    for package in AS_SOURCE.get(lock.stem, ()):
        command += ["--no-binary", package]
    # A personal pip setting such as "user = true" would make pip refuse to write into an environment.
    if subprocess.run([*command, "--requirement", str(lock)], env={**os.environ, "PIP_USER": "0"}).returncode:
        raise SystemExit(
            f"The packages of requirements/{lock.name} could not be installed; pip says why above. "
            "With a working network, run the same command again: it starts afresh."
        )


def remove(folder: Path) -> None:
    if not folder.exists() and not folder.is_symlink():
        return
    try:
        shutil.rmtree(folder) if folder.is_dir() and not folder.is_symlink() else folder.unlink()
    except OSError as error:
        raise SystemExit(f"The incomplete environment {folder} cannot be removed: {error.strerror}.") from error


def say(sentence: str) -> None:
    print(sentence, flush=True)


if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1] not in HOLDS:
        raise SystemExit("usage: environment.py run|dev|mutants")
    try:
        prepare(sys.argv[1])
    except KeyboardInterrupt:
        raise SystemExit("Stopped. The same command starts afresh.") from None
