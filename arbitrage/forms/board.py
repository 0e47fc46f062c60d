"""Forms of a result on the keypad, and of a line of a traveller with its players."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from arbitrage.models import Board, Contestant, Player, Result, Tournament
from arbitrage.pages.wording import notation as shown
from arbitrage.pages.wording.people import pair_name, surnames
from arbitrage.services.errors import Refused
from arbitrage.services.results.entering import Entry, GivenShare, Reason
from arbitrage.services.tournaments.line_ups import line_ups_of, players_in
from rulings.bridge import SUITS, Card, Contract, Denomination, Seat
from rulings.scores.adjusted import Average
from rulings.scores.methods import Method


class ResultForm(forms.Form):
    """A result on the keypad: contract, declarer, tricks, and the lead if it is known."""

    level = forms.TypedChoiceField(
        coerce=int,
        choices=[(str(level), level) for level in range(1, 8)],
        error_messages={"required": gettext_lazy("Touch the level of the contract.")},
    )
    denomination = forms.ChoiceField(
        choices=[(denomination.value, denomination.value) for denomination in Denomination],
        error_messages={"required": gettext_lazy("Touch the denomination of the contract.")},
    )
    doubled = forms.TypedChoiceField(coerce=int, choices=[("0", 0), ("1", 1), ("2", 2)], required=False)
    declarer = forms.ChoiceField(
        choices=[(seat.value, seat.value) for seat in Seat],
        error_messages={"required": gettext_lazy("Touch declarer’s seat.")},
    )
    lead_suit = forms.ChoiceField(choices=[(suit.value, suit.value) for suit in SUITS], required=False)
    lead_rank = forms.ChoiceField(choices=[(rank, rank) for rank in "AKQJT98765432"], required=False)
    margin = forms.TypedChoiceField(
        coerce=int,
        choices=[(str(margin), margin) for margin in range(-13, 7)],
        error_messages={"required": gettext_lazy("Touch the result: made, overtricks or undertricks.")},
    )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if "level" in cleaned and "margin" in cleaned and not 0 <= cleaned["level"] + 6 + cleaned["margin"] <= 13:
            self.add_error(
                "margin",
                _("There are 13 tricks in a deal: this contract cannot end like that. Touch the result again."),
            )
        return cleaned

    @property
    def problem(self) -> str:
        """The sentences about missing fields; "" when nothing is missing."""
        return " ".join(str(problem) for problems in self.errors.values() for problem in problems)

    @property
    def contract(self) -> Contract:
        """The contract with its declarer, once the form is valid."""
        cleaned = self.cleaned_data
        return Contract(
            cleaned["level"], Denomination(cleaned["denomination"]), cleaned["doubled"] or 0, Seat(cleaned["declarer"])
        )

    @property
    def tricks(self) -> int:
        """All the tricks that declarer won."""
        return int(self.cleaned_data["level"]) + 6 + int(self.cleaned_data["margin"])

    @property
    def lead(self) -> Card | None:
        """The opening lead, when both its suit and its rank were touched."""
        suit, rank = self.cleaned_data["lead_suit"], self.cleaned_data["lead_rank"]
        return Card(suit, rank) if suit and rank else None


SHARES = (*Average, "60", "50", "40")
"""Scores that a side may be given with one tap; any other percentage is typed."""


# A line with its players


class LineForm(forms.Form):
    """A line of a traveller: its players, and its result, "passed out", "not played" or an artificial score.

    *places* are the fields to fill: "ns" and "ew", or the four seats of an individual. *people* are the contestants who
    may be chosen, by identifier.
    """

    kind = forms.ChoiceField(choices=[(kind, kind) for kind in Result.Kind.values if kind != "unreadable"])
    ns_share = forms.ChoiceField(choices=[(share, share) for share in SHARES], required=False)
    ew_share = forms.ChoiceField(choices=[(share, share) for share in SHARES], required=False)
    ns_percent = forms.DecimalField(min_value=0, max_value=100, max_digits=5, decimal_places=2, required=False)
    ew_percent = forms.DecimalField(min_value=0, max_value=100, max_digits=5, decimal_places=2, required=False)
    table = forms.IntegerField(min_value=1, max_value=9999, required=False)
    reason = forms.ChoiceField(choices=[("", ""), *Reason.choices], required=False)
    id = forms.UUIDField(required=False)

    PROBLEMS = {
        "ns_percent": gettext_lazy("A percentage goes from 0 to 100, with two decimals at most. Type it again."),
        "ew_percent": gettext_lazy("A percentage goes from 0 to 100, with two decimals at most. Type it again."),
        "table": gettext_lazy("The number of a table goes from 1 to 9999. Type it again, or leave it empty."),
    }
    OTHER_PROBLEM = gettext_lazy("Touch again what the line is to say: a part of it did not arrive.")

    def __init__(self, touched: Mapping[str, str], places: "Places") -> None:
        touched = dict(touched)
        for name in ("ns_percent", "ew_percent"):
            touched[name] = touched.get(name, "").replace(",", ".").removesuffix("%").strip()
        super().__init__(touched)
        self.places = places
        self.result = ResultForm(touched)
        for name in places.names:
            self.fields[name] = forms.ChoiceField(choices=[(key, key) for key in places.people], required=False)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("kind") == Result.Kind.PLAYED and not self.result.is_valid():
            self.add_error(None, self.result.problem)
        artificial = cleaned.get("kind") == Result.Kind.ARTIFICIAL
        if artificial and not self.places.in_matchpoints and self._percent_given(cleaned):
            self.add_error(None, _("This tournament has no percentages: touch an average for each side."))
        return cleaned

    @staticmethod
    def _percent_given(values: Mapping[str, Any]) -> bool:
        typed = any(values.get(f"{side}_percent") is not None for side in ("ns", "ew"))
        return typed or any(values.get(f"{side}_share", "").isdecimal() for side in ("ns", "ew"))

    @property
    def problem(self) -> str:
        """The sentences about missing fields; "" when nothing is missing."""
        problems = [self.PROBLEMS.get(name, self.OTHER_PROBLEM) for name in self.errors if name != "__all__"]
        return " ".join(dict.fromkeys(str(problem) for problem in (*problems, *self.non_field_errors())))

    def new_line(self, board: Board) -> Result:
        """Build a line of the board that is not stored yet, once the form is valid.

        :raises Refused: no player is named.
        """
        seated = [self.places.people[key] for key in (self.cleaned_data[name] for name in self.places.names) if key]
        if not seated:
            raise Refused(_("Say which pairs played at this table."), "missing")
        return Result(board=board, section=seated[0].section, table=self.cleaned_data["table"])

    def entry(self) -> Entry:
        """Build the entry for the line, once the form is valid."""
        cleaned = self.cleaned_data
        kind = Result.Kind(cleaned["kind"])
        seated = {name: self.places.people.get(cleaned[name]) for name in self.places.names}
        return Entry(
            kind=kind,
            contract=self.result.contract if kind == Result.Kind.PLAYED else None,
            tricks=self.result.tricks if kind == Result.Kind.PLAYED else None,
            lead=self.result.lead if kind == Result.Kind.PLAYED else None,
            ns_share=self._share("ns") if kind == Result.Kind.ARTIFICIAL else None,
            ew_share=self._share("ew") if kind == Result.Kind.ARTIFICIAL else None,
            ns=seated.get("ns"),
            ew=seated.get("ew"),
            seats=tuple(str(contestant.pk) for contestant in seated.values() if contestant)
            if self.places.individual
            else (),
        )

    def _share(self, side: str) -> GivenShare | None:
        """Return the percentage that was typed, otherwise the one that was touched."""
        if self.cleaned_data[f"{side}_percent"] is not None:
            return Decimal(self.cleaned_data[f"{side}_percent"])
        share = self.cleaned_data[f"{side}_share"]
        if not share:
            return None
        return Average(share) if share in tuple(Average) else Decimal(share)


@dataclass(frozen=True)
class Places:
    """The places of a line and the contestants who may be chosen: those of its section, or all where it has none yet;
    and whether the tournament is scored in percentages. *sitting* are the players of each contestant in the round of
    the line."""

    individual: bool
    people: Mapping[str, Contestant]
    several_sections: bool
    in_matchpoints: bool
    sitting: Mapping[str, tuple[Player, ...]]

    @classmethod
    def of(cls, tournament: Tournament, line: Result | None) -> "Places":
        people = Contestant.objects.filter(section__tournament=tournament).select_related("section")
        if line is not None:
            people = people.filter(section=line.section)
        individual = bool(line.seats) if line else tournament.kind == Tournament.Kind.INDIVIDUAL
        several = line is None and tournament.sections.count() > 1
        ordered = people.prefetch_related("players").order_by("section__letter", "direction", "position")
        scoring = Method.from_json(tournament.method).scoring if tournament.method else tournament.scoring
        in_matchpoints = scoring == Tournament.Scoring.MATCHPOINTS
        by_key = {str(contestant.pk): contestant for contestant in ordered}
        line_ups, round = line_ups_of(tournament), line.round if line else tournament.current_round
        sitting = {key: players_in(contestant, round, tournament, line_ups) for key, contestant in by_key.items()}
        return cls(individual, by_key, several, in_matchpoints, sitting)

    @property
    def shares(self) -> tuple[str, ...]:
        """Scores that a side may be given with one tap; no percentages where the tournament is scored in IMPs or
        points."""
        return SHARES if self.in_matchpoints else tuple(Average)

    @property
    def names(self) -> tuple[str, ...]:
        return ("N", "E", "S", "W") if self.individual else ("ns", "ew")

    def seated(self, line: Result) -> dict[str, str]:
        """Return the players of a line as values of the form's fields."""
        if self.individual:
            return dict(zip(self.names, line.seats, strict=False))
        return {"ns": str(line.ns_id or ""), "ew": str(line.ew_id or "")}

    def exchanged(self, touched: Mapping[str, str]) -> dict[str, str]:
        """Return the values with the two sides exchanged: each player moves to the next seat."""
        turned = {"ns": "ew", "ew": "ns", "N": "E", "E": "S", "S": "W", "W": "N"}
        return dict(touched) | {name: touched.get(turned[name], "") for name in self.names}

    def players(self, touched: Mapping[str, str]) -> dict[str, str]:
        """Return the players' names by seat."""
        players = {}
        for name in self.names:
            seats = (name,) if self.individual else {"ns": ("N", "S"), "ew": ("E", "W")}[name]
            for seat, player in zip(seats, self.sitting.get(touched.get(name, ""), ()), strict=False):
                players[seat] = player.name
        return players

    def choices(self, touched: Mapping[str, str]) -> Iterator[dict[str, Any]]:
        """Yield the select of each place: its label, the name of its field, its options."""
        for name in self.names:
            label = shown.seat(name) if self.individual else shown.side(name.upper())
            people = [
                {"value": key, "label": self._label(person), "chosen": touched.get(name) == key}
                for key, person in self.people.items()
            ]
            yield {"name": name, "label": label, "people": people}

    def _label(self, contestant: Contestant) -> str:
        letter = contestant.section.letter if self.several_sections else ""
        return f"{letter} {pair_name(contestant)} {surnames(contestant)}".strip()
