"""Arbitrage for Windows under Wine: the installer, a database of version 0.1, a ruling, a restore."""

import argparse
import importlib.util
import lzma
import os
import re
import shutil
import signal
import socket
import sqlite3
import ssl
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

from tests.trials.failing import Found
from tests.trials.installation import ROOT, Installation
from tests.trials.systems import PATIENCE, ruled, signed_in
from tests.trials.tablet import Tablet

VERSION_0_1 = ROOT / "tests" / "data" / "version_0_1.sqlite3.xz"
DATA = "Club d’été #2 à 100%25"
"""The name of the data folder, with characters that are special in a URL, accents and spaces."""
ADDRESS = "192.168.1.20"
"""The address that the tablets type: that of the club's computer on its Wi-Fi."""
PIPES: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
HOLDS = "import sys; held = open(sys.argv[1], 'rb'); print('held', flush=True); sys.stdin.read()"
RANDOM = """
#include <windows.h>
BOOLEAN NTAPI SystemFunction036(PVOID, ULONG);
BOOL WINAPI ProcessPrng(PBYTE to, SIZE_T size) { return SystemFunction036(to, (ULONG)size); }
"""
"""The library from which Rust programs take random numbers; every Windows has it, Wine 8 does not."""


def windows(place: Path, asked: argparse.Namespace) -> Found:
    """Install, bring up a database of version 0.1, sign in, rule, print, save, put back, start again, uninstall."""
    if missing := [name for name in ("wine", "wineserver", "makensis", "x86_64-w64-mingw32-gcc") if not at(name)]:
        return Found([f"NOT RUN: Arbitrage for Windows: it needs {', '.join(missing)}"])
    make = made_by()
    folder = asked.made or made(make, place)
    machine = Machine(place, f"{re.sub('arbitrage-|-windows', '', folder.name)}")
    try:
        return driven(machine, make, folder)
    finally:
        machine.close()


def at(program: str) -> str | None:
    """Find a program; Debian installs Wine's server outside the PATH."""
    return shutil.which(program) or shutil.which(f"/usr/lib/wine/{program}")


