"""The page of a ruling from a law that was consulted without a table."""

from typing import Any

from django.utils import translation

from arbitrage.pages.code.consultation import address, back_from, facts_of, leads_to, trail_of
from arbitrage.pages.inquiry.decision import effects, moment_button
from arbitrage.pages.wording.regulations import used_by
from rulings.engine import text
from rulings.engine.inquiry import Law, Ruled, Waiting


def ruling_page(entry: Law, known: dict[str, str], state: Waiting | Ruled) -> dict[str, Any]:
    """Build the page of a ruling with its effects, the laws to which it sends, and every answer that led to it."""
    facts, ruling = facts_of(known), state.ruling
    awaited = state.moment if isinstance(state, Waiting) else None
    return {
        "law": entry,
        "heading": text.plain(ruling.text, facts, translation),
        "ruling": ruling,
        "regulations": used_by(state, facts),
        "facts": facts,
        "duties": ruling.duties,
        "waiting": awaited is not None,
        "moment": moment_button(state) if awaited else "",
        "moment_url": address(entry.id, known, **{awaited.value: "reached"}) if awaited else "",
        "leads_to": leads_to(ruling, facts),
        "trail": trail_of(entry, known, state),
        "back_url": back_from(entry, known, state, ""),
        **effects(ruling.rectifications, facts),
    }
