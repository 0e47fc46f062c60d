"""Mutation of the program, one small change at a time, and a count of the changes that a test sees.

`make mutants` (ARGS="--seed 7 --code 40 --names 20 --french 20") takes a sample; the same seed takes the same one.

- *code*: the Python of ``rulings``, by the operators of cosmic-ray (not of ``papers``:
  what is drawn is compared with the files of ``tests/rulings/trees``);
- *application*: the same of the application’s services and pages and of the formats, by the tests that import them;
- *javascript*: an operator or a constant of the JavaScript that runs without a page, by Node and by comparison with the
server;
- *limits*: the same as *code*, only at numbers and comparisons;
- *names*: the player, the card or the duration of an effect, in the law files;
- *french*: two sentences of players' French that differ only in a duration, a player or a choice, exchanged.

Each change is made in a copy of the tree, where the tests that concern it run until the first one fails. The surviving
changes are printed in the form of `docs/mutants.md`.
"""

import argparse
import ast
import compileall
import os
import py_compile
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any

import hypothesis  # noqa: F401 (here so that no trial has to load it again)
import playwright.sync_api  # noqa: F401
import pytest
from cosmic_ray.ast import Visitor, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names

from tests import mutants_javascript
from tests.mutants_guards import nearest

ROOT = Path(__file__).resolve().parents[1]
EDITION = ROOT / "rulings" / "laws2017"
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
    """One change: the file, its new text, and the tests that should see it."""

    file: str
    what: str
    text: str
    guards: tuple[str, ...]


# The changes


def of_code(
    rng: random.Random, number: int, tree: Path, numbers: bool = False, folders: Sequence[str] = ("rulings",)
) -> Iterator[Mutant]:
    """Draw changes of the code from those that cosmic-ray knows, every place equally likely. With ``numbers``, only at
    places where a number is written or compared: both sides of every threshold."""
    places = [place for path in files(tree, folders) for place in places_of(path, numbers)] if number else []
    tried = 0
    for path, changes in rng.sample(places, len(places)):
        if tried == number:
            return
        name, occurrence = rng.choice(changes)
        before = path.read_text(encoding="utf-8")
        changed = mutate_code(before, get_operator(name)(), occurrence)
        if changed is None or meant(changed) in ("", meant(before)):
            continue
        tried += 1
        yield Mutant(str(path.relative_to(tree)), difference(before, changed), changed, guards_of(path))


APPLICATION = ("arbitrage/services", "arbitrage/pages", "arbitrage/exchange")


def files(tree: Path, folders: Sequence[str]) -> list[Path]:
    found = [one for folder in folders for one in (tree / folder).rglob("*.py")]
    return sorted(one for one in found if "papers" not in one.parts)


def operators() -> list[str]:
    """Return the operators of cosmic-ray that are used. Left out are those that exchange one comparison of enumeration
    members for an equivalent one, those that remove a decorator (a declaration, which mypy holds), and those that need
    the name of a variable."""
    same = ("Is_Eq", "Eq_Is", "IsNot_NotEq", "NotEq_IsNot", "NoOp", "RemoveDecorator")
    return [name for name in operator_names() if not name.endswith(same) and not get_operator(name).arguments()]


def places_of(path: Path, numbers: bool) -> list[tuple[Path, list[tuple[str, int]]]]:
    """List the places of a file that can be changed, each with the changes that fit there: an operator, and its
    occurrence."""
    found: dict[tuple[Any, ...], list[tuple[str, int]]] = {}
    counts: dict[str, int] = {}
    made = [(name, get_operator(name)()) for name in operators()]

    class Gathering(Visitor):
        def visit(self, node: Any) -> Any:
            if node.type in ("string", "newline") or node.type == "operator" and node.value in "()[]{},.:":
                return node  # nothing to change, and most of a file
            for name, operator in made:
                for place in operator.mutation_positions(node):
                    found.setdefault(place, []).append((name, counts.get(name, 0)))
                    counts[name] = counts.get(name, 0) + 1
            return node

    source = path.read_text(encoding="utf-8")
    Gathering().walk(get_ast(source))
    kept = limits(source) if numbers else None
    return [(path, changes) for place, changes in sorted(found.items()) if kept is None or place[0] in kept]


