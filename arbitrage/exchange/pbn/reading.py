"""Games of PBN as a tournament: its boards, the results of one table or of a whole traveller, and its contestants."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from django.utils.translation import gettext as _

from arbitrage.exchange.gathering import Contestants, Where, is_known, numbered_teams, section_records
from arbitrage.exchange.pbn.games import CHARSET, SEATS, Game, Games, Row, Tag, cells_of, columns_of, text_of
from arbitrage.exchange.pbn.words import (
    KNOWN_COLUMNS,
    LABEL,
    auction_of,
    contract_by,
    direction_of,
    double_dummy_of,
    event_of,
    free_number,
    number_of,
    par_of,
    play_of,
    players_in,
    read_own_score,
    read_scores,
    room_of,
    scoring_of,
    sides_and_values,
    totals_of,
    tricks_by,
    tricks_in,
    winners_of,
)
from arbitrage.exchange.reading import (
    MAX_BOARD_NUMBER,
    MAX_BOARDS,
    MAX_CONTESTANTS,
    MAX_RESULTS,
    MAX_TABLE,
    Notes,
    at_board,
    at_line,
    begin,
    date,
    deal_from_north,
    decimal,
    decode,
    read_play,
    settle,
    tidy,
    whole,
)
from arbitrage.exchange.records import (
    BoardRecord,
    ContestantRecord,
    Direction,
    Event,
    PlayerRecord,
    ResultRecord,
    Scoring,
    TournamentFile,
    Unreadable,
)
from rulings.bridge import NotationError, Seat, dealer, parse_seat, parse_vulnerability, vulnerability


def read(data: bytes) -> TournamentFile:
    """Read the tournament, or the deals alone, in a PBN file.

    :raises Unreadable: the file is not PBN, or has no readable board.
    """
    notes = begin(data)
    charset = CHARSET.search(data[:20_000])
    text, encoding = decode(data, charset[1].decode("ascii") if charset else "", notes)
    games = Games(text.removeprefix("\ufeff"), notes)
    reader = _Reader(notes)
    for game in games:
        reader.read(game)
    if not reader.boards:
        raise Unreadable("", _('No board of the file can be read. A PBN file has a [Board "1"] and a [Deal] for each.'))
    return reader.tournament(games, encoding)


class _Reader:
    """Results collected game after game."""

    def __init__(self, notes: Notes) -> None:
        self.notes = notes
        self.first: Game | None = None
        self.results = 0
        self.unnumbered = 0
        self.boards: dict[tuple[str, int], BoardRecord] = {}
        self.lines: dict[tuple[str, int], list[ResultRecord]] = {}
        self.sections: dict[Where, Contestants] = {}
        self.numbers: dict[tuple[str, str, tuple[str, ...]], str] = {}
        self.taken: dict[Where, set[tuple[str, Direction]]] = {}
        self.ranked: set[str] = set()
        self.event: Event = ""
        self.scoring: Scoring = ""

    def read(self, game: Game) -> None:
        """Read one game: its board, and its results if it has any."""
        self.first = self.first or game
        self.event = self.event or event_of(game)
        self.scoring = self.scoring or scoring_of(game.get("Scoring"), self.event)
        key = self._board(game)
        if key is None:
            return
        session, number = key
        section = tidy(game.get("Section"), 30)
        if "TotalScoreTable" in game.tags:
            self._read_ranking(game.tags["TotalScoreTable"], session, section)
        own = self._own_result(game, number)
        if "ScoreTable" in game.tags:
            lines = list(self._read_score_table(game.tags["ScoreTable"], number, session, section))
            self.lines[key].extend(self._joined(lines, own, game) if own else lines)
        elif own:
            self.lines[key].append(self._seated(own, game, session, section))

    def tournament(self, games: Games, encoding: str) -> TournamentFile:
        first = self.first or Game(0)
        meta = games.meta
        if meta.get("generator"):
            program = f"{meta['generator']} {meta.get('version', '')}"
        else:
            program = first.get("Application") or meta.get("creator", "")
        sections = numbered_teams(section_records(self.sections, self.lines))
        winners = whole(meta.get("winnercount", ""), 1, 2)
        if "winnercount" not in meta and self.ranked:
            winners = winners_of(sections)
        return TournamentFile(
            name=tidy(first.get("Event") or meta.get("contestname", "")),
            date=date(first.get("Date")) or date(first.get("EventDate")) or date(meta.get("contestdate", "")),
            scoring=self.scoring if self.results or self.scoring else "",
            winners=winners,
            event=(self.event or "pairs") if self.results else self.event,
            club=tidy(first.get("Site")),
            sections=sections,
            boards=tuple(replace(self.boards[key], results=tuple(self.lines[key])) for key in self._board_order()),
            warnings=self.notes.all(),
            format="pbn",
            version=games.version,
            program=tidy(program, 100),
            encoding=encoding,
        )

    def _board_order(self) -> list[tuple[str, int]]:
        order = {session: place for place, (session, _number) in reversed(list(enumerate(self.boards)))}
        return sorted(self.boards, key=lambda key: (order[key[0]], key[1]))

    # The board

    def _board(self, game: Game) -> tuple[str, int] | None:
        """Store the game's board with its deal; return its session and number, or None for a game that is left out."""
        number = whole(game.get("Board"), 1, MAX_BOARD_NUMBER)
        if number is None:
            if "Board" in game.tags:
                reason = _("“%(text)s” is not a board number; the game is left out.")
                self.notes.add(at_line(game.line), reason % {"text": tidy(game.get("Board"), 20)})
                return None
            if "Deal" not in game.tags or len(self.boards) > self.unnumbered:
                self.notes.add(at_line(game.line), _("The game has no board number; it is left out."))
                return None
            number = self.unnumbered = self.unnumbered + 1
            self.notes.add(
                at_line(game.line), _("The deals have no board numbers; they are numbered in order."), once="no numbers"
            )
        place = at_board(game.line, number)
        deal = deal_from_north(game.get("Deal"), place, self.notes) if game.get("Deal") else ""
        session = self._session(game, number, deal, place)
        known = self.boards.get((session, number))
        if known is None and len(self.boards) >= MAX_BOARDS:
            raise Unreadable(place, _("There are more boards than in any tournament."))
        read = BoardRecord(
            number=number,
            dealer=self._dealer(game, number, place),
            vulnerability=self._vulnerability(game, number, place),
            deal=deal,
            double_dummy=double_dummy_of(game),
            par=par_of(game),
            session=session,
        )
        if known is not None:
            if (known.dealer, known.vulnerability) != (read.dealer, read.vulnerability):
                self.notes.add(
                    place, _("Dealer or vulnerability is not that of the first game of this board, which is kept.")
                )
            read = replace(
                known,
                deal=known.deal or read.deal,
                double_dummy=known.double_dummy or read.double_dummy,
                par=known.par or read.par,
            )
        self.boards[session, number] = read
        self.lines.setdefault((session, number), [])
        return session, number

    def _session(self, game: Game, number: int, deal: str, place: str) -> str:
        """Find the session of a board: the one named in the file, or a new one when a number recurs with other
        hands."""
        session = tidy(game.get("Session"), 30)
        for attempt in range(1, 50):
            known = self.boards.get((session, number))
            if known is None or not deal or not known.deal or known.deal == deal:
                return session
            if attempt == 1:
                self.notes.add(
                    place,
                    _("The number comes back with other hands; from here these boards are a session of their own."),
                    once=("session", session),
                )
            session = str(attempt + 1)
        raise Unreadable(place, _("The same board number is given to fifty different deals."))

    def _dealer(self, game: Game, number: int, place: str) -> str:
        by_number = str(dealer(number))
        if not game.get("Dealer"):
            return by_number
        try:
            return str(parse_seat(game.get("Dealer").lstrip("^")))
        except NotationError:
            self.notes.add(
                place,
                _("“%(text)s” is not a dealer; the one of the board’s number is taken.")
                % {"text": tidy(game.get("Dealer"), 20)},
            )
            return by_number

    def _vulnerability(self, game: Game, number: int, place: str) -> str:
        # Not `get`, which takes "-" as no value; in PBN it means that nobody is vulnerable.
        written = game.tags["Vulnerable"].value.strip().lstrip("^") if "Vulnerable" in game.tags else ""
        if written in ("", "?"):
            return vulnerability(number)
        try:
            return parse_vulnerability(written)
        except NotationError:
            self.notes.add(
                place,
                _("“%(text)s” is not a vulnerability; the one of the board’s number is taken.")
                % {"text": tidy(written, 20)},
            )
            return vulnerability(number)

    # A game that is one table's result

    def _own_result(self, game: Game, board: int) -> ResultRecord | None:
        """Return the result in the game's own tags, without its pairs; None when it is only a deal."""
        contract, result, score = game.get("Contract"), game.get("Result"), game.get("Score")
        place = at_board(game.line, board)

        def note(reason: str) -> None:
            self.notes.add(place, reason)

        auction, play = auction_of(game, note), play_of(game, note)
        if not (contract or result or score or auction or play):
            return None
        self._count(game.line)
        declarer = game.get("Declarer")
        if not contract and auction:
            contract, declarer = contract_by(auction, game) or ("", declarer)
        tricks = tricks_in(result, declarer, contract)
        if not tricks and contract:
            tricks = tricks_by(play, contract, declarer, game)
        line = read_play(
            contract=contract,
            declarer=declarer,
            tricks=tricks,
            lead=play[0] if play else "",
            note=note,
            irregular=True,
        )
        score_ew = read_own_score(score, line, note) if score else None
        points = sides_and_values(game.get("ScoreMP") or game.get("ScoreIMP"))
        if not line.contract and line.kind == "played" and (auction or play) and line.score is None:
            line.remark = line.remark or " ".join(auction or play)
        settle(line, points=bool(points), note=note)
        return ResultRecord(
            kind=line.kind,
            table=whole(game.get("Table"), 1, MAX_TABLE),
            round=whole(game.get("Round"), 1, MAX_TABLE),
            room=room_of(game),
            contract=line.contract,
            declarer=line.declarer,
            lead=line.lead,
            tricks=line.tricks,
            score=line.score,
            score_ew=score_ew,
            ns_points=points.get("NS"),
            ew_points=points.get("EW"),
            remark=line.remark,
            auction=auction,
            play=play,
        )

    def _seated(self, result: ResultRecord, game: Game, session: str, section: str) -> ResultRecord:
        """Return the result with the numbers of its pairs, or with new numbers by the names of the players."""
        contestants = self.sections.setdefault((session, section), {})
        names = {seat: tidy(game.get(word)) for seat, word in SEATS}
        teams = {"NS": "HomeTeam", "EW": "VisitTeam"}
        if result.room == "closed":
            teams = {"NS": "VisitTeam", "EW": "HomeTeam"}
        numbers = {}
        for side, pair in (("NS", (names[Seat.N], names[Seat.S])), ("EW", (names[Seat.E], names[Seat.W]))):
            label = LABEL.fullmatch(pair[0]) if pair[0] == pair[1] else None
            direction = direction_of(label[1].strip()) if label else ""
            key = (session, section, tuple(sorted(pair)))
            if key in self.numbers or not any(pair):
                numbers[side] = self.numbers.get(key, "")
            else:
                taken = self.taken.setdefault((session, section), set())
                wanted = (label[2], tidy(pair[0], 20)) if label else ()
                number = next((word for word in wanted if (word, direction) not in taken), free_number(contestants))
                taken.add((number, direction))
                self.numbers[key] = numbers[side] = number
                self._room_for_one(contestants, game.line)
                contestants.setdefault(
                    (number, direction),
                    ContestantRecord(
                        number=number,
                        direction=direction,
                        players=() if label else tuple(PlayerRecord(name=name) for name in pair),
                        team=tidy(game.get(teams[side])),
                    ),
                )
                if not label:
                    self.notes.add(
                        at_line(game.line),
                        _("The file does not number the pairs; they are numbered in the order they are met."),
                        once="no pair numbers",
                    )
        return replace(result, ns=numbers["NS"], ew=numbers["EW"], section=section)

    def _joined(self, lines: list[ResultRecord], own: ResultRecord, game: Game) -> list[ResultRecord]:
        """Add the game's auction and play to the line of the ScoreTable that has the game's result; without exactly one
        such line, leave them out with a note."""
        if not own.auction and not own.play:
            return lines
        same = [
            place
            for place, line in enumerate(lines)
            if (line.contract, line.declarer, line.tricks, line.times) == (own.contract, own.declarer, own.tricks, 1)
        ]
        if len(same) != 1:
            self.notes.add(
                at_line(game.line),
                _("The auction and play of a board are left out when nothing says which line of its table they are."),
                once="auction of no line",
            )
            return lines
        lines[same[0]] = replace(lines[same[0]], auction=own.auction, play=own.play)
        return lines

    # A table of results

    def _read_score_table(self, tag: Tag, board: int, session: str, section: str) -> Iterator[ResultRecord]:
        unread = [column for column in columns_of(tag.value) if column not in KNOWN_COLUMNS]
        if unread and tag.rows:
            reason = _("Columns of the table of results that are not read: %(columns)s.")
            self.notes.add(at_line(tag.line), reason % {"columns": tidy(", ".join(unread))}, once=("columns", *unread))
        for number, row, written in self._rows(tag):
            self._count(number)
            place = at_board(number, board)
            if row is None:
                self.notes.add(place, _("The row does not have the columns of its table; it is kept as unread."))
                yield ResultRecord(kind="unreadable", remark=tidy(written), section=self._where("", session, section))
            else:
                yield self._read_row(row, place, session, section)

    def _rows(self, tag: Tag) -> Iterator[tuple[int, Row | None, str]]:
        """Read the rows of a table by column; None for one that does not have the table's columns."""
        columns = columns_of(tag.value)
        for number, written in tag.rows:
            cells = cells_of(written)
            yield number, dict(zip(columns, cells, strict=True)) if len(cells) == len(columns) else None, written

    def _read_row(self, row: Row, place: str, session: str, section: str) -> ResultRecord:
        def note(reason: str) -> None:
            self.notes.add(place, reason)

        contract = text_of(row, "contract")
        line = read_play(
            contract=contract,
            declarer=text_of(row, "declarer"),
            tricks=tricks_in(text_of(row, "result"), text_of(row, "declarer"), contract),
            lead=text_of(row, "lead"),
            note=note,
            irregular=True,
        )
        score_ew = read_scores(row, line, note)
        kinds = ("imp", "mp") if self.scoring in ("BUTLER", "CROSS_IMPS", "IMPS") else ("mp", "imp")
        ns_points = decimal(text_of(row, *(f"{kind}_ns" for kind in kinds)))
        ew_points = decimal(text_of(row, *(f"{kind}_ew" for kind in kinds)))
        if not self.scoring and (ns_points is not None or ew_points is not None):
            self.scoring = "MP" if text_of(row, "mp_ns", "mp_ew") else "CROSS_IMPS"
        settle(line, points=ns_points is not None or ew_points is not None, note=note)
        letter = tidy(text_of(row, "section"), 30) or section
        ns, ew = (number_of(text_of(row, f"pairid_{side}")) for side in ("ns", "ew"))
        players = tuple(number_of(text_of(row, f"playerid_{name.casefold()}", f"playerid_{seat.casefold()}"))
                        for seat, name in SEATS)  # fmt: skip
        letter = self._where(ns or ew or players[0], session, letter)
        for number in (ns, ew, *players):
            self._meet(number, session, letter, place)
        room = text_of(row, "room").casefold()
        return ResultRecord(
            ns=ns,
            ew=ew,
            kind=line.kind,
            section=letter,
            table=whole(text_of(row, "table"), 1, MAX_TABLE),
            round=whole(text_of(row, "round"), 1, MAX_TABLE),
            room="open" if room == "open" else "closed" if room == "closed" else "",
            players=players if any(players) else (),
            contract=line.contract,
            declarer=line.declarer,
            lead=line.lead,
            tricks=line.tricks,
            score=line.score,
            score_ew=score_ew,
            ns_points=ns_points,
            ew_points=ew_points,
            ns_percent=line.ns_percent,
            ew_percent=line.ew_percent,
            remark=line.remark or tidy(text_of(row, "remark", "remarks")),
            times=whole(text_of(row, "multiplicity"), 1, MAX_TABLE) or 1,
        )

    def _where(self, number: str, session: str, letter: str) -> str:
        """Return the section of a line, or "" when the file's ranking, which names the pair, has no sections."""
        if not is_known(number, self.sections.get((session, letter), {})) and is_known(
            number, self.sections.get((session, ""), {})
        ):
            letter = ""
        self.sections.setdefault((session, letter), {})
        return letter

    def _meet(self, number: str, session: str, letter: str, place: str) -> None:
        """Make a contestant of a number that no ranking has named."""
        section = self.sections[session, letter]
        if not number or is_known(number, section):
            return
        self._room_for_one(section, place)
        section[number, ""] = ContestantRecord(number=number)
        if session in self.ranked:
            self.notes.add(
                place,
                _("Number %(number)s is on the travellers but not among the participants; it has no name.")
                % {"number": number},
            )
        else:
            self.notes.add(place, _("The file does not name the pairs, only their numbers."), once="no names")

    def _room_for_one(self, section: Mapping[tuple[str, Direction], object], place: str | int) -> None:
        if len(section) >= MAX_CONTESTANTS:
            raise Unreadable(
                at_line(place) if isinstance(place, int) else place,
                _("There are more contestants than in any tournament."),
            )

    def _count(self, line: int) -> None:
        self.results += 1
        if self.results > MAX_RESULTS:
            raise Unreadable(at_line(line), _("There are more results than in any tournament."))

    # The ranking, which names the pairs

    def _read_ranking(self, tag: Tag, session: str, section: str) -> None:
        for number, row, written in self._rows(tag):
            if row is None:
                self.notes.add(
                    at_line(number),
                    _("A row of the ranking does not have the columns of its table; it is left out: %(row)s")
                    % {"row": tidy(written, 60)},
                )
                continue
            pair = number_of(text_of(row, "pairid", "playerid"))
            if not pair:
                self.notes.add(
                    at_line(number),
                    _("The ranking names pairs without their numbers; the names cannot be put to the results."),
                    once="ranking without numbers",
                )
                continue
            letter = tidy(text_of(row, "section"), 30) or section
            direction = direction_of(text_of(row, "direction"))
            contestants = self.sections.setdefault((session, letter), {})
            self._room_for_one(contestants, number)
            contestant = ContestantRecord(
                number=pair,
                direction=direction,
                players=players_in(row),
                **totals_of(row),
                rank=tidy(text_of(row, "rank"), 10),
                team=tidy(text_of(row, "teamid", "team")),
            )
            if contestants.setdefault((pair, direction), contestant) != contestant:
                self.notes.add(
                    at_line(number),
                    _("Number %(number)s is given to two contestants; the first is kept.") % {"number": pair},
                )
            self.ranked.add(session)
