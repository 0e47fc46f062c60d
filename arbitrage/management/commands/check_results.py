"""Recompute a results file, and list where it and the Laws disagree."""

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


def _as_text(name: str, found: Check) -> str:
    lines = [str(finding) for finding in found.findings]
    said = (
        _(
            "%(file)s: scores checked: %(scores)s, points: %(points)s, IMPs of matches: %(imps)s; "
            "not as computed: %(unlike)s."
        )
        if found.imps
        else _("%(file)s: scores checked: %(scores)s, points: %(points)s; not as computed: %(unlike)s.")
    )
    numbers = {"scores": found.scores, "points": found.points, "imps": found.imps, "unlike": len(lines)}
    return "\n".join([*lines, said % {"file": name, **numbers}, *([found.way] if found.way else [])])


def _as_json(name: str, tournament: exchange.TournamentFile, found: Check) -> str:
    return json.dumps(
        {
            "file": name,
            "format": tournament.format,
            "scoring": tournament.scoring,
            "checked": {"scores": found.scores, "points": found.points, "imps": found.imps},
            "compared": {"by_section": found.by_section, "expected": found.expected},
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
                for finding in found.findings
            ],
            "warnings": [{"place": problem.place, "reason": problem.reason} for problem in tournament.warnings],
        },
        ensure_ascii=False,
        indent=1,
    )
