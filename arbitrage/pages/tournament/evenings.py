"""*Nouvelle soirée* and its changes: the possible movements, the proposed one, and its result."""

from collections.abc import Collection, Iterable, Mapping
from itertools import count
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.db.models import Count, Q
from django.urls import reverse
from django.utils import formats, timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from arbitrage.models import Board, Club, Contestant, Duty, Incident, Tournament
from arbitrage.pages.tournament.closing import unconfirmed
from arbitrage.pages.wording.tables_and_boards import round_number, table_name
from arbitrage.services import clock
from arbitrage.services.errors import Refused
from arbitrage.services.results.entering import to_review
from arbitrage.services.tournaments import movements
from arbitrage.services.tournaments.evenings import ALONE, MOST_SECTIONS, NONE, Plan
from arbitrage.services.tournaments.hand_looks import TO_PLAY
from arbitrage.services.tournaments.playing_director import closed_boards
from rulings.engine import text
from rulings.engine.roles import with_roles

if TYPE_CHECKING:
    from django.contrib.auth.models import User

LABELS = {
    "mitchell": (
        gettext_lazy("Mitchell"),
        gettext_lazy("North-South stay, East-West move up, the boards down"),
    ),
    "skip": (
        gettext_lazy("Mitchell with a skip"),
        gettext_lazy("East-West skip a table after half of the rounds"),
    ),
    "relay": (
        gettext_lazy("Mitchell with relay and share"),
        gettext_lazy("The first and last tables share; a relay in the middle of the room"),
    ),
    "rover": (
        gettext_lazy("Mitchell with a roving pair East-West"),
        gettext_lazy("One pair more: from round 2 on it takes the place of another one, which sits out once"),
    ),
    "bump": (
        gettext_lazy("Mitchell with a roving pair North-South"),
        gettext_lazy("One pair more: from round 2 on it takes the place of another one, which sits out once"),
    ),
    "howell": (gettext_lazy("Howell"), gettext_lazy("Everybody meets everybody, one ranking")),
    "individual": (gettext_lazy("Individual"), gettext_lazy("Each player plays once with every other")),
    "triangle": (gettext_lazy("Teams, a triangle"), gettext_lazy("Three teams in two rounds, nobody sits out")),
    "teams": (gettext_lazy("Teams of four"), gettext_lazy("Two tables a match, IMPs")),
    "swiss": (gettext_lazy("Swiss of pairs"), gettext_lazy("Each round is drawn from the ranking, nobody meets twice")),
    "swiss_teams": (
        gettext_lazy("Swiss of teams"),
        gettext_lazy("Two tables a match, each round drawn from the ranking"),
    ),
    NONE: (pgettext_lazy("movement", "None"), gettext_lazy("Each result says its table and its pairs")),
}
MITCHELLS = ("mitchell", "skip", "relay", *movements.WITH_A_ROVER)
USUAL_TABLES = range(2, 17)
ABOUT = 26
"""Usual number of boards of a club evening."""
TEAMS = ("triangle", *movements.OF_TEAMS)
BOARDS_A_ROUND = dict.fromkeys(TEAMS, (4, 6, 7, 8, 10, 12, 14, 16)) | {"swiss": (2, 3, 4, 5, 6, 7, 8, 10, 12)}
USUAL_EACH = {"swiss": 4, "swiss_teams": 6, "triangle": 8}
WHOLE = ("individual", "triangle", "teams", *movements.WITH_A_ROVER)
"""Movements from which nobody can be missing."""
KEPT = ("name", "date", "names", "id", "club", "one_ranking", "half", "halves")
"""Fields of the form that every tap preserves, if they still fit."""
USUAL_BOARDS = (2, 3, 4, 5, 6, 7, 8)


def touched(sent: Mapping[str, str]) -> dict[str, str]:
    """Return the values of the form; chosen values that no longer fit together are replaced by usual ones."""
    tables = _number(sent.get("more")) or _number(sent.get("tables")) or 7
    tables = min(max(tables, 1), movements.MOST_TABLES)
    can = movements.possible(tables)
    movement = sent.get("movement", "")
    if movement not in (*can, NONE):
        movement = _like(movement, can)
    same = sent.get("was") == f"{tables}-{movement}"
    most = movements.MOVEMENTS[movement].most(tables) if movement in can else 20
    each = _number(sent.get("each")) if same else None
    each = each or _usual_each(movement, most)
    rounds = _number(sent.get("rounds")) if same else None
    rounds = rounds if rounds and _fewest(movement) <= rounds <= most else _usual_rounds(most, each)
    shown = {"tables": tables, "movement": movement, "rounds": rounds, "each": each, "was": f"{tables}-{movement}"}
    kept = {name: sent[name] for name in KEPT if name in sent}
    sections = _number(sent.get("sections")) or 1
    if movement not in ALONE and 1 < sections <= MOST_SECTIONS:
        kept["sections"] = str(sections)
    if "sections" in kept or movement in WHOLE:
        kept.pop("half", None)
    if movement not in movements.OF_TEAMS:
        kept.pop("halves", None)
    elif "halves" in kept and each % 2:
        shown["each"] = each + 1
    return kept | {name: str(value) for name, value in shown.items()}


