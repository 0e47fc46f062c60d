"""Work done beside the server, in threads and processes of their own: once a day, and as results files change."""

import subprocess
import threading
import time
from collections.abc import Callable
from typing import Any

from arbitrage.server import program_files

NO_WINDOW = getattr(subprocess, "CREATE_NO_WINDOW", 0)
"""On Windows a process of its own would open a window of its own, each hour."""


def every_day() -> None:
    """Run checkpoint, backup and rotation once a day while the server runs, in a process of its own, so that nothing
    stops."""
    while True:
        run_beside("daily", "--if-due")
        time.sleep(60 * 60)


def index_behind() -> None:
    """Index every incident in the words of this version, once after an update, in a process of its own while the server
    serves: a search finds them by the words of the last version until then."""
    from arbitrage.services.record import incident_index

    if not incident_index.is_current():
        run_beside("adopt_history")


def run_beside(*command: str) -> None:
    """Run a command of this installation to its end, in a process of its own that says nothing."""
    silent: dict[str, Any] = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    silent["creationflags"] = NO_WINDOW
    where = program_files.where_to_run()
    subprocess.run(program_files.command(*command), cwd=where, check=False, **silent)  # noqa: S603


def keep_watching() -> None:
    """Keep reading the results files that are named to be watched while the server runs, in a process of its own, which
    ends with this one."""
    from arbitrage.services.files.watch_places import somewhere

    command = program_files.command("watch_results", "--with-server")
    quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "creationflags": NO_WINDOW}
    while True:
        if somewhere():
            where = program_files.where_to_run()
            with subprocess.Popen(command, cwd=where, stdin=subprocess.PIPE, **quiet) as watching:  # noqa: S603
                watching.wait()
            time.sleep(20)
        time.sleep(5)


def in_the_background(action: Callable[..., None], *arguments: Any) -> None:
    threading.Thread(target=action, args=arguments, daemon=True).start()
