"""An evening without a file, as it is changed: who plays, how many tables, what is left to play."""

from collections.abc import Mapping
from typing import Any

from arbitrage.models import Contestant, Tournament
from arbitrage.pages.evenings import form_words, listed, rounds_left, touched
from arbitrage.pages.places import tables
from arbitrage.services import evenings, late_tables


def evening_page(tournament: Tournament, sent: Mapping[str, str]) -> dict[str, Any]:
    """What may be changed now; while nothing has been played, the movement too, with what was *sent* of it so far."""
    everybody = everybody_of(tournament)
    plan = evenings.plan_of(tournament)
    context: dict[str, Any] = {
        "tournament": tournament,
        "everybody": everybody,
        "names": listed(everybody),
        "rounds_left": rounds_left(tournament),
        "tables": [table for _section, table in tables(tournament)],
        "late": plan is not None and plan.half and plan.movement != evenings.NONE,
    }
    untouched = evenings.untouched(tournament)
    context["grows"] = not untouched and late_tables.may_grow(plan)
    if plan is not None and untouched:
        shown = touched(dict(sent) or as_sent(plan))
        context["again"] = form_words(shown) | {"values": shown}
    return context


def as_sent(plan: evenings.Plan) -> dict[str, str]:
    sent = {name: str(getattr(plan, name)) for name in ("tables", "movement", "rounds", "each")}
    ticked = {name: "on" for name in ("one_ranking", "half") if getattr(plan, name)}
    return sent | ticked | {"was": f"{plan.tables}-{plan.movement}"}


def everybody_of(tournament: Tournament) -> list[Contestant]:
    found = Contestant.objects.filter(section__tournament=tournament).prefetch_related("players")
    return list(found.order_by("section__letter", "position"))
