"""Answers in the history of a board: the history groups the answers of one director, and keeps those of two directors
apart.

An event without words in the history is an error.
"""

import pytest

from arbitrage.models import Board
from arbitrage.pages.board.history import ANSWERS, BOOKS, History
from arbitrage.services import incidents
from arbitrage.services.record import history
from arbitrage.services.record.projection import HISTORY_ONLY, PROJECTIONS
from tests.arbitrage import factories as make

pytestmark = [pytest.mark.django_db, pytest.mark.either_database]


def answers_of(board: Board) -> list[tuple[str, int, str]]:
    """List the entries of answers, oldest first: the author, the number of answers, and their text."""
    entries = [entry for entry in History(board).entries() if "inquiry" in entry and "answers" in entry]
    return [(entry["by"], len(entry["answers"]), entry["fact"]) for entry in reversed(entries)]


def test_the_answers_of_two_directors_stand_in_two_entries():
    board, director = make.a_founding_case()
    other = make.make_member(board.tournament.club, "leclerc")
    incident = make.make_incident(board, director)
    inquiry = incidents.open_inquiry(incident=incident, law="64", by=director)
    inquiry = make.answer(inquiry, director, able="yes", offender="W")
    inquiry = make.answer(inquiry, other, trick="3")
    make.answer(inquiry, director, noticed="during", since="played")
    assert answers_of(board) == [("martin", 2, "2 réponses"), ("leclerc", 1, "1 réponse"), ("martin", 2, "2 réponses")]


def test_the_answers_of_one_director_in_two_inquiries_stand_in_two_entries():
    board, director = make.a_founding_case()
    incident = make.make_incident(board, director)
    inquiries = [incidents.open_inquiry(incident=incident, law="64", by=director) for _time in range(2)]
    for inquiry in inquiries:
        make.answer(inquiry, director, able="yes", offender="W")
    assert [count for _by, count, _fact in answers_of(board)] == [2, 2]


def test_every_kind_of_event_of_an_incident_is_told_or_only_keeps_the_books():
    kinds = set(PROJECTIONS) | HISTORY_ONLY
    told = {kind for kind in kinds if hasattr(History, f"_{kind}")} | set(ANSWERS)
    assert kinds - told == BOOKS - {"case_placed"}
    assert told & BOOKS == set()


def test_an_event_that_the_history_cannot_tell_is_an_error_that_names_its_mend():
    board, director = make.a_founding_case()
    incident = make.make_incident(board, director)
    history.append(incident.pk, "unheard_of", by=director, club=incident.club_id, board=board, incident=incident)
    with pytest.raises(LookupError, match="History._unheard_of, or name it in BOOKS"):
        History(board).entries()
