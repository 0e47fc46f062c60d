"""USEBIO, the XML results files of the English Bridge Union and its neighbours (usebio.org, versions 1.0 to 1.3).

EVENT holds PARTICIPANTS and BOARDs, directly or under SESSION and SECTION; a BOARD holds one TRAVELLER_LINE a table. In
a team or Swiss event the BOARDs are under MATCH. The hands are apart, in HANDSET. SCORE is from North-South's side;
"A6040" there is an artificial score, in percent. Dealer and vulnerability are not in the file: they follow from the
board's number (Law 2).

A file is refused, before anything of it is used, when it declares entities or any grammar of its own: nothing is
expanded and nothing is fetched. A DOCTYPE that only points elsewhere is read past.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from decimal import Decimal
from urllib.parse import unquote
from xml.sax.saxutils import escape, quoteattr

from django.utils.translation import gettext as _

from arbitrage.exchange.markup import Element, parse_xml
from arbitrage.exchange.reading import (
    BLANKS,
    MAX_BOARD_NUMBER,
    MAX_BOARDS,
    MAX_CONTESTANTS,
    MAX_RESULTS,
    MAX_SCORE,
    MAX_TABLE,
    Contestants,
    Line,
    Notes,
    Where,
    at_board,
    at_line,
    check_size,
    date,
    deal_from_north,
    decimal,
    is_known,
    read_play,
    section_records,
    settle,
    tidy,
    whole,
)
from arbitrage.exchange.records import (
    BoardRecord,
    ContestantRecord,
    Direction,
    Event,
    MatchRecord,
    PlayerRecord,
    ResultRecord,
    Scoring,
    TeamRecord,
    TournamentFile,
    Unreadable,
)
from rulings.bridge import RANKS, NotationError, Seat, dealer, holding, parse_deal, parse_seat, vulnerability

# Reading


def read(data: bytes) -> TournamentFile:
    """The tournament in a USEBIO file.

    :raises Unreadable: it is not one, or is broken, or hostile.
    """
    check_size(data)
    notes = Notes()
    root, encoding = parse_xml(data, notes)
    if root.name != "USEBIO":
        raise Unreadable(
            at_line(root.line),
            _("The file begins with <%(name)s>; a USEBIO results file begins with <USEBIO>.")
            % {"name": tidy(root.name, 40)},
        )
    events = root.all("EVENT")
    if not events:
        raise Unreadable(at_line(root.line), _("There is no <EVENT> in the file: it holds no tournament."))
    for other in events[1:]:
        notes.add(at_line(other.line), _("The file holds a second event; only the first is read."))
    reader = _Reader(events[0], notes)
    reader.read_hands(root)
    return reader.tournament(root, encoding)


_SCORING: dict[str, Scoring] = {
    "MATCH_POINTS": "MP", "MP": "MP", "MPS": "MP", "MP_PAIRS": "MP",
    "BUTLER": "BUTLER", "BUTLER_PAIRS": "BUTLER",
    "CROSS_IMPS": "CROSS_IMPS", "CROSS_IMP": "CROSS_IMPS", "CROSS_IMP_PAIRS": "CROSS_IMPS",
    "IMPS": "IMPS", "TEAMS": "IMPS",
    "PAB": "PAB", "POINT_A_BOARD": "PAB",
    "AGGREGATE": "TOTAL", "TOTAL_POINTS": "TOTAL",
}  # fmt: skip

_POINTS: tuple[tuple[Scoring, str], ...] = (
    ("MP", "MATCH_POINTS"),
    ("BUTLER", "BUTLER_POINTS"),
    ("CROSS_IMPS", "CROSS_IMP_POINTS"),
)

_ARTIFICIAL = re.compile(r"A([0-9]{2})([0-9]{2})")
_LIN_HAND = re.compile("S([AKQJT2-9]*)H([AKQJT2-9]*)D([AKQJT2-9]*)C([AKQJT2-9]*)")
_NOT_PLAYED = frozenset(("NP", "N P", "N/P", "NOT PLAYED"))


class _Reader:
    """One event being read: what has been found so far, by session and section."""

    def __init__(self, event: Element, notes: Notes) -> None:
        self.event = event
        self.notes = notes
        sessions = event.all("SESSION")
        self.session_names = {
            id(node): tidy(node.attributes.get("SESSION_ID", ""), 30) or str(place) if len(sessions) > 1 else ""
            for place, node in enumerate(sessions, 1)
        }
        self.hands: dict[tuple[str, int], str] = {}
        self.sections: dict[Where, Contestants] = {}
        self.boards: dict[tuple[str, int], list[ResultRecord]] = {}
        self.teams: dict[str, TeamRecord] = {}
        self.matches: list[MatchRecord] = []
        self.results = 0
        self.contestants = 0
        self.kind = self._event_kind()
        self.scoring = self._scoring()

    def tournament(self, root: Element, encoding: str) -> TournamentFile:
        self._walk(self.event, "", "", None)
        numbers = {number for _session, number in self.boards}
        unplayed = sorted({number for _session, number in self.hands} - numbers)
        if not numbers:
            self.boards = {("", number): [] for number in unplayed}
        elif unplayed:
            self.notes.add(
                "",
                _("The file also has the hands of boards that nobody played; they are left out: %(boards)s.")
                % {"boards": ", ".join(map(str, unplayed[:60]))},
            )
        if not self.boards:
            raise Unreadable(at_line(self.event.line), _("The tournament has no board: nothing was recorded."))
        event = self.event
        name = tidy(event.first("EVENT_DESCRIPTION", "TITLE", "EVENT_NAME"))
        day = date(event.first("DATE"))
        if day is None:
            self.notes.add(at_line(event.line), _("The file has no date that can be read."))
        winners = whole(event.first("WINNER_TYPE"), 1, 2)
        club = next((tidy(club.first("CLUB_NAME")) for club in root.all("CLUB")), "")
        program = tidy(f"{event.first('PROGRAM_NAME')} {event.first('PROGRAM_VERSION')}", 100)
        return TournamentFile(
            name=name,
            date=day,
            scoring=self.scoring,
            winners=winners,
            event=self.kind,
            club=club,
            sections=section_records(self.sections, self.boards),
            boards=tuple(self._boards()),
            teams=tuple(self.teams.values()),
            matches=tuple(self.matches),
            warnings=self.notes.all(),
            format="usebio",
            version=tidy(root.attributes.get("Version", root.attributes.get("VERSION", "")), 20),
            program=program,
            encoding=encoding,
        )

    # What kind of tournament

    def _types(self) -> Iterator[str]:
        yield self.event.attributes.get("EVENT_TYPE", "")
        for child in self.event.children:
            if child.name in ("PARTICIPANTS", "BOARD"):
                yield child.attributes.get("EVENT_TYPE", "")

    def _event_kind(self) -> Event:
        written = self.event.attributes.get("EVENT_TYPE", "").upper()
        if "INDIVIDUAL" in written:
            return "individual"
        return "teams" if "TEAM" in written else "pairs"

    def _scoring(self) -> Scoring:
        """The method the file names; failing that, the one whose points the first line that has any carries."""
        words = [
            self.event.first("BOARD_SCORING_METHOD"),
            *self._types(),
            self.event.first("PAIRWISE_SCORING_METHOD", "SCORING_METHOD"),
        ]
        for word in words:
            if word.upper() in _SCORING:
                return _SCORING[word.upper()]
        for line in _descendants(self.event, "TRAVELLER_LINE"):
            for scoring, suffix in _POINTS:
                if line.first(f"NS_{suffix}"):
                    return scoring
        return ""

    # The levels of the event

    def _walk(self, node: Element, session: str, letter: str, above: "list[ContestantRecord] | None") -> None:
        session = self.session_names.get(id(node), session)
        listed = node.all("PARTICIPANTS")
        own = [contestant for participants in listed for contestant in self._participants(participants)]
        if node.name == "SECTION" and (own or above is None):
            letter = tidy(node.attributes.get("SECTION_ID", ""), 30)
        contestants = own or above or []
        divided = any(child.name in ("SESSION", "SECTION") for child in node.children)
        if any(child.name in ("BOARD", "MATCH") for child in node.children) or (own and not divided):
            self._register((session, letter), contestants, node.line)
        for child in node.children:
            if child.name == "BOARD":
                self._read_board(child, (session, letter))
            elif child.name == "MATCH":
                self._read_match(child, (session, letter))
            elif child.name in ("SESSION", "SECTION"):
                self._walk(child, session, letter, contestants or None)

    def _register(self, where: Where, contestants: list[ContestantRecord], line: int) -> None:
        known = self.sections.setdefault(where, {})
        for contestant in contestants:
            key = (contestant.number, contestant.direction)
            if known.setdefault(key, contestant) != contestant:
                self.notes.add(
                    at_line(line),
                    _("Number %(number)s is given to two contestants; the first is kept.")
                    % {"number": contestant.number},
                )
        self._count_contestants(len(contestants), at_line(line))

    def _count_contestants(self, more: int, place: str) -> None:
        self.contestants += more
        if self.contestants > MAX_CONTESTANTS:
            raise Unreadable(place, _("There are more contestants than in any tournament."))

    # Participants

    def _participants(self, node: Element) -> Iterator[ContestantRecord]:
        for child in node.children:
            if child.name == "PAIR":
                yield from self._pair(child)
            elif child.name == "TEAM":
                yield from self._team(child)
            elif child.name == "PLAYER":
                yield from self._individual(child)

    def _pair(self, node: Element, team: str = "") -> Iterator[ContestantRecord]:
        yield from self._contestant(node, node.first("PAIR_NUMBER"), node.all("PLAYER"), team)

    def _individual(self, node: Element) -> Iterator[ContestantRecord]:
        yield from self._contestant(node, node.first("PLAYER_NUMBER"), [node], "")

    def _team(self, node: Element) -> Iterator[ContestantRecord]:
        number = tidy(node.attributes.get("TEAM_ID", "") or node.first("TEAM_ID", "TEAM_NUMBER"), 20)
        if not number:
            self.notes.add(at_line(node.line), _("A team without a number is left out."))
            return
        self.teams.setdefault(
            number,
            TeamRecord(
                number=number,
                name=tidy(node.attributes.get("TEAM_NAME", "") or node.first("TEAM_NAME")),
                total=decimal(node.first("TOTAL_SCORE")),
                rank=tidy(node.first("PLACE"), 10),
            ),
        )
        pairs = node.all("PAIR")
        for pair in pairs:
            yield from self._pair(pair, number)
        if not pairs:
            yield from self._contestant(node, number, node.all("PLAYER"), number)

    def _contestant(self, node: Element, number: str, players: list[Element], team: str) -> Iterator[ContestantRecord]:
        number = tidy(number, 20)
        if not number:
            self.notes.add(at_line(node.line), _("A contestant without a number is left out."))
            return
        named = tuple(map(_player, players[:12]))
        yield ContestantRecord(
            number=number,
            direction=_direction(node.first("DIRECTION")),
            players=named if any(player.name or player.licence for player in named) else (),
            percentage=decimal(node.first("PERCENTAGE")),
            total=decimal(node.first("TOTAL_SCORE", "PAIR_IMPS")),
            rank=tidy(node.first("PLACE"), 10),
            team=team,
        )

    # Boards

    def _read_match(self, node: Element, where: Where) -> None:
        one = tidy(node.first("TEAM", "NS_PAIR_NUMBER"), 20)
        other = tidy(node.first("OPPOSING_TEAM", "EW_PAIR_NUMBER"), 20)
        number = whole(node.first("ROUND_NUMBER"), 1, MAX_TABLE)
        imps: list[tuple[int, Decimal]] = []
        for board in node.all("BOARD"):
            played = self._read_board(board, where, match=node, round_number=number)
            points = decimal(board.first("IMPS", "TEAM_POINTS"))
            if played is not None and points is not None:
                imps.append((played, points))
        self.matches.append(
            MatchRecord(
                one=one,
                other=other,
                round=number,
                one_score=decimal(node.first("TEAM_SCORE", "NS_SCORE")),
                other_score=decimal(node.first("OPPOSING_TEAM_SCORE", "EW_SCORE")),
                imps=tuple(imps),
                session=where[0],
            )
        )

    def _read_board(
        self, node: Element, where: Where, *, match: Element | None = None, round_number: int | None = None
    ) -> int | None:
        number = whole(node.first("BOARD_NUMBER"), 1, MAX_BOARD_NUMBER)
        if number is None:
            self.notes.add(
                at_line(node.line),
                _("“%(text)s” is not a board number; the board is left out.")
                % {"text": tidy(node.first("BOARD_NUMBER"), 20)},
            )
            return None
        session, letter = where
        if (session, number) not in self.boards and len(self.boards) >= MAX_BOARDS:
            raise Unreadable(at_line(node.line), _("There are more boards than in any tournament."))
        results = self.boards.setdefault((session, number), [])
        if node.all("HAND"):
            self._hold(node, session, number)
        for line in node.all("TRAVELLER_LINE"):
            self.results += 1
            if self.results > MAX_RESULTS:
                raise Unreadable(at_line(line.line), _("There are more results than in any tournament."))
            results.append(self._read_line(line, number, where, match, round_number))
        return number

    def _read_line(
        self, node: Element, board: int, where: Where, match: Element | None, round_number: int | None
    ) -> ResultRecord:
        place = at_board(node.line, board)

        def note(reason: str) -> None:
            self.notes.add(place, reason)

        line = read_play(
            contract=node.first("CONTRACT"),
            declarer=node.first("PLAYED_BY"),
            tricks=node.first("TRICKS"),
            lead=node.first("LEAD"),
            note=note,
        )
        points = [(scoring, node.first(f"NS_{suffix}"), node.first(f"EW_{suffix}")) for scoring, suffix in _POINTS]
        given = [one for one in points if one[1] or one[2]]
        given.sort(key=lambda one: one[0] != self.scoring)
        ns_points, ew_points = (decimal(given[0][1]), decimal(given[0][2])) if given else (None, None)
        self._read_score(node.first("SCORE"), line, note)
        settle(line, points=bool(given), note=note)
        remark = tidy(node.first("NOTES", "REMARK"))
        if not {(where[0], board), ("", board)} & self.hands.keys() and (deal := _lin_deal(node.first("LIN_DATA"))):
            self._keep(deal, where[0], board, place)
        ns, ew, players = self._who(node, match, where, place)
        return ResultRecord(
            ns=ns,
            ew=ew,
            kind=line.kind,
            section=where[1],
            table=whole(node.first("TABLE_NUMBER", "TABLE"), 1, MAX_TABLE),
            round=whole(node.first("ROUND_NUMBER"), 1, MAX_TABLE) or round_number,
            players=players,
            contract=line.contract,
            declarer=line.declarer,
            lead=line.lead,
            tricks=line.tricks,
            score=line.score,
            ns_points=ns_points,
            ew_points=ew_points,
            ns_percent=line.ns_percent,
            ew_percent=line.ew_percent,
            remark=line.remark or remark,
        )

    def _read_score(self, text: str, line: Line, note: Callable[[str], None]) -> None:
        """Put a line's SCORE where it belongs: points for North-South, or "A6040", or that it was not played."""
        text = text.strip()
        artificial = _ARTIFICIAL.fullmatch(text.upper())
        if text in BLANKS:
            return
        if artificial:
            line.kind = "artificial"
            line.ns_percent, line.ew_percent = Decimal(artificial[1]), Decimal(artificial[2])
        elif text.upper() in _NOT_PLAYED and line.kind == "played":
            line.kind = "not_played"
        else:
            line.score = whole(re.sub(r"\.0+$", "", text), -MAX_SCORE, MAX_SCORE)
            if line.score is None:
                note(_("“%(text)s” is not a score; the line is kept as unread.") % {"text": tidy(text, 20)})
                line.unread(text)
            elif line.score and line.kind == "passed":
                note(_("The board is recorded as passed out with a score of %(score)s.") % {"score": line.score})

    def _who(self, node: Element, match: Element | None, where: Where, place: str) -> tuple[str, str, tuple[str, ...]]:
        """North-South's number, East-West's, and in an individual the four players' (N, E, S, W) instead."""
        four = tuple(tidy(node.first(f"{seat}_PLAYER_NUMBER"), 20) for seat in Seat)
        if any(four):
            for number in four:
                self._meet(number, where, place)
            return "", "", four
        ns, ew = tidy(node.first("NS_PAIR_NUMBER"), 20), tidy(node.first("EW_PAIR_NUMBER"), 20)
        if match is not None and not ns and not ew:
            ns, ew = tidy(match.first("NS_PAIR_NUMBER"), 20), tidy(match.first("EW_PAIR_NUMBER"), 20)
            if _direction(node.first("DIRECTION")) == "EW":
                ns, ew = ew, ns
        if not ns or not ew:
            self.notes.add(place, _("The line does not say which pairs played."))
        for number in (ns, ew):
            self._meet(number, where, place)
        return ns, ew, ()

    def _meet(self, number: str, where: Where, place: str) -> None:
        """Make a contestant of a number that no list of participants has."""
        section = self.sections[where]
        if not number or is_known(number, section):
            return
        self._count_contestants(1, place)
        section[number, ""] = ContestantRecord(number=number)
        self.notes.add(
            place,
            _("Number %(number)s is on the travellers but not among the participants; it has no name.")
            % {"number": number},
        )

    def _boards(self) -> Iterator[BoardRecord]:
        order = {session: place for place, (session, _number) in reversed(list(enumerate(self.boards)))}
        for session, number in sorted(self.boards, key=lambda key: (order[key[0]], key[1])):
            yield BoardRecord(
                number=number,
                dealer=str(dealer(number)),
                vulnerability=vulnerability(number),
                deal=self.hands.get((session, number)) or self.hands.get(("", number), ""),
                session=session,
                results=tuple(self.boards[session, number]),
            )

    # Hands

    def read_hands(self, root: Element) -> None:
        """Keep the hands of every HANDSET: one for all sessions, or as many as there are sessions."""
        handsets = list(_descendants(root, "HANDSET"))
        names = list(self.session_names.values())
        each = len(handsets) == len(names) > 1
        for place, handset in enumerate(handsets):
            for board in handset.all("BOARD"):
                number = whole(board.first("BOARD_NUMBER"), 1, MAX_BOARD_NUMBER)
                if number is None:
                    self.notes.add(at_line(board.line), _("The hands of a board without a number are left out."))
                else:
                    self._hold(board, names[place] if each else "", number)

    def _hold(self, node: Element, session: str, number: int) -> None:
        """Keep the deal of a BOARD that has HANDs."""
        place = at_board(node.line, number)
        hands = dict.fromkeys(Seat, "-")
        for hand in node.all("HAND"):
            try:
                seat = parse_seat(hand.first("DIRECTION"))
            except NotationError:
                self.notes.add(place, _("A hand does not say whose it is."))
                continue
            suits = (hand.first(suit).replace(" ", "") for suit in ("SPADES", "HEARTS", "DIAMONDS", "CLUBS"))
            hands[seat] = ".".join("" if suit in BLANKS else suit for suit in suits)
        self._keep(f"N:{' '.join(hands.values())}", session, number, place)

    def _keep(self, written: str, session: str, number: int, place: str) -> None:
        deal = deal_from_north(written, place, self.notes)
        if deal and self.hands.setdefault((session, number), deal) != deal:
            self.notes.add(place, _("The board has two different deals in the file; the first is kept."))


