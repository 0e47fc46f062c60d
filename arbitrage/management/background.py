"""Background work while the server runs, in separate processes: daily maintenance, indexing after an update, and
watching results files."""

import subprocess
import threading
import time
from collections.abc import Callable
from typing import Any

from arbitrage.server import program_files

NO_WINDOW = getattr(subprocess, "CREATE_NO_WINDOW", 0)
"""Flag without which Windows would open a console window for each process."""


def every_day() -> None:
    """Run the command `daily` every hour; with --if-due it does its work once a day."""
    while True:
        run_beside("daily", "--if-due")
        time.sleep(60 * 60)


def index_behind() -> None:
    """Rebuild the search index of all incidents after an update, if this version indexes other words. Until that is
    done, a search uses the index of the previous version."""
    from arbitrage.services.record import incident_index

    if not incident_index.is_current():
        run_beside("adopt_history")


def run_beside(*command: str) -> None:
    """Run a command of this installation in a separate process without output, and wait for its end."""
    silent: dict[str, Any] = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    silent["creationflags"] = NO_WINDOW
    where = program_files.where_to_run()
    subprocess.run(program_files.command(*command), cwd=where, check=False, **silent)  # noqa: S603


def keep_watching() -> None:
    """Keep a process running that watches results files, as long as any place is to be watched. That process ends with
    this one, because its standard input is a pipe from here."""
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
