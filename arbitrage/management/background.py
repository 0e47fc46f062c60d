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
    command = program_files.command("daily", "--if-due")
    silent: dict[str, Any] = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    silent["creationflags"] = NO_WINDOW
    while True:
        subprocess.run(command, cwd=program_files.where_to_run(), check=False, **silent)  # noqa: S603
        time.sleep(60 * 60)


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
