"""The score to enter after the rulings on a result, and its effect on the other contestants.

Nothing is stored until a director has seen it: `propose_adjustment` reads, `confirm_adjustment` writes.
"""

import uuid
from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Literal

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from arbitrage.database.ids import uuid7
from arbitrage.models import Adjustment, Board, Incident, Inquiry, Result, Ruling, Tournament
from arbitrage.models.rows_of_calls import CONFIRMED_ON, INQUIRIES_ON
from arbitrage.services.appeals.deciding import carry_out, score_due
from arbitrage.services.errors import Refused
from arbitrage.services.incidents import locked, note_of, reused, words_typed, writable
from arbitrage.services.incidents.locking import lock_boards, tie
from arbitrage.services.record import history
from arbitrage.services.record.history import canonical, digest, record
from arbitrage.services.results.counting import kept_share
from arbitrage.services.results.field import Field, Line, Ranking, TravellerLine, as_recorded, field_of
from arbitrage.services.results.score_basis import basis_of, rests_on, values_of
from arbitrage.services.tournaments import law_of_correction
from rulings.bridge import Contract, Seat, Side, parse_contract
from rulings.scores.adjusted import AVERAGE_OF_PERCENT
from rulings.scores.award import Award, Possible
from rulings.scores.outcome import Ended, Unsettled, outcome, percentages, told_twice, transfers
from rulings.scores.scoring import Transfer

if TYPE_CHECKING:
    from django.contrib.auth.models import User


Kind = Adjustment.Kind


@dataclass(frozen=True)
class Choice:
    """A score that the director chose himself, instead of the one that follows from the rulings.

    *law* is the law under which it is given, *reason* a free text for the report. With *award* None the director
    returns to the score of the rulings.
    """

    award: Award | None
    law: str = ""
    reason: str = ""


OF_AN_APPEAL = "93"
"""Law under which an appeal changes a score."""

AS_RULED = Choice(None)
"""Choice that replaces a score chosen by hand by the one that follows from the rulings."""


@dataclass(frozen=True)
class Counting:
    """The score that counts for a result: its award, kind and law, and whether the director chose it *by_hand*."""

    award: Award
    kind: Adjustment.Kind
    law: str
    by_hand: bool = False
    reason: str = ""


@dataclass(frozen=True)
class Proposal:
    """The proposed score of a result, from its rulings or by the director's choice, and its effect on the field.

    *before* is the recorded result and *after* the score to enter, which *counting* explains. *rectified* is the number
    of declarer's tricks after the automatic transfers, None if the table has no contract. *ruled* is the score that
    follows from the rulings alone; if it is None, *unsettled* is the reason. *confirmed* is the adjusted score that
    counts now, if any; it is *stale* if the rulings or the result have changed since. The page sends *digest* back with
    a confirmation.
    """

    incident: Incident
    result: Result
    board: Board
    rulings: tuple[Ruling, ...]
    transfers: tuple[Transfer, ...]
    before: Line
    rectified: int | None
    after: Line
    counting: Counting
    ruled: Counting | None
    unsettled: str
    traveller: tuple[TravellerLine, ...]
    ranking: tuple[Ranking, ...]
    top: int
    confirmed: Adjustment | None
    basis: str
    warnings: tuple[str, ...]
    digest: str

    @property
    def kind(self) -> Adjustment.Kind:
        return self.counting.kind

    @property
    def law(self) -> str:
        return self.counting.law

    @property
    def changed(self) -> bool:
        """Is the score different from the score at the table?"""
        return self.kind != Kind.PLAYED

    @property
    def to_compose(self) -> str:
        """The law under which a ruling lets the director compose the score, if he has not done so yet; else ""."""
        return "" if self.counting.by_hand else next(filter(None, map(left_to_compose, self.rulings)), "")

    @property
    def stale(self) -> bool:
        """Is the confirmed score out of date, because of a newer ruling, a corrected result, or another choice?"""
        confirmed = self.confirmed
        if confirmed is None:
            return False
        if confirmed.given != self.counting.award:
            return True
        return confirmed.by_hand and not rests_on(confirmed.basis, self.result, self.rulings)


