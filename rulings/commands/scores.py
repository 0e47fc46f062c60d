"""The score commands of `python -m rulings`: text and JSON documents in, numbers and JSON documents out.

`python -m rulings score`, `matchpoints` and `imps` call these functions and print their results. A document that cannot
be read raises `CommandError`, with one line that names the field; no value is guessed.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Literal, TypeAlias, TypeVar

from rulings import bridge
from rulings.scores import scoring
from rulings.scores.adjusted import (
    AVERAGE_IMPS,
    AVERAGE_PERCENT,
    Average,
    Averaged,
    Line,
    Number,
    Outcome,
    Results,
    Scored,
    Split,
    Weighted,
    weighted,
)
from rulings.scores.imps import LineImps, butler_board, cross_imp_board, team_imps
from rulings.scores.matchpoints import LinePoints, matchpoint_board
from rulings.scores.teams import knock_out as teams_balance
from rulings.scores.teams import match_board

Document: TypeAlias = Mapping[str, Any]
Unit: TypeAlias = Literal["percent", "imps"]
T = TypeVar("T")

KINDS = ("score", "weighted", "split", "artificial")
"""Kinds of score; a result has exactly one."""

NEARLY_ONE = Fraction(1, 10_000)
"""Tolerance for weights that should sum to one, such as three times 0.3333."""

MOST_IMPS = 24
"""Most IMPs of a board."""

MOST = 1_000_000
"""Largest number accepted as a count or score, far above any bridge score."""

_DECIMAL_OR_FRACTION = re.compile(r"[0-9]{1,6}(\.[0-9]{1,9})?(/[0-9]{1,9})?")


class CommandError(ValueError):
    """A request that cannot be answered; its text is the line for standard error and names the field."""

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(" ".join(f"{field}: {reason}".split()))


def score(result: str, *, declarer: str = "", vul: str = "None", lang: bridge.Language = "en") -> int:
    """Return points from North-South's side for a result in either language: "3NT+3" by "S", "NS" vulnerable, is 690.

    *declarer* may be left out when the board was passed out, or when the result names it ("4S by W -1").

    :raises CommandError: a text cannot be read, or the declarer is missing.
    """
    played = _read("result", lambda: bridge.parse_result(result, lang))
    vulnerable = _read("--vul", lambda: bridge.parse_vulnerability(vul))
    given = _read("--declarer", lambda: bridge.parse_seat(declarer)) if declarer else None
    if played.contract is None:
        return 0
    named = played.contract.declarer
    if given and named and given != named:
        raise CommandError("--declarer", f"{given} is not the declarer that “{result}” names.")
    seat = given or named
    if seat is None:
        raise CommandError("--declarer", f"say who played {played.contract}: N, E, S or W.")
    return scoring.score_ns(played.contract.by(seat), played.tricks, vulnerable)


def matchpoints(document: object) -> dict[str, Any]:
    """Return the matchpoints of a board, unrounded: {"top": 14, "results": [{"id", "ns", "ew", "ns_percent",
    "ew_percent"}]}.

    *document* is {"expected": 8, "results": [...]}, scores from North-South's side. A result is an id and one of: a
    "score"; "weighted", a list of weights and scores; "split", a score or such a list for each side; "artificial", for
    each side a percentage of the top or "A+", "A", "A-" by the session's rule, with "others", the percentages of the
    contestants on their other boards. "expected" may be left out; then no score is missing.

    :raises CommandError: the document is malformed.
    """
    board = _object(document, "document", required=("results",), optional=("expected",))
    lines = _lines(board["results"], "percent")
    expected = len(lines)
    if "expected" in board:
        expected = _integer(board["expected"], "expected")
        if expected < len(lines):
            raise CommandError("expected", f"{expected} scores are expected but the document has {len(lines)} results.")
    points = matchpoint_board(lines, expected=expected)
    return {"top": points.top, "results": _earned(points.lines, "ns", "ew", "ns_percent", "ew_percent")}


def imps(document: object) -> dict[str, Any]:
    """Return the IMPs of a board by the document's "method", from North-South's side and unrounded.

    "teams" takes the NS scores "here" and "there", each a score or a weighted list: {"imps": 13, "ns": 13, "ew": -13}.
    "here" may be one for each side, {"ns": -500, "ew": -100}: {"ns": -11, "ew": 4}, without "imps", since they need not
    balance. "knock_out": true makes them balance (Law 12C4): {"imps": -7.5, "ns": -7.5, "ew": 7.5}. "butler" and
    "cross" take "results" as `matchpoints` does and give {"results": [{"id", "ns", "ew"}]}, "butler" its "datum" too
    (null when no line has a score), and "datum_ew" where split scores give East-West another. They have options:
    "datum": {"drop": 1, "round": 10}, and "divide_by": "comparisons" or "results". An artificial score is "A+", "A",
    "A-" by the session's rule (+3, 0, -3 IMPs), or a fixed percentage (60, 50, 40) or number of IMPs. "others" are the
    mean IMPs of the other boards; percentages in it are ignored.

    :raises CommandError: the document is malformed.
    """
    if not isinstance(document, Mapping):
        raise CommandError("document", "a JSON object is wanted.")
    match document.get("method"):
        case "teams":
            return _teams(_object(document, "document", required=("method", "here", "there"), optional=("knock_out",)))
        case "butler":
            return _butler(_object(document, "document", required=("method", "results"), optional=("datum",)))
        case "cross":
            return _cross(_object(document, "document", required=("method", "results"), optional=("divide_by",)))
        case _:
            raise CommandError("method", "“teams”, “butler” or “cross” is wanted.")


def _teams(document: Document) -> dict[str, Any]:
    knock_out = document.get("knock_out", False)
    if not isinstance(knock_out, bool):
        raise CommandError("knock_out", "true or false is wanted.")
    here, there = document["here"], _outcome(document["there"], "there")
    if not isinstance(here, Mapping):
        earned = team_imps(_outcome(here, "here"), there)
        shown = earned if isinstance(earned, int) else float(earned)
        return {"imps": shown, "ns": shown, "ew": 0 - shown}
    sides = _object(here, "here", required=("ns", "ew"))
    both = match_board(_outcome(sides["ns"], "here.ns"), _outcome(sides["ew"], "here.ew"), there)
    ns, ew = map(float, teams_balance(both) if knock_out else both)
    return {"imps": ns, "ns": ns, "ew": ew} if knock_out else {"ns": ns, "ew": ew}


def _butler(document: Document) -> dict[str, Any]:
    options = _object(document.get("datum", {}), "datum", optional=("drop", "round"))
    lines = _lines(document["results"], "imps")
    drop = _integer(options["drop"], "datum.drop") if "drop" in options else None
    round_to = _integer(options.get("round", 10), "datum.round", least=1)
    compared = sum(not isinstance(line, Averaged) for line in lines)
    if drop is not None and compared and 2 * drop >= compared:
        raise CommandError("datum.drop", f"dropping {drop} at each end of {compared} results leaves none.")
    board = butler_board(lines, drop=drop, round_to=round_to)
    other = {} if board.datum_ew == board.datum else {"datum_ew": board.datum_ew}
    return {"datum": board.datum, **other, "results": _earned(board.lines, "ns", "ew")}


def _cross(document: Document) -> dict[str, Any]:
    divide_by = document.get("divide_by", "comparisons")
    if divide_by not in ("comparisons", "results"):
        raise CommandError("divide_by", "“comparisons” or “results” is wanted.")
    lines = _lines(document["results"], "imps")
    return {"results": _earned(cross_imp_board(lines, per_result=divide_by == "results"), "ns", "ew")}


def _earned(lines: Sequence[LinePoints | LineImps], *names: str) -> list[dict[str, Any]]:
    """Return the IMPs of every line of a board, as both kinds of comparison print them."""
    return [{"id": line.id} | {name: float(getattr(line, name)) for name in names} for line in lines]


# Reading a document


def _read(field: str, parse: Callable[[], T]) -> T:
    try:
        return parse()
    except bridge.NotationError as error:
        raise CommandError(field, str(error)) from error


def _object(value: object, field: str, required: Sequence[str] = (), optional: Sequence[str] = ()) -> Document:
    if not isinstance(value, Mapping):
        raise CommandError(field, "a JSON object is wanted.")
    for name in required:
        if name not in value:
            raise CommandError(name if field == "document" else f"{field}.{name}", "is missing.")
    for name in value:
        if name not in required and name not in optional:
            known = ", ".join((*required, *optional))
            raise CommandError(
                str(name) if field == "document" else f"{field}.{name}", f"is not known here; known: {known}."
            )
    return value


def _integer(value: object, field: str, least: int = 0) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < least:
        raise CommandError(field, f"a whole number of {least} or more is wanted.")
    if value > MOST:
        raise CommandError(field, f"is too large: {MOST} at most.")
    return value


def _plain_score(value: object, field: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise CommandError(field, "a whole number of points from North-South's side is wanted.")
    if abs(value) > MOST:
        raise CommandError(field, f"is no bridge score: {MOST} points at most.")
    return value


def _outcome(value: object, field: str) -> Outcome:
    return _weighted(value, field) if isinstance(value, list) else _plain_score(value, field)


def _weighted(value: object, field: str) -> Results:
    if not isinstance(value, list) or not value:
        raise CommandError(field, "a list of weights and scores is wanted, such as [[0.6, 420], [0.4, -50]].")
    results = []
    for index, pair in enumerate(value):
        place = f"{field}[{index}]"
        if not isinstance(pair, list) or len(pair) != 2:
            raise CommandError(place, "a weight and a score are wanted, such as [0.6, 420].")
        results.append((_weight(pair[0], f"{place}[0]"), _plain_score(pair[1], f"{place}[1]")))
    total = sum((weight for weight, _score in results), Fraction(0))
    if abs(total - 1) > NEARLY_ONE:
        raise CommandError(field, f"the weights sum to {float(total):.6g}, not to 1.")
    return weighted((weight / total, score) for weight, score in results)


def _weight(value: object, field: str) -> Fraction:
    weight = _number(value)
    if weight is None or not 0 <= weight <= 1 + NEARLY_ONE:
        raise CommandError(field, 'a weight from 0 to 1 is wanted, as a decimal or a fraction: 0.6 or "1/3".')
    return weight


def _number(value: object) -> Fraction | None:
    """Return the exact value of a JSON number, or of a decimal or fraction written as text; None when it is neither."""
    if isinstance(value, str):
        text = value.replace(" ", "")
        readable = _DECIMAL_OR_FRACTION.fullmatch(text)
        numerator, _, denominator = text.partition("/")
        if not readable or (denominator and not int(denominator)):
            return None
        return Fraction(numerator) / int(denominator or 1)
    if not isinstance(value, int | float) or isinstance(value, bool):
        return None
    try:
        return Fraction(repr(value))
    except ValueError:  # a number that JSON does not have: NaN or an infinity
        return None


def _percentage(value: object, field: str) -> Fraction:
    percent = None if isinstance(value, str) else _number(value)
    if percent is None or not 0 <= percent <= 100:
        raise CommandError(field, "a percentage from 0 to 100 is wanted.")
    return percent


def _imps(value: object, field: str) -> Fraction:
    imps = None if isinstance(value, str) else _number(value)
    if imps is None or abs(imps) > MOST_IMPS:
        raise CommandError(field, f"IMPs from -{MOST_IMPS} to {MOST_IMPS} are wanted.")
    return imps


def _imps_or_percentage(value: object, field: str) -> Fraction:
    number = None if isinstance(value, str) else _number(value)
    if number is None or not -MOST_IMPS <= number <= 100:
        raise CommandError(field, f"mean IMPs from -{MOST_IMPS} to {MOST_IMPS} are wanted, or a percentage.")
    return number


def _average(value: object, field: str, unit: Unit) -> Average | Number:
    """Read an artificial score: "A+", "A" or "A-", which follow the session, or a fixed number."""
    if isinstance(value, str):
        try:
            return Average(value.strip().upper().replace("\u2212", "-"))
        except ValueError:
            raise CommandError(field, "“A+”, “A”, “A-” or a number is wanted.") from None
    if unit == "percent":
        return _percentage(value, field)
    for average, percent in AVERAGE_PERCENT.items():
        if value == percent:
            return AVERAGE_IMPS[average]
    return _imps(value, field)


def _artificial(line_id: str, fields: Document, field: str, unit: Unit) -> Averaged:
    sides = _object(fields["artificial"], f"{field}.artificial", required=("ns", "ew"))
    ns, ew = (_average(sides[side], f"{field}.artificial.{side}", unit) for side in ("ns", "ew"))
    return Averaged(line_id, ns, ew, *_others(fields, field, unit))


def _others(fields: Document, field: str, unit: Unit) -> tuple[Fraction | None, Fraction | None]:
    """Return the contestants' scores on their other boards, in the unit of the board; None when the document has
    none."""
    given = fields.get("others")
    others = _object({} if given is None else given, f"{field}.others", optional=("ns", "ew"))
    read = _percentage if unit == "percent" else _imps_or_percentage
    ns, ew = (
        read(others[side], f"{field}.others.{side}") if others.get(side) is not None else None for side in ("ns", "ew")
    )
    if unit == "imps" and any(mean is not None and mean > MOST_IMPS for mean in (ns, ew)):
        return None, None
    return ns, ew


def _lines(results: object, unit: Unit) -> list[Line]:
    if not isinstance(results, list) or not results:
        raise CommandError("results", "a list of at least one result is wanted.")
    lines = [_line(result, f"results[{index}]", unit) for index, result in enumerate(results)]
    seen: set[str] = set()
    for index, line in enumerate(lines):
        if line.id in seen:
            raise CommandError(f"results[{index}].id", f"“{line.id}” is there twice.")
        seen.add(line.id)
    return lines


def _line(result: object, field: str, unit: Unit) -> Line:
    fields = _object(result, field, required=("id",), optional=(*KINDS, "others"))
    line_id = fields["id"]
    if not isinstance(line_id, str) or not line_id or not line_id.isprintable():
        raise CommandError(f"{field}.id", 'a text is wanted, such as "1".')
    kinds = [kind for kind in KINDS if kind in fields]
    if len(kinds) != 1:
        raise CommandError(field, f"exactly one of {', '.join(KINDS)} is wanted.")
    _others(fields, field, unit)
    match kinds[0]:
        case "score":
            return Scored(line_id, _plain_score(fields["score"], f"{field}.score"))
        case "weighted":
            return Weighted(line_id, _weighted(fields["weighted"], f"{field}.weighted"))
        case "split":
            sides = _object(fields["split"], f"{field}.split", required=("ns", "ew"))
            ns, ew = (_outcome(sides[side], f"{field}.split.{side}") for side in ("ns", "ew"))
            return Split(line_id, ns, ew)
        case _:
            return _artificial(line_id, fields, field, unit)
