"""`manage.py start`: check and migrate the data, start the server, and print the address to open."""

import atexit
import errno
import http.client
import io
import ipaddress
import multiprocessing
import os
import signal
import socket
import ssl
import sys
import time
from argparse import ArgumentParser
from contextlib import ExitStack
from functools import partial
from multiprocessing import resource_tracker
from typing import Any

from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import DatabaseError, connection, connections
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from arbitrage.database import backups
from arbitrage.database.backups import BackupError
from arbitrage.database.postgresql_connection import PostgreSQLConnection
from arbitrage.database.postgresql_role import plan_quickly
from arbitrage.management import base
from arbitrage.management.background import every_day, in_the_background, index_behind, keep_watching
from arbitrage.server import (
    certificates,
    environment,
    hosts,
    opening,
    printed_addresses,
    program_files,
    static_files,
    this_machine,
)
from arbitrage.server.lock import Running, Unwritable, refuse_second_server
from arbitrage.server.request_queue import FOR_A_THREAD, Turns
from arbitrage.server.reverse_proxy import Front, open_in_thread
from arbitrage.server.signing import CertificateError
from arbitrage.services import clock

THREADS = 4
"""Threads of each worker."""
WINDOWS = os.name == "nt"
LIFETIME = None if WINDOWS else 12 * 60 * 60
"""Seconds after which a worker is replaced. On Windows the only worker is never replaced, because its replacement was
never tested there."""


class Command(base.Command):
    help = gettext_lazy(
        "Check, migrate, collect the static files, make the demonstration club in an empty database, and serve."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--port", type=int, metavar=_("NUMBER"), help=_("the port to serve on, rather than the one that PORT names")
        )
        parser.add_argument(
            "--open", action="store_true", help=_("open the page in the browser, of a running server too")
        )
        parser.add_argument("--static-ready", action="store_true", help=_("the static files were collected beforehand"))

    def handle(self, *args: Any, static_ready: bool, port: int | None, open: bool, **options: Any) -> None:
        host = environment.text("HOST", "127.0.0.1")
        port = port or environment.whole("PORT", 8000, 1, 65535)
        workers = number_of_workers()
        os.umask(0o077)  # files in the data folder are readable by their owner only
        with ExitStack() as held:
            try:
                if open and is_open_already():
                    return
                refuse_nameless_network(host)
                refuse_port_in_use(host, port)
                held.enter_context(refuse_second_server())
                sign_ins = prepare(static_ready, demo=environment.flag("DEMO", default=is_tried_out(host)))
            except DatabaseError as error:
                sys.exit(cannot_start(_("The database does not answer: %(reason)s") % {"reason": first_line(error)}))
            except (CommandError, Running, BackupError) as error:
                sys.exit(cannot_start(str(error)))
            held.callback(opening.forget)
            serve(host, port, workers, sign_ins, shown=open)


def cannot_start(reason: str) -> str:
    return _("Arbitrage cannot start. %(reason)s") % {"reason": reason}


def number_of_workers() -> int:
    """Read the number of workers from WORKERS. On Windows it is always 1, with a message if WORKERS is greater, because
    granian cannot share a socket among processes there."""
    workers = environment.whole("WORKERS", 1 if WINDOWS else 2, 1, 64)
    if WINDOWS and workers > 1:
        sentence = _("WORKERS=%(workers)s: on Windows one process serves, with %(threads)s threads.")
        print(sentence % {"workers": workers, "threads": THREADS}, flush=True)
        return 1
    return workers


def is_open_already() -> bool:
    """Does a server already run on this data folder? If so, open its page, because a second double click is meant to
    show it."""
    try:
        with refuse_second_server():
            return False
    except Unwritable:
        return False
    except Running:
        address = opening.running()
        if address:
            print(_("Arbitrage is open already: %(address)s") % {"address": address}, flush=True)
            opening.show(address)
        return bool(address)


def prepare(static_ready: bool, demo: bool) -> str:
    """Bring the installation to this version; return how to sign in to the demonstration club, or how to make the first
    club; "" for an installation that needs neither."""
    from arbitrage.services.proof import checkpoints  # not at the top: workers import this file before models are ready
    from arbitrage.services.proof.adopting import adopt_at_start
    from arbitrage.services.record import incident_index

    call_command("check", stdout=io.StringIO())
    try:
        refuse_silent_database()
        put_back_what_was_asked()
        refuse_damaged_database()
        refuse_newer_database()
        save_before_migrations()
        call_command("migrate", interactive=False, verbosity=0)
        plan_quickly(connection)
        adopt_at_start()
        incident_index.refresh_all(at_most=incident_index.A_FEW)
        checkpoints.catch_up()
        if not static_ready:
            static_files.collect()
        return demo_sign_ins(wanted=demo)
    finally:
        close_connections()


