"""A score composed by the director: the results, their weights, the averages, and the Law.

The score is saved only when the director confirms it. Until then the draft is in the URL, so that it survives Back, a
reload and a sleeping tablet.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil, floor
from typing import Any, Self

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from arbitrage.forms.board import ResultForm
from arbitrage.models import Incident, Result
from arbitrage.pages.wording import notation as shown
from arbitrage.pages.wording.scores import percent_words
from arbitrage.services.errors import Refused
from arbitrage.services.results.counting import kept_share
from arbitrage.services.results.field import as_recorded
from arbitrage.services.results.scores import AS_RULED, Choice
from rulings.bridge import NotationError, Seat, Side, parse_contract
from rulings.scores.adjusted import Average, Imps
from rulings.scores.award import Award, Possible, Results, Share, reweighted, self_inflicted, with_weights

MOST = 8
"""Most results of a side."""


STEP = Fraction(5, 100)
"""The step of a weight for one tap."""


SIDES = ("ns", "ew")


_CODE = re.compile(r"(pass|[1-7](?:NT|[SHDC])x{0,2}-[NESW]-(?:\d|1[0-3]))(?:@(\d{1,9}(?:/\d{1,9})?))?")


_NUMBER = re.compile(r"-?\d{1,3}(?:[.,]\d{1,4})?(?:/\d{1,3})?")


_EXACT = re.compile(r"-?\d{1,9}(?:/\d{1,9})?(?: IMP)?")


_IMPS = " IMP"


MOST_IMPS = 24
"""Largest number of IMPs in the scale of Law 78B."""


KEPT = "kept"
"""The value of a side without an artificial score, which keeps its result (15B3)."""


NEARLY = Fraction(1, 200)
"""Tolerance of the sum of typed weights: three times 33.3 % makes 100 %."""


LAWS: Mapping[str, tuple[str, ...]] = {
    "assigned": ("12C1b", "12A1", "82C"),
    "weighted": ("12C1c", "12C1b"),
    "split": ("12C1e", "82C", "43B3", "11A"),
    "self": ("12C1e",),
    "artificial": ("12C2a", "15B3", "12C1d", "82B2", "87B", "86B2"),
}
"""The Laws under which each kind of score is given, the usual one first."""


OF_MATCHES = ("86B2",)
"""Kinds of score that exist in a match only."""


COMPLEMENTS = {Average.PLUS: Average.MINUS, Average.EVEN: Average.EVEN, Average.MINUS: Average.PLUS}
"""The score of the team at fault for each score of the other (86B2)."""


def kinds() -> dict[str, tuple[str, str]]:
    """Return the kinds of score that a director may choose, each in a word with its usual Law."""
    return {
        "assigned": (pgettext("kind of score", "Assigned"), "12C1b"),
        "weighted": (pgettext("kind of score", "Weighted"), "12C1c"),
        "split": (pgettext("kind of score", "Split"), "12C1e"),
        "self": (pgettext("kind of score", "Partly self-inflicted"), "12C1e"),
        "artificial": (pgettext("kind of score", "Artificial"), "12C2"),
    }


@dataclass(frozen=True)
class Draft:
    """A score being composed. *ns* and *ew* are the results of the sides. Unless *kind* is "split", both sides have
    those of *ns*. For "self", *ns* is the result without the infraction, and *ew* the one without the side's own error.
    *averages* are the artificial scores of the sides, *damaged* is the damaged side."""

    kind: str
    ns: Results = ()
    ew: Results = ()
    averages: tuple[str, str] = ("", "")
    damaged: str = ""
    law: str = ""

    # The address

    @classmethod
    def read(cls, query: QueryDict) -> Self | None:
        """Read the draft from a URL; None if it has none. Invalid values are left out."""
        kind = query.get("kind", "")
        if kind not in (*LAWS, "ruled"):
            return None
        damaged = query.get("damaged", "")
        law = query.get("law", "")
        return cls(
            kind=kind,
            ns=_results(query.getlist("ns")),
            ew=_results(query.getlist("ew")),
            averages=(_average(query, "ns"), _average(query, "ew")),
            damaged=damaged if damaged in tuple(Side) else "",
            law=law if law in LAWS.get(kind, ()) else "",
        )

    @classmethod
    def of(cls, award: Award, law: str) -> Self:
        """Convert an award to a draft."""
        law = law if law in LAWS.get(award.kind, ()) else ""
        if award.artificial or award.one_sided is not None:
            return cls("artificial", averages=(_value(award.ns), _value(award.ew)), law=law)
        ns, ew = award.results(Side.NS), award.results(Side.EW)
        for damaged, own in ((Side.NS, ns), (Side.EW, ew)):
            if any(result.weight < 0 for result in own):
                _actual, without, but_for = own
                return cls("self", (without,), (replace(but_for, weight=Fraction(1)),), damaged=damaged.value, law=law)
        return cls(award.kind, ns, ew if award.split else (), law=law)

    def turned(self, kind: str) -> "Draft":
        """Convert the draft to another kind of score, as far as possible."""
        if kind == self.kind:
            return self
        if {kind, self.kind} & {"self", "artificial", "ruled"}:
            return Draft(kind)
        return Draft(kind, self.ns[:1] if kind == "assigned" else self.ns, self.ew if kind == "split" else ())

    def fields(self, *, without: Iterable[str] = ()) -> list[tuple[str, str]]:
        """Write the draft as fields of a form or an address, by name and value."""
        fields = [("kind", self.kind)]
        for side in SIDES:
            fields += [(side, _code(result)) for result in getattr(self, side)]
        fields += [(f"average_{side}", value) for side, value in zip(SIDES, self.averages, strict=True) if value]
        fields += [("damaged", self.damaged), ("law", self.law)]
        return [(name, value) for name, value in fields if value and name not in without]

    def address(self) -> str:
        query = QueryDict(mutable=True)
        for name, value in self.fields():
            query.appendlist(name, value)
        return query.urlencode()

    # Choices

    def touched(self, query: QueryDict, vul: str) -> tuple["Draft", str]:
        """Apply a tap to the draft, and return an error sentence; "" when there is none."""
        draft = replace(self, ns=_scored(self.ns, vul), ew=_scored(self.ew, vul))
        evened = query.get("equal", "").partition(":")[0]
        wrong = _wrong_number(query, evened)
        for side in SIDES:
            if side == evened:
                continue
            draft, error = draft._typed(side, query.getlist(f"weight_{side}"))
            wrong = wrong or error
        draft = draft._with_complement()
        for action in ("drop", "more", "less", "equal"):
            side, _colon, place = query.get(action, "").partition(":")
            if side in SIDES:
                draft = draft._moved(action, side, int(place) if place.isdecimal() and len(place) < 3 else 0)
        if "add" in query:
            added, error = draft._added(query.get("add", ""), query, vul)
            return added, error or wrong
        return draft, wrong

    def _with_complement(self) -> "Draft":
        """Set the complement of the other team's award (86B2) for the team at fault, unless an award was entered for
        it."""
        ns, ew = self.averages
        if self.law != "86B2" or bool(ns) == bool(ew) or KEPT in self.averages:
            return self
        return replace(self, averages=(ns or _complement(ew), ew or _complement(ns)))

    def _with(self, side: str, results: Results) -> "Draft":
        return replace(self, ns=results) if side == "ns" else replace(self, ew=results)

    def _typed(self, side: str, typed: list[str]) -> tuple["Draft", str]:
        """Apply the typed weights in percent; the other results share the rest. Return an error sentence, or ""."""
        results: Results = getattr(self, side)
        if len(typed) != len(results):
            return self, ""
        weights = [result.weight for result in results]
        meant = {
            place: weight / 100
            for place, words in enumerate(typed)
            if (weight := _number(words)) is not None and words != typed_weight(weights[place])
        }
        if not meant:
            return self, ""
        total = sum(meant.values(), Fraction(0))
        others = sum((weight for place, weight in enumerate(weights) if place not in meant), Fraction(0))
        if len(meant) == len(results) > 1:
            if abs(total - 1) > NEARLY:
                sentence = _("The weights typed make %(total)s: correct one, so that they make 100%%.")
                return self, sentence % {"total": percent_words(100 * total)}
            return self._with(side, _weighed(results, [meant[place] / total for place in range(len(results))])), ""
        if total > 1:
            sentence = _("The weights typed make %(total)s: correct one, so that they make no more than 100%%.")
            return self, sentence % {"total": percent_words(100 * total)}
        if len(meant) == 1:
            ((place, weight),) = meant.items()
            return self._with(side, _weighed(results, reweighted(weights, place, weight))), ""
        left = len(results) - len(meant)
        shares = [
            meant[place] if place in meant else (1 - total) * (weight / others if others else Fraction(1, left))
            for place, weight in enumerate(weights)
        ]
        return self._with(side, _weighed(results, shares)), ""

    def _moved(self, action: str, side: str, place: int) -> "Draft":
        results: Results = getattr(self, side)
        if place >= len(results):
            return self
        weights = [result.weight for result in results]
        match action:
            case "equal":
                return self._with(side, _weighed(results, [Fraction(1, len(results))] * len(results)))
            case "drop":
                rest = results[:place] + results[place + 1 :]
                if not rest:
                    return self._with(side, ())
                return self._with(side, _weighed(rest, (*reweighted(weights, place, Fraction(0)),), skip=place))
        step = STEP if action == "more" else -STEP
        # A tap moves to the next whole step: a third becomes 35 %.
        steps = weights[place] / STEP
        to = (floor(steps) + 1) * STEP if step > 0 else (ceil(steps) - 1) * STEP
        return self._with(side, _weighed(results, reweighted(weights, place, to)))

    def _added(self, to: str, query: QueryDict, vul: str) -> tuple["Draft", str]:
        side = to if to in SIDES else "ns"
        if "passed" in query:
            result = Possible.of(None, None, vul)
        else:
            form = ResultForm(query)
            if not form.is_valid():
                return self, form.problem
            result = Possible.of(form.contract, form.tricks, vul)
        results: Results = getattr(self, side)
        if self.kind in ("assigned", "self"):
            return self._with(side, (result,)), ""
        if any(replace(other, weight=Fraction(1)) == result for other in results):
            return self, _("This result is there already: change its weight instead.")
        if len(results) == MOST:
            return self, _("Eight results are enough: take one away first.")
        if not results:
            return self._with(side, (result,)), ""
        # the new result takes an equal part, the others keep their proportions
        new = (*results, replace(result, weight=Fraction(0)))
        weights = reweighted([other.weight for other in new], len(results), Fraction(1, len(new)))
        return self._with(side, _weighed(new, weights)), ""

    # Result

    @property
    def problem(self) -> str:
        """Sentence that names the missing part of the score; "" for a complete one."""
        match self.kind:
            case "artificial" if not all(self.averages):
                return _("Touch what North-South receives, and what East-West receives.")
            case "artificial" if self.averages == (KEPT, KEPT):
                return _("Touch an average for one side at least: both keep what they have.")
            case "split" if not (self.ns and self.ew):
                return _("Give each side a result: touch it on the keypad, then “For North-South” or “For East-West”.")
            case "self" if not self.damaged:
                return _("Touch the side that was damaged.")
            case "self" if not (self.ns and self.ew):
                return _("Two results are needed: without the infraction, and without the side’s own error.")
            case "assigned" | "weighted" if not self.ns:
                return _("Touch a result on the keypad, then add it.")
        return ""

    def choice(self, incident: Incident, reason: str = "") -> Choice:
        """Convert the draft to a choice of score.

        :raises Refused: the draft is incomplete.
        """
        if self.kind == "ruled":
            return AS_RULED
        if self.problem:
            raise Refused(self.problem, "not_a_score")
        if incident.result is None:
            raise Refused(_("Say at which table and on which board it was first."), "no_result")
        award = self.award(incident.result)
        return Choice(award, self.law or LAWS[self.kind][0], reason)

    def award(self, result: Result) -> Award:
        """Compute the award.

        :raises Refused: the table has no result from which the damage can be measured.
        """
        vul = result.board.vulnerability
        ns, ew = _scored(self.ns, vul), _scored(self.ew, vul)
        match self.kind:
            case "artificial":
                shares = (
                    kept_share(result, side) if value == KEPT else _share(value)
                    for side, value in zip(Side, self.averages, strict=True)
                )
                return Award(*shares)
            case "split":
                return Award(with_weights(ns), with_weights(ew))
            case "self":
                recorded = as_recorded(result)
                actual = recorded.single if recorded else None
                if actual is None:
                    raise Refused(
                        _("The table has no result of its own: what the side lost by itself cannot be measured."),
                        "not_scored",
                    )
                return self_inflicted(Side(self.damaged), actual=actual, without=ns[0], but_for=ew[0])
            case "assigned":
                return Award.both(replace(ns[0], weight=Fraction(1)))
        results = with_weights(ns)
        return Award(results, results)


def typed_weight(weight: Fraction) -> str:
    """Write a weight in percent for its field: "33.33" with the reader's decimal sign."""
    return shown.points(100 * weight)