def _player(node: Element) -> PlayerRecord:
    """The player of a PLAYER; the licence is the federation's number, or the club's. Zeros stand for none."""
    licences = (tidy(node.first(tag), 30) for tag in ("NATIONAL_ID_NUMBER", "CLUB_ID_NUMBER"))
    return PlayerRecord(
        name=tidy(node.first("PLAYER_NAME", "NAME", "FULL_NAME")),
        licence=next((licence for licence in licences if licence.strip("0")), ""),
    )


def _lin_deal(lin: str) -> str:
    """The deal in the "md" of a quoted LIN record, as PBN, or "". LIN gives South, West, North; East has the rest."""
    found = re.search(r"md\|[1-4]?([^|]{0,120})\|", unquote(lin))
    hands = [_LIN_HAND.fullmatch(hand.strip()) for hand in found[1].upper().split(",")[:3]] if found else []
    held = [hand.groups() for hand in hands if hand]
    if len(held) != 3:
        return ""
    rest = ["".join(rank for rank in RANKS if not any(rank in hand[suit] for hand in held)) for suit in range(4)]
    return "S:" + " ".join(".".join(hand) for hand in (*held, rest))


def _direction(text: str) -> Direction:
    plain = text.upper().replace("-", "").replace("/", "")
    return "NS" if plain in ("NS", "N") else "EW" if plain in ("EW", "E", "WE") else ""


