"""Breaks the laws on purpose, one small change at a time, and counts how many of the changes a test sees.

`make mutants` (ARGS="--seed 7 --code 40 --names 20 --french 20") takes a sample; the same seed takes the same one.

- *code*: the Python of ``rulings``: a condition turned round, an operator exchanged, a number moved by one (not of
  ``papers``: what is drawn is compared line by line with the files of ``docs/charts`` and ``tests/rulings/trees``);
- *names*: whom an effect binds, which card, for how long, in the law files;
- *french*: two sentences of players' French that differ only in a duration, a player or a choice, exchanged.

Each change is made in a copy of the tree, where the tests that concern it run until the first one fails. What is left
is printed as it stands in `docs/mutants.md`.
"""

import argparse
import ast
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SWAPS = {
    **dict((("==", "!="), ("!=", "=="), ("<", "<="), ("<=", "<"), (">", ">="), (">=", ">"))),
    **dict((("is", "is not"), ("is not", "is"), ("in", "not in"), ("not in", "in"))),
    **dict((("and", "or"), ("or", "and"), ("+", "-"), ("-", "+"), ("*", "+"), ("True", "False"), ("False", "True"))),
}
"""What stands between two operands, or is a name, and what takes its place."""
NAMES = (
    ('lasts="this_lead"', 'lasts="while_retains_lead"'),
    ('lasts="while_retains_lead"', 'lasts="this_lead"'),
    ('lasts="once"', 'lasts="rest_of_auction"'),
    ('player="owner_partner"', 'player="owner"'),
    ('player="owner"', 'player="owner_partner"'),
    ('player="offender"', 'player="partner"'),
    ('player="declarer"', 'player="dummy"'),
    ('player="opening_leader"', 'player="offender"'),
    ('kind="major"', 'kind="minor"'),
    ('kind="minor"', 'kind="major"'),
    ('to="hand"', 'to="table_as_MPC"'),
    ('when="now"', 'when="first_legal_opportunity"'),
    ('do="STAY"', 'do="LEAVE"'),
    ("ui_for=", "ai_for="),
    ('card="card"', 'card="leader_card"'),
    ('favours="non_offending_side"', 'favours="offending_side"'),
)
FRENCH = (
    ("cette fois seulement", "tant qu’il garde la main"),
    ("tant qu’il garde la main", "cette fois seulement"),
    ("une fois", "jusqu’à la fin des annonces"),
    ("maintenant", "à la fin du jeu"),
    ("[owner_partner]", "[owner]"),
    ("[offender]", "[partner]"),
    ("[declarer]", "[dummy]"),
    ("[opening_leader]", "[offender]"),
    ("exige", "interdi"),
    ("doit ", "ne doit pas "),
    ("peut ", "ne peut pas "),
    ("principale", "secondaire"),
    ("non autorisée", "autorisée"),
    ("acceptez", "refusez"),
    ("le déclarant", "le mort"),
    ("deux levées", "une levée"),
)


FOUNDING = "[owner_partner] must lead [card:suit], this time only. Without a card of that suit"


@dataclass(frozen=True)
class Mutant:
    """One change: the file, what stands there instead, and the tests that should see it."""

    file: str
    what: str
    text: str
    guards: tuple[str, ...]


# The changes


def of_code(rng: random.Random, number: int, tree: Path) -> Iterator[Mutant]:
    """A sample of changes of the code, each place in it as likely as any other."""
    places = []
    for path in sorted(one for one in (tree / "rulings").rglob("*.py") if "papers" not in one.parts):
        source = path.read_bytes()
        places += [(path, source, edit) for edit in edits(source)]
    for path, source, (start, end, new) in rng.sample(places, min(number, len(places))):
        before, changed = source.decode(), (source[:start] + new.encode() + source[end:]).decode()
        yield Mutant(str(path.relative_to(tree)), difference(before, changed), changed, guards_of(path))


def edits(source: bytes) -> Iterator[tuple[int, int, str]]:
    """Every small change of a file: from which byte to which, and what stands there instead."""
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))

    def span(node: ast.expr) -> tuple[int, int]:
        assert node.end_lineno is not None and node.end_col_offset is not None
        return starts[node.lineno - 1] + node.col_offset, starts[node.end_lineno - 1] + node.end_col_offset

    def between(left: ast.expr, right: ast.expr) -> Iterator[tuple[int, int, str]]:
        gap = slice(span(left)[1], span(right)[0])
        said = re.search(rb"[a-z<>=!+*-]+( not| in)?", source[gap])
        if said and said[0].decode() in SWAPS:
            yield gap.start + said.start(), gap.start + said.end(), SWAPS[said[0].decode()]

    tree = ast.parse(source)
    declared = {
        id(one) for node in ast.walk(tree) for place in getattr(node, "decorator_list", ()) for one in ast.walk(place)
    }
    for node in ast.walk(tree):
        match node:
            case _ if id(node) in declared:  # what a class is, not what it does
                continue
            case ast.Compare(left=left, comparators=[right]) | ast.BinOp(left=left, right=right):
                yield from between(left, right)
            case ast.BoolOp(values=[left, right, *_]):
                yield from between(left, right)
            case ast.UnaryOp(op=ast.Not()):
                start = span(node)[0]
                yield start, start + len("not"), ""
            case ast.If(test=test) | ast.IfExp(test=test):
                yield *span(test), f"not ({source[slice(*span(test))].decode()})"
            case ast.Constant(value=bool(value)):
                yield *span(node), SWAPS[str(value)]
            case ast.Constant(value=int(value)):
                yield *span(node), str(value + 1)


