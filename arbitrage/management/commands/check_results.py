"""`manage.py check_results`: recompute the scores and points of a results file, and list the values that differ."""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from arbitrage import exchange
from arbitrage.management import base
from arbitrage.services.files.checking import Check, check


class Command(base.Command):
    help = gettext_lazy(
        "Compute every score (Law 77), every board's points and the IMPs of matches (Law 78) of a results file again, "
        "and list what does not follow, with the likely reason. Nothing is stored."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar=_("FILE"), help=_("a results file, of any format that is read"))
        parser.add_argument(
            "--json", action="store_true", dest="as_json", help=_("print a JSON document instead of text")
        )

    def handle(self, *args: Any, file: str, as_json: bool, **options: Any) -> None:
        path = Path(file)
        try:
            tournament = exchange.read(path.read_bytes(), path.name)
        except OSError as error:
            raise CommandError(f"{path.name}: {error.strerror}.") from error
        except exchange.Unreadable as error:
            raise CommandError(str(error)) from error
        checked = check(tournament)
        self.stdout.write(_as_json(path.name, tournament, checked) if as_json else _as_text(path.name, checked))


def _as_text(name: str, check: Check) -> str:
    lines = [str(finding) for finding in check.findings]
    sentence = (
        _(
            "%(file)s: scores checked: %(scores)s, points: %(points)s, IMPs of matches: %(imps)s; "
            "not as computed: %(unlike)s."
        )
        if check.imps
        else _("%(file)s: scores checked: %(scores)s, points: %(points)s; not as computed: %(unlike)s.")
    )
    numbers = {"scores": check.scores, "points": check.points, "imps": check.imps, "unlike": len(lines)}
    return "\n".join([*lines, sentence % {"file": name, **numbers}, *([check.way] if check.way else [])])


def _as_json(name: str, tournament: exchange.TournamentFile, check: Check) -> str:
    return json.dumps(
        {
            "file": name,
            "format": tournament.format,
            "scoring": tournament.scoring,
            "checked": {"scores": check.scores, "points": check.points, "imps": check.imps},
            "compared": {"by_section": check.by_section, "expected": check.expected},
            "findings": [
                {
                    "session": finding.session,
                    "section": finding.section,
                    "board": finding.board,
                    "ns": finding.ns,
                    "ew": finding.ew,
                    "contract": finding.contract,
                    "what": finding.what,
                    "recorded": str(finding.recorded),
                    "computed": str(finding.computed),
                    "reason": finding.reason,
                    "sentence": str(finding),
                }
                for finding in check.findings
            ],
            "warnings": [{"place": problem.place, "reason": problem.reason} for problem in tournament.warnings],
        },
        ensure_ascii=False,
        indent=1,
    )