SCORED = ("TRICK_TRANSFER", "AWARD_TRICKS", "ASSIGNED", "SPLIT", "ARTIF")
"""Effects of a ruling that change the result of a table."""


def left_to_compose(ruling: Ruling) -> str:
    """Return the law under which a ruling lets the director choose the results and their weights, or the averages
    (12C1(c), 12C2, 86B2); "" if the ruling determines the score, or changes none. Under 12C1(e) he must choose even if
    the ruling names a result, because the damaged side keeps part of its loss."""
    effects = ruling.data["rectifications"]
    left = [effect["law"] for effect in effects if effect["effect"] == "CONSIDER_AS" and effect["when"] == "now"]
    if any(effect["effect"] in SCORED for effect in effects):
        left = [law for law in left if law == "12C1(e)"]
    return left[0] if left else ""


def changes_score(ruling: Ruling) -> bool:
    """Does a score have to be confirmed after this ruling?"""
    return any(effect["effect"] in SCORED for effect in ruling.data["rectifications"]) or bool(left_to_compose(ruling))


# Proposals


def propose_adjustment(
    incident: Incident, choice: Choice | None = None, *, field: Field | None = None, just_read: bool = False
) -> Proposal:
    """Compute the score that follows from the rulings of this incident, and of every other incident on the same result.

    A *choice* of the director replaces this score, and so does a choice that he has confirmed earlier. *field* is the
    Field of the tournament, if the caller has one. The incident is read again unless *just_read* is True.

    :raises Refused: there is no result to adjust, a question is still open, two rulings contradict each other without a
        choice, or the choice is not a score.
    """
    incident = incident if just_read else Incident.objects.with_place().get(pk=incident.pk)
    result = _with_board(incident)
    rulings, unfinished = _rulings(incident, result)
    confirmed = CONFIRMED_ON.first(result=result.pk)
    ruled, rectified, refused = _ruled(result, rulings)
    counting = _chosen(choice, confirmed) or ruled
    if counting is None:
        raise refused or Refused("", "not_scored")

    field = field or field_of(incident.tournament)
    recorded = field.counted(without=result)
    entered = recorded | {result.pk: counting.award}
    before, after = field.points(recorded), field.points(entered)
    lines = tuple(
        TravellerLine(line, before.line(line), after.line(line), line.pk == result.pk)
        for line in field.results_of(result.board_id)
    )
    line = next(line for line in lines if line.in_question)
    proposal = Proposal(
        incident=incident,
        result=result,
        board=result.board,
        rulings=rulings,
        transfers=tuple(transfers(map(_ended, rulings))) if rectified is not None else (),
        before=line.before,
        rectified=rectified,
        after=line.after,
        counting=counting,
        ruled=ruled,
        unsettled=str(refused) if refused else "",
        traveller=lines,
        ranking=field.rankings(before, after),
        top=after.top(result),
        confirmed=confirmed,
        basis=basis_of(result, rulings),
        warnings=_warnings(unfinished, rulings, field),
        digest="",
    )
    return replace(proposal, digest=_digest(proposal))


def _with_board(incident: Incident) -> Result:
    result = incident.result
    if result is None:
        raise Refused(
            gettext_lazy("Say at which table and on which board it was: the score is computed from that result."),
            "no_result",
        )
    tie(incident)
    return result


