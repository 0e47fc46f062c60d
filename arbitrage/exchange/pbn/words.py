"""The vocabulary of PBN: the meaning of a tag or a cell."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from decimal import Decimal

from django.utils.translation import gettext as _

from arbitrage.exchange import cards
from arbitrage.exchange.gathering import is_known
from arbitrage.exchange.pbn.games import Game, Row, Tag, cells_of, columns_of, text_of
from arbitrage.exchange.reading import (
    MAX_SCORE,
    NOT_PLAYED,
    Line,
    decimal,
    says_again,
    tidy,
    tricks_of,
    whole,
)
from arbitrage.exchange.records import (
    Direction,
    Event,
    PlayerRecord,
    Room,
    Scoring,
    SectionRecord,
)
from rulings.bridge import NotationError, parse_contract, parse_seat

_HEX = "0123456789abcd"
_DENOMINATIONS = ("NT", "S", "H", "D", "C")
_AVERAGE = re.compile(r"(?:A|AV|AVE|AVG)\s?([+-]?)=?", re.IGNORECASE)
_PERCENT = re.compile(r"([0-9]{1,3}(?:[.,][0-9]{1,4})?)\s?%")
AVERAGES = re.compile(r"(?=.*A)(A[+-]?|-|[0-9.]{1,6}%)/(A[+-]?|-|[0-9.]{1,6}%)")
PERCENT = ("percentage", "percent", "pct")
"""Columns of percentages; a table with only one has North-South's."""
KNOWN_COLUMNS = frozenset(
    ("contract", "declarer", "result", "lead", "section", "table", "round", "room", "multiplicity", "remark", "remarks")
    + ("rank", "score_ns", "score_ew", "mp_ns", "mp_ew", "imp_ns", "imp_ew", "pairid_ns", "pairid_ew", *PERCENT)
    + tuple(f"{name}_{side}" for name in ("percentage", "percent") for side in ("ns", "ew"))
    + tuple(f"playerid_{seat}" for seat in ("north", "east", "south", "west", "n", "e", "s", "w"))
)
"""The columns of a table of results that are known; the rank of a row in its board is not read, as it follows from its
points."""
_WHOLE_TOP = 100
_AWARDS = {"A+": Decimal(60), "A": Decimal(50), "A-": Decimal(40)}
_SIDED = re.compile(r"\^?\s*(NS|EW|N|S|E|W)?\s*([+-]?\d{1,6}(?:[.,]\d{1,6})?)\b", re.IGNORECASE | re.ASCII)
_MARKS = re.compile(r"[!?]{1,2}|=\d{1,2}=|\$\d{1,3}|\^[A-Z]", re.ASCII)
"""Marks beside a call or a card, or written onto it: a judgement ("!", "$1"), a note ("=1="), an irregularity."""
_NOBODY = ("", "-", "+")
"""What is left of a mark alone, and the signs for no call and for one still to come."""
_PLAYED_CARD = re.compile(r"[SHDC](?:10|[AKQJT2-9])|-", re.IGNORECASE)
LABEL = re.compile(r"(\D*?)0*(\d{1,6})", re.ASCII)
"""The name of both players of a pair that is only a number, with or without words before it: "Pair 7", "NS 7"."""
NAME_SEPARATORS = (" - ", " / ", " & ", " + ", "/", ";", "&")


def event_of(game: Game) -> Event:
    competition = game.get("Competition").casefold()
    if "individual" in competition:
        return "individual"
    if "team" in competition or game.get("HomeTeam") or room_of(game):
        return "teams"
    return "pairs" if "pair" in competition else ""


def scoring_of(text: str, event: Event) -> Scoring:
    """Read the scoring method, which section 4.2 of the PBN standard leaves to free text: "MP", "MatchPoints;MP1",
    "IMP", "IMP;Cross", "Butler", "BAM"."""
    plain = text.casefold()
    words: tuple[tuple[str, Scoring], ...] = (
        ("butler", "BUTLER"),
        ("cross", "CROSS_IMPS"),
        ("cavendish", "CROSS_IMPS"),
        ("ximp", "CROSS_IMPS"),
        ("bam", "PAB"),
        ("total", "TOTAL"),
        ("rubber", "TOTAL"),
        ("team", "IMPS"),
        ("imp", "IMPS" if event == "teams" else "CROSS_IMPS"),
        ("m", "MP"),
    )
    return next((method for word, method in words if word in plain), "")


