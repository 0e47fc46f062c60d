"""Small functions that build rows for the tests: a club with its people, a Mitchell with its results, an incident."""

import datetime
from collections.abc import Sequence
from decimal import Decimal

from django.contrib.auth.models import User

from arbitrage.models import Board, Club, Contestant, Incident, Inquiry, Membership, Player, Result, Section, Tournament
from arbitrage.services import incidents
from arbitrage.services.results.field import RankLine
from rulings.bridge import Seat as BridgeSeat
from rulings.bridge import dealer, parse_contract, vulnerability
from rulings.scores.scoring import score_ns

EVENING = datetime.date(2026, 11, 20)


def make_user(name: str = "martin") -> User:
    """Store a person who can sign in with the password "atout"."""
    return User.objects.create_user(name, password="atout")


def make_club(name: str = "Bridge Club du Lac", slug: str = "lac") -> Club:
    return Club.objects.create(name=name, city="Annecy", slug=slug)


def make_member(club: Club, name: str = "martin", role: str = "director") -> User:
    """Store a new person with a role in the club."""
    user = make_user(name)
    Membership.objects.create(user=user, club=club, role=role)
    return user


def make_tournament(
    club: Club, tables: int = 8, boards: Sequence[int] = (1,), name: str = "Tournoi du jeudi"
) -> Tournament:
    """Store a Mitchell of one section without results: pair n of each direction starts at table n."""
    tournament = Tournament.objects.create(club=club, name=name, date=EVENING, winners=2)
    section = Section.objects.create(tournament=tournament, letter="A")
    pairs = Contestant.objects.bulk_create(
        Contestant(section=section, direction=direction, number=str(number), position=number)
        for direction in ("NS", "EW")
        for number in range(1, tables + 1)
    )
    Player.objects.bulk_create(
        Player(contestant=pair, order=order, name=f"{pair.direction} {pair.number}.{order}")
        for pair in pairs
        for order in (1, 2)
    )
    Board.objects.bulk_create(a_board(tournament, number) for number in boards)
    return tournament


def a_board(tournament: Tournament, number: int) -> Board:
    """Build a board without results, dealer and vulnerability by its number, without storing it."""
    return Board(tournament=tournament, number=number, dealer=dealer(number), vulnerability=vulnerability(number))


def make_board(tournament: Tournament, number: int) -> Board:
    """Store a board without results, as `a_board` builds it."""
    board = a_board(tournament, number)
    board.save()
    return board


def make_result(
    board: Board, table: int, contract: str = "3NT", declarer: str = "S", tricks: int = 11, ew: int | None = None
) -> Result:
    """Store the result at a table of the North-South pair with its number and East-West pair *ew*, by default the pair
    with the same number."""
    result = a_result(board, pairs_of(board.tournament), table, contract, declarer, tricks, ew)
    result.save()
    return result


Pairs = dict[tuple[str, str], Contestant]


def pairs_of(tournament: Tournament) -> Pairs:
    """Return the pairs of the one section, by direction and number."""
    section = tournament.sections.get()
    return {(pair.direction, pair.number): pair for pair in Contestant.objects.filter(section=section)}


def a_result(
    board: Board,
    pairs: Pairs,
    table: int,
    contract: str = "3NT",
    declarer: str = "S",
    tricks: int = 11,
    ew: int | None = None,
) -> Result:
    """Build the result of `make_result` between two of these pairs, without storing it."""
    played = parse_contract(contract)
    assert played is not None
    ns, against = pairs["NS", str(table)], pairs["EW", str(ew or table)]
    return Result(
        board=board,
        section_id=ns.section_id,
        table=table,
        ns=ns,
        ew=against,
        contract=contract,
        declarer=declarer,
        tricks=tricks,
        score=score_ns(played.by(BridgeSeat(declarer)), tricks, board.vulnerability),
        position=table,
    )


def make_seed_case(club: Club) -> Board:
    """Store board 2, North-South vulnerable: 3NT by South at eight tables, eleven tricks and 660 at each."""
    tournament = make_tournament(club, tables=8, boards=(2,))
    board, pairs = tournament.boards.get(), pairs_of(tournament)
    Result.objects.bulk_create(a_result(board, pairs, table) for table in range(1, 9))
    return board


def make_incident(board: Board, by: User, table: int = 1) -> Incident:
    return incidents.open_incident(
        tournament=board.tournament, by=by, section=board.tournament.sections.get(), table=table, board=board
    )


# The common revoke of a defender: West revokes at trick 3, South wins that trick, and the defence wins two later ones.
DURING_THE_PLAY = {"able": "yes", "offender": "W", "trick": "3", "noticed": "during", "since": "played"}
AT_THE_END = {"exclusion": "none", "winner": "S", "tricks_after": "2", "line": "The same line of play.", "equity": "no"}


def answer(inquiry: Inquiry, by: User, **answers: str) -> Inquiry:
    """Answer one question after the other as a director does, each from a page that shows all earlier answers."""
    for question, value in answers.items():
        outcome = incidents.record_answer(
            inquiry=inquiry, question_id=question, value=value, seen_version=inquiry.version, by=by
        )
        assert outcome.status == "accepted"
        inquiry = outcome.inquiry
    return inquiry


def rule_the_seed_case(incident: Incident, by: User) -> Inquiry:
    """Answer the whole inquiry into the revoke: during the play, the end of play, the count and the question of
    equity."""
    inquiry = incidents.open_inquiry(incident=incident, law="64", by=by)
    inquiry = answer(inquiry, by, **DURING_THE_PLAY)
    incidents.reach_moment(duty=inquiry.duties.get(state="open"), by=by)
    return answer(Inquiry.objects.get(pk=inquiry.pk), by, **AT_THE_END)


def a_founding_case() -> tuple[Board, User]:
    """Store a club with the board of the seed case and a director, without a call."""
    club = make_club()
    return make_seed_case(club), make_member(club)


def a_ruled_revoke() -> Incident:
    """Store a club with the seed case, ruled on at table 1; its score is not confirmed."""
    board, director = a_founding_case()
    incident = make_incident(board, director)
    rule_the_seed_case(incident, director)
    return incident


def percent_before(line: RankLine) -> Decimal | None:
    """Return the percentage before the change; None if the ranking is not in percentages."""
    return line.score_before if line.unit == "percent" else None


def percent_after(line: RankLine) -> Decimal | None:
    """Return the percentage after the change; None if the ranking is not in percentages."""
    return line.score_after if line.unit == "percent" else None


def facts_of_the_board(inquiry: Inquiry) -> dict[str, str]:
    """Return the facts of an inquiry, without its table and without the scoring of its tournament."""
    return {name: value for name, value in inquiry.facts.items() if name not in ("table", "event_form")}
