"""Typesetting in a separate process, which can be killed, because typst never frees its memory and may never finish a
document.

A worker of the web server has at most two such processes. Each typesets a few documents and ends; one that takes too
long is killed, and its caller gets an error. A request is a JSON line with the arguments of `typst.compile`. The reply
is one byte (0: done, 1: refused), four bytes with the length, and the PDF or the error message. The process runs this
same file, which therefore imports nothing of the application.
"""

import json
import os
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path
from typing import Any

AT_ONCE = 2
"""Most documents that a worker typesets at a time."""
WAITS = 20.0
"""Most seconds that a document waits for a free process."""
SECONDS = 30.0
"""Seconds after which typesetting is aborted."""
PAPERS = 7
"""Number of documents after which a process ends, because typst leaks about twenty megabytes for each."""
IDLE = 60.0
"""Seconds without work after which a process ends."""


class TooMuch(Exception):
    """Error: the document could not be set in time, or waited too long for its turn."""


class Refused(Exception):
    """The error that typst reports for a document."""


class _Process:
    """A process that sets documents, one after the other."""

    def __init__(self) -> None:
        # Run as a file: -c or -m would put the folder of the application on the path.
        command = [sys.executable, "-s", str(Path(__file__))]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)  # noqa: S603
        self.papers = 0

    def set(self, arguments: dict[str, Any], seconds: float) -> bytes:
        """Set the document as a PDF.

        :raises TooMuch: the process has ended, or took too long and was killed.
        :raises Refused: typst refuses the document.
        """
        if self.process.stdin is None or self.process.stdout is None:
            raise TooMuch
        self.papers += 1
        clock = threading.Timer(seconds, self.process.kill)
        clock.start()
        try:
            self.process.stdin.write(json.dumps(arguments).encode() + b"\n")
            self.process.stdin.flush()
            head = self.process.stdout.read(5)
            reply = self.process.stdout.read(int.from_bytes(head[1:], "big"))
        except OSError as error:
            raise TooMuch from error
        finally:
            clock.cancel()
        if len(head) < 5 or len(reply) < int.from_bytes(head[1:], "big"):
            raise TooMuch
        if head[0]:
            raise Refused(reply.decode())
        return reply

    @property
    def goes_on(self) -> bool:
        return self.process.poll() is None and self.papers < PAPERS

    def end(self) -> None:
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            with suppress(OSError):
                pipe.close() if pipe else None


class Typesetter:
    """The processes of this worker that set documents."""

    def __init__(self) -> None:
        self.turns = threading.BoundedSemaphore(AT_ONCE)
        self.idle: list[_Process] = []
        self.lock = threading.Lock()

    def set(self, arguments: dict[str, Any], seconds: float | None = None) -> bytes:
        """Call `typst.compile` with these *arguments*, in another process.

        :raises TooMuch: the call takes longer than *seconds*, or too many documents are waiting.
        :raises Refused: typst refuses the document.
        """
        if not self.turns.acquire(timeout=WAITS):
            raise TooMuch
        try:
            process = self._one()
            try:
                document = process.set(arguments, SECONDS if seconds is None else seconds)
            except BaseException:
                process.end()
                raise
            with self.lock:
                self.idle.append(process)
            return document
        finally:
            self.turns.release()

    def _one(self) -> _Process:
        with self.lock:
            while self.idle:
                process = self.idle.pop()
                if process.goes_on:
                    return process
                process.end()
        return _Process()


typesetter = Typesetter()


def _main() -> None:
    """Serve requests from the standard input, until it ends or none has come for `IDLE` seconds."""
    import typst

    while True:
        clock = threading.Timer(IDLE, os._exit, (0,))
        clock.daemon = True
        clock.start()
        line = sys.stdin.buffer.readline()
        clock.cancel()
        if not line:
            return
        try:
            code, reply = 0, typst.compile(**json.loads(line))
        except Exception as error:  # noqa: BLE001  (the caller gets the message)
            code, reply = 1, str(error).encode()
        sys.stdout.buffer.write(bytes([code]) + len(reply).to_bytes(4, "big") + reply)
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    _main()
