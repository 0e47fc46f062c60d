"""The notice of a penalty (Laws 90 and 91): its contestant, amount, reason and effect, and the remedies."""

from collections.abc import Iterator

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from arbitrage.models import Penalty, Tournament
from arbitrage.pages.report.frame import appeal, code, event_of, record_of
from arbitrage.pages.wording.day_and_hour import at_moment, moment
from arbitrage.pages.wording.document_parts import document, part, row, text_block
from arbitrage.pages.wording.people import contestant_words, person, players_words
from arbitrage.pages.wording.rankings import board_words, counts_for_nothing, score_words
from arbitrage.pages.wording.scores import taken_words, unit_sign
from arbitrage.pages.wording.sentences import Paragraph, Words, listed, paragraph
from arbitrage.pages.wording.tables_and_boards import table_name
from arbitrage.services.results.field import field_of
from arbitrage.services.results.penalties import effect_of


def penalty_document(penalty: Penalty, *, address: str) -> Words:
    """Build the notice of a penalty for those concerned."""
    tournament = penalty.tournament
    right = appeal(tournament)
    name = person(penalty.by)
    return document(
        title=_("Penalty %(number)s") % {"number": number_of(penalty)},
        reference=number_of(penalty),
        club=tournament.club.name,
        event=event_of(tournament),
        place=list(_place(penalty)),
        code=code(address, _("Code that leads to this notice")),
        rows=[
            row([part(_("Decision"), text_block(_decision(penalty)))]),
            row([part(_("Effect"), text_block(_effect(penalty)))]),
            row([part(right["title"], text_block(_final(penalty) or right["paragraphs"]))]),
        ],
        signatures=[
            _("For %(pair)s") % {"pair": _who(penalty)},
            _("The director, %(name)s") % {"name": name} if name else _("The director"),
        ],
        foot=record_of(tournament.pk, tournament.edition),
    )


def number_of(penalty: Penalty) -> str:
    """Return the number of a notice, which counts the penalties of the club in the year: "P-2026-0003"."""
    year = timezone.localtime(penalty.at).year
    of_the_year = Penalty.objects.filter(tournament__club=penalty.tournament.club_id, at__year=year)
    return f"P-{year}-{of_the_year.filter(_before(penalty)).count() + 1:04}"


def _before(penalty: Penalty) -> Q:
    """Build the filter for the penalties that were given before this one."""
    return Q(at__lt=penalty.at) | Q(at=penalty.at, pk__lt=penalty.pk)


def _who(penalty: Penalty) -> str:
    return contestant_words(penalty.contestant) if penalty.contestant else penalty.team


def _place(penalty: Penalty) -> Iterator[list[str]]:
    names = players_words(penalty.contestant) if penalty.contestant else ""
    values = {"pair": _who(penalty), "players": names}
    yield [_("Given to"), _("%(pair)s: %(players)s") % values if names else _who(penalty)]
    table = table_name(penalty.incident) if penalty.incident and penalty.incident.table else ""
    board = penalty.board or (penalty.incident.board if penalty.incident else None)
    if table and board:
        yield [_("Table, board"), f"{table}, {board_words(board)}"]
    elif table:
        yield [_("Table"), table]
    elif board:
        yield [_("Board"), str(board.number)]
    when = at_moment(penalty.at, penalty.tournament.date)
    yield [_("Director"), _("%(name)s, %(when)s") % {"name": person(penalty.by), "when": when}]


def _decision(penalty: Penalty) -> Iterator[Paragraph]:
    if penalty.state == Penalty.State.WITHDRAWN and penalty.withdrawn_at:
        when = at_moment(penalty.withdrawn_at, penalty.tournament.date)
        values = {"name": person(penalty.withdrawn_by), "when": when}
        yield paragraph(_("*Withdrawn* by %(name)s %(when)s: it counts no more."), **values)
    amount = taken_words(penalty.amount, penalty.unit)
    kinds = {
        Penalty.Law.PROCEDURE: _("*Procedural penalty: %(taken)s* (Law 90)."),
        Penalty.Law.DISCIPLINE: _("*Disciplinary penalty: %(taken)s* (Law 91A)."),
    }
    yield paragraph(kinds[Penalty.Law(penalty.law)], taken=amount)
    yield paragraph(_("Reason: %(reason)s."), reason=Penalty.Reason(penalty.reason).label)
    if earlier := _earlier(penalty):
        yield paragraph(_("Already given to the same in this session: %(penalties)s."), penalties=listed(earlier))
    if penalty.state == Penalty.State.WITHDRAWN:
        return
    if counts_for_nothing(penalty, field_of(penalty.tournament)):
        yield paragraph(_("It counts for nothing now: the ranking is in another unit, or the team is gone."))
        return
    of_the = {
        Tournament.Kind.PAIRS: _("It is deducted from the total of the pair; the other scores do not change."),
        Tournament.Kind.TEAMS: _("It is deducted from the total of the team; the other scores do not change."),
        Tournament.Kind.INDIVIDUAL: _("It is deducted from the total of the player; the other scores do not change."),
    }
    yield paragraph(of_the[Tournament.Kind(penalty.tournament.kind)])


def _earlier(penalty: Penalty) -> list[str]:
    """List the earlier penalties of the same pair in the session."""
    earlier = Penalty.objects.given().filter(_before(penalty), tournament=penalty.tournament)
    earlier = earlier.filter(contestant=penalty.contestant) if penalty.contestant else earlier.filter(team=penalty.team)
    day = penalty.tournament.date
    return [
        f"{taken_words(given.amount, given.unit)}, {Penalty.Reason(given.reason).label}, {moment(given.at, day)}"
        for given in earlier.order_by("at", "pk")
    ]


def _effect(penalty: Penalty) -> Iterator[Paragraph]:
    """Show the place in the ranking with the penalty and without it."""
    if penalty.state == Penalty.State.WITHDRAWN:
        return
    for ranking in effect_of(penalty.tournament, penalty.key, -penalty.amount, penalty.unit):
        for line in ranking.lines:
            if line.key == penalty.key and line.rank_before and line.rank_after:
                yield paragraph(
                    _("With the penalty: *%(with)s%(unit)s, number %(rank)s*. Without it: %(without)s%(unit)s, number "
                      "%(rank_without)s."),
                    **{"with": score_words(line.score_before, line.unit)},
                    unit=unit_sign(line.unit),
                    rank=line.rank_before,
                    without=score_words(line.score_after, line.unit),
                    rank_without=line.rank_after,
                )  # fmt: skip
        moved = sum(line.key != penalty.key for line in ranking.lines)
        if moved:
            words = ngettext("%(count)s other place changes.", "%(count)s other places change.", moved)
            yield paragraph(words, count=moved)


def _final(penalty: Penalty) -> list[Paragraph]:
    """Write that the director's decision on a disciplinary penalty in points is final; [] for a procedural penalty."""
    if penalty.law != Penalty.Law.DISCIPLINE:
        return []
    return [
        paragraph(
            _(
                "The director’s decision on a disciplinary penalty is final; a committee that is asked may recommend "
                "that he change it (Law 93B3)."
            )
        )
    ]
