"""Projection of the events of an appeal to rows, a part of `record/projection.py`."""

import datetime
import uuid
from collections.abc import Callable, Mapping

from arbitrage.models import Appeal, AppealSeat, AppealWords, Incident, RightTold
from arbitrage.services.record.event_and_rows import Saying, Target


def _right_told(saying: Saying, rows: Target) -> None:
    rows.add(
        RightTold,
        saying["told"],
        incident_id=uuid.UUID(saying.incident),
        ruling_id=saying.id("ruling"),
        side=saying["side"],
        by_id=saying.by,
        at=saying.at,
    )


def _requested(saying: Saying, rows: Target) -> None:
    _asked(saying, rows)
    rows.change(Incident, saying.incident, state=Incident.State.APPEALED)


def _asked(saying: Saying, rows: Target) -> None:
    """Add the row of an appeal that was requested, or of one that was refused, with the law of the refusal."""
    over = {"state": Appeal.State.REFUSED, "law": saying["law"], "decided_at": saying.at, "decided_by_id": saying.by}
    rows.add(
        Appeal,
        saying["appeal"],
        incident_id=uuid.UUID(saying.incident),
        level=saying["level"],
        of_id=saying.id("of"),
        ruling_id=saying.id("ruling"),
        side=saying["side"],
        consent=saying["consent"],
        about=saying["about"],
        grounds=rows.words(saying["note"]),
        note_id=saying.id("note"),
        by_id=saying.by,
        at=saying.at,
        until=datetime.datetime.fromisoformat(saying["until"]) if saying["until"] else None,
        entries=saying["entries"],
        seal=saying["seal"],
        deposit=saying["deposit"],
        heard_by=saying["heard_by"],
        **(over if saying["law"] else {}),
    )


def _body_set(saying: Saying, rows: Target) -> None:
    rows.change(Appeal, saying["appeal"], heard_by=saying["heard_by"])


def _stated(saying: Saying, rows: Target) -> None:
    rows.add(
        AppealWords,
        saying["words"],
        appeal_id=saying.id("appeal"),
        kind=saying["kind"],
        text=rows.words(saying["note"]),
        note_id=saying.id("note"),
        by_id=saying.by,
        at=saying.at,
    )


def _seated(saying: Saying, rows: Target) -> None:
    rows.add(
        AppealSeat,
        saying["seat"],
        appeal_id=saying.id("appeal"),
        role=saying["role"],
        user_id=saying.to,
        name=rows.words(saying["note"]),
        note_id=saying.id("note"),
    )


def _unseated(saying: Saying, rows: Target) -> None:
    rows.remove(AppealSeat, saying["seat"])


def _withdrawn(saying: Saying, rows: Target) -> None:
    _over(saying, rows, state=Appeal.State.WITHDRAWN)


def _decided(saying: Saying, rows: Target) -> None:
    _over(
        saying,
        rows,
        state=Appeal.State.DECIDED,
        outcome=saying["outcome"],
        law=saying["law"],
        without_merit=saying["without_merit"],
        deposit_kept=saying["deposit_kept"],
    )


def _over(saying: Saying, rows: Target, **fields: object) -> None:
    """Close the appeal, and set its incident back to ruled."""
    rows.change(
        Appeal,
        saying["appeal"],
        why=rows.words(saying["note"]),
        reasons_id=saying.id("note"),
        decided_at=saying.at,
        decided_by_id=saying.by,
        **fields,
    )
    rows.change(Incident, saying.incident, state=Incident.State.RULED)


def _carried_out(saying: Saying, rows: Target) -> None:
    by_what = {f"{name}_id": saying.id(name) for name in ("adjustment", "new_ruling") if saying[name]}
    rows.change(Appeal, saying["appeal"], carried_out_at=saying.at, **by_what)


OF_APPEALS: Mapping[str, Callable[[Saying, Target], None]] = {
    "right_told": _right_told,
    "appeal_requested": _requested,
    "appeal_refused": _asked,
    "appeal_body_set": _body_set,
    "appeal_stated": _stated,
    "appeal_seated": _seated,
    "appeal_unseated": _unseated,
    "appeal_withdrawn": _withdrawn,
    "appeal_decided": _decided,
    "appeal_carried_out": _carried_out,
}
"""Functions that change the rows, by the kind of an event of an appeal."""