def _rulings(incident: Incident, result: Result) -> tuple[tuple[Ruling, ...], list[Inquiry]]:
    """Return the rulings in force on a result, of this and of other incidents, in order of the calls; and the
    unfinished inquiries of the other incidents."""
    inquiries = INQUIRIES_ON(result=result.pk)
    own = [inquiry for inquiry in inquiries if inquiry.incident_id == incident.pk]
    if incident.state == Incident.State.WITHDRAWN:
        raise Refused(gettext_lazy("This call was withdrawn: no score follows from it."), "withdrawn")
    if not own or any(inquiry.stage == Inquiry.Stage.ASKING for inquiry in own):
        raise Refused(
            gettext_lazy("Answer the questions of the inquiry first: the score follows from its decision."), "not_ruled"
        )
    if any(inquiry.stage == Inquiry.Stage.WAITING for inquiry in own):
        raise Refused(
            gettext_lazy("The inquiry waits for a moment of the play: come back to it first, then to the score."),
            "waiting",
        )
    held = [inquiry.current_ruling for inquiry in inquiries if inquiry.stage == Inquiry.Stage.RULED]
    rulings = tuple(ruling for ruling in held if ruling is not None)
    if not rulings:
        raise Refused(gettext_lazy("Nothing is ruled yet: the inquiry leads on to another law."), "not_ruled")
    others = (inquiry for inquiry in inquiries if inquiry.incident_id != incident.pk)
    unfinished = (inquiry for inquiry in others if inquiry.stage != Inquiry.Stage.RULED)
    return rulings, sorted(unfinished, key=lambda inquiry: (inquiry.incident_id, inquiry.order))


def _ruled(result: Result, rulings: tuple[Ruling, ...]) -> tuple[Counting | None, int | None, Refused | None]:
    """Return the score that follows from the rulings alone, declarer's tricks after the automatic transfers, and the
    error if there is no score.

    Percentages (12C2) need no result; 60, 50 and 40 stand for averages, to which the rule of the session applies
    (12C2(c)). A probable result replaces the score at the table only if it is better for the side that the Law
    protects.
    """
    ended = [_ended(ruling) for ruling in rulings]
    given = percentages(ended)
    if given is not None:
        award = _artificial(given[0], given[1], result)
        return Counting(award, Kind(award.kind), given[2]), None, None
    last = rulings[-1].law
    contract, vul = None, result.board.vulnerability
    if result.kind != Result.Kind.PASSED:
        if result.kind != Result.Kind.PLAYED or not result.contract or result.tricks is None:
            sentence = gettext_lazy("This table has no contract and tricks on this board: there is no score to adjust.")
            return None, None, Refused(sentence, "not_scored")
        contract = _contract(result)
    try:
        entered = outcome(contract, result.tricks or 0, vul, ended)
    except Unsettled as error:
        return None, None, Refused(UNSETTLED[error.code], error.code)
    rectified = None if contract is None else entered.rectified
    if entered.kind == "played":
        return _as_played(result, entered.law or last), rectified, None
    ns = Possible.of(_made(entered.contract, contract), entered.tricks, vul)
    ew = ns
    if entered.tricks_ew is not None:
        ew = Possible.of(_made(entered.contract_ew, contract), entered.tricks_ew, vul)
    return Counting(Award((ns,), (ew,)), Kind(entered.kind), entered.law or last), rectified, None


def _made(other: "Contract | Literal['Pass'] | None", contract: Contract | None) -> Contract | None:
    """Return the contract of the score: the one that a ruling names, or else the table's; None if passed out."""
    return None if other == "Pass" else other or contract


def _artificial(ns: int | None, ew: int | None, result: Result) -> Award:
    """Build an award with the averages of both sides; a side without one keeps its own at the table."""
    shares = [
        AVERAGE_OF_PERCENT.get(given, Fraction(given)) if given is not None else kept_share(result, side)
        for side, given in zip(Side, (ns, ew), strict=True)
    ]
    return Award(*shares)


