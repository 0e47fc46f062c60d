"""The changes of a traveller line, by hand or by a second import of its file, in the history of a board."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from arbitrage.models import Board, Contestant, Event, Result
from arbitrage.pages.wording.lines import FORM_LETTERS, line_words
from arbitrage.pages.wording.sentences import listed
from arbitrage.pages.wording.tables_and_boards import table_words
from arbitrage.services.results.entering import Reason, is_first_result


class LineEntries:
    """Mixin of `History` for the entries of a line of *board*, whose tournament may have *several_sections*."""

    board: Board
    several_sections: bool

    @cached_property
    def lines(self) -> dict[str, Result]:
        return {str(result.pk): result for result in self.board.results.select_related("section", "ns")}

    @cached_property
    def contestants(self) -> dict[str, Contestant]:
        people = Contestant.objects.filter(section__tournament=self.board.tournament_id)
        return {str(person.pk): person for person in people}

    def _result_corrected(self, event: Event, data: Mapping[str, Any]) -> dict[str, Any]:
        if is_first_result(event):
            values = {"table": self._line_table(data), "now": self._line_words(data["now"], pairs=False)}
            return {"fact": _("Table %(table)s: %(now)s") % values}
        reason = Reason(data["reason"]).label if data.get("reason") else ""
        return self._line_changed(data) | {"words": reason and f"{reason}."}

    def _result_typed(self, event: Event, data: Mapping[str, Any]) -> dict[str, Any]:
        values = {"table": self._line_table(data), "now": self._line_words(data["now"], pairs=False)}
        return {"fact": _("Typed at table %(table)s: %(now)s") % values, "words": _("The other side confirms it.")}

    def _result_changed(self, event: Event, data: Mapping[str, Any]) -> dict[str, Any]:
        return self._line_changed(data) | {"words": _("The file says so since it was read again.")}

    def _result_added(self, event: Event, data: Mapping[str, Any]) -> dict[str, Any]:
        values = {"table": self._line_table(data), "now": self._line_words(data["now"], pairs=True)}
        words = _("It came with the file.") if data.get("file") else _("The file had no such line.")
        fact = _("Result added, table %(table)s: %(now)s") % values
        return {"fact": fact, "words": words, "law": data.get("law", "")}

    def _result_removed(self, event: Event, data: Mapping[str, Any]) -> dict[str, Any]:
        values = {"table": self._line_table(data), "was": self._line_words(data["was"], pairs=True)}
        words = _("The file has no such line since it was read again.")
        fact = _("Result removed, table %(table)s: %(was)s") % values
        return {"fact": fact, "words": words, "law": data.get("law", "")}

    def _line_changed(self, data: Mapping[str, Any]) -> dict[str, Any]:
        was, now = data["was"], data["now"]
        moved = any(was.get(name) != now.get(name) for name in ("ns", "ew", "seats"))
        values = {
            "table": self._line_table(data),
            "was": self._line_words(was, pairs=moved),
            "now": self._line_words(now, pairs=moved),
        }
        fact = _("Result corrected, table %(table)s: %(was)s becomes %(now)s") % values
        return {"fact": fact, "big": True, "law": data.get("law", "")}

    def _line_table(self, data: Mapping[str, Any]) -> str:
        line = self.lines.get(data["result"])
        return table_words(line, self.several_sections) if line else str(data.get("table") or "?")

    def _line_words(self, line: Mapping[str, Any], *, pairs: bool) -> str:
        return line_words(line, self.contestants if pairs else {})

    def _forms_set(self, event: Event, data: Mapping[str, Any]) -> dict[str, Any]:
        by_form: dict[int, list[str]] = {}
        for entry in data["results"]:
            by_form.setdefault(entry["form"], []).append(self._line_table(entry))
        of_forms = [
            ngettext("table %(tables)s in form %(form)s", "tables %(tables)s in form %(form)s", len(tables))
            % {"tables": listed(tables), "form": FORM_LETTERS[form]}
            for form, tables in sorted(by_form.items())
        ]
        fact = _("Played in different forms: %(tables)s") % {"tables": ", ".join(of_forms)}
        return {"fact": fact, "words": _("Each form is compared by itself."), "law": "87B"}
