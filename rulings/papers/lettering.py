"""Letters for groups of sentences that occur more than once on a chart."""

from collections.abc import Sequence

from rulings.papers.chart import Sentence
from rulings.papers.svg_elements import A_LINE

Group = tuple[Sentence, ...]


def groups_in(runs: Sequence[Group]) -> list[list[Group]]:
    """Cut each run into groups of neighbours that always stand together."""
    after: dict[Sentence, set[Sentence | None]] = {}
    before: dict[Sentence, set[Sentence | None]] = {}
    for run in runs:
        for sentence, following in zip(run, (*run[1:], None), strict=True):
            after.setdefault(sentence, set()).add(following)
        for sentence, previous in zip(run, (None, *run[:-1]), strict=True):
            before.setdefault(sentence, set()).add(previous)
    cut: list[list[Group]] = []
    for run in runs:
        groups: list[Group] = []
        for sentence in run:
            previous = groups[-1][-1] if groups else None
            if previous is not None and after[previous] == {sentence} and before[sentence] == {previous}:
                groups[-1] += (sentence,)
            else:
                groups.append((sentence,))
        cut.append(groups)
    return cut


def letters_of(runs: Sequence[Group]) -> dict[Group, str]:
    """Return the groups that occur in several places and are longer than a line, each with its letter."""
    cut = [group for groups in groups_in(runs) for group in groups]
    often = [
        group
        for group in dict.fromkeys(cut)
        if cut.count(group) > 1 and sum(len(sentence.text) for sentence in group) > A_LINE
    ]
    return {group: _name(at) for at, group in enumerate(often)}


def _name(at: int) -> str:
    """Return A, B, … Z, A1, B1, …: the letter of a group by its place."""
    return chr(ord("A") + at % 26) + (str(at // 26) if at >= 26 else "")
