"""The demonstration club in the database: users, three imported tournaments, and rulings.

All rows are written by the services that the pages call, with the clock set to the time at which each would have
happened.
"""

import datetime
import itertools
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache

from django.contrib.auth.hashers import check_password, make_password
from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac

from arbitrage.demo import files, people
from arbitrage.demo.cases import CASES, Case
from arbitrage.demo.turns import TURNS, Turn
from arbitrage.models import Board, Club, Duty, Incident, Inquiry, Section, Tournament
from arbitrage.models.club import DEMONSTRATION
from arbitrage.services import clock, incidents
from arbitrage.services.files.imports import import_tournament
from arbitrage.services.people.members import add_member
from arbitrage.services.record import club_rows, incident_index
from arbitrage.services.results import scores
from arbitrage.services.tournaments import begin_round, publish_scores, set_round_minutes
from rulings.engine.inquiry import Asking, Waiting

SLUG = DEMONSTRATION
CURRENT_ROUND = 5
AFTERNOON_AGO = datetime.timedelta(days=3)
EARLIER_AGO = datetime.timedelta(days=10)
MINUTES = datetime.timedelta(minutes=1)
ROUND = 22
"""Minutes from one round of three boards to the next, 21 of them to play."""
PLAY = 7
"""Minutes from a call during the first tricks to the end of play."""


@dataclass(frozen=True)
class SignIn:
    """User name and password of a member of the demonstration club."""

    name: str
    role: str
    username: str
    password: str


@dataclass(frozen=True)
class DemoClub:
    """The demonstration club. *created* is False when it existed already; *sign_ins* has the members who still have
    their first password."""

    club: Club
    sign_ins: tuple[SignIn, ...]
    created: bool

    @property
    def running(self) -> Tournament:
        """The evening, in its fifth round."""
        return self.club.tournaments.get(source_name__endswith=f"{files.evening_title(CURRENT_ROUND - 1)}.pbn")

    @property
    def ended(self) -> Tournament:
        """The afternoon with the worked cases of the revoke."""
        return self.club.tournaments.get(source_name__endswith=f"{files.AFTERNOON_TITLE}.xml")

    @property
    def earlier(self) -> Tournament:
        """The afternoon of the week before, with the worked cases of cards out of turn."""
        return self.club.tournaments.get(source_name__endswith=f"{files.EARLIER_TITLE}.xml")


def make_demo_club(
    *, now: datetime.datetime | None = None, force_new: bool = False, with_incidents: bool = True
) -> DemoClub | None:
    """Make the demonstration club if there is no club yet; return None if there are only other clubs.

    *now* is a time in the fifth round of its evening, by default the present. With *force_new* a further demonstration
    club is made beside existing clubs. Without *with_incidents* its tournaments have results and no calls.
    """
    if not force_new and Club.objects.exists():
        return _existing()
    return _make(now or clock.now(), with_incidents)


def _existing() -> DemoClub | None:
    club = Club.objects.filter(slug=SLUG).first()
    if club is None:
        return None
    # Only these users, so that each start does not check the password of every member if the club is in real use.
    staff = [_username(last, "") for _first, last, _role in people.STAFF]
    members = club.memberships.filter(user__username__in=staff).select_related("user").order_by("user__date_joined")
    opens = cache(check_password)  # they share one password hash, so it is checked once
    sign_ins = [_sign_in(member.user, member.role, club, opens) for member in members]
    return DemoClub(club, tuple(filter(None, sign_ins)), False)


@transaction.atomic
def _make(now: datetime.datetime, with_incidents: bool) -> DemoClub:
    suffix = _free_suffix()
    club = Club(name=people.CLUB, city=people.CITY, slug=SLUG + suffix)
    club.full_clean()
    club.save()
    with clock.at(now - EARLIER_AGO - datetime.timedelta(days=1)):
        staff = _staff(club, suffix)
    castel, aubry, _reviewer = (user for user, _sign_in in staff)
    today = timezone.localdate(now)
    with incident_index.postponed():
        _earlier(club, today - EARLIER_AGO, castel, aubry, with_incidents)
        _afternoon(club, today - AFTERNOON_AGO, castel, aubry, with_incidents)
        _evening(club, today, now, castel, aubry, with_incidents)
    club_rows.adopt(club)  # as the start of a server does
    return DemoClub(club, tuple(sign_in for _user, sign_in in staff), True)


def _free_suffix() -> str:
    """Find an unused suffix for the names of the club and of its users: "", "2", "3"."""
    for number in itertools.count(1):
        suffix = "" if number == 1 else str(number)
        names = [_username(last, suffix) for _first, last, _role in people.STAFF]
        taken = Club.objects.filter(slug=SLUG + suffix).exists() or User.objects.filter(username__in=names).exists()
        if not taken:
            break
    return suffix


# Users and their passwords


def _username(last: str, suffix: str) -> str:
    return last.lower() + suffix