def of_names(rng: random.Random, number: int, tree: Path) -> Iterator[Mutant]:
    """A sample of exchanged names in the law files."""
    places = []
    for path in sorted((tree / "rulings" / "laws2017").glob("*.py")):
        source = path.read_text(encoding="utf-8")
        places += [(path, pair, match.start()) for pair in NAMES for match in re.finditer(re.escape(pair[0]), source)]
    for path, (old, new), at in rng.sample(places, min(number, len(places))):
        source = path.read_text(encoding="utf-8")
        changed = source[:at] + new + source[at + len(old) :]
        yield Mutant(str(path.relative_to(tree)), difference(source, changed), changed, guards_of(path))


def french(rng: random.Random, number: int) -> list[str]:
    """Exchanges a duration, a player or a choice in a sample of French sentences; those that no outline shows.

    The founding one is always tried: "cette fois seulement" (50D2(a)) made "tant qu’il garde la main".
    """
    from rulings.engine.text import translator
    from rulings.laws2017 import LAWS
    from rulings.papers.drawing import draw

    catalogue: dict[str, str] = translator("fr")._catalog  # type: ignore[attr-defined]
    heard = sentences()
    places = [(text, pair) for text in heard for pair in FRENCH if pair[0] in catalogue.get(text, "")]
    founding = [(text, pair) for text, pair in places if text.startswith(FOUNDING) and pair == FRENCH[0]]
    before: dict[str, str] = {}
    left = []
    for text, (old, new) in [*founding, *rng.sample(places, min(number, len(places)))]:
        law, said = heard[text][0], catalogue[text]
        before.setdefault(law, draw(LAWS[law], "fr"))
        catalogue[text] = said.replace(old, new, 1)
        if draw(LAWS[law], "fr") == before[law]:
            left.append(f"« {said} » → « {catalogue[text]} »")
        catalogue[text] = said
    return left


def difference(old: str, new: str) -> str:
    """The first line that differs: "42: x < y → x <= y"."""
    pairs = zip(old.splitlines(), new.splitlines(), strict=False)
    at, (one, other) = next((at, pair) for at, pair in enumerate(pairs, 1) if pair[0] != pair[1])
    return f"line {at}: `{one.strip()}` → `{other.strip()}`"


# The tests that concern a file

OUTLINE = "tests/rulings/test_trees.py::test_the_outline_is_the_reviewed_one"


@cache
def sentences() -> dict[str, list[str]]:
    """Every text of the laws, with the laws that say it."""
    from rulings.engine.questions import Fact
    from tests.rulings.conftest import LAWS, paths

    found: dict[str, dict[str, None]] = {}
    for name, law in LAWS.items():
        for path in paths(law):
            texts = [one.text for one in (path.end.ruling, *path.end.ruling.rectifications, *path.end.ruling.duties)]
            for step in path.end.trail:
                texts += [step.question.text, step.question.why]
                if not isinstance(step.question, Fact):
                    texts += [text for option in step.question.options for text in (option.label, option.entails)]
            for text in texts:
                found.setdefault(text, {})[name] = None
    return {text: list(laws) for text, laws in found.items()}


@cache
def imports_of(path: Path) -> frozenset[Path]:
    """The law files that a law file takes something from, directly or not."""
    found: set[Path] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("rulings.laws2017."):
            other = path.parent / f"{(node.module or '').split('.')[-1]}.py"
            found |= {other} | imports_of(other)
    return frozenset(found)


