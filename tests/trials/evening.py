"""Directors at work: each calls, opens the most frequent law and answers its questions, in a loop, until `end`."""

import random
import threading
import time
from dataclasses import dataclass, field

from tests.trials.tablet import Away, Tablet


@dataclass
class Evening:
    """A number of directors, each with a tablet in a thread of his own. A failed request is sent again."""

    tablets: list[Tablet]
    tournament: str
    pause: float = 0.05
    stopped: threading.Event = field(default_factory=threading.Event)
    away: list[float] = field(default_factory=list)
    """The times of failed requests, by `time.monotonic`."""
    broken: list[str] = field(default_factory=list)
    """The errors that a server answered, with the page."""
    threads: list[threading.Thread] = field(default_factory=list)

    def begin(self) -> None:
        self.threads = [threading.Thread(target=self._direct, args=(tablet,), daemon=True) for tablet in self.tablets]
        for thread in self.threads:
            thread.start()

    def end(self) -> list[tuple[str, str, str]]:
        """Stop the directors; return every answer that a server acknowledged."""
        self.stopped.set()
        for thread in self.threads:
            thread.join(60)
        return [one for tablet in self.tablets for one in tablet.acknowledged]

    def answered(self) -> int:
        return sum(len(tablet.acknowledged) for tablet in self.tablets)

    def _direct(self, tablet: Tablet) -> None:
        where = ""
        while not self.stopped.is_set():
            try:
                where = tablet.answer(where) if where else tablet.call(self.tournament)
            except Away as error:
                self.away.append(time.monotonic())
                if str(error).startswith("500"):
                    self.broken.append(str(error))
                time.sleep(0.2)
            time.sleep(random.uniform(0, self.pause * 2))
