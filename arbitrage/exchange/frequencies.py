"""The frequencies of a simultaneous: how often each score was made on each board, everywhere.

A line has three numbers: the board, North-South's score, how many tables made it ("7;-50;12", "7 -50 ×12"). A board
may stand once by itself, above lines of two numbers. Headings and words are passed over; a results file of the whole
simultaneous is counted line by line.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Mapping
from decimal import Decimal

from django.utils.translation import gettext as _

from arbitrage.exchange.reading import MAX_BOARD_NUMBER, Notes, at_line, decode
from arbitrage.exchange.records import ResultRecord, TournamentFile, Unreadable

Frequencies = Mapping[int, Mapping[int, int]]
"""How often each score of North-South was made, by board."""

MOST_TABLES = 100_000
"""Tables that may have made one score."""
LARGEST_SCORE = 7_600
"""The most that a board can give: 7NT redoubled, thirteen down."""
NUMBER = re.compile(r"(?<![\w.])[-−–+]?\d+(?![\w.])")
RUN_TOGETHER = re.compile(r"\d[-−–]\d")
"""A dash between two numbers: a sign, or a stroke between columns."""
A_LINE = re.compile(r"\s*(?:[^\W\d]+\W*?)?(?:[×x*;,\s]*[-−–+]?\d+){1,3}[;,\s]*$")
"""One to three numbers, behind a word at most ("Donne 7")."""
MINUS = str.maketrans("−–", "--")


def recognises(data: bytes) -> bool:
    """Tell whether a file has such lines and no others, below a heading."""
    if b"\0" in data:
        return False
    text = decode(data, "", Notes())[0]
    first, *lines = [line for line in text.splitlines() if line.strip()] or [""]
    return all(A_LINE.match(line) for line in lines) and bool(lines or A_LINE.match(first))


def parse_file(data: bytes) -> Frequencies:
    """Read a file of frequencies.

    :raises Unreadable: a line is none of those described above; the place says which one.
    """
    return parse(decode(data, "", Notes())[0])


def parse(text: str) -> Frequencies:
    """Read frequencies as they are typed.

    :raises Unreadable: a line is none of those described above, or a number is impossible.
    """
    found: dict[int, Counter[int]] = defaultdict(Counter)
    board = 0
    for number, line in enumerate(text.splitlines(), 1):
        said = [int(one.translate(MINUS)) for one in NUMBER.findall(re.sub(r"[×x*]\s*(?=\d)", " ", line))]
        if not said:
            continue
        if len(said) != 2:
            board = said[0]
        if len(said) > 3 or RUN_TOGETHER.search(line) or not 1 <= board <= MAX_BOARD_NUMBER:
            raise Unreadable(at_line(number), _("Type three numbers a line: board, score, how often."))
        if len(said) > 1:
            score, times = said[-2:]
            if abs(score) > LARGEST_SCORE or score % 10 or not 1 <= times <= MOST_TABLES:
                raise Unreadable(at_line(number), _("No board gives this score, or nobody can have made it so often."))
            found[board][score] += times
    return found


MOST_CONTESTANTS = 20_000


def everybody(file: TournamentFile) -> tuple[str, ...]:
    """Return what each contestant of a results file of the whole simultaneous made, board after board, by nobody's
    name: "1N420 2E420 3N60%" is 420 to North-South as North-South, then as East-West, then 60 per cent.

    () where the file has lines without contestants, of several tables or of teams, or more contestants than any
    simultaneous.
    """
    if file.event == "teams" or any(line.times > 1 for line in file.results):
        return ()
    seated = {(one.session, one.letter, who.number) for one in file.sections for who in one.contestants
              if not who.direction}  # fmt: skip
    made: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for board in file.boards:
        for line in board.results:
            where = board.session, line.section
            for way, numbers, percent in (
                ("N", line.players[::2] or (line.ns,), line.ns_percent),
                ("E", line.players[1::2] or (line.ew,), line.ew_percent),
            ):
                words = _words(line, percent)
                for number in filter(None, numbers):
                    key = (*where, number) if (*where, number) in seated else (*where, number, way)
                    made[key] += [f"{board.number}{way}{words}"] if words else []
    found = tuple(" ".join(lines) for lines in made.values() if lines)
    return found if len(found) <= MOST_CONTESTANTS else ()


def _words(line: ResultRecord, percent: Decimal | None) -> str:
    """Write what a line is worth to one of its sides; "" where nothing is said of it."""
    if line.kind == "artificial" and percent is not None:
        return f"{percent.normalize():f}%"
    plain = line.kind in ("played", "passed") and line.score is not None and line.score_ew is None
    return str(line.score) if plain else ""


def counted(file: TournamentFile) -> Frequencies:
    """Count how often each score stands in a results file; a line may stand for many tables."""
    found: dict[int, Counter[int]] = defaultdict(Counter)
    for board in file.boards:
        for line in board.results:
            if line.kind in ("played", "passed") and line.score is not None and line.score_ew is None:
                found[board.number][line.score] += line.times
    return found