def _descendants(node: Element, name: str) -> Iterator[Element]:
    for child in node.children:
        if child.name == name:
            yield child
        yield from _descendants(child, name)


# Writing

_METHODS: dict[Scoring, tuple[str, str]] = {
    "MP": ("PAIRS", "MATCH_POINTS"),
    "BUTLER": ("BUTLER_PAIRS", "BUTLER"),
    "CROSS_IMPS": ("PAIRS", "CROSS_IMPS"),
    "IMPS": ("PAIRS", "IMPS"),
    "PAB": ("PAIRS", "PAB"),
    "TOTAL": ("PAIRS", "AGGREGATE"),
    "": ("PAIRS", ""),
}


def write(tournament: TournamentFile) -> bytes:
    """The tournament as a USEBIO 1.2 file, in UTF-8, without a DOCTYPE; `read` gives the same records back.

    The format has no place for a dealer or vulnerability other than Law 2's, double-dummy results, par, auctions, play,
    East-West's own score, frequencies, or points other than match points, Butler and cross-IMPs; it says artificial
    scores in whole percents. Tables, rounds and remarks are in elements of their own, which other programs skip.

    A board that nobody played is written with its hands only, and left out again when others were played.

    :raises ValueError: the tournament is one of teams, or a result is in a section that is not there.
    """
    if tournament.teams or tournament.matches:
        raise ValueError("Team matches are not written in USEBIO.")
    letters = {(section.session, section.letter) for section in tournament.sections}
    for board in tournament.boards:
        for line in board.results:
            if (board.session, line.section) not in letters:
                raise ValueError(f"Board {board.number} has a result in section {line.section!r}, which is not there.")
    event_type, method = _METHODS[tournament.scoring]
    out = _Writer()
    with out.inside("USEBIO", Version="1.2"):
        if tournament.club:
            with out.inside("CLUB"):
                out.leaf("CLUB_NAME", tournament.club)
        individual = tournament.event == "individual"
        with out.inside("EVENT", EVENT_TYPE="INDIVIDUAL" if individual else event_type):
            out.leaf("EVENT_DESCRIPTION", tournament.name)
            out.leaf("DATE", tournament.date.strftime("%d/%m/%Y") if tournament.date else "")
            out.leaf("PROGRAM_NAME", tournament.program)
            out.leaf("BOARD_SCORING_METHOD", method)
            out.leaf("WINNER_TYPE", tournament.winners)
            sessions = tournament.sessions or ("",)
            for session in sessions:
                with out.inside("SESSION", SESSION_ID=session or "1"):
                    _write_session(out, tournament.session(session))
        for session in sessions:
            dealt = [board for board in tournament.session(session).boards if board.deal]
            if dealt or len(sessions) > 1:
                with out.inside("HANDSET"):
                    for board in dealt:
                        _write_hands(out, board)
    return out.bytes()


