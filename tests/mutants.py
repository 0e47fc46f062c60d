"""Mutation of the program, one small change at a time, and a count of the changes that a test sees.

`make mutants` takes a sample of 200 over six rooms; the same seed (ARGS="--seed 7") takes the same one.

- *laws*, *scores*, *services*, *pages*, *exchange*: the Python of a room, by the operators of cosmic-ray;
- *javascript*: an operator or a constant of the JavaScript;
- *code*: the Python of all of ``rulings`` except ``papers``, whose outlines are compared with the files of
  ``tests/rulings/trees``;
- *limits*: like *code*, but only at numbers and comparisons;
- *names*: the player, the card or the duration of an effect, in the law files;
- *french*: two sentences of players' French that differ only in a duration, a player or a choice, exchanged.

The run is in `tests/mutants_run.py`; `docs/mutants.md` has the results of the samples.
"""

import argparse
import ast
import hashlib
import json
import os
import random
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any

from cosmic_ray.ast import Visitor, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names

from tests import mutants_javascript
from tests.mutants_guards import nearest
from tests.mutants_run import KEPT, OUTLINE, Mutant, run

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


# The changes


def of_code(
    rng: random.Random, number: int, tree: Path, numbers: bool = False, folders: Sequence[str] = ("rulings",)
) -> Iterator[Mutant]:
    """Draw changes of the code from the operators of cosmic-ray, every place equally likely. With ``numbers``, draw
    only at places where a number is written or compared, so that both sides of a threshold are tried."""
    places = [place for path in files(tree, folders) for place in places_of(path, numbers)] if number else []
    tried = 0
    for path, place, changes in rng.sample(places, len(places)):
        if tried == number:
            return
        name, occurrence = rng.choice(changes)
        before = path.read_text(encoding="utf-8")
        changed = mutate_code(before, get_operator(name)(), occurrence)
        if changed is None or meant(changed) in ("", meant(before)):
            continue
        tried += 1
        yield Mutant(str(path.relative_to(tree)), difference(before, changed), changed, guards_of(path, place), place)


Place = tuple[int, int]
"""A line and a column of a file."""


def files(tree: Path, folders: Sequence[str]) -> list[Path]:
    files = [file for folder in folders for file in (tree / folder).rglob("*.py")]
    return sorted(file for file in files if "papers" not in file.parts)


BARE = {
    "string", "newline", "name", "trailer", "atom_expr", "simple_stmt", "argument", "expr_stmt", "arglist",
    "suite", "param", "tfpdef", "import_from", "import_name", "import_as_names", "dotted_name", "funcdef",
    "classdef", "parameters", "atom", "testlist_star_expr", "raise_stmt", "return_stmt", "testlist_comp",
    "dictorsetmaker", "endmarker", "file_input",
}  # fmt: skip
"""Nodes at which no operator changes anything: most of a file."""


@cache
def operators() -> list[str]:
    """Return the operators of cosmic-ray that are used. Left out are operators that exchange one comparison of
    enumeration members for an equivalent one, operators that remove a decorator (a declaration, which mypy checks), and
    operators that need the name of a variable."""
    same = ("Is_Eq", "Eq_Is", "IsNot_NotEq", "NotEq_IsNot", "NoOp", "RemoveDecorator")
    return [name for name in operator_names() if not name.endswith(same) and not get_operator(name).arguments()]


def places_of(path: Path, numbers: bool) -> list[tuple[Path, Place, list[tuple[str, int]]]]:
    """List the places of a file that can be changed, each with the changes that fit there: an operator, and its
    occurrence. The list is cached in ``var/mutants``, because it takes a second a file."""
    source = path.read_text(encoding="utf-8")
    digest = hashlib.sha256(f"{operators()}\0{source}".encode()).hexdigest()[:24]
    kept = KEPT / "places" / f"{digest}.json"
    if kept.exists():
        found = json.loads(kept.read_text(encoding="utf-8"))
    else:
        found = _places(source)
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_text(json.dumps(found), encoding="utf-8")
    wanted = limits(source) if numbers else None
    return [
        (path, (line, column), [(name, at) for name, at in changes])
        for (line, column), changes in found
        if wanted is None or (line, column) in wanted
    ]


def _places(source: str) -> list[tuple[Place, list[tuple[str, int]]]]:
    found: dict[Any, list[tuple[str, int]]] = {}
    counts: dict[str, int] = {}
    made = [(name, get_operator(name)()) for name in operators()]

    class Gathering(Visitor):
        def visit(self, node: Any) -> Any:
            if node.type in BARE or node.type == "operator" and node.value in "()[]{},.:":
                return node
            for name, operator in made:
                for place in operator.mutation_positions(node):
                    found.setdefault(place, []).append((name, counts.get(name, 0)))
                    counts[name] = counts.get(name, 0) + 1
            return node

    Gathering().walk(get_ast(source))
    return [(place[0], changes) for place, changes in sorted(found.items())]


