"""The rows that follow from the events of an appeal: a part of the projection (`record/projection.py`)."""

import datetime
import uuid
from collections.abc import Callable, Mapping

from arbitrage.models import Appeal, AppealSeat, AppealWords, Incident, RightTold
from arbitrage.services.record.event_and_rows import Saying, Target


def _right_told(said: Saying, rows: Target) -> None:
    rows.add(
        RightTold,
        said["told"],
        incident_id=uuid.UUID(said.incident),
        ruling_id=said.id("ruling"),
        side=said["side"],
        by_id=said.by,
        at=said.at,
    )


def _requested(said: Saying, rows: Target) -> None:
    _asked(said, rows)
    rows.change(Incident, said.incident, state=Incident.State.APPEALED)


def _asked(said: Saying, rows: Target) -> None:
    """Project a request that is heard, or one that is refused and says under which law."""
    over = {"state": Appeal.State.REFUSED, "law": said["law"], "decided_at": said.at, "decided_by_id": said.by}
    rows.add(
        Appeal,
        said["appeal"],
        incident_id=uuid.UUID(said.incident),
        level=said["level"],
        of_id=said.id("of"),
        ruling_id=said.id("ruling"),
        side=said["side"],
        consent=said["consent"],
        about=said["about"],
        grounds=rows.words(said["note"]),
        note_id=said.id("note"),
        by_id=said.by,
        at=said.at,
        until=datetime.datetime.fromisoformat(said["until"]) if said["until"] else None,
        entries=said["entries"],
        seal=said["seal"],
        deposit=said["deposit"],
        heard_by=said["heard_by"],
        **(over if said["law"] else {}),
    )


def _body_set(said: Saying, rows: Target) -> None:
    rows.change(Appeal, said["appeal"], heard_by=said["heard_by"])


def _stated(said: Saying, rows: Target) -> None:
    rows.add(
        AppealWords,
        said["words"],
        appeal_id=said.id("appeal"),
        kind=said["kind"],
        text=rows.words(said["note"]),
        note_id=said.id("note"),
        by_id=said.by,
        at=said.at,
    )


def _seated(said: Saying, rows: Target) -> None:
    rows.add(
        AppealSeat,
        said["seat"],
        appeal_id=said.id("appeal"),
        role=said["role"],
        user_id=said["to"],
        name=rows.words(said["note"]),
        note_id=said.id("note"),
    )


def _unseated(said: Saying, rows: Target) -> None:
    rows.remove(AppealSeat, said["seat"])


def _withdrawn(said: Saying, rows: Target) -> None:
    _over(said, rows, state=Appeal.State.WITHDRAWN)


def _decided(said: Saying, rows: Target) -> None:
    _over(
        said,
        rows,
        state=Appeal.State.DECIDED,
        outcome=said["outcome"],
        law=said["law"],
        without_merit=said["without_merit"],
        deposit_kept=said["deposit_kept"],
    )


def _over(said: Saying, rows: Target, **fields: object) -> None:
    """Project that the appeal is over, and its incident ruled again."""
    rows.change(
        Appeal,
        said["appeal"],
        why=rows.words(said["note"]),
        reasons_id=said.id("note"),
        decided_at=said.at,
        decided_by_id=said.by,
        **fields,
    )
    rows.change(Incident, said.incident, state=Incident.State.RULED)


def _carried_out(said: Saying, rows: Target) -> None:
    by_what = {f"{name}_id": said.id(name) for name in ("adjustment", "new_ruling") if said[name]}
    rows.change(Appeal, said["appeal"], carried_out_at=said.at, **by_what)


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
"""Changes of the rows for each kind of event of an appeal."""