def _write_session(out: "_Writer", tournament: TournamentFile) -> None:
    individual = tournament.event == "individual"
    points = dict(_POINTS).get(tournament.scoring, "" if tournament.scoring else "MATCH_POINTS")
    for section in tournament.sections:
        with out.inside("SECTION", SECTION_ID=section.letter):
            with out.inside("PARTICIPANTS"):
                for contestant in section.contestants:
                    _write_contestant(out, contestant, individual)
            for board in tournament.boards:
                lines = [line for line in board.results if line.section == section.letter]
                if lines:
                    with out.inside("BOARD"):
                        out.leaf("BOARD_NUMBER", board.number)
                        for line in lines:
                            _write_line(out, line, points)


def _write_contestant(out: "_Writer", contestant: ContestantRecord, individual: bool) -> None:
    with out.inside("PLAYER" if individual else "PAIR"):
        out.leaf("PLAYER_NUMBER" if individual else "PAIR_NUMBER", contestant.number)
        out.leaf("DIRECTION", contestant.direction)
        out.leaf("PERCENTAGE", contestant.percentage)
        out.leaf("TOTAL_SCORE", contestant.total)
        out.leaf("PLACE", contestant.rank)
        for player in contestant.players:
            if individual:
                out.leaf("PLAYER_NAME", player.name)
                out.leaf("NATIONAL_ID_NUMBER", player.licence)
            else:
                with out.inside("PLAYER"):
                    out.leaf("PLAYER_NAME", player.name)
                    out.leaf("NATIONAL_ID_NUMBER", player.licence)


