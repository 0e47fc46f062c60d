"""`manage.py start`: from whatever state the data are in to a running server, with one address to open."""

import atexit
import errno
import http.client
import io
import ipaddress
import multiprocessing
import os
import signal
import socket
import sys
import threading
import time
from argparse import ArgumentParser
from collections.abc import Callable
from multiprocessing import resource_tracker
from typing import Any

import psycopg
from django.core.handlers.wsgi import WSGIHandler
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, connection, connections
from django.db.migrations.loader import MigrationLoader

from arbitrage import environment


class Command(BaseCommand):
    help = "Check, migrate, collect the static files, make the demonstration club in an empty database, and serve."
    requires_system_checks = ()  # run below, so that a failure is told once

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--static-ready", action="store_true", help="the static files were collected beforehand")

    def handle(self, *args: Any, static_ready: bool, **options: Any) -> None:
        host = environment.text("HOST", "127.0.0.1")
        port = environment.whole("PORT", 8000, 1, 65535)
        try:
            refuse_nameless_network(host)
            refuse_port_in_use(host, port)
            sign_ins = prepare(static_ready, demo=environment.flag("DEMO", default=is_loopback(host)))
        except DatabaseError as error:
            sys.exit(f"Arbitrage cannot start. The database does not answer: {first_line(error)}")
        except CommandError as error:
            sys.exit(f"Arbitrage cannot start. {error}")
        serve(host, port, sign_ins)


def prepare(static_ready: bool, demo: bool) -> str:
    """Bring the installation to this version; how to sign in to the demonstration club, if it is there."""
    call_command("check", stdout=io.StringIO())
    try:
        refuse_silent_database()
        refuse_newer_database()
        call_command("migrate", interactive=False, verbosity=0)
        if not static_ready:
            call_command("collectstatic", interactive=False, verbosity=0)
        return demo_sign_ins(wanted=demo)
    finally:
        close_connections()


def refuse_nameless_network(host: str) -> None:
    """On a network, browsers ask for the machine by a name or an address that Django must have been told."""
    if is_loopback(host) or environment.words("ALLOWED_HOSTS"):
        return
    raise CommandError(
        f"HOST={host} opens the server to the network: say under which names or addresses it will be called, "
        "for example ALLOWED_HOSTS=192.168.1.20,club.example.org."
    )


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach *host*."""
    return ipaddress.ip_address(resolved(host, 0)[1][0]).is_loopback


def resolved(host: str, port: int) -> tuple[int, tuple[Any, ...]]:
    """The family and the address to listen at."""
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
    except OSError as error:
        raise CommandError(f"HOST={host} is not an address of this machine.") from error
    return family, address


def refuse_port_in_use(host: str, port: int) -> None:
    family, address = resolved(host, port)
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(address)
        except PermissionError as error:
            raise CommandError(f"Port {port} is reserved for the system; choose one above 1023: PORT=8000.") from error
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise CommandError(f"HOST={host} is not an address of this machine.") from error
            raise CommandError(
                f"Port {port} is in use, perhaps by Arbitrage itself. Stop the other program, or choose another port: "
                f"make run PORT={port + 1 if port < 65535 else 8000}"
            ) from error


def refuse_silent_database() -> None:
    """One attempt outside the pool, which would go on trying and complaining for a while."""
    if connection.vendor == "postgresql":
        with connection.wrap_database_errors:
            psycopg.connect(**connection.get_connection_params()).close()


def refuse_newer_database() -> None:
    """A database that has seen migrations this program does not know was written by a newer one."""
    loader = MigrationLoader(connection)
    unknown = sorted(set(loader.applied_migrations) - set(loader.disk_migrations))
    if unknown:
        names = ", ".join(f"{app}.{name}" for app, name in unknown)
        raise CommandError(
            f"This database was written by a newer version of Arbitrage (it has {names}). Nothing was changed: "
            "install that version, or name another database in DATABASE_URL or another folder in DATA_DIR."
        )


def demo_sign_ins(*, wanted: bool) -> str:
    """How to sign in to the demonstration club, which is made when no club exists yet; "" when it is not *wanted*."""
    from arbitrage.models import Club
    from arbitrage.services.clubs import SLUG

    slugs = set(Club.objects.values_list("slug", flat=True))
    if not slugs and not wanted:
        return "There is no club yet: DEMO=yes makes a demonstration club."
    if not wanted or (slugs and SLUG not in slugs):
        return ""
    if not slugs:
        print("Making the demonstration club.", flush=True)
    said = io.StringIO()
    call_command("demo", stdout=said)
    return said.getvalue().strip()


def first_line(error: Exception) -> str:
    return str(error).strip().partition("\n")[0] or type(error).__name__


def close_connections() -> None:
    """The workers open their own; this process keeps none while it watches over them."""
    connections.close_all()
    for database in connections.all(initialized_only=True):
        if database.vendor == "postgresql":
            database.close_pool()  # type: ignore[attr-defined]


def serve(host: str, port: int, sign_ins: str) -> None:
    """Serve until told to stop."""
    from granian.constants import Interfaces
    from granian.log import LogLevels
    from granian.server import Server

    # Fresh processes: a forked one would share this one's memory of the database, and miss an early order to stop.
    multiprocessing.set_start_method("spawn", force=True)
    server = Server(
        "arbitrage.wsgi:application",
        address=host,
        port=port,
        interface=Interfaces.WSGI,
        workers=environment.whole("WORKERS", 2, 1, 64),
        blocking_threads=4,
        respawn_failed_workers=True,
        workers_lifetime=12 * 60 * 60,
        workers_kill_timeout=10,
        log_level=LogLevels.error,
    )
    shown = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104 (read, not bound)
    shown = f"[{shown}]" if ":" in shown else shown
    words = "\n".join(filter(None, [f"Arbitrage is open: http://{shown}:{port}/", sign_ins, "Ctrl-C stops it."]))
    server.on_startup(keep_ctrl_c_from_workers)
    server.on_startup(lambda: in_the_background(greet, shown, port, words))
    server.serve(target_loader=application, wrap_loader=False)


def application() -> WSGIHandler:
    """What a worker serves; called in the worker."""
    atexit.register(leave_at_once)
    from arbitrage.wsgi import application

    return application


def leave_at_once() -> None:
    """The server's threads, written in Rust, panic loudly when Python takes itself down around them."""
    sys.stdout.flush()
    os._exit(0)


def keep_ctrl_c_from_workers() -> None:
    """Let Ctrl-C reach this process alone, which then stops the workers in order.

    A terminal sends it to all of them; a worker that is told twice to stop, by the terminal and by us, hangs.
    """
    resource_tracker.ensure_running()  # it would lift the block when the first worker starts
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # the workers inherit it

    def pass_on() -> None:
        signal.sigwait({signal.SIGINT})
        os.kill(os.getpid(), signal.SIGTERM)

    in_the_background(pass_on)


def greet(host: str, port: int, words: str) -> None:
    """Say the address once it answers."""
    while True:
        answer = http.client.HTTPConnection(host.strip("[]"), port, timeout=60)
        try:
            answer.request("GET", "/healthz")
            answer.getresponse()
        except OSError:
            time.sleep(0.1)
        else:
            print(words, flush=True)
            return
        finally:
            answer.close()


def in_the_background(action: Callable[..., None], *arguments: Any) -> None:
    threading.Thread(target=action, args=arguments, daemon=True).start()
