"""Many tablets that act concurrently, for tests of conflicting writes."""

import threading
from collections.abc import Callable

from django.db import connection

from arbitrage.services import clock
from arbitrage.services.errors import Refused

TABLETS = 24


def all_at_once(act: Callable[[int], object], tablets: int = TABLETS) -> list[object]:
    """Call *act* on several tablets at once, each with its number, in its own thread and connection, all with the same
    recorded time; list their results. A refusal is a result; any other error is raised."""
    ready, moment = threading.Barrier(tablets), clock.now()
    got: list[object] = [None] * tablets

    def tablet(number: int) -> None:
        try:
            ready.wait(timeout=240)
            with clock.at(moment):
                got[number] = act(number)
        except Exception as error:  # noqa: BLE001
            got[number] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=tablet, args=(number,)) for number in range(tablets)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=240)
    for one in got:
        if isinstance(one, Exception) and not isinstance(one, Refused):
            raise one
    return got