def room_of(game: Game) -> Room:
    room = game.get("Room").casefold()
    return "open" if room == "open" else "closed" if room == "closed" else ""


def direction_of(text: str) -> Direction:
    plain = text.upper().replace("-", "").replace("/", "")
    return "NS" if plain == "NS" else "EW" if plain == "EW" else ""


def number_of(text: str) -> str:
    number = tidy(text, 20)
    return "" if not number.strip("?") else number


def sides_and_values(text: str) -> dict[str, Decimal]:
    """Return the values by side of "NS -110", "EW 50", "S 1.25" or "NS 100 EW -50"; zero needs no side. Return {} for
    any other text."""
    values: dict[str, Decimal] = {}
    at = 0
    while match := _SIDED.match(text, at):
        value = decimal(match[2])
        if value is None or (not match[1] and (value or at)):
            break
        values.setdefault("EW" if (match[1] or "").upper() in ("EW", "E", "W") else "NS", value)
        at = match.end()
    return values


def read_own_score(text: str, line: Line, note: Callable[[str], None]) -> int | None:
    """Store the Score of a game in its line, and return East-West's own score where it is not the opposite."""
    values = sides_and_values(text)
    scores = {side: int(value) for side, value in values.items() if value == int(value) and abs(value) <= MAX_SCORE}
    if not values:
        note(_("“%(text)s” is not a score that says whose it is.") % {"text": tidy(text, 20)})
    elif scores.keys() != values.keys():
        note(_("“%(text)s” is not a score; the line is kept as unread.") % {"text": tidy(text, 20)})
        line.unread(text)
    else:
        line.score = scores["NS"] if "NS" in scores else -scores["EW"]
        return scores["EW"] if len(scores) > 1 and scores["EW"] != -line.score else None
    return None


def tricks_in(result: str, declarer: str, contract: str = "") -> str:
    """Read declarer's tricks from a Result: "9", "^9", "EW 10" (tricks of that side), or "+1" beside a contract."""
    sided = re.fullmatch(r"(\^?)\s*(NS|EW)\s+(\d{1,2})", result.upper(), re.ASCII)
    if sided:
        tricks = int(sided[3])
        try:
            own = parse_seat(declarer.lstrip("^ ")).side
        except NotationError:
            return sided[1] + str(tricks)
        return sided[1] + str(tricks if own == sided[2] else 13 - tricks)
    return tricks_of(result, contract.lstrip("^ "))


def read_scores(row: Row, line: Line, note: Callable[[str], None]) -> int | None:
    """Store the scores of a row in its line, with East-West's own score where it is not the opposite.

    A side's cell holds points, "A+" "A" "A-", or a percentage. Magic Contest writes the points of the side that won
    them and "-" for the other.
    """
    numbers: list[int | None] = []
    codes: list[str] = []
    percents: list[Decimal | None] = []
    for side in ("ns", "ew"):
        written = text_of(row, f"score_{side}")
        average, share = _AVERAGE.fullmatch(written), _PERCENT.fullmatch(written)
        percent = decimal(share[1]) if share else None
        given = decimal(text_of(row, f"percentage_{side}", f"percent_{side}", *(PERCENT if side == "ns" else ())))
        number = None
        if average:
            code = f"A{average[1]}"
            codes.append(code)
            given = _AWARDS[code] if given is None else given
        elif percent is not None and percent <= _WHOLE_TOP:
            given = percent
            codes.append(f"{given}%")
        elif written.upper() in NOT_PLAYED and not line.contract:
            line.kind = "not_played"
        elif written and not says_again(written, line):
            number = whole(written, -MAX_SCORE, MAX_SCORE)
            if number is None:
                note(_("“%(text)s” is not a score; the line is kept as unread.") % {"text": tidy(written, 20)})
                line.unread(written)
        numbers.append(number)
        percents.append(given if given is not None and 0 <= given <= 100 else None)
        if len(codes) < len(numbers):
            codes.append("")
    line.ns_percent, line.ew_percent = percents
    if line.kind != "unreadable" and any(codes):
        line.kind = "artificial"
        if any(code.startswith("A") for code in codes):
            line.remark = "/".join(code or "-" for code in codes)
    ns, ew = numbers
    if ns is None and ew is not None:
        line.score = -ew
        return None
    line.score = ns
    return ew if ns is not None and ew is not None and ew != -ns else None


