"""Changes at the table since a ruling: sentences of the ruling that no longer apply, and facts that have changed. They
are computed from the log of the table (`table.log_of`)."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, UUIDField

from arbitrage.database.prepared import Prepared
from arbitrage.models import Event, Incident, Inquiry, Ruling
from arbitrage.services.incidents.facts import RESULT_FACTS, known_now, told_otherwise
from arbitrage.services.incidents.table import SAID, Logged, TableKey, start_of, table_for, table_key
from rulings.engine.roles import resolved, with_roles
from rulings.engine.ruling import When
from rulings.table import Bound, Lying, Said, Silent, Table
from rulings.table_from_log import EFFECTS, tables_through

Item = Lying | Bound | Silent


@dataclass(frozen=True)
class Gone:
    """An effect of a ruling that is no longer on the table, with the time and the log entry that removed it (a later
    ruling, or a director's statement). *sentences* are the indexes, in the ruling's rectifications, of the sentences
    that no longer apply."""

    item: Item
    at: datetime
    by: Logged
    sentences: tuple[int, ...] = ()

    @property
    def by_ruling(self) -> bool:
        """Was the effect removed by another ruling, rather than by the play itself?"""
        return self.by.inquiry is not None


@dataclass(frozen=True)
class Change:
    """A fact of a ruling that has changed since. *what* is "gone" or "there" for an *item* of the table, else the name
    of a fact ("declarer", "contract", "tricks", "trumps", "auction") with its values then (*was*) and now."""

    what: str
    item: Item | None = None
    was: str = ""
    now: str = ""


def gone_since(incident: Incident, ruling: Ruling, log: Sequence[Logged]) -> tuple[Gone, ...]:
    """List the effects of this ruling on the table that have been removed since, oldest first. Removals by the end of
    the play are left out."""
    own = [at for at, logged in enumerate(log) if logged.inquiry == ruling.inquiry_id]
    if not own or len(log) == 1:
        return ()
    steps = _steps(incident, log)
    origin, gone, seen_keys = str(ruling.inquiry_id), [], set[str]()
    for at in range(own[0] + 1, len(steps)):
        if at - 1 in own:
            continue  # a later stage of the same inquiry replaces its own effects
        before, after = (_of(origin, step) for step in steps[at - 1 : at + 1])
        for key, item in before.items():
            if key in after or key in seen_keys or _is_end(log[at - 1]):
                continue
            seen_keys.add(key)
            gone.append(Gone(item, log[at - 1].place[0], log[at - 1], _sentences(ruling, key)))
    lying = _of(origin, steps[-1])
    # an item that is on the table again is not gone
    return tuple(gone_item for gone_item in gone if gone_item.item.key not in lying)


def later_than(inquiry: Inquiry, log: Sequence[Logged]) -> tuple[Logged, ...]:
    """List the log entries of a table after the first ruling of an inquiry, without the inquiry's own later rulings."""
    own = next((logged.place for logged in log if logged.inquiry == inquiry.pk), None)
    if own is None:
        return ()
    return tuple(logged for logged in log if logged.place > own and logged.inquiry != inquiry.pk)


def _steps(incident: Incident, log: Sequence[Logged]) -> list[Table]:
    """Return the table before the first entry of the log and after each of them."""
    return list(tables_through(start_of(incident), (logged.entry for logged in log)))


def _is_end(logged: Logged) -> bool:
    entry = logged.entry
    return entry.what == "end_of_play" if isinstance(entry, Said) else entry.moment == When.END_OF_PLAY.value


def _of(origin: str, table: Table) -> dict[str, Item]:
    """Return the items that an inquiry has put on a table, by key."""
    return {item.key: item for item in _items(table) if item.origin == origin}


def _items(table: Table) -> tuple[Item, ...]:
    return (*table.cards, *table.bounds, *table.silenced)


def _sentences(ruling: Ruling, key: str) -> tuple[int, ...]:
    """Find the indexes of a ruling's rectifications that have put the item with this key on the table."""
    data = ruling.data
    facts = with_roles(data["facts"])
    places = []
    for place, effect in enumerate(data["rectifications"]):
        change = EFFECTS.get(effect["effect"])
        if change is None:
            continue
        put = _items(change(Table(), resolved(effect, facts), ""))
        if any(item.key == key for item in put):
            places.append(place)
    return tuple(places)


# Facts that a ruling rested on


def changed_since(incident: Incident, inquiry: Inquiry, log: Sequence[Logged]) -> tuple[Change, ...]:
    """List the changed facts of the result and table of an ended inquiry, if the law would rule differently on them;
    else ()."""
    names = told_otherwise(incident, inquiry, list(log))
    if incident.result_id is None:  # without a result only the table can have changed
        names = tuple(name for name in names if name == "table")
    if not names:
        return ()
    if "table" in names:
        table_read = Table.read(inquiry.facts.get("table", "")) or Table()
        return tuple(_between(table_read, table_for(incident, inquiry, list(log))))
    answers, result = inquiry.given(), incident.result
    now = {"contract": "", "declarer": "", "tricks": ""}
    if result is not None:
        now = {
            "contract": result.contract,
            "declarer": result.declarer,
            "tricks": "" if result.tricks is None else str(result.tricks),
        }
    return tuple(Change(name, was=answers.get(name, ""), now=now.get(name, "")) for name in names)


def may_have_changed(incident: Incident, inquiry: Inquiry, log: Sequence[Logged]) -> bool:
    """Could the facts of an ended inquiry differ from those known now? This check reads the answers only of an inquiry
    that waits for a moment, so that those of most rulings are never read."""
    if inquiry.stage not in (Inquiry.Stage.RULED, Inquiry.Stage.WAITING):
        return False
    if incident.result_id is None and not log:
        return False
    now, facts_read = known_now(incident, inquiry, list(log)), inquiry.facts
    return any(facts_read.get(name) != now.get(name) for name in (*RESULT_FACTS, "table"))


def _between(was: Table, now: Table) -> Iterable[Change]:
    """List the differences between two tables: cards, restrictions, forced passes, declarer, calls."""
    before: dict[str, Item] = {item.key: item for item in _items(was)}
    after: dict[str, Item] = {item.key: item for item in _items(now)}
    for key, item in before.items():
        if key not in after:
            yield Change("gone", item)
    for key, item in after.items():
        if key not in before or _kind(before[key]) != _kind(item):
            yield Change("there", item)
    for name in ("declarer", "trumps", "auction"):
        value_before, value_after = (str(getattr(table, name) or "") for table in (was, now))
        if value_before != value_after:
            yield Change(name, was=value_before, now=value_after)


def _kind(item: Item) -> str:
    """Return the attribute of an item that may change while the item stays on the table: a minor penalty card may
    become a major one."""
    return item.kind if isinstance(item, Lying) else item.lasts


# Incidents whose log must be read


def busy(
    calls: Sequence[Incident], around: Iterable[Inquiry], events: Iterable[Event] | None = None
) -> dict[UUID, TableKey]:
    """Return, by call, the tables at which several inquiries, or a director's statement, are about one board. Only at
    such a table can one ruling affect another. *around* are `inquiries_around` these calls; *events* are those of their
    boards, if already loaded."""
    inquiries = Counter(table_key(inquiry.incident) for inquiry in around)
    spoken = _spoken(calls) if events is None else _spoken_among(calls, events)
    tables = {table for table, count in inquiries.items() if count > 1} | set(spoken.values())
    every = {inquiry.incident_id: table_key(inquiry.incident) for inquiry in around} | spoken
    return {call: table for call, table in every.items() if table in tables}


def _spoken(calls: Sequence[Incident]) -> dict[UUID, TableKey]:
    """Return, by call, the tables about which a director has made a statement: those of these calls, and of other calls
    about the same boards. This takes one query."""
    if not calls:
        return {}
    boards = {call.board_id for call in calls if call.board_id is not None}
    apart = {call.pk for call in calls if call.board_id is None}
    return {call.pk: table_key(call) for call in _SPOKEN(boards=boards, apart=apart)}


_SPOKEN = Prepared(
    lambda boards, apart: (
        Incident.objects.filter(
            Q(board__in=boards) | Q(pk__in=apart), Exists(Event.objects.filter(stream=OuterRef("pk"), kind=SAID))
        )
        .order_by()
        .exclude(state=Incident.State.WITHDRAWN)
        .only("board", "section", "table")
    ),
    boards=[UUIDField()],
    apart=[UUIDField()],
)


def _spoken_among(calls: Iterable[Incident], events: Iterable[Event]) -> dict[UUID, TableKey]:
    speaking = {event.stream_id for event in events if event.kind == SAID}
    return {
        call.pk: table_key(call) for call in calls if call.pk in speaking and call.state != Incident.State.WITHDRAWN
    }