def limits(source: str) -> set[tuple[int, int]]:
    """Return the positions of a file's integers, of its signs for more and less, and of comparisons with integers."""
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
    """Return the code of a file without its declarations: type annotations and the imports for them, decorators of
    classes, and whether a zip is strict; "" if Python cannot parse it (a star of a signature)."""
    try:
        tree = ast.parse(source)
    except SyntaxError:
        return ""
    for node in ast.walk(tree):
        if isinstance(node, ast.arg | ast.AnnAssign):
            node.annotation = ast.Constant(None)
        if isinstance(node, ast.FunctionDef):
            node.returns = None
        if isinstance(node, ast.ClassDef):
            node.decorator_list = []
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test):
            node.test = ast.Constant(None)
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "zip":
            node.keywords = [keyword for keyword in node.keywords if keyword.arg != "strict"]
    return ast.dump(tree)


def of_javascript(rng: random.Random, number: int, tree: Path) -> Iterator[Mutant]:
    """Draw changes of the JavaScript that runs without a page."""
    for path, changed in mutants_javascript.changes(rng, number, tree):
        what = difference(path.read_text(encoding="utf-8"), changed)
        yield Mutant(str(path.relative_to(tree)), what, changed, mutants_javascript.guards(path))


def of_names(rng: random.Random, number: int, tree: Path) -> Iterator[Mutant]:
    """Draw exchanges of names in the law files."""
    places = []
    for path in sorted((tree / "rulings" / "laws2017").rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        places += [(path, pair, match.start()) for pair in NAMES for match in re.finditer(re.escape(pair[0]), source)]
    for path, (old, new), at in rng.sample(places, min(number, len(places))):
        source = path.read_text(encoding="utf-8")
        changed = source[:at] + new + source[at + len(old) :]
        place = (source.count("\n", 0, at) + 1, at - source.rfind("\n", 0, at) - 1)
        yield Mutant(str(path.relative_to(tree)), difference(source, changed), changed, guards_of(path, place), place)


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
    """Return the first line that differs: "line 42: `x < y` → `x <= y`"."""
    pairs = zip(old.splitlines(), new.splitlines(), strict=False)
    at, (one, other) = next((at, pair) for at, pair in enumerate(pairs, 1) if pair[0] != pair[1])
    return f"line {at}: `{one.strip()}` → `{other.strip()}`"


# The tests that concern a file


@cache
def sentences() -> dict[str, list[str]]:
    """Map every text of the laws to the ids of the laws that use it."""
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


def guards_of(path: Path, place: Place) -> tuple[str, ...]:
    """Return the test files and outlines that concern a place of a file, in the order in which they are tried."""
    if "arbitrage" in path.relative_to(ROOT).parts:
        return nearest(path, place)
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
        near = nearest(path, place)
        return tuple(dict.fromkeys([*outlines[:16], *near[:4], *everywhere, *near]))
    near = [one for one in nearest(path, place) if one.startswith("tests/rulings/")]
    more = ("engine", "roles", "bridge", "table", "auction", "commands", "score_cases", "commands_scores")
    return tuple(dict.fromkeys([*near, *(f"tests/rulings/test_{name}.py" for name in more), *everywhere]))


# The sample

KINDS: dict[str, Callable[[random.Random, int, Path], Iterator[Mutant]]] = {
    "laws": partial(of_code, folders=("rulings/laws2017",)),
    "scores": partial(of_code, folders=("rulings/scores",)),
    "services": partial(of_code, folders=("arbitrage/services",)),
    "pages": partial(of_code, folders=("arbitrage/pages",)),
    "exchange": partial(of_code, folders=("arbitrage/exchange",)),
    "javascript": of_javascript,
    "code": of_code,
    "limits": partial(of_code, numbers=True),
    "names": of_names,
}
USUAL = {"laws": 40, "scores": 30, "services": 40, "pages": 40, "exchange": 30, "javascript": 20}
"""The number of changes of each kind in the sample of 200."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10_000))
    for kind in (*KINDS, "french"):
        parser.add_argument(f"--{kind}", type=int, default=USUAL.get(kind, 0))
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--afresh", action="store_true", help="try again what an earlier run of this seed has seen")
    parser.add_argument("--seconds", type=float, default=120, help="processor seconds of tests for one change")
    given = parser.parse_args()
    os.environ["DATABASE_URL"] = ""  # on SQLite
    rng = random.Random(given.seed)  # noqa: S311
    print(f"seed {given.seed}", flush=True)
    if given.french:
        for line in (unseen := french(rng, given.french)):
            print(f"- french: {line}", flush=True)
        print(f"french: {given.french + 1 - len(unseen)} of {given.french + 1} seen", flush=True)
    rooms = {kind: random.Random(f"{given.seed} {kind}") for kind in KINDS}  # noqa: S311
    sample = [(kind, one) for kind, of in KINDS.items() for one in of(rooms[kind], getattr(given, kind), ROOT)]
    run(sample, given.seed, given.workers, given.afresh, given.seconds)


if __name__ == "__main__":
    main()