def totals_of(row: Row) -> dict[str, Decimal | None]:
    """Return percentage and points of the session in a row of the ranking. From the second session on, files of the
    French federation have the session's percentage beside the *overall* one."""
    overall = decimal(text_of(row, "totalpercentage", "percentage"))
    session = decimal(text_of(row, "sessionpercentage"))
    total = decimal(text_of(row, "totalscoremp", "totalscore", "totalscoreimp", "totalimp", "totalmp"))
    if session is None:
        return {"percentage": overall, "total": total}
    points = decimal(text_of(row, "sessionscoremp", "sessionscore", "sessionmp"))
    return {"percentage": session, "total": points, "overall": overall}


def players_in(row: Row) -> tuple[PlayerRecord, ...]:
    """Return the players of a row of the ranking: from Name1, Name2..., or from Names ("One - Other") cut in two."""
    numbered = (row[f"name{place}"] for place in range(1, 13) if f"name{place}" in row)
    names = [cell.text for cell in numbered if cell.quoted or cell.value]
    written = text_of(row, "names", "name", "players")
    if written and not names:
        names = next((parts for mark in NAME_SEPARATORS if len(parts := written.split(mark)) == 2), [written])
    return tuple(
        PlayerRecord(name=tidy(name), licence=tidy(text_of(row, f"memberid{place}", f"playerid{place}"), 30))
        for place, name in enumerate(names, 1)
    )


PAR_CONTRACT = ";"
"""Separator between the score of a par and its contract."""


def par_of(game: Game) -> str:
    """Return the par of a board: "NS 990", with its contract where the game has one ("NS 990; 6NT S 12")."""
    contract, other = game.get("OptimumContract"), game.get("ParContract")
    contracts = contract or (f"par {other}" if other else "")
    score = tidy(game.get("OptimumScore"), 40)
    whole_par = f"{score}{PAR_CONTRACT} {tidy(contracts, 40)}" if contracts else score
    return whole_par if len(whole_par) <= LONGEST_PAR else score


LONGEST_PAR = 40
"""Most characters of a stored par."""


def double_dummy_of(game: Game) -> str:
    """Return the 20 digits of PBN's DoubleDummyTricks: from that tag, else from OptimumResultTable, else from Ability,
    the first that is complete; "" if none is."""
    digits = game.get("DoubleDummyTricks").casefold()
    if re.fullmatch(f"[{_HEX}]{{20}}", digits):
        return digits
    if "OptimumResultTable" in game.tags and (made := _optimum_results(game.tags["OptimumResultTable"])):
        return made
    ability = dict(re.findall(r"([NESW]):([0-9A-Da-d]{5})(?![0-9A-Za-z])", game.get("Ability")))
    return "".join(ability[seat] for seat in "NSEW").casefold() if len(ability) == 4 else ""


def _optimum_results(tag: Tag) -> str:
    """Return the tricks of an OptimumResultTable in the order of DoubleDummyTricks; "" if some are missing."""
    columns = columns_of(tag.value)
    made: dict[tuple[str, str], str] = {}
    for _line, written in tag.rows[:40]:
        row = dict(zip(columns, cells_of(written), strict=False))
        tricks = whole(text_of(row, "result"), 0, 13)
        if tricks is not None:
            made[text_of(row, "declarer").upper(), text_of(row, "denomination").upper()] = _HEX[tricks]
    wanted = [made.get((seat, denomination), "") for seat in "NSEW" for denomination in _DENOMINATIONS]
    return "".join(wanted) if all(wanted) else ""


def _tokens(game: Game, name: str) -> Iterator[str]:
    tag = game.tags.get(name)
    for _line, written in tag.rows[:200] if tag else ():
        yield from written.split()[:200]


