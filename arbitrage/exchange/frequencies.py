"""The frequencies of a simultaneous: the number of tables of all clubs with each score on each board.

A line has three numbers: the board, North-South's score and the number of tables ("7;-50;12", "7 -50 ×12"). A board may
also stand alone, above lines of two numbers. Headings and words are ignored. From a results file of the whole
simultaneous, `counted` computes the frequencies.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Mapping
from decimal import Decimal

from django.utils.translation import gettext as _

from arbitrage.exchange.reading import MAX_BOARD_NUMBER, Notes, at_line, decode
from arbitrage.exchange.records import ResultRecord, TournamentFile, Unreadable

Frequencies = Mapping[int, Mapping[int, int]]
"""Numbers of tables by board and North-South's score."""

MOST_TABLES = 100_000
"""Most tables with one score."""
LARGEST_SCORE = 7_600
"""Largest score of a board: 7NT redoubled, thirteen down."""
NUMBER = re.compile(r"(?<![\w.])[-−–+]?\d+(?![\w.])")
RUN_TOGETHER = re.compile(r"\d[-−–]\d")
"""A dash between two numbers, which may be a minus sign or a separator."""
THOUSANDS = re.compile(r"\d[ \u00a0\u202f]\d{3}(?!\d).*[;\t]|[;\t].*\d[ \u00a0\u202f]\d{3}(?!\d)")
"""A blank between two numbers of a line with other separators, which may belong to a score of more than a thousand."""
A_LINE = re.compile(r"\s*(?:[^\W\d]+\W*?)?(?:[×x*;,\s]*[-−–+]?\d+){1,3}[;,\s]*$")
"""A line of one to three numbers, after at most one word ("Donne 7")."""
MINUS = str.maketrans("−–", "--")


def recognises(data: bytes) -> bool:
    """Does a file consist of lines of frequencies, below a heading?"""
    if b"\0" in data:
        return False
    text = decode(data, "", Notes())[0]
    first, *lines = [line for line in text.splitlines() if line.strip()] or [""]
    return all(A_LINE.match(line) for line in lines) and bool(lines or A_LINE.match(first))


def parse_file(data: bytes) -> Frequencies:
    """Read a file of frequencies.

    :raises Unreadable: a line has another form; the place names it.
    """
    return parse(decode(data, "", Notes())[0])


def parse(text: str) -> Frequencies:
    """Read frequencies as they are typed.

    :raises Unreadable: a line has another form, or a number is impossible.
    """
    frequencies: dict[int, Counter[int]] = defaultdict(Counter)
    board = 0
    for number, line in enumerate(text.splitlines(), 1):
        numbers = [int(number.translate(MINUS)) for number in NUMBER.findall(re.sub(r"[×x*]\s*(?=\d)", " ", line))]
        if not numbers:
            continue
        if len(numbers) != 2:
            board = numbers[0]
        unclear = RUN_TOGETHER.search(line) or THOUSANDS.search(line[:200])
        if len(numbers) > 3 or unclear or not 1 <= board <= MAX_BOARD_NUMBER:
            raise Unreadable(at_line(number), _("Type three numbers a line: board, score, how often."))
        if len(numbers) > 1:
            score, times = numbers[-2:]
            if abs(score) > LARGEST_SCORE or score % 10 or not 1 <= times <= MOST_TABLES:
                raise Unreadable(at_line(number), _("No board gives this score, or nobody can have made it so often."))
            frequencies[board][score] += times
    return frequencies


MOST_CONTESTANTS = 20_000


def everybody(file: TournamentFile) -> tuple[str, ...]:
    """Return a text for each contestant of a results file of the whole simultaneous: the results board by board,
    without names. "1N420 2E420 3N60%" is 420 to North-South as North-South on board 1, 420 to North-South as East-West
    on board 2, and 60 per cent on board 3.

    Return () for a file of teams, without contestants, with too many contestants, or with a line that stands for
    several tables.
    """
    if file.event == "teams" or any(line.times > 1 for line in file.results):
        return ()
    seated = {(section.session, section.letter, who.number) for section in file.sections for who in section.contestants
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
    texts = tuple(" ".join(lines) for lines in made.values() if lines)
    return texts if len(texts) <= MOST_CONTESTANTS else ()


def _words(line: ResultRecord, percent: Decimal | None) -> str:
    """Write the result of a line for one of its sides; "" without one."""
    if line.kind == "artificial" and percent is not None:
        return f"{percent.normalize():f}%"
    plain = line.kind in ("played", "passed") and line.score is not None and line.score_ew is None
    return str(line.score) if plain else ""


def counted(file: TournamentFile) -> Frequencies:
    """Count the tables of each score in a results file; a line may stand for many tables."""
    frequencies: dict[int, Counter[int]] = defaultdict(Counter)
    for board in file.boards:
        for line in board.results:
            if line.kind in ("played", "passed") and line.score is not None and line.score_ew is None:
                frequencies[board.number][line.score] += line.times
    return frequencies
