"""The proxy of docker-compose.yml, where this machine has it: Caddy with `deploy/Caddyfile` before an installation."""

import os
import re
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.trials.installation import ROOT, Installation, free_port

BEHIND = {"HTTPS": "yes", "TRUSTED_PROXIES": "127.0.0.1", "ALLOWED_HOSTS": "127.0.0.1"}
"""Settings of an installation behind the proxy, as in docker-compose.yml."""

HERE = """
	skip_install_trust
	admin off
	auto_https disable_redirects
"""
"""Options of Caddy that leave the machine alone: its trusted certificates, port 80 and port 2019."""


def version() -> tuple[int, ...]:
    """Return the version of this machine's Caddy, (2, 10, 0); () where there is none."""
    if not shutil.which("caddy"):
        return ()
    output = subprocess.run(["caddy", "version"], capture_output=True, text=True, check=True).stdout
    return tuple(map(int, re.findall(r"\d+", output.partition(" ")[0])))


def caddyfile() -> str:
    """Adapt `deploy/Caddyfile` to this machine and its Caddy, whose options for buffering changed with 2.7."""
    text = (ROOT / "deploy" / "Caddyfile").read_text().replace("\n{\n", f"\n{{{HERE}", 1)
    if version() < (2, 7):
        text = text.replace("request_buffers 64MiB", "buffer_requests\n\t\tmax_buffer_size 64MiB")
    return text


@contextmanager
def before(installation: Installation, place: Path) -> Iterator[str]:
    """Run a Caddy before this installation, which was started with BEHIND, and yield its address."""
    place.mkdir()
    (place / "Caddyfile").write_text(caddyfile())
    address = f"https://127.0.0.1:{free_port()}"
    environment = {
        "PATH": os.environ["PATH"],
        "HOME": str(place),  # the folder of its certificates
        "ALLOWED_HOSTS": address,
        "TLS": "internal",
        "WEB": f"127.0.0.1:{installation.port}",
    }
    log = place / "log"
    with log.open("wb") as said:
        process = subprocess.Popen(
            ["caddy", "run", "--config", str(place / "Caddyfile"), "--adapter", "caddyfile"],
            env=environment, stdin=subprocess.DEVNULL, stdout=said, stderr=said, start_new_session=True,
        )  # fmt: skip
    try:
        _wait(process, int(address.rpartition(":")[2]), log)
        yield address
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()


def _wait(process: "subprocess.Popen[bytes]", port: int, log: Path) -> None:
    end = time.monotonic() + 30
    while time.monotonic() < end and process.poll() is None:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    raise RuntimeError(f"the proxy does not answer: {log.read_text(errors='replace')}")