def refuse_nameless_network(host: str) -> None:
    """Refuse to listen on a network where no Host header would be accepted: the machine has no private address, and
    ALLOWED_HOSTS is empty. If the page for the tablets has set HOST, start all the same."""
    opened_on_its_page = not environment.said_outside("HOST")
    if opened_on_its_page or is_loopback(host) or environment.words("ALLOWED_HOSTS") or hosts.own_addresses(host):
        return
    sentence = _(
        "HOST=%(host)s opens the server to the network: say under which names or addresses it will be called, "
        "for example ALLOWED_HOSTS=192.168.1.20,club.example.org."
    )
    raise CommandError(sentence % {"host": host})


def is_tried_out(host: str) -> bool:
    """Is this a checkout on somebody's own machine, with no settings for other users? Only then the demonstration club
    is made unasked. An installed program offers it on its first page."""
    if program_files.CHECKOUT is None:
        return False
    others = settings.HTTPS or settings.TRUSTED_PROXIES or environment.words("ALLOWED_HOSTS")
    return is_loopback(host) and not others and not environment.text("SECRET_KEY")


def is_loopback(host: str) -> bool:
    """Tell whether only this machine can reach *host*."""
    return ipaddress.ip_address(resolved(host, 0)[1][0]).is_loopback


def resolved(host: str, port: int) -> tuple[int, tuple[Any, ...]]:
    """Return the family and the address to listen at."""
    try:
        family, *_kind, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
    except OSError as error:
        raise not_of_this_machine(host) from error
    return family, address


def not_of_this_machine(host: str) -> CommandError:
    return CommandError(_("HOST=%(host)s is not an address of this machine.") % {"host": host})


def refuse_port_in_use(host: str, port: int) -> None:
    family, address = resolved(host, port)
    with socket.socket(family) as probe:
        # On Windows SO_REUSEADDR would let two programs share the port.
        alone = getattr(socket, "SO_EXCLUSIVEADDRUSE", socket.SO_REUSEADDR)
        probe.setsockopt(socket.SOL_SOCKET, alone, 1)
        try:
            probe.bind(address)
        except PermissionError as error:
            sentence = _("Port %(port)s is reserved for the system; choose one above 1023: PORT=8000.")
            raise CommandError(sentence % {"port": port}) from error
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise not_of_this_machine(host) from error
            sentence = _(
                "Port %(port)s is in use, perhaps by Arbitrage itself. Stop the other program, or choose another port: "
                "%(how)s"
            )
            how = program_files.how_to_start(port + 1 if port < 65535 else 8000)
            raise CommandError(sentence % {"port": port, "how": how}) from error


def refuse_silent_database() -> None:
    """Connect to PostgreSQL once, outside the pool, so that an unreachable database is reported at once. The pool would
    retry for a while, and log each attempt."""
    if connection.vendor == "postgresql":
        with connection.wrap_database_errors:
            PostgreSQLConnection.connect(**connection.get_connection_params()).close()


def refuse_damaged_database() -> None:
    """Refuse a damaged database before anything is written to it; the error names the newest backup."""
    from arbitrage.services.proof.soundness import damage

    try:
        problems = damage()
    except DatabaseError as error:
        problems = [_("The database is damaged: %(reason)s") % {"reason": first_line(error)}]
    if problems:
        saved = sorted(path.name for path in backups.folder().glob("arbitrage-*.zip"))
        newest = f'"{backups.folder() / saved[-1]}"' if saved else ""
        how = program_files.how(f"restore {newest}") if saved else _("there is none in its folder")
        sentence = _("%(problem)s. Nothing was changed. Copy the folder as it is, then restore a backup: %(how)s.")
        raise CommandError(sentence % {"problem": problems[0], "how": how})


def put_back_what_was_asked() -> None:
    """Restore the backup that somebody has chosen on the page of backups, and print the outcome."""
    from arbitrage.services.machine import restoring

    if (done := restoring.carry_out()) is not None:
        came_of_it = done.problem or _("put back.")
        print(f"{done.name}: {came_of_it} {done.differs}".rstrip(), flush=True)


def save_before_migrations() -> None:
    """Make a backup before migrations change the tables; none of an empty database."""
    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    if plan and executor.loader.applied_migrations:
        path = backups.backup(reason="before-migrations")
        print(_("Saved before the tables change: %(file)s") % {"file": path}, flush=True)


