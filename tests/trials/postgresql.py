"""Two PostgreSQL servers with poolers on this machine and three web servers: the primary is killed, and the standby is
promoted."""

import argparse
import os
import pwd
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.trials.evening import Evening
from tests.trials.failing import Found
from tests.trials.installation import Installation, free_port, judged
from tests.trials.tablet import Tablet


class Server:
    """A PostgreSQL of the trial, run by an ordinary user even where root runs the trial."""

    def __init__(self, place: Path, name: str) -> None:
        self.data, self.port, self.name = place / name, free_port(), name
        self.socket = place
        self.bin = max(Path("/usr/lib/postgresql").glob("*/bin"), default=Path("/usr/bin"))

    def run(self, program: str, *arguments: str) -> str:
        done = subprocess.run(
            [*as_somebody(), str(self.bin / program), *arguments], capture_output=True, text=True, check=False, cwd="/"
        )
        if done.returncode:
            raise RuntimeError(f"{program}: {done.stdout}{done.stderr}")
        return done.stdout

    def initialise(self, *more: str, log: Path | None = None) -> None:
        """Create the cluster, with *more* lines in its settings. With *log* its write-ahead log lies in that folder, in
        files of a megabyte."""
        apart = ("--waldir", str(log), "--wal-segsize=1") if log else ()
        self.run("initdb", "-D", str(self.data), "-U", "postgres", "--auth=trust", "--no-sync", *apart)
        settings = (f"unix_socket_directories='{self.socket}'", "max_connections=60", *more)
        with (self.data / "postgresql.conf").open("a") as file:
            file.write("\n".join(settings) + "\n")

    def follow(self, primary: "Server") -> None:
        self.run(
            "pg_basebackup",
            "-h",
            "127.0.0.1",
            "-p",
            str(primary.port),
            "-U",
            "postgres",
            "-D",
            str(self.data),
            "-R",
            "--checkpoint=fast",
        )
        with (self.data / "postgresql.conf").open("a") as file:
            file.write("synchronous_standby_names=''\n")

    def start(self) -> None:
        log, port = str(self.data.with_name(f"{self.name}.log")), f"-p {self.port}"
        self.run("pg_ctl", "-D", str(self.data), "-w", "-t", "600", "-l", log, "-o", port, "start")

    def runs(self) -> bool:
        """Is there a postmaster?"""
        with suppress(OSError, ValueError):
            pid = int((self.data / "postmaster.pid").read_text().split()[0])
            return Path(f"/proc/{pid}").exists()
        return False

    def create(self, database: str = "arbitrage") -> str:
        """Create an empty database unless it exists; return its address."""
        where = ("-h", "127.0.0.1", "-p", str(self.port), "-U", "postgres")
        if f"\n{database}|" not in "\n" + self.run("psql", *where, "-lqAt", "postgres"):
            self.run("createdb", *where, database)
        return f"postgres://postgres@127.0.0.1:{self.port}/{database}"

    def kill(self) -> None:
        """Kill the postmaster and all its processes with kill -9, and wait until they have ended and freed the shared
        memory."""
        pid = int((self.data / "postmaster.pid").read_text().split()[0])
        children = subprocess.run(["pgrep", "-P", str(pid)], capture_output=True, text=True, check=False).stdout.split()
        killed = (pid, *map(int, children))
        for one in killed:
            with suppress(ProcessLookupError):
                os.kill(one, 9)
        end = time.monotonic() + 30
        while any(Path(f"/proc/{one}").exists() for one in killed) and time.monotonic() < end:
            time.sleep(0.05)

    def promote(self) -> None:
        self.run("pg_ctl", "-D", str(self.data), "-w", "promote")

    def stop(self, how: str = "immediate") -> None:
        subprocess.run(
            [*as_somebody(), str(self.bin / "pg_ctl"), "-D", str(self.data), "-w", "-t", "600", "-m", how, "stop"],
            capture_output=True, check=False, cwd="/",
        )  # fmt: skip


def as_somebody() -> list[str]:
    """Return the command prefix for a user other than root: PostgreSQL and its pooler refuse to run as root."""
    return ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] if os.geteuid() == 0 else []


def programs_missing() -> bool:
    return not any(Path("/usr/lib/postgresql").glob("*/bin/initdb"))


def folder_of_somebody(place: Path) -> Path:
    """Make a folder in *place* that belongs to the user who runs PostgreSQL."""
    place.chmod(0o755)
    inside = place / "postgresql"
    inside.mkdir()
    if os.geteuid() == 0:
        who = pwd.getpwnam("postgres")
        os.chown(inside, who.pw_uid, who.pw_gid)
    return inside


@contextmanager
def alone(place: Path) -> Iterator[Server]:
    """Run a PostgreSQL while the block runs."""
    server = Server(folder_of_somebody(place), "alone")
    server.initialise()
    server.start()
    try:
        yield server
    finally:
        server.stop()


