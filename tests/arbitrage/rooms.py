"""Rooms as full as an evening can make them: many tables, open calls and twenty duties."""

from django.contrib.auth.models import User

from arbitrage.models import Club, Incident, Section, Tournament
from arbitrage.services import clock, incidents, tournaments
from arbitrage.services.tournaments import evenings
from arbitrage.services.tournaments.evenings import Plan
from rulings.engine.inquiry import Asking
from tests.arbitrage import factories as make


def busy_room(club: Club, by: User, *, tables: int = 20, duties: int = 20, calls: int = 2) -> Tournament:
    """Store a Mitchell in its first round. Every other duty comes at the end of the board, the rest while it is played;
    the last call has no table yet."""
    movement = "mitchell" if tables % 2 else "skip"
    tournament = evenings.make_evening(
        club=club,
        by=by,
        name="Tournoi du jeudi",
        date=clock.now().date(),
        plan=Plan(tables=tables, movement=movement, rounds=min(tables, 7) - (movement == "skip"), each=2),
        names=[("Hélène Marchand", "Jean-Luc Perrin")] * (2 * tables),
    )
    tournament = tournaments.set_round_minutes(tournament=tournament, minutes=15, by=by)
    tournament = tournaments.begin_round(tournament=tournament, number=1, by=by)
    section = tournament.sections.get()
    for number in range(duties):
        at_the_end = bool(number % 2) or number >= tables  # at most one penalty card a table
        _duty(_call(tournament, section, number % tables + 1, by), by, at_the_end=at_the_end)
    for number in range(calls):
        _call(tournament, section, None if number == calls - 1 else tables - number, by)
    return tournament


def _call(tournament: Tournament, section: Section, table: int | None, by: User) -> Incident:
    incident = incidents.open_incident(tournament=tournament, by=by, section=section if table else None, table=table)
    return incidents.attend(incident=incident, by=by)


def _duty(incident: Incident, by: User, *, at_the_end: bool) -> None:
    """Store a duty to come back for: tricks to count, or a penalty card that matters when its owner's partner is on
    lead."""
    if at_the_end:
        inquiry = incidents.open_inquiry(incident=incident, law="64", by=by, facts={"declarer": "S"})
        make.answer(inquiry, by, **make.DURING_THE_PLAY)
        return
    lay_a_card(incident, by, "C4")


def lay_a_card(incident: Incident, by: User, card: str) -> None:
    """Store that East has dropped a card; an honour brings the director back at once."""
    inquiry = incidents.open_inquiry(incident=incident, law="49", by=by, facts={"declarer": "S"})
    answers = {"what": "play", "owner": "E", "how": "dropped", "card": card, "could_see": "yes", "already": "no"}
    while isinstance(state := inquiry.state(), Asking):
        inquiry = make.answer(inquiry, by, **{state.question.id: answers.get(state.question.id, "no")})