def _write_line(out: "_Writer", line: ResultRecord, points: str) -> None:
    contract, score, remark = line.contract, "" if line.score is None else str(line.score), line.remark
    if line.kind == "passed":
        contract = "PASS"
    elif line.kind == "artificial" and line.ns_percent is not None and line.ew_percent is not None:
        score = f"A{round(line.ns_percent):02d}{round(line.ew_percent):02d}"
    elif line.kind == "unreadable":
        # What could not be read goes back where it was: in the contract, or beside a contract, in the score.
        contract, score, remark = (contract, remark, "") if contract else (remark, score, "")
    with out.inside("TRAVELLER_LINE"):
        for seat, number in zip(Seat, line.players, strict=False):
            out.leaf(f"{seat}_PLAYER_NUMBER", number)
        out.leaf("NS_PAIR_NUMBER", line.ns)
        out.leaf("EW_PAIR_NUMBER", line.ew)
        out.leaf("CONTRACT", contract)
        out.leaf("PLAYED_BY", line.declarer)
        out.leaf("LEAD", line.lead.replace("T", "10"))
        out.leaf("TRICKS", line.tricks)
        out.leaf("SCORE", score)
        if points:
            out.leaf(f"NS_{points}", line.ns_points)
            out.leaf(f"EW_{points}", line.ew_points)
        out.leaf("TABLE_NUMBER", line.table)
        out.leaf("ROUND_NUMBER", line.round)
        out.leaf("NOTES", remark)