def guards_of(path: Path) -> tuple[str, ...]:
    """The test files that concern a file of ``rulings``, the quickest first."""
    tests = ROOT / "tests" / "rulings"
    named = sorted(str(one.relative_to(ROOT)) for one in tests.glob(f"test_*{path.stem}*.py"))
    everywhere = [f"tests/rulings/test_{name}.py" for name in ("cases", "linked_rulings", "table")]
    if "laws2017" in path.parts:
        from tests.rulings.conftest import LAWS

        concerned = [
            name
            for name, law in LAWS.items()
            for file in [path.parent / Path(sys.modules[law.function.__module__].__file__ or "").name]
            if path == file or path in imports_of(file)
        ]
        outlines = [f"{OUTLINE}[{language}-{law}]" for law in concerned for language in ("fr", "en")]
        return (*outlines[:16], *everywhere)
    if "scores" in path.parts:
        more = [
            "test_outcome.py",
            "test_several_revokes.py",
            "test_score_cases.py",
            "test_door_scores.py",
            "test_methods.py",
        ]
        return (*named, *(f"tests/rulings/{one}" for one in more))
    more = ["test_engine.py", "test_roles.py", "test_bridge.py", "test_table.py", "test_auction.py", "test_door.py"]
    return tuple(
        dict.fromkeys([*named, *(f"tests/rulings/{one}" for one in more if (tests / one).exists()), *everywhere])
    )


# The run


def seen(mutant: Mutant, copy: Path) -> bool:
    """Whether a test fails with this change."""
    target = copy / mutant.file
    before = target.read_text(encoding="utf-8")
    target.write_text(mutant.text, encoding="utf-8")
    try:
        outlined = [one[len(OUTLINE) + 1 : -1] for one in mutant.guards if one.startswith(OUTLINE)]
        return redrawn(outlined, copy) or failing(tuple(one for one in mutant.guards if OUTLINE not in one), copy)
    finally:
        target.write_text(before, encoding="utf-8")


REDRAW = """
import sys
from rulings.laws2017 import LAWS
from rulings.papers.drawing import draw
for name in sys.argv[1:]:
    language, law = name.split("-", 1)
    reviewed = open(f"tests/rulings/trees/law_{law}.{language}.txt", encoding="utf-8").read()
    if draw(LAWS[law], language) != reviewed:
        sys.exit(1)
"""
"""What test_trees does, without the time that a run of pytest takes."""


def redrawn(outlines: list[str], copy: Path) -> bool:
    """Whether one of these outlines is another now, or the laws do not even load."""
    if not outlines:
        return False
    return (
        subprocess.run([sys.executable, "-c", REDRAW, *outlines], cwd=copy, capture_output=True, check=False).returncode
        != 0
    )


def failing(guards: tuple[str, ...], copy: Path, *, loud: bool = False) -> bool:
    """Whether one of these tests fails in the copy; one that never ends fails too."""
    command = [sys.executable, "-m", "pytest", "-q", "-x", "--no-header", "-p", "no:cacheprovider", *guards]
    try:
        done = subprocess.run(command, cwd=copy, capture_output=True, check=False, timeout=900)
    except subprocess.TimeoutExpired:
        return True
    if loud and done.returncode:
        print(done.stdout.decode()[-2000:], flush=True)
    if done.returncode not in (0, 1, 2):
        raise RuntimeError(done.stdout.decode()[-2000:])
    return done.returncode != 0


def copied(folder: Path) -> Path:
    """The tree, without what is large or not read, and with outlines that are true of it."""
    copy = folder / "tree"
    left_out = shutil.ignore_patterns(".git", ".venv", "var", "__pycache__", ".*_cache", "charts", "captures")
    shutil.copytree(ROOT, copy, ignore=left_out, symlinks=True)
    write = "from tests.rulings.__main__ import write_outlines; write_outlines()"
    subprocess.run([sys.executable, "-c", write], cwd=copy, check=True)
    return copy


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10_000))
    for kind, usual in (("code", 60), ("names", 30), ("french", 30)):
        parser.add_argument(f"--{kind}", type=int, default=usual)
    parser.add_argument("--trust", action="store_true", help="the tests are known to pass on this tree")
    given = parser.parse_args()
    rng = random.Random(given.seed)  # noqa: S311
    print(f"seed {given.seed}", flush=True)
    for line in (unseen := french(rng, given.french)):
        print(f"- french: {line}", flush=True)
    print(f"french: {given.french + 1 - len(unseen)} of {given.french + 1} seen", flush=True)
    kinds = {"code": of_code, "names": of_names}
    with tempfile.TemporaryDirectory() as folder:
        copy = copied(Path(folder))
        samples = {kind: list(of(rng, getattr(given, kind), copy)) for kind, of in kinds.items()}
        guards = tuple(sorted({one for them in samples.values() for mutant in them for one in mutant.guards}))
        if not given.trust and failing(guards, copy, loud=True):
            sys.exit("Tests fail before anything is changed: nothing can be learnt.")
        for kind, mutants in samples.items():
            left = []
            for at, mutant in enumerate(mutants, 1):
                if not seen(mutant, copy):
                    left.append(mutant)
                    print(f"- {kind} {at}, `{mutant.file}`: {mutant.what}", flush=True)
                elif at % 5 == 0:
                    print(f"({kind}: {at} tried)", flush=True)
            print(f"{kind}: {len(mutants) - len(left)} of {len(mutants)} seen", flush=True)


if __name__ == "__main__":
    main()
