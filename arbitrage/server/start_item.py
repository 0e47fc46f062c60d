"""The item by which the system starts the program with the session of its user: written and removed by a command.

Linux: a unit of systemd of the user. macOS: a LaunchAgent. Windows: a command file in the Startup folder. None needs an
administrator, and none holds a password.
"""

import os
import plistlib
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from django.utils.translation import gettext as _

from arbitrage.server import program_files

LABEL = "org.arbitrage-bridge.arbitrage"
KEPT = ("DATA_DIR", "HOST", "PORT", "DATABASE_URL", "TIME_ZONE")
"""Variables of the environment that the item repeats, where they are set when it is made."""


class StartItemError(Exception):
    """The item could not be written or registered; the sentence says why."""


@dataclass(frozen=True)
class Item:
    """The file of the item, what stands in it, and the commands that register it and take it away; *begin* and *end*
    are those that start and stop the program with it at once."""

    path: Path
    content: bytes
    register: tuple[tuple[str, ...], ...] = ()
    remove: tuple[tuple[str, ...], ...] = ()
    begin: tuple[tuple[str, ...], ...] = ()
    end: tuple[tuple[str, ...], ...] = ()


def item(system: str, home: Path, environ: Mapping[str, str]) -> Item:
    """Describe the item of a system ("linux", "darwin", "win32") for a user at *home*, with the variables of his
    environment."""
    command = program_files.command("start")
    folder = program_files.where_to_run()
    variables = {name: environ[name] for name in KEPT if environ.get(name)}
    if system == "win32":
        startup = Path(environ.get("APPDATA") or home / "AppData" / "Roaming")
        path = startup / "Microsoft" / "Windows" / "Start Menu" / "Programs" / "Startup" / "Arbitrage.cmd"
        return Item(path, _command_file(command, folder, variables))
    if system == "darwin":
        path = home / "Library" / "LaunchAgents" / f"{LABEL}.plist"
        content = _launch_agent(command, folder, variables)
        load, unload = (("launchctl", word, str(path)) for word in ("load", "unload"))
        return Item(path, content, begin=(load,), end=(unload,))  # a session finds the file by itself
    path = Path(environ.get("XDG_CONFIG_HOME") or home / ".config") / "systemd" / "user" / "arbitrage.service"
    control = ("systemctl", "--user")
    return Item(
        path,
        _unit(command, folder, variables),
        register=((*control, "daemon-reload"), (*control, "enable", path.name)),
        remove=((*control, "disable", path.name),),
        begin=((*control, "start", path.name),),
        end=((*control, "stop", path.name),),
    )


def of_this_system() -> Item:
    return item(sys.platform, Path.home(), os.environ)


def install(item: Item, *, at_once: bool) -> None:
    """Write the item and register it; one that is there already is written anew. *at_once* starts the program, too,
    where it does not run. A refused item is not left behind.

    :raises StartItemError: the file cannot be written, or the system refuses it.
    """
    try:
        before = item.path.read_bytes() if item.path.exists() else None
        item.path.parent.mkdir(parents=True, exist_ok=True)
        item.path.write_bytes(item.content)
    except OSError as error:
        sentence = _("%(file)s cannot be written: %(reason)s.")
        raise StartItemError(sentence % {"file": item.path, "reason": error.strerror}) from error
    try:
        for command in (*item.register, *(item.begin if at_once else ())):
            _run(command)
    except StartItemError:
        if before is None:
            item.path.unlink()
        else:
            item.path.write_bytes(before)
        raise


def uninstall(item: Item, *, at_once: bool) -> bool:
    """Take the item away; False where there was none. The data stay. *at_once* ends the program that it has started.

    :raises StartItemError: the file cannot be removed, or the system refuses to let it go. A file that can be removed
        is gone all the same.
    """
    if not item.path.exists():
        return False
    refusals = []
    for command in (*(item.end if at_once else ()), *item.remove):
        try:
            _run(command)
        except StartItemError as error:
            refusals.append(error)
    try:
        item.path.unlink()
    except OSError as error:
        sentence = _("%(file)s cannot be removed: %(reason)s.")
        raise StartItemError(sentence % {"file": item.path, "reason": error.strerror}) from error
    if refusals:
        raise refusals[0]
    return True


def _unit(command: Sequence[str], folder: Path | None, variables: Mapping[str, str]) -> bytes:
    lines = [
        "[Unit]", "Description=Arbitrage", "",
        "[Service]", f"ExecStart={' '.join(map(_systemd, command))}",
        *([f"WorkingDirectory={str(folder).replace('%', '%%')}"] if folder else []),
        *(f"Environment={_systemd(f'{name}={value}')}" for name, value in variables.items()),
        "Restart=on-failure", "KillSignal=SIGINT", "",
        "[Install]", "WantedBy=default.target", "",
    ]  # fmt: skip
    return "\n".join(lines).encode()


def _systemd(word: str) -> str:
    """Quote a word as systemd reads it."""
    return '"' + word.replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%").replace("$", "$$") + '"'


def _launch_agent(command: Sequence[str], folder: Path | None, variables: Mapping[str, str]) -> bytes:
    agent = {"Label": LABEL, "ProgramArguments": list(command), "RunAtLoad": True}
    agent |= {"KeepAlive": {"SuccessfulExit": False}}
    agent |= {"EnvironmentVariables": dict(variables)} if variables else {}
    return plistlib.dumps(agent | ({"WorkingDirectory": str(folder)} if folder else {}))


def _command_file(command: Sequence[str], folder: Path | None, variables: Mapping[str, str]) -> bytes:
    lines = [
        "@echo off", "chcp 65001 >nul", 'set "PYTHONUTF8=1"',
        *(f'set "{name}={value}"' for name, value in variables.items()),
        *([f'cd /d "{folder}"'] if folder else []),
        'start "Arbitrage" /min ' + " ".join(f'"{word}"' for word in command), "",
    ]  # fmt: skip
    return "\r\n".join(line.replace("%", "%%") for line in lines).encode()


def _run(command: Sequence[str]) -> None:
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    except FileNotFoundError as error:
        sentence = _("%(program)s is missing: this system starts nothing with a session.")
        raise StartItemError(sentence % {"program": command[0]}) from error
    if done.returncode:
        reason = (done.stderr or done.stdout).strip()
        raise StartItemError(_("%(command)s failed: %(reason)s") % {"command": " ".join(command), "reason": reason})