def _write_hands(out: "_Writer", board: BoardRecord) -> None:
    with out.inside("BOARD"):
        out.leaf("BOARD_NUMBER", board.number)
        for seat, hand in parse_deal(board.deal).items():
            with out.inside("HAND"):
                out.leaf("DIRECTION", {"N": "North", "E": "East", "S": "South", "W": "West"}[seat])
                for name, suit in (("SPADES", "S"), ("HEARTS", "H"), ("DIAMONDS", "D"), ("CLUBS", "C")):
                    out.leaf(name, holding(hand, suit))


class _Writer:
    """XML, one element a line."""

    def __init__(self) -> None:
        self.lines = ['<?xml version="1.0" encoding="UTF-8"?>']
        self.depth = 0

    @contextmanager
    def inside(self, name: str, **attributes: str) -> Iterator[None]:
        written = "".join(f" {key}={quoteattr(tidy(value))}" for key, value in attributes.items() if value)
        self.lines.append(f"{'  ' * self.depth}<{name}{written}>")
        self.depth += 1
        yield
        self.depth -= 1
        self.lines.append(f"{'  ' * self.depth}</{name}>")

    def leaf(self, name: str, value: object) -> None:
        """An element with text; none for a value that is not known."""
        if value is not None and value != "":
            self.lines.append(f"{'  ' * self.depth}<{name}>{escape(tidy(str(value)))}</{name}>")

    def bytes(self) -> bytes:
        return ("\n".join(self.lines) + "\n").encode()