UNSETTLED = {
    "two_sides": gettext_lazy(
        "Two decisions on this result protect opposite sides: the rulings give no one score. Choose it by hand."
    ),
    "one_revoke": gettext_lazy(
        "Two decisions on this result tell one revoke otherwise: who won the trick, or how many tricks came after it. "
        "Correct the wrong one, or choose the score by hand."
    ),
    "no_tricks": gettext_lazy(
        "Say how many tricks declarer would probably have won: the adjusted score is computed from it."
    ),
    "open_claim": gettext_lazy(
        "A claim or concession on this result is contested: rule on it first, the score follows from it."
    ),
    "claim": gettext_lazy(
        "The tricks of the claim do not add up: correct those that declarer had won, those left, or those lost."
    ),
    "who": gettext_lazy("Say in the inquiry who committed the irregularity: which side gains tricks depends on it."),
}


def score_of(result: Result, rulings: tuple[Ruling, ...]) -> Counting | None:
    """Compute the score that follows from these rulings alone; None if they determine none."""
    if not rulings or any(map(left_to_compose, rulings)):
        return None
    return _ruled(result, rulings)[0]


def follows(confirmed: Adjustment, result: Result, rulings: tuple[Ruling, ...]) -> bool:
    """Is a confirmed score still up to date? A score chosen by hand is up to date while its basis is unchanged; any
    other, while it follows from the rulings."""
    if confirmed.by_hand:
        return rests_on(confirmed.basis, result, rulings)
    counting = _ruled(result, rulings)[0] if rulings else None
    return counting is not None and counting.award == confirmed.given


def _as_played(result: Result, law: str) -> Counting | None:
    award = as_recorded(result)
    return Counting(award, Kind.PLAYED, law) if award else None


def _chosen(choice: Choice | None, confirmed: Adjustment | None) -> Counting | None:
    """Return the score that the director chooses now or has confirmed earlier; None if the rulings decide."""
    if choice is None:
        if confirmed is None or not confirmed.by_hand:
            return None
        return Counting(confirmed.given, Kind(confirmed.kind), confirmed.law, True, confirmed.reason)
    if choice.award is None:
        return None
    return Counting(choice.award, Kind(choice.award.kind), choice.law, True, words_typed(choice.reason))


def _ended(ruling: Ruling) -> Ended:
    data = ruling.data
    return data, data["facts"]


def _contract(result: Result) -> Contract:
    contract = parse_contract(result.contract)
    if contract is None:
        raise ValueError(f"{result.pk} was passed out")
    return contract.by(Seat(result.declarer))


def _warnings(unfinished: Iterable[Inquiry], rulings: Iterable[Ruling], field: Field) -> tuple[str, ...]:
    sentences = []
    if told_twice(map(_ended, rulings)):
        sentences.append(_("Two decisions tell of one and the same revoke: it counts once."))
    for inquiry in unfinished:
        sentences.append(
            _("Incident %(reference)s on the same result is not finished: it may change this score.")
            % {"reference": inquiry.incident.reference}
        )
    if field.unlike_the_file:
        sentences.append(
            _(
                "The scoring program counts this tournament in a way that was not recognised: the points shown may "
                "differ slightly from its own."
            )
        )
    return tuple(sentences)


def _digest(proposal: Proposal) -> str:
    """Digest everything that the page shows of the board; a new score, ruling or adjustment changes it."""
    counting = proposal.counting
    return digest(
        canonical(
            {
                "incident": proposal.incident.pk,
                "result": proposal.result.pk,
                "rulings": [ruling.pk for ruling in proposal.rulings],
                "confirmed": proposal.confirmed.pk if proposal.confirmed else None,
                "counting": [counting.award.as_json(), counting.kind, counting.law],
                "lines": [
                    [line.result.pk, *values_of(line.before), *values_of(line.after)] for line in proposal.traveller
                ],
            }
        )
    )


# Writing


