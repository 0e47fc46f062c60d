"""The steps of a ruling: words to say and acts to do, in order; reasons are separate."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from rulings.engine.ruling import Rectification
from rulings.laws2017.aloud import roles_of, to_say


@dataclass(frozen=True)
class Step:
    """One step: the *text* of its effect, the words to *say* with the players they name (*roles*), and the law.

    *struck*: it no longer applies. *done*: the time at which it was carried out, in words.
    """

    law: str
    text: str
    say: str
    roles: Mapping[str, str] = field(default_factory=dict)
    struck: bool = False
    done: str = ""

    @property
    def is_said(self) -> bool:
        """Does the step have words of its own to say aloud, so that its text is only the reason?"""
        return self.say != self.text


def step(effect: Rectification) -> Step:
    """Return the step of a rectification."""
    roles = roles_of(getattr(effect, "player", ""))
    return Step(effect.law, effect.text, to_say(effect.text) or effect.text, roles)


def as_they_stand(steps: Iterable[Step], struck: bool, gone: Iterable[str], done: Mapping[str, str]) -> list[Step]:
    """Mark the steps of a ruling by sentence: *gone* no longer apply (all of them if the ruling is *struck*), *done*
    were carried out."""
    gone = set(gone)
    return [
        replace(line, done=done.get(line.text, ""), struck=line.text not in done and (struck or line.text in gone))
        for line in steps
    ]
