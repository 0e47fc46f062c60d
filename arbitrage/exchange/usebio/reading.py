"""A USEBIO file as a tournament."""

from collections.abc import Callable, Iterator
from decimal import Decimal

from django.utils.translation import gettext as _

from arbitrage.exchange.gathering import Contestants, Where, is_known, section_records
from arbitrage.exchange.markup import Element, parse_xml, root_name
from arbitrage.exchange.reading import (
    BLANKS,
    MAX_BOARD_NUMBER,
    MAX_BOARDS,
    MAX_CONTESTANTS,
    MAX_RESULTS,
    MAX_TABLE,
    Line,
    Notes,
    at_board,
    at_line,
    begin,
    date,
    deal_from_north,
    decimal,
    read_play,
    read_score,
    settle,
    tidy,
    whole,
)
from arbitrage.exchange.records import (
    BoardRecord,
    ContestantRecord,
    Event,
    MatchRecord,
    ResultRecord,
    Scoring,
    TeamRecord,
    TournamentFile,
    Unreadable,
)
from arbitrage.exchange.usebio.words import (
    ARTIFICIAL,
    POINTS,
    SCORING,
    descendants,
    direction,
    lin_deal,
    player,
)
from rulings.bridge import NotationError, Seat, dealer, parse_seat, vulnerability


def recognises(start: bytes) -> bool:
    """Is it XML with the root element of USEBIO?"""
    return root_name(start) == "USEBIO"


def read(data: bytes) -> TournamentFile:
    """Read the tournament in a USEBIO file.

    :raises Unreadable: the file is of another format, broken or hostile.
    """
    notes = begin(data)
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


class _Reader:
    """The reading of one event: results collected by session and section."""

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
        self.rounds_of_matches: list[tuple[int, int]] = []
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
            halves=self._halves(),
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

    def _halves(self) -> int:
        """Return 2 where the lines of a match count their rounds by half: rounds 1 and 2 are match 1, rounds 3 and 4
        match 2. Return 1 elsewhere."""
        by_half = all(round in (2 * match - 1, 2 * match) for match, round in self.rounds_of_matches)
        return 2 if by_half and any(match != round for match, round in self.rounds_of_matches) else 1

    # The kind of tournament

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
        """Return the method named in the file, or else the one of the first line that has points."""
        words = [
            self.event.first("BOARD_SCORING_METHOD"),
            *self._types(),
            self.event.first("PAIRWISE_SCORING_METHOD", "SCORING_METHOD"),
        ]
        for word in words:
            if word.upper() in SCORING:
                return SCORING[word.upper()]
        for line in descendants(self.event, "TRAVELLER_LINE"):
            for scoring, suffix in POINTS:
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
        named = tuple(map(player, players[:12]))
        yield ContestantRecord(
            number=number,
            direction=direction(node.first("DIRECTION")),
            players=named if any(player.name or player.licence for player in named) else (),
            percentage=decimal(node.first("PERCENTAGE")),
            total=decimal(node.first("TOTAL_SCORE", "PAIR_IMPS")),
            rank=tidy(node.first("PLACE"), 10),
            team=team,
        )

    # Boards

    def _read_match(self, node: Element, where: Where) -> None:
        first_team = tidy(node.first("TEAM", "NS_PAIR_NUMBER"), 20)
        other = tidy(node.first("OPPOSING_TEAM", "EW_PAIR_NUMBER"), 20)
        number = whole(node.first("ROUND_NUMBER"), 1, MAX_TABLE)
        if number is not None:
            own = [whole(line.first("ROUND_NUMBER"), 1, MAX_TABLE) for line in descendants(node, "TRAVELLER_LINE")]
            self.rounds_of_matches += [(number, round) for round in own if round is not None]
        imps: list[tuple[int, Decimal]] = []
        for board in node.all("BOARD"):
            played = self._read_board(board, where, match=node, round_number=number)
            points = decimal(board.first("IMPS", "TEAM_POINTS"))
            if played is not None and points is not None:
                imps.append((played, points))
        self.matches.append(
            MatchRecord(
                one=first_team,
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
        points = [(scoring, node.first(f"NS_{suffix}"), node.first(f"EW_{suffix}")) for scoring, suffix in POINTS]
        given = [entry for entry in points if entry[1] or entry[2]]
        given.sort(key=lambda entry: entry[0] != self.scoring)
        ns_points, ew_points = (decimal(given[0][1]), decimal(given[0][2])) if given else (None, None)
        self._read_score(node.first("SCORE"), line, note)
        settle(line, points=bool(given), note=note)
        remark = tidy(node.first("NOTES", "REMARK"))
        if not {(where[0], board), ("", board)} & self.hands.keys() and (deal := lin_deal(node.first("LIN_DATA"))):
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
        """Store a line's SCORE: points for North-South, percentages ("A6040"), or that it was not played."""
        artificial = ARTIFICIAL.fullmatch(text.strip().upper())
        if artificial:
            line.kind = "artificial"
            line.ns_percent, line.ew_percent = Decimal(artificial[1]), Decimal(artificial[2])
        else:
            read_score(text, line, note)
            if line.score and line.kind == "passed":
                note(_("The board is recorded as passed out with a score of %(score)s.") % {"score": line.score})

    def _who(self, node: Element, match: Element | None, where: Where, place: str) -> tuple[str, str, tuple[str, ...]]:
        """Return North-South's number, East-West's, and in an individual the four players' (N, E, S, W) instead."""
        four = tuple(tidy(node.first(f"{seat}_PLAYER_NUMBER"), 20) for seat in Seat)
        if any(four):
            for number in four:
                self._meet(number, where, place)
            return "", "", four
        ns, ew = tidy(node.first("NS_PAIR_NUMBER"), 20), tidy(node.first("EW_PAIR_NUMBER"), 20)
        if match is not None and not ns and not ew:
            ns, ew = tidy(match.first("NS_PAIR_NUMBER"), 20), tidy(match.first("EW_PAIR_NUMBER"), 20)
            if direction(node.first("DIRECTION")) == "EW":
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
        """Store the hands of every HANDSET: one set for all sessions, or one for each."""
        handsets = list(descendants(root, "HANDSET"))
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