def _results(codes: Iterable[str]) -> Results:
    """Read the results of an address with their weights, normalised to one; they are not scored yet."""
    weight_of: dict[Possible, Fraction] = {}
    for code in list(codes)[:MOST]:
        read = _CODE.fullmatch(code)
        if read is None:
            continue
        weight = Fraction(1)
        if read[2] is not None:
            top, _stroke, bottom = read[2].partition("/")
            weight = Fraction(int(top), int(bottom or 1)) if int(bottom or 1) else Fraction(0)
        if read[1] == "pass":
            result = Possible("", "", None, 0)
        else:
            contract, declarer, tricks = read[1].split("-")
            result = Possible(contract, declarer, int(tricks), 0)
        weight_of[result] = weight_of.get(result, Fraction(0)) + weight
    total = sum(weight_of.values(), Fraction(0))
    if not weight_of:
        return ()
    weights = [weight / total if total else Fraction(1, len(weight_of)) for weight in weight_of.values()]
    return _weighed(tuple(weight_of), weights)


def _code(possible: Possible) -> str:
    """Write a result for an address: "3NT-S-9@3/5"."""
    result = f"{possible.contract}-{possible.declarer}-{possible.tricks}" if possible.contract else "pass"
    return f"{result}@{possible.weight}"


def _scored(results: Results, vul: str) -> Results:
    possible = []
    for result in results:
        try:
            contract = parse_contract(result.contract) if result.contract else None
        except NotationError:
            continue
        declared = contract.by(Seat(result.declarer)) if contract else None
        possible.append(Possible.of(declared, result.tricks, vul, result.weight))
    return tuple(possible)