def refuse_newer_database() -> None:
    """Refuse a database with migrations that this program does not have, because a newer version has written it."""
    loader = MigrationLoader(connection)
    unknown = sorted(set(loader.applied_migrations) - set(loader.disk_migrations))
    if unknown:
        names = ", ".join(f"{app}.{name}" for app, name in unknown)
        sentence = _(
            "This database was written by a newer version of Arbitrage (it has %(names)s). Nothing was changed: "
            "install that version, or name another database in DATABASE_URL or another folder in DATA_DIR."
        )
        raise CommandError(sentence % {"names": names} + way_back())


def way_back() -> str:
    """Write how to restore the last backup made before migrations, for use with the older version of the program; ""
    if there is none."""
    saved = sorted(backups.folder().glob("arbitrage-*-before-migrations.zip"))
    if not saved:
        return ""
    how = program_files.how(f'restore "{saved[-1]}"')
    return " " + _("What stood here before that version came is in a backup; to go back to it: %(how)s.") % {"how": how}


def demo_sign_ins(*, wanted: bool) -> str:
    """Make the demonstration club if it is *wanted* and there is no club yet; return how to sign in to it. If it is not
    wanted and there is no club, return how to make the first club; "" in all other cases."""
    from arbitrage.demo.club import SLUG
    from arbitrage.models import Club
    from arbitrage.services.people.first_club import nobody_yet

    os.environ.pop(this_machine.CODE, None)
    slugs = set(Club.objects.values_list("slug", flat=True))
    if not slugs and not wanted:
        return first_page(this_machine.new_code()) if nobody_yet() else no_club()
    if not wanted or (slugs and SLUG not in slugs):
        return ""
    if not slugs:
        print(_("Making the demonstration club."), flush=True)
    output = io.StringIO()
    call_command("demo", stdout=output)
    return output.getvalue().strip()


def first_line(error: Exception) -> str:
    return str(error).strip().partition("\n")[0] or type(error).__name__


def close_connections() -> None:
    """Close the database connections of this process, which needs none while it supervises the workers."""
    connections.close_all()
    for database in connections.all(initialized_only=True):
        if database.vendor == "postgresql":
            database.close_pool()  # type: ignore[attr-defined]


def serve(host: str, port: int, workers: int, sign_ins: str, *, shown: bool = False) -> None:
    """Serve until a signal stops the program. *shown*: also open the page in a browser on this machine."""
    from granian.constants import Interfaces
    from granian.log import LogLevels
    from granian.server import Server

    inside = free_port()
    os.environ["ARBITRAGE_FRONT"] = "yes"  # the workers trust the proxy's headers about the client
    os.environ[this_machine.LISTENS] = f"{port} {host}"
    # Not "fork": a forked worker would inherit this process's state of the database, and miss an early signal to stop.
    multiprocessing.set_start_method("spawn", force=True)
    server = Server(
        "arbitrage.wsgi:application",
        address="127.0.0.1",
        port=inside,
        interface=Interfaces.WSGI,
        workers=workers,
        blocking_threads=THREADS,
        respawn_failed_workers=True,
        workers_lifetime=LIFETIME,
        workers_kill_timeout=10,
        log_level=LogLevels.error,
    )
    tls = certificates.context(settings.DATA_DIR)
    if tls:
        tls = with_new_addresses(host) or tls
        os.environ["ARBITRAGE_TLS"] = "yes"  # the workers mark cookies as secure, because the port accepts http too
    if not tls and not settings.HTTPS and not is_loopback(host):
        print(plain(), flush=True)
    if warning := certificates.warning(settings.DATA_DIR, clock.now()):
        print(warning, flush=True)
    names = environment.words("ALLOWED_HOSTS")
    if tls is None and not settings.HTTPS:
        names += [address for address in hosts.own_addresses(host) if address not in names]
    addresses = printed_addresses.printed(host, port, names, tls=tls is not None, outside=settings.HTTPS)
    codes = printed_addresses.codes(addresses) if sys.stdout.isatty() else ""
    is_open = _("Arbitrage is open: %(addresses)s") % {"addresses": " ".join(addresses)}
    lines = [is_open, codes, sign_ins, _("Ctrl-C stops it.")]
    words = "\n".join(filter(None, lines))
    turns = Turns(workers * THREADS * FOR_A_THREAD)
    door = Front(host, port, ("127.0.0.1", inside), tls, settings.TRUSTED_PROXIES, settings.HTTPS, turns=turns)
    server.on_startup(partial(stop_in_order, told_to_stop()))
    server.on_startup(lambda: in_the_background(greet, inside, door, words, addresses[0], shown))
    server.on_startup(lambda: in_the_background(index_behind))
    server.on_startup(lambda: in_the_background(every_day))
    server.on_startup(lambda: in_the_background(keep_watching))
    server.serve(target_loader=application, wrap_loader=False)