def _staff(club: Club, suffix: str) -> list[tuple[User, SignIn]]:
    """Create the users who rule and review, all with one password."""
    password = _password(club.slug)
    hashed, staff = make_password(password), []
    for first, last, role in people.STAFF:
        user = add_member(
            club=club, username=_username(last, suffix), password=password, role=role, first_name=first, last_name=last,
            hashed=hashed,
        )  # fmt: skip
        staff.append((user, SignIn(user.get_full_name(), role, user.username, password)))
    return staff


def _password(name: str) -> str:
    """Derive a password of two words and four digits from the secret key of the installation, so that it can be shown
    again."""
    digest = int(salted_hmac("arbitrage.demo", name, algorithm="sha256").hexdigest(), 16)
    digest, place = divmod(digest, len(people.WORDS))
    digest, other = divmod(digest, len(people.WORDS))
    return f"{people.WORDS[place]}-{people.WORDS[other]}-{digest % 10_000:04}"


def _sign_in(user: User, role: str, club: Club, opens: Callable[[str, str], bool]) -> SignIn | None:
    """Return a user's name and password; None if he has changed it. The password may also be the one that an earlier
    version gave to each user separately."""
    given = (_password(club.slug), _password(user.username))
    password = next((candidate for candidate in given if opens(candidate, user.password)), None)
    return SignIn(user.get_full_name(), role, user.username, password) if password else None


# The afternoon of the week before


def _earlier(club: Club, day: datetime.date, castel: User, aubry: User, with_incidents: bool) -> None:
    with clock.at(_local(day, "13:50")):
        tournament = _import(club, castel, files.of_earlier(day, "xml")["xml"])
    section = tournament.sections.get()
    for number in range(1, (tournament.rounds or 0) + 1):
        begins = _local(day, "14:00") + (number - 1) * ROUND * MINUTES
        with clock.at(begins):
            tournament = begin_round(tournament=tournament, number=number, by=castel)
        here = [turn for turn in TURNS if turn.round == number] if with_incidents else []
        for turn in sorted(here, key=lambda turn: turn.table):
            by = castel if turn.table <= 4 else aubry
            _turn(turn, begins + (2 + turn.table) * MINUTES, tournament, section, by)
    with clock.at(_local(day, "17:40")):
        publish_scores(tournament=tournament, by=castel)


def _turn(turn: Turn, called: datetime.datetime, tournament: Tournament, section: Section, by: User) -> None:
    """Record a case from the call to the end of play, and close the remaining duties."""
    board = tournament.boards.get(number=turn.board)
    incident = _call(tournament, section, turn.table, called, by=by, called_by=turn.called_by, board=board)
    with clock.at(called + MINUTES):
        # the declarer by the auction, because the traveller has the player who became declarer by the ruling
        facts = {"declarer": turn.declarer}
        inquiry = incidents.open_inquiry(incident=incident, law=turn.law, by=by, facts=facts)
    inquiry = _answer(inquiry, turn.answers, by, called + MINUTES, end_of_play=None)
    at_the_end = called + PLAY * MINUTES
    for sequel in turn.sequels:
        later = at_the_end if sequel.trick > len(turn.tricks_after) else called + 4 * MINUTES
        with clock.at(later):
            duty = inquiry.duties.filter(state=Duty.State.OPEN, opens=sequel.law).first()
            if duty is None:
                following = incidents.open_linked_inquiry(inquiry=inquiry, law=sequel.law, by=by)
            else:
                following = incidents.open_duty_inquiry(duty=duty, by=by)
        _answer(following, sequel.answers, by, later, end_of_play=None)
    with clock.at(at_the_end + MINUTES):
        for duty in Duty.objects.filter(inquiry__incident=incident, state=Duty.State.OPEN):
            incidents.close_duty(duty=duty, by=by)
        if turn.words:
            incidents.add_words(incident=incident, words=turn.words, by=by)


# The afternoon that is over


def _afternoon(club: Club, day: datetime.date, castel: User, aubry: User, with_incidents: bool) -> None:
    with clock.at(_local(day, "13:50")):
        tournament = _import(club, castel, files.of_afternoon(day, "xml")["xml"])
    section = tournament.sections.get()
    to_confirm: list[Incident] = []
    for number in range(1, (tournament.rounds or 0) + 1):
        with clock.at(_local(day, "14:00") + (number - 1) * ROUND * MINUTES):
            tournament = begin_round(tournament=tournament, number=number, by=castel)
        for case in CASES if with_incidents else ():
            if case.round == number:
                # Two directors share the room: the lower tables are Castel's.
                incident = _case(case, day, tournament, section, castel if case.table <= 4 else aubry)
                if case.entered != case.declarer_won:
                    to_confirm.append(incident)
    for minute, incident in enumerate(to_confirm):
        _confirm(incident, castel, _local(day, "17:31") + 2 * minute * MINUTES)
    with clock.at(_local(day, "17:42")):
        publish_scores(tournament=tournament, by=castel)