def _weighed(results: Results, weights: Iterable[Fraction], *, skip: int | None = None) -> Results:
    """Set the weights of the results; *skip* is the place of a weight whose result is gone."""
    kept = [weight for place, weight in enumerate(weights) if place != skip]
    return tuple(replace(result, weight=weight) for result, weight in zip(results, kept, strict=True))


def _average(query: Mapping[str, Any], side: str) -> str:
    """Read the artificial score of a side: a typed number in percent or IMPs, or else an average."""
    value = str(query.get(f"average_{side}", ""))
    for name, sign, low, high in _NUMBERS:
        number = _number(str(query.get(f"{name}_{side}", "")))
        if number is not None and low <= number <= high and not _stood_there(query, side, f"{number}{sign}"):
            return f"{number}{sign}"
    if value in (*Average, KEPT):
        return value
    number, imps = _exact(value), value.endswith(_IMPS)
    low, high = (-MOST_IMPS, MOST_IMPS) if imps else (0, 100)
    return f"{number}{_IMPS if imps else ''}" if number is not None and low <= number <= high else ""


def _stood_there(query: Mapping[str, Any], side: str, value: str) -> bool:
    """Is a number only the old content of its field, because an average was chosen afterwards?"""
    was = str(query.get(f"was_{side}", ""))
    return (
        query.get(f"average_{side}", "") in (*Average, KEPT) and was != "" and number_shown(value) == number_shown(was)
    )