def made_by() -> ModuleType:
    """Load the module that makes the folder and the installer."""
    spec = importlib.util.spec_from_file_location("make_windows", ROOT / "deploy" / "windows" / "make.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def made(make: ModuleType, place: Path) -> Path:
    """Make the folder for Windows, with the Python that trials use."""
    from arbitrage import VERSION as OWN

    folder = place / "made" / f"arbitrage-{OWN}-windows"
    (place / "fetched").mkdir()
    make.fill(folder, make.for_trials(place / "fetched"), place / "fetched")
    return folder


class Machine:
    """A separate Windows, simulated by Wine: a prefix in the trial's folder, with the server of the club in it."""

    def __init__(self, place: Path, version: str) -> None:
        self.place, self.version = place, version
        self.installation = Installation(place / DATA)
        self.data, self.log = self.installation.data, place / "server.log"
        home = place / "home"
        home.mkdir()
        self.environment = {
            "PATH": f"{os.environ['PATH']}:/usr/lib/wine", "HOME": str(home), "LANG": "C.UTF-8",
            "WINEPREFIX": str(place / "prefix"), "WINEDEBUG": "-all", "PYTHONUTF8": "1",
            "WINEDLLOVERRIDES": "mscoree,mshtml=;winemenubuilder.exe=d",
            "DATA_DIR": "Z:" + str(self.data).replace("/", "\\"), "PORT": str(self.installation.port), "DEMO": "no",
        }  # fmt: skip
        self.boot()
        lacks = place / "prefix" / "drive_c" / "windows" / "system32" / "bcryptprimitives.dll"
        if not lacks.exists():
            (place / "random.c").write_text(RANDOM, encoding="ascii")
            compiler = ["x86_64-w64-mingw32-gcc", "-shared", "-o", str(lacks), str(place / "random.c"), "-ladvapi32"]
            subprocess.run(compiler, check=True)
        self.server: subprocess.Popen[bytes] | None = None

    @property
    def root(self) -> Path:
        """The certificate that the tablets are told to trust, once it is made."""
        return self.data / "tls" / "root.pem"

    @property
    def programs(self) -> Path:
        """The folder of the installed versions."""
        (users,) = (self.place / "prefix" / "drive_c" / "users").glob("[!P]*")
        return users / "AppData" / "Local" / "Programs" / "Arbitrage"

    def boot(self) -> None:
        """Make the prefix. Wine's background processes start here, so that they hold no pipe of a later program."""
        with (self.place / "boot.log").open("wb") as log:
            command = ["wine", "wineboot", "-i"]
            subprocess.run(command, env=self.environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log, check=True)

    def wine(self, *words: str) -> tuple[int, str]:
        """Run a program of Windows; return its exit code and its output. It gets pipes, because a Python under Wine
        does not start, or waits for a key, if its output is a file or it has no input. Background processes of Wine may
        hold the pipe longer than the program."""
        output: list[bytes] = []
        program = subprocess.Popen(["wine", *words], env=self.environment, **PIPES)
        assert program.stdin is not None and program.stdout is not None
        program.stdin.close()
        reading = threading.Thread(target=output.extend, args=(program.stdout,), daemon=True)
        reading.start()
        code = program.wait(timeout=1800)
        reading.join(5)
        return code, b"".join(output).decode(errors="replace").replace("\r\n", "\n").strip()

    def path(self, file: Path) -> str:
        return "Z:" + str(file).replace("/", "\\")

    def arbitrage(self, *words: str) -> tuple[int, str]:
        """Run a command of the installed program as its command file does, because Wine's cmd.exe fails on an argument
        with a per cent sign. Only the server is started by that file itself."""
        return self.wine(self.path(self.programs / self.version / "python" / "python.exe"), "-m", "arbitrage", *words)

    @contextmanager
    def holding(self, file: Path) -> Iterator[None]:
        """Hold a file open, as a program that shows or copies it does: Windows then refuses to move it."""
        words = [self.path(self.programs / self.version / "python" / "python.exe"), "-c", HOLDS, self.path(file)]
        program = subprocess.Popen(["wine", *words], env=self.environment, **PIPES)
        assert program.stdin is not None and program.stdout is not None
        while b"held" not in (line := program.stdout.readline()):
            assert line, "the file was not held"
        try:
            yield
        finally:
            program.stdin.close()
            program.wait(timeout=300)

    def start(self) -> float:
        """Start the server as a double click does, without a browser; return the seconds until it is ready."""
        began = time.monotonic()
        words = ["cmd", "/c", self.path(self.programs / self.version / "Arbitrage.cmd"), "start"]
        self.server = server = subprocess.Popen(["wine", *words], env=self.environment, **PIPES)
        threading.Thread(target=self.listen, args=(server,), daemon=True).start()
        while not (tablet_sees(self)[0] == 200 if self.root.exists() else self.installation.ready()):
            if self.server.poll() is not None or time.monotonic() - began > 1200:
                raise RuntimeError(f"the server does not start: {self.log.read_text(errors='replace')}")
            time.sleep(0.5)
        return time.monotonic() - began

    def listen(self, server: "subprocess.Popen[bytes]") -> None:
        """Append the lines that the server prints to the log, until its output ends."""
        assert server.stdout is not None
        with self.log.open("ab", buffering=0) as log:
            for line in server.stdout:
                log.write(line)

    def pythons(self) -> list[int]:
        """List the processes of the program that run in this prefix."""
        return [pid for pid, line in self._processes() if "python.exe" in line]

    def _processes(self) -> list[tuple[int, str]]:
        processes, prefix = [], f"WINEPREFIX={self.environment['WINEPREFIX']}\0".encode()
        for process in Path("/proc").glob("[0-9]*"):
            try:
                if prefix in (process / "environ").read_bytes():
                    line = (process / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
                    processes.append((int(process.name), line))
            except OSError:  # it has just ended
                continue
        return processes

    def kill(self) -> float:
        """Kill the server alone, as the task manager does; return the seconds until its worker has ended too."""
        for pid, line in self._processes():
            if "python.exe" in line and " start" in line and "multiprocessing" not in line:
                os.kill(pid, signal.SIGKILL)
        began = time.monotonic()
        while self.pythons():
            if time.monotonic() - began > 120:
                raise RuntimeError(f"python.exe goes on: {self._processes()}")
            time.sleep(0.2)
        return time.monotonic() - began

    def close(self) -> None:
        subprocess.run([at("wineserver") or "wineserver", "-k"], env=self.environment, check=False)


def driven(machine: Machine, make: ModuleType, folder: Path) -> Found:
    """Run all steps in order, and record the result of each."""
    report, outcomes = Found(), list[bool]()

    def seen(what: str, held: object, said: str = "") -> None:
        print(f"  {'held' if held else 'GAVE WAY'}: {what}{'' if held else f': {said[-1500:]}'}", flush=True)
        report.sound = report.sound and bool(held)
        outcomes.append(bool(held))

    install(machine, make, folder, seen)
    club = earlier(machine)
    seconds = machine.start()
    saved = list((machine.data / "backups").glob("*-before-migrations.zip"))
    seen(f"a database of version 0.1 came up, saved before its tables changed, in {seconds:.0f} s", len(saved) == 1)
    code, output = machine.arbitrage("club", club, "temoin", "--role", "manager")
    password = re.search(r"^(?:Password|Mot de passe)\W+(\S+)$", output, re.MULTILINE)
    seen("a member was added, and the words have their accents", code == 0 and password and club in output)
    tablet = Tablet([machine.installation.address], "", patience=PATIENCE)
    incident, answers = ruled(tablet, "temoin", password[1] if password else "")
    seen(f"signed in; a revoke from the call to its ruling, {answers} answers", incident and answers > 4)
    paper, _where = tablet.get(f"/fr/incidents/{incident}/report.pdf")
    seen(f"its report is a PDF of {len(paper) // 1000} KB", paper.startswith("%PDF"))
    seen("a second start on the folder is refused", is_refused(machine, "start", "--port", "1999"))
    code, _said = machine.wine(machine.path(setup(folder, machine.version)), "/S")
    seen(f"the installer refuses while Arbitrage is open (exit {code})", code == 2)
    code, output = machine.arbitrage("backup")
    backups = sorted((machine.data / "backups").glob("arbitrage-*[0-9].zip"))
    seen("saved while it was open", code == 0 and backups, f"exit {code}: {output}")
    seen(f"the server was killed; its worker left after {machine.kill():.1f} s", True)
    before = kept_files(machine)
    with machine.holding(machine.data / "arbitrage.sqlite3"):
        code, output = machine.arbitrage("restore", machine.path(backups[-1]))
    seen(
        "while another program holds the database, a sentence says so and nothing changes",
        code == 1 and "Rien n’a été changé." in output and "Traceback" not in output and kept_files(machine) == before,
        f"exit {code}: {output}",
    )
    code, output = machine.arbitrage("restore", machine.path(backups[-1]))
    seen(
        "put back, the record is sound, every ruling is the same", code == 0 and "Aucune différence." in output, output
    )
    seen(f"a second start, after {machine.start():.0f} s", True)
    page, _where = tablet_again(machine, password[1] if password else "").get(f"/fr/incidents/{incident}/report/")
    seen("the ruling is there again", "64A" in page)
    machine.kill()
    speaks_https(machine, seen)
    seen("no file was made beside the folder with the odd name", stray(machine) == [])
    uninstall(machine, seen)
    report.lines.append(f"Arbitrage for Windows: {sum(outcomes)} of {len(outcomes)} held")
    return report


def install(machine: Machine, make: ModuleType, folder: Path, seen: Callable[..., None]) -> None:
    """Install two empty versions, then the real one, which must keep only the version before it."""
    empty = folder.parent / "empty"
    (empty / "python").mkdir(parents=True, exist_ok=True)
    for name in ("LICENSE.txt", "arbitrage.ico"):
        shutil.copy2(folder / name, empty)
    (empty / "Arbitrage.cmd").write_text("@echo an earlier one\r\n", encoding="ascii")
    for version in ("0.0.8", "0.0.9"):
        machine.wine(machine.path(make.installer(empty, version, quickly=True)), "/S")
    make.installer(folder, machine.version, quickly=True)
    began = time.monotonic()
    code, _said = machine.wine(machine.path(setup(folder, machine.version)), "/S")
    kept = sorted(path.name for path in machine.programs.iterdir() if path.is_dir())
    files = sum(1 for path in (machine.programs / machine.version).rglob("*") if path.is_file())
    took = time.monotonic() - began
    seen(
        f"installed in {took:.0f} s, {files} files, beside {kept[0]} alone",
        (code, kept) == (0, ["0.0.9", machine.version]),
    )
    menu = machine.programs.parents[2] / "Roaming" / "Microsoft" / "Windows" / "Start Menu" / "Programs" / "Arbitrage"
    links = sorted(path.name for path in menu.iterdir())
    seen(f"the menu has {' and '.join(links)}", links == ["Arbitrage 0.0.9.lnk", "Arbitrage.lnk"])
    machine.arbitrage("install")
    item = menu.parent / "StartUp" / "Arbitrage.cmd"
    seen(
        "it starts with the session once it is told",
        item.exists() and f"\\{machine.version}\\" in item.read_text("utf-8"),
    )


def speaks_https(machine: Machine, seen: Callable[..., None]) -> None:
    """Make a certificate, restart, and open the pages as a tablet that trusts its root does."""
    code, words = machine.arbitrage("certificate", ADDRESS)
    made = [(machine.data / "tls" / file).exists() for file in ("root.pem", "server.pem", "server.key")]
    seen("a certificate for https is made, without openssl", code == 0 and all(made), f"exit {code}: {words}")
    seconds = machine.start()
    status, page = tablet_sees(machine, "/fr/login/")
    told = f"a third start, after {seconds:.0f} s: {ADDRESS} opens over https with its root trusted"
    seen(told, status == 200 and "password" in page, f"{status}: {page}")
    status, page = tablet_sees(machine, "/fr/login/", plain=True)
    there = f"https://{ADDRESS}:{machine.installation.port}/fr/login/"
    seen("the same port sends plain http on to it", status == 307 and there in page, f"{status}: {page}")
    status, page = tablet_sees(machine, "/fr/tablet/arbitrage.crt", plain=True)
    seen("and hands the root to a tablet that has none yet", status == 200, f"{status}: {page}")
    machine.kill()


def tablet_sees(machine: Machine, path: str = "/readyz", *, plain: bool = False) -> tuple[int, str]:
    """Request a page by the address that a tablet types; return the status and the body, or 0 and the reason if there
    is no response. The certificate must be valid for that address."""
    port = machine.installation.port
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as line:
            if not plain:
                trusted = ssl.create_default_context(cafile=str(machine.root))
                line = trusted.wrap_socket(line, server_hostname=ADDRESS)
            line.sendall(f"GET {path} HTTP/1.1\r\nHost: {ADDRESS}:{port}\r\nConnection: close\r\n\r\n".encode())
            page = b"".join(iter(lambda: line.recv(65536), b"")).decode(errors="replace")
            return int(page.split()[1]), page
    except (OSError, IndexError) as error:
        return 0, str(error)


def setup(folder: Path, version: str) -> Path:
    return folder.parent / f"Arbitrage-{version}-windows.exe"


def earlier(machine: Machine) -> str:
    """Put the database of version 0.1 into the data folder; return the name of its club."""
    path = machine.data / "arbitrage.sqlite3"
    path.write_bytes(lzma.decompress(VERSION_0_1.read_bytes()))
    database = sqlite3.connect(path)
    try:
        (name,) = database.execute("SELECT name FROM arbitrage_club").fetchone()
        return str(name)
    finally:
        database.close()


def kept_files(machine: Machine) -> dict[str, bytes]:
    """Read the files that a restore would replace."""
    paths = [machine.data / "arbitrage.sqlite3", *sorted((machine.data / "checkpoints").glob("*"))]
    return {path.name: path.read_bytes() for path in paths}


def tablet_again(machine: Machine, password: str) -> Tablet:
    """Sign in again: a backup has no sessions."""
    tablet = Tablet([machine.installation.address], "", patience=PATIENCE)
    signed_in(tablet, "temoin", password)
    return tablet


def is_refused(machine: Machine, *words: str) -> bool:
    code, output = machine.arbitrage(*words)
    return code != 0 and "Traceback" not in output and len(output.splitlines()) == 1


def stray(machine: Machine) -> list[str]:
    """List the files beside the data folder whose names share a part of its name."""
    return [path.name for path in machine.place.iterdir() if path.name.startswith("Club") and path.name != DATA]


def uninstall(machine: Machine, seen: Callable[..., None]) -> None:
    """Uninstall the program, and check that the data stay."""
    machine.wine(machine.path(machine.programs / "uninstall.exe"), "/S")
    end = time.monotonic() + 300
    while machine.programs.exists() and time.monotonic() < end:  # the uninstaller continues in a copy of itself
        time.sleep(0.5)
    seen("uninstalled; the data stay", not machine.programs.exists() and (machine.data / "arbitrage.sqlite3").exists())