def with_new_addresses(host: str) -> ssl.SSLContext | None:
    """Add the addresses that the router has assigned since to the certificate, and return its new TLS context; None if
    the certificate is unchanged."""
    try:
        added = certificates.renew(settings.DATA_DIR, hosts.own_addresses(host), clock.now())
    except (CertificateError, OSError):
        return None
    return certificates.context(settings.DATA_DIR) if added else None


def application() -> WSGIHandler:
    """Return the WSGI application. This runs in the worker."""
    atexit.register(leave_at_once)
    in_the_background(leave_with_parent)
    from arbitrage.wsgi import application

    return application


def leave_at_once() -> None:
    """End the worker without Python's own shutdown, during which granian's threads, written in Rust, would panic and
    print errors."""
    sys.stdout.flush()
    os._exit(0)


def leave_with_parent() -> None:
    """End this worker when the server process has been killed. Otherwise it would keep running, and keep the files of
    its version open."""
    server = multiprocessing.parent_process()
    if server is None:
        return
    while os.name == "nt" or os.getppid() == server.pid:  # join may return before the server has ended
        server.join()
        if os.name == "nt":
            break
        time.sleep(1)
    os._exit(1)


def told_to_stop() -> set[signal.Signals]:
    """Return the signals of a terminal that stop the program: Ctrl-C, and the closing of the terminal unless `nohup`
    ignores it."""
    hang_up = getattr(signal, "SIGHUP", None)
    closed = {hang_up} if hang_up is not None and signal.getsignal(hang_up) != signal.SIG_IGN else set()
    return {signal.SIGINT, *closed}


def stop_in_order(stops: set[signal.Signals]) -> None:
    """Let only this process receive the terminal's signals, and then stop the workers in order.

    A terminal sends its signals to all processes. A worker that is stopped twice, by the terminal and by this process,
    hangs; and workers that end because a terminal is closed would be restarted.
    """
    if os.name == "nt":
        return  # Windows cannot block signals; granian handles Ctrl-C and Ctrl-Break
    resource_tracker.ensure_running()  # started later, with the first worker, it would unblock the signals
    signal.pthread_sigmask(signal.SIG_BLOCK, stops)  # the workers inherit it
    if hasattr(signal, "SIGHUP") and signal.SIGHUP not in stops:
        signal.signal(signal.SIGHUP, signal.SIG_IGN)

    def pass_on() -> None:
        signal.sigwait(stops)
        stop_now()

    in_the_background(pass_on)


def greet(inside: int, door: Front, words: str, address: str, shown: bool) -> None:
    """Start the reverse proxy once a worker answers, and print the address; *shown* also opens it in a browser."""
    while True:
        answer = http.client.HTTPConnection("127.0.0.1", inside, timeout=60)
        try:
            answer.request("GET", "/healthz")
            answer.getresponse()
        except OSError:
            time.sleep(0.1)
        else:
            break
        finally:
            answer.close()
    try:
        open_in_thread(door)
    except OSError as error:
        problem = _("Port %(port)s is in use: %(reason)s.") % {"port": door.port, "reason": error.strerror}
        print(cannot_start(problem), file=sys.stderr, flush=True)
        stop_now()
        return
    opening.remember(address)
    print(words, flush=True)
    if shown:
        opening.show(address)


def stop_now() -> None:
    """Stop this process and its workers. On Windows `os.kill` would end this process at once, and its worker would go
    on running."""
    if os.name == "nt":
        signal.raise_signal(signal.SIGTERM)
    else:
        os.kill(os.getpid(), signal.SIGTERM)


def free_port() -> int:
    """Find a free port on the loopback address, for the workers behind the reverse proxy."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def no_club() -> str:
    return " ".join([_("There is no club yet."), at_a_terminal()])


def at_a_terminal() -> str:
    sentence = _(
        "At a terminal, “%(how)s” makes a club with the manager who begins in it; DEMO=yes makes a demonstration club."
    )
    names = " ".join([_("NAME"), _("USERNAME")])
    return sentence % {"how": program_files.how(f"club {names}")}


def first_page(code: str) -> str:
    """Write how the first club is made: in a browser on this machine, elsewhere with the code, or at a terminal."""
    sentence = _(
        "There is no club yet: open this address on this computer. Another device is asked for this code there: "
        "%(code)s."
    )
    return "\n".join([sentence % {"code": code}, at_a_terminal()])


def plain() -> str:
    sentence = _(
        "Anyone on this network can read what is sent, passwords included: the server speaks plain http. "
        "“%(how)s” makes a certificate for https and says how a tablet trusts it."
    )
    return sentence % {"how": program_files.how("certificate")}