def auction_of(game: Game, note: Callable[[str], None]) -> tuple[str, ...]:
    """Read the calls in order from the dealer; annotations are left out, and "AP" is expanded. A call that cannot be
    read is noted and ends the auction, as all later calls would shift.

    Section 3.9 of the PBN standard has "^S" in place of the call of a player who was skipped: the call out of turn was
    accepted.
    """
    calls: list[str] = []
    for call in _tokens(game, "Auction"):
        if call == "*" or len(calls) >= 319:  # the longest auction there is
            break
        if call == "^S":
            calls.append("-")
            continue
        plain = _MARKS.sub("", call)
        if plain in _NOBODY:
            continue
        over = len(calls) >= _SHORTEST and calls[-3:] == _PASSES
        if plain.upper() == "AP":
            while len(calls) < _SHORTEST or calls[-3:] != _PASSES:
                calls.append("Pass")
            break
        read = cards.call(plain)
        if not read:
            if not over:
                note(_("A call of the auction cannot be read; it and what follows are left out."))
            break
        calls.append(read)
    return tuple(calls)


def play_of(game: Game, note: Callable[[str], None]) -> tuple[str, ...]:
    """Read the cards trick by trick, each from the seat of the opening leader; "-" for a card not shown. A card that
    cannot be read is noted and ends the play, as all later cards would shift."""
    shown: list[str] = []
    for card in _tokens(game, "Play"):
        if card == "*" or len(shown) >= 52:
            break
        plain = _MARKS.sub("", card)
        if _PLAYED_CARD.fullmatch(plain):
            shown.append(plain.upper().replace("10", "T"))
        elif plain not in _NOBODY:
            note(_("A card of the play is not one that could be played; what follows it is left out."))
            break
    return tuple(shown)


_SHORTEST = 4
"""Fewest calls of an auction."""
_PASSES = ["Pass"] * 3
_REST = re.compile(
    r"(?:\b(?P<who>declarer|north|east|south|west|[nesw])\s+|(?:^|[.;!])\s*)(?P<what>claim|conced)\w*\s+"
    r"(?:the\s+(?:rest|remaining)|all)\b(?:\s+(?:of\s+)?(?:the\s+)?(?:rest|remaining|other|tricks?|13))*\s*(?:[.,;!]|$)",
    re.IGNORECASE,
)
"""A claim or a concession of all other tricks: it begins its sentence or names its player, and nothing limits it."""
_WHOLE = 13


def contract_by(auction: Sequence[str], game: Game) -> tuple[str, str] | None:
    """Return the contract and declarer of an auction, ("PASS", "") when it was passed out; None when it is not over or
    not legal."""
    first = game.get("Auction") or game.get("Dealer")
    try:
        contract_made = cards.contract_of(auction, parse_seat(first))
    except ValueError:
        return None
    return ("PASS", "") if contract_made is None else (str(contract_made), str(contract_made.declarer))


def tricks_by(play: Sequence[str], contract: str, declarer: str, game: Game) -> str:
    """Return declarer's tricks, counted from the play; "" if they cannot be known.

    If the play is incomplete, a comment must say that declarer claims or concedes the other tricks.
    """
    try:
        read, seat = parse_contract(contract.lstrip("^")), parse_seat(declarer.lstrip("^ "))
        leader = parse_seat(game.get("Play"))
    except ValueError:
        return ""
    if read is None:
        return ""
    columns = (leader, leader.lho, leader.partner, leader.rho)
    on_lead, won, count = seat.lho, 0, 0
    for start in range(0, len(play) - 3, 4):
        shown = dict(zip(columns, play[start : start + 4], strict=True))
        if "-" in shown.values():
            break
        order = (on_lead, on_lead.lho, on_lead.partner, on_lead.rho)
        on_lead = cards.winner([(seat, shown[seat]) for seat in order], read.denomination)
        won += on_lead.side is seat.side
        count += 1
    if count == _WHOLE:
        return str(won)
    claim = _REST.search(game.comments)
    if claim is None or (claim["who"] or "declarer")[0].upper() not in (seat, "D"):
        return ""
    return str(won + (_WHOLE - count if claim["what"].casefold() == "claim" else 0))


def winners_of(sections: tuple[SectionRecord, ...]) -> int | None:
    """Return 2 when both directions have a first place, 1 when there is one ranking, None without places."""
    firsts = {
        contestant.direction
        for section in sections
        for contestant in section.contestants
        if contestant.rank.rstrip("=") == "1"
    }
    return None if not firsts else 2 if {"NS", "EW"} <= firsts else 1


def free_number(contestants: Mapping[tuple[str, Direction], object]) -> str:
    """Return the next number that no contestant has."""
    number = len(contestants) + 1
    while is_known(str(number), contestants):
        number += 1
    return str(number)
