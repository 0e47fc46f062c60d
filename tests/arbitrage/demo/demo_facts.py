"""Places of the demonstration club that tests look at."""

from arbitrage.demo.cases import CASES, ELEVEN_TRICKS, Case
from arbitrage.demo.club import DemoClub, make_demo_club
from arbitrage.demo.turns import TURNS, Turn
from arbitrage.models import Incident, Result

FOUNDING = ELEVEN_TRICKS
"""The seed case: board 12, table 3, round 2 of the afternoon; North-South 3 against East-West 2."""
OPEN_TABLE, WAITING_TABLE, RULED_TABLE = 7, 4, 9
"""Tables of the evening: a call of three minutes ago, a revoke whose tricks are counted at the end of play, and a
revoke already ruled."""
WAITING_BOARD, RULED_BOARD = 23, 10
CALM_TABLES = (1, 2, 3, 5, 6, 8, 10, 11)

__all__ = ["CASES", "FOUNDING", "TURNS", "Case", "DemoClub", "Turn", "make_demo_club"]


def result_of(demo: DemoClub, case: Case) -> Result:
    """Return the line of the case's own table."""
    return Result.objects.get(board__tournament=demo.ended, board__number=case.board, table=case.table)


def incident_of(demo: DemoClub, case: Case) -> Incident:
    """Return the incident recorded for a case, in a club that was made with its incidents."""
    return Incident.objects.get(tournament=demo.ended, board__number=case.board)


def call_at(demo: DemoClub, table: int) -> Incident:
    """Return the call from a table of the evening."""
    return Incident.objects.get(tournament=demo.running, table=table)


def incident_at(demo: DemoClub, turn: Turn) -> Incident:
    """Return the incident recorded for a case of the earlier afternoon."""
    return Incident.objects.get(tournament=demo.earlier, board__number=turn.board, table=turn.table)
