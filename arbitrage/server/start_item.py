"""The start item: the file by which the system starts the program when its user signs in. A command installs and
removes it.

It is a systemd user unit on Linux, a LaunchAgent on macOS, and a command file in the Startup folder on Windows. None of
them needs an administrator or contains a password.
"""

import os
import plistlib
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from django.utils.translation import gettext as _

from arbitrage.server import program_files

LABEL = "org.arbitrage-bridge.arbitrage"
KEPT = ("DATA_DIR", "HOST", "PORT", "DATABASE_URL", "TIME_ZONE")
"""Environment variables that are copied into the item if they are set when it is made."""


class StartItemError(Exception):
    """The item could not be written or registered; the sentence says why."""


@dataclass(frozen=True)
class Item:
    """The path and content of the start item, the commands that *register* and *remove* it at the system, and those
    that *begin* and *end* the program at once."""

    path: Path
    content: bytes
    register: tuple[tuple[str, ...], ...] = ()
    remove: tuple[tuple[str, ...], ...] = ()
    begin: tuple[tuple[str, ...], ...] = ()
    end: tuple[tuple[str, ...], ...] = ()


def item(system: str, home: Path, environ: Mapping[str, str]) -> Item:
    """Build the start item for a system ("linux", "darwin", "win32") and for the user with the home folder *home* and
    the environment variables *environ*."""
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
        return Item(path, content, begin=(load,), end=(unload,))  # macOS finds the file itself at the next sign-in
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
    """Write the item, replacing an existing one, and register it at the system. With *at_once* also start the program.
    After an error of the system the previous file is restored, or the new one removed.

    :raises StartItemError: the file cannot be written, or the system refuses it.
    """
    written = item.path.with_name(f"{item.path.name}.new")
    try:
        before = item.path.read_bytes() if item.path.exists() else None
        item.path.parent.mkdir(parents=True, exist_ok=True)
        written.write_bytes(item.content)
        written.replace(item.path)
    except OSError as error:
        with suppress(OSError):
            written.unlink()
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
    """Remove the item; return False if there was none. With *at_once* also stop the program that the item started.

    :raises StartItemError: the file cannot be removed, or a command of the system fails. In the second case the file is
        removed all the same.
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
    """Quote a word for a systemd unit."""
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