class Pooler:
    """pgbouncer with transaction pooling in front of one PostgreSQL."""

    def __init__(self, place: Path, server: Server) -> None:
        self.port = free_port()
        self.settings = place / f"pooler-{server.name}.ini"
        (place / "users").write_text('"postgres" ""\n')
        self.settings.write_text(
            f"[databases]\narbitrage = host=127.0.0.1 port={server.port} dbname=arbitrage user=postgres\n"
            f"[pgbouncer]\nlisten_addr=127.0.0.1\nlisten_port={self.port}\nauth_type=trust\nauth_file={place}/users\n"
            "unix_socket_dir=\npool_mode=transaction\ndefault_pool_size=15\nmax_client_conn=500\n"
            "server_login_retry=1\nquery_wait_timeout=5\n"
            "ignore_startup_parameters=extra_float_digits\n"
        )
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        self.process = subprocess.Popen(
            [*as_somebody(), shutil.which("pgbouncer") or "pgbouncer", "-q", str(self.settings)],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip

    def stop(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()


def failover(place: Path, asked: argparse.Namespace) -> Found:
    """Kill the primary in the middle of answers and promote the standby, without restarting anything."""
    if not shutil.which("pgbouncer") or programs_missing():
        return Found(["NOT RUN: the trial needs the programs of PostgreSQL and pgbouncer"], False)
    inside = folder_of_somebody(place)
    primary, standby = Server(inside, "primary"), Server(inside, "standby")
    poolers = [Pooler(inside, primary), Pooler(inside, standby)]
    webs: list[Installation] = []
    try:
        # Commits are asynchronous until the standby is connected.
        primary.initialise("wal_level=replica", "synchronous_standby_names='*'", "synchronous_commit=local")
        primary.start()
        primary.create()
        standby.follow(primary)
        standby.start()
        with (primary.data / "postgresql.conf").open("a") as file:
            file.write("synchronous_commit=on\n")
        primary.run("pg_ctl", "-D", str(primary.data), "reload")
        for one in poolers:
            one.start()
        one, two = (f"127.0.0.1:{pooler.port}" for pooler in poolers)
        shared = {
            "DATABASE_URL": f"postgres://postgres@{one},{two}/arbitrage",
            "DATABASE_REPLICA_URL": f"postgres://postgres@{two}/arbitrage",
            "SECRET_KEY": "k" * 60,
            "WORKERS": "1",
        }
        webs = [Installation(place / f"web-{number}", **shared) for number in range(3)]
        tournament, sessions = webs[0].scene(asked.directors)
        for web in webs:
            web.start()
        addresses = [web.address for web in webs]
        evening = Evening(
            [Tablet(addresses[n % 3 :] + addresses[: n % 3], session) for n, session in enumerate(sessions)],
            tournament,
            0.2,
        )
        evening.begin()
        while evening.answered() < 3 * asked.directors:
            time.sleep(0.1)
        webs[0].run("manage.py", "backup")  # so that the pooler's connections have no session state
        answered = evening.answered()
        while evening.answered() < answered + asked.directors:
            time.sleep(0.1)
        broken = len(evening.broken)
        primary.kill()
        killed = time.monotonic()
        time.sleep(1)
        standby.promote()
        promoted = time.monotonic()
        while not went_on(evening, promoted, asked.directors) and time.monotonic() < promoted + 120:
            time.sleep(0.05)
        acknowledged = evening.end()
        since = {web.address: since_then(evening, promoted, web.address) for web in webs}
        lost, doubled = judged(webs[0], acknowledged)
        sound = webs[0].run("manage.py", "verify_history").strip()
    finally:
        for web in webs:
            web.kill()
        for pooler in poolers:
            pooler.stop()
        for server in (primary, standby):
            server.stop()
    outage = max(evening.away, default=killed) - killed
    seconds = ", ".join(f"{len(times)} answers, the first {min(times, default=0):.1f} s" for times in since.values())
    lines = [
        f"a backup while they answered, through the pooler: {broken} answers broken by it",
        f"{asked.directors} directors on 3 web servers; the primary killed, the standby promoted after "
        f"{promoted - killed:.1f} s",
        f"requests refused meanwhile {len(evening.away)}, the last one {outage:.1f} s after the kill; "
        f"nothing was restarted, each server went on: {seconds} after the promotion",
        f"answers acknowledged {len(acknowledged)}, lost {lost}, stored twice {doubled}; {sound}",
    ]
    return Found(lines, not lost and not doubled and not broken and all(since.values()))


def since_then(evening: Evening, promoted: float, server: str) -> list[float]:
    """Return, for each answer of a server, the seconds from the promotion to its acknowledgement."""
    return sorted(
        at - promoted for tablet in evening.tablets for at, by in list(tablet.at) if at > promoted and by == server
    )


def went_on(evening: Evening, promoted: float, enough: int) -> bool:
    """Tell whether every server has acknowledged answers since the promotion, at least *enough* in all."""
    found = [since_then(evening, promoted, server) for server in evening.tablets[0].servers]
    return all(found) and sum(map(len, found)) >= enough