@transaction.atomic
def confirm_adjustment(
    *,
    incident: Incident,
    by: "User",
    seen: str,
    choice: Choice | None = None,
    agreed: bool = False,
    id: uuid.UUID | None = None,
) -> Adjustment:
    """Confirm the score shown on the page; it replaces a score confirmed before.

    *seen* is the digest of the proposal on the page and *choice* the score chosen there by hand. *agreed* says that the
    director has ticked the conditions of Law 79C2, which apply after the correction period; a score that a decided
    appeal requires does not need this. Confirming the same page twice stores the score once.

    :raises Refused: the board has changed since the page was shown, nothing changes, or the correction period is over.
    """
    # this lock serialises the confirmations in a tournament, so that each includes the effect of the earlier ones
    Tournament.objects.select_for_update(no_key=True).get(pk=incident.tournament_id)
    result_id = Incident.objects.values_list("result", flat=True).get(pk=incident.pk)
    same_result = Incident.objects.filter(result=result_id) if result_id else Incident.objects.filter(pk=incident.pk)
    board_id = Incident.objects.values_list("board", flat=True).get(pk=incident.pk)
    lock_boards({board_id} - {None})
    for key in sorted({incident.pk, *same_result.values_list("pk", flat=True)}):
        history.lock(key)
    incident = writable(locked(incident))
    if id is not None and (sent := Adjustment.objects.filter(pk=id).first()):
        if (sent.incident_id, sent.by_id, sent.seen) != (incident.pk, by.pk, seen):
            raise reused()
        return sent
    proposal = propose_adjustment(incident, choice, field=field_of(incident.tournament))
    current = proposal.confirmed
    if current is not None and current.incident_id == incident.pk and current.seen == seen and not proposal.stale:
        return current
    if proposal.digest != seen:
        raise Refused(
            gettext_lazy(
                "The board has changed since this page was shown. Look at the new figures, then confirm again."
            ),
            "board_changed",
        )
    if current is None and not proposal.changed:
        raise Refused(
            gettext_lazy("The result stays as it was played: there is nothing to confirm."), "nothing_to_confirm"
        )
    due = score_due(incident, by_hand=proposal.counting.by_hand)
    correction = OF_AN_APPEAL if due else law_of_correction(incident.tournament, agreed=agreed)
    key = id or uuid7()
    if current is not None:
        owner = Incident.objects.get(pk=current.incident_id)
        record(owner, by, "adjustment_superseded", adjustment=current.pk, followed_by=key)
    record(
        incident,
        by,
        "adjustment_confirmed",
        adjustment=key,
        result=proposal.result.pk,
        kind=proposal.kind.value,
        award=proposal.counting.award.as_json(),
        law=proposal.law,
        by_hand=proposal.counting.by_hand,
        reason=_reason(proposal),
        basis=proposal.basis,
        correction=correction,
        seen=seen,
        supersedes=current.pk if current else None,
    )
    carry_out(incident, by, adjustment=key, by_hand=proposal.counting.by_hand)
    return Adjustment.objects.get(pk=key)


def _reason(proposal: Proposal) -> uuid.UUID | None:
    """Return the id of the note with the reason of a choice, None without one. An unchanged reason keeps its note."""
    current, words = proposal.confirmed, proposal.counting.reason
    if current is not None and words and words == current.reason and current.incident_id == proposal.incident.pk:
        event = proposal.incident.events.filter(kind="adjustment_confirmed").order_by("seq").last()
        if event is not None and event.data["reason"]:
            return uuid.UUID(event.data["reason"])
    note = note_of(proposal.incident, words)
    return note.pk if note else None


@transaction.atomic
def mark_entered(*, adjustment: Adjustment, by: "User") -> Adjustment:
    """Note that the adjusted score was typed into the club's scoring program. A repetition changes nothing.

    :raises Refused: a newer score has replaced it.
    """
    incident = locked(adjustment.incident)
    adjustment = Adjustment.objects.get(pk=adjustment.pk)
    if adjustment.state != Adjustment.State.CONFIRMED:
        raise Refused(
            gettext_lazy("This score counts no more. Enter the one that is shown now."), "adjustment_superseded"
        )
    if adjustment.entered_at is None:
        record(incident, by, "adjustment_entered", adjustment=adjustment.pk)
    return Adjustment.objects.get(pk=adjustment.pk)
