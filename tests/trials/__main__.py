"""`python -m tests.trials NAME` runs one of TRIALS and prints its counts."""

import argparse
import signal
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

from tests.trials import attacks, failing, full, loading, moving, outbox, phones, postgresql, streams, windows

TRIALS = {
    "kill": failing.kill,
    "stalled": failing.stalled,
    "restore": failing.restore,
    "sync": failing.sync,
    "full": full.full,
    "disk": full.server_disk,
    "wal": full.wal,
    "failover": postgresql.failover,
    "move": moving.move,
    "streams": streams.streams,
    "outbox": outbox.outbox,
    "attacks": attacks.attacks,
    "windows": windows.windows,
    "load": loading.load,
    "phones": phones.phones,
}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.trials", description=__doc__)
    parser.add_argument("name", choices=sorted(TRIALS))
    parser.add_argument("--times", type=int, default=10, help="how often it is tried (kill, restore, full, disk, wal)")
    parser.add_argument("--directors", type=int, default=8, help="how many work at once")
    parser.add_argument(
        "--database",
        default="",
        help="DATABASE_URL of an empty PostgreSQL, or postgresql for one of the trial's own (load: or sqlite)",
    )
    load = parser.add_argument_group("load")
    load.add_argument("--minutes", type=float, default=3.0, help="how long is measured")
    load.add_argument("--warm", type=float, default=1.0, help="minutes before, until everybody is in the middle of it")
    load.add_argument("--every", type=float, default=3.0, help="minutes from the end of a case to the next call")
    load.add_argument("--thinking", type=float, default=8.0, help="seconds from tap to tap")
    load.add_argument("--ladder", default="", help="numbers of directors, one after the other: 25,50,100,200,400")
    load.add_argument("--clubs", type=int, default=0, help="in how many clubs they are; else two for five directors")
    load.add_argument("--seed", type=int, default=1, help="of the directors' chances, or of the streams")
    parser.add_argument("--incidents", type=int, default=300, help="how many a device keeps (outbox)")
    parser.add_argument("--streams", type=int, default=100_000, help="how many streams are made (streams)")
    parser.add_argument("--made", type=Path, help="the folder that deploy/windows/make.py has made (windows)")
    asked = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("stopped"))  # ends the servers of the trial
    with ExitStack() as stack:
        place = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="arbitrage-trial-")))
        asked.server = None
        if asked.database == "postgresql" and asked.name not in (
            "full",
            "wal",
        ):  # these trials have their folder on a disk of their own
            asked.server = stack.enter_context(postgresql.alone(place))
            asked.database = asked.server.create()
        found = TRIALS[asked.name](place, asked)
    for line in found.lines:
        print(line)
    return 0 if found.sound else 1


if __name__ == "__main__":
    sys.exit(main())
