"""Questions to the solver. Each returns an answer or None, by default within three seconds, and never raises an error.

Each process of the server has one solver process. It is started at the first question, and again after a crash or a
timeout. Its current folder is an empty temporary one, because the library writes files there.
"""

import json
import logging
import os
import queue
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from django.conf import settings

from arbitrage.server import program_files
from arbitrage.solver import library
from rulings.bridge import SUITS, Card, format_deal
from rulings.bridge.deals import sort_hand
from rulings.evidence.position import NO_TRUMPS, Position, card_of

logger = logging.getLogger(__name__)

LONGEST_WAIT = 3.0
"""Seconds within which a question returns, including the wait for earlier questions."""


@dataclass(frozen=True)
class Makeable:
    """Double-dummy tricks of each declarer (the 20 digits of PBN's DoubleDummyTricks), the par with its *score* for
    North-South and its *contracts* in the library's notation, and the version of the solver (*by*)."""

    tricks: str
    score: int
    contracts: tuple[str, ...]
    by: str


@dataclass(frozen=True)
class Leaves:
    """Double-dummy tricks that the player's side still wins after each card, and the version of the solver (*by*)."""

    cards: Mapping[Card, int]
    by: str


def installed() -> bool:
    """Is there a solver on this machine?"""
    return library.find(Path(settings.SOLVER_DIR)) is not None


def version() -> str:
    """Return the version of the solver; "" without an answer."""
    reply = SOLVER.ask(what="version")
    return str(reply["by"]) if reply else ""


def every_card(position: Position) -> Leaves | None:
    """Ask for the number of tricks that the player's side still wins after each card of a position; None without an
    answer."""
    seats = library.SEATS
    trick = {seats[seat].value: str(card_of(number)) for seat, number in position.trick}
    hands = {seat: [card_of(number) for number in hand] for seat, hand in zip(seats, position.hands, strict=True)}
    for seat, number in position.trick:
        hands[seats[seat]].append(card_of(number))
    reply = SOLVER.ask(
        what="cards",
        left=format_deal({seat: sort_hand(hand) for seat, hand in hands.items()}),
        trumps="NT" if position.trump == NO_TRUMPS else str(SUITS[position.trump]),
        to_play=seats[position.seat].value,
        trick=trick,
    )
    return Leaves({Card(*card): tricks for card, tricks in reply["cards"].items()}, reply["by"]) if reply else None


def makeable(deal: str, dealer: str, vulnerability: str, seconds: float | None = None) -> Makeable | None:
    """Ask for the double-dummy tricks of each declarer on a deal, and its par; None without an answer. *seconds* is a
    time limit longer than the default."""
    reply = SOLVER.ask(seconds, what="table", deal=deal, dealer=dealer, vulnerability=vulnerability)
    return Makeable(reply["tricks"], reply["score"], tuple(reply["contracts"]), reply["by"]) if reply else None


class Solver:
    """The process with the library, and the lock by which threads ask it one after the other."""

    def __init__(self, seconds: float = LONGEST_WAIT) -> None:
        self._seconds = seconds
        self._one_at_a_time = threading.Lock()
        self._process: subprocess.Popen[str] | None = None
        self._answers: queue.Queue[str] = queue.Queue()

    def ask(self, seconds: float | None = None, /, **asked: Any) -> dict[str, Any] | None:
        """Return the solver's answer; None if no solver is installed, or it crashes, is too slow, or rejects the
        question. *seconds* is a longer time limit, for callers in the background."""
        patience = max(seconds or 0.0, self._seconds)
        until = time.monotonic() + patience
        if not self._one_at_a_time.acquire(timeout=patience):
            return None
        try:
            return self._answer(json.dumps(asked), until)
        except Exception:  # after any error the answer is None, because no ruling depends on it
            logger.exception("The solver cannot be asked.")
            self._end()
            return None
        finally:
            self._one_at_a_time.release()

    def _answer(self, line: str, until: float) -> dict[str, Any] | None:
        if self._process is None or self._process.poll() is not None:
            self._end()
            if (path := library.find(Path(settings.SOLVER_DIR))) is None:
                return None
            self._start(path)
        process = self._process
        if process is None or process.stdin is None:
            return None
        try:
            process.stdin.write(line + "\n")
            process.stdin.flush()
            text = self._answers.get(timeout=max(until - time.monotonic(), 0.01))
        except (OSError, queue.Empty):
            text = ""
        if not text:
            logger.warning("The solver gave no answer and is started again.")
            self._end()
            return None
        reply: dict[str, Any] = json.loads(text)
        if "error" in reply:
            logger.info("The solver was asked about no position.")
            return None
        return reply

    def _start(self, path: Path) -> None:
        folder = _folder()
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        # -P: Python does not import modules from the current folder
        command = [sys.executable, "-P", "-m", "arbitrage.solver.worker", str(path.resolve())]
        self._answers = queue.Queue()
        self._process = subprocess.Popen(  # noqa: S603
            command,
            cwd=folder,
            env=_environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            bufsize=1,
        )
        reading = (self._process.stdout, self._answers)
        threading.Thread(target=_read, args=reading, daemon=True).start()

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()
        shutil.rmtree(_folder(), ignore_errors=True)

    def end(self) -> None:
        """Stop the process; the next question starts a new one."""
        with self._one_at_a_time:
            self._end()

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process is not None else None


def _folder() -> Path:
    """Return the folder in which the solver process runs."""
    return Path(settings.DATA_DIR) / "solver" / str(os.getpid())


def _environment() -> dict[str, str]:
    """Build the environment variables of the process: the path of this program and those that the system needs, but no
    secrets."""
    root = str((program_files.CHECKOUT or program_files.PACKAGE.parent).resolve())
    kept = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT", "LANG", "TMPDIR", "TEMP") if name in os.environ}
    return {**kept, "PYTHONPATH": root, "PYTHONDONTWRITEBYTECODE": "1", "PYTHONIOENCODING": "utf-8"}


def _read(pipe: IO[str], answers: "queue.Queue[str]") -> None:
    """Put each line from the pipe into the queue, and an empty text when the process has ended."""
    with suppress(ValueError, OSError):
        for line in pipe:
            answers.put(line)
    answers.put("")


SOLVER = Solver()
"""The solver of this process."""