def _case(case: Case, day: datetime.date, tournament: Tournament, section: Section, by: User) -> Incident:
    """Record a worked case from the call to the ruling, and close the duties of its penalty cards at the end of
    play."""
    called = _local(day, case.called)
    incident = _call(tournament, section, case.table, called, by=by, called_by=case.called_by)
    board = tournament.boards.get(number=case.board)
    inquiry = _inquiry(incident, section, board, by, called + MINUTES)
    end_of_play = called + case.after_play * MINUTES
    inquiry = _answer(inquiry, case.answers, by, called + 2 * MINUTES, end_of_play)
    with clock.at(end_of_play):
        for duty in inquiry.duties.filter(state=Duty.State.OPEN):
            incidents.close_duty(duty=duty, by=by)
    with clock.at(end_of_play + MINUTES):
        if case.evidence:
            incidents.dispute_facts(incident=incident, disputed=True, evidence=case.evidence, by=by)
        if case.words:
            incidents.add_words(incident=incident, words=case.words, by=by)
    return incident


def _confirm(incident: Incident, by: User, at: datetime.datetime) -> None:
    """Confirm the adjusted score, and report it as entered in the scoring program."""
    proposal = scores.propose_adjustment(incident)
    with clock.at(at):
        adjustment = scores.confirm_adjustment(incident=incident, by=by, seen=proposal.digest)
    with clock.at(at + MINUTES):
        scores.mark_entered(adjustment=adjustment, by=by)


# The evening that runs

CORRECTED = {
    "able": "yes",
    "offender": "N",
    "declarer": "N",
    "trick": "5",
    "noticed": "during",
    "since": "nothing",
    "dummy_asked": "no",
    "card": "H5",
    "defenders_played": "nobody",
}
"""Table 9, board 10: declarer has discarded a heart on a club although he has clubs, and says so at once."""

ESTABLISHED = {
    "able": "yes",
    "offender": "N",
    "declarer": "E",
    "trick": "6",
    "noticed": "during",
    "since": "played",
}
"""Table 4, board 23: a defender's revoke is established; play goes on and the tricks are counted at its end."""


def _evening(
    club: Club, day: datetime.date, now: datetime.datetime, castel: User, aubry: User, with_incidents: bool
) -> None:
    """Record an evening a quarter of an hour into round 5: one call is open, one duty waits, one incident is ruled."""
    with clock.at(now - 16 * MINUTES):
        tournament = _import(club, castel, files.of_evening(day, "pbn", until_round=CURRENT_ROUND - 1)["pbn"])
    with clock.at(now - 16 * MINUTES):
        tournament = set_round_minutes(tournament=tournament, minutes=ROUND - 1, by=castel)
    with clock.at(now - 15 * MINUTES):
        tournament = begin_round(tournament=tournament, number=CURRENT_ROUND, by=castel)
    if not with_incidents:
        return
    section, board = tournament.sections.get(), tournament.boards.get
    for table, number, minutes, answers, by in ((9, 10, 13, CORRECTED, aubry), (4, 23, 9, ESTABLISHED, castel)):
        called = now - minutes * MINUTES
        incident = _call(tournament, section, table, called, by=by)
        inquiry = _inquiry(incident, section, board(number=number), by, called + MINUTES)
        _answer(inquiry, answers, by, called + MINUTES, end_of_play=None)
    _call(tournament, section, 7, now - 3 * MINUTES, by=aubry)


# Actions of a director


def _call(
    tournament: Tournament,
    section: Section,
    table: int,
    at: datetime.datetime,
    *,
    by: User,
    called_by: str = "",
    board: Board | None = None,
) -> Incident:
    with clock.at(at):
        incident = incidents.open_incident(
            tournament=tournament, by=by, section=section, table=table, board=board, called_by=called_by
        )
    with clock.at(at + MINUTES / 3):
        return incidents.attend(incident=incident, by=by)


def _inquiry(incident: Incident, section: Section, board: Board, by: User, at: datetime.datetime) -> Inquiry:
    with clock.at(at):
        incident = incidents.place_incident(incident=incident, by=by, section=section, board=board)
        return incidents.open_inquiry(incident=incident, law="64", by=by)


def _answer(
    inquiry: Inquiry,
    answers: Mapping[str, str],
    by: User,
    at: datetime.datetime,
    end_of_play: datetime.datetime | None,
) -> Inquiry:
    """Answer the questions some seconds apart. If the law waits for the end of play, go on at *end_of_play*, or stop
    there if it is None."""
    while not inquiry.closed:
        state = inquiry.state()
        with clock.at(at):
            if isinstance(state, Asking):
                question = state.question.id
                outcome = incidents.record_answer(
                    inquiry=inquiry,
                    question_id=question,
                    value=answers[question],
                    seen_version=inquiry.version,
                    by=by,
                )
                inquiry = outcome.inquiry
        at += MINUTES / 8
        if isinstance(state, Waiting):
            if end_of_play is None:
                return inquiry
            at = end_of_play
            with clock.at(at):
                duty = inquiry.duties.get(state=Duty.State.OPEN, question=state.moment.value)
                inquiry = incidents.reach_moment(duty=duty, by=by).inquiry
    return inquiry


def _import(club: Club, by: User, file: files.Written) -> Tournament:
    return import_tournament(club=club, by=by, data=file.data, filename=file.name).tournaments[0]


def _local(day: datetime.date, time: str) -> datetime.datetime:
    return timezone.make_aware(datetime.datetime.combine(day, datetime.time.fromisoformat(time)))