def limits(source: str) -> set[tuple[int, int]]:
    """Return the positions of a file's numbers, and of its signs for more, less and equal."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Constant(value=int(value)) if not isinstance(value, bool):
                found.add((node.lineno, node.col_offset))
            case ast.Compare(left=left, ops=ops, comparators=comparators):
                for one, sign, other in zip([left, *comparators], ops, comparators, strict=False):
                    counted = any(isinstance(side, ast.Constant) and type(side.value) is int for side in (one, other))
                    if counted or isinstance(sign, ast.Lt | ast.LtE | ast.Gt | ast.GtE):
                        line = source.splitlines()[one.end_lineno - 1].encode()[one.end_col_offset :].decode()
                        found.add((one.end_lineno, one.end_col_offset + len(line) - len(line.lstrip())))
    return found


def meant(source: str) -> str:
    """Return the code of a file without its type annotations; "" if Python cannot parse it (a star of a signature)."""
    try:
        tree = ast.parse(source)
    except SyntaxError:
        return ""
    for node in ast.walk(tree):
        if isinstance(node, ast.arg | ast.AnnAssign):
            node.annotation = ast.Constant(None)
        if isinstance(node, ast.FunctionDef):
            node.returns = None
    return ast.dump(tree)


def of_javascript(rng: random.Random, number: int, tree: Path) -> Iterator[Mutant]:
    """Draw changes of the JavaScript that runs without a page."""
    for path, changed in mutants_javascript.changes(rng, number, tree):
        what = difference(path.read_text(encoding="utf-8"), changed)
        yield Mutant(str(path.relative_to(tree.resolve())), what, changed, mutants_javascript.GUARDS)


def of_names(rng: random.Random, number: int, tree: Path) -> Iterator[Mutant]:
    """Draw exchanges of names in the law files."""
    places = []
    for path in sorted((tree / "rulings" / "laws2017").rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        places += [(path, pair, match.start()) for pair in NAMES for match in re.finditer(re.escape(pair[0]), source)]
    for path, (old, new), at in rng.sample(places, min(number, len(places))):
        source = path.read_text(encoding="utf-8")
        changed = source[:at] + new + source[at + len(old) :]
        yield Mutant(str(path.relative_to(tree)), difference(source, changed), changed, guards_of(path))


def french(rng: random.Random, number: int) -> list[str]:
    """Exchange a duration, a player or a choice in a sample of French sentences; list those that no outline shows.

    One exchange is always tried: "cette fois seulement" (50D2(a)) by "tant qu’il garde la main".
    """
    from rulings.engine.text import translator
    from rulings.laws2017 import LAWS
    from rulings.papers.outline import draw

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
    """Return the first line that differs: "42: x < y → x <= y"."""
    pairs = zip(old.splitlines(), new.splitlines(), strict=False)
    at, (one, other) = next((at, pair) for at, pair in enumerate(pairs, 1) if pair[0] != pair[1])
    return f"line {at}: `{one.strip()}` → `{other.strip()}`"


# The tests that concern a file

OUTLINE = "tests/rulings/test_trees.py::test_the_outline_is_the_reviewed_one"


@cache
def sentences() -> dict[str, list[str]]:
    """Map every text of the laws to the laws that use it."""
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
    """Return the law files that a law file imports, directly or not."""
    found: set[Path] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("rulings.laws2017"):
            last = (node.module or "").rpartition(".")[2]
            for name in [last] if last != "laws2017" else [alias.name for alias in node.names]:
                other = EDITION / f"{name}.py"
                found |= {other} | imports_of(other)
    return frozenset(found)


def guards_of(path: Path) -> tuple[str, ...]:
    """Return the test files that concern a file, the quickest first."""
    if "arbitrage" in path.parts:
        return nearest(path)
    tests = ROOT / "tests" / "rulings"
    named = sorted(str(one.relative_to(ROOT)) for one in tests.glob(f"test_*{path.stem}*.py"))
    everywhere = [f"tests/rulings/test_{name}.py" for name in ("cases", "linked_rulings", "table")]
    if "laws2017" in path.parts:
        from tests.rulings.conftest import LAWS

        concerned = [
            name
            for name, law in LAWS.items()
            for file in [Path(sys.modules[law.function.__module__].__file__ or "")]
            if path == file or path in imports_of(file)
        ]
        outlines = [f"{OUTLINE}[{language}-{law}]" for law in concerned for language in ("fr", "en")]
        return (*outlines[:16], *everywhere)
    if "scores" in path.parts:
        more = [
            "test_outcome.py",
            "test_several_revokes.py",
            "test_score_cases.py",
            "test_commands_scores.py",
            "test_methods.py",
        ]
        return (*named, *(f"tests/rulings/{one}" for one in more))
    more = ["test_engine.py", "test_roles.py", "test_bridge.py", "test_table.py", "test_auction.py", "test_commands.py"]
    return tuple(
        dict.fromkeys([*named, *(f"tests/rulings/{one}" for one in more if (tests / one).exists()), *everywhere])
    )


# The run


def seen(mutant: Mutant, copy: Path) -> bool:
    """Tell whether a test fails with this change: first those that concern the file, then all others of the rulings."""
    target = copy / mutant.file
    before = target.read_text(encoding="utf-8")
    target.write_text(mutant.text, encoding="utf-8")
    try:
        outlined = tuple(guard[len(OUTLINE) + 1 : -1] for guard in mutant.guards if guard.startswith(OUTLINE))
        others = tuple(guard for guard in mutant.guards if OUTLINE not in guard)
        return fails(copy, lambda: redraw(outlined)) or failing(others, copy) or everywhere(mutant, copy)
    finally:
        target.write_text(before, encoding="utf-8")


def everywhere(mutant: Mutant, copy: Path) -> bool:
    """Does any other test of the rulings see the change? Of the application only the nearest tests are tried."""
    return mutant.file.startswith("rulings/") and failing(("tests/rulings",), copy)


def redraw(outlines: tuple[str, ...]) -> int:
    """Draw these outlines again and tell whether one has changed: what test_trees checks, without starting pytest."""
    from rulings.laws2017 import LAWS
    from rulings.papers.outline import draw

    for name in outlines:
        language, law = name.split("-", 1)
        if draw(LAWS[law], language) != Path(f"tests/rulings/trees/law_{law}.{language}.txt").read_text("utf-8"):
            return 1
    return 0


def failing(guards: tuple[str, ...], copy: Path, *, loud: bool = False) -> bool:
    """Tell whether one of these tests fails in the copy, or never ends."""
    return fails(
        copy,
        lambda: pytest.main(["-q", "-x", "--no-header", "-p", "no:cacheprovider", "-m", "not browser", *guards]),
        loud=loud,
    )


LONGEST = 900
"""Seconds after which a change counts as an endless loop."""


def fails(copy: Path, trial: Callable[[], int], *, loud: bool = False) -> bool:
    """Tell whether a trial in the copy ends with anything but 0. The trial runs in a forked process, which has imported
    pytest but not the changed tree: importing pytest anew would take most of the time."""
    child = os.fork()
    if not child:
        signal.alarm(LONGEST)
        os.chdir(copy)
        os.environ["DRAW_ALL"] = "1"  # a change that no digest knows of is seen too
        said = os.open(copy / "said.txt", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        for stream in (1, 2):
            os.dup2(said, stream)
        for name in [module for module in sys.modules if module.split(".")[0] in ("rulings", "tests", "arbitrage")]:
            del sys.modules[name]
        sys.path[:] = [str(copy), *(one for one in sys.path if one not in ("", str(ROOT)))]
        status = 1
        try:
            status = int(trial())
        finally:
            os._exit(status)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if status and loud:
        print((copy / "said.txt").read_text("utf-8")[-2000:], flush=True)
    if status > 2:
        raise RuntimeError((copy / "said.txt").read_text("utf-8")[-2000:])
    return status != 0


def copied(folder: Path) -> Path:
    """Copy the tree without what is large or not read, and draw its outlines."""
    copy = folder / "tree"
    left_out = shutil.ignore_patterns(".git", ".venv", "var", "__pycache__", ".*_cache", "captures", "node_modules")
    shutil.copytree(ROOT, copy, ignore=left_out, symlinks=True)
    write = "from tests.rulings.__main__ import write_outlines; write_outlines()"
    subprocess.run([sys.executable, "-c", write], cwd=copy, check=True)
    hashed = py_compile.PycInvalidationMode.CHECKED_HASH  # two changes of one second are two
    compileall.compile_dir(copy, quiet=1, invalidation_mode=hashed)
    return copy


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10_000))
    for kind, usual in (
        ("code", 60),
        ("application", 40),
        ("javascript", 20),
        ("limits", 20),
        ("names", 30),
        ("french", 30),
    ):
        parser.add_argument(f"--{kind}", type=int, default=usual)
    parser.add_argument("--trust", action="store_true", help="the tests are known to pass on this tree")
    given = parser.parse_args()
    os.environ["DATABASE_URL"] = ""  # on SQLite
    rng = random.Random(given.seed)  # noqa: S311
    print(f"seed {given.seed}", flush=True)
    for line in (unseen := french(rng, given.french)):
        print(f"- french: {line}", flush=True)
    print(f"french: {given.french + 1 - len(unseen)} of {given.french + 1} seen", flush=True)
    kinds = {
        "code": of_code,
        "application": partial(of_code, folders=APPLICATION),
        "javascript": of_javascript,
        "limits": partial(of_code, numbers=True),
        "names": of_names,
    }
    with tempfile.TemporaryDirectory() as folder:
        copy = copied(Path(folder))
        samples = {kind: list(of(rng, getattr(given, kind), copy)) for kind, of in kinds.items()}
        guards = tuple(sorted({guard for them in samples.values() for mutant in them for guard in mutant.guards}))
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