def _number(text: str | None) -> int | None:
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 5 else None


def _like(movement: str, can: tuple[str, ...]) -> str:
    """Find the nearest possible movement to one that these tables cannot play."""
    mitchells = tuple(key for key in can if key in MITCHELLS)
    return (*mitchells, *can, NONE)[0] if movement in ("", *MITCHELLS) else (*can, NONE)[0]


def _usual_each(movement: str, most: int) -> int:
    keys = BOARDS_A_ROUND.get(movement, USUAL_BOARDS)
    if movement in USUAL_EACH:
        return USUAL_EACH[movement]
    return min(keys, key=lambda each: (abs(each * min(most, ABOUT // 2) - ABOUT), each))


def _usual_rounds(most: int, each: int) -> int:
    return max(1, min(most, (ABOUT + 2) // each))


def _fewest(movement: str) -> int:
    """Return the fewest rounds that make sense: both of a triangle, one of any other movement."""
    return movements.ROUNDS_OF_A_TRIANGLE if movement == "triangle" else 1


def form_words(shown: Mapping[str, str]) -> dict[str, Any]:
    """Show the keys of the form, and a summary of the evening."""
    tables, movement = int(shown["tables"]), shown["movement"]
    can = movements.possible(tables)
    most = movements.MOVEMENTS[movement].most(tables) if movement in can else 20
    each = int(shown["each"])
    boards = sorted({*BOARDS_A_ROUND.get(movement, USUAL_BOARDS), each})
    boards = [n for n in boards if n % 2 == 0] if "halves" in shown else boards
    two_fields = movement in MITCHELLS
    return {
        "tables": [{"value": n, "on": n == tables} for n in USUAL_TABLES],
        "more": [{"value": n, "on": n == tables} for n in range(1, movements.MOST_TABLES + 1) if n not in USUAL_TABLES],
        "movements": [
            {"value": key, "label": label, "small": small, "on": key == movement}
            for key, (label, small) in LABELS.items()
            if key in can or key == NONE
        ],
        "each": [{"value": n, "on": n == each} for n in boards],
        "rounds": [{"value": n, "on": n == int(shown["rounds"])} for n in range(_fewest(movement), most + 1)],
        "two_fields": two_fields,
        "pairs": movement not in WHOLE and "sections" not in shown,
        "sections": [{"value": n, "on": n == int(shown.get("sections", 1))} for n in range(1, MOST_SECTIONS + 1)]
        if movement not in ALONE
        else [],
        "teams": movement in TEAMS,
        "in_halves": movement in movements.OF_TEAMS,
        "sum": summary(shown),
    }


def summary(shown: Mapping[str, str]) -> str:
    """Sum up the evening: "7 tables, 7 rounds of 4 boards: 28 boards, 14 pairs"; "" when it is impossible."""
    plan = Plan(
        tables=int(shown["tables"]),
        movement=shown["movement"],
        rounds=int(shown["rounds"]),
        each=int(shown["each"]),
        half="half" in shown,
        sections=int(shown.get("sections", 1)),
        halves=1 + ("halves" in shown),
    )
    try:
        made = plan.made()
    except Refused:
        return ""
    boards = (made.sets if made else plan.rounds) * plan.each_half
    if made is None:
        return ngettext("%(count)s board", "%(count)s boards", boards) % {"count": boards}
    playing = (len(made.ns) + len(made.ew) + len(made.others)) * plan.sections
    if plan.movement == "individual":
        who = ngettext("%(count)s player", "%(count)s players", playing) % {"count": playing}
    elif made.teams:
        teams = len(set(made.teams))
        who = ngettext("%(count)s team", "%(count)s teams", teams) % {"count": teams}
    else:
        who = ngettext("%(count)s pair", "%(count)s pairs", playing) % {"count": playing}
    rounds = ngettext("%(count)s round", "%(count)s rounds", plan.rounds) % {"count": plan.rounds}
    values = {"who": who, "rounds": rounds, "each": plan.each, "boards": boards, "played": plan.rounds * plan.each}
    if plan.halves > 1:
        values |= {"half": plan.each_half}
        if plan.tables % 2 or plan.half:
            words = _("%(who)s, %(rounds)s of %(each)s boards in two halves of %(half)s: %(boards)s boards. One team "
                      "sits out in each round.")  # fmt: skip
            return words % values
        return _("%(who)s, %(rounds)s of %(each)s boards in two halves of %(half)s: %(boards)s boards.") % values
    if plan.movement in movements.OF_TEAMS and (plan.tables % 2 or plan.half):
        words = _("%(who)s, %(rounds)s of %(each)s boards: %(boards)s boards. One team sits out in each round.")
        return words % values
    if plan.movement in movements.WITH_A_ROVER:
        words = _("%(who)s, %(rounds)s of %(each)s boards: %(boards)s boards. One pair sits out in each round.")
        return words % values
    if boards == plan.rounds * plan.each:
        return _("%(who)s, %(rounds)s of %(each)s boards: %(boards)s boards.") % values
    return _("%(who)s, %(rounds)s of %(each)s boards: each plays %(played)s of the %(boards)s boards.") % values


def usual_name(club: Club) -> str:
    """Name a tournament by its day, with a number if the club has one of that name today: "Tournoi du vendredi 2"."""
    today = timezone.localdate(clock.now())
    name = _("%(day)s tournament") % {"day": formats.date_format(today, "l")}
    taken = set(Tournament.objects.filter(club=club, date=today).values_list("name", flat=True))
    names = (f"{name} {number}" if number > 1 else name for number in count(1))
    return next(candidate for candidate in names if candidate not in taken)


def listed(contestants: Iterable[Contestant]) -> str:
    """Write the names in the form of the field: a line for each pair."""
    lines = [" - ".join(player.name for player in contestant.players.all()) for contestant in contestants]
    return "\n".join(lines).rstrip()


def rounds_left(tournament: Tournament) -> list[dict[str, Any]]:
    """List the rounds from which a change may apply; the next one is proposed."""
    if tournament.rounds is None:
        return []
    current = tournament.current_round or 0
    return [
        {
            "value": number,
            "label": round_number(number, tournament),
            "on": number == min(current + 1, tournament.rounds),
        }
        for number in range(max(current, 1), tournament.rounds + 1)
    ]


# Closing


def to_close(tournament: Tournament, reader: "User") -> list[dict[str, Any]]:
    """List the open items at the end of an evening by kind, each line with a link. A duty on a board that the reader
    still has to play is listed without its words."""
    closed = closed_boards(reader, tournament)
    calls = Incident.objects.filter(tournament=tournament, state=Incident.State.OPEN).order_by("called_at", "pk")
    calls, several = calls.select_related("section", "board"), tournament.several_sections
    duties = Duty.objects.tray(tournament).prefetch_related("inquiry__answers")
    boards = Board.objects.filter(tournament=tournament).order_by("number")
    waiting = boards.annotate(count=Count("results", filter=Q(results__kind__in=TO_PLAY))).filter(count__gt=0)
    missing = waiting.values_list("pk", "number", "count")
    called = boards.filter(incidents__isnull=False).distinct()
    groups = (
        (_("Calls"), [_line(_where(call, several), call.get_absolute_url()) for call in calls]),
        (
            _("To come back to"),
            [
                _line(_duty_words(duty, closed, several_sections=several), duty.inquiry.get_absolute_url())
                for duty in duties
            ],
        ),
        (
            _("Scores to confirm"),
            [
                _line(f"{call.reference}, {_where(call, several)}", reverse("score", args=[call.pk]))
                for call in unconfirmed(tournament)
            ],
        ),
        (
            _("Decisions that no longer follow from the result"),
            [
                _line(f"{review.incident.reference}, {_where(review.incident, several)}", board.get_absolute_url())
                for board in called
                for review in to_review(board)
            ],
        ),
        (
            _("Results that are missing"),
            [
                _line(
                    ngettext("Board %(number)s: %(count)s result", "Board %(number)s: %(count)s results", count)
                    % {"number": number, "count": count},
                    reverse("board", args=[pk]),
                )
                for pk, number, count in missing
            ],
        ),
    )
    return [{"title": title, "lines": lines} for title, lines in groups if lines]


def _line(words: str, url: str) -> dict[str, str]:
    return {"words": words, "url": url}


def _where(incident: Incident, several_sections: bool) -> str:
    """Write the place as far as it is known: "table 4, board 12"."""
    parts = []
    if incident.table is not None:
        parts.append(_("table %(table)s") % {"table": table_name(incident, several_sections)})
    if incident.board is not None:
        parts.append(_("board %(number)s") % {"number": incident.board.number})
    return ", ".join(parts) or _("table not known")


def _duty_words(duty: Duty, closed: Collection[UUID], *, several_sections: bool) -> str:
    words = _("On a board that you have yet to play.")
    if duty.inquiry.incident.board_id not in closed:
        words = text.plain(duty.text, with_roles(duty.inquiry.known()), translation)
    return _("%(place)s: %(what)s") % {"place": _where(duty.inquiry.incident, several_sections), "what": words}