def number_shown(value: str) -> str:
    """Write the number of a draft for its field; "" for an average."""
    number = _exact(value)
    return "" if number is None else shown.points(number)


def _exact(value: str) -> Fraction | None:
    """Return the number of a draft, of either unit; None for an average."""
    if not _EXACT.fullmatch(value):
        return None
    top, _stroke, bottom = value.removesuffix(_IMPS).partition("/")
    return Fraction(int(top), int(bottom or 1)) if int(bottom or 1) else None


_NUMBERS = (("percent", "", 0, 100), ("imps", _IMPS, -MOST_IMPS, MOST_IMPS))
"""Units of a typed artificial score: the name of the field, its suffix in a URL, its bounds."""


def _wrong_number(query: QueryDict, evened: str) -> str:
    """Write a sentence on the first malformed number; the weights of the side *evened* are not checked."""
    names = [
        f"{field_kind}_{side}"
        for field_kind in ("weight", "percent")
        for side in SIDES
        if (field_kind, side) != ("weight", evened)
    ]
    for words in (words for name in names for words in query.getlist(name) if words.strip()):
        number = _number(words)
        if number is None or not 0 <= number <= 100:
            return _("“%(words)s” is not a percentage: type a number from 0 to 100.") % {"words": words[:20]}
    for words in (query.get(f"imps_{side}", "") for side in SIDES):
        number = _number(words)
        if words.strip() and (number is None or abs(number) > MOST_IMPS):
            return _("“%(words)s” is not a number of IMPs: type one from −%(most)s to %(most)s.") % {
                "words": words[:20],
                "most": MOST_IMPS,
            }
    return ""


def _number(words: str) -> Fraction | None:
    """Parse a number typed by a director: "33,3", "33.3" or "100/3"; None for anything else."""
    words = words.strip().removesuffix("%").strip().replace("−", "-").removeprefix("+")
    if not _NUMBER.fullmatch(words):
        return None
    top, _stroke, bottom = words.replace(",", ".").partition("/")
    return Fraction(top) / int(bottom or 1) if int(bottom or 1) else None


def _share(value: str) -> Share:
    if value in tuple(Average):
        return Average(value)
    return Imps(value.removesuffix(_IMPS)) if value.endswith(_IMPS) else Fraction(value)


def _complement(value: str) -> str:
    """Return the opposite of an average or a number: −6 IMPs for 6, 40 per cent for 60."""
    if value in tuple(Average):
        return COMPLEMENTS[Average(value)].value
    share = _share(value)
    assert isinstance(share, Fraction)  # noqa: S101  # for the types
    return f"{-share}{_IMPS}" if isinstance(share, Imps) else str(100 - share)


def _value(share: Share) -> str:
    """Write an artificial score in the form of a draft."""
    if isinstance(share, tuple):
        return KEPT
    if isinstance(share, Average):
        return share.value
    return f"{share}{_IMPS}" if isinstance(share, Imps) else str(share)
